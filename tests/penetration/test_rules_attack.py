"""The order of acting, the dice, what hits, shots, and what protects against them."""

from fractions import Fraction

import icepool
import pytest

from affray.dice.expression import Dice
from affray.systems.penetration import rules
from affray.systems.penetration.charts import BANDS
from affray.systems.penetration.rules import Initiative


def shown(parts: rules.Parts) -> dict[str, int]:
    return {part.name: part.value for part in parts}


def chances(dice: Dice, most: int) -> dict[int, Fraction]:
    """The exact law of dice, up to that value."""
    return {value: Fraction(chance) for value, chance in dice.law(True).items() if value <= most}


# -- the order


@pytest.mark.rule("house.initiative", "load.excess")
def test_what_is_added_for_the_order() -> None:
    speed = rules.derive(rules.Numbers(4), rules.Numbers(2), rules.Burden()).speed
    assert shown(rules.initiative_modifiers(speed, 2)) == {"base speed": 4, "weapon": 2, "excess load": -2}
    assert str(rules.INITIATIVE_DICE) == "d6"


@pytest.mark.rule("house.initiative")
def test_the_order_and_who_acts_together() -> None:
    entries = [
        Initiative("a", 9, 5, 0),
        Initiative("b", 10, 4, 1),
        Initiative("c", 9, 6, 2),
        Initiative("d", 9, 5, 3),
        Initiative("e", 10, 4, 4),
        Initiative("f", 8, 5, 5),
    ]
    assert rules.initiative_order(entries) == ("b", "e", "c", "a", "d", "f")
    assert rules.tied(entries) == (("b", "e"), ("a", "d"))
    assert rules.initiative_order(reversed(entries)) == rules.initiative_order(entries)
    assert rules.tied(entries[:1]) == ()


@pytest.mark.rule("house.reach")
def test_reach() -> None:
    assert [rules.in_reach(distance) for distance in (0, 1, 2, 3)] == [True, True, True, False]


# -- the dice, by their switches


@pytest.mark.rule("hit.attack-roll", "hit.explode")
def test_the_law_of_the_attack_die() -> None:
    found = chances(rules.attack_dice("d6!", "open"), 30)
    assert found == {6 * sixes + face: Fraction(1, 6 ** (sixes + 1)) for sixes in range(5) for face in range(1, 6)}
    mean = sum(value * chance for value, chance in rules.attack_dice().law().items())
    assert mean == pytest.approx(4.2, abs=1e-6)


@pytest.mark.rule("hit.explode")
def test_dice_thrown_again_only_once() -> None:
    found = chances(rules.attack_dice("d6!", "once"), 99)
    assert found == {
        **{face: Fraction(1, 6) for face in range(1, 6)},
        **{6 + face: Fraction(1, 36) for face in range(1, 7)},
    }
    again = chances(rules.attack_dice("2d6!", "once"), 99)
    assert again[24] == Fraction(1, 36**2)
    assert sum(again.values()) == 1
    assert 12 not in again


@pytest.mark.rule("hit.attack-roll", "hit.defence-roll")
def test_two_dice_are_two_plain_dice() -> None:
    two = icepool.Die(range(1, 7)) + icepool.Die(range(1, 7))
    expected = {value: Fraction(two.quantity(value), two.denominator()) for value in two}
    for dice in (rules.attack_dice("2d6"), rules.defence_dice(), rules.defence_dice("2d6", "once")):
        assert chances(dice, 99) == expected


@pytest.mark.rule("hit.attack-roll", "hit.defence-roll", "hit.explode")
def test_two_dice_are_thrown_again_after_a_double_six_only() -> None:
    for dice in (rules.attack_dice("2d6!"), rules.defence_dice("2d6!")):
        faces = [6, 5]
        assert dice.throw(lambda die, faces=faces: faces.pop(0)) == 11
        faces = [6, 6, 6, 6, 1, 2]
        assert dice.throw(lambda die, faces=faces: faces.pop(0)) == 27
        assert faces == []
    assert str(rules.defence_dice("d6!")) == "d6!"
    assert rules.defence_dice("d6!") == rules.attack_dice("d6!")


@pytest.mark.rule("hit.compare", "hit.dodge", "damage.base")
@pytest.mark.parametrize(("margin", "hit", "base"), [(-1, False, 0), (0, False, 0), (1, True, 1), (7, True, 7)])
def test_what_hits(margin: int, hit: bool, base: int) -> None:
    assert rules.hits(margin) == hit
    assert rules.damage_base(margin) == base


@pytest.mark.rule("hit.compare")
@pytest.mark.parametrize(("ahead", "chance"), [(0, 0.1705), (4, 0.5247), (8, 0.9074)])
def test_the_chance_to_hit(ahead: int, chance: float) -> None:
    law = rules.attack_dice().law() - rules.defence_dice().law()
    assert sum(p for margin, p in law.items() if rules.hits(margin + ahead)) == pytest.approx(chance, abs=5e-5)


@pytest.mark.rule("hit.attack-roll", "hit.defence-roll", "load.excess")
def test_excess_load_hampers_attack_and_defence() -> None:
    part = rules.missile_defence(5, 0, 0, 0)
    assert rules.counts(rules.attack_modifiers(part, 2)) == 3
    assert rules.counts(rules.defence_modifiers(part, 8)) == -3
    assert rules.attack_modifiers(part) == part


# -- shooting and throwing


@pytest.mark.rule("missile.range-penalty", "missile.style", "house.range")
@pytest.mark.parametrize("band", BANDS.values())
def test_range_bands(band: int) -> None:
    assert [rules.range_penalty(d, band) for d in (0, 1, band, band + 1, 2 * band, 2 * band + 1)] == [0, 0, 0, 1, 1, 2]
    assert [rules.range_penalty(3 * band, band, style) for style in range(4)] == [2, 1, 0, 0]


@pytest.mark.rule("house.range")
def test_the_bands_themselves() -> None:
    assert dict(BANDS) == {"thrown": 5, "bow": 20, "crossbow": 25}


@pytest.mark.rule("missile.range-penalty", "missile.style")
def test_range_is_shown_part_by_part() -> None:
    assert shown(rules.range_modifiers(61, 20, 2)) == {"range": -3, "shooting style": 2}
    assert shown(rules.range_modifiers(21, 20, 3)) == {"range": -1, "shooting style": 1}
    assert rules.range_modifiers(20, 20, 3) == ()


@pytest.mark.rule("missile.aim", "missile.style", "house.man.aim")
@pytest.mark.parametrize(("rounds", "bonus"), [(0, 0), (1, 2), (2, 4), (3, 4)])
def test_aiming(rounds: int, bonus: int) -> None:
    assert rules.counts(rules.aim_modifiers(rounds)) == bonus
    assert rules.counts(rules.aim_modifiers(rounds, 2)) == (bonus + 2 if rounds else 0)
    assert rules.AIM_ROUNDS == 2


@pytest.mark.rule("missile.cover", "house.tree")
def test_behind_a_tree() -> None:
    assert [rules.counts(rules.cover_modifiers(cover)) for cover in rules.COVERS] == [0, -4, 0]
    assert [rules.out_of_sight(cover) for cover in rules.COVERS] == [False, False, True]


@pytest.mark.rule("missile.prone", "house.prone")
def test_on_the_ground() -> None:
    assert [rules.counts(rules.prone_target(True, distance)) for distance in (0, 5, 6, 60)] == [0, 0, -3, -3]
    assert rules.prone_target(False, 60) == ()
    assert rules.counts(rules.prone_defence(True)) == -3
    assert rules.prone_defence(False) == ()


@pytest.mark.rule("missile.protection", "house.missile-defence")
@pytest.mark.parametrize(
    ("shield", "unarmed", "aware", "reading", "parts"),
    [
        (0, 0, True, "shield-or-unarmed", {"base defence": 5}),
        (3, 2, True, "shield-or-unarmed", {"base defence": 5, "shield": 3}),
        (3, 4, True, "shield-or-unarmed", {"base defence": 5, "unarmed skill": 4}),
        (3, 4, True, "normal", {"base defence": 5, "weapon": 4, "shield": 3}),
        (3, 4, False, "shield-or-unarmed", {"unaware": 0}),
        (3, 4, False, "normal", {"unaware": 0}),
    ],
)
def test_what_protects_against_missiles(
    shield: int, unarmed: int, aware: bool, reading: str, parts: dict[str, int]
) -> None:
    assert shown(rules.missile_defence(5, 4, shield, unarmed, aware, reading)) == parts
