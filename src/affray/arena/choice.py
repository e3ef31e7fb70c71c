"""The compiled half of a tactic: whom a fighter turns to, and which row of the tables that takes. See `kernel`."""

# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code="no-untyped-call, misc, untyped-decorator"
# ruff: noqa: N803, F403, F405

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from affray.arena.codes import *

__all__ = ["PIECE", "again", "any_of", "chosen", "nearest"]

#: how pieces of the kernel are compiled: they make no arrays, so they need not count who uses those they are handed,
#: which takes half of the time otherwise
PIECE: dict[str, Any] = {"nogil": True, "_nrt": False}

SPREAD, HALF = np.uint64(GOLDEN), np.uint64(32)


@njit(**PIECE)
def found(key, table):
    """The row that belongs to a key, `NOTHING` or `MISSING`."""
    last = len(table) - 1
    place = np.int64(((np.uint64(key) * SPREAD) >> HALF) * np.uint64(len(table)) >> HALF)
    while table[place, 0] != 0:
        if table[place, 0] == key:
            return table[place, 1]
        place = (place + 1) & last
    return np.int64(MISSING)


@njit(**PIECE)
def relation(S, i, link, j, near):
    """What a link of `i` is as `i` acts on `j`, or is acted on by it: none, far, near, or that one itself."""
    if link < 0:
        return np.int64(0)
    if link == j:
        return np.int64(3)
    return np.int64(2 if abs(S[i, PLACE] - S[link, PLACE]) <= near else 1)


@njit(**PIECE)
def key_of(S, i, j, mode, plan, near):
    """The key of `i` acting on `j`, or on nobody where `j` is negative; 0 where they are too far apart for one."""
    key = S[i, FORM] << 46 | mode << 12 | plan << 8
    if j >= 0:
        distance = abs(S[j, PLACE] - S[i, PLACE])
        if distance >= FARTHEST:
            return np.int64(0)
        key |= S[j, FORM] << 30 | distance << 16
        if (S[i, LINK0] & S[j, LINK0]) == -1:
            return key
        # whom the target is linked with matters only where that is who acts on it
        for place in range(2):
            link = S[j, LINK0 + place]
            if link >= 0:
                key |= (3 if link == i else 1) << (4 + 2 * place)
    return key | relation(S, i, S[i, LINK0], j, near) | relation(S, i, S[i, LINK1], j, near) << 2


@njit(**PIECE)
def nearest(S, i, fixed):
    """The nearest able foe, the first in the roster among equals; -1 for none."""
    best, least = -1, np.int64(0)
    for j in range(S.shape[0]):
        if S[j, ABLE] and fixed[SIDE, j] != fixed[SIDE, i]:
            distance = abs(S[j, PLACE] - S[i, PLACE])
            if best < 0 or distance < least:
                best, least = j, distance
    return best


@njit(**PIECE)
def preferred(S, i, fixed, tried):
    """The best able foe by the aim of `i` among those not tried yet; -1 for none."""
    aim, best, least = fixed[AIM, i], -1, np.int64(0)
    for j in range(S.shape[0]):
        if not S[j, ABLE] or fixed[SIDE, j] == fixed[SIDE, i] or (tried >> j) & 1:
            continue
        if aim == HURT:  # shares are compared without dividing
            lost, most = fixed[FULL, j] - S[j, LEFT], fixed[FULL, best] - S[best, LEFT]
            if best < 0 or lost * max(1, fixed[FULL, best]) > most * max(1, fixed[FULL, j]):
                best = j
            continue
        if aim == NEAREST:
            value = abs(S[j, PLACE] - S[i, PLACE])
        elif aim == WEAKEST:
            value = S[j, LEFT]
        elif aim == STRONGEST:
            value = -S[j, LEFT]
        else:  # FOCUS
            value = np.int64(0 if S[i, FOE] == j else 1)
        if best < 0 or value < least:
            best, least = j, value
    return best


@njit(**PIECE)
def any_of(S, i, fixed, x):
    """One able foe, by 64 random bits; -1 where there is none."""
    count = 0
    for j in range(S.shape[0]):
        if S[j, ABLE] and fixed[SIDE, j] != fixed[SIDE, i]:
            count += 1
    rest = np.int64(((x >> HALF) * np.uint64(count)) >> HALF)
    for j in range(S.shape[0]):
        if S[j, ABLE] and fixed[SIDE, j] != fixed[SIDE, i]:
            if rest == 0:
                return j
            rest -= 1
    return -1


@njit(**PIECE)
def looked_up(S, i, j, mode, plan, near, table, rows, forms, memo, R):
    """The row of `i` acting on `j`; `NOTHING`, or `MISSING`, which the registers then tell."""
    key = key_of(S, i, j, mode, plan, near)
    if key == 0:
        R[STATUS] = BROKEN
        return np.int64(MISSING)
    known = memo[i, j if j >= 0 else S.shape[0]]
    if known[M_KEY] == key:
        return known[M_ROW]
    row = found(key, table)
    if row == MISSING:
        R[STATUS], R[MISS_KIND], R[MISS_KEY] = MISSED, 0, key
        return row
    known[M_KEY], known[M_ROW] = key, row
    known[M_LASTS] = 0
    if row >= 0:
        known[M_START], known[M_SHIFT] = 2 * rows[row, START], 64 - rows[row, BITS]
        known[M_LASTS] = 1 if mode == MODE_TURN and rows[row, BITS] and forms[S[i, FORM], CALM] else 0
    return row


@njit(**PIECE)
def note(S, i, j, aim, known):
    """Note the choice of `i`; whether it holds until something changes on which it hangs, other than points."""
    lasts = known[M_LASTS] and S[i, LEFT] >= S[i, FLOOR] and (aim == NEAREST or (aim == FOCUS and S[i, FOE] == j))
    S[i, HOLDS], S[i, C_TARGET], S[i, C_ROW], S[i, C_AT] = (1 if lasts else 0), j, known[M_ROW], j * WIDTH
    S[i, C_START], S[i, C_SHIFT] = known[M_START], known[M_SHIFT]


@njit(**PIECE)
def again(S, i, fixed, near, memo):
    """The choice of `i` in a turn of its own, if all goes as before: True if it is made and takes one plain draw."""
    aim = fixed[AIM, i]
    if aim == RANDOM:
        return False
    j = preferred(S, i, fixed, 0)
    if j < 0:
        return False
    known = memo[i, j]
    if not known[M_LASTS] or known[M_KEY] != key_of(S, i, j, MODE_TURN, fixed[PLAN, i], near):
        return False
    note(S, i, j, aim, known)
    return True


@njit(**PIECE)
def chosen(S, i, mode, pick, fixed, near, table, rows, forms, memo, R):
    """What `i` does: surrender, retreat, its plan about the best target for which it has one, or about nobody."""
    row, j = np.int64(NOTHING), -1
    last_resort = False
    if S[i, LEFT] <= fixed[RESORT, i]:
        j = nearest(S, i, fixed)
        if S[i, LEFT] <= fixed[SURRENDER, i]:
            row = looked_up(S, i, j, mode, SURRENDERING, near, table, rows, forms, memo, R)
        if row == NOTHING and S[i, LEFT] <= fixed[RETREAT, i]:
            row = looked_up(S, i, j, mode, RETREATING, near, table, rows, forms, memo, R)
        last_resort = row != NOTHING
    plan, tried = fixed[PLAN, i], np.int64(0)
    while row == NOTHING and j > -2:
        j = pick if fixed[AIM, i] == RANDOM else preferred(S, i, fixed, tried)
        if j < 0 or (tried >> j) & 1:
            j = -1
        row = looked_up(S, i, j, mode, plan, near, table, rows, forms, memo, R)
        if j < 0:
            break
        tried |= np.int64(1) << j
    if row == NOTHING:
        R[STATUS] = BROKEN
    if R[STATUS] == RUNNING:
        aim = RANDOM if last_resort or j < 0 else fixed[AIM, i]
        note(S, i, j, aim, memo[i, j if j >= 0 else S.shape[0]])
