"""How strong the bots are: one ladder of Elo for plans, levels and strengths, as it was measured.

All with four players on hansa-45, where `prestige` is 0; RESULTS.md ("Levels") has the commands.
Elsewhere, and with other numbers of players, the order is about the same and the distances are not.

>>> elo_of("prestige").elo, elo_of("mcts:level=3").text, elo_of("mcts:seconds=1") is None
(0, '-835', True)
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
    Rung("random", -1361, 189),
    Rung("mcts:level=1", -1203, 183),
    Rung("mcts:level=2", -1061, 237),
    Rung("mcts:level=3", -835, 167),
    Rung("greedy", -816, 197),
    Rung("mcts:level=4", -706, 133),
    Rung("mcts:level=5", -420, 92),
    Rung("maxn", -388, 136),
    Rung("mcts:level=6", -127, 120),
    Rung("network", -104, 80),
    Rung("mcts:level=7", -54, 115),
    Rung("blocker", -25, 72),
    Rung("actions", -3, 96),
    Rung("prestige", 0, None),
    Rung("markers", 112, 148),
    Rung("mcts:level=8", 183, 90),
    Rung("mcts:strength=novice", 257, 74),
    Rung("mcts:strength=casual", 277, 82),
    Rung("mcts:level=9", 336, 96),
    Rung("mcts:strength=club", 374, 83),
    Rung("mcts:strength=expert", 407, 77),
    Rung("mcts:strength=master", 445, 87),
    Rung("mcts:level=10", 454, 102),
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
