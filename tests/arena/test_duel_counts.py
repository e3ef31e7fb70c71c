"""Exact duels against what the kernel counts in many."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

import pytest
from duel_fights import DUELS, duel
from soak import fights

from affray.arena.engine import Counts, Engine
from affray.duel import DuelLaw, exact_duel
from affray.systems.opposed import SYSTEM

FAR_OFF = 4.5
#: the least number that is expected of something, and of its contrary, for z to mean anything
ENOUGH = 20
NUMBER = fights(200_000, 2_000_000)


def compared(law: DuelLaw, counts: Counts) -> Iterator[tuple[str, float, int]]:
    """What was worked out, and how often it came."""
    open_ = law.limit + law.stalemate
    yield "draw", law.draws, counts.draws
    yield "limit", open_, counts.limit
    for place, side in enumerate(law.sides):
        yield f"win of {side}", law.wins[side], int(counts.wins[place])
    for number in range(len(counts.lengths)):
        undecided = counts.limit if number == law.most else 0
        yield f"{number} rounds", law.rounds.get(number, 0.0), int(counts.lengths[number]) - undecided
    for place, who in enumerate(law.fighters):
        if counts.survivors[place, 1] != counts.wins[place] + counts.limit:
            continue  # losers can live on, and have points as well
        for points in range(1, counts.remains.shape[1]):
            chance = law.left[who].get(points, 0.0) + law.standing[who].get(points, 0.0)
            yield f"{points} points left of {who}", chance, int(counts.remains[place, points])


@pytest.mark.parametrize("name", DUELS)
def test_the_kernel_counts_what_was_worked_out(name: str) -> None:
    limit = 12
    encounter = duel(*DUELS[name])
    law = exact_duel(SYSTEM, encounter, limit=limit)
    counts = Engine(SYSTEM, encounter, seed="duel", limit=limit).run(0, NUMBER)
    looked_at = 0
    for what, chance, times in compared(law, counts):
        expected = chance * NUMBER
        if min(expected, NUMBER - expected) < ENOUGH:
            assert abs(times - expected) < 3 * ENOUGH, what
            continue
        looked_at += 1
        z = (times - expected) / sqrt(expected * (1 - chance))
        assert abs(z) < FAR_OFF, f"{what}: {times} of {NUMBER}, expected {expected:.1f}"
    assert looked_at > 4
