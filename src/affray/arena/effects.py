"""The compiled pieces of the kernel: outcomes take effect, things befall fighters, turns are played to their end.

They are called off the beaten track only: an array that is handed over takes time in compiled code.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code="no-untyped-call, misc, untyped-decorator"
# ruff: noqa: N803, F403, F405

from __future__ import annotations

import numpy as np
from numba import njit

from affray.arena.choice import PIECE, any_of, chosen
from affray.arena.codes import *

__all__ = ["DEEPEST", "LOW32", "MIX1", "U32", "G", "all_sorted", "befalls", "between", "busy", "eight_sorted"]
__all__ += ["four_sorted", "goes_first", "listed", "mixed", "settle", "taken", "traced", "turn"]

DEEPEST = 32
G = np.uint64(GOLDEN)
MIX1, MIX2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
LOW32, LOW16 = np.uint64(0xFFFFFFFF), np.int64(0xFFFF)
U32, U31, U30, U27, U4 = np.uint64(32), np.uint64(31), np.uint64(30), np.uint64(27), np.uint64(4)
WHOLE = 4294967296.0


@njit(**PIECE, inline="always")
def mixed(x):
    """The finisher of splitmix64."""
    x = (x ^ (x >> U30)) * MIX1
    x = (x ^ (x >> U27)) * MIX2
    return x ^ (x >> U31)


@njit(**PIECE, inline="always")
def taken(x, word):
    """Which of the two codes of a word 64 random bits take."""
    second = np.uint64((x & LOW32) >= (word >> U32))  # a number in place of a branch, to be guessed by the processor
    return np.int64(word >> (second << U4)) & LOW16


@njit(**PIECE)
def drawn(s, row, column, words, rows):
    """What a row gives, and the new seed; a row of one word takes no draw."""
    at, x = rows[row, START], np.uint64(0)
    if rows[row, BITS]:
        s += G
        x = mixed(s)
        at += np.int64(x >> np.uint64(64 - rows[row, BITS]))
    return taken(x, words[at, column]), s


@njit(**PIECE, inline="always")
def settle(S, i, fixed, up, R):
    """Count who can go on after `i` has changed: the sides that stand, and who fell first."""
    able = 1 if S[i, LEFT] >= S[i, LOW] else 0
    if able != S[i, ABLE]:
        S[i, ABLE] = able
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


@njit(**PIECE)
def place_of(S, i, forms, solo, rows):
    """Note how `i` comes to its place in the order; whether that is by a number and nothing else."""
    form = S[i, FORM]
    S[i, O_TIE] = forms[form, TIE] << 6 | (63 - i)
    if not forms[form, PLAIN]:
        return False
    row = solo[ORDER, form]
    S[i, O_START], S[i, O_BITS] = 2 * rows[row, START] + FAST, rows[row, BITS]
    return True


@njit(**PIECE)
def listed(S, forms, solo, rows, begins):
    """List where the states of those who are able begin: how many, and whether places in the order are numbers."""
    living, plain = 0, True
    for i in range(S.shape[0]):
        if S[i, ABLE]:
            plain = place_of(S, i, forms, solo, rows) and plain
            begins[living] = i * WIDTH
            living += 1
    return living, plain


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
def busy(S, i, forms):
    """1 if something may befall `i` between turns."""
    return 0 if forms[S[i, FORM], CALM] and S[i, TIMER0] < 0 and S[i, TIMER1] < 0 else 1


@njit(**PIECE)
def changed(S, i, j, form, loss, move, codes, timer, fixed, forms, R):
    """Let the part of an outcome that concerns `i` take effect; `j` is the other one."""
    R[BUSY] -= busy(S, i, forms)
    old0, old1 = S[i, LINK0], S[i, LINK1]
    for place in range(2):
        code = (codes >> (2 * place)) & 3
        S[i, LINK0 + place] = -1 if code == 0 else old0 if code == 1 else old1 if code == 2 else j
    S[i, FORM], S[i, LOW], S[i, FLOOR] = form, forms[form, FROM], max(forms[form, FROM], fixed[RESORT, i] + 1)
    S[i, LEFT] -= loss
    if move:
        S[i, PLACE] += move
        R[MOVED] = 1
    if timer:
        kind, rounds = (timer >> 20) - 1, timer & ((1 << 20) - 1)
        if S[i, TIMER0] == kind or (S[i, TIMER0] < 0 and S[i, TIMER1] != kind):
            S[i, TIMER0], S[i, ROUNDS0] = kind, rounds
        elif S[i, TIMER1] == kind or S[i, TIMER1] < 0:
            S[i, TIMER1], S[i, ROUNDS1] = kind, rounds
        else:
            R[STATUS] = BROKEN
    R[BUSY] += busy(S, i, forms)


@njit(**PIECE)
def apply(S, outs, o, i, j, fixed, forms, up, R):
    """Let an outcome take effect on actor and target."""
    out = outs[o]
    sign = 1 if j < 0 or S[j, PLACE] >= S[i, PLACE] else -1
    changed(S, i, j, out[FORM_A], out[LOSS_A], sign * out[MOVE_A], out[LINKS], out[TIMER_A], fixed, forms, R)
    if j >= 0:
        changed(S, j, i, out[FORM_B], out[LOSS_B], sign * out[MOVE_B], out[LINKS] >> 4, out[TIMER_B], fixed, forms, R)
        if out[FLAGS] & 1:
            S[i, FOE] = j
        if out[FLAGS] & 2:
            S[j, FOE] = i
    if out[FLAGS] & 4:
        S[i, WAITS] = 1
        R[PUT_OFF] = 1
    R[LAST_EPOCH] += 1
    R[EPOCH] = R[LAST_EPOCH]
    for k in range(S.shape[0]):
        S[k, HOLDS] = 0
    # the target falls before the actor
    if j >= 0:
        settle(S, j, fixed, up, R)
    settle(S, i, fixed, up, R)


@njit(**PIECE)
def traced(trace, kind, i, j, row, outcome, S, R):
    """One more line of a trace: what happened, and the state of everybody after it."""
    if R[LINES] < len(trace):
        line = trace[R[LINES]]
        line[0], line[1], line[2], line[3], line[4] = kind, i, j, row, outcome
        n = S.shape[0]
        for c in range(STATE):
            for f in range(n):
                line[T_STATES + c * n + f] = S[f, c]
    R[LINES] += 1


@njit(**PIECE)
def befalls(kind, i, s, S, fixed, words, rows, outs, solo, forms, up, R, trace):
    """Let something befall `i` by itself; the number it acts on, where that is what it was about, and the new seed."""
    row = solo[kind, S[i, FORM]]
    if row == NOTHING:
        return np.int64(NO_NUMBER), s
    if row == MISSING:
        R[STATUS], R[MISS_KIND], R[MISS_KEY] = MISSED, kind + 1, S[i, FORM]
        return np.int64(NO_NUMBER), s
    outcome, s = drawn(s, row, EXACT, words, rows)
    o = rows[row, BASE] + outcome
    if kind != ORDER or outs[o, FORM_A] != S[i, FORM]:
        apply(S, outs, o, i, -1, fixed, forms, up, R)
    if len(trace):
        traced(trace, T_EVENT, i, kind, row, outcome, S, R)
    return outs[o, NUMBER], s


@njit(**PIECE)
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


@njit(**PIECE)
def between(round_, s, S, fixed, ways, words, rows, outs, solo, forms, up, R, trace):
    """The end of a round: timers run out, things come back, and it brings what it brings; the new seed."""
    for i in range(S.shape[0]):
        for place in (TIMER0, TIMER1):
            if S[i, place] < 0:
                continue
            S[i, place + 1] -= 1
            if S[i, place + 1] == 0:
                kind = EXPIRE + S[i, place]
                S[i, place] = -1
                R[BUSY] += busy(S, i, forms) - 1
                _, s = befalls(kind, i, s, S, fixed, words, rows, outs, solo, forms, up, R, trace)
    for kind in (ROUND_END, END):
        if kind == END or ways[EDGES + 3]:
            for i in range(S.shape[0]):
                # whoever is dead has nothing more to lose
                if R[STATUS] == RUNNING and (kind != END or S[i, LEFT] >= forms[S[i, FORM], ALIVE]):
                    _, s = befalls(kind, i, s, S, fixed, words, rows, outs, solo, forms, up, R, trace)
    if R[STATUS] == RUNNING and R[STANDING] < 2:
        R[STATUS] = OVER
    return s


@njit(**PIECE)
def turn(i, mode, o, s, S, fixed, ways, words, rows, outs, forms, table, memo, up, R, trace, stack):
    """One turn with all that it gives rise to: whatever stands on the agenda, the last on top; the new seed.

    `o` is the outcome that was drawn for the first act of it already, or -1.
    """
    depth, pick = 1, -1
    stack[0, 0], stack[0, 1] = i, mode
    while depth > 0 and R[STANDING] > 1:
        i, mode = stack[depth - 1, 0], stack[depth - 1, 1]
        if not S[i, ABLE]:
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
            chosen(S, i, mode, pick, fixed, ways[NEAR], table, rows, forms, memo, R)
            if R[STATUS] != RUNNING:
                return s
            outcome, s = drawn(s, S[i, C_ROW], EXACT, words, rows)
            o = rows[S[i, C_ROW], BASE] + outcome
        j, row = S[i, C_TARGET], S[i, C_ROW]
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
