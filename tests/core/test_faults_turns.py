"""Kinds of faults that users of peers reported, part 1: whose turn it is, what ends when, who falls (rows 1 to 12)."""

from dataclasses import replace
from fractions import Fraction

import pytest
from toys import count
from toys.fights import BOUT, MELEE, bout
from toys.stage import Toy, ToySystem, marked, toys

from affray.clock import Timer
from affray.dice.checks import Check
from affray.encounter import proceed
from affray.errors import IllegalAction
from affray.events import Changed, Rolled, TurnBegan
from affray.every import EveryTable
from affray.luck import Luck
from affray.rulings import Leave, SetValue
from affray.system import Effect
from affray.systems.opposed import SYSTEM
from affray.systems.opposed.actions.kinds import Attack, Pass, Switch
from affray.systems.opposed.rules import Initiative, initiative_order
from affray.table import RandomTable

PEOPLE = ("Ann", "Bob", "Cay", "Rat 1", "Rat 2")
TIED = dict.fromkeys(PEOPLE, (3, 4))


def melee(initiative, text=MELEE, **settings):
    """Five fighters, dice typed by hand, the first initiative as given."""
    session = bout(text, typed_dice=True, people=(), **settings)
    roll_initiative(session, initiative)
    return session


def roll_initiative(session, initiative):
    while session.requests and getattr(session.requests[0], "purpose", "intent") in ("initiative", "intent"):
        request = session.requests[0]
        session.answer(initiative[request.who] if isinstance(request, Check) else request.default)


def rest_of_round(session, initiative=TIED):
    """Everybody passes until the round is over; gives who had a turn."""
    acted, now = [], session.encounter.clock.round
    while session.command is None and session.encounter.clock.round == now:
        acted.append(session.turn.who)
        session.act(Pass(session.turn.who))
    roll_initiative(session, initiative)
    return acted


@pytest.mark.fault(1, "the fall of somebody who has acted skips the next one, where initiative is shared")
@pytest.mark.parametrize("fallen", [p for p in PEOPLE if p != "Rat 2"])
def test_whoever_falls_after_acting_costs_nobody_a_turn(fallen):
    session = melee(TIED)
    order = session.encounter.clock.order
    acted = []
    while fallen not in acted:
        acted.append(session.turn.who)
        session.act(Pass(session.turn.who))
    session.rule(SetValue(fallen, "life", -1))
    assert acted + rest_of_round(session) == list(order)
    assert rest_of_round(session) == [who for who in order if who != fallen]


@pytest.mark.fault(2, "the removal of the current or the last in the order skips or repeats a turn")
@pytest.mark.parametrize("place", [0, 2, 4])
def test_whoever_is_removed_in_his_own_turn_ends_only_that(place):
    session = melee(TIED)
    order = session.encounter.clock.order
    before = []
    while session.turn.who != order[place]:
        before.append(session.turn.who)
        session.act(Pass(session.turn.who))
    session.rule(Leave(order[place]))
    roll_initiative(session, TIED)
    after = rest_of_round(session) if place < 4 else []
    assert before + after == [who for who in order if who != order[place]]
    assert rest_of_round(session) == [who for who in order if who != order[place]]


@pytest.mark.fault(3, "two functions look into different lists: the turn lands on somebody who is down")
def test_there_is_one_order_and_it_is_not_the_roster():
    initiative = {"Ann": (1, 1), "Bob": (6, 6), "Cay": (3, 3), "Rat 1": (5, 5), "Rat 2": (2, 2)}
    session = melee(initiative)
    order = session.encounter.clock.order
    assert order == ("Bob", "Rat 1", "Cay", "Rat 2", "Ann")
    session.rule(SetValue("Rat 1", "unconscious", True))
    for who in ("Bob", "Cay", "Rat 2", "Ann"):
        assert session.turn.who == who
        assert all(a.who == who for offer in session.offers() for a in offer.examples)
        with pytest.raises(IllegalAction):
            session.act(Pass("Rat 1"))
        session.act(Pass(who))


@pytest.mark.fault(4, "those who are tied change places from round to round")
def test_ties_fall_the_same_way_in_every_round():
    session = melee(TIED)
    orders = [session.encounter.clock.order]
    for _ in range(4):
        rest_of_round(session)
        orders.append(session.encounter.clock.order)
    assert len(set(orders)) == 1
    once = proceed(ToySystem("once"), toys(*(Toy(who, who) for who in "ABCD")), RandomTable(Luck(1)))
    assert once.clock.settled(once.clock.order, once.clock.numbers).order == once.clock.order


@pytest.mark.fault(5, "ties are settled by a rule of some other game")
def test_ties_are_settled_by_the_chain_of_the_system():
    a = Initiative("A", 9, 2, 2, 0)
    by_attribute, by_dex, by_roster = but(a, attribute=3), but(a, dex=3), but(a, roster=1)
    assert initiative_order([a, by_roster, by_dex, by_attribute]) == ("attribute", "dex", "A", "roster")
    assert initiative_order([by_attribute, by_dex, by_roster, a]) == ("attribute", "dex", "A", "roster")


def but(entry, **changes):
    """The same entry but for one thing, after which it is called."""
    return entry._replace(who=next(iter(changes)), **changes)


@pytest.mark.fault(6, "effects end on the wrong turn because of ties or initiative numbers")
@pytest.mark.parametrize("initiative", [TIED, {p: (i + 1, 6) for i, p in enumerate(PEOPLE)}])
def test_sleep_ends_with_its_round_whatever_the_initiative(initiative):
    session = melee(initiative)
    encounter = session.encounter
    who = encounter.clock.order[-1]
    sleeper = encounter.with_fighter(replace(encounter.fighter(who), unconscious=True))
    timer = Timer(who, "unconscious", "", "round-end", 2)
    session.line[-1] = replace(session.line[-1], state=sleeper.with_clock(sleeper.clock.timed(timer)))
    for _ in range(2):
        assert who not in rest_of_round(session, initiative)
    assert who in rest_of_round(session, initiative)


@pytest.mark.fault(7, '"until the start of the target\'s next turn" cannot be said, or ends with the round')
@pytest.mark.parametrize(("edge", "turns_marked"), [("turn-start", 0), ("turn-end", 1)])
def test_until_the_next_turn_of_somebody_begins_or_ends(edge, turns_marked):
    once = ToySystem("once")
    encounter = proceed(once, toys(Toy("A", "s"), Toy("B", "t"), Toy("C", "s")), RandomTable(Luck(2)))
    last = encounter.clock.order[-1]
    encounter = marked(encounter, last, "off guard", last, edge)
    seen = 0
    for _ in range(4):
        if encounter.step.who == last:
            seen += "off guard" in encounter.fighter(last).marks
        else:
            assert ("off guard" in encounter.fighter(last).marks) == (encounter.clock.round == 1)
        action = once.offers(encounter)[0].examples[0]
        encounter = proceed(once, once.perform(encounter, action, RandomTable(Luck(1))).encounter, RandomTable(Luck(3)))
    assert seen == turns_marked


@pytest.mark.fault(8, "stepping back and forth makes timers run twice")
def test_timers_do_not_run_by_being_undone_and_redone():
    session = melee(TIED)
    session.rule(SetValue("Rat 1", "unconscious", True))
    encounter = session.encounter
    timed = encounter.with_clock(encounter.clock.timed(Timer("Rat 1", "unconscious", "", "round-end", 3)))
    session.line[-1] = replace(session.line[-1], state=timed)
    rest_of_round(session)
    assert [t.left for t in session.encounter.clock.timers] == [2]
    session.act(Pass(session.turn.who))
    for _ in range(3):
        session.undo()
        session.redo()
    assert [t.left for t in session.encounter.clock.timers] == [2]
    for left in (2, 3, 3):
        session.undo()
        assert [t.left for t in session.encounter.clock.timers] == [left]


@pytest.mark.fault(9, "phases of declaration, phased initiative and several acts in a round are not to be had")
def test_intents_are_declared_before_anybody_rolls_and_bind():
    text = MELEE.replace('weapons = ["axe"]', 'magic = 1\nweapons = ["axe", "lightning bolt"]')
    session = bout(text, typed_dice=True)
    assert [(r.who, r.key) for r in session.requests] == [("Bob", "intent"), ("Cay", "intent")]
    session.answer("magic", session.requests[1])
    session.answer("physical")
    assert {r.purpose for r in session.requests} == {"initiative"}
    roll_initiative(session, {**TIED, "Cay": (6, 6)})
    assert session.turn.who == "Cay"
    with pytest.raises(IllegalAction) as caught:
        session.act(Attack("Cay", "Bob", "dagger"))
    assert caught.value.rule == "initiative.commit"
    session.act(Switch("Cay"))
    assert session.encounter.clock.waiting[-1] == "Cay"
    assert rest_of_round(session)[-1] == "Cay"


@pytest.mark.fault(10, "nobody falls before the round is over")
def test_whoever_falls_falls_at_once():
    """Here death is looked at after each attack; the systems that look later say so by a switch of their own."""
    session = melee({**TIED, "Ann": (6, 6)})
    session.act(Attack("Ann", "Rat 1", "sword"))
    session.answer((6, 6))
    session.answer((1, 1))
    rat = session.encounter.fighter("Rat 1")
    assert rat.dead
    assert rat.life < 0
    assert "Rat 1" not in rest_of_round(session)
    with pytest.raises(IllegalAction) as caught:
        session.act(Attack(session.turn.who, "Rat 1", "fist"))
    assert caught.value.rule == "damage.death"


@pytest.mark.fault(11, "simultaneous blows are dealt one after the other, the second sees what the first did")
def test_two_kill_each_other_in_one_count():
    fight = toys(Toy("A", "s", 1), Toy("B", "t", 1))
    law = EveryTable(exact=True).law(count.count, ToySystem(), fight, (("A", "B"), ("B", "A")))
    assert law.chance(lambda points: max(points) <= 0) == Fraction(1, 4)
    assert law.chance(lambda points: points[0] <= 0) == law.chance(lambda points: points[1] <= 0) == Fraction(1, 2)


@pytest.mark.fault(12, "the dead fight on, or healing in the same moment raises them")
def test_dead_is_dead_before_anything_else_happens():
    fighter = bout().encounter.fighter("Bob")
    table = RandomTable(Luck(1))
    dead = SYSTEM.apply(fighter, Effect("Bob", "life", 13), table)
    assert (dead.life, dead.dead) == (-1, True)
    healed = SYSTEM.apply(dead, Effect("Bob", "life", -13), table)
    assert healed.dead
    assert not SYSTEM.able(healed, bout().encounter.options)
    alive = SYSTEM.apply(fighter, Effect("Bob", "life", 12), table)
    assert (alive.life, alive.dead) == (0, False)


@pytest.mark.fault(12, "the dead fight on, or healing in the same moment raises them")
def test_a_free_turn_is_not_for_the_dead():
    text = BOUT.replace('system = "opposed-2d6"', 'system = "opposed-2d6"\noptions = {"critfail.below" = 1}')
    text = text.replace("dex = 2\nwits = 1\nmelee = 3", "dex = 0\nwits = 1\nmelee = 0")
    session = bout(text, typed_dice=True)
    roll_initiative(session, {"Ann": (6, 6), "Bob": (1, 1)})
    session.rule(SetValue("Ann", "dex", -20))
    session.act(Attack("Ann", "Bob", "sword"))
    session.answer((1, 1))
    assert (session.turn.kind, session.turn.who) == ("opportunity", "Bob")
    session.rule(SetValue("Bob", "life", -1))
    assert session.over
    began = [e for e in session.events if isinstance(e, TurnBegan)]
    assert [(e.who, e.step) for e in began] == [("Ann", "turn"), ("Bob", "opportunity")]
    assert not any(isinstance(e, Changed) and e.who == "Ann" for e in session.events)
    assert [e.purpose for e in session.events if isinstance(e, Rolled)] == ["initiative", "initiative", "attack"]
