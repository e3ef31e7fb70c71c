"""Outcomes that differ by an amount of harm and in nothing else, taken together: one path for all of them.

A blow for 5 points and one for 6 leave the same fight behind but for a point, unless one of them ends it. Where a rule
gives effects, those are put in one lump of which the first alone differ, by an amount that is counted and leaves whom
it is for as able and as alive as the other; the rest is played once, for one of them, and told for the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

from affray.dice.checks import Weight
from affray.frozen import changed

if TYPE_CHECKING:
    from affray.encounter import Encounter
    from affray.system import Effect, System

__all__ = ["Lump", "Lumps"]

R = TypeVar("R")
Items: TypeAlias = "tuple[tuple[tuple[Lump, Any], Weight], ...]"


class Lump(NamedTuple):
    """Values of a rule that belong together: the first, the counted effect in it, and each amount with its share."""

    value: Any
    effect: Effect | None
    shares: tuple[tuple[int, Weight], ...]


class Lumps(Generic[R]):
    """Which effects on the fighters of that encounter belong together; `told` moves a result to another amount.

    It is called with the result for the first amount, the effect that it came from, and the other amount.
    """

    def __init__(self, system: System, encounter: Encounter, told: Callable[[R, Effect, int], R]) -> None:
        self.system, self.encounter, self.told = system, encounter, told
        # by identity, which is that of weights that are kept here
        self._known: dict[int, tuple[Mapping[Any, Weight], Items]] = {}

    def of(self, weights: Mapping[tuple[Any, Any], Weight]) -> Items:
        """The lumps of {(value, amendments used): weight}, in the order of their first values, with their weights."""
        known = self._known.get(id(weights))
        if known is None:
            known = self._known[id(weights)] = weights, self._lumped(weights)
        return known[1]

    def _lumped(self, weights: Mapping[tuple[Any, Any], Weight]) -> Items:
        effects = [self._counted(value) for value, _ in weights]
        left = self._by_amount(effect for effect in effects if effect is not None)
        found: dict[Any, list[tuple[Any, Effect | None, Weight]]] = {}
        for place, (((value, used), weight), effect) in enumerate(zip(weights.items(), effects, strict=True)):
            key: Any = place
            if effect is not None:
                whom = effect.who, effect.what
                key = (whom, effect.amount == 0, left[whom][effect.amount], value[1:], used)
            found.setdefault(key, []).append(((value, used), effect, weight))
        lumps = []
        for members in found.values():
            (value, used), effect, _ = members[0]
            total = sum(weight for _, _, weight in members)
            shares = tuple((other.amount, weight / total) for _, other, weight in members if other is not None)
            lumps.append(((Lump(value, effect, shares), used), total))
        return tuple(lumps)

    def _counted(self, value: Any) -> Effect | None:
        """The first effect in a tuple of them, where its amount and no other one is counted; None otherwise."""
        if type(value) is not tuple or not value or getattr(value[0], "what", None) not in self.system.counted:
            return None
        for part in value[1:]:
            if getattr(part, "what", "") in self.system.counted:
                return None
        effect: Effect = value[0]
        return effect

    def _by_amount(self, effects: Iterable[Effect]) -> dict[tuple[str, str], dict[int, tuple[bool, bool]]]:
        """Whether those whom effects are for are able and alive after them, by whom and what, then by amount.

        More never spoils what less leaves: between two amounts that leave the same nothing else has to be tried.
        """
        amounts: dict[tuple[str, str], set[int]] = {}
        for effect in effects:
            amounts.setdefault((effect.who, effect.what), set()).add(effect.amount)
        found = {}
        for whom, those in amounts.items():
            line, known = sorted(those), {}
            spans = [(0, len(line) - 1)]
            for place in spans[0]:
                known[line[place]] = self._left(*whom, line[place])
            while spans:
                first, last = spans.pop()
                if known[line[first]] == known[line[last]]:
                    known.update(dict.fromkeys(line[first + 1 : last], known[line[first]]))
                elif last - first > 1:
                    middle = (first + last) // 2
                    known[line[middle]] = self._left(*whom, line[middle])
                    spans += [(first, middle), (middle, last)]
            found[whom] = known
        return found

    def _left(self, who: str, what: str, amount: int) -> tuple[bool, bool]:
        """Whether the fighter is able and alive once it has felt so much."""
        fighter, counter = self.encounter.fighter(who), self.system.counted[what]
        after = changed(fighter, **{counter: getattr(fighter, counter) - amount})
        return self.system.able(after, self.encounter.options), self.system.alive(after)
