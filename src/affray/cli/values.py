"""Numbers as people type them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from affray.errors import BadValue

__all__ = ["between", "whole"]


def whole(text: str) -> int | None:
    """A whole number with or without a sign, or None; whatever else Python takes for one is none here."""
    found = re.fullmatch(r"[+-]?\d{1,18}", text.strip())
    return int(found[0]) if found else None


def between(what: str, low: int, high: int) -> Callable[[Any], int]:
    """A reader of an option: a whole number from `low` to `high`, or `BadValue`."""

    def read(value: Any) -> int:
        number = whole(str(value))
        if number is None or not low <= number <= high:
            raise BadValue(what, value, f"a whole number from {low} to {high}")
        return number

    return read
