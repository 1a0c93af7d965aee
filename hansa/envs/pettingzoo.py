"""PettingZoo environments (AEC API): every seat is an agent, `seat_0` to `seat_4`.

>>> game = env(board="hansa-23", players=2, limit=50)
>>> game.reset(seed=1)
>>> for agent in game.agent_iter():
...     observation, reward, terminated, truncated, info = game.last()
...     done = terminated or truncated
...     game.step(None if done else game.action_space(agent).sample(observation["action_mask"]))
>>> game.agents
[]
>>> env(game="hansa2004", players=4).possible_agents
['seat_0', 'seat_1', 'seat_2', 'seat_3']
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hansa.envs.action_game import DEFAULT_LIMIT, ILLEGAL_REWARD, ActionGame, check_reward, setup_of, state_option
from hansa.envs.rendering import RENDER_MODES, check_mode, rendered

__all__ = ["env", "raw_env"]

try:
    from gymnasium import logger, spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

    from hansa.envs.spaces import observation_space
except ImportError as error:
    raise ImportError("hansa.envs.pettingzoo needs PettingZoo: pip install 'hansa[envs]'") from error


def env(**settings: Any) -> AECEnv:
    """The environment with PettingZoo's wrappers: an illegal action ends the game with a reward of
    -1, and calls in the wrong order are refused.

    >>> guarded = env(game="hansa2004", players=3)
    >>> guarded.reset(seed=1)
    >>> guarded.agents
    ['seat_0', 'seat_1', 'seat_2']
    """
    guarded = wrappers.TerminateIllegalWrapper(raw_env(**settings), ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


class raw_env(AECEnv):
    """The environment without wrappers. `setup` is as in MOVES.md, sections 4 and 9: `game`,
    `board`, `players`, `modules`, ...

    Observations are dictionaries with `observation` (MOVES.md, section 12) and `action_mask`
    (section 11); the mask is in the info of the agent that decides, too. Rewards are 0 until the
    end of the game, and then shares of the win (D20), or points with `reward="points"`. After
    `limit` moves the game is cut off and scored as it is (T76, H51). Moves of chance are played
    automatically. `render` shows the whole position, including the secrets of all seats; `human`
    prints it after every step. `hansa.envs.parallel` has the same game for PettingZoo's parallel
    API, `hansa.envs.parallel_games` many games at once.

    >>> game = raw_env(board="hansa-23", players=2, render_mode="rgb_array")
    >>> game.reset(seed=1)
    >>> seen = game.observe("seat_0")
    >>> game.observation_space("seat_0").contains(seen), int(game.action_space("seat_0").n) == len(seen["action_mask"])
    (True, True)
    >>> game.step(int(seen["action_mask"].argmax()))
    >>> game.render().dtype
    dtype('uint8')
    >>> game.close()
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo wants a dict here
        "render_modes": list(RENDER_MODES), "is_parallelizable": False, "render_fps": 2,
    }

    def __init__(
        self, *, render_mode: str | None = None, limit: int = DEFAULT_LIMIT, reward: str = "share", **setup: Any
    ) -> None:
        super().__init__()
        check_mode(render_mode)
        check_reward(reward)
        self._reward = reward
        self.render_mode = render_mode
        with setup_of(raw_env, setup):
            self.game = ActionGame(setup, limit)
        self.metadata = {**self.metadata, "name": f"{self.game.learning.short_name}_v1"}
        self._seeds = np.random.default_rng()
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: observation_space(self.game) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.game.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same for every agent, but an object of its own."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The action numbers of the board."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new game; without a seed it follows from the last seed given. The only option is
        `state`, a position to start from."""
        start = state_option(options)
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.game.begin(int(self._seeds.integers(1 << 31)), start)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._name_mover()
        self._show()

    def _name_mover(self) -> None:
        """Updates which agent decides, and the infos: the mask of that agent."""
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        mover = self.game.mover
        if mover is not None:
            self.agent_selection = self.possible_agents[mover]
            self.infos[self.agent_selection]["action_mask"] = self.game.mask(mover)

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """The observation of an agent; its mask is all 0 when it does not decide."""
        seat = self.possible_agents.index(agent)
        mask = self.infos.get(agent, {}).get("action_mask")
        return {
            "observation": self.game.observation(seat), "action_mask": self.game.mask(seat) if mask is None else mask,
        }

    def step(self, action: int | None) -> None:
        """Plays an action number for the agent that decides; None for one whose game has ended."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        mask = self.game.mask(self.possible_agents.index(agent))
        if action is None or not self.action_spaces[agent].contains(action) or not mask[int(action)]:
            raise ValueError(f"action {action} is not legal for {agent}; info['action_mask'] has the legal ones")
        self._cumulative_rewards[agent] = 0.0
        self.game.play(int(action))
        self._clear_rewards()
        self._name_mover()
        if self.game.over:
            self.rewards = dict(zip(self.agents, self.game.rewards(self._reward), strict=True))
            self.terminations = dict.fromkeys(self.agents, self.game.state.over)
            self.truncations = dict.fromkeys(self.agents, self.game.cut_off)
        self._accumulate_rewards()
        self._deads_step_first()
        self._show()

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | NDArray[np.uint8] | None:
        """The position: as text, as a picture, or printed."""
        if self.render_mode is None:
            logger.warn("render() without a render_mode shows nothing; env(render_mode='ansi') chooses one")
        return rendered(self.game.state, self.render_mode)

    def close(self) -> None:
        """Does nothing: there is nothing to release."""
