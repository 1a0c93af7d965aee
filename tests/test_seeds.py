"""What follows from a seed is the same on every machine and in every version: whoever begins again
where they stopped plays the same games."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from types import SimpleNamespace
from typing import Any
from zlib import crc32

import numpy as np
import pytest

from hansa.bots.examination import sample
from hansa.bots.mcts import MctsBot
from hansa.bots.registry import make_bot
from hansa.envs.action_game import ActionGame
from hansa.guided import GuidedSearch, Noise
from hansa.json_lines import json_line
from hansa.state import State
from hansa.table.session import Session
from hansa.tournaments.formats import Seating
from hansa.tournaments.league import League
from hansa.tournaments.league_plan import LeaguePlan
from hansa.tournaments.schedule import ScheduledGame, TableSetup, Tournament
from hansa.tournaments.tuning import Knob, TuningPlan, pair_of, signs_of

TWO = TableSetup("hansa-23", 2)
TUNED = TuningPlan("mcts", (Knob("exploration", 0.4, 0.1), Knob("temperature", 1.0, 0.1)), TableSetup("east", 3), seed=3)


def line_ups() -> list[str]:
    seating = Seating(tuple("abcde"), players=3, seed=4)
    return ["".join(seating.fairest(seating.bots, 3)) for _ in range(4)]


def welcomes() -> list[str]:
    plan = LeaguePlan(Tournament(tuple("abcde"), (TWO,), None, 1, "adaptive", check=False))
    return ["".join(plan._welcome("e", number, 3)) for number in range(4)]


def season() -> int:
    rules = Tournament(("markers", "random"), (TWO,), None, 1, "adaptive")
    league: Any = SimpleNamespace(rules=rules, folder="here", entries=lambda: [
        SimpleNamespace(name=name, is_named=False) for name in rules.bots])
    return League._tournament(league, (2, 3), 5).seed


def pairs() -> list[str]:
    games = [game for number in range(2) for game in pair_of(TUNED, (0.0, 0.0), number)]
    return [" ".join(spec.partition("temperature=")[2] for spec in game.seats) for game in games]


def noticed() -> list[str]:
    bot = make_bot("mcts:level=3,seed=5")
    assert isinstance(bot, MctsBot)
    return [str(move) for move in bot.considered(State.new(board="hansa-23", players=2, seed=2))][:4]


def noise() -> list[float]:
    search = GuidedSearch(uniform, noise=Noise(1.0, 0.5), seed=4)
    return [round(float(part), 6) for part in search._noise.drawn(3, search._rng)] if search._noise else []


def uniform(observations: Any, masks: Any) -> Any:
    """Knows nothing."""
    return np.ones(masks.shape), np.zeros((len(masks), 4))


def positions() -> list[int]:
    return [crc32(json_line(asked.state.to_json()).encode()) for asked in islice(sample(60, 7), 3)]


def chance() -> int:
    game = ActionGame({"board": "hansa-23", "players": 2})
    game.begin(5)
    return game._rng.getrandbits(32)


@pytest.mark.parametrize(("draw", "drawn"), [
    (line_ups, ["ace", "bcd", "ade", "bce"]),
    (welcomes, ["ecb", "eda", "eda", "ecd"]),
    (season, 404010347),
    (lambda: signs_of(TUNED, 7), [-1, -1]),
    (pairs, ["1.1 0.9 0.9", "0.9 1.1 1.1", "0.90676 1.0932 0.90676", "1.0932 0.90676 1.0932"]),
    (noticed, ["income 2t", "place t BRE-HAM", "place t BRE-HAN", "place t COE-WAB"]),
    (noise, [0.872071, 0.027564, 0.100366]),
    (positions, [3656535473, 1398898411, 3531098852]),
    (chance, 1560866047),
    (lambda: ScheduledGame(3, 0, ("a", "b"), TWO, 1).random_seed("setup"), 368600576),
    (lambda: Session({"board": "hansa-23", "players": 2}, ["human", "human"], seed=6)._seed("bot", 1), 692709785),
])
def test_a_seed_draws_what_it_always_drew(draw: Callable[[], object], drawn: object) -> None:
    assert draw() == drawn
