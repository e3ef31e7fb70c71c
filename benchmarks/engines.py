"""All that can play a named fight, behind one face: `engine(fight)(fights, run) -> Law`; each run has its own dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import TypeAlias

from affray.fightfile import Fight
from benchmarks.laws import Law, of_counts, of_summary
from benchmarks.roster import roster

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
    from benchmarks.plain import play

    numbers = roster(fight.encounter)
    return lambda fights, run: play(numbers, fights, 2 * run)


def quick(fight: Fight) -> Engine:
    """The plain loop, with dice by `random`."""
    from benchmarks.plain import play

    numbers = roster(fight.encounter)
    return lambda fights, run: play(numbers, fights, 2 * run + 1, quick=True)


def compiled(fight: Fight, threads: int = 1) -> Engine:
    """The loop by hand, general over fighters."""
    from benchmarks.compiled import play

    numbers = roster(fight.encounter)
    return lambda fights, run: play(numbers, fights, 1, first=run << 32, threads=threads, general=True)


def duels_only(fight: Fight) -> Engine:
    """The loop by hand for duels."""
    from benchmarks.compiled import play

    numbers = roster(fight.encounter)
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
