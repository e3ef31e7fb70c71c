"""The program's dice: uniform, a stream for each seed and purpose, and nothing but (seed, draw number) in them."""

from collections import Counter
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.dice.faces import FUDGE, Die
from affray.luck import Luck
from processes import printed


def chi_square(counts, n, cells):
    expected = n / cells
    return sum((counts[cell] - expected) ** 2 for cell in counts) / expected + expected * (cells - len(counts))


def is_even(counts, n, cells, z=4.5):
    """Chi-square against its mean and deviation: cells - 1, and sqrt(2 (cells - 1))."""
    free = cells - 1
    return abs(chi_square(counts, n, cells) - free) < z * sqrt(2 * free)


@pytest.mark.parametrize("die", [Die(1, 2), Die(1, 6), Die(1, 20), Die(0, 9), FUDGE, Die(1, 100), Die(1, 7)])
def test_faces_are_uniform(die):
    luck, n = Luck(2024), 20_000
    counts = Counter(luck.face(die) for _ in range(n))
    assert set(counts) <= set(die.faces)
    assert is_even(counts, n, len(die))


def test_pairs_of_successive_faces_are_uniform():
    luck, n, die = Luck(5), 20_000, Die(1, 6)
    assert is_even(Counter((luck.face(die), luck.face(die)) for _ in range(n)), n, 36)


@pytest.mark.parametrize("step", [1, 2, 2**32])
@pytest.mark.parametrize("shift", [0, 1, 2])
def test_neighbouring_seeds_share_nothing(step, shift):
    """A seed that is multiplied instead of hashed gives the neighbour's stream, shifted by one draw."""
    die, counts, same = Die(1, 6), Counter(), 0
    n_seeds, n_draws = 100, 100
    for seed in range(n_seeds):
        here, there = Luck(seed * step), Luck((seed + 1) * step, draw=shift)
        for _ in range(n_draws):
            pair = here.face(die), there.face(die)
            counts[pair] += 1
            same += pair[0] == pair[1]
    n = n_seeds * n_draws
    assert is_even(counts, n, 36)
    assert abs(same - n / 6) < 4.5 * sqrt(n * 5 / 36)


def test_no_bits_come_twice_among_neighbours():
    seen = Counter(Luck(seed, draw).bits() for seed in range(-50, 50) for draw in range(50))
    assert len(seen) == 5000


def test_sums_over_neighbouring_seeds_have_the_right_spread():
    """Pooled over seeds the mean is where it should be: shared streams would make it too far off, or too near."""
    die, sums = Die(1, 6), []
    for seed in range(400):
        luck = Luck(seed)
        sums.append(sum(luck.face(die) for _ in range(50)))
    mean = sum(sums) / 400
    spread = sum((s - mean) ** 2 for s in sums) / 399
    assert abs(mean - 175) < 4.5 * sqrt(50 * 35 / 12 / 400)
    assert abs(spread / (50 * 35 / 12) - 1) < 4.5 * sqrt(2 / 399)


@given(st.one_of(st.integers(), st.text(max_size=20)), st.integers(0, 10**9), st.integers(2, 1000))
def test_the_same_draw_number_shows_the_same_face(seed, draw, sides):
    die = Die(1, sides)
    luck = Luck(seed, draw)
    faces = [luck.face(die) for _ in range(3)]
    assert luck.draw == draw + 3
    assert [Luck(seed, draw + i).face(die) for i in range(3)] == faces
    luck.draw = draw
    assert luck.face(die) == faces[0]
    assert all(face in die for face in faces)


def test_seeds_of_another_kind_or_purpose_are_other_streams():
    streams = [Luck(7), Luck("7"), Luck(7, purpose="aim"), Luck("7", purpose="aim"), Luck("7/1"), Luck(-7), Luck("")]
    assert len({tuple(luck.bits() for _ in range(4)) for luck in streams}) == len(streams)


def test_choices_keep_to_their_weights():
    luck, n = Luck(3), 10_000
    counts = Counter(luck.choose((("a", 1), ("b", 2.5), ("c", 0.5))) for _ in range(n))
    for option, share in (("a", 0.25), ("b", 0.625), ("c", 0.125)):
        assert abs(counts[option] - n * share) < 4.5 * sqrt(n * share * (1 - share))


def test_the_last_option_catches_what_rounding_leaves():
    luck = Luck(0)
    luck.bits = lambda: 2**64 - 1
    assert luck.choose((("a", 0.1), ("b", 0.2))) == "b"


def test_nothing_hangs_on_the_hash_seed_of_the_process():
    code = "from affray.luck import Luck; luck = Luck('x', 5); print([luck.bits() for _ in range(3)])"
    told = {printed(code, seed) for seed in ("0", "1")}
    assert len(told) == 1
    luck = Luck("x", 5)
    assert told.pop().strip() == str([luck.bits() for _ in range(3)])
