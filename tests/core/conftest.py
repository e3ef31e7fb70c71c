"""Fixtures of the core tests."""

import pytest
from toys.fights import bout


@pytest.fixture
def duel():
    """A duel of opposed-2d6 at its first decision; the program throws, people decide."""
    return bout()
