"""Every switch in play: each value does what it says, and none but the default does what the default does."""

from typing import Any

import pytest
from penetration_fights import Told, duel, put, strike

from affray.encounter import Encounter
from affray.odds import action_odds
from affray.systems.penetration import SYSTEM
from affray.systems.penetration.actions.kinds import Attack


def blow(*script: Any, a: dict[str, Any] | None = None, b: dict[str, Any] | None = None, **switches: Any) -> Told:
    return strike(duel(a, b, **switches), *script)


@pytest.mark.rule("hit.attack-roll", "hit.explode")
def test_attack_dice() -> None:
    assert blow((6, 3), (1, 1), (6, 6)).rolls["A", "attack"] == 9
    assert blow((6, 3), (1, 1), (6, 6), attack_dice="2d6").rolls["A", "attack"] == 9
    with pytest.raises(Exception, match="two of them"):
        blow((6,), (1, 1), attack_dice="2d6")
    assert blow((6, 6, 2, 1), (6, 6), attack_dice="2d6!").rolls["A", "attack"] == 15
    assert blow((6, 5), (6, 6), attack_dice="2d6!").rolls["A", "attack"] == 11


@pytest.mark.rule("hit.defence-roll")
def test_defence_dice() -> None:
    assert blow((1,), (6, 6)).rolls["B", "defence"] == 12
    assert blow((1,), (6, 6, 2), defence_dice="d6!").rolls["B", "defence"] == 14
    assert blow((1,), (6, 6, 3, 1), defence_dice="2d6!").rolls["B", "defence"] == 16


@pytest.mark.rule("hit.explode")
def test_attack_explode() -> None:
    assert blow((6, 6, 1), (6, 6)).rolls["A", "attack"] == 13
    assert blow((6, 6), (6, 6), attack_explode="once").rolls["A", "attack"] == 12


@pytest.mark.rule("penetration.difference")
def test_penetration_roll() -> None:
    shell = {"armour": {"name": "shell", "rating": 3}}
    a = {"accuracy": 6, "penetration": 8}
    assert blow((4,), (3, 4), a=a, b=shell).loss == 3
    assert blow((4,), (3, 4), (5,), (6, 6), a=a, b=shell, penetration_roll="d6").loss == 6
    assert blow((4,), (3, 4), (4,), a=a, b=shell, penetration_roll="d6").loss == 3
    assert blow((5,), (3, 4), (6, 6), a=a, b=shell, penetration_roll="attack-die").loss == 8
    assert blow((4,), (3, 4), a=a, b=shell, penetration_roll="attack-die").loss == 3


@pytest.mark.rule("penetration.difference")
def test_no_die_is_thrown_for_the_penetration_of_a_blow_that_misses() -> None:
    told = blow((1,), (3, 4), penetration_roll="d6")
    assert len(told.asked) == 2


@pytest.mark.rule("multiplier.fraction")
@pytest.mark.parametrize(("rounding", "losses"), [("down", (0, 2)), ("up", (1, 3)), ("min-1", (1, 2))])
def test_multiplier_rounding(rounding: str, losses: tuple[int, int]) -> None:
    for by, loss in zip((1, 5), losses, strict=True):
        told = blow((5,), (3, 4), a={"accuracy": 2 + by, "multiplier": -1}, multiplier_rounding=rounding)
        assert told.loss == loss


def hurt(damage: int, **switches: Any) -> Encounter:
    """B has taken so much damage, and has as much defence more as that takes away."""
    return put(duel({"accuracy": 6}, {"damage": damage}, **switches), "B", defence=damage // 6)


@pytest.mark.rule("effect.shock", "effect.knockout")
def test_effect_scope() -> None:
    # a blow of 4; with 2 before it is the first level, with 8 the second
    assert strike(hurt(2), (5,), (3, 4)).rolls.keys() == {("A", "attack"), ("B", "defence")}
    assert ("B", "shock") in strike(hurt(2, effect_scope="total"), (5,), (3, 4), (6, 6)).rolls
    assert ("B", "shock") not in strike(hurt(1, effect_scope="total"), (5,), (3, 4)).rolls
    told = strike(hurt(8, effect_scope="total"), (5,), (3, 4), (3, 4), (6, 6))
    assert told.rolls.keys() >= {("B", "knock-out"), ("B", "shock")}
    # no new level, no roll
    assert ("B", "shock") not in strike(hurt(6, effect_scope="total"), (5,), (3, 4)).rolls


@pytest.mark.rule("effect.knockout", "effect.shock")
def test_effect_double() -> None:
    a = {"accuracy": 14}
    assert blow((5,), (3, 4), (6, 6), (1, 1), a=a).fighter("B").shocked
    told = blow((5,), (3, 4), (6, 6), a=a, effect_double="knockout-only")
    assert ("B", "knock-out") in told.rolls
    assert not told.fighter("B").shocked


@pytest.mark.rule("injury.levels")
def test_injury_levels() -> None:
    a = {"accuracy": 9}
    assert blow((5,), (3, 4), (3, 4), a=a).fighter("B").shocked == 0  # 7 points are one level: 7 is enough
    assert blow((5,), (3, 4), (3, 4), a=a, injury_levels="ceil").fighter("B").shocked == 1  # two levels: 9
    for reading, penalty in (("floor", -1), ("ceil", -2)):
        told = blow((1,), (6, 6), b={"damage": 7}, injury_levels=reading)
        assert told.modifiers("B", "defence")["injury"] == penalty
    assert "injury" not in blow((1,), (6, 6), b={"damage": 5}, injury_levels="ceil").modifiers("B", "defence")


@pytest.mark.rule("missile.protection", "house.missile-defence")
def test_missile_defence() -> None:
    a = {"weapons": [{"name": "bow", "one_hand": "no", "shot": "bow"}]}
    b = {"weapons": ["sword"], "shield": "shield", "unarmed": 9}
    for reading, total in (("shield-or-unarmed", 9), ("normal", 7)):
        told = strike(duel(a, b, missile_defence=reading), (1,), (6, 6), weapon="bow")
        assert told.rolls["B", "defence"] == 12 + total


def test_every_value_that_is_no_default_changes_the_odds_of_some_blow() -> None:
    base = duel(
        {"accuracy": 12, "penetration": 9, "multiplier": -1}, {"damage": 5, "armour": {"name": "x", "rating": 1}}
    )
    archer = duel({"accuracy": 9, "weapons": ["bow"]}, {"weapons": ["sword"], "unarmed": 2, "damage": 7})
    for switch in SYSTEM.switches:
        for value in switch.allowed:
            if value == switch.default:
                continue
            differs = False
            for encounter, weapon in ((base, "stick"), (archer, "bow")):
                action = Attack("A", "B", weapon)
                figures = []
                for setting in ({}, {switch.name: value}):
                    options = encounter.options.with_values(setting)
                    staged = SYSTEM.stage(Encounter(**{**encounter.__dict__, "options": options}), action, True)
                    odds = action_odds(SYSTEM, staged, action)
                    assert odds.law is not None
                    figures.append((odds.loss, sorted(odds.law.weights.values())))
                differs |= figures[0] != figures[1]
            assert differs, f"{switch.name} = {value} changes nothing"
