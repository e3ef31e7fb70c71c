"""First use: what a process that has just begun takes, in time and in memory. Each figure is a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median

__all__ = ["Cold", "cold", "cold_odds", "cold_simulations"]

ROOT = Path(__file__).parent.parent

BEGIN = """
import json, resource, sys, time
start = time.perf_counter()
"""
END = """
done = time.perf_counter()
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
if sys.platform == "linux":  # where ru_maxrss counts the peak of the process that started this one
    with open("/proc/self/status") as status:
        peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM:")) / 2**10
print(json.dumps({"imports": ready - start, "first": done - ready, "peak": peak}))
"""
READY = "\nready = time.perf_counter()\n"


@dataclass(frozen=True)
class Cold:
    """Seconds of the whole process, of its imports and of the first use, and the most memory it took in MiB."""

    whole: float
    imports: float
    first: float
    peak: float


def _once(imports: str, use: str, settings: Mapping[str, str]) -> Cold:
    import time

    path = os.pathsep.join([*(p for p in sys.path if p), str(ROOT)])
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", BEGIN + imports + READY + use + END],
        env={**os.environ, "PYTHONPATH": path, **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    whole = time.perf_counter() - start
    if done.returncode:
        raise RuntimeError(done.stderr)
    return Cold(whole, **json.loads(done.stdout.splitlines()[-1]))


def cold(imports: str, use: str, times: int, settings: Mapping[str, str] | None = None) -> Cold:
    """The medians of that many processes."""
    runs = [_once(imports, use, settings or {}) for _ in range(times)]
    return Cold(*(median(getattr(run, what) for run in runs) for what in ("whole", "imports", "first", "peak")))


def cold_odds(system: str, times: int) -> dict[str, Cold]:
    """The first odds of an attack in that system by each library that is installed."""
    found = {}
    for name in ("affray", "icepool", "icepool, tuned", "dyce", "dyce, tuned"):
        try:
            make = f"GAMES[{system!r}].contenders()[{name!r}]"
            found[name] = cold(f"from benchmarks.games import GAMES\nwork = {make}()", "work()", times)
        except RuntimeError as error:
            if "ImportError" not in str(error) and "ModuleNotFoundError" not in str(error):
                raise
    return found


def cold_simulations(name: str, times: int, fights: int, tables: bool, fresh: bool) -> dict[str, Cold]:
    """The first fights of that name in a process: the reference, the loop by hand, and the tables where they are there.

    Where `fresh`, what is compiled goes into a directory of its own: empty for the first process, then as that left it.
    Otherwise all of it is compiled already.
    """
    load = f"from benchmarks.roster import load\nfight = load({name!r})"
    found = {
        "reference, 10 fights": cold(f"from benchmarks.engines import reference\n{load}", _use("reference", 10), times)
    }
    compiled = {"by hand": "compiled"} | ({"tables": "tables"} if tables else {})
    for kind, engine in compiled.items():
        imports = f"from benchmarks.engines import {engine}\n{load}"
        with tempfile.TemporaryDirectory() as folder:
            settings = {"NUMBA_CACHE_DIR": folder} if fresh else {}
            use = _use(engine, fights)
            if fresh:
                found[f"{kind}, {fights:,} fights, nothing compiled yet"] = cold(imports, use, 1, settings)
            found[f"{kind}, {fights:,} fights, compiled before"] = cold(imports, use, times, settings)
    return found


def _use(engine: str, fights: int) -> str:
    return f"{engine}(fight)({fights}, 0)"
