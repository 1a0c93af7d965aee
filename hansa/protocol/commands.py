"""What each request of the engine protocol does, and the table of all requests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from hansa.errors import MoveError
from hansa.games import GAMES, board_entries
from hansa.json_lines import Json
from hansa.languages import language
from hansa.messages import message_json
from hansa.protocol import answers, requests, showing
from hansa.protocol.engine import FULL_STRENGTH, MOST_GAMES, OPTIONS, VERSIONS, Engine, GameInPlay
from hansa.protocol.failures import MoveRefused, Refusal
from hansa.record import Record
from hansa.review import DEFAULT_SIMULATIONS, Judgement, review
from hansa.state import State
from hansa.strengths import STRENGTHS, limited
from hansa.suggestions import closest, shown
from hansa.thinking import Budget
from hansa.version import VERSION as HANSA_VERSION

R = TypeVar("R")
BUDGETS = ("simulations", "seconds", "turn_seconds", "clock", "increment")


@dataclass(frozen=True)
class Call:
    """Who asks, and about which game; reports that precede the answer carry the request's `id`."""

    engine: Engine
    game_id: str
    id: object

    @property
    def game(self) -> GameInPlay:
        """The game, which must have been begun."""
        return self.engine.game(self.game_id)

    @property
    def state(self) -> State:
        """Its present position."""
        return self.game.state

    def report(self, info: object) -> None:
        """Tells what is known before the answer: a message as the command declares it."""
        self.engine.report({"id": self.id, "info": message_json(info)})

    def seen(self, view: int | None) -> State:
        """The present position, as a seat may see it."""
        if view is None:
            return self.state
        if not 0 <= view < self.state.players:
            raise Refusal("bad-request", f"'view' must be a seat, 0 to {self.state.players - 1}, not {view}")
        return self.state.view(view)


@dataclass(frozen=True)
class Command(Generic[R]):
    """A command: how it is asked, what it does, how it answers, since which version."""

    request: type[R]
    run: Callable[[Call, R], object]
    answer: type
    of_game: bool = True        # whether it is about one of several games
    takes_long: bool = False    # so that it is run beside the conversation, and can be stopped
    since: int = 1              # version of the protocol
    info: type | None = None    # what is told before the answer, if anything


def hello(call: Call, request: requests.Hello) -> answers.Greeting:
    """Who this is and what it can do."""
    if request.version not in VERSIONS:
        known = " and ".join(map(str, VERSIONS))
        raise Refusal("unknown-version", f"this engine speaks versions {known} of the protocol, not {request.version}")
    call.engine.version = request.version
    return answers.Greeting(
        name="hansa", version=HANSA_VERSION, protocol=request.version, games=tuple(GAMES),
        boards=[entry.to_json() for entry in board_entries()], options=list(OPTIONS.values()),
        commands=tuple(COMMANDS) if request.version > 1 else (),
    )


def new(call: Call, request: requests.New) -> answers.ToMove:
    """Begins a game, from a setup or in the middle."""
    if (request.setup is None) == (request.state is None):
        raise Refusal("bad-request", "'new' needs either 'setup' or 'state'")
    games = call.engine.games
    if call.game_id not in games and len(games) >= MOST_GAMES:
        raise Refusal("bad-request", f"there are {MOST_GAMES} games already; 'close' one first")
    if request.setup is None:
        if request.seed is not None:
            raise Refusal("bad-request", "a 'state' leaves nothing for a 'seed' to choose")
        start = State.from_json(request.state)
    else:
        start = State.from_setup(request.setup, seed=request.seed)
    games[call.game_id] = GameInPlay([start])
    return answers.ToMove(to_move=start.to_move)


def games(call: Call, request: requests.Games) -> answers.GameList:
    """All games."""
    return answers.GameList(games=[
        answers.GameListed(game=identity, board=game.state.board, plies=game.plies, to_move=game.state.to_move)
        for identity, game in call.engine.games.items()
    ])


def close(call: Call, request: requests.Close) -> answers.Done:
    """Forgets a game."""
    call.engine.game(call.game_id)
    del call.engine.games[call.game_id]
    return answers.Done()


def legal(call: Call, request: requests.Legal) -> answers.Moves:
    """Every legal move; at chance their probabilities too."""
    state = call.state
    return answers.Moves(
        moves=tuple(state.legal_moves), probabilities=state.probabilities if state.to_move == "*" else None)


def play(call: Call, request: requests.Play) -> answers.ToMove:
    """Plays moves until one is illegal."""
    game = call.game
    for number, text in enumerate(request.moves):
        try:
            game.play(text)
        except MoveError as error:
            raise MoveRefused(number, error) from error
    return answers.ToMove(to_move=game.state.to_move)


def undo(call: Call, request: requests.Undo) -> answers.ToMove:
    """Takes moves back."""
    game = call.game
    if request.count > game.plies:
        raise Refusal(
            "nothing-to-undo", f"'count' is {request.count}, but only {game.plies} moves have been played since 'new'")
    game.undo(request.count)
    return answers.ToMove(to_move=game.state.to_move)


def state(call: Call, request: requests.GetState) -> answers.StateAnswer:
    """The whole state, or what a seat may see of it."""
    return answers.StateAnswer(state=call.seen(request.view).to_json())


def option(call: Call, request: requests.SetOption) -> answers.Done:
    """Stores a setting."""
    name, value = request.name, request.value
    if name not in OPTIONS:
        raise Refusal("bad-option", f"unknown option {name[:60]!r}" + closest(name, list(OPTIONS)))
    found = OPTIONS[name]
    if not found.min <= value <= found.max:
        raise Refusal("bad-option", f"{name} must be a whole number from {found.min} to {found.max}, not {value}")
    call.engine.set_option(name, value)
    return answers.Done()


def strength(call: Call, request: requests.SetStrength) -> answers.StrengthFound:
    """At which strength `go` plays."""
    if request.name is not None:
        call.engine.strength = request.name
    return answers.StrengthFound(name=call.engine.strength, strengths=STRENGTHS)


def perft(call: Call, request: requests.Perft) -> answers.Nodes:
    """Counts the sequences of moves (D30), with `divide` also by their first move."""
    present, depth = call.state, request.depth
    if not request.divide:
        return answers.Nodes(nodes=present.perft(depth))
    by_move = divide(present, depth)
    return answers.Nodes(nodes=sum(by_move.values()) if depth else 1, divide=by_move)


def divide(state: State, depth: int) -> dict[str, int]:
    """`perft` by first move; at depth 0 there is none."""
    return {str(move): state.after(move).perft(depth - 1) for move in state.legal_moves} if depth else {}


def go(call: Call, request: requests.Go) -> answers.ThoughtFound:
    """Thinks for the seat to move, reporting now and then."""
    present, engine = call.state, call.engine
    if not isinstance(present.to_move, int):
        raise Refusal("bad-request", "the game is over" if present.over else "chance is to move: there is nothing to decide")
    given = {name: getattr(request, name) for name in BUDGETS if getattr(request, name) is not None}
    if engine.strength == FULL_STRENGTH:
        budget = Budget(**given)
    else:
        budget = limited(Budget(**{"simulations": STRENGTHS[engine.strength], **given}), engine.strength)
    thought = engine.thinker.think(
        present, budget, lines=request.lines, stop=engine.stop, every=request.report, moves=request.moves,
        without=request.without, report=lambda thought: call.report(answers.ThoughtFound.of(thought)),
    )
    return answers.ThoughtFound.of(thought)


def review_game(call: Call, request: requests.GetReview) -> answers.ReviewFound:
    """Judges every decision of a game."""
    record = call.game.record() if request.record is None else Record.from_json(request.record)
    simulations = request.simulations
    if simulations is None and request.seconds is None:
        simulations = DEFAULT_SIMULATIONS
    counted = (0, 0)

    def report(judged: Judgement | None, key: str, done: int, todo: int) -> None:
        nonlocal counted
        counted = done, todo
        call.report(answers.Progress(done=done, todo=todo))

    found = review(record, Budget(simulations, request.seconds), threads=call.engine.options["threads"],
                   report=report, stop=call.engine.stop)
    return answers.ReviewFound(review=found.to_json(), complete=counted[0] == counted[1])


def board(call: Call, request: requests.GetBoard) -> answers.BoardFound:
    """A board as its file has it."""
    return answers.BoardFound(board=showing.board_file(request.board or call.state.board))


def svg(call: Call, request: requests.GetSvg) -> answers.SvgFound:
    """The position as a picture."""
    return answers.SvgFound(svg=showing.picture(call.seen(request.view), request.arrows, request.highlight))


def words(call: Call, request: requests.GetWords) -> answers.WordsFound:
    """A move or a position in words."""
    seen = call.seen(request.view)
    phrase = showing.position_in_words(seen) if request.move is None else showing.move_in_words(seen, request.move)
    words = str(phrase) if request.lang is None else language(request.lang).tell(phrase)
    return answers.WordsFound(words=words, text=str(seen) if request.move is None else None)


def stop(call: Call, request: requests.Stop) -> answers.Done:
    """Ends what takes long, which the conversation has seen to."""
    return answers.Done()


def quit_session(call: Call, request: requests.Quit) -> answers.Done:
    """Ends the conversation, after this answer."""
    call.engine.ended = True
    return answers.Done()


COMMANDS: Mapping[str, Command[Any]] = {
    "hello": Command(requests.Hello, hello, answers.Greeting, of_game=False),
    "new": Command(requests.New, new, answers.ToMove),
    "legal": Command(requests.Legal, legal, answers.Moves),
    "play": Command(requests.Play, play, answers.ToMove),
    "undo": Command(requests.Undo, undo, answers.ToMove),
    "state": Command(requests.GetState, state, answers.StateAnswer),
    "option": Command(requests.SetOption, option, answers.Done, of_game=False),
    "go": Command(requests.Go, go, answers.ThoughtFound, takes_long=True, info=answers.ThoughtFound),
    "stop": Command(requests.Stop, stop, answers.Done, of_game=False),
    "perft": Command(requests.Perft, perft, answers.Nodes),
    "quit": Command(requests.Quit, quit_session, answers.Done, of_game=False),
    "games": Command(requests.Games, games, answers.GameList, of_game=False, since=2),
    "close": Command(requests.Close, close, answers.Done, since=2),
    "board": Command(requests.GetBoard, board, answers.BoardFound, since=2),
    "svg": Command(requests.GetSvg, svg, answers.SvgFound, since=2),
    "words": Command(requests.GetWords, words, answers.WordsFound, since=2),
    "strength": Command(requests.SetStrength, strength, answers.StrengthFound, of_game=False, since=2),
    "review": Command(requests.GetReview, review_game, answers.ReviewFound, takes_long=True, since=2, info=answers.Progress),
}


def find_command(request: Json, version: int) -> str:
    """The name of the command that a request names."""
    name = request.get("cmd")
    known = [each for each, command in COMMANDS.items() if command.since <= version]
    if not isinstance(name, str):
        raise Refusal("bad-request", "'cmd' must be the name of a command" + closest("", known))
    if name in COMMANDS and name not in known:
        raise Refusal("unknown-command", f"{name!r} is of version {COMMANDS[name].since}; begin with "
                      f'{{"cmd": "hello", "version": {COMMANDS[name].since}}}')
    if name not in COMMANDS:
        raise Refusal("unknown-command", f"unknown command {shown(name)}" + closest(name, known))
    return name
