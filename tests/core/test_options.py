"""Switches: typed, with what is allowed said, and one setting of all of them as a frozen value."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.errors import BadValue, UnknownName
from affray.options import Options, Switch

TIE = Switch("tie", "defence", ("defence", "attack"), "who wins a tie")
LIMIT = Switch("limit", 0, range(6), "defences in a round")
KO = Switch("ko", False, (False, True), "whether there is a further roll")
BELOW = Switch("below", 0, (0, 1), "the least total")
ALL = (TIE, LIMIT, KO, BELOW)


@pytest.mark.parametrize(
    ("switch", "given", "read"),
    [
        (TIE, "attack", "attack"),
        (TIE, " ATTACK ", "attack"),
        (LIMIT, 5, 5),
        (LIMIT, " 3", 3),
        (KO, True, True),
        (KO, "true", True),
        (KO, "False", False),
        (BELOW, 1, 1),
        (BELOW, "1", 1),
    ],
)
def test_a_value_is_read_as_people_type_it(switch, given, read):
    value = switch.read(given)
    assert (value, type(value)) == (read, type(read))


@pytest.mark.parametrize(
    ("switch", "given"),
    [
        *[(TIE, "nobody"), (TIE, 1), (KO, 1), (KO, 0), (KO, "yes please"), (BELOW, True), (BELOW, 2), (BELOW, [1])],
        *[(LIMIT, 6), (LIMIT, -1), (LIMIT, True), (LIMIT, 2.0), (LIMIT, "two"), (LIMIT, None)],
    ],
)
def test_another_value_is_refused_with_what_is_allowed(switch, given):
    with pytest.raises(BadValue) as caught:
        switch.read(given)
    assert caught.value.allowed == switch.describe()
    assert caught.value.value == given


def test_what_is_allowed_is_said_as_people_type_it():
    assert [s.describe() for s in ALL] == ["defence | attack", "a whole number from 0 to 5", "false | true", "0 | 1"]


def test_unknown_switches_are_refused():
    with pytest.raises(UnknownName) as caught:
        Options(ALL, {"ties": "attack"})
    assert caught.value.allowed == ("tie", "limit", "ko", "below")


values = st.fixed_dictionaries(
    {},
    optional={
        "tie": st.sampled_from(TIE.allowed),
        "limit": st.sampled_from(LIMIT.allowed),
        "ko": st.booleans(),
        "below": st.integers(0, 1),
    },
)


@given(values, values)
def test_options_are_values(a, b):
    options = Options(ALL, a)
    assert dict(options) == {s.name: a.get(s.name, s.default) for s in ALL}
    assert Options(ALL, options.changed) == options
    assert hash(Options(ALL, options.changed)) == hash(options)
    assert (Options(ALL, b) == options) == (dict(Options(ALL, b)) == dict(options))
    assert dict(options.with_values(b)) == {**dict(options), **b}
    assert dict(options) == {s.name: a.get(s.name, s.default) for s in ALL}  # untouched
    assert set(options.changed) == {n for n, v in a.items() if v != next(s for s in ALL if s.name == n).default}


@given(values)
def test_options_travel_to_other_processes_without_their_hash(given_values):
    options = Options(ALL, given_values)
    assert b"_hash" not in pickle.dumps(options)
    again = pickle.loads(pickle.dumps(options))
    assert (again, hash(again), again.switches) == (options, hash(options), ALL)
