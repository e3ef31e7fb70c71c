"""A fight in play: open requests, typed dice, standing orders, secrets, and errors that change nothing."""

import pytest
from toys.fights import BOUT, MELEE, attack, bout, finish_by_itself, snapshot
from toys.stage import Bid, Shoot, Strike, Toy, ToySystem, Wait, toys

from affray.dice.checks import Check
from affray.dice.faces import Die
from affray.errors import AffrayError, BadAnswer, BadFaces, BadValue, NotNow
from affray.events import Answered, Rolled
from affray.luck import Luck
from affray.rulings import SetValue
from affray.session import Session
from affray.systems.opposed.actions.kinds import Attack, Move, Pass
from affray.table import Answer, Question


def asked(session):
    return [(r.who, r.purpose if isinstance(r, Check) else r.key) for r in session.requests]


def toy_session(*fighters, **settings):
    session = Session(ToySystem(), toys(*fighters), **{"seed": 5, **settings})
    session.start()
    return session


def in_order(session, who):
    """Let turns pass until it is that fighter's."""
    while session.turn.who != who:
        session.act(Wait(session.turn.who))
    return session


# -- who answers what


def test_the_program_throws_and_people_decide():
    session = bout()
    who = session.turn.who
    assert (session.requests, session.command) == ((), None)
    session.act(attack(session))
    (question,) = session.requests
    assert (question.who, question.key) == ("Bob" if who == "Ann" else "Ann", "guard")
    assert question.options[-1] == "none"
    thrown = [e for e in session.fresh if isinstance(e, Rolled)]
    assert [e.purpose for e in thrown] == ["attack"]
    assert str(thrown[0].total) in question.context
    session.answer("dodge")
    assert session.command is None
    assert [e.purpose for e in session.events if isinstance(e, Rolled)][-2:] == ["attack", "dodge"]


def test_every_die_typed_in_by_hand_is_asked_for_and_named():
    session = bout(typed_dice=True)
    assert asked(session) == [("Ann", "initiative"), ("Bob", "initiative")]
    session.answer([6, 6], session.requests[0])
    assert asked(session) == [("Bob", "initiative")]
    session.answer((1, 2))
    assert session.turn.who == "Ann"
    session.act(Attack("Ann", "Bob", "sword"))
    assert asked(session) == [("Ann", "attack")]
    assert [m.name for m in session.requests[0].modifiers] == ["Dex", "Melee"]
    session.answer((5, 6))
    assert asked(session) == [("Bob", "guard")]
    session.answer(" PARRY ")
    assert asked(session) == [("Bob", "parry")]
    session.answer((1, 1))
    faces = [(e.who, e.purpose, e.faces, e.total) for e in session.events if isinstance(e, Rolled)]
    assert faces == [
        ("Ann", "initiative", (6, 6), 14),
        ("Bob", "initiative", (1, 2), 6),
        ("Ann", "attack", (5, 6), 16),
        ("Bob", "parry", (1, 1), 6),
    ]
    assert session.draw == 0  # the program has thrown nothing


def test_a_group_is_answered_in_any_order():
    first, second = bout(typed_dice=True), bout(typed_dice=True)
    for session, order in ((first, (0, 1)), (second, (1, 0))):
        requests = session.requests
        for place in order:
            session.answer(((6, 6), (1, 2))[place], requests[place])
    assert first.encounter == second.encounter
    assert first.events == second.events


def test_some_throw_by_hand_and_the_program_throws_for_the_rest():
    session = bout(typed_dice={"Bob"})
    assert asked(session) == [("Bob", "initiative")]
    session.answer((6, 6))
    assert session.turn.who == "Bob"
    session.act(Attack("Bob", "Ann", "axe"))
    assert asked(session) == [("Bob", "attack")]
    session.throw()
    assert asked(session) == [("Ann", "guard")]
    session.answer("dodge")
    assert asked(session) == []
    assert session.draw == 2 + 2 + 2


def test_whoever_nobody_plays_is_played_by_the_rules_suggestion():
    session = bout(people={"Ann"})
    finish_by_itself(session)
    assert {r.who for r in session.requests} <= {"Ann"}
    everybody = bout(people=())
    finish_by_itself(everybody)
    assert everybody.over


@pytest.mark.parametrize(
    ("order", "answer"),
    [("dodge", "dodge"), ("none", "none"), ("resist, dodge", "dodge"), ("parry, dodge", "parry"), ("dodge:3", "dodge")],
)
def test_standing_orders_answer_for_people_too(order, answer):
    orders = f'orders = {{ guard = "{order}" }}\n'
    session = bout(BOUT.replace('name = "Bob"\n', 'name = "Bob"\n' + orders), typed_dice={"Bob"})
    session.answer((1, 1))
    session.act(Attack("Ann", "Bob", "sword"))
    given = [e.option for e in (*session.events, *session.fresh) if isinstance(e, Answered)]
    assert given == [answer]


@pytest.mark.parametrize("order", ["ask", "resist, ask"])
def test_an_order_to_ask_asks(order):
    orders = f'orders = {{ guard = "{order}" }}\n'
    session = bout(BOUT.replace('name = "Bob"\n', 'name = "Bob"\n' + orders), typed_dice={"Bob"})
    session.answer((1, 1))
    session.act(Attack("Ann", "Bob", "sword"))
    assert asked(session) == [("Bob", "guard")]


def mixed_orders(session, turns=60):
    """What somebody whose orders are a mix does, time after time, with dice typed by hand."""
    given = []
    for _ in range(turns):
        in_order_by_hand(session, "A")
        session.act(Strike("A", "B"))
        session.answer((6, 6))
        given.append(next(e.option for e in session.fresh or session.events[::-1] if isinstance(e, Answered)))
        if session.requests:
            session.answer((6,))
        session.rule(SetValue("B", "points", 3))
    return given


def in_order_by_hand(session, who):
    while session.command is not None or session.turn.who != who:
        if session.requests:
            session.answer(tuple(1 for _ in range(session.requests[0].dice.groups()[0].count)))
        else:
            session.act(Wait(session.turn.who))


def test_mixed_orders_are_mixed_where_dice_are_thrown_by_hand():
    orders = (("guard", "dodge:1, none:1"),)
    session = toy_session(Toy("A", "s"), Toy("B", "t", orders=orders), typed_dice=True)
    given = mixed_orders(session)
    assert 12 < given.count("dodge") < 48
    again = toy_session(Toy("A", "s"), Toy("B", "t", orders=orders), typed_dice=True)
    assert mixed_orders(again) == given


def test_random_aims_are_random_where_dice_are_thrown_by_hand():
    aims = (("aim", "random"),)
    session = toy_session(Toy("A", "s", orders=aims), Toy("B", "t"), Toy("C", "t"), typed_dice=True)
    aimed = set()
    for _ in range(12):
        in_order_by_hand(session, "A")
        session.auto()
        aimed.add(session.command.action.target)
        session.undo()
        session.act(Wait("A"))
    assert aimed == {"B", "C"}


# -- reaction windows and secrets


def test_a_reaction_window_is_one_group_that_orders_close():
    orders = (("intercept", "pass"),)
    session = in_order(toy_session(Toy("A", "s"), Toy("B", "t"), Toy("C", "t"), Toy("D", "t", orders=orders)), "A")
    session.act(Shoot("A", "B"))
    assert asked(session) == [("C", "intercept")]
    closed = toy_session(Toy("A", "s"), Toy("B", "t"), Toy("C", "t", orders=orders), Toy("D", "t", orders=orders))
    in_order(closed, "A").act(Shoot("A", "B"))
    assert asked(closed) == []
    session.answer("intercept")
    assert session.encounter.fighter("B").points == 3


def test_secret_bids_stay_sealed_until_both_are_in():
    session = in_order(toy_session(Toy("A", "s"), Toy("B", "t")), "A")
    before = session.events
    session.act(Bid("A", "B"))
    assert [(r.who, r.secret) for r in session.requests] == [("A", True), ("B", True)]
    session.answer(3, session.requests[1])
    assert [r.who for r in session.requests] == ["A"]
    assert not any(isinstance(e, Answered) for e in session.fresh)
    assert session.events == before
    session.answer("1")
    assert [(e.who, e.option) for e in session.events if isinstance(e, Answered)] == [("A", 1), ("B", 3)]


# -- errors change nothing


def pending_bout():
    session = bout(typed_dice=True)
    session.answer((6, 6))
    session.answer((1, 2))
    session.act(Attack("Ann", "Bob", "sword"))
    return session


MISTAKES = {
    "faces too many": (lambda s: s.answer((1, 2, 3)), BadFaces),
    "faces too few": (lambda s: s.answer((1,)), BadFaces),
    "no such face": (lambda s: s.answer((7, 1)), BadFaces),
    "words for faces": (lambda s: s.answer("many"), BadFaces),
    "nothing for faces": (lambda s: s.answer(None), BadFaces),
    "another request": (lambda s: s.answer("x", Question("Bob", "guard", ("x",), "x")), BadValue),
    "a new command": (lambda s: s.act(Pass("Ann")), NotNow),
    "the program's turn": (lambda s: s.auto(), NotNow),
    "redo": (lambda s: s.redo(), NotNow),
    "reroll under way": (lambda s: s.reroll(), NotNow),
    "throw a question": (lambda s: s.throw(Question("Bob", "guard", ("x",), "x")), BadValue),
    "a ruling on nobody": (lambda s: s.rule(SetValue("Zed", "life", 3)), AffrayError),
    "a ruling on nothing": (lambda s: s.rule(SetValue("Ann", "luck", 3)), AffrayError),
    "a ruling out of bounds": (lambda s: s.rule(SetValue("Ann", "life", "lots")), BadValue),
    "resume": (lambda s: s.resume(s.command, (), 0, 0), NotNow),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_in_mid_command_changes_nothing(name):
    mistake, error = MISTAKES[name]
    session = pending_bout()
    before = snapshot(session)
    with pytest.raises(error):
        mistake(session)
    assert snapshot(session) == before
    session.answer((5, 6))  # and the fight goes on
    assert asked(session) == [("Bob", "guard")]


FREE_MISTAKES = {
    "answer": lambda s: s.answer((1, 2)),
    "throw": lambda s: s.throw(),
    "out of turn": lambda s: s.act(Pass("Bob" if s.turn.who == "Ann" else "Ann")),
    "no such target": lambda s: s.act(Attack(s.turn.who, "Zed", "fist")),
    "no such weapon": lambda s: s.act(Attack(s.turn.who, "Bob", "spoon")),
    "too far": lambda s: s.act(Move(s.turn.who, 999)),
    "redo": lambda s: s.redo(),
    "undo": lambda s: s.undo(),
    "a ruling on nobody": lambda s: s.rule(SetValue("Zed", "life", 3)),
}


@pytest.mark.parametrize("name", FREE_MISTAKES)
def test_a_mistake_between_commands_changes_nothing(name):
    session = bout()
    before = snapshot(session)
    with pytest.raises(AffrayError):
        FREE_MISTAKES[name](session)
    assert snapshot(session) == before
    session.act(Pass(session.turn.who))


def test_a_wrong_option_changes_nothing():
    session = bout()
    session.act(attack(session))
    before = snapshot(session)
    with pytest.raises(BadAnswer) as caught:
        session.answer("run")
    assert caught.value.expected == session.requests[0].describe()
    assert snapshot(session) == before


def test_a_mistake_that_shows_late_changes_nothing_either():
    """A standing order that makes no sense is found out only when it is needed, with dice thrown meanwhile."""
    bad = (("guard", "dodge:-1"),)
    session = toy_session(Toy("A", "s"), Toy("B", "t", orders=bad), typed_dice={"A"}, people=("A", "B"))
    while session.requests or session.turn.who != "A":
        session.answer((6,)) if session.requests else session.act(Wait("B"))
    session.act(Strike("A", "B"))
    before = snapshot(session)
    assert sum(_next_faces(session)) >= 6  # with this seed the program's throw asks for the guard as well
    for mistake in (lambda: session.answer((6, 6)), session.throw):
        with pytest.raises(BadValue, match="weights above 0"):
            mistake()
        assert snapshot(session) == before


def _next_faces(session):
    luck = Luck(session.seed, session._draw)
    return [luck.face(Die(1, 6)) for _ in range(2)]


def test_a_command_that_is_through_stays_so_if_what_follows_goes_wrong():
    """The next round cannot begin; the action before it is done, recorded once, and can be taken back."""
    session = toy_session(Toy("A", "s"), Toy("B", "t"), typed_dice={"A"})
    while session.requests:
        session.answer((6,))
    session.act(Wait("A"))
    session.system.settle_order = lambda encounter, table: 1 // 0
    session.act(Strike("B", "A"))
    entries = len(session.entries)
    with pytest.raises(ZeroDivisionError):
        session.answer("none")
    del session.system.settle_order
    assert len(session.entries) == entries + 1
    assert session.command is None
    session.start()
    assert asked(session) == [("A", "order")]


def test_a_fight_that_is_over_takes_no_action():
    session = bout(people=())
    finish_by_itself(session)
    assert session.over
    assert (session.turn, session.offers()) == (None, ())
    before = snapshot(session)
    for action in (lambda: session.act(Pass("Ann")), session.auto):
        with pytest.raises(NotNow):
            action()
    assert snapshot(session) == before


def test_the_same_seed_plays_the_same_fight_and_another_does_not():
    fights = [bout(MELEE, seed=seed, people=()) for seed in (3, 3, 4)]
    for session in fights:
        finish_by_itself(session)
    assert fights[0].entries == fights[1].entries
    assert fights[0].events != fights[2].events


def test_watchers_see_every_entry_once_and_in_order():
    session = bout()
    seen = list(session.entries)
    session.watchers.append(seen.append)
    session.act(attack(session))
    session.answer("none")
    session.undo()
    session.redo()
    session.reroll()
    assert seen == session.entries
    assert [entry.number for entry in seen] == list(range(1, len(seen) + 1))


def test_answers_are_kept_with_the_requests_they_answer():
    session = bout()
    session.act(attack(session))
    session.answer("dodge")
    entry = next(e for e in session.line if e.command.kind == "act")
    assert all(isinstance(answer, Answer) for answer in entry.answers)
    kinds = ["attack", "guard", "dodge"]
    assert [a.request.purpose if isinstance(a.request, Check) else a.request.key for a in entry.answers] == kinds
