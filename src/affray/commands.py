"""What a history is made of: commands that run a rule on a table, and those that take entries back or restore them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from affray.encounter import Encounter, proceed
from affray.events import Ruled
from affray.rulings import Ruling
from affray.system import Action, System
from affray.table import Table

__all__ = ["Act", "Command", "Proceed", "Redo", "Rule", "Undo", "Withdrawn"]


@dataclass(frozen=True)
class Act:
    """Somebody's action."""

    kind: ClassVar[str] = "act"
    follows: ClassVar[bool] = False
    action: Action

    def run(self, system: System, encounter: Encounter, table: Table) -> Encounter:
        """Perform the action; `IllegalAction` where it is forbidden."""
        return system.perform(encounter, self.action, table).encounter

    def describe(self) -> str:
        """The command in words."""
        return self.action.describe()


@dataclass(frozen=True)
class Proceed:
    """Time passes until somebody has to decide: turns end, a round begins, initiative is rolled."""

    kind: ClassVar[str] = "proceed"
    follows: ClassVar[bool] = True

    def run(self, system: System, encounter: Encounter, table: Table) -> Encounter:
        """Go on by the schedule."""
        return proceed(system, encounter, table)

    def describe(self) -> str:
        """The command in words."""
        return "what came by itself"


@dataclass(frozen=True)
class Rule:
    """A ruling of the game master."""

    kind: ClassVar[str] = "rule"
    follows: ClassVar[bool] = False
    ruling: Ruling

    def run(self, system: System, encounter: Encounter, table: Table) -> Encounter:
        """Apply the ruling."""
        after = self.ruling.apply(system, encounter)
        table.note(Ruled((), self.ruling.describe()))
        return after

    def describe(self) -> str:
        """The command in words."""
        return f"the ruling that {self.ruling.describe()}"


@dataclass(frozen=True)
class Undo:
    """The entries with these numbers no longer count."""

    kind: ClassVar[str] = "undo"
    follows: ClassVar[bool] = True
    entries: tuple[int, ...]

    def run(self, system: System, encounter: Encounter, table: Table) -> Encounter:
        """Nothing to run: the session knows what an undo means."""
        return encounter

    def describe(self) -> str:
        """The command in words."""
        return f"{self.kind} of {len(self.entries)} {'entry' if len(self.entries) == 1 else 'entries'}"


@dataclass(frozen=True)
class Redo(Undo):
    """The entries with these numbers count again."""

    kind: ClassVar[str] = "redo"


@dataclass(frozen=True)
class Withdrawn:
    """A command that was given up before it was through; its answers stay in the history and change nothing."""

    kind: ClassVar[str] = "withdrawn"
    follows: ClassVar[bool] = True
    command: Command

    def run(self, system: System, encounter: Encounter, table: Table) -> Encounter:
        """Nothing comes of it."""
        return encounter

    def describe(self) -> str:
        """The command in words."""
        return self.command.describe()


Command: TypeAlias = Act | Proceed | Rule | Undo | Redo | Withdrawn
