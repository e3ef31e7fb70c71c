"""The worked examples of the rules, and figures derived from them, against the functions: one test for each operation.

`vectors.json` holds what goes in and what has to come out. A dotted name among the inputs is a switch.
"""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from affray.dice.checks import Modifier
from affray.dice.expression import Dice
from affray.systems.penetration import rules

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))
SPEC = Path(__file__).parents[3] / "shared" / "spec" / "penetration.md"


def of(*ops: str) -> pytest.MarkDecorator:
    """Parametrize a test by the vectors of these operations."""
    found = [pytest.param(v["in"], v["expect"], id=v["id"]) for v in VECTORS if v["op"] in ops]
    assert found, ops
    return pytest.mark.parametrize(("given", "expect"), found)


def check(expect: dict[str, Any], **found: Any) -> None:
    assert {name: found[name] for name in expect} == expect


def thrown(dice: Dice, faces: Sequence[int]) -> tuple[int, int]:
    """What these faces come to, and how many of them were needed."""
    left = list(faces)
    return dice.throw(lambda die: left.pop(0)), len(faces) - len(left)


def other(given: dict[str, Any]) -> rules.Parts:
    """Bonuses and penalties of the multiplier that are neither the weapon's nor the character's."""
    return (Modifier("other", given["other"]),) if "other" in given else ()


def multiplier(difference: int, given: dict[str, Any]) -> rules.Parts:
    return rules.multiplier_parts(difference, given.get("weapon", 0), given.get("character", 0), other(given))


@pytest.mark.rule("hit.explode")
@of("explode")
def test_dice_thrown_again(given: dict[str, Any], expect: dict[str, Any]) -> None:
    dice = rules.attack_dice("d6!", given.get("attack.explode", "open"))
    total, used = thrown(dice, given["dice"])
    check(expect, sum=total, used=used)


@pytest.mark.rule("hit.defence-roll")
@of("defence")
def test_defences(given: dict[str, Any], expect: dict[str, Any]) -> None:
    total, used = thrown(rules.defence_dice(), given["dice"])
    assert used == 2
    check(expect, defence=given["wd"] + total)


@pytest.mark.rule("hit.attack-roll", "hit.explode", "hit.defence-roll", "hit.compare", "hit.dodge", "damage.base")
@pytest.mark.rule("load.excess", "penetration.penetrated", "multiplier.sum", "multiplier.apply")
@of("attack")
def test_attacks(given: dict[str, Any], expect: dict[str, Any]) -> None:
    dice = rules.attack_dice(given.get("attack.dice", "d6!"), given.get("attack.explode", "open"))
    wa = rules.attack_modifiers((Modifier("WA", given["wa"]),), given.get("excess_att", 0))
    wd = rules.defence_modifiers((Modifier("WD", given["wd"]),), given.get("excess_def", 0))
    attack = thrown(dice, given["dice"])[0] + rules.counts(wa)
    defence = thrown(rules.defence_dice(), given["def_dice"])[0] + rules.counts(wd)
    margin = attack - defence
    found: dict[str, Any] = {"attack": attack, "defence": defence, "hit": rules.hits(margin), "damage": 0}
    if rules.hits(margin):
        difference = rules.penetration_difference(given["wp"], given["ac"])
        harm = rules.damage(rules.damage_base(margin), difference, multiplier(difference, given))
        found |= {"base": rules.damage_base(margin), "multiplier": rules.counts(harm.multiplier), "damage": harm.damage}
    check(expect, **found)


@pytest.mark.rule("multiplier.default", "multiplier.penetration", "multiplier.weapon", "multiplier.sum")
@of("multiplier")
def test_multipliers(given: dict[str, Any], expect: dict[str, Any]) -> None:
    check(expect, m=rules.counts(multiplier(given["d"], given)))


@pytest.mark.rule("penetration.difference", "penetration.penetrated", "penetration.total", "penetration.reduced")
@pytest.mark.rule("penetration.equal", "penetration.no-damage", "multiplier.penetration", "multiplier.weapon")
@pytest.mark.rule("multiplier.character", "multiplier.sum", "multiplier.apply", "multiplier.fraction")
@pytest.mark.rule("multiplier.none", "multiplier.order")
@of("damage")
def test_damage(given: dict[str, Any], expect: dict[str, Any]) -> None:
    # an AC of 0 stands for any: only the difference counts
    difference = rules.penetration_difference(given["d"], 0, given.get("pen_die", 0))
    rounding = given.get("multiplier.rounding", "down")
    harm = rules.damage(given["base"], difference, multiplier(difference, given), rounding)
    check(expect, base_after=harm.base, m=rules.counts(harm.multiplier), damage=harm.damage)


@pytest.mark.rule("injury.minor", "injury.levels", "effect.shock", "effect.knockout")
@of("effect")
def test_effects(given: dict[str, Any], expect: dict[str, Any]) -> None:
    due = rules.due(given["damage"], given["endurance"])
    check(expect, levels=due.levels, shock_due=due.shock, knockout_due=due.knockout)


@pytest.mark.rule("house.shock", "house.knockout", "load.excess")
@of("check")
def test_checks(given: dict[str, Any], expect: dict[str, Any]) -> None:
    kind = {"shock": "shock", "knockout": "knock-out"}[given["kind"]]
    tn = rules.counts(rules.check_number(kind, given["levels"]))
    total = thrown(rules.CHECK_DICE, given["dice"])[0] + rules.counts(rules.check_modifiers(given.get("excess", 0)))
    check(expect, tn=tn, **{"pass": rules.check_passed(total, tn)})


@pytest.mark.rule("strength.shortfall", "strength.requirement")
@of("strength")
def test_missing_strength(given: dict[str, Any], expect: dict[str, Any]) -> None:
    burden = rules.Burden(shortfall=rules.shortfall(given["strength"], given["required"]))
    short = {"ws": "speed", "wa": "accuracy", "wp": "penetration", "wd": "defence"}
    check(expect, **{name: rules.counts(rules.penalties(score, burden)) for name, score in short.items()})


@pytest.mark.rule("scores.basic", "status.penalty", "status.not-ac", "load.penalty", "armour.stiffness")
@pytest.mark.rule("strength.shortfall")
@of("derive")
def test_scores(given: dict[str, Any], expect: dict[str, Any]) -> None:
    burden = rules.Burden(
        injury=given["condition"],
        load=given["load"],
        stiffness=given["stiffness"],
        shortfall=rules.shortfall(given["strength"], given["required"]),
    )
    base = rules.Numbers(given["ws"], given["wa"], given["wp"], given["wd"])
    found = rules.derive(base, rules.Numbers(), burden, armour=given["ac"])
    check(expect, **dict(zip(("ws", "wa", "wp", "wd", "ac"), map(rules.counts, found), strict=True)))


@pytest.mark.rule("missile.protection", "house.missile-defence")
@of("missile_defence")
def test_defence_against_missiles(given: dict[str, Any], expect: dict[str, Any]) -> None:
    parts = rules.missile_defence(given["base"], given["weapon"], given["shield"], given["unarmed"])
    check(expect, wd=rules.counts(parts))


@pytest.mark.rule("missile.range-penalty", "missile.style", "house.range")
@of("range")
def test_range(given: dict[str, Any], expect: dict[str, Any]) -> None:
    check(expect, penalty=rules.range_penalty(given["distance"], given["band"], given["style"]))


def test_every_vector_is_run() -> None:
    run = {"explode", "defence", "attack", "multiplier", "damage", "effect", "check", "strength", "derive"}
    run |= {"missile_defence", "range"}
    assert {vector["op"] for vector in VECTORS} == run
    assert len({vector["id"] for vector in VECTORS}) == len(VECTORS) == 60


@pytest.mark.skipif(not SPEC.exists(), reason="the specification is not beside this repository")
def test_the_vectors_are_those_of_the_specification() -> None:
    blocks = re.findall(r"```json\n(.*?)```", SPEC.read_text(encoding="utf-8"), re.S)
    assert [row for block in blocks for row in json.loads(block)] == VECTORS
