"""An engine: games, settings, version; `answer` is its whole interface and never raises."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from engine_c.search.options import SearchOptions, setting_of
from hansa.errors import HansaError
from hansa.json_lines import Json
from hansa.logs import fault
from hansa.messages import message_json, read_message
from hansa.protocol.answers import Option
from hansa.protocol.failures import MoveRefused, Refusal, failure, failure_of
from hansa.record import Record, setup_of
from hansa.state import Move, State
from hansa.suggestions import shown
from hansa.thinking import Thinker, fitted_thinker
from hansa.version import VERSION as HANSA_VERSION

VERSIONS = (1, 2)
MOST_GAMES = 1000
LONGEST_ID = 40             # characters of a game's id
FULL_STRENGTH = "full"

LOG = logging.getLogger("hansa.protocol")


def search_option(name: str) -> Option:
    """One that is a setting of the search."""
    setting = setting_of(name)
    return Option(name=name, default=getattr(SearchOptions, name), min=setting.metadata["low"], max=setting.metadata["high"])


OPTIONS: Mapping[str, Option] = {option.name: option for option in (
    search_option("threads"),
    search_option("memory"),        # megabytes for what `go` learns
    # The same seed, threads and number of simulations give the same answer.
    Option(name="seed", default=0, min=0, max=(1 << 63) - 1),
)}


@dataclass
class GameInPlay:
    """A game of an engine: all positions since `new`, and the moves between them."""

    positions: list[State]
    moves: list[str] = field(default_factory=list)

    @property
    def state(self) -> State:
        """The present position."""
        return self.positions[-1]

    @property
    def plies(self) -> int:
        """How many moves have been played since `new`."""
        return len(self.moves)

    def play(self, text: str) -> None:
        """Plays a move."""
        move: Move = self.state.parse(text)
        self.moves.append(f"{self.state.to_move} {move}")
        self.positions.append(self.state.after(move))

    def undo(self, count: int) -> None:
        """Takes back `count` moves; at least as many must have been played."""
        del self.positions[len(self.positions) - count:], self.moves[len(self.moves) - count:]

    def record(self) -> Record:
        """All of it."""
        start, state = self.positions[0], self.state
        return Record(
            setup=start.setup or setup_of(start), state=start.to_json() if start.setup is None else None,
            moves=tuple(self.moves), end=state.result["reason"] if state.over else "interrupted", engine=HANSA_VERSION,
        )


class Engine:
    """What a driver talks to. Its first game has no id, others have one (version 2)."""

    def __init__(self) -> None:
        self.version = 1
        self.games: dict[str, GameInPlay] = {}
        self.options = {option.name: option.default for option in OPTIONS.values()}
        self.strength = FULL_STRENGTH
        self.ended = False
        self.stop = threading.Event()           # set from another thread, it ends what takes long
        self.report: Callable[[Json], None] = lambda info: None
        self._thinker: Thinker | None = None

    @property
    def positions(self) -> list[State]:
        """The positions of the game without an id; none before `new`."""
        return self.games[""].positions if "" in self.games else []

    @property
    def state(self) -> State:
        """The present position of the game without an id."""
        return self.game("").state

    def game(self, identity: str) -> GameInPlay:
        """A game that was begun."""
        if identity not in self.games:
            which = f" with the id {identity!r}" if identity else ""
            raise Refusal("no-game", f"there is no game{which} yet; begin one with {{\"cmd\": \"new\", \"setup\": {{}}}}")
        return self.games[identity]

    @property
    def thinker(self) -> Thinker:
        """What `go` thinks with; it keeps what it has learned until an option changes."""
        if self._thinker is None:
            self._thinker = fitted_thinker(
                threads=self.options["threads"], memory=self.options["memory"], seed=self.options["seed"],
            )
        return self._thinker

    def set_option(self, name: str, value: int) -> None:
        """Stores a setting."""
        if self.options[name] != value:
            self.options[name] = value
            self._thinker = None

    def answer(self, request: object) -> Json:
        """The answer to a request.

        An error changes nothing, except that moves before an illegal one stay played.
        """
        identity = request.get("id") if isinstance(request, dict) else None
        try:
            if not isinstance(request, dict):
                raise Refusal("bad-request", "a request is a JSON object such as {\"id\": 1, \"cmd\": \"hello\"}")
            return {"id": identity, **message_json(self._carry_out(request))}
        except Refusal as refusal:
            return failure(identity, refusal.code, str(refusal))
        except MoveRefused as refused:
            return failure_of(identity, refused.error, self.version, refused.number)
        except HansaError as error:
            return failure_of(identity, error, self.version)
        # A bug of ours must neither end a client's game nor show a traceback.
        except Exception as error:
            return failure(identity, "internal-error", fault(LOG, error, f"answering {request!r:.500}"))

    def _carry_out(self, request: Json) -> object:
        """The answer of a command, as it is declared."""
        from hansa.protocol.commands import COMMANDS, Call, find_command  # they work on engines

        name = find_command(request, self.version)
        command, game, beside = COMMANDS[name], "", ["id", "cmd"]
        if command.of_game and self.version > 1:
            game = game_of_request(request)
            beside.append("game")
        arguments = read_message(command.request, name, request, beside=beside)
        return command.run(Call(self, game, request.get("id")), arguments)


def game_of_request(request: Json) -> str:
    """The id of the game that a request is about."""
    game = request.get("game")
    if game is None:
        return ""
    if not isinstance(game, str) or len(game) > LONGEST_ID:
        raise Refusal("bad-request", f"'game' must be a text of at most {LONGEST_ID} characters, not {shown(game)}")
    return game
