"""The compiled pieces of the kernel: outcomes take effect, things befall fighters, turns are played to their end.

They are called off the beaten track only: an array that is handed over takes time in compiled code.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code="no-untyped-call, misc, untyped-decorator"
# ruff: noqa: N803, F403, F405

from __future__ import annotations

import numpy as np
from numba import njit

from affray.arena.choice import any_of, chosen
from affray.arena.codes import *

__all__ = ["DEEPEST", "MIX1", "U32", "G", "befalls", "between", "busy", "goes_first", "mixed", "settle"]
__all__ += ["taken", "traced", "turn"]

DEEPEST = 32
G = np.uint64(GOLDEN)
MIX1, MIX2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
LOW32, LOW16 = np.uint64(0xFFFFFFFF), np.int64(0xFFFF)
U32, U31, U30, U27 = np.uint64(32), np.uint64(31), np.uint64(30), np.uint64(27)
WHOLE = 4294967296.0


@njit(nogil=True, inline="always")
def mixed(x):
    """The finisher of splitmix64."""
    x = (x ^ (x >> U30)) * MIX1
    x = (x ^ (x >> U27)) * MIX2
    return x ^ (x >> U31)


@njit(nogil=True, inline="always")
def taken(x, word):
    """Which of the two codes of a word 64 random bits take."""
    if (x & LOW32) < (word >> U32):
        return np.int64(word) & LOW16
    return (np.int64(word) >> 16) & LOW16


@njit(nogil=True)
def drawn(s, row, column, words, rows):
    """What a row gives, and the new seed; a row of one word takes no draw."""
    at, x = rows[row, START], np.uint64(0)
    if rows[row, BITS]:
        s += G
        x = mixed(s)
        at += np.int64(x >> np.uint64(64 - rows[row, BITS]))
    return taken(x, words[at, column]), s


@njit(nogil=True)
def settle(S, i, fixed, up, R):
    """Count who can go on after `i` has changed: the sides that stand, and who fell first."""
    able = 1 if S[LEFT, i] >= S[LOW, i] else 0
    if able == S[ABLE, i]:
        return
    S[ABLE, i] = able
    side = fixed[SIDE, i]
    up[side] += 1 if able else -1
    if able and up[side] == 1:
        R[STANDING] += 1
    elif not able:
        if up[side] == 0:
            R[STANDING] -= 1
        if R[FELL] < 0:
            R[FELL] = i
    R[LAST_EPOCH] += 1
    R[EPOCH] = R[LAST_EPOCH]


@njit(nogil=True)
def busy(S, i, forms):
    """1 if something may befall `i` between turns."""
    return 0 if forms[S[FORM, i], CALM] and S[TIMER0, i] < 0 and S[TIMER1, i] < 0 else 1


@njit(nogil=True)
def changed(S, i, j, form, loss, move, codes, timer, forms, R):
    """Let the part of an outcome that concerns `i` take effect; `j` is the other one."""
    R[BUSY] -= busy(S, i, forms)
    old0, old1 = S[LINK0, i], S[LINK1, i]
    for place in range(2):
        code = (codes >> (2 * place)) & 3
        S[LINK0 + place, i] = -1 if code == 0 else old0 if code == 1 else old1 if code == 2 else j
    S[FORM, i], S[LOW, i] = form, forms[form, FROM]
    S[LEFT, i] -= loss
    S[PLACE, i] += move
    if timer:
        kind, rounds = (timer >> 20) - 1, timer & ((1 << 20) - 1)
        if S[TIMER0, i] == kind or (S[TIMER0, i] < 0 and S[TIMER1, i] != kind):
            S[TIMER0, i], S[ROUNDS0, i] = kind, rounds
        elif S[TIMER1, i] == kind or S[TIMER1, i] < 0:
            S[TIMER1, i], S[ROUNDS1, i] = kind, rounds
        else:
            R[STATUS] = BROKEN
    R[BUSY] += busy(S, i, forms)


@njit(nogil=True)
def apply(S, outs, o, i, j, fixed, forms, up, R):
    """Let an outcome take effect on actor and target."""
    out = outs[o]
    sign = 1 if j < 0 or S[PLACE, j] >= S[PLACE, i] else -1
    changed(S, i, j, out[FORM_A], out[LOSS_A], sign * out[MOVE_A], out[LINKS], out[TIMER_A], forms, R)
    if j >= 0:
        changed(S, j, i, out[FORM_B], out[LOSS_B], sign * out[MOVE_B], out[LINKS] >> 4, out[TIMER_B], forms, R)
        if out[FLAGS] & 1:
            S[FOE, i] = j
        if out[FLAGS] & 2:
            S[FOE, j] = i
    if out[FLAGS] & 4:
        S[WAITS, i] = 1
    R[LAST_EPOCH] += 1
    R[EPOCH] = R[LAST_EPOCH]
    # the target falls before the actor
    if j >= 0:
        settle(S, j, fixed, up, R)
    settle(S, i, fixed, up, R)


@njit(nogil=True)
def traced(trace, kind, i, j, row, outcome, S, R):
    """One more line of a trace: what happened, and the state of everybody after it."""
    if R[LINES] < len(trace):
        line = trace[R[LINES]]
        line[0], line[1], line[2], line[3], line[4] = kind, i, j, row, outcome
        n = S.shape[1]
        for c in range(STATE):
            for f in range(n):
                line[T_STATES + c * n + f] = S[c, f]
    R[LINES] += 1


@njit(nogil=True)
def befalls(kind, i, s, S, fixed, words, rows, outs, solo, forms, up, R, trace):
    """Let something befall `i` by itself; the number it acts on, where that is what it was about, and the new seed."""
    row = solo[kind, S[FORM, i]]
    if row == NOTHING:
        return np.int64(NO_NUMBER), s
    if row == MISSING:
        R[STATUS], R[MISS_KIND], R[MISS_KEY] = MISSED, kind + 1, S[FORM, i]
        return np.int64(NO_NUMBER), s
    outcome, s = drawn(s, row, EXACT, words, rows)
    o = rows[row, BASE] + outcome
    if kind != ORDER or outs[o, FORM_A] != S[FORM, i]:
        apply(S, outs, o, i, -1, fixed, forms, up, R)
    if len(trace):
        traced(trace, T_EVENT, i, kind, row, outcome, S, R)
    return outs[o, NUMBER], s


@njit(nogil=True)
def goes_first(form, other, solo, forms, words, rows):
    """The chance that the first of two forms comes first in the order, in 2**32 parts, by the rows of their numbers."""
    chance, one, two = 0.0, solo[ORDER, form], solo[ORDER, other]
    tie, its = forms[form, TIE], forms[other, TIE]
    for a in range(1 << rows[one, BITS]):
        exact, code = words[rows[one, START] + a, EXACT], np.int64(words[rows[one, START] + a, FAST])
        part = np.float64(exact >> U32) / WHOLE
        for b in range(1 << rows[two, BITS]):
            its_exact, its_code = words[rows[two, START] + b, EXACT], np.int64(words[rows[two, START] + b, FAST])
            its_part = np.float64(its_exact >> U32) / WHOLE
            for which in range(4):
                x, y = (code >> (16 * (which & 1))) & LOW16, (its_code >> (16 * (which >> 1))) & LOW16
                if x > y or (x == y and tie >= its):
                    chance += (1.0 - part if which & 1 else part) * (1.0 - its_part if which >> 1 else its_part)
    chance = chance / np.float64(1 << rows[one, BITS]) / np.float64(1 << rows[two, BITS])
    return np.uint64(min(WHOLE, np.floor(chance * WHOLE + 0.5)))


@njit(nogil=True)
def between(round_, s, S, fixed, ways, words, rows, outs, solo, forms, up, R, trace):
    """The end of a round: timers run out, things come back, and it brings what it brings; the new seed."""
    for i in range(S.shape[1]):
        for place in (TIMER0, TIMER1):
            if S[place, i] < 0:
                continue
            S[place + 1, i] -= 1
            if S[place + 1, i] == 0:
                kind = EXPIRE + S[place, i]
                S[place, i] = -1
                R[BUSY] += busy(S, i, forms) - 1
                _, s = befalls(kind, i, s, S, fixed, words, rows, outs, solo, forms, up, R, trace)
    for kind in (ROUND_END, END):
        if kind == END or ways[EDGES + 3]:
            for i in range(S.shape[1]):
                # whoever is dead has nothing more to lose
                if R[STATUS] == RUNNING and (kind != END or S[LEFT, i] >= forms[S[FORM, i], ALIVE]):
                    _, s = befalls(kind, i, s, S, fixed, words, rows, outs, solo, forms, up, R, trace)
    if R[STATUS] == RUNNING and R[STANDING] < 2:
        R[STATUS] = OVER
    return s


@njit(nogil=True)
def turn(i, mode, o, s, S, fixed, ways, words, rows, outs, forms, table, memo, choices, up, R, trace, stack):
    """One turn with all that it gives rise to: whatever stands on the agenda, the last on top; the new seed.

    `o` is the outcome that was drawn for the first act of it already, or -1.
    """
    depth, pick = 1, -1
    stack[0, 0], stack[0, 1] = i, mode
    while depth > 0 and R[STANDING] > 1:
        i, mode = stack[depth - 1, 0], stack[depth - 1, 1]
        if not S[ABLE, i]:
            depth -= 1
            pick = -1
            continue
        if o < 0:
            R[ACTS] += 1
            if R[ACTS] > ways[ACTS_MOST]:
                R[STATUS] = LIMITED
                return s
            if fixed[AIM, i] == RANDOM and pick < 0:
                s += G
                pick = any_of(S, i, fixed, mixed(s))
            chosen(S, i, mode, pick, fixed, ways[NEAR], table, rows, forms, memo, choices, R)
            if R[STATUS] != RUNNING:
                return s
            outcome, s = drawn(s, choices[i, C_ROW], EXACT, words, rows)
            o = choices[i, C_BASE] + outcome
        j, row = choices[i, C_TARGET], choices[i, C_ROW]
        depth -= 1
        apply(S, outs, o, i, j, fixed, forms, up, R)
        if len(trace):
            traced(trace, T_ACT, i, j, row, o - rows[row, BASE], S, R)
        goes_on, steps = False, outs[o, STEPS]
        for place in range(steps & 3):
            if depth == DEEPEST:
                R[STATUS] = BROKEN
                return s
            step = (steps >> (2 + 5 * place)) & 31
            stack[depth, 0], stack[depth, 1] = (j if step & 1 else i), step >> 1
            goes_on = not step & 1
            depth += 1
        if not goes_on or rows[row, BITS]:
            pick = -1
        if R[STATUS] != RUNNING:
            return s
        o = np.int64(-1)
    if R[STANDING] < 2:
        R[STATUS] = OVER
    return s
