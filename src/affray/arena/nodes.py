"""A duel as a graph: states of two fighters without their points, and what leads from each to which, with its chances.

The graph grows as it is walked. What stands here is the course of a round, the same as in `kernel`; what is done in it
and what comes of that are the cells of `cells`, and nothing here knows a rule.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from affray.arena.cells import LATE, NEAR, NONE, OTHER, PARTNER, TURN, Cell, Cells, Mode, Outcome, Pair
from affray.arena.forms import LOST, NOBODY, Untabulated
from affray.arena.tactics import NEVER, Style
from affray.clock import Edge
from affray.system import Action

__all__ = ["BEFORE", "Graph", "Lower", "Node"]

#: what comes next in a node, in the order of a round; what ends at `ROUND` has still to begin a round
TIMERS, ROUND_ENDS, ENDS, ROUND, ROUND_STARTS, ORDER, TURNS, TURN_STARTS, BEGINS, OVER = (
    0,
    2,
    4,
    6,
    7,
    9,
    10,
    11,
    12,
    13,
)
#: nodes up to this one stand between two rounds
BEFORE = ROUND
DONE, WAITING, WAITING_LATE = 0, 1, 2
DEEPEST, FARTHEST = 32, 1 << 14
#: the most nodes, counted with all points that both can have in each
ROOM = 15_000_000
#: room for so many nodes and entries at first
NODES, ENTRIES = 256, 4096

Timers = tuple[tuple[str, int], ...]


class Node(NamedTuple):
    """A state of both fighters without their points.

    `stage` is what comes next. `line` is who acts before whom, `waits` whether each has still to act, `stack` the turns
    that are under way, the next one last.
    """

    stage: int
    forms: tuple[int, int]
    distance: int
    timers: tuple[Timers, Timers] = ((), ())
    line: tuple[int, ...] = ()
    waits: tuple[int, int] = (DONE, DONE)
    stack: tuple[tuple[int, Mode], ...] = ()


class Lower(Exception):
    """Somebody can go on with fewer points than was thought."""

    def __init__(self, base: int) -> None:
        self.base = base


#: what an entry takes: only these points of that fighter, from one index to another
Band = tuple[int, int, int]
Entries = dict[tuple[int, int, int, Band], float]


class Graph:
    """Nodes by number, and the entries that lead out of those that were expanded.

    Index 0 of the points is less than `base`, index 1 is `base`. `memo` keeps cells from one graph to the next.
    """

    def __init__(
        self, cells: Cells, styles: tuple[Style, Style], top: tuple[int, int], base: int, memo: dict[Any, Any]
    ) -> None:
        self.cells, self.forms, self.styles, self.base, self.memo = cells, cells.forms, styles, base, memo
        self.size = (top[0] - base + 2, top[1] - base + 2)
        self.once = cells.schedule.order == "once"
        self.edges = {edge for _, edge in cells.schedule.refreshes}
        self.nodes: list[Node] = []
        self.acts: dict[int, list[tuple[int, Action, Band]]] = {}
        self._numbers: dict[Node, int] = {}
        self.starts, self.ends = np.full(NODES, -1, np.int64), np.zeros(NODES, np.int64)
        self.able, self.final = np.zeros((NODES, 2), np.int64), np.zeros(NODES, np.bool_)
        self.seen = np.zeros((NODES, *self.size), np.bool_)
        self.source, self.dest = np.zeros(ENTRIES, np.int64), np.zeros(ENTRIES, np.int64)
        self.loss, self.bounds = np.zeros((ENTRIES, 2), np.int64), np.zeros((ENTRIES, 4), np.int64)
        self.weight = np.zeros(ENTRIES)
        self.entries = 0
        #: the indices of points at which something changes: somebody is out, or does something else
        self.limits = {self.index(limit) + 1 for style in styles for limit in (style.retreat, style.surrender)}

    # -- nodes ---------------------------------------------------------------------------------------------------

    def number(self, node: Node) -> int:
        """The number of a node, or of the next one in which something happens."""
        known = self._numbers.get(node)
        if known is not None:
            return known
        calm = self._calm(node)
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
            raise Untabulated(f"they come to be {node.distance} {self.cells.system.unit} apart")
        self.nodes.append(node)
        if known == len(self.starts):
            self.starts = np.concatenate([self.starts, np.full_like(self.starts, -1)])
            self.ends = _doubled(self.ends)
            self.able, self.final, self.seen = _doubled(self.able), _doubled(self.final), _doubled(self.seen)
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
        self.final[known] = node.stage in (ROUND, ORDER) or node.stage >= TURNS
        self.limits.update(int(least) for least in self.able[known])
        return known

    def index(self, points: int) -> int:
        """The index of so many points."""
        return max(0, points - self.base + 1)

    def _calm(self, node: Node) -> Node:
        """The next node in which something happens, or a round is to begin."""
        while True:
            stage = node.stage
            if stage >= TURNS and any(self.forms[form].able == LOST for form in node.forms):
                # it is over whatever else the matter is: all such nodes are one
                least = tuple(self.forms[form].able for form in node.forms)
                return Node(OVER, (least[0], least[1]), 0)
            if stage in (ROUND, ORDER) or (stage == TURNS and node.stack):
                return node
            if stage == TURNS:
                node = self._called(node)
            elif stage < ROUND_ENDS:
                if node.timers[stage - TIMERS]:
                    return node
                node = node._replace(stage=stage + 1)
            else:
                after = self._foreseen(node)
                if after is None:
                    return node
                node = after

    def _foreseen(self, node: Node) -> Node | None:
        """The node behind one in which nothing happens but a change that has no choice and costs no points."""
        cell, who = self._solo(node), self._whose(node)
        if cell is None:
            return _following(node)
        if len(cell.outcomes) > 1 or cell.outcomes[0].losses[0]:
            return None
        after = self._alone(node, who, cell.outcomes[0])
        old, new = (self.forms[each.forms[who]] for each in (node, after))
        return _following(after) if (old.able, old.alive) == (new.able, new.alive) else None

    def _called(self, node: Node) -> Node:
        """The next turn of the round, or its end."""
        for wanted, mode in ((WAITING, TURN), (WAITING_LATE, LATE)):
            for who in node.line:
                if node.waits[who] == wanted:
                    return node._replace(stage=TURN_STARTS, waits=_with(node.waits, who, DONE), stack=((who, mode),))
        return node._replace(stage=TIMERS, line=node.line if self.once else (), waits=(DONE, DONE))

    # -- cells ---------------------------------------------------------------------------------------------------

    def _known(self, work_out: Callable[..., Any], *values: Any) -> Any:
        key = (work_out.__name__, *values)
        if key not in self.memo:
            self.memo[key] = work_out(*values)
        return self.memo[key]

    def _solo(self, node: Node) -> Cell | None:
        """What befalls somebody by itself in that node; None for nothing."""
        stage, found = node.stage, None
        form = node.forms[self._whose(node)]
        if stage in (ENDS, ENDS + 1):
            found = self._known(self.cells.round_end, form)
        elif stage == BEGINS:
            found = self._known(self.cells.begun, form, node.stack[-1][1])
        else:
            edge: Edge = (
                "round-end"
                if stage in (ROUND_ENDS, ROUND_ENDS + 1)
                else "turn-start"
                if stage == TURN_STARTS
                else "round-start"
            )
            if edge in self.edges:
                found = self._known(self.cells.edge, form, edge)
        cell: Cell | None = found
        return cell

    def _whose(self, node: Node) -> int:
        stage = node.stage
        if stage >= TURNS:
            return node.stack[-1][0]
        return stage - (ROUND_STARTS if stage >= ROUND_STARTS else ENDS if stage >= ENDS else ROUND_ENDS)

    # -- what leads where ----------------------------------------------------------------------------------------

    def expand(self, number: int) -> None:
        """Work out what leads out of a node."""
        node = self.nodes[number]
        entries: Entries = {}
        stage = node.stage
        if stage == ROUND:
            on = self._calm(node._replace(stage=ROUND_STARTS))
            if on.stage == ORDER:
                self._order(on, entries)
            else:
                self._enter(entries, on, (0, 0), 1.0, self._band(0))
        elif stage == ORDER:
            self._order(node, entries)
        elif stage == TURNS:
            self._act(number, node, entries)
        elif stage < ROUND_ENDS:
            self._tick(node, entries)
        else:
            self._befall(node, entries)
        self._write(number, entries)

    def _band(self, who: int, low: int = 0, high: int = 1 << 20) -> Band:
        return who, low, min(high, self.size[who] - 1)

    def _enter(self, entries: Entries, node: Node, losses: tuple[int, int], weight: float, band: Band) -> None:
        if band[1] <= band[2]:
            key = (self.number(node), *losses, band)
            entries[key] = entries.get(key, 0.0) + weight

    def _alone(self, node: Node, who: int, outcome: Outcome) -> Node:
        """A node after something has befallen one fighter by itself."""
        if outcome.moves != (0, 0) or outcome.steps or outcome.late:
            raise Untabulated("something that befalls a fighter by itself moves it")
        timers = _with(node.timers, who, _timed(node.timers[who], outcome.timers, 0))
        return node._replace(forms=_with(node.forms, who, outcome.forms[0]), timers=timers)

    def _befall(self, node: Node, entries: Entries) -> None:
        cell, who = self._solo(node), self._whose(node)
        assert cell is not None
        least = 0
        if node.stage in (ENDS, ENDS + 1):  # whoever is dead has nothing more to lose
            least = self.index(self.forms[node.forms[who]].alive)
            self._enter(entries, _following(node), (0, 0), 1.0, self._band(who, 0, least - 1))
        for outcome, weight in zip(cell.outcomes, cell.weights, strict=True):
            after = _following(self._alone(node, who, outcome))
            self._enter(entries, after, _with((0, 0), who, outcome.losses[0]), weight, self._band(who, least))

    def _tick(self, node: Node, entries: Entries) -> None:
        """A round less for every timer of one fighter."""
        who, losses = node.stage - TIMERS, (0, 0)
        for what, rounds in node.timers[who]:
            kept = tuple(timer for timer in node.timers[who] if timer[0] != what)
            if rounds > 1:
                kept = tuple((w, r - 1 if w == what else r) for w, r in node.timers[who])
            node = node._replace(timers=_with(node.timers, who, kept))
            cell = None if rounds > 1 else self._known(self.cells.expired, node.forms[who], what)
            if cell is not None:
                node = self._alone(node, who, cell.outcomes[0])
                losses = _with(losses, who, losses[who] + cell.outcomes[0].losses[0])
        self._enter(entries, node._replace(stage=node.stage + 1), losses, 1.0, self._band(who))

    def _order(self, node: Node, entries: Entries) -> None:
        """Who acts before whom; both at once, since it is the comparison that counts."""
        if self.once and node.line:
            waits = _with(_with(node.waits, 0, WAITING), 1, WAITING)
            self._enter(entries, node._replace(stage=TURNS, waits=waits), (0, 0), 1.0, self._band(0))
            return
        for one, other, line, chance in self._known(self._lines, *node.forms):
            after = self._alone(self._alone(node, 0, one), 1, other)
            after = after._replace(stage=TURNS, line=line, waits=(int(0 in line), int(1 in line)))
            self._enter(entries, after, (one.losses[0], other.losses[0]), chance, self._band(0))

    def _lines(self, first: int, second: int) -> list[tuple[Outcome, Outcome, tuple[int, ...], float]]:
        """What two forms can be as the order is settled, apart from the numbers, and who acts before whom then."""
        found: dict[tuple[Outcome, Outcome, tuple[int, ...]], float] = {}
        laws: list[Cell] = [self._known(self.cells.order, form) for form in (first, second)]
        for one, chance in zip(laws[0].outcomes, laws[0].weights, strict=True):
            for other, also in zip(laws[1].outcomes, laws[1].weights, strict=True):
                keys = [
                    (outcome.number, self.forms[outcome.forms[0]].tie, -who)
                    for who, outcome in enumerate((one, other))
                    if outcome.number is not None
                ]
                line = tuple(-key[-1] for key in sorted(keys, reverse=True))
                place = (one._replace(number=None), other._replace(number=None), line)
                found[place] = found.get(place, 0.0) + chance * also
        return [(*place, chance) for place, chance in found.items()]

    def _act(self, number: int, node: Node, entries: Entries) -> None:
        """What whoever has the turn does, by how many points are left to it, and all that comes of it."""
        who, mode = node.stack[-1]
        for band, plans in self._bands(who):
            for plan in plans:
                pair = self._pair(node, who, mode, plan)
                cell: Cell | None = self._known(self.cells.pair, pair)
                if cell is not None:
                    break
            else:
                raise Untabulated("somebody does nothing at all")
            assert cell is not None
            if cell.action is not None:
                self.acts.setdefault(number, []).append((who, cell.action, band))
            for outcome, weight in zip(cell.outcomes, cell.weights, strict=True):
                losses = outcome.losses if who == 0 else outcome.losses[::-1]
                self._enter(entries, self._after(node, who, outcome), losses, weight, band)

    def _bands(self, who: int) -> Iterator[tuple[Band, tuple[str | None, ...]]]:
        """Ranges of points, and the plans that are tried there in turn; None for what is done about nobody."""
        style = self.styles[who]
        limits = sorted({style.retreat, style.surrender} - {NEVER})
        low = 0
        for limit in (*limits, LOST):
            high = self.index(limit)
            plans = [p for p, most in (("surrender", style.surrender), ("retreat", style.retreat)) if limit <= most]
            band = self._band(who, low, high)
            if band[1] <= band[2]:
                yield band, (*plans, style.plan, None)
            low = high + 1

    def _pair(self, node: Node, who: int, mode: Mode, plan: str | None) -> Pair:
        form, foe = node.forms[who], node.forms[1 - who]
        linked, links = self.forms[form].links, self.forms[foe].links
        if plan is None:
            relation = NONE if not linked else NEAR if node.distance <= self.cells.system.near else OTHER
            return Pair(form, NOBODY, 0, mode, self.styles[who].plan, (relation, NONE, NONE, NONE))
        relations = (PARTNER if linked else NONE, NONE, PARTNER if links else NONE, NONE)
        return Pair(form, foe, node.distance, mode, plan, relations)

    def _after(self, node: Node, who: int, outcome: Outcome) -> Node:
        """A node after an act."""
        foe = 1 - who
        forms, timers = list(node.forms), list(node.timers)
        forms[who] = outcome.forms[0]
        timers[who] = _timed(timers[who], outcome.timers, 0)
        if outcome.forms[1] != NOBODY:
            forms[foe] = outcome.forms[1]
            timers[foe] = _timed(timers[foe], outcome.timers, 1)
        elif outcome.moves != (0, 0):
            raise Untabulated("a move that has to do with nobody")
        distance = abs(node.distance + outcome.moves[1] - outcome.moves[0])
        stack = (*node.stack[:-1], *((foe if place else who, mode) for place, mode in outcome.steps))
        if len(stack) > DEEPEST:
            raise Untabulated(f"more than {DEEPEST} turns within turns")
        waits = _with(node.waits, who, WAITING_LATE) if outcome.late else node.waits
        return Node(TURNS, (forms[0], forms[1]), distance, (timers[0], timers[1]), node.line, waits, stack)

    def _write(self, number: int, entries: Entries) -> None:
        start, end = self.entries, self.entries + len(entries)
        while end > len(self.dest):
            self.source, self.dest = _doubled(self.source), _doubled(self.dest)
            self.loss, self.bounds, self.weight = _doubled(self.loss), _doubled(self.bounds), _doubled(self.weight)
        rows, columns = self.size
        for place, ((dest, one, other, band), weight) in enumerate(entries.items(), start=start):
            who, low, high = band
            self.source[place], self.dest[place], self.weight[place] = number, dest, weight
            self.loss[place] = (one, other)
            self.bounds[place] = (low, high, 0, columns - 1) if who == 0 else (0, rows - 1, low, high)
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
            for who, action, (_, low, high) in self.acts.get(node, ()):
                if low <= points[who] <= high:
                    found[who].setdefault(action.kind, action)
        return [[by_kind[kind] for kind in sorted(by_kind)] for by_kind in found]


def _doubled(array: Any) -> Any:
    return np.concatenate([array, np.zeros_like(array)])


def _following(node: Node) -> Node:
    return node._replace(stage=TURNS if node.stage == BEGINS else node.stage + 1)


def _with(pair: Any, who: int, value: Any) -> Any:
    return (value, pair[1]) if who == 0 else (pair[0], value)


def _timed(running: Timers, begun: Iterable[tuple[int, str, int]], who: int) -> Timers:
    """The timers of a fighter with those that begin to run on it; one for the same thing is replaced."""
    for on, what, rounds in begun:
        if on == who:
            if any(w == what for w, _ in running):
                running = tuple((w, rounds if w == what else r) for w, r in running)
            else:
                running = (*running, (what, rounds))
    return running
