"""Numbers as people type them."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from affray.errors import BadValue
from affray.options import whole

__all__ = ["between", "seed_from", "whole"]


def between(what: str, low: int, high: int) -> Callable[[Any], int]:
    """A reader of an option: a whole number from `low` to `high`, or `BadValue`."""

    def read(value: Any) -> int:
        number = whole(str(value))
        if number is None or not low <= number <= high:
            raise BadValue(what, value, f"a whole number from {low} to {high}")
        return number

    return read


def seed_from(text: str | None, of_file: int | str | None) -> int | str:
    """The seed as typed, else that of the file, else a fresh one; digits are a number."""
    if text is not None:
        number = whole(text)
        return number if number is not None else text
    return of_file if of_file is not None else secrets.randbelow(10**9)
