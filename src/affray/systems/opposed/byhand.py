"""What a game master may set on a fighter by hand, and how such a value is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from affray.errors import BadValue, UnknownName
from affray.options import whole
from affray.systems.opposed import rules
from affray.systems.opposed.actions.wounds import held
from affray.systems.opposed.charts import LOCATIONS
from affray.systems.opposed.fighter import Fighter

__all__ = ["set_value", "settable"]

ABILITIES = ("brute", "dex", "wits", "charisma", "melee", "ranged", "magic", "social", "taming")
NUMBERS: dict[str, tuple[int, int]] = {
    "life": (-999, 999),
    "exhaustion": (0, 999),
    "position": (-100_000, 100_000),
    "move": (0, 100),
    "size": (-10, 20),
    "defences": (0, 999),
    "armour": (0, 100),
    **dict.fromkeys(ABILITIES, (-20, 40)),
}
FLAGS = ("moved", "switched", "unconscious", "dead")


def settable(fighter: Fighter) -> Mapping[str, str]:
    """What may be set: name, and what it may be in words."""
    numbers = {name: f"a whole number from {low} to {high}" for name, (low, high) in NUMBERS.items()}
    flags = dict.fromkeys(FLAGS, "true | false")
    holdable = [w.name for w in fighter.weapons if w.held]
    return {
        **numbers,
        **flags,
        "intent": "physical | magic",
        "aimed": "the name of the target aimed at, or none",
        "severed": f"body parts cut off, separated by commas: {', '.join(LOCATIONS.values())}; or none",
        "broken": f"body parts with broken bones, separated by commas: {', '.join(LOCATIONS.values())}; or none",
        "hands": f"what is in hand, separated by commas: {', '.join(holdable)}; or none",
    }


def set_value(fighter: Fighter, name: str, value: Any, others: Sequence[str] = ()) -> Fighter:
    """The fighter with that value; `UnknownName` or `BadValue` where it cannot be. Setting Life settles death too."""
    known = settable(fighter)
    if name not in known:
        raise UnknownName("value of a fighter", name, known)
    if name in NUMBERS:
        number = _number(name, value, known[name])
        if name == "armour":
            return replace(fighter, armour=replace(fighter.armour, rating=number))
        if name == "life":
            return replace(fighter, life=number, dead=rules.dead(number))
        changed: dict[str, Any] = {name: number}
        return replace(fighter, **changed)
    if name in FLAGS:
        changed = {name: _flag(name, value)}
        if name == "dead" and not changed[name] and rules.dead(fighter.life):
            raise BadValue(name, value, f"Life of 0 or more before that; it is {fighter.life}")
        return replace(fighter, **changed)
    text = str(value).strip()
    special: dict[str, Callable[[], Fighter]] = {
        "intent": lambda: replace(fighter, intent=_one(name, text, ("physical", "magic"))),
        "aimed": lambda: replace(fighter, aimed=_somebody(name, text, others)),
        "severed": lambda: replace(fighter, severed=_several(name, text, tuple(LOCATIONS.values()))),
        "broken": lambda: replace(fighter, broken=_several(name, text, tuple(LOCATIONS.values()))),
        "hands": lambda: replace(fighter, hands=_several(name, text, tuple(w.name for w in fighter.weapons if w.held))),
    }
    after = special[name]()
    fitting = held(after, after.hands)
    if name == "hands" and fitting != after.hands:
        raise BadValue(name, value, f"what {after.sound_hands} sound hands can hold")
    return replace(after, hands=fitting)


def _number(name: str, value: Any, allowed: str) -> int:
    low, high = NUMBERS[name]
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


def _one(name: str, text: str, allowed: tuple[str, ...]) -> Any:
    found = next((option for option in allowed if option.lower() == text.lower()), None)
    if found is None:
        raise BadValue(name, text, " | ".join(allowed))
    return found


def _somebody(name: str, text: str, others: Sequence[str]) -> str:
    return "" if text.lower() == "none" else str(_one(name, text, tuple(others)))


def _several(name: str, text: str, allowed: tuple[str, ...]) -> tuple[str, ...]:
    if text.lower() in ("", "none"):
        return ()
    return tuple(dict.fromkeys(_one(name, part.strip(), allowed) for part in text.split(",")))
