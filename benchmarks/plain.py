"""The fights as somebody would write them in an afternoon: a plain Python loop that throws every die.

See `roster` for why a second copy of the rules may stand here, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from benchmarks.laws import UNDECIDED, Law, tallied
from benchmarks.roster import Entry, Roster

__all__ = ["play"]

LIMIT = 1_000


def _two_dice(random: Random) -> Callable[[], int]:
    def throw() -> int:
        return random.randint(1, 6) + random.randint(1, 6)

    return throw


def _two_quick_dice(random: Random) -> Callable[[], int]:
    uniform = random.random

    def throw() -> int:
        return int(uniform() * 6) + int(uniform() * 6) + 2

    return throw


def _damage(attacker: Entry, target: Entry, margin: int) -> int:
    points, direct = margin + attacker.damage, 0
    if margin >= 6:
        points, direct = points + attacker.extra, attacker.direct
    return points - min(points - direct, target.armour)


def _fight(roster: Roster[Entry], throw: Callable[[], int]) -> tuple[int, int, list[int]]:
    """The side that won (`UNDECIDED`: the limit came first), the rounds, and the survivors of both sides."""
    entries = roster.entries
    life = [entry.life for entry in entries]
    standing = [sum(entry.side == side for entry in entries) for side in (0, 1)]
    for number in range(1, LIMIT + 1):
        line = sorted(
            ((throw() + entry.dex, entry.dex, -who) for who, entry in enumerate(entries) if life[who] >= 0),
            reverse=True,
        )
        for _, _, negative in line:
            who = -negative
            if life[who] < 0:
                continue
            attacker = entries[who]
            foe = next(foe for foe in roster.foes[who] if life[foe] >= 0)
            target = entries[foe]
            attack = throw() + attacker.attack
            defence = throw() + target.guard if target.dice else target.guard
            if attack > defence:
                life[foe] -= _damage(attacker, target, attack - defence)
                if life[foe] < 0:
                    standing[target.side] -= 1
                    if not standing[target.side]:
                        return attacker.side, number, standing
    return UNDECIDED, LIMIT, standing


def play(roster: Roster[Entry], fights: int, seed: int, quick: bool = False) -> Law:
    """So many fights; `quick` throws dice as `int(random() * 6)`, which is three times as fast as `randint`."""
    random = Random(seed)
    throw = (_two_quick_dice if quick else _two_dice)(random)
    return tallied(fights, lambda: _fight(roster, throw))
