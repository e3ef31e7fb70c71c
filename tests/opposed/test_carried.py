"""From one fight to the next: what a fighter keeps, what ends with the fight, and what a rest does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from opposed_fights import duel, fight, pass_until, put, say, sitting

from affray.carry import carry
from affray.clock import Timer
from affray.encounter import Encounter
from affray.rulings import SetValue
from affray.systems.opposed import SYSTEM, rules
from affray.systems.opposed.actions.kinds import Attack
from affray.systems.opposed.fighter import Fighter, Fire, Wild
from affray.systems.opposed.rules.lasting import Toll
from affray.systems.opposed.rules.rest import Condition

pytestmark = pytest.mark.rule("house.rest")

VIPER = Toll("viper", 2, 3, 7)
VENOM = Toll("venom", 3, 2, 1)


def after(changed: dict[str, Any], fresh: dict[str, Any] | None = None, rested: bool = False) -> Fighter:
    """A as it comes out of a fight that has left it so."""
    ended = put(duel(), "A", **changed)
    beginning = duel(fresh)
    return SYSTEM.carried(ended.fighter("A"), beginning.fighter("A"), rested, beginning.options)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("life", 7),
        ("life", 0),
        ("exhaustion", 3),
        ("severed", ("left arm",)),
        ("broken", ("hand", "right leg")),
        ("poisons", (VIPER, VENOM)),
        ("unconscious", True),
        ("dead", True),
        ("fire", Fire(2, 3)),
        ("fire", Fire(1, None)),
    ],
)
def test_what_lasts_comes_along(name: str, value: Any) -> None:
    assert getattr(after({name: value}), name) == value


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("aimed", "B"),
        ("moved", True),
        ("switched", True),
        ("defences", 3),
        ("foe", "B"),
        ("holds", "B"),
        ("swayed", ("B",)),
        ("gone", "fled"),
        ("gone", "surrendered"),
        ("stuck", (("sword", "B"),)),
        ("wild", Wild("7+", 12)),
        ("regaining", True),
        ("intent", "magic"),
    ],
)
@pytest.mark.parametrize("rested", [False, True])
def test_what_belongs_to_one_fight_ends_with_it(name: str, value: Any, rested: bool) -> None:
    fresh = duel().fighter("A")
    assert getattr(fresh, name) != value
    assert getattr(after({name: value}, rested=rested), name) == getattr(fresh, name)


def test_numbers_gear_place_and_side_are_those_of_the_new_sheet() -> None:
    fresh = {
        "brute": 5,
        "melee": 4,
        "weapons": ["axe", "shield"],
        "armour": "plate",
        "position": 9,
        "side": "red",
        "orders": {"guard": "dodge"},
        "life": 30,
        "exhaustion": 12,
        "size": 2,
    }
    now = after({"life": 15, "exhaustion": 9}, fresh)
    assert (now.life, now.life_full, now.exhaustion, now.exhaustion_full) == (15, 30, 9, 12)
    new = duel(fresh).fighter("A")
    assert now == replace(new, life=15, exhaustion=9)


@pytest.mark.parametrize(("life", "full", "left"), [(20, 12, 12), (12, 12, 12), (11, 12, 11), (-3, 12, -3)])
def test_life_and_exhaustion_go_up_to_what_is_full_now(life: int, full: int, left: int) -> None:
    now = after({"life": life, "exhaustion": life}, {"life": full, "exhaustion": full})
    assert (now.life, now.exhaustion, now.dead) == (left, left, left < 0)
    assert rules.carried_over(Condition(life, life), full, full) == Condition(left, left)


def test_a_lost_arm_holds_nothing_of_the_new_gear() -> None:
    now = after({"broken": ("left arm",)}, {"weapons": ["sword", "shield"]})
    assert now.hands == ("sword",)
    assert after({"severed": ("left arm",)}, {"weapons": ["great club"]}).hands == ()


@pytest.mark.rule("mount.tamed")
@pytest.mark.parametrize(
    ("old", "tame", "new", "expected"),
    [
        (True, "4/12", False, True),
        (False, "4/12", True, True),
        (False, "4/12", False, False),
        (True, None, False, False),
    ],
)
def test_what_was_tamed_stays_tame(old: bool, tame: str | None, new: bool, expected: bool) -> None:
    sheet = {"tame": tame, "tamed": new} if tame else {}
    assert after({"tamed": old, "tame": (4, 12)}, sheet).tamed == expected


# -- a rest


@pytest.mark.rule("house.character")
def test_a_rest_gives_exhaustion_back_and_neither_life_nor_limbs() -> None:
    now = after({"life": 7, "exhaustion": 0, "severed": ("hand",), "broken": ("left leg",)}, rested=True)
    assert (now.exhaustion, now.life, now.severed, now.broken) == (10, 7, ("hand",), ("left leg",))
    assert after({"exhaustion": 0}, {"exhaustion": 14}, rested=True).exhaustion == 14
    assert after({"exhaustion": 0}, {"exhaustion": 14}).exhaustion == 0


@pytest.mark.rule("poison.tick", "damage.death")
@pytest.mark.parametrize(("life", "left", "dead"), [(20, 8, False), (12, 0, False), (11, -1, True)])
def test_poison_runs_its_whole_course_in_a_rest(life: int, left: int, dead: bool) -> None:
    now = after({"life": life, "poisons": (VIPER, VENOM)}, rested=True)  # 3 x 2 + 2 x 3
    assert (now.life, now.dead, now.poisons) == (left, dead, ())


def test_poison_takes_its_toll_before_life_is_cut_to_what_is_full() -> None:
    assert after({"life": 20, "poisons": (VIPER,)}, {"life": 10}, rested=True).life == 10


def test_a_rest_wakes_sleepers_but_not_those_with_a_broken_head() -> None:
    assert not after({"unconscious": True}, rested=True).unconscious
    assert not after({"unconscious": True, "broken": ("hand",)}, rested=True).unconscious
    assert after({"unconscious": True, "broken": ("hand", "head")}, rested=True).unconscious
    assert not after({"broken": ("hand",)}, rested=True).unconscious


def test_a_rest_puts_out_fires_and_wakes_no_dead() -> None:
    assert after({"fire": Fire(1, None)}, rested=True).fire is None
    assert after({"dead": True, "severed": ("head",)}, rested=True).dead


# -- a whole fight after another


def knocked_out() -> Encounter:
    """A has just struck B down with bare hands: B sleeps for six minutes."""
    session = sitting(duel({"brute": 9, "side": "us"}, {"life": 99, "side": "them"}), [6, 6], [1, 1])
    session.act(Attack("A", "B", "fist"))
    say(session, [6, 6], "none", [3, 3], [4, 5])
    assert session.encounter.fighter("B").unconscious
    return session.encounter


@pytest.mark.rule("house.ko")
def test_a_sleep_goes_on_for_the_time_that_is_left() -> None:
    ended = knocked_out()
    assert ended.clock.timers == (Timer("B", "unconscious", "", "round-end", 60),)
    next_fight = fight(
        {"name": "A", "side": "us"}, {"name": "B", "side": "us"}, {"name": "C", "side": "them", "position": 50}
    )
    beginning = carry(SYSTEM, ended, next_fight)
    assert beginning.clock.timers == ended.clock.timers
    assert (beginning.clock.round, beginning.clock.order) == (0, ())
    session = sitting(beginning, [6, 6], [1, 1])
    pass_until(session, 60)
    assert session.encounter.fighter("B").unconscious
    pass_until(session, 61)
    assert not session.encounter.fighter("B").unconscious
    assert carry(SYSTEM, ended, next_fight, rested=True).clock.timers == ()


def test_words_of_the_last_fight_have_no_time_left() -> None:
    ended = put(duel(), "A", swayed=("B",))
    ended = ended.with_clock(ended.clock.timed(Timer("A", "swayed by B", "", "round-end", 4)))
    assert carry(SYSTEM, ended, duel()).clock.timers == ()


@pytest.mark.rule("house.mount")
def test_a_rider_comes_on_foot_where_the_mount_is_dead_or_he_sleeps() -> None:
    people = [
        {"name": "Boog", "side": "us", "taming": 4, "mount": "Centipede"},
        {"name": "Centipede", "side": "us", "tame": "4/12", "tamed": True},
        {"name": "Foe", "side": "them"},
    ]
    beginning = fight(*people)
    assert carry(SYSTEM, beginning, beginning) == beginning
    widowed = carry(SYSTEM, put(beginning, "Centipede", dead=True), beginning)
    assert (widowed.ids, widowed.fighter("Boog").mount) == (("Boog", "Foe"), "")
    sleeping = carry(SYSTEM, put(beginning, "Boog", unconscious=True), beginning)
    assert sleeping.fighter("Boog").mount == ""


def test_what_is_set_by_hand_for_the_next_fight_goes_before_what_is_carried() -> None:
    ended = put(duel(), "A", life=-4, dead=True)
    ended = put(ended, "B", broken=("left arm",), exhaustion=1)
    state = (SetValue("A", "life", 5), SetValue("B", "broken", "none"))
    beginning = carry(SYSTEM, ended, duel(), state=state)
    a, b = beginning.fighters
    assert (a.life, a.dead) == (5, False)
    assert (b.broken, b.exhaustion) == ((), 1)
