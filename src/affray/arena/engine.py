"""The engine: a fight in tables, played by the kernel, block after block, with whatever tables turn out to be missing.

A fight has a seed of its own, hashed from the seed of all and its number. One that comes upon a missing cell is handed
back and plays again from its beginning once the cell is there, and `run` gives counts of whole blocks only. So the same
numbers give the same counts, however many threads play them and whatever was tabulated before.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from affray.arena import codes as c
from affray.arena.cells import Cell, Cells
from affray.arena.forms import Untabulated
from affray.arena.kernel import VERSION, play
from affray.arena.room import room
from affray.arena.tables import EDGES, Tables
from affray.arena.tactics import AIMS, Tactic, most_actions
from affray.encounter import Encounter
from affray.system import System

__all__ = ["LIMIT", "Counts", "Engine", "Happening", "Untabulated", "why_not"]

#: rounds after which a fight counts as undecided
LIMIT = 1_000
LONGEST = 1_000_000
MOST_FIGHTERS, FARTHEST = 64, 8_000
#: the first part that is played is so many fights, each one after that twice as many
FIRST_PART, LARGEST_PART = 64, 1 << 17
#: into so many shares for each thread a part is split
SHARES = 8
MISSES = 1 << 12
TRACE = 1 << 12
#: as many numbers as processors share at once, with something to spare
LINE = 16

Array = NDArray[Any]


def why_not(system: System, encounter: Encounter, limit: int = LIMIT) -> str:
    """Why a fight cannot be tabulated, as far as can be told before its first round; "" if nothing is against it."""
    if encounter.clock.round or encounter.agenda or encounter.clock.timers:
        return "the fight is under way"
    if encounter.amendments:
        return "rulings wait for the next rolls"
    if len(encounter.fighters) > MOST_FIGHTERS:
        return f"there are more than {MOST_FIGHTERS} fighters"
    places = [fighter.position for fighter in encounter.fighters]
    if max(places, default=0) - min(places, default=0) > FARTHEST:
        return f"they are more than {FARTHEST} {system.unit} apart"
    if limit > LONGEST:
        return f"the limit is more than {LONGEST:,} rounds"
    return system.too_rich(encounter)


@dataclass
class Counts:
    """What became of some fights, as plain numbers.

    `wins` by side; `lengths[r]` fights had r rounds; `survivors[side, k]` ended with k of a side alive, with
    `remains[side, p]` points among them; `first[i]` fights saw fighter i drop out first, the last place counts those in
    which nobody did; `lost[side]` points were lost in all.
    """

    sides: tuple[str, ...]
    fights: int
    wins: Array
    draws: int
    limit: int
    lengths: Array
    survivors: Array
    remains: Array
    first: Array
    lost: Array

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.sides,
            self.fights + other.fights,
            self.wins + other.wins,
            self.draws + other.draws,
            self.limit + other.limit,
            self.lengths + other.lengths,
            self.survivors + other.survivors,
            self.remains + other.remains,
            self.first + other.first,
            self.lost + other.lost,
        )

    def plain(self) -> dict[str, Any]:
        """The same as plain values, to be compared or written down."""
        arrays = ("wins", "lengths", "survivors", "remains", "first", "lost")
        found = {name: getattr(self, name).tolist() for name in arrays}
        return {"sides": list(self.sides), "fights": self.fights, "draws": self.draws, "limit": self.limit, **found}


@dataclass(frozen=True)
class Happening:
    """One line of a trace: what happened, by whom and to whom (places in the roster), and how everybody is after it.

    `kind` is "round", "act", "first" for who is first of two, or "event" for what befalls the actor by itself (`what`,
    as in `codes`). `cell` is what the tables say about it, `row` its number, `outcome` the place of what came of it
    there. `states` have a column for each fighter and rows as in `codes`.
    """

    kind: str
    actor: int
    target: int
    what: int
    cell: Cell | None
    outcome: int
    states: Array
    row: int = -1


@dataclass
class _Books:
    """What one thread counts."""

    wins: Array
    others: Array
    lengths: Array
    survivors: Array
    remains: Array
    first: Array
    lost: Array


def _apart(shape: tuple[int, ...]) -> Array:
    """Zeros with room around them: two threads that write into one line of a processor's memory wait for each other."""
    size = int(np.prod(shape))
    return np.zeros(size + 2 * LINE, np.int64)[LINE : LINE + size].reshape(shape)


@dataclass
class Engine:
    """Many fights from one beginning, numbered from 0; each is the same whenever it is played."""

    system: System
    encounter: Encounter
    tactic: Tactic = field(default_factory=Tactic)
    seed: int | str = 0
    limit: int = LIMIT

    def __post_init__(self) -> None:
        if reason := why_not(self.system, self.encounter, self.limit):
            raise Untabulated(reason)
        self._part = FIRST_PART
        self.cells = Cells(self.system, self.encounter, self.tactic)
        self.tables = Tables(self.cells)
        self.sides = tuple(dict.fromkeys(f.side for f in self.encounter.fighters))
        self._start, self._fixed = self._beginning()
        self.tables.settle()
        self.tables.most = max(0, int(self._start[c.LEFT].max()))
        self._start[c.LOW] = self.tables.entries.array[self._start[c.FORM], c.FROM]
        self._start[c.ABLE] = self._start[c.LEFT] >= self._start[c.LOW]
        digest = blake2b(f"arena/{'i' if isinstance(self.seed, int) else 's'}/{self.seed}".encode(), digest_size=8)
        self._seed = np.uint64(int.from_bytes(digest.digest(), "little"))

    def _beginning(self) -> tuple[Array, Array]:
        """Everybody's state before the first round, and what never changes of them."""
        fighters = self.encounter.fighters
        places = {fighter.id: place for place, fighter in enumerate(fighters)}
        start = np.full((c.STATE, len(fighters)), -1, np.int64)
        fixed = np.zeros((c.FIXED, len(fighters)), np.int64)
        for place, fighter in enumerate(fighters):
            form, links = self.cells.forms.of(fighter)
            start[c.FORM, place] = form
            start[c.LEFT, place] = getattr(fighter, self.cells.forms.counter)
            start[c.PLACE, place] = fighter.position
            for number, link in enumerate(links):
                if link not in places:
                    raise Untabulated(f"{fighter.id} has to do with somebody who is not there")
                start[c.LINK0 + number, place] = places[link]
            start[c.FOE, place] = places.get(fighter.foe, -1)
            start[[c.ROUNDS0, c.ROUNDS1, c.WAITS], place] = 0
            style = self.tactic.style(self.system, fighter)
            plan = self.tables.plans.index(style.plan)
            full = self.system.tracks(fighter)[0].full
            side = self.sides.index(fighter.side)
            resort = max(style.retreat, style.surrender)
            fixed[:, place] = (side, tuple(AIMS).index(style.aim), plan, style.retreat, style.surrender, full, resort)
        return start, fixed

    def prepare(self) -> None:
        """Have the compiled code ready, as the first fight would: the first time on a machine that takes a while."""
        self._play(np.zeros(1, np.int64), self._books())

    # -- playing -------------------------------------------------------------------------------------------------

    def run(self, first: int, count: int, workers: int = 1) -> Counts:
        """Play `count` fights from number `first` on, with so many threads. `Untabulated` where tables do not do."""
        done = 0
        books = [self._books() for _ in range(max(1, workers))]
        free = list(books)  # whoever takes one up counts in it, and puts it back

        def share(numbers: Array) -> tuple[list[tuple[int, int]], Array]:
            book = free.pop()
            try:
                return self._play(numbers, book)
            finally:
                free.append(book)

        with ThreadPoolExecutor(len(books)) as pool:
            while done < count:
                size = min(self._part, count - done)
                numbers = np.arange(first + done, first + done + size, dtype=np.int64)
                while len(numbers):
                    # small shares: a thread that has to wait for its processor holds up the others for no longer
                    shares = min(len(numbers), SHARES * len(books)) if len(books) > 1 else 1
                    results = list(pool.map(share, np.array_split(numbers, shares)))
                    missing = [miss for found, _ in results for miss in found]
                    self.tables.fill(missing)
                    numbers = np.sort(np.concatenate([left for _, left in results]))
                done += size
                self._part = min(2 * self._part, LARGEST_PART)
        return self._counts(books)

    def _play(self, numbers: Array, books: _Books, trace: Array | None = None) -> tuple[list[tuple[int, int]], Array]:
        """Let the kernel play; the cells that were missing, and the fights that are to be played again."""
        tables = self.tables
        missing, undone = np.zeros((MISSES, 2), np.int64), np.zeros(len(numbers), np.int64)
        info, trace = np.zeros(c.INFO, np.int64), np.zeros((0, 1), np.int64) if trace is None else trace
        play[self.cells.schedule.together](
            numbers,
            self._seed,
            room(self._start, self._fixed, tables.entries.array, len(self.sides)),
            self._start,
            self._fixed,
            self._ways,
            tables.words.array,
            tables.quick.array,
            tables.rows.array,
            tables.owners.array,
            tables.outs.array,
            tables.solo,
            tables.entries.array,
            tables.table,
            tables.plane,
            tables.planes,
            tables.stride,
            tables.lands,
            tuple(vars(books).values()),
            missing,
            undone,
            info,
            trace,
        )
        assert info[c.I_VERSION] == VERSION, "compiled code from another time"
        if info[c.I_BROKEN]:
            raise Untabulated("a fight outgrew the room that there is for it")
        self._lines = int(info[c.I_LINES])
        found = [(int(kind), int(key)) for kind, key in missing[: info[c.I_MISSING]]]
        return found, undone[: info[c.I_UNDONE]]

    @cached_property
    def _ways(self) -> Array:
        once = self.cells.schedule.order == "once"
        back = {edge for _, edge in self.cells.schedule.refreshes}
        edges = [edge in back for edge in EDGES]
        return np.array([self.system.near, self.limit, most_actions(self.encounter), once, *edges], np.int64)

    def _books(self) -> _Books:
        sides, n = len(self.sides), self._start.shape[1]
        points = [self._start[c.LEFT, self._fixed[c.SIDE] == side] for side in range(sides)]
        most = max((int(np.maximum(0, own).sum()) for own in points), default=0)
        shapes = ((sides,), (3,), (self.limit + 1,), (sides, n + 1), (sides, most + 1), (n + 1,), (sides,))
        return _Books(*(_apart(shape) for shape in shapes))

    def _counts(self, books: list[_Books]) -> Counts:
        """All books in one."""

        def total(name: str) -> Array:
            parts = [getattr(book, name) for book in books]
            return np.asarray(np.sum(parts, axis=0))

        others = total("others")
        lengths = np.trim_zeros(total("lengths"), "b")
        return Counts(
            self.sides,
            int(others[2]),
            total("wins"),
            int(others[0]),
            int(others[1]),
            np.pad(lengths, (0, self.limit + 1 - len(lengths))),
            total("survivors"),
            total("remains"),
            total("first"),
            total("lost"),
        )

    # -- looking on ----------------------------------------------------------------------------------------------

    def trace(self, number: int) -> list[Happening]:
        """One fight, act by act."""
        n = self._start.shape[1]
        numbers = np.array([number], np.int64)
        while missing := self._play(numbers, self._books())[0]:
            self.tables.fill(missing)
        size = TRACE
        while True:
            lines = np.zeros((size, c.T_STATES + n * c.STATE), np.int64)
            self._play(numbers, self._books(), lines)
            if self._lines <= size:
                break
            size = self._lines
        found = []
        for line in lines[: self._lines]:
            kind, i, j, row, outcome = (int(value) for value in line[: c.T_STATES])
            states = line[c.T_STATES :].reshape(c.STATE, n)
            cell = self.tables.by_row[row] if kind in (c.T_ACT, c.T_EVENT) else None
            happening = {c.T_ROUND: "round", c.T_ACT: "act", c.T_EVENT: "event", c.T_FIRST: "first"}[kind]
            target, what = (j, 0) if kind == c.T_ACT else (-1, j)
            found.append(Happening(happening, i, target, what, cell, outcome, states, row))
        return found
