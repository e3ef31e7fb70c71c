"""Pieces of the kernel for the order of a round: who acts before whom, and who at the same time.

See `kernel` for what it is made of, and `codes` for the numbers.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
# mypy: disable-error-code="assignment, misc, no-untyped-call, untyped-decorator"
# ruff: noqa: N803, F403, F405

from __future__ import annotations

import numpy as np
from numba import njit

from affray.arena.choice import PIECE, SMALL
from affray.arena.codes import *
from affray.arena.draws import LOW16, LOW32, U32, G, lowest, taken, thrown

__all__ = ["all_sorted", "awaited", "drawn_up", "eight_sorted", "four_sorted", "goes_first", "in_groups", "listed"]
__all__ += ["place_of"]

WHOLE = 4294967296.0
U0, U1, U2, U_WIDTH, U_BEHIND = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(WIDTH), np.uint64(BEHIND)
U_O_START, U_O_BITS, U_O_TIE = np.uint64(O_START), np.uint64(O_BITS), np.uint64(O_TIE)


@njit(**SMALL)
def drawn_up(s, F, able, nobody, quick, line):
    """Draw places in the order that are numbers and no more, for a set of fighters; the new seed, and their number.

    Each takes half of a draw: its highest bits choose a word, the rest is held against that.
    """
    slot, more = U0, U1
    while able:
        s += G
        x, f = thrown(s), lowest(able) * U_WIDTH
        able &= able - U1
        more = np.uint64(able != U0)
        g = min(lowest(able), nobody) * U_WIDTH
        able &= able - U1
        first_half, second_half = (x >> U32) << np.uint64(F[f + U_O_BITS]), (x & LOW32) << np.uint64(F[g + U_O_BITS])
        word = quick[np.uint64(F[f + U_O_START]) + (first_half >> U32)]
        line[slot] = taken(first_half, word) << 48 | F[f + U_O_TIE]
        word = quick[np.uint64(F[g + U_O_START]) + (second_half >> U32)]
        line[slot + U1] = taken(second_half, word) << 48 | F[g + U_O_TIE]
        slot += U2
    return s, np.int64(slot + more - U1)


@njit(**SMALL)
def place_of(S, i, forms):
    """Note how `i` comes to its place in the order; whether that is by a number and nothing else."""
    form = S[i, FORM]
    S[i, O_TIE] = forms[form, TIE] << 6 | (63 - i)
    S[i, O_START], S[i, O_BITS] = forms[form, ITS_START], forms[form, ITS_BITS]
    return forms[form, PLAIN] != 0


@njit(**PIECE)
def listed(S, forms):
    """Note how all who are able come to their places in the order; whether that is by numbers and nothing else."""
    plain = True
    for i in range(S.shape[0] - 1):
        if S[i, ABLE]:
            plain = place_of(S, i, forms) and plain
    return plain


@njit(**PIECE, inline="always")
def four_sorted(d):
    """Put the first four of an array into falling order, with nothing for a processor to guess."""
    d0, d1, d2, d3 = d[0], d[1], d[2], d[3]
    d0, d2 = max(d0, d2), min(d0, d2)
    d1, d3 = max(d1, d3), min(d1, d3)
    d0, d1 = max(d0, d1), min(d0, d1)
    d2, d3 = max(d2, d3), min(d2, d3)
    d1, d2 = max(d1, d2), min(d1, d2)
    d[0], d[1], d[2], d[3] = d0, d1, d2, d3


@njit(**PIECE, inline="always")
def eight_sorted(d):
    """The same for the first eight."""
    d0, d1, d2, d3, d4, d5, d6, d7 = d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7]
    d0, d2 = max(d0, d2), min(d0, d2)
    d1, d3 = max(d1, d3), min(d1, d3)
    d4, d6 = max(d4, d6), min(d4, d6)
    d5, d7 = max(d5, d7), min(d5, d7)
    d0, d4 = max(d0, d4), min(d0, d4)
    d1, d5 = max(d1, d5), min(d1, d5)
    d2, d6 = max(d2, d6), min(d2, d6)
    d3, d7 = max(d3, d7), min(d3, d7)
    d0, d1 = max(d0, d1), min(d0, d1)
    d2, d3 = max(d2, d3), min(d2, d3)
    d4, d5 = max(d4, d5), min(d4, d5)
    d6, d7 = max(d6, d7), min(d6, d7)
    d2, d4 = max(d2, d4), min(d2, d4)
    d3, d5 = max(d3, d5), min(d3, d5)
    d1, d4 = max(d1, d4), min(d1, d4)
    d3, d6 = max(d3, d6), min(d3, d6)
    d1, d2 = max(d1, d2), min(d1, d2)
    d3, d4 = max(d3, d4), min(d3, d4)
    d5, d6 = max(d5, d6), min(d5, d6)
    d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7] = d0, d1, d2, d3, d4, d5, d6, d7


@njit(**PIECE)
def all_sorted(d, count):
    """The same for any number."""
    for k in range(1, count):
        number, at = d[k], k
        while at and d[at - 1] < number:
            d[at] = d[at - 1]
            at -= 1
        d[at] = number


@njit(**PIECE)
def in_groups(F, line, waiting):
    """Note who acts at the same time as others that come after it in the line: equal but for the roster."""
    behind, before, k = np.int64(0), np.int64(-1), np.uint64(waiting)
    while k > U0:
        k -= U1
        place = line[k] >> 6
        if place != before:
            behind, before = np.int64(0), place
        i = np.uint64((line[k] & 63) ^ 63)
        F[i * U_WIDTH + U_BEHIND] = behind
        behind |= np.int64(U1 << i)


@njit(**SMALL)
def awaited(i, pending, R):
    """Whether something is held that `i` has still to feel."""
    place, held = U0, np.uint64(R[PENDING])
    while place < held and pending[place, U0] != i:
        place += U1
    return place < held


@njit(**PIECE)
def goes_first(form, other, ties, solo, forms, words, quick, rows):
    """The chances that the first of two forms comes first in the order, and that it does or both come at once.

    In 2**32 parts, by the rows of their numbers; nobody comes at once without `ties`.
    """
    chance, both, one, two = 0.0, 0.0, solo[ORDER, form], solo[ORDER, other]
    tie, its = forms[form, TIE], forms[other, TIE]
    for a in range(1 << rows[one, BITS]):
        exact, code = words[rows[one, START] + a], np.int64(quick[rows[one, START] + a])
        part = np.float64(exact >> U32) / WHOLE
        for b in range(1 << rows[two, BITS]):
            its_exact, its_code = words[rows[two, START] + b], np.int64(quick[rows[two, START] + b])
            its_part = np.float64(its_exact >> U32) / WHOLE
            for which in range(4):
                x, y = (code >> (16 * (which & 1))) & LOW16, (its_code >> (16 * (which >> 1))) & LOW16
                whole = (1.0 - part if which & 1 else part) * (1.0 - its_part if which >> 1 else its_part)
                if ties and x == y and tie == its:
                    both += whole
                elif x > y or (x == y and tie >= its):
                    chance += whole
    share = np.float64(1 << rows[one, BITS]) * np.float64(1 << rows[two, BITS])
    first, all_ = chance / share, (chance + both) / share
    return np.uint64(min(WHOLE, np.floor(first * WHOLE + 0.5))), np.uint64(min(WHOLE, np.floor(all_ * WHOLE + 0.5)))
