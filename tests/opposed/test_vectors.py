"""The worked examples of the rules, and figures derived from them, against the functions: one test for each operation.

`vectors.json` holds what goes in and what has to come out. A dotted name among the inputs is a switch.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from affray.errors import BadValue
from affray.systems.opposed import rules
from affray.systems.opposed.charts import LOSS_OF_CONTROL

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))
SPEC = Path(__file__).parents[3] / "shared" / "spec" / "opposed-2d6.md"


def of(*ops: str) -> pytest.MarkDecorator:
    """Parametrize a test by the vectors of these operations."""
    found = [pytest.param(v["in"], v["expect"], id=v["id"]) for v in VECTORS if v["op"] in ops]
    assert found, ops
    return pytest.mark.parametrize(("given", "expect"), found)


def check(expect: dict[str, Any], **found: Any) -> None:
    assert {name: found[name] for name in expect} == expect


def thrown(dice: list[int], modifiers: rules.Parts) -> int:
    return sum(dice) + sum(m.counted for m in modifiers)


@pytest.mark.rule("initiative.physical", "initiative.magical", "initiative.order", "initiative.commit")
@pytest.mark.rule("initiative.switch", "house.initiative-tie")
@of("initiative")
def test_initiative(given: dict[str, Any], expect: dict[str, Any]) -> None:
    entries = []
    for place, (who, intent, used, dice, dex, wits) in enumerate(given["who"]):
        parts = rules.initiative_modifiers(intent, dex, wits)
        switched = not rules.keeps_to_intent(intent, {"physical": "melee", "magic": "magic"}[used])
        (added,) = parts
        entries.append(rules.Initiative(who, thrown(dice, parts), added.value, dex, place, switched))
    order = rules.initiative_order(entries)
    check(expect, order=list(order), totals={e.who: e.total for e in entries})


@pytest.mark.rule("roll.opposed", "roll.tie", "melee.compare")
@of("opposed")
def test_opposed(given: dict[str, Any], expect: dict[str, Any]) -> None:
    tie = given.get("defence.tie", "defence")
    check(expect, winner=rules.winner(given["attack"], given["defence"], tie))


@pytest.mark.rule("ranged.tn", "ranged.aim")
@of("tn")
def test_target_number(given: dict[str, Any], expect: dict[str, Any]) -> None:
    if "error" in expect:
        with pytest.raises(BadValue, match=expect["error"]):
            rules.target_number(given["mods"])
    else:
        check(expect, tn=sum(m.value for m in rules.target_number(given["mods"])))


@pytest.mark.rule("crit.failure")
@of("critfail")
def test_critical_failure(given: dict[str, Any], expect: dict[str, Any]) -> None:
    check(expect, critical_failure=rules.critical_failure(given["total"], given.get("critfail.below", 0)))


@pytest.mark.rule("damage.life", "damage.death")
@of("life")
def test_life(given: dict[str, Any], expect: dict[str, Any]) -> None:
    life = rules.life_after(given["life"], given["loss"])
    check(expect, life=life, dead=rules.dead(life))


@pytest.mark.rule("damage.when", "damage.amount", "armour.absorb", "crit.success", "crit.by-weapon")
@pytest.mark.rule("crit.bare", "crit.chop", "crit.impale", "crit.slice", "crit.crush", "crit.chop.sever")
@pytest.mark.rule("crit.crush.bones", "electric.double", "electric.coverage", "size.damage", "size.damage.same")
@pytest.mark.rule("ranged.hit", "ranged.defend")
@of("damage", "ranged")
def test_damage(given: dict[str, Any], expect: dict[str, Any]) -> None:
    kind = given.get("type", "none")
    sizes = given.get("att_size", 0), given.get("def_size", 0)
    strike = rules.strike(given["attack"], defence=given.get("defence"), tn=given.get("tn"))
    dealt = rules.damage(
        strike.adds,
        given["weapon"],
        kind,
        strike.critical,
        rules.size_damage(*sizes, given.get("kind", "melee")),
        given.get("maneuver", 0),
        chop_armour=given.get("chop.armour", "weapon-direct"),
    )
    doubled = given.get("electric", False) and rules.metal_conducts(given["metal"])
    wound = rules.soak(dealt, given["ar"], doubled)
    check(
        expect,
        on_target="tn" in given and rules.on_target(given["attack"], given["tn"]),
        hit=strike.hit,
        margin=strike.margin,
        crit=strike.critical,
        damage=sum(part.value for part in wound.parts),
        life_loss=wound.loss if strike.hit else 0,
        severed=strike.critical and kind == "chop" and rules.severs(*sizes),
        bones=strike.critical and kind == "crush" and rules.breaks_bones(*sizes),
    )


@pytest.mark.rule("crit.bare.ko")
@of("ko")
def test_knock_out(given: dict[str, Any], expect: dict[str, Any]) -> None:
    a = thrown(given["attacker"], rules.knock_out_modifiers(given["brute_a"]))
    d = thrown(given["defender"], rules.knock_out_modifiers(given["brute_d"]))
    check(expect, a=a, d=d, ko=rules.knocked_out(a - d))


@pytest.mark.rule("size.accuracy", "size.accuracy.same")
@of("size_accuracy")
def test_size_and_accuracy(given: dict[str, Any], expect: dict[str, Any]) -> None:
    reading = given.get("size.accuracy", "target")
    check(expect, mod=rules.size_accuracy(given["attacker"], given["target"], reading))


@pytest.mark.rule("size.damage")
@of("size_damage")
def test_size_and_damage(given: dict[str, Any], expect: dict[str, Any]) -> None:
    check(expect, mod=rules.size_damage(given["attacker"], given["target"]))


@pytest.mark.rule("parry.needs-weapon", "parry.block-bare", "parry.ranged.shield", "parry.ranged.others")
@pytest.mark.rule("parry.magic", "dodge.any", "magic.defend")
@of("allowed")
def test_allowed_defences(given: dict[str, Any], expect: dict[str, Any]) -> None:
    hands = given["hands"]
    parryable = given.get("spell_parryable", False)
    allowed = rules.allowed_defences(given["attack"], "melee weapon" in hands, "shield" in hands, parryable)
    check(expect, allowed=list(allowed))


@pytest.mark.rule("dodge.roll", "resist.roll", "magic.defend")
@of("defence_total")
def test_defence_totals(given: dict[str, Any], expect: dict[str, Any]) -> None:
    if given["kind"] == "dodge":
        parts = rules.dodge(given["attack"], given["dex"], given["skill"])
    else:
        parts = rules.resistance(given["wits"], given["skill"])
    check(expect, total=thrown(given["dice"], parts))


@pytest.mark.rule("maneuver.lower", "maneuver.proficiency", "maneuver.cost", "maneuver.strike")
@of("maneuver")
def test_maneuvers(given: dict[str, Any], expect: dict[str, Any]) -> None:
    refused = rules.maneuver_refused(given["owned"], given["use"], given["exhaustion"], given["proficient"])
    if "error" in expect:
        assert refused is not None
        assert expect["error"] in refused.reason
        return
    assert refused is None
    (bonus,) = rules.maneuver_bonus("strike", given["use"])
    check(expect, bonus=bonus.value, exhaustion=rules.exhaustion_after(given["exhaustion"], given["use"]))


@pytest.mark.rule("poison.same", "poison.different")
@of("poison_rate")
def test_the_rate_of_several_poisons(given: dict[str, Any], expect: dict[str, Any]) -> None:
    active: tuple[rules.Toll, ...] = ()
    for name, rate in given["applied"]:
        active = rules.poisoned(active, rules.Toll(name, rate, 5))
    check(expect, per_minute=rules.poison_rate(active))


@pytest.mark.rule("poison.tick", "house.poison")
@of("poison_total")
def test_poison_in_all(given: dict[str, Any], expect: dict[str, Any]) -> None:
    toll, total = rules.Toll("poison", given["tick"], rules.poison_ticks(5)), given["blow"]
    for _ in range(1 + given["minutes"]):
        assert toll.ticks
        total += rules.poison_rate((toll,))
        toll = rules.after_tick(toll, 10)
    check(expect, total=total)


@pytest.mark.rule("poison.on-crit", "poison.bladed")
@of("poison_apply")
def test_how_a_weapon_poisons(given: dict[str, Any], expect: dict[str, Any]) -> None:
    source = rules.poison_source("melee", natural=False)
    check(expect, poisoned=rules.poisons(source, given["bladed"], given["crit"], 1))


@pytest.mark.rule("fire.damage", "fire.duration")
@of("fire")
def test_a_fire_in_all(given: dict[str, Any], expect: dict[str, Any]) -> None:
    on, left, total = True, given["rounds"], 0
    while on:
        points, absorbed = rules.fire_damage(1, 6)
        total += points - absorbed
        on, left = rules.burns_on(left)
    check(expect, damage=total)


@pytest.mark.rule("grapple.start", "roll.tie")
@of("grapple_start")
def test_getting_hold(given: dict[str, Any], expect: dict[str, Any]) -> None:
    total = thrown(given["dice"], rules.grapple_attack(given["dex"], 6))
    check(expect, total=total, held=rules.winner(total, given["dodge"]) == "attack")


@pytest.mark.rule("grapple.hold", "grapple.break")
@of("grapple_hold")
def test_keeping_hold(given: dict[str, Any], expect: dict[str, Any]) -> None:
    a = thrown(given["att"], rules.hold_modifiers(given["brute_a"]))
    d = thrown(given["def"], rules.hold_modifiers(given["brute_d"]))
    check(expect, a=a, d=d, held=not rules.hold_breaks(a, d))


@pytest.mark.rule("mount.melee-still", "mount.ranged-moving", "mount.magic")
@of("mount_mod")
def test_the_saddle(given: dict[str, Any], expect: dict[str, Any]) -> None:
    parts = rules.mounted_attack(given["kind"], "moving" if given["moving"] else "still")
    check(expect, mod=thrown([], parts))


@pytest.mark.rule("mount.tame-rating", "mount.tamed", "mount.skill")
@of("ride")
def test_who_may_ride(given: dict[str, Any], expect: dict[str, Any]) -> None:
    rating = rules.tame_rating(given["rating"])
    check(expect, may_mount=rules.may_ride(rating, given["tamed"], given["taming"]))


@pytest.mark.rule("mount.control.damage", "mount.control.half", "mount.tame-rating", "house.mount-light-tn")
@of("control_tn")
def test_the_number_of_a_control_check(given: dict[str, Any], expect: dict[str, Any]) -> None:
    trigger = given.get("mount.control-trigger", "any-damage")
    tn = rules.control_tn(rules.tame_rating(given["rating"]).tn, given["life"], given["max"], trigger)
    check(expect, tn=tn)


@pytest.mark.rule("mount.control.roll", "mount.loss-of-control", "mount.loss.1-2", "mount.loss.3-4")
@pytest.mark.rule("mount.loss.5-6", "mount.loss.7-plus")
@of("control")
def test_control_checks(given: dict[str, Any], expect: dict[str, Any]) -> None:
    lost_before = {0: "", -1: "3-4", -2: "5-6", -3: "7+"}[given.get("penalty", 0)]
    total = thrown(given["dice"], rules.control_modifiers(given["taming"], lost_before))
    found: dict[str, Any] = {"total": total, "ok": rules.keeps_control(total, given["tn"])}
    found["moe"] = 0 if found["ok"] else given["tn"] - total
    if not found["ok"]:
        row = LOSS_OF_CONTROL[rules.loss_row(found["moe"])]
        found |= {"next_check": row.next_check, "dex_tn": row.dex_tn}
    check(expect, **found)


@pytest.mark.rule("mount.fall")
@of("fall")
def test_falls(given: dict[str, Any], expect: dict[str, Any]) -> None:
    check(expect, damage=[rules.fall_damage(face) for face in given["dice"]])


def test_every_vector_is_run() -> None:
    run = {"initiative", "opposed", "tn", "critfail", "life", "damage", "ranged", "ko"}
    run |= {"size_accuracy", "size_damage", "allowed", "defence_total", "maneuver"}
    run |= {"poison_rate", "poison_total", "poison_apply", "fire", "grapple_start", "grapple_hold"}
    run |= {"mount_mod", "ride", "control_tn", "control", "fall"}
    assert {vector["op"] for vector in VECTORS} == run
    assert len({vector["id"] for vector in VECTORS}) == len(VECTORS) == 102


@pytest.mark.skipif(not SPEC.exists(), reason="the specification is not beside this repository")
def test_the_vectors_are_those_of_the_specification() -> None:
    blocks = re.findall(r"```json\n(.*?)```", SPEC.read_text(encoding="utf-8"), re.S)
    specified = [row for block in blocks for row in json.loads(block)]
    assert [vector["id"] for vector in VECTORS] == [row["id"] for row in specified]
    for vector, row in zip(VECTORS, specified, strict=True):
        assert (vector["op"], vector["expect"]) == (row["op"], row["expect"])
        same = {name: value for name, value in row["in"].items() if not name.startswith("metal")}
        assert same == {name: value for name, value in vector["in"].items() if name != "metal"}
