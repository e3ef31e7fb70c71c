"""Rulings of the game master as people type them behind "gm"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from affray.cli.values import whole
from affray.cli.words import bonus, fighter_named, pick, words
from affray.encounter import Encounter
from affray.errors import BadValue, InputError, UnknownName
from affray.fightfile import recruit
from affray.names import wrong_with_person
from affray.rulings import Amend, Join, Leave, Reorder, Ruling, SetFact, SetValue, Withdraw
from affray.system import System
from affray.table import Amendment

__all__ = ["RULINGS_HELP", "ruling", "waiting"]

RULINGS_HELP = """\
gm mod WHO VALUE NAME     a named modifier on the next check: gm mod Jobo -2 mud
                          for one purpose: gm mod Jobo -2 mud on parry
                          for good: gm mod Jobo -2 mud always
gm off NAME [WHO]         a named modifier does not count the next time;
                          for good: gm off NAME WHO always
gm drop NAME              withdraw a modifier that still waits
gm set WHO NAME VALUE     a number or condition: gm set Troll life 12;
                          gm set Troll tells what there is
gm scene NAME VALUE       a fact of the scene; gm scene tells what there is
gm first WHO              WHO acts first in the order
gm after WHO OTHER        WHO acts behind OTHER
gm join CREATURE SIDE [NAME] [POSITION]
                          a creature of the armoury joins the fight
gm leave WHO              WHO leaves the fight"""

Reader: TypeAlias = Callable[[System, Encounter, list[str]], Ruling]


def ruling(system: System, encounter: Encounter, line: str) -> Ruling:
    """A ruling as typed behind "gm"."""
    verb, *rest = words(line) or [""]
    return _READERS[pick("ruling", verb, _READERS)](system, encounter, rest)


def waiting(encounter: Encounter) -> str:
    """The modifiers that wait for their number, in words; empty if there are none."""
    return "; ".join(Amend(amendment).describe() for amendment in encounter.amendments)


def _leading_fighter(encounter: Encounter, rest: list[str], usage: str) -> tuple[str, list[str]]:
    """A fighter's name at the beginning, which may have blanks in it, and the words behind it."""
    if not rest:
        raise BadValue("gm", "", usage)
    for length in range(len(rest), 0, -1):
        if _is_named(encounter, name := " ".join(rest[:length])):
            return fighter_named(encounter, name), rest[length:]
    return fighter_named(encounter, rest[0]), rest[1:]


def _is_named(encounter: Encounter, name: str) -> bool:
    return any(name.lower() in (f.id.lower(), f.name.lower()) for f in encounter.fighters)


def _fighter(encounter: Encounter, rest: list[str], usage: str) -> str:
    """The fighter whose name is all there is."""
    if not rest:
        raise BadValue("gm", "", usage)
    return fighter_named(encounter, " ".join(rest))


def _always(rest: list[str]) -> tuple[bool, list[str]]:
    return (True, rest[:-1]) if rest[-1:] == ["always"] else (False, rest)


def _purpose(system: System, rest: list[str]) -> tuple[str, list[str]]:
    """What stands behind the last "on", as a purpose of the rules, and the words before it; an "on" may be quoted."""
    if "on" not in rest[2:]:
        return "", rest
    place = len(rest) - 1 - rest[::-1].index("on")
    return pick("purpose", " ".join(rest[place + 1 :]), system.purposes), rest[:place]


def _named(rest: Sequence[str], usage: str) -> str:
    name = " ".join(rest).strip()
    if not name:
        raise BadValue("gm", name, usage)
    return name


def _mod(system: System, encounter: Encounter, rest: list[str]) -> Ruling:
    usage = "gm mod WHO VALUE NAME"
    who, rest = _leading_fighter(encounter, rest, usage)
    always, rest = _always(rest)
    purpose, rest = _purpose(system, rest)
    if not rest:
        raise BadValue("gm mod", who, f"a number and a name behind it: {usage}")
    value = bonus("gm mod", rest[0])
    return Amend(Amendment(_named(rest[1:], f"a name for the modifier: {usage}"), value, who, purpose, always))


def _off(system: System, encounter: Encounter, rest: list[str]) -> Ruling:
    always, rest = _always(rest)
    who = ""
    for length in range(1, len(rest)):
        if _is_named(encounter, tail := " ".join(rest[length:])):
            who, rest = fighter_named(encounter, tail), rest[:length]
            break
    return Amend(Amendment(_named(rest, "gm off NAME [WHO]"), None, who, "", always))


def _drop(system: System, encounter: Encounter, rest: list[str]) -> Ruling:
    return Withdraw(pick("waiting modifier", " ".join(rest), dict.fromkeys(a.name for a in encounter.amendments)))


def _set(system: System, encounter: Encounter, rest: list[str]) -> Ruling:
    who, rest = _leading_fighter(encounter, rest, "gm set WHO NAME VALUE")
    settable = system.settable(encounter.fighter(who))
    if not rest:
        fighter = encounter.fighter(who)
        known = "".join(f"\n  {name}{_now(fighter, name)}: {what}" for name, what in settable.items())
        raise BadValue("gm set", who, f"NAME VALUE behind it, of these:{known}")
    name = pick("value of a fighter", rest[0], settable)
    if len(rest) < 2:
        raise BadValue(f"gm set {who} {name}{_now(encounter.fighter(who), name)}", "", settable[name])
    return SetValue(who, name, " ".join(rest[1:]))


def _now(fighter: Any, name: str) -> str:
    """The present value as " (now 12)", where it is a plain one."""
    value = getattr(fighter, name, ...)
    if isinstance(value, bool):
        return f" (now {str(value).lower()})"
    if isinstance(value, tuple) and all(isinstance(part, str) for part in value):
        value = ", ".join(value)
    if value is None or isinstance(value, str | int):
        return f" (now {'none' if value in (None, '') else value})"
    return ""


def _scene(system: System, encounter: Encounter, rest: list[str]) -> Ruling:
    if len(rest) < 2:
        facts = dict(encounter.scene)
        known = ", ".join(f"{name} (now {facts.get(name, 'not set')})" for name in system.scene.model_fields)
        raise BadValue("gm scene", " ".join(rest), f"NAME VALUE; NAME is one of: {known or 'none'}")
    return SetFact(pick("fact of the scene", rest[0], system.scene.model_fields), " ".join(rest[1:]))


def _first(system: System, encounter: Encounter, rest: list[str]) -> Ruling:
    return Reorder(_fighter(encounter, rest, "gm first WHO"))


def _after(system: System, encounter: Encounter, rest: list[str]) -> Ruling:
    who, rest = _leading_fighter(encounter, rest, "gm after WHO OTHER")
    return Reorder(who, _fighter(encounter, rest, "gm after WHO OTHER"))


def _join(system: System, encounter: Encounter, rest: list[str]) -> Ruling:
    creatures = system.armoury().get("creatures", {})
    usage = f"gm join CREATURE SIDE [NAME] [POSITION]; creatures: {', '.join(creatures)}"
    creature, rest = _leading_creature(creatures, rest)
    if not rest:
        raise BadValue("gm", f"join {creature}".strip(), usage)
    sides = {f.side.lower(): f.side for f in encounter.fighters}
    entry: dict[str, Any] = {"from": creature, "side": sides.get(rest[0].lower(), rest[0])}
    rest = rest[1:]
    if rest and (position := whole(rest[-1])) is not None:
        entry["position"], rest = position, rest[:-1]
    if rest:
        entry["name"] = " ".join(rest)
        if wrong := wrong_with_person(entry["name"]):
            raise BadValue("gm join", entry["name"], f"another name: {wrong}")
    (fighter,) = recruit(system, entry, encounter)
    if rest and fighter.id != fighter.name:
        raise BadValue("gm join", " ".join(rest), "a name that nobody in the fight has; without one it gets a number")
    return Join(fighter, encounter.step.who if encounter.step else "")


def _leading_creature(creatures: Any, rest: list[str]) -> tuple[str, list[str]]:
    for length in range(len(rest), 0, -1):
        try:
            return pick("creature", " ".join(rest[:length]), creatures), rest[length:]
        except InputError:
            continue
    if rest:
        raise UnknownName("creature", rest[0], creatures)
    return "", rest


def _leave(system: System, encounter: Encounter, rest: list[str]) -> Ruling:
    return Leave(_fighter(encounter, rest, "gm leave WHO"))


_READERS: dict[str, Reader] = {
    "mod": _mod,
    "off": _off,
    "drop": _drop,
    "set": _set,
    "scene": _scene,
    "first": _first,
    "after": _after,
    "join": _join,
    "leave": _leave,
}
