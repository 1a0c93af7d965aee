"""`hansa play`: a game on the terminal, against bots and other people."""

from __future__ import annotations

import argparse
import datetime
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hansa.bots.exec_bot import check_found
from hansa.bots.registry import BOTS, make_bot
from hansa.cli.bench import positive
from hansa.cli.commands import Command, Parser, UsageError, whole
from hansa.cli.dialogue import Dialogue
from hansa.cli.screen import Screen, add_plain_argument
from hansa.cli.setups import add_setup_arguments, chosen_setup
from hansa.cli.show import position_in
from hansa.games import BRIEFLY
from hansa.state import State
from hansa.table.games_folder import GameFile, games_folder, unfinished_games
from hansa.table.session import HUMAN, Session

DEFAULT_BOT = "mcts:strength=club"
LATEST = ""
KNOWN_BOTS = f"known are {', '.join(BOTS)}, path/file.py:Class"


def run(arguments: argparse.Namespace) -> int:
    """Sits down, plays, and says where the game is kept."""
    screen = Screen(plain=arguments.plain)
    if arguments.continued is not None:
        file = latest_game() if arguments.continued == LATEST else GameFile(Path(arguments.continued))
        session = continued_session(file, arguments)
    else:
        session = new_session(arguments) if arguments.origin is None else session_from(arguments)
        file = GameFile.new(games_folder(), session.name) if arguments.out is None else new_file(Path(arguments.out))
    Dialogue(session, file, screen, hint_seconds=arguments.hint_seconds, no_pause=arguments.no_pause).run()
    return 0


def new_session(arguments: argparse.Namespace) -> Session:
    """A game as the arguments describe it."""
    bots = arguments.bots or [DEFAULT_BOT]
    people = list(dict.fromkeys(arguments.seat or [0]))
    if arguments.players is None and arguments.setup_file is None and len(bots) > 1:
        arguments.players = len(people) + len(bots)
    if arguments.number is not None or arguments.ply is not None:
        raise UsageError("--number and --ply choose a position of --from FILE; without it there is none")
    setup = chosen_setup(arguments)
    players = State.from_setup(setup, seed=arguments.seed).players
    seed = arguments.seed if arguments.seed is not None else setup.get("seed")
    return Session(setup, seats_of(players, people, bots), seed=seed, name=dated(setup))


def session_from(arguments: argparse.Namespace) -> Session:
    """A game from a position of a file; whoever is at the terminal has the seat whose turn it is, unless told otherwise."""
    given = [part for part in (*BRIEFLY, "setup_file") if getattr(arguments, part) is not None]
    if given:
        raise UsageError(f"--from and --{given[0].partition('_')[0]} exclude each other; the position says what is played")
    if arguments.origin == "-":
        raise UsageError("--from takes the name of a file: standard input is for what you type")
    state = position_in(arguments.origin, arguments.number, arguments.ply, option="--number").state
    people = list(dict.fromkeys(arguments.seat or [state.turn]))
    seats = seats_of(state.players, people, arguments.bots or [DEFAULT_BOT])
    return Session.from_position(state, seats, seed=arguments.seed, name=dated(state.to_json()))


def dated(played: Mapping[str, Any]) -> str:
    """A name for a game that begins now: its board and the time."""
    return f"{played.get('board', 'game')}-{datetime.datetime.now():%Y-%m-%d-%H%M%S}"


def continued_session(file: GameFile, arguments: argparse.Namespace) -> Session:
    """The game of a file; `--seat` and `--bots` may seat others than before."""
    given = [part for part in (*BRIEFLY, "seed", "setup_file", "out", "origin", "number", "ply")
             if getattr(arguments, part) is not None]
    if given:
        word = {"origin": "from"}.get(given[0], given[0].partition("_")[0])
        raise UsageError(f"--continue and --{word} exclude each other; the game is what it is")
    record = file.read()
    seats = list(record.seats or [HUMAN] * record.start().players)
    if arguments.seat or arguments.bots:
        people = arguments.seat or [seat for seat, spec in enumerate(seats) if spec == HUMAN]
        bots = arguments.bots or [DEFAULT_BOT]
        others = [spec for seat, spec in enumerate(seats) if seat not in people and spec != HUMAN]
        if not arguments.bots and len(others) == len(seats) - len(people):
            bots = others
        seats = seats_of(len(seats), people, bots)
    if HUMAN not in seats:
        raise UsageError(f"nobody in {file.path} is a person; take a place with --seat 0, or see 'hansa watch'")
    if not arguments.bots:
        refuse_programs_of_others(file, seats)
    return Session.from_record(record, seats)


def refuse_programs_of_others(file: GameFile, seats: Sequence[str]) -> None:
    """A record is data: what it names is run only from the own folder of games, or if `--bots` names it again."""
    bots = [spec for spec in seats if spec != HUMAN]
    programs = [spec for spec in bots if spec.partition(":")[0] not in BOTS]
    if programs and file.path.resolve().parent != games_folder().resolve():
        again = shlex.join(bots)
        raise UsageError(f"{file.path} would run {programs[0]!r}; if you trust it, name its bots again: --bots {again}")


def seats_of(players: int, people: Sequence[int], bots: Sequence[str]) -> list[str]:
    """Who sits where: one bot for all places that people leave, or one for each."""
    for seat in people:
        if seat >= players:
            raise UsageError(f"there is no seat {seat}; {players} play, so seats are 0 to {players - 1}")
    free = players - len(people)
    if len(bots) not in (1, free) and free:
        raise UsageError(f"{len(bots)} bots for {free} free places of {players} players; give one for all, or {free}")
    for spec in bots:
        check_found(make_bot(spec))     # a name that is none should be said at once
    waiting = iter(bots if len(bots) == free else list(bots) * free)
    return [HUMAN if seat in people else next(waiting) for seat in range(players)]


def latest_game() -> GameFile:
    """The game in the folder that was played last and is not over."""
    found = unfinished_games(games_folder())
    if not found:
        raise UsageError(f"there is no game to continue in {games_folder()}; begin one with 'hansa play'")
    return found[0]


def new_file(path: Path) -> GameFile:
    """A file that must not exist yet."""
    try:
        path.open("x").close()
    except FileExistsError:
        raise UsageError(f"{path} exists already; 'hansa play --continue {path}' goes on with it") from None
    return GameFile(path)


def add_arguments(parser: Parser) -> None:
    """Who plays, and which game."""
    parser.add_argument(
        "--seat", metavar="N", type=whole, nargs="+",
        help="the seats of people, from 0 (default 0; with --from the one whose turn it is)"
    )
    parser.add_argument(
        "--bots", metavar="BOT", nargs="+",
        help=f"who sits elsewhere: one for all, or one a place (default {DEFAULT_BOT}); {KNOWN_BOTS}",
    )
    parser.add_argument(
        "--continue", dest="continued", metavar="FILE", nargs="?", const=LATEST,
        help="go on with a recorded game; without a file with the one played last",
    )
    parser.add_argument(
        "--from", dest="origin", metavar="FILE", help="begin a new game from a position: a state, or a record with --ply"
    )
    parser.add_argument("--number", metavar="N", type=whole, help="which game of the record, from 1 (default 1)")
    parser.add_argument("--ply", metavar="N", type=whole, help="the position after so many moves (default: the last)")
    parser.add_argument("--out", metavar="FILE", help="keep the game in this new file, not in the folder of games")
    parser.add_argument(
        "--hint-seconds", metavar="S", type=positive, default=1.0, help="how long 'hint' and 'why' think (default 1)"
    )
    parser.add_argument(
        "--no-pause", action="store_true", help="several people: do not hide the screen when another one is to play"
    )
    add_plain_argument(parser)
    add_setup_arguments(parser)


COMMAND = Command(
    name="play",
    purpose="Plays a game on the terminal, against bots or with other people; every move is recorded at once.",
    examples="""
        hansa play
        hansa play --board east --bots mcts:seconds=2 greedy
        hansa play --players 3 --seat 0 2 --bots prestige --modules missions
        hansa play --continue
        hansa play --from games.jsonl --ply 40 --seat 1 --bots mcts:level=5
    """,
    read_on="'help' in the game; MOVES.md, section 3, for moves; 'hansa play' keeps games in ~/.local/share/hansa/games.",
    add_arguments=add_arguments,
    run=run,
)
