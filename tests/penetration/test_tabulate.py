"""What tables of many fights take a fighter for, and that fights by tables go as fights by the rules do."""

from dataclasses import replace
from typing import Any

import pytest
from penetration_fights import duel, fight, put

from affray.encounter import Encounter
from affray.systems.penetration import SYSTEM
from affray.systems.penetration.actions.kinds import Attack
from affray.systems.penetration.fighter import view
from affray.systems.penetration.tabulate import MANY


def essence(encounter: Encounter, who: str = "A", **changed: Any) -> Any:
    return SYSTEM.essence(put(encounter, who, **changed).fighter(who), encounter.options)


def test_name_place_and_points_within_a_level_make_no_difference() -> None:
    encounter = duel()
    one = essence(encounter, health=36)
    assert one == essence(encounter, "B", health=31, position=17, foe="A")
    assert one != essence(encounter, health=30)
    assert essence(encounter, health=30) == essence(encounter, health=25)
    assert one.health == MANY


@pytest.mark.parametrize("reading", ["floor", "ceil"])
@pytest.mark.parametrize("scope", ["single", "total"])
def test_a_band_holds_all_points_with_which_nothing_changes(reading: str, scope: str) -> None:
    encounter = duel(injury_levels=reading, effect_scope=scope)
    options = encounter.options
    for health in range(7, 37):
        form = essence(encounter, health=health)
        low, high = SYSTEM.band(form, options)
        assert low <= health <= high
        for other in range(7, 37):
            same = essence(encounter, health=other)
            assert (same == form) == (low <= other <= high)
            assert SYSTEM.banded(form, other, options) == same
            fighter = put(encounter, "A", health=other).fighter("A")
            seen = view(fighter, options)
            assert replace(view(same, options), id="A") == seen


def test_bands_are_as_wide_as_a_level_and_the_first_one_has_no_upper_end() -> None:
    encounter = duel()
    bands = [SYSTEM.band(essence(encounter, health=health), encounter.options) for health in (36, 30, 24, 7)]
    assert bands[0][0] == 31
    assert bands[0][1] > 900
    assert bands[1:] == [(25, 30), (19, 24), (7, 12)]
    ceil = duel(injury_levels="ceil")
    bands = [SYSTEM.band(essence(ceil, health=health), ceil.options) for health in (36, 30, 29, 24)]
    assert bands[0][0] == 31
    assert bands[1:] == [(30, 30), (24, 29), (24, 29)]


def test_a_mark_counts_only_where_something_hangs_on_it() -> None:
    encounter = duel({"maneuvers": ["headlong"]})
    assert essence(encounter, attacked=True) == essence(encounter)
    assert essence(encounter, attacked=True, maneuver="headlong") != essence(encounter, maneuver="headlong")
    for changed in ({"shocked": 1}, {"exposed": True}, {"prone": True}, {"cover": "tree"}, {"closing": True}):
        assert essence(encounter, **changed) != essence(encounter)


def test_whom_somebody_aims_at_is_a_link() -> None:
    aiming = essence(duel(), aimed=1, aimed_at="B")
    assert SYSTEM.renamed(aiming, lambda who: who.lower()).aimed_at == "b"
    assert SYSTEM.renamed(essence(duel()), lambda who: "?").aimed_at == ""


@pytest.mark.rule("house.initiative")
def test_equal_rolls_go_by_speed_with_the_maneuver() -> None:
    encounter = duel({"speed": 4, "damage": 6, "maneuvers": ["precise"]})
    fighter = put(encounter, "A", maneuver="precise").fighter("A")
    assert SYSTEM.tie_key(fighter, encounter.options) == (1,)
    assert SYSTEM.tie_key(encounter.fighter("A"), encounter.options) == (3,)


@pytest.mark.rule("effect.shock")
def test_totals_of_several_blows_at_once_are_no_matter_of_pairs() -> None:
    three = fight({"name": "A"}, {"name": "B"}, {"name": "C"}, effect_scope="total")
    assert "effect.scope" in SYSTEM.too_rich(three)
    assert SYSTEM.too_rich(duel(effect_scope="total")) == ""
    assert SYSTEM.too_rich(fight({"name": "A"}, {"name": "B"}, {"name": "C"})) == ""


def test_an_action_is_staged_with_nothing_spent() -> None:
    encounter = put(duel({"maneuvers": ["parry", "precise"]}), "A", attacked=True, maneuver="parry")
    staged = SYSTEM.stage(encounter, Attack("A", "B", "stick"))
    assert SYSTEM.forbid(staged, Attack("A", "B", "stick")) is None
    kept = SYSTEM.stage(put(encounter, "A", maneuver="precise"), Attack("A", "B", "stick"))
    assert kept.fighter("A").maneuver == "precise"
    far = put(encounter, "B", position=40)
    assert SYSTEM.stage(far, Attack("A", "B", "stick"), True).distance("A", "B") == 2
    assert SYSTEM.stage(far, Attack("A", "B", "stick")).distance("A", "B") == 40
