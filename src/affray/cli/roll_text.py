"""Throws and laws as text for a terminal of 80 columns, and as dictionaries for JSON.

What a colour says a sign says too: a file or a screen without colours loses nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from affray.dice.distribution import Distribution
from affray.dice.expression import Dice, Trace
from affray.dice.faces import Fate, Shown
from affray.figures import bar, chance

if TYPE_CHECKING:
    from rich.console import Group
    from rich.text import Text

__all__ = ["Band", "bands", "law_json", "law_text", "legend", "throw_text", "throws_json"]

MAX_ROWS = 40  # a screen; wider laws are shown in bands of equal width
TAIL = 0.001  # what either end of a wide law may hold to be one row: an open-ended end has hundreds of values
COLUMNS = 80

_MARKS: dict[Fate, tuple[str, str, str]] = {  # before, after, style
    "kept": ("", "", "bold"),
    "again": ("", "!", "bold green"),
    "dropped": ("~", "", "dim"),
    "replaced": ("", "→", "dim"),
}
_LEGEND: dict[Fate, str] = {"again": "! thrown again", "dropped": "~ does not count", "replaced": "→ thrown anew"}


def throw_text(trace: Trace) -> Text:
    """One throw in a line: the expression with its faces, marked by what became of them, and the total."""
    from rich.text import Text

    line = Text()
    for part in trace.parts:
        if isinstance(part, Shown):
            before, after, style = _MARKS[part.fate]
            line.append(f"{before}{part.face}{after}", style)
        else:
            line.append(part)
    return line.append(" = ").append(str(trace.value), "bold")


def legend(traces: Iterable[Trace]) -> str:
    """What the marks of these throws mean; empty if there are none."""
    fates = {shown.fate for trace in traces for shown in trace.shown}
    return ", ".join(words for fate, words in _LEGEND.items() if fate in fates)


def throws_json(dice: Dice, traces: Iterable[Trace]) -> dict[str, Any]:
    """The throws as plain data; `faces` are in the order in which they were thrown."""
    rolls = [{"faces": list(trace.faces), "value": trace.value} for trace in traces]
    return {"expression": str(dice), "rolls": rolls}


class Band(NamedTuple):
    """One row of a law: values from `low` to `high` (None: no end), its chance, and the chances from and up to it."""

    low: int | None
    high: int | None
    chance: float
    at_least: float
    at_most: float

    def __str__(self) -> str:
        if self.low is None or self.high is None:
            return f"{self.high} or less" if self.low is None else f"{self.low} or more"
        return str(self.low) if self.low == self.high else f"{self.low} to {self.high}"


def bands(law: Distribution, all: bool = False) -> tuple[list[Band], int]:
    """The rows that show a law and how many values each of them spans; with `all` one for each value that can come."""
    law = law.floats()
    values = [value for value, _ in law.items()]
    if all or len(values) <= MAX_ROWS:
        return [_band(law, value, value) for value in values], 1
    low, high = law.quantile(TAIL), law.quantile(1 - TAIL)
    step = next(step for step in _steps() if high // step - low // step + 3 <= MAX_ROWS)
    low, high = low // step * step, high // step * step + step - 1
    rows = [_band(law, start, min(start + step, high + 1) - 1) for start in range(low, high + 1, step)]
    if law.at_most(low - 1) > 0:
        rows.insert(0, _band(law, None, low - 1))
    if law.at_least(high + 1) > 0:
        rows.append(_band(law, high + 1, None))
    return [_narrow(law, row) for row in rows if row.chance > 0], step


def _narrow(law: Distribution, row: Band) -> Band:
    """The row from the first to the last of its values that can come."""
    if row.low is None or row.high is None:
        return row
    values = [value for value in range(row.low, row.high + 1) if law.probability(value)]
    return row._replace(low=values[0], high=values[-1])


def _steps() -> Iterable[int]:
    size = 1
    while True:
        yield from (size, 2 * size, 5 * size)
        size *= 10


def _band(law: Distribution, low: int | None, high: int | None) -> Band:
    bottom, top = law.low if low is None else low, law.high if high is None else high
    share = float(law.weights[max(0, bottom - law.low) : max(0, top - law.low + 1)].sum())
    return Band(low, high, share, float(law.at_least(bottom)), float(law.at_most(top)))


def law_text(dice: Dice, law: Distribution, all: bool = False) -> Group:
    """The law as a table with bars: exactly, at least, at most; then mean, deviation and what was cut."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    rows, step = bands(law, all)
    table = Table(box=None, pad_edge=False, padding=(0, 1))
    table.add_column("value", justify="right", no_wrap=True)
    table.add_column("exactly" if step == 1 else "in it", justify="right", no_wrap=True)
    for title in ("at least", "at most", ""):
        table.add_column(title, justify="right" if title else "left", no_wrap=True)
    used = max(5, *(len(str(row)) for row in rows)) + 3 * 9 + 2 * 5
    room, most = max(8, COLUMNS - used), max(row.chance for row in rows)
    for row in rows:
        drawn = Text(bar(row.chance / most, room), "cyan")
        table.add_row(str(row), chance(row.chance, 2), chance(row.at_least, 2), chance(row.at_most, 2), drawn)
    return Group(Text(str(dice), "bold"), table, *(Text(line) for line in _facts(dice, law, step, len(rows))))


def _facts(dice: Dice, law: Distribution, step: int, rows: int) -> Iterable[str]:
    low, high = dice.bounds()
    span = f"{'no least' if low is None else low} to {'no greatest' if high is None else high}"
    yield f"mean {_plain(float(law.mean))}   sd {_plain(law.sd)}   {span}"
    if law.cut:
        yield f"open-ended: {float(law.cut):.1e} of the chance lies beyond what is shown"
    if step > 1 or rows < sum(1 for _ in law.items()):
        every = "" if step == 1 else f" of {step}"
        yield f"{len(law)} values in {rows} rows{every}, either end in one; ask for all to see each"


def _plain(number: float) -> str:
    # a mean of -2e-17 is 0, not -0
    return f"{round(number, 3) + 0.0:.3f}".rstrip("0").rstrip(".")


def law_json(dice: Dice, law: Distribution) -> dict[str, Any]:
    """The law as plain data; `min` and `max` are None where the roll is open-ended, `law` has values as text."""
    low, high = dice.bounds()
    return {
        "expression": str(dice),
        "min": low,
        "max": high,
        "mean": float(law.mean),
        "sd": law.sd,
        "cut": float(law.cut),
        "law": {str(value): float(chance) for value, chance in law.items()},
    }
