"""The kernel: many fights out of tables, in compiled code without a rule in it.

What columns and codes mean is written down in `codes`. Numba's cache sees no changes in other files than that of the
function itself: so `play` is built around a digest of all that it is made of, and is compiled anew if that changes.
"""

# mypy: allow-untyped-defs, allow-untyped-calls
# mypy: disable-error-code="assignment, misc, no-untyped-call, untyped-decorator"
# ruff: noqa: N806, F403, F405

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

import numpy as np
from numba import njit

from affray.arena.choice import again
from affray.arena.codes import *
from affray.arena.effects import (
    DEEPEST,
    LOW32,
    MIX1,
    U32,
    G,
    all_sorted,
    befalls,
    between,
    busy,
    eight_sorted,
    four_sorted,
    goes_first,
    listed,
    mixed,
    settle,
    taken,
    traced,
    turn,
)

__all__ = ["VERSION", "play"]

#: what the compiled code is made of, as a number
SOURCES = ("choice.py", "codes.py", "effects.py", "kernel.py")
VERSION = int.from_bytes(
    blake2b(b"".join((Path(__file__).parent / name).read_bytes() for name in SOURCES), digest_size=6).digest(), "little"
)

#: the same numbers as codes have, without a sign
U0, U1, U2, U_FAST = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(FAST)
U_WIDTH, U_HOLDS, U_LEFT, U_FLOOR, U_WAITS = (np.uint64(c) for c in (WIDTH, HOLDS, LEFT, FLOOR, WAITS))
U_LINK0, U_START, U_SHIFT, U_AT, U_FOE = (np.uint64(c) for c in (LINK0, C_START, C_SHIFT, C_AT, FOE))
U_TARGET, U_LOW, U_ROW = (np.uint64(c) for c in (C_TARGET, LOW, C_ROW))
U_O_START, U_O_BITS, U_O_TIE = (np.uint64(c) for c in (O_START, O_BITS, O_TIE))


def built(version):
    """The kernel around a version: see the head of this module."""

    @njit(cache=True, nogil=True, error_model="numpy")
    def play(
        numbers, seed, start, fixed, ways, words, rows, outs, solo, forms, table, books, missing, undone, info, trace
    ):
        """Play the fights with these numbers and count those that end; the others are left in `undone`.

        `missing` gets the (kind, key) of cells that are not there.
        """
        info[I_VERSION] = version
        n = start.shape[1]
        size = n * WIDTH
        # everybody's state, a row for each; in the beaten track it is one line of numbers, read at offsets without sign
        F, at_first = np.zeros(size, np.int64), np.zeros(size, np.int64)
        S, S_first = F.reshape((n, WIDTH)), at_first.reshape((n, WIDTH))
        W = words.reshape(words.size)
        up, R = np.zeros(len(books[0]), np.int64), np.zeros(REGISTERS, np.int64)
        memo = np.zeros((n, n + 1, MEMO), np.int64)
        stack = np.zeros((DEEPEST, 2), np.int64)
        # where the states of those who are able begin; the order, as numbers whose last bits tell who it is
        begins, begins_first = np.zeros(n + 1, np.uint64), np.zeros(n + 1, np.uint64)
        line = np.full(n + 8, -1, np.int64)
        pairs, limits = np.zeros(64, np.int64), np.zeros(64, np.uint64)
        preference = np.zeros((n, n), np.int64)
        tracing, acts_most = len(trace) > 0, ways[ACTS_MOST]
        wins, others, lengths, survivors, remains, first, lost = books
        sides, standing, unquiet = len(wins), 0, 0
        lives, points, up_first = np.zeros(sides, np.int64), np.zeros(sides, np.int64), np.zeros(sides, np.int64)
        for i in range(n):
            for c in range(STATE):
                S_first[i, c] = start[c, i]
            S_first[i, FLOOR] = max(start[LOW, i], fixed[RESORT, i] + 1)
        for i in range(n):
            unquiet += busy(S_first, i, forms)
            if start[ABLE, i]:
                standing += 1 if up_first[fixed[SIDE, i]] == 0 else 0
                up_first[fixed[SIDE, i]] += 1
            count = 0  # foes by distance, then by roster
            for j in range(n):
                if fixed[SIDE, j] == fixed[SIDE, i]:
                    continue
                spot = count
                apart = abs(start[PLACE, j] - start[PLACE, i])
                while spot and abs(start[PLACE, preference[i, spot - 1]] - start[PLACE, i]) > apart:
                    preference[i, spot] = preference[i, spot - 1]
                    spot -= 1
                preference[i, spot] = j
                count += 1
        living_first, plain_first = listed(S_first, forms, solo, rows, begins_first)
        for q in range(len(numbers)):
            s = mixed(seed + mixed(np.uint64(numbers[q]) * G + MIX1))
            for c in range(size):
                F[c] = at_first[c]
            R[STANDING], R[FELL], R[BUSY], R[EPOCH], R[MOVED] = standing, -1, unquiet, 0, 0
            for side in range(sides):
                up[side] = up_first[side]
            for k in range(n):
                begins[k] = begins_first[k]
            living, plain, as_of = living_first, plain_first, np.int64(0)
            R[STATUS] = RUNNING if standing > 1 else OVER
            round_, waiting = 0, 0
            while R[STATUS] == RUNNING:
                if round_ >= ways[LIMIT]:
                    R[STATUS] = LIMITED
                    break
                if R[BUSY] and round_:
                    s = between(round_, s, S, fixed, ways, words, rows, outs, solo, forms, up, R, trace)
                    if R[STATUS] != RUNNING:
                        break
                round_ += 1
                acts = np.int64(0)
                R[PUT_OFF] = 0
                if tracing:
                    traced(trace, T_ROUND, round_, 0, 0, 0, S, R)
                if R[BUSY] and ways[EDGES]:
                    for i in range(n):
                        if R[STATUS] == RUNNING:
                            _, s = befalls(ROUND_START, i, s, S, fixed, words, rows, outs, solo, forms, up, R, trace)
                    if R[STATUS] != RUNNING:
                        break
                # -- the order: by number, then tie key, then roster
                if round_ == 1 or not ways[ONCE]:
                    if as_of != R[EPOCH]:
                        living, plain = listed(S, forms, solo, rows, begins)
                        as_of = R[EPOCH]
                    waiting = living
                    if plain and n == 2 and living == 2:
                        # of two it takes one draw to tell who is first
                        pair = S[0, FORM] << 16 | S[1, FORM]
                        place = (pair * 7 + (pair >> 16)) & 63
                        if pairs[place] != pair:
                            pairs[place] = pair
                            limits[place] = goes_first(S[0, FORM], S[1, FORM], solo, forms, words, rows)
                        s += G
                        behind = np.int64((mixed(s) >> U32) >= limits[place])
                        line[0], line[1] = 63 - behind, 62 + behind
                        if tracing:
                            traced(trace, T_FIRST, behind, 0, 0, 0, S, R)
                    elif plain:
                        # each takes half of a draw: its highest bits choose a word, the rest is held against that
                        before, slot = s, U0
                        while slot < np.uint64(living):
                            s += G
                            x = mixed(s)
                            f, g = begins[slot], begins[slot + U1]
                            first_half, bits = x >> U32, np.uint64(F[f + U_O_BITS])
                            word = W[np.uint64(F[f + U_O_START]) + ((first_half >> (U32 - bits)) << U1)]
                            line[slot] = taken(first_half << bits, word) << 48 | F[f + U_O_TIE]
                            second_half, bits = x & LOW32, np.uint64(F[g + U_O_BITS])
                            word = W[np.uint64(F[g + U_O_START]) + ((second_half >> (U32 - bits)) << U1)]
                            line[slot + U1] = taken(second_half << bits, word) << 48 | F[g + U_O_TIE]
                            slot += U2
                        if tracing:
                            for a in range(living):
                                i = np.int64(begins[a] // U_WIDTH)
                                x = mixed(before + np.uint64(a // 2 + 1) * G)
                                half, bits = (x & LOW32 if a & 1 else x >> U32), np.uint64(S[i, O_BITS])
                                word_at = np.uint64(S[i, O_START]) + ((half >> (U32 - bits)) << U1)
                                row, outcome = solo[ORDER, S[i, FORM]], taken(half << bits, W[word_at - U1])
                                traced(trace, T_EVENT, i, ORDER, row, outcome, S, R)
                    else:
                        waiting = 0
                        for i in range(n):
                            if S[i, ABLE]:
                                number, s = befalls(ORDER, i, s, S, fixed, words, rows, outs, solo, forms, up, R, trace)
                                if R[STATUS] != RUNNING:
                                    break
                                if number != NO_NUMBER:
                                    line[waiting] = (number + NUMBERS) << 48 | forms[S[i, FORM], TIE] << 6 | (63 - i)
                                    waiting += 1
                    if waiting > 8:
                        all_sorted(line, waiting)
                    elif waiting > 2 or n > 2 or not plain:
                        for k in range(waiting, 8):
                            line[k] = -1
                        if waiting > 4:
                            eight_sorted(line)
                        else:
                            four_sorted(line)
                # -- the turns; those who were put off come after all others, in the order of the line
                at, last = U0, np.uint64(waiting)
                while R[STATUS] == RUNNING:
                    # the beaten track: acts that were chosen before, or are as before, and take points only
                    o, i, mode = np.int64(-1), np.int64(-1), MODE_TURN
                    while at < last:
                        f = np.uint64((line[at] & 63) ^ 63) * U_WIDTH
                        at += U1
                        if not F[f + U_HOLDS]:
                            i = np.int64(f // U_WIDTH)
                            if F[f + U_LEFT] < F[f + U_FLOOR] or F[f + U_WAITS]:
                                if S[i, ABLE] or R[BUSY]:
                                    break
                                i = -1
                                continue
                            if R[MOVED] or fixed[AIM, i] != NEAREST or F[f + U_LINK0] >= 0:
                                if not again(S, i, fixed, ways[NEAR], memo):
                                    break
                            else:
                                # what `again` does, for most fighters, without a call
                                spot = 0
                                while not S[preference[i, spot], ABLE]:
                                    spot += 1
                                j = preference[i, spot]
                                apart = abs(S[j, PLACE] - S[i, PLACE])
                                key = S[i, FORM] << 46 | S[j, FORM] << 30 | apart << 16 | fixed[PLAN, i] << 8
                                known = memo[i, j]
                                if known[M_KEY] != key or not known[M_LASTS] or S[j, LINK0] >= 0 or apart >= FARTHEST:
                                    break
                                S[i, HOLDS], S[i, C_TARGET], S[i, C_ROW] = 1, j, known[M_ROW]
                                S[i, C_START], S[i, C_SHIFT], S[i, C_AT] = known[M_START], known[M_SHIFT], j * WIDTH
                            if R[EPOCH] == 0 and S[i, HOLDS]:
                                for c in range(HOLDS, C_AT + 1):
                                    S_first[i, c] = S[i, c]
                            i = -1
                        acts += 1
                        if acts > acts_most:
                            R[STATUS] = LIMITED
                            break
                        s += G
                        x = mixed(s)
                        word_at = np.uint64(F[f + U_START]) + ((x >> np.uint64(F[f + U_SHIFT])) << U1)
                        code = taken(x, W[word_at + U_FAST])
                        if code == COMPLEX:
                            i = np.int64(f // U_WIDTH)
                            o = rows[F[f + U_ROW], BASE] + taken(x, W[word_at])
                            break
                        g = np.uint64(F[f + U_AT])
                        after = F[g + U_LEFT] - (code >> 1)
                        F[g + U_LEFT] = after
                        if code & 1:
                            F[f + U_FOE] = F[f + U_TARGET]
                        if after < F[g + U_FLOOR]:
                            F[g + U_HOLDS] = 0
                            j = F[f + U_TARGET]
                            if after < F[g + U_LOW]:
                                current = as_of == R[EPOCH]
                                settle(S, j, fixed, up, R)
                                if current:  # then so is the list, but for whoever has fallen
                                    slot = U0
                                    for k in range(living):
                                        begins[slot] = begins[k]
                                        slot += np.uint64(begins[k] != g)
                                    living, as_of = living - 1, R[EPOCH]
                                for k in range(n):  # what others are about does not hang on whoever has fallen
                                    if S[k, C_TARGET] == j:
                                        S[k, HOLDS] = 0
                                if R[STANDING] < 2:
                                    R[STATUS] = OVER
                                    at = last
                        if tracing:
                            i, j = np.int64(f // U_WIDTH), F[f + U_TARGET]
                            traced(trace, T_ACT, i, j, F[f + U_ROW], taken(x, W[word_at]), S, R)
                            i = -1
                    if R[STATUS] != RUNNING:
                        break
                    if i < 0:
                        if not R[PUT_OFF]:
                            break
                        at = U0
                        while at < last and not S[(line[at] & 63) ^ 63, WAITS]:
                            at += U1
                        if at == last:
                            break
                        i, mode, at = (line[at] & 63) ^ 63, MODE_LATE, last
                        S[i, WAITS] = 0
                    elif S[i, WAITS]:
                        continue
                    if o < 0:
                        if R[BUSY] or mode == MODE_LATE:
                            for stage in range(3):
                                # the edge of the start, that of the end for those who cannot act, the turn's beginning
                                kind = TURN_START if stage == 0 else TURN_END if stage == 1 else BEGIN + mode
                                due = S[i, ABLE] if stage == 2 else ways[EDGES + 1 + stage]
                                if due and R[STATUS] == RUNNING and not (stage == 1 and S[i, ABLE]):
                                    _, s = befalls(kind, i, s, S, fixed, words, rows, outs, solo, forms, up, R, trace)
                            if R[STATUS] == RUNNING and R[STANDING] < 2:
                                R[STATUS] = OVER
                            if R[STATUS] != RUNNING:
                                break
                        if not S[i, ABLE]:
                            continue
                    R[ACTS] = acts
                    s = turn(i, mode, o, s, S, fixed, ways, words, rows, outs, forms, table, memo, up, R, trace, stack)
                    acts = R[ACTS]
            if R[STATUS] == BROKEN:
                info[I_BROKEN] = 1
                return
            if R[STATUS] == MISSED:
                if info[I_MISSING] < len(missing):
                    missing[info[I_MISSING], 0], missing[info[I_MISSING], 1] = R[MISS_KIND], R[MISS_KEY]
                    info[I_MISSING] += 1
                undone[info[I_UNDONE]] = numbers[q]
                info[I_UNDONE] += 1
                continue
            others[2] += 1
            lengths[round_] += 1
            first[R[FELL] if R[FELL] >= 0 else n] += 1
            if R[STATUS] == LIMITED or R[STANDING] == 0:
                others[1 if R[STATUS] == LIMITED else 0] += 1
            for side in range(sides):
                if up[side] and R[STATUS] != LIMITED:
                    wins[side] += 1
                lives[side], points[side] = 0, 0
            for i in range(n):
                side, lives_on = fixed[SIDE, i], np.int64(S[i, LEFT] >= forms[S[i, FORM], ALIVE])
                lost[side] += start[LEFT, i] - S[i, LEFT]
                lives[side] += lives_on
                points[side] += lives_on * max(np.int64(0), S[i, LEFT])
            for side in range(sides):
                survivors[side, lives[side]] += 1
                remains[side, min(points[side], remains.shape[1] - 1)] += 1
        info[I_LINES] = R[LINES]

    return play


play = built(VERSION)
