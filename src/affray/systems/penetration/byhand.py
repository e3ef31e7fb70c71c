"""What a game master may set on a fighter by hand, and how such a value is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from affray.errors import BadValue, UnknownName
from affray.options import whole
from affray.system import rule
from affray.systems.penetration import rules
from affray.systems.penetration.actions.moves import COVERS
from affray.systems.penetration.fighter import Fighter, steadied

__all__ = ["set_value", "settable"]

SCORES = ("speed", "accuracy", "penetration", "defence")
NUMBERS: dict[str, tuple[int, int]] = {
    "health": (-999, 999),
    "fatigue": (0, 999),
    "position": (-100_000, 100_000),
    **dict.fromkeys(SCORES, (-50, 50)),
    "strength": (0, 50),
    "unarmed": (0, 50),
    "multiplier": (-10, 10),
    "kg": (0, 500),
    "excess": (0, 50),
    "shocked": (0, 9),
    "armour": (0, 200),
    "stiffness": (0, 50),
}
FLAGS = ("attacked", "exposed", "prone", "aware", "unconscious")
GONE = ("fled", "surrendered")
NONE = "none"


def settable(fighter: Fighter) -> Mapping[str, str]:
    """What may be set: name, and what it may be in words."""
    return {
        **{name: f"a whole number from {low} to {high}" for name, (low, high) in _bounds(fighter).items()},
        **dict.fromkeys(FLAGS, "true | false"),
        "maneuver": " | ".join(fighter.known),
        "wielded": " | ".join(weapon.name for weapon in fighter.weapons),
        "grip": "1 | 2",
        "cover": " | ".join((*COVERS, NONE)),
        "gone": " | ".join((*GONE, NONE)),
        "aimed": f'whom it aims at and for how many rounds, 1 to {rules.AIM_ROUNDS}, such as "Troll 2"; or none',
    }


@rule("house.missile-defence")
def set_value(fighter: Fighter, name: str, value: Any, others: Sequence[str] = ()) -> Fighter:
    """The fighter with that value; `UnknownName` or `BadValue` where it cannot be.

    Whether it is aware of missiles is among them: that is for the game master to say.
    """
    known = settable(fighter)
    if name not in known:
        raise UnknownName("value of a fighter", name, known)
    if name in NUMBERS:
        return _with_number(fighter, name, _number(name, value, _bounds(fighter)[name], known[name]))
    if name in FLAGS:
        return _settled(_with(fighter, name, _flag(name, value)))
    match name:
        case "wielded":
            return _wielding(fighter, _one(name, value, [weapon.name for weapon in fighter.weapons]))
        case "grip":
            return _gripping(fighter, int(_one(name, value, ("1", "2"))))
        case "aimed":
            return _aiming(fighter, value, known[name], [who for who in others if who != fighter.id])
        case "maneuver":
            return _with(fighter, name, _one(name, value, fighter.known))
    options = (*(COVERS if name == "cover" else GONE), NONE)
    chosen = _one(name, value, options)
    return _settled(_with(fighter, name, "" if chosen == NONE else chosen))


def _with(fighter: Fighter, name: str, value: Any) -> Fighter:
    changed: dict[str, Any] = {name: value}
    return replace(fighter, **changed)


def _settled(fighter: Fighter) -> Fighter:
    """The fighter without an aim if it is out of the fight by that."""
    return steadied(fighter) if fighter.unconscious or fighter.gone else fighter


def _with_number(fighter: Fighter, name: str, number: int) -> Fighter:
    if name == "armour":
        return replace(fighter, armour=replace(fighter.armour, rating=number))
    if name == "stiffness":
        return replace(fighter, armour=replace(fighter.armour, stiffness=number))
    return _with(fighter, name, number)


def _wielding(fighter: Fighter, name: str) -> Fighter:
    """The fighter with that weapon in use, in the grip that it has if that is possible."""
    weapon = fighter.weapon(name)
    grip = fighter.grip if weapon.required(fighter.grip) is not None else 3 - fighter.grip
    return steadied(fighter, wielded=name, grip=grip)


def _gripping(fighter: Fighter, hands: int) -> Fighter:
    if fighter.in_hand.required(hands) is None:
        raise BadValue("grip", hands, f"{3 - hands}, for {fighter.wielded}")
    return steadied(fighter, grip=hands)


def _aiming(fighter: Fighter, value: Any, allowed: str, others: Sequence[str]) -> Fighter:
    text = str(value).strip()
    if text.lower() in ("", NONE):
        return steadied(fighter)
    name, _, rounds = text.rpartition(" ")
    number = whole(rounds)
    if number is None or not 1 <= number <= rules.AIM_ROUNDS:
        raise BadValue("aimed", value, allowed)
    return replace(fighter, aimed=number, aimed_at=_one("aimed", name, others))


def _bounds(fighter: Fighter) -> dict[str, tuple[int, int]]:
    """The least and the most of every number; nobody is healthier than unhurt."""
    return {**NUMBERS, "health": (NUMBERS["health"][0], fighter.health_full)}


def _number(name: str, value: Any, bounds: tuple[int, int], allowed: str) -> int:
    low, high = bounds
    number = whole(value)
    if number is None or not low <= number <= high:
        raise BadValue(name, value, allowed)
    return number


def _flag(name: str, value: Any) -> bool:
    words = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
    try:
        return words[str(value).strip().lower()]
    except KeyError:
        raise BadValue(name, value, "true | false") from None


def _one(name: str, value: Any, allowed: Sequence[str]) -> str:
    found = next((option for option in allowed if option.lower() == str(value).strip().lower()), None)
    if found is None:
        raise BadValue(name, value, " | ".join(allowed) or NONE)
    return found
