"""The fight between decisions: turns, pending steps and conditions, whoever falls, leaves or joins on the way."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toys.stage import Delay, Strike, Toy, ToySystem, Wait, marked, toys

from affray.encounter import Step, proceed, strike
from affray.errors import UnknownName
from affray.events import Changed, Ended, RoundBegan, Skipped, TurnBegan
from affray.luck import Luck
from affray.system import Effect
from affray.table import RandomTable

SYSTEM = ToySystem()
CROWD = (Toy("A", "s"), Toy("B", "t"), Toy("C", "s"), Toy("D", "t"), Toy("E", "s"))


def table(seed=1, log=None):
    return RandomTable(Luck(seed), log=log)


def begun(*fighters, seed=1, log=None, system=SYSTEM, **facts):
    return proceed(system, toys(*fighters, **facts), table(seed, log))


def step(encounter, action=None, log=None, system=SYSTEM):
    """One action, and on to the next decision."""
    action = action or Wait(encounter.step.who)
    return proceed(system, system.perform(encounter, action, table(2, log)).encounter, table(3, log))


def turns(log):
    return [event.who for event in log if isinstance(event, TurnBegan)]


def test_a_round_gives_each_a_turn_and_the_next_begins():
    log = []
    encounter = begun(*CROWD, log=log)
    first = encounter.clock.order
    for _ in range(5):
        encounter = step(encounter, log=log)
    assert turns(log)[:5] == list(first)
    assert encounter.clock.round == 2
    assert [e.number for e in log if isinstance(e, RoundBegan)] == [1, 2]


@pytest.mark.parametrize("place", range(5))
@pytest.mark.parametrize("when", range(5))
@pytest.mark.parametrize("how", ["leaves", "falls"])
def test_whoever_goes_in_mid_round_skips_and_repeats_nobody(place, when, how):
    """First, current or last in the order, before and after his turn: all tied, so the order alone decides."""
    log = []
    encounter = begun(*CROWD, log=log)
    order = encounter.clock.order
    gone = order[place]
    for _ in range(when):
        encounter = step(encounter, log=log)
    if how == "leaves":
        encounter = encounter.left(gone)
    else:
        encounter = encounter.with_fighter(replace(encounter.fighter(gone), points=0))
    encounter = proceed(SYSTEM, encounter, table(4, log))
    while encounter.clock.round == 1:
        encounter = step(encounter, log=log)
    first_round = turns(log)
    expected = [who for who in order if who != gone or order.index(who) <= when]
    assert first_round[: len(expected)] == expected
    assert gone not in first_round[len(expected) :]
    assert encounter.clock.round == 2


def test_whoever_falls_in_his_own_turn_ends_it():
    log = []
    encounter = begun(*CROWD)
    who = encounter.step.who
    encounter = encounter.with_fighter(replace(encounter.fighter(who), points=-1))
    encounter = proceed(SYSTEM, encounter, table(1, log))
    assert [(e.who, e.step) for e in log if isinstance(e, Skipped)] == [(who, "turn")]
    assert encounter.step.who == encounter.clock.order[1]


def test_the_fight_ends_where_one_side_is_left_and_goes_on_if_it_is_not():
    log = []
    encounter = begun(Toy("A", "s"), Toy("B", "t"))
    over = proceed(SYSTEM, encounter.with_fighter(Toy("B", "t", 0)), table(1, log))
    assert over.over
    assert [e.winners for e in log if isinstance(e, Ended)] == [("s",)]
    log.clear()
    assert proceed(SYSTEM, over, table(1, log)).over
    assert log == []  # said once
    again = proceed(SYSTEM, over.with_fighter(Toy("B", "t", 1)), table(1, log))
    assert not again.over
    nobody = proceed(SYSTEM, toys(Toy("A", "s", 0), Toy("B", "t", 0)), table(1, log))
    assert (nobody.over, log[-1].winners) == (True, ())


def test_who_joins_acts_this_round_behind_whom_he_joined():
    log = []
    encounter = begun(*CROWD, log=log)
    order = encounter.clock.order
    encounter = encounter.joined(Toy("F", "t"), order[2])
    while encounter.clock.round == 1:
        encounter = step(encounter, log=log)
    assert turns(log)[:6] == [*order[:3], "F", *order[3:]]


def test_the_order_settled_once_stays_with_those_who_are_left():
    once = ToySystem(order="once")
    encounter = begun(*CROWD, system=once)
    order = encounter.clock.order
    encounter = encounter.left(order[1])
    log = []
    for _ in range(8):
        encounter = step(encounter, log=log, system=once)
    assert encounter.clock.order == tuple(who for who in order if who != order[1])
    assert turns(log) == (list(encounter.clock.order) * 3)[1:9]


def test_a_turn_put_off_comes_behind_all_others_and_is_marked():
    log = []
    encounter = begun(*CROWD, log=log)
    order = encounter.clock.order
    encounter = step(encounter, Delay(order[0]), log)
    encounter = step(encounter, Delay(order[1]), log)
    while encounter.clock.round == 1:
        encounter = step(encounter, log=log)
    began = [(e.who, e.cause) for e in log if isinstance(e, TurnBegan)][:7]
    assert began == [(w, "") for w in order] + [(order[0], "late"), (order[1], "late")]


# -- conditions


@pytest.mark.parametrize(
    ("whose", "edge", "left", "ends_before"),
    [
        (1, "turn-start", 1, "turn 1"),
        (1, "turn-end", 1, "turn 2"),
        (0, "turn-end", 1, "turn 1"),
        (3, "turn-start", 1, "turn 3"),
        (0, "turn-start", 1, "round 2 turn 0"),
    ],
)
def test_a_condition_ends_at_the_edge_of_the_turn_it_hangs_on(whose, edge, left, ends_before):
    """Two sides, ties, initiative: none of them matters, only whose turn it is and which edge."""
    encounter = begun(*CROWD, system=ToySystem("once"))
    order = encounter.clock.order
    encounter = marked(encounter, "E", "dazed", order[whose], edge, left)
    seen = []
    for _ in range(12):
        if "dazed" not in encounter.fighter("E").marks:
            break
        encounter = step(encounter, system=ToySystem("once"))
        place = order.index(encounter.step.who)
        seen.append(f"turn {place}" if encounter.clock.round == 1 else f"round 2 turn {place}")
    assert seen[-1] == ends_before


def test_a_condition_of_two_turns_takes_two():
    once = ToySystem("once")
    encounter = begun(*CROWD, system=once)
    encounter = marked(encounter, "E", "dazed", "A", "turn-end", 2)
    ended, log = [], []
    for _ in range(15):
        encounter = step(encounter, log=log, system=once)
    for i, event in enumerate(log):
        if isinstance(event, Changed) and event.what == "dazed":
            ended.append(sum(isinstance(e, TurnBegan) and e.who == "A" for e in log[:i]))
    first_is_a = encounter.clock.order[0] == "A"  # then its first turn had begun before the log did
    assert ended == [2 - first_is_a]


def test_a_condition_hanging_on_somebody_who_left_ends_with_the_round():
    once = ToySystem("once")
    encounter = begun(*CROWD, system=once)
    whose = encounter.clock.order[2]
    bearer = encounter.clock.order[4]
    encounter = marked(encounter, bearer, "dazed", whose, "turn-start").left(whose)
    while encounter.clock.round == 1:
        assert "dazed" in encounter.fighter(bearer).marks
        encounter = step(encounter, system=once)
    assert "dazed" not in encounter.fighter(bearer).marks


def test_a_condition_leaves_with_its_bearer():
    encounter = marked(begun(*CROWD), "C", "dazed", "A", "turn-start").left("C")
    assert encounter.clock.timers == ()


# -- pending steps


def test_steps_are_taken_from_the_top_and_leave_the_turn_below():
    encounter = begun(*CROWD)
    who = encounter.step.who
    free = next(f.id for f in encounter.foes(who))
    pushed = encounter.push(Step("free", free))
    assert proceed(SYSTEM, pushed, table()) == pushed  # a decision waits
    after = step(pushed, Wait(free))
    assert (after.step, after.clock.waiting) == (Step("turn", who), encounter.clock.waiting)
    fallen = proceed(SYSTEM, pushed.with_fighter(replace(pushed.fighter(free), points=0)), table())
    assert fallen.step == Step("turn", who)
    left = pushed.left(free)
    assert left.agenda == encounter.agenda


def test_all_effects_of_an_act_are_applied():
    encounter = toys(Toy("A", "s", 1), Toy("B", "t", 1))
    effects = (Effect("A", "points", -1), Effect("B", "points", -1), Effect("A", "points", -1))
    after = strike(SYSTEM, encounter, "A", effects, table())
    assert [f.points for f in after.fighters] == [-1, 0]
    assert [f.points for f in encounter.fighters] == [1, 1]


def test_an_unknown_fighter_is_named_with_those_there_are():
    encounter = toys(Toy("Ann", "s"), Toy("Bob", "t"))
    for wrong in (encounter.fighter, encounter.left, encounter.foes):
        with pytest.raises(UnknownName) as caught:
            wrong("Anne")
        assert (caught.value.kind, caught.value.name, caught.value.allowed) == ("fighter", "Anne", ("Ann", "Bob"))
        assert "did you mean 'Ann'" in str(caught.value)


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_each_living_one_acts_once_a_round_whatever_happens(data):
    """Whole fights in which people fall, rise, leave, join, wait and are struck down out of turn."""
    encounter, fresh = begun(*CROWD, seed=data.draw(st.integers(0, 99))), list("UVWXYZ")
    round_now, acted, delayed = 1, [], set()
    for _ in range(data.draw(st.integers(1, 40))):
        if encounter.over:
            break
        who = encounter.step.who
        if encounter.clock.round != round_now:
            round_now, acted, delayed = encounter.clock.round, [], set()
        assert encounter.step.kind == "turn"
        assert acted.count(who) == (who in delayed)
        acted.append(who)
        others = [f.id for f in encounter.fighters if f.id != who]
        what = data.draw(st.sampled_from(["wait", "strike", "fall", "leave", "join", "delay", "rise"]))
        victim = data.draw(st.sampled_from(others))
        if what == "fall":
            encounter = encounter.with_fighter(replace(encounter.fighter(victim), points=0))
        elif what == "rise":
            encounter = encounter.with_fighter(replace(encounter.fighter(victim), points=3))
        elif what == "leave":
            encounter = encounter.left(victim)
        elif what == "join" and fresh:
            encounter = encounter.joined(Toy(fresh.pop(), "t"), data.draw(st.sampled_from(encounter.clock.order)))
        if encounter.step is None or encounter.step.who != who:
            continue
        able = {f.id for f in encounter.fighters if f.points > 0}
        waiting = [w for w in encounter.clock.waiting if w in able]
        if what == "delay" and who not in delayed:
            delayed.add(who)
            encounter = step(encounter, Delay(who))
            waiting = [w for w in waiting if w not in encounter.clock.late] or [who]
        elif what == "strike":
            encounter = step(encounter, Strike(who, victim))
            continue
        else:
            encounter = step(encounter)
        if waiting and not encounter.over:  # the next is who stood first among those who wait and can act
            assert encounter.clock.round == round_now
            assert encounter.step.who in (waiting[0], *encounter.clock.late, who)
