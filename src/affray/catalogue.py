"""The index of a system's rules: what carries each of them, by id. Part of `system`, which names all of it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from types import ModuleType
from typing import Any, TypeVar

from affray.errors import BrokenPromise, UnknownName
from affray.options import Switch

__all__ = ["Chart", "RuleEntry", "RuleIndex", "rule"]

F = TypeVar("F", bound=Callable[..., Any])


def rule(*ids: str) -> Callable[[F], F]:
    """Mark a function as the carrier of the rules with these ids."""

    def carry(function: F) -> F:
        function.__rules__ = (*getattr(function, "__rules__", ()), *ids)  # type: ignore[attr-defined]
        return function

    return carry


class Chart(Mapping[Any, Any]):
    """A table of the rules as data: a frozen mapping that carries its title and rule ids."""

    def __init__(self, title: str, rules: Sequence[str], rows: Mapping[Any, Any]) -> None:
        self.title, self.__rules__, self._rows = title, tuple(rules), dict(rows)

    def __getitem__(self, key: Any) -> Any:
        return self._rows[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


@dataclass(frozen=True)
class RuleEntry:
    """One rule of a system: id, the heading of the source it stands under, its basis, what it says, and its carriers.

    `basis` is S (the source states it), E (only an example shows it), A (its advice, made a rule), G (a gap that the
    house fills) or H (house rule).
    """

    id: str
    heading: str
    basis: str
    statement: str
    carriers: tuple[str, ...] = ()

    @property
    def ruling(self) -> bool:
        """Whether it is a ruling of the house, where the source is silent, rather than a rule of the source."""
        return self.id.startswith("house.")


class RuleIndex(Mapping[str, RuleEntry]):
    """All rules of a system by id, in the order of the source."""

    def __init__(self, entries: Iterable[RuleEntry]) -> None:
        self._entries = {entry.id: entry for entry in entries}

    def __getitem__(self, name: str) -> RuleEntry:
        try:
            return self._entries[name]
        except KeyError:
            raise UnknownName("rule", name, self._entries) from None

    def __contains__(self, name: object) -> bool:
        return name in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    @classmethod
    def build(
        cls,
        package: str,
        modules: Sequence[ModuleType],
        switches: Sequence[Switch] = (),
        rows: Iterable[tuple[str, Sequence[str]]] = (),
    ) -> RuleIndex:
        """The index of a system package: its `catalogue.toml`, joined with whatever carries the ids.

        Carriers are functions marked by `rule`, charts, fields of sheet models (`json_schema_extra={"rules": [...]}`),
        switches, and the `rows` handed in (armoury rows as pairs of place and ids).
        """
        carriers: dict[str, list[str]] = {}
        for place, ids in [*_carried(modules), *rows, *((f"switch {s.name}", s.rules) for s in switches)]:
            for name in ids:
                carriers.setdefault(name, []).append(place)
        entries = []
        for heading, rules in _catalogue(package).items():
            for name, (basis, statement) in rules.items():
                entries.append(RuleEntry(name, heading, basis, statement, tuple(carriers.pop(name, ()))))
        if carriers:
            raise BrokenPromise(f"{package} carries rules that its catalogue does not list: {', '.join(carriers)}")
        return cls(entries)


def _catalogue(package: str) -> dict[str, dict[str, tuple[str, str]]]:
    text = (resources.files(package) / "catalogue.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _carried(modules: Sequence[ModuleType]) -> Iterator[tuple[str, Sequence[str]]]:
    for module in modules:
        short = module.__name__.removeprefix("affray.systems.")
        for name, thing in vars(module).items():
            if isinstance(thing, Chart):
                yield f"{short}.{name}", thing.__rules__
            elif getattr(thing, "__module__", None) != module.__name__:
                continue
            elif fields := getattr(thing, "model_fields", None):
                for field_name, field in fields.items():
                    extra = field.json_schema_extra
                    if isinstance(extra, dict) and "rules" in extra:
                        yield f"{short}.{name}.{field_name}", extra["rules"]
            elif ids := getattr(thing, "__rules__", ()):
                yield f"{short}.{name}", ids
