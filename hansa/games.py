"""What the library needs to know about a game, and the only list of all games.

`State`, records, the protocol and the commands are written against `GameAdapter`; only the game
knows what a board or a move is. `GAMES` registers each game once: for rules, views, learning
environments and the editor. Compare `engine_c/game.pxd`, the same interface in C.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from engine_c.mind import Mind
from engine_c.move_kinds import MoveKinds
from engine_c.position import Position
from hansa.board_entry import BoardEntry
from hansa.contents import Contents
from hansa.errors import SetupError, StateError
from hansa.hansa2004.game import Hansa2004
from hansa.json_lines import Json
from hansa.phrases import Phrase
from hansa.suggestions import closest, shown
from hansa.teutonica.game import Teutonica
from hansa.vocabulary import MindError, UnknownWeight, Vocabulary

if TYPE_CHECKING:
    from hansa.envs.learning import Learning
    from hansa.mind_file import Minds
    from hansa.sections import PositionText
    from hansa.views import Views

# A change by hand: the JSON of a position after it, which nobody has judged yet. The wish is an
# object whose `what` has chosen the change; `BadMessage` or `EditError` say what is wrong with it.
Change = Callable[[Position, Mapping[str, object]], Json]


class GameAdapter(Protocol):
    """A game: from numbers (positions, moves) to people (texts, JSON) and back."""

    # --- what it is called, and its rules -------------------------------------------------------

    @property
    def name(self) -> str: ...
    @property
    def ends(self) -> tuple[str, ...]: ...      # why it may end by its rules: `reason` of a result
    @property
    def seeded(self) -> tuple[str, ...]: ...    # members of a setup that a seed chooses if missing
    @property
    def rules_of_end(self) -> str: ...          # cited by a message about the end
    @property
    def rules_of_result(self) -> str: ...       # cited by a message about the result
    def entries(self) -> tuple[BoardEntry, ...]: ...

    # --- positions ------------------------------------------------------------------------------

    def start(self, setup: object, seed: int | None) -> tuple[Position, Json]: ...
    def read(self, state: object) -> Position: ...
    def write(self, position: Position, seat: int | None = None) -> Json: ...
    def view(self, position: Position, seat: int) -> Position: ...      # of a seat, or of NOBODY
    def covered(self, position: Position) -> bool: ...  # whether it hides something, as views do
    def board(self, position: Position) -> str: ...         # its name
    def seats(self, position: Position) -> int: ...
    def turn(self, position: Position) -> int: ...
    def contents(self, position: Position, seat: int | None) -> Contents: ...   # as `write`, typed
    def phase(self, position: Position) -> str: ...
    # the seat that controls each city, by its code
    def controllers(self, position: Position) -> dict[str, int]: ...
    def result(self, position: Position) -> Json: ...

    # --- moves ----------------------------------------------------------------------------------

    @property
    def kinds(self) -> MoveKinds: ...           # every kind of move, as declared
    def text(self, position: Position, move: int) -> str: ...
    def parse(self, position: Position, text: str) -> int: ...
    def reason(self, position: Position, text: str) -> Phrase: ...     # why a text is not legal

    # --- thinking -------------------------------------------------------------------------------

    @property
    def vocabulary(self) -> Vocabulary: ...     # what its weights are for
    def minds(self, path: Path | None = None) -> Minds: ...     # of a file, or of the package
    def prospects(self, position: Position, taste: Sequence[float]) -> str: ...     # of a plan

    # --- what is imported on request ------------------------------------------------------------

    @property
    def views(self) -> Views: ...                   # how people see it
    @property
    def position_text(self) -> PositionText: ...    # its positions in the notation for people
    @property
    def learning(self) -> Learning: ...             # what learning environments ask of it
    @property
    def changes(self) -> Mapping[str, Change]: ...  # what the editor offers, by `what`
    def gifts(self, position: Position, seat: int) -> list[Gift]: ...   # what a seat could be given
    # the state in a save of another program, and remarks; None where the value is not such a save
    def saved(self, value: object) -> tuple[Json, list[Phrase]] | None: ...


# What a seat could be given for nothing: a topic, a name, and the change that does it.
Gift = tuple[str, str, Mapping[str, object]]

# members of setups and of states: what is played
BRIEFLY = ("game", "board", "players", "edition", "modules")
NOBODY = -1         # in a seat's place: the view of nobody in particular
DEFAULT_GAME = "teutonica"
GAMES: Mapping[str, GameAdapter] = {game.name: game for game in (Teutonica(), Hansa2004())}


def fitted_mind(game: str) -> Mind:
    """The mind that comes with the package for setups of a game without a part of their own."""
    return GAMES[game].minds().of()


def mind_for(game: str, position: Position) -> Mind:
    """The mind that comes with the package for the setup of a position."""
    adapter = GAMES[game]
    return adapter.minds().of(adapter.board(position), position.players)


def check_mind(path: Path) -> None:
    """A file of weights that no game can use is an error."""
    errors: list[MindError] = []
    for game in GAMES.values():
        try:
            game.minds(path)
        except MindError as error:
            errors.append(error)
    if len(errors) == len(GAMES):
        raise next((error for error in errors if not isinstance(error, UnknownWeight)), errors[0])


def board_entries(game: str | None = None) -> tuple[BoardEntry, ...]:
    """Every board of every game, or of one.

    >>> [entry.name for entry in board_entries("teutonica") if 3 in entry.players]
    ['hansa-23', 'east', 'britannia-3']
    """
    return tuple(entry for each in GAMES.values() if game in (None, each.name) for entry in each.entries())


def game_of_setup(setup: object) -> GameAdapter:
    """The game a setup names, or whose board it names; Hansa Teutonica where it names neither."""
    name = _name_of(setup)
    if name not in GAMES:
        raise SetupError(f"unknown game {shown(name)}{closest(name, list(GAMES))}")
    return GAMES[name]


def game_of_state(state: object) -> GameAdapter:
    """The game a state names, or whose board it names; Hansa Teutonica where it names neither."""
    name = _name_of(state)
    if name not in GAMES:
        raise StateError([f"unknown game {shown(name)}{closest(name, list(GAMES))}"])
    return GAMES[name]


@cache
def _games_of_boards() -> Mapping[str, str]:
    return {entry.name: entry.game for entry in board_entries()}


def _name_of(data: object) -> str:
    if not isinstance(data, Mapping):
        return DEFAULT_GAME
    board = data.get("board")
    name = data.get("game", _games_of_boards().get(board, DEFAULT_GAME) if isinstance(board, str) else DEFAULT_GAME)
    return name if isinstance(name, str) else repr(name)
