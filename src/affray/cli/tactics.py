"""`affray tactics`: how the program can play fighters of a system."""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.arena.tactics import AIM_HELP, SHARES
from affray.cli.show import console, grid, print_json
from affray.system import find_system

if TYPE_CHECKING:
    from rich.table import Table

__all__ = ["tactics"]

SHARE_HELP = {
    "retreat": "at or below that share of its points it gets away from the nearest foe, and flees when it can",
    "surrender": "at or below that share of its points it gives up",
}


def _plain() -> Table:
    """A table of two columns without a head."""
    table = grid("", "")
    table.show_header = False
    return table


def tactics(name: str, as_json: bool) -> None:
    """Aims, plans and standing orders of a system."""
    system = find_system(name)
    answers = {key: list(options) for key, options in system.orders.items()}
    if as_json:
        shares = {key: SHARE_HELP[key] for key in SHARES}
        print_json({"aims": AIM_HELP, "plans": dict(system.plans), "shares": shares, "orders": answers})
        return
    screen = console()
    for title, key, rows in (("Aims", "aim", AIM_HELP), ("Plans", "plan", system.plans)):
        usual = next(iter(rows))
        screen.print(f'{title}: orders = {{ {key} = "{usual}" }}, which is the usual one', style="bold", markup=False)
        table = _plain()
        for word, help_ in rows.items():
            table.add_row(f"  {word}", help_)
        screen.print(table)
    screen.print('Last resorts: orders = { retreat = "25%", surrender = "10%" }', style="bold", markup=False)
    table = _plain()
    for key in SHARES:
        table.add_row(f"  {key}", SHARE_HELP[key])
    screen.print(table)
    screen.print('Answers: a list of preferences, or a mix such as "parry:2, dodge:1"', style="bold", markup=False)
    table = _plain()
    for key, options in answers.items():
        table.add_row(f"  {key}", ", ".join(options))
    screen.print(table)
