"""Cells as arrays of plain numbers, for the kernel: written here while no fight is played, and only read there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from affray.arena import alias
from affray.arena import codes as c
from affray.arena.cells import LATE, PLANS, TURN, Cell, Cells, Mode, Outcome, Pair
from affray.arena.forms import NOBODY, Untabulated
from affray.clock import Edge

__all__ = ["Tables", "packed"]

EDGES: tuple[Edge, ...] = ("round-start", "turn-start", "turn-end", "round-end")
MODES, TIMERS, PLANS_MOST = c.EXPIRE - c.BEGIN, c.BEFALLS - c.EXPIRE, 16
#: each part of a tie key is from minus this to this less 1, and there are so many parts
TIES, TIE_PARTS = 1 << 13, 3


def packed(form: int, target: int, distance: int, mode: int, plan: int, relations: int) -> int:
    """The key of a pair, as the kernel makes it."""
    return form << 46 | target << 30 | distance << 16 | mode << 12 | plan << 8 | relations


class _Line:
    """An array that grows at its end."""

    def __init__(self, kind: Any, *width: int) -> None:
        self.size, self.array = 0, np.zeros((64, *width), kind)

    def extend(self, rows: Any) -> int:
        start = self.size
        while start + len(rows) > len(self.array):
            self.array = np.concatenate([self.array, np.zeros_like(self.array)])
        self.array[start : start + len(rows)] = rows
        self.size += len(rows)
        return start


class Tables:
    """What the kernel reads; `fill` works out what it did not find."""

    def __init__(self, cells: Cells) -> None:
        self.cells, self.forms = cells, cells.forms
        self.plans = (*PLANS, *cells.system.plans)
        if len(self.plans) > PLANS_MOST:
            raise Untabulated(f"{cells.system.name} has more than {PLANS_MOST - len(PLANS)} plans")
        self.modes: list[Mode] = [TURN, LATE]
        self.timers: list[str] = []
        self.words, self.rows = _Line(np.uint64, 2), _Line(np.int64, 3)
        self.outs, self.entries = _Line(np.int64, c.OUTCOME), _Line(np.int64, 5)
        self.entries.extend([[0] * 5])  # nobody
        self.solo = np.full((c.BEFALLS, 64), c.MISSING, np.int64)
        self.table = np.zeros((1024, 2), np.int64)
        edges = {edge for _, edge in cells.schedule.refreshes}
        self._between = [c.END, c.BEGIN, *(c.ROUND_START + EDGES.index(edge) for edge in edges)]
        self.known: dict[int, int] = {}
        self.by_row: list[Cell] = []

    def fill(self, missing: Iterable[tuple[int, int]]) -> None:
        """Work out cells by (kind, key): kind 0 is a pair, any other something that befalls the form `key`."""
        for kind, key in sorted(set(missing)):
            if kind:
                self.fill_solo(kind - 1, key)
            elif key not in self.known:
                self._remember(key, self._row(self.cells.pair(self.pair(key)), key))
        self.settle()

    def settle(self) -> None:
        """Enter the forms that came up."""
        for form in self.forms.all[self.entries.size - 1 :]:
            self.entries.extend([[form.able, form.alive, _tie(form.tie), 0, 0]])
        while self.solo.shape[1] <= len(self.forms):
            self.solo = np.concatenate([self.solo, np.full_like(self.solo, c.MISSING)], axis=1)

    def pair(self, key: int) -> Pair:
        """What a key stands for."""
        relations = tuple(key >> shift & 3 for shift in (0, 2, 4, 6))
        mode, plan = self.modes[key >> 12 & 15], self.plans[key >> 8 & 15]
        return Pair(key >> 46, key >> 30 & 0xFFFF, key >> 16 & (c.FARTHEST - 1), mode, plan, relations)

    def fill_solo(self, kind: int, form: int) -> None:
        """Work out one thing that befalls a form by itself."""
        self.settle()
        if self.solo[kind, form] != c.MISSING:
            return
        cell: Cell | None
        if kind == c.ORDER:
            cell = self.cells.order(form)
        elif kind == c.END:
            cell = self.cells.round_end(form)
        elif kind < c.BEGIN:
            cell = self.cells.edge(form, EDGES[kind - c.ROUND_START])
        elif kind < c.EXPIRE:
            cell = self.cells.begun(form, self.modes[kind - c.BEGIN])
        else:
            cell = self.cells.expired(form, self.timers[kind - c.EXPIRE])
        self.settle()
        self.solo[kind, form] = self._row(cell, form=form if kind == c.ORDER else NOBODY)
        self.entries.array[form, c.CALM] = (self.solo[self._between, form] == c.NOTHING).all()

    def _row(self, cell: Cell | None, key: int = 0, form: int = 0) -> int:
        if cell is None:
            return c.NOTHING
        if len(cell.outcomes) > alias.MOST:
            raise Untabulated(f"more than {alias.MOST} ways in which one act can come out")
        bits, words = alias.row(cell.weights)
        codes = [self._code(key, form, outcome) for outcome in cell.outcomes]
        fast = [word >> 32 << 32 | codes[word >> 16 & 0xFFFF] << 16 | codes[word & 0xFFFF] for word in words]
        start = self.words.extend(np.array([words, fast], np.uint64).T)
        self.rows.extend([[start, bits, self.outs.extend([self._encoded(outcome) for outcome in cell.outcomes])]])
        self.by_row.append(cell)
        if form:
            self.entries.array[form, c.PLAIN] = c.COMPLEX not in codes
        return len(self.by_row) - 1

    def _code(self, key: int, form: int, outcome: Outcome) -> int:
        """An outcome in 16 bits; `COMPLEX` for those that do not fit.

        Of a pair, points lost by the target and nothing else: twice those, and 1 if it is the foe from now on. Of the
        order for a form, the number acted on, counted from the least that there can be.
        """
        if form:
            number = outcome.number
            plain = number is not None and outcome._replace(number=None) == self._same(form)
            return number + c.NUMBERS if plain and number is not None else c.COMPLEX
        actor, target = key >> 46, key >> 30 & 0xFFFF
        if not target:
            return c.COMPLEX
        same = self._same(actor, target)._replace(losses=(0, outcome.losses[1]))
        plain = outcome._replace(foes=(False, outcome.foes[1])) == same and 0 <= outcome.losses[1] < c.COMPLEX // 2
        return 2 * outcome.losses[1] + outcome.foes[0] if plain else c.COMPLEX

    def _same(self, actor: int, target: int = NOBODY) -> Outcome:
        """The outcome in which nothing changes."""
        counts = [self.forms[form].links if form else 0 for form in (actor, target)]
        links = [place + 1 if place < links else 0 for links in counts for place in range(2)]
        return Outcome((actor, target), links=(links[0], links[1], links[2], links[3]))

    def _encoded(self, outcome: Outcome) -> list[int]:
        steps = [who | _numbered(mode, self.modes, MODES, "kinds of turns") << 1 for who, mode in outcome.steps]
        if len(steps) > 2:
            raise Untabulated("more than two turns that follow from one act")
        timers = [0, 0]
        for who, what, left in outcome.timers:
            if timers[who]:
                raise Untabulated("two timed conditions from one act")
            timers[who] = _numbered(what, self.timers, TIMERS, "timed conditions") + 1 << 20 | left
        code = len(steps) | sum(step << 2 + 5 * place for place, step in enumerate(steps))
        links = sum(source << 2 * place for place, source in enumerate(outcome.links))
        flags = outcome.foes[0] | outcome.foes[1] << 1 | outcome.late << 2
        number = c.NO_NUMBER if outcome.number is None else outcome.number
        if outcome.number is not None and not -c.NUMBERS <= number < c.NUMBERS:
            raise Untabulated(f"acting on the number {number}")
        return [*outcome.forms, *outcome.losses, *outcome.moves, code, links, flags, *timers, number]

    def _remember(self, key: int, row: int) -> None:
        """Enter a row into the open hash table, which is never more than half full."""
        self.known[key] = row
        if 2 * len(self.known) > len(self.table):
            self.table = np.zeros((4 * len(self.table), 2), np.int64)
            for each, its in self.known.items():
                self._enter(each, its)
        else:
            self._enter(key, row)

    def _enter(self, key: int, row: int) -> None:
        size = len(self.table)
        place = ((key * c.GOLDEN & (1 << 64) - 1) >> 32) * size >> 32
        while self.table[place, 0]:
            place = place + 1 & size - 1
        self.table[place] = key, row


def _numbered(one: Any, known: list[Any], most: int, kind: str) -> int:
    """The place of something among those that came up so far, where it is entered if it is new."""
    if one not in known:
        if len(known) == most:
            raise Untabulated(f"more than {most} {kind}")
        known.append(one)
    return known.index(one)


def _tie(parts: tuple[int, ...]) -> int:
    """A tie key as one number that sorts as it does."""
    if len(parts) > TIE_PARTS or not all(-TIES <= part < TIES for part in parts):
        raise Untabulated(f"the tie key {parts}")
    number = 0
    for part in (*parts, *(0,) * (TIE_PARTS - len(parts))):
        number = number << 14 | part + TIES
    return number
