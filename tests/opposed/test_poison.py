"""Poison: where it comes from, and when it takes hold."""

from __future__ import annotations

from typing import Any

import pytest
from opposed_fights import duel, later, put, strike, turn

from affray.encounter import Encounter
from affray.errors import InputError
from affray.events import Changed, Harm, Resolved
from affray.fightfile import parse_fight
from affray.odds import action_odds
from affray.systems.opposed import SYSTEM, rules
from affray.systems.opposed.actions.kinds import Attack
from affray.systems.opposed.fighter import Poison
from affray.systems.opposed.rules import Toll
from written import toml

VIPER = {"name": "viper", "rate": 2, "minutes": 3}
BLADE = {"name": "blade", "like": "sword", "poison": VIPER}
FANG = {"name": "fang", "like": "bite", "poison": VIPER}
ARROW = {"name": "arrow", "like": "bow", "poison": VIPER}
CURSE = {"name": "curse", "kind": "magic", "damage": 0, "range": 9, "poison": VIPER}
WEAPONS = {weapon["name"]: weapon for weapon in (BLADE, FANG, ARROW, CURSE)}


def poisoned(*tolls: Toll, life: int = 99, **settings: Any) -> Encounter:
    """A duel with poisons at work in B."""
    return put(duel({}, {"life": life}, **settings), "B", poisons=tolls)


# -- where it comes from -------------------------------------------------------------------------------------------


@pytest.mark.rule("poison.on-crit", "poison.sources", "poison.bladed")
@pytest.mark.parametrize("weapon", ["blade", "fang", "arrow"])
def test_weapons_and_beasts_poison_by_a_critical_hit_alone(weapon: str) -> None:
    encounter = duel({"weapons": [WEAPONS[weapon]], "dex": 4, "brute": 4}, {"life": 60, "armour": "leather"})
    critical = strike(encounter, weapon, [6, 6], "dodge", [5, 5])
    assert critical.outcome == "critical hit"
    assert critical.fighter("B").poisons == (Toll("viper", 2, 2, 11),)
    assert [e.loss for e in critical.log if isinstance(e, Harm)][1:] == [2]
    plain = strike(encounter, weapon, [6, 5], "dodge", [5, 5])
    assert (plain.outcome, plain.fighter("B").poisons) == ("hit", ())
    missed = strike(encounter, weapon, [3, 3], "dodge", [5, 5])
    assert (missed.outcome, missed.fighter("B").poisons) == ("dodged", ())


@pytest.mark.rule("poison.sources", "poison.on-crit")
def test_a_spell_poisons_whoever_it_hits() -> None:
    encounter = duel({"weapons": [CURSE]}, {"life": 60})
    told = strike(encounter, "curse", [6, 5], "none")
    assert (told.outcome, told.fighter("B").poisons) == ("hit", (Toll("viper", 2, 2, 11),))
    assert told.fighter("B").life == 60 - 1 - 2
    resisted = strike(encounter, "curse", [5, 5], "resist", [5, 5])
    assert (resisted.outcome, resisted.fighter("B").poisons) == ("resisted", ())


@pytest.mark.rule("poison.sources", "poison.bladed", "poison.on-crit")
def test_sources_in_full() -> None:
    kinds = ("melee", "bare", "ranged", "magic")
    assert [rules.poison_source(kind, natural=False) for kind in kinds] == ["weapon", "weapon", "weapon", "magic"]
    assert [rules.poison_source(kind, natural=True) for kind in kinds] == ["natural", "natural", "natural", "magic"]
    able = {(s, bladed): rules.can_be_poisoned(s, bladed) for s in ("weapon", "natural", "magic") for bladed in (0, 1)}  # type: ignore[arg-type]
    assert [key for key, value in able.items() if not value] == [("weapon", 0)]
    for source in ("weapon", "natural"):
        assert rules.poisons(source, True, True, 0)  # type: ignore[arg-type]
        assert not rules.poisons(source, True, False, 9)  # type: ignore[arg-type]
    assert not rules.poisons("weapon", False, True, 9)
    assert rules.poisons("natural", False, True, 9)
    assert rules.poisons("magic", False, False, 0)


@pytest.mark.rule("poison.bladed", "poison.sources")
@pytest.mark.parametrize(
    ("weapon", "wrong"),
    [
        ({"like": "sword"}, ""),
        ({"like": "bow"}, ""),
        ({"like": "bite"}, ""),
        ({"like": "claws"}, ""),
        ({"like": "kick"}, ""),
        ({"like": "lightning bolt"}, ""),
        ({"like": "great club"}, "only blades and what is natural can be poisoned"),
        ({"like": "sword", "bladed": False}, "only blades and what is natural can be poisoned"),
        ({"like": "shield"}, "a shield poisons and burns nobody"),
        ({"like": "shield", "bladed": True}, "a shield poisons and burns nobody"),
    ],
)
def test_what_can_be_poisoned(weapon: dict[str, Any], wrong: str) -> None:
    written = {"name": "it", **weapon, "poison": VIPER}
    if not wrong:
        assert duel({"weapons": [written]}).fighter("A").weapon("it").poison == Poison("viper", 2, 3)
        return
    with pytest.raises(InputError, match=wrong):
        duel({"weapons": [written]})


@pytest.mark.rule("poison.tick", "house.poison")
def test_poisons_of_the_book_and_of_a_file() -> None:
    names = ["blade poison", "spider venom"]
    weapons = [{"name": name, "like": "sword", "poison": name} for name in names]
    a = duel({"weapons": weapons}).fighter("A")
    assert [a.weapon(name).poison for name in names] == [Poison(names[0], 2, 5), Poison(names[1], 3, 4)]
    text = f"""
system = "opposed-2d6"
[poisons.hemlock]
rate = 4
[weapons.pin]
like = "dagger"
poison = "hemlock"
[[fighter]]
name = "A"
side = "a"
brute = 0
dex = 0
wits = 0
weapons = ["pin", {toml({"name": "thorn", "like": "dagger", "poison": {"like": "hemlock", "name": "sap", "rate": 1}})}]
[[fighter]]
from = "Jobo"
side = "b"
"""
    a = parse_fight(text).encounter.fighter("A")
    assert (a.weapon("pin").poison, a.weapon("thorn").poison) == (Poison("hemlock", 4, 5), Poison("sap", 1, 5))


@pytest.mark.parametrize(
    ("poison", "words"),
    [
        ("arsenic", "unknown poison 'arsenic'"),
        ({**VIPER, "rate": 0}, "rate"),
        ({**VIPER, "minutes": 0}, "minutes"),
        ({"name": "viper"}, "rate"),
        ({**VIPER, "cure": True}, "cure"),
    ],
)
def test_what_is_no_poison(poison: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        duel({"weapons": [{"name": "it", "like": "sword", "poison": poison}]})


# -- the first of it -----------------------------------------------------------------------------------------------


@pytest.mark.rule("poison.tick", "poison.on-crit", "armour.absorb")
def test_dodo() -> None:
    blade = {"name": "blade", "kind": "melee", "attribute": "dex", "damage": 2, "critical": "slice", "bladed": True}
    armour = {"name": "scales", "rating": 5}
    encounter = duel({"weapons": [{**blade, "poison": "blade poison"}]}, {"armour": armour})
    told = strike(encounter, "blade", [6, 6], "dodge", [3, 3])
    assert [(e.loss, e.before, e.after) for e in told.log if isinstance(e, Harm)] == [(5, 20, 15), (2, 15, 13)]
    assert told.fighter("B").life == 20 - 7
    assert [(e.outcome, e.rules) for e in told.log if isinstance(e, Resolved)][1] == ("poisoned", ("poison.on-crit",))


@pytest.mark.rule("poison.on-crit", "armour.absorb")
@pytest.mark.parametrize(
    ("needs_wound", "rating", "life"),
    [
        (False, 12, 20 - 2),
        (True, 12, 20),
        (False, 11, 20 - 1 - 2),
        (True, 11, 20 - 1 - 2),
    ],
)
def test_whether_poison_needs_a_wound_is_a_switch(needs_wound: bool, rating: int, life: int) -> None:
    b = {"armour": {"name": "shell", "rating": rating}}
    encounter = duel({"weapons": [BLADE]}, b, poison_needs__wound=needs_wound)
    told = strike(encounter, "blade", [6, 6], "dodge", [3, 3])  # 6 + 3 + 3
    assert (told.outcome, told.fighter("B").life) == ("critical hit", life)
    assert bool(told.fighter("B").poisons) == (life != 20)


@pytest.mark.rule("poison.on-crit", "poison.sources")
@pytest.mark.parametrize(("needs_wound", "life"), [(False, 18), (True, 20)])
def test_a_spell_that_hurts_nobody_poisons_all_the_same(needs_wound: bool, life: int) -> None:
    b = {"armour": "leather"}
    told = strike(duel({"weapons": [CURSE]}, b, poison_needs__wound=needs_wound), "curse", [6, 6], "none")
    assert (told.outcome, told.fighter("B").life) == ("hit", life)


@pytest.mark.rule("poison.tick", "damage.death")
@pytest.mark.parametrize(("life", "left", "dead"), [(14, 0, False), (13, -1, True), (12, -2, True)])
def test_the_first_of_it_kills_with_the_blow(life: int, left: int, dead: bool) -> None:
    told = strike(duel({"weapons": [BLADE]}, {"life": life}), "blade", [6, 6], "dodge", [3, 3])
    assert (told.fighter("B").life, told.fighter("B").dead) == (left, dead)
    assert [e.what for e in told.log if isinstance(e, Changed) and e.what == "dead"] == ["dead"] * dead
    assert told.encounter.step is None


@pytest.mark.rule("poison.tick", "damage.death")
@pytest.mark.parametrize(("mode", "able"), [("active", True), ("unconscious", False)])
def test_poison_can_leave_somebody_at_nothing(mode: str, able: bool) -> None:
    encounter = poisoned(Toll("viper", 2, 1, 1), life=2, life_zero=mode)
    after = later(encounter, 1).fighter("B")
    assert (after.life, after.dead, SYSTEM.able(after, encounter.options)) == (0, False, able)


@pytest.mark.rule("poison.on-crit", "poison.tick")
def test_odds_count_the_first_of_it() -> None:
    encounter = turn(duel({"weapons": [BLADE], "dex": 6}, {"life": 99, "orders": {"guard": "none"}}), "A")
    law = action_odds(SYSTEM, encounter, Attack("A", "B", "blade"), exact=True).loss
    expected: dict[int, int] = {}
    for total in (a + b + 6 for a in range(1, 7) for b in range(1, 7)):
        margin = total - 10
        loss = 0 if margin <= 0 else margin + 3 if margin < 6 else margin + 3 + 3 + 2
        expected[loss] = expected.get(loss, 0) + 1
    assert {loss: weight * 36 for loss, weight in law.items()} == expected
