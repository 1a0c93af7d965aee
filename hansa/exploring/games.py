"""Games of the AI against itself on every board: the raw material of everything that is counted.

A folder holds one file of records a setup (MOVES.md, section 6), a line a game. A game is on disk
before the next one begins, so a run that was killed at any moment loses the game it was playing and
nothing else. Setups take turns: whenever a run is stopped, all of them have the same number of
games, give or take one.

The player hardly varies its play, so in the first two rounds a move is drawn among those that it
considers most: games begin in many ways, and the book of openings can compare them.

>>> record = play_game(BoardSetup("hansa-23", 2), number=0, simulations=4)
>>> record.id, record.seats, record.verify().over
('strong-hansa-23/2-0', ('mcts:simulations=4', 'mcts:simulations=4'), True)
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from engine_c.search.options import SearchOptions
from engine_c.search.search import Search
from hansa.board_entry import BoardSetup
from hansa.errors import RecordError
from hansa.games import board_entries, mind_for
from hansa.record import Record, append_record, read_records
from hansa.state import State
from hansa.training.match import chosen_move
from hansa.version import VERSION

__all__ = ["SIMULATIONS", "all_setups", "games_path", "kept_games", "play_game", "play_missing"]

SIMULATIONS = 100       # a decision: twice as many games tell more than twice as long thoughts
MOST_MOVES = 4000       # of a game; one that takes longer is left there
TREE_MEMORY = 32        # megabytes
VARIED_ROUNDS = 2       # in which moves are drawn, or all games of a setup would begin alike
LEAST_PART = 0.1        # of the visits, for a move to be drawn
SEED_STEP = 1_000_003   # between the seeds of two setups, so that they share none

Progress = Callable[[BoardSetup, int, int], None]        # a setup, its games so far, and how many are wanted


def all_setups() -> tuple[BoardSetup, ...]:
    """Every board of every game with every number of players.

    >>> [str(setup) for setup in all_setups()][:4], len(all_setups())
    (['hansa-23/2', 'hansa-23/3', 'hansa-45/4', 'hansa-45/5'], 13)
    """
    return tuple(BoardSetup(entry.name, players) for entry in board_entries() for players in entry.players)


def games_path(folder: Path, setup: BoardSetup) -> Path:
    """Where the games of a setup are kept."""
    return folder / f"{setup.folder}.jsonl"


def kept_games(folder: Path, setup: BoardSetup) -> list[Record]:
    """The games of a setup that were played to their end by the rules, in the order of their numbers."""
    path = games_path(folder, setup)
    if not path.exists():
        return []
    records = {number_of(record): record for record in read_records(path)[0]}
    return [records[number] for number in sorted(records) if records[number].end != "moves"]


def play_missing(
    folder: Path, setups: Sequence[BoardSetup], count: int, simulations: int, report: Progress
) -> None:
    """Plays until every setup has `count` games; those that are kept already are not played again."""
    folder.mkdir(parents=True, exist_ok=True)
    done = {setup: numbers_in(games_path(folder, setup), simulations) for setup in setups}
    for number, setup in turns(setups, count):
        if number not in done[setup]:
            append_record(games_path(folder, setup), play_game(setup, number, simulations))
            done[setup].add(number)
            report(setup, len(done[setup]), count)


def turns(setups: Iterable[BoardSetup], count: int) -> Iterator[tuple[int, BoardSetup]]:
    """A game of each setup, then the next game of each."""
    setups = tuple(setups)
    return ((number, setup) for number in range(count) for setup in setups)


def numbers_in(path: Path, simulations: int) -> set[int]:
    """The numbers of the games in a file; `RecordError` if another player has played them."""
    if not path.exists():
        return set()
    records, _ = read_records(path)
    others = {seat for record in records for seat in record.seats} - {player_name(simulations)}
    if others:
        raise RecordError(f"{path} has games of {others.pop()!r}; continue with the same number of simulations, "
                          "or choose another folder")
    return {number_of(record) for record in records}


def number_of(record: Record) -> int:
    """The number of a game among those of its setup."""
    tail = record.id.rpartition("-")[2]
    if not record.id.startswith("strong-") or not tail.isdecimal():
        raise RecordError(f"{record.id!r} is not a game of 'hansa explore --play'")
    return int(tail)


def player_name(simulations: int) -> str:
    """What the player is called in records: a bot that anybody can seat."""
    return f"mcts:simulations={simulations}"


def play_game(setup: BoardSetup, number: int, simulations: int) -> Record:
    """One game; setup, number and simulations decide everything."""
    seed = number + SEED_STEP * all_setups().index(setup)
    rng = random.Random(seed)
    state = State.new(board=setup.board, players=setup.players, seed=seed)
    first, position = state.setup, state.position
    assert first is not None
    # Nothing is secret without modules: all seats think alike and share a tree.
    search = Search(mind_for(state.game, position), SearchOptions(memory=TREE_MEMORY), seed=seed)
    moves: list[str] = []
    while (mover := position.to_move) is not None and len(moves) < MOST_MOVES:
        legal = position.moves()
        if mover == "*":
            code = rng.choices(legal, position.chances())[0]
        elif len(legal) == 1:
            code = legal[0]
        else:
            assert isinstance(mover, int)
            search.begin(position, mover)
            code = chosen_move(search, simulations)
            if state.turns < VARIED_ROUNDS * setup.players:
                code = drawn_move(search, rng)
        moves.append(f"{mover} {state.move(code)}")
        position.play(code)
    end = state.result["reason"] if state.over else "moves"
    return Record(
        setup=first, moves=tuple(moves), end=end, id=f"strong-{setup}-{number}",
        seats=(player_name(simulations),) * setup.players, seed=seed,
        result=state.result if state.over else None, engine=VERSION)


def drawn_move(search: Search, rng: random.Random) -> int:
    """One of the moves that the search looked at often, in proportion to its visits."""
    visits = {code: visits for code, visits, *_ in search.edges()}
    often = [code for code in visits if visits[code] >= LEAST_PART * sum(visits.values())]
    return rng.choices(often, [visits[code] for code in often])[0]
