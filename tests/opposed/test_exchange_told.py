"""What the log of an attack cites, and blows that end in something else than they began."""

from __future__ import annotations

from typing import Any

import pytest
from opposed_fights import duel, play, put, turn

from affray.events import Changed, Harm, Resolved, Rolled
from affray.systems.opposed.actions.kinds import Attack


def cited(log: tuple[Any, ...], kind: type) -> list[tuple[str, ...]]:
    return [event.rules for event in log if isinstance(event, kind)]


@pytest.mark.rule("crit.impale", "house.stuck")
@pytest.mark.parametrize(("weapon", "stuck"), [("bite", ()), ("spear", (("spear", "B"),))])
def test_teeth_stay_where_they_are(weapon: str, stuck: Any) -> None:
    encounter = duel({"weapons": [weapon], "brute": 6}, {"life": 90})
    told = play(turn(encounter, "A"), Attack("A", "B", weapon), [6, 6], "none")
    assert told.outcome == "critical hit"
    assert told.harm.parts[-1].name == "impale"
    assert told.fighter("A").stuck == stuck


@pytest.mark.rule("crit.bare.ko", "damage.death")
@pytest.mark.parametrize(("mode", "life"), [("unconscious", 0), ("unconscious", 1), ("active", 0)])
def test_who_lies_at_0_life_is_not_knocked_out_once_more(mode: str, life: int) -> None:
    """Bare hands: 12 against 6 is a critical hit for twice 6."""
    encounter = duel({}, {"life": 12 + life}, life_zero=mode)
    lies = (mode, life) == ("unconscious", 0)
    script = [] if lies else [[1, 1], [6, 6]]
    told = play(turn(encounter, "A"), Attack("A", "B", "fist"), [6, 6], "dodge", [3, 3], *script)
    assert told.fighter("B").life == life
    fainted = [e.detail for e in told.log if isinstance(e, Changed) and e.what == "unconscious"]
    assert fainted == (["Life 0"] if lies else [])
    assert ("crit.bare.ko",) not in cited(told.log, Resolved) or not lies


@pytest.mark.rule("roll.tie", "house.undefended", "size.accuracy", "crit.slice", "size.damage")
def test_the_log_cites_every_rule_that_had_a_part() -> None:
    large = {"weapons": ["sword"], "size": 3}
    told = play(turn(duel(large, {"size": -1, "armour": "leather"}), "A"), Attack("A", "B", "sword"), [6, 6], "none")
    (roll,) = [e for e in told.log if isinstance(e, Rolled)]
    assert (roll.total, roll.rules) == (11, ("melee.attack", "size.accuracy"))
    assert cited(told.log, Resolved) == [("damage.when", "house.undefended")]
    assert cited(told.log, Harm) == [("damage.amount", "size.damage", "armour.absorb")]
    crit = play(turn(duel({**large, "dex": 9}, {}), "A"), Attack("A", "B", "sword"), [6, 6], "none")
    assert cited(crit.log, Harm) == [("damage.amount", "size.damage", "crit.slice")]
    tie = play(turn(duel({"weapons": ["sword"]}, {}), "A"), Attack("A", "B", "sword"), [3, 4], "dodge", [3, 4])
    assert cited(tie.log, Resolved) == [("dodge.success", "roll.tie")]


@pytest.mark.rule("ranged.tn", "ranged.aim", "mount.out.act")
def test_a_roll_cites_what_it_has_to_meet_and_what_weighs_on_it() -> None:
    encounter = put(duel({"weapons": ["bow"]}, {"position": 40}), "A", aimed="B")
    told = play(turn(encounter, "A"), Attack("A", "B", "bow"), [1, 2])
    assert cited(told.log, Rolled) == [("ranged.attack", "ranged.tn", "ranged.aim")]
