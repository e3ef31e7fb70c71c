"""Whatever is typed at the table: no traceback, only clean messages, and a record that replays."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from terminal import affray

WORDS = """
    attack move aim ready pull switch pass a at 1 2 3 4 5 6 0 -1 99 1,2 3;4 roll r auto undo redo reroll status log rule
    odds gm mod off drop set scene first after join leave help ? always on parry dodge none Big Jo goblin Goblin 1 2 old
    sword dagger fist kick shield troll Fairy red blue life dead true false position dex melee hands lost intent wind
    999999999999999999999 severe none mud luck Dex Melee roll.tie crit " ' \\ [ ] { } % ² ９ ñ 🎲 = : -- --help 1e3
    nan inf
""".split()  # noqa: SIM905 - a list that people read
OPENERS = ("gm", "gm mod", "gm set", "gm off", "gm join", "attack", "move", "odds", "log", "rule", "")
STEADY = ("1", "2", "", "3 3", "roll", "auto", "undo", "parry", "6 1", "reroll", "redo")


def lines(seed: int, count: int) -> list[str]:
    """Random lines, some of them sensible, so that the fight goes on."""
    dice = random.Random(seed)
    found = []
    for _ in range(count):
        if dice.random() < 0.45:
            found.append(dice.choice(STEADY))
        else:
            words = [dice.choice(OPENERS), *dice.choices(WORDS, k=dice.randrange(6))]
            found.append(" ".join(word for word in words if word))
    return found


@pytest.mark.parametrize(("seed", "options"), [(1, ()), (2, ("--typed-dice",)), (3, ())])
def test_the_table_takes_anything(seed: int, options: tuple[str, ...], crowd: Path, tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    typed = lines(seed, 200)
    said = affray("play", crowd, "--record", path, *options, typed="".join(f"{line}\n" for line in typed))
    assert said.code == 0, said.err
    assert said.err == ""
    assert "Traceback" not in said.out
    assert not re.search(r"\b(Error|Exception|NoneType|object at 0x)", said.out)
    assert f"kept in {path}" in said.out
    replayed = affray("replay", path, "--quiet")
    assert replayed.code == 0, replayed.err
    assert "; same events; " in replayed.out


@pytest.mark.parametrize("command", ["rules", "options", "armoury", "new", "check", "roll", "odds", "play", "replay"])
def test_the_command_line_takes_anything(command: str, crowd: Path) -> None:
    dice = random.Random(command)
    pieces = [*WORDS, str(crowd), "opposed-2d6", "-a", "-t", "--given", "--mod", "--set", "--json", "-n", "--auto", ""]
    for _ in range(15):
        words = dice.choices(pieces, k=dice.randrange(1, 7))
        if "--record" in words or "--help" in words:
            continue
        said = affray(command, *words, typed="auto\n\nquit\n")
        assert said.code in (0, 2), words
        assert "Traceback" not in said.err
        assert said.err if said.code == 2 else True
