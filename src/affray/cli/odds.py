"""`affray odds`: the exact odds of one action out of a fight file."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from affray.cli.files import fight_in
from affray.cli.show import ODDS, console, grid, loss_table, odds_cells, paragraph, print_json
from affray.cli.values import between
from affray.cli.words import action as find_action
from affray.cli.words import amendment, fighter_named, pair, parameters, pick, settings, twice
from affray.codec import to_data
from affray.dice.checks import Check
from affray.encounter import Encounter
from affray.errors import BadValue, IllegalAction, InputError, UnknownName
from affray.fightfile import FARTHEST, with_distance
from affray.luck import Luck
from affray.odds import ActionOdds, Fixed, action_odds, left_open, odds_by_option
from affray.options import Options
from affray.rulings import SetFact, SetValue, in_order
from affray.system import Action, System
from affray.table import Amendment, Pending, Question, RandomTable, ScriptTable
from affray.text import chance, odds_line, roll_line

__all__ = ["conditioned", "show"]

#: fights played to see whether a modifier counts anywhere
TRIALS = 300


def show(
    path: Path,
    attacker: str,
    target: str | None,
    kind: str,
    weapon: str | None,
    use: Sequence[str],
    guard: str | None,
    given: Sequence[str],
    mods: Sequence[str],
    switches: Sequence[str],
    as_json: bool,
) -> None:
    """Compute and show; JSON keys are those of `ActionOdds.data`."""
    fight = fight_in(path)
    system = fight.system
    who = fighter_named(fight.encounter, attacker)
    kind = pick("action", kind, system.actions)
    chosen = _parameters(system, kind, target, weapon, use)
    aimed = fighter_named(fight.encounter, target) if target is not None else None
    whom = aimed or who
    if aimed is not None and "target" in chosen:
        chosen["target"] = aimed
    encounter = conditioned(system, fight.encounter, who, aimed, given, switches)
    apart = encounter.distance(who, whom)
    try:
        action = find_action(system, encounter, who, kind, chosen, stage=True)
        encounter = system.stage(encounter, action)
    except IllegalAction:
        # nobody asks for the odds of a blow that cannot land: unless a distance was given, look at it from within reach
        names = [pair(text, "--given")[0] for text in given]
        if any(name == "distance" or name.endswith(".position") for name in names):
            raise
        action = find_action(system, encounter, who, kind, chosen, stage=True, closing=True)
        encounter = system.stage(encounter, action, closing=True)
    people = {"attacker": who, **({"target": aimed} if aimed else {}), **{f.id: f.id for f in encounter.fighters}}
    amendments = tuple(amendment(text, who, people, system.purposes) for text in mods)
    guard = _guard(system, action, guard)
    fixed: Fixed = {} if guard is None else {(whom, "guard"): guard}
    odds = action_odds(system, encounter, action, whom, fixed=fixed, amendments=amendments)
    if guard is not None and not _asked(odds, whom, "guard"):
        print(f"affray: --guard {guard}: nobody is asked for a guard here", file=sys.stderr)
        guard = None
    by_option = odds_by_option(system, encounter, action, whom, fixed=fixed, amendments=amendments, main=odds)
    for text, one in zip(mods, amendments, strict=True):
        if not _counts(system, encounter, action, one, fixed):
            print(f"affray: --mod {text!r}: no number of this action that it would change was found", file=sys.stderr)
    if as_json:
        data = _data(system, action, odds, by_option, guard)
        print_json({**data, "distance": encounter.distance(who, whom), "distance_in_file": apart})
    else:
        if (now := encounter.distance(who, whom)) != apart:
            console().print(f"at {now} {system.unit}; the file has them {apart} {system.unit} apart", style="yellow")
        _print(system, encounter, odds, by_option, amendments)


def _parameters(
    system: System, kind: str, target: str | None, weapon: str | None, use: Sequence[str]
) -> dict[str, str]:
    """The parameters of the action that were given, by name; each of them once."""
    known = parameters(system, kind)
    if target is None and "target" in known:
        raise InputError(f"--target is missing: --action {kind} is aimed at somebody")
    chosen = {} if weapon is None else {"weapon": weapon}
    if target is not None and "target" in known:
        chosen["target"] = target
    for name, text in settings(use, "--use").items():
        name = pick(f"parameter of {kind}", name, known)
        if name in chosen:
            raise twice("--use", name)
        chosen[name] = text
    return chosen


def _guard(system: System, action: Action, text: str | None) -> str | None:
    """The guard that is meant, as the rules call it; refused where an action of this kind never asks for one."""
    if text is None:
        return None
    if not action.harmful:
        raise BadValue("--guard", text, f"no --guard beside --action {action.kind}, which nobody guards against")
    return pick("guard", text, system.orders.get("guard", ()))


def _asked(odds: ActionOdds, who: str, key: str) -> bool:
    return odds.law is not None and any((q.who, q.key) == (who, key) for q in odds.law.open)


def _counts(system: System, encounter: Encounter, action: Action, amendment: Amendment, fixed: Fixed) -> bool:
    """Whether an amendment changes a number in any of many fights, however people decide."""
    luck = Luck(0, purpose="trial")

    def anything(question: Question) -> str | int:
        known = fixed.get((question.who, question.key))
        return known if known is not None else question.options[luck.below(len(question.options))]

    for _ in range(TRIALS):
        # as one that is used up, it leaves a trace where it counts
        table = RandomTable(luck, anything, encounter.options, (replace(amendment, lasting=False),))
        system.perform(encounter, action, table)
        if table.used:
            return True
    return False


def conditioned(
    system: System, encounter: Encounter, who: str, whom: str | None, given: Sequence[str], switches: Sequence[str]
) -> Encounter:
    """The encounter with what `--given` and `--set` say; `whom` is the target, where there is one."""
    options: Options = encounter.options
    encounter = replace(encounter, options=options.with_values(settings(switches, "--set")))
    settled: dict[tuple[str, str], str] = {}  # the same value of somebody may be named in more than one way
    for name, value in settings(given, "--given").items():
        person, dot, field = name.rpartition(".")
        if whom is None and (name == "distance" or person == "target"):
            raise BadValue("--given", name, "--target beside it: whose?")
        if name == "distance" and whom is not None:
            encounter = with_distance(encounter, who, whom, between("distance", 0, FARTHEST)(value))
        elif dot:
            known = {"attacker": who, **({"target": whom} if whom is not None else {})}
            fighter = encounter.fighter(known.get(person) or fighter_named(encounter, person))
            if (fighter.id, field) in settled:
                raise twice("--given", name)
            settled[fighter.id, field] = known.get(value, value)
        elif name in system.scene.model_fields:
            encounter = SetFact(name, value).apply(system, encounter)
        else:
            allowed = ["distance", *system.scene.model_fields, "attacker.NAME", "target.NAME"]
            raise UnknownName("condition", name, allowed)
    values = ((encounter.fighter(person), field, value) for (person, field), value in settled.items())
    for fighter, field, value in in_order(system, values):
        encounter = SetValue(fighter.id, field, value).apply(system, encounter)
    return encounter


def _data(
    system: System,
    action: Action,
    odds: ActionOdds,
    by_option: Mapping[tuple[str, str], Mapping[str | int, ActionOdds]],
    guard: str | None,
) -> dict[str, Any]:
    return {
        "system": system.name,
        "action": to_data(action),
        "attacker": action.who,
        "target": odds.target,
        **odds.data(),
        "decided": {"guard": guard} if guard is not None else {},
        "open": [{"who": q.who, "key": q.key, "options": list(q.options)} for q in odds.open],
        "options": {
            key: {str(option): one.data() for option, one in options.items()} for (_, key), options in by_option.items()
        },
    }


def _print(
    system: System,
    encounter: Encounter,
    odds: ActionOdds,
    by_option: Mapping[tuple[str, str], Mapping[str | int, ActionOdds]],
    amendments: Sequence[Amendment],
) -> None:
    from rich.text import Text

    screen = console()
    screen.print(odds.action.describe(), style="bold")
    if roll := first_roll(system, encounter, odds.action, amendments):
        paragraph(screen, Text(roll_line(roll)), "  ")
    if not left_open(system, encounter, odds.action):
        screen.print("  nothing in it is left to dice")
        return
    screen.print(f"  {odds_line(odds)}")
    if odds.samples and odds.law is not None:
        low, high = odds.law.interval(float(odds.hit))
        span = f"{odds.action.verb} {chance(low)} to {chance(high)}"
        screen.print(f"  too many ways to fall: {odds.samples} fights played; {span}")
    if odds.cut:
        screen.print(f"  open-ended dice were cut; {float(odds.cut):.1e} of the chance is left out")
    for (who, key), options in by_option.items():
        chooser = f"{'standing orders and ' if _ordered(encounter, who, key) else ''}the program"
        screen.print(f"\n{who}, {key}: above as {chooser} would choose; here each choice by itself")
        table = grid(key, *ODDS, right=ODDS)
        for option, one in options.items():
            table.add_row(str(option), *odds_cells(one))
        screen.print(table)
    screen.print()
    screen.print(loss_table(odds.loss, f"{odds.target} loses", screen.width))


def _ordered(encounter: Encounter, who: str, key: str) -> bool:
    return key in dict(encounter.fighter(who).orders)


def first_roll(
    system: System, encounter: Encounter, action: Action, amendments: Sequence[Amendment] = ()
) -> Check | None:
    """The first roll of an action with all its modifiers, if dice are the first thing it asks for."""
    table = ScriptTable((), encounter.options, (*encounter.amendments, *amendments))
    try:
        system.perform(encounter, action, table)
    except Pending as pending:
        first = pending.requests[0]
        return first if isinstance(first, Check) else None
    return None
