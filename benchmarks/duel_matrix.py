"""An exact duel as a NumPy matrix over the Life of both, written by hand: a yardstick for speed, and an oracle.

See `roster` for why a second copy of the rules may stand here, and nowhere else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.laws import Law, Moments
from benchmarks.roster import Entry, Roster

__all__ = ["DuelLaw", "duel", "law_of", "loss"]

#: the chances of the sums of two dice, 2 to 12
TWO_DICE = np.array([1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]) / 36
MASS_CUT = 1e-12
LIMIT = 1_000


@dataclass(frozen=True)
class DuelLaw:
    """How a duel ends: chances of a win by side, how long it is, and the Life left.

    `wins` are in the order of the roster's sides. `rounds[n]` is the chance that it is over in round n. `left[side][n]`
    is the chance that the side wins with n Life left. `open` is the mass still fighting where the reckoning stopped: a
    stalemate if nobody can hurt anybody. In these rules, where one attack comes after the other, `draw` is always 0.
    """

    wins: tuple[float, float]
    draw: float
    rounds: Any
    left: tuple[Any, Any]
    open: float

    @property
    def length(self) -> float:
        """The mean number of rounds."""
        return float(self.rounds @ np.arange(len(self.rounds)))


def loss(attacker: Entry, target: Entry) -> Any:
    """The chances of the points of Life that one attack takes, 0 and up."""
    found = np.zeros(1 + 12 + abs(attacker.attack - target.guard) + 3 * attacker.damage)
    for attack, likely in enumerate(TWO_DICE, start=2):
        for defence, also in enumerate(TWO_DICE, start=2):
            margin = attack + attacker.attack - target.guard - defence * target.dice
            critical = margin >= 6
            points = margin + attacker.damage + critical * attacker.extra
            soaked = min(points - critical * attacker.direct, target.armour)
            found[points - soaked if margin > 0 else 0] += likely * also
    return found


def first(one: Entry, other: Entry) -> float:
    """The chance that `one` acts before `other`, who stands behind it in the roster."""
    ahead = one.dex >= other.dex
    return float(
        sum(
            likely * also
            for mine, likely in enumerate(TWO_DICE, start=2)
            for yours, also in enumerate(TWO_DICE, start=2)
            if mine + one.dex > yours + other.dex or (mine + one.dex == yours + other.dex and ahead)
        )
    )


def _steps(law: Any, life: int) -> Any:
    """The matrix from Life before to Life after an attack, 0 to `life`; what is missing of a row has fallen."""
    steps = np.zeros((life + 1, life + 1))
    for points, likely in enumerate(law[: life + 1]):
        before = np.arange(points, life + 1)
        steps[before, before - points] += likely
    return steps


def duel(roster: Roster[Entry], limit: int = LIMIT) -> DuelLaw:
    """The duel of the two fighters of a roster, round by round, until next to nothing is left of it."""
    one, other = roster.entries
    ahead = first(one, other)
    hurt_one, hurt_other = _steps(loss(other, one), one.life), _steps(loss(one, other), other.life)
    mass = np.zeros((one.life + 1, other.life + 1))
    mass[-1, -1] = 1.0
    left = [np.zeros(one.life + 1), np.zeros(other.life + 1)]
    rounds = [0.0]
    open_ = 1.0
    while open_ > MASS_CUT and len(rounds) <= limit:
        after = np.zeros_like(mass)
        for chance, order in ((ahead, (0, 1)), (1 - ahead, (1, 0))):
            state = chance * mass
            for who in order:
                struck = state @ hurt_other if who == 0 else hurt_one.T @ state
                left[who] += (state - struck).sum(axis=1) if who == 0 else (state - struck).sum(axis=0)
                state = struck
            after += state
        mass, before, open_ = after, open_, float(after.sum())
        rounds.append(before - open_)
        if open_ == before and len(rounds) > one.life + other.life:
            break
    wins = [0.0, 0.0]
    for entry, law in zip(roster.entries, left, strict=True):
        wins[entry.side] = float(law.sum())
    by_side = (left[0], left[1]) if one.side == 0 else (left[1], left[0])
    return DuelLaw((wins[0], wins[1]), 0.0, np.array(rounds), by_side, open_)


def law_of(found: DuelLaw) -> Law:
    """The same as sums of one fight, to be compared with what engines counted."""
    squares = float(found.rounds @ np.arange(len(found.rounds)) ** 2)
    one, other = found.wins
    return Law(1, found.wins, 0.0, Moments(found.length, squares), (Moments(one, one), Moments(other, other)), True)
