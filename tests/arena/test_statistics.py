"""Counts of the kernel against counts of the reference, which rolls every die."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt

import pytest
from arena_fights import FIGHTS, arena_fight
from soak import fights

from affray.arena.many import Tabled
from affray.arena.simulate import simulate
from affray.arena.summary import Summary
from affray.systems.opposed import SYSTEM

FAR_OFF = 4.5
#: the least number of fights that is expected of each kind, for z to mean anything
ENOUGH = 10
#: the fights of the kernel come in so many parts
PARTS = 50


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


def z_of_losses(parts: Sequence[Summary], reference: Summary, side: str) -> float:
    """How far the mean points lost in a fight are apart, in standard errors; parts of equal size tell how they vary."""
    size, whole = parts[0].fights, sum(part.fights for part in parts)
    means = [part.lost[side] / size for part in parts]
    mean = sum(means) / len(means)
    variance = sum((m - mean) ** 2 for m in means) / (len(means) - 1) * size * (1 / whole + 1 / reference.fights)
    other = reference.lost[side] / reference.fights
    return (mean - other) / sqrt(variance) if variance > 1e-12 else float(mean != other) * 99


@pytest.mark.parametrize("name", FIGHTS)
def test_the_kernel_agrees_with_the_reference(name: str) -> None:
    encounter = arena_fight(name)
    # more than 20,000 fights of the reference in all, or a million, most of those that take the least time
    number, size = fights(1_600, 75_000) // len(encounter.fighters), fights(1_000, 20_000)
    reference = simulate(SYSTEM, encounter, number, seed="reference")
    engine = Tabled(SYSTEM, encounter, seed="kernel")
    parts = [engine.part(size * part, size) for part in range(PARTS)]
    tables = sum(parts, engine.nothing)
    many = tables.fights
    assert (tables.sides, tables.roster, tables.strength) == (reference.sides, reference.roster, reference.strength)
    found = {
        "draws": z(tables.draws, many, reference.draws, number),
        "limit": z(tables.limit, many, reference.limit, number),
        "rounds": z_of_means(tables.rounds, reference.rounds),
    }
    for side in tables.sides:
        found[f"wins of {side}"] = z(tables.wins[side], many, reference.wins[side], number)
        mine, other = tables.survivors[side], reference.survivors[side]
        for alive in {**mine, **other}:
            found[f"{alive} of {side} alive"] = z(mine.get(alive, 0), many, other.get(alive, 0), number)
        found[f"points left of {side}"] = z_of_means(tables.left[side], reference.left[side])
        found[f"points lost by {side}"] = z_of_losses(parts, reference, side)
    for rounds in reference.rounds:
        found[f"{rounds} rounds"] = z(tables.rounds.get(rounds, 0), many, reference.rounds[rounds], number)
    for who in tables.roster:
        found[f"{who} first"] = z(tables.first[who], many, reference.first[who], number)
    assert {what: how for what, how in found.items() if abs(how) > FAR_OFF} == {}
