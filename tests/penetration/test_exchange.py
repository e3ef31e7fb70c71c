"""One attack from the first die to its effects: hit, armour, multiplier, shock, knock-out, dying and death."""

from typing import Any

import pytest
from penetration_fights import Told, duel, put, strike

from affray.encounter import Encounter
from affray.events import Changed, Remark, Resolved
from affray.table import Amendment


def hit(by: int, **more: Any) -> tuple[Encounter, tuple[Any, ...]]:
    """A fight, and the dice of an attack that hits by so much: 5 against 7."""
    a = {"accuracy": 2 + by, **more.pop("a", {})}
    return duel(a, more.pop("b", None), **more), ((5,), (3, 4))


def struck(by: int, *checks: Any, **more: Any) -> Told:
    encounter, dice = hit(by, **more)
    return strike(encounter, *dice, *checks)


@pytest.mark.rule("hit.attack-roll", "hit.defence-roll", "hit.compare", "hit.dodge", "damage.base")
@pytest.mark.parametrize(("by", "loss"), [(-1, 0), (0, 0), (1, 1), (5, 5)])
def test_an_attack_above_the_defence_hits_and_the_difference_is_the_base(by: int, loss: int) -> None:
    told = struck(by)
    assert told.rolls == {("A", "attack"): 7 + by, ("B", "defence"): 7}
    assert told.outcome == ("hit" if loss else "dodged")
    assert told.deed.hit == bool(loss)
    assert told.fighter("B").health == 36 - loss
    assert told.fighter("A").attacked


@pytest.mark.rule("hit.explode")
def test_a_six_is_thrown_again_and_the_defenders_sixes_are_not() -> None:
    told = strike(duel(), (6, 6, 3), (6, 6))
    assert told.rolls == {("A", "attack"): 15, ("B", "defence"): 12}
    assert told.loss == 3


@pytest.mark.rule("penetration.reduced", "penetration.equal", "penetration.penetrated", "penetration.no-damage")
@pytest.mark.parametrize(
    ("wp", "ac", "loss", "cited"),
    [
        (0, 3, 2, "penetration.reduced"),
        (0, 5, 0, "penetration.no-damage"),
        (0, 9, 0, "penetration.no-damage"),
        (3, 3, 5, "penetration.equal"),
        (12, 3, 5, "penetration.penetrated"),
        (13, 3, 10, "penetration.total"),
        (22, 3, 10, "penetration.total"),
        (23, 3, 15, "penetration.total"),
    ],
)
def test_armour_takes_from_the_base_and_penetration_by_tens_raises_the_multiplier(
    wp: int, ac: int, loss: int, cited: str
) -> None:
    checks = ((6, 6), (6, 6))[: (loss >= 6) + (loss >= 12)]
    told = struck(5, *checks, a={"penetration": wp}, b={"armour": {"name": "shell", "rating": ac}})
    assert told.loss == loss
    (remark,) = [event for event in told.log if isinstance(event, Remark)]
    assert cited in remark.rules


@pytest.mark.rule("multiplier.sum", "multiplier.order", "multiplier.weapon", "multiplier.character")
def test_all_that_changes_the_multiplier_is_added_up_and_counts_once_behind_armour() -> None:
    weapon = {"name": "club x2", "penetration": 0}
    b = {"armour": {"name": "shell", "rating": 2}, "endurance": 20}
    encounter = duel({"accuracy": 6, "weapons": [weapon], "multiplier": 1}, b)
    told = strike(encounter, (5,), (3, 4), weapon="club x2")
    assert told.loss == (4 - 2) * 3
    (remark,) = [event for event in told.log if isinstance(event, Remark)]
    assert {"multiplier.weapon", "multiplier.character", "multiplier.apply"} <= set(remark.rules)
    assert remark.text.startswith("does (4 - 2 armour) x 3 = 6 damage; penetration -2 over armour; multiplier 1 ")


@pytest.mark.rule("multiplier.fraction", "multiplier.none", "house.man.glancing")
@pytest.mark.parametrize(("multiplier", "loss"), [(0, 3), (1, 5), (-1, 2), (-2, 2), (-3, 1), (-4, 0)])
def test_a_pulled_blow_and_a_low_multiplier_leave_a_fraction(multiplier: int, loss: int) -> None:
    # a pulled blow takes 2, so that the sum is -1 + multiplier; the base is 10, with 1 more accuracy by the maneuver
    encounter = put(duel({"accuracy": 11, "multiplier": multiplier}, {"endurance": 20}), "A", maneuver="glancing")
    told = strike(encounter, (5,), (3, 4))
    assert told.loss == loss


@pytest.mark.rule("effect.shock", "injury.minor")
@pytest.mark.parametrize(("by", "due"), [(5, False), (6, True), (11, True)])
def test_shock_is_rolled_for_from_endurance_on(by: int, due: bool) -> None:
    told = struck(by, *((((6, 6),)) if due else ()))
    assert ((("B", "shock") in told.rolls), ("B", "knock-out") in told.rolls) == (due, False)


@pytest.mark.rule("effect.knockout")
def test_a_knock_out_is_rolled_for_from_twice_endurance_on_before_shock() -> None:
    told = struck(12, (3, 4), (5, 4))
    assert [(r.who, r.purpose) for r in told.asked] == [  # type: ignore[union-attr]
        ("A", "attack"),
        ("B", "defence"),
        ("B", "knock-out"),
        ("B", "shock"),
    ]
    assert not told.fighter("B").unconscious
    assert not told.fighter("B").shocked


@pytest.mark.rule("house.knockout")
@pytest.mark.parametrize(("dice", "out"), [((3, 4), False), ((3, 3), True)])
def test_a_knock_out_at_level_two_takes_seven_and_who_fails_it_is_not_shocked_as_well(
    dice: tuple[int, int], out: bool
) -> None:
    told = struck(12, dice, *(() if out else ((6, 6),)))
    assert told.fighter("B").unconscious == out
    assert told.fighter("B").shocked == 0
    assert (("B", "unconscious", True) in told.changes) == out


@pytest.mark.rule("house.shock")
@pytest.mark.parametrize(("by", "dice", "shocked"), [(6, (3, 4), 0), (6, (3, 3), 1), (11, (3, 4), 0)])
def test_a_shock_at_level_one_is_withstood_with_seven(by: int, dice: tuple[int, int], shocked: int) -> None:
    assert struck(by, dice).fighter("B").shocked == shocked


@pytest.mark.rule("injury.levels", "house.shock", "house.knockout")
def test_three_levels_make_the_numbers_nine_and_eleven() -> None:
    told = struck(21, (4, 5), (5, 5))
    checks = {r.purpose: r.against.total for r in told.asked if r.against}  # type: ignore[union-attr]
    assert checks == {"knock-out": 9, "shock": 11}
    assert told.fighter("B").shocked == 1


@pytest.mark.rule("house.health")
@pytest.mark.parametrize(
    ("health", "by", "what"), [(12, 5, ""), (12, 6, "dying"), (11, 5, "dying"), (6, 6, "dead"), (7, 1, "dying")]
)
def test_five_times_endurance_is_dying_and_six_times_is_death(health: int, by: int, what: str) -> None:
    encounter, dice = hit(by)
    injury = (36 - health) // 6
    encounter = put(encounter, "B", health=health, defence=injury)  # what the injuries take is given back
    told = strike(encounter, *dice, *(((6, 6),) if by >= 6 else ()))
    assert [change.what for change in told.log if isinstance(change, Changed)] == ([what] if what else [])
    assert told.encounter.fighter("B").health == health - by


@pytest.mark.rule("effect.shock", "effect.knockout")
def test_the_checks_hang_on_the_blow_and_not_on_the_health_that_is_left() -> None:
    encounter, dice = hit(12)
    told = strike(put(encounter, "B", health=7, defence=4), *dice, (1, 1))
    assert told.fighter("B").health == -5
    assert told.fighter("B").unconscious


@pytest.mark.rule("load.excess", "house.excess")
def test_excess_load_takes_from_every_roll() -> None:
    told = strike(duel({"accuracy": 20, "excess": 2}, {"excess": 2}), (5,), (3, 4), (6, 6), (6, 5))
    assert told.rolls == {("A", "attack"): 23, ("B", "defence"): 5, ("B", "knock-out"): 10, ("B", "shock"): 9}
    assert told.fighter("B").shocked == 1


@pytest.mark.rule("load.excess", "house.excess")
def test_excess_load_takes_from_a_penetration_that_is_rolled() -> None:
    encounter = duel({"accuracy": 3, "excess": 1}, penetration_roll="d6")
    told = strike(encounter, (5,), (3, 3), (4,))
    assert told.rolls["A", "penetration"] == 3


@pytest.mark.rule("status.penalty", "status.not-ac", "status.reminder", "house.health", "house.fatigue")
def test_injury_and_fatigue_take_from_both_sides_and_never_from_armour() -> None:
    shell = {"name": "shell", "rating": 2}
    encounter = duel({"accuracy": 10, "penetration": 4, "damage": 6, "fatigue": 6}, {"armour": shell, "damage": 11})
    told = strike(encounter, (5,), (3, 4), (6, 6))
    assert told.modifiers("A", "attack") == {"base accuracy": 10, "injury": -1, "fatigue": -1}
    assert told.modifiers("B", "defence")["injury"] == -1
    assert told.loss == (13 - 6)  # WP 4 - 2 against AC 2: nothing taken, nothing added


@pytest.mark.rule("house.shock")
def test_a_shock_costs_two_points_of_defence() -> None:
    told = strike(put(duel({"accuracy": 2}), "B", shocked=1), (5,), (3, 4))
    assert told.modifiers("B", "defence")["shocked"] == -2
    assert told.loss == 2


@pytest.mark.rule("house.health")
def test_whoever_is_out_of_the_fight_defends_with_the_dice_alone() -> None:
    told = strike(put(duel({"accuracy": 3}, {"defence": 9}), "B", unconscious=True), (5,), (3, 4))
    assert told.rolls["B", "defence"] == 7
    assert told.loss == 1


def test_a_ruling_reaches_attack_defence_penetration_multiplier_and_the_numbers_of_checks() -> None:
    encounter, dice = hit(6)
    for purpose, who, value, loss in (
        ("attack", "A", 1, 7),
        ("defence", "B", 1, 5),
        ("penetration", "A", 10, 12),
        ("multiplier", "A", 2, 18),
    ):
        ruled = Amendment("luck", value, who, purpose)
        checks = ((6, 6), (6, 6))[: (loss >= 6) + (loss >= 12)]
        told = strike(_ruled(encounter, ruled), *dice, *checks)
        assert told.loss == loss, purpose
    told = strike(_ruled(encounter, Amendment("luck", 3, "B", "shock TN")), *dice, (4, 5))
    assert told.fighter("B").shocked == 1


def _ruled(encounter: Encounter, amendment: Amendment) -> Encounter:
    return Encounter(**{**encounter.__dict__, "amendments": (amendment,)})


def test_what_happened_is_told_with_its_rules() -> None:
    told = struck(1)
    resolved = next(event for event in told.log if isinstance(event, Resolved))
    assert (resolved.rules, resolved.margin) == (("hit.compare", "damage.base"), 1)
