"""ScriptTable: groups in any order, sealed until complete; every answer that does not fit says what was expected."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.dice.checks import Check, Contest, Modifier
from affray.dice.notation import parse
from affray.dice.pools import nds
from affray.errors import BadAnswer, BadFaces, BrokenPromise
from affray.events import Answered, Rolled
from affray.luck import Luck
from affray.table import Answer, Mix, Pending, Question, RandomTable, ScriptTable, facts

AIM = Question("A", "aim", ("head", "foot"), "foot", "toy.aim", secret=True)
GUARD = Question("B", "guard", ("dodge", "none"), "dodge", "toy.guard", secret=True)
STAKE = Question("B", "stake", range(4), 1)
SHOT = Check("A", "shot", nds(2, 6), (Modifier("skill", 3),), "toy.shot")
SAVE = Check("B", "save", nds(1, 20))


def duel(table):
    """Two decisions in one group, then two checks in another."""
    aim, guard, stake = table.ask(AIM, GUARD, STAKE)
    shot, save = table.roll(SHOT, SAVE)
    return aim, guard, stake, shot, save


SAID = (Answer(AIM, "head"), Answer(GUARD, "none"), Answer(STAKE, 2))
THROWN = (Answer(SHOT, (3, 4)), Answer(SAVE, (11,)))
RESULT = ("head", "none", 2, 10, 11)


@pytest.mark.parametrize("said", list(permutations(SAID)))
@pytest.mark.parametrize("thrown", list(permutations(THROWN)))
def test_a_group_is_answered_in_any_order(said, thrown):
    log = []
    table = ScriptTable((*said, *thrown), log=log)
    assert duel(table) == RESULT
    table.finish()
    # the log is in the order of the rules, not of the answers
    assert [e.key for e in log if isinstance(e, Answered)] == ["aim", "guard", "stake"]
    assert [(e.purpose, e.faces, e.value, e.total) for e in log if isinstance(e, Rolled)] == [
        ("shot", (3, 4), 7, 10),
        ("save", (11,), 11, 11),
    ]


@pytest.mark.parametrize("given", [s for n in range(3) for s in permutations(SAID, n)])
def test_what_is_open_is_all_that_is_not_answered(given):
    with pytest.raises(Pending) as caught:
        duel(ScriptTable(given))
    assert caught.value.requests == tuple(q for q in (AIM, GUARD, STAKE) if q not in [a.request for a in given])


@pytest.mark.parametrize("given", [s for n in (1, 2) for s in permutations(SAID, n)])
def test_nothing_of_a_group_is_told_before_it_is_complete(given):
    log = []
    with pytest.raises(Pending):
        duel(ScriptTable(given, log=log))
    assert log == []


def test_open_dice_are_named_with_who_purpose_and_modifiers():
    with pytest.raises(Pending) as caught:
        duel(ScriptTable(SAID))
    assert caught.value.requests == (SHOT, SAVE)
    assert [facts(r) for r in caught.value.requests] == [
        {"roll": "2d6", "who": "A", "purpose": "shot", "modifiers": [["skill", 3]]},
        {"roll": "d20", "who": "B", "purpose": "save", "modifiers": []},
    ]


def test_answers_kept_as_facts_fit_as_well():
    told = tuple(Answer(facts(answer.request), answer.value) for answer in (*SAID, *THROWN))
    table = ScriptTable(told)
    assert duel(table) == RESULT
    table.finish()


def test_equal_requests_in_one_group_take_their_answers_in_turn():
    twice = lambda table: table.roll(SAVE, SAVE)  # noqa: E731
    assert twice(ScriptTable((Answer(SAVE, (3,)), Answer(SAVE, (17,))))) == (3, 17)
    with pytest.raises(Pending) as caught:
        twice(ScriptTable((Answer(SAVE, (3,)),)))
    assert caught.value.requests == (SAVE,)


def test_both_sides_of_a_contest_are_thrown_by_those_whose_they_are():
    contest = Contest(SHOT, SAVE)
    rule = lambda table: table.roll(contest)  # noqa: E731
    with pytest.raises(Pending) as caught:
        rule(ScriptTable(()))
    assert caught.value.requests == (SHOT, SAVE)
    assert rule(ScriptTable((Answer(SAVE, (11,)), Answer(SHOT, (3, 4))))) == -1


# -- answers that do not fit


def test_an_answer_to_another_request_is_refused():
    other = Question("C", "aim", ("head", "foot"), "foot")
    with pytest.raises(BadAnswer) as caught:
        duel(ScriptTable((SAID[0], Answer(other, "head"))))
    error = caught.value
    assert (error.request, error.given) == ("aim of C", "head")
    assert "aim of A" in error.expected
    assert "given to aim of C" in error.expected


@pytest.mark.parametrize(
    "changed",
    [
        Check("A", "shot", nds(2, 6), (Modifier("skill", 4),), "toy.shot"),
        Check("A", "shot", nds(2, 6), (Modifier("skill", 3, off="ruling"),), "toy.shot"),
        Check("A", "shot", nds(3, 6), (Modifier("skill", 3),), "toy.shot"),
        Check("A", "stab", nds(2, 6), (Modifier("skill", 3),), "toy.shot"),
        Check("B", "shot", nds(2, 6), (Modifier("skill", 3),), "toy.shot"),
    ],
)
@pytest.mark.parametrize("kept", [lambda request: request, facts])
def test_dice_thrown_for_another_check_are_refused(changed, kept):
    with pytest.raises(BadAnswer, match=r"given to .* for (shot|stab) of [AB]"):
        duel(ScriptTable((*SAID, Answer(kept(changed), (3, 4)), THROWN[1])))


def test_an_answer_twice_is_refused_in_its_group():
    with pytest.raises(BadAnswer, match="this one was given to aim of A, which has its answer"):
        duel(ScriptTable((SAID[0], SAID[0], SAID[1], *THROWN)))


def test_leftover_answers_are_an_error():
    table = ScriptTable((*SAID, *THROWN, Answer(AIM, "foot")))
    assert duel(table) == RESULT
    with pytest.raises(BadAnswer) as caught:
        table.finish()
    assert (caught.value.request, caught.value.given) == ("aim of A", "foot")
    assert "nothing more" in caught.value.expected


@pytest.mark.parametrize("value", ["knee", "", None, 1, True, ("head",)])
def test_an_unknown_option_is_refused_with_those_there_are(value):
    with pytest.raises(BadAnswer) as caught:
        duel(ScriptTable((Answer(AIM, value), *SAID[1:])))
    assert caught.value.expected == "head | foot"
    assert caught.value.given == value


@pytest.mark.parametrize(("value", "read"), [(0, 0), ("3", 3), (" 2 ", 2)])
def test_numbers_are_read_as_people_type_them(value, read):
    assert STAKE.read(value) == read


@pytest.mark.parametrize("value", [4, -1, "4", "two", 1.0, True, None])
def test_numbers_out_of_range_are_refused(value):
    with pytest.raises(BadAnswer) as caught:
        STAKE.read(value)
    assert caught.value.expected == "a whole number from 0 to 3"


@pytest.mark.parametrize(
    ("faces", "told"),
    [
        ((7, 1), "7 is no face of"),
        ((0, 1), "0 is no face of"),
        ((3,), "two of them"),
        ((), "two of them"),
        ((3, 4, 5), "one too many"),
        ((3, "4"), "'4' is no face"),
        ((3, True), "True is no face"),
        ((3, 4.0), "4.0 is no face"),
        ("34", "a list"),
        (7, "a list"),
        (None, "a list"),
    ],
)
def test_faces_that_the_dice_cannot_show_are_refused(faces, told):
    with pytest.raises(BadFaces) as caught:
        duel(ScriptTable((*SAID, Answer(SHOT, faces), THROWN[1])))
    assert told in caught.value.expected
    assert "faces from 1 to 6" in caught.value.expected
    assert caught.value.request == "2d6"


@pytest.mark.parametrize(("faces", "expected"), [((6,), "one more"), ((5, 2), "too many"), ((6, 6, 1, 1), "too many")])
def test_open_ended_dice_want_just_as_many_faces_as_they_show(faces, expected):
    rule = lambda table: table.roll(Check("A", "hit", parse("d6!")))  # noqa: E731
    assert rule(ScriptTable((Answer(Check("A", "hit", parse("d6!")), (6, 6, 1)),))) == 13
    with pytest.raises(BadFaces) as caught:
        rule(ScriptTable((Answer(Check("A", "hit", parse("d6!")), faces),)))
    assert expected in caught.value.expected


def test_a_question_without_its_default_is_the_fault_of_the_rule():
    for options, default in (((), "x"), (("a", "b"), "c"), (range(0), 0)):
        with pytest.raises(BrokenPromise):
            Question("A", "aim", options, default)


def test_options_in_steps_are_told_one_by_one():
    step = Question("A", "pace", range(0, 30, 10), 0)
    assert step.describe() == "0 | 10 | 20"
    assert facts(step)["options"] == [0, 10, 20]
    assert Answer(facts(step), 10).fits(step)
    assert not Answer(facts(step), 10).fits(Question("A", "pace", range(0, 21), 0))


@pytest.mark.parametrize("options", [(), (("head", 0),), (("head", -1), ("foot", 1)), (("head", float("inf")),)])
def test_a_mix_without_weights_is_the_fault_of_the_rule(options):
    with pytest.raises(BrokenPromise):
        Mix(options)


def test_a_mix_of_what_is_no_option_is_refused():
    with pytest.raises(BadAnswer):
        RandomTable(Luck(1), lambda question: Mix((("knee", 1),))).ask(AIM)


@given(st.integers())
def test_random_play_can_be_told_as_a_script(seed):
    log = []
    result = duel(RandomTable(Luck(seed), log=log))
    answers = [
        Answer(request, event.faces if isinstance(event, Rolled) else event.option)
        for request, event in zip((AIM, GUARD, STAKE, SHOT, SAVE), log, strict=True)
    ]
    again = []
    table = ScriptTable(answers, log=again)
    assert duel(table) == result
    table.finish()
    assert again == log


@pytest.mark.parametrize("size", [0, 1, 3])
def test_groups_of_any_size_give_a_tuple(size):
    checks = [Check(f"P{n}", "order", nds(1, 6)) for n in range(size)]
    questions = [Question(f"P{n}", "way", ("left", "right"), "left") for n in range(size)]
    table = ScriptTable([*(Answer(c, (3,)) for c in checks), *(Answer(q, "right") for q in questions)])
    assert table.roll_each(checks) == (3,) * size
    assert table.ask_each(questions) == ("right",) * size
    table.finish()
