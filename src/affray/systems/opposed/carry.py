"""What a fighter takes out of one fight into the next."""

from __future__ import annotations

from dataclasses import replace

from affray.system import rule
from affray.systems.opposed import rules
from affray.systems.opposed.actions.wounds import held
from affray.systems.opposed.fighter import Fighter
from affray.systems.opposed.rules.rest import Condition

__all__ = ["carried"]


@rule("house.rest")
def carried(old: Fighter, fresh: Fighter, rest: bool) -> Fighter:
    """The fighter `fresh` from its sheet, with what lasts of `old`; `rest` says whether there was a rest in between.

    Gear, numbers, place and side are those of the new sheet. What belongs to one fight only does not come along: aim,
    marks of the round, holds, words, flight, a mount out of control, weapons that stick.
    """
    after = Condition(old.life, old.exhaustion, old.poisons, old.unconscious, old.fire is not None)
    if rest:
        after = rules.rested(after, fresh.exhaustion_full, old.broken)
    now = rules.carried_over(after, fresh.life_full, fresh.exhaustion_full)
    fighter = replace(
        fresh,
        life=now.life,
        exhaustion=now.exhaustion,
        poisons=now.poisons,
        unconscious=now.asleep,
        fire=old.fire if now.burning else None,
        dead=old.dead or rules.dead(now.life),
        severed=old.severed,
        broken=old.broken,
        tamed=fresh.tame is not None and (fresh.tamed or old.tamed),
    )
    return replace(fighter, hands=held(fighter, fighter.hands))
