"""What the commands have in common on the screen: the console, tables, bars, JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from affray.text import chance

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

__all__ = ["bar", "console", "grid", "loss_table", "print_json"]

BAR = 24


def console() -> Console:
    """Standard output with colours where it has them; text is never taken for markup."""
    from rich.console import Console

    # a pipe has no width of its own: let lines run on instead of breaking them where nobody can see why
    return Console(markup=False, highlight=False, emoji=False, width=None if sys.stdout.isatty() else 160)


def print_json(data: Any) -> None:
    """Data as JSON on standard output."""
    print(json.dumps(data, ensure_ascii=False, indent=2))


def grid(*columns: str, right: Sequence[str] = ()) -> Table:
    """A plain table with these columns; those in `right` are flushed right."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left", overflow="fold")
    return table


def bar(share: float, width: int = BAR) -> str:
    """A bar for a share of 1."""
    eighths = round(share * width * 8)
    return "█" * (eighths // 8) + ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")[eighths % 8]


def loss_table(law: Mapping[int, Any], name: str) -> Table:
    """The law of points lost: exactly and at least, with bars."""
    table = grid(name, "exactly", "at least", "", right=(name, "exactly", "at least"))
    left = 1.0
    top = max((float(weight) for weight in law.values()), default=1.0)
    for value, weight in law.items():
        table.add_row(str(value), chance(float(weight)), chance(min(1.0, left)), bar(float(weight) / top))
        left -= float(weight)
    return table
