"""What an ordinary fighter of these rules does: come within reach and strike, or shoot, by the maneuver of its plan.

What it does about one target hangs on the two of them and on its plan, and on nobody else.
"""

from __future__ import annotations

from collections.abc import Mapping

from affray.encounter import Encounter
from affray.options import Options
from affray.system import Action
from affray.systems.penetration import rules
from affray.systems.penetration.actions.headlong import HEADLONG
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
from affray.systems.penetration.actions.legal import approach, forbid
from affray.systems.penetration.fighter import Fighter, able

__all__ = ["PLANS", "habit", "inclined"]

PLANS: Mapping[str, str] = {
    "charge": "close in and attack, or shoot, without a maneuver",
    "headlong": "the same with headlong attacks, at whoever closes in and after closing in",
    "stand": "do not move; meet whoever closes in with a headlong attack, and attack whoever can be attacked",
    "precise": "close in and attack with precise blows",
    "crushing": "close in and attack with crushing blows",
    "pulled": "close in and attack with pulled blows, to subdue",
    "guarded": "close in and attack, but parry only once injuries have reached three levels",
    "distance": "keep away from the target while there is something to shoot with, otherwise charge",
    "aim": "aim for as long as it helps, then shoot; without anything to shoot with charge",
    "cover": "get behind a tree if there is one, and shoot from there",
    "prone": "drop to the ground while the target is out of reach, and shoot from there",
}

#: plans that are a maneuver in every round
MANEUVERS: Mapping[str, str] = {
    "headlong": "headlong",
    "stand": "headlong",
    "precise": "precise",
    "crushing": "crushing",
    "pulled": "glancing",
}
#: from this level of injury on who is guarded does nothing but parry
GUARDED = 3
#: so many points of range penalty are worth a move nearer
TOO_FAR = 3


def inclined(fighter: Fighter, key: str, plan: str, options: Options) -> str | None:
    """The maneuver that a fighter with that plan declares, if it knows it; None for the basic attack."""
    if key != "maneuver":
        return None
    maneuver = MANEUVERS.get(plan, "")
    if plan == "aim" and fighter.in_hand.missile and fighter.aimed < rules.AIM_ROUNDS:
        maneuver = "aim"
    if plan == "guarded":
        levels = rules.condition_penalty(fighter.damage, fighter.endurance, options["injury.levels"])
        maneuver = "parry" if levels >= GUARDED else ""
    return maneuver if maneuver in fighter.known else None


def habit(encounter: Encounter, who: str, target: str, plan: str) -> Action | None:
    """What `who` does about that target, or about nobody in particular where it is ""; None for nothing.

    In this order: what the plan says, get up if that is needed, attack, take another weapon in hand, come nearer.
    """
    fighter: Fighter = encounter.fighter(who)
    if plan == "surrender" and forbid(encounter, Surrender(who)) is None:
        return Surrender(who)
    if plan == "retreat":
        return _retreat(encounter, fighter, target)
    if not target:
        up = None if plan == "prone" or _answering(encounter) else _if_allowed(encounter, Rise(who))
        return up or Pass(who)
    if _answering(encounter):
        return _attack(encounter, fighter, target)
    if (first := _by_plan(encounter, fighter, target, plan)) is not None:
        return first
    if attack := _attack(encounter, fighter, target):
        return _nearer_first(encounter, fighter, target, plan) or attack
    if fighter.shocked or fighter.attacked or not rules.attacks_with(fighter.maneuver):
        return habit(encounter, who, "", plan)  # it is the same about everybody
    if plan == "stand":
        return None
    if rules.in_reach(encounter.distance(who, target)):
        return _if_allowed(encounter, Rise(who)) or _rearm(encounter, fighter)
    return _closer(encounter, fighter, target)


def _answering(encounter: Encounter) -> bool:
    """Whether the decision is about a headlong attack out of turn."""
    return encounter.step is not None and encounter.step.kind == HEADLONG


def _if_allowed(encounter: Encounter, action: Action) -> Action | None:
    return action if forbid(encounter, action) is None else None


def _attack(encounter: Encounter, fighter: Fighter, target: str) -> Action | None:
    """An attack with the weapon in use; without weapons where that one cannot be used."""
    natural = [weapon.name for weapon in fighter.weapons if weapon.natural and weapon.name != fighter.wielded]
    attacks = (Attack(fighter.id, target, name) for name in (fighter.wielded, *natural))
    return next((attack for attack in attacks if forbid(encounter, attack) is None), None)


def _by_plan(encounter: Encounter, fighter: Fighter, target: str, plan: str) -> Action | None:
    """What goes before an attack by that plan, if anything does."""
    if plan == "cover":
        return _if_allowed(encounter, Cover(fighter.id, "tree"))
    if plan == "prone" and not rules.in_reach(encounter.distance(fighter.id, target)):
        return _if_allowed(encounter, Drop(fighter.id)) if fighter.in_hand.missile else None
    if plan == "aim":
        return _if_allowed(encounter, Aim(fighter.id, target))
    if plan == "distance" and fighter.in_hand.missile:
        near = encounter.distance(fighter.id, target) <= rules.PACE + rules.REACH
        return _away(encounter, fighter, target) if near and _can_follow(encounter, target) else None
    return None


def _can_follow(encounter: Encounter, target: str) -> bool:
    """Whether the target could come after somebody at all: one who cannot is shot where it lies."""
    foe: Fighter = encounter.fighter(target)
    return able(foe, encounter.options) and not foe.prone


def _nearer_first(encounter: Encounter, fighter: Fighter, target: str, plan: str) -> Action | None:
    """A move nearer instead of a shot over too far a distance."""
    if not fighter.in_hand.missile or plan in ("stand", "cover", "prone"):
        return None
    distance = encounter.distance(fighter.id, target)
    if rules.range_penalty(distance, fighter.in_hand.band, fighter.style("aim")) < TOO_FAR:
        return None
    return _closer(encounter, fighter, target)


def _rearm(encounter: Encounter, fighter: Fighter) -> Action | None:
    """A weapon for close combat in hand, in the grip for which less Strength is missing, one hand among equals."""
    short = {
        (weapon.name, hands): rules.shortfall(fighter.strength, required)
        for weapon in fighter.weapons
        if not weapon.missile and not weapon.natural
        for hands in (1, 2)
        if (required := weapon.required(hands)) is not None
    }
    ready = (Ready(fighter.id, name, hands) for name, hands in sorted(short, key=lambda way: short[way]))
    return next((action for action in ready if forbid(encounter, action) is None), None)


def _closer(encounter: Encounter, fighter: Fighter, target: str) -> Action | None:
    """A step up to the target, or a move towards it; who lies on the ground gets up."""
    up = _if_allowed(encounter, Rise(fighter.id)) or _if_allowed(encounter, Close(fighter.id, target))
    if up is not None:
        return up
    to = approach(fighter, int(encounter.fighter(target).position))
    return _if_allowed(encounter, Move(fighter.id, to))


def _away(encounter: Encounter, fighter: Fighter, target: str) -> Action | None:
    """A move away from the target; who lies on the ground gets up for it."""
    sign = 1 if fighter.position > encounter.fighter(target).position else -1
    rise, move = Rise(fighter.id), Move(fighter.id, fighter.position + sign * rules.PACE)
    return _if_allowed(encounter, rise) or _if_allowed(encounter, move)


def _retreat(encounter: Encounter, fighter: Fighter, target: str) -> Action | None:
    """Out of the fight; where that is not allowed yet, away from the target."""
    if forbid(encounter, Flee(fighter.id)) is None:
        return Flee(fighter.id)
    return _away(encounter, fighter, target) if target else None
