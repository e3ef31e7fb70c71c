"""Control of a mount: what calls for a check, the chart, staying up, regaining control, and fighting on without it."""

from __future__ import annotations

from typing import Any

import pytest
from mount_fights import begin, requests, riding, round_ends, unruly
from opposed_fights import Told, fight, forbidden, play, put, turn

from affray.events import Resolved
from affray.systems.opposed import rules
from affray.systems.opposed.actions.kinds import Attack, Control, Dismount, Mount
from affray.systems.opposed.actions.lasting import toll
from affray.systems.opposed.charts import LOSS_OF_CONTROL
from affray.systems.opposed.fighter import Fighter, Fire, Poison, Wild

HIT = ((6, 5), "none")  # 11 against 10, and the kick's 1: two points of Life
UP, OFF = (6, 6), (1, 1)


def hurt(left: int, *script: Any, full: int = 20, **settings: Any) -> Told:
    """Foe's kick leaves Beast with so much of its full Life."""
    encounter = turn(riding(beast={"life": full, **settings.pop("beast", {})}, **settings), "Foe")
    return play(put(encounter, "Beast", life=left + 2), Attack("Foe", "Beast", "kick"), *HIT, *script)


def beast(told: Told) -> Fighter:
    return told.fighter("Beast")


def number(told: Told, purpose: str) -> int:
    """The target number of the one roll for that purpose."""
    (found,) = [r.against.total for r in told.asked if getattr(r, "purpose", "") == purpose]
    return int(found)


def outcomes(told: Told) -> list[tuple[str, str, int | None]]:
    return [(e.rules[0], e.outcome, e.margin) for e in told.log if isinstance(e, Resolved)]


# -- what calls for a check


@pytest.mark.rule("mount.control.damage", "mount.control.half", "house.mount-light-tn")
@pytest.mark.parametrize(
    ("left", "full", "rating", "tn"),
    [
        (18, 20, "0/12", 8),
        (10, 20, "0/12", 8),  # half is not more than half
        (9, 20, "0/12", 12),
        (11, 21, "0/12", 8),
        (10, 21, "0/12", 12),
        (15, 20, "0/7", 7),
        (15, 20, "0/8", 8),
        (15, 20, "0/9", 8),
        (9, 20, "0/7", 7),
        (0, 20, "0/12", 12),
    ],
)
def test_the_number_of_a_control_check(left: int, full: int, rating: str, tn: int) -> None:
    told = hurt(left, UP, full=full, beast={"tame": rating})
    assert beast(told).life == left
    assert number(told, "control") == tn
    assert rules.control_tn(int(rating[2:]), left, full) == tn


@pytest.mark.rule("mount.control.damage", "mount.control.half")
def test_only_harm_beyond_half_may_call_for_a_check() -> None:
    only = {"mount_control__trigger": "half-only"}
    assert requests(hurt(10, **only))[-1] == ("Beast", "guard")
    assert number(hurt(9, UP, **only), "control") == 12


@pytest.mark.rule("mount.control.damage", "armour.absorb")
def test_a_blow_that_armour_takes_calls_for_none() -> None:
    armour = {"armour": {"name": "hide", "rating": 2, "metal": "0"}}
    encounter = turn(riding(beast=armour), "Foe")
    assert requests(play(encounter, Attack("Foe", "Beast", "kick"), *HIT))[-1] == ("Beast", "guard")
    thin = turn(riding(beast={"armour": {"name": "hide", "rating": 1, "metal": "0"}}), "Foe")
    assert requests(play(thin, Attack("Foe", "Beast", "kick"), *HIT, UP))[-1] == ("Rider", "control")


@pytest.mark.rule("mount.control.damage", "fire.damage", "poison.tick")
def test_fire_and_poison_call_for_checks_as_blows_do() -> None:
    venom = toll(Poison("venom", 3))
    both = put(riding(), "Beast", fire=Fire(), poisons=(type(venom)(venom.name, 3, venom.ticks, 1),))
    told = round_ends(both, UP, UP)
    assert requests(told) == [("Rider", "control"), ("Rider", "control")]
    assert beast(told).life == 13
    assert requests(round_ends(put(riding(), "Rider", fire=Fire()))) == []


@pytest.mark.rule("mount.control.damage", "poison.on-crit")
def test_a_blow_and_its_poison_are_one_harm() -> None:
    spit = {"name": "spit", "kind": "magic", "attribute": "wits", "damage": 1, "hands": 0, "range": 9}
    foe = {"weapons": [{**spit, "poison": {"name": "venom", "rate": 9}}]}
    told = play(turn(riding(foe=foe), "Foe"), Attack("Foe", "Beast", "spit"), *HIT, UP)
    assert beast(told).life == 9
    assert number(told, "control") == 12


@pytest.mark.rule("mount.control.damage")
def test_nobody_in_the_saddle_nobody_to_control_it() -> None:
    encounter = put(turn(riding(), "Foe"), "Rider", mount="")
    assert requests(play(encounter, Attack("Foe", "Beast", "kick"), *HIT))[-1] == ("Beast", "guard")


@pytest.mark.rule("mount.control.roll")
def test_a_check_is_two_dice_and_animal_taming() -> None:
    told = hurt(9, (4, 4), rider={"taming": 4})
    assert told.rolls["Rider", "control"] == 12
    assert outcomes(told)[-1] == ("mount.control.roll", "in control", 0)
    assert beast(told).wild is None
    assert beast(hurt(9, (3, 4), rider={"taming": 4})).wild == Wild("1-2", 12)


# -- the chart


@pytest.mark.rule("mount.loss-of-control", "mount.loss.1-2", "mount.loss.3-4", "mount.loss.5-6", "mount.loss.7-plus")
@pytest.mark.parametrize(
    ("error", "row", "next_check", "saddle"),
    [
        (1, "1-2", 0, None),
        (2, "1-2", 0, None),
        (3, "3-4", -1, 8),
        (4, "3-4", -1, 8),
        (5, "5-6", -2, 10),
        (6, "5-6", -2, 10),
        (7, "7+", -3, 12),
        (12, "7+", -3, 12),
    ],
)
def test_every_row_of_the_chart(error: int, row: str, next_check: int, saddle: int | None) -> None:
    script = [OFF, *([UP] if saddle else [])]  # 2 against a number of 2 + error
    told = hurt(9, *script, beast={"tame": f"0/{2 + error}"})
    assert beast(told).wild == Wild(row, 2 + error)
    assert told.fighter("Rider").mount == "Beast"
    assert rules.loss_row(error) == row
    assert LOSS_OF_CONTROL[row].dex_tn == saddle
    if saddle:
        assert number(told, "saddle") == saddle
    again = play(turn(told.encounter, "Rider", taming=9), Control("Rider"), UP)
    assert again.rolls["Rider", "control"] == 21 + next_check
    assert number(again, "control") == 2 + error


@pytest.mark.rule("mount.loss.3-4", "mount.loss.5-6", "mount.loss.7-plus", "mount.fall")
@pytest.mark.parametrize(("tn", "needs"), [(5, 8), (6, 8), (7, 10), (8, 10), (9, 12), (20, 12)])
def test_the_dexterity_check_and_the_throw(tn: int, needs: int) -> None:
    short = {8: (3, 3), 10: (4, 4), 12: (5, 5)}[needs]  # with a Dexterity of 1: one short
    met = {8: (3, 4), 10: (4, 5), 12: (5, 6)}[needs]
    tame = {"tame": f"0/{tn}"}
    up = hurt(9, OFF, met, beast=tame, rider={"dex": 1})
    assert (up.fighter("Rider").mount, up.fighter("Rider").life) == ("Beast", 20)
    off = hurt(9, OFF, short, (6,), beast=tame, rider={"dex": 1, "armour": "plate"})
    assert (off.fighter("Rider").mount, off.fighter("Rider").life) == ("", 17)
    assert beast(off).wild is not None
    assert [what for _, what, _ in outcomes(off)][-2:] == ["out of control", "thrown"]
    purposes = [("Foe", "attack"), ("Beast", "guard"), ("Rider", "control"), ("Rider", "saddle"), ("Rider", "fall")]
    assert requests(off) == purposes
    assert [str(r.dice) for r in off.asked[2:]] == ["2d6", "2d6", "d6"]


@pytest.mark.rule("mount.loss-of-control", "mount.loss.3-4")
def test_the_penalty_of_the_last_loss_takes_the_place_of_the_one_before() -> None:
    encounter = turn(unruly(riding({"taming": 2}), "7+"), "Rider")
    told = play(encounter, Control("Rider"), (5, 5), UP)  # 10 + 2 - 3 = 9: three short
    assert beast(told).wild == Wild("3-4", 12)
    again = play(turn(told.encounter, "Rider"), Control("Rider"), (5, 5))
    assert again.rolls["Rider", "control"] == 11
    assert beast(again).wild == Wild("1-2", 12)


@pytest.mark.rule("mount.control.damage", "mount.loss-of-control", "mount.out.persist")
def test_harm_to_an_unruly_mount_is_the_next_check() -> None:
    encounter = put(turn(unruly(riding(), "5-6", 12), "Foe"), "Beast", life=16)
    told = play(encounter, Attack("Foe", "Beast", "kick"), *HIT, (5, 5))
    assert told.rolls["Rider", "control"] == 8  # 10 - 2 against the light number: enough
    assert beast(told).wild is None
    told = play(encounter, Attack("Foe", "Beast", "kick"), *HIT, (4, 5))
    assert beast(told).wild == Wild("1-2", 8)  # of the check that was lost last


@pytest.mark.rule("house.held", "mount.control.roll")
def test_a_grip_on_the_rider_weighs_on_both_checks() -> None:
    held = riding({}, {}, {}, {"name": "Other", "position": 1})
    held = put(turn(held, "Foe"), "Other", holds="Rider")
    told = play(held, Attack("Foe", "Beast", "kick"), *HIT, (3, 3), (6, 6))  # 6 - 2: four short
    assert told.rolls["Rider", "control"] == 4
    assert told.rolls["Rider", "saddle"] == 10


@pytest.mark.rule("house.aim", "mount.loss.5-6")
def test_a_bucking_mount_spoils_the_aim() -> None:
    for row, aimed in (((3, 3), "Foe"), (OFF, "")):
        encounter = put(turn(riding(beast={"tame": "0/8"}), "Foe"), "Rider", aimed="Foe")
        told = play(encounter, Attack("Foe", "Beast", "kick"), *HIT, row, *([UP] if row == OFF else []))
        assert told.fighter("Rider").aimed == aimed


# -- regaining control


@pytest.mark.rule("mount.regain.no-act", "mount.control.roll")
def test_only_who_rides_what_is_out_of_control_can_regain_it() -> None:
    assert forbidden(turn(riding(), "Rider"), Control("Rider")) == "mount.control.roll"
    assert forbidden(turn(unruly(riding(), "1-2"), "Rider"), Control("Rider")) == ""
    assert forbidden(turn(unruly(riding(), "1-2"), "Beast"), Control("Beast")) == "house.mount"
    on_foot = put(unruly(riding(), "1-2"), "Rider", mount="")
    assert forbidden(turn(on_foot, "Rider"), Control("Rider")) == "house.mount"


@pytest.mark.rule("mount.regain.no-act", "mount.loss.1-2")
def test_trying_for_control_takes_the_turn_and_all_defence() -> None:
    told = play(turn(unruly(riding(), "1-2"), "Rider"), Control("Rider"), (5, 5))
    assert told.encounter.step is None
    struck = play(turn(told.encounter, "Foe"), Attack("Foe", "Rider", "kick"), (6, 5))
    assert requests(struck) == [("Foe", "attack")]
    assert struck.fighter("Rider").life == 18
    # harm to the mount still makes for a check, and success is the end of it
    kept = play(turn(told.encounter, "Foe"), Attack("Foe", "Beast", "kick"), *HIT, UP)
    assert not kept.fighter("Rider").regaining
    answered = play(turn(kept.encounter, "Foe"), Attack("Foe", "Rider", "kick"), (6, 5), "dodge", UP)
    assert answered.outcome == "dodged"


@pytest.mark.rule("mount.regain.no-act")
@pytest.mark.parametrize("kind", ["turn", "opportunity"])
def test_the_riders_next_turn_ends_the_attempt(kind: str) -> None:
    told = play(turn(unruly(riding(), "1-2"), "Rider"), Control("Rider"), (5, 5))
    others = begin(told.encounter, "Foe", kind=kind)
    assert others.fighter("Rider").regaining
    own = begin(told.encounter, "Rider", kind=kind)
    assert not own.fighter("Rider").regaining
    assert beast(own).wild == Wild("1-2", 12)


@pytest.mark.rule("mount.regain.no-act", "mount.control.roll")
def test_success_ends_it_at_once() -> None:
    told = play(turn(unruly(riding(), "1-2"), "Rider"), Control("Rider"), UP)
    assert beast(told).wild is None
    assert not told.fighter("Rider").regaining
    assert told.deed.hit
    struck = play(turn(told.encounter, "Foe"), Attack("Foe", "Rider", "kick"), (6, 5), "dodge", UP)
    assert struck.rolls["Rider", "dodge"] == 12


@pytest.mark.rule("house.fall", "mount.regain.no-act")
def test_who_is_thrown_while_trying_can_defend_again() -> None:
    told = play(turn(unruly(riding(), "1-2"), "Rider"), Control("Rider"), (4, 4), OFF, (2,))  # four short
    rider = told.fighter("Rider")
    assert (rider.mount, rider.regaining, rider.life) == ("", False, 19)
    struck = play(turn(told.encounter, "Foe"), Attack("Foe", "Rider", "kick"), (6, 5), "dodge", UP)
    assert struck.outcome == "dodged"


@pytest.mark.rule("mount.loss-of-control", "mount.control.roll")
def test_control_is_regained_against_the_number_that_was_missed() -> None:
    light = put(turn(unruly(riding(), "1-2", 8), "Rider"), "Beast", life=3)
    assert number(play(light, Control("Rider"), UP), "control") == 8
    heavy = turn(unruly(riding(), "1-2", 12), "Rider")
    assert number(play(heavy, Control("Rider"), UP), "control") == 12


@pytest.mark.rule("mount.loss-of-control", "mount.out.persist")
def test_failing_again_is_looked_up_again_or_not() -> None:
    def failed(**switches: Any) -> Told:
        encounter = turn(unruly(riding(**switches), "1-2", 9), "Rider")
        return play(encounter, Control("Rider"), OFF, *([] if switches else [UP]))

    assert beast(failed()).wild == Wild("7+", 9)
    assert outcomes(failed())[0] == ("mount.loss.7-plus", "out of control", -7)
    plain = failed(mount_retry="no-chart")
    assert beast(plain).wild == Wild("1-2", 9)
    assert outcomes(plain) == [("mount.out.persist", "out of control", -7)]
    assert plain.fighter("Rider").regaining
    # harm is no retry: it is looked up either way
    encounter = turn(unruly(riding(mount_retry="no-chart"), "1-2", 9), "Foe")
    told = play(encounter, Attack("Foe", "Beast", "kick"), *HIT, OFF, UP)
    assert beast(told).wild == Wild("5-6", 8)


# -- acting instead


@pytest.mark.rule("mount.out.act", "mount.melee-still")
def test_a_rider_fights_on_at_minus_three() -> None:
    encounter = unruly(riding({"weapons": ["sword", "shield"]}), "1-2")
    told = play(turn(encounter, "Rider"), Attack("Rider", "Foe", "sword"), (3, 4), "none")
    assert told.rolls["Rider", "attack"] == 5
    assert {m.name: m.value for m in told.asked[0].modifiers if m.value} == {"mounted": 1, "mount out of control": -3}
    for way in ("parry", "dodge"):
        told = play(turn(encounter, "Foe"), Attack("Foe", "Rider", "kick"), (3, 4), way, (3, 4))
        assert told.rolls["Rider", way] == 4
    spell = {"weapons": ["lightning bolt"]}
    told = play(
        put(turn(unruly(riding(foe=spell), "1-2"), "Foe"), "Foe", intent="magic"),
        Attack("Foe", "Rider", "lightning bolt"),
        *((6, 5), "resist", (3, 4)),
    )
    assert told.rolls["Rider", "resist"] == 4


@pytest.mark.rule("mount.out.act")
def test_the_mount_itself_has_no_penalty() -> None:
    encounter = turn(unruly(riding(), "1-2"), "Foe")
    told = play(encounter, Attack("Foe", "Beast", "kick"), (1, 2), "dodge", (3, 4))
    assert told.rolls["Beast", "dodge"] == 7


@pytest.mark.rule("mount.out.persist")
def test_a_mount_stays_out_of_control_until_a_check_succeeds() -> None:
    encounter = turn(unruly(riding(), "3-4"), "Rider")
    encounter = play(encounter, Attack("Rider", "Foe", "kick"), (1, 2), "none").encounter
    encounter = begin(encounter, "Beast").encounter
    encounter = round_ends(encounter).encounter
    encounter = begin(encounter, "Rider").encounter
    assert encounter.fighter("Beast").wild == Wild("3-4", 12)
    told = play(encounter, Control("Rider"), UP)  # 12 - 1: one short
    assert beast(told).wild == Wild("1-2", 12)
    assert beast(play(turn(told.encounter, "Rider"), Control("Rider"), UP)).wild is None


@pytest.mark.rule("mount.out.persist", "house.mount")
def test_a_riderless_mount_stays_wild_and_can_be_mounted_and_calmed() -> None:
    told = hurt(9, OFF, OFF, (1,), beast={"tame": "0/9"})
    assert beast(told).wild == Wild("7+", 9)
    assert told.fighter("Rider").mount == ""
    up = play(turn(told.encounter, "Rider"), Mount("Rider", "Beast"))
    assert beast(up).wild == Wild("7+", 9)
    fights = play(turn(up.encounter, "Rider"), Attack("Rider", "Foe", "kick"), (3, 4), "none")
    assert fights.rolls["Rider", "attack"] == 6  # +2 and -3
    calm = play(turn(up.encounter, "Rider"), Control("Rider"), UP)
    assert number(calm, "control") == 9
    assert calm.rolls["Rider", "control"] == 9
    assert beast(calm).wild is None
    down = play(turn(up.encounter, "Rider"), Dismount("Rider"))
    assert beast(down).wild == Wild("7+", 9)


# -- the example of the source


@pytest.mark.rule("mount.tame-rating", "mount.control.half", "mount.control.roll", "mount.loss.3-4")
@pytest.mark.parametrize(("dexterity", "stays"), [((3, 3), True), ((2, 3), False)])
def test_boog_and_his_centipede(dexterity: tuple[int, int], stays: bool) -> None:
    encounter = fight(
        {"from": "Boog", "side": "us", "mount": "Centipede"},
        {"from": "Centipede", "side": "us"},
        {"from": "Troll", "position": 2},
    )
    encounter = put(turn(encounter, "Troll"), "Centipede", life=15)
    # 6 + Brute 5 + Melee 2 + size 4 = 17 against a dodge of 11 + Dexterity 3 + Melee 2 = 16
    script = ((2, 4), "dodge", (5, 6), (2, 3), dexterity, *([] if stays else [(5,)]))
    told = play(encounter, Attack("Troll", "Centipede", "great club"), *script)
    centipede = told.fighter("Centipede")
    assert centipede.life == 9  # 1 and 5 of the club: eleven of twenty are gone
    assert number(told, "control") == 12
    assert told.rolls["Boog", "control"] == 9
    assert outcomes(told)[1] == ("mount.loss.3-4", "out of control", -3)
    assert centipede.wild == Wild("3-4", 12)
    assert number(told, "saddle") == 8
    assert told.rolls["Boog", "saddle"] == sum(dexterity) + 2
    assert (told.fighter("Boog").mount == "Centipede") is stays
    if stays:
        again = play(turn(told.encounter, "Boog"), Control("Boog"), (4, 4))
        assert again.rolls["Boog", "control"] == 11  # 8 + 4 - 1
        assert again.fighter("Centipede").wild == Wild("1-2", 12)
    else:
        assert told.fighter("Boog").life == 17
