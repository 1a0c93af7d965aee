"""The bots that use the tree search: `mcts`, with a trained mind, and `uct`, without any knowledge.

`uct` is the textbook search (UCB1, uniformly random playouts), a baseline that shows what knowledge
is worth.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine_c.mind import Mind
from engine_c.search.options import SearchOptions, setting_of
from hansa.bots.bot import Bot, Opinion, Options, option
from hansa.bots.styles import STYLES, taste_of
from hansa.games import GAMES, check_mind
from hansa.state import Move, State
from hansa.strengths import STRENGTHS
from hansa.thinking import Budget, Thinker, Thought

if TYPE_CHECKING:       # it loads NumPy, a third of the time in which `hansa play` starts
    from hansa.mind_file import Minds

DEFAULT_SIMULATIONS = 1000


@dataclass(frozen=True)
class Level:
    """A weaker player, for people who want to win: it searches little and overlooks things."""

    about: str
    simulations: int
    oversight: float
    leaf: str = "playout"       # "evaluation" does not play on from the positions of the tree

    @property
    def settings(self) -> dict[str, Any]:
        """The options of this level."""
        return {"simulations": self.simulations, "oversight": self.oversight, "leaf": self.leaf}


# From a beginner to a search that overlooks nothing; `ladder.py` has their Elo.
LEVELS: tuple[Level, ...] = (
    Level("A first game: overlooks nine places of ten, and sees one move ahead", 10, 0.9, "evaluation"),
    Level("A beginner: overlooks most places, and sees one move ahead", 10, 0.8, "evaluation"),
    Level("Still learning: overlooks many places, and sees one move ahead", 10, 0.7, "evaluation"),
    Level("Knows the rules well: overlooks more than half, but looks further ahead", 20, 0.6),
    Level("Plays now and then: overlooks every other place", 20, 0.45),
    Level("Plays often: overlooks every third place", 30, 0.3),
    Level("A good player: overlooks something now and then", 40, 0.2),
    Level("A very good player: seldom overlooks anything", 80, 0.1),
    Level("Strong: overlooks next to nothing", 200, 0.03),
    Level("The strongest level: overlooks nothing, and looks furthest ahead", 1500, 0.0),
)


def search_option(name: str) -> Any:
    """A bot's option that is a setting of the search, with the default, help and limits of
    `SearchOptions`."""
    metadata = dict(setting_of(name).metadata)
    del metadata["kind"]        # the annotation says it
    return option(setting_of(name).default, **metadata)


@dataclass(frozen=True)
class BudgetOptions(Options):
    """Budgets, threads and memory. If there are several budgets, the first that is used up ends a
    decision."""

    strength: str | None = option(
        None, "simulations by name: " + ", ".join(f"{name} {count}" for name, count in STRENGTHS.items()),
        choices=tuple(STRENGTHS))
    simulations: int | None = option(None, f"simulations per decision ({DEFAULT_SIMULATIONS} if no "
                                           "other budget is given)", low=1)
    seconds: float | None = option(None, "seconds per decision", low=0.001)
    turn_seconds: float | None = option(None, "seconds for all decisions of a turn", low=0.001)
    clock: float | None = option(None, "seconds for a whole game", low=0.001)
    increment: float = option(0.0, "seconds that every turn adds to the clock", low=0)
    threads: int = search_option("threads")
    memory: int = search_option("memory")

    @property
    def budget(self) -> Budget:
        """The budget of a decision."""
        simulations = self.simulations
        if self.strength is not None:
            simulations = min(simulations or STRENGTHS[self.strength], STRENGTHS[self.strength])
        elif all(limit is None for limit in (simulations, self.seconds, self.turn_seconds, self.clock)):
            simulations = DEFAULT_SIMULATIONS
        return Budget(simulations, self.seconds, self.turn_seconds, self.clock, self.increment, decide=True)

    @property
    def search(self) -> SearchOptions:
        """The settings of the search: all options whose name is a field of `SearchOptions`."""
        return SearchOptions(**{
            entry.name: getattr(self, entry.name) for entry in fields(SearchOptions) if hasattr(self, entry.name)
        })


@dataclass(frozen=True)
class MctsOptions(BudgetOptions):
    """Options of `mcts`: weaker or different play, and settings of the search."""

    level: int | None = option(
        None, f"a weaker player, 1 to {len(LEVELS)}: sets simulations, oversight and leaf", low=1, high=len(LEVELS))
    style: str | None = option(
        None, "a character: guided by the taste of a plan (rusher, networker, blocker, builder; in Hansa (2004) "
        "founder, collector)", choices=tuple(STYLES))
    oversight: float = option(
        0.0, "probability of overlooking a city or route for a whole turn, as people do", low=0, high=0.99)
    exploration: float | None = search_option("exploration")
    first_play: float = search_option("first_play")
    temperature: float | None = search_option("temperature")
    advice: float = search_option("advice")
    standing: float = search_option("standing")
    leaf: str = search_option("leaf")
    cut: int | None = search_option("cut")
    mind: str | None = option(None, "file of weights, written by `hansa train`, to use instead of the built-in ones",
                              local=True)

    @property
    def settled(self) -> MctsOptions:
        """The options with the settings of the level, if one is given."""
        return self if self.level is None else replace(self, level=None, **LEVELS[self.level - 1].settings)


class SearchBot(Bot):
    """A bot that searches with a `Thinker` and keeps its last thought."""

    options: BudgetOptions

    def __init__(self, name: str, options: BudgetOptions) -> None:
        super().__init__(name, options)
        self.budget = self.new_budget()
        self.thinker = self.new_thinker()
        self.thought: Thought | None = None
        self.clock = self.budget.new_clock()
        self._closed = threading.Event()

    def new_game(self, seat: int, setup: Mapping[str, Any]) -> None:
        """Starts a new clock."""
        self.clock = self.budget.new_clock()

    def new_budget(self) -> Budget:
        """What a decision may cost."""
        return self.options.budget

    def new_thinker(self) -> Thinker:
        """The search with all its settings."""
        raise NotImplementedError

    def time_left(self, seconds: float, increment: float) -> None:
        """Sets the bot's clock by that of the game."""
        self.clock.tell(seconds, increment)

    def choose(self, state: State) -> Move:
        """The move with the most visits."""
        thought = self.thought = self.thinker.think(
            state, self.budget, lines=1, clock=self.clock, firm=False, moves=self.considered(state), stop=self._closed)
        line = thought.lines[0]
        self.opinion = Opinion(thought.values, line.variation, thought.simulations)
        return line.move

    def close(self) -> None:
        """Ends the search of a move that nobody waits for any more."""
        self._closed.set()

    def considered(self, state: State) -> Sequence[Move]:
        """The moves to search; empty if that is all of them."""
        return ()

    def explain(self, state: State) -> str:
        """The best lines and their values."""
        thought = self.thinker.think(state, self.budget, lines=3)
        return "\n".join(
            f"{line.visits:>7} {' '.join(f'{value:.0%}' for value in line.values)}  {', '.join(line.variation)}"
            for line in thought.lines
        )


class MctsBot(SearchBot):
    """Monte Carlo tree search with a learned policy and evaluation: the strongest bot; its budget
    determines how strong."""

    options_class = MctsOptions
    options: MctsOptions

    def new_budget(self) -> Budget:
        """The budget, which a level may set."""
        return self.options.settled.budget

    def new_thinker(self) -> Thinker:
        chosen = self.options.settled
        self.oversight = chosen.oversight
        path = None if chosen.mind is None else Path(chosen.mind)
        if path is not None:
            check_mind(path)        # whether it is for this game is checked when there is a state
        return Thinker(mind_in_style(chosen.style, path), chosen.search, seed=chosen.seed)

    def considered(self, state: State) -> Sequence[Move]:
        """The moves that it does not overlook. If it would overlook every place, it sees one."""
        if not self.oversight:
            return ()
        noticed = {
            place: random.Random(f"{self.options.seed} {state.turns} {place}").random()
            for place in map(place_of, state.legal_moves)
        }
        least = min(self.oversight, max(noticed.values()))
        return [move for move in state.legal_moves if noticed[place_of(move)] >= least]


def place_of(move: Move) -> str:
    """The cities and routes in the text of a move, or the whole text if there are none.

    >>> start = State.new(board="hansa-45", players=4, seed=7)
    >>> place_of(start.parse("place t BRE-HAM")), place_of(start.parse("end"))
    ('BRE-HAM', 'end')
    """
    return " ".join(word for word in move.split() if word[0].isupper()) or str(move)


def mind_in_style(style: str | None, path: Path | None) -> Callable[[State], Mind]:
    """A function that returns the mind for a state: the weights of a file, which is read once, or
    the built-in ones, with the plan of a style."""
    known: dict[str, Minds] = {}

    def mind(state: State) -> Mind:
        game = GAMES[state.game]
        if game.name not in known:
            minds = game.minds(path)
            known[game.name] = minds if style is None else minds.with_plan(taste_of(style, game.name))
        return known[game.name].of(game.board(state.position), state.position.players)

    return mind


@dataclass(frozen=True)
class UctOptions(BudgetOptions):
    """The two parameters of the textbook search."""

    exploration: float = option(1.0, "c of UCB1", low=0)
    cut: int = option(2000, "moves of a playout before it is cut off and scored [T76]", low=1)


class UctBot(SearchBot):
    """Monte Carlo tree search without any knowledge (UCB1, random playouts): shows what knowledge
    is worth."""

    options_class = UctOptions
    options: UctOptions

    def new_thinker(self) -> Thinker:
        options = replace(self.options.search, formula="ucb1", leaf="uniform", policy=False, standing=0.0)
        return Thinker(options=options, seed=self.options.seed)
