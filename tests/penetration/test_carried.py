"""What a fighter takes from one fight into the next, with and without a rest in between."""

import pytest
from penetration_fights import duel, put

from affray.systems.penetration import SYSTEM


@pytest.mark.rule("house.rest")
def test_damage_and_fatigue_come_along_and_what_belongs_to_one_fight_does_not() -> None:
    fresh = duel({"maneuvers": ["headlong"]}).fighter("A")
    old = put(
        duel({"maneuvers": ["headlong"]}),
        "A",
        health=20,
        fatigue=7,
        unconscious=True,
        shocked=1,
        aimed=2,
        aimed_at="B",
        prone=True,
        cover="tree",
        exposed=True,
        attacked=True,
        maneuver="headlong",
        gone="fled",
    ).fighter("A")
    after = SYSTEM.carried(old, fresh, False, duel().options)
    assert (after.health, after.fatigue) == (20, 7)
    assert after == put(duel({"maneuvers": ["headlong"]}), "A", health=20, fatigue=7).fighter("A")


@pytest.mark.rule("house.rest")
@pytest.mark.parametrize(("damage", "left"), [(0, 0), (5, 0), (6, 6), (16, 12)])
def test_a_rest_takes_away_fatigue_and_minor_injuries(damage: int, left: int) -> None:
    encounter = duel()
    old = put(encounter, "A", health=36 - damage, fatigue=9).fighter("A")
    after = SYSTEM.carried(old, encounter.fighter("A"), True, encounter.options)
    assert (after.damage, after.fatigue) == (left, 0)


@pytest.mark.rule("house.rest", "house.health")
def test_the_dead_stay_dead() -> None:
    encounter = duel()
    old = put(encounter, "A", health=-4).fighter("A")
    for rest in (False, True):
        assert not SYSTEM.alive(SYSTEM.carried(old, encounter.fighter("A"), rest, encounter.options))
