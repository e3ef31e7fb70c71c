"""Small fights for the tests of these rules, and a table with a script to play them on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import scripts
from affray.encounter import Encounter, Step
from affray.events import Changed, Event, Harm, Resolved
from affray.fightfile import parse_fight
from affray.session import Session
from affray.system import Action, Deed
from affray.systems.opposed import SYSTEM
from affray.systems.opposed.actions.kinds import Attack, Pass
from affray.systems.opposed.fighter import Fighter
from affray.table import ScriptTable, Table
from written import toml

PLAIN = {"brute": 0, "dex": 0, "wits": 0}


def fight(*fighters: dict[str, Any], wind: str = "none", **switches: Any) -> Encounter:
    """An encounter of people whose fields are 0 where nothing else is said; sides are their names by default.

    Switches are given with an underscore for the dot and two for a dash: `defence_tie="attack"`, `ko_extra__roll=True`.
    """
    lines = ['system = "opposed-2d6"', f"scene = {{wind = {toml(wind)}}}", "[options]"]
    named = {name.replace("__", "-").replace("_", "."): value for name, value in switches.items()}
    lines += [f"{toml(name)} = {toml(value)}" for name, value in named.items()]
    for given in fighters:
        base = {} if "from" in given else PLAIN
        entry = {**base, "side": given.get("name", given.get("from")), "position": 0, **given}
        lines += ["[[fighter]]", *(f"{key} = {toml(value)}" for key, value in entry.items())]
    return parse_fight("\n".join(lines)).encounter


def duel(a: dict[str, Any] | None = None, b: dict[str, Any] | None = None, **settings: Any) -> Encounter:
    """A against B, a metre apart unless their positions say otherwise."""
    return fight({"name": "A", **(a or {})}, {"name": "B", "position": 1, **(b or {})}, **settings)


def skilled(weapons: list[Any], **levels: int) -> dict[str, Any]:
    """Somebody with these weapons, and maneuvers of these levels for the first of them."""
    name = weapons[0] if isinstance(weapons[0], str) else weapons[0]["name"]
    return {
        "weapons": [w for w in weapons if w != "fist"],
        "proficiencies": [name],
        "maneuvers": [{"weapon": name, "bonus": bonus, "level": level} for bonus, level in levels.items()],
    }


def turn(encounter: Encounter, who: str, kind: str = "turn", **changed: Any) -> Encounter:
    """The encounter with that fighter's turn on top, some of its state changed."""
    return put(encounter, who, **changed).push(Step(kind, who))


def put(encounter: Encounter, who: str, **changed: Any) -> Encounter:
    """The encounter with some of a fighter's state changed."""
    return encounter.with_fighter(replace(encounter.fighter(who), **changed))


@dataclass(frozen=True)
class Told(scripts.Told):
    """What a scripted action came to."""

    def fighter(self, who: str) -> Fighter:
        fighter: Fighter = self.encounter.fighter(who)
        return fighter

    @property
    def harm(self) -> Harm:
        """The damage that was done."""
        (harm,) = [event for event in self.log if isinstance(event, Harm)]
        return harm


def play(encounter: Encounter, action: Action, *script: Sequence[int] | str | int) -> Told:
    """Do an action; the script answers request after request, and has to be used up."""
    return scripted(encounter, lambda table: SYSTEM.perform(encounter, action, table), *script)


def scripted(encounter: Encounter, run: Callable[[Table], Deed], *script: Sequence[int] | str | int) -> Told:
    """Let rules run; the script answers request after request, and has to be used up."""
    return scripts.run_by(Told, encounter, run, script)


def strike(encounter: Encounter, weapon: str, *script: Any) -> Told:
    """A attacks B with that weapon, as if it were A's turn for it."""
    action = Attack("A", "B", weapon)
    return play(SYSTEM.stage(encounter, action), action, *script)


def later(encounter: Encounter, rounds: int, log: list[Event] | None = None) -> Encounter:
    """The encounter after the ends of so many rounds in which nothing else happened."""
    for _ in range(rounds):
        table = ScriptTable((), encounter.options, (), log if log is not None else [])
        encounter = SYSTEM.end_round(encounter, table)
        table.finish()
    return encounter


def say(session: Session, *script: Sequence[int] | str | int) -> None:
    """Answer the open requests of a session in turn."""
    for value in script:
        assert session.requests, f"nothing is open for {value}"
        session.answer(tuple(value) if isinstance(value, list | tuple) else value)


def sitting(encounter: Encounter, *script: Sequence[int] | str | int, **settings: Any) -> Session:
    """A session with dice thrown by hand, begun with these answers."""
    session = Session(SYSTEM, encounter, typed_dice=True, **settings)
    session.start()
    say(session, *script)
    return session


def pass_until(session: Session, number: int) -> None:
    """Everybody passes until the round with that number, or until the fight is over."""
    while not session.over and session.encounter.clock.round < number:
        if session.requests:
            say(session, *[[3, 3]] * len(session.requests))
        else:
            assert session.turn is not None
            session.act(Pass(session.turn.who))


def forbidden(encounter: Encounter, action: Action) -> str:
    """The id of the rule that forbids an action; empty where it is allowed."""
    found = SYSTEM.forbid(encounter, action)
    return found.rule if found else ""


def held(encounter: Encounter, holder: str = "A", target: str = "B") -> Encounter:
    """The encounter with one fighter in the grip of another."""
    return put(encounter, holder, holds=target)


def changes(told: Told) -> list[tuple[str, str, Any, Any]]:
    """Who was changed in what, from what to what, in the order of the log."""
    return [(e.who, e.what, e.before, e.after) for e in told.log if isinstance(e, Changed)]


def contests(session: Session) -> list[tuple[str, str, str]]:
    """Holder, outcome and held of every contest of a hold."""
    found = [e for e in session.events if isinstance(e, Resolved) and e.outcome in ("holds", "hold broken")]
    return [(e.who, e.outcome, e.target) for e in found]


def habit(encounter: Encounter, who: str, *targets: str, plan: str = "charge") -> Action:
    """What the program does for `who`, who would rather deal with the first of the targets than the second."""
    for target in (*targets, ""):
        if (action := SYSTEM.habit(encounter, who, target, plan)) is not None:
            return action
    raise AssertionError("there is always something to do about nobody")
