"""Laws as rows of 64-bit words, so that one draw of 64 bits takes an outcome.

The highest bits of a draw choose a word, the lowest 32 are compared with its threshold: below it the word's first
outcome comes, otherwise its second. A row is a power of two wide.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["MOST", "NARROW", "chances", "row", "split"]

#: the most outcomes of one row: they are numbered with 16 bits, and the last number stands for all the others
MOST = (1 << 16) - 2
#: so many likely outcomes, and one for all others, are kept apart: a narrow row stays near the processor
NARROW = 31
SCALE = 1 << 32


def row(weights: Sequence[float]) -> tuple[int, list[int]]:
    """The number of bits that choose a word, and the words: `threshold << 32 | second << 16 | first`.

    Weights need not add up to 1. The same weights give the same words on every machine.
    """
    if not 0 < len(weights) <= MOST:
        raise ValueError(f"{len(weights)} outcomes in one row; expected 1 to {MOST}")
    bits = (len(weights) - 1).bit_length()
    width = 1 << bits
    total = sum(weights)
    share = [weight / total * width for weight in weights] + [0.0] * (width - len(weights))
    small = [i for i, part in enumerate(share) if part < 1]
    large = [i for i, part in enumerate(share) if part >= 1]
    words = [0] * width
    while small and large:
        poor, rich = small.pop(), large[-1]
        # a column of padding has threshold 0, so that its first outcome, which there is not, never comes
        words[poor] = _word(share[poor], poor if poor < len(weights) else rich, rich)
        share[rich] -= 1 - share[poor]
        if share[rich] < 1:
            small.append(large.pop())
    for i in (*small, *large):  # what rounding has left over: whole columns
        whole = i if i < len(weights) else max(range(len(weights)), key=lambda j: weights[j])
        words[i] = _word(1, whole, whole)
    return bits, words


def split(weights: Sequence[float]) -> tuple[list[int], list[int]]:
    """The places of the outcomes that a row should hold, and of those for which it should have one for all of them."""
    if len(weights) <= NARROW + 1:
        return list(range(len(weights))), []
    order = sorted(range(len(weights)), key=lambda place: -weights[place])
    return sorted(order[:NARROW]), sorted(order[NARROW:])


def _word(share: float, first: int, second: int) -> int:
    threshold = round(share * SCALE)
    if threshold >= SCALE:
        threshold, second = 0, first
    return threshold << 32 | second << 16 | first


def chances(bits: int, words: Sequence[int], outcomes: int) -> list[float]:
    """The chance of each outcome that a row gives; what `row` was given, but for its 32 bits."""
    found = [0.0] * outcomes
    for word in words:
        share = (word >> 32) / SCALE
        first, second = word & 0xFFFF, word >> 16 & 0xFFFF
        if share:
            found[first] += share / (1 << bits)
        found[second] += (1 - share) / (1 << bits)
    return found
