"""What a setup leaves to chance, as urns: things are drawn one by one and not put back.

>>> urn = Urn("draw", ("black", "white"), (1, 2), ("left", "right"))
>>> urn.choices([]), urn.choices([1, 1])
([(0, 0.3333333333333333), (1, 0.6666666666666666)], [(0, 1.0)])
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Urn:
    """Things of several kinds, and the places for which they are drawn."""

    name: str                       # what is drawn: `tavern`, `mission`
    things: tuple[str, ...]         # the kinds, by number
    counts: tuple[int, ...]         # how many there are of each kind
    places: tuple[str, ...]         # one thing is drawn for each, in this order
    secret: bool = False            # the places are seats, and each sees its own thing only (D3)

    def choices(self, drawn: Sequence[int]) -> list[tuple[int, float]]:
        """The kinds that may be drawn after these, with their probabilities."""
        left = [count - drawn.count(kind) for kind, count in enumerate(self.counts)]
        return [(kind, count / sum(left)) for kind, count in enumerate(left) if count]

    def drawn_anew(self, drawn: Sequence[int], seat: int, rng: random.Random) -> list[int]:
        """The draws as a seat may guess them, which knows its own only; `drawn` if they are
        open."""
        if not self.secret:
            return list(drawn)
        left = [kind for kind, count in enumerate(self.counts) for _ in range(count)]
        if seat < len(drawn):
            left.remove(drawn[seat])
        guess = rng.sample(left, len(drawn))
        return [drawn[seat] if place == seat else kind for place, kind in enumerate(guess)]
