"""`hansa watch`, `hansa analyse` and `hansa review` as people and programs call them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from hansa import State
from hansa.cli.keyboard import Keyboard
from hansa.cli.screen import Screen
from hansa.cli.watch import FASTER, Show, Watching, in_words
from hansa.phrases import NOTHING
from hansa.record import append_record, play_random, read_records
from hansa.review import Judgement, Way
from hansa.review_file import review_path
from hansa.table.session import Session
from tests.commands import error_line, output
from tests.terminal import Terminal
from tests.warm import ran

GAME = play_random({"board": "hansa-23", "players": 3}, seed=11, limit=30)
POINTS = {"total", "prestige", "abilities", "markers", "special", "cities", "network", "missions", "countries"}


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a random game that was cut off, and a game of bots that is over."""
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    append_record(path, GAME)
    session = Session({"board": "hansa-23", "players": 3}, ("prestige", "network", "markers"), seed=5)
    while not session.state.over:
        session.step()
    append_record(path, session.record())
    return path


# --- watch --------------------------------------------------------------------------------------

def test_watching_through_a_pipe_tells_every_move(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "watch", str(games), "--number", "2")
    (_, record), _ = read_records(games)
    told = re.findall(r"^ *(\d+) (?:(?:Red|Green|Blue) \(\w+\)|chance) [a-z]+s ", text, re.MULTILINE)
    assert [int(ply) for ply in told] == list(range(len(record.moves)))
    assert "the game is over" in text and text.count("HAM") == 2, "the board at the start and at the end"
    assert "\x1b" not in text


def test_bots_are_watched_and_recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "out.jsonl"
    text = output(capsys, "watch", "--bots", "prestige", "network", "--seed", "5", "--players", "2", "--out", str(path))
    assert f"the record is in {path}" in text
    (record,), _ = read_records(path)
    assert record.seats == ("prestige", "network") and record.verify().over


def test_watching_on_a_terminal_steps_pauses_and_goes_back(games: Path) -> None:
    with Terminal("watch", str(games), "--number", "2", "--ply", "20", "--speed", "50") as terminal:
        terminal.wait_for(r"ply 2[2-9], 50.0 moves a second")
        terminal.type(" ", end="")
        paused = re.search(r"ply (\d+), paused", terminal.wait_for(r"ply \d+, paused"))
        assert paused
        ply = int(paused[1])
        terminal.type("n", end="")
        terminal.wait_for(rf"\n +{ply} ((Red|Green|Blue) \(|chance)[^$]*ply {ply + 1}, paused")
        terminal.type("b", end="")
        terminal.wait_for(f"ply {ply}, paused")
        terminal.type("\x1b[C", end="")
        terminal.wait_for(f"ply {ply + 1}, paused")
        terminal.type("-", end="")
        terminal.wait_for(f"ply {ply + 1}, paused")
        terminal.type(" ", end="")
        terminal.wait_for(rf"ply {ply + 2}, 33.3 moves a second")
        terminal.type("+", end="")
        terminal.wait_for(r"50.0 moves a second")
        terminal.type("q", end="")
        assert terminal.end() == 0


ALL_KEYS = r"space pauses, arrows step, PgUp PgDn by turns, m M to mistakes, Home, End,\s+\+ -\s+speed, q quits"


def test_all_keys_are_told_in_the_last_line_or_when_asked_for(games: Path) -> None:
    with Terminal("watch", str(games), "--speed", "0.1", columns=140, lines=24) as terminal:
        terminal.wait_for(rf"ply \d+, .* \| {ALL_KEYS}")
        terminal.type("q", end="")
        assert terminal.end() == 0
    with Terminal("watch", str(games), "--speed", "0.1", columns=80, lines=24) as terminal:
        terminal.wait_for(r"ply \d+, .* \| space pauses, arrows step, \? all keys, q quits")
        terminal.type("?", end="")
        terminal.wait_for(rf"{ALL_KEYS}\nply \d+, .* \| space pauses")
        terminal.type("q", end="")
        assert terminal.end() == 0


@pytest.mark.parametrize("players", [2, 5])
def test_watching_fits_the_screen(players: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The map was once cut off at 80x24: nothing may scroll."""
    monkeypatch.setattr(Screen, "width", 80)
    monkeypatch.setattr(Screen, "height", 24)
    board = "hansa-23" if players == 2 else "britannia-45"
    session = Session({"board": board, "players": players}, ["prestige"] * players, seed=1)
    show = Show(["prestige"] * players, [session.state], [], [], session)
    Watching(show, Screen(plain=True), Keyboard(0), speed=1.0, ply=6).draw()
    shown = capsys.readouterr().out
    assert shown.count("\n") == 23 and shown.splitlines()[0].startswith("turn ") and "ply 6" in shown.splitlines()[-1]


def test_every_key_leads_to_its_ply(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a game whose turns begin at known plies, seen from the middle of the third."""
    session = Session({"board": "hansa-23", "players": 2}, ["prestige"] * 2, seed=1)
    while session.state.turns < 6:
        session.step()
    states = [session.position(ply) for ply in range(session.plies + 1)]
    turns = [state.turns for state in states]
    begins = [turns.index(turn) for turn in range(6)]
    middle, last = begins[2] + 1, len(states) - 1
    assert turns[middle] == 2 and begins[2] > 1
    moves = [entry.move for entry in session.happened]
    show = Show(["prestige"] * 2, states, moves, [in_words(0, NOTHING, []) for _ in moves], None)
    show.mistakes = [begins[1], begins[4]]
    monkeypatch.setattr(Watching, "draw", lambda self: None)
    reached = {}
    for key in ("n", "\r", "\n", "right", "b", "left", "t", "page down", "T", "page up", "home", "end", "m", "M", "x"):
        watching = Watching(show, Screen(plain=True), Keyboard(0), speed=1.0, ply=middle)
        watching.obey(key)
        assert watching.paused == (key != "x") and not watching.done
        reached[key] = watching.ply
    assert reached == {
        **dict.fromkeys(("n", "\r", "\n", "right"), middle + 1), **dict.fromkeys(("b", "left"), middle - 1),
        **dict.fromkeys(("t", "page down"), begins[3]), **dict.fromkeys(("T", "page up"), begins[2]),
        "home": 0, "end": last, "m": begins[4], "M": begins[1], "x": middle}


def test_keys_of_the_film_pause_hurry_and_end_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Watching, "draw", lambda self: None)
    show = Show([], [State.new(seed=1)], [], [], None)
    for key, facts in {
        " ": (True, 1.0, False), "p": (True, 1.0, False), "+": (False, FASTER, False), "-": (False, 1 / FASTER, False),
        "q": (False, 1.0, True), "\x1b": (False, 1.0, True), "\x04": (False, 1.0, True),
    }.items():
        watching = Watching(show, Screen(plain=True), Keyboard(0), speed=1.0, ply=0)
        watching.obey(key)
        assert (watching.paused, watching.speed, watching.done) == facts, key
        watching.obey(" ")
        assert watching.paused != facts[0]


def test_watching_ends_with_the_end_and_clean_with_ctrl_c(games: Path) -> None:
    (_, record), _ = read_records(games)
    with Terminal("watch", str(games), "--number", "2", "--ply", str(len(record.moves) - 2), "--speed", "50") as terminal:
        terminal.wait_for(f"ply {len(record.moves)}, the end")
        terminal.interrupt()
        assert terminal.end() == 130 and "Traceback" not in terminal.shown


def test_bots_on_a_terminal_play_as_they_are_watched() -> None:
    with Terminal("watch", "--bots", "prestige", "--players", "3", "--speed", "0.1", "--seed", "1") as terminal:
        terminal.wait_for("ply 0, 0.1 moves a second")
        for ply in (1, 2, 3):
            terminal.type("n", end="")
            terminal.wait_for(f"ply {ply}, paused")
        terminal.type("b", end="")
        terminal.wait_for("ply 2, paused")
        terminal.type("q", end="")
        assert terminal.end() == 0


def test_keys_that_come_at_once_are_all_obeyed(games: Path) -> None:
    """Whoever held an arrow down had several in one read, and the Escape of them left."""
    with Terminal("watch", str(games), "--speed", "0.05", lines=24) as terminal:
        terminal.wait_for("ply 0, ")
        terminal.type("\x1b[C\x1b[C\x1b[C\x1b[15~", end="")
        terminal.wait_for("ply 3, paused")
        terminal.type("\x1b[D q", end="")
        assert terminal.end() == 0 and "ply 2, " in terminal.shown


def test_watching_goes_by_turns_and_mistakes_and_to_both_ends(games: Path, tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    (_, record), _ = read_records(games)
    append_record(path, record)
    states = [step.state for step in record.steps()]
    turns = [state.to_json()["turns"] for state in states]
    second, third = turns.index(1), turns.index(2)
    wrong = next(ply for ply in range(third, 99) if isinstance(states[ply].to_move, int) and len(states[ply].legal_moves) > 1)
    seat, _, move = record.moves[wrong].partition(" ")
    played, best = (Way(text, values, (), ()) for text, values in ((move, (0.1, 0.1, 0.1)), ("end", (0.9, 0.9, 0.9))))
    judged = Judgement(wrong, int(seat), len(states[wrong].legal_moves), played, best)
    review_path(path).write_text(json.dumps({"key": "k"} | judged.to_json()) + "\n")
    with Terminal("watch", str(path), "--speed", "0.05", lines=24) as terminal:
        terminal.wait_for("ply 0, 0.1 moves")
        for key, ply in (
            ("\x1b[6~", second), ("t", third), ("\x1b[5~", second), ("m", wrong), ("\x1b[F", len(record.moves)),
            ("M", wrong), ("\x1b[1~", 0), ("\x1bOF", len(record.moves)), ("\x1b[H", 0),
        ):
            terminal.type(key, end="")
            terminal.wait_for(rf"ply {ply}, (paused|the end) \| space")
        terminal.type("M", end="")
        terminal.wait_for("ply 0, paused . no other mistake")
        terminal.type("q", end="")
        assert terminal.end() == 0


# --- analyse ------------------------------------------------------------------------------------

def test_analysis_as_json_has_the_form_of_moves_md(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (_, record), _ = read_records(games)
    ply = next(ply for ply, state, _ in record.steps() if ply >= 100 and len(state.legal_moves) > 20)
    state = record.replay(ply)
    found = json.loads(output(
        capsys, "analyse", str(games), "--number", "2", "--ply", str(ply), "--simulations", "300", "--lines", "3", "--json",
        "--threads", "1"))
    assert found.keys() == {
        "version", "to_move", "move", "values", "points", "lines", "simulations", "seconds", "positions", "proven"}
    assert found["to_move"] == state.to_move and found["simulations"] == 300
    assert len(found["lines"]) == 3 and found["lines"][0]["move"] == found["move"]
    assert [line["visits"] for line in found["lines"]] == sorted((line["visits"] for line in found["lines"]), reverse=True)
    for line in [found, *found["lines"]]:
        assert line["move"] in state.legal_moves
        assert len(line["values"]) == 3 and sum(line["values"]) == pytest.approx(1, abs=0.01)
        assert len(line["points"]) == 3 and all(row.keys() == POINTS for row in line["points"])
    for line in found["lines"]:
        assert line["variation"][0] == f"{state.to_move} {line['move']}" and 0 <= line["prior"] <= 1
        after = state.copy()
        for text in line["variation"]:
            mover, _, move = text.partition(" ")
            assert mover == str(after.to_move)
            after.play(move)


def test_analysis_for_people(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "analyse", str(games), "--ply", "20", "--simulations", "200", "--lines", "4")
    assert "HAM" in text and "\x1b" not in text
    assert len(re.findall(r"^ \d +\d+ ( +\d+%){3} +[\d.]+%  (?:Red|Green|Blue): ", text, re.MULTILINE)) == 4
    # The last line is a command with a path
    assert max(map(len, text.splitlines()[:-1])) <= 80
    brief = output(capsys, "analyse", str(games), "--ply", "20", "--simulations", "200", "--brief")
    assert "HAM " not in brief.split("line")[0]


def test_the_last_line_of_an_analysis_is_the_next_command(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("analyse", str(games), "--ply", "20", "--simulations", "10", "--threads", "1")
    last = output(capsys, *words).splitlines()[-1]
    assert last == f"play on from here: hansa play --from {games} --ply 20"
    assert "hansa play" not in output(capsys, *words, "--brief") and "hansa play" not in output(capsys, *words, "--json")


def test_a_piped_state_is_analysed() -> None:
    start = json.dumps(State.new(board="east", players=3, seed=1).to_json())
    done = ran("analyse", "-", "--simulations", "50", "--json", typed=start)
    assert done.returncode == 0 and json.loads(done.stdout)["to_move"] == 0


def test_analysis_is_live_on_a_terminal_and_ctrl_c_ends_it_with_what_was_found(games: Path) -> None:
    def simulations() -> int:
        """What the next picture counts."""
        return int(re.findall(r"([\d,]+) simulations in", terminal.wait_for(r"simulations in [\d.]+ s"))[-1].replace(",", ""))

    with Terminal("analyse", str(games), "--ply", "20", "--seconds", "600", "--threads", "1") as terminal:
        first = simulations()
        assert first > 0
        while simulations() <= first:
            pass            # until there is no next picture, which fails
        terminal.interrupt()
        assert terminal.end() == 0 and "Traceback" not in terminal.shown


# --- review -------------------------------------------------------------------------------------

def test_review_for_people_names_the_mistakes_and_why(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "review", str(games), "--number", "2", "--simulations", "10", "--worst", "2")
    assert text.startswith("game 2 (game-5) of 2, ")
    assert len(re.findall(r"^(?:Red|Green|Blue) \((?:prestige|network|markers)\) +[\d.]+%( +\d+){7}$", text, re.MULTILINE)) == 3
    named = r"^ply \d+, (?:Red|Green|Blue) \(\w+\): (blunder|mistake|inaccuracy), -[\d.]+% \([\d.]+ to [\d.]+\): "
    assert len(re.findall(named, text, re.MULTILINE)) == 2
    for line in (r"^  better: (?:Red|Green|Blue): ", r"^  why: it \w+"):
        assert len(re.findall(line, text, re.MULTILINE)) == 2
    *lines, last = text.splitlines()
    assert last == f"watch the mistakes, with the keys m and M: hansa watch {games} --number 2"
    # As wide as its names in a pipe; a terminal moves its columns together.
    table = lines[2:6]
    assert table[0].startswith("player ") and max(len(line) for line in lines if line not in table) <= 80
    assert review_path(games).exists()
    assert output(capsys, "review", str(games), "--number", "2", "--simulations", "10", "--worst", "2") == text


def test_review_as_json(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(output(capsys, "review", str(games), "--simulations", "40", "--json"))
    assert found.keys() == {
        "version", "game", "id", "players", "plies", "seats", "values", "mistakes", "uncertain", "decisions"}
    assert (found["game"], found["players"], found["plies"]) == (1, 3, len(GAME.moves))
    for judged in found["decisions"]:
        assert judged.keys() == {
            "ply", "seat", "choices", "loss", "verdict", "why", "difficulty", "interval", "looks", "proven", "played", "best"}
        for way in (judged["played"], judged["best"]):
            assert way.keys() == {"move", "values", "points", "variation"}
        assert f"{judged['seat']} {judged['played']['move']}" == GAME.moves[judged["ply"]]
    plies = {judged["ply"] for judged in found["decisions"]}
    assert set(found["mistakes"]) <= plies and [ply for ply, _ in found["values"]] == sorted(plies)


def test_a_review_goes_on_where_ctrl_c_ended_it(games: Path) -> None:
    arguments = ("review", str(games), "--number", "2", "--simulations", "3000", "--threads", "1")
    with Terminal(*arguments) as terminal:
        terminal.wait_for(r"looking at decisions .* [1-9]\d*/\d+")
        terminal.interrupt()
        assert terminal.end() == 130
        assert "the same command continues" in terminal.shown and "Traceback" not in terminal.shown
    done = len(review_path(games).read_bytes().splitlines())
    with Terminal(*arguments) as terminal:
        begun = terminal.wait_for(r"looking at decisions .* (\d+)/\d+")
        match = re.search(r"(\d+)/\d+$", begun)
        assert match and int(match[1]) > 0 and done > 0


def test_a_review_of_standard_input_is_kept_nowhere(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(games.parent)
    done = ran("review", "-", "--simulations", "10", "--json", typed=games.read_text().splitlines()[0])
    assert done.returncode == 0 and json.loads(done.stdout)["players"] == 3
    assert not (games.parent / "-.review").exists()


# --- mistakes -----------------------------------------------------------------------------------

@pytest.mark.parametrize(("line", "message"), [
    ("watch", "watch what? give a record, or bots"),
    ("watch GAMES --bots greedy", "a record and --bots exclude each other"),
    ("watch GAMES --ply 9999", "there is no ply 9999"),
    ("watch GAMES --number 3", "there is no game 3"),
    ("watch --bots greedy --number 2", "--number is for records"),
    ("watch --bots gredy --players 3", "unknown bot 'gredy', did you mean 'greedy'?"),
    ("watch --bots greedy random --players 3", "2 bots for 3 free places"),
    ("watch GAMES --speed 0", "argument --speed: must be a number of moves a second above 0, not '0'"),
    ("watch /no/such/file", "/no/such/file: No such file or directory"),
    ("analyse GAMES --number 2", "the game is over"),
    ("analyse GAMES --ply 31", "there is no ply 31"),
    ("analyse GAMES --lines 0", "argument --lines: must be 1 or more"),
    ("analyse GAMES --simulations 0", "argument --simulations: must be 1 or more"),
    ("analyse GAMES --threads 65", "argument --threads: must be from 1 to 64, not 65"),
    ("analyse /no/such/file", "/no/such/file: No such file or directory"),
    ("review", "the following arguments are required: RECORD"),
    ("review GAMES --number 3", "there is no game 3"),
    ("review GAMES --seconds soon", "argument --seconds: must be a number of seconds above 0, not 'soon'"),
    ("review /no/such/file", "/no/such/file: No such file or directory"),
])
def test_what_cannot_be_done_is_one_line(
    line: str, message: str, games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert error_line(capsys, *line.replace("GAMES", str(games)).split()).startswith(message)
