"""The commands as people use them: help, names, errors in one line, exit codes, pipes and files."""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from engine_c import build
from hansa import State, __version__
from hansa.bench import all_setups, game_signature, measure, signature
from hansa.boards import BOARD_NAMES
from hansa.bots.ladder import LADDER, elo_of
from hansa.bots.registry import BOTS, Parameter, parameters
from hansa.cli import COMMANDS, main
from hansa.cli.bots import may_be
from hansa.games import GAMES, board_entries
from hansa.record import append_record, play_random
from hansa.strengths import STRENGTHS
from tests.commands import error_line, output

ROOT = Path(__file__).parents[1]
NAMES = list(COMMANDS)
GAME = play_random({"board": "hansa-45", "players": 4}, seed=3, limit=120, kind_first=True)


def hansa(*arguments: str, given: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The command as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "hansa", *arguments], cwd=ROOT, input=given, capture_output=True, timeout=600,
        env={**os.environ, **environment},
    )


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A file with two games."""
    path = tmp_path / "games.jsonl"
    append_record(path, GAME)
    append_record(path, play_random({"board": "east", "players": 3}, seed=4, limit=50))
    return path


# --- help ---------------------------------------------------------------------------------------

def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "--help")
    assert all(f"\n    {name}" in text for name in NAMES)
    assert text == output(capsys) == output(capsys, "help")
    assert output(capsys, "help", "perft") == output(capsys, "perft", "--help")


@pytest.mark.parametrize("name", NAMES)
def test_help_of_a_command_teaches(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, name, "--help")
    assert f"\nexamples:\n  {'echo' if name == 'engine' else ''}" in text
    assert f"hansa {name}" in text.partition("examples:")[2]
    assert "Read on: " in text


@pytest.mark.parametrize("name", NAMES)
def test_help_fits_the_terminal(name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    # What is to be copied is not broken
    before, _, after = output(capsys, name, "--help").partition("examples:")
    for line in (*before.splitlines(), *after.partition("Read on:")[2].splitlines()):
        assert len(line) <= 80, line


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    version, engine, python = output(capsys, "--version").splitlines()
    assert version == f"hansa {__version__}"
    assert re.fullmatch(rf"engine: {build.BUILD} build for \S.*, compiler {re.escape(build.COMPILER)}", engine)
    assert (build.PROCESSOR or f"any {platform.machine()}") in engine
    assert python == f"Python CPython {platform.python_version()}, {platform.system()} {platform.machine()}"


def test_the_build_is_known() -> None:
    assert build.BUILD in ("release", "debug", "sanitize")
    assert build.PROCESSOR or platform.machine() not in ("x86_64", "AMD64")


# --- errors -------------------------------------------------------------------------------------

@pytest.mark.parametrize(("line", "message"), [
    ("prft", "unknown command 'prft'; did you mean 'perft'?"),
    ("--nope", "unknown argument '--nope'"),
    ("new --board hnasa", "unknown board 'hnasa'; did you mean 'hansa-45'?"),
    ("new --board hansa", "board 'hansa' could be hansa-23 or hansa-45"),
    ("new --boad east", "unknown argument '--boad'; did you mean '--board'? (see 'hansa new --help')"),
    ("new --edition big --modules quests", "unknown module 'quests'; known are missions, favours"),
    ("new --edition clasic", "unknown edition 'clasic'; did you mean 'classic'?"),
    ("new --players 7", "no board is for 7 players"),
    ("new --board east --players 2", "board east is for 3 or 4 or 5 players, not 2 [T4]"),
    ("new --board east --modules missions", "modules are for 3 to 5 players on the Hansa boards"),
    ("new --players x", "argument --players: must be a whole number from 0, not 'x' (see 'hansa new --help')"),
    ("new extra", "unknown argument 'extra' (see 'hansa new --help')"),
    ("new --draw --setup", "argument --setup: not allowed with argument --draw"),
    ("perft --depth 9", "--depth 9 would never end; 8 is the most"),
    ("perft --setup x --board east", "a setup file and --board exclude each other"),
    ("perft --state x --seed 1", "--state and --seed exclude each other"),
    ("show", "the following arguments are required: RECORD (see 'hansa show --help')"),
    ("show x --game 3", "--game is which game is played; which game of a file is --number N (see 'hansa show --help')"),
    ("analyse x --game 3", "--game is which game is played; which game of a file is --number N"),
    ("review x --game=3", "--game is which game is played; which game of a file is --number N"),
    ("play --game 3", "--game is which game is played, teutonica or hansa2004; a game of a file is --number 3"),
    ("watch --game 3 --bots random", "--game is which game is played, teutonica or hansa2004; a game of a file is --number 3"),
    ("show x --numbr 3", "unknown argument '--numbr'; did you mean '--number'?"),
    ("check x --positions 0", "argument --positions: must be 1 or more"),
    ("show /no/such/file", "/no/such/file: No such file or directory"),
    ("replay /", "/: Is a directory"),
    ("bench --seconds 0", "argument --seconds: must be a number of seconds above 0, not '0'"),
    ("completion tcsh", "unknown shell 'tcsh'; known are bash, zsh, fish"),
    ("random --limit 2 --out /no/such/file", "/no/such/file: No such file or directory"),
])
def test_errors_are_one_line_that_helps(line: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert error_line(capsys, *line.split()).startswith(message)


@pytest.mark.parametrize(("content", "message"), [
    (b"", "FILE holds no game, no state and no setup"),
    (b"[]", "FILE: line 1: a record is a JSON object"),
    (b"what\n", "FILE: line 1: no JSON"),
    (b'{"desks": []}', "impossible state"),
    (b'{"board": "x"}', "unknown board 'x'"),
    (b'{"a": 1}', "unknown member 'a' in the setup"),
    (b'{"phase": "turn"}', "impossible state"),
    (b'{"moves": []}', "FILE: line 1: 'version' must be 1"),
    (b"[" * 100_000, "FILE: line 1: nested deeper"),
    (b"hello", "FILE: line 1: no JSON"),
    (b'\xef\xbb\xbf[]', "FILE: line 1: a record is a JSON object"),
])
def test_bad_files_are_one_line_too(
    content: bytes, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    main(["show", str(path)])
    error = capsys.readouterr().err.splitlines()[-1]
    assert error.startswith("hansa: error: " + message.replace("FILE", str(path)))


def test_a_mistake_in_a_state_is_shown_where_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, lines = tmp_path / "state.json", output(capsys, "new", "--board", "east", "--seed", "7").split("\n")
    assert lines[7].endswith(",")
    lines[7] = lines[7][:-1]
    path.write_text("\n".join(lines))
    for command in ("show", "analyse"):
        assert error_line(capsys, command, str(path)) == f"{path}: no JSON: a comma is missing at line 8, column 15"


def test_a_setup_file_and_seed_agree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "setup.json"
    path.write_text('{"board": "east", "players": 3, "seed": 7}')
    start = State.new(board="east", players=3, seed=7)
    assert State.from_json(output(capsys, "new", "--from", str(path), "--seed", "7")) == start
    for command in (("new", "--from"), ("perft", "--setup"), ("random", "--setup"), ("play", "--setup")):
        assert error_line(capsys, *command, str(path), "--seed", "5") == "two seeds: 5 beside the setup, 7 in it"


def test_errors_have_their_exit_code_in_the_shell() -> None:
    found = hansa("perft", "--state", "-", given=b"{]")
    assert (found.returncode, found.stdout) == (2, b"")
    assert found.stderr.startswith(b"hansa: error: standard input: no JSON") and found.stderr.count(b"\n") == 1


# --- names --------------------------------------------------------------------------------------

@pytest.mark.parametrize(("line", "board", "players"), [
    ("", "hansa-45", 4), ("--players 3", "hansa-23", 3), ("--board e", "east", 4), ("--board hansa-2", "hansa-23", 2),
    ("--board hansa --players 5", "hansa-45", 5), ("--board BRIT --players 3", "britannia-3", 3),
])
def test_names_may_be_short(line: str, board: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    setup = json.loads(output(capsys, "new", "--setup", *line.split()))
    assert (setup["board"], setup["players"]) == (board, players)


def test_commands_editions_and_modules_may_be_short(capsys: pytest.CaptureFixture[str]) -> None:
    setup = json.loads(output(capsys, "ne", "--setup", "--edition", "classic-", "--modules", "fav,mis"))
    assert (setup["edition"], setup["modules"]) == ("classic-16", ["missions", "favours"])


# --- the commands -------------------------------------------------------------------------------

def test_new_prints_a_state_that_can_be_read_back(capsys: pytest.CaptureFixture[str]) -> None:
    start = State.new(board="east", players=3, seed=7)
    assert State.from_json(output(capsys, "new", "--board", "east", "--players", "3", "--seed", "7")) == start
    assert output(capsys, "new", "--board", "east", "--players", "3", "--seed", "7", "--draw") == f"{start}\n"


def test_a_setup_goes_from_command_to_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "setup.json"
    path.write_text(output(capsys, "new", "--setup", "--seed", "5", "--modules", "missions"))
    start = State.new(board="hansa-45", players=4, modules=["missions"], seed=5)
    assert State.from_json(output(capsys, "new", "--from", str(path))) == start
    assert output(capsys, "show", str(path)) == f"{start}\n"
    assert f"= {start.perft(2)} " in output(capsys, "perft", "--setup", str(path), "--depth", "2")


def test_bots_lists_everybody_with_an_idea(capsys: pytest.CaptureFixture[str]) -> None:
    listed = json.loads(output(capsys, "bots", "--json"))
    assert [bot["name"] for bot in listed] == list(BOTS)
    text = output(capsys, "bots")
    for bot in listed:
        assert bot["idea"] and bot["idea"] in " ".join(text.split())
        assert text.index(f"for {bot['game'] or 'every game'}:") < text.index(f"\n  {bot['name']} ")
        rung = elo_of(bot["name"])
        assert bot["elo"] == (rung.elo if rung else None)
    listing = [line for line in text.splitlines() if line.startswith("  ")]
    assert {line[2:13].strip() for line in listing} == {"", *BOTS}, "ideas stand beside the names, however long they are"
    assert max(map(len, text.splitlines())) <= 80


def test_bots_of_a_name_lists_its_options(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "bots", "mc")
    assert text.startswith("mcts: Monte Carlo tree search") and "plays every game\n" in text
    assert "level=1" not in output(capsys, "bots", "maxn")
    assert "\nlevel        1 to 10 (none)              a weaker player" in text
    assert "\nsimulations  1 or more (none)            simulations per decision" in text
    assert "\nleaf         evaluation, playout, uniform (playout)\n" in text
    assert "\nfirst_play   -1,000 to 1,000 (0.02) " in text and "\nplays teutonica\n" in output(capsys, "bots", "markers")
    assert text.endswith("to play against it: hansa play --bots mcts:strength=master\n")
    ladder = text.partition("Elo with four players")[2]
    for what in (*(f"level={number}" for number in range(1, 11)), *(f"strength={name}" for name in STRENGTHS)):
        rung = elo_of(f"mcts:{what}")
        assert rung is not None and re.search(rf"\n{what} +{re.escape(rung.text)} +{re.escape(rung.interval)}  \w", ladder)
    for parameter in parameters("mcts"):
        assert f"\n{parameter.name} " in text and parameter.help in " ".join(text.split())
    assert main(["bots", "mcts:level=99"]) == 2
    assert "level=99 is out of bounds; level is from 1 to 10" in capsys.readouterr().err
    path = tmp_path / "mine.py"
    path.write_text("from hansa.bots.bot import Bot, Options\nclass O(Options):\n    eager: bool = True\n"
                    "class A(Bot):\n    'Plays the first.'\n    options_class = O\n"
                    "    def choose(self, state):\n        return 1\n")
    text = output(capsys, "bots", f"{path}:A")
    assert " ".join(text.split()).startswith(f"{path}:A: Plays the first. plays every game")
    (described,) = json.loads(output(capsys, "bots", f"{path}:A", "--json"))
    assert described["idea"] == "Plays the first." and described["options"][1]["default"] is True
    assert "\neager        true or false (true)\n" in text and text.endswith(":A:eager=true\n")
    assert error_line(capsys, "bots", "marker5") == "unknown bot 'marker5'; did you mean 'markers'?"


def test_the_ladder_is_the_one_that_results_documents() -> None:
    """A rating that nobody can look up, or another one than the command prints, helps nobody."""
    ratings = [rung.elo for rung in LADDER]
    assert ratings == sorted(ratings) and len({rung.spec for rung in LADDER}) == len(LADDER)
    results = (Path(__file__).parents[1] / "RESULTS.md").read_text(encoding="utf-8")
    table = results.partition("\n### Levels\n")[2].partition("\n### ")[0]
    rows = re.findall(r"^\| `([^`]+)` \| ([+-][\d,]+) \| ([\d?–-]+) \|", table, re.MULTILINE)
    assert [(spec, int(elo.replace(",", ""))) for spec, elo, _ in rows] == [(rung.spec, rung.elo) for rung in LADDER]
    assert [interval.replace("–", "-") for *_, interval in rows] == [rung.interval for rung in LADDER]


def test_a_program_is_listed_with_its_own_options(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "own.py"
    path.write_text("import json\nfor line in iter(input, ''):\n    asked = json.loads(line)\n"
                    "    if asked['cmd'] == 'quit':\n        break\n"
                    "    print(json.dumps({'id': asked['id'], 'version': 1, 'options': ["
                    "{'name': 'eager', 'type': 'int', 'default': 90}]}), flush=True)\n")
    spec = f"exec:{sys.executable} {path}"
    text = output(capsys, "bots", spec)
    assert "\noptions of the program itself, for set:\neager        int (90)\n" in text
    assert text.endswith(f"hansa play --bots '{spec}'\n"), "as a shell takes it"
    path.write_text(path.read_text().replace("{'name': 'eager', 'type': 'int', 'default': 90}", ""))
    assert "\n\nthe program has no options of its own\n\n" in output(capsys, "bots", spec)
    path.write_text("")
    assert error_line(capsys, "bots", spec) == (
        f"{spec}: it ended with exit code 0; see: hansa check '{sys.executable} {path}'")


@pytest.mark.parametrize(("kind", "low", "high", "choices", "words"), [
    ("int", None, None, (), "a whole number"), ("float | None", None, None, (), "a number"), ("odd", None, None, (), "odd"),
    ("bool", None, None, (), "true or false"), ("str | None", None, None, (), "a text"), ("int", 0, None, (), "0 or more"),
    ("float", None, 12345.5, (), "at most 12,345.5"), ("int", 1, 1000, (), "1 to 1,000"),
    ("str", None, None, ("a", "b"), "a, b"),
])
def test_what_an_option_may_be(kind: str, low: float | None, high: float | None, choices: tuple[str, ...], words: str) -> None:
    assert may_be(Parameter("any", kind, None, "", low, high, choices, local=False)) == words


def test_perft(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    facts = json.loads(output(capsys, "perft", "--json", "--divide", "--depth", "3"))
    assert facts["nodes"] == sum(facts["divide"].values()) == 15608
    assert set(facts) == {"depth", "nodes", "seconds", "nodes_per_second", "divide"}
    path = tmp_path / "state.json"
    path.write_text(json.dumps(GAME.replay(60).to_json()))
    assert f"perft(2) = {GAME.replay(60).perft(2)} " in output(capsys, "perft", "--state", str(path), "--depth", "2")


def test_show_draws_any_position(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "show", str(games), "--ply", "40")
    around = f"last move: {GAME.moves[39]}; next: {GAME.moves[40]}"
    assert text.startswith(f"game 1 (kind-first-3) of 2, ply 40 of 120; {around}")
    assert str(GAME.replay(40)) in text
    assert "ply 50 of 50; last move" in output(capsys, "show", str(games), "--number", "2")
    assert json.loads(output(capsys, "show", str(games), "--ply", "7", "--json")) == GAME.replay(7).to_json()
    assert error_line(capsys, "show", str(games), "--number", "3").startswith("there is no game 3")
    assert error_line(capsys, "show", str(games), "--ply", "121") == "there is no ply 121; game 1 has 120 moves"


def test_replay_verifies(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert output(capsys, "replay", str(games)).splitlines() == [
        "game 1 (kind-first-3): ok, 120 moves, end moves, points " + totals(GAME.result),
        "game 2 (random-4): ok, 50 moves, end moves, points 0 0 0", "2 games verified",
    ]


def totals(result: Any) -> str:
    return " ".join(str(score["total"]) for score in result["scores"])


def test_replay_fails_with_exit_code_1(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games.write_text(games.read_text().replace(GAME.moves[30], "0 place t XXX-YYY"))
    text = output(capsys, "replay", str(games), code=1)
    assert "game 1 (kind-first-3): FAILED: ply " in text and text.endswith("1 of 2 games failed\n")
    first, second = map(json.loads, output(capsys, "replay", str(games), "--json", code=1).splitlines())
    assert not first["ok"] and "ply" in first["error"]
    assert second["ok"] and second["totals"] == [0, 0, 0]


@pytest.mark.parametrize("what", ["end", "result"])
def test_replay_checks_how_a_game_ended(what: str, games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = map(json.loads, games.read_text().splitlines())
    if what == "end":
        first["end"] = "prestige"
    else:
        first["result"]["scores"][0]["total"] += 1
    games.write_text("".join(json.dumps(record) + "\n" for record in (first, second)))
    text = output(capsys, "replay", str(games), code=1)
    assert "game 1 (kind-first-3): FAILED: " in text and text.endswith("1 of 2 games failed\n")


def test_a_torn_record_is_read_up_to_the_last_whole_line(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games.write_bytes(games.read_bytes()[:-40])
    assert main(["replay", str(games)]) == 0
    printed = capsys.readouterr()
    assert printed.out.endswith("1 game verified\n")
    assert printed.err == f"hansa: warning: {games}: read 1 record; line 2 is cut off and was left out\n"


def test_random_prints_and_keeps_a_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "out.jsonl"
    text = output(capsys, "random", "--seed", "3", "--limit", "120", "--out", str(path))
    assert text.startswith("hansa-45, 4 players, bigbox, seed 3\n   1. Red: ")
    assert "cut off after 120 moves\nplayer  rank  total" in text
    for move in GAME.moves:
        assert move.partition(" ")[2] in text
    assert json.loads(path.read_text())["moves"] == list(GAME.moves)
    record = json.loads(output(capsys, "random", "--seed", "3", "--limit", "9", "--uniform", "--json"))
    assert (record["seats"][0], len(record["moves"])) == ("random", 9)


def test_commands_make_a_pipe() -> None:
    played = hansa("random", "--json", "--seed", "2", "--to-the-end")
    assert b" verified" in hansa("replay", "-", given=played.stdout).stdout
    shown = hansa("show", "-", "--ply", "33", given=played.stdout)
    assert shown.returncode == 0 and "Lübeck".encode() in shown.stdout


# --- bench --------------------------------------------------------------------------------------

def test_bench_measures(capsys: pytest.CaptureFixture[str]) -> None:
    facts = json.loads(output(capsys, "bench", "--json", "--seconds", "0.2"))
    expected = [f"{entry.name}/{players}" for entry in board_entries() for players in entry.players]
    assert list(facts["random_moves_per_second"]) == list(facts["games_per_second"]) == expected
    assert all(rate > 0 for rate in facts["random_moves_per_second"].values())
    assert list(facts["games"]) == list(GAMES)
    for game, figures in facts["games"].items():
        assert figures["legal_lists_per_second"] > 0 and figures["copies_per_second"] > 0
        assert 0 < figures["state_bytes"] <= 640
        assert figures["batch_moves_per_second"]["all of it by Gymnasium's vector API"] > 0
        assert list(figures["judged_per_second"]) == ["by a net alone", "by this net in a search"]
        assert all(rate > 0 for rate in figures["judged_per_second"].values())
        assert figures["signature"] == game_signature.__wrapped__(game)         # computed anew
    assert facts["signature"] == signature()
    assert len(facts["signature"]) == 16


def test_bench_of_one_board_has_the_same_signature(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "bench", "--board", "eas", "--seconds", "0.1")
    assert "east/3" in text and "hansa-45/5" not in text
    assert f"signature      {signature()}" in text


def test_the_signature_covers_every_setup_of_every_board() -> None:
    assert {setup["board"] for game in GAMES for setup in all_setups(game)} == {entry.name for entry in board_entries()}
    steps: list[str] = []
    measure(0.05, ["east"], steps.append)
    assert steps[0] == "random games on east/3" and steps[-1] == "signature of hansa2004"


# --- completion ---------------------------------------------------------------------------------

@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_every_command_and_board(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    script = output(capsys, "completion", shell)
    assert all(name in script for name in (*NAMES, *BOARD_NAMES))
    program = shutil.which(shell)
    if program:
        subprocess.run([program, "-n"], input=script.encode(), check=True)


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash")
@pytest.mark.parametrize(("words", "offered"), [
    (["per"], "perft"), (["new", "--bo"], "--board"), (["new", "--board", "hansa-2"], "hansa-23"),
    (["new", "--modules", "m"], "missions"), (["completion", "z"], "zsh"), (["show", "MOV"], "MOVES.md"),
])
def test_bash_completes(words: Sequence[str], offered: str, capsys: pytest.CaptureFixture[str]) -> None:
    script = output(capsys, "completion", "bash")
    typed = " ".join(f"'{word}'" for word in ("hansa", *words))
    script += f'\nCOMP_WORDS=({typed}); COMP_CWORD={len(words)}; _hansa; echo "${{COMPREPLY[*]}}"\n'
    found = subprocess.run(["bash"], input=script, capture_output=True, text=True, cwd=ROOT, check=True)
    assert (found.stdout.strip(), found.stderr) == (offered, "")


# --- terminals and pipes ------------------------------------------------------------------------

@pytest.mark.parametrize(("extra", "environment", "coloured"), [
    ([], {}, True), (["--plain"], {}, False), ([], {"NO_COLOR": "1"}, False),
])
def test_colours_are_for_terminals(extra: list[str], environment: dict[str, str], coloured: bool) -> None:
    pty = pytest.importorskip("pty")
    without_colour_settings = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "hansa", "new", "--draw", "--seed", "1", *extra], cwd=ROOT, stdout=theirs,
        env={**without_colour_settings, "TERM": "xterm", **environment},
    ) as process:
        os.close(theirs)
        text = b""
        try:
            while chunk := os.read(ours, 1 << 16):
                text += chunk
        except OSError:     # how a terminal on Linux says that the other side is closed
            pass
        os.close(ours)
    assert process.returncode == 0
    assert (b"\x1b[" in text) == coloured
    assert b"\x1b[" not in hansa("new", "--draw").stdout


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "hansa", "random", "--to-the-end", "--seed", "1"], cwd=ROOT, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout and process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(10) == 0
        assert process.stderr.read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_is_one_line() -> None:
    with Path("/dev/full").open("wb") as full:
        found = subprocess.run([sys.executable, "-m", "hansa", "new"], cwd=ROOT, stdout=full, stderr=subprocess.PIPE)
    assert (found.returncode, found.stderr) == (2, b"hansa: error: No space left on device\n")


def test_a_terminal_without_umlauts_shows_the_rest() -> None:
    found = hansa("new", "--draw", PYTHONIOENCODING="ascii")
    assert (found.returncode, found.stderr) == (0, b"") and b"L?beck" in found.stdout


@pytest.mark.parametrize(("typed", "end"), [
    ("gmaes.jsonl", "gmaes.jsonl: No such file or directory; did you mean 'games.jsonl'?\n"),
    ("other.txt", "other.txt: No such file or directory\n"),
    ("nowhere/games.jsonl", "nowhere/games.jsonl: No such file or directory\n"),
])
def test_a_misspelt_file_is_answered_with_a_similar_one(
    typed: str, end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games.jsonl").touch()
    assert main(["show", typed]) == 2
    assert capsys.readouterr().err == f"hansa: error: {end}"
