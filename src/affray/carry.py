"""From one fight to the next: whoever is in both comes as the first left it.

What lasts is up to the system (`System.carried`). The dead do not come. What is set by hand for the fight to come goes
before what is carried over, so a game master heals people there.
"""

from __future__ import annotations

from collections.abc import Iterable

from affray.clock import Timer
from affray.encounter import Encounter
from affray.errors import BadValue, InputError
from affray.rulings import SetValue
from affray.system import System

__all__ = ["carry"]


def carry(
    system: System, ended: Encounter, beginning: Encounter, rested: bool = False, state: Iterable[SetValue] = ()
) -> Encounter:
    """The fight `beginning` with what lasts of `ended`, fighters being matched by their ids.

    `rested` says whether there was a rest in between; `state` is set by hand once all is carried over, such as
    `Fight.state`. The dead are taken out. `BadValue` where the fights are of different systems, `InputError` where a
    side has nobody left.
    """
    if ended.system != beginning.system:
        raise BadValue("system", ended.system, f"{beginning.system}, as the next fight has")
    encounter = beginning
    for fresh in beginning.fighters:
        if ended.has(fresh.id):
            old = ended.fighter(fresh.id)
            encounter = encounter.with_fighter(system.carried(old, fresh, rested, beginning.options))
    for timer in ended.clock.timers:
        encounter = _running_on(system, encounter, timer)
    for ruling in state:
        try:
            encounter = ruling.apply(system, encounter)
        except InputError as error:
            raise InputError(f"state of {ruling.who}, after the fight before: {error}") from None
    encounter = _without_the_dead(system, encounter)
    sides = {f.side for f in encounter.fighters}
    if empty := [side for side in dict.fromkeys(f.side for f in beginning.fighters) if side not in sides]:
        raise InputError(f"nobody of {' and '.join(empty)} is left for the next fight: the dead do not come")
    return encounter


def _running_on(system: System, encounter: Encounter, timer: Timer) -> Encounter:
    """The encounter with a timer of the fight before, if the condition that it ends has been carried over."""
    if not encounter.has(timer.on):
        return encounter
    fighter = encounter.fighter(timer.on)
    if system.expire(fighter, timer) == fighter:
        return encounter
    if not encounter.has(timer.whose):
        timer = Timer(timer.on, timer.what, "", "round-end", timer.left)
    return encounter.with_clock(encounter.clock.timed(timer))


def _without_the_dead(system: System, encounter: Encounter) -> Encounter:
    for who in [f.id for f in encounter.fighters if not system.alive(f)]:
        encounter = encounter.left(who)
    return system.linked(encounter)
