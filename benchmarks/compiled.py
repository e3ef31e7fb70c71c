"""The fights as a fast loop written by hand for Numba: what a good programmer gets without any tables.

It is general over fighters; a second loop plays duels and nothing else. Each attack draws one 64-bit number and makes
its four dice out of it, initiative two dice each for two fighters; nothing is allocated; the living are a list from
which the fallen are taken by swapping in the last. Every fight begins at a hash of the seed and its own number, so that
two fights share no stream.

See `roster` for why a second copy of the rules may stand here, and nowhere else.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from benchmarks.draws import (
    GOLDEN,
    HALF,
    LIMIT,
    LIMITED,
    LOW,
    ROUNDS,
    SURVIVORS,
    WINS,
    beginning,
    counted,
    foes_of,
    mixed,
    two_dice,
)
from benchmarks.laws import Law
from benchmarks.roster import Entry, Roster

__all__ = ["play", "table_of"]

#: columns of the table that a fighter is
SIDE, DEX, LIFE, ATTACK, GUARD, DICE, DAMAGE, EXTRA, DIRECT, ARMOUR = range(10)


@njit(inline="always")
def struck(table: Any, i: Any, j: Any, word: Any) -> Any:
    """The points of Life that an attack of fighter i on fighter j takes, with the dice in that word."""
    attack = two_dice(word >> HALF) + table[i, ATTACK]
    margin = attack - table[j, GUARD] - table[j, DICE] * two_dice(word & LOW)
    critical = np.int64(
        margin >= 6
    )  # numbers in place of branches, which a processor would guess wrong half of the time
    points = margin + table[i, DAMAGE] + critical * table[i, EXTRA]
    return np.int64(margin > 0) * (points - min(points - critical * table[i, DIRECT], table[j, ARMOUR]))


@njit(nogil=True, cache=True)
def duels(table: Any, foes: Any, seed: int, first: int, fights: int, sums: Any) -> None:
    """Fights of one against one, with everything in registers."""
    for number in range(first, first + fights):
        state = beginning(seed, number)
        mine, yours, rounds, winner = table[0, LIFE], table[1, LIFE], 0, -1
        while winner < 0 and rounds < LIMIT:
            rounds += 1
            state += GOLDEN
            word = mixed(state)
            lead = two_dice(word >> HALF) + table[0, DEX] - two_dice(word & LOW) - table[1, DEX]
            if lead == 0:
                lead = table[0, DEX] - table[1, DEX]
            turn = 0 if lead >= 0 else 1
            for _ in range(2):
                state += GOLDEN
                if turn == 0:
                    yours -= struck(table, 0, 1, mixed(state))
                    if yours < 0:
                        winner = table[0, SIDE]
                        break
                else:
                    mine -= struck(table, 1, 0, mixed(state))
                    if mine < 0:
                        winner = table[1, SIDE]
                        break
                turn = 1 - turn
        sums[ROUNDS] += rounds
        sums[ROUNDS + 1] += rounds * rounds
        if winner < 0:
            sums[LIMITED] += 1
        else:
            sums[WINS + winner] += 1
        for i, life in ((0, mine), (1, yours)):
            sums[SURVIVORS + 2 * table[i, SIDE]] += life >= 0
            sums[SURVIVORS + 2 * table[i, SIDE] + 1] += life >= 0


@njit(nogil=True, cache=True)
def battles(table: Any, foes: Any, seed: int, first: int, fights: int, sums: Any) -> None:
    """Fights of any number against any number."""
    n = table.shape[0]
    life, line, living = np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n, np.int64)
    place, ahead = np.empty(n, np.int64), np.empty(n, np.int64)
    standing = np.empty(2, np.int64)
    for number in range(first, first + fights):
        state = beginning(seed, number)
        standing[0] = standing[1] = 0
        for i in range(n):
            life[i] = table[i, LIFE]
            living[i] = place[i] = i
            ahead[i] = 0
            standing[table[i, SIDE]] += 1
        alive, rounds, winner = n, 0, -1
        while winner < 0 and rounds < LIMIT:
            rounds += 1
            word = np.uint64(0)
            for k in range(alive):
                if k & 1:
                    half = word & LOW
                else:
                    state += GOLDEN
                    word = mixed(state)
                    half = word >> HALF
                i = living[k]
                dex = table[i, DEX]
                key = (((two_dice(half) + dex) * 128 + dex) << 6) + 63 - i  # by total, Dexterity, place in the roster
                at = k
                while at > 0 and line[at - 1] < key:
                    line[at] = line[at - 1]
                    at -= 1
                line[at] = key
            for k in range(alive):
                i = 63 - (line[k] & 63)
                if life[i] < 0:
                    continue
                at = ahead[i]
                while life[foes[i, at]] < 0:
                    at += 1
                ahead[i] = at
                j = foes[i, at]
                state += GOLDEN
                life[j] -= struck(table, i, j, mixed(state))
                if life[j] < 0:
                    alive -= 1
                    last = living[alive]
                    living[place[j]] = last
                    place[last] = place[j]
                    side = table[j, SIDE]
                    standing[side] -= 1
                    if standing[side] == 0:
                        winner = 1 - side
                        break
        sums[ROUNDS] += rounds
        sums[ROUNDS + 1] += rounds * rounds
        if winner < 0:
            sums[LIMITED] += 1
        else:
            sums[WINS + winner] += 1
        for side in range(2):
            sums[SURVIVORS + 2 * side] += standing[side]
            sums[SURVIVORS + 2 * side + 1] += standing[side] * standing[side]


def table_of(roster: Roster[Entry]) -> tuple[Any, Any]:
    """A roster as arrays: a row of numbers for each fighter, and the foes of each in the order of attack."""
    table = np.array(
        [
            [e.side, e.dex, e.life, e.attack, e.guard, e.dice, e.damage, e.extra, e.direct, e.armour]
            for e in roster.entries
        ],
        np.int64,
    )
    return table, foes_of(roster.foes)


def play(roster: Roster[Entry], fights: int, seed: int, first: int = 0, threads: int = 1, general: bool = False) -> Law:
    """So many fights from number `first` on; `general` has a duel played by the code for any number of fighters."""
    kernel = duels if len(roster.entries) == 2 and not general else battles
    return counted(kernel, *table_of(roster), fights, seed, first, threads)
