"""What an exchange may read of a fighter: a view, which knows neither Life nor place, and the rolls it leads to."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from affray.dice.checks import Modifier
from affray.errors import UnknownName
from affray.options import Options
from affray.systems.opposed import rules
from affray.systems.opposed.charts import DEFENCES
from affray.systems.opposed.fighter.gear import Attribute, Kind, Weapon
from affray.systems.opposed.fighter.links import Situation
from affray.systems.opposed.fighter.state import Fighter, awake
from affray.systems.opposed.rules.attack import Parts

__all__ = ["Guard", "View", "attack_modifiers", "best_guard", "defence_modifiers", "defences", "effort", "view"]

BARE = "fist"
AT_EASE = Situation()


@dataclass(frozen=True)
class Guard:
    """Something to parry with: its name, the attribute it uses, the number of that, and the level of a maneuver."""

    name: str
    attribute: Attribute
    number: int
    maneuver: int = 0

    def worth(self) -> tuple[int, int]:
        """How good it is to parry with, a maneuver included; between equals rather without one, which costs nothing."""
        return self.number + self.maneuver, self.number


@dataclass(frozen=True)
class View:
    """What an exchange may read of a fighter: neither Life nor place.

    `weapon` and `shield` are the best of their kind in hand to parry with, if any; `bare` is what an unarmed block can
    count on; `dodge` is the level of a dodging maneuver at hand; `defences_left` is None where there is no limit, and 0
    also for those who cannot defend at all; `mounted` is "", "still" or "moving"; `burdens` go on every attack and
    defence.
    """

    id: str
    size: int
    brute: int
    dex: int
    wits: int
    melee: int
    ranged: int
    magic: int
    armour: int
    metal: str
    weapon: Guard | None
    shield: Guard | None
    bare: Guard
    dodge: int
    defences_left: int | None
    mounted: str = ""
    burdens: Parts = ()

    @cached_property
    def guards(self) -> dict[Weapon, Any]:
        """What has been found out about ways to defend against a weapon, which hangs on nothing else."""
        return {}


def view(fighter: Fighter, options: Options, situation: Situation = AT_EASE) -> View:
    """What an exchange may read of that fighter."""
    key = (options, situation)
    if key not in fighter.views:
        fighter.views[key] = _view(fighter, options, situation)
    found: View = fighter.views[key]
    return found


def _view(fighter: Fighter, options: Options, situation: Situation) -> View:
    limit = int(options["defence.limit"])
    left = max(0, limit - fighter.defences) if limit else None
    able = awake(fighter, options) and not situation.regaining
    bare = Guard("bare hands", "brute", fighter.brute, _level(fighter, BARE, "parry", options))
    ready = [w.name for w in fighter.weapons if fighter.usable(w, situation.held)]
    return View(
        id=fighter.id,
        size=fighter.size,
        brute=fighter.brute,
        dex=fighter.dex,
        wits=fighter.wits,
        melee=fighter.melee,
        ranged=fighter.ranged,
        magic=fighter.magic,
        armour=fighter.armour.rating,
        metal=fighter.armour.metal,
        weapon=_guard_in_hand(fighter, "melee", options, situation.held),
        shield=_guard_in_hand(fighter, "shield", options, situation.held),
        bare=bare,
        dodge=max((_level(fighter, name, "dodge", options) for name in ready), default=0) if fighter.maneuvers else 0,
        defences_left=left if able else 0,
        mounted=situation.mounted,
        burdens=rules.held_penalty(situation.held) + rules.wild_penalty(situation.wild),
    )


def _guard_in_hand(fighter: Fighter, kind: Kind, options: Options, held_fast: bool) -> Guard | None:
    """The best thing of that kind to parry with: by attribute and maneuver together, the first in hand among equals."""
    ready = [w for w in fighter.wielded if w.kind == kind and fighter.usable(w, held_fast)]
    guards = [
        Guard(w.name, w.attribute, _number(fighter, w.attribute), _level(fighter, w.name, "parry", options))
        for w in ready
    ]
    return max(guards, key=Guard.worth, default=None)


def _level(fighter: Fighter, weapon: str, bonus: str, options: Options) -> int:
    return fighter.level(weapon, bonus) if fighter.maneuvers and int(options["maneuver.per-roll"]) else 0


def _number(who: Fighter | View, attribute: Attribute) -> int:
    return {"brute": who.brute, "dex": who.dex, "wits": who.wits}[attribute]


def attack_modifiers(attacker: View, weapon: Weapon, target_size: int, options: Options) -> tuple[Modifier, ...]:
    """The named parts of an attack roll with that weapon; the target's size is among them where it counts."""
    sized = True
    if weapon.kind == "ranged":
        parts = rules.ranged_attack(attacker.dex, attacker.ranged)
    elif weapon.kind == "magic":
        parts = rules.magic_attack(attacker.wits, attacker.magic)
    elif weapon.kind == "bare":
        parts = rules.bare_attack(attacker.brute, attacker.melee)
    elif weapon.kind == "grapple":
        parts = rules.grapple_attack(attacker.dex, attacker.melee, options["grapple.skill"])
        sized = options["grapple.size"] == "on"
    else:
        parts = rules.melee_attack(weapon.attribute, _number(attacker, weapon.attribute), attacker.melee)
    if sized:
        parts += rules.size_modifiers(attacker.size, target_size, options["size.accuracy"])
    return parts + rules.mounted_attack(weapon.kind, attacker.mounted) + attacker.burdens


def defences(target: View, weapon: Weapon) -> tuple[str, ...]:
    """The ways in which the target may defend against that weapon, in the order parry, dodge, resist; maybe none."""
    if target.defences_left == 0:
        return ()
    return rules.allowed_defences(weapon.kind, target.weapon is not None, target.shield is not None, weapon.parryable)


def best_guard(target: View, attack_kind: str) -> Guard | None:
    """The best thing the target can parry that kind of attack with: weapon, shield or bare hands (which use Brute)."""
    row = DEFENCES[attack_kind]
    guards = [
        guard
        for guard, allowed in ((target.weapon, row.weapon), (target.shield, row.shield), (target.bare, row.bare))
        if allowed and guard is not None
    ]
    return max(guards, key=Guard.worth, default=None)


def effort(target: View, way: str, attack_kind: str) -> int:
    """The highest maneuver bonus that the target can put into that defence; 0 without one."""
    guard = best_guard(target, attack_kind) if way == "parry" else None
    return target.dodge if way == "dodge" else guard.maneuver if guard else 0


def defence_modifiers(target: View, way: str, attack_kind: str) -> tuple[Modifier, ...]:
    """The named parts of a defence roll: `way` is parry, dodge or resist."""
    if way == "resist":
        return rules.resistance(target.wits, target.magic) + target.burdens
    if way == "dodge":
        skill = rules.dodge_skill(attack_kind)
        number = {"melee": target.melee, "ranged": target.ranged, "magic": target.magic}[skill]
        return rules.dodge(attack_kind, target.dex, number) + target.burdens
    guard = best_guard(target, attack_kind) if way == "parry" else None
    if guard is None:
        raise UnknownName("defence", way, ("parry", "dodge", "resist"))
    return rules.parry(guard.attribute, guard.number, target.melee, guard.name) + target.burdens
