"""Finds better values for the options of a bot by playing it against itself: SPSA.

Simultaneous perturbation: every option is moved a step up or down at random, the changed bot plays
the bot changed the other way, and all options follow the winner a little. One pair of games says
something about every option at once: ten options cost no more games than one. Steps and gains
shrink as Spall proposes; the mean of the second half of all values is recommended, since single
values still fluctuate.

Pairs are played in batches, all of one batch around the same values, so that processes may share
the work without changing a result. Every pair is in the ledger before the next batch begins: a run
that was killed continues where it stopped.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from engine_c.search.options import SearchSettings
from hansa.bots.bot import bounds_of
from hansa.bots.registry import make_bot, with_options
from hansa.errors import HansaError
from hansa.json_lines import Json
from hansa.suggestions import closest
from hansa.tournaments.results import GameResult
from hansa.tournaments.rounds import GameRunner
from hansa.tournaments.schedule import ScheduledGame, TableSetup
from hansa.training.ledger import Ledger

Settings = dict[str, float]

STEP_DECAY, GAIN_DECAY = 0.101, 0.602       # Spall's exponents
CALM = 50                                   # pairs added to every count: tames the first gains
GAIN = 2.0                                  # about a fifth of a step for two lost games at first
BATCH = 4                                   # pairs around the same values
STEP = 0.3                                  # of the start, where no step is given


class TuningError(HansaError):
    """Options that cannot be tuned."""

    code = "bad-tuning"


@dataclass(frozen=True)
class Knob:
    """An option that is tuned: where it starts, how far it is moved, and its bounds.

    >>> Knob("exploration", 0.4, 0.1, 0, 1000).clipped(-3)
    0
    """

    name: str
    start: float
    step: float
    low: float | None = None
    high: float | None = None

    def clipped(self, value: float) -> float:
        """The nearest valid value."""
        if self.low is not None:
            value = max(value, self.low)
        return value if self.high is None else min(value, self.high)


@dataclass(frozen=True)
class TuningPlan:
    """The settings of a tuning run: bot, options, board and seed."""

    bot: str                        # a spec; what it says of a tuned option is where that starts
    knobs: tuple[Knob, ...]
    table: TableSetup
    seed: int = 1

    def spec(self, settings: Mapping[str, float]) -> str:
        """The bot with these values.

        >>> TuningPlan("mcts:simulations=100", (), TableSetup("hansa-23", 2)).spec({"exploration": 0.5})
        'mcts:simulations=100,exploration=0.5'
        """
        return with_options(self.bot, {name: float(f"{value:.5g}") for name, value in settings.items()})

    def check(self) -> None:
        """Checks before the first game that the bot takes these options."""
        make_bot(self.spec({knob.name: knob.start for knob in self.knobs})).close()


def signs_of(plan: TuningPlan, number: int) -> list[int]:
    """The random direction in which each option is moved for a pair of games."""
    rng = random.Random(f"{plan.seed}/{number}/signs")
    return [rng.choice((-1, 1)) for _ in plan.knobs]


def moved(plan: TuningPlan, at: Sequence[float], number: int, way: int) -> Settings:
    """The options for one side of a pair; `at` counts steps from the start."""
    size = (number + 1) ** -STEP_DECAY
    return {
        knob.name: knob.clipped(knob.start + (place + way * sign * size) * knob.step)
        for knob, place, sign in zip(plan.knobs, at, signs_of(plan, number), strict=True)
    }


def pair_of(plan: TuningPlan, at: Sequence[float], number: int) -> list[ScheduledGame]:
    """Two games between the sides of a pair, the second with seats exchanged."""
    up, down = (plan.spec(moved(plan, at, number, way)) for way in (1, -1))
    seats = [up if seat % 2 == 0 else down for seat in range(plan.table.players)]
    random.Random(f"{plan.seed}/{number}/seats").shuffle(seats)
    other = {up: down, down: up}
    return [ScheduledGame(number, 0, tuple(seats), plan.table, plan.seed),
            ScheduledGame(number, 1, tuple(other[seat] for seat in seats), plan.table, plan.seed)]


def result_of(plan: TuningPlan, at: Sequence[float], games: Sequence[GameResult]) -> float:
    """How much better the side moved up its signs did: from -1, always last, to 1."""
    up, total = plan.spec(moved(plan, at, games[0].block, 1)), 0.0
    for game in games:
        ours = [share for share, bot in zip(game.shares, game.bots, strict=True) if bot == up]
        theirs = [share for share, bot in zip(game.shares, game.bots, strict=True) if bot != up]
        if ours and theirs:             # at a bound both sides may be the same
            mine, other = sum(ours) / len(ours), sum(theirs) / len(theirs)
            total += (mine - other) / (mine + other)
    return total / len(games)


def path_of(plan: TuningPlan, results: Sequence[float]) -> Iterator[list[float]]:
    """The values of the options before each pair and after the last, in steps from the start."""
    at = [0.0] * len(plan.knobs)
    yield list(at)
    for number, result in enumerate(results):
        gain = GAIN * (CALM + number) ** -GAIN_DECAY * result
        at = [place + gain * sign for place, sign in zip(at, signs_of(plan, number), strict=True)]
        at = [
            (knob.clipped(knob.start + place * knob.step) - knob.start) / knob.step
            for knob, place in zip(plan.knobs, at, strict=True)
        ]
        yield list(at)


def recommended(plan: TuningPlan, results: Sequence[float]) -> Settings:
    """The mean values over the second half of the run."""
    path = list(path_of(plan, results))
    late = path[len(path) // 2 :]
    return {
        knob.name: knob.start + knob.step * sum(at[place] for at in late) / len(late)
        for place, knob in enumerate(plan.knobs)
    }


# --- what is asked for ----------------------------------------------------------------------------

def knob_of(bot: str, word: str) -> Knob:
    """An option by its name, or with its step after `=`; it starts where the bot has it.

    >>> knob_of("mcts:exploration=0.5", "exploration")
    Knob(name='exploration', start=0.5, step=0.15, low=0, high=1000)
    >>> knob_of("mcts", "first_play=0.01").step
    0.01
    """
    name, given, step = word.partition("=")
    made = make_bot(bot)
    made.close()
    options = {entry.name: entry for entry in fields(made.options)}
    if name not in options:
        raise TuningError(f"{bot} has no option {name!r}{closest(name, list(options))}")
    start, bounds = getattr(made.options, name), bounds_of(options[name])
    if start is None:                   # of a search: as its mind was tuned
        start = getattr(SearchSettings(), name, None)
    if not isinstance(start, float):
        raise TuningError(f"only options that are decimal numbers can be tuned, and {name} is {start!r}")
    size = _step(name, step) if given else STEP * abs(start)
    if not size:
        raise TuningError(f"{name} starts at 0; say how far to move it, as in {name}=0.1")
    return Knob(name, start, round(size, 6), bounds.low, bounds.high)


def _step(name: str, text: str) -> float:
    """The size of an option's steps."""
    try:
        size = float(text)
    except ValueError:
        size = math.nan
    if not 0 < size < math.inf:
        raise TuningError(f"the step of {name} must be a number above 0, not {text[:40]!r}")
    return size


# --- the run --------------------------------------------------------------------------------------

@dataclass
class TuningRun:
    """A tuning run in a folder; what is played is in `ledger.jsonl`."""

    folder: Path
    plan: TuningPlan

    def __post_init__(self) -> None:
        self.plan.check()
        self.folder.mkdir(parents=True, exist_ok=True)
        self.ledger = Ledger(self.folder)
        begun, wanted = self.ledger.of("tune"), asdict(self.plan)
        if self.ledger.entries and not begun:
            raise TuningError(f"{self.folder} holds another kind of run; choose another folder")
        if not begun:
            self.ledger.add("tune", plan=wanted)
        elif plan_of(begun[0]["plan"]) != self.plan:
            raise TuningError(f"{self.folder} was begun with another bot, table, seed or options; choose another folder")

    @property
    def results(self) -> list[float]:
        """The results of the pairs so far, in order, up to the first that is missing."""
        found = self._found
        return [found[number] for number in itertools.takewhile(found.__contains__, itertools.count())]

    @property
    def _found(self) -> dict[int, float]:
        return {entry["number"]: entry["result"] for entry in self.ledger.of("pair")}

    def play(self, runner: GameRunner, pairs: int, report: Callable[[int], None]) -> None:
        """Plays until there are this many pairs."""
        while len(results := self.results) < pairs:
            first = len(results) // BATCH * BATCH
            at = list(path_of(self.plan, results[:first]))[-1]
            numbers = [number for number in range(first, min(first + BATCH, pairs)) if number not in self._found]
            played: dict[int, list[GameResult]] = {number: [] for number in numbers}
            for finished in runner.run(game for number in numbers for game in pair_of(self.plan, at, number)):
                pair = played[finished.result.block]
                pair.append(finished.result)
                if len(pair) == 2:
                    self.ledger.add("pair", number=finished.result.block, result=round(result_of(self.plan, at, pair), 6))
                    report(len(self._found))
            if runner.lost:
                raise TuningError(f"the machine could not play a game: {runner.lost[0].reason}; when that is mended, "
                                  f"hansa tune {self.folder} continues")


def plan_of(data: Json) -> TuningPlan:
    """A plan from a ledger."""
    try:
        table = TableSetup(**{**data["table"], "modules": tuple(data["table"]["modules"])})
        knobs = tuple(Knob(**knob) for knob in data["knobs"])
        return TuningPlan(data["bot"], knobs, table, data["seed"])
    except (KeyError, TypeError) as error:
        raise TuningError(f"the plan of a tuning run cannot be read: {error}") from error


def plan_in(folder: Path) -> TuningPlan | None:
    """The plan with which the run in a folder was started."""
    begun = Ledger(folder).of("tune")
    return plan_of(begun[0]["plan"]) if begun else None
