"""Many fights while somebody waits for them: a bar, an end by Ctrl-C or as soon as enough is known, two engines."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

import typer

from affray.arena.simulate import Simulation, workers_for
from affray.arena.summary import Summary
from affray.cli.show import looked_at, progress
from affray.encounter import Encounter
from affray.errors import NotNow
from affray.figures import visible
from affray.statistics import Z
from affray.system import System

if TYPE_CHECKING:
    from affray.arena.many import Tabled

__all__ = ["ENGINES", "MOST", "Played", "Run", "play", "play_by", "stopped_once"]

ENGINES = ("tables", "reference")
#: how many fights are played if nobody says how many
FIGHTS = {"tables": 100_000, "reference": 1_000}
#: the most fights there are
MOST = 1_000_000_000
#: after so many fights it is looked for the first time whether enough is known, then after an eighth more each time
LOOK = 1_024
#: fights that are played at one go, at first and at most, and how many seconds that should take at least and at most
PIECE, LARGEST_PIECE, SHORT, LONG = 256, 1 << 17, 0.1, 0.4
#: compiling is told if it takes more seconds than this
SILENT = 1.0


@dataclass(frozen=True)
class Run:
    """What is to be played: how many fights, or until when, by whom, with how many workers."""

    fights: int | None = None
    seed: int | str = 0
    limit: int = 1_000
    workers: int | None = None
    engine: str | None = None
    precision: float | None = None

    def most(self, engine: str) -> int:
        """How many fights that engine plays at most."""
        return self.fights or (MOST if self.precision else FIGHTS[engine])


@dataclass(frozen=True)
class Played:
    """What came of a run, and how many fights it was to have if somebody stopped it before, else 0."""

    summary: Summary
    stopped_of: int = 0


def play(system: System, encounter: Encounter, run: Run, stopped: Callable[[], bool] = lambda: False) -> Played:
    """Play a run by the tables, or where they do not do by the reference, which the summary gives the reason for.

    `NotNow` where tables are asked for and do not do.
    """
    reason = ""
    if run.engine != "reference":
        from affray.arena.many import Tabled, Untabulated

        try:
            return play_by(Tabled(system, encounter, run.seed, run.limit), run, stopped)
        except Untabulated as untabulated:
            reason = str(untabulated)
        if run.engine == "tables":
            raise NotNow("tables", f"{reason}; the reference can play it")
        if looked_at():
            typer.echo(f"affray: by the reference, some hundred fights a second: {visible(reason)}", err=True)
    return play_by(Simulation(system, encounter, run.seed, run.limit, reason=reason), run, stopped)


def play_by(source: Simulation | Tabled, run: Run, stopped: Callable[[], bool] = lambda: False) -> Played:
    """Play a run by that engine, with a bar where somebody looks on; after Ctrl-C what is done counts."""
    summary, look = source.nothing, LOOK
    most = run.most(summary.engine)
    workers = run.workers or workers_for(most, len(source.encounter.fighters))
    try:
        with progress("fights", most) as advance:
            for part in _parts(source, most, workers):
                summary += part
                if run.precision and summary.fights >= look:
                    look = next_look(look, summary.fights)
                    if summary.half_width <= run.precision:
                        return Played(summary)
                advance(part.fights, min(most, _needed(summary, run.precision)) if run.precision else most)
                if stopped():  # and Python swallowed the exception, as it does in the midst of clearing up
                    break
    except KeyboardInterrupt:
        pass
    return Played(summary, most if summary.fights < most else 0)


def next_look(look: int, fights: int) -> int:
    """After how many fights it is looked again whether enough is known; always the same numbers."""
    while look <= fights:
        look += max(LOOK, look // 8 // LOOK * LOOK)
    return look


def _needed(summary: Summary, precision: float) -> int:
    """About how many fights it takes to know the first side's chance so well."""
    chance = summary.chance(summary.sides[0]).chance
    return max(summary.fights + 1, LOOK, round(chance * (1 - chance) * (Z / precision) ** 2))


def _parts(source: Simulation | Tabled, fights: int, workers: int) -> Iterator[Summary]:
    """Consecutive parts, small enough to see them go by; those of tables end where somebody may want to look."""
    if isinstance(source, Simulation):
        yield from source.parts(fights, workers=workers)
        return
    _prepare(source)
    first, piece, look = 0, PIECE, LOOK
    while first < fights:
        look = next_look(look, first)
        number = min(piece, fights - first, look - first)
        begun = perf_counter()
        yield source.part(first, number, workers)
        taken = perf_counter() - begun
        first += number
        if taken < SHORT and number == piece:
            piece = min(2 * piece, LARGEST_PIECE)
        elif taken > LONG:
            piece = max(1, piece // 2)


def _prepare(source: Tabled) -> None:
    """Wait for the compiled code, in a thread that can be left alone if nobody wants to wait any longer."""
    trouble: list[BaseException] = []

    def work() -> None:
        try:
            source.engine.prepare()
        except BaseException as error:
            trouble.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(SILENT)
    if thread.is_alive() and looked_at():
        typer.echo("affray: compiling, once on this machine; it takes about half a minute", err=True)
    thread.join()
    if trouble:
        raise trouble[0]


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
