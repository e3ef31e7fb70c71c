"""Numbers as people type them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.errors import BadValue
from affray.options import whole

__all__ = ["between", "whole"]


def between(what: str, low: int, high: int) -> Callable[[Any], int]:
    """A reader of an option: a whole number from `low` to `high`, or `BadValue`."""

    def read(value: Any) -> int:
        number = whole(str(value))
        if number is None or not low <= number <= high:
            raise BadValue(what, value, f"a whole number from {low} to {high}")
        return number

    return read
