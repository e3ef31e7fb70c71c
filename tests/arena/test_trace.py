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
from affray.systems.opposed import SYSTEM

EXAMPLES = Path(__file__).parents[2] / "examples"
GENERAL = sorted(EXAMPLES.glob("*.toml"))
OTHERS = [path for path in sorted(EXAMPLES.glob("*/*.toml")) if not why_not(SYSTEM, load_fight(path).encounter)]


def replay(encounter: Encounter, number: int) -> int:
    """Replay so many fights, each to its end; how many acts they had."""
    replayed = Replay(Engine(SYSTEM, encounter, seed="trace"))
    for fight in range(number):
        end, length = replayed.fight(fight)
        replayed.check_counts(fight, end, length)
    return replayed.acts


@pytest.mark.parametrize("name", FIGHTS)
def test_the_kernel_plays_by_the_rules(name: str) -> None:
    number = fights(3, 300)
    assert replay(arena_fight(name), number) >= number


@pytest.mark.parametrize("path", [*GENERAL, *OTHERS], ids=lambda path: path.stem)
def test_the_kernel_plays_the_examples_by_the_rules(path: Path) -> None:
    number = 2_000 if path in GENERAL else fights(100, 2_000)
    assert replay(load_fight(path).encounter, number) >= number
