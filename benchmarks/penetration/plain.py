"""The fights as somebody would write them in an afternoon: a plain Python loop that throws every die.

See `benchmarks.roster` for why a second copy of the rules may stand here, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from benchmarks.laws import DRAW, UNDECIDED, Law, tallied
from benchmarks.penetration.roster import DEAD, DYING, Entry
from benchmarks.roster import Roster

__all__ = ["play"]

LIMIT = 1_000
#: a blow: points of damage, whether it knocks out, whether it shocks
Blow = tuple[int, bool, bool]
MISSED: Blow = (0, False, False)


class _Fighter:
    """How one fighter is at a moment; `held` are blows of those who act at the same time."""

    __slots__ = ("entry", "held", "key", "level", "out", "shocked", "taken")

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        self.taken = entry.harm
        self.level = entry.harm // entry.endurance
        self.out = self.shocked = False
        self.held: list[Blow] = []
        self.key = (0, 0)

    def suffer(self, blow: Blow) -> None:
        points, knocked_out, shocked = blow
        self.taken += points
        self.level = self.taken // self.entry.endurance
        self.out = self.out or knocked_out or self.level >= DYING
        self.shocked = self.shocked or shocked

    def release(self) -> None:
        for blow in self.held:
            self.suffer(blow)
        self.held.clear()


def _blow(one: _Fighter, other: _Fighter, die: Callable[[], int]) -> Blow:
    mine, theirs = one.entry, other.entry
    attack = face = die()
    while face == 6:
        face = die()
        attack += face
    attack += mine.accuracy - one.level - mine.excess
    defence = die() + die() + theirs.defence - other.level - theirs.excess - 2 * other.shocked
    base = attack - defence
    if base <= 0:
        return MISSED
    ahead = mine.penetration - one.level - theirs.armour
    base += min(0, ahead)
    if base <= 0:
        return MISSED
    points = base * (mine.multiplier + max(0, ahead // 10))
    levels = points // theirs.endurance
    if levels >= 2 and die() + die() - theirs.excess < 3 + 2 * levels:
        return points, True, False
    return points, False, levels >= 1 and die() + die() - theirs.excess < 5 + 2 * levels


def _fight(roster: Roster[Entry], die: Callable[[], int]) -> tuple[int, int, list[int]]:
    """The side that won, the rounds, and the survivors of both sides: all who are not dead."""
    fighters = [_Fighter(entry) for entry in roster.entries]
    standing = [sum(entry.side == side for entry in roster.entries) for side in (0, 1)]
    for number in range(1, LIMIT + 1):
        line = [fighter for fighter in fighters if not fighter.out]
        for fighter in line:
            speed = fighter.entry.speed - fighter.level
            fighter.key = (speed + die() - fighter.entry.excess, speed)
        line.sort(key=lambda fighter: fighter.key, reverse=True)  # equals stay as they are in the roster
        for place, fighter in enumerate(line):
            if not fighter.out:
                if not fighter.shocked:
                    who = fighters.index(fighter)
                    target = next(fighters[foe] for foe in roster.foes[who] if not fighters[foe].out)
                    blow = _blow(fighter, target, die)
                    if target.key == fighter.key and target in line[place + 1 :]:
                        target.held.append(blow)
                    else:
                        target.suffer(blow)
                        standing[target.entry.side] -= target.out
                fighter.shocked = False
                if fighter.held:
                    fighter.release()
                    standing[fighter.entry.side] -= fighter.out
            if not all(standing):
                return _ended(fighters), number, _alive(fighters)
    return UNDECIDED, LIMIT, _alive(fighters)


def _ended(fighters: list[_Fighter]) -> int:
    """The side that is left when all blows have landed."""
    for fighter in fighters:
        fighter.release()
    return next((fighter.entry.side for fighter in fighters if not fighter.out), DRAW)


def _alive(fighters: list[_Fighter]) -> list[int]:
    return [sum(f.entry.side == side and f.level < DEAD for f in fighters) for side in (0, 1)]


def play(roster: Roster[Entry], fights: int, seed: int, quick: bool = False) -> Law:
    """So many fights; `quick` throws a die as `int(random() * 6)`, which is three times as fast as `randint`."""
    random = Random(seed)
    uniform = random.random
    die = (lambda: int(uniform() * 6) + 1) if quick else (lambda: random.randint(1, 6))
    return tallied(fights, lambda: _fight(roster, die))
