"""Exact duels: what becomes of two fighters, with the chances of everything, worked out and not played.

    exact_duel(system, encounter)      the law of a duel; `Untabulated` where only dice can tell

Both are followed through the same cells that many fights are played by (`affray.arena`): every state that the duel can
be in has a mass, and each round moves it on. States with next to no mass are dropped; how much that was is told.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from affray.arena.cells import Cells
from affray.arena.engine import why_not
from affray.arena.forms import LOST, Untabulated
from affray.arena.graph import Graph, Lower
from affray.arena.mass import Array, Mass
from affray.arena.nodes import Course
from affray.arena.spread import places, settle, spread
from affray.arena.states import BEFORE, CHECK, OVER, ROUND, Node
from affray.arena.tactics import Tactic, most_actions
from affray.encounter import Encounter
from affray.errors import BadValue
from affray.statistics import mean
from affray.system import Action, System

__all__ = ["CUT", "LIMIT", "DuelLaw", "Untabulated", "exact_duel"]

#: rounds after which a duel counts as undecided
LIMIT = 1_000
#: the most mass that is dropped in all
CUT = 8e-10
#: the share of what is still under way that may be dropped at once; where it would take time to look further, more
SHARE, FRESH = 2e-12, 2e-11
#: the least mass that is worth going on with
REST = 1e-10
#: from this round on, and whenever twice as many have passed, it is looked whether anything can change any more
LOOK = 8
#: the stages at which a state is through with a round, and those at which it is ready for the next one, or over
THROUGH, AHEAD = range(CHECK, BEFORE + 1), range(ROUND, OVER + 1)


@dataclass(frozen=True)
class DuelLaw:
    """What becomes of a duel of two fighters.

    `wins` are chances by side, `draws` the chance that both fall at once. `limit` is the chance that it is undecided
    when the limit of rounds is reached, `stalemate` that it comes to a point from which nobody can end it, for which
    `reason` says why. `rounds` is the law of the length of duels that end; `left` by fighter the law of its points if
    it wins, `standing` if both still stand: each adds up to the chance of that. `first` is the chance of each to act
    before the other in the first round. `cut` is the mass that was dropped, `states` how many came up.
    """

    fighters: tuple[str, str]
    sides: tuple[str, str]
    wins: Mapping[str, float]
    draws: float
    limit: float
    stalemate: float
    reason: str
    rounds: Mapping[int, float]
    left: Mapping[str, Mapping[int, float]]
    standing: Mapping[str, Mapping[int, float]]
    first: Mapping[str, float]
    cut: float
    states: int
    most: int = LIMIT

    @property
    def total(self) -> float:
        """The mass of all that can become of it, without what was cut."""
        return sum(self.wins.values()) + self.draws + self.limit + self.stalemate

    @property
    def mean(self) -> float:
        """The mean length of duels that end; 0 where none does."""
        return mean(self.rounds)

    def remaining(self, fighter: str) -> dict[int, float]:
        """The law of the points left to a fighter, given that it stands at the end."""
        found: dict[int, float] = {}
        for law in (self.left[fighter], self.standing[fighter]):
            for points, chance in law.items():
                found[points] = found.get(points, 0.0) + chance
        whole = sum(found.values())
        return {points: chance / whole for points, chance in sorted(found.items())}

    def data(self) -> dict[str, Any]:
        """The same as JSON data; the keys of laws are strings, as JSON wants them."""
        return {
            "engine": "exact",
            "fighters": list(self.fighters),
            "wins": dict(self.wins),
            "draws": self.draws,
            "limit": self.limit,
            "stalemate": {"mass": self.stalemate, "reason": self.reason},
            "rounds": {"mean": self.mean, "counts": _keyed(self.rounds)},
            "left": {fighter: _keyed(self.remaining(fighter)) for fighter in self.fighters},
            "first": dict(self.first),
            "cut": self.cut,
            "states": self.states,
        }

    def picture(self) -> dict[str, Any]:
        """The same as `affray.plots.duel_picture` wants it, by fighter."""
        sides = dict(zip(self.fighters, self.sides, strict=True))
        return {
            "chances": {fighter: self.wins[side] for fighter, side in sides.items()},
            "draw": self.draws,
            "open": self.limit + self.stalemate,
            "rounds": {"law": _keyed(self.rounds)},
            "left": {fighter: {"law": _keyed(law)} for fighter, law in self.left.items()},
        }


def _keyed(law: Mapping[int, float]) -> dict[str, float]:
    return {str(number): chance for number, chance in law.items()}


def exact_duel(
    system: System, encounter: Encounter, tactic: Tactic | None = None, limit: int = LIMIT, cells: Cells | None = None
) -> DuelLaw:
    """What becomes of a duel between the two fighters of an encounter that has not begun.

    `Untabulated` says why it cannot be told. `cells` of an earlier duel by the same rules and tactic make the next one
    faster.
    """
    if len(encounter.fighters) != 2 or len({fighter.side for fighter in encounter.fighters}) != 2:
        raise BadValue("duel", ", ".join(encounter.ids), "two fighters of different sides")
    if limit < 1:
        raise BadValue("limit", limit, "1 round or more")
    if reason := why_not(system, encounter, limit):
        raise Untabulated(reason)
    tactic = tactic or Tactic()
    cells = cells or Cells(system, encounter, tactic)
    memo: dict[Any, Any] = {}
    forms = [cells.forms[cells.forms.of(fighter)[0]] for fighter in encounter.fighters]
    base = min(LOST, *(form.able for form in forms), *(form.alive for form in forms))
    while True:
        try:
            return _Duel(system, encounter, tactic, limit, cells, memo, 0 if base == LOST else base).law()
        except Lower as lower:
            base = lower.base


@dataclass
class _Duel:
    """One duel on its way."""

    system: System
    encounter: Encounter
    tactic: Tactic
    limit: int
    cells: Cells
    memo: dict[Any, Any]
    base: int
    sums: Array = field(default_factory=lambda: np.zeros(4))
    reasons: dict[str, float] = field(default_factory=dict)
    rounds: dict[int, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        one, other = self.encounter.fighters
        self.points: tuple[int, int] = (self._points(one), self._points(other))
        styles = (self.tactic.style(self.system, one), self.tactic.style(self.system, other))
        top = (max(self.points[0], self.base), max(self.points[1], self.base))
        self.graph = Graph(Course(self.cells, styles, self.memo, top, self.base), top, self.base)
        self.left = np.zeros((2, max(self.graph.size)))
        self.standing = np.zeros((2, max(self.graph.size)))
        self.slot = np.full(0, -1, np.int64)
        self.most = most_actions(self.encounter)
        self.live = 1.0

    def _points(self, fighter: Any) -> int:
        return int(getattr(fighter, self.cells.forms.counter))

    # -- round by round ------------------------------------------------------------------------------------------

    def law(self) -> DuelLaw:
        one, other = self.encounter.fighters
        forms = self._form(one, other), self._form(other, one)
        beginning = self.graph.number(Node(ROUND, forms, self.encounter.distance(one.id, other.id)))
        mats = np.zeros((1, *self.graph.size))
        mats[0, self.graph.index(self.points[0]), self.graph.index(self.points[1])] = 1.0
        everywhere = np.array([[0, self.graph.size[0] - 1, 0, self.graph.size[1] - 1]])
        mass = self._settled(Mass(np.array([beginning]), mats), everywhere)
        self.rounds[0] = float(self.sums[:3].sum())
        first, capped, stalemate, number = (0.0, 0.0), 0.0, 0.0, 0
        while len(mass) and number < self.limit:
            number += 1
            before = float(self.sums[:3].sum())
            ahead: dict[int, Array] = {}
            for _ in range(4 * self.most):
                if not len(mass):
                    break
                mass = self._step(mass)
                if number == 1 and not any(first):
                    first = self._first(mass)
                mass = self._apart(mass, ahead, THROUGH)
            capped += self._stood(mass)  # a round that never ends
            mass = Mass.of(ahead, self.graph.size)
            if number == self.limit:
                capped += self._stood(mass)
                self.rounds[number] = float(self.sums[:3].sum()) - before
                break
            mass = self._ended(mass)
            self.rounds[number] = float(self.sums[:3].sum()) - before
            looks = number >= LOOK and number & (number - 1) == 0
            if looks or not self.rounds[number]:
                mass, lost = self._without_stalemates(mass)
                stalemate += lost
            self.live = mass.total()
            if self.live < REST:
                self.sums[3] += self.live
                break
        return self._told(first, capped, stalemate)

    def _form(self, fighter: Any, foe: Any) -> int:
        form, links = self.cells.forms.of(fighter)
        if any(link != foe.id for link in links):
            raise Untabulated(f"{fighter.id} has to do with somebody who is not there")
        return form

    def _step(self, mass: Mass) -> Mass:
        """Let all that can come next come."""
        graph = self.graph
        for node in mass.nodes:
            if graph.starts[node] < 0:
                graph.expand(int(node))
        if len(self.slot) < len(graph.starts):
            self.slot = np.full(len(graph.starts), -1, np.int64)
        found = np.zeros(len(graph.nodes), np.int64)
        ways = graph.starts, graph.ends, graph.dest
        after = found[: places(mass.nodes, *ways, self.slot, found)]
        out, reach = np.zeros((len(after), *graph.size)), graph.nowhere(len(after))
        more = graph.loss, graph.weight, graph.bounds
        fits = spread(mass.nodes, mass.at, mass.mats, *ways, *more, self.slot, graph.boxes, out, reach)
        self.slot[after] = -1
        if not fits:
            raise Untabulated("somebody gets more points than it had at the beginning")
        return self._settled(Mass(after, out), reach)

    def _settled(self, mass: Mass, reach: Array) -> Mass:
        """What is still under way; what is over is counted, and what is next to nothing dropped."""
        graph, nodes = self.graph, mass.nodes
        spent = float(self.sums[3])
        allowed = max(0.0, min(SHARE * self.live, CUT - spent)) / 2
        masses = np.zeros(len(nodes))
        tiny = allowed / max(1, mass.mats.size)
        ends = graph.able, graph.final
        settle(nodes, mass.mats, *ends, tiny, self.sums, self.left, masses, graph.seen, reach, graph.boxes)
        fresh = graph.starts[nodes] < 0
        dropped = self._least(masses, np.ones_like(fresh), allowed)
        dropped |= self._least(masses, fresh, max(0.0, min(FRESH * self.live, CUT - spent - 2 * allowed)))
        if not dropped.any():
            return mass
        self.sums[3] += masses[dropped].sum()
        return mass.only(~dropped)

    def _least(self, masses: Array, which: Array, allowed: float) -> Array:
        """Those with the least masses among some, as many as make no more than that together."""
        among = np.flatnonzero(which)
        order = among[np.argsort(masses[among], kind="stable")]
        found = np.zeros(len(masses), np.bool_)
        found[order[: np.searchsorted(np.cumsum(masses[order]), allowed, side="right")]] = True
        return found

    def _apart(self, mass: Mass, aside: dict[int, Array], between: range) -> Mass:
        """Lay aside what is at one of these stages; the rest."""
        on = []
        for place, (node, mat) in enumerate(mass):
            if self.graph.nodes[node].stage not in between:
                on.append(place)
            elif node in aside:
                aside[node] += mat
            else:
                aside[node] = mat
        return mass if len(on) == len(mass) else mass.only(on)

    def _ended(self, mass: Mass) -> Mass:
        """What the end of a round brings."""
        ready: dict[int, Array] = {}
        mass = self._apart(mass, ready, AHEAD)
        while len(mass):
            mass = self._apart(self._step(mass), ready, AHEAD)
        return Mass.of(ready, self.graph.size)

    # -- what is told --------------------------------------------------------------------------------------------

    def _first(self, mass: Mass) -> tuple[float, float]:
        """How likely each is to act first, as the turns of a round begin."""
        found = [0.0, 0.0]
        for node, mat in mass:
            line = self.graph.nodes[node].line
            if line and not self.graph.nodes[node].tied:
                found[line[0]] += float(mat.sum())
        return found[0], found[1]

    def _stood(self, mass: Mass) -> float:
        """Count the points of both where both still stand; the mass of that."""
        whole = mass.whole()
        rows, columns = whole.shape
        self.standing[0, :rows] += whole.sum(axis=1)
        self.standing[1, :columns] += whole.sum(axis=0)
        return float(whole.sum())

    def _without_stalemates(self, mass: Mass) -> tuple[Mass, float]:
        """Take out what nobody can end any more."""
        graph, lost = self.graph, 0.0
        blocks = list(itertools.product(graph.kinds(0), graph.kinds(1)))
        for node, mat in mass:
            for block in blocks:
                there = mat[block]
                if not there.any():
                    continue
                points = (block[0].start, block[1].start)
                if (ahead := graph.endless(node, points)) is None:
                    continue
                reason, taken = self._reason(graph.deeds(ahead, points)), float(there.sum())
                self.reasons[reason] = self.reasons.get(reason, 0.0) + taken
                self.standing[0, : graph.size[0]][block[0]] += there.sum(axis=1)
                self.standing[1, : graph.size[1]][block[1]] += there.sum(axis=0)
                lost += taken
                there[:] = 0.0
        return mass.only([place for place, (_, mat) in enumerate(mass) if mat.any()]), lost

    def _reason(self, deeds: list[list[Action]]) -> str:
        """Why nobody can end it, by what both do for ever."""
        names = self.encounter.ids
        told = [
            f"{who}: {', '.join(action.kind for action in mine) or 'nothing'}"
            for who, mine in zip(names, deeds, strict=True)
        ]
        attackers = [who for who, mine in zip(names, deeds, strict=True) if any(action.harmful for action in mine)]
        if len(attackers) == 2:
            why = "neither can hurt the other"
        elif attackers:
            idle = names[1 - names.index(attackers[0])]
            why = f"{attackers[0]} cannot hurt {idle}, who does nothing about it"
        else:
            why = "neither does anything to the other"
        return f"{why} ({'; '.join(told)})"

    def _told(self, first: tuple[float, float], capped: float, stalemate: float) -> DuelLaw:
        one, other = self.encounter.fighters
        ids, sides = (one.id, other.id), (one.side, other.side)
        wins = {side: float(self.sums[place]) for place, side in enumerate(sides)}
        likely = sorted(self.reasons, key=lambda reason: -self.reasons[reason])
        return DuelLaw(
            ids,
            sides,
            wins,
            float(self.sums[2]),
            capped,
            stalemate,
            likely[0] if likely else "",
            {number: chance for number, chance in self.rounds.items() if chance > 0},
            {who: self._law(self.left[place]) for place, who in enumerate(ids)},
            {who: self._law(self.standing[place]) for place, who in enumerate(ids)},
            dict(zip(ids, first, strict=True)),
            float(self.sums[3]),
            int(self.graph.seen.sum()),
            self.limit,
        )

    def _law(self, masses: Array) -> dict[int, float]:
        return {index - 1 + self.base: float(mass) for index, mass in enumerate(masses) if mass}
