"""Looks for a better taste: the cross-entropy method.

Tastes are drawn around a mean, each plays a number of games, and the best of them shift the mean
and narrow the spread.

A taste guides a search twice: its plan advises moves, and plays the playouts. Such a taste is
judged in searches, one seat against copies of the best player so far, since what makes a plan
stronger by itself need not make it a better guide (RESULTS.md, "Search and tastes around the net").
Beginning with the taste of a style, this looks for an *exploiter*: a player of another character
that beats the best one. The tastes of plan bots are judged in games of plans (`plans.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine_c.mind import Mind
from hansa.board_entry import BoardSetup
from hansa.json_lines import Json
from hansa.training.ledger import Ledger
from hansa.training.match import Player, play_game
from hansa.training.recipe import PlanTuning, Tuning
from hansa.vocabulary import Taste

Doubles = NDArray[np.float64]
LEAST_WEIGHT = 0.02         # in logarithms, smaller weights would have to go far
LEAST_SPREAD = 0.03
KEPT, SHIFT, NARROWING = 0.25, 0.5, 0.3      # the best part, and how much mean and spread follow it
FIXED = ("noise",)


@dataclass(frozen=True)
class Tastes:
    """Where a search for a taste stands: the logarithms of the free weights, and how far to
    stray."""

    mean: Doubles
    spread: Doubles

    def to_json(self) -> Json:
        """For the ledger."""
        return {"mean": self.mean.tolist(), "spread": self.spread.tolist()}

    @staticmethod
    def of(data: Json) -> Tastes:
        """From the ledger."""
        return Tastes(np.array(data["mean"]), np.array(data["spread"]))

    @staticmethod
    def around(start: Sequence[float], free: Sequence[int], tuning: Tuning | PlanTuning) -> Tastes:
        """At the beginning."""
        mean = np.log(np.maximum(np.array(start)[list(free)], LEAST_WEIGHT))
        return Tastes(mean, np.full(len(free), tuning.spread))

    def drawn(self, count: int, seed: Sequence[int]) -> Doubles:
        """Tastes of a round, in pairs on opposite sides of the mean."""
        half = np.random.default_rng(list(seed)).standard_normal((count // 2, len(self.mean)))
        found: Doubles = self.mean + self.spread * np.concatenate([half, -half])
        return found

    def after(self, drawn: Doubles, worths: Sequence[float]) -> Tastes:
        """Follows the best of the tastes that were drawn."""
        best = drawn[np.argsort(-np.array(worths), kind="stable")[: max(2, round(KEPT * len(drawn)))]]
        spread = (1 - NARROWING) * self.spread + NARROWING * best.std(axis=0)
        return Tastes(self.mean + SHIFT * (best.mean(axis=0) - self.mean), np.maximum(spread, LEAST_SPREAD))


@dataclass(frozen=True)
class TasteRounds:
    """The rounds of a search for a taste, each drawn taste and each round a step in the ledger."""

    ledger: Ledger
    key: Mapping[str, object]           # of its steps
    seed: Sequence[int]                 # of what is drawn
    first_game: int     # the seed of the first game; all tastes of a round play the same games
    tuning: Tuning | PlanTuning
    report: Callable[[str, float, float], None]

    def search(self, start: Tastes, worth: Callable[[Doubles, int], float]) -> Tastes:
        """Where the search ends. `worth` judges the logarithms of a taste, in games from a seed
        on."""
        done = self.ledger.of("round", **self.key)
        now = Tastes.of(done[-1]["next"]) if done else start
        for number in range(len(done), self.tuning.rounds):
            drawn = now.drawn(self.tuning.tastes, (*self.seed, number))
            seed = self.first_game + number * self.tuning.games
            worths = [entry["worth"] for entry in self.ledger.of("taste", **self.key, round=number)]
            for place in range(len(worths), len(drawn)):
                self.report(f"tastes of round {number + 1} of {self.tuning.rounds}:", place, len(drawn))
                # As the ledger has it, so that a run that is continued goes the same way
                worths.append(round(worth(drawn[place], seed), 5))
                self.ledger.add("taste", **self.key, round=number, number=place, seed=seed, worth=worths[-1])
            now = now.after(drawn, worths)
            self.ledger.add("round", **self.key, round=number, mean=round(sum(worths) / len(worths), 5),
                            best=max(worths), next=now.to_json())
        return now


def free_weights(names: Sequence[str], start: Sequence[float]) -> list[int]:
    """The places of the weights that are tuned: all that are not 0, since those are out of use."""
    return [place for place, (name, value) in enumerate(zip(names, start, strict=True)) if value > 0 and name not in FIXED]


def with_weights(start: Sequence[float], places: Sequence[int], logarithms: Doubles) -> Taste:
    """A taste with some of its weights replaced."""
    found = list(start)
    for place, value in zip(places, np.exp(logarithms), strict=True):
        found[place] = round(float(value), 4)
    return found


def worth_of(setup: BoardSetup, mind: Mind, rival: Player, games: int, seed: int) -> float:
    """The mean of win and standing of one seat with this mind, against copies of the rival."""
    total = 0.0
    for number in range(games):
        seat = number % setup.players
        candidate = Player(mind, rival.simulations, rival.options)
        game = play_game(setup, [candidate if place == seat else rival for place in range(setup.players)],
                         seed + number // setup.players)
        total += (game.shares[seat] + game.standing[seat]) / 2
    return total / games
