"""The headlong attack: on whoever closes in, before that one's own; its mirror image; what it costs."""

from dataclasses import replace

import pytest
from penetration_fights import do, duel, fight, forbidden, play, put, sitting, strike

from affray.encounter import Encounter, Step
from affray.session import Session
from affray.systems.penetration.actions.kinds import Aim, Attack, Close, Flee, Pass, Surrender

DRILLED = {"maneuvers": ["headlong", "parry"]}


def closing(a: dict | None = None, b: dict | None = None, declared: tuple[str, str] = ("basic", "headlong")) -> Session:  # type: ignore[type-arg]
    """A, which is faster, is 5 m from B and has the first turn; both have declared their maneuvers."""
    encounter = duel({"speed": 6, "accuracy": 10, **DRILLED, **(a or {})}, {"position": 5, **DRILLED, **(b or {})})
    return sitting(encounter, *declared, (3,), (3,))


@pytest.mark.rule("maneuver.headlong", "house.man.headlong")
def test_whoever_waits_for_it_strikes_first_at_the_foe_who_closes_in() -> None:
    session = closing(b={"accuracy": 5})
    session.act(Close("A", "B"))
    step = session.encounter.step
    assert step is not None
    assert (step.kind, step.who, step.cause) == ("headlong", "B", "A")
    # +2 accuracy: 5 + 5 + 2 against 5; that reaches Endurance, and calls for a roll against shock
    do(session, Attack("B", "A", "stick"), (5,), (3, 2), (6, 6))
    assert session.encounter.fighter("A").health == 36 - 7
    assert session.turn is not None
    assert session.turn.who == "A"
    assert session.encounter.fighter("B").attacked


@pytest.mark.rule("maneuver.headlong", "house.man.headlong")
def test_the_blow_can_end_the_fight_before_the_one_who_closes_in_has_struck() -> None:
    session = closing(a={"damage": 20}, b={"accuracy": 13})
    do(session, Close("A", "B"))
    do(session, Attack("B", "A", "stick"), (5,), (3, 2), (6, 6), (6, 6))
    assert session.over
    assert session.encounter.fighter("B").health == 36


@pytest.mark.rule("maneuver.headlong", "house.man.headlong")
def test_penetration_is_two_higher_and_defence_four_lower_until_the_next_turn() -> None:
    session = closing(a={"armour": {"name": "shell", "rating": 2}}, b={"accuracy": 4, "defence": 6})
    do(session, Close("A", "B"), *())
    do(session, Attack("B", "A", "stick"), (5,), (3, 3))
    assert session.encounter.fighter("A").health == 36 - 5  # WP 0 + 2 against AC 2: nothing is taken
    assert session.encounter.fighter("B").exposed
    session.act(Attack("A", "B", "stick"))
    defence = session.requests[1]
    assert {m.name: m.value for m in defence.modifiers}["headlong attack"] == -4  # type: ignore[union-attr]
    session.answer((1,))
    session.answer((6, 6))
    # the turn of B has begun, and with it the exposure is over
    assert session.turn is not None
    assert session.turn.who == "B"
    assert not session.encounter.fighter("B").exposed
    assert forbidden(session.encounter, Attack("B", "A", "stick")) == "house.initiative"


@pytest.mark.rule("maneuver.headlong")
@pytest.mark.parametrize(
    "changed",
    [
        {"maneuver": "basic"},
        {"attacked": True},
        {"shocked": 1},
        {"unconscious": True},
        {"cover": "behind"},
    ],
)
def test_nobody_answers_who_has_not_declared_it_or_cannot_strike(changed: dict[str, object]) -> None:
    encounter = put(duel({}, {"position": 5, **DRILLED}), "B", **{"maneuver": "headlong", **changed})
    told = play(encounter.push(Step("turn", "A")), Close("A", "B"))
    assert [step.kind for step in told.encounter.agenda] == ["turn"]
    assert not told.fighter("A").closing


@pytest.mark.rule("house.turn")
def test_one_closes_in_on_foes_only() -> None:
    friends = put(duel({}, {"position": 5, **DRILLED}), "B", side="A").push(Step("turn", "A"))
    assert forbidden(friends, Close("A", "B")) == "house.turn"


@pytest.mark.rule("maneuver.headlong", "house.man.headlong")
def test_who_has_closed_in_on_one_cannot_attack_another_who_waits_for_it() -> None:
    three = fight({"name": "A"}, {"name": "B", "position": 4, **DRILLED}, {"name": "C", "position": 4})
    told = play(put(three, "B", maneuver="headlong").push(Step("turn", "A")), Close("A", "C"))
    assert forbidden(told.encounter, Attack("A", "B", "stick")) == "house.man.headlong"
    assert forbidden(told.encounter, Attack("A", "C", "stick")) == ""
    basic = play(three.push(Step("turn", "A")), Close("A", "C"))
    assert forbidden(basic.encounter, Attack("A", "B", "stick")) == ""
    answered = put(told.encounter, "B", attacked=True)
    assert forbidden(answered, Attack("A", "B", "stick")) == ""


@pytest.mark.rule("maneuver.headlong")
def test_a_bow_answers_nobody_and_only_the_one_who_is_closed_in_on_answers() -> None:
    archer = duel({}, {"position": 5, "weapons": ["bow"], **DRILLED})
    told = play(put(archer, "B", maneuver="headlong").push(Step("turn", "A")), Close("A", "B"))
    assert [step.who for step in told.encounter.agenda] == ["A"]
    three = fight({"name": "A"}, {"name": "B", "position": 5}, {"name": "C", "position": 5, **DRILLED})
    told = play(put(three, "C", maneuver="headlong").push(Step("turn", "A")), Close("A", "B"))
    assert [step.who for step in told.encounter.agenda] == ["A"]


@pytest.mark.rule("maneuver.headlong", "house.turn")
def test_the_answer_goes_to_nobody_else_and_is_no_turn() -> None:
    three = fight({"name": "A", "position": 6}, {"name": "B", **DRILLED}, {"name": "C", "position": 1})
    told = play(put(three, "B", maneuver="headlong").push(Step("turn", "A")), Close("A", "B"))
    encounter = told.encounter
    assert forbidden(encounter, Attack("B", "C", "stick")) == "maneuver.headlong"
    assert forbidden(encounter, Attack("B", "A", "stick")) == ""
    for action in (Aim("B", "A"), Flee("B"), Surrender("B"), Close("B", "C")):
        assert forbidden(encounter, action) == "house.turn"
    after = play(encounter, Pass("B"))
    assert [step.who for step in after.encounter.agenda] == ["A"]
    assert not after.fighter("B").attacked


def agenda(a: int, b: int) -> tuple[list[str], Encounter]:
    """Who has steps, the next one last, after A of that speed has closed in on B, both headlong; and the encounter."""
    encounter = duel({"speed": a, "accuracy": 3, **DRILLED}, {"speed": b, "accuracy": 3, "position": 5, **DRILLED})
    for who in "AB":
        encounter = put(encounter, who, maneuver="headlong")
    told = play(encounter.push(Step("turn", "A")), Close("A", "B"))
    return [step.who for step in told.encounter.agenda], told.encounter


@pytest.mark.rule("maneuver.headlong.symmetric", "house.man.headlong")
def test_where_both_do_it_the_faster_one_strikes_first_and_between_equals_the_one_who_stands() -> None:
    assert agenda(1, 2)[0] == ["A", "B"]
    assert agenda(2, 2)[0] == ["A", "B"]
    assert agenda(3, 2)[0] == ["B", "A"]


@pytest.mark.rule("maneuver.headlong.symmetric", "house.man.headlong")
def test_the_faster_one_who_closes_in_strikes_headlong_and_is_answered_when_its_turn_is_through() -> None:
    _, encounter = agenda(3, 2)
    told = play(encounter, Attack("A", "B", "stick"), (5,), (3, 3))
    assert told.modifiers("A", "attack")["headlong attack"] == 2
    assert told.fighter("A").exposed
    assert [step.who for step in told.encounter.agenda] == ["B"]
    again = play(told.encounter, Attack("B", "A", "stick"), (5,), (3, 3), (6, 6))
    assert again.modifiers("B", "attack")["headlong attack"] == 2
    assert again.modifiers("A", "defence")["headlong attack"] == -4
    assert again.encounter.agenda == ()


@pytest.mark.rule("maneuver.headlong.symmetric")
def test_who_closes_in_headlong_unanswered_strikes_headlong_and_without_closing_in_it_is_a_basic_attack() -> None:
    encounter = put(duel({"accuracy": 3, **DRILLED}, {"position": 5}), "A", maneuver="headlong")
    closed = play(encounter.push(Step("turn", "A")), Close("A", "B")).encounter
    told = play(closed, Attack("A", "B", "stick"), (5,), (3, 3))
    assert told.modifiers("A", "attack") == {"base accuracy": 3, "headlong attack": 2}
    assert told.fighter("A").exposed
    near = put(duel({"accuracy": 3, **DRILLED}), "A", maneuver="headlong")
    plain = strike(near, (5,), (3, 4))
    assert plain.modifiers("A", "attack") == {"base accuracy": 3}
    assert not plain.fighter("A").exposed


@pytest.mark.rule("house.shock", "maneuver.headlong")
def test_a_shock_in_the_own_turn_lasts_until_the_end_of_the_next_one() -> None:
    session = closing(b={"accuracy": 5})
    do(session, Close("A", "B"))
    do(session, Attack("B", "A", "stick"), (5,), (3, 2), (1, 1))
    assert session.encounter.fighter("A").shocked == 2
    assert forbidden(session.encounter, Attack("A", "B", "stick")) == "house.shock"
    do(session, Pass("A"))
    assert session.encounter.fighter("A").shocked == 1


@pytest.mark.rule("style.enhance", "house.style")
def test_a_style_for_it_strengthens_what_it_adds_and_not_what_it_costs() -> None:
    encounter = put(duel({"accuracy": 3, **DRILLED, "styles": [{"like": "onslaught", "name": "onslaught", "level": 2}]},
                         {"position": 5}), "A", maneuver="headlong")  # fmt: skip
    closed = play(encounter.push(Step("turn", "A")), Close("A", "B")).encounter
    told = play(closed, Attack("A", "B", "stick"), (5,), (3, 4))
    assert told.modifiers("A", "attack") == {"base accuracy": 3, "headlong attack": 2, "style": 2}
    seen = replace(told.fighter("A"), attacked=False)
    back = play(told.encounter.with_fighter(seen).push(Step("turn", "B")), Attack("B", "A", "stick"), (1,), (3, 3))
    assert back.modifiers("A", "defence") == {"base defence": 0, "headlong attack": -4}
