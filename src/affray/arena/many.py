"""Many fights by tables, with the same face as `simulate.Simulation`: parts that add up, counted in a `Summary`.

Fight k is the same whenever it is played, but it is another fight than number k of the reference, which throws its dice
one by one: only chances are alike.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from affray.arena.engine import LIMIT, Counts, Engine, Untabulated, why_not
from affray.arena.summary import Summary, nothing_of
from affray.arena.tactics import Tactic
from affray.encounter import Encounter
from affray.system import System

__all__ = ["Tabled", "Untabulated", "summarized", "why_not"]


@dataclass
class Tabled:
    """Fights without end from one beginning, numbered from 0, by tables; `Untabulated` where tables do not do."""

    system: System
    encounter: Encounter
    seed: int | str = 0
    limit: int = LIMIT
    tactic: Tactic = field(default_factory=Tactic)

    def __post_init__(self) -> None:
        self.engine = Engine(self.system, self.encounter, self.tactic, self.seed, self.limit)

    @cached_property
    def nothing(self) -> Summary:
        """The summary of no fights, to add others to."""
        return nothing_of(self.system, self.encounter, self.seed, "tables")

    def part(self, first: int, fights: int, workers: int = 1) -> Summary:
        """So many consecutive fights, counted; with so many threads, which changes no count."""
        return summarized(self.engine.run(first, fights, workers), self.nothing)


def summarized(counts: Counts, nothing: Summary) -> Summary:
    """The counts of the kernel as a summary; `nothing` is that of no fights from the same beginning."""
    return replace(
        nothing,
        fights=counts.fights,
        wins={side: int(wins) for side, wins in zip(nothing.sides, counts.wins, strict=True)},
        draws=counts.draws,
        limit=counts.limit,
        rounds=_histogram(counts.lengths),
        survivors={side: _histogram(row) for side, row in zip(nothing.sides, counts.survivors, strict=True)},
        left={side: _histogram(row) for side, row in zip(nothing.sides, counts.remains, strict=True)},
        first={who: int(times) for who, times in zip(nothing.roster, counts.first, strict=False)},
        lost={side: int(points) for side, points in zip(nothing.sides, counts.lost, strict=True)},
    )


def _histogram(row: Any) -> dict[int, int]:
    return {int(value): int(row[value]) for value in np.flatnonzero(row)}
