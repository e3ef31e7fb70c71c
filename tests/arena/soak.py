"""How much the long tests do: little by default, all that was promised under `make soak`."""

from __future__ import annotations

import os

SOAK = os.environ.get("AFFRAY_SOAK") == "1"


def fights(short: int, long: int) -> int:
    """So many fights in every run of the tests, or so many in a soak."""
    return long if SOAK else short
