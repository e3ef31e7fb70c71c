"""What an ordinary fighter of these rules does: attack with the best weapon, or come to where that can be done.

What it does about one target hangs on the two of them and on its plan, and on nobody else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from affray.encounter import Encounter
from affray.system import Action
from affray.systems.opposed.actions.checks import forbid_hostility, viewed
from affray.systems.opposed.actions.kinds import (
    Aim,
    Attack,
    Control,
    Extinguish,
    Flee,
    Move,
    Pass,
    Pull,
    Ready,
    Struggle,
    Surrender,
)
from affray.systems.opposed.actions.legal import BONUSES, approach, forbid
from affray.systems.opposed.actions.plain import pace
from affray.systems.opposed.fighter import Fighter, Weapon, attack_modifiers, holders
from affray.systems.opposed.rules import keeps_to_intent, range_band
from affray.systems.opposed.rules.attack import REACH

__all__ = ["PLANS", "habit"]

PLANS: Mapping[str, str] = {
    "charge": "come within reach or range and attack with the best weapon",
    "distance": "keep away from the target while something that shoots or casts is at hand, otherwise charge",
    "hold": "do not move; attack whoever is within reach or range",
    "aim": "beyond close range aim for a turn, then shoot; otherwise charge",
    "power": "charge, with maneuvers for damage only",
    "strike": "charge, with maneuvers to strike only",
    "spare": "charge, without maneuvers",
}
#: the maneuvers that go with a plan, the better liked first
BY_PLAN: Mapping[str, Sequence[str]] = {"power": ("damage",), "strike": ("strike",), "spare": ()}


def habit(encounter: Encounter, who: str, target: str, plan: str) -> Action | None:
    """What `who` does about that target, or about nobody in particular where it is ""; None for nothing.

    In this order: bring the mount under control, put out one's own fire, attack, pull out a weapon or take one in hand
    if only bare hands are left, break a hold, move towards the target. Whom it cannot harm it leaves alone.
    """
    fighter: Fighter = encounter.fighter(who)
    if plan == "surrender":
        return Surrender(who)
    if plan == "retreat":
        return _retreat(encounter, fighter, target)
    for urgent in (Control(who), Extinguish(who, who)):
        if forbid(encounter, urgent) is None:
            return urgent
    if not target:
        return _rearm(encounter, fighter) or _struggle(encounter, who) or Pass(who)
    if forbid_hostility(encounter, fighter, target) is not None:
        return None
    if plan == "distance" and (away := _keep_away(encounter, fighter, target)) is not None:
        return away
    if plan == "aim" and _should_aim(encounter, fighter, target):
        return Aim(who, target)
    attack = best_attack(encounter, fighter, target, BY_PLAN.get(plan, BONUSES))
    if attack is None or fighter.weapon(attack.weapon).kind == "bare":
        attack_or_other = _rearm(encounter, fighter) or _struggle(encounter, who) or attack
    else:
        attack_or_other = attack
    if attack_or_other is None and plan != "hold":
        return _closer(encounter, fighter, target)
    return attack_or_other


def _retreat(encounter: Encounter, fighter: Fighter, target: str) -> Action | None:
    """Out of the fight; where that is not allowed yet, away from the target."""
    if forbid(encounter, Flee(fighter.id)) is None:
        return Flee(fighter.id)
    return _away(encounter, fighter, target, pace(encounter, fighter)) if target else None


def _away(encounter: Encounter, fighter: Fighter, target: str, way: int) -> Move | None:
    """A move of so many metres away from the target, if it is allowed."""
    sign = 1 if fighter.position > encounter.fighter(target).position else -1
    move = Move(fighter.id, fighter.position + sign * way)
    return move if way > 0 and forbid(encounter, move) is None else None


def _shooters(fighter: Fighter) -> list[Weapon]:
    """What the fighter could shoot or cast with as it has rolled initiative for."""
    ready = (w for w in fighter.weapons if fighter.usable(w) and keeps_to_intent(fighter.intent, w.kind))
    return [weapon for weapon in ready if weapon.range]


def _keep_away(encounter: Encounter, fighter: Fighter, target: str) -> Move | None:
    """A move away from a target that could come within reach with its next, as far as one can still shoot from."""
    foe: Fighter = encounter.fighter(target)
    far = max((weapon.range or 0 for weapon in _shooters(fighter)), default=0)
    distance = encounter.distance(fighter.id, target)
    if not far or distance > REACH + pace(encounter, foe):
        return None
    return _away(encounter, fighter, target, min(pace(encounter, fighter), far - distance))


def _should_aim(encounter: Encounter, fighter: Fighter, target: str) -> bool:
    if fighter.aimed == target or forbid(encounter, Aim(fighter.id, target)) is not None:
        return False
    distance = encounter.distance(fighter.id, target)
    bands = [range_band(distance, weapon.range or 0) for weapon in _shooters(fighter) if weapon.kind == "ranged"]
    return any(bands) and "close" not in bands


def best_attack(encounter: Encounter, fighter: Fighter, target: str, bonuses: Sequence[str] = BONUSES) -> Attack | None:
    """The allowed attack on that target with the highest bonus and damage; the first listed among equals.

    A maneuver for that weapon is used as far as Exhaustion pays for it, the first of `bonuses` that there is.
    """
    allowed = [
        weapon for weapon in fighter.weapons if forbid(encounter, Attack(fighter.id, target, weapon.name)) is None
    ]
    foe = encounter.fighter(target)
    best = max(allowed, key=lambda weapon: _worth(encounter, fighter, weapon, foe.size), default=None)
    if best is None:
        return None
    attack = Attack(fighter.id, target, best.name)
    for bonus in bonuses if fighter.maneuvers else ():
        level = fighter.level(best.name, bonus)
        with_maneuver = Attack(fighter.id, target, best.name, **{bonus: level})
        if level and forbid(encounter, with_maneuver) is None:
            return with_maneuver
    return attack


def _worth(encounter: Encounter, fighter: Fighter, weapon: Weapon, size: int) -> int:
    seen = viewed(encounter, fighter.id)
    return weapon.damage + sum(m.value for m in attack_modifiers(seen, weapon, size, encounter.options))


def _struggle(encounter: Encounter, who: str) -> Action | None:
    grip = holders(encounter, who)
    return Struggle(who, grip[0]) if grip else None


def _rearm(encounter: Encounter, fighter: Fighter) -> Action | None:
    pulls: list[Action] = [Pull(fighter.id, name) for name, _ in fighter.stuck]
    readies: list[Action] = [
        Ready(fighter.id, weapon.name) for weapon in fighter.weapons if weapon.held and weapon.kind != "shield"
    ]
    if any(fighter.usable(weapon) and weapon.held and weapon.kind != "shield" for weapon in fighter.weapons):
        pulls, readies = [], []
    return next((action for action in (*pulls, *readies) if forbid(encounter, action) is None), None)


def _closer(encounter: Encounter, fighter: Fighter, target: str) -> Action | None:
    """A move towards the target: just far enough for a shot, or to within reach."""
    place = int(encounter.fighter(target).position)
    ranges = [weapon.range or 0 for weapon in _shooters(fighter)]
    to = approach(encounter, fighter, place, max(ranges)) if ranges else approach(encounter, fighter, place)
    move = Move(fighter.id, to)
    if to == fighter.position or forbid(encounter, move) is not None:
        return None
    moved = encounter.with_fighter(replace(fighter, position=to))
    return move if moved.distance(fighter.id, target) < encounter.distance(fighter.id, target) else None
