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
    first[:, C_AT] = n * WIDTH
    up = np.bincount(fixed[SIDE][start[ABLE] != 0], minlength=sides).astype(np.int64)
    # in a column: where the states of foes begin, by distance, then by roster; where that is by roster alone, who they
    # are as a set of bits in the last row, else 0
    preference = np.zeros((n + 1, n), np.uint64)
    for i in range(n):
        foes = np.flatnonzero(fixed[SIDE] != fixed[SIDE, i])
        foes = foes[np.argsort(abs(start[PLACE, foes] - start[PLACE, i]), kind="stable")]
        preference[: len(foes), i] = foes * WIDTH
        preference[n, i] = sum(1 << int(j) for j in foes) if (np.diff(foes) > 0).all() else 0
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
        # the order, as numbers whose last bits tell who it is
        np.full(n + 8, -1, np.int64),
        *(np.zeros(PAIRS, np.int64), np.zeros((PAIRS, 2), np.uint64), preference.reshape(-1)),
        *(np.zeros(sides, np.int64), np.zeros(sides, np.int64)),
    )
