"""The tree search as players: `mcts`, which thinks for every seat with a fitted mind, and `uct`, which knows nothing.

`uct` is the plain search of the textbooks (UCB1, uniformly random playouts), kept as a measure of what knowledge is worth.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hansa.bots.bot import Bot, Options, option
from hansa.state import Move, State
from hansa.teutonica.mind import fitted_mind
from hansa.thinking import Budget, Thinker, Thought


@dataclass(frozen=True)
class SearchOptions(Options):
    """Budgets and the tree; of `simulations` and `seconds`, what comes first ends a decision."""

    simulations: int | None = option(None, "simulations a decision (1000 if no seconds are given)", low=1)
    seconds: float | None = option(None, "seconds a decision", low=0.001)
    threads: int = option(1, "trees searched side by side", low=1, high=64)
    memory: int = option(128, "megabytes for the trees", low=1)

    @property
    def budget(self) -> Budget:
        """What a decision may cost."""
        simulations = 1000 if self.simulations is None and self.seconds is None else self.simulations
        return Budget(simulations, self.seconds, decide=True)


@dataclass(frozen=True)
class MctsOptions(SearchOptions):
    """What of the search is tuned."""

    exploration: float = option(0.4, "how much what is unknown is worth (c of PUCT)", low=0)
    first_play: float = option(0.02, "how much worse than its parent an untried move is taken to be")
    temperature: float = option(1.0, "of the policy: higher trusts it less", low=0.01)
    standing: float = option(0.5, "part of a finished game's value that is the standing, not the win", low=0, high=1)
    leaf: str = option("playout", "how new positions are judged", choices=("evaluation", "playout"))
    cut: int = option(80, "moves of a playout before it is judged", low=0)


class SearchBot(Bot):
    """A bot that thinks with a `Thinker` and remembers its last thought."""

    options: SearchOptions

    def __init__(self, name: str, options: SearchOptions) -> None:
        super().__init__(name, options)
        self.thinker = self.new_thinker()
        self.thought: Thought | None = None

    def new_thinker(self) -> Thinker:
        """The search with all its settings."""
        raise NotImplementedError

    def choose(self, state: State) -> Move:
        """The move tried most often."""
        self.thought = self.thinker.think(state, self.options.budget, lines=1)
        return self.thought.move

    def explain(self, state: State) -> str:
        """The main variation and what it is worth."""
        thought = self.thinker.think(state, self.options.budget, lines=3)
        return "\n".join(
            f"{line.visits:>7} {' '.join(f'{value:.0%}' for value in line.values)}  {', '.join(line.variation)}"
            for line in thought.lines
        )


class MctsBot(SearchBot):
    """PUCT over a fitted policy and evaluation."""

    options_class = MctsOptions
    options: MctsOptions

    def new_thinker(self) -> Thinker:
        chosen = self.options
        settings: dict[str, Any] = {
            "exploration": chosen.exploration, "first_play": chosen.first_play, "temperature": chosen.temperature,
            "standing": chosen.standing, "leaf": chosen.leaf, "cut": chosen.cut,
        }
        return Thinker(fitted_mind(), threads=chosen.threads, seed=chosen.seed, memory=chosen.memory, **settings)


@dataclass(frozen=True)
class UctOptions(SearchOptions):
    """The textbook's two numbers."""

    exploration: float = option(1.0, "c of UCB1", low=0)
    cut: int = option(2000, "moves of a playout before it is scored as it stands [T76]", low=1)


class UctBot(SearchBot):
    """UCB1, uniformly random playouts, no knowledge."""

    options_class = UctOptions
    options: UctOptions

    def new_thinker(self) -> Thinker:
        chosen = self.options
        return Thinker(
            fitted_mind(), threads=chosen.threads, seed=chosen.seed, memory=chosen.memory, formula="ucb1", leaf="uniform",
            policy=False, standing=0.0, exploration=chosen.exploration, cut=chosen.cut,
        )
