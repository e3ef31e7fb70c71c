"""What the commands have in common on the screen: the console, tables, bars, JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from affray.cli.streams import speaks_unicode
from affray.figures import bar, chance, visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from affray.odds import ActionOdds

__all__ = [
    "ODDS",
    "chance_table",
    "console",
    "grid",
    "looked_at",
    "loss_table",
    "odds_cells",
    "paragraph",
    "print_json",
]
__all__ += ["progress"]

BAR = 24
#: the columns that odds have in a table, see `odds_cells`
ODDS = ("hits", "mean loss", "out")
#: a pipe has no width of its own: lines run on instead of being broken where nobody can see why
ENDLESS = 10_000


def console() -> Console:
    """Standard output with colours where it has them; text is never taken for markup, and no name steers the screen."""
    from rich.console import Console
    from rich.segment import Segment

    class Screen(Console):
        def render(self, *renderable: Any, **options: Any) -> Iterable[Segment]:
            for text, style, control in super().render(*renderable, **options):
                yield Segment(text if control else visible(text), style, control)

    return Screen(markup=False, highlight=False, emoji=False, width=None if sys.stdout.isatty() else ENDLESS)


def print_json(data: Any, indent: int | None = 2) -> None:
    """Data as JSON on standard output."""
    print(json.dumps(data, ensure_ascii=not speaks_unicode(), indent=indent), flush=indent is None)


def paragraph(screen: Console, text: Text, inset: str = "") -> None:
    """Print a text that stands in; what does not fit into the line goes on below it, a little further in."""
    from rich.text import Text

    lines: Iterable[Text] = [text]
    inset = inset[: max(0, screen.width - 24)]
    if screen.width < ENDLESS:
        lines = text.wrap(screen, max(20, screen.width - len(inset) - 4))
    for number, line in enumerate(lines):
        screen.print(Text(inset + ("    " if number else "")) + line, soft_wrap=True)


def grid(*columns: str, right: Sequence[str] = ()) -> Table:
    """A plain table with these columns; those in `right` are flushed right."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left", overflow="fold")
    return table


def odds_cells(odds: ActionOdds | None) -> tuple[str, str, str]:
    """The cells below `ODDS`; blank where nothing is left to chance."""
    if odds is None:
        return "", "", ""
    return chance(float(odds.hit)), f"{float(odds.mean):.2f}", chance(float(odds.out))


def loss_table(law: Mapping[int, Any], name: str, width: int = ENDLESS) -> Table:
    """The law of points lost: exactly and at least, with bars for which the width leaves room."""
    table = grid(name, "exactly", "at least", "", right=(name, "exactly", "at least"))
    room = max(4, min(BAR, width - len(f"{name}  exactly  at least  ")))
    left = 1.0
    top = max((float(weight) for weight in law.values()), default=1.0)
    for value, weight in law.items():
        table.add_row(str(value), chance(float(weight)), chance(min(1.0, left)), bar(float(weight) / top, room))
        left -= float(weight)
    return table


def chance_table(
    screen: Console, columns: Sequence[str], right: Sequence[str], rows: Sequence[tuple[Sequence[str], float]]
) -> Table:
    """Rows of cells, each with a bar for its chance as far as the screen has room for it."""
    table = grid(*columns, "", right=right)
    taken = sum(max(len(cells[i]) for cells, _ in rows) + 2 for i in range(len(columns)))
    room = max(4, min(BAR, screen.width - taken))
    for cells, likely in rows:
        table.add_row(*cells, bar(likely, room))
    return table


def looked_at() -> bool:
    """Whether somebody looks at standard error."""
    return sys.stderr is not None and sys.stderr.isatty()


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[..., None]]:
    """A bar on standard error with the time that is left, where that is a terminal; gives what moves it on.

    That takes the steps that were made and, where it has changed, how many there are in all.
    """
    if not looked_at():
        yield lambda steps, total=None: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(what, total=total)
        yield lambda steps, total=None: shown.update(task, advance=steps, total=total)
