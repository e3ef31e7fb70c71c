"""What can be looked up: systems, rules, switches, armoury, new fight files and the check of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from terminal import EQUALS, affray, refused

from affray.system import find_system, system_names

each_system = pytest.mark.parametrize("name", system_names())


def test_systems_are_listed() -> None:
    said = affray("systems")
    assert said.code == 0
    assert all(name in said.out for name in system_names())
    rows = affray("systems", "--json").json
    assert [row["name"] for row in rows] == list(system_names())
    assert all(row.keys() == {"name", "title", "version", "rules", "house", "switches"} for row in rows)
    (row,) = [row for row in rows if row["name"] == "opposed-2d6"]
    assert (row["rules"], row["switches"]) == (99, len(find_system("opposed-2d6").switches))
    index = find_system("opposed-2d6").rules()
    assert row["house"] == len(index) - 99


@each_system
@pytest.mark.parametrize("house", [False, True])
def test_rules_are_listed_with_all_that_is_promised(name: str, house: bool) -> None:
    words = ("rules", name, "--house") if house else ("rules", name)
    index = find_system(name).rules()
    listed = [entry for entry in index.values() if entry.id.startswith("house.") == house]
    assert listed
    rows = affray(*words, "--json").json
    assert [row["id"] for row in rows] == [entry.id for entry in listed]
    for row in rows:
        assert row.keys() == {"id", "statement", "heading", "basis", "carrier", "carriers"}
        assert row["statement"] == index[row["id"]].statement
    said = affray(*words).out
    for entry in index.values():
        assert (f"  {entry.id}  {entry.statement}" in said) == (entry in listed), entry.id


def test_the_source_has_99_rules_and_the_house_its_own() -> None:
    rows = affray("rules", "opposed-2d6", "--json").json
    assert len(rows) == len({row["id"] for row in rows}) == 99
    assert {row["basis"] for row in rows} == {"S", "E"}
    rulings = affray("rules", "opposed-2d6", "--house", "--json").json
    assert {row["basis"] for row in rulings} == {"G", "H"}
    assert {row["heading"] for row in rulings} == {"House rules"}
    said = affray("rules", "opposed-2d6").out
    assert "House rules" not in said
    assert said.splitlines()[-1] == f"{len(rulings)} rulings of the house besides: affray rules opposed-2d6 --house"
    assert affray("rules", "opposed-2d6", "--house").out.splitlines()[0] == "House rules"


def test_rulings_of_the_house_are_found_by_their_ids_too() -> None:
    assert affray("rules", "opposed-2d6", "house.reach").out.splitlines()[0] == "house.reach"
    assert affray("rules", "opposed-2d6", "house.reach", "--json").json["basis"] == "H"
    group = affray("rules", "opposed-2d6", "house", "--json").json
    assert group == affray("rules", "opposed-2d6", "--house", "--json").json
    assert affray("rules", "opposed-2d6", "house").out == affray("rules", "opposed-2d6", "--house").out


def test_one_rule_shows_its_carrier() -> None:
    said = affray("rules", "opposed-2d6", "roll.tie")
    assert said.out.splitlines()[0] == "roll.tie"
    assert "basis    S: the source states it" in said.out
    assert "switch defence.tie" in said.out
    row = affray("rules", "opposed-2d6", "roll.tie", "--json").json
    assert row["heading"] == "Combat"
    assert "switch defence.tie" in row["carriers"]


def test_the_beginning_of_ids_gives_a_group() -> None:
    for prefix in ("crit", "crit."):
        found = affray("rules", "opposed-2d6", prefix, "--json").json
        assert len(found) > 5
        assert all(row["id"].startswith("crit.") for row in found)


def test_an_unknown_rule_is_answered_with_the_nearest() -> None:
    assert refused("rules", "opposed-2d6", "rol.tie") == (
        "affray: unknown rule 'rol.tie'; did you mean 'roll.tie'? (known: roll.tie)"
    )
    message = refused("rules", "opposed-2d6", "nosuch")
    assert message.startswith("affray: unknown rule 'nosuch' (known: roll, initiative, ")
    assert len(message) < 300


@each_system
def test_switches_are_listed(name: str) -> None:
    data = affray("options", name, "--json").json
    system = find_system(name)
    assert [row["name"] for row in data["switches"]] == [switch.name for switch in system.switches]
    assert [row["name"] for row in data["profiles"]] == [profile.name for profile in system.profiles]
    for row, switch in zip(data["switches"], system.switches, strict=True):
        assert row["default"] == switch.default
        assert row["range"] == isinstance(switch.allowed, range)
    shown = affray("options", name).out
    assert all(switch.name in shown and switch.help in shown for switch in system.switches)


def test_the_armoury_is_listed() -> None:
    data = affray("armoury", "opposed-2d6", "--json").json
    assert "Troll" in data["creatures"]
    only = affray("armoury", "opposed-2d6", "weapons", "--json").json
    assert list(only) == ["weapons"]
    assert refused("armoury", "opposed-2d6", "weapon") == (
        "affray: unknown section 'weapon'; did you mean 'weapons'? (known: weapons, armours, poisons, creatures)"
    )


@each_system
def test_a_new_file_is_commented_and_runs(name: str, tmp_path: Path) -> None:
    said = affray("new", name)
    assert said.code == 0
    assert said.out.count("#") > 5
    path = tmp_path / "fight.toml"
    path.write_text(said.out, encoding="utf-8")
    assert affray("check", path).code == 0
    played = affray("play", path, "--auto", "--seed", "1")
    assert played.code == 0
    assert "The fight is over" in played.out


@pytest.mark.parametrize("command", ["rules", "options", "armoury", "new"])
@pytest.mark.parametrize("name", ["nosuch", ""])
def test_an_unknown_system(command: str, name: str) -> None:
    message = refused(command, name)
    assert message.startswith(f"affray: unknown system {name!r}")
    assert "opposed-2d6" in message


def test_check_says_what_it_read(equals: Path) -> None:
    assert affray("check", equals).out == f"{equals}: ok, opposed-2d6, 1 red against 1 blue\n"
    data = affray("check", equals, "--json").json
    assert data == {
        "ok": True,
        "fights": [{"file": str(equals), "system": "opposed-2d6", "sides": {"red": 1, "blue": 1}}],
        "problems": [],
    }


def test_check_reports_all_problems_at_once_with_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "broken.toml"
    path.write_text(
        EQUALS.replace("distance = 2", 'distance = "far"')
        .replace("dex = 2", "dex = 99", 1)
        .replace('side = "blue"', 'sidee = "blue"'),
        encoding="utf-8",
    )
    said = affray("check", path)
    assert said.code == 2
    assert said.out == ""
    lines = said.err.splitlines()
    assert any(line.startswith(f"{path}:2: distance: 'far' is not allowed") for line in lines)
    assert any(line.startswith(f"{path}:8: fighter.1.dex: 99") for line in lines)
    assert any(
        line.startswith(f"{path}:15: fighter.2.sidee: unknown field 'sidee'; did you mean 'side'?") for line in lines
    )
    data = affray("check", path, "--json").json
    assert not data["ok"]
    assert {problem["line"] for problem in data["problems"]} >= {2, 8, 15}


def test_check_reads_on_behind_a_broken_file(equals: Path, tmp_path: Path) -> None:
    said = affray("check", tmp_path / "missing.toml", equals)
    assert said.code == 2
    assert said.out == f"{equals}: ok, opposed-2d6, 1 red against 1 blue\n"
    assert said.err == f"{tmp_path / 'missing.toml'}: No such file or directory\n"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "system is missing; known: "),
        (b"\xff\xfe\x00", "not UTF-8 text (byte 0)"),
        (b'system = "nosuch"\n', "unknown system 'nosuch'"),
        (b"system = 3\n", "3 is not allowed"),
        (b"[" * 5000, "not TOML"),
        (b'system = "opposed-2d6"\n', "a fight needs fighters of at least two sides"),
        (b'{"affray":1}\n', "a record, not a fight file"),
    ],
)
def test_check_of_files_that_are_no_fights(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    path.write_bytes(content)
    said = affray("check", path)
    assert said.code == 2
    assert said.err.startswith(str(path))
    assert message in said.err


def test_two_fighters_of_one_name_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "twins.toml"
    path.write_text(EQUALS.replace("Bob", "ann"), encoding="utf-8")
    said = affray("check", path)
    assert said.code == 2
    assert f"{path}:14: fighter.2.name: 'ann' is the name of another fighter" in said.err


def test_help_and_version() -> None:
    for words in (("--help",), ("-h",), ()):
        said = affray(*words)
        assert said.code == (0 if words else 2)
        assert said.out.startswith("Usage: affray")
        for command in ("systems", "rules", "options", "new", "check", "roll", "odds", "play", "replay"):
            assert f"\n  {command}" in said.out
    assert affray("--version").out == "affray 0.1.0\n"
    assert affray("odds", "--help").code == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nosuch"], "affray: no such command 'nosuch'; see affray --help"),
        (["rules"], "affray: missing argument 'SYSTEM'; see affray rules --help"),
        (["systems", "extra"], "affray: got unexpected extra argument"),
        (["odds", "f.toml"], "affray: missing option '--attacker'"),
        (["--frob"], "affray: no such option: --frob; see affray --help"),
    ],
)
def test_a_wrong_command_line_gets_one_line(words: list[str], message: str) -> None:
    said = refused(*words)
    assert said.startswith(message)
    assert "\n" not in said


def test_the_house_has_its_part_of_a_group_only() -> None:
    said = affray("rules", "opposed-2d6", "house", "--house", "--json").json
    assert {entry["id"] for entry in said} == {
        e["id"] for e in affray("rules", "opposed-2d6", "--house", "--json").json
    }
    assert "crit has no rulings of the house; their ids begin with house." in refused(
        "rules", "opposed-2d6", "crit", "--house"
    )
    assert "roll.tie has no rulings" in refused("rules", "opposed-2d6", "roll.tie", "--house", "--json")
    assert affray("rules", "opposed-2d6", "house.held", "--house").code == 0
