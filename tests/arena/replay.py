"""Fights of the kernel played again on the reference, act by act, with what was drawn forced upon the dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from affray.arena import codes
from affray.arena.engine import Engine, Happening
from affray.encounter import Encounter, felt, proceed, standing
from affray.system import Action, Effect
from affray.table import Mix, Table


class Forced(Table):
    """A table on which every fork goes the way of `path`; behind its end the first way is taken and noted."""

    def __init__(self, encounter: Encounter, will: Any, path: list[int]) -> None:
        super().__init__(encounter.options)
        self.will, self.path, self.widths, self.depth = will, path, [], 0

    def roll(self, *rolls: Any) -> Any:
        values = tuple(self._fork(roll.outcomes().items) for roll in rolls)
        return values[0] if len(values) == 1 else values

    def ask(self, *questions: Any) -> Any:
        answers = []
        for question in questions:
            choice = self.will(question)
            answers.append(self._fork(choice.of(question)) if isinstance(choice, Mix) else question.read(choice))
        return answers[0] if len(answers) == 1 else tuple(answers)

    def _fork(self, items: Any) -> Any:
        if self.depth == len(self.path):
            self.path.append(0)
        self.widths.append(len(items))
        value = items[self.path[self.depth]][0]
        self.depth += 1
        return value


class Numbers(Table):
    """A table for what comes between two acts: everybody rolls for the order what the kernel drew."""

    def __init__(self, encounter: Encounter, drawn: dict[str, tuple[int, Any]]) -> None:
        super().__init__(encounter.options)
        self.drawn = drawn

    def roll(self, *rolls: Any) -> Any:
        values = []
        for roll in rolls:
            assert roll.who in self.drawn, f"{roll.purpose} between two acts"
            number = self.drawn[roll.who][0]
            assert number in dict(roll.outcomes().items)
            values.append(number)
        return values[0] if len(values) == 1 else tuple(values)

    def ask(self, *questions: Any) -> Any:
        answers = tuple(getattr(self.drawn[question.who][1], question.key) for question in questions)
        return answers[0] if len(answers) == 1 else answers


class Picked:
    """Luck that takes one index."""

    def __init__(self, index: int) -> None:
        self.index = index

    def below(self, n: int) -> int:
        return min(self.index, n - 1)


@dataclass
class Replay:
    """Replays fights of one engine; paths that were found stay, by cell and outcome."""

    engine: Engine
    paths: dict[tuple[int, int], list[list[int]]] = field(default_factory=dict)
    acts: int = 0

    def fight(self, number: int) -> tuple[Encounter, int]:
        """Replay one fight to its end; the encounter then, and how many rounds it had."""
        happenings = self.engine.trace(number)
        encounter, at = self.engine.encounter, 0
        state = self.engine._start
        length = 0
        while True:
            drawn, before = {}, at
            while at < len(happenings) and happenings[at].kind != "act":
                one = happenings[at]
                if one.kind == "event" and one.what == codes.ORDER:
                    outcome = one.cell.outcomes[one.outcome]
                    form = self.engine.cells.forms[outcome.forms[0]].fighter
                    drawn[encounter.fighters[one.actor].id] = (outcome.number, form)
                if one.kind == "first":
                    drawn = self.in_order(encounter, one)
                if one.kind == "round":
                    length = one.actor
                at += 1
            if at > before:
                state = happenings[at - 1].states
            encounter = proceed(self.engine.system, encounter, Numbers(encounter, drawn), self.engine.limit)
            self.compare(encounter, state, f"fight {number}, before act {at}")
            if at == len(happenings):
                assert encounter.over or encounter.step is None
                return encounter, length
            one = happenings[at]
            assert encounter.clock.round == length
            encounter = self.act(encounter, one, f"fight {number}, act {at}")
            state = one.states
            at += 1
            self.acts += 1

    def in_order(self, encounter: Encounter, one: Happening) -> dict[str, tuple[int, Any]]:
        """Numbers for two that put them in the order that the kernel drew without any."""
        forms = [self.engine.cells.forms[int(number)] for number in one.states[codes.FORM]]
        cells = [self.engine.cells.order(form.number) for form in forms]
        encounter = felt(self.engine.system, encounter, Numbers(encounter, {}))
        for pair in product(*(cell.outcomes for cell in cells)):
            drawn = {f.id: (o.number, form.fighter) for f, o, form in zip(encounter.fighters, pair, forms, strict=True)}
            settled = self.engine.system.settle_order(encounter, Numbers(encounter, drawn))
            first = settled.clock.order[0] == encounter.fighters[one.actor].id
            if bool(settled.clock.tied) == bool(one.what) and (one.what or first):
                return drawn
        raise AssertionError(f"{encounter.fighters[one.actor].id} cannot be first")

    def act(self, encounter: Encounter, one: Happening, where: str) -> Encounter:
        """One act on the reference: the same choice by the same fighter, and what was drawn come of it."""
        assert encounter.step is not None, where
        actor = encounter.fighters[one.actor]
        assert encounter.step.who == actor.id, where
        target = encounter.fighters[one.target] if one.target >= 0 else None
        action = real(one.cell.action, actor, target)
        chosen = set(self.choices(encounter, target))
        assert action in chosen, f"{where}: {action} is none of {chosen}"
        place, outcome = (one.row, one.outcome), one.cell.outcomes[one.outcome]
        held = (*encounter.held, *(Effect(target.id, what, amount) for what, amount in outcome.held))
        for path in self.paths.setdefault(place, []):
            after, table = self.perform(encounter, action, list(path))
            if table.depth == len(path) and after.held == held and self.same(encounter, after, one):
                return after
        path: list[int] = []
        while True:
            after, table = self.perform(encounter, action, path)
            if after.held == held and self.same(encounter, after, one):
                self.paths[place].append(list(path))
                return after
            while path and path[-1] + 1 == table.widths[len(path) - 1]:
                path.pop()
            assert path, f"{where}: nothing that can come of {action} leads to {one.cell.outcomes[one.outcome]}"
            path[-1] += 1

    def choices(self, encounter: Encounter, target: Any) -> Iterator[Action]:
        """What the reference would do: one action, or with a random aim one for each pick that fits the target."""
        tactic, system = self.engine.tactic, self.engine.system
        foes = [f.id for f in encounter.foes(encounter.step.who) if system.able(f, encounter.options)]
        for index in range(len(foes)) if target is None else [foes.index(target.id)]:
            yield tactic.choose(system, encounter, Picked(index))

    def perform(self, encounter: Encounter, action: Action, path: list[int]) -> tuple[Encounter, Forced]:
        table = Forced(encounter, self.engine.tactic.will(self.engine.system, encounter), path)
        after = self.engine.system.perform(encounter, action, table).encounter
        del path[table.depth :]
        return after, table

    def same(self, before: Encounter, after: Encounter, one: Happening) -> bool:
        """Whether everybody is as the kernel has it, and the same turns have come up by that."""
        below = len(before.agenda) - 1  # the turn itself is off the agenda, unless it goes on
        begun = [(step.who, step.kind) for step in after.agenda[below:]]
        pair = (before.ids[one.actor], before.ids[one.target] if one.target >= 0 else "")
        told = [(pair[who], mode.kind) for who, mode in one.cell.outcomes[one.outcome].steps]
        return begun == told and not any(self.differences(after, one.states))

    def compare(self, encounter: Encounter, states: Any, where: str) -> None:
        found = list(self.differences(encounter, states))
        assert not found, f"{where}: {found}"

    def differences(self, encounter: Encounter, states: Any) -> Iterator[str]:
        """What is not alike in the encounter and in the states of the kernel."""
        engine, ids = self.engine, encounter.ids
        for fighter, state in zip(encounter.fighters, states.T, strict=True):
            form = engine.cells.forms[int(state[codes.FORM])]
            left, has = int(state[codes.LEFT]), points(engine, fighter)
            if has != left:
                yield f"{fighter.id} has {has} points, not {left}"
            if fighter.position != state[codes.PLACE]:
                yield f"{fighter.id} is at {fighter.position}, not at {state[codes.PLACE]}"
            if engine.system.able(fighter, encounter.options) != bool(state[codes.ABLE]):
                yield f"{fighter.id} is able or not"
            if engine.system.alive(fighter) != (left >= form.alive):
                yield f"{fighter.id} lives or not"
            if left < form.alive or (left < form.able and form.able != 1 << 30):
                continue  # whoever is down stays down; what else is the matter with him makes no difference
            number, links = engine.cells.forms.of(fighter)
            if number != form.number:
                yield f"{fighter.id} is {engine.cells.forms[number].fighter}, not {form.fighter}"
            known = [int(link) for link in state[[codes.LINK0, codes.LINK1]] if link >= 0]
            if [ids.index(link) for link in links] != known:
                yield f"{fighter.id} is linked with {links}, not with {[ids[link] for link in known]}"
            if (ids.index(fighter.foe) if fighter.foe else -1) != state[codes.FOE]:
                yield f"{fighter.id} goes for {fighter.foe}, not for place {state[codes.FOE]}"
            running = {t.what: t.left for t in encounter.clock.timers if t.on == fighter.id}
            pairs = ((codes.TIMER0, codes.ROUNDS0), (codes.TIMER1, codes.ROUNDS1))
            told = {engine.tables.timers[state[what]]: int(state[left_]) for what, left_ in pairs if state[what] >= 0}
            if running != told:
                yield f"timers of {fighter.id}: {running}, not {told}"

    def check_counts(self, number: int, encounter: Encounter, length: int) -> None:
        """The engine's own counts of one fight say how it ended on the reference."""
        counts = self.engine.run(number, 1)
        winners = standing(self.engine.system, encounter)
        assert counts.lengths[length] == 1
        assert counts.draws == (not winners)
        assert counts.limit == (not encounter.over)
        if encounter.over and winners:
            assert counts.wins[counts.sides.index(winners[0])] == 1
        for place, side in enumerate(counts.sides):
            own = [f for f in encounter.fighters if f.side == side]
            alive = [f for f in own if self.engine.system.alive(f)]
            assert counts.survivors[place, len(alive)] == 1
            assert counts.remains[place, sum(max(0, points(self.engine, f)) for f in alive)] == 1
            began = {f.id: points(self.engine, f) for f in self.engine.encounter.fighters}
            assert counts.lost[place] == sum(began[f.id] - points(self.engine, f) for f in own)


def points(engine: Engine, fighter: Any) -> int:
    """What is left to a fighter."""
    return int(getattr(fighter, engine.cells.forms.counter))


def real(action: Any, actor: Any, target: Any) -> Action:
    """An action of a cell as it is in the fight."""
    if isinstance(getattr(action, "to", None), int):  # a move, counted from the actor towards the target
        sign = 1 if target is None or target.position >= actor.position else -1
        action = replace(action, to=actor.position + sign * action.to)
    names = {"A": actor.id, "B": target.id if target else "B"}
    return replace(action, **{key: names[value] for key, value in vars(action).items() if value in names})
