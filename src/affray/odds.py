"""The odds of an action as a player wants them: does it connect, how much does it take, who is out afterwards.

They are computed by doing the action on an `EveryTable` and reading the fight after it, so they include whatever
follows: death, knock-outs, and all rulings that wait for the next check.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple

from affray.arena.tactics import Tactic
from affray.dice.checks import Weight
from affray.encounter import Encounter, felt
from affray.every import BUDGET, Law, OpenQuestion, odds
from affray.lumps import Lumps
from affray.system import Action, Effect, System
from affray.table import Amendment, Answer, Mix, Pending, Question, ScriptTable, Table, Will

__all__ = ["ActionOdds", "action_odds", "consequence", "left_open", "odds_by_option"]

#: answers fixed beforehand: (who or "", key of the question) -> option
Fixed = Mapping[tuple[str, str], str | int]


class Consequence(NamedTuple):
    """What one action did to one target: did it connect, points marked by track, and is the target out."""

    hit: bool
    losses: tuple[tuple[str, int], ...]
    out: bool

    @property
    def loss(self) -> int:
        """Points marked on all tracks together."""
        return sum(points for _, points in self.losses)


def consequence(system: System, encounter: Encounter, action: Action, target: str, table: Table) -> Consequence:
    """Do the action and read off what became of the target; a rule like any other, for any table.

    What the target will feel only later, as it acts at the same time, counts too.
    """
    before = felt(system, encounter, table).fighter(target)
    deed = system.perform(encounter, action, table)
    after = felt(system, deed.encounter, table).fighter(target)
    losses = tuple(
        (old.name, old.left - new.left) for old, new in zip(system.tracks(before), system.tracks(after), strict=True)
    )
    return Consequence(deed.hit, losses, not system.able(after, encounter.options))


@dataclass(frozen=True)
class ActionOdds:
    """The odds of one action against one target.

    `hit`: it connects or succeeds by the system's rule, even for 0 points. `loss`: points marked on the target by this
    action, value -> probability; `tracks` the same for each track by itself. `mean`: the mean of `loss`. `out`: the
    target cannot act once all that follows is done. `cut`: mass lost to open-ended dice. `samples`: 0 where exact.
    `open`: decisions that the tactic took because nobody fixed them.
    """

    action: Action
    target: str
    hit: Weight
    loss: Mapping[int, Weight]
    tracks: Mapping[str, Mapping[int, Weight]]
    mean: Weight
    out: Weight
    cut: Weight
    samples: int = 0
    open: tuple[OpenQuestion, ...] = field(default=(), compare=False)
    law: Law | None = field(default=None, compare=False, repr=False)

    def data(self) -> dict[str, Any]:
        """The same as JSON data; probabilities are floats, values of loss are strings as JSON wants its keys."""
        data: dict[str, Any] = {
            "hit": float(self.hit),
            "loss": {str(value): float(weight) for value, weight in self.loss.items()},
            "tracks": {
                name: {str(value): float(weight) for value, weight in law.items()} for name, law in self.tracks.items()
            },
            "mean": float(self.mean),
            "out": float(self.out),
            "cut": float(self.cut),
            "exact": self.samples == 0,
        }
        if self.samples and self.law is not None:
            data["samples"] = self.samples
            data["hit_interval"] = list(self.law.interval(float(self.hit)))
            data["out_interval"] = list(self.law.interval(float(self.out)))
        return data


def action_odds(
    system: System,
    encounter: Encounter,
    action: Action,
    target: str = "",
    *,
    fixed: Fixed | None = None,
    amendments: Iterable[Amendment] = (),
    exact: bool = False,
    tactic: Tactic | None = None,
    budget: int = BUDGET,
    answers: Iterable[Answer] = (),
) -> ActionOdds:
    """The odds of `action` against `target` in that encounter; by default its own target, or else whoever acts.

    `fixed` answers questions beforehand by (fighter, key) or ("", key); the rest is answered by standing orders and the
    rules' suggestions and listed in `open`. `answers` are dice and decisions of this action that are there already.
    A fixed answer that nobody asks for changes nothing; `ActionOdds.law.open` tells what was asked. Raises
    `IllegalAction` where the action is forbidden, `BadAnswer` where a fixed answer is not an option.
    """
    forbidden = system.forbid(encounter, action)
    if forbidden:
        raise forbidden.error(action)
    target = target or str(getattr(action, "target", "")) or action.who
    law = odds(
        consequence,
        system,
        encounter,
        action,
        target,
        options=encounter.options,
        will=_will(system, encounter, fixed or {}, tactic or Tactic()),
        amendments=(*encounter.amendments, *amendments),
        exact=exact,
        budget=budget,
        answers=answers,
        # what is held already would be felt as well, and might end what the amount by itself does not
        lumps=None if encounter.held else Lumps(system, encounter, partial(_told, dict(system.counted), target)),
    )
    loss = law.of(lambda c: c.loss)
    tracks = [track.name for track in system.tracks(encounter.fighter(target))]
    return ActionOdds(
        action=action,
        target=target,
        hit=law.chance(lambda c: c.hit),
        loss=loss,
        # of one track alone it is the loss
        tracks={name: loss if len(tracks) == 1 else law.of(partial(_lost, name)) for name in tracks},
        mean=sum(value * weight for value, weight in loss.items()),
        out=law.chance(lambda c: c.out),
        cut=law.cut,
        samples=law.samples,
        open=tuple(q for q in law.open if not _is_fixed(q, fixed or {})),
        law=law,
    )


def _lost(track: str, result: Consequence) -> int:
    """The points marked on one track."""
    return dict(result.losses)[track]


def _told(counted: Mapping[str, str], target: str, result: Consequence, effect: Effect, amount: int) -> Consequence:
    """The consequence of another amount of harm."""
    if effect.who != target:
        return result
    more, counter = amount - effect.amount, counted[effect.what]
    losses = [(name, points + more if name == counter else points) for name, points in result.losses]
    return Consequence(result.hit, tuple(losses), result.out)


def left_open(system: System, encounter: Encounter, action: Action) -> bool:
    """Whether an action that is allowed asks for dice or decisions at all."""
    try:
        system.perform(encounter, action, ScriptTable((), encounter.options, encounter.amendments))
    except Pending:
        return True
    return False


def odds_by_option(
    system: System,
    encounter: Encounter,
    action: Action,
    target: str = "",
    *,
    fixed: Fixed | None = None,
    amendments: Iterable[Amendment] = (),
    main: ActionOdds | None = None,
    **settings: Any,
) -> dict[tuple[str, str], dict[str | int, ActionOdds]]:
    """For every decision left open: the odds for each of its options, the other decisions as the tactic takes them.

    `main` are the odds with nothing more settled, where they are known already.
    """
    amendments = tuple(amendments)
    if main is None:
        main = action_odds(system, encounter, action, target, fixed=fixed, amendments=amendments, **settings)
    found: dict[tuple[str, str], dict[str | int, ActionOdds]] = {}
    for question in main.open:
        place = (question.who, question.key)
        found[place] = {}
        for option in question.options:
            answers = {**(fixed or {}), place: option}
            one = action_odds(system, encounter, action, target, fixed=answers, amendments=amendments, **settings)
            found[place][option] = replace(one, open=())
    return found


def _is_fixed(question: OpenQuestion | Question, fixed: Fixed) -> bool:
    return (question.who, question.key) in fixed or ("", question.key) in fixed


def _will(system: System, encounter: Encounter, fixed: Fixed, tactic: Tactic) -> Will:
    otherwise = tactic.will(system, encounter)

    def answer(question: Question) -> str | int | Mix:
        for place in ((question.who, question.key), ("", question.key)):
            if place in fixed:
                return question.read(fixed[place])
        return otherwise(question)

    return answer
