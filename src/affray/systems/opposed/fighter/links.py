"""What links fighters: who holds whom, who rides what. Each link is kept once, with the holder and with the rider."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from affray.encounter import Encounter
from affray.frozen import changed
from affray.options import Options
from affray.system import rule
from affray.systems.opposed import rules
from affray.systems.opposed.fighter.state import Fighter, awake, out_of_saddle
from affray.systems.opposed.rules.attack import Parts

__all__ = ["Situation", "burdens", "conditions", "grip", "holders", "in_motion", "linked", "mount_of", "place"]
__all__ += ["rider_of", "situation", "slipped", "unfit"]


class Situation(NamedTuple):
    """What else is the case with a fighter: in a grip, in the saddle (`still` or `moving`), on a wild mount, taming."""

    held: bool = False
    mounted: str = ""
    wild: bool = False
    regaining: bool = False


def grip(encounter: Encounter, who: Fighter) -> str:
    """The id of whoever `who` has in its grip; empty where one of them is out of it, or they are too far apart."""
    if not who.holds or not awake(who, encounter.options) or not encounter.has(who.holds):
        return ""
    held: Fighter = encounter.fighter(who.holds)
    lost = held.dead or held.gone or not rules.in_reach(encounter.distance(who.id, held.id))
    return "" if lost else held.id


def slipped(encounter: Encounter) -> tuple[Fighter, ...]:
    """Those whose hold on somebody cannot go on."""
    return tuple(f for f in encounter.fighters if f.holds and not grip(encounter, f))


def holders(encounter: Encounter, who: str) -> tuple[str, ...]:
    """The ids of all who have `who` in their grip, in roster order."""
    return tuple(f.id for f in encounter.fighters if f.holds == who and grip(encounter, f))


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
    return Situation(bool(holders(encounter, who.id)), mounted, wild, who.regaining and wild)


def in_motion(encounter: Encounter, who: Fighter) -> bool:
    """Whether a fighter counts as moving: it has moved this round, it bucks, or what it rides does one or the other."""
    riding = situation(encounter, who).mounted == "moving"
    return riding or rules.gait(who.moved, who.wild.row if who.wild else "") == "moving"


def burdens(encounter: Encounter, who: Fighter) -> Parts:
    """What a grip takes off whatever else a fighter rolls."""
    return rules.held_penalty(bool(holders(encounter, who.id)))


def place(encounter: Encounter, who: str, position: int) -> Encounter:
    """The encounter with `who` at that place, and with whatever it rides or is ridden by."""
    fighter: Fighter = encounter.fighter(who)
    rider, beast = rider_of(encounter, who), mount_of(encounter, fighter)
    for one in (fighter, rider, beast):
        if one is not None:
            encounter = encounter.with_fighter(changed(encounter.fighter(one.id), position=position))
    return encounter


def linked(encounter: Encounter, fixed: Collection[str] = ()) -> Encounter:
    """The encounter after a change by hand: links that cannot be any more are gone, riders are where their mounts are.

    A mount goes to its rider, unless it alone is among those who stay where they are.
    """
    for who in encounter.ids:
        fighter: Fighter = encounter.fighter(who)
        if not fighter.mount:
            continue
        beast = mount_of(encounter, fighter)
        if beast is None or (awake(fighter, encounter.options), fighter.gone) != (
            awake(beast, encounter.options),
            beast.gone,
        ):
            encounter = encounter.with_fighter(out_of_saddle(encounter.fighter(who)))
            continue
        stays = beast if beast.id in fixed and who not in fixed else fighter
        encounter = place(encounter, who, stays.position)
    for fighter in slipped(encounter):
        encounter = encounter.with_fighter(changed(fighter, holds=""))
    return encounter


@rule("mount.tamed", "mount.skill", "mount.tame-rating", "house.mount")
def unfit(rider: Fighter, beast: Fighter) -> Iterator[tuple[str, str]]:
    """Every reason why one cannot ride the other, whatever else is going on: the rule's id, and the reason in words."""
    if beast.tame is None:
        yield "mount.tame-rating", f"{beast.id} has no taming rating; nobody rides it"
    else:
        if not beast.tamed:
            yield "mount.tamed", f"{beast.id} is not tamed"
        if not rules.may_ride(beast.tame, True, rider.taming):
            yield "mount.skill", f"{beast.id} takes Animal Taming {beast.tame[0]}, {rider.id} has {rider.taming}"
    if beast.side != rider.side:
        yield "house.mount", f"{beast.id} is on the side of {beast.side}; it carries nobody else"


def conditions(who: Fighter, options: Options) -> tuple[str, ...]:
    """What is the matter with a fighter, in words, and what it has at hand."""
    found = ["dead"] if who.dead else [who.gone] if who.gone else [] if awake(who, options) else ["unconscious"]
    found += [f"{part} severed" for part in who.severed]
    found += [f"{part} broken" for part in who.broken if part not in who.severed]
    found += [f"{weapon} stuck in {bearer}" for weapon, bearer in who.stuck]
    found += [f"poisoned by {toll.name} ({toll.rate} a minute, {_left(toll.ticks, 'min')})" for toll in who.poisons]
    if who.fire is not None:
        found.append("on fire" if who.fire.rounds is None else f"on fire ({_left(who.fire.rounds, 'rounds')})")
    found += [f"holds {who.holds}"] * bool(who.holds)
    found += [f"swayed by {winner}" for winner in who.swayed]
    found += [f"rides {who.mount}"] * bool(who.mount)
    found += ["out of control"] * (who.wild is not None)
    found += ["busy with the mount"] * who.regaining
    found += [f"aims at {who.aimed}"] * bool(who.aimed)
    if awake(who, options):
        found += [f"Exhaustion {who.exhaustion}/{who.exhaustion_full}"] * bool(who.maneuvers)
        found += [f"{' and '.join(who.hands)} in hand"] * bool(who.hands)
    return tuple(found)


def _left(number: int, unit: str) -> str:
    return f"{number} {unit.removesuffix('s') if number == 1 else unit} left" if number else "wearing off"
