"""The program's dice: each face is a hash of (seed, draw number) and of nothing else.

No generator state exists that could be lost in a save or moved by another draw; after an undo the draw number goes
back and the same request shows the same faces. A seed is hashed before use, so that neighbouring seeds share nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

from affray.dice.faces import Die

__all__ = ["Luck"]


class Luck:
    """A stream of faces for one seed; `draw` is the number of the next draw and may be set."""

    def __init__(self, seed: int | str, draw: int = 0, purpose: str = "dice") -> None:
        self.seed, self.draw, self.purpose = seed, draw, purpose
        kind = "i" if isinstance(seed, int) else "s"  # 7 and "7" are different seeds
        self._key = blake2b(f"{purpose}/{kind}/{seed}".encode(), digest_size=32).digest()

    def beside(self, purpose: str) -> Luck:
        """A stream of its own for something that is no die, from the same draw on; this one stays where it is."""
        return Luck(self.seed, self.draw, f"{self.purpose}/{purpose}")

    def bits(self) -> int:
        """The next 64 bits."""
        number = self.draw.to_bytes(8, "little")
        self.draw += 1
        return int.from_bytes(blake2b(number, key=self._key, digest_size=8).digest(), "little")

    def below(self, n: int) -> int:
        """A number from 0 to n - 1; the bias of one part in 2**64 / n is far below anything that can be seen."""
        return (self.bits() * n) >> 64

    def face(self, die: Die) -> int:
        """One throw of a physical die."""
        # `below` in one line: most of what a fight asks for are faces
        return die.low + ((self.bits() * (die.high - die.low + 1)) >> 64)

    def choose(self, options: Sequence[tuple[str | int, float]]) -> str | int:
        """One of weighted options."""
        mark = self.bits() / 2**64 * sum(weight for _, weight in options)
        for option, weight in options:
            mark -= weight
            if mark < 0:
                return option
        return options[-1][0]
