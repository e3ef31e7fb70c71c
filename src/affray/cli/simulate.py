"""`affray simulate` and `affray duel`: many fights from one beginning, and who wins them."""

from __future__ import annotations

import atexit
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from affray.arena.simulate import Simulation, workers_for
from affray.arena.summary import Summary
from affray.cli.files import fight_in
from affray.cli.show import console, grid, print_json, progress
from affray.cli.values import seed_from
from affray.cli.words import fighter_named, settings
from affray.encounter import Encounter
from affray.errors import BadValue
from affray.fightfile import Fight
from affray.figures import bar, visible
from affray.system import System
from affray.text import CHANCES, chance_rows, simulated, simulated_lines

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["duel", "fights", "played", "print_summary"]

#: the width of a bar for a chance of 1
BAR = 24
STOPPED = 130  # the exit code after Ctrl-C


def fights(
    path: Path, n: int, seed: str | None, limit: int, workers: int | None, switches: Sequence[str], as_json: bool
) -> None:
    """Play everybody of a fight file."""
    fight = fight_in(path)
    _run(fight, _switched(fight.encounter, switches), n, seed, limit, workers, as_json)


def duel(
    path: Path,
    a: str | None,
    b: str | None,
    n: int,
    seed: str | None,
    limit: int,
    workers: int | None,
    switches: Sequence[str],
    as_json: bool,
) -> None:
    """Play two of a fight file alone."""
    fight = fight_in(path)
    encounter = whole = _switched(fight.encounter, switches)
    pair = _pair(encounter, a, b)
    others = [who for who in encounter.ids if who not in pair]
    encounter, cut = _without(fight.system, encounter, others)
    cut += _without(fight.system, whole, pair)[1]
    if cut and not as_json:
        typer.echo(f"affray: not in this duel: {visible('; '.join(cut))}", err=True)
    _run(fight, encounter, n, seed, limit, workers, as_json, pair, cut)


def _without(system: System, encounter: Encounter, leave: Sequence[str]) -> tuple[Encounter, list[str]]:
    """The encounter without these, and what that cuts for those who stay: saddles, holds, or whatever links them."""
    after = encounter
    for who in leave:
        after = after.left(who)
    after = system.linked(after)
    cut = [
        f"{fighter.id} {words}"
        for fighter in after.fighters
        for words in system.conditions(encounter.fighter(fighter.id), encounter.options)
        if words not in system.conditions(fighter, after.options)
    ]
    return after, cut


def _switched(encounter: Encounter, switches: Sequence[str]) -> Encounter:
    return replace(encounter, options=encounter.options.with_values(settings(switches, "--set")))


def _pair(encounter: Encounter, a: str | None, b: str | None) -> tuple[str, str]:
    """The ids of the two who are meant; whoever is not named is the first who may fight the other."""
    option, known = ("-a", b) if a is None else ("-t", a)
    first = fighter_named(encounter, known) if known is not None else encounter.fighters[0].id
    foes = [f.id for f in encounter.foes(first)]
    if a is None or b is None:
        second = foes[0]
        return (second, first) if a is None and b is not None else (first, second)
    second = fighter_named(encounter, b)
    if second == first:
        raise BadValue(option, b, f"somebody else: nobody fights a duel against himself, and {first} is -a already")
    if second not in foes:
        side = encounter.fighter(first).side
        raise BadValue(option, b, f"a foe of {first}, as {', '.join(foes)}; these two are both of the side {side!r}")
    return first, second


def _run(
    fight: Fight,
    encounter: Encounter,
    n: int,
    seed: str | None,
    limit: int,
    workers: int | None,
    as_json: bool,
    pair: Sequence[str] = (),
    cut: Sequence[str] = (),
) -> None:
    simulation = Simulation(fight.system, encounter, seed_from(seed, fight.seed), limit)
    with stopped_once() as stopped:
        summary = played(simulation, n, workers, stopped)
        if as_json:
            print_json({**({"fighters": list(pair), "cut": list(cut)} if pair else {}), **summary.data()})
        elif summary.fights:
            print_summary(console(), summary, {encounter.fighter(who).side: who for who in pair}, pair)
        sys.stdout.flush()
        if summary.fights < n:
            typer.echo(f"affray: stopped by Ctrl-C after {summary.fights:,} of {n:,} fights", err=True)
            atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
            raise typer.Exit(STOPPED)


@contextmanager
def stopped_once() -> Iterator[Callable[[], bool]]:
    """Only the first Ctrl-C counts in here: who presses it again in impatience loses nothing that was played.

    Gives what tells whether it was pressed.
    """
    pressed = False

    def press(number: int, frame: Any) -> None:
        nonlocal pressed
        if not pressed:
            pressed = True
            raise KeyboardInterrupt

    alone = threading.current_thread() is threading.main_thread()  # others get no signals, and may ask for none
    before = signal.signal(signal.SIGINT, press) if alone else None
    try:
        yield lambda: pressed
    finally:
        if alone:
            signal.signal(signal.SIGINT, before)


def played(
    simulation: Simulation, n: int, workers: int | None = None, stopped: Callable[[], bool] = lambda: False
) -> Summary:
    """The first `n` fights of a simulation, with a bar where somebody looks on; after Ctrl-C those that are done."""
    summary = simulation.nothing
    workers = workers or workers_for(n, len(simulation.encounter.fighters))
    try:
        with progress("fights", n) as advance:
            for part in simulation.parts(n, workers=workers):
                summary += part
                advance(part.fights)
                if stopped():  # and Python swallowed the exception, as it does in the midst of clearing up
                    break
    except KeyboardInterrupt:
        pass
    return summary


def print_summary(
    screen: Console, summary: Summary, names: Mapping[str, str] | None = None, duel: Sequence[str] = ()
) -> None:
    """The chances with bars, then rounds and survivors; `names` are what sides are called."""
    screen.print(simulated(summary, duel), style="bold")
    table = grid(*CHANCES, "", right=CHANCES[1:2])
    rows = chance_rows(summary, names)
    room = max(4, min(BAR, screen.width - sum(max(len(cells[i]) for cells, _ in rows) + 2 for i in range(3))))
    for cells, found in rows:
        table.add_row(*cells, bar(found.chance, room))
    screen.print(table)
    for line in simulated_lines(summary, names):
        screen.print(line)
