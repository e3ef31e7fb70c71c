"""Whether counts are what chances make likely."""

from __future__ import annotations

__all__ = ["fits"]


def fits(count: int, number: int, chance: float) -> bool:
    """Whether `count` of `number` is within 4.5 standard deviations, and 2 more for what hardly ever happens."""
    return abs(count - number * chance) <= 4.5 * (number * chance * (1 - chance)) ** 0.5 + 2
