"""Games of the search for a long time, with an eye on memory:
`python -m tests.soak --minutes 60`."""

from __future__ import annotations

import argparse
import itertools
import time
from pathlib import Path

from hansa import State
from hansa.bots.registry import make_bot
from tests.playing import setups


def resident() -> float:
    """Megabytes that the process holds."""
    fields = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return int(fields["VmRSS"].split()[0]) / 1024


def play(setup: dict[str, object], seed: int, spec: str) -> None:
    """One game, every seat a new bot with trees of its own."""
    state = State.from_setup(setup, seed=seed)
    bots = [make_bot(spec, seed=seat) for seat in range(state.players)]
    while not state.over:
        if isinstance(state.to_move, int):
            state.play(bots[state.to_move].choose(state.view(state.to_move)))
        else:
            state.play(state.legal_moves[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--bot", default="mcts:simulations=200,memory=32,threads=2")
    chosen = parser.parse_args()
    began, next_report, every = time.monotonic(), 0.0, chosen.minutes * 60 / 12
    all_setups = list(setups())
    for seed in itertools.count():
        play(all_setups[seed % len(all_setups)], seed, chosen.bot)
        spent = time.monotonic() - began
        if spent >= next_report:
            print(f"{spent / 60:5.1f} minutes, {seed + 1:>5} games, {resident():7.1f} MB", flush=True)
            next_report += every
        if spent >= chosen.minutes * 60:
            return


if __name__ == "__main__":
    main()
