"""The batched environment: every game of it is a game by the rules, fixed by its seed and its actions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hansa import HansaError, State
from hansa.envs.vector import VectorEnv

TABLES: tuple[dict[str, Any], ...] = (
    {"board": "hansa-23", "players": 2}, {"board": "hansa-45", "players": 5, "modules": ["missions", "favours"]},
    {"board": "britannia-3", "players": 3, "edition": "classic"},
)


@pytest.mark.parametrize("setup", TABLES, ids=lambda setup: setup["board"])
def test_every_game_goes_by_the_rules(setup: dict[str, Any]) -> None:
    """Each step of each game, beside a State that plays the same moves: masks, observations, movers, chance."""
    env = VectorEnv(5, seed=3, limit=120, **setup)
    turn = env.reset()
    chance = ended = 0
    for _ in range(300):
        states = [env.state(game) for game in range(env.games)]
        for game, state in enumerate(states):
            assert state.to_move == turn.movers[game]
            assert set(np.flatnonzero(turn.masks[game])) == set(state.position.actions())
            out = np.empty(env.features, np.float32)
            state.position.observe(int(turn.movers[game]), out)
            assert np.array_equal(out, turn.observations[game])
        actions = env.random_actions()
        turn = env.step(actions)
        for game, state in enumerate(states):
            state.position.play(state.position.move_of(int(actions[game])))
            chance += state.to_move == "*"
            if turn.terminated[game] or turn.truncated[game]:
                ended += 1
                assert turn.rewards[game] == pytest.approx(state.shares) and env.state(game).turns == 0
            else:
                assert not turn.rewards[game].any()
                assert env.state(game) in follow_chance(state)
    assert ended and (chance or setup["board"] != "hansa-23")


def follow_chance(state: State) -> list[State]:
    """Every position in which chance may leave a game."""
    if state.to_move != "*":
        return [state]
    return [end for move in state.legal_moves for end in follow_chance(state.after(move))]


def test_a_seed_fixes_everything() -> None:
    def played(seed: int, games: int) -> list[Any]:
        env = VectorEnv(games, seed=seed, limit=400, masks=False, board="east", players=3)
        turn = env.reset()
        sums = []
        for _ in range(600):
            turn = env.step_random()
            sums.append((turn.observations[:4].sum(), turn.movers[:4].tolist(), turn.rewards[:4].tolist()))
        return sums

    assert played(1, 4) == played(1, 4) == played(1, 9)     # a game does not depend on those beside it
    assert played(1, 4) != played(2, 4)


def test_drawing_inside_and_outside_play_the_same_games() -> None:
    one, other = (VectorEnv(8, seed=5, masks=False, board="hansa-45", players=4) for _ in range(2))
    one.reset()
    other.reset()
    for _ in range(300):
        assert np.array_equal(one.step_random().observations, other.step(other.random_actions()).observations)


def test_reset_begins_anew() -> None:
    env = VectorEnv(6, seed=1, board="hansa-23", players=3)
    first = env.reset().observations.copy()
    for _ in range(50):
        env.step_random()
    turn = env.reset()
    assert np.array_equal(first, turn.observations) and not turn.rewards.any()
    assert set(np.flatnonzero(turn.masks[0])) == set(env.state(0).position.actions())
    assert not np.array_equal(first, env.reset(seed=2).observations)        # other starts for the games


def test_games_end_by_the_rules_too() -> None:
    env = VectorEnv(64, seed=1, limit=1 << 20, masks=False, observations=False, board="east", players=5)
    ended = 0
    for _ in range(20_000):
        turn = env.step_random()
        if turn.terminated.any():
            ended += 1
            assert turn.rewards[turn.terminated].sum(axis=1) == pytest.approx(1) and not turn.truncated.any()
    assert ended > 20


def test_an_illegal_action_changes_nothing() -> None:
    env = VectorEnv(4, seed=1, board="hansa-23", players=2)
    turn = env.reset()
    before = [env.state(game) for game in range(4)]
    actions = env.random_actions()
    wrong = int(np.flatnonzero(~turn.masks[2])[0])
    for bad in (wrong, -1, env.actions, 1 << 40):
        tried = actions.astype(np.int64)
        tried[2] = bad
        with pytest.raises(ValueError, match="nothing was played"):
            env.step(tried)
        assert [env.state(game) for game in range(4)] == before
    for shape in (actions[:3], actions.astype(np.float32), actions.reshape(2, 2), 5):
        with pytest.raises(ValueError):
            env.step(shape)
    env.step(actions.tolist())


def test_what_is_shown_cannot_be_written() -> None:
    turn = VectorEnv(2, board="hansa-23", players=2).reset()
    for array in turn:
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


@pytest.mark.parametrize("wrong", [
    {"games": 0}, {"games": 2.0}, {"games": 2, "limit": 0}, {"games": 2, "starts": 0},
    {"games": 2, "board": "east", "players": 2}, {"games": 2, "bord": "east"}, {"games": 2, "board": "hansa2004", "players": 2},
])
def test_what_makes_no_sense_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(HansaError):
        VectorEnv(**wrong)
