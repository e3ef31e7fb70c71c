"""`affray replay`: run a record again."""

from __future__ import annotations

import sys
from pathlib import Path

from affray.cli.files import must_be_record
from affray.cli.show import console, print_json
from affray.codec import to_data
from affray.figures import visible
from affray.records import load_record
from affray.text import log

__all__ = ["replay"]


def replay(path: Path, quiet: bool, as_json: bool) -> None:
    """Replay a record: its log, and whether every answer was used and every event is the same."""
    must_be_record(path)
    session = load_record(path, typed_dice=True)  # what the record leaves open stays open: nothing is thrown here
    answers = sum(len(entry.answers) for entry in session.entries)
    events = sum(len(entry.events) for entry in session.entries)
    if as_json:
        print_json(
            {
                "system": session.system.name,
                "entries": len(session.entries),
                "answers": answers,
                "events": to_data(session.events),
                "over": session.encounter.over,
                "notices": session.notices,
            }
        )
        return
    if not quiet:
        console().print(log((*session.events, *session.fresh)), soft_wrap=True)
    for notice in session.notices:
        print(f"affray: {visible(notice)}", file=sys.stderr)
    state = "the fight is over" if session.encounter.over else "the fight goes on"
    verdict = "same events" if not session.notices else "see the notices"
    print(f"{path}: {len(session.entries)} entries, {answers} answers used, {events} events; {verdict}; {state}")
