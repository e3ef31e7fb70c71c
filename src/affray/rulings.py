"""What a game master may do to a fight by hand: every ruling is a recorded command that can be undone.

Rules know nothing of rulings. Those on numbers are `Amendment`s that the table applies to rolls; the others change the
encounter as it stands.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeAlias, TypeVar

from affray.clock import Clock
from affray.encounter import Encounter
from affray.errors import BadValue, FileError, NotNow, Problem, UnknownName
from affray.faults import expected
from affray.system import System
from affray.table import Amendment

__all__ = ["RULINGS", "Amend", "Join", "Leave", "Reorder", "Ruling", "SetFact", "SetValue", "Withdraw", "in_order"]


T = TypeVar("T")


@dataclass(frozen=True)
class Amend:
    """A named modifier on the next check, or a named modifier switched off."""

    kind: ClassVar[str] = "amend"
    amendment: Amendment

    def apply(self, system: System, encounter: Encounter) -> Encounter:
        """The encounter with the amendment waiting for its number; `UnknownName` where rules have no such one."""
        if self.amendment.who:
            encounter.fighter(self.amendment.who)
        if self.amendment.purpose and self.amendment.purpose not in system.purposes:
            raise UnknownName("purpose", self.amendment.purpose, system.purposes)
        return replace(encounter, amendments=(*encounter.amendments, self.amendment))

    def describe(self) -> str:
        """The ruling in words."""
        a = self.amendment
        what = f"{a.name} {a.value:+d}" if a.value is not None else f"{a.name} does not count"
        where = f"{a.purpose or 'check'}{' of ' + a.who if a.who else ''}"
        return f"{what} on {'every' if a.lasting else 'the next'} {where}"


@dataclass(frozen=True)
class Withdraw:
    """The waiting amendments of that name are withdrawn."""

    kind: ClassVar[str] = "withdraw-amendment"
    name: str

    def apply(self, system: System, encounter: Encounter) -> Encounter:
        """The encounter without them; `UnknownName` if there are none."""
        kept = tuple(a for a in encounter.amendments if a.name != self.name)
        if len(kept) == len(encounter.amendments):
            raise UnknownName("waiting modifier", self.name, [a.name for a in encounter.amendments])
        return replace(encounter, amendments=kept)

    def describe(self) -> str:
        """The ruling in words."""
        return f"{self.name} is withdrawn"


@dataclass(frozen=True)
class SetValue:
    """A number, a position or a condition of a fighter set by hand."""

    kind: ClassVar[str] = "set"
    who: str
    name: str
    value: Any

    def apply(self, system: System, encounter: Encounter) -> Encounter:
        """The encounter with the value set."""
        fighter = system.set_value(encounter.fighter(self.who), self.name, self.value, encounter.ids)
        after = encounter.with_fighter(fighter)
        known = tuple(system.faults(encounter.fighters))
        for who, name, message in system.faults(after.fighters):
            if (who, name) == (self.who, self.name) and (who, name, message) not in known:
                raise NotNow(self.describe(), message)
        after = system.linked(after, (self.who,))
        return after.with_clock(_without_moot_timers(system, after, self.who))

    def describe(self) -> str:
        """The ruling in words."""
        return f"{self.name} of {self.who} is {self.value}"


@dataclass(frozen=True)
class SetFact:
    """A fact of the scene set by hand, checked as in a fight file."""

    kind: ClassVar[str] = "scene"
    name: str
    value: Any

    def apply(self, system: System, encounter: Encounter) -> Encounter:
        """The encounter with the fact set."""
        from pydantic import ValidationError

        fields = system.scene.model_fields
        if self.name not in fields:
            raise UnknownName("fact of the scene", self.name, fields)
        try:
            scene = system.scene(**{**dict(encounter.scene), self.name: self.value})
        except ValidationError as error:
            raise BadValue(self.name, self.value, expected(error.errors()[0])) from None
        return encounter.with_fact(self.name, getattr(scene, self.name))

    def describe(self) -> str:
        """The ruling in words."""
        return f"{self.name} is {self.value}"


@dataclass(frozen=True)
class Reorder:
    """A fighter's place in the order set by hand: behind `after`, or first where that is empty."""

    kind: ClassVar[str] = "order"
    who: str
    after: str = ""

    def apply(self, system: System, encounter: Encounter) -> Encounter:
        """The encounter with the fighter at that place; whether it has acted this round stays as it is."""
        encounter.fighter(self.who)
        for who in (self.who, self.after):
            _must_have_a_place(encounter, who, before=False)
        if self.after == self.who:
            raise BadValue("order", self.after, "somebody else to act after")
        return encounter.with_clock(encounter.clock.moved(self.who, self.after))

    def describe(self) -> str:
        """The ruling in words."""
        return f"{self.who} acts {'after ' + self.after if self.after else 'first'}"


@dataclass(frozen=True)
class Join:
    """A fighter joins in mid-fight; `fighter` is its state as data, complete and checked."""

    kind: ClassVar[str] = "join"
    fighter: Any
    after: str = ""

    def apply(self, system: System, encounter: Encounter) -> Encounter:
        """The encounter with one more fighter; in a running round it still acts, behind `after`."""
        if encounter.has(self.fighter.id):
            raise BadValue("fighter", self.fighter.id, "a name that nobody in the fight has")
        _must_have_a_place(encounter, self.after)
        joined = encounter.joined(self.fighter, self.after)
        known = system.faults(encounter.fighters, encounter.ids)
        found = [fault for fault in system.faults(joined.fighters, joined.ids) if fault not in known]
        if found:
            raise FileError([Problem(who, None, field, message) for who, field, message in found])
        return joined

    def describe(self) -> str:
        """The ruling in words."""
        return f"{self.fighter.id} joins {self.fighter.side}"


@dataclass(frozen=True)
class Leave:
    """A fighter leaves the fight."""

    kind: ClassVar[str] = "leave"
    who: str

    def apply(self, system: System, encounter: Encounter) -> Encounter:
        """The encounter without that fighter; nobody else gains or loses a turn."""
        return system.linked(encounter.left(self.who))

    def describe(self) -> str:
        """The ruling in words."""
        return f"{self.who} leaves the fight"


def _without_moot_timers(system: System, encounter: Encounter, who: str) -> Clock:
    """The clock without the timers of conditions that `who` is no longer in."""
    clock, fighter = encounter.clock, encounter.fighter(who)
    for timer in clock.timers:
        if timer.on == who and system.expire(fighter, timer) == fighter:
            clock = clock.cleared(who, timer.what)
    return clock


def in_order(system: System, values: Iterable[tuple[Any, str, T]]) -> list[tuple[Any, str, T]]:
    """Values to be set on fighters (fighter, name, value), in the order in which the system lists what can be set.

    So it makes no difference in which order people write them.
    """

    def rank(entry: tuple[Any, str, T]) -> int:
        known = list(system.settable(entry[0]))
        return known.index(entry[1]) if entry[1] in known else len(known)

    return sorted(values, key=rank)


def _must_have_a_place(encounter: Encounter, who: str, before: bool = True) -> None:
    """Somebody named in a ruling has to be in the order; `before` the first round it may be enough to be there."""
    if not who:
        return
    encounter.fighter(who)
    if (encounter.clock.round or not before) and who not in encounter.clock.order:
        raise BadValue("order", who, "somebody who is in the order of this round")


Ruling: TypeAlias = Amend | Withdraw | SetValue | SetFact | Reorder | Join | Leave

#: every kind of ruling by its name
RULINGS: dict[str, type[Any]] = {r.kind: r for r in (Amend, Withdraw, SetValue, SetFact, Reorder, Join, Leave)}
