"""Plain actions: aim, move, change weapons, pull one out, switch, leave, give up, pass."""

from __future__ import annotations

from typing import Any

from affray.encounter import Encounter, Step
from affray.events import Changed, Declared, Resolved
from affray.frozen import changed
from affray.system import Action, Deed, Forbidden, System, rule
from affray.systems.opposed import rules
from affray.systems.opposed.actions.checks import (
    basic_roll,
    done,
    forbid_distance,
    forbid_reach,
    forbid_target,
    forbid_weapon,
    target_tn,
)
from affray.systems.opposed.actions.kinds import Aim, Move, Pull, Ready
from affray.systems.opposed.actions.wounds import held
from affray.systems.opposed.fighter import (
    Fighter,
    Weapon,
    awake,
    burdens,
    felled,
    grip,
    holders,
    in_motion,
    mount_of,
    out_of_saddle,
    place,
    rider_of,
    situation,
)
from affray.systems.opposed.rules.harm import PULL_TN
from affray.table import Table

__all__ = [
    "aim",
    "flee",
    "forbid_aim",
    "forbid_flee",
    "forbid_move",
    "forbid_other_kind",
    "forbid_pull",
    "forbid_ready",
    "forbid_surrender",
    "forbid_switch",
    "move",
    "pace",
    "pass_turn",
    "pull",
    "ready",
    "surrender",
    "switch",
    "taken_in_hand",
]


@rule("house.aim")
def forbid_aim(encounter: Encounter, who: Fighter, action: Aim, step: Step) -> Forbidden | None:
    """Why the fighter cannot aim, or None."""
    wrong = forbid_target(encounter, who, action.target)
    if wrong:
        return wrong
    if in_motion(encounter, who):
        return Forbidden("house.aim", "whoever has moved this round, or sits on a mount that moves, cannot aim")
    shooters = [w for w in who.weapons if w.kind == "ranged" and who.usable(w, situation(encounter, who).held)]
    if not shooters:
        return Forbidden("ranged.aim", "there is no ranged weapon in hand to aim with")
    reasons = [forbid_distance(encounter, who, weapon, action.target) for weapon in shooters]
    return None if None in reasons else reasons[0]


def aim(system: System, encounter: Encounter, who: Fighter, action: Aim, table: Table) -> Deed:
    """Aiming takes the whole turn."""
    table.note(Declared(("ranged.aim", "house.aim"), who.id, "aims", action.target))
    encounter = encounter.with_fighter(changed(who, aimed=action.target, foe=action.target))
    return done(system, encounter, table)


def pace(encounter: Encounter, who: Fighter) -> int:
    """How far a fighter can go in a turn: on its own legs, or on those of its mount."""
    return (mount_of(encounter, who) or who).pace


@rule("house.held", "house.mount", "mount.out.persist")
def _forbid_going(encounter: Encounter, who: Fighter, beast: Fighter | None) -> Forbidden | None:
    """Why the fighter, who rides `beast` if anything, cannot go anywhere of its own will, or None."""
    for one in (who, beast) if beast else (who,):
        if holding := holders(encounter, one.id):
            return Forbidden("house.held", f"{one.id} is held by {' and '.join(holding)}")
    if rider := rider_of(encounter, who.id):
        return Forbidden("house.mount", f"{who.id} goes where {rider.id} rides it")
    if beast and beast.wild:
        return Forbidden("mount.out.persist", f"{beast.id} is out of control")
    if beast and not awake(beast, encounter.options):
        return Forbidden("house.mount", f"{beast.id} carries nobody any more")
    return None


@rule("house.move", "house.held", "house.mount", "mount.out.act")
def forbid_move(encounter: Encounter, who: Fighter, action: Move, step: Step) -> Forbidden | None:
    """Why the fighter cannot go there, or None."""
    # a turn that was put off to the end of the round is the same turn still
    if ("moved", True) in step.facts or (step.cause == "late" and who.moved):
        return Forbidden("house.move", "a fighter moves once a turn")
    beast = mount_of(encounter, who)
    if wrong := _forbid_going(encounter, who, beast):
        return wrong
    for one in (who, beast) if beast else (who,):
        if held_fast := grip(encounter, one):
            return Forbidden("house.held", f"{one.id} holds {held_fast}; let go first")
    legs = beast or who
    if legs.move and not legs.pace:
        return Forbidden("house.bones", f"without {' and '.join(legs.useless)} there is no moving")
    way = abs(action.to - who.position)
    if not 0 < way <= legs.pace:
        rule = "house.move" if legs.pace == legs.move else "house.bones"
        return Forbidden(rule, f"{action.to} m is {way} m away; a move is 1 to {legs.pace} m")
    return None


@rule("house.move")
def move(system: System, encounter: Encounter, who: Fighter, action: Move, table: Table) -> Deed:
    """A move along the line, mount and all; the turn goes on, and what was aimed at is lost."""
    table.note(Changed(("house.move",), who.id, "position", who.position, action.to))
    beast = mount_of(encounter, who)
    encounter = encounter.with_fighter(changed(who, moved=True, aimed=""))
    if beast is not None:
        encounter = encounter.with_fighter(changed(beast, moved=True))
    encounter = place(encounter, who.id, action.to)
    step = encounter.agenda[-1]
    return Deed(encounter.pop().push(changed(step, facts=(*step.facts, ("moved", True)))))


def forbid_ready(encounter: Encounter, who: Fighter, action: Ready, step: Step) -> Forbidden | None:
    """Why the fighter cannot take that in hand, or None."""
    wrong = forbid_weapon(encounter, who, action.weapon)
    if wrong:
        return wrong
    if not who.weapon(action.weapon).held:
        return Forbidden("house.hands", f"{action.weapon} needs no hand")
    if action.weapon in who.hands:
        return Forbidden("house.hands", f"{action.weapon} is in hand already")
    return None


def ready(system: System, encounter: Encounter, who: Fighter, action: Ready, table: Table) -> Deed:
    """Something is taken in hand; what no longer fits goes away."""
    table.note(Declared(("house.hands",), who.id, "takes in hand", means=action.weapon))
    hands = taken_in_hand(who, who.weapon(action.weapon))
    return done(system, encounter.with_fighter(changed(who, hands=hands, aimed="")), table)


def taken_in_hand(who: Fighter, weapon: Weapon) -> tuple[str, ...]:
    """What is in hand after a weapon has been taken: it, and of the rest what still fits, in the old order."""
    return held(who, (weapon.name, *who.hands))


def forbid_pull(encounter: Encounter, who: Fighter, action: Pull, step: Step) -> Forbidden | None:
    """Why the fighter cannot pull at that, or None."""
    bearer = dict(who.stuck).get(action.weapon)
    if bearer is None:
        return Forbidden("house.stuck", f"{action.weapon!r} does not stick in anybody")
    if not encounter.has(bearer):
        return None
    if encounter.fighter(bearer).gone == "fled":
        return Forbidden("house.flee", f"{bearer} has fled with it")
    return forbid_reach(encounter, who, bearer)


@rule("house.stuck")
def pull(system: System, encounter: Encounter, who: Fighter, action: Pull, table: Table) -> Deed:
    """Pulling a weapon out: 2d6 + Brute against 8. One whose bearer has left the fight comes free by itself."""
    bearer = dict(who.stuck)[action.weapon]
    table.note(Declared(("house.stuck",), who.id, "pulls at", bearer, action.weapon))
    free = not encounter.has(bearer)
    if not free:
        against = target_tn(table, who.id, "pull TN", PULL_TN, "house.stuck")
        modifiers = rules.pull_modifiers(who.brute) + burdens(encounter, who)
        free = rules.pulled_out(table.roll(basic_roll(who.id, "pull", modifiers, "house.stuck", against)))
    table.note(Resolved(("house.stuck",), who.id, "pulled free" if free else "still stuck", detail=action.weapon))
    stuck = tuple((name, x) for name, x in who.stuck if not (free and name == action.weapon))
    return done(system, encounter.with_fighter(changed(who, aimed="", stuck=stuck)), table, free, who.id)


def forbid_switch(who: Fighter, step: Step) -> Forbidden | None:
    """Why the fighter cannot go over to the other kind of attack, or None."""
    if who.switched or step.kind != "turn":
        return Forbidden("initiative.switch", "only once a round, and in the place that initiative gave")
    if all(rules.keeps_to_intent(who.intent, weapon.kind) for weapon in who.weapons):
        return Forbidden("initiative.switch", f"{who.id} has nothing to attack with in the other way")
    return None


@rule("initiative.commit")
def forbid_other_kind(who: Fighter, attack_kind: str, step: Step) -> Forbidden | None:
    """Why an attack of that kind is closed to the fighter for now, or None."""
    if rules.keeps_to_intent(who.intent, attack_kind):
        return None
    hint = "; switch, and act last" if forbid_switch(who, step) is None else ", and that binds for the round"
    return Forbidden("initiative.commit", f"initiative was rolled for a {who.intent} attack{hint}")


@rule("initiative.switch")
def switch(system: System, encounter: Encounter, who: Fighter, action: Action, table: Table) -> Deed:
    """The other kind of attack costs the place in the order: the turn comes at the end of the round."""
    intent: Any = "magic" if who.intent == "physical" else "physical"
    table.note(Declared(("initiative.switch",), who.id, "switches to", means=intent))
    encounter = encounter.with_fighter(changed(who, intent=intent, switched=True, aimed=""))
    return done(system, encounter.with_clock(encounter.clock.postponed(who.id)), table)


@rule("house.flee")
def forbid_flee(encounter: Encounter, who: Fighter, action: Action, step: Step) -> Forbidden | None:
    """Why the fighter cannot get away, or None: held, unable to move, or with a foe in reach."""
    beast = mount_of(encounter, who)
    if wrong := _forbid_going(encounter, who, beast):
        return wrong
    if not pace(encounter, who):
        return Forbidden("house.flee", f"{who.id} cannot move")
    for foe in encounter.foes(who.id):
        if awake(foe, encounter.options) and rules.in_reach(encounter.distance(who.id, foe.id)):
            return Forbidden("house.flee", f"{foe.id} is in reach; move away first")
    return None


@rule("house.flee")
def flee(system: System, encounter: Encounter, who: Fighter, action: Action, table: Table) -> Deed:
    """The fighter is out of the fight and alive, with whatever it rides."""
    beast = mount_of(encounter, who)
    table.note(Declared(("house.flee",), who.id, "flees"))
    encounter = encounter.with_fighter(felled(who, gone="fled"))
    if beast is not None:
        encounter = encounter.with_fighter(felled(beast, gone="fled"))
    return done(system, encounter, table)


def forbid_surrender(encounter: Encounter, who: Fighter, action: Action, step: Step) -> Forbidden | None:
    """Nothing keeps anybody from giving up."""
    return None


@rule("house.surrender")
def surrender(system: System, encounter: Encounter, who: Fighter, action: Action, table: Table) -> Deed:
    """The fighter is out of the fight and alive, and out of the saddle; whoever rides it gets down too."""
    table.note(Declared(("house.surrender",), who.id, "surrenders"))
    if rider := rider_of(encounter, who.id):
        encounter = encounter.with_fighter(out_of_saddle(rider))
    return done(system, encounter.with_fighter(felled(out_of_saddle(who), gone="surrendered")), table)


def pass_turn(system: System, encounter: Encounter, who: Fighter, action: Action, table: Table) -> Deed:
    """Nothing is done."""
    table.note(Declared((), who.id, "passes"))
    return done(system, encounter.with_fighter(changed(who, aimed="")), table)
