"""affray: a workbench for home-made tabletop combat rules.

General layout:

    dice/      rolls as values, distributions, notation      errors     the error tree
    table      Table, RandomTable, ScriptTable, Pending      every      EveryTable and the odds of any rule
    system     the System protocol, registry, rule index     options    switches of a system
    encounter  the frozen state of a fight                   clock      schedule, order, timers
    events     what happened                                 text       events and odds as English lines
    session    a fight in play: answers, undo, redo          records    a session as JSON Lines
    fightfile  fights as people write them, in TOML          rulings    what a game master may do by hand
    carry      from one fight to the next
    odds       hit, loss and out of an action                arena/     tactics, many fights, what became of them
    duel       the exact law of a duel                       reports    many fights and duels as English lines
    plots      pictures of many fights and of duels
    systems/   the rules themselves                          cli/       the command line

A rule is written once, as a plain function that asks a `table` for luck and will; play, replay, odds and simulation are
the same rule on other tables. `docs/architecture.md` tells the whole story.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from affray.arena.simulate import simulate
    from affray.fightfile import load_fight, parse_fight
    from affray.odds import action_odds, odds_by_option
    from affray.records import load_record
    from affray.session import Session
    from affray.system import find_system, system_names

__version__ = "0.1.0"

__all__ = [
    "Session",
    "__version__",
    "action_odds",
    "find_system",
    "load_fight",
    "load_record",
    "odds_by_option",
    "parse_fight",
    "simulate",
    "system_names",
]

_HOMES = {
    "Session": "session",
    "action_odds": "odds",
    "odds_by_option": "odds",
    "find_system": "system",
    "system_names": "system",
    "load_fight": "fightfile",
    "parse_fight": "fightfile",
    "load_record": "records",
    "simulate": "arena.simulate",
}


def __getattr__(name: str) -> Any:
    """Public names are fetched when they are first used, so that `import affray` costs nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module 'affray' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"affray.{_HOMES[name]}"), name)
