"""`affray simulate` and `affray duel`: counts, charts, seeds, Ctrl-C, and whatever makes no sense."""

from __future__ import annotations

import codecs
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from unittest import mock

import pytest
from terminal import affray, refused

from affray.arena.simulate import Simulation, simulate
from affray.arena.summary import Summary
from affray.cli.simulate import played
from affray.fightfile import load_fight

KEYS = {"fights", "wins", "draws", "limit", "rounds", "survivors", "engine", "seed", "chances"}
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


def test_the_answer_is_that_of_the_library(equals: Path) -> None:
    said = affray("simulate", equals, "-n", 30, "--seed", 5, "--json")
    assert (said.code, said.err) == (0, "")
    fight = load_fight(equals)
    assert said.json == simulate(fight.system, fight.encounter, 30, 5).data()
    assert said.json.keys() >= KEYS
    assert (said.json["engine"], said.json["seed"], said.json["fights"]) == ("reference", 5, 30)
    assert affray("simulate", equals, "-n", 30, "--seed", "5", "--workers", 2, "--json").json == said.json


def test_the_chart_says_it_all(equals: Path) -> None:
    said = affray("simulate", equals, "-n", 40, "--seed", "x")
    lines = [line.rstrip() for line in said.out.splitlines()]
    assert lines[0] == "40 fights by the reference, seed x"
    assert lines[1].split() == ["wins", "95", "%", "interval"]
    assert [line.split()[0] for line in lines[2:6]] == ["red", "blue", "nobody", "undecided:"]
    assert "█" in lines[2]
    assert lines[4] == "nobody is left             0 %  0 % to 7.5 %"
    assert lines[5] == "undecided: round limit     0 %  0 % to 7.5 %"
    assert lines[6].startswith("rounds: ")
    assert [line.split(" alive at the end: ")[0] for line in lines[7:]] == ["red", "blue"]


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
    assert affray("simulate", equals, "-n", 1).out.startswith("1 fight by the reference, seed ")


def test_switches_are_set(equals: Path) -> None:
    def data(*words: object) -> object:
        return affray("simulate", equals, "-n", 20, "--seed", 1, "--json", *words).json

    assert data("--set", "defence.tie=attack") != data("--set", "defence.tie=defence") == data()


def test_fights_without_end_are_undecided(tmp_path: Path) -> None:
    path = tmp_path / "harmless.toml"
    path.write_text(HARMLESS, encoding="utf-8")
    for command in ("simulate", "duel"):
        data = affray(command, path, "-n", 3, "--rounds", 4, "--json").json
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
    assert said[0] == f"{' against '.join(pair)}: 5 duels by the reference, seed 3"
    assert {line.split("  ")[0].strip() for line in said[2:4]} == set(pair)


def test_a_duel_is_the_fight_of_the_two(crowd: Path) -> None:
    fight = load_fight(crowd)
    two = fight.encounter.left("Goblin 1")
    data = affray("duel", crowd, "-t", "goblin 2", "-n", 20, "--json").json
    assert data == {"fighters": ["Big Jo", "Goblin 2"], "cut": [], **simulate(fight.system, two, 20, 3).data()}


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


# -- Ctrl-C and the bar


def test_what_is_done_is_shown_when_somebody_stops_it(equals: Path) -> None:
    fight = load_fight(equals)
    simulation = Simulation(fight.system, fight.encounter, 1)
    real = Simulation.block

    def block(self: Simulation, first: int, fights: int, stop: object = None) -> Summary | None:
        if first >= 60:
            raise KeyboardInterrupt
        return real(self, first, fights, stop)

    with mock.patch.object(Simulation, "block", block):
        part = played(simulation, 1000, workers=1)
        assert 30 <= part.fights < 100
        said = affray("simulate", equals, "-n", 1000, "--seed", 1, "--workers", 1, "--json")
    assert part == simulate(fight.system, fight.encounter, part.fights, 1)
    assert said.code == 130
    assert said.json == part.data()
    assert said.err == f"affray: stopped by Ctrl-C after {part.fights} of 1,000 fights\n"


def test_nothing_is_said_of_no_fights(equals: Path) -> None:
    with mock.patch.object(Simulation, "block", side_effect=KeyboardInterrupt):
        said = affray("simulate", equals, "-n", 1000, "--workers", 1)
    assert (said.code, said.out) == (130, "")
    assert said.err == "affray: stopped by Ctrl-C after 0 of 1,000 fights\n"


PROGRAM = "from affray.cli import main\nif __name__ == '__main__':\n    main()"
POSIX = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals and signals of POSIX")


class Watched:
    """`affray simulate` with its standard error on a terminal, in a process group of its own."""

    def __init__(self, *words: object) -> None:
        import pty

        self.terminal, side = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, "simulate", *map(str, words)],
            stdout=subprocess.PIPE,
            stderr=side,
            start_new_session=True,
            env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"},
        )
        os.close(side)
        self.shown = ""
        self.reader = codecs.getincrementaldecoder("utf-8")()  # a read may end in the midst of a sign

    def until(self, pattern: str) -> None:
        """Read the terminal until something stands there, or to its end."""
        while not re.search(pattern, self.shown):
            try:
                data = os.read(self.terminal, 65536)
            except OSError:
                break
            if not data:
                break
            self.shown += self.reader.decode(data)

    def end(self) -> tuple[int, str]:
        """The exit code and what came out."""
        assert self.process.stdout is not None
        out = self.process.stdout.read().decode()
        self.until("(?!)")
        os.close(self.terminal)
        return self.process.wait(60), out


@POSIX
@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_goes_to_all_processes_and_is_told_once(equals: Path, workers: int) -> None:
    running = Watched(equals, "-n", 1_000_000, "--seed", 1, "--workers", workers, "--json")
    running.until(r"[1-9]\d*/1000000")
    os.killpg(running.process.pid, signal.SIGINT)  # as a terminal does
    code, out = running.end()
    assert code == 130
    assert json.loads(out)["fights"] > 0
    assert "Traceback" not in running.shown
    assert running.shown.count("stopped by Ctrl-C after ") == 1


@POSIX
def test_a_terminal_sees_a_bar_and_a_pipe_does_not(equals: Path) -> None:
    words = (equals, "-n", 100, "--seed", 1, "--workers", 1)
    code, out = (running := Watched(*words)).end()
    assert code == 0
    assert re.search(r"fights .* \d+/100", running.shown)
    assert out.startswith("100 fights by the reference, seed 1\n")
    assert affray("simulate", *words).err == ""


@POSIX
@pytest.mark.parametrize("workers", [1, 2])
def test_who_presses_ctrl_c_again_and_again_loses_nothing(equals: Path, workers: int) -> None:
    running = Watched(equals, "-n", 1_000_000, "--seed", 1, "--workers", workers, "--json")
    running.until(r"[1-9]\d*/1000000")
    for _ in range(4):
        os.killpg(running.process.pid, signal.SIGINT)
        time.sleep(0.03)
    code, out = running.end()
    assert code == 130
    assert json.loads(out)["fights"] > 0
    assert "Traceback" not in running.shown
    assert "OSError" not in running.shown


def test_ctrl_c_before_anything_has_begun() -> None:
    with mock.patch("affray.cli.streams.prepare", side_effect=KeyboardInterrupt), mock.patch("atexit.register"):
        said = affray("systems")
    assert (said.code, said.out, said.err) == (130, "", "")


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
    assert affray(*words, "--json").json["cut"] == cut


def test_a_duel_that_cuts_nothing_says_nothing(crowd: Path) -> None:
    said = affray("duel", crowd, "-n", 2)
    assert said.err == ""
