"""What `make run` does: play a sample fight, show the odds of its first attack, and who wins another one how often.

It ends with what to try next.
"""

from __future__ import annotations

from pathlib import Path

import affray
from affray.arena.simulate import Simulation
from affray.cli.running import Run, play_by
from affray.cli.show import console
from affray.cli.simulate import print_summary
from affray.commands import Act
from affray.text import log, odds_line

HERE = Path(__file__).parent
SEED = 7
FIGHTS = 10_000


def main() -> None:
    """Play the fight on the bridge with fixed dice and look at its first attack."""
    fight = affray.load_fight(HERE / "bridge.toml")
    session = affray.Session(fight.system, fight.encounter, seed=SEED, people=())
    session.start()
    while not session.over:
        session.auto()
    print(log(session.events))

    before, first = fight.encounter, None
    for entry in session.line:
        if isinstance(entry.command, Act) and entry.command.action.kind == "attack":
            first = entry.command.action
            break
        before = entry.state
    if first is not None:
        odds = affray.action_odds(fight.system, before, first)
        print(f"\nThe first attack had these odds: {first.describe()}: {odds_line(odds)}")

    duel = affray.load_fight(HERE / "berserkers.toml")
    print(f"\n{duel.title}, from the same rules {FIGHTS:,} times; this takes some seconds:")
    # by the reference: on a fresh machine the tables' code would have to be compiled first, which takes longer
    print_summary(console(), play_by(Simulation(duel.system, duel.encounter, SEED), Run(FIGHTS)).summary)

    print(
        "\nTry next (in .venv/bin, or after `source .venv/bin/activate`):\n"
        "  affray play examples/bridge.toml                        play it yourself; help tells how\n"
        "  affray play examples/bridge.toml --typed-dice           with your own dice\n"
        "  affray odds examples/bridge.toml -a Jobo -t Troll       the odds of one attack\n"
        "  affray duel examples/bridge.toml -a Jobo -t Troll       the exact odds of a whole duel\n"
        "  affray simulate examples/bridge.toml                    who wins that fight how often, in 100,000 fights;\n"
        "                                                          the first time compiles for half a minute\n"
        "  affray new opposed-2d6 > fight.toml                     a fight of your own\n"
        "  affray rules opposed-2d6 crit                           the rules on critical hits"
    )


if __name__ == "__main__":
    main()
