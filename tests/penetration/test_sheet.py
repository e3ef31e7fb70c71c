"""Sheets as people write them, the armoury, and the fighters that are made of both."""

import tomllib
from importlib import resources
from typing import Any

import pytest
from pydantic import ValidationError

from affray.errors import FileError
from affray.fightfile import parse_fight
from affray.systems.penetration.charts import BANDS, EXCESS
from affray.systems.penetration.fighter import Fighter
from affray.systems.penetration.fighter.gear import Armour, Shield, Style, Weapon
from affray.systems.penetration.sheet import (
    ArmourSheet,
    Scene,
    Sheet,
    ShieldSheet,
    StyleSheet,
    WeaponSheet,
    armoury_rows,
    load_armoury,
    muster,
)

PLAIN: dict[str, Any] = {
    "name": "Xan",
    "strength": 10,
    "endurance": 6,
    "speed": 1,
    "accuracy": 2,
    "penetration": 3,
    "defence": 4,
}


def written(context: Any = None, **fields: Any) -> Sheet:
    return Sheet.model_validate({**PLAIN, **fields}, context=context)


def fighter(**fields: Any) -> Fighter:
    return muster(written(**fields), "x", "left", 0, {})


def problems(context: Any = None, **fields: Any) -> str:
    with pytest.raises(ValidationError) as caught:
        written(context, **fields)
    return "\n".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in caught.value.errors())


def weapon(entry: Any) -> Weapon:
    return WeaponSheet.model_validate(entry).weapon()


def style(**fields: Any) -> Style:
    return StyleSheet.model_validate({"name": "x", "maneuver": "precise", **fields}).style()


# -- the armoury


@pytest.mark.rule("house.character")
@pytest.mark.parametrize("name", load_armoury()["creatures"])
def test_every_creature_is_a_valid_sheet_that_survives_a_round_trip(name: str) -> None:
    sheet = Sheet.model_validate({"name": name, **load_armoury()["creatures"][name]})
    assert Sheet.model_validate_json(sheet.model_dump_json()) == sheet
    made = muster(sheet, name.lower(), "left", 3, {"maneuver": "basic"})
    assert made.weapons[-1].name == "unarmed"
    assert (made.health, made.health_full, made.position) == (6 * sheet.endurance, 6 * sheet.endurance, 3)
    assert made.in_hand.required(made.grip) is not None
    hash(made)


@pytest.mark.rule("house.scores", "multiplier.weapon", "strength.requirement", "house.range")
def test_the_weapons_of_the_armoury() -> None:
    found = {name: weapon(name) for name in load_armoury()["weapons"]}
    rows = {
        "unarmed": (3, 2, 0, 1, 0, 0, 0),
        "dagger": (4, 2, 2, 1, 0, 2, 1),
        "sword": (2, 3, 5, 4, 0, 6, 4),
        "great sword": (0, 4, 9, 4, 0, 14, 10),
        "mace x2": (1, 2, 7, 2, 1, 8, 6),
        "flail x2": (0, 3, 8, 1, 1, 9, 7),
        "bow": (1, 4, 6, 0, 0, None, 7),
        "bow with serrated arrows x2": (1, 3, 4, 0, 1, None, 7),
        "crossbow": (-2, 5, 12, 0, 0, None, 6),
        "throwing knife": (3, 3, 2, 0, 0, 2, None),
    }
    for name, row in rows.items():
        w = found.pop(name)
        numbers = (w.speed, w.accuracy, w.penetration, w.defence, w.multiplier, w.one_hand, w.two_hands)
        assert numbers == row, name
        assert w.name == name
    assert found == {}
    bands = {name: weapon(name).band for name in rows if weapon(name).missile}
    assert bands == {"bow": 20, "bow with serrated arrows x2": 20, "crossbow": 25, "throwing knife": 5}
    assert set(bands.values()) == set(BANDS.values())


@pytest.mark.rule("armour.stiffness", "missile.protection", "house.style")
def test_armour_shields_and_styles_of_the_armoury() -> None:
    book = load_armoury()
    armours = {name: ArmourSheet.model_validate(name).armour() for name in book["armours"]}
    assert armours == {
        "none": Armour("none", 0, 0),
        "quilted": Armour("quilted", 2, 0),
        "leather": Armour("leather", 4, 1),
        "mail": Armour("mail", 8, 2),
        "plate": Armour("plate", 13, 4),
    }
    shields = {name: ShieldSheet.model_validate(name).shield() for name in book["shields"]}
    assert shields == {"buckler": Shield("buckler", 1), "shield": Shield("shield", 3)}
    assert all(StyleSheet.model_validate({"like": name, "name": name, "level": 3}).teaches for name in book["styles"])


@pytest.mark.rule("strength.shortfall", "strength.any-weapon", "injury.levels")
def test_the_samples_that_the_source_tells_of() -> None:
    made = {
        name: muster(Sheet.model_validate({"name": name, **row}), name, "a", 0, {})
        for name, row in load_armoury()["creatures"].items()
    }
    assert (made["Grak"].endurance, made["Grak"].wielded, made["Grak"].grip) == (6, "sword", 1)
    assert (made["Ultor"].wielded, made["Ultor"].in_hand.multiplier) == ("flail x2", 1)
    assert (made["Goblin"].endurance, made["Goblin"].armour.rating) == (7, 4)
    strangler = made["Strangler"]
    assert (strangler.wielded, strangler.grip, strangler.strength) == ("great sword", 2, 6)
    assert strangler.in_hand.required(strangler.grip) == 10


def test_rules_of_rows_are_no_part_of_the_gear() -> None:
    assert ("armoury creatures.Ultor", ("multiplier.sum",)) in armoury_rows()
    assert not any("rules" in row for rows in load_armoury().values() for row in rows.values())


# -- sheets


@pytest.mark.rule("house.character", "load.dropped")
def test_what_may_be_left_out() -> None:
    made = fighter()
    assert (made.unarmed, made.multiplier, made.kg, made.excess, made.fatigue) == (0, 0, 0, 0, 0)
    assert (made.wielded, made.grip, made.shield, made.armour) == ("unarmed", 1, None, Armour())
    assert made.known == ("basic", "defend")
    assert (made.health, made.health_full) == (36, 36)
    assert not Scene().trees


@pytest.mark.parametrize("value", [True, 1.0, "1", None, 1.5, -51, 51])
@pytest.mark.parametrize("field", ["speed", "accuracy", "penetration", "defence"])
def test_numbers_are_whole_numbers_within_bounds(field: str, value: Any) -> None:
    assert problems(**{field: value}).startswith(f"{field}: ")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("strength", -1),
        ("endurance", 0),
        ("unarmed", -1),
        ("multiplier", 11),
        ("kg", -1),
        ("fatigue", -1),
        ("damage", -1),
        ("grip", 3),
        ("shield", "door"),
        ("armour", "tin"),
        ("weapons", ["sward"]),
        ("excess", -1),
        ("excess", "sofa"),
        ("wielded", "sword"),
        ("maneuvers", ["precis"]),
        ("maneuvers", ["parry", "parry"]),
        ("styles", [{"name": "x", "maneuver": "precis"}]),
        ("beard", 1),
    ],
)
def test_what_is_wrong_is_said_of_the_field(field: str, value: Any) -> None:
    assert problems(**{field: value}).splitlines()[0].startswith(field)


@pytest.mark.rule("load.excess", "house.excess")
@pytest.mark.parametrize("kept", EXCESS)
def test_load_kept_by_its_name_or_as_a_number(kept: str) -> None:
    assert fighter(excess=kept).excess == EXCESS[kept]
    assert fighter(excess=5).excess == 5
    assert "did you mean" in problems(excess=kept[:-1]) or kept in problems(excess=kept[:-1])


@pytest.mark.rule("status.reminder", "house.fatigue", "house.health")
def test_somebody_who_is_hurt_and_tired_already() -> None:
    made = fighter(damage=7, fatigue=3)
    assert (made.health, made.health_full, made.damage, made.fatigue) == (29, 36, 7, 3)
    assert fighter(damage=35).health == 1
    assert "36 points of damage are death; 35 is the most" in problems(damage=36)


@pytest.mark.rule("strength.requirement", "strength.any-weapon", "house.hands")
@pytest.mark.parametrize(
    ("strength", "weapons", "shield", "grip"),
    [
        (6, ["sword"], None, 1),
        (5, ["sword"], None, 2),
        (5, ["sword"], "shield", 1),
        (14, ["great sword"], None, 1),
        (13, ["great sword"], None, 2),
        (1, ["great sword"], "shield", 1),
        (1, ["bow"], "shield", 2),
        (0, ["throwing knife"], None, 1),
        (0, [], None, 1),
    ],
)
def test_the_grip_that_is_taken_where_none_is_written(
    strength: int, weapons: list[str], shield: str | None, grip: int
) -> None:
    assert fighter(strength=strength, weapons=weapons, shield=shield).grip == grip


@pytest.mark.rule("house.hands", "strength.requirement")
def test_the_grip_as_written() -> None:
    assert fighter(weapons=["sword"], grip=2).grip == 2
    assert "grip: Value error, 1 is not allowed; expected 2, for bow" in problems(weapons=["bow"], grip=1)
    assert "expected 1, for throwing knife" in problems(weapons=["throwing knife"], grip=2)
    assert "expected 1 | 2, for sword" in problems(weapons=["sword"], grip=3)
    assert problems(weapons=["sword"], grip=True).startswith("grip: ")
    made = fighter(weapons=["bow", "sword"], wielded="sword")
    assert (made.wielded, made.grip) == ("sword", 1)
    assert fighter(weapons=["sword"], wielded="unarmed").wielded == "unarmed"


@pytest.mark.rule("multiplier.weapon")
def test_the_name_of_a_weapon_marks_its_multiplier() -> None:
    assert weapon({"name": "hook x2"}).multiplier == 1
    assert weapon({"name": "maul x3"}).multiplier == 2
    assert weapon({"name": "maul", "multiplier": 1}).multiplier == 1
    assert weapon({"name": "club", "multiplier": -1}).multiplier == -1
    assert weapon({"name": "soft x2", "like": "mace x2", "defence": 0}).multiplier == 1


@pytest.mark.parametrize(
    ("entry", "wrong"),
    [
        ({"name": "hook x2", "multiplier": 0}, "adds 1 to the multiplier, not 0"),
        ({"name": "x", "one_hand": "no", "two_hands": "no"}, "nobody could hold it"),
        ({"name": "claw", "natural": True, "one_hand": 3}, "asks for no Strength"),
        ({"name": "spit", "natural": True, "shot": "thrown"}, "what is natural is not shot"),
        ({"name": "x", "shot": "sling"}, "shot"),
        ({"name": "x", "one_hand": -1}, "one_hand"),
        ({"name": "none"}, "name"),
        ({"name": "a, b"}, "comma"),
    ],
)
def test_a_weapon_that_contradicts_itself(entry: dict[str, Any], wrong: str) -> None:
    with pytest.raises(ValidationError, match=wrong):
        WeaponSheet.model_validate(entry)


def test_a_weapon_twice() -> None:
    assert "sword is listed twice" in problems(weapons=["sword", "sword"])


def test_gear_of_the_fight_file_goes_before_the_armoury() -> None:
    context = {"weapons": {"sword": {"like": "sword", "accuracy": 9}}, "shields": {"door": {"defence": 7}}}
    sheet = written(context, weapons=["sword"], shield="door")
    assert (sheet.weapons[0].accuracy, sheet.weapons[0].penetration) == (9, 5)
    assert sheet.shield is not None
    assert sheet.shield.defence == 7


# -- styles and maneuvers


@pytest.mark.rule("style.enhance", "style.new-maneuver", "house.style", "maneuver.use")
def test_a_style_strengthens_and_teaches() -> None:
    made = fighter(maneuvers=["headlong"], styles=[{"name": "onslaught", "like": "onslaught", "level": 3}])
    assert made.styles == (Style("onslaught", "headlong", 3, "crushing"),)
    assert made.known == ("basic", "defend", "headlong", "crushing")
    assert made.style("headlong") == 3
    low = fighter(maneuvers=["headlong"], styles=["onslaught"])
    assert low.styles == (Style("onslaught", "headlong", 1),)
    assert low.known == ("basic", "defend", "headlong")


@pytest.mark.rule("house.style")
@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"level": 0}, "level"),
        ({"level": 4}, "level"),
        ({"level": 3}, "teaches one more maneuver"),
        ({"maneuver": "basic"}, "nothing in the maneuver basic"),
        ({"maneuver": "defend"}, "nothing in the maneuver defend"),
        ({"teaches": "prase"}, "prase"),
        ({"teaches": "precise"}, "knows already"),
    ],
)
def test_a_style_that_cannot_be(fields: dict[str, Any], wrong: str) -> None:
    with pytest.raises(ValidationError, match=wrong):
        style(**fields)


@pytest.mark.rule("house.style", "style.enhance")
def test_a_style_needs_its_maneuver() -> None:
    assert problems(styles=["fencing"]).startswith("styles: ")
    taught = {"name": "wall", "like": "wall", "level": 3}
    assert fighter(maneuvers=["parry"], styles=[taught, "onslaught"]).style("headlong") == 1
    assert "headlong" in problems(maneuvers=["parry"], styles=["wall", "onslaught"])


@pytest.mark.rule("load.excess", "house.excess")
@pytest.mark.parametrize("excess", [-2, 51, True, 1.5, "sack"])
def test_what_is_no_load_is_refused_in_one_line(excess: object) -> None:
    told = problems(excess=excess)
    assert told.startswith(f"excess: Value error, {excess!r} is not allowed; expected 'spare axe' | ")
    assert "\n" not in told


@pytest.mark.rule("strength.requirement")
@pytest.mark.parametrize("required", [-1, 101, "maybe", True])
def test_what_is_no_strength_to_ask_for_is_refused_in_one_line(required: object) -> None:
    with pytest.raises(ValidationError) as caught:
        WeaponSheet.model_validate({"name": "pole", "one_hand": required})
    (error,) = caught.value.errors()
    assert error["loc"] == ("one_hand",)
    assert error["msg"].endswith('expected a whole number from 0 to 100, or "no"')


@pytest.mark.rule("house.health")
def test_deadly_damage_is_told_of_the_field() -> None:
    assert problems(endurance=6, damage=36).startswith("damage: Value error, 36 points of damage are death; 35 is the")


@pytest.mark.rule("maneuver.use")
def test_orders_for_maneuvers_that_nobody_taught_are_refused() -> None:
    text = 'system = "penetration"\n[[fighter]]\nfrom = "Goblin"\nside = "a"\norders = {{ maneuver = "{order}" }}\n'
    text += '[[fighter]]\nfrom = "Grak"\nside = "b"\n'
    with pytest.raises(FileError, match="unknown maneuver 'precise'"):
        parse_fight(text.format(order="precise"))
    for order in ("precise, basic", "defend:2, basic:1", "ask"):
        parse_fight(text.format(order=order))


# -- the scene, the template


@pytest.mark.rule("missile.cover", "house.tree")
def test_the_scene() -> None:
    assert Scene.model_validate({"trees": True}).trees
    with pytest.raises(ValidationError):
        Scene.model_validate({"trees": 1})
    with pytest.raises(ValidationError):
        Scene.model_validate({"wind": "light"})


def test_the_template_has_sheets_that_hold() -> None:
    text = (resources.files("affray.systems.penetration") / "template.toml").read_text(encoding="utf-8")
    fight = tomllib.loads(text)
    context = {"weapons": fight["weapons"]}
    for row in fight["fighter"]:
        own = {key: value for key, value in row.items() if key not in ("side", "from", "count", "orders")}
        base = load_armoury()["creatures"].get(row.get("from", ""), {})
        Sheet.model_validate({"name": row.get("from"), **base, **own}, context=context)
