"""What a hit does: penetration, the multiplier and its fractions, shock, knock-out, health, and what always holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.dice.checks import Modifier
from affray.systems.penetration import rules
from affray.systems.penetration.charts import FACTORS, MULTIPLIER_WEAPONS, PENETRATION

bases = st.integers(1, 60)
differences = st.integers(-30, 60)
multipliers = st.integers(-8, 8)
endurances = st.integers(1, 20)
roundings = st.sampled_from(["down", "up", "min-1"])


def shown(parts: rules.Parts) -> dict[str, int]:
    return {part.name: part.value for part in parts}


# -- penetration


@pytest.mark.rule("penetration.difference", "load.excess")
def test_penetration_less_armour() -> None:
    assert rules.penetration_difference(7, 4) == 3
    assert rules.penetration_difference(4, 7) == -3
    assert rules.penetration_difference(4, 7, rolled=5) == 2


@pytest.mark.rule("penetration.penetrated", "penetration.reduced", "penetration.equal", "penetration.no-damage")
@pytest.mark.parametrize(("difference", "left"), [(5, 3), (1, 3), (0, 3), (-1, 2), (-2, 1), (-3, 0), (-9, -6)])
def test_what_armour_leaves_of_the_base(difference: int, left: int) -> None:
    assert rules.reduced_base(3, difference) == left


@pytest.mark.rule("penetration.total", "multiplier.penetration")
@pytest.mark.parametrize(
    ("difference", "bonus"), [(-11, 0), (-1, 0), (0, 0), (9, 0), (10, 1), (19, 1), (20, 2), (39, 3), (40, 4), (100, 10)]
)
def test_what_penetration_adds_to_the_multiplier(difference: int, bonus: int) -> None:
    assert rules.penetration_bonus(difference) == bonus


@pytest.mark.rule("penetration.total", "multiplier.penetration")
def test_the_chart_of_penetration_says_the_same() -> None:
    for row, bonus in PENETRATION.items():
        for number in map(int, row.replace(" and less", "").split(" to ")):
            assert rules.penetration_bonus(number) == bonus, row


@pytest.mark.rule("penetration.penetrated", "penetration.total", "penetration.reduced", "penetration.equal")
@pytest.mark.rule("penetration.no-damage")
@pytest.mark.parametrize(
    ("base", "difference", "cited"),
    [
        (3, 1, "penetrated"),
        (3, 9, "penetrated"),
        (3, 10, "total"),
        (3, 0, "equal"),
        (3, -2, "reduced"),
        (3, -3, "no-damage"),
    ],
)
def test_which_rule_met_the_armour(base: int, difference: int, cited: str) -> None:
    assert rules.armour_met(rules.reduced_base(base, difference), difference) == f"penetration.{cited}"


# -- the multiplier


@pytest.mark.rule("multiplier.default", "multiplier.sum", "multiplier.weapon", "multiplier.character")
def test_the_multiplier_is_shown_part_by_part() -> None:
    other = (Modifier("pulled blow", -2, "house.man.glancing"),)
    parts = rules.multiplier_parts(24, 1, 1, other, "flail x2")
    assert shown(parts) == {"default": 1, "penetration": 2, "weapon": 1, "character": 1, "pulled blow": -2}
    assert rules.counts(parts) == 3
    assert shown(rules.multiplier_parts(9)) == {"default": 1}


@pytest.mark.rule("multiplier.weapon")
@pytest.mark.parametrize(
    ("name", "adds"),
    [("sword", 0), ("mace x2", 1), ("flail x2", 1), ("bow with serrated arrows x2", 1), ("maul x3", 2), ("box2", 0)],
)
def test_what_the_name_of_a_weapon_says(name: str, adds: int) -> None:
    assert rules.weapon_multiplier(name) == adds
    assert dict(MULTIPLIER_WEAPONS) == {"no mark": 0, "x2": 1, "x3": 2}


@pytest.mark.rule("multiplier.apply", "multiplier.fraction", "multiplier.none")
@pytest.mark.parametrize(
    ("multiplier", "down", "up", "min_1"),
    [
        (3, 33, 33, 33),
        (1, 11, 11, 11),
        (0, 5, 6, 5),
        (-1, 3, 4, 3),
        (-2, 2, 3, 2),
        (-3, 2, 3, 2),
        (-4, 1, 2, 1),
        (-5, 0, 0, 0),
        (-6, 0, 0, 0),
    ],
)
def test_eleven_times_the_multiplier(multiplier: int, down: int, up: int, min_1: int) -> None:
    assert rules.multiplied(11, multiplier) == down
    assert rules.multiplied(11, multiplier, "up") == up
    assert rules.multiplied(11, multiplier, "min-1") == min_1


@pytest.mark.rule("multiplier.fraction", "multiplier.none", "penetration.no-damage")
def test_rounding_of_what_is_hardly_anything() -> None:
    assert [rules.multiplied(1, m) for m in (0, -4, -5)] == [0, 0, 0]
    assert [rules.multiplied(1, m, "min-1") for m in (0, -4, -5)] == [1, 1, 0]
    assert [rules.multiplied(1, m, "up") for m in (0, -4, -5)] == [1, 1, 0]
    for rounding in ("down", "up", "min-1"):
        assert [rules.multiplied(0, m, rounding) for m in (3, 0, -4)] == [0, 0, 0]
        assert [rules.multiplied(-2, m, rounding) for m in (3, 0, -4)] == [0, 0, 0]


@pytest.mark.rule("multiplier.order")
def test_armour_comes_before_the_multiplier() -> None:
    harm = rules.damage(7, -3, rules.multiplier_parts(-3, 2))
    assert (harm.base, rules.counts(harm.multiplier), harm.damage) == (4, 3, 12)


@pytest.mark.rule("multiplier.apply", "multiplier.fraction")
@given(bases, multipliers, roundings)
def test_a_higher_multiplier_never_does_less(base: int, multiplier: int, rounding: str) -> None:
    assert 0 <= rules.multiplied(base, multiplier, rounding) <= rules.multiplied(base, multiplier + 1, rounding)
    assert rules.multiplied(base, multiplier, rounding) <= rules.multiplied(base + 1, multiplier, rounding)
    assert rules.multiplied(base, multiplier) <= rules.multiplied(base, multiplier, "min-1")
    assert rules.multiplied(base, multiplier, "min-1") <= max(1, rules.multiplied(base, multiplier, "up"))


@pytest.mark.rule("multiplier.order", "multiplier.sum")
@given(bases, differences, st.integers(-3, 3), st.integers(-3, 3))
def test_only_the_sum_of_the_parts_counts(base: int, difference: int, weapon: int, character: int) -> None:
    one = rules.damage(base, difference, rules.multiplier_parts(difference, weapon, character))
    other = rules.damage(base, difference, rules.multiplier_parts(difference, weapon + character))
    assert one.damage == other.damage
    assert (one.base <= 0) <= (one.damage == 0)


@pytest.mark.rule("multiplier.fraction")
def test_the_fractions() -> None:
    assert {m: str(share) for m, share in FACTORS.items()} == {0: "1/2", -1: "1/3", -2: "1/4", -3: "1/5", -4: "1/10"}


# -- shock and knock-out


@pytest.mark.rule("effect.shock", "effect.knockout")
@pytest.mark.parametrize(
    ("damage", "levels", "shock", "knockout"),
    [(0, 0, False, False), (5, 0, False, False), (6, 1, True, False), (11, 1, True, False), (12, 2, True, True)],
)
def test_what_a_single_blow_calls_for(damage: int, levels: int, shock: bool, knockout: bool) -> None:
    for before in (0, 5, 17):
        assert rules.due(damage, 6, before) == (levels, shock, knockout)


@pytest.mark.rule("effect.shock", "effect.knockout")
@pytest.mark.parametrize(
    ("damage", "before", "levels", "shock", "knockout"),
    [
        (1, 5, 1, True, False),
        (1, 4, 0, False, False),
        (0, 6, 1, False, False),
        (5, 6, 1, False, False),
        (6, 6, 2, True, True),
        (1, 11, 2, True, True),
        (1, 17, 3, True, True),
        (5, 12, 2, False, False),
    ],
)
def test_what_the_total_calls_for(damage: int, before: int, levels: int, shock: bool, knockout: bool) -> None:
    assert rules.due(damage, 6, before, scope="total") == (levels, shock, knockout)


@pytest.mark.rule("effect.shock", "effect.knockout")
def test_at_twice_endurance_knock_out_alone() -> None:
    assert rules.due(12, 6, double="knockout-only") == (2, False, True)
    assert rules.due(11, 6, double="knockout-only") == (1, True, False)
    assert rules.due(7, 6, 5, scope="total", double="knockout-only") == (2, False, True)


@pytest.mark.rule("injury.levels", "effect.shock")
def test_levels_by_what_has_begun_make_checks_harder_and_no_more_of_them() -> None:
    assert rules.due(5, 6, reading="ceil") == (1, False, False)
    assert rules.due(7, 6, reading="ceil") == (2, True, False)
    assert rules.due(13, 6, reading="ceil") == (3, True, True)
    assert rules.due(4, 6, 1, scope="total", reading="ceil") == (1, False, False)
    assert rules.due(2, 6, 5, scope="total", reading="ceil") == (2, True, False)


@pytest.mark.rule("house.shock", "house.knockout")
@pytest.mark.parametrize(("levels", "shock", "knockout"), [(1, 7, 5), (2, 9, 7), (3, 11, 9), (4, 13, 11), (5, 15, 13)])
def test_the_numbers_of_the_checks(levels: int, shock: int, knockout: int) -> None:
    assert rules.counts(rules.check_number("shock", levels)) == shock
    assert rules.counts(rules.check_number("knock-out", levels)) == knockout
    assert {part.rule for part in rules.check_number("shock", levels)} == {"house.shock"}


@pytest.mark.rule("house.shock", "house.knockout", "load.excess")
def test_checks() -> None:
    assert rules.check_passed(7, 7)
    assert not rules.check_passed(6, 7)
    assert shown(rules.check_modifiers(2)) == {"excess load": -2}
    assert str(rules.CHECK_DICE) == "2d6"
    assert shown(rules.shock_modifiers(True)) == {"shocked": -2}
    assert rules.shock_modifiers(False) == ()


# -- health


@pytest.mark.rule("house.health")
def test_dying_and_death() -> None:
    full = rules.full_health(6)
    assert full == 36
    assert [rules.dying(full - damage, 6) for damage in (29, 30, 36)] == [False, True, True]
    assert [rules.dead(full - damage) for damage in (35, 36, 37)] == [False, True, True]


@pytest.mark.rule("injury.levels", "effect.shock", "effect.knockout")
@given(st.integers(0, 200), endurances, st.integers(0, 100), st.sampled_from(["single", "total"]))
def test_no_knock_out_without_shock_being_due(damage: int, endurance: int, before: int, scope: str) -> None:
    due = rules.due(damage, endurance, before, scope=scope)
    assert due.knockout <= due.shock
    assert due.shock <= (due.levels >= 1)
    assert due.knockout <= (due.levels >= 2)


# -- from one fight to the next


@pytest.mark.rule("house.rest")
@pytest.mark.parametrize(("damage", "after"), [(0, 0), (5, 0), (6, 6), (11, 6), (12, 12), (35, 30)])
def test_a_rest(damage: int, after: int) -> None:
    before = rules.Condition(damage, 7)
    assert rules.carried_over(before) == before
    assert rules.rested(before, 6) == rules.Condition(after, 0)
