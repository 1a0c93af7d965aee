"""Many games at once for Gymnasium's vector API: self-play, or against bots.

>>> env = HansaVectorEnv(64, board="hansa-23", players=2)
>>> observations, infos = env.reset(seed=1)
>>> observations["observation"].shape, observations["action_mask"].shape, infos["mover"][:3].tolist()
((64, 1183), (64, 4799), [0, 0, 0])
>>> observations, rewards, terminated, truncated, infos = env.step(env.random_actions())
>>> rewards.shape, bool(terminated.any())
((64,), False)
>>> env.close()
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hansa.bots.bot import Bot
from hansa.bots.objects import BotLike
from hansa.bots.registry import check_plays, make_bot
from hansa.envs.action_game import DEFAULT_LIMIT, check_reward, setup_of, whole
from hansa.envs.vector import DEFAULT_STARTS, Legal, Turn, VectorEnv, first_positions
from hansa.errors import HansaError
from hansa.state import State

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector import VectorEnv as GymnasiumVectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError("hansa.envs.gymnasium_vector needs Gymnasium: pip install 'hansa[envs]'") from error

__all__ = ["HansaVectorEnv"]

OPTIONS = ("starts",)
WAITS = -1                  # an action number: this game is not stepped
MOST_ANSWERS = 10_000       # steps of opponents between two decisions of one's own


class HansaVectorEnv(GymnasiumVectorEnv[Any, Any, Any]):
    """`num_envs` games of one board and number of players, stepped together by the engine.

    Without `opponents` the agent decides for every seat (self-play): observation, mask and
    `infos["mover"]` are those of the seat that decides, and the reward is that of the seat that
    moved. With `opponents`, a bot for all other seats or a list of bots for the seats after `seat`,
    the agent plays only `seat`. `"random"` is fast, since the engine plays it; other bots are asked
    one game at a time.

    Rewards are 0 until the end of a game, and then the share of the win (D20), or the points with
    `reward="points"`; `infos["rewards"]` has those of all seats. A game that ends restarts in the
    same step (`AutoresetMode.SAME_STEP`); `infos["final_obs"]` has the observations at its end.
    With `mask=False` observations are plain arrays and the mask is in `infos["action_mask"]`;
    `legal()` returns lists of action numbers instead. With `copy=False` every step returns the
    same, writable arrays, whose memory `torch.from_numpy` can share.

    `starts` is the number of start positions to draw, or a list of them;
    `reset(options={"starts": [...]})` replaces them, and refuses other options. Further arguments
    are the setup (MOVES.md, sections 4 and 9).

    >>> env = HansaVectorEnv(8, board="east", players=3, opponents="random", seat=1, mask=False, reward="points", limit=30)
    >>> observations, infos = env.reset(seed=3)
    >>> set(infos["mover"].tolist()), infos["action_mask"].shape == (8, env.single_action_space.n)
    ({1}, True)
    >>> for _ in range(20):
    ...     observations, rewards, terminated, truncated, infos = env.step([env.legal().of(game)[0] for game in range(8)])
    >>> env.state(0).seat, observations.shape == env.observation_space.shape
    (1, True)
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012 - as it is there

    def __init__(
        self, num_envs: int, *, opponents: BotLike | Sequence[BotLike] | None = None, seat: int = 0,
        reward: str = "share", mask: bool = True, copy: bool = True, limit: int = DEFAULT_LIMIT,
        starts: int | Sequence[State] = DEFAULT_STARTS, seed: int = 0, **setup: Any,
    ) -> None:
        # first: Gymnasium closes what was refused, too
        self._opponents: _Opponents | None = None
        check_reward(reward)
        self._seed = whole("seed", seed)
        with setup_of(HansaVectorEnv, setup):
            first = first_positions(starts, self._seed, setup)
        self.games = VectorEnv(
            num_envs, seed=self._seed, limit=limit, starts=first, finals=True, points=reward == "points", writable=True)
        self.num_envs = self.games.games
        self.render_mode = None
        self._copy, self._mask = copy, mask
        self.seat = whole("seat", seat, 0, self.games.seats - 1)
        if opponents is not None:
            self._opponents = _Opponents(opponents, self.games, self.seat)
        self._begun = False
        self._rows = np.arange(self.num_envs)
        seen = spaces.Box(0.0, 1.0, (self.games.features,), np.float32)
        self.single_observation_space = spaces.Dict({
            "observation": seen, "action_mask": spaces.Box(0, 1, (self.games.actions,), np.int8),
        }) if mask else seen
        self.single_action_space = spaces.Discrete(self.games.actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Restarts every game; one seed determines all of them. The only option is `starts`."""
        unknown = [name for name in options or {} if name not in OPTIONS]
        if unknown:
            raise HansaError(f"unknown option {unknown[0]!r} of reset; known are {', '.join(OPTIONS)}")
        if isinstance(seed, list):
            raise HansaError("games share one seed, each with random numbers of its own; give a number")
        if seed is None:
            seed = self._seed if not self._begun else int(self.np_random.integers(1 << 31))
        super().reset(seed=seed)
        self._begun = True
        starts = (options or {}).get("starts")
        turn = self.games.reset(seed) if starts is None else self.games.restart(starts, seed)
        if self._opponents is not None:
            self._opponents.begin(seed)
            totals = _Totals(self.num_envs, self.games.seats)
            turn = self._opponents.answer(turn, totals)
            if totals.ended.any():
                raise HansaError(f"a game ends before seat {self.seat} decides; raise the limit")
        return self._shown(turn), self._infos(turn)

    def step(self, actions: Any) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Plays an action number in every game, then lets the opponents play until the agent
        decides in every game."""
        if not self._begun:
            raise HansaError("no games are on: reset() begins them")
        if self._opponents is None:
            movers = self._movers.copy()
            turn = self.games.step(actions)
            rewards = turn.rewards[self._rows, movers].astype(np.float64)
            return self._given(turn, rewards, turn.rewards, turn.terminated, turn.truncated)
        totals = _Totals(self.num_envs, self.games.seats)
        turn = self.games.step(actions, self.seat, look=False)
        totals.add(turn)
        turn = self._opponents.answer(turn, totals)
        mine = totals.rewards[:, self.seat].astype(np.float64)
        return self._given(turn, mine, totals.rewards, totals.terminated, totals.truncated)

    def _given(
        self, turn: Turn, rewards: NDArray[Any], all_rewards: NDArray[Any], terminated: NDArray[Any], truncated: NDArray[Any]
    ) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """What a step returns."""
        infos = self._infos(turn)
        ended = terminated | truncated
        if ended.any():
            infos["rewards"] = np.array(all_rewards)
            infos["final_obs"], infos["_final_obs"] = self._finals(turn, ended), ended
        return self._shown(turn), rewards, np.array(terminated), np.array(truncated), infos

    def _finals(self, turn: Turn, ended: NDArray[Any]) -> NDArray[np.object_]:
        """The observations of games that ended, None for the others, as Gymnasium's own vector
        environments have them."""
        found = np.full(self.num_envs, None, np.object_)
        for game in np.flatnonzero(ended):
            seen = turn.finals[game].copy()
            nothing = np.zeros(self.games.actions, np.int8)
            found[game] = {"observation": seen, "action_mask": nothing} if self._mask else seen
        return found

    def _shown(self, turn: Turn) -> Any:
        seen = turn.observations.copy() if self._copy else turn.observations
        return {"observation": seen, "action_mask": self._mask_of(turn)} if self._mask else seen

    def _mask_of(self, turn: Turn) -> NDArray[np.int8]:
        mask = turn.masks.view(np.int8)
        return mask.copy() if self._copy else mask

    def _infos(self, turn: Turn) -> dict[str, Any]:
        self._movers = turn.movers.copy()
        infos: dict[str, Any] = {"mover": self._movers}
        return infos if self._mask else infos | {"action_mask": self._mask_of(turn)}

    def legal(self) -> Legal:
        """The legal action numbers of every game, as lists."""
        return self.games.legal()

    def random_actions(self) -> NDArray[np.int32]:
        """A uniformly random legal action number for every game."""
        return self.games.random_actions()

    def state(self, game: int) -> State:
        """A copy of one game's position."""
        return self.games.state(game)

    def close_extras(self, **options: Any) -> None:
        """Closes the bots.

        >>> HansaVectorEnv(2, board="hansa-23", players=2).close_extras()
        """
        if self._opponents is not None:
            self._opponents.close()


class _Totals:
    """The combined result of a step of the agent and the answers of the opponents."""

    def __init__(self, games: int, seats: int) -> None:
        self.rewards = np.zeros((games, seats), np.float32)
        self.terminated, self.truncated = np.zeros((2, games), np.bool_)

    @property
    def ended(self) -> NDArray[np.bool_]:
        return self.terminated | self.truncated

    def add(self, turn: Turn) -> None:
        """Adds the result of one step of the games."""
        now = turn.terminated | turn.truncated
        if (now & self.ended).any():
            raise HansaError("a game ended twice between two decisions; raise the limit")
        self.rewards += turn.rewards
        self.terminated |= turn.terminated
        self.truncated |= turn.truncated


class _Opponents:
    """The bots at the other seats of all games: one for each game and seat, or none where they play
    at random."""

    def __init__(self, chosen: BotLike | Sequence[BotLike], games: VectorEnv, seat: int) -> None:
        others = games.seats - 1
        one_for_all = isinstance(chosen, str) or not isinstance(chosen, Sequence)
        specs: list[Any] = [chosen] * others if one_for_all else list(chosen)   # type: ignore[arg-type]
        if len(specs) != others:
            raise HansaError(f"{others} opponents are needed, not {len(specs)}")
        self._games, self._seat = games, seat
        self._specs: Mapping[int, Any] = {(seat + place) % games.seats: spec for place, spec in enumerate(specs, 1)}
        self._random = all(spec == "random" for spec in specs)
        self._bots: dict[tuple[int, int], Bot] = {}
        for spec in specs:
            self._check(spec)

    def _check(self, spec: Any) -> None:
        if isinstance(spec, Bot):
            raise HansaError("one bot cannot sit in many games; pass its class or its spec")
        bot = make_bot(spec)
        bot.close()
        check_plays(bot, self._games.game)
        if type(bot).observe is not Bot.observe:
            raise HansaError(f"{bot.spec} wants to hear every move; play against it in hansa.envs.gymnasium.HansaEnv")

    def begin(self, seed: int) -> None:
        """New bots for new games."""
        self.close()
        if not self._random:
            self._bots = {
                (game, seat): make_bot(spec, seed=(seed * 7919 + game * 31 + seat) % (1 << 31))
                for game in range(self._games.games) for seat, spec in self._specs.items()
            }

    def answer(self, turn: Turn, totals: _Totals) -> Turn:
        """Lets the bots play until the agent decides in every game."""
        for _ in range(MOST_ANSWERS):
            waiting = turn.movers == self._seat
            if waiting.all():
                return self._games.look()
            actions = np.where(waiting, WAITS, self._chosen(turn, waiting)).astype(np.int32)
            turn = self._games.step_some(actions, self._seat, look=False)
            totals.add(turn)
        raise HansaError(f"seat {self._seat} has not decided for {MOST_ANSWERS} moves")

    def _chosen(self, turn: Turn, waiting: NDArray[np.bool_]) -> NDArray[np.int32]:
        if self._random:
            return self._games.random_actions()
        actions = np.full(self._games.games, WAITS, np.int32)
        for game in np.flatnonzero(~waiting):
            state, mover = self._games.state(int(game)), int(turn.movers[game])
            move = state.forced or state.own(self._bots[int(game), mover].choose(state.view(mover)))
            actions[game] = state.position.action_of(move.code)
        return actions

    def close(self) -> None:
        for bot in self._bots.values():
            bot.close()
        self._bots = {}
