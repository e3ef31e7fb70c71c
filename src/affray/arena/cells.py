"""Cells: what one fighter does about another, and the exact law of what comes of it, by the rules that people play.

A cell is worked out on a small encounter of its own: the actor `A` at 0, the target `B` at a distance, and somebody out
of the way for each third fighter that one of them is linked with. The system's own `habit` says what `A` does, its own
`perform` on an `EveryTable` what follows. Nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

from affray.arena.forms import NOBODY, Form, Forms, Untabulated
from affray.arena.tactics import Tactic
from affray.clock import Clock, Edge, Timer
from affray.encounter import Encounter, Step, strike
from affray.every import BUDGET, EveryTable, OverBudget
from affray.frozen import changed
from affray.lumps import Lumps
from affray.system import Action, Effect, System
from affray.table import Table

__all__ = ["FAR", "LATE", "NEAR", "OTHER", "PARTNER", "PLANS", "SOMEBODY", "TURN"]
__all__ += ["Cell", "Cells", "Held", "Mode", "Outcome", "Pair"]

#: relations of a link: there is none, to somebody far away, to somebody near, to the other of the pair
NONE, OTHER, NEAR, PARTNER = range(4)
#: where those stand who are out of the way, in units of length
FAR = 1_000_000
#: plans that every system knows; those of its own come after them
PLANS = ("retreat", "surrender")


class Mode(NamedTuple):
    """What is particular about a turn: the kind of its step, its cause, and its facts."""

    kind: str = "turn"
    cause: str = ""
    facts: tuple[tuple[str, Any], ...] = ()


TURN, LATE = Mode(), Mode(cause="late")
SOMEBODY = "*"  # the cause of a turn that somebody else gave rise to
Held: TypeAlias = tuple[tuple[str, Any], ...]


class Pair(NamedTuple):
    """What a cell is looked up by.

    `actor` and `target` are forms (`NOBODY`: about nobody in particular), `relations` those of the links of both.
    `together`: they act at the same time, this is the turn of the actor, and the target has still to act. `caused`:
    the target gave rise to this turn.
    """

    actor: int
    target: int
    distance: int
    mode: Mode = TURN
    plan: str = ""
    relations: tuple[int, ...] = (NONE, NONE, NONE, NONE)
    together: bool = False
    caused: bool = False


class Outcome(NamedTuple):
    """One way in which a cell can come out.

    `forms` are those of actor and target after it, `losses` the points they lost, `moves` how far they moved, counted
    from the actor towards the target. `links` tell where each link of the actor, then of the target, comes from: 0 for
    none, 1 or 2 for its own first or second, 3 for the other of the pair. `steps` are turns that follow, the next one
    last: (0 for the actor or 1 for the target, mode). `foes`: whether actor and target have each other as the one they
    go for. `late`: whether the actor's turn was put off. `timers`: (0 or 1, what, rounds) that began to run. `number`
    is what a fighter acts on, where the order is settled; None for who has no place in it. `held` is what the target
    feels only later, as (what, amount).
    """

    forms: tuple[int, int]
    losses: tuple[int, int] = (0, 0)
    moves: tuple[int, int] = (0, 0)
    links: tuple[int, int, int, int] = (0, 0, 0, 0)
    steps: tuple[tuple[int, Mode], ...] = ()
    foes: tuple[bool, bool] = (False, False)
    late: bool = False
    timers: tuple[tuple[int, str, int], ...] = ()
    number: int | None = None
    held: Held = ()


@dataclass(frozen=True)
class Cell:
    """What is done (None for what nobody decides), and all that can come of it with its chances, ordered by value."""

    action: Action | None
    outcomes: tuple[Outcome, ...]
    weights: tuple[float, ...]


class Cells:
    """Works cells out, one at a time; whoever asks keeps them."""

    def __init__(self, system: System, encounter: Encounter, tactic: Tactic | None = None) -> None:
        self.system, self.options, self.scene = system, encounter.options, encounter.scene
        self.tactic = tactic or Tactic()
        self.forms = Forms(system, encounter.options, self.tactic)
        self.schedule = system.schedule(encounter.options)
        self._tables: dict[tuple[Any, ...], EveryTable] = {}
        self._fighters: dict[tuple[Any, ...], Any] = {}
        self._dummy: Any = None

    # -- cells ---------------------------------------------------------------------------------------------------

    def pair(self, pair: Pair) -> Cell | None:
        """What the actor does about the target, and what comes of it; None where it does nothing about this one."""
        step = Step(pair.mode.kind, "A", cause="B" if pair.caused else pair.mode.cause, facts=pair.mode.facts)
        encounter = self._stage(pair, (*_below(pair), step), linked=True)
        target = "" if pair.target == NOBODY else "B"
        action = self.system.habit(encounter, "A", target, pair.plan)
        if action is None:
            return None
        return self._cell(encounter, pair, action, _performed, self.system, encounter, action)

    def order(self, form: int) -> Cell:
        """What a fighter acts on, as the order of a round is settled."""
        pair = Pair(form, NOBODY, 0)
        encounter = self._stage(pair, ())
        encounter = encounter.with_clock(Clock(round=1))
        return self._cell(encounter, pair, None, _ordered, self.system, encounter, ordering=True)

    def round_end(self, form: int) -> Cell | None:
        """What the end of a round brings to a fighter; None where it never brings anything."""
        pair = Pair(form, NOBODY, 0)
        encounter = self._stage(pair, ())
        return self._unless_idle(pair, self._cell(encounter, pair, None, _ended, self.system, encounter))

    def begun(self, form: int, mode: Mode) -> Cell | None:
        """What the beginning of a turn brings; None where it brings nothing."""
        pair = Pair(form, NOBODY, 0, mode)
        step = Step(mode.kind, "A", cause=mode.cause, facts=mode.facts)
        encounter = self._stage(pair, (step,))
        cell = self._cell(encounter, pair, None, _begun, self.system, encounter, step)
        if any(outcome.steps != ((0, mode),) for outcome in cell.outcomes):
            raise Untabulated("a turn that plays itself from its beginning")
        plain = tuple(outcome._replace(steps=()) for outcome in cell.outcomes)
        return self._unless_idle(pair, replace(cell, outcomes=plain))

    def edge(self, form: int, edge: Edge) -> Cell | None:
        """What comes back by itself at an edge of time; None where nothing does."""
        back = [what for what, when in self.schedule.refreshes if when == edge]
        return self._changed(form, lambda fighter: _each(self.system.refresh, fighter, back))

    def expired(self, form: int, what: str) -> Cell | None:
        """A timed condition comes to its end."""
        return self._changed(form, lambda f: self.system.expire(f, Timer("A", what, "", "round-end", 1)))

    def released(self, form: int, held: Held) -> Cell | None:
        """What was held is felt; None where that changes nothing."""
        pair = Pair(form, NOBODY, 0)
        encounter = self._stage(pair, ())
        effects = tuple(Effect("A", what, amount) for what, amount in held)
        return self._unless_idle(pair, self._cell(encounter, pair, None, _felt, self.system, encounter, effects))

    def _changed(self, form: int, change: Callable[[Any], Any]) -> Cell | None:
        pair = Pair(form, NOBODY, 0)
        encounter = self._stage(pair, ())
        after = encounter.with_fighter(change(encounter.fighter("A")))
        return self._unless_idle(pair, Cell(None, (self._outcome(encounter, after, pair),), (1.0,)))

    def _unless_idle(self, pair: Pair, cell: Cell) -> Cell | None:
        links = self.forms[pair.actor].links
        same = Outcome((pair.actor, NOBODY), links=(int(links > 0), 2 * int(links > 1), 0, 0))
        return None if cell.outcomes == (same,) else cell

    # -- the small encounter -------------------------------------------------------------------------------------

    def _stage(self, pair: Pair, agenda: tuple[Step, ...], linked: bool = False) -> Encounter:
        relations = pair.relations
        actor = self._placed(self.forms[pair.actor], "A", "B", 0, relations[:2])
        fighters = [actor]
        order: tuple[str, ...] = ("A",)
        if pair.target != NOBODY:
            order = ("A", "B")
            fighters.append(self._placed(self.forms[pair.target], "B", "A", pair.distance, relations[2:]))
        for who, own in (("A", relations[:2]), ("B", relations[2:])) if linked else ():
            for number, relation in enumerate(own):
                if relation in (OTHER, NEAR):
                    place = 0 if relation == NEAR else -FAR if who == "A" else FAR
                    # on its own side, so that nobody minds it
                    fighters.append(replace(self._nobody(), id=f"{who.lower()}{number}", side=who, position=place))
        waiting = ("B",) if pair.target != NOBODY else ()
        tied = (("A", "B"),) if pair.together else ()
        clock = Clock(round=1, order=order, numbers=(0,) * len(order), waiting=waiting, tied=tied)
        return Encounter(self.system.name, self.options, tuple(fighters), self.scene, clock, agenda)

    def _placed(self, form: Form, who: str, partner: str, position: int, relations: tuple[int, ...]) -> Any:
        # the same one each time, with all that was worked out of it
        place = form.number, who, position, relations
        if place not in self._fighters:

            def name(link: str) -> str:
                number = int(link[1:])
                return partner if relations[number] == PARTNER else f"{who.lower()}{number}"

            fighter = self.system.renamed(form.fighter, name) if form.links else form.fighter
            self._fighters[place] = changed(fighter, id=who, side=who, name=who, position=position)
        return self._fighters[place]

    def _nobody(self) -> Any:
        """A fighter without links, to stand about."""
        if self._dummy is None:
            self._dummy = next((form.fighter for form in self.forms.all if not form.links), None)
            if self._dummy is None:
                raise Untabulated("everybody has to do with everybody")
        return self._dummy

    # -- laws ----------------------------------------------------------------------------------------------------

    def _cell(
        self, before: Encounter, pair: Pair, action: Action | None, rule: Any, *values: Any, ordering: bool = False
    ) -> Cell:
        table = self._table(before)
        table.lumps = Lumps(self.system, before, _told)
        try:
            law = table.law(self._after, before, pair, ordering, rule, values)
        except OverBudget:
            raise Untabulated(f"more than {BUDGET} ways in which one act can come out") from None
        found = {outcome: float(weight) for outcome, weight in law.weights.items()}
        line = sorted(found, key=self._by_value)
        # what was cut off open-ended dice is as likely to be anything else
        whole = sum(found.values()) if law.cut else 1.0
        return Cell(action, tuple(line), tuple(found[outcome] / whole for outcome in line))

    def _table(self, encounter: Encounter) -> EveryTable:
        """One table for all whose orders are alike: it remembers every exchange that it has worked out."""
        orders = tuple(fighter.orders for fighter in encounter.fighters[:2])
        table = self._tables.get(orders)
        if table is None:
            table = self._tables[orders] = EveryTable(self.options, self.tactic.will(self.system, encounter))
        return table

    def _by_value(self, outcome: Outcome) -> tuple[Any, ...]:
        """A key that orders outcomes alike whenever their forms came up."""
        forms, losses, moves, links, steps, foes, late, timers, acts_on, held = outcome
        told = repr(steps) if steps else "()", repr(held) if held else "()"
        number = -FAR if acts_on is None else acts_on
        keys = [self.forms[form].key if form else b"" for form in forms]
        return losses, moves, links, told[0], foes, late, timers, number, told[1], *keys

    def _after(
        self, before: Encounter, pair: Pair, ordering: bool, rule: Any, values: tuple[Any, ...], table: Table
    ) -> Outcome:
        return self._outcome(before, rule(*values, table), pair, ordering)

    def _outcome(self, before: Encounter, after: Encounter, pair: Pair, ordering: bool = False) -> Outcome:
        """What is different after an act."""
        both = 2 if pair.target != NOBODY else 1
        if after.scene != before.scene or after.fighters[both:] != before.fighters[both:]:
            raise Untabulated("an act that concerns more than two")
        counter, below = self.forms.counter, _below(pair) if before.agenda else ()
        if after.agenda[: len(below)] != below:
            raise Untabulated("an act that ends a turn below it")
        forms, losses, moves, foes = [NOBODY, NOBODY], [0, 0], [0, 0], [False, False]
        links = [0, 0, 0, 0]
        for place in range(both):
            old, new = before.fighters[place], after.fighters[place]
            # points lost stand beside the form, which may change with them
            forms[place], names = self.forms.of(changed(new, **{counter: getattr(old, counter)}))
            losses[place] = getattr(old, counter) - getattr(new, counter)
            moves[place] = new.position - old.position
            foes[place] = new.foe != old.foe
            own = "ab"[place]
            known = {f"{own}0": 1, f"{own}1": 2, "BA"[place]: 3}
            for number, link in enumerate(names):
                if link not in known:
                    raise Untabulated("a fighter has to do with somebody who is not there")
                links[2 * place + number] = known[link]
        acts_on, late, timers = self._time(before.clock, after.clock, ordering)
        return Outcome(
            (forms[0], forms[1]),
            (losses[0], losses[1]),
            (moves[0], moves[1]),
            (links[0], links[1], links[2], links[3]),
            tuple(self._turn(step) for step in after.agenda[len(below) :]),
            (foes[0], foes[1]),
            late,
            timers,
            acts_on,
            tuple(self._kept(effect) for effect in after.held),
        )

    def _kept(self, effect: Effect) -> tuple[str, Any]:
        if effect.who != "B" or {"A", "B"} & set(_texts(effect.amount)):
            raise Untabulated(f"held till later, and it has to do with more than one: {effect.what}")
        return effect.what, effect.amount

    def _turn(self, step: Step) -> tuple[int, Mode]:
        if not step.decision or step.who not in ("A", "B"):
            raise Untabulated(f"something pending that is no turn: {step.kind}")
        if {"A", "B"} & {value for _, value in step.facts if isinstance(value, str)}:
            raise Untabulated(f"a turn that knows who gave rise to it: {step.kind}")
        other = "A" if step.who == "B" else "B"
        cause = SOMEBODY if step.cause == other else "A" if step.cause == step.who else step.cause
        return int(step.who == "B"), Mode(step.kind, cause, step.facts)

    def _time(
        self, before: Clock, after: Clock, ordering: bool
    ) -> tuple[int | None, bool, tuple[tuple[int, str, int], ...]]:
        """The number acted on, whether the turn was put off, and the timers that began to run."""
        timers = []
        for timer in after.timers:
            if timer.on not in ("A", "B") or timer.whose or timer.edge != "round-end":
                raise Untabulated(f"time that passes by turns: {timer.what}")
            timers.append((int(timer.on == "B"), timer.what, timer.left))
        if ordering:
            return (after.numbers[0] if after.order else None), False, tuple(timers)
        calm = changed(after, timers=())
        if calm == before:
            return None, False, tuple(timers)
        if calm == before.postponed("A"):
            return None, True, tuple(timers)
        raise Untabulated("an act that changes the order")


def _below(pair: Pair) -> tuple[Step, ...]:
    """What is under way below a turn that an act in the own turn of the actor gave rise to."""
    return (Step("turn", "A"),) if pair.together and pair.mode.kind != "turn" else ()


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _texts(part)


def _told(outcome: Outcome, effect: Effect, amount: int) -> Outcome:
    """The outcome for another amount of the same effect, which is held, or has been felt."""
    whats = [what for what, _ in outcome.held] if outcome.held else ()
    if effect.what in whats:
        at = whats.index(effect.what)
        return outcome._replace(held=(*outcome.held[:at], (effect.what, amount), *outcome.held[at + 1 :]))
    rest: list[Any]
    forms, (actor, target), *rest = outcome
    more = amount - effect.amount
    return Outcome(forms, (actor + more, target) if effect.who == "A" else (actor, target + more), *rest)


def _each(change: Callable[[Any, Any], Any], value: Any, arguments: list[Any]) -> Any:
    for argument in arguments:
        value = change(value, argument)
    return value


def _performed(system: System, encounter: Encounter, action: Action, table: Table) -> Encounter:
    return system.perform(encounter, action, table).encounter


def _ordered(system: System, encounter: Encounter, table: Table) -> Encounter:
    return system.settle_order(encounter, table)


def _ended(system: System, encounter: Encounter, table: Table) -> Encounter:
    return system.end_round(encounter, table)


def _begun(system: System, encounter: Encounter, step: Step, table: Table) -> Encounter:
    return system.begin_turn(encounter, step, table)


def _felt(system: System, encounter: Encounter, effects: tuple[Effect, ...], table: Table) -> Encounter:
    return strike(system, encounter, "A", effects, table)
