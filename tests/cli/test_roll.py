"""`affray roll`: faces, odds, and whatever cannot be thrown."""

from __future__ import annotations

import re

import pytest
from terminal import affray, refused


def test_faces_and_total() -> None:
    said = affray("roll", "2d6 + 3", "-n", "20")
    assert said.code == 0
    for line in said.out.splitlines():
        first, second, total = map(int, re.fullmatch(r"2d6 \((\d), (\d)\) \+ 3 = (\d+)", line).groups())  # type: ignore[union-attr]
        assert total == first + second + 3
    assert len(said.out.splitlines()) == 20


def test_words_of_an_expression_need_no_quotes() -> None:
    assert affray("roll", "d1", "+", "2").out == "d1 1 + 2 = 3\n"
    assert affray("roll", "d1", "-1").out == "d1 1 - 1 = 0\n"


@pytest.mark.parametrize("words", [["--", "-d1"], ["-d1"]])
def test_an_expression_may_begin_with_a_minus(words: list[str]) -> None:
    assert affray("roll", *words).out == "-d1 1 = -1\n"


def test_the_same_seed_throws_the_same() -> None:
    first = affray("roll", "4d6kh3", "-n", "5", "--seed", "ford")
    assert first.out == affray("roll", "4d6kh3", "-n", "5", "--seed", "ford").out
    assert first.out != affray("roll", "4d6kh3", "-n", "5", "--seed", "fort").out


def test_marks_are_explained() -> None:
    said = affray("roll", "4d6kh3")
    assert said.out.count("~") == 2
    assert said.out.splitlines()[-1] == "~ does not count"


def test_many_throws_are_quick_enough_and_complete() -> None:
    said = affray("roll", "2d6", "-n", "3000")
    assert len(said.out.splitlines()) == 3000


def test_json_of_throws() -> None:
    data = affray("roll", "2d6", "-n", "3", "--json").json
    assert data["expression"] == "2d6"
    assert len(data["rolls"]) == 3
    assert all(sum(roll["faces"]) == roll["value"] for roll in data["rolls"])


def test_json_of_odds() -> None:
    data = affray("roll", "2d6", "--odds", "--json").json
    assert data.keys() == {"expression", "min", "max", "mean", "sd", "cut", "law"}
    assert data["law"]["7"] == pytest.approx(6 / 36)
    assert sum(data["law"].values()) == pytest.approx(1)
    assert (data["min"], data["max"], data["cut"]) == (2, 12, 0)


def test_odds_are_a_table_with_bars() -> None:
    said = affray("roll", "2d6", "--odds")
    head, *rows = said.out.splitlines()[1:]
    assert head.split() == ["value", "exactly", "at", "least", "at", "most"]
    seven = next(row for row in rows if row.split()[0] == "7")
    assert seven.replace(" %", "%").split()[:4] == ["7", "16.67%", "58.33%", "58.33%"]
    assert "█" in seven


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([""], "column 1: nothing is written; dice look like 2d6 + 3"),
        (["1d1!"], "thrown for ever"),
        (["9999d9999"], "number of dice: 9999 is not allowed; expected a whole number from 1 to 1000"),
        (["9" * 30 + "d6"], "column 1: numbers go up to 1000000000"),
        (["d6 vs"], "column 6: the text ends too soon"),
        (["d6 + d"], "column 7"),
        (["0d6"], "number of dice: 0 is not allowed"),
        (["d0"], "'d0' is not allowed"),
        (["٣d٣"], "column 1: '٣' cannot stand here"),
        (["(" * 999 + "1"], "more than 100 parentheses"),
        (["d6", "-n", "0"], "-n: '0' is not allowed; expected a whole number from 1 to 100000"),
        (["d6", "-n", "1e3"], "-n: '1e3' is not allowed"),
        (["d6", "-n", "100001"], "-n: '100001' is not allowed"),
        (["d6", "--odd"], "unknown option '--odd'; did you mean '--odds'?"),
    ],
)
def test_what_cannot_be_thrown_says_why(words: list[str], message: str) -> None:
    assert message in refused("roll", *words)


def test_the_caret_points_at_the_fault() -> None:
    assert refused("roll", "2d6 + x") == (
        "affray: column 7: 'x' cannot stand here; expected a number, dice, (, +, -, min or max\n  2d6 + x\n        ^"
    )
