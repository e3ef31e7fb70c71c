"""For every kind of roll: what is thrown over all faces is what the law says."""

import math
import time
from fractions import Fraction

import pytest
from dice_oracles import attempt, brute, enumerate_throws, notation
from hypothesis import assume, given, settings

from affray.dice.arithmetic import Versus
from affray.dice.charts import Chart, Row
from affray.dice.faces import Die, read
from affray.dice.limits import CUT, MAX_SECONDS
from affray.dice.notation import parse
from affray.dice.pools import Again, Keep, Match, Pool, Reroll, nds
from affray.errors import BadFaces, BadValue, NotationError
from affray.luck import Luck

FINITE = [
    "7", "-3", "d6", "3d6", "d%", "4dF", "2d{0..9}", "d{-2..3}",
    "4d6kh3", "4d6kh1", "4d6kl3", "4d4dl1", "4d4dh2", "3d6kl1", "2d20kh", "3d4kh3",
    "3d6>=5", "3d6<2", "4d4=4", "3dF>=0",
    "2d6ro1", "3d4ro>=3", "3d4ro<=2kh2",
    "2d6mi2", "2d6ma3", "3d6mi2ma5", "4dFmi0",
    "2d4!:1", "2d4!:2", "3d4!:1kh2", "d4e2:3", "2d4!>=3:1", "2d4>=3!:1", "2d4<=1!:1", "d4ro1!:2", "2d4!:1mi2",
    "d4!>=1:2",
    "2dFe-1:1kl1",
    "2d6 + 3", "2d6 - 3", "3 - 2d6", "d6 * d6", "(d6 - 3) * (d4 - 2)", "2d6 // 4", "(d6 - 9) // 2", "20 // d6",
    "d20 // -d6",
    "-(d6 - 2)", "max(d6, 2d4, 4)", "min(d6, d4 + 1)", "max(d6)", "min(d6 [x], 3 [y]) [z]",
    "d6 vs d6", "2d6 + 1 vs 2d6", "(d6 vs d4) * 2",
    "3d6 as d20", "3d6 as d20!:1", "2d4 as {2: 1, 3..7, 8: -9}", "d6 as {1..3: 0, 4..6: 2}e0:2",
    "(d4 * 2) as {2..8: 5} + d4",
]  # fmt: skip


@pytest.mark.parametrize("text", FINITE)
def test_a_throw_over_all_faces_is_the_law(text):
    dice = parse(text)
    expected, lost = brute(dice)
    law = dice.law(exact=True)
    assert lost == law.cut == 0
    assert dict(law.items()) == expected
    assert dice.bounds() == (law.low, law.high)
    floats = dice.law()
    assert dict(floats.items()) == pytest.approx({v: float(p) for v, p in expected.items()}, abs=1e-12)
    assert floats.total == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize(
    ("text", "least"),
    [
        ("d4!", Fraction(1, 4**12)),
        ("2d4!", Fraction(1, 4**7)),
        ("d20! + 3", Fraction(1, 20**4)),
        ("d6!>=5", Fraction(1, 6**6)),
        ("d6e2", Fraction(1, 6**7)),
        ("2d6>=5!", Fraction(1, 6**6)),
        ("3d4!kh1", Fraction(1, 4**7)),
        ("d6rr1", Fraction(1, 6**8)),
        ("2d4rr<=2", Fraction(1, 4**7)),
        ("d6rr1!", Fraction(1, 6**7)),
        ("dFe-1", Fraction(1, 3**9)),
        ("3d6 as d20!", Fraction(1, 6**6)),
        ("d4! vs d4!", Fraction(1, 4**7)),
        ("d4! * (d4! - 3)", Fraction(1, 4**7)),
        ("d20 // d4!", Fraction(1, 20 * 4**7)),
        ("max(d4!, 3)", Fraction(1, 4**10)),
        ("-d4!", Fraction(1, 4**10)),
    ],
)
def test_an_endless_throw_is_the_law_up_to_what_was_not_followed(text, least):
    dice = parse(text)
    followed, lost = brute(dice, least)
    law = dice.law(exact=True)
    assert law.total + law.cut == 1
    assert law.cut <= 3 * CUT
    assert float(dice.law().cut) == pytest.approx(float(law.cut), rel=1e-9)
    for value, chance in law.items():
        # what was followed is part of it; what is missing is no more than was left out by either of the two
        assert -law.cut <= chance - followed.get(value, 0) <= lost
    low, high = dice.bounds()
    assert all((low is None or low <= value) and (high is None or value <= high) for value in followed)


def test_the_chance_of_an_open_ended_die_is_geometric():
    law = nds(1, 20, explode=True).law(exact=True)
    assert law.probability(39) == Fraction(1, 400)
    assert law.probability(20) == law.probability(40) == 0
    assert law.probability(65) == Fraction(1, 20**4)
    assert law.cut == Fraction(1, 20) ** 8
    assert float(law.mean) == pytest.approx(10.5 * 20 / 19, abs=1e-7)


@pytest.mark.parametrize(
    ("text", "naturals"),
    [
        ("d6", (1, 6)), ("d6 + 3", (1,)), ("3 - d6", (6, 2)), ("-d6 + (2 * 3)", (4,)), ("d6 - 3 [Strength]", (1, 6)),
        ("d6ro1", (1, 2)), ("d6mi3", (1, 3)), ("d6>=5", (5, 1)), ("d4!:2 + 1", (4, 1)), ("d4ro1!:1", (1, 4)),
        ("(3d6 as d20) + 2", (1, 20)), ("3d6 as d20!:1", (20, 7)), ("2d4 as {2: 1, 3..7, 8: -9} [x]", (-9,)),
        ("dF", (-1, 0, 1)),
    ],
)  # fmt: skip
def test_split_is_the_law_by_the_natural_that_is_read(text, naturals):
    dice = parse(text)
    expected, _ = enumerate_throws(dice.throw_natural)
    parts = dice.split(naturals, exact=True)
    assert sum(part.total for part in parts.values()) == 1
    for (value, natural), chance in expected.items():
        key = natural if natural in naturals else None
        same = sum(p for (v, n), p in expected.items() if v == value and (n if n in naturals else None) == key)
        assert parts[key].probability(value) == same >= chance
    assert None not in parts or parts[None].total > 0
    floats = dice.split(naturals)
    assert floats.keys() == parts.keys()
    for key, part in parts.items():
        assert dict(floats[key].items()) == pytest.approx({v: float(p) for v, p in part.items()}, abs=1e-12)


def test_split_of_an_open_ended_die_shares_out_the_cut():
    dice = parse("d20! + 10")
    parts = dice.split((1, 20), exact=True)
    assert sum(part.cut for part in parts.values()) == parts[20].cut == dice.law(exact=True).cut
    assert parts[1].total == Fraction(1, 20)
    assert parts[20].low == 31
    assert parts[20].total + parts[20].cut == Fraction(1, 20)


def test_split_by_no_natural_is_the_law():
    assert parse("2d6").split(()) == {None: parse("2d6").law()}


def test_a_natural_that_cannot_stand_is_left_out():
    assert set(parse("d6rr1").split((1, 6))) == {6, None}


@pytest.mark.parametrize("text", ["2d6", "d6 + d6", "d6 vs 3", "d6 * 2", "max(d6, 3)", "7", "d20"])
def test_split_is_refused_where_no_single_die_decides(text):
    with pytest.raises(BadValue, match="natural"):
        parse(text).split((25,))


@pytest.mark.parametrize(("text", "natural"), [("2d6", None), ("d6 + 1", 4), ("d6 vs 2", None), ("d6 * 2", None)])
def test_a_throw_tells_the_natural_of_a_single_die(text, natural):
    assert parse(text).throw_natural(lambda die: 4)[1] == natural


def test_the_figures_of_two_dice():
    two = parse("2d6").law(exact=True)
    assert [two.probability(v) * 36 for v in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    margin = parse("2d6 vs 2d6").law(exact=True)
    assert margin.at_least(1) == Fraction(575, 1296)
    assert margin.probability(0) == Fraction(146, 1296)
    assert margin.at_least(6) == Fraction(70, 1296)


def test_the_margin_of_open_ended_dice():
    margin = parse("d20! + 10 vs d20! + 8").law(exact=True)
    one = parse("d20!").law(exact=True)
    assert margin == one - one + 2
    assert float(margin.mean) == pytest.approx(2)
    assert margin.at_least(3) == pytest.approx(float(parse("d20! vs d20!").law().at_least(1)), abs=1e-12)
    assert 2 * margin.at_least(3) + margin.probability(2) + margin.cut == 1


def test_best_three_of_four():
    law = parse("4d6kh3").law(exact=True)
    assert law.mean == Fraction(15869, 1296)
    assert law.probability(18) == Fraction(21, 1296)


def test_many_dice_keep_their_mean_and_mass():
    law = parse("1000d6").law()
    assert law.mean == pytest.approx(3500, rel=1e-12)
    assert law.sd == pytest.approx(math.sqrt(1000 * 35 / 12), rel=1e-9)


def test_equal_rolls_share_their_law():
    assert parse("3d6").law() is Pool(3, Die(1, 6)).law()
    assert parse("3d6").law() is not parse("3d6").law(exact=True)


@settings(max_examples=300, deadline=None)
@given(text=notation)
def test_any_roll_keeps_its_mass_and_its_bounds(text):
    dice = attempt(text)
    assume(not isinstance(dice, NotationError))
    law = dice.law()
    assert law.total + law.cut == pytest.approx(1, abs=1e-9)
    low, high = dice.bounds()
    assert low is None or low <= law.low
    assert high is None or law.high <= high
    if dice.size.seconds(exact=True) > MAX_SECONDS:
        with pytest.raises(BadValue, match="an exact law"):
            dice.law(exact=True)
        return
    exact = dice.law(exact=True)
    assert exact.total + exact.cut == 1
    # by value, not by items: floats drop what is less likely than 1 in 10^150
    for value, chance in exact.items():
        assert law.probability(value) == pytest.approx(float(chance), abs=1e-12)


@settings(max_examples=150, deadline=None)
@given(text=notation)
def test_faces_that_were_thrown_read_back_to_the_same_value(text):
    dice = attempt(text)
    assume(not isinstance(dice, NotationError))
    luck = Luck(text)  # a fair stream comes to rest, whatever is thrown again
    trace = dice.trace(luck.face)
    assert read(dice, trace.faces) == trace.value
    assert len(trace.shown) == len(trace.faces) >= dice.least_faces()
    assert sorted(shown.face for shown in trace.shown) == sorted(trace.faces)


def test_rolls_made_in_python_are_those_of_the_notation():
    assert nds(2, 6, explode=True) == parse("2d6!")
    assert nds(1, 20) + 3 == parse("d20 + 3")
    assert 3 + nds(1, 20) - 1 == parse("3 + d20 - 1")
    assert 3 - nds(1, 20) + -1 - -2 == parse("3 - d20 - 1 + 2")
    assert 2 * nds(1, 20) // 3 == parse("2 * d20 // 3")
    assert 60 // (nds(1, 20) * 2) == parse("60 // (d20 * 2)")
    assert -nds(1, 20) == parse("-d20")
    assert Versus(nds(1, 20), nds(1, 12)) == parse("d20 vs d12")
    assert nds(4, 6, keep=Keep(3)) == parse("4d6kh3")
    assert Chart(nds(1, 4), (Row(1, 2, 0), Row(3, 4)), Again(Match("=", 4), 1)) == parse("d4 as {1..2: 0, 3..4}e4:1")
    assert Pool(2, Die(1, 6), reroll=Reroll(Match("=", 1), True)) == parse("2d6ro1")


def test_a_thrower_that_never_comes_to_rest_is_stopped():
    with pytest.raises(BadFaces, match="come to rest"):
        parse("d20!").throw(lambda die: die.high)


@pytest.mark.parametrize(
    "text", ["d20!>=2<=2", "d6!>=2", "d100!:50", "d20ro1!>=10 vs d20ro1!>=10", "10d10!:20", "2d6!>=2"]
)
def test_hundreds_of_rounds_in_fractions_are_affordable(text):
    start = time.perf_counter()
    law = parse(text).law(exact=True)
    assert law.total + law.cut == 1
    assert time.perf_counter() - start < 3
