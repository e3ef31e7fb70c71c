"""Duels as nodes, states of two fighters without their points, and what comes next in each, with its chances.

What stands here is the course of a round, the same as in `kernel`; what is done in it and what comes of that are
the cells of `cells`, and nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from affray.arena.cells import LATE, NEAR, NONE, OTHER, PARTNER, SOMEBODY, TURN, Cell, Cells, Held, Mode, Outcome, Pair
from affray.arena.codes import DEEPEST
from affray.arena.forms import LOST, NOBODY, Untabulated
from affray.arena.states import (
    ALL,
    BEGINS,
    CHECK,
    DONE,
    ENDS,
    ORDER,
    OVER,
    ROUND,
    ROUND_ENDS,
    ROUND_STARTS,
    TIMERS,
    TURN_STARTS,
    TURNS,
    WAITING,
    WAITING_LATE,
    Bounds,
    Node,
    Pending,
    Way,
    both,
    following,
    only,
    timed,
    with_,
)
from affray.arena.tactics import NEVER, Style
from affray.clock import Edge

__all__ = ["Course"]


class Course:
    """What comes next in a duel. `memo` keeps cells for the next one.

    Nobody has more points than `top`, and less than `base` are all the same.
    """

    def __init__(
        self, cells: Cells, styles: tuple[Style, Style], memo: dict[Any, Any], top: tuple[int, int], base: int
    ) -> None:
        self.top, self.base = top, base
        self.cells, self.forms, self.styles, self.memo = cells, cells.forms, styles, memo
        self.once, self.together = cells.schedule.order == "once", cells.schedule.together
        self.edges = {edge for _, edge in cells.schedule.refreshes}

    # -- nodes ---------------------------------------------------------------------------------------------------

    def calm(self, node: Node) -> Node:
        """The next node in which something happens, or a round is to begin."""
        while True:
            stage = node.stage
            if node.held and (self._decided(node) or self._is_due(node)):
                return node
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
            return following(node)
        if len(cell.outcomes) > 1 or cell.outcomes[0].losses[0]:
            return None
        after = self._alone(node, who, cell.outcomes[0])
        old, new = (self.forms[each.forms[who]] for each in (node, after))
        return following(after) if (old.able, old.alive) == (new.able, new.alive) else None

    def _called(self, node: Node) -> Node:
        """The next turn of the round, or its end."""
        for wanted, mode in ((WAITING, TURN), (WAITING_LATE, LATE)):
            for who in node.line:
                if node.waits[who] == wanted:
                    return node._replace(stage=TURN_STARTS, waits=with_(node.waits, who, DONE), stack=((who, mode),))
        line, tied = (node.line, node.tied) if self.once else ((), False)
        return node._replace(stage=CHECK, line=line, waits=(DONE, DONE), tied=tied)

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
        for way in self._held(node, node.held) if node.held else self._next(node):
            if way.losses == (0, 0) and not node.held:
                yield way
            else:
                yield from self._split(node, way)

    def _split(self, node: Node, way: Way) -> Iterator[Way]:
        """A way by the forms that both come to be with what is left to them."""
        after, losses, weight, ((a, b), (c, d)), who, action, _ = way
        pieces = self._fitting(node, after, losses[1], 1)
        for one, low, high in self._fitting(node, after, losses[0], 0):
            mine = (a if a > low else low, b if b < high else high)
            for other, its_low, its_high in pieces:
                bounds = mine, (c if c > its_low else its_low, d if d < its_high else its_high)
                yield Way(after, losses, weight, bounds, who, action, (one, other))

    def _fitting(self, node: Node, after: Node, loss: int, who: int) -> list[tuple[int, int, int]]:
        """The forms that a fighter comes to be on the way to a node, each with the points from which it leads there."""
        form, held = after.forms[who], node.held is not None and node.held.who == who
        if not (loss or held) or after.stage == OVER or (after.held is not None and after.held.who == who):
            return [(form, *ALL)]
        return self._known(self._pieces, node.forms[who], form, loss, held or node.stage < TURNS)  # type: ignore[no-any-return]

    def _pieces(self, old: int, form: int, loss: int, lower: bool) -> list[tuple[int, int, int]]:
        """The forms that follow on `form`, by the points before it: those of the old form, or `lower` ones too."""
        found, before = [], self.forms[old]
        low, left = before.bottom if before.bottom > before.down and not lower else -LOST, before.top - loss
        while left > -LOST and left >= low - loss:
            number = self.forms.banded(form, min(left, LOST))
            own = self.forms[number]
            least = own.bottom if left >= own.down < own.bottom else -LOST
            found.append((number, max(low, least + loss), left + loss))
            left = least - 1
        return found

    def _next(self, node: Node) -> Iterator[Way]:
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

    def _is_due(self, node: Node) -> bool:
        """Whether whoever has something to feel is through with its turn."""
        return node.held is not None and node.stage == TURNS and not node.stack and node.waits[node.held.who] != WAITING

    def _decided(self, node: Node) -> bool:
        return node.stage >= TURNS and any(self.forms[form].able == LOST for form in node.forms)

    def _held(self, node: Node, held: Pending) -> Iterator[Way]:
        """What comes next where something is held: it is felt as its time has come, or as the other one is out."""
        outcome, other = self._felt(node.forms[held.who], held.held), 1 - held.who
        after = node._replace(forms=with_(node.forms, held.who, outcome.forms[0]), held=None)
        felt = Way(after, with_((0, 0), held.who, 0 if held.at_once else outcome.losses[0]))
        if self._decided(node) or self._is_due(node):
            yield felt
            return
        able = self.forms[node.forms[other]].able
        yield felt._replace(bounds=only(other, -LOST, able - 1))
        bounds: dict[Bounds, Bounds] = {}
        for after, losses, weight, its, who, action, forms in self._next(node):
            if its not in bounds:
                bounds[its] = both(its, only(other, able, LOST))
            yield Way(after, losses, weight, bounds[its], who, action, forms)

    def _felt(self, form: int, held: Held) -> Outcome:
        """What comes of it for a form when it feels what was held."""
        cell: Cell | None = self._known(self.cells.released, form, held)
        if cell is None:
            return Outcome((form, NOBODY))
        if len(cell.outcomes) > 1:
            raise Untabulated("what is held is left to dice")
        return cell.outcomes[0]

    def _kept(self, node: Node, foe: int, held: Held) -> tuple[Pending | None, int]:
        """What is held of an act on somebody, on top of what is so already; and points that are taken at once."""
        if not held:
            return node.held, 0
        if node.held and node.held.who != foe:
            raise Untabulated("more is held than a duel can keep")
        style, before = self.styles[foe], node.held.held if node.held else ()
        if (style.retreat, style.surrender) != (NEVER, NEVER):
            return Pending(foe, before + held, False), 0
        # but for the points, it is the same whatever their number
        counted = self.cells.system.counted
        alike = tuple((what, int(amount > 0) if what in counted else amount) for what, amount in held)
        more = sum(amount - same for (what, amount), (_, same) in zip(held, alike, strict=True) if what in counted)
        return Pending(foe, before + alike, True), self._felt(node.forms[foe], alike).losses[0] + more

    def _alone(self, node: Node, who: int, outcome: Outcome) -> Node:
        """A node after something has befallen one fighter by itself."""
        if outcome.moves != (0, 0) or outcome.steps or outcome.late:
            raise Untabulated("something that befalls a fighter by itself moves it")
        timers = with_(node.timers, who, timed(node.timers[who], outcome.timers, 0))
        return node._replace(forms=with_(node.forms, who, outcome.forms[0]), timers=timers)

    def _befall(self, node: Node) -> Iterator[Way]:
        cell, who = self._solo(node), self._whose(node)
        assert cell is not None
        least = -LOST
        if node.stage in (ENDS, ENDS + 1):  # whoever is dead has nothing more to lose
            least = self.forms[node.forms[who]].alive
            yield Way(following(node), bounds=only(who, -LOST, least - 1))
        for outcome, weight in zip(cell.outcomes, cell.weights, strict=True):
            after = following(self._alone(node, who, outcome))
            yield Way(after, with_((0, 0), who, outcome.losses[0]), weight, only(who, least, LOST))

    def _tick(self, node: Node) -> Way:
        """A round less for every timer of one fighter."""
        who, losses = node.stage - TIMERS, (0, 0)
        for what, rounds in node.timers[who]:
            kept = tuple(timer for timer in node.timers[who] if timer[0] != what)
            if rounds > 1:
                kept = tuple((w, r - 1 if w == what else r) for w, r in node.timers[who])
            node = node._replace(timers=with_(node.timers, who, kept))
            cell = None if rounds > 1 else self._known(self.cells.expired, node.forms[who], what)
            if cell is not None:
                node = self._alone(node, who, cell.outcomes[0])
                losses = with_(losses, who, losses[who] + cell.outcomes[0].losses[0])
        return Way(node._replace(stage=node.stage + 1), losses)

    def _order(self, node: Node) -> Iterator[Way]:
        """Who acts before whom; both at once, since it is the comparison that counts."""
        if self.once and node.line:
            yield Way(node._replace(stage=TURNS, waits=(int(0 in node.line), int(1 in node.line))))
            return
        for one, other, line, tied, chance in self._known(self._lines, *node.forms):
            after = self._alone(self._alone(node, 0, one), 1, other)
            after = after._replace(stage=TURNS, line=line, waits=(int(0 in line), int(1 in line)), tied=tied)
            yield Way(after, (one.losses[0], other.losses[0]), chance)

    def _lines(self, first: int, second: int) -> list[tuple[Outcome, Outcome, tuple[int, ...], bool, float]]:
        """What two forms can be as the order is settled, apart from the numbers, and who acts before whom then.

        And whether they do so at the same time.
        """
        found: dict[tuple[int, int, tuple[int, ...], bool], float] = {}
        ones, others = self._known(self._ordered, first), self._known(self._ordered, second)
        for one, key, chance in ones:
            for other, its_key, also in others:
                if key is None or its_key is None:
                    line: tuple[int, ...] = (0,) * (key is not None) + (1,) * (its_key is not None)
                else:
                    line = (0, 1) if key >= its_key else (1, 0)
                place = one, other, line, self.together and len(line) == 2 and key == its_key
                found[place] = found.get(place, 0.0) + chance * also
        outcomes = [self._known(self.cells.order, form).outcomes for form in (first, second)]
        return [
            (outcomes[0][one]._replace(number=None), outcomes[1][other]._replace(number=None), line, tied, chance)
            for (one, other, line, tied), chance in found.items()
        ]

    def _ordered(self, form: int) -> list[tuple[int, tuple[int, tuple[int, ...]] | None, float]]:
        """How a form's place in the order comes out: the outcome, by the place of the first that is like it but for the
        number; number and tie key, None for who has no place; the chance.
        """
        cell: Cell = self._known(self.cells.order, form)
        alike: dict[Outcome, int] = {}
        found = []
        for place, (outcome, chance) in enumerate(zip(cell.outcomes, cell.weights, strict=True)):
            first = alike.setdefault(outcome._replace(number=None), place)
            key = None if outcome.number is None else (outcome.number, self.forms[outcome.forms[0]].tie)
            found.append((first, key, chance))
        return found

    def _act(self, node: Node) -> Iterator[Way]:
        """What whoever has the turn does, by how many points are left to it, and all that comes of it."""
        who, mode = node.stack[-1]
        for low, high, plans in self._bands(who):
            cells = (self._known(self.cells.pair, self._pair(node, who, mode, plan)) for plan in plans)
            cell: Cell | None = next((cell for cell in cells if cell is not None), None)
            if cell is None:
                raise Untabulated("somebody does nothing at all")
            bounds = only(who, low, high)
            for (outcome, held), losses in self._merged(node, who, cell).items():
                after = self._after(node, who, outcome, held)
                for (mine, its), weight in losses.items():
                    yield Way(after, (mine, its) if who == 0 else (its, mine), weight, bounds, who, cell.action)

    def _merged(
        self, node: Node, who: int, cell: Cell
    ) -> dict[tuple[Outcome, Pending | None], dict[tuple[int, int], float]]:
        """The outcomes of a cell but for the points lost, what of them is held, and the chances of these points."""
        found: dict[Any, dict[tuple[int, int], float]] = {}
        foe = 1 - who
        # to lose more than all that there can be is to lose all
        most = min(self.forms[node.forms[foe]].top, self.top[foe]) - self.base + 1
        for outcome, weight in zip(cell.outcomes, cell.weights, strict=True):
            forms, (mine, its), *rest, later = outcome
            held, at_once = self._kept(node, foe, later)
            losses, key = found.setdefault((forms, *rest, held), {}), (mine, min(its + at_once, most))
            losses[key] = losses.get(key, 0.0) + weight
        return {(Outcome(forms, (0, 0), *rest), held): losses for (forms, *rest, held), losses in found.items()}

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
        own = any(each == who and its.kind == "turn" for each, its in node.stack)
        together = node.tied and own and node.waits[1 - who] == WAITING
        return Pair(form, foe, node.distance, mode, plan, relations, together, mode.cause == SOMEBODY)

    def _after(self, node: Node, who: int, outcome: Outcome, held: Pending | None) -> Node:
        """A node after an act."""
        foe = 1 - who
        forms, timers = list(node.forms), list(node.timers)
        forms[who] = outcome.forms[0]
        timers[who] = timed(timers[who], outcome.timers, 0)
        if outcome.forms[1] != NOBODY:
            forms[foe] = outcome.forms[1]
            timers[foe] = timed(timers[foe], outcome.timers, 1)
        elif outcome.moves != (0, 0):
            raise Untabulated("a move that has to do with nobody")
        distance = abs(node.distance + outcome.moves[1] - outcome.moves[0])
        stack = (*node.stack[:-1], *((foe if place else who, mode) for place, mode in outcome.steps))
        if len(stack) > DEEPEST:
            raise Untabulated(f"more than {DEEPEST} turns within turns")
        waits = with_(node.waits, who, WAITING_LATE) if outcome.late else node.waits
        pair, running = (forms[0], forms[1]), (timers[0], timers[1])
        return Node(TURNS, pair, distance, running, node.line, waits, stack, node.tied, held)
