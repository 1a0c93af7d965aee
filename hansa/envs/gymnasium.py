"""Gymnasium environments: one seat learns, and bots play the others. The ids are
`hansa/Teutonica-v1` and `hansa/Hansa2004-v1`.

>>> import gymnasium
>>> game = gymnasium.make("hansa.envs.gymnasium:hansa/Teutonica-v1", board="hansa-23", players=2, opponents="greedy")
>>> observation, info = game.reset(seed=1)
>>> action = game.action_space.sample(observation["action_mask"])
>>> observation, reward, terminated, truncated, info = game.step(action)
>>> reward, terminated, truncated
(0.0, False, False)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hansa.bots.bot import Bot, seen_setup
from hansa.bots.objects import BotLike
from hansa.bots.registry import check_plays, make_bot
from hansa.envs.action_game import DEFAULT_LIMIT, ILLEGAL_REWARD, ActionGame, check_reward, setup_of, state_option
from hansa.envs.rendering import RENDER_MODES, check_mode, rendered
from hansa.errors import HansaError
from hansa.games import GAMES
from hansa.json_lines import is_whole

__all__ = ["HansaEnv"]

try:
    import gymnasium
    from gymnasium import logger, spaces

    from hansa.envs.spaces import observation_space
except ImportError as error:
    raise ImportError("hansa.envs.gymnasium needs Gymnasium: pip install 'hansa[envs]'") from error

IDS = {game: f"hansa/{game.capitalize()}-v1" for game in GAMES}

Observation = dict[str, NDArray[Any]] | NDArray[Any]       # with the mask, or without


class HansaEnv(gymnasium.Env[Observation, int]):
    """A game in which the agent plays one seat. Further arguments are the setup (MOVES.md, sections
    4 and 9): `board`, `players`, ...

    `opponents` is a bot for all other seats, or a list of bots for the seats after the agent's, in
    turn order: specs, classes, bots or functions of a state. `seat` is the agent's seat, or None
    for a different seat every game.

    An observation is a dictionary with `observation` (MOVES.md, section 12) and `action_mask`
    (section 11); the mask is in the info, too. With `mask=False` the observation is only the array.
    The reward is 0 until the end of the game, and then the agent's share of the win (D20), or its
    points with `reward="points"`. After `limit` moves of all seats the game is truncated and scored
    as it is (T76, H51). An illegal action ends the game with a reward of -1.

    The only option of `reset` is `state`, a position to start from; others are refused. `render`
    shows the whole position, including the secrets of other seats; `human` prints it before every
    decision. A copy of an environment (`copy.deepcopy`, pickle) continues like the original, except
    that bots that search start a new tree, and programs (`exec:`) a new process.

    >>> env = HansaEnv(board="east", players=3, opponents=["greedy", "random"], render_mode="ansi")
    >>> observation, info = env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.step(int(env.action_masks().argmax()))
    >>> bool((info["action_mask"] == observation["action_mask"]).all()), env.render()[:32]
    (True, 'The Eastern Hanseatic League (ea')
    >>> env.close()
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 - as it is there

    def __init__(
        self, *, opponents: BotLike | Sequence[BotLike] = "random", seat: int | None = 0, render_mode: str | None = None,
        limit: int = DEFAULT_LIMIT, reward: str = "share", mask: bool = True, **setup: Any,
    ) -> None:
        check_mode(render_mode)
        check_reward(reward)
        self._reward, self._mask = reward, mask
        self.render_mode = render_mode
        with setup_of(HansaEnv, setup):
            self.game = ActionGame(setup, limit)
        others = self.game.seats - 1
        one_for_all = isinstance(opponents, str) or not isinstance(opponents, Sequence)
        self.opponents: list[BotLike] = [opponents] * others if one_for_all else list(opponents)    # type: ignore[list-item, arg-type]
        if len(self.opponents) != others:
            raise HansaError(f"{others} opponents are needed, not {len(self.opponents)}")
        if seat is not None and (not is_whole(seat) or not 0 <= seat < self.game.seats):
            raise HansaError(f"there is no seat {seat!r}; seats are 0 to {others}, or None for any")
        made = [make_bot(spec) for spec in self.opponents]
        for bot, spec in zip(made, self.opponents, strict=True):
            if bot is not spec:
                bot.close()
            check_plays(bot, self.game.name)
        if len({id(bot) for bot in made}) < others:
            raise HansaError("one bot cannot sit in two seats; pass its class, or a list of different bots")
        self._chosen_seat = seat
        self.seat = seat or 0
        self.bots: dict[int, Bot] = {}
        self._ended = True
        self.action_space = spaces.Discrete(self.game.actions)     # type: ignore[assignment]   # its numbers are numpy's
        whole_space = observation_space(self.game)
        self.observation_space = whole_space if mask else whole_space["observation"]    # type: ignore[assignment]

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Starts a new game and plays until the agent's first decision. Without a seed, the game
        follows from the last seed given."""
        start = state_option(options)
        super().reset(seed=seed)
        self.close()
        self.game.begin(int(self.np_random.integers(1 << 31)), start)
        seats = self.game.seats
        self.seat = int(self.np_random.integers(seats)) if self._chosen_seat is None else self._chosen_seat
        for number, spec in enumerate(self.opponents, 1):
            other = (self.seat + number) % seats
            self.bots[other] = make_bot(spec, seed=int(self.np_random.integers(1 << 31)))
        self._begin_bots()
        self._ended = False
        self._play_bots()
        if self.game.over:
            self.close()
            raise HansaError(f"a limit of {self.game.limit} moves ends the game before seat {self.seat} decides")
        self._show()
        return self._look()

    def _begin_bots(self) -> None:
        for seat, bot in self.bots.items():
            bot.new_game(seat, seen_setup(self.game.state.setup or {}, seat))

    def __setstate__(self, copied: dict[str, Any]) -> None:
        self.__dict__.update(copied)
        self._begin_bots()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays an action number, then lets the others play until the agent decides again."""
        if self._ended:
            raise HansaError("no game is on: reset() begins one")
        if not self.action_space.contains(action) or not self.game.mask(self.seat)[int(action)]:
            self.close()
            observation, info = self._look()
            return observation, ILLEGAL_REWARD, True, False, {**info, "illegal": f"action {action} is not legal here"}
        self._play(int(action))
        self._play_bots()
        reward = 0.0
        if self.game.over:
            reward = self.game.rewards(self._reward)[self.seat]
            self.close()
        self._show()
        observation, info = self._look()
        return observation, reward, self.game.state.over, self.game.cut_off, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask of legal actions; MaskablePPO calls this method."""
        return self.game.mask(self.seat).view(np.bool_)

    def _play(self, action: int) -> None:
        mover = self.game.mover
        move = self.game.play(action)
        for bot in self.bots.values():
            for told in (f"{mover} {move}", *(f"* {drawn}" for drawn in self.game.chance)):
                bot.observe(told)

    def _play_bots(self) -> None:
        """Plays until the agent decides or the game is over. Bots are only asked when there is a
        choice; a bot that fails ends the game."""
        while not self.game.over and self.game.mover != self.seat:
            state, mover = self.game.state, self.game.mover
            assert mover is not None
            try:
                move = state.forced or state.own(self.bots[mover].choose(state.view(mover)))
            except BaseException:
                self.close()
                raise
            self._play(state.position.action_of(move.code))

    def _look(self) -> tuple[Observation, dict[str, Any]]:
        mask = self.game.mask(self.seat)
        seen = self.game.observation(self.seat)
        observation: Observation = {"observation": seen, "action_mask": mask} if self._mask else seen
        return observation, {"action_mask": mask.copy(), "seat": self.seat}

    def render(self) -> Any:
        """The position: as text, as a picture, or printed."""
        if self.render_mode is None:
            logger.warn("render() without a render_mode shows nothing; gymnasium.make(..., render_mode='ansi') chooses one")
        return rendered(self.game.state, self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Closes the bots, after telling them the result so far. `reset` starts another game."""
        self._ended = True
        for bot in self.bots.values():
            bot.game_over(self.game.outcome.result)
            bot.close()
        self.bots = {}


for name, env_id in IDS.items():
    gymnasium.register(
        env_id, entry_point="hansa.envs.gymnasium:HansaEnv", kwargs={"game": name},
        vector_entry_point="hansa.envs.gymnasium_vector:HansaVectorEnv")
