"""The kinds of action with their parameters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from affray.system import Action

__all__ = [
    "ACTIONS",
    "Aim",
    "Attack",
    "Close",
    "Cover",
    "Drop",
    "Flee",
    "Move",
    "Pass",
    "Ready",
    "Rise",
    "Surrender",
]


@dataclass(frozen=True)
class Attack(Action):
    """Attack somebody with the weapon in use, or without one; the maneuver is the one declared for the round."""

    kind: ClassVar[str] = "attack"
    harmful: ClassVar[bool] = True
    verb: ClassVar[str] = "hits"
    target: str
    weapon: str

    def describe(self) -> str:
        return f"{self.who} attacks {self.target} with {self.weapon}"


@dataclass(frozen=True)
class Close(Action):
    """Step up to somebody, to within reach; the turn goes on. Whoever waits for just that strikes first."""

    kind: ClassVar[str] = "close"
    target: str

    def describe(self) -> str:
        return f"{self.who} closes in on {self.target}"


@dataclass(frozen=True)
class Move(Action):
    """Move to a place on the line, in metres; the turn ends with it."""

    kind: ClassVar[str] = "move"
    to: int

    def describe(self) -> str:
        return f"{self.who} moves to {self.to} m"


@dataclass(frozen=True)
class Aim(Action):
    """Aim at somebody for the whole turn."""

    kind: ClassVar[str] = "aim"
    target: str

    def describe(self) -> str:
        return f"{self.who} aims at {self.target}"


@dataclass(frozen=True)
class Drop(Action):
    """Drop to the ground; the turn goes on."""

    kind: ClassVar[str] = "drop"

    def describe(self) -> str:
        return f"{self.who} drops to the ground"


@dataclass(frozen=True)
class Rise(Action):
    """Get up from the ground; the turn goes on."""

    kind: ClassVar[str] = "rise"

    def describe(self) -> str:
        return f"{self.who} gets up"


@dataclass(frozen=True)
class Cover(Action):
    """Get behind the tree at hand: "tree" is to look and shoot past it, "behind" out of sight; the turn goes on."""

    kind: ClassVar[str] = "cover"
    how: str

    def describe(self) -> str:
        return f"{self.who} gets {'fully behind a tree' if self.how == 'behind' else 'behind a tree'}"


@dataclass(frozen=True)
class Ready(Action):
    """Take a weapon in one hand or in both."""

    kind: ClassVar[str] = "ready"
    weapon: str
    hands: int = 1

    def describe(self) -> str:
        return f"{self.who} takes {self.weapon} in {'one hand' if self.hands == 1 else 'both hands'}"


@dataclass(frozen=True)
class Flee(Action):
    """Leave the fight, alive."""

    kind: ClassVar[str] = "flee"

    def describe(self) -> str:
        return f"{self.who} flees"


@dataclass(frozen=True)
class Surrender(Action):
    """Give up, alive."""

    kind: ClassVar[str] = "surrender"

    def describe(self) -> str:
        return f"{self.who} surrenders"


@dataclass(frozen=True)
class Pass(Action):
    """Do nothing more this turn."""

    kind: ClassVar[str] = "pass"

    def describe(self) -> str:
        return f"{self.who} passes"


#: every kind of action by its name, in the order in which they are shown
ACTIONS: dict[str, type[Action]] = {
    a.kind: a for a in (Attack, Close, Move, Aim, Drop, Rise, Cover, Ready, Flee, Surrender, Pass)
}
