"""Simulated duels against an exact matrix of Life and Life, made here from the law of a single blow and of 2d6."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from math import sqrt
from typing import Any

import numpy as np
import pytest
from opposed_fights import fight

from affray.arena.simulate import simulate
from affray.encounter import Encounter
from affray.odds import action_odds
from affray.systems.opposed import SYSTEM
from affray.systems.opposed.actions.kinds import Attack

FIGHTS = 4_000
ROUNDS = 200  # by then no chance is left that can be seen

SWORD = {"name": "A", "brute": 1, "dex": 2, "wits": 1, "melee": 2, "weapons": ["sword"], "life": 4}
#: a nimble one against a tough one, and two who are as quick as each other, so that equal totals go by the roster
DUELS: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    "quick-and-tough": (
        {**SWORD, "dex": 4, "life": 3},
        {**SWORD, "name": "B", "brute": 3, "dex": 1, "melee": 3, "life": 6, "armour": "leather"},
        {},
    ),
    "alike": (SWORD, {**SWORD, "name": "B"}, {"defence_tie": "attack"}),
}


@dataclass(frozen=True)
class Exact:
    """How a duel ends: the chance that A wins, and the chance of each number of rounds."""

    wins: float
    rounds: Mapping[int, float]


@cache
def encounter(name: str) -> Encounter:
    """The duel before its first round, the two of them a metre apart."""
    a, b, switches = DUELS[name]
    return fight({**a, "position": 0}, {**b, "position": 1}, **switches)


def blows(name: str, who: str, whom: str) -> np.ndarray:
    """What a blow makes of the target's Life: row of Life before, column of Life after; row 0 is for who is out."""
    beginning = encounter(name)
    action = Attack(who, whom, "sword")
    loss = action_odds(SYSTEM, SYSTEM.stage(beginning, action), action).loss
    target = beginning.fighter(whom)
    able = [life for life in range(target.life + 1) if SYSTEM.able(replace(target, life=life), beginning.options)]
    matrix = np.zeros((len(able) + 1, len(able) + 1))
    matrix[0, 0] = 1
    for row, life in enumerate(able, start=1):
        for points, weight in loss.items():
            matrix[row, able.index(life - points) + 1 if life - points in able else 0] += float(weight)
    return matrix


def goes_first(a: Any, b: Any) -> float:
    """The chance that A's 2d6 + Dex is higher than B's; of equal totals the higher Dex goes first, then the roster."""
    throws = [sum(faces) for faces in product(range(1, 7), repeat=2)]
    lines = [(x + a.dex, a.dex) >= (y + b.dex, b.dex) for x, y in product(throws, repeat=2)]
    return sum(lines) / len(lines)


def exact(name: str) -> Exact:
    """The duel by its matrix: Life of A in rows, Life of B in columns, a round after the other."""
    a, b = encounter(name).fighters
    first = goes_first(a, b)
    to_a, to_b = blows(name, "B", "A"), blows(name, "A", "B")

    def a_strikes(state: np.ndarray) -> np.ndarray:
        return np.vstack([state[:1], state[1:] @ to_b])

    def b_strikes(state: np.ndarray) -> np.ndarray:
        return np.hstack([state[:, :1], to_a.T @ state[:, 1:]])

    state = np.zeros((len(to_a), len(to_b)))
    state[-1, -1] = 1
    done, rounds = 0.0, {}
    for number in range(1, ROUNDS + 1):
        state = first * b_strikes(a_strikes(state)) + (1 - first) * a_strikes(b_strikes(state))
        over = state[0].sum() + state[1:, 0].sum()
        rounds[number], done = over - done, over
    assert done == pytest.approx(1, abs=1e-9)
    return Exact(state[1:, 0].sum(), rounds)


def z_score(count: int, chance: float) -> float:
    return float((count - FIGHTS * chance) / sqrt(FIGHTS * chance * (1 - chance)))


@pytest.mark.parametrize("name", DUELS)
def test_the_matrix_is_a_law(name: str) -> None:
    found = exact(name)
    assert sum(found.rounds.values()) == pytest.approx(1, abs=1e-9)
    assert 0.05 < found.wins < 0.95


def test_between_equals_the_first_of_the_roster_has_the_edge_of_ties() -> None:
    a, b = encounter("alike").fighters
    equal = sum((6 - abs(total - 7)) ** 2 for total in range(2, 13)) / 36**2
    assert goes_first(a, b) == pytest.approx((1 + equal) / 2)
    assert exact("alike").wins > 0.5


@pytest.mark.rule("initiative.each-round", "house.initiative-tie")
@pytest.mark.parametrize("name", DUELS)
def test_simulated_wins_and_rounds_fit_the_matrix(name: str) -> None:
    summary, found = simulate(SYSTEM, encounter(name), FIGHTS, "duel"), exact(name)
    assert (summary.draws, summary.limit) == (0, 0)
    assert abs(z_score(summary.wins["A"], found.wins)) < 4.5
    told = 0
    for number, chance in found.rounds.items():
        if FIGHTS * chance >= 10:
            assert abs(z_score(summary.rounds.get(number, 0), chance)) < 4.5
            told += summary.rounds.get(number, 0)
    assert told > 0.98 * FIGHTS
    mean = sum(number * chance for number, chance in found.rounds.items())
    spread = sqrt(sum(number**2 * chance for number, chance in found.rounds.items()) - mean**2)
    measured = sum(number * times for number, times in summary.rounds.items()) / FIGHTS
    assert abs(measured - mean) < 4.5 * spread / sqrt(FIGHTS)
