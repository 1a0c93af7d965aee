"""The PettingZoo environment: PettingZoo's own tests, and the rules behind it."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="pip install 'hansa[envs]'")

from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

from hansa import HansaError, State
from hansa.envs.pettingzoo import env, raw_env

TABLES: tuple[dict[str, Any], ...] = (
    {"board": "hansa-23", "players": 2}, {"board": "east", "players": 5},
    {"board": "hansa-45", "players": 4, "modules": ["missions", "favours"]}, {"board": "hansa2004", "players": 3},
)
# PettingZoo says this of its own games with masks too; it expects plain boxes, and moves in games
# that are over.
EXPECTED = (
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",
)


@pytest.mark.filterwarnings(*EXPECTED)
@pytest.mark.parametrize("setup", TABLES, ids=lambda setup: setup["board"])
def test_pettingzoo_api(setup: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env(limit=400, **setup), num_cycles=300)
    api_test(raw_env(**setup), num_cycles=30)


@pytest.mark.parametrize("setup", TABLES, ids=lambda setup: setup["board"])
def test_pettingzoo_seeds(setup: dict[str, Any]) -> None:
    seed_test(lambda: env(**setup), num_cycles=200)


@pytest.mark.parametrize("setup", TABLES, ids=lambda setup: setup["board"])
def test_pettingzoo_rendering(setup: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: env(render_mode=render_mode, **setup))
    capsys.readouterr()
    game = env(render_mode="human", **setup)        # shows itself after every step
    game.reset(seed=1)
    game.step(int(np.flatnonzero(game.last()[0]["action_mask"])[0]))
    assert capsys.readouterr().out.count(f", {setup['players']} players") == 2
    with pytest.warns(UserWarning, match="without a render_mode"):
        assert raw_env(**setup).render() is None


def test_what_it_is_called() -> None:
    assert env(board="east", players=3).metadata["name"] == "hansa_teutonica_v1" == str(raw_env(board="east", players=3))
    assert env(game="hansa2004", players=2).metadata["name"] == "hansa_2004_v1"


def test_pettingzoo_performance(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter(range(0, 100, 2))
    clock = SimpleNamespace(time=lambda: next(times))      # its five seconds, made shorter
    monkeypatch.setitem(performance_benchmark.__globals__, "time", clock)
    performance_benchmark(env(board="hansa-23", players=2))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize("setup", TABLES, ids=lambda setup: setup["board"])
def test_it_plays_by_the_rules(setup: dict[str, Any]) -> None:
    """Observation, mask and mover are those of the state; the end pays the shares."""
    rng = random.Random(4)
    game = env(limit=500, **setup)
    game.reset(seed=7)
    table = game.unwrapped.game
    moves = 0
    for agent in game.agent_iter():
        observation, reward, terminated, truncated, info = game.last()
        if terminated or truncated:
            game.step(None)
            assert reward == table.outcome.shares[int(agent[-1])] and info == {}
            continue
        state: State = table.state
        assert agent == f"seat_{state.to_move}" and reward == 0
        assert set(np.flatnonzero(observation["action_mask"])) == set(state.position.actions())
        assert np.array_equal(info["action_mask"], observation["action_mask"])
        assert observation["observation"].dtype == np.float32 and game.observation_space(agent).contains(observation)
        other = game.observe(f"seat_{(int(agent[-1]) + 1) % len(game.agents)}")
        assert not other["action_mask"].any()
        game.step(rng.choice(state.position.actions()))
        moves += 1
    assert moves == 500 or table.state.over


def test_a_game_may_end_by_the_rules() -> None:
    """Greedy play, through the environment, ends before the limit."""
    from hansa.bots.registry import make_bot

    game = env(board="hansa-23", players=2)
    game.reset(seed=3)
    bots = [make_bot("markers:seed=1"), make_bot("prestige:seed=2")]
    paid = {}
    for agent in game.agent_iter():
        _, reward, terminated, truncated, _ = game.last()
        assert not truncated
        if terminated:
            paid[agent] = reward
            game.step(None)
            continue
        state = game.unwrapped.game.state
        game.step(state.position.action_of(bots[state.to_move].choose(state.view(state.to_move)).code))
    assert sum(paid.values()) == 1 and game.unwrapped.game.state.over


def test_an_illegal_action_loses(capsys: pytest.CaptureFixture[str]) -> None:
    game = env(board="hansa-23", players=2)
    game.reset(seed=1)
    observation = game.last()[0]
    wrong = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    game.step(wrong)
    assert game.rewards == {"seat_0": -1.0, "seat_1": 0} and all(game.terminations.values())
    game.reset(seed=1)
    for action in (-1, 10**6):
        with pytest.raises(AssertionError, match="action is not in action space"):
            game.step(action)
    raw = raw_env(board="hansa-23", players=2)
    raw.reset(seed=1)
    right = int(np.flatnonzero(observation["action_mask"])[0])
    of_numpy: Any = np.int64(right)
    unreal: Any
    for unreal in (wrong, -1, 10**6, None, right + 0.5, "first", [right]):
        with pytest.raises(ValueError, match="not legal"):
            raw.step(unreal)
    raw.step(of_numpy)


def test_seeds_go_on_from_the_last_one() -> None:
    def starts(seed: int) -> list[Any]:
        game = raw_env(board="hansa-45", players=4)
        game.reset(seed=seed)
        first = game.game.state.setup
        game.reset()
        return [first, game.game.state.setup]

    assert starts(1) == starts(1) != starts(2)
    assert starts(1)[0] != starts(1)[1]


def test_a_setup_may_be_fixed_and_must_make_sense() -> None:
    game = raw_env(board="hansa-45", players=4, seed=9)
    game.reset(seed=1)
    first = game.game.state.setup
    game.reset(seed=2)
    assert game.game.state.setup == first == State.new(board="hansa-45", players=4, seed=9).setup
    of_numpy: Any = np.int64(5)
    assert raw_env(board="hansa-23", players=2, limit=of_numpy).game.limit == 5
    for wrong in ({"board": "east", "players": 2}, {"limit": 0}, {"colour": "red"}, {"game": "hansa2004", "edition": "x"}):
        with pytest.raises(HansaError):
            raw_env(**wrong)
    with pytest.raises(ValueError, match="render_mode"):
        raw_env(render_mode="window")
