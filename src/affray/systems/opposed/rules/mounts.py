"""Fighting from the saddle, and keeping hold of the mount."""

from __future__ import annotations

import re
from typing import NamedTuple

from affray.dice.checks import Modifier
from affray.errors import BadValue
from affray.options import Value
from affray.system import rule
from affray.systems.opposed.charts import LOSS_OF_CONTROL, MOUNTED, ControlLoss
from affray.systems.opposed.rules.attack import Parts, named

LIGHT_TN = 8
WILD = -3


@rule("mount.melee-moving", "mount.melee-still", "mount.ranged-moving", "mount.ranged-still", "mount.magic")
def mounted_attack(attack_kind: str, mounted: str) -> Parts:
    """What the saddle adds to an attack roll; `mounted` is "", "still" or "moving".

    Bare hands count as melee; reaching for somebody is none of the three, as with size.
    """
    row = MOUNTED.get("melee" if attack_kind == "bare" else attack_kind)
    if not mounted or row is None:
        return ()
    part: Modifier = row[mounted]
    return (part,) if part.value else ()


@rule("mount.ranged-moving")
def shooter_moves(moved: bool, mounted: str, reading: Value = "replace") -> tuple[str, ...]:
    """The conditions of a shot that the shooter's own motion makes: at rest, moving, or neither.

    In the saddle of a moving mount a shooter is never at rest; moving counts there only where the switch says `stack`.
    """
    if mounted == "moving":
        return ("attacker-moving",) if reading == "stack" else ()
    return ("attacker-moving",) if moved else ("attacker-static",)


def gait(moved: bool, row: str = "") -> str:
    """Whether a mount counts as moving or still: it has moved this round, or it bucks about on its own account."""
    bucks = bool(row) and LOSS_OF_CONTROL[row].bucks
    return "moving" if moved or bucks else "still"


class Rating(NamedTuple):
    """A taming rating: the Animal Taming that riding takes, and the target number of taming and control."""

    skill: int
    tn: int


@rule("mount.tame-rating")
def tame_rating(text: str) -> Rating:
    """A rating such as "4/12"; `BadValue` for anything else."""
    found = re.fullmatch(r"(\d{1,2})/(\d{1,2})", text.strip())
    if not found:
        raise BadValue("taming rating", text, 'two numbers such as "4/12": skill needed, and target number')
    return Rating(int(found[1]), int(found[2]))


@rule("mount.tamed", "mount.skill")
def may_ride(tame: tuple[int, int] | None, tamed: bool, taming: int) -> bool:
    """Whether somebody with that Animal Taming can mount: the creature is tamed, and the skill is enough for it."""
    return tame is not None and tamed and taming >= tame[0]


@rule("mount.control.damage", "mount.control.half", "house.mount-light-tn")
def control_tn(tn: int, life: int, life_full: int, trigger: Value = "any-damage") -> int | None:
    """The target number of the control check that damage to a mount calls for; None where none is due.

    With more than half of its Life lost it is the taming number; before that 8 at most, if the switch has it at all.
    """
    if 2 * (life_full - life) > life_full:
        return tn
    return min(LIGHT_TN, tn) if trigger == "any-damage" else None


@rule("mount.control.roll")
def control_modifiers(taming: int, row: str = "") -> Parts:
    """A control check: Animal Taming, and what the last loss of control takes off the next one."""
    parts = named("mount.control.roll", ("Animal Taming", taming))
    lost: ControlLoss | None = LOSS_OF_CONTROL.get(row)
    if lost is None or not lost.next_check:
        return parts
    return (*parts, Modifier("out of control", lost.next_check, lost.rule))


@rule("mount.control.roll")
def keeps_control(total: int, tn: int) -> bool:
    """Whether a control check succeeds: the total reaches the number."""
    return total >= tn


@rule("mount.loss-of-control")
def loss_row(error: int) -> str:
    """The row of the chart for that margin of error, 1 or more."""
    found: str = next(key for key, row in LOSS_OF_CONTROL.items() if error <= row.most)
    return found


@rule("mount.loss.3-4", "mount.loss.5-6", "mount.loss.7-plus")
def stays_in_saddle(total: int, tn: int) -> bool:
    """Whether the Dexterity check of a lost control keeps the rider up: the total reaches the number."""
    return total >= tn


@rule("mount.fall", "house.fall")
def fall_damage(face: int) -> int:
    """The points of a fall by d6: 1 to 3, whatever the armour."""
    return (face + 1) // 2


@rule("mount.out.act")
def wild_penalty(wild: bool) -> Parts:
    """What an unruly mount takes off the attacks and defences of its rider."""
    return (Modifier("mount out of control", WILD, "mount.out.act"),) if wild else ()
