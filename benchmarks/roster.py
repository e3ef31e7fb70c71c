"""The numbers of a fight that the engines written by hand can play, read off an encounter of opposed-2d6.

The engines of this package hold a second copy of some rules: attack and parry or dodge, damage, slice and chop,
armour, death, initiative. It is the only place where that is allowed. They are what affray's tables are measured
against, and a second opinion: written apart from the rules, they have to give the same laws. Nothing outside of
`benchmarks` uses them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from affray.encounter import Encounter
from affray.fightfile import Fight, load_fight

__all__ = ["FIGHTS", "Entry", "NotPlayable", "Roster", "gathered", "load", "roster"]

FIGHTS = Path(__file__).parent / "fights"
REACH = 2
UNDEFENDED = 10
MOST = 64


class NotPlayable(ValueError):
    """A fight holds something that the engines written by hand do not know."""


@dataclass(frozen=True)
class Entry:
    """One fighter as plain numbers.

    `attack` and `guard` go on two dice each, but a fighter who does not defend has `guard` alone and `dice` 0. A margin
    of 6 adds `extra` points, and then `direct` points go past `armour`.
    """

    side: int
    dex: int
    life: int
    attack: int
    guard: int
    dice: int
    damage: int
    extra: int
    direct: int
    armour: int


E = TypeVar("E")


@dataclass(frozen=True)
class Roster(Generic[E]):
    """All fighters in roster order; `foes` are the indexes of each one's foes, the one to be attacked first first."""

    sides: tuple[str, str]
    entries: tuple[E, ...]
    foes: tuple[tuple[int, ...], ...]


def load(name: str) -> Fight:
    """A fight of this package by the name of its file."""
    return load_fight(FIGHTS / f"{name}.toml")


def roster(encounter: Encounter) -> Roster[Entry]:
    """The numbers of that fight; `NotPlayable` says what is in the way."""
    found = gathered(encounter, "opposed-2d6", REACH, _entry)
    if len({f.size for f in encounter.fighters}) > 1:
        raise NotPlayable("different sizes")
    return found


def gathered(encounter: Encounter, system: str, reach: int, entry: Callable[[Any, int], E]) -> Roster[E]:
    """A fight of that system as its entries, if all are in reach; `entry` is given a fighter and its side's number."""
    fighters = encounter.fighters
    sides = tuple(dict.fromkeys(f.side for f in fighters))
    spread = max(f.position for f in fighters) - min(f.position for f in fighters)
    for wrong, what in (
        (encounter.system != system, "another system"),
        (encounter.options.changed, "a switch off its default"),
        (len(sides) != 2, "more than two sides"),
        (len(fighters) > MOST, f"more than {MOST} fighters"),
        (spread > reach, "fighters out of reach"),
    ):
        if wrong:
            raise NotPlayable(what)
    entries = tuple(entry(f, sides.index(f.side)) for f in fighters)
    return Roster((sides[0], sides[1]), entries, tuple(_foes(encounter, f) for f in fighters))


def _foes(encounter: Encounter, fighter: Any) -> tuple[int, ...]:
    """The nearest first, then by roster; who sticks to one until it falls does the same where all are equally near."""
    aim = dict(fighter.orders).get("aim", "nearest")
    if aim not in ("nearest", "focus"):
        raise NotPlayable(f"the aim {aim}")
    foes = [i for i, f in enumerate(encounter.fighters) if f.side != fighter.side]
    if aim == "nearest":
        foes.sort(key=lambda i: abs(encounter.fighters[i].position - fighter.position))
    return tuple(foes)


def _entry(fighter: Any, side: int) -> Entry:
    if fighter.maneuvers or fighter.mount or fighter.tame:
        raise NotPlayable("maneuvers or mounts")
    numbers = {"brute": fighter.brute, "dex": fighter.dex, "wits": fighter.wits}
    at_hand = [w for w in fighter.weapons if w.hands == 0 or w.name in fighter.hands]
    arms = [w for w in at_hand if w.kind in ("melee", "bare")]
    if len(arms) + sum(w.kind == "shield" for w in at_hand) < len(at_hand) or fighter.intent != "physical":
        raise NotPlayable("bows or spells")
    weapon = max(arms, key=lambda w: w.damage + numbers["brute" if w.kind == "bare" else w.attribute])
    if weapon.kind != "melee" or weapon.critical not in ("slice", "chop", "none") or weapon.poison or weapon.fire:
        raise NotPlayable(f"the weapon {weapon.name}")
    parries = [numbers[w.attribute] for w in at_hand if w.name in fighter.hands]  # all of them are blades or shields
    best = max(*parries, fighter.dex, 0)
    order = dict(fighter.orders).get("guard", "best")
    if order not in ("best", "parry", "dodge", "none"):
        raise NotPlayable(f"the guard {order}")
    guard = {"parry": max(parries, default=best), "dodge": fighter.dex}.get(order, best)
    defends = order != "none"
    return Entry(
        side=side,
        dex=fighter.dex,
        life=fighter.life,
        attack=numbers[weapon.attribute] + fighter.melee,
        guard=guard + fighter.melee if defends else UNDEFENDED,
        dice=int(defends),
        damage=weapon.damage,
        extra=weapon.damage if weapon.critical != "none" else 0,
        direct=2 * weapon.damage if weapon.critical == "chop" else 0,
        armour=fighter.armour.rating,
    )
