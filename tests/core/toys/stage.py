"""A system small enough to see through: points, a strike that can be dodged, and the toys that need a fight."""

from dataclasses import dataclass, replace
from typing import ClassVar

from pydantic import BaseModel

from affray.clock import Schedule, Timer
from affray.dice.checks import Check, Modifier
from affray.dice.pools import nds
from affray.encounter import Encounter, end_turn
from affray.errors import BadValue, UnknownName
from affray.events import Declared
from affray.options import Options
from affray.system import Action, Deed, Effect, Forbidden, Offer, Track
from affray.table import Question
from toys import bids, intercept, passes, reload


@dataclass(frozen=True)
class Toy:
    id: str
    side: str
    points: int = 3
    marks: tuple[str, ...] = ()
    orders: tuple[tuple[str, str], ...] = ()
    position: int = 0
    foe: str = ""


@dataclass(frozen=True)
class Strike(Action):
    kind: ClassVar[str] = "strike"
    target: str


@dataclass(frozen=True)
class Shoot(Action):
    kind: ClassVar[str] = "shoot"
    target: str


@dataclass(frozen=True)
class Bid(Action):
    kind: ClassVar[str] = "bid"
    target: str


@dataclass(frozen=True)
class Wait(Action):
    kind: ClassVar[str] = "wait"


@dataclass(frozen=True)
class Delay(Action):
    kind: ClassVar[str] = "delay"


class Scene(BaseModel):
    light: bool = True


class ToySystem:
    name, title, version, unit = "toy", "Toy", "1", "m"
    switches = profiles = ()
    fighter_type, sheet, scene = Toy, Scene, Scene
    actions: ClassVar = {a.kind: a for a in (Strike, Shoot, Bid, Wait, Delay, reload.Reload, passes.Flurry)}
    orders: ClassVar = {"intercept": ("pass", "intercept"), "guard": ("dodge", "none")}
    plans: ClassVar = {"strike": "strike whoever comes first"}
    counted: ClassVar = {}
    purposes = ("order", "attack", "dodge", "blow", "harm", "shot", "snap strike", "pass", "coin")
    steps: ClassVar = {"reload": reload.finish, "snap strike": reload.snap_strike, "pass": passes.one_pass}

    def __init__(self, order="round"):
        self.order = order

    def schedule(self, options):
        return Schedule(order=self.order)

    def faults(self, fighters, placed=()):
        return ()

    def linked(self, encounter, fixed=()):
        return encounter

    def able(self, fighter, options):
        return fighter.points > 0

    def alive(self, fighter):
        return fighter.points > 0

    def tracks(self, fighter):
        return (Track("points", fighter.points, 3),)

    def conditions(self, fighter, options):
        return fighter.marks

    def settle_order(self, encounter, table):
        present = [f.id for f in encounter.fighters if self.able(f, encounter.options)]
        totals = table.roll(*[Check(who, "order", nds(1, 6)) for who in present])
        order = sorted(zip(present, totals, strict=True), key=lambda pair: -pair[1])
        return encounter.with_clock(encounter.clock.settled([w for w, _ in order], [n for _, n in order]))

    def begin_turn(self, encounter, step, table):
        return encounter

    def end_round(self, encounter, table):
        return encounter

    def resolve(self, encounter, step, table):
        return self.steps[step.kind](encounter, step, table)

    def expire(self, fighter, timer):
        return replace(fighter, marks=tuple(mark for mark in fighter.marks if mark != timer.what))

    def offers(self, encounter):
        return (Offer("wait", (), (Wait(encounter.step.who),)),)

    def forbid(self, encounter, action):
        step = encounter.step
        if step is None or not step.decision or step.who != action.who:
            return Forbidden("toy.turn", f"it is not the turn of {action.who}")
        target = getattr(action, "target", None)
        if target is not None and not encounter.has(target):
            return Forbidden("toy.target", f"there is no {target}")
        return None

    def perform(self, encounter, action, table):
        if forbidden := self.forbid(encounter, action):
            raise forbidden.error(action)
        table.note(Declared((), action.who, action.kind, getattr(action, "target", "")))
        match action:
            case reload.Reload():
                return Deed(reload.begin(encounter, action, table))
            case passes.Flurry():
                return Deed(passes.begin(encounter, action))
            case Strike(target=target):
                encounter = self._hurt(encounter, target, table.sub(strike, action.who, target), table)
            case Shoot(target=target):
                others = tuple(i for i in encounter.ids if i not in (action.who, target))
                struck, points = table.sub(intercept.arrow, others)
                encounter = self._hurt(encounter, target if struck == "target" else struck, points, table)
            case Bid(target=target):
                first, _ = table.sub(bids.first_blow, ((action.who, 3), (target, 3)))
                encounter = self._hurt(encounter, target if first == action.who else action.who, 1, table)
            case Delay():
                encounter = encounter.with_clock(encounter.clock.postponed(action.who))
        return Deed(end_turn(self, encounter, table))

    def _hurt(self, encounter, who, points, table):
        return encounter.with_fighter(self.apply(encounter.fighter(who), Effect(who, "points", -points), table))

    def apply(self, fighter, effect, table):
        return replace(fighter, points=fighter.points + effect.amount)

    def settable(self, fighter):
        return {"points": "a whole number"}

    def set_value(self, fighter, name, value, others=()):
        if name not in self.settable(fighter):
            raise UnknownName("value", name, self.settable(fighter))
        if type(value) is not int:
            raise BadValue(name, value, "a whole number")
        return replace(fighter, points=value)

    def carried(self, old, fresh, rested, options):
        return replace(fresh, points=3 if rested else old.points, marks=old.marks)

    def habit(self, encounter, who, target, plan):
        return Strike(who, target) if target else Wait(who)

    def inclined(self, fighter, key, plan, options):
        return None

    def stage(self, encounter, action):
        return encounter


def strike(who, target, table):
    """Points lost by the target: an attack of 8 or more on two dice, unless it dodges with a die of 4 or more."""
    if table.roll(Check(who, "attack", nds(2, 6), (Modifier("skill", 2, "toy.skill"),), "toy.attack")) < 8:
        return 0
    if table.ask(Question(target, "guard", ("dodge", "none"), "dodge", "toy.dodge")) == "none":
        return 1
    return 0 if table.roll(Check(target, "dodge", nds(1, 6))) >= 4 else 1


def toys(*fighters, **facts):
    """A fight of toys before its first round."""
    return Encounter("toy", Options(), fighters, **facts)


def marked(encounter, who, mark, whose, edge, left=1):
    """The fight with a mark on `who` that ends by itself."""
    fighter = encounter.fighter(who)
    encounter = encounter.with_fighter(replace(fighter, marks=(*fighter.marks, mark)))
    return encounter.with_clock(encounter.clock.timed(Timer(who, mark, whose, edge, left)))
