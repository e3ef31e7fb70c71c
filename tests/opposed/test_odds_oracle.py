"""The odds of attacks against an oracle: all 36 times 36 faces, counted with rules written down here once more."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import icepool
import pytest
from opposed_fights import duel

from affray.odds import action_odds
from affray.systems.opposed import SYSTEM
from affray.systems.opposed.actions.kinds import Attack

FACES = range(1, 7)


class Arm(NamedTuple):
    kind: str
    uses: str
    damage: int
    critical: str
    electric: bool = False


ARMS = {
    "fist": Arm("bare", "brute", 0, "bare"),
    "kick": Arm("bare", "brute", 1, "bare"),
    "dagger": Arm("melee", "dex", 2, "impale"),
    "sword": Arm("melee", "dex", 3, "slice"),
    "axe": Arm("melee", "brute", 4, "chop"),
    "great club": Arm("melee", "brute", 5, "crush"),
    "spear": Arm("melee", "brute", 3, "impale"),
    "bow": Arm("ranged", "dex", 3, "impale"),
    "thrown knife": Arm("ranged", "dex", 2, "impale"),
    "lightning bolt": Arm("magic", "wits", 4, "none", electric=True),
}
SKILL = {"bare": "melee", "melee": "melee", "ranged": "ranged", "magic": "magic"}
ATTACKER = {"brute": 3, "dex": 2, "wits": 4, "melee": 2, "ranged": 3, "magic": 1, "size": 0}
TARGET = {"brute": 1, "dex": 3, "wits": 2, "melee": 1, "ranged": 0, "magic": 2, "size": 0}
ARMOUR: dict[str, tuple[int, Fraction]] = {
    "none": (0, Fraction(0)),
    "leather": (2, Fraction(0)),
    "studded": (3, Fraction(1, 4)),
    "mail shirt": (4, Fraction(1, 2)),
    "plate": (6, Fraction(9, 10)),
}


def oracle(
    weapon: str,
    guard: str,
    a: dict[str, int] = ATTACKER,
    b: dict[str, int] = TARGET,
    armour: str = "none",
    tn: int = 8,
    **switches: Any,
) -> dict[tuple[bool, int], Fraction]:
    """The law of (does it connect, Life lost), by throwing all four dice in every way."""
    arm = ARMS[weapon]
    found: Counter[tuple[bool, int]] = Counter()
    for first, second, third, fourth in product(FACES, FACES, FACES, FACES):
        found[_one_way(arm, guard, a, b, ARMOUR[armour], tn, switches, first + second, third + fourth)] += 1
    return {result: Fraction(ways, 1296) for result, ways in found.items()}


def _one_way(
    arm: Arm,
    guard: str,
    a: dict[str, int],
    b: dict[str, int],
    armour: tuple[int, Fraction],
    tn: int,
    switches: dict[str, Any],
    thrown_a: int,
    thrown_b: int,
) -> tuple[bool, int]:
    attack = thrown_a + a[arm.uses] + a[SKILL[arm.kind]]
    if switches.get("size_accuracy") == "relative":
        attack += b["size"] - a["size"]
    elif a["size"] != b["size"]:
        attack += b["size"]
    if attack < switches.get("critfail_below", 0):
        return False, 0
    if arm.kind == "ranged" and attack < tn:
        return False, 0
    if guard == "none":
        met = tn if arm.kind == "ranged" else switches.get("undefended_tn", 10)
        connects = attack >= met if arm.kind == "ranged" else attack > met
    else:
        met = (
            thrown_b
            + {
                "parry": b["brute"] + b["melee"],
                "dodge": b["dex"] + b[SKILL[arm.kind]] - (4 if arm.kind == "magic" else 0),
                "resist": b["wits"] + b["magic"],
            }[guard]
        )
        connects = attack > met or (attack == met and switches.get("defence_tie") == "attack")
    if not connects:
        return False, 0
    margin = attack - met
    critical = margin >= 6
    adds = margin
    if guard == "none" and arm.kind == "ranged" and switches.get("ranged_margin") == "zero":
        adds = 0
    larger = max(0, a["size"] - b["size"]) if arm.kind in ("melee", "bare") else 0
    rating, metal = armour
    points, past = adds + arm.damage + larger, 0
    if critical and arm.critical == "chop":
        if switches.get("chop_reading") == "instead":
            return True, 2 * arm.damage
        points += arm.damage
        past = {"weapon-direct": 2 * arm.damage, "all-direct": points, "armoured": 0}[
            switches.get("chop_armour", "weapon-direct")
        ]
    elif critical and arm.critical in ("impale", "slice", "crush"):
        points += arm.damage
    elif critical and arm.critical == "bare":
        points *= 2
    shocks = arm.electric and metal > Fraction(1, 3)
    if shocks and switches.get("electric_point", "before-armour") == "before-armour":
        points *= 2
    lost = past + max(0, points - past - rating)
    if shocks and switches.get("electric_point") == "after-armour":
        lost *= 2
    return True, lost


def computed(
    weapon: str,
    guard: str,
    a: dict[str, int] = ATTACKER,
    b: dict[str, int] = TARGET,
    armour: str = "none",
    **switches: Any,
) -> dict[tuple[bool, int], Fraction]:
    """The same by the odds of the action, with a shield in the target's hand and everybody's Life high enough."""
    shield = ["shield"] if guard == "parry" else []
    weapons = [weapon] if weapon not in ("fist", "kick") else []
    encounter = duel(
        {**a, "weapons": weapons, "life": 900},
        {**b, "weapons": shield, "life": 900, "armour": armour},
        **switches,
    )
    action = Attack("A", "B", weapon)
    fixed = {("B", "guard"): guard}
    odds = action_odds(SYSTEM, SYSTEM.stage(encounter, action), action, fixed=fixed, exact=True)
    assert odds.law is not None
    law = {key: Fraction(weight) for key, weight in odds.law.of(lambda c: (c.hit, c.loss)).items()}
    assert odds.mean == sum(loss * weight for (_, loss), weight in law.items())
    return law


def guards(weapon: str) -> tuple[str, ...]:
    kind = ARMS[weapon].kind
    return ("dodge", "resist", "none") if kind == "magic" else ("parry", "dodge", "none")


EVERY = [(weapon, guard) for weapon in ARMS for guard in guards(weapon)]


@pytest.mark.rule(
    "roll.basic",
    "roll.opposed",
    "melee.attack",
    "melee.compare",
    "ranged.attack",
    "ranged.hit",
    "ranged.defend",
    "magic.attack",
    "magic.defend",
    "bare.attack",
    "parry.roll",
    "parry.ranged.shield",
    "dodge.roll",
    "resist.roll",
    "damage.when",
    "damage.amount",
    "damage.life",
    "crit.success",
    "crit.by-weapon",
    "crit.bare",
    "crit.chop",
    "crit.impale",
    "crit.slice",
    "crit.crush",
    "house.undefended",
    "house.spell",
)
@pytest.mark.parametrize(("weapon", "guard"), EVERY)
def test_every_weapon_against_every_defence(weapon: str, guard: str) -> None:
    # at arm's length a shot is close (-1) by somebody at rest (-1): TN 8
    assert computed(weapon, guard) == oracle(weapon, guard)


@pytest.mark.rule("armour.absorb", "electric.double", "electric.coverage", "crit.chop")
@pytest.mark.parametrize("armour", ["leather", "studded", "mail shirt", "plate"])
@pytest.mark.parametrize("weapon", ["fist", "sword", "axe", "bow", "lightning bolt"])
def test_armour(weapon: str, armour: str) -> None:
    assert computed(weapon, "dodge", armour=armour) == oracle(weapon, "dodge", armour=armour)


@pytest.mark.rule("size.accuracy", "size.accuracy.same", "size.damage", "size.damage.same", "crit.failure")
@pytest.mark.parametrize("sizes", [(0, -4), (0, 3), (3, 0), (3, 3), (-4, 0), (2, 3), (7, -4)])
@pytest.mark.parametrize("weapon", ["fist", "sword", "bow", "lightning bolt"])
def test_sizes(weapon: str, sizes: tuple[int, int]) -> None:
    a, b = {**ATTACKER, "size": sizes[0]}, {**TARGET, "size": sizes[1]}
    assert computed(weapon, "dodge", a, b) == oracle(weapon, "dodge", a, b)
    assert computed(weapon, "dodge", a, b, size_accuracy="relative") == oracle(
        weapon, "dodge", a, b, size_accuracy="relative"
    )


CLUMSY = {"brute": 0, "dex": 0, "wits": 0, "melee": 0, "ranged": 0, "magic": 0, "size": 0}

SWITCHED: list[tuple[str, str, dict[str, Any]]] = [
    *((weapon, guard, {"defence_tie": "attack"}) for weapon, guard in EVERY),
    *((weapon, "none", {"undefended_tn": n}) for weapon in ("fist", "sword", "lightning bolt") for n in (0, 7, 30)),
    ("bow", "none", {"undefended_tn": 30}),
    ("bow", "none", {"ranged_margin": "zero"}),
    ("bow", "dodge", {"ranged_margin": "zero"}),
    ("sword", "none", {"ranged_margin": "zero"}),
    ("axe", "dodge", {"chop_reading": "instead"}),
    ("sword", "dodge", {"chop_reading": "instead"}),
    ("axe", "dodge", {"chop_armour": "all-direct"}),
    ("axe", "dodge", {"chop_armour": "armoured"}),
    ("axe", "dodge", {"chop_reading": "instead", "chop_armour": "armoured"}),
    ("lightning bolt", "dodge", {"electric_point": "after-armour"}),
    ("lightning bolt", "none", {"electric_point": "after-armour"}),
]


@pytest.mark.rule("roll.tie", "crit.chop", "electric.double", "house.undefended", "damage.amount")
@pytest.mark.parametrize(("weapon", "guard", "switches"), SWITCHED)
def test_switches(weapon: str, guard: str, switches: dict[str, Any]) -> None:
    law = computed(weapon, guard, armour="mail shirt", **switches)
    assert law == oracle(weapon, guard, armour="mail shirt", **switches)


@pytest.mark.rule("roll.tie")
def test_who_wins_ties_matters_for_every_defence_roll_and_for_nothing_else() -> None:
    for weapon, guard in EVERY:
        changed = computed(weapon, guard) != computed(weapon, guard, defence_tie="attack")
        assert changed == (guard != "none"), (weapon, guard)


@pytest.mark.rule("crit.failure")
@pytest.mark.parametrize("below", [0, 1])
def test_critical_failures(below: int) -> None:
    small = {**TARGET, "size": -4}
    encounter = duel({**CLUMSY, "life": 900}, {**small, "life": 900}, critfail_below=below)
    action = Attack("A", "B", "fist")
    odds = action_odds(SYSTEM, SYSTEM.stage(encounter, action), action, exact=True, fixed={("", "guard"): "dodge"})
    assert odds.law is not None
    expected = oracle("fist", "dodge", CLUMSY, small, critfail_below=below)
    assert odds.law.of(lambda c: (c.hit, c.loss)) == expected


@pytest.mark.rule("roll.opposed", "roll.tie", "crit.success")
def test_equal_fighters() -> None:
    even = duel({"weapons": ["sword"]}, {"weapons": ["shield"]})
    action = Attack("A", "B", "sword")
    staged = SYSTEM.stage(even, action)
    odds = action_odds(SYSTEM, staged, action, exact=True, fixed={("B", "guard"): "dodge"})
    assert odds.hit == Fraction(575, 1296)
    # a critical by 6 or more: the sword does its margin and 3 twice over, so 12 at the least
    assert sum(weight for loss, weight in odds.loss.items() if loss >= 12) == Fraction(70, 1296)
    ties = duel({"weapons": ["sword"]}, {"weapons": ["shield"]}, defence_tie="attack")
    with_ties = action_odds(SYSTEM, SYSTEM.stage(ties, action), action, exact=True, fixed={("B", "guard"): "dodge"})
    assert with_ties.hit - odds.hit == Fraction(146, 1296)


# -- a second oracle ---------------------------------------------------------------------------------------------


def by_icepool(die: Any) -> dict[int, Fraction]:
    return {int(value): Fraction(ways, die.denominator()) for value, ways in die.items()}


@pytest.mark.rule("damage.amount", "crit.slice", "armour.absorb")
def test_a_sword_by_icepool() -> None:
    dice = 2 @ icepool.d6

    def lost(attack: int, defence: int) -> int:
        margin = (attack + 4) - (defence + 4)
        if margin <= 0:
            return 0
        return max(0, margin + (6 if margin >= 6 else 3) - 2)

    law = by_icepool(icepool.map(lost, dice, dice))
    odds: dict[int, Fraction] = {}
    for (_, loss), weight in computed("sword", "dodge", armour="leather").items():
        odds[loss] = odds.get(loss, Fraction(0)) + weight
    assert odds == law


@pytest.mark.rule("crit.bare.ko", "house.ko")
@pytest.mark.parametrize("extra", [False, True])
def test_the_chance_of_a_knock_out_by_icepool(extra: bool) -> None:
    dice = 2 @ icepool.d6
    a, b = {**ATTACKER, "brute": 4}, {**TARGET, "brute": 1}
    contest = icepool.map(lambda x, y: (x + 4) - (y + 1) >= 6, dice, dice)
    critical = icepool.map(lambda x, y: (x + 4 + 2) - (y + 3 + 1) >= 6, dice, dice)
    chance = _share(critical) * _share(contest) * (Fraction(1, 2) if extra else 1)
    encounter = duel({**a, "life": 900}, {**b, "life": 900}, ko_extra__roll=extra)
    action = Attack("A", "B", "fist")
    odds = action_odds(SYSTEM, SYSTEM.stage(encounter, action), action, exact=True, fixed={("B", "guard"): "dodge"})
    assert odds.out == chance


def _share(die: Any) -> Fraction:
    return Fraction(die.quantity(True), die.denominator())
