"""The table on a terminal: reads what people type, and does it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from affray.arena.tactics import most_actions
from affray.cli.board import Board
from affray.cli.gm import RULINGS_HELP, ruling
from affray.cli.library import unknown_rule
from affray.cli.show import console
from affray.cli.values import whole
from affray.cli.words import pick, typed_action
from affray.commands import Proceed
from affray.dice.checks import Check
from affray.encounter import Encounter
from affray.errors import BadFaces, BadValue, InputError, NotNow
from affray.events import Event
from affray.figures import visible
from affray.session import Session
from affray.system import Action
from affray.table import Question
from affray.text import log, prompt, title

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["Desk"]

Verb: TypeAlias = Callable[[str], object]

HELP = (
    """\
At a turn:   a NUMBER of the list, or the action itself:
             attack troll sword, attack troll sword damage=1, move 8, pass;
             Enter shows the list
At dice:     the faces, as in 3 5; roll (or just Enter) lets the program throw
At a choice: its number or name; Enter takes the one that is marked

auto         let the program choose this turn
odds NUMBER  one action of the list in detail; odds attack troll does as well
undo, redo   take back, bring back         reroll   the last dice again, fresh
status       how everybody stands          log [N]  the last N lines of the log
rule ID      what a rule says              quit     stop; a record goes on later

Rulings of the game master, at any moment:
"""
    + RULINGS_HELP
)


class Quit(Exception):
    """The people want to stop."""


def _alone(name: str, do: Callable[[], object], rest: str) -> None:
    """Do a command that has nothing behind it."""
    if rest:
        raise BadValue(name, rest, f"nothing behind {name}")
    do()


class Desk:
    """One session on one terminal; `source` is the file it came from, `record` the file that keeps it."""

    def __init__(self, session: Session, screen: Console, source: str, record: Path | None) -> None:
        self.session, self.source, self.record = session, source, record
        self.board = Board(session, screen)
        self.say = self.board.say
        self.seen: Encounter | None = None  # the state whose turn is on the screen
        alone: dict[str, Callable[[], object]] = {
            "help": lambda: self.say(HELP),
            "?": lambda: self.say(HELP),
            "auto": session.auto,
            "undo": self._undo,
            "redo": self._redo,
            "reroll": session.reroll,
            "status": self.board.status,
            "quit": self._quit,
            "exit": self._quit,
        }
        self.verbs: dict[str, Verb] = {
            **{name: partial(_alone, name, do) for name, do in alone.items()},
            "log": self._log,
            "rule": self._rule,
            "odds": self._detail,
            "gm": lambda rest: session.rule(ruling(session.system, session.encounter, rest)),
        }

    # -- the two ways to run -------------------------------------------------------------------------------------

    def run_by_itself(self, rounds: int, emit: Callable[[Event], None] | None) -> None:
        """The program plays everybody to the end, or for `rounds` rounds more; typed dice are still asked for."""
        session = self.session
        stopped = ""
        try:
            self._guarded(session.start)
            stopped = self._play_on(rounds, emit)
            self._news(emit)
        except Quit:
            pass
        except KeyboardInterrupt:
            if emit is not None:
                raise
            self._after_an_interrupt()
            self.say("\nstopped by Ctrl-C")
        if emit is None:
            if stopped:
                self.say(stopped)
            self.board.status()
            self._farewell()
        elif stopped:
            print(f"affray: {stopped}", file=sys.stderr)

    def _play_on(self, rounds: int, emit: Callable[[Event], None] | None) -> str:
        """Let the program play; why it stopped before the end, in words."""
        session = self.session
        last = max(session.encounter.clock.round, 1) + rounds - 1
        round_, actions = 0, 0
        while not session.over:
            self._news(emit)
            clock = session.encounter.clock
            if session.requests:
                self._guarded(self._answer)
                continue
            if clock.round > last:
                return f"stopped after {rounds} {'rounds' if rounds > 1 else 'round'}; nobody has won yet"
            round_, actions = clock.round, actions + 1 if clock.round == round_ else 1
            if actions > most_actions(session.encounter):
                return f"stopped in round {round_} after {actions - 1} actions in it; nobody has won yet"
            session.auto()
        return ""

    def run(self) -> None:
        """People play: one line after the other until they quit."""
        self.say(f"{self.session.system.title}: {self.source}   (help tells what can be typed)")
        try:
            self._guarded(self.session.start)
            while True:
                self._news(None)
                self._guarded(self._step)
        except Quit:
            self._farewell()
        except KeyboardInterrupt:  # while the program was at work, and nobody was asked anything
            self._after_an_interrupt()
            self.say("")
            self._farewell()

    def _after_an_interrupt(self) -> None:
        """Say on with another screen: one that was stopped in mid-line may keep all that comes to itself."""
        self.board.screen = console()

    def _step(self) -> None:
        if self.session.requests:
            self._answer()
        elif self.session.over:
            self._command(self._read("over (undo, reroll, log, gm ..., quit)> "))
        else:
            self._turn()

    def _guarded(self, step: Callable[[], object]) -> None:
        try:
            step()
        except InputError as error:
            self.say(str(error), style="red")

    def _news(self, emit: Callable[[Event], None] | None) -> None:
        for event in self.board.fresh():
            (emit or self.board.event)(event)

    def _farewell(self) -> None:
        if self.record is not None:
            self.say(
                f"kept in {self.record}; affray play {self.record} goes on, affray replay {self.record} runs it again"
            )
        else:
            self.say(f"seed {self.session.seed}; --record FILE would keep the fight")

    def _read(self, ask: str) -> str:
        try:
            return input(visible(ask)).strip()
        except (EOFError, KeyboardInterrupt):
            self.say("")  # the prompt stands in a line that nobody has ended
            raise Quit from None

    # -- a turn --------------------------------------------------------------------------------------------------

    def _turn(self) -> None:
        step = self.session.turn
        assert step is not None
        if self.seen is not self.session.encounter:
            self.board.turn(step.who)
            self.seen = self.session.encounter
        text = self._read(f"{step.who}> ")
        if not text:
            self.seen = None
        self._command(text)

    def _command(self, text: str) -> None:
        verb, _, rest = text.partition(" ")
        step = self.session.turn
        if not verb:
            return
        if step is not None and verb.isdecimal() and not rest:
            self.session.act(self._numbered(verb))
            return
        if listed := self.board.listed(text):
            self.session.act(listed)
            return
        kinds = self.session.system.actions if step is not None else {}
        known = pick("command", verb, [*self.verbs, *kinds])
        if known in self.verbs:
            self.verbs[known](rest.strip())
        elif step is not None:
            self.session.act(self._typed(step.who, text))

    def _typed(self, who: str, text: str) -> Action:
        return typed_action(self.session.system, self.session.encounter, who, text)

    def _numbered(self, text: str) -> Action:
        numbers = [str(n) for n in range(1, len(self.board.actions) + 1)]
        if text not in numbers:
            raise BadValue("number", text, f"1 to {len(numbers)}" if numbers else "an action: there is no list")
        return self.board.actions[int(text) - 1]

    def _undo(self) -> None:
        under_way = self.session.command
        taken = self.session.undo()
        self.say(f"  undone: {(taken[0].command if taken else under_way or Proceed()).describe()}", style="yellow")

    def _redo(self) -> None:
        brought = self.session.redo()
        self.say(f"  done again: {brought[0].command.describe()}", style="yellow")

    def _quit(self) -> None:
        raise Quit

    def _log(self, rest: str) -> None:
        count = whole(rest or "20")
        if count is None or count < 1:
            raise BadValue("log", rest, "a number of lines, 1 or more")
        self.say(log(self.board.events()[-count:]) or "nothing has happened yet")

    def _rule(self, rest: str) -> None:
        index, name = self.session.system.rules(), rest.strip("[], ")
        if not name:
            raise BadValue("rule", rest, "an id, as it stands in brackets behind a line of the log")
        if name not in index:
            raise unknown_rule(name, index)
        entry = index[name]
        self.say(f"{entry.id} ({entry.heading}): {entry.statement}")

    def _detail(self, rest: str) -> None:
        step = self.session.turn
        if step is None:
            raise NotNow("odds", "they are there for the actions of a turn, and this is none")
        if not rest:
            raise BadValue("odds", rest, "a NUMBER of the list, or an action as in odds attack troll")
        odds = self.board.odds(self._numbered(rest) if rest.isdecimal() else self._typed(step.who, rest))
        if odds is None:
            self.say("that is not left to dice")
        else:
            self.board.detail(odds)

    # -- open requests -------------------------------------------------------------------------------------------

    def _answer(self) -> None:
        self.seen = None  # whatever turn comes now, also one that undo brings back, has its list shown
        request = self.session.requests[0]
        if len(self.session.requests) > 1:
            self.say(f"  open: {', '.join(title(r) for r in self.session.requests)}", style="dim")
        if isinstance(request, Question):
            self._decide(request)
        else:
            self._throw(request)

    def _throw(self, check: Check) -> None:
        text = self._read(f"{prompt(check)}> ")
        if self._is_command(text, ()):
            return
        if text.lower() in ("", "roll", "r"):
            self.session.throw(check)
            return
        faces = [whole(face) for face in text.replace(",", " ").split()]
        if None in faces:
            raise BadFaces(title(check), text, f"numbers: the faces of {check.dice.needs()}, or roll")
        self.session.answer(tuple(faces), check)

    def _decide(self, question: Question) -> None:
        self.board.choices(question)
        text = self._read(f"{question.who}, {question.key}> ")
        options = question.options
        if self._is_command(text, () if isinstance(options, range) else tuple(map(str, options))):
            return
        if not text:
            self.session.answer(question.default, question)
        elif isinstance(options, range):
            number = whole(text)
            self.session.answer(text if number is None else number, question)
        else:
            self.session.answer(self._chosen(question, text), question)

    def _chosen(self, question: Question, text: str) -> str | int:
        options = {str(option): option for option in question.options}
        number = whole(text)
        if text not in options and number is not None and 1 <= number <= len(options):
            return question.options[number - 1]
        return options[pick(question.key, text, options)]

    def _is_command(self, text: str, options: tuple[str, ...]) -> bool:
        """Whether a line is a command and no option, given in the middle of an action; if so, it is done."""
        verb = text.partition(" ")[0].lower()
        if verb not in self.verbs or text in options:
            return False
        self._command(text)
        return True
