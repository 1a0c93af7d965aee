"""Gymnasium's vector API over the engine's batches: every game by the rules, ends observed, bots at
the other seats."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium")

import gymnasium
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from hansa import HansaError, State
from hansa.bots.bot import Bot, Options
from hansa.envs.gymnasium_vector import HansaVectorEnv
from hansa.record import play_random
from hansa.state import Move

DUEL: dict[str, Any] = {"board": "hansa-23", "players": 2}
SAIL: dict[str, Any] = {"game": "hansa2004", "players": 3}


class Last(Bot):
    """The last legal move, and how many of these bots there were."""

    made = 0

    def __init__(self, name: str = "last", options: Options | None = None) -> None:
        super().__init__(name, options or Options())
        Last.made += 1

    def choose(self, state: State) -> Move:
        return state.legal_moves[-1]


@pytest.mark.parametrize("setup", [DUEL, SAIL])
def test_self_play_goes_by_the_rules_and_ends_are_seen(setup: dict[str, Any]) -> None:
    env = HansaVectorEnv(4, limit=40, **setup)
    observations, infos = env.reset(seed=3)
    assert observations in env.observation_space and env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    ended = 0
    for _ in range(130):
        states, actions = [env.state(game) for game in range(4)], env.random_actions()
        assert infos["mover"].tolist() == [state.seat for state in states]
        observations, rewards, terminated, truncated, infos = env.step(actions)
        assert rewards.dtype == np.float64 and actions in env.action_space
        for game, state in enumerate(states):
            mover = state.seat
            state.position.play(state.position.move_of(int(actions[game])))
            if not (terminated[game] or truncated[game]):
                assert rewards[game] == 0 and ("final_obs" not in infos or infos["final_obs"][game] is None)
                continue
            ended += 1
            assert infos["_final_obs"][game] and sum(infos["rewards"][game]) == pytest.approx(1)
            final = infos["final_obs"][game]
            assert final in env.single_observation_space and not final["action_mask"].any()
            # What chance did after the last move nobody knows but the batch
            if state.to_move != "*":
                if not state.over:
                    state.cut_off()
                assert rewards[game] == pytest.approx(state.shares[mover])
                seen = np.zeros(len(final["observation"]), np.float32)
                state.position.observe(mover, seen)
                assert np.array_equal(seen, final["observation"])
    assert ended >= 4


def test_against_bots_only_ones_own_seat_decides() -> None:
    env = HansaVectorEnv(6, opponents=[Last, "random"], seat=1, limit=60, **SAIL)
    _, infos = env.reset(seed=1)
    ended = np.zeros(6)
    for _ in range(80):
        assert infos["mover"].tolist() == [1] * 6 == [env.state(game).to_move for game in range(6)]
        _, rewards, terminated, truncated, infos = env.step(env.random_actions())
        over = terminated | truncated
        ended += over
        assert (rewards[~over] == 0).all()
        if over.any():
            assert infos["rewards"][over].sum(axis=1) == pytest.approx(1)
            assert rewards[over] == pytest.approx(infos["rewards"][over, 1])
    assert ended.all()
    env.close()


def test_bots_answer_as_they_would_in_a_game_of_their_own() -> None:
    env = HansaVectorEnv(3, opponents=Last, starts=1, **DUEL)
    env.reset(seed=5)
    for _ in range(30):
        states, actions = [env.state(game) for game in range(3)], env.random_actions()
        env.step(actions)
        for game, state in enumerate(states):
            state.position.play(state.position.move_of(int(actions[game])))
            while state.to_move == 1:
                state.play(state.forced or state.legal_moves[-1])
            if state.to_move == 0:
                assert env.state(game) == state


def test_opponents_at_random_and_as_bots_are_refused_alike() -> None:
    for opponents, why in (
        (["random"] * 3, "2 opponents are needed, not 3"), (Last(), "one bot cannot sit in many games"),
        ("randm", "did you mean 'random'"), ("prestige", "prestige"),
    ):
        with pytest.raises(HansaError, match=why):
            HansaVectorEnv(2, opponents=opponents, **SAIL)


def test_what_was_refused_can_be_closed() -> None:
    """Gymnasium 1.2 closes such an environment when it is collected."""
    made: list[HansaVectorEnv] = []

    class Kept(HansaVectorEnv):
        def __init__(self, *arguments: Any, **settings: Any) -> None:
            made.append(self)
            super().__init__(*arguments, **settings)

    for settings in ({"opponents": ["random"] * 3}, {"reward": "win"}):
        with pytest.raises(HansaError):
            Kept(2, **settings, **SAIL)
        made[-1].close()


def test_a_bot_that_must_hear_every_move_is_refused() -> None:
    class Listener(Last):
        def observe(self, move: str) -> None:
            """It listens."""

    with pytest.raises(HansaError, match="wants to hear every move"):
        HansaVectorEnv(2, opponents=Listener, **DUEL)


def test_points_are_paid_where_they_are_asked_for() -> None:
    env = HansaVectorEnv(2, reward="points", limit=30, **DUEL)
    env.reset(seed=1)
    for _ in range(29):
        env.step(env.random_actions())
    states, actions = [env.state(game) for game in range(2)], env.random_actions()
    _, rewards, _, truncated, infos = env.step(actions)
    assert truncated.all()
    for game, state in enumerate(states):
        mover = state.seat
        state.position.play(state.position.move_of(int(actions[game])))
        state.cut_off()
        assert infos["rewards"][game].tolist() == [scores["total"] for scores in state.scores]
        assert rewards[game] == state.scores[mover]["total"]
    with pytest.raises(HansaError, match="unknown reward 'win'; known are share, points"):
        HansaVectorEnv(2, reward="win", **DUEL)


def test_games_begin_from_given_positions() -> None:
    starts = [step.state for step in play_random(DUEL, seed=2, limit=20).steps() if step.state.to_move == 1][:3]
    env = HansaVectorEnv(8, starts=starts)
    env.reset(seed=1)
    keys = {state.key for state in starts}
    assert {env.state(game).key for game in range(8)} <= keys
    other = State.new(seed=9, **DUEL)
    env.reset(options={"starts": [other]})
    assert all(env.state(game) == other for game in range(8))
    observations, infos = env.reset(seed=2)         # they stay
    assert infos["mover"].tolist() == [0] * 8 and observations in env.observation_space
    assert observations["action_mask"].sum(axis=1).tolist() == [len(other.legal_moves)] * 8
    over = other.copy()
    over.cut_off()
    for wrong, why in (
        ([over], "start 0 cannot be played from: no seat decides"), ([], "a number, or a list of States"),
        ([other, State.new(seed=1, **SAIL)], "start 1 has another board or number of players"),
        ([State.new(seed=1, **SAIL)], "these games are on hansa-23 with 2"), (["x"], "a list of States"),
    ):
        with pytest.raises(HansaError, match=why):
            env.reset(options={"starts": wrong})
    with pytest.raises(HansaError, match="the starts say what is played; leave out 'board'"):
        HansaVectorEnv(8, starts=starts, board="east")


def test_options_are_honoured_or_refused() -> None:
    env = HansaVectorEnv(2, **DUEL)
    for options in ({"board": "east"}, {"reset_mask": np.ones(2, np.bool_)}):
        with pytest.raises(HansaError, match=r"unknown option '.*' of reset; known are starts"):
            env.reset(options=options)
    with pytest.raises(HansaError, match=r"reset\(\) begins them"):
        env.step([0, 0])
    with pytest.raises(HansaError, match=r"seed must be a whole number, not 1\.5"):
        HansaVectorEnv(2, seed=1.5, **DUEL)     # type: ignore[arg-type]
    with pytest.raises(HansaError, match="games share one seed"):
        env.reset(seed=[1, 2])
    with pytest.raises(HansaError, match="seat must be a whole number from 0 to 1"):
        HansaVectorEnv(2, seat=2, **DUEL)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="nothing was played"):
        env.step([-1, -1])


def test_the_same_seed_gives_the_same_games() -> None:
    def course(env: HansaVectorEnv, seed: int | None) -> list[Any]:
        env.reset(seed=seed)
        return [env.step(env.random_actions())[0]["observation"].sum(axis=1).tolist() for _ in range(20)]

    env = HansaVectorEnv(3, **SAIL)
    first = course(env, 7)
    after = course(env, None)
    assert first != after
    assert course(env, 7) == first and course(env, None) == after
    one, other = (HansaVectorEnv(3, seed=7, **SAIL) for _ in range(2))
    first = course(one, None)
    assert first == course(other, 7) != course(one, None), "the seed of the environment is that of its first games"


def test_arrays_are_copies_or_shared_and_writable() -> None:
    for copy in (True, False):
        env = HansaVectorEnv(2, copy=copy, mask=False, **DUEL)
        first, infos = env.reset(seed=1)
        kept = first.copy()
        second, *_ = env.step(env.random_actions())
        assert np.shares_memory(first, second) is not copy
        assert np.array_equal(first, kept) is copy
        assert first.flags.writeable and first in env.observation_space and infos["action_mask"].shape == (2, 4799)


def test_legal_lists_say_what_masks_say() -> None:
    env = HansaVectorEnv(5, **SAIL)
    observations, _ = env.reset(seed=4)
    for _ in range(60):
        legal = env.legal()
        for game in range(5):
            assert sorted(legal.of(game)) == np.flatnonzero(observations["action_mask"][game]).tolist()
        observations, *_ = env.step([legal.of(game)[-1] for game in range(5)])
    with pytest.raises(IndexError):
        legal.of(5)


def test_gymnasium_makes_it_and_its_wrappers_take_it() -> None:
    env = gymnasium.make_vec(
        "hansa.envs.gymnasium:hansa/Hansa2004-v1", num_envs=3, vectorization_mode="vector_entry_point", players=2, limit=20)
    wrapped = RecordEpisodeStatistics(env)
    wrapped.reset(seed=1)
    lengths = []
    for _ in range(45):
        *_, infos = wrapped.step(env.unwrapped.random_actions())    # type: ignore[attr-defined]
        if "episode" in infos:
            lengths += infos["episode"]["l"][infos["_episode"]].tolist()
    assert lengths == [20] * 6


def test_a_limit_that_ends_games_before_one_decides_is_an_error() -> None:
    with pytest.raises(HansaError, match="raise the limit"):
        HansaVectorEnv(2, opponents="random", seat=1, limit=1, **DUEL).reset(seed=1)
