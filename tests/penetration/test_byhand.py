"""What a game master sets by hand."""

from typing import Any

import pytest
from penetration_fights import duel, put

from affray.errors import BadValue, UnknownName
from affray.rulings import Leave, SetValue
from affray.systems.penetration import SYSTEM
from affray.systems.penetration.fighter import Fighter

GEAR = {"weapons": ["sword", "bow", "dagger"], "maneuvers": ["aim"], "shield": "shield"}


def given(name: str, value: Any) -> Fighter:
    encounter = duel(GEAR)
    fighter: Fighter = SetValue("A", name, value).apply(SYSTEM, encounter).fighter("A")
    return fighter


@pytest.mark.parametrize(
    ("name", "value", "field", "expected"),
    [
        ("health", "12", "health", 12),
        ("health", -3, "health", -3),
        ("fatigue", 7, "fatigue", 7),
        ("position", -40, "position", -40),
        ("accuracy", 9, "accuracy", 9),
        ("shocked", 2, "shocked", 2),
        ("prone", "true", "prone", True),
        ("attacked", "yes", "attacked", True),
        ("exposed", "on", "exposed", True),
        ("maneuver", "aim", "maneuver", "aim"),
        ("cover", "behind", "cover", "behind"),
        ("cover", "none", "cover", ""),
        ("gone", "fled", "gone", "fled"),
        ("aimed", "B 2", "aimed", 2),
        ("aimed", "B 2", "aimed_at", "B"),
        ("aimed", "none", "aimed", 0),
        ("grip", 2, "grip", 2),
        ("wielded", "dagger", "wielded", "dagger"),
    ],
)
def test_numbers_marks_and_choices_can_be_set(name: str, value: Any, field: str, expected: Any) -> None:
    assert getattr(given(name, value), field) == expected


@pytest.mark.rule("house.missile-defence")
def test_whether_somebody_sees_missiles_coming_is_for_the_game_master_to_say() -> None:
    assert given("aware", "false").aware is False


def test_armour_is_set_by_its_numbers_and_a_weapon_brings_a_grip_that_it_allows() -> None:
    assert given("armour", 5).armour.rating == 5
    assert given("stiffness", 2).armour.stiffness == 2
    assert (given("wielded", "bow").wielded, given("wielded", "bow").grip) == ("bow", 2)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("health", "much"),
        ("health", 1000),
        ("shocked", -1),
        ("prone", "maybe"),
        ("maneuver", "headlong"),
        ("cover", "hill"),
        ("gone", "away"),
        ("aimed", "B"),
        ("aimed", "B 3"),
        ("aimed", "A 1"),
        ("grip", 3),
        ("wielded", "axe"),
    ],
)
def test_what_cannot_be_is_refused(name: str, value: Any) -> None:
    with pytest.raises(BadValue):
        given(name, value)


def test_a_grip_that_the_weapon_does_not_allow_and_an_unknown_value_are_refused() -> None:
    archer = put(duel(GEAR), "A", wielded="bow", grip=2).fighter("A")
    with pytest.raises(BadValue, match="bow"):
        SYSTEM.set_value(archer, "grip", 1)
    with pytest.raises(UnknownName):
        given("luck", 3)


def test_who_is_put_out_of_the_fight_or_whose_target_leaves_it_aims_no_more() -> None:
    encounter = put(duel(GEAR), "A", aimed=2, aimed_at="B")
    for name, value in (("unconscious", "true"), ("gone", "surrendered"), ("wielded", "dagger"), ("grip", 2)):
        assert SetValue("A", name, value).apply(SYSTEM, encounter).fighter("A").aimed == 0
    left = Leave("B").apply(SYSTEM, encounter)
    assert left.fighter("A").aimed_at == ""


def test_what_is_the_matter_with_a_fighter_is_said_in_words() -> None:
    encounter = duel(GEAR)
    words = {
        "dead": {"health": 0},
        "dying": {"health": 6},
        "unconscious": {"unconscious": True},
        "fled": {"gone": "fled"},
        "in shock": {"shocked": 1},
        "injury level 2": {"health": 24},
        "fatigue level 1": {"fatigue": 6},
        "maneuver aim": {"maneuver": "aim"},
        "open after a headlong attack": {"exposed": True},
        "aims at B": {"aimed": 1, "aimed_at": "B"},
        "on the ground": {"prone": True},
        "behind a tree": {"cover": "tree"},
        "fully behind a tree": {"cover": "behind"},
        "unaware of missiles": {"aware": False},
        "sword in one hand": {},
        "sword in both hands": {"grip": 2},
    }
    for said, changed in words.items():
        fighter = put(encounter, "A", **changed).fighter("A")
        assert said in SYSTEM.conditions(fighter, encounter.options)
