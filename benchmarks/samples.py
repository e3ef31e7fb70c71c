"""Exact duels of the creatures in a system's armoury, everyone against everyone: which take long, and how long."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement
from statistics import median
from typing import Any

from affray.fightfile import Fight, parse_fight
from affray.system import find_system
from benchmarks.games import Game
from benchmarks.measure import interleaved
from benchmarks.report import Table, times

__all__ = ["sample_duels"]

#: how many pairs are listed
LISTED = 3


def sample_duels(game: Game, repetitions: int, most: int | None = None) -> Table:
    """How long exact duels take between all sample creatures, or those of so many pairs; the longest are listed."""
    from affray.duel import Untabulated, exact_duel

    creatures = find_system(game.system).armoury()["creatures"]
    fights = [_fight(game.system, *pair) for pair in combinations_with_replacement(creatures, 2)][:most]
    works: dict[str, tuple[Callable[[int], Any], int]] = {}
    for fight in fights:
        try:
            exact_duel(fight.system, fight.encounter)  # compiles
        except Untabulated:
            continue
        works[fight.title] = (lambda run, fight=fight: exact_duel(fight.system, fight.encounter), 1)
    spent = {name: series.seconds for name, series in interleaved(works, repetitions).items()}
    table = Table(f"Exact duels of sample creatures{game.suffix}", ("pair", "time"))
    for name in sorted(spent, key=lambda name: -spent[name])[:LISTED]:
        table.add(name, times(spent[name]))
    if spent:
        table.add(f"median of {len(spent)} pairs", times(median(spent.values())))
    target = f" Target for any pair: {game.samples}." if game.samples else ""
    table.notes.append(
        "Everyone against everyone, beside each other as they begin; the longest are listed. The processor's time, and"
        f" the rules are tabulated anew each time.{target}"
    )
    if others := len(fights) - len(spent):
        table.notes.append(f"{others} other pairs have no exact duel.")
    return table


def _fight(system: str, *names: str) -> Fight:
    lines = [f'system = "{system}"', f'title = "{" against ".join(names)}"']
    for side, name in zip("ab", names, strict=True):
        lines += ["[[fighter]]", f'from = "{name}"', f'name = "{side}"', f'side = "{side}"']
    return parse_fight("\n".join(lines))
