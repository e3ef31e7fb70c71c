"""Two who come to the same number strike at the same time: neither feels the other's blow before its own is struck."""

from affray.clock import Schedule
from affray.dice.checks import Check
from affray.dice.pools import nds
from affray.encounter import end_turn, strike
from affray.system import Deed, Effect
from toys.stage import ToySystem


def blow(points, target, table):
    """Whoever has all three points strikes for 2, whoever is hurt for 1; a 4 or more hits."""
    hit = table.roll(Check(target, "blow", nds(1, 6))) >= 4
    return (Effect(target, "points", -2 if points == 3 else -1),) if hit else ()


class Together(ToySystem):
    def schedule(self, options):
        return Schedule(together=True)

    def settle_order(self, encounter, table):
        settled = super().settle_order(encounter, table).clock
        groups = [
            [who for who, n in zip(settled.order, settled.numbers, strict=True) if n == number]
            for number in dict.fromkeys(settled.numbers)
        ]
        tied = [group for group in groups if len(group) > 1]
        return encounter.with_clock(settled.settled(settled.order, settled.numbers, tied))

    def perform(self, encounter, action, table):
        points, target = encounter.fighter(action.who).points, getattr(action, "target", None)
        effects = table.sub(blow, points, target) if target else ()
        return Deed(end_turn(self, strike(self, encounter, action.who, effects, table), table))
