"""The recorded fights come to the numbers of the source; and fights to be played.

After a change that is meant: `AFFRAY_GOLDEN=write python -m pytest tests/penetration/test_examples.py`, then read the
diff.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from example_scripts import FOLDER, SCRIPTS, scripted

from affray.arena.simulate import simulate
from affray.cli.replay import replay
from affray.events import Changed, Declared, Harm, Ordered, Rolled, TurnBegan
from affray.fightfile import load_fight
from affray.records import load_record
from affray.session import Session
from affray.systems.penetration import SYSTEM
from scripts import same_record, says_how_it_is_run

#: fights to be played
FREE = ("caravan-guards", "wood-edge")
each_script = pytest.mark.parametrize("name", SCRIPTS)


@pytest.fixture(scope="module", autouse=True)
def _write_if_asked() -> None:
    if os.environ.get("AFFRAY_GOLDEN") == "write":
        for name in SCRIPTS:
            (FOLDER / f"{name}.jsonl").write_text(scripted(name)[1], encoding="utf-8")


def record(name: str) -> Path:
    return FOLDER / f"{name}.jsonl"


def told(name: str, kind: type[Any], **facts: Any) -> list[Any]:
    """The events of a kind in that record, those with these facts."""
    found = [event for event in load_record(record(name), typed_dice=True).events if isinstance(event, kind)]
    return [event for event in found if all(getattr(event, key) == value for key, value in facts.items())]


def roll(name: str, who: str, purpose: str, number: int = 0) -> Any:
    return told(name, Rolled, who=who, purpose=purpose)[number]


def part(event: Any, name: str) -> int:
    """The part of a roll with that name; 0 where there is none."""
    return sum(modifier.value for modifier in event.modifiers if modifier.name == name)


def test_every_file_is_one_of_these() -> None:
    assert {path.stem for path in FOLDER.glob("*.toml")} == {*SCRIPTS, *FREE}
    assert {path.stem for path in FOLDER.glob("*.jsonl")} == set(SCRIPTS)
    assert {path.suffix for path in FOLDER.iterdir()} == {".toml", ".jsonl"}


@each_script
def test_the_record_is_what_the_script_gives(name: str) -> None:
    same_record(record(name), scripted(name)[1])


@each_script
def test_the_record_replays(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    replay(record(name), True, False)
    said = capsys.readouterr()
    assert said.err == ""
    assert "same events" in said.out


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_a_fight_file_says_how_it_is_run(path: Path) -> None:
    says_how_it_is_run(path, path.stem in SCRIPTS, "penetration")


# -- the numbers of the source


@pytest.mark.rule("hit.defence-roll", "injury.minor", "hit.attack-roll")
def test_grak_defends_with_16_and_three_points_are_a_minor_injury() -> None:
    defence = roll("graks-defence", "Grak", "defence")
    assert (sum(m.value for m in defence.modifiers), defence.faces, defence.total) == (12, (3, 1), 16)
    assert told("graks-defence", Harm)[0].loss == 3
    assert [e for e in told("graks-defence", Rolled) if e.purpose in ("shock", "knock-out")] == []
    assert part(roll("graks-defence", "Grak", "attack"), "injury") == 0


@pytest.mark.rule("multiplier.sum", "multiplier.apply", "injury.levels", "effect.knockout", "house.knockout")
def test_ultor_does_21_to_the_goblin_which_are_three_levels() -> None:
    name = "ultor-and-the-goblin"
    assert (roll(name, "Ultor", "attack").total, roll(name, "Goblin", "defence").total) == (22, 15)
    assert told(name, Harm)[0].loss == 7 * 3
    knock_out = roll(name, "Goblin", "knock-out")
    assert (knock_out.total, knock_out.against.total) == (7, 3 + 2 * 3)
    assert told(name, Rolled, purpose="shock") == []
    assert told(name, Changed, what="unconscious")


@pytest.mark.rule("strength.shortfall", "strength.requirement", "strength.any-weapon")
def test_the_great_sword_costs_the_strangler_four_points_of_speed_accuracy_and_defence() -> None:
    name = "the-strangler"
    for purpose in ("initiative", "attack", "defence"):
        assert part(roll(name, "Strangler", purpose), "Strength shortfall") == -4
    assert part(roll(name, "Strangler", "initiative", 2), "Strength shortfall") == -8, "in one hand"
    bare = roll(name, "Strangler", "attack", 1)
    assert part(bare, "Strength shortfall") == 0
    assert bare.total == 6 + 2 + 9


@pytest.mark.rule("missile.aim", "missile.cover", "missile.prone", "missile.range-penalty", "missile.style")
def test_aim_range_a_tree_and_the_ground_are_in_the_shots() -> None:
    name = "archer-behind-a-tree"
    first, second = (roll(name, "Wil", "attack", number) for number in (0, 1))
    assert [part(first, what) for what in ("range", "shooting style", "target behind a tree", "aimed", "style")] == [
        *(-2, 1, -4),
        *(4, 1),
    ]
    assert [part(second, what) for what in ("aimed", "target behind a tree", "target on the ground")] == [0, -4, -3]
    assert part(roll(name, "Wil", "initiative"), "aimed shot") == -4


@pytest.mark.rule("maneuver.headlong", "maneuver.headlong.symmetric", "house.shock")
def test_the_berserker_who_waits_strikes_first() -> None:
    name = "two-berserkers"
    assert told(name, Ordered)[0].order == ("Hrolf", "Ketil")
    assert [event.who for event in told(name, Declared, action="attacks")] == ["Ketil"]
    assert [(event.step, event.who) for event in told(name, TurnBegan)] == [
        ("turn", "Hrolf"),
        ("headlong", "Ketil"),
        ("turn", "Ketil"),
    ]
    assert part(roll(name, "Ketil", "attack"), "headlong attack") == 2


@pytest.mark.rule("house.initiative")
def test_two_who_act_at_once_strike_each_other_down() -> None:
    name = "both-at-once"
    assert [(harm.who, harm.loss) for harm in told(name, Harm)] == [("Red", 24), ("Black", 21)]
    assert part(roll(name, "Black", "attack"), "injury") == -1, "what he has felt before, and nothing of that blow"


@pytest.mark.parametrize("name", FREE)
def test_the_program_plays_the_fight_and_tables_play_many_of_it(name: str) -> None:
    encounter = load_fight(FOLDER / f"{name}.toml").encounter
    session = Session(SYSTEM, encounter, seed=3, people=())
    session.start()
    while not session.over and session.encounter.clock.round < 200:
        session.auto()
    assert session.over
    summary = simulate(SYSTEM, encounter, 20, seed=1)
    assert summary.fights == 20
