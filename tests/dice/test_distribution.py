"""The law of a value: operators, questions, faults."""

import operator
import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.dice.distribution import Distribution
from affray.errors import BadValue

D6 = Distribution.uniform(1, 6, exact=True)
laws = st.dictionaries(st.integers(-20, 20), st.integers(1, 9), min_size=1, max_size=8).map(
    lambda ways: Distribution.of(ways, exact=True)
)


def _by_hand(a, b, change):
    found = {}
    for v, p in a.items():
        for w, q in b.items():
            found[change(v, w)] = found.get(change(v, w), 0) + p * q
    return found


@pytest.mark.parametrize(
    ("change", "law"),
    [
        (operator.add, lambda a, b: a + b),
        (operator.sub, lambda a, b: a - b),
        (max, Distribution.maximum),
        (min, Distribution.minimum),
        (operator.mul, lambda a, b: a.combine(b, operator.mul)),
    ],
    ids=["plus", "minus", "max", "min", "times"],
)
@given(a=laws, b=laws)
def test_two_laws_are_what_all_pairs_say_in_fractions_and_in_floats(change, law, a, b):
    expected = _by_hand(a, b, change)
    assert dict(law(a, b).items()) == expected
    floats = law(a.floats(), b.floats())
    assert not floats.exact
    assert dict(floats.items()) == pytest.approx({v: float(p) for v, p in expected.items()}, abs=1e-12)
    assert law(a, b.floats()) == floats  # mixed laws are floats


@given(a=laws, times=st.integers(0, 5))
def test_repeated_is_the_sum_again_and_again(a, times):
    expected = Distribution.constant(0, exact=True)
    for _ in range(times):
        expected = expected + a
    assert a.repeated(times) == expected


@given(a=laws, by=st.integers(-5, 5))
def test_changes_of_one_law_keep_its_mass_and_add_what_collides(a, by):
    assert dict((a + by).items()) == {v + by: p for v, p in a.items()}
    assert a + by == by + a == a.shift(by) == a - -by
    assert dict((-a).items()) == {-v: p for v, p in a.items()}
    assert dict((by - a).items()) == {by - v: p for v, p in a.items()}
    for changed in (a * by, a.map(abs), a.clip(-3, 3), a.clip(low=0), a.clip(high=0), a // 3, a.floordiv(-2)):
        assert changed.total == 1
    assert dict((a * 0).items()) == {0: 1}
    assert a.map(abs).probability(1) == a.probability(1) + a.probability(-1)
    assert a.clip(-3, 3).probability(3) == a.at_least(3)
    assert (a // 3).probability(-1) == a.at_most(-1) - a.at_most(-4)


@given(a=laws)
def test_questions_agree_with_the_items(a):
    items = dict(a.items())
    assert list(items) == sorted(items)
    assert (a.low, a.high) == (min(items), max(items))
    assert len(a) == a.high - a.low + 1
    assert a.mean == sum(v * p for v, p in items.items())
    assert a.variance == sum((v - a.mean) ** 2 * p for v, p in items.items())
    assert a.sd == pytest.approx(float(a.variance) ** 0.5)
    assert items[a.mode] == max(items.values())
    for value in range(a.low - 2, a.high + 3):
        assert a.exactly(value) == a.probability(value) == items.get(value, 0)
        assert a.at_least(value) == sum(p for v, p in items.items() if v >= value)
        assert a.at_most(value) == sum(p for v, p in items.items() if v <= value)
    for share in (0.0, 0.25, 0.5, 1.0):
        assert a.at_most(a.quantile(share)) >= share
        assert a.quantile(share) == a.low or a.at_most(a.quantile(share) - 1) < share


@given(a=laws)
def test_a_law_is_a_value(a):
    again = Distribution.of(dict(a.items()))
    assert again == a
    assert hash(again) == hash(a)
    assert pickle.loads(pickle.dumps(a)) == a
    assert a != a.floats()
    assert a != "a law"
    assert a.shift(1) != a
    with pytest.raises(ValueError, match="read-only"):
        a.weights[0] = 0
    with pytest.raises(AttributeError, match="immutable"):
        a.low = 3


def test_the_array_given_is_not_the_array_kept():
    given_array = np.array([0.5, 0.5])
    law = Distribution(0, given_array)
    given_array[0] = 9
    assert law.probability(0) == 0.5


def test_ends_without_weight_are_not_part_of_a_law():
    assert Distribution(0, np.array([0.0, 1.0, 0.0])) == Distribution.constant(1)


def test_mix_weighs_laws():
    mixed = Distribution.mix([(Fraction(1, 3), D6), (Fraction(2, 3), Distribution.constant(9, exact=True)), (0, D6)])
    assert mixed.probability(9) == Fraction(2, 3)
    assert mixed.probability(1) == Fraction(1, 18)
    assert mixed.total == 1
    part = D6.scaled(Fraction(1, 2))
    assert (part.total, part.cut) == (Fraction(1, 2), 0)


def test_what_was_cut_stays_cut():
    cut = Distribution.of({1: 0.5, 2: 0.4}, cut=0.1)
    assert (cut + cut).cut == pytest.approx(0.19)
    assert cut.repeated(3).cut == pytest.approx(1 - 0.9**3)
    assert cut.maximum(cut).total == pytest.approx(0.81)
    assert cut.map(abs).cut == cut.shift(3).cut == (-cut).cut == 0.1
    assert cut.mean == pytest.approx(1.3 / 0.9)
    half = cut.scaled(0.5)
    assert (half + half).total + (half + half).cut == pytest.approx(0.25)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Distribution.of({}),
        lambda: Distribution.of({1: 0.5}),
        lambda: Distribution.of({1: -1, 2: 2}),
        lambda: Distribution.of({1: 1.5, 2: -0.5}),
        lambda: Distribution.of({1: 0}),
        lambda: Distribution.of({1: float("nan")}),
        lambda: Distribution.of({1: 1}, cut=1),
        lambda: Distribution.of({1: 1, 10**12: 1}),
        lambda: Distribution(0, np.array([])),
        lambda: Distribution(0, np.array([[1.0]])),
        lambda: Distribution(0, np.array([0.9, 0.2])),
        lambda: Distribution(0, np.array([float("inf")])),
        lambda: Distribution.uniform(2, 1),
        lambda: Distribution.uniform(1, 10**9),
        lambda: Distribution.mix([]),
        lambda: D6 // 0,
        lambda: D6 * 10**7,
        lambda: D6.clip(3, 1),
        lambda: D6.quantile(1.1),
        lambda: D6.quantile(float("nan")),
        lambda: D6.scaled(2),
    ],
)
def test_faulty_laws_are_refused(make):
    with pytest.raises(BadValue):
        make()


def test_a_law_prints_what_it_is():
    assert repr(D6 + D6) == "<Distribution 2 to 12, mean 7, sd 2.41523>"
    assert "cut 0.1" in repr(Distribution.of({1: 0.9}, cut=0.1))


def test_rare_ends_of_many_dice_keep_their_digits():
    exact, floats = (Distribution.uniform(1, 6, e).repeated(100) for e in (True, False))
    assert floats.probability(100) == pytest.approx(float(exact.probability(100)), rel=1e-12)
    assert floats.probability(100) == pytest.approx(6.0**-100, rel=1e-12)


def test_wide_laws_are_convolved_in_pieces_to_the_same_sums():
    law = Distribution.uniform(1, 9000) + Distribution.uniform(1, 10_000)
    ways = [min(value - 1, 9000, 19_001 - value) for value in range(2, 19_001)]
    assert law.weights == pytest.approx(np.array(ways) / 9e7, rel=1e-12)
