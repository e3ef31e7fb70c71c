"""Every catalogued rule has a carrier in the code and a test that proves it, and no test names a rule that is none.

Tests name rules by `@pytest.mark.rule("id", ...)` (or a module's `pytestmark`). The marks are read from the sources,
not from what pytest happens to have collected, so that `-k` and several workers change nothing.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from contract_fights import SYSTEMS, every_system

from affray.system import System

TESTS = Path(__file__).parents[1]

#: whose rules the tests of a folder name
FOLDERS = {"opposed": "opposed-2d6", "penetration": "penetration"}

SPECIFIED = TESTS.parents[1] / "shared" / "spec" / "rule-ids.json"


def marks_in(source: str) -> Iterator[tuple[str, int]]:
    """The rule ids that a test file names, each with its line."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            for argument in node.args:
                if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
                    raise AssertionError(f"line {node.lineno}: a rule id has to be written out, not computed")
                yield argument.value, node.lineno


def named_by_tests() -> dict[str, dict[str, list[str]]]:
    """System, then rule id, then the places of the tests that name it."""
    found: dict[str, dict[str, list[str]]] = {system.name: {} for system in SYSTEMS}
    for folder, system in FOLDERS.items():
        for path in sorted((TESTS / folder).rglob("test_*.py")):
            for name, line in marks_in(path.read_text(encoding="utf-8")):
                found[system].setdefault(name, []).append(f"{path.relative_to(TESTS)}:{line}")
    return found


@every_system
def test_every_rule_has_a_carrier(system: System) -> None:
    index = system.rules()
    assert len(index) > 0
    assert [entry.id for entry in index.values() if not entry.carriers] == []
    for entry in index.values():
        assert entry.basis in ("S", "E", "A", "G", "H"), entry.id
        assert entry.statement.endswith((".", ".)")), entry.id
        assert entry.heading, entry.id


@every_system
def test_every_rule_has_a_test(system: System) -> None:
    named = named_by_tests()[system.name]
    assert [name for name in system.rules() if name not in named] == []


@every_system
def test_no_test_names_a_rule_that_is_none(system: System) -> None:
    named = named_by_tests()[system.name]
    assert {name: places for name, places in named.items() if name not in system.rules()} == {}


def test_every_system_has_a_folder_of_tests_and_no_rule_is_named_outside_of_them() -> None:
    assert sorted(FOLDERS.values()) == sorted(system.name for system in SYSTEMS)
    for path in sorted(TESTS.rglob("test_*.py")):
        if path.relative_to(TESTS).parts[0] not in FOLDERS:
            named = list(marks_in(path.read_text(encoding="utf-8")))
            assert named == [], f"{path.relative_to(TESTS)} names rules, but no system is known for its folder"


@every_system
def test_switches_and_profiles_belong_to_rules(system: System) -> None:
    for switch in system.switches:
        assert switch.rules, switch.name
        assert all(name in system.rules() for name in switch.rules), switch.name
        assert switch.read(switch.default) == switch.default
        assert switch.help, switch.name
    names = {switch.name: switch for switch in system.switches}
    for profile in system.profiles:
        for name, value in profile.values:
            assert names[name].read(value) == value


@pytest.mark.skipif(not SPECIFIED.exists(), reason="the specification lies beside the repository, not in it")
@every_system
def test_the_catalogue_is_the_specification(system: System) -> None:
    specified = json.loads(SPECIFIED.read_text(encoding="utf-8"))[system.name]
    catalogued = [name for name in system.rules() if not name.startswith("house.")]
    assert sorted(catalogued) == sorted(specified)


def test_marks_are_found_wherever_they_stand() -> None:
    source = """
import pytest
pytestmark = pytest.mark.rule("a")
@pytest.mark.rule("b", "c")
@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("d"))])
def test_it(x): ...
"""
    assert [name for name, _ in marks_in(source)] == ["a", "b", "c", "d"]
