"""What a fighter does when nobody plays it: whom it aims at, and how it answers the rules' questions.

A tactic knows the `System` protocol only. Standing orders of a fighter go first:
`{"aim": "weakest", "guard": "parry"}`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any, NamedTuple

from affray.encounter import Encounter
from affray.errors import BadValue, BrokenPromise, NotNow, UnknownName
from affray.luck import Luck
from affray.options import Options
from affray.system import Action, System
from affray.table import Mix, Question, Will

__all__ = ["AIMS", "AIM_HELP", "NEVER", "SHARES", "STYLE", "Style", "Tactic", "most_actions", "ordered", "wrong_with"]

#: standing orders that say from which share of the first track on something is done
SHARES = ("retreat", "surrender")
#: standing orders that say how a fighter is played; the others answer questions
STYLE = ("aim", "plan", *SHARES)
#: fewer points than anybody can have
NEVER = -1_000_000_000
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


#: the aims in a few words each, for people
AIM_HELP: dict[str, str] = {
    "nearest": "whoever is nearest",
    "weakest": "whoever has the fewest points left",
    "strongest": "whoever has the most points left",
    "hurt": "whoever has lost the largest share of them",
    "focus": "whoever was the target before, until it is out",
    "random": "anybody, each as likely as the other, for a turn",
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

    An aim is a single name of `AIMS`, a plan one of the system's; to retreat or to surrender takes a share such as
    "25%"; any other order is a list or a mix of the question's options, or "ask".
    """
    if key in SHARES:
        return "" if _share(text) is not None else "a share of the points, '0%' to '100%'"
    single = key in ("aim", "plan")
    known = tuple(AIMS) if key == "aim" else tuple(options) if key == "plan" else (*options, "ask")
    wishes = [text] if single or not isinstance(text, str) else text.split(",")
    try:
        for wish in wishes:
            name, colon, weight = str(wish).partition(":")
            if name.strip().lower() not in known or (colon and single):
                return " | ".join(known)
            if colon:
                _weight(weight, str(text))
    except BadValue as error:
        return error.allowed
    return ""


def _share(text: Any) -> Fraction | None:
    """A share such as "25%" of a number, None if it is none."""
    number, sign, rest = str(text).strip().partition("%")
    if not sign or rest or not number.strip().replace(".", "", 1).isdecimal():
        return None
    share = Fraction(number.strip()) / 100
    return share if share <= 1 else None


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


class Style(NamedTuple):
    """How one fighter is played: aim and plan by name, and the points at or below which it retreats or surrenders."""

    aim: str
    plan: str
    retreat: int
    surrender: int


@dataclass(frozen=True)
class Tactic:
    """How the program plays a fighter whose own orders do not say otherwise.

    `aim` is one of `AIMS`, `plan` one of the system's, the usual one if it is ""; `retreat` and `surrender` are shares
    of the first track such as "25%", at or below which that is done, never if they are "".
    """

    aim: str = "nearest"
    plan: str = ""
    retreat: str = ""
    surrender: str = ""

    def __post_init__(self) -> None:
        if self.aim not in AIMS:
            raise BadValue("aim", self.aim, " | ".join(AIMS))
        for key in SHARES:
            if (given := getattr(self, key)) and (wrong := wrong_with(key, given, ())):
                raise BadValue(key, given, wrong)

    def style(self, system: System, fighter: Any) -> Style:
        """How that fighter is played: its own orders, else the tactic's, else the usual plan of the system."""
        orders = dict(fighter.orders)
        aim = orders.get("aim", self.aim).strip().lower()
        plan = self.plan_of(system, orders)
        full = system.tracks(fighter)[0].full
        shares = (orders.get(key, own) for key, own in (("retreat", self.retreat), ("surrender", self.surrender)))
        retreat, surrender = (NEVER if not text else floor((_share(text) or 0) * full) for text in shares)
        return Style(aim, plan, retreat, surrender)

    def plan_of(self, system: System, orders: Mapping[str, str]) -> str:
        """The plan that a fighter with these orders follows."""
        plan = orders.get("plan", self.plan).strip().lower() or next(iter(system.plans))
        if plan not in system.plans:
            raise UnknownName("plan", plan, system.plans)
        return plan

    def choose(self, system: System, encounter: Encounter, luck: Luck) -> Action:
        """The action for whoever has the decision now: about the best target by aim about which there is one.

        Whoever has too few points left gives up, or leaves the fight if it can: the nearest foe is what it flees from.
        """
        step = encounter.step
        if step is None:
            raise NotNow("tactic", "no decision is due")
        who = encounter.fighter(step.who)
        foes = [f for f in encounter.foes(step.who) if system.able(f, encounter.options)]
        style = self.style(system, who)
        left = system.tracks(who)[0].left
        for last_resort, most in (("surrender", style.surrender), ("retreat", style.retreat)):
            if left <= most:
                nearest = min(foes, key=lambda foe: encounter.distance(step.who, foe.id), default=None)
                action = system.habit(encounter, step.who, nearest.id if nearest else "", last_resort)
                if action is not None:
                    return action
        if style.aim == "random":
            foes = [foes[luck.below(len(foes))]] if foes else []
        elif len(foes) > 1:
            foes.sort(key=lambda foe: AIMS[style.aim](system, encounter, step.who, foe))
        for target in (*(foe.id for foe in foes), ""):
            action = system.habit(encounter, step.who, target, style.plan)
            if action is not None:
                return action
        raise BrokenPromise(f"{system.name} does not know what to do about nobody")

    def will(self, system: System, encounter: Encounter) -> Will:
        """How questions are answered in that encounter: by standing orders, else the plan, else the rule's own word."""
        fighters = {f.id: f for f in encounter.fighters}

        def answer(question: Question) -> str | int | Mix:
            return self.answer(system, fighters.get(question.who), question, encounter.options)

        return answer

    def answer(self, system: System, fighter: Any, question: Question, options: Options) -> str | int | Mix:
        """How a fighter, or somebody unknown where it is None, answers a question; as it is by now if that tells."""
        fighter = question.asked or fighter
        if fighter is None:
            return question.default
        orders = dict(fighter.orders)
        order = orders.get(question.key)
        given = ordered(order, question) if order else None
        if given is not None:
            return given
        inclined = system.inclined(fighter, question.key, self.plan_of(system, orders), options)
        return question.default if inclined is None or inclined not in question.options else inclined
