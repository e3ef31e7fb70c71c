"""How large dice may be: every cap of the package with its reason, and the estimate that is held against them.

A table throws a few dice; a typing error or a joke throws 9999d9999. The caps lie far above the first and far below what
would make a program wait: whatever is accepted has its law in about a second, and that is known before any work is done.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from affray.errors import BadValue

__all__ = [
    "CUT",
    "MAX_DEPTH",
    "MAX_DICE",
    "MAX_EXACT_WORK",
    "MAX_FACES",
    "MAX_LABEL",
    "MAX_NUMBER",
    "MAX_REROLL",
    "MAX_TEXT",
    "MAX_THROWS",
    "MAX_WIDTH",
    "MAX_WORK",
    "STEP",
    "Size",
    "whole",
]

CUT = 1e-9  # the mass an open-ended roll may lose: below what a million fights can see, above float noise
MAX_TEXT = 1_000  # characters of notation: two lines of a book at most hold a roll
MAX_DEPTH = 100  # operators inside of operators: laws and texts are built by recursion
MAX_DICE = 1_000  # dice in one roll: binomial coefficients of more overflow a float
MAX_FACES = 10_000  # faces of one die: a table of ten thousand lines is the largest a book prints
MAX_NUMBER = 10**9  # least and greatest value: products of two such still fit in 64 bits
MAX_WIDTH = 100_000  # values from the least to the greatest of a law: 0.8 MB each
MAX_REROLL = 0.99  # how likely a die may be thrown again, over and over, before it stands
MAX_THROWS = 100_000  # faces read for one roll before a thrower that never comes to an end is stopped
MAX_LABEL = 60  # characters of a label: it stands in one line of a log
MAX_WORK = 300_000_000  # multiply-adds for a law in floats: about half a second
MAX_EXACT_WORK = 3_000_000  # the same in exact fractions, where one step costs about a hundred times more
STEP = 1_000  # what one array operation costs whatever its length, in multiply-adds


class Size(NamedTuple):
    """What a law will span and cost: hull of its values after the cut, whether open-ended, multiply-adds, nesting, dice."""

    low: int
    high: int
    down: bool = False  # open-ended below
    up: bool = False  # open-ended above
    work: int = 0
    depth: int = 1
    dice: int = 0

    @property
    def width(self) -> int:
        """Number of values from the least to the greatest."""
        return self.high - self.low + 1

    def checked(self, what: str) -> Size:
        """The same size; BadValue where a cap is passed."""
        if self.depth > MAX_DEPTH:
            raise BadValue(what, f"{self.depth} levels", f"at most {MAX_DEPTH} operators inside of each other")
        if self.dice > MAX_DICE:
            raise BadValue(what, f"{self.dice} dice", f"at most {MAX_DICE} dice in one roll")
        if max(abs(self.low), abs(self.high)) > MAX_NUMBER:
            raise BadValue(what, f"{self.low} to {self.high}", f"values between -{MAX_NUMBER} and {MAX_NUMBER}")
        if self.width > MAX_WIDTH:
            raise BadValue(what, f"{self.width} values", f"at most {MAX_WIDTH} values from the least to the greatest")
        if self.work > MAX_WORK:
            raise BadValue(what, f"{self.work} steps of work", f"at most {MAX_WORK}: fewer dice, or dice of fewer faces")
        return self


def whole(what: str, value: Any, low: int = -MAX_NUMBER, high: int = MAX_NUMBER) -> int:
    """The value, if it is an `int` (no bool, no float) from `low` to `high`; otherwise BadValue."""
    if type(value) is not int or not low <= value <= high:
        # a number of thousands of digits must not be printed: Python itself refuses that
        shown = "a far larger number" if type(value) is int and abs(value) > 10**30 else value
        raise BadValue(what, shown, f"a whole number from {low} to {high}")
    return value
