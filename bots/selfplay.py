"""Games of a mind against itself, kept as what the fit needs: what seats had, who won, what the search preferred."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine_c.mind import Mind
from engine_c.search.search import Search
from engine_c.teutonica.position import TeutonicaPosition
from hansa.bots.registry import make_bot
from hansa.games import board_entries
from hansa.state import State

Floats = NDArray[np.float32]
MOST_MOVES = 4000       # a game that takes longer is thrown away

KEEP_POSITION = 0.12    # of all decisions, those kept for the evaluation
KEEP_CHOICE = 0.06      # and those kept for the policy
STRAY = 0.08            # of all decisions, those made by the policy's priors: positions off the best way
FEATURES_A_MOVE = 24    # MOST_FEATURES of the engine


@dataclass(frozen=True)
class Choice:
    """One decision of the search: for each move its features (numbers and values) and its share of the visits."""

    index: NDArray[np.int16]
    value: Floats
    share: Floats


@dataclass(frozen=True)
class Game:
    """What is kept of one game. `features` are positions x seats x features."""

    progress: Floats
    features: Floats
    shares: Floats          # of each seat: half the win, half the standing, as the search counts
    points: Floats          # of each seat and category, at the end
    choices: tuple[Choice, ...]
    turns: float            # turns a player
    winner: int             # points of the best


def setups(rng: random.Random) -> dict[str, object]:
    """A random setup: half of them four players on hansa-45, the rest of every sort."""
    if rng.random() < 0.4:
        return {"board": "hansa-45", "players": 4}
    entry = rng.choice(board_entries())
    players = rng.choice(entry.players)
    modules = [module for module in entry.modules if players > 2 and rng.random() < 0.3]
    edition = rng.choice(entry.editions)
    return {"board": entry.name, "players": players, "edition": edition, "modules": modules}


def play(mind: Mind, simulations: int, seed: int, rivals: Sequence[str] = ()) -> Game | None:
    """One game; None if it did not end in time. Each seat is the mind, or by even chance one of the rivals."""
    rng = random.Random(seed)
    state = State.from_setup(setups(rng), seed=seed)
    bots = [
        make_bot(rng.choice(rivals), seed=seed + seat) if rivals and (not simulations or rng.random() < 0.5) else None
        for seat in range(state.players)
    ]
    for seat, bot in enumerate(bots):
        if bot is not None:
            bot.new_game(seat, state.setup or {})
    # Without secrets all seats think alike, so they can share a tree.
    secret = "missions" in (state.setup or {})
    searches = [Search(mind, seed=seed + seat, memory=48, leaf="evaluation") for seat in range(state.players if secret else 1)]
    kept: list[tuple[float, list[list[float]]]] = []
    choices: list[Choice] = []
    position = state.position
    assert isinstance(position, TeutonicaPosition)
    for _ in range(MOST_MOVES):
        if state.over:
            break
        mover, moves = position.to_move, position.moves()
        if mover == "*":
            position.play(rng.choices(moves, position.weights())[0])
            continue
        if len(moves) == 1:
            position.play(moves[0])
            continue
        assert isinstance(mover, int)
        if rng.random() < KEEP_POSITION:
            kept.append(position.features())
        bot = bots[mover]
        if bot is not None:
            chosen = bot.choose(state.view(mover)).code
            if rng.random() < KEEP_CHOICE:
                choices.append(choice(position, [(move, move == chosen, 0.0, 0.0) for move in moves]))
            position.play(rng.choice(moves) if rng.random() < STRAY / 4 else chosen)
            continue
        seat = mover if secret else 0
        searches[seat].begin(position, seat)
        searches[seat].run(simulations)
        edges = searches[seat].edges()
        if rng.random() < KEEP_CHOICE:
            choices.append(choice(position, edges))
        if rng.random() < STRAY:
            position.play(rng.choices(moves, [prior for *_, prior in edges])[0])
        else:
            position.play(max(edges, key=lambda edge: (edge[1], edge[2]))[0])
    else:
        return None
    return Game(
        progress=np.array([progress for progress, _ in kept], dtype=np.float32),
        features=np.array([features for _, features in kept], dtype=np.float32),
        shares=np.array([(win + rest) / 2 for win, rest in zip(state.shares, position.standing(), strict=True)], np.float32),
        points=np.array(position.scores(), dtype=np.float32),
        choices=tuple(choices),
        turns=(state.to_json()["turns"] + 1) / state.players,
        winner=max(score["total"] for score in state.scores),
    )


def choice(position: TeutonicaPosition, edges: Sequence[tuple[int, int, float, float]]) -> Choice:
    """What the policy should learn from a search."""
    index = np.zeros((len(edges), FEATURES_A_MOVE), dtype=np.int16)
    value = np.zeros((len(edges), FEATURES_A_MOVE), dtype=np.float32)
    for number, (move, *_) in enumerate(edges):
        found = position.move_features(move)
        index[number, : len(found)] = list(found)
        value[number, : len(found)] = list(found.values())
    visits = np.array([visits for _, visits, _, _ in edges], dtype=np.float32)
    return Choice(index, value, visits / visits.sum())


def many(mind: Mind, simulations: int, seeds: Sequence[int], rivals: Sequence[str] = ()) -> Iterator[Game]:
    """Games of these seeds, those left out that did not end."""
    for seed in seeds:
        game = play(mind, simulations, seed, rivals)
        if game is not None and len(game.progress):
            yield game
