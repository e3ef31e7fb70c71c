"""All blows of a count fall at once: they are worked out on the state before them, so two may kill each other."""

from affray.dice.checks import Check
from affray.dice.pools import nds
from affray.encounter import strike
from affray.system import Effect


def blow(striker, struck, table):
    """A 4 or more hits, for a three-sided die of points; the dead do not strike."""
    if striker.points <= 0 or table.roll(Check(striker.id, "blow", nds(1, 6))) < 4:
        return Effect(struck.id, "points", 0)
    return table.last(Check(striker.id, "harm", nds(1, 3)), wound, struck.id)


def wound(points, who):
    return Effect(who, "points", -points)


def count(system, encounter, pairs, table):
    """The points of everybody after one count; `pairs` are who strikes whom."""
    effects = tuple(table.sub(blow, encounter.fighter(a), encounter.fighter(b)) for a, b in pairs)
    for (striker, _), effect in zip(pairs, effects, strict=True):
        encounter = strike(system, encounter, striker, (effect,), table)
    return tuple(fighter.points for fighter in encounter.fighters)
