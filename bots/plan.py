"""A bot with a plan: it looks for the route whose claim brings most for the actions it still costs, and works towards it.

What "most" is, is the plan's taste: its weights (`hansa.teutonica.mind.TASTE`). The playing itself is the engine's
(`engine_c/teutonica/plan.pyx`), which also plays the playouts of the tree search like this.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine_c.teutonica.position import TeutonicaPosition
from hansa.boards import board
from hansa.bots.bot import Bot, Options, option
from hansa.state import Move, State
from hansa.teutonica.mind import taste
from hansa.teutonica.notation import notation


@dataclass(frozen=True)
class PlanOptions(Options):
    """What a plan may be told."""

    noise: float = option(0.03, "how far its judgement of a route strays, as a share", low=0.0, high=1.0)


class PlanBot(Bot):
    """Plays by its `taste`; the plans derive from it and differ in nothing else. Nothing is remembered between decisions."""

    options_class = PlanOptions
    options: PlanOptions
    taste: ClassVar[Mapping[str, float]] = {}

    def choose(self, state: State) -> Move:
        """The move that the plan begins with."""
        position, seed = state.position, self.rng.getrandbits(32)
        assert isinstance(position, TeutonicaPosition)
        code = position.plan_move(self.weights(), seed)
        return Move(notation(position.board_name, position.players).text(code), code)

    def weights(self) -> list[float]:
        """Its taste as the engine reads it."""
        return taste(**{**self.taste, "noise": self.options.noise})

    def explain(self, state: State) -> str:
        """The best three undertakings: worth in points, cost in actions."""
        position = state.position
        assert isinstance(position, TeutonicaPosition)
        text = notation(position.board_name, position.players).text
        names = [route.name for route in board(position.board_name).routes]
        best = sorted(position.prospects(self.weights()), key=lambda prospect: -prospect[4])[:3]
        return "; ".join(
            f"{names[route]}, {text(claim)}: {worth:.1f} points for {cost:.1f} actions" for route, claim, worth, cost, _ in best
        )
