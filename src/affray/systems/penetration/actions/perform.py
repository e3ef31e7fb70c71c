"""How actions change the fight."""

from __future__ import annotations

from affray.encounter import Encounter, Step
from affray.events import TurnBegan
from affray.system import Action, Deed, System
from affray.systems.penetration.actions.headlong import HEADLONG
from affray.systems.penetration.actions.ways import WAYS
from affray.systems.penetration.fighter import able
from affray.table import Table

__all__ = ["begin_turn", "perform"]


def perform(system: System, encounter: Encounter, action: Action, table: Table) -> Deed:
    """Do an action that nothing forbids."""
    deed: Deed = WAYS[type(action)].do(system, encounter, encounter.fighter(action.who), action, table)
    after = deed.encounter
    step = after.step
    # a headlong attack that had to wait for the faster one comes up by itself, as the turn above it is through
    waited = step is not None and step.kind == HEADLONG and len(after.agenda) < len(encounter.agenda)
    if waited and step is not None and able(after.fighter(step.who), after.options):
        table.note(TurnBegan((), step.who, step.kind, step.cause))
    return deed


def begin_turn(system: System, encounter: Encounter, step: Step, table: Table) -> Encounter:
    """Nothing comes before the decision."""
    return encounter
