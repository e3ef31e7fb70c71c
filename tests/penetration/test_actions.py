"""What can be done in a turn besides attacking: moving, closing in, changing weapons, leaving; and what forbids it."""

import pytest
from penetration_fights import BOW, STICK, do, duel, fight, forbidden, play, put, sitting, strike, turn

from affray.encounter import Encounter, Step
from affray.errors import IllegalAction
from affray.systems.penetration import SYSTEM
from affray.systems.penetration.actions.kinds import (
    ACTIONS,
    Aim,
    Attack,
    Close,
    Cover,
    Drop,
    Flee,
    Move,
    Pass,
    Ready,
    Rise,
    Surrender,
)
from affray.table import ScriptTable


def ready(a: dict[str, object] | None = None, b: dict[str, object] | None = None, **more: bool) -> Encounter:
    """A duel in which A has the turn."""
    return turn(duel(a, b, **more), "A")


@pytest.mark.rule("house.turn", "house.reach")
@pytest.mark.parametrize(("distance", "rule"), [(2, "house.reach"), (3, ""), (8, ""), (9, "house.turn")])
def test_one_closes_in_from_eight_metres_at_most_to_two(distance: int, rule: str) -> None:
    encounter = ready({}, {"position": distance})
    assert forbidden(encounter, Close("A", "B")) == rule
    if not rule:
        told = play(encounter, Close("A", "B"))
        assert told.encounter.distance("A", "B") == 2
        assert told.encounter.step is not None, "the turn goes on"
        assert forbidden(told.encounter, Attack("A", "B", "stick")) == ""
        assert forbidden(told.encounter, Move("A", 0)) == "house.turn"


@pytest.mark.rule("house.turn", "house.reach")
@pytest.mark.parametrize(("to", "rule"), [(-6, ""), (-7, "house.turn"), (0, "house.turn"), (6, ""), (7, "house.turn")])
def test_a_move_of_up_to_six_metres_ends_the_turn(to: int, rule: str) -> None:
    encounter = ready()
    assert forbidden(encounter, Move("A", to)) == rule
    if not rule:
        assert play(encounter, Move("A", to)).encounter.step is None


@pytest.mark.rule("house.reach")
@pytest.mark.parametrize(("distance", "rule"), [(2, ""), (3, "house.reach")])
def test_a_blow_reaches_two_metres(distance: int, rule: str) -> None:
    assert forbidden(ready({}, {"position": distance}), Attack("A", "B", "stick")) == rule


@pytest.mark.rule("house.initiative", "house.maneuver.limit", "house.shock", "house.man.defend", "house.man.parry")
def test_one_attack_in_a_round_and_none_with_a_maneuver_or_a_shock_that_forbids_it() -> None:
    attack = Attack("A", "B", "stick")
    encounter = ready()
    assert forbidden(encounter, attack) == ""
    assert forbidden(put(encounter, "A", attacked=True), attack) == "house.initiative"
    assert forbidden(put(encounter, "A", maneuver="defend"), attack) == "house.man.defend"
    assert forbidden(put(encounter, "A", maneuver="parry"), attack) == "house.man.parry"
    assert forbidden(put(encounter, "A", shocked=1), attack) == "house.shock"


@pytest.mark.rule("house.man.parry", "house.man.crushing", "house.man.precise", "house.man.basic", "maneuver.use")
@pytest.mark.parametrize(
    ("maneuver", "attack", "defence", "loss"),
    [
        ("basic", 0, 0, 5),
        ("precise", 3, 0, 8),
        ("crushing", -2, -2, 6),
        ("glancing", 1, 0, 2),
        ("headlong", 0, 0, 5),
        ("aim", 0, 0, 5),
    ],
)
def test_a_maneuver_changes_the_attack_and_the_defence_of_its_round(
    maneuver: str, attack: int, defence: int, loss: int
) -> None:
    encounter = put(duel({"accuracy": 7}, {"endurance": 20}), "A", maneuver=maneuver)
    told = strike(encounter, (5,), (3, 4))
    assert told.rolls["A", "attack"] == 12 + attack
    assert told.loss == loss
    back = strike(put(encounter, "B", accuracy=9), (1,), (3, 4), attacker="B", target="A")
    assert back.rolls["A", "defence"] == 7 + defence


@pytest.mark.rule("house.man.parry", "style.enhance", "house.style")
def test_a_full_parry_is_four_more_defence_and_a_style_makes_it_better() -> None:
    styled = duel({}, {"maneuvers": ["parry"], "styles": [{"name": "wall", "like": "wall", "level": 2}]})
    for encounter, total in ((duel(), 11), (styled, 13)):
        told = strike(put(encounter, "B", maneuver="parry"), (1,), (3, 4))
        assert told.rolls["B", "defence"] == total


@pytest.mark.rule("house.hands", "strength.any-weapon", "strength.shortfall", "strength.requirement")
def test_changing_weapon_or_grip_takes_the_turn_and_the_grip_counts_for_strength() -> None:
    weapons = ["great sword", "dagger"]
    encounter = ready({"weapons": weapons, "strength": 6, "grip": 2})
    assert forbidden(encounter, Attack("A", "B", "dagger")) == "house.hands"
    assert forbidden(encounter, Ready("A", "great sword", 2)) == "house.hands"
    assert forbidden(encounter, Ready("A", "axe", 1)) == "house.hands"
    assert forbidden(ready({"weapons": [BOW]}), Ready("A", BOW, 1)) == "house.hands"
    told = play(encounter, Ready("A", "great sword", 1))
    assert told.encounter.step is None
    for after, missing in ((told.encounter, 8), (encounter, 4)):
        struck = strike(after, (1,), (6, 6), weapon="great sword")
        assert struck.modifiers("A", "attack")["Strength shortfall"] == -missing


@pytest.mark.rule("house.hands", "house.scores")
def test_a_shield_helps_with_one_hand_on_the_weapon_and_not_with_two() -> None:
    for grip, total in ((1, 10), (2, 7)):
        told = strike(duel({}, {"shield": "shield", "grip": grip}), (1,), (3, 4))
        assert told.rolls["B", "defence"] == total


@pytest.mark.rule("house.scores")
def test_everybody_can_strike_without_a_weapon_whatever_is_in_hand() -> None:
    told = strike(duel({"weapons": ["great sword"], "strength": 1, "grip": 2}), (5,), (1, 2), weapon="unarmed")
    assert told.modifiers("A", "attack") == {"base accuracy": 0, "weapon": 2}


@pytest.mark.rule("load.penalty", "armour.stiffness", "house.load")
def test_weight_and_stiffness_take_from_attack_and_defence() -> None:
    heavy = {"kg": 21, "armour": {"name": "shell", "rating": 0, "stiffness": 2}}
    told = strike(duel({**heavy, "accuracy": 9, "penetration": 3}, heavy), (1,), (3, 4))
    expected = {"load": -1, "stiffness": -2}
    assert told.modifiers("A", "attack") == {"base accuracy": 9, **expected}
    assert told.modifiers("B", "defence") == {"base defence": 0, **expected}


@pytest.mark.rule("house.prone", "missile.prone", "house.turn")
def test_dropping_and_getting_up_are_movements_and_the_turn_goes_on() -> None:
    encounter = ready({}, {"position": 2})
    assert forbidden(encounter, Rise("A")) == "house.prone"
    down = play(encounter, Drop("A")).encounter
    assert down.fighter("A").prone
    assert forbidden(down, Drop("A")) == "house.prone"
    assert forbidden(down, Rise("A")) == "house.turn"
    assert forbidden(down, Attack("A", "B", "stick")) == ""
    again = turn(down, "A")
    for action in (Move("A", 1), Flee("A")):
        assert forbidden(again, action) == "house.prone"
    assert forbidden(put(again, "B", position=6), Close("A", "B")) == "house.prone"
    up = play(again, Rise("A")).encounter
    assert not up.fighter("A").prone
    assert forbidden(up, Attack("A", "B", "stick")) == ""
    assert forbidden(up, Move("A", 1)) == "house.turn"


@pytest.mark.rule("house.prone")
def test_who_lies_on_the_ground_defends_worse_against_blows() -> None:
    told = strike(put(duel(), "B", prone=True), (5,), (3, 4))
    assert told.rolls["B", "defence"] == 4


@pytest.mark.rule("house.leave")
def test_fleeing_needs_nobody_able_in_reach_and_surrender_a_turn() -> None:
    near, far = ready({}, {"position": 2}), ready({}, {"position": 3})
    assert forbidden(near, Flee("A")) == "house.leave"
    assert forbidden(put(near, "B", unconscious=True), Flee("A")) == ""
    assert forbidden(far, Flee("A")) == ""
    assert play(far, Flee("A")).fighter("A").gone == "fled"
    gone = play(near, Surrender("A")).encounter
    assert gone.fighter("A").gone == "surrendered"
    assert SYSTEM.alive(gone.fighter("A"))
    assert not SYSTEM.able(gone.fighter("A"), gone.options)
    assert forbidden(turn(gone, "B"), Attack("B", "A", "stick")) == "house.leave"
    assert forbidden(turn(gone, "A"), Pass("A")) == "house.leave"


@pytest.mark.rule("house.health", "house.knockout")
def test_nobody_acts_who_is_dying_dead_or_unconscious_and_the_dead_are_left_alone() -> None:
    encounter = ready()
    assert forbidden(put(encounter, "A", health=6), Pass("A")) == "house.health"
    assert forbidden(put(encounter, "A", health=7), Pass("A")) == ""
    assert forbidden(put(encounter, "A", unconscious=True), Pass("A")) == "house.knockout"
    attack = Attack("A", "B", "stick")
    assert forbidden(put(encounter, "B", health=0), attack) == "house.health"
    assert forbidden(put(encounter, "B", health=1), attack) == ""


def test_nobody_acts_out_of_turn_on_itself_or_on_nobody() -> None:
    encounter = ready()
    assert forbidden(encounter, Pass("B")) == "house.initiative"
    assert forbidden(encounter, Attack("A", "A", "stick")) == "house.turn"
    assert forbidden(encounter, Attack("A", "X", "stick")) == "house.turn"
    with pytest.raises(IllegalAction, match="nobody called"):
        SYSTEM.perform(encounter, Attack("A", "X", "stick"), ScriptTable(()))


def test_every_kind_of_action_is_on_offer_somewhere() -> None:
    archer = {"weapons": [BOW, STICK], "maneuvers": ["aim"]}
    situations = [
        ready(archer, {"position": 8}, trees=True),
        put(ready(archer, {"position": 8}), "A", maneuver="aim"),
        put(ready(), "A", prone=True),
    ]
    offered = {offer.kind for encounter in situations for offer in SYSTEM.offers(encounter)}
    assert offered == set(ACTIONS)
    assert SYSTEM.offers(duel()) == ()


def test_what_is_done_is_told_in_a_few_words() -> None:
    actions = [
        Attack("A", "B", "stick"),
        Close("A", "B"),
        Move("A", 3),
        Aim("A", "B"),
        Drop("A"),
        Rise("A"),
        Cover("A", "tree"),
        Cover("A", "behind"),
        Ready("A", "stick", 2),
        Flee("A"),
        Surrender("A"),
        Pass("A"),
    ]
    assert {type(action) for action in actions} == set(ACTIONS.values())
    assert len({action.describe() for action in actions}) == len(actions)
    assert all(action.describe().startswith("A ") for action in actions)


def test_a_turn_out_of_the_order_passes_to_the_next_one() -> None:
    session = sitting(fight({"name": "A", "speed": 5}, {"name": "B"}), "basic", "basic", (1,), (1,))
    do(session, Pass("A"))
    assert session.turn == Step("turn", "B")
