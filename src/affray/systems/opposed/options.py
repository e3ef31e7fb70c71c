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
)

PROFILES: tuple[Profile, ...] = (
    Profile(
        "smooth-size",
        (("size.accuracy", "relative"),),
        "size counts by difference for hitting as it does for damage",
    ),
)
