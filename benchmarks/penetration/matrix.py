"""An exact duel as NumPy matrices over the harm of both and their shocks, written by hand: a yardstick and an oracle.

See `benchmarks.roster` for why a second copy of the rules may stand here, and nowhere else.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from benchmarks.laws import Law, Moments
from benchmarks.penetration.roster import DEAD, DYING, Entry
from benchmarks.roster import Roster

__all__ = ["DuelLaw", "attack_law", "duel", "law_of"]

DIE = range(1, 7)
#: the chances of the sums of two dice, 0 to 12
TWO_DICE = np.convolve(np.full(6, 1 / 6), np.full(6, 1 / 6))
#: so often a six may follow on a six: what comes after that is less than 1e-12
SIXES = 15
MASS_CUT = 1e-12
LIMIT = 1_000


@dataclass(frozen=True)
class DuelLaw:
    """How a duel ends: chances of a win by side and of both falling at once, its length, and who is alive then.

    `rounds[n]` is the chance that it is over in round n, `open` the mass still fighting where the reckoning stopped.
    """

    wins: tuple[float, float]
    draw: float
    rounds: Any
    alive: tuple[float, float]
    open: float

    @property
    def length(self) -> float:
        """The mean number of rounds."""
        return float(self.rounds @ np.arange(len(self.rounds)))


def attack_law(one: Entry, other: Entry, levels: tuple[int, int] = (0, 0), shocked: bool = False) -> dict[int, float]:
    """The chances of the points of damage of one attack, by the levels of injury of both."""
    gap = one.accuracy - one.excess - levels[0] - (other.defence - other.excess - levels[1] - 2 * shocked)
    ahead = one.penetration - levels[0] - other.armour
    times = one.multiplier + max(0, ahead // 10)
    found: dict[int, float] = {}
    for sixes, face, (dice, likely) in product(range(SIXES), DIE[:-1], enumerate(TWO_DICE, start=2)):
        base = gap + 6 * sixes + face - dice
        points = times * max(0, base + min(0, ahead)) if base > 0 else 0
        found[points] = found.get(points, 0.0) + likely / 6 ** (sixes + 1)
    return found


def _withstands(number: int, excess: int) -> float:
    """The chance that two dice reach a number."""
    return float(TWO_DICE[max(0, number + excess - 2) :].sum())


def _steps(one: Entry, other: Entry, level: int, shocked: bool) -> tuple[Any, Any]:
    """The matrices from harm before to harm after an attack of `one`, without a shock and with one.

    Behind the harm of those who fight on are two columns: out of the fight alive, and dead.
    """
    size, endurance = DYING * other.endurance, other.endurance
    steps = np.zeros((2, size + 2, size + 2))
    for weak in range(DYING):
        law = attack_law(one, other, (level, weak), shocked)
        for points, likely in law.items():
            levels = points // endurance
            stays = _withstands(3 + 2 * levels, other.excess) if levels >= 2 else 1.0
            clear = _withstands(5 + 2 * levels, other.excess) if levels >= 1 else 1.0
            for before in range(weak * endurance, (weak + 1) * endurance):
                after = before + points
                out = size + (after >= DEAD * endurance)
                if after >= size:
                    steps[0, before, out] += likely
                    continue
                steps[0, before, out] += likely * (1 - stays)
                steps[0, before, after] += likely * stays * clear
                steps[1, before, after] += likely * stays * (1 - clear)
    return steps[0], steps[1]


class _Side:
    """What one of the two does to the other: its matrices by its own level and the other's shock."""

    def __init__(self, one: Entry, other: Entry) -> None:
        self.rows = [slice(level * one.endurance, (level + 1) * one.endurance) for level in range(DYING)]
        self.steps = {(level, s): _steps(one, other, level, s) for level in range(DYING) for s in (False, True)}
        self.idle = slice(DYING * one.endurance, None)

    def strike(self, mass: Any) -> Any:
        """Mass [own shock, other's shock, own harm, other's harm] after the turn of this one."""
        found = np.zeros_like(mass)
        found[0] = mass[1]  # who is in shock does nothing but get over it
        for s in (0, 1):
            found[0, s, self.idle] += mass[0, s, self.idle]
            for level, rows in enumerate(self.rows):
                plain, shock = self.steps[level, bool(s)]
                found[0, s, rows] += mass[0, s, rows] @ plain
                found[0, 1, rows] += mass[0, s, rows] @ shock
        return found


def _together(mine: _Side, yours: _Side, mass: Any) -> Any:
    """Both strike as if neither had been struck; the first of the roster is over its shock when the second strikes."""
    found = np.zeros_like(mass)
    for a, b, i, k in product((0, 1), (0, 1), range(DYING), range(DYING)):
        part = mass[a, b, mine.rows[i], yours.rows[k]]
        if not part.any():
            continue
        on_me: Any = ()
        on_you: Any = ()
        if not a:
            on_you = [steps[yours.rows[k]] for steps in mine.steps[i, bool(b)]]
        if not b:
            on_me = [steps[mine.rows[i]] for steps in yours.steps[k, False]]
        for s, t in product((0, 1), (0, 1)):
            if (a and t) or (b and s):  # nobody struck, so nobody is in shock anew
                continue
            moved = part if a else part @ on_you[t]
            moved = moved if b else on_me[s].T @ moved
            rows = mine.rows[i] if b else slice(None)
            columns = yours.rows[k] if a else slice(None)
            found[s, t, rows, columns] += moved
    return found


def _orders(one: Entry, other: Entry) -> Any:
    """The chances that the first acts before the other, after it and together with it, by the harm of both."""
    found = np.zeros((3, DYING * one.endurance + 2, DYING * other.endurance + 2))
    for i, k, mine, yours in product(range(DYING), range(DYING), DIE, DIE):
        speeds = one.speed - i, other.speed - k
        keys = (speeds[0] + mine - one.excess, speeds[0]), (speeds[1] + yours - other.excess, speeds[1])
        order = 0 if keys[0] > keys[1] else 1 if keys[0] < keys[1] else 2
        rows = slice(i * one.endurance, (i + 1) * one.endurance)
        found[order, rows, k * other.endurance : (k + 1) * other.endurance] += 1 / 36
    return found


def _turned(mass: Any) -> Any:
    """The same with the two in the other's place."""
    return mass.transpose(1, 0, 3, 2)


def duel(roster: Roster[Entry], limit: int = LIMIT) -> DuelLaw:
    """The duel of the two fighters of a roster, round by round, until next to nothing is left of it."""
    one, other = roster.entries
    mine, yours = _Side(one, other), _Side(other, one)
    orders = _orders(one, other)
    fights_on = np.zeros(orders.shape[1:])
    fights_on[:-2, :-2] = 1
    mass = np.zeros((2, 2, *fights_on.shape))
    mass[0, 0, one.harm, other.harm] = 1.0
    ended, rounds, open_ = np.zeros_like(fights_on), [0.0], 1.0
    while open_ > MASS_CUT and len(rounds) <= limit:
        after = _turned(yours.strike(_turned(mine.strike(mass * orders[0]))))
        after += mine.strike(_turned(yours.strike(_turned(mass * orders[1]))))
        after += _together(mine, yours, mass * orders[2])
        ended += (after * (1 - fights_on)).sum(axis=(0, 1))
        mass = after * fights_on
        before, open_ = open_, float(mass.sum())
        rounds.append(before - open_)
    wins = [0.0, 0.0]
    wins[one.side], wins[other.side] = float(ended[:-2, -2:].sum()), float(ended[-2:, :-2].sum())
    alive = [0.0, 0.0]
    alive[one.side], alive[other.side] = float(ended[:-1].sum()), float(ended[:, :-1].sum())
    return DuelLaw((wins[0], wins[1]), float(ended[-2:, -2:].sum()), np.array(rounds), (alive[0], alive[1]), open_)


def law_of(found: DuelLaw) -> Law:
    """The same as sums of one fight, to be compared with what engines counted."""
    squares = float(found.rounds @ np.arange(len(found.rounds)) ** 2)
    one, other = found.alive
    return Law(1, found.wins, 0.0, Moments(found.length, squares), (Moments(one, one), Moments(other, other)), True)
