"""Moves as values: the text of a move, what it names, and the list of legal ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, overload

from hansa.errors import HansaError, Unreadable
from hansa.games import GAMES, GameAdapter
from hansa.move_forms import said
from hansa.suggestions import shown

if TYPE_CHECKING:
    from engine_c.move_kinds import MoveKind
    from engine_c.position import Position

__all__ = ["LegalMoves", "Move"]


class Move(str):
    """A move: its text, as MOVES.md writes it, with the engine's number as `code` and its game.

    `kind` is the kind of move, `parts` is everything that it names, by the names of
    `engine_c/GAME/move_kinds.py`. `route`, `city`, `piece`, `marker`, `track` and `goods` are the
    first route, city, ... that it names, None if it names none.

    >>> from hansa import State
    >>> state = State.new(board="hansa-45", players=4, seed=7)
    >>> move = state.legal_moves[6]
    >>> move, move == "place t BRE-HAM", isinstance(move.code, int), move.game
    (Move('place t BRE-HAM'), True, True, 'teutonica')
    >>> move.kind, move.route, move.piece, move.city, dict(move.parts)
    ('place', 'BRE-HAM', 't', None, {'piece_kind': 't', 'slot': 'BRE-HAM'})
    >>> state.move("use swap LUB 1").city, state.move("develop keys").track, state.move("use plus-3").marker
    ('LUB', 'keys', 'plus-3')
    >>> State.new(game="hansa2004", players=2, seed=1).move("buy red2").goods
    'red2'
    """

    __slots__ = ("code", "game")
    code: int
    game: str  # a name of `hansa.games.GAMES`; empty for typed text that has not been read

    def __new__(cls, text: str, code: int, game: str = "") -> Move:
        move = super().__new__(cls, text)
        move.code = code
        move.game = game
        return move

    @property
    def kind(self) -> str:
        """The kind of move, as declared: `place`, `claim office`, `sail`."""
        return self._declared().name

    @property
    def parts(self) -> Mapping[str, str]:
        """What the move names, word by word."""
        return said(self._declared(), self.split())

    @property
    def route(self) -> str | None:
        """The route, without its class: `BRE-HAM`, and `MAL-STR` for `MAL-STR/ship`."""
        slot = self._first("ROUTE")
        return None if slot is None else slot.partition("/")[0]

    @property
    def city(self) -> str | None:
        """The city by its code."""
        return self._first("CITY")

    @property
    def piece(self) -> str | None:
        """The piece, `2t`, or the kind of one's own piece, `t`."""
        return self._first("PIECE", "K")

    @property
    def marker(self) -> str | None:
        """The marker by its name."""
        return self._first("MARKER")

    @property
    def track(self) -> str | None:
        """The track that is developed."""
        return self._first("TRACK")

    @property
    def goods(self) -> str | None:
        """The goods, `red2`."""
        return self._first("GOODS")

    def _declared(self) -> MoveKind:
        if self.game not in GAMES:
            raise HansaError(f"{shown(str(self))} is only a text; state.own(move) says which move it is")
        return GAMES[self.game].kinds.of(self.code)

    def _first(self, *shown_as: str) -> str | None:
        """The first word that stands for one of these in the form of the move."""
        for word, form in zip(self.split(), self._declared().form, strict=True):
            if form in shown_as:
                return word
        return None

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"

    def __reduce__(self) -> tuple[type[Move], tuple[str, int, str]]:
        return Move, (str(self), self.code, self.game)


class LegalMoves(Sequence[Move]):
    """The legal moves of a position, in the order of D4: iterate, `in`, `len`; shown as texts.

    >>> from hansa import State
    >>> moves = State.new(board="hansa-45", players=4, seed=7).legal_moves
    >>> len(moves), moves[:2], "place t Hamburg-Bremen" in moves
    (72, [Move('income 1t'), Move('income 2t')], True)
    >>> moves.index("place t Hamburg-Bremen"), moves.count("place t Hamburg-Bremen")
    (6, 1)
    >>> moves.text(moves.codes[0])
    'income 1t'
    """

    def __init__(self, game: GameAdapter, position: Position) -> None:
        self._game = game
        self._position = position
        self.codes = position.moves()

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return [self._move(code) for code in self.codes[index]]
        return self._move(self.codes[index])

    def __iter__(self) -> Iterator[Move]:
        return map(self._move, self.codes)

    def __contains__(self, move: object) -> bool:
        return self._code_of(move) in self.codes

    def index(self, move: object, start: int = 0, stop: int | None = None) -> int:
        """The place of a move, in any spelling that `in` accepts; `ValueError` if it is not
        legal."""
        try:
            return self.codes.index(self._code_of(move), start, len(self) if stop is None else stop)
        except ValueError:
            raise ValueError(f"{shown(move)} is not among the {len(self)} legal moves") from None

    def count(self, move: object) -> int:
        """1 if a move is legal, 0 if it is not."""
        return self.codes.count(self._code_of(move))

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves: {', '.join(self)}>"

    def text(self, code: int) -> str:
        """The text of a move by its number."""
        return self._game.text(self._position, code)

    def _code_of(self, move: object) -> int:
        """The number of the move that a text says; -1 if it says none."""
        try:
            return self._game.parse(self._position, move) if isinstance(move, str) else -1
        except Unreadable:
            return -1

    def _move(self, code: int) -> Move:
        return Move(self._game.text(self._position, code), code, self._game.name)
