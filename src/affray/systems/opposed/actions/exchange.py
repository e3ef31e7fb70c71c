"""What one attack does, from the views of both sides: the attack roll, the answer to it, the hit and its damage."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from affray.dice.checks import Modifier, Tally
from affray.options import Options
from affray.system import Effect, rule
from affray.systems.opposed import rules
from affray.systems.opposed.actions.checks import basic_roll
from affray.systems.opposed.charts import CRITICALS
from affray.systems.opposed.fighter import View, Weapon, attack_modifiers, defence_modifiers, defences, effort
from affray.table import Question, Table

__all__ = ["GRIP", "Blow", "Swing", "exchange"]

NONE = "none"
ATTACK_RULES = {
    "grapple": "grapple.start",
    "melee": "melee.attack",
    "bare": "bare.attack",
    "ranged": "ranged.attack",
    "magic": "magic.attack",
}
DEFENCE_RULES = {"parry": "parry.roll", "dodge": "dodge.roll", "resist": "resist.roll"}
SUCCESS_RULES = {
    "parry": "parry.success",
    "dodge": "dodge.success",
    "resist": "resist.success",
    NONE: "house.undefended",
}
OUTCOMES = {"parry": "parried", "dodge": "dodged", "resist": "resisted", NONE: "missed"}

HELD = ("grapple.start",)

#: what reaches for somebody to hold him
GRIP = Weapon("grip", "grapple", "dex", 0, hands=0, natural=True)


@dataclass(frozen=True)
class Swing:
    """One attack before its dice: the weapon, the target number if it is a shot, and the maneuvers put into it."""

    weapon: Weapon
    tn: Tally | None = None
    strike: int = 0
    damage: int = 0


@dataclass(frozen=True)
class Blow:
    """What came of an attack: an outcome by name, whether it connected, and its effects.

    The rest is for the log and does not count when blows are compared: the margin over or under what was met, the parts
    of the damage, and the ids of the rules that decided.
    """

    outcome: str
    hit: bool = False
    effects: tuple[Effect, ...] = ()
    margin: int | None = field(default=None, compare=False)
    wound: rules.Wound | None = field(default=None, compare=False)
    cited: tuple[str, ...] = field(default=(), compare=False)


def exchange(swing: Swing, attacker: View, target: View, table: Table) -> Blow:
    """One attack from the first die to its effects; sees two views and nothing of the fight."""
    weapon, options = swing.weapon, table.options
    chosen: Defence | None = None
    if options["defence.declared"] == "before":
        chosen = choose_guard(weapon, target, f"{attacker.id} is about to attack with {weapon.name}", table)
    modifiers = attack_modifiers(attacker, weapon, target.size, options) + rules.maneuver_bonus("strike", swing.strike)
    total = table.roll(basic_roll(attacker.id, "attack", modifiers, ATTACK_RULES[weapon.kind], swing.tn))
    tired = _tired(attacker.id, swing.strike + swing.damage)
    if chosen is not None:
        tired += _tired(target.id, chosen.level)
    if rules.critical_failure(total, int(options["critfail.below"])):
        return Blow("critical failure", effects=tired, cited=("crit.failure",))
    if swing.tn is not None and not rules.on_target(total, swing.tn.total):
        return Blow("off target", effects=tired, margin=total - swing.tn.total, cited=("ranged.hit",))
    if chosen is None:
        chosen = choose_guard(weapon, target, f"{attacker.id} attacks with {weapon.name}: {total}", table)
        tired += _tired(target.id, chosen.level)
    if chosen.way == NONE:
        return settle(None, swing, attacker, target, total, NONE, tired, options)
    against = Tally(attacker.id, "attack", (Modifier("attack", total),))
    modifiers = defence_modifiers(target, chosen.way, weapon.kind) + rules.maneuver_bonus(chosen.way, chosen.level)
    roll = basic_roll(target.id, chosen.way, modifiers, DEFENCE_RULES[chosen.way], against)
    blow: Blow = table.last(roll, settle, swing, attacker, target, total, chosen.way, tired, options)
    return blow


class Defence(NamedTuple):
    """A way to defend, and the level of the maneuver put into it."""

    way: str
    level: int = 0


def _tired(who: str, level: int) -> tuple[Effect, ...]:
    """What maneuvers of so many levels cost."""
    return (Effect(who, "exhaustion", level),) if level else ()


@rule("maneuver.declare", "house.maneuver")
def choose_guard(weapon: Weapon, target: View, context: str, table: Table) -> Defence:
    """The target's way to defend; nobody is asked where nothing is allowed. The suggestion is the highest bonus.

    A maneuver that fits and can still be paid for is asked for next; the suggestion is all of it.
    """
    if weapon not in target.guards:
        target.guards[weapon] = _guards(weapon, target)
    ways, best = target.guards[weapon]
    if not ways:
        return Defence(NONE)
    way = str(table.ask(Question(target.id, "guard", (*ways, NONE), best, "roll.opposed", context)))
    most = effort(target, way, weapon.kind) if way != NONE else 0
    if not most:
        return Defence(way)
    question = Question(target.id, "effort", range(most + 1), most, "maneuver.declare", f"{context}; {way} maneuver")
    return Defence(way, int(table.ask(question)))


def _guards(weapon: Weapon, target: View) -> tuple[tuple[str, ...], str]:
    """The ways to defend that there are, and the one with the highest bonus."""
    ways = tuple(defences(target, weapon))
    bonus = {
        way: sum(m.value for m in defence_modifiers(target, way, weapon.kind)) + effort(target, way, weapon.kind)
        for way in ways
    }
    return ways, max(ways, key=lambda way: bonus[way], default=NONE)


def settle(
    defence: int | None,
    swing: Swing,
    attacker: View,
    target: View,
    total: int,
    guard: str,
    tired: tuple[Effect, ...],
    options: Options,
) -> Blow:
    """An attack total against a defence total, or against none: what gets through, as a pure function."""
    strike = rules.strike(
        total,
        defence=defence,
        tn=swing.tn.total if swing.tn else None,
        undefended=int(options["undefended.tn"]),
        tie=options["defence.tie"],
        ranged_margin=options["ranged.margin"],
    )
    spent = tired if defence is None else (*tired, Effect(target.id, "defended", 1))
    tie = ("roll.tie",) if defence is not None and not strike.margin else ()
    if not strike.hit:
        return Blow(OUTCOMES[guard], False, spent, strike.margin, cited=(SUCCESS_RULES[guard], *tie))
    if guard == NONE and swing.tn is None:
        tie = ("house.undefended",)
    weapon = swing.weapon
    if weapon.kind == "grapple":
        return Blow("held", True, (*spent, Effect(attacker.id, "holds", target.id)), strike.margin, None, (*HELD, *tie))
    dealt = rules.damage(
        strike.adds,
        weapon.damage,
        weapon.critical,
        strike.critical,
        rules.size_damage(attacker.size, target.size, weapon.kind),
        swing.damage,
        chop_reading=options["chop.reading"],
        chop_armour=options["chop.armour"],
    )
    doubled = weapon.electric and rules.metal_conducts(target.metal)
    wound = rules.soak(dealt, target.armour, doubled, options["electric.point"])
    effects = (*spent, Effect(target.id, "life", wound.loss), *lasting_effects(weapon, target, strike, wound, options))
    if not strike.critical:
        return Blow("hit", True, effects, strike.margin, wound, ("damage.when", *tie))
    effects += critical_effects(weapon, attacker, target)
    return Blow("critical hit", True, effects, strike.margin, wound, ("crit.success", *tie))


def lasting_effects(
    weapon: Weapon, target: View, strike: rules.Strike, wound: rules.Wound, options: Options
) -> tuple[Effect, ...]:
    """What a hit leaves at work in the target: poison, fire."""
    effects: tuple[Effect, ...] = ()
    if weapon.poison is not None:
        source = rules.poison_source(weapon.kind, weapon.natural)
        if rules.poisons(source, weapon.bladed, strike.critical, wound.loss, options["poison.needs-wound"]):
            effects += (Effect(target.id, "poison", weapon.poison),)
    if weapon.fire is not None:
        effects += (Effect(target.id, "fire", weapon.fire),)
    return effects


@rule("crit.by-weapon")
def critical_effects(weapon: Weapon, attacker: View, target: View) -> tuple[Effect, ...]:
    """What a critical hit does beside its damage, by the weapon's critical type."""
    special = CRITICALS[weapon.critical].special
    if special == "stick" and rules.sticks(weapon.critical, weapon.kind, weapon.thrown, weapon.natural):
        return (Effect(attacker.id, "stuck", weapon.name),)
    if special == "sever" and rules.severs(attacker.size, target.size):
        return (Effect(target.id, "severed"),)
    if special == "bones" and rules.breaks_bones(attacker.size, target.size):
        return (Effect(target.id, "bones"),)
    if special == "knock-out":
        return (Effect(target.id, "knock-out"),)
    return ()
