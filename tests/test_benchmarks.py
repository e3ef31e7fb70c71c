"""What the benchmarks measure against: engines written by hand agree, and a rule that one plays wrong is noticed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from benchmarks import compiled
from benchmarks.attack_odds import law
from benchmarks.duel_matrix import duel, law_of, loss
from benchmarks.engines import reference
from benchmarks.games import FIGHTS, GAMES, game_of
from benchmarks.laws import MOST, Law, Moments, worst
from benchmarks.penetration import compiled as penetration_compiled
from benchmarks.penetration import matrix
from benchmarks.penetration.roster import roster as penetration_roster
from benchmarks.roster import NotPlayable, Roster, load, roster

from affray.fightfile import parse_fight

A = """
system = "opposed-2d6"
distance = {distance}
{options}
[[fighter]]
name = "A"
side = "a"
brute = 2
dex = 3
wits = 1
melee = 2
life = 9
weapons = ["{weapon}"]
{more}
[[fighter]]
name = "B"
side = "b"
brute = 3
dex = 2
wits = 1
melee = 2
life = 8
weapons = ["axe"]
armour = "leather"
"""


def fight(weapon="sword", more="", options="", distance=1):
    return parse_fight(A.format(weapon=weapon, more=more, options=options, distance=distance))


def numbers(**about) -> Roster:
    return roster(fight(**about).encounter)


@pytest.mark.parametrize("name", FIGHTS)
def test_the_named_fights_are_played_alike_by_hand_and_by_the_rules(name: str) -> None:
    found = load(name)
    game = game_of(found)
    entries = game.roster(found.encounter)
    laws = {
        "compiled": game.compiled()(entries, 200_000, 1),
        "plain": game.plain()(entries, 200, 2),
        "quick": game.plain()(entries, 200, 3, quick=True),
        "reference": reference(found)(20, 4),
    }
    if len(entries.entries) == 2:
        laws["exact"] = game.matrix().law_of(game.matrix().duel(entries))
    assert worst(laws)[0] < MOST, worst(laws)


@pytest.mark.parametrize(
    "more", ["", 'orders = { guard = "none" }', 'orders = { guard = "dodge" }', 'orders = { guard = "parry" }']
)
@pytest.mark.parametrize("weapon", ["sword", "axe", "claws"])
def test_the_matrix_fits_the_rules_for_every_guard_and_weapon(weapon: str, more: str) -> None:
    found = fight(weapon, more)
    entries = roster(found.encounter)
    laws = {
        "exact": law_of(duel(entries)),
        "compiled": compiled.play(entries, 200_000, 5),
        "reference": reference(found)(60, 6),
    }
    assert worst(laws)[0] < MOST, worst(laws)


def test_the_two_compiled_loops_play_the_same_fights() -> None:
    entries = numbers()
    assert compiled.play(entries, 20_000, 7) == compiled.play(entries, 20_000, 7, general=True)


def test_parts_and_threads_add_up_to_the_whole() -> None:
    entries = roster(load("four").encounter)
    whole = compiled.play(entries, 5_001, 8, first=100)
    assert whole == compiled.play(entries, 5_001, 8, first=100, threads=3)
    assert whole == compiled.play(entries, 5_000, 8, first=100) + compiled.play(entries, 1, 8, first=5_100)
    assert whole != compiled.play(entries, 5_001, 9, first=100)


@pytest.mark.parametrize(
    ("what", "by"), [("damage", 1), ("dex", 1), ("guard", -1), ("attack", 1), ("armour", 1), ("extra", -3), ("life", 1)]
)
def test_a_number_that_is_wrong_by_a_little_is_found_out(what: str, by: int) -> None:
    entries = numbers()
    first = entries.entries[0]
    wrong = replace(entries, entries=(replace(first, **{what: getattr(first, what) + by}), entries.entries[1]))
    laws = {"exact": law_of(duel(entries)), "wrong": compiled.play(wrong, 400_000, 10)}
    assert worst(laws)[0] > MOST


def test_dice_are_fair() -> None:
    halves = np.arange(0, 2**32, 2**32 // (36 * 1000) + 1, dtype=np.uint64)
    two_dice = compiled.two_dice.py_func
    thrown = [int(two_dice(half)) for half in halves[::7]]
    shares = [thrown.count(total) / len(thrown) for total in range(2, 13)]
    assert shares == pytest.approx([n / 36 for n in (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)], abs=0.001)


def test_the_law_of_an_attack_is_that_of_the_rules() -> None:
    mine = law(GAMES["opposed-2d6"].contenders()["affray"]()())
    one, other = roster(load("duel").encounter).entries
    by_hand = {points: likely for points, likely in enumerate(loss(one, other)) if likely}
    assert by_hand == pytest.approx(mine)


@pytest.mark.parametrize("system", GAMES)
def test_every_library_has_the_law_of_an_attack_that_the_rules_have(system: str) -> None:
    contenders = GAMES[system].contenders()
    mine = law(contenders["affray"]()())
    for name, make in contenders.items():
        try:
            theirs = law(make()())
        except ImportError:
            continue
        for points in {*mine, *theirs}:
            assert theirs.get(points, 0) == pytest.approx(mine.get(points, 0), abs=1e-9), (name, points)


def test_the_chances_of_a_duel_add_up_to_one() -> None:
    found = duel(numbers())
    assert sum(found.wins) + found.draw + found.open == pytest.approx(1, abs=1e-12)
    assert found.rounds.sum() + found.open == pytest.approx(1, abs=1e-12)
    assert found.left[0].sum() == pytest.approx(found.wins[0])
    assert found.open < 1e-9


def test_a_duel_in_which_nobody_can_be_hurt_stays_open() -> None:
    entries = tuple(replace(entry, armour=99, direct=0) for entry in numbers().entries)
    found = duel(replace(numbers(), entries=entries))
    assert found.wins == pytest.approx((0, 0), abs=1e-9)
    assert found.open == pytest.approx(1)


@pytest.mark.parametrize(
    ("about", "why"),
    [
        ({"weapon": "bow"}, "bows or spells"),
        ({"weapon": "great club"}, "great club"),
        ({"distance": 3}, "out of reach"),
        ({"more": "size = 1"}, "sizes"),
        ({"more": 'orders = { aim = "weakest" }'}, "weakest"),
        ({"more": 'orders = { guard = "parry:2, dodge" }'}, "guard"),
        ({"options": 'options = { "defence.tie" = "attack" }'}, "switch"),
        ({"more": 'maneuvers = [{ weapon = "sword", bonus = "strike", level = 1 }]\nproficiencies = ["sword"]'}, "man"),
    ],
)
def test_what_the_engines_by_hand_do_not_know_they_refuse(about: dict[str, str], why: str) -> None:
    with pytest.raises(NotPlayable, match=why):
        numbers(**about)


def test_few_fights_that_came_out_alike_are_no_disagreement() -> None:
    three = Law(3, (3, 0), 0, Moments(30, 300), (Moments(3, 3), Moments()))
    many = Law(10_000, (6_000, 4_000), 0, Moments(100_000, 1_100_000), (Moments(6_000, 6_000), Moments(4_000, 4_000)))
    assert worst({"a": three, "b": many})[0] < MOST
    assert worst({"a": many, "b": replace(many, wins=(5_000, 5_000))})[0] > MOST


# -- penetration ------------------------------------------------------------------------------------------------------

P = """
system = "penetration"
distance = {distance}
{options}
[[fighter]]
name = "A"
side = "a"
strength = 8
endurance = 5
speed = 3
accuracy = 11
penetration = {penetration}
defence = 6
weapons = ["{weapon}"]
{more}
[[fighter]]
name = "B"
side = "b"
strength = 8
endurance = 4
speed = 3
accuracy = 10
penetration = 4
defence = 6
weapons = ["sword"]
armour = "leather"
"""


def by_penetration(weapon="sword", more="", options="", distance=2, penetration=4):
    about = {"weapon": weapon, "more": more, "options": options, "distance": distance, "penetration": penetration}
    return parse_fight(P.format(**about))


@pytest.mark.parametrize(
    "about",
    [
        {},
        {"weapon": "mace x2", "more": 'shield = "shield"\narmour = "mail"', "penetration": 9},
        {"weapon": "flail x2", "more": 'excess = "spare axe"\nkg = 30'},
        {"weapon": "great sword", "more": "damage = 11\nfatigue = 6", "penetration": 20},
    ],
)
def test_penetration_by_hand_fits_the_rules_for_weapons_wounds_and_load(about) -> None:
    found = by_penetration(**about)
    entries = penetration_roster(found.encounter)
    laws = {
        "exact": matrix.law_of(matrix.duel(entries)),
        "compiled": penetration_compiled.play(entries, 200_000, 5),
        "reference": reference(found)(100, 6),
    }
    assert worst(laws)[0] < MOST, worst(laws)


@pytest.mark.parametrize("what", ["speed", "accuracy", "penetration", "defence", "armour", "endurance", "multiplier"])
def test_a_number_of_penetration_that_is_wrong_by_a_little_is_found_out(what: str) -> None:
    entries = penetration_roster(load("penetration-duel").encounter)
    first = entries.entries[0]
    wrong = replace(entries, entries=(replace(first, **{what: getattr(first, what) + 1}), entries.entries[1]))
    laws = {
        "exact": matrix.law_of(matrix.duel(entries)),
        "wrong": penetration_compiled.play(wrong, 400_000, 10),
    }
    assert worst(laws)[0] > MOST


def test_the_open_ended_die_is_fair() -> None:
    halves = np.arange(0, 2**32, 2**32 // 50_000, dtype=np.uint64)
    thrown = [int(penetration_compiled.open_ended.py_func(half)) for half in halves]
    shares = [thrown.count(total) / len(thrown) for total in range(1, 13)]
    wanted = [1 / 6] * 5 + [0] + [1 / 36] * 5 + [0]
    assert shares == pytest.approx(wanted, abs=0.001)


def test_parts_and_threads_of_penetration_add_up_to_the_whole() -> None:
    entries = penetration_roster(load("penetration-four").encounter)
    whole = penetration_compiled.play(entries, 5_001, 8, first=100)
    assert whole == penetration_compiled.play(entries, 5_001, 8, first=100, threads=3)
    assert whole != penetration_compiled.play(entries, 5_001, 9, first=100)


@pytest.mark.parametrize(
    ("about", "why"),
    [
        ({"weapon": "bow"}, "bow"),
        ({"distance": 3}, "out of reach"),
        ({"more": 'orders = { aim = "weakest" }'}, "weakest"),
        ({"more": 'orders = { plan = "precise" }'}, "plan"),
        ({"more": 'orders = { retreat = "50%" }'}, "give up"),
        ({"more": "multiplier = -1"}, "multiplier"),
        ({"options": 'options = { "effect.scope" = "total" }'}, "switch"),
    ],
)
def test_what_the_engines_of_penetration_do_not_know_they_refuse(about: dict[str, str], why: str) -> None:
    with pytest.raises(NotPlayable, match=why):
        penetration_roster(by_penetration(**about).encounter)
