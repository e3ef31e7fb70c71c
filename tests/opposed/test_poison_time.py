"""Poison as time passes: when it works again, what more of it does, when it ends, and how fights end by it."""

from __future__ import annotations

from typing import Any

import pytest
from opposed_fights import duel, fight, later, pass_until, put, say, sitting, strike

from affray.encounter import Encounter
from affray.events import Changed, Ended, Event, Harm, Resolved
from affray.rulings import SetValue
from affray.systems.opposed import SYSTEM, rules
from affray.systems.opposed.actions.kinds import Attack
from affray.systems.opposed.rules import Toll

VIPER = {"name": "viper", "rate": 2, "minutes": 3}
BLADE = {"name": "blade", "like": "sword", "poison": VIPER}
FANG = {"name": "fang", "like": "bite", "poison": VIPER}
ARROW = {"name": "arrow", "like": "bow", "poison": VIPER}
CURSE = {"name": "curse", "kind": "magic", "damage": 0, "range": 9, "poison": VIPER}
WEAPONS = {weapon["name"]: weapon for weapon in (BLADE, FANG, ARROW, CURSE)}


def losses(encounter: Encounter, who: str, rounds: int) -> dict[int, int]:
    """What somebody loses at the ends of the next rounds: which end, how much."""
    found = {}
    for number in range(1, rounds + 1):
        before = encounter.fighter(who).life
        encounter = later(encounter, 1)
        if lost := before - encounter.fighter(who).life:
            found[number] = lost
    return found


def poisoned(*tolls: Toll, life: int = 99, **settings: Any) -> Encounter:
    """A duel with poisons at work in B."""
    return put(duel({}, {"life": life}, **settings), "B", poisons=tolls)


# -- as time passes ------------------------------------------------------------------------------------------------


@pytest.mark.rule("poison.tick", "house.poison", "house.round")
@pytest.mark.parametrize(("minutes", "ends"), [(1, []), (2, [11]), (3, [11, 21]), (5, [11, 21, 31, 41])])
def test_once_for_each_minute(minutes: int, ends: list[int]) -> None:
    blade = {"name": "blade", "like": "sword", "poison": {**VIPER, "minutes": minutes}}
    told = strike(duel({"weapons": [blade]}, {"life": 99}), "blade", [6, 6], "dodge", [3, 3])
    assert told.fighter("B").life == 99 - 12 - 2
    assert losses(told.encounter, "B", 60) == dict.fromkeys(ends, 2)
    assert later(told.encounter, 60).fighter("B").poisons == ()
    assert [bool(later(told.encounter, 10 * minutes + 1 - less).fighter("B").poisons) for less in (1, 0)] == [
        True,
        False,
    ]
    log: list[Event] = list(told.log)
    later(told.encounter, 60, log)
    over = [e for e in log if isinstance(e, Changed) and e.what == "poisoned by viper"]
    assert [(e.rules, e.before, e.after) for e in over] == [(("poison.tick",), True, False)]


@pytest.mark.rule("poison.tick", "house.poison", "house.round")
def test_over_the_rounds_of_a_fight() -> None:
    session = sitting(duel({"weapons": [BLADE]}, {"life": 99}), [6, 6], [1, 1])
    pass_until(session, 3)
    session.act(Attack("A", "B", "blade"))
    say(session, [6, 6], "dodge", [3, 3])
    lives = {}
    for number in range(4, 35):
        pass_until(session, number)
        lives[number] = session.encounter.fighter("B").life
    # hit in round 3: the second comes as round 13 ends, the tenth after it, the third as round 23 does
    assert [lives[n] for n in (4, 13, 14, 23, 24, 34)] == [85, 85, 83, 83, 81, 81]
    told = [e for e in session.events if isinstance(e, Harm)]
    assert [(e.loss, e.rules) for e in told[1:]] == [(2, ("poison.tick",))] * 3


@pytest.mark.rule("poison.tick", "armour.absorb")
def test_armour_does_not_help_against_poison() -> None:
    encounter = put(duel({}, {"armour": "plate"}), "B", poisons=(Toll("viper", 2, 1, 1),))
    log: list[Event] = []
    assert later(encounter, 1, log).fighter("B").life == 18
    (harm,) = [e for e in log if isinstance(e, Harm)]
    assert (harm.loss, harm.soaked) == (2, ())


@pytest.mark.rule("poison.tick")
def test_it_works_on_sleepers_and_on_those_who_left_but_not_on_the_dead() -> None:
    encounter = poisoned(Toll("viper", 2, 3, 1), life=20)
    for state, life in (({"unconscious": True}, 18), ({"gone": "fled"}, 18), ({"gone": "surrendered"}, 18)):
        assert later(put(encounter, "B", **state), 1).fighter("B").life == life
    assert later(put(encounter, "B", dead=True, life=-1), 30).fighter("B").life == -1


@pytest.mark.rule("poison.tick")
def test_it_ends_when_it_is_cured() -> None:
    encounter = SetValue("B", "poisons", "none").apply(SYSTEM, poisoned(Toll("viper", 2, 3, 1), life=20))
    assert losses(encounter, "B", 40) == {}


@pytest.mark.rule("poison.tick")
def test_what_is_the_matter_is_said_in_words() -> None:
    encounter = poisoned(Toll("viper", 2, 3, 1), Toll("sap", 1, 1, 4))
    found = SYSTEM.conditions(encounter.fighter("B"), encounter.options)
    assert found == ("poisoned by viper (2 a minute, 3 min left)", "poisoned by sap (1 a minute, 1 min left)")


# -- more of it ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("poison.same")
@pytest.mark.parametrize("dose", [VIPER, {**VIPER, "rate": 9}, {**VIPER, "minutes": 50}])
def test_more_of_the_same_changes_nothing(dose: dict[str, Any]) -> None:
    second = {"name": "second", "like": "sword", "poison": dose}
    first = strike(duel({"weapons": [BLADE, second]}, {"life": 99}), "blade", [6, 6], "dodge", [3, 3])
    again = strike(later(first.encounter, 7), "second", [6, 6], "dodge", [3, 3])
    assert again.fighter("B").life == 85 - 12
    assert again.fighter("B").poisons == (Toll("viper", 2, 2, 4),)
    assert [e.outcome for e in again.log if isinstance(e, Resolved)] == ["critical hit", "poisoned already"]
    assert losses(again.encounter, "B", 60) == {4: 2, 14: 2}


@pytest.mark.rule("poison.same", "poison.tick")
def test_only_once_it_has_run_its_time_the_same_poison_works_anew() -> None:
    first = strike(duel({"weapons": [BLADE]}, {"life": 99}), "blade", [6, 6], "dodge", [3, 3])
    within = strike(later(first.encounter, 30), "blade", [6, 6], "dodge", [3, 3])  # no point is to come, but it lasts
    assert within.fighter("B").life == 99 - 14 - 4 - 12
    assert losses(within.encounter, "B", 60) == {}
    again = strike(later(first.encounter, 31), "blade", [6, 6], "dodge", [3, 3])
    assert again.fighter("B").life == 99 - 14 - 4 - 14
    assert losses(again.encounter, "B", 60) == {11: 2, 21: 2}


@pytest.mark.rule("poison.same")
@pytest.mark.parametrize(
    ("after", "ends"),  # three minutes, once more after so many rounds: ends of rounds at which it works from then on
    [
        *((0, [11, 21]), (1, [10, 20, 30]), (10, [1, 11, 21]), (11, [10, 20, 30]), (12, [9, 19, 29])),
        *((20, [1, 11, 21]), (21, [10, 20, 30]), (29, [2, 12, 22]), (30, [1, 11, 21])),
    ],
)
def test_whether_it_runs_its_whole_time_again_is_a_switch(after: int, ends: list[int]) -> None:
    encounter = duel({"weapons": [BLADE]}, {"life": 99}, poison_refresh=True)
    first = strike(encounter, "blade", [6, 6], "dodge", [3, 3])
    again = strike(later(first.encounter, after), "blade", [6, 6], "dodge", [3, 3])
    assert (
        again.fighter("B").life == 99 - 14 - 2 * max(0, (after - 1) // 10) - 12
    )  # nothing for the second dose at once
    assert losses(again.encounter, "B", 60) == dict.fromkeys(ends, 2)


@pytest.mark.rule("poison.same")
def test_a_shorter_dose_does_not_cut_it_short() -> None:
    active = (Toll("viper", 2, 4, 5),)
    assert rules.poisoned(active, Toll("viper", 9, 2, 10), refresh=True) == active
    assert rules.poisoned(active, Toll("viper", 9, 9, 10), refresh=True) == (Toll("viper", 2, 9, 5),)
    assert rules.poisoned(active, Toll("viper", 9, 9, 10)) == active


@pytest.mark.rule("poison.different", "poison.tick")
def test_another_poison_adds_its_own() -> None:
    sap = {"name": "sap", "like": "axe", "critical": "slice", "poison": {"name": "sap", "rate": 5, "minutes": 2}}
    first = strike(duel({"weapons": [BLADE, sap]}, {"life": 99}), "blade", [6, 6], "dodge", [3, 3])
    assert first.fighter("B").life == 85
    both = strike(later(first.encounter, 4), "sap", [6, 6], "dodge", [3, 3])  # 6 + 4 + 4 and 5
    assert both.fighter("B").life == 85 - 14 - 5
    assert rules.poison_rate(both.fighter("B").poisons) == 7
    assert losses(both.encounter, "B", 60) == {7: 2, 11: 5, 17: 2}
    together = strike(first.encounter, "sap", [6, 6], "dodge", [3, 3])
    assert losses(together.encounter, "B", 60) == {11: 7, 21: 2}


@pytest.mark.rule("poison.different", "poison.same")
def test_poisons_work_in_the_order_in_which_they_came() -> None:
    log: list[Event] = []
    encounter = poisoned(Toll("viper", 2, 2, 1), Toll("sap", 5, 1, 1), Toll("ivy", 1, 1, 2))
    encounter = later(encounter, 1, log)
    harms = [(e.parts[0].name, e.loss, e.before, e.after) for e in log if isinstance(e, Harm)]
    assert harms == [("viper", 2, 99, 97), ("sap", 5, 97, 92)]
    assert encounter.fighter("B").poisons == (Toll("viper", 2, 1, 10), Toll("sap", 5, 0, 10), Toll("ivy", 1, 1, 1))


# -- how fights end by it ------------------------------------------------------------------------------------------


@pytest.mark.rule("poison.tick", "damage.death")
def test_poison_ends_a_fight_at_the_end_of_a_round() -> None:
    session = sitting(poisoned(Toll("viper", 2, 1, 2), life=1), [6, 6], [1, 1])
    pass_until(session, 99)
    assert session.over
    assert session.encounter.fighter("B").dead
    ended = session.events[-1]
    assert isinstance(ended, Ended)
    assert ended.winners == ("A",)
    deaths = [e for e in session.events if isinstance(e, Changed) and e.what == "dead"]
    assert [(e.rules, e.who) for e in deaths] == [(("damage.death",), "B")]


@pytest.mark.rule("poison.tick", "damage.death")
def test_two_who_die_at_the_same_end_of_a_round_make_a_draw() -> None:
    encounter = poisoned(Toll("viper", 2, 1, 1), life=1)
    encounter = put(encounter, "A", life=1, poisons=(Toll("sap", 5, 3, 1),))
    session = sitting(encounter, [6, 6], [1, 1])
    pass_until(session, 99)
    ended = session.events[-1]
    assert isinstance(ended, Ended)
    assert ended.winners == ()
    assert [e.who for e in session.events if isinstance(e, Changed) and e.what == "dead"] == ["A", "B"]


@pytest.mark.rule("poison.tick")
def test_a_fight_of_three_goes_on_without_the_one_who_died() -> None:
    encounter = fight({"name": "A"}, {"name": "B", "life": 1}, {"name": "C"})
    session = sitting(put(encounter, "B", poisons=(Toll("viper", 2, 1, 1),)), [6, 6], [5, 5], [4, 4])
    pass_until(session, 3)
    assert not session.over
    assert session.encounter.clock.order == ("A", "C")
