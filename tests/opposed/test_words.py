"""The log of these rules in good English: nothing that they can say falls back on a wording made for everything."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from example_fights import FOLDER, wild_play

import affray.systems.opposed
from affray.codec import to_data
from affray.events import Changed, Declared, Event, Resolved, TurnBegan
from affray.fightfile import load_fight
from affray.systems.opposed.charts import LOCATIONS
from affray.text import CHANGES, DECLARATIONS, OUTCOMES, line

SOURCE = Path(affray.systems.opposed.__file__).parent
EXAMPLES = sorted(FOLDER.glob("*.toml"))

#: what changes about a fighter beside `CHANGES`; "*" stands for the name of a thing
PLAIN_CHANGES = {"position", "exhaustion", "dead", "unconscious", "on fire", "poisoned by *", "* stuck"}


def said(name: str, position: int) -> set[str]:
    """Every text that the system hands over at that place of a call of `name`; what is filled in is "*"."""
    found: set[str] = set()
    for path in SOURCE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and ast.unparse(node.func) == name and len(node.args) > position:
                    found |= set(texts(node.args[position], function))
    return found


def texts(node: ast.expr, function: ast.FunctionDef) -> Iterator[str]:
    """The texts that an expression can come to, as far as the function says them itself."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=a, orelse=b):
            yield from texts(a, function)
            yield from texts(b, function)
        case ast.JoinedStr(values=values):
            yield "".join(str(v.value) if isinstance(v, ast.Constant) else "*" for v in values)
        case ast.Name(id=variable):
            given = [
                n for n in ast.walk(function) if isinstance(n, ast.Assign) and ast.unparse(n.targets[0]) == variable
            ]
            assert given, f"{function.name}: what is {variable}?"
            for assignment in given:
                yield from texts(assignment.value, function)


def outcomes() -> set[str]:
    from affray.systems.opposed.actions import exchange

    return said("Resolved", 2) | said("Blow", 0) | set(exchange.OUTCOMES.values())


def test_the_outcomes_are_found() -> None:
    found = outcomes()
    assert {"hit", "parried", "held", "hold broken", "won over", "poisoned already", "thrown", "in control"} <= found
    assert len(found) > 20


def test_every_outcome_is_a_sentence_of_its_own() -> None:
    assert outcomes() - set(OUTCOMES) == set()


def test_no_sentence_is_without_an_outcome_or_an_action() -> None:
    assert set(OUTCOMES) - outcomes() == set()
    assert set(DECLARATIONS) - said("Declared", 2) == set()


def test_every_beginning_of_an_action_is_a_sentence_of_its_own() -> None:
    found = said("Declared", 2)
    assert {"attacks", "reaches for", "mounts", "flees"} <= found
    assert found - set(DECLARATIONS) == set()


def test_every_change_has_its_words() -> None:
    found = said("Changed", 2)
    assert {"held by", "on fire", "* stuck"} <= found
    assert found - set(CHANGES) - PLAIN_CHANGES == set()


def generic(event: Event) -> bool:
    """Whether the line of an event is made for whatever may come, rather than for this."""
    match event:
        case Resolved(outcome=outcome):
            return outcome not in OUTCOMES
        case Declared(action=action):
            return action not in DECLARATIONS
        case Changed(what=what, before=before, after=after):
            plain = what in CHANGES or what == "position" or what in LOCATIONS.values() or what.endswith(" stuck")
            return not (plain or what == "exhaustion" or (isinstance(before, bool) and isinstance(after, bool)))
        case TurnBegan(step=step):
            return step not in ("turn", "opportunity")
    return False


def test_some_file_is_there_to_be_played() -> None:
    assert len(EXAMPLES) >= 12


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_that_happens_is_told_in_a_generic_way(path: Path, seed: int) -> None:
    session = wild_play(load_fight(path).encounter, seed)
    events = session.events
    assert len(events) > 50 or session.over
    assert [to_data(event) for event in events if generic(event)] == []
    for told in map(line, events):
        assert told == told.strip()
        assert "  " not in told
        assert not any(word in told for word in ("{", "None", "True", "False", "-> (", "''")), told
