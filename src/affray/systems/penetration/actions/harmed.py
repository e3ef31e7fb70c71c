"""Effects of a blow on one fighter, whenever they are felt: damage, lying unconscious, shock."""

from __future__ import annotations

from affray.dice.checks import Modifier
from affray.events import Changed, Harm
from affray.frozen import changed
from affray.system import Effect, rule
from affray.systems.penetration.fighter import Fighter, able, alive, dying, steadied
from affray.table import Table

__all__ = ["apply"]


def apply(fighter: Fighter, effect: Effect, table: Table) -> Fighter:
    """The fighter after one effect, noted."""
    match effect.what:
        case "harm":
            return harmed(fighter, int(effect.amount), table)
        case "unconscious":
            return knocked_out(fighter, table)
        case "shock":
            return shocked(fighter, int(effect.amount), table)
    return fighter


@rule("house.health", "house.man.aim")
def harmed(fighter: Fighter, points: int, table: Table) -> Fighter:
    """The fighter who has been hit for so many points, 0 included: a hit of any kind spoils its aim."""
    after = steadied(fighter, health=fighter.health - points)
    cited = ("house.health",) if points else ("penetration.no-damage",)
    parts = (Modifier("damage", points),)
    table.note(Harm(cited, fighter.id, parts, (), points, "health", fighter.health, after.health))
    if alive(fighter) and not alive(after):
        table.note(Changed(("house.health",), fighter.id, "dead", False, True))
    elif dying(after) and not dying(fighter):
        table.note(Changed(("house.health",), fighter.id, "dying", False, True))
    return after


@rule("house.knockout")
def knocked_out(fighter: Fighter, table: Table) -> Fighter:
    """The fighter unconscious, for longer than any fight."""
    if not fighter.unconscious:
        table.note(Changed(("effect.knockout", "house.knockout"), fighter.id, "unconscious", False, True))
    return steadied(fighter, unconscious=True)


@rule("house.shock")
def shocked(fighter: Fighter, turns: int, table: Table) -> Fighter:
    """The fighter in shock until the end of so many of its turns; one who is out of the fight feels none."""
    if not able(fighter, table.options):
        return fighter
    if not fighter.shocked:
        table.note(Changed(("effect.shock", "house.shock"), fighter.id, "in shock", False, True))
    return changed(fighter, shocked=max(fighter.shocked, turns))
