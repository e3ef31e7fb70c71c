"""Critical failures: who gets the action of opportunity, what it is, and that chains of them end."""

from __future__ import annotations

import pytest
from opposed_fights import duel, fight, forbidden, play, put, sitting, turn

from affray.encounter import Encounter
from affray.events import TurnBegan
from affray.odds import action_odds
from affray.session import Session
from affray.systems.opposed import SYSTEM
from affray.systems.opposed.actions.kinds import Attack, Move, Pass, Switch

TINY = {"size": -4}


def pair(**settings: int) -> Encounter:
    """Two who find each other hard to hit: sizes -4 and -3 take 4 or 3 off a roll of 2."""
    return duel({"size": -3, "weapons": ["sword"]}, {**TINY, "weapons": ["sword"]}, **settings)


def who_is_on(session: Session) -> tuple[str, str]:
    assert session.turn is not None
    return session.turn.who, session.turn.kind


@pytest.mark.rule("crit.failure", "crit.failure.action", "opportunity.turn", "opportunity.who")
def test_the_target_gets_a_turn_at_once_and_keeps_its_own() -> None:
    session = sitting(pair(), [6, 6], [1, 1])
    assert who_is_on(session) == ("A", "turn")
    session.act(Attack("A", "B", "sword"))
    session.answer((1, 1))  # 2 - 4: below 0, and nobody is asked for a defence
    assert who_is_on(session) == ("B", "opportunity")
    assert session.turn is not None
    assert session.turn.cause == "A"
    session.act(Pass("B"))
    assert who_is_on(session) == ("B", "turn")
    session.act(Pass("B"))
    assert session.requests  # the next round's initiative
    turns = [(e.who, e.step) for e in session.events if isinstance(e, TurnBegan)]
    assert turns == [("A", "turn"), ("B", "opportunity"), ("B", "turn")]


@pytest.mark.rule("opportunity.who", "opportunity.turn")
def test_it_goes_to_the_target_and_not_to_whoever_is_next() -> None:
    trio = fight(
        {"name": "A", "weapons": ["sword"]},
        {"name": "C", "side": "B"},
        {"name": "B", **TINY},
    )
    session = sitting(trio, [6, 6], [5, 5], [1, 1])
    session.act(Attack("A", "B", "sword"))
    session.answer((1, 1))
    assert who_is_on(session) == ("B", "opportunity")
    session.act(Pass("B"))
    assert who_is_on(session) == ("C", "turn")
    session.act(Pass("C"))
    assert who_is_on(session) == ("B", "turn")


@pytest.mark.rule("opportunity.turn")
def test_somebody_who_has_acted_already_gets_it_too() -> None:
    session = sitting(pair(), [1, 1], [6, 6])
    session.act(Pass("B"))
    session.act(Attack("A", "B", "sword"))
    session.answer((1, 1))
    assert who_is_on(session) == ("B", "opportunity")


@pytest.mark.rule("opportunity.turn", "crit.failure.action", "opportunity.who")
def test_failures_can_answer_failures_and_the_chain_ends() -> None:
    session = sitting(pair(), [6, 6], [1, 1])
    attacker, target = "A", "B"
    for _ in range(5):
        session.act(Attack(attacker, target, "sword"))
        session.answer((1, 1))  # 2 - 4 or 2 - 3
        attacker, target = target, attacker
        assert who_is_on(session) == (attacker, "opportunity")
        assert len(session.encounter.agenda) == 1
    session.act(Pass(attacker))
    assert who_is_on(session) == ("B", "turn")


@pytest.mark.rule("opportunity.turn", "house.move")
def test_it_is_a_full_turn_with_a_move() -> None:
    session = sitting(pair(), [6, 6], [1, 1])
    session.act(Attack("A", "B", "sword"))
    session.answer((1, 1))
    session.act(Move("B", 2))
    assert who_is_on(session) == ("B", "opportunity")
    assert forbidden(session.encounter, Move("B", 1)) == "house.move"
    assert forbidden(session.encounter, Switch("B")) == "initiative.switch"
    session.act(Attack("B", "A", "sword"))
    assert session.requests


@pytest.mark.rule("crit.failure")
@pytest.mark.parametrize(("below", "fails"), [(0, False), (1, True)])
def test_a_total_of_exactly_zero_is_a_matter_of_the_switch(below: int, fails: bool) -> None:
    encounter = turn(duel({"size": 0, "dex": 2, "weapons": ["sword"]}, TINY, critfail_below=below), "A")
    script = [[1, 1]] if fails else [[1, 1], "none"]
    told = play(encounter, Attack("A", "B", "sword"), *script)
    assert told.rolls["A", "attack"] == 0
    assert told.outcome == ("critical failure" if fails else "missed")
    assert (told.encounter.step is not None) == fails


@pytest.mark.rule("crit.failure")
def test_minus_one_fails_either_way() -> None:
    for below in (0, 1):
        encounter = turn(duel({"dex": 1, "weapons": ["sword"]}, TINY, critfail_below=below), "A")
        assert play(encounter, Attack("A", "B", "sword"), [1, 1]).outcome == "critical failure"


@pytest.mark.rule("crit.failure", "ranged.hit")
def test_a_shot_can_fail_too() -> None:
    told = play(turn(duel({"weapons": ["bow"]}, TINY), "A"), Attack("A", "B", "bow"), [1, 1])
    assert told.outcome == "critical failure"
    assert told.encounter.step is not None
    assert told.encounter.step.who == "B"


@pytest.mark.rule("opportunity.turn", "opportunity.who")
@pytest.mark.parametrize("changed", [{"unconscious": True}, {"life": 0}])
def test_nobody_who_is_out_gets_it(changed: dict[str, int]) -> None:
    encounter = put(duel({"weapons": ["sword"]}, TINY, life_zero="unconscious"), "B", **changed)
    told = play(turn(encounter, "A"), Attack("A", "B", "sword"), [1, 1])
    assert told.outcome == "critical failure"
    assert told.encounter.step is None


def test_odds_of_a_failure_end_with_the_attack() -> None:
    encounter = SYSTEM.stage(duel({"weapons": ["sword"]}, TINY), Attack("A", "B", "sword"))
    odds = action_odds(SYSTEM, encounter, Attack("A", "B", "sword"), exact=True)
    assert sum(odds.loss.values()) == 1
