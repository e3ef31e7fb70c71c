"""Programs that run in processes of their own, to see that nothing hangs on the process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parent


def printed(program: str, hash_seed: str, *folders: str) -> str:
    """What a program prints in a new process with that hash seed; it can import from these folders of the tests."""
    found = os.pathsep.join(str(folder) for folder in (TESTS, *(TESTS / name for name in folders)))
    path = os.pathsep.join(part for part in (found, os.environ.get("PYTHONPATH", "")) if part)
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout
