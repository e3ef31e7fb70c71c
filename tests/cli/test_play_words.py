"""What is typed at the table: actions as the list words them, purposes, names that are taken, lists shown again."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

import pytest
from terminal import affray, play

TYPED = ("--typed-dice", "--seed", 1)
ORDER = ("6 6", "1 1")
NOTE = "(odds with the target's answer as the program would choose it)\n"


@pytest.mark.parametrize(
    ("line", "declared"),
    [
        ("attack goblin 2 with old sword", "Big Jo attacks Goblin 2 with old sword"),
        ("attack goblin 1 with fist", "Big Jo attacks Goblin 1 with fist"),
        ("attacks Goblin 1 with old sword", "Big Jo attacks Goblin 1 with old sword"),
        ("moves to -6 m", "Big Jo: position 0 -> -6  [house.move]"),
        ("move to 1 m", "Big Jo: position 0 -> 1  [house.move]"),
        ("move to 1", "Big Jo: position 0 -> 1  [house.move]"),
        ("passes", "Big Jo passes"),
    ],
)
def test_the_programs_own_wording_is_understood(crowd: Path, line: str, declared: str) -> None:
    assert f"    {declared}" in play(crowd, line, "quit")


def test_a_filler_that_is_part_of_a_name_stays(crowd: Path) -> None:
    crowd.write_text(crowd.read_text(encoding="utf-8").replace("old sword", "with at to"), encoding="utf-8")
    assert "Big Jo attacks Goblin 1 with with at to\n" in play(crowd, "attack goblin 1 with at to", "quit")


def test_aim_at(equals: Path) -> None:
    bows = equals.read_text(encoding="utf-8").replace('weapons = ["sword"]', 'weapons = ["bow"]')
    equals.write_text(bows, encoding="utf-8")
    assert "    Ann aims at Bob" in play(equals, *ORDER, "aim at bob", "quit", options=TYPED)


def test_a_move_without_a_place_is_the_first_one_of_the_list(equals: Path) -> None:
    equals.write_text(equals.read_text(encoding="utf-8").replace("distance = 2", "distance = 30"), encoding="utf-8")
    said = play(equals, *ORDER, "move", "quit", options=TYPED)
    first = next(line for line in said.splitlines() if "moves to" in line)
    place = int(first.split()[3])
    assert place > 0
    assert f"Ann: position 0 -> {place}  [house.move]" in said


def test_a_purpose_that_the_rules_do_not_know_is_refused(equals: Path) -> None:
    said = play(
        equals, *ORDER, "gm mod ann 2 foo on dance", "gm mod ann 2 foo on par", "gm mod ann 2 bar on knock-out chance",
        'gm mod ann 2 "mud on boots"', "gm mod ann 2 mud on boots", "quit", options=TYPED,
    )  # fmt: skip
    assert "unknown purpose 'dance' (known: initiative, attack, TN, parry, dodge, resist, " in said
    assert "rules: foo +2 on the next parry of Ann\n" in said
    assert "rules: bar +2 on the next knock-out chance of Ann\n" in said
    assert "rules: mud on boots +2 on the next check of Ann\n" in said
    assert "unknown purpose 'boots'" in said


def test_a_name_that_is_taken_is_refused_to_whoever_joins(crowd: Path) -> None:
    said = play(crowd, "gm join troll blue big jo", "gm join troll blue", "gm join troll blue", "quit")
    assert "gm join: 'big jo' is not allowed; expected a name that nobody in the fight has" in said
    assert "rules: Troll joins blue\n" in said
    assert "rules: Troll 2 joins blue\n" in said, "who is given no name gets a number"


def test_whoever_has_no_place_in_the_round_is_placed_nowhere(crowd: Path) -> None:
    out = ("gm set goblin 2 unconscious true", "pass", "pass")
    said = play(crowd, *out, "gm after goblin 2 big jo", "gm after big jo goblin 2", "gm first goblin 2", "quit")
    refusal = "order: 'Goblin 2' is not allowed; expected somebody who is in the order of this round"
    assert said.count(refusal) == 3
    # and nobody has one before the first initiative
    said = play(crowd, "gm after goblin 2 big jo", "6 6", "quit", options=("--typed-dice", "--seed", 1))
    assert refusal in said


def test_undo_in_the_middle_of_initiative_shows_the_turn_again(equals: Path) -> None:
    round_ = ("pass", "pass")
    once = play(equals, *ORDER, *round_, "quit", options=TYPED)
    again = play(equals, *ORDER, *round_, "undo", "quit", options=TYPED)
    assert again.count("attacks Ann with sword") == once.count("attacks Ann with sword") + 1
    half = play(equals, *ORDER, *round_, "3 3", "undo", "quit", options=TYPED)
    assert half.count("attacks Ann with sword") == once.count("attacks Ann with sword") + 1
    # and so does one in the middle of an action
    given_up = play(equals, *ORDER, "1", "undo", "quit", options=TYPED)
    assert given_up.count("1  attacks Bob with sword") == 2


def test_the_list_tells_what_its_odds_suppose(equals: Path) -> None:
    assert play(equals, *ORDER, "quit", options=TYPED).count(NOTE) == 1
    unable = ("gm set bob position 50", "quit")
    assert play(equals, *ORDER, *unable, options=TYPED).count(NOTE) == 1, "no odds, no note"


def test_fumbles_without_end_are_ended(equals: Path) -> None:
    """Each fumble gives the other side a free turn, which is a fumble: the first round never ends by itself."""
    record = equals.with_suffix(".jsonl")
    cursed = ("gm mod ann -100 curse always", "gm mod bob -100 hex always")
    play(equals, *cursed, options=("--record", record, "--seed", 1))
    said = affray("play", record, "--auto", "--rounds", 3)
    assert said.code == 0
    assert "stopped in round 1 after 140 actions in it; nobody has won yet\n" in said.out
    said = affray("play", record, "--auto", "--rounds", 3, "--json")
    assert said.err == "affray: stopped in round 1 after 140 actions in it; nobody has won yet\n"
    assert affray("replay", record, "--quiet").code == 0


@pytest.mark.parametrize("options", [(), ("--auto",)])
def test_ctrl_c_while_the_program_is_at_work_ends_like_one_at_a_prompt(equals: Path, options: tuple[str, ...]) -> None:
    record = equals.with_suffix(".jsonl")
    at_work = "affray.session.Session.auto" if options else "affray.cli.board.action_odds"
    with mock.patch(at_work, side_effect=KeyboardInterrupt):
        said = affray("play", equals, "--seed", 1, "--record", record, *options, typed="1\n")
    assert said.code == 0
    assert said.out.endswith(f"kept in {record}; affray play {record} goes on, affray replay {record} runs it again\n")
    assert said.err == ""
    assert affray("replay", record, "--quiet").code == 0


def test_ctrl_c_breaks_off_lines_of_json(equals: Path) -> None:
    with mock.patch("affray.session.Session.auto", side_effect=KeyboardInterrupt):
        said = affray("play", equals, "--seed", 1, "--auto", "--json")
    assert said.code == 130
    assert all(line.startswith("{") for line in said.out.splitlines())


def test_no_name_steers_the_screen(equals: Path) -> None:
    record = equals.with_suffix(".jsonl")
    said = play(equals, *ORDER, "gm mod ann 1 \x1b[2Jmud\x07", "status", "1", "3 3", "gm mod \x1b 1 x",
                options=(*TYPED, "--record", record))  # fmt: skip
    assert "\x1b" not in said
    assert "\x07" not in said
    assert "␛[2Jmud␇ +1 on the next check of Ann" in said
    assert "+ 1 ␛[2Jmud␇" in said
    for words in (("replay", record), ("play", record)):
        done = affray(*words)
        assert "\x1b" not in done.out + done.err
    assert "\x1b" not in affray("play", "\x1b[2J").err


def test_a_crowd_gets_odds_for_the_first_of_its_attacks_only(tmp_path: Path) -> None:
    sides = "".join(f'[[fighter]]\nfrom = "{name}"\nside = "{name}"\ncount = 15\n' for name in ("Jobo", "Troll"))
    path = tmp_path / "crowd.toml"
    path.write_text(f'system = "opposed-2d6"\n{sides}', encoding="utf-8")
    said = play(path, "odds 45", "quit", options=("--seed", 1))
    rows = [line for line in said.splitlines() if " attacks Troll " in line or " attacks Jobo " in line]
    assert sum("%" in row for row in rows[:45]) == 40
    assert "(a crowd: odds of the first 40; odds NUMBER shows any other)\n" in said
    assert said.count("at least") == 1


@pytest.mark.parametrize("verb", ["help", "?", "auto", "undo", "redo", "reroll", "status", "quit", "exit"])
def test_nothing_stands_behind_a_command_that_needs_nothing(equals: Path, verb: str) -> None:
    said = play(equals, *ORDER, "pass", f"{verb} 3", "quit", options=TYPED)
    assert f"{verb}: '3' is not allowed; expected nothing behind {verb}\n" in said
    assert "taken back" not in said


def test_what_is_undone_and_done_again_is_said(equals: Path) -> None:
    said = play(equals, *ORDER, "pass", "undo", "redo", "gm set bob life 3", "undo", "quit", options=TYPED)
    assert "  undone: Ann passes\n" in said
    assert "  done again: Ann passes\n" in said
    assert "  undone: the ruling that life of Bob is 3\n" in said
    given_up = play(equals, *ORDER, "1", "undo", "quit", options=TYPED)
    assert "  undone: Ann attacks Bob with sword\n" in given_up


def test_a_ruling_that_comes_between_takes_nothing_back(equals: Path) -> None:
    said = play(equals, *ORDER, "pass", "pass", "gm mod ann 2 mud", "undo", "redo", "quit", options=TYPED)
    behind = said.partition("done again: ")[2]
    assert "taken back" not in behind
    assert behind.count("The game master rules: mud +2") == 1
    assert "Round 2" not in behind
    assert said.count("taken back") == 1


def test_an_action_for_which_there_is_nobody_says_why(equals: Path) -> None:
    said = play(
        equals, *ORDER, "struggle", "struggle bob", "pull", "dismount", "control", "mount", "quit", options=TYPED
    )
    assert said.count("Ann struggles with Bob: nobody holds Ann [grapple.break]\n") == 2
    assert "does not stick in anybody [house.stuck]" in said
    assert "has no taming rating; nobody rides it" in said
    assert "nothing to choose from" not in said


def test_more_numbers_than_an_action_takes(equals: Path) -> None:
    words = ("attack bob sword 1 2 3 4", "attack bob sword 1", "attack bob sword x")
    said = play(equals, *ORDER, *words, "quit", options=TYPED)
    assert "attack: 'bob sword 1 2 3 4' is not allowed; expected at most TARGET WEAPON STRIKE DAMAGE behind it" in said
    assert "strike maneuver with sword: none is owned" in said
    assert "strike: 'x' is not allowed; expected 0; there is nothing else to choose" in said


def test_odds_are_for_turns(equals: Path) -> None:
    said = play(equals, "odds 1", *ORDER, "odds", "quit", options=TYPED)
    assert "odds: they are there for the actions of a turn, and this is none" in said
    assert "odds: '' is not allowed; expected a NUMBER of the list" in said


def test_a_question_without_odds_has_no_columns_for_them(equals: Path) -> None:
    both = equals.read_text(encoding="utf-8").replace(
        'weapons = ["sword"]',
        'magic = 2\nweapons = ["sword", { name = "bolt", kind = "magic", damage = 2, range = 9 }]',
    )
    equals.write_text(both, encoding="utf-8")
    said = play(equals, "quit", options=TYPED)
    assert "\n   Ann, intent" in said
    assert "hits" not in said


def test_what_can_be_set_is_shown_as_it_is(equals: Path) -> None:
    said = play(equals, *ORDER, "gm set bob", "gm set bob life", "gm set bob hands", "quit", options=TYPED)
    assert "\n  life (now 20): a whole number from -999 to 999\n" in said
    assert "\n  moved (now false): true | false\n" in said
    assert "\n  mount (now none): " in said
    assert "gm set Bob life (now 20): '' is not allowed" in said
    assert "gm set Bob hands (now sword): '' is not allowed" in said


@pytest.mark.parametrize("name", ["none", "a=b", '"a, b"', "Target"])
def test_who_joins_has_a_name_that_can_be_typed(crowd: Path, name: str) -> None:
    assert "expected another name: " in play(crowd, f"gm join troll blue {name}", "quit")
