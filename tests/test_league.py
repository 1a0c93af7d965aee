"""Leagues: bots join at any time, the next game is where the order is least certain, and no crash
loses a game."""

from __future__ import annotations

import io
import json
import os
import signal
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.request import urlopen

import pytest

from hansa.cli import league as command
from hansa.cli import main
from hansa.cli.tournament_run import RunOutcome
from hansa.errors import HansaError
from hansa.json_lines import json_line
from hansa.state import State
from hansa.tournaments import league as module
from hansa.tournaments import league_plan
from hansa.tournaments.league import League, LeagueBusy, Season, SeasonGames
from hansa.tournaments.league_plan import LeaguePlan
from hansa.tournaments.log_reading import LogContents, read_header, read_log
from hansa.tournaments.openings import Opening
from hansa.tournaments.page_server import NOT_YET, PageError, page_served
from hansa.tournaments.ratings import RatedGame, Ratings, rate
from hansa.tournaments.results import GameResult
from hansa.tournaments.schedule import ScheduledGame, TableSetup, Tournament
from hansa.tournaments.standings import Standings, standings
from tests.patience import wait_until
from tests.test_schedule import outcome
from tests.warm import Command

TWO = TableSetup("hansa-23", 2)
BEGIN = ("markers", "random", "--players", "2", "--limit", "60")
QUICK = ("--workers", "0", "--quiet")
STRENGTH = {"a": 0, "b": 1, "c": 1, "d": 9, "e": 5}     # b and c are equal: ties


def rules(*bots: str, tables: tuple[TableSetup, ...] = (TWO,)) -> Tournament:
    return Tournament(bots, tables, None, 1, "adaptive", check=False)


def begun(folder: Path, *more: str) -> Path:
    """A league of two bots that has played three blocks."""
    assert main(["league", str(folder / "here"), *BEGIN, "--blocks", "3", *QUICK, *more]) == 0
    return folder / "here"


def played(plan: LeaguePlan, done: list[GameResult], count: int) -> list[ScheduledGame]:
    """So many games of a plan, each finished before the next is asked for."""
    given: list[ScheduledGame] = []
    for game in plan.next_round(done) or ():
        if len(given) == count:
            break
        given.append(game)
        plan.heard(outcome(game, STRENGTH))
    return given


# --- what is played -----------------------------------------------------------------------------

def test_the_next_block_is_where_the_order_is_least_certain() -> None:
    games = played(LeaguePlan(rules(*"abcd")), [], 400)
    seen = Counter(frozenset(game.seats) for game in games)
    assert seen[frozenset("bc")] > 3 * seen[frozenset("ad")] and seen[frozenset("bc")] > 200
    assert len({game.id for game in games}) == 400


def test_bots_whose_order_is_certain_play_on() -> None:
    games = played(LeaguePlan(rules(*"ad")), [], 300)
    assert len(games) == 300


def test_a_newcomer_plays_first_and_against_everybody_in_turn() -> None:
    before = [outcome(game, STRENGTH) for game in played(LeaguePlan(rules(*"abcd")), [], 40)]
    plan = LeaguePlan(rules(*"abcde"), elsewhere=lambda: before)
    games = played(plan, [], 8)
    assert all("e" in game.seats for game in games[:4]) and len({game.seats for game in games[:4]}) in (2, 4)
    full = LeaguePlan(rules(*"abcde", tables=(TableSetup("hansa-45", 4),)))
    first = next(iter(full.next_round([]) or ()))
    assert len(set(first.seats)) == 4


def test_everybody_is_welcomed_to_two_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    plan, had = LeaguePlan(rules(*"abcde")), list[int]()

    def welcome(self: LeaguePlan, bot: str, number: int, players: int) -> tuple[str, ...]:
        had.append(self._given[bot])
        return real(self, bot, number, players)

    real = LeaguePlan._welcome
    monkeypatch.setattr(LeaguePlan, "_welcome", welcome)
    played(plan, [], 60)
    assert set(had) == {0, 1} and min(plan._given.values()) >= 2


def test_two_bots_fill_four_seats() -> None:
    games = played(LeaguePlan(rules(*"ab", tables=(TableSetup("hansa-45", 4),))), [], 40)
    assert all(Counter(game.seats) == {"a": 2, "b": 2} for game in games)


def test_tables_take_turns() -> None:
    games = played(LeaguePlan(rules(*"abc", tables=(TWO, TableSetup("east", 3)))), [], 50)
    assert all(str(game.table) == ("hansa-23/2", "east/3")[game.block % 2] for game in games)


def test_whoever_goes_on_finishes_blocks_first_and_plays_no_game_twice() -> None:
    games = played(LeaguePlan(rules(*"abcd", tables=(TableSetup("east", 3),))), [], 25)
    lacking = {games[3].id, games[4].id, games[10].id}
    done = [outcome(game, STRENGTH) for game in games if game.id not in lacking]
    further = played(LeaguePlan(rules(*"abcd", tables=(TableSetup("east", 3),))), done, 12)
    # And the two that the last block lacks
    assert {game.id for game in further[:len(lacking) + 2]} >= lacking
    assert [game for game in games if game.id in lacking] == further[:3]
    assert not {game.id for game in further} & {game.id for game in done}


def test_a_season_ends_when_somebody_joins() -> None:
    changes = iter([False, False, True])
    plan = LeaguePlan(rules(*"abcd"), is_over=lambda: next(changes))
    assert len(played(plan, [], 100)) == 4 and plan.blocks_given == 2 and plan.next_round([]) is None


def test_ratings_are_made_anew_as_games_come_in() -> None:
    """On many machines a game ends long after others were given: until then the plan knows less,
    and continues."""
    plan = LeaguePlan(rules(*"abcd"))
    given = iter(plan.next_round([]) or ())
    assert len([next(given) for _ in range(60)]) == 60      # nothing was heard of any


def test_who_has_retired_is_rated_but_has_no_seat() -> None:
    """b and c are equal, so that a b who were in the order would play c again and again."""
    before = [outcome(game, STRENGTH) for game in played(LeaguePlan(rules(*"abcd")), [], 60)]
    games = played(LeaguePlan(rules(*"acd"), elsewhere=lambda: before), [], 60)
    assert {frozenset(game.seats) for game in games} <= {frozenset("cd"), frozenset("ac")}


def test_ratings_are_made_anew_after_32_games_or_a_share_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    before = [outcome(game, STRENGTH) for game in played(LeaguePlan(rules(*"abcd")), [], 40)]
    sizes = list[int]()

    def counted(results: list[RatedGame]) -> Ratings:
        sizes.append(len(results))
        return rate(results)

    monkeypatch.setattr(league_plan, "rate", counted)
    monkeypatch.setattr(league_plan, "NEW_SHARE", 2)
    played(LeaguePlan(rules(*"abcd"), elsewhere=lambda: before), [], 130)
    assert sizes == [40, 40 + 32, 72 + 36, 108 + 54]


# --- the folder ---------------------------------------------------------------------------------

def test_a_league_goes_on_and_bots_join(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = begun(tmp_path)
    assert main(["league", str(folder), "--blocks", "1", *QUICK]) == 0
    assert len(SeasonGames(League.open(folder)).read()) == 8 and len(League.open(folder).logs()) == 1
    assert main(["league", str(folder), "Alice=prestige", "--blocks", "2", "--workers", "0"]) == 0
    printed = capsys.readouterr()
    lines = printed.out.splitlines()
    assert lines[-1] == f"one more bot, also while it is played: hansa league {folder} BOT"
    assert printed.err == "8 games are there; playing\n"
    assert "12 games in 6 blocks on hansa-23/2" in printed.out and any(line.startswith("Alice ") for line in lines)
    assert [path.name for path in League.open(folder).logs()] == ["0001.jsonl", "0002.jsonl"]
    second = read_header(folder / "seasons" / "0002.jsonl").tournament
    assert second.specs["Alice"] == "prestige"
    assert League.open(folder).season() == Season(folder / "seasons" / "0002.jsonl", second, begun=True)
    assert '<meta http-equiv="refresh" content="30">' in (folder / "index.html").read_text()
    assert main(["rate", *map(str, League.open(folder).logs()), "--quiet"]) == 0


def test_who_retires_plays_no_more(tmp_path: Path) -> None:
    folder = begun(tmp_path)
    assert main(["league", str(folder), "prestige", "greedy", "--retire", "random", "--blocks", "6", *QUICK]) == 0
    games = SeasonGames(League.open(folder)).read()
    assert {bot for game in games[6:] for bot in game.bots} | {bot for game in games[:6] for bot in game.bots} == {
        "markers", "random", "prestige", "greedy"}
    newest = read_log(folder / "seasons" / "0002.jsonl").games
    assert len(newest) == 12 and not any("random" in game.bots for game in newest)
    # And may come back
    assert main(["league", str(folder), "random", "--blocks", "1", *QUICK]) == 0
    assert [entry.name for entry in League.open(folder).entries()] == ["markers", "prestige", "greedy", "random"]


def test_another_engine_begins_another_season(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = begun(tmp_path)
    assert League.open(folder).season().path.name == "0001.jsonl"
    monkeypatch.setattr(module, "signature", lambda: "another")
    season = League.open(folder).season()
    assert season.path.name == "0002.jsonl" and not season.begun
    assert season.tournament.seed != read_header(folder / "seasons" / "0001.jsonl").tournament.seed


def test_a_season_whose_first_line_was_cut_off_is_begun_anew(tmp_path: Path) -> None:
    folder = begun(tmp_path)
    League.open(folder).join("prestige")
    whole = (folder / "seasons" / "0001.jsonl").read_bytes()
    (folder / "seasons" / "0002.jsonl").write_bytes(whole[:100])
    with (folder / "entries.jsonl").open("ab") as file:
        file.write(b'{"join": "gree')
    assert len(SeasonGames(League.open(folder)).read()) == 6
    assert main(["league", str(folder), "Bob=random", "--blocks", "4", *QUICK]) == 0
    assert len(read_log(folder / "seasons" / "0002.jsonl").games) == 8
    assert [entry.name for entry in League.open(folder).entries()] == ["markers", "random", "prestige", "Bob"]


@pytest.mark.parametrize(("words", "message"), [
    ("NEW", "two bots begin one, such as: hansa league"),
    ("NEW markers", "two bots begin one, such as: hansa league"),
    ("NEW --table", "two bots begin one"),
    ("NEW markers random --debug talk.txt --cluster 127.0.0.1:9", "leave one of them out"),
    ("NEW markers randm", "did you mean 'random'?"),
    ("NEW markers markers", "named twice"),
    ("OLD markers", "'markers' is in this league already"),
    ("OLD markers=random", "'markers' is a bot and cannot be the name of another"),
    ("OLD prestige --players 3", "cannot change; leave out --players"),
    ("OLD --retire nobody", "'nobody' does not play in this league; those who do are markers, random"),
    ("OLD --retire random", "a league needs two bots that play; let one join: hansa league"),
    ("OLD --serve 65536", "--serve is a port up to 65535, not 65536"),
    ("OLD --anchor nobody", "the anchor 'nobody' is not one of the bots"),
    ("OLD exec:./nothing-here", "nothing-here"),
])
def test_mistakes_are_one_line(
    words: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    places = {"NEW": str(tmp_path / "new"), "OLD": str(begun(tmp_path)) if "OLD" in words else ""}
    code = main(["league", *(places.get(word, word) for word in words.split()), "--workers", "0"])
    err = capsys.readouterr().err
    assert code == 2 and err.count("\n") == 1 and message in err, err
    assert not (tmp_path / "new").exists()


def test_the_last_port_is_a_port(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["league", str(begun(tmp_path)), "--table", "--serve", "65535"]) == 0
    assert "--serve" not in capsys.readouterr().err


def test_a_name_stays_with_its_bot(tmp_path: Path) -> None:
    league = League.open(begun(tmp_path))
    league.join("Alice=prestige")
    league.retire("Alice")
    with pytest.raises(HansaError, match="'Alice' is prestige in this league; give the new bot another name"):
        league.join("Alice=greedy")


def test_who_plays_now_and_who_has_ever_played(tmp_path: Path) -> None:
    league = League.begin(tmp_path / "of" / "mine", rules("markers", "random"))
    league.join("Alice=prestige")
    for name in ("Alice", "random"):
        league.retire(name)
    league.join("greedy")
    league.join("random")
    with (league.folder / "entries.jsonl").open("a") as file:
        file.write('{"retire": "nobody"}\n{"said": "nothing"}\n{"retire": 3}\n')
    assert {name: entry.spec for name, entry in league.ever().items()} == {
        "markers": "markers", "random": "random", "Alice": "prestige", "greedy": "greedy"}
    assert [(entry.name, entry.spec) for entry in league.entries()] == [
        ("markers", "markers"), ("greedy", "greedy"), ("random", "random")]


@pytest.mark.parametrize("text", ["", "{", '{"version": 2, "tournament": {}}', '{"version": 1, "tournament": {"bots": 3}}'])
def test_what_is_no_league_is_one_line(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "league.json").write_text(text)
    assert main(["league", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


# --- crashes, Ctrl-C, several at once -----------------------------------------------------------

@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Command]:
    """A league that is played without end."""
    with start(tmp_path) as process:
        yield process


def start(folder: Path) -> Command:
    bots = () if League.is_in(folder / "league") else BEGIN
    return Command("league", str(folder / "league"), *bots, "--workers", "1")


def games_in(folder: Path, season: str = "0001") -> int:
    path = folder / "league" / "seasons" / f"{season}.jsonl"
    return path.read_bytes().count(b"\n") - 1 if path.exists() else 0


def has_games(folder: Path, count: int) -> bool:
    return games_in(folder) >= count


def test_bots_join_while_it_is_played_and_ctrl_c_says_how_to_go_on(
    playing: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "league"
    wait_until(lambda: games_in(tmp_path) >= 2)
    assert main(["league", str(folder)]) == 2 and "is being played by another process" in capsys.readouterr().err
    assert main(["league", str(folder), "prestige"]) == 0
    assert capsys.readouterr().out == f"the process that plays {folder} continues with: markers, random, prestige\n"
    wait_until(lambda: games_in(tmp_path, "0002") >= 2)
    playing.send_signal(signal.SIGINT)
    out, err = playing.communicate()
    assert playing.wait() == 130 and "Traceback" not in err and f"  hansa league {folder} --workers 1" in err
    assert "prestige" in out and "The league league" in (folder / "index.html").read_text()
    assert all(Counter(game.id for game in read_log(path).games).most_common(1)[0][1] == 1
               for path in League.open(folder).logs())


@pytest.mark.long
def test_kill_9_at_any_moment_loses_nothing(tmp_path: Path) -> None:
    """What a log held before it was killed is there afterwards, and the same command continues."""
    before = 0
    for more in (0, 1, 2, 7, 3, 1):
        with start(tmp_path) as process:
            wait_until(partial(has_games, tmp_path, before + more))
            os.killpg(process.pid, signal.SIGKILL)
        there = games_in(tmp_path)
        assert there >= before + more
        before = there
    league = League.open(tmp_path / "league")
    assert main(["league", str(league.folder), "--blocks", "1", *QUICK]) == 0
    games = read_log(league.logs()[0]).games
    assert len(games) >= before + 2 and set(Counter(game.block for game in games).values()) == {2}


def test_one_process_plays_a_shard(tmp_path: Path) -> None:
    league = League.open(begun(tmp_path))
    with league.playing(), league.playing((1, 2)), pytest.raises(LeagueBusy), league.playing():
        pass
    with league.playing():
        pass


def test_shards_play_one_league(tmp_path: Path) -> None:
    folder = begun(tmp_path)
    for shard in ("1/2", "2/2", "2/2"):
        assert main(["league", str(folder), "--shard", shard, "--blocks", "2", *QUICK]) == 0
    league = League.open(folder)
    assert [path.name for path in league.logs()] == ["0001.jsonl", "1-of-2-0001.jsonl", "2-of-2-0001.jsonl"]
    games = SeasonGames(league).read()
    assert len(games) == 6 + 4 + 8 and len({(game.digest, game.id) for game in games}) == 18
    assert len(SeasonGames(league, besides=league.logs()[2]).read()) == 10
    assert len({read_header(path).tournament.seed for path in league.logs()}) == 3


def test_only_logs_that_have_grown_are_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, reads = begun(tmp_path), list[Path]()
    games = SeasonGames(League.open(folder))

    def counted(path: Path) -> LogContents:
        reads.append(path)
        return read_log(path)

    monkeypatch.setattr(module, "read_log", counted)
    assert len(games.read()) == len(games.read()) == 6 and len(reads) == 1
    assert main(["league", str(folder), "--blocks", "1", *QUICK]) == 0
    reads.clear()
    assert len(games.read()) == 8 and len(reads) == 1


def test_games_that_the_machine_could_not_play_are_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as others can be played; where none can the league stops and says so."""
    folder, calls = begun(tmp_path), list[int]()

    def play(arguments: Any, opened: Any, plan: Any, **_: Any) -> RunOutcome:
        calls.append(len(opened.done))
        opened.log.close()
        news = opened.done[:1] if len(calls) < 3 else []
        return RunOutcome([*opened.done, *news], 4, opened.log.path)

    monkeypatch.setattr(command, "play", play)
    assert main(["league", str(folder), *QUICK]) == 4 and len(calls) == 3


# --- what was typed -----------------------------------------------------------------------------

@pytest.mark.parametrize(("words", "value"), [
    ("", ("hansa-45/4", 1, 4000, None, 0.0, 0)), ("--game hansa2004", ("hansa2004/4", 1, 4000, None, 0.0, 0)),
    ("--board east --players 3 --edition classic", ("east/3/classic", 1, 4000, None, 0.0, 0)),
    ("--modules missions --seed 7 --limit 99", ("hansa-45/4/missions", 7, 99, None, 0.0, 0)),
    ("--clock 5 --increment 2", ("hansa-45/4", 1, 4000, 5.0, 2.0, 0)),
    ("--openings SUITE", ("east/3/bigbox", 1, 4000, None, 0.0, 1)),
])
def test_a_league_is_what_was_typed(
    words: str, value: tuple[object, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    suite = tmp_path / "suite.jsonl"
    suite.write_text(Opening(State.new(board="east", players=3, seed=1), "", (0.3, 0.3, 0.4)).line + "\n")
    held: list[League] = []

    def play_seasons(arguments: Any, league: League) -> RunOutcome:
        held.append(league)
        return RunOutcome([], 0, tmp_path)

    monkeypatch.setattr(command, "play_seasons", play_seasons)
    main(["league", str(tmp_path / "new"), "greedy", "random", "--quiet", *words.replace("SUITE", str(suite)).split()])
    found = League.open(held[0].folder).rules
    assert (str(found.tables[0]), found.seed, found.limit, found.clock, found.increment, len(found.openings)) == value
    assert found == held[0].rules and json_line(found.to_json())


@pytest.mark.parametrize(("place", "words", "usual", "told"), [
    ("hansa.tournaments.rounds.Runner", "--workers 3 --deadline 7", None, SimpleNamespace(first=3, deadline=7.0)),
    ("hansa.cli.tournament_run.ClusterRunner", "--cluster 127.0.0.1:9 --deadline 8", None,
     SimpleNamespace(first="127.0.0.1:9", deadline=8.0)),
    ("hansa.cli.tournament_run.play_rounds", "--strict --workers 0", None, SimpleNamespace(strict=True)),
    ("hansa.cli.tournament_run.transcribed", "--debug talk.txt --workers 0", None, SimpleNamespace(first="talk.txt")),
])
def test_a_league_is_played_as_it_is_told(
    place: str, words: str, usual: object, told: SimpleNamespace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder, calls = begun(tmp_path), []

    def spy(*positional: Any, **named: Any) -> Any:
        calls.append((positional, named))
        raise KeyboardInterrupt

    monkeypatch.setattr(place, spy)
    assert main(["league", str(folder), "--quiet", *words.split()]) == 130
    positional, named = calls[0]
    found = {"first": positional[0]} | named
    assert all(found[name] == value for name, value in vars(told).items())


# --- its page -----------------------------------------------------------------------------------

def test_the_page_is_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    folder = begun(tmp_path)
    pages = []

    def play_seasons(arguments: Any, league: League) -> RunOutcome:
        told, _, address = capsys.readouterr().err.rstrip("\n").rpartition(" ")
        assert told == "the league's page:"
        pages.append(urlopen(address).read().decode())
        return RunOutcome([], 0, tmp_path)

    monkeypatch.setattr(command, "play_seasons", play_seasons)
    assert main(["league", str(folder), "--serve", "0", "--workers", "0"]) == 0
    assert "<h1>The league here</h1>" in pages[0]


def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    with page_served(tmp_path / "x", 0) as address:
        with urlopen(address) as answer:
            assert answer.read() == NOT_YET
        port = int(address.rstrip("/").rpartition(":")[2])
        with pytest.raises(PageError, match="--serve, or 0 for any"), page_served(tmp_path / "x", port):
            pass


def test_the_page_is_renewed_while_it_is_played(tmp_path: Path) -> None:
    folder = begun(tmp_path)
    league = League.open(folder)
    league.page.unlink()
    arguments = command.LeagueArguments(folder=str(folder), anchor="random")
    pages = command.Pages(arguments, league)
    pages.renew()
    assert "random is 0" in league.page.read_text()
    league.page.unlink()
    pages.renew()                   # not at once again
    assert not league.page.exists()


def test_every_game_is_a_reason_to_renew_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, renewed = begun(tmp_path), list[str]()
    pages = SimpleNamespace(renew=lambda: renewed.append("again"))
    monkeypatch.setattr(command, "Pages", lambda arguments, league: pages)
    assert main(["league", str(folder), "--blocks", "1", "--workers", "0", "--quiet"]) == 0
    assert renewed == ["again", "again"]        # a block of two games


@pytest.mark.parametrize(("model", "winner_only"), [("ranks", False), ("winner", True)])
def test_the_page_rates_by_the_model_that_was_asked_for(
    model: str, winner_only: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def spied(*games: Any, **how: Any) -> Standings:
        asked.append(how["winner_only"])
        return standings(*games, **how)

    monkeypatch.setattr(command, "standings", spied)
    folder = begun(tmp_path)
    asked.clear()
    command.Pages(command.LeagueArguments(folder=str(folder), model=model), League.open(folder)).renew()
    assert asked == [winner_only]


def test_tables_are_shown_without_playing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = begun(tmp_path)
    monkeypatch.setattr("sys.stdout", printed := io.StringIO())
    assert main(["league", str(folder), "--table", "--json"]) == 0
    assert json.loads(printed.getvalue())["games"] == 6 and len(SeasonGames(League.open(folder)).read()) == 6
