"""Many games at once for PettingZoo's parallel API, stepped by the engine in one call.

>>> env = parallel_games(16, board="hansa-23", players=2, limit=50)
>>> observations, infos = env.reset(seed=1)
>>> env.agents[:3], len(env.agents)
(['game_0_seat_0', 'game_0_seat_1', 'game_1_seat_0'], 32)
>>> while env.agents:
...     deciding = [agent for agent, info in infos.items() if info["decides"]]
...     actions = {agent: int(observations[agent]["action_mask"].argmax()) for agent in deciding}
...     observations, rewards, terminations, truncations, infos = env.step(actions)
>>> rewards["game_3_seat_0"] + rewards["game_3_seat_1"]
1.0
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hansa.envs.action_game import DEFAULT_LIMIT, ILLEGAL_REWARD, OF_CHECKERS, check_reward, setup_of, whole
from hansa.envs.vector import DEFAULT_STARTS, Turn, VectorEnv, first_positions
from hansa.errors import HansaError
from hansa.json_lines import is_whole
from hansa.state import State

try:
    from gymnasium import spaces
    from pettingzoo import ParallelEnv
except ImportError as error:
    raise ImportError("hansa.envs.parallel_games needs PettingZoo: pip install 'hansa[envs]'") from error

__all__ = ["parallel_games"]

WAITS = -1              # an action number: this game is not stepped
Observation = dict[str, NDArray[Any]]
Step = tuple[
    dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
]


class parallel_games(ParallelEnv[str, Observation, int]):
    """Every seat of every game is an agent. The agents of a game leave when it ends; the
    environment ends with the last game.

    In each game one seat decides, as the infos say (`decides`); actions of the others may be
    missing and are ignored. An illegal action ends its game with a reward of -1, and does not
    affect the other games. `limit`, `reward`, `starts` and the setup are as in
    `hansa.envs.vector.VectorEnv`; `reset(options={"starts": [...]})` replaces the start positions,
    and other options are refused.

    >>> env = parallel_games(2, board="east", players=3, reward="points")
    >>> observations, infos = env.reset(seed=1)
    >>> results = env.step({"game_0_seat_0": 0, "game_1_seat_0": int(observations["game_1_seat_0"]["action_mask"].argmax())})
    >>> results[1]["game_0_seat_0"], results[4]["game_0_seat_0"]["illegal"], env.agents
    (-1.0, 'action 0 is not legal here', ['game_1_seat_0', 'game_1_seat_1', 'game_1_seat_2'])
    >>> env.observation_space("game_1_seat_2").contains(observations["game_1_seat_2"]), env.close()
    (True, None)
    >>> int(env.action_space("game_1_seat_2").n) == env.games.actions
    True
    """

    metadata: dict[str, Any] = {"name": "hansa_games_v1", "render_modes": [], "is_parallelizable": True}  # noqa: RUF012 - as it is there

    def __init__(
        self, games: int, *, limit: int = DEFAULT_LIMIT, reward: str = "share", starts: int | Sequence[State] = DEFAULT_STARTS,
        seed: int = 0, **setup: Any,
    ) -> None:
        check_reward(reward)
        with setup_of(parallel_games, setup):
            first = first_positions(starts, whole("seed", seed), setup)
        self.games = VectorEnv(
            games, seed=seed, limit=limit, starts=first, finals=True, everybody=True, points=reward == "points")
        self.render_mode = None
        self._names = [[f"game_{game}_seat_{seat}" for seat in range(self.games.seats)] for game in range(self.games.games)]
        self.possible_agents = [agent for names in self._names for agent in names]
        self.agents: list[str] = []
        self._on = np.zeros(self.games.games, np.bool_)
        self._turn: Turn | None = None
        self._seeds = np.random.default_rng(seed)
        self._nothing = np.zeros(self.games.actions, np.int8)
        self._nothing.flags.writeable = False
        seen = spaces.Box(0.0, 1.0, (self.games.features,), np.float32)
        mask = spaces.Box(0, 1, (self.games.actions,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.games.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same for every agent, but an object of its own."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The action numbers of the board."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Restarts every game; without a seed they follow from the last seed given. The only option
        is `starts`."""
        unknown = [name for name in options or {} if name not in ("starts", *OF_CHECKERS)]
        if unknown:
            raise HansaError(f"unknown option {unknown[0]!r} of reset; the only one is 'starts', positions to begin from")
        starts = (options or {}).get("starts")
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        drawn = int(self._seeds.integers(1 << 31))
        self._turn = self.games.reset(drawn) if starts is None else self.games.restart(starts, drawn)
        self.agents = list(self.possible_agents)
        self._on[:] = True
        return self._shown(self._turn, np.zeros_like(self._on)), self._infos(self._turn.movers)

    def step(self, actions: Mapping[str, int]) -> Step:
        """Plays the action of the seat that decides in every game that is in progress."""
        if not self.agents or self._turn is None:
            raise HansaError("no games are on: reset() begins them")
        agents, movers = self.agents, self._turn.movers.copy()
        chosen = self._chosen(actions, movers)
        legal = {game: self._is_legal(game, action) for game, action in chosen.items()}
        numbers = np.full(self.games.games, WAITS, np.int32)
        for game, action in chosen.items():
            if legal[game]:
                numbers[game] = action
        turn = self._turn = self.games.step_some(numbers)
        ended = turn.terminated | turn.truncated
        shown, infos = self._shown(turn, ended), self._infos(np.where(ended, WAITS, turn.movers))
        rewards: dict[str, float] = dict(zip(agents, turn.rewards[self._on].flatten().tolist(), strict=True))
        terminations, truncations = (
            dict(zip(agents, np.repeat(flags[self._on], self.games.seats).tolist(), strict=True))
            for flags in (turn.terminated, turn.truncated))
        for game in (game for game, good in legal.items() if not good):
            mover = self._names[game][movers[game]]
            rewards[mover], infos[mover]["illegal"] = ILLEGAL_REWARD, f"action {chosen[game]} is not legal here"
            terminations.update(dict.fromkeys(self._names[game], True))
            ended[game] = True
        self._on &= ~ended
        self.agents = [agent for game in np.flatnonzero(self._on) for agent in self._names[game]]
        return shown, rewards, terminations, truncations, infos

    def _chosen(self, actions: Mapping[str, int], movers: NDArray[np.int32]) -> dict[int, int]:
        """What the seats that decide have chosen, by game."""
        deciding = {int(game): self._names[game][movers[game]] for game in np.flatnonzero(self._on)}
        missing = [agent for agent in deciding.values() if agent not in actions]
        if missing:
            raise HansaError(f"{missing[0]} decides, and there is no action of it; nothing was played")
        return {game: actions[agent] for game, agent in deciding.items()}

    def _is_legal(self, game: int, action: object) -> bool:
        assert self._turn is not None
        return is_whole(action) and 0 <= action < self.games.actions and bool(self._turn.masks[game, action])

    def _shown(self, turn: Turn, ended: NDArray[np.bool_]) -> dict[str, Observation]:
        """The observations of all agents, at the end for games that ended. The arrays are
        copies."""
        seen = np.where(ended[:, None, None], turn.finals, turn.observations) if ended.any() else turn.observations.copy()
        masks = turn.masks.view(np.int8).copy()
        shown: dict[str, Observation] = {}
        for game in np.flatnonzero(self._on).tolist():
            mover = WAITS if ended[game] else int(turn.movers[game])
            for seat, agent in enumerate(self._names[game]):
                mask = masks[game] if seat == mover else self._nothing
                shown[agent] = {"observation": seen[game, seat], "action_mask": mask}
        return shown

    def _infos(self, movers: NDArray[np.int32]) -> dict[str, dict[str, Any]]:
        return {
            agent: {"decides": seat == mover}
            for mover, names, on in zip(movers.tolist(), self._names, self._on, strict=True) if on
            for seat, agent in enumerate(names)
        }

    def state(self) -> NDArray[np.float32]:
        """What all seats of all games know together, games x seats x features, for a critic that
        sees everything.

        >>> env = parallel_games(4, board="hansa-23", players=2)
        >>> env.reset(seed=1)[1]["game_0_seat_0"], env.state().shape
        ({'decides': True}, (4, 2, 1183))
        """
        if self._turn is None:
            raise HansaError("no games are on: reset() begins them")
        return self._turn.observations.copy()

    def position(self, game: int) -> State:
        """A copy of one game's position.

        >>> parallel_games(4, board="hansa-23", players=2).position(3).players
        2
        """
        return self.games.state(game)

    def close(self) -> None:
        """Does nothing: there is nothing to release."""
