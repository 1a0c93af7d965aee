"""`hansa tournament`, `rate` and `compare` as people use them: tables, files, errors of one line,
Ctrl-C, exit codes."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import logging
import re
import signal
import sys
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from hansa.cli import main
from hansa.cli.tournament_run import Interruption
from hansa.logs import keep, stop_keeping
from hansa.record import read_records
from hansa.tournaments import live, schedule
from hansa.tournaments.columns import COLUMNS
from hansa.tournaments.live import Lines, LiveStandings
from hansa.tournaments.log_reading import read_log
from hansa.tournaments.rounds import WholeSchedule
from hansa.tournaments.seal import sealed
from hansa.tournaments.standings import standings
from hansa.tournaments.worker import finish
from tests.patience import wait_until
from tests.terminal import Terminal
from tests.warm import Command

BAD = Path(__file__).parent / "programs" / "bad_bots.py"
SMALL = ("markers", "random", "--players", "2", "--blocks", "3", "--limit", "120", "--workers", "1")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The exit code and what was printed."""
    code = main(arguments)
    printed = capsys.readouterr()
    return code, printed.out, printed.err


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small tournament that was played."""
    path = tmp_path_factory.mktemp("tournament") / "log.jsonl"
    assert main(["tournament", *SMALL, "--quiet", "--log", str(path)]) == 0
    return path


def test_a_tournament_ends_in_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "log.jsonl"
    code, out, err = run(capsys, "tournament", *SMALL, "--log", str(path))
    lines = out.splitlines()
    assert code == 0 and err.startswith("playing 6 games\n") and lines[0] == "Ratings"
    assert lines[1].split()[:3] == ["bot", "rank", "Elo"] and lines[2].startswith("markers") and lines[3].startswith("random")
    assert f"hansa rate {path}" in lines[-1]
    assert "Points by category" in out and "Seats" in out and "6 games in 3 blocks on hansa-23/2" in out


def test_rate_prints_the_same_table_again(log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {name: tmp_path / f"t.{name}" for name in ("csv", "markdown", "html")}
    code, out, err = run(capsys, "rate", str(log), "--anchor", "random", *(f"--{name}={path}" for name, path in files.items()))
    assert code == 0 and err == "" and "random is 0" in out
    rows = list(csv.DictReader(files["csv"].read_text().splitlines()))
    assert [row["bot"] for row in rows] == ["markers", "random"] and float(rows[1]["elo"]) == 0 and rows[0]["games"] == "6"
    assert "| markers | 1 |" in files["markdown"].read_text()
    check_page(files["html"].read_text())


def check_page(text: str) -> None:
    """Every element closes, and nothing comes from elsewhere."""
    open_elements: list[str] = []

    class Checker(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            assert not {"src", "href"} & {name for name, _ in attrs}
            if tag != "meta":
                open_elements.append(tag)

        def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            assert tag in ("line", "circle", "rect", "polyline")

        def handle_endtag(self, tag: str) -> None:
            assert open_elements.pop() == tag

    Checker().feed(text)
    assert not open_elements and text.count("<svg") >= 3 and "http" not in text


def test_help_explains_every_column(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "rate", "--help")
    assert code == 0 and all(re.search(rf"  {column.heading or column.key} +{column.meaning}", out) for column in COLUMNS)


def test_columns_are_chosen_by_their_names(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, "rate", str(log), "--columns", "faults, elo,rank", f"--markdown={tmp_path / 't.md'}",
                       f"--html={tmp_path / 't.html'}")
    assert code == 0 and out.splitlines()[1].split() == ["bot", "faults", "Elo", "rank"]
    assert [line.split()[0] for line in out.splitlines()[2:4]] == ["markers", "random"]
    assert [line.split()[1] for line in out.splitlines()[2:4]] == ["0", "0"]
    assert "| bot | faults | Elo | rank |" in (tmp_path / "t.md").read_text()
    page = (tmp_path / "t.html").read_text()
    assert page.index("<th>faults") < page.index("<th>Elo") and "<th>won with" not in page
    assert run(capsys, "rate", str(log), "--columns", ",".join(column.name for column in COLUMNS))[0] == 0
    code, _, err = run(capsys, "rate", str(log), "--columns", "elo,gamse")
    assert code == 2 and "unknown column 'gamse'; did you mean 'games'?" in err and err.count("\n") == 1


@pytest.mark.parametrize("words", ["tournament --log HERE", "compare --log HERE", "league HERE"])
def test_every_table_has_the_columns_asked_for(words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command, *rest = words.replace("HERE", str(tmp_path / "here")).split()
    _, out, _ = run(capsys, command, *rest, *SMALL, "--columns", "faults,elo")
    lines = out.splitlines()
    assert lines[lines.index("Ratings") + 1].split() == ["bot", "faults", "Elo"]


def test_json_is_for_programs(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "rate", str(log), "--json", "--model", "winner")
    found: dict[str, Any] = json.loads(out)
    assert code == 0 and found["games"] == 6 and found["model"] == "winner"
    assert [line["bot"] for line in found["lines"]] == ["markers", "random"]
    assert found["pairs"]["markers"]["random"]["superiority"] is None


def test_other_commands_read_logs(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records, warnings = read_records(log)
    assert len(records) == 6 and not warnings
    assert run(capsys, "replay", str(log))[0] == 0
    assert "hansa-23" in run(capsys, "show", str(log), "--number", "2", "--ply", "20")[1]


def test_the_first_line_says_everything(log: Path) -> None:
    first = json.loads(log.read_text().splitlines()[0])
    assert first["bots"] == {"markers": "markers:seed=0,noise=0.03", "random": "random:seed=0"}
    assert first["tournament"]["seed"] == 1 and len(first["signature"]) == 16 and first["machine"]["python"]
    assert set(first) == {"version", "tournament", "bots", "signature", "engine", "commit", "machine", "command", "started",
                          "checksums", "crc"}


@pytest.mark.parametrize(("arguments", "message"), [
    (("tournament",), "name the bots that play"),
    (("tournament", "markers", "marker"), "unknown bot 'marker', did you mean 'markers'?"),
    (("tournament", "markers", "mcts:simulation=3"), "unknown option 'simulation', did you mean 'simulations'?"),
    (("tournament", "markers", "markers"), "named twice"),
    (("tournament", "markers", "random", "--players", "9"), "9 players do not fit any board"),
    (("tournament", "markers", "random", "--players", "two"), "--players takes numbers such as 4 or 2,3,4"),
    (("tournament", "markers", "random", "--board", "east", "--players", "2"), "2 players do not fit east"),
    (("tournament", "markers", "random", "--board", "eats"), "unknown board 'eats'; did you mean 'east'?"),
    (("tournament", "markers", "random", "--players", "2", "--modules", "missions"), "[T100]"),
    (("tournament", "markers", "random", "--blocks", "0"), "must be 1 or more"),
    (("tournament", "markers", "random", "--shard", "4/3"), "must be like 2/3"),
    (("tournament", "markers", "random", "--anchor", "greedy"), "the anchor 'greedy' is not one of the bots"),
    (("tournament", "markers", "random", "--gauntlet", "--focus"), "--gauntlet and --focus exclude each other"),
    (("tournament", "random"), "a tournament needs 2 bots or more; one alone plays itself with --self-play"),
    (("tournament", "markers", "--focus", "--ladder", "1:4"), "--focus and --ladder exclude each other"),
    (("tournament", "markers", "--ladder", "10:5"), "FROM must be below TO"),
    (("tournament", "mcts", "--ladder", "many"), "--ladder takes one bot and its budgets"),
    (("tournament", "markers", "random", "--resume", "x.jsonl"), "--resume takes everything from the log"),
    (("tournament", "--resume", "x.jsonl", "--self-play"), "--resume takes --self-play from the log; leave it out"),
    (("compare", "--resume", "x.jsonl", "--elo1", "5"), "--resume takes --elo1 from the log; leave it out"),
    (("tournament", "random", "greedy", "--game", "hansa2004", "--edition", "classic"), "--edition is not for the board"),
    (("tournament", "markers", "random", "--game", "chess"), "unknown game 'chess'"),
    (("tournament", "--resume", "nowhere.jsonl"), "nowhere.jsonl: No such file or directory"),
    (("tournament", "markers", "exec:"), "exec: needs a command"),
    (("tournament", "markers", "exec:./nowhere --fast"), "there is no program './nowhere' here that may be run"),
    (("watch", "--players", "2", "--bots", "exec:/tmp", "random"), "there is no program '/tmp' here"),
    (("play", "--bots", "exec:bot 'x"), 'cannot read the command "bot \'x": No closing quotation'),
    (("compare", "markers"), "name the two bots"),
    (("compare", "markers", "random", "--elo0", "5", "--elo1", "5"), "elo0 must be below elo1"),
    (("compare", "markers", "random", "--alpha", "0"), "alpha must be between 0 and 0.5"),
    (("rate", "nowhere.jsonl"), "nowhere.jsonl: No such file or directory"),
])
def test_mistakes_are_one_line_and_exit_code_2(
    arguments: tuple[str, ...], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1) and message in err
    assert list(tmp_path.iterdir()) == []           # nothing was begun


def test_a_tournament_whose_program_is_gone_is_not_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Else every game that is left would be its fault, in the log for ever."""
    program, path = tmp_path / "bot", tmp_path / "log.jsonl"
    program.write_text(f"#!/bin/sh\nexec {sys.executable} {Path(__file__).parent / 'programs' / 'player.py'}\n")
    program.chmod(0o755)
    code, _, _ = run(capsys, "tournament", f"exec:{program}", "random", "--players", "2", "--blocks", "1", "--limit", "50",
                     "--workers", "0", "--log", str(path), "--quiet")
    assert code == 0
    before = path.read_bytes()
    program.unlink()
    code, _, err = run(capsys, "tournament", "--resume", str(path), "--blocks", "2", "--workers", "0")
    assert code == 2 and "there is no program" in err and path.read_bytes() == before


def test_a_log_is_never_overwritten(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = log.read_bytes()
    code, _, err = run(capsys, "tournament", *SMALL, "--log", str(log))
    assert code == 2 and f"exists; continue it with --resume {log}" in err and log.read_bytes() == before
    code, _, err = run(capsys, "compare", "--resume", str(log))
    assert code == 2 and "is not the log of a comparison" in err and log.read_bytes() == before
    code, _, err = run(capsys, "rate", str(log), "--merge", str(log))
    assert code == 2 and log.read_bytes() == before


def test_damaged_and_edited_logs_are_refused_by_every_command(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "log.jsonl"
    lines = log.read_text().splitlines()
    lines[3] = lines[3].replace('"moves": ["0', '"moves": ["1')
    path.write_text("\n".join(lines) + "\n")
    for command in (("rate", str(path)), ("replay", str(path)), ("tournament", "--resume", str(path), "--workers", "0")):
        code, _, err = run(capsys, *command)
        assert code == 2 and f"{path}: line 4: damaged" in err and err.count("\n") == 1
    # The moves are what only replaying can judge
    lines[3] = sealed(re.sub(r', "crc".*', "}", lines[3]))
    path.write_text("\n".join(lines) + "\n")
    assert run(capsys, "rate", str(path))[0] == 0
    code, out, _ = run(capsys, "replay", str(path))
    assert code == 1 and "1 of 6 games failed" in out


def test_logs_without_checksums_are_read_with_a_word(log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text(re.sub(r', "checksums": "crc32"|, "crc": "\w+"', "", log.read_text()))
    for command in (("rate", str(path)), ("replay", str(path)), ("tournament", "--resume", str(path), "--workers", "0")):
        code, _, err = run(capsys, *command)
        assert code == 0 and f"warning: {path} has no checksums" in err


def test_a_device_is_no_log(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "tournament", *SMALL, "--quiet", "--log", "/dev/full")
    assert code == 2 and err.count("\n") == 1 and "/dev/full is not a file that can be read again" in err


def test_faults_are_told_last_in_red_and_by_the_exit_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "log.jsonl"
    arguments = ["markers", f"{BAD}:Raises", "--players", "2", "--blocks", "2", "--limit", "80", "--workers", "1"]
    code, out, err = run(capsys, "tournament", *arguments, "--log", str(path))
    assert code == 1 and "4 of 4 games ended by the fault of a bot:" in err and "I have lost my way" in err
    assert "bad_bots.py\", line 38, in misbehave" in err and err.count("Traceback") == 1
    assert "crash 4" in out
    strict = tmp_path / "strict.jsonl"
    assert run(capsys, "tournament", *arguments, "--strict", "--log", str(strict))[0] == 1
    assert len(read_log(strict).games) == 1
    assert run(capsys, "rate", str(path))[0] == 0


def header_of(tmp_path: Path, *arguments: str) -> dict[str, Any]:
    """The tournament that a command line describes, as its log has it."""
    path = tmp_path / "log.jsonl"
    how = ("--blocks", "2", "--limit", "15", "--workers", "0", "--quiet", "--log", str(path))
    assert main(["tournament", *arguments, *(how if "--limit" not in arguments else (*how[:2], *how[4:]))]) == 0
    first, *games = map(json.loads, path.read_text().splitlines())
    return dict(first["tournament"]) | {"seated": [game["seats"] for game in games]}


A, B, C = "random", "greedy", "markers"


@pytest.mark.parametrize(("flags", "form", "seated"), [
    ((), "round-robin", {(A, B, C), (B, C, A), (C, A, B)}),
    (("--self-play",), "self-play", {(A, A, A), (B, B, B)}),
    (("--gauntlet",), "gauntlet", {(A, B, C), (B, C, A), (C, A, B)}),
    (("--adaptive",), "adaptive", {(A, B, C), (B, C, A), (C, A, B)}),
    (("--balanced",), "round-robin", {(A, B, C), (B, C, A), (C, A, B), (A, C, B), (C, B, A), (B, A, C)}),
])
def test_flags_say_who_meets_whom(
    flags: tuple[str, ...], form: str, seated: set[tuple[str, ...]], tmp_path: Path
) -> None:
    found = header_of(tmp_path, A, B, C, "--players", "3", *flags)
    assert found["format"] == form and found["balanced"] == ("--balanced" in flags)
    assert set(map(tuple, found["seated"])) == seated


def test_one_bot_in_focus(tmp_path: Path) -> None:
    found = header_of(tmp_path, A, B, "--players", "3", "--focus")
    assert found["format"] == "focus" and set(map(tuple, found["seated"])) == {(A, B, B), (B, A, B), (B, B, A)}


def test_the_model_changes_the_ratings(log: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Three at a table: who comes second counts by ranks, and does not by winners."""
    path = tmp_path / "log.jsonl"
    assert main(["tournament", "markers", "greedy", "random", "--players", "3", "--blocks", "3", "--quiet", "--workers", "0",
                 "--log", str(path)]) == 0
    elo = {}
    for model in ("ranks", "winner"):
        found = json.loads(run(capsys, "rate", str(path), "--json", "--model", model)[1])
        elo[model] = {line["bot"]: line["elo"] for line in found["lines"]}
        assert found["model"] == model
    second_by_last = {model: found["greedy"] - found["random"] for model, found in elo.items()}
    assert second_by_last["ranks"] > 200 and abs(second_by_last["winner"]) < 100


def test_the_live_table_goes_by_anchor_and_model(log: Path) -> None:
    games = list(read_log(log).games)
    live = LiveStandings(Console(file=io.StringIO()), 6, games, lambda: "", "random", True)
    assert live._standings() == standings(games, anchor="random", winner_only=True)
    nobody = LiveStandings(Console(file=io.StringIO()), 6, games, lambda: "", "who has not played yet", False)
    assert nobody._standings() == standings(games)


def test_what_the_machine_could_not_play_is_played_by_resume(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, starved = tmp_path / "log.jsonl", tmp_path / "starved"
    monkeypatch.setenv("STARVED", str(starved))
    arguments = ["markers", f"{BAD}:StarvesOnce", "--players", "2", "--blocks", "1", "--limit", "80"]
    code, out, err = run(capsys, "tournament", *arguments, "--workers", "0", "--log", str(path))
    assert code == 4 and "this machine could not play 1 game (game 0.0: out of memory while" in err
    assert "1 game in 1 block" in out
    command = re.search(rf"played again by: hansa (tournament --resume {path} --workers 0)", err)
    assert command and run(capsys, *command[1].split())[0] == 0
    assert [(game.id, game.end) for game in read_log(path).games] == [("0.1", "moves"), ("0.0", "moves")]


def test_a_comparison_says_why_it_is_not_decided(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    how = ["--blocks", "2", "--workers", "0", "--limit", "80"]
    code, out, _ = run(capsys, "compare", "markers", "markers:noise=0.02", *how, "--log", str(log := tmp_path / "1.jsonl"))
    assert code == 3 and out.startswith("not decided: all 2 blocks are played\n")
    assert out.splitlines()[-1] == f"continue: hansa compare --resume {log} --blocks 4"
    assert "± ? (known from 5 blocks that are not all alike)" in out
    code, out, _ = run(capsys, "compare", "markers", f"{BAD}:Raises", *how, "--strict", "--log", str(tmp_path / "2.jsonl"))
    assert code == 1 and out.startswith("not decided yet: it was stopped before the test could end")


def test_a_million_blocks_begin_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the first game not all are made: that took a minute."""
    made = []
    block_of = schedule.block_of

    def counted(*arguments: Any) -> schedule.Block:
        made.append(0)
        return block_of(*arguments)

    monkeypatch.setattr(schedule, "block_of", counted)
    plan = WholeSchedule(schedule.Tournament((A, B), (schedule.TableSetup("hansa-23", 2),), blocks=1_000_000))
    first = next(iter(plan.next_round([]) or ()))
    assert (plan.total, first.id) == (2_000_000, "0.0") and len(made) <= 1001


def test_whoever_reads_a_pipe_hears_something_before_a_game_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "LINE_SECONDS", 0.01)
    stream = io.StringIO()
    with Lines(stream, 8, 0, lambda: "") as shown:
        wait_until(lambda: stream.getvalue().count("\n") >= 3)
    first, second, *_ = stream.getvalue().splitlines()
    assert first == "playing 8 games" and re.fullmatch(r"0 of 8 games; none has ended in the first \d+ s", second)
    assert not shown._ticking.is_alive()


def test_what_has_no_end_says_no_number_of_games() -> None:
    """It said: playing game after games."""
    stream = io.StringIO()
    with Lines(stream, None, 0, lambda: ""):
        pass
    assert stream.getvalue() == "playing\n"


def test_what_is_logged_does_not_break_the_live_table() -> None:
    """`--verbose` wrote into the table: rich knew nothing of the line."""
    shown = io.StringIO()
    keep(verbose=True)
    try:
        with contextlib.redirect_stderr(shown):
            logging.getLogger("hansa").info("meanwhile")
    finally:
        stop_keeping()
    assert shown.getvalue().endswith("hansa: meanwhile\n"), "a live table shows what goes to the standard error of its time"


def test_lines_say_how_far_it_is(log: Path) -> None:
    games = list(read_log(log).games)
    shown = Lines(io.StringIO(), 12, 6, lambda: "LLR 1")
    for game in games[:3]:
        shown.tell(game)
    assert re.fullmatch(r"9 of 12 games, [\d.]+ games/s, \d+ s left, LLR 1", shown.line())
    shown.tell(replace(games[3], end="crash", by=0))
    assert re.fullmatch(r"10 of 12 games, [\d.]+ games/s, \d+ s left, 1 faults, LLR 1", shown.line())
    stream = io.StringIO()
    with Lines(stream, None, 6, lambda: ""):
        pass
    assert stream.getvalue() == "6 games are there; playing\n"


def test_a_terminal_sees_something_before_a_game_has_ended() -> None:
    console = Console(width=100, force_terminal=True, file=io.StringIO())
    with LiveStandings(console, 8, [], lambda: "", None, False):
        pass
    shown = console.file.getvalue()                     # type: ignore[attr-defined]
    assert "no game has ended yet" in shown and "0/8" in shown


def test_faults_are_counted_on_a_terminal() -> None:
    """Those of the log and those that are told, each of which is named."""
    tournament = schedule.Tournament(("markers", "random"), (schedule.TableSetup("hansa-23", 2),), blocks=2, limit=20)
    played = [finish(one, tournament.digest).result for one in schedule.games(tournament)]
    console = Console(width=100, force_terminal=True, file=io.StringIO())
    with LiveStandings(console, 8, [replace(played[0], end="crash", by=1)], lambda: "", None, False) as live:
        live.tell(played[1])
        live.tell(replace(played[2], end="timeout", by=0, message="too slow"))
        (task,) = live.progress.tasks
    assert (task.completed, task.total) == (3, 8) and task.fields["faults"].endswith("]2 faults")
    shown = console.file.getvalue()                     # type: ignore[attr-defined]
    assert re.search(rf"game {played[2].id}: {played[2].bots[0]}: timeout: too slow", shown)


def test_players_boards_and_ladders(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "log.jsonl"
    code, out, _ = run(capsys, "tournament", "mcts:cut=5", "--ladder", "1:4", "--players", "2,3", "--blocks", "2",
                       "--limit", "30", "--workers", "0", "--log", str(path))
    assert code == 0 and "hansa-23/2" in out and "hansa-23/3" in out
    assert read_log(path).header.tournament.bots == tuple(f"mcts:cut=5,simulations={count}" for count in (1, 2, 4))


def test_compare_stops_by_itself_and_can_be_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "log.jsonl"
    arguments = ["markers", "random", "--elo1", "150", "--workers", "1", "--limit", "400"]
    code, out, _ = run(capsys, "compare", *arguments, "--log", str(path))
    assert code == 0 and out.startswith("markers is stronger than random: by 150 Elo rather than by 0")
    ratings = {line.bot: line.elo for line in standings(read_log(path).games).lines}
    words = " ".join(out.split())
    said = re.search(r"The table's difference of ([+-]\d+) Elo and the test's ([+-]\d+) are two measures", words)
    assert said and int(said[1]) == round(ratings["markers"] - ratings["random"]) and f"Elo {said[2]} ±" in out
    whole = read_log(path).games
    data = path.read_bytes()
    path.write_bytes(data[: data.rindex(b"\n", 0, len(data) // 2) + 20])
    code, out, _ = run(capsys, "compare", "--resume", str(path), "--workers", "1", "--json")
    found = json.loads(out)
    assert code == 0 and found["accepted"] == "elo1" and found["ratio"] > found["upper"]
    assert sorted(game.order for game in read_log(path).games) == sorted(game.order for game in whole)
    undecided = ["markers", "markers:noise=0.02", "--blocks", "2", "--quiet", "--workers", "1"]
    assert run(capsys, "compare", *undecided, "--log", str(tmp_path / "u.jsonl"))[0] == 3


def test_compare_as_json_tells_of_faults_and_writes_files_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, table = tmp_path / "log.jsonl", tmp_path / "t.csv"
    code, out, err = run(capsys, "compare", "markers", f"{BAD}:Raises", "--blocks", "2", "--limit", "80", "--workers", "1",
                         "--json", "--csv", str(table), "--log", str(log))
    assert code == 1 and "I have lost my way" in err and "bots" in json.loads(out)
    assert table.read_text().startswith("rank,bot,elo")


def test_a_tournament_can_be_made_longer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, whole = tmp_path / "log.jsonl", tmp_path / "whole.jsonl"
    bots, how = ("markers", "random", "--players", "2"), ("--workers", "0", "--quiet")
    assert run(capsys, "tournament", *bots, *how, "--blocks", "2", "--log", str(path))[0] == 0
    assert run(capsys, "tournament", "--resume", str(path), *how, "--blocks", "3")[0] == 0
    assert run(capsys, "tournament", *bots, *how, "--blocks", "3", "--log", str(whole))[0] == 0
    names = [[(game.id, game.ranks, game.moves) for game in read_log(log).games] for log in (path, whole)]
    assert names[0] == names[1] and len(names[0]) == 6


@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.long)])
def test_ctrl_c_says_how_to_go_on(number: signal.Signals, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    with Command("tournament", "mcts:simulations=50", "random", "--players", "2", "--blocks", "400", "--workers", "1",
                 "--log", str(path)) as process:
        wait_until(lambda: path.exists() and path.read_bytes().count(b"\n") >= 3)
        process.send_signal(number)
        _, err = process.communicate()
        assert process.wait() == 130
    assert f"  hansa tournament --resume {path}" in err and "Traceback" not in err
    contents = read_log(path)
    assert not contents.torn and f"interrupted after {len(contents.games)} games" in err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_waits_until_a_game_is_logged_and_told(number: signal.Signals) -> None:
    interruption, done = Interruption(), []
    with pytest.raises(KeyboardInterrupt), interruption.heard():
        with interruption.put_off():
            signal.raise_signal(number)
            done.append("logged")
            done.append("told")
        done.append("never")
    assert done == ["logged", "told"]
    with pytest.raises(KeyboardInterrupt), Interruption().heard():
        signal.raise_signal(number)
        done.append("never")
    assert done == ["logged", "told"] and signal.getsignal(number) != interruption._hear


def test_a_terminal_sees_it_move(tmp_path: Path) -> None:
    """On a terminal there are a bar and a table that change in place; the last table stays."""
    with Terminal("tournament", "markers", "mcts:simulations=20", "--players", "2", "--blocks", "5", "--workers", "1",
                  "--anchor", "markers", "--log", str(tmp_path / "log.jsonl"), columns=110) as terminal:
        assert terminal.end() == 0
        text = terminal.raw.decode()
    assert "/s" in text and "10/10" in text and text.count("Ratings") >= 2 and "all tables" in text
    shown = re.findall(r"markers +\d +([+-]\d+) ", re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text))
    # The anchor, in the table that moves too
    assert len(shown) >= 2 and set(shown) == {"+0"}


@pytest.mark.parametrize(("lines", "others"), [(24, False), (80, True)])
def test_what_a_tournament_ends_with_fits_the_terminal(lines: int, others: bool, tmp_path: Path) -> None:
    """The ratings had scrolled off, above tables that nobody had asked for."""
    path = tmp_path / "log.jsonl"
    with Terminal("tournament", "markers", "prestige", "greedy", "random", "--blocks", "1", "--limit", "60", "--workers", "0",
                  "--log", str(path), columns=100, lines=lines) as terminal:
        assert terminal.end() == 0
        last = terminal.shown[terminal.shown.rindex("Ratings"):]
    assert last.splitlines()[-1] == f"all tables: hansa rate {path}" and len(last.splitlines()) < lines
    assert ("Wins by seat" in last) is others
