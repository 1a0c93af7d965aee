"""How fast learners step games, and a search asks a net, by processor time, so that a busy machine
changes little.

    python -m tests.learner_speed
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from hansa.envs.gymnasium_vector import HansaVectorEnv
from hansa.envs.loads import guided_load, net_load
from hansa.envs.parallel_games import parallel_games
from hansa.envs.vector import VectorEnv
from hansa.state import State

GAMES, STEPS, RUNS = 256, 200, 4
TABLES: tuple[dict[str, Any], ...] = (
    {"board": "hansa-23", "players": 2}, {"board": "hansa-45", "players": 4}, {"game": "hansa2004", "players": 2},
)
WRITTEN: dict[str, dict[str, bool]] = {
    "action numbers": {"masks": False, "observations": False}, "with masks": {"observations": False},
    "with observations": {"masks": False}, "with both": {},
}


def rate(step: Callable[[], object], each: int, count: int = STEPS) -> float:
    """How many a second, the best of some runs."""
    best = 0.0
    for _ in range(RUNS):
        began = time.thread_time()
        for _ in range(count):
            step()
        best = max(best, each * count / max(time.thread_time() - began, 1e-9))
    return best


def random_actions(env: parallel_games) -> dict[str, int]:
    """A legal action of its game for every seat; that of the seat that decides counts."""
    actions = env.games.random_actions().repeat(env.games.seats).tolist()
    return dict(zip(env.possible_agents, actions, strict=True))


def speeds(table: dict[str, Any]) -> Iterator[tuple[str, float]]:
    """What is measured on one board."""
    for what, writes in WRITTEN.items():
        batch = VectorEnv(GAMES, starts=4, **writes, **table)
        batch.reset()
        yield f"VectorEnv, {what}", rate(lambda batch=batch: batch.step(batch.random_actions()), GAMES)     # type: ignore[misc]
    for what, settings in (("shared arrays", {"copy": False}), ("copies", {}), ("against random", {"opponents": "random"})):
        env = HansaVectorEnv(GAMES, starts=4, **settings, **table)
        env.reset(seed=1)
        yield f"HansaVectorEnv, {what}", rate(lambda env=env: env.step(env.random_actions()), GAMES, 50)     # type: ignore[misc]
    many = parallel_games(GAMES, starts=4, **table)
    many.reset(seed=1)
    yield "parallel_games", rate(lambda: many.step(random_actions(many)), GAMES, 20)
    start = State.new(**table, seed=1)
    for what, load in (("a net alone", net_load(start)), ("the net in a search", guided_load(start))):
        yield what, rate(lambda load=load: load(3200), 3200, 1)     # type: ignore[misc]


if __name__ == "__main__":
    for table in TABLES:
        for what, found in speeds(table):
            print(f"{table.get('board', table.get('game')):<10} {what:<35} {found:>12,.0f}", flush=True)
