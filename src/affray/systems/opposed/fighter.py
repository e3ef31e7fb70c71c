"""The frozen state of a fighter, its gear, and the view that an exchange may read of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from affray.dice.checks import Modifier
from affray.errors import UnknownName
from affray.options import Options
from affray.systems.opposed import rules
from affray.systems.opposed.charts import DEFENCES

__all__ = [
    "Armour",
    "Fighter",
    "Guard",
    "View",
    "Weapon",
    "attack_modifiers",
    "awake",
    "best_guard",
    "defence_modifiers",
    "defences",
    "view",
]

Kind: TypeAlias = Literal["melee", "bare", "ranged", "magic", "shield"]
Attribute: TypeAlias = Literal["brute", "dex", "wits"]
CriticalType: TypeAlias = Literal["bare", "chop", "impale", "slice", "crush", "none"]
Intent: TypeAlias = Literal["physical", "magic"]

HANDS = 2


@dataclass(frozen=True)
class Weapon:
    """Something to attack or parry with; `range` in metres, `hands` that it takes while in use.

    `natural` weapons are part of the body, `thrown` ones leave the hand, `parryable` spells say that they can be
    parried, `electric` is for either.
    """

    name: str
    kind: Kind
    attribute: Attribute
    damage: int
    critical: CriticalType = "none"
    bladed: bool = False
    hands: int = 1
    range: int | None = None
    parryable: bool = False
    electric: bool = False
    natural: bool = False
    thrown: bool = False

    @property
    def held(self) -> bool:
        """Whether it has to be in hand to be of any use."""
        return self.hands > 0


@dataclass(frozen=True)
class Armour:
    """Armour: the points it takes off each attack, and the share of the body under metal as a fraction in text."""

    name: str = "none"
    rating: int = 0
    metal: str = "0"


@dataclass(frozen=True)
class Fighter:
    """One fighter in a fight, at one moment.

    `hands` names the weapons in hand; `stuck` pairs a weapon with the id of whoever it sticks in; `lost` are body parts
    severed or useless; `aimed` is the id of the target aimed at; `defences` counts those made in this round.
    """

    id: str
    side: str
    name: str
    position: int
    size: int
    brute: int
    dex: int
    wits: int
    charisma: int
    melee: int
    ranged: int
    magic: int
    social: int
    taming: int
    life: int
    life_full: int
    exhaustion: int
    exhaustion_full: int
    move: int
    weapons: tuple[Weapon, ...]
    hands: tuple[str, ...] = ()
    armour: Armour = Armour()
    orders: tuple[tuple[str, str], ...] = ()
    intent: Intent = "physical"
    switched: bool = False
    moved: bool = False
    aimed: str = ""
    defences: int = 0
    stuck: tuple[tuple[str, str], ...] = ()
    lost: tuple[str, ...] = ()
    unconscious: bool = False
    dead: bool = False
    foe: str = ""

    def weapon(self, name: str) -> Weapon:
        """The weapon of that name; `UnknownName` if the fighter has none."""
        for weapon in self.weapons:
            if weapon.name == name:
                return weapon
        raise UnknownName("weapon", name, [w.name for w in self.weapons])

    @cached_property
    def wielded(self) -> tuple[Weapon, ...]:
        """The weapons in hand, in the order in which they were taken."""
        return tuple(self.weapon(name) for name in self.hands)

    @property
    def sound_hands(self) -> int:
        """How many hands are still of use: a lost arm or hand takes one."""
        return max(0, HANDS - sum(part.endswith(("arm", "hand")) for part in self.lost))

    @property
    def free_hands(self) -> int:
        """How many hands hold nothing; never below 0."""
        return max(0, self.sound_hands - sum(weapon.hands for weapon in self.wielded))

    @property
    def pace(self) -> int:
        """How far it can move in a turn, in metres: one lost leg halves the move, two end it."""
        legs = sum(part.endswith("leg") for part in self.lost)
        return (self.move, self.move // 2, 0)[min(legs, 2)]

    def is_stuck(self, weapon: Weapon) -> bool:
        """Whether that weapon sticks in somebody."""
        return any(name == weapon.name for name, _ in self.stuck)

    def usable(self, weapon: Weapon) -> bool:
        """Whether the weapon can be used as things stand: in hand where it needs hands, not stuck, and hands enough."""
        if self.is_stuck(weapon):
            return False
        return not weapon.held or (weapon.name in self.hands and weapon.hands <= self.sound_hands)


def awake(fighter: Fighter, options: Options) -> bool:
    """Whether the fighter can act and defend at all."""
    fainted = fighter.unconscious or rules.unconscious_at_zero(fighter.life, options["life.zero"])
    return not (fighter.dead or fainted)


@dataclass(frozen=True)
class Guard:
    """Something to parry with: its name, the attribute that it uses, and the number of that attribute."""

    name: str
    attribute: Attribute
    number: int


@dataclass(frozen=True)
class View:
    """What an exchange may read of a fighter: neither Life nor place.

    `weapon` and `shield` are the best of their kind in hand to parry with, if any; `defences_left` is None where there
    is no limit, and 0 also for those who cannot defend at all.
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
    defences_left: int | None


def view(fighter: Fighter, options: Options) -> View:
    """What an exchange may read of that fighter."""
    limit = int(options["defence.limit"])
    left = max(0, limit - fighter.defences) if limit else None
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
        weapon=_guard_in_hand(fighter, "melee"),
        shield=_guard_in_hand(fighter, "shield"),
        defences_left=left if awake(fighter, options) else 0,
    )


def _guard_in_hand(fighter: Fighter, kind: Kind) -> Guard | None:
    """The best thing of that kind to parry with: the highest attribute, the first in hand among equals."""
    ready = [w for w in fighter.wielded if w.kind == kind and fighter.usable(w)]
    guards = [Guard(w.name, w.attribute, _number(fighter, w.attribute)) for w in ready]
    return max(guards, key=lambda guard: guard.number, default=None)


def _number(who: Fighter | View, attribute: Attribute) -> int:
    return {"brute": who.brute, "dex": who.dex, "wits": who.wits}[attribute]


def attack_modifiers(attacker: View, weapon: Weapon, target_size: int, options: Options) -> tuple[Modifier, ...]:
    """The named parts of an attack roll with that weapon; the target's size is among them where it counts."""
    if weapon.kind == "ranged":
        parts = rules.ranged_attack(attacker.dex, attacker.ranged)
    elif weapon.kind == "magic":
        parts = rules.magic_attack(attacker.wits, attacker.magic)
    elif weapon.kind == "bare":
        parts = rules.bare_attack(attacker.brute, attacker.melee)
    else:
        parts = rules.melee_attack(weapon.attribute, _number(attacker, weapon.attribute), attacker.melee)
    return parts + rules.size_modifiers(attacker.size, target_size, options["size.accuracy"])


def defences(target: View, weapon: Weapon) -> tuple[str, ...]:
    """The ways in which the target may defend against that weapon, in the order parry, dodge, resist; maybe none."""
    if target.defences_left == 0:
        return ()
    return rules.allowed_defences(weapon.kind, target.weapon is not None, target.shield is not None, weapon.parryable)


def best_guard(target: View, attack_kind: str) -> Guard | None:
    """The best thing the target can parry that kind of attack with: weapon, shield or bare hands (which use Brute)."""
    row = DEFENCES[attack_kind]
    bare = Guard("bare hands", "brute", target.brute)
    guards = [
        guard
        for guard, allowed in ((target.weapon, row.weapon), (target.shield, row.shield), (bare, row.bare))
        if allowed and guard is not None
    ]
    return max(guards, key=lambda guard: guard.number, default=None)


def defence_modifiers(target: View, way: str, attack_kind: str) -> tuple[Modifier, ...]:
    """The named parts of a defence roll: `way` is parry, dodge or resist."""
    if way == "resist":
        return rules.resistance(target.wits, target.magic)
    if way == "dodge":
        skill = rules.dodge_skill(attack_kind)
        number = {"melee": target.melee, "ranged": target.ranged, "magic": target.magic}[skill]
        return rules.dodge(attack_kind, target.dex, number)
    guard = best_guard(target, attack_kind) if way == "parry" else None
    if guard is None:
        raise UnknownName("defence", way, ("parry", "dodge", "resist"))
    return rules.parry(guard.attribute, guard.number, target.melee, guard.name)
