"""The arguments that `hansa tournament` and `hansa compare` share: what is played, and how."""

from __future__ import annotations

import argparse
import math
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import ClassVar, NamedTuple

from hansa.cli.arguments import CORES, given, option, positional, positive_whole, switch, whole, words_for
from hansa.cli.commands import UsageError, resolve
from hansa.cli.results import ResultArguments
from hansa.cli.setups import chosen_edition, chosen_modules, words_of
from hansa.games import GAMES, board_entries
from hansa.state import State
from hansa.tournaments.adjudication import TURNS, Adjudication
from hansa.tournaments.openings import read_suite, table_of
from hansa.tournaments.runner import DEADLINE
from hansa.tournaments.schedule import MOST_MOVES, TableSetup

WHAT_IS_PLAYED, HOW_IT_IS_PLAYED = "games", "how games are run"


# --- what a value may be ------------------------------------------------------------------------

def seconds(text: str) -> float:
    """A number of seconds, 0 or more."""
    value = _number(text)
    if not 0 <= value < 1e7:
        raise argparse.ArgumentTypeError(f"must be a number of seconds, not {text!r}")
    return value


def finite(text: str) -> float:
    """A number."""
    value = _number(text)
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"must be a number, not {text!r}")
    return value


class Shard(NamedTuple):
    """One of several equal parts of a tournament."""

    number: int = 1
    of: int = 1

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


def shard(text: str) -> Shard:
    """`2/3`: the second of three."""
    number, slash, count = text.partition("/")
    if not (slash and number.isdigit() and count.isdigit() and len(text) < 12 and 1 <= int(number) <= int(count)):
        raise argparse.ArgumentTypeError(f"must be like 2/3, the second of three, not {text!r}")
    return Shard(int(number), int(count))


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


# --- what is played -----------------------------------------------------------------------------

@dataclass(frozen=True, kw_only=True)
class TableArguments:
    """Which boards, with how many players, and how a game is limited."""

    DEFAULT_PLAYERS: ClassVar[int] = 4

    game: str | None = option("--game", "which game to play, if the board does not determine it", metavar="GAME",
                              group=WHAT_IS_PLAYED)
    board: str | None = option("--board", "board, or several separated by commas (default: one that "
                                          "fits the number of players)",
                               metavar="LIST", group=WHAT_IS_PLAYED)
    players: str | None = option(
        "--players", f"number of players, such as 4 or 2,3,4 (default {DEFAULT_PLAYERS})", metavar="LIST",
        group=WHAT_IS_PLAYED)
    openings: str | None = option(
        "--openings", "start from the positions of a suite (see 'hansa suite'), the same for every line-up", metavar="FILE",
        group=WHAT_IS_PLAYED)
    edition: str | None = option("--edition", "bigbox (default), classic, classic-16", metavar="EDITION",
                                 group=WHAT_IS_PLAYED)
    modules: str | None = option("--modules", "missions, favours, or both, separated by a comma", metavar="LIST",
                                 group=WHAT_IS_PLAYED)
    seed: int = option("--seed", "seed of the setups, of chance and of the bots (default 1)", metavar="N", type=whole,
                       default=1,
                       group=WHAT_IS_PLAYED)
    limit: int = option("--limit", f"end and score a game after N moves (default {MOST_MOVES})", metavar="N",
                        type=positive_whole, default=MOST_MOVES, group=WHAT_IS_PLAYED)
    clock: float | None = option(
        "--clock", "time budget of each player per game, in seconds; exceeding it forfeits the game", metavar="S",
        type=seconds, group=WHAT_IS_PLAYED)
    increment: float = option("--increment", "seconds added to a player's clock for each turn", metavar="S", type=seconds,
                              default=0.0, group=WHAT_IS_PLAYED)

    agree: float | None = option(
        "--agree", "end a game when all bots agree for --agree-turns that a seat gets at least this share of the win, such as "
        "0.95 ('hansa rate --rulings' says how often that is wrong)", metavar="P", type=finite, group=WHAT_IS_PLAYED)
    agree_turns: int = option("--agree-turns",
                              f"number of turns of every seat for which the bots must agree (default {TURNS})", metavar="N",
                              type=positive_whole, default=TURNS, group=WHAT_IS_PLAYED)
    proven: bool = switch("--proven", "end a game as soon as a win is proven", group=WHAT_IS_PLAYED)

    def adjudication(self) -> Adjudication | None:
        """How games may be decided before their end."""
        if self.agree is None:
            if self.agree_turns != TURNS:
                raise UsageError("--agree-turns goes with --agree, such as: --agree 0.95 --agree-turns 3")
            return Adjudication(proven=True) if self.proven else None
        if not 0.5 < self.agree <= 1:
            raise UsageError(f"--agree takes a share of the win above 0.5 and up to 1, not {self.agree:g}")
        return Adjudication(self.agree, self.agree_turns, self.proven)

    def positions(self) -> list[State]:
        """Those of the suite; none without one."""
        if self.openings is None:
            return []
        beside = given(self, ("game", "board", "players", "edition", "modules"))
        if beside:
            raise UsageError(f"the positions of --openings say what is played; leave out {beside[0]}")
        return read_suite(self.openings)

    def tables(self) -> tuple[TableSetup, ...]:
        """Every board with every number of players it takes; with a suite what its positions are
        of."""
        if self.openings is not None:
            return tuple(dict.fromkeys(map(table_of, self.positions())))
        entries = board_entries(None if self.game is None else resolve("game", self.game, list(GAMES)))
        counts = [_count(word) for word in words_of(self.players)]
        named = [resolve("board", word, [entry.name for entry in entries]) for word in words_of(self.board)]
        if not named:
            wanted = counts or [self.DEFAULT_PLAYERS]
            fitting = {count: next((entry for entry in entries if count in entry.players), None) for count in wanted}
            pairs = [(entry, count) for count, entry in fitting.items()]
        else:
            chosen = [entry for name in dict.fromkeys(named) for entry in entries if entry.name == name]
            pairs = [(entry, count) for entry in chosen
                     for count in counts or [_usual(entry.players, self.DEFAULT_PLAYERS)] if count in entry.players]
            fitting = {count: next((entry for entry, other in pairs if other == count), None) for count in counts}
        for count, found in fitting.items():
            if found is None:
                boards = ", ".join(named) or "any board"
                raise UsageError(f"{count} players do not fit {boards}; 'hansa new --help' lists the boards")
        tables = tuple(
            TableSetup(entry.name, count, None if self.edition is None else chosen_edition(self.edition, entry),
                  () if self.modules is None else tuple(chosen_modules(self.modules, entry)), entry.game)
            for entry, count in pairs if entry is not None
        )
        for table in tables:
            State.from_setup(table.setup, seed=1)       # what the rules do not allow is said now
        return tables


def _usual(players: Sequence[int], wanted: int) -> int:
    return wanted if wanted in players else max(players)


def _count(word: str) -> int:
    if not word.isascii() or not word.isdigit() or len(word) > 3:
        raise UsageError(f"--players takes numbers such as 4 or 2,3,4, not {word!r}")
    return int(word)


# --- how it is played ---------------------------------------------------------------------------

@dataclass(frozen=True, kw_only=True)
class MachineArguments:
    """On what games are played, and how faults are treated."""

    workers: int = option("--workers", "worker processes (default: all cores; 0 plays in this process, for debugging a bot)",
                          metavar="N", type=whole, default=CORES, group=HOW_IT_IS_PLAYED)
    cluster: str | None = option("--cluster", "play on a Dask cluster, such as 127.0.0.1:8786", metavar="ADDRESS",
                                 group=HOW_IT_IS_PLAYED)
    deadline: float = option(
        "--deadline", f"seconds per decision before a bot is stopped (default {DEADLINE:.0f})", metavar="S",
        type=seconds, default=DEADLINE, group=HOW_IT_IS_PLAYED)
    debug: str | None = option(
        "--debug", "write the dialogue with programs (exec:…) and their error output to this file",
        metavar="FILE", group=HOW_IT_IS_PLAYED)
    strict: bool = switch("--strict", "stop at the first fault of a bot", group=HOW_IT_IS_PLAYED)


@dataclass(frozen=True, kw_only=True)
class PlayableArguments(MachineArguments, ResultArguments):
    """All that is needed to play games and to show them."""

    def resume_command(self, path: Path) -> str:
        """The command that continues a log, played the same way."""
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class PlayingArguments(MachineArguments):
    """Who plays, on what, and where the log is."""

    COMMAND: ClassVar[str]

    bots: tuple[str, ...] = positional("BOT", "who plays", nargs="*", default=())
    blocks: int | None = option("--blocks", "setups, each played once with every rotation of the seats", metavar="N",
                                type=positive_whole)
    log: str | None = option("--log", "log file to write (default: a new file named after the time)", metavar="FILE",
                             group=HOW_IT_IS_PLAYED)
    resume: str | None = option(
        "--resume", "continue the tournament of this log; you may raise --blocks", metavar="FILE",
        group=HOW_IT_IS_PLAYED)


@dataclass(frozen=True, kw_only=True)
class RunArguments(TableArguments, PlayingArguments, PlayableArguments):
    """What is played, how, and what comes out."""

    @property
    def repeats_log(self) -> list[str]:
        """The flags given that describe the tournament, which a log does by itself; all others
        belong to this run."""
        of_the_run = {entry.name for kind in (PlayingArguments, ResultArguments) for entry in fields(kind)} | {"shard"}
        return given(self, [entry.name for entry in fields(self) if entry.name not in of_the_run])

    def resume_command(self, path: Path) -> str:
        """The command that continues a log, played the same way."""
        names = ["workers", "cluster", "deadline", "shard", *(["blocks"] if self.resume else []), "strict"]
        return shlex.join(["hansa", self.COMMAND, "--resume", str(path), *words_for(self, names)])
