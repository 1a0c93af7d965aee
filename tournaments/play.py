"""Plays one game of a tournament. The record depends only on the game's description, not on the
machine.

This requires that the budgets of the bots are in simulations; the members `seconds` and
`seat_seconds` are always measured. A bot that fails does not end the tournament: its fault ends the
game, is written into the record, and counts as the last place. If the machine fails, there is no
record (`MachineFault`).
"""

from __future__ import annotations

import json
import math
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from hansa.bots.bot import Bot, BotFault, Opinion, let_go, seen_setup
from hansa.bots.objects import BotLike
from hansa.bots.registry import make_bot
from hansa.bots.traces import failure_of, trace_of
from hansa.clock import Clock
from hansa.errors import MoveError
from hansa.json_lines import Json
from hansa.record import Record, setup_of
from hansa.state import Move, State
from hansa.tournaments.adjudication import Adjudication, Judge, Ruling, counted_after
from hansa.tournaments.machine import MachineFault, machine_fault
from hansa.tournaments.schedule import ScheduledGame
from hansa.version import VERSION

__all__ = ["Fault", "Nobody", "Watcher", "play"]

FAULTS = ("illegal", "crash", "timeout", "interrupted")
LONGEST_LINE = 8            # moves of a bot's main line that are kept
LONGEST_MESSAGE = 500
MOST_OF_SPEC = 60
NO_RULINGS = Adjudication()


class Watcher(Protocol):
    """Is notified of every step of a game, so that the state of a game is known if its process
    dies.

    >>> class Counting(Nobody):
    ...     decisions = 0
    ...     def deciding(self, seat: int) -> None:
    ...         self.decisions += 1
    ...     def played(self, move: int) -> None:
    ...         pass
    >>> from hansa.tournaments.schedule import TableSetup, Tournament, games
    >>> counting: Watcher = Counting()
    >>> record = play(next(games(Tournament(("markers", "random"), (TableSetup("hansa-23", 2),), blocks=1))), counting)
    >>> 0 < counting.decisions <= len(record.moves)
    True
    """

    def deciding(self, seat: int) -> None: ...
    def played(self, move: int) -> None: ...


class Nobody:
    """A watcher that does nothing.

    >>> Nobody().deciding(0)
    >>> Nobody().played(0)
    """

    def deciding(self, seat: int) -> None:
        """A seat begins to think."""

    def played(self, move: int) -> None:
        """A move was played."""


@dataclass(frozen=True)
class Fault:
    """Why a game ended prematurely, and the seat at fault.

    >>> Fault("illegal", 2, "'place t BRE-HAM' is not legal here").seat
    2
    """

    end: str            # one of FAULTS
    seat: int
    message: str
    trace: str = ""     # of the bot's own code


class Failed(Exception):
    """Raised when a bot fails, to end the game."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


@dataclass
class SeatedBot:
    """A bot at the table, with its clock, decisions and time used."""

    bot: Bot
    clock: Clock
    decisions: int = 0
    seconds: float = 0.0


@dataclass
class RecordDraft:
    """The parts of a record that grow during a game."""

    moves: list[str] = field(default_factory=list)
    thoughts: list[Json] = field(default_factory=list)
    ruling: Ruling | None = None


def play(game: ScheduledGame, watcher: Watcher | None = None, bots: Mapping[str, BotLike] | None = None) -> Record:
    """Plays a game until it ends, or until its limit of moves (T76), a ruling or a fault ends it.

    `bots` maps names of seats that are not specs to a class, a bot or a function.

    >>> from hansa.tournaments.schedule import TableSetup, Tournament, games
    >>> record = play(next(games(Tournament(("markers", "random"), (TableSetup("hansa-23", 2),), blocks=1))))
    >>> record.seats, sorted(record.result["ranks"]), record.verify().over
    (('markers', 'random'), [1, 2], True)
    """
    watcher = watcher or Nobody()
    begun = time.perf_counter()
    state = start_of(game)
    first = state.setup or setup_of(state)
    course, seats, fault = RecordDraft(), [], None
    try:
        for number, name in enumerate(game.seats):
            watcher.deciding(number)
            bot = _seated(game, number, state, (bots or {}).get(name, game.spec(number)))
            seats.append(SeatedBot(bot, Clock(game.clock, game.increment)))
        _play_on(game, state, seats, course, watcher)
    except Failed as failed:
        fault = failed.fault
    finally:
        for seat in seats:
            let_go(seat.bot, state.result)
    # If a bot failed to start, its seat and those after it have no bots.
    nobody = [0] * (len(game.seats) - len(seats))
    used = {
        "decisions": [seat.decisions for seat in seats] + nobody,
        "seat_seconds": [round(seat.seconds, 4) for seat in seats] + nobody,
    }
    return record_of(game, state, first, course, fault, round(time.perf_counter() - begun, 4), used)


def start_of(game: ScheduledGame) -> State:
    """The first position, which all games of a block share."""
    if game.opening is not None:
        return State.from_json(json.loads(game.opening))
    return State.from_setup(game.table.setup, seed=game.random_seed("setup"))


def record_of(
    game: ScheduledGame, state: State, setup: Mapping[str, Any], course: RecordDraft, fault: Fault | None, seconds: float,
    used: Mapping[str, Any],
) -> Record:
    """The record of a game, which is cut off if it has not ended."""
    more: Json = {"block": game.block, "rotation": game.rotation, "table": str(game.table), "turns": state.turns}
    if fault is not None:
        more["fault"] = {"message": fault.message[:LONGEST_MESSAGE], "position": state.to_json()}
        if fault.trace:
            more["fault"]["trace"] = fault.trace
    end = fault.end if fault else state.result["reason"] if state.over else "moves"
    if not state.over:
        state.cut_off()
    result = state.result
    if fault is not None:
        more["counted"] = counted(result["ranks"], fault.seat)
    elif course.ruling is not None:
        more["ruling"] = {"how": course.ruling.how, "winner": course.ruling.winner}
        more["counted"] = counted_after(result["ranks"], course.ruling.winner)
    if course.thoughts:
        more["thoughts"] = course.thoughts
    return Record(
        setup=setup, state=None if game.opening is None else json.loads(game.opening), moves=tuple(course.moves), end=end,
        id=game.id, seats=game.seats, by=fault.seat if fault else None,
        result=result, engine=VERSION, seconds=seconds, more={**more, **used},
    )


def counted(ranks: Sequence[int], culprit: int) -> Json:
    """Ranks and shares (D20) with the culprit last, and the others in their order at the time."""
    others = [rank for seat, rank in enumerate(ranks) if seat != culprit]
    new = [
        len(ranks) if seat == culprit else 1 + sum(other < rank for other in others) for seat, rank in enumerate(ranks)
    ]
    return {"ranks": new, "shares": [1 / new.count(1) if rank == 1 else 0.0 for rank in new]}


def _seated(game: ScheduledGame, number: int, state: State, who: BotLike) -> Bot:
    """Makes the bot of a seat and tells it that a game begins."""
    bot: Bot | None = None
    try:
        bot = make_bot(who, seed=game.own_seed(f"seat/{number}"))
        bot.new_game(number, seen_setup(state.setup or setup_of(state), number))
    except (Exception, SystemExit) as error:
        if bot is not None:
            let_go(bot, state.result)
        raise _failure(number, game.seats[number], error) from error
    return bot


def _play_on(game: ScheduledGame, state: State, seats: Sequence[SeatedBot], course: RecordDraft, watcher: Watcher) -> None:
    """Plays move after move. Bots are only asked when there is a choice."""
    chance = random.Random(game.own_seed("chance"))
    judge = Judge(game.adjudication or NO_RULINGS, state.players)
    position, moves = state.position, course.moves
    observers = [(number, seat.bot) for number, seat in enumerate(seats) if type(seat.bot).observe is not Bot.observe]
    while len(moves) < game.limit:
        mover = position.to_move
        if mover is None:
            return
        move = state.forced
        if move is None and isinstance(mover, int):
            course.ruling = judge.agreed(state.turns) or judge.proven(state)
            if course.ruling is not None:
                return
            watcher.deciding(mover)
            move, values = _decision(game, state, seats[mover], mover, course)
            judge.heard(mover, values, state.turns)
        elif move is None:
            move = chance.choices(state.legal_moves, state.probabilities)[0]
        position.play(move.code)
        watcher.played(move.code)
        moves.append(f"{mover} {move}")
        for number, bot in observers:
            _tell(bot, number, moves[-1])


def _tell(bot: Bot, seat: int, move: str) -> None:
    """Tells a bot a move."""
    try:
        bot.observe(move)
    except (Exception, SystemExit) as error:
        raise _failure(seat, bot.spec, error) from error


def _decision(
    game: ScheduledGame, state: State, seat: SeatedBot, number: int, course: RecordDraft,
) -> tuple[Move, Sequence[float]]:
    """Asks a bot for a move, checks and times it. Returns the move, and the values that the bot
    reports, if any."""
    bot, clock = seat.bot, seat.clock
    shown = state.view(number)
    begun = time.perf_counter()
    try:
        if clock.left is not None:
            clock.begin(state.turns // state.players)
            bot.time_left(clock.left, clock.increment)
        answer = bot.choose(shown)
    except (Exception, SystemExit) as error:
        raise _failure(number, game.seats[number], error) from error
    seconds = time.perf_counter() - begun
    seat.seconds += seconds
    seat.decisions += 1
    if clock.left is not None:
        clock.spend(seconds)
        if clock.left <= 0:
            raise Failed(Fault("timeout", number, f"its clock of {game.clock:g} seconds a game is over"))
    try:
        move = state.own(answer)
    except MoveError as error:
        raise Failed(Fault("illegal", number, error.brief)) from error
    if bot.opinion is None:
        return move, ()
    thought = _thought(bot.opinion, state.players)
    course.thoughts.append({"ply": len(course.moves), **thought})
    bot.opinion = None
    return move, thought["values"]


def _thought(opinion: Opinion, seats: int) -> Json:
    """An opinion as in a record, whose values are kept only if there is a finite number for each
    seat."""
    values = [round(float(value), 4) for value in opinion.values]
    sound = len(values) == seats and all(map(math.isfinite, values))
    thought: Json = {"values": values if sound else [], "line": [str(move) for move in opinion.line[:LONGEST_LINE]]}
    return thought | ({"simulations": opinion.simulations} if opinion.simulations is not None else {})


def _failure(seat: int, spec: str, error: BaseException) -> Failed | MachineFault:
    """Converts an exception of a bot into a fault of the bot or of the machine."""
    lacking = machine_fault(error)
    if lacking is not None:
        return MachineFault(f"{lacking} while {spec[:MOST_OF_SPEC]} was playing")
    end = error.end if isinstance(error, BotFault) else "crash"
    return Failed(Fault(end, seat, failure_of(error), trace_of(error)))
