"""What people write: gear, a character with it, and the scene."""

from affray.systems.penetration.sheet.character import Scene, Sheet, muster
from affray.systems.penetration.sheet.gear import (
    ArmourSheet,
    ShieldSheet,
    StyleSheet,
    WeaponSheet,
    armoury_rows,
    load_armoury,
)
from affray.systems.penetration.sheet.together import faults

__all__ = [
    "ArmourSheet",
    "Scene",
    "Sheet",
    "ShieldSheet",
    "StyleSheet",
    "WeaponSheet",
    "armoury_rows",
    "faults",
    "load_armoury",
    "muster",
]
