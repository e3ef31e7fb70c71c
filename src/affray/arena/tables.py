"""Cells as arrays of plain numbers, for the kernel: written here while no fight is played, and only read there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

import numpy as np

from affray.arena import alias
from affray.arena import codes as c
from affray.arena.cells import LATE, PLANS, SOMEBODY, TURN, Cell, Cells, Held, Mode, Outcome, Pair
from affray.arena.forms import NOBODY, Untabulated
from affray.arena.landings import landings
from affray.clock import Edge

__all__ = ["Tables"]

EDGES: tuple[Edge, ...] = ("round-start", "turn-start", "turn-end", "round-end")
MODES, TIMERS, PLANS_MOST = c.EXPIRE - c.BEGIN, c.LOWERED - c.EXPIRE, 16
#: each part of a tie key is from minus this to this less 1, and there are so many parts
TIES, TIE_PARTS = 1 << 13, 3
#: planes grow by so many forms; where there are more forms than that, there are none
STRIDES, WIDEST = 16, 512
#: the bits of a form in a key
FORMS = (1 << 15) - 1


class _Line:
    """An array that grows at its end; what is seldom read can be put behind the rest, and counted from the end."""

    def __init__(self, kind: Any, *width: int) -> None:
        self.size, self.behind, self.array = 0, 0, np.zeros((64, *width), kind)

    def extend(self, rows: Any) -> int:
        """Put rows at the end: where they begin."""
        self._fit(len(rows))
        start = self.size
        self.array[start : start + len(rows)] = rows
        self.size += len(rows)
        return start

    def put_behind(self, rows: Any) -> int:
        """Put rows behind the rest: where they begin, as a number below 0."""
        self._fit(len(rows))
        self.behind += len(rows)
        start = len(self.array) - self.behind
        self.array[start : start + len(rows)] = rows
        return -self.behind

    def _fit(self, more: int) -> None:
        while self.size + self.behind + more > len(self.array):
            half = len(self.array) - self.behind
            self.array = np.concatenate([self.array[:half], np.zeros_like(self.array), self.array[half:]])


class Tables:
    """What the kernel reads; `fill` works out what it did not find."""

    def __init__(self, cells: Cells) -> None:
        self.cells, self.forms = cells, cells.forms
        self.plans = (*PLANS, *cells.system.plans)
        if len(self.plans) > PLANS_MOST:
            raise Untabulated(f"{cells.system.name} has more than {PLANS_MOST - len(PLANS)} plans")
        self.modes: list[Mode] = [TURN, LATE]
        self.timers: list[str] = []
        self.held: list[Held] = [()]
        self.words, self.quick, self.rows = _Line(np.uint64), _Line(np.uint64), _Line(np.int64, c.ROW)
        # by its first word: which row that is
        self.owners = _Line(np.int32)
        self.outs, self.entries = _Line(np.int64, c.OUTCOME), _Line(np.int64, c.ENTRY)
        self.entries.extend([[0] * c.ENTRY])  # nobody
        self.solo = np.full((c.BEFALLS, 64), c.MISSING, np.int64)
        self.table = np.zeros((1024, 2), np.int64)
        # what the table says of pairs of forms, in planes for a plan and a distance each; where these begin
        # the first one, which always sends to the table, is for all that have none of their own
        self.stride, self.plane = STRIDES, np.full(STRIDES * STRIDES, c.ELSEWHERE, np.int32)
        self.planes = np.zeros((PLANS_MOST, c.CLOSE), np.int64)
        self.lands, self.most = np.zeros((1, 0, 0), np.int16), 0
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
                self._remember(key, self._row(self._worked_out(key), key))
        self.settle()
        self.lands = landings(self.entries.array[: self.entries.size], self.solo, self.most)

    def _worked_out(self, key: int) -> Cell | None:
        if key & c.TOGETHER and not key >> 30 & FORMS:
            return self.cells.released(key >> 46 & FORMS, self.held[key & (1 << 30) - 1])
        return self.cells.pair(self.pair(key))

    def settle(self) -> None:
        """Enter the forms that came up."""
        for form in self.forms.all[self.entries.size - 1 :]:
            self.entries.extend(
                [
                    [
                        *(form.able, form.alive, _tie(form.tie), -1, 0, form.bottom, form.top, form.down),
                        *[0] * (c.ENTRY - c.ITS_START),
                    ]
                ]
            )
        if 0 < self.stride <= len(self.forms):
            self._widen()
        while self.solo.shape[1] <= len(self.forms):
            self.solo = np.concatenate([self.solo, np.full_like(self.solo, c.MISSING)], axis=1)

    def pair(self, key: int) -> Pair:
        """What a key stands for."""
        relations = tuple(key >> shift & 3 for shift in (0, 2, 4, 6))
        mode, plan = self.modes[key >> 12 & 15], self.plans[key >> 8 & 15]
        forms = key >> 46 & FORMS, key >> 30 & FORMS
        together, caused = bool(key & c.TOGETHER), bool(key & c.CAUSED)
        return Pair(*forms, key >> 16 & (c.FARTHEST - 1), mode, plan, relations, together, caused)

    def fill_solo(self, kind: int, form: int) -> None:
        """Work out one thing that befalls a form by itself."""
        self.settle()
        if self.solo[kind, form] != c.MISSING:
            return
        if kind in (c.LOWERED, c.RAISED):
            own = self.forms[form]
            self.solo[kind, form] = self.forms.banded(form, own.bottom - 1 if kind == c.LOWERED else own.top + 1)
            self.settle()
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
        self.entries.array[form, c.NOISE] = sum(
            1 << kind for kind in self._between if self.solo[kind, form] != c.NOTHING
        )

    def _row(self, cell: Cell | None, key: int = 0, form: int = 0) -> int:
        if cell is None:
            return c.NOTHING
        if len(cell.outcomes) > alias.MOST:
            raise Untabulated(f"more than {alias.MOST} ways in which one act can come out")
        actor, target = key >> 46 & FORMS, key >> 30 & FORMS
        calm = self._calm(form or actor, target)
        simple = [_rest(outcome) == calm for outcome in cell.outcomes]
        code = partial(_number, form) if form else partial(self._code, actor, target)
        codes = [code(outcome) if plain else c.COMPLEX for outcome, plain in zip(cell.outcomes, simple, strict=True)]
        base = self.outs.extend(
            [
                [*self._encoded(outcome), c.HELD_ALONE if _held_alone(actor, target, outcome, calm) else plain]
                for outcome, plain in zip(cell.outcomes, simple, strict=True)
            ]
        )
        likely, unlikely = alias.split(cell.weights) if not form else ([*range(len(codes))], [])
        rest = self._words(cell.weights, codes, unlikely, behind=True) if unlikely else (0, 0)
        start, bits = self._words(cell.weights, codes, likely, sum(cell.weights[place] for place in unlikely))
        self.rows.extend([[start, bits, base, *rest]])
        self.owners.extend([len(self.by_row)] * (self.words.size - self.owners.size))
        self.by_row.append(cell)
        if form:
            self.entries.array[form, [c.PLAIN, c.ITS_START, c.ITS_BITS]] = c.COMPLEX not in codes, start, bits
        return len(self.by_row) - 1

    def _words(
        self, weights: Sequence[float], codes: list[int], places: list[int], rest: float = 0.0, behind: bool = False
    ) -> tuple[int, int]:
        """Enter words for some outcomes, and for all others if they weigh something: the first word, and the bits."""
        outcomes = [*places, *[c.REST] * (rest > 0)]
        codes = [c.REST if place == c.REST else codes[place] for place in outcomes]
        bits, words = alias.row([*(weights[place] for place in places), *[rest] * (rest > 0)])
        for line, names in ((self.words, outcomes), (self.quick, codes)):
            told = [word >> 32 << 32 | names[word >> 16 & 0xFFFF] << 16 | names[word & 0xFFFF] for word in words]
            start = (line.put_behind if behind else line.extend)(np.array(told, np.uint64))
        return start, bits

    def _calm(self, actor: int, target: int) -> tuple[Any, ...]:
        """What is told by `_rest` of an outcome after which nothing is different but forms, points, and foes."""
        counts = [self.forms[form].links if form else 0 for form in (actor, target)]
        links = tuple(place + 1 if place < links else 0 for links in counts for place in range(2))
        return _rest(Outcome((actor, target), links=(links[0], links[1], links[2], links[3])))

    def _code(self, actor: int, target: int, outcome: Outcome) -> int:
        """An outcome for a pair that takes points from the target and changes one form alone, as in `codes`.

        `COMPLEX` for any other one, and where there is no room for one more form to follow.
        """
        (mine, loss), (one, other), change = outcome.losses, outcome.forms, 0
        if not target or mine or outcome.foes[1] or not 0 <= loss <= c.LOSSES or (one != actor and other != target):
            return c.COMPLEX
        if one != actor:
            change = self._change(actor, one, range(c.OWN_CHANGES, c.CHANGES_MOST + 1))
        elif other != target:
            change = self._change(target, other, range(1, c.OWN_CHANGES))
        return change << c.CHANGE_AT | loss << 1 | outcome.foes[0] if change >= 0 else c.COMPLEX

    def _change(self, form: int, following: int, numbers: Iterable[int]) -> int:
        """The number, one of these, of the change from a form to another one; -1 where all are taken."""
        forms = self.entries.array[form]
        for number in numbers:
            if forms[c.NEXT - 1 + number] in (0, following):
                forms[c.NEXT - 1 + number] = following
                return number
        return -1

    def _encoded(self, outcome: Outcome) -> list[int]:
        steps = [
            who
            | (mode.cause == SOMEBODY) << 1
            | (mode.kind == "turn") << 2
            | _numbered(mode, self.modes, MODES, "kinds of turns") << 3
            for who, mode in outcome.steps
        ]
        if len(steps) > c.STEPS_MOST:
            raise Untabulated(f"more than {c.STEPS_MOST} turns that follow from one act")
        timers = [0, 0]
        for who, what, left in outcome.timers:
            if timers[who]:
                raise Untabulated("two timed conditions from one act")
            timers[who] = _numbered(what, self.timers, TIMERS, "timed conditions") + 1 << 20 | left
        code = len(steps) | sum(step << 2 + c.STEP_BITS * place for place, step in enumerate(steps))
        links = sum(source << 2 * place for place, source in enumerate(outcome.links))
        flags = outcome.foes[0] | outcome.foes[1] << 1 | outcome.late << 2
        number = c.NO_NUMBER if outcome.number is None else outcome.number
        if outcome.number is not None and not -c.NUMBERS <= number < c.NUMBERS:
            raise Untabulated(f"acting on the number {number}")
        held = self._held(outcome.held)
        return [*outcome.forms, *outcome.losses, *outcome.moves, code, links, flags, *timers, number, held]

    def _held(self, held: Held) -> int:
        """The number of what is held; 0 for nothing."""
        if held not in self.held:
            self.held.append(held)
        return self.held.index(held)

    def _remember(self, key: int, row: int) -> None:
        """Enter a row into the open hash table, which is never more than a quarter full."""
        self.known[key] = row
        if 4 * len(self.known) > len(self.table):
            self.table = np.zeros((4 * len(self.table), 2), np.int64)
            for each, its in self.known.items():
                self._enter(each, its)
        else:
            self._enter(key, row)

    def _enter(self, key: int, row: int) -> None:
        size = len(self.table)
        place = (key * c.GOLDEN & (1 << 64) - 1) >> 32 & size - 1
        while self.table[place, 0]:
            place = place + 1 & size - 1
        start, bits = (int(number) for number in self.rows.array[row, [c.START, c.BITS]])
        self.table[place] = key, row << c.ROW_AT | start << c.START_AT | bits if row >= 0 else row
        self._into_plane(key, int(self.table[place, c.K_ROW]))

    def _into_plane(self, key: int, known: int) -> None:
        """Enter what the table says of a turn of its own of one form about another, both linked with nobody."""
        actor, target, plan, apart = key >> 46 & FORMS, key >> 30 & FORMS, key >> 8 & 15, key >> 16 & c.FARTHEST - 1
        rest = key & (c.TOGETHER | c.CAUSED | 15 << 12 | 255)
        if rest or not target or apart >= c.CLOSE or not self.stride:
            return
        if not self.planes[plan, apart]:
            size = self.stride * self.stride
            if len(self.plane) == (c.PLANES + 1) * size:
                return
            self.planes[plan, apart] = len(self.plane)
            self.plane = np.concatenate([self.plane, np.full(size, c.MISSING, np.int32)])
        self.plane[self.planes[plan, apart] + actor * self.stride + target] = (
            known & (1 << c.ROW_AT) - 1 if known >= 0 else known
        )

    def _widen(self) -> None:
        """Make room for more forms in all planes; too many forms have none."""
        old, self.stride = self.stride, len(self.forms) // STRIDES * STRIDES + STRIDES
        if self.stride > WIDEST:
            self.stride, self.plane = 0, np.full(FORMS + 1, c.ELSEWHERE, np.int32)
            self.planes[:] = 0
            return
        planes = self.plane.reshape(-1, old, old)
        wide = np.full((len(planes), self.stride, self.stride), c.MISSING, np.int32)
        wide[0], wide[1:, :old, :old] = c.ELSEWHERE, planes[1:]
        self.plane = wide.reshape(-1)
        self.planes = self.planes // (old * old) * self.stride * self.stride


def _numbered(one: Any, known: list[Any], most: int, kind: str) -> int:
    """The number of a thing, which becomes known with it; there are so many numbers at most."""
    if one not in known:
        if len(known) == most:
            raise Untabulated(f"more than {most} {kind}")
        known.append(one)
    return known.index(one)


def _rest(outcome: Outcome) -> tuple[Any, ...]:
    return (outcome.moves, outcome.links, outcome.steps, outcome.late, outcome.timers, outcome.held)


def _held_alone(actor: int, target: int, outcome: Outcome, calm: tuple[Any, ...]) -> bool:
    """Whether the target feels later all that the outcome does, but for whom the actor goes for from now on."""
    same = outcome.forms == (actor, target) and outcome.losses == (0, 0) and not outcome.foes[1]
    return bool(outcome.held) and same and _rest(outcome._replace(held=())) == calm


def _number(form: int, outcome: Outcome) -> int:
    """An outcome of the order that is a number and nothing else: that, from the least that there can be."""
    nothing = outcome.losses == (0, 0) and outcome.forms == (form, NOBODY) and outcome.foes == (False, False)
    return outcome.number + c.NUMBERS if nothing and outcome.number is not None else c.COMPLEX


def _tie(parts: tuple[int, ...]) -> int:
    """A tie key as one number that sorts as it does."""
    if len(parts) > TIE_PARTS or not all(-TIES <= part < TIES for part in parts):
        raise Untabulated(f"the tie key {parts}")
    number = 0
    for part in (*parts, *(0,) * (TIE_PARTS - len(parts))):
        number = number << 14 | part + TIES
    return number
