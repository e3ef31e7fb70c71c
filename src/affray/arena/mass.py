"""Where the mass of a duel is at a moment: on which nodes, and for which points of both."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np

__all__ = ["Array", "Mass"]

Array: TypeAlias = Any


class Mass:
    """Mass on nodes; that of `nodes[k]` is `mats[at[k]]`, a matrix by the indices of the points of both.

    In all it is `masses[k]`. Parts of it share the matrices, which are large.
    """

    def __init__(self, nodes: Array, mats: Array, masses: Array, at: Array | None = None) -> None:
        self.nodes, self.mats, self.masses = nodes, mats, masses
        self.at = np.arange(len(nodes)) if at is None else at

    def __len__(self) -> int:
        return len(self.nodes)

    def __iter__(self) -> Iterator[tuple[int, Array]]:
        """Each node with its matrix."""
        return ((node, self.mats[at]) for node, at in zip(self.nodes.tolist(), self.at.tolist(), strict=True))

    def only(self, which: Any) -> Mass:
        """The part of it on some of the nodes, told by place or as a mask."""
        return Mass(self.nodes[which], self.mats, self.masses[which], self.at[which])

    def whole(self) -> Array:
        """The sum of all matrices."""
        return self.mats[self.at].sum(axis=0)

    def total(self) -> float:
        """All of it."""
        return float(self.masses.sum())
