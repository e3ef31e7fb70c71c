"""Summaries of many fights: counts that add up, chances with intervals, and nothing said to be impossible."""

import json
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.arena.summary import Summary
from affray.errors import BadValue
from affray.law import Law
from affray.statistics import Estimate, estimate, mean, wilson

SIDES = ("red", "blue")
KEYS = {"fights", "wins", "draws", "limit", "rounds", "survivors", "engine", "seed", "chances", "reason"}
KEYS |= {"draw_chance", "limit_chance", "left", "first_down", "damage_per_round", "upset"}
ROSTER = {"Ann": "red", "Bob": "blue", "Eve": "blue"}
ends = st.lists(
    st.tuples(
        st.sampled_from([*SIDES, "draw", "limit"]),
        st.integers(0, 30),
        st.integers(0, 3),
        st.integers(0, 3),
        st.sampled_from([*ROSTER, None]),
    ),
    max_size=12,
)


def summed(fights, seed=1):
    """The summary of fights, each added by itself."""
    more = {"seed": seed, "roster": ROSTER, "strength": {"red": 9, "blue": 8}}
    whole = Summary(SIDES, **more)
    for end, rounds, red, blue, first in fights:
        wins = {end: 1} if end in SIDES else {}
        alive, left = {"red": {red: 1}, "blue": {blue: 1}}, {"red": {2 * red: 1}, "blue": {2 * blue: 1}}
        counts = (1, wins, int(end == "draw"), int(end == "limit"), {rounds: 1}, alive)
        lost = {"red": 9 - 2 * red, "blue": 8 - 2 * blue}
        whole += Summary(SIDES, *counts, left=left, first={first: 1} if first else {}, lost=lost, **more)
    return whole


@pytest.mark.fault(26, "the share of victories alone is told, not how long fights last and who survives them")
@given(ends)
def test_everything_is_counted_once(fights):
    data = summed(fights).data()
    assert data.keys() == KEYS
    assert json.loads(json.dumps(data)) == data
    n = len(fights)
    assert data["fights"] == n == sum(data["wins"].values()) + data["draws"] + data["limit"]
    first = data["first_down"]
    assert n == sum(first["fighters"].values()) + first["nobody"] == sum(first["sides"].values()) + first["nobody"]
    assert first["sides"]["blue"] == first["fighters"]["Bob"] + first["fighters"]["Eve"]
    laws = [data[what][side]["counts"] for what in ("survivors", "left") for side in SIDES]
    for counts in (data["rounds"]["counts"], *laws):
        assert sum(counts.values()) == n
        assert list(counts) == sorted(counts, key=int)
    if n:
        rounds = [rounds for _, rounds, *_ in fights]
        assert data["rounds"]["mean"] == pytest.approx(sum(rounds) / n)
        assert (data["rounds"]["min"], data["rounds"]["max"]) == (min(rounds), max(rounds))
        assert data["survivors"]["red"]["mean"] == pytest.approx(sum(red for _, _, red, *_ in fights) / n)
        lost = sum(9 - 2 * red for _, _, red, *_ in fights)
        assert data["damage_per_round"]["red"] == pytest.approx(lost / sum(rounds) if sum(rounds) else 0)
        assert data["chances"]["red"]["chance"] == pytest.approx(data["wins"]["red"] / n)


@given(ends, ends, ends)
def test_parts_add_up_in_any_order(a, b, c):
    one, two, three = summed(a), summed(b), summed(c)
    assert one + two == two + one == summed([*a, *b])
    assert (one + two) + three == one + (two + three) == sum([one, two, three], summed([]))
    assert (one + two).data() == summed([*b, *a]).data()


def test_parts_of_something_else_are_refused():
    for other in (
        Summary(SIDES, seed=2),
        Summary(SIDES, seed="1"),
        Summary(("red",), seed=1),
        Summary(SIDES, seed=1, engine="exact"),
        Summary(SIDES, seed=1, reason="mounts"),
        Summary(SIDES, seed=1, roster=ROSTER),
        Summary(SIDES, seed=1, strength={"red": 1}),
    ):
        with pytest.raises(BadValue, match="of a part"):
            Summary(SIDES, seed=1) + other


@pytest.mark.fault(25, "what did not happen in so many fights is said to be impossible")
def test_what_never_happened_may_happen():
    data = summed([("red", 3, 1, 0, "Bob")] * 60).data()
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


@pytest.mark.parametrize(
    ("strength", "weaker"),
    [
        ({"red": 9, "blue": 8}, "blue"),
        ({"red": 8, "blue": 9}, "red"),
        ({"red": 9, "blue": 9}, ""),
    ],
)
def test_the_weaker_side_is_that_which_begins_with_fewer_points(strength, weaker):
    summary = Summary(SIDES, 10, {"red": 3, "blue": 7}, strength=strength)
    assert summary.weaker == weaker
    upset = summary.data()["upset"]
    assert upset == ({"side": weaker, **summary.chance(weaker)._asdict()} if weaker else None)


def test_of_three_sides_the_weakest_alone_counts():
    three = ("red", "blue", "green")
    assert Summary(three, strength={"red": 9, "blue": 5, "green": 9}).weaker == "blue"
    assert Summary(three, strength={"red": 5, "blue": 5, "green": 9}).weaker == ""


def test_half_of_the_interval_of_the_first_side():
    summary = Summary(SIDES, 400, {"red": 100, "blue": 300})
    low, high = wilson(0.25, 400)
    assert summary.half_width == pytest.approx((high - low) / 2)
    assert Summary(SIDES, 300).half_width == pytest.approx(0.005)
    assert Summary(SIDES).half_width == 0.5


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
