"""The kernel: many fights out of tables, in compiled code without a rule in it.

All that is compiled stands in this one file, since Numba's cache does not see changes elsewhere. What the columns and
codes mean is written down in `tables`; numbers that both need are repeated here, and a test holds them equal.
"""

# ruff: noqa: N803

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

__all__ = ["AIMS", "FIXED", "STATE", "mixed", "play"]

AIMS = ("nearest", "weakest", "strongest", "hurt", "focus", "random")
NEAREST, WEAKEST, STRONGEST, HURT, FOCUS, RANDOM = range(6)

#: rows of the state of all fighters
FORM, LEFT, PLACE, LINK0, LINK1, FOE, ABLE, LOW, TIMER0, ROUNDS0, TIMER1, ROUNDS1, WAITS = range(13)
STATE = 13
FIXED = 7
#: rows of what never changes; at `RESORT` points or fewer a fighter thinks of retreating or surrendering
SIDE, AIM, PLAN, RETREAT, SURRENDER, FULL, RESORT = range(7)
#: columns of `outs`
FORM_A, FORM_B, LOSS_A, LOSS_B, MOVE_A, MOVE_B, STEPS, LINKS, FLAGS, TIMER_A, TIMER_B, NUMBER = range(12)
NO_NUMBER = -(1 << 20)
NOTHING, MISSING = -1, -2
ORDER, END, EDGES, BEGIN, EXPIRE = 0, 1, 2, 6, 22
ROUND_START, TURN_START, TURN_END, ROUND_END = 2, 3, 4, 5
#: plans by number
RETREATING, SURRENDERING = 0, 1
MODE_TURN, MODE_LATE = 0, 1
#: registers: how the fight goes on, what cell is missing, trace lines, sides that stand, who fell first, how many
#: fighters take more than their turn, the state of what choices hang on, and the last such state; acts of this round
STATUS, MISS_KIND, MISS_KEY, LINES, STANDING, FELL, BUSY, EPOCH, LAST_EPOCH, ACTS = range(10)
#: what is kept of a fighter's last choice: for which epoch, the target, and how to draw from its row
C_EPOCH, C_TARGET, C_ROW, C_START, C_SHIFT, C_BASE = range(6)
#: in `fast`, for an outcome that is not plain
COMPLEX = 0xFFFF
#: how a fight goes on
RUNNING, OVER, LIMITED, MISSED, BROKEN = 0, 1, 2, 3, 4
DEEPEST = 32
NO_EPOCH = -1
FARTHEST = 1 << 14

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX1 = np.uint64(0xBF58476D1CE4E5B9)
MIX2 = np.uint64(0x94D049BB133111EB)
LOW32 = np.uint64(0xFFFFFFFF)
LOW16 = np.int64(0xFFFF)
U32, U31, U30, U27, U64 = np.uint64(32), np.uint64(31), np.uint64(30), np.uint64(27), np.int64(64)


@njit(cache=True, nogil=True, inline="always")
def mixed(x: Any) -> Any:
    """The finisher of splitmix64."""
    x = (x ^ (x >> U30)) * MIX1
    x = (x ^ (x >> U27)) * MIX2
    return x ^ (x >> U31)


@njit(cache=True, nogil=True, inline="always")
def taken(x: Any, word: Any) -> Any:
    """Which of the two codes of a word 64 random bits take."""
    if (x & LOW32) < (word >> U32):
        return np.int64(word) & LOW16
    return (np.int64(word) >> 16) & LOW16


@njit(cache=True, nogil=True)
def drawn(x: Any, row: Any, words: Any, starts: Any, bits: Any) -> Any:
    """The outcome of a row that 64 random bits take, counted from the row's first."""
    return taken(x, words[starts[row] + np.int64(x >> np.uint64(U64 - bits[row]))])


@njit(cache=True, nogil=True)
def found(key: Any, keys: Any, rows: Any) -> Any:
    """The row that belongs to a key, `NOTHING` or `MISSING`."""
    last = len(keys) - 1
    place = np.int64(((np.uint64(key) * GOLDEN) >> U32) * np.uint64(len(keys)) >> U32)
    while keys[place] != 0:
        if keys[place] == key:
            return rows[place]
        place = (place + 1) & last
    return MISSING


@njit(cache=True, nogil=True)
def relation(S: Any, i: Any, link: Any, j: Any, near: Any) -> Any:
    """What a link of `i` is as `i` acts on `j`, or is acted on by it: none, far, near, or that one itself."""
    if link < 0:
        return 0
    if link == j:
        return 3
    return 2 if abs(S[PLACE, i] - S[PLACE, link]) <= near else 1


@njit(cache=True, nogil=True)
def key_of(S: Any, i: Any, j: Any, mode: Any, plan: Any, near: Any) -> Any:
    """The key of `i` acting on `j`, or on nobody where `j` is negative; 0 where they are too far apart for one."""
    key = S[FORM, i] << 46 | mode << 12 | plan << 8
    if j < 0:
        return key | relation(S, i, S[LINK0, i], j, near) | relation(S, i, S[LINK1, i], j, near) << 2
    distance = abs(S[PLACE, j] - S[PLACE, i])
    if distance >= FARTHEST:
        return 0
    key |= S[FORM, j] << 30 | distance << 16
    if (S[LINK0, i] & S[LINK0, j]) == -1:
        return key
    key |= relation(S, i, S[LINK0, i], j, near) | relation(S, i, S[LINK1, i], j, near) << 2
    # whom the target is linked with matters only where that is who acts on it
    for place in range(2):
        link = S[LINK0 + place, j]
        if link >= 0:
            key |= (3 if link == i else 1) << (4 + 2 * place)
    return key


@njit(cache=True, nogil=True)
def new_epoch(R: Any) -> None:
    """What was chosen before has to be thought over."""
    R[LAST_EPOCH] += 1
    R[EPOCH] = R[LAST_EPOCH]


@njit(cache=True, nogil=True)
def settle(S: Any, i: Any, fixed: Any, up: Any, R: Any) -> None:
    """Count who can go on after `i` has changed: the sides that stand, and who fell first."""
    able = 1 if S[LEFT, i] >= S[LOW, i] else 0
    if able == S[ABLE, i]:
        return
    S[ABLE, i] = able
    side = fixed[SIDE, i]
    if able:
        up[side] += 1
        if up[side] == 1:
            R[STANDING] += 1
    else:
        up[side] -= 1
        if up[side] == 0:
            R[STANDING] -= 1
        if R[FELL] < 0:
            R[FELL] = i
    new_epoch(R)


@njit(cache=True, nogil=True)
def changed(
    S: Any, i: Any, j: Any, form: Any, loss: Any, move: Any, codes: Any, timer: Any, able_from: Any, calm: Any, R: Any
) -> None:
    """Let the part of an outcome that concerns `i` take effect; `j` is the other one."""
    R[BUSY] -= 1 if not calm[S[FORM, i]] or S[TIMER0, i] >= 0 or S[TIMER1, i] >= 0 else 0
    old0, old1 = S[LINK0, i], S[LINK1, i]
    for place in range(2):
        code = (codes >> (2 * place)) & 3
        S[LINK0 + place, i] = -1 if code == 0 else old0 if code == 1 else old1 if code == 2 else j
    S[FORM, i] = form
    S[LOW, i] = able_from[form]
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
    R[BUSY] += 1 if not calm[form] or S[TIMER0, i] >= 0 or S[TIMER1, i] >= 0 else 0


@njit(cache=True, nogil=True)
def apply(S: Any, outs: Any, o: Any, i: Any, j: Any, fixed: Any, able_from: Any, calm: Any, up: Any, R: Any) -> None:
    """Let an outcome take effect on actor and target."""
    sign = 1 if j < 0 or S[PLACE, j] >= S[PLACE, i] else -1
    codes, flags = outs[o, LINKS], outs[o, FLAGS]
    changed(
        S, i, j, outs[o, FORM_A], outs[o, LOSS_A], sign * outs[o, MOVE_A], codes, outs[o, TIMER_A], able_from, calm, R
    )
    if j >= 0:
        codes >>= 4
        move = sign * outs[o, MOVE_B]
        changed(S, j, i, outs[o, FORM_B], outs[o, LOSS_B], move, codes, outs[o, TIMER_B], able_from, calm, R)
        if flags & 1:
            S[FOE, i] = j
        if flags & 2:
            S[FOE, j] = i
    if flags & 4:
        S[WAITS, i] = 1
    new_epoch(R)
    # the target falls before the actor
    if j >= 0:
        settle(S, j, fixed, up, R)
    settle(S, i, fixed, up, R)


@njit(cache=True, nogil=True)
def nearest(S: Any, i: Any, fixed: Any) -> Any:
    """The nearest able foe, the first in the roster among equals; -1 for none."""
    best, least = -1, np.int64(0)
    for j in range(S.shape[1]):
        if S[ABLE, j] and fixed[SIDE, j] != fixed[SIDE, i]:
            distance = abs(S[PLACE, j] - S[PLACE, i])
            if best < 0 or distance < least:
                best, least = j, distance
    return best


@njit(cache=True, nogil=True)
def preferred(S: Any, i: Any, fixed: Any, tried: Any) -> Any:
    """The best able foe by the aim of `i` among those not tried yet; -1 for none."""
    aim, best, least = fixed[AIM, i], -1, np.int64(0)
    for j in range(S.shape[1]):
        if not S[ABLE, j] or fixed[SIDE, j] == fixed[SIDE, i] or (tried >> j) & 1:
            continue
        if aim == HURT:  # shares are compared without dividing
            if best < 0 or (fixed[FULL, j] - S[LEFT, j]) * max(1, fixed[FULL, best]) > (
                fixed[FULL, best] - S[LEFT, best]
            ) * max(1, fixed[FULL, j]):
                best = j
            continue
        if aim == NEAREST:
            value = abs(S[PLACE, j] - S[PLACE, i])
        elif aim == WEAKEST:
            value = S[LEFT, j]
        elif aim == STRONGEST:
            value = -S[LEFT, j]
        else:  # FOCUS
            value = np.int64(0 if S[FOE, i] == j else 1)
        if best < 0 or value < least:
            best, least = j, value
    return best


@njit(cache=True, nogil=True)
def any_of(S: Any, i: Any, fixed: Any, x: Any) -> Any:
    """One able foe by chance; -1 where there is none."""
    count = 0
    for j in range(S.shape[1]):
        if S[ABLE, j] and fixed[SIDE, j] != fixed[SIDE, i]:
            count += 1
    rest = np.int64(((x >> U32) * np.uint64(count)) >> U32)
    for j in range(S.shape[1]):
        if S[ABLE, j] and fixed[SIDE, j] != fixed[SIDE, i]:
            if rest == 0:
                return j
            rest -= 1
    return -1


@njit(cache=True, nogil=True)
def looked_up(
    S: Any, i: Any, j: Any, mode: Any, plan: Any, near: Any, keys: Any, rows: Any, memo: Any, R: Any
) -> Any:
    """The row of `i` acting on `j`; `NOTHING`, or `MISSING`, which the registers then tell."""
    key = key_of(S, i, j, mode, plan, near)
    if key == 0:
        R[STATUS] = BROKEN
        return MISSING
    column = j if j >= 0 else S.shape[1]
    if memo[i, column, 0] == key:
        return memo[i, column, 1]
    row = found(key, keys, rows)
    if row == MISSING:
        R[STATUS], R[MISS_KIND], R[MISS_KEY] = MISSED, 0, key
    else:
        memo[i, column, 0], memo[i, column, 1] = key, row
    return row


@njit(cache=True, nogil=True)
def chosen(
    S: Any,
    i: Any,
    mode: Any,
    pick: Any,
    fixed: Any,
    near: Any,
    keys: Any,
    rows: Any,
    starts: Any,
    bits: Any,
    bases: Any,
    calm: Any,
    memo: Any,
    choices: Any,
    R: Any,
) -> None:
    """What `i` does: row and target go into its choice, with what is needed to draw from the row.

    The choice holds for the epoch if it hangs on nothing that changes without a new one.
    """
    row, j = np.int64(NOTHING), -1
    choices[i, C_EPOCH] = NO_EPOCH
    if S[LEFT, i] <= fixed[RESORT, i]:
        j = nearest(S, i, fixed)
        if S[LEFT, i] <= fixed[SURRENDER, i]:
            row = looked_up(S, i, j, mode, SURRENDERING, near, keys, rows, memo, R)
        if row == NOTHING and S[LEFT, i] <= fixed[RETREAT, i]:
            row = looked_up(S, i, j, mode, RETREATING, near, keys, rows, memo, R)
    aim = fixed[AIM, i]
    if row == NOTHING:
        plan = fixed[PLAN, i]
        tried = np.int64(0)
        while row == NOTHING:
            j = pick if aim == RANDOM else preferred(S, i, fixed, tried)
            if j < 0 or (tried >> j) & 1:
                j = -1
                row = looked_up(S, i, j, mode, plan, near, keys, rows, memo, R)
                break
            tried |= np.int64(1) << j
            row = looked_up(S, i, j, mode, plan, near, keys, rows, memo, R)
        if row >= 0 and j >= 0 and mode == MODE_TURN and bits[row] and calm[S[FORM, i]]:
            if aim == NEAREST or (aim == FOCUS and S[FOE, i] == j):
                choices[i, C_EPOCH] = R[EPOCH]
    if row == NOTHING:
        R[STATUS] = BROKEN
    choices[i, C_TARGET], choices[i, C_ROW] = j, row
    if row >= 0:
        choices[i, C_START], choices[i, C_SHIFT], choices[i, C_BASE] = starts[row], 64 - bits[row], bases[row]


@njit(cache=True, nogil=True)
def traced(trace: Any, kind: Any, i: Any, j: Any, row: Any, outcome: Any, S: Any, R: Any) -> None:
    """One more line of a trace: what happened, and the state of everybody after it."""
    if R[LINES] < len(trace):
        line = trace[R[LINES]]
        line[0], line[1], line[2], line[3], line[4] = kind, i, j, row, outcome
        n = S.shape[1]
        for c in range(STATE):
            for f in range(n):
                line[5 + c * n + f] = S[c, f]
    R[LINES] += 1


@njit(cache=True, nogil=True)
def befalls(
    kind: Any,
    i: Any,
    s: Any,
    S: Any,
    fixed: Any,
    words: Any,
    starts: Any,
    bits: Any,
    bases: Any,
    outs: Any,
    solo: Any,
    able_from: Any,
    calm: Any,
    up: Any,
    R: Any,
    trace: Any,
) -> Any:
    """Let something befall `i` by itself; the number it acts on, where that is what it was about, and the new seed."""
    row = solo[kind, S[FORM, i]]
    if row == NOTHING:
        return np.int64(NO_NUMBER), s
    if row == MISSING:
        R[STATUS], R[MISS_KIND], R[MISS_KEY] = MISSED, kind + 1, S[FORM, i]
        return np.int64(NO_NUMBER), s
    outcome = np.int64(0)
    if bits[row]:
        s += GOLDEN
        outcome = drawn(mixed(s), row, words, starts, bits)
    o = bases[row] + outcome
    if kind != ORDER or outs[o, FORM_A] != S[FORM, i]:
        apply(S, outs, o, i, -1, fixed, able_from, calm, up, R)
    if len(trace):
        traced(trace, 3, i, kind, row, outcome, S, R)
    return outs[o, NUMBER], s


@njit(cache=True, nogil=True)
def goes_first(rows: Any, ties: Any, words: Any, starts: Any, bits: Any, fast: Any) -> Any:
    """The chance that the first of two comes first in the order, by the rows of the numbers they act on."""
    chance = 0.0
    for a in range(1 << bits[rows[0]]):
        one = words[starts[rows[0]] + a]
        number = fast[starts[rows[0]] + a]
        for b in range(1 << bits[rows[1]]):
            two = words[starts[rows[1]] + b]
            other = fast[starts[rows[1]] + b]
            for first in range(2):
                share = np.float64(one >> U32) / 4294967296.0
                if first:
                    share = 1.0 - share
                x = (np.int64(number) >> (16 * first)) & LOW16
                for second in range(2):
                    part = np.float64(two >> U32) / 4294967296.0
                    if second:
                        part = 1.0 - part
                    y = (np.int64(other) >> (16 * second)) & LOW16
                    if x > y or (x == y and ties[0] >= ties[1]):
                        chance += share * part
    return chance / np.float64(1 << bits[rows[0]]) / np.float64(1 << bits[rows[1]])


@njit(cache=True, nogil=True)
def turn(
    i: Any,
    mode: Any,
    chosen_already: Any,
    s: Any,
    S: Any,
    fixed: Any,
    ways: Any,
    words: Any,
    starts: Any,
    bits: Any,
    bases: Any,
    outs: Any,
    calm: Any,
    able_from: Any,
    keys: Any,
    rows: Any,
    memo: Any,
    choices: Any,
    up: Any,
    R: Any,
    trace: Any,
    stack: Any,
) -> Any:
    """One turn with all that it gives rise to: whatever stands on the agenda, the last on top; the new seed.

    `chosen_already` is an outcome that was drawn for the first act of it, or -1.
    """
    depth, pick, o = 1, -1, chosen_already
    stack[0, 0], stack[0, 1] = i, mode
    while depth > 0:
        if R[STANDING] < 2:
            R[STATUS] = OVER
            return s
        i, mode = stack[depth - 1, 0], stack[depth - 1, 1]
        if not S[ABLE, i]:
            depth -= 1
            pick = -1
            continue
        if o < 0:
            R[ACTS] += 1
            if R[ACTS] > ways[2]:
                R[STATUS] = LIMITED
                return s
            if fixed[AIM, i] == RANDOM and pick < 0:
                s += GOLDEN
                pick = any_of(S, i, fixed, mixed(s))
            chosen(S, i, mode, pick, fixed, ways[0], keys, rows, starts, bits, bases, calm, memo, choices, R)
            if R[STATUS] != RUNNING:
                return s
            row = choices[i, C_ROW]
            o = bases[row]
            if bits[row]:
                s += GOLDEN
                o += drawn(mixed(s), row, words, starts, bits)
        j, row = choices[i, C_TARGET], choices[i, C_ROW]
        depth -= 1
        apply(S, outs, o, i, j, fixed, able_from, calm, up, R)
        if R[STATUS] != RUNNING:
            return s
        steps = outs[o, STEPS]
        goes_on = False
        for place in range(steps & 3):
            if depth == DEEPEST:
                R[STATUS] = BROKEN
                return s
            step = (steps >> (2 + 5 * place)) & 31
            stack[depth, 0], stack[depth, 1] = (j if step & 1 else i), step >> 1
            goes_on = not step & 1
            depth += 1
        if not goes_on or bits[row]:
            pick = -1
        if len(trace):
            traced(trace, 2, i, j, row, o - bases[row], S, R)
        o = np.int64(-1)
    if R[STANDING] < 2:
        R[STATUS] = OVER
    return s


@njit(cache=True, nogil=True)
def tick(S: Any, i: Any, place: Any, calm: Any, R: Any) -> Any:
    """A round goes by for a timer of `i`; its kind if it runs out now, else -1."""
    if S[place, i] < 0:
        return -1
    S[place + 1, i] -= 1
    if S[place + 1, i] > 0:
        return -1
    kind = S[place, i]
    S[place, i] = -1
    if calm[S[FORM, i]] and S[TIMER0, i] < 0 and S[TIMER1, i] < 0:
        R[BUSY] -= 1
    return kind


@njit(cache=True, nogil=True)
def play(
    numbers: Any,
    seed: Any,
    start: Any,
    fixed: Any,
    ways: Any,
    words: Any,
    fast: Any,
    starts: Any,
    bits: Any,
    bases: Any,
    outs: Any,
    solo: Any,
    able_from: Any,
    alive_from: Any,
    ties: Any,
    calm: Any,
    plain: Any,
    keys: Any,
    rows: Any,
    edges: Any,
    wins: Any,
    others: Any,
    lengths: Any,
    survivors: Any,
    remains: Any,
    first: Any,
    lost: Any,
    missing: Any,
    undone: Any,
    info: Any,
    trace: Any,
) -> None:
    """Play the fights with these numbers and count those that end; the others are left in `undone`.

    `ways` are (near, limit, most actions a round, order settled once). `missing` gets the (kind, key) of cells that are
    not there. `info` gets how many of them, how many fights are undone, whether something does not fit, trace lines.
    """
    n = start.shape[1]
    near, limit, once = ways[0], ways[1], ways[3]
    S = np.empty_like(start)
    left, low, able, foe, form = S[LEFT], S[LOW], S[ABLE], S[FOE], S[FORM]
    side_of, resort = fixed[SIDE], fixed[RESORT]
    up = np.zeros(len(wins), np.int64)
    R = np.zeros(10, np.int64)
    memo = np.zeros((n, n + 1, 2), np.int64)
    choices = np.zeros((n, 6), np.int64)
    choices[:, C_EPOCH] = NO_EPOCH
    at_first = choices.copy()
    line = np.zeros(n, np.int64)
    stack = np.zeros((DEEPEST + 2, 2), np.int64)
    pair_key, pair_limit = np.zeros(64, np.int64), np.zeros(64, np.uint64)
    two_rows, two_ties = np.zeros(2, np.int64), np.zeros(2, np.int64)
    tracing = len(trace) > 0
    R[LAST_EPOCH] = 1
    for q in range(len(numbers)):
        s = mixed(seed + mixed(np.uint64(numbers[q]) * GOLDEN + MIX1))
        R[STANDING], R[FELL], R[BUSY], R[EPOCH] = 0, -1, 0, 0
        for side in range(len(up)):
            up[side] = 0
        for c in range(STATE):
            for i in range(n):
                S[c, i] = start[c, i]
        for i in range(n):
            for c in range(6):
                choices[i, c] = at_first[i, c]
        for i in range(n):
            if able[i]:
                if up[side_of[i]] == 0:
                    R[STANDING] += 1
                up[side_of[i]] += 1
            if not calm[form[i]]:
                R[BUSY] += 1
        R[STATUS] = RUNNING if R[STANDING] > 1 else OVER
        round_, length, waiting = 0, 0, 0
        while R[STATUS] == RUNNING:
            # -- the end of a round
            if round_ >= limit:
                R[STATUS] = LIMITED
                break
            if R[BUSY] and round_:
                for i in range(n):
                    for place in (TIMER0, TIMER1):
                        kind = tick(S, i, place, calm, R)
                        if kind >= 0:
                            _, s = befalls(
                                EXPIRE + kind, i, s, S, fixed, words, starts, bits, bases, outs, solo,
                                able_from, calm, up, R, trace,
                            )
                            new_epoch(R)
                for kind in (ROUND_END, END):
                    if kind == ROUND_END and not edges[3]:
                        continue
                    for i in range(n):
                        # whoever is dead has nothing more to lose
                        if R[STATUS] == RUNNING and (kind != END or left[i] >= alive_from[form[i]]):
                            _, s = befalls(
                                kind, i, s, S, fixed, words, starts, bits, bases, outs, solo,
                                able_from, calm, up, R, trace,
                            )
                if R[STATUS] != RUNNING:
                    break
                if R[STANDING] < 2:
                    R[STATUS] = OVER
                    break
            # -- the beginning of the next
            round_ += 1
            length = round_
            R[ACTS] = 0
            if tracing:
                traced(trace, 1, round_, 0, 0, 0, S, R)
            if R[BUSY] and edges[0]:
                for i in range(n):
                    if R[STATUS] == RUNNING:
                        _, s = befalls(
                            ROUND_START, i, s, S, fixed, words, starts, bits, bases, outs, solo,
                            able_from, calm, up, R, trace,
                        )
                if R[STATUS] != RUNNING:
                    break
            # -- the order
            if not once or round_ == 1:
                if n == 2 and able[0] and able[1] and plain[form[0]] and plain[form[1]]:
                    # of two it takes one draw to tell who is first
                    pair = form[0] << 16 | form[1]
                    place = (form[0] * 7 + form[1]) & 63
                    if pair_key[place] != pair:
                        two_rows[0], two_rows[1] = solo[ORDER, form[0]], solo[ORDER, form[1]]
                        two_ties[0], two_ties[1] = ties[form[0]], ties[form[1]]
                        chance = goes_first(two_rows, two_ties, words, starts, bits, fast)
                        pair_key[place] = pair
                        pair_limit[place] = np.uint64(min(4294967296.0, np.floor(chance * 4294967296.0 + 0.5)))
                    s += GOLDEN
                    ahead = (mixed(s) >> U32) < pair_limit[place]
                    line[0], line[1] = (63, 62) if ahead else (62, 63)
                    waiting = 2
                    if tracing:
                        traced(trace, 4, 0 if ahead else 1, 0, 0, 0, S, R)
                else:
                    waiting = 0
                    for i in range(n):
                        if not able[i]:
                            continue
                        number = np.int64(0)
                        if plain[form[i]] and not tracing:
                            row = solo[ORDER, form[i]]
                            x = np.uint64(0)
                            at = starts[row]
                            if bits[row]:
                                s += GOLDEN
                                x = mixed(s)
                                at += np.int64(x >> np.uint64(U64 - bits[row]))
                            number = taken(x, fast[at])
                        else:
                            number, s = befalls(
                                ORDER, i, s, S, fixed, words, starts, bits, bases, outs, solo,
                                able_from, calm, up, R, trace,
                            )
                            if R[STATUS] != RUNNING:
                                break
                            if number == NO_NUMBER:
                                continue
                            number += 2048
                        # by number, then tie key, then roster: insertion by descending key
                        key = number << 48 | ties[form[i]] << 6 | (63 - i)
                        b = waiting - 1
                        while b >= 0 and line[b] < key:
                            line[b + 1] = line[b]
                            b -= 1
                        line[b + 1] = key
                        waiting += 1
            if R[STATUS] != RUNNING:
                break
            # -- the turns of the round; those who were put off come after all others
            late = 0
            at = 0
            while True:
                if at == waiting:
                    # the first in the line who was put off
                    late, at = 1, 0
                    while at < waiting and not S[WAITS, 63 - (line[at] & 63)]:
                        at += 1
                    if at == waiting:
                        break
                i = 63 - (line[at] & 63)
                at += 1
                mode = MODE_TURN
                if late:
                    S[WAITS, i] = 0
                    mode = MODE_LATE
                    at = waiting
                elif S[WAITS, i]:
                    continue
                if R[BUSY] or late:
                    for stage in range(3):
                        # the edge of the start, that of the end for those who cannot act, the turn's own beginning
                        kind = TURN_START if stage == 0 else TURN_END if stage == 1 else BEGIN + mode
                        if (stage == 0 and edges[1]) or (
                            (stage == 1 and edges[2] and not able[i]) or (stage == 2 and able[i])
                        ):
                            _, s = befalls(
                                kind, i, s, S, fixed, words, starts, bits, bases, outs, solo,
                                able_from, calm, up, R, trace,
                            )
                        if R[STATUS] != RUNNING:
                            break
                    if R[STATUS] != RUNNING:
                        break
                    if R[STANDING] < 2:
                        R[STATUS] = OVER
                        break
                if not able[i]:
                    continue
                o = np.int64(-1)
                if mode == MODE_TURN and left[i] > resort[i]:
                    if choices[i, C_EPOCH] != R[EPOCH] and fixed[AIM, i] != RANDOM:
                        chosen(S, i, mode, -1, fixed, near, keys, rows, starts, bits, bases, calm, memo, choices, R)
                        if R[STATUS] != RUNNING:
                            break
                        if R[EPOCH] == 0:
                            at_first[i] = choices[i]
                    if choices[i, C_EPOCH] == R[EPOCH]:
                        R[ACTS] += 1
                        if R[ACTS] > ways[2]:
                            R[STATUS] = LIMITED
                            break
                        s += GOLDEN
                        x = mixed(s)
                        place = choices[i, C_START] + np.int64(x >> np.uint64(choices[i, C_SHIFT]))
                        code = taken(x, fast[place])
                        if code != COMPLEX:
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
                                row = choices[i, C_ROW]
                                traced(trace, 2, i, j, row, taken(x, words[place]), S, R)
                            if R[STATUS] != RUNNING:
                                break
                            continue
                        o = choices[i, C_BASE] + taken(x, words[place])
                s = turn(
                    i, mode, o, s, S, fixed, ways, words, starts, bits, bases, outs, calm, able_from,
                    keys, rows, memo, choices, up, R, trace, stack,
                )
                if R[STATUS] != RUNNING:
                    break
        # -- the end
        if R[STATUS] == MISSED:
            if info[0] < len(missing):
                missing[info[0], 0], missing[info[0], 1] = R[MISS_KIND], R[MISS_KEY]
                info[0] += 1
            undone[info[1]] = numbers[q]
            info[1] += 1
            continue
        if R[STATUS] == BROKEN:
            info[2] = 1
            return
        if R[STATUS] == LIMITED:
            others[1] += 1
        elif R[STANDING] == 0:
            others[0] += 1
        else:
            for side in range(len(up)):
                if up[side]:
                    wins[side] += 1
        others[2] += 1
        lengths[length] += 1
        first[R[FELL] if R[FELL] >= 0 else n] += 1
        for side in range(len(up)):
            lives, points = 0, np.int64(0)
            for i in range(n):
                if side_of[i] == side:
                    lost[side] += start[LEFT, i] - left[i]
                    if left[i] >= alive_from[form[i]]:
                        lives += 1
                        points += max(np.int64(0), left[i])
            survivors[side, lives] += 1
            remains[side, min(points, remains.shape[1] - 1)] += 1
    info[3] = R[LINES]
