"""What every roll can do: be thrown with physical faces, give its law, split it by the natural face, print itself.

`Dice` is the base of all nodes of an expression. Nodes are frozen values; two that are equal have the same text, and
the text parses back to an equal node.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from operator import index
from typing import TypeAlias

from affray.dice.distribution import Distribution
from affray.dice.faces import Die, Group, Shown, Thrower
from affray.dice.limits import MAX_LABEL, MAX_SECONDS, MAX_THROWS, Size, whole
from affray.errors import BadFaces, BadValue

__all__ = ["ATOM", "CONTEST", "PRODUCT", "SUM", "UNARY", "Dice", "Labelled", "Number", "Part", "Trace", "is_constant"]

# how tightly an operator binds: a part that binds less than its place asks for is put in parentheses
CONTEST, SUM, PRODUCT, UNARY, ATOM = range(5)

Part: TypeAlias = str | Shown


@dataclass(frozen=True, slots=True)
class Trace:
    """One throw: its value, its natural (None where no single die decides it), its text with the faces in place.

    `faces` are the same faces in the order in which they were thrown: what `read` takes.
    """

    value: int
    natural: int | None
    parts: tuple[Part, ...]
    faces: tuple[int, ...] = ()

    @property
    def shown(self) -> tuple[Shown, ...]:
        """The faces, in the order of the text."""
        return tuple(part for part in self.parts if isinstance(part, Shown))


class Dice(ABC):
    """A roll, as a frozen and hashable value.

    `throw` reads it from physical faces, `law` is the distribution of what `throw` gives when all faces are alike; the
    two agree for every kind. Nodes that could not be computed in about a second cannot be built (BadValue).
    """

    __slots__ = ()

    size: Size  # set by each kind when it is built

    # -- reading faces

    def throw(self, die: Thrower) -> int:
        """The value, reading as many physical faces as it needs, left to right."""
        return self.trace(die).value

    def throw_natural(self, die: Thrower) -> tuple[int, int | None]:
        """The value and the natural: the face of the first die, or None where no single die decides."""
        trace = self.trace(die)
        return trace.value, trace.natural

    def trace(self, die: Thrower) -> Trace:
        """One throw with what became of each face; BadFaces if the thrower never comes to an end."""
        faces: list[int] = []

        def counted(asked: Die) -> int:
            if len(faces) >= MAX_THROWS:
                raise BadFaces(str(self), f"more than {MAX_THROWS} faces", "dice that come to rest at last")
            faces.append(int(index(die(asked))))
            return faces[-1]

        return replace(self._read(counted), faces=tuple(faces))

    @abstractmethod
    def _read(self, die: Thrower) -> Trace: ...

    # -- the law

    def law(self, exact: bool = False) -> Distribution:
        """The distribution of the value, in floats or in fractions (BadValue where those would take too long)."""
        self._affordable(exact)
        return _law(self, exact)

    def _affordable(self, exact: bool) -> None:
        if exact and self.size.seconds(exact=True) > MAX_SECONDS:
            raise BadValue(str(self), "an exact law", "floats: in fractions this would take too long")

    @abstractmethod
    def _law(self, exact: bool) -> Distribution: ...

    def split(self, naturals: tuple[int, ...], exact: bool = False) -> dict[int | None, Distribution]:
        """The parts of the law by the natural that the first die shows, None for any that is not asked for.

        The weights of all parts sum to 1 less the cut, their cuts to the cut; a part that cannot happen is left out.
        For a single die, a chart and either of them plus or minus numbers; otherwise, or for a natural that the die
        cannot show, BadValue.
        """
        if not naturals:
            return {None: self.law(exact)}
        self._affordable(exact)
        parts = self._split(tuple(dict.fromkeys(naturals)), exact)
        if parts is None:
            raise BadValue(str(self), f"naturals {naturals}", "a single die or a chart, plus or minus numbers")
        return parts

    def _split(self, naturals: tuple[int, ...], exact: bool) -> dict[int | None, Distribution] | None:
        """None where there is no single natural."""
        return None

    def bounds(self) -> tuple[int | None, int | None]:
        """The least and the greatest value, None where it is open-ended."""
        return None if self.size.down else self.size.low, None if self.size.up else self.size.high

    # -- what to throw

    @abstractmethod
    def groups(self) -> tuple[Group, ...]:
        """The dice to throw, left to right, without those that are thrown again."""

    def needs(self) -> str:
        """What to throw, in words: "2d6", "d20 (a 20 is thrown again)"."""
        return ", then ".join(str(group) for group in self.groups()) or "nothing"

    def least_faces(self) -> int:
        """The number of physical faces without any that are thrown again."""
        return self.size.dice

    # -- text

    @abstractmethod
    def __str__(self) -> str: ...

    @property
    def binding(self) -> int:
        """How tightly the outermost operator binds: ATOM, UNARY, PRODUCT, SUM or CONTEST."""
        return ATOM

    def inside(self, least: int) -> str:
        """The text, in parentheses where it binds less than its place asks for."""
        return str(self) if self.binding >= least else f"({self})"

    # -- building larger ones

    def __add__(self, other: Dice | int) -> Dice:
        from affray.dice.arithmetic import Minus, Plus

        if type(other) is int and other < 0:
            return Minus(self, _node(-other))
        return Plus(self, _node(other))

    def __radd__(self, other: int) -> Dice:
        return _node(other) + self

    def __sub__(self, other: Dice | int) -> Dice:
        from affray.dice.arithmetic import Minus, Plus

        if type(other) is int and other < 0:
            return Plus(self, _node(-other))
        return Minus(self, _node(other))

    def __rsub__(self, other: int) -> Dice:
        return _node(other) - self

    def __mul__(self, other: Dice | int) -> Dice:
        from affray.dice.arithmetic import Times

        return Times(self, _node(other))

    def __rmul__(self, other: int) -> Dice:
        return _node(other) * self

    def __floordiv__(self, other: Dice | int) -> Dice:
        from affray.dice.arithmetic import Over

        return Over(self, _node(other))

    def __rfloordiv__(self, other: int) -> Dice:
        return _node(other) // self

    def __neg__(self) -> Dice:
        from affray.dice.arithmetic import Negative

        return Negative(self)


def _node(value: Dice | int) -> Dice:
    return value if isinstance(value, Dice) else Number(value)


# A law may hold 0.8 MB: their number is bounded. Nodes hold no floats or bools, so that equal keys are the same roll.
@lru_cache(maxsize=256)
def _law(dice: Dice, exact: bool) -> Distribution:
    return dice._law(exact)


@dataclass(frozen=True, slots=True)
class Number(Dice):
    """A whole number that needs no dice."""

    value: int
    size: Size = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        whole("number", self.value)
        object.__setattr__(self, "size", Size(self.value, self.value))

    def _read(self, die: Thrower) -> Trace:
        return Trace(self.value, None, (str(self.value),))

    def _law(self, exact: bool) -> Distribution:
        return Distribution.constant(self.value, exact)

    def groups(self) -> tuple[Group, ...]:
        """None at all."""
        return ()

    @property
    def binding(self) -> int:
        """A negative number binds like its sign."""
        return ATOM if self.value >= 0 else UNARY

    def __neg__(self) -> Dice:
        return Number(-self.value)

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True, slots=True)
class Labelled(Dice):
    """An expression with words that say what it is: `3 [Strength]`. The words do not change its value."""

    inner: Dice
    label: str
    size: Size = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        words = " ".join(self.label.split())
        if (
            not words
            or words != self.label
            or len(words) > MAX_LABEL
            or set(words) & set("[]")
            or not words.isprintable()
        ):
            shown = f"{words[:MAX_LABEL]}..." if len(words) > MAX_LABEL else self.label
            raise BadValue("label", shown, f"1 to {MAX_LABEL} printable characters without brackets")
        size = self.inner.size
        object.__setattr__(self, "size", size._replace(depth=size.depth + 1).checked(str(self.inner)))

    def _read(self, die: Thrower) -> Trace:
        trace = self.inner._read(die)
        return Trace(trace.value, trace.natural, (*enclosed(self.inner, ATOM, trace.parts), f" [{self.label}]"))

    def _law(self, exact: bool) -> Distribution:
        return self.inner.law(exact)

    def _split(self, naturals: tuple[int, ...], exact: bool) -> dict[int | None, Distribution] | None:
        return self.inner._split(naturals, exact)

    def groups(self) -> tuple[Group, ...]:
        """Those of what is labelled."""
        return self.inner.groups()

    def __str__(self) -> str:
        return f"{self.inner.inside(ATOM)} [{self.label}]"


def enclosed(dice: Dice, least: int, parts: Iterable[Part]) -> tuple[Part, ...]:
    """The parts of a trace, in parentheses where the text of the dice is."""
    return tuple(parts) if dice.binding >= least else ("(", *parts, ")")


def is_constant(dice: Dice) -> bool:
    """Whether it needs no dice."""
    return dice.size.dice == 0
