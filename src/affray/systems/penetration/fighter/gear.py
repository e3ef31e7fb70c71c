"""What a fighter carries, wears and has learnt: weapons, shield, armour, fighting styles."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["BARE_SKIN", "Armour", "Shield", "Style", "Weapon"]


@dataclass(frozen=True)
class Weapon:
    """Something to attack with, a shot of it included; what it adds to each score of whoever wields it.

    `one_hand` and `two_hands` are the Strength that each grip asks for; None where it cannot be used so. `band` is the
    length of a range band in metres for what is shot or thrown, 0 for what is wielded hand to hand. A `natural` weapon
    is part of the body, and always at hand.
    """

    name: str
    speed: int
    accuracy: int
    penetration: int
    defence: int
    multiplier: int = 0
    one_hand: int | None = 0
    two_hands: int | None = 0
    band: int = 0
    natural: bool = False

    @property
    def missile(self) -> bool:
        """Whether it is shot or thrown."""
        return self.band > 0

    def required(self, hands: int) -> int | None:
        """The Strength that it asks for in that many hands; None where it cannot be used so."""
        return self.one_hand if hands == 1 else self.two_hands


@dataclass(frozen=True)
class Shield:
    """A shield, which takes one hand, and what it adds to the defence."""

    name: str
    defence: int


@dataclass(frozen=True)
class Armour:
    """Armour: what it sets against penetration (AC), and how much it stiffens whoever wears it."""

    name: str = "none"
    rating: int = 0
    stiffness: int = 0


BARE_SKIN = Armour()


@dataclass(frozen=True)
class Style:
    """A fighting style: the maneuver that it strengthens, its level (1 to 3), and the one that level 3 `teaches`.

    One for the maneuver "aim" is a style for shooting or throwing.
    """

    name: str
    maneuver: str
    level: int
    teaches: str = ""
