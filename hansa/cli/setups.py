"""The arguments that say which game: `--board` and its friends, a setup file, a state file."""

from __future__ import annotations

import sys
from dataclasses import dataclass, fields
from pathlib import Path
from typing import NoReturn

from hansa.board_entry import BoardEntry, BoardSetup
from hansa.cli.arguments import given, option, whole
from hansa.cli.commands import UsageError, resolve
from hansa.games import BRIEFLY, DEFAULT_GAME, GAMES, board_entries
from hansa.json_lines import Json, NotJson, read_json
from hansa.state import State

DEFAULT_PLAYERS = 4


WHICH_GAME = "which game"


@dataclass(frozen=True, kw_only=True)
class SetupArguments:
    """Which game is played: in words, or as a file."""

    game: str | None = option(
        "--game", f"{' or '.join(GAMES)} (default: {DEFAULT_GAME}, or the game of the board)", metavar="GAME",
        group=WHICH_GAME)
    board: str | None = option("--board", ", ".join(entry.name for entry in board_entries()), metavar="BOARD",
                               group=WHICH_GAME)
    players: int | None = option("--players", "number of players; determines the board if you do not "
                                              "name one", metavar="N", type=whole,
                                 group=WHICH_GAME)
    edition: str | None = option("--edition", "bigbox (default), classic, classic-16", metavar="EDITION", group=WHICH_GAME)
    modules: str | None = option("--modules", "missions, favours, or both, separated by a comma", metavar="LIST",
                                 group=WHICH_GAME)
    seed: int | None = option("--seed", "seed of the random parts of the setup", metavar="N", type=whole, group=WHICH_GAME)
    setup_file: str | None = option("--setup", "read the setup from this JSON file instead; - for standard input",
                                    metavar="FILE",
                                    group=WHICH_GAME)


SETUP = tuple(entry.name for entry in fields(SetupArguments))


def chosen_setup(arguments: SetupArguments) -> Json:
    """The setup that the arguments describe, as JSON object; the library checks it, also that there
    are not two seeds."""
    if arguments.setup_file is not None:
        flags = given(arguments, BRIEFLY)
        if flags:
            raise UsageError(f"a setup file and {flags[0]} exclude each other; change the file, or leave it out")
        return read_object(arguments.setup_file)
    entry = _board(arguments.board, arguments.players, chosen_game(arguments.game))
    setup: Json = {"game": entry.game, "board": entry.name}
    if arguments.players is not None:
        setup["players"] = arguments.players
    if arguments.edition is not None:
        setup["edition"] = chosen_edition(arguments.edition, entry)
    if arguments.modules is not None:
        setup["modules"] = chosen_modules(arguments.modules, entry)
    return setup


def chosen_game(word: str | None) -> str | None:
    """The game that a word means; a number is a mistake of its own, since --game once was a
    record's number."""
    if word is not None and word.isdigit():
        raise UsageError(f"--game is which game is played, {' or '.join(GAMES)}; a game of a file is --number {word}")
    return None if word is None else resolve("game", word, list(GAMES))


def chosen_edition(word: str, entry: BoardEntry) -> str:
    """The edition that a word means on a board."""
    return resolve("edition", word, entry.editions or _none("--edition", entry))


def chosen_modules(text: str, entry: BoardEntry) -> list[str]:
    """The modules of a list with commas; whether they fit the players is the library's business."""
    known = board_entries(entry.game)[0].modules or _none("--modules", entry)
    return [resolve("module", word, known) for word in words_of(text)]


def words_of(text: str | None) -> list[str]:
    """The words of a list with commas."""
    return [word.strip() for word in (text or "").split(",") if word.strip()]


def chosen_start(arguments: SetupArguments, default_seed: int | None, state_file: str | None = None) -> State:
    """The position that the arguments describe: a start, or that of a file."""
    if state_file is not None:
        flags = given(arguments, SETUP)
        if flags:
            raise UsageError(f"--state and {flags[0]} exclude each other; a state says it all")
        return State.from_json(read_object(state_file))
    setup = chosen_setup(arguments)
    if arguments.seed is None and "seed" not in setup:
        return State.from_setup(setup, seed=default_seed)
    return State.from_setup(setup, seed=arguments.seed)


def resolve_board(word: str) -> str:
    """The board that a word means."""
    return resolve("board", word, [entry.name for entry in board_entries()])


def read_object(path: str) -> Json:
    """The JSON object in a file, `-` being standard input."""
    name = "standard input" if path == "-" else path
    try:
        value = read_json(read_bytes(path))
    except NotJson as error:
        raise UsageError(f"{name}: {error}") from error
    if not isinstance(value, dict):
        raise UsageError(f"{name}: there should be a JSON object, but it is {str(value)[:40]!r}")
    return value


def read_bytes(path: str) -> bytes:
    """What is in a file, `-` being standard input."""
    if path != "-":
        return Path(path).read_bytes()
    return sys.stdin.buffer.read() if sys.stdin is not None else b""


def _none(option: str, entry: BoardEntry) -> NoReturn:
    """A game has nothing for an option to choose."""
    raise UsageError(f"{option} is not for the board {entry.name}; leave it out")


def _board(word: str | None, players: int | None, game: str | None) -> BoardEntry:
    """The number of players helps where a word is short or there is none: `--board hansa --players
    3` is hansa-23."""
    entries = board_entries(game)
    fitting = [entry for entry in entries if players is None or players in entry.players]
    if word is None:
        wanted = DEFAULT_PLAYERS if players is None else players
        found = next((entry for entry in entries if wanted in entry.players), None)
        if found is None:
            raise UsageError(f"no board is for {players} players; see 'hansa new --help' [T4]")
        return found
    begun = [entry for entry in fitting if entry.name.startswith(word.lower())]
    if game is None:        # a short word means a board of the first game, if it can
        begun = [entry for entry in begun if entry.game == DEFAULT_GAME] or begun
    if len(begun) == 1 and word not in (entry.name for entry in entries):
        return begun[0]
    name = resolve("board", word, [entry.name for entry in entries])
    return next(entry for entry in entries if entry.name == name)


def setup_by_name(word: str, game: str | None = None) -> BoardSetup:
    """A board and a number of players, written `hansa-45/4`; of one game, or of any."""
    name, _, players = word.partition("/")
    board = resolve_board(name)
    entry = next((entry for entry in board_entries(game) if entry.name == board), None)
    if entry is None:
        raise UsageError(f"--setup: {board} is not a board of {game}")
    if not players.isdecimal() or int(players) not in entry.players:
        counts = ", ".join(f"{board}/{count}" for count in entry.players)
        raise UsageError(f"--setup: {word!r} needs a number of players: {counts}")
    return BoardSetup(board, int(players))
