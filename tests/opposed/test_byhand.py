"""What a game master may set by hand, how the value is read, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from opposed_fights import duel

from affray.errors import BadValue, UnknownName
from affray.options import Options
from affray.rulings import SetValue
from affray.systems.opposed import SYSTEM
from affray.systems.opposed.fighter import Fighter

FIGHTER: Fighter = duel({"weapons": ["sword", "shield", "spear"], "life": 20}).fighter("A")


@pytest.mark.parametrize(
    ("name", "value", "field", "expected"),
    [
        ("life", 7, "life", 7),
        ("life", " 7 ", "life", 7),
        ("exhaustion", "0", "exhaustion", 0),
        ("position", "-40", "position", -40),
        ("size", -4, "size", -4),
        ("dex", "12", "dex", 12),
        ("defences", 2, "defences", 2),
        ("moved", "yes", "moved", True),
        ("switched", "off", "switched", False),
        ("unconscious", True, "unconscious", True),
        ("dead", "true", "dead", True),
        ("intent", "Magic", "intent", "magic"),
        ("aimed", "B", "aimed", "B"),
        ("aimed", "none", "aimed", ""),
        ("severed", "hand, Right Leg, hand", "severed", ("hand", "right leg")),
        ("severed", "none", "severed", ()),
        ("broken", "Left Arm", "broken", ("left arm",)),
        ("hands", "spear", "hands", ("spear",)),
        ("hands", "Shield,sword", "hands", ("shield", "sword")),
        ("hands", "", "hands", ()),
    ],
)
def test_values_are_read_as_people_write_them(name: str, value: Any, field: str, expected: Any) -> None:
    assert getattr(SYSTEM.set_value(FIGHTER, name, value, ("A", "B")), field) == expected


def test_armour_is_set_by_its_rating() -> None:
    changed = SYSTEM.set_value(FIGHTER, "armour", 9)
    assert (changed.armour.rating, changed.armour.metal) == (9, FIGHTER.armour.metal)


@pytest.mark.rule("damage.death")
@pytest.mark.parametrize(("life", "dead"), [(-1, True), (0, False), (5, False)])
def test_life_settles_death(life: int, dead: bool) -> None:
    assert SYSTEM.set_value(FIGHTER, "life", life).dead == dead
    fallen = SYSTEM.set_value(FIGHTER, "dead", True)
    assert SYSTEM.set_value(fallen, "life", life).dead == dead


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("life", "much"),
        ("life", 1000),
        ("life", True),
        ("life", 1.5),
        ("life", None),
        ("moved", "perhaps"),
        ("moved", 2),
        ("intent", "both"),
        ("severed", "nose"),
        ("broken", "hand, nose"),
        ("hands", "claymore"),
        ("hands", "fist"),
    ],
)
def test_what_cannot_be_is_refused_with_what_can(name: str, value: Any) -> None:
    with pytest.raises(BadValue) as raised:
        SYSTEM.set_value(FIGHTER, name, value)
    assert raised.value.what == name
    assert raised.value.allowed


def test_names_that_are_none_are_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean 'life'"):
        SYSTEM.set_value(FIGHTER, "lief", 3)


@pytest.mark.rule("house.hands")
def test_nobody_is_handed_more_than_two_hands_hold() -> None:
    with pytest.raises(BadValue):
        SYSTEM.set_value(FIGHTER, "hands", "sword, spear")


@pytest.mark.rule("house.hands", "house.bones")
def test_whoever_is_said_to_have_lost_an_arm_drops_what_no_longer_fits() -> None:
    maimed = SYSTEM.set_value(FIGHTER, "broken", "left arm")
    assert maimed.hands == ("sword",)
    with pytest.raises(BadValue):
        SYSTEM.set_value(maimed, "hands", "sword, shield")
    assert SYSTEM.set_value(maimed, "broken", "none").broken == ()
    assert SYSTEM.set_value(FIGHTER, "severed", "left arm").hands == ("sword",)


def test_what_can_be_set_is_what_is_listed() -> None:
    words = SYSTEM.settable(FIGHTER)
    assert words["life"] == "a whole number from -999 to 999"
    assert words["moved"] == "true | false"
    assert "sword, shield, spear" in words["hands"]
    for name in words:
        assert name in ("armour", *Fighter.__dataclass_fields__)


def test_a_ruling_sets_the_value_in_the_fight() -> None:
    encounter = SetValue("B", "life", 3).apply(SYSTEM, duel())
    assert encounter.fighter("B").life == 3
    assert encounter.fighter("A").life == 20


def test_what_is_the_matter_is_said_in_words() -> None:
    options = Options(SYSTEM.switches, {"life.zero": "unconscious"})
    assert SYSTEM.conditions(replace(FIGHTER, life=0), options) == ("unconscious",)
    assert SYSTEM.conditions(replace(FIGHTER, life=0), Options(SYSTEM.switches)) == ("sword and shield in hand",)
    assert SYSTEM.conditions(replace(FIGHTER, unconscious=True, broken=("head",)), options) == (
        "unconscious",
        "head broken",
    )
    assert SYSTEM.conditions(replace(FIGHTER, dead=True), options) == ("dead",)
