"""Frozen values with fields changed: the same as the standard library gives, and nothing stale in it."""

from dataclasses import FrozenInstanceError, dataclass, field, replace
from functools import cached_property

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.frozen import changed


@dataclass(frozen=True)
class Point:
    x: int
    y: int = 0
    names: tuple[str, ...] = ()

    @cached_property
    def sum(self):
        return self.x + self.y


@dataclass(frozen=True)
class Bounded(Point):
    limit: int = 100
    room: int = field(init=False, compare=False)

    def __post_init__(self):
        if self.x > self.limit:
            raise ValueError("beyond the limit")
        object.__setattr__(self, "room", self.limit - self.x)


fields = st.fixed_dictionaries({}, optional={"x": st.integers(-9, 9), "y": st.integers(), "names": st.just(("a",))})


@given(fields, fields, st.booleans())
def test_it_is_what_replace_gives(old, new, read):
    for kind in (Point, Bounded):
        value = kind(**{"x": 1, **old})
        before = replace(value)
        if read:
            assert value.sum == value.x + value.y
        other = changed(value, **new)
        assert other == replace(value, **new)
        assert (hash(other), repr(other)) == (hash(replace(value, **new)), repr(replace(value, **new)))
        assert other.sum == other.x + other.y
        assert value == before


def test_fields_are_looked_at_again():
    value = Bounded(3)
    assert changed(value, x=40).room == 60
    with pytest.raises(ValueError, match="beyond"):
        changed(value, x=101)


@pytest.mark.parametrize("name", ["z", "sum", "room"])
def test_what_is_no_field_is_refused(name):
    with pytest.raises(TypeError, match=f"Bounded has no field {name}"):
        changed(Bounded(1), **{name: 1})


def test_it_stays_frozen():
    with pytest.raises(FrozenInstanceError):
        changed(Point(1), x=2).x = 3
