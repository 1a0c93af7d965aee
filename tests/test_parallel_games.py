"""Many games for PettingZoo's parallel API: each by the rules, its agents gone when it ends."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import parallel_api_test, parallel_seed_test

from hansa import HansaError, State
from hansa.envs.parallel_games import parallel_games

DUEL: dict[str, Any] = {"board": "hansa-23", "players": 2}
SAIL: dict[str, Any] = {"game": "hansa2004", "players": 3}


def last_legal(shown: dict[str, Any], infos: dict[str, Any]) -> dict[str, int]:
    """For every seat that decides its last legal action."""
    return {agent: int(shown[agent]["action_mask"].nonzero()[0][-1]) for agent, info in infos.items() if info["decides"]}


@pytest.mark.parametrize("setup", [DUEL, SAIL])
def test_pettingzoo_finds_nothing_wrong(setup: dict[str, Any]) -> None:
    parallel_api_test(parallel_games(2, limit=30, **setup), num_cycles=100)
    parallel_seed_test(lambda: parallel_games(2, limit=30, **setup), num_cycles=10)


@pytest.mark.parametrize("setup", [DUEL, SAIL])
def test_every_game_goes_by_the_rules_until_it_ends(setup: dict[str, Any]) -> None:
    """Beside a State that plays the same moves; positions of chance are left out of the
    comparison."""
    env = parallel_games(3, limit=40, **setup)
    shown, infos = env.reset(seed=4)
    assert env.agents == env.possible_agents == list(shown) == list(infos)
    for _ in range(40):
        assert sum(info["decides"] for info in infos.values()) == 3
        before, actions = [env.position(game) for game in range(3)], last_legal(shown, infos)
        assert all(env.observation_space(agent).contains(seen) for agent, seen in shown.items())
        shown, rewards, terminations, truncations, infos = env.step(actions)
        for game, state in enumerate(before):
            names = [f"game_{game}_seat_{seat}" for seat in range(state.players)]
            state.position.play(state.position.move_of(actions[names[state.seat]]))
            over = terminations[names[0]] or truncations[names[0]]
            assert over == (names[0] not in env.agents) and (over or not any(rewards[name] for name in names))
            if state.to_move == "*":
                continue
            if over and not state.over:
                state.cut_off()
            for seat, name in enumerate(names):
                seen = np.zeros(env.games.features, np.float32)
                state.position.observe(seat, seen)
                assert np.array_equal(shown[name]["observation"], seen)
                assert shown[name]["action_mask"].any() == infos[name]["decides"] == (not over and state.to_move == seat)
                assert rewards[name] == (pytest.approx(state.shares[seat]) if over else 0)
    assert env.agents == [] and all(truncations.values())
    with pytest.raises(HansaError, match=r"reset\(\) begins them"):
        env.step({})


def test_games_end_one_by_one_and_the_others_go_on() -> None:
    start = State.new(seed=1, **SAIL)
    env = parallel_games(2, starts=[start])
    shown, infos = env.reset(seed=1)
    assert env.position(0) == env.position(1) == start
    with pytest.raises(HansaError, match="game_1_seat_0 decides, and there is no action of it; nothing was played"):
        env.step({"game_0_seat_0": last_legal(shown, infos)["game_0_seat_0"]})
    assert env.position(0) == start
    wrong: tuple[Any, ...] = (-1, 0, 10**6, None)
    for illegal in wrong:
        shown, infos = env.reset(seed=1)
        actions = last_legal(shown, infos) | {"game_0_seat_0": illegal}
        _, rewards, terminations, _, infos = env.step(actions)
        assert rewards == {agent: -1 if agent == "game_0_seat_0" else 0 for agent in env.possible_agents}
        assert terminations == {agent: agent.startswith("game_0") for agent in env.possible_agents}
        assert infos["game_0_seat_0"]["illegal"] == f"action {illegal} is not legal here"
        assert env.agents == [f"game_1_seat_{seat}" for seat in range(3)] and env.position(0) == start != env.position(1)
        stopped = env.position(0)
        seen, *_, infos = env.step({f"game_1_seat_{env.position(1).seat}": int(env.position(1).position.actions()[0])})
        assert list(seen) == list(infos) == env.agents and env.position(0) == stopped


def test_starts_rewards_and_options() -> None:
    env = parallel_games(2, limit=5, reward="points", **DUEL)
    start = State.new(seed=9, **DUEL).after("income 1t")
    shown, infos = env.reset(options={"starts": [start]})
    assert env.position(1) == start
    while env.agents:
        shown, rewards, *_, infos = env.step(last_legal(shown, infos))
    assert all(float(reward).is_integer() for reward in rewards.values())
    with pytest.raises(HansaError, match="unknown option 'state' of reset; the only one is 'starts'"):
        env.reset(options={"state": start})
    with pytest.raises(HansaError, match="unknown reward 'win'; known are share, points"):
        parallel_games(2, reward="win", **DUEL)


def test_what_agents_were_shown_stays_as_it_was() -> None:
    env = parallel_games(2, **DUEL)
    shown, infos = env.reset(seed=1)
    kept = {agent: seen["observation"].copy() for agent, seen in shown.items()}
    everything = env.state()
    assert np.array_equal(everything[1, 0], kept["game_1_seat_0"])
    env.step(last_legal(shown, infos))
    assert all(np.array_equal(seen["observation"], kept[agent]) for agent, seen in shown.items())
    assert not np.array_equal(env.state(), everything)
