"""What a grip does to whoever is in it, and to the holder."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from opposed_fights import changes, contests, duel, fight, forbidden, held, play, put, sitting, turn

from affray.encounter import Encounter
from affray.events import Rolled
from affray.systems.opposed import SYSTEM
from affray.systems.opposed.actions.checks import viewed
from affray.systems.opposed.actions.kinds import (
    Aim,
    Attack,
    Flee,
    Grapple,
    Move,
    Pass,
    Pull,
    Ready,
    Release,
    Social,
    Struggle,
    Surrender,
    Switch,
)
from affray.systems.opposed.fighter import burdens

ALL_ARMS = {"weapons": ["sword", "spear", "shield", "bow", "lightning bolt"]}


def trio() -> Encounter:
    """A, a friend F of A, and B, all within a metre."""
    return fight({"name": "A"}, {"name": "F", "side": "A"}, {"name": "B", "position": 1})


@pytest.mark.rule("house.held")
def test_who_is_held_cannot_move_flee_or_use_what_takes_two_hands() -> None:
    encounter = turn(held(duel({}, ALL_ARMS)), "B")
    free = turn(duel({}, ALL_ARMS), "B")
    for action, rule in (
        (Move("B", 2), "house.held"),
        (Flee("B"), "house.held"),
        (Attack("B", "A", "sword"), ""),
        (Attack("B", "A", "kick"), ""),
        (Ready("B", "spear"), "house.held"),
        (Grapple("B", "A"), ""),
        (Struggle("B", "A"), ""),
        (Social("B", "A"), ""),
        (Surrender("B"), ""),
        (Pass("B"), ""),
    ):
        assert forbidden(encounter, action) == rule, action
        if rule and not isinstance(action, Flee):
            assert forbidden(free, action) == ""
    for weapon in ("spear", "bow"):
        armed = put(encounter, "B", hands=(weapon,))
        assert forbidden(armed, Attack("B", "A", weapon)) == "house.held"
        assert forbidden(put(free, "B", hands=(weapon,)), Attack("B", "A", weapon)) == ""
    assert forbidden(put(encounter, "B", hands=("bow",)), Aim("B", "A")) == "ranged.aim"
    offered = {offer.kind for offer in SYSTEM.offers(encounter)}
    assert "struggle" in offered
    assert not offered & {"move", "flee", "release"}


@pytest.mark.rule("house.held", "parry.needs-weapon")
def test_who_is_held_parries_with_what_takes_one_hand_only() -> None:
    for weapon, ways in (("spear", ("dodge", "none")), ("sword", ("parry", "dodge", "none"))):
        encounter = turn(held(duel({"weapons": ["sword"]}, {"weapons": [weapon]})), "A")
        told = play(encounter, Attack("A", "B", "sword"), [1, 1], "none")
        assert told.asked[1].options == ways  # type: ignore[union-attr]
    free = turn(duel({"weapons": ["sword"]}, {"weapons": ["spear"]}), "A")
    assert "parry" in play(free, Attack("A", "B", "sword"), [1, 1], "none").asked[1].options  # type: ignore[union-attr]


@pytest.mark.rule("house.held")
@pytest.mark.parametrize(
    ("action", "intent"),
    [
        (Attack("B", "A", "sword"), "physical"),
        (Attack("B", "A", "kick"), "physical"),
        (Grapple("B", "A"), "physical"),
        (Attack("B", "A", "lightning bolt"), "magic"),
    ],
)
def test_two_less_on_attacks(action: Any, intent: str) -> None:
    able = {"weapons": ["sword", "lightning bolt"], "brute": 4, "dex": 4, "wits": 4}
    for encounter, total in ((duel({}, able), 11), (held(duel({}, able)), 9)):
        told = play(turn(put(encounter, "B", intent=intent), "B"), action, [3, 4], "none")
        assert told.rolls["B", "attack"] == total
    named = [m for e in told.log if isinstance(e, Rolled) for m in e.modifiers if m.value < 0]
    assert [(m.name, m.value, m.rule) for m in named] == [("held", -2, "house.held")]


@pytest.mark.rule("house.held")
@pytest.mark.parametrize(
    ("weapon", "way"),
    [("sword", "parry"), ("sword", "dodge"), ("lightning bolt", "resist"), ("bow", "dodge"), ("grip", "dodge")],
)
def test_two_less_on_defences(weapon: str, way: str) -> None:
    able = {"weapons": ["sword"], "brute": 4, "dex": 4, "wits": 4}
    pair = put(duel(ALL_ARMS, able), "A", intent="magic" if way == "resist" else "physical", hands=("sword",))
    pair = put(pair, "A", hands=("bow",)) if weapon == "bow" else pair
    action: Any = Attack("A", "B", weapon) if weapon != "grip" else Grapple("A", "B")
    three = held(pair.joined(replace(duel().fighter("A"), id="C")), "C", "B")
    for encounter, total in ((pair, 11), (three, 9)):
        assert play(turn(encounter, "A"), action, [6, 6], way, [3, 4]).rolls["B", way] == total


@pytest.mark.rule("house.held", "initiative.physical")
def test_two_less_on_initiative() -> None:
    session = sitting(held(duel({}, {"dex": 3})), [1, 1], [3, 4])
    assert session.encounter.clock.order == ("B", "A")
    assert session.encounter.clock.numbers == (8, 2)


@pytest.mark.rule("house.held", "social.roll", "house.stuck", "crit.bare.ko")
def test_two_less_on_words_on_pulling_and_on_staying_awake() -> None:
    pair = held(duel({"charisma": 3}, {"charisma": 3, "brute": 3, "weapons": ["dagger"], "life": 99}))
    told = play(turn(pair, "B"), Social("B", "A"), [3, 3], [3, 4])
    assert told.rolls == {("B", "social"): 7, ("A", "social"): 10}
    told = play(turn(pair, "A"), Social("A", "B"), [3, 3], [3, 4])
    assert told.rolls == {("A", "social"): 9, ("B", "social"): 8}
    stuck = put(pair, "B", stuck=(("dagger", "A"),))
    for faces, free in (([3, 3], False), ([3, 4], True)):  # 6 + 3 - 2 = 7 and 8 against 8
        told = play(turn(stuck, "B"), Pull("B", "dagger"), faces)
        assert (told.fighter("B").stuck == ()) == free
    told = play(turn(pair, "A"), Attack("A", "B", "fist"), [6, 6], "dodge", [1, 2], [6, 1], [1, 1])
    assert (told.rolls["A", "knock-out"], told.rolls["B", "knock-out"]) == (7, 3)
    told = play(turn(put(pair, "A", life=99), "B"), Attack("B", "A", "fist"), [6, 6], "dodge", [1, 2], [3, 4], [1, 1])
    assert told.rolls["B", "knock-out"] == 8  # 7 + 3 - 2


@pytest.mark.rule("house.held", "mount.control.roll", "mount.loss.3-4")
def test_two_less_on_keeping_a_mount_under_control() -> None:
    def shaken(encounter: Encounter, *script: Any) -> Any:
        return play(turn(encounter, "B"), Attack("B", "Beast", "sword"), [6, 6], "none", *script)

    rider = {"name": "A", "taming": 4, "dex": 3}
    beast = {"name": "Beast", "side": "A", "tame": "4/12", "tamed": True, "life": 40}
    ridden = put(fight(rider, beast, {"name": "B", "weapons": ["sword"]}), "A", mount="Beast")
    # 2 dice + 4 against 8; a saddle check is 2 dice + Dex against 8
    told = shaken(ridden, [2, 2])
    assert told.rolls["A", "control"] == 8
    gripped = held(ridden, "B", "A")
    told = shaken(put(gripped, "B", holds="Beast"), [2, 2])
    assert told.rolls["A", "control"] == 8  # it is the mount that is held
    other = fight(rider, beast, {"name": "B", "weapons": ["sword"]}, {"name": "C", "side": "B"})
    told = shaken(held(put(other, "A", mount="Beast"), "C", "A"), [1, 1], [3, 4])
    assert told.rolls["A", "control"] == 4
    assert told.rolls["A", "saddle"] == 8


@pytest.mark.rule("house.held", "grapple.hold")
def test_the_contest_itself_suffers_nothing() -> None:
    told = play(turn(held(duel({"brute": 2}, {"brute": 3})), "B"), Struggle("B", "A"), [3, 4], [3, 4])
    assert told.rolls == {("A", "hold"): 9, ("B", "hold"): 10}
    both = held(held(duel({"brute": 2}, {"brute": 3})), "B", "A")
    assert play(turn(both, "B"), Struggle("B", "A"), [3, 4], [3, 4]).rolls == {("A", "hold"): 9, ("B", "hold"): 10}


@pytest.mark.rule("house.held", "house.dodge-move", "dodge.success")
@pytest.mark.parametrize(("links", "place"), [((), 2), ((("A", "B"),), 1), ((("B", "A"),), 1), ((("C", "B"),), 1)])
def test_a_dodge_takes_nobody_out_of_a_grip(links: tuple[tuple[str, str], ...], place: int) -> None:
    """Neither the one held nor the holder jumps back."""
    encounter = fight(
        {"name": "A", "weapons": ["sword"]}, {"name": "B", "position": 1}, {"name": "C", "side": "A"}, dodge_move="back"
    )
    for holder, target in links:
        encounter = held(encounter, holder, target)
    told = play(turn(encounter, "A"), Attack("A", "B", "sword"), [1, 1], "dodge", [6, 6])
    assert told.fighter("B").position == place
    assert [f.holds for f in told.encounter.fighters if f.holds] == [target for _, target in links]


# -- what it does to the holder ----------------------------------------------------------------------------------


@pytest.mark.rule("house.held")
def test_a_holder_attacks_nobody_else_and_stays() -> None:
    three = fight({"name": "A", **ALL_ARMS}, {"name": "B"}, {"name": "C", "side": "B"})
    encounter = turn(held(three), "A")
    for action, rule in (
        (Attack("A", "B", "sword"), ""),
        (Attack("A", "C", "sword"), "house.held"),
        (Grapple("A", "C"), "house.held"),
        (Social("A", "C"), ""),
        (Move("A", 3), "house.held"),
        (Release("A"), ""),
        (Ready("A", "spear"), ""),
    ):
        assert forbidden(encounter, action) == rule, action
    assert burdens(encounter, encounter.fighter("A")) == ()
    assert forbidden(turn(three, "A"), Release("A")) == "house.held"
    two_handed = put(encounter, "A", hands=("spear",))
    assert forbidden(two_handed, Attack("A", "B", "spear")) == ""


@pytest.mark.rule("house.held")
def test_letting_go_takes_no_time_and_frees_both() -> None:
    three = fight({"name": "A", **ALL_ARMS}, {"name": "B"}, {"name": "C", "side": "B"})
    told = play(turn(held(three), "A"), Release("A"))
    assert told.encounter.step is not None
    assert told.fighter("A").holds == ""
    assert changes(told) == [("B", "held by", "A", "")]
    assert forbidden(told.encounter, Attack("A", "C", "sword")) == ""
    assert forbidden(told.encounter, Move("A", 3)) == ""
    assert forbidden(told.encounter, Release("A")) == "house.held"


@pytest.mark.rule("house.held", "initiative.commit", "initiative.switch")
def test_a_holder_may_switch_and_goes_on_holding() -> None:
    mage = {**ALL_ARMS, "wits": 2}
    session = sitting(held(duel(mage, {})), "physical", [6, 6], [1, 1], [3, 4], [3, 4])
    assert contests(session) == [("A", "holds", "B")]
    assert forbidden(session.encounter, Attack("A", "B", "lightning bolt")) == "initiative.commit"
    session.act(Switch("A"))
    assert session.encounter.fighter("A").holds == "B"
    session.act(Pass("B"))
    # the turn that was put off is the same turn: no second contest
    assert session.turn is not None
    assert (session.turn.who, session.turn.cause) == ("A", "late")
    assert contests(session) == [("A", "holds", "B")]
    assert forbidden(session.encounter, Attack("A", "B", "sword")) == "initiative.commit"
    assert forbidden(session.encounter, Attack("A", "B", "lightning bolt")) == ""


@pytest.mark.rule("house.held")
def test_odds_see_the_grip() -> None:
    pair = duel({}, {"weapons": ["spear"]})
    assert viewed(pair, "B").weapon is not None
    seen = viewed(held(pair), "B")
    assert seen.weapon is None
    assert [m.value for m in seen.burdens] == [-2]
    assert viewed(held(pair), "A") == viewed(pair, "A")


@pytest.mark.rule("house.held", "house.dodge-move", "house.mount")
@pytest.mark.parametrize(
    ("links", "place"), [((), 2), ((("C", "Rider"),), 1), ((("Rider", "C"),), 1), ((("C", "Beast"),), 1)]
)
def test_a_mount_does_not_dodge_out_of_a_grip_with_its_rider(links: tuple[tuple[str, str], ...], place: int) -> None:
    beast = {"name": "Beast", "side": "Rider", "tame": "4/12", "tamed": True, "position": 1}
    rider = {"name": "Rider", "taming": 4, "position": 1}
    four = fight({"name": "A", "weapons": ["sword"]}, rider, beast, {"name": "C", "side": "A"}, dodge_move="back")
    encounter = put(four, "Rider", mount="Beast")
    for holder, target in links:
        encounter = held(encounter, holder, target)
    told = play(turn(encounter, "A"), Attack("A", "Beast", "sword"), [1, 1], "dodge", [6, 6])
    assert [told.fighter(who).position for who in ("Beast", "Rider")] == [place, place]
