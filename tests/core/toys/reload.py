"""A crossbow is reloaded under the eyes of an enemy: he may strike first, and a startled hand lets go of the bolt."""

from dataclasses import dataclass, replace
from typing import ClassVar

from affray.dice.checks import Check
from affray.dice.pools import nds
from affray.encounter import Step
from affray.events import Changed, Skipped
from affray.system import Action


@dataclass(frozen=True)
class Reload(Action):
    kind: ClassVar[str] = "reload"


def begin(encounter, action, table):
    """The turn gives way to two pending steps; the enemy's is on top."""
    foe = encounter.foes(action.who)[0].id
    encounter = encounter.pop().push(Step("reload", action.who, decision=False))
    return encounter.push(Step("snap strike", foe, decision=False, facts=(("at", action.who),)))


def snap_strike(encounter, step, table):
    if table.roll(Check(step.who, "snap strike", nds(1, 6))) < 4:
        return encounter
    loader = encounter.fighter(dict(step.facts)["at"])
    return encounter.with_fighter(replace(loader, points=loader.points - 1, marks=(*loader.marks, "startled")))


def finish(encounter, step, table):
    """What was legal when it was begun is looked at again."""
    loader = encounter.fighter(step.who)
    if loader.points <= 0 or "startled" in loader.marks:
        table.note(Skipped((), step.who, step.kind, "interrupted"))
        return encounter
    table.note(Changed((), step.who, "crossbow", "empty", "loaded"))
    return encounter.with_fighter(replace(loader, marks=(*loader.marks, "loaded")))
