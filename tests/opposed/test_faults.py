"""Kinds of faults that users of peers reported, as this system could have them: holds, words, poison, fire, leaving.

What concerns the core is tested in tests/core/test_faults_*.py; the numbers are those of the same list.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from opposed_fights import duel, fight, forbidden, held, play, put, say, sitting, turn

from affray.clock import Timer
from affray.dice.checks import Check
from affray.dice.notation import parse
from affray.encounter import Encounter
from affray.errors import NotNow
from affray.events import Changed, Ended, Harm, Rolled, TurnBegan
from affray.options import Options
from affray.rulings import Leave
from affray.session import Session
from affray.system import Action
from affray.systems.opposed import SYSTEM
from affray.systems.opposed.actions.kinds import Attack, Flee, Grapple, Move, Pass, Social, Struggle, Surrender
from affray.systems.opposed.fighter import Fire, Poison, burdens, holders
from affray.systems.opposed.rules.lasting import Toll
from affray.table import Question

QUARTET = ({"name": "A"}, {"name": "B"}, {"name": "C", "side": "A"}, {"name": "D", "side": "B"})
FACES = [[6, 6], [5, 6], [4, 5], [1, 2]]
VIPER = Toll("viper", 2, 3, 10)


def motley(seed: int) -> Encounter:
    """A fight in which everything of these rules can happen, and much of it does."""
    crowd = fight(
        {"name": "Rider", "side": "x", "taming": 4, "brute": 2, "dex": 2, "weapons": ["sword"], "charisma": 2},
        {"name": "Beast", "side": "x", "tame": "4/12", "tamed": True, "brute": 4, "dex": 3, "size": 4},
        {"name": "Wrestler", "side": "x", "brute": 4, "dex": 4, "life": 12},
        {"name": "Talker", "side": "y", "charisma": 5, "social": 3, "weapons": ["spear"], "position": 2},
        {"name": "Mage", "side": "y", "wits": 4, "magic": 3, "weapons": ["lightning bolt", "dagger"], "position": 3},
        {"name": "Runner", "side": "y", "dex": 3, "weapons": ["bow"], "life": 8, "size": -1, "position": 5},
        dodge_move="back",
    )
    poison = Poison("viper", 2, 3)
    sword = crowd.fighter("Rider").weapon("sword")
    crowd = put(
        crowd, "Rider", mount="Beast", weapons=(replace(sword, poison=poison), *crowd.fighter("Rider").weapons[1:])
    )
    return put(crowd, ("Talker", "Wrestler")[seed % 2], fire=Fire(1, 3), poisons=(VIPER,))


def at_random(seed: int, actions: int = 40) -> Session:
    """A session of that fight in which whoever has the turn does any of the things on offer."""
    chance = random.Random(seed)
    session = Session(SYSTEM, motley(seed), seed=seed, people=())
    session.start()
    for _ in range(actions):
        if session.over:
            break
        offers = session.offers()
        kinds = [o for o in offers if o.kind not in ("flee", "surrender", "pass")] or list(offers)
        offer = chance.choice(kinds if chance.random() < 0.9 else list(offers))
        session.act(chance.choice(offer.examples))
    return session


@pytest.fixture(scope="module")
def fought() -> list[Session]:
    return [at_random(seed) for seed in range(20)]


def test_the_fights_below_see_everything(fought: list[Session]) -> None:
    """Else they would prove nothing."""
    purposes = {e.purpose for s in fought for e in s.events if isinstance(e, Rolled)}
    assert purposes >= {"hold", "social", "control", "initiative", "attack", "dodge", "parry"}
    changed = {e.what for s in fought for e in s.events if isinstance(e, Changed)}
    assert changed >= {"held by", "swayed by", "position", "on fire", "dead"}
    assert {e.action.kind for s in fought for e in (x.command for x in s.line) if hasattr(e, "action")} >= {
        *("attack", "grapple", "struggle", "release", "social", "move", "flee", "surrender", "switch"),
    }


# -- turns and time ----------------------------------------------------------------------------------------------


@pytest.mark.fault(2, "the removal of somebody in the middle of a hold skips or repeats a turn")
@pytest.mark.parametrize("who", ["A", "B"])
@pytest.mark.parametrize("place", range(4))
def test_whoever_is_removed_in_a_hold_costs_nobody_a_turn(who: str, place: int) -> None:
    session = sitting(held(fight(*QUARTET)), *FACES, [3, 4], [3, 4])
    acted = []
    for step in range(4):
        if step == place:
            session.rule(Leave(who))
        if session.turn is None or session.requests:
            break
        acted.append(session.turn.who)
        session.act(Pass(session.turn.who))
    assert [x for x in acted if x != who] == [x for x in session.beginning.ids if x != who]
    assert sorted(session.encounter.clock.order) == sorted(x for x in "ABCD" if x != who)


@pytest.mark.fault(6, "being won over ends on the wrong turn because of initiative numbers")
@pytest.mark.parametrize("faces", [FACES, FACES[::-1], [[3, 4]] * 4])
def test_words_bind_to_the_end_of_a_round_whatever_the_order_is(faces: list[list[int]]) -> None:
    swayed = put(fight(*QUARTET), "B", swayed=("A",))
    session = sitting(swayed.with_clock(swayed.clock.timed(Timer("B", "swayed by A", "", "round-end", 2))), *faces)
    seen = {}
    for _ in range(12):
        assert session.turn is not None
        if session.turn.who == "B":
            seen[session.encounter.clock.round] = forbidden(session.encounter, Attack("B", "A", "kick"))
        session.act(Pass(session.turn.who))
        if session.requests:
            say(session, *faces[::-1])
    assert seen == {1: "house.social", 2: "house.social", 3: ""}


@pytest.mark.fault(7, "poison bites at the start of a round, or in the turn of whoever is first")
def test_poison_bites_at_the_end_of_its_tenth_round() -> None:
    poisoned = put(duel(), "B", poisons=(VIPER,))
    session = sitting(poisoned, [6, 6], [1, 1])
    life = {}
    for _ in range(21):
        life[session.encounter.clock.round] = session.encounter.fighter("B").life
        session.act(Pass("A"))
        assert session.encounter.fighter("B").life == life[session.encounter.clock.round]
        session.act(Pass("B"))
        say(session, [6, 6], [1, 1])
    assert [n for n in range(2, 22) if life[n] < life[n - 1]] == [11, 21]


@pytest.mark.fault(8, "stepping back and forth makes poison, fire and being won over run twice")
def test_undo_gives_back_every_count() -> None:
    ill = put(duel(), "B", poisons=(replace(VIPER, rounds=2),), fire=Fire(1, 3), swayed=("A",))
    ill = ill.with_clock(ill.clock.timed(Timer("B", "swayed by A", "", "round-end", 3)))
    session = sitting(ill, [6, 6], [1, 1])
    states = [session.encounter]
    for _ in range(3):
        session.act(Pass("A"))
        session.act(Pass("B"))
        say(session, [6, 6], [1, 1])
        states.append(session.encounter)
    assert [s.fighter("B").life for s in states] == [20, 16, 10, 6]
    for state in states[-2::-1]:
        session.undo()
        session.undo()
        assert session.encounter == state
    for _ in range(3):
        session.redo()
        session.redo()
    assert session.encounter == states[-1]


@pytest.mark.fault(10, "who is killed as a round ends acts once more")
def test_who_dies_of_poison_has_no_turn_in_the_next_round() -> None:
    ill = put(fight(*QUARTET), "B", life=1, poisons=(replace(VIPER, rounds=1),))
    session = sitting(ill, *FACES)
    for who in "ABCD":
        session.act(Pass(who))
    assert [r.who for r in session.requests] == ["A", "C", "D"]


@pytest.mark.fault(11, "who dies first as a round ends wins, for what kills the other comes later")
def test_two_who_die_at_the_end_of_one_round_have_both_lost() -> None:
    both = duel()
    for who in "AB":
        both = put(both, who, life=1, poisons=(replace(VIPER, rounds=1),))
    session = sitting(both, [6, 6], [1, 1])
    session.act(Pass("A"))
    session.act(Pass("B"))
    assert session.over
    assert [e.winners for e in session.events if isinstance(e, Ended)] == [()]
    assert not any(SYSTEM.alive(f) for f in session.encounter.fighters)


@pytest.mark.fault(12, "the dead wake up as their sleep is over, or act in somebody's grip")
def test_the_end_of_a_sleep_raises_nobody() -> None:
    slain = put(fight(*QUARTET), "B", unconscious=True, dead=True, life=-1)
    slain = slain.with_clock(slain.clock.timed(Timer("B", "unconscious", "", "round-end", 1)))
    session = sitting(held(slain), *FACES[:3])
    assert session.encounter.fighter("A").holds == ""
    for who in "ACD":
        session.act(Pass(who))
    say(session, *FACES[:3])
    b = session.encounter.fighter("B")
    assert (b.unconscious, b.dead) == (False, True)
    assert "B" not in session.encounter.clock.order


# -- numbers -----------------------------------------------------------------------------------------------------


@pytest.mark.fault(13, "the number shown before a roll is not the one that is rolled")
def test_what_a_request_shows_is_what_the_log_has(fought: list[Session]) -> None:
    seen = set()
    for session in fought:
        for entry in session.line:
            rolled = [e for e in entry.events if isinstance(e, Rolled)]
            shown = [a.request for a in entry.answers if isinstance(a.request, Check)]
            key = [(r.who, r.purpose, tuple(m.counted for m in r.modifiers)) for r in shown]
            assert sorted((e.who, e.purpose, tuple(m.counted for m in e.modifiers)) for e in rolled) == sorted(key)
            for event in rolled:
                check = Check(event.who, event.purpose, parse(event.dice), event.modifiers)
                assert event.total == check.read(event.faces).total
                names = [m.name for m in event.modifiers]
                assert len(set(names)) == len(names)
                seen.add(event.purpose)
    assert {"hold", "social", "control", "initiative"} <= seen


@pytest.mark.fault(14, "a contest adds the bonuses of the other side")
def test_each_side_of_a_contest_adds_its_own() -> None:
    a = {"brute": 1, "charisma": 2, "social": 3, "dex": 4}
    b = {"brute": 6, "charisma": 5, "social": 6, "dex": 5}
    told = play(turn(held(duel(a, b)), "B"), Struggle("B", "A"), [1, 1], [1, 1])
    assert told.rolls == {("A", "hold"): 3, ("B", "hold"): 8}
    told = play(turn(duel(a, b), "A"), Social("A", "B"), [1, 1], [1, 1])
    assert told.rolls == {("A", "social"): 7, ("B", "social"): 13}
    told = play(turn(duel(a, b), "A"), Grapple("A", "B"), [1, 1], "dodge", [1, 1])
    assert told.rolls == {("A", "attack"): 6, ("B", "dodge"): 7}


@pytest.mark.fault(15, "totals without parts, bonuses nobody can trace")
def test_every_part_has_a_name_and_a_rule(fought: list[Session]) -> None:
    rules = SYSTEM.rules()
    for session in fought:
        for event in session.events:
            assert all(name in rules for name in event.rules)
            if isinstance(event, Rolled):
                assert all(m.name and m.rule in rules for m in event.modifiers)
            elif isinstance(event, Harm):
                parts = sum(m.counted for m in event.parts) - sum(m.counted for m in event.soaked)
                assert event.loss == max(0, parts)


@pytest.mark.fault(19, "undo forgets side effects: a hold, a fall from the saddle, a fire put out")
@pytest.mark.parametrize("seed", range(6))
def test_undo_leads_back_through_every_state(seed: int) -> None:
    session = at_random(seed, 25)
    states = []
    while True:
        states.append(session.encounter)
        try:
            session.undo()
        except NotNow:
            break
    assert len(states) > 10
    for state in states[-2::-1]:
        session.redo()
        assert session.encounter == state


@pytest.mark.fault(20, "no history of what changed a fighter, and why")
def test_the_log_tells_of_every_point_metre_hold_and_word(fought: list[Session]) -> None:
    for session in fought:
        start = session.beginning.fighters
        life = {f.id: f.life for f in start}
        grips = {(f.id, f.holds) for f in start if f.holds}
        out = {f.id for f in start if f.dead}
        for event in session.events:
            if isinstance(event, Harm):
                assert event.before == life[event.who]
                life[event.who] = event.after
            elif isinstance(event, Changed) and event.what == "held by":
                grips ^= {(event.after or event.before, event.who)}
            elif isinstance(event, Changed) and event.what == "dead":
                out.add(event.who)
            elif getattr(event, "outcome", "") == "hold broken":
                grips -= {(event.who, event.target)}  # type: ignore[union-attr]
        state = session.encounter
        assert life == {f.id: f.life for f in state.fighters}
        assert out == {f.id for f in state.fighters if f.dead}
        # a hold on somebody who died is over without a word
        assert {(f.id, f.holds) for f in state.fighters if f.holds} == {g for g in grips if g[1] not in out}


@pytest.mark.fault(29, "a roll is made twice, or one more than the rule says")
@pytest.mark.parametrize(
    ("action", "script", "asked"),
    [
        (Grapple("A", "B"), ([6, 6], "dodge", [1, 1]), ["attack", "guard", "dodge"]),
        (Grapple("A", "B"), ([6, 6], "none"), ["attack", "guard"]),
        (Social("A", "B"), ([6, 6], [1, 1]), ["social", "social"]),
        (Struggle("A", "B"), ([6, 6], [1, 1]), ["hold", "hold"]),
        (Surrender("A"), (), []),
        (Attack("A", "B", "fist"), ([6, 6], "none"), ["attack", "guard"]),
        (Attack("A", "C", "fist"), ([6, 6], "none", [6, 6], [1, 1]), ["attack", "guard", "knock-out", "knock-out"]),
    ],
)
def test_as_many_dice_are_asked_for_as_the_rule_says(action: Action, script: Any, asked: list[str]) -> None:
    trio = fight({"name": "A", "brute": 2}, {"name": "B", "brute": 5}, {"name": "C", "size": 2, "life": 99})
    encounter = held(trio, "B", "A") if isinstance(action, Struggle) else trio
    told = play(turn(encounter, "A"), action, *script)
    assert [r.key if isinstance(r, Question) else r.purpose for r in told.asked] == asked  # type: ignore[union-attr]
    assert all(len(value) == 2 for value in script if isinstance(value, list))


@pytest.mark.fault(30, "how several penalties of one kind combine is anybody's guess")
def test_two_holders_weigh_as_much_as_one() -> None:
    trio = fight({"name": "A"}, {"name": "F", "side": "A"}, {"name": "B", "dex": 3})
    for encounter, total in ((trio, 10), (held(trio), 8), (held(held(trio), "F", "B"), 8)):
        told = play(turn(encounter, "B"), Grapple("B", "A"), [3, 4], "none")
        assert told.rolls["B", "attack"] == total
    both = held(held(trio), "F", "B")
    assert [m.value for m in burdens(both, both.fighter("B"))] == [-2]


@pytest.mark.fault(3, "the turn lands on somebody who has left")
def test_nobody_who_has_left_is_offered_a_turn_or_aimed_at(fought: list[Session]) -> None:
    for session in fought:
        for before, entry in zip([session.beginning, *(e.state for e in session.line)], session.line, strict=False):
            for event in entry.events:
                if isinstance(event, TurnBegan):
                    assert not before.fighter(event.who).gone
            for fighter in entry.state.fighters:
                if fighter.gone or fighter.dead:
                    assert not fighter.holds
                    assert holders(entry.state, fighter.id) == ()
                assert not fighter.holds or fighter.id in holders(entry.state, fighter.holds)


@pytest.mark.fault(31, "house rules are refused, or each of them needs code")
@pytest.mark.parametrize("switch", SYSTEM.switches, ids=lambda switch: switch.name)
def test_every_reading_is_a_switch_with_a_name_and_rules(switch: Any) -> None:
    assert switch.help
    assert switch.rules
    assert all(rule in SYSTEM.rules() for rule in switch.rules)
    assert Options(SYSTEM.switches, {switch.name: switch.default}).changed == {}


@pytest.mark.fault(27, "an event is called what it is not: flight counts as death, giving up as falling")
def test_who_leaves_is_out_but_not_lost() -> None:
    told = play(turn(duel({}, {"position": 9}), "A"), Move("A", -3))
    fled = play(told.encounter, Flee("A")).fighter("A")
    gave_up = play(told.encounter, Surrender("A")).fighter("A")
    for fighter in (fled, gave_up):
        assert SYSTEM.alive(fighter)
        assert not SYSTEM.able(fighter, told.encounter.options)
        assert not fighter.dead
        assert not fighter.unconscious
