"""Fights for the tests of the arena, as data: who fights whom, and under which switches."""

from __future__ import annotations

from functools import cache
from typing import Any

from affray.encounter import Encounter
from affray.fightfile import parse_fight
from written import toml

SWORD = {"brute": 2, "dex": 2, "wits": 1, "melee": 2, "weapons": ["sword"], "life": 9}
AXE = {**SWORD, "brute": 4, "dex": 1, "weapons": ["axe"], "armour": "leather"}
CLUB = {**SWORD, "brute": 5, "dex": 1, "weapons": ["great club"], "life": 11, "size": 1}
SPEAR = {**SWORD, "dex": 4, "weapons": ["spear", "dagger"], "life": 8}
FISTS = {"brute": 4, "dex": 3, "wits": 1, "melee": 5, "life": 9}
ARCHER = {"brute": 1, "dex": 4, "wits": 2, "melee": 1, "ranged": 4, "weapons": ["bow", "dagger"], "life": 8}
THROWER = {**SWORD, "ranged": 3, "weapons": ["thrown knife", "sword"], "life": 8}
MAGE = {"brute": 0, "dex": 2, "wits": 4, "melee": 1, "magic": 4, "weapons": ["lightning bolt", "dagger"], "life": 8}
VENOM = {**SWORD, "dex": 4, "melee": 4, "weapons": [{"name": "fang", "like": "sword", "poison": "blade poison"}]}
TORCH = {**SWORD, "melee": 3, "weapons": [{"name": "torch", "like": "great club", "fire": {"feet": 1, "rounds": 3}}]}
PITCH = {**SWORD, "melee": 3, "weapons": [{"name": "pitch", "like": "great club", "fire": {"feet": 2}}]}
DRILLED = {
    **SWORD,
    "exhaustion": 5,
    "proficiencies": ["sword"],
    "maneuvers": [
        {"weapon": "sword", "bonus": "strike", "level": 2},
        {"weapon": "sword", "bonus": "damage", "level": 1},
        {"weapon": "sword", "bonus": "parry", "level": 1},
    ],
}
JOBO = {"from": "Jobo", "life": 12, "weapons": ["sword", "shield"]}


def some(number: int, who: dict[str, Any], **more: Any) -> list[dict[str, Any]]:
    """So many of the same."""
    return [{**who, **more}] * number


def by(who: dict[str, Any], **orders: Any) -> dict[str, Any]:
    """Somebody with standing orders."""
    return {**who, "orders": orders}


#: name -> (the sides, the distance between them, switches)
FIGHTS: dict[str, tuple[list[list[dict[str, Any]]], int, dict[str, Any]]] = {
    "swords": ([[{**SWORD, "life": 20}], [AXE]], 1, {}),
    "alike": ([[SWORD], [SWORD]], 1, {"defence.tie": "attack"}),
    "shield": ([[JOBO], [AXE]], 2, {}),
    "spears-stick": ([[by(SPEAR, guard="none")], [by({**SPEAR, "weapons": ["spear"]}, guard="none")]], 1, {}),
    "spears-in-others": (
        [
            some(2, by({**SPEAR, "weapons": ["spear"], "dex": 5, "melee": 6}, guard="none", aim="strongest")),
            some(3, by({**SWORD, "brute": 0, "dex": 0, "melee": 0, "life": 25}, guard="none")),
        ],
        1,
        {},
    ),
    "clubs-break": ([[CLUB], some(2, SWORD)], 1, {}),
    "fists-knock-out": ([[FISTS], [FISTS]], 1, {}),
    "fists-one-more-roll": ([[FISTS], [SWORD]], 1, {"ko.extra-roll": True}),
    "few-defences": ([[SWORD, SWORD], [AXE]], 1, {"defence.limit": 1}),
    "before-the-roll": ([[by(SWORD, guard="parry:2, dodge:1")], [AXE]], 1, {"defence.declared": "before"}),
    "dodge-back": ([[by(SWORD, guard="dodge")], [by(AXE, guard="dodge, parry")]], 1, {"dodge.move": "back"}),
    "out-at-nought": ([[SWORD, FISTS], [AXE, FISTS]], 1, {"life.zero": "unconscious"}),
    "no-guard": ([[by(AXE, guard="none")], [by(SWORD, guard="none")]], 1, {}),
    "archer-and-axe": ([[ARCHER], some(2, {**AXE, "armour": "plate"})], 30, {}),
    "archer-keeps-away": ([[by(ARCHER, plan="distance")], [{**AXE, "move": 8, "life": 22}]], 25, {}),
    "archer-aims": ([[by(ARCHER, plan="aim")], [by(ARCHER, plan="hold")]], 60, {}),
    "archers-wind": ([some(2, ARCHER), some(3, {**AXE, "life": 14})], 40, {"ranged.margin": "zero"}),
    "knives": ([[THROWER], [THROWER]], 8, {}),
    "mage": ([[MAGE], some(2, {**SWORD, "life": 12})], 10, {}),
    "mages": ([[MAGE, by(MAGE, intent="physical:1, magic:2")], some(2, {**AXE, "life": 18})], 12, {}),
    "switcher": ([[by({**MAGE, "weapons": ["dagger", "lightning bolt"]}, guard="resist, dodge")], [SWORD]], 1, {}),
    "poison": ([[VENOM], [AXE]], 1, {}),
    "poison-again": ([[VENOM, VENOM], [CLUB]], 1, {"poison.refresh": True}),
    "fire": ([[TORCH], [AXE]], 1, {"fire.armour": "absorbs"}),
    "fire-lasts": ([[PITCH], [PITCH]], 1, {"fire.scale": "per-foot"}),
    "drilled": ([[DRILLED], [DRILLED]], 1, {}),
    "drilled-twice": ([[by(DRILLED, plan="power")], [by(DRILLED, effort="1, 0")]], 1, {"maneuver.per-roll": 2}),
    "two-and-two": ([[SWORD, AXE], [CLUB, SPEAR]], 3, {}),
    "one-and-three": ([[{**CLUB, "life": 20}], some(3, by(SWORD, aim="weakest"))], 4, {}),
    "four-and-four": ([some(4, by(SWORD, aim="focus")), some(3, by({**AXE, "armour": "none"}, aim="hurt"))], 2, {}),
    "five-and-five": ([[*some(3, SWORD), *some(2, ARCHER)], [*some(3, AXE), FISTS, MAGE]], 15, {}),
    "three-sides": ([[SWORD, SPEAR], [AXE], [CLUB]], 3, {"size.accuracy": "relative"}),
    "strongest": ([some(2, by(AXE, aim="strongest")), [CLUB, SWORD]], 2, {}),
    "at-random": ([some(3, by(SWORD, aim="random")), some(2, by({**AXE, "armour": "none"}, aim="random"))], 5, {}),
    "retreat": ([some(3, by(SWORD, retreat="40%")), [by(AXE, surrender="30%"), by(AXE, retreat="50%")]], 3, {}),
    "giant": ([[{"from": "Troll", "life": 35}], [JOBO, ARCHER]], 12, {}),
}


@cache
def arena_fight(name: str) -> Encounter:
    """The fight of that name before its first round."""
    sides, distance, switches = FIGHTS[name]
    return fight_of(sides, distance, switches, "light" if name == "archers-wind" else "none")


def fight_of(
    sides: list[list[dict[str, Any]]], distance: int, switches: dict[str, Any], wind: str = "none"
) -> Encounter:
    """A fight of sides a, b, c; their fighters are a1, a2 and so on."""
    lines = ['system = "opposed-2d6"', f"distance = {distance}", "[scene]", f'wind = "{wind}"', "[options]"]
    lines += [f"{toml(key)} = {toml(value)}" for key, value in switches.items()]
    for side, people in zip("abc", sides, strict=False):
        for number, one in enumerate(people, start=1):
            entry = {**one, "name": f"{side}{number}", "side": side}
            lines += ["[[fighter]]", *(f"{key} = {toml(value)}" for key, value in entry.items())]
    return parse_fight("\n".join(lines)).encounter
