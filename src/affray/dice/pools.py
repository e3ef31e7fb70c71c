"""Dice of one kind thrown together: summed, kept or dropped, thrown again, counted for successes."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from operator import index
from typing import Literal, TypeAlias

from affray.dice.chains import Chain, Face, chain_size, highest, keep_size, rounds_to_cut
from affray.dice.distribution import Distribution
from affray.dice.expression import Dice, Part, Trace
from affray.dice.faces import Die, Fate, Group, Shown, Thrower, throw_again
from affray.dice.limits import MAX_DICE, MAX_REROLL, MAX_ROUNDS, Size, whole
from affray.errors import BadValue

__all__ = ["Again", "Keep", "Match", "Pool", "Reroll", "nds"]

Sign: TypeAlias = Literal["=", ">=", "<="]


@dataclass(frozen=True, slots=True)
class Match:
    """The faces that are meant: exactly one, or one and all above or below it."""

    sign: Sign
    face: int

    def __post_init__(self) -> None:
        if self.sign not in ("=", ">=", "<="):
            raise BadValue("sign", self.sign, "=, >= or <=")
        whole("face", self.face)

    def __contains__(self, face: int) -> bool:
        if self.sign == "=":
            return face == self.face
        return face >= self.face if self.sign == ">=" else face <= self.face

    def __str__(self) -> str:
        return f"{self.sign}{self.face}"

    def words(self, low: int, high: int) -> str:
        """In words, for faces from `low` to `high`: "a 20", "5 or more"."""
        if self.sign == "=" or (self.sign == ">=" and self.face == high) or (self.sign == "<=" and self.face == low):
            digits = str(self.face)
            return f"{'an' if digits in ('11', '18') or digits.startswith('8') else 'a'} {digits}"
        return f"{self.face} or {'more' if self.sign == '>=' else 'less'}"


@dataclass(frozen=True, slots=True)
class Again:
    """Faces that are thrown again and add up: at most `limit` times for each die, or for as long as they come."""

    on: Match
    limit: int | None = None

    def __post_init__(self) -> None:
        if self.limit is not None:
            whole("limit of further throws", self.limit, 1, MAX_ROUNDS)

    def words(self, low: int, high: int) -> str:
        """In words, for faces from `low` to `high`: "a 20 is thrown again"."""
        times = "" if self.limit is None else ", once" if self.limit == 1 else f", {self.limit} times at most"
        return f"{self.on.words(low, high)} is thrown again{times}"


@dataclass(frozen=True, slots=True)
class Reroll:
    """Faces that do not stand: thrown anew once, whatever comes then, or until another face comes."""

    on: Match
    once: bool

    def words(self, low: int, high: int) -> str:
        """In words, for faces from `low` to `high`: "a 1 is thrown anew"."""
        return f"{self.on.words(low, high)} is thrown anew{', once' if self.once else ''}"


@dataclass(frozen=True, slots=True)
class Keep:
    """How many dice count: the highest or the lowest of them; a die thrown again is one die with its sum."""

    count: int
    highest: bool = True

    def __str__(self) -> str:
        return f"k{'h' if self.highest else 'l'}{self.count}"


@dataclass(frozen=True, slots=True)
class Pool(Dice):
    """`count` equal dice, thrown together. What is done to them has one order, however it was written:

    a face is thrown anew (`reroll`), thrown again and added (`again`), counted as at least `least` and at most `most`;
    then dice are kept (`keep`) and summed. With `success` each face that matches counts 1 and any other 0, those of
    further throws too. BadValue for what is too large, without end or without sense.
    """

    count: int
    die: Die
    again: Again | None = None
    reroll: Reroll | None = None
    least: int | None = None
    most: int | None = None
    keep: Keep | None = None
    success: Match | None = None
    size: Size = field(init=False, repr=False, compare=False)
    plain: bool = field(init=False, repr=False, compare=False)  # nothing is done to the dice but to add them up

    def __post_init__(self) -> None:
        whole("number of dice", self.count, 1, MAX_DICE)
        if not isinstance(self.die, Die):
            raise BadValue("die", self.die, "a Die")
        self._check()
        changes = (self.again, self.reroll, self.least, self.most, self.keep, self.success)
        object.__setattr__(self, "plain", all(change is None for change in changes))
        one = self._one()
        kept = self.count if self.keep is None else self.keep.count
        size = keep_size(one, self.count, kept)
        object.__setattr__(self, "size", size._replace(dice=self.count).checked(str(self)))

    def _check(self) -> None:
        name = str(self)
        for change in (self.again, self.reroll):
            if change is not None and not any(face in change.on for face in self.die.faces):
                raise BadValue(name, change.words(self.die.low, self.die.high), f"faces that {self.die} can show")
        if self.reroll is not None and not self.reroll.once:
            share = sum(face in self.reroll.on for face in self.die.faces) / len(self.die)
            if share > MAX_REROLL:
                raise BadValue(name, f"{share:.3g} of its faces are thrown anew", "dice that come to rest sooner")
        for bound in (self.least, self.most):
            if bound is not None:
                whole("what a face counts", bound)
        if self.least is not None and self.most is not None and self.least > self.most:
            raise BadValue(name, f"at least {self.least}, at most {self.most}", "a least value not above the greatest")
        if self.success is not None and (self.keep, self.least, self.most) != (None, None, None):
            raise BadValue(name, "successes with kept dice or bounds", "either to count successes or to add dice up")
        if self.keep is not None:
            whole("number of dice kept", self.keep.count, 1, self.count)

    # -- one die

    def _score(self, face: int) -> int:
        if self.success is not None:
            return int(face in self.success)
        if self.least is not None:
            face = max(face, self.least)
        return face if self.most is None else min(face, self.most)

    def _standing(self) -> list[tuple[int, Fraction]]:
        """Each face that can stand, with its chance."""
        faces, reroll = self.die.faces, self.reroll
        if reroll is None:
            return [(face, Fraction(1, len(faces))) for face in faces]
        anew = sum(face in reroll.on for face in faces)
        if not reroll.once:
            return [(face, Fraction(1, len(faces) - anew)) for face in faces if face not in reroll.on]
        second = Fraction(anew, len(faces) ** 2)
        return [(face, second + (0 if face in reroll.on else Fraction(1, len(faces)))) for face in faces]

    def _rounds(self, standing: list[tuple[int, Fraction]]) -> int:
        if self.again is None:
            return 0
        if self.again.limit is not None:
            return self.again.limit
        on = self.again.on
        chance = sum((chance for face, chance in standing if face in on), Fraction(0))
        return rounds_to_cut(str(self), chance, self.count) if chance else 0

    def _one(self) -> Size:
        standing = self._standing()
        rounds = self._rounds(standing)
        scores = [(self._score(face), self._goes_on(face)) for face, _ in standing]
        return chain_size(scores, rounds, self._endless)

    @property
    def _endless(self) -> bool:
        return self.again is not None and self.again.limit is None

    def _goes_on(self, face: int) -> bool:
        return self.again is not None and face in self.again.on

    def _chain(self, exact: bool) -> Chain:
        standing = self._standing()
        faces = tuple(
            Face(face, self._score(face), chance if exact else float(chance), self._goes_on(face))
            for face, chance in standing
        )
        return Chain(faces, self._rounds(standing), self._endless)

    # -- the law

    def _law(self, exact: bool) -> Distribution:
        one = self._chain(exact).law()
        if self.keep is None or self.keep.count == self.count:
            return one.repeated(self.count)
        if self.keep.highest:
            return highest(one, self.count, self.keep.count)
        return -highest(-one, self.count, self.keep.count)

    def _split(self, naturals: tuple[int, ...], exact: bool) -> dict[int | None, Distribution] | None:
        if self.count != 1:
            return None
        for natural in naturals:
            if natural not in self.die:
                raise BadValue(str(self), f"natural {natural!r}", f"faces that {self.die} can show")
        return self._chain(exact).split(naturals)

    # -- reading faces

    def throw(self, die: Thrower) -> int:
        return sum([index(die(self.die)) for _ in range(self.count)]) if self.plain else Dice.throw(self, die)

    def throw_natural(self, die: Thrower) -> tuple[int, int | None]:
        if not self.plain:
            return Dice.throw_natural(self, die)
        value = self.throw(die)
        return value, value if self.count == 1 else None

    def _read(self, die: Thrower) -> Trace:
        # all dice lie on the table first; those that do not rest are then thrown again, round by round, left to right
        rows: list[list[Shown]] = [[] for _ in range(self.count)]
        rolling, why = list(range(self.count)), [""] * self.count
        while rolling:
            moving = []
            for i in rolling:
                face = throw_again(die, self.die, why[i]) if rows[i] else die(self.die)
                shown, why[i] = self._fate(face, rows[i])
                rows[i].append(shown)
                if why[i]:
                    moving.append(i)
            rolling = moving
        return self._total(rows)

    def _fate(self, face: int, row: list[Shown]) -> tuple[Shown, str]:
        needed = f"one more {self.die} face is needed"
        anew = self.reroll is not None and face in self.reroll.on
        if anew and not (self.reroll and self.reroll.once and row and row[-1].fate == "replaced"):
            return Shown(self.die, face, "replaced"), f"the {face} is thrown anew: {needed}"
        if self.again is not None and face in self.again.on:
            limit = self.again.limit
            if limit is None or sum(shown.fate == "again" for shown in row) < limit:
                return Shown(self.die, face, "again"), f"the {face} explodes: {needed}"
        return Shown(self.die, face), ""

    def _total(self, rows: list[list[Shown]]) -> Trace:
        scores = [sum(self._score(s.face) for s in row if s.fate != "replaced") for row in rows]
        if self.keep is not None:
            order = sorted(
                range(self.count), key=lambda i: (-scores[i] if self.keep and self.keep.highest else scores[i], i)
            )
            for i in order[self.keep.count :]:
                scores[i] = 0
                rows[i] = [s if s.fate == "replaced" else Shown(s.die, s.face, "dropped") for s in rows[i]]
        if self.success is not None:
            rows = [[s if s.face in self.success else Shown(s.die, s.face, _failed(s)) for s in row] for row in rows]
        natural = next(s.face for s in rows[0] if s.fate != "replaced") if self.count == 1 else None
        return Trace(sum(scores), natural, _parts(str(self), [s for row in rows for s in row]))

    def groups(self) -> tuple[Group, ...]:
        """The one kind of dice."""
        notes = [
            change.words(self.die.low, self.die.high) for change in (self.reroll, self.again) if change is not None
        ]
        return (Group(self.count, self.die, "; ".join(notes)),)

    def __str__(self) -> str:
        text = f"{self.count if self.count != 1 else ''}{self.die}{self.success or ''}"
        if self.reroll is not None:
            text += f"{'ro' if self.reroll.once else 'rr'}{_short(self.reroll.on)}"
        if self.again is not None:
            text += again_text(self.again, self.die.high)
        if self.least is not None:
            text += f"mi{self.least}"
        if self.most is not None:
            text += f"ma{self.most}"
        return text + str(self.keep or "")


def _failed(shown: Shown) -> Fate:
    return "dropped" if shown.fate == "kept" else shown.fate


def _short(match: Match) -> str:
    return str(match.face) if match.sign == "=" else str(match)


def again_text(again: Again, top: int) -> str:
    """`!` for the top face, `!>=5` for a threshold, `e3` for a single other face, with `:1` for a limit."""
    text = "!" if again.on == Match(">=", top) else f"e{again.on.face}" if again.on.sign == "=" else f"!{again.on}"
    return text if again.limit is None else f"{text}:{again.limit}"


def _parts(text: str, shown: list[Shown]) -> tuple[Part, ...]:
    if len(shown) == 1:
        return (f"{text} ", shown[0])
    parts: list[Part] = [f"{text} ("]
    for i, face in enumerate(shown):
        parts += [", ", face] if i else [face]
    return (*parts, ")")


def nds(count: int, sides: int | Die, *, explode: bool = False, keep: Keep | None = None) -> Pool:
    """`count` dice of `sides` faces, as in 2d6; `explode`: the top face is thrown again, as in 2d6!."""
    die = sides if isinstance(sides, Die) else Die(1, whole("faces of a die", sides, 1))
    return Pool(count, die, Again(Match(">=", die.high)) if explode else None, keep=keep)
