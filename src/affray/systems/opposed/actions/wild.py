"""The turn of a mount that is out of control: it stands, it bucks and bites, or it bolts over whatever is there."""

from __future__ import annotations

from affray.dice.checks import Check
from affray.dice.pools import nds
from affray.encounter import Encounter, Step, end_turn
from affray.events import Changed, Remark
from affray.frozen import changed
from affray.system import System, rule
from affray.systems.opposed import rules
from affray.systems.opposed.actions.attack import actions_of_opportunity, strike_at
from affray.systems.opposed.actions.exchange import Swing
from affray.systems.opposed.actions.grapple import let_go, loosen
from affray.systems.opposed.charts import LOSS_OF_CONTROL
from affray.systems.opposed.fighter import Fighter, Weapon, holders, place, rider_of
from affray.table import Table

__all__ = ["run_wild"]

DIRECTIONS = nds(1, 2)


@rule("mount.loss.1-2", "mount.loss.3-4", "mount.loss.5-6", "mount.loss.7-plus", "house.random-attack", "house.bolt")
def run_wild(system: System, encounter: Encounter, step: Step, table: Table) -> Encounter:
    """What an unruly mount does with its turn, by the row of the chart; nobody decides anything in it.

    It lets go of whomever it holds, and no words that it has listened to keep it from anybody.
    """
    beast: Fighter = encounter.fighter(step.who)
    assert beast.wild is not None
    loss = LOSS_OF_CONTROL[beast.wild.row]
    table.note(Remark((loss.rule,), beast.id, "is out of control"))
    encounter = let_go(encounter, beast, table)
    beast = encounter.fighter(beast.id)
    failed: tuple[str, ...] = ()
    if loss.bolts:
        encounter, failed = bolt(encounter, beast, table)
    elif loss.bucks:
        encounter, failed = attack_at_random(encounter, beast, table)
    return actions_of_opportunity(system, end_turn(system, encounter, table), beast.id, failed, table)


@rule("house.random-attack")
def attack_at_random(encounter: Encounter, beast: Fighter, table: Table) -> tuple[Encounter, tuple[str, ...]]:
    """An attack on a creature in reach, each as likely as the other; also who may use a critical failure of it."""
    near = [f.id for f in _around(encounter, beast) if rules.in_reach(encounter.distance(beast.id, f.id))]
    if not near:
        return encounter, ()
    chosen = 1
    if len(near) > 1:
        check = Check(beast.id, "random target", nds(1, len(near)), rule="house.random-attack", lookup=True)
        chosen = min(max(table.roll(check), 1), len(near))  # a ruling may add to this die too, by its purpose
    return _bite(encounter, beast, near[chosen - 1], table)


@rule("mount.loss.7-plus", "house.bolt")
def bolt(encounter: Encounter, beast: Fighter, table: Table) -> tuple[Encounter, tuple[str, ...]]:
    """As far as its legs carry it, one way or the other along the line, over everybody in its way, the nearest first.

    Where nobody is in its way it bites at random when it stops.
    """
    if not beast.pace or holders(encounter, beast.id):
        return attack_at_random(encounter, beast, table)
    face = table.roll(Check(beast.id, "direction", DIRECTIONS, rule="house.bolt", lookup=True))
    start, way = beast.position, 1 if face > 1 else -1
    end = start + way * beast.pace
    passed = [f for f in _around(encounter, beast) if 0 < way * (f.position - start) <= beast.pace]
    table.note(Changed(("mount.loss.7-plus", "house.bolt"), beast.id, "position", start, end))
    rider = rider_of(encounter, beast.id)
    for one in (beast, rider):
        if one is not None:
            encounter = encounter.with_fighter(changed(encounter.fighter(one.id), moved=True, aimed=""))
    failed: tuple[str, ...] = ()
    for one in sorted(passed, key=lambda f: abs(f.position - start)):
        if not encounter.fighter(one.id).dead:  # a mount that went down may have killed its rider
            encounter = place(encounter, beast.id, one.position - way)  # whoever jumps back jumps away from there
            encounter, failure = _bite(encounter, beast, one.id, table)
            failed += failure
    encounter = loosen(place(encounter, beast.id, end), table)
    return (encounter, failed) if passed else attack_at_random(encounter, encounter.fighter(beast.id), table)


def _around(encounter: Encounter, beast: Fighter) -> tuple[Fighter, ...]:
    """Everybody a wild mount could attack: all that live and are in the fight, but its rider."""
    return tuple(f for f in encounter.fighters if f.id != beast.id and f.mount != beast.id and not (f.dead or f.gone))


def _bite(encounter: Encounter, beast: Fighter, target: str, table: Table) -> tuple[Encounter, tuple[str, ...]]:
    """An attack with whatever nature gave the mount; also whom a critical failure of it hands a free turn."""
    weapon = natural_weapon(encounter.fighter(beast.id))
    if weapon is None:
        return encounter, ()
    encounter, blow = strike_at(encounter, beast.id, target, Swing(weapon), table)
    return encounter, (target,) if blow.outcome == "critical failure" else ()


def natural_weapon(beast: Fighter) -> Weapon | None:
    """The most damaging of its natural melee weapons, or else of its hooves and fists; the first among equals."""
    own = [w for w in beast.weapons if w.natural and w.kind in ("melee", "bare") and beast.usable(w)]
    return max(own, key=lambda w: (w.kind == "melee", w.damage), default=None)
