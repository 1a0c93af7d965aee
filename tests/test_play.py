"""`hansa play` as people meet it: on a pseudo-terminal, through a pipe, with mistakes, Ctrl-C and
kill -9."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hansa.cli import main
from hansa.languages import ENGLISH
from hansa.record import Record, append_record, read_records
from hansa.state import State
from hansa.table.session import HUMAN, Session
from hansa.views.words.naming import player_phrase
from tests.terminal import Terminal
from tests.terminal_picture import picture
from tests.warm import ran

SETUP = {"board": "hansa-23", "players": 3}
ARGUMENTS = ("--board", "hansa-23", "--players", "3", "--seed", "5")
BOTS = ("prestige", "network", "markers")
ASKS = r"Red> $"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the games of a test are kept."""
    monkeypatch.setenv("HANSA_GAMES", str(tmp_path / "kept"))
    return tmp_path / "kept"


def kept(folder: Path) -> Record:
    """The only game in a folder."""
    (path,) = folder.glob("*.jsonl")
    (record,), warnings = read_records(path)
    assert not warnings
    return record


def piped(*arguments: str, lines: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """`hansa play` with lines from a pipe."""
    return ran("play", *arguments, typed=lines, **environment)


# --- on a terminal ------------------------------------------------------------------------------

def test_a_whole_game_against_quick_bots(folder: Path) -> None:
    """The person plays what a bot would; chance and the other bots do the same as in that bot's
    game."""
    whole = Session(SETUP, BOTS, seed=5)
    while not whole.state.over:
        whole.step()
    own = [entry.move for entry in whole.happened if entry.mover == 0]
    with Terminal("play", *ARGUMENTS, "--bots", *BOTS[1:]) as terminal:
        terminal.wait_for(ASKS)
        for move in own[:-1]:
            terminal.say(move, ASKS)
        terminal.say(own[-1], r"game over> $")
        assert "the game is over" in terminal.shown
        ranks = whole.state.ranks
        winner = ranks.index(1)
        assert f"{ENGLISH.tell(player_phrase(winner, 'you' if winner == 0 else BOTS[winner]))} wins" in terminal.shown
        terminal.say("place t ARN-DUI", "the game is over; 'help'")
        terminal.say("s", "'s' could be score or save")
        terminal.type("quit")
        assert terminal.end() == 0
        assert "review it: hansa review" in terminal.shown
    record = kept(folder)
    assert record.moves == whole.record().moves and record.seats == (HUMAN, *BOTS[1:])
    assert record.verify().shares == whole.state.shares


def test_undo_save_and_load(folder: Path, tmp_path: Path) -> None:
    saved = tmp_path / "saved.jsonl"
    with Terminal("play", *ARGUMENTS, "--bots", "greedy") as terminal:
        terminal.wait_for(ASKS)
        terminal.say("undo", "there is nothing to take back")
        terminal.say("place t arn dui", ASKS)
        terminal.say(f"save {saved}", "saved in ")
        terminal.say("place m arn dui", ASKS)
        terminal.say(f"save {saved}", r"overwrite\s+it\?")
        terminal.say("y", "saved in ")
        terminal.say("undo", "1 move taken back")
        terminal.wait_for(ASKS)
        assert kept(folder).moves == ("0 place t ARN-DUI",)
        terminal.say("end", ASKS)
        assert len(kept(folder).moves) > 4
        shown = terminal.say("undo", ASKS)
        assert re.search(r"\d+ moves taken back", shown) and kept(folder).moves == ("0 place t ARN-DUI",)
        terminal.say(f"load {saved}", "2 moves; it continues in ")
        terminal.wait_for(ASKS)
        terminal.type("quit")
        assert terminal.end() == 0
    games = sorted(len(read_records(path)[0][0].moves) for path in folder.glob("*.jsonl"))
    assert games == [1, 2], "the game that was left, and the one that was loaded"
    (record,), _ = read_records(saved)
    assert record.moves == ("0 place t ARN-DUI", "0 place m ARN-DUI")


def test_kill_9_loses_nothing(folder: Path) -> None:
    with Terminal("play", *ARGUMENTS, "--bots", "greedy") as terminal:
        terminal.wait_for(ASKS)
        terminal.say("place t ARN-DUI", ASKS)
        terminal.say("place m COE-WAB", ASKS)
        terminal.kill()
    assert kept(folder).moves == ("0 place t ARN-DUI", "0 place m COE-WAB")
    with Terminal("play", "--continue") as terminal:
        shown = terminal.wait_for(ASKS)
        assert re.search(r"0t.*", shown) and "No actions left" in shown
        terminal.say("undo", "1 move taken back")
        terminal.wait_for(ASKS)
        terminal.say("", ASKS)              # Enter does nothing while there is a choice
        terminal.type("\x04", end="")       # Ctrl-D
        assert terminal.end() == 0
    assert kept(folder).moves == ("0 place t ARN-DUI",)


def test_mistakes_are_answered_in_a_line(folder: Path, tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("mine")
    with Terminal("play", *ARGUMENTS, "--bots", "greedy") as terminal:
        terminal.wait_for(ASKS)
        for typed, answer in (
            ("fly to moon", r"no move begins with 'fly'"), ("999", r"there is no move 999; they are 1 to \d+"),
            ("claim ARN-DUI", r"illegal move 'claim ARN-DUI': not every house .* \[T20\]"),
            ("place t ARN-XXX", r"there is no route 'ARN-XXX'"), ("rules T999", "there is no rule T999"),
            ("rules", r"T12-T17 +Displace +T18 +Move"), ("rules T12", "T12 Displace. Replace one piece of another player"),
            ("rules T20-T21", "T21 1. The controller of each end city"),
            ("rules summary", "- On your turn you have as many actions"),
            ("rules how to win", "T75 Winner"), ("?", r"moves \[WORDS\]"), ("h", r"moves \[WORDS\]"), ("H", r"moves \[WORDS\]"),
            ("sc", "total"), ("save", "save where"), ("load", "load what"),
            ("save /no/such/file", "/no/such/file: No such file"),
            ("load /no/such/file", "No such file"), (f"load {taken}", "no JSON"), ("why claim ARN-DUI", r"\[T20\]"),
            ("moves xyzzy", "no legal move fits 'xyzzy'"), ("lübeck trader extra", "no move begins with"),
            ("\x1b[A\x00\x07;;;", "no move begins with"),
        ):
            terminal.say(typed, answer.replace(" ", r"\s+"))       # lines are broken between words
            terminal.wait_for(ASKS)
        terminal.say(f"save {taken}", r"overwrite it\? y or n: $")
        terminal.say("n", r"exists\s+already;\s+choose\s+another\s+name")
        terminal.wait_for(ASKS)
        assert kept(folder).moves == ()
        assert taken.read_text() == "mine"
        assert "Traceback" not in terminal.shown


def test_what_is_ambiguous_is_listed_and_what_is_clear_is_played(folder: Path) -> None:
    with Terminal("play", *ARGUMENTS, "--bots", "greedy") as terminal:
        terminal.wait_for(ASKS)
        listed = terminal.say("luebeck", ASKS)
        assert "that could be 2 moves" in listed
        number = re.search(r"(\d+) place m HAM-LUB", listed)
        assert number and "place t HAM-LUB" in listed
        terminal.say(number[1], "you place a merchant on Hamburg-Lübeck")
        terminal.wait_for(ASKS)
        terminal.say("trader hamb lueb", "you place a trader on Hamburg-Lübeck")
        listed = terminal.wait_for(ASKS)
        assert "Enter plays the only move" in listed
        terminal.say("", "since your last move:")
        terminal.wait_for(ASKS)
    assert kept(folder).moves[:3] == ("0 place m HAM-LUB", "0 place t HAM-LUB", "0 end")


def test_tab_lists_the_moves_that_begin_so(folder: Path) -> None:
    with Terminal("play", *ARGUMENTS, "--bots", "greedy") as terminal:
        terminal.wait_for(ASKS)
        terminal.type("place t ham-l\t", end="")
        terminal.wait_for("HAM-LU")                     # as far as both have it
        terminal.type("\t\t", end="")
        terminal.wait_for(r"place t HAM-LUB +place t HAM-LUN")
        terminal.type("\x15leg\t", end="")           # the line is emptied first
        terminal.wait_for("legend")


def test_hint_and_why_think_and_change_nothing(folder: Path) -> None:
    with Terminal("play", *ARGUMENTS, "--bots", "greedy", "--hint-seconds", "0.2") as terminal:
        terminal.wait_for(ASKS)
        terminal.say("hint", r"hint: [a-z]+ .*\n  you may expect \d+% of the win; Red: ")
        terminal.wait_for(ASKS)
        table = terminal.say("why", ASKS)
        assert re.search(r"visits +>Red +Green +Blue +± +line", table) and "points expected at the end" in table
        assert len(re.findall(r"^ \d +\d+ +\d+%", table, re.MULTILINE)) == 8
        terminal.say("why end", r"end: (inaccuracy|mistake|blunder), [\d.]+% of the win less than ")
        terminal.wait_for(r"it (gives|gains|costs) ")
        terminal.wait_for(ASKS)
        score = terminal.say("score", ASKS)
        assert "total" in score and "Green (greedy)" in score
        terminal.say("help", "hansa play --continue' resumes the game")
    assert kept(folder).moves == ()


def test_ctrl_c_says_where_the_game_is(folder: Path) -> None:
    with Terminal("play", *ARGUMENTS, "--bots", "mcts:seconds=30", "--seat", "1") as terminal:
        terminal.wait_for("is thinking")
        terminal.interrupt()
        assert terminal.end() == 130
        assert "continue with: hansa play --continue" in terminal.shown
        assert "Traceback" not in terminal.shown
    assert kept(folder).end == "interrupted"


def test_quit_hides_what_the_next_person_would_see() -> None:
    arguments = (*ARGUMENTS, "--modules", "missions", "--seat", "0", "1", "2")
    ran = piped(*arguments, lines="end\nquit\n")
    assert ran.returncode == 0 and ran.stdout.count("mission ") == 3, "the board was drawn once, for seat 0"


def test_what_cannot_be_written_is_said_once_and_the_game_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "gone" / "game.jsonl"
    path.parent.mkdir()
    with Terminal("play", *ARGUMENTS, "--bots", "random", "--out", str(path)) as terminal:
        terminal.wait_for(ASKS)
        path.unlink()
        path.parent.rmdir()
        terminal.say("end", ASKS)
        terminal.say("end", ASKS)
        assert terminal.shown.count("the game is not kept") == 1


def test_several_people_see_no_mission_but_their_own() -> None:
    whole = Session(SETUP | {"modules": ["missions"]}, (HUMAN,) * 3, seed=5)
    cities = [str(whole.state.view(seat)).partition("mission ")[2].split()[0] for seat in range(3)]
    with Terminal("play", *ARGUMENTS, "--modules", "missions", "--seat", "0", "2", "--bots", "random") as terminal:
        first = terminal.wait_for(ASKS)
        secret = [re.findall(r"mission (\S+)", str(whole.state.view(seat))) for seat in range(3)]
        own = {seat: next(card for card in secret[seat] if card != "?") for seat in (0, 2)}
        assert own[0] in first and own[2] not in first and cities
        before = len(terminal.raw)
        terminal.say("end", "Enter when only Blue is looking")
        assert b"\x1b[2J\x1b[3J" in terminal.raw[before:], "what seat 0 saw is gone, also for scrolling back"
        assert own[2] not in terminal.shown
        second = terminal.say("", r"Blue> $")
        assert own[2] in second and own[0] not in second


@pytest.mark.parametrize(("arguments", "environment"), [(("--plain",), {}), ((), {"NO_COLOR": "1"})])
def test_colours_can_be_off(arguments: tuple[str, ...], environment: dict[str, str]) -> None:
    with Terminal("play", *ARGUMENTS, "--bots", "greedy", *arguments, environment=environment) as terminal:
        terminal.wait_for(ASKS)
        terminal.say("place t ARN-DUI", ASKS)
        assert not re.search(rb"\x1b\[[0-9;]*m", terminal.raw)
        assert "0t" in terminal.shown


def test_there_are_colours_on_a_terminal() -> None:
    with Terminal("play", *ARGUMENTS, "--bots", "greedy", environment={"NO_COLOR": ""}) as terminal:
        terminal.wait_for(ASKS)
        assert re.search(rb"\x1b\[[0-9;]*m", terminal.raw)


def test_the_picture_of_the_readme_can_be_made() -> None:
    drawn = picture()
    assert "hansa&#160;play" in drawn and "STE" in drawn and "url(" not in re.sub(r"url\(#[^)]*\)", "", drawn)
    kept = (Path(__file__).parents[1] / "docs" / "terminal.svg").read_text(encoding="utf-8")
    headings = re.findall(r">((?:player|since|place|claim|end)&#160;[^<]*)<", drawn)
    assert len(headings) >= 4 and all(f">{heading}<" in kept for heading in headings), "python -m tests.terminal_picture"


def test_a_wide_terminal_shows_whole_names() -> None:
    with Terminal("play", *ARGUMENTS, "--bots", "greedy", columns=120, lines=100) as terminal:
        shown = terminal.wait_for(ASKS)
        assert "Hamburg" in shown and max(map(len, shown.splitlines()[1:])) <= 120


# --- pipes and files ----------------------------------------------------------------------------

def test_lines_from_a_pipe_are_played_and_its_end_is_quit(folder: Path) -> None:
    ran = piped(*ARGUMENTS, "--bots", "random", lines="place t ARN-DUI\nplace t ARN-DUI\n")
    assert (ran.returncode, ran.stderr) == (0, "")
    told = ran.stdout.replace(str(folder), "FOLDER")
    assert "\x1b" not in told and max(map(len, told.splitlines())) <= 100
    assert kept(folder).moves == ("0 place t ARN-DUI", "0 place t ARN-DUI")


def test_garbage_in_a_pipe_is_answered_and_nothing_breaks(folder: Path) -> None:
    lines = ["save a\0b", "save ~nosuchuser/x", "load a\0b", "rules \0", "why \0", "moves (", "\udcff\udcfe", "x" * 5000,
             "t " * 60, "1 2 3", "-1", "³", "save " + "x" * 5000]
    data = "\n".join(lines).encode("utf-8", "surrogateescape")
    ran = subprocess.run(
        [sys.executable, "-m", "hansa", "play", *ARGUMENTS, "--bots", "random"], input=data, capture_output=True, timeout=600,
        cwd=folder.parent)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.count(b"cannot be the name of a file") + ran.stdout.count(b"zero byte") == 4
    assert kept(folder).moves == () and list(folder.parent.iterdir()) == [folder]


def test_the_game_may_have_a_file_of_its_own(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "own.jsonl"
    assert piped(*ARGUMENTS, "--bots", "random", "--out", str(path), lines="end\n").returncode == 0
    (record,), _ = read_records(path)
    assert record.moves[0] == "0 end" and not folder.exists()
    again = piped(*ARGUMENTS, "--out", str(path), lines="")
    assert (again.returncode, again.stderr.count("\n")) == (2, 1) and "exists already" in again.stderr
    back = piped("--continue", str(path), lines="undo\n")
    assert back.returncode == 0 and f"continue with: hansa play --continue {path}\n" in back.stdout
    assert read_records(path)[0][0].moves == ()


def test_a_game_begins_from_a_position(folder: Path, tmp_path: Path) -> None:
    """A state, or a record at a ply: the player to move sits here, and the game is kept, shown and
    continued like any other."""
    state, path = State.from_setup(SETUP, seed=3), tmp_path / "state.json"
    state.play("end")
    path.write_text(json.dumps(state.to_json()))
    ran = piped("--from", str(path), "--bots", "random", "--seed", "4", lines="place t arn-dui\n")
    assert ran.returncode == 0, ran.stderr
    record = kept(folder)
    assert record.start() == state and record.moves == (f"{state.turn} place t ARN-DUI",)
    (file,) = folder.glob("*.jsonl")
    own = tmp_path / "own.jsonl"
    ran = piped("--from", str(file), "--ply", "0", "--seat", "0", "--bots", "random", "--out", str(own), lines="")
    assert ran.returncode == 0 and read_records(own)[0][0].start() == state
    assert piped("--continue", str(own), lines="").returncode == 0
    assert f"seat {state.turn}" in subprocess.run(
        [sys.executable, "-m", "hansa", "show", str(file), "--ply", "0"], capture_output=True, text=True, check=True).stdout


def test_programs_of_a_foreign_record_are_not_run_unasked(folder: Path, tmp_path: Path) -> None:
    """A record is data; your own games, in their folder, continue without a question."""
    bot, sprung = tmp_path / "bot.py", tmp_path / "sprung"
    bot.write_text("from pathlib import Path\nfrom hansa.bots.bot import Bot\n"
                   f"Path({str(sprung)!r}).touch()\n"
                   "class First(Bot):\n    def choose(self, state):\n        return state.legal_moves[0]\n")
    foreign, own = tmp_path / "foreign.jsonl", folder / "own.jsonl"
    folder.mkdir()
    seats = (HUMAN, *[f"{bot}:First"] * (len(BOTS) - 1))
    for path in (foreign, own):
        append_record(path, Record(setup=SETUP, moves=(), end="interrupted", seats=seats, seed=5))
    ran = piped("--continue", str(foreign), lines="end\n")
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1) and not sprung.exists()
    assert ran.stderr.endswith(f"if you trust it, name its bots again: --bots {' '.join(seats[1:])}\n")
    assert piped("--continue", str(foreign), "--bots", *seats[1:], lines="end\n").returncode == 0 and sprung.exists()
    assert piped("--continue", str(own), lines="end\n").returncode == 0


def test_others_may_sit_down_to_a_game_that_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "bots.jsonl"
    append_record(path, Record(setup=SETUP, moves=("0 place t ARN-DUI",), end="interrupted", seats=BOTS, seed=5))
    ran = piped("--continue", str(path), lines="")
    assert ran.returncode == 2 and "no person plays in" in ran.stderr and "--seat 0" in ran.stderr
    assert piped("--continue", str(path), "--seat", "0", lines="end\n").returncode == 0
    (record,), _ = read_records(path)
    assert record.seats == (HUMAN, *BOTS[1:]) and record.moves[1] == "0 end"


def test_two_programs_do_not_write_over_each_other(folder: Path) -> None:
    with Terminal("play", *ARGUMENTS, "--bots", "random") as first:
        first.wait_for(ASKS)
        (path,) = folder.glob("*.jsonl")
        assert piped("--continue", str(path), lines="place t ARN-DUI\n").returncode == 0
        first.say("end", "the game is not kept: another program has changed")
    assert read_records(path)[0][0].moves == ("0 place t ARN-DUI",)


def test_a_bot_that_crashes_shows_its_own_traceback_and_ends_with_one_line(tmp_path: Path, folder: Path) -> None:
    (tmp_path / "bad.py").write_text(
        "from hansa.bots.bot import Bot\n"
        "class Crash(Bot):\n    def choose(self, state):\n        raise RuntimeError('no idea')\n"
    )
    ran = piped(*ARGUMENTS, "--bots", f"{tmp_path}/bad.py:Crash", lines="end\n")
    assert ran.returncode == 2 and ran.stderr.splitlines() == [
        "Traceback (most recent call last):", f'  File "{tmp_path}/bad.py", line 4, in choose',
        "    raise RuntimeError('no idea')", "RuntimeError: no idea",
        f"hansa: error: seat 1 ({tmp_path}/bad.py:Crash) has failed: RuntimeError: no idea (bad.py:4)",
    ]
    assert kept(folder).moves == ("0 end",)


@pytest.mark.parametrize(("line", "message"), [
    ("--bots gredy", "unknown bot 'gredy', did you mean 'greedy'?"),
    ("--bots mcts:sims=3", "bot 'mcts': unknown option 'sims'"),
    ("--bots greedy --strength club", "--bots and --strength exclude each other"),
    ("--players 3 --seat 3", "there is no seat 3; 3 play, so seats are 0 to 2"),
    ("--players 4 --bots greedy random", "2 bots for 3 free places of 4 players; give one for all, or 3"),
    ("--bots greedy greedy greedy greedy greedy greedy", "no board is for 7 players"),
    ("--board east --players 2", "board east is for 3 or 4 or 5 players"),
    ("--continue", "there is no game to continue in "),
    ("--continue /no/such/file", "/no/such/file: No such file or directory"),
    ("--from /no/such/file", "/no/such/file: No such file or directory"),
    ("--from x --board east", "--from and --board exclude each other"),
    ("--from -", "--from takes the name of a file"),
    ("--ply 3", "--number and --ply choose a position of --from FILE"),
    ("--continue x --from y", "--continue and --from exclude each other"),
    ("--continue x --board east", "--continue and --board exclude each other"),
    ("--seat x", "argument --seat: must be a whole number from 0, not 'x'"),
    ("--hint-seconds 0", "argument --hint-seconds: must be a number of seconds above 0"),
    ("--out /no/such/file", "/no/such/file: No such file or directory"),
])
def test_what_cannot_be_played_is_one_line(line: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", *line.split()]) == 2
    printed = capsys.readouterr()
    assert printed.err.startswith(f"hansa: error: {message}") and printed.err.count("\n") == 1


@pytest.mark.parametrize(("content", "message"), [
    ("", "holds no games; one game can be continued"), ("{}", "line 1: 'version' must be 1"), ("garbage", "no JSON"),
    (json.dumps({"version": 1, "setup": SETUP, "moves": ["0 fly"], "end": "interrupted", "seed": 1}), "ply 0"),
])
def test_a_file_that_is_no_game_is_refused(
    content: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(content)
    assert main(["play", "--continue", str(path)]) == 2
    assert message in capsys.readouterr().err
    assert path.read_text() == content


def test_people_choose_a_colour_and_how_strong_the_ai_is(folder: Path) -> None:
    ran = piped(*ARGUMENTS, "--seat", "Green", "--strength", "novice", lines="quit\n")
    assert ran.returncode == 0 and "at the table: Red (AI, novice), Green (you), Blue (AI, novice)" in ran.stdout
    assert kept(folder).seats == ("mcts:strength=novice", HUMAN, "mcts:strength=novice")
    assert "seat " not in ran.stdout and "strength=" not in ran.stdout


@pytest.mark.parametrize("word", ["quit", "q", "exit", "Exit"])
def test_whoever_wants_to_leave_may(word: str, folder: Path) -> None:
    ran = piped(*ARGUMENTS, "--bots", "random", lines=f"{word}\nend\n")
    assert ran.returncode == 0 and kept(folder).moves == ()
