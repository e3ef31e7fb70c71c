"""The laws behind a pool: a die that is thrown again and adds up, and the highest of several."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from affray.dice.arrays import Array, numerators, over, products, zeros
from affray.dice.distribution import Distribution, Weight
from affray.dice.limits import CUT, MAX_ROUNDS, Size
from affray.errors import BadValue

__all__ = ["Chain", "Face", "chain_size", "highest", "keep_size", "rounds_to_cut"]


class Face(NamedTuple):
    """One thing a die (or a chart) can show: its natural, what it counts, its chance, whether it is thrown again."""

    natural: int
    score: int
    chance: Weight
    again: bool


@dataclass(frozen=True)
class Chain:
    """A die that adds up while it shows faces that are thrown again, up to `rounds` times.

    `endless` dice would go on after that: what they would show then is cut. Others stop there, whatever they show.
    """

    faces: tuple[Face, ...]
    rounds: int
    endless: bool

    def law(self) -> Distribution:
        """The law of the sum."""
        return self._part(self.faces, self._further())

    def split(self, naturals: tuple[int, ...]) -> dict[int | None, Distribution]:
        """The parts of the law by the first natural, None for any other."""
        further = self._further()
        found: dict[int | None, Distribution] = {}
        for natural in (*naturals, None):
            faces = [
                f for f in self.faces if (f.natural == natural if natural is not None else f.natural not in naturals)
            ]
            if faces:
                found[natural] = self._part(faces, further)
        return found

    def _further(self) -> Distribution | None:
        """What a die adds that has been thrown again once; None if no face is."""
        if not self.rounds or not any(face.again for face in self.faces):
            return None
        # in whole numbers over one denominator until the end: fractions of hundreds of rounds take long to reduce
        chances, scale = numerators(self._array([face.chance for face in self.faces]))
        low = min(face.score for face in self.faces)
        length = max(face.score for face in self.faces) - low + 1
        rest, again, start = np.zeros((3, length), dtype=chances.dtype)
        for face, chance in zip(self.faces, chances, strict=True):
            (again if face.again else rest)[face.score - low] += chance
            if not (face.again and self.endless):
                start[face.score - low] += chance
        # the scores of the faces that are thrown again may be few among many
        first, last = np.flatnonzero(again)[[0, -1]]
        again, least = again[first : last + 1], low + int(first)
        bottom, weights, over_all = low, start, scale
        for _ in range(self.rounds - 1):
            bottom, weights = _sum((least + bottom, products(again, weights)), (low, rest * over_all))
            over_all *= scale
        if self._exact:
            weights = over(weights, over_all)
        lost = sum(face.chance for face in self.faces if face.again)
        return Distribution(bottom, weights, lost**self.rounds if self.endless else 0)

    @property
    def _exact(self) -> bool:
        return isinstance(self.faces[0].chance, Fraction)

    def _array(self, weights: list[Weight]) -> Array:
        array: Array = np.array(weights, dtype=object if self._exact else np.float64)
        return array

    def _part(self, faces: Iterable[Face], further: Distribution | None) -> Distribution:
        stay = [face for face in faces if not face.again or further is None]
        again = [face for face in faces if face.again and further is not None]
        parts = [self._law_of(stay)] if stay else []
        if again and further is not None:
            parts.append(self._law_of(again) + further)
        return Distribution.mix((1, part) for part in parts)

    def _law_of(self, faces: list[Face]) -> Distribution:
        low = min(face.score for face in faces)
        array = zeros(max(face.score for face in faces) - low + 1, self._exact)
        for face in faces:
            array[face.score - low] += face.chance
        return Distribution(low, array)


def _sum(one: tuple[int, Array], two: tuple[int, Array]) -> tuple[int, Array]:
    """Two rows of weights, each from its least value on, added."""
    low = min(one[0], two[0])
    array: Array = np.zeros(max(row[0] + len(row[1]) for row in (one, two)) - low, dtype=one[1].dtype)
    for start, weights in (one, two):
        array[start - low : start - low + len(weights)] += weights
    return low, array


def rounds_to_cut(what: str, again: Fraction, count: int) -> int:
    """How often a die with this chance to be thrown again is followed until `count` of them lose less than the cut."""
    if again >= 1:
        raise BadValue(what, "every face is thrown again", "dice that come to rest: this one is thrown for ever")
    rounds = max(1, math.ceil(math.log(CUT / count) / math.log(float(again))) - 1)
    if rounds > MAX_ROUNDS:
        raise BadValue(what, f"{float(again):.4g} of its faces are thrown again", "dice that come to rest sooner")
    return rounds


def chain_size(scores: Iterable[tuple[int, bool]], rounds: int, endless: bool) -> Size:
    """The size of the law of one die, from what its faces count and whether they are thrown again."""
    scores = list(scores)
    again = [score for score, more in scores if more]
    rest = [score for score, more in scores if not more]
    start = rest if endless else [score for score, _ in scores]
    low, high, work = min(start), max(start), 0
    for _ in range(rounds if again else 0):
        work += (max(again) - min(again) + 1) * (high - low + 1)
        low, high = min([*rest, min(again) + low]), max([*rest, max(again) + high])
    endless = endless and bool(again)
    steps = 4 * rounds + 1 + len(scores) // 10
    return Size(low, high, endless and min(again) < 0, endless and max(again) > 0, work, steps)


def keep_size(one: Size, count: int, kept: int) -> Size:
    """The size of the sum of the `kept` highest or lowest of `count` dice, or of all of them."""
    low, high = one.low * kept, one.high * kept
    if kept == count:
        # by squaring: about a third of the square of the width
        work, steps = (high - low + 1) ** 2 // 3 if count > 1 else 0, 2 * count.bit_length()
    else:
        # whole arrays are multiplied, added and copied: three times the cost of one multiply-add
        work = 3 * one.width * kept * (kept * kept * one.width // 2 + count)
        steps = 3 * one.width * kept + count
    return one._replace(low=low, high=high, work=one.work + work, steps=one.steps + steps)


def highest(one: Distribution, count: int, kept: int) -> Distribution:
    """The law of the sum of the `kept` highest of `count` independent values.

    Goes down through the values; `above[j]` is the law of j values that all lie above the present one. The present
    value is the lowest kept one when j lie above and at least `kept - j` show it. Every term is positive, so nothing
    cancels.
    """
    weights, scale = numerators(one.weights)
    exact = one.exact
    span = len(weights) - 1
    size = kept * span + 1
    above: Array = np.full((kept, size), 0, dtype=object) if exact else np.zeros((kept, size))
    above[0, 0] = 1
    result: Array = np.full(size, 0, dtype=object) if exact else np.zeros(size)
    kind: type = object if exact else np.float64
    choose = _pascal(count, kind)
    powers = np.arange(count + 1, dtype=object if exact else np.int64)
    below = list(np.cumsum(weights[:-1])) if span else []
    for i in range(span, -1, -1):
        p, less = weights[i], below[i - 1] if i else 0
        if not p:
            continue
        here, under = p**powers, less**powers
        for j in range(kept):
            least = kept - j
            ways = (
                choose[count - j, least : count - j + 1]
                * here[least : count - j + 1]
                * under[: count - j - least + 1][::-1]
            ).sum()
            shift = least * i
            result[shift:] += choose[count, j] * ways * above[j, : size - shift]
        grown = above.copy()
        for c in range(1, kept):
            ways_c = choose[c:kept, c] * here[c]
            grown[c:, c * i :] += ways_c[:, None] * above[: kept - c, : size - c * i]
        above = grown
    return Distribution(one.low * kept, over(result, scale**count), one.cut_of(count))


def _pascal(count: int, kind: type) -> Array:
    """Binomial coefficients `[n, k]` up to `count`: sums of positive numbers, far quicker than one by one."""
    rows: Array = np.zeros((count + 1, count + 1), dtype=kind)
    rows[:, 0] = 1
    for n in range(1, count + 1):
        rows[n, 1:] = rows[n - 1, 1:] + rows[n - 1, :-1]
    return rows
