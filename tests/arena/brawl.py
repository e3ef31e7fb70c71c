"""A small invented system for the tables: harm makes worse by degrees, equals act at once, who closes in is awaited.

Six times its grit is what a brawler can take, and each grit lost is a level of injury, which costs 1 on all numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from affray.clock import Schedule
from affray.dice.checks import Check, Modifier
from affray.dice.pools import nds
from affray.encounter import Encounter, Step, begin_turn, end_turn, strike
from affray.options import Options
from affray.system import Action, Deed, Effect, Forbidden, Track
from affray.table import Question, Table

MANY = 1_000_000


@dataclass(frozen=True)
class Brawler:
    id: str
    side: str
    name: str = ""
    position: int = 0
    orders: tuple[tuple[str, str], ...] = ()
    foe: str = ""
    skill: int = 5
    speed: int = 3
    grit: int = 4
    points: int = 24
    full: int = 24
    declared: str = "strike"
    attacked: bool = False
    shocked: int = 0
    exposed: bool = False

    @property
    def level(self) -> int:
        return (self.full - self.points) // self.grit


@dataclass(frozen=True)
class Hit(Action):
    kind: ClassVar[str] = "hit"
    harmful: ClassVar[bool] = True
    target: str


@dataclass(frozen=True)
class Close(Action):
    kind: ClassVar[str] = "close"
    target: str


@dataclass(frozen=True)
class Wait(Action):
    kind: ClassVar[str] = "wait"


def swing(number: int, against: int, target: str, grit: int, table: Table) -> tuple[Effect, ...]:
    """What a blow does: what it is better by, and from the grit of the target on a shock, more often than not."""
    harm = table.roll(Check("", "attack", nds(2, 6))) + number - against - table.roll(Check("", "defence", nds(1, 6)))
    if harm <= 0:
        return ()
    wound = Effect(target, "points", -harm)
    if harm < grit or table.roll(Check("", "shock", nds(1, 6))) > 4:
        return (wound,)
    return (wound, Effect(target, "shocked", 1))


class Brawl:
    """The system; `together` and the way in which levels count can be changed."""

    name, title, version, unit = "brawl", "Brawl", "1", "m"
    switches = profiles = ()
    counters = ("points",)
    counted: ClassVar = {}
    near = 1
    plans: ClassVar = {"strike": "strike", "headlong": "await who closes in", "guarded": "guard oneself when hurt"}
    orders: ClassVar = {"declared": ("strike", "headlong", "guard")}

    def __init__(self, together: bool = True) -> None:
        self.together = together

    def schedule(self, options: Options) -> Schedule:
        back = (("attacked", "round-start"), ("exposed", "turn-start"), ("shocked", "turn-end"))
        return Schedule(refreshes=back, together=self.together)

    def refresh(self, fighter: Brawler, what: str) -> Brawler:
        if what == "shocked":
            return replace(fighter, shocked=max(0, fighter.shocked - 1))
        return replace(fighter, **{what: False})

    def able(self, fighter: Brawler, options: Options) -> bool:
        return fighter.points > fighter.grit

    def alive(self, fighter: Brawler) -> bool:
        return fighter.points > 0

    def tracks(self, fighter: Brawler) -> tuple[Track, ...]:
        return (Track("points", fighter.points, fighter.full),)

    def tie_key(self, fighter: Brawler, options: Options) -> tuple[int, ...]:
        return (fighter.speed - fighter.level - (fighter.declared == "guard"),)

    def settle_order(self, encounter: Encounter, table: Table) -> Encounter:
        present = [f for f in encounter.fighters if self.able(f, encounter.options)]
        asked = [
            Question(f.id, "declared", ("strike", "headlong", "guard"), "strike", "brawl.declared", asked=f)
            for f in present
        ]
        answers = table.ask_each(asked)
        present = [replace(f, declared=str(answer)) for f, answer in zip(present, answers, strict=True)]
        speeds = [self.tie_key(f, encounter.options)[0] for f in present]
        checks = [
            Check(f.id, "initiative", nds(1, 6), (Modifier("speed", n, ""),))
            for f, n in zip(present, speeds, strict=True)
        ]
        places = dict(zip([f.id for f in present], zip(table.roll_each(checks), speeds, strict=True), strict=True))
        for fighter in present:
            encounter = encounter.with_fighter(fighter)
        order = sorted(places, key=lambda who: tuple(-n for n in places[who]))
        groups = [[who for who in order if places[who] == place] for place in dict.fromkeys(places.values())]
        tied = [group for group in groups if len(group) > 1] if self.together else []
        return encounter.with_clock(encounter.clock.settled(order, [places[who][0] for who in order], tied))

    def begin_turn(self, encounter: Encounter, step: Step, table: Table) -> Encounter:
        return encounter

    def end_round(self, encounter: Encounter, table: Table) -> Encounter:
        return encounter

    def forbid(self, encounter: Encounter, action: Action) -> Forbidden | None:
        return None

    def perform(self, encounter: Encounter, action: Action, table: Table) -> Deed:
        step, who = encounter.step, encounter.fighter(action.who)
        assert step is not None
        assert step.who == action.who
        match action:
            case Hit(target=target):
                return Deed(self._hit(encounter, who, encounter.fighter(target), step, table))
            case Close(target=target):
                return Deed(self._close(encounter, who, encounter.fighter(target), table))
        return Deed(end_turn(self, encounter, table))

    def _hit(self, encounter: Encounter, who: Brawler, foe: Brawler, step: Step, table: Table) -> Encounter:
        headlong = step.kind == "headlong" or (who.declared == "headlong" and ("closed", True) in step.facts)
        number = who.skill - who.level + 2 * headlong
        against = foe.skill + 2 - foe.level - 2 * bool(foe.shocked) - 3 * foe.exposed + 2 * (foe.declared == "guard")
        effects = table.sub(swing, number, against, foe.id, foe.grit)
        after = replace(who, attacked=True, exposed=headlong, foe=foe.id)
        encounter = encounter.with_fighter(after)
        return end_turn(self, strike(self, encounter, who.id, effects, table), table)

    def _close(self, encounter: Encounter, who: Brawler, foe: Brawler, table: Table) -> Encounter:
        sign = 1 if foe.position >= who.position else -1
        encounter = encounter.with_fighter(replace(who, position=foe.position - sign, foe=foe.id)).pop()
        awaited = foe.declared == "headlong" and not foe.shocked and not foe.attacked
        turn, answer = Step("turn", who.id, facts=(("closed", True),)), Step("headlong", foe.id, cause=who.id)
        if awaited and who.declared == "headlong" and who.speed > foe.speed:
            return encounter.push(answer).push(turn)
        encounter = encounter.push(turn)
        return begin_turn(self, encounter, answer, table) if awaited else encounter

    def apply(self, fighter: Brawler, effect: Effect, table: Table) -> Brawler:
        if effect.what == "shocked":
            return replace(fighter, shocked=2)
        return replace(fighter, points=fighter.points + effect.amount)

    def set_value(self, fighter: Brawler, name: str, value: Any, others: Any = ()) -> Brawler:
        return replace(fighter, **{name: value})

    def inclined(self, fighter: Brawler, key: str, plan: str, options: Options) -> str | None:
        if plan == "guarded":
            return "guard" if fighter.level >= 2 else None
        return "headlong" if plan == "headlong" else None

    def habit(self, encounter: Encounter, who: str, target: str, plan: str) -> Action | None:
        fighter, step = encounter.fighter(who), encounter.step
        assert step is not None
        if not target:
            return Wait(who)
        idle = fighter.shocked or fighter.attacked or fighter.declared == "guard" or plan in ("retreat", "surrender")
        if idle or (step.kind == "headlong" and step.cause != target):
            return None
        if encounter.distance(who, target) <= 1:
            return Hit(who, target)
        return None if step.facts else Close(who, target)

    def essence(self, fighter: Brawler, options: Options) -> Brawler:
        bare = replace(fighter, id="", side="", name="", position=0, foe="", points=MANY)
        bare = replace(bare, full=MANY + fighter.level * fighter.grit)
        return bare if fighter.declared == "headlong" else replace(bare, attacked=False)

    def band(self, essence: Brawler, options: Options) -> tuple[int, int]:
        most = (6 - essence.level) * essence.grit
        return (most - essence.grit + 1 if essence.level < 5 else -MANY), (most if essence.level else MANY)

    def banded(self, essence: Brawler, points: int, options: Options) -> Brawler:
        level = min(5, max(0, (6 * essence.grit - points) // essence.grit))
        return replace(essence, full=MANY + level * essence.grit)

    def renamed(self, fighter: Brawler, name: Callable[[str], str]) -> Brawler:
        return fighter

    def too_rich(self, encounter: Encounter) -> str:
        return ""


def brawler(who: str, side: str, position: int = 0, grit: int = 4, plan: str = "", **more: Any) -> Brawler:
    """Somebody unhurt, unless `points` says otherwise."""
    orders = tuple(sorted({**dict(more.pop("orders", ())), **({"plan": plan} if plan else {})}.items()))
    return Brawler(who, side, who, position, orders, grit=grit, **{"points": 6 * grit, "full": 6 * grit, **more})


def brawl(*fighters: Brawler) -> Encounter:
    """A brawl before its first round."""
    return Encounter("brawl", Options(), fighters)
