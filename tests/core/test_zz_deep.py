"""`sub`, `then` and `last` are ways to say it, never other rules: a random rule has one law however it is said."""

from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st
from toys import play

from affray.dice.checks import Check, Contest, Modifier, Tally
from affray.dice.pools import nds
from affray.every import EveryTable, odds
from affray.luck import Luck
from affray.table import Amendment, Answer, Mix, Pending, Question, RandomTable, ScriptTable

PEOPLE, PURPOSES = "AB", ("hit", "save")


@dataclass(frozen=True)
class Node:
    """A step of a random rule: `said` tells how it is said, the branches follow what came of it."""

    said: str  # roll | contest | group | ask | count | sub | then | last
    who: str
    purpose: str
    sides: int
    branches: tuple["Node", ...] = ()


def check(node, who=None):
    return Check(who or node.who, node.purpose, nds(1, node.sides), (Modifier("skill", 1),))


def other(node):
    return "B" if node.who == "A" else "A"


def roll_of(node):
    return Contest(check(node), check(node, other(node))) if node.said == "contest" else check(node)


def play_tree(node, so_far, words, table):
    """The rule that a node is, from the numbers so far; without `words` every inner rule is a plain call."""
    match node.said:
        case "leaf":
            return so_far
        case "roll" | "contest":
            seen = table.roll(roll_of(node))
        case "group":
            seen = sum(table.roll(check(node), check(node, other(node))))
        case "ask":
            seen = table.ask(Question(node.who, "way", range(node.sides), 0))
        case "count":
            seen = table.count(Tally(node.who, "TN", (Modifier("base", node.sides),)))
        case "sub":
            inner = _branch(node, 0)
            seen = table.sub(play_tree, inner, 0, words) if words else play_tree(inner, 0, words, table)
        case "then":
            branch = _branch(node, so_far)
            return table.then(play_tree, branch, so_far, words) if words else play_tree(branch, so_far, words, table)
        case "last":
            if words:
                return table.last(roll_of(node), added, so_far)
            return added(table.roll(roll_of(node)), so_far)
    return play_tree(_branch(node, seen), so_far + seen, words, table)


def _branch(node, seen):
    return node.branches[seen % len(node.branches)] if node.branches else LEAF


def added(value, so_far):
    return so_far + value


LEAF = Node("leaf", "A", "hit", 1)

words = st.sampled_from(["roll", "contest", "group", "ask", "count", "sub", "then", "last"])
fields = {"who": st.sampled_from(PEOPLE), "purpose": st.sampled_from(PURPOSES), "sides": st.integers(2, 3)}
leaves = st.builds(Node, said=st.sampled_from(["roll", "last", "leaf", "contest"]), **fields)
trees = st.recursive(
    leaves,
    lambda inner: st.builds(Node, said=words, branches=st.lists(inner, min_size=1, max_size=2).map(tuple), **fields),
    max_leaves=6,
)
amendments = st.lists(
    st.builds(
        Amendment,
        name=st.sampled_from(["bless", "skill", "base"]),
        value=st.sampled_from([None, 1, -2, 5]),
        who=st.sampled_from(["", "A", "B"]),
        purpose=st.sampled_from(["", "hit", "save", "TN"]),
        lasting=st.booleans(),
    ),
    max_size=3,
).map(tuple)


def will(question):
    """One side decides by lot, the other always the same way."""
    return Mix(tuple((way, 1 + way) for way in question.options)) if question.who == "A" else question.default


@settings(max_examples=500, deadline=None)
@given(trees, amendments)
def test_words_change_no_law_with_or_without_rulings(tree, rulings):
    law = play.exact(play_tree, tree, 0, True, will=will, amendments=rulings)
    assert sum(law.values()) == 1
    assert law == play.exact(play_tree, tree, 0, False, will=will, amendments=rulings)
    assert law == play.brute(play_tree, tree, 0, True, will=will, amendments=rulings)


@settings(max_examples=500, deadline=None)
@given(trees, amendments)
def test_laws_in_floats_are_those_in_fractions(tree, rulings):
    exact = play.exact(play_tree, tree, 0, True, will=will, amendments=rulings)
    floats = odds(play_tree, tree, 0, True, will=will, amendments=rulings)
    assert set(floats.weights) == set(exact)
    assert all(abs(floats.weights[value] - float(weight)) < 1e-12 for value, weight in exact.items())


@settings(max_examples=500, deadline=None)
@given(trees, amendments, st.integers())
def test_random_play_stays_within_the_law(tree, rulings, seed):
    exact = play.exact(play_tree, tree, 0, True, will=will, amendments=rulings)
    luck = Luck(seed)
    for _ in range(5):
        assert play_tree(tree, 0, True, RandomTable(luck, will, amendments=rulings)) in exact


@settings(max_examples=500, deadline=None)
@given(trees, amendments, st.integers(0, 4), st.data())
def test_odds_of_what_is_to_come_are_those_of_play_from_there(tree, rulings, count, data):
    """The answers given so far are kept to: every law is the mean of the laws after each next die."""
    answers = _some_answers(tree, rulings, count, data)
    table = EveryTable(None, will, rulings, exact=True, answers=answers)
    law = table.law(play_tree, tree, 0, True)
    assert sum(law.weights.values()) == 1
    assert dict(law.weights) == play.brute(play_tree, tree, 0, True, will=will, amendments=rulings, answers=answers)


def _some_answers(tree, rulings, count, data):
    answers = ()
    for _ in range(count):
        try:
            play_tree(tree, 0, True, ScriptTable(answers, None, rulings))
        except Pending as pending:
            request = data.draw(st.sampled_from(pending.requests))
            if isinstance(request, Check):
                value = data.draw(st.sampled_from(play.all_faces(request.dice)))
            else:
                value = data.draw(st.sampled_from(request.options))
            answers = (*answers, Answer(request, value))
        else:
            break
    return answers
