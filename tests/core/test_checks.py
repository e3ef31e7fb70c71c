"""What a table is asked to roll: each law is that of the throws, and totals are the sum of named parts."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toys import play

from affray.dice.checks import Check, Contest, Margin, Modifier, Reading, Tally
from affray.dice.notation import parse
from affray.dice.pools import nds
from affray.errors import BadFaces, BadValue

MODIFIERS = (Modifier("skill", 3), Modifier("wound", -2), Modifier("cover", -4, off="flanked"))


def thrown(roll):
    """The law of a roll, face by face."""
    law = Counter()
    ways = [play.all_faces(part.dice) for part in roll.parts]
    rows = [()]
    for faces in ways:
        rows = [(*row, f) for row in rows for f in faces]
    for row in rows:
        flat = iter([face for faces in row for face in faces])
        law[roll.throw(lambda die, flat=flat: next(flat))] += Fraction(1, len(rows))
        readings = [part.read(faces) for part, faces in zip(roll.parts, row, strict=True)]
        flat = iter([face for faces in row for face in faces])
        assert roll.combine(readings) == roll.throw(lambda die, flat=flat: next(flat))
    return dict(law)


ROLLS = [
    Check("A", "hit", parse("2d6"), MODIFIERS),
    Check("A", "hit", parse("d20"), MODIFIERS, naturals=(1, 20)),
    Check("A", "hit", parse("4d4kh2")),
    Contest(Check("A", "hit", parse("d6"), MODIFIERS), Check("B", "save", parse("d8"))),
    Contest(Check("A", "hit", parse("d6"), MODIFIERS, naturals=(6,)), Check("B", "save", parse("2d4"))),
    Contest(Check("A", "hit", parse("d6"), naturals=(1, 6)), Check("B", "save", parse("d6"), naturals=(1,))),
]


@pytest.mark.parametrize("roll", ROLLS)
def test_the_law_of_a_roll_is_that_of_its_throws(roll):
    outcomes = roll.outcomes(exact=True)
    assert dict(outcomes.items) == thrown(roll)
    assert outcomes.cut == 0
    floats = roll.outcomes()
    assert dict(floats.items) == pytest.approx({v: float(w) for v, w in outcomes.items})
    assert [v for v, _ in floats.items] == [v for v, _ in outcomes.items]


@pytest.mark.parametrize("roll", ROLLS[3:])
def test_a_contest_half_thrown_is_the_law_of_the_other_half(roll):
    left, right = roll.parts
    law = Counter()
    for faces in play.all_faces(left.dice):
        for value, weight in roll.remaining([left.read(faces), None], exact=True).items:
            law[value] += weight / len(play.all_faces(left.dice))
    assert dict(law) == dict(roll.outcomes(exact=True).items)
    both = [left.read(play.all_faces(left.dice)[0]), right.read(play.all_faces(right.dice)[0])]
    assert roll.remaining(both).items == ((roll.combine(both), 1),)


def test_outcomes_are_in_the_order_of_their_values():
    for roll in ROLLS:
        values = [v for v, _ in roll.outcomes().items]
        keys = [tuple(-(10**9) if p is None else p for p in v) if isinstance(v, tuple) else v for v in values]
        assert keys == sorted(keys)


@given(st.lists(st.tuples(st.integers(-9, 9), st.booleans()), max_size=6))
def test_totals_are_the_sum_of_the_parts_that_count(parts):
    modifiers = tuple(Modifier(f"m{i}", value, off="" if on else "no") for i, (value, on) in enumerate(parts))
    counted = sum(value for value, on in parts if on)
    assert Check("A", "hit", parse("d6"), modifiers).bonus == counted
    assert Tally("A", "TN", modifiers).total == counted
    assert Check("A", "hit", parse("d6")).plus(*modifiers).bonus == counted
    assert Check("A", "hit", parse("d6"), modifiers).read((4,)) == Reading(4 + counted, None)


def test_naturals_are_seen_only_where_the_rule_looks():
    plain, watched = Check("A", "hit", parse("d20")), Check("A", "hit", parse("d20"), naturals=(20,))
    assert plain.combine([plain.read((20,))]) == 20
    assert watched.combine([watched.read((20,))]) == (20, 20)
    assert watched.combine([watched.read((19,))]) == (19, None)
    assert Contest(watched, plain).combine([watched.read((20,)), plain.read((1,))]) == Margin(19, 20, None)


def test_an_open_ended_natural_is_that_of_the_first_die():
    check = Check("A", "hit", parse("d20!"), naturals=(1, 20))
    assert check.read((20, 1)) == (21, 20)
    with pytest.raises(BadFaces):
        check.read((20,))


def test_what_a_roll_stands_against_changes_nothing():
    against = Tally("B", "TN", (Modifier("base", 10),))
    assert Check("A", "hit", parse("2d6"), against=against).outcomes() == Check("A", "hit", parse("2d6")).outcomes()


def test_naturals_that_the_dice_cannot_show_are_refused_when_the_check_is_made():
    with pytest.raises(BadValue, match="single die"):
        Check("A", "attack", nds(2, 6), naturals=(1,))
    with pytest.raises(BadValue):
        Check("A", "attack", nds(1, 6), naturals=(20,))
