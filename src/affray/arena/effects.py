"""The compiled pieces of the kernel: outcomes take effect, things befall fighters, turns are played to their end.

They are called off the beaten track only: an array that is handed over takes time in compiled code.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code="no-untyped-call, misc, untyped-decorator"
# ruff: noqa: N803, F403, F405

from __future__ import annotations

import numpy as np
from numba import njit

from affray.arena.choice import PIECE, SMALL, any_of, chosen, found
from affray.arena.codes import *
from affray.arena.draws import LOW32, U32, G, chosen_by, taken, thrown
from affray.arena.order import place_of

__all__ = ["befalls", "between", "busy", "fitted", "released", "reshaped", "settle", "told", "traced", "turn"]


@njit(**PIECE)
def drawn(s, row, words, rows):
    """What a row gives, and the new seed; what is unlikely takes another draw."""
    outcome, s = picked(s, rows[row, START], rows[row, BITS], words)
    if outcome == REST:
        outcome, s = picked(s, len(words) + rows[row, REST_START], rows[row, REST_BITS], words)
    return outcome, s


@njit(**PIECE)
def picked(s, start, bits, words):
    """The outcome that one of these words gives, and the new seed."""
    s += G
    x = thrown(s)
    return taken(x, words[start + np.int64(chosen_by(x, np.uint64(bits)))]), s


@njit(**PIECE)
def unsettled(S):
    """Let nobody be sure any more whom it turns to."""
    last = S.shape[0] - 1
    for m in range(last):
        S[m, C_AT], S[m, C_PLANE] = last * WIDTH, 0


@njit(**SMALL)
def settle(S, i, fixed, up, R):
    """Count who can go on after `i` has changed: the sides that stand, and who fell first."""
    able = 1 if S[i, LEFT] >= S[i, LOW] else 0
    if able != S[i, ABLE]:
        S[i, ABLE] = able
        R[UP] ^= np.int64(1) << i
        side = fixed[SIDE, i]
        up[side] += 1 if able else -1
        if able:
            R[STANDING] += 1 if up[side] == 1 else 0
            unsettled(S)
        else:
            if up[side] == 0:
                R[STANDING] -= 1
            if R[FELL] < 0:
                R[FELL] = i
        R[LAST_EPOCH] += 1
        R[EPOCH] = R[LAST_EPOCH]


@njit(**SMALL)
def busy(S, i, forms):
    """1 if something may befall `i` between two rounds."""
    return 0 if not forms[S[i, FORM], NOISE] & ROUND_NOISE and S[i, TIMER0] < 0 and S[i, TIMER1] < 0 else 1


@njit(**SMALL)
def fitted(S, i, fixed, forms, solo, R):
    """Let the form of `i` be the one that goes with its points."""
    form, left = S[i, FORM], S[i, LEFT]
    while left >= forms[form, DOWN] and (left < forms[form, BOTTOM] or left > forms[form, TOP]):
        kind = LOWERED if left < forms[form, BOTTOM] else RAISED
        if solo[kind, form] == MISSING:
            R[STATUS], R[MISS_KIND], R[MISS_KEY] = MISSED, kind + 1, form
            break
        form = solo[kind, form]
    S[i, FORM], S[i, LOW] = form, forms[form, FROM]
    floor = max(forms[form, FROM], fixed[RESORT, i] + 1, forms[form, BOTTOM])
    S[i, FLOOR] = BEYOND if forms[form, NOISE] & ACT_NOISE else floor


@njit(**PIECE)
def changed(S, i, j, form, loss, move, codes, timer, fixed, forms, solo, R):
    """Let the part of an outcome that concerns `i` take effect; `j` is the other one."""
    R[BUSY] -= busy(S, i, forms)
    old0, old1 = S[i, LINK0], S[i, LINK1]
    for place in range(2):
        code = (codes >> (2 * place)) & 3
        S[i, LINK0 + place] = -1 if code == 0 else old0 if code == 1 else old1 if code == 2 else j
    if S[i, LINK0] != old0 or S[i, LINK1] != old1:
        unsettled(S)
    S[i, FORM] = form
    S[i, LEFT] -= loss
    fitted(S, i, fixed, forms, solo, R)
    if move:
        S[i, PLACE] += move
        R[MOVED] = 1
        unsettled(S)
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
def apply(S, outs, o, i, j, fixed, forms, solo, up, R):
    """Let an outcome take effect on actor and target."""
    out = outs[o]
    sign = 1 if j < 0 or S[j, PLACE] >= S[i, PLACE] else -1
    changed(S, i, j, out[FORM_A], out[LOSS_A], sign * out[MOVE_A], out[LINKS], out[TIMER_A], fixed, forms, solo, R)
    if j >= 0:
        changed(
            S, j, i, out[FORM_B], out[LOSS_B], sign * out[MOVE_B], out[LINKS] >> 4, out[TIMER_B], fixed, forms, solo, R
        )
        if out[FLAGS] & 1:
            S[i, FOE] = j
        if out[FLAGS] & 2:
            S[j, FOE] = i
    if out[FLAGS] & 4:
        S[i, WAITS], S[i, FLOOR] = 1, BEYOND
        R[PUT_OFF] = 1
    R[LAST_EPOCH] += 1
    R[EPOCH] = R[LAST_EPOCH]
    # the target falls before the actor
    if j >= 0:
        settle(S, j, fixed, up, R)
    settle(S, i, fixed, up, R)


@njit(**SMALL)
def refitted(S, k, form, fixed, forms, solo, up, R):
    """Let `k` be that form, or what goes with its points; whether it can act again that could not."""
    before, old = busy(S, k, forms), S[k, FORM]
    S[k, FORM] = form
    fitted(S, k, fixed, forms, solo, R)
    if S[k, FORM] != old:
        R[BUSY] += busy(S, k, forms) - before
    if (S[k, LEFT] >= S[k, LOW]) == S[k, ABLE]:
        return False
    settle(S, k, fixed, up, R)
    return S[k, ABLE] != 0


@njit(**SMALL)
def reshaped(S, i, j, change, fixed, forms, solo, up, R, plain, as_of):
    """Let `i` or `j` be what a change makes of it, or goes with its points.

    Whether places in the order are numbers and nothing else, and as of which epoch that is known.
    """
    current = as_of == R[EPOCH]
    R[LAST_EPOCH] += 1
    R[EPOCH] = R[LAST_EPOCH]
    steps = 2 if change >= OWN_CHANGES else 1
    form = forms[S[j, FORM], NEXT - 1 + change] if 0 < change < OWN_CHANGES else S[j, FORM]
    anew = refitted(S, j, form, fixed, forms, solo, up, R)
    if steps == 2:
        form = forms[S[i, FORM], NEXT - 1 + change]
        anew = refitted(S, i, form, fixed, forms, solo, up, R) or anew
    if current and not anew:
        if S[j, ABLE]:
            plain = place_of(S, j, forms) and plain
        if steps == 2 and S[i, ABLE]:
            plain = place_of(S, i, forms) and plain
        # it is looked at again where one of them was not
        as_of = R[EPOCH] if plain else np.int64(-1)
    if R[STANDING] < 2 and R[STATUS] == RUNNING:
        R[STATUS] = OVER
    return plain, as_of


@njit(**PIECE)
def alone(S, outs, o, i, fixed, forms, solo, up, R):
    """Let an outcome take effect that concerns `i` alone."""
    if not outs[o, SIMPLE]:
        apply(S, outs, o, i, -1, fixed, forms, solo, up, R)
    elif outs[o, FORM_A] != S[i, FORM] or outs[o, LOSS_A]:
        S[i, LEFT] -= outs[o, LOSS_A]
        refitted(S, i, outs[o, FORM_A], fixed, forms, solo, up, R)
        R[LAST_EPOCH] += 1
        R[EPOCH] = R[LAST_EPOCH]


@njit(**PIECE)
def traced(trace, kind, i, j, row, outcome, S, R):
    """One more line of a trace: what happened, and the state of everybody after it."""
    if R[LINES] < len(trace):
        line = trace[R[LINES]]
        line[0], line[1], line[2], line[3], line[4] = kind, i, j, row, outcome
        n = S.shape[0] - 1
        for c in range(STATE):
            for f in range(n):
                line[T_STATES + c * n + f] = S[f, c]
    R[LINES] += 1


@njit(**PIECE)
def told(s, S, solo, words, trace, R):
    """Lines of a trace about places in the order that `drawn_up` has drawn from this seed."""
    a = 0
    for i in range(S.shape[0] - 1):
        if not S[i, ABLE]:
            continue
        x = thrown(s + np.uint64(a // 2 + 1) * G)
        half, bits = (x & LOW32 if a & 1 else x >> U32), np.uint64(S[i, O_BITS])
        word_at = np.uint64(S[i, O_START]) + (half >> (U32 - bits))
        traced(trace, T_EVENT, i, ORDER, solo[ORDER, S[i, FORM]], taken(half << bits, words[word_at]), S, R)
        a += 1


@njit(**PIECE)
def befalls(kind, i, s, S, fixed, words, rows, outs, solo, forms, up, R, trace):
    """Let something befall `i` by itself; the number it acts on, where that is what it was about, and the new seed."""
    row = solo[kind, S[i, FORM]]
    if row == NOTHING:
        return np.int64(NO_NUMBER), s
    if row == MISSING:
        R[STATUS], R[MISS_KIND], R[MISS_KEY] = MISSED, kind + 1, S[i, FORM]
        return np.int64(NO_NUMBER), s
    outcome, s = drawn(s, row, words, rows)
    o = rows[row, BASE] + outcome
    if outs[o, SIMPLE] or kind != ORDER or outs[o, FORM_A] != S[i, FORM]:
        alone(S, outs, o, i, fixed, forms, solo, up, R)
    if len(trace):
        traced(trace, T_EVENT, i, kind, row, outcome, S, R)
    return outs[o, NUMBER], s


@njit(**PIECE)
def released(who, s, S, fixed, words, rows, outs, solo, forms, table, up, R, trace, pending):
    """Let `who`, or everybody where it is negative, feel what was held, which may end the fight; the new seed."""
    kept, held = 0, R[PENDING]
    for place in range(held):
        i = pending[place, 0]
        if R[STATUS] != RUNNING or (who >= 0 and i != who):
            pending[kept, 0], pending[kept, 1] = i, pending[place, 1]
            kept += 1
            continue
        key = TOGETHER | S[i, FORM] << 46 | pending[place, 1]
        row = found(key, table)
        row = row >> ROW_AT if row >= 0 else row
        if row == MISSING:
            R[STATUS], R[MISS_KIND], R[MISS_KEY] = MISSED, 0, key
        elif row != NOTHING:
            outcome, s = drawn(s, row, words, rows)
            o = rows[row, BASE] + outcome
            alone(S, outs, o, i, fixed, forms, solo, up, R)
            if len(trace):
                traced(trace, T_EVENT, i, RELEASE, row, outcome, S, R)
    R[PENDING] = kept
    if R[STATUS] == RUNNING and R[STANDING] < 2:
        R[STATUS] = OVER
    return s


@njit(**PIECE)
def between(round_, s, S, fixed, ways, words, rows, outs, solo, forms, up, R, trace):
    """The end of a round: timers run out, things come back, and it brings what it brings; the new seed."""
    for i in range(S.shape[0] - 1):
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
            for i in range(S.shape[0] - 1):
                # whoever is dead has nothing more to lose
                due = forms[S[i, FORM], NOISE] >> kind & 1
                if due and R[STATUS] == RUNNING and (kind != END or S[i, LEFT] >= forms[S[i, FORM], ALIVE]):
                    _, s = befalls(kind, i, s, S, fixed, words, rows, outs, solo, forms, up, R, trace)
    if R[STATUS] == RUNNING and R[STANDING] < 2:
        R[STATUS] = OVER
    return s


@njit(**PIECE)
def turn(i, mode, o, s, S, fixed, ways, words, rows, outs, solo, forms, table, up, R, trace, stack, pending):
    """One turn with all that it gives rise to: whatever stands on the agenda, the last on top; the new seed.

    `o` is the outcome that was drawn for the first act of it already, or -1.
    """
    depth, pick = 1, -1
    stack[0, 0], stack[0, 1], stack[0, 2], stack[0, 3] = i, mode, -1, 1
    if mode == MODE_LATE:
        S[i, BEHIND] = 0
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
                pick = any_of(S, i, fixed, thrown(s))
            own = False
            for place in range(depth):
                own = own or (stack[place, 0] == i and stack[place, 3] == 1)
            chosen(S, i, mode, pick, stack[depth - 1, 2], own, fixed, ways[NEAR], table, R)
            if R[STATUS] != RUNNING:
                return s
            outcome, s = drawn(s, S[i, C_ROW], words, rows)
            o = rows[S[i, C_ROW], BASE] + outcome
        j, row = S[i, C_TARGET], S[i, C_ROW]
        depth -= 1
        apply(S, outs, o, i, j, fixed, forms, solo, up, R)
        if len(trace):
            traced(trace, T_ACT, i, j, row, o - rows[row, BASE], S, R)
        if outs[o, HELD]:
            if R[PENDING] == len(pending):
                R[STATUS] = BROKEN
                return s
            pending[R[PENDING], 0], pending[R[PENDING], 1] = j, outs[o, HELD]
            R[PENDING] += 1
        goes_on, steps = False, outs[o, STEPS]
        for place in range(steps & 3):
            if depth == DEEPEST:
                R[STATUS] = BROKEN
                return s
            step = steps >> (2 + STEP_BITS * place)
            stack[depth, 0], stack[depth, 1] = (j if step & 1 else i), (step >> 3) & 15
            stack[depth, 2], stack[depth, 3] = ((i if step & 1 else j) if step & 2 else -1), (step >> 2) & 1
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
