"""What the loops for Numba share: fast random words, the dice in them, sums of fights, and threads.

Numba's cache does not see that something changes here: empty `benchmarks/**/__pycache__` after a change.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numba import njit

from benchmarks.laws import Law, Moments

__all__ = ["GOLDEN", "HALF", "LIMIT", "LIMITED", "LOW", "ROUNDS", "SIX", "SURVIVORS", "WINS"]
__all__ += ["beginning", "counted", "foes_of", "mixed", "two_dice"]

LIMIT = 1_000
#: places in the sums
WINS, LIMITED, ROUNDS, SURVIVORS = 0, 2, 3, 5
SUMS = 9

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
SIX = np.uint64(6)


@njit(inline="always")
def mixed(x: Any) -> Any:
    """The output function of splitmix64."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@njit(inline="always")
def beginning(seed: Any, number: Any) -> Any:
    """Where the stream of one fight begins: hashed twice, so that neighbours share nothing."""
    return mixed(mixed(np.uint64(seed) + GOLDEN) ^ mixed(np.uint64(number) * GOLDEN + np.uint64(1)))


@njit(inline="always")
def two_dice(half: Any) -> Any:
    """Two dice out of 32 bits: the first by the upper part of a product, the second out of what is left of it."""
    first = half * SIX
    return np.int64((first >> HALF) + (((first & LOW) * SIX) >> HALF)) + 2


def foes_of(foes: tuple[tuple[int, ...], ...]) -> Any:
    """The foes of each in the order of attack as an array; shorter lists repeat their last."""
    most = max(len(own) for own in foes)
    return np.array([[*own, *[own[-1]] * (most - len(own))] for own in foes], np.int64)


def counted(
    kernel: Callable[..., None], table: Any, foes: Any, fights: int, seed: int, first: int, threads: int
) -> Law:
    """So many fights from number `first` on by a compiled loop, in so many threads."""
    parts = [np.zeros(SUMS, np.int64) for _ in range(threads)]
    edges = [first + fights * k // threads for k in range(threads + 1)]
    jobs = [(table, foes, seed, edges[k], edges[k + 1] - edges[k], parts[k]) for k in range(threads)]
    if threads == 1:
        kernel(*jobs[0])
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(lambda job: kernel(*job), jobs))
    sums = [int(x) for x in np.sum(parts, axis=0)]
    return Law(
        fights,
        (sums[WINS], sums[WINS + 1]),
        sums[LIMITED],
        Moments(sums[ROUNDS], sums[ROUNDS + 1]),
        (Moments(sums[SURVIVORS], sums[SURVIVORS + 1]), Moments(sums[SURVIVORS + 2], sums[SURVIVORS + 3])),
    )
