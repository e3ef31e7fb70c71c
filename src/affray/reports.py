"""Many fights and exact duels as English lines: the command line and the web say the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from affray.arena.summary import Summary
from affray.figures import chance, spread
from affray.statistics import Estimate, mean

if TYPE_CHECKING:
    from affray.duel import DuelLaw

__all__ = [
    "CHANCES",
    "DUEL_CHANCES",
    "chance_rows",
    "duel_lines",
    "duel_rows",
    "dueled",
    "precision_line",
    "simulated",
    "simulated_lines",
]

#: the columns of `chance_rows`
CHANCES = ("", "wins", "95 % interval")


def simulated(summary: Summary, duel: Sequence[str] = ()) -> str:
    """What was simulated, in a line: how many fights, or duels of two, what played them, and with whose dice."""
    what = f"{' against '.join(duel)}: " if duel else ""
    kind = ("duel" if duel else "fight") + ("" if summary.fights == 1 else "s")
    return f"{what}{summary.fights:,} {kind} by the {summary.engine}, seed {summary.seed}"


def chance_rows(
    summary: Summary, names: Mapping[str, str] | None = None
) -> list[tuple[tuple[str, str, str], Estimate]]:
    """The cells below `CHANCES` for each side, for a draw and for fights without an end, each with its numbers.

    `names` are what sides are called, where that is not their own name.
    """
    chances = [((names or {}).get(side, side), summary.chance(side)) for side in summary.sides]
    chances += [("nobody is left", summary.draw_chance), ("undecided: round limit", summary.limit_chance)]
    digits = _digits(summary.fights)
    return [
        ((name, chance(found.chance, digits), f"{chance(found.low, digits)} to {chance(found.high, digits)}"), found)
        for name, found in chances
    ]


def simulated_lines(summary: Summary, names: Mapping[str, str] | None = None) -> list[str]:
    """How long the fights were, what was left of each side, who dropped out first, and what else there is to tell."""
    digits, names = _digits(summary.fights), names or {}
    lines = [f"rounds: {mean(summary.rounds):.2f} on average, {spread(summary.rounds)}"]
    for side in summary.sides:
        counts = summary.survivors[side]
        shares = ", ".join(f"{n}: {chance(times / summary.fights, digits)}" for n, times in sorted(counts.items()))
        told = spread(counts) if len(counts) > SHARES_TOLD else shares
        left = f"; points left: {mean(summary.left[side]):.2f}" if summary.left[side] else ""
        lines.append(f"{names.get(side, side)} alive at the end: {mean(counts):.2f} on average ({told}){left}")
    if not summary.roster:
        return lines
    lost = (f"{names.get(side, side)} {summary.loss_per_round(side):.2f}" for side in summary.sides)
    lines.append(f"points lost in a round: {', '.join(lost)}")
    first = {names.get(side, side): summary.first_of(side) for side in summary.sides}
    if len(summary.sides) < len(summary.roster) <= SHARES_TOLD:
        first = dict(summary.first)
    first = {**first, "nobody": summary.fights - sum(summary.first.values())}
    told = ", ".join(f"{who} {chance(times / summary.fights, digits)}" for who, times in first.items() if times)
    lines.append(f"first to drop out: {told}")
    if summary.weaker:
        wins = chance(summary.chance(summary.weaker).chance, digits)
        lines.append(f"upset: {names.get(summary.weaker, summary.weaker)}, with fewer points at the start, wins {wins}")
    return lines


def precision_line(summary: Summary, asked: float, names: Mapping[str, str] | None = None) -> str:
    """How exactly the first side's chance is known, beside how exactly it was to be known."""
    side = (names or {}).get(summary.sides[0], summary.sides[0])
    return f"precision: {side} wins ± {100 * summary.half_width:.2g} %; ± {100 * asked:.4g} % was asked for"


#: of more numbers than this, only the least and the greatest are told
SHARES_TOLD = 6


def _digits(fights: int) -> int:
    """As many digits of a percentage as so many fights can tell."""
    return 1 + (fights >= 100_000) + (fights >= 10_000_000)


#: the columns of `duel_rows`
DUEL_CHANCES = ("", "wins")


def dueled(law: DuelLaw) -> str:
    """What was worked out, in a line: who fights whom, and that no dice were thrown for it."""
    one, other = law.fighters
    return f"{one} against {other}: exact, {law.states:,} state{'' if law.states == 1 else 's'}"


def duel_rows(law: DuelLaw) -> list[tuple[tuple[str, str], float]]:
    """The cells below `DUEL_CHANCES` for both fighters and for all else that can become of it, each with its chance."""
    chances = [(who, law.wins[side]) for who, side in zip(law.fighters, law.sides, strict=True)]
    chances.append(("nobody is left", law.draws))
    if law.stalemate:
        chances.append(("nobody: stalemate", law.stalemate))
    chances.append(("undecided: round limit", law.limit))
    return [((name, chance(found, EXACT_DIGITS)), found) for name, found in chances]


def duel_lines(law: DuelLaw) -> list[str]:
    """Why it can come to a stalemate, how long it is, who acts first, and what is left of whoever stands at the end."""
    lines = [f"stalemate: {law.reason}"] if law.stalemate else []
    if law.rounds:
        until = _reached(law.rounds, 0.5), _reached(law.rounds, 0.95)
        lines.append(f"rounds: {law.mean:.2f} on average; half are over after {until[0]:,}, 95 % after {until[1]:,}")
    if any(law.first.values()):
        first = ", ".join(f"{who} {chance(likely, EXACT_DIGITS)}" for who, likely in law.first.items())
        lines.append(f"acts first in round 1: {first}")
    for who in law.fighters:
        left = law.remaining(who)
        if left:
            average = sum(points * likely for points, likely in left.items())
            lines.append(f"{who}, if it stands at the end: {average:.2f} points left on average, {spread(left)}")
    lines.append(f"left out: {law.cut:.1e}, in states that next to nothing leads to")
    return lines


#: digits of a percentage that is exact
EXACT_DIGITS = 2


def _reached(law: Mapping[int, float], share: float) -> int:
    """The least number that the share of a law does not go beyond."""
    left = share * sum(law.values())
    for number, likely in sorted(law.items()):
        left -= likely
        if left <= 0:
            return number
    return max(law)
