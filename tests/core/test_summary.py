"""Summaries of many fights: counts that add up, chances with intervals, and nothing said to be impossible."""

import json
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.arena.summary import Summary, mean
from affray.errors import BadValue
from affray.law import Law
from affray.statistics import Estimate, estimate, wilson

SIDES = ("red", "blue")
KEYS = {"fights", "wins", "draws", "limit", "rounds", "survivors", "engine", "seed", "chances"}
ends = st.lists(
    st.tuples(st.sampled_from([*SIDES, "draw", "limit"]), st.integers(0, 30), st.integers(0, 3), st.integers(0, 3)),
    max_size=12,
)


def summed(fights, seed=1):
    """The summary of fights, each added by itself."""
    whole = Summary(SIDES, seed=seed)
    for end, rounds, red, blue in fights:
        wins = {end: 1} if end in SIDES else {}
        alive = {"red": {red: 1}, "blue": {blue: 1}}
        whole += Summary(SIDES, 1, wins, int(end == "draw"), int(end == "limit"), {rounds: 1}, alive, seed)
    return whole


@pytest.mark.fault(26, "the share of victories alone is told, not how long fights last and who survives them")
@given(ends)
def test_everything_is_counted_once(fights):
    data = summed(fights).data()
    assert data.keys() == KEYS | {"draw_chance", "limit_chance"}
    assert json.loads(json.dumps(data)) == data
    n = len(fights)
    assert data["fights"] == n == sum(data["wins"].values()) + data["draws"] + data["limit"]
    for counts in (data["rounds"]["counts"], *(data["survivors"][side]["counts"] for side in SIDES)):
        assert sum(counts.values()) == n
        assert list(counts) == sorted(counts, key=int)
    if n:
        rounds = [rounds for _, rounds, _, _ in fights]
        assert data["rounds"]["mean"] == pytest.approx(sum(rounds) / n)
        assert (data["rounds"]["min"], data["rounds"]["max"]) == (min(rounds), max(rounds))
        assert data["survivors"]["red"]["mean"] == pytest.approx(sum(red for _, _, red, _ in fights) / n)
        assert data["chances"]["red"]["chance"] == pytest.approx(data["wins"]["red"] / n)


@given(ends, ends, ends)
def test_parts_add_up_in_any_order(a, b, c):
    one, two, three = summed(a), summed(b), summed(c)
    assert one + two == two + one == summed([*a, *b])
    assert (one + two) + three == one + (two + three) == sum([one, two, three], Summary(SIDES, seed=1))
    assert (one + two).data() == summed([*b, *a]).data()


def test_parts_of_something_else_are_refused():
    for other in (
        Summary(SIDES, seed=2),
        Summary(SIDES, seed="1"),
        Summary(("red",), seed=1),
        Summary(SIDES, seed=1, engine="exact"),
    ):
        with pytest.raises(BadValue, match="of a part"):
            Summary(SIDES, seed=1) + other


@pytest.mark.fault(25, "what did not happen in so many fights is said to be impossible")
def test_what_never_happened_may_happen():
    data = summed([("red", 3, 1, 0)] * 60).data()
    assert data["chances"] == {
        "red": {"chance": 1.0, "low": 1 - 3 / 60, "high": 1.0},
        "blue": {"chance": 0.0, "low": 0.0, "high": 3 / 60},
    }
    assert data["draw_chance"] == data["limit_chance"] == {"chance": 0.0, "low": 0.0, "high": 3 / 60}


def test_of_no_fights_nothing_is_known():
    data = Summary(SIDES).data()
    assert data["chances"]["red"] == {"chance": 0.0, "low": 0.0, "high": 1.0}
    assert data["rounds"] == {"mean": 0.0, "min": 0, "max": 0, "counts": {}}
    assert mean({}) == 0.0


@given(st.integers(1, 10**9).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_intervals_hold_the_chance_and_mirror_each_other(case):
    count, n = case
    found, other = estimate(count, n), estimate(n - count, n)
    assert 0 <= found.low <= found.chance <= found.high <= 1
    assert found.chance == count / n
    assert (found.low, found.high) == pytest.approx((1 - other.high, 1 - other.low), abs=1e-9)
    assert found.low < found.high


@pytest.mark.parametrize("chance", [0.02, 0.1, 0.3, 0.5, 0.93])
@pytest.mark.parametrize("n", [100, 400])
def test_intervals_hold_the_truth_nineteen_times_of_twenty(chance, n):
    held = sum(
        comb(n, k) * chance**k * (1 - chance) ** (n - k)
        for k in range(n + 1)
        if estimate(k, n).low <= chance <= estimate(k, n).high
    )
    assert 0.92 < held < 0.985


def test_known_intervals():
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(0.1, 10) == pytest.approx((0.0179, 0.4042), abs=1e-4)
    assert estimate(0, 2) == Estimate(0.0, 0.0, 1.0)
    assert Law({}, samples=100).interval(0.5) == wilson(0.5, 100)
    assert Law({}).interval(0.5) == (0.5, 0.5)
