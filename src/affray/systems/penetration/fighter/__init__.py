"""A fighter: gear, the frozen state in a fight, and the view that an exchange reads."""

from affray.systems.penetration.fighter.gear import BARE_SKIN, Armour, Shield, Style, Weapon
from affray.systems.penetration.fighter.state import Fighter, able, alive, conditions, dying, linked, shielded, steadied
from affray.systems.penetration.fighter.view import View, initiative_modifiers, pace, scores, speed, view

__all__ = [
    "BARE_SKIN",
    "Armour",
    "Fighter",
    "Shield",
    "Style",
    "View",
    "Weapon",
    "able",
    "alive",
    "conditions",
    "dying",
    "initiative_modifiers",
    "linked",
    "pace",
    "scores",
    "shielded",
    "speed",
    "steadied",
    "view",
]
