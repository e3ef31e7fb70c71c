"""The odds of one attack: affray beside libraries for dice, which know the dice but not the fight.

affray works out the whole attack as it is played, with what becomes of both fighters; of the libraries only the law of
the points lost is asked. All have to give the same law.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from typing import Any

from affray.odds import action_odds
from affray.systems.opposed.actions.kinds import Attack
from benchmarks.roster import Entry, load, roster

__all__ = ["CONTENDERS", "law"]


def points(attacker: Entry, target: Entry, attack: int, defence: int) -> int:
    """What two totals come to, written by hand."""
    margin = attack - defence
    if margin <= 0:
        return 0
    critical = margin >= 6
    dealt = margin + attacker.damage + critical * attacker.extra
    return dealt - min(dealt - critical * attacker.direct, target.armour)


def _entries() -> tuple[Entry, Entry]:
    one, other = roster(load("duel").encounter).entries
    return one, other


def affray() -> Callable[[], Any]:
    """The program's own odds, through the rules that people play."""
    fight = load("duel")
    attack = Attack("Ansgar", "Bersi", "sword")
    encounter = fight.system.stage(fight.encounter, attack)
    return lambda: action_odds(fight.system, encounter, attack).loss


def icepool() -> Callable[[], Any]:
    """icepool as its pages show it: a function of the two totals."""
    from icepool import d6, map

    one, other = _entries()
    return lambda: map(
        lambda attack, defence: points(one, other, attack, defence), 2 @ d6 + one.attack, 2 @ d6 + other.guard
    )


def icepool_tuned() -> Callable[[], Any]:
    """icepool by somebody who sees that only the difference of the totals counts."""
    from icepool import d6

    one, other = _entries()
    return lambda: (2 @ d6 - 2 @ d6 + (one.attack - other.guard)).map(lambda margin: points(one, other, margin, 0))


def dyce() -> Callable[[], Any]:
    """dyce as its pages show it: a function of the two results."""
    from dyce import H, expand

    one, other = _entries()

    def work() -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # `expand` says each time that it may change
            return expand(
                lambda attack, defence: points(one, other, attack.outcome, defence.outcome),
                2 @ H(6) + one.attack,
                2 @ H(6) + other.guard,
            )

    return work


def dyce_tuned() -> Callable[[], Any]:
    """dyce with the difference of the totals alone."""
    from dyce import H

    one, other = _entries()
    return lambda: (2 @ H(6) - 2 @ H(6) + (one.attack - other.guard)).apply(
        lambda margin: points(one, other, margin, 0)
    )


CONTENDERS: Mapping[str, Callable[[], Callable[[], Any]]] = {
    "affray": affray,
    "icepool": icepool,
    "icepool, tuned": icepool_tuned,
    "dyce": dyce,
    "dyce, tuned": dyce_tuned,
}


def law(found: Any) -> dict[int, float]:
    """A law of whichever library as chances that add up to 1."""
    total = sum(found.values())
    return {int(value): float(weight / total) for value, weight in sorted(found.items()) if weight}
