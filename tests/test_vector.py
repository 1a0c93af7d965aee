"""The batched environment: every game of it is a game by the rules, fixed by its seed and its
actions."""

from __future__ import annotations

import copy
import pickle
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from engine_c.batch import Batch
from hansa import HansaError, State
from hansa.envs.vector import VectorEnv

TABLES: tuple[dict[str, Any], ...] = (
    {"board": "hansa-23", "players": 2}, {"board": "hansa-45", "players": 5, "modules": ["missions", "favours"]},
    {"board": "britannia-3", "players": 3, "edition": "classic"},
    {"game": "hansa2004", "players": 2}, {"game": "hansa2004", "players": 4},
)


def name_of(setup: dict[str, Any]) -> str:
    return f"{setup.get('board', setup.get('game'))}-{setup['players']}"


@pytest.mark.parametrize("setup", TABLES, ids=name_of)
def test_every_game_goes_by_the_rules(setup: dict[str, Any]) -> None:
    """Each step of each game, beside a State that plays the same moves: masks, observations,
    movers, chance."""
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
                assert turn.rewards[game] == paid(state) and env.state(game).turns == 0
            else:
                assert not turn.rewards[game].any()
                assert leads_to(state, env.state(game))
    assert ended and (chance or setup.get("board") != "hansa-23")


def paid(state: State) -> Any:
    """What a game that ended with this position, or was cut off in it, pays; what chance did then
    makes no difference."""
    end = state.copy()
    while end.to_move == "*":
        end.play(end.legal_moves[0])
    if not end.over:
        end.cut_off()
    return pytest.approx(end.shares)


def leads_to(state: State, reached: State) -> bool:
    """Whether chance may go on to this position; markers that it has not left in the supply, or
    elsewhere, need no look."""
    if state.to_move != "*":
        return state == reached
    return any(leads_to(after, reached) for after in map(state.after, state.legal_moves) if has_drawn(after, reached))


def has_drawn(state: State, reached: State) -> bool:
    one, other = state.to_json(), reached.to_json()
    goods = [{city: Counter(facts.get("goods")) for city, facts in data["cities"].items()} for data in (one, other)]
    return Counter(one["supply"]) >= Counter(other["supply"]) and all(
        lying <= goods[1].get(city, Counter()) for city, lying in goods[0].items())


def test_every_game_draws_from_numbers_of_its_own() -> None:
    """The position that it begins with, and what chance does."""
    env = VectorEnv(16, seed=1, starts=32, masks=False, board="hansa-23", players=2)
    assert different(env) > 4
    env = VectorEnv(8, seed=1, starts=1, masks=False, game="hansa2004", players=2)
    for _ in range(200):
        if different(env) == 1:     # the same move is legal everywhere, and no chance has come yet
            env.step(np.full(env.games, env.random_actions()[0]))
    assert different(env) == env.games


def different(env: VectorEnv) -> int:
    """How many positions the games have."""
    return len({bytes(env.state(game)) for game in range(env.games)})


def test_a_seed_fixes_everything() -> None:
    def played(seed: int, games: int) -> list[Any]:
        env = VectorEnv(games, seed=seed, limit=400, masks=False, board="east", players=3)
        turn = env.reset()
        sums = []
        for _ in range(600):
            turn = env.step_random()
            sums.append((turn.observations[:4].sum(), turn.movers[:4].tolist(), turn.rewards[:4].tolist()))
        return sums

    # A game does not depend on those beside it
    assert played(1, 4) == played(1, 4) == played(1, 9)
    assert played(1, 4) != played(2, 4)


@pytest.mark.parametrize("setup", TABLES[1:4], ids=name_of)
def test_every_seat_may_observe(setup: dict[str, Any]) -> None:
    """What each seat knows, missions of its own included, and of an end what each knows then."""
    env, alone = (VectorEnv(3, seed=3, limit=25, finals=True, everybody=both, **setup) for both in (True, False))
    turn = env.reset()
    alone.reset()
    ended = 0
    for _ in range(30):
        for game in range(3):
            state = env.state(game)
            for seat in range(state.players):
                out = np.empty(env.features, np.float32)
                state.position.observe(seat, out)
                assert np.array_equal(out, turn.observations[game, seat])
        movers, actions = turn.movers.copy(), env.random_actions()
        turn, other = env.step(actions), alone.step(actions)
        for game in np.flatnonzero(turn.truncated | turn.terminated).tolist():
            ended += 1
            assert np.array_equal(turn.finals[game, movers[game]], other.finals[game])
            assert not np.array_equal(turn.finals[game, 0], turn.finals[game, 1])
    assert ended >= 3


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
    # Other starts for the games
    assert not np.array_equal(first, env.reset(seed=2).observations)


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


class Watched:
    """A batch that is slow, and knows how many threads are in it."""

    def __init__(self, batch: Any) -> None:
        self.batch, self.inside, self.most = batch, 0, 0

    def __getattr__(self, name: str) -> Any:
        def call(*arguments: Any) -> Any:
            self.inside += 1
            self.most = max(self.most, self.inside)
            time.sleep(0.002)
            try:
                return getattr(self.batch, name)(*arguments)
            finally:
                self.inside -= 1

        return call


def test_threads_that_share_an_environment_wait_for_each_other() -> None:
    """A step without Python's lock, into which another one came, crashed."""
    env = VectorEnv(4, board="hansa-23", players=2)
    env.reset()
    watched = Watched(env._batch)
    env._batch = watched        # type: ignore[assignment]
    calls = (env.step_random, env.random_actions, env.reset, lambda: env.state(0), lambda: env.step(env.random_actions()))
    with ThreadPoolExecutor(len(calls)) as threads:
        for _ in range(5):
            results = [threads.submit(call) for call in calls]
            assert all(isinstance(result.exception(), ValueError | None) for result in results)
    assert watched.most == 1


def test_actions_are_those_of_the_call_whatever_becomes_of_the_array() -> None:
    env = VectorEnv(4, board="hansa-23", players=2)
    env.reset()
    actions, given = env.random_actions(), []
    watched = Watched(env._batch)
    watched.step = lambda numbers, *rest: given.append(numbers)     # type: ignore[attr-defined]
    env._batch = watched        # type: ignore[assignment]
    env.step(actions)
    assert not np.shares_memory(actions, given[0])


def test_numbers_of_numpy_are_whole_numbers() -> None:
    numbers: dict[str, Any] = {"games": np.int64(4), "seed": np.uint8(5), "limit": np.int16(9), "starts": np.int32(64)}
    ours, theirs = VectorEnv(4, seed=5, limit=9, game="hansa2004"), VectorEnv(**numbers, game="hansa2004")
    seven: Any = np.int64(7)
    assert (ours.reset(7).observations == theirs.reset(seven).observations).all()
    assert ours.state(3) == theirs.state(numbers["games"] - 1)
    unreal: Any
    for unreal in (1.5, "1", None, True, np.True_, np.array([1])):
        with pytest.raises(HansaError, match="game must be a whole number, not"):
            ours.state(unreal)
    for absent in (-1, 4):
        with pytest.raises(IndexError, match="there is no game"):
            ours.state(absent)


@pytest.mark.parametrize("way", [pickle.dumps, copy.deepcopy])
def test_there_are_no_copies(way: Callable[[VectorEnv], Any]) -> None:
    with pytest.raises(TypeError, match="neither copied nor pickled"):
        way(VectorEnv(2, game="hansa2004"))


def test_what_is_shown_cannot_be_written() -> None:
    turn = VectorEnv(2, board="hansa-23", players=2).reset()
    for array in turn:
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


@pytest.mark.parametrize("wrong", [
    {"games": 0}, {"games": 2.0}, {"games": 2, "limit": 0}, {"games": 2, "starts": 0},
    {"games": 2, "board": "east", "players": 2}, {"games": 2, "bord": "east"}, {"games": 2, "game": "hansa2004", "players": 5},
    {"games": 2, "game": "chess"}, {"games": 2, "seed": 1.5}, {"games": 2, "seed": None},
])
def test_what_makes_no_sense_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(HansaError):
        VectorEnv(**wrong)


def test_a_sale_that_is_cut_off_turns_its_lonely_marker_back() -> None:
    """H51, where it decides who wins: sold the marker would count more."""
    state = State.from_json({
        "game": "hansa2004", "players": 2, "turn": 0, "to_move": 0, "phase": "turn", "ship": "COP",
        "desks": [{"talers": 3, "booths": 14, "unsold": ["red2", "red2", "green1"], "sold": []},
                  {"talers": 3, "booths": 13, "unsold": [], "sold": []}],
        "cities": {"COP": {"booths": [1, 0]}, "LUB": {"booths": [0, 2]}}, "supply": {"green2": 2}, "turns": 10,
    })
    batch = Batch([state.position], 1, 1, 1)
    rewards, flags = np.zeros((1, 2), np.float32), np.zeros((2, 1), np.uint8)
    batch.step(np.array([state.position.action_of(state.parse("sell red2").code)], np.int32), rewards, *flags)
    state.play("sell red2")
    # 2 + 3 points as it stands, against 4
    assert state.phase == "sell" and state.shares == [1, 0]
    state.cut_off()
    assert state.shares == [0, 1] and rewards.tolist() == [[0, 1]] and flags.tolist() == [[0], [1]]


def test_a_batch_begins_with_positions_in_which_a_seat_decides() -> None:
    state = State.new(game="hansa2004", players=2, seed=1)
    ended = state.copy()
    ended.cut_off()
    drawing = state.copy()
    for _ in range(300):
        if drawing.to_move == "*":
            break
        verbs = ("refill", "buy", "found", "end")
        drawing.play(next(move for verb in verbs for move in drawing.legal_moves if move.startswith(verb)))
    for wrong in (ended, drawing):
        with pytest.raises(ValueError, match="decide"):
            Batch([wrong.position], 2, 1, 10)
    for odd in ([None], [state]):
        with pytest.raises(TypeError, match="positions"):
            Batch(odd, 2, 1, 10)    # type: ignore[arg-type]
    with pytest.raises(ValueError, match="one game and board"):
        Batch([state.position, State.new(board="east", players=3, seed=1).position], 2, 1, 10)
    env = VectorEnv(2, board="east", players=3)
    with pytest.raises(HansaError, match="whole number"):
        env.reset(seed="x")     # type: ignore[arg-type]
