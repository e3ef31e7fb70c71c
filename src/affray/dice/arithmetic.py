"""Rolls made of rolls: plus, minus, times, divided, negative, the least and the greatest of several, and contests."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, ClassVar

from affray.dice.distribution import Distribution
from affray.dice.expression import CONTEST, PRODUCT, SUM, UNARY, Dice, Number, Part, Trace, enclosed, is_constant
from affray.dice.faces import Group, Thrower
from affray.dice.limits import COMBINE, Size
from affray.errors import BadValue

__all__ = ["Extreme", "Minus", "Negative", "Over", "Plus", "Times", "Versus"]


@dataclass(frozen=True, slots=True)
class _Pair(Dice):
    """Two rolls and what is done with their values; the left one is thrown first."""

    left: Dice
    right: Dice
    size: Size = field(init=False, repr=False, compare=False)

    _sign: ClassVar[str]
    _binding: ClassVar[int]
    _pair_cost: ClassVar[int] = 1  # multiply-adds for each pair of values

    def __post_init__(self) -> None:
        for side in (self.left, self.right):
            if not isinstance(side, Dice):
                raise BadValue(f"a side of {self._sign}", side, "dice or a number")
        left, right = self.left.size, self.right.size
        hull = self._hull(left, right)
        size = hull._replace(
            work=left.work + right.work + self._pair_cost * left.width * right.width,
            steps=left.steps + right.steps + 1,
            depth=max(left.depth, right.depth) + 1,
            dice=left.dice + right.dice,
        )
        object.__setattr__(self, "size", size.checked("the roll"))

    @abstractmethod
    def _hull(self, left: Size, right: Size) -> Size: ...

    @abstractmethod
    def _value(self, left: Any, right: Any) -> Any: ...

    def _law(self, exact: bool) -> Distribution:
        return self.left.law(exact).combine(self.right.law(exact), self._value)

    def _read(self, die: Thrower) -> Trace:
        left, right = self.left._read(die), self.right._read(die)
        parts: tuple[Part, ...] = (
            *enclosed(self.left, self._binding, left.parts),
            f" {self._sign} ",
            *enclosed(self.right, self._binding + 1, right.parts),
        )
        return Trace(self._value(left.value, right.value), self._natural(left, right), parts)

    def _natural(self, left: Trace, right: Trace) -> int | None:
        return None

    def groups(self) -> tuple[Group, ...]:
        """Those of the left side, then those of the right."""
        return self.left.groups() + self.right.groups()

    @property
    def binding(self) -> int:
        """That of the sign."""
        return self._binding

    def __str__(self) -> str:
        return f"{self.left.inside(self._binding)} {self._sign} {self.right.inside(self._binding + 1)}"


class _Sum(_Pair):
    """Plus and minus, which leave a natural visible where the other side is a number."""

    __slots__ = ()
    _binding = SUM

    def _turned(self, law: Distribution) -> Distribution:
        return law

    def _law(self, exact: bool) -> Distribution:
        return self.left.law(exact) + self._turned(self.right.law(exact))

    def _natural(self, left: Trace, right: Trace) -> int | None:
        if is_constant(self.right):
            return left.natural
        return right.natural if is_constant(self.left) else None

    def _split(self, naturals: tuple[int, ...], exact: bool) -> dict[int | None, Distribution] | None:
        if is_constant(self.right):
            parts, other = self.left._split(naturals, exact), self._turned(self.right.law(exact))
            return None if parts is None else {natural: part.shift(other.low) for natural, part in parts.items()}
        if is_constant(self.left):
            parts, other = self.right._split(naturals, exact), self.left.law(exact)
            return None if parts is None else {n: self._turned(part).shift(other.low) for n, part in parts.items()}
        return None


@dataclass(frozen=True, slots=True)
class Plus(_Sum):
    """The sum of two rolls."""

    _sign = "+"

    def _value(self, left: Any, right: Any) -> Any:
        return left + right

    def _hull(self, left: Size, right: Size) -> Size:
        return Size(left.low + right.low, left.high + right.high, left.down or right.down, left.up or right.up)


@dataclass(frozen=True, slots=True)
class Minus(_Sum):
    """The left roll less the right one."""

    _sign = "-"

    def _value(self, left: Any, right: Any) -> Any:
        return left - right

    def _turned(self, law: Distribution) -> Distribution:
        return -law

    def _hull(self, left: Size, right: Size) -> Size:
        return Size(left.low - right.high, left.high - right.low, left.down or right.up, left.up or right.down)


@dataclass(frozen=True, slots=True)
class Versus(Minus):
    """A contest: the margin by which the left roll beats the right one, below 0 where it loses."""

    _sign = "vs"
    _binding = CONTEST

    def _natural(self, left: Trace, right: Trace) -> int | None:
        return None

    def _split(self, naturals: tuple[int, ...], exact: bool) -> dict[int | None, Distribution] | None:
        return None

    def __str__(self) -> str:
        return f"{self.left.inside(SUM)} vs {self.right.inside(SUM)}"


@dataclass(frozen=True, slots=True)
class Times(_Pair):
    """The product of two rolls."""

    _sign = "*"
    _binding = PRODUCT
    _pair_cost = COMBINE

    def _value(self, left: Any, right: Any) -> Any:
        return left * right

    def _hull(self, left: Size, right: Size) -> Size:
        ends = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
        up, down = False, False
        for one, two in ((left, right), (right, left)):
            above, below = two.high > 0 or two.up, two.low < 0 or two.down
            up |= (one.up and above) or (one.down and below)
            down |= (one.up and below) or (one.down and above)
        return Size(min(ends), max(ends), down, up)


@dataclass(frozen=True, slots=True)
class Over(_Pair):
    """The left roll divided by the right, rounded down: 7 // 2 is 3, -7 // 2 is -4. BadValue if that may be 0."""

    _sign = "//"
    _binding = PRODUCT
    _pair_cost = COMBINE

    def _value(self, left: Any, right: Any) -> Any:
        return left // right

    def _hull(self, left: Size, right: Size) -> Size:
        if right.low <= 0 <= right.high or (right.up and right.high < 0) or (right.down and right.low > 0):
            raise BadValue("divisor", str(self.right), "a number or a roll that is always above 0 or always below")
        ends = [a // b for a in (left.low, left.high) for b in (right.low, right.high)]
        if right.up or right.down:  # a divisor without end brings the quotient as near to 0 as its sign lets it
            sign = 1 if right.low > 0 else -1
            ends += [0 if sign * a >= 0 else -1 for a in (left.low, left.high)]
        up, down = (left.up, left.down) if right.low > 0 else (left.down, left.up)
        return Size(min(ends), max(ends), down, up)


@dataclass(frozen=True, slots=True)
class Negative(Dice):
    """A roll with its sign turned. A negative number is a `Number`."""

    inner: Dice
    size: Size = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if isinstance(self.inner, Number) or not isinstance(self.inner, Dice):
            raise BadValue("negative", self.inner, "dice; a negative number is a Number")
        size = self.inner.size
        turned = size._replace(low=-size.high, high=-size.low, down=size.up, up=size.down, depth=size.depth + 1)
        object.__setattr__(self, "size", turned.checked("the roll"))

    def _read(self, die: Thrower) -> Trace:
        trace = self.inner._read(die)
        return Trace(-trace.value, trace.natural, ("-", *enclosed(self.inner, UNARY, trace.parts)))

    def _law(self, exact: bool) -> Distribution:
        return -self.inner.law(exact)

    def _split(self, naturals: tuple[int, ...], exact: bool) -> dict[int | None, Distribution] | None:
        parts = self.inner._split(naturals, exact)
        return None if parts is None else {natural: -part for natural, part in parts.items()}

    def groups(self) -> tuple[Group, ...]:
        """Those of the roll itself."""
        return self.inner.groups()

    @property
    def binding(self) -> int:
        """That of a sign."""
        return UNARY

    def __str__(self) -> str:
        return f"-{self.inner.inside(UNARY)}"


@dataclass(frozen=True, slots=True)
class Extreme(Dice):
    """The greatest (`max`) or the least (`min`) of several rolls, all of them thrown, left to right."""

    word: str
    among: tuple[Dice, ...]
    size: Size = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.word not in ("min", "max"):
            raise BadValue("extreme", self.word, "min or max")
        if (
            not isinstance(self.among, tuple)
            or not all(isinstance(dice, Dice) for dice in self.among)
            or not self.among
        ):
            raise BadValue(self.word, self.among, "one roll or more")
        sizes = [dice.size for dice in self.among]
        most = self.word == "max"
        pick, all_or_any, any_or_all = (max, all, any) if most else (min, any, all)
        size = Size(
            low=pick(size.low for size in sizes),
            high=pick(size.high for size in sizes),
            down=all_or_any(size.down for size in sizes),
            up=any_or_all(size.up for size in sizes),
            work=sum(size.work + 4 * size.width for size in sizes),
            steps=sum(size.steps + 4 for size in sizes),
            depth=max(size.depth for size in sizes) + 1,
            dice=sum(size.dice for size in sizes),
        )
        object.__setattr__(self, "size", size.checked("the roll"))

    def _read(self, die: Thrower) -> Trace:
        traces = [dice._read(die) for dice in self.among]
        parts: list[Part] = [f"{self.word}("]
        for i, trace in enumerate(traces):
            parts += [", ", *trace.parts] if i else trace.parts
        value = (max if self.word == "max" else min)(trace.value for trace in traces)
        return Trace(value, None, (*parts, ")"))

    def _law(self, exact: bool) -> Distribution:
        choose = Distribution.maximum if self.word == "max" else Distribution.minimum
        return reduce(choose, (dice.law(exact) for dice in self.among))

    def groups(self) -> tuple[Group, ...]:
        """Those of all of them, left to right."""
        return tuple(group for dice in self.among for group in dice.groups())

    def __str__(self) -> str:
        return f"{self.word}({', '.join(str(dice) for dice in self.among)})"
