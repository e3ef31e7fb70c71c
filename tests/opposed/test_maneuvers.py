"""Combat maneuvers: what they add, what they cost, who may use them, and how defences put effort into theirs."""

from __future__ import annotations

from typing import Any

import pytest
from opposed_fights import Told, duel, forbidden, play, put, say, sitting, skilled, turn

from affray.errors import InputError
from affray.events import Changed, Rolled
from affray.systems.opposed.actions.kinds import Attack
from affray.table import Question


def parts_of(told: Told, who: str, purpose: str) -> dict[str, int]:
    """The named parts of a roll."""
    roll = next(e for e in told.log if isinstance(e, Rolled) and (e.who, e.purpose) == (who, purpose))
    return {m.name: m.value for m in roll.modifiers}


def asked(told: Told) -> list[tuple[str, str]]:
    return [(r.who, r.key if isinstance(r, Question) else r.purpose) for r in told.asked]


FULL = {"strike": 3, "damage": 3, "parry": 3, "dodge": 3}


# -- what they add -------------------------------------------------------------------------------------------------


@pytest.mark.rule("maneuver.strike", "maneuver.declare", "maneuver.cost")
def test_a_strike_bonus_is_part_of_the_attack_roll() -> None:
    encounter = turn(duel(skilled(["sword"], **FULL)), "A")
    told = play(encounter, Attack("A", "B", "sword", strike=2), [5, 4], "none")
    assert parts_of(told, "A", "attack") == {"Dex": 0, "Melee": 0, "strike maneuver": 2}
    assert told.rolls == {("A", "attack"): 11}
    assert (told.outcome, told.harm.loss) == ("hit", 1 + 3)
    assert told.fighter("A").exhaustion == 8
    plain = play(encounter, Attack("A", "B", "sword"), [5, 4], "none")
    assert (plain.outcome, plain.fighter("A").exhaustion) == ("missed", 10)


@pytest.mark.rule("maneuver.damage", "maneuver.declare", "maneuver.cost")
def test_a_damage_bonus_is_part_of_the_damage_alone() -> None:
    encounter = turn(duel(skilled(["sword"], **FULL)), "A")
    told = play(encounter, Attack("A", "B", "sword", damage=3), [6, 5], "none")
    assert told.rolls == {("A", "attack"): 11}
    assert {m.name: m.value for m in told.harm.parts} == {"margin": 1, "weapon": 3, "damage maneuver": 3}
    assert (told.harm.loss, told.fighter("A").exhaustion, told.fighter("B").life) == (7, 7, 13)
    missed = play(encounter, Attack("A", "B", "sword", damage=3), [5, 5], "none")
    assert (missed.outcome, missed.fighter("A").exhaustion) == ("missed", 7)


@pytest.mark.rule("maneuver.parry", "maneuver.dodge", "maneuver.declare", "maneuver.cost")
@pytest.mark.parametrize("way", ["parry", "dodge"])
def test_a_bonus_to_a_defence_is_part_of_its_roll_alone(way: str) -> None:
    encounter = turn(duel({"weapons": ["sword"]}, skilled(["axe"], **{way: 4})), "A")
    told = play(encounter, Attack("A", "B", "sword"), [6, 6], way, 3, [5, 4])
    assert told.rolls == {("A", "attack"): 12, ("B", way): 12}
    assert parts_of(told, "B", way)[f"{way} maneuver"] == 3
    assert (told.outcome, told.fighter("B").exhaustion) == ({"parry": "parried", "dodge": "dodged"}[way], 7)
    assert asked(told) == [("A", "attack"), ("B", "guard"), ("B", "effort"), ("B", way)]
    other = "dodge" if way == "parry" else "parry"
    assert asked(play(encounter, Attack("A", "B", "sword"), [6, 6], other, [5, 4]))[2] == ("B", other)


@pytest.mark.rule("maneuver.strike", "crit.success")
def test_a_strike_bonus_can_make_the_hit_critical() -> None:
    encounter = turn(duel(skilled(["sword"], **FULL), {"life": 40}), "A")
    told = play(encounter, Attack("A", "B", "sword", strike=3), [6, 6], "dodge", [4, 5])
    assert (told.outcome, told.harm.loss) == ("critical hit", 6 + 3 + 3)
    less = play(encounter, Attack("A", "B", "sword", strike=2), [6, 6], "dodge", [4, 5])
    assert (less.outcome, less.harm.loss) == ("hit", 5 + 3)


@pytest.mark.rule("maneuver.damage", "crit.bare", "electric.double")
def test_what_doubles_the_damage_doubles_the_bonus() -> None:
    puncher = {**skilled(["fist"], damage=2), "brute": 4}
    told = play(
        turn(duel(puncher, {"life": 60}), "A"), Attack("A", "B", "fist", damage=2), [6, 6], "none", [1, 1], [1, 1]
    )
    assert told.harm.loss == 2 * (6 + 0 + 2)
    mage = skilled(["lightning bolt"], damage=2)
    bolt = play(
        turn(duel(mage, {"armour": "plate"}), "A", intent="magic"),
        Attack("A", "B", "lightning bolt", damage=2),
        [6, 5],
        "none",
    )
    assert bolt.harm.loss == 2 * (1 + 4 + 2) - 6


@pytest.mark.rule("maneuver.damage", "armour.absorb")
def test_armour_takes_its_share_of_the_bonus_too() -> None:
    encounter = turn(duel(skilled(["sword"], **FULL), {"armour": "plate"}), "A")
    assert play(encounter, Attack("A", "B", "sword", damage=3), [6, 5], "none").harm.loss == 1
    assert play(encounter, Attack("A", "B", "sword", damage=2), [6, 5], "none").harm.loss == 0


@pytest.mark.rule("maneuver.strike", "ranged.hit")
def test_a_strike_bonus_helps_a_shot_to_its_number() -> None:
    encounter = turn(duel(skilled(["bow"], strike=1), {"position": 40}), "A")  # 10, static -1, medium +1
    assert play(encounter, Attack("A", "B", "bow", strike=1), [5, 4], "none").outcome == "hit"
    missed = play(encounter, Attack("A", "B", "bow"), [5, 4])
    assert (missed.outcome, missed.fighter("A").exhaustion) == ("off target", 10)


# -- what they cost ------------------------------------------------------------------------------------------------


@pytest.mark.rule("maneuver.cost", "house.maneuver")
def test_exhaustion_is_spent_whatever_comes_of_the_roll() -> None:
    encounter = duel(skilled(["sword"], **FULL), skilled(["axe"], **FULL))
    strike = Attack("A", "B", "sword", strike=3)
    parried = play(turn(encounter, "A"), strike, [2, 2], "parry", 2, [6, 6])
    assert (parried.outcome, parried.fighter("A").exhaustion, parried.fighter("B").exhaustion) == ("parried", 7, 8)
    in_vain = play(turn(encounter, "A"), strike, [6, 6], "dodge", 3, [1, 1])
    assert (in_vain.outcome, in_vain.fighter("A").exhaustion, in_vain.fighter("B").exhaustion) == ("critical hit", 7, 7)
    spent = [e for e in in_vain.log if isinstance(e, Changed) and e.what == "exhaustion"]
    assert [(e.rules, e.who, e.before, e.after) for e in spent] == [
        (("maneuver.cost",), "A", 10, 7),
        (("maneuver.cost",), "B", 10, 7),
    ]


@pytest.mark.rule("maneuver.cost", "crit.failure")
@pytest.mark.parametrize(("size", "outcome"), [(-6, "critical failure"), (-5, "missed")])
def test_a_critical_failure_costs_the_same_and_is_judged_by_the_final_total(size: int, outcome: str) -> None:
    encounter = turn(duel(skilled(["sword"], **FULL), {"size": size}), "A")
    script = [] if outcome == "critical failure" else ["none"]
    told = play(encounter, Attack("A", "B", "sword", strike=3), [1, 1], *script)
    assert told.rolls == {("A", "attack"): 2 + size + 3}
    told_outcome = told.outcome
    assert told.fighter("A").exhaustion == 7
    assert told_outcome == outcome


@pytest.mark.rule("maneuver.cost", "ranged.hit")
def test_a_shot_past_the_target_costs_the_same() -> None:
    encounter = turn(duel(skilled(["bow"], strike=2), {"position": 40}), "A")
    told = play(encounter, Attack("A", "B", "bow", strike=2), [3, 4])
    assert (told.outcome, told.fighter("A").exhaustion) == ("off target", 8)


@pytest.mark.rule("maneuver.cost", "maneuver.lower")
def test_exhaustion_runs_out_over_the_rounds() -> None:
    encounter = duel(
        {**skilled(["sword"], strike=3, parry=2), "exhaustion": 4}, {**skilled(["axe"], parry=5), "life": 99}
    )
    session = sitting(encounter, [6, 6], [1, 1])
    session.act(Attack("A", "B", "sword", strike=3))
    say(session, [4, 4], "parry", 5, [4, 4])  # 11 against 13
    session.act(Attack("B", "A", "axe"))
    assert session.requests[0].purpose == "attack"  # type: ignore[union-attr]
    say(session, [6, 6], "parry")
    (question,) = session.requests
    assert isinstance(question, Question)
    assert (question.key, list(question.options), question.default) == ("effort", [0, 1], 1)
    say(session, 1, [6, 5])
    assert (session.encounter.fighter("A").exhaustion, session.encounter.fighter("B").exhaustion) == (0, 5)
    say(session, [6, 6], [1, 1])
    assert forbidden(session.encounter, Attack("A", "B", "sword", strike=1)) == "maneuver.cost"
    session.act(Attack("A", "B", "sword"))
    say(session, [4, 4], "parry")
    assert list(session.requests[0].options) == [0, 1, 2, 3, 4, 5]  # type: ignore[union-attr]
    say(session, 5, [4, 4])
    session.act(Attack("B", "A", "axe"))
    say(session, [6, 6], "parry", [6, 6])  # nothing left to put into it, so nobody asks
    assert session.encounter.fighter("A").life == 20
    assert session.encounter.clock.round == 2


# -- how a defence is asked for its effort -------------------------------------------------------------------------


@pytest.mark.rule("maneuver.lower", "maneuver.levels", "maneuver.cost")
@pytest.mark.parametrize(("level", "exhaustion", "most"), [(5, 10, 5), (1, 10, 1), (5, 5, 5), (5, 4, 4), (3, 1, 1)])
def test_any_level_up_to_the_owned_one_that_can_be_paid(level: int, exhaustion: int, most: int) -> None:
    b = {**skilled(["axe"], parry=level), "exhaustion": exhaustion}
    told = play(turn(duel({"weapons": ["sword"]}, b), "A"), Attack("A", "B", "sword"), [6, 6], "parry", most, [1, 1])
    question = told.asked[2]
    assert isinstance(question, Question)
    assert list(question.options) == list(range(most + 1))
    assert (question.default, question.rule) == (most, "maneuver.declare")
    assert told.rolls["B", "parry"] == 2 + most
    assert told.fighter("B").exhaustion == exhaustion - most


@pytest.mark.rule("maneuver.cost", "maneuver.lower")
def test_effort_of_none_costs_nothing() -> None:
    encounter = turn(duel({"weapons": ["sword"]}, skilled(["axe"], parry=5)), "A")
    told = play(encounter, Attack("A", "B", "sword"), [6, 6], "parry", 0, [1, 1])
    assert (told.rolls["B", "parry"], told.fighter("B").exhaustion) == (2, 10)
    assert parts_of(told, "B", "parry") == {"Brute": 0, "Melee": 0}
    assert [e for e in told.log if isinstance(e, Changed) and e.what == "exhaustion"] == []


@pytest.mark.rule("maneuver.cost")
def test_without_exhaustion_nobody_asks_and_all_goes_on() -> None:
    b = {**skilled(["axe"], **FULL), "exhaustion": 0}
    encounter = duel({"weapons": ["sword"]}, b)
    told = play(turn(encounter, "A"), Attack("A", "B", "sword"), [6, 6], "parry", [6, 6])
    assert told.outcome == "parried"
    back = play(turn(encounter, "B"), Attack("B", "A", "axe"), [6, 6], "none")
    assert back.outcome == "hit"
    assert forbidden(turn(encounter, "B"), Attack("B", "A", "axe", strike=1)) == "maneuver.cost"


@pytest.mark.rule("maneuver.declare", "maneuver.lower")
@pytest.mark.parametrize(
    ("order", "spent"), [(0, 0), ("1", 1), (2, 2), ("3", 3), ("5, 2", 2), ("5", 3), ("2:1", 2), (None, 3)]
)
def test_a_standing_order_says_how_much_effort(order: Any, spent: int) -> None:
    orders = {"guard": "dodge"} if order is None else {"guard": "dodge", "effort": order}
    encounter = duel({"weapons": ["sword"]}, {**skilled(["axe"], dodge=3), "orders": orders})
    session = sitting(encounter, [6, 6], [1, 1], people=("A",))
    session.act(Attack("A", "B", "sword"))
    say(session, [6, 6], [1, 1])
    assert session.encounter.fighter("B").exhaustion == 10 - spent
    assert next(e.total for e in session.events if isinstance(e, Rolled) and e.purpose == "dodge") == 2 + spent


@pytest.mark.rule("maneuver.declare")
def test_an_order_of_ask_leaves_it_to_the_player() -> None:
    b = {**skilled(["axe"], dodge=3), "orders": {"guard": "dodge", "effort": "ask"}}
    session = sitting(duel({"weapons": ["sword"]}, b), [6, 6], [1, 1])
    session.act(Attack("A", "B", "sword"))
    say(session, [6, 6])
    assert [r.key for r in session.requests if isinstance(r, Question)] == ["effort"]


@pytest.mark.parametrize("order", [6, "much", True, 1.5, "1:0"])
def test_an_order_that_is_no_effort_is_refused(order: Any) -> None:
    with pytest.raises(InputError, match="orders"):
        duel({}, {"orders": {"effort": order}})


@pytest.mark.rule("maneuver.declare", "maneuver.cost")
def test_declared_before_the_attack_the_effort_is_spent_before_the_attack_is_known() -> None:
    encounter = duel({"weapons": ["sword"]}, skilled(["axe"], parry=3), defence_declared="before")
    told = play(turn(encounter, "A"), Attack("A", "B", "sword"), "parry", 2, [6, 6], [5, 5])
    assert asked(told) == [("B", "guard"), ("B", "effort"), ("A", "attack"), ("B", "parry")]
    assert (told.outcome, told.fighter("B").exhaustion) == ("parried", 8)
    after = duel({"weapons": ["sword"]}, skilled(["axe"], parry=3))
    assert asked(play(turn(after, "A"), Attack("A", "B", "sword"), [6, 6], "parry", 2, [5, 5]))[0] == ("A", "attack")


@pytest.mark.rule("maneuver.cost", "crit.failure", "ranged.hit")
def test_effort_declared_before_an_attack_that_fails_by_itself_is_lost() -> None:
    small = {**skilled(["axe"], parry=3, dodge=3), "size": -6}
    failed = play(
        turn(duel({"weapons": ["sword"]}, small, defence_declared="before"), "A"),
        Attack("A", "B", "sword"),
        "parry",
        3,
        [1, 1],
    )
    assert (failed.outcome, failed.fighter("B").exhaustion) == ("critical failure", 7)
    far = {**skilled(["axe"], dodge=3), "position": 40}
    past = play(
        turn(duel({"weapons": ["bow"]}, far, defence_declared="before"), "A"),
        Attack("A", "B", "bow"),
        "dodge",
        2,
        [1, 1],
    )
    assert (past.outcome, past.fighter("B").exhaustion) == ("off target", 8)


# -- which maneuver counts -----------------------------------------------------------------------------------------


@pytest.mark.rule("maneuver.parry", "house.maneuver", "parry.block-bare")
def test_a_parry_bonus_is_that_of_what_parries() -> None:
    both = [{"weapon": "sword", "bonus": "parry", "level": 2}, {"weapon": "fist", "bonus": "parry", "level": 3}]
    b = {"weapons": ["sword"], "dex": 2, "proficiencies": ["sword", "fist"], "maneuvers": both}
    sword = play(turn(duel({}, b), "A"), Attack("A", "B", "kick"), [6, 6], "parry", 2, [5, 5])
    assert parts_of(sword, "B", "parry") == {"Dex": 2, "Melee": 0, "parry maneuver": 2}
    empty = put(duel({}, {**b, "brute": 1}), "B", hands=())
    fist = play(turn(empty, "A"), Attack("A", "B", "kick"), [6, 6], "parry", 3, [4, 4])
    assert parts_of(fist, "B", "parry") == {"Brute": 1, "Melee": 0, "parry maneuver": 3}


@pytest.mark.rule("maneuver.parry", "house.maneuver")
def test_between_equals_the_one_with_the_maneuver_parries() -> None:
    b = {
        "weapons": ["dagger", "sword"],
        "proficiencies": ["sword"],
        "maneuvers": [{"weapon": "sword", "bonus": "parry", "level": 2}],
    }
    told = play(turn(duel({"weapons": ["axe"]}, b), "A"), Attack("A", "B", "axe"), [6, 6], "parry", 2, [5, 5])
    roll = next(e for e in told.log if isinstance(e, Rolled) and e.purpose == "parry")
    assert {m.source for m in roll.modifiers if m.source} == {"sword"}
    assert told.outcome == "parried"
    for brute, expected in ((1, {"Dex": 0, "Melee": 0, "parry maneuver": 2}), (2, {"Brute": 2, "Melee": 0})):
        other = {**b, "weapons": ["axe", "sword"], "brute": brute}  # an attribute as high as both needs no bonus
        script = ["parry", 2] if brute == 1 else ["parry"]
        attack = play(turn(duel({"weapons": ["axe"]}, other), "A"), Attack("A", "B", "axe"), [6, 6], *script, [5, 5])
        assert parts_of(attack, "B", "parry") == expected


@pytest.mark.rule("maneuver.dodge", "maneuver.parry")
def test_the_defence_that_is_suggested_counts_what_a_maneuver_adds() -> None:
    b = {"weapons": ["axe"], "brute": 3, "dex": 2, "proficiencies": ["axe"]}
    for bonus, best in (("dodge", "dodge"), ("parry", "parry")):
        skilled_b = {**b, "maneuvers": [{"weapon": "axe", "bonus": bonus, "level": 5}]}
        asked = play(turn(duel({"weapons": ["axe"]}, skilled_b), "A"), Attack("A", "B", "axe"), [6, 6], best, 5, [5, 5])
        assert next(q for q in asked.asked if getattr(q, "key", "") == "guard").default == best  # type: ignore[union-attr]


@pytest.mark.rule("maneuver.dodge", "house.maneuver")
def test_a_dodge_bonus_needs_its_weapon_at_hand_but_not_for_the_dodge() -> None:
    b = skilled(["axe"], dodge=2)
    encounter = turn(duel({"weapons": ["bow"]}, {**b, "position": 9}), "A")
    told = play(encounter, Attack("A", "B", "bow"), [6, 6], "dodge", 2, [5, 5])
    assert (told.outcome, told.rolls["B", "dodge"]) == ("dodged", 12)
    for away in ({"hands": ()}, {"stuck": (("axe", "A"),)}, {"broken": ("right arm", "left arm")}):
        without = play(put(encounter, "B", **away), Attack("A", "B", "bow"), [6, 6], "dodge", [5, 5])
        assert without.rolls["B", "dodge"] == 10


@pytest.mark.rule("maneuver.dodge", "resist.roll", "grapple.start")
def test_resisting_knows_no_maneuver_and_dodging_magic_does() -> None:
    encounter = turn(duel({"weapons": ["lightning bolt"]}, skilled(["axe"], **FULL)), "A", intent="magic")
    bolt = Attack("A", "B", "lightning bolt")
    assert play(encounter, bolt, [6, 6], "resist", [6, 6]).outcome == "resisted"
    told = play(encounter, bolt, [6, 6], "dodge", 3, [6, 6])
    assert told.rolls["B", "dodge"] == 12 - 4 + 3
