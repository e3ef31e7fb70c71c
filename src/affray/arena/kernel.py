"""The kernel: many fights out of tables, in compiled code without a rule in it.

All that is compiled stands in this one file, since Numba's cache does not see changes elsewhere. What the columns and
codes mean is written down in `tables`; numbers that both need are repeated here, and a test holds them equal.
"""

# ruff: noqa: N803

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

__all__ = ["AIMS", "STATE", "mixed", "play"]

AIMS = ("nearest", "weakest", "strongest", "hurt", "focus", "random")
NEAREST, WEAKEST, STRONGEST, HURT, FOCUS, RANDOM = range(6)

#: columns of a fighter's state
FORM, LEFT, PLACE, LINK0, LINK1, FOE, ABLE, LOW, TIMER0, ROUNDS0, TIMER1, ROUNDS1, WAITS = range(13)
STATE = 13
#: columns of what never changes
SIDE, AIM, PLAN, RETREAT, SURRENDER, FULL = range(6)
#: columns of `outs`
FORM_A, FORM_B, LOSS_A, LOSS_B, MOVE_A, MOVE_B, STEPS, LINKS, FLAGS, TIMER_A, TIMER_B, NUMBER = range(12)
NO_NUMBER = -(1 << 20)
NOTHING, MISSING = -1, -2
ORDER, END, EDGES, BEGIN, EXPIRE = 0, 1, 2, 6, 22
ROUND_START, TURN_START, TURN_END, ROUND_END = 2, 3, 4, 5
#: plans by number
RETREATING, SURRENDERING = 0, 1
MODE_TURN, MODE_LATE = 0, 1
#: whether a fighter waits for its turn
DONE, WAITING, WAITING_LATE = 0, 1, 2
#: how a fight goes on
RUNNING, OVER, LIMITED, MISSED, BROKEN = 0, 1, 2, 3, 4
DEEPEST = 32
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
def drawn(x: Any, row: Any, words: Any, starts: Any, bits: Any) -> Any:
    """The outcome of a row that 64 random bits take, counted from the row's first."""
    word = words[starts[row] + np.int64(x >> np.uint64(U64 - bits[row]))]
    if (x & LOW32) < (word >> U32):
        return np.int64(word) & LOW16
    return (np.int64(word) >> 16) & LOW16


@njit(cache=True, nogil=True)
def found(key: Any, keys: Any, rows: Any, shift: Any) -> Any:
    """The row that belongs to a key, `NOTHING` or `MISSING`."""
    place = np.int64((np.uint64(key) * GOLDEN) >> shift)
    last = len(keys) - 1
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
    return 2 if abs(S[i, PLACE] - S[link, PLACE]) <= near else 1


@njit(cache=True, nogil=True)
def key_of(S: Any, i: Any, j: Any, mode: Any, plan: Any, near: Any) -> Any:
    """The key of `i` acting on `j`, or on nobody where `j` is negative; 0 where they are too far apart for one."""
    key = S[i, FORM] << 46 | mode << 12 | plan << 8
    if j < 0:
        return key | relation(S, i, S[i, LINK0], j, near) | relation(S, i, S[i, LINK1], j, near) << 2
    distance = abs(S[j, PLACE] - S[i, PLACE])
    if distance >= FARTHEST:
        return 0
    key |= S[j, FORM] << 30 | distance << 16
    if (S[i, LINK0] & S[j, LINK0]) == -1:
        return key
    key |= relation(S, i, S[i, LINK0], j, near) | relation(S, i, S[i, LINK1], j, near) << 2
    # whom the target is linked with matters only where that is who acts on it
    for place in range(2):
        link = S[j, LINK0 + place]
        if link >= 0:
            key |= (3 if link == i else 1) << (4 + 2 * place)
    return key


@njit(cache=True, nogil=True)
def settle(S: Any, i: Any, fixed: Any, up: Any, notes: Any) -> None:
    """Count who can go on after `i` has changed; `notes` are the sides that can, and who fell first."""
    able = 1 if S[i, LEFT] >= S[i, LOW] else 0
    if able == S[i, ABLE]:
        return
    S[i, ABLE] = able
    side = fixed[i, SIDE]
    if able:
        up[side] += 1
        if up[side] == 1:
            notes[0] += 1
    else:
        up[side] -= 1
        if up[side] == 0:
            notes[0] -= 1
        if notes[1] < 0:
            notes[1] = i


@njit(cache=True, nogil=True)
def linked(S: Any, i: Any, j: Any, codes: Any) -> None:
    """Give a fighter its links, each from where the code says."""
    old0, old1 = S[i, LINK0], S[i, LINK1]
    for place in range(2):
        code = (codes >> (2 * place)) & 3
        S[i, LINK0 + place] = -1 if code == 0 else old0 if code == 1 else old1 if code == 2 else j


@njit(cache=True, nogil=True)
def timed(S: Any, i: Any, timer: Any) -> Any:
    """Let a timer run on a fighter, in place of one for the same thing; False where there is no room for it."""
    if timer == 0:
        return True
    kind, rounds = (timer >> 20) - 1, timer & ((1 << 20) - 1)
    for place in (TIMER0, TIMER1):
        if S[i, place] == kind:
            S[i, place + 1] = rounds
            return True
    for place in (TIMER0, TIMER1):
        if S[i, place] < 0:
            S[i, place], S[i, place + 1] = kind, rounds
            return True
    return False


@njit(cache=True, nogil=True)
def apply(S: Any, outs: Any, o: Any, i: Any, j: Any, fixed: Any, able_from: Any, up: Any, notes: Any) -> Any:
    """Let an outcome take effect on actor and target; False where there is no room for it."""
    sign = 1 if j < 0 or S[j, PLACE] >= S[i, PLACE] else -1
    codes, flags = outs[o, LINKS], outs[o, FLAGS]
    linked(S, i, j, codes)
    S[i, FORM] = outs[o, FORM_A]
    S[i, LOW] = able_from[S[i, FORM]]
    S[i, LEFT] -= outs[o, LOSS_A]
    S[i, PLACE] += sign * outs[o, MOVE_A]
    room = timed(S, i, outs[o, TIMER_A])
    if j >= 0:
        linked(S, j, i, codes >> 4)
        S[j, FORM] = outs[o, FORM_B]
        S[j, LOW] = able_from[S[j, FORM]]
        S[j, LEFT] -= outs[o, LOSS_B]
        S[j, PLACE] += sign * outs[o, MOVE_B]
        room = timed(S, j, outs[o, TIMER_B]) and room
        if flags & 1:
            S[i, FOE] = j
        if flags & 2:
            S[j, FOE] = i
    if flags & 4:
        S[i, WAITS] = WAITING_LATE
    # the target falls before the actor
    if j >= 0:
        settle(S, j, fixed, up, notes)
    settle(S, i, fixed, up, notes)
    return room


@njit(cache=True, nogil=True)
def nearest(S: Any, i: Any, fixed: Any) -> Any:
    """The nearest able foe, the first in the roster among equals; -1 for none."""
    best, least = -1, 0
    for j in range(len(S)):
        if S[j, ABLE] and fixed[j, SIDE] != fixed[i, SIDE]:
            distance = abs(S[j, PLACE] - S[i, PLACE])
            if best < 0 or distance < least:
                best, least = j, distance
    return best


@njit(cache=True, nogil=True)
def preferred(S: Any, i: Any, fixed: Any, tried: Any) -> Any:
    """The best able foe by the aim of `i` among those not tried yet; -1 for none."""
    aim, best, least = fixed[i, AIM], -1, np.int64(0)
    for j in range(len(S)):
        if not S[j, ABLE] or fixed[j, SIDE] == fixed[i, SIDE] or (tried >> j) & 1:
            continue
        if aim == HURT:  # shares are compared without dividing
            if best < 0 or (fixed[j, FULL] - S[j, LEFT]) * max(1, fixed[best, FULL]) > (
                fixed[best, FULL] - S[best, LEFT]
            ) * max(1, fixed[j, FULL]):
                best = j
            continue
        if aim == NEAREST:
            value = abs(S[j, PLACE] - S[i, PLACE])
        elif aim == WEAKEST:
            value = S[j, LEFT]
        elif aim == STRONGEST:
            value = -S[j, LEFT]
        else:  # FOCUS
            value = 0 if S[i, FOE] == j else 1
        if best < 0 or value < least:
            best, least = j, value
    return best


@njit(cache=True, nogil=True)
def any_of(S: Any, i: Any, fixed: Any, x: Any) -> Any:
    """One able foe by chance; -1 where there is none."""
    count = 0
    for j in range(len(S)):
        if S[j, ABLE] and fixed[j, SIDE] != fixed[i, SIDE]:
            count += 1
    rest = np.int64(((x >> U32) * np.uint64(count)) >> U32)
    for j in range(len(S)):
        if S[j, ABLE] and fixed[j, SIDE] != fixed[i, SIDE]:
            if rest == 0:
                return j
            rest -= 1
    return -1


@njit(cache=True, nogil=True)
def traced(trace: Any, T: Any, kind: Any, i: Any, j: Any, row: Any, outcome: Any, S: Any) -> Any:
    """One more line of a trace: what happened, and the state of everybody after it; the number of lines."""
    if T < len(trace):
        trace[T, 0], trace[T, 1], trace[T, 2], trace[T, 3], trace[T, 4] = kind, i, j, row, outcome
        for f in range(len(S)):
            for c in range(STATE):
                trace[T, 5 + f * STATE + c] = S[f, c]
    return T + 1


@njit(cache=True, nogil=True)
def play(
    numbers: Any,
    seed: Any,
    start: Any,
    fixed: Any,
    ways: Any,
    words: Any,
    starts: Any,
    bits: Any,
    bases: Any,
    outs: Any,
    quick: Any,
    solo: Any,
    able_from: Any,
    alive_from: Any,
    ties: Any,
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
    n = len(start)
    near, limit, most, once = ways[0], ways[1], ways[2], ways[3]
    shift = np.uint64(64)
    size = len(keys)
    while size > 1:
        size >>= 1
        shift -= np.uint64(1)
    S = np.empty_like(start)
    up = np.zeros(len(wins), np.int64)
    notes = np.zeros(2, np.int64)
    memo_key = np.zeros((n, n + 1), np.int64)
    memo_row = np.zeros((n, n + 1), np.int64)
    line = np.zeros(n, np.int64)
    stack_who = np.zeros(DEEPEST + 2, np.int64)
    stack_mode = np.zeros(DEEPEST + 2, np.int64)
    tracing = len(trace) > 0
    T = 0
    for q in range(len(numbers)):
        s = mixed(seed + mixed(np.uint64(numbers[q]) * GOLDEN + MIX1))
        notes[0], notes[1] = 0, -1
        for side in range(len(up)):
            up[side] = 0
        for i in range(n):
            for c in range(STATE):
                S[i, c] = start[i, c]
            if S[i, ABLE]:
                if up[fixed[i, SIDE]] == 0:
                    notes[0] += 1
                up[fixed[i, SIDE]] += 1
        status = RUNNING if notes[0] > 1 else OVER
        round_, length, waiting = 0, 0, 0
        miss_kind, miss_key = 0, np.int64(0)
        while status == RUNNING:
            # -- the end of a round, and the beginning of the next
            if round_ >= limit:
                status = LIMITED
                break
            for stage in range(6):
                # 0 timers, 1 edge of the round's end, 2 what it brings; 3 edge of the start, 4 order, 5 the line
                if stage < 3 and round_ == 0:
                    continue
                if stage == 3:
                    if notes[0] < 2:
                        status = OVER
                        break
                    round_ += 1
                    length = round_
                    if tracing:
                        T = traced(trace, T, 1, round_, 0, 0, 0, S)
                if stage == 4 and once and round_ > 1:
                    continue
                if stage == 5:
                    if not once or round_ == 1:
                        # by number, then tie key, then roster: insertion by descending key
                        for a in range(1, waiting):
                            key = line[a]
                            b = a - 1
                            while b >= 0 and line[b] < key:
                                line[b + 1] = line[b]
                                b -= 1
                            line[b + 1] = key
                    for a in range(waiting):
                        S[63 - (line[a] & 63), WAITS] = WAITING
                    continue
                if stage == 1 and not edges[3]:
                    continue
                if stage == 3 and not edges[0]:
                    continue
                if stage == 4:
                    waiting = 0
                for i in range(n):
                    if stage == 0:
                        for place in (TIMER0, TIMER1):
                            if S[i, place] < 0:
                                continue
                            S[i, place + 1] -= 1
                            if S[i, place + 1] > 0:
                                continue
                            kind = EXPIRE + S[i, place]
                            S[i, place] = -1
                            row = solo[kind, S[i, FORM]]
                            if row >= 0:
                                o = bases[row]
                                apply(S, outs, o, i, -1, fixed, able_from, up, notes)
                                if tracing:
                                    T = traced(trace, T, 3, i, kind, row, 0, S)
                            elif row == MISSING:
                                status, miss_kind, miss_key = MISSED, kind + 1, S[i, FORM]
                                break
                        if status != RUNNING:
                            break
                        continue
                    if stage == 2 and S[i, LEFT] < alive_from[S[i, FORM]]:
                        continue  # whoever is dead has nothing more to lose
                    if stage == 4 and not S[i, ABLE]:
                        continue
                    kind = ROUND_END if stage == 1 else END if stage == 2 else ROUND_START if stage == 3 else ORDER
                    row = solo[kind, S[i, FORM]]
                    if row == NOTHING:
                        continue
                    if row == MISSING:
                        status, miss_kind, miss_key = MISSED, kind + 1, S[i, FORM]
                        break
                    outcome = np.int64(0)
                    if bits[row]:
                        s += GOLDEN
                        outcome = drawn(mixed(s), row, words, starts, bits)
                    o = bases[row] + outcome
                    if kind == ORDER:
                        if outs[o, FORM_A] != S[i, FORM] and not apply(
                            S, outs, o, i, -1, fixed, able_from, up, notes
                        ):
                            status = BROKEN
                            break
                        if outs[o, NUMBER] != NO_NUMBER:
                            line[waiting] = (outs[o, NUMBER] + 2048) << 48 | ties[S[i, FORM]] << 6 | (63 - i)
                            waiting += 1
                    elif not apply(S, outs, o, i, -1, fixed, able_from, up, notes):
                        status = BROKEN
                        break
                    if tracing:
                        T = traced(trace, T, 3, i, kind, row, outcome, S)
                if status != RUNNING:
                    break
            if status != RUNNING:
                break
            # -- the turns of the round
            acts = 0
            late = False
            at = 0
            while status == RUNNING:
                if notes[0] < 2:
                    status = OVER
                    break
                # the next in the line who waits; those who were put off come after all others, in the order of the line
                i = -1
                while at < waiting:
                    j = 63 - (line[at] & 63)
                    if S[j, WAITS] == (WAITING_LATE if late else WAITING):
                        i = j
                        break
                    at += 1
                if i < 0:
                    if late:
                        break
                    late, at = True, 0
                    continue
                S[i, WAITS] = DONE
                if late:
                    at = 0  # whoever is put off now may stand further ahead
                mode = MODE_LATE if late else MODE_TURN
                for stage in range(3):
                    # 0 edge of the start, 1 edge of the end for those who cannot act, 2 the turn begins
                    if stage == 0 and not edges[1]:
                        continue
                    if stage == 1 and (S[i, ABLE] or not edges[2]):
                        continue
                    if stage == 2 and not S[i, ABLE]:
                        continue
                    kind = TURN_START if stage == 0 else TURN_END if stage == 1 else BEGIN + mode
                    row = solo[kind, S[i, FORM]]
                    if row == NOTHING:
                        continue
                    if row == MISSING:
                        status, miss_kind, miss_key = MISSED, kind + 1, S[i, FORM]
                        break
                    outcome = np.int64(0)
                    if bits[row]:
                        s += GOLDEN
                        outcome = drawn(mixed(s), row, words, starts, bits)
                    if not apply(S, outs, bases[row] + outcome, i, -1, fixed, able_from, up, notes):
                        status = BROKEN
                        break
                    if tracing:
                        T = traced(trace, T, 3, i, kind, row, outcome, S)
                if status != RUNNING:
                    break
                if not S[i, ABLE]:
                    continue
                # -- what stands on the agenda, the last on top
                depth = 1
                stack_who[0], stack_mode[0] = i, mode
                pick = -1
                while depth > 0:
                    if notes[0] < 2:
                        status = OVER
                        break
                    i = stack_who[depth - 1]
                    if not S[i, ABLE]:
                        depth -= 1
                        pick = -1
                        continue
                    acts += 1
                    if acts > most:
                        status = LIMITED
                        break
                    mode = stack_mode[depth - 1]
                    # -- the choice: a row of the table
                    row, j = NOTHING, -1
                    tried = np.int64(0)
                    asked = 0  # 0 surrender, 1 retreat, 2 targets, 3 nobody
                    if S[i, LEFT] > fixed[i, RETREAT] and S[i, LEFT] > fixed[i, SURRENDER]:
                        asked = 2
                    while row == NOTHING and asked < 4:
                        plan = fixed[i, PLAN]
                        if asked == 0:
                            asked = 1
                            if S[i, LEFT] > fixed[i, SURRENDER]:
                                continue
                            plan, j = SURRENDERING, nearest(S, i, fixed)
                        elif asked == 1:
                            asked = 2
                            if S[i, LEFT] > fixed[i, RETREAT]:
                                continue
                            plan, j = RETREATING, nearest(S, i, fixed)
                        elif asked == 3:
                            asked, j = 4, -1
                        elif fixed[i, AIM] == RANDOM:
                            asked = 3
                            if pick < 0:
                                s += GOLDEN
                                pick = any_of(S, i, fixed, mixed(s))
                            j = pick
                        else:
                            j = preferred(S, i, fixed, tried)
                            if j < 0:
                                asked = 3
                                continue
                            tried |= 1 << j
                        key = key_of(S, i, j, mode, plan, near)
                        column = j if j >= 0 else n
                        if memo_key[i, column] == key and key:
                            row = memo_row[i, column]
                        elif key:
                            row = found(key, keys, rows, shift)
                            if row == MISSING:
                                status, miss_kind, miss_key = MISSED, 0, key
                            else:
                                memo_key[i, column], memo_row[i, column] = key, row
                        else:
                            status, row = BROKEN, MISSING
                    if row < 0:
                        if status == RUNNING:
                            status = BROKEN
                        break
                    # -- the outcome
                    outcome = np.int64(0)
                    if bits[row]:
                        s += GOLDEN
                        outcome = drawn(mixed(s), row, words, starts, bits)
                    o = bases[row] + outcome
                    depth -= 1
                    fast = quick[o]
                    if fast >= 0:
                        S[j, LEFT] -= fast >> 1
                        if fast & 1:
                            S[i, FOE] = j
                        if S[j, LEFT] < S[j, LOW]:
                            settle(S, j, fixed, up, notes)
                        pick = -1
                    else:
                        if not apply(S, outs, o, i, j, fixed, able_from, up, notes):
                            status = BROKEN
                            break
                        steps = outs[o, STEPS]
                        goes_on = False
                        for place in range(steps & 3):
                            if depth == DEEPEST:
                                status = BROKEN
                                break
                            step = (steps >> (2 + 5 * place)) & 31
                            stack_who[depth] = j if step & 1 else i
                            stack_mode[depth] = step >> 1
                            goes_on = not step & 1
                            depth += 1
                        if not goes_on or bits[row]:
                            pick = -1
                    if tracing:
                        T = traced(trace, T, 2, i, j, row, outcome, S)
        # -- the end
        if status == MISSED:
            if info[0] < len(missing):
                missing[info[0], 0], missing[info[0], 1] = miss_kind, miss_key
                info[0] += 1
            undone[info[1]] = numbers[q]
            info[1] += 1
            continue
        if status == BROKEN:
            info[2] = 1
            return
        if status == LIMITED:
            others[1] += 1
        elif notes[0] == 0:
            others[0] += 1
        else:
            for side in range(len(up)):
                if up[side]:
                    wins[side] += 1
        others[2] += 1
        lengths[length] += 1
        first[notes[1] if notes[1] >= 0 else n] += 1
        for side in range(len(up)):
            lives, points = 0, np.int64(0)
            for i in range(n):
                if fixed[i, SIDE] != side:
                    continue
                lost[side] += start[i, LEFT] - S[i, LEFT]
                if S[i, LEFT] >= alive_from[S[i, FORM]]:
                    lives += 1
                    points += max(np.int64(0), S[i, LEFT])
            survivors[side, lives] += 1
            remains[side, min(points, remains.shape[1] - 1)] += 1
    info[3] = T
