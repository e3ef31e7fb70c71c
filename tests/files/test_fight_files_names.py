"""Names and gear that cannot be, in fight files: what is refused, why, and in whose words."""

from __future__ import annotations

import pytest
from test_fight_files_wrong import FOE, HEAD, hero, problem, problems

from affray.errors import FileError
from affray.fightfile import parse_fight, recruit

PERSON = "brute = 1\ndex = 1\nwits = 1\n"


def person(name: str) -> str:
    return f"[[fighter]]\nname = '{name}'\nside = 'us'\n{PERSON}"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Ann, the bold", "a comma separates names in lists"),
        ("Ann=Bob", 'a sign "=" parts a name from its value'),
        ("none", "the word means nobody"),
        ("None", "the word means nobody"),
        ("attacker", "the word means whoever attacks"),
        ("Target", "the word means whoever is attacked"),
        ("always", "the word ends a ruling"),
    ],
)
def test_what_nobody_is_called(name: str, why: str) -> None:
    ((_, field, message),) = problems(HEAD + FOE + person(name))
    assert field == "fighter.2.name"
    assert f"{name!r} is not allowed as a name: " in message
    assert why in message
    fight = parse_fight(HEAD + FOE + person("Ann"))
    with pytest.raises(FileError, match="as a name"):
        recruit(fight.system, {"from": "Troll", "name": name, "side": "us"}, fight.encounter)


def test_words_that_only_look_alike_are_names() -> None:
    fight = parse_fight(HEAD + FOE + person("Nonesuch") + person("The target"))
    assert fight.encounter.ids[1:] == ("Nonesuch", "The target")


@pytest.mark.parametrize(
    ("key", "why"),
    [("a, b", "a comma"), ("a=b", 'a sign "="'), ("None", "nothing at all"), ("", "expected a name")],
)
def test_what_own_gear_is_not_called(key: str, why: str) -> None:
    _, field, message = problem(f'[weapons."{key}"]\nlike = "sword"')
    assert field == (f"weapons.{key}" if key else 'weapons.""')
    assert why in message
    assert why in hero(f'{PERSON}weapons = [{{ name = "{key}", like = "sword" }}]')[2]


def test_armour_may_be_none() -> None:
    parse_fight(HEAD + FOE + person("Ann") + 'armour = "none"')


@pytest.mark.parametrize(
    ("lines", "field", "says"),
    [
        ("weapons = [3]", "weapons.1", "3 is not allowed; expected a name or a table"),
        ("armour = 3", "armour", "3 is not allowed; expected a name or a table"),
        ('weapons = [{ name = "a", like = "dagger", poison = 3 }]', "weapons.1.poison", "expected a name or a table"),
        (
            'weapons = [{ name = "a", like = "dagger", fire = 3 }]',
            "weapons.1.fire",
            "3 is not allowed; expected a table",
        ),
        ("maneuvers = [3]", "maneuvers.1", "3 is not allowed; expected a table"),
        ('hands = [""]', "hands.1", "'' is not allowed; expected a name"),
        ('armour = { name = "a", rating = 1, metal = "1/0" }', "armour.metal", "'1/0' is not allowed; write the share"),
        ('armour = { name = "a", rating = 1, metal = 0.5 }', "armour.metal", "0.5 is not allowed; write the share"),
        ('armour = { name = "a", rating = 1, metal = "5/4" }', "armour.metal", "'5/4' is not allowed; a share of the"),
    ],
)
def test_no_words_of_the_library_reach_people(lines: str, field: str, says: str) -> None:
    _, where, message = hero(PERSON + lines)
    assert where == f"fighter.2.{field}"
    assert says in message
    assert "Sheet" not in message
