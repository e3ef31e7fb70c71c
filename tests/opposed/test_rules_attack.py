"""Attacks and defences: the parts of every roll, target numbers, ties and undefended targets; odds from an oracle."""

from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.errors import BadValue, UnknownName
from affray.systems.opposed import rules
from affray.systems.opposed.charts import DEFENCES, EXCLUSIVE, RANGED_TN, SIZES
from affray.systems.opposed.options import PROFILES, SWITCHES

TWO_DICE = [a + b for a, b in product(range(1, 7), repeat=2)]
totals = st.integers(-10, 60)


def shown(parts: rules.Parts) -> dict[str, int]:
    return {part.name: part.value for part in parts}


@pytest.mark.rule("melee.attack", "ranged.attack", "magic.attack", "bare.attack", "parry.roll", "house.block")
@pytest.mark.rule("dodge.roll", "resist.roll", "magic.defend", "initiative.physical", "initiative.magical")
def test_every_roll_names_its_parts_and_its_rule() -> None:
    rolls = {
        "melee.attack": (rules.melee_attack("dex", 3, 2), {"Dex": 3, "Melee": 2}),
        "ranged.attack": (rules.ranged_attack(3, 2), {"Dex": 3, "Ranged": 2}),
        "magic.attack": (rules.magic_attack(4, 3), {"Wits": 4, "Magic": 3}),
        "bare.attack": (rules.bare_attack(2, 1), {"Brute": 2, "Melee": 1}),
        "parry.roll": (rules.parry("brute", 2, 1, "bare hands"), {"Brute": 2, "Melee": 1}),
        "dodge.roll": (rules.dodge("ranged", 3, 1), {"Dex": 3, "Ranged": 1}),
        "resist.roll": (rules.resistance(4, 3), {"Wits": 4, "Magic": 3}),
        "initiative.physical": (rules.initiative_modifiers("physical", 1, 4), {"Dex": 1}),
        "initiative.magical": (rules.initiative_modifiers("magic", 1, 4), {"Wits": 4}),
    }
    for rule_id, (parts, expected) in rolls.items():
        assert shown(parts) == expected
        assert {part.rule for part in parts} == {rule_id}


@pytest.mark.rule("melee.attack", "parry.roll")
def test_the_weapon_settles_the_attribute() -> None:
    assert shown(rules.melee_attack("brute", 5, 2)) == {"Brute": 5, "Melee": 2}
    assert shown(rules.parry("dex", 5, 2)) == {"Dex": 5, "Melee": 2}


@pytest.mark.rule("dodge.roll", "dodge.any", "magic.defend")
def test_a_dodge_uses_the_skill_of_the_attack_and_suffers_against_magic() -> None:
    skills = {kind: rules.dodge_skill(kind) for kind in DEFENCES}
    assert skills == {"melee": "melee", "bare": "melee", "ranged": "ranged", "magic": "magic", "grapple": "melee"}
    penalties = {kind: rules.dodge_penalty(kind) for kind in DEFENCES}
    assert penalties == {"melee": 0, "bare": 0, "ranged": 0, "magic": -4, "grapple": 0}
    assert shown(rules.dodge("magic", 3, 2)) == {"Dex": 3, "Magic": 2, "dodging magic": -4}


@pytest.mark.rule("dodge.any", "parry.needs-weapon", "parry.ranged.others", "parry.magic", "parry.block-bare")
@pytest.mark.parametrize("kind", DEFENCES)
@pytest.mark.parametrize("weapon", [False, True])
@pytest.mark.parametrize("shield", [False, True])
def test_defences_in_full(kind: str, weapon: bool, shield: bool) -> None:
    parry = {"melee": weapon or shield, "bare": True, "ranged": shield, "magic": False, "grapple": False}[kind]
    expected = ("parry",) * parry + ("dodge",) + ("resist",) * (kind == "magic")
    assert rules.allowed_defences(kind, weapon, shield) == expected
    if kind == "magic":
        assert ("parry" in rules.allowed_defences(kind, weapon, shield, parryable=True)) == (weapon or shield)


@pytest.mark.rule("ranged.tn")
@pytest.mark.parametrize("keys", [("close", "long"), ("wind-light", "wind-severe"), tuple(EXCLUSIVE.values())[2]])
def test_conditions_that_exclude_each_other(keys: tuple[str, str]) -> None:
    with pytest.raises(BadValue, match="two "):
        rules.target_number(keys)


@pytest.mark.rule("ranged.tn")
def test_an_unknown_condition_of_a_shot() -> None:
    with pytest.raises(UnknownName, match="did you mean 'wind-light'"):
        rules.target_number(["wind-ligt"])


@pytest.mark.rule("ranged.tn", "ranged.aim")
def test_all_target_numbers_lie_between_5_and_19() -> None:
    groups = [(None, *keys) for keys in EXCLUSIVE.values()]
    alone = [(None, key) for key in RANGED_TN if not any(key in group for group in groups)]
    found = set()
    for choice in product(*groups, *alone):
        conditions = [key for key in choice if key]
        parts = rules.target_number(conditions)
        assert (parts[0].name, parts[0].value) == ("base", 10)
        total = sum(part.value for part in parts)
        assert total == 10 + sum(RANGED_TN[key].value for key in conditions)
        if "aimed" in conditions:
            without = rules.target_number([key for key in conditions if key != "aimed"])
            assert total == sum(part.value for part in without) - 3
        found.add((total, "aimed" in conditions))
    assert [RANGED_TN[f"wind-{wind}"].value for wind in ("light", "moderate", "severe")] == [1, 2, 3]
    assert [RANGED_TN[band].value for band in ("close", "medium", "long")] == [-1, 1, 2]
    assert min(found) == (5, True)
    assert max(found) == (19, False)


@pytest.mark.rule("house.range-bands")
@given(reach=st.integers(1, 300), distance=st.integers(0, 400))
def test_range_bands_are_exact_thirds(reach: int, distance: int) -> None:
    band = rules.range_band(distance, reach)
    share = Fraction(distance, reach)
    expected = next((b for b, end in (("close", 1), ("medium", 2), ("long", 3)) if share <= Fraction(end, 3)), None)
    assert band == expected


@pytest.mark.rule("house.reach")
def test_blows_reach_two_metres() -> None:
    assert [rules.in_reach(metres) for metres in (0, 1, 2, 3)] == [True, True, True, False]


@pytest.mark.rule("dodge.success", "house.dodge-move")
def test_a_dodger_jumps_back_or_aside() -> None:
    assert rules.jump(5, 4, "back") == 6
    assert rules.jump(5, 6, "back") == 4
    assert rules.jump(5, 6, "aside") == 5


@pytest.mark.rule("initiative.order", "house.initiative-tie", "initiative.switch")
def test_equal_initiatives_are_settled_down_to_the_roster() -> None:
    line = [
        rules.Initiative("late", 14, 9, 9, 0, switched=True),
        rules.Initiative("roster", 10, 3, 2, 5),
        rules.Initiative("first-of-equals", 10, 3, 2, 4),
        rules.Initiative("dex", 10, 3, 3, 6),
        rules.Initiative("attribute", 10, 4, 0, 7),
        rules.Initiative("total", 11, 0, 0, 8),
    ]
    order = ("total", "attribute", "dex", "first-of-equals", "roster", "late")
    assert rules.initiative_order(line) == rules.initiative_order(reversed(line)) == order


@pytest.mark.rule("initiative.commit")
def test_all_attacks_but_magic_keep_a_physical_intent() -> None:
    assert [k for k in DEFENCES if rules.keeps_to_intent("physical", k)] == ["melee", "bare", "ranged", "grapple"]
    assert [k for k in DEFENCES if rules.keeps_to_intent("magic", k)] == ["magic"]


@pytest.mark.rule("roll.opposed", "roll.tie", "crit.success", "parry.success", "resist.success", "dodge.success")
@pytest.mark.parametrize("edge", range(-4, 5))
def test_odds_of_opposed_rolls_against_an_oracle(edge: int) -> None:
    margins = 2 @ icepool.d6 - 2 @ icepool.d6 + edge
    for tie, least in (("defence", 1), ("attack", 0)):
        wins = sum(rules.winner(a + edge, d, tie) == "attack" for a in TWO_DICE for d in TWO_DICE)
        assert Fraction(wins, 1296) == margins.probability(">=", least)
    strikes = [rules.strike(a + edge, defence=d) for a in TWO_DICE for d in TWO_DICE]
    assert Fraction(sum(s.critical for s in strikes), 1296) == margins.probability(">=", 6)


@pytest.mark.rule("roll.opposed", "roll.tie", "crit.success")
def test_odds_between_equals() -> None:
    strikes = [rules.strike(a, defence=d) for a in TWO_DICE for d in TWO_DICE]
    assert sum(s.hit for s in strikes) == 575
    assert sum(s.margin == 0 for s in strikes) == 146
    assert sum(s.critical for s in strikes) == 70


@pytest.mark.rule("ranged.hit", "ranged.defend")
def test_odds_of_a_dodged_shot_against_an_oracle() -> None:
    attack, dodge = 2 @ icepool.d6 + 5, 2 @ icepool.d6 + 4
    oracle = icepool.map(lambda a, d: a >= 11 and a > d, attack, dodge).probability("==", True)
    hits = sum(rules.strike(a + 5, tn=11, defence=d + 4).hit for a in TWO_DICE for d in TWO_DICE)
    assert Fraction(hits, 1296) == oracle


@pytest.mark.rule("house.undefended", "damage.when")
def test_nobody_defends() -> None:
    assert rules.strike(11) == rules.Strike(True, 1, 1)
    assert rules.strike(10) == rules.Strike(False, 0)
    assert rules.strike(16).critical
    # the switch for ties is about defence rolls, the one for undefended targets about the number
    assert not rules.strike(10, tie="attack").hit
    assert rules.strike(6, undefended=5) == rules.Strike(True, 1, 1)


@pytest.mark.rule("roll.tie", "damage.when")
def test_a_tie_for_the_attack_hits_with_no_margin() -> None:
    assert rules.strike(9, defence=9) == rules.Strike(False, 0)
    assert rules.strike(9, defence=9, tie="attack") == rules.Strike(True, 0)


@pytest.mark.rule("ranged.hit", "damage.amount")
def test_a_plain_shot_adds_its_margin_or_nothing() -> None:
    assert rules.strike(17, tn=11) == rules.Strike(True, 6, 6, critical=True)
    assert rules.strike(17, tn=11, ranged_margin="zero") == rules.Strike(True, 6, 0, critical=True)
    # defended shots add their margin whatever the switch says
    assert rules.strike(17, tn=11, defence=12, ranged_margin="zero") == rules.Strike(True, 5, 5)


@pytest.mark.rule("ranged.hit", "ranged.defend")
@given(attack=totals, tn=totals, defence=st.none() | totals)
def test_a_shot_below_its_target_number_never_hits(attack: int, tn: int, defence: int | None) -> None:
    strike = rules.strike(attack, tn=tn, defence=defence)
    assert strike.hit == (attack >= tn and (defence is None or attack > defence))
    assert strike.hit or not strike.critical


@pytest.mark.rule("crit.success", "crit.failure")
def test_edges_of_critical_rolls() -> None:
    assert [rules.critical_success(margin) for margin in (5, 6)] == [False, True]
    assert [rules.critical_failure(total) for total in (-1, 0, 1)] == [True, False, False]
    assert [rules.critical_failure(total, 1) for total in (-1, 0, 1)] == [True, True, False]


@pytest.mark.rule("size.table")
def test_the_sizes() -> None:
    by_size: dict[int, list[str]] = {}
    for name, size in SIZES.items():
        by_size.setdefault(size, []).append(name)
    assert by_size == {
        -4: ["Nymph", "Fairy"],
        -2: ["Gremlin"],
        -1: ["Nain Jack"],
        0: ["Morin", "Numan", "Furmas", "Orka"],
        1: ["Goblin"],
        2: ["Elf"],
        3: ["Troll"],
        5: ["Ettin"],
        7: ["Drake"],
        10: ["Dragon"],
    }


@pytest.mark.rule("size.accuracy", "size.accuracy.same")
@given(attacker=st.integers(-4, 10), target=st.integers(-4, 10))
def test_both_readings_of_size_agree_where_the_attacker_is_of_size_0(attacker: int, target: int) -> None:
    for reading in ("target", "relative"):
        assert rules.size_accuracy(0, target, reading) == target
        assert rules.size_accuracy(attacker, attacker, reading) == 0
        assert rules.size_modifiers(attacker, attacker, reading) == ()
    assert rules.size_accuracy(attacker, target, "relative") == -rules.size_accuracy(target, attacker, "relative")


def test_the_jump_at_equal_sizes_that_the_switch_warns_of() -> None:
    assert [rules.size_accuracy(attacker, 3) for attacker in (2, 3, 4)] == [3, 0, 3]
    assert [rules.size_accuracy(attacker, 3, "relative") for attacker in (2, 3, 4)] == [1, 0, -1]


def test_switches_and_profiles_are_sound() -> None:
    names = {switch.name: switch for switch in SWITCHES}
    assert len(names) == len(SWITCHES) == 23
    for switch in SWITCHES:
        assert switch.read(switch.default) == switch.default
        assert switch.rules
    for profile in PROFILES:
        for name, value in profile.values:
            assert names[name].read(value) == value != names[name].default
