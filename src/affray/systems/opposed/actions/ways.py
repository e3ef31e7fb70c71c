"""Which functions go with which kind of action: one that says what forbids it, and one that does it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from affray.encounter import Encounter, Step
from affray.system import Action, Deed, Forbidden, System
from affray.systems.opposed.actions import attack, grapple, kinds, lasting, mounts, plain
from affray.systems.opposed.fighter import Fighter
from affray.table import Table

__all__ = ["WAYS", "Ways"]


class Ways(NamedTuple):
    """What asks whether an action of a kind is allowed, and what does it."""

    forbid: Callable[[Encounter, Fighter, Any, Step], Forbidden | None]
    do: Callable[[System, Encounter, Fighter, Any, Table], Deed]


#: every kind of action with its functions
WAYS: dict[type[Action], Ways] = {
    kinds.Attack: Ways(attack.forbid_attack, attack.attack),
    kinds.Grapple: Ways(grapple.forbid_grapple, grapple.grapple),
    kinds.Struggle: Ways(grapple.forbid_struggle, grapple.struggle),
    kinds.Release: Ways(grapple.forbid_release, grapple.release),
    kinds.Social: Ways(grapple.forbid_social, grapple.contest_of_words),
    kinds.Aim: Ways(plain.forbid_aim, plain.aim),
    kinds.Move: Ways(plain.forbid_move, plain.move),
    kinds.Ready: Ways(plain.forbid_ready, plain.ready),
    kinds.Pull: Ways(plain.forbid_pull, plain.pull),
    kinds.Extinguish: Ways(lasting.forbid_extinguish, lasting.extinguish),
    kinds.Mount: Ways(mounts.forbid_mount, mounts.get_up),
    kinds.Dismount: Ways(mounts.forbid_dismount, mounts.dismount),
    kinds.Control: Ways(mounts.forbid_control, mounts.control),
    kinds.Switch: Ways(lambda encounter, who, action, step: plain.forbid_switch(who, step), plain.switch),
    kinds.Flee: Ways(plain.forbid_flee, plain.flee),
    kinds.Surrender: Ways(plain.forbid_surrender, plain.surrender),
    kinds.Pass: Ways(lambda encounter, who, action, step: None, plain.pass_turn),
}
