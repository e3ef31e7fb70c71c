"""The kinds of action with their parameters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from affray.system import Action

__all__ = [
    "ACTIONS",
    "Aim",
    "Attack",
    "Control",
    "Dismount",
    "Extinguish",
    "Flee",
    "Grapple",
    "Mount",
    "Move",
    "Pass",
    "Pull",
    "Ready",
    "Release",
    "Social",
    "Struggle",
    "Surrender",
    "Switch",
]


@dataclass(frozen=True)
class Attack(Action):
    """Attack somebody with a weapon, bare hands or a spell; `strike` and `damage` are levels of maneuvers used."""

    kind: ClassVar[str] = "attack"
    harmful: ClassVar[bool] = True
    verb: ClassVar[str] = "hits"
    target: str
    weapon: str
    strike: int = 0
    damage: int = 0

    def describe(self) -> str:
        maneuvers = [f"{n:+d} {name}" for name, n in (("strike", self.strike), ("damage", self.damage)) if n]
        extra = f" ({', '.join(maneuvers)})" if maneuvers else ""
        return f"{self.who} attacks {self.target} with {self.weapon}{extra}"


@dataclass(frozen=True)
class Grapple(Action):
    """Get hold of somebody."""

    kind: ClassVar[str] = "grapple"
    harmful: ClassVar[bool] = True
    target: str

    def describe(self) -> str:
        return f"{self.who} grapples {self.target}"


@dataclass(frozen=True)
class Struggle(Action):
    """Try to break somebody's hold."""

    kind: ClassVar[str] = "struggle"
    harmful: ClassVar[bool] = True
    target: str

    def describe(self) -> str:
        return f"{self.who} struggles with {self.target}"


@dataclass(frozen=True)
class Release(Action):
    """Let go of whoever is held; the turn goes on."""

    kind: ClassVar[str] = "release"

    def describe(self) -> str:
        return f"{self.who} lets go"


@dataclass(frozen=True)
class Social(Action):
    """Fight with words, so that the loser cannot harm the winner for a while."""

    kind: ClassVar[str] = "social"
    harmful: ClassVar[bool] = True
    target: str

    def describe(self) -> str:
        return f"{self.who} takes {self.target} on with words"


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
class Extinguish(Action):
    """Put out what burns on somebody, or on oneself."""

    kind: ClassVar[str] = "extinguish"
    target: str

    def describe(self) -> str:
        return f"{self.who} puts out the fire on {'itself' if self.target == self.who else self.target}"


@dataclass(frozen=True)
class Mount(Action):
    """Get into the saddle of a tamed creature."""

    kind: ClassVar[str] = "mount"
    target: str

    def describe(self) -> str:
        return f"{self.who} mounts {self.target}"


@dataclass(frozen=True)
class Dismount(Action):
    """Get out of the saddle."""

    kind: ClassVar[str] = "dismount"

    def describe(self) -> str:
        return f"{self.who} dismounts"


@dataclass(frozen=True)
class Control(Action):
    """Try to bring a mount under control again, neither attacking nor defending meanwhile."""

    kind: ClassVar[str] = "control"

    def describe(self) -> str:
        return f"{self.who} tries to regain control of the mount"


@dataclass(frozen=True)
class Switch(Action):
    """Go over to the other kind of attack, physical or magic, and act at the end of the round."""

    kind: ClassVar[str] = "switch"

    def describe(self) -> str:
        return f"{self.who} goes over to the other kind of attack"


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
    a.kind: a
    for a in (
        *(Attack, Grapple, Struggle, Release, Social, Aim, Move, Ready, Pull),
        *(Extinguish, Mount, Dismount, Control, Switch, Flee, Surrender, Pass),
    )
}
