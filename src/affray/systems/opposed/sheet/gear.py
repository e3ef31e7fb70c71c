"""The armoury, and gear as people write it. Validated by pydantic; errors name the field.

Gear may be named (`"sword"`), made like something else (`{name = "old sword", like = "sword", damage = 2}`) or written
out. Names are looked up in the armoury; a fight file's own gear goes before it, by way of the validation context
`{"weapons": {name: {...}}, "armours": {name: {...}}, "poisons": {name: {...}}}`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationInfo,
    model_validator,
)

from affray.errors import UnknownName, shown
from affray.names import wrong_with_name, wrong_with_thing
from affray.systems.opposed.fighter import HANDS, Attribute, CriticalType, Fire, Poison, Weapon
from affray.systems.opposed.rules import can_be_poisoned, poison_source

__all__ = [
    "Ability",
    "ArmourSheet",
    "FireSheet",
    "Name",
    "PoisonSheet",
    "WeaponSheet",
    "Written",
    "armoury_rows",
    "load_armoury",
]

Armoury: TypeAlias = Mapping[str, Mapping[str, Mapping[str, Any]]]

ATTRIBUTE_OF_KIND = {"bare": "brute", "ranged": "dex", "magic": "wits", "shield": "brute"}


@cache
def _book() -> dict[str, dict[str, dict[str, Any]]]:
    return tomllib.loads((resources.files("affray.systems.opposed") / "armoury.toml").read_text(encoding="utf-8"))


@cache
def load_armoury() -> Armoury:
    """The system's own gear and creatures: section, name, fields as people write them."""
    return MappingProxyType(
        {
            section: MappingProxyType(
                {
                    name: MappingProxyType({field: value for field, value in row.items() if field != "rules"})
                    for name, row in rows.items()
                }
            )
            for section, rows in _book().items()
        }
    )


def armoury_rows() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Places in the armoury with the rule ids that they bear."""
    return tuple(
        (f"armoury {section}.{name}", tuple(row["rules"]))
        for section, rows in _book().items()
        for name, row in rows.items()
        if "rules" in row
    )


def _resolved(section: str, entry: Any, info: ValidationInfo) -> Any:
    """An entry written out in full: names looked up, `like` followed; what is no name and no table is refused."""
    own: Mapping[str, Any] = (info.context or {}).get(section, {})
    book = load_armoury()[section]

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


def _share(value: Any) -> Any:
    """A share of the whole as a fraction in lowest terms, in text; only that is exact at a third."""
    text = str(value) if type(value) is int else value
    if not isinstance(text, str) or not re.fullmatch(r"\d{1,6}(/0*[1-9]\d{0,5})?", text.strip()):
        raise ValueError(f'{shown(value)} is not allowed; write the share as a fraction in quotes, such as "1/4"')
    share = Fraction(text.strip())
    if share > 1:
        raise ValueError(f"{shown(value)} is not allowed; a share of the body is 1 at most")
    return str(share)


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
Ability: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=20)]
"""An attribute or skill. The rules go to 6 for people, but their own drake has a Brute of 8: so there is room above."""


class Written(BaseModel):
    """The root of what people write: a field that is not known is an error."""

    model_config = ConfigDict(extra="forbid")


class PoisonSheet(Written):
    """A poison as people write it: points a minute, and for how many minutes."""

    name: Thing
    rate: int = Field(strict=True, ge=1, le=100, json_schema_extra={"rules": ["poison.tick"]})
    minutes: int = Field(5, strict=True, ge=1, le=10_000, json_schema_extra={"rules": ["house.poison"]})

    @model_validator(mode="before")
    @classmethod
    def _fill(cls, entry: Any, info: ValidationInfo) -> Any:
        """The poison written out."""
        return _resolved("poisons", entry, info)


class FireSheet(Written):
    """What burns on whoever is hit: square feet, and the rounds it lasts; left out, it has to be put out."""

    feet: int = Field(1, strict=True, ge=1, le=100, json_schema_extra={"rules": ["fire.damage"]})
    rounds: int | None = Field(None, strict=True, ge=1, le=10_000, json_schema_extra={"rules": ["fire.duration"]})


class WeaponSheet(Written):
    """A weapon as people write it; a weapon that contradicts itself is refused."""

    name: Thing
    kind: Literal["melee", "bare", "ranged", "magic", "shield"]
    attribute: Attribute = Field(json_schema_extra={"rules": ["melee.attack", "parry.roll"]})
    damage: int = Field(strict=True, ge=0, le=100)
    critical: CriticalType = Field("none", json_schema_extra={"rules": ["crit.by-weapon"]})
    bladed: bool = Field(False, strict=True)
    hands: int = Field(1, strict=True, ge=0, le=HANDS, json_schema_extra={"rules": ["house.hands"]})
    range: int | None = Field(None, strict=True, ge=1, le=10_000, json_schema_extra={"rules": ["house.range-bands"]})
    parryable: bool = Field(False, strict=True, json_schema_extra={"rules": ["parry.magic", "house.spell"]})
    electric: bool = Field(False, strict=True, json_schema_extra={"rules": ["electric.double", "house.spell"]})
    natural: bool = Field(False, strict=True, json_schema_extra={"rules": ["house.hands"]})
    thrown: bool = Field(False, strict=True, json_schema_extra={"rules": ["house.stuck"]})
    poison: PoisonSheet | None = Field(None, json_schema_extra={"rules": ["poison.sources", "poison.bladed"]})
    fire: FireSheet | None = Field(None, json_schema_extra={"rules": ["house.spell", "house.fire"]})

    @model_validator(mode="before")
    @classmethod
    def _fill(cls, entry: Any, info: ValidationInfo) -> Any:
        """The weapon written out, with what its kind says by itself."""
        fields = _resolved("weapons", entry, info)
        if not isinstance(fields, dict):
            return fields
        kind = fields.get("kind")
        given: dict[str, Any] = {"natural": kind == "bare"}
        given["hands"] = 0 if fields.get("natural") or kind in ("bare", "magic") else 1
        given["critical"] = "bare" if kind == "bare" else "none"
        if isinstance(kind, str) and kind in ATTRIBUTE_OF_KIND:
            given["attribute"] = ATTRIBUTE_OF_KIND[kind]
        return {**given, **fields}

    @model_validator(mode="after")
    def _agrees(self) -> WeaponSheet:
        wrong = "; ".join(self._contradictions())
        if wrong:
            raise ValueError(f"{self.name} contradicts itself: {wrong}")
        return self

    def _contradictions(self) -> list[str]:
        kind, far = self.kind, self.kind in ("ranged", "magic")
        attributes = ("brute", "dex") if kind == "melee" else (ATTRIBUTE_OF_KIND[kind],)
        tests = {
            f"a {kind} weapon uses {' or '.join(attributes)}, not {self.attribute}": self.attribute not in attributes,
            f"a {kind} weapon needs a range": far and self.range is None,
            f"a {kind} weapon has no range": not far and self.range is not None,
            "only a spell can be parryable": self.parryable and kind != "magic",
            'bare hands, and nothing else, have the critical "bare"': (kind == "bare") != (self.critical == "bare"),
            'a spell has the critical "none"': kind == "magic" and self.critical != "none",
            "what is natural needs no hand": self.natural and self.hands > 0,
            "only a ranged weapon can be thrown": self.thrown and kind != "ranged",
            "bare hands are natural": kind == "bare" and not self.natural,
            "of weapons, only blades and what is natural can be poisoned": self.poison is not None
            and not can_be_poisoned(poison_source(kind, self.natural), self.bladed),
            "a shield poisons and burns nobody": kind == "shield" and not (self.poison is None and self.fire is None),
            "a shield or a spell is not natural": kind in ("shield", "magic") and self.natural,
            "what needs no hand is natural or a spell": self.hands == 0 and not (self.natural or kind == "magic"),
        }
        return [message for message, fails in tests.items() if fails]

    def weapon(self) -> Weapon:
        """The weapon as rules use it."""
        fields = self.model_dump(exclude={"poison", "fire"})
        poison = Poison(**self.poison.model_dump()) if self.poison else None
        return Weapon(**fields, poison=poison, fire=Fire(**self.fire.model_dump()) if self.fire else None)


class ArmourSheet(Written):
    """Armour as people write it; `metal` is the share of the body under metal, such as "1/4"."""

    name: Name
    rating: int = Field(strict=True, ge=0, le=100, json_schema_extra={"rules": ["armour.absorb"]})
    metal: Annotated[str, BeforeValidator(_share)] = Field("0", json_schema_extra={"rules": ["electric.coverage"]})

    @model_validator(mode="before")
    @classmethod
    def _fill(cls, entry: Any, info: ValidationInfo) -> Any:
        """The armour written out."""
        return _resolved("armours", entry, info)
