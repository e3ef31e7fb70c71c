"""Many fights: each by itself, the same however they are cut and shared out; those without an end are told apart."""

import pickle
from collections import Counter
from dataclasses import replace
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toys.arena import Broken, Endless, Harmless, Mutual, Ring, Undecided, ring
from toys.fights import BOUT, MELEE
from toys.stage import Toy, toys

from affray.arena.simulate import BLOCK, LIMIT, MOST_WORKERS, SMALL, Simulation, play_out, simulate, workers_for
from affray.arena.tactics import Tactic, most_actions
from affray.encounter import standing
from affray.errors import BadValue, NotNow, UnknownName
from affray.fightfile import parse_fight
from affray.luck import Luck
from affray.session import Session
from affray.table import Amendment
from processes import printed

SYSTEM = Ring()


def counted(system, encounter, fights, seed=1, **settings):
    """The summary as plain data."""
    return simulate(system, encounter, fights, seed, **settings).data()


# -- one fight


@pytest.mark.parametrize("text", [BOUT, MELEE], ids=["bout", "melee"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_fight_is_what_a_session_plays_by_itself_with_the_same_dice(text, seed):
    fight = parse_fight(text)
    session = Session(fight.system, fight.encounter, seed=seed, people=())
    session.start()
    while not session.over:
        session.auto()
    end = play_out(fight.system, fight.encounter, Luck(seed))
    assert end == (session.encounter, session.encounter.clock.round, False)


def test_a_fight_without_end_stops_after_its_last_round():
    for limit in (1, 2, 7):
        end = play_out(Harmless(), ring(), Luck(1), limit=limit)
        assert (end.rounds, end.limited, end.encounter.clock.round) == (limit, True, limit)
        assert end.encounter.clock.waiting == ()
        assert end.encounter.step is None
    assert play_out(Harmless(), ring(), Luck(1)).rounds == LIMIT


def test_a_round_without_end_stops_too():
    performed = []

    class Counting(Endless):
        def perform(self, encounter, action, table):
            performed.append(action)
            return super().perform(encounter, action, table)

    end = play_out(Counting(), ring(), Luck(1))
    assert (end.rounds, end.limited) == (1, True)
    assert len(performed) == most_actions(ring())


def test_a_fight_that_the_end_of_a_round_decides_has_had_that_round():
    class Poisoned(Harmless):
        def end_round(self, encounter, table):
            if encounter.clock.round < 3:
                return encounter
            return encounter.with_fighter(replace(encounter.fighter("Bob"), points=0))

    end = play_out(Poisoned(), toys(Toy("Ann", "red"), Toy("Bob", "blue")), Luck(1))
    assert (end.rounds, end.limited) == (3, False)


def test_a_fight_in_mid_round_counts_from_the_round_under_way():
    system, fight = Harmless(), ring()
    third = play_out(system, fight, Luck(1), limit=3).encounter
    again = play_out(system, third, Luck(2), limit=2)
    assert (again.rounds, again.encounter.clock.round) == (2, 4)


def test_a_fight_that_is_over_has_no_rounds():
    end = play_out(SYSTEM, toys(Toy("Ann", "red"), Toy("Bob", "blue", 0)), Luck(1))
    assert (end.rounds, end.limited, end.encounter.over) == (0, False, True)


def test_a_random_aim_comes_from_the_luck_of_the_fight_and_holds_for_a_turn():
    class Watching(Ring):
        def habit(self, encounter, who, target, plan):
            seen.append((encounter.clock.round, who, target))
            return super().habit(encounter, who, target, plan)

        def perform(self, encounter, action, table):
            deed = super().perform(encounter, action, table)
            first = "moved" not in encounter.fighter(action.who).marks
            if not first:
                return deed
            who = encounter.fighter(action.who)
            return replace(deed, encounter=encounter.with_fighter(replace(who, marks=("moved",))))

        def _hurt(self, encounter, who, points, table):
            return encounter

    def targets(seed):
        seen.clear()
        play_out(Watching(), ring(), Luck(seed, purpose="fight/0"), Tactic("random"), limit=5)
        return list(seen)

    seen = []
    assert targets(1) == targets(1)
    assert len({tuple(targets(seed)) for seed in range(20)}) > 10
    chosen = Counter(aim for seed in range(100) for _, who, aim in targets(seed) if who == "Ann")
    assert set(chosen) == {"Bob", "Dan"}
    # the first act of a turn throws dice, but only those that a strike throws: the aim counts none of them
    dice = Luck(3)
    assert dice.beside("aim").bits() == dice.beside("aim").bits()
    assert dice.draw == 0


def test_a_ruling_for_the_next_roll_is_used_up_once():
    curse = Amendment("curse", -100, "Ann", "attack")
    first = play_out(SYSTEM, ring(amendments=(curse,)), Luck(1), limit=3).encounter
    assert first.amendments == ()
    lasting = replace(curse, lasting=True)
    assert play_out(SYSTEM, ring(amendments=(lasting,)), Luck(1), limit=3).encounter.amendments == (lasting,)


def test_mixed_orders_keep_to_their_weights():
    orders = (("colour", "red:1, blue:3"),)
    fight = toys(Toy("Ann", "red", orders=orders), Toy("Bob", "blue", orders=orders))
    n = 2000
    alive = counted(Undecided(), fight, n)["survivors"]["red"]["counts"]
    assert abs(alive["1"] - n / 4) < 4.5 * sqrt(n * 3 / 16)


# -- many


def test_blocks_count_what_fights_come_to():
    simulation = Simulation(SYSTEM, ring(), 5)
    n = 60
    ends = [simulation.fight(number) for number in range(n)]
    data = simulate(SYSTEM, ring(), n, 5).data()
    assert len({end.encounter for end in ends}) > 10
    assert data["wins"] == {
        side: sum(standing(SYSTEM, end.encounter) == (side,) for end in ends) for side in ("red", "blue")
    }
    assert data["rounds"]["counts"] == {str(k): v for k, v in sorted(Counter(end.rounds for end in ends).items())}
    alive = Counter(sum(f.points > -1 for f in end.encounter.fighters if f.side == "red") for end in ends)
    assert data["survivors"]["red"]["counts"] == {str(k): v for k, v in sorted(alive.items())}


def test_who_fell_first_and_what_was_lost_is_counted_as_it_happened():
    simulation = Simulation(SYSTEM, ring(), 5)
    n, before = 60, {f.id: f for f in ring().fighters}
    first, lost, left = Counter(), Counter(), Counter()
    for number in range(n):
        downs = []

        def watch(old, new, target, downs=downs):
            for f in old.fighters:
                if SYSTEM.able(f, old.options) and not SYSTEM.able(new.fighter(f.id), new.options):
                    downs.append(f.id)

        end = simulation.fight(number, watch).encounter
        first[downs[0]] += 1
        for f in end.fighters:
            lost[f.side] += before[f.id].points - f.points
        left[sum(max(0, f.points) for f in end.fighters if f.side == "red" and SYSTEM.alive(f))] += 1
    summary = simulate(SYSTEM, ring(), n, 5)
    assert {who: times for who, times in summary.first.items() if times} == first
    assert summary.lost == lost
    assert summary.left["red"] == dict(sorted(left.items()))
    assert summary.strength == {s: sum(f.points for f in before.values() if f.side == s) for s in ("red", "blue")}
    assert len(first) > 1


def test_of_two_who_fall_in_one_act_the_target_is_first():
    fight, system = toys(Toy("Ann", "red", 1), Toy("Bob", "blue", 1)), Mutual()
    expected, both = Counter(), Counter()
    for k in range(200):
        downs = []

        def watch(old, new, target, downs=downs):
            fallen = [f.id for f in new.fighters if system.able(old.fighter(f.id), old.options) and f.points < 1]
            downs.extend([target] if target in fallen else fallen[:1])
            both[target] += len(fallen) == 2

        Simulation(system, fight).fight(k, watch)
        expected[downs[0]] += 1
    assert min(both["Ann"], both["Bob"]) > 5
    assert simulate(system, fight, 200).first == expected


@settings(max_examples=20)
@given(st.integers(0, 10**9), st.integers(0, 12), st.integers(0, 12), st.one_of(st.integers(), st.text(max_size=5)))
def test_fights_are_the_same_however_they_are_cut(first, n, more, seed):
    whole = simulate(SYSTEM, ring(), n + more, seed, first=first)
    parts = simulate(SYSTEM, ring(), n, seed, first=first) + simulate(SYSTEM, ring(), more, seed, first=first + n)
    assert whole == parts
    assert list(whole.data()["rounds"]["counts"]) == list(parts.data()["rounds"]["counts"])


@pytest.mark.fault(24, "state carried from one repetition to the next")
def test_nothing_is_carried_from_fight_to_fight():
    beginning = ring()
    copy = pickle.loads(pickle.dumps(beginning))
    n = 60
    from_one = [counted(SYSTEM, beginning, n) for _ in range(2)]
    fresh = counted(Ring(), ring(), n)
    assert from_one == [fresh, fresh]
    assert beginning == copy
    simulation = Simulation(SYSTEM, beginning, 1)
    forward = [simulation.fight(k) for k in range(20)]
    assert [simulation.fight(k) for k in reversed(range(20))] == forward[::-1]


@pytest.mark.fault(23, "other counts with another number of processes")
def test_the_number_of_processes_changes_nothing():
    n = 5 * BLOCK // 4 + 1
    assert counted(SYSTEM, ring(), n, workers=2) == counted(SYSTEM, ring(), n, workers=1)


def test_errors_of_worker_processes_arrive_with_their_facts():
    with pytest.raises(UnknownName) as caught:
        simulate(Broken(), ring(), 40, workers=2)
    assert (caught.value.name, caught.value.allowed) == ("Zed", ring().ids)


def test_the_hash_seed_of_the_process_changes_nothing():
    code = (
        "from toys.fights import MELEE\n"
        "from affray.arena.simulate import simulate\n"
        "from affray.fightfile import parse_fight\n"
        "fight = parse_fight(MELEE)\n"
        "print(simulate(fight.system, fight.encounter, 12, 'x').data())\n"
    )
    told = {printed(code, seed, "core") for seed in ("0", "1")}
    fight = parse_fight(MELEE)
    assert [t.strip() for t in told] == [str(simulate(fight.system, fight.encounter, 12, "x").data())]


def test_fights_of_neighbouring_seeds_share_nothing():
    ends = [Simulation(SYSTEM, ring(), seed).fight(k).encounter for seed in (0, 1, 2, "0") for k in range(30)]
    by_seed = [set(ends[i : i + 30]) for i in range(0, 120, 30)]
    dice = {tuple(Luck(s, purpose=f"fight/{k}").bits() for _ in range(3)) for s in (0, 1, "0") for k in range(30)}
    assert len(dice) == 90
    assert all(len(found) > 15 for found in by_seed)


def test_draws_and_limits_are_neither_won_nor_lost():
    mutual = counted(Mutual(), toys(Toy("Ann", "red", 1), Toy("Bob", "blue", 1)), 200)
    assert mutual["draws"] > 20
    assert mutual["draws"] + sum(mutual["wins"].values()) == 200
    assert mutual["limit"] == 0
    for system in (Harmless(), Endless()):
        data = counted(system, ring(), 5, limit=3)
        assert (data["limit"], data["draws"], data["wins"]) == (5, 0, {"red": 0, "blue": 0})
        assert data["survivors"]["blue"]["counts"] == {"2": 5}


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"fights": -1}, "fights: -1 is not allowed; expected a whole number, 0 or more"),
        ({"first": -1}, "first: -1 is not allowed; expected a whole number, 0 or more"),
        ({"limit": 0}, "limit: 0 is not allowed; expected a whole number, 1 or more"),
        ({"workers": 0}, "workers: 0 is not allowed; expected a whole number, 1 or more"),
    ],
)
def test_numbers_that_make_no_sense_are_refused(wrong, message):
    with pytest.raises(BadValue, match=f"^{message}$"):
        simulate(SYSTEM, ring(), **{"fights": 1, **wrong})


def test_a_worker_process_that_dies_is_told():
    with pytest.raises(NotNow, match="one of them ended by itself"):
        simulate(Dying(), ring(), 40, workers=2)


class Dying(Ring):
    """Takes its process with it."""

    def habit(self, encounter, who, target, plan):
        import os

        os._exit(3)


def test_small_tasks_are_not_shared_out():
    assert workers_for(SMALL // 4 - 1, 4) == 1
    assert 1 <= workers_for(10**9, 2) <= MOST_WORKERS


@pytest.mark.parametrize("number", [1.5, "3", True, -1, None])
@pytest.mark.parametrize("what", ["fights", "first", "limit", "workers"])
def test_numbers_are_whole_numbers(what, number):
    with pytest.raises(BadValue) as raised:
        simulate(SYSTEM, ring(), **{"fights": 1, what: number})
    assert (raised.value.what, raised.value.value) == (what, number)
