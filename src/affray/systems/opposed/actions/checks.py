"""What several kinds of action ask before they are allowed, and how a turn is done with."""

from __future__ import annotations

from affray.dice.checks import Check, Modifier, Tally
from affray.dice.pools import nds
from affray.encounter import Encounter, end_turn
from affray.system import Deed, Forbidden, System, rule
from affray.systems.opposed import rules
from affray.systems.opposed.fighter import Fighter, Weapon, grip, holders, situation, view
from affray.systems.opposed.fighter.view import View
from affray.systems.opposed.rules.attack import REACH
from affray.table import Table

__all__ = [
    "ONE_DIE",
    "TWO_DICE",
    "basic_roll",
    "done",
    "forbid_distance",
    "forbid_hostility",
    "forbid_reach",
    "forbid_target",
    "forbid_weapon",
    "target_tn",
    "viewed",
]

ONE_DIE = nds(1, 6)
TWO_DICE = nds(2, 6)


@rule("roll.basic")
def basic_roll(
    who: str, purpose: str, modifiers: tuple[Modifier, ...], rule_id: str, against: Tally | None = None
) -> Check:
    """A roll of these rules: two six-sided dice and what is added."""
    return Check(who, purpose, TWO_DICE, modifiers, rule_id, against=against)


def target_tn(table: Table, who: str, purpose: str, tn: int, rule_id: str) -> Tally:
    """A target number that is a plain number, as rulings leave it; `purpose` names it."""
    return table.tallied(Tally(who, purpose, (Modifier(purpose.removesuffix(" TN"), tn, rule_id),)))


def viewed(encounter: Encounter, who: str) -> View:
    """What an exchange may read of that fighter, links and all."""
    fighter: Fighter = encounter.fighter(who)
    return view(fighter, encounter.options, situation(encounter, fighter))


def done(system: System, encounter: Encounter, table: Table, hit: bool = False, target: str = "") -> Deed:
    """The deed that ends a turn."""
    return Deed(end_turn(system, encounter, table), hit, target)


def forbid_target(encounter: Encounter, who: Fighter, target: str) -> Forbidden | None:
    """Whether there is nobody of that name to act on."""
    if not encounter.has(target):
        return Forbidden("roll.opposed", f"there is nobody called {target!r}; there are {', '.join(encounter.ids)}")
    if target == who.id:
        return Forbidden("roll.opposed", "nobody attacks himself")
    other: Fighter = encounter.fighter(target)
    if other.dead:
        return Forbidden("damage.death", f"{target} is dead")
    if other.gone:
        return Forbidden(f"house.{'flee' if other.gone == 'fled' else 'surrender'}", f"{target} has {other.gone}")
    return None


@rule("house.held", "house.social")
def forbid_hostility(encounter: Encounter, who: Fighter, target: str) -> Forbidden | None:
    """Whether a grip that is kept, or a contest of words that was lost, keeps the fighter from harming the target."""
    held = grip(encounter, who)
    if held and held != target:
        return Forbidden("house.held", f"{who.id} holds {held} and cannot attack others; let go first")
    if target in who.swayed:
        return Forbidden("house.social", f"{who.id} cannot bring itself to harm {target} for now")
    return None


def forbid_weapon(encounter: Encounter, who: Fighter, name: str) -> Forbidden | None:
    """Whether the fighter has no such weapon, or no hands for it."""
    if all(weapon.name != name for weapon in who.weapons):
        return Forbidden("house.hands", f"{who.id} has no {name!r}; there are {', '.join(w.name for w in who.weapons)}")
    weapon = who.weapon(name)
    if who.is_stuck(weapon):
        return Forbidden("house.stuck", f"{name} sticks in {dict(who.stuck)[name]}; pull it out first")
    if weapon.hands > who.sound_hands:
        return Forbidden("house.bones", f"{name} needs {weapon.hands} sound hands, there are {who.sound_hands}")
    if not rules.usable_while_held(weapon.hands) and (holding := holders(encounter, who.id)):
        return Forbidden("house.held", f"{name} takes two hands, and {who.id} is held by {' and '.join(holding)}")
    return None


def forbid_reach(encounter: Encounter, who: Fighter, target: str, means: str = "") -> Forbidden | None:
    """Whether the target is out of reach for a blow or a hand."""
    distance = encounter.distance(who.id, target)
    if rules.in_reach(distance):
        return None
    return Forbidden("house.reach", f"{target} is {distance} m away, {means or who.id} reaches {REACH} m")


def forbid_distance(encounter: Encounter, who: Fighter, weapon: Weapon, target: str) -> Forbidden | None:
    """Whether the target is too far away for that weapon."""
    if weapon.range is None:
        return forbid_reach(encounter, who, target, weapon.name)
    distance = encounter.distance(who.id, target)
    if rules.range_band(distance, weapon.range) is None:
        return Forbidden("house.range-bands", f"{target} is {distance} m away, the range is {weapon.range} m")
    return None
