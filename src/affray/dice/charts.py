"""Charts: a bounded roll whose value is looked up in rows and read as another number."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from affray.dice.chains import Chain, Face, chain_size, rounds_to_cut
from affray.dice.distribution import Distribution
from affray.dice.expression import ATOM, Dice, Trace, enclosed
from affray.dice.faces import Group, Thrower, throw_again
from affray.dice.limits import Size, whole
from affray.dice.pools import Again, Pool, again_text, nds
from affray.errors import BadValue

__all__ = ["Chart", "Row", "as_d20"]


class Row(NamedTuple):
    """Values of the roll from `low` to `high` are read as `reading`, or as themselves if that is None."""

    low: int
    high: int
    reading: int | None = None

    def __str__(self) -> str:
        values = str(self.low) if self.low == self.high else f"{self.low}..{self.high}"
        return values if self.reading is None else f"{values}: {self.reading}"


@dataclass(frozen=True, slots=True)
class Chart(Dice):
    """A roll read as another by rows, which cover each of its values once, ascending. The reading is the natural.

    With `again`, readings that match throw the same roll again, look it up in the same rows, and add it. BadValue for
    rows that leave a gap or overlap, for an open-ended roll and for charts without end.
    """

    inner: Dice
    rows: tuple[Row, ...]
    again: Again | None = None
    size: Size = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        low, high = self.inner.bounds()
        if low is None or high is None:
            raise BadValue("chart", str(self.inner), "a roll with a least and a greatest value")
        self._check_rows(low, high)
        name = str(self)
        scores = [(reading, self._goes_on(reading)) for reading in self._readings()]
        if self._endless and all(more for _, more in scores):
            raise BadValue(name, "every reading is thrown again", "rows that come to rest: this is thrown for ever")
        if self.again is not None and not any(more for _, more in scores):
            raise BadValue(name, f"a reading {self.again.on} is thrown again", "a reading of its rows")
        # how often an endless chart is thrown again depends on its law: this asks only for what is affordable anyway
        size, base = chain_size(scores, self._rounds(), self._endless), self.inner.size
        size = size._replace(
            work=base.work + size.work,
            steps=base.steps + size.steps + base.width // 10,
            depth=base.depth + 1,
            dice=base.dice,
        )
        object.__setattr__(self, "size", size.checked(name))

    def _check_rows(self, low: int, high: int) -> None:
        if not isinstance(self.rows, tuple) or not self.rows or not all(isinstance(row, Row) for row in self.rows):
            raise BadValue("rows of a chart", self.rows, "one Row or more")
        expected = low
        for row in self.rows:
            for number in (row.low, row.high, 0 if row.reading is None else row.reading):
                whole("number in a chart", number)
            if row.low != expected or row.high < row.low:
                raise BadValue("row of a chart", str(row), f"a row that starts at {expected}, the next value")
            expected = row.high + 1
        if expected != high + 1:
            raise BadValue("rows of a chart", f"end at {expected - 1}", f"rows up to {high}, the greatest value")

    def _readings(self) -> list[int]:
        return [reading for row in self.rows for reading in _of_row(row)]

    @property
    def _endless(self) -> bool:
        return self.again is not None and self.again.limit is None

    def _goes_on(self, reading: int) -> bool:
        return self.again is not None and reading in self.again.on

    def _rounds(self) -> int:
        if self.again is None:
            return 0
        if self.again.limit is not None:
            return self.again.limit
        chance = sum((Fraction(face.chance) for face in self._faces(False) if face.again), Fraction(0))
        return rounds_to_cut(str(self), chance, 1)

    def _reading(self, value: int) -> int:
        row = self.rows[bisect(self.rows, value, key=lambda row: row.low) - 1]
        return value if row.reading is None else row.reading

    def _faces(self, exact: bool) -> Iterator[Face]:
        law = self.inner.law(exact).map(self._reading)
        for reading, chance in law.items():
            yield Face(reading, reading, chance, self._goes_on(reading))

    def _chain(self, exact: bool) -> Chain:
        return Chain(tuple(self._faces(exact)), self._rounds(), self._endless)

    def _law(self, exact: bool) -> Distribution:
        return self._chain(exact).law()

    def _split(self, naturals: tuple[int, ...], exact: bool) -> dict[int | None, Distribution] | None:
        readings = set(self._readings())
        for natural in naturals:
            if natural not in readings:
                raise BadValue(str(self), f"natural {natural!r}", "a reading of its rows")
        return self._chain(exact).split(naturals)

    def _read(self, die: Thrower) -> Trace:
        trace = self.inner._read(die)
        reading = natural = total = self._reading(trace.value)
        parts = [*enclosed(self.inner, ATOM, trace.parts), f" read as {reading}"]
        left = self.again.limit if self.again is not None else 0
        while self._goes_on(reading) and left != 0:
            left = None if left is None else left - 1
            why = f"the reading {reading} explodes: {self.inner.needs()} is needed once more"
            trace = self.inner._read(lambda asked, why=why: throw_again(die, asked, why))  # type: ignore[misc]
            reading = self._reading(trace.value)
            total += reading
            parts += [" + ", *enclosed(self.inner, ATOM, trace.parts), f" read as {reading}"]
        return Trace(total, natural, tuple(parts))

    def groups(self) -> tuple[Group, ...]:
        """Those of the roll, the last with a note of what is thrown again."""
        groups = self.inner.groups()
        if self.again is None or not groups:
            return groups
        readings = self._readings()
        note = f"a reading of {self.again.words(min(readings), max(readings)).removeprefix('a ').removeprefix('an ')}"
        last = groups[-1]
        return (*groups[:-1], Group(last.count, last.die, f"{last.note}; {note}" if last.note else note))

    def __str__(self) -> str:
        again = "" if self.again is None else again_text(self.again, max(self._readings()))
        if self.inner == _THREE and self.rows == _D20_ROWS:
            return f"{self.inner} as d20{again}"
        rows = ", ".join(str(row) for row in self.rows)
        return f"{self.inner.inside(ATOM)} as {{{rows}}}{again}"


def _of_row(row: Row) -> tuple[int, ...] | range:
    return range(row.low, row.high + 1) if row.reading is None else (row.reading,)


_THREE: Pool = nds(3, 6)
_D20_ROWS = (Row(3, 5, 1), Row(6, 15), Row(16, 18, 20))


def as_d20(inner: Dice, again: Again | None = None) -> Chart:
    """3d6 read as a d20: 3 to 5 count as 1, 6 to 15 as themselves, 16 to 18 as 20; BadValue for any other roll."""
    if inner != _THREE:
        raise BadValue("roll read as d20", str(inner), "3d6; for another roll write the rows: 2d6 as {2: 1, 3..12}")
    return Chart(inner, _D20_ROWS, again)
