"""What a game master may set by hand of what lasts and of what links fighters: poison, fire, holds, saddles, words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from opposed_fights import duel, fight, later, put, sitting

from affray.clock import Timer
from affray.encounter import Encounter
from affray.errors import BadValue, InputError, NotNow
from affray.rulings import SetValue
from affray.systems.opposed import SYSTEM
from affray.systems.opposed.fighter import Fighter, Fire, Wild
from affray.systems.opposed.rules.lasting import Toll

IDS = ("A", "B", "Big Jo")
FIGHTER: Fighter = duel({"weapons": ["sword", "shield", "spear"], "life": 20}).fighter("A")
BEAST: Fighter = fight({"name": "A", "tame": "4/12", "tamed": True, "life": 20}, {"name": "B"}).fighter("A")

BOOG = {"name": "Boog", "side": "us", "taming": 4}
CENTIPEDE = {"name": "Centipede", "side": "us", "tame": "4/12", "tamed": True, "life": 20}
FOE = {"name": "Foe", "side": "them", "position": 1}


def given(encounter: Encounter, who: str, name: str, value: Any) -> Encounter:
    return SetValue(who, name, value).apply(SYSTEM, encounter)


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("poisons", "viper 2 3", (Toll("viper", 2, 3, 10),)),
        ("poisons", "viper 2", (Toll("viper", 2, 5, 10),)),
        ("poisons", "viper 2 3, spider venom 1 4", (Toll("viper", 2, 3, 10), Toll("spider venom", 1, 4, 10))),
        ("poisons", "number 9 2 3", (Toll("number 9", 2, 3, 10),)),
        ("poisons", "viper 100 10000", (Toll("viper", 100, 10_000, 10),)),
        ("poisons", "none", ()),
        ("fire", "1 3", Fire(1, 3)),
        ("fire", 2, Fire(2, None)),
        ("fire", "100 10000", Fire(100, 10_000)),
        ("fire", "none", None),
        ("holds", "b", "B"),
        ("holds", "none", ""),
        ("mount", "big jo", "Big Jo"),
        ("mount", "", ""),
        ("swayed", "Big Jo, b, B", ("Big Jo", "B")),
        ("swayed", "none", ()),
        ("gone", "Fled", "fled"),
        ("gone", "surrendered", "surrendered"),
        ("gone", "none", ""),
        ("stuck", "spear in big jo, Sword in B", (("spear", "Big Jo"), ("sword", "B"))),
        ("stuck", "none", ()),
        ("regaining", "no", False),
        ("tamed", False, False),
    ],
)
def test_conditions_are_read_as_people_write_them(name: str, value: Any, expected: Any) -> None:
    assert getattr(SYSTEM.set_value(FIGHTER, name, value, IDS), name) == expected


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("poisons", text) for text in ("viper", "2 3", "viper 0 3", "viper 101", "viper 2 0", "viper 2 10001")),
        *(("poisons", text) for text in ("viper two", "viper 2 3,", "viper 2, viper 3", "viper -2")),
        *(("fire", text) for text in ("0", "101", "1 0", "1 10001", "1 2 3", "big", "1 long", "1.5")),
        *((name, who) for name in ("holds", "mount", "aimed", "swayed") for who in ("A", "Zed", "B, A")),
        ("gone", "away"),
        *(("wild", row) for row in ("8", "1", "3-4", "7+")),
        *(("stuck", text) for text in ("spear", "spear in Zed", "spear in A", "axe in B", "in B")),
        ("tamed", "true"),
        ("regaining", "true"),
    ],
)
def test_conditions_that_cannot_be_are_refused(name: str, value: Any) -> None:
    with pytest.raises(BadValue) as raised:
        SYSTEM.set_value(FIGHTER, name, value, IDS)
    assert raised.value.what == name
    assert raised.value.allowed


@pytest.mark.rule("mount.control.half", "house.mount-light-tn", "mount.out.persist")
@pytest.mark.parametrize(
    ("text", "wild"),
    [("1-2", Wild("1-2", 12)), ("3-4 8", Wild("3-4", 8)), ("5-6 0", Wild("5-6", 0)), ("7+", Wild("7+", 12))],
)
def test_a_wild_mount_has_its_taming_number_or_the_one_that_is_said(text: str, wild: Wild) -> None:
    assert SYSTEM.set_value(replace(BEAST, life=9), "wild", text).wild == wild
    assert SYSTEM.set_value(replace(BEAST, life=20), "wild", text).wild == wild
    assert SYSTEM.set_value(replace(BEAST, wild=wild), "wild", "none").wild is None


@pytest.mark.parametrize("text", ["8", "3-4 x", "3-4 100", "3-4 -1", "3-4 8 8"])
def test_a_wild_row_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadValue, match=r"1-2 \| 3-4 \| 5-6 \| 7\+, with the number .*; or none"):
        SYSTEM.set_value(BEAST, "wild", text)


@pytest.mark.rule("mount.tamed")
def test_what_has_a_rating_can_be_tamed_by_hand() -> None:
    assert SYSTEM.set_value(replace(BEAST, tamed=False), "tamed", "yes").tamed


@pytest.mark.parametrize(
    ("name", "value"), [("unconscious", True), ("dead", True), ("gone", "fled"), ("life", -1), ("severed", "head")]
)
def test_who_drops_out_holds_nobody_and_aims_at_nobody(name: str, value: Any) -> None:
    busy = replace(FIGHTER, holds="B", aimed="B", mount="Big Jo", regaining=True)
    after = SYSTEM.set_value(busy, name, value, IDS)
    assert (after.holds, after.aimed, after.regaining) == ("", "", False)
    other = SYSTEM.set_value(busy, "exhaustion", 3, IDS)
    assert (other.holds, other.aimed, other.regaining) == ("B", "B", True)


@pytest.mark.rule("house.severed")
def test_a_lost_head_is_death_until_it_is_back() -> None:
    headless = SYSTEM.set_value(FIGHTER, "severed", "head")
    assert headless.dead
    assert SYSTEM.set_value(headless, "life", 20).dead
    with pytest.raises(BadValue, match="a head before that"):
        SYSTEM.set_value(headless, "dead", False)
    whole = SYSTEM.set_value(headless, "severed", "none")
    assert not SYSTEM.set_value(whole, "dead", False).dead
    assert not SYSTEM.set_value(FIGHTER, "severed", "hand").dead


@pytest.mark.rule("house.bones")
def test_a_broken_head_is_a_faint_until_it_is_sound() -> None:
    stunned = SYSTEM.set_value(FIGHTER, "broken", "head")
    assert (stunned.unconscious, stunned.dead) == (True, False)
    with pytest.raises(BadValue, match="sound bones"):
        SYSTEM.set_value(stunned, "unconscious", False)
    sound = SYSTEM.set_value(stunned, "broken", "none")
    assert not SYSTEM.set_value(sound, "unconscious", False).unconscious
    assert not SYSTEM.set_value(FIGHTER, "broken", "hand").unconscious


def test_no_mount_no_regaining() -> None:
    rider = replace(FIGHTER, mount="B", regaining=True)
    assert not SYSTEM.set_value(rider, "mount", "none", IDS).regaining
    assert SYSTEM.set_value(replace(FIGHTER, mount="B"), "regaining", "on", IDS).regaining


# -- in a fight: what it means for others


@pytest.mark.rule("house.held")
def test_a_hold_is_set_where_it_can_be() -> None:
    encounter = duel(b={"position": 2})
    assert given(encounter, "A", "holds", "B").fighter("A").holds == "B"
    for wrong in (duel(b={"position": 3}), put(encounter, "B", dead=True), put(encounter, "B", gone="fled")):
        with pytest.raises(NotNow, match="holds of A is B: "):
            given(wrong, "A", "holds", "B")
    with pytest.raises(BadValue, match="out of the fight"):
        given(put(encounter, "A", unconscious=True), "A", "holds", "B")
    with pytest.raises(NotNow, match="do not wrestle"):
        given(put(encounter, "A", mount="B"), "A", "holds", "B")


@pytest.mark.rule("mount.skill", "house.mount")
def test_a_mount_is_set_where_it_can_be_ridden() -> None:
    encounter = fight(BOOG, {**CENTIPEDE, "position": 5}, {**BOOG, "name": "Bo"}, FOE)
    riding = given(encounter, "Boog", "mount", "centipede")
    assert riding.fighter("Boog").mount == "Centipede"
    assert riding.distance("Boog", "Centipede") == 0
    for who, name, value, says in (
        ("Bo", "mount", "Centipede", "Boog rides Centipede already"),
        ("Foe", "mount", "Centipede", "not allowed|Animal Taming|side"),
        ("Boog", "mount", "Bo", "no taming rating"),
    ):
        with pytest.raises(InputError, match=says):
            given(riding, who, name, value)
    unskilled = put(encounter, "Boog", taming=3)
    with pytest.raises(NotNow, match="Animal Taming 4"):
        given(unskilled, "Boog", "mount", "Centipede")


@pytest.mark.rule("house.mount")
def test_rider_and_mount_are_set_to_one_place() -> None:
    encounter = fight({**BOOG, "mount": "Centipede"}, CENTIPEDE, FOE)
    for who in ("Boog", "Centipede"):
        moved = given(encounter, who, "position", 9)
        assert (moved.fighter("Boog").position, moved.fighter("Centipede").position) == (9, 9)


@pytest.mark.rule("house.fall")
@pytest.mark.parametrize(("who", "name"), [("Boog", "dead"), ("Boog", "unconscious"), ("Centipede", "unconscious")])
def test_who_is_put_out_by_hand_is_out_of_the_saddle_unhurt(who: str, name: str) -> None:
    encounter = given(fight({**BOOG, "mount": "Centipede"}, CENTIPEDE, FOE), who, name, True)
    assert (encounter.fighter("Boog").mount, encounter.fighter("Boog").life) == ("", 20)


def test_what_is_ended_by_hand_ends_its_time() -> None:
    encounter = put(duel(), "A", unconscious=True, swayed=("B",))
    timers = (Timer("A", "unconscious", "", "round-end", 5), Timer("A", "swayed by B", "", "round-end", 3))
    for timer in timers:
        encounter = encounter.with_clock(encounter.clock.timed(timer))
    assert given(encounter, "A", "life", 9).clock.timers == timers
    awake = given(encounter, "A", "unconscious", False)
    assert awake.clock.timers == timers[1:]
    assert given(awake, "A", "swayed", "none").clock.timers == ()


@pytest.mark.rule("poison.tick", "fire.duration")
def test_what_was_set_works_from_now_on() -> None:
    encounter = given(given(duel(), "A", "poisons", "viper 2 2"), "B", "fire", "1 2")
    assert later(encounter, 9).fighter("A").life == 20
    assert later(encounter, 10).fighter("A").life == 18
    assert later(encounter, 20).fighter("A").life == 16
    assert later(encounter, 40).fighter("A").life == 16
    assert [later(encounter, rounds).fighter("B").life for rounds in (1, 2, 3)] == [16, 12, 12]


@pytest.mark.rule("house.surrender")
def test_who_is_gone_by_hand_takes_no_turn_until_he_is_back() -> None:
    session = sitting(duel(), [6, 6], [1, 1])
    session.rule(SetValue("A", "gone", "surrendered"))
    assert session.over
    session.rule(SetValue("A", "gone", "none"))
    assert not session.over
