"""Fight files: a fight as people write it, in TOML. Every problem of a file is reported at once, with its line.

system = "opposed-2d6"
distance = 30                      # between the sides
[[fighter]]
from = "Troll"                     # a creature of the armoury; all else overrides its fields
count = 5
side = "monsters"
orders = { guard = "dodge" }
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path as FilePath
from typing import Any

from affray.arena.tactics import SHARES, wrong_with
from affray.encounter import Encounter
from affray.errors import BadValue, FileError, InputError, NotNow, Problem, UnknownName, shown
from affray.faults import fault_message, fields_at
from affray.names import wrong_with_person
from affray.options import Options
from affray.rulings import SetValue, in_order
from affray.system import System, find_system, system_names
from affray.toml_lines import Path, line_of, lines, longest_line, syntax_problem

__all__ = ["Fight", "build_fighters", "load_fight", "parse_fight", "recruit", "with_distance"]

MAX_COUNT = 500
MAX_SEED = 10**18
MAX_FIGHTERS = 1000
FARTHEST = 100_000
TOP = ("system", "title", "seed", "distance", "profile", "options", "scene", "fighter")
OWN = ("name", "side", "count", "from", "position", "orders", "state")


@dataclass(frozen=True)
class Fight:
    """A fight ready to begin: the system, the encounter before its first round, and the seed the file asks for.

    `state` is what the file sets by hand; in the encounter it is the case already.
    """

    system: System
    encounter: Encounter
    title: str = ""
    seed: int | str | None = None
    source: str = ""
    state: tuple[SetValue, ...] = ()


@dataclass
class _Reader:
    """Collects the problems of one file while its parts are read, gear before fighters."""

    file: str
    where: dict[Path, int]
    problems: list[Problem] = field(default_factory=list)
    of_gear: set[str] = field(default_factory=set)  # what was said of own gear, not to be said again of its users
    entry_of: dict[str, int] = field(default_factory=dict)  # which entry each fighter comes from
    placed: list[str] = field(default_factory=list)  # whose position is written

    def fault(self, path: Path, message: str) -> None:
        if path[0:1] == ("fighter",) and message in self.of_gear:
            return  # said already, where the gear is
        if path[0:1] not in (("fighter",), ()):
            self.of_gear.add(message)
        shown = ".".join(f"{p + 1}" if isinstance(p, int) else p or ('""' if path[1:] else "") for p in path)
        self.problems.append(Problem(self.file, line_of(path, self.where), shown, message))

    def refuse(self, path: Path, value: Any, allowed: str) -> None:
        self.fault(path, f"{shown(value)} is not allowed; expected {allowed}")

    def names(self, path: Path, given: Mapping[str, Any], allowed: tuple[str, ...]) -> None:
        for key in given:
            if key not in allowed:
                self.fault((*path, key), str(UnknownName("field", key, allowed)))

    def typed(self, path: Path, data: Mapping[str, Any], key: str, kind: type, words: str, default: Any) -> Any:
        value = data.get(key, default)
        if key in data and (not isinstance(value, kind) or (kind is not bool and isinstance(value, bool))):
            self.refuse((*path, key), value, f"{words}")
            return default
        return value


def load_fight(path: str | FilePath) -> Fight:
    """The fight in a file; `FileError` with all its problems, or one that says why it cannot be read."""
    name = str(path)
    try:
        text = FilePath(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError([Problem(name, None, "", f"not UTF-8 text (byte {error.start}); save it as UTF-8")]) from None
    except OSError as error:
        raise FileError([Problem(name, None, "", error.strerror or str(error))]) from None
    return parse_fight(text, name)


def parse_fight(text: str, name: str = "fight") -> Fight:
    """The fight in a TOML text; `name` is what problems call the file."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FileError([syntax_problem(name, text, error)]) from None
    except RecursionError:
        raise FileError([Problem(name, None, "", "nested too deeply to be read")]) from None
    except ValueError:  # Python reads no number of more than some thousand digits
        raise FileError([Problem(name, longest_line(text), "", "a number has far too many digits")]) from None
    reader = _Reader(name, lines(text))
    fight = _read(reader, data, text)
    if reader.problems or fight is None:
        raise FileError(sorted(reader.problems, key=lambda p: (p.line or 0, p.field)))
    return fight


def _read(reader: _Reader, data: dict[str, Any], text: str) -> Fight | None:
    if "system" not in data:
        reader.fault((), f"system is missing; known: {', '.join(system_names())}")
        return None
    name = reader.typed((), data, "system", str, "the name of a system", "")
    if reader.problems:
        return None
    try:
        system = find_system(name)
    except UnknownName as error:
        reader.fault(("system",), str(error))
        return None
    reader.names((), data, (*TOP, *system.gear))
    options = _options(reader, system, data)
    scene = _scene(reader, system, reader.typed((), data, "scene", dict, "a table", {}))
    own = _gear(reader, system, data)
    entries = reader.typed((), data, "fighter", list, "tables headed [[fighter]]", [])
    distance = reader.typed((), data, "distance", int, f"a whole number of {system.unit}", 0)
    if not 0 <= distance <= FARTHEST:
        reader.refuse(("distance",), distance, f"0 to {FARTHEST} {system.unit}")
    known = len(reader.problems)
    fighters = build_fighters(reader, system, entries, own, distance)
    _together(reader, system, entries, fighters)
    sound = len(reader.problems) == known
    sides = dict.fromkeys(f.side for f in fighters)
    if not reader.problems and len(sides) < 2:
        reader.fault(
            (), f"a fight needs fighters of at least two sides; {', '.join(sides) or 'nobody'} is all there is"
        )
    seed = data.get("seed")
    whole = isinstance(seed, int) and not isinstance(seed, bool) and abs(seed) < MAX_SEED
    if seed is not None and not whole and not isinstance(seed, str):
        reader.refuse(("seed",), seed, "a whole number of at most 18 digits, or a text")
    title = reader.typed((), data, "title", str, "a text", "")
    if not title.isprintable():
        reader.refuse(("title",), title, "signs that can be printed")
    if options is None:
        return None
    encounter = Encounter(system.name, options, tuple(fighters), scene)
    state: tuple[SetValue, ...] = ()
    if sound:
        encounter, state = _states(reader, system, entries, system.linked(encounter, reader.placed))
    return Fight(system, encounter, title, seed, text, state)


def _options(reader: _Reader, system: System, data: dict[str, Any]) -> Options | None:
    given = reader.typed((), data, "options", dict, "a table of switches", {})
    profile = reader.typed((), data, "profile", str, "the name of a profile", "")
    values: dict[str, Any] = {}
    if profile:
        profiles = {p.name: p for p in system.profiles}
        if profile in profiles:
            values.update(profiles[profile].values)
        else:
            reader.fault(("profile",), str(UnknownName("profile", profile, profiles)))
    flat = _flat(given, ("options",))
    for name, value, path in flat:
        if [n for n, _, _ in flat].count(name) > 1:
            reader.fault(path, f"{name} is given twice, once in quotes and once as nested keys")
            continue
        try:
            Options(system.switches, {name: value})
        except InputError as error:
            reader.fault(path, str(error))
        else:
            values[name] = value
    return Options(system.switches, values)


def _gear(reader: _Reader, system: System, data: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The file's own gear by section, each piece checked where it stands, whether anybody uses it or not."""
    own: dict[str, dict[str, Any]] = {}
    for section in system.gear:
        own[section] = reader.typed((), data, section, dict, "a table of tables", {})
        for name in own[section]:
            reader.typed((section,), own[section], name, dict, "a table", {})
    for section, model in system.gear.items():
        for name, piece in own[section].items():
            if isinstance(piece, dict):
                _validated(reader, (section, name), model, name, own)
    return own


def _flat(table: Mapping[str, Any], path: Path) -> list[tuple[str, Any, Path]]:
    """Switch names hold dots, so people may write them quoted or as nested keys."""
    found: list[tuple[str, Any, Path]] = []
    for key, value in table.items():
        if isinstance(value, dict):
            found += [(f"{key}.{name}", v, p) for name, v, p in _flat(value, (*path, key))]
        else:
            found.append((key, value, (*path, key)))
    return found


def _scene(reader: _Reader, system: System, data: dict[str, Any]) -> tuple[tuple[str, Any], ...]:
    scene = _validated(reader, ("scene",), system.scene, data, {})
    return tuple(sorted(scene.model_dump().items())) if scene is not None else ()


def build_fighters(
    reader: _Reader, system: System, entries: list[Any], own: Mapping[str, Any], distance: int
) -> list[Any]:
    """The fighters of all entries, those with a count numbered; problems go to the reader."""
    sides: dict[str, int] = {}
    fighters: list[Any] = []
    for index, entry in enumerate(entries):
        path: Path = ("fighter", index)
        if not isinstance(entry, dict):
            reader.refuse(path, entry, "a table")
            continue
        known = len(reader.problems)
        allowed = (*OWN, *(name for name in system.sheet.model_fields if name != "name"))
        reader.names(path, entry, allowed)
        side = reader.typed(path, entry, "side", str, "the name of a side", "").strip()
        if not side and isinstance(entry.get("side", ""), str):
            reader.fault((*path, "side"), "side is missing: whom does this fighter fight for?")
        if not side.isprintable():
            reader.refuse((*path, "side"), side, "signs that can be printed")
        count = reader.typed(path, entry, "count", int, f"a whole number from 1 to {MAX_COUNT}", 1)
        if not 1 <= count <= MAX_COUNT:
            reader.refuse((*path, "count"), count, f"a whole number from 1 to {MAX_COUNT}")
            count = 1
        place = sides.setdefault(side, len(sides)) * distance
        position = reader.typed(path, entry, "position", int, f"a whole number of {system.unit}", place)
        if "position" in entry and not -FARTHEST <= position <= FARTHEST:
            reader.refuse((*path, "position"), position, f"{-FARTHEST} to {FARTHEST}")
        orders = _orders(reader, (*path, "orders"), system, entry)
        reader.typed(path, entry, "state", dict, "a table of values as `gm set` has them", {})
        sheet = _sheet(reader, path, system, entry, own)
        if sheet is None or len(reader.problems) > known:
            continue
        names = [f"{sheet.name} {n}" for n in range(1, count + 1)] if count > 1 else [sheet.name]
        for name in names:
            if wrong := wrong_with_person(name):
                reader.fault((*path, "name"), f"{shown(name)} is not allowed as a name: {wrong}")
            elif any(f.id.lower() == name.lower() for f in fighters):
                reader.fault((*path, "name"), f"{name!r} is the name of another fighter; give each one its own")
            else:
                fighters.append(system.fighter(sheet, name, side, position, orders))
                reader.entry_of[name] = index
                reader.placed += [name] if "position" in entry else []
    if len(fighters) > MAX_FIGHTERS:
        reader.fault(("fighter",), f"{len(fighters)} fighters are too many; expected at most {MAX_FIGHTERS}")
    return fighters


def _together(
    reader: _Reader, system: System, entries: list[Any], fighters: list[Any], present: tuple[Any, ...] = ()
) -> None:
    """What is wrong with the fighters of all entries together, and with those who are `present` already.

    Of an entry with a count only the first fighter's are told. What names somebody who could not be read is no fault of
    its own.
    """
    entry_of = reader.entry_of
    unread = [e for n, e in enumerate(entries) if n not in entry_of.values() and isinstance(e, dict)]
    names = {str(e.get("name", e.get("from"))).lower() for e in unread}
    told: dict[int, str] = {}
    for who, name, message in system.faults((*present, *fighters), (*reader.placed, *(f.id for f in present))):
        index = entry_of.get(who)
        if index is None or told.setdefault(index, who) != who:
            continue
        named = str(entries[index].get(name)).lower()
        if not {named, named.rstrip("0123456789").rstrip()} & names:
            reader.fault(("fighter", index, name), message)


def _states(
    reader: _Reader, system: System, entries: list[Any], encounter: Encounter
) -> tuple[Encounter, tuple[SetValue, ...]]:
    """The encounter with what entries set by hand, and that; what is wrong for several of an entry is told once."""
    done: list[SetValue] = []
    told: set[Path] = set()
    values = (
        (encounter.fighter(who), name, (index, value))
        for who, index in reader.entry_of.items()
        for name, value in entries[index].get("state", {}).items()
    )
    for fighter, name, (index, value) in in_order(system, values):
        path = ("fighter", index, "state", name)
        if path in told:
            continue
        try:
            ruling = SetValue(fighter.id, name, _in_words(value))
            encounter = ruling.apply(system, encounter)
            done.append(ruling)
        except BadValue as error:
            told.add(path)
            reader.refuse(path, error.value, error.allowed)
        except NotNow as error:
            told.add(path)
            reader.fault(path, error.reason)
        except InputError as error:
            told.add(path)
            reader.fault(path, str(error))
    return encounter, tuple(done)


def _in_words(value: Any) -> Any:
    """A value as it is set by hand; a list is its parts with commas between them."""
    return ", ".join(str(part) for part in value) if isinstance(value, list) else value


def _sheet(reader: _Reader, path: Path, system: System, entry: dict[str, Any], own: Mapping[str, Any]) -> Any:
    creatures = system.armoury().get("creatures", {})
    base: dict[str, Any] = {}
    if "from" in entry:
        name = str(entry["from"])
        found = next((known for known in creatures if known.lower() == name.lower()), None)
        if found is None:
            reader.fault((*path, "from"), str(UnknownName("creature", name, creatures)))
            return None
        base = {"name": found, **creatures[found]}
    own_fields = {key: value for key, value in entry.items() if key in system.sheet.model_fields}
    return _validated(reader, path, system.sheet, {**base, **own_fields}, own)


def _validated(reader: _Reader, path: Path, model: Any, data: Any, own: Mapping[str, Any]) -> Any:
    from pydantic import ValidationError

    try:
        return model.model_validate(data, context=dict(own))
    except ValidationError as error:
        for fault in error.errors():
            place = tuple(part for part in fault["loc"] if not str(part).startswith(("function-", "tagged-")))
            place = () if isinstance(data, str) and place == ("name",) else place  # own gear is named by its key
            if fault["type"] == "extra_forbidden":
                reader.fault((*path, *place), str(UnknownName("field", place[-1], fields_at(model, place[:-1]))))
                continue
            reader.fault((*path, *place), fault_message(fault))
        return None


def _orders(reader: _Reader, path: Path, system: System, entry: dict[str, Any]) -> dict[str, str]:
    given = reader.typed(path[:-1], entry, "orders", dict, "a table of standing orders", {})
    known: dict[str, tuple[str, ...]] = {"aim": (), "plan": tuple(system.plans), **dict.fromkeys(SHARES, ())}
    known |= system.orders
    orders: dict[str, str] = {}
    for key, value in given.items():
        if key not in known:
            reader.fault((*path, key), str(UnknownName("standing order", key, known)))
        elif wrong := wrong_with(key, value, known[key]):
            reader.refuse((*path, key), value, f"{wrong}")
        else:
            orders[key] = str(value)  # a level is a number in TOML
    return orders


def with_distance(encounter: Encounter, a: str, b: str, distance: int) -> Encounter:
    """The encounter with `b` put at that distance from `a`, on the side where it stands."""
    if not 0 <= distance <= FARTHEST:
        raise BadValue("distance", distance, f"0 to {FARTHEST}")
    here, there = encounter.fighter(a), encounter.fighter(b)
    sign = -1 if there.position < here.position else 1
    return encounter.with_fighter(replace(there, position=here.position + sign * distance))


def recruit(system: System, entry: dict[str, Any], encounter: Encounter) -> list[Any]:
    """The fighters of one entry by itself, for those who join later; a name that is taken gets a number.

    `FileError` where they do not go together with those who fight already.
    """
    reader = _Reader("fighter", {})
    names = {name.lower() for name in encounter.ids}
    found = []
    for fighter in build_fighters(reader, system, [entry], {}, 0):
        name, number = fighter.id, 2
        while name.lower() in names:
            name, number = f"{fighter.id} {number}", number + 1
        names.add(name.lower())
        reader.entry_of[name] = 0
        reader.placed += [name] if fighter.id in reader.placed else []
        found.append(replace(fighter, id=name))
    _together(reader, system, [entry], found, encounter.fighters)
    if reader.problems:
        raise FileError(reader.problems)
    joined = system.linked(replace(encounter, fighters=(*encounter.fighters, *found)), (*encounter.ids, *reader.placed))
    joined, _ = _states(reader, system, [entry], joined)
    if reader.problems:
        raise FileError(reader.problems)
    return [joined.fighter(fighter.id) for fighter in found]
