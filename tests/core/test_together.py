"""Acting at the same time: whoever is tied in the order feels what the others do when its own turn is through."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from toys import play
from toys.stage import Strike, Toy, Wait, toys
from toys.together import Together

from affray.codec import encounter_from, to_data
from affray.encounter import end_turn, felt, proceed
from affray.errors import UnknownName
from affray.events import Skipped
from affray.luck import Luck
from affray.odds import action_odds
from affray.records import Recorder, read_record
from affray.session import Session
from affray.system import Effect
from affray.table import Answer, Pending, RandomTable, ScriptTable

SYSTEM = Together()
DIE = range(1, 7)


def fight(a=3, b=3, tied=(("A", "B"),), more=()):
    """A's turn, with B to come."""
    ids = ("A", "B", *(toy.id for toy in more))
    encounter = toys(Toy("A", "s", a), Toy("B", "t", b), *more)
    clock = replace(encounter.clock, round=1).settled(ids, (3,) * len(ids), tied)
    return proceed(SYSTEM, encounter.with_clock(clock), ScriptTable(()))


def round_of(encounter, table):
    """Everybody strikes the other one; the points of both when the round is through, or the fight."""
    while not encounter.over and (encounter.step or encounter.clock.waiting):
        who = encounter.step.who
        encounter = SYSTEM.perform(encounter, Strike(who, "B" if who == "A" else "A"), table).encounter
        encounter = proceed(SYSTEM, encounter, table, 1)
    return tuple(fighter.points for fighter in encounter.fighters)


def law_of(a, b, together):
    """The points of both after a round, die by die."""
    law = Counter()
    for first, second in product(DIE, DIE):
        harm = (2 if a == 3 else 1) if first >= 4 else 0
        points = b if together else b - harm
        back = (2 if points == 3 else 1) if second >= 4 and points > 0 else 0
        law[a - back, b - harm] += Fraction(1, 36)
    return dict(law)


@pytest.mark.parametrize(("a", "b"), [(3, 3), (2, 3), (1, 1), (3, 2)])
def test_who_is_struck_at_the_same_time_strikes_as_it_was(a, b):
    play.on_all_tables(round_of, fight(a, b), law=law_of(a, b, together=True), n=400)
    play.on_all_tables(round_of, fight(a, b, tied=()), law=law_of(a, b, together=False), n=400)
    assert law_of(a, b, together=True) != law_of(a, b, together=False)


def hit(encounter, who, target, face=6):
    """One blow with that face of the die."""
    log = []
    try:
        SYSTEM.perform(encounter, Strike(who, target), ScriptTable(()))
    except Pending as pending:
        (check,) = pending.requests
    table = ScriptTable((Answer(check, (face,)),), log=log)
    return SYSTEM.perform(encounter, Strike(who, target), table).encounter


def on(encounter):
    return proceed(SYSTEM, encounter, ScriptTable(()), 1)


def test_it_is_held_until_the_own_turn_is_through_and_not_till_then():
    struck = hit(fight(), "A", "B")
    assert struck.held == (Effect("B", "points", -2),)
    assert struck.fighter("B").points == 3
    its_turn = on(struck)
    assert (its_turn.step.who, its_turn.held) == ("B", struck.held)
    through = on(hit(its_turn, "B", "A"))
    assert [f.points for f in through.fighters] == [1, 1]
    assert through.held == ()


def test_two_kill_each_other_and_the_fight_is_over_then_and_not_before():
    struck = on(hit(fight(1, 1), "A", "B"))
    assert not struck.over
    through = on(hit(struck, "B", "A"))
    assert through.over
    assert [f.points for f in through.fighters] == [0, 0]


def test_where_one_side_is_down_already_what_is_held_is_felt_before_the_fight_is_over():
    # C is tied as well, strikes after B, and would feel A's blow only then
    struck = on(hit(fight(1, 3, (("A", "B", "C"),), (Toy("C", "t", 1),)), "A", "C"))
    assert struck.step.who == "B"
    through = on(hit(struck, "B", "A"))
    assert through.over
    assert [f.points for f in through.fighters] == [-1, 3, 0]


def test_only_blows_in_the_own_turn_on_those_who_wait_and_are_tied_are_held():
    assert hit(fight(tied=()), "A", "B").held == ()
    its_turn = on(hit(fight(), "A", "B", face=1))
    assert its_turn.held == ()
    assert hit(its_turn, "B", "A").held == ()  # A has acted
    # A acts out of turn, in the turn of B
    out_of_turn = its_turn.push(replace(its_turn.step, kind="free", who="A"))
    assert hit(out_of_turn, "A", "B").held == ()
    # whoever is put off acts at the same time as nobody
    late = fight().with_clock(fight().clock.postponed("B"))
    assert hit(late, "A", "B").held == ()
    other = fight(tied=(("B", "C"),), more=(Toy("C", "s"),))
    assert hit(other, "A", "B").held == ()


def test_whoever_is_struck_down_out_of_turn_feels_it_as_its_turn_is_skipped():
    log = []
    struck = hit(fight(more=(Toy("C", "t"),)), "A", "B")
    fallen = struck.with_fighter(replace(struck.fighter("B"), points=0))
    after = proceed(SYSTEM, fallen, ScriptTable((), log=log), 1)
    assert after.held == ()
    assert after.fighter("B").points == -2
    assert not any(isinstance(event, Skipped) for event in log)  # its turn did not even begin


def test_who_leaves_takes_it_along_and_who_is_moved_by_hand_is_tied_no_more():
    struck = hit(fight(more=(Toy("C", "t"),)), "A", "B")
    assert struck.left("B").held == ()
    clock = fight(tied=(("A", "B", "C"),), more=(Toy("C", "t"),)).clock
    assert clock.without("A").tied == (("B", "C"),)
    assert clock.moved("B", "C").tied == (("A", "C"),)
    assert clock.without("A").without("B").tied == ()
    assert clock.joined("D", 0, "A").tied == clock.tied
    moved = struck.with_clock(struck.clock.moved("B", "C"))
    assert moved.held  # and feels it after its turn all the same
    assert on(moved).step.who == "C"


def test_whoever_is_put_off_feels_it_as_soon_as_its_turn_is_through():
    its_turn = on(hit(fight(more=(Toy("C", "t"),)), "A", "B"))
    put_off = its_turn.with_clock(its_turn.clock.postponed("B"))
    after = on(end_turn(SYSTEM, put_off, ScriptTable(())))
    assert after.step.who == "C"
    assert (after.held, after.fighter("B").points) == ((), 1)


def test_an_order_that_is_settled_once_keeps_who_is_tied():
    assert SYSTEM.schedule(None).together
    order = fight().clock
    assert order.settled(order.order, order.numbers, order.tied).tied == (("A", "B"),)
    assert order.settled(order.order, order.numbers).tied == ()


def test_odds_count_what_will_be_felt_later():
    ways = [action_odds(SYSTEM, fight(tied=tied), Strike("A", "B")) for tied in ((), (("A", "B"),))]
    assert ways[0].loss == ways[1].loss == {0: 0.5, 2: 0.5}
    struck = hit(fight(more=(Toy("C", "s"),), tied=(("A", "C", "B"),)), "A", "B")
    again = action_odds(SYSTEM, on(struck), Strike("C", "B")) if on(struck).step.who == "C" else None
    assert again is None or again.loss == {0: 0.5, 2: 0.5}
    assert felt(SYSTEM, struck, RandomTable(Luck(1))).fighter("B").points == 1


def test_records_keep_what_is_held_and_who_is_tied():
    struck = hit(fight(), "A", "B")
    data = to_data(struck)
    assert data["clock"]["tied"] == [["A", "B"]]
    assert encounter_from(SYSTEM, data) == struck
    plain = fight(tied=())
    assert "held" not in to_data(plain)
    assert "tied" not in to_data(plain)["clock"]
    assert encounter_from(SYSTEM, to_data(plain)) == plain
    for key, wrong in (("held", [{"who": "Z", "what": "points", "amount": 1}]), ("clock", {"tied": [["A", "Z"]]})):
        broken = {**data, key: {**data["clock"], **wrong} if key == "clock" else wrong}
        with pytest.raises(UnknownName):
            encounter_from(SYSTEM, broken)


def tied_session():
    """A session in which both came to the same number."""
    for seed in range(100):
        session = Session(SYSTEM, toys(Toy("A", "s"), Toy("B", "t")), seed=seed, people=())
        session.start()
        if session.encounter.clock.tied:
            first = session.turn.who
            session.act(Strike(first, "B" if first == "A" else "A"))
            if session.encounter.held:
                return session
    raise AssertionError("nobody is ever tied")


def test_undo_takes_back_what_is_held(tmp_path, monkeypatch):
    session = tied_session()
    held = session.encounter.held
    session.undo()
    assert session.encounter.held == ()
    session.redo()
    assert session.encounter.held == held
    session.act(Wait(session.turn.who))
    assert session.encounter.held == ()
    monkeypatch.setattr("affray.records.find_system", lambda name: SYSTEM)
    with (tmp_path / "fight.jsonl").open("w") as stream:
        Recorder(session, stream).begin()
    again = read_record((tmp_path / "fight.jsonl").read_text().splitlines())
    assert again.encounter == session.encounter
