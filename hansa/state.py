"""`State`: a position of a game. You can create it, inspect it, play moves on it and serialise it.

All input is checked.

>>> state = State.new(board="hansa-45", players=4, seed=7)
>>> state.to_move, state.phase, len(state.legal_moves)
(0, 'turn', 72)
>>> state.play("place t Hamburg-Bremen")
Move('place t BRE-HAM')
>>> state.play("place t BRE-XXX")
Traceback (most recent call last):
    ...
hansa.errors.MoveError: illegal move 'place t BRE-XXX': there is no route 'BRE-XXX' on the board hansa-45; ...
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, TypeGuard

from engine_c.position import IllegalMove, Position
from hansa.contents import City, Contents, Desk, Route
from hansa.errors import HansaError, MoveError, StateError, Unreadable
from hansa.games import GAMES, NOBODY, GameAdapter, game_of_setup, game_of_state
from hansa.json_lines import Json, NotJson, read_json
from hansa.moves import LegalMoves, Move
from hansa.notebook import WIDTH
from hansa.packed import packed, unpacked
from hansa.phrases import Phrase, say

__all__ = ["LegalMoves", "Move", "State"]


class State:
    """A position of a game. Create one with `new`, `from_setup`, `from_json` or `from_bytes`.

    >>> state = State.new(board="hansa-45", players=4, seed=7)
    >>> state.game, state.players, state.to_move, state.turn, state.turns, state.phase, state.over
    ('teutonica', 4, 0, 0, 0, 'turn', False)
    >>> state.play("place t Hamburg-Bremen"), state.own("income 1t"), state.forced
    (Move('place t BRE-HAM'), Move('income 1t'), None)
    >>> state.after("end").to_move, state.to_move               # `after` does not change the state
    (1, 0)
    >>> state.scores[0]["total"], state.ranks, state.shares     # as if the game ended now
    (0, [1, 1, 1, 1], [0.25, 0.25, 0.25, 0.25])
    >>> state.problems(), state.key == state.copy().key, State.from_bytes(bytes(state)) == state
    ([], True, True)
    >>> state.cut_off()
    >>> state.over, state.result["reason"]
    (True, 'cut off')
    """

    __slots__ = ("_game", "_position", "_seat", "_setup")

    def __init__(
        self, game: GameAdapter, position: Position, setup: Json | None = None, seat: int | None = None
    ) -> None:
        self._game = game
        self._position = position
        self._setup = setup
        self._seat = seat       # whose view this is, of a finished game (see `view`)

    # --- making ----------------------------------------------------------------------------------

    @classmethod
    def new(cls, *, seed: int | None = None, **setup: Any) -> State:
        """The first position of a game with this `board`, `players`, `edition` and `modules`. The
        seed draws what they leave open (MOVES.md, section 4).

        >>> State.new(board="east", players=3, seed=1).legal_moves[:2]
        [Move('income 1t'), Move('income 2t')]
        """
        return cls.from_setup(setup, seed=seed)

    @classmethod
    def from_setup(cls, setup: object, *, seed: int | None = None) -> State:
        """The first position of a setup that is given as a JSON object.

        >>> state = State.from_setup({"game": "hansa2004", "players": 2}, seed=1)
        >>> state.setup["players"], State.from_position(state.game, state.position) == state
        (2, True)
        """
        game = game_of_setup(setup)
        position, complete = game.start(setup, seed)
        return cls(game, position, complete)

    @classmethod
    def from_json(cls, data: object) -> State:
        """A position from its JSON object, or from JSON text (MOVES.md, section 5). `StateError`
        lists every problem.

        >>> state = State.new(board="east", players=3, seed=1)
        >>> State.from_json(state.to_json()) == state
        True
        """
        if isinstance(data, str):
            try:
                data = read_json(data)
            except NotJson as error:
                raise StateError([str(error)]) from error
        game = game_of_state(data)
        return cls(game, game.read(data))

    @classmethod
    def from_bytes(cls, data: bytes) -> State:
        """A position from `bytes(state)`."""
        return cls.from_json(unpacked(data))

    @classmethod
    def from_position(cls, game: str, position: Position) -> State:
        """Wraps a position of the engine without copying it; `game` is the name of the game."""
        return cls(GAMES[game], position)

    # --- looking ---------------------------------------------------------------------------------

    @property
    def game(self) -> str:
        """The name of the game."""
        return self._game.name

    @property
    def position(self) -> Position:
        """The engine's object behind this state, for searches and benchmarks; not a copy."""
        return self._position

    @property
    def setup(self) -> Json | None:
        """The complete setup, if the game began with `new` or `from_setup`; otherwise None."""
        return dict(self._setup) if self._setup is not None else None

    @property
    def players(self) -> int:
        """The number of seats."""
        return self._game.seats(self._position)

    @property
    def to_move(self) -> int | str | None:
        """The seat that decides next, `"*"` for chance, None when the game is over (D1)."""
        return self._position.to_move

    @property
    def seat(self) -> int:
        """The seat that decides next. `HansaError` if it is chance's move or the game is over.

        >>> state = State.new(board="east", players=3, seed=1)
        >>> state.seat
        0
        >>> state.cut_off()
        >>> state.seat
        Traceback (most recent call last):
            ...
        hansa.errors.HansaError: no seat is to move: the game is over
        """
        mover = self._position.to_move
        if isinstance(mover, int):
            return mover
        why = "the game is over" if mover is None else "it is chance's move; play_chance(rng) plays it"
        raise HansaError(f"no seat is to move: {why}")

    @property
    def board(self) -> str:
        """The name of the board."""
        return self._game.board(self._position)

    @property
    def winner(self) -> int | None:
        """The seat that won; None while the game is in progress, and if several seats share the
        win."""
        if not self.over:
            return None
        ranks = self.ranks
        return ranks.index(1) if ranks.count(1) == 1 else None

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return self._game.turn(self._position)

    @property
    def turns(self) -> int:
        """The number of completed turns, of all seats together."""
        return self.position.turns

    @property
    def phase(self) -> str:
        """The phase of the game, one of those in MOVES.md, section 3."""
        return self._game.phase(self._position)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._position.to_move is None

    @property
    def covered(self) -> bool:
        """Whether hidden information is unknown in this state, as in one returned by `view`. Such a
        state can be searched, but not played to the end.

        >>> state = State.new(board="hansa-45", players=4, seed=1, modules=["missions"])
        >>> state.covered, state.view(0).covered
        (False, True)
        """
        return self._game.covered(self._position)

    @property
    def contents(self) -> Contents:
        """Everything on the table as typed values: a snapshot, which later moves do not change.

        >>> State.new(board="hansa-45", players=4, seed=7).contents.supply["swap"]
        2
        """
        return self._game.contents(self._position, self._seat)

    @property
    def desks(self) -> tuple[Desk, ...]:
        """What each player has, by seat.

        >>> state = State.new(board="hansa-45", players=4, seed=7)
        >>> state.desks[0].supply.merchants, state.desks[1].actions, state.desks[0].used
        (1, 0, ())
        """
        return self.contents.desks

    @property
    def cities(self) -> Mapping[str, City]:
        """The offices and other contents of each city, by the city's code.

        >>> State.new(board="hansa-45", players=4, seed=7).cities["HAM"].offices
        (None, None, None)
        """
        return self.contents.cities

    @property
    def routes(self) -> Mapping[str, Route]:
        """The pieces and markers on each route, by the route's name. AttributeError in a game
        without routes.

        >>> state = State.new(board="hansa-45", players=4, seed=7).after("place t BRE-HAM")
        >>> state.routes["BRE-HAM"].house
        (Piece(seat=0, kind='t'),)
        """
        return self.contents.routes

    @property
    def legal_moves(self) -> LegalMoves:
        """Every legal move."""
        return LegalMoves(self._game, self._position)

    @property
    def forced(self) -> Move | None:
        """The only legal move, or None if there is a choice (D6)."""
        code = self._position.only_move()
        return None if code is None else self.move(code)

    def move(self, code: int | str) -> Move:
        """The move with this number of the engine, or with this text, legal or not.

        >>> state = State.new(board="hansa-45", players=4, seed=7)
        >>> state.move("use swap Lubeck 1"), state.move(state.legal_moves.codes[0])
        (Move('use swap LUB 1'), Move('income 1t'))
        """
        if isinstance(code, str):
            text = code
            try:
                code = self._game.parse(self._position, text)
            except Unreadable:
                raise self._refusal(text) from None
        return Move(self._game.text(self._position, code), code, self._game.name)

    @property
    def probabilities(self) -> list[float]:
        """At a chance node: the probability of each legal move, in the order of `legal_moves` (D2).

        >>> import random
        >>> rng, state = random.Random(1), State.new(game="hansa2004", players=2, seed=1)
        >>> while state.to_move != "*":
        ...     move = state.play(rng.choice(state.legal_moves))
        >>> len(state.probabilities) == len(state.legal_moves), round(sum(state.probabilities), 9)
        (True, 1.0)
        """
        weights = self._position.chances()
        return [weight / sum(weights) for weight in weights]

    @property
    def result(self) -> Json:
        """`reason`, `scores`, `ranks` and `shares`, as if the game ended now (T73 to T76)."""
        return self._game.result(self._position)

    @property
    def scores(self) -> list[dict[str, int]]:
        """The points of each seat by category, and their total, as if the game ended now (T73)."""
        scores: list[dict[str, int]] = self.result["scores"]
        return scores

    @property
    def ranks(self) -> list[int]:
        """The rank of each seat, 1 being best, as if the game ended now (T75)."""
        ranks: list[int] = self.result["ranks"]
        return ranks

    @property
    def shares(self) -> list[float]:
        """Each seat's share of the win, as if the game ended now (D20)."""
        return self._position.shares()

    @property
    def key(self) -> int:
        """A 64-bit hash of the position, for dictionaries and sets; equal positions have equal
        keys."""
        return self._position.key()

    def perft(self, depth: int) -> int:
        """The number of sequences of exactly `depth` moves from here (D30).

        >>> State.new(board="hansa-45", players=4, seed=1).perft(2)
        4096
        """
        return self._position.perft(depth)

    # --- playing ---------------------------------------------------------------------------------

    def parse(self, text: str) -> Move:
        """The legal move with this text. `MoveError` has the reason, the position and the most
        similar legal moves.

        >>> state = State.new(board="hansa-45", players=4, seed=7)
        >>> move = state.parse("PLACE t bremen-hamburg")
        >>> move, state.move(move.code) == move
        (Move('place t BRE-HAM'), True)
        """
        code = self._code(text)
        if not self._position.is_legal(code):
            raise self._refusal(text)
        return self.move(code)

    def reason_against(self, text: str) -> Phrase | None:
        """Why a text is not a legal move: the `reason` of the `MoveError` that `parse` raises; None
        if it is one.

        >>> state = State.new(board="hansa-45", players=4, seed=7)
        >>> state.reason_against("claim HAM-LUB"), state.reason_against("end")
        ('not every house of HAM-LUB holds a piece of seat 0 [T20]', None)
        """
        return None if self._position.is_legal(self._code(text)) else self._reason(text)

    def own(self, move: Move | str) -> Move:
        """The legal move of this state that a text, or a `Move` of another state, stands for.
        `MoveError` as in `parse`."""
        if self._says(move) and self._position.is_legal(move.code):
            return move
        return self.parse(move)

    def play(self, move: Move | str) -> Move:
        """Plays a legal move, given as text or as one of `legal_moves`. `MoveError` leaves the
        state unchanged."""
        chosen = move if self._says(move) else None
        code = self._code(move) if chosen is None else chosen.code
        try:
            self._position.play(code)
        except IllegalMove:
            raise self._refusal(move) from None
        return chosen or self.move(code)

    def play_chance(self, rng: random.Random) -> Move:
        """Plays a move for chance, drawn by the probabilities (D2). `HansaError` if a seat is to
        move.

        >>> rng, state = random.Random(1), State.new(game="hansa2004", players=2, seed=1)
        >>> while not state.over:
        ...     move = state.play_chance(rng) if state.to_move == "*" else state.play(rng.choice(state.legal_moves))
        >>> state.board, state.winner == state.ranks.index(1)
        ('hansa2004', True)
        """
        if self._position.to_move != "*":
            raise HansaError("chance is not to move" + ("; the game is over" if self.over else f"; seat {self.seat} is"))
        weights = self._position.chances()
        return self.play(rng.choices(self.legal_moves, weights)[0])

    def _says(self, move: Move | str) -> TypeGuard[Move]:
        """Whether the move's number and its text mean the same here; on another board they may
        not."""
        try:
            return isinstance(move, Move) and self._game.text(self._position, move.code) == str(move)
        except (LookupError, TypeError):    # no move of this game has such a number
            return False

    def _code(self, text: str) -> int:
        """The number of the move with this text, legal or not; -1 if the text is not a move."""
        if not isinstance(text, str):
            raise MoveError(repr(text)[:60], say("a move is a text"), self._line(), [])
        try:
            return self._game.parse(self._position, text)
        except Unreadable:
            return -1

    def after(self, move: Move | str) -> State:
        """The position after a move; this state does not change."""
        state = self.copy()
        state.play(move)
        return state

    def copy(self) -> State:
        """An independent copy."""
        return State(self._game, self._position.copy(), self._setup, self._seat)

    def cut_off(self) -> None:
        """Ends the game now and scores it (T76, H51), for runners that limit the number of
        moves."""
        if self.over:
            raise HansaError("the game is over already")
        self._position.cut_off()

    def view(self, seat: int | None) -> State:
        """The position as a seat may see it: the mission cards of the others are unknown (D3). For
        None, a spectator, all mission cards are unknown.

        >>> state = State.new(board="hansa-45", players=4, seed=1, modules=["missions"])
        >>> [desk["mission"] for desk in state.view(0).to_json()["desks"]]
        [4, '?', '?', '?']
        """
        if seat is None:
            seat = NOBODY
        elif not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < self.players:
            raise HansaError(f"there is no seat {seat!r}; seats are 0 to {self.players - 1}")
        # A finished game is scored with all cards, so the copy keeps them; to_json() hides them.
        if self.over:
            return State(self._game, self._position.copy(), None, seat)
        return State(self._game, self._game.view(self._position, seat), None)

    def _refusal(self, text: str) -> MoveError:
        moves = list(self.legal_moves)
        plain = " ".join(text.split())
        lower = {move.casefold(): str(move) for move in moves}
        nearest = [lower[near] for near in get_close_matches(plain.casefold()[:200], list(lower), cutoff=0.5)]
        return MoveError(text[:200], self._reason(text), self._line(), nearest)

    def _reason(self, text: str) -> Phrase:
        return say("the game is over") if self.over else self._game.reason(self._position, text)

    # --- showing ---------------------------------------------------------------------------------

    def to_json(self) -> Json:
        """The whole state as a JSON object (MOVES.md, section 5)."""
        return self._game.write(self._position, self._seat)

    def problems(self) -> list[str]:
        """Everything that is impossible about this position. Always empty, unless the engine has a
        bug."""
        try:
            if self._game.read(self.to_json()).same(self._position):
                return []
        except StateError as error:
            return error.problems
        return ["the state read back from its JSON is another"]

    def _line(self) -> str:
        return json.dumps(self.to_json(), separators=(",", ":"))

    def _repr_svg_(self) -> str | None:
        """The picture that a notebook shows; None for a game without drawings."""
        from hansa.views.svg import is_drawn, svg  # it draws states, and is not needed to have one

        return svg(self, size=WIDTH) if is_drawn(self.game) else None

    def __str__(self) -> str:
        return self._game.views.text(self)

    def __repr__(self) -> str:
        """A summary in one line; `print(state)` shows everything, and `to_json()` returns it.

        >>> State.new(board="hansa-45", players=4, seed=7)
        <State of hansa-45, 4 players, 0 turns: seat 0 decides, phase 'turn'>
        """
        turns = f"{self.turns} turn{'s' * (self.turns != 1)}"
        mover = self.to_move
        who = f"over, {self.result['reason']}" if mover is None else "chance moves" if mover == "*" else f"seat {mover} decides"
        phase = "" if mover is None else f", phase {self.phase!r}"
        return f"<State of {self.board}, {self.players} players, {turns}: {who}{phase}>"

    def __bytes__(self) -> bytes:
        return packed(self._line())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._position.same(other._position)

    __hash__ = None         # type: ignore[assignment]   # it changes as it is played; `key` is for dictionaries

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (bytes(self), self._setup)


def _unpickle(data: bytes, setup: Mapping[str, Any] | None) -> State:
    state = State.from_bytes(data)
    state._setup = dict(setup) if setup is not None else None
    return state
