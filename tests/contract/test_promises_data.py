"""States, events, actions and rulings are plain values, and every system says what it needs to."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from contract_fights import answer_all, every_system, played, template, try_ruling

from affray.codec import action_from, encounter_from, event_from, ruling_from, to_data
from affray.commands import Act, Proceed, Rule
from affray.errors import BadValue
from affray.fightfile import parse_fight
from affray.session import Session
from affray.system import System


@every_system
def test_states_events_actions_and_rulings_go_through_json_and_back(system: System) -> None:
    def through(value: Any) -> Any:
        return json.loads(json.dumps(to_data(value)))

    rulings = 0
    for number in range(25):
        session = played(system, number)
        chance = random.Random(f"codec/{number}")
        for _ in range(3):
            try_ruling(session, chance)
            answer_all(session, chance)
        for entry in session.entries:
            assert encounter_from(system, through(entry.state)) == entry.state
            assert hash(encounter_from(system, through(entry.state))) == hash(entry.state)
            for event in entry.events:
                assert event_from(through(event)) == event
            if isinstance(entry.command, Act):
                assert action_from(system, through(entry.command.action)) == entry.command.action
            elif isinstance(entry.command, Rule):
                ruling = entry.command.ruling
                assert ruling_from(system, {"kind": ruling.kind, **through(ruling)}) == ruling
                rulings += 1
            else:
                assert isinstance(entry.command, Proceed)
    assert rulings > 20


@every_system
def test_every_event_cites_rules_that_are_catalogued(system: System) -> None:
    known = system.rules()
    for number in range(30):
        for event in played(system, number).events:
            assert all(name in known for name in event.rules), f"{event} cites an unknown rule"


@every_system
def test_what_can_be_set_by_hand_takes_some_values_and_refuses_others(system: System) -> None:
    encounter = template(system)
    for fighter in encounter.fighters:
        for name, allowed in system.settable(fighter).items():
            assert allowed
            if not (allowed.startswith("a whole number") or " | " in allowed):
                continue  # a name or a list: whether there is such a thing, the fight knows
            with pytest.raises(BadValue):
                system.set_value(fighter, name, "\x00 no value at all")
        for track in system.tracks(fighter):
            assert track.name in system.settable(fighter), "harm cannot be set right by hand"
            assert system.tracks(system.set_value(fighter, track.name, track.left - 1)) != system.tracks(fighter)


@every_system
def test_every_creature_of_the_armoury_fights(system: System) -> None:
    for name in system.armoury()["creatures"]:
        text = "\n".join(
            [f"system = {json.dumps(system.name)}"]
            + [f'[[fighter]]\nfrom = {json.dumps(name)}\nname = "{side}"\nside = "{side}"' for side in ("red", "blue")]
        )
        session = Session(system, parse_fight(text).encounter, seed=3, people=())
        session.start()
        for _ in range(40):
            if not session.over:
                session.auto()
        assert session.encounter.clock.round > 0
