"""How strong the bots are: one ladder of Elo for plans, levels and strengths, as it was measured.

All with four players on hansa-45, where `prestige` is 0; RESULTS.md ("Levels") has the commands.
Elsewhere, and with other numbers of players, the order is about the same and the distances are not.

>>> elo_of("prestige").elo, elo_of("mcts:level=3").text, elo_of("mcts:seconds=1") is None
(0, '-822', True)
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["LADDER", "Rung", "best_of", "elo_of"]


@dataclass(frozen=True)
class Rung:
    """A bot and what it was measured at."""

    spec: str
    elo: int
    plus_minus: int | None      # half of the 95 % interval; None for the anchor, which is 0

    @property
    def text(self) -> str:
        """The rating as tables have it.

        >>> Rung("prestige", 0, None).text, Rung("random", -1454, 228).text
        ('+0', '-1454')
        """
        return f"{self.elo:+d}"

    @property
    def interval(self) -> str:
        """Half of the interval as tables have it."""
        return "-" if self.plus_minus is None else str(self.plus_minus)


LADDER: tuple[Rung, ...] = (
    Rung("random", -1376, 228),
    Rung("mcts:level=1", -1217, 201),
    Rung("mcts:level=2", -1064, 181),
    Rung("mcts:level=3", -822, 117),
    Rung("greedy", -732, 197),
    Rung("mcts:level=4", -624, 124),
    Rung("mcts:level=5", -375, 119),
    Rung("maxn", -288, 124),
    Rung("mcts:level=6", -182, 83),
    Rung("blocker", -70, 85),
    Rung("network", -66, 121),
    Rung("prestige", 0, None),
    Rung("actions", 43, 76),
    Rung("mcts:level=7", 71, 120),
    Rung("markers", 98, 149),
    Rung("mcts:level=8", 169, 90),
    Rung("mcts:strength=novice", 238, 78),
    Rung("mcts:strength=casual", 264, 81),
    Rung("mcts:level=9", 323, 95),
    Rung("mcts:strength=club", 361, 82),
    Rung("mcts:strength=expert", 393, 77),
    Rung("mcts:strength=master", 432, 86),
    Rung("mcts:level=10", 442, 101),
)


def elo_of(spec: str) -> Rung | None:
    """What a bot was measured at; None if it was not."""
    return next((rung for rung in LADDER if rung.spec == spec), None)


def best_of(name: str) -> Rung | None:
    """The strongest that was measured of a bot with some options.

    >>> best_of("markers:seed=3") is None, best_of("mcts").spec.startswith("mcts:")
    (True, True)
    """
    return max((rung for rung in LADDER if rung.spec.startswith(f"{name}:")), key=lambda rung: rung.elo, default=None)
