"""What lasts from one fight to the next, and what a rest between them does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from affray.system import rule
from affray.systems.opposed.rules.harm import broken_stuns
from affray.systems.opposed.rules.lasting import Toll

__all__ = ["Condition", "carried_over", "rested"]


class Condition(NamedTuple):
    """What a fighter takes out of a fight besides lost limbs: Life, Exhaustion, poisons, sleep, whether it burns."""

    life: int
    exhaustion: int
    poisons: tuple[Toll, ...] = ()
    asleep: bool = False
    burning: bool = False


@rule("house.rest")
def carried_over(after: Condition, life_full: int, exhaustion_full: int) -> Condition:
    """What is left of a condition in the next fight: all of it, Life and Exhaustion up to what is full there."""
    return after._replace(life=min(after.life, life_full), exhaustion=min(after.exhaustion, exhaustion_full))


@rule("house.rest", "house.character")
def rested(before: Condition, exhaustion_full: int, broken: Iterable[str] = ()) -> Condition:
    """A condition after a rest: all Exhaustion back, poisons at their end, the fire out, awake but for a broken head.

    Life does not come back; what the poisons had still to take is gone from it.
    """
    toll = sum(poison.rate * poison.ticks for poison in before.poisons)
    stunned = any(broken_stuns(part) for part in broken)
    return Condition(before.life - toll, exhaustion_full, asleep=before.asleep and stunned)
