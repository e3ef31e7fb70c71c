"""Whose turn it is: the schedule of a system as a value, the state of the order, and timers bound to a turn's edge.

The order is kept as ids, never as indexes or counts: removing anybody at any time can skip or repeat nobody.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from affray.frozen import changed

__all__ = ["SPARSE", "Clock", "Edge", "Schedule", "Timer", "ranked"]

#: marks a field that records leave out where it is empty
SPARSE = {"sparse": True}

Edge: TypeAlias = Literal["round-start", "turn-start", "turn-end", "round-end"]


@dataclass(frozen=True)
class Schedule:
    """How a system runs its rounds, as a value that whatever plays the rules can read.

    `order` is settled `once` or in each `round`. `refreshes` pairs what comes back by itself with the edge of time at
    which it does: at the start of a round for everybody, at an edge of a turn for whoever has it. Where they act
    `together`, nothing puts those with an equal place in the order one before the other: none of them feels what the
    others do in their turns before its own is through. A field is added when a system needs it and something reads it,
    not before.
    """

    order: Literal["once", "round"] = "round"
    refreshes: tuple[tuple[str, Edge], ...] = ()
    together: bool = False


@dataclass(frozen=True)
class Timer:
    """A condition that ends by itself: `left` more times the `edge` of the turn of `whose` has to come.

    `on` is the fighter who bears `what`. Where `whose` leaves the fight, the end of the round takes the edge's place.
    """

    on: str
    what: str
    whose: str
    edge: Edge
    left: int


@dataclass(frozen=True)
class Clock:
    """Where the fight stands in time.

    `round` is 0 before the first; `order` and `numbers` are what was settled for this round (ids, and what each acts
    on); `waiting` are the ids that have still to act in it; `late` those of them who act after everybody else; `tied`
    are groups of those with an equal place, who act at the same time.
    """

    round: int = 0
    order: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    waiting: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    timers: tuple[Timer, ...] = ()
    tied: tuple[tuple[str, ...], ...] = field(default=(), metadata=SPARSE)

    def settled(self, order: Iterable[str], numbers: Iterable[int], tied: Iterable[Iterable[str]] = ()) -> Clock:
        """The clock with a new order, everybody waiting; `tied` are the groups in it who act at the same time."""
        order = tuple(order)
        groups = tuple(tuple(group) for group in tied)
        return changed(self, order=order, numbers=tuple(numbers), waiting=order, late=(), tied=groups)

    def awaits(self, who: str, other: str) -> bool:
        """Whether `who` acts at the same time as the other one, whose turn it is, and has still to act.

        Whoever was put off acts after all others, and at the same time as nobody.
        """
        if not self.tied or who not in self.waiting or who in self.late:
            return False
        return any(who in group and other in group for group in self.tied)

    def called(self) -> tuple[str, Clock]:
        """The next id to act, and the clock without it."""
        who, *rest = self.waiting
        return who, changed(self, waiting=tuple(rest), late=tuple(x for x in self.late if x != who))

    def postponed(self, who: str) -> Clock:
        """The clock with `who` acting late: behind all who are not late, among the late in the settled order."""
        late = tuple(x for x in self.order if x in (*self.late, who))
        punctual = tuple(x for x in self.waiting if x not in late)
        return changed(self, waiting=punctual + late, late=late)

    def without(self, who: str) -> Clock:
        """The clock without a fighter who left; timers that hung on that fighter's turns end with the round."""
        kept = [(x, n) for x, n in zip(self.order, self.numbers, strict=True) if x != who]
        timers = tuple(
            changed(t, whose="", edge="round-end") if t.whose == who else t for t in self.timers if t.on != who
        )
        return changed(
            self,
            order=tuple(x for x, _ in kept),
            numbers=tuple(n for _, n in kept),
            waiting=tuple(x for x in self.waiting if x != who),
            late=tuple(x for x in self.late if x != who),
            timers=timers,
            tied=_without(who, self.tied),
        )

    def joined(self, who: str, number: int = 0, after: str = "") -> Clock:
        """The clock with a fighter placed into the running round, still to act: behind `after`, or first without it.

        Behind somebody who acts late means late as well.
        """
        order, numbers = list(self.order), list(self.numbers)
        place = order.index(after) + 1 if after in order else 0
        order.insert(place, who)
        numbers.insert(place, number)
        late = tuple(x for x in order if x in self.late or (x == who and after in self.late))
        ahead = {after} if after in self.late else set(order[:place]) - set(late)
        last_ahead = max((i for i, x in enumerate(self.waiting) if x in ahead), default=-1)
        waiting = (*self.waiting[: last_ahead + 1], who, *self.waiting[last_ahead + 1 :])
        return changed(self, order=tuple(order), numbers=tuple(numbers), waiting=waiting, late=late)

    def moved(self, who: str, after: str = "") -> Clock:
        """The clock with `who` at another place in the order; whether that fighter has acted is left as it is.

        The place set by hand goes before lateness, and is nobody else's.
        """
        number = dict(zip(self.order, self.numbers, strict=True)).get(who, 0)
        waits, timers = who in self.waiting, self.timers
        clock = self.without(who).joined(who, number, after)
        if not waits:
            waiting, late = (tuple(x for x in line if x != who) for line in (clock.waiting, clock.late))
            clock = changed(clock, waiting=waiting, late=late)
        return changed(clock, timers=timers)

    def timed(self, timer: Timer) -> Clock:
        """The clock with one more timer; one for the same condition of the same fighter is replaced."""
        kept = tuple(t for t in self.timers if (t.on, t.what) != (timer.on, timer.what))
        return changed(self, timers=(*kept, timer))

    def cleared(self, on: str, what: str) -> Clock:
        """The clock without the timer of that condition."""
        return changed(self, timers=tuple(t for t in self.timers if (t.on, t.what) != (on, what)))

    def ticked(self, edge: Edge, whose: str = "") -> tuple[tuple[Timer, ...], Clock]:
        """The timers that run out at this edge, and the clock after it."""
        if not self.timers:
            return (), self
        over: list[Timer] = []
        kept: list[Timer] = []
        for timer in self.timers:
            if timer.edge != edge or timer.whose != whose:
                kept.append(timer)
            elif timer.left > 1:
                kept.append(changed(timer, left=timer.left - 1))
            else:
                over.append(timer)
        return tuple(over), changed(self, timers=tuple(kept))


def _without(who: str, groups: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    """The groups without somebody; one alone is no group."""
    left = (tuple(x for x in group if x != who) for group in groups)
    return tuple(group for group in left if len(group) > 1)


def ranked(keys: Mapping[str, tuple[int, ...]], roster: Iterable[str]) -> tuple[str, ...]:
    """The ids by descending key, compared from its first number on; equal keys keep the order of the roster."""
    return tuple(sorted((who for who in roster if who in keys), key=lambda who: tuple(-n for n in keys[who])))
