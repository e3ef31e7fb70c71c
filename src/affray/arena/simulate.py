"""Many fights by the reference: the rules that people play, on a `RandomTable`, from one beginning.

Fight k has dice of its own, hashed from the seed and k. So any fight can be played again by itself, and the counts hang
neither on the number of processes nor on how the fights are cut into parts.
"""

from __future__ import annotations

import os
import signal
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from affray.arena.summary import Summary, nothing_of
from affray.arena.tactics import Tactic, most_actions
from affray.encounter import Encounter, proceed, standing
from affray.errors import BadValue, NotNow
from affray.luck import Luck
from affray.system import System
from affray.table import RandomTable

if TYPE_CHECKING:
    from concurrent.futures import Future

__all__ = ["LIMIT", "Ending", "Simulation", "play_out", "simulate", "workers_for"]

#: rounds after which a fight counts as undecided; some never end
LIMIT = 1_000
#: a block is so many fights that this many fighters take part in them: whoever waits sees it move
BLOCK = 64
#: fights with fewer fighters in all of them are over before another process has begun
SMALL = 2_000
MOST_WORKERS = 8


class Ending(NamedTuple):
    """How a fight ended: the state at its end, the rounds it had, and whether only the limit ended it."""

    encounter: Encounter
    rounds: int
    limited: bool = False


#: what is told each change of a fight: the state before it, the state after it, and whose target somebody was in it
Watch: TypeAlias = Callable[[Encounter, Encounter, str], None]


def play_out(
    system: System,
    encounter: Encounter,
    luck: Luck,
    tactic: Tactic | None = None,
    limit: int = LIMIT,
    watch: Watch | None = None,
) -> Ending:
    """Let the program play everybody to the end, or for `limit` rounds; a round that never ends ends the fight too.

    Standing orders go before the tactic. All dice, mixed orders and random aims come out of `luck`. `watch` is called
    after each act, and after what comes between two acts.
    """
    tactic = tactic or Tactic()
    before = max(0, encounter.clock.round - 1)
    round_, actions, most = 0, 0, most_actions(encounter)
    while True:
        table = _table(system, encounter, luck, tactic)
        old = encounter
        encounter = proceed(system, encounter, table, before + limit).without_used(table)
        if watch is not None:
            watch(old, encounter, "")
        clock, step = encounter.clock, encounter.step
        if encounter.over or step is None:
            # what the end of a round decides has the number of the next one, which has not begun
            ahead = encounter.over and clock.round > round_ > 0 and not clock.waiting
            return Ending(encounter, clock.round - before - ahead, not encounter.over)
        round_, actions = clock.round, actions + 1 if clock.round == round_ else 1
        if actions > most:
            return Ending(encounter, clock.round - before, True)
        action = tactic.choose(system, encounter, luck.beside(f"aim/{round_}/{step.who}"))
        table = _table(system, encounter, luck, tactic)
        old = encounter
        encounter = system.perform(encounter, action, table).encounter.without_used(table)
        if watch is not None:
            watch(old, encounter, getattr(action, "target", ""))


def _table(system: System, encounter: Encounter, luck: Luck, tactic: Tactic) -> RandomTable:
    return RandomTable(luck, tactic.will(system, encounter), encounter.options, encounter.amendments)


@dataclass
class _FirstDown:
    """Watches out for the first fighter who cannot go on: the target before all others, else by roster."""

    system: System
    who: str = ""

    def __call__(self, before: Encounter, after: Encounter, target: str) -> None:
        if self.who or before.fighters is after.fighters:
            return
        able, options = self.system.able, after.options
        were = {f.id: f for f in before.fighters}
        for fighter in after.fighters:
            old = were.get(fighter.id)
            if old is None or old is fighter or able(fighter, options) or not able(old, options):
                continue
            if fighter.id == target or not self.who:
                self.who = fighter.id


@dataclass(frozen=True)
class Simulation:
    """Fights without end from one beginning, numbered from 0; each is the same whenever it is played."""

    system: System
    encounter: Encounter
    seed: int | str = 0
    limit: int = LIMIT
    tactic: Tactic = field(default_factory=Tactic)
    reason: str = ""  # why nothing faster plays them

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides in roster order."""
        return tuple(dict.fromkeys(f.side for f in self.encounter.fighters))

    @property
    def nothing(self) -> Summary:
        """The summary of no fights, to add others to."""
        return nothing_of(self.system, self.encounter, self.seed, reason=self.reason)

    def fight(self, number: int, watch: Watch | None = None) -> Ending:
        """The fight with that number."""
        luck = Luck(self.seed, purpose=f"fight/{number}")
        return play_out(self.system, self.encounter, luck, self.tactic, self.limit, watch)

    def block(self, first: int, fights: int, stop: Any = None) -> Summary | None:
        """So many consecutive fights, counted; None if the event `stop` was set meanwhile."""
        wins: Counter[str] = Counter()
        rounds: Counter[int] = Counter()
        survivors: dict[str, Counter[int]] = {side: Counter() for side in self.sides}
        left: dict[str, Counter[int]] = {side: Counter() for side in self.sides}
        fallen: Counter[str] = Counter()
        lost: Counter[str] = Counter()
        nothing, system = self.nothing, self.system
        draws = limit = 0
        for number in range(first, first + fights):
            if stop is not None and stop.is_set():
                return None
            down = _FirstDown(system)
            end = self.fight(number, down)
            winners = standing(system, end.encounter)
            if down.who:
                fallen[down.who] += 1
            rounds[end.rounds] += 1
            if end.limited:
                limit += 1
            elif winners:
                wins[winners[0]] += 1
            else:
                draws += 1
            for side in self.sides:
                own = [(system.alive(f), system.tracks(f)[0].left) for f in end.encounter.fighters if f.side == side]
                survivors[side][sum(alive for alive, _ in own)] += 1
                left[side][sum(max(0, points) for alive, points in own if alive)] += 1
                lost[side] += nothing.strength[side] - sum(points for _, points in own)
        counted = replace(nothing, fights=fights, wins=wins, draws=draws, limit=limit, rounds=rounds)
        return replace(counted, survivors=survivors, left=left, first=fallen, lost=lost)

    def parts(self, fights: int, first: int = 0, workers: int = 1) -> Iterator[Summary]:
        """Summaries of consecutive blocks, in order, until all fights are in one; played by so many processes."""
        size = max(1, BLOCK // max(1, len(self.encounter.fighters)))
        end = first + fights
        blocks = ((start, min(size, end - start)) for start in range(first, end, size))
        if workers > 1:
            yield from self._shared_out(blocks, workers)
            return
        for block in blocks:
            part = self.block(*block)
            assert part is not None
            yield part

    def _shared_out(self, blocks: Iterator[tuple[int, int]], workers: int) -> Iterator[Summary]:
        from concurrent.futures import ProcessPoolExecutor
        from concurrent.futures.process import BrokenProcessPool

        context = get_context("spawn")
        stop = context.Event()
        pool = ProcessPoolExecutor(workers, context, _sit_down, (self, stop))
        waiting: deque[Future[Summary | None]] = deque()
        try:
            for block in blocks:
                with _undisturbed():
                    waiting.append(pool.submit(_play_block, *block))
                if len(waiting) > 4 * workers:
                    yield _whole(waiting.popleft())
            while waiting:
                yield _whole(waiting.popleft())
        except BrokenProcessPool:
            raise NotNow(
                f"{workers} worker processes",
                "one of them ended by itself; do with 1 (a script needs `if __name__ == '__main__':` for more)",
            ) from None
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C has to wait in here, and processes that begin in here never hear of it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _whole(future: Future[Summary | None]) -> Summary:
    part = future.result()
    assert part is not None  # blocks are broken off only when nobody waits for them any more
    return part


#: in a worker process: what it plays, and the event that tells it to stop
_seat: list[Any] = []


def _sit_down(simulation: Simulation, stop: Any) -> None:
    """What a worker process does first; it leaves Ctrl-C to its parent, and goes when that goes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _seat[:] = [simulation, stop]
    Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play_block(first: int, fights: int) -> Summary | None:
    simulation, stop = _seat
    part: Summary | None = simulation.block(first, fights, stop)
    return part


def simulate(
    system: System,
    encounter: Encounter,
    fights: int,
    seed: int | str = 0,
    *,
    first: int = 0,
    limit: int = LIMIT,
    tactic: Tactic | None = None,
    workers: int = 1,
) -> Summary:
    """Play so many fights from that beginning, those from number `first` on, and count what becomes of them."""
    for what, number, least in (
        ("fights", fights, 0),
        ("first", first, 0),
        ("limit", limit, 1),
        ("workers", workers, 1),
    ):
        if type(number) is not int or number < least:
            raise BadValue(what, number, f"a whole number, {least} or more")
    simulation = Simulation(system, encounter, seed, limit, tactic or Tactic())
    return sum(simulation.parts(fights, first, workers), simulation.nothing)


def workers_for(fights: int, fighters: int) -> int:
    """How many processes so many fights are worth: all cores up to 8, but one for what is soon done."""
    if fights * fighters < SMALL:
        return 1
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(MOST_WORKERS, cores)
