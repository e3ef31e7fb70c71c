"""What the program does for a fighter, plan by plan."""

from typing import Any

import pytest
from penetration_fights import STICK, duel, fight, habit, put, turn

from affray.encounter import Encounter, Step
from affray.session import Session
from affray.systems.penetration import SYSTEM
from affray.systems.penetration.actions.kinds import (
    Aim,
    Attack,
    Close,
    Cover,
    Drop,
    Flee,
    Move,
    Pass,
    Ready,
    Rise,
    Surrender,
)

BOW: dict[str, Any] = {"name": "bow", "one_hand": "no", "shot": "bow"}
ALL = ["headlong", "precise", "crushing", "glancing", "parry", "aim"]


def facing(distance: int, a: dict[str, Any] | None = None, **more: Any) -> Encounter:
    return turn(duel(a, {"position": distance}, **more), "A")


def archer(distance: int, **more: Any) -> Encounter:
    return facing(distance, {"weapons": [BOW, STICK], "maneuvers": ALL}, **more)


def test_it_attacks_in_reach_closes_in_from_near_and_moves_from_afar() -> None:
    assert habit(facing(2), "A", "B") == Attack("A", "B", "stick")
    assert habit(facing(8), "A", "B") == Close("A", "B")
    assert habit(facing(9), "A", "B") == Move("A", 6)
    assert habit(facing(-9), "A", "B") == Move("A", -6)
    assert habit(archer(30), "A", "B") == Attack("A", "B", "bow")


def test_it_does_not_close_in_where_it_could_not_strike() -> None:
    for changed in ({"shocked": 1}, {"maneuver": "parry"}, {"attacked": True}):
        assert habit(put(facing(5), "A", **changed), "A", "B") == Pass("A")


def test_it_shoots_from_where_it_has_a_chance() -> None:
    assert habit(archer(60), "A", "B") == Attack("A", "B", "bow")
    assert habit(archer(61), "A", "B") == Move("A", 6)


def test_it_gets_up_to_come_near_and_not_to_strike() -> None:
    assert habit(put(facing(5), "A", prone=True), "A", "B") == Rise("A")
    assert habit(put(facing(2), "A", prone=True), "A", "B") == Attack("A", "B", "stick")
    assert habit(put(facing(5), "A", prone=True), "A") == Rise("A")


def test_it_takes_the_weapon_in_hand_that_it_is_strong_enough_for() -> None:
    hidden = put(archer(2), "B", cover="behind")
    assert habit(hidden, "A", "B") == Attack("A", "B", "unarmed")
    gear = {"weapons": [BOW, "great sword", "sword"], "strength": 5}
    # nothing natural at hand: only then a weapon is looked for
    bare = put(facing(2, gear), "B", cover="behind")
    a = bare.fighter("A")
    bare = put(bare, "A", weapons=tuple(w for w in a.weapons if not w.natural))
    assert habit(bare, "A", "B") == Ready("A", "sword", 2)


@pytest.mark.parametrize(
    ("plan", "maneuver"),
    [
        ("charge", None),
        ("headlong", "headlong"),
        ("stand", "headlong"),
        ("precise", "precise"),
        ("crushing", "crushing"),
        ("pulled", "glancing"),
        ("guarded", None),
        ("distance", None),
        ("aim", None),
        ("cover", None),
        ("prone", None),
    ],
)
def test_a_plan_declares_its_maneuver_if_it_is_known(plan: str, maneuver: str | None) -> None:
    assert set(SYSTEM.plans) >= {plan}
    encounter = duel({"maneuvers": ALL})
    assert SYSTEM.inclined(encounter.fighter("A"), "maneuver", plan, encounter.options) == maneuver
    assert SYSTEM.inclined(encounter.fighter("B"), "maneuver", plan, encounter.options) is None
    assert SYSTEM.inclined(encounter.fighter("A"), "guard", plan, encounter.options) is None


def test_who_is_guarded_parries_from_three_levels_of_injury_on() -> None:
    for damage, maneuver in ((17, None), (18, "parry")):
        encounter = duel({"maneuvers": ALL, "damage": damage})
        assert SYSTEM.inclined(encounter.fighter("A"), "maneuver", "guarded", encounter.options) == maneuver


def test_who_aims_does_so_for_two_rounds_and_then_shoots() -> None:
    encounter = archer(30)
    for aimed, maneuver in ((0, "aim"), (1, "aim"), (2, None)):
        fighter = put(encounter, "A", aimed=aimed, aimed_at="B").fighter("A")
        assert SYSTEM.inclined(fighter, "maneuver", "aim", encounter.options) == maneuver
    assert habit(put(encounter, "A", maneuver="aim"), "A", "B", plan="aim") == Aim("A", "B")
    ready = put(encounter, "A", aimed=2, aimed_at="B")
    assert habit(ready, "A", "B", plan="aim") == Attack("A", "B", "bow")


def test_who_keeps_a_distance_moves_away_from_whoever_could_close_in() -> None:
    assert habit(archer(8), "A", "B", plan="distance") == Move("A", -6)
    assert habit(archer(9), "A", "B", plan="distance") == Attack("A", "B", "bow")
    assert habit(put(archer(8), "B", prone=True), "A", "B", plan="distance") == Attack("A", "B", "bow")
    assert habit(facing(8), "A", "B", plan="distance") == Close("A", "B")


def test_who_takes_cover_or_drops_shoots_from_there() -> None:
    wood = archer(30, trees=True)
    assert habit(wood, "A", "B", plan="cover") == Cover("A", "tree")
    assert habit(put(wood, "A", cover="tree"), "A", "B", plan="cover") == Attack("A", "B", "bow")
    assert habit(archer(30), "A", "B", plan="cover") == Attack("A", "B", "bow")
    assert habit(archer(30), "A", "B", plan="prone") == Drop("A")
    assert habit(put(archer(30), "A", prone=True), "A", "B", plan="prone") == Attack("A", "B", "bow")
    assert habit(archer(2), "A", "B", plan="prone") == Attack("A", "B", "bow")


def test_who_stands_waits() -> None:
    assert habit(facing(5), "A", "B", plan="stand") == Pass("A")
    assert habit(facing(2), "A", "B", plan="stand") == Attack("A", "B", "stick")


def test_who_waits_for_somebody_closing_in_strikes_at_that_one_only() -> None:
    three = fight({"name": "A"}, {"name": "B", "position": 1}, {"name": "C", "position": 1})
    encounter = put(put(three, "A", maneuver="headlong"), "C", closing=True).push(Step("headlong", "A", cause="C"))
    assert habit(encounter, "A", "B", "C", plan="headlong") == Attack("A", "C", "stick")
    assert habit(encounter, "A", "B", plan="headlong") == Pass("A")


def test_who_gives_up_or_retreats() -> None:
    assert habit(facing(2), "A", "B", plan="surrender") == Surrender("A")
    assert habit(facing(3), "A", "B", plan="retreat") == Flee("A")
    assert habit(facing(2), "A", "B", plan="retreat") == Move("A", -6)
    assert habit(put(facing(3), "A", prone=True), "A", "B", plan="retreat") == Rise("A")


@pytest.mark.parametrize("plan", SYSTEM.plans)
def test_every_plan_plays_a_fight(plan: str) -> None:
    sides = [
        {"from": "Archer", "name": "A", "side": "a", "maneuvers": ALL},
        {"from": "Guard", "name": "B", "side": "b", "position": 25, "maneuvers": ALL},
    ]
    encounter = fight(*({**side, "orders": {"plan": plan}} for side in sides), trees=True)
    session = Session(SYSTEM, encounter, seed=plan, people=())
    session.start()
    for _ in range(60):
        if not session.over:
            session.auto()
    assert session.encounter.clock.round > 1
