"""What tables of many fights take a fighter for: the fighter as far as its future hangs on it; and what is too rich.

A form is a fighter without name, place and health, but with the level of its injuries, so that equal ones share what is
worked out for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from affray.encounter import Encounter
from affray.frozen import changed
from affray.options import Options, Value
from affray.systems.penetration import rules
from affray.systems.penetration.actions.headlong import HEADLONG
from affray.systems.penetration.fighter import Fighter, pace

__all__ = ["COUNTED", "COUNTERS", "MANY", "NEAR", "band", "banded", "essence", "renamed", "tie_key", "too_rich"]

#: the fields that harm is counted in
COUNTERS: tuple[str, ...] = ("health",)
#: which effects take their amount from them
COUNTED: Mapping[str, str] = {"harm": "health"}
#: so much health that nothing in an exchange takes the last of it
MANY = 1_000_000
#: how near somebody has to be whom another fighter is linked with, for that to matter
NEAR = rules.REACH


def essence(fighter: Fighter, options: Options) -> Fighter:
    """The fighter without what nothing to come hangs on: its name and place, points within a level, idle marks."""
    # whoever is out of the fight for good does nothing more that its marks matter for, and defends without them
    out = {"shocked": 0, "exposed": False, "closing": False, "maneuver": "basic", "aimed": 0, "aimed_at": ""}
    return changed(
        changed(fighter, **out) if fighter.unconscious or fighter.gone else fighter,
        id="",
        side="",
        name="",
        position=0,
        foe="",
        health=MANY,
        health_full=MANY + _representative(fighter, fighter.damage, options),
        # only who has declared a headlong attack could attack out of turn, and so be asked for another one
        attacked=fighter.attacked and fighter.maneuver == HEADLONG and not (fighter.unconscious or fighter.gone),
    )


def banded(essence: Fighter, points: int, options: Options) -> Fighter:
    """The essence as it is with so many points left."""
    damage = rules.full_health(essence.endurance) - points
    return changed(essence, health_full=MANY + _representative(essence, damage, options))


def band(essence: Fighter, options: Options) -> tuple[int, int]:
    """The least and the most points left with which an essence stays what it is."""
    full = rules.full_health(essence.endurance)
    low, high = _same(essence, essence.damage, options)
    return full - high, full - low


def _representative(fighter: Fighter, damage: int, options: Options) -> int:
    """The number of points of damage that stands for all which make no difference to that one."""
    low, high = _same(fighter, damage, options)
    return low if low > -MANY else min(0, high)


def _same(fighter: Fighter, damage: int, options: Options) -> tuple[int, int]:
    """The least and the most damage with the same level of injury; the damage itself where checks hang on the total."""
    if options["effect.scope"] == "total":
        return damage, damage
    return _level(fighter.endurance, options["injury.levels"], damage)


@lru_cache(maxsize=4096)
def _level(endurance: int, reading: Value, damage: int) -> tuple[int, int]:
    def same(other: int) -> bool:
        return rules.condition_penalty(other, endurance, reading) == level

    level = rules.condition_penalty(damage, endurance, reading)
    low = high = damage
    while same(low - 1) and low > 0:
        low -= 1
    while same(high + 1):
        high += 1
    return (low if low > 0 else -MANY), high


def renamed(fighter: Fighter, name: Callable[[str], str]) -> Fighter:
    """The fighter with the ids of all others in it, one after the other, put through `name`."""
    return changed(fighter, aimed_at=name(fighter.aimed_at)) if fighter.aimed_at else fighter


def tie_key(fighter: Fighter, options: Options) -> tuple[int, ...]:
    """What goes first where two act on the same number: WS. Who is equal in that too acts at the same time."""
    return (pace(fighter, options),)


def too_rich(encounter: Encounter) -> str:
    """What in this fight takes more than two fighters at a time to be worked out."""
    if encounter.options["effect.scope"] == "total" and len(encounter.fighters) > 2:
        return "what several do to one at the same time is rolled for together (effect.scope = total)"
    return ""
