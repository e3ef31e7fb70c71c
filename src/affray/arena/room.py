"""What the kernel writes on while it plays."""

from __future__ import annotations

from typing import Any

import numpy as np

from affray.arena.codes import (
    ABLE,
    ACT_NOISE,
    BEYOND,
    BOTTOM,
    C_AT,
    C_PLANE,
    DEEPEST,
    FLOOR,
    FORM,
    LOW,
    NOISE,
    PAIRS,
    PLACE,
    REGISTERS,
    RESORT,
    SIDE,
    STATE,
    WIDTH,
)

__all__ = ["room"]


def room(start: Any, fixed: Any, forms: Any, sides: int) -> tuple[Any, ...]:
    """All that `play` writes on for itself, and the beginning of every fight in it: it makes no arrays."""
    n = start.shape[1]
    # behind all others stands nobody, who is never able
    state, first = np.zeros((n + 1, WIDTH), np.int64), np.zeros((n + 1, WIDTH), np.int64)
    first[:n, :STATE] = start.T
    floor = np.maximum.reduce([start[LOW], fixed[RESORT] + 1, forms[start[FORM], BOTTOM]])
    first[:n, FLOOR] = np.where(forms[start[FORM], NOISE] & ACT_NOISE, BEYOND, floor)
    first[:, C_AT], first[:, C_PLANE] = n * WIDTH, -1
    up = np.bincount(fixed[SIDE][start[ABLE] != 0], minlength=sides).astype(np.int64)
    preference = np.zeros((n, n), np.int64)
    for i in range(n):  # foes by distance, then by roster
        foes = np.flatnonzero(fixed[SIDE] != fixed[SIDE, i])
        preference[i, : len(foes)] = foes[np.argsort(abs(start[PLACE, foes] - start[PLACE, i]), kind="stable")]
    return (
        *(
            state.reshape(-1),
            state,
            first.reshape(-1),
            first,
            up,
            np.zeros(sides, np.int64),
            np.zeros(REGISTERS, np.int64),
        ),
        *(np.zeros((DEEPEST, 4), np.int64), np.zeros((4 * n + DEEPEST, 2), np.int64)),
        # where the states of those who are able begin; the order, as numbers whose last bits tell who it is
        *(np.zeros(n + 1, np.uint64), np.zeros(n + 1, np.uint64), np.full(n + 8, -1, np.int64)),
        *(np.zeros(PAIRS, np.int64), np.zeros((PAIRS, 2), np.uint64), preference),
        *(np.zeros(sides, np.int64), np.zeros(sides, np.int64)),
    )
