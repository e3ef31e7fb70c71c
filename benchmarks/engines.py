"""All that can play a named fight, behind one face: `engine(fight)(fights, run) -> Law`; each run has its own dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib.util import find_spec
from typing import TypeAlias

from affray.fightfile import Fight
from benchmarks.games import game_of
from benchmarks.laws import Law, of_counts, of_summary

__all__ = ["DUELS_ONLY", "ENGINES", "HAND", "PLAIN", "REFERENCE", "TABLES"]
__all__ += ["Engine", "compiled", "reference", "tables"]

#: (how many fights, number of the run) -> what they came to
Engine: TypeAlias = Callable[[int, int], Law]

TABLES, HAND, PLAIN, REFERENCE = "affray, tables", "Numba by hand", "plain Python", "affray, reference"
QUICK = "plain Python, quick dice"
#: a loop that can play nothing but one against one
DUELS_ONLY = "Numba by hand, duels only"


def plain(fight: Fight) -> Engine:
    """The plain loop, with dice by `randint`."""
    play, numbers = game_of(fight).plain(), game_of(fight).roster(fight.encounter)
    return lambda fights, run: play(numbers, fights, 2 * run)


def quick(fight: Fight) -> Engine:
    """The plain loop, with dice by `random`."""
    play, numbers = game_of(fight).plain(), game_of(fight).roster(fight.encounter)
    return lambda fights, run: play(numbers, fights, 2 * run + 1, quick=True)


def compiled(fight: Fight, threads: int = 1) -> Engine:
    """The loop by hand, general over fighters."""
    game = game_of(fight)
    play, numbers = game.compiled(), game.roster(fight.encounter)
    if game.duels_only:
        play = partial(play, general=True)
    return lambda fights, run: play(numbers, fights, 1, first=run << 32, threads=threads)


def duels_only(fight: Fight) -> Engine:
    """The loop by hand for duels."""
    play, numbers = game_of(fight).compiled(), game_of(fight).roster(fight.encounter)
    return lambda fights, run: play(numbers, fights, 1, first=run + (1 << 20) << 32)


def reference(fight: Fight) -> Engine:
    """The rules that people play."""
    from affray.arena.simulate import simulate

    return lambda fights, run: of_summary(simulate(fight.system, fight.encounter, fights, run, workers=1))


def tables(fight: Fight, threads: int = 1) -> Engine:
    """The same rules as tables, which fill as the fights come upon what is not in them yet."""
    from affray.arena.engine import Engine as Tabulated  # type: ignore[import-not-found,unused-ignore]

    engine = Tabulated(fight.system, fight.encounter, seed=1)
    return lambda fights, run: of_counts(engine.run(run << 32, fights, threads))


ENGINES: Mapping[str, Callable[[Fight], Engine]] = {
    **({TABLES: tables} if find_spec("affray.arena.engine") else {}),
    HAND: compiled,
    DUELS_ONLY: duels_only,
    QUICK: quick,
    PLAIN: plain,
    REFERENCE: reference,
}
