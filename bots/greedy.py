"""`greedy` looks one decision ahead by the evaluation, `maxn` to the end of its turn.

`maxn` plays on for itself until another player has to decide, with the most promising positions
only (a beam), and takes the first step towards the best end. Equal positions are kept once, so the
order of placings does not matter.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine_c.mind import Mind
from engine_c.position import Position
from hansa.bots.bot import Bot, Options, option
from hansa.games import mind_for
from hansa.state import Move, State


class GreedyBot(Bot):
    """Looks one decision ahead: plays the move after which its expected share of the win is
    highest."""

    def choose(self, state: State) -> Move:
        """Ties go to the first in the list."""
        seat, moves = state.to_move, state.legal_moves
        assert isinstance(seat, int)
        mind = mind_for(state.game, state.position)
        best = max(range(len(moves)), key=lambda number: worth(state.position.after(moves.codes[number]), seat, mind))
        return moves[best]


@dataclass(frozen=True)
class MaxnOptions(Options):
    """How wide and how far a turn is looked through."""

    beam: int = option(12, "positions kept at each step", low=1)
    depth: int = option(10, "own decisions looked ahead", low=1)


class MaxnBot(Bot):
    """Searches the rest of its own turn, and plays the first move of the best line."""

    options_class = MaxnOptions
    options: MaxnOptions

    def choose(self, state: State) -> Move:
        """Looks through the rest of its turn."""
        seat, moves = state.to_move, state.legal_moves
        assert isinstance(seat, int)
        if len(moves) == 1:
            return moves[0]
        mind = mind_for(state.game, state.position)
        ends: list[tuple[float, int]] = []
        beam = [(number, state.position.after(code)) for number, code in enumerate(moves.codes)]
        for _ in range(self.options.depth):
            ends += [(worth(position, seat, mind), first) for first, position in beam if position.to_move != seat]
            going = {position.key(): (first, position) for first, position in reversed(beam) if position.to_move == seat}
            best = sorted(going.values(), key=lambda entry: worth(entry[1], seat, mind), reverse=True)[: self.options.beam]
            if not best:
                break
            beam = [(first, position.after(code)) for first, position in best for code in position.moves()]
        else:
            ends += [(worth(position, seat, mind), first) for first, position in beam]
        return moves[max(ends, key=lambda end: (end[0], -end[1]))[1]]


def worth(position: Position, seat: int, mind: Mind) -> float:
    """The expected share of a seat."""
    return position.evaluate(mind)[seat]
