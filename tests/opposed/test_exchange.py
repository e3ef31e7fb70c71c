"""Single attacks with dice typed in: who may defend how, what is shown, and what comes of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from opposed_fights import Told, duel, fight, forbidden, play, put, sitting, turn

from affray.dice.checks import Check
from affray.encounter import Encounter
from affray.events import Answered, Changed, Harm, Resolved, Rolled
from affray.odds import action_odds
from affray.systems.opposed import SYSTEM
from affray.systems.opposed.actions.kinds import Attack
from affray.table import Question

TROLL = {"from": "Troll", "name": "Troll"}
NUMAN = {"from": "Jobo", "name": "Numan", "position": 1}


def attack(encounter: Encounter, weapon: str, *script: Any, **changed: Any) -> Told:
    """A attacks B with that weapon, in a turn of its own."""
    action = Attack("A", "B", weapon)
    staged = SYSTEM.stage(put(encounter, "B", **changed), action)
    return play(staged, action, *script)


def options_of(told: Told) -> tuple[Any, ...]:
    """The ways to defend that B was asked about; empty where nobody asked."""
    return next((tuple(r.options) for r in told.asked if isinstance(r, Question)), ())


# -- the worked example ------------------------------------------------------------------------------------------


@pytest.mark.rule("crit.crush", "crit.crush.bones", "size.damage", "armour.absorb", "damage.life", "roll.basic")
def test_the_troll_and_the_numan() -> None:
    encounter = SYSTEM.stage(fight(TROLL, NUMAN), Attack("Troll", "Numan", "great club"))
    told = play(encounter, Attack("Troll", "Numan", "great club"), [4, 3], "dodge", [1, 2], [4])
    assert told.rolls == {("Troll", "attack"): 14, ("Numan", "dodge"): 8, ("Numan", "location"): 4}
    attack_roll = next(e for e in told.log if isinstance(e, Rolled))
    # a target of size 0 adds nothing, and what adds nothing is not shown
    assert [(m.name, m.value) for m in attack_roll.modifiers] == [("Brute", 5), ("Melee", 2)]
    resolved = next(e for e in told.log if isinstance(e, Resolved))
    assert (resolved.outcome, resolved.margin, resolved.target) == ("critical hit", 6, "Numan")
    assert [(m.name, m.value) for m in told.harm.parts] == [
        ("margin", 6),
        ("weapon", 5),
        ("larger than target", 3),
        ("crush", 5),
    ]
    assert [(m.name, m.value) for m in told.harm.soaked] == [("armour", 2)]
    assert (told.harm.loss, told.harm.before, told.harm.after) == (17, 20, 3)
    assert told.fighter("Numan").life == 3
    assert told.fighter("Numan").broken == ("right leg",)
    assert not told.fighter("Numan").dead
    assert told.deed.hit
    assert told.deed.target == "Numan"


@pytest.mark.rule("damage.amount", "melee.attack", "parry.roll")
def test_vickers_blow() -> None:
    encounter = duel({"weapons": ["Vicker's weapon"], "brute": 3, "melee": 2}, {"weapons": ["sword"], "dex": 2})
    told = attack(encounter, "Vicker's weapon", [3, 4], "parry", [3, 4])
    assert told.rolls == {("A", "attack"): 12, ("B", "parry"): 9}
    assert told.fighter("B").life == 13


# -- ways to defend ----------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "parry.needs-weapon",
    "parry.block-bare",
    "parry.ranged.shield",
    "parry.ranged.others",
    "parry.magic",
    "dodge.any",
    "magic.defend",
    "house.hands",
)
@pytest.mark.parametrize(
    ("weapon", "held", "ways"),
    [
        ("sword", ["dagger"], ("parry", "dodge", "none")),
        ("sword", ["shield"], ("parry", "dodge", "none")),
        ("sword", ["claws"], ("dodge", "none")),
        ("sword", ["bow"], ("dodge", "none")),
        ("sword", [], ("dodge", "none")),
        ("fist", [], ("parry", "dodge", "none")),
        ("fist", ["dagger"], ("parry", "dodge", "none")),
        ("bow", ["dagger"], ("dodge", "none")),
        ("bow", [], ("dodge", "none")),
        ("bow", ["shield"], ("parry", "dodge", "none")),
        ("lightning bolt", ["shield"], ("dodge", "resist", "none")),
        ("lightning bolt", ["dagger"], ("dodge", "resist", "none")),
    ],
)
def test_what_may_be_tried(weapon: str, held: list[str], ways: tuple[str, ...]) -> None:
    own = [] if weapon == "fist" else [weapon]
    told = attack(duel({"weapons": own}, {"weapons": held}), weapon, [6, 6], "none")
    assert options_of(told) == ways


@pytest.mark.rule("parry.magic", "house.spell")
def test_a_spell_that_says_so_can_be_parried_with_something_in_hand() -> None:
    spark = {"name": "spark", "kind": "magic", "damage": 2, "range": 20, "parryable": True}
    armed = attack(duel({"weapons": [spark]}, {"weapons": ["dagger"]}), "spark", [3, 3], "parry", [3, 3])
    assert options_of(armed) == ("parry", "dodge", "resist", "none")
    assert armed.outcome == "parried"
    empty = attack(duel({"weapons": [spark]}), "spark", [3, 3], "none")
    assert options_of(empty) == ("dodge", "resist", "none")


@pytest.mark.rule("parry.roll", "house.block", "house.hands")
def test_the_best_thing_in_hand_parries_and_bare_hands_use_brute() -> None:
    b = {"brute": 1, "dex": 4, "melee": 2, "weapons": ["axe", "dagger"]}
    told = attack(duel({"weapons": ["sword"]}, b), "sword", [6, 6], "parry", [1, 1])
    roll = next(e for e in told.log if isinstance(e, Rolled) and e.purpose == "parry")
    assert [(m.name, m.value, m.source) for m in roll.modifiers] == [("Dex", 4, "dagger"), ("Melee", 2, "dagger")]
    told = attack(duel({}, {"brute": 1, "dex": 4, "melee": 2}), "fist", [3, 4], "parry", [1, 1])
    roll = next(e for e in told.log if isinstance(e, Rolled) and e.purpose == "parry")
    assert [(m.name, m.value, m.source) for m in roll.modifiers] == [
        ("Brute", 1, "bare hands"),
        ("Melee", 2, "bare hands"),
    ]


@pytest.mark.rule("dodge.roll", "magic.defend", "resist.roll", "resist.success", "dodge.success")
def test_dodging_takes_the_skill_of_the_attack_and_magic_is_harder() -> None:
    b = {"dex": 3, "wits": 1, "melee": 1, "ranged": 2, "magic": 4}
    for weapon, total in (("sword", 11), ("bow", 12), ("lightning bolt", 10)):
        told = attack(duel({"weapons": [weapon]}, b), weapon, [5, 5], "dodge", [3, 4])
        assert told.rolls["B", "dodge"] == total
    told = attack(duel({"weapons": ["lightning bolt"]}, b), "lightning bolt", [5, 5], "resist", [3, 4])
    assert told.rolls["B", "resist"] == 12
    assert told.outcome == "resisted"
    assert told.fighter("B").life == 20


@pytest.mark.rule("dodge.success", "house.dodge-move")
@pytest.mark.parametrize(("way", "places"), [("aside", (1, -2)), ("back", (2, -3))])
def test_a_dodge_that_succeeds_leads_aside_or_back(way: str, places: tuple[int, int]) -> None:
    for position, place in zip((1, -2), places, strict=True):
        encounter = duel({"weapons": ["sword"]}, {"position": position, "weapons": ["shield"]}, dodge_move=way)
        told = attack(encounter, "sword", [3, 4], "dodge", [6, 6])
        assert told.fighter("B").position == place
        assert not told.fighter("B").moved
        assert attack(encounter, "sword", [3, 4], "dodge", [1, 1]).fighter("B").position == position
        assert attack(encounter, "sword", [3, 4], "parry", [6, 6]).fighter("B").position == position


@pytest.mark.rule("roll.tie", "parry.success", "dodge.success")
@pytest.mark.parametrize(("tie", "outcome"), [("defence", "dodged"), ("attack", "hit")])
def test_equal_totals(tie: str, outcome: str) -> None:
    told = attack(duel({"weapons": ["sword"]}, defence_tie=tie), "sword", [3, 4], "dodge", [5, 2])
    assert told.outcome == outcome
    assert told.fighter("B").life == (20 if tie == "defence" else 17)


@pytest.mark.rule("roll.opposed")
def test_the_question_tells_the_total_and_suggests_the_highest_bonus() -> None:
    b = {"brute": 1, "dex": 4, "weapons": ["shield"]}
    told = attack(duel({"weapons": ["sword"]}, b), "sword", [3, 4], "dodge", [6, 6])
    question = next(r for r in told.asked if isinstance(r, Question))
    assert (question.who, question.key, question.default) == ("B", "guard", "dodge")
    assert "7" in question.context
    told = attack(duel({"weapons": ["sword"]}, {**b, "brute": 6}), "sword", [3, 4], "parry", [6, 6])
    assert next(r for r in told.asked if isinstance(r, Question)).default == "parry"


# -- nobody defends ----------------------------------------------------------------------------------------------


@pytest.mark.rule("house.undefended")
@pytest.mark.parametrize("weapon", ["sword", "fist", "lightning bolt"])
def test_an_undefended_target_counts_as_ten_and_ten_misses(weapon: str) -> None:
    a = {"weapons": [] if weapon == "fist" else [weapon]}
    assert attack(duel(a), weapon, [5, 5], "none").outcome == "missed"
    told = attack(duel(a), weapon, [5, 6], "none")
    assert (told.outcome, told.harm.parts[0].value) == ("hit", 1)
    # the switch for ties is about defence rolls
    assert attack(duel(a, defence_tie="attack"), weapon, [5, 5], "none").outcome == "missed"


@pytest.mark.rule("house.undefended")
def test_the_number_of_the_undefended_is_a_switch() -> None:
    a = {"weapons": ["sword"]}
    assert attack(duel(a, undefended_tn=7), "sword", [4, 4], "none").outcome == "hit"
    assert attack(duel(a, undefended_tn=7), "sword", [4, 3], "none").outcome == "missed"


@pytest.mark.rule("ranged.hit", "damage.amount", "crit.success")
def test_an_undefended_shot_goes_by_its_target_number() -> None:
    a = {"weapons": ["bow"], "dex": 3}
    told = attack(duel(a), "bow", [2, 3], "none")  # TN 8: close and at rest
    assert (told.outcome, told.harm.loss) == ("hit", 3)
    assert attack(duel(a), "bow", [1, 3]).outcome == "off target"
    told = attack(duel(a), "bow", [5, 6], "none")
    assert (told.outcome, told.harm.loss) == ("critical hit", 6 + 3 + 3)
    told = attack(duel(a, ranged_margin="zero"), "bow", [5, 6], "none")
    assert (told.outcome, told.harm.loss) == ("critical hit", 3 + 3)


@pytest.mark.rule("ranged.defend", "ranged.hit", "crit.success")
def test_a_shot_on_target_is_defended_against_with_the_same_total() -> None:
    a = {"weapons": ["bow"], "dex": 4, "ranged": 3}
    told = attack(duel(a), "bow", [4, 4], "dodge", [6, 3])
    assert told.rolls == {("A", "attack"): 15, ("B", "dodge"): 9}
    assert [m.value for m in told.harm.parts] == [6, 3, 3]
    roll = next(e for e in told.log if isinstance(e, Rolled))
    assert roll.against is not None
    assert roll.against.total == 8


@pytest.mark.rule("house.undefended", "house.ko", "damage.death")
@pytest.mark.parametrize("changed", [{"unconscious": True}, {"life": 0}])
def test_nobody_asks_those_who_are_out(changed: dict[str, Any]) -> None:
    encounter = duel({"weapons": ["sword"]}, {"weapons": ["shield"]}, life_zero="unconscious")
    told = attack(encounter, "sword", [5, 6], **changed)
    assert options_of(told) == ()
    assert told.outcome == "hit"


# -- how often, and when -----------------------------------------------------------------------------------------


@pytest.mark.rule("parry.roll", "dodge.roll", "resist.roll")
def test_the_number_of_defences_in_a_round_can_be_limited() -> None:
    trio = fight(
        {"name": "A", "side": "x", "weapons": ["sword"], "dex": 1},
        {"name": "C", "side": "x", "weapons": ["sword"]},
        {"name": "B", "position": 1, "life": 90},
        defence_limit=1,
    )
    first = play(turn(trio, "A"), Attack("A", "B", "sword"), [3, 3], "dodge", [6, 6])
    assert first.fighter("B").defences == 1
    second = play(turn(first.encounter, "C"), Attack("C", "B", "sword"), [6, 6])
    assert options_of(second) == ()
    assert second.outcome == "hit"
    free = play(turn(put(trio, "B", defences=7), "A"), Attack("A", "B", "sword"), [3, 3])
    assert free.asked == (free.asked[0],)
    unlimited = replace(trio, options=trio.options.with_values({"defence.limit": 0}))
    told = play(turn(put(unlimited, "B", defences=7), "A"), Attack("A", "B", "sword"), [3, 3], "dodge", [6, 6])
    assert told.fighter("B").defences == 8


@pytest.mark.rule("parry.roll", "initiative.each-round")
def test_defences_come_back_with_the_round() -> None:
    session = sitting(duel({"weapons": ["sword"]}, {"life": 90}, defence_limit=1), [6, 6], [1, 1])
    for action in ("attack", "pass", "attack"):
        if session.requests:
            session.answer((6, 6)), session.answer((1, 1))
        if action == "attack":
            session.act(Attack("A", "B", "sword"))
            for value in ((3, 3), "dodge", (6, 6)):
                session.answer(value)
            assert session.encounter.fighter("B").defences == 1
        else:
            session.act(SYSTEM.actions["pass"]("B"))
    assert session.encounter.clock.round == 2


@pytest.mark.rule("roll.opposed")
def test_a_defence_may_have_to_be_declared_before_the_attack_is_rolled() -> None:
    a = {"weapons": ["sword"]}
    told = attack(duel(a, defence_declared="before"), "sword", "dodge", [3, 3], [1, 1])
    assert [type(r) for r in told.asked] == [Question, Check, Check]
    assert "12" not in told.asked[0].context  # type: ignore[union-attr]
    told = attack(duel(a), "sword", [3, 3], "dodge", [1, 1])
    assert [type(r) for r in told.asked] == [Check, Question, Check]
    told = attack(duel(a, defence_declared="before"), "sword", "none", [5, 6])
    assert told.outcome == "hit"


@pytest.mark.rule("ranged.hit")
def test_a_defence_declared_against_a_shot_that_goes_wide_is_not_rolled() -> None:
    told = attack(duel({"weapons": ["bow"]}, defence_declared="before", defence_limit=1), "bow", "dodge", [1, 1])
    assert told.outcome == "off target"
    assert told.fighter("B").defences == 0


# -- size, armour, electricity, death -----------------------------------------------------------------------------


@pytest.mark.rule("size.accuracy", "size.accuracy.same", "size.table")
@pytest.mark.parametrize(
    ("sizes", "target", "relative"),
    [((0, -4), -4, -4), ((0, 2), 2, 2), ((1, 2), 2, 1), ((3, 3), 0, 0), ((2, 3), 3, 1), ((7, -4), -4, -11)],
)
@pytest.mark.parametrize("weapon", ["sword", "fist", "bow", "lightning bolt"])
def test_the_size_of_the_target_counts_for_every_attack(
    weapon: str, sizes: tuple[int, int], target: int, relative: int
) -> None:
    for reading, value in (("target", target), ("relative", relative)):
        encounter = duel(
            {"size": sizes[0], "dex": 5, "brute": 5, "wits": 5, "weapons": [] if weapon == "fist" else [weapon]},
            {"size": sizes[1]},
            size_accuracy=reading,
        )
        off_target = weapon == "bow" and 12 + value < 8
        told = attack(encounter, weapon, *([[3, 4]] if off_target else [[3, 4], "none"]))
        roll = next(e for e in told.log if isinstance(e, Rolled))
        shown = [m.value for m in roll.modifiers if m.name == "size of target"]
        assert sum(shown) == value


@pytest.mark.rule("size.damage", "size.damage.same")
@pytest.mark.parametrize(
    ("weapon", "sizes", "more"),
    [
        ("sword", (0, -4), 4),
        ("fist", (0, -4), 4),
        ("sword", (8, -4), 12),
        ("sword", (3, 3), 0),
        ("sword", (-4, 0), 0),
        ("bow", (3, 0), 0),
        ("lightning bolt", (3, 0), 0),
    ],
)
def test_only_a_larger_attacker_does_more_harm_and_only_with_blows(
    weapon: str, sizes: tuple[int, int], more: int
) -> None:
    a = {"size": sizes[0], "dex": 6, "brute": 6, "wits": 6, "weapons": [] if weapon == "fist" else [weapon]}
    told = attack(duel(a, {"size": sizes[1], "dex": 6}), weapon, [4, 4], "dodge", [1, 1])
    assert sum(m.value for m in told.harm.parts if m.name == "larger than target") == more


@pytest.mark.rule("electric.double", "electric.coverage")
@pytest.mark.parametrize(("armour", "lost"), [("leather", 3), ("studded", 2), ("mail shirt", 6), ("plate", 4)])
def test_electricity_doubles_in_metal(armour: str, lost: int) -> None:
    told = attack(duel({"weapons": ["lightning bolt"]}, {"armour": armour}), "lightning bolt", [5, 6], "none")
    assert told.harm.loss == lost  # 1 + 4, doubled or not, less the armour
    third = {"name": "scales", "rating": 1, "metal": "1/3"}
    told = attack(duel({"weapons": ["lightning bolt"]}, {"armour": third}), "lightning bolt", [5, 6], "none")
    assert told.harm.loss == 4


@pytest.mark.rule("electric.double")
def test_electricity_may_double_only_what_gets_through() -> None:
    encounter = duel({"weapons": ["lightning bolt"]}, {"armour": "mail shirt"}, electric_point="after-armour")
    assert attack(encounter, "lightning bolt", [5, 6], "none").harm.loss == 2


@pytest.mark.rule("damage.death", "damage.life")
@pytest.mark.parametrize(
    ("life", "zero", "left", "dead", "able"),
    [
        (5, "active", 1, False, True),
        (4, "active", 0, False, True),
        (4, "unconscious", 0, False, False),
        (3, "active", -1, True, False),
    ],
)
def test_life_and_death(life: int, zero: str, left: int, dead: bool, able: bool) -> None:
    told = attack(duel({"weapons": ["sword"]}, {"life": life}, life_zero=zero), "sword", [5, 6], "none")
    b = told.fighter("B")
    assert (b.life, b.dead, SYSTEM.able(b, told.encounter.options)) == (left, dead, able)
    changed = [e.what for e in told.log if isinstance(e, Changed)]
    assert changed == (["dead"] if dead else [] if able else ["unconscious"])
    if dead:
        assert forbidden(turn(told.encounter, "A"), Attack("A", "B", "sword")) == "damage.death"


@pytest.mark.rule("armour.absorb")
def test_armour_never_heals() -> None:
    told = attack(duel({"weapons": ["dagger"]}, {"armour": "plate"}), "dagger", [5, 6], "none")
    assert (told.outcome, told.harm.loss, told.harm.soaked[0].value) == ("hit", 0, 3)
    assert isinstance(told.harm, Harm)
    assert told.deed.hit


# -- what the exchange may know -----------------------------------------------------------------------------------


def test_the_odds_of_an_attack_do_not_depend_on_what_no_view_shows() -> None:
    encounter = SYSTEM.stage(duel({"weapons": ["sword"]}, {"weapons": ["shield"]}), Attack("A", "B", "sword"))
    plain = action_odds(SYSTEM, encounter, Attack("A", "B", "sword"))
    unseen: list[dict[str, Any]] = [
        {"life": 999, "life_full": 999},
        {"exhaustion": 0},
        {"charisma": 6, "social": 6, "taming": 6},
        {"position": 0},
        {"foe": "A", "aimed": "A", "moved": True, "switched": True},
        {"stuck": (("fist", "A"),), "severed": ("left leg",)},
    ]
    for changed in unseen:
        odds = action_odds(SYSTEM, put(encounter, "B", **changed), Attack("A", "B", "sword"))
        assert (odds.hit, odds.loss) == (plain.hit, plain.loss), changed


def test_the_log_tells_who_chose_what() -> None:
    told = attack(duel({"weapons": ["sword"]}), "sword", [3, 4], "dodge", [1, 1])
    assert [(e.who, e.key, e.option) for e in told.log if isinstance(e, Answered)] == [("B", "guard", "dodge")]
