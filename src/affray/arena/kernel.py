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
from affray.arena.draws import LOW32, U32, G, beginning, chosen_by, lowest, taken, thrown
from affray.arena.effects import (
    befalls,
    between,
    busy,
    fitted,
    released,
    reshaped,
    told,
    traced,
    turn,
)
from affray.arena.order import (
    all_sorted,
    awaited,
    drawn_up,
    eight_sorted,
    four_sorted,
    goes_first,
    in_groups,
    listed,
)

__all__ = ["VERSION", "play"]

#: what the compiled code is made of, as a number
SOURCES = ("choice.py", "codes.py", "draws.py", "effects.py", "kernel.py", "order.py")
VERSION = int.from_bytes(
    blake2b(b"".join((Path(__file__).parent / name).read_bytes() for name in SOURCES), digest_size=6).digest(), "little"
)

#: the same numbers as codes have, without a sign
U0, U1 = np.uint64(0), np.uint64(1)
U_WIDTH, U_LEFT, U_FLOOR, U_LOW, U_FOE, U_FORM = (np.uint64(c) for c in (WIDTH, LEFT, FLOOR, LOW, FOE, FORM))
U_TARGET, U_AT, U_APART, U_ABLE, U_BEHIND, U_PLANE, U_LINK0 = (
    np.uint64(c) for c in (C_TARGET, C_AT, C_APART, ABLE, BEHIND, C_PLANE, LINK0)
)
U_O_START, U_O_BITS, U_O_TIE, U_PLACE, U_PLAN, U_RESORT = (
    np.uint64(c) for c in (O_START, O_BITS, O_TIE, PLACE, PLAN, RESORT)
)
U_BOTTOM, U_TIE, U_ITS = np.uint64(BOTTOM), np.uint64(TIE), np.uint64(ITS_START)
#: how to read what the table of pairs says
U_START_AT, LOW3 = np.uint64(START_AT), np.uint64(7)


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
        owners,
        outs,
        solo,
        forms,
        table,
        plane,
        planes,
        stride,
        lands,
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
        n, tracing, acts_most = start.shape[1], np.int64(len(trace) > 0), ways[ACTS_MOST]
        # everybody's state, a row for each; in the beaten track it is one line of numbers, read at offsets without sign
        F, S, at_first, S_first, up_first, up, R, stack, pending, line = room[:10]
        pairs, limits, preference, lives, points = room[10:]
        wins, others, lengths, survivors, remains, first, lost = books
        there, many = np.uint64(lands.shape[1]), np.uint64(lands.shape[2])
        sides, standing, unquiet = len(wins), 0, 0
        for side in range(sides):
            standing += 1 if up_first[side] else 0
        able = np.int64(0)
        for i in range(n):
            able |= S_first[i, ABLE] << i
            unquiet += busy(S_first, i, forms)
        plain_first = listed(S_first, forms)
        for q in range(len(numbers)):
            s = beginning(seed, np.uint64(numbers[q]))
            for c in range(len(F)):
                F[c] = at_first[c]
            R[STANDING], R[FELL], R[BUSY], R[EPOCH], R[MOVED], R[PENDING] = standing, -1, unquiet, 0, 0, 0
            R[UP] = able
            for side in range(sides):
                up[side] = up_first[side]
            plain, as_of = plain_first, np.int64(0)
            R[STATUS] = RUNNING if standing > 1 else OVER
            round_, waiting = 0, np.int64(0)
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
                        plain, as_of = listed(S, forms), R[EPOCH]
                    if plain and n == 2 and R[UP] == 3:
                        # of two it takes one draw to tell who is first
                        pair = S[0, FORM] << 16 | S[1, FORM]
                        place = (pair * 7 + (pair >> 16) * 31) & (PAIRS - 1)
                        if pairs[place] != pair:
                            pairs[place] = pair
                            limits[place, 0], limits[place, 1] = goes_first(
                                S[0, FORM], S[1, FORM], ties, solo, forms, words, quick, rows
                            )
                        s += G
                        x = thrown(s) >> U32
                        behind, both = np.int64(x >= limits[place, 1]), np.int64(0)
                        line[0], line[1], waiting = 63 - behind, 62 + behind, 2
                        if ties:
                            both = np.int64(x >= limits[place, 0]) - behind
                            S[0, BEHIND], S[1, BEHIND] = 2 * both, 0
                        if tracing:
                            traced(trace, T_FIRST, behind, both, 0, 0, S, R)
                    elif plain:
                        before = s
                        s, waiting = drawn_up(s, F, np.uint64(R[UP]), np.uint64(n), quick, line)
                        if tracing:
                            told(before, S, solo, words, trace, R)
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
                # -- the turns; those who were put off come after all others, in the order of the line. So far there
                # were `acts` more acts than places in it
                at, last = U0, np.uint64(waiting)
                while R[STATUS] == RUNNING:
                    # the beaten track: acts about the one that a fighter turns to, which take points and change forms
                    o, i, mode, watch = np.int64(-1), np.int64(-1), MODE_TURN, R[PENDING] + tracing
                    while at < last:
                        i = (line[at] & 63) ^ 63
                        f = np.uint64(i) * U_WIDTH
                        at += U1
                        if F[f + U_LEFT] < F[f + U_FLOOR]:
                            # for whoever is down it makes no difference what its turn would bring
                            down = F[f + U_LEFT] < forms[F[f + U_FORM], DOWN]
                            if (ties and R[PENDING]) or not (down or F[f + U_ABLE] == 0):
                                break
                            if not down and forms[F[f + U_FORM], NOISE] & TURN_NOISE:
                                break
                            i, acts = -1, acts - 1
                            continue
                        g, key = np.uint64(F[f + U_AT]), np.int64(0)
                        if not F[g + U_ABLE]:
                            easy = fixed[AIM, i] == NEAREST and not R[MOVED] and F[f + U_LINK0] < 0
                            if easy:
                                # what `turned` does, for most fighters, without a call
                                foes = preference[np.uint64(n * n + i)] & np.uint64(R[UP])
                                if foes:
                                    g = lowest(foes) * U_WIDTH
                                else:
                                    spot = np.uint64(i)
                                    g = preference[spot]
                                    while not F[g + U_ABLE]:
                                        spot += np.uint64(n)
                                        g = preference[spot]
                                apart = abs(F[g + U_PLACE] - F[f + U_PLACE])
                                easy = F[g + U_LINK0] < 0 and apart < CLOSE
                            if easy:
                                F[f + U_TARGET], F[f + U_AT] = np.int64(g // U_WIDTH), np.int64(g)
                                plan = np.uint64(fixed[U_PLAN, f // U_WIDTH])
                                F[f + U_APART] = apart << 16 | np.int64(plan) << 8
                                F[f + U_PLANE] = planes[plan, np.uint64(apart)]
                            else:
                                key = turned(S, i, fixed, ways[NEAR], planes)
                                if key == 0:
                                    break
                                g = np.uint64(F[f + U_TARGET]) * U_WIDTH
                        j = F[f + U_TARGET]
                        known_ = np.int64(plane[np.uint64(F[f + U_PLANE] + F[f + U_FORM] * stride + F[g + U_FORM])])
                        together = (F[f + U_BEHIND] >> j) & 1 if ties else np.int64(0)
                        if (known_ | -together) < 0:  # one question, for a processor to guess the answer
                            if known_ == ELSEWHERE or together:
                                if key == 0:
                                    key = F[f + U_FORM] << 46 | F[g + U_FORM] << 30 | F[f + U_APART]
                                known_ = found(key | TOGETHER if together else key, table)
                            if known_ < 0:
                                break
                        known = np.uint64(known_)
                        s += G
                        x, start_at = thrown(s), (known & LOW32) >> U_START_AT
                        word_at = start_at + chosen_by(x, known & LOW3)
                        code = taken(x, quick[word_at])
                        if code >= PLAIN_CODES:
                            row = np.int64(owners[start_at])
                            if code == REST:
                                s += G
                                x, word_at = thrown(s), np.uint64(len(quick) + rows[row, REST_START])
                                word_at += chosen_by(x, np.uint64(rows[row, REST_BITS]))
                                code = taken(x, quick[word_at])
                        if code >= PLAIN_CODES:
                            o = rows[row, BASE] + taken(x, words[word_at])
                            if not ties or outs[o, SIMPLE] != HELD_ALONE or R[PENDING] == len(pending):
                                S[i, C_TARGET], S[i, C_ROW] = j, row
                                break
                            # all that it does is felt later
                            pending[R[PENDING], 0], pending[R[PENDING], 1] = j, outs[o, HELD]
                            R[PENDING] += 1
                            watch += 1
                            code, o = outs[o, FLAGS] & 1, np.int64(-1)
                        after = F[g + U_LEFT] - ((code >> 1) & LOSSES)
                        F[g + U_LEFT] = after
                        if code & 1:
                            F[f + U_FOE] = j
                        change = code >> CHANGE_AT
                        if change or after < F[g + U_FLOOR]:
                            # somebody is another one after it, or cannot go on, or thinks of giving up
                            w, own = g, np.uint64(after)
                            if change >= OWN_CHANGES:
                                w, own = f, np.uint64(F[f + U_LEFT] if after >= F[g + U_FLOOR] else -1)
                            form, landed = np.uint64(F[w + U_FORM]), np.int64(NOWHERE)
                            if own < many and form < there:
                                landed = np.int64(lands[np.uint64(change), form, own])
                            if landed != NOWHERE and plain and not R[BUSY]:
                                # mostly one of them, and no more than that
                                at_form, resort = np.uint64(landed), fixed[U_RESORT, w // U_WIDTH] + 1
                                F[w + U_FORM], F[w + U_LOW] = landed, forms[at_form, U0]
                                F[w + U_FLOOR] = max(forms[at_form, U0], forms[at_form, U_BOTTOM], resort)
                                F[w + U_O_TIE] = forms[at_form, U_TIE] << 6 | F[w + U_O_TIE] & 63
                                F[w + U_O_START], F[w + U_O_BITS] = forms[at_form, U_ITS], forms[at_form, U_ITS + U1]
                            else:
                                plain, as_of = reshaped(S, i, j, change, fixed, forms, solo, up, R, plain, as_of)
                                if R[STATUS] != RUNNING:
                                    last = at
                        if watch:
                            if tracing:
                                traced(trace, T_ACT, i, j, np.int64(owners[start_at]), taken(x, words[word_at]), S, R)
                            if ties and R[STATUS] == RUNNING and awaited(i, pending, R):
                                s = released(
                                    *(i, s, S, fixed, words, rows, outs, solo, forms, table, up, R, trace, pending)
                                )
                                watch = R[PENDING] + tracing
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
                        acts -= 1
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
                        R[ACTS] = acts + np.int64(at) - (0 if o >= 0 or mode == MODE_LATE else 1)
                        s = turn(
                            *(i, mode, o, s, S, fixed, ways, words, rows, outs, solo, forms, table, up, R),
                            *(trace, stack, pending),
                        )
                        acts = R[ACTS] - np.int64(at)
                    elif mode == MODE_TURN:
                        acts -= 1
                    if ties and R[PENDING] and R[STATUS] == RUNNING:
                        s = released(i, s, S, fixed, words, rows, outs, solo, forms, table, up, R, trace, pending)
                if acts + np.int64(at) > acts_most and R[STATUS] <= OVER:
                    R[STATUS] = LIMITED
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
