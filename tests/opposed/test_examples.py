"""The recorded fights come to the numbers of the source; and fights to be played that have everything in them.

After a change that is meant: `AFFRAY_GOLDEN=write python -m pytest tests/opposed/test_examples.py`, then read the diff.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from example_fights import FOLDER, SCRIPTS, scripted, wild_play

from affray.arena.simulate import simulate
from affray.cli import main
from affray.cli.replay import replay
from affray.commands import Act
from affray.events import Changed, Harm, Ordered, Resolved, Rolled, TurnBegan
from affray.fightfile import load_fight
from affray.odds import action_odds
from affray.records import load_record
from affray.session import Session
from affray.systems.opposed import SYSTEM
from affray.systems.opposed.actions.kinds import ACTIONS
from scripts import same_record, says_how_it_is_run

#: fights to be played, which have between them every kind of action
FREE = ("ambush", "burning-barn", "caravan", "duel-of-mages", "tavern-brawl", "troll-hunt")
each_script = pytest.mark.parametrize("name", SCRIPTS)
each_free = pytest.mark.parametrize("name", FREE)


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
    """The part of a roll or of damage with that name; 0 where there is none."""
    parts = event.parts if isinstance(event, Harm) else event.modifiers
    return sum(modifier.value for modifier in parts if modifier.name == name)


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
    assert "same events; the fight goes on" in said.out


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_a_fight_file_says_how_it_is_run(path: Path) -> None:
    says_how_it_is_run(path, path.stem in SCRIPTS, "opposed-2d6")


# -- the numbers of the source


@pytest.mark.rule("damage.amount", "damage.when", "damage.life")
def test_vicker_does_7_to_fiben() -> None:
    assert roll("vicker-and-fiben", "Vicker", "attack").total == 12
    assert roll("vicker-and-fiben", "Fiben", "parry").total == 9
    (harm,) = told("vicker-and-fiben", Harm)
    assert (part(harm, "margin"), part(harm, "weapon"), harm.loss) == (3, 4, 7)
    assert (harm.who, harm.before, harm.after) == ("Fiben", 20, 13)


@pytest.mark.rule("initiative.magical", "initiative.switch", "initiative.commit")
def test_vaxuz_has_the_highest_roll_and_acts_last() -> None:
    name = "vaxuz-changes-his-mind"
    assert roll(name, "Vaxuz", "initiative").total == 16
    (order,) = told(name, Ordered)
    assert order.order[0] == "Vaxuz"
    turns = [(event.who, event.cause) for event in told(name, TurnBegan)]
    assert turns == [("Vaxuz", ""), ("Guard 2", ""), ("Guard 1", ""), ("Vaxuz", "late")]
    attacks = [event.who for event in told(name, Rolled, purpose="attack")]
    assert attacks == ["Guard 1", "Vaxuz"]


@pytest.mark.rule("crit.failure", "crit.failure.action", "opportunity.who", "opportunity.turn")
def test_gaba_has_a_free_turn_and_her_own() -> None:
    assert roll("hodo-and-gaba", "Hodo", "attack").total == -2
    assert told("hodo-and-gaba", Resolved)[0].outcome == "critical failure"
    turns = [(event.who, event.step) for event in told("hodo-and-gaba", TurnBegan)]
    assert turns == [("Hodo", "turn"), ("Gaba", "opportunity"), ("Gaba", "turn")]


@pytest.mark.rule("size.accuracy", "size.damage", "size.table")
def test_jobo_has_4_less_to_hit_and_4_more_damage() -> None:
    assert part(roll("jobo-and-the-nymph", "Jobo", "attack"), "size of target") == -4
    (harm,) = told("jobo-and-the-nymph", Harm, who="Nymph")
    assert part(harm, "larger than target") == 4
    assert harm.loss == 2 + 3 + 4


@pytest.mark.rule("size.damage", "size.table")
def test_a_drake_of_7_has_11_and_one_of_8_has_12() -> None:
    first, second = told("drakes-and-a-fairy", Harm)
    assert (part(first, "larger than target"), part(second, "larger than target")) == (11, 12)


@pytest.mark.rule("maneuver.lower", "maneuver.cost", "maneuver.damage", "maneuver.declare")
def test_damen_pays_1_exhaustion_for_1_damage() -> None:
    name = "damens-maneuver"
    damen = load_fight(FOLDER / f"{name}.toml").encounter.fighter("Damen")
    assert [(m.bonus, m.level) for m in damen.maneuvers] == [("damage", 3)]
    (harm,) = told(name, Harm, who="Rusk")
    assert part(harm, "damage maneuver") == 1
    assert harm.loss == 3 + 3 + 1 - 2
    (tired,) = told(name, Changed, what="exhaustion")
    assert (tired.who, tired.before, tired.after) == ("Damen", 10, 9)


@pytest.mark.rule("poison.on-crit", "poison.tick", "poison.same")
def test_dodos_critical_hit_does_5_and_the_poison_2() -> None:
    assert [event.outcome for event in told("poisoned-blade", Resolved)[:2]] == ["critical hit", "poisoned"]
    blow, tick, second = told("poisoned-blade", Harm, who="Grell")
    assert [event.loss for event in (blow, tick)] == [5, 2]
    assert blow.before - tick.after == 7
    assert second.loss == 5, "the same poison once more does nothing"
    assert [event.outcome for event in told("poisoned-blade", Resolved)[2:4]] == ["critical hit", "poisoned already"]
    (toll,) = load_record(record("poisoned-blade"), typed_dice=True).encounter.fighter("Grell").poisons
    assert (toll.name, toll.rate, toll.ticks) == ("blade poison", 2, 4)


@pytest.mark.rule("mount.control.half", "mount.control.roll", "mount.tame-rating", "mount.loss-of-control")
@pytest.mark.rule("mount.loss.3-4", "mount.control.damage")
def test_boog_is_3_short_of_12() -> None:
    name = "boogs-centipede"
    (harm,) = told(name, Harm, who="Centipede")
    assert 2 * harm.loss > harm.before == 20
    first, second = told(name, Rolled, who="Boog", purpose="control")
    assert (first.value, part(first, "Animal Taming"), first.total, first.against.total) == (5, 4, 9, 12)
    (lost,) = told(name, Resolved, outcome="out of control")
    assert (lost.margin, lost.rules) == (-3, ("mount.loss.3-4",))
    assert roll(name, "Boog", "saddle").against.total == 8
    assert (part(second, "out of control"), second.total, second.against.total) == (-1, 12, 12)
    assert [event.who for event in told(name, Resolved, outcome="in control")] == ["Boog"]


@pytest.mark.rule("grapple.start", "grapple.hold", "grapple.break")
def test_a_hold_begins_is_kept_and_is_broken() -> None:
    name = "hold-fast"
    assert (roll(name, "Orrin", "attack").total, roll(name, "Pell", "dodge").total) == (12, 11)
    assert [(roll(name, "Orrin", "hold", n).total, roll(name, "Pell", "hold", n).total) for n in (0, 1)] == [
        (9, 9),
        (9, 10),
    ]
    assert [event.outcome for event in told(name, Resolved)[:3]] == ["held", "holds", "hold broken"]


# -- fights to be played


def automatic(name: str, seed: int) -> Session:
    """That fight as the program plays it, to its end or for 60 rounds."""
    session = Session(SYSTEM, load_fight(FOLDER / f"{name}.toml").encounter, seed=seed, people=())
    session.start()
    while not session.over and session.encounter.clock.round <= 60:
        session.auto()
    return session


@each_free
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_program_plays_it(name: str, seed: int) -> None:
    assert automatic(name, seed).over, "nobody has won in 60 rounds"


def kinds(session: Session) -> set[str]:
    """The kinds of all actions that were done."""
    return {entry.command.action.kind for entry in session.entries if isinstance(entry.command, Act)}


def test_they_have_every_kind_of_action_between_them() -> None:
    done: set[str] = set()
    for seed in range(16):
        for name in FREE if seed < 3 else ("caravan",):  # a rider in trouble is rare
            done |= kinds(wild_play(load_fight(FOLDER / f"{name}.toml").encounter, seed))
        done |= kinds(automatic("caravan", seed))
        if done == set(ACTIONS):
            return
    assert done == set(ACTIONS)


@each_free
def test_every_attack_in_it_has_odds(name: str) -> None:
    session = Session(SYSTEM, load_fight(FOLDER / f"{name}.toml").encounter, seed=1, people=())
    session.start()
    looked = set()
    for _ in range(12):
        for offer in session.offers():
            action = offer.examples[0]
            if session.over or not action.harmful:
                continue
            odds = action_odds(SYSTEM, session.encounter, action)
            assert sum(odds.loss.values()) == pytest.approx(1)
            assert 0 <= odds.hit <= 1
            looked.add(offer.kind)
        if session.over:
            break
        session.auto()
    assert {"attack", "social"} <= looked


@each_free
def test_many_of_it_are_played_alike(name: str) -> None:
    encounter = load_fight(FOLDER / f"{name}.toml").encounter
    summary = simulate(SYSTEM, encounter, 5, seed=name, workers=1)
    assert summary.fights == 5
    assert summary == simulate(SYSTEM, encounter, 5, seed=name, workers=1)


def affray(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: object) -> Any:
    """What that command answers as JSON."""
    monkeypatch.setattr(sys, "argv", ["affray", *map(str, words), "--json"])
    with contextlib.suppress(SystemExit):
        main()
    return json.loads(capsys.readouterr().out)


@each_free
def test_the_commands_take_it(name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    path = FOLDER / f"{name}.toml"
    encounter = load_fight(path).encounter
    first = encounter.fighters[0].id
    foe = encounter.foes(first)[0].id
    said = affray(capsys, monkeypatch, "odds", path, "-a", first, "-t", foe)
    assert (said["attacker"], said["target"]) == (first, foe)
    assert sum(said["loss"].values()) == pytest.approx(1)
    summary = affray(capsys, monkeypatch, "simulate", path, "-n", 3, "--workers", 1)
    assert summary["fights"] == 3
