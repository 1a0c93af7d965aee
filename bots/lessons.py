"""Games of plans, played by the hundred a second, kept as what the fit of the evaluation needs."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hansa.bots.plan import PlanBot
from hansa.bots.registry import BOTS, bot_class
from hansa.games import DEFAULT_GAME, GAMES, board_entries
from hansa.state import State
from hansa.vocabulary import Taste

Floats = NDArray[np.float32]
MOST_MOVES = 4000           # a game that takes longer is thrown away
BETWEEN = (20, 60)          # moves between two positions that are kept
NOISES = (0.03, 0.1, 0.2, 0.3)
SPREADS = (0.0, 0.15, 0.4)  # how far a seat's taste strays from the one it begins with


@dataclass(frozen=True)
class Lesson:
    """What is kept of one game. `features` are positions x seats x features."""

    progress: Floats
    features: Floats
    shares: Floats          # of each seat at the end: half the win, half the standing, as the search counts
    points: Floats          # of each seat and category, at the end
    turns: float            # turns a player


def setup(rng: random.Random, game: str = DEFAULT_GAME) -> dict[str, object]:
    """A random setup: half of them the usual one of the game, the rest of every sort."""
    if rng.random() < 0.5:
        return dict(GAMES[game].vocabulary.usual)
    entry = rng.choice(board_entries(game))
    players = rng.choice(entry.players)
    modules = [module for module in entry.modules if players > 2 and rng.random() < 0.3]
    edition = {"edition": rng.choice(entry.editions), "modules": modules} if entry.editions else {}
    return {"board": entry.name, "players": players, **edition}


def plans(game: str = DEFAULT_GAME) -> dict[str, Taste]:
    """The tastes of the registered plans for a game."""
    found: dict[str, Taste] = {}
    for name in BOTS:
        kind = bot_class(name)
        if issubclass(kind, PlanBot) and kind.game == game:
            found[name] = kind(name, kind.options_class()).weights
    return found


def strayed(taste: Taste, rng: random.Random, game: str = DEFAULT_GAME) -> Taste:
    """A taste like it, so that positions off the best way are seen too."""
    spread = rng.choice(SPREADS)
    found = [weight * rng.lognormvariate(0, spread) for weight in taste]
    found[list(GAMES[game].vocabulary.tastes).index("noise")] = rng.choice(NOISES)
    return found


def lesson(tastes: Sequence[Taste], seed: int, game: str = DEFAULT_GAME) -> Lesson | None:
    """One game between some of these tastes; None if it did not end."""
    rng = random.Random(seed)
    state = State.from_setup(setup(rng, game), seed=seed)
    position = state.position
    seats = [strayed(rng.choice(tastes), rng, game) for _ in range(state.players)]
    kept: list[tuple[float, list[list[float]]]] = []
    position.play_by_tastes(seats, seed, rng.randrange(BETWEEN[1]))
    for number in range(MOST_MOVES // BETWEEN[0]):
        if position.to_move is None:
            break
        kept.append(position.features())
        position.play_by_tastes(seats, seed + number, rng.randrange(*BETWEEN))
    if position.to_move is not None or not kept:
        return None
    shares = [(win + rest) / 2 for win, rest in zip(state.shares, position.standing(), strict=True)]
    return Lesson(
        np.array([progress for progress, _ in kept], dtype=np.float32),
        np.array([features for _, features in kept], dtype=np.float32),
        np.array(shares, dtype=np.float32),
        np.array(position.scores(), dtype=np.float32),
        state.turns / state.players,
    )


def lessons(job: tuple[str, Sequence[Taste], range]) -> list[Lesson]:
    """The games of these seeds that ended."""
    game, tastes, seeds = job
    return [found for seed in seeds if (found := lesson(tastes, seed, game)) is not None]
