"""What a fighter carries, wears and has learnt: weapons with their poison and fire, armour, maneuvers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = [
    "HANDS",
    "Armour",
    "Attribute",
    "Bonus",
    "CriticalType",
    "Fire",
    "Intent",
    "Kind",
    "Maneuver",
    "Poison",
    "Weapon",
]

Kind: TypeAlias = Literal["melee", "bare", "ranged", "magic", "shield", "grapple"]
Attribute: TypeAlias = Literal["brute", "dex", "wits"]
CriticalType: TypeAlias = Literal["bare", "chop", "impale", "slice", "crush", "none"]
Intent: TypeAlias = Literal["physical", "magic"]
Bonus: TypeAlias = Literal["damage", "strike", "parry", "dodge"]

HANDS = 2


@dataclass(frozen=True)
class Poison:
    """A poison: the points of Life that it takes each minute, and for how many minutes."""

    name: str
    rate: int
    minutes: int = 5


@dataclass(frozen=True)
class Fire:
    """A fire: its size in square feet, and for how many rounds there is something left to burn (None: no end)."""

    feet: int = 1
    rounds: int | None = None


@dataclass(frozen=True)
class Maneuver:
    """A combat maneuver bought for one weapon: what it adds to, and the highest level of it."""

    weapon: str
    bonus: Bonus
    level: int


@dataclass(frozen=True)
class Weapon:
    """Something to attack or parry with; `range` in metres, `hands` that it takes while in use.

    `natural` weapons are part of the body, `thrown` ones leave the hand, `parryable` spells say that they can be
    parried, `electric` is for either. `poison` is on the blade, in the bite or in the spell; `fire` sets alight whoever
    is hit.
    """

    name: str
    kind: Kind
    attribute: Attribute
    damage: int
    critical: CriticalType = "none"
    bladed: bool = False
    hands: int = 1
    range: int | None = None
    parryable: bool = False
    electric: bool = False
    natural: bool = False
    thrown: bool = False
    poison: Poison | None = None
    fire: Fire | None = None

    @property
    def held(self) -> bool:
        """Whether it has to be in hand to be of any use."""
        return self.hands > 0


@dataclass(frozen=True)
class Armour:
    """Armour: the points it takes off each attack, and the share of the body under metal as a fraction in text."""

    name: str = "none"
    rating: int = 0
    metal: str = "0"
