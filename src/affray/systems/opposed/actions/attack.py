"""Attacks with all that comes of them, and grapples, which begin as attacks do."""

from __future__ import annotations

from affray.dice.checks import Tally
from affray.encounter import Encounter, Step, begin_turn, end_turn
from affray.events import Changed, Declared, Resolved
from affray.frozen import changed
from affray.system import Deed, Effect, Forbidden, System, rule
from affray.systems.opposed import rules
from affray.systems.opposed.actions.checks import (
    forbid_distance,
    forbid_hostility,
    forbid_target,
    forbid_weapon,
    viewed,
)
from affray.systems.opposed.actions.exchange import Blow, Swing, exchange
from affray.systems.opposed.actions.harmed import apply, lose_life, sinks
from affray.systems.opposed.actions.kinds import Attack
from affray.systems.opposed.actions.lasting import poisoned, set_alight
from affray.systems.opposed.actions.mounts import shaken
from affray.systems.opposed.actions.plain import forbid_other_kind
from affray.systems.opposed.actions.wounds import knock_out, lose_part, stick
from affray.systems.opposed.fighter import (
    Fighter,
    Weapon,
    awake,
    grip,
    holders,
    in_motion,
    mount_of,
    place,
    rider_of,
    situation,
)
from affray.table import Table

__all__ = ["action_of_opportunity", "actions_of_opportunity", "attack", "blow_lands", "forbid_attack", "resolve"]
__all__ += ["shot_number", "strike_at", "turn_of"]

DUE = "opportunity due"  # the step of a free turn that waits for another one


def forbid_attack(encounter: Encounter, who: Fighter, action: Attack, step: Step) -> Forbidden | None:
    """Why that attack is not allowed now, or None."""
    wrong = forbid_target(encounter, who, action.target) or forbid_weapon(encounter, who, action.weapon)
    if wrong:
        return wrong
    weapon = who.weapon(action.weapon)
    if weapon.kind == "shield":
        return Forbidden("parry.needs-weapon", f"{weapon.name} is for parrying only")
    if not who.usable(weapon):
        return Forbidden("house.hands", f"{weapon.name} is not in hand; take it in hand first")
    return (
        forbid_other_kind(who, weapon.kind, step)
        or forbid_hostility(encounter, who, action.target)
        or forbid_maneuvers(encounter, who, action)
        or forbid_distance(encounter, who, weapon, action.target)
    )


@rule("maneuver.proficiency", "maneuver.lower", "maneuver.cost", "maneuver.declare", "house.maneuver")
def forbid_maneuvers(encounter: Encounter, who: Fighter, action: Attack) -> Forbidden | None:
    """Why the maneuvers of that attack cannot be used, or None."""
    used = {bonus: level for bonus, level in (("strike", action.strike), ("damage", action.damage)) if level}
    most = int(encounter.options["maneuver.per-roll"])
    if len(used) > most:
        return Forbidden("maneuver.declare", f"a roll carries {most or 'no'} maneuver{'s' if most > 1 else ''}")
    left = who.exhaustion
    for bonus, level in used.items():
        owned = next((m.level for m in who.maneuvers if (m.weapon, m.bonus) == (action.weapon, bonus)), 0)
        if refused := rules.maneuver_refused(owned, level, left):
            return Forbidden(refused.rule, f"{bonus} maneuver with {action.weapon}: {refused.reason}")
        left = rules.exhaustion_after(left, level)
    return None


def attack(system: System, encounter: Encounter, who: Fighter, action: Attack, table: Table) -> Deed:
    """An attack with a weapon, and the maneuvers put into it, for a turn."""
    swing = Swing(who.weapon(action.weapon), None, action.strike, action.damage)
    return turn_of(system, encounter, who.id, action.target, swing, table)


def turn_of(system: System, encounter: Encounter, attacker: str, target: str, swing: Swing, table: Table) -> Deed:
    """A turn that is one swing with all that comes of it; then it ends, and a free turn begins if one is due."""
    encounter, blow = strike_at(encounter, attacker, target, swing, table)
    encounter = end_turn(system, encounter, table)
    if blow.outcome == "critical failure":
        encounter = action_of_opportunity(system, encounter, attacker, target, table)
    return Deed(encounter, blow.hit, target)


def strike_at(encounter: Encounter, attacker: str, target: str, swing: Swing, table: Table) -> tuple[Encounter, Blow]:
    """One exchange between two fighters, from its announcement to the last of its consequences."""
    who: Fighter = encounter.fighter(attacker)
    weapon = swing.weapon
    table.note(Declared((), attacker, "reaches for" if weapon.kind == "grapple" else "attacks", target, weapon.name))
    if weapon.kind == "ranged":
        tn = table.tallied(shot_number(encounter, who, encounter.fighter(target), weapon))
        swing = changed(swing, tn=tn)
    blow: Blow = table.sub(exchange, swing, viewed(encounter, attacker), viewed(encounter, target))
    table.note(Resolved(blow.cited, attacker, blow.outcome, target, blow.margin))
    encounter = encounter.with_fighter(changed(encounter.fighter(attacker), aimed="", foe=target))
    return blow_lands(encounter, attacker, target, blow, table), blow


@rule("ranged.tn", "ranged.aim", "mount.ranged-moving")
def shot_number(encounter: Encounter, who: Fighter, target: Fighter, weapon: Weapon) -> Tally:
    """The target number of a shot, from where both are, what they did this round, the wind, and aiming."""
    mounted = situation(encounter, who).mounted
    conditions = list(rules.shooter_moves(who.moved, mounted, encounter.options["mount.ranged-moving"]))
    band = rules.range_band(encounter.distance(who.id, target.id), weapon.range or 0)
    if band:
        conditions.append(band)
    if who.aimed == target.id:
        conditions.append("aimed")
    if in_motion(encounter, target):
        conditions.append("target-moving")
    wind = encounter.fact("wind")
    if wind and wind != "none":
        conditions.append(f"wind-{wind}")
    return Tally(who.id, "TN", rules.target_number(conditions))


def blow_lands(encounter: Encounter, attacker: str, target: str, blow: Blow, table: Table) -> Encounter:
    """The effects of a blow, one after the other, then what follows from them once all are there."""
    before: Fighter = encounter.fighter(target)
    for effect in blow.effects:
        match effect.what:
            case "exhaustion":
                encounter = _tire(encounter, effect, table)
            case "defended":
                encounter = encounter.with_fighter(apply(encounter.fighter(effect.who), effect, table))
            case "life" if blow.wound is not None:
                parts, soaked, loss = blow.wound
                cited = tuple(dict.fromkeys(part.rule for part in (*parts, *soaked)))
                encounter = lose_life(encounter, target, loss, parts, soaked, cited, table)
            case "poison":
                encounter = poisoned(encounter, target, effect.amount, table)
            case "stuck":
                encounter = stick(encounter, attacker, target, str(effect.amount), table)
            case "holds":
                encounter = take_hold(encounter, attacker, target, table)
    if blow.outcome == "dodged":
        return dodge_away(encounter, attacker, target, table)
    return aftermath(sinks(encounter, before, table), attacker, before, blow, table)


def aftermath(encounter: Encounter, attacker: str, before: Fighter, blow: Blow, table: Table) -> Encounter:
    """What follows for a target who was `before`: lost limbs, a knock-out, fire, an unruly mount."""
    target = before.id
    for effect in blow.effects:
        fighter: Fighter = encounter.fighter(target)
        if fighter.dead:
            break
        if effect.what in ("severed", "bones"):
            encounter = lose_part(encounter, effect, table)
        elif effect.what == "knock-out" and awake(fighter, encounter.options):
            encounter = knock_out(encounter, attacker, target, table)
        elif effect.what == "fire":
            encounter = set_alight(encounter, target, effect.amount, table)
    return shaken(encounter, target, before.life - encounter.fighter(target).life, table)


def take_hold(encounter: Encounter, attacker: str, target: str, table: Table) -> Encounter:
    """The attacker has the target in its grip, and nobody else."""
    table.note(Changed(("grapple.start",), target, "held by", "", attacker))
    return encounter.with_fighter(changed(encounter.fighter(attacker), holds=target))


def dodge_away(encounter: Encounter, attacker: str, target: str, table: Table) -> Encounter:
    """A dodger jumps out of the way; it is not a move, and nobody can react to it.

    In a saddle it stays, and so does whoever is linked to somebody by a grip.
    """
    fighter: Fighter = encounter.fighter(target)
    to = rules.jump(fighter.position, encounter.fighter(attacker).position, encounter.options["dodge.move"])
    if to == fighter.position or mount_of(encounter, fighter):
        return encounter
    rider = rider_of(encounter, target)
    if any(holders(encounter, one.id) or grip(encounter, one) for one in (fighter, rider) if one is not None):
        return encounter
    table.note(Changed(("dodge.success", "house.dodge-move"), target, "position", fighter.position, to))
    return place(encounter, target, to)


@rule("maneuver.cost")
def _tire(encounter: Encounter, effect: Effect, table: Table) -> Encounter:
    fighter: Fighter = encounter.fighter(effect.who)
    after = apply(fighter, effect, table)
    table.note(Changed(("maneuver.cost",), fighter.id, "exhaustion", fighter.exhaustion, after.exhaustion))
    return encounter.with_fighter(after)


@rule("opportunity.turn", "opportunity.who", "crit.failure.action")
def action_of_opportunity(system: System, encounter: Encounter, attacker: str, target: str, table: Table) -> Encounter:
    """A free turn at once for whoever the failed attack was meant for; the turn in the order stays."""
    if not encounter.has(target) or not awake(encounter.fighter(target), encounter.options):
        return encounter
    return begin_turn(system, encounter, Step("opportunity", target, cause=attacker), table)


def actions_of_opportunity(
    system: System, encounter: Encounter, attacker: str, targets: tuple[str, ...], table: Table
) -> Encounter:
    """A free turn for each of those whom attacks in one turn failed to hit critically, one after the other."""
    for target in reversed(targets[1:]):
        encounter = encounter.push(Step(DUE, target, decision=False, cause=attacker))
    return action_of_opportunity(system, encounter, attacker, targets[0], table) if targets else encounter


def resolve(system: System, encounter: Encounter, step: Step, table: Table) -> Encounter:
    """A free turn that had to wait for another begins."""
    return action_of_opportunity(system, encounter, step.cause, step.who, table)
