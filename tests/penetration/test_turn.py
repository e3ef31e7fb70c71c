"""The course of a round: maneuvers are declared, the order is rolled, and what comes back when."""

import pytest
from penetration_fights import BOW, do, duel, fight, put, say, scripted, sitting

from affray.errors import BrokenPromise
from affray.events import Answered, Ordered
from affray.session import Session
from affray.system import Deed
from affray.systems.penetration import SYSTEM
from affray.systems.penetration.actions.kinds import Attack, Pass
from affray.table import Question

LEARNT = {"maneuvers": ["precise", "headlong", "aim"]}


@pytest.mark.rule("house.initiative", "house.maneuver.limit", "maneuver.use")
def test_everybody_declares_one_maneuver_then_all_roll_for_the_order() -> None:
    session = Session(SYSTEM, duel({"speed": 2, **LEARNT}, {"speed": 1}), typed_dice=True)
    session.start()
    assert [(r.who, r.key, r.default) for r in session.requests if isinstance(r, Question)] == [
        ("A", "maneuver", "basic"),
        ("B", "maneuver", "basic"),
    ]
    assert session.requests[0].options == ("basic", "defend", "precise", "headlong", "aim")  # type: ignore[union-attr]
    assert session.requests[1].options == ("basic", "defend")  # type: ignore[union-attr]
    say(session, "precise", "defend")
    assert [r.purpose for r in session.requests] == ["initiative", "initiative"]  # type: ignore[union-attr]
    say(session, (4,), (2,))
    (ordered,) = [e for e in session.events if isinstance(e, Ordered)]
    assert (ordered.order, ordered.numbers) == (("A", "B"), (4 + 2 - 2, 3))
    assert [f.maneuver for f in session.encounter.fighters] == ["precise", "defend"]


@pytest.mark.rule("house.man.precise", "house.man.crushing", "house.man.aim", "house.man.headlong")
@pytest.mark.parametrize(
    ("maneuver", "speed"),
    [("basic", 0), ("precise", -2), ("crushing", -2), ("aim", -4), ("headlong", 0), ("parry", 0), ("glancing", 0)],
)
def test_a_maneuver_counts_for_the_order(maneuver: str, speed: int) -> None:
    encounter = duel({"maneuvers": [maneuver] if maneuver != "basic" else []})
    told = scripted(encounter, lambda table: Deed(SYSTEM.settle_order(encounter, table)), maneuver, "basic", (3,), (1,))
    assert told.rolls["A", "initiative"] == 3 + speed


@pytest.mark.rule("house.initiative", "load.excess", "strength.shortfall", "status.penalty", "load.penalty")
def test_all_that_slows_a_fighter_counts_for_the_order() -> None:
    a = {"speed": 9, "excess": 2, "kg": 30, "damage": 6, "weapons": ["great sword"], "grip": 1, "shield": "shield"}
    encounter = duel(a)
    told = scripted(encounter, lambda table: Deed(SYSTEM.settle_order(encounter, table)), "basic", "basic", (3,), (1,))
    assert told.modifiers("A", "initiative") == {
        "base speed": 9,
        "injury": -1,
        "load": -2,
        "Strength shortfall": -4,
        "excess load": -2,
    }


@pytest.mark.rule("house.initiative")
def test_who_is_out_of_the_fight_declares_nothing_and_has_no_place() -> None:
    encounter = put(fight({"name": "A"}, {"name": "B"}, {"name": "C"}), "B", unconscious=True)
    session = sitting(encounter, "basic", "basic", (3,), (1,))
    assert session.encounter.clock.order == ("A", "C")


def test_standing_orders_declare_the_maneuver() -> None:
    encounter = duel({**LEARNT, "orders": {"maneuver": "headlong, precise"}}, {"orders": {"maneuver": "parry, defend"}})
    session = Session(SYSTEM, encounter, seed=1)
    session.start()
    assert [(e.who, e.option) for e in session.events if isinstance(e, Answered)] == [
        ("A", "headlong"),
        ("B", "defend"),
    ]


@pytest.mark.rule("house.shock", "house.initiative", "house.man.headlong")
def test_what_comes_back_comes_back_at_its_edge() -> None:
    refreshes = dict.fromkeys(SYSTEM.schedule(duel().options).refreshes)
    assert set(refreshes) == {
        ("attacked", "round-start"),
        ("closing", "round-start"),
        ("closing", "turn-start"),
        ("exposed", "turn-start"),
        ("shocked", "turn-end"),
    }
    assert SYSTEM.schedule(duel().options).together
    fighter = put(duel(), "A", attacked=True, closing=True, exposed=True, shocked=2).fighter("A")
    assert not SYSTEM.refresh(fighter, "attacked").attacked
    assert not SYSTEM.refresh(fighter, "closing").closing
    assert not SYSTEM.refresh(fighter, "exposed").exposed
    assert SYSTEM.refresh(fighter, "shocked").shocked == 1
    calm = duel().fighter("A")
    assert all(SYSTEM.refresh(calm, what) == calm for what, _ in refreshes)
    with pytest.raises(BrokenPromise):
        SYSTEM.refresh(calm, "luck")


@pytest.mark.rule("house.shock")
def test_a_shock_forbids_the_attack_of_the_next_turn_and_is_over_at_its_end() -> None:
    session = sitting(duel({"speed": 9, "accuracy": 8}), "basic", "basic", (1,), (1,))
    do(session, Attack("A", "B", "stick"), (5,), (3, 4), (1, 1))
    assert session.encounter.fighter("B").shocked == 1
    assert session.turn is not None
    assert session.turn.who == "B"
    assert SYSTEM.forbid(session.encounter, Attack("B", "A", "stick")) is not None
    do(session, Pass("B"), "basic", "basic", (1,), (1,))
    assert session.encounter.fighter("B").shocked == 0


def test_the_attack_of_a_round_comes_back_with_the_next() -> None:
    session = sitting(duel({"speed": 9, "weapons": [BOW], "strength": 7}), "basic", "basic", (1,), (1,))
    do(session, Attack("A", "B", BOW), (1,), (6, 6))
    assert session.encounter.fighter("A").attacked
    do(session, Pass("B"), "basic", "basic", (1,), (1,))
    assert not session.encounter.fighter("A").attacked
