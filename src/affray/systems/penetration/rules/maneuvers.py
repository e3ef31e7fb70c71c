"""Maneuvers, and the styles that strengthen them and teach further ones."""

from __future__ import annotations

from collections.abc import Iterable

from affray.dice.checks import Modifier
from affray.errors import UnknownName
from affray.system import rule
from affray.systems.penetration.charts import MANEUVERS, Maneuver
from affray.systems.penetration.rules.scores import Parts

__all__ = [
    "ALWAYS_KNOWN",
    "STYLE_LEVELS",
    "TEACHING_LEVEL",
    "attacks_with",
    "first_blow",
    "known_maneuvers",
    "maneuver",
    "maneuver_modifiers",
    "strengthened",
    "strengthens",
    "taught",
]

ALWAYS_KNOWN = ("basic", "defend")
STYLE_LEVELS = range(1, 4)
TEACHING_LEVEL = 3


def maneuver(name: str) -> Maneuver:
    """The row of that maneuver; `UnknownName` if there is none."""
    if name not in MANEUVERS:
        raise UnknownName("maneuver", name, MANEUVERS)
    row: Maneuver = MANEUVERS[name]
    return row


@rule("maneuver.use", "house.man.basic", "house.man.defend")
def known_maneuvers(learnt: Iterable[str], teaches: Iterable[str] = ()) -> tuple[str, ...]:
    """The maneuvers of a fighter: the basic ones, those learnt, those that styles teach; each once, in that order."""
    return tuple(dict.fromkeys((*ALWAYS_KNOWN, *learnt, *(name for name in teaches if name))))


@rule("style.new-maneuver", "house.style")
def taught(level: int, teaches: str) -> str:
    """The maneuver that a style teaches at that level; "" below the third."""
    return teaches if level >= TEACHING_LEVEL else ""


@rule("house.man.defend", "house.man.parry")
def attacks_with(name: str) -> bool:
    """Whether a fighter who has declared that maneuver may attack in the round."""
    return maneuver(name).attacks


def strengthens(name: str) -> bool:
    """Whether there is anything in that maneuver for a style to strengthen."""
    row = maneuver(name)
    return any(number > 0 for number in (row.speed, row.accuracy, row.penetration, row.defence, row.multiplier))


@rule("style.enhance", "house.style")
def strengthened(number: int, level: int) -> int:
    """A number of a maneuver with a style of that level, 0 for none: what is above 0 grows by it, the rest stays."""
    return number + level if number > 0 else number


@rule("maneuver.use", "style.enhance", "house.maneuver.limit", "house.man.precise", "house.man.crushing")
def maneuver_modifiers(name: str, score: str, level: int = 0) -> Parts:
    """What a maneuver adds to `speed`, `accuracy`, `penetration`, `defence` or `multiplier`, and what its style does.

    The accuracy of an aimed shot hangs on the rounds of aiming: see `missiles.aim_modifiers`.
    """
    row = maneuver(name)
    number: int = getattr(row, score)
    if not number or (row.aimed and score == "accuracy"):
        return ()
    parts = (Modifier(row.title, number, row.rule),)
    more = strengthened(number, level) - number
    return (*parts, Modifier("style", more, "style.enhance")) if more else parts


@rule("maneuver.headlong", "maneuver.headlong.symmetric", "house.man.headlong")
def first_blow(standing: str, coming: str, standing_speed: int, coming_speed: int, standing_can: bool = True) -> str:
    """Who strikes first where one fighter closes in on another: "standing" or "coming".

    `standing` and `coming` are the maneuvers that the two have declared, the speeds are their WS; `standing_can` says
    whether the one who stands is able to strike at all. Only a headlong attack comes before the one who closes in.
    Where both mean to make one the higher WS goes first, and between equals the one who stands.
    """
    if standing != "headlong" or not standing_can:
        return "coming"
    return "coming" if coming == "headlong" and coming_speed > standing_speed else "standing"
