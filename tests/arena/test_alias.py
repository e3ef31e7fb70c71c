"""Rows of words give the chances that they were made from."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

from affray.arena import alias
from affray.arena.draws import OTHER, G, chosen_by, lowest, taken, thrown

#: a threshold has 32 bits
EXACT = 2.0**-32


@given(st.lists(st.floats(1e-12, 1.0), min_size=1, max_size=70))
def test_a_row_gives_the_chances_it_was_made_from(weights: list[float]) -> None:
    bits, words = alias.row(weights)
    assert len(words) == 1 << bits < 2 * len(weights) + (len(weights) == 1)
    total = sum(weights)
    for found, weight in zip(alias.chances(bits, words, len(weights)), weights, strict=True):
        assert abs(found - weight / total) <= EXACT


def test_the_least_row_takes_no_bits() -> None:
    assert alias.row([0.25]) == (0, [0])
    assert alias.chances(*alias.row([3, 1]), 2) == [0.75, 0.25]


@given(st.lists(st.floats(1e-12, 1.0), min_size=1, max_size=200))
def test_the_likely_and_the_unlikely_outcomes_together_are_all_of_them(weights: list[float]) -> None:
    likely, unlikely = alias.split(weights)
    assert sorted([*likely, *unlikely]) == list(range(len(weights)))
    assert len(likely) <= alias.NARROW + 1
    assert not unlikely or len(likely) == alias.NARROW
    assert min(weights[place] for place in likely) >= max((weights[place] for place in unlikely), default=0)


@pytest.mark.parametrize("size", [0, alias.MOST + 1])
def test_a_row_has_a_place_for_each_outcome(size: int) -> None:
    with pytest.raises(ValueError, match="outcomes in one row"):
        alias.row([1.0] * size)


@njit
def draws(words, bits, n, counts):
    """Draw so often, from numbers that are as good as chance."""
    for k in range(n):
        x = thrown(np.uint64(k + 1) * G)
        counts[taken(x, words[np.int64(chosen_by(x, np.uint64(bits)))])] += 1


def test_draws_come_as_often_as_they_should() -> None:
    weights = [0.5, 0.3, 0.15, 0.04, 0.01]
    bits, words = alias.row(weights)
    n, counts = 1_000_000, np.zeros(len(weights), np.int64)
    draws(np.array(words, np.uint64), bits, n, counts)
    for found, share in zip(counts, weights, strict=True):
        assert abs(found / n - share) < 4.5 * (share * (1 - share) / n) ** 0.5


@njit
def each(numbers, thrown_, lowest_):
    """What the compiled pieces make of these numbers."""
    for k in range(len(numbers)):
        thrown_[k], lowest_[k] = thrown(numbers[k]), lowest(numbers[k])


@given(st.lists(st.integers(0, (1 << 64) - 1), min_size=1, max_size=20))
def test_bits_are_those_of_a_folded_product(numbers: list[int]) -> None:
    found, places = np.zeros((2, len(numbers)), np.uint64)
    each(np.array(numbers, np.uint64), found, places)
    for number, bits, place in zip(numbers, found.tolist(), places.tolist(), strict=True):
        product = number * (number ^ int(OTHER))
        assert bits == (product >> 64) ^ product & (1 << 64) - 1
        assert place == ((number & -number).bit_length() - 1 if number else 64)


def test_every_bit_of_a_draw_is_as_often_set_as_not() -> None:
    n = 200_000
    numbers = np.arange(1, n + 1, dtype=np.uint64) * G
    found, places = np.zeros((2, n), np.uint64)
    each(numbers, found, places)
    for bit in range(64):
        assert abs(float((found >> np.uint64(bit) & np.uint64(1)).mean()) - 0.5) < 4.5 * 0.5 / n**0.5
