"""What can be looked up: systems, rules, switches, armoury, a new fight file, and the check of one."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from affray.cli.files import fight_in
from affray.cli.show import console, grid, paragraph, print_json
from affray.errors import FileError, InputError, Problem, UnknownName
from affray.system import RuleEntry, find_system, system_names

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["armoury", "check", "new", "options", "rules", "systems", "unknown_rule"]


def systems(as_json: bool) -> None:
    """All systems with their size."""
    found = [find_system(name) for name in system_names()]
    rows = [
        {
            "name": system.name,
            "title": system.title,
            "version": system.version,
            "rules": sum(not entry.ruling for entry in system.rules().values()),
            "house": sum(entry.ruling for entry in system.rules().values()),
            "switches": len(system.switches),
        }
        for system in found
    ]
    if as_json:
        print_json(rows)
        return
    numbers = ("rules", "house", "switches")
    table = grid("system", "title", "version", *numbers, right=numbers)
    for row in rows:
        table.add_row(*(str(value) for value in row.values()))
    console().print(table)


def rules(name: str, prefix: str | None, house: bool, as_json: bool) -> None:
    """The rules of the source, or with `house` our rulings; one of either, or all whose ids begin alike.

    Without `house` all those are shown whose ids begin alike, whoever made them.
    """
    system = find_system(name)
    index = system.rules()
    if prefix is None:
        found = [entry for entry in index.values() if entry.ruling == house]
    elif prefix in index:
        found = [index[prefix]]
    else:
        found = [entry for entry in index.values() if entry.id.startswith(prefix.rstrip(".") + ".")]
        if not found:
            raise unknown_rule(prefix, index)
    if house and prefix is not None:
        found = [entry for entry in found if entry.ruling]
        if not found:
            raise InputError(f"--house: {prefix} has no rulings of the house; their ids begin with house.")
    if as_json:
        data = [_rule_data(entry) for entry in found]
        print_json(data[0] if prefix in index else data)
        return
    screen = console()
    if prefix in index:
        _one_rule(screen, found[0])
        return
    _all_rules(screen, found)
    if prefix is None and not house:
        rulings = sum(entry.ruling for entry in index.values())
        screen.print(f"\n{rulings} rulings of the house besides: affray rules {system.name} --house")


def unknown_rule(name: str, index: Mapping[str, RuleEntry]) -> UnknownName:
    """The error for a rule that there is not: it names those that look alike, else how all of them begin."""
    alike = get_close_matches(name, index, n=5)
    return UnknownName("rule", name, alike or dict.fromkeys(entry.partition(".")[0] for entry in index))


def _all_rules(screen: Console, found: Sequence[RuleEntry]) -> None:
    from rich.text import Text

    heading = ""
    for entry in found:
        if entry.heading != heading:
            screen.print(f"{chr(10) if heading else ''}{entry.heading}", style="bold")
            heading = entry.heading
        paragraph(screen, Text.assemble((entry.id, "cyan"), "  ", entry.statement), "  ")


def _one_rule(screen: Console, entry: RuleEntry) -> None:
    words = {
        "S": "the source states it",
        "E": "only an example of the source shows it",
        "A": "the source advises it, the house makes a rule of it",
        "G": "the source leaves a gap here, the house fills it",
        "H": "a rule of the house; the source says nothing",
    }
    screen.print(entry.id, style="bold cyan")
    screen.print(entry.statement)
    screen.print(f"heading  {entry.heading}\nbasis    {entry.basis}: {words.get(entry.basis, '')}")
    screen.print(f"carrier  {', '.join(entry.carriers)}")


def _rule_data(entry: RuleEntry) -> dict[str, Any]:
    return {
        "id": entry.id,
        "statement": entry.statement,
        "heading": entry.heading,
        "basis": entry.basis,
        "carrier": ", ".join(entry.carriers),
        "carriers": list(entry.carriers),
    }


def options(name: str, as_json: bool) -> None:
    """The switches and profiles of a system."""
    system = find_system(name)
    if as_json:
        print_json(
            {
                "switches": [
                    {
                        "name": s.name,
                        "default": s.default,
                        "allowed": [s.allowed[0], s.allowed[-1]] if isinstance(s.allowed, range) else list(s.allowed),
                        "range": isinstance(s.allowed, range),
                        "help": s.help,
                        "rules": list(s.rules),
                    }
                    for s in system.switches
                ],
                "profiles": [{"name": p.name, "values": dict(p.values), "help": p.help} for p in system.profiles],
            }
        )
        return
    from rich.text import Text

    screen = console()
    for switch in system.switches:
        head = f" = {_plain(switch.default)}   ({switch.describe()})"
        paragraph(screen, Text.assemble((switch.name, "bold cyan"), head))
        paragraph(screen, Text(switch.help), "    ")
        paragraph(screen, Text(f"rules: {', '.join(switch.rules)}", "dim"), "    ")
    for profile in system.profiles:
        values = ", ".join(f"{key}={_plain(value)}" for key, value in profile.values)
        screen.print()
        paragraph(screen, Text.assemble("profile ", (profile.name, "bold cyan"), f": {values}"))
        paragraph(screen, Text(profile.help), "    ")


def armoury(name: str, section: str | None, as_json: bool) -> None:
    """The gear and creatures of a system."""
    book = find_system(name).armoury()
    if section is not None and section not in book:
        raise UnknownName("section", section, book)
    shown = {key: rows for key, rows in book.items() if section in (None, key)}
    if as_json:
        print_json({key: {row: dict(fields) for row, fields in rows.items()} for key, rows in shown.items()})
        return
    from rich.text import Text

    screen = console()
    for key, rows in shown.items():
        screen.print(key, style="bold")
        for row, fields in rows.items():
            facts = ", ".join(f"{field} {_plain(value)}" for field, value in fields.items())
            paragraph(screen, Text.assemble((row, "cyan"), "  ", facts), "  ")


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return "/".join(_plain(item) for item in value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def new(name: str) -> None:
    """A fight file to begin with."""
    sys.stdout.write(find_system(name).template())


def check(files: Sequence[Path], as_json: bool) -> None:
    """All problems of all files; exit code 2 if there are any."""
    problems: list[Problem] = []
    report: list[tuple[Path, str, dict[str, int]]] = []
    for path in files:
        try:
            fight = fight_in(path)
        except FileError as error:
            problems += error.problems
            continue
        sides: dict[str, int] = {}
        for fighter in fight.encounter.fighters:
            sides[fighter.side] = sides.get(fighter.side, 0) + 1
        report.append((path, fight.system.name, sides))
    if as_json:
        print_json(
            {
                "ok": not problems,
                "fights": [{"file": str(p), "system": s, "sides": sides} for p, s, sides in report],
                "problems": [
                    {"file": p.file, "line": p.line, "field": p.field, "message": p.message} for p in problems
                ],
            }
        )
    else:
        for path, system, sides in report:
            print(f"{path}: ok, {system}, {' against '.join(f'{n} {side}' for side, n in sides.items())}")
        for problem in problems:
            print(problem, file=sys.stderr)
    if problems:
        raise SystemExit(2)
