"""Records of games (MOVES.md, section 6): written, read, replayed and verified.

>>> record = play_random({"board": "hansa-45", "players": 4}, seed=7, limit=100)
>>> record.end, len(record.moves), record.moves[0]
('moves', 100, '0 place m BRE-HAN')
>>> Record.from_json(record.to_json()) == record
True
>>> record.verify().result == record.result
True
"""

from __future__ import annotations

import random
import re
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from hansa.annotations import Note, Variation, notes_from_json
from hansa.errors import HansaError, MoveError, RecordError
from hansa.games import BRIEFLY, GAMES, GameAdapter, game_of_setup
from hansa.json_lines import Json, NotJson, append_line, is_whole, read_json
from hansa.notebook import table
from hansa.record_members import BY_RULE, CULPRIT_NEEDED, KNOWN, VERSION, record_problem
from hansa.state import Move, State
from hansa.suggestions import shown
from hansa.version import VERSION as HANSA_VERSION

__all__ = ["Record", "Step", "append_record", "parse_records", "play_random", "read_records", "setup_of"]

WHERE = "(see 'hansa docs records')"


class Step(NamedTuple):
    """A position of a record: its ply (the number of moves before it), and the move played in it
    (None in the last position).

    Positions of different steps are independent: keep them, and play on from any of them.

    >>> record = play_random({"board": "east", "players": 3}, seed=1, limit=2)
    >>> [(ply, f"{state.to_move} {move}" == record.moves[ply]) for ply, state, move in record.steps() if move]
    [(0, True), (1, True)]
    """

    ply: int
    state: State
    move: Move | None


@dataclass(frozen=True, repr=False)
class Record:
    """A recorded game. It holds every outcome of chance, so replaying it needs no random numbers.
    `more` keeps members that this version does not know.

    >>> record = Record(setup={"board": "hansa-45", "players": 4}, seed=7, moves=("0 place t BRE-HAM", "0 end"), end="moves")
    >>> record.start().to_move, record.replay(upto=1).phase, record.verify().over
    (0, 'turn', True)
    >>> [(step.ply, step.state.to_move, step.move) for step in record.steps()]
    [(0, 0, Move('place t BRE-HAM')), (1, 0, Move('end')), (2, 1, None)]
    >>> Record.from_json(record.to_json()) == record
    True
    """

    setup: Mapping[str, Any] = field(hash=False)
    moves: tuple[str, ...]
    end: str
    id: str = ""
    seats: tuple[str, ...] = ()
    seed: int | None = None
    by: int | None = None
    result: Mapping[str, Any] | None = field(default=None, hash=False)
    engine: str = ""
    seconds: float | None = None
    version: int = VERSION
    # what it begins from, if not from its setup
    state: Mapping[str, Any] | None = field(default=None, hash=False)
    notes: tuple[Note, ...] = ()  # comments, variations and the like, in the order of their plies
    more: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def to_json(self) -> Json:
        """The JSON object of MOVES.md, section 6; unknown values are left out."""
        data = {
            "version": self.version, "id": self.id, "setup": dict(self.setup),
            "state": None if self.state is None else dict(self.state), "seats": list(self.seats), "seed": self.seed,
            "moves": list(self.moves), "end": self.end, "by": self.by,
            "result": None if self.result is None else dict(self.result), "engine": self.engine, "seconds": self.seconds,
            "notes": [note.to_json() for note in self.notes] or None,
        }
        return {name: value for name, value in data.items() if value is not None} | dict(self.more)

    @classmethod
    def from_json(cls, data: object) -> Record:
        """A record from its JSON object. `RecordError` names the member that is wrong. The moves
        are not replayed yet."""
        if not isinstance(data, dict):
            raise RecordError(f"a record is a JSON object, not {_shown(data)} {WHERE}")
        if data.get("version") != VERSION or not is_whole(data["version"]):
            raise RecordError(
                f"'version' must be {VERSION}, not {_shown(data.get('version'))}; others need another hansa {WHERE}"
            )
        problem = record_problem(data)
        if problem is not None:
            raise RecordError(f"{problem} {WHERE}")
        known = {name: data[name] for name in KNOWN if data.get(name) is not None}
        _check_culprit(known)
        for name in ("moves", "seats"):
            known[name] = tuple(known.get(name, ()))
        known["notes"] = notes_from_json(known.get("notes", []), "notes")
        if known["notes"] and known["notes"][-1].ply >= len(known["moves"]):
            last, count = known["notes"][-1].ply, len(known["moves"])
            raise RecordError(f"'notes' speak of ply {last}, but there are {count} moves {WHERE}")
        return cls(**known, more={name: value for name, value in data.items() if name not in KNOWN})

    def __repr__(self) -> str:
        """A summary in one line: a long game has thousands of moves.

        >>> Record(setup={"board": "east", "players": 3}, moves=("0 end",), end="moves", id="a", seats=("me", "you", "it"))
        <Record 'a' on east: me, you, it; 1 move, end 'moves'>
        """
        board = self.setup.get("board", self.setup.get("game", "a position"))
        players = ", ".join(self.seats) or f"{self.setup.get('players', '?')} players"
        count = len(self.moves)
        return f"<Record {self.id!r} on {board}: {players}; {count} move{'s' * (count != 1)}, end {self.end!r}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: the players with their results, and the final position."""
        try:
            last, trouble = self.replay(), ""
        except HansaError as error:
            last, trouble = None, f"<p>{escape(str(error))}</p>"
        shown_line = f"<p>{escape(repr(self))}</p>"
        if last is None:
            return shown_line + trouble
        names = self.seats or tuple(f"seat {seat}" for seat in range(last.players))
        rows = [
            (name, str(rank), str(scores["total"]), f"{share:.2f}")
            for name, rank, scores, share in zip(names, last.ranks, last.scores, last.shares, strict=True)
        ]
        return shown_line + table(("player", "rank", "points", "share"), rows) + (last._repr_svg_() or "")

    # --- replaying -------------------------------------------------------------------------------

    def start(self) -> State:
        """The position before the first move."""
        state = self._from_setup() if self.state is None else self._from_state(self.state)
        if self.seats and len(self.seats) != state.players:
            raise RecordError(f"'seats' names {len(self.seats)} players, but {state.players} play {WHERE}")
        if self.by is not None and self.by >= state.players:
            raise RecordError(f"'by' is seat {self.by}, but seats are 0 to {state.players - 1} {WHERE}")
        return state

    def _from_setup(self) -> State:
        try:
            state = State.from_setup(self.setup, seed=self.seed)
        except HansaError as error:
            raise RecordError(f"'setup': {error}") from error
        if self.seed is None and self.setup.get("seed") is None:
            seeded = [name for name in GAMES[state.game].seeded if name in (state.setup or {})]
            open_members = [name for name in seeded if self.setup.get(name) is None]
            if open_members:
                raise RecordError(f"'setup' leaves {' and '.join(open_members)} open, and there is no seed {WHERE}")
        return state

    def _from_state(self, start: Mapping[str, Any]) -> State:
        try:
            state = State.from_json(start)
        except HansaError as error:
            raise RecordError(f"'state': {error}") from error
        if state.covered:
            raise RecordError(f"'state' hides cards; a game can only begin from a position that is known {WHERE}")
        for name, value in setup_of(state).items():
            if name in self.setup and self.setup[name] != value:
                raise RecordError(f"'setup.{name}' is {_shown(self.setup[name])}, but in 'state' it is {_shown(value)} {WHERE}")
        return state

    def steps(self, upto: int | None = None) -> Iterator[Step]:
        """Yields every position up to ply `upto`, or to the last, with the move played in it.

        `RecordError` names the ply and the move that fails, after the steps before it were yielded.
        """
        if upto is not None and not 0 <= upto <= len(self.moves):
            raise RecordError(f"there is no ply {upto}; the game has {len(self.moves)} moves")
        state = self.start()
        played = self.moves[:upto]
        for ply, text in enumerate(played):
            after = state.copy()
            yield Step(ply, state, _play(after, ply, text))
            state = after
        yield Step(len(played), state, None)

    def replay(self, upto: int | None = None) -> State:
        """The position after `upto` moves, or after all. `RecordError` names the ply and the move
        that fails.

        Plies count from 0: `replay(N)` is the position in which the move of ply N was played.
        """
        *_, last = self.steps(upto)
        return last.state

    def verify(self) -> State:
        """Replays all moves and variations, and compares end and result. Returns the final
        position."""
        state = self.replay()
        noted = {note.ply: note for note in self.notes if note.variations}
        for step in self.steps() if noted else ():
            for variation in noted[step.ply].variations if step.ply in noted else ():
                _check_variation(step.state, step.ply, variation)
        game = GAMES[state.game]
        reason = state.result["reason"]
        if self.end in BY_RULE:
            if not state.over:
                count = len(self.moves)
                raise RecordError(
                    f"'end' is {self.end!r}, but after all {count} moves the game is not over [{game.rules_of_end}]"
                )
            if reason != self.end:
                raise RecordError(f"'end' is {self.end!r}, but the game ended by {reason!r} [{game.rules_of_end}]")
        elif state.over:
            raise RecordError(f"'end' is {self.end!r}, but the game ended by {reason!r} [{game.rules_of_end}]")
        else:
            state.cut_off()
        if self.result is not None:
            difference = _difference(dict(self.result), state.result, "result")
            if difference:
                raise RecordError(f"{difference} [{game.rules_of_result}]")
        return state


def setup_of(state: State) -> Json:
    """The short setup in a record of a game that began from a position: only the game, board,
    players, edition and modules; the rest is in the position.

    >>> setup_of(State.new(game="hansa2004", players=2, seed=1))
    {'game': 'hansa2004', 'board': 'hansa2004', 'players': 2}
    """
    data = state.to_json()
    return {name: data[name] for name in BRIEFLY if name in data}


# --- files --------------------------------------------------------------------------------------

def read_records(path: str | Path) -> tuple[list[Record], list[str]]:
    """Reads the records of a JSON Lines file (`-`: standard input). Returns them, and warnings
    about lines that a crash has cut off.

    A line counts as cut off if its JSON object never closes, or if it is the last line, is not JSON
    and lacks its newline. For any other bad line, `RecordError` names it.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     append_record(Path(folder, "games.jsonl"), play_random({"board": "east", "players": 3}, seed=1, limit=50))
    ...     records, warnings = read_records(Path(folder, "games.jsonl"))
    >>> [len(record.moves) for record in records], warnings
    ([50], [])
    """
    source = "standard input" if str(path) == "-" else str(path)
    data = sys.stdin.buffer.read() if str(path) == "-" else Path(path).read_bytes()
    return parse_records(data, source)


def parse_records(data: bytes, source: str) -> tuple[list[Record], list[str]]:
    """`read_records`, from the contents of a file.

    >>> parse_records(b'{"version": 1, "setup": {"board": "east"', "a file")
    ([], ['a file: read 0 records; line 1 is cut off and was left out'])
    """
    records: list[Record] = []
    torn: list[int] = []
    lines = data.split(b"\n")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            entry = read_json(line)
            if number == 1 and isinstance(entry, dict) and "tournament" in entry and "moves" not in entry:
                continue        # the first line of a tournament's log describes the tournament
            records.append(Record.from_json(entry))
        except NotJson as error:
            begun = line.lstrip().startswith(b"{")
            if not begun or (number < len(lines) and not _never_closes(line)):
                raise RecordError(f"{source}: line {number}: {error}") from error
            torn.append(number)
        except RecordError as error:
            raise RecordError(f"{source}: line {number}: {error}") from error
    if not torn:
        return records, []
    which = f"line {torn[0]} is" if len(torn) == 1 else f"lines {', '.join(map(str, torn))} are"
    left_out = f"{which} cut off and {'was' if len(torn) == 1 else 'were'} left out"
    return records, [f"{source}: read {len(records)} record{'s' * (len(records) != 1)}; {left_out}"]


def append_record(path: str | Path, record: Record) -> None:
    """Appends a record to a file and syncs it to disk. If a crash has cut off the last line, the
    record starts a new one.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for seed in range(3):
    ...         append_record(f"{folder}/games.jsonl", play_random({"board": "east", "players": 3}, seed=seed, limit=5))
    ...     print([record.id for record in read_records(f"{folder}/games.jsonl")[0]])
    ['random-0', 'random-1', 'random-2']
    """
    append_line(path, record.to_json())


# --- random games -------------------------------------------------------------------------------

def play_random(
    setup: Mapping[str, Any], seed: int | None = None, limit: int | None = None, *, kind_first: bool = False
) -> Record:
    """Plays a random game. Each move is drawn uniformly from the legal moves, or with `kind_first`
    first the kind of move and then the move, so that rare kinds occur.

    After `limit` moves the game is cut off and scored (T76). Without a seed, one is drawn and
    recorded.

    >>> record = play_random({"game": "hansa2004", "players": 2}, seed=3)
    >>> record.end, record.verify().over
    ('markers', True)
    """
    began = time.perf_counter()
    if seed is None:
        seed = random.SystemRandom().randrange(1 << 32)
    state = State.from_setup(setup, seed=seed)
    first = state.setup or {}
    rng, game = random.Random(seed), game_of_setup(setup)
    moves: list[str] = []
    while not state.over and (limit is None or len(moves) < limit):
        mover = state.to_move
        moves.append(f"{mover} {state.play(_random_move(state, game, rng, kind_first))}")
    end = state.result["reason"] if state.over else "moves"
    if not state.over:
        state.cut_off()
    name = "kind-first" if kind_first else "random"
    return Record(
        setup=first, moves=tuple(moves), end=end, id=f"{name}-{seed}", seats=(name,) * state.players, seed=seed,
        result=state.result, engine=HANSA_VERSION, seconds=round(time.perf_counter() - began, 3),
    )


def _random_move(state: State, game: GameAdapter, rng: random.Random, kind_first: bool) -> Move:
    moves = state.legal_moves
    if state.to_move == "*":
        return moves[rng.choices(range(len(moves)), state.probabilities)[0]]
    if not kind_first:
        return moves[rng.randrange(len(moves))]
    kinds: dict[str, list[int]] = {}
    for number, code in enumerate(moves.codes):
        kinds.setdefault(game.kinds.of(code).name, []).append(number)
    return moves[rng.choice(kinds[rng.choice(list(kinds))])]


# --- checking -----------------------------------------------------------------------------------

def _check_culprit(data: Mapping[str, Any]) -> None:
    end = data["end"]
    if end in CULPRIT_NEEDED and "by" not in data:
        raise RecordError(f"'by' is missing; with the end {end!r} it is the seat at fault {WHERE}")
    if end in (*BY_RULE, "moves") and "by" in data:
        raise RecordError(f"'by' is there, but nobody is at fault with the end {end!r} {WHERE}")


def _play(state: State, ply: int, text: str) -> Move:
    """Plays one move of a record, which begins with its mover."""
    mover, _, move = text.strip().partition(" ")
    expected = "nobody" if state.over else str(state.to_move)
    if mover != expected:
        special = {"nobody": "the game is over", "*": "chance ('*') is to move"}
        who = special.get(expected, f"seat {expected} is to move")
        raise RecordError(f"ply {ply}: {_shown(text)} should begin with its mover, and {who} [D1]")
    try:
        return state.play(move)
    except MoveError as error:
        raise RecordError(f"ply {ply}: {error.brief}") from error


def _check_variation(state: State, ply: int, variation: Variation) -> None:
    """Checks that variations can be played; `RecordError` names the ply of the move that fails."""
    notes = {note.ply: note for note in variation.notes}
    if notes and not ply <= min(notes) <= max(notes) < ply + len(variation.moves):
        raise RecordError(f"ply {ply}: notes of a variation speak of plies that it has not {WHERE}")
    state = state.copy()
    for number, text in enumerate(variation.moves, ply):
        for inner in notes[number].variations if number in notes else ():
            _check_variation(state, number, inner)
        _play(state, number, text)


def _difference(given: object, actual: object, where: str) -> str:
    """The first difference between a result and that of the position; empty if there is none."""
    if isinstance(given, Mapping) and isinstance(actual, Mapping):
        for name in [*actual, *(name for name in given if name not in actual)]:
            if name not in given or name not in actual:
                return f"'{where}' {'lacks' if name in actual else 'has an unknown member'} {str(name)[:60]!r}"
            found = _difference(given[name], actual[name], f"{where}.{name}")
            if found:
                return found
        return ""
    if isinstance(given, list) and isinstance(actual, list) and len(given) == len(actual):
        differences = (_difference(*pair, f"{where}[{n}]") for n, pair in enumerate(zip(given, actual, strict=True)))
        return next(filter(None, differences), "")
    if isinstance(actual, float) and isinstance(given, int | float) and not isinstance(given, bool):
        # other programs may print a third in fewer digits
        same = abs(float(str(given)) - actual) < 1e-9
    else:
        same = type(given) is type(actual) and given == actual
    return "" if same else f"'{where}' is {_shown(given)}, but the position gives {_shown(actual)}"


def _never_closes(line: bytes) -> bool:
    """Whether a line starts a JSON object but does not close it, as after a crash."""
    outside = re.sub(rb'"(?:[^"\\]|\\.)*"', b"", line)
    still_open = sum(map(outside.count, (b"{", b"["))) - sum(map(outside.count, (b"}", b"]")))
    return line.lstrip().startswith(b"{") and (b'"' in outside or still_open > 0)


def _shown(value: object) -> str:
    """A value in an error message, shortened if it is long."""
    return "null" if value is None else shown(value)
