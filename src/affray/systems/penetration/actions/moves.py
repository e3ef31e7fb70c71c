"""Movement, once a turn: closing in and what it provokes, moving away, dropping, getting up, getting behind a tree."""

from __future__ import annotations

from typing import Any

from affray.encounter import Encounter, Step
from affray.events import Changed, Declared
from affray.frozen import changed
from affray.system import Action, Deed, Forbidden, System, rule
from affray.systems.penetration import rules
from affray.systems.penetration.actions.checks import done, forbid_act, forbid_target
from affray.systems.penetration.actions.headlong import answered
from affray.systems.penetration.actions.kinds import Close, Cover, Move
from affray.systems.penetration.fighter import Fighter
from affray.table import Table

__all__ = [
    "close",
    "cover",
    "drop",
    "forbid_close",
    "forbid_cover",
    "forbid_drop",
    "forbid_move",
    "forbid_rise",
    "move",
    "place_within_reach",
    "rise",
]

#: ways to be behind a tree
COVERS = tuple(cover for cover in rules.COVERS if cover)


@rule("house.turn")
def forbid_movement(who: Fighter, step: Step, upright: bool = True) -> Forbidden | None:
    """Why the fighter cannot move in any way now, or None."""
    if wrong := forbid_act(step):
        return wrong
    if ("moved", True) in step.facts:
        return Forbidden("house.turn", "there is one movement in a turn")
    if upright and who.prone:
        return Forbidden("house.prone", f"{who.id} lies on the ground; get up first")
    return None


def moved(encounter: Encounter, who: Fighter, *facts: str, **more: Any) -> Encounter:
    """The encounter with the movement of the turn used, the aim lost, and whatever is in `more`; the turn goes on."""
    encounter = encounter.with_fighter(changed(who, aimed=0, aimed_at="", **more))
    step = encounter.agenda[-1]
    marks = tuple((fact, True) for fact in ("moved", *facts))
    return encounter.pop().push(changed(step, facts=(*step.facts, *marks)))


def place_within_reach(mine: int, theirs: int) -> int:
    """The nearest place from which somebody at `theirs` is within reach."""
    if rules.in_reach(abs(theirs - mine)):
        return mine
    return theirs - rules.REACH if theirs > mine else theirs + rules.REACH


@rule("house.turn", "house.reach")
def forbid_close(encounter: Encounter, who: Fighter, action: Close, step: Step) -> Forbidden | None:
    """Why the fighter cannot step up to that one, or None."""
    wrong = forbid_movement(who, step) or forbid_target(encounter, who, action.target)
    if wrong:
        return wrong
    if encounter.fighter(action.target).side == who.side:
        return Forbidden("house.turn", f"{action.target} is on the same side; one closes in on a foe")
    distance = encounter.distance(who.id, action.target)
    if rules.in_reach(distance):
        return Forbidden("house.reach", f"{action.target} is within reach already")
    if distance > rules.PACE + rules.REACH:
        far = rules.PACE + rules.REACH
        return Forbidden("house.turn", f"{action.target} is {distance} m away; one closes in from {far} m at most")
    return None


@rule("house.turn")
def close(system: System, encounter: Encounter, who: Fighter, action: Close, table: Table) -> Deed:
    """A step up to somebody; it may provoke a headlong attack, and the turn goes on."""
    to = place_within_reach(who.position, encounter.fighter(action.target).position)
    table.note(Declared(("house.turn",), who.id, "closes in on", action.target))
    table.note(Changed(("house.turn",), who.id, "position", who.position, to))
    encounter = moved(encounter, who, "closed", position=to, cover="", foe=action.target)
    return Deed(answered(system, encounter, who.id, action.target, table))


@rule("house.turn")
def forbid_move(encounter: Encounter, who: Fighter, action: Move, step: Step) -> Forbidden | None:
    """Why the fighter cannot go there, or None."""
    if wrong := forbid_movement(who, step):
        return wrong
    way = abs(action.to - who.position)
    if not 0 < way <= rules.PACE:
        return Forbidden("house.turn", f"{action.to} m is {way} m away; a move is 1 to {rules.PACE} m")
    return None


@rule("house.turn")
def move(system: System, encounter: Encounter, who: Fighter, action: Move, table: Table) -> Deed:
    """A move along the line; the turn ends with it."""
    table.note(Changed(("house.turn",), who.id, "position", who.position, action.to))
    return done(system, moved(encounter, who, position=action.to, cover=""), table)


@rule("missile.prone")
def forbid_drop(encounter: Encounter, who: Fighter, action: Action, step: Step) -> Forbidden | None:
    """Why the fighter cannot drop to the ground, or None."""
    if who.prone:
        return Forbidden("house.prone", f"{who.id} lies on the ground already")
    return forbid_movement(who, step)


@rule("missile.prone", "house.prone")
def drop(system: System, encounter: Encounter, who: Fighter, action: Action, table: Table) -> Deed:
    """Down to the ground."""
    table.note(Changed(("missile.prone", "house.prone"), who.id, "on the ground", False, True))
    return Deed(moved(encounter, who, prone=True))


def forbid_rise(encounter: Encounter, who: Fighter, action: Action, step: Step) -> Forbidden | None:
    """Why the fighter cannot get up, or None."""
    if not who.prone:
        return Forbidden("house.prone", f"{who.id} stands already")
    return forbid_movement(who, step, upright=False)


@rule("house.prone")
def rise(system: System, encounter: Encounter, who: Fighter, action: Action, table: Table) -> Deed:
    """Up from the ground."""
    table.note(Changed(("house.prone",), who.id, "on the ground", True, False))
    return Deed(moved(encounter, who, prone=False))


@rule("missile.cover", "house.tree")
def forbid_cover(encounter: Encounter, who: Fighter, action: Cover, step: Step) -> Forbidden | None:
    """Why the fighter cannot get behind a tree like that, or None."""
    if not encounter.fact("trees"):
        return Forbidden("missile.cover", "there is no tree to get behind")
    if action.how not in COVERS:
        return Forbidden("house.tree", f"behind a tree is {' or '.join(COVERS)}, not {action.how!r}")
    if who.cover == action.how:
        return Forbidden("house.tree", f"{who.id} is there already")
    return forbid_movement(who, step)


@rule("missile.cover", "house.tree")
def cover(system: System, encounter: Encounter, who: Fighter, action: Cover, table: Table) -> Deed:
    """Behind a tree: out of sight, or looking and shooting past it."""
    way = "gets fully behind a tree" if action.how == "behind" else "gets behind a tree"
    table.note(Declared(("missile.cover", "house.tree"), who.id, way))
    return Deed(moved(encounter, who, cover=action.how))
