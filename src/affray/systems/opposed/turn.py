"""Sequence: the schedule of a round, initiative, and what begins and ends with a round."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from affray.clock import Schedule
from affray.encounter import Encounter
from affray.options import Options
from affray.system import rule
from affray.systems.opposed import rules
from affray.systems.opposed.actions.exchange import basic_roll
from affray.systems.opposed.fighter import Fighter, awake
from affray.table import Question, Table

__all__ = ["default_intent", "schedule", "settle_order"]

SCHEDULE = Schedule(
    order="round",
    ties=("attribute used", "dex", "roster"),
    passes=1,
    simultaneous=False,
    refreshes=(("moved", "round-end"), ("defences", "round-end"), ("switched", "round-end")),
    triggers=(("critical failure", "opportunity"),),
)


def schedule(options: Options) -> Schedule:
    """Each round anew, highest first; no switch changes it."""
    return SCHEDULE


@rule("initiative.each-round")
def settle_order(encounter: Encounter, table: Table) -> Encounter:
    """Everybody who can act says what kind of attack is meant, rolls for it, and takes a place in the order."""
    for fighter in encounter.fighters:
        encounter = encounter.with_fighter(replace(fighter, moved=False, switched=False, defences=0))
    present = [f for f in encounter.fighters if awake(f, encounter.options)]
    present = _declared(present, table)
    for fighter in present:
        encounter = encounter.with_fighter(fighter)
    modifiers = [rules.initiative_modifiers(f.intent, f.dex, f.wits) for f in present]
    checks = [basic_roll(f.id, "initiative", m, m[0].rule) for f, m in zip(present, modifiers, strict=True)]
    rolled = table.roll(*checks)
    totals = dict(zip([f.id for f in present], [rolled] if len(present) == 1 else rolled, strict=True))
    entries = [
        rules.Initiative(f.id, totals[f.id], m[0].value, f.dex, place)
        for place, (f, m) in enumerate(zip(present, modifiers, strict=True))
    ]
    order = rules.initiative_order(entries)
    return encounter.with_clock(encounter.clock.settled(order, [totals[who] for who in order]))


def _declared(present: list[Fighter], table: Table) -> list[Fighter]:
    """The fighters with the kind of attack they commit themselves to; only who knows magic has a choice."""
    questions = [
        Question(f.id, "intent", ("physical", "magic"), default_intent(f), "initiative.commit", "this round's attack")
        for f in present
        if any(weapon.kind == "magic" for weapon in f.weapons)
    ]
    given = table.ask(*questions) if questions else ()
    intents = dict(zip([q.who for q in questions], [given] if len(questions) == 1 else given, strict=True))
    chosen: list[Any] = [intents.get(f.id, "physical") for f in present]
    return [replace(f, intent=intent) for f, intent in zip(present, chosen, strict=True)]


def default_intent(fighter: Fighter) -> str:
    """What a fighter means to do unless told otherwise: whatever the first thing on the list is for."""
    return rules.intent_of(fighter.weapons[0].kind)
