"""Riding: getting up and down, control of the mount and its loss, and what a mount does on its own account."""

from __future__ import annotations

from typing import NamedTuple

from affray.dice.checks import Check, Modifier
from affray.encounter import Encounter, Step
from affray.events import Changed, Declared, Resolved
from affray.frozen import changed
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
    grip,
    holders,
    mount_of,
    out_of_saddle,
    rider_of,
    unfit,
)
from affray.systems.opposed.rules.attack import Parts
from affray.table import Table

__all__ = ["Handling", "come_off", "control", "control_check", "dismount", "fall_points", "forbid_control"]
__all__ += ["forbid_dismount", "forbid_mount", "get_up", "handle", "shaken"]


@rule("house.mount")
def forbid_mount(encounter: Encounter, who: Fighter, action: Mount, step: Step) -> Forbidden | None:
    """Why the fighter cannot mount that creature, or None."""
    if mount_of(encounter, who):
        return Forbidden("house.mount", f"{who.id} rides {who.mount} already")
    if action.target == who.id:
        return Forbidden("house.mount", "nobody rides himself")
    wrong = forbid_target(encounter, who, action.target) or forbid_reach(encounter, who, action.target)
    if wrong:
        return wrong
    beast: Fighter = encounter.fighter(action.target)
    if refused := next(unfit(who, beast), None):
        return Forbidden(*refused)
    if rider := rider_of(encounter, beast.id):
        return Forbidden("house.mount", f"{rider.id} rides {beast.id}")
    if beast.mount or rider_of(encounter, who.id):
        return Forbidden("house.mount", "who rides is not ridden, and who is ridden rides nobody")
    if not awake(beast, encounter.options):
        return Forbidden("house.mount", f"{beast.id} is down; it carries nobody")
    for one in (who, beast):
        if held_by := holders(encounter, one.id):
            return Forbidden("house.held", f"{one.id} is held by {' and '.join(held_by)}")
    if held := grip(encounter, who):
        return Forbidden("house.held", f"{who.id} holds {held}; let go first")
    return None


@rule("house.mount")
def get_up(system: System, encounter: Encounter, who: Fighter, action: Mount, table: Table) -> Deed:
    """Into the saddle; that takes the turn."""
    table.note(Declared(("mount.skill", "house.mount"), who.id, "mounts", action.target))
    position = encounter.fighter(action.target).position
    encounter = encounter.with_fighter(changed(who, mount=action.target, position=position, aimed=""))
    return done(system, encounter, table)


def forbid_dismount(encounter: Encounter, who: Fighter, action: Action, step: Step) -> Forbidden | None:
    """Why the fighter cannot get down, or None."""
    if mount_of(encounter, who) is None:
        return Forbidden("house.mount", f"{who.id} rides nothing")
    if held_by := holders(encounter, who.id):
        return Forbidden("house.held", f"{who.id} is held by {' and '.join(held_by)}")
    return None


@rule("house.mount")
def dismount(system: System, encounter: Encounter, who: Fighter, action: Action, table: Table) -> Deed:
    """Out of the saddle; that takes the turn, and no check even if the mount is out of control."""
    table.note(Declared(("house.mount",), who.id, "dismounts from", who.mount))
    return done(system, encounter.with_fighter(out_of_saddle(who, aimed="")), table)


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
    encounter = encounter.with_fighter(changed(who, regaining=True, aimed=""))
    encounter = control_check(encounter, who.id, beast.wild.tn, table, retry=True)
    return done(system, encounter, table, not encounter.fighter(beast.id).wild, who.id)


class Handling(NamedTuple):
    """What a control check came to: the row of the chart ("" is control), and the points of a fall, 0 in the saddle."""

    row: str
    fall: int = 0


@rule("mount.out.persist", "mount.loss-of-control")
def control_check(encounter: Encounter, rider: str, tn: int, table: Table, retry: bool = False) -> Encounter:
    """A rider's control check with all that a failure brings; success ends whatever loss of control there was."""
    who: Fighter = encounter.fighter(rider)
    beast = mount_of(encounter, who)
    assert beast is not None
    row = beast.wild.row if beast.wild else ""
    modifiers = rules.control_modifiers(who.taming, row) + burdens(encounter, who)
    saddle = (Modifier("Dex", who.dex, "mount.loss-of-control"), *burdens(encounter, who))
    unchanged = retry and encounter.options["mount.retry"] == "no-chart"
    handling: Handling = table.sub(handle, rider, beast.id, tn, modifiers, saddle, row if unchanged else "")
    if not handling.row:
        return encounter.with_fighter(changed(beast, wild=None)).with_fighter(changed(who, regaining=False))
    if unchanged:
        return encounter
    encounter = encounter.with_fighter(changed(beast, wild=Wild(handling.row, tn)))
    if LOSS_OF_CONTROL[handling.row].bucks:
        encounter = encounter.with_fighter(changed(who, aimed=""))
    return come_off(encounter, rider, handling.fall, table) if handling.fall else encounter


@rule("mount.control.roll", "mount.loss-of-control", "mount.loss.3-4", "mount.loss.5-6", "mount.loss.7-plus")
def handle(rider: str, beast: str, tn: int, modifiers: Parts, saddle: Parts, row: str, table: Table) -> Handling:
    """The dice of a control check: the check, then the Dexterity check for the saddle, then the fall, as they are due.

    Where a `row` is given a failure leaves it at that.
    """
    against = target_tn(table, rider, "control TN", tn, "mount.control.roll")
    total = table.roll(basic_roll(rider, "control", modifiers, "mount.control.roll", against))
    margin = total - against.total
    if rules.keeps_control(total, against.total):
        table.note(Resolved(("mount.control.roll",), rider, "in control", beast, margin))
        return Handling("")
    if row:
        table.note(Resolved(("mount.out.persist",), rider, "out of control", beast, margin))
        return Handling(row)
    row = rules.loss_row(-margin)
    loss = LOSS_OF_CONTROL[row]
    table.note(Resolved((loss.rule,), rider, "out of control", beast, margin))
    if loss.dex_tn is None:
        return Handling(row)
    against = target_tn(table, rider, "saddle TN", loss.dex_tn, loss.rule)
    total = table.roll(basic_roll(rider, "saddle", saddle, loss.rule, against))
    stays = rules.stays_in_saddle(total, against.total)
    outcome = "stays in the saddle" if stays else "thrown"
    table.note(Resolved((loss.rule,), rider, outcome, beast, total - against.total))
    return Handling(row, 0 if stays else fall_points(rider, table))


@rule("mount.fall")
def fall_points(rider: str, table: Table) -> int:
    """The points of a fall, by d6."""
    face = table.roll(Check(rider, "fall", ONE_DIE, rule="mount.fall", lookup=True))
    return rules.fall_damage(min(max(face, 1), 6))  # a ruling may add to this d6 too, by its purpose


@rule("mount.fall", "house.fall")
def come_off(encounter: Encounter, rider: str, points: int, table: Table) -> Encounter:
    """The rider comes off the mount and is hurt by it, whatever the armour."""
    before: Fighter = encounter.fighter(rider)
    encounter = encounter.with_fighter(out_of_saddle(before))
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
    if mount_of(encounter, fighter) and not able:
        table.note(Changed(("house.fall",), who, "mounted", fighter.mount, ""))
        if fighter.dead:
            return encounter.with_fighter(out_of_saddle(fighter))
        return come_off(encounter, who, table.sub(fall_points, who), table)
    rider = rider_of(encounter, who)
    if rider is None:
        return encounter
    if not able:
        table.note(Changed(("house.fall",), rider.id, "mounted", who, ""))
        return come_off(encounter, rider.id, table.sub(fall_points, rider.id), table)
    if lost <= 0 or fighter.tame is None or not awake(rider, encounter.options):
        return encounter
    trigger = encounter.options["mount.control-trigger"]
    tn = rules.control_tn(fighter.tame[1], fighter.life, fighter.life_full, trigger)
    return encounter if tn is None else control_check(encounter, rider.id, tn, table)
