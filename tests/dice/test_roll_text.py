"""Throws and laws as text: what is marked, what is grouped, and that it fits the screen."""

import io
import json
from itertools import pairwise

import pytest

from affray.cli.roll_text import MAX_ROWS, bands, law_json, law_text, legend, throw_text, throws_json
from affray.dice.faces import read_trace
from affray.dice.notation import parse


def _printed(renderable, width=80):
    from rich.console import Console

    out = io.StringIO()
    Console(width=width, file=out, color_system=None).print(renderable)
    return [line.rstrip() for line in out.getvalue().splitlines()]


@pytest.mark.parametrize(
    ("text", "faces", "line", "marks"),
    [
        ("2d6 + 3", [2, 5], "2d6 (2, 5) + 3 = 10", ""),
        ("d20 + 10 [Strength]", [15], "d20 15 + 10 [Strength] = 25", ""),
        ("4d6kh3", [1, 6, 1, 4], "4d6kh3 (1, 6, ~1, 4) = 11", "~ does not count"),
        ("2d6!", [6, 5, 3], "2d6! (6!, 3, 5) = 14", "! thrown again"),
        ("2d6ro1", [1, 4, 3], "2d6ro1 (1→, 3, 4) = 7", "→ thrown anew"),
        ("2d10>=8!", [10, 7, 9], "2d10>=8! (10!, 9, ~7) = 2", "! thrown again, ~ does not count"),
        ("3d6 as d20!", [6, 6, 6, 1, 2, 4], "3d6 (6, 6, 6) read as 20 + 3d6 (1, 2, 4) read as 7 = 27", ""),
        ("-(d6 - 2) * 2", [5], "-(d6 5 - 2) * 2 = -6", ""),
        ("max(d6, 3) vs 2d4", [5, 1, 1], "max(d6 5, 3) vs 2d4 (1, 1) = 3", ""),
    ],
)
def test_a_throw_is_one_line_with_its_faces_marked(text, faces, line, marks):
    trace = read_trace(parse(text), faces)
    assert throw_text(trace).plain == line
    assert legend([trace]) == marks


def test_a_law_is_a_table_of_exactly_at_least_and_at_most():
    dice = parse("2d6")
    lines = _printed(law_text(dice, dice.law()))
    assert lines[0] == "2d6"
    assert lines[1].split() == ["value", "exactly", "at", "least", "at", "most"]
    assert lines[2].replace(" %", "%").split()[:4] == ["2", "2.78%", "100%", "2.78%"]
    assert lines[7].replace(" %", "%").split()[:4] == ["7", "16.67%", "58.33%", "58.33%"]
    assert lines[-1] == "mean 7   sd 2.415   2 to 12"
    assert len(lines) == 2 + 11 + 1


def test_what_is_cut_and_what_is_grouped_is_said():
    dice = parse("d20! + 10 vs d20! + 8")
    lines = _printed(law_text(dice, dice.law()))
    assert lines[1].split()[1:3] == ["in", "it"]
    assert "mean 2   sd 10.214   no least to no greatest" in lines
    assert any("of the chance lies beyond" in line for line in lines)
    assert any("rows of 5" in line and "ask for all" in line for line in lines)
    assert len(_printed(law_text(dice, dice.law(), all=True))) > 300


TEXTS = [
    "2d6", "d20", "100d6", "1000d20", "d10000", "d6 * 10000", "d20! - d20!", "d6!>=4 * 300", "4dF", "7", "10d10>=8!",
    "3d6 as d20!", "99999999 * 9 + d6!", "d1000 - 1000000", "-(d4!)", "d6 * 16000 - 3d6!>=5 * 20",
]  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
def test_any_law_fits_the_screen(text):
    dice = parse(text)
    lines = _printed(law_text(dice, dice.law()), width=200)
    assert max(map(len, lines)) <= 80
    assert len(lines) <= MAX_ROWS + 6


@pytest.mark.parametrize("text", TEXTS)
def test_the_rows_lose_nothing(text):
    law = parse(text).law()
    rows, _ = bands(law)
    assert sum(row.chance for row in rows) == pytest.approx(law.total, abs=1e-12)
    assert rows[0].at_least == pytest.approx(law.total, abs=1e-12)
    assert rows[-1].at_most == pytest.approx(law.total, abs=1e-12)
    for before, row in pairwise(rows):
        assert row.at_most == pytest.approx(before.at_most + row.chance, abs=1e-12)
        assert before.high < row.low
    every, step = bands(law, all=True)
    assert step == 1
    assert [(row.low, row.chance) for row in every] == list(law.items())


def test_json_holds_the_numbers():
    dice = parse("d6 - 1")
    data = json.loads(json.dumps(law_json(dice, dice.law())))
    assert data.pop("law") == pytest.approx({str(v): 1 / 6 for v in range(6)})
    assert data.pop("sd") == pytest.approx((35 / 12) ** 0.5)
    assert data == {"expression": "d6 - 1", "min": 0, "max": 5, "mean": pytest.approx(2.5), "cut": 0.0}
    assert law_json(parse("d6!"), parse("d6!").law(exact=True))["max"] is None


def test_json_of_throws_has_the_faces_as_they_fell():
    dice = parse("2d6!")
    traces = [read_trace(dice, [6, 5, 3]), read_trace(dice, [1, 2])]
    rolls = [{"faces": [6, 5, 3], "value": 14}, {"faces": [1, 2], "value": 3}]
    assert json.loads(json.dumps(throws_json(dice, traces))) == {"expression": "2d6!", "rolls": rolls}
