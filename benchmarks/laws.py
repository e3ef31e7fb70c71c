"""What an engine found out about a fight, as sums, and whether two engines agree: the checksum of the benchmarks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from typing import Any, NamedTuple

from affray.arena.summary import Summary

__all__ = ["DRAW", "MOST", "UNDECIDED", "Law", "Moments", "of_counts", "of_summary", "tallied", "worst"]

#: two engines that play the same rules differ by more standard deviations than this once in some 150,000 comparisons
MOST = 4.5
#: in place of the winning side
DRAW, UNDECIDED = -1, -2


class Moments(NamedTuple):
    """A number's sum and the sum of its squares over all fights."""

    total: float = 0
    squares: float = 0

    def of(self, fights: int) -> tuple[float, float]:
        """Mean and variance."""
        mean = self.total / fights
        return mean, max(0.0, self.squares / fights - mean * mean)


NONE = Moments()


@dataclass(frozen=True)
class Law:
    """What so many fights came to: wins by side, fights that ended with the limit, rounds, survivors by side.

    An exact engine has `exact` set: its one "fight" holds the means, and they have no error.
    """

    fights: int = 0
    wins: tuple[float, float] = (0, 0)
    limit: float = 0
    rounds: Moments = NONE
    survivors: tuple[Moments, Moments] = (NONE, NONE)
    exact: bool = False

    def __add__(self, other: Law) -> Law:
        return Law(
            self.fights + other.fights,
            (self.wins[0] + other.wins[0], self.wins[1] + other.wins[1]),
            self.limit + other.limit,
            _added(self.rounds, other.rounds),
            (_added(self.survivors[0], other.survivors[0]), _added(self.survivors[1], other.survivors[1])),
        )

    @property
    def numbers(self) -> dict[str, tuple[float, float]]:
        """What is compared: name -> mean and variance of one fight."""
        chances = {"first side wins": self.wins[0], "second side wins": self.wins[1], "limit": self.limit}
        found = {what: (n / self.fights, n / self.fights * (1 - n / self.fights)) for what, n in chances.items()}
        found["rounds"] = self.rounds.of(self.fights)
        for side, moments in zip(("first", "second"), self.survivors, strict=True):
            found[f"survivors of the {side} side"] = moments.of(self.fights)
        return found


def _added(a: Moments, b: Moments) -> Moments:
    return Moments(a.total + b.total, a.squares + b.squares)


def tallied(fights: int, fight: Callable[[], tuple[int, int, list[int]]]) -> Law:
    """So many fights by a function that plays one, and gives the winning side, the rounds, and the survivors.

    The side is -1 where both fell at once, and -2 where the limit ended the fight.
    """
    wins, limit, rounds, squares = [0, 0], 0, 0, 0
    left, left_squares = [0, 0], [0, 0]
    for _ in range(fights):
        winner, number, standing = fight()
        if winner >= 0:
            wins[winner] += 1
        limit += winner == UNDECIDED
        rounds, squares = rounds + number, squares + number * number
        for side in (0, 1):
            left[side] += standing[side]
            left_squares[side] += standing[side] ** 2
    return Law(
        fights,
        (wins[0], wins[1]),
        limit,
        Moments(rounds, squares),
        (Moments(left[0], left_squares[0]), Moments(left[1], left_squares[1])),
    )


def of_summary(summary: Summary) -> Law:
    """The same sums out of affray's counts."""
    first, second = summary.sides
    return Law(
        summary.fights,
        (summary.wins[first], summary.wins[second]),
        summary.limit,
        _moments(summary.rounds),
        (_moments(summary.survivors[first]), _moments(summary.survivors[second])),
    )


def of_counts(counts: Any) -> Law:
    """The same sums out of the counts of the engine of tables."""
    first, second = (_moments(dict(enumerate(row.tolist()))) for row in counts.survivors)
    wins = counts.wins.tolist()
    lengths = _moments(dict(enumerate(counts.lengths.tolist())))
    return Law(counts.fights, (wins[0], wins[1]), counts.limit, lengths, (first, second))


def _moments(counts: Mapping[int, int]) -> Moments:
    return Moments(sum(x * n for x, n in counts.items()), sum(x * x * n for x, n in counts.items()))


def _scores(a: Law, b: Law) -> dict[str, float]:
    """For each number: by how many standard deviations the two engines differ, if both play the same rules.

    Then both share one variance: that of the exact law, or that of all their fights together. A few fights that
    happened to come out alike say nothing of it by themselves.
    """
    mine, theirs = a.numbers, b.numbers
    together = a.numbers if a.exact else b.numbers if b.exact else (a + b).numbers
    share = sum(0.0 if law.exact else 1 / law.fights for law in (a, b))
    found = {}
    for what, (_, variance) in together.items():
        apart = mine[what][0] - theirs[what][0]
        spread = sqrt(variance * share)
        found[what] = apart / spread if spread > 1e-9 else 0.0 if abs(apart) < 1e-9 else float("inf")
    return found


def worst(laws: Mapping[str, Law]) -> tuple[float, str]:
    """The largest |z| among all pairs of engines and all numbers, and where it is."""
    found = [(0.0, "nothing")]
    for one, other in combinations(laws, 2):
        found += [(abs(z), f"{what}, {one} and {other}") for what, z in _scores(laws[one], laws[other]).items()]
    return max(found)
