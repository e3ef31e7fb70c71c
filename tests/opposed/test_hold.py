"""The contest that comes in each round of a hold, and all the ways in which a hold ends."""

from __future__ import annotations

from typing import Any

import pytest
from opposed_fights import changes, contests, duel, fight, forbidden, held, play, put, say, sitting, turn

from affray.encounter import Encounter
from affray.rulings import Join, Leave, SetValue
from affray.systems.opposed import SYSTEM
from affray.systems.opposed.actions.kinds import (
    Attack,
    Extinguish,
    Flee,
    Grapple,
    Move,
    Pass,
    Release,
    Struggle,
    Surrender,
)
from affray.systems.opposed.fighter import Fire, Wild, burdens, grip, holders
from affray.systems.opposed.rules.lasting import Toll
from affray.table import Pending, ScriptTable

ALL_ARMS = {"weapons": ["sword", "spear", "shield", "bow", "lightning bolt"]}
HOLD = ("A", "B")


def trio() -> Encounter:
    """A, a friend F of A, and B, all within a metre."""
    return fight({"name": "A"}, {"name": "F", "side": "A"}, {"name": "B", "position": 1})


@pytest.mark.rule("grapple.hold", "grapple.break")
@pytest.mark.parametrize(
    ("faces", "outcome"), [([4, 5], "hold broken"), ([4, 4], "holds"), ([1, 1], "holds"), ([6, 6], "hold broken")]
)
def test_brute_against_brute_and_a_tie_keeps_the_hold(faces: list[int], outcome: str) -> None:
    """7 + Brute 2 = 9 against two dice and Brute 1."""
    pair = duel({"brute": 2, "dex": 5, "melee": 5}, {"brute": 1, "dex": 5, "melee": 5})
    session = sitting(held(pair), [6, 6], [1, 1], [3, 4], faces)
    assert contests(session) == [("A", outcome, "B")]
    assert (session.encounter.fighter("A").holds == "B") == (outcome == "holds")
    assert session.turn is not None
    assert session.turn.who == "A"


@pytest.mark.rule("grapple.hold")
def test_it_comes_at_the_beginning_of_each_turn_of_the_holder_from_the_next_round_on() -> None:
    session = sitting(duel({"dex": 3}), [6, 6], [1, 1])
    session.act(Grapple("A", "B"))
    say(session, [6, 6], "none")
    assert contests(session) == []
    session.act(Pass("B"))
    for count in (1, 2, 3):
        say(session, [6, 6], [1, 1])
        assert {r.purpose for r in session.requests} == {"hold"}  # type: ignore[union-attr]
        say(session, [3, 4], [3, 4])
        assert len(contests(session)) == count
        session.act(Pass("A"))
        session.act(Pass("B"))
    # and once a round, also where the holder comes last
    say(session, [1, 1], [6, 6])
    assert not session.requests
    session.act(Pass("B"))
    say(session, [3, 4], [3, 4])
    assert len(contests(session)) == 4


@pytest.mark.rule("grapple.hold", "opportunity.turn")
def test_a_free_turn_brings_no_contest() -> None:
    clumsy = put(held(duel({}, {"weapons": ["sword"]})), "B", melee=-3, dex=-3)
    session = sitting(clumsy, [1, 1], [6, 6])
    session.act(Attack("B", "A", "sword"))
    say(session, [1, 1])
    assert session.turn is not None
    assert (session.turn.kind, session.turn.who) == ("opportunity", "A")
    assert contests(session) == []
    assert forbidden(session.encounter, Release("A")) == ""
    session.act(Pass("A"))
    say(session, [3, 4], [3, 4])
    assert contests(session) == [("A", "holds", "B")]


@pytest.mark.rule("grapple.break", "opportunity.turn")
def test_a_free_turn_can_be_spent_on_breaking_loose() -> None:
    clumsy = put(held(duel({"weapons": ["sword"]})), "A", melee=-3, dex=-3)
    session = sitting(clumsy, [6, 6], [1, 1], [3, 4], [3, 4])
    session.act(Attack("A", "B", "sword"))
    say(session, [1, 1])
    session.act(Struggle("B", "A"))
    say(session, [3, 4], [4, 4])
    assert contests(session) == [("A", "holds", "B"), ("A", "hold broken", "B")]
    assert session.turn is not None
    assert (session.turn.kind, session.turn.who) == ("turn", "B")
    assert forbidden(session.encounter, Move("B", 4)) == ""


@pytest.mark.rule("grapple.break")
@pytest.mark.parametrize(("faces", "free"), [([3, 4], False), ([4, 4], True)])
def test_the_one_held_may_spend_a_turn_on_the_contest(faces: list[int], free: bool) -> None:
    told = play(turn(held(duel()), "B"), Struggle("B", "A"), [3, 4], faces)
    assert (told.fighter("A").holds == "") == free
    assert told.encounter.step is None
    assert told.deed.hit == free
    assert told.outcome == ("hold broken" if free else "holds")


@pytest.mark.rule("grapple.break")
def test_there_has_to_be_a_hold_to_break() -> None:
    encounter = turn(held(trio()), "B")
    assert forbidden(encounter, Struggle("B", "A")) == ""
    assert forbidden(encounter, Struggle("B", "F")) == "grapple.break"
    assert forbidden(turn(trio(), "B"), Struggle("B", "A")) == "grapple.break"
    assert forbidden(turn(held(trio()), "A"), Struggle("A", "B")) == "grapple.break"


@pytest.mark.rule("grapple.hold", "grapple.break", "house.held")
def test_several_holders_are_wrestled_one_by_one() -> None:
    three = held(held(trio()), "F", "B")
    assert holders(three, "B") == ("A", "F")
    assert [m.value for m in burdens(three, three.fighter("B"))] == [-2]  # not twice
    session = sitting(three, [6, 6], [5, 5], [1, 1], [3, 4], [6, 6])
    assert contests(session) == [("A", "hold broken", "B")]
    assert holders(session.encounter, "B") == ("F",)
    session.act(Pass("A"))
    say(session, [3, 4], [3, 4])
    assert contests(session)[1:] == [("F", "holds", "B")]
    session.act(Pass("F"))
    assert forbidden(session.encounter, Move("B", 3)) == "house.held"
    assert forbidden(session.encounter, Struggle("B", "A")) == "grapple.break"
    session.act(Struggle("B", "F"))
    say(session, [1, 1], [6, 6])
    assert holders(session.encounter, "B") == ()


@pytest.mark.rule("house.held", "grapple.hold")
def test_two_can_hold_each_other() -> None:
    session = sitting(held(held(duel()), "B", "A"), [6, 6], [1, 1], [3, 4], [3, 4])
    assert session.encounter.clock.numbers == (10, 0)
    assert forbidden(session.encounter, Struggle("A", "B")) == ""
    session.act(Pass("A"))
    say(session, [3, 4], [4, 4])  # B is the holder now, and A breaks loose
    assert contests(session) == [("A", "holds", "B"), ("B", "hold broken", "A")]
    assert [f.holds for f in session.encounter.fighters] == ["B", ""]


# -- how it ends -------------------------------------------------------------------------------------------------


@pytest.mark.rule("house.held", "house.ko")
def test_a_holder_who_is_knocked_out_lets_go_for_good() -> None:
    three = held(trio(), "B", "A")
    told = play(turn(three, "F"), Attack("F", "B", "fist"), [6, 6], "none")
    assert told.fighter("B").holds == "A"  # 12 against 10: no critical hit
    strong = put(three, "F", brute=8)
    told = play(turn(strong, "F"), Attack("F", "B", "fist"), [6, 6], "none", [4, 4], [1, 1])
    b = told.fighter("B")
    assert (b.unconscious, b.holds, b.dead) == (True, "", False)
    assert holders(told.encounter, "A") == ()
    assert ("A", "held by", "B", "") in changes(told)
    woken = put(told.encounter, "B", unconscious=False)
    assert holders(woken, "A") == ()
    assert burdens(woken, woken.fighter("A")) == ()


@pytest.mark.rule("house.held", "damage.death")
@pytest.mark.parametrize("switch", ["active", "unconscious"])
def test_a_holder_who_is_killed_or_falls_lets_go(switch: str) -> None:
    pair = duel({"weapons": ["sword"]}, {"life": 5}, life_zero=switch)
    for faces, life in (([6, 6], 0), ([6, 6], -1)):
        encounter = put(held(pair, "B", "A"), "A", dex=2 if life else 1)  # 12 + 1 or 2 - 2 held, + 3, against 10
        told = play(turn(put(encounter, "B", life=4), "A"), Attack("A", "B", "sword"), faces, "none")
        assert told.fighter("B").life == life
        fallen = life < 0 or switch == "unconscious"
        assert (told.fighter("B").holds == "") == fallen
        assert (burdens(told.encounter, told.fighter("A")) == ()) == fallen


@pytest.mark.rule("house.held", "poison.tick")
@pytest.mark.parametrize("who", ["A", "B"])
def test_poison_that_kills_either_ends_the_hold(who: str) -> None:
    """It works as the round ends, while nobody has a turn; the third keeps the fight going."""
    three = fight({"name": "A"}, {"name": "B"}, {"name": "C", "side": "A"}, {"name": "D", "side": "B"})
    poisoned = put(held(three), who, life=1, poisons=(Toll("viper", 2, 3, 1),))
    session = sitting(poisoned, [6, 6], [1, 1], [1, 1], [1, 1], [3, 4], [3, 4])
    for name in "ACDB":
        assert session.encounter.fighter("A").holds == "B"
        session.act(Pass(name))
    say(session, *[[1, 1]] * 3)
    assert session.encounter.fighter(who).dead
    assert session.encounter.fighter("A").holds == ""
    assert holders(session.encounter, "B") == ()


@pytest.mark.rule("house.held", "poison.tick", "fire.damage")
@pytest.mark.parametrize("who", ["A", "B"])
def test_the_end_of_a_round_leaves_no_hold_of_the_dead(who: str) -> None:
    encounter = put(held(trio()), who, life=1, fire=Fire(1, None))
    after = SYSTEM.end_round(encounter, ScriptTable((), encounter.options))
    assert after.fighter(who).dead
    assert after.fighter("A").holds == ""


@pytest.mark.rule("house.held", "house.surrender")
def test_a_holder_or_a_captive_who_gives_up_ends_it() -> None:
    for who in HOLD:
        told = play(turn(held(trio()), who), Surrender(who))
        assert told.fighter("A").holds == ""
        assert told.fighter(who).gone == "surrendered"


@pytest.mark.rule("house.held", "house.flee")
def test_a_holder_who_flees_leaves_the_sleeper_behind() -> None:
    three = fight({"name": "A"}, {"name": "B"}, {"name": "C", "side": "B", "position": 30})
    asleep = put(held(three), "B", unconscious=True)
    told = play(turn(asleep, "A"), Flee("A"))
    assert (told.fighter("A").gone, told.fighter("A").holds) == ("fled", "")
    assert holders(told.encounter, "B") == ()


@pytest.mark.rule("house.held")
@pytest.mark.parametrize("who", ["A", "B"])
def test_whoever_is_taken_out_of_the_fight_leaves_no_hold_behind(who: str) -> None:
    three = fight({"name": "A"}, {"name": "B"}, {"name": "C", "side": "A"}, {"name": "D", "side": "B"})
    session = sitting(held(three), [6, 6], [5, 5], [4, 4], [3, 3], [3, 4], [3, 4])
    gone = session.encounter.fighter(who)
    session.rule(Leave(who))
    left = "B" if who == "A" else "A"
    assert burdens(session.encounter, session.encounter.fighter(left)) == ()
    assert grip(session.encounter, session.encounter.fighter(left)) == ""
    # and one of that name who comes in later is not in anybody's grip
    if session.turn is not None and session.turn.who == "A":
        session.act(Pass("A"))
    session.rule(Join(gone if who == "B" else put(three, "A", holds="").fighter("A")))
    assert holders(session.encounter, "B") == ()


@pytest.mark.rule("house.held")
@pytest.mark.parametrize("setting", ["unconscious", "dead"])
def test_a_holder_whom_the_game_master_puts_down_and_up_again_holds_nobody(setting: str) -> None:
    three = fight({"name": "A"}, {"name": "B"}, {"name": "C", "side": "A"}, {"name": "D", "side": "B"})
    session = sitting(held(three), [1, 1], [6, 6], [5, 5], [4, 4])
    session.rule(SetValue("A", setting, True))
    assert session.encounter.fighter("A").holds == ""
    assert holders(session.encounter, "B") == ()
    assert forbidden(session.encounter, Move("B", 3)) == ""
    session.act(Pass("B"))
    session.rule(SetValue("A", setting, False))
    assert holders(session.encounter, "B") == ()
    assert session.encounter.fighter("A").holds == ""


@pytest.mark.rule("house.held")
def test_who_is_carried_out_of_reach_is_free() -> None:
    session = sitting(held(trio()), [1, 1], [4, 4], [6, 6])
    assert forbidden(session.encounter, Move("B", 3)) == "house.held"
    session.rule(SetValue("B", "position", 2))
    assert holders(session.encounter, "B") == ("A",)
    session.rule(SetValue("B", "position", 3))
    assert holders(session.encounter, "B") == ()
    assert forbidden(session.encounter, Move("B", 4)) == ""


@pytest.mark.rule("house.held", "mount.loss.7-plus", "house.bolt")
@pytest.mark.parametrize(("holder", "target"), [("B", "Rider"), ("B", "Beast"), ("Rider", "B")])
def test_a_mount_that_bolts_tears_its_rider_loose_and_one_that_is_held_stays(holder: str, target: str) -> None:
    beast = {"name": "Beast", "side": "Rider", "tame": "4/12", "tamed": True, "move": 30}
    three = fight({"name": "Rider", "taming": 4}, beast, {"name": "B", "position": -1})
    wild = held(put(put(three, "Rider", mount="Beast"), "Beast", wild=Wild("7+", 12)), holder, target)
    bolt: list[Any] = [[1, 1], "none"] if target == "Beast" else [[2]]  # held, it bites at the holder
    session = sitting(wild, [4, 4], [6, 6], [1, 1], *bolt)
    there = session.encounter.fighter("Rider").position
    assert (there > 0) == (target != "Beast")
    assert (session.encounter.fighter(holder).holds == "") == (target != "Beast")


@pytest.mark.rule("house.held", "damage.death")
def test_whoever_has_killed_the_captive_is_free_for_others() -> None:
    three = fight({"name": "A", "weapons": ["sword"]}, {"name": "B", "life": 1}, {"name": "C", "side": "B"})
    told = play(turn(held(three), "A"), Attack("A", "B", "sword"), [6, 5], "none")
    assert told.fighter("B").dead
    assert told.fighter("A").holds == ""
    assert forbidden(turn(told.encounter, "A"), Attack("A", "C", "sword")) == ""
    # killed by somebody else, likewise
    told = play(turn(held(three, "C", "B"), "A"), Attack("A", "B", "sword"), [6, 5], "none")
    assert told.fighter("C").holds == ""


@pytest.mark.rule("grapple.hold", "house.held")
def test_who_sleeps_is_held_without_a_contest_and_wrestles_again_when_awake() -> None:
    three = fight({"name": "A"}, {"name": "B"}, {"name": "D", "side": "B"})
    session = sitting(put(held(three), "B", unconscious=True), [6, 6], [1, 1])
    assert contests(session) == []
    assert session.encounter.fighter("A").holds == "B"
    session.rule(SetValue("B", "unconscious", False))
    session.act(Pass("A"))
    session.act(Pass("D"))
    say(session, [6, 6], [1, 1], [1, 1], [3, 4], [3, 4])
    assert contests(session) == [("A", "holds", "B")]


@pytest.mark.rule("house.held", "house.fire")
def test_a_captive_can_put_out_its_own_fire() -> None:
    encounter = turn(put(held(duel()), "B", fire=Fire(1, None)), "B")
    assert forbidden(encounter, Extinguish("B", "B")) == ""


@pytest.mark.rule("house.held", "house.mount", "house.flee")
def test_a_rider_whose_mount_is_held_goes_nowhere_and_a_mount_that_holds_is_not_ridden_away() -> None:
    rider = {"name": "A", "taming": 4}
    beast = {"name": "Beast", "side": "A", "tame": "4/12", "tamed": True}
    ridden = put(fight(rider, beast, {"name": "B", "position": 1}), "A", mount="Beast")
    assert forbidden(turn(ridden, "A"), Move("A", 5)) == ""
    for holder, target in (("B", "A"), ("B", "Beast"), ("A", "B"), ("Beast", "B")):
        encounter = turn(held(ridden, holder, target), "A")
        assert forbidden(encounter, Move("A", 5)) == "house.held", (holder, target)
    asleep = put(ridden, "B", unconscious=True)
    assert forbidden(turn(asleep, "A"), Flee("A")) == ""
    far = fight(rider, beast, {"name": "B", "position": 9}, {"name": "C", "side": "A"})
    own = held(put(far, "A", mount="Beast"), "C", "Beast")
    assert forbidden(turn(own, "A"), Flee("A")) == "house.held"


@pytest.mark.rule("grapple.hold")
def test_a_contest_asks_for_four_dice_in_the_order_holder_then_captive() -> None:
    encounter = turn(held(duel()), "B")
    with pytest.raises(Pending) as caught:
        SYSTEM.perform(encounter, Struggle("B", "A"), ScriptTable((), encounter.options))
    assert [(r.who, r.purpose) for r in caught.value.requests] == [("A", "hold"), ("B", "hold")]  # type: ignore[union-attr]


@pytest.mark.rule("grapple.hold", "grapple.break")
def test_undo_brings_a_broken_hold_back() -> None:
    session = sitting(held(duel()), [1, 1], [6, 6])
    before = session.encounter
    session.act(Struggle("B", "A"))
    say(session, [1, 1], [6, 6])
    after = session.encounter
    assert after.fighter("A").holds == ""
    session.undo()
    assert session.encounter == before
    session.redo()
    assert session.encounter == after
