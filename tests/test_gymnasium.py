"""The Gymnasium environment: Gymnasium's own check, the bots at the other seats, illegal actions and limits."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="pip install 'hansa[envs]'")

import gymnasium
from gymnasium.utils.env_checker import check_env

from hansa import HansaError
from hansa.bots.registry import SpecError
from hansa.envs.gymnasium import ID, TeutonicaEnv

TABLES: tuple[dict[str, Any], ...] = (
    {"board": "hansa-23", "players": 2},
    {"board": "hansa-45", "players": 4, "modules": ["missions", "favours"], "opponents": "greedy", "seat": None},
    {"board": "britannia-3", "players": 3, "opponents": ["markers", "random"], "seat": 2},
)


@pytest.mark.parametrize("setup", TABLES, ids=lambda setup: setup["board"])
def test_gymnasium_checks_it(setup: dict[str, Any]) -> None:
    check_env(gymnasium.make(ID, render_mode="rgb_array", **setup).unwrapped)


@pytest.mark.parametrize("setup", TABLES, ids=lambda setup: setup["board"])
def test_a_game(setup: dict[str, Any]) -> None:
    """Bots play until one decides again; the end pays one's share."""
    rng = np.random.default_rng(3)
    game = TeutonicaEnv(limit=600, **setup)
    observation, info = game.reset(seed=5)
    steps = 0
    while True:
        assert game.table.mover == game.seat == info["seat"]
        assert set(np.flatnonzero(game.action_masks())) == set(game.table.state.position.actions())
        assert np.array_equal(observation["action_mask"], game.action_masks())
        assert np.array_equal(observation["observation"], game.table.observation(game.seat))
        observation, reward, terminated, truncated, info = game.step(int(rng.choice(np.flatnonzero(game.action_masks()))))
        steps += 1
        if terminated or truncated:
            break
        assert reward == 0
    assert steps < 600 and reward == game.table.state.shares[game.seat]
    assert truncated == (game.table.played == 600) and terminated == game.table.state.over
    with pytest.raises(HansaError, match="reset"):
        game.step(0)


def test_seeds_fix_a_game() -> None:
    def played(seed: int) -> list[Any]:
        game = TeutonicaEnv(board="hansa-23", players=3, seat=None, opponents=["greedy", "random"])
        observation, _ = game.reset(seed=seed)
        seen = []
        for _ in range(60):
            observation, *_ = game.step(int(np.flatnonzero(observation["action_mask"])[-1]))
            seen.append((game.seat, observation["observation"].tobytes()))
        return seen

    assert played(1) == played(1) != played(2)


def test_any_seat_means_every_seat() -> None:
    game = TeutonicaEnv(board="hansa-45", players=5, seat=None)
    game.reset(seed=1)
    seats = set()
    for _ in range(40):
        _, info = game.reset()
        seats.add(info["seat"])
    assert seats == set(range(5))


def test_an_illegal_action_ends_the_game() -> None:
    game = TeutonicaEnv(board="hansa-23", players=2)
    for wrong in (-1, 10**6, None):
        observation, _ = game.reset(seed=1)
        action = int(np.flatnonzero(observation["action_mask"] == 0)[0]) if wrong is None else wrong
        _, reward, terminated, truncated, info = game.step(action)
        assert (reward, terminated, truncated) == (-1.0, True, False) and "not legal" in info["illegal"]


def test_bots_hear_every_move_and_see_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    from hansa.bots.random_bot import RandomBot

    told: list[str] = []
    setups: list[Any] = []
    ended: list[Any] = []
    monkeypatch.setattr(RandomBot, "observe", lambda self, move: told.append(move))
    monkeypatch.setattr(RandomBot, "new_game", lambda self, seat, setup: setups.append((seat, setup)))
    monkeypatch.setattr(RandomBot, "game_over", lambda self, result: ended.append(result))
    game = TeutonicaEnv(board="hansa-23", players=3, modules=["missions"], limit=150)
    observation, _ = game.reset(seed=2)
    done = False
    while not done:
        action = int(np.flatnonzero(observation["action_mask"])[-1])
        observation, _, terminated, truncated, _ = game.step(action)
        done = terminated or truncated
    assert len([move for move in told if move[0] != "*"]) == 2 * 150        # both bots hear all
    assert [seat for seat, _ in setups] == [1, 2] and len(ended) == 2
    for seat, setup in setups:
        assert [card is None for card in setup["missions"]] == [owner != seat for owner in range(3)]


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    for mode, kind in (("ansi", str), ("rgb_array", np.ndarray), ("human", type(None)), (None, type(None))):
        game = TeutonicaEnv(board="east", players=3, render_mode=mode)
        game.reset(seed=1)
        assert isinstance(game.render(), kind)
    assert "seat 0 to move" in capsys.readouterr().out


@pytest.mark.parametrize("wrong", [
    {"opponents": "nobody"}, {"opponents": ["random", "random"]}, {"seat": 2}, {"seat": "first"}, {"limit": 0},
])
def test_what_makes_no_sense_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises((HansaError, SpecError)):
        TeutonicaEnv(**{"board": "hansa-23", "players": 2, **wrong})
    with pytest.raises(HansaError, match="before seat 1 decides"):
        TeutonicaEnv(board="hansa-23", players=2, seat=1, limit=1).reset(seed=1)


def test_it_is_registered() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        game = gymnasium.make("hansa.envs.gymnasium:hansa/Teutonica-v1", board="hansa-23", players=2)
    assert isinstance(game.unwrapped, TeutonicaEnv)
