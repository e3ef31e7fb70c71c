"""`parse`: dice notation to a roll. The language is on one page, in `grammar.lark` beside this file.

Everything that a person can write wrong, or that would run away, is a NotationError with its column. The text is
held against its caps before it is parsed, each roll against its own when it is built, before any law is computed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from affray.dice.limits import MAX_DEPTH, MAX_TEXT
from affray.errors import BadValue, NotationError

if TYPE_CHECKING:
    from affray.dice.expression import Dice

__all__ = ["parse"]

_PLAIN = str.maketrans("×·−–", "**--")  # one character for one, so that columns stay where they are


class Fault(Exception):
    """Something wrong at a column; `parse` adds the text."""

    def __init__(self, column: int, reason: str) -> None:
        self.column, self.reason = column, reason
        super().__init__(reason)


@contextmanager
def at(column: int) -> Iterator[None]:
    """Turns a BadValue of what is built inside into a fault at this column."""
    try:
        yield
    except BadValue as bad:
        raise Fault(column, str(bad)) from None


def parse(text: str) -> Dice:
    """The roll that a text such as `2d6 + 3` stands for; NotationError, with the column, if it cannot be used."""
    if not isinstance(text, str):
        raise NotationError(f"<{type(text).__name__}>", 1, "dice notation is a text such as 2d6 + 3")
    if len(text) > MAX_TEXT:
        raise NotationError(text[:MAX_TEXT], MAX_TEXT, f"longer than {MAX_TEXT} characters")
    return _parse(text)


@lru_cache(maxsize=1024)
def _parse(text: str) -> Dice:
    try:
        _check_nesting(text)
        return _read(text.translate(_PLAIN))
    except Fault as fault:
        raise NotationError(text, fault.column, fault.reason) from None


def _check_nesting(text: str) -> None:
    if not text.strip():
        raise Fault(1, "nothing is written; dice look like 2d6 + 3")
    depth = 0
    for column, letter in enumerate(text, 1):
        depth += (letter == "(") - (letter == ")")
        if depth > MAX_DEPTH:
            raise Fault(column, f"more than {MAX_DEPTH} parentheses inside of each other")


def _read(text: str) -> Dice:
    # lark takes longer to import than all of the rules: who parses nothing does not pay for it
    from lark import UnexpectedCharacters, UnexpectedToken

    from affray.dice.builder import parser

    try:
        found: Any = parser().parse(text)
    except UnexpectedCharacters as bad:
        letter = text[bad.pos_in_stream or 0]
        raise Fault(
            (bad.pos_in_stream or 0) + 1, f"{letter!r} cannot stand here; expected {_wanted(bad.allowed)}"
        ) from None
    except UnexpectedToken as bad:
        wanted = _wanted(bad.accepts or bad.expected)
        if bad.token.type == "$END":
            raise Fault(len(text) + 1, f"the text ends too soon; expected {wanted}") from None
        raise Fault((bad.pos_in_stream or 0) + 1, f"{str(bad.token)!r} cannot stand here; expected {wanted}") from None
    dice: Dice = found.dice
    return dice


_WORDS = {
    "$END": "the end",
    "NUMBER": "a number",
    "D": "dice",
    "LPAR": "(",
    "RPAR": ")",
    "LBRACE": "{",
    "RBRACE": "}",
    "COMMA": ",",
    "COLON": ":",
    "PERCENT": "%",
    "F": "F",
    "PLUS": "+",
    "MINUS": "-",
    "STAR": "*",
    "DIVIDE": "//",
    "VS": "vs",
    "AS": "as",
    "EXTREME": "min or max",
    "LABEL": "a [label]",
    "COMPARE": "a comparison",
    "BANG": "!",
    "KEEP": "kh or kl",
    "REROLL": "ro or rr",
    "BOUND": "mi or ma",
    "__ANON_0": "..",
}


def _wanted(kinds: Any) -> str:
    # in the order of the list above, so that the same fault always reads the same
    known = [words for kind, words in _WORDS.items() if kind in (kinds or ())]
    if len(known) > 8:
        known = [*known[:7], "..."]
    return ", ".join(known) or "something else"
