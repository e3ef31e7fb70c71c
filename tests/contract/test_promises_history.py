"""A history can be trusted: the same seed, undo and redo, records."""

from __future__ import annotations

import random

from contract_fights import every_system, played, random_answer, recorded, situations

from affray.commands import Act
from affray.records import read_record
from affray.session import Session
from affray.system import System
from processes import printed


@every_system
def test_the_same_seed_gives_the_same_fight(system: System) -> None:
    for number in range(10):
        assert recorded(played(system, number)) == recorded(played(system, number))
    assert recorded(played(system, 1))[1:] != recorded(played(system, 2))[1:]


PLAY = """
import hashlib, sys
from affray.fightfile import parse_fight
from affray.odds import action_odds
from affray.session import Session
from affray.codec import to_data
from affray.system import find_system, system_names
seen = hashlib.sha256()
for name in system_names():
    system = find_system(name)
    encounter = parse_fight(system.template()).encounter
    for seed in range(3):
        session = Session(system, encounter, seed=seed, people=())
        session.start()
        while not session.over and session.encounter.clock.round < 4:
            for offer in session.offers():
                action = offer.examples[-1]
                if action.harmful and seed == 0:
                    seen.update(repr(action_odds(system, session.encounter, action).data()).encode())
            session.auto()
        seen.update(repr([to_data(entry.state) for entry in session.entries]).encode())
        seen.update(repr(to_data(session.events)).encode())
print(seen.hexdigest())
"""


def test_the_same_seed_gives_the_same_fight_and_odds_in_any_process() -> None:
    assert len({printed(PLAY, seed).strip() for seed in ("0", "1", "4711")}) == 1


@every_system
def test_undo_then_redo_is_the_identity(system: System) -> None:
    undone = 0
    for number in range(15):
        session = played(system, number)
        chance = random.Random(number)
        before, line, events = session.encounter, list(session.line), session.events
        depth = min(chance.randint(1, 4), sum(isinstance(e.command, Act) for e in line))
        for _ in range(depth):
            session.undo()
        for _ in range(depth):
            session.redo()
        assert session.encounter == before
        assert session.line == line
        assert session.events == events
        undone += depth
    assert undone > 10


@every_system
def test_after_an_undo_the_same_request_shows_the_same_faces(system: System) -> None:
    compared = 0
    for number in range(12):
        session = played(system, number)
        last = max((i for i, e in enumerate(session.line) if isinstance(e.command, Act)), default=None)
        if last is None:
            continue
        entry = session.line[last]
        while session.line and session.line[-1].number >= entry.number:
            session.undo()
        assert isinstance(entry.command, Act)
        session.act(entry.command.action)
        for answer in entry.answers:
            for request in session.requests:
                if answer.fits(request):
                    session.answer(answer.value, request)
                    break
        again = next(e for e in session.line if e.number > entry.number and isinstance(e.command, Act))
        assert (again.answers, again.events, again.state) == (entry.answers, entry.events, entry.state)
        compared += 1
    assert compared > 5


@every_system
def test_a_record_replays_to_the_same_fight_wherever_it_is_broken_off(system: System) -> None:
    for number in range(8):
        session = played(system, number)
        lines = recorded(session)
        for end in range(1, len(lines) + 1, 3):
            again = read_record(lines[:end])
            assert [e.state for e in again.entries] == [e.state for e in session.entries[: end - 1]]
            assert [e.events for e in again.entries] == [e.events for e in session.entries[: end - 1]]
        assert recorded(read_record(lines)) == lines


@every_system
def test_a_record_of_half_an_action_goes_on_where_it_was_broken_off(system: System) -> None:
    chance = random.Random(5)
    broken_off = 0
    for encounter, actions in situations(system, 12, 10):
        session = Session(system, encounter, typed_dice=True)
        session.start()
        session.act(chance.choice(actions))
        if not session.requests:
            continue
        request = session.requests[0]
        session.answer(random_answer(request, chance), request)
        again = read_record(recorded(session), typed_dice=True)
        assert (again.requests, again.fresh) == (session.requests, session.fresh)
        assert [a.value for a in again.answers] == [a.value for a in session.answers]
        broken_off += bool(session.requests)
    assert broken_off
