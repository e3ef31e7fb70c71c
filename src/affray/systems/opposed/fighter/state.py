"""The frozen state of a fighter, and what it is able to do by itself; what links fighters is in `links`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from affray.errors import UnknownName
from affray.frozen import changed
from affray.options import Options
from affray.systems.opposed import rules
from affray.systems.opposed.fighter.gear import HANDS, Armour, Fire, Intent, Maneuver, Weapon
from affray.systems.opposed.rules.lasting import Toll

__all__ = ["Fighter", "Wild", "alive", "awake", "felled", "out_of_saddle"]


BARE_SKIN = Armour()


@dataclass(frozen=True)
class Wild:
    """A mount out of control: the row of the chart it came to, and the target number of the check that was lost."""

    row: str
    tn: int


@dataclass(frozen=True)
class Fighter:
    """One fighter in a fight, at one moment; a mount is a fighter too.

    `hands` names the weapons in hand; `stuck` pairs a weapon with the id of whoever it sticks in; `severed` and
    `broken` are body parts; `aimed` is the id of the target aimed at; `defences` counts those made in this round;
    `poisons` are at work, `fire` is what burns on the fighter; `holds` is the id of whoever is in its grip; `swayed`
    are the ids it cannot bring itself to harm; `mount` is the id of what it rides, `tame` the taming rating of a beast
    (skill needed, target number); `gone` is how it left the fight alive: "fled" or "surrendered".
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
    armour: Armour = BARE_SKIN
    orders: tuple[tuple[str, str], ...] = ()
    intent: Intent = "physical"
    switched: bool = False
    moved: bool = False
    aimed: str = ""
    defences: int = 0
    stuck: tuple[tuple[str, str], ...] = ()
    severed: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()
    unconscious: bool = False
    dead: bool = False
    gone: str = ""
    foe: str = ""
    maneuvers: tuple[Maneuver, ...] = ()
    poisons: tuple[Toll, ...] = ()
    fire: Fire | None = None
    holds: str = ""
    swayed: tuple[str, ...] = ()
    mount: str = ""
    tame: tuple[int, int] | None = None
    tamed: bool = False
    wild: Wild | None = None
    regaining: bool = False

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

    @cached_property
    def useless(self) -> tuple[str, ...]:
        """The body parts that are of no use any more, severed ones first."""
        return self.severed + tuple(part for part in self.broken if part not in self.severed)

    @cached_property
    def sound_hands(self) -> int:
        """How many hands are still of use: a lost arm or hand takes one."""
        return max(0, HANDS - sum(part.endswith(("arm", "hand")) for part in self.useless))

    @property
    def pace(self) -> int:
        """How far it can move in a turn, in metres: one lost leg halves the move, two end it."""
        legs = sum(part.endswith("leg") for part in self.useless)
        return (self.move, self.move // 2, 0)[min(legs, 2)]

    def is_stuck(self, weapon: Weapon) -> bool:
        """Whether that weapon sticks in somebody."""
        return any(name == weapon.name for name, _ in self.stuck)

    def usable(self, weapon: Weapon, held_fast: bool = False) -> bool:
        """Whether the weapon can be used as things stand: in hand where it needs hands, not stuck, and hands enough.

        Who is `held_fast` in somebody's grip has no use for what takes two hands.
        """
        if self.is_stuck(weapon) or (held_fast and not rules.usable_while_held(weapon.hands)):
            return False
        return not weapon.held or (weapon.name in self.hands and weapon.hands <= self.sound_hands)

    @cached_property
    def views(self) -> dict[Any, Any]:
        """The views of this very state that were worked out already, by what they hang on; kept by `view`."""
        return {}

    def level(self, weapon: str, bonus: str) -> int:
        """The level of the maneuver bought for that weapon and bonus that Exhaustion still pays for; 0 without one."""
        owned = (m.level for m in self.maneuvers if (m.weapon, m.bonus) == (weapon, bonus))
        return min(max(owned, default=0), self.exhaustion)


def alive(fighter: Fighter) -> bool:
    """Whether the fighter lives, in the fight or out of it."""
    return not fighter.dead


def awake(fighter: Fighter, options: Options) -> bool:
    """Whether the fighter can act and defend at all."""
    fainted = fighter.unconscious or rules.unconscious_at_zero(fighter.life, options["life.zero"])
    return not (fighter.dead or fainted or fighter.gone)


def felled(fighter: Fighter, **more: Any) -> Fighter:
    """The fighter as it drops out of the fight, by whatever is in `more`, its aim lost; `loosen` sees to its grip."""
    return changed(fighter, aimed="", regaining=False, **more)


def out_of_saddle(fighter: Fighter, **more: Any) -> Fighter:
    """The fighter with nothing under it, and so with no control to regain; whatever is in `more` changes too."""
    return changed(fighter, mount="", regaining=False, **more)
