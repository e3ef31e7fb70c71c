"""Events, requests and chances as English lines; the command line and the web say the same."""

from __future__ import annotations

import pytest

from affray.dice.checks import Check, Modifier, Tally
from affray.dice.notation import parse
from affray.events import (
    Answered,
    Changed,
    Declared,
    Ended,
    Event,
    Harm,
    Ordered,
    Remark,
    Resolved,
    Rolled,
    RoundBegan,
    Ruled,
    Skipped,
    TurnBegan,
)
from affray.fightfile import parse_fight
from affray.odds import action_odds
from affray.session import Session
from affray.system import find_system
from affray.table import Question
from affray.text import (
    _RENDERERS,
    OUTCOMES,
    chance,
    cite,
    indent,
    line,
    log,
    odds_line,
    parts,
    prompt,
    roll_line,
    standings,
    tally,
    title,
)

DEX = Modifier("Dex", 3)
MUD = Modifier("mud", -2)
OFF = Modifier("shield", 4, off="ruling")
TN = Tally("Ann", "TN", (Modifier("base", 10), Modifier("close range", -1)))


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            Rolled((), "Ann", "attack", "2d6", (6, 4), 10, (DEX, MUD), 11),
            "Ann, attack: 2d6 [6 4] 10 + 3 Dex - 2 mud = 11",
        ),
        (Rolled((), "Ann", "attack", "2d6", (6, 4), 10, (DEX,), 13, None, TN),
         "Ann, attack: 2d6 [6 4] 10 + 3 Dex = 13 against TN 9 (10 base - 1 close range)"),
        (Rolled((), "Ann", "attack", "2d6", (6, 4), 10, (OFF,), 10),
         "Ann, attack: 2d6 [6 4] 10 (+4 shield does not count: ruling) = 10"),
        (Rolled((), "Ann", "body part", "d6", (4,), 4, (), 4), "Ann, body part: d6 [4]"),
        (Rolled((), "Ann", "halves", "d6 // 2", (5,), 2, (), 2), "Ann, halves: d6 // 2 [5] 2"),
        (Answered((), "Bob", "guard", "parry"), "Bob, guard: parry"),
        (Declared((), "Ann", "attacks", "Bob", "sword"), "Ann attacks Bob with sword"),
        (Declared((), "Ann", "aims", "Bob"), "Ann aims at Bob"),
        (Declared((), "Ann", "passes"), "Ann passes"),
        (Declared((), "Ann", "attacks", "Bob", "bow", "from afar"), "Ann attacks Bob with bow (from afar)"),
        (Resolved((), "Ann", "hit", "Bob", 3), "Ann hits Bob by 3"),
        (Resolved((), "Ann", "missed", "Bob", -3), "Ann misses Bob by 3"),
        (Resolved((), "Ann", "parried", "Bob", 0), "Bob parries (equal totals)"),
        (Resolved((), "Ann", "dodged", "Bob", -2), "Bob dodges by 2"),
        (Resolved((), "Ann", "critical hit", "Bob", 8), "Ann hits Bob by 8: critical hit"),
        (Declared((), "Ann", "attacks", "Bob"), "Ann attacks Bob"),
        (Declared((), "Ann", "reaches for", "Bob", "grip"), "Ann reaches for Bob"),
        (Declared((), "Ann", "struggles with", "Bob"), "Ann struggles with Bob"),
        (Declared((), "Ann", "takes on with words", "Bob"), "Ann takes Bob on with words"),
        (Declared((), "Ann", "takes in hand", means="axe"), "Ann takes axe in hand"),
        (Declared((), "Ann", "pulls at", "Bob", "axe"), "Ann pulls at axe, which sticks in Bob"),
        (Declared((), "Ann", "puts out the fire on", "Bob"), "Ann puts out the fire on Bob"),
        (Declared((), "Ann", "puts out the fire on", "Ann"), "Ann puts out the fire on itself"),
        (Declared((), "Ann", "mounts", "Dun"), "Ann mounts Dun"),
        (Declared((), "Ann", "dismounts from", "Dun"), "Ann dismounts from Dun"),
        (Declared((), "Ann", "tries to regain control of", "Dun"), "Ann tries to regain control of Dun"),
        (Declared((), "Ann", "switches to", means="magic"), "Ann switches to a magic attack"),
        (Declared((), "Ann", "flees"), "Ann flees"),
        (Declared((), "Ann", "surrenders"), "Ann surrenders"),
        (Declared((), "Ann", "juggles", "Bob", "axes"), "Ann juggles Bob axes"),
        (Resolved((), "Ann", "held", "Bob", 3), "Ann gets hold of Bob by 3"),
        (Resolved((), "Ann", "holds", "Bob", 3), "Ann keeps hold of Bob (+3)"),
        (Resolved((), "Ann", "holds", "Bob", 0), "Ann keeps hold of Bob (equal totals)"),
        (Resolved((), "Ann", "hold broken", "Bob", -3), "Bob breaks free of Ann by 3"),
        (Resolved((), "Ann", "poisoned", detail="venom"), "Ann is poisoned with venom"),
        (Resolved((), "Ann", "poisoned already", detail="venom"), "Ann has venom in the blood already"),
        (Resolved((), "Ann", "won over", "Bob", 3), "Ann wins Bob over (+3)"),
        (Resolved((), "Ann", "not won over", "Bob", -3), "Ann does not win Bob over (-3)"),
        (Resolved((), "Ann", "not won over", "Bob", 0), "Ann does not win Bob over (equal totals)"),
        (Resolved((), "Ann", "in control", "Dun", 2), "Dun obeys Ann (2 to spare)"),
        (Resolved((), "Ann", "in control", "Dun", 0), "Dun obeys Ann (just enough)"),
        (Resolved((), "Ann", "out of control", "Dun", -3), "Dun does not obey Ann (3 short)"),
        (Resolved((), "Ann", "stays in the saddle", "Dun", 1), "Ann stays in the saddle (1 to spare)"),
        (Resolved((), "Ann", "thrown", "Dun", -1), "Dun throws Ann (1 short)"),
        (Resolved((), "Ann", "trips over", "Bob", 1), "Ann: trips over against Bob by 1"),
        (Resolved((), "Ann", "pulled free", detail="axe"), "Ann pulls axe free"),
        (Harm((), "Bob", (Modifier("margin", 4), Modifier("weapon", 3)), (Modifier("armour", 2),), 5, "Life", 16, 11),
         "Bob loses 5 Life: 4 margin + 3 weapon - 2 armour (16 -> 11)"),
        (Changed((), "Bob", "dead", False, True), "Bob is dead"),
        (Changed((), "Bob", "blind", True, False, "smoke"), "Bob is no longer blind (smoke)"),
        (Changed((), "Bob", "position", 0, 6), "Bob: position 0 -> 6"),
        (Changed((), "Bob", "stuck", "", "axe"), "Bob: stuck in axe"),
        (Changed((), "Bob", "axe stuck", "", "Ann"), "Bob's axe sticks in Ann"),
        (Changed((), "Bob", "on fire", False, True, "until it is put out"), "Bob is on fire (until it is put out)"),
        (Changed((), "Bob", "on fire", True, True, "for 3 rounds"), "Bob is still on fire (for 3 rounds)"),
        (Changed((), "Bob", "poisoned by venom", True, False), "Bob is no longer poisoned by venom"),
        (Changed((), "Bob", "right arm", "sound", "severed"), "Bob's right arm is severed"),
        (Changed((), "Bob", "head", "sound", "broken"), "Bob's head is broken"),
        (Changed((), "Bob", "exhaustion", 10, 8), "Bob spends 2 Exhaustion (10 -> 8)"),
        (Changed((), "Bob", "held by", "", "Ann"), "Bob is held by Ann"),
        (Changed((), "Bob", "held by", "Ann", ""), "Bob is no longer held by Ann"),
        (Changed((), "Bob", "swayed by", "", "Ann", "for 3 rounds"), "Bob is swayed by Ann (for 3 rounds)"),
        (Changed((), "Bob", "swayed by Ann", True, False, "time"), "Bob is no longer swayed by Ann (time)"),
        (Changed((), "Bob", "mounted", "", "Dun"), "Bob is in the saddle of Dun"),
        (Changed((), "Bob", "mounted", "Dun", ""), "Bob falls off Dun"),
        (Changed((), "Bob", "colour", "red", "blue"), "Bob: colour red -> blue"),
        (RoundBegan((), 3), "Round 3"),
        (Ordered((), ("Ann", "Bob"), (9, 4)), "Order: Ann (9), Bob (4)"),
        (TurnBegan((), "Ann"), "Ann's turn"),
        (TurnBegan((), "Ann", "turn", "late"), "Ann's turn (last, after switching)"),
        (TurnBegan((), "Ann", "opportunity", "Bob"), "Ann: action of opportunity against Bob"),
        (TurnBegan((), "Ann", "second pass"), "Ann: second pass"),
        (Skipped((), "Ann", "turn", "dead"), "Ann: turn falls away, dead"),
        (Ruled((), "mud -2 on the next check"), "The game master rules: mud -2 on the next check"),
        (Remark((), "Ann", "says nothing"), "Ann says nothing"),
        (Ended((), ("red",)), "The fight is over: red won"),
        (Ended((), ("red", "green")), "The fight is over: red and green won"),
        (Ended((), ()), "The fight is over: nobody won"),
    ],
)  # fmt: skip
def test_events_are_lines(event: Event, words: str) -> None:
    assert line(event) == words


def test_every_kind_of_event_has_a_line() -> None:
    assert set(_RENDERERS) == {kind.kind for kind in Event.__subclasses__()}


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_outcomes_are_sentences(outcome: str) -> None:
    said = line(Resolved((), "Ann", outcome, "Bob", 2, "axe"))
    assert "{" not in said
    assert "Ann" in said or "Bob" in said or "axe" in said


def test_the_log_stands_in_and_cites() -> None:
    events = [RoundBegan(("r",), 1), TurnBegan((), "Ann"), Resolved(("a.b", "c"), "Ann", "hit", "Bob", 1)]
    assert log(events) == "Round 1  [r]\n  Ann's turn\n    Ann hits Bob by 1  [a.b, c]"
    assert log(events, rules=False) == "Round 1\n  Ann's turn\n    Ann hits Bob by 1"
    assert log([]) == ""
    assert cite(events[2]) == "a.b, c"
    assert [indent(event) for event in events] == ["", "  ", "    "]


def test_numbers_and_their_parts() -> None:
    assert parts((DEX, MUD)) == "3 Dex - 2 mud"
    assert parts((MUD,)) == "-2 mud"
    assert parts((), "2d6") == "2d6"
    assert parts((DEX, OFF), "2d6") == "2d6 + 3 Dex (+4 shield does not count: ruling)"
    assert tally(TN) == "TN 9 (10 base - 1 close range)"
    assert tally(Tally("Ann", "attack", (Modifier("attack", 13),))) == "attack 13"


def test_requests() -> None:
    check = Check("Ann", "attack", parse("2d6"), (DEX, MUD), against=TN)
    assert roll_line(check) == "Ann, attack: 2d6 + 3 Dex - 2 mud against TN 9 (10 base - 1 close range)"
    assert prompt(check) == f"throw 2d6 for {roll_line(check)}"
    assert title(check) == "attack of Ann"
    question = Question("Bob", "guard", ("parry", "dodge"), "parry")
    assert prompt(question) == "Bob, guard (parry | dodge)"
    assert title(question) == "guard of Bob"
    assert prompt(Question("Bob", "bid", range(0, 5), 0)) == "Bob, bid (a whole number from 0 to 4)"


@pytest.mark.parametrize(
    ("probability", "words"),
    [
        (0, "0 %"),
        (1, "100 %"),
        (1 - 1e-17, "100 %"),
        (1 - 1e-12, ">99.9 %"),
        (1e-12, "<0.1 %"),
        (0.0004, "<0.1 %"),
        (0.0005, "0.1 %"),
        (0.9996, ">99.9 %"),
        (0.9994, "99.9 %"),
        (0.5, "50.0 %"),
        (575 / 1296, "44.4 %"),
    ],
)
def test_a_chance_never_looks_certain_that_is_not(probability: float, words: str) -> None:
    assert chance(probability) == words


def test_standings_and_odds_of_a_real_fight() -> None:
    system = find_system("opposed-2d6")
    fight = parse_fight(system.template())
    session = Session(system, fight.encounter, seed=1)
    session.start()
    rows = standings(system, session.encounter)
    assert [row[0] for row in rows] == [fighter.id for fighter in fight.encounter.fighters]
    assert all(len(row) == 5 and row[3].endswith(f" {system.unit}") for row in rows)
    action = next(example for offer in session.offers() for example in offer.examples if example.kind == "attack")
    odds = action_odds(system, session.encounter, action)
    assert odds_line(odds) == (
        f"hits {chance(float(odds.hit))}, mean {float(odds.mean):.2f}, out {chance(float(odds.out))}"
    )
    assert all("None" not in line(event) for event in session.events)


def test_an_event_is_one_line_and_steers_no_terminal() -> None:
    assert line(Ruled((), "mud\x1b[2J\nAnn dies")) == "The game master rules: mud␛[2J␊Ann dies"
