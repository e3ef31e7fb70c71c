"""Names that people can use: some words and signs would mean something else wherever a name is typed or written."""

from __future__ import annotations

__all__ = ["wrong_with_name", "wrong_with_person", "wrong_with_thing"]

SIGNS = {
    ",": "a comma separates names in lists",
    "=": 'a sign "=" parts a name from its value',
}
#: what no fighter can be called, in small letters
WORDS = {
    "none": "the word means nobody, and nothing",
    "attacker": "the word means whoever attacks",
    "target": "the word means whoever is attacked",
    "always": "the word ends a ruling for good",
}


def wrong_with_name(name: str) -> str:
    """Why nobody and nothing can have that name, in words; "" where it can be."""
    return next((why for sign, why in SIGNS.items() if sign in name), "")


def wrong_with_thing(name: str) -> str:
    """Why nothing that somebody has or has not can have that name, in words; "" where it can be."""
    return wrong_with_name(name) or ("the word means nothing at all" if name.strip().lower() == "none" else "")


def wrong_with_person(name: str) -> str:
    """Why no fighter can have that name, in words; "" where it can be."""
    return wrong_with_name(name) or WORDS.get(name.strip().lower(), "")
