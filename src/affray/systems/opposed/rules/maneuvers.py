"""Combat maneuvers: bought for a weapon with experience, used up to the level owned, paid for with Exhaustion."""

from __future__ import annotations

from typing import NamedTuple

from affray.dice.checks import Modifier
from affray.errors import BadValue
from affray.system import rule
from affray.systems.opposed.rules.attack import Parts

MANEUVER_LEVELS = range(1, 6)
PRICE = 5  # experience points for each level of the new level


class Refusal(NamedTuple):
    """Why a maneuver cannot be used: the rule, and the reason in words."""

    rule: str
    reason: str


@rule("maneuver.lower", "maneuver.proficiency", "maneuver.cost", "maneuver.levels", "maneuver.buy")
def maneuver_refused(owned: int, use: int, exhaustion: int, proficient: bool = True) -> Refusal | None:
    """What stands against using a maneuver at that level, given the level owned and the Exhaustion left; or None."""
    if use == 0:
        return None
    if not proficient:
        return Refusal("maneuver.proficiency", "not proficient with the weapon")
    if use < 0:
        return Refusal("maneuver.levels", f"level {use} is none; levels begin at {MANEUVER_LEVELS[0]}")
    if not owned:
        return Refusal("maneuver.buy", "none is owned")
    if use > owned:
        return Refusal("maneuver.lower", f"level {use} is above owned level {owned}")
    if use > exhaustion:
        return Refusal("maneuver.cost", f"not enough Exhaustion: {use} needed, {exhaustion} left")
    return None


@rule("maneuver.cost")
def exhaustion_after(exhaustion: int, use: int) -> int:
    """Exhaustion once a maneuver of that level is declared, whatever comes of the roll."""
    return exhaustion - use


@rule("maneuver.strike", "maneuver.parry", "maneuver.dodge", "maneuver.declare")
def maneuver_bonus(kind: str, level: int) -> Parts:
    """What a maneuver of that kind (`strike`, `parry` or `dodge`) adds to the roll; none at level 0."""
    return (Modifier(f"{kind} maneuver", level, f"maneuver.{kind}"),) if level else ()


@rule("maneuver.buy", "maneuver.levels", "maneuver.proficiency", "house.maneuver-price")
def bought(experience: int, owned: int, proficient: bool = True) -> tuple[int, int]:
    """The experience left and the level owned once the next level is bought; `BadValue` where that cannot be."""
    level = owned + 1
    if not proficient:
        raise BadValue("maneuver", level, "proficiency with the weapon first")
    if level not in MANEUVER_LEVELS:
        raise BadValue("maneuver", level, f"level {MANEUVER_LEVELS[0]} to {MANEUVER_LEVELS[-1]}")
    if experience < (price := PRICE * level):
        raise BadValue("experience", experience, f"{price} points or more for level {level}")
    return experience - price, level


@rule("house.maneuver-price")
def maneuver_price(level: int) -> int:
    """What a maneuver of that level has cost in all, bought one level after the other."""
    return sum(PRICE * each for each in range(1, level + 1))
