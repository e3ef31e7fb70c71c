"""A terminal for the tests: runs the command line in this process, with lines typed into it, and gives what it says."""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from affray.cli import main

#: two fighters alike but for their names: every blow is 2d6 + 4 against 2d6 + 4
EQUALS = """\
system = "opposed-2d6"
distance = 2

[[fighter]]
name = "Ann"
side = "red"
brute = 1
dex = 2
wits = 1
melee = 2
weapons = ["sword"]

[[fighter]]
name = "Bob"
side = "blue"
brute = 1
dex = 2
wits = 1
melee = 2
weapons = ["sword"]
"""

#: names with blanks, names that begin alike, gear of the file's own
CROWD = """\
system = "opposed-2d6"
distance = 2
seed = 3

[weapons."old sword"]
like = "sword"

[[fighter]]
name = "Big Jo"
side = "red"
brute = 2
dex = 3
wits = 1
melee = 2
weapons = ["old sword", "shield"]

[[fighter]]
name = "Goblin"
count = 2
side = "blue"
brute = 1
dex = 1
wits = 1
life = 8
weapons = ["dagger"]
"""


@dataclass(frozen=True)
class Said:
    """What a command said: exit code, standard output, standard error."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def affray(*words: object, typed: str = "") -> Said:
    """Run `affray WORDS` with these lines at its standard input."""
    out, err = io.StringIO(), io.StringIO()
    code: Any = 0
    with (
        mock.patch.object(sys, "argv", ["affray", *map(str, words)]),
        mock.patch.object(sys, "stdin", io.StringIO(typed)),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as end:
            code = end.code
    return Said(code, out.getvalue(), err.getvalue())


def refused(*words: object, typed: str = "") -> str:
    """The message of a command that is refused: exit code 2, nothing on standard output, no traceback."""
    said = affray(*words, typed=typed)
    assert said.code == 2, said
    assert said.out == ""
    assert "Traceback" not in said.err
    return said.err.strip()


def play(path: Path, *lines: str, options: tuple[object, ...] = ()) -> str:
    """What the table says when these lines are typed; a line of its own for every prompt."""
    said = affray("play", path, *options, typed="".join(f"{line}\n" for line in lines))
    assert said.code == 0, said
    return said.out
