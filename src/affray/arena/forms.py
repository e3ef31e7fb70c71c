"""Forms: fighters without name, place and counters, each worked with once under a number of its own.

Where a form names another fighter (whom it aims at, in whom its weapon sticks), the name is a link, `L0` or `L1`; who
that is stands beside the form, with each fighter in the fight.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any

from affray.arena.tactics import STYLE
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
MOST_FORMS = 1 << 16


class Untabulated(Exception):
    """Something in a fight turned out not to fit into tables; the reference has to play it."""


@dataclass(frozen=True)
class Form:
    """One form: the fighter in it, how many links it has, and what can be told of it by itself.

    It is able from `able` points on and lives from `alive` points on; `tie` goes before the roster in the order; `key`
    sorts forms alike on every machine, whenever they came up.
    """

    number: int
    fighter: Any
    links: int
    able: int
    alive: int
    tie: tuple[int, ...]
    key: bytes


class Forms:
    """All forms that came up so far, by number; the first number is 1."""

    def __init__(self, system: System, options: Options) -> None:
        if len(system.counters) != 1:
            raise Untabulated(f"{system.name} counts harm in {len(system.counters)} ways")
        self.system, self.options, self.counter = system, options, system.counters[0]
        self.all: list[Form] = []
        self._numbers: dict[Any, int] = {}

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
        known = self._numbers.get(bare)
        if known is None:
            known = self._add(bare, len(names))
        return known, tuple(names)

    def _add(self, bare: Any, links: int) -> int:
        # orders that the kernel sees to itself make no difference
        orders = tuple((key, text) for key, text in bare.orders if key not in STYLE)
        plain = replace(bare, orders=orders)
        known = self._numbers.get(plain)
        if known is None:
            known = len(self.all) + 1
            if known >= MOST_FORMS:
                raise Untabulated(f"more than {MOST_FORMS} different states of fighters")
            able = self._least(plain, lambda fighter: self.system.able(fighter, self.options))
            alive = self._least(plain, self.system.alive)
            key = blake2b(repr(plain).encode(), digest_size=16).digest()
            self.all.append(Form(known, plain, links, able, alive, self.system.tie_key(plain), key))
            self._numbers[plain] = known
        self._numbers[bare] = known
        return known

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
