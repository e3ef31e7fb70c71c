"""What fighters have to be to each other as a fight begins, and as somebody joins or is set in the saddle by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from mount_fights import riding
from opposed_fights import fight, put

from affray.errors import FileError, InputError, NotNow
from affray.fightfile import parse_fight, recruit
from affray.rulings import Join, Leave, SetValue
from affray.session import Session
from affray.systems.opposed import SYSTEM

BEAST = {"name": "Beast", "tame": "2/12", "tamed": True}


def written(*fighters: str) -> str:
    """A fight file with these fighters against a foe; each number without a value is 0."""
    heads = [f"[[fighter]]\nbrute = 0\ndex = 0\nwits = 0\n{text}\n" for text in fighters]
    return 'system = "opposed-2d6"\n' + "".join([*heads, '[[fighter]]\nfrom = "Troll"\nside = "them"\n'])


def problems(text: str) -> list[tuple[int | None, str, str]]:
    with pytest.raises(FileError) as caught:
        parse_fight(text)
    return [(p.line, p.field, p.message) for p in caught.value.problems]


def of_rider(line: str, *others: str) -> list[tuple[int | None, str, str]]:
    """The problems of a file whose first fighter has that line; it is the file's eighth."""
    return problems(written(f'name = "Rider"\nside = "us"\n{line}', *others))


def beast(lines: str = 'tame = "2/12"\ntamed = true', name: str = "Beast", side: str = "us") -> str:
    return f'name = "{name}"\nside = "{side}"\n{lines}'


SKILLED = 'mount = "Beast"\ntaming = 2'


@pytest.mark.rule("mount.tamed", "mount.skill", "mount.tame-rating", "house.mount")
@pytest.mark.parametrize(
    ("rider", "others", "says"),
    [
        ('mount = "Beats"', [beast()], "unknown fighter to ride 'Beats'; did you mean 'Beast'?"),
        ('mount = "beast"', [beast()], "did you mean 'Beast'?"),
        ('mount = "Rider"\ntame = "0/8"\ntamed = true', [], "nobody rides himself"),
        ('mount = "Troll"', [], "Troll has no taming rating"),
        ('mount = "Troll"', [], "Troll is on the side of them"),
        (SKILLED, [beast(side="them")], "Beast is on the side of them"),
        (SKILLED, [beast("")], "Beast has no taming rating"),
        (SKILLED, [beast('tame = "2/12"')], "Beast is not tamed"),
        ('mount = "Beast"\ntaming = 1', [beast()], "Beast takes Animal Taming 2, Rider has 1"),
        (SKILLED, [beast('tame = "2/12"\ntamed = true\nmount = "Other"'), beast(name="Other")], "rides Other"),
    ],
)
def test_riders_that_cannot_be(rider: str, others: list[str], says: str) -> None:
    found = of_rider(rider, *others)
    assert {(line, field) for line, field, _ in found if field == "fighter.1.mount"} == {(8, "fighter.1.mount")}
    assert any(says in message for _, field, message in found if field == "fighter.1.mount")


@pytest.mark.rule("mount.skill")
def test_a_rider_that_can_be() -> None:
    encounter = parse_fight(written(f'name = "Rider"\nside = "us"\n{SKILLED}', beast())).encounter
    assert encounter.fighter("Rider").mount == "Beast"
    assert tuple(SYSTEM.faults(encounter.fighters, encounter.ids)) == ()


@pytest.mark.rule("house.mount")
def test_one_mount_one_rider() -> None:
    second = f'name = "Second"\nside = "us"\n{SKILLED}'
    found = problems(written(f'name = "Rider"\nside = "us"\n{SKILLED}', beast(), second))
    assert found == [(24, "fighter.3.mount", "Rider rides Beast already")]
    crowd = problems(written(f'name = "Rider"\nside = "us"\ncount = 3\n{SKILLED}', beast()))
    assert crowd == [(9, "fighter.1.mount", "Rider 1 rides Beast already")]


@pytest.mark.rule("house.mount")
def test_who_rides_each_other_is_told_of_both() -> None:
    both = 'tame = "0/8"\ntamed = true\n'
    found = problems(written(beast(f'{both}mount = "B"', "A"), beast(f'{both}mount = "A"', "B")))
    assert [(field, message) for _, field, message in found] == [
        ("fighter.1.mount", "B rides A; who rides is not ridden"),
        ("fighter.2.mount", "A rides B; who rides is not ridden"),
    ]


@pytest.mark.rule("mount.tamed", "mount.skill")
def test_all_that_is_wrong_is_told_at_once() -> None:
    found = of_rider('mount = "Beast"', beast('tame = "2/12"\nbrutal = 1'), 'name = "X"\nside = "us"\nmount = "Y"')
    # Beast itself could not be read: that is one problem, and not another for its rider
    assert [(field, message.split(";")[0]) for _, field, message in found] == [
        ("fighter.2.brutal", "unknown field 'brutal'"),
        ("fighter.3.mount", "unknown fighter to ride 'Y' (known: Rider, X, Troll)"),
    ]
    found = of_rider('mount = "Beast"', beast('tame = "2/12"'))
    assert [message for _, _, message in found] == [
        "Beast is not tamed",
        "Beast takes Animal Taming 2, Rider has 0",
    ]
    found = of_rider('mount = "Beast 2"', beast('count = 2\ntame = "x"'))
    assert [field for _, field, _ in found] == ["fighter.2.tame"]


@pytest.mark.rule("mount.tame-rating")
def test_an_untamed_creature_needs_no_rating_and_a_tamed_one_does() -> None:
    found = of_rider("tamed = true")
    assert "taming rating" in found[0][2]
    assert of_rider('tame = "4-12"')[0][1] == "fighter.1.tame"


def test_entries_that_are_no_tables_are_no_trouble() -> None:
    found = problems('system = "opposed-2d6"\nfighter = [3, {from = "Boog", side = "a", mount = "X"}]\n')
    assert [field for _, field, _ in found] == ["fighter.1", "fighter.2.mount"]


@pytest.mark.rule("house.mount")
@pytest.mark.parametrize(
    ("rider", "mount", "place"), [({}, {}, 30), ({"position": 4}, {}, 4), ({}, {"position": 5}, 5)]
)
def test_rider_and_mount_begin_at_one_place(rider: dict[str, int], mount: dict[str, int], place: int) -> None:
    def entry(text: str, given: dict[str, int]) -> str:
        return text + "".join(f"\n{key} = {value}" for key, value in given.items())

    people = [entry(beast(), mount), entry(f'name = "Rider"\nside = "us"\n{SKILLED}', rider)]
    for order in (people, people[::-1]):
        text = written('name = "Far"\nside = "far"', *order).replace('2d6"\n', '2d6"\ndistance = 30\n', 1)
        encounter = parse_fight(text).encounter
        assert [encounter.fighter(who).position for who in ("Rider", "Beast")] == [place, place]


@pytest.mark.rule("house.mount")
def test_two_places_for_rider_and_mount_contradict_each_other() -> None:
    found = of_rider(f"position = 3\n{SKILLED}", beast('tame = "2/12"\ntamed = true\nposition = 4'))
    assert found == [(8, "fighter.1.position", "Rider rides Beast, but stands at 3 m and it at 4 m")]
    same = written(
        f'name = "Rider"\nside = "us"\nposition = 3\n{SKILLED}', beast('tame = "2/12"\ntamed = true\nposition = 3')
    )
    assert parse_fight(same).encounter.fighter("Beast").position == 3


# -- somebody joins


def there(**beast_changed: Any) -> Any:
    return put(fight({**BEAST, "side": "us", "position": 7}, {"name": "Foe"}), "Beast", **beast_changed)


def newcomer(**changed: Any) -> dict[str, Any]:
    return {"from": "Boog", "side": "us", "mount": "Beast", **changed}


@pytest.mark.rule("house.mount", "mount.skill", "mount.tamed")
def test_whoever_joins_in_the_saddle_is_checked_as_in_a_file() -> None:
    (boog,) = recruit(SYSTEM, newcomer(), there())
    assert (boog.mount, boog.position) == ("Beast", 7)
    for wrong, says in (
        (newcomer(mount="Nobody"), "unknown fighter to ride"),
        (newcomer(side="them"), "on the side of us"),
        (newcomer(taming=1), "takes Animal Taming 2"),
        (newcomer(position=3), "stands at 3 m and it at 7 m"),
        (newcomer(count=2), "rides Beast already"),
    ):
        with pytest.raises(FileError, match=says):
            recruit(SYSTEM, wrong, there())
    with pytest.raises(FileError, match="not tamed"):
        recruit(SYSTEM, newcomer(), there(tamed=False))


@pytest.mark.rule("house.mount")
def test_a_ruling_that_lets_somebody_join_is_checked_too() -> None:
    encounter = there()
    (boog,) = recruit(SYSTEM, newcomer(), encounter)
    joined = Join(boog).apply(SYSTEM, encounter)
    assert joined.fighter("Boog").mount == "Beast"
    for wrong in (
        replace(boog, taming=0),
        replace(boog, position=1),
        replace(boog, mount="Nobody"),
        replace(boog, side="x"),
    ):
        with pytest.raises(InputError, match="Boog"):
            Join(wrong).apply(SYSTEM, encounter)
    with pytest.raises(FileError, match="Boog rides Beast already"):
        Join(replace(boog, id="Second")).apply(SYSTEM, joined)
    # what was not right before is no fault of whoever joins now
    clumsy = put(joined, "Boog", taming=0)
    assert Join(replace(boog, id="Walker", mount="")).apply(SYSTEM, clumsy).has("Walker")


def test_a_name_that_is_taken_gets_a_number_in_the_saddle_too() -> None:
    encounter = fight({**BEAST, "side": "us"}, {"from": "Boog", "side": "x"})
    (second,) = recruit(SYSTEM, newcomer(position=0), encounter)
    assert (second.id, second.mount) == ("Boog 2", "Beast")


@pytest.mark.rule("house.mount")
def test_who_joins_under_a_name_that_was_ridden_once_has_no_rider() -> None:
    encounter = riding()
    beast_ = encounter.fighter("Beast")
    left = Leave("Beast").apply(SYSTEM, encounter)
    back = Join(beast_).apply(SYSTEM, left)
    assert back.fighter("Rider").mount == ""


@pytest.mark.rule("house.mount")
def test_nobody_is_put_in_a_saddle_by_hand_that_does_not_fit() -> None:
    encounter = put(riding({"taming": 2}, {"tame": "2/12"}), "Rider", mount="", position=4)
    after = SetValue("Rider", "mount", "Beast").apply(SYSTEM, encounter)
    assert [after.fighter(who).position for who in ("Rider", "Beast")] == [4, 4]
    for who in ("Rider", "Foe"):
        with pytest.raises(InputError):
            SetValue("Rider", "mount", who).apply(SYSTEM, encounter)
    with pytest.raises(NotNow, match="takes Animal Taming"):
        SetValue("Rider", "mount", "Beast").apply(SYSTEM, put(encounter, "Rider", taming=1))


def test_a_session_takes_back_who_joined_in_the_saddle() -> None:
    encounter = there()
    session = Session(SYSTEM, encounter)
    session.start()
    before = session.encounter
    (boog,) = recruit(SYSTEM, newcomer(), before)
    session.rule(Join(boog, before.step.who))  # type: ignore[union-attr]
    assert session.encounter.fighter("Boog").mount == "Beast"
    session.undo()
    assert session.encounter == before
