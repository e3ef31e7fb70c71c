"""What happened, as values for the log: dice with faces and named modifiers, results, before and after, rule ids.

Events hold facts and no sentences; `affray.text` turns them into English. A rule hands them to `table.note`, which is
deaf on tables that keep no log. Rolls and answers are noted by the table itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from affray.dice.checks import Modifier, Tally

__all__ = [
    "Answered",
    "Changed",
    "Declared",
    "Ended",
    "Event",
    "Harm",
    "Ordered",
    "Remark",
    "Resolved",
    "Rolled",
    "RoundBegan",
    "Ruled",
    "Skipped",
    "TurnBegan",
]


@dataclass(frozen=True)
class Event:
    """The root of all events; `rules` are the ids of the rules that it is an instance of."""

    kind: ClassVar[str] = "event"
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Rolled(Event):
    """Dice fell: the faces as thrown, what the dice are worth, every modifier by name, and the total."""

    kind: ClassVar[str] = "rolled"
    who: str
    purpose: str
    dice: str
    faces: tuple[int, ...]
    value: int
    modifiers: tuple[Modifier, ...]
    total: int
    natural: int | None = None
    against: Tally | None = None


@dataclass(frozen=True)
class Answered(Event):
    """Somebody decided: the question's key and the option taken."""

    kind: ClassVar[str] = "answered"
    who: str
    key: str
    option: str | int


@dataclass(frozen=True)
class Declared(Event):
    """An action begins: who does what, to whom, with what."""

    kind: ClassVar[str] = "declared"
    who: str
    action: str
    target: str = ""
    means: str = ""
    detail: str = ""


@dataclass(frozen=True)
class Resolved(Event):
    """What came of a check or an attack: an outcome by name, and the margin where there is one."""

    kind: ClassVar[str] = "resolved"
    who: str
    outcome: str
    target: str = ""
    margin: int | None = None
    detail: str = ""


@dataclass(frozen=True)
class Harm(Event):
    """Damage: its named parts, what was soaked, and the track of the target before and after."""

    kind: ClassVar[str] = "harm"
    who: str
    parts: tuple[Modifier, ...]
    soaked: tuple[Modifier, ...]
    loss: int
    track: str
    before: int
    after: int


@dataclass(frozen=True)
class Changed(Event):
    """Something about a fighter is other than it was: a condition, a position, a number."""

    kind: ClassVar[str] = "changed"
    who: str
    what: str
    before: str | int | bool | None
    after: str | int | bool | None
    detail: str = ""


@dataclass(frozen=True)
class RoundBegan(Event):
    """A round begins."""

    kind: ClassVar[str] = "round"
    number: int


@dataclass(frozen=True)
class Ordered(Event):
    """The order of acting is settled: ids, and the number each of them acts on."""

    kind: ClassVar[str] = "ordered"
    order: tuple[str, ...]
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class TurnBegan(Event):
    """It is somebody's turn; `step` tells a plain turn from one out of turn."""

    kind: ClassVar[str] = "turn"
    who: str
    step: str = "turn"
    cause: str = ""


@dataclass(frozen=True)
class Skipped(Event):
    """A turn or a pending step fell away, and why."""

    kind: ClassVar[str] = "skipped"
    who: str
    step: str
    reason: str


@dataclass(frozen=True)
class Ruled(Event):
    """The game master ruled."""

    kind: ClassVar[str] = "ruled"
    ruling: str


@dataclass(frozen=True)
class Remark(Event):
    """A fact worth a line that fits nowhere else."""

    kind: ClassVar[str] = "remark"
    who: str
    text: str


@dataclass(frozen=True)
class Ended(Event):
    """The fight is over: the sides that still stand."""

    kind: ClassVar[str] = "ended"
    winners: tuple[str, ...]
