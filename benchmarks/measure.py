"""How times are taken: side by side in one run, repetition after repetition, and compared within each of these.

A shared machine is now fast and now slow, by a factor of two. What runs within the same second suffers alike, so ratios
are taken within a repetition, and the median of them is what holds. One core is measured by the time of the
processor, more than one by the clock on the wall.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from statistics import median
from typing import Any

__all__ = ["Series", "calibrated", "interleaved"]

Clock = Callable[[], float]


@dataclass
class Series:
    """The times of one kind of work in seconds for each unit of it, a number for each repetition."""

    times: list[float] = field(default_factory=list)
    results: list[Any] = field(default_factory=list)

    @property
    def seconds(self) -> float:
        """The median time."""
        return median(self.times)

    def ratio(self, other: Series) -> float:
        """How many times as long this takes as the other, repetition by repetition."""
        return median(mine / theirs for mine, theirs in zip(self.times, other.times, strict=True))

    def faster(self, other: Series) -> float:
        """How many times as fast this is as the other."""
        return median(theirs / mine for mine, theirs in zip(self.times, other.times, strict=True))


def interleaved(
    works: Mapping[str, tuple[Callable[[int], Any], int]], repetitions: int, clock: Clock = time.process_time
) -> dict[str, Series]:
    """Times of several kinds of work, one after the other in each repetition.

    A work is a function of the number of the repetition, and how many units it does at once.
    """
    found = {name: Series() for name in works}
    for repetition in range(repetitions):
        for name, (work, units) in works.items():
            start = clock()
            result = work(repetition)
            found[name].times.append((clock() - start) / units)
            found[name].results.append(result)
    return found


def calibrated(work: Callable[[int], Any], seconds: float, least: int = 1) -> int:
    """How many units of a work fill that time, by a few trials.

    Two series of them: what fills caches and tables in the first is warm in the second.
    """
    return _calibrated(work, seconds, _calibrated(work, seconds, least) // 4)


def _calibrated(work: Callable[[int], Any], seconds: float, least: int) -> int:
    units = max(1, least)
    while True:
        start = time.process_time()
        work(units)
        spent = time.process_time() - start
        if spent > seconds / 4:
            return max(1, round(units * seconds / spent))
        units *= 4
