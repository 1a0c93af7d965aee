"""`hansa play`: a game on the terminal, against bots and other people."""

from __future__ import annotations

import datetime
import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hansa.bots.mcts import LEVELS
from hansa.bots.registry import BOTS
from hansa.cli.arguments import PlyArguments, ReaderArguments, given, option, positive_seconds, switch, whole
from hansa.cli.commands import UsageError, command
from hansa.cli.conversation import Quit
from hansa.cli.dialogue import Dialogue
from hansa.cli.positions import position_in
from hansa.cli.prompt import Prompt
from hansa.cli.screen import Screen
from hansa.cli.seats import KNOWN_BOTS, seats_of
from hansa.cli.setups import SetupArguments, chosen_setup
from hansa.cli.table_dialogue import TableDialogue
from hansa.cli.table_setup import asked_setup
from hansa.games import BRIEFLY
from hansa.state import State
from hansa.strengths import STRENGTHS
from hansa.table.games_folder import GameFile, games_folder, latest_unfinished
from hansa.table.recording import at_a_table
from hansa.table.session import HUMAN, Session
from hansa.views.words.naming import COLOURS

DEFAULT_STRENGTH = "club"
LATEST = ""


def seat_number(text: str) -> int:
    """A seat by its colour or its number."""
    colours = [colour.casefold() for colour in COLOURS]
    return colours.index(text.casefold()) if text.casefold() in colours else whole(text)


@dataclass(frozen=True, kw_only=True)
class PlayArguments(PlyArguments, ReaderArguments, SetupArguments):
    """Who plays, and which game."""

    seat: tuple[int, ...] = option(
        "--seat", "the colours that people play: red, green, blue, yellow, purple (or 0 to 4); default: red, or with --from "
        "the player whose turn it is", metavar="COLOUR", type=seat_number, nargs="+", default=())
    strength: str | None = option(
        "--strength", f"how strong the AI is (default {DEFAULT_STRENGTH}), in simulations per decision: "
        + ", ".join(f"{name} {count}" for name, count in STRENGTHS.items())
        + f"; for weaker opponents that make mistakes, use --bots mcts:level=1 to {len(LEVELS)} ('hansa bots mcts' "
          "lists their Elo)",
        metavar="NAME", choices=tuple(STRENGTHS))
    bots: tuple[str, ...] = option(
        "--bots", f"bots for the other seats instead of the AI: one for all, or one per seat; {KNOWN_BOTS}", metavar="BOT",
        nargs="+", default=())

    @property
    def others(self) -> tuple[str, ...]:
        """Who sits elsewhere: the bots, or the AI of some strength."""
        if self.bots and self.strength is not None:
            raise UsageError("--bots and --strength exclude each other; a bot has its own: --bots mcts:strength=club")
        return self.bots or (f"mcts:strength={self.strength or DEFAULT_STRENGTH}",)
    continued: str | None = option(
        "--continue", "continue a saved game; without a file, the one played last", metavar="FILE", nargs="?",
        const=LATEST)
    origin: str | None = option(
        "--from", "start a new game from a position: a state as JSON, a position in readable notation, "
                  "or a record with --ply", metavar="FILE")
    out: str | None = option("--out", "save the game to this new file instead of your folder of games", metavar="FILE")
    hint_seconds: float = option("--hint-seconds", "how long 'hint' and 'why' think (default 1)", metavar="S",
                                 type=positive_seconds, default=1.0)
    table: bool = switch("--table", "record a game played at a real table: you type all moves and all random outcomes")
    names: tuple[str, ...] = option("--names", "names of the players, in seat order: red, green, ...",
                                    metavar="NAME", nargs="+", default=())
    no_pause: bool = switch("--no-pause", "with several people: do not hide the screen between their turns")


def run(arguments: PlayArguments) -> int:
    """Sits down, plays, and says where the game is kept."""
    screen = Screen(plain=arguments.plain, language=arguments.language)
    if arguments.table or arguments.names:
        return write_down(arguments, screen)
    if arguments.continued is not None:
        refuse_another_game(arguments)
        file = chosen_game(arguments.continued)
        if not given(arguments, ("seat", "bots", "strength")) and at_a_table(file.read()):
            return write_down(replace(arguments, table=True), screen)
        session = continued_session(file, arguments)
    else:
        session = new_session(arguments) if arguments.origin is None else session_from(arguments, arguments.origin)
        file = GameFile.new(games_folder(), session.name) if arguments.out is None else new_file(Path(arguments.out))
    Dialogue(session, file, screen, hint_seconds=arguments.hint_seconds, no_pause=arguments.no_pause).run()
    return 0


def write_down(arguments: PlayArguments, screen: Screen) -> int:
    """A game at a real table, new, from a position or to be continued."""
    flags = given(arguments, ("seat", "bots", "strength", "seed"))
    if not arguments.table or flags:
        said = f"--table and {flags[0]} exclude each other" if arguments.table else "--names is for --table"
        raise UsageError(f"{said}; at a real table all are people, and nothing is drawn")
    names = arguments.names
    odd = next((name for name in names if name == HUMAN or not re.fullmatch(r"[\w .'-]{1,40}", name)), None)
    if odd is not None:
        raise UsageError(f"{odd[:60]!r} is not a valid name for a player; use letters, spaces, dots, apostrophes and dashes")
    if arguments.continued is not None:
        TableDialogue.going_on(chosen_game(arguments.continued), screen, names, hint_seconds=arguments.hint_seconds).run()
        return 0
    if arguments.origin is not None:
        state = position_in(arguments.origin, arguments.number, arguments.ply).state
        session = Session.from_position(state, (HUMAN,) * state.players, name=dated(state.to_json()))
    else:
        if names and arguments.players is None and arguments.setup_file is None:
            arguments = replace(arguments, players=len(names))
        try:
            setup = asked_setup(chosen_setup(arguments), names, Prompt(list), screen)
        except Quit:
            return 0
        session = Session(setup, (HUMAN,) * setup["players"], seed=0, name=dated(setup))
    file = GameFile.new(games_folder(), session.name) if arguments.out is None else new_file(Path(arguments.out))
    dialogue = TableDialogue(session, file, screen, hint_seconds=arguments.hint_seconds, no_pause=True)
    dialogue.call(names)
    dialogue.run()
    return 0


def new_session(arguments: PlayArguments) -> Session:
    """A game as the arguments describe it."""
    bots = arguments.others
    people = list(dict.fromkeys(arguments.seat or [0]))
    if arguments.players is None and arguments.setup_file is None and len(bots) > 1:
        arguments = replace(arguments, players=len(people) + len(bots))
    if arguments.number is not None or arguments.ply is not None:
        raise UsageError("--number and --ply choose a position of --from FILE; without it there is none")
    setup = chosen_setup(arguments)
    players = State.from_setup(setup, seed=arguments.seed).players
    seed = arguments.seed if arguments.seed is not None else setup.get("seed")
    return Session(setup, seats_of(players, people, bots), seed=seed, name=dated(setup))


def session_from(arguments: PlayArguments, origin: str) -> Session:
    """A game from a position of a file; the person at the terminal takes the seat whose turn it is,
    unless `--seat` says otherwise."""
    flags = given(arguments, (*BRIEFLY, "setup_file"))
    if flags:
        raise UsageError(f"--from and {flags[0]} exclude each other; the position says what is played")
    if origin == "-":
        raise UsageError("--from takes the name of a file: standard input is for what you type")
    state = position_in(origin, arguments.number, arguments.ply).state
    people = list(dict.fromkeys(arguments.seat or [state.turn]))
    seats = seats_of(state.players, people, arguments.others)
    return Session.from_position(state, seats, seed=arguments.seed, name=dated(state.to_json()))


def dated(played: Mapping[str, Any]) -> str:
    """A name for a game that begins now: its board and the time."""
    return f"{played.get('board', 'game')}-{datetime.datetime.now():%Y-%m-%d-%H%M%S}"


def refuse_another_game(arguments: PlayArguments) -> None:
    """Refuses options that would change a game that is continued."""
    flags = given(arguments, (*BRIEFLY, "seed", "setup_file", "out", "origin", "number", "ply"))
    if flags:
        raise UsageError(f"--continue and {flags[0]} exclude each other; the game is what it is")


def continued_session(file: GameFile, arguments: PlayArguments) -> Session:
    """The game of a file; `--seat` and `--bots` may seat others than before."""
    record = file.read()
    seats = list(record.seats or [HUMAN] * record.start().players)
    if arguments.seat or arguments.bots or arguments.strength:
        people: Sequence[int] = arguments.seat or [seat for seat, spec in enumerate(seats) if spec == HUMAN]
        bots: Sequence[str] = arguments.others
        others = [spec for seat, spec in enumerate(seats) if seat not in people and spec != HUMAN]
        if not arguments.bots and not arguments.strength and len(others) == len(seats) - len(people):
            bots = others
        seats = seats_of(len(seats), people, bots)
    if HUMAN not in seats:
        raise UsageError(
            f"no person plays in {file.path}; take a seat with --seat 0, write the game down with --table, "
            "or see 'hansa watch'")
    if not arguments.bots:
        refuse_programs_of_others(file, seats)
    return Session.from_record(record, seats)


def refuse_programs_of_others(file: GameFile, seats: Sequence[str]) -> None:
    """A record is data: what it names is run only from the own folder of games, or if `--bots`
    names it again."""
    bots = [spec for spec in seats if spec != HUMAN]
    programs = [spec for spec in bots if spec.partition(":")[0] not in BOTS]
    if programs and file.path.resolve().parent != games_folder().resolve():
        again = shlex.join(bots)
        raise UsageError(f"{file.path} would run {programs[0]!r}; if you trust it, name its bots again: --bots {again}")


def chosen_game(path: str) -> GameFile:
    """The game of a file; without one that in the folder which was played last and is not over."""
    if path != LATEST:
        return GameFile(Path(path))
    found = latest_unfinished(games_folder())
    if found is None:
        raise UsageError(f"there is no game to continue in {games_folder()}; begin one with 'hansa play'")
    return found


def new_file(path: Path) -> GameFile:
    """A file that must not exist yet."""
    try:
        path.open("x").close()
    except FileExistsError:
        raise UsageError(f"{path} exists already; 'hansa play --continue {path}' continues it") from None
    return GameFile(path)


COMMAND = command(
    PlayArguments,
    run,
    name="play",
    purpose="Play a game in the terminal, against bots or with other people. Every move is saved immediately.",
    examples="""
        hansa play
        hansa play --strength master
        hansa play --board east --bots mcts:seconds=2 greedy
        hansa play --players 3 --seat 0 2 --bots prestige --modules missions
        hansa play --continue
        hansa play --lang de
        hansa play --table --names Ada Ben Cleo
        hansa play --from games.jsonl --ply 40 --seat 1 --bots mcts:level=5
    """,
    read_on="'help' in the game; 'hansa docs moves' for moves; 'hansa docs install' for where games are saved.",
)
