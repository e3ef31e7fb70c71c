"""What the runner found, as tables for the screen and as the page `docs/performance.md`."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from affray.cli.show import console, grid

__all__ = ["Table", "figure", "machine", "page", "rate", "show", "times"]


@dataclass
class Table:
    """A table with a heading, its columns, and what has to be said below it."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[str, ...]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, *cells: str) -> None:
        """One more row."""
        assert len(cells) == len(self.columns), cells
        self.rows.append(cells)


def figure(number: float) -> str:
    """A ratio with two digits that count, and all of them before the point."""
    if number >= 1_000:
        return f"{round(number, 2 - len(str(int(number)))):,.0f}"
    return f"{number:.0f}" if number >= 100 else f"{number:.1f}" if number >= 10 else f"{number:.2f}"


def times(seconds: float) -> str:
    """A time in the unit that suits it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{figure(seconds / size)} {unit}"
    return f"{figure(seconds / 1e-9)} ns"


def rate(seconds: float) -> str:
    """How often something that takes so long can be done in a second."""
    return f"{float(f'{1 / seconds:.3g}'):,.0f}"


def _right(column: str) -> bool:
    return column not in ("what", "beside", "engine", "where", "fight", "pair")


def show(tables: Sequence[Table]) -> None:
    """All tables on the screen."""
    screen = console()
    for table in tables:
        screen.print(f"\n{table.title}", style="bold")
        lines = grid(*table.columns, right=tuple(filter(_right, table.columns)))
        for row in table.rows:
            lines.add_row(*row)
        screen.print(lines)
        for note in table.notes:
            screen.print(note, style="dim")


def machine() -> str:
    """What the figures were measured on, in one line."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    load = f", load {os.getloadavg()[0]:.1f} at the start" if hasattr(os, "getloadavg") else ""
    return f"{_processor()}, {cores} cores{load}; {platform.system()}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())


def _versions() -> str:
    found = [f"Python {platform.python_version()}"]
    for name in ("affray", "numpy", "numba", "icepool", "dyce"):
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(f"no {name}")
    return ", ".join(found)


HEAD = """\
# Performance

Measured by `make bench`, which writes this page; do not edit it by hand. Ratios are taken side by side in one run: the
works take turns, a ratio is that of two works within the same turn, and what stands here is the median. They hold on
other machines and under other load; absolute figures move by a factor of two where others use the machine too. One core
is measured by the processor's time, two cores and first use by the clock on the wall.

The named fights are [duel.toml](../benchmarks/fights/duel.toml) and [four.toml](../benchmarks/fights/four.toml): swords
and axes by opposed-2d6, 30 Life each, nobody has to walk; and by penetration
[penetration-duel.toml](../benchmarks/fights/penetration-duel.toml) and
[penetration-four.toml](../benchmarks/fights/penetration-four.toml): swords, maces and a flail, with wounds, shock and
knock-out. What they are measured against was written by hand for just these rules and lives in `benchmarks/` alone. It
is a second opinion too: a run in which any two engines disagree about wins, rounds or survivors by more than 4.5
standard deviations fails, and so does one whose laws of an attack differ.
"""


def page(tables: Sequence[Table], where: str) -> str:
    """The page for the documentation."""
    parts = [HEAD, f"* Date: {date.today().isoformat()}\n* Machine: {where}\n* Versions: {_versions()}\n"]
    for table in tables:
        rule = ["---:" if _right(column) else "---" for column in table.columns]
        lines = [table.columns, tuple(rule), *table.rows]
        parts.append(f"## {table.title}\n\n" + "\n".join(f"| {' | '.join(cells)} |" for cells in lines) + "\n")
        parts += [f"{note}\n" for note in table.notes]
    return "\n".join(parts)
