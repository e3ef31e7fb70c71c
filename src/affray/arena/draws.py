"""Pieces of the kernel for luck: 64 random bits at a time, and what they take of a row of words.

The bits are those of wyrand by Wang Yi: a counter, and the halves of its product with itself folded over each other.
Each fight begins at a hash of its own. See `kernel` for what it is made of, and `alias` for words.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code="misc, no-untyped-call, untyped-decorator"

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, types
from numba.extending import intrinsic

from affray.arena.choice import PIECE
from affray.arena.codes import GOLDEN

__all__ = ["LOW16", "LOW32", "U32", "G", "beginning", "chosen_by", "lowest", "taken", "thrown"]

#: what the counter grows by, and what it is changed with before it is multiplied with itself
G, OTHER = np.uint64(0xA0761D6478BD642F), np.uint64(0xE7037ED1A0B428DB)
STEP, MIX1, MIX2 = np.uint64(GOLDEN), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
LOW16, LOW32, U32 = np.int64(0xFFFF), np.uint64(0xFFFFFFFF), np.uint64(32)
U1, U4, U27, U30, U31, U63 = (np.uint64(number) for number in (1, 4, 27, 30, 31, 63))


def _folded(typing: Any, one: Any, other: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        narrow = arguments[0].type
        wide = type(narrow)(128)
        product = builder.mul(*(builder.zext(argument, wide) for argument in arguments))
        halves = product, builder.lshr(product, wide(64))
        return builder.xor(*(builder.trunc(half, narrow) for half in halves))

    return types.uint64(types.uint64, types.uint64), code


def _lowest(typing: Any, bits: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        bit = type(arguments[0].type)(1)
        return builder.cttz(arguments[0], bit(0))

    return types.uint64(types.uint64), code


#: the upper half of a product of 128 bits, folded over the lower one
folded: Any = intrinsic(_folded)
#: the place of the lowest bit that is set; 64 where there is none
lowest: Any = intrinsic(_lowest)


@njit(**PIECE, inline="always")
def mixed(x):
    """The finisher of splitmix64."""
    x = (x ^ (x >> U30)) * MIX1
    x = (x ^ (x >> U27)) * MIX2
    return x ^ (x >> U31)


@njit(**PIECE, inline="always")
def beginning(seed, number):
    """Where the counter stands as a fight begins."""
    return mixed(seed + mixed(number * STEP + MIX1))


@njit(**PIECE, inline="always")
def thrown(s):
    """64 random bits for a counter."""
    return folded(s, s ^ OTHER)


@njit(**PIECE, inline="always")
def taken(x, word):
    """Which of the two codes of a word 64 random bits take."""
    second = np.uint64((x & LOW32) >= (word >> U32))  # a number in place of a branch, to be guessed by the processor
    return np.int64(word >> (second << U4)) & LOW16


@njit(**PIECE, inline="always")
def chosen_by(x, bits):
    """Which of so many words the highest bits of a draw choose; the only one where it takes no bits."""
    return (x >> U1) >> (U63 - bits)
