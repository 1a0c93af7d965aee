"""A game as it is played: push moves, take them back, say something about them, keep a record.

>>> game = Game.new(board="hansa-45", players=4, seed=7)
>>> game.push("place t BRE-HAM", comment="towards the network"), game.push("end")
(Move('place t BRE-HAM'), Move('end'))
>>> game.undo(), game.ply, game.redo(), game.state.to_move
(Move('end'), 1, Move('end'), 1)
>>> record = game.to_record(id="mine")
>>> record.moves, record.end, Game.from_record(record).comments
(('0 place t BRE-HAM', '0 end'), 'interrupted', {0: 'towards the network'})
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from hansa.annotations import Note
from hansa.errors import HansaError
from hansa.moves import LegalMoves, Move
from hansa.record import Record, Step, setup_of
from hansa.state import State
from hansa.suggestions import shown
from hansa.version import VERSION

__all__ = ["Game"]


class Game:
    """A game in progress: its positions and moves, comments, undo and redo.

    Ply N is the move after N others; its comment is `comments[N]`.

    >>> game = Game(State.new(game="hansa2004", players=2, seed=1))
    >>> rng = random.Random(3)
    >>> while not game.over and game.ply < 30:
    ...     move = game.play_chance(rng) if game.to_move == "*" else game.push(rng.choice(game.legal_moves))
    >>> len(game.moves), len(game.history), game.position(0) == game.history[0].state
    (30, 31, True)
    >>> game.undo(2), game.ply, [str(move) == str(undone) for move, undone in zip(game.undone, game.undone)]
    (Move('...'), 28, [True, True])
    >>> game.comment("here it was still even"), game.comments[27]
    (None, 'here it was still even')
    >>> game
    <Game on hansa2004: 28 moves, ... 2 taken back>
    """

    def __init__(self, state: State) -> None:
        if state.covered:
            raise HansaError("this position hides cards; a game can only begin from one that is known")
        self._states = [state.copy()]       # before each ply, and the present one
        self._moves: list[Move] = []
        self._undone: list[Move] = []       # the one taken back last is last
        self._notes: dict[int, Note] = {}       # by ply; of moves that are taken back too

    @classmethod
    def new(cls, *, seed: int | None = None, **setup: Any) -> Game:
        """A game from its beginning; the arguments are those of `State.new`.

        >>> Game.new(board="east", players=3, seed=1).legal_moves[:2]
        [Move('income 1t'), Move('income 2t')]
        """
        return cls(State.new(seed=seed, **setup))

    @classmethod
    def from_record(cls, record: Record, upto: int | None = None) -> Game:
        """A recorded game, complete or up to ply `upto`, to step through and to continue. `redo`
        plays the other moves.

        >>> from hansa.record import play_random
        >>> game = Game.from_record(play_random({"board": "east", "players": 3}, seed=1, limit=9), upto=4)
        >>> game.ply, len(game.undone), game.redo() == game.moves[-1]
        (4, 5, True)
        """
        steps = list(record.steps())
        game = cls(steps[0].state)
        for step in steps[:-1]:
            assert step.move is not None, "only the last step has no move"
            game.push(step.move)
        game._notes = {note.ply: note for note in record.notes}
        if upto is not None:
            if not 0 <= upto <= game.ply:
                raise HansaError(f"there is no ply {upto}; the game has {game.ply} moves")
            game.undo(game.ply - upto)
        return game

    # --- looking ---------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """A copy of the present position, which you may change."""
        return self._states[-1].copy()

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self._moves)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far."""
        return tuple(self._moves)

    @property
    def undone(self) -> tuple[Move, ...]:
        """The moves that `redo` would play, the next one first."""
        return tuple(reversed(self._undone))

    @property
    def comments(self) -> Mapping[int, str]:
        """The comments by ply, also on moves that were taken back."""
        return {ply: note.comment for ply, note in sorted(self._notes.items()) if note.comment}

    @property
    def history(self) -> list[Step]:
        """Every position so far with the move made in it; the last one has none."""
        moves: list[Move | None] = [*self._moves, None]
        return [Step(ply, self.position(ply), move) for ply, move in enumerate(moves)]

    @property
    def to_move(self) -> int | str | None:
        """The seat to decide, `"*"` for chance, None when the game is over (D1)."""
        return self._states[-1].to_move

    @property
    def legal_moves(self) -> LegalMoves:
        """Every legal move."""
        return self.state.legal_moves

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._states[-1].over

    def position(self, ply: int) -> State:
        """The position before a ply; a copy."""
        if not 0 <= ply <= self.ply:
            raise HansaError(f"there is no ply {shown(ply)}; the game has {self.ply} moves")
        return self._states[ply].copy()

    # --- playing ---------------------------------------------------------------------------------

    def push(self, move: Move | str, comment: str = "") -> Move:
        """Plays a move and forgets the undone ones, unless it is the next of them. Illegal: no
        change."""
        after = self._states[-1].copy()
        played = after.play(move)
        if self._undone and self._undone[-1] == played:
            self._undone.pop()
        else:
            self._undone.clear()
            self._notes = {ply: note for ply, note in self._notes.items() if ply < self.ply}
        self._states.append(after)
        self._moves.append(played)
        if comment:
            self.comment(comment)
        return played

    def play_chance(self, rng: random.Random) -> Move:
        """Plays a move for chance, drawn by its probability (D2)."""
        return self.push(self.state.play_chance(rng))

    def undo(self, count: int = 1) -> Move | None:
        """Takes back `count` moves. Returns the earliest of them, or None if `count` is 0."""
        if not 0 <= count <= self.ply:
            raise HansaError(f"count must be from 0 to {self.ply}, the moves of the game, not {shown(count)}")
        for _ in range(count):
            self._states.pop()
            self._undone.append(self._moves.pop())
        return self._undone[-1] if count else None

    def redo(self, count: int = 1) -> Move | None:
        """Replays `count` moves that were taken back. Returns the last of them, or None if `count`
        is 0."""
        if not 0 <= count <= len(self._undone):
            raise HansaError(f"count must be from 0 to {len(self._undone)}, the moves taken back, not {shown(count)}")
        for _ in range(count):
            self.push(self._undone[-1])
        return self._moves[-1] if count else None

    def comment(self, text: str, ply: int | None = None) -> None:
        """Comments on the last move or on ply N. An empty text deletes the comment."""
        place = self.ply - 1 if ply is None else ply
        if not 0 <= place < self.ply:
            raise HansaError(f"there is no ply {shown(place)} to comment; the game has {self.ply} moves")
        note = replace(self._notes.get(place, Note(place)), comment=text)
        if note == Note(place):
            self._notes.pop(place, None)
        else:
            self._notes[place] = note

    # --- keeping ---------------------------------------------------------------------------------

    def to_record(self, *, id: str = "", seats: Sequence[str] = ()) -> Record:
        """The game so far as a record, without the moves that were taken back. Its end is
        `interrupted` while the game is in progress.

        If the game did not begin with a setup, the record begins from its first position.

        >>> game = Game(State.new(board="east", players=3, seed=1).after("place t DAN-MAL"))
        >>> game.to_record(seats=["ann", "bob", "eve"])
        <Record '' on east: ann, bob, eve; 0 moves, end 'interrupted'>
        """
        start, state = self._states[0], self._states[-1]
        begun = start.setup is not None and State.from_setup(start.setup) == start
        end = state.result["reason"] if state.over else ""
        return Record(
            setup=(start.setup or {}) if begun else setup_of(start), state=None if begun else start.to_json(),
            moves=tuple(f"{before.to_move} {move}" for before, move in zip(self._states, self._moves, strict=False)),
            end=end or "interrupted", id=id, seats=tuple(seats), result=state.result if state.over else None,
            engine=VERSION,
            notes=tuple(note for ply, note in sorted(self._notes.items()) if ply < self.ply),
        )

    def __repr__(self) -> str:
        state = self._states[-1]
        who = "over" if state.over else "chance moves" if state.to_move == "*" else f"seat {state.to_move} decides"
        back = f", {len(self._undone)} taken back" if self._undone else ""
        return f"<Game on {state.board}: {self.ply} move{'s' * (self.ply != 1)}, {who}{back}>"

    def _repr_svg_(self) -> str | None:
        """The position now."""
        return self._states[-1]._repr_svg_()
