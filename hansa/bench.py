"""The measuring behind `hansa bench`: speeds of the engine, and a signature of its behaviour."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

import numpy as np

from engine_c import bench
from engine_c.position import Position
from engine_c.search.options import SearchOptions
from engine_c.search.search import Search
from hansa.envs.loads import guided_load as guided_net_load
from hansa.envs.loads import net_load, vector_api_load
from hansa.envs.vector import VectorEnv
from hansa.games import GAMES, board_entries, fitted_mind
from hansa.json_lines import Json, json_line
from hansa.record import play_random
from hansa.state import State

DEFAULT_SECONDS = 12.0
RUN_SECONDS = 0.25          # one run of a load; the engine notices Ctrl-C only between two
RUNS = 3                    # the best counts: what disturbs a run only ever slows it down
MOST_MOVES = 4000
BATCH_GAMES = 256
SAMPLE_EVERY = 40  # moves between two positions sampled for legal lists; up to 300 of a random game

Progress = Callable[[str], None]


@dataclass(frozen=True)
class GameBench:
    """What is measured of each game, at its usual table."""

    table: str
    legal_lists_per_second: int
    copies_per_second: int
    guided_games_per_second: float                  # whole games, as playouts play them
    # of the tree search on one thread, by how it judges new positions
    simulations_per_second: Mapping[str, int]
    observations_per_second: int
    batch_moves_per_second: Mapping[str, int]       # of `hansa.envs.vector`, by what it writes
    # positions by a net in numpy, 64 at a time: alone, and in a search
    judged_per_second: Mapping[str, int]
    state_bytes: int
    signature: str


@dataclass(frozen=True)
class Bench:
    """What was measured. The first two mappings have keys like `hansa-45/4`: board and players."""

    random_moves_per_second: Mapping[str, int]
    games_per_second: Mapping[str, float]
    games: Mapping[str, GameBench]
    signature: str                                  # of all games together

    def to_json(self) -> Json:
        """The object that `hansa bench --json` prints."""
        return asdict(self)


@dataclass(frozen=True)
class Run:
    """One load carried out: how much of it, in how many seconds, and what it returned."""

    count: int
    seconds: float
    result: int

    @property
    def rate(self) -> float:
        """How many a second."""
        return self.count / self.seconds


def measure(
    seconds: float = DEFAULT_SECONDS, boards: Sequence[str] = (), progress: Progress = lambda text: None
) -> Bench:
    """Runs all measurements in about this time. `boards` limits the random games, not the
    signature."""
    entries = [entry for entry in board_entries() if not boards or entry.name in boards]
    starts = {
        f"{entry.name}/{players}": State.new(board=entry.name, players=players, seed=1).position
        for entry in entries for players in entry.players
    }
    share = seconds / (len(starts) + (7 + len(BATCHES) + len(JUDGED)) * len(GAMES))
    moves: dict[str, int] = {}
    games: dict[str, float] = {}
    for name, start in starts.items():
        progress(f"random games on {name}")
        best = fastest(random_load(start), share)
        moves[name] = round(best.rate)
        games[name] = round(best.result / best.seconds, 1)
    figures = {game: measure_game(game, share, progress) for game in GAMES}
    return Bench(moves, games, figures, together([figure.signature for figure in figures.values()]))


def measure_game(game: str, share: float, progress: Progress) -> GameBench:
    """What does not depend on the board, `share` seconds for each figure."""
    sample = sampled_positions(game)
    progress(f"legal lists of {game}")
    lists = fastest(lambda count: bench.legal_lists(sample, count), share)
    progress(f"copies of {game}")
    copies = fastest(lambda count: bench.copies(sample[0], count), share)
    progress(f"guided games of {game}")
    guided = fastest(guided_load(game), share)
    progress(f"simulations of {game}")
    simulations = {leaf: round(fastest(search_load(game, leaf), share).rate) for leaf in ("evaluation", "playout")}
    progress(f"observations of {game}")
    seen = fastest(observation_load(sample), share)
    progress(f"batches of {game}")
    batches = {what: round(fastest(batch_load(game, writes), share).rate * BATCH_GAMES) for what, writes in BATCHES.items()}
    progress(f"a net about {game}")
    by_api = vector_api_load(BATCH_GAMES, {"game": game, **GAMES[game].vocabulary.usual})
    if by_api is not None:
        batches["all of it by Gymnasium's vector API"] = round(fastest(by_api, share).rate * BATCH_GAMES)
    judged = {what: round(fastest(load(usual_start(game)), share).rate) for what, load in JUDGED.items()}
    progress(f"signature of {game}")
    setup = usual_start(game).setup
    assert setup is not None
    return GameBench(
        f"{setup['board']}/{setup['players']}", round(lists.rate * len(sample)), round(copies.rate), round(guided.rate, 1),
        simulations, round(seen.rate * len(sample)), batches, judged, sample[0].state_bytes, game_signature(game),
    )


def usual_start(game: str) -> State:
    """The start at a game's usual table."""
    return State.from_setup({"game": game, **GAMES[game].vocabulary.usual}, seed=1)


def fastest(load: Callable[[int], int], seconds: float) -> Run:
    """The best of three runs or more, which take about `seconds` together."""
    goal = min(RUN_SECONDS, seconds / RUNS)
    trial = timed(load, 1)
    while trial.seconds < goal / 8:
        trial = timed(load, trial.count * 4)
    count = max(1, int(trial.rate * goal))
    return max((timed(load, count) for _ in range(max(RUNS, round(seconds / goal)))), key=lambda run: run.rate)


def random_load(start: Position) -> Callable[[int], int]:
    """Plays `count` random moves; returns how many games they ended."""
    return lambda count: bench.random_games(start, 1, count)[0]


def guided_load(game: str) -> Callable[[int], int]:
    """Plays `count` whole games, as playouts do; returns how many of them ended."""
    start = usual_start(game).position

    def run(count: int) -> int:
        ended = 0
        for number in range(count):
            position = start.copy()
            position.play_on(fitted_mind(game), number, MOST_MOVES)
            ended += position.to_move is None
        return ended

    return run


def search_load(game: str, leaf: str) -> Callable[[int], int]:
    """Runs `count` simulations from the start of a game; playouts are cut after 60 moves."""
    start = usual_start(game).position

    def run(count: int) -> int:
        search = Search(fitted_mind(game), SearchOptions(memory=512, leaf=leaf, cut=60))
        search.begin(start, 0)
        search.run(count)
        return search.nodes

    return run


def observation_load(sample: list[Position]) -> Callable[[int], int]:
    """Writes `count` observations of every position, for the seat that decides."""
    out = np.zeros(sample[0].feature_count, np.float32)
    return lambda count: int(bench.observations(sample, count, out))


def batch_load(game: str, writes: frozenset[str]) -> Callable[[int], int]:
    """Steps a batch with random legal moves, drawn inside or as numbers; returns how many games
    ended."""
    env = VectorEnv(
        BATCH_GAMES, limit=1 << 20, starts=1, masks="masks" in writes, observations="observations" in writes,
        **{"game": game, **GAMES[game].vocabulary.usual},
    )
    env.reset()

    def run(count: int) -> int:
        ended = 0
        for _ in range(count):
            turn = env.step(env.random_actions()) if "numbers" in writes else env.step_random()
            ended += int(turn.terminated.sum())
        return ended

    return run


BATCHES: Mapping[str, frozenset[str]] = {
    "moves drawn inside": frozenset(),
    "action numbers": frozenset({"numbers"}),
    "with masks": frozenset({"numbers", "masks"}),
    "with masks and observations": frozenset({"numbers", "masks", "observations"}),
}


JUDGED: Mapping[str, Callable[[State], Callable[[int], int]]] = {
    "by a net alone": net_load, "by this net in a search": guided_net_load,
}


def timed(load: Callable[[int], int], count: int) -> Run:
    """One run."""
    began = time.perf_counter()
    result = load(count)
    return Run(count, max(time.perf_counter() - began, 1e-9), result)


def sampled_positions(game: str) -> list[Position]:
    """Positions from all of a random game."""
    record = play_random({"game": game, **GAMES[game].vocabulary.usual}, seed=1, limit=300 * SAMPLE_EVERY)
    return [
        step.state.position
        for step in record.steps() if step.ply % SAMPLE_EVERY == 0 and not step.state.over
    ]


@cache
def signature() -> str:
    """The signature of all games together (the bench's last line), computed once, in a second or
    two."""
    return together([game_signature(game) for game in GAMES])


def together(signatures: Sequence[str]) -> str:
    """One signature of several."""
    return hashlib.blake2b("".join(signatures).encode(), digest_size=8).hexdigest()


# the engine stays the same while a process runs, and every log that is begun or resumed asks
@cache
def game_signature(game: str) -> str:
    """64 bits that change when the engine behaves differently, on any board, with any edition or
    modules.

    For every setup: `perft(3)`, the end of 100 000 random moves, a random game's texts and result,
    how a guided game ends, and the visits of a small search tree; all seeds fixed.
    """
    digest = hashlib.blake2b(digest_size=8)
    for setup in all_setups(game):
        start = State.from_setup(setup, seed=1)
        record = play_random(setup, seed=1, limit=300, kind_first=True)
        played = bench.random_games(start.position, 1, 100_000)
        facts = [setup, start.perft(3), *played, list(record.moves), record.result, *searched(game, start.position)]
        digest.update(json_line(facts).encode())
    return digest.hexdigest()


def searched(game: str, position: Position) -> list[Any]:
    """What the players make of a position: the end of a guided game, the visits of a search."""
    after = position.copy()
    after.play_on(fitted_mind(game), 1, MOST_MOVES)
    search = Search(fitted_mind(game), SearchOptions(memory=8), seed=1)
    search.begin(position, 0)
    search.run(200)
    return [after.key(), [visits for _, visits, *_ in search.edges()]]


def all_setups(game: str) -> Iterator[Json]:
    """Every board, number of players and edition, also with all modules where allowed (T100)."""
    for entry in board_entries(game):
        for players in entry.players:
            setup = {"game": entry.game, "board": entry.name, "players": players}
            if not entry.editions:
                yield setup
            for edition in entry.editions:
                yield {**setup, "edition": edition, "modules": []}
            if entry.modules and players > 2:
                yield {**setup, "edition": entry.editions[0], "modules": list(entry.modules)}
