"""Endings with exhaustive answers: `python -m tests.endings` writes `tests/golden/endings.jsonl`
anew.

Positions near the end of games between plans, in the notation for people. The answers come from the
twin alone: for each legal move the least and the most that every seat gets when everybody takes the
largest own share, looking some decisions ahead; what is further away is anything between nothing
and all.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hansa import State
from hansa.bots.registry import make_bot
from hansa.notation import read_position, write_position
from hansa.rulebook.hansa2004 import Game as Twin2004
from hansa.rulebook.teutonica import Game as TwinTeutonica
from hansa.solving import solve

FILE = Path(__file__).parent / "golden" / "endings.jsonl"
Twin = TwinTeutonica | Twin2004
Bounds = tuple[list[float], list[float]]
SAME = 1e-9
WANTED = 30                 # of each game
MOST_LEGAL = 60             # moves of an ending: the twin is slow
MOST_POSITIONS = 1_200      # that the engine's solver needs
PLANS = {"teutonica": ("prestige", [("hansa-23", 2), ("hansa-23", 3), ("hansa-45", 4), ("east", 3), ("britannia-3", 3)]),
         "hansa2004": ("founder", [("hansa2004", 2), ("hansa2004", 3), ("hansa2004", 4)])}


def twin_of(state: State) -> Twin:
    """The twin at a position."""
    return (TwinTeutonica if state.game == "teutonica" else Twin2004).from_state(state.to_json())


def twin_bounds(game: Twin, depth: int, players: int) -> Bounds:
    """The least and the most for every seat, looking so many decisions ahead: everything, one move
    after another."""
    while game.to_move is not None and len(game.legal()) == 1:
        game.play(game.legal()[0])
    mover = game.to_move
    if mover is None:
        shares = [float(share) for share in game.state()["result"]["shares"]]
        return shares, shares
    if depth == 0:
        return [0.0] * players, [1.0] * players
    children = [twin_bounds(after(game, text), depth - (mover != "*"), players) for text in game.legal()]
    if mover == "*":
        weights = game.probabilities()
        low, high = ([sum(weight * child[side][seat] for weight, child in zip(weights, children, strict=True))
                      for seat in range(players)] for side in (0, 1))
        return low, high
    assert isinstance(mover, int)
    sure = max(child[0][mover] for child in children)
    chosen = [child for child in children if child[1][mover] >= sure - SAME]
    low = [min(child[0][seat] for child in chosen) for seat in range(players)]
    high = [max(child[1][seat] for child in chosen) for seat in range(players)]
    low[mover] = sure
    return low, high


def after(game: Twin, text: str) -> Twin:
    """The game after a move."""
    played = game.copy()
    played.play(text)
    return played


def answers(state: State, depth: int) -> dict[str, list[list[float]]]:
    """Of each legal move, the bounds after it."""
    return {
        text: [[round(share, 9) for share in side]
               for side in twin_bounds(after(twin_of(state), text), depth - 1, state.players)]
        for text in twin_of(state).legal()}


def endings() -> list[dict[str, Any]]:
    """What the file holds."""
    return [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def found() -> Iterator[dict[str, Any]]:
    """Endings of many games, a few of each."""
    for game, (plan, boards) in PLANS.items():
        count, seed = 0, 0
        while count < WANTED:
            seed += 1
            board, players = boards[seed % len(boards)]
            for state, depth in near_the_end(State.new(board=board, players=players, seed=seed), plan, seed):
                count += 1
                yield {"game": game, "position": write_position(state), "depth": depth, "moves": answers(state, depth)}


def near_the_end(state: State, plan: str, seed: int) -> Iterator[tuple[State, int]]:
    """At most two positions of a game that the solver proves, the one further from the end
    first."""
    rng = random.Random(seed)
    bots = [make_bot(plan, seed=seed + seat) for seat in range(state.players)]
    past: list[State] = []
    while not state.over:
        past.append(state.copy())
        mover = state.to_move
        if isinstance(mover, int):
            state.play(state.forced or bots[mover].choose(state))
        else:
            state.play_chance(rng)
    fitting = []
    for each in past[-14:]:
        if isinstance(each.to_move, int) and 1 < len(each.legal_moves) <= MOST_LEGAL:
            solution = solve(each, MOST_POSITIONS)
            if solution is not None and read_position(write_position(each)) == each:
                fitting.append((each, solution.depth))
    yield from fitting[:1] + fitting[1:][-1:]


if __name__ == "__main__":
    FILE.write_text("".join(json.dumps(each) + "\n" for each in found()), encoding="utf-8")
