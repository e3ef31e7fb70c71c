"""Equal places in the order: both act as they were, and feel what the other did when their own turn is through."""

import pytest
from penetration_fights import do, duel, fight, say, sitting

from affray.events import Ordered
from affray.session import Session
from affray.systems.penetration.actions.kinds import Attack, Flee, Move, Pass

#: what the next round asks for before anybody acts; what was held has been felt by then
NEXT = ("basic", "basic", (1,), (2,))


def facing(a: int = 3, b: int = 3, faces: tuple[int, int] = (3, 3), **more: int) -> Session:
    """A and B, of these speeds, after the roll for the order; each hits the other by 8 on a 5 against 7."""
    both = {"accuracy": 10, "penetration": 3, "damage": 22}
    return sitting(duel({**both, "speed": a}, {**both, "speed": b, **more}), "basic", "basic", *((f,) for f in faces))


@pytest.mark.rule("house.initiative")
def test_the_higher_total_acts_first_then_the_higher_speed_then_both_together() -> None:
    for session, order, tied in (
        (facing(3, 3, (4, 3)), ("A", "B"), ()),
        (facing(3, 4, (3, 3)), ("B", "A"), ()),
        (facing(3, 4, (4, 3)), ("B", "A"), ()),
        (facing(3, 3, (3, 3)), ("A", "B"), (("A", "B"),)),
    ):
        assert next(e.order for e in session.events if isinstance(e, Ordered)) == order
        assert session.encounter.clock.tied == tied


@pytest.mark.rule("house.initiative", "house.health")
def test_two_who_act_together_can_kill_each_other() -> None:
    session = facing()
    do(session, Attack("A", "B", "stick"), (6, 5), (1, 1), (6, 6), (6, 6))
    b = session.encounter.fighter("B")
    assert b.health == 14, "it is felt when its own turn is through"
    assert session.turn is not None
    assert session.turn.who == "B"
    assert not session.over
    do(session, Attack("B", "A", "stick"), (6, 5), (1, 1), (6, 6), (6, 6))
    assert session.over
    assert [f.health for f in session.encounter.fighters] == [14 - 19, 14 - 19]


@pytest.mark.rule("house.initiative", "house.shock", "status.penalty")
def test_whoever_was_struck_at_the_same_time_strikes_back_without_shock_or_penalty() -> None:
    session = facing()
    do(session, Attack("A", "B", "stick"), (2,), (3, 3), (1, 1))
    before = session.encounter.fighter("B")
    assert (before.shocked, before.damage) == (0, 22)
    session.act(Attack("B", "A", "stick"))
    assert {m.name: m.value for m in session.requests[0].modifiers} == {"base accuracy": 10, "injury": -3}  # type: ignore[union-attr]
    session.answer((1,))
    session.answer((6, 6))
    say(session, *NEXT)
    after = session.encounter.fighter("B")
    assert after.damage == 22 + 6
    assert after.shocked == 1, "the end of the turn that was struck in does not count"
    assert session.encounter.held == ()


@pytest.mark.rule("house.initiative")
def test_in_an_order_without_a_tie_it_is_felt_at_once() -> None:
    session = facing(4, 3)
    do(session, Attack("A", "B", "stick"), (2,), (3, 3), (1, 1))
    b = session.encounter.fighter("B")
    assert b.shocked == 1
    assert b.damage > 22


@pytest.mark.rule("house.initiative", "house.leave")
def test_what_is_held_reaches_whoever_does_something_else_with_the_turn() -> None:
    session = facing()
    do(session, Attack("A", "B", "stick"), (2,), (3, 3), (1, 1))
    do(session, Pass("B"), *NEXT)
    assert session.encounter.fighter("B").damage == 22 + 6
    far = facing(position=20)
    do(far, Move("A", -5))
    do(far, Flee("B"))
    assert far.over


@pytest.mark.rule("house.initiative")
def test_undo_brings_back_what_was_held() -> None:
    session = facing()
    do(session, Attack("A", "B", "stick"), (2,), (3, 3), (1, 1))
    held = session.encounter.held
    assert {effect.what for effect in held} == {"harm", "shock"}
    do(session, Pass("B"))
    session.undo()
    assert session.encounter.held == held


@pytest.mark.rule("effect.shock", "effect.knockout")
def test_two_blows_at_once_are_rolled_for_together_under_total() -> None:
    people = {"endurance": 6, "accuracy": 10, "penetration": 0, "speed": 3}
    three = fight(
        {"name": "A", **people, "side": "x"},
        {"name": "C", **people, "side": "x"},
        {"name": "B", **people},
        effect_scope="total",
    )
    session = sitting(three, "basic", "basic", "basic", (3,), (3,), (3,))
    session.act(Attack("A", "B", "stick"))
    for faces in ((6, 6, 1), (6, 5)):  # 10 + 13 - 11 = 12
        session.answer(faces)
    assert session.requests[0].against.total == 7  # type: ignore[union-attr]
    session.answer((6, 6))
    session.answer((6, 6))
    session.act(Attack("C", "B", "stick"))
    for faces in ((6, 6, 1), (6, 5)):
        session.answer(faces)
    assert session.requests[0].against.total == 3 + 2 * 4  # type: ignore[union-attr]
