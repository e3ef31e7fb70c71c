"""What forbids an action, and what is open to whoever has the turn: one function behind "can" and "do"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from affray.encounter import Encounter, Step
from affray.frozen import changed
from affray.system import Action, Forbidden, Offer, offered, rule
from affray.systems.penetration import rules
from affray.systems.penetration.actions.kinds import (
    Aim,
    Attack,
    Close,
    Cover,
    Drop,
    Flee,
    Move,
    Pass,
    Ready,
    Rise,
    Surrender,
)
from affray.systems.penetration.actions.moves import COVERS, place_within_reach
from affray.systems.penetration.actions.ways import WAYS
from affray.systems.penetration.fighter import Fighter, able, alive

__all__ = ["approach", "domains", "forbid", "offers", "stage"]

HANDS = (1, 2)


@rule("house.health", "house.knockout", "house.leave")
def forbid(encounter: Encounter, action: Action) -> Forbidden | None:
    """Why that action is not allowed now, or None."""
    step = encounter.step
    if step is None or not step.decision or step.who != action.who:
        return Forbidden("house.initiative", f"it is not the turn of {action.who}")
    who: Fighter = encounter.fighter(action.who)
    if not able(who, encounter.options):
        if who.gone:
            return Forbidden("house.leave", f"{who.id} has {who.gone}")
        if who.unconscious and alive(who):
            return Forbidden("house.knockout", f"{who.id} is unconscious")
        return Forbidden("house.health", f"{who.id} is {'dying' if alive(who) else 'dead'}")
    ways = WAYS.get(type(action))
    if ways is None:
        return Forbidden("house.turn", f"these rules know no {action.kind!r}")
    return ways.forbid(encounter, who, action, step)


def offers(encounter: Encounter) -> tuple[Offer, ...]:
    """The kinds of action open to whoever has the decision, with their domains and concrete examples."""
    return offered(encounter, domains, _examples, forbid)


def domains(encounter: Encounter, who: Fighter) -> dict[str, dict[str, tuple[Any, ...] | range]]:
    """For each kind of action, the values that its parameters can take, legal or not; foes come before friends."""
    others = sorted(
        (f for f in encounter.fighters if f.id != who.id and alive(f) and not f.gone), key=lambda f: f.side == who.side
    )
    targets = tuple(f.id for f in others)
    weapons = tuple(w.name for w in who.weapons)
    return {
        "attack": {"target": targets, "weapon": weapons},
        "close": {"target": targets},
        "move": {"to": range(who.position - rules.PACE, who.position + rules.PACE + 1)},
        "aim": {"target": targets},
        "drop": {},
        "rise": {},
        "cover": {"how": COVERS},
        "ready": {"weapon": weapons, "hands": HANDS},
        "flee": {},
        "surrender": {},
        "pass": {},
    }


def _examples(encounter: Encounter, who: Fighter, kind: str) -> Iterator[Action]:
    """Concrete actions worth showing, legal or not: against foes, and moves towards or away from them."""
    foes = [f for f in encounter.foes(who.id) if alive(f) and not f.gone]
    match kind:
        case "attack":
            yield from (Attack(who.id, foe.id, weapon.name) for foe in foes for weapon in who.weapons)
        case "close":
            yield from (Close(who.id, foe.id) for foe in foes)
        case "move":
            yield from (Move(who.id, to) for to in _ways(who, [foe.position for foe in foes]))
        case "aim":
            yield from (Aim(who.id, foe.id) for foe in foes)
        case "cover":
            yield from (Cover(who.id, how) for how in COVERS)
        case "ready":
            yield from (Ready(who.id, weapon.name, hands) for weapon in who.weapons for hands in HANDS)
        case _:
            plain: dict[str, type[Action]] = {kind.kind: kind for kind in (Drop, Rise, Flee, Surrender, Pass)}
            yield plain[kind](who.id)


def stage(encounter: Encounter, action: Action, closing: bool) -> Encounter:
    """The encounter as if it were the turn for that action: weapon in hand, nothing spent, and perhaps within reach."""
    who: Fighter = encounter.fighter(action.who)
    if isinstance(action, Attack) and any(weapon.name == action.weapon for weapon in who.weapons):
        weapon = who.weapon(action.weapon)
        if not weapon.natural and weapon.name != who.wielded:
            who = changed(who, wielded=weapon.name, grip=1 if weapon.required(1) is not None else 2)
        who = changed(who, attacked=False, maneuver=who.maneuver if rules.attacks_with(who.maneuver) else "basic")
        near = weapon.missile
    else:
        near = True
    if isinstance(action, Aim) and action.kind in who.known:
        who = changed(who, maneuver="aim")
    target = str(getattr(action, "target", ""))
    if closing and not near and target and encounter.has(target):
        who = changed(who, position=place_within_reach(who.position, encounter.fighter(target).position))
    return changed(encounter.with_fighter(who), agenda=(Step("turn", action.who),))


def approach(who: Fighter, place: int) -> int:
    """Where a move towards a place ends: within reach of it, or as near as one move gets."""
    gap = place - who.position
    way = min(rules.PACE, max(0, abs(gap) - rules.REACH))
    return who.position + (way if gap > 0 else -way)


def _ways(who: Fighter, places: list[int]) -> list[int]:
    ways = [approach(who, place) for place in places]
    near = min(places, key=lambda place: abs(place - who.position), default=None)
    if near is not None:
        ways.append(who.position + (rules.PACE if near <= who.position else -rules.PACE))
    return list(dict.fromkeys(ways))
