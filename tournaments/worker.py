"""A worker process: takes games from its pipe, plays them, sends their records back.

While it plays it keeps a journal in shared memory: who is thinking since when, and every move so
far. If the process dies or is killed, the journal tells the position and which bot was thinking.
"""

from __future__ import annotations

import os
import pickle
import signal
import threading
import time
import traceback
from dataclasses import dataclass
from typing import Any

import multiprocess
import multiprocess.connection

from hansa.json_lines import json_line
from hansa.logs import keep
from hansa.tournaments.leftovers import end_marked, put_mark
from hansa.tournaments.machine import Lost, MachineFault, machine_fault
from hansa.tournaments.play import play
from hansa.tournaments.results import GameResult, game_result
from hansa.tournaments.schedule import ScheduledGame

# The journal: whole numbers of 64 bits, these and then the moves.
BEGUN, SEAT, SINCE, MOVES, HEADER = 0, 1, 2, 3, 4


class Journal:
    """A journal in shared memory, into which a worker process writes its progress for the
    runner."""

    def __init__(self, shared: Any) -> None:
        self.words = memoryview(shared).cast("B").cast("q")

    def begin(self) -> None:
        """Notes that a game begins."""
        self.words[MOVES] = 0
        self.deciding(0)
        self.words[BEGUN] += 1

    def deciding(self, seat: int) -> None:
        """Notes that a seat begins to think."""
        self.words[SEAT] = seat
        self.words[SINCE] = time.monotonic_ns()

    def played(self, move: int) -> None:
        """Notes a move."""
        count = self.words[MOVES]
        self.words[HEADER + count] = move
        self.words[MOVES] = count + 1

    @property
    def begun(self) -> int:
        """The number of games that this process has begun."""
        return self.words[BEGUN]

    @property
    def seat(self) -> int:
        """The seat that was asked last."""
        return self.words[SEAT]

    @property
    def thinking_seconds(self) -> float:
        """The time for which that seat has been thinking."""
        return (time.monotonic_ns() - self.words[SINCE]) / 1e9

    @property
    def moves(self) -> list[int]:
        """The moves of the game so far."""
        return self.words[HEADER : HEADER + self.words[MOVES]].tolist()

    def clear(self) -> None:
        """Clears the journal."""
        self.words[BEGUN] = self.words[MOVES] = self.words[SEAT] = 0


@dataclass(frozen=True)
class FinishedGame:
    """A game that has ended, and its line in the log."""

    result: GameResult
    line: str


@dataclass(frozen=True)
class Broken:
    """A game in which hansa itself failed: a bug of hansa, not of a bot."""

    game: ScheduledGame
    trace: str


def finish(game: ScheduledGame, digest: str, journal: Journal | None = None) -> FinishedGame:
    """Plays a game."""
    record = play(game, journal)
    return FinishedGame(game_result(record, digest), json_line(record.to_json()))


def say(pipe: Any, what: object) -> None:
    """Sends plain data down a pipe, pickled in C; `multiprocess` itself would use dill."""
    pipe.send_bytes(pickle.dumps(what, pickle.HIGHEST_PROTOCOL))


def hear(pipe: Any) -> Any:
    """Receives the next object from a pipe."""
    return pickle.loads(pipe.recv_bytes())


def serve(pipe: Any, shared: Any, digest: str, mark: str) -> None:
    """Plays the games from the pipe until it closes, or until the machine fails: then a new process
    is better."""
    # Ctrl-C reaches the whole group; the runner decides what ends
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    put_mark(mark)
    threading.Thread(target=_die_with_parent, args=(mark,), daemon=True).start()
    _be_quiet()
    keep()
    journal = Journal(shared)
    say(pipe, None)                                     # ready: everything is imported
    while True:
        try:
            game = hear(pipe)
        except EOFError:
            return
        journal.begin()
        answer = answer_to(game, digest, journal)
        try:
            say(pipe, answer)
        except BrokenPipeError:
            return
        if isinstance(answer, Lost):
            return


def answer_to(game: ScheduledGame, digest: str, journal: Journal | None = None) -> FinishedGame | Lost | Broken:
    """Plays a game. Returns it, or the reason why it could not be finished."""
    try:
        return finish(game, digest, journal)
    except MachineFault as fault:
        return Lost(game, str(fault))
    except Exception as error:
        lacking = machine_fault(error)
        return Lost(game, lacking) if lacking is not None else Broken(game, traceback.format_exc())


def _die_with_parent(mark: str) -> None:
    """Ends this process when the runner is killed."""
    parent = multiprocess.parent_process()
    if parent is not None:
        multiprocess.connection.wait([parent.sentinel])
        end_marked(mark)
        os._exit(1)


def _be_quiet() -> None:
    """Redirects what bots print, which would otherwise end up in the middle of a table."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
