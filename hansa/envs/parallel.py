"""PettingZoo's parallel API for one game: all seats act in every step, but only the action of the
seat that decides counts.

>>> game = parallel_env(board="hansa-23", players=2, limit=50)
>>> observations, infos = game.reset(seed=1)
>>> while game.agents:
...     actions = {agent: game.action_space(agent).sample(seen["action_mask"]) for agent, seen in observations.items()}
...     observations, rewards, terminations, truncations, infos = game.step(actions)
>>> sum(rewards.values()), all(truncations.values())
(1.0, True)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hansa.envs.action_game import DEFAULT_LIMIT, ILLEGAL_REWARD
from hansa.errors import HansaError

try:
    from gymnasium import spaces
    from pettingzoo import ParallelEnv

    from hansa.envs.pettingzoo import raw_env
except ImportError as error:
    raise ImportError("hansa.envs.parallel needs PettingZoo: pip install 'hansa[envs]'") from error

__all__ = ["parallel_env"]

WAIT = 0        # what a seat does that does not decide; any other number will do as well
Observation = dict[str, NDArray[Any]]


class parallel_env(ParallelEnv[str, Observation, int]):
    """Every seat acts in every step. Actions of seats that do not decide are ignored, and their
    masks are all 0.

    An illegal action of the seat that decides ends the game with a reward of -1, as in
    `hansa.envs.pettingzoo.env`. The arguments, observations, rewards and options are those of
    `hansa.envs.pettingzoo.raw_env`.

    >>> game = parallel_env(board="east", players=3)
    >>> observations, infos = game.reset(seed=1)
    >>> [int(seen["action_mask"].any()) for seen in observations.values()], infos["seat_0"]["decides"]
    ([1, 0, 0], True)
    >>> game.observation_space("seat_1").contains(observations["seat_1"]), game.action_space("seat_1").contains(WAIT)
    (True, True)
    >>> results = game.step({"seat_0": int(observations["seat_0"]["action_mask"].argmax())})
    >>> len(results), game.render(), game.close()
    (5, None, None)
    """

    metadata: dict[str, Any] = {**raw_env.metadata, "is_parallelizable": True}  # noqa: RUF012 - PettingZoo wants a dict here

    def __init__(self, *, render_mode: str | None = None, limit: int = DEFAULT_LIMIT, **settings: Any) -> None:
        self._turns = raw_env(render_mode=render_mode, limit=limit, **settings)
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "name": self._turns.metadata["name"]}
        self.possible_agents = list(self._turns.possible_agents)
        self.agents: list[str] = []
        self.observation_spaces = dict(self._turns.observation_spaces)
        self.action_spaces = dict(self._turns.action_spaces)

    @property
    def game(self) -> Any:
        """The game: `env.game.state` is its position.

        >>> parallel_env(board="hansa-23", players=2).game.seats
        2
        """
        return self._turns.game

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same for every agent, but an object of its own."""
        return self._turns.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Discrete:
        """The action numbers of the board."""
        return self._turns.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """A new game, as in `raw_env`."""
        self._turns.reset(seed, options)
        self.agents = list(self._turns.agents)
        return self._seen(), self._infos()

    def step(self, actions: Mapping[str, int]) -> tuple[
        dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        """Plays the action of the seat that decides."""
        if not self.agents:
            raise HansaError("no game is on: reset() begins one")
        mover = self._turns.agent_selection
        if mover not in actions:
            raise HansaError(f"{mover} decides, and there is no action of it")
        action = actions[mover]
        if not self.action_space(mover).contains(action) or not self._turns.infos[mover]["action_mask"][int(action)]:
            return self._ended_by(mover, action)
        self._turns.step(int(action))
        turns = self._turns
        given = self._seen(), dict(turns.rewards), dict(turns.terminations), dict(turns.truncations), self._infos()
        if self.game.over:
            self.agents = []
        return given

    def _ended_by(self, mover: str, action: object) -> tuple[
        dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        """The end by an illegal action."""
        agents, seen, infos = self.agents, self._seen(), self._infos()
        infos[mover]["illegal"] = f"action {action} is not legal here"
        self.agents = []
        rewards = {agent: ILLEGAL_REWARD if agent == mover else 0.0 for agent in agents}
        return seen, rewards, dict.fromkeys(agents, True), dict.fromkeys(agents, False), infos

    def observe(self, agent: str) -> Observation:
        """What an agent may know now.

        >>> game = parallel_env(board="hansa-23", players=2)
        >>> seen, infos = game.reset(seed=1)
        >>> bool((game.observe("seat_0")["observation"] == seen["seat_0"]["observation"]).all())
        True
        """
        return self._turns.observe(agent)

    def _seen(self) -> dict[str, Observation]:
        return {agent: self._turns.observe(agent) for agent in self.agents}

    def _infos(self) -> dict[str, dict[str, Any]]:
        mover = self.game.mover
        return {agent: {"decides": seat == mover} for seat, agent in enumerate(self.possible_agents)}

    def render(self) -> str | np.ndarray | None:
        """The position: as text, as a picture, or printed."""
        return self._turns.render() if self.render_mode is not None else None

    def close(self) -> None:
        """Does nothing: there is nothing to release."""
