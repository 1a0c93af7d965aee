"""`Game`: a position to look at, to ask for its moves and to play them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .board import load_board
from .legal import legal_moves
from .play import play
from .position import Desk, Position
from .state_json import State, read_state, write_state


class Game:
    """One game of Hansa (2004)."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._legal = legal_moves(position)

    @classmethod
    def from_setup(cls, setup: Mapping[str, Any]) -> Game:
        """The start of a game; the setup says what lies in the warehouses [H2 H3]."""
        board, players = load_board(), setup["players"]
        goods = {city: list(setup["warehouses"][city]) for city in board.cities}
        supply = board.all_markers(players)
        for lying in goods.values():
            for marker in lying:
                supply.remove(marker)
        return cls(Position(
            board=board,
            desks=[Desk() for _ in range(players)],
            goods=goods,
            booths={city: [] for city in board.cities},
            supply=supply,
            piles=board.piles_at_start(players),
            ship=board.start,
        ))

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
        """The state as a seat may see it: there are no secrets [D3]."""
        return self.state()

    @property
    def to_move(self) -> int | str | None:
        """The seat that decides, "*" for chance, None when the game is over [D1]."""
        return self.position.to_move

    def legal(self) -> list[str]:
        """The texts of all legal moves."""
        return list(self._legal)

    def probabilities(self) -> list[float]:
        """How likely each legal move of chance is: all markers left are alike [D2 H2]."""
        if self.to_move != "*":
            raise ValueError("chance is not to move")
        supply = self.position.supply
        return [supply.count(text.split()[1]) / len(supply) for text in self._legal]

    def play(self, text: str) -> None:
        """Play a legal move; where only `done` is left after it, nobody is asked [D6]."""
        if text not in self._legal:
            raise ValueError(f"{text!r} is not legal now")
        play(self.position, text)
        self._legal = legal_moves(self.position)
        while self._legal == ["done"]:
            play(self.position, "done")
            self._legal = legal_moves(self.position)
