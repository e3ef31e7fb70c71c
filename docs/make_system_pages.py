"""Make docs/systems/<system>.md from what the system itself says: rules, charts, switches, rulings, actions.

`<system>.intro.md` is written by hand; a line such as `<!-- rules -->` in it is replaced by what is made here.
`<system>.values.toml` says what each value of each switch means. `python docs/make_system_pages.py` writes all pages;
a test fails where a page is not what this makes.
"""

from __future__ import annotations

import inspect
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from typing import Any

from affray.dice.checks import Modifier
from affray.options import Switch
from affray.system import Chart, RuleEntry, System, find_system

__all__ = ["FOLDER", "described", "page", "write"]

FOLDER = Path(__file__).parent / "systems"
NOTICE = "<!-- Made by docs/make_system_pages.py; edit {name}.intro.md or {name}.values.toml, and run it again. -->"

#: headings of columns that are not just the name of a field
COLUMNS = {
    "weapon_times": "weapon counts",
    "doubled": "all doubled",
    "special": "and",
    "weapon": "parry with a weapon",
    "shield": "with a shield",
    "bare": "with bare hands",
    "spell_decides": "only if the spell allows it",
    "dodge": "dodge with",
    "penalty": "dodge at",
    "resist": "resist",
    "next_check": "next control check",
    "dex_tn": "Dexterity check",
    "bucks": "bucks, attacks at random",
    "bolts": "bolts",
    "speed": "WS",
    "accuracy": "WA",
    "penetration": "WP",
    "defence": "WD",
    "armour": "AC",
    "rolls": "all rolls",
    "title": "name",
    "once_closed": "only on closing in",
    "aimed": "WA for each round of aiming",
    "endurances": "due at times Endurance",
    "base": "number",
    "per_level": "more for each level",
}
#: what the first columns of a chart are called
FIRST = {
    "SIZES": ("size", "creatures"),
    "LOCATIONS": ("d6", "part"),
    "CRITICALS": ("type",),
    "DEFENCES": ("attack",),
    "MOUNTED": ("attack",),
    "LOSS_OF_CONTROL": ("short by",),
    "PENETRATION": ("multiplier", "WP less AC"),
    "FACTORS": ("multiplier", "of the base"),
    "PENALTIES": ("penalty",),
    "MULTIPLIER_WEAPONS": ("multiplier", "mark"),
    "MANEUVERS": ("maneuver",),
    "CHECKS": ("check",),
    "BANDS": ("metres", "weapon"),
    "EXCESS": ("penalty", "load"),
}
#: columns of plain numbers, which take no sign
PLAIN = {"metres", "penalty"}
#: what stands for a short word in a cell
WORDS = {
    "sever": "twice the weapon past armour; takes a part off a smaller target",
    "stick": "the weapon sticks, unless a bow shot it",
    "bones": "breaks bones of a smaller target",
    "knock-out": "a contest of Brute, to win by 6 for a knock-out",
}
#: columns of what is added or taken away
SIGNED = {"penalty", "next_check", "speed", "accuracy", "penetration", "defence", "multiplier"}
#: fields of rows that tell people nothing
LEFT_OUT = {"rule", "most"}


def page(name: str) -> str:
    """The page of that system."""
    system = find_system(name)
    parts: dict[str, Callable[[System], Iterable[str]]] = {
        "actions": actions,
        "rules": rules,
        "charts": charts,
        "switches": switches,
        "house": house,
    }
    lines: list[str] = [NOTICE.format(name=name), ""]
    for line in (FOLDER / f"{name}.intro.md").read_text(encoding="utf-8").splitlines():
        marked = line.removeprefix("<!-- ").removesuffix(" -->") if line.startswith("<!-- ") else ""
        lines += parts[marked](system) if marked else [line]
    text = "\n".join(lines) + "\n"
    while "\n\n\n" in text:
        text = text.replace("\n\n\n", "\n\n")
    return text


def write(name: str) -> None:
    """Write the page of that system."""
    (FOLDER / f"{name}.md").write_text(page(name), encoding="utf-8")


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A table in Markdown; a bar in a cell does not end it."""
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * len(heads)
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"


def actions(system: System) -> Iterator[str]:
    """What one can do, with its parameters."""
    rows = []
    for kind, action in system.actions.items():
        own = " ".join(field.name.upper() for field in fields(action) if field.name != "who")
        rows.append((f"`{kind} {own}`".replace(" `", "`"), inspect.cleandoc(action.__doc__ or "").splitlines()[0]))
    yield from table(("action", "meaning"), rows)


def rules(system: System) -> Iterator[str]:
    """The rules of the source under its headings."""
    yield from _under_headings([entry for entry in system.rules().values() if not entry.ruling])


def house(system: System) -> Iterator[str]:
    """The rulings of the house."""
    found = [entry for entry in system.rules().values() if entry.ruling]
    yield from table(("id", "ruling", "basis"), ((f"`{e.id}`", e.statement, e.basis) for e in found))


def _under_headings(entries: Sequence[RuleEntry]) -> Iterator[str]:
    for heading in dict.fromkeys(entry.heading for entry in entries):
        rows = [(f"`{e.id}`", e.statement, e.basis) for e in entries if e.heading == heading]
        yield from (f"### {heading}", "", *table(("id", "rule", "basis"), rows), "")


def charts(system: System) -> Iterator[str]:
    """Every chart as a table."""
    module = import_module(f"{type(system).__module__}.charts")
    for name, chart in vars(module).items():
        if isinstance(chart, Chart):
            ids = ", ".join(f"`{rule}`" for rule in chart.__rules__)
            lead, *rest = FIRST.get(name, ("if", "modifier"))
            yield from (f"### {chart.title}", "", *_chart(chart, lead, rest), "", f"Rules: {ids}.", "")


def _chart(chart: Chart, lead: str, rest: Sequence[str]) -> Iterator[str]:
    """The rows of a chart, by what kind of value they hold; `lead` is over its keys."""
    first = next(iter(chart.values()))
    if isinstance(first, Modifier):
        yield from table((lead, *rest), ((m.name, f"{m.value:+d}") for m in chart.values()))
    elif isinstance(first, int):
        same = {n: ", ".join(str(key) for key, value in chart.items() if value == n) for n in chart.values()}
        sign = "" if lead in PLAIN else "+"
        yield from table((lead, *rest), ((f"{n:{sign}d}" if n else "0", names) for n, names in same.items()))
    elif isinstance(first, Mapping):
        rows = ((str(key), *(f"{m.value:+d}" if m.value else "0" for m in row.values())) for key, row in chart.items())
        yield from table((lead, *first), rows)
    elif isinstance(first, tuple):
        names = [name for name in getattr(first, "_fields", ()) if name not in LEFT_OUT]
        heads = (lead, *(COLUMNS.get(name, name) for name in names))
        yield from table(heads, ((str(key), *(_cell(n, getattr(row, n)) for n in names)) for key, row in chart.items()))
    else:
        yield from table((lead, *rest), ((str(key), str(value)) for key, value in chart.items()))


def _cell(name: str, value: Any) -> str:
    if isinstance(value, bool) or value is None or value == "":
        return "yes" if value else ""
    if name == "weapon_times":
        return ("", "once", "twice")[value]
    if name in SIGNED:
        return f"{value:+d}" if value else ""
    return WORDS.get(str(value), str(value))


def switches(system: System) -> Iterator[str]:
    """Every switch with every value and its meaning, then the profiles."""
    meanings = described(system.name)
    rows = []
    for switch in system.switches:
        name = f"`{switch.name}`"
        for value, meaning in meanings[switch.name].items():
            shown = f"**`{value}`**" if value == _word(switch.default) else f"`{value}`"
            shown += f", **`{switch.default}`**" * isinstance(switch.allowed, range)
            rows.append((name, shown, meaning, ", ".join(f"`{rule}`" for rule in switch.rules) if name else ""))
            name = ""
    yield from table(("switch", "value", "meaning", "rules"), rows)
    for profile in system.profiles:
        values = " and ".join(f"`{key}` to `{_word(value)}`" for key, value in profile.values)
        yield from ("", f"The profile `{profile.name}` sets {values}: {profile.help}.")


def described(name: str) -> dict[str, dict[str, str]]:
    """What each value of each switch means; every switch has all of its values, and no other."""
    given = tomllib.loads((FOLDER / f"{name}.values.toml").read_text(encoding="utf-8"))
    found: dict[str, dict[str, str]] = {}
    for switch in find_system(name).switches:
        wanted = values(switch)
        if sorted(given.get(switch.name, {})) != sorted(wanted):
            raise ValueError(f"{name}.values.toml: {switch.name} has to describe {', '.join(wanted)}")
        found[switch.name] = {value: given[switch.name][value] for value in wanted}
    if extra := sorted(set(given) - set(found)):
        raise ValueError(f"{name}.values.toml: there is no switch {', '.join(extra)}")
    return found


def values(switch: Switch) -> list[str]:
    """The values of a switch as people write them; a whole range is one."""
    if isinstance(switch.allowed, range):
        return [f"{switch.allowed[0]} to {switch.allowed[-1]}"]
    return [_word(value) for value in switch.allowed]


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


if __name__ == "__main__":
    for source in sorted(FOLDER.glob("*.intro.md")):
        write(source.name.removesuffix(".intro.md"))
