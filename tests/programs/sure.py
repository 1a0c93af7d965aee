"""A bot that is quick and says what it expects."""

from __future__ import annotations

from hansa.bots.bot import Opinion
from hansa.bots.greedy import GreedyBot, worth
from hansa.games import mind_for
from hansa.state import Move, State


class Sure(GreedyBot):
    """Greedy, with an opinion."""

    def choose(self, state: State) -> Move:
        """Each seat's share of the win, as greedy sees it."""
        mind = mind_for(state.game, state.position)
        self.opinion = Opinion(tuple(worth(state.position, seat, mind) for seat in range(state.players)))
        return super().choose(state)
