"""The headlong attack: who may strike first as somebody closes in, and its mirror image."""

from __future__ import annotations

from affray.encounter import Encounter, Step, begin_turn
from affray.frozen import changed
from affray.system import System, rule
from affray.systems.penetration import rules
from affray.systems.penetration.fighter import Fighter, Weapon, able, speed
from affray.table import Table

__all__ = ["FIRST", "HEADLONG", "answered", "in_force", "may_answer"]

HEADLONG = "headlong"  # the maneuver, and the step of whoever strikes at the one who closes in
FIRST = ("first", True)  # the fact of such a step that comes before the turn of the one who closes in goes on


@rule("maneuver.headlong", "house.man.headlong")
def may_answer(encounter: Encounter, who: Fighter, mover: Fighter) -> bool:
    """Whether somebody can strike first at a foe who closes in on him."""
    waits = who.maneuver == HEADLONG and not who.attacked and not who.shocked and who.cover != "behind"
    foe = who.side != mover.side and able(who, encounter.options)
    return foe and waits and not who.in_hand.missile


@rule("maneuver.headlong", "maneuver.headlong.symmetric", "house.man.headlong")
def answered(system: System, encounter: Encounter, mover: str, target: str, table: Table) -> Encounter:
    """The encounter after somebody has closed in: whoever waits for that with a headlong attack has its step.

    It comes before the turn of the mover goes on, unless the mover makes such an attack too and is the faster one: then
    it waits until that turn is through.
    """
    m: Fighter = encounter.fighter(mover)
    t: Fighter = encounter.fighter(target)
    if not may_answer(encounter, t, m):
        return encounter
    encounter = encounter.with_fighter(changed(m, closing=True))
    coming = "" if m.attacked or m.shocked or m.in_hand.missile else m.maneuver
    if rules.first_blow(HEADLONG, coming, speed(t, encounter.options), speed(m, encounter.options)) == "standing":
        return begin_turn(system, encounter, Step(HEADLONG, target, cause=mover, facts=(FIRST,)), table)
    *rest, turn = encounter.agenda
    return changed(encounter, agenda=(*rest, Step(HEADLONG, target, cause=mover), turn))


@rule("maneuver.headlong", "maneuver.headlong.symmetric")
def in_force(who: Fighter, weapon: Weapon, step: Step | None) -> bool:
    """Whether an attack of that fighter is a headlong one: at whoever closes in, or after closing in oneself."""
    if step is None or who.maneuver != HEADLONG or weapon.missile:
        return False
    return step.kind == HEADLONG or ("closed", True) in step.facts
