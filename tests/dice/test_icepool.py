"""icepool, an independent library, as the second oracle: one case or more for each kind of roll."""

import pytest

from affray.dice.notation import parse

icepool = pytest.importorskip("icepool")
d, Pool = icepool.d, icepool.Pool
D4, D6, D8, D10, D20 = (d(n) for n in (4, 6, 8, 10, 20))
AS_D20 = (3 @ D6).map(lambda v: 1 if v <= 5 else 20 if v >= 16 else v)
DEPTH = 12

CASES = [
    ("3d6", lambda: 3 @ D6),
    ("12d10", lambda: 12 @ D10),
    ("4dF", lambda: 4 @ (d(3) - 2)),
    ("2d%", lambda: 2 @ d(100)),
    ("2d6 + 1d8 - 3", lambda: 2 @ D6 + D8 - 3),
    ("4d6kh3", lambda: D6.highest(4, 3)),
    ("4d6kl1", lambda: D6.lowest(4)),
    ("6d10dl2", lambda: D10.highest(6, 4)),
    ("20d20kh10", lambda: D20.highest(20, 10)),
    ("2d20kh1", lambda: D20.highest(2)),
    ("3d6!:1", lambda: 3 @ D6.explode(depth=1)),
    ("4d6!:2kh3", lambda: D6.explode(depth=2).highest(4, 3)),
    ("2d6!>=5:3", lambda: 2 @ D6.explode({5, 6}, depth=3)),
    ("3d6ro<=2", lambda: 3 @ D6.reroll({1, 2}, depth=1)),
    ("3d6rr<=2", lambda: 3 @ D6.reroll({1, 2}, depth="inf")),
    ("8d6mi2", lambda: 8 @ D6.map(lambda v: max(v, 2))),
    ("8d6ma4", lambda: 8 @ D6.map(lambda v: min(v, 4))),
    ("10d10>=8", lambda: 10 @ (D10 >= 8)),
    ("10d10=10", lambda: 10 @ (D10 == 10)),
    ("3d6 as d20", lambda: AS_D20),
    ("3d6 as d20!:2", lambda: AS_D20.explode(depth=2)),
    ("2d6 * d4", lambda: (2 @ D6) * D4),
    ("(2d6 - 7) // 2", lambda: (2 @ D6 - 7) // 2),
    ("-(d6 + 1)", lambda: -(D6 + 1)),
    ("max(2d6, d12)", lambda: icepool.map(lambda a, b: max(a, b), 2 @ D6, d(12))),
    ("min(2d6, d12, 9)", lambda: icepool.map(lambda a, b: min(a, b, 9), 2 @ D6, d(12))),
    ("2d6 vs 2d6", lambda: 2 @ D6 - 2 @ D6),
    ("d20 + 10 vs 3d6 + 8", lambda: D20 + 10 - (3 @ D6 + 8)),
]
OPEN = [
    ("d20!", lambda: D20.explode(depth=DEPTH)),
    ("3d6!", lambda: 3 @ D6.explode(depth=DEPTH)),
    ("d6e1", lambda: D6.explode({1}, depth=DEPTH)),
    ("5d6!kh2", lambda: D6.explode(depth=DEPTH).highest(5, 2)),
    ("3d6 as d20!", lambda: AS_D20.explode(depth=DEPTH)),
    ("d20! + 10 vs d20! + 8", lambda: D20.explode(depth=8) - D20.explode(depth=8) + 2),
]


def _chances(die):
    return {
        int(value): float(chance) for value, chance in zip(die.outcomes(), die.probabilities(), strict=True) if chance
    }


@pytest.mark.parametrize(("text", "die"), CASES, ids=[text for text, _ in CASES])
def test_the_law_is_that_of_icepool(text, die):
    assert dict(parse(text).law().items()) == pytest.approx(_chances(die()), abs=1e-12)


@pytest.mark.parametrize(("text", "die"), OPEN, ids=[text for text, _ in OPEN])
def test_an_open_ended_law_is_that_of_icepool_up_to_what_either_leaves_out(text, die):
    law, expected = parse(text).law(), _chances(die())
    for value in expected.keys() | dict(law.items()).keys():
        assert law.probability(value) == pytest.approx(expected.get(value, 0), abs=2e-9)


def test_successes_of_dice_that_are_thrown_again():
    once = D10.map(lambda v: int(v >= 8))
    die = D10.map(lambda v: 1 + once if v == 10 else int(v >= 8))
    assert dict(parse("4d10>=8!:1").law().items()) == pytest.approx(_chances(4 @ die), abs=1e-12)
