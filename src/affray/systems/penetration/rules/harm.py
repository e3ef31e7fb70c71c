"""What a hit does: penetration, the multiplier and its fractions, then shock, knock-out and death. Points are HP."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from affray.dice.checks import Modifier
from affray.dice.pools import nds
from affray.options import Value
from affray.system import rule
from affray.systems.penetration.charts import CHECKS, FACTORS, MULTIPLIER_WEAPONS, Threshold
from affray.systems.penetration.rules.scores import Parts, counts, excess_modifiers, injury_levels, named

__all__ = [
    "CHECK_DICE",
    "DEATH",
    "DYING",
    "PENETRATION_DIE",
    "SHOCK_DEFENCE",
    "Due",
    "Harm",
    "armour_met",
    "check_modifiers",
    "check_number",
    "check_passed",
    "damage",
    "dead",
    "due",
    "dying",
    "full_health",
    "multiplied",
    "multiplier_parts",
    "penetration_bonus",
    "penetration_difference",
    "reduced_base",
    "shock_modifiers",
    "weapon_multiplier",
]

CHECK_DICE = nds(2, 6)
PENETRATION_DIE = nds(1, 6)
DYING = 5  # times Endurance in damage
DEATH = 6
SHOCK_DEFENCE = -2


# -- II. Amount of damage: Penetration and armor


@rule("penetration.difference", "load.excess")
def penetration_difference(penetration: int, armour: int, rolled: int = 0) -> int:
    """WP less AC. `rolled` is what the switch `penetration.roll` adds, excess load taken off it already."""
    return penetration + rolled - armour


@rule("penetration.penetrated", "penetration.reduced", "penetration.equal", "penetration.no-damage")
def reduced_base(base: int, difference: int) -> int:
    """What armour leaves of the base: less by as much as WP stays under AC; 0 and less is no damage at all."""
    return base + min(0, difference)


@rule("penetration.penetrated", "penetration.total", "penetration.reduced", "penetration.equal")
def armour_met(after: int, difference: int) -> str:
    """The id of the rule for what armour did: by the difference, and by what it left of the base."""
    if after <= 0:
        return "penetration.no-damage"
    if difference > 0:
        return "penetration.total" if penetration_bonus(difference) else "penetration.penetrated"
    return "penetration.reduced" if difference else "penetration.equal"


@rule("multiplier.penetration", "penetration.total")
def penetration_bonus(difference: int) -> int:
    """What penetration adds to the multiplier: 1 for every full 10 over AC."""
    return max(0, difference // 10)


# -- Damage multiplier


@rule("multiplier.weapon")
def weapon_multiplier(name: str) -> int:
    """What the mark in a weapon's name adds to the multiplier: "mace x2" 1, "x3" 2; 0 without a mark."""
    return next((int(number) for mark, number in MULTIPLIER_WEAPONS.items() if mark in name.split()), 0)


@rule("multiplier.default", "multiplier.sum", "multiplier.penetration", "multiplier.weapon", "multiplier.character")
def multiplier_parts(
    difference: int, weapon: int = 0, character: int = 0, other: Parts = (), weapon_name: str = ""
) -> Parts:
    """The multiplier part by part: 1, and all that changes it; they only ever add up."""
    return (
        Modifier("default", 1, "multiplier.default"),
        *named("multiplier.penetration", "penetration", penetration_bonus(difference)),
        *named("multiplier.weapon", "weapon", weapon, weapon_name),
        *named("multiplier.character", "character", character),
        *other,
    )


@rule("multiplier.apply", "multiplier.fraction", "multiplier.none", "penetration.no-damage")
def multiplied(base: int, multiplier: int, rounding: Value = "down") -> int:
    """The damage of a base times the multiplier; under 1 that is a fraction, by the chart, and below its rows nothing.

    Nothing comes of a base of 0 and less. The switch `multiplier.rounding` is about the fractions.
    """
    if base <= 0:
        return 0
    if multiplier >= 1:
        return base * multiplier
    if multiplier not in FACTORS:
        return 0
    exact: Fraction = base * FACTORS[multiplier]
    if rounding == "up":
        return ceil(exact)
    return max(1, floor(exact)) if rounding == "min-1" else floor(exact)


class Harm(NamedTuple):
    """What a hit comes to: the base after armour (which may be under 0), the parts of the multiplier, the damage."""

    base: int
    multiplier: Parts
    damage: int


@rule("multiplier.order")
def damage(base: int, difference: int, multiplier: Parts, rounding: Value = "down") -> Harm:
    """The damage of a hit: first armour off the base, then what is left times the multiplier."""
    left = reduced_base(base, difference)
    return Harm(left, multiplier, multiplied(left, counts(multiplier), rounding))


# -- Effect of damage: Shock, Pass Out


class Due(NamedTuple):
    """What has to be rolled for after a blow, and the levels that its numbers come from."""

    levels: int
    shock: bool
    knockout: bool


@rule("effect.shock", "effect.knockout")
def due(
    damage: int,
    endurance: int,
    before: int = 0,
    *,
    scope: Value = "single",
    double: Value = "both",
    reading: Value = "floor",
) -> Due:
    """Which checks a blow of so much damage calls for; `before` is the damage taken before it, for `total`.

    The switches are `effect.scope`, `effect.double` and `injury.levels`.
    """
    reached, levels = damage, injury_levels(damage, endurance, reading)
    if scope == "total":
        reached = before + damage
        levels = injury_levels(reached, endurance, reading)
        if levels <= injury_levels(before, endurance, reading):
            return Due(levels, False, False)
    knockout = reached >= CHECKS["knock-out"].endurances * endurance
    shock = reached >= CHECKS["shock"].endurances * endurance
    return Due(levels, shock and not (knockout and double == "knockout-only"), knockout)


@rule("house.shock", "house.knockout")
def check_number(kind: str, levels: int) -> Parts:
    """The parts of the number to reach against `shock` or `knock-out`: a base, and 2 for each level."""
    row: Threshold = CHECKS[kind]
    rule_id = "house.shock" if kind == "shock" else "house.knockout"
    return (Modifier("base", row.base, rule_id), *named(rule_id, "levels", row.per_level * levels))


@rule("house.shock", "house.knockout", "load.excess")
def check_modifiers(excess: int = 0) -> Parts:
    """What changes a check against shock or knock-out: only excess load."""
    return excess_modifiers(excess)


@rule("house.shock", "house.knockout")
def check_passed(total: int, number: int) -> bool:
    """Whether a check holds: its total reaches the number."""
    return total >= number


@rule("house.shock")
def shock_modifiers(shocked: bool) -> Parts:
    """What a shock takes off WD."""
    return named("house.shock", "shocked", SHOCK_DEFENCE) if shocked else ()


# -- Health


@rule("house.health")
def full_health(endurance: int) -> int:
    """The points of somebody unhurt: as much damage as kills."""
    return DEATH * endurance


@rule("house.health")
def dying(health: int, endurance: int) -> bool:
    """Whether so few points left are too few to do anything: five times Endurance were taken."""
    return health <= (DEATH - DYING) * endurance


@rule("house.health")
def dead(health: int) -> bool:
    """Whether that is death: six times Endurance were taken, nothing is left."""
    return health <= 0
