"""Any legal move: the measure of nothing, and the partner of every test."""

from __future__ import annotations

from hansa.bots.bot import Bot
from hansa.state import Move, State


class RandomBot(Bot):
    """Plays a random legal move: the baseline that every bot must beat."""

    def choose(self, state: State) -> Move:
        """Any of the legal moves."""
        moves = state.legal_moves
        return moves[self.rng.randrange(len(moves))]
