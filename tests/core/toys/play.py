"""One rule on all tables: brute force over physical faces, scripts that must be used up, frequencies that fit."""

import random
from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt

from affray.dice.checks import Check
from affray.every import EveryTable
from affray.luck import Luck
from affray.table import Answer, Mix, Pending, RandomTable, ScriptTable, by_default


def all_faces(dice):
    """Every way these dice can lie on the table; for plain dice, which throw each die once."""
    return list(product(*[group.die.faces for group in dice.groups() for _ in range(group.count)]))


def outcomes_of(result):
    """A result as keys of a law: itself, or one pair for each key of a mapping."""
    return list(result.items()) if isinstance(result, dict) else [result]


def brute(rule, *values, will=by_default, amendments=(), options=None, answers=()):
    """The exact law, die by die: the rule is played as people play it, once for every way that all dice can fall."""
    law = Counter()
    open_ends = [(answers, Fraction(1))]
    while open_ends:
        answers, weight = open_ends.pop()
        table = ScriptTable(answers, options, amendments)
        try:
            result = rule(*values, table)
            table.finish()
        except Pending as pending:
            request = pending.requests[0]
            if isinstance(request, Check):
                ways = [(faces, Fraction(1)) for faces in all_faces(request.dice)]
            else:
                choice = will(request)
                ways = choice.options if isinstance(choice, Mix) else [(choice, 1)]
            total = sum(Fraction(share) for _, share in ways)
            open_ends += [((*answers, Answer(request, way)), weight * Fraction(share) / total) for way, share in ways]
            continue
        for outcome in outcomes_of(result):
            law[outcome] += weight
    return dict(law)


def exact(rule, *values, will=by_default, amendments=(), options=None):
    """The law on EveryTable in fractions, marginals as pairs."""
    law = EveryTable(options, will, amendments, exact=True).law(rule, *values)
    assert law.cut == 0
    assert all(isinstance(weight, Fraction) for weight in law.weights.values())
    return dict(law.weights) | {(key, v): w for key, part in law.marginals.items() for v, w in part.items()}


def z_score(count, n, chance):
    """How many standard deviations a count is off."""
    return (count - n * chance) / sqrt(n * chance * (1 - chance)) if 0 < chance < 1 else float(count - n * chance)


def frequencies(rule, *values, n=1000, seed=1, will=by_default, amendments=(), options=None):
    """How often each outcome came on RandomTable."""
    luck, counts = Luck(seed), Counter()
    for _ in range(n):
        counts.update(outcomes_of(rule(*values, RandomTable(luck, will, options, amendments))))
    return counts


def fits(counts, law, n=1000, limit=4.5):
    """Hold frequencies against a law: nothing that cannot be, and nothing too often or too seldom."""
    assert set(counts) <= set(law)
    scores = {value: z_score(counts[value], n, float(chance)) for value, chance in law.items()}
    assert all(abs(z) < limit for z in scores.values()), scores


def scripted(rule, *values, answer, seed=1, amendments=(), options=None):
    """Play by answers, each group in a shuffled order; gives the result, the answers, the log, and all groups."""
    order, answers, groups = random.Random(seed), [], []
    while True:
        log = []
        table = ScriptTable(answers, options, amendments, log)
        try:
            result = rule(*values, table)
        except Pending as pending:
            if not groups or len(pending.requests) >= len(groups[-1]) or pending.requests[0] not in groups[-1]:
                groups.append(pending.requests)
            request = order.choice(pending.requests)
            answers.append(Answer(request, answer(request)))
            continue
        table.finish()
        return result, answers, log, groups


def on_all_tables(rule, *values, law, will=by_default, n=1000, seed=1, amendments=(), options=None):
    """The one assertion about a rule: the same law by hand, by brute force and on EveryTable; and play keeps to it."""
    settings = {"will": will, "amendments": amendments, "options": options}
    expected = {value: weight for value, weight in law.items() if weight}
    assert exact(rule, *values, **settings) == expected
    assert brute(rule, *values, **settings) == expected
    fits(frequencies(rule, *values, n=n, seed=seed, **settings), expected, n)
    luck = Luck(seed, purpose="script")

    def answer(request):
        if isinstance(request, Check):
            return tuple(luck.face(g.die) for g in request.dice.groups() for _ in range(g.count))
        choice = will(request)
        return luck.choose(choice.options) if isinstance(choice, Mix) else choice

    for _ in range(6):
        result, answers, log, _ = scripted(rule, *values, answer=answer, amendments=amendments, options=options)
        assert set(outcomes_of(result)) <= set(expected)
        again = []
        table = ScriptTable(answers, options, amendments, again)
        assert rule(*values, table) == result
        table.finish()
        assert again == log
