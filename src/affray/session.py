"""A fight in play: the encounter, the command that is under way, and a history that only ever grows.

A command runs on a `ScriptTable` with the answers given so far; where they end, the session holds the open requests,
and each answer runs the command again from its start. Nothing is suspended, so nothing has to be kept in memory.

Undo, redo and reroll are commands of the history too: what they take back stays in it. The program's dice come from
(seed, stream, draw number); undo sets the draw number back, so the same request shows the same faces again, and a
reroll takes a fresh stream.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from affray.arena.tactics import Tactic, ordered
from affray.commands import Act, Command, Proceed, Redo, Rule, Undo, Withdrawn
from affray.dice.checks import Check
from affray.encounter import Encounter, Step, standing
from affray.errors import BadAnswer, BadValue, NotNow
from affray.events import Event
from affray.history import Entry, run
from affray.luck import Luck
from affray.rulings import Ruling
from affray.system import Action, Offer, System
from affray.table import Answer, Mix, Pending, Question, Request, check_faces, title

__all__ = ["Entry", "Session", "run"]


class Session:
    """A fight that people play.

    `typed_dice`: True where every die is thrown by hand and typed in, or the ids of those who throw by hand; other dice
    are the program's. `people`: the ids whose decisions are asked for, None for all; the rest are played by `tactic`.
    Standing orders answer for people too, unless they say "ask". After construction call `start`.
    """

    def __init__(
        self,
        system: System,
        encounter: Encounter,
        *,
        seed: int | str = 0,
        typed_dice: bool | Collection[str] = False,
        people: Collection[str] | None = None,
        tactic: Tactic | None = None,
    ) -> None:
        self.system, self.beginning, self.seed = system, encounter, seed
        self.typed_dice, self.people, self.tactic = typed_dice, people, tactic or Tactic()
        self.entries: list[Entry] = []
        self.watchers: list[Callable[[Entry], None]] = []
        self.notices: list[str] = []
        self.line: list[Entry] = []  # the entries in force, oldest first
        self.undone: list[tuple[Encounter, tuple[Entry, ...]]] = []  # what redo brings back to which state, newest last
        self.command: Command | None = None
        self.answers: tuple[Answer, ...] = ()
        self.requests: tuple[Request, ...] = ()
        self.fresh: tuple[Event, ...] = ()  # events of the command under way
        self._stream = 0
        self._draw = 0  # draws of the command under way

    # -- what is the case ----------------------------------------------------------------------------------------

    @property
    def encounter(self) -> Encounter:
        """The state before the command that is under way."""
        return self.line[-1].state if self.line else self.beginning

    @property
    def draw(self) -> int:
        """The number of the program's next draw."""
        return self.line[-1].draw if self.line else 0

    @property
    def over(self) -> bool:
        """Whether the fight is over."""
        return self.command is None and self.encounter.over

    @property
    def turn(self) -> Step | None:
        """The step that waits for an action, if one does."""
        return None if self.command is not None or self.encounter.over else self.encounter.step

    @property
    def events(self) -> tuple[Event, ...]:
        """The log of all that is in force."""
        return tuple(event for entry in self.line for event in entry.events)

    def offers(self) -> tuple[Offer, ...]:
        """The kinds of action open to whoever has the turn; empty where nobody has."""
        return self.system.offers(self.encounter) if self.turn else ()

    # -- what people do ------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Go on to the first decision."""
        if self.command is None:
            self._go_on()

    def act(self, action: Action) -> None:
        """Do an action; `IllegalAction` where a rule forbids it, and nothing has changed then."""
        self._must_be_free()
        if self.encounter.over:
            raise NotNow(action.describe(), "the fight is over")
        self._begin(Act(action))

    def auto(self) -> None:
        """Let the tactic choose for whoever has the turn."""
        self._must_be_free()
        # one aim for all of a turn, and another in the next, also where dice are thrown by hand
        turn = f"{self.encounter.clock.round}/{self.turn.who}" if self.turn else ""
        luck = Luck(self.seed, self.draw, f"aim/{turn}")
        self.act(self.tactic.choose(self.system, self.encounter, luck))

    def rule(self, ruling: Ruling) -> None:
        """Let the game master rule, in the middle of a command too: it then goes on under the ruling.

        Answers that were given already must still fit; a ruling that would change them comes too late (`NotNow`).
        """
        command, answers, stream, draw = self.command, self.answers, self._stream, self._draw
        if command is None:
            self._begin(Rule(ruling))
            return
        try:
            run(self.system, run(self.system, self.encounter, Rule(ruling), ()), command, answers)
        except Pending:
            pass
        except BadAnswer as error:
            raise NotNow(ruling.describe(), f"too late: {error.request} is on the table; undo first") from None
        self._drop()
        log: list[Event] = []
        after = run(self.system, self.encounter, Rule(ruling), (), log)
        self._commit(Rule(ruling), (), tuple(log), after, self.draw)
        self._begin(command, answers, stream, draw)

    def answer(self, value: Any, to: Request | None = None) -> None:
        """Answer an open request (the first one by default): faces, or an option; `BadAnswer` changes nothing."""
        if not self.requests:
            raise NotNow("answer", "no request is open")
        request = self.requests[0] if to is None else to
        if request not in self.requests:
            raise BadValue("answer", value, "an answer to a request that is open now")
        self._answer(request, value, self._draw)

    def throw(self, to: Request | None = None) -> None:
        """Let the program throw the dice of an open request (the first check by default)."""
        check = to or next((r for r in self.requests if isinstance(r, Check)), None)
        if not isinstance(check, Check) or check not in self.requests:
            raise BadValue("throw", getattr(check, "key", None), "a request for dice that is open now")
        draw = self._draw
        self._answer(check, self._throw(check), draw)

    def suspended(self) -> tuple[Command, tuple[Answer, ...], int, int] | None:
        """The command under way with its answers, stream and next draw, for `resume`; None if there is none."""
        return (self.command, self.answers, self._stream, self._draw) if self.command is not None else None

    def resume(self, command: Command, answers: tuple[Answer, ...], stream: int, draw: int) -> None:
        """Take up a command that was broken off, with the answers that it had."""
        self._must_be_free()
        self._begin(command, answers, stream, draw)

    # -- taking back ---------------------------------------------------------------------------------------------

    def undo(self) -> tuple[Entry, ...]:
        """Take back the command under way, or else the last one somebody chose, with what followed it by itself.

        Gives the entries taken back; `NotNow` where there are none.
        """
        if self.command is not None and not isinstance(self.command, Proceed):
            entry = Entry(
                len(self.entries) + 1,
                Withdrawn(self.command),
                self.answers,
                self.fresh,
                self.encounter,
                self.draw,
                self._stream,
            )
            self._drop()
            self._keep(entry)
            return ()
        chosen = self._last(lambda entry: not entry.command.follows)
        if chosen is None and self.typed_dice and self.line:
            chosen = 0  # the very first initiative, typed in wrongly, can be thrown again
        if chosen is None:
            raise NotNow("undo", "nothing has been done that could be taken back")
        taken = self._take_back(chosen)
        self._go_on()
        return taken

    def redo(self) -> tuple[Entry, ...]:
        """Bring back what the last undo took."""
        if not isinstance(self.command, Proceed):
            self._must_be_free()
        if not self.undone or self.undone[-1][0] != self.encounter:
            raise NotNow("redo", "nothing was undone, or something else has been done since")
        self._drop()
        _, entries = self.undone.pop()
        self.line.extend(entries)
        self._record(Redo(tuple(entry.number for entry in entries)))
        self._go_on()
        return entries

    def reroll(self) -> None:
        """Do the last command that threw dice again with fresh ones; decisions made before its first die are kept."""
        if self.command is not None and not isinstance(self.command, Proceed):
            raise NotNow("reroll", "this is not through yet; undo takes it back")
        last = self._last(lambda entry: any(not _is_question(answer) for answer in entry.answers))
        if last is None:
            raise NotNow("reroll", "no dice have been thrown")
        if any(not entry.command.follows for entry in self.line[last + 1 :]):
            raise NotNow("reroll", "something was done since the last dice; undo that first")
        taken = self._take_back(last)
        stream = 1 + max(entry.stream for entry in self.entries)
        kept = []
        for answer in taken[0].answers:
            if not _is_question(answer):
                break
            kept.append(answer)
        self._begin(taken[0].command, tuple(kept), stream)

    def _last(self, test: Callable[[Entry], bool]) -> int | None:
        return next((i for i in range(len(self.line) - 1, -1, -1) if test(self.line[i])), None)

    def _take_back(self, first: int) -> tuple[Entry, ...]:
        self._drop()
        taken = tuple(self.line[first:])
        del self.line[first:]
        self.undone.append((self.encounter, taken))
        self._record(Undo(tuple(entry.number for entry in taken)))
        return taken

    # -- how commands run ----------------------------------------------------------------------------------------

    def _must_be_free(self) -> None:
        if self.command is not None:
            names = ", ".join(title(request) for request in self.requests)
            raise NotNow("that has to wait", f"{names} is to be answered first")

    def _begin(
        self, command: Command, answers: tuple[Answer, ...] = (), stream: int = 0, draw: int | None = None
    ) -> None:
        self.command, self.answers, self._stream = command, answers, stream
        self._draw = self.draw if draw is None else draw
        try:
            self._run()
        except Exception:
            self._drop()
            raise

    def _drop(self) -> None:
        self.command, self.answers, self.requests, self.fresh = None, (), (), ()
        self._stream = 0

    def _run(self) -> None:
        """Run the command under way as far as it goes; commit it if it is through, then go on by the schedule."""
        assert self.command is not None
        while True:
            log: list[Event] = []
            try:
                after = run(self.system, self.encounter, self.command, self.answers, log)
            except Pending as pending:
                self.requests, self.fresh = pending.requests, tuple(log)
                if not self._answer_by_itself():
                    return
            else:
                break
        command, answers, draw, stream = self.command, self.answers, self._draw, self._stream
        self._drop()
        self._commit(command, answers, tuple(log), after, draw, stream)
        self._go_on()

    def _commit(
        self,
        command: Command,
        answers: tuple[Answer, ...],
        events: tuple[Event, ...],
        after: Encounter,
        draw: int,
        stream: int = 0,
    ) -> None:
        entry = Entry(len(self.entries) + 1, command, answers, events, after, draw, stream)
        if not command.follows:
            self.undone.clear()
        self.line.append(entry)
        self._keep(entry)

    def _go_on(self) -> None:
        """Let time pass until a decision is due; that is a command of its own."""
        encounter = self.encounter
        step = encounter.step
        contested = len(standing(self.system, encounter)) > 1
        if contested and not encounter.over and step is not None and step.decision:
            if self.system.able(encounter.fighter(step.who), encounter.options):
                return
        elif not contested and encounter.over:
            return
        self._begin(Proceed())

    def _answer_by_itself(self) -> bool:
        """Answer whatever need not be asked for; True if that changed anything."""
        changed = False
        for request in self.requests:
            if isinstance(request, Check):
                if not self._by_hand(request.who):
                    self._add(request, self._throw(request))
                    changed = True
            elif (option := self._standing_answer(request)) is not None:
                self._add(request, option)
                changed = True
        return changed

    def _by_hand(self, who: str) -> bool:
        return self.typed_dice if isinstance(self.typed_dice, bool) else who in self.typed_dice

    def _standing_answer(self, question: Question) -> str | int | None:
        fighter = next((f for f in self.encounter.fighters if f.id == question.who), None)
        order = dict(fighter.orders).get(question.key) if fighter is not None else None
        choice = ordered(order, question) if order else None
        if choice is None and not self._asked(question.who):
            choice = self.tactic.answer(self.system, fighter, question, self.encounter.options)
        if isinstance(choice, Mix):
            # no draw number: where dice are thrown by hand, none is ever counted
            luck = Luck(self.seed, len(self.answers), f"will/{self._stream}/{len(self.line)}")
            return luck.choose(choice.of(question))
        return choice

    def _asked(self, who: str) -> bool:
        return self.people is None or who in self.people

    def _throw(self, check: Check) -> tuple[int, ...]:
        luck = Luck(self.seed if self._stream == 0 else f"{self.seed}/{self._stream}", self._draw)
        faces, _ = check.thrown(luck.face)
        self._draw = luck.draw
        return faces

    def _answer(self, request: Request, value: Any, draw: int) -> None:
        before = (self.command, self.answers, self.requests, self.fresh, self._stream, draw)
        known = len(self.entries)
        try:
            self._add(request, value)
            self._run()
        except Exception:
            if len(self.entries) == known:  # else the command is through, and what comes after it went wrong
                self.command, self.answers, self.requests, self.fresh, self._stream, self._draw = before
            raise

    def _add(self, request: Request, value: Any) -> None:
        kept = check_faces(request, value) if isinstance(request, Check) else request.read(value)
        self.answers = (*self.answers, Answer(request, kept))
        self.requests = tuple(r for r in self.requests if r is not request)

    def _record(self, command: Undo) -> None:
        self._keep(Entry(len(self.entries) + 1, command, (), (), self.encounter, self.draw))

    def _keep(self, entry: Entry) -> None:
        self.entries.append(entry)
        for watcher in self.watchers:
            watcher(entry)


def _is_question(answer: Answer) -> bool:
    return isinstance(answer.request, Question) or (isinstance(answer.request, dict) and "ask" in answer.request)
