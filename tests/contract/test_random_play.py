"""Two thousand fights at random for every system: whatever people do, the state stays sound and nothing is lost."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from contract_fights import (
    answer_all,
    begun,
    drawn,
    every_system,
    examples,
    random_answer,
    recorded,
    template,
    try_ruling,
)

from affray.commands import Act, Rule
from affray.encounter import Encounter
from affray.errors import NotNow
from affray.events import Ordered, RoundBegan, TurnBegan
from affray.odds import ActionOdds, action_odds
from affray.records import read_record
from affray.rulings import Join, Leave, Reorder, SetValue
from affray.session import Entry, Session
from affray.system import System

FIGHTS = 2000
CHUNKS = 40
COMMANDS = 16
#: rounds in which any fight of the program is over, however well both sides are protected from each other
LONG = 600


class Watch:
    """Looks at every entry of a history and complains about the first that breaks a promise."""

    def __init__(self, session: Session) -> None:
        self.session, self.system = session, session.system
        self.before = session.beginning
        self.rules = self.system.rules()
        self.turns: Counter[tuple[str, bool]] = Counter()
        self.order: tuple[str, ...] = ()
        self.place = -1
        self.late = False
        self.by_hand: set[str] = set()  # set by a game master, who may do what the rules never would
        session.watchers.append(self.see)

    def see(self, entry: Entry) -> None:
        if isinstance(entry.command, Rule):
            self._ruled(entry.command)
        if isinstance(entry.command, Act):
            actor = self.before.fighter(entry.command.action.who)
            assert self.system.able(actor, self.before.options), f"{actor.id} is out and acts"
            assert self.before.step is not None
            assert self.before.step.who == actor.id
        for event in entry.events:
            assert all(name in self.rules for name in event.rules), f"{event} cites what is no rule"
            if isinstance(event, TurnBegan):
                states = [state for state in (self.before, entry.state) if state.has(event.who)]
                able = [self.system.able(state.fighter(event.who), state.options) for state in states]
                assert any(able), f"{event.who} is out and has a turn"
            if isinstance(event, RoundBegan):
                self.turns.clear()
                self.place, self.late = -1, False
            elif isinstance(event, Ordered):
                assert len(set(event.order)) == len(event.order)
                self.order = event.order
            elif isinstance(event, TurnBegan) and event.step == "turn":
                self._turn(event)
        self.sound(entry.state)
        self.before = entry.state

    def _ruled(self, command: Rule) -> None:
        ruling = command.ruling
        if isinstance(ruling, SetValue):
            self.by_hand.add(ruling.who)
        if isinstance(ruling, Join):
            self.by_hand.add(ruling.fighter.id)
            self.turns.pop((ruling.fighter.id, False), None)
        if isinstance(ruling, Reorder) and ruling.who in self.before.clock.late:
            self.turns.pop((ruling.who, False), None)  # a place in the order again, instead of its end
        if isinstance(ruling, Join | Leave | Reorder):
            self.order = ()  # places were changed by hand; the next round is watched again

    def _turn(self, event: TurnBegan) -> None:
        late = event.cause == "late"
        self.turns[event.who, late] += 1
        assert self.turns[event.who, late] <= 1, f"{event.who} acts too often in one round"
        if self.order:
            place = self.order.index(event.who)
            assert late >= self.late, f"{event.who} acts after somebody who was late"
            if late == self.late:
                assert place > self.place, f"{event.who} acts out of order"
            self.place, self.late = place, late

    def sound(self, encounter: Encounter) -> None:
        assert len(set(encounter.ids)) == len(encounter.ids)
        assert set(encounter.clock.waiting) <= set(encounter.clock.order) <= set(encounter.ids)
        assert set(encounter.clock.late) <= set(encounter.clock.waiting)
        assert all(step.who in encounter.ids for step in encounter.agenda)
        assert all(timer.left > 0 for timer in encounter.clock.timers)
        for fighter in encounter.fighters:
            able = self.system.able(fighter, encounter.options)
            for track in self.system.tracks(fighter):
                if fighter.id not in self.by_hand:
                    assert track.left <= track.full
                    assert track.left >= 0 or not able, f"{fighter.id} acts with {track}"
            assert all(isinstance(words, str) and words for words in self.system.conditions(fighter, encounter.options))


def check_odds(odds: ActionOdds) -> None:
    """Probabilities are those of a law: none below 0, and together 1, up to what was cut and said so."""
    assert -1e-12 <= odds.cut < 1e-6
    for law in (odds.loss, *odds.tracks.values()):
        assert all(weight >= 0 for weight in law.values())
        assert sum(law.values()) + odds.cut == pytest.approx(1, abs=1e-9)
    for chance in (odds.hit, odds.out):
        assert -1e-12 <= chance <= 1 + 1e-12


def play(system: System, encounter: Encounter, seed: str, full: bool) -> Session:
    """One fight at random, watched; `full` looks at odds and rulings more closely."""
    chance = random.Random(seed)
    session = Session(system, encounter, seed=seed)
    watch = Watch(session)
    session.start()
    answer_all(session, chance)
    first = session.encounter
    for number in range(COMMANDS):
        if session.over:
            break
        if chance.random() < 0.12:
            try_ruling(session, chance)
            answer_all(session, chance)
            continue
        if session.turn is None:
            break
        actions = examples(session)
        assert actions, "somebody has the turn and nothing to choose from"
        assert session.turn is not None
        assert system.able(session.encounter.fighter(session.turn.who), session.encounter.options)
        action = chance.choice(actions)
        if full and number % 8 == 3 and action.harmful:
            check_odds(action_odds(system, session.encounter, action))
        session.act(action)
        while session.requests:
            if full and chance.random() < 0.05:
                try_ruling(session, chance)
            if session.requests:
                request = chance.choice(session.requests)
                session.answer(random_answer(request, chance), request)
    assert watch.before == session.encounter
    taken_back(session, chance, first)
    return session


def taken_back(session: Session, chance: random.Random, first: Encounter) -> None:
    """Undo everything, which leads back to the first decision; redo some of it, which leads where it was."""
    states = [session.encounter]
    while True:
        try:
            session.undo()
        except NotNow:
            break
        states.append(session.encounter)
    # a ruling before the fight's first questions were answered is taken back with their answers
    assert session.encounter == (session.beginning if session.requests else first)
    for state in states[-2 : -2 - chance.randint(0, 5) : -1]:
        session.redo()
        assert session.encounter == state


@pytest.mark.parametrize("chunk", range(CHUNKS))
@every_system
def test_whatever_is_played_the_fight_stays_sound(system: System, chunk: int) -> None:
    for number in range(chunk * FIGHTS // CHUNKS, (chunk + 1) * FIGHTS // CHUNKS):
        seed = f"{system.name}/{number}"
        chance = random.Random(seed)
        encounter = template(system) if number % 10 == 0 else drawn(system, chance)
        full = number % 7 == 0
        session = play(system, encounter, seed, full)
        if full:
            again = read_record(recorded(session))
            assert again.encounter == session.encounter
            assert again.events == session.events
            assert [entry.command for entry in again.entries] == [entry.command for entry in session.entries]


@every_system
def test_fights_of_the_program_come_to_an_end(system: System) -> None:
    for number in range(60):
        session = begun(drawn(system, random.Random(f"end/{number}")), system, number, people=())
        watch = Watch(session)
        while not session.over and session.encounter.clock.round <= LONG:
            watch.before = session.encounter
            session.auto()
        assert session.over, f"fight {number} goes on after {LONG} rounds"
