"""How attacks are made: the order of acting, attack and defence rolls, and what hits. Distances are metres."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from affray.clock import ranked
from affray.dice.charts import Chart as Reading
from affray.dice.charts import Row
from affray.dice.expression import Dice
from affray.dice.pools import Again, Match, nds
from affray.options import Value
from affray.system import rule
from affray.systems.penetration.rules.scores import Parts, excess_modifiers

__all__ = [
    "INITIATIVE_DICE",
    "PACE",
    "REACH",
    "Initiative",
    "attack_dice",
    "attack_modifiers",
    "damage_base",
    "defence_dice",
    "defence_modifiers",
    "hits",
    "in_reach",
    "initiative_modifiers",
    "initiative_order",
    "tied",
]

REACH = 2
PACE = 6  # how far a move goes in a turn
INITIATIVE_DICE = nds(1, 6)


# -- the order


class Initiative(NamedTuple):
    """One fighter's place in the order: the total, the WS that decides between equal ones, the place in the roster."""

    who: str
    total: int
    speed: int
    roster: int


@rule("house.initiative", "load.excess")
def initiative_modifiers(speed: Parts, excess: int = 0) -> Parts:
    """What is added to a plain d6 for the place in the order: WS, its maneuver included, and excess load."""
    return speed + excess_modifiers(excess)


@rule("house.initiative")
def initiative_order(entries: Iterable[Initiative]) -> tuple[str, ...]:
    """The ids from first to last: by total, then by WS, then as in the roster."""
    line = sorted(entries, key=lambda entry: entry.roster)
    keys = {e.who: (e.total, e.speed) for e in line}
    return ranked(keys, keys)


@rule("house.initiative")
def tied(entries: Iterable[Initiative]) -> tuple[tuple[str, ...], ...]:
    """The groups of ids that act simultaneously: equal in total and in WS."""
    places: dict[tuple[int, int], list[str]] = {}
    for entry in sorted(entries, key=lambda entry: (-entry.total, -entry.speed, entry.roster)):
        places.setdefault((entry.total, entry.speed), []).append(entry.who)
    return tuple(tuple(group) for group in places.values() if len(group) > 1)


@rule("house.reach")
def in_reach(distance: int) -> bool:
    """Whether a blow, with a weapon or without, can land over that distance."""
    return distance <= REACH


# -- I. Resolving the hit


@rule("hit.attack-roll", "hit.explode")
@cache
def attack_dice(dice: Value = "d6!", explode: Value = "open") -> Dice:
    """The dice of an attack, by the switches `attack.dice` and `attack.explode`."""
    limit = 1 if explode == "once" else None
    if dice == "2d6":
        return nds(2, 6)
    if dice == "2d6!":
        # what is looked for is the double six, so the roll is thrown again as a whole
        return Reading(nds(2, 6), (Row(2, 12),), Again(Match("=", 12), limit))
    one = nds(1, 6)
    return type(one)(1, one.die, Again(Match(">=", 6), limit))


@rule("hit.defence-roll")
def defence_dice(dice: Value = "2d6", explode: Value = "open") -> Dice:
    """The dice of a defence, by the switches `defence.dice` and `attack.explode`; 2d6 are never thrown again."""
    return attack_dice(dice, explode)


@rule("hit.attack-roll", "load.excess")
def attack_modifiers(accuracy: Parts, excess: int = 0) -> Parts:
    """What is added to the attack dice: WA with all that changes it, and excess load."""
    return accuracy + excess_modifiers(excess)


@rule("hit.defence-roll", "load.excess")
def defence_modifiers(defence: Parts, excess: int = 0) -> Parts:
    """What is added to the defence dice: WD with all that changes it, and excess load."""
    return defence + excess_modifiers(excess)


@rule("hit.compare", "hit.dodge")
def hits(margin: int) -> bool:
    """Whether an attack hits, from attack total less defence total; at 0 or less it was dodged."""
    return margin > 0


@rule("damage.base")
def damage_base(margin: int) -> int:
    """The base of the damage: by how much the attack total is higher; 0 for a dodge."""
    return margin if hits(margin) else 0
