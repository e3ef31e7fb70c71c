"""Which functions go with which kind of action: one that says what forbids it, and one that does it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from affray.encounter import Encounter, Step
from affray.system import Action, Deed, Forbidden, System
from affray.systems.penetration.actions import attack, kinds, moves, plain
from affray.systems.penetration.fighter import Fighter
from affray.table import Table

__all__ = ["WAYS", "Ways"]


class Ways(NamedTuple):
    """What asks whether an action of a kind is allowed, and what does it."""

    forbid: Callable[[Encounter, Fighter, Any, Step], Forbidden | None]
    do: Callable[[System, Encounter, Fighter, Any, Table], Deed]


#: every kind of action with its functions
WAYS: dict[type[Action], Ways] = {
    kinds.Attack: Ways(attack.forbid_attack, attack.attack),
    kinds.Close: Ways(moves.forbid_close, moves.close),
    kinds.Move: Ways(moves.forbid_move, moves.move),
    kinds.Aim: Ways(plain.forbid_aim, plain.aim),
    kinds.Drop: Ways(moves.forbid_drop, moves.drop),
    kinds.Rise: Ways(moves.forbid_rise, moves.rise),
    kinds.Cover: Ways(moves.forbid_cover, moves.cover),
    kinds.Ready: Ways(plain.forbid_ready, plain.ready),
    kinds.Flee: Ways(plain.forbid_flee, plain.flee),
    kinds.Surrender: Ways(plain.forbid_surrender, plain.surrender),
    kinds.Pass: Ways(lambda encounter, who, action, step: None, plain.pass_turn),
}
