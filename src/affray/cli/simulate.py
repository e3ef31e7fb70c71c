"""`affray simulate` and `affray duel`: many fights from one beginning, and who wins them."""

from __future__ import annotations

import atexit
import signal
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from affray.arena.summary import Summary
from affray.cli.files import fight_in
from affray.cli.running import ENGINES, Run, play, stopped_once
from affray.cli.show import chance_table, console, print_json
from affray.cli.values import seed_from
from affray.cli.words import fighter_named, settings
from affray.encounter import Encounter
from affray.errors import BadValue
from affray.fightfile import Fight
from affray.figures import visible
from affray.plots import check_picture, simulation_picture
from affray.reports import CHANCES, chance_rows, precision_line, simulated, simulated_lines
from affray.system import System

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["Asked", "duel", "fights", "print_summary"]

STOPPED = 130  # the exit code after Ctrl-C


@dataclass(frozen=True)
class Asked:
    """What both commands are asked for."""

    fights: int | None
    seed: str | None
    limit: int
    workers: int | None
    engine: str | None
    precision: float | None
    switches: Sequence[str]
    plot: Path | None
    as_json: bool

    def run(self, fight: Fight) -> Run:
        """The run that is asked for."""
        if self.engine is not None and self.engine not in ENGINES:
            raise BadValue("--engine", self.engine, " | ".join(ENGINES))
        seed = seed_from(self.seed, fight.seed)
        return Run(self.fights, seed, self.limit, self.workers, self.engine, self.precision)


def fights(path: Path, asked: Asked) -> None:
    """Play everybody of a fight file."""
    fight = fight_in(path)
    _run(fight, _switched(fight.encounter, asked.switches), asked, {}, path=path)


def duel(path: Path, a: str | None, b: str | None, asked: Asked) -> None:
    """Two of a fight file alone: exactly if that can be, and if nobody asks for dice."""
    fight = fight_in(path)
    encounter = whole = _switched(fight.encounter, asked.switches)
    pair = _pair(encounter, a, b)
    others = [who for who in encounter.ids if who not in pair]
    encounter, untied = _without(fight.system, encounter, others)
    untied += _without(fight.system, whole, pair)[1]
    if untied and not asked.as_json:
        typer.echo(f"affray: not in this duel: {visible('; '.join(untied))}", err=True)
    inexact = ""
    if asked.fights is None and asked.precision is None and asked.engine is None:
        from affray.cli.duel import show_exact

        inexact = show_exact(fight, encounter, asked.limit, asked.as_json, asked.plot, untied)
        if not inexact:
            return
    more = {"fighters": list(pair), "untied": untied, **({"inexact": inexact} if inexact else {})}
    _run(fight, encounter, asked, more, pair)


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
    asked: Asked,
    more: dict[str, Any],
    pair: Sequence[str] = (),
    path: Path | None = None,
) -> None:
    """Play and show, with `more` to be told; `path` is the file of a whole fight, `pair` who is in a duel."""
    run = asked.run(fight)
    if asked.plot is not None:
        check_picture(asked.plot)
    with stopped_once() as stopped:
        played = play(fight.system, encounter, run, stopped)
        summary = played.summary
        names = {encounter.fighter(who).side: who for who in pair}
        if path is not None:
            more["exact_duel"] = len(encounter.fighters) == 2 and summary.engine == "tables"
        if asked.precision is not None:
            more["precision"] = {"asked": asked.precision, "reached": summary.half_width}
        if asked.as_json:
            print_json({**more, **summary.data()})
        elif summary.fights:
            screen = console()
            if "inexact" in more:
                screen.print(f"not exactly: {more['inexact']}")
            print_summary(screen, summary, names, pair)
            if asked.precision is not None:
                screen.print(precision_line(summary, asked.precision, names))
            if more.get("exact_duel"):
                screen.print(f"without dice, exactly: affray duel {path}")
        if asked.plot is not None and summary.fights:
            simulation_picture(_named(summary.data(), names), asked.plot, " against ".join(pair) or fight.title)
        sys.stdout.flush()
        if played.stopped_of:
            done = f"{summary.fights:,} fight{'' if summary.fights == 1 else 's'}"
            of = "" if asked.precision is not None and asked.fights is None else f" of {played.stopped_of:,}"
            typer.echo(f"affray: stopped by Ctrl-C after {done}{of}", err=True)
            atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
            raise typer.Exit(STOPPED)


def _named(data: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """The data of a summary with other names for its sides, as a picture needs them."""
    by_side = ("chances", "survivors", "left")
    return {**data, **{key: {names.get(side, side): of for side, of in data[key].items()} for key in by_side}}


def print_summary(
    screen: Console, summary: Summary, names: Mapping[str, str] | None = None, duel: Sequence[str] = ()
) -> None:
    """The chances with bars, then rounds and survivors; `names` are what sides are called."""
    screen.print(simulated(summary, duel), style="bold")
    if summary.reason:
        screen.print(f"by the {summary.engine}: {summary.reason}")
    rows = [(cells, found.chance) for cells, found in chance_rows(summary, names)]
    screen.print(chance_table(screen, CHANCES, CHANCES[1:2], rows))
    for line in simulated_lines(summary, names):
        screen.print(line)
