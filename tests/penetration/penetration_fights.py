"""Small fights for the tests of these rules, and a table with a script to play them on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import scripts
from affray.dice.checks import Check
from affray.encounter import Encounter, Step
from affray.events import Changed, Harm
from affray.fightfile import parse_fight
from affray.session import Session
from affray.system import Action, Deed
from affray.systems.penetration import SYSTEM
from affray.systems.penetration.actions.kinds import Attack
from affray.systems.penetration.fighter import Fighter
from affray.table import Table
from written import toml

#: somebody of whom every number is easy to follow; unarmed it has WS 3, WA 2, WP 0 and WD 1
PLAIN = {"strength": 10, "endurance": 6, "speed": 0, "accuracy": 0, "penetration": 0, "defence": 0}
#: a weapon that adds nothing, for one hand or two
STICK = {"name": "stick"}
BOW = "bow"


def fight(*fighters: dict[str, Any], trees: bool = False, **switches: Any) -> Encounter:
    """An encounter of people with a stick whose numbers are 0 where nothing else is said; sides are their names.

    Switches are given with an underscore for the dot and two for a dash.
    """
    lines = ['system = "penetration"', f"scene = {{trees = {toml(trees)}}}", "[options]"]
    named = {name.replace("__", "-").replace("_", "."): value for name, value in switches.items()}
    lines += [f"{toml(name)} = {toml(value)}" for name, value in named.items()]
    for given in fighters:
        base = {} if "from" in given else {**PLAIN, "weapons": [STICK]}
        entry = {**base, "side": given.get("name", given.get("from")), "position": 0, **given}
        lines += ["[[fighter]]", *(f"{key} = {toml(value)}" for key, value in entry.items())]
    return parse_fight("\n".join(lines)).encounter


def duel(a: dict[str, Any] | None = None, b: dict[str, Any] | None = None, **settings: Any) -> Encounter:
    """A against B, a metre apart unless their positions say otherwise."""
    return fight({"name": "A", **(a or {})}, {"name": "B", "position": 1, **(b or {})}, **settings)


def put(encounter: Encounter, who: str, **changed: Any) -> Encounter:
    """The encounter with some of a fighter's state changed."""
    return encounter.with_fighter(replace(encounter.fighter(who), **changed))


def turn(encounter: Encounter, who: str, kind: str = "turn", **changed: Any) -> Encounter:
    """The encounter with that fighter's turn on top, some of its state changed."""
    return put(encounter, who, **changed).push(Step(kind, who))


@dataclass(frozen=True)
class Told(scripts.Told):
    """What a scripted action came to."""

    def fighter(self, who: str) -> Fighter:
        fighter: Fighter = self.encounter.fighter(who)
        return fighter

    def modifiers(self, who: str, purpose: str) -> dict[str, int]:
        """The named parts of a roll."""
        check = next(r for r in self.asked if isinstance(r, Check) and (r.who, r.purpose) == (who, purpose))
        return {part.name: part.value for part in check.modifiers}

    @property
    def loss(self) -> int:
        """The damage that was done."""
        (harm,) = [event for event in self.log if isinstance(event, Harm)]
        return harm.loss

    @property
    def changes(self) -> list[tuple[str, str, Any]]:
        """Who was changed in what, and to what, in the order of the log."""
        return [(e.who, e.what, e.after) for e in self.log if isinstance(e, Changed)]


def play(encounter: Encounter, action: Action, *script: Sequence[int] | str | int) -> Told:
    """Do an action; the script answers request after request, and has to be used up."""
    return scripted(encounter, lambda table: SYSTEM.perform(encounter, action, table), *script)


def scripted(encounter: Encounter, run: Callable[[Table], Deed], *script: Sequence[int] | str | int) -> Told:
    """Let rules run; the script answers request after request, and has to be used up."""
    return scripts.run_by(Told, encounter, run, script)


def strike(encounter: Encounter, *script: Any, weapon: str = "stick", attacker: str = "A", target: str = "B") -> Told:
    """A attacks B with a weapon, as if it were A's turn for it."""
    action = Attack(attacker, target, weapon)
    return play(SYSTEM.stage(encounter, action), action, *script)


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


def do(session: Session, action: Action, *script: Sequence[int] | str | int) -> None:
    """An action in a session, and the answers that it takes."""
    session.act(action)
    say(session, *script)


def forbidden(encounter: Encounter, action: Action) -> str:
    """The id of the rule that forbids an action; empty where it is allowed."""
    found = SYSTEM.forbid(encounter, action)
    return found.rule if found else ""


def habit(encounter: Encounter, who: str, *targets: str, plan: str = "charge") -> Action:
    """What the program does for `who`, who would rather deal with the first of the targets than the second."""
    for target in (*targets, ""):
        if (action := SYSTEM.habit(encounter, who, target, plan)) is not None:
            return action
    raise AssertionError("there is always something to do about nobody")
