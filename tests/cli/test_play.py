"""`affray play`: a table on a terminal, with everything that its help promises."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from terminal import affray, play, refused

from affray.cli.desk import HELP

TYPED = ("--typed-dice", "--seed", 1)
#: initiative of both, Ann first
ORDER = ("6 6", "1 1")


def test_the_first_turn_shows_order_standings_and_actions_with_odds(equals: Path) -> None:
    said = play(equals, *ORDER, "quit", options=TYPED)
    assert said.startswith(f"Opposed 2d6: {equals}   (help tells what can be typed)\nRound 1\n")
    assert "    Ann, initiative: 2d6 [6 6] 12 + 2 Dex = 14  [initiative.physical]\n" in said
    assert "  Order: Ann (14), Bob (4)\n  Ann's turn\n" in said
    assert re.search(r"Ann +red +life \d+/\d+ +0 m", said)
    assert re.search(r"1 +attacks Bob with sword +44\.4 % +\d\.\d\d", said)
    assert re.search(r"\d +passes", said)
    assert said.endswith("Ann> seed 1; --record FILE would keep the fight\n")


def test_a_whole_attack_with_typed_dice(equals: Path) -> None:
    said = play(equals, *ORDER, "attack bob sword", "5 5", "parry", "1 1", "quit", options=TYPED)
    assert "    Ann attacks Bob with sword\n" in said
    assert "throw 2d6 for Ann, attack: 2d6 + 2 Dex + 2 Melee> " in said
    assert "    Ann, attack: 2d6 [5 5] 10 + 2 Dex + 2 Melee = 14  [melee.attack]\n" in said
    assert "throw 2d6 for Bob, parry with sword: 2d6 + 2 Dex + 2 Melee against attack 14> " in said
    assert "    Ann hits Bob by 8: critical hit  [crit.success]\n" in said
    assert re.search(r"Bob loses \d+ Life: 8 margin \+ 3 weapon", said)
    assert "  Bob's turn\n" in said


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("7 1", "faces from 1 to 6, two of them; 7 is no face of d6"),
        ("3", "faces from 1 to 6, two of them"),
        ("1 2 3", "faces from 1 to 6, two of them"),
        ("0 1", "0 is no face of d6"),
        ("-1 2", "-1 is no face of d6"),
        ("x", "attack of Ann: 'x' does not fit; expected numbers: the faces of 2d6, or roll"),
        ("1.5 2", "expected numbers"),
        ("² 3", "expected numbers"),
        ("9" * 5000, "expected numbers"),
    ],
)
def test_wrong_dice_are_refused_and_asked_for_again(equals: Path, typed: str, message: str) -> None:
    said = play(equals, *ORDER, "1", typed, "3, 4", "quit", options=TYPED)
    assert message in said
    assert said.count("throw 2d6 for Ann, attack") == 2
    assert "Ann, attack: 2d6 [3 4] 7" in said


@pytest.mark.parametrize("word", ["", "roll", "r", "ROLL"])
def test_the_program_throws_where_it_is_asked(equals: Path, word: str) -> None:
    said = play(equals, *ORDER, "1", word, "quit", options=TYPED)
    assert re.search(r"Ann, attack: 2d6 \[\d \d\]", said)


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [("1", "parry"), ("2", "dodge"), ("3", "none"), ("NONE", "none"), ("do", "dodge"), ("", "parry")],
)
def test_a_guard_is_chosen_by_number_name_or_enter(equals: Path, typed: str, chosen: str) -> None:
    said = play(equals, *ORDER, "1", "3 3", typed, "quit", options=TYPED)
    assert re.search(r"1 +parry +\(Enter\) +\d", said)
    assert f"    Bob, guard: {chosen}  [roll.opposed]\n" in said


def test_a_wrong_guard_is_asked_for_again(equals: Path) -> None:
    said = play(equals, *ORDER, "1", "3 3", "9", "frob", "dodge", "quit", options=TYPED)
    assert "unknown guard '9' (known: parry, dodge, none)" in said
    assert "unknown guard 'frob' (known: parry, dodge, none)" in said
    assert "Bob, guard: dodge" in said


def test_each_choice_has_its_odds_given_the_dice_on_the_table(equals: Path) -> None:
    said = play(equals, *ORDER, "1", "1 1", "quit", options=TYPED)
    # 6 against 2d6 + 4: a parry fails on no dice but a 2 ties, and a tie is the defender's
    assert re.search(r"1 +parry +\(Enter\) +0 %", said)
    assert re.search(r"3 +none +0 %", said)
    said = play(equals, *ORDER, "1", "6 6", "quit", options=TYPED)
    assert re.search(r"1 +parry +\(Enter\) +97\.2 %", said)
    assert re.search(r"3 +none +100 %", said)


@pytest.mark.parametrize(
    ("line", "declared"),
    [
        ("attack goblin 1 dagger", None),
        ("attack goblin 2 old sword", "Big Jo attacks Goblin 2 with old sword"),
        ("attack goblin 2", "Big Jo attacks Goblin 2 with "),
        ('attack "Goblin 1" "old sword"', "Big Jo attacks Goblin 1 with old sword"),
        ("attack goblin fist", "Big Jo attacks Goblin 1 with fist"),
        ("att goblin 1 old", "Big Jo attacks Goblin 1 with old sword"),
        ("ATTACK GOBLIN 1 OLD SWORD", "Big Jo attacks Goblin 1 with old sword"),
        ("move 1", "Big Jo: position 0 -> 1  [house.move]"),
        ("pass", "Big Jo passes"),
        ("pas", "Big Jo passes"),
    ],
)
def test_actions_as_typed(crowd: Path, line: str, declared: str | None) -> None:
    said = play(crowd, line, "quit")
    if declared:
        assert f"    {declared}" in said
    else:
        assert "unknown weapon 'dagger' (known: old sword, shield, fist, kick)" in said


def test_a_dead_one_of_several_alike_is_not_meant(crowd: Path) -> None:
    said = play(crowd, "gm set goblin 1 dead true", "attack goblin old sword", "quit")
    assert "Big Jo attacks Goblin 2 with old sword" in said


REFUSED = [
    ("frob", "unknown command 'frob'"),
    ("99", "number: '99' is not allowed; expected 1 to "),
    ("0", "number: '0' is not allowed; expected 1 to "),
    ("1 2", "unknown command '1'"),
    ("a", "command: 'a' is not allowed; expected one of auto, attack, aim"),
    ("attack frob", "unknown fighter 'frob'"),
    ("attack gob", "fighter: 'gob' is not allowed; expected one of Goblin 1, Goblin 2"),
    ("attack big jo fist", "nobody attacks himself [roll.opposed]"),
    ("attack goblin 1 frob", "unknown weapon 'frob' (known: "),
    ("attack " + "x " * 400, "expected TARGET WEAPON"),
    ('attack "goblin', "expected quotes in pairs"),
    ("move far", "to: 'far' is not allowed; expected a whole number from "),
    ("move 99999", "[house.move]"),
    ("move " + "9" * 5000, "is not allowed; expected a whole number"),
    ("pass on", "pass: 'on' is not allowed; expected nothing behind it"),
    ("redo", "redo: nothing was undone"),
    ("undo", "undo: nothing has been done that could be taken back"),
    ("log x", "log: 'x' is not allowed; expected a number of lines, 1 or more"),
    ("log 0", "log: '0' is not allowed"),
    ("log -5", "log: '-5' is not allowed"),
    ("rule", "rule: '' is not allowed; expected an id, as it stands in brackets"),
    ("rule roll.tei", "unknown rule 'roll.tei'; did you mean 'roll.tie'?"),
    ("odds", "odds: '' is not allowed; expected a NUMBER of the list, or an action as in odds attack troll"),
    ("odds 99", "number: '99' is not allowed; expected 1 to "),
    ("odds pass", "that is not left to dice"),
    ("gm", "unknown ruling '' (known: mod, off, drop, set, scene, first, after, join, leave)"),
    ("gm frob", "unknown ruling 'frob'"),
    ("gm mod", "gm: '' is not allowed; expected gm mod WHO VALUE NAME"),
    ("gm mod frob", "unknown fighter 'frob'"),
    ("gm mod big jo", "gm mod: 'Big Jo' is not allowed; expected a number and a name behind it"),
    ("gm mod big jo 2", "expected a name for the modifier: gm mod WHO VALUE NAME"),
    ("gm mod big jo two mud", "gm mod: 'two' is not allowed; expected a whole number from -1000 to 1000"),
    ("gm off", "gm: '' is not allowed; expected gm off NAME [WHO]"),
    ("gm drop mud", "unknown waiting modifier 'mud' (known: none)"),
    ("gm set", "gm: '' is not allowed; expected gm set WHO NAME VALUE"),
    ("gm set big jo", "  life (now 20): a whole number from -999 to 999"),
    ("gm set big jo life", "gm set Big Jo life (now 20): '' is not allowed; expected a whole number from -999 to 999"),
    ("gm set big jo life lots", "life: 'lots' is not allowed"),
    ("gm set big jo frob 3", "unknown value of a fighter 'frob'"),
    ("gm scene", "gm scene: '' is not allowed; expected NAME VALUE; NAME is one of: wind (now none)"),
    ("gm scene wind bad", "wind: 'bad' is not allowed"),
    ("gm scene weather bad", "unknown fact of the scene 'weather'"),
    ("gm first", "gm: '' is not allowed; expected gm first WHO"),
    ("gm first frob", "unknown fighter 'frob'"),
    ("gm after big jo", "gm: '' is not allowed; expected gm after WHO OTHER"),
    ("gm after big jo big jo", "expected somebody else to act after"),
    ("gm join", "expected gm join CREATURE SIDE [NAME] [POSITION]; creatures: "),
    ("gm join frob red", "unknown creature 'frob'"),
    ("gm join troll", "gm: 'join Troll' is not allowed; expected gm join CREATURE SIDE"),
    ("gm join troll red 999999", "999999 is not allowed"),
    ("gm leave", "gm: '' is not allowed; expected gm leave WHO"),
]


def test_what_cannot_be_done_says_why_and_changes_nothing(crowd: Path) -> None:
    said = play(crowd, *(line for line, _ in REFUSED), "log 1", "quit")
    first, *answers, log, _ = said.split("Big Jo> ")
    assert first.count("attacks Goblin 1 with old sword") == 1
    for (line, message), answer in zip(REFUSED, answers, strict=True):
        assert message in answer, line
        assert "(the last" not in answer, line
        assert "with old sword" not in answer, "the list is shown once"
    assert log == "  Big Jo's turn\n"


def test_enter_shows_the_list_again(equals: Path) -> None:
    once = play(equals, "quit", options=("--seed", 1))
    again = play(equals, "", "quit", options=("--seed", 1))
    assert again.count("attacks Bob with sword") + again.count("attacks Ann with sword") == 2
    assert once.count("with sword") == 1


def test_help_names_everything_there_is(equals: Path) -> None:
    said = play(equals, "help", "?", "quit", options=("--seed", 1))
    assert said.count(HELP) == 2
    assert all(len(line) <= 80 for line in HELP.splitlines())
    for word in ("auto", "odds", "undo", "redo", "reroll", "status", "log", "rule", "quit", "Enter", "roll"):
        assert word in HELP
    for word in ("mod", "off", "drop", "set", "scene", "first", "after", "join", "leave"):
        assert f"gm {word}" in HELP


def test_looking_things_up(equals: Path) -> None:
    said = play(
        equals, *ORDER, "status", "log 1", "log", "rule roll.tie", "rule [roll.tie]", "odds 1", "odds att bob", "quit",
        options=TYPED,
    )  # fmt: skip
    assert said.count("Ann  red ") == 2
    assert "Ann>   Ann's turn\n" in said
    assert said.count("roll.tie (Combat): Where both totals are equal, the defence wins.\n") == 2
    assert said.count("Ann attacks Bob with sword: hits 44.4 %, mean ") == 2
    assert "Bob loses  exactly  at least" in said


def test_auto_takes_a_turn(equals: Path) -> None:
    said = play(equals, *ORDER, "auto", "3 3", "", "4 4", "quit", options=TYPED)
    assert "Ann attacks Bob with sword" in said
    assert "Bob's turn" in said


def test_undo_redo_reroll(equals: Path) -> None:
    blow = ("1", "6 6", "none")
    said = play(equals, *ORDER, *blow, "undo", "redo", "undo", "status", "quit", options=TYPED)
    assert said.count("Bob's turn") == 2
    assert len(re.findall(r"\(the last \d+ lines of the log taken back\)", said)) == 2
    full, hurt = re.findall(r"Bob +blue +life (\d+/\d+)", said)[:2]
    assert full != hurt
    assert re.findall(r"Bob +blue +life (\d+/\d+)", said)[2:] == [full, hurt, full, full]
    said = play(equals, *ORDER, *blow, "reroll", "1 1", "none", "quit", options=TYPED)
    assert "Ann, attack: 2d6 [1 1] 2" in said
    # in the middle of an action, undo gives the action up and reroll has to wait
    said = play(equals, *ORDER, "1", "6 6", "reroll", "redo", "auto", "odds 1", "undo", "pass", "quit", options=TYPED)
    assert said.count("reroll: this is not through yet; undo takes it back") == 1
    assert said.count("that has to wait: guard of Bob is to be answered first") == 2
    assert "odds: they are there for the actions of a turn, and this is none" in said
    assert "Ann passes" in said


def test_the_first_initiative_can_be_thrown_again(equals: Path) -> None:
    said = play(equals, "1 1", "6 6", "undo", "6 6", "1 1", "quit", options=TYPED)
    assert "  Order: Ann (14), Bob (4)\n" in said.split("taken back")[1]


def test_rulings_of_every_kind(crowd: Path) -> None:
    said = play(
        crowd,
        "gm mod big jo -2 deep mud",
        "gm mod goblin 1 +1 cover on dodge",
        "gm mod goblin 2 1 luck always",
        "gm drop luck",
        "gm off Melee",
        "gm off Dex goblin 2 always",
        "status",
        "gm set goblin 1 life 3",
        "gm set goblin 2 position 1",
        "gm scene wind severe",
        "gm after goblin 2 goblin 1",
        "gm first goblin 1",
        "gm join troll BLUE Old Grim 6",
        "gm leave goblin 2",
        "log 99",
        "quit",
    )
    for ruled in (
        "deep mud -2 on the next check of Big Jo",
        "cover +1 on the next dodge of Goblin 1",
        "luck +1 on every check of Goblin 2",
        "luck is withdrawn",
        "Melee does not count on the next check",
        "Dex does not count on every check of Goblin 2",
        "life of Goblin 1 is 3",
        "position of Goblin 2 is 1",
        "wind is severe",
        "Goblin 2 acts after Goblin 1",
        "Goblin 1 acts first",
        "Old Grim joins blue",
        "Goblin 2 leaves the fight",
    ):
        assert said.count(f"  The game master rules: {ruled}\n") == 2, ruled
    assert "waiting: deep mud -2 on the next check of Big Jo; cover +1 on the next dodge of Goblin 1; " in said
    assert re.search(r"Old Grim +blue +life 35/35 +6 m", said)
    assert re.search(r"Goblin 1 +blue +life 3/8", said)


def test_a_ruling_counts_in_the_middle_of_an_action(equals: Path) -> None:
    said = play(equals, *ORDER, "1", "gm mod ann -2 mud", "3 3", "gm mod bob +3 wall on parry", "parry", "1 1", "quit",
                options=TYPED)  # fmt: skip
    assert "throw 2d6 for Ann, attack: 2d6 + 2 Dex + 2 Melee - 2 mud> " in said
    assert "Ann, attack: 2d6 [3 3] 6 + 2 Dex + 2 Melee - 2 mud = 8  [melee.attack, ruling]" in said or (
        "Ann, attack: 2d6 [3 3] 6 + 2 Dex + 2 Melee - 2 mud = 8  [melee.attack]" in said
    )
    assert "Bob, parry with sword: 2d6 [1 1] 2 + 2 Dex + 2 Melee + 3 wall = 9 against attack 8" in said


def test_a_ruling_that_comes_too_late_says_so(equals: Path) -> None:
    said = play(equals, *ORDER, "1", "3 3", "gm mod ann -2 mud on attack", "parry", "1 1", "quit", options=TYPED)
    late = "mud -2 on the next attack of Ann: too late: 2d6 for attack of Ann is on the table; undo first"
    assert late in said
    assert "Ann, attack: 2d6 [3 3] 6 + 2 Dex + 2 Melee = 10" in said


def test_looking_up_in_the_middle_of_an_action(equals: Path) -> None:
    said = play(equals, *ORDER, "1", "status", "help", "log 1", "rule melee.attack", "3 3", "status", "parry", "1 1",
                "quit", options=TYPED)  # fmt: skip
    assert said.count("throw 2d6 for Ann, attack") == 5
    assert "    Ann attacks Bob with sword\n" in said.split("help tells")[1]
    assert "Bob, parry with sword: 2d6 [1 1]" in said


def test_quit_and_the_end_of_input_are_the_same(equals: Path) -> None:
    for lines in (("quit",), ("exit",), ("qu",), ()):
        said = play(equals, *ORDER, *lines, options=TYPED)
        assert said.endswith("seed 1; --record FILE would keep the fight\n")
    assert play(equals, *ORDER, "1", options=TYPED).endswith("> \nseed 1; --record FILE would keep the fight\n")


def test_a_fight_that_is_over_can_still_be_talked_about(equals: Path) -> None:
    said = play(equals, *ORDER, "gm set bob dead true", "1", "attack bob", "auto", "log 1", "un", "quit", options=TYPED)
    assert "The fight is over: red won" in said
    assert "over (undo, reroll, log, gm ..., quit)> " in said
    assert "unknown command '1'" in said
    assert "unknown command 'attack'" in said
    assert said.count("Ann's turn") >= 1
    assert "(the last 2 lines of the log taken back)" in said


def test_auto_plays_to_the_end(equals: Path) -> None:
    said = affray("play", equals, "--auto", "--seed", "5")
    assert said.code == 0
    assert re.search(r"The fight is over: (red|blue) won\n", said.out)
    assert said.out.endswith("seed 5; --record FILE would keep the fight\n")
    assert said.out == affray("play", equals, "--auto", "--seed", "5").out


def test_auto_gives_events_as_json(equals: Path) -> None:
    import json

    said = affray("play", equals, "--auto", "--seed", "5", "--json")
    events = [json.loads(line) for line in said.out.splitlines()]
    assert events[0] == {"kind": "round", "rules": [], "number": 1} or events[0]["kind"].startswith("round")
    assert events[-1]["kind"] == "ended"
    assert all(event.keys() >= {"kind", "rules"} for event in events)


def test_auto_stops_where_nobody_can_win(tmp_path: Path, equals: Path) -> None:
    tame = equals.read_text().replace('weapons = ["sword"]', "weapons = []\nlife = 999\norders = { guard = 'dodge' }")
    equals.write_text(tame.replace("melee = 2", "melee = 0").replace("dex = 2", "dex = 12"))
    said = affray("play", equals, "--auto", "--seed", "1", "--rounds", "3")
    assert said.code == 0
    assert "stopped after 3 rounds; nobody has won yet\n" in said.out
    assert said.out.count("\nRound ") == 4 or said.out.count("\nRound ") == 3
    assert "stopped after 1 round;" in affray("play", equals, "--auto", "--seed", "1", "--rounds", "1").out


def test_auto_asks_for_typed_dice(equals: Path) -> None:
    said = affray("play", equals, "--auto", "--typed-dice", typed="1 1\n6 6\nx\n3 3\n")
    assert said.code == 0
    assert "Bob's turn" in said.out
    assert "expected numbers" in said.out


def test_standing_orders_answer_by_themselves(equals: Path) -> None:
    equals.write_text(equals.read_text() + 'orders = { guard = "dodge" }\n')
    said = play(equals, *ORDER, "1", "3 3", "4 4", "quit", options=TYPED)
    assert "Bob, guard> " not in said
    assert "Bob, guard: dodge" in said


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--json"], "--json needs --auto beside it"),
        (["--rounds", "3"], "--rounds needs --auto beside it"),
        (["--auto", "--rounds", "0"], "--rounds: '0' is not allowed; expected a whole number from 1 to 100000"),
        (["--auto", "--json", "--typed-dice"], "--json and --typed-dice do not go together"),
    ],
)
def test_options_that_do_not_fit(equals: Path, words: list[str], message: str) -> None:
    assert message in refused("play", equals, *words)


@pytest.mark.parametrize("seed", ["--4", "", "ford", "９", "9" * 5000])
def test_any_seed_will_do(equals: Path, seed: str) -> None:
    said = affray("play", equals, "--auto", f"--seed={seed}")
    assert said.code == 0
    assert f"seed {seed};" in said.out or seed == "９"
