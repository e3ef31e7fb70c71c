"""Fire, which burns as rounds end until it is out, and electricity in shots and spells."""

from __future__ import annotations

from typing import Any

import pytest
from opposed_fights import duel, fight, forbidden, habit, later, pass_until, play, put, say, sitting, strike, turn

from affray.dice.checks import Check
from affray.encounter import Encounter
from affray.errors import InputError
from affray.events import Changed, Ended, Event, Harm
from affray.odds import action_odds
from affray.rulings import SetValue
from affray.systems.opposed import SYSTEM, rules
from affray.systems.opposed.actions.kinds import Attack, Extinguish, Pass
from affray.systems.opposed.fighter import Fire
from affray.systems.opposed.rules import Toll
from affray.table import Pending

BRAND = {"name": "brand", "kind": "melee", "attribute": "brute", "damage": 0, "fire": {}}
FLAME = {"name": "flame", "kind": "magic", "damage": 0, "range": 30, "fire": {"feet": 2, "rounds": 3}}
ARROW = {"name": "arrow", "like": "bow", "fire": {"rounds": 1}}
SHELL = {"name": "shell", "rating": 99}


def burning(feet: int = 1, rounds: int | None = None, *, b: dict[str, Any] | None = None, **settings: Any) -> Encounter:
    """A duel with a fire on B, who has 99 Life unless something else is said."""
    return put(duel({}, {"life": 99, **(b or {})}, **settings), "B", fire=Fire(feet, rounds))


def lives(encounter: Encounter, rounds: int) -> list[int]:
    """B's Life after the ends of one round, two, and so on."""
    return [later(encounter, number).fighter("B").life for number in range(1, rounds + 1)]


# -- how it burns --------------------------------------------------------------------------------------------------


@pytest.mark.rule("fire.damage", "fire.duration")
@pytest.mark.parametrize(
    ("rounds", "left"),
    [(1, [95, 95, 95, 95]), (2, [95, 91, 91, 91]), (3, [95, 91, 87, 87]), (None, [95, 91, 87, 83])],
)
def test_four_points_a_round_while_there_is_fuel(rounds: int | None, left: list[int]) -> None:
    encounter = burning(rounds=rounds)
    assert lives(encounter, 4) == left
    log: list[Event] = []
    after = later(encounter, 4, log).fighter("B")
    out = [(e.rules, e.before, e.after, e.detail) for e in log if isinstance(e, Changed)]
    assert out == ([] if rounds is None else [(("fire.duration",), True, False, "burnt out")])
    assert after.fire == (Fire() if rounds is None else None)
    assert {e.rules for e in log if isinstance(e, Harm)} == {("fire.damage",)}


@pytest.mark.rule("fire.duration", "fire.damage")
def test_without_an_end_it_burns_on_and_on() -> None:
    encounter = later(burning(b={"life": 999}), 100)
    assert (encounter.fighter("B").life, encounter.fighter("B").fire) == (999 - 400, Fire())


@pytest.mark.rule("fire.damage", "armour.absorb")
@pytest.mark.parametrize(
    ("scale", "armour", "feet", "rating", "lost"),
    [
        ("flat", "ignores", 1, 6, 4),
        ("flat", "ignores", 3, 6, 4),
        ("per-foot", "ignores", 1, 6, 4),
        ("per-foot", "ignores", 3, 6, 12),
        ("flat", "absorbs", 3, 3, 1),
        ("flat", "absorbs", 3, 4, 0),
        ("flat", "absorbs", 1, 9, 0),
        ("per-foot", "absorbs", 3, 6, 6),
        ("per-foot", "absorbs", 2, 8, 0),
    ],
)
def test_scale_and_armour_are_switches(scale: str, armour: str, feet: int, rating: int, lost: int) -> None:
    points, absorbed = rules.fire_damage(feet, rating, scale, armour)
    assert points - absorbed == lost
    worn = {"armour": {"name": "it", "rating": rating}}
    encounter = burning(feet, b=worn, fire_scale=scale, fire_armour=armour)
    assert lives(encounter, 2) == [99 - lost, 99 - 2 * lost]


@pytest.mark.rule("fire.damage")
def test_what_armour_takes_off_a_fire_is_shown() -> None:
    log: list[Event] = []
    later(burning(b={"armour": "leather"}, fire_armour="absorbs"), 1, log)
    (harm,) = [e for e in log if isinstance(e, Harm)]
    assert [(m.name, m.value) for m in (*harm.parts, *harm.soaked)] == [("fire", 4), ("armour", 2)]
    assert harm.loss == 2


# -- how it is lit -------------------------------------------------------------------------------------------------


@pytest.mark.rule("house.fire", "house.spell", "fire.damage")
@pytest.mark.parametrize(
    ("weapon", "dice", "fire"),
    [(BRAND, [6, 5], Fire()), (FLAME, [6, 5], Fire(2, 3)), (ARROW, [5, 5], Fire(1, 1))],
)
def test_whoever_is_hit_by_what_burns_is_on_fire(weapon: dict[str, Any], dice: list[int], fire: Fire) -> None:
    encounter = duel({"weapons": [weapon]}, {"position": 2, "armour": SHELL})
    told = strike(encounter, weapon["name"], dice, "none")
    assert (told.outcome, told.fighter("B").life) == ("hit", 20)  # though it went no further than the armour
    assert told.fighter("B").fire == fire
    assert later(told.encounter, 1).fighter("B").life == 16
    (lit,) = [e for e in told.log if isinstance(e, Changed)]
    assert (lit.who, lit.what, lit.rules) == ("B", "on fire", ("house.fire", "fire.duration"))
    way = "resist" if weapon is FLAME else "dodge"
    missed = strike(encounter, weapon["name"], dice, way, [6, 6])
    assert (missed.outcome, missed.fighter("B").fire) == ({"resist": "resisted", "dodge": "dodged"}[way], None)


@pytest.mark.rule("house.fire", "fire.duration")
@pytest.mark.parametrize(
    ("old", "new", "both"),
    [
        ((1, 5), (3, 2), (3, 5)),
        ((3, 2), (1, 5), (3, 5)),
        ((2, None), (1, 4), (2, None)),
        ((1, 4), (2, None), (2, None)),
        ((2, 4), (2, 4), (2, 4)),
        ((2, 4), (1, 1), (2, 4)),
    ],
)
def test_fire_on_fire_is_the_larger_and_the_longer_of_both(old: Any, new: Any, both: Any) -> None:
    fire = {"feet": new[0], **({"rounds": new[1]} if new[1] else {})}
    encounter = put(duel({"weapons": [{**BRAND, "fire": fire}]}, {"life": 99}), "B", fire=Fire(*old))
    told = strike(encounter, "brand", [6, 5], "none")
    assert told.fighter("B").fire == Fire(*both)
    assert len([e for e in told.log if isinstance(e, Changed)]) == (old != both)


@pytest.mark.rule("house.fire", "damage.death", "fire.duration")
def test_the_dead_do_not_burn() -> None:
    told = strike(duel({"weapons": [{**BRAND, "damage": 30}]}), "brand", [6, 5], "none")
    assert (told.fighter("B").dead, told.fighter("B").fire) == (True, None)
    pyre = put(burning(), "B", dead=True, life=-1)
    assert later(pyre, 3).fighter("B").life == -1


@pytest.mark.rule("house.fire")
@pytest.mark.parametrize(
    ("weapon", "words"),
    [
        ({"name": "it", "like": "shield", "fire": {}}, "a shield poisons and burns nobody"),
        ({"name": "it", "like": "sword", "fire": {"feet": 0}}, "feet"),
        ({"name": "it", "like": "sword", "fire": {"rounds": 0}}, "rounds"),
        ({"name": "it", "like": "sword", "fire": {"heat": 3}}, "heat"),
        ({"name": "it", "like": "sword", "fire": True}, "fire"),
    ],
)
def test_what_is_no_fire(weapon: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        duel({"weapons": [weapon]})


@pytest.mark.rule("fire.damage", "damage.amount")
def test_odds_of_a_hit_do_not_count_what_burns_later() -> None:
    encounter = turn(duel({"weapons": [BRAND]}, {"orders": {"guard": "none"}}), "A")
    law = action_odds(SYSTEM, encounter, Attack("A", "B", "brand"), exact=True).loss
    assert {loss: weight * 36 for loss, weight in law.items()} == {0: 33, 1: 2, 2: 1}


# -- how it is put out ---------------------------------------------------------------------------------------------


@pytest.mark.rule("fire.duration", "house.fire")
def test_a_turn_and_no_roll_puts_out_ones_own() -> None:
    encounter = turn(burning(), "B", aimed="A")
    told = play(encounter, Extinguish("B", "B"))
    assert told.encounter.step is None
    assert (told.fighter("B").fire, told.fighter("B").aimed) == (None, "")
    assert later(told.encounter, 3).fighter("B").life == 99
    changed = [(e.rules, e.who, e.detail) for e in told.log if isinstance(e, Changed)]
    assert changed == [(("fire.duration",), "B", "put out")]


@pytest.mark.rule("fire.duration", "house.fire")
@pytest.mark.parametrize("position", [0, 2, -2])
def test_whoever_is_in_reach_can_be_helped(position: int) -> None:
    encounter = put(burning(), "B", position=position)
    assert play(turn(encounter, "A"), Extinguish("A", "B")).fighter("B").fire is None
    for state in ({"unconscious": True}, {"gone": "surrendered"}):
        assert play(turn(put(encounter, "B", **state), "A"), Extinguish("A", "B")).fighter("B").fire is None


@pytest.mark.rule("fire.duration", "house.fire")
@pytest.mark.parametrize(
    ("target", "changed", "rule", "words"),
    [
        ("A", {}, "fire.duration", "nothing burns on A"),
        ("B", {"fire": None}, "fire.duration", "nothing burns on B"),
        ("B", {"position": 3}, "house.reach", "B is 3 m away"),
        ("B", {"position": -3, "gone": "surrendered"}, "house.reach", "B is 3 m away"),
        ("B", {"dead": True, "life": -1}, "damage.death", "B is dead"),
        ("B", {"gone": "fled"}, "house.flee", "B has fled"),
        ("Bo", {}, "roll.opposed", "there is nobody called 'Bo'"),
    ],
)
def test_what_cannot_be_put_out(target: str, changed: dict[str, Any], rule: str, words: str) -> None:
    encounter = turn(put(burning(), "B", **changed), "A")
    found = SYSTEM.forbid(encounter, Extinguish("A", target))
    assert found is not None
    assert found.rule == rule
    assert found.reason.startswith(words)


@pytest.mark.rule("fire.duration")
def test_a_game_master_can_put_it_out_and_light_it() -> None:
    out = SetValue("B", "fire", "none").apply(SYSTEM, burning())
    assert (out.fighter("B").fire, lives(out, 2)) == (None, [99, 99])
    assert lives(SetValue("B", "fire", "1 2").apply(SYSTEM, out), 3) == [95, 91, 91]


@pytest.mark.rule("house.fire", "fire.duration")
def test_what_is_offered_and_what_the_program_does_first() -> None:
    trio = fight(
        {"name": "A", "side": "a", "weapons": ["sword"]},
        {"name": "B", "side": "a", "position": 1},
        {"name": "C", "position": 1},
    )
    trio = put(put(trio, "B", fire=Fire()), "C", fire=Fire())
    offer = next(o for o in SYSTEM.offers(turn(trio, "A")) if o.kind == "extinguish")
    assert offer.examples == (Extinguish("A", "B"),)
    assert set(offer.domains["target"]) == {"A", "B", "C"}
    assert all(o.kind != "extinguish" for o in SYSTEM.offers(turn(put(trio, "B", fire=None), "A")))
    assert habit(turn(trio, "A"), "A", "C") == Attack("A", "C", "sword")
    assert habit(turn(put(trio, "A", fire=Fire()), "A"), "A", "C") == Extinguish("A", "A")
    assert forbidden(turn(trio, "A"), Extinguish("A", "C")) == ""


@pytest.mark.rule("house.fire", "fire.damage")
def test_what_is_the_matter_is_said_in_words() -> None:
    encounter = burning()
    assert SYSTEM.conditions(encounter.fighter("B"), encounter.options) == ("on fire",)


# -- in a fight ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("fire.damage", "fire.duration", "house.fire")
def test_over_the_rounds_of_a_fight() -> None:
    session = sitting(duel({"weapons": [BRAND]}, {"armour": "plate"}), [6, 6], [1, 1])
    session.act(Attack("A", "B", "brand"))
    say(session, [6, 5], "none")
    life = [session.encounter.fighter("B").life]
    for number in (2, 3):
        pass_until(session, number)
        life.append(session.encounter.fighter("B").life)
    assert life == [20, 16, 12]  # it does its first four as the round ends in which it was lit
    session.act(Pass("A"))
    session.act(Extinguish("B", "B"))
    pass_until(session, 6)
    assert session.encounter.fighter("B").life == 12


@pytest.mark.rule("fire.damage", "damage.death")
@pytest.mark.parametrize(("life", "over"), [(3, True), (4, False)])
def test_fire_kills_and_ends_the_fight(life: int, over: bool) -> None:
    session = sitting(burning(rounds=1, b={"life": life}), [6, 6], [1, 1])
    pass_until(session, 3)
    assert session.over == over
    assert session.encounter.fighter("B").dead == over
    assert [e.who for e in session.events if isinstance(e, Changed) and e.what == "dead"] == ["B"] * over
    if over:
        ended = session.events[-1]
        assert isinstance(ended, Ended)
        assert ended.winners == ("A",)


@pytest.mark.rule("fire.damage", "damage.death")
def test_two_who_burn_to_death_at_once_make_a_draw() -> None:
    session = sitting(put(burning(b={"life": 3}), "A", life=2, fire=Fire()), [6, 6], [1, 1])
    pass_until(session, 3)
    ended = session.events[-1]
    assert isinstance(ended, Ended)
    assert ended.winners == ()


@pytest.mark.rule("fire.damage", "damage.death")
@pytest.mark.parametrize(("mode", "able"), [("active", True), ("unconscious", False)])
def test_fire_can_leave_somebody_at_nothing(mode: str, able: bool) -> None:
    encounter = later(burning(rounds=1, b={"life": 4}, life_zero=mode), 1)
    b = encounter.fighter("B")
    assert (b.life, b.dead, SYSTEM.able(b, encounter.options)) == (0, False, able)


@pytest.mark.rule("fire.damage", "poison.tick")
def test_poison_comes_before_fire_and_who_is_dead_burns_no_more() -> None:
    for life, rules_ in ((20, ["poison.tick", "fire.damage"]), (1, ["poison.tick"])):
        log: list[Event] = []
        encounter = put(burning(b={"life": life}), "B", poisons=(Toll("viper", 2, 1, 1),))
        after = later(encounter, 1, log).fighter("B")
        assert [e.rules[0] for e in log if isinstance(e, Harm)] == rules_
        assert after.life == (14 if life == 20 else -1)


@pytest.mark.rule("fire.damage")
@pytest.mark.parametrize("state", [{"unconscious": True}, {"gone": "fled"}, {"gone": "surrendered"}])
def test_it_burns_on_those_who_cannot_help_it(state: dict[str, Any]) -> None:
    assert lives(put(burning(), "B", **state), 2) == [95, 91]


@pytest.mark.rule("mount.control.damage", "fire.damage", "poison.tick")
@pytest.mark.parametrize(
    ("harm", "armour", "asked"),
    [
        ({"fire": Fire()}, 3, ["control"]),
        ({"fire": Fire()}, 4, []),
        ({"poisons": (Toll("viper", 2, 1, 1),)}, 9, ["control"]),
        ({"poisons": (Toll("viper", 2, 1, 2),)}, 9, []),
    ],
)
def test_a_mount_that_burns_or_is_poisoned_has_to_be_kept_under_control(harm: Any, armour: int, asked: Any) -> None:
    rider = {"name": "A", "side": "a", "taming": 4, "mount": "M"}
    beast = {"name": "M", "side": "a", "tame": "4/12", "tamed": True, "armour": {"name": "hide", "rating": armour}}
    encounter = put(fight(rider, beast, {"name": "C"}, fire_armour="absorbs"), "M", **harm)
    found: list[Any] = []
    try:
        later(encounter, 1)
    except Pending as pending:
        found = [request.purpose for request in pending.requests if isinstance(request, Check)]
    assert found == asked


# -- electricity ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("electric.double", "electric.coverage")
@pytest.mark.parametrize("kind", ["magic", "ranged", "melee"])
@pytest.mark.parametrize(
    ("metal", "point", "lost"),
    [
        ("0", "before-armour", 9 - 4),
        ("1/3", "before-armour", 9 - 4),
        ("334/1000", "before-armour", 18 - 4),
        ("1/2", "before-armour", 18 - 4),
        ("1", "after-armour", 2 * (9 - 4)),
        ("1/3", "after-armour", 9 - 4),
    ],
)
def test_electricity_in_every_kind_of_attack(kind: str, metal: str, point: str, lost: int) -> None:
    spark: dict[str, Any] = {"name": "spark", "kind": kind, "damage": 8, "electric": True}
    spark |= {"attribute": "brute"} if kind == "melee" else {"range": 9, "hands": 0 if kind == "magic" else 1}
    b = {"position": 2, "armour": {"name": "it", "rating": 4, "metal": metal}}
    encounter = duel({"weapons": [spark]}, b, electric_point=point)
    told = strike(encounter, "spark", [4, 5] if kind == "ranged" else [6, 5], "none")  # 8 to reach, or 10 to exceed
    assert [m.value for m in told.harm.parts][:2] == [1, 8]
    assert told.harm.loss == lost
