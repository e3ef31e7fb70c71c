"""Gear as people write it, and the armoury that it is looked up in. Validated by pydantic; errors name the field."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, Field, ValidationInfo, model_validator

from affray.errors import shown
from affray.sheets import Armoury, Name, Shelves, Thing, Written
from affray.systems.opposed.fighter import HANDS, Attribute, CriticalType, Fire, Poison, Weapon
from affray.systems.opposed.rules import can_be_poisoned, poison_source

__all__ = [
    "Ability",
    "ArmourSheet",
    "FireSheet",
    "PoisonSheet",
    "WeaponSheet",
    "armoury_rows",
    "load_armoury",
]

ATTRIBUTE_OF_KIND = {"bare": "brute", "ranged": "dex", "magic": "wits", "shield": "brute"}

ARMOURY = Armoury("affray.systems.opposed")


def load_armoury() -> Shelves:
    """The system's own gear and creatures: section, name, fields as people write them."""
    return ARMOURY.shelves


def armoury_rows() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Places in the armoury with the rule ids that they bear."""
    return ARMOURY.rows


def _share(value: Any) -> Any:
    """A share of the whole as a fraction in lowest terms, in text; only that is exact at a third."""
    text = str(value) if type(value) is int else value
    if not isinstance(text, str) or not re.fullmatch(r"\d{1,6}(/0*[1-9]\d{0,5})?", text.strip()):
        raise ValueError(f'{shown(value)} is not allowed; write the share as a fraction in quotes, such as "1/4"')
    share = Fraction(text.strip())
    if share > 1:
        raise ValueError(f"{shown(value)} is not allowed; a share of the body is 1 at most")
    return str(share)


Ability: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=20)]
"""An attribute or skill. The rules go to 6 for people, but their own drake has a Brute of 8: so there is room above."""


class PoisonSheet(Written):
    """A poison as people write it: points a minute, and for how many minutes."""

    name: Thing
    rate: int = Field(strict=True, ge=1, le=100, json_schema_extra={"rules": ["poison.tick"]})
    minutes: int = Field(5, strict=True, ge=1, le=10_000, json_schema_extra={"rules": ["house.poison"]})

    @model_validator(mode="before")
    @classmethod
    def _fill(cls, entry: Any, info: ValidationInfo) -> Any:
        """The poison written out."""
        return ARMOURY.resolved("poisons", entry, info)


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
        fields = ARMOURY.resolved("weapons", entry, info)
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
        return ARMOURY.resolved("armours", entry, info)
