"""What people type: names of fighters, actions, and the `name=value` of options."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields
from itertools import product
from typing import Any

from affray.cli.values import between, whole
from affray.encounter import Encounter
from affray.errors import BadValue, IllegalAction, InputError, NotNow, UnknownName
from affray.system import Action, System
from affray.table import Amendment

__all__ = [
    "action",
    "amendment",
    "bonus",
    "fighter_named",
    "fighters_named",
    "pair",
    "pick",
    "settings",
    "twice",
    "typed_action",
    "words",
]
#: more words than this are no names
MOST_WORDS = 24
#: words between the parts of an action that say nothing, where no name holds them
FILLERS = ("with", "at", "to")


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


def fighters_named(encounter: Encounter, name: str) -> tuple[str, ...]:
    """The ids of the fighters that are meant: one by its id, all that are alike by the name they share."""
    if not encounter.has(name):
        lower = name.strip().lower()
        for read in ("id", "name"):
            if alike := tuple(f.id for f in encounter.fighters if getattr(f, read).lower() == lower):
                return alike
    return (pick("fighter", name, encounter.ids),)


def fighter_named(encounter: Encounter, name: str) -> str:
    """The id of the fighter that is meant; the name of several alike means the first of them."""
    return fighters_named(encounter, name)[0]


def pair(text: str, option: str) -> tuple[str, str]:
    """A `name=value` of a command line option."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise BadValue(option, text, "NAME=VALUE")
    return name.strip(), value.strip()


def settings(texts: Iterable[str], option: str) -> dict[str, str]:
    """What an option that may be repeated says, each name once."""
    found: dict[str, str] = {}
    for text in texts:
        name, value = pair(text, option)
        if name in found:
            raise twice(option, name)
        found[name] = value
    return found


def twice(option: str, name: str) -> BadValue:
    """An error about something that is said a second time."""
    return BadValue(option, name, "each thing once; this was given twice")


def amendment(text: str, attacker: str, people: Mapping[str, str], purposes: Sequence[str]) -> Amendment:
    """A `--mod`: NAME=VALUE for the attacker's first roll, WHO:NAME=VALUE or WHO:PURPOSE:NAME=VALUE for others.

    NAME=off lets a modifier not count, whoever's it is. `people` gives the ids for "attacker" and "target".
    """
    places, value = pair(text, "--mod")
    *place, name = (part.strip() for part in places.split(":"))
    if len(place) > 2 or not name or not all(place):
        raise BadValue("--mod", text, "NAME=VALUE, WHO:NAME=VALUE or WHO:PURPOSE:NAME=VALUE")
    who = people[pick("fighter", place[0], people)] if place else attacker
    purpose = pick("purpose", place[1], purposes) if len(place) > 1 else ""
    if value.lower() == "off":
        return Amendment(name, None, who if place else "", purpose, lasting=True)
    return Amendment(name, bonus("--mod", value), who, purpose)


def bonus(what: str, text: str) -> int:
    """The number of a modifier."""
    return between(what, -1000, 1000)(text)


def action(
    system: System,
    encounter: Encounter,
    who: str,
    kind: str,
    given: Mapping[str, str],
    stage: bool,
    closing: bool = False,
) -> Action:
    """The action of that kind with the parameters given.

    Those left out are as the rules have them by default, or else become the first that makes the action legal.

    At the table, what the list of the turn shows goes first. `stage` looks at the action as if it were the turn for it,
    `closing` as if the way to it had been made as well.
    `IllegalAction` tells why there is none.
    """
    kind = pick("action", kind, system.actions)
    domains = system.domains(encounter, who).get(kind, {})
    names = parameters(system, kind)
    for name in given:
        if name not in names:
            raise UnknownName(f"parameter of {kind}", name, names)
    usual = {f.name: f.default for f in fields(system.actions[kind]) if f.default is not MISSING}
    values = [
        _parameter(encounter, name, given[name], domains[name])
        if name in given
        else [usual[name]]
        if name in usual
        else list(domains[name])
        for name in names
    ]
    if not stage and (shown := _shown(system, encounter, who, kind, dict(zip(names, values, strict=True)))):
        return shown
    refused: IllegalAction | None = None
    for combination in product(*values):
        candidate = system.actions[kind](who, *combination)
        staged = system.stage(encounter, candidate, closing) if stage else encounter
        forbidden = system.forbid(staged, candidate)
        if forbidden is None:
            return candidate
        refused = refused or forbidden.error(candidate)
    if refused is None:
        lacking = " and ".join(name for name, found in zip(names, values, strict=True) if not found)
        raise NotNow(kind, f"there is no {lacking} left for {who}")
    raise refused


def _shown(
    system: System, encounter: Encounter, who: str, kind: str, values: Mapping[str, Sequence[Any]]
) -> Action | None:
    """The first example of that kind that is offered now and has these values."""
    examples = (example for offer in system.offers(encounter) if offer.kind == kind for example in offer.examples)
    fitting = (e for e in examples if e.who == who and all(getattr(e, name) in values[name] for name in values))
    return next(fitting, None)


def parameters(system: System, kind: str) -> list[str]:
    """The names of what an action of that kind needs besides who does it, in order."""
    return [f.name for f in fields(system.actions[kind]) if f.name != "who"]


def _parameter(encounter: Encounter, name: str, text: str, domain: Sequence[Any]) -> Sequence[Any]:
    """The values that may be meant: several where fighters share a name."""
    if isinstance(domain, range):
        number = whole(text)
        if number is None:
            span = f"a whole number from {domain[0]} to {domain[-1]}"
            raise BadValue(name, text, span if len(domain) > 1 else f"{domain[0]}; there is nothing else to choose")
        return [number]
    names = {name.lower() for f in encounter.fighters for name in (f.id, f.name)}
    if any(value in encounter.ids for value in domain) or (not domain and text.strip().lower() in names):
        return fighters_named(encounter, text)  # somebody who is there but not in the domain: the rules tell why not
    return [pick(name, text, [str(value) for value in domain])]


def typed_action(system: System, encounter: Encounter, who: str, line: str) -> Action:
    """An action as typed at the table: its kind and then its parameters in order, "attack troll old sword".

    Any of them may be named instead, "attack troll damage=1"; those that the rules need not have may be left out. Names
    with blanks in them need no quotes: the words are shared out so that all names are known.
    """
    kind, *rest = words(line)
    kind = pick("action", kind, system.actions)
    try:
        return _shared_out(system, encounter, who, kind, rest)
    except InputError:
        telling = [word for word in rest if word.lower() not in (*FILLERS, system.unit)]
        if len(telling) == len(rest) or not telling:
            raise
    return _shared_out(system, encounter, who, kind, telling)


def _shared_out(system: System, encounter: Encounter, who: str, kind: str, rest: Sequence[str]) -> Action:
    """The action of that kind whose parameters these words are."""
    names = parameters(system, kind)
    if rest and not names:
        raise BadValue(kind, " ".join(rest), "nothing behind it")
    domains = system.domains(encounter, who).get(kind, {})
    if len(rest) > MOST_WORDS:
        raise BadValue(kind, " ".join(rest), " ".join(name.upper() for name in names))
    furthest: tuple[int, InputError] | None = None
    crowded = False  # more numbers than there is room for
    for given in _readings(kind, names, rest, _words_known(encounter, domains)):
        for place, (name, text) in enumerate(given.items()):
            try:
                _parameter(encounter, name, text, domains[name])
            except InputError as error:
                if furthest is None or place > furthest[0]:
                    furthest = place, error
                if (
                    isinstance(domains[name], range)
                    and len(numbers := text.split()) > 1
                    and None not in map(whole, numbers)
                ):
                    crowded = True
                break
        else:
            return action(system, encounter, who, kind, given, stage=False)
    if furthest is None or crowded:
        raise BadValue(kind, " ".join(rest), f"at most {' '.join(name.upper() for name in names)} behind it")
    raise furthest[1]


def _words_known(encounter: Encounter, domains: Mapping[str, Sequence[Any]]) -> set[str]:
    """The words that names are made of."""
    names = [name for f in encounter.fighters for name in (f.id, f.name)]
    names += [str(value) for domain in domains.values() if not isinstance(domain, range) for value in domain]
    return {word for name in names for word in name.lower().split()}


def _readings(kind: str, names: Sequence[str], rest: Sequence[str], known: set[str]) -> Iterator[dict[str, str]]:
    """All ways to read the words as parameters: `name=value` by name, the others in order.

    A name that was given without quotes may go on behind its first word; a word with "=" that is `known` is no name.
    """
    by_name: list[tuple[str, list[str]]] = []
    loose: list[str] = []
    for word in rest:
        name, equals, value = word.partition("=")
        if equals and word.lower() not in known:
            name = pick(f"parameter of {kind}", name, names)
            if name in [n for n, _ in by_name]:
                raise twice(kind, name)
            by_name.append((name, [value]))
        else:
            (by_name[-1][1] if by_name else loose).append(word)
    others = [name for name in names if name not in [n for n, _ in by_name]]
    for lengths in product(*[range(len(line), 0, -1) for _, line in by_name]):
        named = {n: " ".join(line[:k]) for (n, line), k in zip(by_name, lengths, strict=True)}
        left = loose + [word for (_, line), k in zip(by_name, lengths, strict=True) for word in line[k:]]
        if left and not others:
            continue
        for parts in _shares(left, len(others)):
            yield {**dict(zip(others, parts, strict=False)), **named}


def _shares(rest: Sequence[str], most: int) -> Iterator[tuple[str, ...]]:
    """All ways to make at most so many names of the words, long first names before short ones."""
    if not rest or most == 1:
        yield (" ".join(rest),) if rest else ()
        return
    for length in range(len(rest), 0, -1):
        for behind in _shares(rest[length:], most - 1):
            yield (" ".join(rest[:length]), *behind)
