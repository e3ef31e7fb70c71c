"""The history of a fight: what each entry holds, and how a command is run on the answers it got."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from affray.commands import Command
from affray.encounter import Encounter
from affray.events import Event
from affray.system import System
from affray.table import Answer, ScriptTable

__all__ = ["Entry", "run"]


@dataclass(frozen=True)
class Entry:
    """One line of the history: the command, its answers, what happened, the state after it.

    `draw` is the number of the next draw after it; `stream` names the stream its dice came from (0, or the number of
    the reroll).
    """

    number: int
    command: Command
    answers: tuple[Answer, ...]
    events: tuple[Event, ...]
    state: Encounter
    draw: int
    stream: int = 0


def run(
    system: System, encounter: Encounter, command: Command, answers: Iterable[Answer], log: list[Event] | None = None
) -> Encounter:
    """Run one command on the answers given; `Pending` where they end. Amendments used up by it are gone after it."""
    table = ScriptTable(tuple(answers), encounter.options, encounter.amendments, log)
    after = command.run(system, encounter, table)
    table.finish()
    return after.without_used(table)
