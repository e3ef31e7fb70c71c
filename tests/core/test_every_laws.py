"""EveryTable: budget, cut, mixes, open questions, and what rules may not do."""

from fractions import Fraction

import pytest
from toys import area, bids, play

from affray.dice.checks import Check, Contest
from affray.dice.notation import parse
from affray.dice.pools import nds
from affray.errors import BadAnswer, BrokenPromise
from affray.every import BUDGET, EveryTable, odds
from affray.law import Law
from affray.luck import Luck
from affray.options import Options, Switch
from affray.table import Answer, Mix, Question, RandomTable


def d(sides, purpose="roll"):
    return Check("A", purpose, nds(1, sides))


def many(n, table):
    return sum(table.roll(d(6)) for _ in range(n))


# -- past the budget


def test_past_the_budget_odds_are_sampled_and_say_so():
    law = odds(many, 3, budget=100, samples=4000)
    assert (law.exact, law.samples, law.cut) == (False, 4000, 0.0)
    assert law.total == pytest.approx(1)
    exact = odds(many, 3)
    assert (exact.exact, exact.samples) == (True, 0)
    assert exact.total == pytest.approx(1, abs=1e-12)
    for total in range(3, 19):
        low, high = law.interval(law.weights.get(total, 0.0))
        assert (
            low <= exact.weights[total] <= high
            or abs(play.z_score(law.weights.get(total, 0) * 4000, 4000, exact.weights[total])) < 3.5
        )
        assert high > low
        assert exact.interval(exact.weights[total]) == (exact.weights[total],) * 2


def test_an_interval_is_wide_for_what_never_came():
    law = odds(many, 3, budget=100, samples=400)
    low, high = law.interval(0.0)
    assert low == 0.0
    assert 2 / 400 < high < 4 / 400  # near the rule of three
    low, high = law.interval(1.0)
    assert high == 1.0
    assert 1 - 4 / 400 < low < 1 - 2 / 400


def test_sampled_odds_can_be_repeated_and_depend_on_the_seed():
    a, b, c = (odds(many, 3, budget=9, samples=300, seed=seed) for seed in (1, 1, 2))
    assert a.weights == b.weights != c.weights


def test_the_budget_is_for_one_question_and_just_enough_is_enough():
    table = EveryTable(budget=36)
    assert table.law(two, "a").paths == 36
    assert table.law(two, "b").paths == 36
    assert odds(two, "a", budget=35, samples=10).samples == 10
    assert BUDGET == 200_000


def two(name, table):
    return table.roll(d(6)) + table.roll(d(6))


def test_sampled_odds_know_what_was_asked_on_the_way():
    def rule(table):
        for _ in range(3):
            table.roll(d(6))
        return table.ask(Question("B", "guard", ("dodge", "none"), "dodge")) if table.roll(d(6)) == 6 else "no"

    law = odds(rule, budget=4, samples=200)
    assert law.samples
    assert [(q.who, q.key, q.options) for q in law.open] == [("B", "guard", ("dodge", "none"))]


def test_sampled_marginals_are_one_law_for_each_target():
    law = odds(area.blast, (("B", 0), ("C", 1)), budget=3, samples=3000)
    assert law.samples == 3000
    assert law.weights == {}
    exact = EveryTable().law(area.blast, (("B", 0), ("C", 1)))
    for who, part in law.marginals.items():
        assert sum(part.values()) == pytest.approx(1)
        for value, chance in exact.marginals[who].items():
            assert abs(play.z_score(part.get(value, 0) * 3000, 3000, chance)) < 4.5


# -- what is cut


@pytest.mark.parametrize("exact", [False, True])
def test_what_is_cut_from_open_ended_dice_is_reported(exact):
    law = EveryTable(exact=exact).law(lambda table: table.roll(Check("A", "hit", parse("d6!"))))
    assert 0 < law.cut < 1e-9
    assert float(law.total + law.cut) == pytest.approx(1, abs=1e-15)


def test_cuts_of_all_paths_and_inner_rules_add_up():
    open_ended = Check("A", "hit", parse("d6!"))

    def inner(table):
        return table.roll(open_ended) > 3

    def outer(table):
        return table.last(open_ended, str)

    def said(table):
        table.roll(d(6))
        table.sub(inner)
        return table.then(outer) if table.roll(d(2)) == 1 else "0"

    law = EveryTable(exact=True).law(said)
    assert law.total + law.cut == 1
    once = open_ended.outcomes(True).cut
    assert law.cut == once + (1 - once) * once / 2


def test_a_contest_of_open_ended_dice_says_what_it_lost():
    contest = Contest(Check("A", "hit", parse("d20!")), Check("B", "save", parse("d20!")))
    law = EveryTable().law(lambda table: table.roll(contest))
    assert 0 < law.cut < 1e-9
    assert law.total + law.cut == pytest.approx(1, abs=1e-14)


# -- decisions


def test_a_mix_forks_with_its_weights_exactly():
    question = Question("A", "way", ("x", "y", "z"), "x")
    for mix, law in (
        (Mix((("x", 1), ("y", 2))), {"x": Fraction(1, 3), "y": Fraction(2, 3)}),
        (Mix((("x", 0.5), ("z", 1.5))), {"x": Fraction(1, 4), "z": Fraction(3, 4)}),
        (Mix((("z", 7.0),)), {"z": Fraction(1)}),
    ):
        found = EveryTable(will=lambda q, mix=mix: mix, exact=True).law(lambda table: table.ask(question))
        assert found.weights == law
        assert found.total == 1


def test_open_questions_are_told_with_all_options_that_came_up():
    def rule(table):
        options = ("dodge", "none") if table.roll(d(2)) == 1 else ("parry", "none")
        return table.ask(Question("B", "guard", options, "none", "toy.guard"))

    law = EveryTable().law(rule)
    assert [(q.who, q.key, q.options, q.rule) for q in law.open] == [
        ("B", "guard", ("dodge", "none", "parry"), "toy.guard")
    ]


def test_a_will_that_answers_nonsense_is_refused():
    with pytest.raises(BadAnswer) as caught:
        EveryTable(will=lambda question: "all").law(bids.first_blow, (("A", 2), ("B", 2)))
    assert caught.value.expected == "a whole number from 0 to 2"


# -- reading a law


def test_a_law_reads_as_it_should():
    law = EveryTable(exact=True).law(two, "a")
    assert law.chance(lambda total: total >= 10) == Fraction(6, 36)
    assert law.chance(lambda total: total > 12) == 0
    assert law.of(lambda total: total % 2) == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    assert list(law.of(lambda total: -total)) == list(range(-12, -1))
    mixed = law.of(lambda total: total if total < 7 else "much")
    assert sum(mixed.values()) == 1


def test_options_reach_the_rule_on_every_table():
    switch = Switch("die", 4, (4, 6), "which die")
    options = Options((switch,), {"die": 6})
    rule = lambda table: table.roll(d(table.options["die"]))  # noqa: E731
    play.on_all_tables(rule, law={face: Fraction(1, 6) for face in range(1, 7)}, options=options)


# -- what rules may not do


def marginal(table):
    return {"B": table.roll(d(2))}


def test_marginals_in_the_middle_of_a_rule_are_a_broken_promise():
    with pytest.raises(BrokenPromise, match="marginal"):
        EveryTable().law(lambda table: table.sub(marginal))
    with pytest.raises(BrokenPromise, match="'C'"):
        EveryTable().law(lambda table: {"C": table.then(marginal)})
    assert EveryTable(exact=True).law(lambda table: table.then(marginal)).marginals == {
        "B": {1: Fraction(1, 2), 2: Fraction(1, 2)}
    }


def test_values_that_are_not_frozen_are_a_broken_promise():
    with pytest.raises(BrokenPromise, match="many"):
        EveryTable().law(lambda table: table.sub(many, [1]))


def test_a_rule_that_fails_leaves_the_table_as_it_was():
    def fails(table):
        return 1 // (table.roll(d(2)) - 1)

    table = EveryTable(exact=True)
    with pytest.raises(ZeroDivisionError):
        table.law(fails)
    assert table.law(two, "a").weights[7] == Fraction(1, 6)
    assert table.law(lambda t: (t.sub(two, "a"), t.roll(d(2)))).total == 1


def test_inner_rules_are_worked_out_once():
    calls = []

    def inner(table):
        calls.append(1)
        return table.roll(d(6)) > 3

    def rule(table):
        return sum(table.sub(inner) for _ in range(8))

    law = EveryTable(exact=True).law(rule)
    assert len(calls) == 6
    assert law.weights[4] == Fraction(70, 256)


# -- odds of what is to come


def test_an_answer_to_another_request_is_refused_by_odds_too():
    with pytest.raises(BadAnswer):
        EveryTable(answers=(Answer(d(8), (1,)),)).law(two, "a")


def test_past_the_budget_sampled_odds_keep_to_what_was_thrown():
    thrown = (Answer(d(6), (1,)), Answer(d(6), (1,)))
    law = odds(many, 3, budget=5, samples=6000, answers=thrown)
    exact = odds(many, 3, answers=thrown)
    assert (law.samples, exact.samples) == (6000, 0)
    assert exact.weights.keys() == law.weights.keys() == set(range(3, 9))
    for value, weight in exact.weights.items():
        assert abs(law.weights[value] - weight) < 4.5 * (weight * (1 - weight) / 6000) ** 0.5


def test_one_side_of_a_contest_thrown_leaves_the_law_of_the_other():
    left, right = Check("A", "hit", nds(1, 6), naturals=(6,)), Check("B", "save", nds(2, 6))
    rule = lambda table: table.roll(Contest(left, right))  # noqa: E731
    law = EveryTable(exact=True, answers=(Answer(right, (2, 3)),)).law(rule).weights
    assert {value.margin: weight for value, weight in law.items()} == {m - 5: Fraction(1, 6) for m in range(1, 7)}
    assert [value.left for value in law] == [None] * 5 + [6]
    law = EveryTable(exact=True, answers=(Answer(left, (6,)),)).law(rule).weights
    assert sum(law.values()) == 1
    assert all(value.left == 6 for value in law)
    assert {value.margin: weight for value, weight in law.items()}[6 - 7] == Fraction(1, 6)


def test_random_and_exact_never_part_on_a_rule_with_everything():
    question = Question("A", "way", range(3), 1)

    def rule(table):
        way = table.ask(question)
        margin = table.roll(Contest(Check("A", "hit", nds(2, 6)), Check("B", "save", nds(1, 6), naturals=(1,))))
        return table.last(d(4), lambda face, *rest: (face > 2, *rest), way, margin.margin > 2, margin.right)

    def will(asked):
        return Mix(((0, 1), (2, 3)))

    law = play.exact(rule, will=will)
    assert law == play.brute(rule, will=will)
    luck = Luck(11)
    assert {rule(RandomTable(luck, will)) for _ in range(300)} <= set(law)
    play.fits(play.frequencies(rule, will=will), law)


@pytest.mark.parametrize("ways", range(2, 120))
def test_what_comes_of_many_ways_is_certain_and_not_a_hair_more(ways):
    law = Law(dict.fromkeys(range(ways), 1 / ways))
    (certain,) = law.of(lambda way: "same").values()
    assert 1 - 1e-15 <= certain <= 1
    assert certain == law.chance(lambda way: True) == law.total
    assert type(law.chance(lambda way: False)) is float
