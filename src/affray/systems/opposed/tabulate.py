"""What tables of many fights take a fighter for: the fighter as far as its future hangs on it; and what is too rich.

A form is a fighter without name, place and Life, so that equal ones share what is worked out for them.
"""

from __future__ import annotations

from collections.abc import Callable

from affray.encounter import Encounter
from affray.frozen import changed
from affray.options import Options
from affray.systems.opposed import rules
from affray.systems.opposed.fighter import Fighter
from affray.systems.opposed.rules.attack import REACH

__all__ = ["COUNTERS", "MANY", "NEAR", "band", "essence", "renamed", "tie_key", "too_rich"]

#: the fields that harm is counted in
COUNTERS: tuple[str, ...] = ("life",)
#: so much Life that nothing in an exchange takes the last of it
MANY = 1_000_000
#: how near somebody has to be whom another fighter is linked with, for that to matter (a weapon to be pulled out)
NEAR = REACH


def essence(fighter: Fighter, options: Options) -> Fighter:
    """The fighter without what nothing to come hangs on: its name and place, counts without a limit, full numbers."""
    limit = int(options["defence.limit"])
    return changed(
        fighter,
        id="",
        side="",
        name="",
        position=0,
        foe="",
        life=MANY,
        life_full=MANY,
        exhaustion=fighter.exhaustion if fighter.maneuvers else 0,
        exhaustion_full=0,
        defences=min(fighter.defences, limit),
    )


def band() -> tuple[int, int]:
    """The least and the most Life with which a fighter stays what it is: nothing but life and death hangs on it."""
    return -MANY, MANY


def renamed(fighter: Fighter, name: Callable[[str], str]) -> Fighter:
    """The fighter with the ids of all others in it, one after the other, put through `name`."""
    return changed(
        fighter,
        aimed=name(fighter.aimed) if fighter.aimed else "",
        stuck=tuple((weapon, name(bearer)) for weapon, bearer in fighter.stuck),
        holds=name(fighter.holds) if fighter.holds else "",
        swayed=tuple(name(winner) for winner in fighter.swayed),
        mount=name(fighter.mount) if fighter.mount else "",
    )


def tie_key(fighter: Fighter) -> tuple[int, int]:
    """What goes before the roster where two act on the same number: the attribute added, then Dexterity."""
    return rules.initiative_modifiers(fighter.intent, fighter.dex, fighter.wits)[0].value, fighter.dex


def too_rich(encounter: Encounter) -> str:
    """What in this fight takes more than two fighters at a time to be worked out; "" if nothing does."""
    for fighter in encounter.fighters:
        if fighter.mount:
            return f"{fighter.id} rides {fighter.mount}"
        if fighter.holds:
            return f"{fighter.id} holds {fighter.holds}"
        if fighter.swayed:
            return f"{fighter.id} is under the spell of words"
    return ""
