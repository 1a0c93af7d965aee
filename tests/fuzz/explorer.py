"""Looks for inputs that take new steps, and for those that crash a parser."""

from __future__ import annotations

import contextlib
import hashlib
import math
import random
import signal
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from tests.fuzz.coverage import Coverage, Step
from tests.fuzz.mutation import Mutator

CORPUS = Path(__file__).with_name("corpus")
FOUND = Path(__file__).parents[2] / "build" / "fuzz"
LONGEST_SECONDS = 20.0      # of processor time: one input should take a thousandth of it


class TooSlow(Exception):
    """An input keeps the processor busy for too long."""


@dataclass(frozen=True)
class Door:
    """A way in: `take` returns whatever it refuses in words, and raises what must not happen."""

    name: str
    take: Callable[[bytes], object]
    seeds: Callable[[], Sequence[bytes]]


@dataclass(frozen=True)
class Finding:
    """An input that crashes a parser, and how."""

    data: bytes
    trace: str

    @property
    def name(self) -> str:
        """For a file."""
        return hashlib.sha256(self.data).hexdigest()[:12]

    @classmethod
    def of(cls, data: bytes, error: Exception) -> tuple[str, Finding]:
        """Where an error was raised, which names the fault, and the finding."""
        place = traceback.extract_tb(error.__traceback__)[-1]
        trace = "".join(traceback.format_exception(error))
        return f"{type(error).__name__} {place.filename}:{place.lineno}", cls(data, trace)

    def write(self, folder: Path, door: str) -> Path:
        """Writes the input and, beside it, its traceback."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{door}-{self.name}"
        path.write_bytes(self.data)
        path.with_suffix(".txt").write_text(self.trace, encoding="utf-8", errors="backslashreplace")
        return path


@dataclass(frozen=True)
class Search:
    """What a search did: inputs, steps or edges, and the inputs that took new ones."""

    inputs: int
    steps: int
    fresh: Sequence[bytes]
    findings: Mapping[str, Path]        # by where they were raised
    seconds: float                      # of the processor
    stopped: bool                       # by Ctrl-C


def kept_corpus(door: Door) -> list[bytes]:
    """The inputs of the repository."""
    return [path.read_bytes() for path in sorted((CORPUS / door.name).glob("*"))]


class Explorer:
    """Changes inputs of a door that have taken steps nobody took before, again and again."""

    def __init__(self, door: Door, seed: int) -> None:
        self.door = door
        self.rng = random.Random(f"{door.name}/{seed}")
        self.coverage = Coverage()
        self.mutator = Mutator(self.rng)
        self.inputs: list[bytes] = []
        # Inputs that no seed and nobody before had the steps of
        self.found: list[bytes] = []
        self.seen: set[Step] = set()
        self.findings: dict[str, Finding] = {}
        self.tried = 0

    def search(self, *, seconds: float = math.inf, inputs: float = math.inf) -> Search:
        """Tries changed inputs for some seconds of the processor, or a number of them, and writes
        down what it finds. Ctrl-C ends it."""
        began, stopped = time.process_time(), False
        try:
            self.begin()
            seeds = self.tried
            while time.process_time() - began < seconds and self.tried - seeds < inputs:
                self.step()
        except KeyboardInterrupt:
            stopped = True
        return Search(self.tried, len(self.seen), self.found,
                      {where: finding.write(FOUND, self.door.name) for where, finding in self.findings.items()},
                      time.process_time() - began, stopped)

    def begin(self) -> None:
        """The kept inputs and the seeds as they are."""
        for data in [*kept_corpus(self.door), *self.door.seeds()]:
            self._try(data)
            self.inputs.append(data)
            self.mutator.learn(data)

    def step(self) -> None:
        """One of them, changed."""
        data = self.mutator.changed(self._chosen(), self.inputs)
        if self._try(data):
            self.inputs.append(data)
            self.found.append(data)
            self.mutator.learn(data)

    def _chosen(self) -> bytes:
        """Often one of the latest."""
        if self.rng.random() < 0.3:
            return self.inputs[-1 - min(len(self.inputs) - 1, int(self.rng.expovariate(0.2)))]
        return self.rng.choice(self.inputs)

    def _try(self, data: bytes) -> bool:
        """Whether an input takes new steps."""
        self.tried += 1
        try:
            with deadline(LONGEST_SECONDS):
                steps = self.coverage.of(lambda: self.door.take(data))
        except Exception as error:
            where, finding = Finding.of(data, error)
            self.findings.setdefault(where, finding)
            return False
        fresh = not steps <= self.seen
        self.seen |= steps
        return fresh


@contextlib.contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Ends what takes too much of the processor."""
    def ring(number: int, frame: FrameType | None) -> None:
        raise TooSlow(f"more than {seconds:g} seconds")

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
