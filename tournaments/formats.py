"""Tournament formats: how bots are paired, block by block. Each is one object, which the schedule
and the command line read.

To add a format, add a `Format` to `FORMATS`: its name, its line of help, how many bots it takes,
and a function that chooses a line-up. The command line derives a flag `--NAME` from it.

>>> seating = Seating(("a", "b", "c"), players=3, seed=1)
>>> [FORMATS["gauntlet"].line_up(seating, number) for number in range(2)]
[('a', 'b', 'c'), ('a', 'b', 'c')]
>>> FORMATS["focus"].problem(("a", "b", "c"))
'focus takes 2 bots, not 3'
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

__all__ = ["FORMATS", "Format", "Seating"]

LineUp = tuple[str, ...]


@dataclass
class Seating:
    """Counts how often bots have played and met at tables of one size, so that all do so about
    equally often.

    >>> seating = Seating(("a", "b", "c"), players=2, seed=1)
    >>> sorted({seating.fairest(seating.bots, 2) for _ in range(3)})
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    """

    bots: LineUp
    players: int
    seed: int
    played: Counter[str] = field(default_factory=Counter)
    met: Counter[frozenset[str]] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.rng = random.Random(f"{self.seed}/line-ups/{self.players}")

    def fairest(self, bots: Sequence[str], places: int) -> LineUp:
        """The bots that have played least, and among them those that have met least."""
        chosen: list[str] = []
        while len(chosen) < places:
            here = Counter(chosen)
            chosen.append(min(bots, key=lambda bot: (
                here[bot], self.played[bot], sum(self.met[frozenset((bot, other))] for other in chosen), self.rng.random(),
            )))
            self.played[chosen[-1]] += 1
        self.met.update(frozenset(pair) for pair in itertools.combinations(chosen, 2))
        return tuple(sorted(chosen, key=bots.index))


@dataclass(frozen=True)
class Format:
    """A tournament format. `line_up` gets the seating and the number of the block among those at
    tables of this size.

    >>> duel = FORMATS["duel"]
    >>> duel.line_up(Seating(("a", "b"), players=4, seed=1), 0), duel.problem(("a",)), duel.flag
    (('a', 'b', 'a', 'b'), 'duel takes 2 bots, not 1', None)
    """

    name: str
    meaning: str                            # as help has it
    line_up: Callable[[Seating, int], LineUp]
    fewest: int = 2                         # bots
    most: int | None = None
    has_flag: bool = True                   # of `hansa tournament`
    # with an odd number of seats the bots change places for as many games more
    exchanged: bool = False
    depends_on_results: bool = False        # so that it cannot be divided among machines

    @property
    def flag(self) -> str | None:
        """The flag that chooses it, if it has one."""
        return f"--{self.name}" if self.has_flag else None

    def problem(self, bots: Sequence[str]) -> str | None:
        """Why these bots cannot play it; None if they can."""
        if self.most is not None and not self.fewest <= len(bots) <= self.most:
            wanted = f"{self.fewest} bots" if self.fewest == self.most else f"{self.fewest} to {self.most} bots"
            return f"{self.name} takes {wanted}, not {len(bots)}"
        if len(bots) < self.fewest:
            return f"a tournament needs {self.fewest} bots or more; one alone plays itself with --self-play"
        return None


def _everybody(seating: Seating, number: int) -> LineUp:
    return seating.fairest(seating.bots, seating.players)


def _gauntlet(seating: Seating, number: int) -> LineUp:
    return (seating.bots[0], *seating.fairest(seating.bots[1:], seating.players - 1))


def _focus(seating: Seating, number: int) -> LineUp:
    return (seating.bots[0], *[seating.bots[1]] * (seating.players - 1))


def _self_play(seating: Seating, number: int) -> LineUp:
    return (seating.bots[number % len(seating.bots)],) * seating.players


def _ladder(seating: Seating, number: int) -> LineUp:
    """Neighbours alternate seats; which of them has the odd seat changes each time they meet."""
    lower = number % (len(seating.bots) - 1)
    pair = seating.bots[lower : lower + 2]
    swapped = number // (len(seating.bots) - 1) % 2
    return (pair[::-1] if swapped else pair) * (seating.players // 2) + pair[swapped::2][: seating.players % 2]


def _duel(seating: Seating, number: int) -> LineUp:
    return (seating.bots * seating.players)[: seating.players]


FORMATS: Mapping[str, Format] = {form.name: form for form in (
    Format("round-robin", "every bot meets every other", _everybody, has_flag=False),
    Format("focus", "the first bot plays one seat, copies of the second bot all others", _focus, most=2),
    Format("gauntlet", "the first bot plays every other bot; the others do not play each other without it", _gauntlet),
    Format("self-play", "every bot plays copies of itself", _self_play, fewest=1),
    Format("ladder", "play one bot with increasing numbers of simulations; neighbours play each other", _ladder),
    Format("duel", "two bots in every second seat", _duel, most=2, has_flag=False, exchanged=True),
    Format("adaptive", "pair the bots whose order is least certain; stop when the order is clear", _everybody,
           depends_on_results=True),
)}
