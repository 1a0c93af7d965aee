"""What the runner costs: games a second of a bare loop, of one worker and of several, in turns
within one run.

    python -m hansa.tournaments.overhead --bot random --rounds 3
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Sequence

import psutil

from hansa.bots.registry import make_bot
from hansa.state import State
from hansa.tournaments.play import start_of
from hansa.tournaments.runner import Runner
from hansa.tournaments.schedule import ScheduledGame, TableSetup, Tournament, games

WARM_UP = 16


def bare(game: ScheduledGame) -> State:
    """The plainest loop that plays a game: ask, play, next."""
    state, chance = start_of(game), random.Random(game.own_seed("chance"))
    bots = [make_bot(spec, seed=game.own_seed(f"seat/{seat}")) for seat, spec in enumerate(game.seats)]
    moves = 0
    while not state.over and moves < game.limit:
        mover = state.to_move
        if isinstance(mover, int):
            state.play(bots[mover].choose(state.view(mover)))
        else:
            state.play(chance.choices(state.legal_moves, state.probabilities)[0])
        moves += 1
    return state


def bare_speed(some: Sequence[ScheduledGame]) -> float:
    """Games a second of the plain loop."""
    begun = time.perf_counter()
    for game in some:
        bare(game)
    return len(some) / (time.perf_counter() - begun)


def runner_speed(runner: Runner, some: Sequence[ScheduledGame]) -> float:
    """Games a second of a runner that is warm."""
    begun = time.perf_counter()
    for _ in runner.run(some):
        pass
    return len(some) / (time.perf_counter() - begun)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="python -m hansa.tournaments.overhead", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="random")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args(arguments)
    tournament = Tournament((options.bot,), (TableSetup("hansa-45", 4),), options.games, format="self-play")
    some = list(games(tournament))
    with Runner(1, "overhead") as one, Runner(options.workers, "overhead") as several:
        for runner in (one, several):
            runner_speed(runner, some[:WARM_UP])
        for _ in range(options.rounds):
            plain, single, many = bare_speed(some), runner_speed(one, some), runner_speed(several, some)
            print(f"bare loop {plain:7.1f} games/s   one worker {single:7.1f} ({single / plain:4.0%})   "
                  f"{options.workers} workers {many:7.1f} ({many / single:.2f} times one)")
    print(f"runner's memory {psutil.Process().memory_info().rss / 2**20:.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
