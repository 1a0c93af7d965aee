"""Hundreds of games stepped in one call, without Python for each game: numpy arrays in and out.

>>> env = VectorEnv(256, board="hansa-23", players=2, seed=1)
>>> turn = env.reset()
>>> turn.observations.shape, turn.masks.shape, int(turn.movers[0])
((256, 1183), (256, 4799), 0)
>>> turn = env.step(env.random_actions())
>>> bool(turn.terminated.any()), turn.rewards.shape
(False, (256, 2))
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine_c.batch import Batch
from hansa.envs.action_game import DEFAULT_LIMIT, setup_of, whole
from hansa.errors import HansaError
from hansa.state import State

__all__ = ["Legal", "Turn", "VectorEnv"]

DEFAULT_STARTS = 64
MOST = 1 << 20          # games, moves of a game, starts


class Legal(NamedTuple):
    """The legal action numbers of all games, one game after another; those of game n end at
    `ends[n]`.

    >>> env = VectorEnv(8, board="hansa-23", players=2, seed=1, masks=False)
    >>> turn, legal = env.reset(), env.legal()
    >>> len(legal.numbers) == int(legal.ends[-1]), len(legal.of(3)) == len(env.state(3).legal_moves)
    (True, True)
    """

    numbers: NDArray[np.int32]
    ends: NDArray[np.int64]

    def of(self, game: int) -> NDArray[np.int32]:
        """The numbers of one game."""
        return self.numbers[self.ends[game - 1] if game else 0 : self.ends[game]]


class Turn(NamedTuple):
    """The result of a step. Every step returns the same arrays: copy what you want to keep.

    >>> turn = VectorEnv(8, board="hansa-23", players=2, seed=1).reset()
    >>> turn.observations.shape[0], turn.movers.tolist(), bool(turn.terminated.any())
    (8, [0, 0, 0, 0, 0, 0, 0, 0], False)
    """

    # games x features, each of the seat that decides; with `everybody` games x seats x features; no
    # columns if they are off
    observations: NDArray[np.float32]
    # games x action numbers: which are legal; no columns if they are off
    masks: NDArray[np.bool_]
    movers: NDArray[np.int32]           # the seat that decides
    # games x seats: the shares (D20) of a game that ended with this step, else 0
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]       # the game ended by the rules
    truncated: NDArray[np.bool_]        # it was cut off after `limit` moves (T76)
    # games x features: where a game ended with this step, what the seat that moved last (or
    # `watcher`) knows of its end, elsewhere something old; with `everybody` games x seats x
    # features; no columns if they are off
    finals: NDArray[np.float32]


class VectorEnv:
    """Many games of one board and number of players, stepped together. Games that end restart at
    once.

    Moves of chance are played automatically. Each game has its own random numbers: game n depends
    only on the seed, n and its actions. The random parts of the setup (MOVES.md, section 4) are
    drawn `starts` times; every game starts from one of these positions, or from one of a list of
    positions in `starts`. After a step that ends a game, observation, mask and mover are those of
    the new game; with `finals` the end is observed, too. With `everybody` all seats observe, not
    only the one that decides. With `points` rewards are points instead of shares. Arrays are
    read-only unless `writable`, which `torch.from_numpy` needs to share them. A step releases the
    GIL; threads that share an environment wait for each other.

    >>> env = VectorEnv(8, board="hansa-23", players=2, seed=1, limit=40)
    >>> turn = env.reset(seed=7)
    >>> for _ in range(40):
    ...     turn = env.step(env.random_actions())
    >>> bool(turn.truncated.all()), turn.rewards.sum(axis=1).tolist() == [1.0] * 8
    (True, True)
    >>> turn = env.step_random()                    # the same, drawn inside: quicker
    >>> env.state(3).players
    2
    >>> begun = [env.state(number) for number in range(4)]      # games that begin from given positions
    >>> VectorEnv(8, starts=begun, points=True, finals=True).reset().finals.shape
    (8, 1183)
    >>> env.restart(begun).movers.shape
    (8,)
    >>> VectorEnv(8, board="hansa-23", players=2, everybody=True).reset().observations.shape
    (8, 2, 1183)
    """

    def __init__(
        self, games: int, *, seed: int = 0, limit: int = DEFAULT_LIMIT, starts: int | Sequence[State] = DEFAULT_STARTS,
        observations: bool = True, masks: bool = True, finals: bool = False, points: bool = False, writable: bool = False,
        everybody: bool = False, **setup: Any,
    ) -> None:
        seed = whole("seed", seed)
        games, limit = whole("games", games, 1, MOST), whole("limit", limit, 1, MOST)
        with setup_of(VectorEnv, setup):
            first = first_positions(starts, seed, setup)
        self.game, self.board = first[0].game, first[0].board
        self.games = games
        self.seats = first[0].players
        self.actions = first[0].position.action_count
        self.features = first[0].position.feature_count
        self._seed = seed
        # a step lets other threads run: they must not see half of it
        self._lock = threading.Lock()
        self._limit, self._points = limit, points
        self._batch = Batch([state.position for state in first], games, seed, limit, points)
        seen = (games, self.seats, self.features) if everybody else (games, self.features)
        self._observations = np.zeros(seen if observations else (games, 0), np.float32)
        self._masks = np.zeros((games, self.actions if masks else 0), np.uint8)
        self._movers = np.zeros(games, np.int32)
        self._rewards = np.zeros((games, self.seats), np.float32)
        self._terminated = np.zeros(games, np.uint8)
        self._truncated = np.zeros(games, np.uint8)
        self._finals = np.zeros(seen if finals else (games, 0), np.float32)
        self._turn = Turn(*(_shown(array, writable) for array in (
            self._observations, self._masks.view(np.bool_), self._movers, self._rewards, self._terminated.view(np.bool_),
            self._truncated.view(np.bool_), self._finals,
        )))

    def reset(self, seed: int | None = None) -> Turn:
        """Restarts every game; another seed gives other chance moves from the same start
        positions."""
        chosen = self._seed if seed is None else whole("seed", seed)
        with self._lock:
            self._batch.begin(chosen)
            for array in (self._rewards, self._terminated, self._truncated):
                array.fill(0)
            return self._look()

    def restart(self, starts: Sequence[State], seed: int | None = None) -> Turn:
        """Restarts every game, now and from now on from one of these positions, of the same board
        and number of players."""
        first = first_positions(starts, 0, {})
        if first[0].board != self.board or first[0].players != self.seats:
            raise HansaError(f"these games are on {self.board} with {self.seats}, the starts on {first[0].board} "
                             f"with {first[0].players}; make another VectorEnv")
        batch = Batch([state.position for state in first], self.games, 0, self._limit, self._points)
        with self._lock:
            self._batch = batch
            self._masks.fill(0)
        return self.reset(seed)

    def step(self, actions: ArrayLike, watcher: int = -1, *, look: bool = True) -> Turn:
        """Plays one action number in every game; where one is illegal, ValueError, and nothing is
        played.

        With `finals`, `watcher` is the seat that sees the end of a game; -1 is the one that moved
        last. Without `look` observations and masks are left as they were: `look()` makes them.
        """
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu":
            raise ValueError(f"actions are whole numbers, not {chosen.dtype}")
        if chosen.ndim != 1:
            raise ValueError(f"actions are one number for each game, not an array of {chosen.ndim} dimensions")
        if chosen.size and not 0 <= int(chosen.min()) <= int(chosen.max()) < self.actions:
            raise ValueError(f"actions are numbers from 0 to {self.actions - 1}; nothing was played")
        # A copy: another thread may write to the given one meanwhile.
        return self.step_some(np.array(chosen, np.int32), watcher, look=look)

    def step_some(self, numbers: NDArray[np.int32], watcher: int = -1, *, look: bool = True) -> Turn:
        """The same with an array of 32-bit numbers, but games with -1 wait; without `look` no
        observations and masks are made.

        >>> env = VectorEnv(2, board="hansa-23", players=2, seed=1)
        >>> turn = env.reset()
        >>> turn = env.step_some(np.array([-1, env.legal().of(1)[0]], np.int32))
        >>> env.state(0) == env.state(1)
        False
        """
        finals = self._finals.reshape(self.games, -1) if self._finals.shape[1] else None
        with self._lock:
            self._batch.step(numbers, self._rewards, self._terminated, self._truncated, finals, watcher)
            return self._look(look)

    def look(self) -> Turn:
        """The present observations and masks, after steps that did not compute them.

        >>> env = VectorEnv(2, board="hansa-23", players=2, seed=1)
        >>> bool(env.look().masks.any())
        True
        """
        with self._lock:
            return self._look()

    def legal(self) -> Legal:
        """The legal action numbers of all games as lists; faster than masks if there are many
        numbers."""
        with self._lock:
            legal = Legal(np.empty(self._batch.legal_count(), np.int32), np.empty(self.games, np.int64))
            self._batch.legal_actions(*legal)
        return legal

    def step_random(self) -> Turn:
        """Plays a uniformly random legal move in every game, drawn by the engine: the fastest
        way."""
        with self._lock:
            self._batch.step_at_random(self._rewards, self._terminated, self._truncated)
            return self._look()

    def random_actions(self) -> NDArray[np.int32]:
        """A uniformly random legal action number for every game, from the games' own random
        numbers."""
        chosen = np.empty(self.games, np.int32)
        with self._lock:
            self._batch.random_actions(chosen)
        return chosen

    def state(self, game: int) -> State:
        """A copy of one game's position, to look at or to play on: `print(env.state(0))`."""
        number = whole("game", game)
        with self._lock:
            return State.from_position(self.game, self._batch.position(number))

    def __reduce__(self) -> NoReturn:
        raise TypeError("a VectorEnv can be neither copied nor pickled; make another one, or keep copies of state(n)")

    def _look(self, all_of_it: bool = True) -> Turn:
        self._batch.movers(self._movers)
        if all_of_it and self._masks.shape[1]:
            self._batch.masks(self._masks)
        if all_of_it and self._observations.shape[1]:
            self._batch.observations(self._observations.reshape(self.games, -1))
        return self._turn


def first_positions(starts: int | Sequence[State], seed: int, setup: Mapping[str, Any]) -> list[State]:
    """The positions that games begin from: given ones, or `starts` of a setup."""
    if not isinstance(starts, Sequence):
        count = whole("starts", starts, 1, MOST)
        return [State.new(seed=seed * count + number, **setup) for number in range(count)]
    if setup:
        raise HansaError(f"the starts say what is played; leave out {', '.join(map(repr, setup))}")
    if not starts or not all(isinstance(state, State) for state in starts):
        raise HansaError("starts must be a number, or a list of States")
    for number, state in enumerate(starts):
        if not isinstance(state.to_move, int) or state.covered:
            why = "it hides cards" if state.covered else "no seat decides"
            raise HansaError(f"start {number} cannot be played from: {why}")
        if (state.board, state.players) != (starts[0].board, starts[0].players):
            raise HansaError(f"start {number} has another board or number of players than start 0")
    return list(starts)


def _shown(array: NDArray[Any], writable: bool) -> NDArray[Any]:
    """A view of the same memory, read-only unless `writable`."""
    view = array.view()
    view.flags.writeable = writable
    return view
