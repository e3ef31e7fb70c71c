"""The scripts of the recorded fights in examples/penetration: who does what, and the dice as they are typed in.

A script is a line of actions, faces and options; each stands for the next thing that the session waits for.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from affray.session import Session
from affray.systems.penetration.actions.kinds import Aim, Attack, Close, Cover, Drop, Pass, Ready
from scripts import typed_in

FOLDER = Path(__file__).parents[2] / "examples" / "penetration"

SCRIPTS: dict[str, list[Any]] = {
    "graks-defence": [
        *("basic", "basic", (1,), (4,)),
        *(Attack("Raider", "Grak", "sword"), (4,), (3, 1)),
        *(Attack("Grak", "Raider", "sword"), (2,), (4, 3)),
    ],
    "ultor-and-the-goblin": [
        *("basic", "basic", (6,), (1,)),
        Close("Goblin", "Ultor"),
        *(Attack("Goblin", "Ultor", "dagger"), (1,), (3, 3)),
        *(Attack("Ultor", "Goblin", "flail x2"), (6, 2), (5, 4), (4, 3)),
    ],
    "the-strangler": [
        *("basic", "basic", (6,), (2,)),
        Pass("Warder"),
        *(Attack("Strangler", "Warder", "great sword"), (3,), (4, 4)),
        *("basic", "basic", (6,), (1,)),
        *(Attack("Warder", "Strangler", "dagger"), (2,), (3, 3)),
        Ready("Strangler", "great sword", 1),
        *("basic", "basic", (6,), (1,)),
        *(Attack("Warder", "Strangler", "dagger"), (1,), (3, 5)),
        *(Attack("Strangler", "Warder", "unarmed"), (6, 3), (2, 4)),
    ],
    "archer-behind-a-tree": [
        *("aim", "basic", (6,), (1,)),
        Aim("Wil", "Sten"),
        Cover("Sten", "tree"),
        *(Attack("Sten", "Wil", "bow"), (2,), (6, 3)),
        *("aim", "basic", (6,), (1,)),
        Aim("Wil", "Sten"),
        *(Attack("Sten", "Wil", "bow"), (1,), (5, 4)),
        *("basic", "basic", (6,), (1,)),
        *(Attack("Wil", "Sten", "bow"), (6, 4), (3, 2), (4, 4)),
        Drop("Sten"),
        *(Attack("Sten", "Wil", "bow"), (3,), (4, 3)),
        *("basic", "basic", (6,), (1,)),
        *(Attack("Wil", "Sten", "bow"), (4,), (3, 3)),
    ],
    "two-berserkers": [
        *("headlong", "headlong", (4,), (2,)),
        Close("Hrolf", "Ketil"),
        *(Attack("Ketil", "Hrolf", "great sword"), (5,), (3, 2), (2, 3)),
        *(Pass("Hrolf"), Pass("Ketil")),
    ],
    "both-at-once": [
        *("basic", "basic", (3,), (3,)),
        *(Attack("Red", "Black", "flail x2"), (5,), (1, 2), (1, 2)),
        *(Attack("Black", "Red", "flail x2"), (6, 1), (2, 2), (1, 1)),
    ],
}


def scripted(name: str) -> tuple[Session, str]:
    """That fight played by its script, every die typed in, and its record as text."""
    return typed_in(FOLDER / f"{name}.toml", SCRIPTS[name])
