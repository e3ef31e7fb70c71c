"""What a game master may set on a fighter by hand, and how such a value is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from affray.errors import BadValue, UnknownName
from affray.options import whole
from affray.systems.opposed import rules
from affray.systems.opposed.actions.wounds import held
from affray.systems.opposed.charts import LOCATIONS, LOSS_OF_CONTROL
from affray.systems.opposed.fighter import Fighter, Fire, Poison, Wild, felled
from affray.systems.opposed.rules.lasting import Toll

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
FLAGS = ("moved", "switched", "unconscious", "dead", "tamed", "regaining")
PARTS = tuple(LOCATIONS.values())
GONE = ("fled", "surrendered")
MOST_A_MINUTE, MOST_FEET, LONGEST = 100, 100, 10_000  # what a fight file allows
MOST_TN = 99


def settable(fighter: Fighter) -> Mapping[str, str]:
    """What may be set: name, and what it may be in words."""
    numbers = {name: f"a whole number from {low} to {high}" for name, (low, high) in NUMBERS.items()}
    flags = dict.fromkeys(FLAGS, "true | false")
    holdable = [w.name for w in fighter.weapons if w.held]
    return {
        **numbers,
        "intent": "physical | magic",
        "aimed": "the name of the target aimed at, or none",
        "severed": f"body parts cut off, separated by commas: {', '.join(PARTS)}; or none",
        "broken": f"body parts with broken bones, separated by commas: {', '.join(PARTS)}; or none",
        "hands": f"what is in hand, separated by commas: {', '.join(holdable)}; or none",
        "stuck": 'weapons and whom they stick in, such as "spear in Troll", separated by commas; or none',
        "poisons": 'poisons with points a minute and minutes left, such as "viper 2 5", separated by commas; or none',
        "fire": 'square feet and rounds left of what burns, such as "1 3", without an end "1"; or none',
        "holds": "the name of whoever is in its grip, or none",
        "swayed": "the names of those it cannot bring itself to harm, separated by commas; or none",
        "mount": "the name of what it rides, or none",
        **flags,
        "gone": f"{' | '.join(GONE)} | none",
        "wild": f"{' | '.join(LOSS_OF_CONTROL)}, with the number that regains control if it is not the taming number,"
        ' such as "3-4 8"; or none',
    }


def set_value(fighter: Fighter, name: str, value: Any, others: Sequence[str] = ()) -> Fighter:
    """The fighter with that value; `UnknownName` or `BadValue` where it cannot be.

    What the rules make of a value goes with it: Life below 0 and a lost head are death, a broken head is a faint, what
    no longer fits the hands is dropped, and who is out of the fight holds nobody.
    """
    known = settable(fighter)
    if name not in known:
        raise UnknownName("value of a fighter", name, known)
    if name in NUMBERS:
        number = _number(name, value, known[name])
        if name == "armour":
            return replace(fighter, armour=replace(fighter.armour, rating=number))
        changed: dict[str, Any] = {name: number}
        if name == "life":
            changed["dead"] = _dead(fighter, number)
        return _settled(replace(fighter, **changed))
    if name in FLAGS:
        flag = _flag(name, value)
        if reason := _forbidden_flag(fighter, name, flag):
            raise BadValue(name, value, reason)
        changed = {name: flag}
        return _settled(replace(fighter, **changed))
    reader = _Reader(name, str(value).strip(), known[name], fighter, tuple(who for who in others if who != fighter.id))
    return _settled(reader.fighter())


def _dead(fighter: Fighter, life: int) -> bool:
    return rules.dead(life) or any(rules.severed_kills(part) for part in fighter.severed)


def _forbidden_flag(fighter: Fighter, name: str, flag: bool) -> str:
    """What would have to be the case first, in words; empty if the flag can be set."""
    if name == "dead" and not flag and rules.dead(fighter.life):
        return f"Life of 0 or more before that; it is {fighter.life}"
    if name == "dead" and not flag and _dead(fighter, fighter.life):
        return "a head before that; it is severed"
    if name == "unconscious" and not flag and any(rules.broken_stuns(part) for part in fighter.broken):
        return "sound bones in the head before that; they are broken"
    if name == "tamed" and flag and fighter.tame is None:
        return "false for what has no taming rating"
    if name == "regaining" and flag and not fighter.mount:
        return "a mount before that; it rides nothing"
    return ""


def _settled(fighter: Fighter) -> Fighter:
    """The fighter with nothing in its grip if it is out of the fight, and with no control to regain off its mount."""
    if _is_out(fighter):
        return felled(fighter, holds="")
    return replace(fighter, regaining=fighter.regaining and bool(fighter.mount))


def _is_out(fighter: Fighter) -> bool:
    return bool(fighter.dead or fighter.unconscious or fighter.gone)


class _Reader:
    """Reads a value in words for one fighter."""

    def __init__(self, name: str, text: str, allowed: str, who: Fighter, others: tuple[str, ...]) -> None:
        self.name, self.text, self.allowed, self.who, self.others = name, text, allowed, who, others

    def fighter(self) -> Fighter:
        """The fighter with the value."""
        special: dict[str, Callable[[], Fighter]] = {
            "intent": lambda: self._with(_one(self.name, self.text, ("physical", "magic"))),
            "aimed": lambda: self._with(self._or_none(self.others, "")),
            "holds": self._holds,
            "mount": lambda: self._with(self._or_none(self.others, "")),
            "swayed": lambda: self._with(self._several(self.others)),
            "gone": lambda: self._with(self._or_none(GONE, "")),
            "severed": self._severed,
            "broken": self._broken,
            "hands": self._hands,
            "stuck": lambda: self._with(tuple(self._sticking(part) for part in self._parts())),
            "poisons": lambda: self._with(self._poisons()),
            "fire": lambda: self._with(self._fire()),
            "wild": lambda: self._with(self._wild()),
        }
        return special[self.name]()

    def _with(self, value: Any) -> Fighter:
        changed: dict[str, Any] = {self.name: value}
        return replace(self.who, **changed)

    def _wrong(self, text: str, allowed: str = "") -> BadValue:
        return BadValue(self.name, text, allowed or self.allowed)

    @property
    def _none(self) -> bool:
        return self.text.lower() in ("", "none")

    def _parts(self) -> list[str]:
        return [] if self._none else [part.strip() for part in self.text.split(",")]

    def _or_none(self, allowed: tuple[str, ...], none: Any) -> Any:
        return none if self._none else _one(self.name, self.text, (*allowed, "none"))

    def _several(self, allowed: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(_one(self.name, part, allowed) for part in self._parts()))

    def _holds(self) -> Fighter:
        after = self._with(self._or_none(self.others, ""))
        if after.holds and _is_out(after):
            raise self._wrong(self.text, "none for who is out of the fight")
        return after

    def _severed(self) -> Fighter:
        after = self._with(self._several(PARTS))
        kills = any(rules.severed_kills(part) for part in after.severed)
        return _empty_handed(replace(after, dead=after.dead or kills))

    def _broken(self) -> Fighter:
        after = self._with(self._several(PARTS))
        stuns = any(rules.broken_stuns(part) for part in after.broken)
        return _empty_handed(replace(after, unconscious=after.unconscious or stuns))

    def _hands(self) -> Fighter:
        after = self._with(self._several(tuple(w.name for w in self.who.weapons if w.held)))
        if _empty_handed(after) != after:
            raise self._wrong(self.text, f"what {after.sound_hands} sound hands can hold")
        return after

    def _sticking(self, part: str) -> tuple[str, str]:
        """A weapon and whom it sticks in; either may have an "in" in its name."""
        for weapon in self.who.weapons:
            for other in self.others:
                if part.lower() == f"{weapon.name} in {other}".lower():
                    return weapon.name, other
        raise self._wrong(part)

    def _poisons(self) -> tuple[Toll, ...]:
        found = tuple(self._poison(part) for part in self._parts())
        if len({toll.name for toll in found}) < len(found):
            raise self._wrong(self.text, "each poison once; the same one again adds nothing")
        return found

    def _poison(self, part: str) -> Toll:
        """A poison with its rate and perhaps its minutes; the first of them is over a minute from now."""
        words = part.split()
        numbers: list[int] = []
        while len(words) > 1 and len(numbers) < 2 and (number := whole(words[-1])) is not None:
            numbers.insert(0, number)
            words.pop()
        rate, minutes = (*numbers, Poison.minutes)[:2] if numbers else (0, 0)
        name = " ".join(words)
        named = name.isprintable() and whole(name) is None
        if not (named and 1 <= rate <= MOST_A_MINUTE and 1 <= minutes <= LONGEST):
            raise self._wrong(part)
        return Toll(name, rate, minutes, rules.rounds(1))

    def _fire(self) -> Fire | None:
        if self._none:
            return None
        feet, *rest = [whole(word) for word in self.text.split()]
        rounds = rest[0] if rest else None
        if feet is None or not 1 <= feet <= MOST_FEET or len(rest) > 1:
            raise self._wrong(self.text)
        if rest and (rounds is None or not 1 <= rounds <= LONGEST):
            raise self._wrong(self.text)
        return Fire(feet, rounds)

    def _wild(self) -> Wild | None:
        if self._none:
            return None
        row, _, number = self.text.partition(" ")
        if row not in LOSS_OF_CONTROL:
            raise self._wrong(self.text)
        if self.who.tame is None:
            raise self._wrong(self.text, "none for what has no taming rating")
        tn = whole(number) if number else self.who.tame[1]
        if tn is None or not 0 <= tn <= MOST_TN:
            raise self._wrong(self.text)
        return Wild(row, tn)


def _empty_handed(fighter: Fighter) -> Fighter:
    """The fighter without what its hands can no longer hold."""
    return replace(fighter, hands=held(fighter, fighter.hands))


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


def _one(name: str, text: str, allowed: Sequence[str]) -> Any:
    found = next((option for option in allowed if option.lower() == text.lower()), None)
    if found is None:
        raise BadValue(name, text, " | ".join(allowed) or "none")
    return found
