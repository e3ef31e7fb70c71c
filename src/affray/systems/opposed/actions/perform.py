"""How actions change the fight, and what turns and rounds bring by themselves."""

from __future__ import annotations

from affray.encounter import Encounter, Step, end_turn
from affray.events import Skipped
from affray.frozen import changed
from affray.system import Action, Deed, System
from affray.systems.opposed.actions import grapple, lasting
from affray.systems.opposed.actions.ways import WAYS
from affray.systems.opposed.actions.wild import run_wild
from affray.systems.opposed.charts import LOSS_OF_CONTROL
from affray.systems.opposed.fighter import Fighter
from affray.table import Table

__all__ = ["begin_turn", "end_round", "perform"]


def perform(system: System, encounter: Encounter, action: Action, table: Table) -> Deed:
    """Do an action that nothing forbids; all but moving and letting go end the turn."""
    deed = WAYS[type(action)].do(system, encounter, encounter.fighter(action.who), action, table)
    after = grapple.loosen(deed.encounter, table)
    return deed if after is deed.encounter else changed(deed, encounter=after)


def begin_turn(system: System, encounter: Encounter, step: Step, table: Table) -> Encounter:
    """What comes before the decision: the contest of a hold, trying for control is over, a wild mount takes over."""
    encounter = grapple.loosen(encounter, table)
    who: Fighter = encounter.fighter(step.who)
    if who.regaining:
        encounter = encounter.with_fighter(changed(who, regaining=False))
    if step.kind == "turn" and not step.cause and who.wild is None:  # a wild mount lets go without a contest
        encounter = grapple.hold_on(encounter, who.id, table)
    if who.wild is not None:
        if step.kind == "turn":
            return run_wild(system, encounter, step, table)
        table.note(Skipped((LOSS_OF_CONTROL[who.wild.row].rule,), who.id, step.kind, "out of control"))
        return end_turn(system, encounter, table)
    return encounter


def end_round(encounter: Encounter, table: Table) -> Encounter:
    """What a round's end brings to everybody, in roster order: poison, then fire."""
    for who in encounter.ids:
        encounter = lasting.work_of_poison(encounter, who, table)
        encounter = lasting.burn(encounter, who, table)
    return grapple.loosen(encounter, table)
