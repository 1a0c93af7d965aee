"""The Gymnasium environment: Gymnasium's own check, the bots at the other seats, illegal actions
and limits."""

from __future__ import annotations

import copy
import pickle
import random
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="pip install 'hansa[envs]'")

import gymnasium
from gymnasium.utils.env_checker import check_env

from hansa import HansaError
from hansa.bots.bot import Bot, Options
from hansa.bots.random_bot import RandomBot
from hansa.bots.registry import SpecError
from hansa.envs.gymnasium import IDS, HansaEnv
from hansa.games import game_of_setup
from hansa.record import play_random
from hansa.state import Move, State

TABLES: tuple[dict[str, Any], ...] = (
    {"board": "hansa-23", "players": 2},
    {"board": "hansa-45", "players": 4, "modules": ["missions", "favours"], "opponents": "greedy", "seat": None},
    {"board": "britannia-3", "players": 3, "opponents": ["markers", "random"], "seat": 2},
    {"board": "hansa2004", "players": 3, "opponents": ["collector", "random"], "seat": None},
)


@pytest.mark.parametrize("setup", TABLES, ids=lambda setup: setup["board"])
def test_gymnasium_checks_it(setup: dict[str, Any]) -> None:
    check_env(gymnasium.make(IDS[game_of_setup(setup).name], render_mode="rgb_array", **setup).unwrapped)


@pytest.mark.parametrize("setup", TABLES, ids=lambda setup: setup["board"])
def test_a_game(setup: dict[str, Any]) -> None:
    """Bots play until one decides again; the end pays one's share."""
    rng = np.random.default_rng(3)
    game = HansaEnv(limit=600, **setup)
    observation, info = game.reset(seed=5)
    steps = 0
    while True:
        assert game.game.mover == game.seat == info["seat"]
        assert set(np.flatnonzero(game.action_masks())) == set(game.game.state.position.actions())
        assert np.array_equal(observation["action_mask"], game.action_masks())
        assert np.array_equal(observation["observation"], game.game.observation(game.seat))
        observation, reward, terminated, truncated, info = game.step(int(rng.choice(np.flatnonzero(game.action_masks()))))
        steps += 1
        if terminated or truncated:
            break
        assert reward == 0
    assert steps < 600 and reward == game.game.outcome.shares[game.seat]
    assert truncated == (game.game.played == 600) and terminated == game.game.state.over
    with pytest.raises(HansaError, match="reset"):
        game.step(0)


def test_seeds_fix_a_game() -> None:
    def played(seed: int) -> list[Any]:
        game = HansaEnv(board="hansa-23", players=3, seat=None, opponents=["greedy", "random"])
        observation, _ = game.reset(seed=seed)
        seen = []
        for _ in range(60):
            observation, *_ = game.step(int(np.flatnonzero(observation["action_mask"])[-1]))
            seen.append((game.seat, observation["observation"].tobytes()))
        return seen

    assert played(1) == played(1) != played(2)


def decide(game: HansaEnv, decisions: int) -> list[bytes]:
    """What is observed after some random decisions."""
    rng = random.Random(decisions)
    return [
        game.step(int(rng.choice(np.flatnonzero(game.action_masks()))))[0]["observation"].tobytes() for _ in range(decisions)
    ]


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
@pytest.mark.parametrize("setup", TABLES, ids=lambda setup: setup["board"])
def test_a_copy_goes_on_like_the_original(setup: dict[str, Any], copied: Callable[[HansaEnv], HansaEnv]) -> None:
    game = HansaEnv(game=game_of_setup(setup).name, **setup)
    game.reset(seed=5)
    decide(game, 7)
    clone = copied(game)
    assert decide(clone, 12) == decide(game, 12)
    for played in (clone, game):
        played.reset()
    assert decide(clone, 3) == decide(game, 3)


def test_programs_are_told_the_game_of_a_copy(tmp_path: Path) -> None:
    """The setup among it, which a program that is asked for a move in mid-game had never heard."""
    heard = tmp_path / "heard"
    code = f"""
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["cmd"] == "position":
        move = told["legal"][0]
    if told["cmd"] == "new":
        print(told["seat"], told["setup"].get("board"), file=open({str(heard)!r}, "a"))
    if "id" in told:
        print(json.dumps({{"id": told["id"], "version": 1, "name": "first", "move": told["cmd"] == "go" and move}}), flush=True)
"""
    program = tmp_path / "first.py"
    program.write_text(code)
    game = HansaEnv(board="hansa-23", players=2, opponents=f"exec:{sys.executable} {program}")
    game.reset(seed=1)
    decide(game, 4)
    clone = copy.deepcopy(game)
    assert decide(clone, 4) == decide(game, 4)
    for played in (clone, game):
        played.close()
    assert heard.read_text() == "1 hansa-23\n" * 2


def test_any_seat_means_every_seat() -> None:
    game = HansaEnv(board="hansa-45", players=5, seat=None)
    game.reset(seed=1)
    seats = set()
    for _ in range(40):
        _, info = game.reset()
        seats.add(info["seat"])
    assert seats == set(range(5))


def test_an_illegal_action_ends_the_game() -> None:
    game = HansaEnv(board="hansa-23", players=2)
    for wrong in (-1, 10**6, None):
        observation, _ = game.reset(seed=1)
        action = int(np.flatnonzero(observation["action_mask"] == 0)[0]) if wrong is None else wrong
        _, reward, terminated, truncated, info = game.step(action)
        assert (reward, terminated, truncated) == (-1.0, True, False) and "not legal" in info["illegal"]


def test_bots_hear_every_move_and_see_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    setups: list[Any] = []
    ended: list[Any] = []
    monkeypatch.setattr(RandomBot, "observe", lambda self, move: told.append(move))
    monkeypatch.setattr(RandomBot, "new_game", lambda self, seat, setup: setups.append((seat, setup)))
    monkeypatch.setattr(RandomBot, "game_over", lambda self, result: ended.append(result))
    game = HansaEnv(board="hansa-23", players=3, modules=["missions"], limit=150)
    observation, _ = game.reset(seed=2)
    done = False
    while not done:
        action, state = int(np.flatnonzero(observation["action_mask"])[-1]), game.game.state.copy()
        heard = len(told)
        observation, _, terminated, truncated, _ = game.step(action)
        assert told[heard:heard + 2] == [f"0 {state.move(state.position.move_of(action))}"] * 2
        done = terminated or truncated
    assert len([move for move in told if move[0] != "*"]) == 2 * 150        # both bots hear all
    assert [seat for seat, _ in setups] == [1, 2] and [result["reason"] for result in ended] == ["cut off"] * 2
    for seat, setup in setups:
        assert [card is None for card in setup["missions"]] == [owner != seat for owner in range(3)]


@pytest.mark.parametrize("board", ["east", "hansa2004"])
def test_rendering(board: str, capsys: pytest.CaptureFixture[str]) -> None:
    for mode, kind in (("ansi", str), ("rgb_array", np.ndarray)):
        game = HansaEnv(board=board, players=3, render_mode=mode)
        game.reset(seed=1)
        assert isinstance(game.render(), kind)
    assert not capsys.readouterr().out
    # Shows itself whenever one decides
    game = HansaEnv(board=board, players=3, render_mode="human")
    game.reset(seed=1)
    game.step(int(np.flatnonzero(game.action_masks())[0]))
    assert capsys.readouterr().out.count("seat 0 to move") == 2
    with pytest.warns(UserWarning, match="without a render_mode"):
        assert HansaEnv(board=board, players=3).render() is None


def test_after_close_only_reset_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    game = HansaEnv(board="hansa-23", players=2)
    with pytest.raises(HansaError, match="reset"):
        game.step(0)
    observation, _ = game.reset(seed=1)
    game.close()
    game.close()
    with pytest.raises(HansaError, match="reset"):
        game.step(int(np.flatnonzero(observation["action_mask"])[0]))
    game.reset(seed=1)
    monkeypatch.setattr(RandomBot, "choose", lambda self, state: "dance")
    with pytest.raises(HansaError, match="dance"):      # so does a bot that fails
        for _ in range(3):
            game.step(int(np.flatnonzero(game.action_masks())[0]))
    assert game.bots == {}
    with pytest.raises(HansaError, match="reset"):
        game.step(0)


@pytest.mark.parametrize("wrong", [
    {"opponents": "nobody"}, {"opponents": ["random", "random"]}, {"seat": 2}, {"seat": "first"}, {"seat": True},
    {"limit": 0}, {"opponents": "collector"}, {"opponents": 3}, {"opponents": None}, {"opponents": [3]},
])
def test_what_makes_no_sense_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises((HansaError, SpecError)):
        HansaEnv(**{"board": "hansa-23", "players": 2, **wrong})
    with pytest.raises(HansaError, match=r"^a limit of 1 moves ends the game before seat 1 decides$"):
        HansaEnv(board="hansa-23", players=2, seat=1, limit=1).reset(seed=1)


def test_bots_made_to_be_looked_at_are_closed_and_given_ones_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[Bot] = []
    monkeypatch.setattr(RandomBot, "close", lambda bot: closed.append(bot))
    own = RandomBot("random", Options())
    HansaEnv(board="hansa-23", players=3, opponents=[own, "random"])
    assert len(closed) == 1 and closed[0] is not own


def test_a_game_does_not_begin_where_chance_is_to_move() -> None:
    env = HansaEnv(board="hansa2004", players=2)
    record = play_random({"game": "hansa2004", "players": 2}, seed=1)
    state = next(step.state for step in record.steps() if step.state.to_move == "*")
    with pytest.raises(HansaError, match=r"^chance is to move; play_chance\(rng\) plays it$"):
        env.reset(seed=1, options={"state": state})


def test_it_is_registered() -> None:
    for name, table in (("hansa/Teutonica-v1", "hansa-23"), ("hansa/Hansa2004-v1", "hansa2004")):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            game = gymnasium.make(f"hansa.envs.gymnasium:{name}", players=2)
        assert isinstance(game.unwrapped, HansaEnv) and game.unwrapped.game.state.to_json()["board"] == table
        assert game.spec is not None and gymnasium.make(type(game.spec).from_json(game.spec.to_json())).spec == game.spec


class First(Bot):
    """The first move there is."""

    def choose(self, state: State) -> Move:
        return state.legal_moves[0]


@pytest.mark.parametrize("opponents", [
    First, lambda state: state.legal_moves[-1], [First, "random"], [First("mine", Options()), lambda state: "end"],
])
def test_opponents_may_be_objects(opponents: Any) -> None:
    game = HansaEnv(board="hansa-23", players=3, opponents=opponents)
    for seed in (1, 2):         # a bot that is an object plays one game after the other
        game.reset(seed=seed)
        names = [type(bot).__name__ for _, bot in sorted(game.bots.items())]
        assert len(names) == 2 and set(names) <= {"First", "FunctionBot", "RandomBot"}
    game.close()


def test_one_bot_does_not_sit_in_two_seats() -> None:
    with pytest.raises(HansaError, match="pass its class, or a list of different bots"):
        HansaEnv(board="hansa-23", players=3, opponents=First("mine", Options()))


def test_reset_begins_from_a_position_and_refuses_other_options() -> None:
    start = State.new(board="hansa-23", players=2, seed=9).after("income 1t")
    env = HansaEnv(board="hansa-23", players=2, opponents="random")
    env.reset(seed=1, options={"state": start})
    assert env.game.state == start
    over = start.copy()
    over.cut_off()
    for options, why in (
        ({"board": "east"}, "unknown option 'board' of reset; the only one is 'state'"), ({"state": over}, "the game is over"),
        ({"state": State.new(board="east", players=3, seed=1)}, "on east with 3 players, this environment plays hansa-23"),
    ):
        with pytest.raises(HansaError, match=why):
            env.reset(options=options)


def test_observations_without_the_mask_and_points_as_reward() -> None:
    env = HansaEnv(board="hansa-23", players=2, mask=False, reward="points", limit=60)
    seen, info = env.reset(seed=1)
    assert isinstance(seen, np.ndarray) and seen in env.observation_space and seen.shape == (env.game.features,)
    truncated = False
    while not truncated:
        seen, reward, _, truncated, info = env.step(int(info["action_mask"].argmax()))
    assert reward == env.game.outcome.scores[0]["total"] and seen in env.observation_space
    with pytest.raises(HansaError, match="unknown reward 'win'"):
        HansaEnv(board="hansa-23", players=2, reward="win")
