"""A bot with a plan: it looks for what brings most (in Hansa Teutonica for the actions it still
costs), and works towards it.

Its taste decides what "most" is: weights (`TASTE` in the `mind.py` of a game). The engine plays
(the game's `plan.pyx`), as in the playouts of the tree search.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from hansa.bots.bot import Bot, BotFault, Options, option
from hansa.games import DEFAULT_GAME, GAMES
from hansa.state import Move, State


@dataclass(frozen=True)
class PlanOptions(Options):
    """What a plan may be told."""

    noise: float = option(0.03, "random error of its evaluation: a fraction of it, or points in Hansa "
                                "(2004)", low=0.0, high=1.0)


class PlanBot(Bot):
    """Plays by its `taste`, the only thing in which plans differ. It remembers nothing."""

    options_class = PlanOptions
    options: PlanOptions
    game: ClassVar[str] = DEFAULT_GAME
    taste: ClassVar[Mapping[str, float]] = {}

    def choose(self, state: State) -> Move:
        """The move that the plan begins with."""
        if state.game != self.game:
            raise BotFault("crash", f"{self.name!r} is a plan for {self.game}, not for {state.game}")
        return state.move(state.position.plan_move(self.weights, self.rng.getrandbits(32)))

    @cached_property
    def weights(self) -> list[float]:
        """Its taste as the engine reads it."""
        return GAMES[self.game].vocabulary.taste(**{**self.taste, "noise": self.options.noise})

    def explain(self, state: State) -> str:
        """The best that it sees."""
        return GAMES[self.game].prospects(state.position, self.weights)
