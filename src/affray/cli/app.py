"""All commands with their parameters; what they do is in the module of each, imported when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from affray.cli.values import between, share

__all__ = ["app"]

app = typer.Typer(
    invoke_without_command=True,
    rich_markup_mode=None,  # plain help answers twice as fast
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Run, replay and compute fights by home-made tabletop combat rules.",
)

Json = Annotated[bool, typer.Option("--json", help="Answer with JSON.")]
SystemName = Annotated[str, typer.Argument(metavar="SYSTEM", help="A system, see `affray systems`.")]
Fights = Annotated[
    int | None,
    typer.Option(
        "-n",
        "--fights",
        parser=between("-n", 1, 1_000_000_000),
        metavar="N",
        help="How many are played; 100,000 by the tables and 1,000 by the reference if left out.",
    ),
]
Precision = Annotated[
    float | None,
    typer.Option(
        parser=share("--precision"),
        metavar="P%",
        help="Play until the 95 % interval of the first side's chance is at most so far to each side of it.",
    ),
]
Engine = Annotated[
    str | None,
    typer.Option(metavar="tables|reference", help="What plays; the tables where they can if left out."),
]
Plot = Annotated[Path | None, typer.Option(metavar="FILE.png|.svg", help="Draw a picture too, in this file.")]
Seed = Annotated[str | None, typer.Option(help="The seed of the dice; that of the file, or a fresh one, if left out.")]
RoundLimit = Annotated[
    int,
    typer.Option(
        "--rounds", parser=between("--rounds", 1, 100_000), metavar="LIMIT", help="A fight of more rounds is undecided."
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(
        parser=between("--workers", 1, 60),
        metavar="W",
        help="How many threads or processes play; all cores up to 8 if left out, 1 for little. It changes no number.",
    ),
]
Switches = Annotated[list[str] | None, typer.Option("--set", help='A switch of the rules: "defence.tie=attack".')]
FightFile = Annotated[Path, typer.Argument(metavar="FIGHT.toml", help="A fight file, see `affray new`.")]


def _version(value: bool) -> None:
    if value:
        from affray import __version__

        typer.echo(f"affray {__version__}")
        raise typer.Exit


@app.callback()
def root(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Tell the version.")
    ] = False,
) -> None:
    """Run, replay and compute fights by home-made tabletop combat rules."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise typer.Exit(2)


@app.command()
def systems(json: Json = False) -> None:
    """List the systems of rules."""
    from affray.cli import library

    library.systems(json)


@app.command()
def rules(
    system: SystemName,
    rule: Annotated[str | None, typer.Argument(metavar="[ID]", help="A rule, or the beginning of ids.")] = None,
    house: Annotated[bool, typer.Option("--house", help="List the rulings of the house instead.")] = False,
    json: Json = False,
) -> None:
    """List the rules of a system.

    Each has an id, what it says, the heading of the source it stands under, and what carries it in the program.
    Where the source is silent, the house rules; those ids begin with "house." and have a list of their own.
    """
    from affray.cli import library

    library.rules(system, rule, house, json)


@app.command()
def options(system: SystemName, json: Json = False) -> None:
    """List the switches and profiles of a system."""
    from affray.cli import library

    library.options(system, json)


@app.command()
def tactics(system: SystemName, json: Json = False) -> None:
    """How fighters can be played: aims, plans, and the standing orders of a fight file."""
    from affray.cli.tactics import tactics

    tactics(system, json)


@app.command()
def armoury(
    system: SystemName,
    section: Annotated[str | None, typer.Argument(metavar="[SECTION]", help="weapons, armours, creatures ...")] = None,
    json: Json = False,
) -> None:
    """List the gear and creatures that fight files can name."""
    from affray.cli import library

    library.armoury(system, section, json)


@app.command()
def new(system: SystemName) -> None:
    """Print a commented fight file that runs as it stands."""
    from affray.cli import library

    library.new(system)


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FIGHT.toml ...", help="Fight files.")],
    json: Json = False,
) -> None:
    """Check fight files: all problems at once."""
    from affray.cli import library

    library.check(files, json)


@app.command(context_settings={"ignore_unknown_options": True})
def roll(
    expression: Annotated[
        list[str], typer.Argument(metavar="EXPR", help='Dice, such as "4d6kh3 + 2" or "d20! vs 15".')
    ],
    times: Annotated[
        int, typer.Option("-n", "--times", parser=between("-n", 1, 100_000), metavar="N", help="How often to throw.")
    ] = 1,
    odds: Annotated[bool, typer.Option("--odds", help="Show the odds instead of throwing.")] = False,
    everything: Annotated[bool, typer.Option("--all", help="Show every value, however many there are.")] = False,
    seed: Annotated[str | None, typer.Option(help="Throw the dice of this seed.")] = None,
    json: Json = False,
) -> None:
    """Throw dice, or show the exact odds of a roll."""
    from affray.cli import dice

    dice.roll(expression, times, odds, everything, seed, json)


@app.command(name="odds")
def odds_(
    fight: FightFile,
    attacker: Annotated[str, typer.Option("--attacker", "-a", help="Who acts.")],
    target: Annotated[
        str | None, typer.Option("--target", "-t", help="Against whom, where the action is aimed at somebody.")
    ] = None,
    action: Annotated[str, typer.Option(help="The kind of action.")] = "attack",
    weapon: Annotated[str | None, typer.Option(help="With what; the first that is allowed if left out.")] = None,
    use: Annotated[
        list[str] | None,
        typer.Option(help='Whatever else the action takes: "strike=2", "to=8". May be repeated.'),
    ] = None,
    guard: Annotated[str | None, typer.Option(help="How the target defends; all ways are shown if left out.")] = None,
    given: Annotated[
        list[str] | None,
        typer.Option(help='What else is the case: "distance=40", "wind=severe", "target.moved=true". May be repeated.'),
    ] = None,
    mod: Annotated[
        list[str] | None,
        typer.Option(help='A named modifier on the attacker\'s roll: "terrain=-2"; on the target\'s: "target:mud=-1".'),
    ] = None,
    switch: Switches = None,
    json: Json = False,
) -> None:
    """Show the exact odds of one action."""
    from affray.cli import odds

    odds.show(fight, attacker, target, action, weapon, use or [], guard, given or [], mod or [], switch or [], json)


@app.command()
def play(
    path: Annotated[Path, typer.Argument(metavar="FIGHT.toml|RECORD", help="A fight file, or a record to go on with.")],
    auto: Annotated[bool, typer.Option("--auto", help="Let the program play everybody to the end.")] = False,
    typed_dice: Annotated[bool, typer.Option("--typed-dice", help="Throw by hand and type the faces in.")] = False,
    seed: Annotated[str | None, typer.Option(help="The seed of the program's dice.")] = None,
    record: Annotated[Path | None, typer.Option(help="Keep a record in this new file.")] = None,
    rounds: Annotated[
        int | None,
        typer.Option(
            parser=between("--rounds", 1, 100_000),
            metavar="N",
            help="With --auto: stop after that many rounds; 200 if left out.",
        ),
    ] = None,
    after: Annotated[
        Path | None,
        typer.Option(metavar="RECORD", help="The fight before: whoever was in it comes as it left him."),
    ] = None,
    rest: Annotated[bool, typer.Option("--rest", help="With --after: there was a rest between the fights.")] = False,
    json: Annotated[bool, typer.Option("--json", help="With --auto: print events as JSON lines.")] = False,
) -> None:
    """Play a fight at the table."""
    from affray.cli.play import play as run

    run(path, auto, typed_dice, seed, record, rounds, json, after, rest)


@app.command()
def replay(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A record made by `affray play --record`.")],
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Only say whether it holds.")] = False,
    json: Json = False,
) -> None:
    """Run a record again and compare every event.

    A record holds if every answer is used and every event is the same.
    """
    from affray.cli import replay

    replay.replay(record, quiet, json)


@app.command()
def simulate(
    fight: FightFile,
    fights: Fights = None,
    precision: Precision = None,
    seed: Seed = None,
    engine: Engine = None,
    rounds: RoundLimit = 1_000,
    workers: Workers = None,
    plot: Plot = None,
    switch: Switches = None,
    json: Json = False,
) -> None:
    """Play a fight many times and count who wins.

    The program plays everybody, as `affray play --auto` does. Ctrl-C shows what has been played so far.
    """
    from affray.cli import simulate

    asked = simulate.Asked(fights, seed, rounds, workers, engine, precision, switch or [], plot, json)
    simulate.fights(fight, asked)


@app.command()
def duel(
    fight: FightFile,
    attacker: Annotated[
        str | None, typer.Option("--attacker", "-a", help="One of them; the first in the file if left out.")
    ] = None,
    target: Annotated[
        str | None, typer.Option("--target", "-t", help="The other; the first of another side if left out.")
    ] = None,
    fights: Fights = None,
    precision: Precision = None,
    seed: Seed = None,
    engine: Engine = None,
    rounds: RoundLimit = 1_000,
    workers: Workers = None,
    plot: Plot = None,
    switch: Switches = None,
    json: Json = False,
) -> None:
    """Put two fighters of a fight into the ring and tell who wins.

    The answer is exact, without dice, unless you ask for dice (-n, --precision, --engine), or only dice can tell.
    """
    from affray.cli import simulate

    asked = simulate.Asked(fights, seed, rounds, workers, engine, precision, switch or [], plot, json)
    simulate.duel(fight, attacker, target, asked)
