"""What links fighters: who holds whom, who rides what. Each link is kept once, with the holder and with the rider."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from affray.encounter import Encounter
from affray.options import Options
from affray.systems.opposed import rules
from affray.systems.opposed.fighter.state import Fighter, awake
from affray.systems.opposed.rules.attack import Parts

__all__ = ["Situation", "burdens", "conditions", "holders", "mount_of", "place", "rider_of", "situation"]


class Situation(NamedTuple):
    """What else is the case with a fighter: in a grip, in the saddle (`still` or `moving`), on a wild mount, taming."""

    held: bool = False
    mounted: str = ""
    wild: bool = False
    regaining: bool = False


def holders(encounter: Encounter, who: str) -> tuple[str, ...]:
    """The ids of all who have `who` in their grip, in roster order."""
    return tuple(f.id for f in encounter.fighters if f.holds == who and awake(f, encounter.options))


def mount_of(encounter: Encounter, who: Fighter) -> Fighter | None:
    """What `who` rides, if it is there."""
    return encounter.fighter(who.mount) if who.mount and encounter.has(who.mount) else None


def rider_of(encounter: Encounter, mount: str) -> Fighter | None:
    """Who rides that mount, if anybody does."""
    return next((f for f in encounter.fighters if f.mount == mount), None)


def situation(encounter: Encounter, who: Fighter) -> Situation:
    """What links and mounts do to a fighter."""
    beast = mount_of(encounter, who)
    mounted = "" if beast is None else rules.gait(beast.moved, beast.wild.row if beast.wild else "")
    wild = beast is not None and beast.wild is not None
    return Situation(bool(holders(encounter, who.id)), mounted, wild, who.regaining)


def burdens(encounter: Encounter, who: Fighter) -> Parts:
    """What a grip takes off whatever else a fighter rolls."""
    return rules.held_penalty(bool(holders(encounter, who.id)))


def place(encounter: Encounter, who: str, position: int) -> Encounter:
    """The encounter with `who` at that place, and with whatever it rides or is ridden by."""
    fighter: Fighter = encounter.fighter(who)
    rider, beast = rider_of(encounter, who), mount_of(encounter, fighter)
    for one in (fighter, rider, beast):
        if one is not None:
            encounter = encounter.with_fighter(replace(encounter.fighter(one.id), position=position))
    return encounter


def conditions(who: Fighter, options: Options) -> tuple[str, ...]:
    """What is the matter with a fighter, in words."""
    found = ["dead"] if who.dead else [who.gone] if who.gone else [] if awake(who, options) else ["unconscious"]
    found += [f"{part} severed" for part in who.severed]
    found += [f"{part} broken" for part in who.broken if part not in who.severed]
    found += [f"{weapon} stuck in {bearer}" for weapon, bearer in who.stuck]
    found += [f"poisoned by {toll.name} ({toll.rate} a minute)" for toll in who.poisons]
    found += ["on fire"] * (who.fire is not None)
    found += [f"holds {who.holds}"] * bool(who.holds)
    found += [f"swayed by {winner}" for winner in who.swayed]
    found += [f"rides {who.mount}"] * bool(who.mount)
    found += ["out of control"] * (who.wild is not None)
    found += ["busy with the mount"] * who.regaining
    found += [f"aims at {who.aimed}"] * bool(who.aimed)
    return tuple(found)
