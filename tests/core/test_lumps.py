"""Outcomes that are played for one amount of harm and told for others are those that each would have been."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from affray import odds
from affray.encounter import Encounter
from affray.every import EveryTable
from affray.fightfile import parse_fight
from affray.odds import action_odds
from affray.system import Effect, System, find_system, system_names
from affray.systems.penetration.actions.kinds import Attack

SYSTEMS = [find_system(name) for name in system_names()]

FIGHT = """
system = "penetration"
distance = 1
[options]
"effect.scope" = "{scope}"
"multiplier.rounding" = "{rounding}"
[[fighter]]
from = "{one}"
name = "A"
side = "a"
[[fighter]]
from = "{other}"
name = "B"
side = "b"
damage = {damage}
"""


def drawn(chance: random.Random) -> Encounter:
    names = ["Grak", "Ultor", "Goblin", "Strangler", "Guard", "Berserker"]
    return parse_fight(
        FIGHT.format(
            scope=chance.choice(["single", "total"]),
            rounding=chance.choice(["down", "min-1"]),
            one=chance.choice(names),
            other=chance.choice(names),
            damage=chance.choice([0, 5, 17, 29]),
        )
    ).encounter


@pytest.mark.parametrize("seed", range(12))
def test_the_odds_are_the_same_as_without(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    encounter = drawn(random.Random(seed))
    system = find_system("penetration")
    attack = Attack("A", "B", encounter.fighter("A").wielded)
    staged = system.stage(encounter, attack)
    lumped = action_odds(system, staged, attack)
    monkeypatch.setattr(odds, "Lumps", lambda *values: None)
    each = action_odds(system, staged, attack)
    assert lumped.law is not None
    assert each.law is not None
    assert lumped.law.paths < each.law.paths
    assert lumped.law.weights.keys() == each.law.weights.keys()
    assert lumped.law.weights == pytest.approx(each.law.weights, abs=1e-14)
    assert lumped.data()["out"] == pytest.approx(each.data()["out"], abs=1e-14)


def test_fractions_stay_fractions() -> None:
    encounter = drawn(random.Random(1))
    system = find_system("penetration")
    attack = Attack("A", "B", encounter.fighter("A").wielded)
    found = action_odds(system, system.stage(encounter, attack), attack, exact=True)
    assert isinstance(found.hit, Fraction)
    assert sum(found.loss.values()) + found.cut == 1


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
def test_what_a_system_calls_counted_differs_by_the_amount_alone(system: System) -> None:
    """The promise of `System.counted`, held against every creature of the armoury."""
    fight = "\n".join(
        [
            f'system = "{system.name}"',
            *(
                f'[[fighter]]\nfrom = "{name}"\nname = "F{n}"\nside = "{n}"'
                for n, name in enumerate(_creatures(system))
            ),
        ]
    )
    encounter = parse_fight(fight).encounter
    for what, counter in system.counted.items():
        assert counter in system.counters
        for fighter in encounter.fighters:
            after: dict[Any, set[Any]] = {}
            for amount in range(1, 2 * getattr(fighter, counter) + 2):
                table = EveryTable(encounter.options)
                struck = system.apply(fighter, Effect(fighter.id, what, amount), table)
                assert getattr(struck, counter) == getattr(fighter, counter) - amount
                same = system.set_value(struck, counter, 1)
                state = system.able(struck, encounter.options), system.alive(struck)
                after.setdefault(state, set()).add(same)
            assert all(len(found) == 1 for found in after.values())


def _creatures(system: System) -> list[str]:
    return list(system.armoury()["creatures"])
