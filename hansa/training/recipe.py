"""What a training run does, in numbers: all of it is kept in the ledger."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields
from typing import Any, TypeVar

from hansa.errors import HansaError
from hansa.json_lines import Json
from hansa.suggestions import shown

Task = TypeVar("Task")


class TrainingError(HansaError):
    """A training run that cannot be begun or continued."""

    code = "bad-training"


@dataclass(frozen=True)
class Making:
    """How positions are made: in games of the best player so far, and by playouts from them."""

    cut: int = 20                   # moves of a playout, in the search and before a position
    beyond: int = 8  # moves past the root's at most, if there are no playouts (`cut` 0)
    wander: float = 0.2             # of these moves that are any legal one instead of the plan's
    simulations: tuple[int, int] = (40, 100)    # of a decision, drawn between these
    branches: float = 0.6           # decisions at which a position is made
    playouts: int = 5               # to the end, that value a position
    longest: int = 2000             # moves of such a playout; then it is cut off
    stray: float = 0.1              # decisions drawn by their visits instead of the best move
    games_a_file: int = 20          # what is lost at most when the run is killed


@dataclass(frozen=True)
class Fitting:
    """How weights are fitted."""

    positions: int = 150_000        # of a setup
    held_out: float = 0.06          # of the files, to measure the fit on
    new_sum: bool = False  # fit the weighted sum anew, too; else the net corrects the best so far's
    rounds: int = 5                 # of Newton's method
    ridge: float = 30.0             # against weights of what is hardly ever seen
    epochs: int = 3                 # of the net
    batch: int = 512                # positions
    rate: float = 1.5e-3              # at the beginning; it falls to nothing as half a wave
    decay: float = 2.0  # of the net's weights, times the rate; with less they learn by heart


@dataclass(frozen=True)
class Gating:
    """How a candidate must win: a sequential test at equal time, one seat against copies."""

    simulations: int = 1000         # a decision, of the rival; the candidate gets as much time
    elo0: float = 0.0               # the candidate is not stronger
    elo1: float = 40.0              # it is stronger by this much
    error: float = 0.05             # of either answer
    blocks: int = 48                # at most; then the candidate is refused
    # At most, against each of the pool; 0: none. Who is clearly weaker by `elo1` is refused.
    pool_blocks: int = 12

    @property
    def bound(self) -> float:
        """Wald's bound, at which the logarithm of the likelihood ratio decides."""
        return math.log((1 - self.error) / self.error)


@dataclass(frozen=True)
class Tuning:
    """How a better taste of the plan is looked for, instead of a better net."""

    style: str                      # whose taste it begins with; "own" is that of the best so far
    start: tuple[float, ...] = ()   # that taste; empty for "own"
    rounds: int = 8
    tastes: int = 20                # drawn in a round
    games: int = 24                 # of each
    simulations: int = 100          # a decision, of both sides
    spread: float = 0.15            # of the logarithms of weights, at first


@dataclass(frozen=True)
class PlanTuning:
    """How the taste of a plan bot is tuned, by games of plans against each other."""

    name: str                               # the plan or the file that it begins with
    start: tuple[float, ...]                # its taste
    free: tuple[str, ...]                   # the weights that are tuned
    pool: tuple[tuple[float, ...], ...]     # the tastes that it meets
    rounds: int = 24
    tastes: int = 40                # drawn in a round
    games: int = 600                # of each
    spread: float = 0.35            # of the logarithms of weights, at first
    joining: int = 6                # each time after this number of rounds the mean joins the pool


@dataclass(frozen=True)
class Imitating:
    """How the policy's net learns from decisions that were searched for long, instead of a net that
    evaluates."""

    decisions: int = 100_000        # of a setup
    simulations: int = 1000         # of a decision to learn from
    learned: float = 0.5            # decisions that are; the others are searched
    quick: int = 200                # as long as this
    early: int = 40                 # decisions of a game's beginning
    early_stray: float = 0.4        # of these, moves drawn by their visits instead of the best
    stray: float = 0.06             # the same, of the decisions after them
    strayed_visits: float = 0.08    # that a drawn move has at least, as a part of the best move's
    games_a_file: int = 10          # what is lost at most when the run is killed
    held_out: float = 0.1           # of the files, to measure the fit on
    epochs: int = 12
    batch: int = 256                # decisions
    rate: float = 5e-3              # at the most
    warm: float = 0.1               # of the steps, until the rate is that high
    decay: float = 0.1              # of the net's weights, times the rate


def task_of(data: Any, name: str, kind: Callable[..., Task]) -> Task | None:
    """A task of a recipe; None if it has none, as recipes older than the task."""
    found = data.get(name)
    if not isinstance(found, dict | None):
        raise TypeError(f"{name} is {shown(found)}")
    return None if found is None else kind(**{part: in_tuples(value) for part, value in found.items()})


def in_tuples(value: Any) -> Any:
    """JSON with tuples in place of lists, as dataclasses have them."""
    return tuple(map(in_tuples, value)) if isinstance(value, list) else value


@dataclass(frozen=True)
class Recipe:
    """All of it."""

    seed: int = 1
    making: Making = field(default_factory=Making)
    fitting: Fitting = field(default_factory=Fitting)
    gating: Gating = field(default_factory=Gating)
    # Settings of the search, to be tried instead of new weights.
    settings: dict[str, float] = field(default_factory=dict)
    tuning: Tuning | None = None    # a taste is looked for instead of a net
    plan: PlanTuning | None = None  # a plan bot is tuned; the search has no part in it
    imitating: Imitating | None = None      # the policy's net is trained
    points_only: bool = False       # only the expected points are fitted anew; play does not change

    def to_json(self) -> Json:
        """For the ledger."""
        return asdict(self)

    @staticmethod
    def of(data: Any) -> Recipe:
        """A recipe from a ledger."""
        try:
            making = {**data["making"], "simulations": tuple(data["making"]["simulations"])}
            return Recipe(
                data["seed"], Making(**making), Fitting(**data["fitting"]), Gating(**data["gating"]), dict(data["settings"]),
                task_of(data, "tuning", Tuning), task_of(data, "plan", PlanTuning), task_of(data, "imitating", Imitating),
                data["points_only"])
        except (KeyError, TypeError) as error:
            known = ", ".join(entry.name for entry in fields(Recipe))
            reason = " ".join(str(error).split())       # it may name a member with line breaks
            raise TrainingError(f"a recipe has {known}; this one cannot be read: {reason}") from error
