"""EveryTable: every way the dice can fall, with its weight. Exact odds of any rule, from the rule itself.

A rule is run once per path. Where it rolls, the run takes the first outcome and comes back for the others (an odometer
over the choices made so far), so that the rule text needs to know nothing of it. Three words make this fast enough:
`sub` is here a single roll over the merged odds of the inner rule, `then` collects equal hand-overs of all paths before
each is played once, `last` mixes a final roll without running the rule again.

Weights are floats, `Fraction` on request. Open-ended dice are cut, and the law says how much mass that cost. Past the
budget of paths the odds are sampled instead and say so, with an interval.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from affray.dice.checks import Roll, Weight
from affray.errors import BrokenPromise
from affray.handed import PLAIN, Handover, Last, Merged, Part
from affray.law import Law, OpenQuestion
from affray.luck import Luck
from affray.lumps import Lump, Lumps
from affray.options import Options
from affray.table import (
    Amendment,
    Answer,
    Inner,
    Mix,
    Question,
    RandomTable,
    Rule,
    Table,
    Will,
    by_default,
    check_faces,
)

__all__ = ["BUDGET", "EveryTable", "Law", "OpenQuestion", "OverBudget", "odds"]

#: paths that an exact answer may cost before it is sampled
BUDGET = 200_000
#: so many rules with their values are known again by sight
SEEN = 64
#: fights that a sampled answer plays
SAMPLES = 20_000


class OverBudget(Exception):
    """The budget of paths is used up."""


class EveryTable(Table):
    """Plays a rule on every path; `law` gives the odds of its result, and remembers those of inner rules.

    `will` answers questions; what it was asked is collected in `open`. A `Mix` forks like dice. `answers` are what was
    thrown and decided already: the law is that of what is still to come. With `lumps`, the first rule within a law that
    gives effects is played on for each lump of them; the law is the same.
    """

    def __init__(
        self,
        options: Options | None = None,
        will: Will = by_default,
        amendments: Iterable[Amendment] = (),
        exact: bool = False,
        budget: int = BUDGET,
        answers: Iterable[Answer] = (),
        lumps: Lumps[Any] | None = None,
    ) -> None:
        # the answers used so far are the same on all paths, until there are none left and paths part
        super().__init__(options, amendments, answers)
        self.will, self.exact, self.budget = will, exact, budget
        self.paths = 0
        self.asked: dict[tuple[str, str], OpenQuestion] = {}
        self.lumps = lumps
        # what the rules come to that a law asks for, and what these ask for, which is only kept for that law
        self._memo: dict[tuple[Rule, tuple[Any, ...], frozenset[int], int], Merged] = {}
        self._passing: dict[tuple[Rule, tuple[Any, ...], frozenset[int], int], Merged] = {}
        # the same by the identity of the values, which are kept so that no other value takes their place
        self._seen: dict[tuple[Any, ...], tuple[tuple[Any, ...], Merged]] = {}
        self._lump: Lump | None = None
        self._outermost = False
        self._choices: list[tuple[tuple[Any, Weight], ...]] = []
        self._path: list[int] = []
        # how many answers were used when a rule came to something, by fork
        self._positions: list[int] = []
        self._depth = 0
        self._weight: Weight = 1.0
        self._cut: Weight = 0.0
        self._one: Weight = Fraction(1) if exact else 1.0

    # -- what rules ask ------------------------------------------------------------------------------------------

    def roll(self, *rolls: Roll) -> Any:
        if self._depth + len(rolls) <= len(self._path) and not (self.amendments or self.answers):
            # this way has been gone before: the same was rolled
            again = tuple(self._replayed() for _ in rolls)
            return again[0] if len(again) == 1 else again
        amended = [self.amend(roll) for roll in rolls]
        given = self._given([part for roll in amended for part in roll.parts])
        values = []
        for roll in amended:
            thrown, given = given[: len(roll.parts)], given[len(roll.parts) :]
            if any(thrown):
                known = [
                    None if answer is None else part.read(check_faces(part, answer.value))
                    for part, answer in zip(roll.parts, thrown, strict=True)
                ]
                outcomes = roll.remaining(known, self.exact)
            else:
                outcomes = roll.outcomes(self.exact)
            values.append(self._fork(outcomes.items, outcomes.cut))
        return values[0] if len(values) == 1 else tuple(values)

    def ask(self, *questions: Question) -> Any:
        answers = []
        for question, said in zip(questions, self._given(questions), strict=True):
            if said is not None:
                answers.append(question.read(said.value))
                continue
            self._remember(question)
            choice = self.will(question)
            if isinstance(choice, Mix):
                answers.append(self._fork(self._shares(choice.of(question)), 0))
            else:
                answers.append(question.read(choice))
        return answers[0] if len(answers) == 1 else tuple(answers)

    def sub(self, rule: Rule, *values: Any) -> Any:
        if self._depth < len(self._path):
            # this way has been gone before: the same rule came to the same
            self.position = self._positions[self._depth]
            value, used = self._replayed()
        else:
            merged = self._inner(rule, values)
            self.position = merged.position
            items: tuple[Any, ...] = merged.items
            if self.lumps is not None and self._outermost and self._lump is None:
                items = self.lumps.of(merged.weights)
            value, used = self._fork(items, merged.cut)
        if type(value) is Lump:
            value, self._lump = value.value, value if len(value.shares) > 1 else None
        if isinstance(value, Part):
            raise BrokenPromise(f"{rule.__name__} answers with marginals; only the rule that ends a law may do that")
        self.used = used
        return value

    def then(self, rule: Rule, *values: Any) -> Any:
        return Handover(rule, values, self.used, self.position)

    def last(self, roll: Roll | Inner, finish: Callable[..., Any], *values: Any) -> Any:
        if self.position < len(self.answers):
            return super().last(roll, finish, *values)
        return Last(roll, finish, values, self.used)

    # -- odds ----------------------------------------------------------------------------------------------------

    def law(self, rule: Rule, *values: Any) -> Law:
        """The exact odds of `rule(*values, table)`; raises past the budget (`odds` samples then)."""
        self.paths = 0
        self._outermost = True
        # what inner rules come to is asked for again; the whole is not, and is large: it is not remembered
        whole = self._apart(rule, values)
        self._passing.clear()
        self._seen.clear()
        plain: dict[Any, Weight] = {}
        marginals: dict[Any, dict[Any, Weight]] = {}
        for (value, _), weight in whole.items:
            if isinstance(value, Part):
                law = marginals.setdefault(value.key, {})
                law[value.value] = law.get(value.value, 0) + weight
            else:
                plain[value] = plain.get(value, 0) + weight
        return Law(plain, whole.cut, self.paths, 0, tuple(self.asked.values()), marginals)

    def _inner(self, rule: Rule, values: tuple[Any, ...]) -> Merged:
        """The merged odds of a rule, worked out once and remembered."""
        same = (rule, self.used, self.position, *map(id, values))
        if same in self._seen:
            return self._seen[same][1]
        memo = self._memo if self._outermost else self._passing
        key = (rule, values, self.used, self.position)
        try:
            known = memo.get(key)
        except TypeError:
            raise _not_frozen(rule, values) from None
        if known is None:
            outermost, lump = self._outermost, self._lump
            self._outermost, self._lump = False, None
            known = memo[key] = self._apart(rule, values)
            self._outermost, self._lump = outermost, lump
        if len(self._seen) == SEEN:
            self._seen.clear()
        self._seen[same] = values, known
        return known

    def _apart(self, rule: Rule, values: tuple[Any, ...]) -> Merged:
        """The merged odds of a rule, played by an odometer of its own."""
        outer = (self._choices, self._path, self._positions, self._depth, self._weight, self._cut)
        used, position = self.used, self.position
        try:
            return self._play(Handover(rule, values, self.used, self.position))
        finally:
            self._choices, self._path, self._positions, self._depth, self._weight, self._cut = outer
            self.used, self.position = used, position

    def _play(self, start: Handover) -> Merged:
        found: dict[Any, Weight] = {}
        wave: dict[Handover, Weight] = {}
        cut = self._paths_of(start, self._one, found, wave)
        while wave:
            following: dict[Handover, Weight] = {}
            for handover, weight in wave.items():
                cut += self._paths_of(handover, weight, found, following)
            wave = following
        return Merged(found, cut, self.position)

    def _paths_of(
        self, start: Handover, weight: Weight, found: dict[Any, Weight], following: dict[Handover, Weight]
    ) -> Weight:
        """Play one rule on all its paths; adds results to `found`, hand-overs to `following`; gives the mass cut."""
        self._choices, self._path, self._positions, self._cut = [], [], [], 0
        while True:
            self.paths += 1
            if self.paths > self.budget:
                raise OverBudget
            self._depth, self._weight, self.used, self.position = 0, weight, start.used, start.position
            self._lump = None
            result = start.rule(*start.values, self)
            self._settle(result, self._weight, found, following)
            while self._path and self._path[-1] + 1 == len(self._choices[-1]):
                self._path.pop()
                self._choices.pop()
                self._positions.pop()
            if not self._path:
                return self._cut
            self._path[-1] += 1

    def _settle(self, result: Any, weight: Weight, found: dict[Any, Weight], following: dict[Handover, Weight]) -> None:
        if self._lump is not None:
            self._settle_lump(result, self._lump, weight, found)
        elif type(result) in PLAIN or not isinstance(result, (Handover, Last, Mapping)):
            key = (result, self.used)
            found[key] = found.get(key, 0) + weight
        elif isinstance(result, Handover):
            following[result] = following.get(result, 0) + weight
        elif isinstance(result, Last):
            self._cut += weight * self._finish(result, result.used, weight, found)
        else:
            self._settle_marginals(result, weight, found)

    def _settle_lump(self, result: Any, lump: Lump, weight: Weight, found: dict[Any, Weight]) -> None:
        if self.lumps is None or lump.effect is None or isinstance(result, (Handover, Last, Mapping)):
            raise BrokenPromise(f"{result!r} cannot be told for each of several amounts")
        for amount, share in lump.shares:
            key = (self.lumps.told(result, lump.effect, amount), self.used)
            found[key] = found.get(key, 0) + weight * share

    def _settle_marginals(self, result: Mapping[Any, Any], weight: Weight, found: dict[Any, Weight]) -> None:
        """One law per key: what happens to each target by itself, never the joint law of all of them.

        The keys come in turn, as on every table: an amendment that one of them may have used up is gone, with the
        chance of that, for those behind it. Nothing else passes from one to the next.
        """
        gone: dict[frozenset[int], Weight] = {self.used: self._one}
        for key, part in result.items():
            following: dict[frozenset[int], Weight] = {}
            for used, chance in gone.items():
                merged = self._law_of(part, used)
                self.position = merged.position
                self._cut += weight * chance * merged.cut
                for (value, after), share in merged.items:
                    if isinstance(value, Part):
                        raise BrokenPromise(f"the result for {key!r} is itself a mapping of marginals")
                    place = (Part(key, value), after)
                    found[place] = found.get(place, 0) + weight * chance * share
                    following[after] = following.get(after, 0) + chance * share
            gone = following if len(following) > 1 else dict.fromkeys(following, self._one)

    def _law_of(self, part: Any, used: frozenset[int]) -> Merged:
        """The odds of something handed back, where the amendments `used` are gone."""
        self.used = used
        if isinstance(part, Handover):
            return self._inner(part.rule, part.values)
        if isinstance(part, Last):
            weights: dict[Any, Weight] = {}
            cut = self._finish(part, used, self._one, weights)
            return Merged(weights, cut, self.position)
        return Merged({(part, used): self._one}, 0, self.position)

    def _finish(self, last: Last, used: frozenset[int], weight: Weight, found: dict[Any, Weight]) -> Weight:
        """Add what a last roll or rule comes to, where the amendments `used` are gone; the mass cut of it."""
        self.used = used
        finish, values, get = last.finish, last.values, found.get
        if isinstance(last.roll, Inner):
            merged = self._inner(*last.roll)
            self.position = merged.position
            for (value, after), share in merged.items:
                key = (finish(value, *values), after)
                found[key] = get(key, 0) + weight * share
            return merged.cut
        outcomes = self.amend(last.roll).outcomes(self.exact)
        for value, share in outcomes.items:
            key = (finish(value, *values), self.used)
            found[key] = get(key, 0) + weight * share
        return outcomes.cut

    def _shares(self, options: tuple[tuple[str | int, float], ...]) -> tuple[tuple[str | int, Weight], ...]:
        """Weighted options as shares of 1."""
        kind: type[Any] = Fraction if self.exact else float
        total = sum(kind(weight) for _, weight in options)
        return tuple((option, kind(weight) / total) for option, weight in options)

    def _fork(self, items: tuple[tuple[Any, Weight], ...], cut: Weight) -> Any:
        if self._depth == len(self._path):
            if not items:
                raise BrokenPromise("a roll without outcomes")
            self._path.append(0)
            self._choices.append(items)
            self._positions.append(self.position)
            self._cut += self._weight * cut
        return self._replayed()

    def _replayed(self) -> Any:
        """The outcome that is chosen at the fork that comes next."""
        value, share = self._choices[self._depth][self._path[self._depth]]
        self._depth += 1
        self._weight *= share
        return value

    def _remember(self, question: Question) -> None:
        place = (question.who, question.key)
        known = self.asked.get(place)
        before = known.options if known else ()
        fresh = tuple(option for option in question.options if option not in before)
        if fresh or known is None:
            self.asked[place] = OpenQuestion(question.who, question.key, before + fresh, question.rule)


def _not_frozen(rule: Rule, values: tuple[Any, ...]) -> BrokenPromise:
    return BrokenPromise(f"{rule.__name__} is handed something that is no frozen value: {values!r}")


def odds(
    rule: Rule,
    *values: Any,
    options: Options | None = None,
    will: Will = by_default,
    amendments: Iterable[Amendment] = (),
    exact: bool = False,
    budget: int = BUDGET,
    samples: int = SAMPLES,
    seed: int | str = 0,
    answers: Iterable[Answer] = (),
    lumps: Lumps[Any] | None = None,
) -> Law:
    """The odds of `rule(*values, table)`: exact within the budget of paths, else sampled (`Law.samples` says so).

    `exact` computes with Fractions. `answers` are those given so far. `lumps`: see `EveryTable`.
    A sampled law comes from `RandomTable` with `seed`, so it can be repeated.
    """
    answers = tuple(answers)
    every = EveryTable(options, will, amendments, exact, budget, answers, lumps)
    try:
        return every.law(rule, *values)
    except OverBudget:
        pass
    luck = Luck(seed, purpose="odds")

    def remembered(question: Question) -> str | int | Mix:
        every._remember(question)
        return will(question)

    found: dict[Any, float] = {}
    marginals: dict[Any, dict[Any, float]] = {}
    for _ in range(samples):
        result = rule(*values, RandomTable(luck, remembered, options, amendments, answers=answers))
        if isinstance(result, Mapping):
            for key, value in result.items():
                law = marginals.setdefault(key, {})
                law[value] = law.get(value, 0.0) + 1 / samples
        else:
            found[result] = found.get(result, 0.0) + 1 / samples
    return Law(found, 0.0, every.paths, samples, tuple(every.asked.values()), marginals)
