"""The scripts of the recorded fights in examples/opposed-2d6: who does what, and the dice as they are typed in.

A script is a line of actions, faces and options; each stands for the next thing that the session waits for.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

from affray.dice.checks import Check
from affray.encounter import Encounter
from affray.session import Session
from affray.systems.opposed import SYSTEM
from affray.systems.opposed.actions.kinds import Attack, Control, Grapple, Pass, Struggle, Switch
from scripts import typed_in

FOLDER = Path(__file__).parents[2] / "examples" / "opposed-2d6"

SCRIPTS: dict[str, list[Any]] = {
    "poisoned-blade": [
        *((5, 3), (2, 4)),
        *(Attack("Dodo", "Grell", "long knife"), (6, 5), "parry", (3, 4)),
        Pass("Grell"),
        *((5, 3), (2, 4)),
        *(Attack("Dodo", "Grell", "long knife"), (6, 5), "parry", (3, 4)),
        *(Attack("Grell", "Dodo", "sword"), (4, 2), "parry", (3, 3)),
    ],
    "jobo-and-the-nymph": [
        *((2, 4), (5, 3)),
        *(Attack("Nymph", "Jobo", "thrown knife"), (1, 1), "dodge", (2, 3)),
        *(Attack("Jobo", "Nymph", "sword"), (6, 3), "dodge", (1, 1)),
    ],
    "damens-maneuver": [
        *((4, 4), (3, 2)),
        *(Attack("Damen", "Rusk", "sword", damage=1), (5, 3), "parry", (2, 3)),
        *(Attack("Rusk", "Damen", "axe"), (3, 3), "parry", (4, 4)),
    ],
    "boogs-centipede": [
        *((4, 3), (1, 2), (6, 5)),
        *(Attack("Raider", "Centipede", "great club"), (4, 3), "dodge", (4, 3)),
        *((2, 3), (4, 3)),
        *(Control("Boog"), (5, 4)),
        Attack("Centipede", "Raider", "bite"),
        *((3, 3), "dodge", (6, 4)),
    ],
    "vaxuz-changes-his-mind": [
        "magic",
        *((6, 6), (1, 1), (3, 1)),
        Switch("Vaxuz"),
        Pass("Guard 2"),
        *(Attack("Guard 1", "Vaxuz", "spear"), (3, 2), "dodge", (5, 4)),
        *(Attack("Vaxuz", "Guard 2", "sword"), (6, 4), "dodge", (2, 3)),
    ],
    "hold-fast": [
        *((5, 3), (2, 3)),
        *(Grapple("Orrin", "Pell"), (5, 4), "dodge", (3, 4)),
        *(Struggle("Pell", "Orrin"), (3, 4), (4, 4)),
        *((5, 3), (4, 3)),
        *((3, 4), (4, 5)),
        Pass("Orrin"),
        *(Attack("Pell", "Orrin", "dagger"), (5, 4), "dodge", (2, 2)),
    ],
    "vicker-and-fiben": [
        *((5, 5), (2, 3)),
        *(Attack("Vicker", "Fiben", "Vicker's weapon"), (4, 3), "parry", (4, 2)),
    ],
    "hodo-and-gaba": [
        *((5, 3), (2, 3)),
        *(Attack("Hodo", "Gaba", "axe"), (1, 1)),
        *(Attack("Gaba", "Hodo", "dagger"), (6, 5), "none"),
        Pass("Gaba"),
    ],
    "drakes-and-a-fairy": [
        *((6, 5), (5, 4), (1, 1)),
        *(Attack("Drake", "Fairy", "claws"), (3, 3), "dodge", (3, 3)),
        *(Attack("Old Drake", "Fairy", "claws"), (3, 3), "dodge", (3, 3)),
    ],
}


def scripted(name: str) -> tuple[Session, str]:
    """That fight played by its script, every die typed in, and its record as text."""
    return typed_in(FOLDER / f"{name}.toml", SCRIPTS[name])


def wild_play(encounter: Encounter, seed: int, turns: int = 80) -> Session:
    """A fight in which everybody does whatever is allowed, rather what has been done less often so far.

    Leaving the fight is for later, so that there is one.
    """
    chance = random.Random(seed)
    session = Session(SYSTEM, encounter, seed=seed)
    session.start()
    done: Counter[str] = Counter()
    for turn in range(turns):
        while session.requests:
            request = session.requests[0]
            assert not isinstance(request, Check)
            session.answer(chance.choice(list(request.options)), request)
        if session.over:
            break
        offers = [offer for offer in session.offers() if turn > turns // 2 or offer.kind not in ("flee", "surrender")]
        rarest = min(done[offer.kind] for offer in offers)
        rare = [offer for offer in offers if done[offer.kind] == rarest]
        chosen = chance.choice(rare if rarest == 0 or chance.random() < 0.4 else offers)
        done[chosen.kind] += 1
        session.act(chance.choice(chosen.examples))
    return session
