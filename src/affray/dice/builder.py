"""Builds rolls while the text is parsed, one method for each rule of the grammar.

The parser calls these as it goes, not on a finished tree: there is no recursion over what somebody wrote.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from lark import Lark, Token, Transformer, v_args

from affray.dice.arithmetic import Extreme, Minus, Over, Plus, Times, Versus
from affray.dice.charts import Chart, Row, as_d20
from affray.dice.expression import Dice, Labelled, Number
from affray.dice.faces import FUDGE, PERCENT, Die
from affray.dice.limits import MAX_NUMBER
from affray.dice.notation import Fault, at
from affray.dice.pools import Again, Keep, Match, Pool, Reroll
from affray.errors import BadValue

__all__ = ["parser"]


@lru_cache(maxsize=1)
def parser() -> Lark:
    """The parser, made once; what it parses comes out as a `Found`."""
    grammar = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", transformer=_Builder())


class Found(NamedTuple):
    """A roll and the column at which it starts."""

    dice: Dice
    column: int


class Whole(NamedTuple):
    """A number and the column at which it starts."""

    value: int
    column: int


@dataclass(frozen=True)
class Change:
    """What is done to dice, by the name of its field in `Pool`; `value` may wait for the dice to be known."""

    name: str
    value: Any
    column: int


@dataclass(frozen=True)
class Limit:
    """A limit to further throws."""

    times: Whole


Selected: TypeAlias = tuple[Match, int]


def _number(token: Token) -> Whole:
    digits = token.lstrip("0") or "0"
    # the length is looked at first: Python refuses, or takes long, to read numbers of thousands of digits
    if len(digits) > len(str(MAX_NUMBER)) or int(digits) > MAX_NUMBER:
        raise Fault(_column(token), f"numbers go up to {MAX_NUMBER}")
    return Whole(int(digits), _column(token))


def _column(token: Token) -> int:
    return (token.start_pos or 0) + 1


@v_args(inline=True)
class _Builder(Transformer[Token, Found]):
    """The parser's callbacks; they keep nothing between calls."""

    # -- numbers and arithmetic

    def number(self, token: Token) -> Found:
        found = _number(token)
        return Found(Number(found.value), found.column)

    def signed(self, *tokens: Token) -> Whole:
        found = _number(tokens[-1])
        return found if len(tokens) == 1 else Whole(-found.value, _column(tokens[0]))

    def pair(self, left: Found, sign: Token, right: Found) -> Found:
        if sign.type == "SLASH":
            raise Fault(_column(sign), "write // to divide; it rounds down")
        kind: Any = {"PLUS": Plus, "MINUS": Minus, "STAR": Times, "DIVIDE": Over, "VS": Versus}[sign.type]
        with at(_column(sign)):
            return Found(kind(left.dice, right.dice), left.column)

    def negative(self, sign: Token, inner: Found) -> Found:
        with at(_column(sign)):
            return Found(-inner.dice, _column(sign))

    def positive(self, sign: Token, inner: Found) -> Found:
        return Found(inner.dice, _column(sign))

    def extreme(self, word: Token, *among: Found) -> Found:
        with at(_column(word)):
            return Found(Extreme(word.lower(), tuple(found.dice for found in among)), _column(word))

    def label(self, inner: Found, words: Token) -> Found:
        with at(_column(words)):
            return Found(Labelled(inner.dice, " ".join(words[1:-1].split())), inner.column)

    # -- charts

    def row(self, low: Whole, high: Whole | None, reading: Whole | None) -> Row:
        return Row(low.value, (high or low).value, None if reading is None else reading.value)

    def as_die(self, inner: Found, word: Token, sides: Token, again: Change | None = None) -> Found:
        if _number(sides).value != 20:
            raise Fault(
                _column(sides), "only 3d6 as d20 has a name; for another chart write its rows: 2d6 as {2: 1, 3..12}"
            )
        with at(_column(word)):
            return Found(as_d20(inner.dice, _again(again, 20)), inner.column)

    def chart(self, inner: Found, word: Token, *rest: Row | Change) -> Found:
        rows = tuple(row for row in rest if isinstance(row, Row))
        again = next((change for change in rest if isinstance(change, Change)), None)
        top = max(row.high if row.reading is None else row.reading for row in rows)
        with at(_column(word)):
            return Found(Chart(inner.dice, rows, _again(again, top)), inner.column)

    # -- dice

    def numbered(self, token: Token) -> tuple[int, int]:
        return 1, _number(token).value

    def percent(self) -> tuple[int, int]:
        return PERCENT.low, PERCENT.high

    def fudge(self) -> tuple[int, int]:
        return FUDGE.low, FUDGE.high

    def from_to(self, low: Whole, high: Whole) -> tuple[int, int]:
        return low.value, high.value

    def dice(self, *parts: Any) -> Found:
        count, d, sides, *changes = (
            parts if isinstance(parts[0], Token) and parts[0].type == "NUMBER" else (None, *parts)
        )
        column = _column(d if count is None else count)
        number = 1 if count is None else _number(count).value
        with at(_column(d)):
            if sides[1] < sides[0] == 1:
                raise BadValue("die", f"d{sides[1]}", "one face or more")
            die = Die(*sides)
        with at(column):
            Pool(number, die)
        made: dict[str, Any] = {}
        for change in changes:
            if change.name in made:
                raise Fault(change.column, "this is said twice of the same dice")
            made[change.name] = self._finished(change, number, die)
        try:
            return Found(Pool(number, die, **made), column)
        except BadValue as bad:
            raise Fault(self._culprit(number, die, changes, made), str(bad)) from None

    def _culprit(self, count: int, die: Die, changes: list[Change], made: dict[str, Any]) -> int:
        """The column of the first change with which the dice cannot be built, or of the last."""
        for i, change in enumerate(changes):
            try:
                Pool(count, die, **{c.name: made[c.name] for c in changes[: i + 1]})
            except BadValue:
                return change.column
        return changes[-1].column

    def _finished(self, change: Change, count: int, die: Die) -> Any:
        if change.name == "again":
            return _again(change, die.high)
        if change.name != "keep":
            return change.value
        word, number = change.value
        kept = number if word in ("kh", "kl", "k") else count - number
        if not 1 <= kept <= count or number < 1:
            raise Fault(
                change.column, f"{word}{number} of {count} dice: at least one must be kept, at most all of them"
            )
        return Keep(kept, word in ("kh", "k", "dl", "pl", "p"))

    def keep(self, word: Token, number: Token | None = None) -> Change:
        return Change("keep", (word.lower(), 1 if number is None else _number(number).value), _column(word))

    def again(self, sign: Token, *rest: Selected | Limit) -> Change:
        on: Match | None = None
        limit: Limit | None = None
        for part in rest:
            if isinstance(part, Limit):
                limit = part
            else:
                on = part[0]
        return Change("again", (on, limit), _column(sign))

    def ambiguous(self, sign: Token, number: Token) -> Change:
        n = _number(number).value
        raise Fault(_column(number), f"write !:{n} to throw again {n} times at most, or e{n} to throw a {n} again")

    def limit(self, token: Token) -> Limit:
        return Limit(_number(token))

    def reroll(self, word: Token, on: Selected) -> Change:
        return Change("reroll", Reroll(on[0], word.lower() == "ro"), _column(word))

    def bound(self, word: Token, number: Whole) -> Change:
        return Change("least" if word.lower() == "mi" else "most", number.value, _column(word))

    def success(self, on: Selected) -> Change:
        return Change("success", on[0], on[1])

    def match(self, sign: Token, number: Whole) -> Selected:
        value = number.value + {">": 1, "<": -1}.get(sign, 0)
        plain = {">": ">=", "<": "<=", "≥": ">=", "≤": "<=", "==": "="}
        with at(_column(sign)):
            return Match(plain.get(sign, sign.value), value), _column(sign)

    def exactly(self, number: Whole) -> Selected:
        return Match("=", number.value), number.column


def _again(change: Change | None, top: int) -> Again | None:
    if change is None:
        return None
    on, limit = change.value
    if limit is None:
        return Again(on or Match(">=", top))
    with at(limit.times.column):
        return Again(on or Match(">=", top), limit.times.value)
