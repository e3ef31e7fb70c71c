"""`affray roll`: faces, or odds."""

from __future__ import annotations

import secrets

from affray.cli import roll_text
from affray.cli.show import console, print_json
from affray.dice.notation import parse
from affray.luck import Luck

__all__ = ["roll"]


def roll(expression: str, times: int, odds: bool, everything: bool, seed: str | None, as_json: bool) -> None:
    """Throw an expression `times` times, or show its law."""
    dice = parse(expression)
    if odds:
        law = dice.law()
        if as_json:
            print_json(roll_text.law_json(dice, law))
        else:
            console().print(roll_text.law_text(dice, law, everything))
        return
    luck = Luck(seed if seed is not None else secrets.token_hex(8), purpose="roll")
    traces = [dice.trace(luck.face) for _ in range(times)]
    if as_json:
        print_json(roll_text.throws_json(dice, traces))
        return
    screen = console()
    for trace in traces:
        screen.print(roll_text.throw_text(trace))
    if words := roll_text.legend(traces):
        screen.print(words, style="dim")
