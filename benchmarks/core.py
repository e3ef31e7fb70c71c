"""Small things that everything else is made of: odds, throws, a session's fight, each beside a plain yardstick."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from affray.dice.pools import nds
from affray.encounter import Encounter
from affray.fightfile import load_fight, with_distance
from affray.luck import Luck
from affray.odds import action_odds
from affray.session import Session
from affray.system import Action, System
from affray.systems.opposed.actions.kinds import Attack
from benchmarks.measure import interleaved
from benchmarks.report import Table, figure, times

__all__ = ["small_things"]

BRIDGE = Path(__file__).parent.parent / "examples" / "bridge.toml"


def naive_hits(attack: int, defence: int) -> Fraction:
    """The yardstick for odds: all four dice in a loop, hit where the attack is higher."""
    faces = product(range(1, 7), repeat=4)
    return Fraction(sum(a + b + attack > c + d + defence for a, b, c, d in faces), 6**4)


def staged() -> tuple[System, Encounter, Action]:
    """Jobo beside the troll, about to attack."""
    fight = load_fight(BRIDGE)
    action = Attack("Jobo", "Troll", "sword")
    encounter = fight.system.stage(with_distance(fight.encounter, "Jobo", "Troll", 1), action)
    return fight.system, encounter, action


def one_fight(seed: int) -> int:
    """A whole fight by the program, with its log; gives the number of events."""
    fight = load_fight(BRIDGE)
    session = Session(fight.system, fight.encounter, seed=seed, people=())
    session.start()
    while not session.over:
        session.auto()
    return len(session.events)


def small_things(repetitions: int) -> Table:
    """The table of them; a difference between odds and yardstick is an error."""
    system, encounter, action = staged()
    luck, random, dice = Luck(1), Random(1), nds(2, 6)
    throws = 1_000
    works: dict[str, tuple[Any, int]] = {
        "odds": (lambda run: action_odds(system, encounter, action), 1),
        "exact": (lambda run: action_odds(system, encounter, action, exact=True), 1),
        "naive": (lambda run: naive_hits(8, 7), 1),
        "throws": (lambda run: [dice.throw(luck.face) for _ in range(throws)], throws),
        "plain throws": (lambda run: [random.randint(1, 6) + random.randint(1, 6) for _ in range(throws)], throws),
        "fight": (lambda run: one_fight(7), 1),
    }
    found = interleaved(works, repetitions)
    odds, exact, naive = (found[name].results[0] for name in ("odds", "exact", "naive"))
    assert abs(float(odds.hit) - float(naive)) < 1e-12, (odds.hit, naive)
    assert exact.hit == naive, (exact.hit, naive)
    table = Table("Small things", ("what", "time", "beside", "time of that", "ratio"))
    for what, mine, beside, theirs in (
        ("odds of an attack, everything", "odds", "1,296 falls in a bare loop", "naive"),
        ("the same in fractions", "exact", "in floats", "odds"),
        ("a throw of 2d6", "throws", "`random.randint` twice", "plain throws"),
        (f"a session's whole fight, {found['fight'].results[0]} events", "fight", "one attack's odds", "odds"),
    ):
        a, b = found[mine], found[theirs]
        table.add(what, times(a.seconds), beside, times(b.seconds), figure(a.ratio(b)))
    return table
