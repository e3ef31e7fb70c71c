"""`affray simulate` and `affray duel -n`: counts, charts, seeds, engines, precision, and whatever makes no sense."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from unittest import mock

import pytest
from terminal import affray, refused

from affray.arena.engine import Engine
from affray.arena.many import Tabled, Untabulated
from affray.arena.simulate import Simulation, simulate
from affray.cli import running
from affray.cli.running import LOOK, Run, next_look, play_by
from affray.fightfile import load_fight

KEYS = {"fights", "wins", "draws", "limit", "rounds", "survivors", "engine", "seed", "chances"}
KEYS |= {"left", "first_down", "damage_per_round", "upset", "reason"}
REFERENCE = ("--engine", "reference")
HARMLESS = """\
system = "opposed-2d6"
distance = 500

[[fighter]]
name = "Ann"
side = "red"
brute = 1
dex = 2
wits = 1
move = 0

[[fighter]]
name = "Bob"
side = "blue"
brute = 1
dex = 2
wits = 1
move = 0
"""


#: one holds the other, so that tables do not do
HELD = """\

[fighter.state]
holds = "Ann"
"""


def test_the_answer_is_that_of_the_library(equals: Path) -> None:
    said = affray("simulate", equals, "-n", 30, "--seed", 5, "--json", *REFERENCE)
    assert (said.code, said.err) == (0, "")
    fight = load_fight(equals)
    assert said.json == {"exact_duel": False, **simulate(fight.system, fight.encounter, 30, 5).data()}
    assert said.json.keys() >= KEYS
    assert (said.json["engine"], said.json["seed"], said.json["fights"]) == ("reference", 5, 30)
    assert affray("simulate", equals, "-n", 30, "--seed", "5", "--workers", 2, "--json", *REFERENCE).json == said.json


def test_tables_play_where_nobody_says_otherwise(equals: Path) -> None:
    said = affray("simulate", equals, "--seed", 5, "--json")
    assert (said.code, said.err) == (0, "")
    fight = load_fight(equals)
    data = Tabled(fight.system, fight.encounter, 5).part(0, 100_000).data()
    assert said.json == {"exact_duel": True, **data}
    assert said.json.keys() >= KEYS
    assert (said.json["engine"], said.json["reason"], said.json["fights"]) == ("tables", "", 100_000)
    assert affray("simulate", equals, "--seed", 5, "--json", "--engine", "tables", "--workers", 2).json == said.json
    assert affray("simulate", equals, "-n", 99_999, "--seed", 5, "--json").json != said.json


def test_the_reference_plays_what_does_not_fit_into_tables_and_it_is_said_why(equals: Path) -> None:
    equals.write_text(equals.read_text() + HELD, encoding="utf-8")
    data = affray("simulate", equals, "--workers", 1, "--json").json
    assert (data["engine"], data["fights"], data["exact_duel"]) == ("reference", 1_000, False)
    assert "hold" in data["reason"]
    lines = affray("simulate", equals, "-n", 5, "--seed", 1).out.splitlines()
    assert lines[:2] == ["5 fights by the reference, seed 1", f"by the reference: {data['reason']}"]
    assert not any("exactly" in line for line in lines)
    assert refused("simulate", equals, "-n", 5, "--engine", "tables") == (
        f"affray: tables: {data['reason']}; the reference can play it"
    )
    asked = affray("simulate", equals, "-n", 5, *REFERENCE, "--json").json
    assert (asked["engine"], asked["reason"]) == ("reference", "")


def test_what_does_not_fit_in_mid_course_is_played_by_the_reference_from_the_first_fight_on(equals: Path) -> None:
    real, calls = Engine.run, []

    def run(self: Engine, first: int, count: int, workers: int = 1) -> object:
        calls.append(first)
        if first:
            raise Untabulated("out of the blue")
        return real(self, first, count, workers)

    with mock.patch.object(Engine, "run", run):
        said = affray("simulate", equals, "-n", 400, "--seed", 5, "--workers", 1, "--json")
        assert refused("simulate", equals, "--engine", "tables").startswith("affray: tables: out of the blue")
    fight = load_fight(equals)
    assert len(calls) == 4
    expected = simulate(fight.system, fight.encounter, 400, 5).data()
    assert said.json == {"exact_duel": False, **expected, "reason": "out of the blue"}


def test_the_chart_says_it_all(equals: Path) -> None:
    said = affray("simulate", equals, "-n", 40, "--seed", "x", *REFERENCE)
    lines = [line.rstrip() for line in said.out.splitlines()]
    assert lines[0] == "40 fights by the reference, seed x"
    assert lines[1].split() == ["wins", "95", "%", "interval"]
    assert [line.split()[0] for line in lines[2:6]] == ["red", "blue", "nobody", "undecided:"]
    assert "█" in lines[2]
    assert lines[4] == "nobody is left             0 %  0 % to 7.5 %"
    assert lines[5] == "undecided: round limit     0 %  0 % to 7.5 %"
    assert lines[6].startswith("rounds: ")
    assert [line.split(" alive at the end: ")[0] for line in lines[7:9]] == ["red", "blue"]
    assert re.fullmatch(r"points lost in a round: red \d\.\d\d, blue \d\.\d\d", lines[9])
    assert re.fullmatch(r"first to drop out: red .* %, blue .* %", lines[10])
    assert len(lines) == 11  # nobody is the weaker of two who are alike


def test_simulate_says_when_a_duel_needs_no_dice(equals: Path, crowd: Path) -> None:
    hint = f"without dice, exactly: affray duel {equals}"
    assert affray("simulate", equals, "-n", 5).out.splitlines()[-1] == hint
    assert "exactly" not in affray("simulate", crowd, "-n", 5).out
    assert affray("simulate", crowd, "-n", 5, "--json").json["exact_duel"] is False
    assert "exactly" not in affray("duel", equals, "-n", 5).out
    assert "exact_duel" not in affray("duel", equals, "-n", 5, "--json").json


def test_the_seed_is_typed_or_that_of_the_file_or_a_fresh_one(equals: Path, crowd: Path) -> None:
    def seed(path: Path, *words: object) -> object:
        return affray("simulate", path, "-n", 1, "--json", *words).json["seed"]

    assert seed(equals, "--seed", "007x") == "007x"
    assert seed(equals, "--seed", "7") == 7
    assert seed(crowd) == 3
    assert seed(crowd, "--seed", "4") == 4
    fresh = {seed(equals) for _ in range(3)}
    assert len(fresh) == 3
    assert all(isinstance(number, int) for number in fresh)
    assert affray("simulate", equals, "-n", 1).out.startswith("1 fight by the tables, seed ")


def test_switches_are_set(equals: Path) -> None:
    def data(*words: object) -> object:
        return affray("simulate", equals, "-n", 20, "--seed", 1, "--json", *words).json

    for engine in ((), REFERENCE):
        tied = data("--set", "defence.tie=attack", *engine)
        assert tied != data("--set", "defence.tie=defence", *engine) == data(*engine)


def test_fights_without_end_are_undecided(tmp_path: Path) -> None:
    path = tmp_path / "harmless.toml"
    path.write_text(HARMLESS, encoding="utf-8")
    for words in (["simulate"], ["duel"], ["simulate", *REFERENCE], ["duel", *REFERENCE]):
        data = affray(words[0], path, *words[1:], "-n", 3, "--rounds", 4, "--json").json
        assert (data["limit"], data["wins"]) == (3, {"red": 0, "blue": 0})
        assert data["rounds"] == {"mean": 4.0, "min": 4, "max": 4, "counts": {"4": 3}}
    assert "rounds: 4.00 on average, always 4" in affray("simulate", path, "-n", 3, "--rounds", 4).out


@pytest.mark.parametrize(
    ("words", "pair"),
    [
        ([], ["Big Jo", "Goblin 1"]),
        (["-a", "goblin 2"], ["Goblin 2", "Big Jo"]),
        (["-t", "goblin 2"], ["Big Jo", "Goblin 2"]),
        (["-t", "big"], ["Goblin 1", "Big Jo"]),
        (["-a", "goblin", "-t", "big jo"], ["Goblin 1", "Big Jo"]),
    ],
)
def test_two_are_put_into_the_ring(crowd: Path, words: list[str], pair: list[str]) -> None:
    data = affray("duel", crowd, "-n", 5, "--json", *words).json
    assert data["fighters"] == pair
    assert all(max(map(int, side["counts"])) <= 1 for side in data["survivors"].values())
    said = affray("duel", crowd, "-n", 5, *words).out.splitlines()
    assert said[0] == f"{' against '.join(pair)}: 5 duels by the tables, seed 3"
    assert {line.split("  ")[0].strip() for line in said[2:4]} == set(pair)


def test_a_duel_is_the_fight_of_the_two(crowd: Path) -> None:
    fight = load_fight(crowd)
    two = fight.encounter.left("Goblin 1")
    for words, summary in (
        (REFERENCE, simulate(fight.system, two, 20, 3)),
        ((), Tabled(fight.system, two, 3).part(0, 20)),
    ):
        data = affray("duel", crowd, "-t", "goblin 2", "-n", 20, "--json", *words).json
        assert data == {"fighters": ["Big Jo", "Goblin 2"], "untied": [], **summary.data()}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["simulate", "-n", "0"], "-n: '0' is not allowed; expected a whole number from 1 to 1000000000"),
        (["simulate", "-n", "1000000001"], "-n: '1000000001' is not allowed"),
        (["duel", "-n", "x"], "-n: 'x' is not allowed"),
        (["simulate", "-n", "-3"], "-n: '-3' is not allowed"),
        (["simulate", "--rounds", "0"], "--rounds: '0' is not allowed; expected a whole number from 1 to 100000"),
        (["simulate", "--workers", "0"], "--workers: '0' is not allowed; expected a whole number from 1 to 60"),
        (["simulate", "--set", "frob=1"], "unknown switch 'frob' (known: "),
        (["simulate", "--set", "defence.tie"], "--set: 'defence.tie' is not allowed; expected NAME=VALUE"),
        (["simulate", "--engine", "dice"], "--engine: 'dice' is not allowed; expected tables | reference"),
        (["simulate", "--precision", "0.1"], "--precision: '0.1' is not allowed; expected a percentage above 0 %"),
        (["simulate", "--precision", "0%"], "--precision: '0%' is not allowed; expected a percentage above 0 %"),
        (["simulate", "--precision", "50%"], "--precision: '50%' is not allowed"),
        (["simulate", "--precision", "x%"], "--precision: 'x%' is not allowed"),
        (["duel", "--precision", "-1%"], "--precision: '-1%' is not allowed"),
        (
            ["simulate", "--plot", "law.doc"],
            "picture: 'law.doc' is not allowed; expected a file that ends with .png or",
        ),
        (["duel", "-n", "5", "--plot", "no/where.png"], "a folder that exists; there is no no"),
        (["duel", "--plot", "no/where.png"], "a folder that exists; there is no no"),
        (["simulate", "-a", "Big Jo"], "no such option: -a"),
        (["duel", "-a", "zed"], "unknown fighter 'zed' (known: Big Jo, Goblin 1, Goblin 2)"),
        (["duel", "-t", "gob"], "fighter: 'gob' is not allowed; expected one of Goblin 1, Goblin 2"),
        (["duel", "-a", "big", "-t", "Big Jo"], "somebody else: nobody fights a duel against himself, and Big Jo is"),
        (["duel", "-a", "goblin", "-t", "goblin 2"], "expected a foe of Goblin 1, as Big Jo; these two are both of"),
    ],
)
def test_what_makes_no_sense_says_why(crowd: Path, words: list[str], message: str) -> None:
    command, *rest = words
    said = refused(command, crowd, *rest)
    assert said.lower().startswith("affray: ")
    assert message in said
    assert "\n" not in said


def test_a_record_is_no_fight_file(tmp_path: Path) -> None:
    path = tmp_path / "record.toml"
    path.write_text('{"affray":1}\n')
    for command in ("simulate", "duel"):
        assert "a record, not a fight file" in refused(command, path)


# -- precision


def test_fights_are_played_until_enough_is_known(equals: Path) -> None:
    data = affray("simulate", equals, "--precision", "1%", "--seed", 1, "--json").json
    assert data["precision"]["asked"] == 0.01
    found = data["chances"]["red"]
    assert data["precision"]["reached"] == pytest.approx((found["high"] - found["low"]) / 2)
    assert data["precision"]["reached"] <= 0.01
    # not many more than it takes: 1.96 ** 2 / 4 / 0.01 ** 2 for a chance of a half
    assert 9_000 < data["fights"] < 11_500
    assert data["fights"] % LOOK == 0
    fight = load_fight(equals)
    looks = [LOOK]
    while looks[-1] < data["fights"]:
        looks.append(next_look(looks[-1], looks[-1]))
    assert looks[-1] == data["fights"]
    assert Tabled(fight.system, fight.encounter, 1).part(0, looks[-2]).half_width > 0.01
    assert affray("simulate", equals, "--precision", "1 %", "--seed", 1, "--workers", 2, "--json").json == data
    said = affray("simulate", equals, "--precision", "1%", "--seed", 1).out.splitlines()
    assert re.fullmatch(r"precision: red wins ± (0\.9\d|1) %; ± 1 % was asked for", said[-2])


def test_the_number_of_fights_is_the_most_where_it_is_given_too(equals: Path) -> None:
    for words, fights in (("-n", 700), 700), (("-n", 1_500), 1_500):
        said = affray("simulate", equals, "--precision", "0.5%", *words, "--json")
        assert (said.code, said.json["fights"]) == (0, fights)
        assert said.json["precision"]["reached"] > 0.005


def test_the_reference_stops_at_the_same_fight_whoever_plays(equals: Path) -> None:
    fight = load_fight(equals)
    whole = [
        play_by(Simulation(fight.system, fight.encounter, 1), Run(precision=0.04, workers=workers)).summary
        for workers in (1, 2)
    ]
    assert whole[0] == whole[1]
    assert LOOK <= whole[0].fights < LOOK + 64
    assert whole[0] == simulate(fight.system, fight.encounter, whole[0].fights, 1)


def test_it_is_looked_at_the_same_numbers_of_fights_wherever_parts_end() -> None:
    looks = [LOOK]
    while looks[-1] < 10**9:
        looks.append(next_look(looks[-1], looks[-1]))
    assert all(look % LOOK == 0 for look in looks)
    assert all(b - a <= max(LOOK, a // 8) for a, b in pairwise(looks))
    for fights in (LOOK + 1, 5_000, 123_456, 10**7 + 5):
        assert next_look(LOOK, fights) == min(look for look in looks if look > fights)
    assert len(looks) < 150


def test_pieces_grow_and_shrink_with_the_time_they_take(equals: Path) -> None:
    fight = load_fight(equals)
    asked: list[int] = []
    clock = [0.0]
    cost = 1e-6

    class Slow(Tabled):
        def part(self, first: int, fights: int, workers: int = 1) -> object:
            asked.append(fights)
            clock[0] += cost * fights
            return super().part(first, fights, workers)

    source = Slow(fight.system, fight.encounter, 1)
    with mock.patch.object(running, "perf_counter", side_effect=lambda: clock[0]):
        fast = play_by(source, Run(600_000, workers=1)).summary
        assert max(asked) > 50_000
        assert sum(asked) == 600_000
        asked.clear()
        cost = 0.01
        slow = play_by(source, Run(3_000, workers=1)).summary
        assert max(asked[5:]) <= 40
    assert fast == Tabled(fight.system, fight.encounter, 1).part(0, 600_000)
    assert slow == Tabled(fight.system, fight.encounter, 1).part(0, 3_000)


# -- pictures


@pytest.mark.parametrize("name", ["many.png", "many.svg"])
@pytest.mark.parametrize("command", ["simulate", "duel"])
def test_a_picture_of_many_fights(equals: Path, tmp_path: Path, name: str, command: str) -> None:
    said = affray(command, equals, "-n", 50, "--seed", 1, "--plot", tmp_path / name)
    assert said.code == 0
    assert "50 " in said.out
    written = (tmp_path / name).read_bytes()
    assert written.startswith(b"\x89PNG" if name.endswith("png") else b"<?xml")


def test_nothing_is_played_for_a_picture_that_cannot_be_written(equals: Path) -> None:
    with mock.patch.object(Engine, "run", side_effect=AssertionError):
        refused("simulate", equals, "--plot", "many.doc")


RIDERS = """\
system = "opposed-2d6"
distance = 1
fighter = [
    { from = "Boog", side = "us", mount = "Centipede" },
    { from = "Centipede", side = "us", tamed = true },
    { from = "Troll", side = "them", state = { holds = "Boog" } },
    { name = "Ann", side = "them", brute = 1, dex = 1, wits = 1 },
]
"""


@pytest.mark.parametrize(
    ("pair", "cut"),
    [
        (("Boog", "Troll"), ["Boog rides Centipede"]),
        (("Boog", "Ann"), ["Boog rides Centipede", "Troll holds Boog"]),
        (("Centipede", "Ann"), ["Boog rides Centipede"]),
    ],
)
def test_a_duel_tells_what_it_cuts(tmp_path: Path, pair: tuple[str, str], cut: list[str]) -> None:
    path = tmp_path / "riders.toml"
    path.write_text(RIDERS, encoding="utf-8")
    words = ("duel", path, "-a", pair[0], "-t", pair[1], "-n", 2, "--seed", 1)
    said = affray(*words)
    assert (said.code, said.err) == (0, f"affray: not in this duel: {'; '.join(cut)}\n")
    assert affray(*words, "--json").json["untied"] == cut


def test_a_duel_that_cuts_nothing_says_nothing(crowd: Path) -> None:
    said = affray("duel", crowd, "-n", 2)
    assert said.err == ""
