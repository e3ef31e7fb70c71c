"""A flurry has two passes: the second is for whoever landed the first, and comes after a pass of the enemy."""

from dataclasses import dataclass, replace
from typing import ClassVar

from affray.dice.checks import Check
from affray.dice.pools import nds
from affray.encounter import Step
from affray.system import Action


@dataclass(frozen=True)
class Flurry(Action):
    kind: ClassVar[str] = "flurry"
    target: str


def flurry(who, hits, table):
    """Hits of both passes where nothing comes between them: the second takes over from the first."""
    landed = table.roll(Check(who, "pass", nds(1, 6))) > 2
    return table.then(flurry, who, 1) if landed and not hits else hits + landed


def begin(encounter, action):
    """Three passes are pushed, the last one first: whoever is on top comes first."""
    a, b = action.who, action.target
    order = ((a, b, 1), (b, a, 0), (a, b, 0))
    steps = [Step("pass", who, False, facts=(("at", at), ("second", n))) for who, at, n in order]
    return replace(encounter.pop(), agenda=(*encounter.agenda[:-1], *steps))


def one_pass(encounter, step, table):
    facts, who = dict(step.facts), encounter.fighter(step.who)
    legal = who.points > 0 and ("opened" in who.marks or not facts["second"])
    if not legal or table.roll(Check(who.id, "pass", nds(1, 6))) <= 2:
        return encounter
    struck = encounter.fighter(facts["at"])
    hurt = encounter.with_fighter(replace(struck, points=struck.points - 1))
    return hurt.with_fighter(replace(who, marks=(*who.marks, "opened")))
