"""`hansa games`: the games that `hansa play` keeps: listed, continued, renamed, deleted."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

from hansa.cli.arguments import ReaderArguments, positional, switch
from hansa.cli.commands import UsageError, command, resolve
from hansa.cli.dialogue import Dialogue
from hansa.cli.screen import Screen
from hansa.cli.table_dialogue import TableDialogue
from hansa.errors import HansaError
from hansa.languages import Language
from hansa.phrases import Phrase, say
from hansa.record import Record
from hansa.table.games_folder import GameFile, game_named, games_by_number, games_folder
from hansa.table.recording import at_a_table
from hansa.table.session import HUMAN, Session
from hansa.views.words.naming import bot_name, player_phrase

ACTIONS = ("list", "continue", "rename", "delete")


@dataclass(frozen=True, kw_only=True)
class GamesArguments(ReaderArguments):
    """What to do, with which game."""

    action: str = positional("ACTION", f"{', '.join(ACTIONS)} (default: list)", nargs="?", default="list")
    game: str | None = positional("GAME", "its number in the list, or its name", nargs="?", default=None)
    name: str | None = positional("NAME", "with rename: the new name", nargs="?", default=None)
    yes: bool = switch("--yes", "with delete: do not ask for confirmation")


def run(arguments: GamesArguments) -> int:
    """Lists the games, or does something with one."""
    screen, folder = Screen(plain=arguments.plain, language=arguments.language), games_folder()
    action = resolve("action", arguments.action, ACTIONS)
    if action == "list":
        list_games(folder, screen)
        return 0
    if arguments.game is None:
        raise UsageError(f"{action} which game? 'hansa games' lists them, 'hansa games {action} 1' takes the first")
    file = game_named(folder, arguments.game)
    if action == "continue":
        play_on(file, screen)
        return 0
    if action == "rename":
        if not arguments.name:
            raise UsageError(f"what should it be called? 'hansa games rename {arguments.game} NAME'")
        screen.line(say("{old} is now {new}", old=file.path.stem, new=rename(file, arguments.name).path.stem))
    elif arguments.yes or agreed(f"{screen.tell(say('delete {name}? y or n:', name=file.path.stem))} "):
        file.path.unlink()
        screen.line(say("{name} is deleted", name=file.path.stem))
    else:
        screen.line(say("{name} stays", name=file.path.stem))
    return 0


def list_games(folder: Path, screen: Screen) -> None:
    """A table, the game played last first, with the number that other actions take; games in which
    nobody has moved come last."""
    rows = [row(number, path, screen.language) for number, path in enumerate(games_by_number(folder), 1)]
    if not rows:
        screen.line(say("no games are kept in {folder}; begin one with 'hansa play'", folder=str(folder)))
        return
    screen.table([f"  {screen.tell(say('game'))}", say("moves"), say("played"), "", ""], rows)
    screen.line(say("to continue one: hansa games continue 1; also 'rename 1 NAME' and 'delete 1'"))


def row(number: int, path: Path, language: Language) -> list[str]:
    """What a file holds."""
    played = time.strftime("%d %b %H:%M", time.localtime(path.stat().st_mtime))
    try:
        record = GameFile(path).read()
    except (HansaError, OSError):
        return [f"{number} {path.stem}", "?", played, say("unreadable"), ""]
    stands = say("over") if record.end != "interrupted" else say("unfinished") if record.moves else say("not begun")
    return [f"{number} {path.stem}", str(len(record.moves)), played, stands, ", ".join(map(language.tell, players(record)))]


def players(record: Record) -> list[Phrase]:
    """Who sits where."""
    return [player_phrase(seat, say("you") if spec == HUMAN else bot_name(spec)) for seat, spec in enumerate(record.seats)]


def play_on(file: GameFile, screen: Screen) -> None:
    """As `hansa play --continue` does."""
    record = file.read()
    if at_a_table(record):
        TableDialogue.going_on(file, screen).run()
        return
    session = Session.from_record(record)
    if not session.humans:
        raise UsageError(f"no person plays in {file.path}; take a seat with 'hansa play --continue {file.path} --seat red'")
    Dialogue(session, file, screen).run()


def rename(file: GameFile, name: str) -> GameFile:
    """The same game in a new file; a name that is taken is refused."""
    record = replace(file.read(), id=name)
    if (file.path.parent / f"{name}.jsonl").exists():
        raise UsageError(f"there is a game {name!r} already; choose another name")
    renamed = GameFile.new(file.path.parent, name)
    renamed.write(record)
    file.path.unlink()
    return renamed


def agreed(question: str) -> bool:
    """Whether the user says yes; without a terminal to ask at, nothing is deleted."""
    if sys.stdin is None or not sys.stdin.isatty():
        raise UsageError("cannot ask for confirmation here; use: hansa games delete GAME --yes")
    return input(question).strip().casefold() in ("y", "yes", "j", "ja")


COMMAND = command(
    GamesArguments,
    run,
    name="games",
    purpose="List the games that 'hansa play' has saved, or continue, rename or delete one.",
    examples="""
        hansa games
        hansa games continue 2
        hansa games rename 2 sunday
        hansa games delete sunday
    """,
    read_on="'hansa play --help'; set HANSA_GAMES to use another folder ('hansa docs install' names the default).",
)
