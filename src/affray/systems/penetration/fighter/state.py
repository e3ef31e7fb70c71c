"""The frozen state of one fighter in a fight."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from affray.encounter import Encounter
from affray.errors import UnknownName
from affray.frozen import changed
from affray.options import Options
from affray.systems.penetration import rules
from affray.systems.penetration.fighter.gear import BARE_SKIN, Armour, Shield, Style, Weapon

__all__ = ["Fighter", "able", "alive", "conditions", "dying", "linked", "shielded", "steadied"]


@dataclass(frozen=True)
class Fighter:
    """One fighter: what it is, and how it stands in the fight; `position` in metres along a line.

    `speed`, `accuracy`, `penetration` and `defence` are its base numbers, without any gear; `unarmed` is its skill in
    fighting without weapons, `multiplier` what it has learnt to add to its damage multiplier. `maneuvers` are those
    that it has learnt, styles aside. `kg` is what it carries, `excess` the penalty for load kept in the fight.

    `wielded` is the weapon in use, in a `grip` of one or two hands. `health` is what is left of six times Endurance
    (`health_full`); the difference is the damage taken. `fatigue` counts like damage, and kills nobody. `shocked` is at
    the end of how many of its turns a shock is over. `aimed` is how many full rounds it has aimed at `aimed_at`.
    `cover` is "", "tree" (shooting past one) or "behind" (out of sight). `maneuver` is declared for the round;
    `attacked` says that the attack of the round is used, `exposed` that a headlong attack has left it open until its
    next turn; `closing` marks who has closed in with somebody that may answer with a headlong attack.
    `foe` is the last target, `gone` how it left the fight alive: "fled" or "surrendered".
    """

    id: str
    side: str
    name: str
    position: int
    strength: int
    endurance: int
    speed: int
    accuracy: int
    penetration: int
    defence: int
    unarmed: int
    multiplier: int
    health: int
    health_full: int
    weapons: tuple[Weapon, ...]
    wielded: str
    grip: int = 1
    shield: Shield | None = None
    armour: Armour = BARE_SKIN
    maneuvers: tuple[str, ...] = ()
    styles: tuple[Style, ...] = ()
    kg: int = 0
    excess: int = 0
    fatigue: int = 0
    orders: tuple[tuple[str, str], ...] = ()
    foe: str = ""
    maneuver: str = "basic"
    attacked: bool = False
    exposed: bool = False
    closing: bool = False
    aimed: int = 0
    aimed_at: str = ""
    prone: bool = False
    cover: str = ""
    aware: bool = True
    shocked: int = 0
    unconscious: bool = False
    gone: str = ""

    def weapon(self, name: str) -> Weapon:
        """The weapon of that name; `UnknownName` if the fighter has none."""
        for weapon in self.weapons:
            if weapon.name == name:
                return weapon
        raise UnknownName("weapon", name, [w.name for w in self.weapons])

    @cached_property
    def in_hand(self) -> Weapon:
        """The weapon in use."""
        return self.weapon(self.wielded)

    @property
    def damage(self) -> int:
        """The damage taken so far, in points."""
        return self.health_full - self.health

    @cached_property
    def known(self) -> tuple[str, ...]:
        """The maneuvers it can use: those that all know, those learnt, and those that a style teaches."""
        return rules.known_maneuvers(self.maneuvers, [rules.taught(s.level, s.teaches) for s in self.styles])

    def style(self, maneuver: str) -> int:
        """The level of the best style for that maneuver; 0 without one."""
        return max((style.level for style in self.styles if style.maneuver == maneuver), default=0)

    @cached_property
    def views(self) -> dict[Any, Any]:
        """The views of this very state that were worked out already, by what they hang on; kept by `view`."""
        return {}


def dying(fighter: Fighter) -> bool:
    """Whether it has taken so much damage that it can do nothing any more; the dead are among them."""
    return rules.dying(fighter.health, fighter.endurance)


def alive(fighter: Fighter) -> bool:
    """Whether the fighter lives, in the fight or out of it."""
    return not rules.dead(fighter.health)


def able(fighter: Fighter, options: Options) -> bool:
    """Whether the fighter can act and defend at all; no switch changes it."""
    return not (fighter.unconscious or fighter.gone or dying(fighter))


def shielded(fighter: Fighter) -> int:
    """What its shield adds to the defence: nothing without one, or with both hands on a weapon."""
    return fighter.shield.defence if fighter.shield is not None and fighter.grip == 1 else 0


def steadied(fighter: Fighter, **more: Any) -> Fighter:
    """The fighter with nobody aimed at, and with whatever is in `more`."""
    return changed(fighter, aimed=0, aimed_at="", **more)


def linked(encounter: Encounter) -> Encounter:
    """The encounter in which nobody aims at somebody who is not there."""
    for fighter in encounter.fighters:
        if fighter.aimed_at and not encounter.has(fighter.aimed_at):
            encounter = encounter.with_fighter(steadied(fighter))
    return encounter


def conditions(fighter: Fighter, options: Options) -> tuple[str, ...]:
    """What else is the matter with a fighter, in words."""
    if not alive(fighter):
        return ("dead",)
    reading = options["injury.levels"]
    levels = rules.condition_penalty(fighter.damage, fighter.endurance, reading)
    tired = rules.condition_penalty(fighter.fatigue, fighter.endurance, reading)
    said = {
        fighter.gone: bool(fighter.gone),
        "dying": dying(fighter),
        "unconscious": fighter.unconscious,
        "in shock": fighter.shocked > 0,
        f"injury level {levels}": levels > 0,
        f"fatigue level {tired}": tired > 0,
        f"maneuver {fighter.maneuver}": fighter.maneuver != "basic",
        "open after a headlong attack": fighter.exposed,
        f"aims at {fighter.aimed_at}": fighter.aimed > 0,
        "on the ground": fighter.prone,
        "fully behind a tree": fighter.cover == "behind",
        "behind a tree": fighter.cover == "tree",
        "unaware of missiles": not fighter.aware,
        f"{fighter.wielded} in {'one hand' if fighter.grip == 1 else 'both hands'}": not fighter.in_hand.natural,
    }
    return tuple(words for words, so in said.items() if so)
