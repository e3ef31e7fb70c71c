"""What goes on hurting after the blow: poison by the minute, fire by the round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from affray.frozen import changed
from affray.options import Value
from affray.system import rule
from affray.systems.opposed.rules.harm import armour_absorb, rounds

Source: TypeAlias = Literal["weapon", "natural", "magic"]

FIRE_DAMAGE = 4  # points a round


@rule("poison.sources")
def poison_source(attack_kind: str, natural: bool) -> Source:
    """The way in which an attack would poison: by a spell, by tooth and claw, or by what was put on a weapon."""
    if attack_kind == "magic":
        return "magic"
    return "natural" if natural else "weapon"


@rule("poison.bladed")
def can_be_poisoned(source: Source, bladed: bool) -> bool:
    """Whether poison can be there at all: of weapons, only on blades."""
    return bladed or source != "weapon"


@rule("poison.on-crit", "poison.sources", "poison.bladed")
def poisons(source: Source, bladed: bool, critical: bool, loss: int, needs_wound: Value = False) -> bool:
    """Whether a hit poisons: a critical one does, that of a spell always.

    With the switch `poison.needs-wound` only if the hit took points of Life itself.
    """
    if not can_be_poisoned(source, bladed) or (needs_wound and loss <= 0):
        return False
    return critical or source == "magic"


@dataclass(frozen=True)
class Toll:
    """A poison at work in somebody: points a minute, how often it has still to work, and in how many rounds next.

    With 0 `ticks` to come it is over in that many rounds; until then more of it still changes nothing.
    """

    name: str
    rate: int
    ticks: int
    rounds: int = 10


@rule("poison.same", "poison.different")
def poisoned(active: Iterable[Toll], new: Toll, refresh: Value = False) -> tuple[Toll, ...]:
    """The poisons at work once `new` is applied: another kind comes on top, the same kind changes nothing.

    With the switch `poison.refresh` the same kind runs for its whole time again, at the beat it has.
    """
    kept = tuple(active)
    if all(toll.name != new.name for toll in kept):
        return (*kept, new)
    if not refresh:
        return kept
    minute = rounds(1)
    end = (new.ticks - 1) * minute + new.rounds
    left = -(-(end - toll_of(kept, new.name).rounds) // minute)
    return tuple(changed(toll, ticks=max(toll.ticks, left)) if toll.name == new.name else toll for toll in kept)


def toll_of(active: Iterable[Toll], name: str) -> Toll:
    """The poison of that name among those at work."""
    return next(toll for toll in active if toll.name == name)


@rule("poison.different", "poison.tick")
def poison_rate(active: Iterable[Toll]) -> int:
    """The points a minute of all poisons at work together."""
    return sum(toll.rate for toll in active)


@rule("poison.tick", "house.poison")
def poison_ticks(minutes: int) -> int:
    """How often a poison of that duration takes its toll: at once with the blow, then each minute until it ends."""
    return minutes


@rule("poison.tick")
def after_tick(toll: Toll, minute: int) -> Toll:
    """A poison that has just worked: once less to come; that, or its end, is in a `minute` unless it says otherwise."""
    return changed(toll, ticks=toll.ticks - 1, rounds=toll.rounds or minute)


@rule("fire.damage")
def fire_damage(feet: int, armour: int, scale: Value = "flat", absorbs: Value = "ignores") -> tuple[int, int]:
    """The points of one round in a fire of that many square feet: those before armour, and those armour takes off.

    `scale` flat: 4 for any fire, per-foot: 4 for each square foot; `absorbs`: whether armour counts at all.
    """
    points = FIRE_DAMAGE * (feet if scale == "per-foot" else 1)
    return points, armour_absorb(points, armour) if absorbs == "absorbs" else 0


@rule("fire.duration")
def burns_on(rounds: int | None) -> tuple[bool, int | None]:
    """Whether a fire goes on after one more round, and for how many; None burns until it is put out."""
    if rounds is None:
        return True, None
    return rounds > 1, rounds - 1
