"""Cells as arrays of plain numbers, for the kernel: written here while no fight is played, and only read there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from affray.arena import alias
from affray.arena.cells import LATE, PLANS, TURN, Cell, Cells, Mode, Outcome, Pair
from affray.arena.forms import NOBODY, Untabulated
from affray.clock import Edge

__all__ = ["BEGIN", "EDGES", "END", "EXPIRE", "MISSING", "NOTHING", "ORDER", "Tables", "packed"]

#: in place of a row: nothing happens; not worked out yet
NOTHING, MISSING = -1, -2
#: what befalls a fighter by itself, as the first index of `solo`
ORDER, END, EDGES, BEGIN, EXPIRE, KINDS = 0, 1, 2, 6, 22, 30
ALL_EDGES: tuple[Edge, ...] = ("round-start", "turn-start", "turn-end", "round-end")
MODES, TIMERS, ALL_PLANS = EXPIRE - BEGIN, KINDS - EXPIRE, 16
#: the longest distance that a key can hold
DISTANCE = 1 << 14
#: the number of who has no place in the order
NO_NUMBER = -(1 << 20)
#: the code of an outcome that is not plain
COMPLEX = 0xFFFF
#: columns of `outs`
WIDTH = 12
#: a number acted on, and each part of a tie key, are from minus this to this less 1
NUMBERS, TIES, TIE_PARTS = 1 << 11, 1 << 13, 3


def packed(form: int, target: int, distance: int, mode: int, plan: int, relations: int) -> int:
    """The key of a pair, as the kernel makes it."""
    return form << 46 | target << 30 | distance << 16 | mode << 12 | plan << 8 | relations


class _Line:
    """An array that grows at its end."""

    def __init__(self, kind: Any, *width: int) -> None:
        self.size, self.array = 0, np.zeros((64, *width), kind)

    def extend(self, rows: Sequence[Any]) -> int:
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
        if len(self.plans) > ALL_PLANS:
            raise Untabulated(f"{cells.system.name} has more than {ALL_PLANS - len(PLANS)} plans")
        self.modes: list[Mode] = [TURN, LATE]
        self.timers: list[str] = []
        self.words, self.starts, self.bits = _Line(np.uint64), _Line(np.int64), _Line(np.int64)
        self.fast, self.bases, self.outs = _Line(np.uint64), _Line(np.int64), _Line(np.int64, WIDTH)
        self.able, self.alive, self.ties = _Line(np.int64), _Line(np.int64), _Line(np.int64)
        # forms to which nothing happens between turns, and those whose place in the order is a number and no more
        self.calm, self.plain = _Line(np.int64), _Line(np.int64)
        for line in (self.able, self.alive, self.ties, self.calm, self.plain):
            line.extend([0])  # nobody
        edges = {edge for _, edge in cells.schedule.refreshes}
        used = [EDGES + number for number, edge in enumerate(ALL_EDGES) if edge in edges]
        self._between = [END, BEGIN, *used]
        self.solo = np.full((KINDS, 64), MISSING, np.int64)
        self.keys, self.rows = np.zeros(1024, np.int64), np.zeros(1024, np.int64)
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
        for form in self.forms.all[self.able.size - 1 :]:
            self.able.extend([form.able])
            self.alive.extend([form.alive])
            self.ties.extend([_tie(form.tie)])
            self.calm.extend([0])
            self.plain.extend([0])
        while self.solo.shape[1] <= len(self.forms):
            self.solo = np.concatenate([self.solo, np.full_like(self.solo, MISSING)], axis=1)

    def pair(self, key: int) -> Pair:
        """What a key stands for."""
        relations = tuple(key >> shift & 3 for shift in (0, 2, 4, 6))
        mode, plan = self.modes[key >> 12 & 15], self.plans[key >> 8 & 15]
        return Pair(key >> 46, key >> 30 & 0xFFFF, key >> 16 & (DISTANCE - 1), mode, plan, relations)

    def fill_solo(self, kind: int, form: int) -> None:
        """Work out one thing that befalls a form by itself."""
        self.settle()
        if self.solo[kind, form] != MISSING:
            return
        cell: Cell | None
        if kind == ORDER:
            cell = self.cells.order(form)
        elif kind == END:
            cell = self.cells.round_end(form)
        elif kind < BEGIN:
            cell = self.cells.edge(form, ALL_EDGES[kind - EDGES])
        elif kind < EXPIRE:
            cell = self.cells.begun(form, self.modes[kind - BEGIN])
        else:
            cell = self.cells.expired(form, self.timers[kind - EXPIRE])
        self.settle()
        self.solo[kind, form] = self._row(cell, form=form if kind == ORDER else NOBODY)
        self.calm.array[form] = (self.solo[self._between, form] == NOTHING).all()

    def _row(self, cell: Cell | None, key: int = 0, form: int = 0) -> int:
        if cell is None:
            return NOTHING
        if len(cell.outcomes) > alias.MOST:
            raise Untabulated(f"more than {alias.MOST} ways in which one act can come out")
        bits, words = alias.row(cell.weights)
        codes = [self._code(key, form, outcome) for outcome in cell.outcomes]
        fast = [word >> 32 << 32 | codes[word >> 16 & 0xFFFF] << 16 | codes[word & 0xFFFF] for word in words]
        self.fast.extend(np.array(fast, np.uint64))
        self.starts.extend([self.words.extend(np.array(words, np.uint64))])
        self.bits.extend([bits])
        self.bases.extend([self.outs.extend([self._encoded(outcome) for outcome in cell.outcomes])])
        self.by_row.append(cell)
        if form:
            self.plain.array[form] = COMPLEX not in codes
        return len(self.by_row) - 1

    def _code(self, key: int, form: int, outcome: Outcome) -> int:
        """An outcome in 16 bits; `COMPLEX` for those that do not fit.

        Of a pair, points lost by the target and nothing else: twice those, and 1 if it is the foe from now on. Of the
        order for a form, the number acted on, counted from the least that there can be.
        """
        if form:
            number = outcome.number
            plain = number is not None and outcome._replace(number=None) == self._same(form)
            return number + NUMBERS if plain and number is not None else COMPLEX
        actor, target = key >> 46, key >> 30 & 0xFFFF
        if not target:
            return COMPLEX
        same = self._same(actor, target)._replace(losses=(0, outcome.losses[1]))
        plain = outcome._replace(foes=(False, outcome.foes[1])) == same and 0 <= outcome.losses[1] < COMPLEX // 2
        return 2 * outcome.losses[1] + outcome.foes[0] if plain else COMPLEX

    def _same(self, actor: int, target: int = NOBODY) -> Outcome:
        """The outcome in which nothing changes."""
        counts = [self.forms[form].links if form else 0 for form in (actor, target)]
        links = [place + 1 if place < links else 0 for links in counts for place in range(2)]
        return Outcome((actor, target), links=(links[0], links[1], links[2], links[3]))

    def _encoded(self, outcome: Outcome) -> list[int]:
        steps = [who | self._mode(mode) << 1 for who, mode in outcome.steps]
        if len(steps) > 2:
            raise Untabulated("more than two turns that follow from one act")
        timers = [0, 0]
        for who, what, left in outcome.timers:
            if timers[who]:
                raise Untabulated("two timed conditions from one act")
            timers[who] = self._timer(what) + 1 << 20 | left
        code = len(steps) | sum(step << 2 + 5 * place for place, step in enumerate(steps))
        links = sum(source << 2 * place for place, source in enumerate(outcome.links))
        flags = outcome.foes[0] | outcome.foes[1] << 1 | outcome.late << 2
        number = NO_NUMBER if outcome.number is None else outcome.number
        if outcome.number is not None and not -NUMBERS <= number < NUMBERS:
            raise Untabulated(f"acting on the number {number}")
        return [*outcome.forms, *outcome.losses, *outcome.moves, code, links, flags, *timers, number]

    def _mode(self, mode: Mode) -> int:
        if mode not in self.modes:
            if len(self.modes) == MODES:
                raise Untabulated(f"more than {MODES} kinds of turns")
            self.modes.append(mode)
        return self.modes.index(mode)

    def _timer(self, what: str) -> int:
        if what not in self.timers:
            if len(self.timers) == TIMERS:
                raise Untabulated(f"more than {TIMERS} timed conditions")
            self.timers.append(what)
        return self.timers.index(what)

    def _remember(self, key: int, row: int) -> None:
        """Enter a row into the open hash table, which is never more than half full."""
        self.known[key] = row
        if 2 * len(self.known) > len(self.keys):
            self.keys, self.rows = np.zeros(4 * len(self.keys), np.int64), np.zeros(4 * len(self.keys), np.int64)
            for each, its in self.known.items():
                self._enter(each, its)
        else:
            self._enter(key, row)

    def _enter(self, key: int, row: int) -> None:
        size = len(self.keys)
        place = ((key * HASH & (1 << 64) - 1) >> 32) * size >> 32
        while self.keys[place]:
            place = place + 1 & size - 1
        self.keys[place], self.rows[place] = key, row


#: spreads keys over the hash table by multiplication
HASH = 0x9E3779B97F4A7C15


def _tie(parts: tuple[int, ...]) -> int:
    """A tie key as one number that sorts as it does."""
    if len(parts) > TIE_PARTS or not all(-TIES <= part < TIES for part in parts):
        raise Untabulated(f"the tie key {parts}")
    number = 0
    for part in (*parts, *(0,) * (TIE_PARTS - len(parts))):
        number = number << 14 | part + TIES
    return number
