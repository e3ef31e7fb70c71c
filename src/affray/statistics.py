"""What a number of trials says about a chance: 95 % intervals, honest where something never or always happened.

And the mean of counts or laws.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import NamedTuple

__all__ = ["Estimate", "estimate", "mean", "wilson"]

#: how many standard deviations make 95 %
Z = 1.96
#: of something that never happened in n trials, one can say with 95 % that its chance is below 3 / n
NEVER = 3


class Estimate(NamedTuple):
    """A chance as it was found, and the 95 % interval around it."""

    chance: float
    low: float
    high: float


def wilson(chance: float, trials: int) -> tuple[float, float]:
    """The 95 % interval by Wilson's score of a chance that was found in so many trials."""
    z2 = Z**2
    middle = (chance + z2 / (2 * trials)) / (1 + z2 / trials)
    half = Z / (1 + z2 / trials) * sqrt(chance * (1 - chance) / trials + z2 / (4 * trials * trials))
    return max(0.0, middle - half), min(1.0, middle + half)


def estimate(count: int, trials: int) -> Estimate:
    """The chance of what happened `count` times in so many trials; the rule of three where it was never, or always.

    Of no trials nothing is known: 0 to 1.
    """
    if trials == 0:
        return Estimate(0.0, 0.0, 1.0)
    if count == 0:
        return Estimate(0.0, 0.0, min(1.0, NEVER / trials))
    if count == trials:
        return Estimate(1.0, max(0.0, 1 - NEVER / trials), 1.0)
    return Estimate(count / trials, *wilson(count / trials, trials))


def mean(law: Mapping[int, float]) -> float:
    """The mean of a number by how often, or how likely, each value of it comes; 0 where none does."""
    total = sum(law.values())
    return sum(number * times for number, times in law.items()) / total if total else 0.0
