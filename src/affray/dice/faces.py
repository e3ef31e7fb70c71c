"""Physical dice: one die, what it showed, and how faces that people threw are read by an expression."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from affray.dice.limits import MAX_DICE, MAX_FACES, MAX_NUMBER, MAX_THROWS, whole
from affray.errors import BadFaces, BadValue

if TYPE_CHECKING:
    from affray.dice.expression import Dice, Trace

__all__ = ["FUDGE", "PERCENT", "Die", "Fate", "Group", "Shown", "Thrower", "read", "read_trace", "throw_again"]


@dataclass(frozen=True, slots=True, order=True)
class Die:
    """One physical die that shows each whole number from `low` to `high` alike; BadValue if it cannot exist."""

    low: int
    high: int

    def __post_init__(self) -> None:
        whole("the least face", self.low)
        whole("the greatest face", self.high)
        if not self.low <= self.high:
            raise BadValue("die", f"{self.low} to {self.high}", "a least face not above the greatest")
        if len(self) > MAX_FACES:
            raise BadValue("die", f"{len(self)} faces", f"at most {MAX_FACES} faces")

    @property
    def faces(self) -> range:
        """All faces, ascending."""
        return range(self.low, self.high + 1)

    def __len__(self) -> int:
        return self.high - self.low + 1

    def __contains__(self, face: object) -> bool:
        return type(face) is int and self.low <= face <= self.high

    def __str__(self) -> str:
        if self == FUDGE:
            return "dF"
        if self == PERCENT:
            return "d%"
        return f"d{self.high}" if self.low == 1 else f"d{{{self.low}..{self.high}}}"


FUDGE = Die(-1, 1)
PERCENT = Die(1, 100)

Thrower: TypeAlias = Callable[[Die], int]
"""Gives one physical face of the die that is asked for."""

Fate: TypeAlias = Literal["kept", "dropped", "again", "replaced"]


@dataclass(frozen=True, slots=True)
class Shown:
    """One face that lay on the table and what became of it.

    It counts (`kept`), counts and was thrown again (`again`), was left out (`dropped`) or thrown anew (`replaced`).
    """

    die: Die
    face: int
    fate: Fate = "kept"


@dataclass(frozen=True, slots=True)
class Group:
    """Dice of one kind that are thrown together, with what is to be done about some of their faces, in words."""

    count: int
    die: Die
    note: str = ""

    def __str__(self) -> str:
        note = f" ({self.note})" if self.note else ""
        return f"{self.count if self.count > 1 else ''}{self.die}{note}"


class _Short(Exception):
    """The faces are used up; `why` another one is needed, where it is known."""

    why = ""


def throw_again(throw: Thrower, die: Die, why: str) -> int:
    """One more face of the die; if it is missing, the complaint tells why it was needed."""
    try:
        return throw(die)
    except _Short as short:
        short.why = why
        raise


def read(dice: Dice, faces: Sequence[int]) -> int:
    """The value of physical faces, in the order in which they are asked for; BadFaces if they do not fit."""
    return read_trace(dice, faces).value


def read_trace(dice: Dice, faces: Sequence[int]) -> Trace:
    """Like `read`, with what became of each face."""
    given = _given(dice, faces)
    shown = tuple(map(_printable, given)) if len(given) <= MAX_DICE else f"{len(given)} faces"
    used = 0

    def throw(die: Die) -> int:
        nonlocal used
        if used == len(given):
            raise _Short
        face = given[used]
        if face not in die:
            raise BadFaces(str(dice), shown, f"{_expected(dice)}; {_printable(face)!r} is no face of {die}")
        used += 1
        return int(face)

    try:
        trace = dice.trace(throw)
    except _Short as short:
        more = f"more faces; {short.why}" if short.why else _expected(dice)
        raise BadFaces(str(dice), shown, more) from None
    if used < len(given):
        raise BadFaces(str(dice), shown, f"{_expected(dice)}; {_number(len(given) - used)} too many")
    return trace


def _given(dice: Dice, faces: Any) -> tuple[Any, ...]:
    if isinstance(faces, str | bytes) or not isinstance(faces, Sequence):
        raise BadFaces(str(dice), faces, f"a list: {_expected(dice)}")
    if len(faces) > MAX_THROWS:
        raise BadFaces(str(dice), f"{len(faces)} faces", _expected(dice))
    return tuple(faces)


def _printable(face: Any) -> Any:
    # Python refuses to print a number of thousands of digits
    return "a far larger number" if isinstance(face, int) and abs(face) > MAX_NUMBER else face


def _expected(dice: Dice) -> str:
    groups = dice.groups()
    if not groups:
        return "no faces: nothing is thrown"
    kinds = {group.die for group in groups}
    count = sum(group.count for group in groups)
    if len(kinds) > 1:
        return f"faces of {dice.needs()}"
    die = groups[0].die
    notes = "".join(dict.fromkeys(f" ({group.note})" for group in groups if group.note))
    few = "one of them" if count == 1 else f"{_number(count)} of them"
    return f"faces from {die.low} to {die.high}, {few}{notes}"


def _number(count: int) -> str:
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    return words[count] if count < len(words) else str(count)
