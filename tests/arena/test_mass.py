"""Mass on its way through a graph made up for it: against the same walk cell by cell, in plain Python."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from affray.arena import mass as mass_module
from affray.arena.forms import Untabulated
from affray.arena.mass import CUT, Mass
from affray.arena.spread import WIDTH

SIZE = (6, 9)
ALL = (0, SIZE[0] - 1, 0, SIZE[1] - 1)
#: stages of a node on the way, of one that is laid aside, and of one at which it is over for whoever is out
AWAY, ASIDE, END = 9, 1, 2
Entry = tuple[int, float, tuple[int, int], tuple[int, int, int, int]]
Cells = dict[tuple[int, int, int], float]


class Made:
    """What `Mass` wants of a graph, of entries by node that are laid open when they are asked for."""

    def __init__(self, entries: dict[int, list[Entry]], stages: list[int], able: tuple[int, int] = (1, 1)) -> None:
        self.entries, self.asked = entries, list[int]()
        #: as many nodes as have come up so far
        self.nodes = range(1)
        self.size, count = SIZE, len(stages)
        self.stages = np.array(stages)
        self.starts, self.ends = np.full(count, -1), np.zeros(count, np.int64)
        self.able, self.final = np.tile(np.array(able), (count, 1)), self.stages == END
        flat = [entry for each in entries.values() for entry in each]
        self.dest = np.array([entry[0] for entry in flat] + [0])
        self.weight = np.array([entry[1] for entry in flat] + [0.0])
        self.loss = np.array([entry[2] for entry in flat] + [(0, 0)])
        self.bounds = np.array([entry[3] for entry in flat] + [ALL])

    def index(self, points: int) -> int:
        return points

    def expand(self, number: int) -> None:
        self.asked.append(number)
        self.nodes = range(max([len(self.nodes), number + 1, *(entry[0] + 1 for entry in self.entries[number])]))
        before = [len(each) for node, each in self.entries.items() if node < number]
        self.starts[number] = sum(before)
        self.ends[number] = sum(before) + len(self.entries[number])


def walked(made: Made, cells: Cells, steps: int) -> tuple[Cells, Cells, np.ndarray, np.ndarray]:
    """What is on its way after so many steps, what is laid aside or at an end, who has won, and with how much left."""
    aside: Cells = {}
    won, left = np.zeros(3), np.zeros((2, max(SIZE)))
    for _ in range(steps):
        after: Cells = {}
        for (node, row, column), much in cells.items():
            for dest, weight, (x, y), (first, last, low, high) in made.entries[node]:
                if first <= row <= last and low <= column <= high:
                    place = dest, max(0, row - x) if row else 0, max(0, column - y) if column else 0
                    after[place] = after.get(place, 0.0) + weight * much
        cells = {}
        for (node, row, column), much in after.items():
            up = row >= made.able[node, 0], column >= made.able[node, 1]
            if made.stages[node] == END and not all(up):
                won[0 if up[0] else 1 if up[1] else 2] += much
                if any(up):
                    left[0 if up[0] else 1, row if up[0] else column] += much
            else:
                into = cells if made.stages[node] == AWAY else aside
                into[node, row, column] = into.get((node, row, column), 0.0) + much
    return cells, aside, won, left


def found(mass: Mass, nodes: Any) -> Cells:
    return {
        (n, *at): float(mass.mats[n][at]) for n in nodes.tolist() for at in zip(*mass.mats[n].nonzero(), strict=True)
    }


def at_random(seed: int, least: int = -1) -> Made:
    """A graph without a way back, of 20 nodes on the way and 5 at its ends, whose entries share out what there is.

    Nobody loses less than the least; and only one of both loses anything on the ways out of a node, if that is 0.
    """
    dice = Random(seed)
    stages = [AWAY] * 20 + [ASIDE, END, END, ASIDE, END]
    entries: dict[int, list[Entry]] = {node: [] for node in range(25)}

    def bands(most: int) -> Iterator[tuple[int, int]]:
        cuts = sorted({0, most, *(dice.randrange(most) for _ in range(dice.randrange(3)))})
        yield from zip(cuts, [cut - 1 for cut in cuts[1:]], strict=False)

    for node in range(20):
        for first, last in bands(SIZE[0]):
            for low, high in bands(SIZE[1]):
                shares = [dice.random() for _ in range(dice.randrange(1, 5) + 8 * (least == 0))]
                for share in shares:
                    # a point more is found where there is room for one
                    x = dice.choice([0, 0, 1, 2, 5, least if last < SIZE[0] - 1 else 0])
                    y = dice.choice([0, 0, 0, 1, 3, 9, least if high < SIZE[1] - 1 else 0])
                    if least == 0:
                        x, y = (x, 0) if node % 2 else (0, y)
                    dest = dice.randrange(node + 1, 25)
                    entries[node].append((dest, share / sum(shares), (x, y), (first, last, low, high)))
    return Made(entries, stages, (dice.randrange(4), dice.randrange(4)))


@pytest.mark.parametrize("seed", range(40))
def test_mass_goes_where_cell_by_cell_it_goes(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # room for few nodes at first, so that more has to be made on the way
    monkeypatch.setattr(mass_module, "NODES", seed % 4 + 1)
    made = at_random(seed)
    mass = Mass(made)  # type: ignore[arg-type]
    nodes = mass.begin(0, (5, 8))
    steps = seed % 3 + 1 if seed % 2 else -1
    away, aside = mass.flow(nodes, range(ASIDE, END + 1), steps=steps)
    cells, there, won, left = walked(made, {(0, 5, 8): 1.0}, 25 if steps < 0 else steps)
    assert found(mass, away) == pytest.approx(cells, abs=1e-9)
    assert found(mass, aside) == pytest.approx(there, abs=1e-9)
    assert mass.sums[:3] == pytest.approx(won, abs=1e-9)
    assert mass.left == pytest.approx(left, abs=1e-9)
    assert mass.total(away) + mass.total(aside) + mass.sums.sum() == pytest.approx(1, abs=1e-12)
    assert mass.sums[3] <= CUT
    assert len(set(made.asked)) == len(made.asked)


@pytest.mark.parametrize("seed", range(40))
def test_what_is_woven_takes_mass_to_the_same_places(seed: int) -> None:
    made = at_random(seed, least=0)
    dice, mass, total = Random(seed), Mass(made), np.zeros(3)  # type: ignore[arg-type]
    for number in range(20):
        # woven for this corner of the points first, and anew when more than that is asked for
        start = (dice.randrange(3, 6), dice.randrange(5, 9)) if number > 11 else (3, 5)
        _, aside = mass.flow(mass.begin(0, start), range(ASIDE, END + 1))
        _, there, won, _ = walked(made, {(0, *start): 1.0}, 25)
        assert found(mass, aside) == pytest.approx(there, abs=1e-9)
        total += won
        assert mass.sums[:3] == pytest.approx(total, abs=1e-8)
        mass.taken(aside)
        assert not mass.mats.any()
    assert np.count_nonzero(mass.woven[:, WIDTH]) > 3, "nothing was woven"


def test_what_is_laid_aside_waits_and_more_comes_to_it() -> None:
    # half goes aside at once, the rest a step later, with a point less
    entries: dict[int, list[Entry]] = {
        0: [(2, 0.5, (0, 0), ALL), (1, 0.5, (0, 0), ALL)],
        1: [(2, 1.0, (1, 0), ALL)],
        2: [(0, 1.0, (0, 2), ALL)],
    }
    mass = Mass(Made(entries, [AWAY, AWAY, ASIDE]))  # type: ignore[arg-type]
    away, aside = mass.flow(mass.begin(0, (4, 8)), range(ASIDE, ASIDE + 1))
    assert (away.tolist(), aside.tolist()) == ([], [2])
    assert found(mass, aside) == {(2, 4, 8): 0.5, (2, 3, 8): 0.5}
    # and it goes on from there, to be laid aside again
    assert found(mass, mass.flow(aside, range(ASIDE, ASIDE + 1))[1]) == {
        (2, 4, 6): 0.25,
        (2, 3, 6): 0.5,
        (2, 2, 6): 0.25,
    }


def test_what_never_comes_to_a_stage_is_left_after_so_many_steps() -> None:
    entries: dict[int, list[Entry]] = {0: [(0, 0.75, (0, 0), ALL), (1, 0.25, (0, 0), ALL)], 1: []}
    mass = Mass(Made(entries, [AWAY, ASIDE]))  # type: ignore[arg-type]
    away, aside = mass.flow(mass.begin(0, (1, 1)), range(ASIDE, ASIDE + 1), steps=3)
    assert mass.masses[away].tolist() == [0.75**3]
    assert mass.masses[aside].tolist() == [1 - 0.75**3]
    assert mass.taken(away).sum() == 0.75**3
    assert mass.total(away) == 0
    assert not mass.mats[0].any()


def test_next_to_nothing_is_cut_and_counted_until_there_is_too_much_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mass_module, "NODE", 0.6)
    tiny = CUT / 4
    ways: list[Entry] = [(node, tiny, (0, 0), ALL) for node in range(1, 6)]
    entries = {0: [*ways, (6, 1 - 5 * tiny, (0, 0), ALL)], **{node: [] for node in range(1, 7)}}
    mass = Mass(Made(entries, [AWAY] + [ASIDE] * 6))  # type: ignore[arg-type]
    _, aside = mass.flow(mass.begin(0, (1, 1)), range(ASIDE, ASIDE + 1))
    # each of the five is little enough, but all of them are too much
    assert aside.tolist() == [5, 6]
    assert mass.sums[3] == pytest.approx(4 * tiny)
    assert mass.sums[3] <= CUT
    assert not mass.mats[:5].any()


def test_states_with_next_to_nothing_are_cut_as_well() -> None:
    # what loses points at every step is a front that moves on, and what stays behind fades away
    entries: dict[int, list[Entry]] = {0: [(0, 0.999, (0, 1), ALL), (0, 0.001, (0, 0), ALL)], 1: []}
    mass = Mass(Made(entries, [AWAY, ASIDE]))  # type: ignore[arg-type]
    away, _ = mass.flow(mass.begin(0, (5, 8)), range(ASIDE, ASIDE + 1), steps=7)
    assert mass.boxes[away].tolist() == [[5, 5, 1, 6]]
    assert mass.mats[0, 5, 1] == pytest.approx(0.999**7)
    assert 0 < mass.sums[3] < 1e-17
    assert mass.total(away) + mass.sums[3] == pytest.approx(1, abs=1e-15)


@pytest.mark.parametrize("loss", [(-1, 0), (0, -2)])
def test_nobody_gets_more_points_than_the_most(loss: tuple[int, int]) -> None:
    mass = Mass(Made({0: [(1, 1.0, loss, ALL)], 1: []}, [AWAY, ASIDE]))  # type: ignore[arg-type]
    with pytest.raises(Untabulated, match="more points than it had"):
        mass.flow(mass.begin(0, (SIZE[0] - 1, SIZE[1] - 1)), range(ASIDE, ASIDE + 1))
    mass = Mass(Made({0: [(1, 1.0, loss, ALL)], 1: []}, [AWAY, ASIDE]))  # type: ignore[arg-type]
    _, aside = mass.flow(mass.begin(0, (3, 3)), range(ASIDE, ASIDE + 1))
    assert found(mass, aside) == {(1, 3 - loss[0], 3 - loss[1]): 1.0}


def test_who_is_out_stays_out_whatever_it_gets() -> None:
    mass = Mass(Made({0: [(1, 1.0, (-99, -99), ALL)], 1: []}, [AWAY, ASIDE]))  # type: ignore[arg-type]
    assert found(mass, mass.flow(mass.begin(0, (0, 0)), range(ASIDE, ASIDE + 1))[1]) == {(1, 0, 0): 1.0}


def test_many_points_take_no_more_room_than_their_nodes_do() -> None:
    made = Made({0: []}, [AWAY])
    made.size = (1001, 1001)
    assert Mass(made).mats.nbytes < 1 << 25  # type: ignore[arg-type]
