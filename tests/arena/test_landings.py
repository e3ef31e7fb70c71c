"""What forms are after changes and losses, worked out ahead, is what they are when it is asked for one by one."""

from __future__ import annotations

import numpy as np
import pytest
from arena_fights import arena_fight
from brawl import Brawl, brawl, brawler
from penetration_arena import penetration_fight

from affray.arena import codes as c
from affray.arena.engine import Engine
from affray.arena.landings import MOST_FORMS, MOST_POINTS, landings
from affray.systems.opposed import SYSTEM as OPPOSED
from affray.systems.penetration import SYSTEM as PENETRATION

ENGINES = {
    "penetration": lambda: Engine(PENETRATION, penetration_fight("flail"), seed=1),
    "opposed": lambda: Engine(OPPOSED, arena_fight("two-and-two"), seed=1),
    "brawl": lambda: Engine(Brawl(), brawl(brawler("a", "x", points=15), brawler("b", "y", 1)), seed=1),
}


@pytest.mark.parametrize("name", ENGINES)
def test_all_that_is_told_ahead_is_so(name: str) -> None:
    engine = ENGINES[name]()
    engine.run(0, 300)
    tables, forms = engine.tables, engine.cells.forms
    entries, told = tables.entries.array, 0
    assert tables.lands.shape == (c.CHANGES_MOST + 1, tables.entries.size, tables.most + 1)
    for change, form, points in np.argwhere(tables.lands != c.NOWHERE).tolist():
        before = int(entries[form, c.NEXT - 1 + change]) if change else form
        after = int(tables.lands[change, form, points])
        assert forms.banded(before, points) == after
        assert forms[after].able <= points, "nobody who has fallen"
        assert not entries[after, c.NOISE] & (c.ROUND_NOISE | c.ACT_NOISE)
        assert entries[after, c.PLAIN]
        told += 1
    assert told > 10


def test_too_many_forms_or_points_are_not_worked_out() -> None:
    solo = np.full((c.BEFALLS, 2), c.MISSING, np.int64)
    assert landings(np.zeros((2, c.ENTRY), np.int64), solo, MOST_POINTS).shape == (1, 0, 0)
    assert landings(np.zeros((MOST_FORMS + 1, c.ENTRY), np.int64), solo, 5).shape == (1, 0, 0)
