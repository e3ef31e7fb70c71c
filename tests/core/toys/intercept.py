"""An arrow flies; whoever stands by may step into its way, and the first on the list who does is the one it meets."""

from affray.dice.checks import Check
from affray.dice.pools import nds
from affray.table import Question


def may_intercept(who):
    return Question(who, "intercept", ("pass", "intercept"), "pass", "toy.intercept")


def arrow(bystanders, table):
    """Who is struck, and how hard: two dice of 7 or more hit, a die is the harm; the window opens before the dice."""
    said = table.ask(*[may_intercept(who) for who in bystanders]) if bystanders else ()
    answers = (said,) if len(bystanders) == 1 else said
    struck = next((who for who, answer in zip(bystanders, answers, strict=True) if answer == "intercept"), "target")
    if table.roll(Check("archer", "shot", nds(2, 6))) < 7:
        return struck, 0
    return table.last(Check("archer", "harm", nds(1, 6)), harmed, struck)


def harmed(points, struck):
    return struck, points
