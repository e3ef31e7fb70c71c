"""Chances, bars and names as text, the same on every screen."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["bar", "chance", "spread", "visible"]

#: what would steer a terminal, and the sign that stands for it; line feeds and tabs are left to whoever lays text out
SIGNS = {
    **{code: chr(0x2400 + code) for code in range(32) if chr(code) not in "\n\t"},
    0x7F: "␡",
    **dict.fromkeys(range(0x80, 0xA0), "\ufffd"),
}
EIGHTHS = ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")


def chance(probability: float, digits: int = 1) -> str:
    """A probability in percent with that many digits; rare is not shown as never, nor likely as always."""
    percent, least = 100 * probability, 10.0**-digits
    if percent <= 0:
        return "0 %"
    if probability >= 1 - 1e-14:
        return "100 %"
    if percent < least / 2:
        return f"<{least:.{digits}f} %"
    if percent > 100 - least / 2:
        return f">{100 - least:.{digits}f} %"
    return f"{percent:.{digits}f} %"


def bar(share: float, width: int) -> str:
    """A bar for a share of 1, in eighths of a character."""
    eighths = round(share * width * 8)
    return "█" * (eighths // 8) + EIGHTHS[eighths % 8]


def spread(numbers: Iterable[int]) -> str:
    """From the least of some whole numbers to the greatest, "2 to 9"; one alone is "always" that."""
    found = sorted(numbers)
    if not found:
        return "none"
    return f"{found[0]:,} to {found[-1]:,}" if found[0] < found[-1] else f"always {found[0]:,}"


def visible(text: str) -> str:
    """Text that steers no terminal: a sign stands for each control character."""
    return text.translate(SIGNS)
