"""What people write: gear, a character with it, and the scene."""

from affray.systems.opposed.sheet.character import ManeuverSheet, Scene, Sheet, muster
from affray.systems.opposed.sheet.gear import (
    ArmourSheet,
    FireSheet,
    PoisonSheet,
    WeaponSheet,
    armoury_rows,
    load_armoury,
)
from affray.systems.opposed.sheet.together import faults

__all__ = [
    "ArmourSheet",
    "FireSheet",
    "ManeuverSheet",
    "PoisonSheet",
    "Scene",
    "Sheet",
    "WeaponSheet",
    "armoury_rows",
    "faults",
    "load_armoury",
    "muster",
]
