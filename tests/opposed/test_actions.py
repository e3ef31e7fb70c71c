"""What fighters may do in a turn and what it changes: reach, moves, hands, turns."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
from opposed_fights import duel, fight, forbidden, play, put, sitting, turn

from affray.encounter import Step
from affray.errors import IllegalAction
from affray.events import Changed, Declared
from affray.system import Action
from affray.systems.opposed import SYSTEM
from affray.systems.opposed.actions.kinds import ACTIONS, Attack, Move, Pass, Ready, Switch

ARMED = {"weapons": ["sword", "shield", "spear", "bow"]}


@pytest.mark.rule("initiative.order")
def test_only_whoever_has_the_turn_acts() -> None:
    encounter = turn(duel(ARMED), "A")
    assert forbidden(encounter, Pass("B")) == "initiative.order"
    assert forbidden(duel(ARMED), Pass("A")) == "initiative.order"
    with pytest.raises(IllegalAction, match="not the turn of B"):
        play(encounter, Pass("B"))


@pytest.mark.rule("house.reach")
@pytest.mark.parametrize(("distance", "rule"), [(0, ""), (2, ""), (3, "house.reach"), (-2, ""), (-3, "house.reach")])
@pytest.mark.parametrize("weapon", ["sword", "kick"])
def test_blows_reach_two_metres(distance: int, rule: str, weapon: str) -> None:
    assert forbidden(turn(duel(ARMED, {"position": distance}), "A"), Attack("A", "B", weapon)) == rule


@pytest.mark.rule("roll.opposed", "damage.death", "house.hands", "parry.needs-weapon")
def test_attacks_that_make_no_sense() -> None:
    encounter = turn(duel(ARMED), "A")
    assert forbidden(encounter, Attack("A", "A", "sword")) == "roll.opposed"
    assert forbidden(encounter, Attack("A", "Nobody", "sword")) == "roll.opposed"
    assert forbidden(encounter, Attack("A", "B", "claymore")) == "house.hands"
    assert forbidden(encounter, Attack("A", "B", "spear")) == "house.hands"
    assert forbidden(encounter, Attack("A", "B", "shield")) == "parry.needs-weapon"
    assert forbidden(put(encounter, "B", dead=True), Attack("A", "B", "sword")) == "damage.death"
    assert forbidden(encounter, Action("A")) == "roll.basic"


@pytest.mark.rule("roll.opposed")
def test_friends_can_be_attacked_by_those_who_insist_but_nobody_suggests_it() -> None:
    trio = fight({"name": "A", **ARMED}, {"name": "F", "side": "A"}, {"name": "B"})
    encounter = turn(trio, "A")
    assert forbidden(encounter, Attack("A", "F", "sword")) == ""
    offer = next(offer for offer in SYSTEM.offers(encounter) if offer.kind == "attack")
    assert {action.target for action in offer.examples} == {"B"}  # type: ignore[attr-defined]
    assert offer.domains["target"] == ("B", "F")


# -- moving ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("house.move")
def test_a_move_is_short_comes_before_the_action_and_comes_once() -> None:
    encounter = turn(duel({**ARMED, "move": 4}, {"position": 6}), "A")
    for to, rule in ((0, "house.move"), (5, "house.move"), (4, ""), (-4, ""), (-5, "house.move")):
        assert forbidden(encounter, Move("A", to)) == rule
    told = play(encounter, Move("A", 4))
    assert told.fighter("A").position == 4
    assert told.fighter("A").moved
    assert [(e.who, e.before, e.after) for e in told.log if isinstance(e, Changed)] == [("A", 0, 4)]
    assert told.encounter.step is not None  # the turn goes on
    assert forbidden(told.encounter, Move("A", 3)) == "house.move"
    assert forbidden(told.encounter, Attack("A", "B", "sword")) == ""


@pytest.mark.rule("house.move", "initiative.switch")
def test_a_turn_that_was_put_off_brings_no_second_move() -> None:
    mage = {"move": 4, "weapons": ["sword", "lightning bolt"]}
    session = sitting(duel(mage, {"position": 20}), "physical", [6, 6], [1, 1])
    session.act(Move("A", 4))
    session.act(Switch("A"))
    session.act(Pass("B"))
    assert session.turn is not None
    assert (session.turn.who, session.turn.cause) == ("A", "late")
    assert forbidden(session.encounter, Move("A", 8)) == "house.move"
    still = sitting(duel(mage, {"position": 20}), "physical", [6, 6], [1, 1])
    still.act(Switch("A"))
    still.act(Pass("B"))
    assert forbidden(still.encounter, Move("A", 4)) == ""


@pytest.mark.rule("initiative.switch", "initiative.commit")
def test_nobody_switches_to_what_he_has_not_got() -> None:
    encounter = turn(duel(ARMED), "A")
    assert forbidden(encounter, Switch("A")) == "initiative.switch"
    # on a free turn the other kind of attack is closed, and the reason does not point at a switch
    mage = turn(duel({"weapons": ["sword", "lightning bolt"]}), "A")
    free = mage.pop().push(Step("opportunity", "A"))
    refused = SYSTEM.forbid(free, Attack("A", "B", "lightning bolt"))
    assert refused is not None
    assert (refused.rule, "switch" in refused.reason) == ("initiative.commit", False)


@pytest.mark.rule("house.move")
def test_moves_on_offer_lead_within_reach_or_away() -> None:
    encounter = turn(duel({"move": 6}, {"position": 5}), "A")
    offer = next(offer for offer in SYSTEM.offers(encounter) if offer.kind == "move")
    assert [action.to for action in offer.examples] == [3, -6]  # type: ignore[attr-defined]
    rooted = turn(duel({"move": 0}, {"position": 5}), "A")
    assert all(offer.kind != "move" for offer in SYSTEM.offers(rooted))
    assert forbidden(rooted, Move("A", 1)) == "house.move"


# -- hands -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("house.hands")
@pytest.mark.parametrize(
    ("held", "taken", "after"),
    [
        (("sword", "shield"), "spear", ("spear",)),
        (("spear",), "sword", ("sword",)),
        (("sword",), "shield", ("shield", "sword")),
        (("sword", "shield"), "bow", ("bow",)),
        ((), "sword", ("sword",)),
    ],
)
def test_taking_a_weapon_in_hand_drops_what_does_not_fit(
    held: tuple[str, ...], taken: str, after: tuple[str, ...]
) -> None:
    encounter = turn(put(duel(ARMED), "A", hands=held), "A")
    told = play(encounter, Ready("A", taken))
    assert told.fighter("A").hands == after
    assert told.encounter.step is None  # it takes the turn


@pytest.mark.rule("house.hands")
def test_what_cannot_be_taken_in_hand() -> None:
    encounter = turn(duel(ARMED), "A")
    assert forbidden(encounter, Ready("A", "sword")) == "house.hands"
    assert forbidden(encounter, Ready("A", "fist")) == "house.hands"
    assert forbidden(encounter, Ready("A", "claymore")) == "house.hands"
    assert forbidden(encounter, Ready("A", "spear")) == ""


@pytest.mark.rule("house.hands")
def test_fighters_begin_with_the_first_weapons_that_fit() -> None:
    assert duel(ARMED).fighter("A").hands == ("sword", "shield")
    assert duel({"weapons": ["bow", "dagger"]}).fighter("A").hands == ("bow",)
    assert duel({"weapons": ["dagger", "bow", "shield"]}).fighter("A").hands == ("dagger", "shield")
    assert duel({"weapons": ["claws", "sword"]}).fighter("A").hands == ("sword",)


# -- the kinds ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Attack("A", "B", "sword"), "A attacks B with sword"),
        (Move("A", 4), "A moves to 4 m"),
        (Ready("A", "sword"), "A takes sword in hand"),
        (Pass("A"), "A passes"),
    ],
)
def test_actions_describe_themselves(action: Action, words: str) -> None:
    assert action.describe() == words


def test_every_kind_is_hashable_and_knows_its_name() -> None:
    for kind, action in ACTIONS.items():
        assert action.kind == kind
        values: Any = ["A", *(3 if field.type == "int" else "B" for field in fields(action)[1:])]
        assert hash(action(*values)) == hash(action(*values))
        assert "A" in action(*values).describe()


def test_passing_is_told_and_ends_the_turn() -> None:
    told = play(turn(duel(), "A"), Pass("A"))
    assert [e.action for e in told.log if isinstance(e, Declared)] == ["passes"]
    assert told.encounter.step is None
