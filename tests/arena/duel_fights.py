"""Duels for the tests of the exact law, as data: two fighters, the distance between them, switches."""

from __future__ import annotations

from typing import Any

from arena_fights import (
    ARCHER,
    AXE,
    CLUB,
    DRILLED,
    FISTS,
    JOBO,
    MAGE,
    PITCH,
    SPEAR,
    SWORD,
    THROWER,
    TORCH,
    VENOM,
    by,
)

from affray.encounter import Encounter
from affray.fightfile import parse_fight
from written import toml

#: strong enough never to be hit hard, too weak to hit hard: 12 + 0 against 2 + 8 and plate
WALL = {"brute": 0, "dex": 8, "wits": 1, "melee": 0, "life": 9, "weapons": ["axe"], "armour": "plate"}
#: for two acts it can do more than the other one's armour takes
SPENT = {
    **WALL,
    "weapons": ["axe"],
    "exhaustion": 4,
    "proficiencies": ["axe"],
    "maneuvers": [{"weapon": "axe", "bonus": "damage", "level": 2}],
}

#: name -> (who, against whom, the distance between them, switches)
DUELS: dict[str, tuple[dict[str, Any], dict[str, Any], int, dict[str, Any]]] = {
    "swords": ({**SWORD, "life": 20}, AXE, 1, {}),
    "alike": (SWORD, SWORD, 1, {"defence.tie": "attack"}),
    "shield": (JOBO, AXE, 2, {}),
    "bow and axe": (ARCHER, {**AXE, "armour": "plate", "life": 14}, 40, {}),
    "bow keeps away": (by(ARCHER, plan="distance"), {**AXE, "move": 8, "life": 22}, 25, {}),
    "bows aim": (by(ARCHER, plan="aim"), by(ARCHER, plan="hold"), 60, {}),
    "knives": (by(THROWER, plan="distance"), SPEAR, 8, {}),
    "mages": ({**MAGE, "weapons": ["dagger", "lightning bolt"]}, by(MAGE, intent="physical:1, magic:2"), 6, {}),
    "switcher": (by({**MAGE, "weapons": ["dagger", "lightning bolt"]}, guard="resist, dodge"), SWORD, 1, {}),
    "limbs": (CLUB, {**CLUB, "life": 14, "armour": "leather"}, 1, {}),
    "stuck": (by({**SPEAR, "life": 16}, guard="none"), by({**SPEAR, "weapons": ["spear"]}, guard="none"), 1, {}),
    "poison": ({**VENOM, "life": 14}, {**VENOM, "life": 15}, 1, {}),
    "winner poisoned": (
        {**SWORD, "armour": "plate", "life": 12, "state": {"poisons": "viper 50 3"}},
        {**AXE, "life": 30, "weapons": ["dagger"]},
        1,
        {},
    ),
    "winner poisoned, later": (
        {**AXE, "life": 30, "weapons": ["dagger"]},
        {**SWORD, "armour": "plate", "life": 12, "state": {"poisons": "viper 50 3"}},
        1,
        {},
    ),
    "poison again": (VENOM, CLUB, 1, {"poison.refresh": True}),
    "fire": (TORCH, AXE, 1, {"fire.armour": "absorbs"}),
    "fire lasts": (PITCH, VENOM, 1, {"fire.scale": "per-foot"}),
    "knock-out": (FISTS, {**FISTS, "life": 14}, 1, {}),
    "one more roll": (FISTS, SWORD, 1, {"ko.extra-roll": True}),
    "maneuvers": (by(DRILLED, plan="power"), by(DRILLED, effort="1, 0"), 1, {"maneuver.per-roll": 2}),
    "exhaustion": ({**DRILLED, "exhaustion": 3, "life": 16}, SWORD, 1, {}),
    "giving up": (
        by({**SWORD, "life": 20}, retreat="80%"),
        by({**AXE, "life": 20}, retreat="90%", surrender="50%"),
        1,
        {},
    ),
    "clumsy": ({**ARCHER, "dex": 0, "ranged": 0, "life": 20}, {"from": "Fairy", "life": 6}, 85, {}),
    "getting away": (by(ARCHER, retreat="60%"), by(SPEAR, retreat="50%"), 12, {}),
    "few defences": (SWORD, by(SPEAR, guard="parry:2, dodge:1"), 1, {"defence.limit": 1, "dodge.move": "back"}),
    "declared": (
        by(SWORD, guard="parry:2, dodge:1"),
        AXE,
        1,
        {"defence.declared": "before", "life.zero": "unconscious"},
    ),
}


def duel(
    one: dict[str, Any], other: dict[str, Any], distance: int = 1, switches: Any = (), swap: bool = False
) -> Encounter:
    """Two against each other: `a` of side "A" stands before `b` of side "B" in the roster, or behind with `swap`."""
    lines = ['system = "opposed-2d6"', f"distance = {distance}", "[options]"]
    lines += [f"{toml(key)} = {toml(value)}" for key, value in dict(switches).items()]
    entries = [{**one, "name": "a", "side": "A"}, {**other, "name": "b", "side": "B"}]
    for entry in reversed(entries) if swap else entries:
        lines += ["[[fighter]]", *(f"{key} = {toml(value)}" for key, value in entry.items())]
    return parse_fight("\n".join(lines)).encounter
