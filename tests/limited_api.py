"""What Python's limited API (abi3) costs: a build with it and the usual one take turns, many short
loads each.

    python -m tests.limited_api --rounds 60

Both processes live all the time, so that they meet the same machine, and what is compared is
processor time. The ratio is the median over all rounds: above 1, the limited API is slower.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from hansa.bench import batch_load, random_load, search_load
from hansa.state import State

ROOT = Path(__file__).parents[1]
TREE = ROOT / "build" / "limited-api"
SECONDS = 0.05              # of processor time, of one load in one round
# Compiles the tree against the oldest stable API that we support.
BUILD = """
import runpy, setuptools, sys
class Limited(setuptools.Extension):
    def __init__(self, *args, **settings):
        settings["define_macros"] = [*settings.get("define_macros", ()), ("Py_LIMITED_API", "0x030B0000")]
        super().__init__(*args, py_limited_api=True, **settings)
setuptools.Extension = Limited
sys.argv = ["setup.py", "-q", "build_ext", "--inplace"]
runpy.run_path("setup.py", run_name="__main__")
"""
SERVE = "from tests.limited_api import serve; serve()"




def library_load(count: int) -> None:
    """The first moves of some games, by the library's own calls."""
    rng = random.Random(1)
    for number in range(count):
        state = State.new(board="hansa-45", players=4, seed=number)
        for _ in range(30):
            state.play(rng.choice(state.legal_moves))


def loads() -> dict[str, Callable[[int], object]]:
    """What is measured: each repeats its work a number of times."""
    start = State.new(board="hansa-45", players=4, seed=1)
    return {
        "random moves, all in C": random_load(start.position),
        "simulations of a search": search_load("teutonica", "evaluation"),
        "steps of a batch with masks": batch_load("teutonica", frozenset({"masks", "numbers"})),
        "texts of legal moves": lambda count: [list(start.legal_moves) for _ in range(count)],
        "30 moves by State.play": library_load,
    }


def spent(load: Callable[[int], object], count: int) -> float:
    """Processor time of a load."""
    began = time.process_time()
    load(count)
    return time.process_time() - began


def serve() -> None:
    """In each process: `[what, count]` comes in, its seconds go out."""
    known = loads()
    for line in sys.stdin:
        what, count = json.loads(line)
        print(json.dumps(spent(known[what], count)), flush=True)


class Build:
    """A process that runs loads with one of the two builds."""

    def __init__(self, tree: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE], cwd=tree, env={**os.environ, "PYTHONPATH": str(tree)},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def spent(self, what: str, count: int) -> float:
        """Processor time of a load there."""
        assert self.process.stdin is not None and self.process.stdout is not None
        print(json.dumps([what, count]), file=self.process.stdin, flush=True)
        return float(self.process.stdout.readline())

    def close(self) -> None:
        """Ends it."""
        self.process.kill()
        self.process.communicate()


def build_limited() -> None:
    """A copy of the checkout in `build/limited-api`, compiled against the limited API."""
    TREE.mkdir(parents=True, exist_ok=True)
    with subprocess.Popen(["git", "archive", "HEAD"], cwd=ROOT, stdout=subprocess.PIPE) as archive:
        subprocess.run(["tar", "x", "-C", str(TREE)], stdin=archive.stdout, check=True)
    subprocess.run([sys.executable, "-c", BUILD], cwd=TREE, check=True, stdout=subprocess.DEVNULL)


def main() -> int:
    """Builds, measures and prints a line for each load."""
    parser = argparse.ArgumentParser(prog="python -m tests.limited_api", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=60)
    rounds = parser.parse_args().rounds
    build_limited()
    usual, limited = Build(ROOT), Build(TREE)
    try:
        for what in loads():
            count = 1
            while min(usual.spent(what, count), limited.spent(what, count)) < SECONDS:
                count *= 2
            ratios = []
            for number in range(rounds):
                pair = (usual, limited) if number % 2 else (limited, usual)
                seconds = {build: build.spent(what, count) for build in pair}
                ratios.append(seconds[limited] / seconds[usual])
            low, middle, high = statistics.quantiles(ratios, n=4)
            print(f"{what:<34} {middle:.3f}   (quartiles {low:.3f} to {high:.3f})", flush=True)
    finally:
        usual.close()
        limited.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
