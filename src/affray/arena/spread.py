"""Mass that moves from state to state, in compiled code without a rule in it: what exact duels are reckoned with.

A node is a state of two fighters without their points; its mass is a matrix by the points of both, where index 0 stands
for everything below the least with which anybody does anything. All that is compiled for duels stands in this one file.
"""

from __future__ import annotations

from typing import Any

from numba import njit

__all__ = ["places", "settle", "spread"]


@njit(cache=True, nogil=True)
def places(active: Any, starts: Any, ends: Any, dest: Any, slot: Any, found: Any) -> Any:
    """Give each node that the active ones lead to a place, in the order in which they come up; how many there are."""
    count = 0
    for n in active:
        for e in range(starts[n], ends[n]):
            d = dest[e]
            if slot[d] < 0:
                slot[d] = count
                found[count] = d
                count += 1
    return count


@njit(cache=True, nogil=True)
def spread(
    active: Any,
    at: Any,
    mats: Any,
    starts: Any,
    ends: Any,
    dest: Any,
    loss: Any,
    weight: Any,
    bounds: Any,
    slot: Any,
    boxes: Any,
    out: Any,
    reach: Any,
) -> Any:
    """Let the mass of the active nodes flow along their entries into `out`; False where points come back past the most.

    The mass of `active[k]` is `mats[at[k]]`. An entry takes what lies within its `bounds` (rows from, to, columns from,
    to) and so many points of both. Within `boxes`, by node, all its mass has been; `reach` gets where that in `out` is.
    """
    rows, columns = mats.shape[1], mats.shape[2]
    fits = True
    for k in range(len(active)):
        n = active[k]
        src = mats[at[k]]
        for e in range(starts[n], ends[n]):
            place = slot[dest[e]]
            to = out[place]
            w, x, y = weight[e], loss[e, 0], loss[e, 1]
            first, last = max(boxes[n, 0], bounds[e, 0]), min(boxes[n, 1], bounds[e, 1])
            low, high = max(boxes[n, 2], bounds[e, 2]), min(boxes[n, 3], bounds[e, 3])
            if first > last or low > high:
                continue
            reach[place, 0] = min(reach[place, 0], max(0, first - x) if first else 0)
            reach[place, 1] = max(reach[place, 1], min(rows - 1, max(0, last - x) if last else 0))
            reach[place, 2] = min(reach[place, 2], max(0, low - y) if low else 0)
            reach[place, 3] = max(reach[place, 3], min(columns - 1, max(0, high - y) if high else 0))
            for a in range(first, last + 1):
                c = max(0, a - x) if a else 0
                if y < 0 or c >= rows:
                    for b in range(low, high + 1):
                        d = max(0, b - y) if b else 0
                        if c < rows and d < columns:
                            to[c, d] += w * src[a, b]
                        elif src[a, b] != 0.0:
                            fits = False
                    continue
                fallen = 0.0
                for b in range(low, min(high, y) + 1):
                    fallen += src[a, b]
                to[c, 0] += w * fallen
                for b in range(max(low, y + 1), high + 1):
                    to[c, b - y] += w * src[a, b]
    return fits


@njit(cache=True, nogil=True)
def settle(
    nodes: Any,
    mats: Any,
    able: Any,
    final: Any,
    tiny: Any,
    sums: Any,
    left: Any,
    masses: Any,
    seen: Any,
    reach: Any,
    boxes: Any,
) -> None:
    """Take out the mass of those who have won, and what is next to nothing.

    `able` are the least indices with which both are able, by node, `final` whether somebody's being out ends it there.
    `sums` get what the first and second have won, what nobody has, what was cut; `left` the points of who won. What
    there is lies within `reach`; what stays is within `boxes`, which grow for it.
    """
    for k in range(len(nodes)):
        n = nodes[k]
        one, other = able[n, 0], able[n, 1]
        whole = 0.0
        for a in range(reach[k, 0], reach[k, 1] + 1):
            for b in range(reach[k, 2], reach[k, 3] + 1):
                mass = mats[k, a, b]
                if mass == 0.0:
                    continue
                if final[n] and (a < one or b < other):
                    if a >= one:
                        sums[0] += mass
                        left[0, a] += mass
                    elif b >= other:
                        sums[1] += mass
                        left[1, b] += mass
                    else:
                        sums[2] += mass
                elif mass < tiny:
                    sums[3] += mass
                else:
                    whole += mass
                    seen[n, a, b] = True
                    boxes[n, 0], boxes[n, 1] = min(boxes[n, 0], a), max(boxes[n, 1], a)
                    boxes[n, 2], boxes[n, 3] = min(boxes[n, 2], b), max(boxes[n, 3], b)
                    continue
                mats[k, a, b] = 0.0
        masses[k] = whole
