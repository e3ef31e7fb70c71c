"""Where the mass of a duel is at a moment: on which nodes, and for which points of both."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from affray.arena.forms import Untabulated
from affray.arena.graph import Graph, doubled
from affray.arena.spread import ASIDE, NOWHERE, flow

__all__ = ["CUT", "Array", "Mass"]

Array: TypeAlias = Any

#: the most mass that is dropped in all
CUT = 8e-10
#: a state, or all of a node, is dropped if it has less than this share of what may still be dropped
STATE, NODE = 1e-8, 5e-5
#: room for so many nodes at first, and for so many numbers in the matrices of all of them if there are more than one
NODES, NUMBERS = 256, 1 << 20
#: room for so many threads of what is woven, which takes no memory before it is used
ROOM = 1 << 21


class Mass:
    """The mass of a duel: that of node n is `mats[n]`, a matrix by the indices of the points of both.

    In all it was `masses[n]` when it was looked at last, `seen` by node and points is what has come up. `sums` are what
    the first and the second have won, what nobody has, and what was cut; `left` by fighter the points of who won.
    """

    def __init__(self, graph: Graph) -> None:
        self.graph, count = graph, max(1, min(NODES, NUMBERS // (graph.size[0] * graph.size[1])))
        self.sums, self.left = np.zeros(4), np.zeros((2, max(graph.size)))
        self.mats, self.seen = np.zeros((count, *graph.size)), np.zeros((count, *graph.size), np.bool_)
        self.boxes, self.where, self.masses = np.zeros((count, 4), np.int64), np.zeros(count, np.int8), np.zeros(count)
        self.shelf, self.woven = np.empty(self.mats.size), np.zeros((count, 8), np.int64)
        self.loom = np.empty(ROOM), np.empty((ROOM >> 6, 7), np.int64), np.zeros(2, np.int64), np.empty(ROOM >> 6)

    def begin(self, node: int, points: tuple[int, int]) -> Array:
        """Put all mass on a node with so many points of both; what stays there, as an array of nodes."""
        self._fit()
        row, column = (self.graph.index(number) for number in points)
        self.mats[node, row, column] = 1.0
        self.boxes[node], self.where[node] = (row, row, column, column), ASIDE
        return self.flow(np.zeros(0, np.int64), range(0), np.array([node]))[1]

    def flow(self, nodes: Array, between: range, aside: Array | None = None, steps: int = -1) -> tuple[Array, Array]:
        """Let the mass of nodes flow on until it is at a stage of these, or for so many steps.

        The nodes that have not come there, and those that have, with others that were there before.
        """
        graph, count, laid = self.graph, len(nodes), 0 if aside is None else len(aside)
        stages = between.start, between.stop
        while True:
            for node in nodes[graph.starts[nodes] < 0].tolist():
                graph.expand(node)
            self._fit()
            queue, there = np.empty((2, len(self.where)), np.int64)
            queue[:count], there[:laid] = nodes, 0 if aside is None else aside
            ways = graph.starts, graph.ends, graph.dest, graph.loss, graph.weight, graph.bounds, graph.stages
            ends, held = (graph.able, graph.final), (self.mats, self.boxes, self.where, self.masses, self.seen)
            loom = self.woven, *self.loom
            room = CUT - float(self.sums[3])
            limits = STATE * room, NODE * room, CUT
            count, laid, steps = flow(
                queue,
                count,
                there,
                laid,
                stages,
                steps,
                ways,
                ends,
                limits,
                held,
                loom,
                self.shelf,
                self.sums,
                self.left,
            )
            if count < 0:
                raise Untabulated("somebody gets more points than it had at the beginning")
            nodes, aside = queue[:count], there[:laid]
            if not (count and steps):
                return nodes, aside

    def _fit(self) -> None:
        """Make room for all nodes of the graph."""
        while len(self.where) < len(self.graph.nodes):
            self.mats, self.seen, self.boxes = doubled(self.mats), doubled(self.seen), doubled(self.boxes)
            self.where, self.masses = doubled(self.where), doubled(self.masses)
            self.shelf, self.woven = np.empty(self.mats.size), doubled(self.woven)

    def total(self, nodes: Array) -> float:
        """All that is on these nodes."""
        return float(self.masses[nodes].sum())

    def taken(self, nodes: Array) -> Array:
        """Take away all that is on these nodes; the sum of its matrices."""
        whole = self.mats[nodes].sum(axis=0)
        self.mats[nodes], self.where[nodes], self.masses[nodes] = 0.0, NOWHERE, 0.0
        return whole
