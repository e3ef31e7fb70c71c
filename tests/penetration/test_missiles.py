"""Shots and throws: range, aim, cover, lying on the ground, and what protects against them."""

from typing import Any

import pytest
from penetration_fights import STICK, Told, do, duel, forbidden, play, put, say, sitting, strike, turn

from affray.encounter import Encounter
from affray.systems.penetration.actions.kinds import Aim, Attack, Close, Cover, Drop, Move, Pass, Ready

#: a bow that adds nothing, and asks for no Strength
BOW: dict[str, Any] = {"name": "bow", "one_hand": "no", "shot": "bow"}
SHOOTER = {"accuracy": 6, "weapons": [BOW, STICK], "maneuvers": ["aim"]}
EYE = [{"name": "sharp eye", "like": "sharp eye", "level": 2}]


def range_at(distance: int, a: dict[str, Any] | None = None, b: dict[str, Any] | None = None, **more: Any) -> Encounter:
    return duel({**SHOOTER, **(a or {})}, {"position": distance, **(b or {})}, **more)


def shot(encounter: Encounter, weapon: str = "bow") -> Told:
    """A shoots at B: 5 against 7; what it does is not of interest."""
    return strike(encounter, (1,), (6, 6), weapon=weapon)


@pytest.mark.rule("missile.range-penalty", "house.range")
@pytest.mark.parametrize(("distance", "penalty"), [(0, 0), (20, 0), (21, -1), (40, -1), (41, -2), (200, -9)])
def test_each_band_of_range_that_has_begun_behind_the_first_costs_one(distance: int, penalty: int) -> None:
    assert shot(range_at(distance)).modifiers("A", "attack").get("range", 0) == penalty


@pytest.mark.rule("house.range")
@pytest.mark.parametrize(("kind", "band"), [("thrown", 5), ("crossbow", 25)])
def test_the_length_of_a_band_hangs_on_the_weapon(kind: str, band: int) -> None:
    weapon = {"name": "thing", "shot": kind}
    for distance, penalty in ((band, 0), (band + 1, -1)):
        told = shot(range_at(distance, {"weapons": [weapon]}), "thing")
        assert told.modifiers("A", "attack").get("range", 0) == penalty


@pytest.mark.rule("missile.style", "house.range", "house.style")
@pytest.mark.parametrize(("distance", "total"), [(20, 0), (60, 0), (61, -1)])
def test_a_style_for_shooting_takes_from_the_penalty_and_is_never_a_bonus(distance: int, total: int) -> None:
    parts = shot(range_at(distance, {"styles": EYE})).modifiers("A", "attack")
    assert parts.pop("base accuracy") == 6
    assert sum(parts.values()) == total


@pytest.mark.rule("missile.aim", "house.man.aim", "missile.style")
@pytest.mark.parametrize(("rounds", "styles", "bonus"), [(0, [], 0), (1, [], 2), (2, [], 4), (1, EYE, 4), (2, EYE, 6)])
def test_each_round_of_aiming_adds_two_and_a_style_its_level(rounds: int, styles: list[Any], bonus: int) -> None:
    encounter = put(range_at(10, {"styles": styles}), "A", aimed=rounds, aimed_at="B" if rounds else "")
    told = shot(encounter)
    assert told.rolls["A", "attack"] == 1 + 6 + bonus
    assert told.fighter("A").aimed == 0, "the bonus goes with the shot"


@pytest.mark.rule("missile.aim", "house.man.aim")
def test_aiming_takes_the_turn_and_counts_full_rounds_up_to_two() -> None:
    session = sitting(range_at(30), "aim", "basic", (6,), (1,))
    initiative = {r.who: r for r in session.events if getattr(r, "purpose", "") == "initiative"}  # type: ignore[attr-defined]
    assert [m.value for m in initiative["A"].modifiers if m.name == "aimed shot"] == [-4]  # type: ignore[attr-defined]
    for rounds in (1, 2):
        while session.turn is not None and session.turn.who == "B":
            session.act(Pass("B"))
            say(session, "aim", "basic", (6,), (1,))
        session.act(Aim("A", "B"))
        if session.requests:
            say(session, "aim", "basic", (6,), (1,))
        assert session.encounter.fighter("A").aimed == rounds
    while session.turn is not None and session.turn.who == "B":
        do(session, Pass("B"), "aim", "basic", (6,), (1,))
    assert forbidden(session.encounter, Aim("A", "B")) == "house.man.aim"


@pytest.mark.rule("missile.aim", "house.man.aim")
def test_aiming_needs_its_maneuver_something_to_shoot_with_and_no_movement() -> None:
    encounter = turn(put(range_at(30), "A", maneuver="aim"), "A")
    assert forbidden(encounter, Aim("A", "B")) == ""
    assert forbidden(put(encounter, "A", maneuver="basic"), Aim("A", "B")) == "house.man.aim"
    assert forbidden(put(encounter, "A", wielded="stick"), Aim("A", "B")) == "missile.aim"
    assert forbidden(play(encounter, Drop("A")).encounter, Aim("A", "B")) == "house.man.aim"
    assert forbidden(put(encounter, "B", cover="behind"), Aim("A", "B")) == "missile.cover"


@pytest.mark.rule("house.man.aim")
def test_an_aim_is_lost_by_moving_by_being_hit_by_other_acts_and_at_somebody_else() -> None:
    aimed = turn(put(range_at(6, trees=True), "A", aimed=2, aimed_at="B"), "A")
    for action in (Close("A", "B"), Move("A", 1), Drop("A"), Cover("A", "tree"), Ready("A", "stick", 1)):
        assert play(aimed, action).fighter("A").aimed == 0
    assert play(aimed, Pass("A")).fighter("A").aimed == 2
    near = put(put(duel(SHOOTER, {"accuracy": 3}), "A", aimed=2, aimed_at="B"), "A", endurance=6)
    assert strike(near, (5,), (3, 4), attacker="B", target="A").fighter("A").aimed == 0
    assert strike(near, (1,), (3, 4), attacker="B", target="A").fighter("A").aimed == 2
    other = put(range_at(10), "A", aimed=2, aimed_at="C")
    assert "aimed" not in shot(other).modifiers("A", "attack")
    again = play(turn(put(other, "A", maneuver="aim"), "A"), Aim("A", "B"))
    assert again.fighter("A").aimed == 1


@pytest.mark.rule("missile.cover", "house.tree")
def test_a_tree_costs_a_shooter_four_and_behind_it_nobody_can_be_shot_at() -> None:
    half, full = (put(range_at(10), "B", cover=cover) for cover in ("tree", "behind"))
    assert shot(half).modifiers("A", "attack")["target behind a tree"] == -4
    assert forbidden(turn(full, "A"), Attack("A", "B", "bow")) == "missile.cover"
    assert forbidden(turn(put(full, "B", position=1), "A"), Attack("A", "B", "unarmed")) == ""
    hidden = turn(put(range_at(10), "A", cover="behind"), "A")
    assert forbidden(hidden, Attack("A", "B", "bow")) == "house.tree"


@pytest.mark.rule("missile.cover", "house.tree", "house.turn")
def test_getting_behind_a_tree_needs_one_and_leaves_the_shot_of_the_turn() -> None:
    assert forbidden(turn(range_at(10), "A"), Cover("A", "tree")) == "missile.cover"
    encounter = turn(range_at(10, trees=True), "A")
    assert forbidden(encounter, Cover("A", "hill")) == "house.tree"
    behind = play(encounter, Cover("A", "tree")).encounter
    assert forbidden(behind, Cover("A", "tree")) == "house.tree"
    assert forbidden(behind, Cover("A", "behind")) == "house.turn"
    assert forbidden(behind, Attack("A", "B", "bow")) == ""
    gone = play(turn(behind, "A"), Move("A", 2))
    assert gone.fighter("A").cover == ""


@pytest.mark.rule("missile.prone", "house.prone")
@pytest.mark.parametrize(("distance", "penalty"), [(5, 0), (6, -3)])
def test_lying_on_the_ground_helps_against_shots_from_more_than_five_metres(distance: int, penalty: int) -> None:
    told = shot(put(range_at(distance), "B", prone=True))
    assert told.modifiers("A", "attack").get("target on the ground", 0) == penalty
    assert "on the ground" not in told.modifiers("B", "defence")


@pytest.mark.rule("missile.protection", "house.missile-defence")
@pytest.mark.parametrize(
    ("gear", "total"),
    [
        ({"weapons": ["sword"]}, 5),
        ({"weapons": ["sword"], "shield": "shield"}, 8),
        ({"weapons": ["sword"], "shield": "shield", "unarmed": 4}, 9),
        ({"weapons": ["sword"], "shield": "shield", "unarmed": 2}, 8),
        ({"weapons": ["sword"], "shield": "shield", "grip": 2, "unarmed": 2}, 7),
    ],
)
def test_against_a_missile_only_shield_or_unarmed_skill_help(gear: dict[str, Any], total: int) -> None:
    told = shot(range_at(10, b={"defence": 5, **gear}))
    assert told.rolls["B", "defence"] == 12 + total


@pytest.mark.rule("house.missile-defence", "missile.protection", "house.man.parry")
def test_penalties_count_against_missiles_and_a_full_parry_does_not_and_nothing_does_for_the_unaware() -> None:
    encounter = range_at(10, b={"defence": 5, "damage": 6, "unarmed": 2})
    assert shot(encounter).rolls["B", "defence"] == 12 + 5 + 2 - 1
    assert shot(put(encounter, "B", maneuver="parry")).rolls["B", "defence"] == 12 + 5 + 2 - 1
    assert shot(put(encounter, "B", maneuver="crushing")).rolls["B", "defence"] == 12 + 5 + 2 - 1 - 2
    all_helps = range_at(10, b={"defence": 5, "damage": 6, "unarmed": 2}, missile_defence="normal")
    parried = shot(put(all_helps, "B", maneuver="parry")).rolls["B", "defence"]
    assert parried == shot(all_helps).rolls["B", "defence"] + 4
    assert shot(put(encounter, "B", aware=False)).rolls["B", "defence"] == 12


@pytest.mark.rule("house.maneuver.limit", "house.man.aim")
def test_maneuvers_for_blows_do_nothing_for_a_shot() -> None:
    for maneuver in ("precise", "crushing", "glancing", "headlong", "aim"):
        told = shot(put(range_at(10), "A", maneuver=maneuver))
        assert told.modifiers("A", "attack") == {"base accuracy": 6}
        assert not told.fighter("A").exposed
