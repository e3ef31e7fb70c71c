from __future__ import annotations

from pathlib import Path

import pytest
from terminal import CROWD, EQUALS


@pytest.fixture
def equals(tmp_path: Path) -> Path:
    path = tmp_path / "equals.toml"
    path.write_text(EQUALS, encoding="utf-8")
    return path


@pytest.fixture
def crowd(tmp_path: Path) -> Path:
    path = tmp_path / "crowd.toml"
    path.write_text(CROWD, encoding="utf-8")
    return path
