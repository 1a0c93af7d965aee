"""Whatever call to the disk fails, and wherever a process dies: what was acknowledged is there, and
files can be read.

For every N the N-th call that touches a folder fails (`libc.py` has the ways) while a game, a
tournament, a training run or a review is being kept there. Afterwards nobody fails, and the same
command has to go on as if nothing had been.
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from hansa.cli import main
from hansa.cli.exit_codes import BAD_INPUT, MACHINE, OK
from hansa.record import Record, append_record, play_random
from hansa.review_file import read_judgements, review_beside, review_path
from hansa.table.games_folder import GameFile
from hansa.thinking import Budget
from hansa.tournaments.league import League, SeasonGames
from hansa.tournaments.log_reading import read_log
from hansa.training.ledger import Ledger
from hansa.training.recipe import Fitting, Gating, Making, Recipe
from hansa.web.app import Settings, make_app
from tests.faults.libc import KILLED, Ended, Libc, Way, each_call, in_child
from tests.talk import HOST, Talk, keys, new

SETUP = ["--board", "hansa-23", "--players", "2", "--seed", "1"]
MOVES = 4
RECIPE = Recipe(
    3, Making(simulations=(4, 8), playouts=1, games_a_file=1), Fitting(positions=10, epochs=1, batch=64),
    Gating(simulations=4, blocks=1))
BUDGET = Budget(simulations=2)
REVIEWED = 4        # decisions


@dataclass(frozen=True)
class Keeping:
    """Something that is kept on disk: how it is done, and what must be true whatever went wrong."""

    name: str
    work: Callable[[Path], int]
    check: Callable[[Path, Ended, Way], None]
    prepare: Callable[[Path], None] = field(default=lambda folder: None)


def said_plainly(ended: Ended, way: Way) -> None:
    """At most one complaint, of one line each, and nobody sees a traceback; a process dies only
    where it was told to."""
    complaints = [line for line in ended.err.splitlines() if line.startswith("hansa: ")]
    assert "Traceback" not in ended.err and "fault of hansa" not in ended.err, ended
    assert len(complaints) <= 1 + (way is Way.FOR_EVER), ended
    allowed = {OK, BAD_INPUT, MACHINE} if way < Way.DIE else {OK, KILLED}
    assert ended.code in allowed, ended
    if ended.code in (BAD_INPUT, MACHINE):
        assert len(complaints) == 1, ended
    if ended.code == MACHINE:
        assert re.search("continue with: hansa (tournament --resume|train|league)", ended.err), ended


# --- a game on the terminal ---------------------------------------------------------------------

def play_on_terminal(folder: Path) -> int:
    """Some moves and an undo, typed."""
    os.environ["HANSA_GAMES"] = str(folder)
    sys.stdin = io.StringIO("1\n" * MOVES + "undo\n1\nquit\n")
    return main(["play", *SETUP, "--seat", "0", "1", "--plain", "--no-pause", "--out", str(folder / "game.jsonl")])


def check_terminal(folder: Path, ended: Ended, way: Way) -> None:
    """All moves that were answered, unless the player was told that they are not kept."""
    said_plainly(ended, way)
    answered = ended.out.count("> you ") - ended.out.count("taken back")
    told = "not kept" in ended.err
    if ended.code == BAD_INPUT or not answered:
        return
    file = GameFile(folder / "game.jsonl")
    if told and not file.path.stat().st_size:
        return                  # it never was kept
    kept = len(file.read().moves)
    if ended.code == OK and not told:
        assert kept == answered == MOVES, (ended, kept)
    if ended.code == KILLED:
        # The last move is said before it is kept, an undo takes one back
        assert kept >= answered - 2, (ended, kept)
    if way in (Way.ONCE, Way.SHORT) and kept != MOVES:
        assert told and "another program" not in ended.err, ended


# --- a game's file ------------------------------------------------------------------------------

def keep_game(folder: Path) -> int:
    """Keeps a game after every move, and says how far it is kept."""
    record = full_record()
    file = GameFile.new(folder, "game")
    for moves in range(MOVES):
        try:
            file.write(shortened(record, moves))
            print("kept", moves)
        except OSError as error:
            print("failed", error)
    return OK


def check_game(folder: Path, ended: Ended, way: Way) -> None:
    """Whatever was kept is there; after one failure the next move is kept again."""
    kept = [int(words[1]) for line in ended.out.splitlines() if (words := line.split())[0] == "kept"]
    if ended.code == 1:         # there is no file to begin with
        assert ended.failed == "open" and not kept, ended
        return
    if kept:
        assert len(GameFile(folder / "game.jsonl").read().moves) in (kept[-1], kept[-1] + 1), ended
    if way in (Way.ONCE, Way.SHORT):
        assert ended.code == OK and len(kept) >= MOVES - 1, ended
    assert len([*folder.iterdir()]) == 1 or ended.code == KILLED, "something was left beside the game"


# --- a game on the page -------------------------------------------------------------------------

def play_on_page(folder: Path) -> int:
    """Some moves from a browser; says which were answered, and whether the page says that they are
    not kept."""
    app = make_app(Settings(folder, threads=1))
    with (TestClient(app, base_url="http://127.0.0.1:8484") as client,
          client.websocket_connect("/socket", headers=HOST) as opened):
        host = Talk(opened, keys(client).host())
        game = new(host, ["here", "here"], board="hansa-23", players=2)
        print("game", game)
        table = host.ask("open", game=game)["table"]
        for _ in range(MOVES):
            move = table["position"]["moves"][0]["move"]
            answer = host.ask("play", move=move, ply=table["ply"])
            assert "error" not in answer, answer
            table = next(message["table"] for message in reversed(host.pushed) if message.get("push") == "table")
            print("unkept" if table["fault"] else "kept", table["ply"], table["fault"])
    return OK


def check_page(folder: Path, ended: Ended, way: Way) -> None:
    """What the page says is kept is there."""
    lines = [line.split() for line in ended.out.splitlines()]
    games = [words[1] for words in lines if words[0] == "game"]
    kept = [int(words[1]) for words in lines if words[0] == "kept"]
    if kept:
        assert len(GameFile(folder / f"{games[0]}.jsonl").read().moves) in (kept[-1], kept[-1] + 1), ended
    if games and way in (Way.ONCE, Way.SHORT):
        assert ended.code == OK and len(kept) >= MOVES - 1, ended
    if games:
        for path in folder.glob("*.jsonl"):
            assert GameFile(path).read(), path


# --- a tournament -------------------------------------------------------------------------------

TOURNAMENT = ["tournament", "random", "markers", "--board", "hansa-23", "--players", "2", "--seed", "5", "--blocks", "2",
              "--limit", "40", "--workers", "0", "--quiet", "--plain"]


def hold_tournament(folder: Path) -> int:
    """Four games."""
    return main([*TOURNAMENT, "--log", str(folder / "log.jsonl")])


def check_tournament(folder: Path, ended: Ended, way: Way) -> None:
    """The same command, or the one that continues, ends with the games of a tournament that nothing
    disturbed."""
    said_plainly(ended, way)
    log = folder / "log.jsonl"
    again = ["tournament", "--resume", str(log), "--workers", "0", "--quiet", "--plain"] if log.exists() else [
        *TOURNAMENT, "--log", str(log)]
    out, err = Path(f"{folder}.out2"), Path(f"{folder}.err2")
    code = in_child(lambda: main(again), out, err)
    if code == BAD_INPUT and way >= Way.DIE:
        # It died before its first line was there
        assert re.search("it is empty|holds no games", err.read_text()), ended
        code = in_child(lambda: main([*TOURNAMENT, "--log", str(log)]), out, err)
    assert code == OK, (ended, err.read_text())
    assert without_times(log) == undisturbed_games(), ended


def without_times(log: Path) -> list[dict[str, Any]]:
    """The games of a log, without what measures the machine."""
    read_log(log)               # checks every line
    games = [json.loads(line) for line in log.read_text().splitlines()[1:]]
    return sorted(
        ({name: value for name, value in game.items() if name not in ("seconds", "seat_seconds", "crc")} for game in games),
        key=lambda game: str(game["id"]))


# --- a league -----------------------------------------------------------------------------------

BEGIN_LEAGUE = ["--board", "hansa-23", "--players", "2", "--seed", "5", "--limit", "40"]


def hold_league(folder: Path) -> int:
    """It begins with two blocks, a third bot joins, and two more blocks are played."""
    return play_league(folder / "league", ["random", "markers", *BEGIN_LEAGUE], ["prestige"])


def play_league(league: Path, first: Sequence[str], joining: Sequence[str]) -> int:
    """The two commands."""
    how = ["--blocks", "2", "--workers", "0", "--quiet", "--plain"]
    return main(["league", str(league), *first, *how]) or main(["league", str(league), *joining, *how])


def check_league(folder: Path, ended: Ended, way: Way) -> None:
    """The same command continues: every log is whole, every block is finished, and all three bots
    have played."""
    said_plainly(ended, way)
    there = League.is_in(folder / "league")
    first = [] if there else ["random", "markers", *BEGIN_LEAGUE]
    joining = [] if there and "prestige" in League.open(folder / "league").ever() else ["prestige"]
    out, err = Path(f"{folder}.out2"), Path(f"{folder}.err2")
    code = in_child(lambda: play_league(folder / "league", first, joining), out, err)
    assert code == OK, (ended, err.read_text())
    league = League.open(folder / "league")
    games = SeasonGames(league).read()
    assert {bot for game in games for bot in game.bots} == {"random", "markers", "prestige"}, ended
    assert len(games) >= 8 and set(Counter(game.block_name for game in games).values()) == {2}, (ended, len(games))
    assert "The league" in league.page.read_text(), ended


# --- a training run -----------------------------------------------------------------------------

def prepare_training(folder: Path) -> None:
    """A run with a small recipe that has just begun."""
    Ledger(folder).add("begin", game="teutonica", recipe=RECIPE.to_json())


def train(folder: Path) -> int:
    """The smallest run there is."""
    return main(["train", str(folder), "--setup", "hansa-23/2", "--plain"])


def check_training(folder: Path, ended: Ended, way: Way) -> None:
    """The same command continues the same ledger; no step is there twice."""
    said_plainly(ended, way)
    out, err = Path(f"{folder}.out2"), Path(f"{folder}.err2")
    code = in_child(lambda: train(folder), out, err)
    assert code == OK, (ended, err.read_text())
    assert steps_of(folder) == undisturbed_steps(), (ended, steps_of(folder))


def steps_of(folder: Path) -> list[str]:
    """What a ledger says, without what measures the machine."""
    entries = Ledger(folder).entries
    return [
        json.dumps({name: value for name, value in entry.items() if name not in ("seconds", "candidate")}) for entry in entries]


# --- a review -----------------------------------------------------------------------------------

def prepare_review(folder: Path) -> None:
    """A short game."""
    append_record(folder / "game.jsonl", shortened(full_record(), REVIEWED))


def review(folder: Path) -> int:
    """Judges it twice, and says what was judged."""
    def say(judged: object, done: int, todo: int) -> None:
        print("judged", done)

    for _ in range(2):
        review_beside(
            folder / "game.jsonl", shortened(full_record(), REVIEWED), BUDGET, report=say,
            warn=lambda text: print("warned", text))
    return OK


def check_review(folder: Path, ended: Ended, way: Way) -> None:
    """What was judged is kept, or it was said that it is not; and it can be reviewed again."""
    assert ended.code in (OK, KILLED) and "Traceback" not in ended.err, ended
    judged = [int(line.split()[1]) for line in ended.out.splitlines() if line.startswith("judged")]
    kept = len(read_judgements(review_path(folder / "game.jsonl")))
    if "warned" not in ended.out:
        assert kept >= min(max(judged, default=0), kept_when_undisturbed()), (ended, kept)
    code = in_child(lambda: review(folder), Path(f"{folder}.out2"), Path(f"{folder}.err2"))
    assert code == OK and len(read_judgements(review_path(folder / "game.jsonl"))) == kept_when_undisturbed(), ended


# --- what is the same for all -------------------------------------------------------------------

@cache
def full_record() -> Record:
    """A game."""
    return play_random({"board": "hansa-23", "players": 2}, seed=4, limit=40)


def shortened(record: Record, moves: int) -> Record:
    """Its first moves."""
    return Record(setup=record.setup, moves=record.moves[:moves], end="interrupted", seed=record.seed)


UNDISTURBED: dict[str, Path] = {}


def undisturbed_games() -> list[dict[str, Any]]:
    """Of a tournament."""
    return without_times(UNDISTURBED["tournament"] / "log.jsonl")


def undisturbed_steps() -> list[str]:
    """Of a training run."""
    return steps_of(UNDISTURBED["training"])


def kept_when_undisturbed() -> int:
    """Judgements of a review."""
    return len(read_judgements(review_path(UNDISTURBED["review"] / "game.jsonl")))


KEEPINGS = (
    Keeping("file", keep_game, check_game),
    Keeping("terminal", play_on_terminal, check_terminal),
    Keeping("page", play_on_page, check_page),
    Keeping("tournament", hold_tournament, check_tournament),
    Keeping("league", hold_league, check_league),
    Keeping("training", train, check_training, prepare_training),
    Keeping("review", review, check_review, prepare_review),
)


def every_call(
    libc: Libc, keeping: Keeping, ways: Iterator[Way] | tuple[Way, ...], folders: Path, step: int = 1
) -> Iterator[Ended]:
    """All calls in all ways, or every so many; what must be true is checked after each."""
    os.environ["HANSA_LOG"] = str(folders / "hansa.log")
    folder = UNDISTURBED[keeping.name] = folders / f"{keeping.name}-undisturbed"
    folder.mkdir(parents=True)
    keeping.prepare(folder)
    out = folders / f"{keeping.name}.out"
    code = in_child(lambda: keeping.work(folder), out, out)
    assert code == OK, out.read_text()
    for way in ways:
        for at, ended in each_call(libc, way, keeping.work, folders / keeping.name, keeping.prepare, step):
            keeping.check(at, ended, way)
            yield ended
