"""Fighting from the saddle: modifiers, shots, who may ride what, getting up and down, and falling off."""

from __future__ import annotations

from typing import Any

import pytest
from mount_fights import begin, riding, unruly
from opposed_fights import Told, fight, forbidden, habit, play, put, turn

from affray.errors import BadValue
from affray.events import Resolved
from affray.systems.opposed import SYSTEM, rules
from affray.systems.opposed.actions.kinds import (
    Aim,
    Attack,
    Control,
    Dismount,
    Flee,
    Grapple,
    Mount,
    Move,
    Pass,
    Surrender,
)
from affray.systems.opposed.fighter import Wild

GEAR = {"weapons": ["sword", "bow", "lightning bolt"], "hands": ["sword"]}
SEVEN = (3, 4)


def strike(weapon: str, **changed: Any) -> Told:
    """Rider attacks Foe, who does not defend, with a throw of 7; all that is changed is changed on Beast."""
    intent = "magic" if weapon == "lightning bolt" else "physical"
    hands = () if weapon == "fist" else (weapon,) if weapon in ("sword", "bow") else ()
    encounter = put(turn(riding(GEAR), "Rider", intent=intent, hands=hands), "Beast", **changed)
    return play(encounter, Attack("Rider", "Foe", weapon), SEVEN, *(() if weapon == "bow" else ("none",)))


def place_of(encounter: Any, *who: str) -> list[int]:
    return [encounter.fighter(one).position for one in who]


# -- modifiers


@pytest.mark.rule("mount.melee-moving", "mount.melee-still", "mount.magic")
@pytest.mark.rule("mount.ranged-moving", "mount.ranged-still")
@pytest.mark.parametrize(
    ("weapon", "still", "moving"), [("sword", 1, 2), ("fist", 1, 2), ("bow", 0, -2), ("lightning bolt", -4, -4)]
)
def test_what_the_saddle_adds_to_an_attack(weapon: str, still: int, moving: int) -> None:
    assert strike(weapon).rolls["Rider", "attack"] == 7 + still
    assert strike(weapon, moved=True).rolls["Rider", "attack"] == 7 + moving


@pytest.mark.rule("mount.melee-still", "mount.melee-moving")
def test_on_foot_a_mount_beside_one_adds_nothing() -> None:
    encounter = put(turn(riding(GEAR), "Rider", mount=""), "Beast", moved=True)
    assert play(encounter, Attack("Rider", "Foe", "sword"), SEVEN, "none").rolls["Rider", "attack"] == 7
    told = play(turn(riding(), "Beast"), Attack("Beast", "Foe", "kick"), SEVEN, "none")
    assert told.rolls["Beast", "attack"] == 7


@pytest.mark.rule("mount.melee-moving", "mount.melee-still", "mount.loss.5-6")
@pytest.mark.parametrize(("row", "total"), [("1-2", 5), ("3-4", 5), ("5-6", 6), ("7+", 6)])
def test_a_mount_that_bucks_counts_as_moving(row: str, total: int) -> None:
    assert strike("sword", wild=Wild(row, 12)).rolls["Rider", "attack"] == total  # -3 and +1 or +2


@pytest.mark.rule("mount.melee-moving")
def test_a_mount_moves_until_the_round_is_over() -> None:
    encounter = play(turn(riding(GEAR, foe={"position": 5}), "Rider"), Move("Rider", 4)).encounter
    told = play(encounter, Attack("Rider", "Foe", "sword"), SEVEN, "none")
    assert told.rolls["Rider", "attack"] == 9
    assert SYSTEM.refresh(told.fighter("Beast"), "moved").moved is False


@pytest.mark.rule("grapple.start", "house.mount")
def test_the_saddle_is_no_help_in_getting_hold_of_somebody() -> None:
    encounter = put(turn(riding(), "Rider"), "Beast", moved=True)
    assert play(encounter, Grapple("Rider", "Foe"), SEVEN, "none").rolls["Rider", "attack"] == 7


def shot(encounter: Any, attacker: str = "Rider", target: str = "Foe") -> tuple[int, set[str]]:
    """The target number of a shot, and what it is made of."""
    tally = play(turn(encounter, attacker), Attack(attacker, target, "bow"), (1, 1)).asked[0].against
    return tally.total, {part.name for part in tally.modifiers}


BOW = {"weapons": ["bow"]}


@pytest.mark.rule("mount.ranged-moving", "mount.ranged-still", "ranged.tn")
def test_the_number_of_a_shot_from_the_saddle() -> None:
    still = riding(BOW)
    assert shot(still)[0] == 8  # static and close
    moving = put(put(still, "Beast", moved=True), "Rider", moved=True)
    assert shot(moving) == (9, {"base", "close range"})  # neither static nor moving
    assert shot(unruly(still, "5-6"))[0] == 9
    assert shot(unruly(still, "3-4"))[0] == 8


@pytest.mark.rule("mount.ranged-moving")
def test_a_moving_mount_can_count_twice() -> None:
    still = riding(BOW, mount_ranged__moving="stack")
    assert shot(still)[0] == 8
    assert shot(put(put(still, "Beast", moved=True), "Rider", moved=True))[0] == 11  # close -1, moving +2
    assert shot(unruly(still, "7+"))[0] == 11
    told = play(turn(put(still, "Beast", moved=True), "Rider"), Attack("Rider", "Foe", "bow"), SEVEN)
    assert told.rolls["Rider", "attack"] == 5


@pytest.mark.rule("ranged.tn", "house.mount")
def test_who_rides_moves_with_the_mount_as_a_target() -> None:
    still = riding(foe=BOW)
    assert [shot(still, "Foe", who)[0] for who in ("Rider", "Beast")] == [8, 8]
    moved = put(still, "Beast", moved=True)
    assert [shot(moved, "Foe", who)[0] for who in ("Rider", "Beast")] == [10, 10]
    assert [shot(unruly(still, "5-6"), "Foe", who)[0] for who in ("Rider", "Beast")] == [10, 10]
    assert [shot(unruly(still, "3-4"), "Foe", who)[0] for who in ("Rider", "Beast")] == [8, 8]
    on_foot = put(moved, "Rider", mount="")
    assert [shot(on_foot, "Foe", who)[0] for who in ("Rider", "Beast")] == [8, 10]


@pytest.mark.rule("house.aim")
def test_nobody_aims_on_a_moving_mount() -> None:
    still = turn(riding(BOW), "Rider")
    assert forbidden(still, Aim("Rider", "Foe")) == ""
    assert forbidden(put(still, "Beast", moved=True), Aim("Rider", "Foe")) == "house.aim"
    assert forbidden(unruly(still, "5-6"), Aim("Rider", "Foe")) == "house.aim"
    assert forbidden(unruly(still, "3-4"), Aim("Rider", "Foe")) == ""


# -- who may ride


@pytest.mark.rule("mount.tame-rating")
def test_a_rating_is_skill_and_number() -> None:
    assert rules.tame_rating("4/12") == (4, 12)
    assert rules.tame_rating(" 0/7 ").tn == 7
    for wrong in ("", "4", "4-12", "4/", "/12", "a/b", "4/12/3", "-1/12", "123/4"):
        with pytest.raises(BadValue):
            rules.tame_rating(wrong)


@pytest.mark.rule("mount.tamed", "mount.skill")
def test_taming_and_skill_decide_who_may_ride() -> None:
    assert rules.may_ride((4, 12), True, 4)
    assert not rules.may_ride((4, 12), True, 3)
    assert not rules.may_ride((4, 12), False, 9)
    assert not rules.may_ride(None, True, 9)


def walking(rider: dict[str, Any] | None = None, beast: dict[str, Any] | None = None, **changed: Any) -> Any:
    encounter = riding({"taming": 4, **(rider or {})}, {"tame": "4/12", **(beast or {})})
    return turn(put(encounter, "Rider", mount=""), "Rider", **changed)


@pytest.mark.rule("house.mount")
def test_getting_up_takes_the_turn() -> None:
    told = play(put(walking(aimed="Foe"), "Beast", position=2), Mount("Rider", "Beast"))
    assert (told.fighter("Rider").mount, told.fighter("Rider").aimed) == ("Beast", "")
    assert place_of(told.encounter, "Rider", "Beast") == [2, 2]
    assert told.encounter.step is None


@pytest.mark.rule("mount.tamed", "mount.skill", "mount.tame-rating", "house.mount", "house.reach")
@pytest.mark.parametrize(
    ("who", "changed", "cited"),
    [
        ("Rider", {}, ""),
        ("Rider", {"taming": 3}, "mount.skill"),
        ("Beast", {"tamed": False}, "mount.tamed"),
        ("Beast", {"tame": None}, "mount.tame-rating"),
        ("Beast", {"side": "them"}, "house.mount"),
        ("Beast", {"position": 3}, "house.reach"),
        ("Beast", {"position": 2}, ""),
        ("Beast", {"unconscious": True}, "house.mount"),
        ("Beast", {"dead": True}, "damage.death"),
        ("Beast", {"gone": "fled"}, "house.flee"),
        ("Beast", {"mount": "Foe"}, "house.mount"),
        ("Rider", {"mount": "Beast"}, "house.mount"),
        ("Rider", {"holds": "Foe"}, "house.held"),
        ("Foe", {"mount": "Beast"}, "house.mount"),
        ("Foe", {"mount": "Rider"}, "house.mount"),
        ("Foe", {"holds": "Rider"}, "house.held"),
        ("Foe", {"holds": "Beast"}, "house.held"),
    ],
)
def test_why_somebody_cannot_mount(who: str, changed: dict[str, Any], cited: str) -> None:
    assert forbidden(put(walking(), who, **changed), Mount("Rider", "Beast")) == cited


@pytest.mark.rule("house.mount")
def test_nobody_mounts_himself_or_whoever_is_not_there() -> None:
    assert forbidden(walking({"tame": "0/8", "tamed": True}), Mount("Rider", "Rider")) == "house.mount"
    assert forbidden(walking(), Mount("Rider", "Nobody")) == "roll.opposed"
    assert forbidden(walking(), Mount("Rider", "Foe")) == "mount.tame-rating"


@pytest.mark.rule("house.mount", "house.held")
def test_getting_down_takes_the_turn_and_no_check() -> None:
    encounter = turn(unruly(riding(), "7+"), "Rider")
    told = play(encounter, Dismount("Rider"))
    assert told.fighter("Rider").mount == ""
    assert told.fighter("Rider").life == 20
    assert told.encounter.step is None
    assert forbidden(put(encounter, "Foe", holds="Rider"), Dismount("Rider")) == "house.held"
    assert forbidden(put(encounter, "Foe", holds="Beast"), Dismount("Rider")) == ""
    assert forbidden(put(encounter, "Rider", mount=""), Dismount("Rider")) == "house.mount"


def test_offers_name_what_can_be_ridden() -> None:
    kinds = {offer.kind for offer in SYSTEM.offers(walking())}
    assert "mount" in kinds
    assert not {"dismount", "control"} & kinds
    kinds = {offer.kind for offer in SYSTEM.offers(turn(unruly(riding(), "1-2"), "Rider"))}
    assert {"dismount", "control"} <= kinds
    assert "mount" not in kinds


# -- moving


@pytest.mark.rule("house.mount", "house.move", "house.bones")
def test_rider_and_mount_go_together_on_the_legs_of_the_mount() -> None:
    encounter = turn(riding({"move": 3}, {"move": 9}, {"position": 30}), "Rider")
    told = play(encounter, Move("Rider", 9))
    assert place_of(told.encounter, "Rider", "Beast") == [9, 9]
    assert told.fighter("Rider").moved
    assert told.fighter("Beast").moved
    assert forbidden(encounter, Move("Rider", 10)) == "house.move"
    lame = put(encounter, "Beast", broken=("left leg",))
    assert forbidden(lame, Move("Rider", 4)) == ""
    assert forbidden(lame, Move("Rider", 5)) == "house.bones"
    assert forbidden(put(encounter, "Beast", broken=("left leg", "right leg")), Move("Rider", 1)) == "house.bones"
    assert forbidden(put(encounter, "Rider", broken=("left leg", "right leg")), Move("Rider", 9)) == ""


@pytest.mark.rule("house.mount", "house.held", "mount.out.persist")
def test_what_keeps_a_mount_from_moving() -> None:
    encounter = riding()
    assert forbidden(turn(encounter, "Beast"), Move("Beast", 1)) == "house.mount"
    for action in (Move("Rider", 1), Flee("Rider")):
        far = turn(put(encounter, "Foe", position=9), "Rider")
        assert forbidden(far, action) == ""
        assert forbidden(unruly(far, "1-2"), action) == "mount.out.persist"
    for held in ("Rider", "Beast"):
        assert forbidden(put(turn(encounter, "Rider"), "Foe", holds=held), Move("Rider", -1)) == "house.held"
        near = turn(put(encounter, "Foe", holds=held), "Rider")
        assert forbidden(near, Flee("Rider")) == "house.held"
    assert forbidden(turn(put(encounter, "Foe", position=9), "Beast"), Flee("Beast")) == "house.mount"


@pytest.mark.rule("house.flee")
def test_who_flees_flees_with_the_mount() -> None:
    told = play(turn(riding(foe={"position": 9}), "Rider"), Flee("Rider"))
    assert [told.fighter(who).gone for who in ("Rider", "Beast")] == ["fled", "fled"]
    slow = turn(riding(beast={"move": 0}, foe={"position": 9}), "Rider")
    assert forbidden(slow, Flee("Rider")) == "house.flee"


@pytest.mark.rule("house.surrender")
def test_who_gives_up_gets_down() -> None:
    told = play(turn(riding(), "Rider"), Surrender("Rider"))
    assert (told.fighter("Rider").mount, told.fighter("Beast").gone) == ("", "")
    told = play(turn(riding(), "Beast"), Surrender("Beast"))
    assert (told.fighter("Rider").mount, told.fighter("Rider").gone) == ("", "")


@pytest.mark.rule("house.dodge-move", "house.mount", "dodge.success")
def test_a_mount_dodges_with_its_rider_and_a_rider_in_the_saddle() -> None:
    encounter = turn(riding(foe={"position": -1}, dodge_move="back"), "Foe")
    told = play(encounter, Attack("Foe", "Beast", "kick"), (1, 1), "dodge", (6, 6))
    assert place_of(told.encounter, "Rider", "Beast") == [1, 1]
    told = play(encounter, Attack("Foe", "Rider", "kick"), (1, 1), "dodge", (6, 6))
    assert place_of(told.encounter, "Rider", "Beast") == [0, 0]
    for held in ("Rider", "Beast"):
        gripped = put(encounter, "Foe", holds=held)
        told = play(gripped, Attack("Foe", held, "kick"), (1, 1), "dodge", (6, 6))
        assert place_of(told.encounter, "Rider", "Beast") == [0, 0]
    gripped = riding({}, {}, {"position": -1}, {"name": "Other", "position": 1}, dodge_move="back")
    gripped = put(turn(gripped, "Foe"), "Other", holds="Rider")
    told = play(gripped, Attack("Foe", "Beast", "kick"), (1, 1), "dodge", (6, 6))
    assert place_of(told.encounter, "Rider", "Beast") == [0, 0]


@pytest.mark.rule("house.held", "house.mount")
def test_who_is_held_in_the_saddle_stays_there_and_fights_on() -> None:
    encounter = turn(riding(), "Foe")
    told = play(encounter, Grapple("Foe", "Rider"), (6, 6), "none")
    assert told.fighter("Rider").mount == "Beast"
    turned = turn(told.encounter, "Rider")
    attack = play(turned, Attack("Rider", "Foe", "kick"), SEVEN, "none")
    assert attack.rolls["Rider", "attack"] == 6  # +1 in the saddle, -2 in the grip
    assert forbidden(turned, Grapple("Rider", "Beast")) == "house.mount"


# -- habit


def chosen(encounter: Any, who: str, *targets: str) -> Any:
    return habit(turn(encounter, who), who, *(targets or ("Foe",)))


@pytest.mark.rule("mount.regain.no-act")
def test_a_rider_brings_the_mount_under_control_before_anything_else() -> None:
    assert chosen(riding(GEAR), "Rider") == Attack("Rider", "Foe", "sword")
    assert chosen(unruly(riding(GEAR), "1-2"), "Rider") == Control("Rider")


@pytest.mark.rule("house.mount")
def test_a_ridden_mount_attacks_in_reach_and_else_waits() -> None:
    encounter = riding(beast={"weapons": ["bite"]}, foe={"position": 2})
    assert chosen(encounter, "Beast") == Attack("Beast", "Foe", "bite")
    assert chosen(put(encounter, "Foe", position=3), "Beast") == Pass("Beast")
    assert chosen(put(put(encounter, "Foe", position=3), "Rider", mount=""), "Beast") == Move("Beast", 1)


@pytest.mark.rule("house.mount")
def test_a_rider_comes_nearer_on_the_mount() -> None:
    encounter = riding({"weapons": ["sword"], "move": 2}, {"move": 10}, {"position": 30})
    assert chosen(encounter, "Rider") == Move("Rider", 10)
    assert chosen(put(encounter, "Foe", holds="Beast", position=2), "Rider") == Attack("Rider", "Foe", "sword")


def test_odds_of_a_charge_bring_the_mount_along() -> None:
    staged = SYSTEM.stage(riding(foe={"position": 30}), Attack("Rider", "Foe", "kick"), closing=True)
    assert place_of(staged, "Rider", "Beast") == [28, 28]


@pytest.mark.rule("house.mount")
def test_a_mount_keeps_its_own_turn() -> None:
    told = begin(riding(), "Beast")
    assert told.encounter.step is not None
    assert told.encounter.step.who == "Beast"
    assert not [event for event in told.log if isinstance(event, Resolved)]


def test_two_riders_on_two_mounts() -> None:
    encounter = fight(
        {"name": "A", "mount": "AA", "side": "x"},
        {"name": "AA", "tame": "0/8", "tamed": True, "side": "x"},
        {"name": "B", "mount": "BB", "side": "y", "position": 4},
        {"name": "BB", "tame": "0/8", "tamed": True, "side": "y", "position": 4},
    )
    told = play(turn(encounter, "A"), Move("A", 3))
    assert place_of(told.encounter, "A", "AA", "B", "BB") == [3, 3, 4, 4]
