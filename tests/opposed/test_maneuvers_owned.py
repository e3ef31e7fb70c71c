"""Combat maneuvers one has: what is refused, what they cost to buy, what a sheet may say, and what is offered."""

from __future__ import annotations

from typing import Any

import pytest
from opposed_fights import duel, fight, forbidden, habit, play, put, say, sitting, skilled, turn
from pydantic import ValidationError

from affray.errors import BadValue
from affray.odds import action_odds
from affray.systems.opposed import SYSTEM, rules
from affray.systems.opposed.actions.kinds import Attack, Pass
from affray.systems.opposed.fighter import Maneuver
from affray.systems.opposed.sheet import Sheet

FULL = {"strike": 3, "damage": 3, "parry": 3, "dodge": 3}


# -- what is refused -----------------------------------------------------------------------------------------------


@pytest.mark.rule("maneuver.lower", "maneuver.cost", "maneuver.buy", "maneuver.levels", "maneuver.declare")
@pytest.mark.parametrize(
    ("weapon", "strike", "damage", "rule", "words"),
    [
        ("sword", 3, 0, "", ""),
        ("sword", 0, 3, "", ""),
        ("sword", 0, 0, "", ""),
        ("sword", 4, 0, "maneuver.lower", "strike maneuver with sword: level 4 is above owned level 3"),
        ("sword", 0, 5, "maneuver.lower", "damage maneuver with sword: level 5 is above owned level 4"),
        ("sword", 0, 4, "maneuver.cost", "damage maneuver with sword: not enough Exhaustion: 4 needed, 3 left"),
        ("sword", -1, 0, "maneuver.levels", "strike maneuver with sword: level -1 is none; levels begin at 1"),
        ("fist", 1, 0, "maneuver.buy", "strike maneuver with fist: none is owned"),
        ("sword", 1, 1, "maneuver.declare", "a roll carries 1 maneuver"),
    ],
)
def test_who_may_use_what(weapon: str, strike: int, damage: int, rule: str, words: str) -> None:
    encounter = turn(duel({**skilled(["sword"], strike=3, damage=4), "exhaustion": 3}), "A")
    found = SYSTEM.forbid(encounter, Attack("A", "B", weapon, strike, damage))
    assert ((found.rule, found.reason) if found else ("", "")) == (rule, words)


@pytest.mark.rule("maneuver.declare")
@pytest.mark.parametrize(
    ("most", "one", "two"), [(0, "maneuver.declare", "maneuver.declare"), (1, "", "maneuver.declare"), (2, "", "")]
)
def test_how_many_maneuvers_a_roll_carries_is_a_switch(most: int, one: str, two: str) -> None:
    encounter = duel(skilled(["sword"], **FULL), skilled(["axe"], **FULL), maneuver_per__roll=most)
    for action in (Attack("A", "B", "sword", strike=1), Attack("A", "B", "sword", damage=1)):
        assert forbidden(turn(encounter, "A"), action) == one
    assert forbidden(turn(encounter, "A"), Attack("A", "B", "sword", 1, 1)) == two
    script: list[Any] = [[6, 6], "parry", *([2] if most else []), [6, 6]]
    told = play(turn(encounter, "A"), Attack("A", "B", "sword"), *script)
    assert told.fighter("B").exhaustion == 10 - 2 * (most > 0)


@pytest.mark.rule("maneuver.declare", "maneuver.cost")
def test_two_on_one_roll_are_both_added_and_both_paid_for() -> None:
    encounter = turn(duel(skilled(["sword"], **FULL), maneuver_per__roll=2), "A")
    told = play(encounter, Attack("A", "B", "sword", strike=3, damage=2), [5, 4], "none")
    assert (told.rolls["A", "attack"], told.harm.loss, told.fighter("A").exhaustion) == (12, 2 + 3 + 2, 5)
    poor = put(encounter, "A", exhaustion=4)
    assert forbidden(poor, Attack("A", "B", "sword", strike=3, damage=1)) == ""
    found = SYSTEM.forbid(poor, Attack("A", "B", "sword", strike=3, damage=2))
    assert found is not None
    assert (found.rule, found.reason) == (
        "maneuver.cost",
        "damage maneuver with sword: not enough Exhaustion: 2 needed, 1 left",
    )


def test_no_maneuver_at_all_is_said_in_words() -> None:
    encounter = turn(duel(skilled(["sword"], **FULL), maneuver_per__roll=0), "A")
    found = SYSTEM.forbid(encounter, Attack("A", "B", "sword", strike=1))
    assert found is not None
    assert found.reason == "a roll carries no maneuver"


# -- buying --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("maneuver.buy", "maneuver.levels", "house.maneuver-price")
def test_levels_are_bought_one_by_one() -> None:
    left, level, history = 75, 0, []
    for _ in range(5):
        left, level = rules.bought(left, level)
        history.append((level, left))
    assert history == [(1, 70), (2, 60), (3, 45), (4, 25), (5, 0)]
    assert [rules.maneuver_price(level) for level in range(6)] == [0, 5, 15, 30, 50, 75]


@pytest.mark.rule("maneuver.buy", "maneuver.levels", "maneuver.proficiency", "house.maneuver-price")
def test_what_cannot_be_bought() -> None:
    assert rules.bought(10, 1) == (0, 2)
    with pytest.raises(BadValue, match="10 points or more for level 2"):
        rules.bought(9, 1)
    with pytest.raises(BadValue, match="level 1 to 5"):
        rules.bought(1000, 5)
    with pytest.raises(BadValue, match="proficiency"):
        rules.bought(1000, 0, proficient=False)


@pytest.mark.rule("maneuver.proficiency", "maneuver.levels", "maneuver.lower", "maneuver.cost")
@pytest.mark.parametrize(
    ("owned", "use", "exhaustion", "proficient", "rule"),
    [
        (3, 3, 3, True, ""),
        (3, 3, 2, True, "maneuver.cost"),
        (3, 4, 10, True, "maneuver.lower"),
        (3, 1, 10, False, "maneuver.proficiency"),
        (0, 1, 10, True, "maneuver.buy"),
        (3, -1, 10, True, "maneuver.levels"),
        (0, 0, 0, False, ""),
    ],
)
def test_what_stands_against_a_maneuver(owned: int, use: int, exhaustion: int, proficient: bool, rule: str) -> None:
    refused = rules.maneuver_refused(owned, use, exhaustion, proficient)
    assert (refused.rule if refused else "") == rule


# -- sheets --------------------------------------------------------------------------------------------------------


def written(**fields: Any) -> Sheet:
    given = {"name": "A", "brute": 0, "dex": 0, "wits": 0, "weapons": ["sword", "shield"], "proficiencies": ["sword"]}
    return Sheet.model_validate({**given, **fields})


def maneuver(bonus: str = "strike", level: Any = 1, weapon: str = "sword") -> dict[str, Any]:
    return {"weapon": weapon, "bonus": bonus, "level": level}


@pytest.mark.rule("maneuver.buy", "maneuver.levels")
def test_maneuvers_of_a_sheet_are_those_of_the_fighter() -> None:
    fighter = duel(skilled(["sword"], strike=1, dodge=5)).fighter("A")
    assert fighter.maneuvers == (Maneuver("sword", "strike", 1), Maneuver("sword", "dodge", 5))
    assert (fighter.exhaustion, fighter.exhaustion_full) == (10, 10)
    assert (fighter.level("sword", "dodge"), fighter.level("sword", "parry"), fighter.level("fist", "dodge")) == (
        5,
        0,
        0,
    )


@pytest.mark.rule("maneuver.levels", "maneuver.proficiency", "maneuver.buy")
@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"maneuvers": [maneuver(level=0)]}, "greater than or equal to 1"),
        ({"maneuvers": [maneuver(level=6)]}, "less than or equal to 5"),
        ({"maneuvers": [maneuver(level="2")]}, "valid integer"),
        ({"maneuvers": [maneuver("aim")]}, "'damage', 'strike', 'parry' or 'dodge'"),
        ({"maneuvers": [maneuver(weapon="shield")]}, "shield is not among proficiencies"),
        ({"maneuvers": [maneuver()], "proficiencies": []}, "sword is not among proficiencies"),
        ({"maneuvers": [maneuver(), maneuver(level=2)]}, "the strike maneuver for sword is listed twice"),
        ({"maneuvers": [maneuver(level=3)], "experience": 29}, "cost 30 points of experience; there are 29"),
        ({"maneuvers": [maneuver(), maneuver("parry")], "experience": 9}, "cost 10 points of experience; there are 9"),
        ({"proficiencies": ["swrod"]}, "unknown weapon 'swrod'"),
        ({"maneuvers": [{**maneuver(), "price": 3}]}, "Extra inputs"),
    ],
)
def test_what_a_sheet_cannot_have(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(ValidationError, match=words):
        written(**fields)


@pytest.mark.rule("maneuver.buy", "house.maneuver-price")
def test_experience_is_counted_where_it_is_written() -> None:
    assert written(maneuvers=[maneuver(level=3)], experience=30).experience == 30
    assert written(maneuvers=[maneuver(), maneuver("parry")], experience=10).experience == 10
    assert (
        written(maneuvers=[maneuver(bonus, 5) for bonus in ("strike", "damage", "parry", "dodge")]).experience is None
    )


@pytest.mark.rule("maneuver.proficiency")
def test_proficiency_with_a_weapon_that_is_not_carried_or_that_the_file_brings() -> None:
    assert written(proficiencies=["axe", "sword"]).proficiencies == ["axe", "sword"]
    own = {"name": "old sword", "like": "sword"}
    assert written(weapons=[own], proficiencies=["old sword"]).proficiencies == ["old sword"]
    b = {"weapons": [own], "proficiencies": ["old sword"], "maneuvers": [maneuver(weapon="old sword")]}
    told = play(turn(duel(b), "A"), Attack("A", "B", "old sword", strike=1), [6, 6], "none")
    assert told.rolls["A", "attack"] == 13


# -- what is offered, and what the program does --------------------------------------------------------------------


@pytest.mark.rule("maneuver.declare", "maneuver.lower", "maneuver.cost")
def test_what_is_offered_is_what_can_be_paid() -> None:
    encounter = turn(duel({**skilled(["sword"], strike=3, damage=1), "exhaustion": 2}), "A")
    attacks = next(offer for offer in SYSTEM.offers(encounter) if offer.kind == "attack")
    assert Attack("A", "B", "sword", strike=2) in attacks.examples
    assert Attack("A", "B", "sword", damage=1) in attacks.examples
    assert all(example.strike <= 2 for example in attacks.examples if isinstance(example, Attack))
    assert (attacks.domains["strike"], attacks.domains["damage"]) == (range(4), range(2))
    plain = next(offer for offer in SYSTEM.offers(turn(duel(), "A")) if offer.kind == "attack")
    assert plain.domains["strike"] == range(1)


@pytest.mark.rule("maneuver.strike", "maneuver.damage")
@pytest.mark.parametrize(
    ("levels", "exhaustion", "expected"),
    [
        ({"strike": 2, "damage": 3}, 10, {"strike": 2}),
        ({"damage": 3}, 10, {"damage": 3}),
        ({"strike": 3}, 2, {"strike": 2}),
        ({"strike": 3, "damage": 3}, 0, {}),
        ({"parry": 3}, 10, {}),
    ],
)
def test_the_program_strikes_as_well_as_it_can(levels: Any, exhaustion: int, expected: dict[str, int]) -> None:
    encounter = turn(duel({**skilled(["sword"], **levels), "exhaustion": exhaustion}), "A")
    assert habit(encounter, "A", "B") == Attack("A", "B", "sword", **expected)
    none = turn(duel(skilled(["sword"], **levels), maneuver_per__roll=0), "A")
    assert habit(none, "A", "B") == Attack("A", "B", "sword")


@pytest.mark.rule("maneuver.strike", "maneuver.dodge")
def test_odds_count_what_both_sides_put_in() -> None:
    helpless = turn(duel(skilled(["sword"], strike=2), {"orders": {"guard": "none"}}), "A")
    for strike, ways in ((0, 3), (1, 6), (2, 10)):  # 11, 10 or 9 and more on two dice, to exceed 10
        odds = action_odds(SYSTEM, helpless, Attack("A", "B", "sword", strike=strike), exact=True)
        assert odds.hit * 36 == ways
    dodger = {**skilled(["axe"], dodge=2), "orders": {"guard": "dodge"}}
    faces = [a + b for a in range(1, 7) for b in range(1, 7)]
    for effort in (0, 1, 2):
        encounter = turn(duel({"weapons": ["sword"]}, {**dodger, "orders": {"guard": "dodge", "effort": effort}}), "A")
        odds = action_odds(SYSTEM, encounter, Attack("A", "B", "sword"), exact=True)
        assert odds.hit * 36**2 == sum(a > d + effort for a in faces for d in faces)


@pytest.mark.rule("maneuver.cost", "opportunity.turn")
def test_a_free_turn_can_carry_one_too() -> None:
    encounter = fight({"name": "A", "weapons": ["sword"]}, {"name": "B", **skilled(["axe"], strike=2), "size": -3})
    session = sitting(encounter, [6, 6], [1, 1])
    session.act(Attack("A", "B", "sword"))
    say(session, [1, 1])
    assert session.turn is not None
    assert session.turn.kind == "opportunity"
    session.act(Attack("B", "A", "axe", strike=2))
    say(session, [6, 6], "none")
    assert session.encounter.fighter("B").exhaustion == 8
    session.act(Pass("B"))
    assert session.encounter.clock.round == 1


@pytest.mark.rule("maneuver.buy", "maneuver.parry", "maneuver.strike", "maneuver.damage")
@pytest.mark.parametrize(
    ("weapon", "bonus", "why"),
    [
        ("shield", "strike", "nobody attacks with a shield"),
        ("shield", "damage", "nobody attacks with a shield"),
        ("shield", "parry", ""),
        ("bow", "parry", "nobody parries with a ranged weapon"),
        ("bow", "dodge", ""),
        ("kick", "parry", "of what needs no hand, only the fist parries"),
        ("fist", "parry", ""),
        ("sword", "parry", ""),
    ],
)
@pytest.mark.parametrize("carried", [True, False])
def test_what_would_be_of_no_use_is_not_bought(weapon: str, bonus: str, why: str, carried: bool) -> None:
    own = [weapon] if carried and weapon not in ("fist", "kick") else []
    fields = {
        **{"name": "A", "brute": 1, "dex": 1, "wits": 1, "weapons": own, "proficiencies": [weapon]},
        "maneuvers": [{"weapon": weapon, "bonus": bonus, "level": 1}],
    }
    if not why:
        Sheet.model_validate(fields)
        return
    with pytest.raises(ValidationError) as raised:
        Sheet.model_validate(fields)
    assert f"a {bonus} maneuver for {weapon} would be of no use: {why}" in str(raised.value)


def test_exhaustion_is_shown_where_it_counts_and_what_is_in_hand() -> None:
    encounter = put(duel(skilled(["sword"], strike=2), {"weapons": ["axe"]}), "A", exhaustion=3)
    assert SYSTEM.conditions(encounter.fighter("A"), encounter.options) == ("Exhaustion 3/10", "sword in hand")
    assert SYSTEM.conditions(encounter.fighter("B"), encounter.options) == ("axe in hand",)
