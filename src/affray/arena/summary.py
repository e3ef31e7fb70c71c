"""What became of many fights: counts, and nothing but counts, so that parts add up to the same whole however cut."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from affray.errors import BadValue
from affray.statistics import Estimate, estimate, mean

if TYPE_CHECKING:
    from affray.encounter import Encounter
    from affray.system import System

__all__ = ["Counts", "Summary", "nothing_of"]

#: how often each number came
Counts = Mapping[int, int]


@dataclass(frozen=True)
class Summary:
    """Many fights from one beginning, counted.

    A side wins if it alone still has somebody who can act; a draw is a fight after which nobody can. A fight that
    reached the limit of rounds is neither and counts in `limit`. `rounds` and `survivors` tell how many fights had so
    many rounds, and so many of a side alive at their end; `left` tells with how many points in all among them. Each of
    the three holds every fight. `first` tells how often each fighter was the first who could not go on, `lost` how many
    points each side lost in all fights together.

    `engine` is what played them, `seed` whose dice they were, `reason` why nothing faster did. `roster` has the side of
    each fighter, `strength` the points of each side at the beginning.
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
    left: Mapping[str, Counts] = field(default_factory=dict)
    first: Mapping[str, int] = field(default_factory=dict)
    lost: Mapping[str, int] = field(default_factory=dict)
    roster: Mapping[str, str] = field(default_factory=dict)
    strength: Mapping[str, int] = field(default_factory=dict)
    reason: str = ""

    def __post_init__(self) -> None:
        # counts in one order, with all sides and fighters: equal summaries look alike however they came about
        none: Counts = {}
        for name in ("wins", "lost", "strength"):
            object.__setattr__(self, name, {side: getattr(self, name).get(side, 0) for side in self.sides})
        for name in ("survivors", "left"):
            given = getattr(self, name)
            object.__setattr__(self, name, {side: dict(sorted(given.get(side, none).items())) for side in self.sides})
        object.__setattr__(self, "rounds", dict(sorted(self.rounds.items())))
        object.__setattr__(self, "first", {who: self.first.get(who, 0) for who in self.roster})

    def __add__(self, other: Summary) -> Summary:
        """Both together; `BadValue` where they are not parts of one whole."""
        for name in ("sides", "seed", "engine", "reason", "roster", "strength"):
            mine, theirs = getattr(self, name), getattr(other, name)
            if mine != theirs or type(mine) is not type(theirs):
                raise BadValue(f"{name} of a part", theirs, f"{mine!r}, as in the other part")
        return replace(
            self,
            fights=self.fights + other.fights,
            wins=_added(self.wins, other.wins),
            draws=self.draws + other.draws,
            limit=self.limit + other.limit,
            rounds=_added(self.rounds, other.rounds),
            survivors={side: _added(self.survivors[side], other.survivors[side]) for side in self.sides},
            left={side: _added(self.left[side], other.left[side]) for side in self.sides},
            first=_added(self.first, other.first),
            lost=_added(self.lost, other.lost),
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

    @property
    def half_width(self) -> float:
        """Half of the 95 % interval of the first side's chance to win."""
        found = self.chance(self.sides[0])
        return (found.high - found.low) / 2

    @property
    def weaker(self) -> str:
        """The side that began with the fewest points; "" where several did."""
        least = min(self.strength.values(), default=0)
        found = [side for side, points in self.strength.items() if points == least]
        return found[0] if len(found) == 1 and len(self.sides) > 1 else ""

    def loss_per_round(self, side: str) -> float:
        """How many points the side lost in a round, on average over all rounds of all fights."""
        rounds = sum(number * times for number, times in self.rounds.items())
        return self.lost[side] / rounds if rounds else 0.0

    def first_of(self, side: str) -> int:
        """In how many fights the first who could not go on was one of that side."""
        return sum(times for who, times in self.first.items() if self.roster[who] == side)

    def data(self) -> dict[str, Any]:
        """The same as JSON data; the keys of counts are strings, as JSON wants them."""
        rounds = {"mean": mean(self.rounds), "min": min(self.rounds, default=0), "max": max(self.rounds, default=0)}
        weaker = self.weaker
        return {
            "fights": self.fights,
            "wins": dict(self.wins),
            "draws": self.draws,
            "limit": self.limit,
            "chances": {side: self.chance(side)._asdict() for side in self.sides},
            "draw_chance": self.draw_chance._asdict(),
            "limit_chance": self.limit_chance._asdict(),
            "upset": {"side": weaker, **self.chance(weaker)._asdict()} if weaker else None,
            "rounds": {**rounds, "counts": _keyed(self.rounds)},
            "survivors": _each(self.survivors),
            "left": _each(self.left),
            "first_down": {
                "fighters": dict(self.first),
                "sides": {side: self.first_of(side) for side in self.sides},
                "nobody": self.fights - sum(self.first.values()),
            },
            "damage_per_round": {side: self.loss_per_round(side) for side in self.sides},
            "engine": self.engine,
            "reason": self.reason,
            "seed": self.seed,
        }


def nothing_of(
    system: System, encounter: Encounter, seed: int | str, engine: str = "reference", reason: str = ""
) -> Summary:
    """The summary of no fights from that beginning, to add others to."""
    roster = {fighter.id: fighter.side for fighter in encounter.fighters}
    strength: dict[str, int] = dict.fromkeys(roster.values(), 0)
    for fighter in encounter.fighters:
        strength[fighter.side] += system.tracks(fighter)[0].left
    return Summary(tuple(strength), seed=seed, engine=engine, roster=roster, strength=strength, reason=reason)


def _added(a: Mapping[Any, int], b: Mapping[Any, int]) -> dict[Any, int]:
    return {key: a.get(key, 0) + b.get(key, 0) for key in {**a, **b}}


def _keyed(counts: Counts) -> dict[str, int]:
    return {str(number): times for number, times in counts.items()}


def _each(laws: Mapping[str, Counts]) -> dict[str, dict[str, Any]]:
    return {side: {"mean": mean(counts), "counts": _keyed(counts)} for side, counts in laws.items()}
