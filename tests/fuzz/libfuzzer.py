"""Searches by libFuzzer, through Atheris: a process for each door.

Atheris instruments the bytecode of hansa while it is imported, and so tries some ten times as many
inputs a second as `explorer.py`, which follows every line with `sys.settrace`. Our own `Mutator`,
which knows JSON, makes most of the inputs, and libFuzzer the rest. What takes new edges is kept in
`build/fuzz/corpus`, and the next search goes on from there.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from tests.fuzz.explorer import FOUND, LONGEST_SECONDS, Door, Finding, Search, deadline, kept_corpus
from tests.fuzz.mutation import MOST_BYTES, Mutator

ROOT = Path(__file__).parents[2]
BY_LIBFUZZER = 0.2      # the share of inputs that it changes itself


def installed() -> bool:
    """Whether there is an Atheris."""
    return find_spec("atheris") is not None


def search(door: str, *, seconds: float, seed: int, folder: Path = FOUND) -> Search:
    """Searches for some seconds of the processor, in another process; Ctrl-C ends both."""
    corpus, log, report = folder / "corpus" / door, folder / f"{door}.log", folder / f"{door}.json"
    corpus.mkdir(parents=True, exist_ok=True)
    report.unlink(missing_ok=True)
    before = {path.name for path in corpus.iterdir()}
    stopped = False
    with log.open("wb") as told:
        process = subprocess.Popen([sys.executable, "-m", "tests.fuzz.libfuzzer", door, str(seconds), str(seed), folder],
                                   cwd=ROOT, stdout=told, stderr=told)
        while process.returncode is None:
            try:
                process.wait()
            except KeyboardInterrupt:       # which the process hears too
                stopped = True
    fresh = [path.read_bytes() for path in corpus.iterdir() if path.name not in before]
    edges = re.findall(rb"cov: (\d+)", log.read_bytes())
    figures: dict[str, Any] = {"inputs": 0, "seconds": 0.0, "findings": {}}
    if report.exists():
        figures = json.loads(report.read_bytes())
    elif not stopped:           # Ctrl-C may end it before it has begun
        figures["findings"] = {f"the process ended with {process.returncode}": str(log)}
    return Search(figures["inputs"], int(edges[-1]) if edges else 0, fresh,
                  {where: Path(path) for where, path in figures["findings"].items()}, figures["seconds"], stopped)


class Harness:
    """What libFuzzer calls in the process of a search."""

    def __init__(self, door: Door, seconds: float, folder: Path, mutate: Callable[[bytes, int], bytes]) -> None:
        self.door, self.seconds, self.folder, self.mutate = door, seconds, folder, mutate
        seeds = [*kept_corpus(door), *door.seeds()]
        self.mutator = Mutator(random.Random(0))
        self.others = seeds
        for data in seeds:
            self.mutator.learn(data)
        self.began = time.process_time()
        self.tried = 0
        self.findings: dict[str, str] = {}
        self.stopped = False
        signal.signal(signal.SIGINT, self._stop)

    @property
    def spent(self) -> float:
        """Seconds of the processor."""
        return time.process_time() - self.began

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.stopped = True

    def take(self, data: bytes) -> None:
        """Tries an input; a fault is written down, and the search goes on."""
        if self.stopped or self.spent > self.seconds:
            self.end()
        self.tried += 1
        try:
            with deadline(LONGEST_SECONDS):
                self.door.take(data)
        except Exception as error:
            where, finding = Finding.of(data, error)
            if where not in self.findings:
                self.findings[where] = str(finding.write(self.folder, self.door.name))

    def changed(self, data: bytes, longest: int, seed: int) -> bytes:
        """The next input, from one that libFuzzer has chosen."""
        self.mutator.rng = random.Random(seed)
        if self.mutator.rng.random() < BY_LIBFUZZER:
            return self.mutate(data, longest)
        return self.mutator.changed(data, self.others)[:longest]

    def end(self) -> NoReturn:
        """Reports, and ends the process: libFuzzer has no other way to stop at a time of the
        processor."""
        figures = {"inputs": self.tried, "seconds": self.spent, "findings": self.findings}
        (self.folder / f"{self.door.name}.json").write_text(json.dumps(figures), encoding="utf-8")
        os._exit(0)


def main() -> None:
    """The process of a search: its arguments are door, seconds, seed and folder."""
    import atheris

    name, seconds, seed, folder = sys.argv[1:]
    # What the doors import is instrumented now, so nothing of hansa may be imported before.
    with atheris.instrument_imports(include=["hansa"]):
        from tests.fuzz.doors import DOORS
    harness = Harness(DOORS[name], float(seconds), Path(folder), lambda data, longest: bytes(atheris.Mutate(data, longest)))
    corpus = Path(folder, "corpus", name)
    for data in harness.others:
        (corpus / hashlib.sha1(data).hexdigest()).write_bytes(data)     # as libFuzzer names them
    # Its own limits are for compiled code that hangs or eats memory.
    atheris.Setup([name, str(corpus), f"-seed={seed}", f"-max_len={MOST_BYTES}", "-len_control=0", "-handle_int=0",
                   "-timeout=1200", "-rss_limit_mb=4096", f"-artifact_prefix={folder}/{name}-"],
                  harness.take, custom_mutator=harness.changed)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
