"""Wrong fight files: every problem at once, with its line, its field and what may stand there."""

from __future__ import annotations

import pytest

from affray.errors import FileError
from affray.fightfile import parse_fight
from affray.system import find_system

SYSTEM = find_system("opposed-2d6")
HEAD = 'system = "opposed-2d6"\n'
FOE = '[[fighter]]\nfrom = "Troll"\nside = "foes"\n'


def problems(text: str) -> list[tuple[int | None, str, str]]:
    """Line, field and message of everything that is wrong with a text."""
    with pytest.raises(FileError) as raised:
        parse_fight(text, "x.toml")
    assert all(problem.file == "x.toml" for problem in raised.value.problems)
    return [(problem.line, problem.field, problem.message) for problem in raised.value.problems]


def problem(lines: str) -> tuple[int | None, str, str]:
    """The only problem of a fight with these lines at its head; they begin on line 2."""
    (found,) = problems(HEAD + lines + "\n" + FOE + '[[fighter]]\nfrom = "Jobo"\nside = "us"\n')
    return found


def hero(lines: str) -> tuple[int | None, str, str]:
    """The only problem of a fighter with these lines; they begin on line 8."""
    (found,) = problems(HEAD + FOE + '[[fighter]]\nname = "Hero"\nside = "us"\n' + lines)
    return found


@pytest.mark.parametrize(
    ("line", "field", "says"),
    [
        ("distance = -1", "distance", "0 to 100000 m"),
        ("distance = 100001", "distance", "0 to 100000 m"),
        ('distance = "far"', "distance", "a whole number of m"),
        ("distance = true", "distance", "a whole number of m"),
        ("distance = 1.5", "distance", "a whole number of m"),
        ("title = 3", "title", "a text"),
        ("seed = 1.5", "seed", "a whole number of at most 18 digits, or a text"),
        ("seed = true", "seed", "a whole number of at most 18 digits, or a text"),
        ("seed = 2020-01-01", "seed", "a whole number of at most 18 digits, or a text"),
        ('profile = "smoth-size"', "profile", "did you mean 'smooth-size'"),
        ("profile = 1", "profile", "the name of a profile"),
        ("options = 1", "options", "a table of switches"),
        ('options = { "defence.tie" = "both" }', "options.defence.tie", "defence | attack"),
        ('options = { "defence.limit" = 21 }', "options.defence.limit", "from 0 to 20"),
        ('options = { "defence.limit" = true }', "options.defence.limit", "from 0 to 20"),
        ("options.ko.extra-roll = 1", "options.ko.extra-roll", "false | true"),
        ("options.defense.tie = 1", "options.defense.tie", "did you mean 'defence.tie'"),
        ("options.defence.tie = []", "options.defence.tie", "defence | attack"),
        ("scene = 4", "scene", "a table"),
        ('scene = { wind = "gale" }', "scene.wind", "'none', 'light', 'moderate' or 'severe'"),
        ("scene = { rain = 1 }", "scene.rain", "known: wind"),
        ("weapons = 3", "weapons", "a table of tables"),
        ("weapons.axe = 3", "weapons.axe", "a table"),
        ('armours = ["plate"]', "armours", "a table of tables"),
        ("distence = 3", "distence", "did you mean 'distance'"),
        ("creatures = {}", "creatures", "unknown field"),
        ('"" = 1', "", "unknown field"),
    ],
)
def test_wrong_at_the_top(line: str, field: str, says: str) -> None:
    at, where, message = problem(line)
    assert (at, where) == (2, field)
    assert says in message


@pytest.mark.parametrize(
    ("text", "field", "says"),
    [
        ("", "", "system is missing; known: "),
        ("title = 'x'", "", "system is missing"),
        ("system = 3", "system", "the name of a system"),
        ('system = "opposite"', "system", "unknown system 'opposite'"),
        ('system = ""', "system", "unknown system"),
        (HEAD, "", "at least two sides; nobody"),
        (HEAD + FOE, "", "at least two sides; foes"),
        (HEAD + "fighter = 3", "fighter", "tables headed [[fighter]]"),
        (HEAD + "fighter = [3]", "fighter.1", "a table"),
        (HEAD + "[fighter]\nname = 'A'", "fighter", "tables headed [[fighter]]"),
    ],
)
def test_no_fight_at_all(text: str, field: str, says: str) -> None:
    found = problems(text)
    assert found[0][1] == field
    assert says in found[0][2]


def test_a_switch_given_in_both_ways_is_no_riddle() -> None:
    found = problems(HEAD + '[options]\n"defence.tie" = "attack"\ndefence.tie = "defence"\n' + FOE)
    assert [(line, field) for line, field, _ in found] == [(3, "options.defence.tie"), (4, "options.defence.tie")]


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("system =", 1, "not TOML"),
        (HEAD + "a = 1\na = 2", 3, "not TOML"),
        (HEAD + "[[fighter]]\nname = 'x", 3, "not TOML"),
        (HEAD + "list = [\n1,\n2\n", 4, "not TOML"),
        (HEAD + '\x00 = "x"', 2, "not TOML"),
        ("{" * 10, 1, "not TOML"),
    ],
)
def test_not_toml(text: str, line: int, says: str) -> None:
    ((at, field, message),) = problems(text)
    assert (at, field) == (line, "")
    assert says in message


def test_nesting_without_end_is_no_crash() -> None:
    assert problems("a = " + "[" * 20_000 + "]" * 20_000)[0][2]


# -- what is wrong with a fighter --------------------------------------------------------------------------------

PERSON = "brute = 1\ndex = 1\nwits = 1\n"


@pytest.mark.parametrize(
    ("line", "field", "says"),
    [
        ("brute = 1.5", "brute", "whole number"),
        ("brute = true", "brute", "whole number"),
        ('brute = "3"', "brute", "whole number"),
        ("brute = -1", "brute", "at least 0"),
        ("brute = 21", "brute", "at most 20"),
        ("life = 0", "life", "at least 1"),
        ("size = 21", "size", "at most 20"),
        ("strength = 3", "strength", "unknown field 'strength'"),
        ("dexx = 3", "dexx", "did you mean 'dex'"),
        ("count = 0", "count", "from 1 to 500"),
        ("count = 501", "count", "from 1 to 500"),
        ("count = 2.0", "count", "from 1 to 500"),
        ("count = true", "count", "from 1 to 500"),
        ("position = 0.5", "position", "a whole number of m"),
        ("position = 100001", "position", "-100000 to 100000"),
        ("position = -100001", "position", "-100000 to 100000"),
        ('from = "Trol"', "from", "did you mean 'Troll'"),
        ("from = 3", "from", "unknown creature '3'"),
        ('weapons = ["sward"]', "weapons.1", "did you mean 'sword'"),
        ('weapons = ["sword", "sword"]', "weapons", "listed twice"),
        ('weapons = "sword"', "weapons", "list"),
        (
            'weapons = ["axe", { like = "sword", name = "x", dammage = 1 }]',
            "weapons.2.dammage",
            "did you mean 'damage'",
        ),
        ('weapons = [{ like = "sword", name = "x", damage = "lots" }]', "weapons.1.damage", "whole number"),
        ('weapons = [{ like = "nothing", name = "x" }]', "weapons.1", "unknown weapon 'nothing'"),
        ("weapons = [3]", "weapons.1", "3"),
        ('armour = "paper"', "armour", "unknown armour 'paper'"),
        ('armour = { name = "x", rating = 1, metal = 0.5 }', "armour.metal", "fraction"),
        ('armour = { name = "x", rating = 1, metl = "1/2" }', "armour.metl", "did you mean 'metal'"),
        ("hands = [\n'sword'\n]", "hands", "unknown weapon to hold 'sword'"),
        ("orders = 3", "orders", "a table of standing orders"),
        ('orders = { gard = "dodge" }', "orders.gard", "did you mean 'guard'"),
        ('orders = { guard = "duck" }', "orders.guard", "parry | dodge | resist | none | ask"),
        ("orders = { guard = 3 }", "orders.guard", "parry | dodge | resist | none | ask"),
        ('orders = { guard = "parry, duck" }', "orders.guard", "parry | dodge | resist | none | ask"),
        ('orders = { guard = "parry:-1, dodge:1" }', "orders.guard", "weights above 0"),
        ('orders = { guard = "parry:x" }', "orders.guard", "weights above 0"),
        ('orders = { guard = "" }', "orders.guard", "parry | dodge"),
        ('orders = { aim = "closest" }', "orders.aim", "nearest | weakest | strongest | hurt | focus | random"),
        ('orders = { aim = "nearest, weakest" }', "orders.aim", "nearest | weakest"),
        ('orders = { aim = "nearest:2" }', "orders.aim", "nearest | weakest"),
        ('orders = { aim = "ask" }', "orders.aim", "nearest | weakest"),
    ],
)
def test_wrong_with_a_fighter(line: str, field: str, says: str) -> None:
    key = line.split(" ")[0]
    person = "".join(f"{p}\n" for p in PERSON.splitlines() if not p.startswith(f"{key} "))
    at, where, message = hero(f"{line}\n{person}")
    assert (at, where) == (8, f"fighter.2.{field}")
    assert says in message


@pytest.mark.parametrize("side", ["", 'side = ""\n', 'side = "  "\n'])
def test_a_side_has_to_be_named(side: str) -> None:
    found = problems(f'{HEAD}{FOE}[[fighter]]\nfrom = "Jobo"\n{side}')
    assert [(f, m) for _, f, m in found] == [("fighter.2.side", "side is missing: whom does this fighter fight for?")]


def test_a_side_that_is_no_text_is_one_problem_only() -> None:
    assert problems(f'{HEAD}{FOE}[[fighter]]\nfrom = "Jobo"\nside = 3\n') == [
        (7, "fighter.2.side", "3 is not allowed; expected the name of a side")
    ]


def test_what_a_person_needs_is_asked_for() -> None:
    found = problems(f'{HEAD}{FOE}[[fighter]]\nname = "A"\nside = "us"\n')
    assert [(line, field) for line, field, _ in found] == [(5, f"fighter.2.{n}") for n in ("brute", "dex", "wits")]
    assert all("has to be given" in message for _, _, message in found)


@pytest.mark.parametrize(
    "name", ['"Troll"', '"troll"', '""', '" x"', '"x "', '"a\\nb"', f'"{"x" * 61}"', "3", "1979-05-27"]
)
def test_names_are_one_line_and_nobody_elses(name: str) -> None:
    at, field, message = problems(f'{HEAD}{FOE}[[fighter]]\nside = "us"\nname = {name}\n{PERSON}')[0]
    assert (at, field) == (7, "fighter.2.name")
    assert message


def test_numbered_names_may_not_meet_either() -> None:
    text = f'{HEAD}{FOE}[[fighter]]\nfrom = "Jobo"\nname = "Troll 2"\nside = "us"\n'
    assert problems(text.replace('side = "foes"', 'side = "foes"\ncount = 2'))[0][1] == "fighter.2.name"


def test_a_crowd_has_an_end() -> None:
    crowd = "".join(f'[[fighter]]\nfrom = "Jobo"\nname = "J{n}"\nside = "us"\ncount = 500\n' for n in range(3))
    assert "at most 1000" in problems(HEAD + FOE + crowd)[0][2]


def test_own_gear_that_goes_in_circles() -> None:
    text = '[weapons.a]\nlike = "b"\n[weapons.b]\nlike = "a"\n'
    found = problems(f'{HEAD}{text}{FOE}[[fighter]]\nname = "A"\nside = "us"\n{PERSON}weapons = ["a"]')
    assert "is like itself" in found[0][2]


def test_everything_is_told_at_once_in_the_order_of_the_file() -> None:
    text = f"""{HEAD}distance = -3
[scene]
wind = "gale"
[options]
"defence.tie" = "both"
[[fighter]]
name = "A"
side = 3
brute = "x"
orders = {{ guard = "duck" }}
[[fighter]]
from = "Trol"
side = "us"
count = 0
"""
    assert [(line, field) for line, field, _ in problems(text)] == [
        (2, "distance"),
        (4, "scene.wind"),
        (6, "options.defence.tie"),
        (7, "fighter.1.dex"),
        (7, "fighter.1.wits"),
        (9, "fighter.1.side"),
        (10, "fighter.1.brute"),
        (11, "fighter.1.orders.guard"),
        (13, "fighter.2.from"),
        (15, "fighter.2.count"),
    ]
