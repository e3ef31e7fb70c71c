"""The course of a round in exact duels, by acts made up for it: turns put off, free turns, timers, endless turns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from arena_fights import AXE, SWORD, by
from duel_fights import DUELS, WALL, duel

from affray.arena.cells import LATE, TURN, Cell, Cells, Mode, Outcome, Pair
from affray.arena.forms import NOBODY, Untabulated
from affray.duel import DuelLaw, exact_duel
from affray.errors import BadValue
from affray.system import Action
from affray.systems.opposed import SYSTEM

FREE = Mode("free", "*")
KILLS = 100


class Played(Cells):
    """Cells in which `act` says what comes of a turn, by who has it ("a" or "b"), its mode and the form's own cell."""

    act: Callable[..., list[tuple[Outcome, float]]]
    ends: dict[str, int]
    first = 0

    def pair(self, pair: Pair) -> Cell | None:
        if pair.target == NOBODY:
            return None
        who = "a" if pair.actor == self.first else "b"
        found = self.act(who, pair)
        if not found:
            return None
        return Cell(Action("A"), tuple(outcome for outcome, _ in found), tuple(weight for _, weight in found))

    def expired(self, form: int, what: str) -> Cell | None:
        return Cell(None, (Outcome((form, NOBODY), losses=(self.ends[what], 0)),), (1.0,))


def law_of(
    act: Callable[..., list[tuple[Outcome, float]]],
    limit: int = 20,
    orders: Any = (),
    order: Any = "round",
    dex: int = 9,
    **ends: int,
) -> DuelLaw:
    encounter = duel(
        {**SWORD, "dex": dex}, by({**AXE, "dex": 0}, **dict(orders))
    )  # whose form is whose, and a acts first, nearly always
    cells = Played(SYSTEM, encounter)
    cells.schedule = replace(cells.schedule, order=order)
    cells.first, cells.act, cells.ends = cells.forms.of(encounter.fighter("a"))[0], act, ends
    return exact_duel(SYSTEM, encounter, limit=limit, cells=cells)


def nothing(pair: Pair) -> Outcome:
    return Outcome((pair.actor, pair.target))


def first_of(law: DuelLaw) -> float:
    return law.first["a"]


def test_who_acts_first_kills_first() -> None:
    law = law_of(lambda who, pair: [(nothing(pair)._replace(losses=(0, KILLS)), 1.0)])
    assert law.wins["A"] == pytest.approx(first_of(law), abs=1e-12)
    assert 0.9 < first_of(law) < 1
    assert law.rounds == pytest.approx({1: 1.0})


@pytest.mark.parametrize("order", ["round", "once"])
def test_the_order_is_settled_each_round_or_once(order: str) -> None:
    def act(who: str, pair: Pair) -> list[tuple[Outcome, float]]:
        # only the first blow of each round tells: it drives them apart, and whoever comes second closes in
        if pair.distance == 1:
            return [(nothing(pair)._replace(losses=(0, 5), moves=(0, 1)), 1.0)]
        return [(nothing(pair)._replace(moves=(1, 0)), 1.0)]

    law = law_of(act, order=order, dex=1)
    first = law.first["a"]
    assert 0.6 < first < 0.8
    if order == "once":
        assert law.rounds == pytest.approx({2: 1.0})
        assert law.wins["A"] == pytest.approx(first, abs=1e-12)
    else:
        same = first**2 + (1 - first) ** 2
        assert law.rounds == pytest.approx({2: same, 3: 1 - same})
        assert law.wins["A"] == pytest.approx(first**2 * (3 - 2 * first), abs=1e-12)


def test_who_puts_the_turn_off_acts_after_the_other() -> None:
    def act(who: str, pair: Pair) -> list[tuple[Outcome, float]]:
        if who == "a" and pair.mode == TURN:
            return [(nothing(pair)._replace(late=True), 1.0)]
        assert pair.mode == (LATE if who == "a" else TURN)
        return [(nothing(pair)._replace(losses=(0, KILLS)), 1.0)]

    assert law_of(act).wins["B"] == pytest.approx(1, abs=1e-12)


def test_where_both_put_it_off_the_order_is_as_before() -> None:
    def act(who: str, pair: Pair) -> list[tuple[Outcome, float]]:
        if pair.mode == TURN:
            return [(nothing(pair)._replace(late=True), 1.0)]
        return [(nothing(pair)._replace(losses=(0, KILLS)), 1.0)]

    law = law_of(act)
    assert law.wins["A"] == pytest.approx(first_of(law), abs=1e-12)


def test_a_free_turn_comes_at_once_and_is_the_others() -> None:
    def act(who: str, pair: Pair) -> list[tuple[Outcome, float]]:
        if pair.mode == FREE:
            assert who == "b"
            return [(nothing(pair)._replace(losses=(0, KILLS)), 1.0)]
        return [(nothing(pair)._replace(steps=((1, FREE),) if who == "a" else ()), 1.0)]

    law = law_of(act)
    assert law.wins["B"] == pytest.approx(1, abs=1e-12)
    assert law.rounds == pytest.approx({1: 1.0})


def test_the_last_of_two_turns_that_follow_comes_first() -> None:
    def act(who: str, pair: Pair) -> list[tuple[Outcome, float]]:
        if pair.mode == FREE:
            return [(nothing(pair)._replace(losses=(0, KILLS)), 1.0)]
        return [(nothing(pair)._replace(steps=((0, FREE), (1, FREE)) if who == "a" else ()), 1.0)]

    assert law_of(act).wins["B"] == pytest.approx(1, abs=1e-12)


def test_a_turn_that_never_ends_is_a_fight_without_an_end() -> None:
    law = law_of(lambda who, pair: [(nothing(pair)._replace(steps=((0, TURN),)), 1.0)])
    assert law.limit == pytest.approx(1, abs=1e-12)
    assert law.stalemate == 0
    assert law.remaining("a") == pytest.approx({9: 1.0})


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_a_timer_runs_out_at_the_end_of_its_last_round(rounds: int) -> None:
    def act(who: str, pair: Pair) -> list[tuple[Outcome, float]]:
        # only in the first round, while they are this near: then they stand further apart
        if who == "b" or pair.distance > 1:
            return [(nothing(pair), 1.0)]
        return [(nothing(pair)._replace(moves=(-5, 0), timers=((1, "spell", rounds),)), 1.0)]

    law = law_of(act, spell=KILLS)
    assert law.wins["A"] == pytest.approx(1, abs=1e-12)
    assert law.rounds == pytest.approx({rounds: 1.0})


def test_a_timer_that_begins_again_takes_the_place_of_the_old_one() -> None:
    def act(who: str, pair: Pair) -> list[tuple[Outcome, float]]:
        return [(nothing(pair)._replace(timers=((1, "spell", 2),) if who == "a" else ()), 1.0)]

    law = law_of(act, spell=KILLS)
    assert law.stalemate == pytest.approx(1, abs=1e-12)
    assert law.wins["A"] == 0


def test_two_timers_at_once_can_make_a_draw() -> None:
    def act(who: str, pair: Pair) -> list[tuple[Outcome, float]]:
        return [(nothing(pair)._replace(timers=((1, "spell", 1),)), 1.0)]

    law = law_of(act, spell=KILLS)
    assert law.draws == pytest.approx(1, abs=1e-12)
    assert law.rounds == pytest.approx({1: 1.0})


@pytest.mark.parametrize(
    ("surrender", "allowed", "wins"),
    # 5 of 9 points are lost: 4 are left, which is more than 44 % of 9, rounded down
    [("45%", True, "A"), ("44%", True, "B"), ("45%", False, "B")],
    ids=["gives up", "not yet: retreats", "cannot: retreats"],
)
def test_who_has_few_points_left_gives_up_before_it_retreats(surrender: str, allowed: bool, wins: str) -> None:
    def act(who: str, pair: Pair) -> list[tuple[Outcome, float]]:
        if who == "a":
            return [(nothing(pair)._replace(losses=(0, 5)), 1.0)]
        if pair.plan == "surrender":
            return [(nothing(pair)._replace(losses=(KILLS, 0)), 1.0)] if allowed else []
        return [(nothing(pair)._replace(losses=(0, KILLS if pair.plan == "retreat" else 0)), 1.0)]

    law = law_of(act, orders={"surrender": surrender, "retreat": "60%"})
    assert law.wins[wins] > 0.99  # b acts first now and then
    assert set(law.rounds) == {1, 2}


def test_they_pass_each_other() -> None:
    seen = set()

    def act(who: str, pair: Pair) -> list[tuple[Outcome, float]]:
        seen.add(pair.distance)
        return [(nothing(pair)._replace(moves=(3, 0) if who == "a" else (0, 0)), 1.0)]

    law = law_of(act)
    assert seen == {1, 2}  # from 1 before to 2 behind, and back again
    assert law.stalemate == pytest.approx(1, abs=1e-12)


def test_points_can_come_back_up_to_those_of_the_beginning() -> None:
    def act(who: str, pair: Pair) -> list[tuple[Outcome, float]]:
        if pair.mode == FREE:
            return [(nothing(pair)._replace(losses=(-2, 0)), 1.0)]
        return [(nothing(pair)._replace(losses=(0, 3), steps=((1, FREE),)) if who == "a" else nothing(pair), 1.0)]

    # 9 points, 3 lost and 2 back each round: 6 8, 5 7, 4 6, 3 5, 2 4, 1 3, 0 2, and -1 is out
    law = law_of(act)
    assert law.rounds == pytest.approx({8: 1.0})
    assert law.wins["A"] == pytest.approx(1, abs=1e-12)
    with pytest.raises(Untabulated, match="more points than it had"):
        law_of(lambda who, pair: [(nothing(pair)._replace(losses=(-1, 0)), 1.0)])


def test_who_stands_still_and_loses_nothing_may_do_so_with_points_of_all_kinds() -> None:
    law = exact_duel(SYSTEM, duel({**WALL, "life": 1}, WALL))
    assert law.stalemate == pytest.approx(1, abs=1e-12)
    with pytest.raises(BadValue):
        exact_duel(SYSTEM, duel(*DUELS["swords"]), limit=-1)
