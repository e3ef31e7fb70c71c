"""`affray roll`: faces, or odds."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from affray.cli import roll_text
from affray.cli.show import console, print_json
from affray.dice.expression import Trace
from affray.dice.notation import parse
from affray.errors import UnknownName
from affray.luck import Luck

__all__ = ["roll"]

AT_ONCE = 500  # lines that go to the screen together; one by one they take ten times as long
OPTIONS = ("--times", "--odds", "--all", "--seed", "--json", "--help")


def roll(words: Sequence[str], times: int, odds: bool, everything: bool, seed: str | None, as_json: bool) -> None:
    """Throw the expression that the words make `times` times, or show its law."""
    for word in words:
        # a minus in front is part of the dice, two and a letter are an option that there is not
        if word.startswith("--") and word[2:3].isalpha():
            raise UnknownName("option", word, OPTIONS)
    dice = parse(" ".join(words))
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
    else:
        _print(traces)


def _print(traces: Sequence[Trace]) -> None:
    from rich.text import Text

    screen = console()
    for start in range(0, len(traces), AT_ONCE):
        lines = [roll_text.throw_text(trace) for trace in traces[start : start + AT_ONCE]]
        if screen.color_system is None:
            print("\n".join(line.plain for line in lines))
        else:
            screen.print(Text("\n").join(lines))
    if words := roll_text.legend(traces):
        screen.print(words, style="dim")
