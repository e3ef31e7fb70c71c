"""Fights of penetration out of tables: act by act on the reference, against exact duels, against many fights of it."""

from __future__ import annotations

import pytest
from penetration_arena import DUELS, FIGHTS, penetration_fight
from replay import Replay
from soak import fights

from affray.arena.engine import Engine
from affray.arena.simulate import simulate
from affray.duel import Untabulated, exact_duel
from affray.systems.penetration import SYSTEM
from chances import fits

LIMIT = 200


@pytest.mark.parametrize("name", FIGHTS)
def test_the_kernel_plays_by_the_rules(name: str) -> None:
    replayed = Replay(Engine(SYSTEM, penetration_fight(name), seed="trace", limit=LIMIT))
    for fight in range(fights(2, 100)):
        end, length = replayed.fight(fight)
        replayed.check_counts(fight, end, length)
    assert replayed.acts > 3


@pytest.mark.parametrize("name", [name for name in DUELS if name != "total"])
def test_counts_fit_the_exact_law(name: str) -> None:
    number = fights(10_000, 1_000_000)
    law = exact_duel(SYSTEM, penetration_fight(name), limit=LIMIT)
    assert law.total + law.cut == pytest.approx(1, abs=1e-8)
    counts = Engine(SYSTEM, penetration_fight(name), seed=3, limit=LIMIT).run(0, number)
    found = {"a": int(counts.wins[0]), "b": int(counts.wins[1]), "draw": counts.draws, "limit": counts.limit}
    due = {**law.wins, "draw": law.draws, "limit": law.limit + law.stalemate}
    for what, count in found.items():
        chance = due[what]
        assert fits(count, number, chance), what


@pytest.mark.parametrize("name", [name for name in DUELS if name != "total"])
def test_the_reference_fits_the_exact_law(name: str) -> None:
    number, encounter = fights(25, 3_000), penetration_fight(name)
    law = exact_duel(SYSTEM, encounter, limit=LIMIT)
    summary = simulate(SYSTEM, encounter, number, seed=8, limit=LIMIT)
    for side, chance in law.wins.items():
        assert fits(summary.wins[side], number, chance), side
    ended = number - summary.limit
    mean = sum(rounds * count for rounds, count in summary.rounds.items() if rounds < LIMIT) / max(1, ended)
    assert mean == pytest.approx(law.mean, rel=0.5)


def test_an_effect_that_was_held_undoes_nothing_that_the_own_turn_did() -> None:
    """The chances by a simulation that was written apart from all this, of 300,000 fights each."""
    for name, chance in (("twins", 0.5177), ("shocked-twin", 0.5629)):
        assert exact_duel(SYSTEM, penetration_fight(name)).wins["a"] == pytest.approx(chance, abs=0.004)


@pytest.mark.parametrize("name", ["two-and-two", "three-berserkers"])
def test_counts_fit_the_reference(name: str) -> None:
    number, encounter = fights(60, 5_000), penetration_fight(name)
    summary = simulate(SYSTEM, encounter, number, seed=5, limit=LIMIT)
    counts = Engine(SYSTEM, encounter, seed=6, limit=LIMIT).run(0, 100_000)
    for place, side in enumerate(counts.sides):
        chance = int(counts.wins[place]) / 100_000
        assert fits(summary.wins[side], number, chance)


@pytest.mark.parametrize("name", ["both-headlong", "two-and-two"])
def test_threads_parts_and_warm_tables_change_nothing(name: str) -> None:
    engine = Engine(SYSTEM, penetration_fight(name), seed=7, limit=LIMIT)
    cold = engine.run(0, 3_000).plain()
    assert engine.run(0, 3_000, workers=3).plain() == cold
    fresh = Engine(SYSTEM, penetration_fight(name), seed=7, limit=LIMIT)
    assert (fresh.run(1_000, 2_000, workers=2) + fresh.run(0, 1_000)).plain() == cold


def test_where_every_point_makes_a_difference_there_are_too_many_states_for_an_exact_law() -> None:
    with pytest.raises(Untabulated, match="states"):
        exact_duel(SYSTEM, penetration_fight("total"), limit=LIMIT)
