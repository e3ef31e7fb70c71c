"""The table on a terminal: shows what happened and what is open, and reads what people type."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from affray.cli.show import grid
from affray.cli.words import RULINGS_HELP, pick, ruling, typed_action
from affray.commands import Act
from affray.dice.checks import Check
from affray.errors import BadFaces, InputError
from affray.events import Event
from affray.odds import ActionOdds, action_odds
from affray.session import Session
from affray.system import Action
from affray.table import Question, Request
from affray.text import chance, cite, indent, line, log, prompt, standings, title

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["Desk"]

HELP = (
    """\
At a turn:  a NUMBER of the list, or the action itself: attack troll sword, move 8, aim troll, pass
At dice:    the faces, as in 3 5; roll (or just Enter) lets the program throw
At a choice: its number or name

auto             let the program choose this turn         odds NUMBER   one action in detail
undo, redo       take back, bring back                    reroll        the last dice again, fresh
status           how everybody stands                     log [N]       the last N lines of the log
rule ID          what a rule says                         quit          stop; a record goes on later

Rulings of the game master, at any moment:
"""
    + RULINGS_HELP
)


class Quit(Exception):
    """The people want to stop."""


class Desk:
    """One session on one terminal; `source` is the file it came from, `record` the file that keeps it."""

    def __init__(self, session: Session, screen: Console, source: str, record: Path | None) -> None:
        self.session, self.screen, self.source, self.record = session, screen, source, record
        self.shown: tuple[Event, ...] = ()
        self.actions: list[Action] = []

    # -- the two ways to run -------------------------------------------------------------------------------------

    def run_by_itself(self, rounds: int, emit: Callable[[Event], None] | None) -> None:
        """The program plays everybody to the end, or for `rounds` rounds; typed dice are still asked for."""
        session = self.session
        try:
            session.start()
            while not session.over:
                self.news(emit)
                if session.requests:
                    self._guarded(self._answer)
                elif session.encounter.clock.round > rounds:
                    break
                else:
                    session.auto()
            self.news(emit)
        except Quit:
            pass
        if emit is None:
            if not session.over:
                self._say(f"stopped after {min(rounds, session.encounter.clock.round)} rounds; nobody has won yet")
            self.status()
            self._farewell()

    def run(self) -> None:
        """People play: one line after the other until they quit."""
        self._say(f"{self.session.system.title}: {self.source}   (help tells what can be typed)")
        try:
            self._guarded(self.session.start)
            while True:
                self.news(None)
                self._guarded(self._step)
        except Quit:
            self._farewell()

    def _step(self) -> None:
        if self.session.requests:
            self._answer()
        elif self.session.over:
            self._command(self._read("over (undo, reroll, log, gm ..., quit)> "))
        else:
            self._turn()

    def _guarded(self, step: Callable[[], None]) -> None:
        try:
            step()
        except InputError as error:
            self._say(str(error), style="red")

    # -- what is shown -------------------------------------------------------------------------------------------

    def news(self, emit: Callable[[Event], None] | None) -> None:
        """Print the events that have not been shown yet; after an undo, say where the log stands again."""
        events = (*self.session.events, *self.session.fresh)
        known = 0
        while known < min(len(events), len(self.shown)) and events[known] == self.shown[known]:
            known += 1
        if back := len(self.shown) - known:
            again = f"the last {back} lines" if back > 1 else "the last line"
            self._say(f"  ({again} of the log taken back)", style="yellow")
        for event in events[known:]:
            if emit is not None:
                emit(event)
            else:
                self._event(event)
        self.shown = events

    def _event(self, event: Event) -> None:
        from rich.text import Text

        text = Text(indent(event) + line(event), style="bold" if not indent(event) else "")
        if event.rules:
            text.append(f"  [{cite(event)}]", style="dim")
        self.screen.print(text, soft_wrap=True)

    def status(self) -> None:
        """How everybody stands."""
        table = grid("", "side", "points", "place", "")
        for row in standings(self.session.system, self.session.encounter):
            table.add_row(*row)
        self.screen.print(table)

    def _say(self, text: str, style: str = "") -> None:
        self.screen.print(text, style=style, soft_wrap=True)

    def _farewell(self) -> None:
        if self.record is not None:
            self._say(
                f"kept in {self.record}; affray play {self.record} goes on, affray replay {self.record} runs it again"
            )
        else:
            self._say(f"seed {self.session.seed}; --record FILE would keep the fight")

    def _read(self, ask: str) -> str:
        try:
            return input(ask).strip()
        except EOFError:
            raise Quit from None

    # -- a turn --------------------------------------------------------------------------------------------------

    def _turn(self) -> None:
        session = self.session
        step = session.turn
        assert step is not None
        self.status()
        self.actions = [example for offer in session.offers() for example in offer.examples]
        table = grid("", step.who, "hits", "mean loss", "out", right=("", "hits", "mean loss", "out"))
        for number, action in enumerate(self.actions, start=1):
            odds = self._odds(action)
            cells = ("", "", "")
            if odds is not None:
                cells = (chance(float(odds.hit)), f"{float(odds.mean):.2f}", chance(float(odds.out)))
            table.add_row(str(number), action.describe().removeprefix(f"{step.who} "), *cells)
        self.screen.print(table)
        self._command(self._read(f"{step.who}> "))

    def _odds(self, action: Action) -> ActionOdds | None:
        """The odds of an action that is aimed at somebody with dice; None for others."""
        if action.kind != "attack":
            return None
        return action_odds(self.session.system, self.session.encounter, action)

    def _command(self, text: str) -> None:
        verb, _, rest = text.partition(" ")
        verbs: dict[str, Callable[[str], Any]] = {
            "help": lambda _: self._say(HELP),
            "?": lambda _: self._say(HELP),
            "auto": lambda _: self.session.auto(),
            "undo": lambda _: self.session.undo(),
            "redo": lambda _: self.session.redo(),
            "reroll": lambda _: self.session.reroll(),
            "status": lambda _: self.status(),
            "log": self._log,
            "rule": self._rule,
            "odds": self._detail,
            "gm": self._gm,
            "quit": self._quit,
            "exit": self._quit,
        }
        if not verb:
            return
        if verb.lower() in verbs:
            verbs[verb.lower()](rest)
        elif verb.isdecimal() and not rest and not self.session.over:
            self.session.act(self._numbered(verb))
        else:
            step = self.session.turn
            if step is None:
                pick("command", verb, verbs)
                return
            pick("command", verb, [*verbs, *self.session.system.actions])
            self.session.act(typed_action(self.session.system, self.session.encounter, step.who, text))

    def _numbered(self, text: str) -> Action:
        numbers = [str(n) for n in range(1, len(self.actions) + 1)]
        return self.actions[int(pick("number", text, numbers)) - 1]

    def _quit(self, _: str) -> None:
        raise Quit

    def _log(self, rest: str) -> None:
        count = int(rest) if rest.isdecimal() else 20
        self._say(log(self.session.events[-count:]) or "nothing has happened yet")

    def _rule(self, rest: str) -> None:
        index = self.session.system.rules()
        if not rest:
            self._say("rule ID, as it stands in brackets behind a line of the log")
            return
        entry = index[rest.strip("[] ")]
        self._say(f"{entry.id} ({entry.heading}): {entry.statement}")

    def _detail(self, rest: str) -> None:
        from affray.cli.show import loss_table
        from affray.text import odds_line

        odds = self._odds(self._numbered(rest)) if rest.isdecimal() else None
        if odds is None:
            self._say("odds NUMBER, the number of an attack in the list")
            return
        self._say(f"{odds.action.describe()}: {odds_line(odds)}")
        self.screen.print(loss_table(odds.loss, f"{odds.target} loses"))

    def _gm(self, rest: str) -> None:
        self.session.rule(ruling(self.session.system, self.session.encounter, rest))

    # -- open requests -------------------------------------------------------------------------------------------

    def _answer(self) -> None:
        request = self.session.requests[0]
        if len(self.session.requests) > 1:
            self._say(f"  open: {', '.join(title(r) for r in self.session.requests)}", style="dim")
        if isinstance(request, Question):
            self._decide(request)
        else:
            self._throw(request)

    def _throw(self, check: Check) -> None:
        text = self._read(f"{prompt(check)}> ")
        if self._is_command(text, check):
            return
        if text.lower() in ("", "roll", "r"):
            self.session.throw(check)
            return
        faces = text.replace(",", " ").split()
        try:
            given = tuple(int(face) for face in faces)
        except ValueError:
            raise BadFaces(title(check), text, f"numbers: the faces of {check.dice.needs()}, or roll") from None
        self.session.answer(given, check)

    def _decide(self, question: Question) -> None:
        if question.context:
            self._say(f"  {question.context}")
        options = [str(option) for option in question.options]
        table = grid(
            "", f"{question.who}, {question.key}", "hits", "mean loss", "out", right=("", "hits", "mean loss", "out")
        )
        for number, option in enumerate(question.options, start=1):
            odds = self._reaction_odds(question, option)
            cells = (
                (chance(float(odds.hit)), f"{float(odds.mean):.2f}", chance(float(odds.out))) if odds else ("", "", "")
            )
            table.add_row(str(number), f"{option}{'  (Enter)' if option == question.default else ''}", *cells)
        self.screen.print(table)
        text = self._read(f"{question.who}, {question.key}> ")
        if self._is_command(text, question):
            return
        if not text:
            self.session.answer(question.default, question)
        elif text.isdecimal() and not isinstance(question.options, range) and 1 <= int(text) <= len(options):
            self.session.answer(question.options[int(text) - 1], question)
        elif isinstance(question.options, range):
            self.session.answer(int(text) if text.lstrip("-").isdecimal() else text, question)
        else:
            self.session.answer(pick(question.key, text, options), question)

    def _reaction_odds(self, question: Question, option: str | int) -> ActionOdds | None:
        """What each way to answer would mean for the action under way, given what has been thrown."""
        command = self.session.command
        if not isinstance(command, Act) or command.action.kind != "attack" or question.secret:
            return None
        session = self.session
        fixed = {(question.who, question.key): option}
        return action_odds(session.system, session.encounter, command.action, fixed=fixed, answers=session.answers)

    def _is_command(self, text: str, request: Request) -> bool:
        """Whether a line is a command that can be given in the middle of an action; if so, it is done."""
        verb = text.partition(" ")[0]
        if verb.lower() not in ("help", "?", "undo", "status", "log", "rule", "gm", "quit", "exit"):
            return False
        self._command(text)
        return True
