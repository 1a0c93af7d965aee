"""The engine's own promises: size of the state, builds, loads of the bench, interrupts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from engine_c.bench import copies, legal_lists, random_games
from engine_c.position import IllegalMove
from hansa import State
from hansa.boards import BOARD_NAMES, board

STARTS = [(name, players) for name in BOARD_NAMES for players in board(name).players]


def start(name: str, players: int) -> State:
    return State.new(board=name, players=players, seed=1)


def test_the_state_is_small() -> None:
    assert start("hansa-45", 4).position.state_bytes <= 640


@pytest.mark.parametrize(("name", "players"), STARTS)
def test_random_games_are_fixed_by_their_seed(name: str, players: int) -> None:
    position = start(name, players).position
    first = random_games(position, 5, 60_000)
    assert first == random_games(position, 5, 60_000)
    assert first != random_games(position, 6, 60_000)
    assert position.same(start(name, players).position)


def test_loads_of_the_bench_do_what_they_say() -> None:
    positions = [start(name, players).position for name, players in STARTS]
    assert legal_lists(positions, 3) == 3 * sum(len(position.moves()) for position in positions)
    assert copies(positions[0], 1000) == copies(positions[0], 1000)


@pytest.mark.parametrize("move", [-1, 2**32, 2**32 - 1, 31, 12345678])
def test_the_door_refuses_numbers_that_are_no_legal_move(move: int) -> None:
    position = start("hansa-45", 4).position
    with pytest.raises(IllegalMove):
        position.play(move)
    assert not position.is_legal(move)
    assert position.same(start("hansa-45", 4).position)


@pytest.mark.parametrize("depth", [-1, 65])
def test_perft_refuses_depths_that_make_no_sense(depth: int) -> None:
    with pytest.raises(ValueError, match="depth"):
        start("hansa-45", 4).perft(depth)


def test_perft_of_nothing() -> None:
    state = start("hansa-45", 4)
    assert state.perft(0) == 1      # D30
    state.cut_off()
    assert state.perft(0) == 1 and state.perft(1) == 0


def test_perft_can_be_interrupted() -> None:
    code = "from hansa import State; print('go', flush=True); State.new(seed=1).perft(12)"
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ)
    )
    assert process.stdout is not None and process.stdout.readline() == "go\n"
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    try:
        _, errors = process.communicate(timeout=600)
    finally:
        process.kill()      # it would count for years
    assert "KeyboardInterrupt" in errors
