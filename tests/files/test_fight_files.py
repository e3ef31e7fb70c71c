"""Fight files as people write them: what they can say, and what they are told where they are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from affray.errors import BadValue, FileError, UnknownName
from affray.fightfile import Fight, load_fight, parse_fight, with_distance
from affray.system import find_system

SYSTEM = find_system("opposed-2d6")
HEAD = 'system = "opposed-2d6"\n'
FOE = '[[fighter]]\nfrom = "Troll"\nside = "foes"\n'


def parsed(text: str) -> Fight:
    """A fight of these lines and a troll, the system being given."""
    return parse_fight(HEAD + text + "\n" + FOE)


def test_the_template_runs_as_it_stands() -> None:
    fight = parse_fight(SYSTEM.template())
    assert fight.system is SYSTEM
    assert fight.title == "A bridge and its toll"
    assert fight.source == SYSTEM.template()
    assert fight.seed is None
    assert fight.encounter.ids == ("Jobo", "Mira", "Troll", "Goblin 1", "Goblin 2")
    assert fight.encounter.fact("wind") == "light"
    assert [f.position for f in fight.encounter.fighters] == [0, 0, 12, 12, 12]
    jobo = fight.encounter.fighter("Jobo")
    assert [w.name for w in jobo.weapons] == ["old sword", "shield", "fist", "kick"]
    assert jobo.weapon("old sword").damage == 2
    assert dict(jobo.orders) == {"guard": "parry, dodge", "aim": "nearest"}


@pytest.mark.parametrize("seed", ["7", '"seven"', "-3", "0"])
def test_a_seed_is_a_number_or_a_text(seed: str) -> None:
    fight = parsed(f'seed = {seed}\n[[fighter]]\nfrom = "Jobo"\nside = "us"')
    assert fight.seed == (int(seed) if '"' not in seed else "seven")


def test_the_beginning_of_a_systems_name_will_do() -> None:
    assert parse_fight(f'system = "opp"\n{FOE}[[fighter]]\nfrom = "Jobo"\nside = "us"\n').system is SYSTEM


def test_fields_override_those_of_the_creature() -> None:
    troll = parsed('[[fighter]]\nfrom = "troll"\nside = "us"\nname = "Ugh"\nbrute = 9\nweapons = ["axe"]').encounter
    ugh = troll.fighter("Ugh")
    assert (ugh.brute, ugh.size, ugh.life) == (9, 3, 35)
    assert [w.name for w in ugh.weapons] == ["axe", "fist", "kick"]
    assert ugh.hands == ("axe",)


def test_a_count_numbers_the_fighters() -> None:
    fight = parsed('[[fighter]]\nfrom = "Jobo"\nside = "us"\ncount = 3\nposition = 4')
    assert fight.encounter.ids == ("Jobo 1", "Jobo 2", "Jobo 3", "Troll")
    assert {f.position for f in fight.encounter.fighters} == {4, 0}
    assert parsed('[[fighter]]\nfrom = "Jobo"\nside = "us"\ncount = 1').encounter.ids == ("Jobo", "Troll")


def test_distance_puts_the_sides_apart_and_a_position_goes_before_it() -> None:
    text = (
        'distance = 30\n[[fighter]]\nfrom = "Jobo"\nside = "us"\n[[fighter]]\nfrom = "Boog"\nside = "us"\nposition = -4'
    )
    fight = parse_fight(HEAD + text + "\n" + FOE + '[[fighter]]\nfrom = "Fairy"\nside = "third"\n')
    assert [f.position for f in fight.encounter.fighters] == [0, -4, 30, 60]


def test_own_gear_may_be_like_the_armourys_or_like_other_own_gear() -> None:
    text = """
    [weapons.sword]
    like = "sword"
    damage = 9
    [weapons.better]
    like = "sword"
    critical = "chop"
    [armours.rags]
    rating = 1
    [[fighter]]
    name = "A"
    side = "us"
    brute = 1
    dex = 1
    wits = 1
    weapons = ["better", { name = "best", like = "better", damage = 11 }, "dagger"]
    armour = "rags"
    """
    a = parsed(text).encounter.fighter("A")
    assert [(w.name, w.damage, w.critical) for w in a.weapons[:3]] == [
        ("better", 9, "chop"),
        ("best", 11, "chop"),
        ("dagger", 2, "impale"),
    ]
    assert (a.armour.name, a.armour.rating) == ("rags", 1)


@pytest.mark.parametrize(
    "options",
    [
        '[options]\n"defence.tie" = "attack"\n"defence.limit" = 2',
        '[options]\ndefence.tie = "attack"\ndefence.limit = 2',
        '[options.defence]\ntie = "attack"\nlimit = 2',
        '[options]\ndefence = { tie = "attack", limit = 2 }',
        'options = { "defence.tie" = "attack", defence = { limit = 2 } }',
        'options.defence.tie = "Attack"\noptions.defence.limit = "2"',
    ],
)
def test_switches_are_written_with_quotes_or_as_nested_keys(options: str) -> None:
    fight = parsed(options + '\n[[fighter]]\nfrom = "Jobo"\nside = "us"')
    assert fight.encounter.options.changed == {"defence.tie": "attack", "defence.limit": 2}


def test_a_profile_sets_switches_and_single_ones_go_before_it() -> None:
    hero = '[[fighter]]\nfrom = "Jobo"\nside = "us"'
    assert parsed(f'profile = "smooth-size"\n{hero}').encounter.options["size.accuracy"] == "relative"
    own = parsed(f'profile = "smooth-size"\n[options]\n"size.accuracy" = "target"\n{hero}')
    assert own.encounter.options["size.accuracy"] == "target"


@pytest.mark.parametrize("order", ["parry", "Dodge", "parry, dodge", "parry:2, dodge:1", "parry: 0.5, none", "ask"])
def test_standing_orders(order: str) -> None:
    fight = parsed(f'[[fighter]]\nfrom = "Jobo"\nside = "us"\norders = {{ guard = "{order}", intent = "magic" }}')
    assert dict(fight.encounter.fighter("Jobo").orders) == {"guard": order, "intent": "magic"}


def test_the_distance_of_two_can_be_changed_later() -> None:
    encounter = parse_fight(SYSTEM.template()).encounter
    assert with_distance(encounter, "Jobo", "Troll", 5).fighter("Troll").position == 5
    assert with_distance(encounter, "Troll", "Jobo", 5).fighter("Jobo").position == 7
    assert with_distance(encounter, "Troll", "Jobo", 0).fighter("Jobo").position == 12
    with pytest.raises(BadValue):
        with_distance(encounter, "Jobo", "Troll", -1)
    with pytest.raises(UnknownName):
        with_distance(encounter, "Jobo", "Nobody", 1)


# -- files -------------------------------------------------------------------------------------------------------


def test_a_file_is_read_and_named_in_its_problems(tmp_path: Path) -> None:
    path = tmp_path / "bridge.toml"
    path.write_text(SYSTEM.template(), encoding="utf-8")
    assert load_fight(path) == parse_fight(SYSTEM.template())
    path.write_text("system = 3", encoding="utf-8")
    with pytest.raises(FileError, match=r"bridge\.toml:1: system: "):
        load_fight(path)


def test_files_that_cannot_be_read_are_problems_too(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="No such file"):
        load_fight(tmp_path / "nothing.toml")
    with pytest.raises(FileError):
        load_fight(tmp_path)
    (tmp_path / "latin.toml").write_bytes(HEAD.encode() + b"title = '\xe9'")
    with pytest.raises(FileError, match="not UTF-8"):
        load_fight(tmp_path / "latin.toml")
