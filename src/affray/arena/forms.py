"""Forms: fighters without name, place and counters, each worked with once under a number of its own.

Where a form names another fighter (whom it aims at, in whom its weapon sticks), the name is a link, `L0` or `L1`; who
that is stands beside the form, with each fighter in the fight.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any

from affray.arena.tactics import STYLE, Tactic
from affray.errors import BrokenPromise
from affray.options import Options
from affray.system import System

__all__ = ["LINKS", "LOST", "NOBODY", "Form", "Forms", "Untabulated"]

#: the number of no form at all
NOBODY = 0
#: the most others that one fighter can be linked with
LINKS = 2
#: more points than anybody can have: who needs so many is out
LOST = 1 << 30
#: the range in which the counter is probed
LOWEST, HIGHEST = -999, 999
MOST_FORMS = 1 << 15


class Untabulated(Exception):
    """Something in a fight turned out not to fit into tables; the reference has to play it."""


@dataclass(frozen=True)
class Form:
    """One form: the fighter in it, how many links it has, and what can be told of it by itself.

    It is able from `able` points on and lives from `alive` points on; it stays what it is from `bottom` to `top`; `tie`
    goes before the roster in the order; `key` sorts forms alike on every machine, whenever they came up.
    """

    number: int
    fighter: Any
    links: int
    able: int
    alive: int
    tie: tuple[int, ...]
    key: bytes
    bottom: int = -LOST
    top: int = LOST

    def reaches(self, points: int) -> bool:
        """Whether it is this form still, or down, with so many points: whoever is down does not change any more."""
        return self.bottom <= points <= self.top or points < self.down

    @property
    def down(self) -> int:
        """The number of points below which it makes no difference what else it is: it is out, or dead."""
        return self.alive if self.able == LOST else self.able


class Forms:
    """All forms that came up so far, by number; the first number is 1."""

    def __init__(self, system: System, options: Options, tactic: Tactic | None = None) -> None:
        if len(system.counters) != 1:
            raise Untabulated(f"{system.name} counts harm in {len(system.counters)} ways")
        self.system, self.options, self.counter = system, options, system.counters[0]
        self.tactic = tactic or Tactic()
        self.all: list[Form] = []
        self._numbers: dict[Any, int] = {}
        self._bands: dict[tuple[int, int], int] = {}
        self.usual = self.tactic.plan_of(system, {})

    def __getitem__(self, number: int) -> Form:
        return self.all[number - 1]

    def __len__(self) -> int:
        return len(self.all)

    def of(self, fighter: Any) -> tuple[int, tuple[str, ...]]:
        """The number of a fighter's form, and the ids of those whom it is linked with."""
        bare = self.system.essence(fighter, self.options)
        names: list[str] = []

        def name(who: str) -> str:
            if who not in names:
                names.append(who)
            return f"L{names.index(who)}"

        bare = self.system.renamed(bare, name)
        if len(names) > LINKS:
            raise Untabulated(f"{fighter.id} has to do with {len(names)} others at once")
        return self._kept(bare, len(names)), tuple(names)

    def _add(self, bare: Any, links: int) -> int:
        # orders that the kernel sees to itself make no difference; a plan may answer questions, so one of its own does
        orders = tuple((key, text) for key, text in bare.orders if key not in STYLE)
        if (plan := self.tactic.plan_of(self.system, dict(bare.orders))) != self.usual:
            orders = (*orders, ("plan", plan))
        plain = replace(bare, orders=orders)
        known = self._numbers.get(plain)
        if known is None:
            known = len(self.all) + 1
            if known >= MOST_FORMS:
                raise Untabulated(f"more than {MOST_FORMS} different states of fighters")
            able = self._least(plain, lambda fighter: self.system.able(fighter, self.options))
            alive = self._least(plain, self.system.alive)
            key = blake2b(repr(plain).encode(), digest_size=16).digest()
            tie, (bottom, top) = self.system.tie_key(plain, self.options), self.system.band(plain, self.options)
            band = -LOST if bottom < LOWEST else bottom, LOST if top > HIGHEST else top
            self.all.append(Form(known, plain, links, able, alive, tie, key, *band))
            self._numbers[plain] = known
        self._numbers[bare] = known
        return known

    def banded(self, number: int, points: int) -> int:
        """The form that this one is with so many points left."""
        form = self[number]
        if form.reaches(points):
            return number
        known = self._bands.get((number, points))
        if known is None:
            fighter = self.system.banded(form.fighter, min(points, HIGHEST), self.options)
            known = self._bands[number, points] = self._kept(fighter, form.links)
            if not self[known].reaches(points):
                raise BrokenPromise(f"{self.system.name} gives {points} points a band without them")
        return known

    def _kept(self, bare: Any, links: int) -> int:
        known = self._numbers.get(bare)
        return self._add(bare, links) if known is None else known

    def _least(self, fighter: Any, test: Callable[[Any], bool]) -> int:
        """The least number of points with which the fighter passes a test that more points never spoil."""
        if not test(fighter):
            return LOST
        low, high = LOWEST, HIGHEST
        if not test(self.system.set_value(fighter, self.counter, high)):
            raise Untabulated(f"{HIGHEST} points of {self.counter} are too few for what many points allow")
        while low < high:
            middle = (low + high) // 2
            if test(self.system.set_value(fighter, self.counter, middle)):
                high = middle
            else:
                low = middle + 1
        return low
