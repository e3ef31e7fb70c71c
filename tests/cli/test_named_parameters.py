"""Parameters by name, at the table and for odds; actions without a target; the odds of every kind of action."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from terminal import affray, play, refused

from affray.cli.words import typed_action
from affray.encounter import Step
from affray.errors import IllegalAction, InputError
from affray.fightfile import parse_fight
from affray.system import Action, find_system

FIGHT = """\
system = "opposed-2d6"
distance = 1
seed = 3

[weapons."old sword"]
like = "sword"

[weapons."x-y"]
like = "dagger"

[[fighter]]
name = "Hodo"
side = "us"
brute = 2
dex = 3
wits = 1
melee = 2
weapons = ["old sword", "shield", "spear", "x-y"]
proficiencies = ["old sword"]
maneuvers = [
    { weapon = "old sword", bonus = "strike", level = 2 },
    { weapon = "old sword", bonus = "damage", level = 3 },
]

[[fighter]]
name = "Boog"
side = "us"
brute = 2
dex = 2
wits = 1
taming = 4
weapons = ["bow"]
mount = "Beast"

[[fighter]]
name = "Beast"
side = "us"
brute = 2
dex = 2
wits = 0
tame = "4/12"
tamed = true

[[fighter]]
name = "Gaba"
side = "them"
brute = 1
dex = 1
wits = 1

[[fighter]]
name = "Big Gaba"
side = "them"
brute = 1
dex = 1
wits = 1
"""

ORDER = ("6 6", "2 2", "1 1", "1 1", "1 1")
TYPED = ("--typed-dice",)


@pytest.fixture
def camp(tmp_path: Path) -> Path:
    path = tmp_path / "camp.toml"
    path.write_text(FIGHT, encoding="utf-8")
    return path


HODO = parse_fight(FIGHT).encounter.push(Step("turn", "Hodo"))


def typed(line: str) -> Action:
    """What Hodo does if that is typed at his turn."""
    return typed_action(find_system("opposed-2d6"), HODO, "Hodo", line)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("attack gaba old sword", "attacks Gaba with old sword"),
        ("attack gaba old sword damage=1", "attacks Gaba with old sword (+1 damage)"),
        ("attack gaba old sword strike=2", "attacks Gaba with old sword (+2 strike)"),
        ("attack gaba old sword strike=2 damage=1", "attacks Gaba with old sword (+2 strike, +1 damage)"),
        ("attack gaba old sword 2", "attacks Gaba with old sword (+2 strike)"),
        ("attack gaba old sword 0 3", "attacks Gaba with old sword (+3 damage)"),
        ("attack gaba damage=1", "attacks Gaba with old sword (+1 damage)"),
        ("attack damage=1 gaba old sword", "attacks Gaba with old sword (+1 damage)"),
        ("attack big gaba with old sword dam=2", "attacks Big Gaba with old sword (+2 damage)"),
        ("attack weapon=old sword target=big gaba", "attacks Big Gaba with old sword"),
        ('attack weapon="old sword" big gaba', "attacks Big Gaba with old sword"),
        ("attack target=big gaba old sword strike=1", "attacks Big Gaba with old sword (+1 strike)"),
        ("attack WEAPON=fist gaba", "attacks Gaba with fist"),
        ("move to=-3", "moves to -3 m"),
        ("ready weapon=spear", "takes spear in hand"),
        ("ready x-y", "takes x-y in hand"),
        ("ready weapon=x-y", "takes x-y in hand"),
    ],
)
def test_parameters_may_be_named(line: str, says: str) -> None:
    if "strike=2 damage=1" in line:
        with pytest.raises(IllegalAction, match="maneuver"):  # one maneuver on a roll
            typed(line)
    else:
        assert typed(line).describe() == f"Hodo {says}"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("attack gaba old sword damage=x", "damage: 'x' is not allowed; expected a whole number from 0 to 3"),
        ("attack gaba old sword strike=", "strike: '' is not allowed; expected a whole number from 0 to 2"),
        ("attack gaba old sword damage=4", "level 4 is above owned level 3 [maneuver.lower]"),
        ("attack gaba old sword foo=1", "unknown parameter of attack 'foo' (known: target, weapon, strike, damage)"),
        ("attack gaba old sword strike=1 strike=2", "attack: 'strike' is not allowed; expected each thing once"),
        ("attack target=zed", "unknown fighter 'zed'"),
        ("attack gaba weapon=axe", "unknown weapon 'axe' (known: old sword, shield, spear, x-y, fist, kick)"),
        ("attack target=gaba weapon=fist strike=0 damage=0 more", "damage: '0 more' is not allowed"),
        ("attack gaba fist 0 0 target=gaba", "unknown weapon"),
        ("move to=far", "to: 'far' is not allowed; expected a whole number from -6 to 6"),
        ("move way=3", "unknown parameter of move 'way' (known: to)"),
        ("pass now=1", "pass: 'now=1' is not allowed; expected nothing behind it"),
    ],
)
def test_what_is_wrong_names_the_parameter_and_what_it_may_be(line: str, says: str) -> None:
    with pytest.raises(InputError) as raised:
        typed(line)
    assert says in str(raised.value)


def test_a_named_level_is_paid_for_at_the_table(camp: Path) -> None:
    record = camp.with_suffix(".jsonl")
    options = (*TYPED, "--record", record)
    said = play(camp, *ORDER, "attack gaba old sword damage=1", "6 6", "dodge", "1 1", "quit", options=options)
    assert "+ 1 damage maneuver" in said
    last = json.loads(record.read_text(encoding="utf-8").splitlines()[-1])
    assert last["state"]["fighters"][0]["exhaustion"] == 9


def odds(camp: Path, *words: object) -> str:
    said = affray("odds", camp, *words)
    assert said.code == 0, said.err
    return said.out


def test_odds_use_further_parameters(camp: Path) -> None:
    data = affray("odds", camp, "-a", "Hodo", "-t", "Gaba", "--use", "strike=2", "--json").json
    assert data["action"] == {
        "kind": "attack",
        "who": "Hodo",
        "target": "Gaba",
        "weapon": "old sword",
        "strike": 2,
        "damage": 0,
    }
    plain = affray("odds", camp, "-a", "Hodo", "-t", "Gaba", "--json").json
    assert data["hit"] > plain["hit"]
    assert plain["action"]["strike"] == 0
    both = odds(
        camp, "-a", "Hodo", "-t", "Gaba", "--use", "strike=1", "--use", "damage=1", "--set", "maneuver.per-roll=2"
    )
    assert both.startswith("Hodo attacks Gaba with old sword (+1 strike, +1 damage)\n")
    assert odds(camp, "-a", "Hodo", "--action", "move", "--use", "to=4").startswith("Hodo moves to 4 m\n")
    assert odds(camp, "-a", "Hodo", "-t", "gaba", "--use", "weapon=fist").startswith("Hodo attacks Gaba with fist\n")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("-t", "Gaba", "--use", "strike"), "--use: 'strike' is not allowed; expected NAME=VALUE"),
        (("-t", "Gaba", "--use", "strike=x"), "strike: 'x' is not allowed; expected a whole number from 0 to 2"),
        (("-t", "Gaba", "--use", "strike=3"), "level 3 is above owned level 2 [maneuver.lower]"),
        (("-t", "Gaba", "--use", "foo=1"), "unknown parameter of attack 'foo' (known: target, weapon, strike, damage)"),
        (("-t", "Gaba", "--use", "strike=1", "--use", "strike=1"), "each thing once"),
        (("-t", "Gaba", "--weapon", "fist", "--use", "weapon=kick"), "--use: 'weapon' is not allowed; expected each"),
        (("--use", "target=Gaba"), "--target is missing: --action attack is aimed at somebody"),
        (("--action", "grapple"), "--target is missing: --action grapple is aimed at somebody"),
        (
            ("--action", "flee", "--given", "distance=3"),
            "--given: 'distance' is not allowed; expected --target beside it",
        ),
        (("--action", "flee", "--given", "target.life=3"), "expected --target beside it"),
        (("--action", "pass", "--mod", "target:mud=3"), "unknown fighter 'target'"),
    ],
)
def test_what_odds_cannot_use_says_why(camp: Path, words: tuple[str, ...], says: str) -> None:
    assert says in refused("odds", camp, "-a", "Hodo", *words)


# -- every kind of action


def test_the_odds_of_pulling_a_weapon_out(camp: Path) -> None:
    words = ("-a", "Hodo", "--action", "pull", "--given", "attacker.stuck=spear in Gaba")
    data = affray("odds", camp, *words, "--json").json
    assert data["hit"] == pytest.approx(26 / 36)  # 2d6 + 2 against 8
    assert (data["attacker"], data["target"], data["loss"]) == ("Hodo", "Hodo", {"0": 1.0})
    said = odds(camp, *words)
    assert "  Hodo, pull: 2d6 + 2 Brute against pull TN 8\n  succeeds 72.2 %, mean 0.00, out 0 %\n" in said


def test_the_odds_of_regaining_control(camp: Path) -> None:
    words = ("-a", "Boog", "--action", "control", "--given", "Beast.life=5", "--given", "Beast.wild=1-2")
    data = affray("odds", camp, *words, "--json").json
    assert data["hit"] == pytest.approx(15 / 36)  # 2d6 + 4 against 12
    # short by 3 or 4: a Dexterity check of 8 at +2; short by 5 or 6: of 10. Whoever is thrown loses 1 to 3
    thrown = (4 + 3) / 36 * 10 / 36 + (2 + 1) / 36 * 21 / 36
    assert data["loss"]["0"] == pytest.approx(1 - thrown)
    assert data["mean"] == pytest.approx(2 * thrown)
    assert "  succeeds 41.7 %" in odds(camp, *words)
    mount = affray("odds", camp, *words, "-t", "Beast", "--json").json
    assert (mount["hit"], mount["target"], mount["mean"]) == (data["hit"], "Beast", 0)


DICE = {
    "attack": ("-t", "Gaba"),
    "grapple": ("-t", "Gaba"),
    "struggle": ("-t", "Gaba", "--given", "target.holds=Hodo"),
    "social": ("-t", "Gaba"),
    "pull": ("--given", "attacker.stuck=spear in Gaba"),
}
NO_DICE = {
    "release": ("--given", "attacker.holds=Gaba"),
    "aim": ("-t", "Gaba", "-a", "Boog"),
    "move": (),
    "ready": ("--weapon", "spear"),
    "extinguish": ("-t", "Beast", "--given", "target.fire=1 3"),
    "mount": ("-t", "Beast", "-a", "Boog", "--given", "attacker.mount=none"),
    "dismount": ("-a", "Boog"),
    "flee": ("--given", "Gaba.dead=true", "--given", "Big Gaba.position=9"),
    "surrender": (),
    "pass": (),
}


@pytest.mark.parametrize("kind", DICE)
def test_what_is_left_to_dice_shows_odds(camp: Path, kind: str) -> None:
    words = ("-a", "Hodo", "--action", kind, *DICE[kind])
    said = odds(camp, *words).splitlines()
    assert ", " in said[1]
    assert ": 2d6 + " in said[1]
    assert said[2].startswith("  hits " if kind == "attack" else "  succeeds ")
    assert 0 < affray("odds", camp, *words, "--json").json["hit"] < 1


@pytest.mark.parametrize("kind", NO_DICE)
def test_what_is_not_left_to_dice_says_so(camp: Path, kind: str) -> None:
    words = NO_DICE[kind] if "-a" in NO_DICE[kind] else ("-a", "Hodo", *NO_DICE[kind])
    said = odds(camp, "--action", kind, *words).splitlines()
    assert said[1:] == ["  nothing in it is left to dice"]
    assert affray("odds", camp, "--action", kind, *words, "--json").json["loss"] == {"0": 1.0}


def test_going_over_to_magic_is_not_left_to_dice_either(camp: Path) -> None:
    text = FIGHT.replace('weapons = ["bow"]', 'weapons = ["bow", "lightning bolt"]')
    camp.write_text(text, encoding="utf-8")
    assert odds(camp, "-a", "Boog", "--action", "switch").splitlines()[1:] == ["  nothing in it is left to dice"]


def test_the_table_lists_the_odds_of_a_pull(camp: Path) -> None:
    said = play(camp, *ORDER, "gm set Hodo stuck spear in Gaba", "odds pull spear", "odds pass", "quit", options=TYPED)
    row = next(line for line in said.splitlines() if " pulls at spear " in line)
    assert row.split()[-5:] == ["72.2", "%", "0.00", "0", "%"]
    assert "Hodo pulls at spear: succeeds 72.2 %, mean 0.00, out 0 %\n" in said
    assert "that is not left to dice\n" in said
