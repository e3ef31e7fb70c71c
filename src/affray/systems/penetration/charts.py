"""The tables of the rules as data: penetration, fractions, what penalties touch, maneuvers, checks, ranges, loads."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from affray.system import Chart

__all__ = [
    "BANDS",
    "CHECKS",
    "EXCESS",
    "FACTORS",
    "MANEUVERS",
    "MULTIPLIER_WEAPONS",
    "PENALTIES",
    "PENETRATION",
    "Maneuver",
    "Threshold",
    "Touched",
]


class Touched(NamedTuple):
    """What a penalty is subtracted from: the four scores, AC, every die roll."""

    speed: bool = True
    accuracy: bool = True
    penetration: bool = True
    defence: bool = True
    armour: bool = False
    rolls: bool = False


class Maneuver(NamedTuple):
    """What a maneuver adds to the scores and to the damage multiplier, and whether one attacks with it.

    `once_closed`: it counts only for an attack as two fighters close in. `aimed`: its accuracy is that of each full
    round of aiming.
    """

    rule: str
    title: str
    speed: int = 0
    accuracy: int = 0
    penetration: int = 0
    defence: int = 0
    multiplier: int = 0
    attacks: bool = True
    once_closed: bool = False
    aimed: bool = False


class Threshold(NamedTuple):
    """A check after a blow: with how many times Endurance it is due, and its number: a base, and 2 for each level."""

    endurances: int
    base: int
    per_level: int = 2


PENETRATION = Chart(
    "What penetration over AC adds to the damage multiplier; every further 10 adds 1 more",
    ("multiplier.penetration", "penetration.total"),
    {"9 and less": 0, "10 to 19": 1, "20 to 29": 2, "30 to 39": 3, "40 to 49": 4},
)

FACTORS = Chart(
    "What a damage multiplier under 1 leaves of the base; below the last row nothing",
    ("multiplier.fraction", "multiplier.none"),
    {0: Fraction(1, 2), -1: Fraction(1, 3), -2: Fraction(1, 4), -3: Fraction(1, 5), -4: Fraction(1, 10)},
)

PENALTIES = Chart(
    "What each penalty is subtracted from",
    ("status.penalty", "status.not-ac", "load.penalty", "armour.stiffness", "load.excess", "strength.shortfall"),
    {
        "injury": Touched(),
        "fatigue": Touched(),
        "load": Touched(),
        "stiffness": Touched(),
        "excess load": Touched(False, False, False, False, rolls=True),
        "Strength shortfall": Touched(penetration=False),
    },
)

MULTIPLIER_WEAPONS = Chart(
    "What a mark in a weapon's name adds to the damage multiplier",
    ("multiplier.weapon",),
    {"no mark": 0, "x2": 1, "x3": 2},
)

MANEUVERS = Chart(
    "Maneuvers",
    (
        "maneuver.use",
        "house.man.basic",
        "house.man.defend",
        "house.man.headlong",
        "house.man.precise",
        "house.man.crushing",
        "house.man.glancing",
        "house.man.parry",
        "house.man.aim",
    ),
    {
        "basic": Maneuver("house.man.basic", "basic attack"),
        "defend": Maneuver("house.man.defend", "basic defence", attacks=False),
        "headlong": Maneuver(
            "house.man.headlong", "headlong attack", accuracy=2, penetration=2, defence=-4, once_closed=True
        ),
        "precise": Maneuver("house.man.precise", "precise blow", speed=-2, accuracy=3),
        "crushing": Maneuver("house.man.crushing", "crushing blow", speed=-2, accuracy=-2, defence=-2, multiplier=1),
        "glancing": Maneuver("house.man.glancing", "pulled blow", accuracy=1, multiplier=-2),
        "parry": Maneuver("house.man.parry", "full parry", defence=4, attacks=False),
        "aim": Maneuver("house.man.aim", "aimed shot", speed=-4, accuracy=2, aimed=True),
    },
)

CHECKS = Chart(
    "Checks after a blow, 2d6 against the number",
    ("effect.shock", "effect.knockout", "house.shock", "house.knockout"),
    {"shock": Threshold(1, 5), "knock-out": Threshold(2, 3)},
)

BANDS = Chart(
    "Length of a range band in metres",
    ("house.range",),
    {"thrown": 5, "bow": 20, "crossbow": 25},
)

EXCESS = Chart(
    "Penalty to all rolls for load kept in a fight",
    ("house.excess", "load.excess"),
    {"spare axe": 2, "light backpack": 2, "full backpack": 4, "heavy load": 8},
)
