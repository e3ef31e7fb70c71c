"""Whose turn it is: nobody is skipped or comes twice, whoever leaves, joins, waits or is moved, and whenever."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.clock import Clock, Timer, ranked

IDS = "ABCDEF"


def acted_in_a_round(clock, events):
    """Play a round; `events` maps the number of calls so far to what is done to the clock then."""
    acted, calls = [], 0
    while True:
        for change in events.get(calls, ()):
            clock = change(clock, acted)
        if not clock.waiting:
            return acted, clock
        who, clock = clock.called()
        acted.append(who)
        calls += 1


def settled(ids=IDS):
    return Clock(round=1).settled(ids, [10] * len(ids))  # all tied: the order alone decides


@pytest.mark.parametrize("gone", IDS)
@pytest.mark.parametrize("when", range(len(IDS) + 1))
def test_whoever_leaves_and_whenever_each_other_acts_once(gone, when):
    acted, clock = acted_in_a_round(settled(), {when: [lambda clock, acted: clock.without(gone)]})
    had_acted = IDS.index(gone) < when
    assert acted == [who for who in IDS if who != gone or had_acted]
    assert gone not in clock.order
    assert len(clock.numbers) == len(clock.order)
    nobody_twice(clock)
    next_round, _ = acted_in_a_round(clock.settled(clock.order, clock.numbers), {})
    assert next_round == [who for who in IDS if who != gone]


def nobody_twice(clock):
    assert len(set(clock.order)) == len(clock.order)
    assert len(set(clock.waiting)) == len(clock.waiting)
    assert set(clock.waiting) <= set(clock.order)
    assert set(clock.late) <= set(clock.waiting)


def test_all_leave_at_once():
    clock = settled("AB").without("A").without("B")
    assert (clock.order, clock.numbers, clock.waiting) == ((), (), ())


def test_whoever_waits_acts_behind_all_others_in_the_settled_order():
    def wait(clock, acted):
        return clock.postponed(acted[-1]) if len(acted) <= 6 else clock

    acted, _ = acted_in_a_round(settled("ABCD"), {2: [wait], 3: [wait]})
    assert acted == list("ABCDBC")
    late = settled("ABCD")
    _, late = late.called()
    late = late.postponed("A")
    assert late.waiting == ("B", "C", "D", "A")
    _, late = late.called()
    late = late.postponed("B")
    assert late.waiting == ("C", "D", "A", "B")
    assert late.late == ("A", "B")


@pytest.mark.parametrize(
    ("after", "expected"),
    [("", "DBCA"), ("A", "BCAD"), ("B", "BDCA"), ("C", "BCDA"), ("nobody", "DBCA")],
)
def test_whoever_joins_stands_behind_whom_he_joins_even_past_somebody_late(after, expected):
    _, clock = settled("ABC").called()
    clock = clock.postponed("A").joined("D", 0, after)
    nobody_twice(clock)
    assert "".join(clock.waiting) == expected
    acted, _ = acted_in_a_round(clock, {})
    assert "".join(acted) == expected


def test_behind_somebody_late_is_late_and_stays_so():
    _, clock = settled("ABC").called()
    clock = clock.postponed("A").joined("D", 0, "A")
    assert clock.late == ("A", "D")
    who, clock = clock.called()
    assert clock.postponed(who).waiting == ("C", "A", "D", "B")


@pytest.mark.parametrize(
    ("calls", "who", "after", "left"),
    [
        (0, "A", "C", "BCAD"),
        (0, "D", "", "DABC"),
        (0, "B", "A", "ABCD"),
        (1, "A", "C", "BCD"),  # has acted: another place, no second turn
        (2, "D", "A", "DC"),
        (2, "D", "", "DC"),
        (3, "D", "B", "D"),
        (4, "D", "A", ""),
    ],
)
def test_a_place_set_by_hand_costs_and_gives_nobody_a_turn(calls, who, after, left):
    clock = settled("ABCD")
    for _ in range(calls):
        _, clock = clock.called()
    clock = clock.moved(who, after)
    assert "".join(clock.waiting) == left
    nobody_twice(clock)
    assert clock.order.index(who) == (clock.order.index(after) + 1 if after else 0)


def test_moving_keeps_numbers_and_timers():
    clock = Clock(round=1).settled("ABC", (3, 2, 1)).timed(Timer("B", "dazed", "A", "turn-start", 2))
    moved = clock.moved("A", "B")
    assert (moved.order, moved.numbers) == (("B", "A", "C"), (2, 3, 1))
    assert moved.timers == clock.timers


def test_whoever_was_late_and_has_acted_is_not_late_again_by_being_moved():
    _, clock = settled("AB").called()
    clock = clock.postponed("A")
    for _ in range(2):
        _, clock = clock.called()
    clock = clock.moved("A", "B")
    assert (clock.waiting, clock.late) == ((), ())


changes = st.sampled_from(["leave", "join", "move", "wait"])


@given(st.data())
def test_each_living_one_acts_exactly_once_whatever_happens(data):
    """Anything at any time: whoever was there for a place of his own in the round has had it, nobody has had two."""
    clock, acted, gone, fresh = settled(IDS[: data.draw(st.integers(1, 6))]), [], set(), list("UVWXYZ")
    granted = dict.fromkeys(clock.order, 1)
    for _ in range(25):
        if data.draw(st.booleans()):
            change = data.draw(changes)
            someone = st.sampled_from(clock.order) if clock.order else st.just("")
            if change == "leave" and clock.order:
                who = data.draw(someone)
                if who in clock.waiting:
                    granted[who] -= 1
                gone.add(who)
                clock = clock.without(who)
            elif change == "join" and fresh:
                who = fresh.pop()
                granted[who] = 1
                clock = clock.joined(who, 0, data.draw(st.one_of(st.just(""), someone)))
            elif change == "move" and len(clock.order) > 1:
                who, after = data.draw(someone), data.draw(st.one_of(st.just(""), someone))
                if who != after:
                    clock = clock.moved(who, after)
            elif change == "wait" and acted and acted[-1] in clock.order and acted[-1] not in clock.waiting:
                granted[acted[-1]] += 1  # a turn put off is not a turn had
                clock = clock.postponed(acted[-1])
            nobody_twice(clock)
            assert not gone & set(clock.order)
            punctual = [x for x in clock.waiting if x not in clock.late]
            assert punctual == [x for x in clock.order if x in punctual]
            assert list(clock.waiting) == punctual + [x for x in clock.order if x in clock.late]
        elif clock.waiting:
            who, clock = clock.called()
            acted.append(who)
    while clock.waiting:
        who, clock = clock.called()
        acted.append(who)
    assert {who: acted.count(who) for who in granted} == granted


# -- timers


def test_a_timer_waits_for_its_edge_of_its_fighter():
    clock = Clock(timers=(Timer("B", "dazed", "A", "turn-start", 2),))
    for edge, whose in (("turn-end", "A"), ("turn-start", "B"), ("round-end", ""), ("turn-start", "")):
        over, after = clock.ticked(edge, whose)
        assert (over, after) == ((), clock)
    over, clock = clock.ticked("turn-start", "A")
    assert over == ()
    assert [t.left for t in clock.timers] == [1]
    over, clock = clock.ticked("turn-start", "A")
    assert [(t.on, t.what) for t in over] == [("B", "dazed")]
    assert clock.timers == ()


def test_a_timer_is_replaced_by_one_for_the_same_and_cleared_by_name():
    clock = Clock().timed(Timer("B", "dazed", "A", "turn-start", 2)).timed(Timer("B", "blind", "A", "turn-end", 1))
    clock = clock.timed(Timer("B", "dazed", "B", "turn-end", 5)).timed(Timer("A", "dazed", "B", "turn-end", 1))
    assert [(t.on, t.what, t.whose, t.left) for t in clock.timers] == [
        ("B", "blind", "A", 1),
        ("B", "dazed", "B", 5),
        ("A", "dazed", "B", 1),
    ]
    assert [(t.on, t.what) for t in clock.cleared("B", "dazed").timers] == [("B", "blind"), ("A", "dazed")]


def test_who_leaves_takes_his_conditions_along_and_leaves_a_round_to_what_hung_on_him():
    clock = (
        settled("AB").timed(Timer("A", "dazed", "B", "turn-start", 1)).timed(Timer("B", "blind", "A", "turn-end", 2))
    )
    assert clock.without("A").timers == (Timer("B", "blind", "", "round-end", 2),)


def test_ranks_compare_from_the_first_number_and_the_roster_decides_in_the_end():
    keys = {"A": (5, 1), "B": (7, 0), "C": (5, 2), "D": (5, 1)}
    assert ranked(keys, "ABCD") == ("B", "C", "A", "D")
    assert ranked(keys, "DCBA") == ("B", "C", "D", "A")
    assert ranked({"A": (1,)}, "BA") == ("A",)
