"""Fighting with words: the contest, who wins it, and for how long the loser leaves the winner in peace."""

from __future__ import annotations

from typing import Any

import pytest
from opposed_fights import changes, duel, fight, forbidden, held, play, put, say, sitting, turn

from affray.clock import Timer
from affray.encounter import Encounter
from affray.events import Resolved, Rolled
from affray.rulings import Leave
from affray.session import Session
from affray.systems.opposed import SYSTEM
from affray.systems.opposed.actions.kinds import Aim, Attack, Grapple, Move, Pass, Social, Struggle, Surrender
from affray.systems.opposed.rules import swayed_for

SWORD = {"weapons": ["sword"]}
STRIKE = Attack("B", "A", "sword")


def talk(encounter: Encounter, a: list[int], b: list[int]) -> Any:
    """A talks to B."""
    return play(turn(encounter, "A"), Social("A", "B"), a, b)


def peaceful_turns(session: Session, loser: str, winner: str) -> list[tuple[int, bool]]:
    """Round by round as everybody passes: whether the loser is kept from attacking the winner in its own turn."""
    found = []
    while len(found) < 9 and session.encounter.clock.round < 9:
        if session.requests:
            say(session, *[[3, 4]] * len(session.requests))
            continue
        assert session.turn is not None
        if session.turn.who == loser:
            rule = forbidden(session.encounter, Attack(loser, winner, "sword"))
            assert rule in ("", "house.social")
            found.append((session.encounter.clock.round, bool(rule)))
        session.act(Pass(session.turn.who))
    return found


@pytest.mark.rule("social.roll")
def test_both_roll_with_charisma_and_social() -> None:
    told = talk(duel({"charisma": 3, "social": 2, "wits": 6}, {"charisma": 1, "social": 4, "dex": 6}), [3, 4], [3, 4])
    assert told.rolls == {("A", "social"): 12, ("B", "social"): 12}
    rolled = [e for e in told.log if isinstance(e, Rolled)]
    assert [(e.who, [m.name for m in e.modifiers], e.rules) for e in rolled] == [
        (who, ["Charisma", "Social"], ("social.roll",)) for who in "AB"
    ]
    assert told.encounter.step is None


@pytest.mark.rule("social.roll", "house.social", "roll.tie")
@pytest.mark.parametrize("tie", ["defence", "attack"])
def test_equal_totals_do_nothing(tie: str) -> None:
    told = talk(duel(defence_tie=tie), [3, 4], [2, 5])
    assert [f.swayed for f in told.encounter.fighters] == [(), ()]
    assert told.encounter.clock.timers == ()
    assert changes(told) == []
    assert told.deed.hit == (tie == "attack")
    assert swayed_for(7, 7, tie) == (tie == "attack", 0)


@pytest.mark.rule("house.social", "social.roll")
@pytest.mark.parametrize(
    ("a", "b", "loser", "margin"),
    [([4, 4], [3, 4], "B", 1), ([5, 5], [3, 4], "B", 3), ([3, 4], [4, 4], "A", 1), ([1, 1], [6, 6], "A", 10)],
)
def test_either_can_win_and_the_margin_counts(a: list[int], b: list[int], loser: str, margin: int) -> None:
    told = talk(duel(), a, b)
    winner = "B" if loser == "A" else "A"
    assert told.fighter(loser).swayed == (winner,)
    assert told.fighter(winner).swayed == ()
    assert told.encounter.clock.timers == (Timer(loser, f"swayed by {winner}", "", "round-end", margin + 1),)
    assert told.deed.hit == (loser == "B")
    (resolved,) = [e for e in told.log if isinstance(e, Resolved)]
    assert resolved.outcome == ("won over" if loser == "B" else "not won over")


@pytest.mark.rule("house.social")
@pytest.mark.parametrize("first", ["winner", "loser"])
@pytest.mark.parametrize("margin", [1, 3])
def test_the_rest_of_the_round_and_as_many_whole_rounds_as_the_margin(margin: int, first: str) -> None:
    faces = [[6, 6], [1, 1]] if first == "winner" else [[1, 1], [6, 6]]
    session = sitting(duel(SWORD, SWORD), *faces)
    if first == "loser":
        session.act(Pass("B"))
    session.act(Social("A", "B"))
    say(session, [3, 4], [3, 4 - margin] if margin < 4 else [1, 1])
    rounds = dict(peaceful_turns(session, "B", "A"))
    kept = [number for number, peaceful in rounds.items() if peaceful]
    start = 1 if first == "winner" else 2
    assert kept == list(range(start, 1 + margin + 1))
    assert rounds[1 + margin + 1] is False


@pytest.mark.rule("house.social")
def test_the_loser_may_do_all_but_harm_the_winner() -> None:
    three = fight({"name": "A"}, {"name": "B", "weapons": ["bow", "sword"]}, {"name": "C", "side": "A"})
    encounter = turn(put(three, "B", swayed=("A",), hands=("sword",)), "B")
    for action, rule in (
        (STRIKE, "house.social"),
        (Attack("B", "A", "kick"), "house.social"),
        (Grapple("B", "A"), "house.social"),
        (Attack("B", "C", "sword"), ""),
        (Grapple("B", "C"), ""),
        (Social("B", "A"), ""),
        (Social("B", "C"), ""),
        (Move("B", 3), ""),
        (Surrender("B"), ""),
        (Pass("B"), ""),
    ):
        assert forbidden(encounter, action) == rule, action
    assert forbidden(put(encounter, "B", hands=("bow",)), Aim("B", "A")) == ""
    # the winner is bound by nothing
    assert forbidden(turn(encounter, "A"), Attack("A", "B", "kick")) == ""


@pytest.mark.rule("house.social", "opportunity.turn")
def test_a_free_turn_changes_nothing_about_it() -> None:
    clumsy = put(duel(SWORD, SWORD), "A", dex=-5)
    session = sitting(put(clumsy, "B", swayed=("A",)), [6, 6], [1, 1])
    session.act(Attack("A", "B", "sword"))
    say(session, [1, 1])
    assert session.turn is not None
    assert session.turn.kind == "opportunity"
    assert forbidden(session.encounter, STRIKE) == "house.social"


@pytest.mark.rule("house.social", "roll.opposed")
def test_a_swayed_fighter_still_defends() -> None:
    told = play(
        turn(put(duel(SWORD, SWORD), "B", swayed=("A",)), "A"), Attack("A", "B", "sword"), [3, 3], "parry", [6, 6]
    )
    assert told.outcome == "parried"


@pytest.mark.rule("house.social")
def test_losing_again_can_make_it_longer_but_not_shorter() -> None:
    told = talk(duel(), [4, 4], [3, 3])
    assert [t.left for t in told.encounter.clock.timers] == [3]
    longer = talk(told.encounter, [6, 6], [3, 4])
    assert [t.left for t in longer.encounter.clock.timers] == [6]
    assert longer.fighter("B").swayed == ("A",)
    shorter = talk(longer.encounter, [4, 4], [3, 4])
    assert [t.left for t in shorter.encounter.clock.timers] == [6]
    # a tie, or losing, takes nothing back from the winner of before
    after = talk(longer.encounter, [1, 1], [3, 4])
    assert after.fighter("B").swayed == ("A",)
    assert after.fighter("A").swayed == ("B",)


@pytest.mark.rule("house.social")
def test_several_winners_each_have_their_own_time() -> None:
    three = fight({"name": "A"}, {"name": "C", "side": "A"}, {"name": "B", **SWORD})
    session = sitting(three, [6, 6], [5, 5], [1, 1])
    session.act(Social("A", "B"))
    say(session, [4, 4], [3, 4])  # by 1: to the end of round 2
    session.act(Social("C", "B"))
    say(session, [5, 4], [3, 4])  # by 2: to the end of round 3
    assert session.encounter.fighter("B").swayed == ("A", "C")
    seen = {}
    for _ in range(4):
        while session.turn is None or session.turn.who != "B":
            if session.requests:
                say(session, [6, 6], [5, 5], [1, 1])
            else:
                session.act(Pass(session.turn.who))  # type: ignore[union-attr]
        seen[session.encounter.clock.round] = session.encounter.fighter("B").swayed
        session.act(Pass("B"))
    assert seen == {1: ("A", "C"), 2: ("A", "C"), 3: ("C",), 4: ()}


@pytest.mark.rule("social.roll", "house.ko", "house.flee", "damage.death")
def test_who_does_not_listen_is_not_talked_to() -> None:
    encounter = turn(duel(life_zero="unconscious"), "A")
    for changed, rule in (
        ({"unconscious": True}, "social.roll"),
        ({"life": 0}, "social.roll"),
        ({"dead": True}, "damage.death"),
        ({"gone": "fled"}, "house.flee"),
        ({"gone": "surrendered"}, "house.surrender"),
        ({}, ""),
    ):
        assert forbidden(put(encounter, "B", **changed), Social("A", "B")) == rule
    assert forbidden(encounter, Social("A", "A")) == "roll.opposed"


@pytest.mark.rule("house.social", "initiative.commit")
@pytest.mark.parametrize("intent", ["physical", "magic"])
def test_words_go_with_either_kind_of_attack_and_over_any_distance(intent: str) -> None:
    mage = {"weapons": ["lightning bolt", "sword"]}
    session = sitting(duel(mage, {"position": 500}), intent, [6, 6], [1, 1])
    assert forbidden(session.encounter, Social("A", "B")) == ""
    session.act(Social("A", "B"))
    say(session, [4, 4], [3, 4])
    assert session.encounter.fighter("A").intent == intent
    assert session.encounter.fighter("B").swayed == ("A",)


@pytest.mark.rule("house.social", "house.held")
def test_a_holder_who_is_won_over_lets_go() -> None:
    pair = held(duel({"charisma": 4}), "B", "A")
    told = talk(pair, [3, 4], [3, 4])  # 11 - 2 against 7
    assert told.rolls["A", "social"] == 9
    assert told.fighter("B").holds == ""
    assert ("A", "held by", "B", "") in changes(told)
    # the captive who loses stays in the grip, and may go on struggling
    told = talk(pair, [1, 1], [6, 6])
    assert told.fighter("B").holds == "A"
    assert forbidden(turn(told.encounter, "A"), Struggle("A", "B")) == ""
    # a hold on somebody else is no concern of the winner's
    three = fight({"name": "A"}, {"name": "B"}, {"name": "C"})
    assert talk(held(three, "B", "C"), [6, 6], [1, 1]).fighter("B").holds == "C"


@pytest.mark.rule("house.social")
def test_the_time_ends_with_whoever_was_swayed_and_undo_gives_it_back() -> None:
    three = fight({"name": "A"}, {"name": "B"}, {"name": "C", "side": "B"})
    session = sitting(three, [6, 6], [5, 5], [1, 1])
    before = session.encounter
    session.act(Social("A", "B"))
    say(session, [6, 6], [1, 1])
    assert len(session.encounter.clock.timers) == 1
    after = session.encounter
    session.undo()
    assert session.encounter == before
    session.redo()
    assert session.encounter == after
    session.rule(Leave("B"))
    assert session.encounter.clock.timers == ()


@pytest.mark.rule("house.social")
def test_a_fight_of_the_swayed_goes_on_round_by_round_until_they_come_to_themselves() -> None:
    """Everybody is won over by everybody else; nobody is stuck, nobody attacks, and in the end they fight on."""
    pair = put(put(duel(SWORD, SWORD), "A", swayed=("B",)), "B", swayed=("A",))
    timers = [Timer("A", "swayed by B", "", "round-end", 3), Timer("B", "swayed by A", "", "round-end", 3)]
    for timer in timers:
        pair = pair.with_clock(pair.clock.timed(timer))
    session = Session(SYSTEM, pair, seed=3, people=())
    session.start()
    acted: list[tuple[int, str]] = []
    for _ in range(12):
        if session.over:
            break
        session.auto()
        now = session.line[-1].command if session.line[-1].command.kind == "act" else session.line[-2].command
        acted.append((session.encounter.clock.round, now.action.kind))  # type: ignore[union-attr]
    kinds = [kind for _, kind in acted]
    assert kinds[:6] == ["pass"] * 6
    assert "attack" in kinds[6:]
    assert [f.swayed for f in session.encounter.fighters] == [(), ()]
