"""Seven invented rules on all three tables: what no system has needed yet, the core can carry."""

from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from toys import area, bids, count, intercept, passes, play, reload
from toys.stage import Toy, ToySystem, toys

from affray.arena.tactics import Tactic
from affray.dice.checks import Check
from affray.encounter import Step, proceed
from affray.errors import IllegalAction
from affray.events import Skipped
from affray.every import EveryTable
from affray.luck import Luck
from affray.table import Mix, Pending, RandomTable, ScriptTable

DIE = range(1, 7)
SYSTEM = ToySystem()


def law_of(*cases):
    """A law from (outcome, weight) pairs."""
    law = Counter()
    for outcome, weight in cases:
        law[outcome] += weight
    return dict(law)


@pytest.mark.parametrize("name", ["intercept", "reload", "bids", "count", "passes", "area", "together"])
def test_a_toy_is_a_paragraph(name):
    text = (Path(__file__).parent / "toys" / f"{name}.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) < 40


# -- a third person's intercept


def arrow_law(struck, weight=Fraction(1)):
    return [((struck, harm if a + b >= 7 else 0), weight * Fraction(1, 6**3)) for a, b, harm in product(DIE, DIE, DIE)]


def orders(**by_name):
    fighters = [Toy(who, "s", orders=(("intercept", order),) if order else ()) for who, order in by_name.items()]
    return Tactic().will(SYSTEM, toys(*fighters))


@pytest.mark.parametrize(
    ("by_name", "struck"),
    [
        ({"B": "", "C": ""}, "target"),
        ({"B": "pass", "C": "intercept"}, "C"),
        ({"B": "intercept", "C": "intercept"}, "B"),
        ({"B": "nonsense, intercept", "C": "pass"}, "B"),
        ({"B": "intercept"}, "B"),
        ({}, "target"),
    ],
)
def test_intercept_by_standing_orders(by_name, struck):
    play.on_all_tables(intercept.arrow, tuple(by_name), law=law_of(*arrow_law(struck)), will=orders(**by_name))


def test_intercept_left_to_chance_forks_like_dice():
    law = law_of(*arrow_law("B", Fraction(3, 4)), *arrow_law("C", Fraction(1, 4)))
    will = orders(B="intercept:3, pass:1", C="intercept")
    play.on_all_tables(intercept.arrow, ("B", "C"), law=law, will=will)


def test_the_window_is_one_group_and_everybody_in_it_is_named():
    with pytest.raises(Pending) as caught:
        intercept.arrow(("B", "C", "D"), ScriptTable([]))
    assert [(q.who, q.key, q.options, q.default) for q in caught.value.requests] == [
        (who, "intercept", ("pass", "intercept"), "pass") for who in "BCD"
    ]
    _, _, _, groups = play.scripted(
        intercept.arrow, ("B", "C"), answer=lambda r: (6,) * 2 if key(r) == "shot" else one(r)
    )
    assert [[key(r) for r in group] for group in groups] == [["intercept"] * 2, ["shot"], ["harm"]]


def key(request):
    return request.purpose if isinstance(request, Check) else request.key


def one(request):
    return (1,) if isinstance(request, Check) else request.default


# -- an interrupted reload


def archer_and_foe(points=3):
    fight = toys(Toy("A", "s", points), Toy("B", "t"))
    _, clock = fight.clock.settled(("A", "B"), (2, 1)).called()
    return fight.with_clock(clock).push(Step("turn", "A"))


def reloaded(fight, table):
    """The rule as drivers play it: the action, then whatever is pending."""
    after = SYSTEM.perform(fight, reload.Reload("A"), table).encounter
    after = proceed(SYSTEM, after, table)
    return after.fighter("A").marks, after.fighter("A").points


@pytest.mark.parametrize("points", [3, 1])
def test_a_reload_is_looked_at_again_when_it_comes_up(points):
    law = law_of(*[((("loaded",), points) if d < 4 else (("startled",), points - 1), Fraction(1, 6)) for d in DIE])
    play.on_all_tables(reloaded, archer_and_foe(points), law=law)


def test_an_interrupted_reload_says_so_and_the_agenda_comes_to_its_end():
    log = []
    table = RandomTable(Luck(1), log=log)
    table.luck.face = lambda die: 6
    after = proceed(SYSTEM, SYSTEM.perform(archer_and_foe(), reload.Reload("A"), table).encounter, table)
    assert [(e.who, e.step, e.reason) for e in log if isinstance(e, Skipped)] == [("A", "reload", "interrupted")]
    assert after.step == Step("turn", "B")
    assert len(after.agenda) == 1


def test_pushed_steps_come_up_in_turn_from_the_top():
    fight = SYSTEM.perform(archer_and_foe(), reload.Reload("A"), RandomTable(Luck(1))).encounter
    assert [(step.kind, step.who, step.decision) for step in fight.agenda] == [
        ("reload", "A", False),
        ("snap strike", "B", False),
    ]
    gone = fight.left("B")
    assert [step.kind for step in gone.agenda] == ["reload"]  # the step of whoever left falls away, no other


def test_a_reload_out_of_turn_is_refused_by_rule():
    with pytest.raises(IllegalAction) as caught:
        SYSTEM.perform(archer_and_foe(), reload.Reload("B"), RandomTable(Luck(1)))
    assert (caught.value.rule, caught.value.action) == ("toy.turn", "B: reload")


# -- secret bids


def stakes(a, b):
    return lambda question: {"A": a, "B": b}[question.who]


@pytest.mark.parametrize(
    ("a", "b", "law"),
    [
        (2, 1, [(("A", (3, 2)), Fraction(1))]),
        (0, 3, [(("B", (5, 0)), Fraction(1))]),
        (2, 2, [(("A", (3, 1)), Fraction(1, 2)), (("B", (3, 1)), Fraction(1, 2))]),
    ],
)
def test_bids(a, b, law):
    play.on_all_tables(bids.first_blow, (("A", 5), ("B", 3)), law=law_of(*law), will=stakes(a, b))


def test_bids_drawn_at_random_on_both_sides():
    mixes = {"A": Mix(((0, 1), (1, 1), (2, 2))), "B": Mix(((0, 1.5), (2, 0.5)))}
    shares = {"A": {0: 1, 1: 1, 2: 2}, "B": {0: 3, 2: 1}}
    cases = []
    for (a, u), (b, v) in product(shares["A"].items(), shares["B"].items()):
        weight = Fraction(u * v, 16)
        for first in "AB" if a == b else ("A" if a > b else "B",):
            cases.append(((first, (5 - a, 3 - b)), weight / 2 if a == b else weight))
    play.on_all_tables(bids.first_blow, (("A", 5), ("B", 3)), law=law_of(*cases), will=lambda q: mixes[q.who])


def test_bids_are_asked_for_together_and_in_secret():
    with pytest.raises(Pending) as caught:
        bids.first_blow((("A", 5), ("B", 3)), ScriptTable([]))
    asked = [(q.who, q.key, q.secret, q.describe()) for q in caught.value.requests]
    assert asked == [
        ("A", "stake", True, "a whole number from 0 to 5"),
        ("B", "stake", True, "a whole number from 0 to 3"),
    ]


# -- a simultaneous count

PAIRS = (("A", "B"), ("B", "A"))


def count_law(points_a, points_b):
    cases = []
    for a, harm_a, b, harm_b in product(DIE, range(1, 4), DIE, range(1, 4)):
        left = (points_a - harm_b * (b >= 4 and points_b > 0), points_b - harm_a * (a >= 4 and points_a > 0))
        cases.append((left, Fraction(1, 18 * 18)))
    return law_of(*cases)


@pytest.mark.parametrize(("a", "b"), [(1, 1), (2, 3), (0, 2)])
def test_a_count_takes_effect_at_once(a, b):
    fight = toys(Toy("A", "s", a), Toy("B", "t", b))
    play.on_all_tables(count.count, SYSTEM, fight, PAIRS, law=count_law(a, b))


def test_two_can_kill_each_other_whoever_is_named_first():
    fight = toys(Toy("A", "s", 1), Toy("B", "t", 1))
    for pairs in (PAIRS, PAIRS[::-1]):
        law = EveryTable(exact=True).law(count.count, SYSTEM, fight, pairs)
        assert law.chance(lambda left: left[0] <= 0 and left[1] <= 0) == Fraction(1, 4)


# -- a two-pass attack


def test_the_second_pass_takes_over_from_the_first():
    lands, fails = Fraction(4, 6), Fraction(2, 6)
    play.on_all_tables(passes.flurry, "A", 0, law={0: fails, 1: lands * fails, 2: lands * lands})


def flurry_in_a_fight(fight, table):
    after = proceed(SYSTEM, SYSTEM.perform(fight, passes.Flurry("A", "B"), table).encounter, table)
    return after.fighter("A").points, after.fighter("B").points


@pytest.mark.parametrize(("a", "b"), [(3, 3), (1, 3), (3, 1)])
def test_later_passes_wait_below_and_are_looked_at_again(a, b):
    cases = []
    for first, riposte, last in product(DIE, DIE, DIE):
        left_a, left_b = a, b - (first > 2)
        left_a -= left_b > 0 and riposte > 2
        # a fight that is over ends at once; what is pending then falls away
        left_b -= left_a > 0 and left_b > 0 and first > 2 and last > 2
        cases.append(((left_a, left_b), Fraction(1, 216)))
    fight = toys(Toy("A", "s", a), Toy("B", "t", b))
    fight = fight.with_clock(fight.clock.settled(("A", "B"), (2, 1))).push(Step("turn", "A"))
    play.on_all_tables(flurry_in_a_fight, fight, law=law_of(*cases))


# -- an area on three

TARGETS = (("B", 0), ("C", 1), ("D", 4))


def caught(save, help, force):
    return 0 if save == 6 else force // 2 if save + help >= 5 else force


def test_a_blast_gives_each_target_its_own_law():
    forces = [a + b for a, b in product(range(1, 5), repeat=2)]
    cases = [
        ((who, caught(save, help, force)), Fraction(1, 96)) for force in forces for save in DIE for who, help in TARGETS
    ]
    play.on_all_tables(area.blast, TARGETS, law=law_of(*cases))


def test_last_rolls_give_each_target_its_own_law_too():
    cases = [
        ((who, max(0, force - soak - help)), Fraction(1, 16))
        for force, soak in product(range(1, 5), repeat=2)
        for who, help in TARGETS
    ]
    play.on_all_tables(area.spray, TARGETS, law=law_of(*cases))


def test_marginals_cost_no_joint_law():
    crowd = tuple((f"T{i}", i % 4) for i in range(40))
    law = EveryTable(exact=True).law(area.blast, crowd)
    assert law.weights == {}
    assert all(sum(part.values()) == 1 for part in law.marginals.values())
    assert len(law.marginals) == 40
    assert law.paths == 7 + 40 * 7 * 6  # one path for each force, and six for each target and force
