"""Fights of the kernel on the reference: who acts, on whom, how, and how everybody is after it, are the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from arena_fights import FIGHTS, arena_fight
from replay import Replay
from soak import fights

from affray.arena.engine import Engine, why_not
from affray.encounter import Encounter
from affray.fightfile import load_fight
from affray.system import System
from affray.systems.opposed import SYSTEM

EXAMPLES = Path(__file__).parents[2] / "examples"
GENERAL = sorted(EXAMPLES.glob("*.toml"))


def tabulates(path: Path) -> bool:
    """Whether the tables play that fight."""
    fight = load_fight(path)
    return not why_not(fight.system, fight.encounter)


OTHERS = [path for path in sorted(EXAMPLES.glob("*/*.toml")) if tabulates(path)]


def replay(system: System, encounter: Encounter, number: int) -> int:
    """Replay so many fights, each to its end; how many acts they had."""
    replayed = Replay(Engine(system, encounter, seed="trace"))
    for fight in range(number):
        end, length = replayed.fight(fight)
        replayed.check_counts(fight, end, length)
    return replayed.acts


@pytest.mark.parametrize("name", FIGHTS)
def test_the_kernel_plays_by_the_rules(name: str) -> None:
    number = fights(3, 300)
    assert replay(SYSTEM, arena_fight(name), number) >= number


@pytest.mark.parametrize("path", [*GENERAL, *OTHERS], ids=lambda path: path.stem)
def test_the_kernel_plays_the_examples_by_the_rules(path: Path) -> None:
    number = fights(1_000 if path in GENERAL else 25, 2_000)
    fight = load_fight(path)
    assert replay(fight.system, fight.encounter, number) >= number
