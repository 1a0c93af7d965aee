"""Examines a program that wants to play (`hansa check COMMAND`): one finding a line."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from hansa.bots.bot import BotFault
from hansa.bots.exec_bot import NEW_SECONDS, QUIT_SECONDS, STOP_SECONDS, Program, Reported, answered_move, shown
from hansa.bots.program_messages import GoTold, HelloAnswer, MoveAnswer, ProgramOption, QuitTold, ResultTold
from hansa.bots.registry import make_bot
from hansa.errors import MoveError
from hansa.games import board_entries, game_of_setup
from hansa.json_lines import Json, json_line
from hansa.messages import BadMessage, read_message
from hansa.state import State

POSITIONS = 100
SEED = 11  # with it every phase of Hansa Teutonica is among the hundred (a test looks)
LONGEST_WALK = 2000         # moves of a random game that is looked for phases
# a quick bot with a plan for each game
SENSIBLE: Mapping[str, str] = {"teutonica": "markers", "hansa2004": "collector"}
THINKS = 0.3                # seconds until it is told to stop
LONG = 60.0                 # seconds it is promised before that

GARBAGE: Mapping[str, bytes] = {
    "a line that is not JSON": b"this is no JSON\n",
    "a line that is not an object": b"[1, 2]\n",
    "an empty line": b"\n",
    "a command that it does not know, without an id": b'{"cmd": "remark"}\n',
}


@dataclass(frozen=True)
class Finding:
    """What was examined, and what is wrong with it; an empty text if nothing is."""

    what: str
    problem: str
    seconds: float

    @property
    def passed(self) -> bool:
        """Whether it is as it should be."""
        return not self.problem


@dataclass(frozen=True)
class AskedPosition:
    """Where a program is asked: the mover's view, the game's setup, and the moves since the last
    one that this seat was asked about."""

    state: State
    setup: Mapping[str, Any]
    moves: Sequence[str]


M = TypeVar("M")
Draw = Callable[[int, int], Iterator[AskedPosition]]     # positions, from their number and a seed


class Wrong(Exception):
    """What a program did wrong."""


def examine(
    command: str, *, positions: int = POSITIONS, seconds: float = 0.1, seed: int = SEED, game: str | None = None
) -> Iterator[Finding]:
    """Every finding, in order. If a program fails to start, nothing more is asked of it."""
    begun: list[Program] = []
    draw = partial(sample, game=game)

    def start() -> Program:
        program = Program(command)
        begun.append(program)
        return program

    try:
        first = _finding("starts and says hello", lambda: start().hello())
        yield first
        if not first.passed:
            return
        examinations: Mapping[str, Callable[[], None]] = {
            "takes the options it names, refuses others": lambda: _options(start()),
            f"plays legal moves in {positions} positions of all phases":
                lambda: _legal_moves(start(), list(draw(positions, seed)), seconds),
            "answers soon when it is told to stop": lambda: _stop(start(), draw, seed),
            "plays several games in one process": lambda: _games(start(), draw, seed, seconds),
            "plays alike with the same seed": lambda: _alike(start, draw, seed),
            "survives garbage": lambda: _garbage(start()),
            "ends when told to quit": lambda: _ends(start(), quit_it=True),
            "ends when its input ends": lambda: _ends(start(), quit_it=False),
        }
        for what, check in examinations.items():
            yield _finding(what, check)
    finally:
        for program in begun:
            program.end()


def _finding(what: str, check: Callable[[], object]) -> Finding:
    begun = time.perf_counter()
    try:
        check()
        problem = ""
    except (BotFault, Wrong) as error:
        problem = str(error)
    return Finding(what, problem, time.perf_counter() - begun)


def sample(count: int, seed: int, game: str | None = None) -> Iterator[AskedPosition]:
    """Positions with a choice, of all phases, on all boards (of a game) in turn."""
    tables = [(entry, players) for entry in board_entries(game) for players in entry.players]
    for number, (entry, players) in enumerate(tables):
        rng = random.Random(f"{seed}/{entry.name}/{players}")
        setup: Json = {"game": entry.game, "board": entry.name, "players": players}
        if entry.modules and players == max(entry.players):
            setup["modules"] = list(entry.modules)
        if entry.editions:
            setup["edition"] = entry.editions[number % len(entry.editions)]
        wanted = count // len(tables) + (number < count % len(tables))
        if wanted:
            yield from _walk(State.from_setup(setup, seed=rng.getrandbits(32)), wanted, rng)


def _walk(state: State, wanted: int, rng: random.Random) -> Iterator[AskedPosition]:
    """A game with sensible and rare moves by turns: positions of every phase, and some others, seat
    by seat, as if each seat had a program of its own."""
    assert state.setup is not None
    game, setup, used = game_of_setup(state.setup), state.setup, Counter[str]()
    sensible = make_bot(SENSIBLE.get(state.game, "random"), seed=rng.getrandbits(32))
    moves: list[str] = []
    choices: list[tuple[int, State]] = []           # the ply, and what its mover sees
    for _ in range(LONGEST_WALK):
        if state.over:
            break
        legal = state.legal_moves
        mover = state.to_move
        if isinstance(mover, int) and len(legal) > 1:
            choices.append((len(moves), state.view(mover)))
        kinds: dict[str, list[int]] = {}
        for place, code in enumerate(legal.codes):
            kinds.setdefault(game.kinds.of(code).name, []).append(place)
        kind = min(kinds, key=lambda name: (used[name], name))
        move = legal[rng.choice(kinds[kind])]
        if isinstance(mover, int) and rng.random() < 0.5:
            move = sensible.choose(state.view(mover))
        used[game.kinds.of(move.code).name] += 1
        moves.append(f"{mover} {state.play(move)}")
    first_of_phase = {seen.phase: ply for ply, seen in reversed(choices)}
    rare = sorted(first_of_phase.values())[:wanted]
    others = [ply for ply, _ in choices if ply not in rare]
    chosen = {*rare, *rng.sample(others, min(wanted - len(rare), len(others)))}
    for seat in range(state.players):
        before = 0
        for ply, seen in choices:
            if ply in chosen and seen.seat == seat:
                yield AskedPosition(seen, setup, moves[before:ply])
                before = ply


def _started(program: Program) -> Program:
    """A program that has said hello."""
    program.hello()
    return program


def _new(program: Program, position: AskedPosition, seed: int) -> None:
    program.new(position.setup, position.state.seat, seed)


def _go(
    program: Program, position: AskedPosition, decision: int, *, seconds: float | None = None, simulations: int | None = None
) -> str:
    """Its move, which must be legal; what else it answers must be as it is declared."""
    state = position.state
    program.show(state, position.moves)
    question = GoTold(decision=decision, seconds=seconds, simulations=simulations)
    answer = program.ask(question, (LONG if seconds is None else seconds) + STOP_SECONDS)
    move = answered_move(answer)
    try:
        found = str(state.parse(move if isinstance(move, str) else ""))
    except MoveError as error:
        raise Wrong(f"in the phase {state.phase!r} it answered {move!r}: {error.reason}; legal are {_some(state)}; "
                    f"the position: {error.position}") from error
    _read(MoveAnswer, "go", answer)
    return found


def _read(kind: type[M], command: str, answer: Mapping[str, Any]) -> M:
    """An answer as it is declared."""
    try:
        return read_message(kind, command, answer, beside=("id",), strict=False)
    except BadMessage as error:
        raise Wrong(f"its answer to {command!r}: {error}") from error


def _some(state: State) -> str:
    moves = list(state.legal_moves)
    return ", ".join(moves[:5]) + (f" and {len(moves) - 5} more" if len(moves) > 5 else "")


def _options(program: Program) -> None:
    for data in _read(HelloAnswer, "hello", program.hello()).options:
        entry = _read(ProgramOption, "hello", data)
        if entry.default is not None:
            program.set_option(entry.name, entry.default if isinstance(entry.default, str) else json_line(entry.default))
    try:
        program.set_option("no-such-option", "1")
    except Reported:
        return
    raise Wrong("an option that it does not have must be answered by an 'error', and it takes it")


def _legal_moves(program: Program, positions: Sequence[AskedPosition], seconds: float) -> None:
    _started(program)
    playing: tuple[Mapping[str, Any], int] | None = None
    for number, position in enumerate(positions, 1):
        if playing != (position.setup, position.state.seat):
            playing = position.setup, position.state.seat
            _new(program, position, number)
        _go(program, position, number, seconds=seconds)


def _stop(program: Program, draw: Draw, seed: int) -> None:
    (position,) = draw(1, seed)
    _new(_started(program), position, seed)
    state = position.state
    program.show(state, [])
    answer = program.ask(GoTold(decision=1, seconds=LONG), THINKS + STOP_SECONDS, THINKS)
    if str(answer.get("move")) not in state.legal_moves:
        raise Wrong(f"when stopped it must answer with a legal move, not {shown(answer)}")


def _games(program: Program, draw: Draw, seed: int, seconds: float) -> None:
    _started(program)
    for number in range(3):
        for position in draw(3, seed + number):
            _new(program, position, number)
            _go(program, position, 1, seconds=seconds)
            program.tell(ResultTold(result=position.state.result))


def _alike(start: Callable[[], Program], draw: Draw, seed: int) -> None:
    """The same seed, positions and simulations must give the same moves, so that games can be
    repeated."""
    found: list[list[str]] = []
    positions = list(draw(10, seed))
    for _ in range(2):
        program, moves = _started(start()), []
        for number, position in enumerate(positions, 1):
            _new(program, position, 5)
            moves.append(_go(program, position, number, simulations=10))
        found.append(moves)
    for one, other in zip(*found, strict=True):
        if one != other:
            raise Wrong(f"with the same seed in 'new' it once played {one!r} and once {other!r}; "
                        "its random numbers should come from that seed alone")


def _garbage(program: Program) -> None:
    """Each by itself, with a question after it: what it did not survive can be named."""
    _started(program)
    for what, line in GARBAGE.items():
        try:
            program.say(line)
            program.hello()
        except BotFault as error:
            raise Wrong(f"{what} must be ignored: {error}") from error
    try:
        program.ask_json({"cmd": "no-such-command"}, NEW_SECONDS)
    except Reported:
        pass
    except BotFault as error:
        raise Wrong(f"a command it does not know, with an id, must be answered by an 'error': {error}") from error
    program.hello()


def _ends(program: Program, *, quit_it: bool) -> None:
    _started(program)
    if quit_it:
        program.tell(QuitTold())
    else:
        program.pipes.close_input()
    if not program.ended(QUIT_SECONDS):
        raise Wrong(f"it still runs {QUIT_SECONDS:g} s after " + ("'quit'" if quit_it else "its input has ended"))
