"""Wrestling, and fighting with words."""

from __future__ import annotations

from affray.dice.checks import Modifier
from affray.options import Value
from affray.system import rule
from affray.systems.opposed.rules.attack import Parts, named, winner

HELD = -2


@rule("grapple.start")
def grapple_attack(dex: int, melee: int, skill: Value = "none") -> Parts:
    """Reaching for somebody: Dex, and Melee where the switch `grapple.skill` says so."""
    return named("grapple.start", ("Dex", dex), *((("Melee", melee),) if skill == "melee" else ()))


@rule("grapple.hold")
def hold_modifiers(brute: int) -> Parts:
    """The contest of a hold, for either side: Brute."""
    return named("grapple.hold", ("Brute", brute))


@rule("grapple.hold", "grapple.break")
def hold_breaks(holder: int, held: int) -> bool:
    """Whether the hold ends: the held creature's total is higher; equal totals keep it."""
    return held > holder


@rule("house.held")
def held_penalty(held: bool) -> Parts:
    """What a grip takes off whatever the held creature rolls, the contest of the hold excepted."""
    return (Modifier("held", HELD, "house.held"),) if held else ()


@rule("house.held")
def usable_while_held(hands: int) -> bool:
    """Whether a weapon can be used in somebody's grip: not if it takes two hands."""
    return hands < 2


@rule("social.roll")
def social_modifiers(charisma: int, social: int) -> Parts:
    """A contest of words, for either side: Charisma and Social."""
    return named("social.roll", ("Charisma", charisma), ("Social", social))


@rule("social.roll", "house.social")
def swayed_for(attack: int, defence: int, tie: Value = "defence") -> tuple[bool, int]:
    """Whether whoever began has won, and for how many rounds the loser cannot harm the winner: the margin."""
    return winner(attack, defence, tie) == "attack", abs(attack - defence)
