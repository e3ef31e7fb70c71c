"""Rulings on numbers: used once unless lasting, in sight when switched off, and the same on every table."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from toys import area, play

from affray.dice.checks import Check, Contest, Modifier, Tally
from affray.dice.pools import nds
from affray.events import Rolled
from affray.every import EveryTable, odds
from affray.luck import Luck
from affray.table import Amendment, Answer, Pending, RandomTable, ScriptTable

SKILL = (Modifier("skill", 3, "toy.skill"), Modifier("wound", -2, "toy.wound"))


def coin(who="A", purpose="flip", modifiers=SKILL):
    return Check(who, purpose, nds(1, 2), modifiers)


def three(table):
    return tuple(table.roll(coin()) for _ in range(3))


@pytest.mark.parametrize(
    ("rulings", "added"),
    [
        ((), (1, 1, 1)),
        ((Amendment("bless", 5),), (6, 1, 1)),
        ((Amendment("bless", 5), Amendment("bless", 5)), (11, 1, 1)),
        ((Amendment("bless", 5, lasting=True),), (6, 6, 6)),
        ((Amendment("bless", 5, who="B"),), (1, 1, 1)),
        ((Amendment("bless", 5, who="A", purpose="flip"),), (6, 1, 1)),
        ((Amendment("bless", 5, purpose="jump"),), (1, 1, 1)),
        ((Amendment("wound", None),), (3, 1, 1)),
        ((Amendment("wound", None, lasting=True),), (3, 3, 3)),
        ((Amendment("limp", None),), (1, 1, 1)),
        ((Amendment("wound", None), Amendment("skill", None, lasting=True)), (0, -2, -2)),
        # in the order in which they were ruled: what was added can be switched off after it, not before
        ((Amendment("bless", 5, lasting=True), Amendment("bless", None)), (1, 6, 6)),
        ((Amendment("bless", None), Amendment("bless", 5, lasting=True)), (6, 6, 6)),
    ],
)
def test_a_ruling_reaches_the_checks_that_it_should(rulings, added):
    law = {
        tuple(f + a for f, a in zip(faces, added, strict=True)): Fraction(1, 8) for faces in product((1, 2), repeat=3)
    }
    play.on_all_tables(three, law=law, amendments=rulings)


def test_what_is_switched_off_stays_in_sight_with_its_reason():
    log = []
    three(RandomTable(Luck(1), amendments=[Amendment("wound", None)], log=log))
    first, second, _ = [event for event in log if isinstance(event, Rolled)]
    assert first.modifiers == (Modifier("skill", 3, "toy.skill"), Modifier("wound", -2, "toy.wound", off="ruling"))
    assert first.total == first.value + 3
    assert second.modifiers == SKILL


def test_what_is_added_says_whose_it_is():
    with pytest.raises(Pending) as caught:
        three(ScriptTable((), amendments=[Amendment("bless", 5)]))
    (request,) = caught.value.requests
    assert request.modifiers == (*SKILL, Modifier("bless", 5, "ruling", "game master"))


@pytest.mark.parametrize(
    ("ruling", "total"),
    [
        (Amendment("fog", 4), 10),
        (Amendment("fog", 4, purpose="TN"), 14),
        (Amendment("fog", 4, who="B", purpose="TN"), 10),
        (Amendment("base", None, purpose="TN"), 0),
        (Amendment("base", None), 0),
        (Amendment("base", None, purpose="flip"), 10),
    ],
)
def test_a_target_number_is_reached_where_it_is_named(ruling, total):
    rule = lambda table: table.count(Tally("A", "TN", (Modifier("base", 10),)))  # noqa: E731
    for table in (RandomTable(Luck(1), amendments=[ruling]), ScriptTable((), amendments=[ruling])):
        assert rule(table) == total
        assert bool(table.used) == (total != 10)
    assert EveryTable(amendments=[ruling], exact=True).law(rule).weights == {total: 1}


def test_of_a_contest_the_next_check_is_one_side():
    contest = Contest(coin("A"), coin("B"))
    rule = lambda table: (table.roll(contest), table.roll(contest))  # noqa: E731
    for who, first in (("", 5), ("A", 5), ("B", -5)):
        law = play.exact(rule, amendments=[Amendment("bless", 5, who)])
        assert sum(w * a for (a, _), w in law.items()) == first
        assert sum(w * b for (_, b), w in law.items()) == 0
        assert law == play.brute(rule, amendments=[Amendment("bless", 5, who)])


# -- whether it is used up depends on the path


def maybe(table):
    """The first coin says whether A has to roll at all before the last roll, which is A's."""
    if table.roll(coin("B", modifiers=())) == 2:
        table.roll(coin("A", modifiers=()))
    return table.roll(coin("A", modifiers=()))


def in_words(table):
    table.sub(perhaps)
    return table.then(last)


def perhaps(table):
    if table.roll(coin("B", modifiers=())) == 2:
        table.sub(flip)
    return "done"


def flip(table):
    return table.last(coin("A", modifiers=()), int)


def last(table):
    return table.last(coin("A", modifiers=()), int)


@pytest.mark.parametrize("rule", [maybe, in_words])
def test_what_one_path_used_up_is_there_on_the_other(rule):
    law = {11: Fraction(1, 4), 12: Fraction(1, 4), 1: Fraction(1, 4), 2: Fraction(1, 4)}
    play.on_all_tables(rule, law=law, amendments=[Amendment("bless", 10, "A")])


def test_merged_odds_are_kept_apart_by_what_they_used_up():
    """Both results of `perhaps` are equal; only the amendments that are left tell them apart."""
    table = EveryTable(exact=True, amendments=[Amendment("bless", 10, "A")])
    table.law(perhaps)
    assert table.law(in_words).weights[11] == Fraction(1, 4)
    assert table.law(in_words).weights == table.law(maybe).weights


def test_a_ruling_lasts_for_one_command_of_each_sample():
    """Sampled odds begin every fight with the same rulings."""
    law = odds(three, amendments=[Amendment("bless", 100)], budget=1, samples=500)
    assert law.samples == 500
    assert all(first > 100 > second for first, second, _ in law.weights)


# -- marginals


def volley(targets, table):
    """Every target may be missed before the next one is shot at; the next check is that of the first."""
    return {who: table.then(shot, who) for who in targets}


def shot(who, table):
    if table.roll(coin("A", "aim", ())) == 2:
        return table.last(coin(who, "save", ()), int)
    return 0


def volley_law(targets, bonus, whose, purpose):
    """By hand, die by die, the bonus on the first check that it reaches."""
    law = Counter()
    for faces in product((1, 2), repeat=2 * len(targets)):
        left = bonus
        for i, who in enumerate(targets):
            aim, save = faces[2 * i], faces[2 * i + 1]
            if purpose == "aim":
                aim, left = aim + left, 0
            result = 0
            if aim == 2:
                here = purpose == "save" and whose in ("", who)
                result, left = save + left * here, left * (not here)
            law[who, result] += Fraction(1, 4 ** len(targets))
    return dict(law)


@pytest.mark.parametrize(("whose", "purpose"), [("", "save"), ("C", "save"), ("", "aim"), ("A", "aim")])
def test_the_next_check_is_that_of_one_target_only(whose, purpose):
    law = volley_law("BCD", 7, whose, purpose)
    play.on_all_tables(volley, "BCD", law=law, amendments=[Amendment("bless", 7, whose, purpose)])


def test_last_rolls_of_targets_use_it_up_in_turn():
    rulings = [Amendment("shield", 50, purpose="soak")]
    law = play.brute(area.spray, (("B", 0), ("C", 0)), amendments=rulings)
    assert law["B", 0] == 1
    assert law["C", 0] < 1
    play.on_all_tables(area.spray, (("B", 0), ("C", 0)), law=law, amendments=rulings)


def test_answers_given_so_far_are_used_by_the_targets_in_turn():
    aim, save_b = coin("A", "aim", ()), coin("B", "save", ())
    answers = (Answer(aim, (2,)), Answer(save_b, (1,)), Answer(aim, (2,)))
    law = EveryTable(exact=True, answers=answers).law(volley, "BCD")
    assert law.marginals["B"] == {1: 1}
    assert law.marginals["C"] == {1: Fraction(1, 2), 2: Fraction(1, 2)}
    assert law.marginals["D"] == {0: Fraction(1, 2), 1: Fraction(1, 4), 2: Fraction(1, 4)}
