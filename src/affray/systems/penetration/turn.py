"""Sequence: the schedule of a round, the maneuvers declared for it, who acts first, and what comes back by itself."""

from __future__ import annotations

from affray.clock import Schedule, Timer
from affray.dice.checks import Check
from affray.encounter import Encounter, Step
from affray.errors import BrokenPromise
from affray.frozen import changed
from affray.options import Options
from affray.system import rule
from affray.systems.penetration import rules
from affray.systems.penetration.fighter import Fighter, able, initiative_modifiers, pace
from affray.table import Question, Table

__all__ = ["expire", "refresh", "resolve", "schedule", "settle_order"]

SCHEDULE = Schedule(
    order="round",
    refreshes=(
        ("attacked", "round-start"),
        ("closing", "round-start"),
        ("closing", "turn-start"),
        ("exposed", "turn-start"),
        ("shocked", "turn-end"),
    ),
    together=True,
)


def schedule(options: Options) -> Schedule:
    """Each round anew, highest first, equals together; no switch changes it."""
    return SCHEDULE


@rule("house.initiative", "house.man.headlong", "house.shock")
def refresh(fighter: Fighter, what: str) -> Fighter:
    """The fighter with a mark gone, or with one turn less of a shock before it."""
    match what:
        case "attacked":
            return changed(fighter, attacked=False) if fighter.attacked else fighter
        case "closing":
            return changed(fighter, closing=False) if fighter.closing else fighter
        case "exposed":
            return changed(fighter, exposed=False) if fighter.exposed else fighter
        case "shocked":
            return changed(fighter, shocked=fighter.shocked - 1) if fighter.shocked else fighter
    raise BrokenPromise(f"nothing called {what!r} refreshes")


def expire(fighter: Fighter, timer: Timer) -> Fighter:
    """Nothing in these rules runs by a timer."""
    raise BrokenPromise(f"nothing called {timer.what!r} runs out")


def resolve(encounter: Encounter, step: Step) -> Encounter:
    """Nothing in these rules is pending but decisions."""
    raise BrokenPromise(f"nothing called {step.kind!r} is resolved by itself")


@rule("house.initiative", "house.maneuver.limit", "maneuver.use")
def settle_order(encounter: Encounter, table: Table) -> Encounter:
    """Everybody who can act declares a maneuver, rolls for the order, and takes a place in it."""
    options = encounter.options
    present = _declared([f for f in encounter.fighters if able(f, options)], table)
    for fighter in present:
        encounter = encounter.with_fighter(fighter)
    checks = [
        Check(f.id, "initiative", rules.INITIATIVE_DICE, initiative_modifiers(f, options), "house.initiative")
        for f in present
    ]
    totals = table.roll_each(checks)
    entries = [
        rules.Initiative(f.id, total, pace(f, options), place)
        for place, (f, total) in enumerate(zip(present, totals, strict=True))
    ]
    order = rules.initiative_order(entries)
    numbers = {entry.who: entry.total for entry in entries}
    return encounter.with_clock(encounter.clock.settled(order, [numbers[who] for who in order], rules.tied(entries)))


def _declared(present: list[Fighter], table: Table) -> list[Fighter]:
    """The fighters with the maneuvers that they say, all at once, they will use in this round."""
    questions = [
        Question(f.id, "maneuver", f.known, "basic", "maneuver.use", "for this round", asked=f) for f in present
    ]
    given = table.ask_each(questions)
    return [changed(f, maneuver=str(maneuver)) for f, maneuver in zip(present, given, strict=True)]
