"""The states of a duel, without the points of both, and the ways from one to the next."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from affray.arena.cells import Held, Mode
from affray.arena.forms import LOST
from affray.system import Action

__all__ = ["ALL", "ANY", "BEFORE", "BEGINS", "CHECK", "DONE", "ENDS", "ORDER", "OVER", "ROUND"]
__all__ += ["ROUND_ENDS", "ROUND_STARTS", "TIMERS", "TURNS", "TURN_STARTS", "WAITING", "WAITING_LATE"]
__all__ += ["Bounds", "Node", "Pending", "Timers", "Way", "both", "following", "only", "timed", "with_"]

#: what comes next in a node, in the order of a round; what ends at `ROUND` has still to begin a round; at `CHECK` the
#: turns are over, and whoever has won by then loses nothing more by the end of the round
CHECK, TIMERS, ROUND_ENDS, ENDS, ROUND, ROUND_STARTS, ORDER, TURNS, TURN_STARTS, BEGINS, OVER = (
    -1,
    0,
    2,
    4,
    6,
    7,
    9,
    10,
    11,
    12,
    13,
)
#: nodes up to this one stand between two rounds
BEFORE = ROUND
DONE, WAITING, WAITING_LATE = 0, 1, 2

Timers = tuple[tuple[str, int], ...]
#: the points of both for which something holds, each from the least to the most
Bounds = tuple[tuple[int, int], tuple[int, int]]
ALL = (-LOST, LOST)
ANY: Bounds = (ALL, ALL)


class Pending(NamedTuple):
    """What is held: whom it is for, what it will feel, and points of that which it has lost already.

    Points are taken at once where nothing that it does before hangs on them, and are counted no more: then states are
    far fewer.
    """

    who: int
    held: Held
    at_once: bool


class Node(NamedTuple):
    """A state of both fighters without their points.

    `stage` is what comes next. `line` is who acts before whom, `waits` whether each has still to act, `stack` the turns
    that are under way, the next one last. `tied`: they act at the same time in this round. `held` is what one of them
    feels only when its own turn is through, if there is anything.
    """

    stage: int
    forms: tuple[int, int]
    distance: int
    timers: tuple[Timers, Timers] = ((), ())
    line: tuple[int, ...] = ()
    waits: tuple[int, int] = (DONE, DONE)
    stack: tuple[tuple[int, Mode], ...] = ()
    tied: bool = False
    held: Pending | None = None


class Way(NamedTuple):
    """One way on from a node: where to, what both lose, how likely, and what is done, by whom.

    It is open only where both have so many points as `bounds` say. `forms` are those that both come to be, where these
    are not those of the node.
    """

    node: Node
    losses: tuple[int, int] = (0, 0)
    weight: float = 1.0
    bounds: Bounds = ANY
    who: int = 0
    action: Action | None = None
    forms: tuple[int, int] | None = None


def following(node: Node) -> Node:
    """The node behind one in which nothing happens."""
    return node._replace(stage=TURNS if node.stage == BEGINS else node.stage + 1)


def only(who: int, low: int, high: int) -> Bounds:
    """Bounds on the points of one fighter."""
    return ((low, high), ALL) if who == 0 else (ALL, (low, high))


def both(one: Bounds, other: Bounds) -> Bounds:
    """What lies within both bounds."""
    (a, b), (c, d) = one
    (e, f), (g, h) = other
    return (max(a, e), min(b, f)), (max(c, g), min(d, h))


def with_(pair: Any, who: int, value: Any) -> Any:
    """A pair with another value for one of the two."""
    return (value, pair[1]) if who == 0 else (pair[0], value)


def timed(running: Timers, begun: Iterable[tuple[int, str, int]], who: int) -> Timers:
    """The timers of a fighter with those that begin to run on it; one for the same thing is replaced."""
    for on, what, rounds in begun:
        if on == who:
            if any(w == what for w, _ in running):
                running = tuple((w, rounds if w == what else r) for w, r in running)
            else:
                running = (*running, (what, rounds))
    return running
