"""`affray duel`: exact where it can be, dice where somebody asks for them or nothing else can tell."""

from __future__ import annotations

from pathlib import Path

import pytest
from terminal import affray

from affray.duel import exact_duel
from affray.fightfile import load_fight

HELD = """\

[fighter.state]
holds = "Ann"
"""


def test_a_duel_is_exact_where_nobody_asks_for_dice(equals: Path) -> None:
    fight = load_fight(equals)
    law = exact_duel(fight.system, fight.encounter)
    said = affray("duel", equals, "--json")
    assert (said.code, said.err) == (0, "")
    assert said.json == {"untied": [], **law.data()}
    assert said.json["engine"] == "exact"
    assert affray("duel", equals, "--json", "--seed", 5, "--workers", 2).json == {"untied": [], **law.data()}
    lines = affray("duel", equals).out.splitlines()
    assert lines[0].startswith("Ann against Bob: exact, ")


def test_the_two_are_picked_and_all_others_left_out(crowd: Path) -> None:
    fight = load_fight(crowd)
    law = exact_duel(fight.system, fight.encounter.left("Goblin 1"))
    said = affray("duel", crowd, "-t", "goblin 2", "--json")
    assert said.json == {"untied": [], **law.data()}
    assert said.json["fighters"] == ["Big Jo", "Goblin 2"]


def test_switches_and_the_round_limit_count(equals: Path) -> None:
    usual = affray("duel", equals, "--json").json
    assert affray("duel", equals, "--json", "--set", "defence.tie=attack").json["wins"] != usual["wins"]
    short = affray("duel", equals, "--json", "--rounds", 2).json
    assert short["limit"] > 0.2
    assert max(map(int, short["rounds"]["counts"])) == 2


@pytest.mark.parametrize(
    ("words", "engine"),
    [
        (["-n", 50], "tables"),
        (["--engine", "tables", "-n", 50], "tables"),
        (["--engine", "reference", "-n", 50], "reference"),
        (["--engine", "tables"], "tables"),
        (["--precision", "4%"], "tables"),
    ],
)
def test_dice_are_thrown_for_whoever_asks_for_them(equals: Path, words: list[object], engine: str) -> None:
    data = affray("duel", equals, "--json", "--seed", 1, *words).json
    assert data["engine"] == engine
    assert data["fights"] > 0
    assert data["fighters"] == ["Ann", "Bob"]
    assert "inexact" not in data


def test_dice_agree_with_what_is_exact(equals: Path) -> None:
    exact = affray("duel", equals, "--json").json
    data = affray("duel", equals, "--json", "--precision", "0.2%", "--seed", 3).json
    for side, chance in exact["wins"].items():
        assert abs(data["chances"][side]["chance"] - chance) < 0.005
    assert data["rounds"]["mean"] == pytest.approx(exact["rounds"]["mean"], abs=0.03)


def test_where_only_dice_can_tell_they_do_and_it_is_said(equals: Path) -> None:
    equals.write_text(equals.read_text() + HELD, encoding="utf-8")
    data = affray("duel", equals, "--json", "--workers", 1).json
    assert (data["engine"], data["fights"], data["fighters"]) == ("reference", 1_000, ["Ann", "Bob"])
    assert "hold" in data["inexact"]
    assert data["inexact"] == data["reason"]
    lines = affray("duel", equals, "--workers", 1).out.splitlines()
    assert lines[0] == f"not exactly: {data['inexact']}"
    assert lines[1].startswith("Ann against Bob: 1,000 duels by the reference, seed ")
    assert lines[2] == f"by the reference: {data['reason']}"


@pytest.mark.parametrize("name", ["duel.png", "duel.svg"])
def test_a_picture_of_the_law(equals: Path, tmp_path: Path, name: str) -> None:
    said = affray("duel", equals, "--plot", tmp_path / name)
    assert (said.code, said.err) == (0, "")
    written = (tmp_path / name).read_bytes()
    assert written.startswith(b"\x89PNG" if name.endswith("png") else b"<?xml")


def test_what_ties_the_two_to_others_is_cut_and_said(crowd: Path) -> None:
    text = crowd.read_text(encoding="utf-8")
    crowd.write_text(text.replace("[[fighter]]", "[[fighter]]\nstate = { holds = 'Goblin 2' }", 1), encoding="utf-8")
    said = affray("duel", crowd, "-t", "goblin 1")
    assert said.err == "affray: not in this duel: Big Jo holds Goblin 2\n"
    assert said.out.startswith("Big Jo against Goblin 1: exact, ")
    data = affray("duel", crowd, "-t", "goblin 1", "--json").json
    assert data["untied"] == ["Big Jo holds Goblin 2"]
    assert affray("duel", crowd, "-t", "goblin 1", "-n", 5, "--json").json["untied"] == data["untied"]
