"""Exact duels: against a matrix written by hand, stalemates, limits, and what has to hold of every law."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from arena_fights import ARCHER, AXE, CLUB, SWORD, by
from benchmarks.duel_matrix import duel as by_hand
from benchmarks.roster import roster
from duel_fights import DUELS, SPENT, WALL, duel

from affray.arena.cells import Cells
from affray.duel import CUT, DuelLaw, Untabulated, exact_duel
from affray.errors import BadValue
from affray.reports import duel_lines, duel_rows, dueled
from affray.systems.opposed import SYSTEM
from processes import printed

CLOSE = 1e-9


def law_of(name: str, limit: int = 1_000, swap: bool = False) -> DuelLaw:
    return exact_duel(SYSTEM, duel(*DUELS[name], swap=swap), limit=limit)


# -- the right law -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({**SWORD, "life": 30}, {**AXE, "life": 30}),
        (SWORD, SWORD),
        (by({**SWORD, "life": 30}, guard="none"), {**AXE, "armour": "none"}),
        (
            {**SWORD, "weapons": ["sword", "shield"], "armour": "plate", "life": 12},
            by({**AXE, "dex": 4}, guard="dodge"),
        ),
    ],
    ids=["swords and axes", "alike", "without a guard", "shield and plate"],
)
def test_a_matrix_by_hand_gives_the_same_law(one: dict, other: dict) -> None:
    encounter = duel(one, other)
    law, expected = exact_duel(SYSTEM, encounter), by_hand(roster(encounter))
    assert law.wins["A"] == pytest.approx(expected.wins[0], abs=CLOSE)
    assert law.wins["B"] == pytest.approx(expected.wins[1], abs=CLOSE)
    assert law.draws == law.limit == law.stalemate == 0
    for number, chance in enumerate(expected.rounds):
        assert law.rounds.get(number, 0.0) == pytest.approx(chance, abs=CLOSE), number
    for who, left in zip("ab", expected.left, strict=True):
        for points, chance in enumerate(left):
            assert law.left[who].get(points, 0.0) == pytest.approx(chance, abs=CLOSE), (who, points)


def test_who_acts_first_is_told() -> None:
    # equal Dexterity 2, 2d6 each, ties to the roster: (1 + 146/1296) / 2
    assert law_of("alike").first == pytest.approx({"a": (1 + 146 / 1296) / 2, "b": (1 - 146 / 1296) / 2}, abs=1e-15)
    # Dexterity 2 against 1: the difference of 2d6 and 2d6 is at least -1
    ahead = sum((6 - abs(7 - x)) * (6 - abs(7 - y)) for x in range(2, 13) for y in range(2, 13) if x + 2 >= y + 1)
    assert law_of("swords").first["a"] == pytest.approx(ahead / 1296, abs=1e-15)


# -- what holds of every law -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DUELS)
def test_masses_make_up_the_whole(name: str) -> None:
    law = law_of(name)
    assert 0 <= law.cut <= CUT < CLOSE
    assert law.total + law.cut == pytest.approx(1, abs=1e-11)
    assert sum(law.rounds.values()) == pytest.approx(sum(law.wins.values()) + law.draws, abs=1e-11)
    for who, side in zip(law.fighters, law.sides, strict=True):
        assert sum(law.left[who].values()) == pytest.approx(law.wins[side], abs=1e-11)
        assert sum(law.standing[who].values()) == pytest.approx(law.limit + law.stalemate, abs=1e-11)
        stands = law.wins[side] + law.limit + law.stalemate > 0
        assert sum(law.remaining(who).values()) == pytest.approx(float(stands), abs=1e-11)
    assert sum(law.first.values()) == pytest.approx(1, abs=1e-11)
    assert min((*law.rounds.values(), *law.wins.values(), law.draws, law.limit, law.stalemate)) >= 0


@pytest.mark.parametrize("name", ["swords", "bow and axe", "fire", "switcher", "limbs"])
def test_the_roster_only_settles_ties(name: str) -> None:
    law, swapped = law_of(name), law_of(name, swap=True)
    one, other, *_ = DUELS[name]
    if one.get("dex", 2) == other.get("dex", 2):  # as fast as each other: who stands first is a little ahead
        assert law.wins["A"] > swapped.wins["A"] + 1e-6
        return
    assert law.wins == pytest.approx(swapped.wins, abs=CLOSE)
    assert dict(law.rounds) == pytest.approx(dict(swapped.rounds), abs=CLOSE)


def test_equals_have_the_same_law_but_for_the_roster() -> None:
    law, swapped = law_of("alike"), law_of("alike", swap=True)
    assert law.wins["A"] == swapped.wins["B"] > 0.5
    assert law.left["a"] == swapped.left["b"]
    assert law.left["b"] == swapped.left["a"]
    assert law.rounds == swapped.rounds


PROGRAM = """
import json
from duel_fights import DUELS, duel
from affray.duel import exact_duel
from affray.systems.opposed import SYSTEM
for name in ("stuck", "limbs", "poison", "mages", "getting away"):
    print(json.dumps(exact_duel(SYSTEM, duel(*DUELS[name])).data()))
"""


def test_the_same_law_to_the_last_bit_in_every_process() -> None:
    found = [printed(PROGRAM, seed, "arena") for seed in ("1", "2")]
    assert found[0] == found[1]
    assert json.loads(found[0].splitlines()[0]) == law_of("stuck").data()


# -- limits and stalemates ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["swords", "bow keeps away", "poison"])
@pytest.mark.parametrize("limit", [1, 3])
def test_a_limit_cuts_the_law_short_and_changes_nothing_before(name: str, limit: int) -> None:
    whole, short = law_of(name), law_of(name, limit)
    rest = sum(chance for number, chance in whole.rounds.items() if number > limit)
    if name == "poison":  # what the end of the last round would have brought does not come any more
        assert 0 < rest < short.limit
        last = {number for number in whole.rounds if number < limit}
    else:
        assert short.limit == pytest.approx(rest, abs=CLOSE)
        last = {number for number in whole.rounds if number <= limit}
    assert all(short.rounds.get(n, 0.0) == pytest.approx(whole.rounds[n], abs=CLOSE) for n in last)
    assert max(short.rounds, default=0) <= limit
    assert short.stalemate == 0
    assert sum(short.standing["a"].values()) == pytest.approx(short.limit, abs=1e-12)


def test_who_holds_out_of_reach_of_each_other_is_a_stalemate_at_once() -> None:
    law = exact_duel(SYSTEM, duel(by(SWORD, plan="hold"), by(AXE, plan="hold"), 5))
    assert law.stalemate == pytest.approx(1, abs=1e-12)
    assert (law.limit, sum(law.wins.values()), law.draws) == (0, 0, 0)
    assert law.reason == "neither does anything to the other (a: pass; b: pass)"
    assert law.remaining("a") == law.remaining("b") == {9: 1.0}
    assert law.rounds == {}
    assert law.mean == 0
    assert "stalemate: neither does anything" in "\n".join(duel_lines(law))


def test_who_cannot_hurt_each_other_is_a_stalemate() -> None:
    law = exact_duel(SYSTEM, duel(WALL, WALL))
    assert law.stalemate == pytest.approx(1, abs=1e-12)
    assert law.reason == "neither can hurt the other (a: attack; b: attack)"
    # one point of Brute more, and now and then a blow goes through: no stalemate however long it takes
    law = exact_duel(SYSTEM, duel({**WALL, "brute": 2}, WALL), limit=50)
    assert law.stalemate == 0
    assert 0 < law.wins["A"] < 0.5 < law.limit


def test_a_fight_can_come_to_a_stalemate_on_its_way() -> None:
    law = exact_duel(SYSTEM, duel(SPENT, {**WALL, "life": 2}))
    assert 0 < law.wins["A"] < 1
    assert law.wins["A"] + law.stalemate == pytest.approx(1, abs=CLOSE)
    assert law.limit == 0
    assert law.reason == "neither can hurt the other (a: attack; b: attack)"
    assert set(law.standing["b"]) > {2}


def test_who_shoots_in_vain_at_somebody_who_does_nothing_is_in_a_stalemate() -> None:
    shooter = by({**WALL, "dex": 0, "weapons": ["bow"]}, plan="hold")
    law = exact_duel(SYSTEM, duel(shooter, by({**WALL, "dex": 9}, plan="hold"), 15))
    assert law.stalemate == pytest.approx(1, abs=1e-12)
    assert law.reason == "a cannot hurt b, who does nothing about it (a: attack; b: pass)"
    law = exact_duel(SYSTEM, duel(by(ARCHER, plan="hold"), by({**WALL, "dex": 9}, plan="hold"), 15))
    assert (law.stalemate, law.limit) == (0, 0)


def test_who_is_out_before_the_first_round_has_lost() -> None:
    encounter = duel(SWORD, AXE)
    dead = SYSTEM.set_value(encounter.fighter("a"), "life", -5)
    law = exact_duel(SYSTEM, encounter.with_fighter(dead))
    assert law.wins == {"A": 0.0, "B": 1.0}
    assert law.rounds == {0: 1.0}


# -- what cannot be told, and how all is told --------------------------------------------------------------------


def test_only_two_of_different_sides_make_a_duel() -> None:
    encounter = duel(SWORD, AXE)
    with pytest.raises(BadValue, match="two fighters of different sides"):
        exact_duel(SYSTEM, encounter.left("a"))
    with pytest.raises(BadValue, match="1 round or more"):
        exact_duel(SYSTEM, encounter, limit=0)


def test_what_is_too_rich_is_left_to_dice() -> None:
    encounter = duel(SWORD, AXE)
    holder = replace(encounter.fighter("a"), holds="b")
    with pytest.raises(Untabulated, match="holds"):
        exact_duel(SYSTEM, encounter.with_fighter(holder))


def test_the_data_say_all_of_it() -> None:
    law = law_of("poison")
    data = json.loads(json.dumps(law.data()))
    assert data["engine"] == "exact"
    assert data["wins"] == {"A": law.wins["A"], "B": law.wins["B"]}
    assert data["draws"] == law.draws > 0
    assert data["limit"] == 0
    assert data["stalemate"] == {"mass": 0, "reason": ""}
    assert data["rounds"]["mean"] == law.mean
    assert sum(data["rounds"]["counts"].values()) == pytest.approx(1, abs=CLOSE)
    assert sum(data["left"]["a"].values()) == pytest.approx(1, abs=CLOSE)
    assert data["cut"] == law.cut
    assert data["states"] == law.states > 100
    picture = law.picture()
    assert picture["chances"] == {"a": law.wins["A"], "b": law.wins["B"]}
    assert picture["left"]["a"]["law"] == {str(n): x for n, x in law.left["a"].items()}


def test_the_lines_say_it_in_words() -> None:
    law = exact_duel(SYSTEM, duel({**SWORD, "life": 1}, {**CLUB, "life": 40}), limit=5)
    assert dueled(law).startswith("a against b: exact, ")
    cells = dict(cells for cells, _ in duel_rows(law))
    assert list(cells) == ["a", "b", "nobody is left", "undecided: round limit"]
    assert cells["nobody is left"] == "0 %"
    lines = "\n".join(duel_lines(law))
    assert "rounds: " in lines
    assert f"acts first in round 1: a {100 * law.first['a']:.2f} %" in lines
    left = law.remaining("b")
    mean = sum(points * chance for points, chance in left.items())
    assert f"b, if it stands at the end: {mean:.2f} points left on average, {min(left)} to {max(left)}" in lines


def test_a_law_does_not_hang_on_cells_that_were_there_before() -> None:
    cells = Cells(SYSTEM, duel(*DUELS["stuck"]))
    first = exact_duel(SYSTEM, duel(*DUELS["stuck"]), cells=cells)
    again = exact_duel(SYSTEM, duel(*DUELS["stuck"]), cells=cells)
    assert first == again == law_of("stuck")
    assert np.isfinite(first.mean)
