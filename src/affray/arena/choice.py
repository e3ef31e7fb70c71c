"""The compiled half of a tactic: whom a fighter turns to, and which row of the tables that takes. See `kernel`."""

# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code="no-untyped-call, misc, untyped-decorator"
# ruff: noqa: N803, F403, F405

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from affray.arena.codes import *

__all__ = ["PIECE", "SMALL", "any_of", "chosen", "found", "nearest", "turned"]

#: how pieces of the kernel are compiled: they make no arrays, so they need not count who uses those they are handed,
#: which takes half of the time otherwise
PIECE: dict[str, Any] = {"nogil": True, "_nrt": False}
#: those that are put in where they are called
SMALL: dict[str, Any] = {**PIECE, "forceinline": True}

SPREAD, HALF, U1 = np.uint64(GOLDEN), np.uint64(32), np.uint64(1)
U_KEY, U_ROW = np.uint64(K_KEY), np.uint64(K_ROW)


@njit(**SMALL)
def found(key, table):
    """What the table says of a key: its row and how to draw from that, or `NOTHING`, or `MISSING`."""
    last = np.uint64(len(table) - 1)
    place = (np.uint64(key) * SPREAD) >> HALF & last
    while table[place, U_KEY] != key:
        if table[place, U_KEY] == 0:
            return np.int64(MISSING)
        place = (place + U1) & last
    return table[place, U_ROW]


@njit(**PIECE)
def relation(S, i, link, j, near):
    """What a link of `i` is as `i` acts on `j`, or is acted on by it: none, far, near, or that one itself."""
    if link < 0:
        return np.int64(0)
    if link == j:
        return np.int64(3)
    return np.int64(2 if abs(S[i, PLACE] - S[link, PLACE]) <= near else 1)


@njit(**PIECE)
def key_of(S, i, j, mode, plan, near, cause, own):
    """The key of `i` acting on `j`, or on nobody where `j` is negative; 0 where they are too far apart for one.

    `cause` gave rise to the turn; `own` says whether it is part of the turn of `i` in the order.
    """
    key = S[i, FORM] << 46 | mode << 12 | plan << 8
    if j >= 0:
        if j == cause:
            key |= CAUSED
        if own and (S[i, BEHIND] >> j) & 1:
            key |= TOGETHER
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
    for j in range(fixed.shape[1]):
        if S[j, ABLE] and fixed[SIDE, j] != fixed[SIDE, i]:
            distance = abs(S[j, PLACE] - S[i, PLACE])
            if best < 0 or distance < least:
                best, least = j, distance
    return best


@njit(**PIECE)
def preferred(S, i, fixed, tried):
    """The best able foe by the aim of `i` among those not tried yet; -1 for none."""
    aim, best, least = fixed[AIM, i], -1, np.int64(0)
    for j in range(fixed.shape[1]):
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
    for j in range(fixed.shape[1]):
        if S[j, ABLE] and fixed[SIDE, j] != fixed[SIDE, i]:
            count += 1
    rest = np.int64(((x >> HALF) * np.uint64(count)) >> HALF)
    for j in range(fixed.shape[1]):
        if S[j, ABLE] and fixed[SIDE, j] != fixed[SIDE, i]:
            if rest == 0:
                return j
            rest -= 1
    return -1


@njit(**PIECE)
def looked_up(S, i, j, mode, plan, near, cause, own, table, R):
    """What the table says of what `i` does about `j`; where it is `MISSING`, the registers tell."""
    key = key_of(S, i, j, mode, plan, near, cause, own)
    if key == 0:
        R[STATUS] = BROKEN
        return np.int64(MISSING)
    known = found(key, table)
    if known == MISSING:
        R[STATUS], R[MISS_KIND], R[MISS_KEY] = MISSED, 0, key
    return known


@njit(**PIECE)
def turned(S, i, fixed, near, planes):
    """Let `i` turn to the one that it prefers; the key of what it does about that one, in a turn of its own.

    0 where that cannot be told. It is what it does about those who do not act at the same time. Where that one stays
    the same until it is out, or somebody moves, it is noted.
    """
    if fixed[AIM, i] == RANDOM:
        return np.int64(0)
    j = preferred(S, i, fixed, 0)
    if j < 0:
        return np.int64(0)
    key = key_of(S, i, j, MODE_TURN, fixed[PLAN, i], near, -1, False)
    S[i, C_TARGET], S[i, C_AT], S[i, C_PLANE] = j, (S.shape[0] - 1) * WIDTH, 0
    if key and fixed[AIM, i] == NEAREST and (S[i, LINK0] & S[j, LINK0]) == -1:
        S[i, C_AT], S[i, C_APART] = j * WIDTH, key & ((1 << 30) - 1)
        apart = abs(S[j, PLACE] - S[i, PLACE])
        S[i, C_PLANE] = planes[fixed[PLAN, i], apart] if apart < CLOSE else 0
    return key


@njit(**PIECE)
def chosen(S, i, mode, pick, cause, own, fixed, near, table, R):
    """What `i` does: surrender, retreat, its plan about the best target for which it has one, or about nobody."""
    known, j = np.int64(NOTHING), -1
    if S[i, LEFT] <= fixed[RESORT, i]:
        j = nearest(S, i, fixed)
        if S[i, LEFT] <= fixed[SURRENDER, i]:
            known = looked_up(S, i, j, mode, SURRENDERING, near, cause, own, table, R)
        if known == NOTHING and S[i, LEFT] <= fixed[RETREAT, i]:
            known = looked_up(S, i, j, mode, RETREATING, near, cause, own, table, R)
    plan, tried = fixed[PLAN, i], np.int64(0)
    while known == NOTHING and j > -2:
        j = pick if fixed[AIM, i] == RANDOM else preferred(S, i, fixed, tried)
        if j < 0 or (tried >> j) & 1:
            j = -1
        known = looked_up(S, i, j, mode, plan, near, cause, own, table, R)
        if j < 0:
            break
        tried |= np.int64(1) << j
    if known == NOTHING:
        R[STATUS] = BROKEN
    if R[STATUS] == RUNNING:
        S[i, C_TARGET], S[i, C_ROW] = j, known >> ROW_AT
        S[i, C_AT], S[i, C_PLANE] = (S.shape[0] - 1) * WIDTH, 0
