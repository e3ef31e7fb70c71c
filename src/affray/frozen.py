"""Frozen values with some of their fields changed, as fast as a fight by the thousand needs it."""

from __future__ import annotations

from dataclasses import fields
from functools import cache, cached_property
from typing import Any, TypeVar

__all__ = ["changed"]

T = TypeVar("T")


def changed(value: T, **new: Any) -> T:
    """A frozen dataclass without slots with these fields changed: what `dataclasses.replace` gives, much sooner.

    All other fields are taken over as they are, and nothing that was computed from them; `__post_init__` runs again.
    """
    kind: Any = type(value)
    names, computed, checks = _shape(kind)
    if not names.issuperset(new):
        raise TypeError(f"{kind.__name__} has no field {', '.join(sorted(new.keys() - names))}")
    other: T = object.__new__(kind)
    state = other.__dict__
    state.update(value.__dict__)
    for name in computed:
        state.pop(name, None)
    state.update(new)
    if checks:
        kind.__post_init__(other)
    return other


@cache
def _shape(kind: Any) -> tuple[frozenset[str], tuple[str, ...], bool]:
    """The fields of a class, its cached properties, and whether it looks at its fields once they are set."""
    names = frozenset(field.name for field in fields(kind) if field.init)
    parts = {name: part for base in reversed(kind.__mro__) for name, part in vars(base).items()}
    computed = tuple(name for name, part in parts.items() if isinstance(part, cached_property))
    return names, computed, hasattr(kind, "__post_init__")
