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
        alike = self._alike(effect for effect in effects if effect is not None)
        found: dict[Any, list[tuple[Any, Effect | None, Weight]]] = {}
        for place, (((value, used), weight), effect) in enumerate(zip(weights.items(), effects, strict=True)):
            key: Any = place
            if effect is not None:
                whom = effect.who, effect.what
                left = alike.get(whom) or self._left(effect)
                key = (whom, effect.amount == 0, left, value[1:], used)
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
        if len(value) > 1 and any(getattr(part, "what", "") in self.system.counted for part in value[1:]):
            return None
        effect: Effect = value[0]
        return effect

    def _alike(self, effects: Iterable[Effect]) -> dict[tuple[str, str], tuple[bool, bool]]:
        """Who is as able and as alive after the most that an effect does as after the least, and how that is."""
        bounds: dict[tuple[str, str], tuple[Effect, Effect]] = {}
        for effect in effects:
            least, most = bounds.get((effect.who, effect.what), (effect, effect))
            bounds[effect.who, effect.what] = (
                effect if effect.amount < least.amount else least,
                effect if effect.amount > most.amount else most,
            )
        return {whom: left for whom, (least, most) in bounds.items() if (left := self._left(least)) == self._left(most)}

    def _left(self, effect: Effect) -> tuple[bool, bool]:
        """Whether the fighter is able and alive once it has felt that effect."""
        fighter, counter = self.encounter.fighter(effect.who), self.system.counted[effect.what]
        after = changed(fighter, **{counter: getattr(fighter, counter) - effect.amount})
        return self.system.able(after, self.encounter.options), self.system.alive(after)
