"""The tables of the rules as data: target numbers of shots, sizes, critical types, defences, and where a blow lands."""

from __future__ import annotations

from typing import NamedTuple

from affray.dice.checks import Modifier
from affray.system import Chart

__all__ = ["CRITICALS", "DEFENCES", "EXCLUSIVE", "LOCATIONS", "RANGED_TN", "SIZES", "Critical", "Defences"]


class Critical(NamedTuple):
    """A critical type: how many times the weapon's damage counts, whether the sum is doubled, and what else happens."""

    weapon_times: int
    doubled: bool = False
    special: str = ""


class Defences(NamedTuple):
    """How a kind of attack can be met: what may parry it, skill and penalty of a dodge, whether it can be resisted."""

    weapon: bool
    shield: bool
    bare: bool
    spell_decides: bool
    dodge: str
    penalty: int = 0
    resist: bool = False


RANGED_TN = Chart(
    "Target number of a shot: 10, and what applies of these",
    ("ranged.tn", "ranged.aim"),
    {
        "attacker-static": Modifier("attacker static", -1, "ranged.tn"),
        "close": Modifier("close range", -1, "ranged.tn"),
        "medium": Modifier("medium range", +1, "ranged.tn"),
        "long": Modifier("long range", +2, "ranged.tn"),
        "aimed": Modifier("aimed", -3, "ranged.aim"),
        "wind-light": Modifier("light wind", +1, "ranged.tn"),
        "wind-moderate": Modifier("moderate wind", +2, "ranged.tn"),
        "wind-severe": Modifier("severe wind", +3, "ranged.tn"),
        "attacker-moving": Modifier("attacker moving", +2, "ranged.tn"),
        "target-moving": Modifier("target moving", +2, "ranged.tn"),
    },
)

EXCLUSIVE = {
    "ranges": ("close", "medium", "long"),
    "winds": ("wind-light", "wind-moderate", "wind-severe"),
    "motions of the attacker": ("attacker-static", "attacker-moving"),
}
"""The conditions of a shot of which one at most can hold."""

SIZES = Chart(
    "Sizes",
    ("size.table",),
    {
        "Nymph": -4,
        "Fairy": -4,
        "Gremlin": -2,
        "Nain Jack": -1,
        "Morin": 0,
        "Numan": 0,
        "Furmas": 0,
        "Orka": 0,
        "Goblin": 1,
        "Elf": 2,
        "Troll": 3,
        "Ettin": 5,
        "Drake": 7,
        "Dragon": 10,
    },
)

CRITICALS = Chart(
    "What a critical hit does, by the weapon's critical type",
    ("crit.by-weapon", "crit.bare", "crit.chop", "crit.impale", "crit.slice", "crit.crush", "house.spell"),
    {
        "bare": Critical(1, doubled=True, special="knock-out"),
        "chop": Critical(2, special="sever"),
        "impale": Critical(2, special="stick"),
        "slice": Critical(2),
        "crush": Critical(2, special="bones"),
        "none": Critical(1),
    },
)

DEFENCES = Chart(
    "Defences allowed against each kind of attack",
    (
        "parry.needs-weapon",
        "parry.block-bare",
        "parry.ranged.shield",
        "parry.ranged.others",
        "parry.magic",
        "dodge.any",
        "magic.defend",
    ),
    {
        "melee": Defences(weapon=True, shield=True, bare=False, spell_decides=False, dodge="melee"),
        "bare": Defences(weapon=True, shield=True, bare=True, spell_decides=False, dodge="melee"),
        "ranged": Defences(weapon=False, shield=True, bare=False, spell_decides=False, dodge="ranged"),
        "magic": Defences(
            weapon=True, shield=True, bare=False, spell_decides=True, dodge="magic", penalty=-4, resist=True
        ),
    },
)

LOCATIONS = Chart(
    "Where a severing or crushing blow lands, by d6",
    ("house.severed", "house.bones"),
    {1: "head", 2: "right arm", 3: "left arm", 4: "right leg", 5: "left leg", 6: "hand"},
)
