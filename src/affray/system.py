"""What a system of rules is to the rest of affray: the `System` protocol, the registry, and the index of rules.

Drivers (sessions, odds, simulation, command line, web) know this protocol and nothing else of any system. Systems are
found by the entry points of the group `affray.systems`; none imports another.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from typing import Any, ClassVar, NamedTuple, Protocol

from affray.catalogue import Chart, RuleEntry, RuleIndex, rule
from affray.clock import Schedule, Timer
from affray.encounter import Encounter, Step
from affray.errors import IllegalAction, UnknownName
from affray.options import Options, Profile, Switch
from affray.table import Table

__all__ = [
    "Action",
    "Chart",
    "Deed",
    "Effect",
    "Forbidden",
    "Offer",
    "RuleEntry",
    "RuleIndex",
    "System",
    "Track",
    "find_system",
    "offered",
    "rule",
    "system_names",
]


@dataclass(frozen=True)
class Action:
    """Something a fighter can do; a system subclasses it with the parameters of each kind."""

    kind: ClassVar[str] = "action"
    harmful: ClassVar[bool] = False  # whether it is done to a `target` with dice, so that it has odds
    verb: ClassVar[str] = "succeeds"  # what it does if its dice fall well
    who: str

    def describe(self) -> str:
        """The action in a few words."""
        return f"{self.who}: {self.kind}"


@dataclass(frozen=True)
class Offer:
    """A kind of action that is open now, with the domain of each parameter.

    `examples` are concrete legal actions worth showing. Not every combination need be legal; `forbid` tells.
    """

    kind: str
    domains: Mapping[str, tuple[Any, ...] | range]
    examples: tuple[Action, ...]


@dataclass(frozen=True)
class Forbidden:
    """Why an action is not allowed: the rule's id, and the reason in plain words."""

    rule: str
    reason: str

    def error(self, action: Action) -> IllegalAction:
        """The error that says so."""
        return IllegalAction(action.describe(), self.rule, self.reason)


class Effect(NamedTuple):
    """One thing that an exchange does: to whom (an id), what, how much or which (any frozen value).

    What may be held (see `encounter.strike`) has an amount of numbers, texts and tuples alone, so that records keep it.
    """

    who: str
    what: str
    amount: Any = 0


@dataclass(frozen=True)
class Deed:
    """The frozen record of what was done: the encounter after it, whether it connected, and who was aimed at."""

    encounter: Encounter
    hit: bool = False
    target: str = ""


@dataclass(frozen=True)
class Track:
    """A counter that harm is marked on: what is left, and the full number."""

    name: str
    left: int
    full: int


class System(Protocol):
    """One system of rules, as drivers see it.

    `unit` is the unit of length; `actions` maps each kind of action to its class; `sheet` and `scene` are the pydantic
    models of what people write; `gear` maps each section of own gear in a fight file to the
    model of one piece; `orders` names the questions that standing orders can answer, with all their options;
    `purposes` names every number that a ruling can change, as the `purpose` of a check or tally. `plans` names the
    styles that fighters can follow, with a few words on each, the usual one first. `counters` are the fields of a
    fighter that harm is counted in, and `near` is how near somebody has to be for a link with it to matter. `counted`
    maps kinds of effects to the counter that their amount is taken from: nothing else hangs on the amount, but whether
    it is 0 and how able and alive it leaves whom it is for.
    `Any` stands for the system's own frozen fighter.
    """

    name: str
    title: str
    version: str
    unit: str
    switches: tuple[Switch, ...]
    profiles: tuple[Profile, ...]
    actions: Mapping[str, type[Action]]
    fighter_type: type[Any]
    sheet: type[Any]
    scene: type[Any]
    gear: Mapping[str, type[Any]]
    orders: Mapping[str, tuple[str, ...]]
    purposes: tuple[str, ...]
    plans: Mapping[str, str]
    counters: tuple[str, ...]
    counted: Mapping[str, str]
    near: int

    def rules(self) -> RuleIndex:
        """The index of all rules with their carriers."""
        ...

    def armoury(self) -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
        """The system's own gear and creatures: section, then name, then the fields as people write them."""
        ...

    def template(self) -> str:
        """A commented fight file that runs as it stands."""
        ...

    def fighter(self, sheet: Any, who: str, side: str, position: int, orders: Mapping[str, str]) -> Any:
        """A fighter fresh from a validated sheet, with an id, a side, a place and standing orders."""
        ...

    def faults(self, fighters: Sequence[Any], placed: Collection[str] = ()) -> Sequence[tuple[str, str, str]]:
        """What is wrong with these fighters together: whose sheet, which field of it, and a message for each fault.

        `placed` are the ids of those who stand where somebody put them; the others stand where the program did.
        """
        ...

    def linked(self, encounter: Encounter, fixed: Collection[str] = ()) -> Encounter:
        """The encounter with all that links fighters put right after somebody was put in, set by hand, or taken out.

        The ids in `fixed` stay where they are; whoever is linked with them comes to them.
        """
        ...

    def schedule(self, options: Options) -> Schedule:
        """How rounds run."""
        ...

    def able(self, fighter: Any, options: Options) -> bool:
        """Whether the fighter can act at all."""
        ...

    def alive(self, fighter: Any) -> bool:
        """Whether the fighter lives; whoever fled or surrendered does, though it cannot act any more."""
        ...

    def tracks(self, fighter: Any) -> tuple[Track, ...]:
        """The counters that harm is marked on; the first is the one that people look at."""
        ...

    def conditions(self, fighter: Any, options: Options) -> tuple[str, ...]:
        """What else is the matter with the fighter, in words."""
        ...

    def settle_order(self, encounter: Encounter, table: Table) -> Encounter:
        """Settle the order of a round; the clock has the round's number already."""
        ...

    def begin_turn(self, encounter: Encounter, step: Step, table: Table) -> Encounter:
        """What happens as a turn begins; the step is on top of the agenda."""
        ...

    def end_round(self, encounter: Encounter, table: Table) -> Encounter:
        """What the end of a round brings by itself: poison works, fires burn."""
        ...

    def resolve(self, encounter: Encounter, step: Step, table: Table) -> Encounter:
        """Resolve a pending step that needs no decision; it has been taken off the agenda."""
        ...

    def refresh(self, fighter: Any, what: str) -> Any:
        """The fighter as something comes back by itself, by a name in the schedule's `refreshes`."""
        ...

    def expire(self, fighter: Any, timer: Timer) -> Any:
        """The fighter as a timed condition ends."""
        ...

    def offers(self, encounter: Encounter) -> tuple[Offer, ...]:
        """The kinds of action open to whoever has the decision now."""
        ...

    def domains(self, encounter: Encounter, who: str) -> Mapping[str, Mapping[str, tuple[Any, ...] | range]]:
        """For each kind of action, the values that each of its parameters can take for that fighter, legal or not."""
        ...

    def forbid(self, encounter: Encounter, action: Action) -> Forbidden | None:
        """Why the action is not allowed now, or None: the one function behind "can" and "do"."""
        ...

    def perform(self, encounter: Encounter, action: Action, table: Table) -> Deed:
        """Do an action that is allowed, with all that comes of it; `IllegalAction` where it is not."""
        ...

    def apply(self, fighter: Any, effect: Effect, table: Table) -> Any:
        """The fighter after one effect."""
        ...

    def settable(self, fighter: Any) -> Mapping[str, str]:
        """What a game master may set on that fighter by hand: name, and what it may be in words."""
        ...

    def set_value(self, fighter: Any, name: str, value: Any, others: Sequence[str] = ()) -> Any:
        """The fighter with a number or condition set by hand; `UnknownName` or `BadValue` where that cannot be.

        `others` are the ids of everybody in the fight, for values that name somebody.
        """
        ...

    def carried(self, old: Any, fresh: Any, rested: bool, options: Options) -> Any:
        """The fighter `fresh` from its sheet with what lasts of `old`, who comes from a fight that is over.

        `rested` says whether there was a rest in between; `options` are those of the fight to come.
        """
        ...

    def habit(self, encounter: Encounter, who: str, target: str, plan: str) -> Action | None:
        """What an ordinary fighter who follows that plan does now about one target; None: nothing about this one.

        With "" for a target: what it does about nobody in particular, which is always something. `plan` is one of
        `plans`, or "retreat" (away from the target until it can flee) or "surrender".
        """
        ...

    def inclined(self, fighter: Any, key: str, plan: str, options: Options) -> str | int | None:
        """What a fighter who follows that plan answers to the question `key`, by its own state alone.

        None: as the rule suggests. Standing orders go first.
        """
        ...

    def essence(self, fighter: Any, options: Options) -> Any:
        """The fighter as far as its future hangs on it, for tables of many fights: equal ones share a place there.

        Its own id, side and name are gone, it stands at 0, and its counters are so high that nothing takes the last of
        them. What hangs on how much it has lost stays as it was.
        """
        ...

    def band(self, essence: Any, options: Options) -> tuple[int, int]:
        """The least and the most points left with which an essence stays what it is, as whole numbers.

        It need not tell those who are out of the fight from others.
        """
        ...

    def banded(self, essence: Any, points: int, options: Options) -> Any:
        """The essence as it is with so many points left, which may lie outside of its band."""
        ...

    def renamed(self, fighter: Any, name: Callable[[str], str]) -> Any:
        """The fighter with the ids of all others in it, one after the other in a fixed order, put through `name`."""
        ...

    def tie_key(self, fighter: Any, options: Options) -> tuple[int, ...]:
        """What settles the order between fighters with the same number, highest first; the roster comes after it."""
        ...

    def too_rich(self, encounter: Encounter) -> str:
        """Why this fight cannot be tabulated by pairs of fighters, in words; "" if it can."""
        ...

    def stage(self, encounter: Encounter, action: Action, closing: bool = False) -> Encounter:
        """The encounter as if it were the turn for that action, for odds outside of a fight.

        With `closing`, also as if whoever acts had come as near to the target as the action needs.
        """
        ...


def offered(
    encounter: Encounter,
    domains: Callable[[Encounter, Any], Mapping[str, Mapping[str, tuple[Any, ...] | range]]],
    examples: Callable[[Encounter, Any, str], Iterable[Action]],
    forbid: Callable[[Encounter, Action], Forbidden | None],
) -> tuple[Offer, ...]:
    """The kinds of action open to whoever has the decision, for a system that knows domains and examples of each."""
    step = encounter.step
    if step is None or not step.decision:
        return ()
    who = encounter.fighter(step.who)
    found = []
    for kind, domain in domains(encounter, who).items():
        allowed = tuple(action for action in examples(encounter, who, kind) if forbid(encounter, action) is None)
        if allowed:
            found.append(Offer(kind, domain, allowed))
    return tuple(found)


def system_names() -> tuple[str, ...]:
    """The names of all registered systems, sorted."""
    return tuple(sorted(point.name for point in entry_points(group="affray.systems")))


@cache
def find_system(name: str) -> System:
    """The system of that name; a unique beginning of it will do; `UnknownName` otherwise."""
    points = {point.name: point for point in entry_points(group="affray.systems")}
    near = [known for known in points if known == name] or [k for k in points if name and k.startswith(name.lower())]
    if len(near) != 1:
        raise UnknownName("system", name, sorted(points))
    system: System = points[near[0]].load()
    return system
