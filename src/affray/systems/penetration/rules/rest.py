"""What lasts from one fight to the next, and what a rest between them does."""

from __future__ import annotations

from typing import NamedTuple

from affray.system import rule

__all__ = ["Condition", "carried_over", "rested"]


class Condition(NamedTuple):
    """What a fighter takes out of a fight: points of damage and of fatigue."""

    damage: int
    fatigue: int


@rule("house.rest")
def carried_over(after: Condition) -> Condition:
    """What is left of a condition in the next fight: all of it."""
    return after


@rule("house.rest")
def rested(before: Condition, endurance: int) -> Condition:
    """A condition after a rest: no fatigue, and of the damage only full levels; the rest was a minor injury."""
    return Condition(before.damage // endurance * endurance, 0)
