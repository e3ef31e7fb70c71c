"""Fights of penetration for the tests of the arena, as data: who fights whom, how far apart, under which switches."""

from __future__ import annotations

from functools import cache
from typing import Any

from arena_fights import by, some, toml

from affray.encounter import Encounter
from affray.fightfile import parse_fight

GRAK, ULTOR, GOBLIN, STRANGLER = ({"from": name} for name in ("Grak", "Ultor", "Goblin", "Strangler"))
GUARD, ARCHER, CROSSBOW, BERSERKER = ({"from": name} for name in ("Guard", "Archer", "Crossbowman", "Berserker"))
KNIVES = {**GOBLIN, "weapons": ["throwing knife", "dagger"], "armour": "none"}
TWIN = {
    **{"strength": 10, "endurance": 8, "speed": 0, "accuracy": 9, "penetration": 0, "defence": 6},
    **{"weapons": ["sword"], "maneuvers": ["headlong"]},
}
HEADLONG = by(BERSERKER, plan="headlong")

#: name -> (the sides, the distance between them, switches)
FIGHTS: dict[str, tuple[list[list[dict[str, Any]]], int, dict[str, Any]]] = {
    "alike": ([[GRAK], [GRAK]], 1, {}),
    "goblins": ([[GOBLIN], [GOBLIN]], 1, {}),
    "flail": ([[ULTOR], [GUARD]], 1, {}),
    "great-sword": ([[STRANGLER], [GOBLIN]], 2, {}),
    "headlong": ([[HEADLONG], [GRAK]], 6, {}),
    "both-headlong": ([[HEADLONG], [by(ULTOR, plan="headlong")]], 9, {}),
    "stand": ([[by(ULTOR, plan="stand")], [by(GRAK, plan="precise")]], 14, {}),
    "guarded": ([[by(GUARD, plan="guarded")], [GRAK]], 1, {}),
    "crushing": ([[by(ULTOR, plan="crushing")], [by(GRAK, maneuver="parry:1, basic:2")]], 1, {}),
    "pulled": ([[by(STRANGLER, plan="pulled")], [GOBLIN]], 1, {}),
    "archer-aims": ([[by(ARCHER, plan="aim")], [GRAK]], 40, {}),
    "archers": ([[by(ARCHER, plan="aim")], [by(CROSSBOW, plan="aim")]], 30, {}),
    "archer-keeps-away": ([[by(ARCHER, plan="distance")], [GOBLIN]], 25, {}),
    "behind-trees": ([[by(ARCHER, plan="cover")], [by(ARCHER, plan="prone")]], 35, {}),
    "knives": ([[KNIVES], [by(KNIVES, plan="distance")]], 9, {}),
    "giving-up": ([[by(GRAK, surrender="40%")], [by(GOBLIN, retreat="60%")]], 1, {}),
    "total": ([[GRAK], [GRAK]], 1, {"effect.scope": "total"}),
    "ceil": ([[GRAK], [ULTOR]], 1, {"injury.levels": "ceil", "effect.double": "knockout-only"}),
    "once": ([[GRAK], [ULTOR]], 1, {"attack.explode": "once", "penetration.roll": "d6"}),
    "two-dice": ([[GRAK], [ULTOR]], 1, {"attack.dice": "2d6", "penetration.roll": "attack-die"}),
    # whoever is struck while it has still to act feels it after all that its own turn has changed
    "twins": ([[by(TWIN, plan="headlong")], [by(TWIN, plan="headlong")]], 8, {}),
    "shocked-twin": ([[TWIN], [{**TWIN, "state": {"shocked": 1}}]], 2, {}),
    "prone-twin": ([[{**TWIN, "weapons": ["bow"]}], [by({**TWIN, "weapons": ["bow"]}, plan="prone")]], 30, {}),
    "two-and-two": ([[GRAK, GUARD], [ULTOR, GOBLIN]], 3, {}),
    "two-archers": ([[by(ARCHER, plan="aim"), GRAK], [GOBLIN, GOBLIN, by(GUARD, plan="guarded")]], 24, {}),
    "one-and-three": ([[ULTOR], some(3, by(GOBLIN, aim="weakest"))], 4, {}),
    "three-berserkers": ([some(3, HEADLONG), [by(GUARD, plan="stand"), by(GRAK, plan="headlong")]], 8, {}),
    "four-and-four": ([some(4, GRAK), some(4, GRAK)], 1, {}),
    "goblin-horde": ([some(2, by(GUARD, aim="focus")), some(5, by(GOBLIN, aim="random"))], 2, {}),
    "three-sides": ([[GRAK, ARCHER], [ULTOR], [BERSERKER, GOBLIN]], 10, {"missile.defence": "normal"}),
}
DUELS = [name for name, (sides, _, _) in FIGHTS.items() if [len(side) for side in sides] == [1, 1]]


@cache
def penetration_fight(name: str) -> Encounter:
    """The fight of that name before its first round; there are trees in the two in which somebody shoots from cover."""
    sides, distance, switches = FIGHTS[name]
    trees = "true" if "trees" in name or name == "two-archers" else "false"
    lines = ['system = "penetration"', f"distance = {distance}", "[scene]", f"trees = {trees}", "[options]"]
    lines += [f"{toml(key)} = {toml(value)}" for key, value in switches.items()]
    for side, people in zip("abc", sides, strict=False):
        for number, one in enumerate(people, start=1):
            entry = {**one, "name": f"{side}{number}", "side": side}
            lines += ["[[fighter]]", *(f"{key} = {toml(value)}" for key, value in entry.items())]
    return parse_fight("\n".join(lines)).encounter
