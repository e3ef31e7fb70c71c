"""What forbids an action, and what is open to whoever has the turn: one function behind "can" and "do"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from affray.encounter import Encounter, Step
from affray.frozen import changed
from affray.system import Action, Forbidden, Offer, offered
from affray.systems.opposed import rules
from affray.systems.opposed.actions import plain
from affray.systems.opposed.actions.kinds import (
    Aim,
    Attack,
    Control,
    Dismount,
    Extinguish,
    Flee,
    Grapple,
    Mount,
    Move,
    Pass,
    Pull,
    Ready,
    Release,
    Social,
    Struggle,
    Surrender,
    Switch,
)
from affray.systems.opposed.actions.ways import WAYS
from affray.systems.opposed.fighter import Fighter, awake, holders, place
from affray.systems.opposed.rules.attack import REACH

__all__ = ["approach", "domains", "forbid", "offers", "stage"]


def forbid(encounter: Encounter, action: Action) -> Forbidden | None:
    """Why that action is not allowed now, or None."""
    step = encounter.step
    if step is None or not step.decision or step.who != action.who:
        return Forbidden("initiative.order", f"it is not the turn of {action.who}")
    who: Fighter = encounter.fighter(action.who)
    if not awake(who, encounter.options):
        if who.gone:
            return Forbidden(f"house.{'flee' if who.gone == 'fled' else 'surrender'}", f"{who.id} has {who.gone}")
        if who.dead or not who.unconscious:
            return Forbidden("damage.death", f"{who.id} is {'dead' if who.dead else 'unconscious'}")
        return Forbidden("house.ko", f"{who.id} is unconscious")
    ways = WAYS.get(type(action))
    if ways is None:
        return Forbidden("roll.basic", f"these rules know no {action.kind!r}")
    return ways.forbid(encounter, who, action, step)


def offers(encounter: Encounter) -> tuple[Offer, ...]:
    """The kinds of action open to whoever has the decision, with their domains and concrete examples."""
    return offered(encounter, domains, _examples, forbid)


def domains(encounter: Encounter, who: Fighter) -> dict[str, dict[str, tuple[Any, ...] | range]]:
    """For each kind of action, the values that its parameters can take, legal or not; foes come before friends."""
    others = sorted(
        (f for f in encounter.fighters if f.id != who.id and not (f.dead or f.gone)), key=lambda f: f.side == who.side
    )
    targets = tuple(f.id for f in others)
    weapons = tuple(w.name for w in who.weapons)
    pace = plain.pace(encounter, who)
    levels = {bonus: max((m.level for m in who.maneuvers if m.bonus == bonus), default=0) for bonus in BONUSES}
    return {
        "attack": {"target": targets, "weapon": weapons, **{b: range(levels[b] + 1) for b in BONUSES}},
        "grapple": {"target": targets},
        "struggle": {"target": targets},
        "release": {},
        "social": {"target": targets},
        "aim": {"target": targets},
        "move": {"to": range(who.position - pace, who.position + pace + 1)},
        "ready": {"weapon": weapons},
        "pull": {"weapon": weapons},
        "extinguish": {"target": (who.id, *targets)},
        "mount": {"target": targets},
        "dismount": {},
        "control": {},
        "switch": {},
        "flee": {},
        "surrender": {},
        "pass": {},
    }


BONUSES = ("strike", "damage")


def _examples(encounter: Encounter, who: Fighter, kind: str) -> Iterator[Action]:
    """Concrete actions worth showing, legal or not: against foes, and moves towards or away from them."""
    foes = [f for f in encounter.foes(who.id) if not (f.dead or f.gone)]
    friends = [f for f in encounter.fighters if f.side == who.side and not f.dead]
    match kind:
        case "attack":
            yield from (Attack(who.id, foe.id, weapon.name) for foe in foes for weapon in who.weapons)
            yield from _with_maneuvers(who, foes)
        case "grapple":
            yield from (Grapple(who.id, foe.id) for foe in foes)
        case "struggle":
            yield from (Struggle(who.id, holder) for holder in holders(encounter, who.id))
        case "release":
            yield Release(who.id)
        case "social":
            yield from (Social(who.id, foe.id) for foe in foes)
        case "aim":
            yield from (Aim(who.id, foe.id) for foe in foes)
        case "move":
            yield from (Move(who.id, to) for to in _ways(encounter, who, [foe.position for foe in foes]))
        case "ready":
            yield from (Ready(who.id, weapon.name) for weapon in who.weapons)
        case "pull":
            yield from (Pull(who.id, name) for name, _ in who.stuck)
        case "extinguish":
            yield from (Extinguish(who.id, friend.id) for friend in friends if friend.fire is not None)
        case "mount":
            yield from (Mount(who.id, friend.id) for friend in friends if friend.tame is not None)
        case "switch":
            if any(w.kind == "magic" for w in who.weapons):
                yield Switch(who.id)
        case _:
            plain_kinds: dict[str, type[Action]] = {
                kind.kind: kind for kind in (Dismount, Control, Flee, Surrender, Pass)
            }
            yield plain_kinds[kind](who.id)


def _with_maneuvers(who: Fighter, foes: list[Fighter]) -> Iterator[Action]:
    """Attacks that put as much as can be paid for into a strike, or into the damage."""
    for maneuver in who.maneuvers:
        level = who.level(maneuver.weapon, maneuver.bonus)
        if maneuver.bonus in BONUSES and level:
            chosen: dict[str, int] = {str(maneuver.bonus): level}
            yield from (Attack(who.id, foe.id, maneuver.weapon, **chosen) for foe in foes)


def stage(encounter: Encounter, action: Action, closing: bool) -> Encounter:
    """The encounter as if it were the turn for that action: with initiative rolled for it, and perhaps within range."""
    who: Fighter = encounter.fighter(action.who)
    far = REACH
    if isinstance(action, Attack) and any(weapon.name == action.weapon for weapon in who.weapons):
        weapon = who.weapon(action.weapon)
        who, far = changed(who, intent=rules.intent_of(weapon.kind)), weapon.range or REACH
    elif isinstance(action, Grapple):
        who = changed(who, intent=rules.intent_of("grapple"))
    staged = encounter.with_fighter(who)
    target = str(getattr(action, "target", ""))
    if closing and target and encounter.has(target):
        there = int(encounter.fighter(target).position)
        if (way := there - who.position) > far or -way > far:
            staged = place(staged, who.id, there - far if way > 0 else there + far)
    return changed(staged, agenda=(Step("turn", action.who),))


def approach(encounter: Encounter, who: Fighter, place: int, reach: int = REACH) -> int:
    """Where a move towards a place ends: within reach of it, or as near as one move gets."""
    gap = place - who.position
    way = min(plain.pace(encounter, who), max(0, abs(gap) - reach))
    return who.position + (way if gap > 0 else -way)


def _ways(encounter: Encounter, who: Fighter, places: list[int]) -> list[int]:
    ways = [approach(encounter, who, place) for place in places]
    near = min(places, key=lambda place: abs(place - who.position), default=None)
    if near is not None:
        pace = plain.pace(encounter, who)
        ways.append(who.position + (pace if near <= who.position else -pace))
    return list(dict.fromkeys(ways))
