"""What the program does for a fighter: attack with the best, get something in hand, come nearer, pass."""

from __future__ import annotations

from typing import Any

import pytest
from opposed_fights import duel, fight, habit, held, play, put, turn

from affray.arena.tactics import Tactic
from affray.luck import Luck
from affray.system import Action
from affray.systems.opposed import SYSTEM
from affray.systems.opposed.actions.kinds import Attack, Move, Pass, Pull, Ready, Release, Struggle


def chosen(a: dict[str, Any], b: dict[str, Any] | None = None, **changed: Any) -> Action:
    return Tactic().choose(SYSTEM, turn(duel(a, b), "A", **changed), Luck(1))


def test_it_attacks_with_whatever_is_worth_most() -> None:
    strong = {"weapons": ["sword", "axe"], "brute": 4, "dex": 2}
    assert chosen(strong) == Attack("A", "B", "axe")
    assert chosen({**strong, "brute": 0, "dex": 4}) == Attack("A", "B", "sword")
    assert chosen({"brute": 1}) == Attack("A", "B", "kick")


def test_it_takes_the_first_target_it_can_reach_in_preference_to_moving() -> None:
    trio = fight({"name": "A", "weapons": ["sword"]}, {"name": "B", "position": 9}, {"name": "C", "position": 1})
    encounter = turn(trio, "A")
    assert Tactic().choose(SYSTEM, encounter, Luck(1)) == Attack("A", "C", "sword")
    # the one it would rather have is out of reach: it goes there
    assert Tactic("strongest").choose(SYSTEM, put(encounter, "C", life=1), Luck(1)) == Move("A", 6)


def test_it_comes_just_within_reach_or_range() -> None:
    assert chosen({"weapons": ["sword"]}, {"position": 5}) == Move("A", 3)
    assert chosen({"weapons": ["sword"]}, {"position": -30}) == Move("A", -6)
    assert chosen({"weapons": ["bow"]}, {"position": 94}) == Move("A", 4)
    assert chosen({"weapons": ["sword"], "move": 0}, {"position": 5}) == Pass("A")


@pytest.mark.rule("house.move")
def test_after_its_move_it_attacks_or_passes() -> None:
    encounter = turn(duel({"weapons": ["sword"]}, {"position": 30}), "A")
    moved = play(encounter, Tactic().choose(SYSTEM, encounter, Luck(1))).encounter
    assert Tactic().choose(SYSTEM, moved, Luck(1)) == Pass("A")


def test_it_arms_itself_before_it_fights_with_bare_hands() -> None:
    assert chosen({"weapons": ["shield", "sword"], "hands": []}) == Ready("A", "sword")
    assert chosen({"weapons": ["shield"], "hands": []}) == Attack("A", "B", "kick")


@pytest.mark.rule("house.stuck")
def test_it_pulls_its_weapon_out_or_takes_another() -> None:
    stuck: dict[str, Any] = {"stuck": (("dagger", "B"),)}
    assert chosen({"weapons": ["dagger"]}, **stuck) == Pull("A", "dagger")
    assert chosen({"weapons": ["dagger"]}, {"position": 2}, **stuck) == Pull("A", "dagger")
    both = {"weapons": ["dagger", "sword"]}
    assert chosen(both, **stuck) == Attack("A", "B", "sword")
    assert chosen({**both, "hands": ["dagger"]}, {"position": 9}, **stuck) == Ready("A", "sword")


@pytest.mark.rule("initiative.commit")
def test_it_keeps_to_the_kind_of_attack_it_rolled_for() -> None:
    mage = {"weapons": ["lightning bolt", "sword"], "wits": 0, "dex": 6}
    assert chosen(mage, intent="magic") == Attack("A", "B", "lightning bolt")
    assert chosen(mage, intent="physical") == Attack("A", "B", "sword")


@pytest.mark.rule("initiative.commit")
def test_a_spell_it_did_not_roll_for_keeps_it_from_nothing() -> None:
    assert chosen({"weapons": ["sword", "lightning bolt"]}, {"position": 40}) == Move("A", 6)
    assert chosen({"weapons": ["sword", "lightning bolt"]}, {"position": 64}, intent="magic") == Move("A", 4)


@pytest.mark.rule("house.bones")
def test_who_can_do_nothing_passes() -> None:
    lost = ("right leg", "left leg", "right arm", "left arm")
    assert chosen({"weapons": ["sword"]}, {"position": 9}, broken=lost, hands=()) == Pass("A")
    assert SYSTEM.habit(turn(duel(), "A"), "A", "", "charge") == Pass("A")


@pytest.mark.parametrize(
    ("aim", "target"),
    [("nearest", "B"), ("weakest", "C"), ("strongest", "B"), ("hurt", "D"), ("focus", "D")],
)
def test_aims(aim: str, target: str) -> None:
    four = fight(
        {"name": "A", "weapons": ["bow"]},
        {"name": "B", "side": "x", "position": 3, "life": 30},
        {"name": "C", "side": "x", "position": 4, "life": 5},
        {"name": "D", "side": "x", "position": 5, "life": 20},
    )
    encounter = put(turn(four, "A", foe="D"), "D", life=10)
    assert Tactic(aim).choose(SYSTEM, encounter, Luck(1)) == Attack("A", target, "bow")
    own = put(encounter, "A", orders=(("aim", aim),))
    assert Tactic("random").choose(SYSTEM, own, Luck(1)) == Attack("A", target, "bow")


def test_a_random_aim_takes_all_of_them_in_the_long_run() -> None:
    trio = fight({"name": "A", "weapons": ["bow"]}, *({"name": n, "side": "x", "position": 3} for n in "BC"))
    found = {Tactic("random").choose(SYSTEM, turn(trio, "A"), Luck(seed)).target for seed in range(20)}  # type: ignore[attr-defined]
    assert found == {"B", "C"}


# -- grips, words, those who have left ---------------------------------------------------------------------------


def among(*names: str, **fields: dict[str, Any]) -> Any:
    """A with a sword against those, all within reach."""
    foes = ({"name": name, "side": "x", **fields.get(name, {})} for name in names)
    return turn(fight({"name": "A", "weapons": ["sword"], **fields.get("A", {})}, *foes), "A")


@pytest.mark.rule("house.social")
def test_it_leaves_those_alone_who_have_won_it_over() -> None:
    encounter = put(among("B", "C"), "A", swayed=("B",))
    assert habit(encounter, "A", "B", "C") == Attack("A", "C", "sword")
    assert habit(put(encounter, "A", swayed=("B", "C")), "A", "B", "C") == Pass("A")
    assert habit(put(encounter, "A", swayed=("B", "C"), hands=()), "A", "B", "C") == Ready("A", "sword")
    far = among("B", "C", C={"position": 9})
    assert habit(put(far, "A", swayed=("B",)), "A", "B", "C") == Move("A", 6)


@pytest.mark.rule("house.held")
def test_it_goes_on_with_whom_it_holds_and_lets_go_of_who_is_out() -> None:
    encounter = held(among("B", "C"), "A", "C")
    assert habit(encounter, "A", "B", "C") == Attack("A", "C", "sword")
    assert habit(encounter, "A", "B") == Attack("A", "C", "sword")  # whatever a random aim says
    asleep = put(encounter, "C", unconscious=True)
    assert habit(asleep, "A", "B") == Release("A")
    told = play(asleep, Release("A"))
    assert habit(told.encounter, "A", "B") == Attack("A", "B", "sword")
    friend = turn(fight({"name": "A", "weapons": ["sword"]}, {"name": "F", "side": "A"}, {"name": "B"}), "A")
    assert habit(held(friend, "A", "F"), "A", "B") == Release("A")


@pytest.mark.rule("house.held", "grapple.break")
def test_in_a_grip_it_fights_on_with_what_it_can_use_or_struggles() -> None:
    assert habit(held(among("B"), "B", "A"), "A", "B") == Attack("A", "B", "sword")
    spear = held(among("B", A={"weapons": ["spear"]}), "B", "A")
    assert habit(spear, "A", "B") == Struggle("A", "B")
    swayed = put(held(among("B"), "B", "A"), "A", swayed=("B",))
    assert habit(swayed, "A", "B") == Struggle("A", "B")


@pytest.mark.rule("house.flee", "house.stuck")
def test_it_takes_another_weapon_where_the_first_has_been_carried_off() -> None:
    encounter = among("B", "C", A={"weapons": ["dagger", "spear"], "hands": ["dagger"]})
    gone = put(put(encounter, "B", gone="fled"), "A", stuck=(("dagger", "B"),))
    assert habit(gone, "A", "C") == Ready("A", "spear")


@pytest.mark.rule("house.flee", "house.surrender")
@pytest.mark.parametrize("gone", ["fled", "surrendered"])
def test_no_tactic_aims_at_those_who_are_gone(gone: str) -> None:
    encounter = put(among("B", "C"), "B", gone=gone)
    for aim in ("nearest", "weakest", "focus", "random"):
        assert Tactic(aim).choose(SYSTEM, encounter, Luck(1)) == Attack("A", "C", "sword")
