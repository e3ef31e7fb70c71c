"""Files that people name: fight files, records, and new files that must not be there yet."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path
from typing import TextIO

from affray.errors import FileError, Problem
from affray.fightfile import Fight, load_fight
from affray.records import is_record

__all__ = ["fault", "fight_in", "must_be_record", "open_new"]


def fault(path: Path, message: str) -> FileError:
    """An error about a file as a whole."""
    return FileError([Problem(str(path), None, "", message)])


def fight_in(path: Path) -> Fight:
    """The fight of a fight file; a record is not one, and is told so."""
    if is_record(path):
        raise fault(path, f"a record, not a fight file; affray play {path} goes on with it")
    return load_fight(path)


def must_be_record(path: Path) -> None:
    """Refuse what can be read and is no record; what cannot be read has better messages elsewhere."""
    if os.path.isfile(path) and os.path.getsize(path) and not is_record(path) and _is_text(path):
        raise fault(path, "not a record; affray play FIGHT.toml --record FILE makes one")


def _is_text(path: Path) -> bool:
    try:
        with open(path, encoding="utf-8") as stream:
            stream.read(1)
    except (OSError, UnicodeDecodeError):
        return False
    return True


def open_new(stack: ExitStack, path: Path) -> TextIO:
    """A new file to write to; one that is there already is left alone."""
    if os.path.isdir(path):
        raise fault(path, "a directory; expected the name of a new file")
    try:
        return stack.enter_context(open(path, "x", encoding="utf-8", newline="\n"))
    except FileExistsError:
        going_on = f". To go on with it: affray play {path}" if is_record(path) else ""
        raise fault(path, f"there already; nothing is overwritten{going_on}") from None
    except (OSError, ValueError) as error:
        raise fault(path, getattr(error, "strerror", None) or str(error)) from None
