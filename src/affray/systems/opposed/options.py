"""The switches of these rules: the readings of the source that a table may settle differently."""

from __future__ import annotations

from affray.options import Profile, Switch

__all__ = ["PROFILES", "SWITCHES"]

SWITCHES: tuple[Switch, ...] = (
    Switch(
        "defence.tie",
        "defence",
        ("defence", "attack"),
        "who wins when attack and defence are equal; attack: a parry, dodge or resistance has to be higher",
        ("roll.tie", "parry.success", "dodge.success", "resist.success"),
    ),
    Switch(
        "defence.limit",
        0,
        range(21),
        "how many defences a fighter has in a round; 0: as many as there are attacks",
        ("parry.roll", "dodge.roll", "resist.roll"),
    ),
    Switch(
        "dodge.move",
        "aside",
        ("aside", "back"),
        "where a successful dodge ends: aside, as far from the attacker as before, or a metre further back",
        ("dodge.success", "house.dodge-move"),
    ),
    Switch(
        "defence.declared",
        "after",
        ("after", "before"),
        "whether a defence is chosen after the attack total is known, or before the attack is rolled",
        ("roll.opposed",),
    ),
    Switch(
        "undefended.tn",
        10,
        range(31),
        "the number that a melee, bare-knuckle or magic attack has to exceed where nobody defends",
        ("house.undefended",),
    ),
    Switch(
        "ranged.margin",
        "over-tn",
        ("over-tn", "zero"),
        "what an undefended shot adds to the weapon's damage: its margin over the target number, or nothing;"
        " a critical is judged by the margin either way",
        ("damage.amount", "ranged.hit"),
    ),
    Switch(
        "critfail.below",
        0,
        (0, 1),
        "an attack total below this is a critical failure; the source's rule says 0, its example says 1",
        ("crit.failure",),
    ),
    Switch(
        "ko.extra-roll",
        False,
        (False, True),
        "false: winning the Brute contest by 6 knocks out; true: it does so on a further d6 of 4 or more",
        ("crit.bare.ko",),
    ),
    Switch(
        "chop.reading",
        "extra",
        ("extra", "instead"),
        "extra: a critical chop counts the weapon's damage twice beside the margin; instead: it takes exactly twice"
        " the weapon's damage from Life, and nothing else counts",
        ("crit.chop",),
    ),
    Switch(
        "chop.armour",
        "weapon-direct",
        ("weapon-direct", "all-direct", "armoured"),
        "what of a critical chop goes past armour: twice the weapon's damage, everything, or nothing;"
        " without effect where chop.reading is instead",
        ("crit.chop", "armour.absorb"),
    ),
    Switch(
        "electric.point",
        "before-armour",
        ("before-armour", "after-armour"),
        "what electricity doubles: the whole damage, or only what gets past the armour",
        ("electric.double",),
    ),
    Switch(
        "life.zero",
        "active",
        ("active", "unconscious"),
        "a fighter at exactly 0 Life goes on acting, or lies unconscious",
        ("damage.death",),
    ),
    Switch(
        "size.accuracy",
        "target",
        ("target", "relative"),
        "target: an attack adds the target's size, but nothing between equals, so it jumps there (2 against 3: +3,"
        " 3 against 3: 0); relative: it adds the target's size less the attacker's",
        ("size.accuracy", "size.accuracy.same"),
    ),
    Switch(
        "maneuver.per-roll",
        1,
        range(3),
        "how many maneuvers one roll can carry; 2: an attack may have a strike and a damage bonus, 0: none at all",
        ("maneuver.declare",),
    ),
    Switch(
        "poison.needs-wound",
        False,
        (False, True),
        "true: poison works only if the hit itself took Life",
        ("poison.on-crit",),
    ),
    Switch(
        "poison.refresh",
        False,
        (False, True),
        "true: the same poison once more adds no damage, but runs for its whole time again",
        ("poison.same",),
    ),
    Switch(
        "fire.armour",
        "ignores",
        ("ignores", "absorbs"),
        "whether armour takes its rating off the damage of a fire",
        ("fire.damage",),
    ),
    Switch(
        "fire.scale",
        "flat",
        ("flat", "per-foot"),
        "a fire of any size does 4 a round, or 4 for each square foot",
        ("fire.damage",),
    ),
    Switch(
        "grapple.skill",
        "none",
        ("none", "melee"),
        "what helps Dexterity to get hold of somebody: nothing, or Melee, which helps the dodge too",
        ("grapple.start",),
    ),
    Switch(
        "grapple.size",
        "off",
        ("off", "on"),
        "whether the target's size counts for getting hold of it as it does for attacks",
        ("grapple.start",),
    ),
    Switch(
        "mount.control-trigger",
        "any-damage",
        ("any-damage", "half-only"),
        "whether any damage to a mount calls for a control check, or only damage that leaves it with less than half",
        ("mount.control.damage",),
    ),
    Switch(
        "mount.ranged-moving",
        "replace",
        ("replace", "stack"),
        "a shot from a moving mount: -2 to the roll in place of the +2 to the target number, or both",
        ("mount.ranged-moving",),
    ),
    Switch(
        "mount.retry",
        "chart-again",
        ("chart-again", "no-chart"),
        "whether failing to regain control is looked up in the chart again, or leaves all as it was",
        ("mount.loss-of-control",),
    ),
)

PROFILES: tuple[Profile, ...] = (
    Profile(
        "smooth-size",
        (("size.accuracy", "relative"),),
        "size counts by difference for hitting as it does for damage",
    ),
)
