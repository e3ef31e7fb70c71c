"""The turn of a mount out of control: it stands, it bucks and attacks at random, or it bolts over whatever is there."""

from __future__ import annotations

from typing import Any

import pytest
from mount_fights import begin, requests, riding, unruly
from opposed_fights import Told, changes, put, say, sitting, turn

from affray.encounter import Encounter, Step, begin_turn, proceed
from affray.events import Changed, Declared, Remark, TurnBegan
from affray.luck import Luck
from affray.odds import action_odds
from affray.rulings import Amend
from affray.session import Session
from affray.systems.opposed import SYSTEM
from affray.systems.opposed.actions.kinds import Attack, Control, Pass
from affray.systems.opposed.actions.wild import natural_weapon
from affray.table import Amendment, RandomTable

BITE = {"weapons": ["bite"], "move": 6}
MISS = ((1, 1), "none")


def others(*places: int, side: str = "them") -> list[dict[str, Any]]:
    return [{"name": f"N{n}", "side": side, "position": place} for n, place in enumerate(places, 1)]


def wild(row: str, *more: dict[str, Any], beast: dict[str, Any] | None = None, **settings: Any) -> Encounter:
    """Rider on an unruly Beast at 0 m, Foe far off, and others."""
    return unruly(riding({}, {**BITE, **(beast or {})}, {"position": 50}, *more, **settings), row)


def attacked(told: Told) -> list[str]:
    return [event.target for event in told.log if isinstance(event, Declared) and event.who == "Beast"]


def places(told: Told) -> tuple[int, int]:
    return told.fighter("Beast").position, told.fighter("Rider").position


# -- the first two rows


@pytest.mark.rule("mount.loss.1-2", "mount.loss.3-4")
@pytest.mark.parametrize("row", ["1-2", "3-4"])
def test_a_mount_that_only_disobeys_loses_its_turn(row: str) -> None:
    told = begin(wild(row, *others(1)), "Beast")
    assert told.encounter.step is None
    assert attacked(told) == []
    assert places(told) == (0, 0)
    assert not told.fighter("Beast").moved
    assert any(isinstance(event, Remark) and event.rules[0] == f"mount.loss.{row}" for event in told.log)
    assert told.fighter("Beast").wild is not None


@pytest.mark.rule("mount.loss.1-2")
def test_nobody_is_asked_and_the_rider_has_its_own_turn() -> None:
    told = begin(wild("1-2"), "Rider")
    assert told.encounter.step is not None
    assert begin(wild("1-2"), "Foe").encounter.step is not None


@pytest.mark.rule("opportunity.turn", "mount.out.persist")
@pytest.mark.parametrize("row", ["1-2", "5-6", "7+"])
def test_a_free_turn_is_wasted_on_an_unruly_mount(row: str) -> None:
    told = begin(wild(row, *others(1)), "Beast", kind="opportunity")
    assert told.encounter.step is None
    assert attacked(told) == []


# -- bucking


@pytest.mark.rule("mount.loss.5-6", "house.random-attack")
def test_a_bucking_mount_attacks_somebody_in_reach_by_the_order_of_the_roster() -> None:
    # the friend, the sleeper and both ends of its reach count; its rider, the dead, the gone and the far do not
    encounter = wild("5-6", *others(2, -2, 1, 3, 1, 1), {"name": "Friend", "side": "us", "position": 0})
    encounter = put(put(put(encounter, "N3", unconscious=True), "N5", dead=True), "N6", gone="fled")
    found = []
    for face in (1, 2, 3, 4):
        asleep = face == 3
        told = begin(encounter, "Beast", (face,), (1, 1), *([] if asleep else ["none"]))
        assert str(told.asked[0].dice) == "d4"
        assert requests(told)[:2] == [("Beast", "random target"), ("Beast", "attack")]
        found += attacked(told)
        assert told.encounter.step is None
    assert found == ["N1", "N2", "N3", "Friend"]


@pytest.mark.rule("house.random-attack")
def test_one_in_reach_takes_no_die_and_nobody_no_attack() -> None:
    told = begin(wild("5-6", *others(2)), "Beast", *MISS)
    assert requests(told) == [("Beast", "attack"), ("N1", "guard")]
    told = begin(wild("5-6", *others(3)), "Beast")
    assert (attacked(told), told.encounter.step) == ([], None)


@pytest.mark.rule("house.random-attack")
def test_every_target_is_as_likely_as_the_next() -> None:
    encounter = wild("5-6", *others(1, 1, 1))

    counts = dict.fromkeys(("N1", "N2", "N3"), 0)
    for seed in range(300):
        log: list[Any] = []
        table = RandomTable(Luck(seed), options=encounter.options, log=log)
        begin_turn(SYSTEM, encounter, Step("turn", "Beast"), table)
        counts[next(event.target for event in log if isinstance(event, Declared))] += 1
    assert min(counts.values()) > 70


@pytest.mark.rule("mount.loss.5-6", "size.damage", "melee.attack")
def test_it_attacks_with_whatever_nature_gave_it() -> None:
    told = begin(wild("5-6", *others(1), beast={"brute": 3, "melee": 2}), "Beast", (3, 4), "none")
    assert told.rolls["Beast", "attack"] == 12
    assert told.fighter("N1").life == 20 - (2 + 3)
    kicks = {"weapons": [], "brute": 3}
    told = begin(wild("5-6", *others(1), beast=kicks), "Beast", (4, 4), "none")
    assert told.fighter("N1").life == 20 - (1 + 1)
    beast = wild("5-6").fighter("Beast")
    assert natural_weapon(beast).name == "bite"  # type: ignore[union-attr]
    stuck = put(wild("5-6"), "Beast", stuck=(("bite", "N1"),)).fighter("Beast")
    assert natural_weapon(stuck).name == "kick"  # type: ignore[union-attr]
    armed = riding(beast={"weapons": ["sword", "axe"]}).fighter("Beast")
    assert natural_weapon(armed).name == "kick"  # type: ignore[union-attr]
    unarmed = put(riding(), "Beast", weapons=()).fighter("Beast")
    assert natural_weapon(unarmed) is None
    told = begin(put(wild("5-6", *others(1)), "Beast", weapons=()), "Beast")
    assert told.encounter.step is None


@pytest.mark.rule("mount.loss.5-6", "mount.control.damage")
def test_it_may_upset_another_mount() -> None:
    second = [
        {"name": "R2", "side": "them", "mount": "B2", "position": 1},
        {"name": "B2", "side": "them", "tame": "0/9", "tamed": True, "position": 1},
    ]
    told = begin(wild("5-6", *second), "Beast", (2,), (6, 5), "none", (1, 1), (6, 6))
    assert attacked(told) == ["B2"]
    assert told.fighter("B2").wild.row == "5-6"  # type: ignore[union-attr]
    assert told.fighter("Beast").wild.row == "5-6"  # type: ignore[union-attr]


# -- bolting


@pytest.mark.rule("mount.loss.7-plus", "house.bolt")
@pytest.mark.parametrize(("face", "end"), [(1, -6), (2, 6)])
def test_it_bolts_one_way_or_the_other_with_its_rider(face: int, end: int) -> None:
    told = begin(wild("7+"), "Beast", (face,))
    assert str(told.asked[0].dice) == "d2"
    assert requests(told) == [("Beast", "direction")]
    assert places(told) == (end, end)
    assert told.fighter("Beast").moved
    assert told.fighter("Rider").moved
    assert [(e.before, e.after) for e in told.log if isinstance(e, Changed)] == [(0, end)]
    assert told.encounter.step is None


@pytest.mark.rule("mount.loss.7-plus", "house.bolt")
def test_all_in_its_way_are_attacked_the_nearest_first() -> None:
    # behind it, where it stands, within, at the end, past the end
    encounter = wild("7+", *others(6, -1, 3, 0, 7, 1), {"name": "Friend", "side": "us", "position": 5})
    encounter = put(encounter, "N3", unconscious=True)
    told = begin(encounter, "Beast", (2,), *MISS, (1, 1), *MISS, *MISS)
    assert attacked(told) == ["N6", "N3", "Friend", "N1"]
    assert places(told) == (6, 6)
    told = begin(encounter, "Beast", (1,), *MISS)
    assert attacked(told) == ["N2"]
    assert places(told) == (-6, -6)


@pytest.mark.rule("house.bolt", "house.random-attack")
def test_with_nobody_in_its_way_it_attacks_where_it_stops() -> None:
    told = begin(wild("7+", *others(8, 9, 8)), "Beast", (2,), (2,), *MISS)
    assert requests(told)[:3] == [("Beast", "direction"), ("Beast", "random target"), ("Beast", "attack")]
    assert attacked(told) == ["N3"]
    assert places(told) == (6, 6)
    assert attacked(begin(wild("7+", *others(0)), "Beast", (2,))) == []


@pytest.mark.rule("house.bolt", "house.bones", "house.held")
def test_what_keeps_it_from_running() -> None:
    lame = put(wild("7+"), "Beast", broken=("left leg",))
    assert places(begin(lame, "Beast", (2,))) == (3, 3)
    for still in (wild("7+", *others(2), beast={"move": 0}), put(wild("7+", *others(2)), "N1", holds="Beast")):
        told = begin(still, "Beast", *MISS)
        assert requests(told) == [("Beast", "attack"), ("N1", "guard")]
        assert places(told) == (0, 0)
        assert not told.fighter("Beast").moved


@pytest.mark.rule("house.bolt", "house.held")
def test_a_grip_on_the_rider_tears() -> None:
    encounter = put(wild("7+", *others(-1)), "N1", holds="Rider")
    told = begin(encounter, "Beast", (2,))
    assert told.fighter("N1").holds == ""
    near = put(wild("7+", *others(2), beast={"move": 3}), "N1", holds="Rider")
    told = begin(near, "Beast", (2,), *MISS)
    assert places(told) == (3, 3)
    assert told.fighter("N1").holds == "Rider"


@pytest.mark.rule("mount.loss.7-plus", "house.aim")
def test_it_spoils_the_aim_and_the_rider_counts_as_moving() -> None:
    encounter = put(wild("7+"), "Rider", aimed="Foe")
    assert begin(encounter, "Beast", (1,)).fighter("Rider").aimed == ""


@pytest.mark.rule("house.bolt", "house.dodge-move")
@pytest.mark.parametrize(("face", "place", "after"), [(2, 3, 4), (1, -3, -4)])
def test_who_dodges_back_jumps_the_way_it_runs(face: int, place: int, after: int) -> None:
    told = begin(wild("7+", *others(place), dodge_move="back"), "Beast", (face,), (1, 1), "dodge", (6, 6))
    assert told.fighter("N1").position == after


@pytest.mark.rule("house.bolt", "house.fall")
def test_who_dies_in_a_fall_on_its_way_is_not_attacked_any_more() -> None:
    second = [
        {"name": "B2", "side": "them", "tame": "0/9", "tamed": True, "position": 1},
        {"name": "R2", "side": "them", "mount": "B2", "position": 1},
    ]
    encounter = put(put(wild("7+", *second), "B2", life=1), "R2", life=0)
    told = begin(encounter, "Beast", (2,), (6, 5), "none", (6,))
    assert attacked(told) == ["B2"]
    assert told.fighter("R2").dead


# -- critical failures


@pytest.mark.rule("crit.failure.action", "opportunity.who", "mount.loss.5-6")
def test_a_critical_failure_hands_its_target_a_free_turn() -> None:
    encounter = wild("5-6", {"name": "Fairy", "side": "them", "position": 1, "size": -10})
    told = begin(encounter, "Beast", (3, 4))  # 7 - 10
    step = told.encounter.step
    assert step is not None
    assert (step.kind, step.who, step.cause) == ("opportunity", "Fairy", "Beast")
    assert told.encounter.agenda == (step,)
    met = begin(put(encounter, "Fairy", size=-7), "Beast", (3, 4), "none")  # 0 is no failure
    assert met.encounter.step is None


@pytest.mark.rule("crit.failure.action", "opportunity.who", "house.bolt")
def test_each_of_several_has_a_free_turn_of_its_own() -> None:
    small = [{"name": n, "side": "them", "position": p, "size": -10} for n, p in (("C", 3), ("A", 1), ("B", 2))]
    told = begin(wild("7+", *small), "Beast", (2,), (3, 4), (3, 4), (3, 4))
    session = Session(SYSTEM, told.encounter)
    session.start()
    order = []
    while session.turn is not None and session.turn.kind == "opportunity":
        order.append(session.turn.who)
        session.act(Pass(session.turn.who))
    assert order == ["A", "B", "C"]
    begun = [event.who for event in session.events if isinstance(event, TurnBegan) and event.step == "opportunity"]
    assert begun == ["B", "C"]
    down = put(told.encounter, "B", unconscious=True)
    assert proceed(SYSTEM, down, None).step.who == "A"  # type: ignore[arg-type, union-attr]


# -- at the table


def table_fight() -> Encounter:
    return wild("5-6", *others(1, 1))


def to_the_beast(**settings: Any) -> Session:
    """A session at the beast's turn: it acts first, then Rider, Foe, N1, N2."""
    return sitting(table_fight(), (1, 2), (6, 6), (1, 1), (1, 1), (1, 1), **settings)


@pytest.mark.rule("mount.loss.5-6", "house.random-attack")
def test_people_are_asked_in_the_middle_of_a_wild_turn() -> None:
    session = to_the_beast()
    (check,) = session.requests
    assert check.purpose == "random target"  # type: ignore[union-attr]
    say(session, (2,), (6, 5))
    (question,) = session.requests
    assert (question.who, question.key) == ("N2", "guard")  # type: ignore[union-attr]
    say(session, "dodge", (6, 6))
    assert session.turn is not None
    assert session.turn.who == "Rider"


@pytest.mark.rule("mount.loss.5-6")
def test_a_ruling_may_add_to_its_dice() -> None:
    session = to_the_beast()
    session.rule(Amend(Amendment("omen", 1, "Beast", "random target")))
    say(session, (1,))
    say(session, (1, 1))
    assert session.requests[0].who == "N2"
    session = to_the_beast()
    session.rule(Amend(Amendment("omen", 9, "Beast", "random target")))
    say(session, (1,), (1, 1))
    assert session.requests[0].who == "N2"


@pytest.mark.rule("mount.regain.no-act")
def test_undo_across_a_wild_turn() -> None:
    session = to_the_beast()
    say(session, (1,), (6, 5), "none")
    assert session.encounter.fighter("N1").life == 20 - (1 + 3)
    after = session.encounter
    session.act(Control("Rider"))
    say(session, (6, 6))
    assert session.encounter.fighter("Beast").wild is not None  # 12 - 2 against 12
    session.undo()
    assert session.encounter == after
    session.act(Attack("Rider", "N1", "kick"))
    say(session, (1, 1), "none")
    session.undo()
    assert session.encounter == after
    session.undo()  # the very first dice can be thrown again
    assert session.requests[0].purpose == "initiative"  # type: ignore[union-attr]
    assert session.encounter.fighter("N1").life == 20


@pytest.mark.rule("mount.loss.7-plus")
def test_a_fight_with_an_unruly_mount_plays_by_itself_to_its_end() -> None:
    for seed in range(3):
        encounter = unruly(riding({"weapons": ["sword"]}, {**BITE, "brute": 2}, {"brute": 1}, *others(3, -2)), "7+")
        session = Session(SYSTEM, encounter, seed=seed, people=())
        session.start()
        for _ in range(400):
            if session.over:
                break
            session.auto()
            rider = session.encounter.fighter("Rider")
            if rider.mount:
                assert rider.position == session.encounter.fighter("Beast").position
        assert session.over


def test_odds_of_an_attack_on_a_ridden_mount_are_a_law() -> None:
    encounter = turn(riding({"taming": 2}, {"tame": "2/9"}), "Foe")
    found = action_odds(SYSTEM, encounter, Attack("Foe", "Beast", "kick"), exact=True)
    assert 0 < found.hit < 1


# -- what no longer binds it


@pytest.mark.rule("house.random-attack", "house.held", "grapple.hold")
@pytest.mark.parametrize("row", ["1-2", "3-4", "5-6"])
def test_it_lets_go_before_anything_else(row: str) -> None:
    encounter = put(wild(row, *others(1)), "Beast", holds="N1")
    told = begin(encounter, "Beast", *(MISS if row == "5-6" else ()))
    assert ("N1", "held by", "Beast", "") in changes(told)
    assert "hold" not in [purpose for _, purpose in requests(told)], "no contest comes first"
    assert told.fighter("Beast").holds == ""
    tame = put(encounter, "Beast", wild=None)
    assert begin(tame, "Beast", (6, 6), (1, 1)).fighter("Beast").holds == "N1"


@pytest.mark.rule("house.bolt", "house.held")
def test_its_own_grip_does_not_keep_it_from_running() -> None:
    told = begin(put(wild("7+", *others(-2)), "Beast", holds="N1"), "Beast", (2,))
    assert places(told) == (6, 6)
    assert attacked(told) == []
    assert told.fighter("Beast").holds == ""


@pytest.mark.rule("house.random-attack", "house.social")
def test_words_do_not_keep_it_from_anybody() -> None:
    told = begin(put(wild("5-6", *others(1)), "Beast", swayed=("N1",)), "Beast", *MISS)
    assert attacked(told) == ["N1"]


@pytest.mark.rule("house.bolt", "house.social")
def test_nor_when_it_bolts() -> None:
    told = begin(put(wild("7+", *others(3)), "Beast", swayed=("N1",)), "Beast", (2,), *MISS)
    assert attacked(told) == ["N1"]
