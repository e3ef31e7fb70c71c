"""Both write down in secret what they stake on the first blow; the higher stake has it, a coin settles ties."""

from affray.dice.checks import Check
from affray.dice.pools import nds
from affray.table import Question


def stake(who, purse):
    return Question(who, "stake", range(purse + 1), purse // 2, "toy.stake", secret=True)


def first_blow(purses, table):
    """Who strikes first, and what is left in both purses; purses are pairs of a name and a number."""
    (a, purse_a), (b, purse_b) = purses
    staked_a, staked_b = table.ask(stake(a, purse_a), stake(b, purse_b))
    left = (purse_a - staked_a, purse_b - staked_b)
    if staked_a != staked_b:
        return (a if staked_a > staked_b else b), left
    return table.last(Check(a, "coin", nds(1, 2)), tossed, a, b, left)


def tossed(face, a, b, left):
    return (a if face == 1 else b), left
