"""Exact duels: what becomes of two fighters, with the chances of everything, worked out and not played.

    exact_duel(system, encounter)      the law of a duel; `Untabulated` where only dice can tell

Both are followed through the same cells that many fights are played by (`affray.arena`): every state that the duel can
be in has a mass, and each round moves it on. States with next to no mass are dropped; how much that was is told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from affray.arena.cells import Cells
from affray.arena.engine import why_not
from affray.arena.forms import LOST, Untabulated
from affray.arena.graph import Graph, Lower
from affray.arena.mass import CUT, Array, Mass
from affray.arena.nodes import Course
from affray.arena.states import BEFORE, CHECK, OVER, ROUND, Node
from affray.arena.tactics import Tactic, most_actions
from affray.encounter import Encounter
from affray.errors import BadValue
from affray.statistics import mean
from affray.system import Action, System

__all__ = ["CUT", "LIMIT", "DuelLaw", "Untabulated", "exact_duel"]

#: rounds after which a duel counts as undecided
LIMIT = 1_000
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
    reasons: dict[str, float] = field(default_factory=dict)
    rounds: dict[int, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        one, other = self.encounter.fighters
        self.points: tuple[int, int] = (self._points(one), self._points(other))
        styles = (self.tactic.style(self.system, one), self.tactic.style(self.system, other))
        top = (max(self.points[0], self.base), max(self.points[1], self.base))
        self.graph = Graph(Course(self.cells, styles, self.memo, top, self.base), top, self.base)
        self.mass = Mass(self.graph)
        self.standing = np.zeros((2, max(self.graph.size)))
        self.most = most_actions(self.encounter)

    def _points(self, fighter: Any) -> int:
        return int(getattr(fighter, self.cells.forms.counter))

    # -- round by round ------------------------------------------------------------------------------------------

    def law(self) -> DuelLaw:
        one, other = self.encounter.fighters
        forms = self._form(one, other), self._form(other, one)
        beginning = self.graph.number(Node(ROUND, forms, self.encounter.distance(one.id, other.id)))
        mass = self.mass
        nodes = mass.begin(beginning, self.points)
        self.rounds[0] = self._over()
        first, capped, stalemate, number = (0.0, 0.0), 0.0, 0.0, 0
        while len(nodes) and number < self.limit:
            number += 1
            before, steps = self._over(), 4 * self.most
            through = nodes[:0]
            if number == 1:
                while steps and len(nodes) and not any(first):
                    nodes, through = mass.flow(nodes, THROUGH, through, 1)
                    first, steps = self._first(nodes), steps - 1
            endless, through = mass.flow(nodes, THROUGH, through, steps)
            if len(endless):  # a round that never ends
                capped += self._stood(endless)
            if number == self.limit:
                capped += self._stood(through)
                self.rounds[number] = self._over() - before
                break
            ready = self.graph.stages[through] >= AHEAD.start
            nodes = through if ready.all() else mass.flow(through[~ready], AHEAD, through[ready])[1]
            self.rounds[number] = self._over() - before
            looks = number >= LOOK and number & (number - 1) == 0
            if looks or not self.rounds[number]:
                nodes, lost = self._without_stalemates(nodes)
                stalemate += lost
            rest = mass.total(nodes) + float(mass.sums[3])
            if rest <= CUT:
                mass.sums[3] = rest
                break
        return self._told(first, capped, stalemate)

    def _over(self) -> float:
        """How much of the mass has come to an end so far."""
        won, lost, drawn, _ = self.mass.sums.tolist()
        return float(won + lost + drawn)

    def _form(self, fighter: Any, foe: Any) -> int:
        form, links = self.cells.forms.of(fighter)
        if any(link != foe.id for link in links):
            raise Untabulated(f"{fighter.id} has to do with somebody who is not there")
        return form

    # -- what is told --------------------------------------------------------------------------------------------

    def _first(self, nodes: Array) -> tuple[float, float]:
        """How likely each is to act first, as the turns of a round begin."""
        found = [0.0, 0.0]
        for number in nodes.tolist():
            node = self.graph.nodes[number]
            if node.line and not node.tied:
                found[node.line[0]] += float(self.mass.masses[number])
        return found[0], found[1]

    def _stood(self, nodes: Array) -> float:
        """Take away what is on these nodes, where both still stand, and count the points of both; the mass of that."""
        found, whole = self.mass.total(nodes), self.mass.taken(nodes)
        self._count(whole, *map(slice, whole.shape))
        return found

    def _count(self, there: Array, rows: slice, columns: slice) -> None:
        """Count the points of both where both still stand, by what lies in these rows and columns."""
        self.standing[0, rows] += there.sum(axis=1)
        self.standing[1, columns] += there.sum(axis=0)

    def _without_stalemates(self, nodes: Array) -> tuple[Array, float]:
        """Take out what nobody can end any more; the nodes that are left, and how much was taken."""
        graph, mass, lost = self.graph, self.mass, 0.0
        rows, columns = list(graph.kinds(0)), list(graph.kinds(1))
        # the mass of each block, for all nodes at once
        blocks = np.add.reduceat(mass.mats[nodes], [block.start for block in rows], axis=1)
        blocks = np.add.reduceat(blocks, [block.start for block in columns], axis=2)
        for node, masses in zip(nodes.tolist(), blocks, strict=True):
            for row, column in zip(*np.nonzero(masses), strict=True):
                block = rows[row], columns[column]
                there, points = mass.mats[node][block], (block[0].start, block[1].start)
                if (ahead := graph.endless(node, points)) is None:
                    continue
                reason, taken = self._reason(graph.deeds(ahead, points)), float(there.sum())
                self.reasons[reason] = self.reasons.get(reason, 0.0) + taken
                self._count(there, *block)
                lost += taken
                there[:] = 0.0
        if lost:
            mass.masses[nodes] = mass.mats[nodes].sum(axis=(1, 2))
            mass.taken(nodes[mass.masses[nodes] == 0])
        return nodes[mass.masses[nodes] > 0], lost

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
        wins = {side: float(self.mass.sums[place]) for place, side in enumerate(sides)}
        likely = sorted(self.reasons, key=lambda reason: -self.reasons[reason])
        return DuelLaw(
            ids,
            sides,
            wins,
            float(self.mass.sums[2]),
            capped,
            stalemate,
            likely[0] if likely else "",
            {number: chance for number, chance in self.rounds.items() if chance > 0},
            {who: self._law(self.mass.left[place]) for place, who in enumerate(ids)},
            {who: self._law(self.standing[place]) for place, who in enumerate(ids)},
            dict(zip(ids, first, strict=True)),
            float(self.mass.sums[3]),
            int(self.mass.seen.sum()),
            self.limit,
        )

    def _law(self, masses: Array) -> dict[int, float]:
        return {index - 1 + self.base: float(mass) for index, mass in enumerate(masses) if mass}
