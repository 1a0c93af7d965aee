"""Searches, batches, positions and games in several threads at once:
`python -m tests.threads --rounds 20`.

`tests/threads.sh` runs it in a build with the thread sanitizer. What is meant for one thread is
also shared, on purpose: then somebody is refused, and nothing is broken.
"""

from __future__ import annotations

import argparse
import sys
import threading
from collections import Counter
from collections.abc import Callable, Mapping

import numpy as np

from engine_c.batch import Batch
from engine_c.search.options import SearchOptions
from engine_c.search.search import Search
from hansa.games import fitted_mind
from hansa.record import play_random
from hansa.state import State
from hansa.table.session import Session
from hansa.thinking import Thinker
from hansa.tournaments.play import play
from hansa.tournaments.schedule import TableSetup, Tournament, games

THREADS = 4
SMALL = SearchOptions(memory=2, points=True)
PLAN = Tournament(("markers", "mcts:simulations=8,memory=1"), (TableSetup("hansa-23", 2),), blocks=1, limit=60)


class Shared:
    """What all threads use at the same time."""

    def __init__(self) -> None:
        self.state = State.new(board="hansa-45", players=4, seed=1, modules=["missions"])
        self.over = play_random({"board": "hansa-23", "players": 2}, seed=1).replay()
        self.search = Search(fitted_mind("teutonica"), SMALL)
        self.search.begin(self.state.position, 0)
        self.batch = Batch([State.new(game="hansa2004", players=3, seed=1).position], 8, 1, 50)
        self.thinker = Thinker(options=SearchOptions(memory=2, threads=2), seed=1)
        self.refused: Counter[str] = Counter()

    def or_refused(self, what: str, work: Callable[[], object]) -> None:
        """A piece of work with something that is for one thread."""
        try:
            work()
        except RuntimeError as error:
            assert "give every thread" in str(error), error
            self.refused[what] += 1


def search_alone(shared: Shared, seed: int) -> None:
    """A search for each thread, with the mind that all have."""
    search = Search(fitted_mind("teutonica"), SMALL, seed=seed)
    search.begin(shared.state.view(seed % 4).position, seed % 4)
    search.run(60)
    assert sum(visits for _, visits, *_ in search.edges()) > 0


def search_with_helpers(shared: Shared, seed: int) -> None:
    """A search that has threads of its own, in each thread."""
    search = Search(fitted_mind("teutonica"), SearchOptions(memory=2, points=True, threads=3), seed=seed)
    search.begin(shared.state.view(seed % 4).position, seed % 4)
    search.run(300)
    assert sum(visits for _, visits, *_ in search.edges()) == 300


def search_together(shared: Shared, seed: int) -> None:
    """The one search of all."""
    shared.or_refused("search", lambda: shared.search.run(400))
    shared.or_refused("edges", lambda: shared.search.edges())
    shared.or_refused("begin", lambda: shared.search.begin(shared.state.position, seed % 4))


def step_alone(shared: Shared, seed: int) -> None:
    """A batch for each thread, from the same position as the others."""
    batch = Batch([shared.state.position], 4, seed, 30)
    for _ in range(40):
        batch.step_at_random(np.zeros((4, 4), np.float32), np.zeros(4, np.uint8), np.zeros(4, np.uint8))


def step_together(shared: Shared, seed: int) -> None:
    """The one batch of all."""
    rewards, flags = np.zeros((8, 3), np.float32), np.zeros((2, 8), np.uint8)
    for _ in range(10):
        shared.or_refused("batch", lambda: shared.batch.step_at_random(rewards, flags[0], flags[1]))


def think_together(shared: Shared, seed: int) -> None:
    """The one thinker of all, which lets them wait for each other."""
    assert shared.thinker.think(shared.state.view(0), simulations=30).simulations >= 30


def look_together(shared: Shared, seed: int) -> None:
    """Reading a position that nobody changes."""
    for state in (shared.state, shared.over):
        assert State.from_bytes(bytes(state)) == state and state.scores and str(state)
        if not state.over:
            assert state.after(state.legal_moves[seed % len(state.legal_moves)]) != state


def sit_at_tables(shared: Shared, seed: int) -> None:
    """A game between bots and chance."""
    session = Session({"game": "hansa2004", "players": 3}, ["random", "mcts:simulations=4,memory=1", "greedy"], seed=seed)
    for _ in range(30):
        if session.waits_for is not None:
            session.step()
    assert session.record().replay() == session.state
    session.close()


def play_tournament_games(shared: Shared, seed: int) -> None:
    """Games as tournaments play them."""
    for game in games(PLAN):
        play(game)


WORK: Mapping[str, Callable[[Shared, int], None]] = {
    work.__name__: work for work in (
        search_alone, search_with_helpers, search_together, step_alone, step_together, think_together, look_together,
        sit_at_tables, play_tournament_games,
    )
}


def run(rounds: int, names: list[str]) -> Counter[str]:
    """All sorts of work in all threads, begun at different places; how often a call was refused."""
    shared, failed = Shared(), list[BaseException]()
    begin = threading.Barrier(THREADS)

    def in_thread(number: int) -> None:
        begin.wait()
        try:
            for turn in range(rounds * len(names)):
                WORK[names[(turn + number) % len(names)]](shared, turn * THREADS + number)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=in_thread, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]
    return shared.refused


def main() -> int:
    """Runs it; what goes wrong is raised."""
    parser = argparse.ArgumentParser(prog="python -m tests.threads", description=__doc__)
    parser.add_argument("work", nargs="*", metavar="WORK", help=f"of {', '.join(WORK)}; all if none is named")
    parser.add_argument("--rounds", type=int, default=3, help="of all work in each thread (default 3)")
    chosen = parser.parse_args()
    sys.setswitchinterval(1e-4)         # seconds: threads take turns often
    refused = run(chosen.rounds, chosen.work or list(WORK))
    print(f"{THREADS} threads, {chosen.rounds} rounds; refused: {dict(refused)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
