"""Sequence: the schedule of a round, initiative, and what begins and ends with a round."""

from __future__ import annotations

from typing import Any

from affray.clock import Schedule, Timer
from affray.encounter import Encounter
from affray.errors import BrokenPromise
from affray.frozen import changed
from affray.options import Options
from affray.system import rule
from affray.systems.opposed import rules
from affray.systems.opposed.actions.checks import basic_roll
from affray.systems.opposed.actions.grapple import SWAYED
from affray.systems.opposed.actions.wounds import UNCONSCIOUS
from affray.systems.opposed.fighter import Fighter, awake, burdens
from affray.systems.opposed.tabulate import tie_key
from affray.table import Question, Table

__all__ = ["default_intent", "expire", "refresh", "schedule", "settle_order"]

SCHEDULE = Schedule(
    order="round",
    refreshes=(("moved", "round-start"), ("switched", "round-start"), ("defences", "round-start")),
)


def schedule(options: Options) -> Schedule:
    """Each round anew, highest first; no switch changes it."""
    return SCHEDULE


def refresh(fighter: Fighter, what: str) -> Fighter:
    """The fighter with a count or mark of the last round gone."""
    match what:
        case "moved":
            return changed(fighter, moved=False)
        case "switched":
            return changed(fighter, switched=False)
        case "defences":
            return changed(fighter, defences=0)
    raise BrokenPromise(f"nothing called {what!r} refreshes")


@rule("house.ko", "house.social")
def expire(fighter: Fighter, timer: Timer) -> Fighter:
    """The fighter as a timed condition ends: the sleep of a knock-out, or having been won over."""
    if timer.what == UNCONSCIOUS:
        return changed(fighter, unconscious=any(rules.broken_stuns(part) for part in fighter.broken))
    winner = timer.what.removeprefix(SWAYED)
    return changed(fighter, swayed=tuple(who for who in fighter.swayed if who != winner))


@rule("initiative.each-round")
def settle_order(encounter: Encounter, table: Table) -> Encounter:
    """Everybody who can act says what kind of attack is meant, rolls for it, and takes a place in the order."""
    present = [f for f in encounter.fighters if awake(f, encounter.options)]
    present = _declared(present, table)
    for fighter in present:
        encounter = encounter.with_fighter(fighter)
    modifiers = [rules.initiative_modifiers(f.intent, f.dex, f.wits) + burdens(encounter, f) for f in present]
    checks = [basic_roll(f.id, "initiative", m, m[0].rule) for f, m in zip(present, modifiers, strict=True)]
    totals = dict(zip([f.id for f in present], table.roll_each(checks), strict=True))
    ties = [tie_key(fighter) for fighter in present]
    entries = [rules.Initiative(f.id, totals[f.id], *ties[place], place) for place, f in enumerate(present)]
    order = rules.initiative_order(entries)
    return encounter.with_clock(encounter.clock.settled(order, [totals[who] for who in order]))


def _declared(present: list[Fighter], table: Table) -> list[Fighter]:
    """The fighters with the kind of attack they commit themselves to; only who knows magic has a choice."""
    questions = [
        Question(f.id, "intent", ("physical", "magic"), default_intent(f), "initiative.commit", "this round's attack")
        for f in present
        if any(weapon.kind == "magic" for weapon in f.weapons)
    ]
    intents = dict(zip([q.who for q in questions], table.ask_each(questions), strict=True))
    chosen: list[Any] = [intents.get(f.id, "physical") for f in present]
    return [changed(f, intent=intent) for f, intent in zip(present, chosen, strict=True)]


def default_intent(fighter: Fighter) -> str:
    """What a fighter means to do unless told otherwise: whatever the first thing on the list is for."""
    return rules.intent_of(fighter.weapons[0].kind)
