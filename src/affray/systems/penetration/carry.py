"""What a fighter takes out of one fight into the next."""

from __future__ import annotations

from affray.frozen import changed
from affray.system import rule
from affray.systems.penetration import rules
from affray.systems.penetration.fighter import Fighter
from affray.systems.penetration.rules import Condition

__all__ = ["carried"]


@rule("house.rest")
def carried(old: Fighter, fresh: Fighter, rest: bool) -> Fighter:
    """The fighter `fresh` from its sheet, with what lasts of `old`; `rest` says whether there was a rest in between.

    Gear, numbers, place and side are those of the new sheet. What belongs to one fight only does not come along: aim,
    shock, sleep, cover, marks of the round, flight.
    """
    now = rules.carried_over(Condition(old.damage, old.fatigue))
    if rest:
        now = rules.rested(now, fresh.endurance)
    return changed(fresh, health=fresh.health_full - now.damage, fatigue=now.fatigue)
