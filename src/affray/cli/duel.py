"""`affray duel` without dice: the exact law of a duel, as text, as JSON, or as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from affray.cli.show import chance_table, console, print_json
from affray.duel import LIMIT, DuelLaw, Untabulated, exact_duel
from affray.encounter import Encounter
from affray.fightfile import Fight
from affray.plots import check_picture, duel_picture
from affray.reports import DUEL_CHANCES, duel_lines, duel_rows, dueled

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["print_law", "show_exact"]


def show_exact(
    fight: Fight,
    encounter: Encounter,
    limit: int = LIMIT,
    as_json: bool = False,
    plot: Path | None = None,
    untied: Sequence[str] = (),
) -> str:
    """Work out the duel of the two in the encounter and show it; what is in the way, in words, if only dice can tell.

    Nothing is shown then, and "" comes back where something was. `untied` is what tied them to others, for the JSON.
    """
    if plot is not None:
        check_picture(plot)
    try:
        law = exact_duel(fight.system, encounter, limit=limit)
    except Untabulated as reason:
        return str(reason)
    if as_json:
        print_json({"untied": list(untied), **law.data()})
    else:
        print_law(console(), law)
    if plot is not None:
        alone = len(fight.encounter.fighters) == 2
        duel_picture(law.picture(), plot, (fight.title if alone else "") or " against ".join(law.fighters))
    return ""


def print_law(screen: Console, law: DuelLaw) -> None:
    """The chances with bars, then all else."""
    screen.print(dueled(law), style="bold")
    screen.print(chance_table(screen, DUEL_CHANCES, DUEL_CHANCES[1:], duel_rows(law)))
    for line in duel_lines(law):
        screen.print(line)
