"""PettingZoo's parallel API: its own checks, and whose action counts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import parallel_api_test, parallel_seed_test

from hansa import HansaError, State
from hansa.envs.parallel import parallel_env
from hansa.envs.pettingzoo import raw_env

SETUPS: tuple[dict[str, Any], ...] = ({"board": "hansa-23", "players": 2}, {"game": "hansa2004", "players": 4})


@pytest.mark.parametrize("setup", SETUPS)
def test_pettingzoo_finds_nothing_wrong(setup: dict[str, Any]) -> None:
    parallel_api_test(parallel_env(limit=30, **setup), num_cycles=100)
    parallel_seed_test(lambda: parallel_env(limit=30, **setup), num_cycles=10)


@pytest.mark.parametrize("setup", SETUPS)
def test_only_the_seat_that_decides_counts(setup: dict[str, Any]) -> None:
    """The same game as turn by turn, whatever the others say."""
    both, turns = parallel_env(limit=60, **setup), raw_env(limit=60, **setup)
    seen, infos = both.reset(seed=5)
    turns.reset(seed=5)
    while both.agents:
        deciding = [agent for agent, info in infos.items() if info["decides"]]
        assert deciding == [turns.agent_selection]
        assert [agent for agent in both.agents if seen[agent]["action_mask"].any()] == deciding
        action = int(seen[deciding[0]]["action_mask"].nonzero()[0][-1])
        seen, rewards, terminations, truncations, infos = both.step(
            {agent: action if agent in deciding else 1 for agent in both.agents})
        turns.step(action)
        assert both.game.state == turns.game.state
    assert rewards == turns.rewards and truncations == turns.truncations and terminations == turns.terminations


def test_an_illegal_action_of_the_deciding_seat_ends_the_game() -> None:
    env = parallel_env(board="hansa-23", players=2)
    with pytest.raises(HansaError, match=r"reset\(\) begins one"):
        env.step({"seat_0": 0})
    for action in (0, 10**6):
        env.reset(seed=1)
        with pytest.raises(HansaError, match="seat_0 decides, and there is no action of it"):
            env.step({"seat_1": 0})
        before = env.game.state.copy()
        _, rewards, terminations, _, infos = env.step({"seat_0": action, "seat_1": 0})
        assert rewards == {"seat_0": -1, "seat_1": 0} and all(terminations.values()) and env.agents == []
        assert infos["seat_0"]["illegal"] == f"action {action} is not legal here" and env.game.state == before


def test_it_is_rendered_as_it_was_asked_to_be() -> None:
    text, picture, silent = (parallel_env(board="east", players=3, render_mode=mode) for mode in ("ansi", "rgb_array", None))
    for env in (text, picture, silent):
        env.reset(seed=1)
    drawn = picture.render()
    assert isinstance(drawn, np.ndarray) and drawn.ndim == 3
    assert text.render() == str(text.game.state) and silent.render() is None


def test_it_begins_from_a_position_and_refuses_other_options() -> None:
    env = parallel_env(board="hansa-23", players=2, reward="points", limit=5)
    start = State.new(board="hansa-23", players=2, seed=9).after("income 1t")
    env.reset(seed=1, options={"state": start})
    assert env.game.state == start
    env.reset(options={"state": start.to_json()})
    assert env.game.state == start
    for options, why in (
        ({"board": "east"}, "unknown option 'board' of reset"),
        ({"state": start.to_json() | {"board": "x"}}, "unknown name 'x'"),
        ({"state": State.new(board="east", players=3, seed=1)}, "this environment plays hansa-23 with 2"),
    ):
        with pytest.raises(HansaError, match=why):
            env.reset(options=options)
    assert env.game.state == start
    env.reset(seed=3)
    while env.agents:
        mover = next(agent for agent in env.agents if env.observe(agent)["action_mask"].any())
        _, rewards, *_ = env.step({mover: int(env.observe(mover)["action_mask"].argmax())})
    assert list(rewards.values()) == [scores["total"] for scores in env.game.outcome.scores]
