"""What an ordinary fighter of these rules does: attack with the best weapon, or come to where that can be done."""

from __future__ import annotations

from collections.abc import Sequence

from affray.encounter import Encounter
from affray.frozen import changed
from affray.system import Action
from affray.systems.opposed.actions.checks import forbid_hostility, viewed
from affray.systems.opposed.actions.kinds import Attack, Control, Extinguish, Move, Pass, Pull, Ready, Release, Struggle
from affray.systems.opposed.actions.legal import BONUSES, approach, forbid
from affray.systems.opposed.fighter import Fighter, View, Weapon, attack_modifiers, awake, grip, holders
from affray.systems.opposed.rules import keeps_to_intent

__all__ = ["habit"]


def habit(encounter: Encounter, who: str, targets: Sequence[str]) -> Action:
    """The action of `who`, who would rather attack the first of `targets` than the second, and so on.

    In this order: bring the mount under control, put out one's own fire, attack the first target, pull out a weapon or
    take one in hand if only bare hands are left, break a hold, attack another target, move towards the first one, pass.
    Whom it cannot harm it leaves alone; a foe whom it holds it goes on with, and lets go of one who is out.
    """
    fighter: Fighter = encounter.fighter(who)
    for urgent in (Control(who), Extinguish(who, who)):
        if forbid(encounter, urgent) is None:
            return urgent
    if held := grip(encounter, fighter):
        foe = encounter.fighter(held)
        if foe.side == fighter.side or not awake(foe, encounter.options):
            return Release(who)
        targets = (held,)
    targets = [target for target in targets if forbid_hostility(encounter, fighter, target) is None]
    attacks = [best_attack(encounter, fighter, target) for target in targets]
    first = attacks[0] if attacks else None
    if first is None or fighter.weapon(first.weapon).kind == "bare":
        rearm = _rearm(encounter, fighter)
        if rearm is not None:
            return rearm
        if holding := holders(encounter, who):
            return Struggle(who, holding[0])
    if first is not None:
        return first
    if targets and (closer := _closer(encounter, fighter, targets[0])) is not None:
        return closer
    return next((attack for attack in attacks if attack is not None), Pass(who))


def best_attack(encounter: Encounter, fighter: Fighter, target: str) -> Attack | None:
    """The allowed attack on that target with the highest bonus and damage; the first listed among equals.

    A maneuver for that weapon is used as far as Exhaustion pays for it, to strike rather than for damage.
    """
    allowed = [
        weapon for weapon in fighter.weapons if forbid(encounter, Attack(fighter.id, target, weapon.name)) is None
    ]
    foe = encounter.fighter(target)
    seen = viewed(encounter, fighter.id)
    best = max(allowed, key=lambda weapon: _worth(encounter, seen, weapon, foe.size), default=None)
    if best is None:
        return None
    attack = Attack(fighter.id, target, best.name)
    for bonus in BONUSES if fighter.maneuvers else ():
        level = fighter.level(best.name, bonus)
        with_maneuver = Attack(fighter.id, target, best.name, **{bonus: level})
        if level and forbid(encounter, with_maneuver) is None:
            return with_maneuver
    return attack


def _worth(encounter: Encounter, seen: View, weapon: Weapon, size: int) -> int:
    return weapon.damage + sum(m.value for m in attack_modifiers(seen, weapon, size, encounter.options))


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
    shooters = [w for w in fighter.weapons if fighter.usable(w) and keeps_to_intent(fighter.intent, w.kind)]
    ranges = [w.range for w in shooters if w.range]
    to = approach(encounter, fighter, place, max(ranges)) if ranges else approach(encounter, fighter, place)
    move = Move(fighter.id, to)
    if to == fighter.position or forbid(encounter, move) is not None:
        return None
    moved = encounter.with_fighter(changed(fighter, position=to))
    return move if moved.distance(fighter.id, target) < encounter.distance(fighter.id, target) else None
