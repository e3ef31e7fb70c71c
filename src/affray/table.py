"""The table that rules play on: the one door for luck (`roll`) and will (`ask`).

A rule is a plain function whose last parameter is the table. It never draws a number and never asks a person itself:

    x = table.roll(request)             luck: dice                     -> the value that the rule needs
    x = table.ask(question)             will: a decision               -> the option taken
    x = table.sub(rule, *values)        another rule in the middle of this one
    return table.then(rule, *values)    another rule that finishes this one
    return table.last(roll, finish, *values)   a final roll; `finish(value, *values)` is a pure function
    return table.last(Inner(rule, values), finish, *values)   the same for a final rule
    n = table.count(tally)              a number made of named parts, as rulings leave it
    table.note(event)                   a line for the log; only where `table.noting`

`roll` and `ask` take several requests as one group, answered in any order and sealed until all are there; they then
give a tuple. `roll_each` and `ask_each` take a group of any size and always give a tuple. Two of the three tables are
here; the third, which plays every way the dice can fall, is in `every.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias, TypeVar

from affray.dice.checks import Check, Reading, Roll, Tally
from affray.errors import BadAnswer
from affray.events import Answered, Event, Rolled
from affray.luck import Luck
from affray.options import Options
from affray.requests import (
    RULING,
    Amendment,
    Answer,
    Mix,
    Pending,
    Question,
    Request,
    Will,
    by_default,
    check_faces,
    facts,
    matched,
    name_of,
    title,
)

__all__ = [
    "Amendment",
    "Answer",
    "Inner",
    "Mix",
    "Pending",
    "Question",
    "RandomTable",
    "Request",
    "ScriptTable",
    "Table",
    "Will",
    "by_default",
    "check_faces",
    "facts",
    "matched",
    "title",
]

Rule: TypeAlias = Callable[..., Any]


class Inner(NamedTuple):
    """A rule with its values, played where a final roll could stand."""

    rule: Rule
    values: tuple[Any, ...]


Number = TypeVar("Number", Check, Tally)


def _each(ask: Callable[..., Any], requests: Sequence[Any]) -> tuple[Any, ...]:
    if not requests:
        return ()
    given = ask(*requests)
    return (given,) if len(requests) == 1 else tuple(given)


def cited(check: Check) -> tuple[str, ...]:
    """The ids of the rules behind a roll: its own, then those of its modifiers and of what it has to meet."""
    parts = (*check.modifiers, *(check.against.modifiers if check.against else ()))
    ids = (check.rule, *(part.rule for part in parts if not part.off and part.rule != RULING))
    return tuple(dict.fromkeys(name for name in ids if name))


class Table(ABC):
    """What a rule may ask of the world; see the head of this module."""

    noting: bool = False

    def __init__(
        self,
        options: Options | None = None,
        amendments: Iterable[Amendment] = (),
        answers: Iterable[Answer] = (),
    ) -> None:
        self.options = options if options is not None else Options()
        self.amendments = tuple(amendments)
        self.used: frozenset[int] = frozenset()  # indexes of the amendments that were used up so far
        self.answers = tuple(answers)
        self.position = 0  # how many of the answers were used so far

    @abstractmethod
    def roll(self, *rolls: Roll) -> Any:
        """The value of one roll, or a tuple of values for several thrown as one group."""

    @abstractmethod
    def ask(self, *questions: Question) -> Any:
        """The answer to one question, or a tuple of answers to several, sealed until all of them are there."""

    def roll_each(self, rolls: Sequence[Roll]) -> tuple[Any, ...]:
        """The values of a group of any size, none and one included."""
        return _each(self.roll, rolls)

    def ask_each(self, questions: Sequence[Question]) -> tuple[Any, ...]:
        """The answers to a group of any size, none and one included."""
        return _each(self.ask, questions)

    def sub(self, rule: Rule, *values: Any) -> Any:
        """The result of another rule in the middle of this one."""
        return rule(*values, self)

    def then(self, rule: Rule, *values: Any) -> Any:
        """Hand over to the rule that finishes this one; to be returned at once."""
        return rule(*values, self)

    def last(self, roll: Roll | Inner, finish: Callable[..., Any], *values: Any) -> Any:
        """A final roll or rule, and the pure function that turns its value into the result; to be returned at once."""
        return finish(self.sub(roll.rule, *roll.values) if isinstance(roll, Inner) else self.roll(roll), *values)

    def count(self, tally: Tally) -> int:
        """The total of a number with parts, after rulings."""
        return self.tallied(tally).total

    def tallied(self, tally: Tally) -> Tally:
        """The tally itself after rulings, for the log."""
        return self._amended(tally) if self.amendments else tally

    def note(self, event: Event) -> None:
        """Keep an event for the log; deaf by default."""
        return None

    def amend(self, roll: Roll) -> Roll:
        """The roll as rulings leave it; those that apply once are used up by it."""
        return roll.amend(self._amended) if self.amendments else roll

    def _given(self, requests: Sequence[Request]) -> list[Answer | None]:
        """The answers to a group that are there already, None for the open ones; moves behind them if there are any."""
        if self.position >= len(self.answers):
            return [None] * len(requests)
        found = matched(self.answers[self.position : self.position + len(requests)], requests)
        self.position += len(requests)
        return found

    def _amended(self, number: Number) -> Number:
        for index, amendment in enumerate(self.amendments):
            if index not in self.used and amendment.reaches(number):
                number = replace(number, modifiers=amendment.apply(number.modifiers))
                if not amendment.lasting:
                    self.used |= {index}
        return number


class PlayTable(Table):
    """What the two tables of real play share: a log, and values read from physical faces."""

    def __init__(
        self,
        options: Options | None = None,
        amendments: Iterable[Amendment] = (),
        log: list[Event] | None = None,
        answers: Iterable[Answer] = (),
    ) -> None:
        super().__init__(options, amendments, answers)
        self.log = log
        self.noting = log is not None

    def note(self, event: Event) -> None:
        if self.log is not None:
            self.log.append(event)

    def _read(self, check: Check, answer: Answer) -> Reading:
        """The reading of faces that somebody gave, noted."""
        faces = check_faces(check, answer.value)
        reading = check.read(faces)
        self._note_throw(check, faces, reading)
        return reading

    def _note_throw(self, check: Check, faces: Sequence[int], reading: Reading) -> None:
        if self.log is not None:
            self.log.append(
                Rolled(
                    rules=cited(check),
                    who=check.who,
                    purpose=check.purpose,
                    dice=str(check.dice),
                    faces=tuple(faces),
                    value=reading.total - check.bonus,
                    modifiers=check.modifiers,
                    total=reading.total,
                    natural=reading.natural,
                    against=check.against,
                )
            )

    def _note_answer(self, question: Question, option: str | int) -> None:
        if self.log is not None:
            rules = (question.rule,) if question.rule else ()
            self.log.append(Answered(rules, question.who, question.key, option))


class RandomTable(PlayTable):
    """Luck from a seeded generator, will from a tactic: automatic play and the reference simulation.

    `answers` that are there already go first; what they leave open is thrown and decided here.
    """

    def __init__(
        self,
        luck: Luck,
        will: Will = by_default,
        options: Options | None = None,
        amendments: Iterable[Amendment] = (),
        log: list[Event] | None = None,
        answers: Iterable[Answer] = (),
    ) -> None:
        super().__init__(options, amendments, log, answers)
        self.luck, self.will = luck, will

    def roll(self, *rolls: Roll) -> Any:
        if not (self.answers or self.amendments):
            fresh = tuple(roll.combine([self._throw(part, None) for part in roll.parts]) for roll in rolls)
            return fresh[0] if len(fresh) == 1 else fresh
        amended = [self.amend(roll) for roll in rolls]
        given = iter(self._given([part for roll in amended for part in roll.parts]))
        values = tuple(roll.combine([self._throw(part, next(given)) for part in roll.parts]) for roll in amended)
        return values[0] if len(values) == 1 else values

    def _throw(self, check: Check, answer: Answer | None) -> Reading:
        if answer is not None:
            return self._read(check, answer)
        if self.log is None:
            return check.reading(self.luck.face)
        faces, reading = check.thrown(self.luck.face)
        self._note_throw(check, faces, reading)
        return reading

    def ask(self, *questions: Question) -> Any:
        given = self._given(questions)
        options = tuple(
            self._decide(question) if answer is None else question.read(answer.value)
            for question, answer in zip(questions, given, strict=True)
        )
        for question, option in zip(questions, options, strict=True):
            self._note_answer(question, option)
        return options[0] if len(options) == 1 else options

    def _decide(self, question: Question) -> str | int:
        choice = self.will(question)
        if isinstance(choice, Mix):
            return self.luck.choose(choice.of(question))
        return question.read(choice)


class ScriptTable(PlayTable):
    """Luck and will from the answers given so far; where they end, `Pending` names every request that is open.

    The answers of one group stand together and may stand in any order. An answer that was given to another request is
    an error, and so are answers that nobody asked for: call `finish` when the rule is through.
    """

    def __init__(
        self,
        answers: Sequence[Answer],
        options: Options | None = None,
        amendments: Iterable[Amendment] = (),
        log: list[Event] | None = None,
    ) -> None:
        super().__init__(options, amendments, log, answers)

    def roll(self, *rolls: Roll) -> Any:
        amended = [self.amend(roll) for roll in rolls]
        requests = [part for roll in amended for part in roll.parts]
        answers = iter(self._take(requests))
        values = tuple(roll.combine([self._read(part, next(answers)) for part in roll.parts]) for roll in amended)
        return values[0] if len(values) == 1 else values

    def ask(self, *questions: Question) -> Any:
        answers = self._take(list(questions))
        options = tuple(q.read(a.value) for q, a in zip(questions, answers, strict=True))
        for question, option in zip(questions, options, strict=True):
            self._note_answer(question, option)
        return options[0] if len(options) == 1 else options

    def _take(self, requests: Sequence[Request]) -> list[Answer]:
        """The answers to a group, in the group's order; raises `Pending` with those that are still open."""
        found = self._given(requests)
        open_requests = [r for r, answer in zip(requests, found, strict=True) if answer is None]
        if open_requests:
            raise Pending(open_requests)
        return [answer for answer in found if answer is not None]

    def finish(self) -> None:
        """Say that the rule is through: every answer must have been used."""
        if self.position < len(self.answers):
            extra = self.answers[self.position]
            raise BadAnswer(name_of(extra.request), extra.value, "no further answer: the rules asked for nothing more")
