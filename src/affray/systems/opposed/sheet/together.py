"""What fighters have to be to each other as a fight begins: who rides what, who holds whom."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from affray.errors import UnknownName
from affray.systems.opposed import rules
from affray.systems.opposed.fighter import Fighter, unfit

__all__ = ["faults"]


def faults(fighters: Sequence[Fighter], placed: Collection[str] = ()) -> Iterator[tuple[str, str, str]]:
    """All that is wrong with riders and their mounts, as the rider's id, the field, and a message.

    `placed` are the ids of those whose position was written: rider and mount cannot be written at two places.
    """
    known = {fighter.id: fighter for fighter in fighters}
    yield from _grips(known)
    riders: dict[str, str] = {}
    for rider in fighters:
        if not rider.mount:
            continue
        beast = known.get(rider.mount)
        if beast is None:
            yield rider.id, "mount", str(UnknownName("fighter to ride", rider.mount, known))
            continue
        if beast is rider:
            yield rider.id, "mount", "nobody rides himself"
            continue
        for _, reason in unfit(rider, beast):
            yield rider.id, "mount", reason
        if beast.mount:
            yield rider.id, "mount", f"{beast.id} rides {beast.mount}; who rides is not ridden"
        if (other := riders.setdefault(beast.id, rider.id)) != rider.id:
            yield rider.id, "mount", f"{other} rides {beast.id} already"
        if rider.position != beast.position and {rider.id, beast.id} <= set(placed):
            yield (
                rider.id,
                "position",
                f"{rider.id} rides {beast.id}, but stands at {rider.position} m and it at {beast.position} m",
            )


def _grips(known: Mapping[str, Fighter]) -> Iterator[tuple[str, str, str]]:
    """Holds that cannot be; nobody writes them on a sheet, but a game master may set one by hand."""
    for holder in known.values():
        held = known.get(holder.holds)
        if held is None:
            continue
        if held.dead or held.gone or holder.dead or holder.unconscious or holder.gone:
            yield holder.id, "holds", f"{held.id} and {holder.id} would both have to be in the fight"
        elif holder.id == held.mount or held.id == holder.mount:
            yield holder.id, "holds", "rider and mount do not wrestle"
        elif not rules.in_reach(distance := abs(holder.position - held.position)):
            yield holder.id, "holds", f"{held.id} is {distance} m away, out of reach"
