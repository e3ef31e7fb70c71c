"""The scores of a fighter: what they are made of, and what injuries, load, stiffness and weakness take off them."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from affray.dice.checks import Modifier
from affray.options import Value
from affray.system import rule
from affray.systems.penetration.charts import EXCESS, PENALTIES

__all__ = [
    "KG_PER_POINT",
    "SCORES",
    "Burden",
    "Numbers",
    "Parts",
    "Scores",
    "basic_score",
    "condition_penalty",
    "counts",
    "derive",
    "excess_load",
    "excess_modifiers",
    "injury_levels",
    "load_penalty",
    "minor",
    "named",
    "penalties",
    "shortfall",
]

Parts: TypeAlias = tuple[Modifier, ...]
"""The named parts of a number, in the order in which they are shown."""

SCORES = ("speed", "accuracy", "penetration", "defence")
KG_PER_POINT = 5


class Numbers(NamedTuple):
    """Four numbers, one for each score: those of a character without gear, or what a weapon adds."""

    speed: int = 0
    accuracy: int = 0
    penetration: int = 0
    defence: int = 0


class Burden(NamedTuple):
    """All penalties on the scores, as numbers from 0 on: what each of them takes off."""

    injury: int = 0
    fatigue: int = 0
    load: int = 0
    stiffness: int = 0
    shortfall: int = 0


class Scores(NamedTuple):
    """The parts of the five scores of a fighter with the weapon in use: WS, WA, WP, WD and AC."""

    speed: Parts
    accuracy: Parts
    penetration: Parts
    defence: Parts
    armour: Parts


def named(rule_id: str, name: str, value: int, source: str = "") -> Parts:
    """One named part by one rule; none where it is 0."""
    return (Modifier(name, value, rule_id, source),) if value else ()


def counts(parts: Parts) -> int:
    """The sum of the parts that count."""
    return sum(part.counted for part in parts)


# -- Fight progress


@rule("scores.basic", "house.scores", "house.character")
def basic_score(score: str, base: int, weapon: int = 0, weapon_name: str = "", shield: int = 0) -> Parts:
    """One of the four scores before penalties: the character's own number and the weapon's; in defence the shield."""
    parts = (Modifier(f"base {score}", base, "scores.basic"), *named("house.scores", "weapon", weapon, weapon_name))
    return (*parts, *named("house.scores", "shield", shield)) if score == "defence" else parts


# -- Effect of damage: the levels of what was taken


@rule("injury.levels")
def injury_levels(damage: int, endurance: int, reading: Value = "floor") -> int:
    """Levels of injury in points of damage: each full Endurance, or by `ceil` each that has begun."""
    return -(-damage // endurance) if reading == "ceil" else damage // endurance


@rule("injury.minor")
def minor(damage: int, endurance: int) -> bool:
    """Whether that is only a minor injury: less than Endurance."""
    return damage < endurance


@rule("house.health", "house.fatigue", "status.penalty")
def condition_penalty(points: int, endurance: int, reading: Value = "floor") -> int:
    """What so many points, of damage or of fatigue, take off the scores: their levels; nothing while minor."""
    return 0 if minor(points, endurance) else injury_levels(points, endurance, reading)


# -- Important combat modifiers


@rule("house.load")
def load_penalty(kg: int, strength: int) -> int:
    """The penalty for weight: 1 for every 5 kg, or part of them, over twice Strength."""
    return max(0, -((2 * strength - kg) // KG_PER_POINT))


@rule("load.excess", "load.dropped", "house.excess")
def excess_load(kept: int | str) -> int:
    """The penalty for load kept in a fight: a number as the game master sets it, or that of a row of the chart.

    0 is the rule: all that is not needed was dropped.
    """
    return EXCESS[kept] if isinstance(kept, str) else kept


@rule("load.excess")
def excess_modifiers(excess: int) -> Parts:
    """What load kept in the fight takes off every die roll of whoever keeps it."""
    return named("load.excess", "excess load", -excess)


@rule("strength.shortfall", "strength.requirement")
def shortfall(strength: int, required: int) -> int:
    """The points of Strength missing for a weapon in the grip in use; more than enough counts for nothing."""
    return max(0, required - strength)


@rule("status.penalty", "status.reminder", "status.not-ac", "load.penalty", "armour.stiffness", "strength.shortfall")
def penalties(score: str, burden: Burden) -> Parts:
    """What the penalties take off a score: `speed`, `accuracy`, `penetration`, `defence` or `armour` (AC)."""
    sources = (
        ("injury", "status.penalty", burden.injury),
        ("fatigue", "status.penalty", burden.fatigue),
        ("load", "load.penalty", burden.load),
        ("stiffness", "armour.stiffness", burden.stiffness),
        ("Strength shortfall", "strength.shortfall", burden.shortfall),
    )
    return tuple(
        part
        for name, rule_id, value in sources
        if getattr(PENALTIES[name], score)
        for part in named(rule_id, name, -value)
    )


@rule("scores.basic", "house.scores")
def derive(
    base: Numbers,
    weapon: Numbers,
    burden: Burden,
    *,
    weapon_name: str = "",
    shield: int = 0,
    armour: int = 0,
    armour_name: str = "",
) -> Scores:
    """The five scores of a character with a weapon, all penalties subtracted, part by part; no maneuver in them."""
    speed, accuracy, penetration, defence = (
        basic_score(score, mine, its, weapon_name, shield) + penalties(score, burden)
        for score, mine, its in zip(SCORES, base, weapon, strict=True)
    )
    ac = (Modifier("armour", armour, "penetration.difference", armour_name),)
    return Scores(speed, accuracy, penetration, defence, ac + penalties("armour", burden))
