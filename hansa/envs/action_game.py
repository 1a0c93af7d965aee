"""One game as the environments play it: it takes action numbers, plays moves of chance, limits the
number of moves, and returns observations."""

from __future__ import annotations

import contextlib
import inspect
import operator
import random
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from hansa.errors import HansaError, SetupError
from hansa.games import GAMES
from hansa.state import Move, State
from hansa.suggestions import shown

# moves; sensible players need some 400 for Hansa Teutonica, random ones 10,000
DEFAULT_LIMIT = 2000
ILLEGAL_REWARD = -1.0       # below every share
REWARDS = ("share", "points")


def whole(what: str, value: object, low: int | None = None, high: int | None = None) -> int:
    """A whole number between bounds, numpy's too, as Python's; anything else is refused by its
    name."""
    if isinstance(value, SupportsIndex) and not isinstance(value, (bool, np.ndarray)):
        number = operator.index(value)
        if (low is None or low <= number) and (high is None or number <= high):
            return number
    bounds = "" if low is None else f" from {low}" if high is None else f" from {low} to {high}"
    raise HansaError(f"{what} must be a whole number{bounds}, not {shown(value)}")


@contextlib.contextmanager
def setup_of(constructor: Callable[..., object], setup: Mapping[str, Any]) -> Iterator[None]:
    """Where a setup is refused since an argument of the constructor was misspelt, says so."""
    try:
        yield
    except SetupError as error:
        parameters = inspect.signature(constructor).parameters.values()
        names = [each.name for each in parameters if each.kind is inspect.Parameter.KEYWORD_ONLY]
        for given in setup:
            near = get_close_matches(given, names, n=1, cutoff=0.7)
            if near and str(error).startswith(f"unknown member {shown(given)} "):
                raise HansaError(f"unknown argument {shown(given)}; did you mean {near[0]!r}?") from None
        raise


# PettingZoo's own checks pass `options={"options": 1}` and want it taken.
OF_CHECKERS = ("options",)


def check_reward(reward: str) -> None:
    """Refuses an unknown reward."""
    if reward not in REWARDS:
        raise HansaError(f"unknown reward {shown(reward)}; known are {', '.join(REWARDS)}")


def state_option(options: Mapping[str, Any] | None) -> State | None:
    """The position that `reset(options={"state": ...})` wants to begin from; other options are
    refused."""
    unknown = [name for name in options or {} if name not in ("state", *OF_CHECKERS)]
    if unknown:
        raise HansaError(f"unknown option {unknown[0]!r} of reset; the only one is 'state', a position to begin from")
    state = (options or {}).get("state")
    if state is None or isinstance(state, State):
        return state
    return State.from_json(state)


def as_ended(state: State) -> State:
    """The game itself if it is over, else a copy that is cut off here (T76, H51): rewards for
    learners are taken from it."""
    if state.over:
        return state
    ended = state.copy()
    ended.cut_off()
    return ended


class ActionGame:
    """A game that can begin anew; `limit` moves, chance not counted, cut it off (T76)."""

    def __init__(self, setup: dict[str, Any], limit: int = DEFAULT_LIMIT) -> None:
        self.setup = dict(setup)
        self.limit = whole("limit", limit, 1)
        self.begin(0)
        self.name, self.board = self.state.game, self.state.board
        self.learning = GAMES[self.name].learning
        self.seats = self.state.players
        self.actions = self.state.position.action_count
        self.features = self.state.position.feature_count

    def begin(self, seed: int, start: State | None = None) -> None:
        """A new game; the seed chooses what the setup leaves open, and moves for chance. `start` is
        where it begins instead."""
        if start is None:
            fixed = self.setup.get("seed")
            self.state = State.new(**{**self.setup, "seed": seed if fixed is None else fixed})
        else:
            self._check_start(start)
            self.state = start.copy()
        self._rng = random.Random(f"chance {seed}")     # the setup has drawn from the seed alone
        self.played = 0
        self.chance: list[Move] = []

    def _check_start(self, start: State) -> None:
        """A game can begin from a position of the same board whose next decision is a seat's."""
        if (start.board, start.players) != (self.board, self.seats):
            raise HansaError(f"the position is on {start.board} with {start.players} players, this environment plays "
                             f"{self.board} with {self.seats}")
        if start.covered:
            raise HansaError("this position hides cards; a game can only begin from one that is known")
        if not isinstance(start.to_move, int):
            raise HansaError("the game is over" if start.over else "chance is to move; play_chance(rng) plays it")

    @property
    def mover(self) -> int | None:
        """The seat that decides; None once the game is over or cut off."""
        seat = self.state.to_move
        return seat if isinstance(seat, int) and not self.cut_off else None

    @property
    def cut_off(self) -> bool:
        """Whether the limit has been reached in a game that is not over."""
        return not self.state.over and self.played >= self.limit

    @property
    def over(self) -> bool:
        """Whether nobody decides any more: by the rules, or by the limit."""
        return self.state.over or self.cut_off

    def rewards(self, reward: str) -> list[float]:
        """The reward of each seat at the end: its `share` of the win (D20) or its `points`."""
        outcome = self.outcome
        return outcome.shares if reward == "share" else [float(scores["total"]) for scores in outcome.scores]

    @property
    def outcome(self) -> State:
        """The game as it ended, or as it is cut off."""
        return as_ended(self.state)

    def play(self, action: int) -> Move:
        """Plays a legal action number, and after it for chance; `chance` holds what chance did."""
        code = self.state.position.move_of(int(action))
        move = self.state.play(self.state.move(code))
        self.played += 1
        self.chance = []
        while self.state.to_move == "*":
            self.chance.append(self.state.play_chance(self._rng))
        return move

    def observation(self, seat: int) -> NDArray[np.float32]:
        """What a seat may know (MOVES.md, section 12)."""
        out = np.empty(self.features, np.float32)
        self.state.position.observe(seat, out)
        return out

    def mask(self, seat: int) -> NDArray[np.int8]:
        """1 at the action numbers that are legal for a seat; all 0 when it does not decide."""
        out = np.zeros(self.actions, np.uint8)
        if self.mover == seat:
            self.state.position.mask(out)
        return out.view(np.int8)
