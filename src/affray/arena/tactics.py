"""What a fighter does when nobody plays it: whom it aims at, and how it answers the rules' questions.

A tactic knows the `System` protocol only. Standing orders of a fighter go first:
`{"aim": "weakest", "guard": "parry"}`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from affray.encounter import Encounter
from affray.errors import BadValue, NotNow
from affray.luck import Luck
from affray.system import Action, System
from affray.table import Mix, Question, Will

__all__ = ["AIMS", "Tactic", "most_actions", "ordered", "wrong_with"]

#: the most actions in one round: so many, and so many more for each fighter; some rounds never end
ACTIONS, ACTIONS_EACH = 100, 20


def _share_lost(system: System, fighter: Any) -> float:
    track = system.tracks(fighter)[0]
    return (track.full - track.left) / track.full if track.full else 0.0


def _left(system: System, fighter: Any) -> int:
    return sum(track.left for track in system.tracks(fighter))


#: how to choose among targets: a key that sorts the best first; ties go by roster
AIMS: dict[str, Callable[[System, Encounter, str, Any], float]] = {
    "nearest": lambda system, encounter, who, foe: encounter.distance(who, foe.id),
    "weakest": lambda system, encounter, who, foe: _left(system, foe),
    "strongest": lambda system, encounter, who, foe: -_left(system, foe),
    "hurt": lambda system, encounter, who, foe: -_share_lost(system, foe),
    "focus": lambda system, encounter, who, foe: encounter.fighter(who).foe != foe.id,
    "random": lambda system, encounter, who, foe: 0,
}


def ordered(text: str, question: Question) -> str | int | Mix | None:
    """A standing order applied to a question: the first of its preferences that is open, or a mix, or None.

    "parry, dodge" is a list of preferences; "parry:2, dodge:1" a weighted mix of those that are open.
    """
    wishes = [wish.strip() for wish in text.split(",") if wish.strip()]
    if any(":" in wish for wish in wishes):
        weighted = []
        for wish in wishes:
            name, _, weight = wish.partition(":")
            option = _among(name.strip(), question)
            if option is not None:
                weighted.append((option, _weight(weight, text)))
        return Mix(tuple(weighted)) if weighted else None
    return next((option for wish in wishes if (option := _among(wish, question)) is not None), None)


def wrong_with(key: str, text: Any, options: Sequence[str]) -> str:
    """What a standing order for `key` would have to be, in words, if `text` is none; "" where it is one.

    An aim is a single name of `AIMS`; any other order is a list or a mix of the question's options, or "ask".
    """
    known = tuple(AIMS) if key == "aim" else (*options, "ask")
    wishes = [text] if key == "aim" or not isinstance(text, str) else text.split(",")
    try:
        for wish in wishes:
            name, colon, weight = str(wish).partition(":")
            if name.strip().lower() not in known or (colon and key == "aim"):
                return " | ".join(known)
            if colon:
                _weight(weight, str(text))
    except BadValue as error:
        return error.allowed
    return ""


def _among(name: str, question: Question) -> str | int | None:
    return next((option for option in question.options if str(option).lower() == name.lower()), None)


def _weight(text: str, order: str) -> float:
    try:
        weight = float(text or 1)
    except ValueError:
        weight = -1.0
    if not 0 < weight < float("inf"):
        raise BadValue("standing order", order, "weights above 0, as in 'parry:2, dodge:1'")
    return weight


def most_actions(encounter: Encounter) -> int:
    """How many actions a round may have before the program takes it for one that never ends."""
    return ACTIONS + ACTIONS_EACH * len(encounter.fighters)


@dataclass(frozen=True)
class Tactic:
    """How the program plays a fighter whose own orders do not say otherwise; `aim` is one of `AIMS`."""

    aim: str = "nearest"

    def __post_init__(self) -> None:
        if self.aim not in AIMS:
            raise BadValue("aim", self.aim, " | ".join(AIMS))

    def choose(self, system: System, encounter: Encounter, luck: Luck) -> Action:
        """The action for whoever has the decision now."""
        step = encounter.step
        if step is None:
            raise NotNow("tactic", "no decision is due")
        foes = [f for f in encounter.foes(step.who) if system.able(f, encounter.options)]
        aim = dict(encounter.fighter(step.who).orders).get("aim", self.aim).strip().lower()
        if aim == "random":
            foes = [foes[luck.below(len(foes))]] if foes else []
        elif len(foes) > 1:
            foes.sort(key=lambda foe: AIMS[aim](system, encounter, step.who, foe))
        return system.habit(encounter, step.who, tuple(foe.id for foe in foes))

    def will(self, encounter: Encounter) -> Will:
        """How questions are answered in that encounter: by standing orders, else as the rule suggests."""
        orders = {f.id: dict(f.orders) for f in encounter.fighters}

        def answer(question: Question) -> str | int | Mix:
            order = orders.get(question.who, {}).get(question.key)
            given = ordered(order, question) if order else None
            return question.default if given is None else given

        return answer
