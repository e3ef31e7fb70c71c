"""The game master: rulings between commands and in the middle of one, in time and too late; each can be undone."""

from dataclasses import replace

import pytest
from toys.fights import MELEE, attack, bout, snapshot

from affray.dice.checks import Check
from affray.errors import AffrayError, BadValue, NotNow, UnknownName
from affray.events import Rolled, Ruled
from affray.rulings import Amend, Join, Leave, Reorder, SetFact, SetValue, Withdraw
from affray.systems.opposed.actions.kinds import Attack, Pass
from affray.table import Amendment


def typed():
    """Ann's turn, with every die typed in by hand."""
    session = bout(typed_dice=True)
    for thrown in ((6, 6), (1, 1)):
        session.answer(thrown)
    return session


def last_roll(session):
    return [e for e in (*session.events, *session.fresh) if isinstance(e, Rolled)][-1]


BLESS = Amend(Amendment("bless", 4, "Ann"))

RULINGS = [
    BLESS,
    Amend(Amendment("Melee", None, "Ann", "attack", lasting=True)),
    SetValue("Ann", "life", 3),
    SetValue("Bob", "position", 1),
    SetFact("wind", "severe"),
    Reorder("Bob"),
    Leave("Bob"),
]


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling.kind)
def test_a_ruling_is_recorded_can_be_undone_and_redone(ruling):
    session = typed()
    before = session.encounter
    session.rule(ruling)
    after = session.encounter
    assert after != before
    assert Ruled((), ruling.describe()) in session.events
    session.undo()
    assert session.encounter == before
    session.redo()
    assert session.encounter == after


def test_a_modifier_waits_for_its_check_and_is_used_up_by_it():
    session = typed()
    session.rule(BLESS)
    assert session.encounter.amendments == (BLESS.amendment,)
    session.act(Attack("Ann", "Bob", "sword"))
    assert [m.name for m in session.requests[0].modifiers] == ["Dex", "Melee", "bless"]
    session.answer((1, 1))
    assert last_roll(session).total == 2 + 2 + 3 + 4
    session.answer("none")
    assert session.encounter.amendments == ()
    session.undo()
    assert session.encounter.amendments == (BLESS.amendment,)


def test_a_modifier_that_was_not_used_goes_on_waiting():
    session = typed()
    session.rule(BLESS)
    session.act(Pass("Ann"))
    assert session.encounter.amendments == (BLESS.amendment,)
    session.rule(Withdraw("bless"))
    assert session.encounter.amendments == ()
    with pytest.raises(UnknownName):
        session.rule(Withdraw("bless"))


def test_a_ruling_in_time_changes_the_check_that_is_open():
    session = typed()
    session.act(Attack("Ann", "Bob", "sword"))
    session.rule(BLESS)
    (request,) = session.requests
    assert [m.name for m in request.modifiers] == ["Dex", "Melee", "bless"]
    session.answer((1, 1))
    session.answer("none")
    kinds = [e.command.kind for e in session.line]
    assert kinds == ["proceed", "rule", "act", "proceed"]
    session.undo()
    assert session.encounter.amendments == (BLESS.amendment,)
    session.undo()
    assert session.encounter.amendments == ()


def test_a_ruling_that_would_change_dice_already_thrown_comes_too_late():
    session = typed()
    session.act(Attack("Ann", "Bob", "sword"))
    session.answer((5, 6))
    before = snapshot(session)
    with pytest.raises(NotNow, match="too late: 2d6 for attack of Ann is on the table; undo first"):
        session.rule(BLESS)
    assert snapshot(session) == before
    session.rule(Amend(Amendment("slippery", -3, "Bob")))  # Bob has not thrown yet
    session.answer("dodge")
    assert [m.name for m in session.requests[0].modifiers] == ["Dex", "Melee", "slippery"]


def test_a_ruling_that_takes_the_ground_from_the_command_is_refused():
    session = typed()
    session.act(Attack("Ann", "Bob", "sword"))
    for ruling in (Leave("Bob"), Leave("Ann"), SetValue("Bob", "position", 50)):
        before = snapshot(session)
        with pytest.raises(AffrayError):
            session.rule(ruling)
        assert snapshot(session) == before


def test_the_programs_dice_stay_as_they_fell_through_a_ruling():
    session = bout()
    session.act(attack(session))
    thrown, draw = last_roll(session), session.suspended()[3]
    session.rule(SetFact("wind", "light"))
    assert last_roll(session) == thrown
    assert session.suspended()[3] == draw
    session.answer("dodge")
    other = bout()
    other.rule(SetFact("wind", "light"))
    other.act(attack(other))
    other.answer("dodge")
    assert [e for e in other.events if isinstance(e, Rolled)] == [e for e in session.events if isinstance(e, Rolled)]


def test_whoever_leaves_while_initiative_is_open_is_not_asked_any_more():
    session = bout(MELEE, typed_dice=True, people=())
    session.answer((3, 3), next(r for r in session.requests if r.who == "Ann"))
    session.rule(Leave("Rat 1"))
    assert [r.who for r in session.requests] == ["Bob", "Cay", "Rat 2"]
    before = snapshot(session)
    with pytest.raises(NotNow, match="too late: 2d6 for initiative of Ann is on the table"):
        session.rule(Leave("Ann"))  # whose dice lie there already
    assert snapshot(session) == before


def test_who_joins_acts_behind_whom_the_game_master_says():
    session = bout(MELEE, people=())
    order = session.encounter.clock.order
    fighter = session.encounter.fighter("Rat 1")
    session.rule(Join(replace(fighter, id="Rat 3"), order[1]))
    assert session.encounter.clock.order == (*order[:2], "Rat 3", *order[2:])
    assert session.encounter.clock.waiting == (order[1], "Rat 3", *order[2:])
    with pytest.raises(BadValue):
        session.rule(Join(fighter))


@pytest.mark.parametrize("wrong", [Reorder("Bob", "Bob"), Reorder("Ann", "Cay"), Reorder("Cay"), Reorder("Zed")])
def test_a_place_behind_somebody_without_a_place_is_refused(wrong):
    """Cay lies senseless and has no place in this round: to be put behind her cannot mean to be first."""
    session = bout(MELEE.replace('name = "Cay"', 'name = "Cay"\nlife = 1'), people=())
    session.rule(SetValue("Cay", "unconscious", True))
    while session.encounter.clock.round == 1:
        session.act(Pass(session.turn.who))
    assert "Cay" not in session.encounter.clock.order
    before = snapshot(session)
    with pytest.raises((BadValue, UnknownName)):
        session.rule(wrong)
    assert snapshot(session) == before
    fighter = session.encounter.fighter("Rat 1")
    with pytest.raises(BadValue):
        session.rule(Join(replace(fighter, id="Rat 3"), "Cay"))


def test_life_set_by_hand_settles_the_fight_and_unsettles_it():
    session = bout()
    session.rule(SetValue("Bob", "life", -1))
    assert session.over
    session.rule(SetValue("Bob", "life", 5))
    assert not session.over
    assert session.turn is not None
    session.undo()
    session.undo()
    assert session.encounter.fighter("Bob").life == 12


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        (SetFact("wind", "purple"), BadValue),
        (SetFact("rain", "light"), UnknownName),
        (SetValue("Bob", "luck", 3), UnknownName),
        (SetValue("Bob", "life", 3.5), BadValue),
        (SetValue("Zed", "life", 3), UnknownName),
        (Leave("Zed"), UnknownName),
        (Amend(Amendment("bless", 1, "Zed")), UnknownName),
        (Withdraw("bless"), UnknownName),
    ],
)
def test_a_ruling_that_cannot_be_says_what_could(wrong, error):
    session = bout()
    before = snapshot(session)
    with pytest.raises(error):
        session.rule(wrong)
    assert snapshot(session) == before


def test_a_ruling_on_the_next_check_reaches_the_one_that_comes_next_only():
    session = bout(typed_dice={"Ann"})
    session.answer((6, 6))
    session.rule(Amend(Amendment("fog", -1)))
    session.act(Attack("Ann", "Bob", "sword"))
    (request,) = session.requests
    assert isinstance(request, Check)
    assert request.modifiers[-1].name == "fog"
    session.answer((6, 6))
    session.answer("dodge")
    assert [m.name for m in last_roll(session).modifiers] == ["Dex", "Melee"]
