"""On which line each value of a TOML text stands."""

from __future__ import annotations

import pytest

from affray.toml_lines import Path, line_of, lines

TEXT = '''system = "x"

# a comment
"quoted.name" = 1
a.b.c = 2
[scene] # the place
wind = "light"
list = [
    1, # [not]
    2,
]
text = """
[nor] this
key = 1
"""
after = true
[[fighter]]
name = "A"
orders = { guard = "dodge", aim = "nearest" }
weapons = [{ like = "sword" }]
[fighter.armour]
rating = 1
[[fighter]]
name = "B"
  [[fighter.weapons]]
  name = "x"
  [[fighter.weapons]]
  name = "y"
[weapons."old sword"]
damage = 2
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("system",), 1),
        (("quoted.name",), 4),
        (("a",), 5),
        (("a", "b"), 5),
        (("a", "b", "c"), 5),
        (("scene",), 6),
        (("scene", "wind"), 7),
        (("scene", "list"), 8),
        (("scene", "list", 1), 8),
        (("scene", "text"), 12),
        (("scene", "after"), 16),
        (("fighter", 0), 17),
        (("fighter", 0, "name"), 18),
        (("fighter", 0, "orders"), 19),
        (("fighter", 0, "orders", "aim"), 19),
        (("fighter", 0, "weapons"), 20),
        (("fighter", 0, "weapons", 0, "like"), 20),
        (("fighter", 0, "armour"), 21),
        (("fighter", 0, "armour", "rating"), 22),
        (("fighter", 0, "armour", "metal"), 21),
        (("fighter", 1), 23),
        (("fighter", 1, "name"), 24),
        (("fighter", 1, "weapons", 0), 25),
        (("fighter", 1, "weapons", 0, "name"), 26),
        (("fighter", 1, "weapons", 1, "name"), 28),
        (("fighter", 1, "dex"), 23),
        (("weapons", "old sword"), 29),
        (("weapons", "old sword", "damage"), 30),
        (("nothing",), None),
        ((), None),
    ],
)
def test_the_line_of_everything(path: Path, line: int | None) -> None:
    assert line_of(path, lines(TEXT)) == line
    assert line_of(path, lines(TEXT.replace("\n", "\r\n"))) == line
    assert line_of(path, lines(TEXT.rstrip("\n"))) == line


@pytest.mark.parametrize("strange", ["\u2028", "\u2029", "\x85"])
def test_only_a_line_feed_ends_a_line(strange: str) -> None:
    assert lines(f'a = "x{strange}y"\nb = 1\n') == {("a",): 1, ("b",): 2}


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n", "   "])
def test_a_text_without_anything_has_no_lines(text: str) -> None:
    assert lines(text) == {}


def test_long_values_take_no_more_than_a_moment() -> None:
    text = "a = [\n" + '"word",\n' * 3000 + "]\nb = '''\n" + "word\n" * 3000 + "'''\nc = 1\n"
    assert lines(text) == {("a",): 1, ("b",): 3003, ("c",): 6005}
