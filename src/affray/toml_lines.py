"""Which line of a TOML text each value stands on, which the standard parser does not tell, and where it is no TOML."""

from __future__ import annotations

import tomllib
from typing import Any, TypeAlias

from affray.errors import Problem

__all__ = ["Path", "line_of", "lines", "longest_line", "syntax_problem"]

Path: TypeAlias = tuple[str | int, ...]

#: one of these stands on the last line of a value that runs over several
CLOSING = ("]", '"""', "'''")


def lines(text: str) -> dict[Path, int]:
    """The line (from 1) on which each table and key of a valid TOML text begins, by its path.

    Tables of an array are counted: the second `[[fighter]]` is ("fighter", 1). What stands inside of an inline table or
    array is not listed; `line_of` falls back to what encloses it.
    """
    found: dict[Path, int] = {}
    here: Path = ()
    counts: dict[Path, int] = {}
    start, held = 0, ""
    # TOML ends a line at a line feed only; `splitlines` knows many more ends
    for number, line in enumerate(text.split("\n"), start=1):
        if not held and (not line.strip() or line.lstrip().startswith("#")):
            continue
        if not held:
            start = number
        goes_on, held = bool(held), f"{held}{line}\n"
        if goes_on and not any(mark in line for mark in CLOSING):
            continue
        # a value may run over several lines: it is whole as soon as it parses by itself
        try:
            data = tomllib.loads(held)
        except tomllib.TOMLDecodeError:
            continue
        stripped, held = held.lstrip(), ""
        if stripped.startswith("[["):
            here = _numbered(_keys(data), counts)
            counts[here] = counts.get(here, -1) + 1
            here = (*here, counts[here])
        elif stripped.startswith("["):
            here = _numbered(_keys(data), counts)
        else:
            for length in range(1, len(keys := _keys(data)) + 1):
                found.setdefault((*here, *keys[:length]), start)
            continue
        found.setdefault(here, start)
    return found


def line_of(path: Path, known: dict[Path, int]) -> int | None:
    """The line of a value, or of the nearest table or key around it."""
    for length in range(len(path), 0, -1):
        if path[:length] in known:
            return known[path[:length]]
    return None


def _keys(data: Any) -> Path:
    """The path down to the value or table of a text that defines just one thing."""
    keys: list[str | int] = []
    while isinstance(data, dict) and len(data) == 1:
        ((key, data),) = data.items()
        keys.append(key)
    return tuple(keys)


def _numbered(keys: Path, counts: dict[Path, int]) -> Path:
    """A header's path with the number of the last table of each array on the way."""
    path: Path = ()
    for index, key in enumerate(keys):
        path = (*path, key)
        if index < len(keys) - 1 and path in counts:
            path = (*path, counts[path])
    return path


def longest_line(text: str) -> int:
    """The line with the most digits."""
    rows = text.splitlines()
    return max(range(len(rows)), key=lambda row: sum(c.isdigit() for c in rows[row])) + 1


def syntax_problem(name: str, text: str, error: tomllib.TOMLDecodeError) -> Problem:
    """What keeps a text from being TOML, with its line."""
    message, _, place = str(error).partition(" (at ")
    digits = "".join(c if c.isdigit() else " " for c in place).split()
    line = int(digits[0]) if digits else len(text.splitlines()) or None
    column = f" (column {digits[1]})" if len(digits) > 1 else ""
    return Problem(name, line, "", f"not TOML: {message[:1].lower()}{message[1:]}{column}")
