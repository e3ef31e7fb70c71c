"""Fights and play for the contract suite: everything here knows the `System` protocol and nothing of any system."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
from typing import Any, get_args

import pytest

from affray.dice.checks import Check
from affray.encounter import Encounter
from affray.errors import InputError
from affray.fightfile import parse_fight
from affray.records import Recorder
from affray.rulings import Amend, Join, Leave, Reorder, Ruling, SetFact, SetValue, Withdraw
from affray.session import Session
from affray.system import Action, System, find_system, system_names
from affray.table import Amendment, Question, Request

SYSTEMS = tuple(find_system(name) for name in system_names())
every_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
DISTANCES = (0, 1, 2, 6, 20, 40)


def template(system: System) -> Encounter:
    """The fight that the system shows as an example."""
    return parse_fight(system.template()).encounter


def drawn(system: System, chance: random.Random, most: int = 4) -> Encounter:
    """A fight drawn by lot: two to `most` creatures of the armoury on two sides, a distance, now and then a switch."""
    creatures = list(system.armoury()["creatures"])
    lines = [f"system = {json.dumps(system.name)}", f"distance = {chance.choice(DISTANCES)}", "[options]"]
    for switch in system.switches:
        if chance.random() < 0.15:
            lines.append(f"{json.dumps(switch.name)} = {json.dumps(chance.choice(list(switch.allowed)))}")
    for number in range(chance.randint(2, most)):
        lines += ["[[fighter]]", f"from = {json.dumps(chance.choice(creatures))}", f'name = "{"ABCDEF"[number]}"']
        lines.append(f'side = "{"red" if number == 0 else "blue" if number == 1 else chance.choice(("red", "blue"))}"')
    return parse_fight("\n".join(lines)).encounter


def fights(system: System, seed: int, count: int) -> Iterator[Encounter]:
    """The template's fight, then fights drawn by lot."""
    chance = random.Random(f"{system.name}/{seed}")
    yield template(system)
    for _ in range(count - 1):
        yield drawn(system, chance)


def begun(encounter: Encounter, system: System, seed: int | str = 0, **settings: Any) -> Session:
    """A session that stands at its first decision."""
    session = Session(system, encounter, seed=seed, **settings)
    session.start()
    return session


def recorded(session: Session) -> list[str]:
    """The lines of a session's record."""
    stream = io.StringIO()
    recorder = Recorder(session, stream)
    recorder.begin()
    recorder.close()
    return stream.getvalue().splitlines()


def situations(system: System, seed: int, count: int) -> Iterator[tuple[Encounter, tuple[Action, ...]]]:
    """Encounters at a decision with the examples that are on offer there, from the course of several fights."""
    chance = random.Random(f"situations/{seed}")
    for number, encounter in enumerate(fights(system, seed, count)):
        session = begun(encounter, system, number)
        answer_all(session, chance)
        for _ in range(12):
            if session.over:
                break
            yield session.encounter, examples(session)
            session.act(chance.choice(examples(session)))
            answer_all(session, chance)


def aimed(system: System, seed: int, count: int, stride: int = 5) -> list[tuple[Encounter, Action]]:
    """Actions that are done to somebody with dice, from situations of all kinds."""
    found = [
        (encounter, action)
        for encounter, actions in situations(system, seed, count)
        for action in actions
        if action.harmful
    ]
    return found[::stride]


def played(system: System, number: int) -> Session:
    """A fight with choices at random and every die the program's."""
    chance = random.Random(f"played/{number}")
    session = begun(drawn(system, chance), system, number)
    for _ in range(14):
        answer_all(session, chance)
        if session.over:
            break
        session.act(chance.choice(examples(session)))
    answer_all(session, chance)
    return session


def examples(session: Session) -> tuple[Action, ...]:
    """Every example of every kind of action on offer."""
    return tuple(action for offer in session.offers() for action in offer.examples)


def spelled_out(system: System, encounter: Encounter, who: str, most: int = 400) -> Iterator[Action]:
    """Actions of `who` from the whole of every domain, legal or not."""
    for kind, domains in system.domains(encounter, who).items():
        for values in islice(product(*domains.values()), most):
            yield system.actions[kind](who, **dict(zip(domains, values, strict=True)))


def answer_all(session: Session, chance: random.Random) -> None:
    """Answer whatever is open, at random and in a random order."""
    while session.requests:
        request = chance.choice(session.requests)
        session.answer(random_answer(request, chance), request)


def random_answer(request: Request, chance: random.Random) -> Any:
    """Faces that the dice can show, or one of the options."""
    if isinstance(request, Question):
        return chance.choice(request.options)
    return thrown(request, chance)


def thrown(check: Check, chance: random.Random) -> tuple[int, ...]:
    """Faces for a check, as thrown by hand."""
    faces: list[int] = []

    def die(asked: Any) -> int:
        faces.append(chance.randint(asked.low, asked.high))
        return faces[-1]

    check.reading(die)
    return tuple(faces)


# -- rulings -----------------------------------------------------------------------------------------------------


def random_ruling(system: System, encounter: Encounter, chance: random.Random) -> Ruling:
    """Some ruling; not every one of them can be carried out (`InputError` then)."""
    who = chance.choice(encounter.ids)
    other = chance.choice(("", *encounter.ids))
    match chance.randrange(8):
        case 0 | 1:
            lasting = chance.random() < 0.3
            return Amend(Amendment("luck", chance.randint(-3, 3), chance.choice(("", who)), lasting=lasting))
        case 2:
            return Withdraw("luck")
        case 3:
            return Reorder(who, other)
        case 4:
            return Join(replace(encounter.fighter(who), id=f"Guest {chance.randrange(100)}"), other)
        case 5 if len(encounter.fighters) > 2:
            return Leave(who)
        case 6 if system.scene.model_fields:
            name = chance.choice(list(system.scene.model_fields))
            allowed = get_args(system.scene.model_fields[name].annotation) or (True, False, 0, 1)
            return SetFact(name, chance.choice(allowed))
        case _:
            name = chance.choice(list(system.settable(encounter.fighter(who))))
            return SetValue(who, name, _some_value(system.settable(encounter.fighter(who))[name], chance))


def _some_value(allowed: str, chance: random.Random) -> Any:
    """A value from the words in which `settable` describes what there may be."""
    if allowed.startswith("a whole number"):
        low, high = allowed.removeprefix("a whole number from ").split(" to ")
        return max(int(low), min(int(high), chance.randint(-2, 12)))
    return chance.choice([word.strip() for word in allowed.replace(";", "|").split("|")])


def try_ruling(session: Session, chance: random.Random) -> Ruling | None:
    """Let the game master rule something; None where that could not be done and, so, changed nothing."""
    ruling, before = random_ruling(session.system, session.encounter, chance), session.encounter
    try:
        session.rule(ruling)
    except InputError:
        assert session.encounter == before
        return None
    return ruling
