"""The table that rules play on: the one door for luck (`roll`) and will (`ask`).

A rule is a plain function whose last parameter is the table. It never draws a number and never asks a person itself:

    x = table.roll(request)             luck: dice                     -> the value that the rule needs
    x = table.ask(question)             will: a decision               -> the option taken
    x = table.sub(rule, *values)        another rule in the middle of this one
    return table.then(rule, *values)    another rule that finishes this one
    return table.last(roll, finish, *values)   a final roll; `finish(value, *values)` is a pure function
    n = table.count(tally)              a number made of named parts, as rulings leave it
    table.note(event)                   a line for the log; only where `table.noting`

`roll` and `ask` take several requests as one group, answered in any order and sealed until all are there; they then
give a tuple. Two of the three tables are here; the third, which plays every way the dice can fall, is in `every.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any, TypeAlias, TypeVar

from affray.dice.checks import Check, Modifier, Reading, Roll, Tally
from affray.errors import BadAnswer, BrokenPromise
from affray.events import Answered, Event, Rolled
from affray.luck import Luck
from affray.options import Options

__all__ = [
    "Amendment",
    "Answer",
    "Mix",
    "Pending",
    "Question",
    "RandomTable",
    "Request",
    "ScriptTable",
    "Table",
    "Will",
]

Rule: TypeAlias = Callable[..., Any]
Number = TypeVar("Number", Check, Tally)


@dataclass(frozen=True)
class Question:
    """A decision that a rule leaves to a person.

    `key` names the kind of decision, so that standing orders can answer it ("guard"); `options` are the values it can
    take (a tuple, or a `range` for a number); `default` is what an ordinary fighter does; `secret` answers are sealed
    until the whole group is answered; `context` tells what the answerer may know.
    """

    who: str
    key: str
    options: tuple[str | int, ...] | range
    default: str | int
    rule: str = ""
    context: str = ""
    secret: bool = False

    def __post_init__(self) -> None:
        if not self.options or self.default not in self.options:
            raise BrokenPromise(f"question {self.key!r}: default {self.default!r} is not among {self.options!r}")

    def read(self, value: Any) -> str | int:
        """`value` as one of the options, from a value or from text as people type it; `BadAnswer` otherwise."""
        for option in self.options:
            if type(option) is type(value) and option == value:
                return option
        if isinstance(value, str):
            for option in self.options:
                if str(option).lower() == value.strip().lower():
                    return option
        raise BadAnswer(f"{self.key} of {self.who}", value, self.describe())

    def describe(self) -> str:
        """The options in words."""
        if isinstance(self.options, range) and self.options.step == 1:
            return f"a whole number from {self.options[0]} to {self.options[-1]}"
        return " | ".join(str(option) for option in self.options)


Request: TypeAlias = Check | Question


@dataclass(frozen=True)
class Answer:
    """What was said to a request: the faces of a check as a tuple, or the option of a question.

    `request` is the request itself, or its facts as a record keeps them (`facts`).
    """

    request: Request | dict[str, Any]
    value: tuple[int, ...] | str | int

    def fits(self, request: Request) -> bool:
        """Whether this answer was given to that very request."""
        return self.request == (facts(request) if isinstance(self.request, dict) else request)


def facts(request: Request) -> dict[str, Any]:
    """A request as plain data, for records and JSON; two requests are the same where their facts are."""
    if isinstance(request, Question):
        options = request.options
        plain = isinstance(options, range) and options.step == 1
        shown = {"from": options[0], "to": options[-1]} if plain else list(options)
        return {"ask": request.key, "who": request.who, "options": shown, "secret": request.secret}
    modifiers = [[m.name, m.value, m.off] if m.off else [m.name, m.value] for m in request.modifiers]
    return {"roll": str(request.dice), "who": request.who, "purpose": request.purpose, "modifiers": modifiers}


def check_faces(check: Check, value: Any) -> tuple[int, ...]:
    """`value` as the faces of that check; `BadFaces` if it is no list of numbers or the dice cannot show them."""
    check.read(value)
    return tuple(value)


def matched(answers: Sequence[Answer], requests: Sequence[Request]) -> list[Answer | None]:
    """The answer to each request of a group, None where it is open; `BadAnswer` for one that was given to another."""
    found: list[Answer | None] = [None] * len(requests)
    for answer in answers:
        place = next((i for i, r in enumerate(requests) if found[i] is None and answer.fits(r)), None)
        if place is None:
            expected = f"an answer to {_name(requests[0])}; this one was given to {_name(answer.request)}"
            raise BadAnswer(_name(requests[0]), answer.value, expected)
        found[place] = answer
    return found


class Pending(Exception):
    """A script ran out of answers: `requests` are all that are open now, in the order of the rules."""

    def __init__(self, requests: Sequence[Request]) -> None:
        self.requests = tuple(requests)
        super().__init__(f"{len(self.requests)} open requests")


@dataclass(frozen=True)
class Amendment:
    """A ruling of the game master on a number: a named modifier added (`value`), or one switched off (`value` None).

    It reaches the checks of `who` for `purpose` (empty: of anybody, for anything); a target number or other tally only
    where `purpose` names it, or where the modifier switched off is among its parts. It is used up by the first number
    that it changes, unless it is `lasting`. Several apply in the order in which they were ruled.
    """

    name: str
    value: int | None
    who: str = ""
    purpose: str = ""
    lasting: bool = False

    def reaches(self, number: Check | Tally) -> bool:
        """Whether this ruling changes that number."""
        if (self.who and self.who != number.who) or (self.purpose and self.purpose != number.purpose):
            return False
        if self.value is None:
            return any(m.name == self.name and not m.off for m in number.modifiers)
        return isinstance(number, Check) or bool(self.purpose)

    def apply(self, modifiers: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
        """The modifiers with the ruling among them; what is switched off stays in sight."""
        if self.value is None:
            return tuple(replace(m, off="ruling") if m.name == self.name and not m.off else m for m in modifiers)
        return (*modifiers, Modifier(self.name, self.value, rule="ruling", source="game master"))


@dataclass(frozen=True)
class Mix:
    """A decision left to weighted chance: (option, weight) pairs with positive weights."""

    options: tuple[tuple[str | int, float], ...]

    def __post_init__(self) -> None:
        if not self.options or not all(0 < weight < inf for _, weight in self.options):
            raise BrokenPromise(f"a mix needs options with weights above 0, not {self.options!r}")

    def of(self, question: Question) -> tuple[tuple[str | int, float], ...]:
        """The pairs, each option read as one of that question's; `BadAnswer` where it is none."""
        return tuple((question.read(option), weight) for option, weight in self.options)


Will: TypeAlias = Callable[[Question], "str | int | Mix"]


def by_default(question: Question) -> str | int:
    """The will of an ordinary fighter: what the rule suggests."""
    return question.default


class Table(ABC):
    """What a rule may ask of the world; see the head of this module."""

    noting: bool = False

    def __init__(self, options: Options | None = None, amendments: Iterable[Amendment] = ()) -> None:
        self.options = options if options is not None else Options()
        self.amendments = tuple(amendments)
        self.used: frozenset[int] = frozenset()  # indexes of the amendments that were used up so far

    @abstractmethod
    def roll(self, *rolls: Roll) -> Any:
        """The value of one roll, or a tuple of values for several thrown as one group."""

    @abstractmethod
    def ask(self, *questions: Question) -> Any:
        """The answer to one question, or a tuple of answers to several, sealed until all of them are there."""

    def sub(self, rule: Rule, *values: Any) -> Any:
        """The result of another rule in the middle of this one."""
        return rule(*values, self)

    def then(self, rule: Rule, *values: Any) -> Any:
        """Hand over to the rule that finishes this one; to be returned at once."""
        return rule(*values, self)

    def last(self, roll: Roll, finish: Callable[..., Any], *values: Any) -> Any:
        """A final roll and the pure function that turns its value into the result; to be returned at once."""
        return finish(self.roll(roll), *values)

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
    ) -> None:
        super().__init__(options, amendments)
        self.log = log
        self.noting = log is not None

    def note(self, event: Event) -> None:
        if self.log is not None:
            self.log.append(event)

    def _note_throw(self, check: Check, faces: Sequence[int], reading: Reading) -> None:
        if self.log is not None:
            self.log.append(
                Rolled(
                    rules=(check.rule,) if check.rule else (),
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
    """Luck from a seeded generator, will from a tactic: automatic play and the reference simulation."""

    def __init__(
        self,
        luck: Luck,
        will: Will = by_default,
        options: Options | None = None,
        amendments: Iterable[Amendment] = (),
        log: list[Event] | None = None,
    ) -> None:
        super().__init__(options, amendments, log)
        self.luck, self.will = luck, will

    def roll(self, *rolls: Roll) -> Any:
        values = tuple(self._throw(self.amend(roll)) for roll in rolls)
        return values[0] if len(values) == 1 else values

    def _throw(self, roll: Roll) -> Any:
        readings = []
        for part in roll.parts:
            faces: list[int] = []

            def die(die: Any, faces: list[int] = faces) -> int:
                faces.append(self.luck.face(die))
                return faces[-1]

            reading = part.reading(die)
            self._note_throw(part, faces, reading)
            readings.append(reading)
        return roll.combine(readings)

    def ask(self, *questions: Question) -> Any:
        options = tuple(self._decide(question) for question in questions)
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
        super().__init__(options, amendments, log)
        self.answers = tuple(answers)
        self.position = 0

    def roll(self, *rolls: Roll) -> Any:
        amended = [self.amend(roll) for roll in rolls]
        requests = [part for roll in amended for part in roll.parts]
        readings = []
        for check, answer in zip(requests, self._take(requests), strict=True):
            faces = check_faces(check, answer.value)
            reading = check.read(faces)
            self._note_throw(check, faces, reading)
            readings.append(reading)
        values, start = [], 0
        for roll in amended:
            values.append(roll.combine(readings[start : start + len(roll.parts)]))
            start += len(roll.parts)
        return values[0] if len(values) == 1 else tuple(values)

    def ask(self, *questions: Question) -> Any:
        answers = self._take(list(questions))
        options = tuple(q.read(a.value) for q, a in zip(questions, answers, strict=True))
        for question, option in zip(questions, options, strict=True):
            self._note_answer(question, option)
        return options[0] if len(options) == 1 else options

    def _take(self, requests: Sequence[Request]) -> list[Answer]:
        """The answers to a group, in the group's order; raises `Pending` with those that are still open."""
        found = matched(self.answers[self.position : self.position + len(requests)], requests)
        open_requests = [r for r, answer in zip(requests, found, strict=True) if answer is None]
        if open_requests:
            raise Pending(open_requests)
        self.position += len(requests)
        return [answer for answer in found if answer is not None]

    def finish(self) -> None:
        """Say that the rule is through: every answer must have been used."""
        if self.position < len(self.answers):
            extra = self.answers[self.position]
            raise BadAnswer(_name(extra.request), extra.value, "no further answer: the rules asked for nothing more")


def _name(request: Request | dict[str, Any]) -> str:
    data = request if isinstance(request, dict) else facts(request)
    if "ask" in data:
        return f"{data['ask']} of {data['who']}"
    return f"{data['roll']} for {data['purpose']} of {data['who']}"
