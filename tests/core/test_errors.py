"""The error tree: drawn in its module as it is, and every error keeps its facts as attributes."""

import inspect
import pickle
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray import errors
from affray.dice.notation import parse
from affray.errors import (
    AffrayError,
    BadAnswer,
    BadFaces,
    BadValue,
    BrokenPromise,
    FileError,
    IllegalAction,
    InputError,
    NotationError,
    NotNow,
    Problem,
    UnknownName,
)

TREE = {name: kind for name, kind in vars(errors).items() if inspect.isclass(kind) and issubclass(kind, AffrayError)}

EXAMPLES = {
    NotationError: ("2d", 3, "a number"),
    FileError: ([Problem("a.toml", 3, "life", "too much"), Problem("a.toml", None, "", "too long")],),
    UnknownName: ("fighter", "Anne", ["Ann", "Bob"]),
    BadValue: ("life", -5, "0 to 99"),
    BadAnswer: ("guard of Bob", "run", "dodge | none"),
    BadFaces: ("2d6", (7, 1), "faces from 1 to 6"),
    NotNow: ("redo", "nothing was undone"),
    IllegalAction: ("Ann attacks Bob", "melee.reach", "too far"),
}


def test_the_tree_is_as_it_is_drawn():
    drawn, above = {}, []
    for line in errors.__doc__.splitlines():
        found = re.match(r"^ {4}([│├└─ ]*)([A-Z]\w+)\b", line)
        if found:
            depth = len(found[1]) // 4
            above[depth:] = [found[2]]
            drawn[found[2]] = above[depth - 1] if depth else None
    assert drawn == {name: None if kind is AffrayError else kind.__base__.__name__ for name, kind in TREE.items()}
    assert set(errors.__all__) == {*TREE, "Problem"}


def test_every_leaf_has_an_example_here():
    assert set(EXAMPLES) == set(TREE.values()) - {AffrayError, InputError, BrokenPromise}


@pytest.mark.parametrize("kind", EXAMPLES, ids=lambda kind: kind.__name__)
def test_an_error_keeps_its_facts_as_attributes_and_tells_them(kind):
    facts = EXAMPLES[kind]
    error = kind(*facts)
    assert issubclass(kind, InputError)
    names = list(inspect.signature(kind.__init__).parameters)[1:]
    for name, fact in zip(names, facts, strict=True):
        kept = getattr(error, name)
        assert kept == (tuple(fact) if isinstance(fact, list) else fact)
        for told in fact if isinstance(fact, list) else [fact]:
            assert str(told) in str(error)


def test_the_nearest_name_is_suggested():
    assert "did you mean 'Ann'?" in str(UnknownName("fighter", "ANNE", ["Ann", "Bob"]))
    assert "did you mean" not in str(UnknownName("fighter", "Zed", ["Ann", "Bob"]))
    assert "(known: none)" in str(UnknownName("fighter", "Zed", []))
    assert UnknownName("fighter", 7, ["Ann"]).name == 7


@given(st.text(max_size=30), st.integers(1, 30), st.text(max_size=10))
def test_the_caret_stands_under_the_column(text, column, reason):
    error = NotationError(text, column, reason.replace("\n", " "))
    assert (error.text, error.column) == (text, column)
    *_, caret = str(error).split("\n")
    assert caret == " " * (column + 1) + "^"


@given(st.text("0123456789d+-*/()kh!<>= ", max_size=15))
def test_whatever_is_typed_as_dice_is_read_or_refused_by_an_error_of_the_tree(text):
    try:
        parse(text)
    except NotationError as error:
        facts = (error.text, 1 <= error.column <= len(text) + 1)
    else:
        facts = (text, True)
    assert facts == (text, True)


def test_problems_say_where_they_are():
    assert str(Problem("a.toml", 3, "life", "too much")) == "a.toml:3: life: too much"
    assert str(Problem("a.toml", None, "", "too long")) == "a.toml: too long"
    assert str(FileError([Problem("a", 1, "x", "y"), Problem("a", 2, "", "z")])) == "a:1: x: y\na:2: z"


@pytest.mark.parametrize("kind", EXAMPLES, ids=lambda kind: kind.__name__)
def test_errors_travel_to_other_processes_with_their_facts(kind):
    error = kind(*EXAMPLES[kind])
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (kind, str(error), vars(error))
