"""Counts of the kernel against counts of the reference, which rolls every die."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

import numpy as np
import pytest
from arena_fights import FIGHTS, arena_fight
from soak import fights

from affray.arena.engine import Engine
from affray.arena.simulate import simulate
from affray.systems.opposed import SYSTEM

FAR_OFF = 4.5
#: the least number of fights that is expected of each kind, for z to mean anything
ENOUGH = 10


def z(part: int, whole: int, other: int, of: int) -> float:
    """How far two shares are apart, in standard errors; 0 where there are too few to tell."""
    both = (part + other) / (whole + of)
    if min(both, 1 - both) * min(whole, of) < ENOUGH:
        return 0.0
    return (part / whole - other / of) / sqrt(both * (1 - both) * (1 / whole + 1 / of))


def z_of_means(a: Mapping[int, int], b: Mapping[int, int]) -> float:
    """How far the means of two histograms are apart, in standard errors."""
    moments = []
    for counts in (a, b):
        n = sum(counts.values())
        mean = sum(value * times for value, times in counts.items()) / n
        moments.append((mean, sum((value - mean) ** 2 * times for value, times in counts.items()) / n / n))
    (mean, variance), (other, its) = moments
    return (mean - other) / sqrt(variance + its) if variance + its > 1e-12 else float(mean != other) * 99


def histogram(row: np.ndarray) -> dict[int, int]:
    return {int(value): int(row[value]) for value in np.flatnonzero(row)}


@pytest.mark.parametrize("name", FIGHTS)
def test_the_kernel_agrees_with_the_reference(name: str) -> None:
    encounter = arena_fight(name)
    number, many = fights(25, 20_000), fights(50_000, 1_000_000)
    reference = simulate(SYSTEM, encounter, number, seed="reference")
    counts = Engine(SYSTEM, encounter, seed="kernel").run(0, many)
    assert counts.sides == reference.sides
    found = {
        "draws": z(counts.draws, many, reference.draws, number),
        "limit": z(counts.limit, many, reference.limit, number),
        "rounds": z_of_means(histogram(counts.lengths), reference.rounds),
    }
    for place, side in enumerate(counts.sides):
        found[f"wins of {side}"] = z(int(counts.wins[place]), many, reference.wins[side], number)
        survivors = histogram(counts.survivors[place])
        for alive in {**survivors, **reference.survivors[side]}:
            share = z(survivors.get(alive, 0), many, reference.survivors[side].get(alive, 0), number)
            found[f"{alive} of {side} alive"] = share
    for rounds in reference.rounds:
        found[f"{rounds} rounds"] = z(int(counts.lengths[rounds]), many, reference.rounds[rounds], number)
    assert {what: how for what, how in found.items() if abs(how) > FAR_OFF} == {}
