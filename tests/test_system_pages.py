"""The page of each system is what its parts make; nothing on it is written twice."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from affray.options import Switch
from affray.system import Chart, find_system, system_names

DOCS = Path(__file__).parents[1] / "docs"
MAKER: dict[str, Any] = runpy.run_path(str(DOCS / "make_system_pages.py"))
each_system = pytest.mark.parametrize("name", system_names())


def written(name: str) -> str:
    return (DOCS / "systems" / f"{name}.md").read_text(encoding="utf-8")


def test_every_system_has_a_page_and_no_other_has() -> None:
    folder = DOCS / "systems"
    there = {path.name for path in folder.iterdir()}
    assert there == {f"{name}{end}" for name in system_names() for end in (".md", ".intro.md", ".values.toml")}


@each_system
def test_the_page_is_what_its_parts_make(name: str) -> None:
    made, page = MAKER["page"](name).splitlines(), written(name).splitlines()
    for number, (a, b) in enumerate(zip(made, page, strict=False), start=1):
        assert a == b, f"line {number}: run docs/make_system_pages.py"
    assert len(made) == len(page)


@each_system
def test_every_rule_stands_on_it_once_with_what_it_says(name: str) -> None:
    lines = written(name).splitlines()
    for entry in find_system(name).rules().values():
        row = f"| `{entry.id}` | {entry.statement} | {entry.basis} |"
        assert lines.count(row) == 1, entry.id
        assert f"### {entry.heading}" in lines or entry.ruling


@each_system
def test_every_value_of_every_switch_stands_on_it_with_a_meaning(name: str) -> None:
    described = MAKER["described"](name)
    page = written(name)
    for switch in find_system(name).switches:
        values = described[switch.name]
        assert list(values) == MAKER["values"](switch)
        assert all(meaning and f"| {meaning} |" in page for meaning in values.values()), switch.name
        assert len(set(values.values())) == len(values), switch.name


@each_system
def test_every_action_and_every_chart_stands_on_it(name: str) -> None:
    system, page = find_system(name), written(name)
    assert all(f"| `{kind}" in page for kind in system.actions)
    module = __import__(f"{type(system).__module__}.charts", fromlist=["charts"])
    charts = [thing for thing in vars(module).values() if isinstance(thing, Chart)]
    assert charts
    assert all(f"### {chart.title}\n" in page for chart in charts)


def test_rules_charts_and_numbers_of_the_source() -> None:
    page = written("opposed-2d6")
    rules = page.split("## The rules")[1].split("## Charts")[0]
    assert sum(line.startswith("| `") for line in rules.splitlines()) == 99
    for row in (
        "| -4 | Nymph, Fairy |",
        "| +7 | Drake |",
        "| aimed | -3 |",
        "| severe wind | +3 |",
        "| melee | +2 | +1 |",
        "| ranged | -2 | 0 |",
        "| 3-4 | -1 | 8 |  |  |",
        "| 7+ | -3 | 12 | yes | yes |",
        "| grapple |  |  |  |  | melee |  |  |",
    ):
        assert row in page.splitlines(), row


def test_the_same_of_penetration() -> None:
    page = written("penetration")
    rules = page.split("## The rules")[1].split("## Charts")[0]
    assert sum(line.startswith("| `") for line in rules.splitlines()) == 47
    for row in (
        "| 0 | 9 and less |",
        "| +4 | 40 to 49 |",
        "| -3 | 1/5 |",
        "| Strength shortfall | yes | yes |  | yes |  |  |",
        "| crushing | crushing blow | -2 | -2 |  | -2 | +1 | yes |  |  |",
        "| parry | full parry |  |  |  | +4 |  |  |  |  |",
        "| knock-out | 2 | 3 | 2 |",
        "| 20 | bow |",
        "| 2 | spare axe, light backpack |",
    ):
        assert row in page.splitlines(), row


def test_a_switch_that_is_described_badly_is_named() -> None:
    described = MAKER["described"]
    assert MAKER["values"](Switch("a", 1, range(3), "")) == ["0 to 2"]
    assert MAKER["values"](Switch("a", False, (False, True), "")) == ["false", "true"]
    with pytest.raises(FileNotFoundError):
        described("no-such-system")


@each_system
def test_the_slips_name_only_switches_that_there_are(name: str) -> None:
    slips = written(name).split("## Known slips of the source")[1]
    rows = [line.strip("| ").split(" | ") for line in slips.splitlines() if line.startswith("| ")][1:]
    known = {switch.name for switch in find_system(name).switches}
    named = {word.strip("` ") for row in rows if len(row) == 4 for word in row[3].split(",")}
    assert named <= known
    assert known - named == set(), "a switch is there for some slip"
