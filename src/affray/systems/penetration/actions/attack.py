"""Attacks: what forbids them, what maneuver and circumstances do to them, and all that comes of them."""

from __future__ import annotations

from affray.encounter import Encounter, Step, strike
from affray.events import Declared
from affray.frozen import changed
from affray.system import Deed, Effect, Forbidden, System, rule
from affray.systems.penetration import rules
from affray.systems.penetration.actions.checks import (
    done,
    forbid_missile,
    forbid_reach,
    forbid_target,
    forbid_weapon,
)
from affray.systems.penetration.actions.exchange import Swing, struck
from affray.systems.penetration.actions.headlong import FIRST, HEADLONG, in_force, may_answer
from affray.systems.penetration.actions.kinds import Attack
from affray.systems.penetration.fighter import Fighter, View, Weapon, steadied, view
from affray.table import Table

__all__ = ["attack", "forbid_attack", "maneuver_in", "swing_at"]

#: the maneuver of an attack to which no other one fits
BASIC = "basic"


@rule("house.initiative", "house.shock", "house.reach", "house.hands", "house.maneuver.limit")
def forbid_attack(encounter: Encounter, who: Fighter, action: Attack, step: Step) -> Forbidden | None:
    """Why that attack is not allowed now, or None."""
    wrong = forbid_target(encounter, who, action.target) or forbid_weapon(who, action.weapon) or forbid_striking(who)
    if wrong:
        return wrong
    weapon, target = who.weapon(action.weapon), encounter.fighter(action.target)
    if weapon.name != who.wielded and not weapon.natural:
        return Forbidden("house.hands", f"{weapon.name} is not in hand; take it in hand first")
    if rules.out_of_sight(who.cover):
        return Forbidden("house.tree", f"{who.id} is fully behind a tree, and attacks nobody from there")
    if step.kind == HEADLONG and (wrong := forbid_answer(encounter, who, target, weapon, step)):
        return wrong
    if wrong := forbid_passing(encounter, who, target, step):
        return wrong
    if weapon.missile:
        return forbid_missile(encounter, who, target.id)
    return forbid_reach(encounter, who, target.id)


@rule("house.initiative", "house.shock", "house.man.defend", "house.man.parry")
def forbid_striking(who: Fighter) -> Forbidden | None:
    """Why the fighter cannot attack anybody now, or None."""
    if not rules.attacks_with(who.maneuver):
        return Forbidden(rules.maneuver(who.maneuver).rule, f"{who.id} does not attack in a round of {who.maneuver}")
    if who.attacked:
        return Forbidden("house.initiative", f"{who.id} has made its attack of this round")
    if who.shocked:
        return Forbidden("house.shock", f"{who.id} is in shock")
    return None


@rule("maneuver.headlong", "house.man.headlong")
def forbid_answer(encounter: Encounter, who: Fighter, target: Fighter, weapon: Weapon, step: Step) -> Forbidden | None:
    """Why that is no attack on whoever has just closed in, or None."""
    other = encounter.has(step.cause) and step.cause != target.id
    if other or not target.closing or target.side == who.side:
        return Forbidden("maneuver.headlong", f"{target.id} has not closed in on {who.id} just now")
    if weapon.missile:
        return Forbidden("house.man.headlong", f"{weapon.name} is nothing for a headlong attack")
    return None


@rule("maneuver.headlong", "house.man.headlong")
def forbid_passing(encounter: Encounter, who: Fighter, target: Fighter, step: Step) -> Forbidden | None:
    """Why nobody who has closed in on one foe can attack that other one, who waits for just that, or None."""
    if ("closed", True) not in step.facts or who.closing or not may_answer(encounter, target, who):
        return None
    return Forbidden("house.man.headlong", f"{target.id} waits with a headlong attack; close in on {target.id} first")


@rule("house.maneuver.limit", "maneuver.use")
def maneuver_in(who: Fighter, weapon: Weapon, step: Step | None) -> str:
    """The maneuver that an attack is made with: the one declared, as far as it fits the attack, else the basic one.

    A headlong attack needs a closing in. What is shot or thrown knows no maneuver: aiming has had its round.
    """
    if weapon.missile:
        return BASIC
    if who.maneuver == HEADLONG and not in_force(who, weapon, step):
        return BASIC
    return BASIC if who.maneuver == "aim" else who.maneuver


def swing_at(encounter: Encounter, who: Fighter, target: Fighter, weapon: Weapon, step: Step | None) -> Swing:
    """An attack before its dice, with all that maneuver, distance, aim, cover and stance do to it."""
    maneuver = maneuver_in(who, weapon, step)
    aimed = who.aimed if who.aimed_at == target.id else 0
    distance = encounter.distance(who.id, target.id) if weapon.missile else 0
    key = (weapon.name, maneuver, aimed, distance, target.prone, target.cover)
    if key not in who.views:
        who.views[key] = _swing(who, target, weapon, maneuver, aimed, distance)
    found: Swing = who.views[key]
    return found


@rule("effect.shock", "effect.knockout")
def burdened(seen: View, encounter: Encounter) -> View:
    """The view of a target with the damage that it has still to feel, where checks hang on all of its damage."""
    held = sum(effect.amount for effect in encounter.held if (effect.who, effect.what) == (seen.id, "harm"))
    return changed(seen, damage=seen.damage + held) if held and encounter.options["effect.scope"] == "total" else seen


@rule("missile.range-penalty", "missile.aim", "missile.cover", "missile.prone", "missile.style")
def _swing(who: Fighter, target: Fighter, weapon: Weapon, maneuver: str, aimed: int, distance: int) -> Swing:
    level = who.style(maneuver)
    accuracy = rules.maneuver_modifiers(maneuver, "accuracy", level)
    if weapon.missile:
        shooting = who.style("aim")
        accuracy += rules.range_modifiers(distance, weapon.band, shooting) + rules.cover_modifiers(target.cover)
        accuracy += rules.prone_target(target.prone, distance) + rules.aim_modifiers(aimed, shooting)
    return Swing(
        weapon.name,
        weapon.multiplier,
        weapon.missile,
        accuracy,
        rules.maneuver_modifiers(maneuver, "penetration", level),
        rules.maneuver_modifiers(maneuver, "multiplier", level),
        () if weapon.missile else rules.prone_defence(target.prone),
    )


def attack(system: System, encounter: Encounter, who: Fighter, action: Attack, table: Table) -> Deed:
    """An attack with all that comes of it; it ends a turn, and a headlong attack out of turn as well."""
    step, weapon, options = encounter.step, who.weapon(action.weapon), encounter.options
    target: Fighter = encounter.fighter(action.target)
    maneuver = maneuver_in(who, weapon, step)
    if table.noting:
        cited = () if maneuver == BASIC else ("maneuver.use", rules.maneuver(maneuver).rule)
        detail = "" if maneuver == BASIC else rules.maneuver(maneuver).title
        table.note(Declared(cited, who.id, "attacks", target.id, weapon.name, detail))
    swing, seen = swing_at(encounter, who, target, weapon, step), burdened(view(target, options), encounter)
    # whoever is struck in the middle of its own turn has the end of that turn before it, and then the next
    lasts = 2 if step is not None and FIRST in step.facts else 1
    effects: tuple[Effect, ...] = table.sub(struck, swing, view(who, options, weapon), seen, lasts)
    after = steadied(who, attacked=True, exposed=who.exposed or maneuver == HEADLONG, foe=target.id)
    encounter = encounter.with_fighter(after)
    if target.closing and step is not None and step.kind == HEADLONG:
        encounter = encounter.with_fighter(changed(target, closing=False))
    encounter = strike(system, encounter, who.id, effects, table)
    return done(system, encounter, table, bool(effects), target.id)
