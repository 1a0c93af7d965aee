"""A bot in fifteen lines: claims the route that scores most at once, else builds on.

    hansa tournament examples/bot.py:Claimer random greedy --players 3 --blocks 5
"""

from hansa.bots.bot import Bot
from hansa.state import Move, State


class Claimer(Bot):
    """Looks one move ahead, at its own points alone."""

    def choose(self, state: State) -> Move:
        """The move after which it has most points; of equals a claim, then a placing, then any."""
        seat = state.seat

        def worth(move: Move) -> tuple[int, bool, bool, float]:
            points = state.after(move).scores[seat]["total"]
            return points, move.startswith("claim"), move.startswith("place"), self.rng.random()

        return max(state.legal_moves, key=worth)
