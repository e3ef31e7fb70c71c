"""The odds of one attack by penetration: affray beside libraries for dice, as in `benchmarks.attack_odds`."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from affray.odds import action_odds
from affray.systems.penetration.actions.kinds import Attack
from benchmarks.penetration.roster import Entry, roster
from benchmarks.roster import load

__all__ = ["CONTENDERS"]

#: so often a six may follow on a six in the libraries: what comes after that is less than 1e-10
SIXES = 12


def points(attacker: Entry, target: Entry, margin: int) -> int:
    """What a margin of the dice comes to, written by hand."""
    base = attacker.accuracy - target.defence + margin
    ahead = attacker.penetration - target.armour
    if base <= 0 or base + ahead <= 0:
        return 0
    return (base + min(0, ahead)) * (attacker.multiplier + max(0, ahead // 10))


def _entries() -> tuple[Entry, Entry]:
    one, other = roster(load("penetration-duel").encounter).entries
    return one, other


def affray() -> Callable[[], Any]:
    """The program's own odds, through the rules that people play."""
    fight = load("penetration-duel")
    attack = Attack("Ansgar", "Bersi", "sword")
    encounter = fight.system.stage(fight.encounter, attack)
    return lambda: action_odds(fight.system, encounter, attack).loss


def icepool() -> Callable[[], Any]:
    """icepool as its pages show it: a function of the two totals."""
    from icepool import d6, map

    one, other = _entries()
    return lambda: map(lambda mine, theirs: points(one, other, mine - theirs), d6.explode(depth=SIXES), 2 @ d6)


def icepool_tuned() -> Callable[[], Any]:
    """icepool by somebody who sees that only the difference of the dice counts."""
    from icepool import d6

    one, other = _entries()
    return lambda: (d6.explode(depth=SIXES) - 2 @ d6).map(lambda margin: points(one, other, margin))


def dyce() -> Callable[[], Any]:
    """dyce as its pages show it: a function of the two results."""
    from dyce import H, expand, explode_n

    one, other = _entries()

    def work() -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # `expand` says each time that it may change
            return expand(
                lambda mine, theirs: points(one, other, mine.outcome - theirs.outcome),
                explode_n(H(6), n=SIXES),
                2 @ H(6),
                min_path_probability=Fraction(0),  # by itself it leaves out what is rare
            )

    return work


def dyce_tuned() -> Callable[[], Any]:
    """dyce with the difference of the dice alone."""
    from dyce import H, explode_n

    one, other = _entries()

    def work() -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return (explode_n(H(6), n=SIXES) - 2 @ H(6)).apply(lambda margin: points(one, other, margin))

    return work


CONTENDERS: Mapping[str, Callable[[], Callable[[], Any]]] = {
    "affray": affray,
    "icepool": icepool,
    "icepool, tuned": icepool_tuned,
    "dyce": dyce,
    "dyce, tuned": dyce_tuned,
}
