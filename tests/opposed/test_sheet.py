"""Sheets as people write them, the armoury, and the fighters that are made of both."""

from dataclasses import replace
from typing import Any

import pytest
from pydantic import ValidationError

from affray.errors import UnknownName
from affray.options import Options
from affray.systems.opposed import sheet as sheets
from affray.systems.opposed.charts import SIZES
from affray.systems.opposed.fighter import (
    Fighter,
    Guard,
    Weapon,
    attack_modifiers,
    awake,
    best_guard,
    defence_modifiers,
    defences,
    view,
)
from affray.systems.opposed.options import SWITCHES
from affray.systems.opposed.sheet import Scene, Sheet, WeaponSheet, armoury_rows, load_armoury, muster

DEFAULTS = Options(SWITCHES)
PLAIN: dict[str, Any] = {"name": "Xan", "brute": 2, "dex": 3, "wits": 1}


def written(context: Any = None, **fields: Any) -> Sheet:
    return Sheet.model_validate({**PLAIN, **fields}, context=context)


def fighter(*weapons: Any, **fields: Any) -> Fighter:
    return muster(written(weapons=list(weapons), **fields), "x", "left", 0, {})


def problems(context: Any = None, **fields: Any) -> str:
    with pytest.raises(ValidationError) as caught:
        written(context, **fields)
    return "\n".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in caught.value.errors())


def weapon(name: str) -> Weapon:
    return WeaponSheet.model_validate(name).weapon()


# -- the armoury


@pytest.mark.rule("house.character", "size.table")
@pytest.mark.parametrize("name", load_armoury()["creatures"])
def test_every_creature_is_a_valid_sheet_that_survives_a_round_trip(name: str) -> None:
    sheet = Sheet.model_validate({"name": name, **load_armoury()["creatures"][name]})
    assert Sheet.model_validate_json(sheet.model_dump_json()) == sheet
    assert sheet.size == SIZES.get(name, {"Centipede": 4}.get(name, 0))
    made = muster(sheet, name.lower(), "left", 3, {"guard": "dodge"})
    assert [w.name for w in made.weapons[-2:]] == ["fist", "kick"]
    assert (made.life, made.life_full, made.position) == (sheet.life, sheet.life, 3)
    hash(made)


@pytest.mark.parametrize("name", load_armoury()["weapons"])
def test_every_weapon_of_the_armoury_is_valid(name: str) -> None:
    assert weapon(name).name == name


@pytest.mark.rule("crit.by-weapon", "house.spell")
def test_the_armoury_in_figures() -> None:
    book = load_armoury()
    rows = {section: len(found) for section, found in book.items()}
    assert rows == {"weapons": 14, "armours": 5, "poisons": 2, "creatures": 7}
    assert weapon("sword") == Weapon("sword", "melee", "dex", 3, "slice", bladed=True)
    assert weapon("great club") == Weapon("great club", "melee", "brute", 5, "crush", hands=2)
    assert weapon("bow") == Weapon("bow", "ranged", "dex", 3, "impale", bladed=True, hands=2, range=90)
    bolt = Weapon("lightning bolt", "magic", "wits", 4, hands=0, range=60, electric=True)
    assert weapon("lightning bolt") == bolt
    assert weapon("fist") == Weapon("fist", "bare", "brute", 0, "bare", hands=0, natural=True)
    armours = {name: (row["rating"], row["metal"]) for name, row in book["armours"].items()}
    assert armours == {
        "none": (0, "0"),
        "leather": (2, "0"),
        "studded": (3, "1/4"),
        "mail shirt": (4, "1/2"),
        "plate": (6, "9/10"),
    }


def test_rules_of_rows_are_no_part_of_the_gear() -> None:
    assert ("armoury weapons.shield", ("parry.ranged.shield",)) in armoury_rows()
    assert not any("rules" in row for rows in load_armoury().values() for row in rows.values())
    with pytest.raises(TypeError):
        load_armoury()["weapons"]["sword"]["damage"] = 9  # type: ignore[index]


# -- sheets


def test_what_may_be_left_out() -> None:
    sheet = written()
    assert (sheet.life, sheet.exhaustion, sheet.move, sheet.size, sheet.melee) == (20, 10, 6, 0, 0)
    assert (sheet.armour.name, sheet.armour.rating) == ("none", 0)
    assert Scene().wind == "none"


@pytest.mark.parametrize("value", [True, 1.0, "1", None, 1.5, -1, 21])
def test_numbers_are_whole_numbers_within_bounds(value: Any) -> None:
    assert problems(brute=value).startswith("brute: ")


@pytest.mark.parametrize(
    ("field", "low", "high"), [("size", -10, 20), ("life", 1, 999), ("melee", 0, 20), ("move", 0, 100)]
)
def test_the_bounds_themselves_are_allowed(field: str, low: int, high: int) -> None:
    for value in (low, high):
        assert getattr(written(**{field: value}), field) == value
    for value in (low - 1, high + 1):
        assert problems(**{field: value}).startswith(f"{field}: ")


def test_unknown_fields_and_winds_are_refused() -> None:
    assert problems(strenght=3) == "strenght: Extra inputs are not permitted"
    assert problems(name=" ").startswith("name: ")
    with pytest.raises(ValidationError, match="light"):
        Scene.model_validate({"wind": "breeze"})
    with pytest.raises(ValidationError, match="rain"):
        Scene.model_validate({"rain": True})


def test_an_unknown_name_suggests_the_nearest() -> None:
    assert "weapons.1: Value error, unknown weapon 'sward'; did you mean 'sword'?" in problems(weapons=["axe", "sward"])
    assert "armour: Value error, unknown armour 'plat'; did you mean 'plate'?" in problems(armour="plat")
    assert "hands: Value error, unknown weapon to hold 'spear'" in problems(weapons=["axe"], hands=["spear"])


def test_gear_like_other_gear() -> None:
    (own,) = written(weapons=[{"name": "old sword", "like": "sword", "damage": 2}]).weapons
    assert own.weapon() == replace(weapon("sword"), name="old sword", damage=2)
    mine = written(armour={"name": "rusty plate", "like": "plate", "rating": 4}).armour
    assert (mine.name, mine.rating, mine.metal) == ("rusty plate", 4, "9/10")


def test_gear_of_the_fight_file_goes_before_the_armoury() -> None:
    context = {
        "weapons": {"sword": {"like": "sword", "damage": 9}, "great sword": {"like": "sword", "hands": 2}},
        "armours": {"bark": {"rating": 1}},
    }
    sheet = written(context, weapons=["sword", "great sword", "axe"], armour="bark")
    assert [(w.name, w.damage, w.hands) for w in sheet.weapons] == [
        ("sword", 9, 1),
        ("great sword", 9, 2),
        ("axe", 4, 1),
    ]
    assert sheet.armour.metal == "0"
    # a sheet embedded in a record reads again without the fight file
    assert Sheet.model_validate(sheet.model_dump()) == sheet


def test_gear_that_is_like_itself() -> None:
    context = {"weapons": {"a": {"like": "b"}, "b": {"like": "a"}}}
    assert "'a' is like itself, by way of a and b" in problems(context, weapons=["a"])
    assert "3 is not allowed; expected a name or a table" in problems({"weapons": {"a": 3}}, weapons=["a"])
    assert "unknown weapon 3" in problems(weapons=[{"name": "a", "like": 3}])


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"kind": "ranged", "damage": 1}, "a ranged weapon needs a range"),
        ({"kind": "melee", "attribute": "wits", "damage": 1}, "uses brute or dex, not wits"),
        ({"kind": "melee", "attribute": "dex", "damage": 1, "range": 5}, "a melee weapon has no range"),
        ({"kind": "melee", "attribute": "dex", "damage": -1}, "greater than or equal to 0"),
        ({"kind": "melee", "attribute": "dex", "damage": 1, "hands": 3}, "less than or equal to 2"),
        ({"kind": "melee", "attribute": "dex", "damage": 1, "hands": 0}, "what needs no hand is natural or a spell"),
        (
            {"kind": "melee", "attribute": "dex", "damage": 1, "hands": 1, "natural": True},
            "what is natural needs no hand",
        ),
        ({"kind": "melee", "attribute": "dex", "damage": 1, "parryable": True}, "only a spell can be parryable"),
        ({"kind": "melee", "attribute": "dex", "damage": 1, "critical": "bare"}, "bare hands, and nothing else"),
        ({"kind": "bare", "damage": 1, "critical": "chop"}, "bare hands, and nothing else"),
        ({"kind": "bare", "damage": 1, "natural": False}, "bare hands are natural"),
        ({"kind": "shield", "damage": 0, "natural": True}, "a shield or a spell is not natural"),
        ({"kind": "magic", "damage": 1, "range": 9, "critical": "slice"}, 'a spell has the critical "none"'),
        ({"kind": "magic", "damage": 1, "range": 9, "attribute": "dex"}, "uses wits, not dex"),
        ({"kind": "sling", "damage": 1}, "kind"),
        ({"kind": "magic", "damage": True, "range": 9}, "valid integer"),
        ({"damage": 1}, "Field required"),
    ],
)
def test_weapons_that_contradict_themselves(fields: dict[str, Any], reason: str) -> None:
    assert reason in problems(weapons=[{"name": "odd", **fields}])


@pytest.mark.parametrize("share", [0.5, "0.5", "1/0", "-1/4", "5/4", "a third", "1/-4", "²/3", True, None])
def test_shares_of_metal_are_fractions(share: Any) -> None:
    assert problems(armour={"name": "odd", "rating": 3, "metal": share}).startswith("armour.metal: ")


@pytest.mark.rule("electric.coverage")
def test_shares_of_metal_are_kept_exact() -> None:
    for given, kept in (("2/6", "1/3"), ("0", "0"), (1, "1"), (" 3/4 ", "3/4")):
        assert written(armour={"name": "odd", "rating": 3, "metal": given}).armour.metal == kept


def test_gear_twice() -> None:
    assert 'name the second: {name = "second sword", like = "sword"}' in problems(weapons=["sword", "sword"])
    assert "sword is listed twice" in problems(weapons=["sword"], hands=["sword", "sword"])


# -- fighters


@pytest.mark.rule("house.hands")
@pytest.mark.parametrize(
    ("weapons", "hands"),
    [
        (["sword", "shield", "bow"], ("sword", "shield")),
        (["dagger", "bow", "shield"], ("dagger", "shield")),
        (["bow", "dagger"], ("bow",)),
        (["claws", "lightning bolt"], ()),
        ([], ()),
    ],
)
def test_the_first_weapons_that_fit_are_in_hand(weapons: list[str], hands: tuple[str, ...]) -> None:
    assert fighter(*weapons).hands == hands


@pytest.mark.rule("house.hands")
def test_hands_may_be_written_and_must_suffice() -> None:
    assert fighter("sword", "bow", hands=["bow"]).hands == ("bow",)
    assert fighter("sword", hands=[]).hands == ()
    assert "bow and sword take 3 hands; there are 2" in problems(weapons=["bow", "sword"], hands=["bow", "sword"])
    assert "unknown weapon to hold 'claws'" in problems(weapons=["claws"], hands=["claws"])


@pytest.mark.rule("house.hands", "house.stuck", "house.severed", "house.bones")
def test_what_can_be_used_as_things_stand() -> None:
    armed = fighter("sword", "bow", "claws")
    usable = {w.name: armed.usable(w) for w in armed.weapons}
    assert usable == {"sword": True, "bow": False, "claws": True, "fist": True, "kick": True}
    assert armed.sound_hands == 2
    stuck = replace(armed, stuck=(("sword", "foe"),))
    assert stuck.is_stuck(stuck.weapon("sword"))
    assert not stuck.usable(stuck.weapon("sword"))
    archer = fighter("bow")
    assert archer.usable(archer.weapon("bow"))
    archer = replace(archer, broken=("left arm",))
    assert not archer.usable(archer.weapon("bow"))
    assert archer.sound_hands == 1
    assert replace(archer, broken=("left arm", "hand", "right arm")).sound_hands == 0
    with pytest.raises(UnknownName, match="pike"):
        armed.weapon("pike")


@pytest.mark.rule("house.bones", "house.severed")
def test_lost_legs_end_the_walk() -> None:
    lost = ((), ("left leg",), ("left leg", "right leg"), ("hand", "head"))
    assert [replace(fighter(), severed=parts).pace for parts in lost] == [6, 3, 0, 6]


def test_orders_are_kept_in_a_fixed_sequence() -> None:
    made = muster(written(), "x", "left", 0, {"guard": "dodge", "aim": "nearest"})
    assert made.orders == (("aim", "nearest"), ("guard", "dodge"))


# -- views


def test_a_view_shows_neither_life_nor_place() -> None:
    one = fighter("sword", armour="leather")
    hurt = replace(one, life=1, position=40, aimed="y", moved=True)
    assert view(one, DEFAULTS) == view(hurt, DEFAULTS)
    seen = view(one, DEFAULTS)
    assert (seen.armour, seen.metal, seen.weapon, seen.shield) == (2, "0", Guard("sword", "dex", 3), None)


@pytest.mark.rule("parry.roll", "parry.needs-weapon", "parry.ranged.shield", "parry.block-bare", "house.block")
def test_the_best_guard_parries() -> None:
    both = view(fighter("sword", "shield"), DEFAULTS)
    strong = view(fighter("sword", "shield", brute=6), DEFAULTS)
    empty = view(fighter(), DEFAULTS)
    assert best_guard(both, "melee") == Guard("sword", "dex", 3)
    assert best_guard(strong, "melee") == best_guard(strong, "ranged") == Guard("shield", "brute", 6)
    assert best_guard(both, "ranged") == Guard("shield", "brute", 2)
    assert best_guard(view(fighter("axe", "sword"), DEFAULTS), "melee") == Guard("sword", "dex", 3)
    assert best_guard(empty, "bare") == Guard("bare hands", "brute", 2)
    assert best_guard(empty, "melee") is None
    parts = defence_modifiers(view(fighter(melee=1), DEFAULTS), "parry", "bare")
    assert [(m.name, m.value, m.source) for m in parts] == [("Brute", 2, "bare hands"), ("Melee", 1, "bare hands")]
    with pytest.raises(UnknownName):
        defence_modifiers(empty, "parry", "melee")


@pytest.mark.rule("house.hands", "parry.needs-weapon", "parry.ranged.others")
def test_what_cannot_parry() -> None:
    sword, bow, fist = weapon("sword"), weapon("bow"), weapon("fist")
    for unarmed in (fighter("claws"), fighter("bow"), fighter("lightning bolt"), fighter("sword", hands=[])):
        assert defences(view(unarmed, DEFAULTS), sword) == ("dodge",)
        assert defences(view(unarmed, DEFAULTS), fist) == ("parry", "dodge")
    stuck = replace(fighter("sword"), stuck=(("sword", "foe"),))
    assert defences(view(stuck, DEFAULTS), sword) == ("dodge",)
    assert defences(view(fighter("sword"), DEFAULTS), bow) == ("dodge",)
    assert defences(view(fighter("sword", "shield"), DEFAULTS), bow) == ("parry", "dodge")


@pytest.mark.rule("parry.magic", "magic.defend")
def test_spells_are_parried_only_where_they_say_so() -> None:
    armed = view(fighter("sword"), DEFAULTS)
    bolt = weapon("lightning bolt")
    assert defences(armed, bolt) == ("dodge", "resist")
    assert defences(armed, replace(bolt, parryable=True)) == ("parry", "dodge", "resist")
    assert defences(view(fighter(), DEFAULTS), replace(bolt, parryable=True)) == ("dodge", "resist")


def test_the_number_of_defences_may_be_limited() -> None:
    two = DEFAULTS.with_values({"defence.limit": 2})
    left = [view(replace(fighter("sword"), defences=used), two).defences_left for used in (0, 1, 2, 3)]
    assert left == [2, 1, 0, 0]
    assert view(replace(fighter("sword"), defences=9), DEFAULTS).defences_left is None
    assert defences(view(replace(fighter("sword"), defences=2), two), weapon("sword")) == ()


@pytest.mark.rule("house.undefended", "damage.death")
def test_who_is_not_awake_does_not_defend() -> None:
    faint = DEFAULTS.with_values({"life.zero": "unconscious"})
    spent = replace(fighter("sword"), life=0)
    assert awake(spent, DEFAULTS)
    assert not awake(spent, faint)
    for down in (replace(spent, unconscious=True), replace(spent, dead=True)):
        assert not awake(down, DEFAULTS)
        assert defences(view(down, DEFAULTS), weapon("fist")) == ()


@pytest.mark.rule("melee.attack", "bare.attack", "ranged.attack", "magic.attack", "size.accuracy")
@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("sword", {"Dex": 3, "Melee": 4}),
        ("axe", {"Brute": 2, "Melee": 4}),
        ("fist", {"Brute": 2, "Melee": 4}),
        ("bow", {"Dex": 3, "Ranged": 5}),
        ("lightning bolt", {"Wits": 1, "Magic": 6}),
    ],
)
def test_an_attack_names_its_parts(name: str, parts: dict[str, int]) -> None:
    attacker = view(fighter("sword", melee=4, ranged=5, magic=6), DEFAULTS)
    assert {m.name: m.value for m in attack_modifiers(attacker, weapon(name), 0, DEFAULTS)} == parts
    small = {m.name: m.value for m in attack_modifiers(attacker, weapon(name), -4, DEFAULTS)}
    assert small == {**parts, "size of target": -4}


@pytest.mark.rule("dodge.roll", "resist.roll")
def test_a_defence_names_its_parts() -> None:
    target = view(fighter("sword", melee=4, ranged=5, magic=6), DEFAULTS)
    parts = {kind: {m.name: m.value for m in defence_modifiers(target, "dodge", kind)} for kind in ("bare", "magic")}
    assert parts == {"bare": {"Dex": 3, "Melee": 4}, "magic": {"Dex": 3, "Magic": 6, "dodging magic": -4}}
    assert {m.name: m.value for m in defence_modifiers(target, "resist", "magic")} == {"Wits": 1, "Magic": 6}


def test_the_public_names_are_there() -> None:
    assert all(hasattr(sheets, name) for name in sheets.__all__)
