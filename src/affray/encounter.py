"""The frozen state of a fight, and what drives it from one decision to the next.

`Encounter.agenda` is a stack of small pending steps; the last is on top. A turn is such a step, and so is whatever a
turn gives rise to: a free turn, a readied action, a grenade that lands later. Steps are pushed, never called; a step
looks at the state again when it comes up. So chains end, and undo has nothing to unwind.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from affray.clock import SPARSE, Clock, Edge, Timer
from affray.errors import UnknownName
from affray.events import Changed, Ended, Ordered, RoundBegan, Skipped, TurnBegan
from affray.frozen import changed
from affray.options import Options
from affray.table import Amendment, Table

if TYPE_CHECKING:
    from affray.system import Effect, System

__all__ = ["Encounter", "Step", "begin_turn", "contested", "end_turn", "felt", "proceed", "standing", "strike"]


@dataclass(frozen=True)
class Step:
    """Something pending: a `decision` that is due of `who`, or a thing that the system resolves by itself.

    `kind` "turn" is a turn in the order; a system names its other kinds. `cause` is for the log, `facts` for the rules.
    """

    kind: str
    who: str
    decision: bool = True
    cause: str = ""
    facts: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True)
class Encounter:
    """Everything there is to know about a fight at one moment; "changing" it gives a new one.

    `fighters` are the system's own frozen states in roster order, each with `id`, `side` and `position` (metres or
    yards along a line); `scene` holds the system's facts about the place, such as the wind, as sorted pairs. `held` are
    effects on those who act at the same time as whoever brought them about, and have not felt them yet.
    """

    system: str
    options: Options
    fighters: tuple[Any, ...]
    scene: tuple[tuple[str, Any], ...] = ()
    clock: Clock = field(default_factory=Clock)
    agenda: tuple[Step, ...] = ()
    amendments: tuple[Amendment, ...] = ()
    over: bool = False
    held: tuple[Effect, ...] = field(default=(), metadata=SPARSE)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all fighters in roster order."""
        return tuple(f.id for f in self.fighters)

    def fighter(self, who: str) -> Any:
        """The fighter with that id; `UnknownName` if there is none."""
        for fighter in self.fighters:
            if fighter.id == who:
                return fighter
        raise UnknownName("fighter", who, self.ids)

    def has(self, who: str) -> bool:
        """Whether a fighter of that id is in the fight."""
        return any(f.id == who for f in self.fighters)

    def fact(self, name: str) -> Any:
        """A fact of the scene; None if it is not given."""
        return dict(self.scene).get(name)

    def with_fact(self, name: str, value: Any) -> Encounter:
        """The encounter with one fact of the scene set."""
        return changed(self, scene=tuple(sorted({**dict(self.scene), name: value}.items())))

    def with_fighter(self, fighter: Any) -> Encounter:
        """The encounter with that fighter's state in place of the old one of the same id."""
        return changed(self, fighters=tuple(fighter if f.id == fighter.id else f for f in self.fighters))

    def foes(self, who: str) -> tuple[Any, ...]:
        """The fighters of other sides, in roster order."""
        side = self.fighter(who).side
        return tuple(f for f in self.fighters if f.side != side)

    def distance(self, a: str, b: str) -> int:
        """The distance between two fighters in the system's unit of length."""
        return abs(int(self.fighter(a).position) - int(self.fighter(b).position))

    @property
    def step(self) -> Step | None:
        """The step on top of the agenda."""
        return self.agenda[-1] if self.agenda else None

    def push(self, step: Step) -> Encounter:
        """The encounter with one more step on top."""
        return changed(self, agenda=(*self.agenda, step))

    def pop(self) -> Encounter:
        """The encounter without its top step."""
        return changed(self, agenda=self.agenda[:-1])

    def with_clock(self, clock: Clock) -> Encounter:
        """The encounter with another clock."""
        return changed(self, clock=clock)

    def without_used(self, table: Table) -> Encounter:
        """The encounter without the amendments that a command on that table has used up."""
        if not table.used:
            return self
        spent = {table.amendments[index] for index in table.used}
        return changed(self, amendments=tuple(a for a in self.amendments if a not in spent))

    def joined(self, fighter: Any, after: str = "") -> Encounter:
        """The encounter with one more fighter at the end of the roster; in a running round it acts after `after`."""
        joined = changed(self, fighters=(*self.fighters, fighter), over=False)
        return joined.with_clock(joined.clock.joined(fighter.id, 0, after)) if self.clock.round else joined

    def left(self, who: str) -> Encounter:
        """The encounter without a fighter; pending steps of that fighter fall away, nobody else's place changes."""
        self.fighter(who)
        return changed(
            self,
            fighters=tuple(f for f in self.fighters if f.id != who),
            clock=self.clock.without(who),
            agenda=tuple(step for step in self.agenda if step.who != who),
            amendments=tuple(a for a in self.amendments if a.who != who),
            held=tuple(effect for effect in self.held if effect.who != who),
        )


def standing(system: System, encounter: Encounter) -> tuple[str, ...]:
    """The sides that still have somebody who can act, in roster order."""
    return tuple(dict.fromkeys(f.side for f in encounter.fighters if system.able(f, encounter.options)))


def contested(system: System, encounter: Encounter) -> bool:
    """Whether more than one side still has somebody who can act."""
    side = None
    for fighter in encounter.fighters:
        if fighter.side != side and system.able(fighter, encounter.options):
            if side is not None:
                return True
            side = fighter.side
    return False


def proceed(system: System, encounter: Encounter, table: Table, last: int | None = None) -> Encounter:
    """Go on by the schedule until a decision is due or the fight is over.

    Steps are looked at again as they come up: one whose fighter cannot act any more falls away. Where the round with
    the number `last` is through, the encounter comes back with no step at all. No fight is over before everybody has
    felt what is held.
    """
    while contested(system, encounter) or encounter.held:
        if encounter.over:
            encounter = changed(encounter, over=False)
        step = encounter.step
        if encounter.held and (due := _due(system, encounter)):
            encounter = _released(system, encounter, due, table)
        elif step is None:
            if last is not None and encounter.clock.round >= last and not encounter.clock.waiting:
                return encounter
            encounter = _next_in_order(system, encounter, table)
        elif not step.decision:
            encounter = system.resolve(encounter.pop(), step, table)
        elif system.able(encounter.fighter(step.who), encounter.options):
            return encounter
        else:
            table.note(Skipped((), step.who, step.kind, "cannot act"))
            encounter = encounter.pop()
    if not encounter.over:
        table.note(Ended((), standing(system, encounter)))
    return changed(encounter, over=True)


def _next_in_order(system: System, encounter: Encounter, table: Table) -> Encounter:
    if not encounter.clock.waiting:
        return _begin_round(system, encounter, table)
    who, clock = encounter.clock.called()
    late = who in encounter.clock.late
    encounter = _edge(system, encounter.with_clock(clock), "turn-start", who, table)
    if system.able(encounter.fighter(who), encounter.options):
        cause = "late" if late else ""
        return begin_turn(system, encounter, Step("turn", who, cause=cause), table)
    return _edge(system, encounter, "turn-end", who, table)


def begin_turn(system: System, encounter: Encounter, step: Step, table: Table) -> Encounter:
    """Push a turn, in the order or out of it, and let the system do what it does at a turn's beginning."""
    table.note(TurnBegan((), step.who, step.kind, step.cause))
    return system.begin_turn(encounter.push(step), step, table)


def end_turn(system: System, encounter: Encounter, table: Table) -> Encounter:
    """Take the turn on top off the agenda; a turn in the order also lets time pass for those who wait on its end."""
    step = encounter.step
    encounter = encounter.pop()
    if step is None or step.kind != "turn":
        return encounter
    return _edge(system, encounter, "turn-end", step.who, table)


def _begin_round(system: System, encounter: Encounter, table: Table) -> Encounter:
    if encounter.clock.round:
        encounter = _edge(system, encounter, "round-end", "", table)
        encounter = system.end_round(encounter, table)
    number = encounter.clock.round + 1
    if len(standing(system, encounter)) < 2:  # what the last round's end brought has decided the fight
        return encounter.with_clock(changed(encounter.clock, round=number))
    table.note(RoundBegan((), number))
    encounter = encounter.with_clock(changed(encounter.clock, round=number))
    encounter = _edge(system, encounter, "round-start", "", table)
    if system.schedule(encounter.options).order == "once" and encounter.clock.order:
        clock = encounter.clock
        return encounter.with_clock(clock.settled(clock.order, clock.numbers, clock.tied))
    encounter = system.settle_order(encounter, table)
    table.note(Ordered((), encounter.clock.order, encounter.clock.numbers))
    return encounter


def _edge(system: System, encounter: Encounter, edge: Edge, whose: str, table: Table) -> Encounter:
    """What an edge of the turn of `whose`, or of a round, brings: timers run out, then what refreshes comes back."""
    over, clock = encounter.clock.ticked(edge, whose)
    if clock is not encounter.clock:
        encounter = encounter.with_clock(clock)
    for timer in over:
        encounter = _expire(system, encounter, timer, table)
    back = [what for what, when in system.schedule(encounter.options).refreshes if when == edge]
    if not back:
        return encounter
    fighters = [_refreshed(system, f, back) if whose in ("", f.id) else f for f in encounter.fighters]
    return changed(encounter, fighters=tuple(fighters))


def _refreshed(system: System, fighter: Any, back: Iterable[str]) -> Any:
    for what in back:
        fighter = system.refresh(fighter, what)
    return fighter


def _expire(system: System, encounter: Encounter, timer: Timer, table: Table) -> Encounter:
    if not encounter.has(timer.on):
        return encounter
    table.note(Changed((), timer.on, timer.what, True, False, "time"))
    return encounter.with_fighter(system.expire(encounter.fighter(timer.on), timer))


def strike(system: System, encounter: Encounter, actor: str, effects: Iterable[Effect], table: Table) -> Encounter:
    """What an act of `actor` does takes effect, one after the other.

    In the turn of the actor, those who act at the same time and have still to act feel it when their own turn is
    through: till then it is held. What it does to the actor itself is never held.
    """
    own_turn = any(step.kind == "turn" and step.who == actor for step in encounter.agenda)
    for effect in effects:
        if own_turn and effect.who != actor and encounter.clock.awaits(effect.who, actor):
            encounter = changed(encounter, held=(*encounter.held, effect))
        else:
            encounter = _felt(system, encounter, effect, table)
    return encounter


def _felt(system: System, encounter: Encounter, effect: Effect, table: Table) -> Encounter:
    return encounter.with_fighter(system.apply(encounter.fighter(effect.who), effect, table))


def felt(system: System, encounter: Encounter, table: Table) -> Encounter:
    """The encounter with all that is held felt at once."""
    return _released(system, encounter, encounter.held, table) if encounter.held else encounter


def _due(system: System, encounter: Encounter) -> tuple[Effect, ...]:
    """The held effects whose time has come: whoever they are for is through with its turn, or the fight is decided."""
    if not contested(system, encounter):
        return encounter.held
    if encounter.agenda:
        return ()
    clock = encounter.clock
    return tuple(e for e in encounter.held if e.who not in clock.waiting or e.who in clock.late)


def _released(system: System, encounter: Encounter, due: tuple[Effect, ...], table: Table) -> Encounter:
    for effect in due:
        encounter = _felt(system, encounter, effect, table)
    return changed(encounter, held=tuple(effect for effect in encounter.held if effect not in due))
