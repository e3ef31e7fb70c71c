"""What pydantic says of a value, in the words of all other messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from affray.errors import shown

__all__ = ["expected", "fault_message", "fields_at"]

WORDS = {
    "Input should be ": "",
    "a valid integer": "a whole number",
    "a valid boolean": "true or false",
    "a valid string": "a text",
    "a valid list": "a list",
    "List should have": "a list of",
    "String should have": "a text of",
    " after validation": "",
    "greater than or equal to": "at least",
    "less than or equal to": "at most",
}


def expected(fault: Mapping[str, Any]) -> str:
    """What would be allowed in place of the value that a `ValidationError` complains of."""
    if fault["type"] == "string_pattern_mismatch":
        return "a text that is not blank, without blanks at its ends"
    if fault["type"] in ("model_type", "model_attributes_type", "dict_type"):
        return "a table"
    if fault["type"] == "string_too_short":
        return "a name"
    message = str(fault["msg"])
    for theirs, ours in WORDS.items():
        message = message.replace(theirs, ours)
    return message[:1].lower() + message[1:]


def fault_message(fault: Mapping[str, Any]) -> str:
    """One fault of a `ValidationError` as a message: the value, and what is allowed."""
    if fault["type"] == "missing":
        return "missing; it has to be given"
    if fault["type"] == "value_error":  # our own validators say it all
        message = str(fault["msg"]).removeprefix("Value error, ")
        return message[:1].lower() + message[1:]
    return f"{shown(fault.get('input'))} is not allowed; expected {expected(fault)}"


def fields_at(model: Any, place: Sequence[str | int]) -> tuple[str, ...]:
    """The names of the fields of whatever model stands at that place inside of `model`."""
    for part in place:
        if isinstance(part, str) and part in model.model_fields:
            found: list[Any] = [model.model_fields[part].annotation]
            while found and not hasattr(found[0], "model_fields"):
                found = [*get_args(found[0]), *found[1:]]
            if not found:
                return ()
            model = found[0]
    return tuple(model.model_fields)
