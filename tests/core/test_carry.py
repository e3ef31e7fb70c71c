"""From one fight to the next, for any system: who is who, what lasts, timers, the dead, state by hand."""

import io
import json
from dataclasses import replace

import pytest
from toys.fights import attack, bout, finish_by_itself
from toys.stage import Toy, ToySystem, marked, toys

from affray.carry import carry
from affray.clock import Timer
from affray.errors import BadValue, InputError
from affray.fightfile import parse_fight
from affray.records import Recorder, read_record
from affray.rulings import SetValue
from affray.session import Session

SYSTEM = ToySystem()
ENDED = toys(Toy("Ann", "red", 2, marks=("scar",)), Toy("Bob", "blue", 1), Toy("Cay", "red", 3))
NEXT = toys(Toy("Ann", "blue", position=7), Toy("Dan", "red"), Toy("Bob", "blue"))


def carried(ended=ENDED, beginning=NEXT, rested=False, state=()):
    return carry(SYSTEM, ended, beginning, rested, state)


def test_fighters_are_matched_by_their_ids_and_come_as_the_system_says():
    ann, dan, bob = carried().fighters
    assert (ann.points, ann.marks, ann.side, ann.position) == (2, ("scar",), "blue", 7)
    assert (dan.points, bob.points) == (3, 1)
    assert [f.points for f in carried(rested=True).fighters] == [3, 3, 3]


def test_the_fight_is_the_next_one():
    next_fight = replace(NEXT, scene=(("light", False),))
    beginning = carried(replace(ENDED, over=True, scene=(("light", True),)), next_fight)
    assert beginning.scene == (("light", False),)
    assert not beginning.over
    assert (beginning.clock.round, beginning.agenda, beginning.amendments) == (0, (), ())


def test_nothing_in_common_is_the_next_fight_as_it_is():
    assert carried(toys(Toy("Eve", "red", 1))) == NEXT


def test_names_are_the_same_only_letter_by_letter():
    assert carried(toys(Toy("ann", "red", 1))) == NEXT


# -- timers


def test_a_condition_that_comes_along_goes_on_for_its_time():
    ended = marked(ENDED, "Ann", "dazed", "", "round-end", 4)
    assert carried(ended).clock.timers == (Timer("Ann", "dazed", "", "round-end", 4),)


def test_a_condition_that_stays_behind_leaves_its_time_there():
    ended = ENDED.with_clock(ENDED.clock.timed(Timer("Ann", "dazed", "", "round-end", 4)))  # she is not dazed
    assert carried(ended).clock.timers == ()
    assert carried(marked(ENDED, "Cay", "dazed", "", "round-end", 4)).clock.timers == ()


@pytest.mark.parametrize(
    ("whose", "timer"),
    [
        ("Bob", Timer("Ann", "dazed", "Bob", "turn-end", 2)),
        ("Cay", Timer("Ann", "dazed", "", "round-end", 2)),
    ],
)
def test_a_time_that_hangs_on_turns_of_who_is_not_there_ends_with_a_round(whose, timer):
    assert carried(marked(ENDED, "Ann", "dazed", whose, "turn-end", 2)).clock.timers == (timer,)


# -- the dead


def fallen(who):
    return ENDED.with_fighter(replace(ENDED.fighter(who), points=0))


def test_the_dead_do_not_come():
    beginning = carried(marked(fallen("Bob"), "Bob", "dazed", "", "round-end", 4))
    assert beginning.ids == ("Ann", "Dan")
    assert beginning.clock.timers == ()


def test_a_side_that_has_nobody_left_is_an_error():
    both = fallen("Bob").with_fighter(replace(ENDED.fighter("Ann"), points=0))
    with pytest.raises(InputError, match="nobody of blue is left for the next fight"):
        carried(both)
    assert carried(both, rested=True).ids == NEXT.ids  # in this system a rest mends everything


# -- what is set by hand


def test_what_is_set_by_hand_goes_before_what_is_carried():
    state = (SetValue("Bob", "points", 2), SetValue("Dan", "points", 1))
    beginning = carried(fallen("Bob"), state=state)
    assert [f.points for f in beginning.fighters] == [2, 1, 2]


def test_what_cannot_be_set_any_more_says_whose_it_is():
    with pytest.raises(InputError, match="state of Bob, after the fight before: points: 'many' is not allowed"):
        carried(state=(SetValue("Bob", "points", "many"),))


def test_another_system_is_refused():
    with pytest.raises(BadValue, match="expected toy"):
        carried(replace(ENDED, system="other"))


# -- with a record


def test_the_record_of_the_next_fight_stands_alone():
    session = bout()
    session.act(attack(session))
    finish_by_itself(session)
    hurt = session.encounter
    text = 'system = "opposed-2d6"\n' + "".join(
        f'[[fighter]]\nname = "{name}"\nside = "{side}"\nbrute = 1\ndex = 1\nwits = 1\n'
        for name, side in (("Ann", "a"), ("Bob", "b"), ("Cay", "c"))
    )
    fight = parse_fight(text)
    hurt = hurt.with_fighter(replace(hurt.fighter("Ann"), dead=False, life=5))
    hurt = hurt.with_fighter(replace(hurt.fighter("Bob"), dead=False, life=6, unconscious=True))
    hurt = hurt.with_clock(hurt.clock.timed(Timer("Bob", "unconscious", "", "round-end", 9)))
    begun = Session(fight.system, carry(fight.system, hurt, fight.encounter), seed=1)
    stream = io.StringIO()
    Recorder(begun, stream).begin(source=fight.source)
    begun.start()
    finish_by_itself(begun)
    assert begun.entries
    written = stream.getvalue().splitlines()
    assert [f["life"] for f in json.loads(written[0])["start"]["fighters"]] == [5, 6, 20]
    again = read_record(written)
    assert again.beginning == begun.beginning
    assert again.encounter == begun.encounter
