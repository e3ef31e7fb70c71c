"""The tables of the rules as data: target numbers of shots, sizes, critical types, defences, and where a blow lands."""

from __future__ import annotations

from typing import NamedTuple

from affray.dice.checks import Modifier
from affray.system import Chart

__all__ = [
    "CRITICALS",
    "DEFENCES",
    "EXCLUSIVE",
    "LOCATIONS",
    "LOSS_OF_CONTROL",
    "MOUNTED",
    "RANGED_TN",
    "SIZES",
    "ControlLoss",
    "Critical",
    "Defences",
]


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


class ControlLoss(NamedTuple):
    """A row of the loss of control chart: up to which error, the next check, the Dexterity check, and what it does.

    `bucks`: it moves about and attacks whoever is near; `bolts`: it runs, over whatever is in its way.
    """

    rule: str
    most: float
    next_check: int = 0
    dex_tn: int | None = None
    bucks: bool = False
    bolts: bool = False


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
        "grapple": Defences(weapon=False, shield=False, bare=False, spell_decides=False, dodge="melee"),
    },
)

LOCATIONS = Chart(
    "Where a severing or crushing blow lands, by d6",
    ("house.severed", "house.bones"),
    {1: "head", 2: "right arm", 3: "left arm", 4: "right leg", 5: "left leg", 6: "hand"},
)

MOUNTED = Chart(
    "What the saddle adds to an attack",
    ("mount.melee-moving", "mount.melee-still", "mount.ranged-moving", "mount.ranged-still", "mount.magic"),
    {
        "melee": {
            "moving": Modifier("mounted, moving", +2, "mount.melee-moving"),
            "still": Modifier("mounted", +1, "mount.melee-still"),
        },
        "ranged": {
            "moving": Modifier("mounted, moving", -2, "mount.ranged-moving"),
            "still": Modifier("mounted", 0, "mount.ranged-still"),
        },
        "magic": {
            "moving": Modifier("mounted", -4, "mount.magic"),
            "still": Modifier("mounted", -4, "mount.magic"),
        },
    },
)

LOSS_OF_CONTROL = Chart(
    "Loss of control, by the margin of error of the check",
    ("mount.loss-of-control", "mount.loss.1-2", "mount.loss.3-4", "mount.loss.5-6", "mount.loss.7-plus"),
    {
        "1-2": ControlLoss("mount.loss.1-2", 2),
        "3-4": ControlLoss("mount.loss.3-4", 4, -1, 8),
        "5-6": ControlLoss("mount.loss.5-6", 6, -2, 10, bucks=True),
        "7+": ControlLoss("mount.loss.7-plus", float("inf"), -3, 12, bucks=True, bolts=True),
    },
)
