"""`hansa explore`: what strong players did, how often, and what became of it."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hansa.board_entry import BoardSetup
from hansa.cli.arguments import PlyArguments, ReaderArguments, option, positional, positive_whole, repeated, switch, whole
from hansa.cli.commands import UsageError, command
from hansa.cli.exit_codes import INTERRUPTED
from hansa.cli.positions import position_in
from hansa.cli.screen import Screen
from hansa.cli.setups import setup_by_name
from hansa.exploring.book import BookMove
from hansa.exploring.figures import sheets_of
from hansa.exploring.games import SIMULATIONS, all_setups, kept_games, play_missing
from hansa.exploring.gifts import value_missing
from hansa.exploring.report import write_report
from hansa.exploring.strong_play import StrongPlay, count_games, read_strong_play, strong_play, write_strong_play
from hansa.json_lines import Json
from hansa.phrases import Phrase, counted, say, seat
from hansa.state import State

DEFAULT_SETUP = "hansa-45/4"
DEFAULT_GAMES = 100
DATA = "strong-play.xz"         # in the folder of a run
GIFT_THOUGHT = 2                # times the simulations of a decision, to see what a gift is worth
# of what --json prints; it changes when a member changes its meaning or goes
JSON_VERSION = 1
PLAYING = "games to explore"


@dataclass(frozen=True, kw_only=True)
class ExploreArguments(PlyArguments, ReaderArguments):
    """Which position or setup, and of which games."""

    file: str | None = positional("POSITION", "a file with a record, a state, a setup or notation, or a position itself; - for "
                                  "standard input (default: no position, but tables of a setup)", nargs="?", default=None)
    setup: tuple[str, ...] = repeated(
        "--setup", f"a board and a number of players (default {DEFAULT_SETUP}; with --play all); may be given several times",
        metavar="BOARD/N")
    data: str | None = option("--data", "use the games of this file instead of those that come with "
                                        f"hansa; --play writes one, DIR/{DATA}",
                              metavar="FILE")
    json: bool = switch("--json", "print one JSON object ('hansa docs exploring')")
    play: str | None = option("--play", "play games, save them in this folder, then count them; continues a run that was "
                              "stopped", metavar="DIR", group=PLAYING)
    games: int = option("--games", f"games per setup, including those that are there (default {DEFAULT_GAMES})", metavar="N",
                        type=positive_whole, default=DEFAULT_GAMES, group=PLAYING)
    gifts: int | None = option(
        "--gifts", "games per setup in which to search for the worth of upgrades, cities and markers (default: all)",
        metavar="N",
        type=whole, group=PLAYING)
    also: tuple[str, ...] = repeated(
        "--also", "count the games of this file too, which another --play has written; may be given several times",
        metavar="FILE", group=PLAYING)
    simulations: int = option("--simulations", f"simulations per decision (default {SIMULATIONS})", metavar="N",
                              type=positive_whole,
                              default=SIMULATIONS, group=PLAYING)
    report: str | None = option("--report", "write all tables as Markdown, and plots as SVG, into this folder",
                                metavar="DIR", group=PLAYING)


def run(arguments: ExploreArguments) -> int:
    """Plays, or looks something up."""
    setups = tuple(setup_by_name(word) for word in arguments.setup)
    data = arguments.data
    if arguments.also and arguments.play is None:
        raise UsageError("--also goes with --play, which counts the games of its folder and of these files")
    if arguments.play is not None:
        if arguments.file is not None or data is not None:
            raise UsageError("--play makes games; look a position up with the file that it writes: --data FILE")
        if not play_missing_games(arguments, setups):
            return INTERRUPTED
        data = str(Path(arguments.play) / DATA)
    found = strong_play() if data is None else read_strong_play(Path(data))
    if arguments.report is not None:
        write_report(Path(arguments.report), found)
        print(f"tables and plots are in {arguments.report}")
    screen = Screen(plain=arguments.plain, language=arguments.language)
    if arguments.file is not None:
        show_position(position_in(arguments.file, arguments.number, arguments.ply).state, found, arguments, screen)
    elif arguments.report is None and arguments.play is None:
        for setup in setups or (setup_by_name(DEFAULT_SETUP),):
            show_setup(setup, found, arguments, screen)
    return 0


# --- looking up ---------------------------------------------------------------------------------

def show_position(state: State, found: StrongPlay, arguments: ExploreArguments, screen: Screen) -> None:
    """What was played in a position."""
    if not isinstance(state.to_move, int):
        raise UsageError("the game is over" if state.over else "chance is to move here; try another --ply")
    here = found.at(state)
    moves, similar, games, more = here.moves, here.similar, here.games, here.more
    if arguments.json:
        print(json.dumps({
            "version": JSON_VERSION, "to_move": state.to_move, "games": games, "player": found.player,
            "counted": found.version, "moves": [move_json(played) for played in moves],
            "similar": {"games": more, "moves": [move_json(played) for played in similar]}}))
        return
    if games:
        screen.message(counted(
            "{count} game came here ({player}, hansa {version}); {decider} decided:",
            "{count} games came here ({player}, hansa {version}); {decider} decided:",
            games, player=found.player, version=found.version, decider=decider(state)), style="bold")
        show_moves(moves, games, screen)
    if more > games:
        screen.message(counted(
            "{count} game came here, or to the same with the markers in another order ({player}, hansa {version}):",
            "{count} games came here, or to the same with the markers in another order ({player}, hansa {version}):",
            more, player=found.player, version=found.version), style="bold")
        show_moves(similar, more, screen)
    if not games and not more:
        screen.paragraph(say(
            "No two of the games with {player} came here. 'hansa analyse' says what the position is worth.",
            player=found.player))
        return
    screen.paragraph(say(
        "Even would be {share:.0%}. 'Any order' counts the games that came to the position after the move, "
        "in whatever order of moves.", share=1 / state.players))


def decider(state: State) -> Phrase:
    """Who moves in a position: a colour, or chance."""
    return seat(state.to_move) if isinstance(state.to_move, int) else say("chance")


def show_moves(moves: Sequence[BookMove], games: int, screen: Screen) -> None:
    """A row for each move."""
    rows = []
    for played in moves:
        low, high = played.interval
        rows.append([
            str(played.move), str(played.games), f"{played.games / games:.0%}", f"{played.share:.0%}",
            say("{low:.0%} to {high:.0%}", low=low, high=high), f"{played.points:.1f}", str(played.reached)])
    screen.table([
        say("move"), say("games"), say("of all"), say("win"), "95 %", say("points"), say("any order")], rows)


def move_json(played: BookMove) -> Json:
    """As MOVES.md, section 16, says."""
    return {
        "move": str(played.move), "games": played.games, "share": round(played.share, 4),
        "interval": [round(edge, 4) for edge in played.interval], "points": round(played.points, 2),
        "reached": played.reached,
    }


def show_setup(setup: BoardSetup, found: StrongPlay, arguments: ExploreArguments, screen: Screen) -> None:
    """The tables of a setup."""
    counts = found.of(setup)
    if counts is None:
        known = ", ".join(map(str, found.setups)) or "none"
        raise UsageError(f"there are no games of {setup}; there are of {known}")
    if arguments.json:
        print(json.dumps({
            "version": JSON_VERSION, "board": setup.board, "players": setup.players, "player": found.player,
            "counted": found.version, **counts.to_json()}))
        return
    screen.line(say("{setup}: {games} games of {player} against itself, counted by hansa {version}",
                    setup=setup, games=counts.games, player=found.player, version=found.version), style="bold")
    screen.line(say("win: the share of the win, even is {share:.0%}; lead: points more than the others' mean",
                    share=1 / setup.players))
    for sheet in sheets_of(counts, setup.players):
        screen.line()
        screen.line(sheet.title, style="bold")
        screen.table(sheet.columns, sheet.rows)


# --- playing ------------------------------------------------------------------------------------

def play_missing_games(arguments: ExploreArguments, setups: tuple[BoardSetup, ...]) -> bool:
    """Plays what is missing and counts it; whether it came to its end."""
    assert arguments.play is not None
    folder = Path(arguments.play)
    try:
        play_missing(folder, setups or all_setups(), arguments.games, arguments.simulations, report_game)
        games = [record for setup in setups or all_setups() for record in kept_games(folder, setup)[:arguments.gifts]]
        value_missing(folder, games, GIFT_THOUGHT * arguments.simulations, report_gifts)
        found = count_games(folder, also=[read_strong_play(Path(path)) for path in arguments.also])
    except KeyboardInterrupt:
        print(f"\nhansa: stopped; hansa explore --play {arguments.play} continues", file=sys.stderr)
        return False
    path = folder / DATA
    write_strong_play(path, found)
    total = sum(counts.games for counts in found.setups.values())
    print(f"{total:,} games are counted in {path} ({path.stat().st_size / 1e6:.2f} MB); "
          f"explore them: hansa explore --data {path}")
    return True


def report_gifts(done: int) -> None:
    """The same for what gifts are worth."""
    if sys.stderr is not None and sys.stderr.isatty():
        print(f"\rwhat things are worth: {done} games   ", end="", file=sys.stderr, flush=True)


def report_game(setup: BoardSetup, done: int, wanted: int) -> None:
    """Shows the progress in one line that changes, if standard error is a terminal."""
    if sys.stderr is not None and sys.stderr.isatty():
        print(f"\r{setup}: {done} of {wanted} games   ", end="", file=sys.stderr, flush=True)


COMMAND = command(
    ExploreArguments,
    run,
    name="explore",
    purpose="Show what strong players did. For a position: which moves, how often and with what result. For a setup: who wins, "
    "how games end, what upgrades, cities and markers are worth.",
    examples="""
        hansa explore games.jsonl --ply 4                   what was played in this position
        hansa explore --setup east/3                        tables of a board with three players
        hansa explore --play runs/games --games 500         play 500 games of every setup (takes hours)
        hansa explore --play runs/games --games 500 --also other/strong-play.xz     adds games played elsewhere
        hansa explore --data runs/games/strong-play.xz games.jsonl --ply 4
        hansa explore --report tables                       all tables, and plots
        hansa explore games.jsonl --ply 4 --lang de         in German
    """,
    read_on="'hansa docs strong-play' for what the games say.",
)
