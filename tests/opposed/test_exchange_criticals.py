"""What a critical hit brings beside its damage: stuck weapons, lost parts, broken bones, knock-outs."""

from __future__ import annotations

from typing import Any

import pytest
from opposed_fights import Told, duel, fight, forbidden, play, put, sitting, turn

from affray.clock import Timer
from affray.encounter import Encounter
from affray.events import Changed, Resolved
from affray.rulings import Amend, Leave
from affray.systems.opposed import SYSTEM
from affray.systems.opposed.actions.kinds import Attack, Move, Pass, Pull, Ready
from affray.table import Amendment

GIANT = {"size": 1}


def attack(encounter: Encounter, weapon: str, *script: Any) -> Told:
    return play(SYSTEM.stage(encounter, Attack("A", "B", weapon)), Attack("A", "B", weapon), *script)


# -- impale ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("crit.impale", "house.stuck")
def test_a_blade_that_pierces_sticks_until_it_is_pulled_out() -> None:
    told = attack(duel({"weapons": ["dagger"], "dex": 6, "brute": 1}), "dagger", [4, 4], "dodge", [1, 1])
    assert [(m.name, m.value) for m in told.harm.parts] == [("margin", 12), ("weapon", 2), ("impale", 2)]
    a = told.fighter("A")
    assert a.stuck == (("dagger", "B"),)
    next_turn = turn(told.encounter, "A")
    assert forbidden(next_turn, Attack("A", "B", "dagger")) == "house.stuck"
    assert forbidden(next_turn, Ready("A", "dagger")) == "house.stuck"
    assert forbidden(next_turn, Attack("A", "B", "fist")) == ""
    held = play(next_turn, Pull("A", "dagger"), [3, 3])
    assert held.rolls == {("A", "pull"): 7}
    assert held.fighter("A").stuck == (("dagger", "B"),)
    assert held.encounter.agenda == ()
    free = play(next_turn, Pull("A", "dagger"), [3, 4])
    assert free.fighter("A").stuck == ()
    assert forbidden(turn(free.encounter, "A"), Attack("A", "B", "dagger")) == ""


@pytest.mark.rule("house.stuck", "parry.needs-weapon")
def test_a_stuck_weapon_does_not_parry() -> None:
    encounter = duel({"weapons": ["sword"]}, {"weapons": ["dagger"]})
    told = attack(put(encounter, "B", stuck=(("dagger", "A"),)), "sword", [5, 6], "none")
    assert "parry" not in told.asked[1].options  # type: ignore[union-attr]


@pytest.mark.rule("house.stuck", "house.reach")
def test_only_a_weapon_within_reach_is_pulled_out() -> None:
    stuck = put(duel({"weapons": ["dagger"]}, {"position": 3}), "A", stuck=(("dagger", "B"),))
    assert forbidden(turn(stuck, "A"), Pull("A", "dagger")) == "house.reach"
    assert forbidden(turn(put(stuck, "B", position=2), "A"), Pull("A", "dagger")) == ""
    assert forbidden(turn(stuck, "A"), Pull("A", "fist")) == "house.stuck"
    dead = put(stuck, "B", position=2, dead=True)
    assert forbidden(turn(dead, "A"), Pull("A", "dagger")) == ""


@pytest.mark.rule("house.stuck")
def test_a_weapon_whose_bearer_left_comes_free_without_a_roll() -> None:
    trio = fight({"name": "A", "weapons": ["dagger"]}, {"name": "B"}, {"name": "C", "side": "B"})
    left = Leave("B").apply(SYSTEM, put(trio, "A", stuck=(("dagger", "B"),)))
    told = play(turn(left, "A"), Pull("A", "dagger"))
    assert told.fighter("A").stuck == ()
    assert told.rolls == {}


@pytest.mark.rule("crit.impale", "house.stuck")
@pytest.mark.parametrize(("weapon", "stuck"), [("bow", ()), ("thrown knife", (("thrown knife", "B"),))])
def test_what_a_bow_shoots_costs_no_bow_but_a_thrown_knife_is_gone(weapon: str, stuck: Any) -> None:
    told = attack(duel({"weapons": [weapon], "dex": 6}), weapon, [4, 4], "dodge", [1, 1])
    assert told.outcome == "critical hit"
    assert told.harm.parts[-1].name == "impale"
    assert told.fighter("A").stuck == stuck


@pytest.mark.rule("damage.death", "house.bones")
def test_nobody_is_said_to_faint_for_another_reason_than_his_own() -> None:
    """The log of a blow on somebody who lies there already, and of a broken head, says nothing of Life 0."""
    lying = put(duel({"weapons": ["sword"], "dex": 6}, {"life": 200}), "B", unconscious=True)
    told = play(turn(lying, "A"), Attack("A", "B", "sword"), [4, 4])
    assert [event for event in told.log if isinstance(event, Changed) and event.what == "unconscious"] == []
    big = turn(duel({"weapons": ["great club"], "brute": 6, "size": 3}, {"life": 200}), "A")
    told = play(big, Attack("A", "B", "great club"), [6, 6], "none", [1])
    fainted = [event for event in told.log if isinstance(event, Changed) and event.what == "unconscious"]
    assert [(event.rules, event.detail) for event in fainted] == [(("house.bones",), "")]


@pytest.mark.rule("crit.success", "crit.impale")
def test_a_margin_of_five_is_no_critical() -> None:
    told = attack(duel({"weapons": ["dagger"]}), "dagger", [6, 6], "dodge", [3, 4])
    assert (told.outcome, told.harm.loss) == ("hit", 7)
    assert told.fighter("A").stuck == ()


# -- chop and crush ----------------------------------------------------------------------------------------------


PARTS = {1: "head", 2: "right arm", 3: "left arm", 4: "right leg", 5: "left leg", 6: "hand"}


@pytest.mark.rule("crit.chop", "crit.chop.sever", "house.severed")
@pytest.mark.parametrize("face", PARTS)
def test_a_chop_severs_what_it_hits_of_somebody_smaller(face: int) -> None:
    told = attack(duel({"weapons": ["axe"], "brute": 6, **GIANT}, {"life": 90}), "axe", [6, 6], "dodge", [6, 6], [face])
    assert (told.fighter("B").severed, told.fighter("B").broken) == ((PARTS[face],), ())
    assert told.fighter("B").dead == (face == 1)
    assert [m.value for m in told.harm.parts] == [6, 4, 1, 4]
    assert any(isinstance(e, Changed) and e.after == "severed" for e in told.log)


@pytest.mark.rule("crit.crush.bones", "house.bones")
@pytest.mark.parametrize("face", PARTS)
def test_a_crush_breaks_what_it_hits_of_somebody_smaller(face: int) -> None:
    a = {"weapons": ["great club"], "brute": 6, **GIANT}
    told = attack(duel(a, {"life": 90}), "great club", [6, 6], "dodge", [6, 6], [face])
    b = told.fighter("B")
    assert (b.broken, b.severed, b.dead, b.unconscious) == ((PARTS[face],), (), False, face == 1)
    assert SYSTEM.able(b, told.encounter.options) == (face != 1)


@pytest.mark.rule("crit.chop.sever", "crit.crush.bones")
@pytest.mark.parametrize("weapon", ["axe", "great club"])
@pytest.mark.parametrize("sizes", [(0, 0), (0, 1)])
def test_nothing_comes_off_of_somebody_who_is_not_smaller(weapon: str, sizes: tuple[int, int]) -> None:
    a = {"weapons": [weapon], "brute": 6, "size": sizes[0]}
    told = attack(duel(a, {"life": 90, "size": sizes[1]}), weapon, [6, 6], "dodge", [5, 5])
    assert told.outcome == "critical hit"
    assert told.fighter("B").useless == ()


@pytest.mark.rule("crit.chop", "crit.chop.sever")
@pytest.mark.parametrize(
    ("switches", "lost"),
    [
        ({}, 8 + 1),  # margin 6 + larger 1 - armour 6, and twice 4 past the armour
        ({"chop_armour": "all-direct"}, 15),
        ({"chop_armour": "armoured"}, 9),
        ({"chop_reading": "instead"}, 8),
    ],
)
def test_how_a_chop_passes_armour_is_a_switch(switches: dict[str, Any], lost: int) -> None:
    a = {"weapons": ["axe"], "brute": 6, **GIANT}
    told = attack(duel(a, {"life": 90, "armour": "plate"}, **switches), "axe", [6, 6], "dodge", [6, 6], [2])
    assert told.harm.loss == lost
    assert told.fighter("B").severed == ("right arm",)


@pytest.mark.rule("house.severed", "house.bones", "house.hands")
def test_lost_arms_hold_nothing() -> None:
    encounter = duel({"weapons": ["sword", "shield", "spear", "bow"]})
    one = put(encounter, "A", broken=("right arm",), hands=("sword",))
    assert forbidden(turn(one, "A"), Attack("A", "B", "sword")) == ""
    assert forbidden(turn(one, "A"), Ready("A", "spear")) == "house.bones"
    none = put(encounter, "A", broken=("right arm", "left arm"), hands=())
    for weapon in ("sword", "spear", "bow"):
        assert forbidden(turn(none, "A"), Attack("A", "B", weapon)) == "house.bones"
    assert forbidden(turn(none, "A"), Attack("A", "B", "kick")) == ""


@pytest.mark.rule("house.severed", "house.bones")
def test_whoever_loses_an_arm_drops_what_no_longer_fits() -> None:
    a = {"weapons": ["axe"], "brute": 6, **GIANT}
    for held, kept in ((["sword", "shield"], ("sword",)), (["spear"], ())):
        told = attack(duel(a, {"life": 90, "weapons": held}), "axe", [6, 6], "dodge", [6, 6], [2])
        assert told.fighter("B").hands == kept


@pytest.mark.rule("house.bones", "house.move")
def test_one_leg_less_halves_a_move_and_two_end_it() -> None:
    encounter = duel({"move": 7})
    lame = turn(put(encounter, "A", broken=("left leg",)), "A")
    assert forbidden(lame, Move("A", 3)) == ""
    assert forbidden(lame, Move("A", 4)) == "house.bones"
    legless = turn(put(encounter, "A", broken=("left leg", "right leg")), "A")
    assert forbidden(legless, Move("A", 1)) == "house.bones"
    assert all(offer.kind != "move" for offer in SYSTEM.offers(legless))


@pytest.mark.rule("house.severed")
@pytest.mark.parametrize(("luck", "part"), [(-3, "head"), (9, "hand")])
def test_a_ruling_cannot_push_a_blow_past_the_body(luck: int, part: str) -> None:
    encounter = Amend(Amendment("luck", luck, "B", "location")).apply(
        SYSTEM, duel({"weapons": ["axe"], "brute": 6, **GIANT}, {"life": 90})
    )
    told = attack(encounter, "axe", [6, 6], "dodge", [6, 6], [3])
    assert told.fighter("B").severed == (part,)


@pytest.mark.rule("house.severed")
def test_the_same_part_is_not_lost_twice() -> None:
    encounter = put(duel({"weapons": ["axe"], "brute": 6, **GIANT}, {"life": 90}), "B", severed=("hand",))
    told = attack(encounter, "axe", [6, 6], "dodge", [6, 6], [6])
    assert (told.fighter("B").severed, told.fighter("B").useless) == (("hand",), ("hand",))


@pytest.mark.rule("house.severed", "house.bones")
def test_what_was_broken_can_still_come_off_and_is_useless_once() -> None:
    encounter = put(duel({"weapons": ["axe"], "brute": 6, **GIANT}, {"life": 90}), "B", broken=("hand",))
    told = attack(encounter, "axe", [6, 6], "dodge", [6, 6], [6])
    b = told.fighter("B")
    assert (b.severed, b.broken, b.useless, b.sound_hands) == (("hand",), ("hand",), ("hand",), 1)


# -- bare hands --------------------------------------------------------------------------------------------------


@pytest.mark.rule("crit.bare", "size.damage")
def test_a_critical_kick_doubles_the_whole_sum() -> None:
    a = {"brute": 6, "size": 2}
    told = attack(duel(a, {"life": 90}), "kick", [6, 6], "dodge", [6, 6], [1, 1], [6, 6])
    assert [(m.name, m.value) for m in told.harm.parts] == [
        ("margin", 6),
        ("weapon", 1),
        ("larger than target", 2),
        ("doubled", 9),
    ]
    assert told.harm.loss == 18


@pytest.mark.rule("crit.bare.ko", "house.ko", "house.round")
@pytest.mark.parametrize(
    ("mine", "theirs", "extra", "out"),
    [
        ([6, 4], [2, 3], (), True),  # 13 against 7
        ([6, 5], [2, 3], (), True),
        ([5, 4], [2, 3], (), False),  # 12 against 7
        ([6, 4], [2, 3], ([4],), True),
        ([6, 4], [2, 3], ([3],), False),
    ],
)
def test_the_contest_of_a_knock_out(mine: list[int], theirs: list[int], extra: tuple[Any, ...], out: bool) -> None:
    encounter = duel({"brute": 3, "melee": 6}, {"brute": 2, "life": 90}, ko_extra__roll=bool(extra))
    told = attack(encounter, "fist", [6, 6], "dodge", [2, 2], mine, theirs, *extra)
    assert told.fighter("B").unconscious == out
    margin = sum(mine) + 3 - sum(theirs) - 2
    resolved = [e for e in told.log if isinstance(e, Resolved)][-1]
    assert (resolved.outcome, resolved.margin) == ("knock-out" if out else "no knock-out", margin)
    timers = told.encounter.clock.timers
    assert [(t.on, t.what, t.edge, t.left) for t in timers] == (
        [("B", "unconscious", "round-end", 10 * margin)] if out else []
    )


@pytest.mark.rule("crit.bare.ko")
def test_nobody_who_is_dead_or_out_is_knocked_out() -> None:
    told = attack(duel({"brute": 6}, {"life": 5}), "fist", [6, 6], "dodge", [1, 1])
    assert told.fighter("B").dead
    out = put(duel({"brute": 6}, {"life": 90}), "B", unconscious=True)
    assert attack(out, "fist", [6, 6]).outcome == "critical hit"


@pytest.mark.rule("house.ko", "house.round")
def test_a_knock_out_by_six_lasts_sixty_rounds() -> None:
    trio = fight(
        {"name": "A", "brute": 3, "melee": 6},
        {"name": "B", "position": 1, "brute": 2, "life": 90, "dex": 6},
        {"name": "C", "side": "B", "position": 1},
    )
    session = sitting(trio, [6, 6], [1, 1], [2, 2])
    session.act(Attack("A", "B", "fist"))
    for value in ((6, 6), "dodge", (1, 1), (6, 4), (2, 3)):
        session.answer(value)
    session.act(Pass("C"))
    while session.turn is None or session.turn.who != "B":
        while session.requests:
            session.throw()
        if session.turn is not None and session.turn.who != "B":
            session.act(Pass(session.turn.who))
        if session.encounter.fighter("B").unconscious:
            assert session.encounter.clock.round <= 60
    assert session.encounter.clock.round == 61
    assert session.encounter.clock.timers == ()


@pytest.mark.rule("house.bones", "house.ko")
def test_a_knock_out_that_ends_does_not_mend_a_broken_head() -> None:
    over = Timer("B", "unconscious", "", "round-end", 1)
    out = put(duel(), "B", unconscious=True, broken=("head",))
    assert SYSTEM.expire(out.fighter("B"), over).unconscious
    assert not SYSTEM.expire(put(out, "B", broken=("hand",)).fighter("B"), over).unconscious
