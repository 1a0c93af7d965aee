"""`hansa league`: a folder of bots that play each other without end; bots join and retire at any
time."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from pathlib import Path

from hansa.cli.arguments import given, option, positional, positive_whole, repeated, switch, whole, words_for
from hansa.cli.commands import UsageError, command
from hansa.cli.exit_codes import MACHINE, OK
from hansa.cli.results import announce_faults, check_anchor, print_results, write_results
from hansa.cli.tournament_arguments import PlayableArguments, Shard, TableArguments, shard
from hansa.cli.tournament_run import OpenLog, RunOutcome, check_transcript, full_specs, play
from hansa.errors import HansaError
from hansa.tournaments.league import SEASONS, League, LeagueBusy, Season, SeasonGames
from hansa.tournaments.league_plan import LeaguePlan
from hansa.tournaments.log import Log
from hansa.tournaments.log_header import new_header
from hansa.tournaments.openings import as_text
from hansa.tournaments.page_server import page_served
from hansa.tournaments.results import GameResult
from hansa.tournaments.schedule import Tournament
from hansa.tournaments.standings import standings

PAGE_SECONDS = 10.0         # between two pages; more where one costs more than a fiftieth of that
THE_LEAGUE = "the league"
WHOLE = Shard()


@dataclass(frozen=True, kw_only=True)
class LeagueArguments(PlayableArguments, TableArguments):
    """Which league, and who joins or retires."""

    folder: str = positional("DIR", "folder of the league; created if it does not exist")
    bots: tuple[str, ...] = positional(
        "BOT", "add this bot to the league, such as mcts:level=3 or Alice=./mine.py:MyBot; works while "
               "the league is playing", nargs="*",
        default=())
    retire: tuple[str, ...] = repeated("--retire", "remove this bot from the league; its games still count (may be repeated)",
                                       metavar="BOT")
    blocks: int | None = option("--blocks", "stop after N new blocks (default: play until Ctrl-C)", metavar="N",
                                type=positive_whole, group=THE_LEAGUE)
    table: bool = switch("--table", "only print the tables of all games", group=THE_LEAGUE)
    serve: int | None = option("--serve", "serve the league's page on this port of this machine; 0 chooses a free one",
                               metavar="PORT",
                               type=whole, group=THE_LEAGUE)
    shard: Shard = option("--shard", "this is machine I of N that play one league, in a shared folder or in copies of it",
                          metavar="I/N", type=shard, default=WHOLE, group=THE_LEAGUE)

    def resume_command(self, path: Path) -> str:
        """The command that continues the league."""
        return shlex.join(["hansa", "league", self.folder,
                           *words_for(self, ["workers", "cluster", "deadline", "shard", "serve", "strict"])])


def run(arguments: LeagueArguments) -> int:
    """Bots join and retire; then it is played, unless another process does so already."""
    if arguments.serve is not None and arguments.serve > 65535:
        raise UsageError(f"--serve is a port up to 65535, not {arguments.serve}")
    check_transcript(arguments)
    league = opened_league(arguments)
    for name in arguments.retire:
        league.retire(name)
    check_anchor(arguments, list(league.ever()))
    if arguments.table:
        return show(arguments, league, RunOutcome([], OK, league.folder))
    try:
        with league.playing(arguments.shard), served(arguments, league):
            outcome = play_seasons(arguments, league)
    except LeagueBusy:
        if not arguments.bots and not arguments.retire:
            raise
        print(f"the process that plays {league.folder} continues with: {', '.join(e.name for e in league.entries())}")
        return OK
    try:
        return show(arguments, league, outcome)
    except (OSError, HansaError):
        if not outcome.broken:
            raise
        return outcome.code     # the disk that ended the games cannot be read either


def opened_league(arguments: LeagueArguments) -> League:
    """The league, with the bots that join; a new one if there is none."""
    folder = Path(arguments.folder)
    if League.is_in(folder):
        beside = given(arguments, [entry.name for entry in fields(TableArguments)])
        if beside:
            raise UsageError(f"{folder} already says what is played, and that cannot change; leave out {beside[0]}")
        league = League.open(folder)
        for bot in arguments.bots:
            league.join(bot)
        return league
    if len(arguments.bots) < 2:
        raise UsageError(f"there is no league in {folder}; two bots begin one, such as: hansa league {folder} markers random")
    rules = Tournament(
        arguments.bots, arguments.tables(), None, arguments.seed, "adaptive", limit=arguments.limit,
        clock=arguments.clock or None, increment=arguments.increment, openings=tuple(map(as_text, arguments.positions())),
        adjudication=arguments.adjudication())
    full_specs(rules, arguments.cluster)
    return League.begin(folder, rules)


def play_seasons(arguments: LeagueArguments, league: League) -> RunOutcome:
    """Season after season; games that the machine could not play are tried again, as long as others
    can be played."""
    left = arguments.blocks
    while True:
        season, changes = league.season(arguments.shard), Changes(league)
        games = SeasonGames(league, besides=season.path)
        opened = opened_season(arguments, season, games)
        plan = LeaguePlan(opened.tournament, games.read, changes.any, left)
        pages = Pages(arguments, league)

        def heard(game: GameResult, plan: LeaguePlan = plan, pages: Pages = pages) -> None:
            plan.heard(game)
            pages.renew()

        outcome = play(arguments, opened, plan, heard=heard)
        left = None if left is None else left - plan.blocks_given
        stuck = outcome.code == MACHINE and (outcome.broken or len(outcome.games) == len(opened.done))
        if outcome.code not in (OK, MACHINE) or stuck or left == 0:
            return outcome


def opened_season(arguments: LeagueArguments, season: Season, games: SeasonGames) -> OpenLog:
    """The log of a season, resumed or new."""
    tournament = season.tournament
    specs = full_specs(tournament, arguments.cluster)
    if season.begun:
        log, contents = Log.resume(season.path)
        return OpenLog(log, tournament, contents.games, games.read())
    season.path.parent.mkdir(exist_ok=True)
    log = Log.create(season.path, new_header(tournament, specs, shlex.join(["hansa", *sys.argv[1:]])))
    return OpenLog(log, tournament, [], games.read(), is_new=True)


class Changes:
    """Whether a bot has joined or retired since this was made."""

    def __init__(self, league: League) -> None:
        self._league, self._before = league, league.changes

    def any(self) -> bool:
        """Whether a new season is to begin."""
        return self._league.changes != self._before


class Pages:
    """The league's page, renewed now and then."""

    def __init__(self, arguments: LeagueArguments, league: League) -> None:
        self._arguments, self._games, self._league = arguments, SeasonGames(league), league
        self._next = 0.0

    def renew(self) -> None:
        """Writes the page if it is time."""
        begun = time.monotonic()
        if begun >= self._next:
            games = self._games.read()
            self._league.write_page(standings(
                games, anchor=anchor_in(self._arguments, games), winner_only=self._arguments.model == "winner"), games)
            self._next = time.monotonic() + max(PAGE_SECONDS, 50 * (time.monotonic() - begun))


def anchor_in(arguments: LeagueArguments, games: Sequence[GameResult]) -> str | None:
    """The anchor, once it has played."""
    return arguments.anchor if any(arguments.anchor in game.bots for game in games) else None


@contextmanager
def served(arguments: LeagueArguments, league: League) -> Iterator[None]:
    """The page under its address, if that is asked for."""
    if arguments.serve is None:
        yield
        return
    with page_served(league.page, arguments.serve) as address:
        if not arguments.quiet:
            print(f"the league's page: {address}", file=sys.stderr, flush=True)
        yield


def show(arguments: LeagueArguments, league: League, outcome: RunOutcome) -> int:
    """The tables of all games, the page, and what else can be done."""
    games = SeasonGames(league).read()
    found = write_results(games, replace(arguments, anchor=anchor_in(arguments, games)), league.title)
    if games:
        league.write_page(found, games)
    print_results(found, arguments, fitting=not arguments.table)
    announce_faults(found, plain=arguments.plain)
    if not arguments.quiet and not arguments.json:
        print(f"page: {league.page}")
        if not arguments.table:
            print(f"all tables: hansa league {league.folder} --table")
        print(f"how the bots play: hansa rate --style {league.folder / SEASONS}/*.jsonl")
        print(f"one more bot, also while it is played: hansa league {league.folder} BOT")
    return outcome.code


COMMAND = command(
    LeagueArguments,
    run,
    name="league",
    purpose="Run a league: the bots of a folder play each other until Ctrl-C, most often where their order is least certain. "
            "The same command continues after Ctrl-C or a crash. Bots can join at any time.",
    examples="""
        hansa league mine markers prestige random               start a league in the folder mine
        hansa league mine                                       continue it
        hansa league mine Alice=./mine.py:MyBot                 add a bot, also while the league is playing
        hansa league mine --retire random --blocks 20 --serve 8485
        hansa league mine --table
    """,
    read_on="'hansa docs first-tournament'; 'hansa rate --help' for the columns of the table. Exit codes: 4 the machine "
            "could not play, 130 Ctrl-C.",
)
