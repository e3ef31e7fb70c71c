"""How large dice may be: every cap of the package with its reason, and the estimate that is held against them.

A table throws a few dice; a typing error or a joke throws 9999d9999. The caps lie far above the first and far below
what would make a program wait: whatever is accepted has its law in about a second, known before any work is done.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from affray.errors import BadValue

__all__ = [
    "COMBINE",
    "CUT",
    "MAX_DEPTH",
    "MAX_DICE",
    "MAX_FACES",
    "MAX_LABEL",
    "MAX_NUMBER",
    "MAX_REROLL",
    "MAX_ROUNDS",
    "MAX_SECONDS",
    "MAX_TEXT",
    "MAX_THROWS",
    "MAX_WIDTH",
    "Size",
    "whole",
]

CUT = 1e-10  # the mass an open-ended roll may lose: a contest of several of them still loses less than 1e-9
MAX_TEXT = 1_000  # characters of notation: two lines of a book at most hold a roll
MAX_DEPTH = 100  # operators inside of operators: laws and texts are built by recursion
MAX_DICE = 1_000  # dice in one roll: binomial coefficients of more overflow a float
MAX_FACES = 10_000  # faces of one die: a table of ten thousand lines is the largest a book prints
MAX_NUMBER = 10**9  # least and greatest value: products of two such still fit in 64 bits
MAX_WIDTH = 100_000  # values from the least to the greatest of a law: 0.8 MB each
MAX_REROLL = 0.99  # how likely a die may be thrown again, over and over, before it stands
MAX_THROWS = 100_000  # faces read for one roll before a thrower that never comes to an end is stopped
MAX_LABEL = 60  # characters of a label: it stands in one line of a log
MAX_ROUNDS = 1_000  # times that one die may be thrown again until its tail is below the cut: each is a convolution
MAX_SECONDS = 0.5  # estimated time for a law, so that a machine of half the speed still answers in about a second
FLOAT_COST = 5e-10  # seconds for one multiply-add of a law in floats (measured: 2e-10)
EXACT_COST = 2.5e-7  # the same for whole numbers of any length, where exact laws are computed (measured: 2e-7)
COMBINE = 50  # multiply-adds that one pair of values costs where each pair is computed and filed by its result
STEP_COST = 2e-5  # seconds for one array operation, whatever its length


class Size(NamedTuple):
    """What a law spans and costs: hull of its values after the cut, open ends, work, nesting, dice."""

    low: int
    high: int
    down: bool = False  # open-ended below
    up: bool = False  # open-ended above
    work: int = 0  # multiply-adds
    steps: int = 1  # array operations
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
        if self.seconds() > MAX_SECONDS:
            raise BadValue(what, "too much to compute", "fewer dice, or dice of fewer faces")
        return self

    def seconds(self, exact: bool = False) -> float:
        """The estimated time for the law, from the counts and the costs above (no clock is read)."""
        if not exact:
            return self.work * FLOAT_COST + self.steps * STEP_COST
        # the whole numbers grow with every die, and sums with them
        return (self.work * EXACT_COST + self.steps * STEP_COST) * (1 + self.dice / 50)


def whole(what: str, value: Any, low: int = -MAX_NUMBER, high: int = MAX_NUMBER) -> int:
    """The value, if it is an `int` (no bool, no float) from `low` to `high`; otherwise BadValue."""
    if type(value) is not int or not low <= value <= high:
        # a number of thousands of digits must not be printed: Python itself refuses that
        shown = "a far larger number" if type(value) is int and abs(value) > 10**30 else value
        raise BadValue(what, shown, f"a whole number from {low} to {high}")
    return value
