"""The law of an integer value: one immutable type over a NumPy array, in floats or in exact fractions."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, NoReturn, TypeAlias

import numpy as np

from affray.dice.arrays import Array, convolve, numerators, over, power, zeros
from affray.dice.limits import MAX_WIDTH, whole
from affray.errors import BadValue

__all__ = ["Distribution", "Weight"]

Weight: TypeAlias = float | Fraction
SLACK = 1e-9  # how far from 1 a float law may sum up
BLOCK = 1_000_000  # pairs of values computed at once


class Distribution:
    """Immutable law of an integer value; `weights[i]` is the chance of `low + i`.

    `weights` is a read-only array: float64, or objects of `Fraction` when exact. `cut` is the mass that open-ended dice
    lose to truncation: `total + cut == 1`, or the chance of the condition for a part of a law (see `Dice.split`).
    Both ends have weight. Exact and float laws mix to floats. Faulty values raise BadValue.
    """

    __slots__ = ("_hash", "cut", "low", "weights")

    low: int
    weights: Array
    cut: Weight

    def __init__(self, low: int, weights: Array | Iterable[Weight], cut: Weight = 0.0) -> None:
        array = weights if isinstance(weights, np.ndarray) else np.array(list(weights))
        if array.dtype != object:
            array = np.array(array, dtype=np.float64)
        used = np.flatnonzero(array)
        if array.ndim != 1 or not len(used):
            raise BadValue("weights", f"an array of shape {array.shape}", "one row with a weight above 0")
        first, last = int(used[0]), int(used[-1]) + 1
        array = array[first:last].copy()
        total = array.sum()
        if not (array.min() >= 0 and cut >= 0 and total + cut <= 1 + SLACK):
            raise BadValue(
                "weights", f"sum {float(total)}, cut {float(cut)}", "weights from 0 up, with the cut at most 1"
            )
        array.setflags(write=False)
        exact = array.dtype == object
        self._set(low + first, array, Fraction(cut) if exact else float(cut))

    def _set(self, low: int, weights: Array, cut: Weight) -> None:
        for name, value in (("low", int(low)), ("weights", weights), ("cut", cut), ("_hash", None)):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a Distribution is immutable: {name} cannot be set")

    def __reduce__(self) -> tuple[Any, ...]:
        return (Distribution, (self.low, self.weights, self.cut))

    # -- making one

    @classmethod
    def of(cls, ways: Mapping[int, Weight], cut: Weight = 0, exact: bool = False) -> Distribution:
        """The law of a mapping value -> weight; weights sum to 1 with the cut, or are whole numbers of equal ways."""
        if not ways:
            raise BadValue("weights", ways, "at least one value")
        if not 0 <= cut < 1:
            raise BadValue("cut", cut, "a chance from 0 to below 1")
        weights: dict[int, Weight] = dict(ways)
        if all(isinstance(w, int) for w in weights.values()):
            total = sum(Fraction(w) for w in weights.values()) / (1 - Fraction(cut))
            if total <= 0:
                raise BadValue("weights", dict(ways), "numbers of ways from 0 up, not all of them 0")
            weights = {v: Fraction(w) / total for v, w in weights.items()}
        elif exact or any(isinstance(w, Fraction) for w in weights.values()):
            exact = True
            weights = {v: Fraction(w) for v, w in weights.items()}
        off = float(sum(weights.values())) + float(cut) - 1
        if not abs(off) <= SLACK:
            raise BadValue("weights", f"sum {1 + off - float(cut)} and cut {float(cut)}", "1 together")
        return cls._from_items(weights, cut, exact)

    @classmethod
    def _from_items(cls, weights: Mapping[int, Weight], cut: Weight, exact: bool) -> Distribution:
        low, high = min(weights), max(weights)
        array = zeros(high - low + 1, exact)
        for value, weight in weights.items():
            array[value - low] = weight if exact else float(weight)
        return cls(low, array, cut)

    @classmethod
    def constant(cls, value: int, exact: bool = False) -> Distribution:
        """The law that is sure of one value."""
        return cls.uniform(value, value, exact)

    @classmethod
    def uniform(cls, low: int, high: int, exact: bool = False) -> Distribution:
        """Every value from `low` to `high` alike."""
        count = whole("width", high - low + 1, 1, MAX_WIDTH)
        array = zeros(count, exact)
        array[:] = Fraction(1, count) if exact else 1 / count
        return cls(low, array)

    @classmethod
    def mix(cls, parts: Iterable[tuple[Weight, Distribution]]) -> Distribution:
        """The weighted sum of laws; weights that sum to less than 1 give a part of a law."""
        used = [(w, d) for w, d in parts if w]
        if not used:
            raise BadValue("parts", [], "at least one law of a weight above 0")
        exact = all(d.exact and isinstance(w, int | Fraction) for w, d in used)
        laws = [(w if exact else float(w), d if exact else d.floats()) for w, d in used]
        low = min(d.low for _, d in laws)
        array = zeros(max(d.high for _, d in laws) - low + 1, exact)
        for weight, law in laws:
            array[law.low - low : law.low - low + len(law)] += weight * law.weights
        return cls(low, array, sum(weight * law.cut for weight, law in laws))

    # -- asking it

    @property
    def exact(self) -> bool:
        """Whether the weights are fractions."""
        return self.weights.dtype == object

    @property
    def high(self) -> int:
        """The greatest value that has weight."""
        return self.low + len(self.weights) - 1

    @property
    def total(self) -> Weight:
        """The sum of the weights: 1 less the cut, for a whole law."""
        return self._weight(self.weights.sum())

    @property
    def mean(self) -> Weight:
        """The mean of what was not cut."""
        return self._weight((self._values() * self.weights).sum() / self.weights.sum())

    @property
    def variance(self) -> Weight:
        """The variance of what was not cut."""
        off = self._values() - self.mean
        return self._weight((off * off * self.weights).sum() / self.weights.sum())

    @property
    def sd(self) -> float:
        """The standard deviation of what was not cut."""
        return math.sqrt(self.variance)

    @property
    def mode(self) -> int:
        """The most likely value, the least of several."""
        return self.low + int(np.argmax(self.weights))

    def items(self) -> Iterator[tuple[int, Weight]]:
        """Pairs of value and weight, ascending, without the values of no weight."""
        return ((self.low + i, w) for i, w in enumerate(self.weights.tolist()) if w)

    def probability(self, value: int) -> Weight:
        """The chance of exactly this value."""
        inside = self.low <= value <= self.high
        return self._weight(self.weights[value - self.low] if inside else 0)

    exactly = probability

    def at_least(self, value: int) -> Weight:
        """The chance of this value or more; what was cut is not in it."""
        return self._weight(self.weights[max(0, value - self.low) :].sum())

    def at_most(self, value: int) -> Weight:
        """The chance of this value or less; what was cut is not in it."""
        return self._weight(self.weights[: max(0, value - self.low + 1)].sum())

    def quantile(self, share: float) -> int:
        """The least value that this share (0 to 1) of what was not cut does not pass."""
        if not 0 <= share <= 1:
            raise BadValue("share", share, "a number from 0 to 1")
        rising = np.cumsum(self.weights)
        wanted = share * rising[-1] if not self.exact else Fraction(share) * rising[-1]
        # an end of a float sum may lie a rounding above what was asked
        slack = 0 if self.exact else 1e-12
        return self.low + int(np.argmax(rising >= wanted - slack))

    def __len__(self) -> int:
        return len(self.weights)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distribution):
            return NotImplemented
        same = (self.low, len(self), self.exact, self.cut) == (other.low, len(other), other.exact, other.cut)
        return same and bool((self.weights == other.weights).all())

    def __hash__(self) -> int:
        if self._hash is None:
            object.__setattr__(self, "_hash", hash((self.low, tuple(self.weights.tolist()), self.cut)))
        found: int = self._hash
        return found

    _hash: Any

    def __repr__(self) -> str:
        lost = f", cut {float(self.cut):.3g}" if self.cut else ""
        return f"<Distribution {self.low} to {self.high}, mean {float(self.mean):.6g}, sd {self.sd:.6g}{lost}>"

    # -- making another of it

    def floats(self) -> Distribution:
        """The same law in floats."""
        return Distribution(self.low, self.weights.astype(np.float64), float(self.cut)) if self.exact else self

    def scaled(self, weight: Weight) -> Distribution:
        """All weights and the cut times `weight` (above 0, at most 1): a part of a law."""
        return Distribution.mix([(weight, self)])

    def shift(self, by: int) -> Distribution:
        """The law of the value plus a number."""
        moved = object.__new__(Distribution)
        moved._set(self.low + by, self.weights, self.cut)
        return moved

    def __add__(self, other: Distribution | int) -> Distribution:
        if isinstance(other, int):
            return self.shift(other)
        if not isinstance(other, Distribution):
            return NotImplemented
        one, two = self._alike(other)
        return Distribution(one.low + two.low, convolve(one.weights, two.weights), one._joint_cut(two))

    __radd__ = __add__

    def __neg__(self) -> Distribution:
        turned = object.__new__(Distribution)
        turned._set(-self.high, self.weights[::-1], self.cut)
        return turned

    def __sub__(self, other: Distribution | int) -> Distribution:
        return self + -other

    def __rsub__(self, other: int) -> Distribution:
        return -self + other

    def __mul__(self, factor: int) -> Distribution:
        return self.map(lambda value: value * factor)

    __rmul__ = __mul__

    def __floordiv__(self, divisor: int) -> Distribution:
        if divisor == 0:
            raise BadValue("divisor", 0, "any number but 0")
        return self.map(lambda value: value // divisor)

    floordiv = __floordiv__

    def repeated(self, times: int) -> Distribution:
        """The law of the sum of this many independent values; of none it is 0."""
        if times == 0:
            return Distribution.constant(0, self.exact)
        array, scale = numerators(self.weights)
        return Distribution(self.low * times, over(power(array, times), scale**times), self.cut_of(times))

    def cut_of(self, times: int) -> Weight:
        """The mass that is cut from this many independent values together."""
        mass = self.total + self.cut  # below 1 for a part of a law
        if self.exact:
            return mass**times - self.total**times
        # the same without the loss of digits that a difference of almost equal numbers brings
        return float(-(mass**times) * math.expm1(times * math.log1p(-self.cut / mass)))

    def map(self, change: Callable[[int], int]) -> Distribution:
        """The law of `change(value)`; values that become equal add their weights."""
        found: dict[int, Weight] = {}
        for value, weight in self.items():
            new = change(value)
            found[new] = found.get(new, 0) + weight
        whole("width", max(found) - min(found) + 1, 1, MAX_WIDTH)
        return Distribution._from_items(found, self.cut, self.exact)

    def clip(self, low: int | None = None, high: int | None = None) -> Distribution:
        """The law of the value held from `low` to `high`; None leaves an end open."""
        if low is not None and high is not None and low > high:
            raise BadValue("clip", (low, high), "a least value not above the greatest")

        def held(value: int) -> int:
            value = value if low is None else max(low, value)
            return value if high is None else min(high, value)

        return self.map(held)

    def combine(self, other: Distribution, change: Callable[[Any, Any], Any]) -> Distribution:
        """The law of `change(a, b)` of two independent values; `change` must take NumPy arrays as well as numbers."""
        one, two = self._alike(other)
        cut = one._joint_cut(two)
        if one.exact:
            found: dict[int, Weight] = {}
            for a, p in one.items():
                for b, q in two.items():
                    new = change(a, b)
                    found[new] = found.get(new, 0) + p * q
            return Distribution._from_items(found, cut, True)
        # in blocks: all pairs of two wide laws would fill the memory
        rows = max(1, BLOCK // len(two))
        blocks = [slice(i, i + rows) for i in range(0, len(one), rows)]
        left, right = one._values()[:, None], two._values()[None, :]
        ends = [(int(v.min()), int(v.max())) for v in (change(left[block], right) for block in blocks)]
        low = min(end[0] for end in ends)
        array = zeros(max(end[1] for end in ends) - low + 1, False)
        for block in blocks:
            values = (change(left[block], right) - low).ravel()
            array += np.bincount(values, np.outer(one.weights[block], two.weights).ravel(), len(array))
        return Distribution(low, array, cut)

    def maximum(self, other: Distribution) -> Distribution:
        """The law of the greater of two independent values."""
        one, two = self._alike(other)
        low, high = min(one.low, two.low), max(one.high, two.high)
        a, b = one._spread(low, high), two._spread(low, high)
        # the first is v and the second no more, or the second is v and the first less: positive terms only
        less = zeros(len(a), one.exact)
        less[1:] = np.cumsum(a)[:-1]
        return Distribution(low, a * np.cumsum(b) + b * less, one._joint_cut(two))

    def minimum(self, other: Distribution) -> Distribution:
        """The law of the lesser of two independent values."""
        return -(-self).maximum(-other)

    # -- inner works

    def _weight(self, weight: Any) -> Weight:
        return Fraction(weight) if self.exact else float(weight)

    def _values(self) -> Array:
        return np.arange(self.low, self.high + 1, dtype=object if self.exact else np.int64)

    def _spread(self, low: int, high: int) -> Array:
        array = zeros(high - low + 1, self.exact)
        array[self.low - low : self.low - low + len(self)] = self.weights
        return array

    def _alike(self, other: Distribution) -> tuple[Distribution, Distribution]:
        return (self, other) if self.exact == other.exact else (self.floats(), other.floats())

    def _joint_cut(self, other: Distribution) -> Weight:
        """What is lost when either may be cut; a part of a law (total + cut below 1) is multiplied as what it is."""
        if not self.cut and not other.cut:
            return 0
        return self.cut * (other.total + other.cut) + other.cut * self.total
