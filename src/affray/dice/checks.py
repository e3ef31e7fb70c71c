"""What a table is asked to roll: dice with named modifiers, thrown by somebody for some purpose.

A number with a history *is* the list of its parts: the total of a `Check` or a `Tally` is always computed from its
modifiers, so the sheet, the odds, the roll and the log cannot show different numbers. A modifier that does not count
stays on the list and says why (`off`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, TypeAlias

from affray.dice.expression import Dice
from affray.dice.faces import Die, Thrower, read_trace

__all__ = ["Attempt", "Check", "Contest", "Margin", "Modifier", "Outcomes", "Reading", "Roll", "Tally"]

Weight: TypeAlias = float | Fraction


@dataclass(frozen=True)
class Modifier:
    """One named part of a number: what it is called, how much, by which rule, and whose it is.

    `off` is empty while the part counts, else the reason why it does not.
    """

    name: str
    value: int
    rule: str = ""
    source: str = ""
    off: str = ""

    @property
    def counted(self) -> int:
        """The value as it enters the total: 0 where the modifier is off."""
        return 0 if self.off else self.value


class Reading(NamedTuple):
    """What dice say where a rule looks at the natural face too: the total, and the natural if it is watched for."""

    total: int
    natural: int | None


class Margin(NamedTuple):
    """What a contest says: left total minus right total, and the naturals either side watches for."""

    margin: int
    left: int | None
    right: int | None


class Outcomes(NamedTuple):
    """The law of a roll's value: (value, weight) pairs and the mass that was cut from open-ended dice."""

    items: tuple[tuple[Any, Weight], ...]
    cut: Weight


@dataclass(frozen=True)
class Tally:
    """A number that is no roll but has parts as well, such as a target number.

    `purpose` is how rulings and the log name it ("TN"), `who` the fighter whose number it is.
    """

    who: str
    purpose: str
    modifiers: tuple[Modifier, ...]

    @property
    def total(self) -> int:
        """The sum of the parts that count."""
        return sum(m.counted for m in self.modifiers)


class Roll(ABC):
    """Luck as a rule asks for it: how to read physical faces, and the exact law of the value that the rule gets.

    A roll is thrown in one or more `parts`, each by one person; `combine` makes the value out of their readings.
    """

    @property
    @abstractmethod
    def parts(self) -> tuple[Check, ...]:
        """The checks that have to be thrown, in order."""

    @abstractmethod
    def combine(self, readings: Sequence[Reading]) -> Hashable:
        """The value that the rule gets, from one reading for each part."""

    @abstractmethod
    def outcomes(self, exact: bool = False) -> Outcomes:
        """The law of that value; weights are floats, or Fractions where `exact`."""

    @abstractmethod
    def amend(self, change: Callable[[Check], Check]) -> Roll:
        """The same roll with every part changed, which is how rulings reach it."""

    def remaining(self, known: Sequence[Reading | None], exact: bool = False) -> Outcomes:
        """The law of the value where some parts have been thrown: `known` has their readings, None for the others."""
        law: dict[tuple[Reading, ...], Weight] = {(): Fraction(1) if exact else 1.0}
        for part, reading in zip(self.parts, known, strict=True):
            weights: dict[Any, Weight] = dict(part.outcomes(exact).items) if reading is None else {reading: 1}
            read = [(v if isinstance(v, Reading) else Reading(v, None), weight) for v, weight in weights.items()]
            law = {(*so_far, r): weight * share for so_far, weight in law.items() for r, share in read}
        items: dict[Any, Weight] = {}
        for readings, weight in law.items():
            value = self.combine(readings)
            items[value] = items.get(value, 0) + weight
        return Outcomes(tuple(items.items()), _lost(items.values()))

    def throw(self, die: Thrower) -> Hashable:
        """Throw physical dice through `die` and read the value."""
        return self.combine([part.reading(die) for part in self.parts])


@dataclass(frozen=True)
class Check(Roll):
    """Dice plus named modifiers, thrown by `who` for `purpose`.

    The value is the total; where `naturals` names faces to watch for, it is a `Reading`. `against` is shown beside
    the roll (a target number) and changes nothing. `rule` is the id under which the log cites the roll. A `lookup` is
    read off a chart or only says yes or no: rulings on "the next check" pass it by.
    """

    who: str
    purpose: str
    dice: Dice
    modifiers: tuple[Modifier, ...] = ()
    rule: str = ""
    naturals: tuple[int, ...] = ()
    against: Tally | None = None
    lookup: bool = False

    def __post_init__(self) -> None:
        if self.naturals:
            _has_natural(self.dice, self.naturals)

    @cached_property
    def bonus(self) -> int:
        """The sum of the modifiers that count."""
        return sum(m.counted for m in self.modifiers)

    @property
    def parts(self) -> tuple[Check, ...]:
        return (self,)

    def reading(self, die: Thrower) -> Reading:
        """Throw the dice through `die`: the total, and the natural where it is watched for."""
        if not self.naturals:
            return Reading(self.dice.throw(die) + self.bonus, None)
        value, natural = self.dice.throw_natural(die)
        return Reading(value + self.bonus, natural if natural in self.naturals else None)

    def thrown(self, die: Thrower) -> tuple[tuple[int, ...], Reading]:
        """Throw the dice through `die`: the faces as they fell, and the reading."""
        faces: list[int] = []

        def kept(asked: Die) -> int:
            faces.append(die(asked))
            return faces[-1]

        reading = self.reading(kept)
        return tuple(faces), reading

    def read(self, faces: Sequence[int]) -> Reading:
        """The reading of faces that somebody threw; `BadFaces` if the dice cannot show just these."""
        trace = read_trace(self.dice, faces)
        return Reading(trace.value + self.bonus, trace.natural if trace.natural in self.naturals else None)

    def combine(self, readings: Sequence[Reading]) -> Hashable:
        (reading,) = readings
        return reading if self.naturals else reading.total

    def outcomes(self, exact: bool = False) -> Outcomes:
        return _check_law(self.dice, self.bonus, self.naturals, exact)

    def amend(self, change: Callable[[Check], Check]) -> Check:
        return change(self)

    def plus(self, *modifiers: Modifier) -> Check:
        """The same check with more modifiers behind those it has."""
        return replace(self, modifiers=self.modifiers + modifiers)


@dataclass(frozen=True)
class Contest(Roll):
    """Two checks against each other in one roll; the value is the `Margin` left minus right.

    Where neither side watches for a natural face, the value is the margin alone, an int.

    One convolution instead of two forks: what a rule needs from d20! against d20! is the margin, not the faces.
    """

    left: Check
    right: Check

    @property
    def parts(self) -> tuple[Check, ...]:
        return (self.left, self.right)

    def combine(self, readings: Sequence[Reading]) -> Hashable:
        left, right = readings
        margin = left.total - right.total
        if not (self.left.naturals or self.right.naturals):
            return margin
        return Margin(margin, left.natural, right.natural)

    def outcomes(self, exact: bool = False) -> Outcomes:
        a, b = self.left, self.right
        return _contest_law(a.dice, a.naturals, b.dice, b.naturals, a.bonus - b.bonus, exact)

    def amend(self, change: Callable[[Check], Check]) -> Contest:
        return Contest(change(self.left), change(self.right))


@dataclass(frozen=True)
class Attempt(Roll):
    """A check of which a rule only needs to know whether it reaches the number it is made against, equality included.

    Two outcomes instead of a dozen totals.
    """

    check: Check

    @property
    def tn(self) -> int:
        """The number to reach."""
        return self.check.against.total if self.check.against else 0

    @property
    def parts(self) -> tuple[Check, ...]:
        return (self.check,)

    def combine(self, readings: Sequence[Reading]) -> Hashable:
        (reading,) = readings
        return reading.total >= self.tn

    def outcomes(self, exact: bool = False) -> Outcomes:
        return _attempt_law(self.check.dice, self.tn - self.check.bonus, exact)

    def amend(self, change: Callable[[Check], Check]) -> Attempt:
        return Attempt(change(self.check))


@lru_cache(maxsize=1024)
def _has_natural(dice: Dice, naturals: tuple[int, ...]) -> None:
    """`BadValue` where these dice have no single natural face to watch for: they could be thrown, but have no odds."""
    dice.split(naturals)


@lru_cache(maxsize=4096)
def _check_law(dice: Dice, bonus: int, naturals: tuple[int, ...], exact: bool) -> Outcomes:
    if not naturals:
        law = dice.law(exact)
        return Outcomes(tuple((value + bonus, weight) for value, weight in law.items()), law.cut)
    laws = dice.split(naturals, exact)
    items = [(Reading(v + bonus, n), w) for n, law in laws.items() for v, w in law.items()]
    return Outcomes(tuple(sorted(items, key=_by_value)), _lost(w for _, w in items))


@lru_cache(maxsize=4096)
def _contest_law(
    left: Dice, left_naturals: tuple[int, ...], right: Dice, right_naturals: tuple[int, ...], bonus: int, exact: bool
) -> Outcomes:
    if not (left_naturals or right_naturals):
        law = left.law(exact) - right.law(exact)
        return Outcomes(tuple((value + bonus, weight) for value, weight in law.items()), law.cut)
    items = [
        (Margin(margin + bonus, a, b), weight)
        for a, law_a in left.split(left_naturals, exact).items()
        for b, law_b in right.split(right_naturals, exact).items()
        for margin, weight in (law_a - law_b).items()
    ]
    return Outcomes(tuple(sorted(items, key=_by_value)), _lost(w for _, w in items))


@lru_cache(maxsize=4096)
def _attempt_law(dice: Dice, needed: int, exact: bool) -> Outcomes:
    law = dice.law(exact)
    weights: dict[bool, Weight] = {}
    for value, weight in law.items():
        weights[value >= needed] = weights.get(value >= needed, 0) + weight
    return Outcomes(tuple(sorted(weights.items())), law.cut)


def _by_value(item: tuple[Any, Weight]) -> tuple[Any, ...]:
    # None sorts before every face: outcomes are ordered by value, so that sums run in a fixed order everywhere
    return tuple(-(10**9) if part is None else part for part in item[0])


def _lost(weights: Iterable[Weight]) -> Weight:
    lost = 1 - sum(weights)
    return lost if isinstance(lost, Fraction) or lost > 1e-13 else 0.0
