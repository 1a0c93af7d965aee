"""What must be the same on every processor, as text: the signature, and numbers with all their
digits.

`python -m tests.processors` prints it for the engine that is installed; `tests/test_processors.py`
compares it with engines that were compiled for other processors.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator

import numpy as np

from engine_c.build import PROCESSOR
from engine_c.search.options import SearchOptions
from engine_c.search.search import Search
from hansa.bench import signature
from hansa.games import mind_for
from hansa.state import State
from hansa.thinking import Thinker
from tests.lockstep import SPORTS

SIMULATIONS = 60
LEAVES = ("evaluation", "playout", "uniform")


def positions() -> Iterator[State]:
    """One of the middle of a game for every setup of both games, as chance and seeds have it."""
    for game, sport in SPORTS.items():
        for seed, setup in enumerate(sport.setups()):
            state = State.from_setup({"game": game, **setup}, seed=seed)
            rng = random.Random(seed)
            for _ in range(60):
                if not state.over:
                    state.play(rng.choice(state.legal_moves))
            if isinstance(state.to_move, int):
                yield state


def numbers(state: State) -> dict[str, object]:
    """All that floating point has a part in."""
    position, mind = state.position, mind_for(state.game, state.position)
    inputs = np.zeros((state.players, position.input_count), np.float32)
    position.inputs(inputs)
    found: dict[str, object] = {
        "shares": position.evaluate(mind), "standing": position.standing(), "inputs": inputs.ravel().tolist(),
    }
    for number, leaf in enumerate(LEAVES):
        options = SearchOptions(memory=4, leaf=leaf, points=True, formula=("puct", "ucb1")[number % 2])
        search = Search(mind, options, seed=number)
        assert isinstance(state.to_move, int)
        search.begin(position, state.to_move)
        search.run(SIMULATIONS)
        found[leaf] = [search.values(), search.edges(), search.points()]
    return found


def main() -> int:
    """A line for the processor, which may differ, and then what may not."""
    print(f"compiled for {PROCESSOR}", file=sys.stderr)
    print(signature())
    for state in positions():
        print(json.dumps(numbers(state)))
    state = State.new(board="hansa-45", players=4, seed=1)
    thought = Thinker(seed=1).think(state, simulations=200)
    print([(str(line.move), line.values, line.visits) for line in thought.lines])
    return 0


if __name__ == "__main__":
    sys.exit(main())
