from __future__ import annotations

import pytest

from affray.figures import bar, chance, spread, visible


@pytest.mark.parametrize(
    ("probability", "digits", "text"),
    [
        (0, 1, "0 %"),
        (1, 1, "100 %"),
        (0.5, 2, "50.00 %"),
        (1e-9, 2, "<0.01 %"),
        (0.0004, 1, "<0.1 %"),
        (0.0006, 1, "0.1 %"),
        (0.999999, 2, ">99.99 %"),
        (1 - 1e-13, 1, ">99.9 %"),
        (1 - 1e-16, 1, "100 %"),
        (1 / 36, 2, "2.78 %"),
        (1 / 36, 1, "2.8 %"),
    ],
)
def test_rare_is_not_never_and_likely_not_always(probability: float, digits: int, text: str) -> None:
    assert chance(probability, digits) == text


@pytest.mark.parametrize(("share", "text"), [(0, ""), (1, "████"), (0.5, "██"), (1 / 32, "▏"), (9 / 32, "█▏")])
def test_bars_grow_by_eighths(share: float, text: str) -> None:
    assert bar(share, 4) == text


def test_control_characters_are_shown_and_never_sent() -> None:
    assert visible("a\x1b[2J\x07\r\x7f\x9b b") == "a␛[2J␇␍␡\ufffd b"
    assert visible("Bjørn\n\tMüller ½") == "Bjørn\n\tMüller ½"


@pytest.mark.parametrize(("numbers", "text"), [([], "none"), ([4, 4], "always 4"), ([9, 2, 1000], "2 to 1,000")])
def test_numbers_are_told_from_the_least_to_the_greatest(numbers: list[int], text: str) -> None:
    assert spread(numbers) == text
