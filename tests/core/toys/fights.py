"""Fights of opposed-2d6 for tests of the drivers: small enough that every die is known."""

from affray.fightfile import parse_fight
from affray.session import Session
from affray.systems.opposed.actions.kinds import Attack, Pass

BOUT = """
system = "opposed-2d6"
[[fighter]]
name = "Ann"
side = "red"
brute = 3
dex = 2
wits = 1
melee = 3
weapons = ["sword", "shield"]
armour = "leather"
[[fighter]]
name = "Bob"
side = "blue"
brute = 2
dex = 3
wits = 1
melee = 2
life = 12
weapons = ["axe"]
"""

MELEE = (
    BOUT
    + """
[[fighter]]
name = "Cay"
side = "red"
brute = 2
dex = 2
wits = 4
magic = 3
weapons = ["dagger", "lightning bolt"]
[[fighter]]
name = "Rat"
count = 2
side = "blue"
brute = 0
dex = 2
wits = 0
size = -1
life = 4
"""
)


def bout(text=BOUT, **settings):
    """A session at its first decision."""
    fight = parse_fight(text)
    settings.setdefault("seed", 7)
    session = Session(fight.system, fight.encounter, **settings)
    session.start()
    return session


def attack(session):
    """The attack of whoever has the turn, with the first weapon, on the first foe who stands."""
    encounter = session.encounter
    who = encounter.fighter(session.turn.who)
    foe = next(f for f in encounter.foes(who.id) if session.system.able(f, encounter.options))
    weapon = next((w.name for w in who.weapons if w.kind == "melee" and who.usable(w)), "fist")
    action = Attack(who.id, foe.id, weapon)
    return action if session.system.forbid(encounter, action) is None else Pass(who.id)


def finish_by_itself(session, limit=400):
    """Let the program play to the end, or until something is asked."""
    for _ in range(limit):
        if session.over or session.requests:
            return
        session.auto()


def snapshot(session):
    """Everything that can be seen of a session, as a value; watchers and the system are the caller's."""
    seen = {name: value for name, value in vars(session).items() if name not in ("system", "watchers")}
    seen |= {name: list(value) for name, value in seen.items() if isinstance(value, list)}
    properties = ("encounter", "draw", "over", "turn", "events")
    return seen | {name: getattr(session, name) for name in properties} | {"offers": session.offers()}
