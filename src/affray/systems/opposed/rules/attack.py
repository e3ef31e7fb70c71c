"""How attacks and defences are made: the order of acting, the parts of every roll, target numbers, and what hits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

from affray.clock import ranked
from affray.dice.checks import Modifier
from affray.errors import BadValue, UnknownName
from affray.options import Value
from affray.system import rule
from affray.systems.opposed.charts import DEFENCES, EXCLUSIVE, RANGED_TN, Defences

Side: TypeAlias = Literal["attack", "defence"]
Parts: TypeAlias = tuple[Modifier, ...]
"""The named parts of a number, in the order in which they are shown."""

ATTRIBUTES = {"brute": "Brute", "dex": "Dex", "wits": "Wits"}
BASE_TN = 10
CRITICAL_MARGIN = 6
REACH = 2  # metres


def named(rule_id: str, *pairs: tuple[str, int], source: str = "") -> Parts:
    """Pairs of name and number as the parts of a roll, by one rule; `source` is the thing that is used."""
    return tuple(Modifier(name, number, rule_id, source) for name, number in pairs)


# -- Combat


@rule("roll.opposed", "roll.tie", "melee.compare", "parry.success", "resist.success")
def winner(attack: int, defence: int, tie: Value = "defence") -> Side:
    """The side with the higher total; equal totals go to the defence unless the switch `tie` says "attack"."""
    if attack == defence:
        return "attack" if tie == "attack" else "defence"
    return "attack" if attack > defence else "defence"


# -- Initiative


@rule("initiative.physical", "initiative.magical")
def initiative_modifiers(intent: str, dex: int, wits: int) -> Parts:
    """What is added to the initiative roll: Wits for magic, Dex for a physical attack or none."""
    if intent == "magic":
        return named("initiative.magical", ("Wits", wits))
    return named("initiative.physical", ("Dex", dex))


class Initiative(NamedTuple):
    """One fighter's place in line: the total, the attribute added, Dex, the place in the roster, and who switched."""

    who: str
    total: int
    attribute: int
    dex: int
    roster: int
    switched: bool = False


@rule("initiative.order", "initiative.switch", "house.initiative-tie")
def initiative_order(entries: Iterable[Initiative]) -> tuple[str, ...]:
    """The ids from first to last: by total, attribute used, Dex, roster; then the switchers in that same order."""
    line = sorted(entries, key=lambda entry: entry.roster)
    keys = {e.who: (not e.switched, e.total, e.attribute, e.dex) for e in line}
    return ranked(keys, keys)


@rule("initiative.commit")
def keeps_to_intent(intent: str, attack_kind: str) -> bool:
    """Whether an attack of that kind is what the fighter rolled initiative for."""
    return intent_of(attack_kind) == intent


def intent_of(attack_kind: str) -> Literal["physical", "magic"]:
    """The kind of initiative that an attack belongs to: all but magic is physical."""
    return "magic" if attack_kind == "magic" else "physical"


# -- Melee, Ranged, Magic and Bare Knuckle Combat


@rule("melee.attack")
def melee_attack(attribute: str, number: int, melee: int) -> Parts:
    """A blow with a weapon: the attribute that the weapon uses (`brute` or `dex`) and Melee."""
    return named("melee.attack", (ATTRIBUTES[attribute], number), ("Melee", melee))


@rule("ranged.attack")
def ranged_attack(dex: int, ranged: int) -> Parts:
    """A shot: Dex and Ranged."""
    return named("ranged.attack", ("Dex", dex), ("Ranged", ranged))


@rule("magic.attack")
def magic_attack(wits: int, magic: int) -> Parts:
    """A spell thrown at somebody: Wits and Magic."""
    return named("magic.attack", ("Wits", wits), ("Magic", magic))


@rule("bare.attack")
def bare_attack(brute: int, melee: int) -> Parts:
    """A fist or a kick: Brute and Melee."""
    return named("bare.attack", ("Brute", brute), ("Melee", melee))


@rule("ranged.tn")
def target_number(conditions: Iterable[str]) -> Parts:
    """The parts of a shot's target number: base 10, then every condition that holds, by its key in the chart.

    `UnknownName` for a key that is not there; `BadValue` for two ranges, two winds, or an attacker at rest and moving.
    """
    given = set(conditions)
    for key in sorted(given - set(RANGED_TN)):
        raise UnknownName("condition of a shot", key, RANGED_TN)
    for what, group in EXCLUSIVE.items():
        if len(both := [key for key in group if key in given]) > 1:
            raise BadValue(f"two {what}", " and ".join(both), "one of them at most")
    return (Modifier("base", BASE_TN, "ranged.tn"), *(RANGED_TN[key] for key in RANGED_TN if key in given))


@rule("ranged.hit")
def on_target(attack: int, tn: int) -> bool:
    """Whether a shot goes where it should: its total reaches the target number."""
    return attack >= tn


@rule("house.range-bands")
def range_band(distance: int, weapon_range: int) -> Literal["close", "medium", "long"] | None:
    """The band of a distance in metres: up to a third of the weapon's range, two thirds, all of it; None beyond."""
    if distance > weapon_range:
        return None
    if 3 * distance <= weapon_range:
        return "close"
    return "medium" if 3 * distance <= 2 * weapon_range else "long"


@rule("house.reach")
def in_reach(distance: int) -> bool:
    """Whether a blow, weapon or bare, can land over that many metres."""
    return distance <= REACH


# -- Parry, Dodge, Magic Resistance


@rule(
    "parry.needs-weapon",
    "parry.block-bare",
    "parry.ranged.shield",
    "parry.ranged.others",
    "parry.magic",
    "dodge.any",
    "magic.defend",
)
def allowed_defences(attack_kind: str, weapon_in_hand: bool, shield: bool, parryable: bool = False) -> tuple[str, ...]:
    """What may be tried against an attack, in the order parry, dodge, resist.

    `weapon_in_hand` and `shield` are what the defender holds; `parryable` is what the spell says, if it is one.
    """
    row: Defences = DEFENCES[attack_kind]
    parries = (row.weapon and weapon_in_hand) or (row.shield and shield) or row.bare
    if row.spell_decides and not parryable:
        parries = False
    return ("parry",) * parries + ("dodge",) + ("resist",) * row.resist


@rule("parry.roll", "house.block")
def parry(attribute: str, number: int, melee: int, means: str = "") -> Parts:
    """A parry: the attribute that the parrying thing uses and Melee; a block with bare hands uses Brute."""
    return named("parry.roll", (ATTRIBUTES[attribute], number), ("Melee", melee), source=means)


@rule("dodge.roll")
def dodge_skill(attack_kind: str) -> str:
    """The skill that helps to dodge: that of the attack dodged."""
    skill: str = DEFENCES[attack_kind].dodge
    return skill


@rule("magic.defend", "dodge.any")
def dodge_penalty(attack_kind: str) -> int:
    """What a dodge of such an attack suffers: -4 against magic, otherwise 0."""
    penalty: int = DEFENCES[attack_kind].penalty
    return penalty


@rule("dodge.roll")
def dodge(attack_kind: str, dex: int, skill: int) -> Parts:
    """A dodge: Dex, the skill of the attack dodged, and the penalty if it is magic."""
    parts = named("dodge.roll", ("Dex", dex), (dodge_skill(attack_kind).capitalize(), skill))
    penalty = dodge_penalty(attack_kind)
    return (*parts, Modifier("dodging magic", penalty, "magic.defend")) if penalty else parts


@rule("dodge.success", "house.dodge-move")
def jump(position: int, attacker: int, way: Value = "aside") -> int:
    """Where a successful dodge ends: `aside`, which is no step along the line, or a metre back from the attacker."""
    if way == "aside":
        return position
    return position + 1 if position >= attacker else position - 1


@rule("resist.roll")
def resistance(wits: int, magic: int) -> Parts:
    """Resisting a spell: Wits and Magic."""
    return named("resist.roll", ("Wits", wits), ("Magic", magic))


# -- Size and Accuracy


@rule("size.accuracy", "size.accuracy.same")
def size_accuracy(attacker: int, target: int, reading: Value = "target") -> int:
    """What sizes add to an attack: the target's size, but nothing between equals; where `relative`, the difference."""
    if reading == "relative":
        return target - attacker
    return 0 if attacker == target else target


def size_modifiers(attacker: int, target: int, reading: Value = "target") -> Parts:
    """The same as the part of a roll; none where it is 0."""
    value = size_accuracy(attacker, target, reading)
    return (Modifier("size of target", value, "size.accuracy"),) if value else ()


# -- Critical Success, Critical Failure, and what hits


@rule("crit.success")
def critical_success(margin: int) -> bool:
    """Whether a margin over the defence or the target number is a critical success."""
    return margin >= CRITICAL_MARGIN


@rule("crit.failure")
def critical_failure(total: int, below: int = 0) -> bool:
    """Whether the total of an attack roll is low enough to hand its target an action of opportunity."""
    return total < below


class Strike(NamedTuple):
    """How an attack ended: whether it hit, its margin, what of that adds to damage, and whether the hit is critical."""

    hit: bool
    margin: int
    adds: int = 0
    critical: bool = False


@rule("damage.when", "ranged.defend", "house.undefended")
def strike(
    attack: int,
    *,
    defence: int | None = None,
    tn: int | None = None,
    undefended: int = BASE_TN,
    tie: Value = "defence",
    ranged_margin: Value = "over-tn",
) -> Strike:
    """An attack total against what it meets at last: a defence total, else a shot's TN, else a fixed number.

    A shot below its `tn` hits nothing, defended or not. Any other attack that nobody defends against has to exceed
    `undefended`: the switch for ties is about defence rolls.
    """
    if tn is not None and not on_target(attack, tn):
        return Strike(False, attack - tn)
    if defence is not None:
        hit, margin = winner(attack, defence, tie) == "attack", attack - defence
    elif tn is not None:
        hit, margin = True, attack - tn
    else:
        hit, margin = attack > undefended, attack - undefended
    if not hit:
        return Strike(False, margin)
    plain_shot = tn is not None and defence is None
    adds = 0 if plain_shot and ranged_margin == "zero" else margin
    return Strike(True, margin, adds, critical_success(margin))
