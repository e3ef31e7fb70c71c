"""What one attack does, from the views of both sides: the attack roll, the answer to it, the hit and its damage."""

from __future__ import annotations

from dataclasses import dataclass, field

from affray.dice.checks import Check, Modifier, Tally
from affray.dice.pools import nds
from affray.options import Options
from affray.system import Effect, rule
from affray.systems.opposed import rules
from affray.systems.opposed.charts import CRITICALS
from affray.systems.opposed.fighter import View, Weapon, attack_modifiers, defence_modifiers, defences
from affray.table import Question, Table

__all__ = ["Blow", "Swing", "basic_roll", "exchange"]

NONE = "none"
TWO_DICE = nds(2, 6)
ATTACK_RULES = {
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


@dataclass(frozen=True)
class Swing:
    """One attack before its dice: the weapon, and the target number if it is a shot."""

    weapon: Weapon
    tn: Tally | None = None


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


@rule("roll.basic")
def basic_roll(
    who: str, purpose: str, modifiers: tuple[Modifier, ...], rule_id: str, against: Tally | None = None
) -> Check:
    """A roll of these rules: two six-sided dice and what is added."""
    return Check(who, purpose, TWO_DICE, modifiers, rule_id, against=against)


def exchange(swing: Swing, attacker: View, target: View, table: Table) -> Blow:
    """One attack from the first die to its effects; sees two views and nothing of the fight."""
    weapon, options = swing.weapon, table.options
    guard = ""
    if options["defence.declared"] == "before":
        guard = choose_guard(weapon, target, f"{attacker.id} is about to attack with {weapon.name}", table)
    modifiers = attack_modifiers(attacker, weapon, target.size, options)
    total = table.roll(basic_roll(attacker.id, "attack", modifiers, ATTACK_RULES[weapon.kind], swing.tn))
    if rules.critical_failure(total, int(options["critfail.below"])):
        return Blow("critical failure", cited=("crit.failure",))
    if swing.tn is not None and not rules.on_target(total, swing.tn.total):
        return Blow("off target", margin=total - swing.tn.total, cited=("ranged.hit",))
    if not guard:
        guard = choose_guard(weapon, target, f"{attacker.id} attacks with {weapon.name}: {total}", table)
    if guard == NONE:
        return settle(None, swing, attacker, target, total, guard, options)
    against = Tally(attacker.id, "attack", (Modifier("attack", total),))
    modifiers = defence_modifiers(target, guard, weapon.kind)
    roll = basic_roll(target.id, guard, modifiers, DEFENCE_RULES[guard], against)
    blow: Blow = table.last(roll, settle, swing, attacker, target, total, guard, options)
    return blow


def choose_guard(weapon: Weapon, target: View, context: str, table: Table) -> str:
    """The target's way to defend; nobody is asked where nothing is allowed. The suggestion is the highest bonus."""
    ways = defences(target, weapon)
    if not ways:
        return NONE
    bonus = {way: sum(m.value for m in defence_modifiers(target, way, weapon.kind)) for way in ways}
    best = max(ways, key=lambda way: bonus[way])
    question = Question(target.id, "guard", (*ways, NONE), best, "roll.opposed", context)
    return str(table.ask(question))


def settle(
    defence: int | None, swing: Swing, attacker: View, target: View, total: int, guard: str, options: Options
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
    spent = () if defence is None else (Effect(target.id, "defended", 1),)
    if not strike.hit:
        return Blow(OUTCOMES[guard], False, spent, strike.margin, cited=(SUCCESS_RULES[guard],))
    weapon = swing.weapon
    dealt = rules.damage(
        strike.adds,
        weapon.damage,
        weapon.critical,
        strike.critical,
        rules.size_damage(attacker.size, target.size, weapon.kind),
        chop_reading=options["chop.reading"],
        chop_armour=options["chop.armour"],
    )
    doubled = weapon.electric and rules.metal_conducts(target.metal)
    wound = rules.soak(dealt, target.armour, doubled, options["electric.point"])
    effects = (*spent, Effect(target.id, "life", wound.loss))
    if not strike.critical:
        return Blow("hit", True, effects, strike.margin, wound, ("damage.when",))
    effects += critical_effects(weapon, attacker, target)
    return Blow("critical hit", True, effects, strike.margin, wound, ("crit.success",))


@rule("crit.by-weapon")
def critical_effects(weapon: Weapon, attacker: View, target: View) -> tuple[Effect, ...]:
    """What a critical hit does beside its damage, by the weapon's critical type."""
    special = CRITICALS[weapon.critical].special
    if special == "stick" and rules.sticks(weapon.critical, weapon.kind, weapon.thrown):
        return (Effect(attacker.id, "stuck", weapon.name),)
    if special == "sever" and rules.severs(attacker.size, target.size):
        return (Effect(target.id, "severed"),)
    if special == "bones" and rules.breaks_bones(attacker.size, target.size):
        return (Effect(target.id, "bones"),)
    if special == "knock-out":
        return (Effect(target.id, "knock-out"),)
    return ()
