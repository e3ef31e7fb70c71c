"""The switches of these rules: the readings of the source that a table may settle differently."""

from __future__ import annotations

from affray.options import Profile, Switch

__all__ = ["PROFILES", "SWITCHES"]

SWITCHES: tuple[Switch, ...] = (
    Switch(
        "attack.dice",
        "d6!",
        ("d6!", "2d6", "2d6!"),
        "what the attacker throws; d6!: a 6 is thrown again and added; 2d6!: both dice are, after two sixes",
        ("hit.attack-roll", "hit.explode"),
    ),
    Switch(
        "defence.dice",
        "2d6",
        ("2d6", "d6!", "2d6!"),
        "what the defender throws; the source's example has two dice",
        ("hit.defence-roll",),
    ),
    Switch(
        "attack.explode",
        "open",
        ("open", "once"),
        "whether dice that were thrown again may be thrown again once more; it holds for every roll with a !,"
        " defence included",
        ("hit.explode",),
    ),
    Switch(
        "penetration.roll",
        "none",
        ("none", "d6", "attack-die"),
        "what is added to penetration: nothing, a plain d6 thrown after the hit, or what the attack dice showed",
        ("penetration.difference",),
    ),
    Switch(
        "multiplier.rounding",
        "down",
        ("down", "up", "min-1"),
        "how the fractions of a multiplier under 1 are rounded; min-1: down, but 1 point at least while the multiplier"
        " is -4 or more",
        ("multiplier.fraction",),
    ),
    Switch(
        "effect.scope",
        "single",
        ("single", "total"),
        "which damage calls for shock and knock-out: that of the blow, or all damage so far, whenever a blow raises its"
        " levels",
        ("effect.shock", "effect.knockout"),
    ),
    Switch(
        "effect.double",
        "both",
        ("both", "knockout-only"),
        "what is rolled for at twice Endurance: knock-out and, for who stays awake, shock; or knock-out alone",
        ("effect.shock", "effect.knockout"),
    ),
    Switch(
        "injury.levels",
        "floor",
        ("floor", "ceil"),
        "levels of injury: one for each full Endurance of damage, or one for each that has begun;"
        " damage under Endurance brings no penalty either way",
        ("injury.levels",),
    ),
    Switch(
        "missile.defence",
        "shield-or-unarmed",
        ("shield-or-unarmed", "normal"),
        "what helps against missiles: the better of shield and unarmed skill, or all that helps against blows",
        ("missile.protection",),
    ),
)

PROFILES: tuple[Profile, ...] = (
    Profile(
        "two-dice",
        (("attack.dice", "2d6"),),
        "attackers throw two dice as defenders do, as one word of the source suggests",
    ),
)
