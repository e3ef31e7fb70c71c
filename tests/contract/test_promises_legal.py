"""What every system allows can be done, what it forbids cannot, and both know why."""

from __future__ import annotations

from dataclasses import replace

import pytest
from contract_fights import every_system, fights, situations, spelled_out

from affray.arena.tactics import Tactic
from affray.codec import to_data
from affray.encounter import Encounter
from affray.errors import IllegalAction
from affray.luck import Luck
from affray.odds import action_odds
from affray.session import Session
from affray.system import Action, System
from affray.table import RandomTable


@every_system
def test_what_is_offered_can_be_done_and_what_is_forbidden_cannot(system: System) -> None:
    forbidden_seen = 0
    for number, (encounter, actions) in enumerate(situations(system, 8, 12)):
        session = Session(system, encounter, seed=number, people=())
        data = to_data(encounter)
        for action in actions:
            assert system.forbid(encounter, action) is None
            assert action.kind in system.actions
            table = RandomTable(Luck(number), Tactic().will(system, encounter), encounter.options, encounter.amendments)
            system.perform(encounter, action, table)
        for who in encounter.ids:
            for action in spelled_out(system, encounter, who, 60):
                forbidden = system.forbid(encounter, action)
                if forbidden is None:
                    continue
                forbidden_seen += 1
                assert forbidden.rule in system.rules(), f"{forbidden.rule} is not in the catalogue"
                assert forbidden.reason
                with pytest.raises(IllegalAction) as raised:
                    system.perform(encounter, action, RandomTable(Luck(0), options=encounter.options))
                assert (raised.value.rule, raised.value.reason) == (forbidden.rule, forbidden.reason)
                with pytest.raises(IllegalAction):
                    session.act(action)
        assert session.encounter == encounter
        assert session.entries == []
        assert session.command is None
        assert to_data(encounter) == data
    assert forbidden_seen > 100


@every_system
def test_everything_in_a_domain_that_is_allowed_can_be_done(system: System) -> None:
    for number, (encounter, _) in enumerate(situations(system, 9, 8)):
        step = encounter.step
        assert step is not None
        offered = {offer.kind: offer for offer in system.offers(encounter)}
        for action in spelled_out(system, encounter, step.who, 60):
            if system.forbid(encounter, action) is None:
                # what is never worth showing may be missing from the offers
                assert action.kind in offered or not _worth_showing(system, encounter, action)
                table = RandomTable(
                    Luck(number), Tactic().will(system, encounter), encounter.options, encounter.amendments
                )
                after = system.perform(encounter, action, table).encounter
                assert after != encounter


def _worth_showing(system: System, encounter: Encounter, action: Action) -> bool:
    target = getattr(action, "target", "")
    return bool(target) and encounter.fighter(target).side != encounter.fighter(action.who).side


@every_system
def test_what_an_ordinary_fighter_does_is_allowed(system: System) -> None:
    for number, (encounter, _) in enumerate(situations(system, 10, 40)):
        for aim in ("nearest", "weakest", "strongest", "hurt", "focus", "random"):
            action = Tactic(aim).choose(system, encounter, Luck(number))
            assert system.forbid(encounter, action) is None


@every_system
def test_an_action_can_be_staged_for_odds_outside_of_a_fight(system: System) -> None:
    for encounter in fights(system, 11, 10):
        close = replace(encounter, fighters=tuple(replace(f, position=0) for f in encounter.fighters))
        for who in close.ids:
            for action in spelled_out(system, close, who, 40):
                staged = system.stage(close, action)
                assert staged.step is not None
                assert staged.step.who == who
                if action.harmful and system.forbid(staged, action) is None:
                    assert 0 <= action_odds(system, staged, action).hit <= 1
                    break
