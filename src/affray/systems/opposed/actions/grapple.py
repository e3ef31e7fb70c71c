"""Wrestling over rounds, and contests of words."""

from __future__ import annotations

from affray.clock import Timer
from affray.dice.checks import Contest
from affray.encounter import Encounter, Step
from affray.events import Changed, Declared, Resolved
from affray.frozen import changed
from affray.system import Action, Deed, Forbidden, System, rule
from affray.systems.opposed import rules
from affray.systems.opposed.actions.attack import turn_of
from affray.systems.opposed.actions.checks import (
    basic_roll,
    done,
    forbid_hostility,
    forbid_reach,
    forbid_target,
)
from affray.systems.opposed.actions.exchange import GRIP, Swing
from affray.systems.opposed.actions.kinds import Grapple, Social, Struggle
from affray.systems.opposed.actions.plain import forbid_other_kind
from affray.systems.opposed.fighter import Fighter, awake, burdens, grip, holders, slipped
from affray.table import Table

__all__ = ["SWAYED", "contest_of_words", "forbid_grapple", "forbid_release", "forbid_social", "forbid_struggle"]
__all__ += ["grapple", "hold_on", "let_go", "loosen", "release", "struggle"]

SWAYED = "swayed by "  # the timer of a lost contest of words, with the winner's id


@rule("grapple.start", "house.held", "initiative.commit")
def forbid_grapple(encounter: Encounter, who: Fighter, action: Grapple, step: Step) -> Forbidden | None:
    """Why the fighter cannot reach for the target, or None."""
    wrong = forbid_target(encounter, who, action.target) or forbid_hostility(encounter, who, action.target)
    if wrong:
        return wrong
    if grip(encounter, who) == action.target:
        return Forbidden("house.held", f"{who.id} holds {action.target} already")
    if closed := forbid_other_kind(who, GRIP.kind, step):
        return closed
    for rider, beast in ((who, action.target), (encounter.fighter(action.target), who.id)):
        if rider.mount == beast:
            return Forbidden("house.mount", "rider and mount do not wrestle")
    return forbid_reach(encounter, who, action.target)


def grapple(system: System, encounter: Encounter, who: Fighter, action: Grapple, table: Table) -> Deed:
    """Reaching for somebody: an attack roll against a dodge; a critical failure hands the target a free turn."""
    return turn_of(system, encounter, who.id, action.target, Swing(GRIP), table)


@rule("grapple.hold", "grapple.break")
def _wrestle(encounter: Encounter, holder: str, held: str, table: Table) -> tuple[Encounter, bool]:
    """The contest of a hold; whether it has ended."""
    a: Fighter = encounter.fighter(holder)
    b: Fighter = encounter.fighter(held)
    contest = Contest(
        basic_roll(a.id, "hold", rules.hold_modifiers(a.brute), "grapple.hold"),
        basic_roll(b.id, "hold", rules.hold_modifiers(b.brute), "grapple.hold"),
    )
    margin = table.roll(contest)
    free = rules.hold_breaks(0, -margin)
    cited = ("grapple.break",) if free else ("grapple.hold",)
    table.note(Resolved(cited, holder, "hold broken" if free else "holds", held, margin))
    return (encounter.with_fighter(changed(a, holds="")) if free else encounter), free


@rule("grapple.hold")
def hold_on(encounter: Encounter, who: str, table: Table) -> Encounter:
    """What a hold takes at the beginning of the holder's turn in each round; one who cannot resist is simply held."""
    held = grip(encounter, encounter.fighter(who))
    if not held or not awake(encounter.fighter(held), encounter.options):
        return encounter
    return _wrestle(encounter, who, held, table)[0]


@rule("house.held")
def loosen(encounter: Encounter, table: Table) -> Encounter:
    """Every hold that cannot go on is over: one of the two is down or gone, or they are out of each other's reach."""
    for fighter in slipped(encounter):
        held = fighter.holds
        if encounter.has(held) and not encounter.fighter(held).dead:
            table.note(Changed(("house.held",), held, "held by", fighter.id, ""))
        encounter = encounter.with_fighter(changed(fighter, holds=""))
    return encounter


@rule("grapple.break")
def forbid_struggle(encounter: Encounter, who: Fighter, action: Struggle, step: Step) -> Forbidden | None:
    """Why there is no hold of that fighter to break, or None."""
    if action.target in (holding := holders(encounter, who.id)):
        return None
    some = f"{' and '.join(holding)} hold{'s' * (len(holding) < 2)} {who.id}"
    return Forbidden("grapple.break", some if holding else f"nobody holds {who.id}")


@rule("grapple.break")
def struggle(system: System, encounter: Encounter, who: Fighter, action: Struggle, table: Table) -> Deed:
    """The held creature spends its turn on the contest of the hold."""
    table.note(Declared(("grapple.break",), who.id, "struggles with", action.target))
    encounter = encounter.with_fighter(changed(who, aimed=""))
    encounter, free = _wrestle(encounter, action.target, who.id, table)
    return done(system, encounter, table, free, action.target)


@rule("house.held")
def forbid_release(encounter: Encounter, who: Fighter, action: Action, step: Step) -> Forbidden | None:
    """Why there is nobody to let go of, or None."""
    return None if grip(encounter, who) else Forbidden("house.held", f"{who.id} holds nobody")


@rule("house.held")
def release(system: System, encounter: Encounter, who: Fighter, action: Action, table: Table) -> Deed:
    """Letting go takes no time."""
    return Deed(let_go(encounter, who, table))


def let_go(encounter: Encounter, who: Fighter, table: Table) -> Encounter:
    """The encounter with nobody in the grip of `who` any more."""
    if not who.holds:
        return encounter
    table.note(Changed(("house.held",), who.holds, "held by", who.id, ""))
    return encounter.with_fighter(changed(who, holds=""))


@rule("social.roll", "house.social")
def forbid_social(encounter: Encounter, who: Fighter, action: Social, step: Step) -> Forbidden | None:
    """Why words do not reach the target, or None: only who is awake listens."""
    wrong = forbid_target(encounter, who, action.target)
    if wrong:
        return wrong
    if not awake(encounter.fighter(action.target), encounter.options):
        return Forbidden("social.roll", f"{action.target} hears nothing")
    return None


@rule("social.roll", "house.social")
def contest_of_words(system: System, encounter: Encounter, who: Fighter, action: Social, table: Table) -> Deed:
    """Both roll; for as many rounds as the margin the loser does nothing hostile to the winner."""
    other: Fighter = encounter.fighter(action.target)
    table.note(Declared(("social.roll",), who.id, "takes on with words", other.id))
    encounter = encounter.with_fighter(changed(who, aimed=""))
    rolls = [
        basic_roll(f.id, "social", rules.social_modifiers(f.charisma, f.social) + burdens(encounter, f), "social.roll")
        for f in (who, other)
    ]
    margin = table.roll(Contest(*rolls))
    won, span = rules.swayed_for(margin, 0, encounter.options["defence.tie"])
    table.note(Resolved(("social.roll",), who.id, "won over" if won else "not won over", other.id, margin))
    winner, loser = (who.id, other.id) if won else (other.id, who.id)
    if span:
        encounter = _swayed(encounter, loser, winner, span, table)
    return done(system, encounter, table, won, other.id)


@rule("house.social")
def _swayed(encounter: Encounter, loser: str, winner: str, span: int, table: Table) -> Encounter:
    """The loser leaves the winner in peace for the rest of this round and for so many more, and lets go of the winner.

    Being swayed once more can make it last longer, but not shorter.
    """
    table.note(Changed(("house.social",), loser, "swayed by", "", winner, f"{span} round{'s' * (span != 1)}"))
    fighter: Fighter = encounter.fighter(loser)
    if fighter.holds == winner:
        table.note(Changed(("house.social",), winner, "held by", loser, ""))
        fighter = changed(fighter, holds="")
    if winner not in fighter.swayed:
        fighter = changed(fighter, swayed=(*fighter.swayed, winner))
    running = [t.left for t in encounter.clock.timers if (t.on, t.what) == (loser, SWAYED + winner)]
    timer = Timer(loser, SWAYED + winner, "", "round-end", max([span + 1, *running]))
    return encounter.with_fighter(fighter).with_clock(encounter.clock.timed(timer))
