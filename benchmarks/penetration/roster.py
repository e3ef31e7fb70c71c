"""The numbers of a fight that the engines written by hand can play, read off an encounter of penetration.

The second copy of rules that this package holds: the scores, attack and defence, penetration and multiplier, wounds,
shock, knock-out, dying and death, initiative with those who act together. See `benchmarks.roster`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from affray.encounter import Encounter
from benchmarks.roster import NotPlayable, Roster, gathered

__all__ = ["DEAD", "DYING", "Entry", "roster"]

REACH = 2
#: so many times Endurance
DYING, DEAD = 5, 6


@dataclass(frozen=True)
class Entry:
    """One fighter as plain numbers, not hurt: each level of injury takes 1 from the first four.

    `excess` is taken from every roll, `multiplier` is what the damage is multiplied with where penetration adds
    nothing, `harm` are the points of damage it begins with.
    """

    side: int
    speed: int
    accuracy: int
    penetration: int
    defence: int
    armour: int
    endurance: int
    multiplier: int
    harm: int
    excess: int


def roster(encounter: Encounter) -> Roster[Entry]:
    """The numbers of that fight; `NotPlayable` says what is in the way."""
    return gathered(encounter, "penetration", REACH, _entry)


def _entry(fighter: Any, side: int) -> Entry:
    orders = dict(fighter.orders)
    weapon = next(w for w in fighter.weapons if w.name == fighter.wielded)
    for wrong, what in (
        (orders.get("plan", "charge") != "charge", f"the plan {orders.get('plan')}"),
        ("retreat" in orders or "surrender" in orders, "orders to give up"),
        (orders.get("maneuver", "basic") != "basic", "maneuvers"),
        (weapon.missile, f"the weapon {weapon.name}"),
        (1 + weapon.multiplier + fighter.multiplier < 1, "a multiplier below 1"),
        (fighter.damage >= DYING * fighter.endurance, "somebody who is dying"),
    ):
        if wrong:
            raise NotPlayable(what)
    required = weapon.one_hand if fighter.grip == 1 else weapon.two_hands
    missing = max(0, required - fighter.strength)
    heavy = max(0, -(-(fighter.kg - 2 * fighter.strength) // 5))
    penalty = heavy + fighter.armour.stiffness + fighter.fatigue // fighter.endurance
    shield = fighter.shield.defence if fighter.shield and fighter.grip == 1 else 0
    return Entry(
        side=side,
        speed=fighter.speed + weapon.speed - penalty - missing,
        accuracy=fighter.accuracy + weapon.accuracy - penalty - missing,
        penetration=fighter.penetration + weapon.penetration - penalty,
        defence=fighter.defence + weapon.defence + shield - penalty - missing,
        armour=fighter.armour.rating,
        endurance=fighter.endurance,
        multiplier=1 + weapon.multiplier + fighter.multiplier,
        harm=fighter.damage,
        excess=fighter.excess,
    )
