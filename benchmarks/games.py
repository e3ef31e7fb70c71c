"""The systems that are measured: for each its named fights and the makers of what was written by hand for it.

The makers import what they need when they are called: whoever measures a first use does not want all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from affray.encounter import Encounter
from affray.fightfile import Fight
from benchmarks.roster import Roster

__all__ = ["FIGHTS", "GAMES", "Game", "game_of"]


@dataclass(frozen=True)
class Game:
    """A system: the modules that hold its yardsticks, its fights (file -> what it is called), and its targets.

    `duels_only` says whether its compiled loop has a second one for duels. `exact`, `samples` and `attack` are the most
    that affray should take for the exact duel, for that of any two sample creatures, and for the odds of an attack, in
    words. `duel` and `four` are the fights that are worked out exactly, and played in a new process.
    """

    system: str
    roster_: str
    plain_: str
    compiled_: str
    matrix_: str
    attack_: str
    fights: Mapping[str, str]
    duel: str
    four: str
    exact: str
    samples: str = ""
    attack: str = "under 3 ms"
    suffix: str = ""
    duels_only: bool = False

    def roster(self, encounter: Encounter) -> Roster[Any]:
        """The numbers of a fight for the engines by hand."""
        found: Roster[Any] = import_module(self.roster_).roster(encounter)
        return found

    def plain(self) -> Callable[..., Any]:
        """The plain loop: `play(roster, fights, seed, quick=...)`."""
        return _play(self.plain_)

    def compiled(self) -> Callable[..., Any]:
        """The loop for Numba: `play(roster, fights, seed, first=..., threads=...)`."""
        return _play(self.compiled_)

    def matrix(self) -> Any:
        """The module of the exact duel: `duel(roster)` and `law_of(duel)`."""
        return import_module(self.matrix_)

    def contenders(self) -> Mapping[str, Callable[[], Callable[[], Any]]]:
        """What computes the odds of an attack, by library."""
        found: Mapping[str, Callable[[], Callable[[], Any]]] = import_module(self.attack_).CONTENDERS
        return found


def _play(module: str) -> Callable[..., Any]:
    found: Callable[..., Any] = import_module(module).play
    return found


OPPOSED = Game(
    "opposed-2d6",
    *("benchmarks.roster", "benchmarks.plain", "benchmarks.compiled", "benchmarks.duel_matrix"),
    "benchmarks.attack_odds",
    {"duel": "a duel", "four": "four against four"},
    *("duel", "four"),
    exact="under 100 ms",
    duels_only=True,
)
PENETRATION = Game(
    "penetration",
    *("benchmarks.penetration.roster", "benchmarks.penetration.plain", "benchmarks.penetration.compiled"),
    *("benchmarks.penetration.matrix", "benchmarks.penetration.attack"),
    {"penetration-duel": "a duel by penetration", "penetration-four": "four against four by penetration"},
    *("penetration-duel", "penetration-four"),
    exact="under 1 s",
    samples="under 1 s",
    suffix=" by penetration",
)

GAMES: Mapping[str, Game] = {game.system: game for game in (OPPOSED, PENETRATION)}
#: name of the file -> what it is called
FIGHTS: Mapping[str, str] = {name: words for game in GAMES.values() for name, words in game.fights.items()}


def game_of(fight: Fight) -> Game:
    """The game that a fight is one of."""
    return GAMES[fight.system.name]
