"""What an exchange may read of a fighter: a view, which knows neither health nor place, and the scores behind it."""

from __future__ import annotations

from dataclasses import dataclass

from affray.options import Options
from affray.systems.penetration import rules
from affray.systems.penetration.fighter.gear import Weapon
from affray.systems.penetration.fighter.state import Fighter, able, shielded
from affray.systems.penetration.rules import Burden, Numbers, Parts, Scores

__all__ = ["View", "burden", "initiative_modifiers", "pace", "scores", "speed", "view"]


@dataclass(frozen=True)
class View:
    """What an exchange may read of a fighter.

    `accuracy` and `penetration` are the scores with the weapon in question, maneuvers aside; `defence` is what it sets
    against blows, `shelter` against missiles, maneuvers included. `armour` is its AC, `multiplier` what it has learnt.
    `excess` is taken from each of its rolls. `damage` are the points taken so far where checks hang on the total of
    them, 0 elsewhere.
    """

    id: str
    endurance: int
    accuracy: Parts
    penetration: Parts
    defence: Parts
    shelter: Parts
    armour: int
    multiplier: int = 0
    excess: int = 0
    damage: int = 0


def scores(fighter: Fighter, options: Options, weapon: Weapon | None = None) -> Scores:
    """The scores after all penalties, with the weapon in use, or with another one at hand."""
    used = weapon or fighter.in_hand
    return rules.derive(
        Numbers(fighter.speed, fighter.accuracy, fighter.penetration, fighter.defence),
        Numbers(used.speed, used.accuracy, used.penetration, used.defence),
        burden(fighter, used, options),
        weapon_name=used.name,
        shield=shielded(fighter),
        armour=fighter.armour.rating,
        armour_name=fighter.armour.name,
    )


def burden(fighter: Fighter, weapon: Weapon, options: Options) -> Burden:
    """What condition, load, stiffness and Strength missing for that weapon take off the scores."""
    reading = options["injury.levels"]
    required = 0 if weapon.natural else weapon.required(fighter.grip) or 0
    return Burden(
        injury=rules.condition_penalty(fighter.damage, fighter.endurance, reading),
        fatigue=rules.condition_penalty(fighter.fatigue, fighter.endurance, reading),
        load=rules.load_penalty(fighter.kg, fighter.strength),
        stiffness=fighter.armour.stiffness,
        shortfall=rules.shortfall(fighter.strength, required),
    )


def view(fighter: Fighter, options: Options, weapon: Weapon | None = None) -> View:
    """What an exchange may read of that fighter, who attacks with that weapon if it does."""
    key = (options, weapon.name if weapon else "")
    if key not in fighter.views:
        fighter.views[key] = _view(fighter, options, weapon)
    found: View = fighter.views[key]
    return found


def _view(fighter: Fighter, options: Options, weapon: Weapon | None) -> View:
    now = scores(fighter, options, weapon)
    stands = able(fighter, options)
    return View(
        id=fighter.id,
        endurance=fighter.endurance,
        accuracy=now.accuracy,
        penetration=now.penetration,
        defence=scores(fighter, options).defence + _guard(fighter) if stands else (),
        shelter=_shelter(fighter, options) if stands else (),
        armour=fighter.armour.rating,
        multiplier=fighter.multiplier,
        excess=fighter.excess,
        damage=fighter.damage if options["effect.scope"] == "total" else 0,
    )


def _guard(fighter: Fighter) -> Parts:
    """What the maneuver of the round, a headlong attack made before and a shock do to any defence."""
    maneuver = fighter.maneuver
    # a headlong attack leaves its fighter open once it is made, and until the next turn, whatever is declared by then
    held = () if maneuver == "headlong" else rules.maneuver_modifiers(maneuver, "defence", fighter.style(maneuver))
    open_ = rules.maneuver_modifiers("headlong", "defence") if fighter.exposed else ()
    return held + open_ + rules.shock_modifiers(fighter.shocked > 0)


def _shelter(fighter: Fighter, options: Options) -> Parts:
    """The defence against missiles; against one that is not seen coming there is none but the dice."""
    weapon = fighter.in_hand
    reading = options["missile.defence"]
    shield = shielded(fighter)
    own = rules.missile_defence(
        fighter.defence, weapon.defence, shield, fighter.unarmed, fighter.aware, reading, weapon.name
    )
    if not fighter.aware:
        return own
    guard = _guard(fighter)
    if reading != "normal":  # to parry is of no use against what is shot or thrown
        guard = tuple(part for part in guard if part.value < 0)
    return own + rules.penalties("defence", burden(fighter, weapon, options)) + guard


def speed(fighter: Fighter, options: Options) -> int:
    """WS, maneuvers aside: of two headlong attacks the higher one goes first."""
    return rules.counts(scores(fighter, options).speed)


def paced(fighter: Fighter, options: Options) -> Parts:
    """WS with the maneuver of the round."""
    maneuver = rules.maneuver_modifiers(fighter.maneuver, "speed", fighter.style(fighter.maneuver))
    return scores(fighter, options).speed + maneuver


def pace(fighter: Fighter, options: Options) -> int:
    """WS with the maneuver of the round: the higher one goes first among equal rolls."""
    return rules.counts(paced(fighter, options))


def initiative_modifiers(fighter: Fighter, options: Options) -> Parts:
    """What a fighter adds to its die for the order of a round."""
    return rules.initiative_modifiers(paced(fighter, options), fighter.excess)
