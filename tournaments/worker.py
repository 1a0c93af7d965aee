"""A worker process: takes games from its pipe, plays them, sends their records back.

While it plays it keeps a journal in shared memory: who is thinking since when, and every move so
far. If the process dies or is killed, whoever reads the journal knows the position and the culprit.
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
    """What a worker process writes down for those who watch it from outside."""

    def __init__(self, shared: Any) -> None:
        self.words = memoryview(shared).cast("B").cast("q")

    def begin(self) -> None:
        """A new game."""
        self.words[MOVES] = 0
        self.deciding(0)
        self.words[BEGUN] += 1

    def deciding(self, seat: int) -> None:
        """A seat begins to think."""
        self.words[SEAT] = seat
        self.words[SINCE] = time.monotonic_ns()

    def played(self, move: int) -> None:
        """A move was played."""
        count = self.words[MOVES]
        self.words[HEADER + count] = move
        self.words[MOVES] = count + 1

    @property
    def begun(self) -> int:
        """How many games this process has begun."""
        return self.words[BEGUN]

    @property
    def seat(self) -> int:
        """Who was asked last."""
        return self.words[SEAT]

    @property
    def thinking_seconds(self) -> float:
        """For how long it has been thinking."""
        return (time.monotonic_ns() - self.words[SINCE]) / 1e9

    @property
    def moves(self) -> list[int]:
        """The moves of the game so far."""
        return self.words[HEADER : HEADER + self.words[MOVES]].tolist()

    def clear(self) -> None:
        """Nothing has begun."""
        self.words[BEGUN] = self.words[MOVES] = self.words[SEAT] = 0


@dataclass(frozen=True)
class FinishedGame:
    """A game that has ended, and its line in the log."""

    result: GameResult
    line: str


@dataclass(frozen=True)
class Broken:
    """The runner itself failed in this game: a fault of hansa, no bot's."""

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
    """What comes next from a pipe."""
    return pickle.loads(pipe.recv_bytes())


def serve(pipe: Any, shared: Any, digest: str, mark: str) -> None:
    """Plays what comes until the pipe closes, or the machine fails: a fresh process is better."""
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
    """A game that is finished, or why it is not."""
    try:
        return finish(game, digest, journal)
    except MachineFault as fault:
        return Lost(game, str(fault))
    except Exception as error:
        lacking = machine_fault(error)
        return Lost(game, lacking) if lacking is not None else Broken(game, traceback.format_exc())


def _die_with_parent(mark: str) -> None:
    """A runner that was killed leaves nobody behind."""
    parent = multiprocess.parent_process()
    if parent is not None:
        multiprocess.connection.wait([parent.sentinel])
        end_marked(mark)
        os._exit(1)


def _be_quiet() -> None:
    """What bots print does not end up in the middle of a table."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
