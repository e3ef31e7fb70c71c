"""What people type: names of fighters, actions, rulings, and the `name=value` of options."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from itertools import product
from typing import Any

from affray.encounter import Encounter
from affray.errors import BadValue, IllegalAction, InputError, UnknownName
from affray.fightfile import recruit
from affray.rulings import Amend, Join, Leave, Reorder, Ruling, SetFact, SetValue, Withdraw
from affray.system import Action, System
from affray.table import Amendment

__all__ = ["RULINGS_HELP", "action", "amendment", "fighter_named", "pair", "pick", "ruling", "typed_action", "words"]

RULINGS_HELP = """\
gm mod WHO VALUE NAME     a named modifier on the next check: gm mod Jobo -2 mud
                          on one purpose only: gm mod Jobo -2 mud on parry; for good: ... always
gm off NAME [WHO]         a named modifier does not count on the next number that has it; gm off NAME WHO always
gm drop NAME              withdraw a modifier that still waits
gm set WHO NAME VALUE     a number or condition by hand: gm set Troll life 12; gm set Troll lists what there is
gm scene NAME VALUE       a fact of the scene: gm scene wind severe
gm first WHO              WHO acts first in the order; gm after WHO OTHER: behind OTHER
gm join CREATURE SIDE [NAME] [POSITION]    a creature of the armoury joins the fight
gm leave WHO              WHO leaves the fight"""


def words(text: str) -> list[str]:
    """A typed line as words; quotes hold a name together, an apostrophe inside of a word is part of it."""
    lexer = shlex.shlex(text, posix=True, punctuation_chars=False)
    lexer.whitespace_split, lexer.commenters, lexer.quotes = True, "", '"'
    try:
        return list(lexer)
    except ValueError:
        raise BadValue("line", text, "quotes in pairs") from None


def pick(kind: str, name: str, allowed: Iterable[str]) -> str:
    """The one of `allowed` that is meant: exactly, without regard to case, or by a beginning that only one has."""
    known = list(allowed)
    lower = name.strip().lower()
    same = [k for k in known if k == name] or [k for k in known if k.lower() == lower]
    near = same or [k for k in known if lower and k.lower().startswith(lower)]
    if len(near) == 1:
        return near[0]
    if near:
        raise BadValue(kind, name, f"one of {', '.join(near)}")
    raise UnknownName(kind, name, known)


def fighter_named(encounter: Encounter, name: str) -> str:
    """The id of the fighter that is meant; the name of several alike means the first of them."""
    alike = [f.id for f in encounter.fighters if f.name.lower() == name.strip().lower()]
    return alike[0] if alike else pick("fighter", name, encounter.ids)


def pair(text: str, option: str) -> tuple[str, str]:
    """A `name=value` of a command line option."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise BadValue(option, text, "NAME=VALUE")
    return name.strip(), value.strip()


def amendment(text: str, attacker: str, people: Mapping[str, str]) -> Amendment:
    """A `--mod`: NAME=VALUE for the attacker's first roll, WHO:NAME=VALUE or WHO:PURPOSE:NAME=VALUE for others.

    NAME=off lets a modifier not count, whoever's it is. `people` gives the ids for "attacker" and "target".
    """
    places, value = pair(text, "--mod")
    *place, name = (part.strip() for part in places.split(":"))
    if len(place) > 2 or not name:
        raise BadValue("--mod", text, "NAME=VALUE, WHO:NAME=VALUE or WHO:PURPOSE:NAME=VALUE")
    who = people.get(place[0], "") if place else attacker
    if place and not who:
        who = pick("fighter", place[0], people.values())
    if value.lower() == "off":
        return Amendment(name, None, who if place else "", place[1] if len(place) > 1 else "", lasting=True)
    return Amendment(name, _number("--mod", value), who, place[1] if len(place) > 1 else "")


def _number(what: str, text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = 10_000
    if abs(number) > 1000:
        raise BadValue(what, text, "a whole number from -1000 to 1000")
    return number


def action(
    system: System,
    encounter: Encounter,
    who: str,
    kind: str,
    given: Mapping[str, str],
    stage: bool,
    closing: bool = False,
) -> Action:
    """The action of that kind with the parameters given; those left out become the first that makes it legal.

    `stage` looks at it as if it were the turn for it, `closing` as if the way to it had been made as well.
    `IllegalAction` tells why there is none.
    """
    kind = pick("action", kind, system.actions)
    domains = system.domains(encounter, who).get(kind, {})
    names = [f.name for f in fields(system.actions[kind]) if f.name != "who"]
    for name in given:
        if name not in names:
            raise UnknownName(f"parameter of {kind}", name, names)
    values = [
        [_parameter(encounter, name, given[name], domains[name])] if name in given else list(domains[name])
        for name in names
    ]
    refused: IllegalAction | None = None
    for combination in product(*values):
        candidate = system.actions[kind](who, *combination)
        staged = system.stage(encounter, candidate, closing) if stage else encounter
        forbidden = system.forbid(staged, candidate)
        if forbidden is None:
            return candidate
        refused = refused or forbidden.error(candidate)
    raise refused or BadValue(kind, who, "somebody who can do that: there is nothing to choose from")


def _parameter(encounter: Encounter, name: str, text: str, domain: Sequence[Any]) -> Any:
    if isinstance(domain, range):
        return _position(name, text, domain)
    if any(value in encounter.ids for value in domain):
        return fighter_named(encounter, text)
    return pick(name, text, [str(value) for value in domain])


def _position(name: str, text: str, domain: range) -> int:
    try:
        return int(text)
    except ValueError:
        raise BadValue(name, text, f"a whole number from {domain[0]} to {domain[-1]}") from None


def typed_action(system: System, encounter: Encounter, who: str, line: str) -> Action:
    """An action as typed at the table: its kind and then its parameters in order, "attack troll old sword"."""
    kind, *rest = words(line)
    kind = pick("action", kind, system.actions)
    names = [f.name for f in fields(system.actions[kind]) if f.name != "who"]
    if len(rest) > len(names) and names:
        rest = _joined(encounter, rest, len(names))
    if len(rest) > len(names):
        raise BadValue(kind, " ".join(rest), f"{' '.join(n.upper() for n in names) or 'nothing'} behind it")
    return action(system, encounter, who, kind, dict(zip(names, rest, strict=False)), stage=False)


def _joined(encounter: Encounter, rest: list[str], count: int) -> list[str]:
    """Words put together to `count` parameters: names with blanks in them need no quotes if a fighter has that name."""
    if count == 1:
        return [" ".join(rest)]
    names = {name.lower() for f in encounter.fighters for name in (f.id, f.name)}
    for length in range(len(rest) - 1, 0, -1):
        if " ".join(rest[:length]).lower() in names:
            return [" ".join(rest[:length]), " ".join(rest[length:])]
    return [rest[0], " ".join(rest[1:])]


def ruling(system: System, encounter: Encounter, line: str) -> Ruling:
    """A ruling as typed behind "gm"."""
    verb, *rest = words(line) or [""]
    readers: dict[str, Callable[[System, Encounter, list[str]], Ruling]] = {
        "mod": _mod,
        "off": _off,
        "drop": lambda s, e, r: Withdraw(" ".join(r)),
        "set": _set,
        "scene": lambda s, e, r: SetFact(*_exactly(r, 2, "gm scene NAME VALUE")),
        "first": lambda s, e, r: Reorder(fighter_named(e, " ".join(r))),
        "after": _after,
        "join": _join,
        "leave": lambda s, e, r: Leave(fighter_named(e, " ".join(r))),
    }
    if verb not in readers:
        raise UnknownName("ruling", verb, readers)
    return readers[verb](system, encounter, rest)


def _exactly(rest: list[str], count: int, usage: str) -> list[str]:
    if len(rest) < count:
        raise BadValue("ruling", " ".join(rest), usage)
    return [*rest[: count - 1], " ".join(rest[count - 1 :])]


def _leading_fighter(encounter: Encounter, rest: list[str]) -> tuple[str, list[str]]:
    """A fighter's name at the beginning, which may have blanks in it, and the words behind it."""
    for length in range(len(rest), 0, -1):
        name = " ".join(rest[:length]).lower()
        if any(name in (f.id.lower(), f.name.lower()) for f in encounter.fighters):
            return fighter_named(encounter, name), rest[length:]
    if not rest:
        raise BadValue("ruling", "", "the name of a fighter")
    return fighter_named(encounter, rest[0]), rest[1:]


def _mod(system: System, encounter: Encounter, rest: list[str]) -> Ruling:
    who, rest = _leading_fighter(encounter, rest)
    always = rest[-1:] == ["always"]
    rest = rest[:-1] if always else rest
    purpose = ""
    if len(rest) > 3 and rest[-2] == "on":
        purpose, rest = rest[-1], rest[:-2]
    if len(rest) < 2:
        raise BadValue("ruling", " ".join(rest), "gm mod WHO VALUE NAME")
    return Amend(Amendment(" ".join(rest[1:]), _number("gm mod", rest[0]), who, purpose, always))


def _off(system: System, encounter: Encounter, rest: list[str]) -> Ruling:
    always = rest[-1:] == ["always"]
    rest = rest[:-1] if always else rest
    if not rest:
        raise BadValue("ruling", "off", "gm off NAME [WHO]")
    who = ""
    for length in range(1, len(rest)):
        tail = " ".join(rest[length:]).lower()
        if any(tail in (f.id.lower(), f.name.lower()) for f in encounter.fighters):
            who, rest = fighter_named(encounter, tail), rest[:length]
            break
    return Amend(Amendment(" ".join(rest), None, who, "", always))


def _set(system: System, encounter: Encounter, rest: list[str]) -> Ruling:
    who, rest = _leading_fighter(encounter, rest)
    settable = system.settable(encounter.fighter(who))
    if len(rest) < 2:
        raise BadValue("gm set", " ".join(rest), "; ".join(f"{name}: {what}" for name, what in settable.items()))
    return SetValue(who, pick("value of a fighter", rest[0], settable), " ".join(rest[1:]))


def _after(system: System, encounter: Encounter, rest: list[str]) -> Ruling:
    who, rest = _leading_fighter(encounter, rest)
    return Reorder(who, fighter_named(encounter, " ".join(rest)))


def _join(system: System, encounter: Encounter, rest: list[str]) -> Ruling:
    creatures = system.armoury().get("creatures", {})
    entry: dict[str, Any] = {}
    for length in range(len(rest), 0, -1):
        try:
            entry["from"] = pick("creature", " ".join(rest[:length]), creatures)
        except InputError:
            continue
        rest = rest[length:]
        break
    if "from" not in entry or not rest:
        raise BadValue("gm join", " ".join(rest), f"CREATURE SIDE [NAME] [POSITION]; creatures: {', '.join(creatures)}")
    entry["side"], rest = rest[0], rest[1:]
    if rest and rest[-1].lstrip("-").isdigit():
        entry["position"], rest = int(rest[-1]), rest[:-1]
    if rest:
        entry["name"] = " ".join(rest)
    (fighter,) = recruit(system, entry, encounter.ids)
    return Join(fighter, encounter.step.who if encounter.step else "")
