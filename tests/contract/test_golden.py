"""One fight of every system, event by event, as it went when somebody last looked at it and found it right.

After a change that is meant: `AFFRAY_GOLDEN=write python -m pytest tests/contract/test_golden.py`, then read the diff.
`golden/<system>.txt` has one event a line, `golden/<system>.jsonl` is the record of the same fight.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from contract_fights import SYSTEMS, every_system, recorded, template

from affray.codec import to_data
from affray.events import Event
from affray.records import load_record
from affray.session import Session
from affray.system import System

FOLDER = Path(__file__).parent / "golden"
SEED = 7
ROUNDS = 8


def golden_fight(system: System) -> Session:
    """The system's example, played by the program to its end or for some rounds."""
    session = Session(system, template(system), seed=SEED, people=())
    session.start()
    while not session.over and session.encounter.clock.round <= ROUNDS:
        session.auto()
    return session


def told(events: tuple[Event, ...]) -> list[str]:
    """Events as lines, one compact JSON object each."""
    return [json.dumps(to_data(event), ensure_ascii=False, separators=(",", ":")) for event in events]


@pytest.fixture(scope="module", autouse=True)
def _write_if_asked() -> None:
    if os.environ.get("AFFRAY_GOLDEN") == "write":
        FOLDER.mkdir(exist_ok=True)
        for system in SYSTEMS:
            session = golden_fight(system)
            for suffix, lines in ((".txt", told(session.events)), (".jsonl", recorded(session))):
                (FOLDER / f"{system.name}{suffix}").write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_every_system_has_a_golden_fight_and_no_other_has() -> None:
    there = {path.name for path in FOLDER.iterdir()}
    assert there == {f"{system.name}{suffix}" for system in SYSTEMS for suffix in (".txt", ".jsonl")}


@every_system
def test_the_fight_goes_as_it_went(system: System) -> None:
    then = (FOLDER / f"{system.name}.txt").read_text(encoding="utf-8").splitlines()
    now = told(golden_fight(system).events)
    for number, (a, b) in enumerate(zip(now, then, strict=False), start=1):
        assert a == b, f"event {number} of the golden fight is another"
    assert len(now) == len(then)
    assert len(then) > 50


@every_system
def test_its_record_replays_to_the_same_events(system: System) -> None:
    session = load_record(FOLDER / f"{system.name}.jsonl")
    assert session.notices == [], "the record is of other rules"
    assert told(session.events) == (FOLDER / f"{system.name}.txt").read_text(encoding="utf-8").splitlines()
    assert session.encounter == golden_fight(system).encounter
