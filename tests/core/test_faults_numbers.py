"""Kinds of faults that users of peers reported, part 2: numbers, logs, undo, saves and odds (rows 13 to 31).

A row that does not apply yet, to be tested with what it is about:

18  temporary points: no system has a second pool that takes harm first
"""

import json
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toys import play
from toys.fights import BOUT, MELEE, attack, bout, finish_by_itself
from toys.recorded import lines_of, reread

from affray.dice.checks import Check
from affray.dice.notation import parse
from affray.errors import FileError, UnknownName
from affray.events import Changed, Harm, Resolved, Rolled
from affray.fightfile import parse_fight
from affray.luck import Luck
from affray.odds import action_odds, consequence
from affray.options import Options
from affray.records import read_record
from affray.rulings import Amend, SetValue
from affray.session import Session
from affray.systems.opposed import SYSTEM, rules
from affray.systems.opposed.actions.kinds import Attack
from affray.table import Amendment, Answer, Pending, RandomTable, ScriptTable


@pytest.fixture(scope="module")
def fought():
    """Fights to their end, as sessions."""
    sessions = [bout(MELEE, seed=seed, people=()) for seed in range(12)]
    for session in sessions:
        finish_by_itself(session)
    return sessions


def events(sessions, kind):
    return [event for session in sessions for event in session.events if isinstance(event, kind)]


def ann_attacks(text=BOUT, **changes):
    """The fight in which it is Ann's turn to attack Bob, with changes to either: `bob_life=3`."""
    encounter = parse_fight(text).encounter
    for name, value in changes.items():
        who, _, field = name.partition("_")
        fighter = encounter.fighter(who.capitalize())
        encounter = encounter.with_fighter(replace(fighter, **{field: value}))
    action = Attack("Ann", "Bob", "sword")
    return SYSTEM.stage(encounter, action), action


def at_random(encounter, action, seed=1, amendments=()):
    """The log of that action with the program's dice."""
    log = []
    table = RandomTable(Luck(seed), options=encounter.options, amendments=amendments, log=log)
    SYSTEM.perform(encounter, action, table)
    return log


@pytest.mark.fault(13, "a modifier counts twice in the roll, the sheet shows another number than is rolled")
def test_the_number_shown_is_the_number_rolled(fought):
    for event in events(fought, Rolled):
        check = Check(event.who, event.purpose, parse(event.dice), event.modifiers)
        assert event.total == check.read(event.faces).total == event.value + sum(m.counted for m in event.modifiers)
        names = [m.name for m in event.modifiers]
        assert len(set(names)) == len(names)
    encounter, action = ann_attacks()
    for rulings in ((), (Amendment("bless", 1),)):
        with pytest.raises(Pending) as caught:
            SYSTEM.perform(encounter, action, ScriptTable((), encounter.options, rulings))
        (request,) = caught.value.requests
        log = at_random(encounter, action, amendments=rulings)
        assert next(e for e in log if isinstance(e, Rolled)).modifiers == request.modifiers


@pytest.mark.fault(14, "an attack adds the bonuses of its target")
def test_an_attack_adds_what_is_the_attackers():
    encounter, action = ann_attacks(ann_brute=11, ann_dex=12, ann_melee=13, bob_brute=21, bob_dex=22, bob_melee=23)
    log = at_random(encounter, action)
    attacked, defended = [e for e in log if isinstance(e, Rolled)][:2]
    assert (attacked.who, [(m.name, m.value) for m in attacked.modifiers]) == ("Ann", [("Dex", 12), ("Melee", 13)])
    assert defended.who == "Bob"
    assert {m.value for m in defended.modifiers} <= {21, 22, 23}


@pytest.mark.fault(15, '"needs 11, rolls 9": totals without parts, bonuses nobody can trace')
def test_every_total_expands_to_named_parts(fought):
    for event in events(fought, Rolled):
        assert all(m.name and m.rule in SYSTEM.rules() for m in event.modifiers)
        if event.against is not None:
            assert event.against.total == sum(m.counted for m in event.against.modifiers)
    harms = events(fought, Harm)
    assert harms
    for event in harms:
        assert all(m.name for m in (*event.parts, *event.soaked))
        assert event.loss == max(0, sum(m.counted for m in event.parts) - sum(m.counted for m in event.soaked))
    for session in fought:
        assert all(rule in SYSTEM.rules() for event in session.events for rule in event.rules)


@pytest.mark.fault(16, "a critical hit doubles the wrong part of the damage, or twice")
@pytest.mark.parametrize(
    ("weapon", "parts"),
    [("sword", {"margin": 7, "weapon": 3}), ("fist", {"margin": 7}), ("axe", {"margin": 7, "weapon": 4})],
)
def test_what_a_critical_hit_adds_stands_as_a_part_of_its_own(weapon, parts):
    encounter, _ = ann_attacks(BOUT.replace('"sword", "shield"', '"sword", "axe"'), bob_life=99, ann_brute=2)
    action = Attack("Ann", "Bob", weapon)
    plain, critical = (harm_of(encounter, action, margin) for margin in (5, 7))
    assert sum(m.value for m in critical.parts[:2]) - sum(m.value for m in plain.parts[:2]) == 2  # the margin itself
    extra = {"sword": 3, "axe": 4, "fist": 7}[weapon]
    assert critical.loss - plain.loss == 2 + extra
    assert sum(m.counted for m in critical.parts) == sum(parts.values()) + extra
    assert len(critical.parts) == len(plain.parts) + 1


def harm_of(encounter, action, margin):
    """The harm of that attack where it beats the dodge by that margin."""
    answers, log = [], []
    while True:
        log.clear()
        try:
            SYSTEM.perform(encounter, action, ScriptTable(answers, encounter.options, log=log))
        except Pending as pending:
            request = pending.requests[0]
            if not isinstance(request, Check):
                answers.append(Answer(request, "dodge"))
            elif request.purpose == "attack":
                answers.append(Answer(request, (6, 6)))
                total = 12 + request.bonus
            elif request.purpose == "dodge":
                need = total - margin - request.bonus
                answers.append(Answer(request, (min(6, need - 1), need - min(6, need - 1))))
            else:
                answers.append(Answer(request, (3,) * request.dice.groups()[0].count))
            continue
        return next(e for e in log if isinstance(e, Harm))


@pytest.mark.fault(17, "rounding between steps, in the wrong direction, without its minimum")
def test_rounding_and_floors_are_pinned():
    fighter = bout().encounter.fighter("Ann")
    assert [replace(fighter, move=m, broken=("left leg",)).pace for m in (7, 6, 1, 0)] == [3, 3, 0, 0]
    assert [rules.range_band(d, 10) for d in (0, 3, 4, 6, 7, 10, 11)] == [
        "close", "close", "medium", "medium", "long", "long", None,
    ]  # fmt: skip
    encounter, action = ann_attacks(bob_armour=replace(fighter.armour, rating=50))
    log = [event for seed in range(40) for event in at_random(encounter, action, seed)]
    assert {e.loss for e in log if isinstance(e, Harm)} == {0}  # armour never heals


@pytest.mark.fault(19, "undo gives back more than was taken, repeats what was soaked, forgets side effects")
@settings(max_examples=30, deadline=None)
@given(st.integers(0, 30), st.integers(1, 25))
def test_undo_is_exactly_the_state_before(seed, count):
    session = bout(MELEE, seed=seed, people=())
    states = [session.encounter]
    for _ in range(count):
        if session.over:
            break
        session.auto()
        states.append(session.encounter)
    for state in reversed(states[:-1]):
        session.undo()
        assert session.encounter == state


@pytest.mark.fault(20, "no history of what changed a fighter's points, and why")
def test_the_log_tells_each_change_with_before_and_after(fought):
    for session in fought:
        life = {f.id: f.life for f in session.beginning.fighters}
        position = {f.id: f.position for f in session.beginning.fighters}
        for event in session.events:
            if isinstance(event, Harm):
                assert event.before == life[event.who]
                assert event.after == event.before - event.loss
                life[event.who] = event.after
            elif isinstance(event, Changed) and event.what == "position":
                assert event.before == position[event.who]
                position[event.who] = event.after
        assert life == {f.id: f.life for f in session.encounter.fighters}
        assert position == {f.id: f.position for f in session.encounter.fighters}


@pytest.mark.fault(21, "after undo or a reload the dice are others, or nobody knows whether they are")
def test_undo_keeps_the_dice_reroll_does_not_and_a_record_knows_where_they_are():
    session = bout()
    session.act(attack(session))
    first = session.fresh
    session.undo()
    session.act(attack(session))
    assert session.fresh == first
    again = reread(session)
    for both in (session, again):
        both.answer("dodge")
        both.act(attack(both))
    assert session.fresh == again.fresh
    session.answer("dodge")
    session.reroll()
    assert [e for e in session.fresh if isinstance(e, Rolled)] != [e for e in again.fresh if isinstance(e, Rolled)]


@pytest.mark.fault(22, "an old save plays differently once the generator or the rules have changed")
def test_a_record_does_not_need_the_generator_that_threw_its_dice(monkeypatch):
    session = bout(MELEE, people=())
    finish_by_itself(session)
    lines = lines_of(session)
    assert json.loads(lines[0])["rules"] == SYSTEM.version
    monkeypatch.setattr(Luck, "bits", lambda self: 0)
    again = read_record(lines, people=())
    assert (again.encounter, again.events) == (session.encounter, session.events)


@pytest.mark.fault(24, "state leaks from one fight into the next")
def test_four_fights_are_twice_two_fights():
    fight = parse_fight(MELEE)

    def fights(seeds, encounter=None):
        found = []
        for seed in seeds:
            session = Session(fight.system, encounter or parse_fight(MELEE).encounter, seed=seed, people=())
            session.start()
            finish_by_itself(session)
            found.append((session.encounter, session.events))
        return found

    assert fights(range(4), fight.encounter) == fights((0, 1)) + fights((2, 3))
    assert fights((3, 2, 1, 0), fight.encounter) == fights(range(4))[::-1]


@pytest.mark.fault(27, "odds name another event than they measure, or part from what is played")
def test_odds_are_those_of_play_and_a_hit_is_a_hit_even_for_nothing():
    encounter, action = ann_attacks(bob_armour=replace(bout().encounter.fighter("Bob").armour, rating=9), bob_life=4)
    odds = action_odds(SYSTEM, encounter, action, exact=True)
    law = play.exact(consequence, SYSTEM, encounter, action, "Bob", options=encounter.options)
    assert law == play.brute(consequence, SYSTEM, encounter, action, "Bob", options=encounter.options)
    play.fits(play.frequencies(consequence, SYSTEM, encounter, action, "Bob", options=encounter.options), law)
    assert odds.hit == sum(w for c, w in law.items() if c.hit) > sum(w for points, w in odds.loss.items() if points)
    assert odds.out == sum(w for c, w in law.items() if c.out)
    assert odds.mean == sum(c.loss * w for c, w in law.items())
    assert sum(odds.loss.values()) == 1


@pytest.mark.fault(28, "means of steps taken apart; better armour that lets more through")
def test_more_armour_never_takes_more_and_more_skill_never_hits_less():
    armour = bout().encounter.fighter("Bob").armour

    def odds(**changes):
        encounter, action = ann_attacks(**changes)
        return action_odds(SYSTEM, encounter, action, exact=True)

    def not_less(a, b):
        """Whether the losses of `a` are stochastically not less than those of `b`."""
        return all(
            sum(w for v, w in a.loss.items() if v >= least) >= sum(w for v, w in b.loss.items() if v >= least)
            for least in range(40)
        )

    by_armour = [odds(bob_armour=replace(armour, rating=rating)) for rating in range(6)]
    by_skill = [odds(ann_melee=skill) for skill in range(5)]
    by_dodge = [odds(bob_dex=dex, bob_hands=()) for dex in range(5)]
    assert all(not_less(a, b) and a.out >= b.out for a, b in pairwise(by_armour))
    assert all(not_less(b, a) and b.hit >= a.hit for a, b in pairwise(by_skill))
    assert all(not_less(a, b) and a.hit >= b.hit for a, b in pairwise(by_dodge))


@pytest.mark.fault(29, "a roll is made twice, or one more than the rule says")
@pytest.mark.parametrize(
    ("guard", "attack_faces", "defence_faces", "purposes"),
    [
        ("dodge", (6, 5), (1, 2), ["attack", "dodge"]),
        ("dodge", (1, 2), (6, 6), ["attack", "dodge"]),
        ("parry", (6, 6), (6, 6), ["attack", "parry"]),
        ("none", (6, 6), (), ["attack"]),
        ("none", (1, 1), (), ["attack"]),
    ],
)
def test_as_many_dice_are_asked_for_as_the_rule_says(guard, attack_faces, defence_faces, purposes):
    session = bout(typed_dice=True)
    session.answer((6, 6))
    session.answer((1, 1))
    session.act(Attack("Ann", "Bob", "sword"))
    session.answer(attack_faces)
    session.answer(guard)
    if defence_faces:
        session.answer(defence_faces)
    assert session.command is None
    act = session.line[-2 if session.line[-1].command.kind == "proceed" else -1]
    assert [e.purpose for e in act.events if isinstance(e, Rolled)] == purposes
    assert [len(a.value) for a in act.answers if isinstance(a.request, Check)] == [2] * len(purposes)
    assert sum(isinstance(e, Resolved) for e in act.events) == 1


@pytest.mark.fault(31, "house rules are refused, or each of them needs code, or nobody knows which were on")
def test_variants_are_switches_with_a_name_shown_and_saved():
    text = BOUT.replace('system = "opposed-2d6"', 'system = "opposed-2d6"\noptions = {"defence.tie" = "attack"}')
    session = bout(text)
    assert session.encounter.options.changed == {"defence.tie": "attack"}
    assert json.loads(lines_of(session)[0])["start"]["options"] == {"defence.tie": "attack"}
    assert reread(session).encounter.options["defence.tie"] == "attack"
    for system_switch in SYSTEM.switches:
        assert system_switch.help
        assert all(rule in SYSTEM.rules() for rule in system_switch.rules)
        assert Options(SYSTEM.switches, {system_switch.name: system_switch.default}).changed == {}
    with pytest.raises(FileError, match=r"did you mean 'defence\.tie'"):
        parse_fight(text.replace("defence.tie", "defense.tie"))
    with pytest.raises(UnknownName):
        Options(SYSTEM.switches, {"fumble": 1})
    tie = [action_odds(SYSTEM, *ann_attacks(t), exact=True).hit for t in (BOUT, text)]
    assert tie[1] > tie[0]


@pytest.mark.fault(31, "house rules are refused, or each of them needs code, or nobody knows which were on")
def test_a_ruling_is_a_variant_for_one_moment_and_is_saved_too():
    session = bout()
    session.rule(Amend(Amendment("high ground", 2, "Ann", "attack", lasting=True)))
    session.rule(SetValue("Ann", "melee", 6))
    again = reread(session)
    assert again.encounter == session.encounter
    assert again.encounter.amendments[0].name == "high ground"
    encounter, action = ann_attacks()
    better = replace(encounter, amendments=again.encounter.amendments)
    assert action_odds(SYSTEM, better, action).hit > action_odds(SYSTEM, encounter, action).hit


def test_every_row_is_tested_or_said_not_to_apply_yet():
    files = Path(__file__).parents[1].rglob("test_*.py")
    tested = {int(n) for file in files for n in re.findall(r"@pytest\.mark\.fault\((\d+), ", file.read_text())}
    left_out = {int(n) for n in re.findall(r"^(\d+)  ", __doc__, re.MULTILINE)}
    assert tested | left_out == set(range(1, 32))
    assert not tested & left_out
