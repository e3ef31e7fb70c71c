"""How actions change the fight: attack with its aftermath, aiming, moving, changing weapons, pulling, switching."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from affray.clock import Timer
from affray.dice.checks import Check, Contest, Modifier, Tally
from affray.dice.pools import nds
from affray.encounter import Encounter, Step, begin_turn, end_turn
from affray.events import Changed, Declared, Harm, Resolved
from affray.system import Action, Deed, Effect, System, rule
from affray.systems.opposed import rules
from affray.systems.opposed.actions.exchange import Blow, Swing, basic_roll, exchange
from affray.systems.opposed.actions.kinds import Aim, Attack, Move, Pull, Ready, Switch
from affray.systems.opposed.charts import LOCATIONS
from affray.systems.opposed.fighter import HANDS, Fighter, Weapon, awake, view
from affray.systems.opposed.rules.harm import PULL_TN
from affray.table import Table

__all__ = ["apply", "held", "perform"]

ONE_DIE = nds(1, 6)


def perform(system: System, encounter: Encounter, action: Action, table: Table) -> Deed:
    """Do an action that nothing forbids; all but a move end the turn."""
    who: Fighter = encounter.fighter(action.who)
    match action:
        case Attack():
            return attack(system, encounter, who, action, table)
        case Aim(target=target):
            table.note(Declared(("ranged.aim", "house.aim"), who.id, "aims", target))
            encounter = encounter.with_fighter(replace(who, aimed=target, foe=target))
        case Move():
            return Deed(move(encounter, who, action, table))
        case Ready(weapon=weapon):
            table.note(Declared(("house.hands",), who.id, "takes in hand", means=weapon))
            hands = taken_in_hand(who, who.weapon(weapon))
            encounter = encounter.with_fighter(replace(who, hands=hands, aimed=""))
        case Pull():
            encounter = pull(encounter, who, action, table)
        case Switch():
            encounter = switch(encounter, who, table)
        case _:
            table.note(Declared((), who.id, "passes"))
            encounter = encounter.with_fighter(replace(who, aimed=""))
    return Deed(end_turn(system, encounter, table))


# -- attack ------------------------------------------------------------------------------------------------------


def attack(system: System, encounter: Encounter, who: Fighter, action: Attack, table: Table) -> Deed:
    """An attack with all that comes of it: its effects, what follows from them, then a free turn if it is due."""
    weapon = who.weapon(action.weapon)
    target: Fighter = encounter.fighter(action.target)
    table.note(Declared((), who.id, "attacks", target.id, weapon.name))
    tn = table.tallied(shot_number(encounter, who, target, weapon)) if weapon.kind == "ranged" else None
    options = encounter.options
    blow: Blow = table.sub(exchange, Swing(weapon, tn), view(who, options), view(target, options))
    table.note(Resolved(blow.cited, who.id, blow.outcome, target.id, blow.margin))
    encounter = encounter.with_fighter(replace(encounter.fighter(who.id), aimed="", foe=target.id))
    for effect in blow.effects:
        encounter = _take(encounter, effect, blow, table)
    encounter = aftermath(encounter, who.id, target.id, blow, table)
    encounter = end_turn(system, encounter, table)
    if blow.outcome == "critical failure":
        encounter = action_of_opportunity(system, encounter, who.id, target.id, table)
    return Deed(encounter, blow.hit, target.id)


@rule("ranged.tn", "ranged.aim")
def shot_number(encounter: Encounter, who: Fighter, target: Fighter, weapon: Weapon) -> Tally:
    """The target number of a shot, from where both are, what they did this round, the wind, and aiming."""
    conditions = ["attacker-moving" if who.moved else "attacker-static"]
    band = rules.range_band(encounter.distance(who.id, target.id), weapon.range or 0)
    if band:
        conditions.append(band)
    if who.aimed == target.id:
        conditions.append("aimed")
    if target.moved:
        conditions.append("target-moving")
    wind = encounter.fact("wind")
    if wind and wind != "none":
        conditions.append(f"wind-{wind}")
    return Tally(who.id, "TN", rules.target_number(conditions))


def apply(fighter: Fighter, effect: Effect, table: Table) -> Fighter:
    """The fighter after one effect of an exchange."""
    match effect.what:
        case "life":
            life = rules.life_after(fighter.life, int(effect.amount))
            return replace(fighter, life=life, dead=fighter.dead or rules.dead(life))
        case "defended":
            return replace(fighter, defences=fighter.defences + int(effect.amount))
    return fighter


def _take(encounter: Encounter, effect: Effect, blow: Blow, table: Table) -> Encounter:
    before: Fighter = encounter.fighter(effect.who)
    after = apply(before, effect, table)
    if effect.what == "life" and table.noting and blow.wound is not None:
        wound = blow.wound
        cited = ("damage.amount", "armour.absorb") if wound.soaked else ("damage.amount",)
        table.note(Harm(cited, after.id, wound.parts, wound.soaked, wound.loss, "Life", before.life, after.life))
    return encounter.with_fighter(after)


def aftermath(encounter: Encounter, attacker: str, target: str, blow: Blow, table: Table) -> Encounter:
    """What follows from a blow once all of its effects are there: lost limbs, a stuck weapon, death, a knock-out."""
    if blow.outcome == "dodged":
        return dodge_away(encounter, attacker, target, table)
    for effect in blow.effects:
        if effect.what == "stuck":
            encounter = _stick(encounter, attacker, target, str(effect.amount), table)
    fighter: Fighter = encounter.fighter(target)
    if fighter.dead:
        table.note(Changed(("damage.death",), target, "dead", False, True))
        return encounter
    hurt = any(effect.what == "life" and effect.amount for effect in blow.effects)
    if hurt and rules.unconscious_at_zero(fighter.life, encounter.options["life.zero"]):
        table.note(Changed(("damage.death",), target, "unconscious", False, True, "Life 0"))
    for effect in blow.effects:
        if effect.what in ("severed", "bones"):
            encounter = lose_part(encounter, effect, table)
        elif effect.what == "knock-out" and not fighter.unconscious:
            encounter = knock_out(encounter, attacker, target, table)
    return encounter


def dodge_away(encounter: Encounter, attacker: str, target: str, table: Table) -> Encounter:
    """A dodger jumps out of the way; it is not a move, and nobody can react to it."""
    fighter: Fighter = encounter.fighter(target)
    place = rules.jump(fighter.position, encounter.fighter(attacker).position, encounter.options["dodge.move"])
    if place == fighter.position:
        return encounter
    table.note(Changed(("dodge.success", "house.dodge-move"), target, "position", fighter.position, place))
    return encounter.with_fighter(replace(fighter, position=place))


def _stick(encounter: Encounter, attacker: str, target: str, weapon: str, table: Table) -> Encounter:
    who: Fighter = encounter.fighter(attacker)
    table.note(Changed(("crit.impale", "house.stuck"), attacker, f"{weapon} stuck", "", target))
    return encounter.with_fighter(replace(who, stuck=(*who.stuck, (weapon, target))))


def lose_part(encounter: Encounter, effect: Effect, table: Table) -> Encounter:
    """Where a severing or crushing blow lands, by d6, and what that part's loss means."""
    severed = effect.what == "severed"
    rule_id = "house.severed" if severed else "house.bones"
    face = table.roll(Check(effect.who, "location", ONE_DIE, rule=rule_id, lookup=True))
    part = LOCATIONS[min(max(face, min(LOCATIONS)), max(LOCATIONS))]  # a ruling may add to this d6 too, by its purpose
    fighter: Fighter = encounter.fighter(effect.who)
    cited = ("crit.chop.sever", rule_id) if severed else ("crit.crush.bones", rule_id)
    table.note(Changed(cited, fighter.id, part, "sound", "severed" if severed else "broken"))
    lost = fighter.lost if part in fighter.lost else (*fighter.lost, part)
    fighter = replace(fighter, lost=lost)
    if severed and rules.severed_kills(part):
        table.note(Changed((rule_id,), fighter.id, "dead", False, True))
        fighter = replace(fighter, dead=True)
    elif not severed and rules.broken_stuns(part):
        if awake(fighter, encounter.options):
            table.note(Changed((rule_id,), fighter.id, "unconscious", False, True))
        fighter = replace(fighter, unconscious=True)
    return encounter.with_fighter(replace(fighter, hands=held(fighter, fighter.hands)))


def knock_out(encounter: Encounter, attacker: str, target: str, table: Table) -> Encounter:
    """The contest of Brute after a critical bare-knuckle hit; its margin is the length of the sleep in minutes."""
    a: Fighter = encounter.fighter(attacker)
    t: Fighter = encounter.fighter(target)
    cited = "crit.bare.ko"
    contest = Contest(
        basic_roll(a.id, "knock-out", rules.knock_out_modifiers(a.brute), cited),
        basic_roll(t.id, "knock-out", rules.knock_out_modifiers(t.brute), cited),
    )
    margin = table.roll(contest)
    out = rules.knocked_out(margin)
    if out and encounter.options["ko.extra-roll"]:
        out = rules.extra_roll_knocks_out(table.roll(Check(a.id, "knock-out chance", ONE_DIE, rule=cited, lookup=True)))
    table.note(Resolved((cited,), a.id, "knock-out" if out else "no knock-out", t.id, margin))
    if not out:
        return encounter
    rounds = rules.rounds(margin)
    table.note(Changed((cited, "house.ko"), t.id, "unconscious", False, True, f"{rounds} rounds"))
    encounter = encounter.with_fighter(replace(t, unconscious=True))
    return encounter.with_clock(encounter.clock.timed(Timer(t.id, "unconscious", "", "round-end", rounds)))


@rule("opportunity.turn", "opportunity.who", "crit.failure.action")
def action_of_opportunity(system: System, encounter: Encounter, attacker: str, target: str, table: Table) -> Encounter:
    """A free turn at once for whoever the failed attack was meant for; the turn in the order stays."""
    if not encounter.has(target) or not awake(encounter.fighter(target), encounter.options):
        return encounter
    return begin_turn(system, encounter, Step("opportunity", target, cause=attacker), table)


# -- the other actions -------------------------------------------------------------------------------------------


@rule("house.move")
def move(encounter: Encounter, who: Fighter, action: Move, table: Table) -> Encounter:
    """A move along the line; the turn goes on, and what was aimed at is lost."""
    table.note(Changed(("house.move",), who.id, "position", who.position, action.to))
    encounter = encounter.with_fighter(replace(who, position=action.to, moved=True, aimed=""))
    step = encounter.agenda[-1]
    return encounter.pop().push(replace(step, facts=(*step.facts, ("moved", True))))


def taken_in_hand(who: Fighter, weapon: Weapon) -> tuple[str, ...]:
    """What is in hand after a weapon has been taken: it, and of the rest what still fits, in the old order."""
    return held(who, (weapon.name, *who.hands))


@rule("house.hands")
def held(who: Fighter, names: tuple[str, ...]) -> tuple[str, ...]:
    """Of these weapons, first come first, those that the sound hands can hold."""
    free, kept = min(HANDS, who.sound_hands), []
    for name in names:
        if (hands := who.weapon(name).hands) <= free:
            kept.append(name)
            free -= hands
    return tuple(kept)


@rule("house.stuck")
def pull(encounter: Encounter, who: Fighter, action: Pull, table: Table) -> Encounter:
    """Pulling a weapon out: 2d6 + Brute against 8. One whose bearer has left the fight comes free by itself."""
    table.note(Declared(("house.stuck",), who.id, "pulls at", dict(who.stuck)[action.weapon], action.weapon))
    who = replace(who, aimed="")
    free = not encounter.has(dict(who.stuck)[action.weapon])
    if not free:
        against = Tally(who.id, "pull TN", (Modifier("pull", PULL_TN, "house.stuck"),))
        total = table.roll(basic_roll(who.id, "pull", rules.pull_modifiers(who.brute), "house.stuck", against))
        free = rules.pulled_out(total)
    table.note(Resolved(("house.stuck",), who.id, "pulled free" if free else "still stuck", detail=action.weapon))
    stuck = tuple((name, bearer) for name, bearer in who.stuck if not (free and name == action.weapon))
    return encounter.with_fighter(replace(who, stuck=stuck))


@rule("initiative.switch")
def switch(encounter: Encounter, who: Fighter, table: Table) -> Encounter:
    """The other kind of attack costs the place in the order: the turn comes at the end of the round."""
    intent: Any = "magic" if who.intent == "physical" else "physical"
    table.note(Declared(("initiative.switch",), who.id, "switches to", means=intent))
    encounter = encounter.with_fighter(replace(who, intent=intent, switched=True, aimed=""))
    return encounter.with_clock(encounter.clock.postponed(who.id))
