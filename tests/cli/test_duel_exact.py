"""What the command line shows of an exact duel."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from affray.cli.duel import show_exact
from affray.errors import BadValue
from affray.fightfile import Fight, load_fight

FORD = Path(__file__).parents[2] / "examples" / "duel.toml"


@pytest.fixture
def ford() -> Fight:
    return load_fight(FORD)


def test_the_law_as_text(ford: Fight, capsys: pytest.CaptureFixture[str]) -> None:
    assert show_exact(ford, ford.encounter) == ""
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Jobo against Berta: exact, ")
    assert any(line.startswith("Jobo ") and "50.39 %" in line and "█" in line for line in lines)
    assert any(line.startswith("nobody is left") for line in lines)
    assert any(line.startswith("rounds: 7.44 on average") for line in lines)


def test_the_law_as_json_within_a_limit(ford: Fight, capsys: pytest.CaptureFixture[str]) -> None:
    assert show_exact(ford, ford.encounter, limit=3, as_json=True) == ""
    data = json.loads(capsys.readouterr().out)
    assert data["engine"] == "exact"
    assert set(data["wins"]) == {"road", "river"}
    assert data["limit"] == pytest.approx(1 - sum(data["wins"].values()), abs=1e-9)
    assert data["limit"] > 0.5
    assert set(data["rounds"]["counts"]) <= {"1", "2", "3"}
    assert set(data["left"]) == {"Jobo", "Berta"}


@pytest.mark.parametrize("name", ["law.png", "law.svg"])
def test_the_law_as_a_picture(ford: Fight, tmp_path: Path, name: str) -> None:
    pytest.importorskip("matplotlib")
    assert show_exact(ford, ford.encounter, plot=tmp_path / name) == ""
    written = (tmp_path / name).read_bytes()
    assert written.startswith(b"\x89PNG" if name.endswith("png") else b"<?xml")


def test_a_picture_that_cannot_be_written_is_refused_before_anything_is_shown(
    ford: Fight, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(BadValue, match="picture"):
        show_exact(ford, ford.encounter, plot=tmp_path / "law.doc")
    assert capsys.readouterr().out == ""


def test_what_only_dice_can_tell_is_said_and_nothing_shown(ford: Fight, capsys: pytest.CaptureFixture[str]) -> None:
    jobo = replace(ford.encounter.fighter("Jobo"), holds="Berta")
    assert "holds" in show_exact(ford, ford.encounter.with_fighter(jobo))
    assert capsys.readouterr().out == ""
