"""Getting hold of somebody: what is rolled, who may try, what fails."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
from opposed_fights import duel, forbidden, held, play, put, sitting, turn

from affray.encounter import Encounter
from affray.events import Rolled
from affray.systems.opposed import SYSTEM
from affray.systems.opposed.actions.kinds import (
    Grapple,
    Pass,
    Switch,
)
from affray.systems.opposed.options import SWITCHES


def reach(encounter: Encounter, *script: Any) -> Any:
    """A reaches for B."""
    return play(turn(encounter, "A"), Grapple("A", "B"), *script)


@pytest.mark.rule("grapple.start", "roll.tie")
@pytest.mark.parametrize(
    ("faces", "total", "tie", "holds"),
    [
        ([5, 4], 12, "defence", "B"),
        ([4, 4], 11, "defence", ""),
        ([4, 4], 11, "attack", "B"),
        ([4, 3], 10, "attack", ""),
    ],
)
def test_two_dice_and_dex_against_an_ordinary_dodge(faces: list[int], total: int, tie: str, holds: str) -> None:
    """Dex 3 against a dodge of 6 + Dex 2 + Melee 3 = 11; Melee does not help the one who reaches."""
    pair = duel({"dex": 3, "brute": 6, "melee": 5}, {"dex": 2, "melee": 3}, defence_tie=tie)
    told = reach(pair, faces, "dodge", [3, 3])
    assert told.rolls == {("A", "attack"): total, ("B", "dodge"): 11}
    assert told.fighter("A").holds == holds
    assert told.outcome == ("held" if holds else "dodged")
    assert told.deed.hit == bool(holds)
    assert told.fighter("B").life == 20
    assert told.encounter.step is None
    rolled = [e for e in told.log if isinstance(e, Rolled)]
    assert [m.name for m in rolled[0].modifiers] == ["Dex"]
    assert [m.name for m in rolled[1].modifiers] == ["Dex", "Melee"]
    assert rolled[0].rules == ("grapple.start",)


@pytest.mark.rule("grapple.start")
def test_a_great_margin_does_nothing_more() -> None:
    told = reach(duel({"dex": 6}), [6, 6], "dodge", [1, 1])
    assert told.outcome == "held"
    assert (told.fighter("B").life, told.fighter("B").unconscious) == (20, False)
    assert len(told.asked) == 3


@pytest.mark.rule("grapple.start")
def test_nothing_helps_against_it_but_a_dodge() -> None:
    armed = {"weapons": ["sword", "shield"], "melee": 3}
    told = reach(duel({"dex": 2}, armed), [6, 6], "none")
    assert told.asked[1].options == ("dodge", "none")  # type: ignore[union-attr]
    assert [f.name for f in fields(Grapple)] == ["who", "target"]  # no maneuver can go into it


@pytest.mark.rule("grapple.start", "maneuver.dodge", "maneuver.cost")
def test_a_dodging_maneuver_counts_as_in_any_dodge() -> None:
    dodger = {
        "weapons": ["sword"],
        "experience": 100,
        "proficiencies": ["sword"],
        "maneuvers": [{"weapon": "sword", "bonus": "dodge", "level": 2}],
    }
    told = reach(duel({"dex": 2}, dodger), [4, 3], "dodge", 2, [4, 3])
    assert told.rolls == {("A", "attack"): 9, ("B", "dodge"): 9}
    assert told.fighter("A").holds == ""
    assert told.fighter("B").exhaustion == 8
    assert reach(duel({"dex": 2}, dodger), [4, 3], "dodge", 1, [4, 3]).fighter("A").holds == "B"


@pytest.mark.rule("grapple.start", "house.undefended")
@pytest.mark.parametrize("tie", ["defence", "attack"])
@pytest.mark.parametrize(("faces", "holds"), [([5, 4], ""), ([5, 5], ""), ([6, 5], "B")])
def test_without_a_dodge_it_takes_more_than_ten(faces: list[int], holds: str, tie: str) -> None:
    pair = duel({}, {"dex": 6}, defence_tie=tie)
    told = reach(pair, faces, "none")
    assert told.fighter("A").holds == holds
    asleep = put(duel({}, {"dex": 6}, defence_tie=tie), "B", unconscious=True)
    assert reach(asleep, faces).fighter("A").holds == holds
    higher = duel({}, {}, undefended_tn=11)
    assert reach(higher, faces, "none").fighter("A").holds == ""


@pytest.mark.rule("grapple.start", "dodge.roll")
def test_the_dodge_is_one_of_the_defences_of_the_round() -> None:
    limited = duel({"dex": 2}, {}, defence_limit=1)
    told = reach(limited, [1, 1], "dodge", [6, 6])
    assert told.fighter("B").defences == 1
    again = turn(told.encounter, "A")
    assert play(again, Grapple("A", "B"), [4, 5]).fighter("A").holds == "B"  # 11, and B is not asked


@pytest.mark.rule("crit.failure", "crit.failure.action", "opportunity.turn", "opportunity.who", "grapple.start")
@pytest.mark.parametrize(("dex", "below", "fails"), [(-2, 0, False), (-3, 0, True), (-2, 1, True), (-1, 1, False)])
def test_a_critical_failure_gives_the_target_a_free_turn(dex: int, below: int, fails: bool) -> None:
    pair = put(duel(critfail_below=below), "A", dex=dex)
    told = reach(pair, [1, 1], *([] if fails else ["dodge", [1, 1]]))
    assert told.outcome == ("critical failure" if fails else "dodged")
    step = told.encounter.step
    assert ((step.kind, step.who, step.cause) if step else None) == (("opportunity", "B", "A") if fails else None)
    assert told.fighter("A").holds == ""


@pytest.mark.rule("grapple.start")
@pytest.mark.parametrize(("skill", "total"), [("none", 9), ("melee", 13)])
def test_whether_melee_helps_is_a_matter_of_the_switch(skill: str, total: int) -> None:
    told = reach(duel({"dex": 2, "melee": 4}, {}, grapple_skill=skill), [3, 4], "dodge", [5, 5])
    assert told.rolls["A", "attack"] == total
    assert told.fighter("A").holds == ("B" if skill == "melee" else "")


@pytest.mark.rule("grapple.start", "size.accuracy")
@pytest.mark.parametrize(
    ("on", "reading", "attacker", "target", "total"),
    [
        ("off", "target", 0, 3, 9),
        ("on", "target", 0, 3, 12),
        ("on", "target", 2, 3, 12),
        ("on", "target", 3, 3, 9),
        ("on", "target", 2, -4, 5),
        ("off", "relative", 2, 3, 9),
        ("on", "relative", 2, 3, 10),
        ("on", "relative", 2, -4, 3),
        ("on", "relative", 3, 3, 9),
    ],
)
def test_size_counts_where_the_switch_says_so(on: str, reading: str, attacker: int, target: int, total: int) -> None:
    pair = duel({"dex": 2, "size": attacker}, {"size": target}, grapple_size=on, size_accuracy=reading)
    assert reach(pair, [3, 4], "none").rolls["A", "attack"] == total


@pytest.mark.rule("house.reach", "grapple.start", "damage.death")
def test_whom_one_can_reach_for() -> None:
    for distance, rule in ((0, ""), (2, ""), (-2, ""), (3, "house.reach")):
        assert forbidden(turn(duel({}, {"position": distance}), "A"), Grapple("A", "B")) == rule
    encounter = turn(duel(), "A")
    assert forbidden(encounter, Grapple("A", "A")) == "roll.opposed"
    assert forbidden(encounter, Grapple("A", "C")) == "roll.opposed"
    assert forbidden(put(encounter, "B", dead=True), Grapple("A", "B")) == "damage.death"
    assert forbidden(put(encounter, "B", unconscious=True), Grapple("A", "B")) == ""
    assert forbidden(held(encounter), Grapple("A", "B")) == "house.held"
    lost = ("right arm", "left arm")
    assert forbidden(put(encounter, "A", broken=lost), Grapple("A", "B")) == ""  # legs and teeth are left


@pytest.mark.rule("initiative.commit", "initiative.switch", "grapple.start")
def test_it_is_a_physical_attack() -> None:
    mage = {"weapons": ["lightning bolt"]}
    session = sitting(duel(mage, {}), "magic", [6, 6], [1, 1])
    assert forbidden(session.encounter, Grapple("A", "B")) == "initiative.commit"
    refused = SYSTEM.forbid(session.encounter, Grapple("A", "B"))
    assert refused is not None
    assert "switch" in refused.reason
    session.act(Switch("A"))
    session.act(Pass("B"))
    assert forbidden(session.encounter, Grapple("A", "B")) == ""
    physical = sitting(duel(mage, {}), "physical", [6, 6], [1, 1])
    assert forbidden(physical.encounter, Grapple("A", "B")) == ""
    # what an odds view asks about is looked at with initiative rolled for it
    assert forbidden(SYSTEM.stage(duel(mage, {}), Grapple("A", "B")), Grapple("A", "B")) == ""


@pytest.mark.rule("grapple.start")
@pytest.mark.parametrize("name", ["grapple.skill", "grapple.size"])
def test_the_switches_of_grapples_stay_as_the_source_prints_it(name: str) -> None:
    assert next(s.default for s in SWITCHES if s.name == name) in ("none", "off")
