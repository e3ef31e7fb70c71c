"""Records: written as it happens, read by playing again, resumed in the middle, and honest about older rules."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toys.fights import BOUT, MELEE, attack, bout, finish_by_itself
from toys.recorded import changed, lines_of, recorder, reread

from affray.codec import action_from, encounter_from, event_from, ruling_from, to_data
from affray.dice.checks import Check
from affray.errors import AffrayError, FileError, UnknownName
from affray.events import Rolled
from affray.records import Recorder, is_record, load_record, read_record, whole_part
from affray.rulings import RULINGS, Amend, Join, Leave, Reorder, SetFact, SetValue, Withdraw
from affray.systems.opposed import SYSTEM
from affray.table import Amendment


def same(a, b):
    """Two sessions are the same where all that a record holds of them is."""
    assert lines_of(a) == lines_of(b)
    assert (a.encounter, a.draw, a.events, a.command, a.fresh) == (b.encounter, b.draw, b.events, b.command, b.fresh)
    assert a.requests == b.requests


def eventful():
    """A session with everything in its history."""
    session = bout(MELEE, seed="eventful", typed_dice={"Ann"}, people={"Ann", "Bob"})

    def through():
        while session.requests:
            request = session.requests[0]
            session.answer((4,) * request.dice.groups()[0].count if isinstance(request, Check) else request.default)

    def turn_of(who):
        while through() or session.turn.who != who:
            session.auto()

    turn_of("Ann")
    session.act(attack(session))
    session.rule(Amend(Amendment("bless", 2, "Ann")))
    session.answer((5, 6))
    session.undo()  # withdrawn
    session.act(attack(session))
    through()
    turn_of("Bob")
    session.undo()
    session.redo()
    turn_of("Bob")
    session.act(attack(session))
    through()
    session.reroll()
    through()
    session.rule(SetValue("Rat 2", "life", 0))
    session.rule(SetFact("wind", "light"))
    session.rule(Leave("Rat 1"))
    session.undo()
    session.rule(Join(replace(session.encounter.fighter("Cay"), id="Dot")))
    session.rule(Reorder("Dot", "Bob"))
    turn_of("Ann")
    session.act(attack(session))
    return session


def test_a_record_plays_again_to_the_same():
    session = eventful()
    kinds = {e.command.kind for e in session.entries}
    assert kinds == {"act", "proceed", "rule", "undo", "redo", "withdrawn"}
    same(session, reread(session, typed_dice={"Ann"}, people={"Ann", "Bob"}))


def test_a_fight_to_its_end_plays_again_to_the_same():
    session = bout(MELEE, people=())
    finish_by_itself(session)
    again = reread(session, people=())
    same(session, again)
    assert again.over
    assert again.notices == []


def test_a_broken_off_command_goes_on_where_it_was():
    session = bout()
    session.act(attack(session))
    again = reread(session)
    assert [r.key for r in again.requests] == ["guard"]
    for both in (session, again):
        both.answer("dodge")
        both.act(attack(both))
    same(session, again)


@pytest.mark.parametrize("steps", range(9))
def test_it_can_be_broken_off_anywhere_and_the_dice_go_on(steps):
    def go(session, n):
        for _ in range(n):
            if session.requests:
                session.answer(session.requests[0].default)
            elif not session.over:
                session.act(attack(session))

    whole, parted = bout(seed=9), bout(seed=9)
    go(whole, 9)
    go(parted, steps)
    parted = reread(parted)
    parted.start()
    go(parted, 9 - steps)
    same(whole, parted)


def test_a_recorder_writes_each_entry_as_it_happens():
    session = bout()
    written = recorder(session)
    count = len(written.stream.getvalue().splitlines())
    session.act(attack(session))
    assert len(written.stream.getvalue().splitlines()) == count  # nothing is through yet
    session.answer("none")
    lines = written.stream.getvalue().splitlines()
    assert len(lines) == 1 + len(session.entries)
    written.close()
    assert written.stream.getvalue().splitlines() == lines_of(session)
    session.undo()
    assert written.stream.getvalue().splitlines() == lines  # closed is closed


def test_each_answer_stands_with_the_request_it_answers():
    session = bout()
    session.act(attack(session))
    session.answer("dodge")
    line = next(json.loads(x) for x in lines_of(session) if '"act"' in x)
    assert [a["to"].get("purpose") or a["to"]["ask"] for a in line["answers"]] == ["attack", "guard", "dodge"]
    assert line["answers"][1]["to"]["options"][-1] == "none"


# -- older rules


def test_older_rules_that_say_the_same_are_only_told():
    session = bout(MELEE, people=())
    finish_by_itself(session)
    lines = lines_of(session)
    lines[0] = changed(lines[0], ("rules",), "0.9")
    again = read_record(lines, people=())
    assert (again.encounter, again.events) == (session.encounter, session.events)
    assert again.notices == [f"the record was made with rules 0.9 of opposed-2d6; these are {SYSTEM.version}"]


def old(lines, path, value):
    """A record of older rules in which the last action had other consequences."""
    place = max(i for i, x in enumerate(lines) if json.loads(x).get("command", {}).get("kind") == "act")
    lines = [changed(lines[0], ("rules",), "0.9"), *lines[1 : place + 1]]
    lines[place] = changed(lines[place], path, value)
    return lines, place


@pytest.mark.parametrize("path", [("events", 0, "target"), ("state", "fighters", 1, "life")])
def test_older_rules_that_said_otherwise_go_on_from_what_is_written(path):
    session = bout()
    for _ in range(2):
        session.act(attack(session))
        session.answer("none")
    lines, place = old(lines_of(session), path, "somebody" if path[0] == "events" else 3)
    again = read_record(lines)
    assert again.notices[1].startswith(f"entry {place}: ")
    assert "going on from the state in the record" in again.notices[1]
    state = json.loads(lines[place])["state"]
    assert to_data(again.encounter) == state
    if path[0] == "state":
        assert again.encounter.fighter("Bob").life == 3
    again.start()
    again.act(attack(again))
    kept = json.loads(lines[place])["events"]
    assert to_data(again.line[place - 1].events) == kept
    again.undo()
    again.undo()  # and it can be taken back


@pytest.mark.parametrize("change", ["more", "fewer", "other"])
def test_older_rules_that_asked_otherwise_go_on_too(change):
    session = bout()
    session.act(attack(session))
    session.answer("dodge")
    lines, place = old(lines_of(session), ("draw",), session.draw)
    answers = json.loads(lines[place])["answers"]
    wrong = {"more": [*answers, answers[0]], "fewer": answers[:-1], "other": [*answers[:-1], answers[0]]}[change]
    lines[place] = changed(lines[place], ("answers",), wrong)
    again = read_record(lines)
    assert again.notices[1].startswith(f"entry {place}: ")
    assert to_data(again.encounter) == json.loads(lines[place])["state"]
    lines[0] = changed(lines[0], ("rules",), SYSTEM.version)
    with pytest.raises(FileError) as caught:
        read_record(lines)
    assert caught.value.problems[0].line == place + 1


def test_what_was_under_way_in_older_rules_is_let_go_if_it_does_not_fit():
    session = bout()
    session.act(attack(session))
    lines = lines_of(session)
    lines[-1] = changed(lines[-1], ("open", "answers", 0, "to", "purpose"), "old attack")
    with pytest.raises(FileError):
        read_record(lines)
    lines[0] = changed(lines[0], ("rules",), "0.9")
    again = read_record(lines)
    assert again.command is None
    assert "cannot be taken up again" in again.notices[-1]
    again.act(attack(again))


def test_the_same_rules_may_not_say_otherwise():
    session = bout()
    session.act(attack(session))
    session.answer("none")
    lines = lines_of(session)
    with pytest.raises(FileError, match="the rules say otherwise") as caught:
        read_record([*lines[:2], changed(lines[2], ("state", "fighters", 1, "life"), 3)])
    assert caught.value.problems[0].line == 3


def test_replay_uses_every_answer():
    session = bout()
    session.act(attack(session))
    session.answer("none")
    lines = lines_of(session)
    answers = json.loads(lines[2])["answers"]
    with pytest.raises(FileError, match="nothing more"):
        read_record([*lines[:2], changed(lines[2], ("answers",), [*answers, answers[-1]])])
    with pytest.raises(FileError, match="ask for more"):
        read_record([*lines[:2], changed(lines[2], ("answers",), answers[:-1])])


# -- files


def test_a_file_is_read_by_lines_whatever_a_name_holds(tmp_path):
    session = bout()
    odd = Amend(Amendment("mu\u2028d \u0085 o\u000bf", -1, "Bob", lasting=True))
    path = tmp_path / "fight.jsonl"
    with open(path, "w", encoding="utf-8", newline="\n") as stream:
        written = Recorder(session, stream)
        written.begin("tit\u2028le")
        session.rule(odd)
        session.act(attack(session))
        session.answer("none")
        written.close()
    again = load_record(path)
    assert again.encounter.amendments == (odd.amendment,)
    assert again.events == session.events


@pytest.mark.parametrize(
    ("tail", "kept", "told"),
    [
        (b"", b"", False),
        (b"\n", b"", False),
        (b"\r\n \n\n", b"", False),
        (b"  ", b"", False),
        (b'{"n":4,"comm', b"", True),
        (b'{"n":4,"n\xc3', b"", True),
        (b'\n{"n":4,"comm', b"", True),
        (b"\0\0\0", b"", True),
        (b'{"n":4}', b'{"n":4}', False),
        (b'{"n":4,"comm\n', b'{"n":4,"comm\n', False),
        (b"\xff\n", b"\xff\n", False),
    ],
)
def test_one_function_says_what_a_record_holds(tail, kept, told):
    whole = b'{"affray":1}\n{"n":1}\n'
    part, notice = whole_part(whole + tail)
    assert part == whole + kept
    assert bool(notice) == told
    assert whole_part(part) == (part, "")


def test_the_first_line_is_never_left_out():
    for written in (b"", b"{", b'{"affray', b"\n", b"{\n"):
        assert whole_part(written) == (written, "")


def written_to(tmp_path, session):
    path = tmp_path / "fight.jsonl"
    path.write_text("\n".join(lines_of(session)) + "\n", encoding="utf-8")
    return path


def test_a_torn_last_line_is_left_out_and_told(tmp_path):
    session = bout(BOUT.replace('"Bob"', '"Bjørn"'))
    session.act(attack(session))
    session.answer("none")
    path = written_to(tmp_path, session)
    whole = path.read_bytes()
    last = whole.rstrip(b"\n").rindex(b"\n") + 1
    cuts = {last + 1, last + 17, len(whole) - 2} | {i for i in range(last, len(whole)) if whole[i - 1 : i] == b"\xc3"}
    assert len(cuts) > 3  # some of them in the middle of a letter
    for cut in sorted(cuts):
        path.write_bytes(whole[:cut])
        again = load_record(path)
        assert len(again.notices) == 1
        assert "not written to its end" in again.notices[0]
        assert len(again.entries) == len(lines_of(session)) - 2
    path.write_bytes(whole[:last])
    assert load_record(path).notices == []


def test_a_torn_line_in_the_middle_is_named(tmp_path):
    session = bout(BOUT.replace('"Bob"', '"Bjørn"'))
    session.act(attack(session))
    session.answer("none")
    path = written_to(tmp_path, session)
    lines = path.read_bytes().split(b"\n")
    for broken in (lines[1][: lines[1].index(b"\xc3") + 1], lines[1][:40], b"[]", b"7", b""):
        path.write_bytes(b"\n".join([lines[0], broken, *lines[2:]]))
        with pytest.raises(FileError) as caught:
            load_record(path)
        (problem,) = caught.value.problems
        assert (problem.file, problem.line) == (str(path), 2)


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"{", b"{}\n", b"hello\n", b"\xff\xfe\n", b"[1]\n", b'{"affray":99}\n']
)
def test_what_is_no_record_is_refused(tmp_path, content):
    path = tmp_path / "fight.jsonl"
    path.write_bytes(content)
    with pytest.raises(FileError) as caught:
        load_record(path)
    assert caught.value.problems[0].file == str(path)


def test_a_file_that_is_not_there_is_told(tmp_path):
    for path in (tmp_path / "no.jsonl", tmp_path):
        with pytest.raises(FileError):
            load_record(path)
        assert not is_record(path)
    path = written_to(tmp_path, bout())
    assert is_record(path)
    path.write_text("system = 'opposed-2d6'\n")
    assert not is_record(path)


# -- values as data


def test_states_events_actions_and_rulings_come_back_from_their_data():
    session = eventful()
    for entry in session.entries:
        assert encounter_from(SYSTEM, json.loads(json.dumps(to_data(entry.state)))) == entry.state
        for event in entry.events:
            assert event_from(json.loads(json.dumps(to_data(event)))) == event
        if entry.command.kind == "act":
            assert action_from(SYSTEM, to_data(entry.command.action)) == entry.command.action
    rulings = [
        Amend(Amendment("bless", 2, "Ann", "attack", True)),
        Withdraw("bless"),
        SetValue("Ann", "hands", "sword"),
        SetFact("wind", "light"),
        Reorder("Ann", "Bob"),
        Join(session.encounter.fighters[0], "Bob"),
        Leave("Ann"),
    ]
    assert {r.kind for r in rulings} == set(RULINGS)
    for ruling in rulings:
        assert ruling_from(SYSTEM, json.loads(json.dumps({"kind": ruling.kind, **to_data(ruling)}))) == ruling
    for wrong in (event_from, lambda d: action_from(SYSTEM, d), lambda d: ruling_from(SYSTEM, d)):
        with pytest.raises(UnknownName):
            wrong({"kind": "nonsense"})


def test_sets_are_written_in_an_order_of_their_own():
    assert to_data(frozenset("cab")) == ["a", "b", "c"]
    assert to_data(frozenset([(2, "x"), (1, "y")])) == [[1, "y"], [2, "x"]]


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.sampled_from(["auto", "act", "undo", "redo", "reroll", "answer", "rule"]), max_size=15),
    st.integers(0, 9),
)
def test_whatever_happened_is_read_again_as_it_was(script, seed):
    session = bout(seed=seed)
    for turn, move in enumerate(script):
        try:
            match move:
                case "answer":
                    session.answer(session.requests[0].default)
                case "act":
                    session.act(attack(session))
                case "rule":
                    session.rule(SetValue("Ann", "life", 4 + turn))
                case _:
                    getattr(session, move)()
        except (AffrayError, IndexError, AttributeError):
            continue
    again = reread(session)
    same(session, again)
    assert sum(isinstance(e, Rolled) for e in again.events) == sum(isinstance(e, Rolled) for e in session.events)
