"""A duel as a graph: nodes by number, and what leads from each to which, with its chances, as arrays of plain numbers.

It grows as it is walked: a node is expanded when there is mass on it for the first time.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from affray.arena.forms import Untabulated
from affray.arena.nodes import Course
from affray.arena.states import CHECK, ORDER, OVER, ROUND, TURNS, Node, Way
from affray.system import Action

__all__ = ["Graph", "Lower", "doubled"]

FARTHEST = 1 << 14
#: the most nodes, counted with all points that both can have in each
ROOM = 15_000_000
#: room for so many nodes and entries at first
NODES, ENTRIES = 256, 4096


class Lower(Exception):
    """Somebody can go on with fewer points than was thought."""

    def __init__(self, base: int) -> None:
        self.base = base


#: what an entry takes: indices of points of the first from the least to the most, then of the second
Band = tuple[int, int, int, int]
Entries = dict[tuple[int, int, int, Band], float]


class Graph:
    """Nodes by number, and the entries that lead out of those that were expanded.

    Index 0 of the points is less than `base`, index 1 is `base`.
    """

    def __init__(self, course: Course, top: tuple[int, int], base: int) -> None:
        self.course, self.forms, self.base = course, course.forms, base
        self.size = (top[0] - base + 2, top[1] - base + 2)
        self.nodes: list[Node] = []
        self.acts: dict[int, dict[tuple[int, Action, Band], None]] = {}
        self._numbers: dict[Node, int] = {}
        self.starts, self.ends = np.full(NODES, -1, np.int64), np.zeros(NODES, np.int64)
        self.able, self.final = np.zeros((NODES, 2), np.int64), np.zeros(NODES, np.bool_)
        self.stages = np.zeros(NODES, np.int64)
        self.dest, self.weight = np.zeros(ENTRIES, np.int64), np.zeros(ENTRIES)
        self.loss, self.bounds = np.zeros((ENTRIES, 2), np.int64), np.zeros((ENTRIES, 4), np.int64)
        self.entries = 0
        #: the indices of points at which something changes: somebody is out, or does something else
        self.limits = {self.index(limit) + 1 for style in course.styles for limit in (style.retreat, style.surrender)}

    def number(self, node: Node) -> int:
        """The number of a node, or of the next one in which something happens."""
        known = self._numbers.get(node)
        if known is not None:
            return known
        calm = self.course.calm(node)
        known = self._numbers.get(calm)
        if known is None:
            known = self._add(calm)
        self._numbers[node] = known
        return known

    def _add(self, node: Node) -> int:
        known = self._numbers[node] = len(self.nodes)
        if known * self.size[0] * self.size[1] > ROOM:
            raise Untabulated(f"more than {known:,} states, each with all the points that both can have left")
        if node.distance >= FARTHEST:
            raise Untabulated(f"they come to be {node.distance} {self.course.cells.system.unit} apart")
        self.nodes.append(node)
        if known == len(self.starts):
            self.starts = np.concatenate([self.starts, np.full_like(self.starts, -1)])
            self.ends, self.stages = doubled(self.ends), doubled(self.stages)
            self.able, self.final = doubled(self.able), doubled(self.final)
        self.stages[known] = node.stage
        for place, number in enumerate(node.forms):
            if node.stage == OVER:
                self.able[known, place] = self.index(number)
                continue
            form = self.forms[number]
            if form.links > 1:
                raise Untabulated("somebody has to do with two others in a duel")
            if (least := min(form.able, form.alive)) < self.base:
                raise Lower(least)
            self.able[known, place] = self.index(form.able)
            self.limits.add(self.index(form.bottom))
        self.final[known] = (node.stage in (CHECK, ROUND, ORDER) or node.stage >= TURNS) and not node.held
        self.limits.update(int(least) for least in self.able[known])
        return known

    def index(self, points: int) -> int:
        """The index of so many points."""
        return max(0, points - self.base + 1)

    def expand(self, number: int) -> None:
        """Work out what leads out of a node."""
        entries: Entries = {}
        # many ways lead to one node but for the forms, which is kept so that no other one takes its place
        numbers: dict[tuple[int, tuple[int, int] | None], tuple[int, Node]] = {}
        for way in self.course.ways(self.nodes[number]):
            band = self._band(way)
            if band[0] > band[1] or band[2] > band[3]:
                continue
            if way.action is not None:
                self.acts.setdefault(number, {})[way.who, way.action, band] = None
            place = (id(way.node), way.forms)
            known = numbers.get(place)
            if known is None:
                after = way.node._replace(forms=way.forms) if way.forms else way.node
                known = numbers[place] = self.number(after), way.node
            key = (known[0], *way.losses, band)
            entries[key] = entries.get(key, 0.0) + way.weight
        self._write(number, entries)

    def _band(self, way: Way) -> Band:
        (low, high), (its_low, its_high) = way.bounds
        (rows, columns), less = self.size, self.base - 1
        low, high, its_low, its_high = low - less, high - less, its_low - less, its_high - less
        return (
            low if low > 0 else 0,
            rows - 1 if high >= rows else high if high > 0 else 0,
            its_low if its_low > 0 else 0,
            columns - 1 if its_high >= columns else its_high if its_high > 0 else 0,
        )

    def _write(self, number: int, entries: Entries) -> None:
        start, end = self.entries, self.entries + len(entries)
        while end > len(self.dest):
            self.dest, self.weight = doubled(self.dest), doubled(self.weight)
            self.loss, self.bounds = doubled(self.loss), doubled(self.bounds)
        # those that lead to the same node stand together, as what is woven of them wants it
        for place, ((dest, one, other, band), weight) in enumerate(sorted(entries.items()), start=start):
            self.dest[place], self.weight[place] = dest, weight
            self.loss[place], self.bounds[place] = (one, other), band
        self.starts[number], self.ends[number], self.entries = start, end, end

    # -- who goes on for ever ------------------------------------------------------------------------------------

    def kinds(self, axis: int) -> Iterator[slice]:
        """The ranges of points within which their number makes no difference where nobody loses any."""
        size = self.size[axis]
        limits = sorted({0, size, *(limit for limit in self.limits if 0 < limit < size)})
        return (slice(low, high) for low, high in itertools.pairwise(limits))

    def endless(self, number: int, points: tuple[int, int]) -> set[int] | None:
        """All nodes that lie ahead of one in which nobody loses points any more and nobody is out; None otherwise."""
        ahead, new = {number}, [number]
        while new:
            node = new.pop()
            if self.starts[node] < 0:
                return None
            if self.final[node] and (points[0] < self.able[node, 0] or points[1] < self.able[node, 1]):
                return None
            for entry in range(self.starts[node], self.ends[node]):
                low, high, left, right = (int(bound) for bound in self.bounds[entry])
                if not (low <= points[0] <= high and left <= points[1] <= right):
                    continue
                if self.loss[entry, 0] or self.loss[entry, 1]:
                    return None
                dest = int(self.dest[entry])
                if dest not in ahead:
                    ahead.add(dest)
                    new.append(dest)
        return ahead

    def deeds(self, nodes: Iterable[int], points: tuple[int, int]) -> list[list[Action]]:
        """What both do in these nodes with so many points, each kind once, in the order of kinds."""
        found: list[dict[str, Action]] = [{}, {}]
        for node in sorted(nodes):
            for who, action, (low, high, its_low, its_high) in self.acts.get(node, ()):
                if low <= points[0] <= high and its_low <= points[1] <= its_high:
                    found[who].setdefault(action.kind, action)
        return [[by_kind[kind] for kind in sorted(by_kind)] for by_kind in found]


def doubled(array: Any) -> Any:
    """The same array with as much room again, in which there are zeros."""
    # the half that is new takes no memory before it is written to
    longer = np.zeros((2 * len(array), *array.shape[1:]), array.dtype)
    longer[: len(array)] = array
    return longer
