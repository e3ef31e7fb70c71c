"""Toy fights for many: one that ends, one in which both fall, one without harm, one without an end to the round."""

from dataclasses import replace

from affray.errors import UnknownName
from affray.system import Deed
from affray.table import Question
from toys.stage import Toy, ToySystem, toys


class Ring(ToySystem):
    """Strikes until one side is down; whoever is down by one point only is out and alive."""

    def alive(self, fighter):
        return fighter.points > -1


class Mutual(Ring):
    """A blow that both feel, so that all may fall."""

    def perform(self, encounter, action, table):
        deed = super().perform(encounter, action, table)
        who = deed.encounter.fighter(action.who)
        return Deed(deed.encounter.with_fighter(replace(who, points=who.points - 1)))


class Harmless(Ring):
    """Nobody is ever hurt."""

    def _hurt(self, encounter, who, points, table):
        return encounter


class Endless(Ring):
    """No turn ever ends."""

    def perform(self, encounter, action, table):
        return Deed(encounter)


class Undecided(Ring):
    """Whoever has the turn is asked for a colour, and tells it by its points: so mixed orders show."""

    def perform(self, encounter, action, table):
        colour = table.ask(Question(action.who, "colour", ("red", "blue"), "red"))
        fighters = [replace(f, points=0 if colour == "red" else -1) for f in encounter.fighters]
        return Deed(replace(encounter, fighters=tuple(fighters)))


class Broken(Ring):
    """A system that asks for somebody who is not there."""

    def habit(self, encounter, who, target, plan):
        raise UnknownName("fighter", "Zed", encounter.ids)


def ring(**facts):
    """Two against two."""
    people = (Toy("Ann", "red", 2), Toy("Cay", "red", 1), Toy("Bob", "blue", 2), Toy("Dan", "blue", 2))
    return toys(*people, **facts)
