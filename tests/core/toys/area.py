"""A blast over several: one roll for its force, and each of those in it saves himself as he can, or does not."""

from affray.dice.checks import Check
from affray.dice.pools import nds


def blast(targets, table):
    """The points that each target loses, by name; targets are pairs of a name and what helps it to save itself."""
    force = table.roll(Check("mage", "blast", nds(2, 4)))
    return {who: table.then(caught, who, help, force) for who, help in targets}


def caught(who, help, force, table):
    """A save of 5 or more halves the force, a natural 6 evades all of it."""
    natural = table.roll(Check(who, "save", nds(1, 6)))
    if natural == 6:
        return 0
    return force // 2 if natural + help >= 5 else force


def spray(targets, table):
    """The same force for all, and a last roll for each: how much of it is soaked."""
    force = table.roll(Check("mage", "spray", nds(1, 4)))
    return {who: table.last(Check(who, "soak", nds(1, 4)), soaked, force, help) for who, help in targets}


def soaked(points, force, help):
    return max(0, force - points - help)
