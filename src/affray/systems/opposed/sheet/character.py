"""A character and the scene as people write them, and the fighter made of a character."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field, ValidationError, ValidationInfo, field_validator, model_validator

from affray.errors import BadValue, UnknownName
from affray.sheets import Name, Written, each_once
from affray.systems.opposed.fighter import HANDS, Armour, Bonus, Fighter, Maneuver, Weapon
from affray.systems.opposed.rules import MANEUVER_LEVELS, intent_of, maneuver_price, tame_rating
from affray.systems.opposed.sheet.gear import Ability, ArmourSheet, WeaponSheet, load_armoury

__all__ = ["ManeuverSheet", "Scene", "Sheet", "muster"]

BARE = "fist"
EVERYBODY = (BARE, "kick")

_PERSON: dict[str, Any] = {"rules": ["house.character"]}


class ManeuverSheet(Written):
    """A combat maneuver as people write it: for which weapon, what it adds to, and the level owned."""

    weapon: Name
    bonus: Bonus
    level: int = Field(strict=True, ge=MANEUVER_LEVELS[0], le=MANEUVER_LEVELS[-1])


class Sheet(Written):
    """A character as people write it. Skills that are left out are 0."""

    name: Name
    size: int = Field(0, strict=True, ge=-10, le=20, json_schema_extra={"rules": ["size.table"]})
    brute: Ability = Field(json_schema_extra=_PERSON)
    dex: Ability = Field(json_schema_extra=_PERSON)
    wits: Ability = Field(json_schema_extra=_PERSON)
    charisma: Ability = Field(0, json_schema_extra=_PERSON)
    melee: Ability = Field(0, json_schema_extra=_PERSON)
    ranged: Ability = Field(0, json_schema_extra=_PERSON)
    magic: Ability = Field(0, json_schema_extra=_PERSON)
    social: Ability = Field(0, json_schema_extra=_PERSON)
    taming: Ability = Field(0, json_schema_extra=_PERSON)
    life: int = Field(20, strict=True, ge=1, le=999, json_schema_extra=_PERSON)
    exhaustion: int = Field(10, strict=True, ge=0, le=999, json_schema_extra=_PERSON)
    move: int = Field(6, strict=True, ge=0, le=100, json_schema_extra={"rules": ["house.move"]})
    tame: str | None = Field(None, json_schema_extra={"rules": ["mount.tame-rating"]})
    tamed: bool = Field(False, strict=True, json_schema_extra={"rules": ["mount.tamed"]})
    mount: Name | None = Field(None, json_schema_extra={"rules": ["mount.skill"]})
    weapons: list[WeaponSheet] = Field(default_factory=list, max_length=20)
    hands: list[Name] | None = Field(None, json_schema_extra={"rules": ["house.hands"]})
    armour: ArmourSheet = Field(default="none", validate_default=True)
    experience: int | None = Field(None, strict=True, ge=0, le=100_000, json_schema_extra={"rules": ["maneuver.buy"]})
    proficiencies: list[Name] = Field(
        default_factory=list, max_length=20, json_schema_extra={"rules": ["maneuver.proficiency"]}
    )
    maneuvers: list[ManeuverSheet] = Field(
        default_factory=list, max_length=80, json_schema_extra={"rules": ["maneuver.buy", "maneuver.levels"]}
    )

    @field_validator("weapons")
    @classmethod
    def _each_once(cls, weapons: list[WeaponSheet]) -> list[WeaponSheet]:
        return each_once(weapons)

    @field_validator("hands")
    @classmethod
    def _can_be_held(cls, hands: list[str] | None, info: ValidationInfo) -> list[str] | None:
        if hands is None or "weapons" not in info.data:
            return hands
        holdable = {weapon.name: weapon.hands for weapon in info.data["weapons"] if weapon.hands}
        for name in hands:
            if name not in holdable:
                raise ValueError(str(UnknownName("weapon to hold", name, holdable)))
            if hands.count(name) > 1:
                raise ValueError(f"{name} is listed twice")
        if (needed := sum(holdable[name] for name in hands)) > HANDS:
            raise ValueError(f"{' and '.join(hands)} take {needed} hands; there are {HANDS}")
        return hands

    @field_validator("tame")
    @classmethod
    def _rated(cls, tame: str | None) -> str | None:
        if tame is not None:
            try:
                tame_rating(tame)
            except BadValue as error:
                raise ValueError(f"{error.value!r} is not allowed; expected {error.allowed}") from None
        return tame

    @field_validator("proficiencies")
    @classmethod
    def _with_weapons(cls, proficiencies: list[str], info: ValidationInfo) -> list[str]:
        if "weapons" not in info.data:
            return proficiencies
        own = {weapon.name: weapon for weapon in info.data["weapons"]}
        known = {**own, **(info.context or {}).get("weapons", {}), **load_armoury()["weapons"]}
        for name in proficiencies:
            if name not in known:
                raise ValueError(str(UnknownName("weapon", name, known)))
        return proficiencies

    @field_validator("maneuvers")
    @classmethod
    def _learnt(cls, maneuvers: list[ManeuverSheet], info: ValidationInfo) -> list[ManeuverSheet]:
        if "proficiencies" not in info.data:
            return maneuvers
        known = [(m.weapon, m.bonus) for m in maneuvers]
        for weapon, bonus in known:
            if weapon not in info.data["proficiencies"]:
                raise ValueError(f"a maneuver needs proficiency with its weapon; {weapon} is not among proficiencies")
            if useless := _useless(_weapon(weapon, info), bonus):
                raise ValueError(f"a {bonus} maneuver for {weapon} would be of no use: {useless}")
            if known.count((weapon, bonus)) > 1:
                raise ValueError(f"the {bonus} maneuver for {weapon} is listed twice")
        experience = info.data.get("experience")
        cost = sum(maneuver_price(m.level) for m in maneuvers)
        if experience is not None and cost > experience:
            raise ValueError(f"these maneuvers cost {cost} points of experience; there are {experience}")
        return maneuvers

    @model_validator(mode="after")
    def _beast_or_rider(self) -> Sheet:
        if self.tamed and self.tame is None:
            raise ValueError('only what has a taming rating can be tamed, such as tame = "4/12"')
        return self


class Scene(Written):
    """What there is to say about the place of a fight."""

    wind: Literal["none", "light", "moderate", "severe"] = Field("none", json_schema_extra={"rules": ["ranged.tn"]})


def muster(sheet: Sheet, id: str, side: str, position: int, orders: Mapping[str, str]) -> Fighter:
    """A fighter fresh from a sheet, with fists and feet beside the gear, and something in hand."""
    weapons = [written.weapon() for written in sheet.weapons]
    names = {weapon.name for weapon in weapons}
    rating = tame_rating(sheet.tame) if sheet.tame else None
    weapons += [WeaponSheet.model_validate(name).weapon() for name in EVERYBODY if name not in names]
    return Fighter(
        id=id,
        side=side,
        name=sheet.name,
        position=position,
        size=sheet.size,
        brute=sheet.brute,
        dex=sheet.dex,
        wits=sheet.wits,
        charisma=sheet.charisma,
        melee=sheet.melee,
        ranged=sheet.ranged,
        magic=sheet.magic,
        social=sheet.social,
        taming=sheet.taming,
        life=sheet.life,
        life_full=sheet.life,
        exhaustion=sheet.exhaustion,
        exhaustion_full=sheet.exhaustion,
        move=sheet.move,
        weapons=tuple(weapons),
        hands=tuple(sheet.hands) if sheet.hands is not None else _first_that_fit(weapons),
        armour=Armour(**sheet.armour.model_dump()),
        orders=tuple(sorted(orders.items())),
        intent=intent_of(weapons[0].kind),
        maneuvers=tuple(Maneuver(**written.model_dump()) for written in sheet.maneuvers),
        mount=sheet.mount or "",
        tame=(rating.skill, rating.tn) if rating else None,
        tamed=sheet.tamed,
    )


def _weapon(name: str, info: ValidationInfo) -> WeaponSheet | None:
    """The weapon of that name as this sheet, the fight file or the armoury has it; None where it cannot be read."""
    for weapon in info.data.get("weapons", ()):
        if weapon.name == name:
            found: WeaponSheet = weapon
            return found
    try:
        return WeaponSheet.model_validate(name, context=info.context)
    except ValidationError:
        return None


def _useless(weapon: WeaponSheet | None, bonus: Bonus) -> str:
    """Why no roll would ever carry that maneuver, in words; "" where one may."""
    if weapon is None:
        return ""
    if bonus in ("strike", "damage") and weapon.kind == "shield":
        return "nobody attacks with a shield"
    if bonus != "parry":
        return ""
    if weapon.kind in ("ranged", "magic"):
        return f"nobody parries with a {'spell' if weapon.kind == 'magic' else 'ranged weapon'}"
    if weapon.hands == 0 and weapon.name != BARE:
        return f"of what needs no hand, only the {BARE} parries"
    return ""


def _first_that_fit(weapons: list[Weapon]) -> tuple[str, ...]:
    free, taken = HANDS, []
    for weapon in weapons:
        if weapon.held and weapon.hands <= free:
            free -= weapon.hands
            taken.append(weapon.name)
    return tuple(taken)
