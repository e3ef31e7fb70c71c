"""Physical dice: what a face is, and how faces that people threw are read and refused."""

from functools import reduce

import pytest

from affray.dice.arithmetic import Extreme, Negative, Over, Plus
from affray.dice.charts import Chart, Row
from affray.dice.expression import Labelled, Number
from affray.dice.faces import FUDGE, PERCENT, Die, read, read_trace
from affray.dice.notation import parse
from affray.dice.pools import Again, Keep, Match, Pool, Reroll, nds
from affray.errors import BadFaces, BadValue


@pytest.mark.parametrize(
    ("die", "text", "count"),
    [(Die(1, 6), "d6", 6), (FUDGE, "dF", 3), (PERCENT, "d%", 100), (Die(0, 9), "d{0..9}", 10), (Die(1, 1), "d1", 1)],
)
def test_a_die_prints_itself_and_knows_its_faces(die, text, count):
    assert str(die) == text
    assert len(die) == len(die.faces) == count
    assert die.low in die
    assert die.high in die
    for no_face in (die.low - 1, die.high + 1, float(die.low), str(die.low), True, None):
        assert no_face not in die


@pytest.mark.parametrize(
    ("text", "faces", "value"),
    [
        ("2d6 + 3", [2, 5], 10),
        ("4d6kh3", [1, 6, 1, 4], 11),
        ("d20! + 10", [20, 20, 3], 53),
        ("2d6!", [6, 5, 6, 1], 18),  # both dice first, then the further throws of the first
        ("3d6!", [6, 2, 6, 1, 6, 4], 25),  # the further throws go round by round, left to right
        ("d6!:1", [6, 6], 12),
        ("2d6ro1", [1, 4, 1], 5),
        ("d6rr<=2", [1, 2, 1, 5], 5),
        ("d6ro6!:1", [6, 6, 6, 2], 8),  # anew, stands and is thrown again, anew, stands
        ("3d10>=8!", [10, 8, 2, 9], 3),
        ("8d6mi2", [1] * 8, 16),
        ("4dF", [-1, 0, 1, 1], 1),
        ("d%", [73], 73),
        ("3d6 as d20", [1, 2, 2], 1),
        ("3d6 as d20", [6, 5, 5], 20),
        ("3d6 as d20!", [6, 6, 6, 5, 6, 5, 1, 1, 1], 41),
        ("3d6 as d20!:1", [6, 6, 6, 5, 6, 5], 40),
        ("2d6 vs 2d6", [6, 6, 1, 2], 9),
        ("max(d6, d8) - min(2, d4)", [3, 7, 1], 6),
        ("-7 // 2", [], -4),
        ("-(2d6) // 5", [3, 4], -2),
    ],
)
def test_faces_are_read_in_the_order_in_which_they_fall(text, faces, value):
    dice = parse(text)
    assert read(dice, faces) == value
    assert list(read_trace(dice, tuple(faces)).faces) == faces


@pytest.mark.parametrize(
    ("text", "faces", "expected"),
    [
        ("2d6", [7, 1], "faces from 1 to 6, two of them; 7 is no face of d6"),
        ("2d6", [], "faces from 1 to 6, two of them"),
        ("2d6", [3], "faces from 1 to 6, two of them"),
        ("2d6", [3, 3, 3], "faces from 1 to 6, two of them; one too many"),
        ("d6", [0], "faces from 1 to 6, one of them; 0 is no face of d6"),
        ("d8", [True], "True is no face of d8"),
        ("d8", [1.0], "1.0 is no face of d8"),
        ("d8", ["1"], "'1' is no face of d8"),
        ("d8", [None], "None is no face"),
        ("d8", "1", "a list: faces from 1 to 8, one of them"),
        ("d8", 1, "a list: faces from 1 to 8"),
        ("d8", {1}, "a list"),
        ("d8", [10**5000], "no face of d8"),
        ("d20!", [20], "the 20 explodes: one more d20 face is needed"),
        ("2d6!", [6, 6, 1], "the 6 explodes: one more d6 face is needed"),
        ("d6ro1", [1], "the 1 is thrown anew: one more d6 face is needed"),
        ("3d6 as d20!", [6, 6, 6], "the reading 20 explodes: 3d6 is needed once more"),
        ("d20! + d6", [3], "faces of d20 (a 20 is thrown again), then d6"),
        ("d20! + d6!", [3, 3, 3], "one too many"),
        ("d6 + d6", [3], "faces from 1 to 6, two of them"),
        ("3", [3], "no faces: nothing is thrown; one too many"),
        ("d20!", [20, 20], "the 20 explodes"),
        ("20d6", [1] * 19, "20 of them"),
    ],
)
def test_faces_that_do_not_fit_are_refused_with_what_was_expected(text, faces, expected):
    with pytest.raises(BadFaces) as caught:
        read(parse(text), faces)
    assert expected in caught.value.expected
    assert caught.value.request == str(parse(text))


def test_a_huge_pile_of_faces_is_refused_at_once():
    with pytest.raises(BadFaces):
        read(parse("d6"), range(1, 10**9))


@pytest.mark.parametrize(
    ("text", "needs", "least"),
    [
        ("2d6 + 3", "2d6", 2),
        ("d20!", "d20 (a 20 is thrown again)", 1),
        ("d6!>=5:2", "d6 (5 or more is thrown again, 2 times at most)", 1),
        ("d8e8:1", "d8 (an 8 is thrown again, once)", 1),
        ("2d6ro1!", "2d6 (a 1 is thrown anew, once; a 6 is thrown again)", 2),
        ("d6rr<=2", "d6 (2 or less is thrown anew)", 1),
        ("3d6 as d20!", "3d6 (a reading of 20 is thrown again)", 3),
        ("d20 vs 2d%", "d20, then 2d%", 3),
        ("max(d4, 4dF)", "d4, then 4dF", 5),
        ("7", "nothing", 0),
    ],
)
def test_a_roll_says_what_to_throw(text, needs, least):
    assert parse(text).needs() == needs
    assert parse(text).least_faces() == least


D6 = Die(1, 6)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Die(2, 1),
        lambda: Die(1, 10**6),
        lambda: Die(True, 6),
        lambda: Die(1, 6.0),
        lambda: Die(1, 10**5000),
        lambda: Pool(0, D6),
        lambda: Pool(9999, D6),
        lambda: Pool(True, D6),
        lambda: Pool(2, 6),
        lambda: Pool(1, Die(1, 1), Again(Match(">=", 1))),
        lambda: Pool(1, D6, Again(Match(">=", 1))),
        lambda: Pool(1, D6, Again(Match("=", 9))),
        lambda: Pool(1, D6, Again(Match("=", 6), 0)),
        lambda: Pool(1, D6, Again(Match("=", 6), 10**6)),
        lambda: Pool(1, D6, reroll=Reroll(Match("<=", 6), False)),
        lambda: Pool(1, D6, reroll=Reroll(Match("=", 0), True)),
        lambda: Pool(3, D6, keep=Keep(4)),
        lambda: Pool(3, D6, keep=Keep(0)),
        lambda: Pool(3, D6, keep=Keep(1), success=Match("=", 6)),
        lambda: Pool(3, D6, least=5, most=2),
        lambda: Pool(3, D6, least=10**12),
        lambda: Pool(1000, Die(1, 1000)),
        lambda: Pool(1000, D6, keep=Keep(500)),
        lambda: nds(1, 0),
        lambda: Match("!=", 3),
        lambda: Match("=", 3.0),
        lambda: Number(10**5000),
        lambda: Number(1.5),
        lambda: Number(True),
        lambda: Negative(Number(3)),
        lambda: Labelled(Number(3), ""),
        lambda: Labelled(Number(3), "a]b"),
        lambda: Labelled(Number(3), "a\nb"),
        lambda: Labelled(Number(3), "a" * 61),
        lambda: Over(Number(3), Number(0)),
        lambda: Over(Number(3), nds(1, 6) - 3),
        lambda: Plus(Number(3), 3),
        lambda: Plus(nds(600, 6), nds(600, 6)),
        lambda: Extreme("max", ()),
        lambda: Extreme("mean", (Number(3),)),
        lambda: Number(10**9) + 1,
        lambda: nds(1, 6) * 10**6,
        lambda: Chart(nds(1, 6), ()),
        lambda: Chart(nds(1, 6), (Row(1, 5),)),
        lambda: Chart(nds(1, 6), (Row(1, 3), Row(3, 6))),
        lambda: Chart(nds(1, 6), (Row(1, 3), Row(5, 6))),
        lambda: Chart(nds(1, 6), (Row(1, 7),)),
        lambda: Chart(nds(1, 6, explode=True), (Row(1, 6),)),
        lambda: Chart(nds(1, 6), (Row(1, 6, 3),), Again(Match("=", 3))),
        lambda: Chart(nds(1, 6), (Row(1, 6, 3),), Again(Match("=", 4))),
    ],
)
def test_rolls_without_sense_or_end_cannot_be_built(make):
    with pytest.raises(BadValue):
        make()


def test_a_tower_of_operators_is_refused():
    with pytest.raises(BadValue, match="operators"):
        reduce(lambda dice, _: -dice, range(5000), nds(1, 6))
