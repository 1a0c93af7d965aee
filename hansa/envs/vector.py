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
from typing import Any, NamedTuple, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine_c.batch import Batch
from hansa.envs.table import DEFAULT_LIMIT, whole
from hansa.state import State

__all__ = ["Turn", "VectorEnv"]

DEFAULT_STARTS = 64
MOST = 1 << 20          # games, moves of a game, starts


class Turn(NamedTuple):
    """What a step leaves. The arrays are read-only and the same ones every time: copy what is to be kept.

    >>> turn = VectorEnv(8, board="hansa-23", players=2, seed=1).reset()
    >>> turn.observations.shape[0], turn.movers.tolist(), bool(turn.terminated.any())
    (8, [0, 0, 0, 0, 0, 0, 0, 0], False)
    """

    observations: NDArray[np.float32]   # games x features, each of the seat that decides; no columns if they are off
    masks: NDArray[np.bool_]            # games x action numbers: which are legal; no columns if they are off
    movers: NDArray[np.int32]           # the seat that decides
    rewards: NDArray[np.float32]        # games x seats: the shares (D20) of a game that ended with this step, else 0
    terminated: NDArray[np.bool_]       # the game ended by the rules
    truncated: NDArray[np.bool_]        # it was cut off after `limit` moves (T76)


class VectorEnv:
    """Games of one board and number of players; those that end begin anew at once.

    Chance moves by itself, by a list of random numbers that each game has of its own: game n depends on the seed, n and
    its actions only. What a setup leaves to a seed (MOVES.md, 4) is drawn `starts` times; every game begins from one of
    these positions. After a step that ends a game, observation, mask and mover are those of the new one. A step lets other
    threads run; threads that share an environment wait for each other.

    >>> env = VectorEnv(8, board="hansa-23", players=2, seed=1, limit=40)
    >>> turn = env.reset(seed=7)
    >>> for _ in range(40):
    ...     turn = env.step(env.random_actions())
    >>> bool(turn.truncated.all()), turn.rewards.sum(axis=1).tolist() == [1.0] * 8
    (True, True)
    >>> turn = env.step_random()                    # the same, drawn inside: quicker
    >>> env.state(3).players
    2
    """

    def __init__(
        self, games: int, *, seed: int = 0, limit: int = DEFAULT_LIMIT, starts: int = DEFAULT_STARTS,
        observations: bool = True, masks: bool = True, **setup: Any,
    ) -> None:
        seed = whole("seed", seed)
        games, limit, starts = whole("games", games, 1, MOST), whole("limit", limit, 1, MOST), whole("starts", starts, 1, MOST)
        first = [State.new(seed=seed * starts + number, **setup) for number in range(starts)]
        self.game = first[0].game
        self.games = games
        self.seats = first[0].players
        self.actions = first[0].position.action_count
        self.features = first[0].position.feature_count
        self._seed = seed
        self._lock = threading.Lock()       # a step lets other threads run: they must not see half of it
        self._batch = Batch([state.position for state in first], games, seed, limit)
        self._observations = np.zeros((games, self.features if observations else 0), np.float32)
        self._masks = np.zeros((games, self.actions if masks else 0), np.uint8)
        self._movers = np.zeros(games, np.int32)
        self._rewards = np.zeros((games, self.seats), np.float32)
        self._terminated = np.zeros(games, np.uint8)
        self._truncated = np.zeros(games, np.uint8)
        self._turn = Turn(
            _shown(self._observations), _shown(self._masks.view(np.bool_)), _shown(self._movers), _shown(self._rewards),
            _shown(self._terminated.view(np.bool_)), _shown(self._truncated.view(np.bool_)),
        )

    def reset(self, seed: int | None = None) -> Turn:
        """Begins every game anew; another seed gives other chance from the same starts."""
        chosen = self._seed if seed is None else whole("seed", seed)
        with self._lock:
            self._batch.begin(chosen)
            for array in (self._rewards, self._terminated, self._truncated):
                array.fill(0)
            return self._look()

    def step(self, actions: ArrayLike) -> Turn:
        """Plays one action number in every game; where one is illegal, ValueError, and nothing is played."""
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu":
            raise ValueError(f"actions are whole numbers, not {chosen.dtype}")
        if chosen.ndim != 1:
            raise ValueError(f"actions are one number for each game, not an array of {chosen.ndim} dimensions")
        if chosen.size and not 0 <= int(chosen.min()) <= int(chosen.max()) < self.actions:
            raise ValueError(f"actions are numbers from 0 to {self.actions - 1}; nothing was played")
        numbers = np.array(chosen, np.int32)        # a copy: another thread may write to the given one meanwhile
        with self._lock:
            self._batch.step(numbers, self._rewards, self._terminated, self._truncated)
            return self._look()

    def step_random(self) -> Turn:
        """Plays in every game a legal move drawn inside, each as likely as another: the fastest way."""
        with self._lock:
            self._batch.step_at_random(self._rewards, self._terminated, self._truncated)
            return self._look()

    def random_actions(self) -> NDArray[np.int32]:
        """A legal action number for every game, each as likely as another, from the games' own random numbers."""
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

    def _look(self) -> Turn:
        self._batch.movers(self._movers)
        if self._masks.shape[1]:
            self._batch.masks(self._masks)
        if self._observations.shape[1]:
            self._batch.observations(self._observations)
        return self._turn


def _shown(array: NDArray[Any]) -> NDArray[Any]:
    """The same memory, not to be written through."""
    view = array.view()
    view.flags.writeable = False
    return view
