"""What the table shows of a session: events as they happen, how all stand, what can be done, with odds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from affray.cli.gm import waiting
from affray.cli.show import ODDS, grid, loss_table, odds_cells, paragraph
from affray.commands import Act
from affray.errors import BrokenPromise
from affray.events import Event
from affray.odds import ActionOdds, action_odds, left_open
from affray.session import Session
from affray.system import Action
from affray.table import Question
from affray.text import cite, indent, line, odds_line, standings

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["Board"]


#: a crowd has hundreds of attacks, and nobody waits for the odds of all of them
ODDS_SHOWN = 40


class Board:
    """A session on a screen; it remembers which events and which turn it has shown."""

    def __init__(self, session: Session, screen: Console) -> None:
        self.session, self.screen = session, screen
        self.shown: tuple[Event, ...] = ()
        self.actions: tuple[Action, ...] = ()

    def say(self, text: str, style: str = "") -> None:
        """Words of the program, line by line."""
        from rich.text import Text

        for words in text.split("\n"):
            bare = words.lstrip(" ")
            paragraph(self.screen, Text(bare, style), " " * (len(words) - len(bare)))

    def events(self) -> tuple[Event, ...]:
        """The log with what has happened in the action under way."""
        return (*self.session.events, *self.session.fresh)

    def fresh(self) -> tuple[Event, ...]:
        """The events that have not been shown yet; if the log lost some since, says so."""
        events = self.events()
        known = 0
        while known < min(len(events), len(self.shown)) and events[known] == self.shown[known]:
            known += 1
        tail, self.shown = self.shown[known:], events
        if tail and events[known:][-len(tail) :] == tail:  # something came in between, such as a ruling
            return events[known : len(events) - len(tail)]
        if back := len(tail):
            again = f"the last {back} lines" if back > 1 else "the last line"
            self.say(f"  ({again} of the log taken back)", style="yellow")
        return events[known:]

    def event(self, event: Event) -> None:
        """One line of the log."""
        from rich.text import Text

        text = Text(line(event), style="" if indent(event) else "bold")
        if event.rules:
            text.append(f"  [{cite(event)}]", style="dim")
        paragraph(self.screen, text, indent(event))

    def status(self) -> None:
        """How everybody stands, and which modifiers wait."""
        table = grid("", "side", "points", "place", "")
        for row in standings(self.session.system, self.session.encounter):
            table.add_row(*row)
        self.screen.print(table)
        if modifiers := waiting(self.session.encounter):
            self.say(f"waiting: {modifiers}", style="dim")

    def turn(self, who: str) -> None:
        """How everybody stands, and what `who` can do."""
        self.status()
        self.actions = tuple(example for offer in self.session.offers() for example in offer.examples)
        known = [self.odds(action) if place < ODDS_SHOWN else None for place, action in enumerate(self.actions)]
        self._list(who, [_wording(action) for action in self.actions], known)
        if any(odds is not None and odds.open for odds in known):
            self.say("(odds with the target's answer as the program would choose it)", style="dim")
        if len(self.actions) > ODDS_SHOWN:
            self.say(f"(a crowd: odds of the first {ODDS_SHOWN}; odds NUMBER shows any other)", style="dim")

    def listed(self, text: str) -> Action | None:
        """The action of the turn's list that is typed as it stands there."""
        words = " ".join(text.lower().split())
        turn = self.session.turn
        return next((a for a in self.actions if turn and a.who == turn.who and _wording(a).lower() == words), None)

    def choices(self, question: Question) -> None:
        """The options of a question, with what each of them would mean for the action under way."""
        if question.context:
            self.say(f"  {question.context}")
        if isinstance(question.options, range):
            self.say(f"  {question.describe()}; Enter: {question.default}")
            return
        marked = [f"{option}{'  (Enter)' if option == question.default else ''}" for option in question.options]
        known = [self._odds_of_choice(question, option) for option in question.options]
        self._list(f"{question.who}, {question.key}", marked, known)

    def _list(self, head: str, entries: Sequence[str], known: Sequence[ActionOdds | None]) -> None:
        """Numbered entries with their odds, if any of them has some."""
        columns = ODDS if any(known) else ()
        table = grid("", head, *columns, right=("", *columns))
        for number, (entry, odds) in enumerate(zip(entries, known, strict=True), start=1):
            table.add_row(str(number), entry, *(odds_cells(odds) if columns else ()))
        self.screen.print(table)

    def detail(self, odds: ActionOdds) -> None:
        """The odds of an action in full."""
        self.say(f"{odds.action.describe()}: {odds_line(odds)}")
        self.screen.print(loss_table(odds.loss, f"{odds.target} loses", self.screen.width))

    def odds(self, action: Action) -> ActionOdds | None:
        """The odds of an action that leaves something to luck or will; None for others."""
        session = self.session
        if not left_open(session.system, session.encounter, action):
            return None
        return action_odds(session.system, session.encounter, action)

    def _odds_of_choice(self, question: Question, option: str | int) -> ActionOdds | None:
        session, command = self.session, self.session.command
        if question.secret or not isinstance(command, Act):
            return None
        fixed = {(question.who, question.key): option}
        try:
            return action_odds(session.system, session.encounter, command.action, fixed=fixed, answers=session.answers)
        except BrokenPromise:  # more ways to fall than can be gone through in the middle of an action
            return None


def _wording(action: Action) -> str:
    """An action as the list of its turn has it."""
    return action.describe().removeprefix(f"{action.who} ")
