"""The kernel: many fights out of tables, in compiled code without a rule in it.

What columns and codes mean is written down in `codes`. Numba's cache sees no changes in other files than that of the
function itself: so `play` is built around a digest of all that it is made of, and is compiled anew if that changes.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code="no-untyped-call, misc, untyped-decorator"
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
    MIX1,
    U32,
    G,
    befalls,
    between,
    busy,
    goes_first,
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


def built(version):
    """The kernel around a version: see the head of this module."""

    @njit(cache=True, nogil=True)
    def play(
        numbers, seed, start, fixed, ways, words, rows, outs, solo, forms, table, books, missing, undone, info, trace
    ):
        """Play the fights with these numbers and count those that end; the others are left in `undone`.

        `missing` gets the (kind, key) of cells that are not there.
        """
        info[I_VERSION] = version
        n = start.shape[1]
        S = np.empty_like(start)
        left, low, able, foe, form, where, resort = S[LEFT], S[LOW], S[ABLE], S[FOE], S[FORM], S[PLACE], fixed[RESORT]
        up, R = np.zeros(len(books[0]), np.int64), np.zeros(REGISTERS, np.int64)
        memo = np.zeros((n, n + 1, MEMO), np.int64)
        choices = np.full((n, CHOICE), NO_EPOCH, np.int64)
        at_first = choices.copy()
        line, drawn, stack = np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros((DEEPEST, 2), np.int64)
        pairs, limits = np.zeros(64, np.int64), np.zeros(64, np.uint64)
        tracing = len(trace) > 0
        wins, others, lengths, survivors, remains, first, lost = books
        sides, standing, unquiet = len(wins), 0, 0
        up_first = np.zeros(sides, np.int64)
        for i in range(n):
            unquiet += busy(start, i, forms)
            if start[ABLE, i]:
                standing += 1 if up_first[fixed[SIDE, i]] == 0 else 0
                up_first[fixed[SIDE, i]] += 1
        for q in range(len(numbers)):
            s = mixed(seed + mixed(np.uint64(numbers[q]) * G + MIX1))
            R[STANDING], R[FELL], R[BUSY], R[EPOCH] = standing, -1, unquiet, 0
            for side in range(sides):
                up[side] = up_first[side]
            for c in range(STATE):
                for i in range(n):
                    S[c, i] = start[c, i]
            for i in range(n):
                for c in range(CHOICE):
                    choices[i, c] = at_first[i, c]
            R[STATUS] = RUNNING if R[STANDING] > 1 else OVER
            round_, length, waiting = 0, 0, 0
            while R[STATUS] == RUNNING:
                if round_ >= ways[LIMIT]:
                    R[STATUS] = LIMITED
                    break
                if R[BUSY] and round_:
                    s = between(round_, s, S, fixed, ways, words, rows, outs, solo, forms, up, R, trace)
                    if R[STATUS] != RUNNING:
                        break
                round_ += 1
                length = round_
                R[ACTS] = 0
                if tracing:
                    traced(trace, T_ROUND, round_, 0, 0, 0, S, R)
                if R[BUSY] and ways[EDGES]:
                    for i in range(n):
                        if R[STATUS] == RUNNING:
                            _, s = befalls(ROUND_START, i, s, S, fixed, words, rows, outs, solo, forms, up, R, trace)
                    if R[STATUS] != RUNNING:
                        break
                # -- the order: by number, then tie key, then roster; a line ends with who it is about
                if round_ > 1 and ways[ONCE]:
                    pass
                elif n == 2 and able[0] and able[1] and forms[form[0], PLAIN] and forms[form[1], PLAIN]:
                    # of two it takes one draw to tell who is first
                    place = (form[0] * 7 + form[1]) & 63
                    if pairs[place] != form[0] << 16 | form[1]:
                        pairs[place] = form[0] << 16 | form[1]
                        limits[place] = goes_first(form[0], form[1], solo, forms, words, rows)
                    s += G
                    ahead = (mixed(s) >> U32) < limits[place]
                    line[0], line[1], waiting = 63 - (not ahead), 62 + (not ahead), 2
                    if tracing:
                        traced(trace, T_FIRST, 0 if ahead else 1, 0, 0, 0, S, R)
                else:
                    waiting = 0
                    for i in range(n):
                        if not able[i]:
                            continue
                        number = np.int64(NO_NUMBER)
                        if forms[form[i], PLAIN] and not tracing:
                            row = solo[ORDER, form[i]]
                            at, x = rows[row, START], np.uint64(0)
                            if rows[row, BITS]:
                                s += G
                                x = mixed(s)
                                at += np.int64(x >> np.uint64(64 - rows[row, BITS]))
                            number = taken(x, words[at, FAST]) - NUMBERS
                        else:
                            number, s = befalls(ORDER, i, s, S, fixed, words, rows, outs, solo, forms, up, R, trace)
                            if R[STATUS] != RUNNING:
                                break
                            if number == NO_NUMBER:
                                continue
                        drawn[waiting] = (number + NUMBERS) << 48 | forms[form[i], TIE] << 6 | (63 - i)
                        waiting += 1
                    for a in range(waiting):  # ranks instead of a sort: there is nothing to guess for the processor
                        rank = 0
                        for b in range(waiting):
                            rank += drawn[b] > drawn[a]
                        line[rank] = drawn[a]
                # -- the turns; those who were put off come after all others, in the order of the line
                at, late = 0, False
                while R[STATUS] == RUNNING:
                    if at == waiting:
                        late, at = True, 0
                        while at < waiting and not S[WAITS, 63 - (line[at] & 63)]:
                            at += 1
                        if at == waiting:
                            break
                    i = 63 - (line[at] & 63)
                    at += 1
                    mode = MODE_TURN
                    if late:
                        S[WAITS, i] = 0
                        mode, at = MODE_LATE, waiting
                    elif S[WAITS, i]:
                        continue
                    if R[BUSY] or late:
                        for stage in range(3):
                            # the edge of the start, that of the end for those who cannot act, the turn's beginning
                            kind = TURN_START if stage == 0 else TURN_END if stage == 1 else BEGIN + mode
                            due = able[i] if stage == 2 else ways[EDGES + 1] if stage == 0 else ways[EDGES + 2]
                            if due and R[STATUS] == RUNNING and not (stage == 1 and able[i]):
                                _, s = befalls(kind, i, s, S, fixed, words, rows, outs, solo, forms, up, R, trace)
                        if R[STATUS] == RUNNING and R[STANDING] < 2:
                            R[STATUS] = OVER
                        if R[STATUS] != RUNNING:
                            break
                    if not able[i]:
                        continue
                    # -- the short way: an act that was chosen before, or is as before, and takes points only
                    o = np.int64(-1)
                    if not late and left[i] > resort[i]:
                        ready = choices[i, C_EPOCH] == R[EPOCH]
                        if not ready and fixed[AIM, i] == NEAREST and S[LINK0, i] < 0:
                            # what `again` does, for most fighters, without a call
                            target, least = -1, np.int64(FARTHEST)
                            for j in range(n):
                                if able[j] and fixed[SIDE, j] != fixed[SIDE, i] and abs(where[j] - where[i]) < least:
                                    target, least = j, abs(where[j] - where[i])
                            key = form[i] << 46 | form[target] << 30 | least << 16 | fixed[PLAN, i] << 8
                            if memo[i, target, M_KEY] == key and memo[i, target, M_LASTS] and S[LINK0, target] < 0:
                                ready = True
                                choices[i, C_EPOCH], choices[i, C_TARGET] = R[EPOCH], target
                                choices[i, C_ROW] = memo[i, target, M_ROW]
                                choices[i, C_START], choices[i, C_SHIFT] = (
                                    memo[i, target, M_START],
                                    memo[i, target, M_SHIFT],
                                )
                                choices[i, C_BASE] = memo[i, target, M_BASE]
                        if not ready:
                            ready = again(S, i, fixed, ways[NEAR], memo, choices, R)
                        if ready and R[EPOCH] == 0:
                            for k in range(CHOICE):
                                at_first[i, k] = choices[i, k]
                        if ready:
                            R[ACTS] += 1
                            if R[ACTS] > ways[ACTS_MOST]:
                                R[STATUS] = LIMITED
                                break
                            s += G
                            x = mixed(s)
                            place = choices[i, C_START] + np.int64(x >> np.uint64(choices[i, C_SHIFT]))
                            code = taken(x, words[place, FAST])
                            if code == COMPLEX:
                                o = choices[i, C_BASE] + taken(x, words[place, EXACT])
                            else:
                                j = choices[i, C_TARGET]
                                left[j] -= code >> 1
                                if code & 1:
                                    foe[i] = j
                                if left[j] < low[j]:
                                    epoch = R[EPOCH]
                                    settle(S, j, fixed, up, R)
                                    for k in range(n):  # what others are about does not hang on whoever has fallen
                                        if choices[k, C_EPOCH] == epoch and choices[k, C_TARGET] != j:
                                            choices[k, C_EPOCH] = R[EPOCH]
                                    if R[STANDING] < 2:
                                        R[STATUS] = OVER
                                if tracing:
                                    traced(trace, T_ACT, i, j, choices[i, C_ROW], taken(x, words[place, EXACT]), S, R)
                                continue
                    s = turn(
                        i,
                        mode,
                        o,
                        s,
                        S,
                        fixed,
                        ways,
                        words,
                        rows,
                        outs,
                        forms,
                        table,
                        memo,
                        choices,
                        up,
                        R,
                        trace,
                        stack,
                    )
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
            lengths[length] += 1
            first[R[FELL] if R[FELL] >= 0 else n] += 1
            if R[STATUS] == LIMITED or R[STANDING] == 0:
                others[1 if R[STATUS] == LIMITED else 0] += 1
            for side in range(sides):
                if up[side] and R[STATUS] != LIMITED:
                    wins[side] += 1
                lives, points = 0, np.int64(0)
                for i in range(n):
                    if fixed[SIDE, i] == side:
                        lost[side] += start[LEFT, i] - left[i]
                        if left[i] >= forms[form[i], ALIVE]:
                            lives += 1
                            points += max(np.int64(0), left[i])
                survivors[side, lives] += 1
                remains[side, min(points, remains.shape[1] - 1)] += 1
        info[I_LINES] = R[LINES]

    return play


play = built(VERSION)
