"""What a hit does: size, damage, critical effects, armour, electricity, Life."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from affray.dice.checks import Modifier
from affray.options import Value
from affray.system import rule
from affray.systems.opposed.charts import CRITICALS
from affray.systems.opposed.rules.attack import CRITICAL_MARGIN, Parts, named

PULL_TN = 8
SECONDS_PER_ROUND = 6


# -- Critical effects


@rule("crit.by-weapon", "crit.chop", "crit.impale", "crit.slice", "crit.crush", "house.spell")
def critical_weapon_damage(critical_type: str, weapon: int) -> int:
    """The extra points of a critical hit: the weapon's damage once more, nothing for bare hands and spells."""
    times: int = CRITICALS[critical_type].weapon_times
    return (times - 1) * weapon


@rule("crit.chop.sever")
def severs(attacker_size: int, target_size: int) -> bool:
    """Whether a critical chop takes off the part it hits: the target is smaller than the attacker."""
    return target_size < attacker_size


@rule("crit.crush.bones")
def breaks_bones(attacker_size: int, target_size: int) -> bool:
    """Whether a critical crush breaks the bones it hits: the target is smaller than the attacker."""
    return target_size < attacker_size


@rule("house.severed")
def severed_kills(part: str) -> bool:
    """Whether losing that part is death: only the head."""
    return part == "head"


@rule("house.bones")
def broken_stuns(part: str) -> bool:
    """Whether broken bones in that part leave the fighter unconscious: only those of the head."""
    return part == "head"


@rule("crit.impale", "house.stuck")
def sticks(critical_type: str, attack_kind: str, thrown: bool = False, natural: bool = False) -> bool:
    """Whether a critical hit leaves the attacker without the weapon: it pierces, and is itself what struck.

    Teeth and claws stay with their owner.
    """
    pierces = bool(CRITICALS[critical_type].special == "stick")
    return pierces and not natural and (attack_kind == "melee" or thrown)


@rule("house.stuck")
def pull_modifiers(brute: int) -> Parts:
    """Pulling a stuck weapon out: Brute."""
    return named("house.stuck", ("Brute", brute))


@rule("house.stuck")
def pulled_out(total: int) -> bool:
    """Whether the weapon comes free: the total reaches 8."""
    return total >= PULL_TN


@rule("crit.bare.ko")
def knock_out_modifiers(brute: int) -> Parts:
    """Either side of the knock-out contest: Brute."""
    return named("crit.bare.ko", ("Brute", brute))


@rule("crit.bare.ko")
def knocked_out(margin: int) -> bool:
    """Whether the contest after a critical bare-knuckle hit goes far enough for a knock-out."""
    return margin >= CRITICAL_MARGIN


@rule("crit.bare.ko")
def extra_roll_knocks_out(face: int) -> bool:
    """Whether the further d6, where the switch asks for it, confirms the knock-out."""
    return face >= 4


@rule("house.ko", "house.round")
def rounds(minutes: int) -> int:
    """Minutes in rounds of six seconds; a knock-out lasts as many minutes as the margin of its contest."""
    return minutes * 60 // SECONDS_PER_ROUND


# -- Size and Damage


@rule("size.damage", "size.damage.same")
def size_damage(attacker: int, target: int, attack_kind: str = "melee") -> int:
    """What a larger attacker adds to the damage of a blow, weapon or bare: the difference; never less than 0."""
    return max(0, attacker - target) if attack_kind in ("melee", "bare") else 0


# -- Damage


@dataclass(frozen=True)
class Damage:
    """What a hit does before armour, part by part; `direct` points of it go past armour."""

    parts: Parts
    direct: int = 0

    @property
    def total(self) -> int:
        """The sum of the parts."""
        return sum(part.counted for part in self.parts)


@rule("damage.amount", "crit.bare", "crit.chop", "maneuver.damage")
def damage(
    margin: int,
    weapon: int,
    critical_type: str = "none",
    critical: bool = False,
    size_bonus: int = 0,
    bonus: int = 0,
    chop_reading: Value = "extra",
    chop_armour: Value = "weapon-direct",
) -> Damage:
    """Points of damage: margin and weapon, size and a maneuver's `bonus`, then what a critical hit of that type adds.

    Bare hands double the whole sum. A critical chop counts the weapon twice, and goes past armour as far as
    `chop_armour` says; read as `instead`, it does twice the weapon's damage and no more, all of it past armour.
    """
    chop = critical and critical_type == "chop"
    if chop and chop_reading == "instead":
        return Damage((Modifier("weapon", weapon, "damage.amount"), Modifier("chop", weapon, "crit.chop")), 2 * weapon)
    parts = [Modifier("margin", margin, "damage.amount"), Modifier("weapon", weapon, "damage.amount")]
    if size_bonus:
        parts.append(Modifier("larger than target", size_bonus, "size.damage"))
    if bonus:
        parts.append(Modifier("damage maneuver", bonus, "maneuver.damage"))
    if critical and (extra := critical_weapon_damage(critical_type, weapon)):
        parts.append(Modifier(critical_type, extra, f"crit.{critical_type}"))
    if critical and CRITICALS[critical_type].doubled:
        parts.append(Modifier("doubled", Damage(tuple(parts)).total, f"crit.{critical_type}"))
    dealt = Damage(tuple(parts))
    if not chop or chop_armour == "armoured":
        return dealt
    return Damage(dealt.parts, dealt.total if chop_armour == "all-direct" else 2 * weapon)


@rule("damage.life")
def life_after(life: int, loss: int) -> int:
    """Life after a loss; it may fall below 0."""
    return life - loss


@rule("damage.death")
def dead(life: int) -> bool:
    """Whether that Life is death: anything below 0."""
    return life < 0


@rule("damage.death")
def unconscious_at_zero(life: int, mode: Value = "active") -> bool:
    """Whether that Life is too little to act: exactly 0, where the switch says so."""
    return life == 0 and mode == "unconscious"


# -- Armour and Electricity


class Wound(NamedTuple):
    """What reaches Life: the parts of the damage, what was soaked, and the loss, which is their difference."""

    parts: Parts
    soaked: Parts
    loss: int


@rule("armour.absorb")
def armour_absorb(points: int, rating: int) -> int:
    """The points that armour takes off one attack: its rating, or all there are."""
    return min(max(0, points), rating)


@rule("electric.coverage")
def metal_conducts(metal: Fraction | str) -> bool:
    """Whether that share of the body under metal draws double damage: more than a third, reckoned exactly."""
    return Fraction(metal) > Fraction(1, 3)


@rule("electric.double")
def electricity(dealt: Damage) -> Damage:
    """The same damage doubled, whatever of it goes past armour included."""
    doubled = Modifier("electricity", dealt.total, "electric.double")
    return Damage((*dealt.parts, doubled), 2 * dealt.direct)


@rule("armour.absorb", "electric.double")
def soak(dealt: Damage, rating: int, doubled: bool = False, point: Value = "before-armour") -> Wound:
    """Damage through armour of that rating; `doubled` where electricity meets metal, before or after the armour."""
    if doubled and point == "before-armour":
        dealt = electricity(dealt)
    absorbed = armour_absorb(dealt.total - dealt.direct, rating)
    parts, loss = dealt.parts, dealt.total - absorbed
    if doubled and point == "after-armour":
        parts, loss = (*parts, Modifier("electricity", loss, "electric.double")), 2 * loss
    return Wound(parts, (Modifier("armour", absorbed, "armour.absorb"),) if absorbed else (), loss)
