"""Events, requests and odds as English lines: the command line and the web say the same.

A line holds the facts of an event and nothing else; `cite` gives the rule ids that go beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from affray.dice.checks import Check, Modifier, Tally
from affray.encounter import Encounter
from affray.events import (
    Answered,
    Changed,
    Declared,
    Ended,
    Event,
    Harm,
    Ordered,
    Remark,
    Resolved,
    Rolled,
    RoundBegan,
    Ruled,
    Skipped,
    TurnBegan,
)
from affray.figures import chance, visible
from affray.odds import ActionOdds
from affray.requests import RULING
from affray.system import System
from affray.table import Question, Request, title

__all__ = [
    "chance",
    "cite",
    "line",
    "log",
    "odds_line",
    "parts",
    "prompt",
    "roll_line",
    "standings",
    "title",
]

Renderer: TypeAlias = Callable[[Any], str]

#: outcomes as sentences; one that is not here is told by its name
OUTCOMES = {
    "hit": "{who} hits {target}{by}",
    "critical hit": "{who} hits {target}{by}: critical hit",
    "missed": "{who} misses {target}{short}",
    "off target": "{who} shoots past {target}{short}",
    "parried": "{target} parries{beaten}",
    "dodged": "{target} dodges{beaten}",
    "resisted": "{target} resists{beaten}",
    "critical failure": "{who} fails critically against {target}",
    "knock-out": "{target} is knocked out{by}",
    "no knock-out": "{target} stays awake{level}",
    "pulled free": "{who} pulls {detail} free",
    "still stuck": "{detail} stays stuck",
    "held": "{who} gets hold of {target}{by}",
    "holds": "{who} keeps hold of {target}{level}",
    "hold broken": "{target} breaks free of {who}{short}",
    "poisoned": "{who} is poisoned with {detail}",
    "poisoned already": "{who} has {detail} in the blood already",
    "won over": "{who} wins {target} over{level}",
    "not won over": "{who} does not win {target} over{level}",
    "in control": "{target} obeys {who}{spare}",
    "out of control": "{target} does not obey {who}{spare}",
    "stays in the saddle": "{who} stays in the saddle{spare}",
    "thrown": "{target} throws {who}{spare}",
}

#: beginnings of actions as sentences; one that is not here is told by its name, its target and its means
DECLARATIONS = {
    "attacks": "{who} attacks {target}{using}",
    "reaches for": "{who} reaches for {target}",
    "struggles with": "{who} struggles with {target}",
    "takes on with words": "{who} takes {target} on with words",
    "aims": "{who} aims at {target}",
    "takes in hand": "{who} takes {means} in hand",
    "pulls at": "{who} pulls at {means}, which sticks in {target}",
    "puts out the fire on": "{who} puts out the fire on {other}",
    "mounts": "{who} mounts {target}",
    "dismounts from": "{who} dismounts from {target}",
    "tries to regain control of": "{who} tries to regain control of {target}",
    "switches to": "{who} switches to a {means} attack",
    "flees": "{who} flees",
    "surrenders": "{who} surrenders",
    "passes": "{who} passes",
}

#: turns out of the order by the kind of their step; one that is not here is told by its name
OUT_OF_TURN = {"opportunity": "action of opportunity", "headlong": "headlong attack"}

#: changes as sentences: as something comes, and as it goes
CHANGES = {
    "held by": ("{who} is held by {after}", "{who} is no longer held by {before}"),
    "swayed by": ("{who} is swayed by {after}", "{who} is no longer swayed by {before}"),
    "mounted": ("{who} is in the saddle of {after}", "{who} falls off {before}"),
}


def line(event: Event) -> str:
    """One event as one English line, without rule ids."""
    return visible(_RENDERERS[event.kind](event)).replace("\n", "␊")


def cite(event: Event) -> str:
    """The rule ids of an event, separated by commas; may be empty."""
    return ", ".join(event.rules)


def log(events: Iterable[Event], rules: bool = True) -> str:
    """Events as text, one line each; what happens in a turn stands under it. With rule ids unless `rules` is false."""
    return "\n".join(
        f"{indent(event)}{line(event)}{f'  [{cite(event)}]' if rules and event.rules else ''}" for event in events
    )


def indent(event: Event) -> str:
    """How far a line stands in: rounds at the edge, turns under them, all else under turns."""
    if isinstance(event, RoundBegan | Ended):
        return ""
    return "  " if isinstance(event, TurnBegan | Skipped | Ordered | Ruled) else "    "


def parts(modifiers: Sequence[Modifier], lead: str = "") -> str:
    """Named parts of a number as a sum, "7 + 3 Dex - 4 size of target"; one that does not count says so."""
    text = lead
    for modifier in modifiers:
        if modifier.off:
            text += f" ({modifier.value:+d} {modifier.name} does not count: {modifier.off})"
        elif not text:
            text = f"{modifier.value} {modifier.name}"
        else:
            text += f" {'-' if modifier.value < 0 else '+'} {abs(modifier.value)} {modifier.name}"
    return text


def tally(number: Tally) -> str:
    """A number made of parts, "TN 11 (10 base - 1 attacker static + 2 long range)"."""
    if len(number.modifiers) == 1:
        return f"{number.purpose} {number.total}"
    return f"{number.purpose} {number.total} ({parts(number.modifiers)})"


def _rolled(event: Rolled) -> str:
    faces = " ".join(str(face) for face in event.faces)
    shown = f"{event.dice} [{faces}]"
    lead = shown if len(event.faces) == 1 and event.faces[0] == event.value else f"{shown} {event.value}"
    total = f" = {event.total}" if event.modifiers else ""
    against = f" against {tally(event.against)}" if event.against else ""
    return f"{event.who}, {event.purpose}{_means(event.modifiers)}: {parts(event.modifiers, lead)}{total}{against}"


def _means(modifiers: Sequence[Modifier]) -> str:
    """With what somebody rolls, where the parts of the number say so: " with sword"."""
    return next((f" with {m.source}" for m in modifiers if m.source and m.rule != RULING), "")


def _resolved(event: Resolved) -> str:
    margin = event.margin
    by = f" by {margin}" if margin is not None else ""
    short = f" by {-margin}" if margin is not None and margin < 0 else ""
    level = f" ({margin:+d})" if margin else " (equal totals)" if margin == 0 else ""
    beaten = short or level
    spare = " (just enough)" if margin == 0 else f" ({margin} to spare)" if margin and margin > 0 else ""
    spare = f" ({-margin} short)" if margin and margin < 0 else spare
    pattern = OUTCOMES.get(event.outcome, "{who}: {outcome}{to}{by}")
    to = f" against {event.target}" if event.target else ""
    facts = {"who": event.who, "target": event.target, "outcome": event.outcome, "detail": event.detail}
    return pattern.format(**facts, by=by, short=short, level=level, beaten=beaten, spare=spare, to=to)


def _harm(event: Harm) -> str:
    dealt = parts(event.parts)
    for soaked in event.soaked:
        dealt += f" - {soaked.value} {soaked.name}"
    return f"{event.who} loses {event.loss} {event.track}: {dealt} ({event.before} -> {event.after})"


def _changed(event: Changed) -> str:
    who, what, before, after = event.who, event.what, event.before, event.after
    detail = f" ({event.detail})" if event.detail else ""
    if isinstance(before, bool) and isinstance(after, bool):
        verb = ("is no longer", "is", "is still")[after + (before and after)]
        return f"{who} {verb} {what}{detail}"
    if what in CHANGES:
        comes, goes = CHANGES[what]
        return (comes if after else goes).format(who=who, before=before, after=after) + detail
    if before == "sound":
        return f"{who}'s {what} is {after}{detail}"
    if what == "exhaustion" and isinstance(before, int) and isinstance(after, int) and after < before:
        return f"{who} spends {before - after} Exhaustion ({before} -> {after}){detail}"
    if isinstance(before, str) and not before:
        if what.endswith(" stuck"):
            return f"{who}'s {what.removesuffix(' stuck')} sticks in {after}{detail}"
        return f"{who}: {what} in {after}{detail}"
    return f"{who}: {what} {before} -> {after}{detail}"


def _declared(event: Declared) -> str:
    facts = {
        "who": event.who,
        "target": event.target,
        "means": event.means,
        "other": "itself" if event.target == event.who else event.target,
        "using": f" with {event.means}" if event.means else "",
    }
    if event.action in DECLARATIONS:
        told = DECLARATIONS[event.action].format(**facts)
    else:
        told = " ".join(part for part in (event.who, event.action, event.target, event.means) if part)
    return told + (f" ({event.detail})" if event.detail else "")


def _turn(event: TurnBegan) -> str:
    if event.step == "turn":
        return f"{event.who}'s turn{' (last, after switching)' if event.cause == 'late' else ''}"
    if event.step not in OUT_OF_TURN:
        return f"{event.who}: {event.step}"
    return f"{event.who}: {OUT_OF_TURN[event.step]}{f' against {event.cause}' if event.cause else ''}"


def _ordered(event: Ordered) -> str:
    places = (f"{who} ({number})" for who, number in zip(event.order, event.numbers, strict=True))
    return f"Order: {', '.join(places)}"


def _ended(event: Ended) -> str:
    return f"The fight is over: {' and '.join(event.winners)} won" if event.winners else "The fight is over: nobody won"


_RENDERERS: dict[str, Renderer] = {
    Rolled.kind: _rolled,
    Answered.kind: lambda e: f"{e.who}, {e.key}: {e.option}",
    Declared.kind: _declared,
    Resolved.kind: _resolved,
    Harm.kind: _harm,
    Changed.kind: _changed,
    RoundBegan.kind: lambda e: f"Round {e.number}",
    Ordered.kind: _ordered,
    TurnBegan.kind: _turn,
    Skipped.kind: lambda e: f"{e.who}: {e.step} falls away, {e.reason}",
    Ruled.kind: lambda e: f"The game master rules: {e.ruling}",
    Remark.kind: lambda e: f"{e.who} {e.text}",
    Ended.kind: _ended,
}


def prompt(request: Request) -> str:
    """What is wanted of whom: dice to throw, or a decision with its options."""
    if isinstance(request, Question):
        return f"{request.who}, {request.key} ({request.describe()})"
    return f"throw {request.dice.needs()} for {roll_line(request)}"


def roll_line(check: Check) -> str:
    """A roll before it is thrown, "Jobo, attack: 2d6 + 3 Dex + 2 Melee against TN 11 (...)"."""
    against = f" against {tally(check.against)}" if check.against else ""
    return f"{check.who}, {check.purpose}{_means(check.modifiers)}: {parts(check.modifiers, str(check.dice))}{against}"


def odds_line(odds: ActionOdds) -> str:
    """The odds of an action in a line: does it connect, how much on average, is the target out."""
    sampled = f" (sampled, {odds.samples} fights)" if odds.samples else ""
    hit = f"{odds.action.verb} {chance(float(odds.hit))}"
    return f"{hit}, mean {float(odds.mean):.2f}, out {chance(float(odds.out))}{sampled}"


def standings(system: System, encounter: Encounter) -> list[tuple[str, str, str, str, str]]:
    """How everybody stands: name, side, points, place, what else is the matter."""
    rows = []
    for fighter in encounter.fighters:
        points = ", ".join(f"{track.name} {track.left}/{track.full}" for track in system.tracks(fighter))
        place = f"{fighter.position} {system.unit}"
        rows.append((fighter.id, fighter.side, points, place, ", ".join(system.conditions(fighter, encounter.options))))
    return rows
