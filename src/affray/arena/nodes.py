"""Duels as nodes, states of two fighters without their points, and what comes next in each, with its chances.

What stands here is the course of a round, the same as in `kernel`; what is done in it
and what comes of that are the cells of `cells`, and nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from affray.arena.cells import LATE, NEAR, NONE, OTHER, PARTNER, TURN, Cell, Cells, Mode, Outcome, Pair
from affray.arena.forms import LOST, NOBODY, Untabulated
from affray.arena.tactics import NEVER, Style
from affray.clock import Edge
from affray.system import Action

__all__ = ["BEFORE", "CHECK", "ORDER", "OVER", "ROUND", "TURNS", "Course", "Node", "Way"]

#: what comes next in a node, in the order of a round; what ends at `ROUND` has still to begin a round; at `CHECK` the
#: turns are over, and whoever has won by then loses nothing more by the end of the round
CHECK, TIMERS, ROUND_ENDS, ENDS, ROUND, ROUND_STARTS, ORDER, TURNS, TURN_STARTS, BEGINS, OVER = (
    -1,
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
DEEPEST = 32

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


class Way(NamedTuple):
    """One way on from a node: where to, what both lose, how likely, and what is done.

    It is open only where that fighter has so many points, from `low` to `high`.
    """

    node: Node
    losses: tuple[int, int] = (0, 0)
    weight: float = 1.0
    who: int = 0
    low: int = -LOST
    high: int = LOST
    action: Action | None = None


class Course:
    """What comes next in a duel. `memo` keeps cells for the next one."""

    def __init__(self, cells: Cells, styles: tuple[Style, Style], memo: dict[Any, Any]) -> None:
        self.cells, self.forms, self.styles, self.memo = cells, cells.forms, styles, memo
        self.once = cells.schedule.order == "once"
        self.edges = {edge for _, edge in cells.schedule.refreshes}

    # -- nodes ---------------------------------------------------------------------------------------------------

    def calm(self, node: Node) -> Node:
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
            elif stage == CHECK:
                ended = self.calm(node._replace(stage=TIMERS))
                return ended if ended.stage >= ROUND else node
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
        return node._replace(stage=CHECK, line=node.line if self.once else (), waits=(DONE, DONE))

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

    def ways(self, node: Node) -> Iterator[Way]:
        """All that can come next in a node in which something happens."""
        stage = node.stage
        if stage == ROUND:
            node = self.calm(node._replace(stage=ROUND_STARTS))
            if node.stage != ORDER:
                yield Way(node)
                return
        if node.stage == ORDER:
            yield from self._order(node)
        elif stage == TURNS:
            yield from self._act(node)
        elif stage == CHECK:
            yield Way(node._replace(stage=TIMERS))
        elif stage < ROUND_ENDS:
            yield self._tick(node)
        elif stage < OVER:
            yield from self._befall(node)

    def _alone(self, node: Node, who: int, outcome: Outcome) -> Node:
        """A node after something has befallen one fighter by itself."""
        if outcome.moves != (0, 0) or outcome.steps or outcome.late:
            raise Untabulated("something that befalls a fighter by itself moves it")
        timers = _with(node.timers, who, _timed(node.timers[who], outcome.timers, 0))
        return node._replace(forms=_with(node.forms, who, outcome.forms[0]), timers=timers)

    def _befall(self, node: Node) -> Iterator[Way]:
        cell, who = self._solo(node), self._whose(node)
        assert cell is not None
        least = -LOST
        if node.stage in (ENDS, ENDS + 1):  # whoever is dead has nothing more to lose
            least = self.forms[node.forms[who]].alive
            yield Way(_following(node), who=who, high=least - 1)
        for outcome, weight in zip(cell.outcomes, cell.weights, strict=True):
            after = _following(self._alone(node, who, outcome))
            yield Way(after, _with((0, 0), who, outcome.losses[0]), weight, who, least)

    def _tick(self, node: Node) -> Way:
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
        return Way(node._replace(stage=node.stage + 1), losses)

    def _order(self, node: Node) -> Iterator[Way]:
        """Who acts before whom; both at once, since it is the comparison that counts."""
        if self.once and node.line:
            yield Way(node._replace(stage=TURNS, waits=(int(0 in node.line), int(1 in node.line))))
            return
        for one, other, line, chance in self._known(self._lines, *node.forms):
            after = self._alone(self._alone(node, 0, one), 1, other)
            after = after._replace(stage=TURNS, line=line, waits=(int(0 in line), int(1 in line)))
            yield Way(after, (one.losses[0], other.losses[0]), chance)

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

    def _act(self, node: Node) -> Iterator[Way]:
        """What whoever has the turn does, by how many points are left to it, and all that comes of it."""
        who, mode = node.stack[-1]
        for low, high, plans in self._bands(who):
            cells = (self._known(self.cells.pair, self._pair(node, who, mode, plan)) for plan in plans)
            cell: Cell | None = next((cell for cell in cells if cell is not None), None)
            if cell is None:
                raise Untabulated("somebody does nothing at all")
            for outcome, weight in zip(cell.outcomes, cell.weights, strict=True):
                losses = outcome.losses if who == 0 else (outcome.losses[1], outcome.losses[0])
                yield Way(self._after(node, who, outcome), losses, weight, who, low, high, cell.action)

    def _bands(self, who: int) -> Iterator[tuple[int, int, tuple[str | None, ...]]]:
        """Ranges of points, and the plans that are tried there in turn; None for what is done about nobody."""
        style, low = self.styles[who], -LOST
        for limit in (*sorted({style.retreat, style.surrender} - {NEVER}), LOST):
            plans = [p for p, most in (("surrender", style.surrender), ("retreat", style.retreat)) if limit <= most]
            yield low, limit, (*plans, style.plan, None)
            low = limit + 1

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
