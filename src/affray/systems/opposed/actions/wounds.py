"""What a critical hit does to a body: parts cut off or broken, weapons left sticking, a knock-out."""

from __future__ import annotations

from affray.clock import Timer
from affray.dice.checks import Check, Contest
from affray.encounter import Encounter
from affray.events import Changed, Resolved
from affray.frozen import changed
from affray.system import Effect, rule
from affray.systems.opposed import rules
from affray.systems.opposed.actions.checks import ONE_DIE, basic_roll
from affray.systems.opposed.charts import LOCATIONS
from affray.systems.opposed.fighter import HANDS, Fighter, awake, burdens, felled
from affray.table import Table

__all__ = ["UNCONSCIOUS", "held", "knock_out", "lose_part", "stick"]

UNCONSCIOUS = "unconscious"  # the timer of a knock-out


def stick(encounter: Encounter, attacker: str, target: str, weapon: str, table: Table) -> Encounter:
    """The weapon stays in the target."""
    who: Fighter = encounter.fighter(attacker)
    table.note(Changed(("crit.impale", "house.stuck"), attacker, f"{weapon} stuck", "", target))
    return encounter.with_fighter(changed(who, stuck=(*who.stuck, (weapon, target))))


def lose_part(encounter: Encounter, effect: Effect, table: Table) -> Encounter:
    """Where a severing or crushing blow lands, by d6, and what that part's loss means."""
    severed = effect.what == "severed"
    rule_id = "house.severed" if severed else "house.bones"
    face = table.roll(Check(effect.who, "location", ONE_DIE, rule=rule_id, lookup=True))
    part = LOCATIONS[min(max(face, min(LOCATIONS)), max(LOCATIONS))]  # a ruling may add to this d6 too, by its purpose
    fighter: Fighter = encounter.fighter(effect.who)
    cited = ("crit.chop.sever", rule_id) if severed else ("crit.crush.bones", rule_id)
    known = fighter.severed if severed else fighter.broken
    was = "severed" if part in fighter.severed else "broken" if part in fighter.broken else "sound"
    table.note(Changed(cited, fighter.id, part, was, "severed" if severed or was == "severed" else "broken"))
    parts = known if part in known else (*known, part)
    fighter = changed(fighter, severed=parts) if severed else changed(fighter, broken=parts)
    if severed and rules.severed_kills(part):
        table.note(Changed((rule_id,), fighter.id, "dead", False, True))
        fighter = felled(fighter, dead=True)
    elif not severed and rules.broken_stuns(part):
        if awake(fighter, encounter.options):
            table.note(Changed((rule_id,), fighter.id, "unconscious", False, True))
        fighter = felled(fighter, unconscious=True)
    return encounter.with_fighter(changed(fighter, hands=held(fighter, fighter.hands)))


def knock_out(encounter: Encounter, attacker: str, target: str, table: Table) -> Encounter:
    """The contest of Brute after a critical bare-knuckle hit; its margin is the length of the sleep in minutes."""
    a: Fighter = encounter.fighter(attacker)
    t: Fighter = encounter.fighter(target)
    cited = "crit.bare.ko"
    contest = Contest(
        basic_roll(a.id, "knock-out", rules.knock_out_modifiers(a.brute) + burdens(encounter, a), cited),
        basic_roll(t.id, "knock-out", rules.knock_out_modifiers(t.brute) + burdens(encounter, t), cited),
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
    encounter = encounter.with_fighter(felled(t, unconscious=True))
    return encounter.with_clock(encounter.clock.timed(Timer(t.id, UNCONSCIOUS, "", "round-end", rounds)))


@rule("house.hands")
def held(who: Fighter, names: tuple[str, ...]) -> tuple[str, ...]:
    """Of these weapons, first come first, those that the sound hands can hold."""
    free, kept = min(HANDS, who.sound_hands), []
    for name in names:
        if (hands := who.weapon(name).hands) <= free:
            kept.append(name)
            free -= hands
    return tuple(kept)
