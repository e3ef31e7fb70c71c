"""The fights as a fast loop written by hand for Numba: what a good programmer gets without any tables.

It is general over fighters. Each attack draws one 64-bit number and makes all of its dice out of it: the open-ended one
out of the upper half, the defence and the rolls against knock-out and shock out of the lower. Nothing is allocated; the
living are a list from which whoever drops out is taken by swapping in the last.

See `benchmarks.roster` for why a second copy of the rules may stand here, and nowhere else.
"""

from __future__ import annotations

from dataclasses import astuple
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
    SIX,
    SURVIVORS,
    WINS,
    beginning,
    counted,
    foes_of,
    mixed,
)
from benchmarks.laws import Law
from benchmarks.penetration.roster import Entry
from benchmarks.roster import Roster

__all__ = ["open_ended", "play"]

#: columns of the table that a fighter is, as in `Entry`
SIDE, SPEED, ACCURACY, PENETRATION, DEFENCE, ARMOUR, ENDURANCE, MULTIPLIER, HARM, EXCESS = range(10)
#: what a fighter is at a moment
TAKEN, LEVEL, SHOCKED, OUT, HELD, HELD_SHOCK, HELD_OUT, KEY = range(8)
STATE = 8
DYING, DEAD = 5, 6
SIXTH = np.int64(6)


@njit(inline="always")
def open_ended(half: Any) -> Any:
    """A die out of 32 bits of which a six is thrown again and added."""
    rest = half * SIX
    face = np.int64(rest >> HALF) + 1
    total = face
    while face == SIXTH:
        rest = (rest & LOW) * SIX
        face = np.int64(rest >> HALF) + 1
        total += face
    return total


@njit(inline="always")
def struck(table: Any, state: Any, i: Any, j: Any, word: Any) -> Any:
    """The points that an attack of fighter i on fighter j does, whether it knocks out, and whether it shocks."""
    level = state[i, LEVEL]
    attack = open_ended(word >> HALF) + table[i, ACCURACY] - level - table[i, EXCESS]
    rest = (word & LOW) * SIX
    dice = np.int64(rest >> HALF)
    rest = (rest & LOW) * SIX
    dice += np.int64(rest >> HALF) + 2
    weak = state[j, LEVEL] + 2 * state[j, SHOCKED] + table[j, EXCESS]
    base = attack - dice - table[j, DEFENCE] + weak
    ahead = table[i, PENETRATION] - level - table[j, ARMOUR]
    if base <= 0 or base + ahead <= 0:
        return 0, 0, 0
    points = (base + ahead) * table[i, MULTIPLIER]
    if ahead >= 0:
        points = base * (table[i, MULTIPLIER] + ahead // 10)
    endurance = table[j, ENDURANCE]
    if points < endurance:
        return points, 0, 0
    levels = points // endurance
    if levels >= 2:
        rest = (rest & LOW) * SIX
        dice = np.int64(rest >> HALF)
        rest = (rest & LOW) * SIX
        dice += np.int64(rest >> HALF) + 2
        if dice - table[j, EXCESS] < 3 + 2 * levels:
            return points, 1, 0
    rest = (rest & LOW) * SIX
    dice = np.int64(rest >> HALF)
    rest = (rest & LOW) * SIX
    dice += np.int64(rest >> HALF) + 2
    return points, 0, np.int64(dice - table[j, EXCESS] < 5 + 2 * levels)


@njit(inline="always")
def hurt(table: Any, state: Any, j: Any, points: Any, out: Any, shock: Any) -> Any:
    """Let a blow take effect on somebody who was still in the fight; whether it is so no more."""
    state[j, TAKEN] += points
    while state[j, TAKEN] >= (state[j, LEVEL] + 1) * table[j, ENDURANCE]:
        state[j, LEVEL] += 1
    state[j, SHOCKED] |= shock
    state[j, OUT] = out | np.int64(state[j, LEVEL] >= DYING)
    return state[j, OUT]


@njit(inline="always")
def released(table: Any, state: Any, j: Any) -> Any:
    """Let what was held back for somebody take effect; whether it is out of the fight now."""
    out = hurt(table, state, j, state[j, HELD], state[j, HELD_OUT], state[j, HELD_SHOCK])
    state[j, HELD] = state[j, HELD_OUT] = state[j, HELD_SHOCK] = 0
    return out


@njit(inline="always")
def removed(living: Any, place: Any, alive: Any, j: Any) -> None:
    """Take somebody from the list of `alive` who can fight, by putting the last in that place."""
    last = living[alive - 1]
    living[place[j]] = last
    place[last] = place[j]


@njit(nogil=True, cache=True)
def battles(table: Any, foes: Any, seed: int, first: int, fights: int, sums: Any) -> None:
    """Fights of any number against any number."""
    n = table.shape[0]
    state = np.zeros((n, STATE), np.int64)
    line, living = np.empty(n, np.int64), np.empty(n, np.int64)
    place, ahead = np.empty(n, np.int64), np.empty(n, np.int64)
    standing, survivors = np.empty(2, np.int64), np.empty(2, np.int64)
    for number in range(first, first + fights):
        stream = beginning(seed, number)
        standing[0] = standing[1] = 0
        for i in range(n):
            state[i] = 0
            state[i, TAKEN] = table[i, HARM]
            state[i, LEVEL] = table[i, HARM] // table[i, ENDURANCE]
            living[i] = place[i] = i
            ahead[i] = 0
            standing[table[i, SIDE]] += 1
        alive, rounds, over = n, 0, False
        while not over and rounds < LIMIT:
            rounds += 1
            half = word = np.uint64(0)
            for k in range(alive):
                if k & 3 == 0:  # four dice out of each half
                    if k & 7 == 0:
                        stream += GOLDEN
                        word = mixed(stream)
                        half = word >> HALF
                    else:
                        half = word & LOW
                rest = half * SIX
                half = rest & LOW
                i = living[k]
                speed = table[i, SPEED] - state[i, LEVEL]
                total = np.int64(rest >> HALF) + speed - table[i, EXCESS]
                rank = (total << 12) + speed
                state[i, KEY] = rank
                key = (rank << 6) + 63 - i  # by total, speed, place in the roster
                at = k
                while at > 0 and line[at - 1] < key:
                    line[at] = line[at - 1]
                    at -= 1
                line[at] = key
            for k in range(alive):
                i = 63 - (line[k] & 63)
                if state[i, OUT]:
                    continue
                if not state[i, SHOCKED]:
                    at = ahead[i]
                    while state[foes[i, at], OUT]:
                        at += 1
                    ahead[i] = at
                    j = foes[i, at]
                    stream += GOLDEN
                    points, out, shock = struck(table, state, i, j, mixed(stream))
                    if state[j, KEY] == state[i, KEY] and (line[k] & 63) > 63 - j:  # together, and still to act
                        state[j, HELD] += points
                        state[j, HELD_OUT] |= out
                        state[j, HELD_SHOCK] |= shock
                    elif points and hurt(table, state, j, points, out, shock):
                        removed(living, place, alive, j)
                        alive -= 1
                        standing[table[j, SIDE]] -= 1
                state[i, SHOCKED] = 0
                if state[i, HELD] and released(table, state, i):
                    removed(living, place, alive, i)
                    alive -= 1
                    standing[table[i, SIDE]] -= 1
                if standing[0] == 0 or standing[1] == 0:
                    over = True
                    break
        if over:
            for i in range(n):  # what is held back takes effect before a fight is over
                if state[i, HELD] and released(table, state, i):
                    standing[table[i, SIDE]] -= 1
        sums[ROUNDS] += rounds
        sums[ROUNDS + 1] += rounds * rounds
        if not over:
            sums[LIMITED] += 1
        elif standing[0] > 0:
            sums[WINS] += 1
        elif standing[1] > 0:
            sums[WINS + 1] += 1
        survivors[0] = survivors[1] = 0
        for i in range(n):
            survivors[table[i, SIDE]] += state[i, LEVEL] < DEAD
        for side in range(2):
            sums[SURVIVORS + 2 * side] += survivors[side]
            sums[SURVIVORS + 2 * side + 1] += survivors[side] * survivors[side]


def play(roster: Roster[Entry], fights: int, seed: int, first: int = 0, threads: int = 1) -> Law:
    """So many fights from number `first` on."""
    table = np.array([astuple(entry) for entry in roster.entries], np.int64)
    return counted(battles, table, foes_of(roster.foes), fights, seed, first, threads)
