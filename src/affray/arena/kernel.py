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

from affray.arena.choice import PIECE, found, turned
from affray.arena.codes import *
from affray.arena.effects import (
    LOW32,
    MIX1,
    G,
    befalls,
    between,
    busy,
    fitted,
    mixed,
    refitted,
    released,
    taken,
    traced,
    turn,
)
from affray.arena.order import (
    LOW16,
    U32,
    all_sorted,
    eight_sorted,
    four_sorted,
    goes_first,
    in_groups,
    listed,
    place_of,
)

__all__ = ["VERSION", "play"]

#: what the compiled code is made of, as a number
SOURCES = ("choice.py", "codes.py", "effects.py", "kernel.py", "order.py")
VERSION = int.from_bytes(
    blake2b(b"".join((Path(__file__).parent / name).read_bytes() for name in SOURCES), digest_size=6).digest(), "little"
)

#: the same numbers as codes have, without a sign
U0, U1, U2 = np.uint64(0), np.uint64(1), np.uint64(2)
U_WIDTH, U_LEFT, U_FLOOR, U_WAITS, U_FOE, U_FORM = (np.uint64(c) for c in (WIDTH, LEFT, FLOOR, WAITS, FOE, FORM))
U_TARGET, U_AT, U_APART, U_ABLE, U_BEHIND, U_PLANE, U_LINK0 = (
    np.uint64(c) for c in (C_TARGET, C_AT, C_APART, ABLE, BEHIND, C_PLANE, LINK0)
)
U_O_START, U_O_BITS, U_O_TIE = (np.uint64(c) for c in (O_START, O_BITS, O_TIE))
#: how to read what the table of pairs says
U_ROW_AT, U_START_AT, U64 = np.uint64(ROW_AT), np.uint64(START_AT), np.uint64(64)
LOW31, LOW7 = np.uint64((1 << 31) - 1), np.uint64((1 << 7) - 1)


def built(version, ties):
    """The kernel around a version: see the head of this module. There are two: `ties` says whether equals are tied."""

    @njit(cache=True, error_model="numpy", **PIECE)
    def play(
        numbers,
        seed,
        room,
        start,
        fixed,
        ways,
        words,
        quick,
        rows,
        outs,
        solo,
        forms,
        table,
        plane,
        planes,
        stride,
        books,
        missing,
        undone,
        info,
        trace,
    ):
        """Play the fights with these numbers and count those that end; the others are left in `undone`.

        `missing` gets the (kind, key) of cells that are not there.
        """
        info[I_VERSION] = version
        n, tracing, acts_most = start.shape[1], len(trace) > 0, ways[ACTS_MOST]
        # everybody's state, a row for each; in the beaten track it is one line of numbers, read at offsets without sign
        F, S, at_first, S_first, up_first, up, R, stack, pending, begins, begins_first, line = room[:12]
        pairs, limits, preference, lives, points = room[12:]
        wins, others, lengths, survivors, remains, first, lost = books
        sides, standing, unquiet = len(wins), 0, 0
        for side in range(sides):
            standing += 1 if up_first[side] else 0
        for i in range(n):
            unquiet += busy(S_first, i, forms)
        living_first, plain_first = listed(S_first, forms, begins_first)
        for q in range(len(numbers)):
            s = mixed(seed + mixed(np.uint64(numbers[q]) * G + MIX1))
            for c in range(len(F)):
                F[c] = at_first[c]
            R[STANDING], R[FELL], R[BUSY], R[EPOCH], R[MOVED], R[PENDING] = standing, -1, unquiet, 0, 0, 0
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
                        if R[STATUS] == RUNNING and forms[S[i, FORM], NOISE] & (1 << ROUND_START):
                            _, s = befalls(ROUND_START, i, s, S, fixed, words, rows, outs, solo, forms, up, R, trace)
                    if R[STATUS] != RUNNING:
                        break
                # -- the order: by number, then tie key, then roster
                if round_ == 1 or not ways[ONCE]:
                    if as_of != R[EPOCH]:
                        living, plain = listed(S, forms, begins)
                        as_of = R[EPOCH]
                    waiting = living
                    if plain and n == 2 and living == 2:
                        # of two it takes one draw to tell who is first
                        pair = S[0, FORM] << 16 | S[1, FORM]
                        place = (pair * 7 + (pair >> 16) * 31) & (PAIRS - 1)
                        if pairs[place] != pair:
                            pairs[place] = pair
                            limits[place, 0], limits[place, 1] = goes_first(
                                S[0, FORM], S[1, FORM], ties, solo, forms, words, quick, rows
                            )
                        s += G
                        x = mixed(s) >> U32
                        behind, both = np.int64(x >= limits[place, 1]), np.int64(0)
                        line[0], line[1] = 63 - behind, 62 + behind
                        if ties:
                            both = np.int64(x >= limits[place, 0]) - behind
                            S[0, BEHIND], S[1, BEHIND] = 2 * both, 0
                        if tracing:
                            traced(trace, T_FIRST, behind, both, 0, 0, S, R)
                    elif plain:
                        # each takes half of a draw: its highest bits choose a word, the rest is held against that
                        before, slot = s, U0
                        while slot < np.uint64(living):
                            s += G
                            x = mixed(s)
                            f, g = begins[slot], begins[slot + U1]
                            first_half, bits = x >> U32, np.uint64(F[f + U_O_BITS])
                            word = quick[np.uint64(F[f + U_O_START]) + (first_half >> (U32 - bits))]
                            line[slot] = taken(first_half << bits, word) << 48 | F[f + U_O_TIE]
                            second_half, bits = x & LOW32, np.uint64(F[g + U_O_BITS])
                            word = quick[np.uint64(F[g + U_O_START]) + (second_half >> (U32 - bits))]
                            line[slot + U1] = taken(second_half << bits, word) << 48 | F[g + U_O_TIE]
                            slot += U2
                        if tracing:
                            for a in range(living):
                                i = np.int64(begins[a] // U_WIDTH)
                                x = mixed(before + np.uint64(a // 2 + 1) * G)
                                half, bits = (x & LOW32 if a & 1 else x >> U32), np.uint64(S[i, O_BITS])
                                word_at = np.uint64(S[i, O_START]) + (half >> (U32 - bits))
                                row, outcome = solo[ORDER, S[i, FORM]], taken(half << bits, words[word_at])
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
                    if ties and (n > 2 or not plain):
                        in_groups(F, line, waiting)
                # -- the turns; those who were put off come after all others, in the order of the line
                at, last = U0, np.uint64(waiting)
                while R[STATUS] == RUNNING:
                    # the beaten track: acts about the one that a fighter turns to, which take points and change forms
                    o, i, mode = np.int64(-1), np.int64(-1), MODE_TURN
                    while at < last:
                        i = np.int64((line[at] & 63) ^ 63)
                        f = np.uint64(i) * U_WIDTH
                        at += U1
                        if F[f + U_LEFT] < F[f + U_FLOOR]:
                            # for whoever is down it makes no difference what its turn would bring
                            down = F[f + U_LEFT] < forms[F[f + U_FORM], DOWN]
                            if (ties and R[PENDING]) or not (down or F[f + U_ABLE] == 0):
                                break
                            if not down and forms[F[f + U_FORM], NOISE] & TURN_NOISE:
                                break
                            i = -1
                            continue
                        g, key = np.uint64(F[f + U_AT]), np.int64(0)
                        if not F[g + U_ABLE]:
                            easy = fixed[AIM, i] == NEAREST and not R[MOVED] and F[f + U_LINK0] < 0
                            if easy:
                                # what `turned` does, for most fighters, without a call
                                spot = U0
                                while not S[preference[i, spot], ABLE]:
                                    spot += U1
                                j = preference[i, spot]
                                apart = abs(S[j, PLACE] - S[i, PLACE])
                                easy = S[j, LINK0] < 0 and apart < CLOSE
                            if easy:
                                F[f + U_TARGET], F[f + U_AT] = j, j * WIDTH
                                F[f + U_APART] = apart << 16 | fixed[PLAN, i] << 8
                                F[f + U_PLANE] = planes[fixed[PLAN, i], apart]
                            else:
                                key = turned(S, i, fixed, ways[NEAR], planes)
                                if key == 0:
                                    break
                            g = np.uint64(F[f + U_TARGET]) * U_WIDTH
                        j = F[f + U_TARGET]
                        together = ties and F[f + U_BEHIND] and (F[f + U_BEHIND] >> j) & 1
                        if F[f + U_PLANE] >= 0 and not together:
                            known_ = plane[np.uint64(F[f + U_PLANE] + F[f + U_FORM] * stride + F[g + U_FORM])]
                        else:
                            if key == 0:
                                key = F[f + U_FORM] << 46 | F[g + U_FORM] << 30 | F[f + U_APART]
                            known_ = found(key | TOGETHER if together else key, table)
                        if known_ < 0:
                            break
                        known = np.uint64(known_)
                        row, shift = known >> U_ROW_AT, known & LOW7
                        acts += 1
                        if acts > acts_most:
                            R[STATUS] = LIMITED
                            break
                        x, word_at = U0, (known >> U_START_AT) & LOW31
                        if shift < U64:  # a row of one word takes no draw
                            s += G
                            x = mixed(s)
                            word_at += x >> shift
                        code = taken(x, quick[word_at])
                        if code == REST:
                            x, word_at = U0, np.uint64(len(quick) + rows[row, REST_START])
                            if rows[row, REST_BITS]:
                                s += G
                                x = mixed(s)
                                word_at += x >> np.uint64(64 - rows[row, REST_BITS])
                            code = taken(x, quick[word_at])
                        if code >= PLAIN_CODES:
                            o = rows[row, BASE] + taken(x, words[word_at])
                            if not ties or outs[o, SIMPLE] != HELD_ALONE or R[PENDING] == len(pending):
                                S[i, C_TARGET], S[i, C_ROW] = j, row
                                break
                            # all that it does is felt later
                            pending[R[PENDING], 0], pending[R[PENDING], 1] = j, outs[o, HELD]
                            R[PENDING] += 1
                            code, o = outs[o, FLAGS] & 1, np.int64(-1)
                        after = F[g + U_LEFT] - ((code >> 1) & LOSSES)
                        F[g + U_LEFT] = after
                        if code & 1:
                            F[f + U_FOE] = j
                        change = code >> CHANGE_AT
                        if change or after < F[g + U_FLOOR]:
                            # somebody is another one after it, or cannot go on, or thinks of giving up
                            left = rows[row, CHANGES - 1 + change] if change else F[f + U_FORM] << 16 | F[g + U_FORM]
                            current = as_of == R[EPOCH]
                            R[LAST_EPOCH] += 1
                            R[EPOCH] = R[LAST_EPOCH]
                            anew, who, form, steps = False, j, left & LOW16, 2 if left >> 16 != F[f + U_FORM] else 1
                            for _ in range(steps):
                                anew = refitted(S, who, form, fixed, forms, solo, up, R) or anew
                                who, form = i, left >> 16
                            if current and not anew:  # then so is the list, but for whoever has fallen
                                if S[j, ABLE]:
                                    plain = place_of(S, j, forms) and plain
                                if steps == 2 and S[i, ABLE]:
                                    plain = place_of(S, i, forms) and plain
                                if not (S[i, ABLE] and S[j, ABLE]):
                                    slot = U0
                                    for k in range(living):
                                        begins[slot] = begins[k]
                                        slot += np.uint64(F[begins[k] + U_ABLE])
                                    living = np.int64(slot)
                                # whether places are numbers alone is looked at again where one of them was not
                                as_of = R[EPOCH] if plain else np.int64(-1)
                            if R[STANDING] < 2 and R[STATUS] == RUNNING:
                                R[STATUS] = OVER
                            if R[STATUS] != RUNNING:
                                at = last
                        if tracing:
                            traced(trace, T_ACT, i, j, np.int64(row), taken(x, words[word_at]), S, R)
                        if ties and R[PENDING] and R[STATUS] == RUNNING:
                            s = released(i, s, S, fixed, words, rows, outs, solo, forms, table, up, R, trace, pending)
                            if R[STATUS] != RUNNING:
                                break
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
                        fitted(S, i, fixed, forms, solo, R)
                    elif S[i, WAITS]:
                        continue
                    if o < 0 and (mode == MODE_LATE or forms[S[i, FORM], NOISE] & TURN_NOISE):
                        for stage in range(3):
                            # the edge of the start, that of the end for those who cannot act, the turn's beginning
                            kind = TURN_START if stage == 0 else TURN_END if stage == 1 else BEGIN + mode
                            due = S[i, ABLE] if stage == 2 else ways[EDGES + 1 + stage]
                            due = due and (kind > BEGIN or forms[S[i, FORM], NOISE] >> kind & 1)
                            if due and R[STATUS] == RUNNING and not (stage == 1 and S[i, ABLE]):
                                _, s = befalls(kind, i, s, S, fixed, words, rows, outs, solo, forms, up, R, trace)
                        if R[STATUS] == RUNNING and R[STANDING] < 2:
                            R[STATUS] = OVER
                        if R[STATUS] != RUNNING:
                            break
                    if o >= 0 or S[i, ABLE]:
                        R[ACTS] = acts
                        s = turn(
                            *(i, mode, o, s, S, fixed, ways, words, rows, outs, solo, forms, table, up, R),
                            *(trace, stack, pending),
                        )
                        acts = R[ACTS]
                    if ties and R[PENDING] and R[STATUS] == RUNNING:
                        s = released(i, s, S, fixed, words, rows, outs, solo, forms, table, up, R, trace, pending)
            if ties and R[PENDING] and R[STATUS] == OVER:
                # nobody is left to fight, but everybody feels what is held
                R[STATUS] = RUNNING
                s = released(-1, s, S, fixed, words, rows, outs, solo, forms, table, up, R, trace, pending)
                if R[STATUS] == RUNNING:
                    R[STATUS] = BROKEN
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


#: by whether those with an equal place in the order act at the same time
play = (built(VERSION, False), built(VERSION, True))
