"""The odds of a rule's result as a value: weights by result, what was cut, and how they were found."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import fsum
from typing import Any

from affray.dice.checks import Weight
from affray.statistics import wilson

__all__ = ["Law", "OpenQuestion", "added"]


def added(weights: Iterable[Weight]) -> Weight:
    """The sum of chances: exact for Fractions; for floats rounded once, never above 1, and a float even if empty."""
    found = list(weights)
    if len(found) == 1:
        return found[0] if isinstance(found[0], Fraction) else min(1.0, float(found[0]))
    if Fraction in set(map(type, found)):
        return sum(found)
    return min(1.0, fsum(found))


@dataclass(frozen=True)
class OpenQuestion:
    """A decision that the tactic took while odds were computed: who, which, and all options that came up."""

    who: str
    key: str
    options: tuple[str | int, ...]
    rule: str = ""


@dataclass(frozen=True)
class Law:
    """The odds of a rule's result: weights by value, ordered as they were found.

    `cut` is the mass lost to open-ended dice. `samples` is 0 where the odds are exact, else the number of fights played
    to estimate them. Where the rule answered with a mapping, the values are (key, result) pairs of one marginal law per
    key: see `marginals`.
    """

    weights: Mapping[Any, Weight]
    cut: Weight = 0.0
    paths: int = 0
    samples: int = 0
    open: tuple[OpenQuestion, ...] = ()
    marginals: Mapping[Any, Mapping[Any, Weight]] = field(default_factory=dict)

    @property
    def exact(self) -> bool:
        """Whether every way the dice can fall was played."""
        return self.samples == 0

    @property
    def total(self) -> Weight:
        """The mass of all values; with `cut` it makes 1."""
        return added(self.weights.values())

    def chance(self, test: Callable[[Any], bool]) -> Weight:
        """The weight of all values that pass `test`."""
        return added(weight for value, weight in self.weights.items() if test(value))

    def of(self, read: Callable[[Any], Hashable]) -> dict[Any, Weight]:
        """The law of something read from each value, in ascending order where the readings can be sorted."""
        shares: dict[Any, list[Weight]] = {}
        for value, weight in self.weights.items():
            shares.setdefault(read(value), []).append(weight)
        found = {key: added(weights) for key, weights in shares.items()}
        try:
            return dict(sorted(found.items()))
        except TypeError:
            return found

    def interval(self, chance: float) -> tuple[float, float]:
        """The 95 % interval (Wilson) of a sampled chance; the chance itself, twice, where the odds are exact."""
        return wilson(chance, self.samples) if self.samples else (chance, chance)
