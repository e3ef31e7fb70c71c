"""The notation: what each text means, that it prints back, and that nothing a person can write does harm."""

import re
import subprocess
import sys
import time

import pytest
from dice_oracles import attempt, notation
from hypothesis import given, settings
from hypothesis import strategies as st

from affray.dice.expression import Number
from affray.dice.notation import parse
from affray.dice.pools import nds
from affray.errors import NotationError


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("2D6", "2d6"), (" 2 d 6 ", "2d6"), ("1d20", "d20"), ("d100", "d%"), ("D%", "d%"), ("4df", "4dF"),
        ("d{-1..1}", "dF"),
        ("d{1..6}", "d6"), ("d{0..9}", "d{0..9}"), ("007d006", "7d6"),
        ("4d6k3", "4d6kh3"), ("4d6 KH 3", "4d6kh3"), ("4d6kl", "4d6kl1"), ("4d6dl1", "4d6kh3"), ("4d6dh1", "4d6kl3"),
        ("4d6pl1", "4d6kh3"), ("4d6ph", "4d6kl3"), ("4d6p1", "4d6kh3"),
        ("2d4!", "2d4!"), ("2d4!>=4", "2d4!"), ("d6!>4", "d6!>=5"), ("d6!<2", "d6!<=1"), ("d6!=3", "d6e3"),
        ("d6e3", "d6e3"),
        ("d6e>3", "d6!>=4"), ("d20!:1", "d20!:1"), ("d6e3:2", "d6e3:2"), ("d6!≥5", "d6!>=5"),
        ("2d6r1", "2d6rr1"), ("2d6ro<3", "2d6ro<=2"), ("2d6rr==1", "2d6rr1"), ("8d6ma5mi2", "8d6mi2ma5"),
        ("10d10>7", "10d10>=8"), ("10d10=10", "10d10=10"), ("10d10!>=8", "10d10!>=8"), ("10d10>=8!", "10d10>=8!"),
        ("10d10!:1>=8", "10d10>=8!:1"), ("4dF>=-1", "4dF>=-1"), ("4d6kh3!ro1mi2", "4d6ro1!mi2kh3"),
        ("3d6 as d20", "3d6 as d20"), ("3D6ASD20!", "3d6 as d20!"),
        ("3d6 as {3..5: 1, 6..15, 16..18: 20}", "3d6 as d20"),
        ("2d4 as {2:-1,3..7,8:9}!", "2d4 as {2: -1, 3..7, 8: 9}!"), ("(d4+1) as {2..5}", "(d4 + 1) as {2..5}"),
        ("1+2*3", "1 + 2 * 3"), ("(1+2)*3", "(1 + 2) * 3"), ("1-(2-3)", "1 - (2 - 3)"), ("1-2-3", "1 - 2 - 3"),
        ("8//2//2", "8 // 2 // 2"), ("8//(4//2)", "8 // (4 // 2)"), ("2*(3*4)", "2 * (3 * 4)"), ("-d6", "-d6"),
        ("--d6", "--d6"),
        ("-3", "-3"), ("--3", "3"), ("+3", "3"), ("-(3)", "-3"), ("-(d6+1)", "-(d6 + 1)"), ("2 - -3", "2 - -3"),
        ("-2*3", "-2 * 3"),
        ("2 × d6 − 1", "2 * d6 - 1"), ("MAX(d6,2d4, 3)", "max(d6, 2d4, 3)"), ("min(d6 vs d4)", "min(d6 vs d4)"),
        ("d20!+10 VS d20!+8", "d20! + 10 vs d20! + 8"), ("d20 v d20", "d20 vs d20"), ("(d6 vs d6)+1", "(d6 vs d6) + 1"),
        ("(d6 vs d4) vs d4", "(d6 vs d4) vs d4"),
        ("d20 + 3[ Strong  Arm ]", "d20 + 3 [Strong Arm]"), ("(d6+1)[x]", "(d6 + 1) [x]"), ("3[x][y]", "3 [x] [y]"),
        ("((((d6))))", "d6"), ("2d6\n+\t1", "2d6 + 1"),
    ],
)  # fmt: skip
def test_a_text_prints_in_one_way_and_reads_back(text, canonical):
    dice = parse(text)
    assert str(dice) == canonical
    assert parse(canonical) == dice
    assert hash(parse(canonical)) == hash(dice)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7 // 2", 3), ("-7 // 2", -4), ("7 // -2", -4), ("2 + 3 * 4", 14), ("-2 * 3", -6), ("10 - 4 - 3", 3),
        ("2 - -3", 5),
        ("-3 [x]", -3), ("min(4, 2, 9)", 2), ("max(-4, -2)", -2), ("5 vs 7", -2), ("1 + 5 vs 2 * 2", 2),
    ],
)  # fmt: skip
def test_numbers_alone_are_arithmetic(text, value):
    dice = parse(text)
    assert dice.throw(lambda die: pytest.fail("no dice are needed")) == value
    assert dice.bounds() == (value, value)
    assert dice.law(exact=True).probability(value) == 1


@settings(max_examples=600, deadline=None)
@given(text=notation)
def test_whatever_parses_prints_and_reads_back(text):
    dice = attempt(text)
    if isinstance(dice, NotationError):
        assert 1 <= dice.column <= len(text) + 1
        return
    assert parse(str(dice)) == dice
    assert str(parse(str(dice))) == str(dice)


ERRORS = [
    ("", 1, "nothing is written"),
    ("   ", 1, "nothing is written"),
    ("hello", 1, "'h' cannot stand here"),
    ("2d6 $ 3", 5, "cannot stand here"),
    ("2d6 2", 5, "'2' cannot stand here"),
    ("2d6 +", 6, "ends too soon"),
    ("(2d6", 5, "ends too soon; expected )"),
    ("2d6)", 4, "')' cannot stand here"),
    ("d", 2, "ends too soon"),
    ("2d6 + + * 3", 9, "'*' cannot stand here"),
    ("d0", 1, "one face or more"),
    ("3 + d0", 5, "one face or more"),
    ("0d6", 1, "number of dice"),
    ("3 + 0d6", 5, "number of dice"),
    ("d{6..1}", 1, "least face"),
    ("d6/2", 3, "write // to divide"),
    ("d6 // 0", 4, "divisor"),
    ("1 + d6 // (d3 - 2)", 8, "divisor"),
    ("d20!1", 5, "write !:1"),
    ("d6!!", 4, "said twice"),
    ("4d6kh3kl1", 7, "said twice"),
    ("3d6kh4", 4, "at least one must be kept"),
    ("3d6dl3", 4, "at least one must be kept"),
    ("3d6kh0", 4, "at least one must be kept"),
    ("d6e7", 3, "faces that d6 can show"),
    ("d6ro0", 3, "faces that d6 can show"),
    ("d6mi3ma2", 6, "least value not above"),
    ("4d10>=8kh2", 8, "successes"),
    ("3d6>=", 6, "ends too soon"),
    ("d6!:0", 5, "limit"),
    ("d6!:9999", 5, "limit"),
    ("2d10 as d20", 6, "3d6"),
    ("3d6 as d12", 9, "only 3d6 as d20"),
    ("2d6 as {2: 1}", 5, "rows up to 12"),
    ("2d6 as {2, 4..12}", 5, "starts at 3"),
    ("d6! as {1..6}", 5, "least and a greatest"),
    ("3 [ ]", 3, "label"),
    ("3 [" + "x" * 61 + "]", 3, "label"),
    ("[x]", 1, "cannot stand here"),
    ("max()", 5, "cannot stand here"),
    ("d6 vs d6 vs d6", 10, "cannot stand here"),
    ("1.5", 2, "cannot stand here"),
    ("٣d6", 1, "cannot stand here"),
    ("d6\x00", 3, "cannot stand here"),
    ("10**400", 4, "cannot stand here"),
]

BOMBS = [
    ("1d1!", 4, "for ever"),
    ("d6!>0", 3, "for ever"),
    ("d6!<=6", 3, "for ever"),
    ("d6rr<=6", 3, "come to rest"),
    ("3d6rr>0", 4, "come to rest"),
    ("d6rr<=5!", 8, "for ever"),
    ("d1000!>=2", 6, "come to rest"),
    ("d6 as {1..6: 3}!", 4, "for ever"),
    ("9999d9999", 1, "1000"),
    ("9" * 500 + "d6", 1, "numbers go up to"),
    ("d" + "9" * 500, 2, "numbers go up to"),
    ("1" * 900, 1, "numbers go up to"),
    ("d10001", 1, "faces"),
    ("1000d1000", 1, "values"),
    ("1000d6kh500", 7, "too much to compute"),
    ("1000d6!", 7, "values"),
    ("600d6 + 600d6", 7, "dice"),
    ("d6 * 1000000", 4, "values"),
    ("99999 * 99999", 7, "values between"),
    ("d1000 * d1000 * d1000", 7, "values"),
    ("300d300", 1, "too much to compute"),
    ("200d200 vs 200d200", 9, "too much to compute"),
    ("1" + "+1" * 499, 200, "operators"),
    ("-" * 500 + "d6", 401, "operators"),
    ("(" * 400 + "1" + ")" * 400, 101, "parentheses"),
    ("(" * 5000, 1000, "longer than"),
    ("2d6+" * 100_000, 1000, "longer than"),
    ("max(" * 150 + "1" + ")" * 150, 404, "parentheses"),
]


@pytest.mark.parametrize(("text", "column", "reason"), ERRORS + BOMBS)
def test_what_cannot_be_used_is_refused_at_once_with_its_column(text, column, reason):
    start = time.perf_counter()
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert time.perf_counter() - start < 1
    assert (caught.value.column, reason in caught.value.reason) == (column, True), caught.value
    assert len(str(caught.value)) < 5000


@pytest.mark.parametrize("thing", [None, 6, 6.0, b"2d6", ["2d6"], nds(2, 6), Number(3)])
def test_what_is_no_text_is_refused(thing):
    with pytest.raises(NotationError, match="text such as"):
        parse(thing)


@pytest.mark.parametrize(
    "text",
    [
        "1000d20", "100d100", "100d6!", "d10000!", "1000d10>=8!", "d20!>=2", "d100!>=60", "100d6kh50", "60d60kh20",
        "d300 * d300", "1000d10kl1", "20d100kh10", "d10000rr<=9000", "max(d10000, d10000, d10000)", "d9000 // d9000",
        "+".join(["10d6!"] * 30),
    ],
)  # fmt: skip
def test_the_heaviest_that_is_accepted_is_computed_in_about_a_second(text):
    start = time.perf_counter()
    dice = attempt(text)
    if isinstance(dice, NotationError):
        assert "too much" in dice.reason or "values" in dice.reason
    else:
        law = dice.law()
        assert law.total + law.cut == pytest.approx(1, abs=1e-9)
    assert time.perf_counter() - start < 3


LETTERS = "0123456789dD%fFkhlpmiaroe!<>=:+-*/()[]{}., vsx\t×−≥²"


@settings(max_examples=1500, deadline=2000)
@given(text=st.one_of(st.text(LETTERS, max_size=25), st.text(max_size=12)))
def test_every_text_parses_or_is_a_notation_error(text):
    dice = attempt(text)
    if isinstance(dice, NotationError):
        assert 1 <= dice.column <= len(text) + 1
    else:
        assert parse(str(dice)) == dice
        dice.law()


@settings(max_examples=400, deadline=2000)
@given(text=notation, place=st.integers(0, 60), junk=st.text(LETTERS, max_size=3), drop=st.integers(0, 3))
def test_a_typing_error_in_good_notation_does_no_harm(text, place, junk, drop):
    place = min(place, len(text))
    broken = text[:place] + junk + text[place + drop :]
    try:
        law = parse(broken).law()
    except NotationError:
        return
    assert law.total + law.cut == pytest.approx(1, abs=1e-9)


def test_the_grammar_page_shows_what_it_says():
    from pathlib import Path

    import affray.dice.notation as notation_module

    page = (Path(notation_module.__file__).parent / "grammar.lark").read_text(encoding="utf-8")
    shown = re.findall(r"^//   (\S.*?)   ", page, flags=re.MULTILINE)
    wholes = [text for line in shown for text in re.split(r"  +", line) if re.match(r"(\d*d|3 \[)", text)]
    assert len(wholes) >= 15
    for text in wholes:
        parse(text)


def test_lark_is_not_imported_before_something_is_parsed():
    code = "import sys, affray.dice.notation, affray.dice.charts; sys.exit('lark' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
