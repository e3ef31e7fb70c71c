"""The odds of an attack against plain loops over dice, written here without any of the rules' own functions."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from penetration_fights import duel

from affray.encounter import Encounter
from affray.odds import action_odds
from affray.systems.penetration import SYSTEM
from affray.systems.penetration.actions.kinds import Attack

DEPTH = 9  # sixes in a row that the loops follow


def exploding(depth: int = DEPTH) -> Iterator[tuple[int, Fraction]]:
    """A die of which a 6 is thrown again."""
    for sixes in range(depth):
        for face in range(1, 6):
            yield 6 * sixes + face, Fraction(1, 6 ** (sixes + 1))


def two_dice() -> list[tuple[int, Fraction]]:
    return [(a + b, Fraction(1, 36)) for a, b in product(range(1, 7), repeat=2)]


def at_least(number: int) -> Fraction:
    return sum((weight for value, weight in two_dice() if value >= number), Fraction(0))


def by_loops(wa: int, wd: int, difference: int, times: int, endurance: int) -> dict[tuple[int, str], Fraction]:
    """The chance of every damage with what comes of it: "", "out" or "shock"."""
    found: dict[tuple[int, str], Fraction] = defaultdict(Fraction)
    for (attack, one), (defence, two) in product(exploding(), two_dice()):
        base = wa + attack - wd - defence
        weight = one * two
        if base <= 0:
            found[0, "missed"] += weight
            continue
        left = base + min(0, difference)
        damage = max(0, left) * (times + max(0, difference // 10))
        levels = damage // endurance
        out = 1 - at_least(3 + 2 * levels) if levels >= 2 else Fraction(0)
        shock = 1 - at_least(5 + 2 * levels) if levels >= 1 else Fraction(0)
        found[damage, "out"] += weight * out
        found[damage, "shock"] += weight * (1 - out) * shock
        found[damage, ""] += weight * (1 - out) * (1 - shock)
    return found


CASES = [(12, 9, 0, 1, 6), (14, 6, 12, 2, 7), (9, 12, -3, 1, 6), (10, 10, 25, 1, 10), (15, 5, -7, 3, 4)]


def as_fight(wa: int, wd: int, difference: int, times: int, endurance: int) -> Encounter:
    a = {"accuracy": wa, "penetration": 20 + difference, "multiplier": times - 1}
    b = {"defence": wd, "armour": {"name": "shell", "rating": 20}, "endurance": endurance}
    return duel(a, b)


@pytest.mark.rule("hit.attack-roll", "hit.defence-roll", "damage.base", "multiplier.sum", "effect.shock")
@pytest.mark.parametrize("case", CASES)
def test_the_odds_of_an_attack_are_those_of_plain_loops(case: tuple[int, int, int, int, int]) -> None:
    encounter = as_fight(*case)
    attack = Attack("A", "B", "stick")
    odds = action_odds(SYSTEM, SYSTEM.stage(encounter, attack), attack)
    expected = by_loops(*case)
    missed = expected.pop((0, "missed"))
    assert float(odds.hit) == pytest.approx(1 - float(missed), abs=1e-6)
    losses: dict[int, float] = defaultdict(float)
    losses[0] += float(missed)
    for (damage, _), weight in expected.items():
        losses[damage] += float(weight)
    for damage, chance in odds.loss.items():
        assert float(chance) == pytest.approx(losses[damage], abs=1e-6), damage
    gone = 5 * case[-1]
    out = sum(weight for (damage, what), weight in expected.items() if what == "out" or damage >= gone)
    assert float(odds.out) == pytest.approx(float(out), abs=1e-6)


@pytest.mark.rule("hit.compare", "hit.explode")
@pytest.mark.parametrize(("lead", "chance"), [(0, 0.1705), (4, 0.5247), (8, 0.9074)])
def test_the_chance_to_hit_at_three_leads(lead: int, chance: float) -> None:
    attack = Attack("A", "B", "stick")
    encounter = duel({"accuracy": lead})
    assert float(action_odds(SYSTEM, SYSTEM.stage(encounter, attack), attack).hit) == pytest.approx(chance, abs=5e-5)


def dice(reading: str) -> list[tuple[int, Fraction]]:
    """What an attacker or defender throws under a value of a switch."""
    if reading == "d6!":
        return list(exploding())
    if reading == "2d6":
        return two_dice()
    return [
        (12 * sixes + value, weight / 36**sixes) for sixes in range(4) for value, weight in two_dice() if value < 12
    ]


@pytest.mark.rule("hit.attack-roll", "hit.defence-roll")
@pytest.mark.parametrize("attack_dice", ["d6!", "2d6", "2d6!"])
@pytest.mark.parametrize("defence_dice", ["d6!", "2d6", "2d6!"])
def test_the_chance_to_hit_with_all_dice(attack_dice: str, defence_dice: str) -> None:
    attack = Attack("A", "B", "stick")
    settings: dict[str, Any] = {"attack_dice": attack_dice, "defence_dice": defence_dice}
    odds = action_odds(SYSTEM, SYSTEM.stage(duel({"accuracy": 2}, **settings), attack), attack)
    expected = sum(one * two for (a, one), (b, two) in product(dice(attack_dice), dice(defence_dice)) if 2 + a - b > 0)
    assert float(odds.hit) == pytest.approx(float(expected), abs=1e-5)


@pytest.mark.rule("penetration.difference")
def test_the_mean_damage_where_penetration_is_rolled() -> None:
    attack = Attack("A", "B", "stick")
    a, b = {"accuracy": 9, "penetration": 5}, {"armour": {"name": "shell", "rating": 0}, "endurance": 50}
    for reading in ("d6", "attack-die"):
        mean = Fraction(0)
        for (face, one), (defence, two), die in product(exploding(), two_dice(), range(1, 7)):
            shown = die if reading == "d6" else face
            base = 9 + face - defence
            mean += one * two * Fraction(1, 6) * (max(0, base) * (1 + (5 + shown) // 10))
        odds = action_odds(SYSTEM, SYSTEM.stage(duel(a, b, penetration_roll=reading), attack), attack)
        assert float(odds.mean) == pytest.approx(float(mean), abs=1e-4)
