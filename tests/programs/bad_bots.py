"""Bots that misbehave after a few decisions, each in its own way: for tests of their hosts."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

from hansa.bots.bot import Bot, Opinion
from hansa.state import Move, State

GOOD_DECISIONS = 5


class Good(Bot):
    """Behaves: plays any move."""

    decisions = 0

    def choose(self, state: State) -> Move:
        """Any legal move, until it is time to misbehave."""
        self.decisions += 1
        if self.decisions > GOOD_DECISIONS:
            return self.misbehave(state)
        return self.rng.choice(state.legal_moves)

    def misbehave(self, state: State) -> Move:
        """This one does not."""
        return self.rng.choice(state.legal_moves)


class Raises(Good):
    """An exception."""

    def misbehave(self, state: State) -> Move:
        raise RuntimeError("I have lost my way")


class Exits(Good):
    """Ends the program it believes to be its own."""

    def misbehave(self, state: State) -> Move:
        sys.exit(0)


class Illegal(Good):
    """A move that nobody can make."""

    def misbehave(self, state: State) -> Move:
        return Move("fly Hamburg-Moon", 123456)


class Nothing(Good):
    """Returns no move at all."""

    def misbehave(self, state: State) -> Move:
        return None  # type: ignore[return-value]


class Aborts(Good):
    """Takes its process with it, as a bug in C would."""

    def misbehave(self, state: State) -> Move:
        os.abort()


class Killed(Good):
    """Its process is killed from outside."""

    def misbehave(self, state: State) -> Move:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


class Starves(Good):
    """There is no memory left."""

    def misbehave(self, state: State) -> Move:
        raise MemoryError


class StarvesOnce(Good):
    """There is no memory left, but the next time there is."""

    def misbehave(self, state: State) -> Move:
        if not Path(os.environ["STARVED"]).exists():
            Path(os.environ["STARVED"]).touch()
            raise MemoryError
        return self.rng.choice(state.legal_moves)


class Signalled(Good):
    """Its process is ended by a signal that has no name."""

    def misbehave(self, state: State) -> Move:
        os.kill(os.getpid(), 35)
        raise AssertionError


class Hangs(Good):
    """Thinks forever."""

    def misbehave(self, state: State) -> Move:
        time.sleep(10_000)
        raise AssertionError


class Prints(Good):
    """Talks to everybody."""

    def misbehave(self, state: State) -> Move:
        print("chatter " * 100)
        print("chatter", file=sys.stderr)
        return self.rng.choice(state.legal_moves)


class Cheats(Good):
    """Changes the state it was shown."""

    def misbehave(self, state: State) -> Move:
        move = self.rng.choice(state.legal_moves)
        for _ in range(20):
            if not state.over:
                state.play(state.legal_moves[0])
        return move


class CannotBegin(Good):
    """Fails before the first move."""

    def new_game(self, seat: int, setup: object) -> None:
        raise ValueError("not today")


class Slow(Good):
    """Cares about no clock."""

    def misbehave(self, state: State) -> Move:
        time.sleep(0.05)
        return self.rng.choice(state.legal_moves)


class Rambles(Good):
    """Thinks of too many seats, of none, of the infinite, and once as one should."""

    def choose(self, state: State) -> Move:
        self.decisions += 1
        said = [(0.2, 0.3, 0.5), (), (float("inf"), 0.5), (float("nan"), 1.0), (0.25, 0.75)]
        self.opinion = Opinion(said[self.decisions % len(said)], ())
        return self.rng.choice(state.legal_moves)
