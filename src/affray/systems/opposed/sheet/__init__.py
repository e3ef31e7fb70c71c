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

__all__ = [
    "ArmourSheet",
    "FireSheet",
    "ManeuverSheet",
    "PoisonSheet",
    "Scene",
    "Sheet",
    "WeaponSheet",
    "armoury_rows",
    "load_armoury",
    "muster",
]
