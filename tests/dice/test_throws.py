"""Dice that are only thrown read the same value as those whose every face is traced."""

from hypothesis import given
from hypothesis import strategies as st

from affray.dice.notation import parse
from affray.dice.pools import nds
from affray.luck import Luck

TEXTS = ["d6", "2d6", "d20", "d%", "3dF", "10d10", "d20!", "2d6!", "4d6kh3", "2d20kl1", "3d6rr1", "3d6mi2", "5d6>=5"]


@given(st.sampled_from(TEXTS), st.integers(0, 10**6))
def test_a_throw_is_a_trace_without_its_faces(text, seed):
    dice = parse(text)
    traced, thrown, natural = Luck(seed), Luck(seed), Luck(seed)
    trace = dice.trace(traced.face)
    assert dice.throw(thrown.face) == trace.value
    assert dice.throw_natural(natural.face) == (trace.value, trace.natural)
    assert thrown.draw == natural.draw == traced.draw == len(trace.faces)


def test_only_plain_dice_are_plain():
    assert nds(2, 6).plain
    assert not nds(2, 6, explode=True).plain
