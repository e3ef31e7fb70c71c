"""`state` in a fight file: set as a game master sets it, and what is told where it is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from affray.errors import FileError
from affray.fightfile import Fight, parse_fight, recruit
from affray.rulings import SetValue

HEAD = 'system = "opposed-2d6"\n'
FOE = '[[fighter]]\nfrom = "Troll"\nside = "foes"\n'
HERO = '[[fighter]]\nfrom = "Jobo"\nside = "us"\nname = "Hero"\n'


def hero(state: str) -> Any:
    """A hero with that state, at a troll's side of the line."""
    return parse_fight(HEAD + FOE + HERO + state).encounter.fighter("Hero")


def problems(text: str) -> list[tuple[int | None, str, str]]:
    with pytest.raises(FileError) as raised:
        parse_fight(HEAD + text, "x.toml")
    return [(problem.line, problem.field, problem.message) for problem in raised.value.problems]


def test_a_state_is_set_as_by_hand() -> None:
    found = hero('state = { life = 12, exhaustion = 3, broken = "left arm", poisons = "viper 2 3", defences = "2" }')
    assert (found.life, found.life_full) == (12, 20)
    assert (found.exhaustion, found.exhaustion_full) == (3, 10)
    assert found.broken == ("left arm",)
    assert [(toll.name, toll.rate, toll.ticks) for toll in found.poisons] == [("viper", 2, 3)]
    assert found.defences == 2


def test_a_state_may_be_a_table_of_its_own() -> None:
    assert hero("[fighter.state]\nlife = 12\nunconscious = true\n").unconscious


def test_a_list_is_its_parts() -> None:
    assert hero('state = { broken = ["left arm", "hand"], swayed = ["Troll"] }').broken == ("left arm", "hand")
    assert hero("state = { severed = [] }").severed == ()


def test_a_state_may_name_others_wherever_they_stand() -> None:
    fight = parse_fight(HEAD + HERO + 'state = { holds = "Troll" }\n' + FOE)
    assert fight.encounter.fighter("Hero").holds == "Troll"


def test_each_of_several_has_it() -> None:
    fight = parse_fight(HEAD + FOE + HERO + "count = 3\nstate = { life = 9 }\n")
    assert [f.life for f in fight.encounter.fighters] == [35, 9, 9, 9]
    assert fight.state == tuple(SetValue(f"Hero {n}", "life", 9) for n in (1, 2, 3))


def test_the_fight_knows_what_was_set_in_the_order_of_the_file() -> None:
    fight = parse_fight(HEAD + FOE + "state = { life = 3 }\n" + HERO + 'state = { dead = true, gone = "none" }\n')
    assert fight.state == (
        SetValue("Troll", "life", 3),
        SetValue("Hero", "dead", True),
        SetValue("Hero", "gone", "none"),
    )
    assert parse_fight(HEAD + FOE + HERO).state == ()


def test_the_rules_follow_from_what_is_set() -> None:
    assert hero("state = { life = -1 }").dead
    assert hero('state = { broken = "head" }').unconscious
    rider = '[[fighter]]\nfrom = "Boog"\nside = "us"\nmount = "Centipede"\n'
    beast = '[[fighter]]\nfrom = "Centipede"\nside = "us"\ntamed = true\nstate = { unconscious = true }\n'
    encounter = parse_fight(HEAD + FOE + rider + beast).encounter
    assert encounter.fighter("Boog").mount == ""


@pytest.mark.parametrize(
    ("line", "field", "says"),
    [
        ("state = { lief = 3 }", "lief", "unknown value of a fighter 'lief'; did you mean 'life'? (known: life, "),
        ('state = { life = "much" }', "life", "'much' is not allowed; expected a whole number from -999 to 999"),
        ("state = { life = true }", "life", "True is not allowed; expected a whole number"),
        ("state = { life = 1.5 }", "life", "1.5 is not allowed; expected a whole number"),
        ("state = { life = { now = 3 } }", "life", "is not allowed; expected a whole number"),
        ('state = { broken = "nose" }', "broken", "'nose' is not allowed; expected head | right arm"),
        ('state = { poisons = "viper" }', "poisons", "'viper' is not allowed; expected poisons with points"),
        ('state = { holds = "Zed" }', "holds", "'Zed' is not allowed; expected Troll | none"),
        ('position = 40\nstate = { holds = "Troll" }', "holds", "Troll is 40 m away, out of reach"),
        ('state = { mount = "Troll" }', "mount", "Troll has no taming rating; nobody rides it"),
        ("state = { tamed = true }", "tamed", "True is not allowed; expected false for what has no taming rating"),
    ],
)
def test_what_is_wrong_is_told_with_line_and_field(line: str, field: str, says: str) -> None:
    number = 9 + line.count("\n")
    first, *_ = found = problems(FOE + HERO + line)
    assert (first[0], first[1]) == (number, f"fighter.2.state.{field}")
    assert says in first[2]
    assert len(found) == 1


def test_a_line_of_its_own_is_named() -> None:
    assert problems(FOE + HERO + '[fighter.state]\nlife = 3\nfire = "hot"\n')[0][:2] == (11, "fighter.2.state.fire")


@pytest.mark.parametrize("state", ["3", '"life"', "[1]"])
def test_a_state_is_a_table(state: str) -> None:
    ((line, field, message),) = problems(FOE + HERO + f"state = {state}")
    assert (line, field) == (9, "fighter.2.state")
    assert "a table of values" in message


def test_all_faults_at_once_and_each_of_an_entry_once() -> None:
    found = problems("distance = -1\n" + FOE + HERO + 'count = 3\nstate = { life = "x", fire = "y" }\n')
    assert [field for _, field, _ in found] == ["distance", "fighter.2.state.fire", "fighter.2.state.life"]


def test_nobody_is_blamed_for_the_fault_of_another_entry() -> None:
    found = problems('[[fighter]]\nname = "Zed"\nside = "foes"\nbrute = -1\n' + HERO + 'state = { holds = "Zed" }\n')
    assert {field.rpartition(".")[0] for _, field, _ in found} == {"fighter.1"}


def test_who_joins_later_brings_a_state_too() -> None:
    fight: Fight = parse_fight(HEAD + FOE + HERO)
    (found,) = recruit(fight.system, {"from": "Troll", "side": "us", "state": {"life": 4}}, fight.encounter)
    assert (found.id, found.life) == ("Troll 2", 4)
    with pytest.raises(FileError, match=r"state\.life: 'x' is not allowed"):
        recruit(fight.system, {"from": "Troll", "side": "us", "state": {"life": "x"}}, fight.encounter)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("dead = true, life = 5", "life = 5, dead = true"),
        ('hands = "sword", severed = "left arm"', 'severed = "left arm", hands = "sword"'),
        ('unconscious = false, broken = "hand", life = 3', 'life = 3, broken = "hand", unconscious = false'),
    ],
)
def test_the_order_of_a_table_means_nothing(one: str, other: str) -> None:
    assert hero(f"state = {{ {one} }}") == hero(f"state = {{ {other} }}")


def test_what_is_said_of_life_or_death_goes_last() -> None:
    assert hero("state = { dead = true, life = 5 }").dead
