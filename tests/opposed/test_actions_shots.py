"""The target number of a shot with every condition, and aiming."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from opposed_fights import duel, fight, forbidden, play, put, sitting, turn

from affray.encounter import Encounter
from affray.rulings import Amend, SetFact
from affray.systems.opposed import SYSTEM
from affray.systems.opposed.actions.attack import shot_number
from affray.systems.opposed.actions.kinds import Aim, Attack, Move, Pass, Ready
from affray.table import Amendment


def number(encounter: Encounter, weapon: str = "bow") -> dict[str, int]:
    """The parts of the target number of A's shot at B."""
    a, b = encounter.fighter("A"), encounter.fighter("B")
    return {m.name: m.value for m in shot_number(encounter, a, b, a.weapon(weapon)).modifiers}


def archer(distance: int = 1, **settings: Any) -> Encounter:
    return duel({"weapons": ["bow", "thrown knife", "dagger"]}, {"position": distance}, **settings)


BANDS = {30: ("close range", -1), 31: ("medium range", 1), 60: ("medium range", 1), 61: ("long range", 2)}
WINDS = {"none": 0, "light": 1, "moderate": 2, "severe": 3}


@pytest.mark.rule("ranged.tn", "ranged.aim", "house.range-bands")
@pytest.mark.parametrize(
    ("distance", "wind", "moved", "fled", "aimed"),
    list(product(BANDS, WINDS, (False, True), (False, True), (False, True))),
)
def test_every_condition_of_a_shot(distance: int, wind: str, moved: bool, fled: bool, aimed: bool) -> None:
    encounter = put(archer(distance, wind=wind), "A", moved=moved, aimed="B" if aimed else "")
    encounter = put(encounter, "B", moved=fled)
    name, value = BANDS[distance]
    expected = {"base": 10, name: value, **({"attacker moving": 2} if moved else {"attacker static": -1})}
    if WINDS[wind]:
        expected[f"{wind} wind"] = WINDS[wind]
    if fled:
        expected["target moving"] = 2
    if aimed:
        expected["aimed"] = -3
    assert number(encounter) == expected


@pytest.mark.rule("ranged.tn")
def test_the_lowest_and_the_highest_number() -> None:
    assert sum(number(put(archer(), "A", aimed="B")).values()) == 5
    far = put(put(archer(90, wind="severe"), "A", moved=True), "B", moved=True)
    assert sum(number(far).values()) == 19


@pytest.mark.rule("house.range-bands")
@pytest.mark.parametrize(
    ("weapon", "distance", "band"),
    [
        ("bow", 0, "close"),
        ("bow", 90, "long"),
        ("bow", 91, None),
        ("thrown knife", 5, "close"),
        ("thrown knife", 6, "medium"),
        ("thrown knife", 10, "medium"),
        ("thrown knife", 11, "long"),
        ("thrown knife", 15, "long"),
        ("thrown knife", 16, None),
    ],
)
def test_range_goes_by_the_weapon(weapon: str, distance: int, band: str | None) -> None:
    for encounter in (archer(distance), archer(-distance)):
        shooter = turn(put(encounter, "A", hands=(weapon,)), "A")
        assert forbidden(shooter, Attack("A", "B", weapon)) == ("" if band else "house.range-bands")
        if band:
            assert f"{band} range" in number(shooter, weapon)


@pytest.mark.rule("house.range-bands", "house.spell")
def test_a_spell_has_a_range_and_no_target_number() -> None:
    for distance, rule in ((60, ""), (61, "house.range-bands")):
        encounter = duel({"weapons": ["lightning bolt"]}, {"position": distance})
        attack = Attack("A", "B", "lightning bolt")
        assert forbidden(SYSTEM.stage(encounter, attack), attack) == rule
    told = play(SYSTEM.stage(duel({"weapons": ["lightning bolt"]}), attack), attack, [1, 1], "none")
    assert told.outcome == "missed"


# -- aiming, through a session -----------------------------------------------------------------------------------


@pytest.mark.rule("ranged.aim", "house.aim")
def test_aiming_takes_a_turn_and_counts_for_the_next_shot() -> None:
    session = sitting(archer(20), [6, 6], [1, 1])
    session.act(Aim("A", "B"))
    assert session.turn is not None
    assert session.turn.who == "B"  # the turn is over
    session.act(Pass("B"))
    session.answer((6, 6))
    session.answer((1, 1))
    assert session.encounter.fighter("A").aimed == "B"
    assert sum(number(session.encounter).values()) == 5
    session.act(Attack("A", "B", "bow"))
    session.answer((1, 4))  # 5 is enough
    assert session.requests[0].key == "guard"  # type: ignore[union-attr]
    session.answer("none")
    assert session.encounter.fighter("A").aimed == ""


@pytest.mark.rule("ranged.aim", "house.aim")
@pytest.mark.parametrize("other", [Move("A", 3), Ready("A", "dagger"), Pass("A")])
def test_doing_anything_else_loses_the_aim(other: Any) -> None:
    told = play(turn(put(archer(20), "A", aimed="B"), "A"), other)
    assert told.fighter("A").aimed == ""


@pytest.mark.rule("ranged.aim", "house.aim")
def test_a_shot_at_somebody_else_is_not_aimed_and_loses_the_aim() -> None:
    trio = fight(
        {"name": "A", "weapons": ["bow"]},
        {"name": "B", "position": 9},
        {"name": "C", "side": "B", "position": 9},
    )
    told = play(turn(put(trio, "A", aimed="C"), "A"), Attack("A", "B", "bow"), [1, 1])
    assert "aimed" not in number(put(trio, "A", aimed="C"))
    assert told.fighter("A").aimed == ""


@pytest.mark.rule("house.aim", "ranged.aim", "house.range-bands", "damage.death")
def test_who_cannot_aim() -> None:
    aim = Aim("A", "B")
    assert forbidden(turn(archer(20), "A"), aim) == ""
    assert forbidden(turn(archer(20), "A", moved=True), aim) == "house.aim"
    assert forbidden(turn(archer(20), "A", hands=("dagger",)), aim) == "ranged.aim"
    assert forbidden(turn(archer(91), "A"), aim) == "house.range-bands"
    assert forbidden(turn(put(archer(20), "B", dead=True), "A"), aim) == "damage.death"


@pytest.mark.rule("ranged.tn")
def test_who_moved_is_forgotten_with_the_round() -> None:
    session = sitting(archer(20), [6, 6], [1, 1])
    session.act(Move("A", 3))
    session.act(Pass("A"))
    session.act(Move("B", 18))
    assert number(session.encounter)["attacker moving"] == 2
    assert number(session.encounter)["target moving"] == 2
    session.act(Pass("B"))
    session.answer((6, 6))
    session.answer((1, 1))
    assert number(session.encounter) == {"base": 10, "close range": -1, "attacker static": -1}


@pytest.mark.rule("ranged.tn")
def test_a_ruling_reaches_the_wind_and_the_number_itself() -> None:
    session = sitting(archer(20), [6, 6], [1, 1])
    session.rule(SetFact("wind", "severe"))
    session.rule(Amend(Amendment("fog", 4, "A", "TN")))
    session.act(Attack("A", "B", "bow"))
    check = session.requests[0]
    assert check.against is not None  # type: ignore[union-attr]
    assert check.against.total == 10 - 1 - 1 + 3 + 4  # type: ignore[union-attr]
    session.answer((6, 6))
    assert session.encounter.amendments == ()
