"""How fast odds, fights and duels are, each beside a plain yardstick in the same run, and whether all of them agree.

`python -m benchmarks` measures everything in a few minutes; `--write` puts it into docs/performance.md; `--quick` is a
smoke test of a minute or two, whose figures mean little.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.attack_odds import law
from benchmarks.cold import Cold, cold_odds, cold_simulations
from benchmarks.core import small_things
from benchmarks.engines import ENGINES, TABLES
from benchmarks.fights_table import Disagreement, cores, exact_duel, speeds
from benchmarks.games import FIGHTS, GAMES, Game
from benchmarks.measure import interleaved
from benchmarks.report import Table, figure, machine, page, show, times
from benchmarks.samples import sample_duels

#: two laws of an attack differ by the ends of dice that are thrown again and again, at most
NEAR = 1e-9

PAGE = Path(__file__).parent.parent / "docs" / "performance.md"


@dataclass(frozen=True)
class Pace:
    """How much is measured.

    Repetitions, seconds for each fight engine in each of them, processes, fights when cold, how many fights fill the
    tables before these are measured, and of how many pairs of sample creatures there are exact duels; None for all.
    Each pair has as many of them as there are processes.
    """

    repetitions: int
    seconds: float
    processes: int
    fights: int
    warm: int
    pairs: int | None


FULL = Pace(9, 0.6, 5, 10_000, 200_000, None)
QUICK = Pace(3, 0.08, 1, 1_000, 0, 2)


def odds_of_an_attack(game: Game, pace: Pace) -> Table:
    """The law of one attack by every library that is installed, warm and in a process of its own."""
    works = {}
    for name, make in game.contenders().items():
        try:
            works[name] = make()
        except ImportError:
            print(f"{name} is not installed", file=sys.stderr)
    laws = {name: law(work()) for name, work in works.items()}
    for name, found in laws.items():
        mine = laws["affray"]
        if any(abs(found.get(value, 0) - mine.get(value, 0)) > NEAR for value in {*found, *mine}):
            raise Disagreement(f"the odds of an attack{game.suffix}: affray and {name} differ")
    warm = interleaved({name: (partial(_called, work), 1) for name, work in works.items()}, 5 * pace.repetitions)
    cold = cold_odds(game.system, pace.processes)
    table = Table(f"Odds of one attack{game.suffix}", ("what", "warm", "affray takes so many times as long", "first"))
    for name, series in warm.items():
        ratio = "" if name == "affray" else figure(warm["affray"].ratio(series))
        table.add(name, times(series.seconds), ratio, times(cold[name].first))
    table.notes.append(
        "All give the same law of the points lost. affray plays the whole attack by the rules and knows what becomes of"
        " both fighters; the libraries compute the points from a formula written for the purpose. First: in a process"
        f" that has just imported the library. Target for affray: {game.attack}."
    )
    return table


def _called(work: Callable[[], Any], run: int) -> Any:
    return work()


def first_use(game: Game, pace: Pace) -> Table:
    """What a new process takes until it has an answer, and how much memory."""
    found: dict[str, Cold] = cold_simulations(
        game.four, pace.processes, pace.fights, TABLES in ENGINES, fresh=pace is FULL
    )
    table = Table(
        f"First use: {game.fights[game.four]} in a new process",
        ("what", "whole process", "imports", "fights", "memory"),
    )
    for name, run in found.items():
        table.add(name, times(run.whole), times(run.imports), times(run.first), f"{run.peak:.0f} MiB")
    table.notes.append("Targets for the tables: under 1.5 s once compiled, under 300 MiB.")
    return table


def measured(pace: Pace) -> Iterator[Table]:
    """All tables, each as soon as it is there."""
    for name in FIGHTS:
        yield from speeds(name, pace.repetitions, pace.seconds, pace.warm)
    yield cores(pace.repetitions, pace.seconds, pace.warm)
    for game in GAMES.values():
        yield exact_duel(game, pace.repetitions)
    for game in GAMES.values():
        yield sample_duels(game, pace.processes, pace.pairs)
    for game in GAMES.values():
        yield odds_of_an_attack(game, pace)
    for game in GAMES.values():
        yield first_use(game, pace)
    yield small_things(pace.repetitions)


def main() -> int:
    """Run all measurements, print them, and write the page where that is wished."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few and short repetitions: a smoke test")
    parser.add_argument("--write", action="store_true", help="write docs/performance.md")
    given = parser.parse_args()
    where, tables = machine(), []
    print(where)
    try:
        for table in measured(QUICK if given.quick else FULL):
            show([table])
            tables.append(table)
    except Disagreement as error:
        print(f"\nThe engines do not agree. {error}", file=sys.stderr)
        return 1
    if given.write:
        PAGE.write_text(page(tables, where), encoding="utf-8")
        print(f"\nwritten: {PAGE.relative_to(Path.cwd()) if PAGE.is_relative_to(Path.cwd()) else PAGE.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
