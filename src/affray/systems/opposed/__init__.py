"""opposed-2d6: two dice against two dice, margin plus weapon is the damage.

sheet     what people write              charts    the tables of the rules
fighter   the state in a fight, views    rules     pure functions of plain numbers
actions   kinds, legality, what they do  turn      schedule and initiative
habit     how the program plays          byhand    what a game master may set
carry     from one fight to the next           tabulate  what many fights take a fighter for
options   the switches
and armoury.toml, catalogue.toml, template.toml
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from affray.clock import Schedule, Timer
from affray.encounter import Encounter, Step
from affray.options import Options
from affray.system import Action, Deed, Effect, Forbidden, Offer, RuleIndex, Track
from affray.systems.opposed import byhand, carry, charts, fighter, rules, sheet, tabulate, turn
from affray.systems.opposed.actions import (
    attack as attacks,
)
from affray.systems.opposed.actions import (
    checks,
    exchange,
    grapple,
    harmed,
    kinds,
    lasting,
    legal,
    mounts,
    perform,
    plain,
    wild,
    wounds,
)
from affray.systems.opposed.habit import PLANS, habit
from affray.systems.opposed.options import PROFILES, SWITCHES
from affray.systems.opposed.sheet import ArmourSheet, PoisonSheet, Scene, Sheet, WeaponSheet
from affray.table import Table

__all__ = ["SYSTEM", "Opposed"]


class Opposed:
    """The system as drivers see it; every method hands over to the module that knows."""

    name = "opposed-2d6"
    title = "Opposed 2d6"
    version = "2"
    unit = "m"
    switches = SWITCHES
    profiles = PROFILES
    actions: Mapping[str, type[Action]] = kinds.ACTIONS
    fighter_type = fighter.Fighter
    sheet = Sheet
    scene = Scene
    gear: Mapping[str, type[Any]] = {"weapons": WeaponSheet, "armours": ArmourSheet, "poisons": PoisonSheet}
    orders: Mapping[str, tuple[str, ...]] = {
        "guard": ("parry", "dodge", "resist", "none"),
        "effort": tuple(str(level) for level in range(6)),
        "intent": ("physical", "magic"),
    }
    plans: Mapping[str, str] = PLANS
    counters: tuple[str, ...] = tabulate.COUNTERS
    counted: Mapping[str, str] = {}
    near = tabulate.NEAR
    purposes: tuple[str, ...] = (
        *("initiative", "attack", "TN", "parry", "dodge", "resist"),
        *("knock-out", "knock-out chance", "location", "pull", "pull TN"),
        *("hold", "social", "control", "control TN", "saddle", "saddle TN", "fall", "direction", "random target"),
    )

    @cache  # noqa: B019 - there is one instance
    def rules(self) -> RuleIndex:
        modules = (
            *(rules.attack, rules.harm, rules.maneuvers, rules.lasting, rules.grapple, rules.mounts, rules.rest),
            *(sheet.gear, sheet.character, fighter.links, exchange, attacks, checks, grapple, harmed, lasting, legal),
            *(mounts, perform, plain, turn, wild, wounds, carry, charts),
        )
        return RuleIndex.build(__package__, modules, SWITCHES, sheet.armoury_rows())

    def armoury(self) -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
        return sheet.load_armoury()

    def template(self) -> str:
        return (resources.files(__package__) / "template.toml").read_text(encoding="utf-8")

    def fighter(self, sheet_: Any, who: str, side: str, position: int, orders: Mapping[str, str]) -> fighter.Fighter:
        return sheet.muster(sheet_, who, side, position, orders)

    def faults(self, fighters: Sequence[Any], placed: Collection[str] = ()) -> Sequence[tuple[str, str, str]]:
        return tuple(sheet.faults(fighters, placed))

    def linked(self, encounter: Encounter, fixed: Collection[str] = ()) -> Encounter:
        return fighter.linked(encounter, fixed)

    def schedule(self, options: Options) -> Schedule:
        return turn.schedule(options)

    def able(self, who: Any, options: Options) -> bool:
        return fighter.awake(who, options)

    def tracks(self, who: Any) -> tuple[Track, ...]:
        return (Track("life", who.life, who.life_full),)

    def conditions(self, who: Any, options: Options) -> tuple[str, ...]:
        return fighter.conditions(who, options)

    def alive(self, who: Any) -> bool:
        return fighter.alive(who)

    def settle_order(self, encounter: Encounter, table: Table) -> Encounter:
        return turn.settle_order(encounter, table)

    def begin_turn(self, encounter: Encounter, step: Step, table: Table) -> Encounter:
        return perform.begin_turn(self, encounter, step, table)

    def end_round(self, encounter: Encounter, table: Table) -> Encounter:
        return perform.end_round(encounter, table)

    def resolve(self, encounter: Encounter, step: Step, table: Table) -> Encounter:
        return attacks.resolve(self, encounter, step, table)

    def refresh(self, who: Any, what: str) -> Any:
        return turn.refresh(who, what)

    def expire(self, who: Any, timer: Timer) -> Any:
        return turn.expire(who, timer)

    def offers(self, encounter: Encounter) -> tuple[Offer, ...]:
        return legal.offers(encounter)

    def domains(self, encounter: Encounter, who: str) -> Mapping[str, Mapping[str, tuple[Any, ...] | range]]:
        return legal.domains(encounter, encounter.fighter(who))

    def forbid(self, encounter: Encounter, action: Action) -> Forbidden | None:
        return legal.forbid(encounter, action)

    def perform(self, encounter: Encounter, action: Action, table: Table) -> Deed:
        forbidden = legal.forbid(encounter, action)
        if forbidden:
            raise forbidden.error(action)
        return perform.perform(self, encounter, action, table)

    def apply(self, who: Any, effect: Effect, table: Table) -> Any:
        return harmed.apply(who, effect, table)

    def settable(self, who: Any) -> Mapping[str, str]:
        return byhand.settable(who)

    def set_value(self, who: Any, name: str, value: Any, others: Sequence[str] = ()) -> Any:
        return byhand.set_value(who, name, value, others)

    def carried(self, old: Any, fresh: Any, rested: bool, options: Options) -> Any:
        return carry.carried(old, fresh, rested)

    def habit(self, encounter: Encounter, who: str, target: str, plan: str) -> Action | None:
        return habit(encounter, who, target, plan)

    def inclined(self, who: Any, key: str, plan: str, options: Options) -> str | int | None:
        return None

    def essence(self, who: Any, options: Options) -> Any:
        return tabulate.essence(who, options)

    def band(self, essence: Any, options: Options) -> tuple[int, int]:
        return tabulate.band()

    def banded(self, essence: Any, points: int, options: Options) -> Any:
        return essence

    def renamed(self, who: Any, name: Callable[[str], str]) -> Any:
        return tabulate.renamed(who, name)

    def tie_key(self, who: Any, options: Options) -> tuple[int, ...]:
        return tabulate.tie_key(who)

    def too_rich(self, encounter: Encounter) -> str:
        return tabulate.too_rich(encounter)

    def stage(self, encounter: Encounter, action: Action, closing: bool = False) -> Encounter:
        return legal.stage(encounter, action, closing)


SYSTEM = Opposed()
