"""Finds better values for the options of a bot by playing it against itself: SPSA.

Simultaneous perturbation: every option is moved a step up or down at random, the bot so changed plays
the bot changed the other way, and all options follow the winner a little. One pair of games says
something about every option at once, so many options cost no more games than one. Steps and gains
shrink as Spall proposes; the mean of the second half of all values is what is recommended, since the
last values still tremble.

Pairs are played in batches, all of one batch around the same values, so that processes may share the
work without changing a result. Every pair is in the ledger before the next batch begins: a run that was
killed goes on where it was.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from hansa.bots.bot import bounds_of
from hansa.bots.command import processes
from hansa.bots.registry import make_bot
from hansa.catalogue import closest
from hansa.errors import HansaError
from hansa.tournaments.play import play
from hansa.tournaments.results import played
from hansa.tournaments.schedule import Game, Table
from hansa.training.ledger import Ledger

Settings = dict[str, float]

STEP_DECAY, GAIN_DECAY = 0.101, 0.602       # Spall's exponents
CALM = 50                                   # pairs added to every count: keeps the first gains from being wild
GAIN = 2.0                                  # of the first pairs: about a fifth of a step for two lost games
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
        """The nearest value that is allowed."""
        if self.low is not None:
            value = max(value, self.low)
        return value if self.high is None else min(value, self.high)


@dataclass(frozen=True)
class Plan:
    """What is tuned, and where."""

    bot: str                        # a spec without the tuned options
    knobs: tuple[Knob, ...]
    table: Table
    seed: int = 1

    def spec(self, settings: Mapping[str, float]) -> str:
        """The bot with these values.

        >>> Plan("mcts:simulations=100", (), Table("hansa-23", 2)).spec({"exploration": 0.5})
        'mcts:simulations=100,exploration=0.5'
        """
        values = ",".join(f"{name}={value:.5g}" for name, value in settings.items())
        return f"{self.bot}{',' if ':' in self.bot else ':'}{values}" if values else self.bot

    def check(self) -> None:
        """A bot that does not take these options is an error before the first game."""
        make_bot(self.spec({knob.name: knob.start for knob in self.knobs})).close()


def signs_of(plan: Plan, number: int) -> list[int]:
    """Which way each option is moved for a pair of games."""
    rng = random.Random(f"{plan.seed}/{number}/signs")
    return [rng.choice((-1, 1)) for _ in plan.knobs]


def moved(plan: Plan, at: Sequence[float], number: int, way: int) -> Settings:
    """The options for one side of a pair; `at` counts steps from the start."""
    size = (number + 1) ** -STEP_DECAY
    return {
        knob.name: knob.clipped(knob.start + (place + way * sign * size) * knob.step)
        for knob, place, sign in zip(plan.knobs, at, signs_of(plan, number), strict=True)
    }


def pair_result(plan: Plan, at: Sequence[float], number: int) -> float:
    """How much better the side moved up its signs did: from -1, always last, to 1, in two games with seats exchanged."""
    specs = {way: plan.spec(moved(plan, at, number, way)) for way in (1, -1)}
    seats = [1 if seat % 2 == 0 else -1 for seat in range(plan.table.players)]
    random.Random(f"{plan.seed}/{number}/seats").shuffle(seats)
    total = 0.0
    for rotation, exchange in enumerate((1, -1)):
        ways = [way * exchange for way in seats]
        game = Game(number, rotation, tuple(specs[way] for way in ways), plan.table, plan.seed)
        result = played(play(game), "")
        shares = {
            way: [share for share, whose in zip(result.shares, ways, strict=True) if whose == way] for way in specs}
        mean = {way: sum(found) / len(found) for way, found in shares.items()}
        total += (mean[1] - mean[-1]) / (mean[1] + mean[-1])
    return total / 2


def path_of(plan: Plan, results: Sequence[float]) -> Iterator[list[float]]:
    """Where the options stood before each pair, and after the last, in steps from the start."""
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


def recommended(plan: Plan, results: Sequence[float]) -> Settings:
    """The mean of the second half of the way."""
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
    if not isinstance(start, float):
        raise TuningError(f"only options that are decimal numbers can be tuned, and {name} is {start!r}")
    size = _step(name, step) if given else STEP * abs(start)
    if not size:
        raise TuningError(f"{name} starts at 0; say how far to move it, as in {name}=0.1")
    return Knob(name, start, round(size, 6), bounds.low, bounds.high)


def _step(name: str, text: str) -> float:
    """How far an option is moved."""
    try:
        size = float(text)
    except ValueError:
        size = math.nan
    if not 0 < size < math.inf:
        raise TuningError(f"the step of {name} must be a number above 0, not {text[:40]!r}")
    return size


# --- the run --------------------------------------------------------------------------------------

@dataclass
class Run:
    """A tuning run in a folder; what is played is in `ledger.jsonl`."""

    folder: Path
    plan: Plan

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
        """Of the pairs so far, in their order, as far as none is missing."""
        found = {entry["number"]: entry["result"] for entry in self.ledger.of("pair")}
        return [found[number] for number in range(len(found)) if number in found]

    def play(self, pairs: int, workers: int, report: Callable[[int], None]) -> None:
        """Plays on until there are so many pairs."""
        with processes(workers) as pool:
            while len(results := self.results) < pairs:
                first = len(results) // BATCH * BATCH
                at = list(path_of(self.plan, results[:first]))[-1]
                jobs = [(self.plan, at, number) for number in range(len(results), min(first + BATCH, pairs))]
                for job, result in zip(jobs, pool.imap(_play_job, jobs), strict=True):
                    self.ledger.add("pair", number=job[2], result=round(result, 6))
                    report(job[2] + 1)


def _play_job(job: tuple[Plan, list[float], int]) -> float:
    """`pair_result`, for a pool of processes."""
    return pair_result(*job)


def plan_of(data: dict[str, Any]) -> Plan:
    """A plan from a ledger."""
    try:
        table = Table(**{**data["table"], "modules": tuple(data["table"]["modules"])})
        knobs = tuple(Knob(**knob) for knob in data["knobs"])
        return Plan(data["bot"], knobs, table, data["seed"])
    except (KeyError, TypeError) as error:
        raise TuningError(f"the plan of a tuning run cannot be read: {error}") from error


def plan_in(folder: Path) -> Plan | None:
    """What the run in a folder was begun with."""
    begun = Ledger(folder).of("tune")
    return plan_of(begun[0]["plan"]) if begun else None
