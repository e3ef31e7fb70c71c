"""States and events as plain JSON data and back, so that records and servers can keep them."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

from affray import events as event_types
from affray.clock import Clock
from affray.encounter import Encounter, Step
from affray.errors import BadValue, BrokenPromise, UnknownName
from affray.events import Event
from affray.options import Options
from affray.rulings import RULINGS, Join, Ruling
from affray.system import Action, Effect, System
from affray.table import Amendment

__all__ = ["action_from", "encounter_from", "event_from", "ruling_from", "to_data"]

#: every kind of event by its name
EVENTS: dict[str, type[Event]] = {
    thing.kind: thing
    for thing in vars(event_types).values()
    if isinstance(thing, type) and issubclass(thing, Event) and thing is not Event
}


def to_data(value: Any) -> Any:
    """A frozen value as plain data: dataclasses become mappings (with their `kind`, if they have one), tuples lists.

    A sparse field is left out where it is empty.
    """
    if isinstance(value, Options):
        return dict(value.changed)
    if is_dataclass(value) and not isinstance(value, type):
        data = {"kind": value.kind} if "kind" in vars(type(value)) and isinstance(value, (Event, Action)) else {}
        kept = [f for f in fields(value) if getattr(value, f.name) or "sparse" not in f.metadata]
        return data | {f.name: to_data(getattr(value, f.name)) for f in kept}
    if isinstance(value, Effect):
        return {name: to_data(part) for name, part in value._asdict().items()}
    if isinstance(value, tuple | list):
        return [to_data(item) for item in value]
    if isinstance(value, frozenset):
        return sorted((to_data(item) for item in value), key=repr)  # a set has no order of its own
    if isinstance(value, dict):
        return {str(key): to_data(item) for key, item in value.items()}
    if value is None or isinstance(value, str | int | float | bool):
        return value
    raise BrokenPromise(f"{type(value).__name__} is not a value that a record can keep")


def encounter_from(system: System, data: dict[str, Any]) -> Encounter:
    """An encounter from its data; pydantic's `ValidationError` where the data are not of its shape."""
    encounter = Encounter(
        system=system.name,
        options=Options(system.switches, data["options"]),
        fighters=tuple(_adapter(system.fighter_type).validate_python(f) for f in data["fighters"]),
        scene=tuple((name, _frozen(value)) for name, value in data["scene"]),
        clock=_adapter(Clock).validate_python(data["clock"]),
        agenda=tuple(_step(step) for step in data["agenda"]),
        amendments=tuple(_adapter(Amendment).validate_python(a) for a in data["amendments"]),
        over=bool(data["over"]),
        held=tuple(_effect(effect) for effect in data.get("held", ())),
    )
    _must_agree(encounter)
    return encounter


def _must_agree(encounter: Encounter) -> None:
    """Whoever has a place in the order, a pending step or a condition is in the fight, and nobody is so twice."""
    clock, ids = encounter.clock, encounter.ids
    named = (
        *clock.order,
        *clock.waiting,
        *clock.late,
        *(who for group in clock.tied for who in group),
        *(effect.who for effect in encounter.held),
        *(s.who for s in encounter.agenda),
        *(t.on for t in clock.timers),
    )
    for who in named:
        if who not in ids:
            raise UnknownName("fighter", who, ids)
    for what, line in (("fighters", ids), ("order", clock.order), ("waiting", clock.waiting)):
        if len(set(line)) < len(line):
            raise BadValue(what, ", ".join(line), "everybody once")
    if len(clock.numbers) != len(clock.order):
        raise BadValue("numbers", list(clock.numbers), "as many as there are in the order")


def _step(data: dict[str, Any]) -> Step:
    step: Step = _adapter(Step).validate_python(data)
    return replace(step, facts=tuple((name, _frozen(value)) for name, value in step.facts))


def _effect(data: dict[str, Any]) -> Effect:
    effect: Effect = _adapter(Effect).validate_python(data)
    return effect._replace(amount=_frozen(effect.amount))


def event_from(data: dict[str, Any]) -> Event:
    """An event from its data."""
    kind = data.get("kind", "")
    if kind not in EVENTS:
        raise UnknownName("kind of event", kind, EVENTS)
    event: Event = _adapter(EVENTS[kind]).validate_python({k: v for k, v in data.items() if k != "kind"})
    return event


def action_from(system: System, data: dict[str, Any]) -> Action:
    """An action of the system from its data (`kind` and the parameters of that kind)."""
    kind = data.get("kind", "")
    if kind not in system.actions:
        raise UnknownName("kind of action", kind, system.actions)
    action: Action = _adapter(system.actions[kind]).validate_python({k: v for k, v in data.items() if k != "kind"})
    return action


def ruling_from(system: System, data: dict[str, Any]) -> Ruling:
    """A ruling from its data (`kind` and the fields of that kind)."""
    kind = data.get("kind", "")
    if kind not in RULINGS:
        raise UnknownName("kind of ruling", kind, RULINGS)
    given = {k: v for k, v in data.items() if k != "kind"}
    if kind == Join.kind:
        given["fighter"] = _adapter(system.fighter_type).validate_python(given["fighter"])
        return Join(**given)
    ruling: Ruling = _adapter(RULINGS[kind]).validate_python(given)
    return ruling


def _adapter(kind: Any) -> Any:
    from pydantic import TypeAdapter

    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


_ADAPTERS: dict[Any, Any] = {}


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value
