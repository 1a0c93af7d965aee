"""Suites of starting positions: every pairing begins from the same ones, taken from games and
balanced by the mind.

A suite is a file of JSON Lines: `{"state": {…}, "values": […], "from": "games.jsonl, game 3, ply
41"}`; a line may also be a state alone. `values` are the shares of the win that the seats may
expect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from hansa.errors import HansaError
from hansa.json_lines import NotJson, json_line, read_json
from hansa.record import Record, setup_of
from hansa.state import State
from hansa.tournaments.schedule import TableSetup

__all__ = ["Opening", "SuiteError", "as_text", "balanced", "openings_of", "read_suite", "table_of"]


class SuiteError(HansaError):
    """A suite that cannot be read; one line that names file and line.

    >>> read_suite(Path(__file__))
    Traceback (most recent call last):
        ...
    hansa.tournaments.openings.SuiteError: ...: line 1: ...
    """

    code = "bad-suite"


@dataclass(frozen=True)
class Opening:
    """A position to begin games from; where it comes from, and what each seat may expect of it.

    >>> opening = Opening(State.new(board="hansa-23", players=2, seed=1), "an example", (0.58, 0.42))
    >>> opening.spread, opening.line[:10]
    (0.16, '{"state": ')
    """

    state: State
    source: str
    values: tuple[float, ...] = ()

    @property
    def spread(self) -> float:
        """The difference between the expected shares of the best and the worst seat."""
        return round(max(self.values) - min(self.values), 6)

    @property
    def line(self) -> str:
        """The opening as a line of a suite."""
        return json_line({"state": self.state.to_json(), "values": [round(value, 4) for value in self.values],
                          "from": self.source})


def openings_of(records: Iterable[tuple[str, Record]], turn: int) -> Iterator[Opening]:
    """The position of each record in which every seat has had `turn` turns; shorter games are
    skipped.

    >>> from hansa.record import play_random
    >>> games = [("a game", play_random({"board": "hansa-23", "players": 2}, seed=seed, limit=90)) for seed in (1, 2)]
    >>> [(opening.source, opening.state.turns) for opening in openings_of(games, turn=3)]
    [('a game, ply ...', 6), ('a game, ply ...', 6)]
    """
    for source, record in records:
        for ply, state, move in record.steps():
            if move is not None and isinstance(state.to_move, int) and state.turns >= turn * state.players:
                yield Opening(state, f"{source}, ply {ply}")
                break


def balanced(openings: Iterable[Opening], judge: Callable[[State], Sequence[float]], spread: float) -> Iterator[Opening]:
    """Those, each once, of which no seat may expect much more than another; with their values.

    >>> start = State.new(board="hansa-23", players=2, seed=1)
    >>> even, uneven = (list(balanced([Opening(start, "")] * 2, lambda state: values, 0.2)) for values in ((.5, .5), (.7, .3)))
    >>> len(even), len(uneven)
    (1, 0)
    """
    seen = set()
    for opening in openings:
        if opening.state.key in seen:
            continue
        seen.add(opening.state.key)
        judged = Opening(opening.state, opening.source, tuple(judge(opening.state)))
        if judged.spread <= spread:
            yield judged


def table_of(state: State) -> TableSetup:
    """The table setup of a position.

    >>> str(table_of(State.new(board="east", players=3, seed=1)))
    'east/3/bigbox'
    """
    return TableSetup.of(setup_of(state))


def read_suite(path: str | Path) -> list[State]:
    """The positions of a suite, checked.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "suite.jsonl")
    ...     _ = path.write_text(Opening(State.new(board="east", players=3, seed=1), "an example", (0.3, 0.3, 0.4)).line)
    ...     [as_text(state)[:9] for state in read_suite(path)]
    ['{"game": ']
    """
    found = []
    for number, line in enumerate(Path(path).read_bytes().splitlines(), 1):
        try:
            data = read_json(line)
            state = State.from_json(data["state"] if isinstance(data, dict) and "state" in data else data)
            problem = "the game is over in it" if state.over else "it hides cards" if state.covered else None
            if problem is not None:
                raise SuiteError(f"no game can begin from this position: {problem}")
        except (NotJson, HansaError) as error:
            raise SuiteError(f"{path}: line {number}: {error}; 'hansa suite' makes such files") from error
        found.append(state)
    if not found:
        raise SuiteError(f"{path}: it is empty; 'hansa suite' makes such files")
    return found


def as_text(state: State) -> str:
    """The opening as text, as in a tournament's description.

    >>> as_text(State.new(board="east", players=3, seed=1))[:20]
    '{"game": "teutonica"'
    """
    return json_line(state.to_json())
