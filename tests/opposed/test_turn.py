"""Initiative: what is rolled, who comes first, and what becomes of those who change their minds."""

from __future__ import annotations

from typing import Any

import pytest
from opposed_fights import duel, fight, forbidden, put, say, sitting

from affray.clock import Clock
from affray.encounter import Encounter
from affray.events import Ordered, Rolled, TurnBegan
from affray.luck import Luck
from affray.session import Session
from affray.systems.opposed import SYSTEM
from affray.systems.opposed.actions.kinds import Attack, Grapple, Move, Pass, Social, Switch
from affray.table import Question, RandomTable

MAGE = {"weapons": ["lightning bolt", "sword"]}


def initiative(session: Session) -> dict[str, int]:
    """The totals of the last initiative, first to last."""
    ordered = [e for e in session.events if isinstance(e, Ordered)][-1]
    return dict(zip(ordered.order, ordered.numbers, strict=True))


def turns(session: Session) -> list[str]:
    return [f"{e.who} late" if e.cause else e.who for e in session.events if isinstance(e, TurnBegan)]


def pass_round(session: Session) -> None:
    """Everybody passes until the next round's first request."""
    while session.turn is not None and not session.requests:
        session.act(Pass(session.turn.who))


@pytest.mark.rule("initiative.physical", "initiative.magical", "initiative.order", "roll.basic")
def test_dex_for_blows_and_wits_for_magic_highest_first() -> None:
    trio = fight(
        {"name": "A", "dex": 2, "wits": 6},
        {"name": "B", "wits": 6, "dex": 1, "weapons": ["lightning bolt"]},
        {"name": "C", "dex": 3, "wits": 9},
    )
    session = sitting(trio, "magic", [3, 4], [2, 2], [1, 2])
    assert initiative(session) == {"B": 10, "A": 9, "C": 6}
    rolls = [e for e in session.events if isinstance(e, Rolled)]
    assert [(e.who, e.rules, [m.name for m in e.modifiers]) for e in rolls] == [
        ("A", ("initiative.physical",), ["Dex"]),
        ("B", ("initiative.magical",), ["Wits"]),
        ("C", ("initiative.physical",), ["Dex"]),
    ]


@pytest.mark.rule("initiative.each-round", "initiative.order")
def test_it_is_rolled_anew_in_every_round() -> None:
    session = sitting(duel(), [6, 6], [1, 1])
    assert turns(session) == ["A"]
    pass_round(session)
    assert [r.purpose for r in session.requests] == ["initiative", "initiative"]  # type: ignore[union-attr]
    say(session, [1, 1], [6, 6])
    assert turns(session) == ["A", "B", "B"]
    assert session.encounter.clock.round == 2


@pytest.mark.rule("house.initiative-tie")
@pytest.mark.parametrize(
    ("fighters", "faces", "order"),
    [
        # all on 10: by the attribute that was added, here Wits 4 before Dex 3 before Dex 2
        (
            [{"dex": 2}, {"wits": 4, "weapons": ["lightning bolt"]}, {"dex": 3}],
            [[4, 4], [3, 3], [3, 4]],
            ["B", "C", "A"],
        ),
        # all on 10 with 3 added: by Dex
        (
            [{"wits": 3, "dex": 1, "weapons": ["lightning bolt"]}, {"dex": 3}, {"wits": 3, "dex": 5, **MAGE}],
            [[3, 4], [3, 4], [3, 4]],
            ["C", "B", "A"],
        ),
        # all the same: by roster
        ([{"dex": 3}, {"dex": 3}, {"dex": 3}], [[3, 4], [5, 2], [1, 6]], ["A", "B", "C"]),
    ],
)
def test_ties(fighters: list[dict[str, Any]], faces: list[list[int]], order: list[str]) -> None:
    trio = fight(*({"name": name, **fields} for name, fields in zip("ABC", fighters, strict=True)))
    intents = ["magic" for fields in fighters if "weapons" in fields]
    session = sitting(trio, *intents, *faces)
    assert set(initiative(session).values()) == {10}
    assert list(initiative(session)) == order


# -- commit and switch -------------------------------------------------------------------------------------------


@pytest.mark.rule("initiative.commit", "initiative.magical")
def test_only_who_knows_magic_is_asked_and_the_first_weapon_suggests_the_answer() -> None:
    trio = fight({"name": "A", **MAGE}, {"name": "B"}, {"name": "C", "weapons": ["sword", "lightning bolt"]})
    session = sitting(trio)
    questions = [r for r in session.requests if isinstance(r, Question)]
    assert [(q.who, q.key, q.default) for q in questions] == [("A", "intent", "magic"), ("C", "intent", "physical")]
    # in any order, and no dice before both are there
    session.answer("magic", questions[1])
    assert session.requests == (questions[0],)
    session.answer("physical", questions[0])
    say(session, [1, 1], [1, 1], [1, 1])
    assert [f.intent for f in session.encounter.fighters] == ["physical", "physical", "magic"]


@pytest.mark.rule("initiative.commit", "initiative.switch")
def test_the_other_kind_of_attack_is_forbidden_until_the_fighter_switches() -> None:
    session = sitting(duel(MAGE), "magic", [6, 6], [1, 1])
    bolt, sword = Attack("A", "B", "lightning bolt"), Attack("A", "B", "sword")
    assert forbidden(session.encounter, bolt) == ""
    assert forbidden(session.encounter, sword) == "initiative.commit"
    assert forbidden(session.encounter, Attack("A", "B", "fist")) == "initiative.commit"
    session.act(Switch("A"))
    assert session.turn is not None
    assert session.turn.who == "B"
    session.act(Pass("B"))
    assert turns(session) == ["A", "B", "A late"]
    assert forbidden(session.encounter, bolt) == "initiative.commit"
    assert forbidden(session.encounter, sword) == ""
    assert forbidden(session.encounter, Switch("A")) == "initiative.switch"
    session.act(Pass("A"))
    assert session.requests  # the round is over: nobody acts twice


@pytest.mark.rule("initiative.switch")
def test_vaxuz_who_attacks_with_a_weapon_after_all_acts_last() -> None:
    vaxuz = {"name": "Vaxuz", "wits": 4, "dex": 1, **MAGE}
    session = sitting(fight(vaxuz, {"name": "Foe", "position": 1}), "magic", [6, 6], [1, 1])
    assert initiative(session) == {"Vaxuz": 16, "Foe": 2}
    session.act(Switch("Vaxuz"))
    session.act(Pass("Foe"))
    session.act(Attack("Vaxuz", "Foe", "sword"))
    assert turns(session) == ["Vaxuz", "Foe", "Vaxuz late"]


@pytest.mark.rule("initiative.switch")
def test_several_who_switch_keep_their_order_behind_everybody_else() -> None:
    four = fight(
        {"name": "A", "wits": 4, **MAGE},
        {"name": "B", **MAGE},
        {"name": "C", "dex": 2, "weapons": ["sword", "lightning bolt"]},
        {"name": "D", "side": "C", "weapons": ["sword", "lightning bolt"]},
    )
    session = sitting(four, "magic", "magic", "physical", "physical", [6, 6], [1, 1], [5, 5], [1, 2])
    assert list(initiative(session)) == ["A", "C", "D", "B"]
    session.act(Switch("A"))
    session.act(Switch("C"))
    session.act(Pass("D"))
    session.act(Pass("B"))
    session.act(Pass("A"))
    session.act(Pass("C"))
    assert turns(session)[:6] == ["A", "C", "D", "B", "A late", "C late"]
    # and whatever the others do, in that order
    session = sitting(four, "magic", "magic", "physical", "physical", [6, 6], [1, 1], [5, 5], [1, 2])
    for action in (Switch("A"), Pass("C"), Switch("D"), Switch("B"), Pass("A"), Pass("D")):
        session.act(action)
    assert turns(session)[:7] == ["A", "C", "D", "B", "A late", "D late", "B late"]


@pytest.mark.rule("initiative.commit", "initiative.switch", "grapple.start", "social.roll")
@pytest.mark.parametrize(
    ("intent", "closed", "open_"),
    [
        ("magic", ["sword", "fist", "grip"], ["lightning bolt"]),
        ("physical", ["lightning bolt"], ["sword", "fist", "grip"]),
    ],
)
def test_every_kind_of_attack_is_of_one_kind_and_words_are_of_neither(
    intent: str, closed: list[str], open_: list[str]
) -> None:
    session = sitting(duel(MAGE), intent, [6, 6], [1, 1])
    actions: dict[str, Any] = {name: Attack("A", "B", name) for name in ("sword", "fist", "lightning bolt")}
    actions["grip"] = Grapple("A", "B")
    words = Social("A", "B")
    assert [forbidden(session.encounter, actions[name]) for name in closed] == ["initiative.commit"] * len(closed)
    assert [forbidden(session.encounter, actions[name]) for name in open_] == [""] * len(open_)
    assert forbidden(session.encounter, words) == ""
    session.act(Switch("A"))
    session.act(Pass("B"))
    assert turns(session) == ["A", "B", "A late"]
    assert [forbidden(session.encounter, actions[name]) for name in closed] == [""] * len(closed)
    assert [forbidden(session.encounter, actions[name]) for name in open_] == ["initiative.commit"] * len(open_)
    assert forbidden(session.encounter, words) == ""
    assert forbidden(session.encounter, Switch("A")) == "initiative.switch"


@pytest.mark.rule("initiative.switch")
def test_somebody_last_in_the_order_switches_too_and_who_knows_no_magic_does_not() -> None:
    session = sitting(duel(MAGE), "magic", [1, 1], [6, 6])
    session.act(Pass("B"))
    session.act(Switch("A"))
    assert turns(session) == ["B", "A", "A late"]
    session.act(Attack("A", "B", "fist"))
    assert session.requests
    plain = sitting(duel(), [6, 6], [1, 1])
    assert forbidden(plain.encounter, Switch("A")) == "initiative.switch"
    assert all(offer.kind != "switch" for offer in plain.offers())


@pytest.mark.rule("initiative.commit", "initiative.each-round")
def test_the_kind_is_said_anew_in_every_round() -> None:
    session = sitting(duel(MAGE), "magic", [6, 6], [1, 1])
    session.act(Switch("A"))
    pass_round(session)
    say(session, "magic", [6, 6], [1, 1])
    assert forbidden(session.encounter, Attack("A", "B", "lightning bolt")) == ""
    assert forbidden(session.encounter, Switch("A")) == ""


@pytest.mark.rule("initiative.each-round", "initiative.switch")
def test_a_new_round_forgets_moves_switches_and_intents() -> None:
    session = sitting(duel(MAGE), "magic", [6, 6], [1, 1])
    session.act(Move("A", -2))
    session.act(Switch("A"))
    a = session.encounter.fighter("A")
    assert (a.moved, a.switched, a.intent) == (True, True, "physical")
    pass_round(session)
    say(session, "magic", [6, 6], [1, 1])
    a = session.encounter.fighter("A")
    assert (a.moved, a.switched, a.intent) == (False, False, "magic")


@pytest.mark.rule("initiative.order", "damage.death")
def test_who_is_out_has_no_place_in_the_order() -> None:
    trio = fight({"name": "A"}, {"name": "B"}, {"name": "C", "side": "B"})
    session = sitting(put(trio, "B", unconscious=True), [1, 1], [6, 6])
    assert list(initiative(session)) == ["C", "A"]
    assert session.encounter.clock.waiting == ("A",)


def test_one_fighter_alone_can_be_put_in_order() -> None:
    # a fight with one side is over, but a game master may start counting before the foes come in
    alone: Encounter = put(duel(), "B", dead=True).with_clock(Clock(round=1))
    settled = SYSTEM.settle_order(alone, RandomTable(Luck(1), options=alone.options))
    assert settled.clock.order == ("A",)


def test_the_schedule_says_what_is_played() -> None:
    schedule = SYSTEM.schedule(duel().options)
    assert schedule.order == "round"
    assert {what for what, edge in schedule.refreshes if edge == "round-start"} == {"moved", "switched", "defences"}
