"""Oracles for the dice tests: every way the faces can fall, and the strategies that write notation."""

from collections.abc import Callable
from fractions import Fraction

from hypothesis import strategies as st

from affray.dice.expression import Dice
from affray.dice.faces import Die
from affray.dice.notation import parse
from affray.errors import NotationError


class _More(Exception):
    def __init__(self, die: Die) -> None:
        self.die = die


def brute(dice: Dice, least: Fraction = Fraction(0)) -> tuple[dict[int, Fraction], Fraction]:
    """The chance of each value by throwing every sequence of faces, and of what is rarer than `least`, given up."""
    return enumerate_throws(dice.throw, least)


def attempt(text: str) -> Dice | NotationError:
    """The roll, or the error that refuses it."""
    try:
        return parse(text)
    except NotationError as error:
        return error


def enumerate_throws(throw: Callable[..., object], least: Fraction = Fraction(0)) -> tuple[dict, Fraction]:
    found: dict = {}
    lost = Fraction(0)
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        faces, chance = waiting.pop()
        if chance < least:
            lost += chance
            continue
        queue = iter(faces)

        def give(die: Die, queue=queue) -> int:
            face = next(queue, None)
            if face is None:
                raise _More(die)
            return face

        try:
            value = throw(give)
        except _More as more:
            share = chance / len(more.die)
            waiting += [((*faces, face), share) for face in more.die.faces]
        else:
            found[value] = found.get(value, Fraction(0)) + chance
    return found, lost


# -- notation, written at random from the rules of the grammar; a good part of it is refused for its size or its sense

number = st.integers(0, 12).map(str)
signed = st.integers(-3, 12).map(str)
match = st.builds("{}{}".format, st.sampled_from([">=", "<=", ">", "<", "=", "=="]), signed)
selected = st.one_of(match, signed)
limit = st.builds(":{}".format, st.integers(1, 3))
change = st.one_of(
    st.builds("{}{}".format, st.sampled_from(["kh", "kl", "k", "dh", "dl", "ph", "pl", "p"]), st.integers(1, 3)),
    st.sampled_from(["kh", "kl", "!", "!:1", "!:2"]),
    st.builds("!{}".format, match),
    st.builds("!{}{}".format, match, limit),
    st.builds("e{}".format, selected),
    st.builds("{}{}".format, st.sampled_from(["ro", "rr", "r"]), selected),
    st.builds("{}{}".format, st.sampled_from(["mi", "ma"]), signed),
    match,
)
sides = st.one_of(st.integers(1, 8).map(str), st.sampled_from(["4", "6", "20", "%", "F", "{0..9}", "{-2..3}"]))
dice = st.builds(
    "{}d{}{}".format,
    st.one_of(st.just(""), st.integers(1, 5).map(str)),
    sides,
    st.lists(change, max_size=3).map("".join),
)
chart = st.sampled_from(
    [
        "3d6 as d20",
        "3d6 as d20!",
        "3d6 as d20!:1",
        "2d4 as {2: 1, 3..7, 8: -9}",
        "d6 as {1..3: 0, 4..6: 2}!",
        "d4 as {1..4}e2",
    ]
)
label = st.sampled_from([" [Strength]", "[a b]", " [x] [y]"])


def _larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    grouped = inner.map("({})".format)
    return st.one_of(
        st.builds(
            "{} {} {}".format, inner, st.sampled_from(["+", "-", "*", "//", "−", "×"]), st.one_of(inner, grouped)
        ),
        st.builds("{} vs {}".format, grouped, grouped),
        st.builds("-{}".format, st.one_of(inner, grouped)),
        st.builds(
            "{}({})".format, st.sampled_from(["min", "max"]), st.lists(inner, min_size=1, max_size=3).map(", ".join)
        ),
        st.builds("({}){}".format, inner, label),
    )


notation = st.recursive(st.one_of(dice, dice, number, chart), _larger, max_leaves=4)
