"""The switches of a system: typed, with a default and the allowed values; `Options` is one setting of all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from affray.errors import BadValue, UnknownName

__all__ = ["Options", "Profile", "Switch", "whole"]

Value = str | int | bool


@dataclass(frozen=True)
class Switch:
    """One named variant of the rules.

    `allowed` is the tuple of values that it can take, or a `range` for a number. The first of a tuple need not be the
    default. `rules` are the ids that read it; `help` says what each value means.
    """

    name: str
    default: Value
    allowed: tuple[Value, ...] | range
    help: str
    rules: tuple[str, ...] = ()

    def read(self, value: Any) -> Value:
        """The value as the switch's type, from a value or from text as people type it; `BadValue` otherwise."""
        if isinstance(self.allowed, range):
            number = whole(value)
            if number is None or number not in self.allowed:
                raise BadValue(f"switch {self.name}", value, self.describe())
            return number
        for allowed in self.allowed:
            same_type = type(value) is type(allowed) and value == allowed
            if same_type or (isinstance(value, str) and value.strip().lower() == str(allowed).lower()):
                return allowed
        raise BadValue(f"switch {self.name}", value, self.describe())

    def describe(self) -> str:
        """The allowed values in words."""
        if isinstance(self.allowed, range):
            return f"a whole number from {self.allowed[0]} to {self.allowed[-1]}"
        return " | ".join(str(value).lower() if isinstance(value, bool) else str(value) for value in self.allowed)


@dataclass(frozen=True)
class Profile:
    """A named set of switch values."""

    name: str
    values: tuple[tuple[str, Value], ...]
    help: str


class Options(Mapping[str, Value]):
    """One frozen, hashable setting of all switches of a system; reads like a mapping from name to value."""

    __slots__ = ("_hash", "_switches", "_values")

    def __init__(self, switches: tuple[Switch, ...] = (), given: Mapping[str, Any] | None = None) -> None:
        """`given` overrides defaults; an unknown name or value outside of what is allowed is an error."""
        by_name = {switch.name: switch for switch in switches}
        values = {switch.name: switch.default for switch in switches}
        for name, value in (given or {}).items():
            if name not in by_name:
                raise UnknownName("switch", name, by_name)
            values[name] = by_name[name].read(value)
        self._switches = switches
        self._values = values
        self._hash = hash(tuple(values.items()))

    def __getitem__(self, name: str) -> Value:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Options) and self._values == other._values

    def __reduce__(self) -> tuple[Any, ...]:
        # the hash of a text is another one in every process, so it must not travel
        return Options, (self._switches, self.changed)

    def __repr__(self) -> str:
        return f"Options({self.changed!r})"

    @property
    def switches(self) -> tuple[Switch, ...]:
        """The switches themselves, in the order of the rules."""
        return self._switches

    @property
    def changed(self) -> dict[str, Value]:
        """Only what differs from the defaults."""
        return {s.name: self._values[s.name] for s in self._switches if self._values[s.name] != s.default}

    def with_values(self, given: Mapping[str, Any]) -> Options:
        """The same options with some switches set otherwise."""
        return Options(self._switches, {**self.changed, **given})


def whole(value: Any) -> int | None:
    """`value` as a whole number, from a number or from text with or without a sign, or None.

    Truth values are no numbers here, nor is whatever else Python would take for one, such as "1_0".
    """
    if isinstance(value, int):
        return None if isinstance(value, bool) else value
    found = re.fullmatch(r"[+-]?\d{1,18}", value.strip()) if isinstance(value, str) else None
    return int(found[0]) if found else None
