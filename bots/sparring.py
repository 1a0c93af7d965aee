"""What tastes are tuned against: the registered plans, in games of every board and size."""

from __future__ import annotations

import random

from hansa.bots.plan import PlanBot
from hansa.bots.registry import BOTS, bot_class
from hansa.games import DEFAULT_GAME, GAMES, board_entries
from hansa.vocabulary import Taste

MOST_MOVES = 4000           # a game that takes longer ends there


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
