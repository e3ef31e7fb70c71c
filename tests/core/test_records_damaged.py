"""Damaged records: whatever is missing or of the wrong kind, the reader gets the line, never another exception."""

import json
import random

import pytest
from test_records import eventful
from toys.recorded import changed, lines_of, paths

from affray.errors import FileError
from affray.records import read_record
from affray.systems.opposed.actions.kinds import Pass

SETTINGS = {"typed_dice": {"Ann"}, "people": {"Ann", "Bob"}}
NONSENSE = [None, True, -1, 2.5, 10**30, "x", "", [], ["x"], [[]], {}, {"x": 1}, float("inf"), "\ud800", [None, None]]
LINES = lines_of(eventful())
LABELS = [json.loads(line).get("command", json.loads(line)).get("kind", f"line {i}") for i, line in enumerate(LINES)]


def read(lines):
    """The session of these lines, or the line that the error names; anything else that is raised fails the test."""
    try:
        session = read_record(lines, **SETTINGS)
    except FileError as error:
        (problem,) = error.problems
        assert problem.message
        assert 1 <= problem.line <= len(lines)
        return problem.line
    # what could be read can be played
    if session.turn is not None:
        session.act(Pass(session.turn.who))
    elif session.requests:
        session.undo()
    return session


def chosen(number, count):
    """Some places of a line: all of the outer ones, and a sample of those inside (a state is large)."""
    everything = list(paths(json.loads(LINES[number])))
    outer = [path for path in everything if len(path) <= 2]
    inner = [path for path in everything if len(path) > 2]
    return outer + random.Random(number).sample(inner, min(count, len(inner)))


#: a line of each kind, and the last, which is under way
TYPICAL = sorted({LABELS.index(label) for label in LABELS} | {len(LINES) - 1})


@pytest.mark.parametrize("number", TYPICAL, ids=lambda n: LABELS[n])
def test_a_line_without_one_of_its_parts(number):
    for path in chosen(number, 8):
        lines = LINES[: number + 2]
        lines[number] = changed(lines[number], path, delete=True)
        found = read(lines)
        needed = number > 0 or path[0] in ("affray", "system", "rules", "seed", "start")
        spare = LABELS[number] in ("undo", "redo", "withdrawn") and path[0] in (
            "answers",
            "events",
            "state",
            "draw",
            "stream",
        )
        if needed and not spare and len(path) == 1:
            assert found == number + 1, path


@pytest.mark.parametrize("number", TYPICAL, ids=lambda n: LABELS[n])
def test_a_line_with_nonsense_in_one_of_its_parts(number):
    pick = random.Random(number)
    for path in chosen(number, 8):
        for nonsense in pick.sample(NONSENSE, 2):
            lines = LINES[: number + 2]
            lines[number] = changed(lines[number], path, nonsense)
            read(lines)


@pytest.mark.parametrize("number", TYPICAL[1:], ids=lambda n: LABELS[n])
def test_the_same_in_a_record_of_older_rules(number):
    """Where the record may say otherwise than the rules, what it says is looked at all the more."""
    pick = random.Random(number)
    for path in chosen(number, 8):
        for nonsense in pick.sample(NONSENSE, 2):
            lines = LINES[: number + 1]
            lines[0] = changed(lines[0], ("rules",), "0.9")
            lines[number] = changed(lines[number], path, nonsense)
            read(lines)


def test_lines_out_of_place_are_named():
    for i in range(1, len(LINES) - 2, 5):
        swapped = [*LINES[:i], LINES[i + 1], LINES[i], *LINES[i + 2 :]]
        assert read(swapped) == i + 1
        assert read([*LINES[:i], *LINES[i + 1 :]]) == i + 1
        assert read([*LINES[:i], LINES[i], *LINES[i:]]) == i + 2


def test_two_first_lines_are_one_too_many():
    assert read([LINES[0], *LINES]) == 2


def test_a_change_of_any_die_is_found():
    for number, line in enumerate(LINES):
        for k, answer in enumerate(json.loads(line).get("answers", ())):
            if isinstance(answer["value"], list) and LABELS[number] != "withdrawn":
                face = answer["value"][0]
                lines = list(LINES)
                lines[number] = changed(line, ("answers", k, "value", 0), face % 6 + 1)
                assert read(lines) == number + 1


@pytest.mark.parametrize("depth", [100, 100_000])
def test_a_line_nested_without_end(depth):
    for number in (0, 2):
        lines = list(LINES)
        lines[number] = '{"n":' + "[" * depth + "]" * depth + "}"
        assert read(lines) == number + 1


def test_numbers_of_too_many_digits():
    lines = list(LINES)
    lines[2] = lines[2].replace('"n":2', '"n":' + "9" * 5000)
    assert read(lines) == 3


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("start", "fighters", 0, "hands"), None),
        (("start", "fighters", 1, "orders"), None),
        (("start", "clock", "timers"), None),
        (("start", "fighters", 0, "luck"), 7),
        (("start", "fighters", 0, "armour", "rating"), "3"),
    ],
)
def test_a_start_that_would_be_made_up_for_is_refused(path, value):
    """What is missing has a default, what is too much would be left out: another fight than was written down."""
    broken = changed(LINES[0], path, value, delete=value is None)
    assert read([broken, *LINES[1:]]) == 1
    assert read([broken]) == 1


@pytest.mark.parametrize("field", ["draw", "stream"])
@pytest.mark.parametrize("value", [-1, 2**64, 1.0, "1", None, True, []])
def test_draw_numbers_are_counted_or_refused(field, value):
    place = LABELS.index("act")
    assert read([*LINES[:place], changed(LINES[place], (field,), value)]) == place + 1
    assert read([*LINES[:-1], changed(LINES[-1], ("open", field), value)]) == len(LINES)
