"""What forbids an action, and what is open to whoever has the turn: one function behind "can" and "do"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from affray.encounter import Encounter, Step
from affray.system import Action, Forbidden, Offer, rule
from affray.systems.opposed import rules
from affray.systems.opposed.actions.kinds import Aim, Attack, Move, Pass, Pull, Ready, Switch
from affray.systems.opposed.fighter import Fighter, Weapon, awake
from affray.systems.opposed.rules.attack import REACH

__all__ = ["approach", "domains", "forbid", "offers", "stage"]


def forbid(encounter: Encounter, action: Action) -> Forbidden | None:
    """Why that action is not allowed now, or None."""
    step = encounter.step
    if step is None or not step.decision or step.who != action.who:
        return Forbidden("initiative.order", f"it is not the turn of {action.who}")
    who: Fighter = encounter.fighter(action.who)
    if not awake(who, encounter.options):
        if who.dead or not who.unconscious:
            return Forbidden("damage.death", f"{who.id} is {'dead' if who.dead else 'unconscious'}")
        return Forbidden("house.ko", f"{who.id} is unconscious")
    match action:
        case Attack():
            return _forbid_attack(encounter, who, action)
        case Aim():
            return _forbid_aim(encounter, who, action)
        case Move():
            return _forbid_move(who, action, step)
        case Ready():
            return _forbid_ready(who, action)
        case Pull():
            return _forbid_pull(encounter, who, action)
        case Switch():
            return _forbid_switch(who, step)
        case Pass():
            return None
        case _:
            return Forbidden("roll.basic", f"these rules know no {action.kind!r}")
    return None


def _forbid_switch(who: Fighter, step: Step) -> Forbidden | None:
    if who.switched or step.kind != "turn":
        return Forbidden("initiative.switch", "only once a round, and in the place that initiative gave")
    if all(rules.keeps_to_intent(who.intent, weapon.kind) for weapon in who.weapons):
        return Forbidden("initiative.switch", f"{who.id} has nothing to attack with in the other way")
    return None


def _forbid_target(encounter: Encounter, who: Fighter, target: str) -> Forbidden | None:
    if not encounter.has(target):
        return Forbidden("roll.opposed", f"there is nobody called {target!r}; there are {', '.join(encounter.ids)}")
    if target == who.id:
        return Forbidden("roll.opposed", "nobody attacks himself")
    if encounter.fighter(target).dead:
        return Forbidden("damage.death", f"{target} is dead")
    return None


def _forbid_weapon(who: Fighter, name: str) -> Forbidden | None:
    if all(weapon.name != name for weapon in who.weapons):
        return Forbidden("house.hands", f"{who.id} has no {name!r}; there are {', '.join(w.name for w in who.weapons)}")
    weapon = who.weapon(name)
    if who.is_stuck(weapon):
        return Forbidden("house.stuck", f"{name} sticks in {dict(who.stuck)[name]}; pull it out first")
    if weapon.hands > who.sound_hands:
        return Forbidden("house.bones", f"{name} needs {weapon.hands} sound hands, there are {who.sound_hands}")
    return None


def _forbid_distance(encounter: Encounter, who: Fighter, weapon: Weapon, target: str) -> Forbidden | None:
    distance = encounter.distance(who.id, target)
    if weapon.range is None:
        if not rules.in_reach(distance):
            return Forbidden("house.reach", f"{target} is {distance} m away, {weapon.name} reaches {REACH} m")
    elif rules.range_band(distance, weapon.range) is None:
        return Forbidden("house.range-bands", f"{target} is {distance} m away, the range is {weapon.range} m")
    return None


def _forbid_attack(encounter: Encounter, who: Fighter, action: Attack) -> Forbidden | None:
    wrong = _forbid_target(encounter, who, action.target) or _forbid_weapon(who, action.weapon)
    if wrong:
        return wrong
    weapon = who.weapon(action.weapon)
    if weapon.kind == "shield":
        return Forbidden("parry.needs-weapon", f"{weapon.name} is for parrying only")
    if not who.usable(weapon):
        return Forbidden("house.hands", f"{weapon.name} is not in hand; take it in hand first")
    if not rules.keeps_to_intent(who.intent, weapon.kind):
        can_switch = encounter.step is not None and _forbid_switch(who, encounter.step) is None
        hint = "; switch, and act last" if can_switch else ", and that binds for the round"
        return Forbidden("initiative.commit", f"initiative was rolled for a {who.intent} attack{hint}")
    return _forbid_distance(encounter, who, weapon, action.target)


@rule("house.aim")
def _forbid_aim(encounter: Encounter, who: Fighter, action: Aim) -> Forbidden | None:
    wrong = _forbid_target(encounter, who, action.target)
    if wrong:
        return wrong
    if who.moved:
        return Forbidden("house.aim", "whoever has moved this round cannot aim")
    shooters = [w for w in who.weapons if w.kind == "ranged" and who.usable(w)]
    if not shooters:
        return Forbidden("ranged.aim", "there is no ranged weapon in hand to aim with")
    reasons = [_forbid_distance(encounter, who, weapon, action.target) for weapon in shooters]
    return None if None in reasons else reasons[0]


def _forbid_move(who: Fighter, action: Move, step: Step) -> Forbidden | None:
    # a turn that was put off to the end of the round is the same turn still
    if ("moved", True) in step.facts or (step.cause == "late" and who.moved):
        return Forbidden("house.move", "a fighter moves once a turn")
    if who.move and not who.pace:
        return Forbidden("house.bones", f"without {' and '.join(who.lost)} there is no moving")
    way = abs(action.to - who.position)
    if not 0 < way <= who.pace:
        rule = "house.move" if who.pace == who.move else "house.bones"
        return Forbidden(rule, f"{action.to} m is {way} m away; a move is 1 to {who.pace} m")
    return None


def _forbid_ready(who: Fighter, action: Ready) -> Forbidden | None:
    wrong = _forbid_weapon(who, action.weapon)
    if wrong:
        return wrong
    if not who.weapon(action.weapon).held:
        return Forbidden("house.hands", f"{action.weapon} needs no hand")
    if action.weapon in who.hands:
        return Forbidden("house.hands", f"{action.weapon} is in hand already")
    return None


def _forbid_pull(encounter: Encounter, who: Fighter, action: Pull) -> Forbidden | None:
    bearer = dict(who.stuck).get(action.weapon)
    if bearer is None:
        return Forbidden("house.stuck", f"{action.weapon!r} does not stick in anybody")
    if encounter.has(bearer) and not rules.in_reach(encounter.distance(who.id, bearer)):
        return Forbidden("house.reach", f"{bearer} is {encounter.distance(who.id, bearer)} m away")
    return None


def offers(encounter: Encounter) -> tuple[Offer, ...]:
    """The kinds of action open to whoever has the decision, with their domains and concrete examples."""
    step = encounter.step
    if step is None or not step.decision:
        return ()
    who: Fighter = encounter.fighter(step.who)
    found = []
    for kind, domain in domains(encounter, who).items():
        examples = tuple(a for a in _examples(encounter, who, kind) if forbid(encounter, a) is None)
        if examples:
            found.append(Offer(kind, domain, examples))
    return tuple(found)


def domains(encounter: Encounter, who: Fighter) -> dict[str, dict[str, tuple[Any, ...] | range]]:
    """For each kind of action, the values that its parameters can take, legal or not; foes come before friends."""
    others = sorted((f for f in encounter.fighters if f.id != who.id and not f.dead), key=lambda f: f.side == who.side)
    targets = tuple(f.id for f in others)
    weapons = tuple(w.name for w in who.weapons)
    return {
        "attack": {"target": targets, "weapon": weapons},
        "aim": {"target": targets},
        "move": {"to": range(who.position - who.pace, who.position + who.pace + 1)},
        "ready": {"weapon": weapons},
        "pull": {"weapon": weapons},
        "switch": {},
        "pass": {},
    }


def _examples(encounter: Encounter, who: Fighter, kind: str) -> Iterator[Action]:
    """Concrete actions worth showing, legal or not: against foes, and moves towards or away from them."""
    foes = [f for f in encounter.foes(who.id) if not f.dead]
    match kind:
        case "attack":
            yield from (Attack(who.id, foe.id, weapon.name) for foe in foes for weapon in who.weapons)
        case "aim":
            yield from (Aim(who.id, foe.id) for foe in foes)
        case "move":
            yield from (Move(who.id, to) for to in _ways(who, [foe.position for foe in foes]))
        case "ready":
            yield from (Ready(who.id, weapon.name) for weapon in who.weapons)
        case "pull":
            yield from (Pull(who.id, name) for name, _ in who.stuck)
        case "switch":
            if any(w.kind == "magic" for w in who.weapons):
                yield Switch(who.id)
        case "pass":
            yield Pass(who.id)


def stage(encounter: Encounter, action: Action, closing: bool) -> Encounter:
    """The encounter as if it were the turn for that action: with initiative rolled for it, and perhaps within range."""
    who: Fighter = encounter.fighter(action.who)
    if isinstance(action, Attack) and any(weapon.name == action.weapon for weapon in who.weapons):
        weapon = who.weapon(action.weapon)
        who = replace(who, intent=rules.intent_of(weapon.kind))
        if closing and encounter.has(action.target):
            place, far = int(encounter.fighter(action.target).position), weapon.range or REACH
            if (way := place - who.position) > far or -way > far:
                who = replace(who, position=place - far if way > 0 else place + far)
    return replace(encounter.with_fighter(who), agenda=(Step("turn", action.who),))


def approach(who: Fighter, place: int, reach: int = REACH) -> int:
    """Where a move towards a place ends: within reach of it, or as near as one move gets."""
    gap = place - who.position
    way = min(who.pace, max(0, abs(gap) - reach))
    return who.position + (way if gap > 0 else -way)


def _ways(who: Fighter, places: list[int]) -> list[int]:
    ways = [approach(who, place) for place in places]
    near = min(places, key=lambda place: abs(place - who.position), default=None)
    if near is not None:
        ways.append(who.position + (who.pace if near <= who.position else -who.pace))
    return list(dict.fromkeys(ways))
