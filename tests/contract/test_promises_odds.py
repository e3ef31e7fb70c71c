"""Odds of every system: a law, the same law for everybody, and what is played fits it."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from math import sqrt
from typing import Any

import pytest
from contract_fights import aimed, every_system, situations

from affray.arena.tactics import Tactic
from affray.errors import BadAnswer
from affray.luck import Luck
from affray.odds import ActionOdds, action_odds, consequence, odds_by_option
from affray.rulings import SetValue
from affray.system import System
from affray.table import RandomTable

LIMIT = 4.5  # standard deviations that a frequency may be off: one test in 150,000
SAMPLES = 3000


def figures(odds: ActionOdds) -> tuple[Any, ...]:
    return odds.hit, odds.loss, odds.tracks, odds.out


# -- odds --------------------------------------------------------------------------------------------------------


@every_system
def test_odds_see_nothing_of_those_who_have_no_part_in_it(system: System) -> None:
    chance = random.Random(1)
    seen = 0
    for encounter, action in aimed(system, 1, 30):
        others = [f.id for f in encounter.fighters if f.id not in (action.who, action.target)]  # type: ignore[attr-defined]
        if not others:
            continue
        before = figures(action_odds(system, encounter, action))
        changed = encounter
        for who in others:
            name = system.tracks(changed.fighter(who))[0].name
            for value in (name, "position"):
                changed = SetValue(who, value, chance.randint(1, 9)).apply(system, changed)
        assert figures(action_odds(system, changed, action)) == before
        first = others[0]
        assert figures(action_odds(system, replace(encounter.left(first)), action)) == before
        seen += 1
        if seen == 12:
            break
    assert seen == 12


@every_system
def test_odds_are_the_same_whenever_and_in_whatever_order_they_are_asked_for(system: System) -> None:
    actions = aimed(system, 2, 12)[:15]
    once = [figures(action_odds(system, encounter, action)) for encounter, action in actions]
    again = [figures(action_odds(system, encounter, action)) for encounter, action in reversed(actions)]
    assert once == again[::-1]


@every_system
def test_exact_odds_add_up_to_one_and_floats_agree_with_them(system: System) -> None:
    for encounter, action in aimed(system, 3, 10)[:12]:
        exact = action_odds(system, encounter, action, exact=True)
        assert sum(exact.loss.values()) + exact.cut == 1
        plain = action_odds(system, encounter, action)
        assert plain.hit == pytest.approx(float(exact.hit), abs=1e-9)
        assert plain.mean == pytest.approx(float(exact.mean), abs=1e-9)
        assert plain.loss == pytest.approx({k: float(v) for k, v in exact.loss.items()}, abs=1e-9)


@every_system
def test_sampled_odds_say_so_and_hold_the_exact_ones_in_their_interval(system: System) -> None:
    rolled = [pair for pair in aimed(system, 4, 6) if action_odds(system, *pair).hit]
    for encounter, action in rolled[:1]:
        exact = action_odds(system, encounter, action)
        sampled = action_odds(system, encounter, action, budget=1)
        assert exact.samples == 0 < sampled.samples
        assert sum(sampled.loss.values()) == pytest.approx(1)
        data = sampled.data()
        assert data["exact"] is False
        deviation = sqrt(max(float(exact.hit) * (1 - float(exact.hit)), 1e-12) / sampled.samples)
        assert abs(float(sampled.hit) - float(exact.hit)) <= LIMIT * deviation + 1e-12


@every_system
def test_odds_per_option_are_those_with_that_option_fixed(system: System) -> None:
    seen, asked = 0, False
    for encounter, action in aimed(system, 5, 8)[:12]:
        asked |= bool(action_odds(system, encounter, action).open)
        for (who, key), options in odds_by_option(system, encounter, action).items():
            assert len(options) > 1
            for option, odds in options.items():
                assert figures(odds) == figures(action_odds(system, encounter, action, fixed={(who, key): option}))
                seen += 1
    # in some systems all decisions have been made before an action is
    assert bool(seen) == asked


@every_system
def test_an_option_that_is_none_is_refused_and_an_action_without_a_target_is_done_to_oneself(system: System) -> None:
    encounter, action = aimed(system, 5, 8)[0]
    open_question = action_odds(system, encounter, action).open
    for question in open_question[:1]:
        with pytest.raises(BadAnswer):
            action_odds(system, encounter, action, fixed={("", question.key): "nonsense"})
    for encounter, actions in situations(system, 6, 2):
        for action in actions:
            if not getattr(action, "target", ""):
                odds = action_odds(system, encounter, action)
                assert odds.target == action.who
                assert figures(odds) == figures(action_odds(system, encounter, action, action.who))


@every_system
def test_played_frequencies_fit_the_odds(system: System) -> None:
    worst = 0.0
    for number, (encounter, action) in enumerate(aimed(system, 7, 12)[:10]):
        target = action.target  # type: ignore[attr-defined]
        odds = action_odds(system, encounter, action)
        assert odds.law is not None
        luck, will = Luck(number), Tactic().will(system, encounter)
        found = Counter(
            consequence(
                system, encounter, action, target, RandomTable(luck, will, encounter.options, encounter.amendments)
            )
            for _ in range(SAMPLES)
        )
        assert set(found) <= set(odds.law.weights), "what was played has no odds"
        rest_seen, rest_due = 0, 0.0
        for value, weight in odds.law.weights.items():
            if float(weight) * SAMPLES < 10:
                rest_seen, rest_due = rest_seen + found[value], rest_due + float(weight)
            else:
                worst = max(worst, _off(found[value], float(weight)))
        if rest_due * SAMPLES >= 10:
            worst = max(worst, _off(rest_seen, rest_due))
    assert worst < LIMIT


def _off(seen: int, due: float) -> float:
    spread = sqrt(SAMPLES * due * (1 - due))
    return abs(seen - SAMPLES * due) / spread if spread > 1e-6 else 0.0
