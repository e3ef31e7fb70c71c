"""Summaries of many fights as English lines; the command line and the web say the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from affray.arena.summary import Summary
from affray.reports import CHANCES, chance_rows, precision_line, simulated, simulated_lines

SUMMARY = Summary(
    ("red", "blue"),
    fights=200,
    wins={"red": 150, "blue": 46},
    draws=4,
    rounds={3: 120, 5: 80},
    survivors={"red": {0: 50, 2: 150}, "blue": dict.fromkeys(range(8), 25)},
    seed="x",
)


FULL = replace(
    SUMMARY,
    left={"red": {0: 50, 10: 150}, "blue": {4: 200}},
    first={"Ann": 20, "Bob": 140, "Eve": 30},
    lost={"red": 1900, "blue": 760},
    roster={"Ann": "red", "Bob": "blue", "Eve": "blue"},
    strength={"red": 10, "blue": 8},
)


@pytest.mark.parametrize(
    ("summary", "duel", "words"),
    [
        (SUMMARY, (), "200 fights by the reference, seed x"),
        (SUMMARY, ("Ann", "Bob"), "Ann against Bob: 200 duels by the reference, seed x"),
        (Summary(("red",), 1, seed=7, engine="matrix"), (), "1 fight by the matrix, seed 7"),
        (Summary(("red",), 1_000_000), (), "1,000,000 fights by the reference, seed 0"),
    ],
)
def test_what_was_simulated(summary: Summary, duel: tuple[str, ...], words: str) -> None:
    assert simulated(summary, duel) == words


def test_chances_come_with_their_intervals() -> None:
    rows = chance_rows(SUMMARY, {"blue": "Bob"})
    assert [cells for cells, _ in rows] == [
        ("red", "75.0 %", "68.6 % to 80.5 %"),
        ("Bob", "23.0 %", "17.7 % to 29.3 %"),
        ("nobody is left", "2.0 %", "0.8 % to 5.0 %"),
        ("undecided: round limit", "0 %", "0 % to 1.5 %"),
    ]
    assert [found.chance for _, found in rows] == [0.75, 0.23, 0.02, 0]
    assert all(len(cells) == len(CHANCES) for cells, _ in rows)


def test_more_fights_tell_more_digits() -> None:
    (cells, _), *_ = chance_rows(Summary(("red",), 200_000, {"red": 100_000}))
    assert cells == ("red", "50.00 %", "49.78 % to 50.22 %")


def test_rounds_and_survivors() -> None:
    assert simulated_lines(SUMMARY, {"blue": "Bob"}) == [
        "rounds: 3.80 on average, 3 to 5",
        "red alive at the end: 1.50 on average (0: 25.0 %, 2: 75.0 %)",
        "Bob alive at the end: 3.50 on average (0 to 7)",
    ]


def test_all_else_that_is_counted() -> None:
    assert simulated_lines(FULL)[1:] == [
        "red alive at the end: 1.50 on average (0: 25.0 %, 2: 75.0 %); points left: 7.50",
        "blue alive at the end: 3.50 on average (0 to 7); points left: 4.00",
        "points lost in a round: red 2.50, blue 1.00",
        "first to drop out: Ann 10.0 %, Bob 70.0 %, Eve 15.0 %, nobody 5.0 %",
        "upset: blue, with fewer points at the start, wins 23.0 %",
    ]


def test_of_many_fighters_only_their_sides_are_told() -> None:
    many = replace(FULL, roster={**FULL.roster, **{f"E{k}": "red" for k in range(4)}}, strength={})
    assert simulated_lines(many, {"red": "Ann"})[-1] == "first to drop out: Ann 10.0 %, blue 85.0 %, nobody 5.0 %"


def test_how_exactly_it_is_known() -> None:
    assert precision_line(SUMMARY, 0.06, {"red": "Ann"}) == "precision: Ann wins ± 6 %; ± 6 % was asked for"
    assert precision_line(SUMMARY, 0.001) == "precision: red wins ± 6 %; ± 0.1 % was asked for"
