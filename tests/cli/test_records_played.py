"""Records made at the table: kept, replayed, gone on with, and refused where they are damaged."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from terminal import affray, play, refused

TYPED = ("--typed-dice", "--seed", 1)
ORDER = ("6 6", "1 1")


@pytest.fixture
def record(equals: Path, tmp_path: Path) -> Path:
    """One blow, then Bob's turn."""
    path = tmp_path / "fight.jsonl"
    play(equals, *ORDER, "1", "5 5", "dodge", "1 1", "quit", options=(*TYPED, "--record", path))
    return path


def verdict(path: Path) -> str:
    said = affray("replay", path, "--quiet")
    assert said.code == 0, said.err
    return said.out.removeprefix(f"{path}: ").strip()


def test_a_record_replays(record: Path) -> None:
    assert verdict(record) == "3 entries, 5 answers used, 12 events; same events; the fight goes on"
    said = affray("replay", record)
    assert said.out.startswith("Round 1\n    Ann, initiative: 2d6 [6 6] 12 + 2 Dex = 14  [initiative.physical]\n")
    assert "    Ann hits Bob by 8: critical hit" in said.out
    data = affray("replay", record, "--json").json
    assert data.keys() == {"system", "entries", "answers", "events", "over", "notices"}
    assert (data["entries"], data["over"], data["notices"]) == (3, False, [])


def test_everything_that_was_typed_comes_back(equals: Path, crowd: Path, tmp_path: Path) -> None:
    """Replay of what the help promises: undo, redo, reroll, rulings before, in and after actions, auto, typed dice."""
    path = tmp_path / "all.jsonl"
    lines = [
        "gm mod big jo 2 high ground", "1", "gm off Dex goblin 1", "1", "undo", "redo", "undo", "auto", "1", "reroll",
        "1", "gm join troll blue Grim 4", "gm set big jo life 15", "gm scene wind light", "auto", "", "auto", "",
        "auto", "", "gm first grim", "undo", "attack", "undo", "auto", "", "auto", "", "auto", "", "auto", "",
    ]  # fmt: skip
    said = play(crowd, *lines, options=("--record", path))
    assert said.endswith(f"kept in {path}; affray play {path} goes on, affray replay {path} runs it again\n")
    assert "same events" in verdict(path)
    kinds = {json.loads(line).get("command", {}).get("kind") for line in path.read_text(encoding="utf-8").splitlines()}
    assert kinds >= {"act", "proceed", "rule", "undo", "redo"}
    # and whoever goes on sees the same fight
    resumed = play(path, "log 1", "quit")
    assert resumed.count("Round 1\n") == 1
    assert "same events" in verdict(path)


def test_a_fight_goes_on_in_the_middle_of_an_action(record: Path) -> None:
    play(record, "1", options=("--typed-dice",))
    said = play(record, "4 4", options=("--typed-dice",))
    assert "throw 2d6 for Bob, attack: 2d6 + 2 Dex + 2 Melee> " in said
    assert "Bob, attack: 2d6 [4 4] 8" in said
    said = play(record, "none", options=("--typed-dice",))
    assert "Bob, attack: 2d6 [4 4] 8" in said
    assert "Bob hits Ann" in said
    assert verdict(record).startswith("5 entries") or "same events" in verdict(record)


def test_what_the_program_finishes_on_taking_up_is_kept(record: Path) -> None:
    """Dice that people left open are thrown as a record is taken up without --typed-dice: that is an entry too."""
    play(record, "1", "4 4", "parry", options=("--typed-dice",))
    before = verdict(record)
    said = play(record, "1")
    assert "Ann, parry with sword: 2d6 [" in said
    assert "same events" in verdict(record)
    assert verdict(record) != before
    assert "same events" in verdict(record)
    play(record, "auto", "", "auto", "", "auto", "")
    assert "same events" in verdict(record)


def test_replay_throws_no_dice_of_its_own(record: Path) -> None:
    before = verdict(record)
    play(record, "1", options=("--typed-dice",))
    assert verdict(record) == before
    assert "Bob attacks Ann with sword" in affray("replay", record).out


def test_going_on_twice_and_with_other_dice(record: Path) -> None:
    for options in ((), ("--typed-dice",), (), ("--auto", "--rounds", 1)):
        play(record, "auto", "3 3", "", "4 4", options=options)
        assert "same events" in verdict(record)


def test_a_copy_leaves_the_first_record_as_it_was(record: Path, tmp_path: Path) -> None:
    before = record.read_bytes()
    copy = tmp_path / "copy.jsonl"
    play(record, "auto", "", "quit", options=("--record", copy))
    assert record.read_bytes() == before
    assert copy.read_bytes().startswith(before)
    assert "same events" in verdict(copy)
    # the same file named is no copy
    play(record, "quit", options=("--record", record))


def test_a_fight_that_is_over_stays_over_and_can_be_undone(equals: Path, tmp_path: Path) -> None:
    path = tmp_path / "over.jsonl"
    affray("play", equals, "--auto", "--seed", 5, "--record", path)
    assert verdict(path).endswith("the fight is over")
    assert affray("play", path, "--auto").code == 0
    assert "over (undo, " in play(path, "quit")
    assert verdict(path).endswith("the fight is over")
    play(path, "undo", "quit")
    assert verdict(path).endswith("same events; the fight goes on")
    affray("play", path, "--auto")
    assert verdict(path).endswith("the fight is over")


def test_rounds_are_counted_from_where_a_record_stopped(equals: Path, tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    tough = equals.read_text(encoding="utf-8").replace("melee = 2\n", "melee = 2\nlife = 400\n")
    equals.write_text(tough, encoding="utf-8")
    for _ in range(2):
        first = equals if not path.exists() else path
        options = ("--record", path) if first is equals else ()
        said = affray("play", first, "--auto", "--rounds", 2, *options, *(() if first is path else ("--seed", 1)))
        assert "stopped after 2 rounds" in said.out
    assert said.out.count("\nRound ") + said.out.startswith("Round ") == 5


def test_what_a_record_may_not_be_given(record: Path) -> None:
    assert refused("play", record, "--seed", 3) == (
        "affray: --seed: '3' is not allowed; expected no seed: the record has one"
    )
    assert refused("play", record, "--json") == (
        "affray: --json needs --auto beside it: people stop when they like and read lines"
    )


def test_no_file_is_overwritten(equals: Path, record: Path, tmp_path: Path) -> None:
    before = record.read_bytes()
    assert refused("play", equals, "--auto", "--record", record) == (
        f"affray: {record}: there already; nothing is overwritten. To go on with it: affray play {record}"
    )
    assert refused("play", equals, "--auto", "--record", equals).endswith("there already; nothing is overwritten")
    assert refused("play", equals, "--record", tmp_path).endswith("a directory; expected the name of a new file")
    assert "No such file or directory" in refused("play", equals, "--record", tmp_path / "no" / "x")
    assert "File name too long" in refused("play", equals, "--record", tmp_path / ("x" * 300))
    assert record.read_bytes() == before


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_what_cannot_be_written_says_so(equals: Path, record: Path, tmp_path: Path) -> None:
    record.chmod(0o444)
    assert "Permission denied" in refused("play", record)
    (tmp_path / "closed").mkdir(mode=0o555)
    assert "Permission denied" in refused("play", equals, "--record", tmp_path / "closed" / "x")


def test_names_of_files_do_not_matter(equals: Path, record: Path, tmp_path: Path) -> None:
    odd = tmp_path / "record.toml"
    odd.write_bytes(record.read_bytes())
    assert "same events" in verdict(odd)
    assert "Bob's turn" in play(odd, "quit")
    fight = tmp_path / "fight of old.jsonl"
    fight.write_bytes(equals.read_bytes())
    assert "Round 1" in play(fight, "quit")


def test_a_line_cut_off_is_left_out_and_the_fight_goes_on(record: Path) -> None:
    whole = record.read_bytes()
    lines = whole.splitlines(keepends=True)
    for cut in (1, 10, len(lines[-1]) - 1):
        record.write_bytes(whole[:-cut])
        said = affray("replay", record)
        if cut > 1:
            assert said.err == f"affray: line {len(lines)} was not written to its end and is left out\n"
        assert said.code == 0
    said = affray("play", record, typed="auto\n3 3\n")
    assert said.code == 0
    assert "is left out" in said.err
    assert "same events" in verdict(record)


def test_a_letter_cut_in_two_is_no_harm(equals: Path, tmp_path: Path) -> None:
    equals.write_text(equals.read_text(encoding="utf-8").replace("Bob", "Bö"), encoding="utf-8")
    path = tmp_path / "letter.jsonl"
    play(equals, "auto", "", options=("--record", path))
    whole = path.read_bytes()
    path.write_bytes(whole[: whole.rindex("ö".encode()) + 1])
    assert affray("play", path, typed="auto\n\n").code == 0
    assert "same events" in verdict(path)


@pytest.mark.parametrize("torn", [b'{"n":4,"comm', b'{"n":4}}'[:-2], b"{", b"\n", b"  ", b"\r\n\n", b'\n{"n"'])
def test_what_is_left_out_is_cut_away_as_the_fight_goes_on(record: Path, torn: bytes) -> None:
    whole = record.read_bytes()
    record.write_bytes(whole + torn)
    assert "entries" in verdict(record)
    assert affray("play", record, "--typed-dice", typed="pass\n").code == 0
    assert record.read_bytes().startswith(whole + b'{"n":4,')
    assert verdict(record).endswith("same events; the fight goes on")


@pytest.mark.parametrize("last", [b'{"n":4,"comm\n', b"{\n", b"frob\n", b"\xff\n"])
def test_a_broken_line_that_was_written_to_its_end_is_refused(record: Path, tmp_path: Path, last: bytes) -> None:
    record.write_bytes(before := record.read_bytes() + last)
    copy = tmp_path / "copy.jsonl"
    for words in (("replay", record), ("play", record), ("play", record, "--auto", "--record", copy)):
        said = refused(*words)
        assert said.startswith(f"affray: {record}:5: not ")
    assert record.read_bytes() == before
    assert not copy.exists()


def test_a_last_line_that_only_lacks_its_end_counts(record: Path, tmp_path: Path) -> None:
    whole = record.read_bytes()
    record.write_bytes(whole.rstrip(b"\n"))
    assert affray("replay", record).err == ""
    copy = tmp_path / "copy.jsonl"
    for options in (("--record", copy), ()):
        play(record, "pass", options=("--typed-dice", *options))
        for path in (copy, record)[: 1 + (not options)]:
            assert path.read_bytes().startswith(whole + b'{"n":')
            assert "same events" in verdict(path)


def test_dice_of_an_edited_action_under_way_say_what_differs(record: Path) -> None:
    play(record, "1", "4 4", options=("--typed-dice",))
    _damaged_last(record, '["Dex",2]', '["Dex",3]')
    assert "this one was given to 2d6 for attack of Bob with other modifiers" in refused("play", record)


def _damaged_last(record: Path, old: str, new: str) -> None:
    *lines, last = record.read_text(encoding="utf-8").splitlines(keepends=True)
    assert old in last
    record.write_text("".join([*lines, last.replace(old, new, 1)]), encoding="utf-8")


def _damaged(record: Path, old: str, new: str) -> None:
    text = record.read_text(encoding="utf-8")
    assert old in text
    record.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"affray":1', '"affray":99', ":1: affray: format 99 is not known; expected 1"),
        ('"system":"opposed-2d6"', '"system":"nosuch"', ":1: unknown system 'nosuch'"),
        ('"value":[6,6]', '"value":[6,5]', ":2: the rules say otherwise than the record: event "),
        ('"value":[6,6]', '"value":[6,9]', ":2: "),
        ('"value":[6,6]', '"value":6', ":2: "),
        ('"n":2', '"n":5', ":3: n: entry 5 is out of place; expected entry 2"),
        ('{"n":2', '{"m":2', ":3: "),
        ('{"n":2', "[", ":3: not JSON: "),
        ('"kind":"act"', '"kind":"frob"', ":3: kind: "),
        ('"target":"Bob"', '"target":"Zed"', ":3: "),
    ],
)
def test_a_damaged_record_names_the_line(record: Path, old: str, new: str, message: str) -> None:
    _damaged(record, old, new)
    if message == ":3: kind: ":
        message = ":3: "
    before = record.read_bytes()
    for words in (("replay", record), ("play", record), ("play", record, "--auto")):
        said = refused(*words)
        assert said.startswith(f"affray: {record}{message}")
        assert "\n" not in said
    assert record.read_bytes() == before, "nothing is written to a record that cannot be read"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", ""),
        (b"\xff\xfe{", ""),
        (b"{", ":1: not "),
        (b"{}\n", ":1: not a record of affray"),
        (b"[]\n", ": not a record; affray play FIGHT.toml --record FILE makes one"),
        (b'{"affray":1}\n', ":1: not a line of a record: 'seed' is missing"),
    ],
)
def test_what_is_no_record(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    path.write_bytes(content)
    assert refused("replay", path).startswith(f"affray: {path}{message}")


def test_a_fight_file_is_no_record(equals: Path, tmp_path: Path) -> None:
    assert refused("replay", equals) == (
        f"affray: {equals}: not a record; affray play FIGHT.toml --record FILE makes one"
    )
    assert refused("replay", tmp_path) == f"affray: {tmp_path}: Is a directory"
    assert refused("replay", tmp_path / "none") == f"affray: {tmp_path / 'none'}: No such file or directory"
    assert refused("play", tmp_path / "none") == f"affray: {tmp_path / 'none'}: No such file or directory"


def test_a_record_of_older_rules_goes_on_and_says_so(record: Path) -> None:
    _damaged(record, '"rules":"2"', '"rules":"0"')
    said = affray("replay", record, "--quiet")
    assert said.err == "affray: the record was made with rules 0 of opposed-2d6; these are 2\n"
    assert said.code == 0
