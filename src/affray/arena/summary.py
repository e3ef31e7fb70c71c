"""What became of many fights: counts, and nothing but counts, so that parts add up to the same whole however cut."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from affray.errors import BadValue
from affray.statistics import Estimate, estimate

__all__ = ["Counts", "Summary", "mean"]

#: how often each number came
Counts = Mapping[int, int]


@dataclass(frozen=True)
class Summary:
    """Many fights from one beginning, counted.

    A side wins if it alone still has somebody who can act; a draw is a fight after which nobody can. A fight that
    reached the limit of rounds is neither and counts in `limit`. `rounds` and `survivors` tell how many fights had so
    many rounds, and so many of a side alive at their end; both hold every fight. `engine` is what played them, `seed`
    whose dice they were.
    """

    sides: tuple[str, ...]
    fights: int = 0
    wins: Mapping[str, int] = field(default_factory=dict)
    draws: int = 0
    limit: int = 0
    rounds: Counts = field(default_factory=dict)
    survivors: Mapping[str, Counts] = field(default_factory=dict)
    seed: int | str = 0
    engine: str = "reference"

    def __post_init__(self) -> None:
        # counts in one order, with all sides: equal summaries look alike however they came about
        none: Counts = {}
        object.__setattr__(self, "wins", {side: self.wins.get(side, 0) for side in self.sides})
        object.__setattr__(self, "rounds", dict(sorted(self.rounds.items())))
        survivors = {side: dict(sorted(self.survivors.get(side, none).items())) for side in self.sides}
        object.__setattr__(self, "survivors", survivors)

    def __add__(self, other: Summary) -> Summary:
        """Both together; `BadValue` where they are not parts of one whole."""
        for name in ("sides", "seed", "engine"):
            mine, theirs = getattr(self, name), getattr(other, name)
            if mine != theirs or type(mine) is not type(theirs):
                raise BadValue(f"{name} of a part", theirs, f"{mine!r}, as in the other part")
        return Summary(
            self.sides,
            self.fights + other.fights,
            _added(self.wins, other.wins),
            self.draws + other.draws,
            self.limit + other.limit,
            _added(self.rounds, other.rounds),
            {side: _added(self.survivors[side], other.survivors[side]) for side in self.sides},
            self.seed,
            self.engine,
        )

    def chance(self, side: str) -> Estimate:
        """The chance that the side wins, with its 95 % interval."""
        return estimate(self.wins[side], self.fights)

    @property
    def draw_chance(self) -> Estimate:
        """The chance that nobody is left standing."""
        return estimate(self.draws, self.fights)

    @property
    def limit_chance(self) -> Estimate:
        """The chance that a fight goes on to the limit of rounds."""
        return estimate(self.limit, self.fights)

    def data(self) -> dict[str, Any]:
        """The same as JSON data; the keys of counts are strings, as JSON wants them."""
        rounds = {"mean": mean(self.rounds), "min": min(self.rounds, default=0), "max": max(self.rounds, default=0)}
        return {
            "fights": self.fights,
            "wins": dict(self.wins),
            "draws": self.draws,
            "limit": self.limit,
            "chances": {side: self.chance(side)._asdict() for side in self.sides},
            "draw_chance": self.draw_chance._asdict(),
            "limit_chance": self.limit_chance._asdict(),
            "rounds": {**rounds, "counts": _keyed(self.rounds)},
            "survivors": {
                side: {"mean": mean(counts), "counts": _keyed(counts)} for side, counts in self.survivors.items()
            },
            "engine": self.engine,
            "seed": self.seed,
        }


def mean(counts: Counts) -> float:
    """The mean of a number by how often each value of it came; 0 where none did."""
    total = sum(counts.values())
    return sum(number * times for number, times in counts.items()) / total if total else 0.0


def _added(a: Mapping[Any, int], b: Mapping[Any, int]) -> dict[Any, int]:
    return {key: a.get(key, 0) + b.get(key, 0) for key in {**a, **b}}


def _keyed(counts: Counts) -> dict[str, int]:
    return {str(number): times for number, times in counts.items()}
