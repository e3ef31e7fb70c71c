"""Coming off a mount: by a blow, by fire, by the mount going down, and by the game master's word."""

from __future__ import annotations

from typing import Any

import pytest
from mount_fights import requests, riding, round_ends, unruly
from opposed_fights import Told, forbidden, play, put, turn

from affray.events import Changed
from affray.rulings import Leave, SetValue
from affray.systems.opposed import SYSTEM, rules
from affray.systems.opposed.actions.kinds import Attack, Move
from affray.systems.opposed.fighter import Fighter, Fire


def place_of(encounter: Any, *who: str) -> list[int]:
    return [encounter.fighter(one).position for one in who]


# -- falling


@pytest.mark.rule("mount.fall")
def test_a_fall_is_half_a_die() -> None:
    assert [rules.fall_damage(face) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]


@pytest.mark.rule("mount.fall", "house.fall", "house.ko")
@pytest.mark.parametrize(("face", "points"), [(1, 1), (2, 1), (3, 2), (6, 3)])
def test_a_rider_knocked_out_falls_whatever_the_armour(face: int, points: int) -> None:
    encounter = turn(riding({"armour": "plate"}, foe={"brute": 6}), "Foe")
    # 12 + 6 against 10 is critical: 8 and the kick's 1, doubled, less 6 of armour; then 12 + 6 against 2
    told = play(encounter, Attack("Foe", "Rider", "kick"), (6, 6), "none", (6, 6), (1, 1), (face,))
    rider = told.fighter("Rider")
    assert (rider.unconscious, rider.mount) == (True, "")
    assert rider.life == 20 - (2 * 9 - 6) - points
    assert requests(told)[-1] == ("Rider", "fall")
    assert told.fighter("Beast").wild is None


@pytest.mark.rule("house.fall", "damage.death")
def test_a_rider_at_zero_stays_up_unless_zero_is_unconscious() -> None:
    def hit(**switches: Any) -> Told:
        encounter = turn(riding({"life": 4}, foe={"brute": 0}, **switches), "Foe")
        script = [(6, 6), "none", *([(6,)] if switches else [])]  # 12 against 10, and 1: 3 points
        return play(put(encounter, "Rider", life=3), Attack("Foe", "Rider", "kick"), *script)

    assert hit().fighter("Rider").mount == "Beast"
    fallen = hit(life_zero="unconscious").fighter("Rider")
    assert (fallen.mount, fallen.life, fallen.dead) == ("", -3, True)


@pytest.mark.rule("house.fall", "damage.death")
def test_a_dead_rider_is_off_the_mount_without_a_die() -> None:
    encounter = turn(riding({"life": 2}), "Foe")
    told = play(encounter, Attack("Foe", "Rider", "kick"), (6, 6), "none")
    assert told.fighter("Rider").dead
    assert told.fighter("Rider").mount == ""
    assert forbidden(turn(told.encounter, "Beast"), Move("Beast", 1)) == ""


@pytest.mark.rule("mount.fall", "damage.death", "house.held")
def test_a_fall_can_kill_and_loosens_the_grip() -> None:
    encounter = turn(put(riding({"life": 2}, foe={"brute": 2}), "Beast", life=2), "Foe")
    encounter = put(encounter, "Rider", holds="Foe")  # -2 for who is held
    told = play(encounter, Attack("Foe", "Beast", "kick"), (6, 6), "none", (5,))
    rider: Fighter = told.fighter("Rider")
    assert (rider.dead, rider.holds) == (True, "")
    assert ("Rider", "dead") in [(e.who, e.what) for e in told.log if isinstance(e, Changed)]


@pytest.mark.rule("house.fall", "damage.death")
def test_who_rides_what_dies_falls_and_rolls_no_control() -> None:
    encounter = turn(put(riding(), "Beast", life=2), "Foe")
    told = play(encounter, Attack("Foe", "Beast", "kick"), (6, 6), "none", (5,))
    assert (told.fighter("Beast").dead, told.fighter("Rider").mount, told.fighter("Rider").life) == (True, "", 17)


@pytest.mark.rule("house.fall", "crit.bare.ko")
def test_who_rides_what_is_knocked_out_falls() -> None:
    encounter = turn(riding(foe={"brute": 4}), "Foe")  # 16 against 10: 14 points, then 16 against 2
    told = play(encounter, Attack("Foe", "Beast", "kick"), (6, 6), "none", (6, 6), (1, 1), (1,))
    assert told.fighter("Beast").unconscious
    assert (told.fighter("Rider").mount, told.fighter("Rider").life) == ("", 19)


@pytest.mark.rule("house.fall", "fire.damage")
def test_fire_fells_mount_and_rider_as_blows_do() -> None:
    encounter = put(riding(beast={"life": 3}), "Beast", fire=Fire())
    told = round_ends(encounter, (6,))
    assert (told.fighter("Beast").dead, told.fighter("Rider").life) == (True, 17)
    encounter = put(riding({"life": 4}, life_zero="unconscious"), "Rider", fire=Fire())
    told = round_ends(encounter, (1,))
    assert (told.fighter("Rider").life, told.fighter("Rider").dead, told.fighter("Rider").mount) == (-1, True, "")


# -- by hand


@pytest.mark.rule("house.mount")
def test_what_is_set_by_hand_leaves_rider_and_mount_together() -> None:
    encounter = riding()
    for who in ("Rider", "Beast"):
        assert place_of(SetValue(who, "position", 7).apply(SYSTEM, encounter), "Rider", "Beast") == [7, 7]
    for who, name in (("Rider", "dead"), ("Beast", "dead"), ("Rider", "unconscious"), ("Beast", "unconscious")):
        after = SetValue(who, name, True).apply(SYSTEM, encounter)
        assert (after.fighter("Rider").mount, after.fighter("Rider").life) == ("", 20)
    assert SetValue("Rider", "taming", 0).apply(SYSTEM, encounter).fighter("Rider").mount == "Beast"


@pytest.mark.rule("house.mount")
def test_who_rode_what_was_taken_out_of_the_fight_is_on_foot() -> None:
    encounter = put(unruly(riding(), "1-2"), "Rider", regaining=True)
    left = Leave("Beast").apply(SYSTEM, encounter)
    rider: Fighter = left.fighter("Rider")
    assert (rider.mount, rider.regaining) == ("", False)
    told = play(turn(left, "Foe"), Attack("Foe", "Rider", "kick"), (3, 4), "dodge", (3, 4))
    assert told.outcome == "dodged"
    assert Leave("Rider").apply(SYSTEM, encounter).fighter("Beast").wild is not None


@pytest.mark.rule("house.mount", "mount.regain.no-act")
def test_who_is_given_control_by_hand_can_defend() -> None:
    encounter = put(turn(riding(), "Foe"), "Rider", regaining=True)
    told = play(encounter, Attack("Foe", "Rider", "kick"), (3, 4), "dodge", (3, 4))
    assert told.outcome == "dodged"


@pytest.mark.rule("house.mount")
@pytest.mark.parametrize(
    ("fixed", "place"), [((), 4), (("Rider",), 4), (("Beast",), 9), (("Rider", "Beast"), 4), (("Foe",), 4)]
)
def test_a_mount_goes_to_its_rider_unless_it_alone_stays(fixed: tuple[str, ...], place: int) -> None:
    apart = put(put(riding(), "Rider", position=4), "Beast", position=9)
    assert place_of(SYSTEM.linked(apart, fixed), "Rider", "Beast", "Foe") == [place, place, 1]
