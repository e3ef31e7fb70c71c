"""Effects on one fighter, loss of Life from whatever cause, and what it means at once: death, or lying unconscious."""

from __future__ import annotations

from affray.encounter import Encounter
from affray.events import Changed, Harm
from affray.frozen import changed
from affray.system import Effect
from affray.systems.opposed import rules
from affray.systems.opposed.fighter import Fighter, awake, felled
from affray.systems.opposed.rules.attack import Parts
from affray.table import Table

__all__ = ["apply", "lose_life", "sinks"]


def apply(fighter: Fighter, effect: Effect, table: Table) -> Fighter:
    """The fighter after one effect of an exchange, as far as it concerns nobody else."""
    match effect.what:
        case "life":
            life = rules.life_after(fighter.life, int(effect.amount))
            return changed(fighter, life=life, dead=fighter.dead or rules.dead(life))
        case "defended":
            return changed(fighter, defences=fighter.defences + int(effect.amount))
        case "exhaustion":
            return changed(fighter, exhaustion=rules.exhaustion_after(fighter.exhaustion, int(effect.amount)))
    return fighter


def lose_life(
    encounter: Encounter, who: str, loss: int, parts: Parts, soaked: Parts, cited: tuple[str, ...], table: Table
) -> Encounter:
    """The encounter with so many points of Life gone; `sinks` says what comes of it once all of them are counted."""
    before: Fighter = encounter.fighter(who)
    after = apply(before, Effect(who, "life", loss), table)
    table.note(Harm(cited, who, parts, soaked, loss, "Life", before.life, after.life))
    return encounter.with_fighter(after)


def sinks(encounter: Encounter, before: Fighter, table: Table) -> Encounter:
    """What the Life that is left means for a fighter who was `before`: death, or unconsciousness at exactly 0."""
    fighter: Fighter = encounter.fighter(before.id)
    if fighter.dead and not before.dead:
        table.note(Changed(("damage.death",), fighter.id, "dead", False, True))
    elif awake(before, encounter.options) and not awake(fighter, encounter.options):
        table.note(Changed(("damage.death",), fighter.id, "unconscious", False, True, "Life 0"))
    if not awake(fighter, encounter.options):
        fighter = felled(fighter)
    return encounter.with_fighter(fighter)
