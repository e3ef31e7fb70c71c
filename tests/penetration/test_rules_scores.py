"""What scores are made of, and what takes off them; maneuvers and styles."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.errors import UnknownName
from affray.systems.penetration import rules
from affray.systems.penetration.charts import EXCESS, MANEUVERS, PENALTIES
from affray.systems.penetration.rules import Burden, Numbers

SWORD = Numbers(2, 3, 5, 4)
GRAK = Numbers(2, 7, 5, 8)


def shown(parts: rules.Parts) -> dict[str, int]:
    return {part.name: part.value for part in parts}


def sums(scores: rules.Scores) -> tuple[int, ...]:
    return tuple(rules.counts(score) for score in scores)


# what the four samples of the house add up to, weapon and penalties included
SAMPLES = {
    "Grak": (GRAK, SWORD, Burden(), (4, 10, 10, 12)),
    "Ultor": (Numbers(3, 12, 9, 9), Numbers(0, 3, 8, 1), Burden(stiffness=1), (2, 14, 16, 9)),
    "goblin": (Numbers(4, 4, 1, 6), Numbers(4, 2, 2, 1), Burden(stiffness=1), (7, 5, 2, 6)),
    "strangler": (Numbers(3, 6, 3, 6), Numbers(0, 4, 9, 4), Burden(shortfall=4), (-1, 6, 12, 6)),
}


@pytest.mark.rule("scores.basic", "house.scores", "house.character")
@pytest.mark.parametrize("who", SAMPLES)
def test_scores_of_the_samples(who: str) -> None:
    base, weapon, burden, expected = SAMPLES[who]
    assert sums(rules.derive(base, weapon, burden))[:4] == expected


@pytest.mark.rule("scores.basic", "house.scores")
def test_scores_are_shown_part_by_part() -> None:
    burden = Burden(injury=1, fatigue=2, load=3, stiffness=4, shortfall=5)
    found = rules.derive(GRAK, SWORD, burden, weapon_name="sword", shield=3, armour=8, armour_name="mail")
    off = {"injury": -1, "fatigue": -2, "load": -3, "stiffness": -4}
    assert shown(found.accuracy) == {"base accuracy": 7, "weapon": 3, **off, "Strength shortfall": -5}
    assert shown(found.penetration) == {"base penetration": 5, "weapon": 5, **off}
    assert shown(found.defence) == {"base defence": 8, "weapon": 4, "shield": 3, **off, "Strength shortfall": -5}
    assert shown(found.armour) == {"armour": 8}
    assert [part.source for part in found.speed[:2]] == ["", "sword"]
    assert shown(rules.derive(GRAK, SWORD, Burden()).defence) == {"base defence": 8, "weapon": 4}


@pytest.mark.rule("status.penalty", "status.not-ac", "load.penalty", "armour.stiffness", "strength.shortfall")
@pytest.mark.parametrize(
    ("burden", "touched"),
    [
        (Burden(injury=2), (-2, -2, -2, -2, 0)),
        (Burden(fatigue=2), (-2, -2, -2, -2, 0)),
        (Burden(load=2), (-2, -2, -2, -2, 0)),
        (Burden(stiffness=2), (-2, -2, -2, -2, 0)),
        (Burden(shortfall=2), (-2, -2, 0, -2, 0)),
    ],
)
def test_what_each_penalty_touches(burden: Burden, touched: tuple[int, ...]) -> None:
    assert sums(rules.derive(Numbers(), Numbers(), burden)) == touched


@pytest.mark.rule("load.excess")
def test_excess_load_touches_rolls_and_no_score() -> None:
    row = PENALTIES["excess load"]
    assert row.rolls
    assert not any(row[:5])
    assert not any(PENALTIES[name].rolls for name in PENALTIES if name != "excess load")
    assert shown(rules.excess_modifiers(4)) == {"excess load": -4}
    assert rules.excess_modifiers(0) == ()


@pytest.mark.rule("load.excess", "load.dropped", "house.excess")
def test_what_load_kept_in_a_fight_costs() -> None:
    assert {name: rules.excess_load(name) for name in EXCESS} == {
        "spare axe": 2,
        "light backpack": 2,
        "full backpack": 4,
        "heavy load": 8,
    }
    assert rules.excess_load(3) == 3
    assert rules.excess_load(0) == 0


@pytest.mark.rule("house.load", "load.penalty")
@pytest.mark.parametrize(("kg", "penalty"), [(0, 0), (20, 0), (21, 1), (25, 1), (26, 2), (30, 2), (31, 3)])
def test_the_penalty_for_weight(kg: int, penalty: int) -> None:
    assert rules.load_penalty(kg, 10) == penalty


@pytest.mark.rule("strength.requirement", "strength.shortfall", "strength.any-weapon")
@pytest.mark.parametrize(("strength", "short"), [(0, 10), (9, 1), (10, 0), (11, 0), (30, 0)])
def test_missing_strength(strength: int, short: int) -> None:
    assert rules.shortfall(strength, 10) == short


@pytest.mark.rule("injury.levels")
@pytest.mark.parametrize(
    ("points", "floor", "ceil"), [(0, 0, 0), (1, 0, 1), (5, 0, 1), (6, 1, 1), (7, 1, 2), (12, 2, 2), (13, 2, 3)]
)
def test_levels_of_injury(points: int, floor: int, ceil: int) -> None:
    assert rules.injury_levels(points, 6) == floor
    assert rules.injury_levels(points, 6, "ceil") == ceil


@pytest.mark.rule("injury.minor", "house.health", "house.fatigue", "status.reminder", "status.penalty")
@pytest.mark.parametrize(
    ("points", "floor", "ceil"), [(0, 0, 0), (3, 0, 0), (5, 0, 0), (6, 1, 1), (7, 1, 2), (12, 2, 2)]
)
def test_the_penalty_for_damage_or_fatigue(points: int, floor: int, ceil: int) -> None:
    assert rules.minor(points, 6) == (points < 6)
    assert rules.condition_penalty(points, 6) == floor
    assert rules.condition_penalty(points, 6, "ceil") == ceil


MODIFIERS = {
    "basic": (0, 0, 0, 0, 0),
    "defend": (0, 0, 0, 0, 0),
    "headlong": (0, 2, 2, -4, 0),
    "precise": (-2, 3, 0, 0, 0),
    "crushing": (-2, -2, 0, -2, 1),
    "glancing": (0, 1, 0, 0, -2),
    "parry": (0, 0, 0, 4, 0),
}


@pytest.mark.rule("maneuver.use", "house.maneuver.limit", "house.man.basic", "house.man.defend")
@pytest.mark.rule("house.man.headlong", "house.man.precise", "house.man.crushing", "house.man.glancing")
@pytest.mark.rule("house.man.parry", "house.man.aim", "style.enhance", "house.style")
@pytest.mark.parametrize("level", range(4))
@pytest.mark.parametrize("name", MODIFIERS)
def test_maneuvers_and_what_styles_make_of_them(name: str, level: int) -> None:
    for score, plain in zip((*rules.SCORES, "multiplier"), MODIFIERS[name], strict=True):
        parts = rules.maneuver_modifiers(name, score, level)
        assert rules.counts(parts) == (plain + level if plain > 0 else plain), score
        assert [part.rule for part in parts] == [f"house.man.{name}"] * bool(plain) + ["style.enhance"] * (
            plain > 0 and level > 0
        )


@pytest.mark.rule("house.man.aim")
def test_an_aimed_shot_costs_speed_and_its_accuracy_comes_of_aiming() -> None:
    assert rules.counts(rules.maneuver_modifiers("aim", "speed", 3)) == -4
    for score in ("accuracy", "penetration", "defence", "multiplier"):
        assert rules.maneuver_modifiers("aim", score, 3) == ()


@pytest.mark.rule("house.man.defend", "house.man.parry", "house.man.basic")
def test_who_may_attack() -> None:
    assert [name for name in MANEUVERS if not rules.attacks_with(name)] == ["defend", "parry"]


@pytest.mark.rule("style.new-maneuver", "house.style")
def test_the_third_level_of_a_style_teaches() -> None:
    assert [rules.taught(level, "parry") for level in (1, 2, 3)] == ["", "", "parry"]
    assert rules.known_maneuvers(["aim", "basic"], ["", "parry", "aim"]) == ("basic", "defend", "aim", "parry")


@pytest.mark.rule("style.enhance")
def test_there_is_something_to_strengthen_in_all_but_the_basic_ones() -> None:
    assert [name for name in MANEUVERS if not rules.strengthens(name)] == ["basic", "defend"]


@pytest.mark.rule("maneuver.headlong", "maneuver.headlong.symmetric", "house.man.headlong")
@pytest.mark.parametrize(
    ("standing", "coming", "speeds", "can", "first"),
    [
        ("headlong", "basic", (0, 9), True, "standing"),
        ("headlong", "basic", (0, 9), False, "coming"),
        ("basic", "headlong", (9, 0), True, "coming"),
        ("parry", "basic", (9, 0), True, "coming"),
        ("headlong", "headlong", (5, 4), True, "standing"),
        ("headlong", "headlong", (5, 5), True, "standing"),
        ("headlong", "headlong", (5, 6), True, "coming"),
        ("headlong", "headlong", (6, 5), False, "coming"),
    ],
)
def test_who_strikes_first(standing: str, coming: str, speeds: tuple[int, int], can: bool, first: str) -> None:
    assert rules.first_blow(standing, coming, *speeds, standing_can=can) == first


def test_a_maneuver_that_is_none() -> None:
    with pytest.raises(UnknownName, match="precise"):
        rules.maneuver("precis")


@pytest.mark.rule("house.load")
@given(st.integers(0, 200), st.integers(0, 30))
def test_more_weight_is_never_better(kg: int, strength: int) -> None:
    assert 0 <= rules.load_penalty(kg, strength) <= rules.load_penalty(kg + 1, strength)
    assert rules.load_penalty(kg, strength + 1) <= rules.load_penalty(kg, strength)
