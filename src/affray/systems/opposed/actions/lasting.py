"""Poison and fire: how they take hold, what they do as rounds pass, and how a fire is put out."""

from __future__ import annotations

from affray.dice.checks import Modifier
from affray.encounter import Encounter, Step
from affray.events import Changed, Declared, Resolved
from affray.frozen import changed
from affray.system import Deed, Forbidden, System, rule
from affray.systems.opposed import rules
from affray.systems.opposed.actions.checks import done, forbid_reach, forbid_target
from affray.systems.opposed.actions.harmed import lose_life, sinks
from affray.systems.opposed.actions.kinds import Extinguish
from affray.systems.opposed.actions.mounts import shaken
from affray.systems.opposed.fighter import Fighter, Fire, Poison
from affray.systems.opposed.rules.lasting import Toll
from affray.table import Table

__all__ = ["burn", "extinguish", "forbid_extinguish", "poisoned", "set_alight", "toll", "work_of_poison"]


@rule("poison.tick", "house.poison")
def toll(poison: Poison) -> Toll:
    """A poison as it begins to work in somebody."""
    this_round = 1  # the one of the blow does not count
    return Toll(poison.name, poison.rate, rules.poison_ticks(poison.minutes), this_round + rules.rounds(1))


@rule("poison.same", "poison.different", "poison.tick", "poison.on-crit")
def poisoned(encounter: Encounter, who: str, poison: Poison, table: Table) -> Encounter:
    """A poison gets into somebody; the first of it works together with the blow."""
    fighter: Fighter = encounter.fighter(who)
    active = rules.poisoned(fighter.poisons, toll(poison), encounter.options["poison.refresh"])
    new = len(active) > len(fighter.poisons)
    cited = ("poison.on-crit",) if new else ("poison.same",)
    table.note(Resolved(cited, who, "poisoned" if new else "poisoned already", detail=poison.name))
    encounter = encounter.with_fighter(changed(fighter, poisons=active))
    return _bite(encounter, who, active[-1], table) if new else encounter


def _bite(encounter: Encounter, who: str, at_work: Toll, table: Table) -> Encounter:
    """One more tick of a poison at work, which pays no heed to armour."""
    parts = (Modifier(at_work.name, at_work.rate, "poison.tick"),)
    encounter = lose_life(encounter, who, at_work.rate, parts, (), ("poison.tick",), table)
    fighter: Fighter = encounter.fighter(who)
    after = rules.after_tick(at_work, rules.rounds(1))
    kept = tuple(after if one.name == at_work.name else one for one in fighter.poisons)
    return encounter.with_fighter(changed(fighter, poisons=kept))


def _over(encounter: Encounter, who: str, at_work: Toll, table: Table) -> Encounter:
    """A poison has run its time."""
    table.note(Changed(("poison.tick",), who, f"poisoned by {at_work.name}", True, False))
    fighter: Fighter = encounter.fighter(who)
    return encounter.with_fighter(changed(fighter, poisons=tuple(p for p in fighter.poisons if p.name != at_work.name)))


@rule("poison.tick", "house.round")
def work_of_poison(encounter: Encounter, who: str, table: Table) -> Encounter:
    """What poison does to somebody as a round ends: each kind works again, or is over, a minute after it last did."""
    before: Fighter = encounter.fighter(who)
    if before.dead or not before.poisons:
        return encounter
    for at_work in before.poisons:
        waiting = changed(at_work, rounds=at_work.rounds - 1)
        fighter: Fighter = encounter.fighter(who)
        line = tuple(waiting if one.name == waiting.name else one for one in fighter.poisons)
        encounter = encounter.with_fighter(changed(fighter, poisons=line))
        if not waiting.rounds:
            encounter = (_bite if waiting.ticks else _over)(encounter, who, waiting, table)
    encounter = sinks(encounter, before, table)
    return shaken(encounter, who, before.life - encounter.fighter(who).life, table)


@rule("house.fire", "fire.duration")
def set_alight(encounter: Encounter, who: str, fire: Fire, table: Table) -> Encounter:
    """Something burns on somebody; where something did already, the larger and the longer of both counts."""
    fighter: Fighter = encounter.fighter(who)
    old = fighter.fire
    if old is not None:
        lasting = None if None in (old.rounds, fire.rounds) else max(old.rounds or 0, fire.rounds or 0)
        fire = Fire(max(old.feet, fire.feet), lasting)
    if fire == old:
        return encounter
    detail = f"for {fire.rounds} round{'s' * (fire.rounds != 1)}" if fire.rounds else "until it is put out"
    table.note(Changed(("house.fire", "fire.duration"), who, "on fire", old is not None, True, detail))
    return encounter.with_fighter(changed(fighter, fire=fire))


@rule("fire.damage", "fire.duration")
def burn(encounter: Encounter, who: str, table: Table) -> Encounter:
    """What a fire does to somebody as a round ends, and whether it goes on."""
    before: Fighter = encounter.fighter(who)
    fire, options = before.fire, encounter.options
    if before.dead or fire is None:
        return encounter
    points, absorbed = rules.fire_damage(fire.feet, before.armour.rating, options["fire.scale"], options["fire.armour"])
    parts = (Modifier("fire", points, "fire.damage"),)
    soaked = (Modifier("armour", absorbed, "armour.absorb"),) if absorbed else ()
    encounter = lose_life(encounter, who, points - absorbed, parts, soaked, ("fire.damage",), table)
    on, left = rules.burns_on(fire.rounds)
    if not on:
        table.note(Changed(("fire.duration",), who, "on fire", True, False, "burnt out"))
    fighter: Fighter = encounter.fighter(who)
    encounter = encounter.with_fighter(changed(fighter, fire=Fire(fire.feet, left) if on else None))
    encounter = sinks(encounter, before, table)
    return shaken(encounter, who, points - absorbed, table)


@rule("house.fire")
def forbid_extinguish(encounter: Encounter, who: Fighter, action: Extinguish, step: Step) -> Forbidden | None:
    """Why the fire cannot be put out, or None; whoever has surrendered burns on, and can be helped."""
    if action.target != who.id:
        given_up = encounter.has(action.target) and encounter.fighter(action.target).gone == "surrendered"
        wrong = None if given_up else forbid_target(encounter, who, action.target)
        if wrong := wrong or forbid_reach(encounter, who, action.target):
            return wrong
    if encounter.fighter(action.target).fire is None:
        return Forbidden("fire.duration", f"nothing burns on {action.target}")
    return None


@rule("fire.duration", "house.fire")
def extinguish(system: System, encounter: Encounter, who: Fighter, action: Extinguish, table: Table) -> Deed:
    """Putting a fire out takes the turn, and no roll."""
    table.note(Declared(("house.fire",), who.id, "puts out the fire on", action.target))
    encounter = encounter.with_fighter(changed(who, aimed=""))
    table.note(Changed(("fire.duration",), action.target, "on fire", True, False, "put out"))
    encounter = encounter.with_fighter(changed(encounter.fighter(action.target), fire=None))
    return done(system, encounter, table)
