"""What several kinds of action ask before they are allowed, the dice of these rules, and how a turn is done with."""

from __future__ import annotations

from affray.encounter import Encounter, Step, end_turn
from affray.system import Deed, Forbidden, System, rule
from affray.systems.penetration import rules
from affray.systems.penetration.fighter import Fighter, alive
from affray.table import Table

__all__ = ["done", "forbid_act", "forbid_missile", "forbid_reach", "forbid_target", "forbid_weapon"]


def done(system: System, encounter: Encounter, table: Table, hit: bool = False, target: str = "") -> Deed:
    """The deed that ends a turn."""
    return Deed(end_turn(system, encounter, table), hit, target)


@rule("house.turn")
def forbid_act(step: Step) -> Forbidden | None:
    """Why nothing but an attack can be done now, or None: whoever strikes at one who closes in has no whole turn."""
    if step.kind == "turn":
        return None
    return Forbidden("house.turn", "a headlong attack is no turn: attack whoever closes in, or pass")


@rule("house.health", "house.leave")
def forbid_target(encounter: Encounter, who: Fighter, target: str) -> Forbidden | None:
    """Why there is nobody of that name to act on, or None."""
    if not encounter.has(target):
        return Forbidden("house.turn", f"there is nobody called {target!r}; there are {', '.join(encounter.ids)}")
    if target == who.id:
        return Forbidden("house.turn", "nobody does that to himself")
    other: Fighter = encounter.fighter(target)
    if not alive(other):
        return Forbidden("house.health", f"{target} is dead")
    if other.gone:
        return Forbidden("house.leave", f"{target} has {other.gone}")
    return None


def forbid_weapon(who: Fighter, name: str) -> Forbidden | None:
    """Why there is no such weapon to use, or None."""
    if all(weapon.name != name for weapon in who.weapons):
        return Forbidden("house.hands", f"{who.id} has no {name!r}; there are {', '.join(w.name for w in who.weapons)}")
    return None


@rule("house.reach")
def forbid_reach(encounter: Encounter, who: Fighter, target: str) -> Forbidden | None:
    """Why the target cannot be struck hand to hand, or None."""
    distance = encounter.distance(who.id, target)
    if rules.in_reach(distance):
        return None
    return Forbidden("house.reach", f"{target} is {distance} m away; a blow reaches {rules.REACH} m")


@rule("missile.cover", "house.tree")
def forbid_missile(encounter: Encounter, who: Fighter, target: str) -> Forbidden | None:
    """Why nothing can be shot or thrown at the target, or None."""
    if rules.out_of_sight(encounter.fighter(target).cover):
        return Forbidden("missile.cover", f"{target} is fully behind a tree")
    return None
