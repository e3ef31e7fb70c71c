"""Numbers as people type them."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from affray.errors import BadValue
from affray.options import whole

__all__ = ["between", "seed_from", "share", "whole"]


def between(what: str, low: int, high: int) -> Callable[[Any], int]:
    """A reader of an option: a whole number from `low` to `high`, or `BadValue`."""

    def read(value: Any) -> int:
        number = whole(str(value))
        if number is None or not low <= number <= high:
            raise BadValue(what, value, f"a whole number from {low} to {high}")
        return number

    return read


def share(what: str) -> Callable[[Any], float]:
    """A reader of an option: a percentage such as "0.1%" as a number, or `BadValue`."""

    def read(value: Any) -> float:
        if isinstance(value, float):
            return value
        number, sign, rest = str(value).strip().partition("%")
        plain = number.strip()
        if sign and not rest and plain.isascii() and plain.replace(".", "", 1).isdigit() and 0 < float(plain) < 50:
            return float(plain) / 100
        raise BadValue(what, value, "a percentage above 0 % and below 50 %, such as 0.1%")

    return read


def seed_from(text: str | None, of_file: int | str | None) -> int | str:
    """The seed as typed, else that of the file, else a fresh one; digits are a number."""
    if text is not None:
        number = whole(text)
        return number if number is not None else text
    return of_file if of_file is not None else secrets.randbelow(10**9)
