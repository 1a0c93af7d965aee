"""The file with all that strong play has shown: counts of every setup and the book of positions.

One comes with the package. It is made from a folder of games, and says how many games of which
player it counts and which hansa counted them:

>>> shown = strong_play()
>>> shown.version.count("."), shown.player.startswith("mcts"), len(shown.book) > 100
(2, True, True)

The file is compressed (xz): a line of JSON, then the columns of two books.
"""

from __future__ import annotations

import lzma
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hansa.board_entry import BoardSetup
from hansa.errors import HansaError
from hansa.exploring.book import Book, BookBuilder, BookMove, books_from, in_order
from hansa.exploring.counts import Counts
from hansa.exploring.games import all_setups, kept_games
from hansa.exploring.gifts import kept_values
from hansa.json_lines import NotJson, json_line, read_json
from hansa.state import State
from hansa.version import VERSION
from hansa.whole_file import write_whole

__all__ = [
    "SHIPPED", "Explored", "ExploringError", "StrongPlay", "count_games", "read_strong_play", "strong_play",
    "write_strong_play",
]

FORMAT = 1              # of the file
SHIPPED = Path(__file__).parent / "strong-play.xz"
MOST_BYTES = 1 << 28    # unpacked: a larger file is not one of ours
PROBE_SEED = 1


class ExploringError(HansaError):
    """A file of strong play that cannot be used.

    >>> read_strong_play(Path(__file__))
    Traceback (most recent call last):
        ...
    hansa.exploring.strong_play.ExploringError: ...strong_play.py: no file of 'hansa explore': ...
    """

    code = "bad-request"


@dataclass(frozen=True)
class Explored:
    """What was played in a position; `similar` also counts positions with the markers in another order."""

    moves: tuple[BookMove, ...]
    similar: tuple[BookMove, ...]

    @property
    def games(self) -> int:
        """How many games came here."""
        return sum(played.games for played in self.moves)

    @property
    def more(self) -> int:
        """How many came here or to something similar."""
        return sum(played.games for played in self.similar)


@dataclass(frozen=True)
class StrongPlay:
    """What was counted, of which player, by which version of hansa."""

    version: str
    player: str
    setups: Mapping[BoardSetup, Counts]
    book: Book
    openings: Book          # of positions whose markers are in order (`in_order`)

    def at(self, state: State) -> Explored:
        """What was played in a position, and in those that differ only in the order of their markers."""
        return Explored(tuple(self.book.moves_from(state)), tuple(self.openings.moves_from(in_order(state))))

    def of(self, setup: BoardSetup) -> Counts | None:
        """The counts of a setup, if it was played."""
        return self.setups.get(setup)


def count_games(
    folder: Path, report: Callable[[BoardSetup, int], None] = lambda setup, games: None, also: Sequence[StrongPlay] = ()
) -> StrongPlay:
    """Counts all games of a folder, and adds what was counted elsewhere; `ExploringError` if there are none, or if
    several players have played them."""
    setups: dict[BoardSetup, Counts] = {}
    players: set[str] = set()
    builder, openings, gifts = BookBuilder(), BookBuilder(), kept_values(folder)
    for setup in all_setups():
        for record in kept_games(folder, setup):
            setups.setdefault(setup, Counts()).add(record)
            setups[setup].add_gifts(gifts.get(record.id, ()))
            builder.add_game(record)
            openings.add_game(record, opening=True)
            players |= set(record.seats)
        if setup in setups:
            report(setup, setups[setup].games)
    for other in also:
        for setup, counts in other.setups.items():
            setups.setdefault(setup, Counts())
            setups[setup] += counts
        builder.add_book(other.book)
        openings.add_book(other.openings)
        players.add(other.player)
    if len(players) != 1:
        found = "; ".join(sorted(players)) or "there are none"
        raise ExploringError(f"{folder}: the games must be of one player, but {found}; 'hansa explore --play' plays them")
    return StrongPlay(VERSION, players.pop(), setups, builder.book(), openings.book())


def write_strong_play(path: Path, shown: StrongPlay) -> None:
    """Writes the file, whole or not at all."""
    header = {
        "format": FORMAT, "version": shown.version, "player": shown.player, "probe": probe(),
        "setups": [{"board": setup.board, "players": setup.players, **counts.to_json()}
                   for setup, counts in shown.setups.items()],
    }
    columns = bytes(shown.book) + bytes(shown.openings)
    data = lzma.compress(json_line(header).encode() + b"\n" + columns, preset=9 | lzma.PRESET_EXTREME)
    write_whole(path, lambda file: file.write(data))


def read_strong_play(path: Path) -> StrongPlay:
    """Reads a file; `ExploringError` says what is wrong with it, in one line."""
    try:
        unpacker = lzma.LZMADecompressor()
        data = unpacker.decompress(path.read_bytes(), MOST_BYTES)
        if not unpacker.eof:
            raise ValueError("it is cut off, or far too large")
        line, _, columns = data.partition(b"\n")
        header = read_json(line)
        if not isinstance(header, dict) or header.get("format") != FORMAT:
            raise ValueError("it has another format")
        book, openings = books_from(columns)
        setups = {
            BoardSetup(str(each["board"]), int(each["players"])): Counts.from_json(each) for each in header["setups"]}
        found = StrongPlay(str(header["version"]), str(header["player"]), setups, book, openings)
    except (lzma.LZMAError, NotJson, KeyError, TypeError, ValueError) as error:
        raise ExploringError(f"{path}: no file of 'hansa explore': {error}") from error
    if header.get("probe") != probe():
        raise ExploringError(
            f"{path}: hansa {found.version} made it, and positions have other keys now; make it anew: "
            "hansa explore --play DIR")
    return found


@cache
def strong_play() -> StrongPlay:
    """What comes with the package."""
    return read_strong_play(SHIPPED)


def probe(setups: Sequence[BoardSetup] = ()) -> list[int]:
    """Keys and codes of known positions: a book made with others is of no use."""
    found = []
    for setup in setups or all_setups():
        state = State.new(board=setup.board, players=setup.players, seed=PROBE_SEED)
        found += [state.key, sum(state.legal_moves.codes)]
    return found
