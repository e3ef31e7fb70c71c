"""Mass that moves from state to state, in compiled code without a rule in it: what exact duels are reckoned with.

A node is a state of two fighters without their points; its mass is a matrix by the points of both, where index 0 stands
for everything below the least with which anybody does anything. All that is compiled for duels stands in this one file.

What goes by node, as `affray.arena.mass` and `affray.arena.graph` keep it:
    ways     where its entries start and stop; by entry its node, what both lose, its weight and its bounds; its stage
    ends     the least indices with which both are able, and whether somebody's being out ends it there
    held     the mass; the box within which it lies (rows from, to, columns from, to); where the node is; how much there
             was when it was looked at last; which of its states have come up
    loom     how often mass has left it entry by entry, and what was woven of its entries then: axis, indices from and
             to, width, where its threads start, strips from and to. Then the threads and strips of all nodes, how many
             of each are in use, and room for a row

Most nodes are left hundreds of times, and most of their entries move a few cells. So entries by which only one of both
loses points are woven into a matrix: what they make of each index of its points is a row, with one strip behind another
for all nodes that they lead to. That is the same sum as entry by entry, in fewer and longer loops.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

__all__ = ["ASIDE", "NOWHERE", "flow"]

#: where a node is: without mass, among those that go on next, or laid aside
NOWHERE, AHEAD, ASIDE = 0, 1, 2
#: after how often entries are woven, if there are so many, and for how many indices at the most
OFTEN, MANY, NARROW = 8, 8, 16
#: columns of what is woven of a node
TIMES, AXIS, LEAST, MOST, WIDTH, THREADS, FIRST, LAST = range(8)
#: columns of a strip: the node that it leads to, the other one's indices from and to, its first index, how many it has,
#: and its entries from and to
TO, LOW, HIGH, BASE, COUNT, START, STOP = range(7)


@njit(cache=True, nogil=True)
def _settle(n: Any, ends: Any, limits: Any, held: Any, sums: Any, left: Any) -> Any:
    """Take out the mass of those who have won at a node, and what is next to nothing; how much stays.

    `sums` get what the first and second have won, what nobody has, what was cut; `left` the points of who won. `limits`
    are what is next to nothing for a state and for the whole node, and how much may be cut in all.
    """
    (able, final), (mats, boxes, where, masses, seen), (tiny, least, most) = ends, held, limits
    one, other = (able[n, 0], able[n, 1]) if final[n] else (0, 0)
    mat, found = mats[n], seen[n]
    first, last, low, high = mat.shape[0], -1, mat.shape[1], -1
    whole = 0.0
    for a in range(boxes[n, 0], boxes[n, 1] + 1):
        row = 0.0
        for b in range(boxes[n, 2], boxes[n, 3] + 1):
            mass = mat[a, b]
            if mass == 0.0:
                continue
            if a >= one and b >= other and (mass >= tiny or sums[3] + mass > most):
                row += mass
                found[a, b] = True
                low, high = min(low, b), max(high, b)
                continue
            mat[a, b] = 0.0
            if a >= one and b >= other:
                sums[3] += mass
            elif a >= one:
                sums[0] += mass
                left[0, a] += mass
            elif b >= other:
                sums[1] += mass
                left[1, b] += mass
            else:
                sums[2] += mass
        if row > 0.0:
            first, last = min(first, a), a
            whole += row
    if 0.0 < whole < least and sums[3] + whole <= most:
        sums[3] += whole
        whole = 0.0
        mat[first : last + 1, low : high + 1] = 0.0
    masses[n] = whole
    boxes[n, 0], boxes[n, 1], boxes[n, 2], boxes[n, 3] = first, last, low, high
    if whole == 0.0:
        where[n] = NOWHERE
    return whole


@njit(cache=True, nogil=True)
def _lifted(n: Any, held: Any, shelf: Any, start: Any) -> Any:
    """Take all mass from a node and lay it on the shelf, row by row; where that ends."""
    mat, box = held[0][n], held[1][n]
    for a in range(box[0], box[1] + 1):
        for b in range(box[2], box[3] + 1):
            shelf[start] = mat[a, b]
            mat[a, b] = 0.0
            start += 1
    held[2][n] = NOWHERE
    return start


@njit(cache=True, nogil=True)
def _reached(d: Any, first: Any, last: Any, low: Any, high: Any, boxes: Any, where: Any, found: Any, count: Any) -> Any:
    """Note that mass comes to these rows and columns of a node; how many nodes are found that had nothing before."""
    if where[d] == NOWHERE:
        where[d] = AHEAD
        found[count] = d
        boxes[d, 0], boxes[d, 1], boxes[d, 2], boxes[d, 3] = first, last, low, high
        return count + 1
    boxes[d, 0], boxes[d, 1] = min(boxes[d, 0], first), max(boxes[d, 1], last)
    boxes[d, 2], boxes[d, 3] = min(boxes[d, 2], low), max(boxes[d, 3], high)
    return count


@njit(cache=True, nogil=True)
def _weave(n: Any, box: Any, ways: Any, loom: Any) -> None:
    """Weave the entries of a node for the mass within a box, where that is worth it and there is room."""
    (starts, stops, dest, loss, weight, bounds, _), (woven, threads, strips, used, cloth) = ways, loom
    own, its = 0, 0
    for e in range(starts[n], stops[n]):
        if loss[e, 0] < 0 or loss[e, 1] < 0:
            return
        own, its = max(own, loss[e, 0]), max(its, loss[e, 1])
    axis = int(its > 0)
    near, across = 2 * axis, 2 - 2 * axis
    least, most = box[near], box[near + 1]
    if (own > 0) == (its > 0) or stops[n] - starts[n] < MANY or most - least >= NARROW:
        return
    end, width, e = used[1], 0, starts[n]
    while e < stops[n]:
        begin, low, high = e, bounds[e, across], bounds[e, across + 1]
        base, top = len(threads), -1
        while e < stops[n] and dest[e] == dest[begin] and bounds[e, across] == low and bounds[e, across + 1] == high:
            first, last = max(least, bounds[e, near]), min(most, bounds[e, near + 1])
            if first <= last:
                base, top = min(base, max(0, first - loss[e, axis])), max(top, max(0, last - loss[e, axis]))
            e += 1
        if top < 0:
            continue
        if end == len(strips):
            return
        strip = strips[end]
        strip[TO], strip[LOW], strip[HIGH], strip[BASE] = dest[begin], low, high, base
        strip[COUNT], strip[START], strip[STOP] = top + 1 - base, begin, e
        width, end = width + strip[COUNT], end + 1
    start = used[0]
    if width > len(cloth) or start + width * (most + 1 - least) > len(threads):
        return
    threads[start : start + width * (most + 1 - least)] = 0.0
    at = start
    for strip in strips[used[1] : end]:
        for e in range(strip[START], strip[STOP]):
            for a in range(max(least, bounds[e, near]), min(most, bounds[e, near + 1]) + 1):
                threads[at + (a - least) * width + max(0, a - loss[e, axis]) - strip[BASE]] += weight[e]
        at += strip[COUNT]
    mine = woven[n]
    mine[AXIS], mine[LEAST], mine[MOST], mine[WIDTH] = axis, least, most, width
    mine[THREADS], mine[FIRST], mine[LAST] = start, used[1], end
    used[0], used[1] = start + width * (most + 1 - least), end


@njit(cache=True, nogil=True)
def _shuttle(n: Any, box: Any, src: Any, loom: Any, held: Any, found: Any, count: Any) -> Any:
    """Let what was lifted from a node flow along what is woven of its entries; else as `_spread`, but never -1."""
    (woven, threads, strips, _, cloth), (mats, boxes, where, _, _) = loom, held
    rows, columns, to = mats.shape[1], mats.shape[2], mats.reshape(-1)
    near, across, wide = 2 * woven[n, AXIS], 2 - 2 * woven[n, AXIS], np.uint64(woven[n, WIDTH])
    # how far it is from one index to the next of whoever loses points, and of the other one
    step, jump = (1, columns) if near else (columns, 1)
    along, aside = (1, box[3] + 1 - box[2]) if near else (box[3] + 1 - box[2], 1)
    for s in range(woven[n, FIRST], woven[n, LAST]):
        d, low, high = strips[s, TO], max(box[across], strips[s, LOW]), min(box[across + 1], strips[s, HIGH])
        if low > high:
            continue
        base, top = strips[s, BASE], strips[s, BASE] + strips[s, COUNT] - 1
        first, last, left, right = (low, high, base, top) if near else (base, top, low, high)
        count = _reached(d, first, last, left, right, boxes, where, found, count)
    for b in range(box[across], box[across + 1] + 1):
        for k in range(wide):
            cloth[k] = 0.0
        for a in range(box[near], box[near + 1] + 1):
            mass = src[(a - box[near]) * along + (b - box[across]) * aside]
            if mass == 0.0:
                continue
            thread = np.uint64(woven[n, THREADS] + (a - woven[n, LEAST]) * woven[n, WIDTH])
            for k in range(wide):
                cloth[k] += mass * threads[thread + k]
        at = np.uint64(0)
        for s in range(woven[n, FIRST], woven[n, LAST]):
            length = np.uint64(strips[s, COUNT])
            if strips[s, LOW] <= b <= strips[s, HIGH]:
                there = np.uint64(strips[s, TO] * rows * columns + strips[s, BASE] * step + b * jump)
                for k in range(length):
                    to[there + k * np.uint64(step)] += cloth[at + k]
            at += length
    return count


@njit(cache=True, nogil=True)
def _spread(n: Any, box: Any, src: Any, ways: Any, held: Any, found: Any, count: Any) -> Any:
    """Let what was lifted from a node flow along its entries.

    An entry moves what lies within its bounds (rows from, to, columns from, to), with its loss taken from the points of
    both. Nodes that had nothing are found, behind `count` others; how many these are then, or -1 where somebody comes
    back to more points than the most.
    """
    starts, stops, dest, loss, weight, bounds, _ = ways
    mats, boxes, where = held[0], held[1], held[2]
    rows, columns = mats.shape[1], mats.shape[2]
    top, bottom, near, far = box[0], box[1], box[2], box[3]
    to, width = mats.reshape(-1), far - near + 1
    for e in range(starts[n], stops[n]):
        first, last = max(top, bounds[e, 0]), min(bottom, bounds[e, 1])
        low, high = max(near, bounds[e, 2]), min(far, bounds[e, 3])
        if first > last or low > high:
            continue
        d, w, x, y = dest[e], weight[e], loss[e, 0], loss[e, 1]
        if last - x >= rows or high - y >= columns:
            for a in range(first, last + 1):
                for b in range(low, high + 1):
                    beyond = (a > 0 and a - x >= rows) or (b > 0 and b - y >= columns)
                    if beyond and src[(a - top) * width + b - near] != 0.0:
                        return -1
            last, high = max(0, min(last, rows - 1 + x)), max(0, min(high, columns - 1 + y))
            if first > last or low > high:
                continue
        # index 0 stays what it is
        out, down = max(x, 0), max(y, 0)
        new_first, new_last = first - x if first > out else 0, last - x if last > out else 0
        new_low, new_high = low - y if low > down else 0, high - y if high > down else 0
        count = _reached(d, new_first, new_last, new_low, new_high, boxes, where, found, count)
        if low <= down:
            for a in range(first, last + 1):
                at, row = (a - top) * width - near, (d * rows + (a - x if a > out else 0)) * columns
                for b in range(low, min(high, down) + 1):
                    to[row] += w * src[at + b]
            low = down + 1
        if low > high:
            continue
        # numbers without a sign, so that nobody looks whether they count from the end
        length, base = np.uint64(high + 1 - low), d * rows * columns + low - y
        at = (first - top) * width - near + low
        for a in range(first, last + 1):
            here, there = np.uint64(at), np.uint64(base + (a - x) * columns if a > out else base)
            for b in range(length):
                to[there + b] += w * src[here + b]
            at += width
    return count


@njit(cache=True, nogil=True)
def _leave(n: Any, box: Any, src: Any, ways: Any, held: Any, loom: Any, found: Any, count: Any) -> Any:
    """Let what was lifted from a node flow along what is woven of its entries, or along each of them; as `_spread`."""
    woven = loom[0]
    near = 2 * woven[n, AXIS]
    # where rows are long and only moved, entry by entry is as fast
    if near == 0 and box[3] - box[2] >= NARROW:
        return _spread(n, box, src, ways, held, found, count)
    if woven[n, WIDTH] and woven[n, LEAST] <= box[near] and box[near + 1] <= woven[n, MOST]:
        return _shuttle(n, box, src, loom, held, found, count)
    woven[n, TIMES] += 1
    # and once more where mass has come to lie farther out
    if woven[n, TIMES] >= OFTEN and woven[n, TIMES] & (woven[n, TIMES] - 1) == 0:
        _weave(n, box, ways, loom)
    return _spread(n, box, src, ways, held, found, count)


@njit(cache=True, nogil=True)
def flow(
    queue: Any,
    count: Any,
    aside: Any,
    laid: Any,
    between: Any,
    steps: Any,
    ways: Any,
    ends: Any,
    limits: Any,
    held: Any,
    loom: Any,
    shelf: Any,
    sums: Any,
    left: Any,
) -> Any:
    """Let the mass of the first `count` nodes of a queue flow on, step by step.

    What comes to a stage between two ones is laid aside, behind `laid` others. It goes on so until nothing is left in
    the queue, for at most so many steps, or until a node is in the queue of which no entries are known. How many are in
    the queue then, -1 where somebody comes back to more points than the most; how many aside, and how many steps are
    left.
    """
    starts, stages, where = ways[0], ways[6], held[2]
    found, spans, lain = np.empty_like(queue), np.empty_like(queue), np.empty((len(queue), 4), np.int64)
    known = True
    while count and steps and known:
        steps -= 1
        end = 0
        for k in range(count):
            lain[k] = held[1][queue[k]]
            end = spans[k] = _lifted(queue[k], held, shelf, end)
        start = reached = 0
        for k in range(count):
            reached = _leave(queue[k], lain[k], shelf[start : spans[k]], ways, held, loom, found, reached)
            if reached < 0:
                return -1, laid, steps
            start = spans[k]
        count = 0
        for n in found[:reached]:
            if between[0] <= stages[n] < between[1]:
                where[n] = ASIDE
                aside[laid] = n
                laid += 1
                continue
            if _settle(n, ends, limits, held, sums, left) > 0.0:
                queue[count] = n
                count += 1
                known = known and starts[n] >= 0
    if not (count and steps):
        kept = 0
        for n in aside[:laid]:
            if _settle(n, ends, limits, held, sums, left) > 0.0:
                aside[kept] = n
                kept += 1
        laid = kept
    return count, laid, steps
