"""Summaries of many fights as English lines; the command line and the web say the same."""

from __future__ import annotations

import pytest

from affray.arena.summary import Summary
from affray.text import CHANCES, chance_rows, simulated, simulated_lines

SUMMARY = Summary(
    ("red", "blue"),
    fights=200,
    wins={"red": 150, "blue": 46},
    draws=4,
    rounds={3: 120, 5: 80},
    survivors={"red": {0: 50, 2: 150}, "blue": dict.fromkeys(range(8), 25)},
    seed="x",
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
