"""Shooting and throwing: range, aim, cover, lying down, and what protects against it. Distances are metres."""

from __future__ import annotations

from affray.dice.checks import Modifier
from affray.options import Value
from affray.system import rule
from affray.systems.penetration.charts import MANEUVERS
from affray.systems.penetration.rules.scores import Parts, named

__all__ = [
    "AIM_MOST",
    "AIM_ROUNDS",
    "COVERS",
    "PRONE_BEYOND",
    "aim_modifiers",
    "cover_modifiers",
    "missile_defence",
    "out_of_sight",
    "prone_defence",
    "prone_target",
    "range_modifiers",
    "range_penalty",
]

AIM_MOST = 4  # what aiming adds at most, before a style
AIM_ROUNDS = AIM_MOST // MANEUVERS["aim"].accuracy  # more rounds than these help no further
COVERS = ("", "tree", "behind")
TREE = -4
PRONE_SHOT = -3
PRONE_BEYOND = 5  # metres
PRONE_MELEE = -3


@rule("missile.range-penalty", "missile.style", "house.range")
def range_penalty(distance: int, band: int, style: int = 0) -> int:
    """The penalty for range: 1 for each further band that has begun, less the level of a shooting style."""
    return max(0, -(-distance // band) - 1 - style)


@rule("missile.range-penalty", "missile.style", "house.range")
def range_modifiers(distance: int, band: int, style: int = 0) -> Parts:
    """What range takes off WA, and what a shooting style gives back of that."""
    full = range_penalty(distance, band)
    saved = full - range_penalty(distance, band, style)
    return named("missile.range-penalty", "range", -full) + named("missile.style", "shooting style", saved)


@rule("missile.aim", "missile.style", "house.man.aim")
def aim_modifiers(rounds: int, style: int = 0) -> Parts:
    """What so many full rounds of aiming add to WA: 2 each and 4 at most; a style adds its level to that."""
    if rounds <= 0:
        return ()
    aimed = Modifier("aimed", min(AIM_MOST, MANEUVERS["aim"].accuracy * rounds), "missile.aim")
    return (aimed, *named("missile.style", "style", style))


@rule("missile.cover", "house.tree")
def cover_modifiers(cover: str) -> Parts:
    """What takes off a shooter's WA that the target looks out from behind a tree."""
    return named("missile.cover", "target behind a tree", TREE) if cover == "tree" else ()


@rule("missile.cover", "house.tree")
def out_of_sight(cover: str) -> bool:
    """Whether somebody in that cover cannot be hit by a missile: fully behind the tree."""
    return cover == "behind"


@rule("missile.prone", "house.prone")
def prone_target(prone: bool, distance: int) -> Parts:
    """What takes off a shooter's WA that the target lies on the ground: nothing up to 5 m."""
    return named("missile.prone", "target on the ground", PRONE_SHOT) if prone and distance > PRONE_BEYOND else ()


@rule("house.prone")
def prone_defence(prone: bool) -> Parts:
    """What lying on the ground takes off the own WD against blows."""
    return named("house.prone", "on the ground", PRONE_MELEE) if prone else ()


@rule("missile.protection", "house.missile-defence")
def missile_defence(
    base: int,
    weapon: int,
    shield: int,
    unarmed: int,
    aware: bool = True,
    reading: Value = "shield-or-unarmed",
    weapon_name: str = "",
) -> Parts:
    """WD against a missile before penalties: own defence and the better of shield and unarmed skill, not the weapon.

    Read as `normal`, all that helps against blows helps: weapon and shield. Who does not see it coming has none of
    it, WD 0, and the dice alone; penalties and maneuvers do not count for it either.
    """
    if not aware:
        return (Modifier("unaware", 0, "house.missile-defence"),)
    parts: Parts = (Modifier("base defence", base, "house.missile-defence"),)
    if reading == "normal":
        return parts + named("house.scores", "weapon", weapon, weapon_name) + named("house.scores", "shield", shield)
    if unarmed > shield:
        return parts + named("missile.protection", "unarmed skill", unarmed)
    return parts + named("missile.protection", "shield", shield)
