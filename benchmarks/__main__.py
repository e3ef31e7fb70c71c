"""How fast one attack's odds, one throw and one fight are, each beside a plain yardstick in the same run.

Absolute times on a shared machine move by a factor of two; the ratios hold. A checksum beside each pair shows that both
compute the same thing.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from affray.cli.show import console, grid
from affray.dice.pools import nds
from affray.encounter import Encounter
from affray.fightfile import load_fight, with_distance
from affray.luck import Luck
from affray.odds import action_odds
from affray.session import Session
from affray.system import Action, System
from affray.systems.opposed.actions.kinds import Attack

BRIDGE = Path(__file__).parent.parent / "examples" / "bridge.toml"


def timed(work: Callable[[], Any], rounds: int) -> tuple[float, Any]:
    """The median time of `rounds` runs in milliseconds, and the last result."""
    times, result = [], None
    for _ in range(rounds):
        start = time.perf_counter()
        result = work()
        times.append(1000 * (time.perf_counter() - start))
    return median(times), result


def naive_hits(attack: int, defence: int) -> Fraction:
    """The yardstick for odds: all four dice in a loop, hit where the attack is higher."""
    faces = product(range(1, 7), repeat=4)
    return Fraction(sum(a + b + attack > c + d + defence for a, b, c, d in faces), 6**4)


def staged() -> tuple[System, Encounter, Action]:
    """Jobo beside the troll, about to attack."""
    fight = load_fight(BRIDGE)
    action = Attack("Jobo", "Troll", "sword")
    encounter = fight.system.stage(with_distance(fight.encounter, "Jobo", "Troll", 1), action)
    return fight.system, encounter, action


def one_fight(seed: int) -> int:
    """A whole fight by the program, with its log; gives the number of events."""
    fight = load_fight(BRIDGE)
    session = Session(fight.system, fight.encounter, seed=seed, people=())
    session.start()
    while not session.over:
        session.auto()
    return len(session.events)


def main() -> None:
    """Run all measurements and print them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few rounds: a smoke test")
    rounds = 3 if parser.parse_args().quick else 15
    system, encounter, action = staged()
    table = grid("what", "ms", "beside", "ms", "ratio", right=("ms", "ratio"))

    odds_ms, odds = timed(lambda: action_odds(system, encounter, action), rounds)
    naive_ms, naive = timed(lambda: naive_hits(8, 7), rounds)
    assert abs(float(odds.hit) - float(naive)) < 1e-12, (odds.hit, naive)
    table.add_row(
        "odds of an attack, everything",
        f"{odds_ms:.2f}",
        "1,296 falls in a bare loop",
        f"{naive_ms:.2f}",
        f"{odds_ms / naive_ms:.1f}",
    )

    exact_ms, exact = timed(lambda: action_odds(system, encounter, action, exact=True), rounds)
    assert exact.hit == naive
    table.add_row(
        "the same in fractions", f"{exact_ms:.2f}", "in floats", f"{odds_ms:.2f}", f"{exact_ms / odds_ms:.1f}"
    )

    luck, random, dice = Luck(1), Random(1), nds(2, 6)
    throw_ms, _ = timed(lambda: [dice.throw(luck.face) for _ in range(1000)], rounds)
    plain_ms, _ = timed(lambda: [random.randint(1, 6) + random.randint(1, 6) for _ in range(1000)], rounds)
    table.add_row(
        "1,000 throws of 2d6",
        f"{throw_ms:.2f}",
        "random.randint twice",
        f"{plain_ms:.2f}",
        f"{throw_ms / plain_ms:.1f}",
    )

    fight_ms, events = timed(lambda: one_fight(7), rounds)
    table.add_row(
        f"a session's whole fight, {events} events",
        f"{fight_ms:.2f}",
        "one attack's odds",
        f"{odds_ms:.2f}",
        f"{fight_ms / odds_ms:.1f}",
    )
    console().print(table)


if __name__ == "__main__":
    main()
