"""How strong the bots are: one ladder of Elo for plans, levels and strengths, as it was measured.

All with four players on hansa-45, where `prestige` is 0; RESULTS.md ("Levels") has the commands.
Elsewhere, and with other numbers of players, the order is about the same and the distances are not.

>>> elo_of("prestige").elo, elo_of("mcts:level=3").text, elo_of("mcts:seconds=1") is None
(0, '-922', True)
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
    Rung("random", -1454, 228),
    Rung("mcts:level=1", -1232, 180),
    Rung("mcts:level=2", -1054, 148),
    Rung("mcts:level=3", -922, 195),
    Rung("greedy", -811, 174),
    Rung("mcts:level=4", -807, 138),
    Rung("mcts:level=5", -500, 111),
    Rung("maxn", -344, 140),
    Rung("mcts:level=6", -240, 117),
    Rung("network", -172, 91),
    Rung("blocker", -120, 81),
    Rung("actions", -52, 106),
    Rung("mcts:level=7", -6, 89),
    Rung("prestige", 0, None),
    Rung("mcts:level=8", 46, 107),
    Rung("markers", 61, 133),
    Rung("mcts:strength=novice", 118, 76),
    Rung("mcts:strength=casual", 196, 126),
    Rung("mcts:level=9", 207, 72),
    Rung("mcts:strength=club", 281, 99),
    Rung("mcts:level=10", 387, 142),
    Rung("mcts:strength=master", 406, 112),
    Rung("mcts:strength=expert", 408, 103),
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
