"""Records: a fight in play as JSON Lines, one line for each entry of the history, appended as it happens.

The first line holds the system with the version of its rules, the seed and the fight before its first round, sheets and
options included. Every other line holds a command, each answer with the request it answers, the events, and the state
after it. Reading a record runs every command again: the events must be the same. Where the rules have a newer version
and say otherwise, the fight goes on from the state that the record holds, and `Session.notices` says so.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TextIO

from affray.codec import action_from, encounter_from, event_from, ruling_from, to_data
from affray.commands import Act, Command, Proceed, Redo, Rule, Undo, Withdrawn
from affray.encounter import Encounter
from affray.errors import AffrayError, FileError, Problem
from affray.events import Event
from affray.history import Entry, run
from affray.session import Session
from affray.system import System, find_system
from affray.table import Answer, Pending, facts

__all__ = ["FORMAT", "Recorder", "header", "is_record", "load_record", "read_record", "whole_part"]

#: the version of the file format
FORMAT = 1


def header(session: Session, title: str = "", source: str = "") -> dict[str, Any]:
    """The first line of a session's record; `source` is the fight file it came from, kept word for word."""
    return {
        "affray": FORMAT,
        "system": session.system.name,
        "rules": session.system.version,
        "title": title,
        "seed": session.seed,
        "start": to_data(session.beginning),
        "fight": source,
    }


def entry_data(entry: Entry) -> dict[str, Any]:
    """An entry as plain data."""
    return {
        "n": entry.number,
        "command": command_data(entry.command),
        "answers": [_answer_data(answer) for answer in entry.answers],
        "events": to_data(entry.events),
        "state": to_data(entry.state),
        "draw": entry.draw,
        "stream": entry.stream,
    }


def command_data(command: Command) -> dict[str, Any]:
    """A command as plain data."""
    data: dict[str, Any] = {"kind": command.kind}
    match command:
        case Act(action):
            data["action"] = to_data(action)
        case Rule(ruling):
            data["ruling"] = {"kind": ruling.kind, **to_data(ruling)}
        case Undo(entries):
            data["entries"] = list(entries)
        case Withdrawn(inner):
            data["command"] = command_data(inner)
        case Proceed():
            pass
    return data


def _answer_data(answer: Answer) -> dict[str, Any]:
    request = answer.request if isinstance(answer.request, dict) else facts(answer.request)
    return {"to": request, "value": to_data(answer.value)}


class Recorder:
    """Writes a session's history to a file as it grows; every entry is on disk before the next can begin.

    An unfinished command is kept by `close`, so that a fight that is broken off in the middle of one goes on there.
    """

    def __init__(self, session: Session, stream: TextIO) -> None:
        self.session, self.stream = session, stream
        session.watchers.append(self._entry)

    def begin(self, title: str = "", source: str = "") -> None:
        """Write the first line and all entries that there are already."""
        self._line(header(self.session, title, source))
        for entry in self.session.entries:
            self._entry(entry)

    def go_on(self, kept: bytes) -> None:
        """Go on behind the lines of a record that are kept; entries of the session that they lack are written."""
        if not kept.endswith(b"\n"):
            self.stream.write("\n")
        # a command that was broken off may have been finished by the program as soon as it was taken up again
        known = sum(b'"n"' in line and "n" in json.loads(line) for line in _pieces(kept))
        for entry in self.session.entries[known:]:
            self._entry(entry)

    def close(self) -> None:
        """Keep what is under way, and write no more."""
        self.session.watchers.remove(self._entry)
        if suspended := self.session.suspended():
            command, answers, stream, draw = suspended
            given = [_answer_data(answer) for answer in answers]
            self._line({"open": {"command": command_data(command), "answers": given, "stream": stream, "draw": draw}})

    def _entry(self, entry: Entry) -> None:
        self._line(entry_data(entry))

    def _line(self, data: dict[str, Any]) -> None:
        self.stream.write(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n")
        self.stream.flush()


def is_record(path: str | Path) -> bool:
    """Whether a file looks like a record rather than a fight file."""
    try:
        with open(path, encoding="utf-8") as stream:
            return stream.read(1) == "{"
    except (OSError, UnicodeDecodeError):
        return False


def load_record(path: str | Path, **settings: Any) -> Session:
    """The session that a record holds; `settings` go to `Session`. `FileError` names the line that is wrong."""
    name = str(path)
    try:
        written = Path(path).read_bytes()
    except OSError as error:
        raise FileError([Problem(name, None, "", error.strerror or str(error))]) from None
    kept, notice = whole_part(written)
    lines = []
    for number, piece in enumerate(_pieces(kept), start=1):
        try:
            lines.append(piece.decode("utf-8"))
        except UnicodeDecodeError as error:
            raise FileError([Problem(name, number, "", f"not UTF-8 text (byte {error.start} of the line)")]) from None
    session = read_record(lines, name, **settings)
    if notice:
        session.notices.append(notice)
    return session


def whole_part(written: bytes) -> tuple[bytes, str]:
    """What counts of a record's bytes, and what to tell people of the rest: for reading and for cutting.

    A last line without a line feed that is no JSON was torn while it was written; blank lines at the end say nothing.
    A last line that has its line feed was written to its end, so it counts, whatever it holds. So does the first line.
    """
    *ended, last = written.split(b"\n")
    torn = bool(ended) and bool(last.strip()) and not _is_json(last)
    notice = f"line {len(ended) + 1} was not written to its end and is left out" if torn else ""
    if torn or not last.strip():
        last = b""
    while not last and len(ended) > 1 and not ended[-1].strip():
        ended.pop()
    return b"".join(line + b"\n" for line in ended) + last, notice


def _pieces(kept: bytes) -> list[bytes]:
    """The lines of a record; only a line feed ends one, for a name may hold what `splitlines` takes for other ends."""
    return kept.removesuffix(b"\n").split(b"\n") if kept else []


def _is_json(line: bytes) -> bool:
    try:
        json.loads(line.decode("utf-8"))
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError):
        return False
    except ValueError:  # a number of too many digits: whole, and for the reader to refuse
        return True
    return True


def read_record(lines: Iterable[str], name: str = "record", **settings: Any) -> Session:
    """The session that the lines of a record hold."""
    return _Reader(name).read(list(lines), settings)


class _Reader:
    def __init__(self, name: str) -> None:
        self.name, self.number = name, 1

    def fault(self, message: str, field: str = "") -> FileError:
        return FileError([Problem(self.name, self.number, field, message)])

    def read(self, lines: list[str], settings: dict[str, Any]) -> Session:
        from pydantic import ValidationError

        try:
            if not lines:
                raise self.fault("empty; expected a record's first line")
            system, beginning, head = self._head(self._json(lines[0]))
            session = Session(system, beginning, seed=head["seed"], **settings)
            older = head["rules"] != system.version
            if older:
                session.notices.append(
                    f"the record was made with rules {head['rules']} of {system.name}; these are {system.version}"
                )
            for self.number, line in enumerate(lines[1:], start=2):
                data = self._json(line)
                if "open" in data:
                    self._open(session, data["open"], older, last=self.number == len(lines))
                else:
                    self._entry(session, data, older)
            return session
        except (KeyError, TypeError, ValueError, AttributeError, ValidationError) as error:
            # whatever shape a damaged line has, its reader gets the line and not a traceback
            what = f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error).splitlines()[0]
            raise self.fault(f"not a line of a record: {what}") from None
        except FileError:
            raise
        except AffrayError as error:
            raise self.fault(str(error)) from None

    def _json(self, line: str) -> dict[str, Any]:
        try:
            data = json.loads(line)
        except (json.JSONDecodeError, RecursionError) as error:
            raise self.fault(f"not JSON: {error}") from None
        if not isinstance(data, dict):
            raise self.fault(f"{line[:40]!r} is not a line of a record")
        return data

    def _head(self, data: dict[str, Any]) -> tuple[System, Encounter, dict[str, Any]]:
        if "affray" not in data:
            raise self.fault("not a record of affray: its first line should name the format")
        if data["affray"] != FORMAT:
            raise self.fault(f"format {data['affray']!r} is not known; expected {FORMAT}", "affray")
        if not isinstance(data["seed"], int | str) or isinstance(data["seed"], bool):
            raise self.fault(f"{data['seed']!r} is not allowed; expected a number or a text", "seed")
        system = find_system(data["system"])
        start = encounter_from(system, data["start"])
        if data["rules"] == system.version and to_data(start) != data["start"]:
            raise self.fault("not all there, or not as these rules write it", "start")
        return system, start, data

    def _entry(self, session: Session, data: dict[str, Any], older: bool) -> None:
        number = len(session.entries) + 1
        if data["n"] != number:
            raise self.fault(f"entry {data['n']!r} is out of place; expected entry {number}", "n")
        command = self._command(session, data["command"])
        if isinstance(command, Undo):
            self._take(session, command)
            state = session.encounter
            session.entries.append(Entry(number, command, (), (), state, session.draw))
            return
        if isinstance(command, Withdrawn):
            events = tuple(event_from(event) for event in data["events"])
            answers, stream = self._answers(data), self._count(data, "stream")
            session.entries.append(Entry(number, command, answers, events, session.encounter, session.draw, stream))
            return
        entry = self._replayed(session, number, command, data, older)
        session.entries.append(entry)
        session.line.append(entry)
        if not command.follows:
            session.undone.clear()

    def _replayed(self, session: Session, number: int, command: Command, data: dict[str, Any], older: bool) -> Entry:
        answers = self._answers(data)
        draw, stream = self._count(data, "draw"), self._count(data, "stream")
        log: list[Event] = []
        try:
            state = run(session.system, session.encounter, command, answers, log)
            events = to_data(tuple(log))
            differs = _difference(events, data["events"])
            if not differs and to_data(state) != data["state"]:
                differs = "the state after it"
        except Pending as pending:
            first = facts(pending.requests[0])
            differs = f"the rules ask for more: {first.get('roll') or first.get('ask')} of {first['who']}"
        except AffrayError as error:
            differs = str(error)
        if not differs:
            return Entry(number, command, answers, tuple(log), state, draw, stream)
        if not older:
            raise self.fault(f"the rules say otherwise than the record: {differs}")
        session.notices.append(f"entry {number}: {differs} differs; going on from the state in the record")
        kept = tuple(event_from(event) for event in data["events"])
        state = encounter_from(session.system, data["state"])
        return Entry(number, command, answers, kept, state, draw, stream)

    def _take(self, session: Session, command: Undo) -> None:
        """Undo and redo again what the record says was undone and redone."""
        if isinstance(command, Redo):
            if not session.undone or tuple(e.number for e in session.undone[-1][1]) != command.entries:
                raise self.fault(f"redo of {list(command.entries)}: these entries were not undone last")
            session.line.extend(session.undone.pop()[1])
            return
        count = len(command.entries)
        taken = tuple(session.line[-count:]) if count else ()
        if not count or tuple(entry.number for entry in taken) != command.entries:
            raise self.fault(f"undo of {list(command.entries)}: these are not the last entries in force")
        del session.line[-count:]
        session.undone.append((session.encounter, taken))

    def _open(self, session: Session, data: dict[str, Any], older: bool, last: bool) -> None:
        """A command that was broken off; whatever line follows begins it again by itself."""
        if not last:
            return
        command = self._command(session, data["command"])
        answers, stream, draw = self._answers(data), self._count(data, "stream"), self._count(data, "draw")
        try:
            session.resume(command, answers, stream, draw)
        except AffrayError as error:
            if not older:
                raise
            session.notices.append(f"what was under way cannot be taken up again: {error}")

    def _count(self, data: dict[str, Any], field: str) -> int:
        value = data[field]
        if type(value) is not int or not 0 <= value < 2**63:
            raise self.fault(f"{value!r} is not allowed; expected a whole number from 0 on", field)
        return value

    def _answers(self, data: dict[str, Any]) -> tuple[Answer, ...]:
        return tuple(
            Answer(a["to"], tuple(a["value"]) if isinstance(a["value"], list) else a["value"]) for a in data["answers"]
        )

    def _command(self, session: Session, data: dict[str, Any]) -> Command:
        system = session.system
        match data["kind"]:
            case "proceed":
                return Proceed()
            case "act":
                return Act(action_from(system, data["action"]))
            case "rule":
                return Rule(ruling_from(system, data["ruling"]))
            case "undo":
                return Undo(tuple(data["entries"]))
            case "redo":
                return Redo(tuple(data["entries"]))
            case "withdrawn":
                return Withdrawn(self._command(session, data["command"]))
        raise self.fault(f"unknown kind of command {data['kind']!r}", "command")


def _difference(now: list[Any], then: list[Any]) -> str:
    """The first event that differs, in words; empty where none does."""
    for index in range(max(len(now), len(then))):
        a = now[index] if index < len(now) else None
        b = then[index] if index < len(then) else None
        if a != b:
            return f"event {index + 1} ({(b or a or {}).get('kind', 'unknown')})"
    return ""
