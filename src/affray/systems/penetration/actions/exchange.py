"""What one attack does, from the views of both sides: the two rolls, the damage, knock-out and shock."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field

from affray.dice.checks import Attempt, Check, Contest, Outcomes, Reading, Tally
from affray.dice.pools import nds
from affray.events import Remark, Resolved
from affray.options import Value
from affray.system import Effect, rule
from affray.systems.penetration import rules
from affray.systems.penetration.charts import FACTORS
from affray.systems.penetration.fighter import View
from affray.systems.penetration.rules import Due, Parts
from affray.table import Inner, Table

__all__ = ["Blow", "Swing", "exchange", "struck"]

ONE_DIE = nds(1, 6)
#: whose ids the rules behind a multiplier have; a ruling of the game master is none of them
OWN = ("multiplier.", "house.", "style.")
#: the checks after a blow, and the rule under which the log cites each
CITED = {"shock": "effect.shock", "knock-out": "effect.knockout"}


@dataclass(frozen=True)
class Swing:
    """One attack before its dice: the weapon, and what maneuver and circumstances do to both sides.

    `accuracy`, `penetration` and `multiplier` are added to the attacker's, `defence` to the target's.
    """

    weapon: str
    weapon_multiplier: int = 0
    missile: bool = False
    accuracy: Parts = ()
    penetration: Parts = ()
    multiplier: Parts = ()
    defence: Parts = ()


@dataclass(frozen=True)
class Blow:
    """What came of an attack: whether it connected, and the points of damage that it does.

    The rest is for the log and does not count when blows are compared: the margin, what penetration is over armour, and
    the parts of the multiplier.
    """

    hit: bool
    points: int = 0
    margin: int = field(default=0, compare=False)
    difference: int = field(default=0, compare=False)
    multiplier: Parts = field(default=(), compare=False)


@dataclass(frozen=True)
class Shown(Contest):
    """Two checks against each other of which the left one's dice count again: the value is margin and dice."""

    def combine(self, readings: Sequence[Reading]) -> Hashable:
        left, right = readings
        return left.total - right.total, left.total - self.left.bonus

    def outcomes(self, exact: bool = False) -> Outcomes:
        return self.remaining((None, None), exact)

    def amend(self, change: Callable[[Check], Check]) -> Shown:
        return Shown(change(self.left), change(self.right))


def struck(swing: Swing, attacker: View, target: View, lasts: int, table: Table) -> tuple[Effect, ...]:
    """All that an attack does to its target: nothing where it is dodged, else its damage first, be that 0."""
    blow: Blow = table.sub(exchange, swing, attacker, target)
    if table.noting:
        told(blow, attacker.id, target.id, table)
    return consequences(blow, target, lasts, table) if blow.hit else ()


@rule("status.reminder")
def exchange(swing: Swing, attacker: View, target: View, table: Table) -> Blow:
    """One attack from the first die to its damage; sees two views and nothing of the fight."""
    options = table.options
    attack = Check(
        attacker.id,
        "attack",
        rules.attack_dice(options["attack.dice"], options["attack.explode"]),
        rules.attack_modifiers(attacker.accuracy + swing.accuracy, attacker.excess),
        "hit.attack-roll",
    )
    defence = Check(
        target.id,
        "defence",
        rules.defence_dice(options["defence.dice"], options["attack.explode"]),
        rules.defence_modifiers((target.shelter if swing.missile else target.defence) + swing.defence, target.excess),
        "hit.defence-roll",
    )
    reading = options["penetration.roll"]
    wp = attacker.penetration + swing.penetration
    excess = rules.excess_modifiers(attacker.excess)
    parts, armour, rounding = multiplier(swing, attacker, table), target.armour, options["multiplier.rounding"]
    blow: Blow
    if reading == "d6":
        margin = table.roll(Contest(attack, defence))
        if not rules.hits(margin):
            return Blow(False, margin=margin)
        die = Check(attacker.id, "penetration", ONE_DIE, wp + excess, "penetration.difference")
        blow = table.last(die, with_die, margin, armour, parts, rounding)
    elif reading == "attack-die":
        score = table.count(Tally(attacker.id, "penetration", wp + excess))
        blow = table.last(Shown(attack, defence), with_dice, score, armour, parts, rounding)
    else:
        difference = rules.penetration_difference(table.count(Tally(attacker.id, "penetration", wp)), armour)
        blow = table.last(Contest(attack, defence), settle, difference, reinforced(parts, difference), rounding)
    return blow


@rule("multiplier.sum")
def multiplier(swing: Swing, attacker: View, table: Table) -> Parts:
    """The parts of the damage multiplier before penetration is known, as rulings leave them."""
    parts = rules.multiplier_parts(0, swing.weapon_multiplier, attacker.multiplier, swing.multiplier, swing.weapon)
    return table.tallied(Tally(attacker.id, "multiplier", parts)).modifiers


def with_die(rolled: int, margin: int, armour: int, parts: Parts, rounding: Value) -> Blow:
    """A hit for which penetration has been rolled."""
    difference = rules.penetration_difference(rolled, armour)
    return settle(margin, difference, reinforced(parts, difference), rounding)


def with_dice(value: tuple[int, int], score: int, armour: int, parts: Parts, rounding: Value) -> Blow:
    """An attack whose dice count for penetration as well; `value` is its margin and what they show."""
    margin, shown = value
    difference = rules.penetration_difference(score, armour, shown)
    return settle(margin, difference, reinforced(parts, difference), rounding)


@rule("multiplier.penetration")
def reinforced(parts: Parts, difference: int) -> Parts:
    """The parts of the multiplier with what penetration adds to them."""
    return parts + rules.named("multiplier.penetration", "penetration", rules.penetration_bonus(difference))


@rule("multiplier.order")
def settle(margin: int, difference: int, parts: Parts, rounding: Value) -> Blow:
    """What comes of a margin: nothing, or a hit and its damage; a pure function."""
    if not rules.hits(margin):
        return Blow(False, margin=margin)
    harm = rules.damage(rules.damage_base(margin), difference, parts, rounding)
    return Blow(True, harm.damage, margin, difference, parts)


@rule("effect.shock", "effect.knockout")
def consequences(blow: Blow, target: View, lasts: int, table: Table) -> tuple[Effect, ...]:
    """What a hit does: its damage, and what the rolls that it calls for come to, whatever health is left.

    `lasts` is at the end of how many turns of the target a shock is over.
    """
    options = table.options
    harm = Effect(target.id, "harm", blow.points)
    due = rules.due(
        blow.points,
        target.endurance,
        target.damage,
        scope=options["effect.scope"],
        double=options["effect.double"],
        reading=options["injury.levels"],
    )
    if not (due.knockout or due.shock):
        return (harm,)
    effects: tuple[Effect, ...] = table.last(Inner(withstand, (target.id, target.excess, due)), _with, harm, lasts)
    return effects


def _with(came: str, harm: Effect, lasts: int) -> tuple[Effect, ...]:
    """The damage, and what the rolls that it called for came to."""
    return (harm, Effect(harm.who, came, lasts if came == "shock" else 0)) if came else (harm,)


@rule("house.shock", "house.knockout")
def withstand(who: str, excess: int, due: Due, table: Table) -> str:
    """The rolls of somebody who has been hit: "" where all are passed, "unconscious", or "shock"."""
    if due.knockout and not table.roll(_against("knock-out", who, excess, due.levels, table)):
        return "unconscious"
    if due.shock:
        outcome: str = table.last(_against("shock", who, excess, due.levels, table), _shaken)
        return outcome
    return ""


def _against(purpose: str, who: str, excess: int, levels: int, table: Table) -> Attempt:
    against = table.tallied(Tally(who, f"{purpose} TN", rules.check_number(purpose, levels)))
    return Attempt(
        Check(who, purpose, rules.CHECK_DICE, rules.check_modifiers(excess), CITED[purpose], against=against)
    )


def _shaken(withstood: bool) -> str:
    return "" if withstood else "shock"


def _factor(times: int) -> str:
    """What a damage multiplier comes to, as people write it: 2, 1/3, 0."""
    return str(times) if times >= 1 else str(FACTORS[times]) if times in FACTORS else "0"


def told(blow: Blow, who: str, target: str, table: Table) -> None:
    """What an attack came to, and how its damage came about, for the log."""
    if not blow.hit:
        table.note(Resolved(("hit.compare", "hit.dodge"), who, "dodged", target, blow.margin))
        return
    table.note(Resolved(("hit.compare", "damage.base"), who, "hit", target, blow.margin))
    difference, times = blow.difference, rules.counts(blow.multiplier)
    left = f"({blow.margin} - {-difference} armour)" if difference < 0 else f"{blow.margin}"
    met = rules.armour_met(rules.reduced_base(blow.margin, difference), difference)
    multiplied = "multiplier.apply" if times >= 1 else "multiplier.fraction" if times in FACTORS else "multiplier.none"
    cited = (met, *(part.rule for part in blow.multiplier if part.rule.startswith(OWN)), multiplied)
    text = f"does {blow.points} damage"
    if difference < 0 or times != 1:
        text = f"does {left} x {_factor(times)} = {blow.points} damage"
    text = f"{text}; penetration {difference:+d} over armour"
    if changes := [f"{part.value:+d} {part.name}" for part in blow.multiplier[1:] if part.counted]:
        text += f"; multiplier 1 {' '.join(changes)}"
    table.note(Remark(tuple(dict.fromkeys(cited)), who, text))
