"""Chances and bars as text, the same on every screen."""

from __future__ import annotations

__all__ = ["bar", "chance"]

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
