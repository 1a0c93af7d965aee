"""What the engine computes, to be compared between this Python and Pyodide (`tests/wasm.py`): needs
nothing but the package.
"""

from __future__ import annotations

import random
import time
from typing import Any

from hansa import State, analyse
from hansa.protocol.engine import Engine

SETUPS = (("hansa-23", 2), ("hansa-45", 4), ("east", 3), ("britannia-45", 5), ("hansa2004", 3))
MOVES = 2000            # of a random game on each board
SIMULATIONS = 400       # of each analysis
REQUESTS: tuple[dict[str, Any], ...] = (
    {"id": 1, "cmd": "hello", "version": 2},
    {"id": 2, "cmd": "new", "setup": {"board": "hansa-45", "players": 4}, "seed": 7},
    {"id": 3, "cmd": "play", "moves": ["place t BRE-HAM", "end"]},
    {"id": 4, "cmd": "go", "simulations": 200, "lines": 2},
    {"id": 5, "cmd": "svg"},
)


def random_game(board: str, players: int) -> list[str]:
    """A random game, as moves and keys of positions."""
    rng, state = random.Random(5), State.new(board=board, players=players, seed=3)
    found: list[str] = []
    while not state.over and len(found) < MOVES:
        move = state.play_chance(rng) if state.to_move == "*" else state.play(rng.choice(state.legal_moves))
        found.append(f"{move} {state.key}")
    return found


def thoughts(board: str, players: int) -> list[Any]:
    """The best lines of the start, with every bit of their values."""
    thought = analyse(State.new(board=board, players=players, seed=3), simulations=SIMULATIONS, threads=1, lines=3)
    return [[str(line.move), line.visits, [value.hex() for value in line.values]] for line in thought.lines]


def answers() -> list[Any]:
    """What the protocol answers, without times."""
    engine = Engine()
    found = [engine.answer(request) for request in REQUESTS]
    for answer in found:
        for name in ("seconds", "build"):
            answer.pop(name, None)
    return found


def facts() -> dict[str, Any]:
    """All of them, and how long they took by the clock, in seconds."""
    seconds: dict[str, float] = {}

    def timed(name: str, made: Any) -> Any:
        begun = time.perf_counter()
        found = made()
        seconds[name] = time.perf_counter() - begun
        return found

    return {
        "perft": timed("perft", lambda: [State.new(board=b, players=n, seed=1).perft(3) for b, n in SETUPS]),
        "random games": timed("random games", lambda: [random_game(board, players) for board, players in SETUPS]),
        "analyses": timed("analyses", lambda: [thoughts(board, players) for board, players in SETUPS]),
        "answers of the protocol": timed("answers of the protocol", answers),
        "seconds": seconds,
    }
