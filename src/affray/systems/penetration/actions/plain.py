"""Plain acts, each of which ends the turn: aim, take something else in hand, leave, give up, pass."""

from __future__ import annotations

from affray.encounter import Encounter, Step
from affray.events import Declared
from affray.frozen import changed
from affray.system import Action, Deed, Forbidden, System, rule
from affray.systems.penetration import rules
from affray.systems.penetration.actions.checks import (
    done,
    forbid_act,
    forbid_missile,
    forbid_target,
    forbid_weapon,
)
from affray.systems.penetration.actions.kinds import Aim, Ready
from affray.systems.penetration.fighter import Fighter, able
from affray.table import Table

__all__ = [
    "aim",
    "flee",
    "forbid_aim",
    "forbid_flee",
    "forbid_ready",
    "forbid_surrender",
    "pass_turn",
    "ready",
    "surrender",
]


@rule("missile.aim", "house.man.aim")
def forbid_aim(encounter: Encounter, who: Fighter, action: Aim, step: Step) -> Forbidden | None:
    """Why the fighter cannot aim, or None."""
    wrong = forbid_act(step) or forbid_target(encounter, who, action.target)
    if wrong:
        return wrong
    if who.maneuver != "aim":
        return Forbidden("house.man.aim", f"{who.id} has not declared an aimed shot for this round")
    if not who.in_hand.missile:
        return Forbidden("missile.aim", f"{who.wielded} is nothing to aim with")
    if ("moved", True) in step.facts:
        return Forbidden("house.man.aim", "whoever moves cannot aim in the same turn")
    if who.aimed >= rules.AIM_ROUNDS and who.aimed_at == action.target:
        return Forbidden("house.man.aim", f"{rules.AIM_ROUNDS} rounds of aiming are all that helps")
    return forbid_missile(encounter, who, action.target)


def aim(system: System, encounter: Encounter, who: Fighter, action: Aim, table: Table) -> Deed:
    """One more full round of aiming at that target."""
    table.note(Declared(("missile.aim", "house.man.aim"), who.id, "aims", action.target))
    rounds = who.aimed + 1 if who.aimed_at == action.target else 1
    encounter = encounter.with_fighter(changed(who, aimed=rounds, aimed_at=action.target, foe=action.target))
    return done(system, encounter, table)


@rule("strength.any-weapon", "house.hands")
def forbid_ready(encounter: Encounter, who: Fighter, action: Ready, step: Step) -> Forbidden | None:
    """Why the fighter cannot take that in hand, or None."""
    wrong = forbid_act(step) or forbid_weapon(who, action.weapon)
    if wrong:
        return wrong
    weapon = who.weapon(action.weapon)
    if action.hands not in (1, 2) or weapon.required(action.hands) is None:
        return Forbidden("house.hands", f"{weapon.name} is not used in {action.hands} hands")
    if (who.wielded, who.grip) == (action.weapon, action.hands):
        return Forbidden("house.hands", f"{action.weapon} is in hand like that already")
    return None


@rule("house.hands")
def ready(system: System, encounter: Encounter, who: Fighter, action: Ready, table: Table) -> Deed:
    """Another weapon in hand, or another grip; what was aimed at is lost."""
    table.note(Declared(("house.hands",), who.id, "takes in hand", means=action.weapon))
    after = changed(who, wielded=action.weapon, grip=action.hands, aimed=0, aimed_at="")
    return done(system, encounter.with_fighter(after), table)


@rule("house.leave")
def forbid_flee(encounter: Encounter, who: Fighter, action: Action, step: Step) -> Forbidden | None:
    """Why the fighter cannot get away, or None: lying on the ground, or with a foe in reach."""
    if wrong := forbid_act(step):
        return wrong
    if who.prone:
        return Forbidden("house.prone", f"{who.id} lies on the ground; get up first")
    for foe in encounter.foes(who.id):
        if able(foe, encounter.options) and rules.in_reach(encounter.distance(who.id, foe.id)):
            return Forbidden("house.leave", f"{foe.id} is in reach; move away first")
    return None


@rule("house.leave")
def flee(system: System, encounter: Encounter, who: Fighter, action: Action, table: Table) -> Deed:
    """The fighter is out of the fight and alive."""
    table.note(Declared(("house.leave",), who.id, "flees"))
    return done(system, encounter.with_fighter(changed(who, gone="fled")), table)


def forbid_surrender(encounter: Encounter, who: Fighter, action: Action, step: Step) -> Forbidden | None:
    """Why the fighter cannot give up, or None: nothing but a turn is needed."""
    return forbid_act(step)


@rule("house.leave")
def surrender(system: System, encounter: Encounter, who: Fighter, action: Action, table: Table) -> Deed:
    """The fighter is out of the fight and alive."""
    table.note(Declared(("house.leave",), who.id, "surrenders"))
    return done(system, encounter.with_fighter(changed(who, gone="surrendered")), table)


def pass_turn(system: System, encounter: Encounter, who: Fighter, action: Action, table: Table) -> Deed:
    """Nothing is done; a defence without an attack ends so too."""
    table.note(Declared((), who.id, "passes"))
    return done(system, encounter, table)
