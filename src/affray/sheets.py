"""What people write for any system: names, tables without unknown fields, and an armoury that gear is looked up in.

Gear may be named (`"sword"`), made like something else (`{name = "old sword", like = "sword", ...}`) or written out.
Names are looked up in the system's armoury; a fight file's own gear goes before it, by way of the validation context
`{section: {name: {...}}}`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cached_property
from importlib import resources
from types import MappingProxyType
from typing import Annotated, Any, Protocol, TypeAlias, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationInfo

from affray.errors import UnknownName, shown
from affray.names import wrong_with_name, wrong_with_thing

__all__ = ["Armoury", "Name", "Shelves", "Thing", "Written", "each_once"]

Shelves: TypeAlias = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""An armoury by section and name: the fields of each thing as people write them."""


def _usable(name: str) -> str:
    if not name.isprintable():
        raise ValueError(f"{shown(name)} is not allowed; expected signs that can be printed")
    if wrong := wrong_with_name(name):
        raise ValueError(f"{shown(name)} is not allowed as a name: {wrong}")
    return name


def _some(name: str) -> str:
    if wrong := wrong_with_thing(name):
        raise ValueError(f"{shown(name)} is not allowed as a name: {wrong}")
    return name


Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^\S(.*\S)?$"), AfterValidator(_usable)]
Thing: TypeAlias = Annotated[Name, AfterValidator(_some)]


class Named(Protocol):
    """Something that has a name."""

    name: str


N = TypeVar("N", bound=Named)


def each_once(things: list[N]) -> list[N]:
    """The same things; `ValueError` where one is listed twice."""
    names = [thing.name for thing in things]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f'{name} is listed twice; name the second: {{name = "second {name}", like = "{name}"}}')
    return things


class Written(BaseModel):
    """The root of what people write: a field that is not known is an error."""

    model_config = ConfigDict(extra="forbid")


class Armoury:
    """The file `armoury.toml` of a system's package: gear and creatures, and the rule ids that its rows bear."""

    def __init__(self, package: str) -> None:
        self._package = package

    @cached_property
    def _book(self) -> dict[str, dict[str, dict[str, Any]]]:
        return tomllib.loads((resources.files(self._package) / "armoury.toml").read_text(encoding="utf-8"))

    @cached_property
    def shelves(self) -> Shelves:
        """The system's own gear and creatures."""
        return MappingProxyType(
            {
                section: MappingProxyType(
                    {
                        name: MappingProxyType({field: value for field, value in row.items() if field != "rules"})
                        for name, row in rows.items()
                    }
                )
                for section, rows in self._book.items()
            }
        )

    @cached_property
    def rows(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Places in the armoury with the rule ids that they bear."""
        return tuple(
            (f"armoury {section}.{name}", tuple(row["rules"]))
            for section, rows in self._book.items()
            for name, row in rows.items()
            if "rules" in row
        )

    def resolved(self, section: str, entry: Any, info: ValidationInfo) -> Any:
        """An entry written out in full: names looked up, `like` followed; what is no name and no table is refused."""
        own: Mapping[str, Any] = (info.context or {}).get(section, {})
        book = self.shelves[section]

        def lookup(name: Any, passed: tuple[str, ...]) -> Any:
            # a fight file's own "sword" may be like "sword": then the armoury's is meant
            shelf = book if name in passed else {**book, **own}
            if not isinstance(name, str) or name not in {**book, **own}:
                raise ValueError(str(UnknownName(section.removesuffix("s"), name, {**own, **book})))
            if name not in shelf:
                raise ValueError(f"{name!r} is like itself, by way of {' and '.join(passed)}")
            return written_out(shelf[name], (*passed, name))

        def written_out(entry: Any, passed: tuple[str, ...] = ()) -> Any:
            if not isinstance(entry, Mapping) or "like" not in entry:
                return dict(entry) if isinstance(entry, Mapping) else entry
            found = lookup(entry["like"], passed)
            return {**found, **{k: v for k, v in entry.items() if k != "like"}} if isinstance(found, dict) else found

        found = written_out({"name": entry, "like": entry} if isinstance(entry, str) else entry)
        if not isinstance(found, Mapping | BaseModel):
            raise ValueError(f"{shown(found)} is not allowed; expected a name or a table")
        return found
