"""Every number that a ruling can change has a purpose that its system names, and no other purpose is ruled on."""

import pytest
from toys.fights import MELEE, bout, finish_by_itself

from affray.errors import UnknownName
from affray.events import Rolled
from affray.rulings import Amend
from affray.table import Amendment


def test_all_that_is_thrown_has_a_purpose_of_the_system():
    seen = set()
    for seed in range(12):
        session = bout(MELEE, people=(), seed=seed)
        finish_by_itself(session)
        seen |= {event.purpose for event in session.events if isinstance(event, Rolled)}
    assert seen <= set(session.system.purposes)
    assert seen >= {"initiative", "attack", "parry", "dodge"}


def test_a_ruling_on_no_number_of_the_rules_is_refused():
    session = bout()
    with pytest.raises(UnknownName, match="unknown purpose 'dance'") as caught:
        session.rule(Amend(Amendment("mud", -1, "Ann", "dance")))
    assert caught.value.allowed == session.system.purposes
    for purpose in session.system.purposes:
        session.rule(Amend(Amendment("mud", -1, "Ann", purpose)))
