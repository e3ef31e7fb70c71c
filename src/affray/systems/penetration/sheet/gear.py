"""Gear and styles as people write them, and the armoury that they are looked up in. Errors name the field."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, Field, ValidationInfo, model_validator

from affray.errors import UnknownName, shown
from affray.sheets import Armoury, Name, Shelves, Thing, Written
from affray.systems.penetration.charts import BANDS, MANEUVERS
from affray.systems.penetration.fighter.gear import Armour, Shield, Style, Weapon
from affray.systems.penetration.rules import STYLE_LEVELS, TEACHING_LEVEL, strengthens, taught, weapon_multiplier

__all__ = [
    "ArmourSheet",
    "Number",
    "ShieldSheet",
    "StyleSheet",
    "WeaponSheet",
    "armoury_rows",
    "load_armoury",
    "unknown_maneuver",
]

ARMOURY = Armoury("affray.systems.penetration")
MOST_STRENGTH = 100

Number: TypeAlias = Annotated[int, Field(strict=True, ge=-50, le=50)]
"""What somebody or something adds to a score. The source has no bounds; these keep odds affordable."""


def _required(given: Any) -> Any:
    if (type(given) is int and 0 <= given <= MOST_STRENGTH) or given == "no":
        return given
    raise ValueError(f'{shown(given)} is not allowed; expected a whole number from 0 to {MOST_STRENGTH}, or "no"')


Required: TypeAlias = Annotated[int | Literal["no"], BeforeValidator(_required)]
"""The Strength that a grip asks for, or "no" where the weapon cannot be used in that grip."""

_SCORES: dict[str, Any] = {"rules": ["house.scores"]}
_GRIP: dict[str, Any] = {"rules": ["strength.requirement"]}


def load_armoury() -> Shelves:
    """The system's own gear and creatures: section, name, fields as people write them."""
    return ARMOURY.shelves


def armoury_rows() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Places in the armoury with the rule ids that they bear."""
    return ARMOURY.rows


def unknown_maneuver(name: str) -> str:
    """What is wrong with the name of a maneuver, in words; "" where there is one."""
    return "" if name in MANEUVERS else str(UnknownName("maneuver", name, MANEUVERS))


class WeaponSheet(Written):
    """A weapon as people write it; a weapon that contradicts itself is refused.

    `shot` makes it a missile weapon: "thrown", "bow" or "crossbow", which says how long a range band is.
    """

    name: Thing
    speed: Number = Field(0, json_schema_extra=_SCORES)
    accuracy: Number = Field(0, json_schema_extra=_SCORES)
    penetration: Number = Field(0, json_schema_extra=_SCORES)
    defence: Number = Field(0, json_schema_extra=_SCORES)
    multiplier: int = Field(0, strict=True, ge=-10, le=10, json_schema_extra={"rules": ["multiplier.weapon"]})
    one_hand: Required = Field(0, json_schema_extra=_GRIP)
    two_hands: Required = Field(0, json_schema_extra=_GRIP)
    shot: Literal["thrown", "bow", "crossbow"] | None = Field(None, json_schema_extra={"rules": ["house.range"]})
    natural: bool = Field(False, strict=True)

    @model_validator(mode="before")
    @classmethod
    def _fill(cls, entry: Any, info: ValidationInfo) -> Any:
        """The weapon written out, with the multiplier that its name marks."""
        fields = ARMOURY.resolved("weapons", entry, info)
        if isinstance(fields, dict) and isinstance(fields.get("name"), str):
            return {"multiplier": weapon_multiplier(fields["name"]), **fields}
        return fields

    @model_validator(mode="after")
    def _agrees(self) -> WeaponSheet:
        marked = weapon_multiplier(self.name)
        tests = {
            "nobody could hold it: one of one_hand and two_hands has to be a number": self.one_hand == "no"
            and self.two_hands == "no",
            f"its name says that it adds {marked} to the multiplier, not {self.multiplier}": 0
            < marked
            != self.multiplier,
            "what is natural asks for no Strength": self.natural and not (self.one_hand == self.two_hands == 0),
            "what is natural is not shot": self.natural and self.shot is not None,
        }
        if wrong := "; ".join(message for message, fails in tests.items() if fails):
            raise ValueError(f"{self.name} contradicts itself: {wrong}")
        return self

    def weapon(self) -> Weapon:
        """The weapon as rules use it."""
        return Weapon(
            self.name,
            self.speed,
            self.accuracy,
            self.penetration,
            self.defence,
            self.multiplier,
            None if self.one_hand == "no" else self.one_hand,
            None if self.two_hands == "no" else self.two_hands,
            BANDS[self.shot] if self.shot else 0,
            self.natural,
        )


class ShieldSheet(Written):
    """A shield as people write it."""

    name: Thing
    defence: int = Field(strict=True, ge=0, le=50, json_schema_extra={"rules": ["house.scores", "missile.protection"]})

    @model_validator(mode="before")
    @classmethod
    def _fill(cls, entry: Any, info: ValidationInfo) -> Any:
        """The shield written out."""
        return ARMOURY.resolved("shields", entry, info)

    def shield(self) -> Shield:
        """The shield as rules use it."""
        return Shield(self.name, self.defence)


class ArmourSheet(Written):
    """Armour as people write it: its AC as `rating`, and its stiffness."""

    name: Name
    rating: int = Field(strict=True, ge=0, le=100, json_schema_extra={"rules": ["penetration.difference"]})
    stiffness: int = Field(0, strict=True, ge=0, le=50, json_schema_extra={"rules": ["armour.stiffness"]})

    @model_validator(mode="before")
    @classmethod
    def _fill(cls, entry: Any, info: ValidationInfo) -> Any:
        """The armour written out."""
        return ARMOURY.resolved("armours", entry, info)

    def armour(self) -> Armour:
        """The armour as rules use it."""
        return Armour(self.name, self.rating, self.stiffness)


class StyleSheet(Written):
    """A fighting style as people write it: the maneuver that it strengthens, the level, and what level 3 `teaches`."""

    name: Thing
    maneuver: str = Field(json_schema_extra={"rules": ["style.enhance", "house.style"]})
    level: int = Field(1, strict=True, ge=STYLE_LEVELS[0], le=STYLE_LEVELS[-1])
    teaches: str | None = Field(None, json_schema_extra={"rules": ["style.new-maneuver"]})

    @model_validator(mode="before")
    @classmethod
    def _fill(cls, entry: Any, info: ValidationInfo) -> Any:
        """The style written out."""
        return ARMOURY.resolved("styles", entry, info)

    @model_validator(mode="after")
    def _agrees(self) -> StyleSheet:
        for name in (self.maneuver, self.teaches):
            if name is not None and (wrong := unknown_maneuver(name)):
                raise ValueError(wrong)
        if not strengthens(self.maneuver):
            raise ValueError(f"there is nothing in the maneuver {self.maneuver} that a style could strengthen")
        if self.level == TEACHING_LEVEL and self.teaches is None:
            raise ValueError(f"a style of level {TEACHING_LEVEL} teaches one more maneuver; say which it `teaches`")
        if self.teaches == self.maneuver:
            raise ValueError(f"{self.name} teaches {self.maneuver}, which whoever strengthens it knows already")
        return self

    def style(self) -> Style:
        """The style as rules use it; what it will teach at a higher level is not known yet."""
        return Style(self.name, self.maneuver, self.level, taught(self.level, self.teaches or ""))
