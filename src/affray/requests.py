"""What a table hands to people and what comes back: questions, answers, open requests, rulings on numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any, TypeAlias

from affray.dice.checks import Check, Modifier, Tally
from affray.errors import BadAnswer, BrokenPromise

__all__ = [
    "Amendment",
    "Answer",
    "Mix",
    "Pending",
    "Question",
    "Request",
    "Will",
    "by_default",
    "check_faces",
    "facts",
    "matched",
    "name_of",
    "title",
]


#: what stands in place of a rule's id where the game master has ruled
RULING = "ruling"


@dataclass(frozen=True)
class Question:
    """A decision that a rule leaves to a person.

    `key` names the kind of decision, so that standing orders can answer it ("guard"); `options` are the values it can
    take (a tuple, or a `range` for a number); `default` is what an ordinary fighter does; `secret` answers are sealed
    until the whole group is answered; `context` tells what the answerer may know; `asked` is the fighter in question as
    it is by now, where what a plan says about it hangs on that.
    """

    who: str
    key: str
    options: tuple[str | int, ...] | range
    default: str | int
    rule: str = ""
    context: str = ""
    secret: bool = False
    asked: Any = field(default=None, compare=False, repr=False)

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
            raise BadAnswer(name_of(answer.request), answer.value, _meant_for(answer, requests))
        found[place] = answer
    return found


def _meant_for(answer: Answer, requests: Sequence[Request]) -> str:
    """What is asked, and what an answer was given to; where both have one name, what else is not the same."""
    was = name_of(answer.request)
    other = ""
    if same := next((request for request in requests if name_of(request) == was), None):
        now, then = facts(same), answer.request if isinstance(answer.request, dict) else facts(answer.request)
        changed = " and ".join(key for key in now if now[key] != then.get(key))
        other = f" with other {changed}" if changed else ", which has its answer"
    return f"an answer to {name_of(requests[0])}; this one was given to {was}{other}"


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
        return bool(self.purpose) or (isinstance(number, Check) and not number.lookup)

    def apply(self, modifiers: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
        """The modifiers with the ruling among them; what is switched off stays in sight."""
        if self.value is None:
            return tuple(replace(m, off=RULING) if m.name == self.name and not m.off else m for m in modifiers)
        return (*modifiers, Modifier(self.name, self.value, rule=RULING, source="game master"))


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


def title(request: Request) -> str:
    """A request in two or three words."""
    return f"{request.purpose if isinstance(request, Check) else request.key} of {request.who}"


def name_of(request: Request | dict[str, Any]) -> str:
    """A request in a few words, for messages."""
    data = request if isinstance(request, dict) else facts(request)
    if "ask" in data:
        return f"{data['ask']} of {data['who']}"
    return f"{data['roll']} for {data['purpose']} of {data['who']}"
