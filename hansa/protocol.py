"""The engine protocol (MOVES.md, section 7): requests as objects in, answers as objects out, a game in between.

>>> session = Session()
>>> session.answer({"id": 1, "cmd": "new", "setup": {"board": "hansa-45", "players": 4}, "seed": 7})
{'id': 1, 'to_move': 0}
>>> session.answer({"id": 2, "cmd": "undo"})["error"]["code"]
'nothing-to-undo'
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from engine_c.search.options import SearchOptions, setting_of
from hansa.catalogue import closest
from hansa.errors import HansaError, MoveError
from hansa.games import GAMES, board_entries
from hansa.json_lines import is_whole
from hansa.logs import fault
from hansa.state import State
from hansa.thinking import Budget, Thinker, fitted_thinker
from hansa.version import VERSION as HANSA_VERSION

VERSION = 1
MESSAGE_LIMIT = 8000        # characters; a position in a message has some 3000
DEEPEST_PERFT = 8           # from a start 4 is done at once, 6 takes minutes; only Ctrl-C stops it
OPEN_MEMBERS = ("id", "cmd")
MOST_LINES = 500
SHORTEST_REPORT = 0.01      # seconds

LOG = logging.getLogger(__name__)

Json = dict[str, Any]


@dataclass(frozen=True)
class Option:
    """A setting of the engine: a whole number within bounds."""

    name: str
    default: int
    min: int
    max: int
    type: str = "int"


def search_option(name: str) -> Option:
    """One that is a setting of the search."""
    setting = setting_of(name)
    return Option(name, default=getattr(SearchOptions, name), min=setting.metadata["low"], max=setting.metadata["high"])


OPTIONS = (
    search_option("threads"),
    search_option("memory"),                                # megabytes for what `go` learns
    Option("seed", default=0, min=0, max=(1 << 63) - 1),    # of `go`: one thread, same seed and simulations, same answer
)


class Refusal(Exception):
    """A request that is refused: the code and message of its error, and what else the error has."""

    def __init__(self, code: str, message: str, **more: object) -> None:
        super().__init__(message)
        self.code = code
        self.more = more


class Session:
    """One game being played, its past, and the options; `answer` is the whole interface and raises nothing."""

    def __init__(self) -> None:
        self.positions: list[State] = []        # all since the start; the last is the present one
        self.options = {option.name: option.default for option in OPTIONS}
        self.ended = False
        self.stop = threading.Event()           # set from another thread, it ends `go`
        self.report: Callable[[Json], None] = lambda info: None
        self._thinker: Thinker | None = None

    @property
    def game(self) -> list[State]:
        """The positions of the game being played."""
        if not self.positions:
            raise Refusal("no-game", "there is no game yet; begin one with {\"cmd\": \"new\", \"setup\": {}}")
        return self.positions

    @property
    def state(self) -> State:
        """The present position."""
        return self.game[-1]

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
        """The answer to a request. One that is an error has changed nothing, but for moves played before a bad one."""
        identity = request.get("id") if isinstance(request, dict) else None
        try:
            if not isinstance(request, dict):
                raise Refusal("bad-request", "a request is a JSON object such as {\"id\": 1, \"cmd\": \"hello\"}")
            command = find_command(request)
            return {"id": identity, **command.run(self, command.arguments(request))}
        except Refusal as refusal:
            return failure(identity, refusal.code, str(refusal), **refusal.more)
        except HansaError as error:
            return failure(identity, error.code, str(error))
        except Exception as error:      # a driver must not lose its game to a fault of ours, nor read tracebacks
            return failure(identity, "internal-error", fault(LOG, error, f"answering {request!r:.500}"))


def failure(identity: object, code: str, message: str, **more: object) -> Json:
    """An answer that is an error."""
    if len(message) > MESSAGE_LIMIT:
        message = message[:MESSAGE_LIMIT - 3] + "..."
    return {"id": identity, "error": {"code": code, "message": message, **more}}


# --- the commands ---------------------------------------------------------------------------------------------------

def hello(session: Session, arguments: Json) -> Json:
    """Who this is and what it can do."""
    version = arguments.get("version", VERSION)
    if version != VERSION:
        raise Refusal("unknown-version", f"this engine speaks version {VERSION} of the protocol, not {version}")
    return {
        "name": "hansa", "version": HANSA_VERSION, "protocol": VERSION, "games": list(GAMES),
        "boards": [entry.to_json() for entry in board_entries()], "options": [asdict(option) for option in OPTIONS],
    }


def new(session: Session, arguments: Json) -> Json:
    """Begins a game, from a setup or in the middle."""
    setup, state, seed = arguments.get("setup"), arguments.get("state"), arguments.get("seed")
    if (setup is None) == (state is None):
        raise Refusal("bad-request", "'new' needs either 'setup' or 'state'")
    if setup is None:
        if seed is not None:
            raise Refusal("bad-request", "a 'state' leaves nothing for a 'seed' to choose")
        start = State.from_json(state)
    else:
        start = State.from_setup(setup, seed=seed)
    session.positions = [start]
    return {"to_move": start.to_move}


def legal(session: Session, arguments: Json) -> Json:
    """Every legal move; at chance their probabilities too."""
    state = session.state
    moves: Json = {"moves": list(state.legal_moves)}
    return moves | {"probabilities": state.probabilities} if state.to_move == "*" else moves


def play(session: Session, arguments: Json) -> Json:
    """Plays moves until one is illegal."""
    state = session.state
    for number, text in enumerate(arguments["moves"]):
        try:
            state = state.after(text)
        except MoveError as error:
            raise Refusal(error.code, str(error), number=number) from error
        session.positions.append(state)
    return {"to_move": state.to_move}


def undo(session: Session, arguments: Json) -> Json:
    """Takes moves back, of whomsoever."""
    count, played = arguments.get("count", 1), len(session.game) - 1
    if count < 0:
        raise Refusal("bad-request", f"'count' must be 0 or more, not {count}")
    if count > played:
        raise Refusal("nothing-to-undo", f"'count' is {count}, but only {played} moves have been played since 'new'")
    del session.positions[played + 1 - count:]
    return {"to_move": session.state.to_move}


def state(session: Session, arguments: Json) -> Json:
    """The whole state, or what a seat may see of it."""
    present, seat = session.state, arguments.get("view")
    if seat is None:
        return {"state": present.to_json()}
    if not 0 <= seat < present.players:
        raise Refusal("bad-request", f"'view' must be a seat, 0 to {present.players - 1}, not {seat}")
    return {"state": present.view(seat).to_json()}


def option(session: Session, arguments: Json) -> Json:
    """Stores a setting."""
    name, value = arguments["name"], arguments["value"]
    names = [known.name for known in OPTIONS]
    if name not in names:
        raise Refusal("bad-option", f"unknown option {name[:60]!r}" + closest(name, names))
    found = OPTIONS[names.index(name)]
    if not found.min <= value <= found.max:
        raise Refusal("bad-option", f"{name} must be a whole number from {found.min} to {found.max}, not {value}")
    session.set_option(name, value)
    return {"ok": True}


def perft(session: Session, arguments: Json) -> Json:
    """Counts the sequences of moves (D30), with `divide` also by their first move."""
    present, depth = session.state, arguments["depth"]
    if not 0 <= depth <= DEEPEST_PERFT:
        raise Refusal("bad-request", f"'depth' must be a whole number from 0 to {DEEPEST_PERFT}, not {depth}")
    if not arguments.get("divide"):
        return {"nodes": present.perft(depth)}
    by_move = divide(present, depth)
    return {"nodes": sum(by_move.values()) if depth else 1, "divide": by_move}


def divide(state: State, depth: int) -> dict[str, int]:
    """`perft` by first move; at depth 0 there is none."""
    return {str(move): state.after(move).perft(depth - 1) for move in state.legal_moves} if depth else {}


def quit_session(session: Session, arguments: Json) -> Json:
    """Ends the session, after this answer."""
    session.ended = True
    return {"ok": True}


def go(session: Session, arguments: Json) -> Json:
    """Thinks for the seat to move, reporting now and then."""
    present, every = session.state, arguments.get("report")
    if not isinstance(present.to_move, int):
        raise Refusal("bad-request", "the game is over" if present.over else "chance is to move: there is nothing to decide")
    budget = Budget(**{name: arguments[name] for name in BUDGETS if name in arguments})
    if not 1 <= arguments.get("lines", 3) <= MOST_LINES:
        raise Refusal("bad-request", f"'lines' must be a whole number from 1 to {MOST_LINES}, not {arguments['lines']}")
    if every is not None and every < SHORTEST_REPORT:
        raise Refusal("bad-request", f"'report' must be {SHORTEST_REPORT} seconds or more, not {every}")
    thought = session.thinker.think(
        present, budget, lines=arguments.get("lines", 3), stop=session.stop, every=every,
        moves=arguments.get("moves", ()), without=arguments.get("without", ()),
        report=lambda thought: session.report({"id": arguments["id"], "info": thought.to_json()}),
    )
    return thought.to_json()


def stop(session: Session, arguments: Json) -> Json:
    """Ends `go`; harmless when nothing is going."""
    return {"ok": True}


# --- what a request may hold ----------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Kind:
    """What the value of a member must be; null is as good as leaving out a member that may be left out."""

    what: str
    fits: Callable[[object], bool]


WHOLE = Kind("a whole number", is_whole)
TRUTH = Kind("true or false", lambda value: isinstance(value, bool))
NUMBER = Kind("a number", lambda value: is_whole(value) or isinstance(value, float))
TEXT = Kind("a text", lambda value: isinstance(value, str))
TEXTS = Kind("a list of texts", lambda value: isinstance(value, list) and all(isinstance(text, str) for text in value))
OBJECT = Kind("an object", lambda value: isinstance(value, dict))

BUDGETS: Mapping[str, Kind] = {
    "simulations": WHOLE, "seconds": NUMBER, "turn_seconds": NUMBER, "clock": NUMBER, "increment": NUMBER,
}


@dataclass(frozen=True)
class Command:
    """A command: what it does, which members it must have, which it may have."""

    run: Callable[[Session, Json], Json]
    needs: Mapping[str, Kind] = field(default_factory=dict)
    may: Mapping[str, Kind] = field(default_factory=dict)

    def arguments(self, request: Json) -> Json:
        """The members of a request, checked; those that are null are left out."""
        name, known = request["cmd"], {**self.needs, **self.may}
        given = {member: value for member, value in request.items() if member not in OPEN_MEMBERS}
        for member in given:
            if member not in known:
                hint = closest(member, list(known)) if known else f"; {name!r} has none"
                raise Refusal("bad-request", f"{name!r} has no member {member[:60]!r}{hint}")
        given = {member: value for member, value in given.items() if value is not None}
        for member, kind in known.items():
            if member in self.needs and member not in given:
                raise Refusal("bad-request", f"{name!r} needs the member {member!r}, {kind.what}")
            if member in given and not kind.fits(given[member]):
                raise Refusal("bad-request", f"{member!r} must be {kind.what}, not {str(given[member])[:60]!r}")
        return given | {"id": request.get("id")}


COMMANDS: Mapping[str, Command] = {
    "hello": Command(hello, may={"version": WHOLE}),
    "new": Command(new, may={"setup": OBJECT, "seed": WHOLE, "state": OBJECT}),
    "legal": Command(legal),
    "play": Command(play, needs={"moves": TEXTS}),
    "undo": Command(undo, may={"count": WHOLE}),
    "state": Command(state, may={"view": WHOLE}),
    "option": Command(option, needs={"name": TEXT, "value": WHOLE}),
    "go": Command(go, may={**BUDGETS, "lines": WHOLE, "report": NUMBER, "moves": TEXTS, "without": TEXTS}),
    "stop": Command(stop),
    "perft": Command(perft, needs={"depth": WHOLE}, may={"divide": TRUTH}),
    "quit": Command(quit_session),
}


def find_command(request: Json) -> Command:
    """The command a request names."""
    name = request.get("cmd")
    if not isinstance(name, str):
        raise Refusal("bad-request", "'cmd' must be the name of a command" + closest("", list(COMMANDS)))
    if name not in COMMANDS:
        raise Refusal("unknown-command", f"unknown command {name[:60]!r}" + closest(name, list(COMMANDS)))
    return COMMANDS[name]
