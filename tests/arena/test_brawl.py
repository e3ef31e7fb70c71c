"""Tables of the invented brawl: bands of points, acting at the same time, answers to closing in, plans that answer."""

from __future__ import annotations

import pytest
from brawl import Brawl, brawl, brawler
from replay import Replay
from soak import fights

from affray.arena.engine import Engine
from affray.arena.simulate import simulate
from affray.arena.tactics import Tactic
from affray.duel import exact_duel
from affray.encounter import Encounter
from chances import fits

BRAWLS: dict[str, Encounter] = {
    "two": brawl(brawler("a", "x"), brawler("b", "y", 1)),
    "fast": brawl(brawler("a", "x", speed=4), brawler("b", "y", 1)),
    "deadly": brawl(brawler("a", "x", skill=9, grit=2), brawler("b", "y", 1, skill=9, grit=2)),
    "wounded": brawl(brawler("a", "x", points=15), brawler("b", "y", 1, grit=7, points=20)),
    "closing": brawl(brawler("a", "x", plan="headlong"), brawler("b", "y", 6)),
    "both-headlong": brawl(brawler("a", "x", plan="headlong"), brawler("b", "y", 6, speed=5, plan="headlong")),
    "guarded": brawl(brawler("a", "x", plan="guarded", skill=7), brawler("b", "y", 3)),
    "resort": brawl(brawler("a", "x", orders=(("declared", "strike:1, guard:1"),)), brawler("b", "y", 1)),
    "two-and-two": brawl(*(brawler(f"a{i}", "x") for i in "12"), *(brawler(f"b{i}", "y", 2) for i in "12")),
    "one-and-three": brawl(
        brawler("a", "x", skill=8, grit=6), *(brawler(f"b{i}", "y", 2, plan="headlong") for i in "123")
    ),
    "four-and-four": brawl(*(brawler(f"a{i}", "x") for i in "1234"), *(brawler(f"b{i}", "y", 1) for i in "1234")),
    "crowd": brawl(
        *(brawler(f"a{i}", "x", speed=1, skill=9, orders=(("aim", "weakest"),)) for i in "12345"),
        *(brawler(f"b{i}", "y", 1, speed=1, skill=8, orders=(("aim", "random"),)) for i in "12345"),
    ),
    "three-sides": brawl(
        brawler("a", "x", plan="headlong"), brawler("b", "y", 4, plan="guarded"), brawler("c", "z", 8, skill=6)
    ),
}
DUELS = [name for name, encounter in BRAWLS.items() if len(encounter.fighters) == 2]


@pytest.mark.parametrize("name", BRAWLS)
def test_the_kernel_plays_by_the_rules(name: str) -> None:
    replayed = Replay(Engine(Brawl(), BRAWLS[name], seed="brawl"))  # type: ignore[arg-type]
    for fight in range(fights(12, 300)):
        end, length = replayed.fight(fight)
        replayed.check_counts(fight, end, length)


@pytest.mark.parametrize("name", ["two", "closing", "crowd"])
def test_threads_and_warm_tables_change_nothing(name: str) -> None:
    engine = Engine(Brawl(), BRAWLS[name], seed=7)  # type: ignore[arg-type]
    cold = engine.run(0, 2_000).plain()
    assert engine.run(0, 2_000, workers=3).plain() == cold


@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize("name", DUELS)
def test_counts_fit_the_exact_law(name: str, together: bool) -> None:
    system, number = Brawl(together), fights(40_000, 1_000_000)
    law = exact_duel(system, BRAWLS[name], limit=100)  # type: ignore[arg-type]
    assert law.total + law.cut == pytest.approx(1, abs=1e-9)
    counts = Engine(system, BRAWLS[name], seed=3, limit=100).run(0, number)  # type: ignore[arg-type]
    found = {"x": int(counts.wins[0]), "y": int(counts.wins[1]), "draw": counts.draws, "limit": counts.limit}
    due = {**law.wins, "draw": law.draws, "limit": law.limit + law.stalemate}
    for what, count in found.items():
        chance = due[what]
        assert fits(count, number, chance), what
    assert not law.draws or together
    if name in ("two", "deadly"):
        assert (law.draws > 0) == together
    for place, who in enumerate(law.fighters):
        for points, chance in law.left[who].items():
            count = int(counts.remains[place, points])
            if points > 0 and number * chance > 50:
                assert abs(count - number * chance) <= 6 * (number * chance) ** 0.5 + number * (
                    due["draw"] + due["limit"]
                )


@pytest.mark.parametrize("name", ["two", "both-headlong", "guarded", "one-and-three"])
def test_counts_fit_the_reference(name: str) -> None:
    number = fights(500, 5_000)
    summary = simulate(Brawl(), BRAWLS[name], number, seed=5, limit=100, tactic=Tactic())  # type: ignore[arg-type]
    counts = Engine(Brawl(), BRAWLS[name], seed=6, limit=100).run(0, 100_000)  # type: ignore[arg-type]
    for place, side in enumerate(counts.sides):
        chance = int(counts.wins[place]) / 100_000
        assert fits(summary.wins[side], number, chance)
