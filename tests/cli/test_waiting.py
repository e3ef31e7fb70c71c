"""Many fights while somebody waits: the bar, and Ctrl-C, which keeps what is done."""

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
from terminal import affray

from affray.arena.many import Tabled
from affray.arena.simulate import Simulation, simulate
from affray.arena.summary import Summary
from affray.cli.running import Run, play_by
from affray.fightfile import load_fight

REFERENCE = ("--engine", "reference")


def test_what_is_done_is_shown_when_somebody_stops_it(equals: Path) -> None:
    fight = load_fight(equals)
    simulation = Simulation(fight.system, fight.encounter, 1)
    real = Simulation.block

    def block(self: Simulation, first: int, fights: int, stop: object = None) -> Summary | None:
        if first >= 60:
            raise KeyboardInterrupt
        return real(self, first, fights, stop)

    with mock.patch.object(Simulation, "block", block):
        played = play_by(simulation, Run(1000, workers=1))
        part = played.summary
        assert played.stopped_of == 1000
        assert 30 <= part.fights < 100
        said = affray("simulate", equals, "-n", 1000, "--seed", 1, "--workers", 1, "--json", *REFERENCE)
    assert part == simulate(fight.system, fight.encounter, part.fights, 1)
    assert said.code == 130
    assert said.json == {"exact_duel": False, **part.data()}
    assert said.err == f"affray: stopped by Ctrl-C after {part.fights} fights of 1,000\n"


def test_what_tables_have_done_is_shown_when_somebody_stops_it(equals: Path) -> None:
    real = Tabled.part

    def part(self: Tabled, first: int, fights: int, workers: int = 1) -> Summary:
        if first >= 5_000:
            raise KeyboardInterrupt
        return real(self, first, fights, workers)

    with mock.patch.object(Tabled, "part", part):
        said = affray("simulate", equals, "--seed", 1, "--json")
        open_ended = affray("simulate", equals, "--seed", 1, "--json", "--precision", "0.1%")
    done = said.json["fights"]
    assert done >= 5_000
    assert (said.code, said.err) == (130, f"affray: stopped by Ctrl-C after {done:,} fights of 100,000\n")
    fight = load_fight(equals)
    assert said.json == {"exact_duel": True, **Tabled(fight.system, fight.encounter, 1).part(0, done).data()}
    done = open_ended.json["fights"]
    assert (open_ended.code, open_ended.err) == (130, f"affray: stopped by Ctrl-C after {done:,} fights\n")


def test_nothing_is_said_of_no_fights(equals: Path) -> None:
    with mock.patch.object(Simulation, "block", side_effect=KeyboardInterrupt):
        said = affray("simulate", equals, "-n", 1000, "--workers", 1, *REFERENCE)
    assert (said.code, said.out) == (130, "")
    assert said.err == "affray: stopped by Ctrl-C after 0 fights of 1,000\n"


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
@pytest.mark.parametrize("engine", ["tables", "reference"])
def test_ctrl_c_goes_to_all_processes_and_is_told_once(equals: Path, workers: int, engine: str) -> None:
    many = 1_000_000_000 if engine == "tables" else 1_000_000
    running = Watched(equals, "-n", many, "--seed", 1, "--workers", workers, "--json", "--engine", engine)
    running.until(rf"[1-9]\d*/{many}")
    os.killpg(running.process.pid, signal.SIGINT)  # as a terminal does
    code, out = running.end()
    assert code == 130
    data = json.loads(out)
    assert (data["engine"], data["fights"] > 0) == (engine, True)
    assert "Traceback" not in running.shown
    assert running.shown.count("stopped by Ctrl-C after ") == 1


@POSIX
@pytest.mark.parametrize("engine", ["tables", "reference"])
def test_a_terminal_sees_a_bar_and_a_pipe_does_not(equals: Path, engine: str) -> None:
    words = (equals, "-n", 100, "--seed", 1, "--workers", 1, "--engine", engine)
    code, out = (running := Watched(*words)).end()
    assert code == 0
    assert re.search(r"fights .* \d+/100", running.shown)
    assert out.startswith(f"100 fights by the {engine}, seed 1\n")
    assert affray("simulate", *words).err == ""


@POSIX
@pytest.mark.parametrize("workers", [1, 2])
def test_who_presses_ctrl_c_again_and_again_loses_nothing(equals: Path, workers: int) -> None:
    running = Watched(equals, "-n", 1_000_000, "--seed", 1, "--workers", workers, "--engine", "reference", "--json")
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
