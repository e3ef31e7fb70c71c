"""Riding: getting up and down, control of the mount and its loss, and what a mount does on its own account."""

from __future__ import annotations

from dataclasses import replace

from affray.dice.checks import Check, Modifier
from affray.encounter import Encounter, Step
from affray.events import Changed, Declared, Resolved
from affray.system import Action, Deed, Forbidden, System, rule
from affray.systems.opposed import rules
from affray.systems.opposed.actions.checks import (
    ONE_DIE,
    basic_roll,
    done,
    forbid_reach,
    forbid_target,
    target_tn,
)
from affray.systems.opposed.actions.harmed import lose_life, sinks
from affray.systems.opposed.actions.kinds import Mount
from affray.systems.opposed.charts import LOSS_OF_CONTROL
from affray.systems.opposed.fighter import (
    Fighter,
    Wild,
    awake,
    burdens,
    holders,
    mount_of,
    rider_of,
)
from affray.table import Table

__all__ = ["control", "control_check", "dismount", "fall", "forbid_control", "forbid_dismount", "forbid_mount"]
__all__ += ["get_up", "shaken"]


@rule("mount.tamed", "mount.skill", "mount.tame-rating", "house.mount")
def forbid_mount(encounter: Encounter, who: Fighter, action: Mount, step: Step) -> Forbidden | None:
    """Why the fighter cannot mount that creature, or None."""
    wrong = forbid_target(encounter, who, action.target) or forbid_reach(encounter, who, action.target)
    if wrong:
        return wrong
    beast: Fighter = encounter.fighter(action.target)
    if mount_of(encounter, who):
        return Forbidden("house.mount", f"{who.id} rides {who.mount} already")
    if beast.tame is None:
        return Forbidden("mount.tame-rating", f"{beast.id} has no taming rating; nobody rides it")
    if not beast.tamed:
        return Forbidden("mount.tamed", f"{beast.id} is not tamed")
    if not rules.may_ride(beast.tame, beast.tamed, who.taming):
        return Forbidden("mount.skill", f"{beast.id} takes Animal Taming {beast.tame[0]}, {who.id} has {who.taming}")
    if rider := rider_of(encounter, beast.id):
        return Forbidden("house.mount", f"{rider.id} rides {beast.id}")
    if beast.mount or rider_of(encounter, who.id):
        return Forbidden("house.mount", "who is ridden rides nobody")
    if beast.side != who.side or not awake(beast, encounter.options):
        return Forbidden("house.mount", f"{beast.id} lets nobody of that side mount now")
    for one in (who, beast):
        if grip := holders(encounter, one.id):
            return Forbidden("house.held", f"{one.id} is held by {' and '.join(grip)}")
    return None


@rule("house.mount")
def get_up(system: System, encounter: Encounter, who: Fighter, action: Mount, table: Table) -> Deed:
    """Into the saddle; that takes the turn."""
    table.note(Declared(("mount.skill", "house.mount"), who.id, "mounts", action.target))
    position = encounter.fighter(action.target).position
    encounter = encounter.with_fighter(replace(who, mount=action.target, position=position, aimed=""))
    return done(system, encounter, table)


def forbid_dismount(encounter: Encounter, who: Fighter, action: Action, step: Step) -> Forbidden | None:
    """Why the fighter cannot get down, or None."""
    if mount_of(encounter, who) is None:
        return Forbidden("house.mount", f"{who.id} rides nothing")
    if grip := holders(encounter, who.id):
        return Forbidden("house.held", f"{who.id} is held by {' and '.join(grip)}")
    return None


@rule("house.mount")
def dismount(system: System, encounter: Encounter, who: Fighter, action: Action, table: Table) -> Deed:
    """Out of the saddle; that takes the turn, and no check even if the mount is out of control."""
    table.note(Declared(("house.mount",), who.id, "dismounts from", who.mount))
    return done(system, encounter.with_fighter(replace(who, mount="", regaining=False, aimed="")), table)


@rule("mount.regain.no-act", "mount.loss.1-2")
def forbid_control(encounter: Encounter, who: Fighter, action: Action, step: Step) -> Forbidden | None:
    """Why there is no control to regain, or None."""
    beast = mount_of(encounter, who)
    if beast is None:
        return Forbidden("house.mount", f"{who.id} rides nothing")
    if beast.wild is None:
        return Forbidden("mount.control.roll", f"{beast.id} is under control")
    return None


@rule("mount.regain.no-act", "mount.out.persist")
def control(system: System, encounter: Encounter, who: Fighter, action: Action, table: Table) -> Deed:
    """The turn goes into regaining control; until the rider's next turn, or success, there is no defending either."""
    beast = mount_of(encounter, who)
    assert beast is not None
    assert beast.wild is not None
    table.note(Declared(("mount.regain.no-act",), who.id, "tries to regain control of", beast.id))
    encounter = encounter.with_fighter(replace(who, regaining=True, aimed=""))
    encounter = control_check(encounter, who.id, beast.wild.tn, table, retry=True)
    kept = not encounter.fighter(beast.id).wild
    if kept:
        encounter = encounter.with_fighter(replace(encounter.fighter(who.id), regaining=False))
    return done(system, encounter, table, kept, who.id)


@rule("mount.control.roll", "mount.loss-of-control", "mount.out.persist", "mount.control.damage")
def control_check(encounter: Encounter, rider: str, tn: int, table: Table, retry: bool = False) -> Encounter:
    """A rider's control check with all that a failure brings; success ends whatever loss of control there was."""
    who: Fighter = encounter.fighter(rider)
    beast = mount_of(encounter, who)
    assert beast is not None
    against = target_tn(table, rider, "control TN", tn, "mount.control.roll")
    row = beast.wild.row if beast.wild else ""
    modifiers = rules.control_modifiers(who.taming, row) + burdens(encounter, who)
    total = table.roll(basic_roll(rider, "control", modifiers, "mount.control.roll", against))
    if rules.keeps_control(total, against.total):
        table.note(Resolved(("mount.control.roll",), rider, "in control", beast.id, total - against.total))
        return encounter.with_fighter(replace(beast, wild=None))
    row = rules.loss_row(against.total - total)
    loss = LOSS_OF_CONTROL[row]
    table.note(Resolved((loss.rule,), rider, "out of control", beast.id, total - against.total))
    if retry and encounter.options["mount.retry"] == "no-chart":
        return encounter
    encounter = encounter.with_fighter(replace(beast, wild=Wild(row, tn)))
    if loss.dex_tn is None:
        return encounter
    return _stay_up(encounter, who, loss.dex_tn, loss.rule, table)


@rule("mount.loss.3-4", "mount.loss.5-6", "mount.loss.7-plus")
def _stay_up(encounter: Encounter, who: Fighter, tn: int, cited: str, table: Table) -> Encounter:
    """The Dexterity check that keeps a rider in the saddle."""
    against = target_tn(table, who.id, "saddle TN", tn, cited)
    modifiers = (Modifier("Dex", who.dex, cited), *burdens(encounter, who))
    total = table.roll(basic_roll(who.id, "saddle", modifiers, cited, against))
    if rules.stays_in_saddle(total, against.total):
        table.note(Resolved((cited,), who.id, "stays in the saddle", who.mount, total - against.total))
        return encounter
    table.note(Resolved((cited,), who.id, "thrown", who.mount, total - against.total))
    return fall(encounter, who.id, table)


@rule("mount.fall", "house.fall")
def fall(encounter: Encounter, rider: str, table: Table) -> Encounter:
    """The rider comes off the mount and is hurt by it."""
    before: Fighter = encounter.fighter(rider)
    encounter = encounter.with_fighter(replace(before, mount="", regaining=False))
    face = table.roll(Check(rider, "fall", ONE_DIE, rule="mount.fall", lookup=True))
    points = rules.fall_damage(min(max(face, 1), 6))  # a ruling may add to this d6 too, by its purpose
    parts = (Modifier("fall", points, "mount.fall"),)
    encounter = lose_life(encounter, rider, points, parts, (), ("mount.fall",), table)
    return sinks(encounter, before, table)


@rule("mount.control.damage", "mount.control.half", "house.fall")
def shaken(encounter: Encounter, who: str, lost: int, table: Table) -> Encounter:
    """What harm to `who`, of so many points, does to those linked by a saddle.

    A rider who cannot sit up any more falls, as does one whose mount goes down; a mount that is hurt has to be kept
    under control.
    """
    fighter: Fighter = encounter.fighter(who)
    able = awake(fighter, encounter.options)
    if fighter.mount and not able:
        table.note(Changed(("house.fall",), who, "mounted", fighter.mount, ""))
        if fighter.dead:
            return encounter.with_fighter(replace(fighter, mount=""))
        return fall(encounter, who, table)
    rider = rider_of(encounter, who)
    if rider is None:
        return encounter
    if not able:
        table.note(Changed(("house.fall",), rider.id, "mounted", who, ""))
        return fall(encounter, rider.id, table)
    if lost <= 0 or fighter.tame is None or not awake(rider, encounter.options):
        return encounter
    trigger = encounter.options["mount.control-trigger"]
    tn = rules.control_tn(fighter.tame[1], fighter.life, fighter.life_full, trigger)
    return encounter if tn is None else control_check(encounter, rider.id, tn, table)
