"""Plans, aims and last resorts, as the reference and a fight file know them."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from arena_fights import ARCHER, AXE, DRILLED, MAGE, SWORD, by, fight_of
from typer.testing import CliRunner

from affray.arena.tactics import AIM_HELP, AIMS, Tactic
from affray.cli.app import app
from affray.encounter import Encounter, Step
from affray.errors import BadValue, FileError, UnknownName
from affray.luck import Luck
from affray.system import Action
from affray.systems.opposed import SYSTEM
from affray.systems.opposed.actions.kinds import Aim, Attack, Flee, Move, Pass, Surrender


def chosen(a: dict[str, Any], b: dict[str, Any], distance: int, moved: bool = False, **changed: Any) -> Action:
    """What a1 does about b1 at that distance."""
    encounter = begun(a, b, distance, moved)
    encounter = encounter.with_fighter(replace(encounter.fighter("a1"), **changed))
    return Tactic().choose(SYSTEM, encounter, Luck(1))


def begun(a: dict[str, Any], b: dict[str, Any], distance: int, moved: bool = False) -> Encounter:
    facts = (("moved", True),) if moved else ()
    return fight_of([[a], [b]], distance, {}).push(Step("turn", "a1", facts=facts))


def test_who_holds_does_not_move() -> None:
    assert chosen(SWORD, AXE, 5) == Move("a1", 3)
    assert chosen(by(SWORD, plan="hold"), AXE, 5) == Pass("a1")
    assert chosen(by(SWORD, plan="hold"), AXE, 2) == Attack("a1", "b1", "sword")


def test_who_keeps_away_leaves_as_much_room_as_the_foe_can_cross() -> None:
    keeper = by(ARCHER, plan="distance")
    # an axeman moves 6 and reaches 2
    assert chosen(keeper, AXE, 9) == Attack("a1", "b1", "bow")
    assert chosen(keeper, AXE, 8) == Move("a1", -6)
    assert chosen(keeper, AXE, 8, moved=True) == Attack("a1", "b1", "bow")
    assert chosen(keeper, {**AXE, "move": 7}, 9) == Move("a1", -6)
    assert chosen(ARCHER, AXE, 8) == Attack("a1", "b1", "bow")
    # not out of its own range, and not without anything that shoots
    assert chosen(by(MAGE, plan="distance"), {**AXE, "move": 58}, 59, intent="magic") == Move("a1", -1)
    assert chosen(by(SWORD, plan="distance"), AXE, 8) == Move("a1", 6)


def test_who_aims_does_so_once_and_only_beyond_close_range() -> None:
    aimer = by(ARCHER, plan="aim")
    assert chosen(aimer, AXE, 31) == Aim("a1", "b1")
    assert chosen(aimer, AXE, 30) == Attack("a1", "b1", "bow")
    assert chosen(aimer, AXE, 31, aimed="b1") == Attack("a1", "b1", "bow")


@pytest.mark.parametrize(
    ("plan", "bonus"),
    [("charge", {"strike": 2}), ("strike", {"strike": 2}), ("power", {"damage": 1}), ("spare", {})],
)
def test_maneuvers_go_by_plan(plan: str, bonus: dict[str, int]) -> None:
    assert chosen(by(DRILLED, plan=plan), AXE, 1) == Attack("a1", "b1", "sword", **bonus)


def test_last_resorts_come_at_a_share_of_the_points() -> None:
    half = by({**SWORD, "life": 9}, retreat="50%")
    assert chosen(half, AXE, 1, life=5) == Attack("a1", "b1", "sword")
    assert chosen(half, AXE, 1, life=4) == Move("a1", -6)
    assert chosen(half, AXE, 7, life=4, moved=True) == Flee("a1")
    # cornered: it fights on
    assert chosen(half, AXE, 1, life=4, move=0) == Attack("a1", "b1", "sword")
    both = by({**SWORD, "life": 10}, retreat="50%", surrender="20%")
    assert chosen(both, AXE, 1, life=3) == Move("a1", -6)
    assert chosen(both, AXE, 1, life=2) == Surrender("a1")
    # the tactic speaks for those without orders, and only for them
    tactic = Tactic(surrender="100%")
    assert tactic.choose(SYSTEM, begun(SWORD, AXE, 1), Luck(1)) == Surrender("a1")
    assert tactic.choose(SYSTEM, begun(by(SWORD, surrender="0%"), AXE, 1), Luck(1)) == Attack("a1", "b1", "sword")


def test_all_foes_are_thought_of_before_nothing_is_done() -> None:
    # the strongest cannot be reached by somebody who holds; the other can
    encounter = fight_of(
        [[by(SWORD, plan="hold", aim="strongest")], [{**AXE, "position": 9}, {**SWORD, "life": 2}]], 1, {}
    )
    encounter = encounter.push(Step("turn", "a1"))
    assert Tactic().choose(SYSTEM, encounter, Luck(1)) == Attack("a1", "b2", "sword")


@pytest.mark.parametrize(
    ("orders", "says"),
    [
        ({"plan": "run"}, "charge | distance"),
        ({"plan": "charge, hold"}, "charge | distance"),
        ({"retreat": "25"}, "a share of the points, '0%' to '100%'"),
        ({"retreat": "101%"}, "a share of the points"),
        ({"surrender": "-1%"}, "a share of the points"),
        ({"surrender": 5}, "a share of the points"),
        ({"flee": "25%"}, "unknown standing order"),
    ],
)
def test_orders_that_make_no_sense_are_refused(orders: dict[str, Any], says: str) -> None:
    with pytest.raises(FileError) as error:
        fight_of([[by(SWORD, **orders)], [AXE]], 1, {})
    assert says.lower() in str(error.value).lower()


def test_a_tactic_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(BadValue):
        Tactic(retreat="many")
    with pytest.raises(UnknownName):
        Tactic(plan="run").choose(SYSTEM, begun(SWORD, AXE, 1), Luck(1))


def test_the_command_lists_them_all() -> None:
    assert set(AIM_HELP) == set(AIMS)
    shown = CliRunner().invoke(app, ["tactics", "opposed"])
    assert shown.exit_code == 0
    for word in (*AIMS, *SYSTEM.plans, "retreat", "surrender", *SYSTEM.orders):
        assert word in shown.output
    data = json.loads(CliRunner().invoke(app, ["tactics", "opposed", "--json"]).output)
    assert list(data) == ["aims", "plans", "shares", "orders"]
    assert data["plans"] == dict(SYSTEM.plans)
