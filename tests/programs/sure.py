"""A bot that is quick, ends its games, and says what it expects."""

from __future__ import annotations

from hansa.bots.bot import Opinion
from hansa.bots.greedy import worth
from hansa.bots.markers import MarkersBot
from hansa.games import mind_for
from hansa.state import Move, State


class Sure(MarkersBot):
    """Plays for markers, with an opinion."""

    def choose(self, state: State) -> Move:
        """Each seat's share of the win, as it is judged at once."""
        mind = mind_for(state.game, state.position)
        self.opinion = Opinion(tuple(worth(state.position, seat, mind) for seat in range(state.players)))
        return super().choose(state)
