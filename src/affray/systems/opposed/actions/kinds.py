"""The kinds of action with their parameters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from affray.system import Action

__all__ = ["ACTIONS", "Aim", "Attack", "Move", "Pass", "Pull", "Ready", "Switch"]


@dataclass(frozen=True)
class Attack(Action):
    """Attack somebody with a weapon, bare hands or a spell."""

    kind: ClassVar[str] = "attack"
    harmful: ClassVar[bool] = True
    target: str
    weapon: str

    def describe(self) -> str:
        return f"{self.who} attacks {self.target} with {self.weapon}"


@dataclass(frozen=True)
class Aim(Action):
    """Aim at somebody for the whole turn."""

    kind: ClassVar[str] = "aim"
    target: str

    def describe(self) -> str:
        return f"{self.who} aims at {self.target}"


@dataclass(frozen=True)
class Move(Action):
    """Move to a place on the line, in metres; the turn goes on."""

    kind: ClassVar[str] = "move"
    to: int

    def describe(self) -> str:
        return f"{self.who} moves to {self.to} m"


@dataclass(frozen=True)
class Ready(Action):
    """Take a weapon or shield in hand."""

    kind: ClassVar[str] = "ready"
    weapon: str

    def describe(self) -> str:
        return f"{self.who} takes {self.weapon} in hand"


@dataclass(frozen=True)
class Pull(Action):
    """Pull a weapon out of whoever it sticks in."""

    kind: ClassVar[str] = "pull"
    weapon: str

    def describe(self) -> str:
        return f"{self.who} pulls at {self.weapon}"


@dataclass(frozen=True)
class Switch(Action):
    """Go over to the other kind of attack, physical or magic, and act at the end of the round."""

    kind: ClassVar[str] = "switch"

    def describe(self) -> str:
        return f"{self.who} goes over to the other kind of attack"


@dataclass(frozen=True)
class Pass(Action):
    """Do nothing more this turn."""

    kind: ClassVar[str] = "pass"

    def describe(self) -> str:
        return f"{self.who} passes"


#: every kind of action by its name
ACTIONS: dict[str, type[Action]] = {a.kind: a for a in (Attack, Aim, Move, Ready, Pull, Switch, Pass)}
