"""What a setup leaves to chance, as urns: things that are drawn one by one, none put back.

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
    """Things by kind, and the places for which one each is drawn."""

    name: str                       # what is drawn: `tavern`, `mission`
    things: tuple[str, ...]         # the kinds, by number
    counts: tuple[int, ...]         # how many there are of each
    places: tuple[str, ...]         # in the order in which is drawn
    secret: bool = False            # one for each seat, which alone sees it (D3)

    def choices(self, drawn: Sequence[int]) -> list[tuple[int, float]]:
        """What may come after these kinds, with the probabilities."""
        left = [count - drawn.count(kind) for kind, count in enumerate(self.counts)]
        return [(kind, count / sum(left)) for kind, count in enumerate(left) if count]

    def drawn_anew(self, drawn: Sequence[int], seat: int, rng: random.Random) -> list[int]:
        """As good a guess as any of a seat that knows its own thing only; `drawn` if this is no secret."""
        if not self.secret:
            return list(drawn)
        left = [kind for kind, count in enumerate(self.counts) for _ in range(count)]
        if seat < len(drawn):
            left.remove(drawn[seat])
        guess = rng.sample(left, len(drawn))
        return [drawn[seat] if place == seat else kind for place, kind in enumerate(guess)]
