"""`affray tactics`: every way in which the program can play somebody is listed, and can be ordered as it is listed."""

from __future__ import annotations

from pathlib import Path

import pytest
from terminal import affray, refused

from affray.arena.tactics import AIMS, SHARES
from affray.system import find_system

SYSTEM = find_system("opposed-2d6")


def test_all_ways_are_listed() -> None:
    said = affray("tactics", "opposed-2d6")
    assert (said.code, said.err) == (0, "")
    lines = [line.strip() for line in said.out.splitlines()]
    assert all(lines), "a blank line"
    assert len(lines) == 4 + len(AIMS) + len(SYSTEM.plans) + len(SHARES) + len(SYSTEM.orders)
    for word, help_ in SYSTEM.plans.items():
        assert any(line.startswith(f"{word} ") and line.endswith(help_) for line in lines)
    assert any(line.split() == ["guard", "parry,", "dodge,", "resist,", "none"] for line in lines)


def test_the_same_as_data() -> None:
    data = affray("tactics", "opposed-2d6", "--json").json
    assert set(data) == {"aims", "plans", "shares", "orders"}
    assert list(data["aims"]) == list(AIMS)
    assert data["plans"] == dict(SYSTEM.plans)
    assert list(data["shares"]) == list(SHARES)
    assert data["orders"] == {key: list(options) for key, options in SYSTEM.orders.items()}
    assert all(data["aims"].values())


def test_an_unknown_system_is_refused() -> None:
    assert refused("tactics", "oposed-2d6").startswith("affray: unknown system 'oposed-2d6'")


@pytest.mark.parametrize(("order", "words"), [("aim", list(AIMS)), ("plan", list(SYSTEM.plans))])
def test_what_is_listed_can_be_ordered(equals: Path, order: str, words: list[str]) -> None:
    text = equals.read_text(encoding="utf-8")
    for word in words:
        equals.write_text(text + f'orders = {{ {order} = "{word}" }}\n', encoding="utf-8")
        assert affray("check", equals).code == 0
    equals.write_text(text + f'orders = {{ {order} = "frob" }}\n', encoding="utf-8")
    assert affray("check", equals).code == 2
