"""`affray odds`: exact numbers, every option of it, and whatever makes no sense."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from terminal import affray, refused

KEYS = {"hit", "loss", "tracks", "mean", "out", "cut"}

#: chance that 2d6 beats 2d6 by more than n
BEATS = {
    n: sum(1 for a in range(1, 7) for b in range(1, 7) for c in range(1, 7) for d in range(1, 7) if a + b - c - d > n)
    / 1296
    for n in range(-12, 12)
}


def odds(path: Path, *words: object, a: str = "Ann", t: str = "Bob") -> Any:
    said = affray("odds", path, "-a", a, "-t", t, "--json", *words)
    assert said.code == 0, said.err
    return said.json


def test_equal_fighters_hit_by_the_book(equals: Path) -> None:
    data = odds(equals)
    assert data.keys() >= KEYS
    assert data["hit"] == pytest.approx(575 / 1296)
    assert BEATS[0] == pytest.approx(575 / 1296)
    assert data["loss"]["0"] == pytest.approx(1 - 575 / 1296)
    assert sum(data["loss"].values()) == pytest.approx(1)
    assert data["mean"] == pytest.approx(sum(int(value) * share for value, share in data["loss"].items()))
    assert (data["cut"], data["exact"]) == (0, True)
    assert data["tracks"]["life"] == data["loss"]
    assert (data["attacker"], data["target"], data["action"]["weapon"]) == ("Ann", "Bob", "sword")


@pytest.mark.parametrize(
    ("words", "margin"),
    [
        (["--set", "defence.tie=attack"], -1),
        (["--mod", "terrain=-2"], 2),
        (["--mod", "attacker:terrain=-2"], 2),
        (["--mod", "Ann:attack:terrain=-2"], 2),
        (["--mod", "target:mud=-1"], -1),
        (["--mod", "target:parry:mud=-1"], -1),
        (["--mod", "Melee=off"], 0),
        (["--mod", "Ann:Melee=off"], 2),
        (["--mod", "terrain=-2", "--mod", "height=+3"], -1),
        (["--given", "attacker.dex=4"], -2),
        (["--given", "target.melee=5"], 3),
        (["--given", "Bob.melee=5"], 3),
        (["--given", "distance=1"], 0),
    ],
)
def test_what_else_is_the_case_moves_the_margin(equals: Path, words: list[str], margin: int) -> None:
    assert odds(equals, "--guard", "parry", *words)["hit"] == pytest.approx(BEATS[margin])


def test_the_guard_can_be_fixed(equals: Path) -> None:
    free = odds(equals)
    assert free["decided"] == {}
    assert {q["key"] for q in free["open"]} == {"guard"}
    assert set(free["options"]["guard"]) == {"parry", "dodge", "none"}
    fixed = odds(equals, "--guard", "none")
    assert fixed["hit"] == pytest.approx(free["options"]["guard"]["none"]["hit"])
    assert fixed["decided"] == {"guard": "none"}
    assert fixed["open"] == []
    assert odds(equals, "--guard", "PARRY")["hit"] == odds(equals, "--guard", "parry")["hit"]


def test_the_table_shows_roll_odds_and_bars(equals: Path) -> None:
    said = affray("odds", equals, "-a", "ann", "-t", "bo")
    lines = said.out.splitlines()
    assert lines[0] == "Ann attacks Bob with sword"
    assert lines[1] == "  Ann, attack: 2d6 + 2 Dex + 2 Melee"
    assert lines[2].startswith("  hits 44.4 %, mean ")
    assert "parry" in said.out
    assert any(line.startswith("Bob loses  exactly  at least") for line in lines)
    assert "█" in said.out


def test_a_blow_from_afar_is_looked_at_from_within_reach(equals: Path) -> None:
    equals.write_text(equals.read_text().replace("distance = 2", "distance = 9"))
    said = affray("odds", equals, "-a", "Ann", "-t", "Bob")
    assert said.out.splitlines()[0] == "at 2 m; the file has them 9 m apart"
    data = odds(equals)
    assert (data["distance"], data["distance_in_file"]) == (2, 9)
    assert "[house.reach]" in refused("odds", equals, "-a", "Ann", "-t", "Bob", "--given", "distance=9")


def test_names_with_blanks_and_alike(crowd: Path) -> None:
    assert odds(crowd, a="big jo", t="goblin")["target"] == "Goblin 1"
    assert odds(crowd, "--weapon", "old sword", a="Big", t="goblin 2")["target"] == "Goblin 2"
    message = refused("odds", crowd, "-a", "big jo", "-t", "gob")
    assert message == "affray: fighter: 'gob' is not allowed; expected one of Goblin 1, Goblin 2"


def test_the_kind_of_action_may_be_short(equals: Path) -> None:
    assert odds(equals, "--action", "att")["hit"] == pytest.approx(575 / 1296)


def test_a_modifier_that_counts_nowhere_is_told(equals: Path) -> None:
    for text in ("target:pull:mud=-1", "frob=off"):
        said = affray("odds", equals, "-a", "Ann", "-t", "Bob", "--mod", text)
        assert said.code == 0
        assert said.err == f"affray: --mod {text!r}: no number of this action that it would change was found\n"
    # one that counts for a choice that is not the program's counts
    assert affray("odds", equals, "-a", "Ann", "-t", "Bob", "--mod", "target:dodge:mud=-1").err == ""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-a", "Ann", "-t", "Ann"], "nobody attacks himself [roll.opposed]"),
        (["-a", "", "-t", "Bob"], "unknown fighter '' (known: Ann, Bob)"),
        (["-a", "Zed", "-t", "Bob"], "unknown fighter 'Zed'"),
        (["--action", "frob"], "unknown action 'frob' (known: attack, "),
        (["--action", "pass", "--weapon", "sword"], "unknown parameter of pass 'weapon'"),
        (["--action", "pass", "--guard", "parry"], "expected no --guard beside --action pass, which nobody guards"),
        (["--weapon", "axe"], "unknown weapon 'axe' (known: sword, "),
        (["--guard", "frob"], "unknown guard 'frob' (known: parry, dodge, resist, none)"),
        (["--guard", "resist"], "guard of Bob: 'resist' does not fit; expected parry | dodge | none"),
        (["--mod", "target:dance:mud=1"], "unknown purpose 'dance' (known: initiative, attack, "),
        (
            ["--given", "distance=1", "--given", "distance=30"],
            "--given: 'distance' is not allowed; expected each thing",
        ),
        (
            ["--given", "wind=light", "--given", "wind=light"],
            "--given: 'wind' is not allowed; expected each thing once",
        ),
        (["--given", "target.life=3", "--given", "Bob.life=4"], "--given: 'Bob.life' is not allowed; expected each"),
        (["--set", "defence.tie=attack", "--set", "defence.tie=defence"], "--set: 'defence.tie' is not allowed"),
        (["--given", "distance"], "--given: 'distance' is not allowed; expected NAME=VALUE"),
        (["--given", "=4"], "--given: '=4' is not allowed; expected NAME=VALUE"),
        (["--given", "distance=x"], "distance: 'x' is not allowed; expected a whole number from 0 to 100000"),
        (["--given", "distance=--4"], "distance: '--4' is not allowed"),
        (["--given", "distance=²"], "distance: '²' is not allowed"),
        (["--given", "distance=-1"], "distance: '-1' is not allowed"),
        (["--given", "distance=" + "9" * 5000], "is not allowed; expected a whole number from 0 to 100000"),
        (["--given", "weather=bad"], "unknown condition 'weather' (known: distance, wind, attacker.NAME, target.NAME)"),
        (["--given", "wind=bad"], "wind: 'bad' is not allowed; expected 'none', 'light'"),
        (["--given", "target.frob=1"], "unknown value of a fighter 'frob'"),
        (["--given", "target.life=x"], "life: 'x' is not allowed"),
        (["--given", "zed.life=3"], "unknown fighter 'zed'"),
        (["--mod", "mud"], "--mod: 'mud' is not allowed; expected NAME=VALUE"),
        (["--mod", "mud=x"], "--mod: 'x' is not allowed; expected a whole number from -1000 to 1000"),
        (["--mod", "mud=1001"], "--mod: '1001' is not allowed"),
        (["--mod", "mud=--4"], "--mod: '--4' is not allowed"),
        (["--mod", "a:b:c:d=1"], "expected NAME=VALUE, WHO:NAME=VALUE or WHO:PURPOSE:NAME=VALUE"),
        (["--mod", "target::mud=1"], "expected NAME=VALUE, WHO:NAME=VALUE or WHO:PURPOSE:NAME=VALUE"),
        (["--mod", "zed:mud=1"], "unknown fighter 'zed' (known: attacker, target, Ann, Bob)"),
        (["--set", "defence.tie"], "--set: 'defence.tie' is not allowed; expected NAME=VALUE"),
        (["--set", "defence.tie=maybe"], "switch defence.tie: 'maybe' is not allowed; expected defence | attack"),
        (["--set", "defence.limit=21"], "expected a whole number from 0 to 20"),
        (["--set", "frob=1"], "unknown switch 'frob' (known: "),
        (["--given", "target.life=-50"], "Bob is dead [damage.death]"),
    ],
)
def test_what_makes_no_sense_says_why(equals: Path, words: list[str], message: str) -> None:
    words = words if "-a" in words else ["-a", "Ann", "-t", "Bob", *words]
    said = refused("odds", equals, *words)
    assert said.startswith("affray: ")
    assert message in said
    assert "\n" not in said


@pytest.mark.parametrize(
    ("words", "hit"),
    [
        (["--given", "target.unconscious=true"], None),  # what nobody defends against has odds all the same
        (["--mod", "curse=-100"], 0),  # every roll of Ann is a fumble
    ],
)
def test_a_guard_that_nobody_is_asked_for_is_told_and_answered(equals: Path, words: list[str], hit: int | None) -> None:
    free = affray("odds", equals, "-a", "Ann", "-t", "Bob", "--json", *words)
    for guard in ("parry", "none", "resist"):
        said = affray("odds", equals, "-a", "Ann", "-t", "Bob", "--json", "--guard", guard, *words)
        assert said.code == 0
        assert said.err == f"affray: --guard {guard}: nobody is asked for a guard here\n"
        assert said.json == free.json
    assert hit is None or free.json["hit"] == hit


def test_a_shot_out_of_reach_has_no_guard_and_an_answer(equals: Path) -> None:
    bow = equals.read_text(encoding="utf-8").replace('melee = 2\nweapons = ["sword"]', 'weapons = ["bow"]')
    equals.write_text(bow, encoding="utf-8")
    said = affray(
        "odds", equals, "-a", "Ann", "-t", "Bob", "--guard", "dodge", "--mod", "attacker:TN:dark=30", "--json"
    )
    assert (said.code, said.json["hit"], said.json["decided"]) == (0, 0, {})
    assert "nobody is asked for a guard here" in said.err


def test_a_record_is_no_fight_file(tmp_path: Path) -> None:
    path = tmp_path / "record.toml"
    path.write_text('{"affray":1}\n')
    assert refused("odds", path, "-a", "x", "-t", "y") == (
        f"affray: {path}: a record, not a fight file; affray play {path} goes on with it"
    )
