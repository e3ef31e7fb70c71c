"""A character and the scene as people write them, and the fighter made of a character."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

from pydantic import Field, ValidationInfo, field_validator

from affray.errors import UnknownName, shown
from affray.sheets import Name, Written, each_once
from affray.systems.penetration import rules
from affray.systems.penetration.charts import EXCESS
from affray.systems.penetration.fighter import Fighter
from affray.systems.penetration.fighter.gear import Weapon
from affray.systems.penetration.sheet.gear import (
    ArmourSheet,
    Number,
    ShieldSheet,
    StyleSheet,
    WeaponSheet,
    unknown_maneuver,
)

__all__ = ["Scene", "Sheet", "muster"]

BARE = "unarmed"
HANDS = (1, 2)
MOST_EXCESS = 50

_PERSON: dict[str, Any] = {"rules": ["house.character", "scores.basic"]}

Points: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=999)]


class Sheet(Written):
    """A character as people write it. What is left out is 0, or nothing; the weapon in use is the first one."""

    name: Name
    strength: int = Field(strict=True, ge=0, le=50, json_schema_extra={"rules": ["house.character"]})
    endurance: int = Field(strict=True, ge=1, le=100, json_schema_extra={"rules": ["house.character", "house.health"]})
    speed: Number = Field(json_schema_extra=_PERSON)
    accuracy: Number = Field(json_schema_extra=_PERSON)
    penetration: Number = Field(json_schema_extra=_PERSON)
    defence: Number = Field(json_schema_extra=_PERSON)
    unarmed: int = Field(0, strict=True, ge=0, le=50, json_schema_extra={"rules": ["missile.protection"]})
    multiplier: int = Field(0, strict=True, ge=-10, le=10, json_schema_extra={"rules": ["multiplier.character"]})
    maneuvers: list[str] = Field(default_factory=list, max_length=20, json_schema_extra={"rules": ["maneuver.use"]})
    styles: list[StyleSheet] = Field(default_factory=list, max_length=20, json_schema_extra={"rules": ["house.style"]})
    weapons: list[WeaponSheet] = Field(default_factory=list, max_length=20)
    wielded: Name | None = Field(None, validate_default=True, json_schema_extra={"rules": ["strength.any-weapon"]})
    grip: int | None = Field(None, strict=True, json_schema_extra={"rules": ["strength.requirement", "house.hands"]})
    shield: ShieldSheet | None = Field(None, json_schema_extra={"rules": ["house.hands"]})
    armour: ArmourSheet = Field(default="none", validate_default=True)
    kg: int = Field(0, strict=True, ge=0, le=500, json_schema_extra={"rules": ["load.penalty", "house.load"]})
    excess: Any = Field(0, json_schema_extra={"rules": ["load.excess", "load.dropped", "house.excess"]})
    damage: Points = Field(0, json_schema_extra={"rules": ["status.reminder"]})
    fatigue: Points = Field(0, json_schema_extra={"rules": ["status.reminder", "house.fatigue"]})

    @field_validator("maneuvers")
    @classmethod
    def _known(cls, maneuvers: list[str]) -> list[str]:
        for name in maneuvers:
            if wrong := unknown_maneuver(name):
                raise ValueError(wrong)
            if maneuvers.count(name) > 1:
                raise ValueError(f"{name} is listed twice")
        return maneuvers

    @field_validator("styles")
    @classmethod
    def _learnt(cls, styles: list[StyleSheet], info: ValidationInfo) -> list[StyleSheet]:
        taught = [written.style().teaches for written in styles]
        known = rules.known_maneuvers(info.data.get("maneuvers", ()), taught)
        for style in styles:
            if "maneuvers" in info.data and style.maneuver not in known:
                raise ValueError(
                    f"the style {style.name} strengthens {style.maneuver}, which is not among the maneuvers"
                )
        return styles

    @field_validator("weapons")
    @classmethod
    def _each_once(cls, weapons: list[WeaponSheet]) -> list[WeaponSheet]:
        return each_once(weapons)

    @field_validator("wielded")
    @classmethod
    def _at_hand(cls, wielded: str | None, info: ValidationInfo) -> str | None:
        if wielded is None or "weapons" not in info.data:
            return wielded
        names = [weapon.name for weapon in info.data["weapons"]]
        if wielded not in (*names, BARE):
            raise ValueError(str(UnknownName("weapon", wielded, (*names, BARE))))
        return wielded

    @field_validator("grip")
    @classmethod
    def _possible(cls, grip: int | None, info: ValidationInfo) -> int | None:
        if grip is None or not {"weapons", "wielded"} <= info.data.keys():
            return grip
        weapons = {written.name: written for written in info.data["weapons"]}
        name = info.data["wielded"] or next(iter(weapons), BARE)
        weapon = (weapons.get(name) or WeaponSheet.model_validate(name)).weapon()
        hands = [number for number in HANDS if weapon.required(number) is not None]
        if grip not in hands:
            raise ValueError(f"{grip} is not allowed; expected {' | '.join(str(n) for n in hands)}, for {weapon.name}")
        return grip

    @field_validator("excess", mode="before")
    @classmethod
    def _load(cls, excess: Any) -> int | str:
        number = type(excess) is int and 0 <= excess <= MOST_EXCESS
        if not number and not (isinstance(excess, str) and excess in EXCESS):
            allowed = " | ".join(f"{name!r}" for name in EXCESS)
            raise ValueError(
                f"{shown(excess)} is not allowed; expected {allowed}, or a penalty from 0 to {MOST_EXCESS}"
            )
        found: int | str = excess
        return found

    @field_validator("damage")
    @classmethod
    def _alive(cls, damage: int, info: ValidationInfo) -> int:
        if "endurance" in info.data and damage >= (death := rules.full_health(info.data["endurance"])):
            raise ValueError(f"{damage} points of damage are death; {death - 1} is the most to live with")
        return damage


class Scene(Written):
    """What there is to say about the place of a fight."""

    trees: bool = Field(False, strict=True, json_schema_extra={"rules": ["missile.cover", "house.tree"]})


def muster(sheet: Sheet, id: str, side: str, position: int, orders: Mapping[str, str]) -> Fighter:
    """A fighter fresh from a sheet, with bare hands beside the gear, and the first weapon in hand."""
    weapons = [written.weapon() for written in sheet.weapons]
    if all(weapon.name != BARE for weapon in weapons):
        weapons.append(WeaponSheet.model_validate(BARE).weapon())
    wielded = next(weapon for weapon in weapons if weapon.name == (sheet.wielded or weapons[0].name))
    full = rules.full_health(sheet.endurance)
    return Fighter(
        id=id,
        side=side,
        name=sheet.name,
        position=position,
        strength=sheet.strength,
        endurance=sheet.endurance,
        speed=sheet.speed,
        accuracy=sheet.accuracy,
        penetration=sheet.penetration,
        defence=sheet.defence,
        unarmed=sheet.unarmed,
        multiplier=sheet.multiplier,
        health=full - sheet.damage,
        health_full=full,
        weapons=tuple(weapons),
        wielded=wielded.name,
        grip=sheet.grip or _grip(wielded, sheet.strength, sheet.shield is not None),
        shield=sheet.shield.shield() if sheet.shield else None,
        armour=sheet.armour.armour(),
        maneuvers=tuple(sheet.maneuvers),
        styles=tuple(written.style() for written in sheet.styles),
        kg=sheet.kg,
        excess=rules.excess_load(sheet.excess),
        fatigue=sheet.fatigue,
        orders=tuple(sorted(orders.items())),
    )


def _grip(weapon: Weapon, strength: int, shield: bool) -> int:
    """The hands that somebody takes a weapon in: one where Strength is enough for it, or a shield is there."""
    if weapon.one_hand is None:
        return 2
    enough = shield or rules.shortfall(strength, weapon.one_hand) == 0
    return 1 if enough or weapon.two_hands is None else 2
