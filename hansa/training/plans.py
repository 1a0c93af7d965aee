"""Tunes the taste of a plan bot by games of plans against each other.

Every taste that is drawn plays one seat of many games against a pool: the other plans and, now and
then, the mean of a round, so that it learns to beat more than its own reflection. Half of the games
have the usual setup, the others any board, number of players, edition and modules.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from hansa.games import GAMES, board_entries
from hansa.json_lines import Json
from hansa.state import State
from hansa.training.ledger import Ledger
from hansa.training.recipe import PlanTuning
from hansa.training.tastes import Doubles, TasteRounds, Tastes, with_weights
from hansa.vocabulary import Taste
from hansa.whole_file import write_whole

MOST_MOVES = 4000           # a game that takes longer ends there
USUAL, MODULE = 0.5, 0.3    # how often a setup is the usual one, and how often it has a module
GAMES_A_RUN = 1_000_000     # seeds of games that are left to each seed of a run
TASTE_FILE = "taste.json"


def tune_plan(
    folder: Path, ledger: Ledger, game: str, tuning: PlanTuning, seed: int, report: Callable[[str, str, float, float], None],
) -> None:
    """Looks for a better taste, round by round, and writes it to the folder."""
    names = list(GAMES[game].vocabulary.tastes)
    free = [names.index(name) for name in tuning.free]
    rounds = TasteRounds(
        ledger, {}, (seed,), seed * GAMES_A_RUN, tuning, lambda what, done, of: report("plan", what, done, of))

    def worth(logarithms: Doubles, first_game: int) -> float:
        pool = [*map(list, tuning.pool), *joined(ledger, tuning, free)]
        candidate = with_weights(tuning.start, free, logarithms)
        return worth_among_plans(candidate, pool, range(first_game, first_game + tuning.games), game)

    found = rounds.search(Tastes.around(tuning.start, free, tuning), worth)
    taste = dict(zip(names, with_weights(tuning.start, free, found.mean), strict=True))
    write_whole(folder / TASTE_FILE, lambda file: file.write(json.dumps(taste, indent=0).encode() + b"\n"))


def joined(ledger: Ledger, tuning: PlanTuning, free: Sequence[int]) -> list[Taste]:
    """The means of finished rounds that have joined the pool."""
    ended = ledger.of("round")[tuning.joining - 1::tuning.joining]
    return [with_weights(tuning.start, free, np.array(entry["next"]["mean"])) for entry in ended]


def worth_among_plans(candidate: Taste, pool: Sequence[Taste], seeds: range, game: str) -> float:
    """A seat's mean of win and standing against others of the pool, relative to an even player."""
    total = 0.0
    for seed in seeds:
        rng = random.Random(seed)
        state = State.from_setup(random_setup(rng, game), seed=seed)
        seat = rng.randrange(state.players)
        tastes = [candidate if number == seat else rng.choice(pool) for number in range(state.players)]
        position = state.position
        position.play_by_tastes(tastes, seed, MOST_MOVES)
        got = (position.shares()[seat] + position.standing()[seat]) / 2
        total += got * state.players
    return total / len(seeds)


def random_setup(rng: random.Random, game: str) -> Json:
    """Half of the setups are the usual one of the game, the others of every sort."""
    if rng.random() < USUAL:
        return dict(GAMES[game].vocabulary.usual)
    entry = rng.choice(board_entries(game))
    players = rng.choice(entry.players)
    modules = [module for module in entry.modules if players > 2 and rng.random() < MODULE]
    edition: Json = {"edition": rng.choice(entry.editions), "modules": modules} if entry.editions else {}
    return {"board": entry.name, "players": players, **edition}
