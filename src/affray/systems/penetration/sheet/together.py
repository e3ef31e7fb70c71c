"""What can be wrong with a fighter once it is made: orders that it cannot follow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from affray.errors import UnknownName
from affray.systems.penetration.fighter import Fighter

__all__ = ["faults"]


def faults(fighters: Sequence[Fighter]) -> Iterator[tuple[str, str, str]]:
    """Whose orders, the field, and a message, where maneuvers are ordered and none of them is known."""
    for fighter in fighters:
        wishes = dict(fighter.orders).get("maneuver", "").lower().split(",")
        names = [name for wish in wishes if (name := wish.partition(":")[0].strip())]
        if names and not {*names} & {*fighter.known, "ask"}:
            yield fighter.id, "orders", str(UnknownName("maneuver", names[0], fighter.known))
