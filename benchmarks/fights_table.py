"""The named fights: how many a second each engine plays, on one core and on two, and whether all agree."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial, reduce
from importlib.util import find_spec
from operator import add
from statistics import median
from typing import Any

from affray.fightfile import Fight
from benchmarks.engines import DUELS_ONLY, ENGINES, HAND, PLAIN, TABLES, Engine, compiled, tables
from benchmarks.games import FIGHTS, Game, game_of
from benchmarks.laws import MOST, Law, worst
from benchmarks.measure import Series, calibrated, interleaved
from benchmarks.report import Table, figure, rate
from benchmarks.roster import load

__all__ = ["Disagreement", "cores", "exact_duel", "speeds"]

MATRIX, EXACT = "matrix by hand, NumPy", "affray, exact"
#: two exact answers differ by the mass that was cut at most
NEAR = 1e-7
#: a checksum of fewer fights than this says nothing
ENOUGH = 30
#: the run by which tables are filled before they are measured, behind all others
WARMING = 1 << 16


class Disagreement(Exception):
    """Two engines play different rules, so their speeds mean nothing."""


def speeds(name: str, repetitions: int, seconds: float, warm: int = 0) -> tuple[Table, Table]:
    """One core: how fast every engine plays a fight, and what each of them found."""
    fight = load(name)
    works: dict[str, tuple[Callable[[int], Law], int]] = {}
    for engine, make in ENGINES.items():
        if engine == DUELS_ONLY and not (game_of(fight).duels_only and len(fight.encounter.fighters) == 2):
            continue
        play = make(fight)
        play(1, 0)  # compiles
        if engine == TABLES:
            play(warm, WARMING)
        fights = max(ENOUGH // repetitions, calibrated(partial(_from_zero, play), seconds))
        works[engine] = (partial(play, fights), fights)
    found = interleaved(works, repetitions)
    base = TABLES if TABLES in found else HAND
    table = Table(f"Fights on one core: {FIGHTS[name]}", ("engine", "fights a second", "ratio"))
    for engine, series in found.items():
        table.add(engine, rate(series.seconds), "" if engine == base else figure(found[base].faster(series)))
    table.notes.append(f"Ratio: so many fights are played by {base!r} while the other engine plays one.")
    if base == TABLES:
        table.notes.append(
            f"Targets for the tables: 0.8 times as fast as {HAND} at least,"
            f" {found[TABLES].faster(found[HAND]):.2f} found;"
            f" 100 times as fast as {PLAIN}, {found[TABLES].faster(found[PLAIN]):.0f} found."
        )
    return table, _checksum(name, fight, found)


def _from_zero(play: Engine, fights: int) -> Law:
    return play(fights, 0)


def _checksum(name: str, fight: Fight, found: dict[str, Series]) -> Table:
    laws = {engine: reduce(add, series.results) for engine, series in found.items()}
    numbers = game_of(fight).roster(fight.encounter)
    if len(fight.encounter.fighters) == 2:
        matrix = game_of(fight).matrix()
        laws["exact, matrix by hand"] = matrix.law_of(matrix.duel(numbers))
    first, second = numbers.sides
    table = Table(
        f"Do all agree: {FIGHTS[name]}",
        ("engine", "fights", f"{first} wins", "rounds", f"survivors of {first}", f"survivors of {second}"),
    )
    for engine, law in laws.items():
        means = {what: mean for what, (mean, _) in law.numbers.items()}
        table.add(
            engine,
            "" if law.exact else f"{law.fights:,}",
            f"{100 * means['first side wins']:.2f} %",
            f"{means['rounds']:.3f}",
            f"{means['survivors of the first side']:.4f}",
            f"{means['survivors of the second side']:.4f}",
        )
    z, where = worst(laws)
    if z > MOST:
        raise Disagreement(f"{FIGHTS[name]}: |z| = {z:.1f} for {where}")
    table.notes.append(f"The largest difference is |z| = {z:.2f} ({where}); {MOST} would fail the run.")
    return table


def cores(repetitions: int, seconds: float, warm: int = 0) -> Table:
    """How much two cores gain over one, for whatever plays in threads."""
    columns = ("engine", "fight", "one core", "two cores", "gain", "gain if nobody else used them")
    table = Table("Two cores", columns)
    makers: dict[str, Callable[..., Engine]] = {HAND: compiled}
    if TABLES in ENGINES:
        makers = {TABLES: tables, **makers}
    for name, words in FIGHTS.items():
        fight = load(name)
        for engine, make in makers.items():
            one, two = make(fight, 1), make(fight, 2)
            if engine == TABLES:
                for play in (one, two):
                    play(warm, WARMING)
            fights = calibrated(partial(_from_zero, one), seconds)
            one(fights, 1)
            two(fights, 0)
            two(fights, 1)
            works: dict[str, tuple[Callable[[int], Any], int]] = {
                "one": (partial(_with_processor_time, one, fights), fights),
                "two": (partial(_with_processor_time, two, fights), fights),
            }
            found = interleaved(works, repetitions, time.perf_counter)
            pairs = list(zip(found["one"].results, found["two"].results, strict=True))
            if any(mine != theirs for (mine, _), (theirs, _) in pairs):
                raise Disagreement(f"{engine}, {words}: two threads count otherwise than one")
            alone = median(2 * mine / theirs for (_, mine), (_, theirs) in pairs)
            gain = found["two"].faster(found["one"])
            speeds_ = rate(found["one"].seconds), rate(found["two"].seconds)
            table.add(engine, words, *speeds_, f"{gain:.2f}", f"{alone:.2f}")
    table.notes.append(
        "Fights a second and gain by the clock on the wall, where all else that runs on the machine takes its part."
        " If nobody else used the cores: by the time that both processors spent on the fights, waiting left out."
    )
    return table


def _with_processor_time(play: Engine, fights: int, run: int) -> tuple[Law, float]:
    start = time.process_time()
    law = play(fights, run)
    return law, time.process_time() - start


def exact_duel(game: Game, repetitions: int) -> Table:
    """The exact law of the game's named duel, beside the matrix by hand."""
    fight, duel = load(game.duel), game.matrix().duel
    numbers = game.roster(fight.encounter)
    matrix = duel(numbers)
    works: dict[str, tuple[Callable[[int], Any], int]] = {MATRIX: (lambda run: duel(numbers), 1)}
    answers = {MATRIX: (matrix.wins[0], matrix.length)}
    if find_spec("affray.duel"):
        from affray.duel import exact_duel as exact  # type: ignore[import-not-found,unused-ignore]

        law = exact(fight.system, fight.encounter)
        works[EXACT] = (lambda run: exact(fight.system, fight.encounter), 1)
        answers[EXACT] = (law.wins[numbers.sides[0]], law.mean)
    if any(abs(mine - theirs) > NEAR for mine, theirs in zip(answers[MATRIX], [*answers.values()][-1], strict=True)):
        raise Disagreement(f"the exact duel: {answers}")
    found = interleaved(works, repetitions)
    table = Table(f"An exact duel{game.suffix}", ("engine", "time", "ratio", f"{numbers.sides[0]} wins", "mean rounds"))
    for engine, series in found.items():
        wins, length = answers[engine]
        ratio = "" if engine == MATRIX else figure(series.ratio(found[MATRIX]))
        table.add(engine, f"{1000 * series.seconds:.1f} ms", ratio, f"{100 * wins:.6f} %", f"{length:.6f}")
    if EXACT in found:
        table.notes.append(
            f"Ratio: so many times as long as {MATRIX}, which knows this kind of duel only. affray tabulates the rules"
            f" anew each time, as for a fight that it sees for the first time. Target: {game.exact}."
        )
    return table
