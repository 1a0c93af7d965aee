"""The arguments that `hansa tournament` and `hansa compare` share: what is played, and how."""

from __future__ import annotations

import argparse
import math
import os
from collections.abc import Sequence
from dataclasses import dataclass

from hansa.cli.arguments import whole
from hansa.cli.commands import Parser, UsageError, resolve
from hansa.cli.setups import chosen_edition, chosen_modules, words_of
from hansa.games import GAMES, board_entries
from hansa.state import State
from hansa.tournaments.runner import DEADLINE
from hansa.tournaments.schedule import MOST_MOVES, Table

DEFAULT_PLAYERS = 4
# What may be said beside --resume: it belongs to this run, not to the tournament.
OF_THE_RUN = (
    "workers", "cluster", "deadline", "strict", "resume", "blocks", "shard", "anchor", "model", "json", "csv", "markdown",
    "html", "quiet", "plain", "log", "help", "debug",
)


@dataclass(frozen=True)
class TableArguments:
    """What is played, as it was typed."""

    game: str | None
    board: str | None
    players: str | None
    edition: str | None
    modules: str | None
    seed: int
    limit: int
    clock: float | None
    increment: float
    default_players: int

    @classmethod
    def of(cls, arguments: argparse.Namespace) -> TableArguments:
        """From the parsed command line."""
        return cls(
            arguments.game, arguments.board, arguments.players, arguments.edition, arguments.modules, arguments.seed,
            arguments.limit, arguments.clock or None, arguments.increment, arguments.default_players,
        )

    def tables(self) -> tuple[Table, ...]:
        """Every board with every number of players it takes."""
        entries = board_entries(None if self.game is None else resolve("game", self.game, list(GAMES)))
        counts = [_count(word) for word in words_of(self.players)]
        named = [resolve("board", word, [entry.name for entry in entries]) for word in words_of(self.board)]
        if not named:
            wanted = counts or [self.default_players]
            fitting = {count: next((entry for entry in entries if count in entry.players), None) for count in wanted}
            pairs = [(entry, count) for count, entry in fitting.items()]
        else:
            chosen = [entry for name in dict.fromkeys(named) for entry in entries if entry.name == name]
            pairs = [(entry, count) for entry in chosen for count in counts or [_usual(entry.players, self.default_players)]
                     if count in entry.players]
            fitting = {count: next((entry for entry, other in pairs if other == count), None) for count in counts}
        for count, found in fitting.items():
            if found is None:
                boards = ", ".join(named) or "any board"
                raise UsageError(f"{count} players do not fit {boards}; see 'hansa new --help' for what there is")
        tables = tuple(
            Table(entry.name, count, None if self.edition is None else chosen_edition(self.edition, entry),
                  () if self.modules is None else tuple(chosen_modules(self.modules, entry)), entry.game)
            for entry, count in pairs if entry is not None
        )
        for table in tables:
            State.from_setup(table.setup, seed=1)       # what the rules do not allow is said now
        return tables


@dataclass(frozen=True)
class PlayingArguments:
    """How it is played. `beside_log` are the options given that a log says already."""

    command: str
    bots: tuple[str, ...]
    blocks: int | None
    shard: tuple[int, int]
    workers: int
    cluster: str | None
    deadline: float
    strict: bool
    log: str | None
    resume: str | None
    debug: str | None
    beside_log: tuple[str, ...]

    @classmethod
    def of(cls, arguments: argparse.Namespace) -> PlayingArguments:
        """From the parsed command line."""
        parser: Parser = arguments.parser
        options = [action.dest for action in parser._actions if action.option_strings and action.dest not in OF_THE_RUN]
        beside = tuple(name for name in options if getattr(arguments, name) != parser.get_default(name))
        return cls(
            arguments.command, tuple(arguments.bots), arguments.blocks, getattr(arguments, "shard", (1, 1)), arguments.workers,
            arguments.cluster, arguments.deadline, arguments.strict, arguments.log, arguments.resume,
            arguments.debug, beside,
        )


def add_table_arguments(parser: Parser, *, players: int = DEFAULT_PLAYERS) -> None:
    """Which boards, with how many players, and how a game is limited."""
    group = parser.add_argument_group("what is played")
    group.add_argument("--game", metavar="GAME", default=None, help="which game, if the board does not say it")
    group.add_argument("--board", metavar="LIST", help="a board, or several with commas (default: one for so many players)")
    group.add_argument("--players", metavar="LIST", help=f"how many, such as 4 or 2,3,4 (default {players})")
    group.add_argument("--edition", metavar="EDITION", help="bigbox (default), classic, classic-16")
    group.add_argument("--modules", metavar="LIST", help="missions, favours, or both with a comma between")
    group.add_argument("--seed", metavar="N", type=whole, default=1, help="chooses setups, chance and the bots' seeds (1)")
    group.add_argument("--limit", metavar="N", type=positive_whole, default=MOST_MOVES,
                       help=f"moves after which a game is cut off and scored (default {MOST_MOVES})")
    group.add_argument("--clock", metavar="S", type=seconds,
                       help="seconds each seat has for a whole game; running out is a fault")
    group.add_argument("--increment", metavar="S", type=seconds, default=0.0, help="seconds added for each turn of its own")
    parser.set_defaults(default_players=players)


def add_playing_arguments(parser: Parser) -> None:
    """Who plays, and where the log is."""
    group = parser.add_argument_group("how it is played")
    group.add_argument("--workers", metavar="N", type=whole, default=os.cpu_count() or 1,
                       help="processes (default: all cores; 0 plays in this process, to debug a bot)")
    group.add_argument("--cluster", metavar="ADDRESS", help="play on a Dask cluster instead, such as 127.0.0.1:8786")
    group.add_argument("--deadline", metavar="S", type=seconds, default=DEADLINE,
                       help=f"seconds for one decision, after which a bot is stopped (default {DEADLINE:.0f})")
    group.add_argument("--debug", metavar="FILE",
                       help="write all that is said to programs (exec:…), their answers and error output into a file")
    group.add_argument("--strict", action="store_true", help="stop at the first fault of a bot")
    group.add_argument("--log", metavar="FILE", help="the log of all games (default: a new file named by the time)")
    group.add_argument("--resume", metavar="FILE",
                       help="continue this log, which says who plays what; --blocks may be larger than before")


def positive_whole(text: str) -> int:
    """A whole number, 1 or more."""
    number = whole(text)
    if not number:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return number


def seconds(text: str) -> float:
    """A number of seconds."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < 1e7:
        raise argparse.ArgumentTypeError(f"must be a number of seconds, not {text!r}")
    return value


def shard(text: str) -> tuple[int, int]:
    """`2/3`: the second of three."""
    number, slash, count = text.partition("/")
    if not (slash and number.isdigit() and count.isdigit() and len(text) < 12 and 1 <= int(number) <= int(count)):
        raise argparse.ArgumentTypeError(f"must be like 2/3, the second of three, not {text!r}")
    return int(number), int(count)


def finite(text: str) -> float:
    """A number."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"must be a number, not {text!r}")
    return value


def _usual(players: Sequence[int], wanted: int) -> int:
    return wanted if wanted in players else max(players)


def _count(word: str) -> int:
    if not word.isascii() or not word.isdigit() or len(word) > 3:
        raise UsageError(f"--players takes numbers such as 4 or 2,3,4, not {word!r}")
    return int(word)
