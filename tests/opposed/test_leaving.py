"""Leaving a fight alive: flight and surrender, who may, and what goes on for those who are gone."""

from __future__ import annotations

from typing import Any

import pytest
from opposed_fights import duel, fight, forbidden, held, play, put, say, sitting, turn

from affray.clock import Timer
from affray.encounter import Encounter
from affray.events import Declared, Ended
from affray.session import Session
from affray.systems.opposed import SYSTEM
from affray.systems.opposed.actions.kinds import (
    Aim,
    Attack,
    Dismount,
    Extinguish,
    Flee,
    Grapple,
    Move,
    Pass,
    Pull,
    Social,
    Surrender,
    Switch,
)
from affray.systems.opposed.fighter import Fire, Wild, rider_of
from affray.systems.opposed.rules.lasting import Toll

RIDER = {"name": "A", "taming": 4}
BEAST = {"name": "Beast", "side": "A", "tame": "4/12", "tamed": True}


def mounted(distance: int = 9, **beast: Any) -> Encounter:
    """A on a mount, and B so far away."""
    return put(fight(RIDER, {**BEAST, **beast}, {"name": "B", "position": distance}), "A", mount="Beast")


def pass_all(session: Session) -> None:
    """Everybody passes until something is asked or the fight is over."""
    while session.turn is not None and not session.requests and not session.over:
        session.act(Pass(session.turn.who))


# -- flight ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("house.flee", "house.reach")
@pytest.mark.parametrize(("distance", "rule"), [(2, "house.flee"), (-2, "house.flee"), (3, ""), (-3, "")])
def test_nobody_flees_from_a_foe_in_reach(distance: int, rule: str) -> None:
    assert forbidden(turn(duel({}, {"position": distance}), "A"), Flee("A")) == rule


@pytest.mark.rule("house.flee")
def test_only_foes_who_can_act_are_in_the_way() -> None:
    four = fight(
        {"name": "A"},
        {"name": "F", "side": "A"},
        {"name": "B", "position": 1},
        {"name": "C", "side": "B", "position": 9},
    )
    encounter = turn(four, "A")
    assert forbidden(encounter, Flee("A")) == "house.flee"
    for changed in ({"dead": True}, {"unconscious": True}, {"gone": "surrendered"}):
        assert forbidden(put(encounter, "B", **changed), Flee("A")) == ""


@pytest.mark.rule("house.flee", "house.move", "house.bones")
def test_who_cannot_move_cannot_flee_and_a_move_may_come_first() -> None:
    assert forbidden(turn(duel({"move": 0}, {"position": 9}), "A"), Flee("A")) == "house.flee"
    lame = turn(duel({}, {"position": 9}), "A", broken=("left leg", "right leg"))
    assert forbidden(lame, Flee("A")) == "house.flee"
    assert forbidden(put(lame, "A", broken=("left leg",)), Flee("A")) == ""
    told = play(turn(duel({}, {"position": 2}), "A"), Move("A", -1))
    assert forbidden(told.encounter, Flee("A")) == ""
    assert play(told.encounter, Flee("A")).fighter("A").gone == "fled"


@pytest.mark.rule("house.flee", "house.held")
def test_who_is_held_cannot_flee() -> None:
    three = fight({"name": "A"}, {"name": "F", "side": "A"}, {"name": "B", "position": 9})
    assert forbidden(turn(three, "A"), Flee("A")) == ""
    assert forbidden(turn(held(three, "F", "A"), "A"), Flee("A")) == "house.held"


@pytest.mark.rule("house.flee", "opportunity.turn")
def test_a_free_turn_will_do() -> None:
    archer = put(duel({"weapons": ["bow"]}, {"position": 20}), "A", dex=-6)
    session = sitting(archer, [6, 6], [1, 1])
    session.act(Attack("A", "B", "bow"))
    say(session, [1, 1])
    session.act(Flee("B"))
    assert session.over


@pytest.mark.rule("house.flee")
def test_who_has_fled_is_out_and_alive() -> None:
    three = fight({"name": "A"}, {"name": "B", "position": 9}, {"name": "C", "side": "B", "position": 9})
    told = play(turn(three, "B", aimed="A"), Flee("B"))
    b = told.fighter("B")
    assert (b.gone, b.dead, b.unconscious, b.life, b.aimed) == ("fled", False, False, 20, "")
    assert SYSTEM.alive(b)
    assert not SYSTEM.able(b, told.encounter.options)
    assert SYSTEM.conditions(b, told.encounter.options) == ("fled",)
    assert [(e.action, e.rules) for e in told.log if isinstance(e, Declared)] == [("flees", ("house.flee",))]
    after = turn(told.encounter, "A")
    for action in (Attack("A", "B", "kick"), Grapple("A", "B"), Social("A", "B"), Aim("A", "B")):
        assert forbidden(after, action) == "house.flee", action
    assert forbidden(turn(told.encounter, "B"), Pass("B")) == "house.flee"
    assert all(getattr(a, "target", "") != "B" for offer in SYSTEM.offers(after) for a in offer.examples)
    session = sitting(told.encounter, [1, 1], [6, 6])  # A and C: nobody rolls for B
    assert session.encounter.clock.order == ("C", "A")


@pytest.mark.rule("house.flee", "house.mount")
def test_a_rider_flees_with_the_mount() -> None:
    told = play(turn(mounted(), "A"), Flee("A"))
    assert [told.fighter(who).gone for who in ("A", "Beast", "B")] == ["fled", "fled", ""]
    assert SYSTEM.alive(told.fighter("Beast"))
    assert forbidden(turn(mounted(), "Beast"), Flee("Beast")) == "house.mount"
    assert forbidden(turn(mounted(2), "A"), Flee("A")) == "house.flee"
    # on the legs of the mount, whatever those of the rider are like
    assert forbidden(turn(put(mounted(), "A", broken=("left leg", "right leg")), "A"), Flee("A")) == ""
    assert forbidden(turn(mounted(move=0), "A"), Flee("A")) == "house.flee"


@pytest.mark.rule("mount.out.persist", "house.flee", "house.mount")
def test_not_on_a_mount_that_does_not_obey_or_carry() -> None:
    assert forbidden(turn(put(mounted(), "Beast", wild=Wild("1-2", 12)), "A"), Flee("A")) == "mount.out.persist"
    assert forbidden(turn(put(mounted(), "Beast", unconscious=True), "A"), Flee("A")) == "house.mount"


# -- surrender ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("house.surrender", "house.held", "house.social")
def test_anybody_awake_may_give_up_at_any_time() -> None:
    encounter = turn(held(duel()), "B", swayed=("A",), broken=("left leg", "right leg"), moved=True)
    assert forbidden(encounter, Surrender("B")) == ""
    told = play(encounter, Surrender("B"))
    b = told.fighter("B")
    assert (b.gone, b.dead, b.life) == ("surrendered", False, 20)
    assert SYSTEM.alive(b)
    assert told.fighter("A").holds == ""
    for action in (Attack("A", "B", "kick"), Grapple("A", "B"), Social("A", "B")):
        assert forbidden(turn(told.encounter, "A"), action) == "house.surrender"
    asleep = turn(put(duel(), "B", unconscious=True), "B")
    assert forbidden(asleep, Surrender("B")) == "house.ko"
    assert forbidden(asleep, Flee("B")) == "house.ko"
    assert forbidden(turn(duel(), "A"), Surrender("B")) == "initiative.order"


@pytest.mark.rule("house.surrender", "house.mount")
def test_who_gives_up_leaves_the_saddle_and_the_mount_fights_on() -> None:
    told = play(turn(mounted(), "A"), Surrender("A"))
    assert (told.fighter("A").mount, told.fighter("Beast").gone) == ("", "")
    assert rider_of(told.encounter, "Beast") is None
    assert forbidden(turn(told.encounter, "Beast"), Move("Beast", 3)) == ""
    told = play(turn(mounted(), "Beast"), Surrender("Beast"))
    assert (told.fighter("A").mount, told.fighter("A").gone) == ("", "")
    assert forbidden(turn(told.encounter, "A"), Dismount("A")) == "house.mount"
    assert forbidden(turn(told.encounter, "A"), Move("A", 3)) == ""


# -- how it ends -------------------------------------------------------------------------------------------------


@pytest.mark.rule("house.flee", "house.surrender")
@pytest.mark.parametrize("leave", [Flee, Surrender])
def test_the_fight_is_over_when_the_last_of_a_side_is_gone(leave: Any) -> None:
    three = fight({"name": "A"}, {"name": "B", "position": 9}, {"name": "C", "side": "B", "position": 9})
    session = sitting(three, [1, 1], [6, 6], [5, 5])
    session.act(leave("B"))
    assert not session.over
    session.act(leave("C"))
    assert session.over
    assert [e.winners for e in session.events if isinstance(e, Ended)] == [("A",)]
    assert all(SYSTEM.alive(f) for f in session.encounter.fighters)


@pytest.mark.rule("house.flee", "damage.death", "house.ko")
def test_dead_and_sleeping_friends_do_not_count() -> None:
    four = fight(
        {"name": "A"},
        {"name": "B", "position": 9},
        {"name": "C", "side": "B", "position": 9},
        {"name": "D", "side": "B", "position": 9},
    )
    session = sitting(put(put(four, "C", dead=True), "D", unconscious=True), [1, 1], [6, 6])
    session.act(Flee("B"))
    assert session.over
    assert [e.winners for e in session.events if isinstance(e, Ended)] == [("A",)]
    assert [SYSTEM.alive(session.encounter.fighter(who)) for who in "BCD"] == [True, False, True]


@pytest.mark.rule("house.flee", "initiative.order")
def test_leaving_costs_nobody_else_a_turn() -> None:
    four = fight(
        {"name": "A"},
        {"name": "B", "position": 9},
        {"name": "C", "side": "B", "position": 9},
        {"name": "D", "side": "A"},
    )
    session = sitting(four, [4, 4], [6, 6], [3, 3], [1, 1])
    acted = []
    while not session.requests:
        assert session.turn is not None
        acted.append(session.turn.who)
        session.act(Flee("B") if session.turn.who == "B" else Pass(session.turn.who))
    assert acted == ["B", "A", "C", "D"]
    assert [r.who for r in session.requests] == ["A", "C", "D"]


@pytest.mark.rule("house.flee", "initiative.switch")
def test_who_puts_the_turn_off_and_flees_then_is_gone() -> None:
    mage = {"weapons": ["lightning bolt"], "position": 30}
    session = sitting(fight({"name": "A", **mage}, {"name": "F", "side": "A"}, {"name": "B"}), "magic", *[[6, 6]] * 3)
    session.act(Switch("A"))
    while session.turn is not None and session.turn.who != "A":
        session.act(Pass(session.turn.who))
    session.act(Flee("A"))
    assert session.encounter.fighter("A").gone == "fled"
    assert [r.who for r in session.requests] == ["F", "B"]


# -- what goes on ------------------------------------------------------------------------------------------------


@pytest.mark.rule("poison.tick", "fire.damage", "house.flee", "house.surrender")
@pytest.mark.parametrize("gone", ["fled", "surrendered"])
def test_poison_and_fire_go_on_for_those_who_are_gone(gone: str) -> None:
    three = fight({"name": "A"}, {"name": "B", "position": 9}, {"name": "C", "side": "B", "position": 9})
    ill = put(three, "B", gone=gone, poisons=(Toll("viper", 3, 2, 1),), fire=Fire(1, None))
    session = sitting(ill, [6, 6], [1, 1])
    pass_all(session)
    say(session, [6, 6], [1, 1])
    b = session.encounter.fighter("B")
    assert (b.life, b.gone, SYSTEM.alive(b)) == (13, gone, True)
    session = sitting(put(ill, "B", life=6), [6, 6], [1, 1])
    pass_all(session)
    say(session, [6, 6], [1, 1])
    b = session.encounter.fighter("B")
    assert (b.life, SYSTEM.alive(b)) == (-1, False)
    assert SYSTEM.conditions(b, session.encounter.options)[0] == "dead"


@pytest.mark.rule("house.flee", "house.ko", "house.social")
def test_no_timer_brings_anybody_back() -> None:
    three = fight({"name": "A"}, {"name": "B", "position": 9}, {"name": "C", "side": "B", "position": 9})
    away = put(three, "B", gone="fled", unconscious=True, swayed=("A",))
    for what in ("unconscious", "swayed by A"):
        away = away.with_clock(away.clock.timed(Timer("B", what, "", "round-end", 1)))
    session = sitting(away, [6, 6], [1, 1])
    pass_all(session)
    say(session, [6, 6], [1, 1])
    b = session.encounter.fighter("B")
    assert (b.unconscious, b.swayed, b.gone) == (False, (), "fled")
    assert not SYSTEM.able(b, session.encounter.options)
    assert session.encounter.clock.order == ("A", "C")


@pytest.mark.rule("house.stuck", "house.flee", "house.surrender")
def test_a_weapon_that_sticks_in_somebody_leaves_with_who_flees() -> None:
    three = fight({"name": "A", "weapons": ["dagger", "sword"]}, {"name": "B"}, {"name": "C", "side": "B"})
    stuck = turn(put(three, "A", stuck=(("dagger", "B"),), hands=("dagger", "sword")), "A")
    assert forbidden(stuck, Pull("A", "dagger")) == ""
    assert forbidden(put(stuck, "B", gone="fled"), Pull("A", "dagger")) == "house.flee"
    assert forbidden(put(stuck, "B", gone="surrendered"), Pull("A", "dagger")) == ""
    assert forbidden(put(stuck, "B", dead=True), Pull("A", "dagger")) == ""
    assert forbidden(put(stuck, "B", gone="fled"), Attack("A", "C", "dagger")) == "house.stuck"


@pytest.mark.rule("house.flee", "house.fire")
def test_nobody_reaches_those_who_have_fled() -> None:
    three = fight({"name": "A"}, {"name": "F", "side": "A"}, {"name": "B", "position": 9})
    burning = put(three, "F", fire=Fire(1, None))
    assert forbidden(turn(burning, "A"), Extinguish("A", "F")) == ""
    assert forbidden(turn(put(burning, "F", gone="fled"), "A"), Extinguish("A", "F")) == "house.flee"


@pytest.mark.rule("house.flee")
def test_undo_brings_them_back() -> None:
    session = sitting(duel({}, {"position": 9}), [1, 1], [6, 6])
    before = session.encounter
    session.act(Flee("B"))
    assert session.over
    session.undo()
    assert (session.encounter, session.over) == (before, False)


@pytest.mark.rule("house.surrender", "mount.regain.no-act")
def test_nobody_regains_control_of_a_mount_that_has_given_up() -> None:
    encounter = turn(put(mounted(), "A", regaining=True), "Beast")
    rider = play(encounter, Surrender("Beast")).fighter("A")
    assert (rider.mount, rider.regaining) == ("", False)
