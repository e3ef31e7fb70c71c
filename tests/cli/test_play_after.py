"""`affray play NEXT.toml --after RECORD`: one fight after another, with or without a rest."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from terminal import affray, play, refused

FIRST = """\
system = "opposed-2d6"
distance = 2
seed = 3

[[fighter]]
from = "Jobo"
side = "us"
state = { poisons = "viper 2 3", exhaustion = 4 }

[[fighter]]
name = "Mira"
from = "Jobo"
side = "us"
state = { life = 0, broken = "left arm" }

[[fighter]]
name = "Rat"
count = 2
side = "them"
brute = 0
dex = 0
wits = 0
life = 1
"""

NEXT = """\
system = "opposed-2d6"
distance = 2
seed = 4

[[fighter]]
from = "Jobo"
side = "us"

[[fighter]]
name = "Mira"
from = "Jobo"
side = "us"

[[fighter]]
from = "Troll"
side = "them"
"""

TYPED = ("--typed-dice",)


@pytest.fixture
def first(tmp_path: Path) -> Path:
    """The record of a fight that the heroes have won, unharmed but for what they brought along."""
    path, record = tmp_path / "first.toml", tmp_path / "first.jsonl"
    path.write_text(FIRST, encoding="utf-8")
    rulings = ("gm set Rat 1 dead true", "gm set Rat 2 dead true")
    play(path, "6 6", "5 5", "1 1", "1 1", *rulings, "quit", options=(*TYPED, "--record", record))
    assert affray("replay", record, "-q").out.endswith("the fight is over\n")
    return record


@pytest.fixture
def after(tmp_path: Path) -> Path:
    path = tmp_path / "next.toml"
    path.write_text(NEXT, encoding="utf-8")
    return path


def beginning(after: Path, first: Path, *words: object) -> dict[str, Any]:
    """The fighters of the next fight as its record has them before the first round, by name."""
    record = after.with_suffix(".jsonl")
    said = affray("play", after, "--after", first, "--record", record, "--auto", "--rounds", 1, *words)
    assert said.code == 0, said.err
    assert affray("replay", record).code == 0
    head = json.loads(record.read_text(encoding="utf-8").splitlines()[0])
    return {f["id"]: f for f in head["start"]["fighters"]}


def test_who_was_there_comes_as_it_was(after: Path, first: Path) -> None:
    found = beginning(after, first)
    jobo, mira, troll = found["Jobo"], found["Mira"], found["Troll"]
    assert (jobo["life"], jobo["exhaustion"]) == (20, 4)
    assert [(toll["name"], toll["ticks"]) for toll in jobo["poisons"]] == [("viper", 3)]
    assert (mira["life"], mira["life_full"], mira["broken"]) == (0, 20, ["left arm"])
    assert (troll["life"], list(found)) == (35, ["Jobo", "Mira", "Troll"])


def test_with_a_rest(after: Path, first: Path) -> None:
    found = beginning(after, first, "--rest")
    jobo, mira = found["Jobo"], found["Mira"]
    assert (jobo["life"], jobo["exhaustion"], jobo["poisons"]) == (14, 10, [])
    assert (mira["life"], mira["broken"]) == (0, ["left arm"])


def test_the_record_of_the_next_fight_needs_neither_file(after: Path, first: Path) -> None:
    beginning(after, first)
    first.unlink()
    after.unlink()
    record = after.with_suffix(".jsonl")
    assert "same events" in affray("replay", record, "-q").out
    assert "life 0/20" in play(record, "status", "quit")


def test_who_is_not_in_the_next_fight_is_told(after: Path, first: Path) -> None:
    said = affray("play", after, "--after", first, typed="quit\n")
    assert said.err == f"affray: {first}: not in the next fight: Rat 1, Rat 2\n"


def test_the_dead_do_not_come_and_are_told(after: Path, first: Path) -> None:
    text = NEXT.replace('from = "Troll"\nside = "them"', 'name = "Rat 1"\nfrom = "Troll"\nside = "us"')
    after.write_text(text + '[[fighter]]\nfrom = "Troll"\nside = "them"\n', encoding="utf-8")
    said = affray("play", after, "--after", first, "--auto", "--rounds", 1)
    assert f"affray: {first}: Rat 1 is dead, and does not come\n" in said.err
    assert f"affray: {first}: not in the next fight: Rat 2\n" in said.err
    assert "Rat 1" not in said.out


def test_who_dies_of_poison_in_the_rest_is_told(after: Path, first: Path) -> None:
    play(first, 'gm set Jobo poisons "viper 7 3"', "quit")
    said = affray("play", after, "--after", first, "--rest", "--auto", "--rounds", 1)
    assert f"affray: {first}: Jobo died after that fight, and does not come\n" in said.err
    assert "died" not in affray("play", after, "--after", first, "--auto", "--rounds", 1).err


def test_a_state_in_the_next_file_heals(after: Path, first: Path) -> None:
    after.write_text(NEXT.replace('name = "Mira"', 'name = "Mira"\nstate = { life = 9, broken = "none" }'), "utf-8")
    mira = beginning(after, first)["Mira"]
    assert (mira["life"], mira["broken"]) == (9, [])


def test_a_side_with_nobody_left_is_refused(after: Path, first: Path) -> None:
    after.write_text(NEXT.replace('from = "Troll"', 'from = "Troll"\nname = "Rat 1"'), encoding="utf-8")
    message = refused("play", after, "--after", first)
    assert message == "affray: nobody of them is left for the next fight: the dead do not come"


def test_a_fight_that_is_not_over_will_do(after: Path, first: Path, tmp_path: Path) -> None:
    record = tmp_path / "open.jsonl"
    play(tmp_path / "first.toml", "6 6", "quit", options=(*TYPED, "--record", record))
    before = record.read_bytes()
    said = affray("play", after, "--after", record, "--auto", "--rounds", 1)
    assert said.code == 0
    assert f"affray: {record}: that fight is not over; all come as they stand in it\n" in said.err
    assert record.read_bytes() == before
    assert "not over" not in affray("play", after, "--after", first, "--auto", "--rounds", 1).err


def test_what_makes_no_sense_says_why(after: Path, first: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text(first.read_text(encoding="utf-8").replace('"opposed-2d6"', '"chess"', 1), encoding="utf-8")
    for words, message in (
        ((after, "--rest"), "--rest needs --after RECORD beside it"),
        ((first, "--after", first), "expected a fight file to begin"),
        ((after, "--after", after), "not a record; affray play FIGHT.toml --record FILE makes one"),
        ((after, "--after", tmp_path / "nothing"), "No such file or directory"),
        ((after, "--after", broken), "unknown system 'chess'"),
    ):
        said = refused("play", *words)
        assert said.startswith("affray: ")
        assert message in said


def test_the_seed_is_that_of_the_next_fight(after: Path, first: Path) -> None:
    said = affray("play", after, "--after", first, typed="quit\n")
    assert "seed 4;" in said.out
