"""What a hit does: critical effects, size, armour, electricity, death; and what must hold for any numbers."""

from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.systems.opposed import rules
from affray.systems.opposed.charts import CRITICALS, LOCATIONS

margins = st.integers(0, 30)
weapons = st.integers(0, 12)
bonuses = st.integers(0, 14)
ratings = st.integers(0, 60)
types = st.sampled_from(list(CRITICALS))
readings = st.sampled_from(["extra", "instead"])
passing = st.sampled_from(["weapon-direct", "all-direct", "armoured"])
points = st.sampled_from(["before-armour", "after-armour"])


def shown(parts: rules.Parts) -> dict[str, int]:
    return {part.name: part.value for part in parts}


@pytest.mark.rule("damage.amount", "size.damage")
def test_damage_is_shown_part_by_part() -> None:
    dealt = rules.damage(6, 5, "crush", True, size_bonus=3)
    assert shown(dealt.parts) == {"margin": 6, "weapon": 5, "larger than target": 3, "crush": 5}
    assert [part.rule for part in dealt.parts] == ["damage.amount", "damage.amount", "size.damage", "crit.crush"]
    assert (dealt.total, dealt.direct) == (19, 0)


@pytest.mark.rule("crit.by-weapon", "crit.slice", "crit.impale", "crit.crush", "house.spell")
@pytest.mark.parametrize(("kind", "extra"), [("slice", 4), ("impale", 4), ("crush", 4), ("none", 0)])
def test_weapons_that_count_once_more(kind: str, extra: int) -> None:
    assert rules.damage(7, 4, kind, True).total == 7 + 4 + extra
    assert rules.damage(5, 4, kind, False).total == 9
    assert rules.critical_weapon_damage(kind, 4) == extra


@pytest.mark.rule("crit.bare")
def test_bare_hands_double_the_whole_sum() -> None:
    dealt = rules.damage(6, 1, "bare", True, size_bonus=3, bonus=2)
    before = {"margin": 6, "weapon": 1, "larger than target": 3, "damage maneuver": 2}
    assert shown(dealt.parts) == {**before, "doubled": 12}
    assert rules.damage(5, 1, "bare", False).total == 6


@pytest.mark.rule("crit.chop")
@pytest.mark.parametrize(
    ("reading", "armour", "total", "direct"),
    [
        ("extra", "weapon-direct", 20, 10),
        ("extra", "all-direct", 20, 20),
        ("extra", "armoured", 20, 0),
        ("instead", "weapon-direct", 10, 10),
        ("instead", "all-direct", 10, 10),
        ("instead", "armoured", 10, 10),
    ],
)
def test_readings_of_a_critical_chop(reading: str, armour: str, total: int, direct: int) -> None:
    dealt = rules.damage(7, 5, "chop", True, 3, chop_reading=reading, chop_armour=armour)
    assert (dealt.total, dealt.direct) == (total, direct)
    assert rules.soak(dealt, 99).loss == direct
    plain = rules.damage(5, 5, "chop", False, 3, chop_reading=reading, chop_armour=armour)
    assert (plain.total, plain.direct) == (13, 0)


@pytest.mark.rule("crit.chop.sever", "crit.crush.bones")
def test_only_smaller_targets_lose_parts_and_break_bones() -> None:
    for test in (rules.severs, rules.breaks_bones):
        assert [test(0, target) for target in (-1, 0, 1)] == [True, False, False]
        assert test(7, 3)


@pytest.mark.rule("house.severed", "house.bones")
def test_where_blows_land() -> None:
    assert list(LOCATIONS) == [1, 2, 3, 4, 5, 6]
    assert [part for part in LOCATIONS.values() if rules.severed_kills(part)] == ["head"]
    assert [part for part in LOCATIONS.values() if rules.broken_stuns(part)] == ["head"]


@pytest.mark.rule("crit.impale", "house.stuck")
def test_what_sticks_and_comes_out_again() -> None:
    assert rules.sticks("impale", "melee")
    assert not rules.sticks("impale", "ranged")
    assert not rules.sticks("slice", "melee")
    assert shown(rules.pull_modifiers(2)) == {"Brute": 2}
    assert [rules.pulled_out(total) for total in (7, 8)] == [False, True]


@pytest.mark.rule("crit.bare.ko")
def test_odds_of_a_knock_out_against_an_oracle() -> None:
    dice = [a + b for a, b in product(range(1, 7), repeat=2)]
    for edge in range(-3, 6):
        wins = sum(rules.knocked_out(a + edge - d) for a in dice for d in dice)
        assert Fraction(wins, 1296) == (2 @ icepool.d6 - 2 @ icepool.d6 + edge).probability(">=", 6)
    assert [rules.extra_roll_knocks_out(face) for face in range(1, 7)] == [False] * 3 + [True] * 3


@pytest.mark.rule("house.ko", "house.round")
def test_a_minute_has_ten_rounds() -> None:
    assert [rules.rounds(minutes) for minutes in (0, 1, 6)] == [0, 10, 60]


@pytest.mark.rule("size.damage", "size.damage.same")
def test_size_adds_to_blows_only() -> None:
    assert {kind: rules.size_damage(7, -4, kind) for kind in ("melee", "bare", "ranged", "magic")} == {
        "melee": 11,
        "bare": 11,
        "ranged": 0,
        "magic": 0,
    }
    assert rules.size_damage(3, 3) == rules.size_damage(-4, 0) == 0


@pytest.mark.rule("electric.double")
def test_electricity_before_and_after_armour() -> None:
    dealt = rules.damage(3, 4)
    before = rules.soak(dealt, 5, doubled=True)
    after = rules.soak(dealt, 5, doubled=True, point="after-armour")
    assert (before.loss, after.loss) == (9, 4)
    assert shown(before.parts)["electricity"] == 7
    assert shown(after.parts)["electricity"] == 2
    assert shown(before.soaked) == shown(after.soaked) == {"armour": 5}


@pytest.mark.rule("electric.double", "crit.chop")
def test_electricity_doubles_what_goes_past_armour_too() -> None:
    dealt = rules.damage(6, 5, "chop", True)
    assert (rules.electricity(dealt).total, rules.electricity(dealt).direct) == (32, 20)
    assert rules.soak(dealt, 99, doubled=True).loss == 20
    assert rules.soak(dealt, 99, doubled=True, point="after-armour").loss == 20


@pytest.mark.rule("electric.coverage")
def test_a_third_of_metal_is_not_more_than_a_third() -> None:
    assert not rules.metal_conducts("1/3")
    assert not rules.metal_conducts("3333/10000")
    assert rules.metal_conducts("3334/10000")
    assert rules.metal_conducts(Fraction(1, 3) + Fraction(1, 10**30))
    assert [rules.metal_conducts(share) for share in ("0", "1/4", "1/2", "9/10")] == [False, False, True, True]


@pytest.mark.rule("damage.death")
def test_life_at_zero() -> None:
    assert [rules.dead(life) for life in (1, 0, -1)] == [False, False, True]
    assert [rules.unconscious_at_zero(life) for life in (1, 0, -1)] == [False] * 3
    assert [rules.unconscious_at_zero(life, "unconscious") for life in (1, 0, -1)] == [False, True, False]


@given(margins, weapons, types, st.booleans(), bonuses, bonuses, readings, passing, ratings, st.booleans(), points)
@pytest.mark.rule("armour.absorb", "damage.amount")
def test_what_holds_for_any_hit(
    margin: int,
    weapon: int,
    kind: str,
    critical: bool,
    size: int,
    bonus: int,
    reading: str,
    armour: str,
    rating: int,
    doubled: bool,
    point: str,
) -> None:
    dealt = rules.damage(margin, weapon, kind, critical, size, bonus, reading, armour)
    wound = rules.soak(dealt, rating, doubled, point)
    # the log adds up: parts less what was soaked is the loss
    assert wound.loss == sum(p.value for p in wound.parts) - sum(p.value for p in wound.soaked)
    assert wound.loss >= 0
    assert 0 <= dealt.direct <= dealt.total
    # more armour never lets more through, electricity never does less, and direct points are never soaked
    assert rules.soak(dealt, rating + 1, doubled, point).loss <= wound.loss
    assert rules.soak(dealt, rating, True, point).loss >= rules.soak(dealt, rating).loss >= dealt.direct
    if doubled:
        after = rules.soak(dealt, rating, True, "after-armour").loss
        assert after <= rules.soak(dealt, rating, True, "before-armour").loss
    # a critical hit is never worse than a plain one, but for a chop read as "instead"
    if reading == "extra":
        plain = rules.damage(margin, weapon, kind, False, size, bonus)
        assert rules.soak(dealt, rating).loss >= rules.soak(plain, rating).loss


@given(st.integers(0, 200), ratings)
@pytest.mark.rule("armour.absorb")
def test_armour_takes_its_rating_or_all_there_is(harm: int, rating: int) -> None:
    assert harm - rules.armour_absorb(harm, rating) == max(0, harm - rating)


@given(st.integers(-50, 999), st.integers(0, 999))
@pytest.mark.rule("damage.life", "damage.death")
def test_life_and_death(life: int, loss: int) -> None:
    after = rules.life_after(life, loss)
    assert after + loss == life
    assert rules.dead(after) == (loss > life)
