"""Every error that affray raises for people, as one small tree.

    AffrayError
    ├── InputError            something that a person wrote or chose cannot be used (exit code 2, HTTP 4xx)
    │   ├── NotationError     dice notation: text, column, reason
    │   ├── FileError         a fight file, sheet or record: a list of `Problem`s with file, line and field
    │   ├── UnknownName       a name that is not in the list it should be in; the nearest are suggested
    │   ├── BadValue          a value outside of what is allowed: what, value, allowed
    │   ├── BadAnswer         an answer that does not fit the request it was given to
    │   │   └── BadFaces      faces that these dice cannot show, too many or too few of them
    │   ├── NotNow            something that cannot be done at this moment: what, reason
    │   └── IllegalAction     an action that a rule forbids now: action, rule, reason
    └── BrokenPromise         a rule did what rules may not do (a bug in a system, never the user's fault)

Each error keeps its facts as attributes, so that a web page need not parse a sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

__all__ = [
    "AffrayError",
    "BadAnswer",
    "BadFaces",
    "BadValue",
    "BrokenPromise",
    "FileError",
    "IllegalAction",
    "InputError",
    "NotNow",
    "NotationError",
    "Problem",
    "UnknownName",
]


def shown(value: Any) -> str:
    """A value as a message shows it: not too long, and whatever it is."""
    try:
        text = repr(value)
    except ValueError:  # Python writes no number of more than some thousand digits
        return "a number of far too many digits"
    return text if len(text) <= VALUE_SHOWN else f"{text[: VALUE_SHOWN - 4]} ..."


class AffrayError(Exception):
    """The root: whatever affray raises on purpose."""

    def __reduce__(self) -> tuple[Any, ...]:
        # errors of worker processes travel with their facts, and are not made anew out of their message
        return _again, (type(self), self.args, self.__dict__)


def _again(kind: type[AffrayError], args: tuple[Any, ...], facts: dict[str, Any]) -> AffrayError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(facts)
    return error


class InputError(AffrayError):
    """Something that a person wrote or chose cannot be used; nothing has been changed by it."""


VALUE_SHOWN = 80  # characters of a value in a message
NOTATION_SHOWN = 30  # characters of a text shown on either side of its faulty column


class NotationError(InputError):
    """Dice notation that cannot be read or would run away.

    `column` counts from 1; `str()` shows the text with a caret under that column.
    """

    def __init__(self, text: str, column: int, reason: str) -> None:
        self.text, self.column, self.reason = text, column, reason
        # the caret stands under the column even where the text holds tabs or line breaks, or is long
        shown = "".join(" " if c.isspace() else c for c in text)
        start = max(0, column - 1 - NOTATION_SHOWN)
        before, after = ("... " if start else ""), (" ..." if len(shown) > column + NOTATION_SHOWN else "")
        window = shown[start : column + NOTATION_SHOWN]
        caret = " " * (len(before) + column - 1 - start)
        super().__init__(f"column {column}: {reason}\n  {before}{window}{after}\n  {caret}^")


@dataclass(frozen=True)
class Problem:
    """One fault in a file: where it stands, what stands there, what would be allowed."""

    file: str
    line: int | None
    field: str
    message: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.field + ': ' if self.field else ''}{self.message}"


class FileError(InputError):
    """A file with one or more problems; all of them are reported at once."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class UnknownName(InputError):
    """A name that is not known, with what is and the nearest spelling."""

    def __init__(self, kind: str, name: Any, allowed: Iterable[str]) -> None:
        self.kind, self.name, self.allowed = kind, name, tuple(allowed)
        near = get_close_matches(str(name)[:VALUE_SHOWN].lower(), [a.lower() for a in self.allowed], n=1, cutoff=0.6)
        hint = next((f"; did you mean {a!r}?" for a in self.allowed if near and a.lower() == near[0]), "")
        known = ", ".join(self.allowed) if self.allowed else "none"
        super().__init__(f"unknown {kind} {shown(name)}{hint} (known: {known})")


class BadValue(InputError):
    """A value outside of what is allowed."""

    def __init__(self, what: str, value: Any, allowed: str) -> None:
        self.what, self.value, self.allowed = what, value, allowed
        super().__init__(f"{what}: {shown(value)} is not allowed; expected {allowed}")


class BadAnswer(InputError):
    """An answer that does not fit its request; the session is as it was before."""

    def __init__(self, request: str, given: Any, expected: str) -> None:
        self.request, self.given, self.expected = request, given, expected
        super().__init__(f"{request}: {shown(given)} does not fit; expected {expected}")


class BadFaces(BadAnswer):
    """Faces that these dice cannot show, or one too many or too few."""


class NotNow(InputError):
    """Something that cannot be done at this moment, whoever asks for it."""

    def __init__(self, what: str, reason: str) -> None:
        self.what, self.reason = what, reason
        super().__init__(f"{what}: {reason}")


class IllegalAction(InputError):
    """An action that a rule forbids at this moment."""

    def __init__(self, action: str, rule: str, reason: str) -> None:
        self.action, self.rule, self.reason = action, rule, reason
        super().__init__(f"{action}: {reason} [{rule}]")


class BrokenPromise(AffrayError):
    """A rule broke a promise of the design page; a defect of the system, not of what the user did."""
