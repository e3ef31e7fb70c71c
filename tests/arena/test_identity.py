"""The same fights give the same counts, bit for bit: whoever plays them, in whichever parts, with whichever tables."""

from __future__ import annotations

import json

import pytest
from arena_fights import arena_fight
from soak import fights

from affray.arena.engine import Engine
from affray.systems.opposed import SYSTEM
from processes import printed

NAMES = ("swords", "two-and-two", "five-and-five", "at-random", "drilled-twice", "poison-again")
NUMBER = fights(3_000, 100_000)

PROGRAM = f"""
import json
from arena_fights import arena_fight
from affray.arena.engine import Engine
from affray.systems.opposed import SYSTEM
for name in {NAMES!r}:
    print(json.dumps(Engine(SYSTEM, arena_fight(name), seed=7).run(0, {NUMBER}, workers=2).plain()))
"""


def counts(name: str, workers: int = 1, engine: Engine | None = None) -> dict[str, object]:
    engine = engine or Engine(SYSTEM, arena_fight(name), seed=7)
    return engine.run(0, NUMBER, workers).plain()


@pytest.mark.parametrize("name", NAMES)
def test_threads_parts_and_warm_tables_change_nothing(name: str) -> None:
    expected = counts(name)
    assert expected["fights"] == NUMBER
    assert counts(name, workers=2) == expected
    # tables that were filled by other fights, in another order
    warm = Engine(SYSTEM, arena_fight(name), seed=7)
    warm.run(10**6, NUMBER // 2)
    assert counts(name, workers=3, engine=warm) == expected
    assert counts(name, engine=warm) == expected
    half = NUMBER // 2
    assert (warm.run(half, NUMBER - half) + Engine(SYSTEM, arena_fight(name), seed=7).run(0, half)).plain() == expected


def test_neither_the_process_nor_its_hash_seed_changes_anything() -> None:
    found = []
    for seed in ("1", "2"):
        found.append([json.loads(line) for line in printed(PROGRAM, seed, "arena").splitlines()])
    assert found[0] == found[1] == [counts(name) for name in NAMES]


def test_other_seeds_are_other_fights_and_neighbours_share_nothing() -> None:
    rounds = []
    for seed in (7, 8, "7"):
        engine = Engine(SYSTEM, arena_fight("swords"), seed=seed)
        rounds.append([int(engine.run(number, 1).lengths.argmax()) for number in range(60)])
    assert rounds[0] != rounds[1] != rounds[2] != rounds[0]
    # the stream of one seed is not that of its neighbour, moved by a few fights
    assert all(rounds[0][shift:] != rounds[1][: len(rounds[1]) - shift] for shift in range(40))


def test_fights_with_a_missing_cell_are_not_left_out() -> None:
    # fights that need a rare cell are longer than others: to count those that ended first would bend the odds
    name = "spears-stick"
    engine = Engine(SYSTEM, arena_fight(name), seed=7)
    cold = [engine.run(first, 100).plain() for first in range(0, 2_000, 100)]
    warm = [engine.run(first, 100).plain() for first in range(0, 2_000, 100)]
    assert cold == warm
