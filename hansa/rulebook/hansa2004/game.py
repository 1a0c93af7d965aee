"""`Game`: a position to look at, to ask for its moves and to play them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from . import actions, founding, selling, turns
from .board import Kind
from .position import Position
from .setup import first_position
from .state_json import State, read_state, write_state

MOVES: dict[str, Callable[[Position], list[str]]] = {
    "found": founding.found_moves,
    "refill": turns.refill_moves,
    "reveal": turns.reveal_moves,
    "turn": actions.turn_moves,
    "sell": selling.sell_moves,
    "lose": selling.lose_moves,
    "keep": turns.keep_moves,
    "over": lambda position: [],
}

# What the moves do, by what follows their first word: nothing, a city, or a kind of goods.
ALONE: dict[str, Callable[[Position], None]] = {
    "refill": turns.refill, "skip": turns.skip, "end": turns.end, "done": selling.finish_sale,
}
WITH_CITY: dict[str, Callable[[Position, str], None]] = {"found": founding.found, "sail": actions.sail}
WITH_GOODS: dict[str, Callable[[Position, Kind], None]] = {
    "reveal": turns.reveal, "buy": actions.buy, "build": actions.build, "lose": selling.lose, "drop": turns.drop,
}


class Game:
    """One game of Hansa (2004)."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._legal = MOVES[position.phase](position)

    @classmethod
    def from_setup(cls, setup: Mapping[str, Any]) -> Game:
        """The start of a game; the setup leaves nothing to chance."""
        return cls(first_position(setup))

    @classmethod
    def from_state(cls, state: Mapping[str, Any]) -> Game:
        """The game at a valid state."""
        return cls(read_state(state))

    def copy(self) -> Game:
        """Another game at the same position: the state holds all there is."""
        return Game.from_state(self.state())

    def state(self) -> State:
        """The complete state."""
        return write_state(self.position)

    def view(self, seat: int) -> State:
        """The state as a seat may see it: there are no secrets."""
        return self.state()

    @property
    def to_move(self) -> int | str | None:
        """The seat that decides, "*" for chance, None when the game is over [D1]."""
        return self.position.to_move

    def legal(self) -> list[str]:
        """The texts of all legal moves, in the order of MOVES section 8 [D4]."""
        return list(self._legal)

    def probabilities(self) -> list[float]:
        """How likely each legal move of chance is: every marker of the supply alike [H2 D2]."""
        if self.to_move != "*":
            raise ValueError("chance is not to move")
        supply = self.position.supply
        return [supply[kind] / supply.total() for kind in self.position.board.in_order(supply)]

    def play(self, text: str) -> None:
        """Play a legal move."""
        if text not in self._legal:
            raise ValueError(f"{text!r} is not legal now")
        word, *rest = text.split()
        if word in ALONE:
            ALONE[word](self.position)
        elif word in WITH_CITY:
            WITH_CITY[word](self.position, rest[0])
        else:
            sell = selling.begin_sale if self.position.phase == "turn" else selling.add_to_sale
            play = sell if word == "sell" else WITH_GOODS[word]
            play(self.position, self.position.board.kind(rest[0]))
        self._legal = MOVES[self.position.phase](self.position)
