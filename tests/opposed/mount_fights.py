"""A rider, a beast and a foe for the tests of mounts, and what begins or ends by itself played on a script."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from opposed_fights import Told, fight, put, scripted

from affray import encounter as core
from affray.encounter import Encounter, Step
from affray.system import Deed
from affray.systems.opposed import SYSTEM
from affray.systems.opposed.fighter import Wild
from affray.table import Table


def riding(
    rider: dict[str, Any] | None = None,
    beast: dict[str, Any] | None = None,
    foe: dict[str, Any] | None = None,
    *more: dict[str, Any],
    **settings: Any,
) -> Encounter:
    """Rider on Beast at 0 m, Foe a metre away; every number is 0 that is not given, and the beast rated 0/12."""
    return fight(
        {"name": "Rider", "side": "us", "mount": "Beast", **(rider or {})},
        {"name": "Beast", "side": "us", "tame": "0/12", "tamed": True, **(beast or {})},
        {"name": "Foe", "position": 1, **(foe or {})},
        *more,
        **settings,
    )


def unruly(encounter: Encounter, row: str, tn: int = 12, **changed: Any) -> Encounter:
    """The encounter with Beast out of control."""
    return put(encounter, "Beast", wild=Wild(row, tn), **changed)


def course(encounter: Encounter, run: Callable[[Table], Encounter], *script: Sequence[int] | str | int) -> Told:
    """Let something happen by itself; the script answers request after request, and has to be used up."""
    return scripted(encounter, lambda table: Deed(run(table)), *script)


def begin(encounter: Encounter, who: str, *script: Sequence[int] | str | int, kind: str = "turn") -> Told:
    """The turn of `who` begins, with whatever it brings before anybody decides."""
    step = Step(kind, who)
    return course(encounter, lambda table: core.begin_turn(SYSTEM, encounter, step, table), *script)


def round_ends(encounter: Encounter, *script: Sequence[int] | str | int) -> Told:
    """The round ends, and poison and fire work."""
    return course(encounter, lambda table: SYSTEM.end_round(encounter, table), *script)


def requests(told: Told) -> list[tuple[str, str]]:
    """Who was asked for what, in that order: the purpose of a roll or the key of a question."""
    return [(r.who, getattr(r, "purpose", getattr(r, "key", ""))) for r in told.asked]
