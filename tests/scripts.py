"""Scripts for the tests of every system: rules that run on answers given beforehand, and fights typed in die by die."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from affray.encounter import Encounter
from affray.events import Event, Resolved, Rolled
from affray.fightfile import load_fight
from affray.records import Recorder
from affray.session import Session
from affray.system import Action, Deed
from affray.table import Answer, Pending, Request, ScriptTable, Table


@dataclass(frozen=True)
class Told:
    """What came of rules that ran by a script: the fight after it, the deed, the log, and what was asked for."""

    encounter: Encounter
    deed: Deed
    log: tuple[Event, ...]
    asked: tuple[Request, ...]

    @property
    def outcome(self) -> str:
        """How the attack came out."""
        return next(event.outcome for event in self.log if isinstance(event, Resolved))

    @property
    def rolls(self) -> dict[tuple[str, str], int]:
        """The total of every roll, by who threw it for what."""
        return {(event.who, event.purpose): event.total for event in self.log if isinstance(event, Rolled)}


T = TypeVar("T", bound=Told)


def run_by(kind: type[T], encounter: Encounter, run: Callable[[Table], Deed], script: Sequence[Any]) -> T:
    """Let rules run; the script answers request after request, and has to be used up. `kind` is what comes back."""
    answers: list[Answer] = []
    asked: list[Request] = []
    rest = list(script)
    while True:
        log: list[Event] = []
        table = ScriptTable(answers, encounter.options, encounter.amendments, log)
        try:
            deed = run(table)
        except Pending as pending:
            request = pending.requests[0]
            assert rest, f"the script ends before {request}"
            value = rest.pop(0)
            asked.append(request)
            answers.append(Answer(request, tuple(value) if isinstance(value, list | tuple) else value))
            continue
        table.finish()
        assert not rest, f"nobody asked for {rest}"
        return kind(deed.encounter, deed, tuple(log), tuple(asked))


def typed_in(path: Path, script: Sequence[Any]) -> tuple[Session, str]:
    """The fight of that file played by a script, every die typed in, and its record as text."""
    fight = load_fight(path)
    session = Session(fight.system, fight.encounter, typed_dice=True)
    stream = io.StringIO()
    recorder = Recorder(session, stream)
    recorder.begin(fight.title, fight.source)
    session.start()
    for step in script:
        if isinstance(step, Action):
            assert not session.requests, f"{path.stem}: {session.requests[0]} is open before {step.describe()}"
            session.act(step)
        else:
            assert session.requests, f"{path.stem}: nothing is open for {step}"
            session.answer(step)
    recorder.close()
    return session, stream.getvalue()


def same_record(path: Path, text: str) -> None:
    """The record in that file is that text; the first line that is another is told."""
    then, now = path.read_text(encoding="utf-8").splitlines(), text.splitlines()
    for number, (a, b) in enumerate(zip(then, now, strict=False), start=1):
        assert a == b, f"line {number} is another"
    assert len(then) == len(now)


def says_how_it_is_run(path: Path, recorded: bool, system: str) -> None:
    """A fight file of the examples tells in its first two lines what it shows and how to see it."""
    first, second, *_ = path.read_text(encoding="utf-8").splitlines()
    assert first.startswith("# ")
    word, end = ("replay", "jsonl") if recorded else ("play", "toml")
    assert first.endswith(f"affray {word} examples/{system}/{path.stem}.{end}")
    assert second.startswith("# ")
    assert load_fight(path).title
