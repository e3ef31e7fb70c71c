"""Whatever is written into a fight file: it is a fight, or a `FileError` that names a line of the file."""

from __future__ import annotations

import json
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from affray.errors import FileError, Problem
from affray.fightfile import parse_fight
from affray.session import Session
from affray.system import find_system, system_names

TEMPLATES = {name: find_system(name).template() for name in system_names()}

every_template = pytest.mark.parametrize("name", TEMPLATES)


def is_a_fight(text: str) -> bool:
    """Whether the text is a fight; if it is none, its problems make sense."""
    found: tuple[Problem, ...] = ()
    try:
        fight = parse_fight(text)
        assert len({f.side for f in fight.encounter.fighters}) > 1
    except FileError as error:
        found = error.problems
        assert found, "an error that says nothing"
    for problem in found:
        assert problem.message
        assert problem.line is None or 1 <= problem.line <= text.count("\n") + 1
    return not found


@every_template
@pytest.mark.parametrize("chunk", range(4))
def test_a_template_with_some_characters_changed(name: str, chunk: int) -> None:
    chance = random.Random(f"{name}/{chunk}")
    template = TEMPLATES[name]
    marks = "\"'[]{}=.,#\n\\ -:0123456789aeinost\u2028\x00\xff\t"
    fights = 0
    for _ in range(250):
        text = list(template)
        for _ in range(chance.randint(1, 3)):
            place = chance.randrange(len(text))
            match chance.randrange(3):
                case 0:
                    text[place] = chance.choice(marks)
                case 1:
                    del text[place]
                case _:
                    text.insert(place, chance.choice(marks))
        fights += is_a_fight("".join(text))
    assert fights > 20


VALUES = [
    "1",
    "-1",
    "0",
    "1.5",
    "inf",
    "nan",
    "true",
    '""',
    '"x"',
    "[]",
    "[1]",
    '["sword"]',
    "[[]]",
    "[{}]",
    "{}",
    '{ like = "sword" }',
    "{ name = [] }",
    "1979-05-27T07:32:00Z",
    "07:32:00",
    "9223372036854775807",
    "'''\n'''",
]


@every_template
@pytest.mark.parametrize("chunk", range(4))
def test_a_template_with_some_values_changed(name: str, chunk: int) -> None:
    chance = random.Random(f"values/{name}/{chunk}")
    lines = TEMPLATES[name].split("\n")
    assignments = [n for n, line in enumerate(lines) if re.match(r'^["\w.-]+ = ', line)]
    for _ in range(150):
        changed = list(lines)
        for place in chance.sample(assignments, chance.randint(1, 3)):
            key = changed[place].split(" = ")[0]
            changed[place] = f"{key} = {chance.choice(VALUES)}"
        is_a_fight("\n".join(changed))


@every_template
def test_a_template_with_lines_dropped_doubled_or_shuffled(name: str) -> None:
    chance = random.Random(name)
    lines = TEMPLATES[name].split("\n")
    for number in range(300):
        changed = list(lines)
        match number % 3:
            case 0:
                del changed[chance.randrange(len(changed))]
            case 1:
                changed.insert(chance.randrange(len(changed)), chance.choice(lines))
            case _:
                chance.shuffle(changed)
        is_a_fight("\n".join(changed))


@every_template
@settings(max_examples=150, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(
            [
                "name",
                "side",
                "count",
                "from",
                "position",
                "orders",
                "weapons",
                "armour",
                "life",
                "size",
                "hands",
                "guard",
                "like",
                "damage",
            ]
        ),
        st.recursive(
            st.none().map(lambda _: "x") | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
            max_leaves=6,
        ),
        max_size=6,
    )
)
def test_a_fighter_of_anything(name: str, fields: dict[str, object]) -> None:
    is_a_fight(TEMPLATES[name] + "\n[[fighter]]\n" + "\n".join(f"{k} = {toml(v)}" for k, v in fields.items()))


def toml(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(toml(item) for item in value) + "]"
    if isinstance(value, float):
        return repr(value).replace("e+", "e") if "." in repr(value) or "e" in repr(value) else str(value)
    return json.dumps(value)


@every_template
def test_a_fight_that_is_accepted_can_be_fought(name: str) -> None:
    chance = random.Random(f"fought/{name}")
    system = find_system(name)
    lines = TEMPLATES[name].split("\n")
    fought = 0
    for _ in range(400):
        changed = [re.sub(r"\b\d+\b", lambda m: str(chance.choice((0, 1, 2, int(m[0]), 19))), line) for line in lines]
        try:
            encounter = parse_fight("\n".join(changed)).encounter
        except FileError:
            continue
        if len(encounter.fighters) > 12:
            continue
        session = Session(system, encounter, seed=1, people=())
        session.start()
        for _ in range(12):
            if not session.over:
                session.auto()
        fought += 1
        if fought == 40:
            break
    assert fought >= 10
