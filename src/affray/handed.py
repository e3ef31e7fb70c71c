"""What rules hand back to the table that plays every way, and what it makes of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from affray.dice.checks import Roll, Weight
from affray.table import Inner, Rule

__all__ = ["PLAIN", "Handover", "Last", "Merged", "Part"]

#: kinds of results that most rules give, and that are nothing else than results
PLAIN = frozenset({tuple, str, int, bool, type(None)})


@dataclass(frozen=True)
class Handover:
    """Another rule that finishes a rule, with the amendments and answers used by then."""

    rule: Rule
    values: tuple[Any, ...]
    used: frozenset[int]
    position: int


@dataclass(frozen=True)
class Last:
    """A final roll or rule, and the pure function that turns its value into the result."""

    roll: Roll | Inner
    finish: Callable[..., Any]
    values: tuple[Any, ...]
    used: frozenset[int]


@dataclass(frozen=True)
class Part:
    """A result that belongs to one key of a mapping."""

    key: Any
    value: Any


class Merged:
    """The merged odds of a rule: {(result, amendments used): weight}, the mass cut, and the answers used by then."""

    __slots__ = ("cut", "items", "position", "weights")

    def __init__(self, weights: dict[Any, Weight], cut: Weight, position: int) -> None:
        self.weights, self.cut, self.position = weights, cut, position
        self.items = tuple(weights.items())
