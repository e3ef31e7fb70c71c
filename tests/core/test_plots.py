"""Pictures of simulations and duels: the right kind of file, with what the data say in it, and always the same."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest

from affray import plots
from affray.arena.summary import Summary
from affray.errors import BadValue, NotNow
from affray.plots import check_picture, duel_picture, simulation_picture

SUMMARY = Summary(
    ("north", "south"),
    fights=1_000,
    wins={"north": 731, "south": 240},
    draws=9,
    limit=20,
    rounds={4: 600, 5: 380, 1_000: 20},
    survivors={"north": {0: 249, 1: 300, 2: 451}, "south": {0: 740, 1: 260}},
    seed=7,
)
DUEL = {
    "chances": {"Ansgar": 0.6163868, "Bersi": 0.3836132},
    "draw": 0.0,
    "rounds": {"law": {"1": 0.25, "2": 0.5, "3": 0.25}},
    "left": {"Ansgar": {"law": {"1": 0.3, "2": 0.3163868}}, "Bersi": {"law": {"0": 0.3836132}}},
}


def simulation(path: Any, data: Any = None, **more: Any) -> None:
    simulation_picture(SUMMARY.data() if data is None else data, path, **more)


def duel(path: Any, data: Any = None, **more: Any) -> None:
    duel_picture(DUEL if data is None else data, path, **more)


both = pytest.mark.parametrize("draw", [simulation, duel])
Draw = Callable[..., None]


def words(path: Any) -> list[str]:
    """All texts of an SVG file, which have to be texts and not outlines."""
    return ["".join(node.itertext()) for node in ElementTree.parse(path).iter() if node.tag.endswith("}text")]


@both
@pytest.mark.parametrize(("name", "begins"), [("a.png", b"\x89PNG\r\n\x1a\n"), ("a.SVG", b"<?xml")])
def test_the_ending_of_the_name_says_what_kind_of_file_it_is(draw: Draw, name: str, begins: bytes, tmp_path) -> None:
    draw(tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(begins)


@both
@pytest.mark.parametrize("name", ["a.pdf", "a", "png", "a.svg.txt"])
def test_another_ending_is_an_error_that_names_those_that_will_do(draw: Draw, name: str, tmp_path) -> None:
    with pytest.raises(BadValue, match=r"ends with \.png or \.svg"):
        draw(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_picture_is_refused_before_the_fights_as_it_would_be_after(tmp_path) -> None:
    assert check_picture(tmp_path / "a.svg") == ".svg"
    with pytest.raises(BadValue, match=r"\.png or \.svg"):
        check_picture(tmp_path / "a.jpeg")
    with pytest.raises(BadValue, match="a folder that exists"):
        check_picture(tmp_path / "nowhere" / "a.svg")


def test_a_file_that_cannot_be_written_is_no_traceback(tmp_path) -> None:
    (tmp_path / "a.svg").mkdir()
    with pytest.raises(BadValue, match="can be written"):
        simulation(tmp_path / "a.svg")


def test_without_matplotlib_one_learns_what_to_install(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(plots, "find_spec", lambda name: None)
    with pytest.raises(NotNow, match="pip install matplotlib"):
        check_picture(tmp_path / "a.svg")


def test_a_simulation_shows_chances_with_intervals_and_what_it_was(tmp_path) -> None:
    simulation(tmp_path / "a.svg", title="The bridge")
    found = words(tmp_path / "a.svg")
    low, high = SUMMARY.chance("north")[1:]
    assert {"The bridge", "north", "south", "draw", "no end", "73.1 %", "24.0 %", "0.9 %", "2.0 %"} <= set(found)
    assert f"{100 * low:.1f} % to {100 * high:.1f} %" in found
    assert "1,000 fights, reference, seed 7; lines mark 95 % intervals" in found


def test_fights_without_an_end_do_not_stretch_the_rounds(tmp_path) -> None:
    simulation(tmp_path / "a.svg")
    found = words(tmp_path / "a.svg")
    assert "Rounds of fights that end" in found
    assert "mean 4.4" in found  # (600 * 4 + 380 * 5) / 980 = 4.39
    assert "1000" not in found


def test_where_every_fight_ends_the_rounds_are_those_of_all(tmp_path) -> None:
    ended = Summary(("a", "b"), 4, {"a": 4}, rounds={2: 2, 3: 2}, survivors={"a": {1: 4}, "b": {0: 4}})
    simulation(tmp_path / "a.svg", ended.data())
    found = words(tmp_path / "a.svg")
    assert {"Rounds", "mean 2.5"} <= set(found)
    assert not {"draw", "no end"} & set(found)


def test_survivors_have_their_mean_and_points_left_a_panel_where_they_are_given(tmp_path) -> None:
    simulation(tmp_path / "a.svg", {**SUMMARY.data(), "left": {"north": {"counts": {"0": 9}}}})
    assert not any("Points left" in text for text in words(tmp_path / "a.svg"))
    simulation(tmp_path / "a.svg")
    found = words(tmp_path / "a.svg")
    assert {"Survivors", "north, mean 1.2", "south, mean 0.3"} <= set(found)
    assert not any("Points left" in text for text in found)
    left = {"north": {"counts": {"0": 249, "10": 751}}, "south": {"counts": {"0": 740, "4": 130, "6": 130}}}
    simulation(tmp_path / "b.svg", {**SUMMARY.data(), "left": left})
    assert {"Points left, where any are", "north, mean 10.0", "south, mean 5.0"} <= set(words(tmp_path / "b.svg"))


def test_no_fights_make_no_picture(tmp_path) -> None:
    with pytest.raises(NotNow, match="no fights"):
        simulation(tmp_path / "a.svg", Summary(("a", "b")).data())


def test_one_fight_makes_a_picture_too(tmp_path) -> None:
    one = Summary(("a", "b"), 1, {"a": 1}, rounds={1: 1}, survivors={"a": {1: 1}, "b": {0: 1}}, seed="x")
    simulation(tmp_path / "a.svg", one.data())
    assert {"100 %", "0 %", "0 % to 100 %", "1 fight, reference, seed x; lines mark 95 % intervals"} <= set(
        words(tmp_path / "a.svg")
    )


def test_a_duel_shows_two_digits_and_no_interval(tmp_path) -> None:
    duel(tmp_path / "a.svg")
    found = words(tmp_path / "a.svg")
    assert {"Ansgar", "Bersi", "61.64 %", "38.36 %", "mean 2.00", "Bersi, mean 0.00"} <= set(found)
    assert not any(" to " in text for text in found)
    assert not {"draw", "no end"} & set(found)


def test_a_duel_names_draws_and_what_never_ends(tmp_path) -> None:
    duel(tmp_path / "a.svg", {**DUEL, "draw": 0.125, "open": 0.0625})
    assert {"draw", "12.50 %", "no end", "6.25 %"} <= set(words(tmp_path / "a.svg"))


def test_a_duel_that_never_ends_is_a_picture_too_and_has_no_empty_panels(tmp_path) -> None:
    never = {"a": {"law": {}}, "b": {"law": {}}}
    duel(tmp_path / "a.svg", {"chances": {"a": 0, "b": 0}, "draw": 0, "open": 1, "rounds": {"law": {}}, "left": never})
    found = words(tmp_path / "a.svg")
    assert {"no end", "100 %", "none of them ends"} <= set(found)
    assert not any("mean" in text for text in found)


def test_names_are_text_whatever_is_in_them(tmp_path) -> None:
    names = ("<$x^2$ & co>", "\x1b[31mred", "of a name that goes on and on and on", "d", "e", "f", "g", "h")
    odd = Summary(names, 8, dict.fromkeys(names, 1), rounds={1: 8}, survivors={name: {0: 7, 1: 1} for name in names})
    simulation(tmp_path / "a.svg", odd.data(), title="50 % of $5$")
    found = words(tmp_path / "a.svg")
    assert {"<$x^2$ & co>", "␛[31mred", "of a name that goes on an…", "h", "50 % of $5$"} <= set(found)


@both
@pytest.mark.parametrize("name", ["a.png", "a.svg"])
def test_equal_data_make_equal_files(draw: Draw, name: str, tmp_path) -> None:
    draw(tmp_path / name)
    first = (tmp_path / name).read_bytes()
    draw(tmp_path / name)
    assert (tmp_path / name).read_bytes() == first
    assert b"<dc:date>" not in first


def test_nobody_waits_for_matplotlib_who_draws_nothing() -> None:
    code = "import sys, affray.plots; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
