"""Every flag of every command does something: ignoring one fails the test that
`mutants/flags.toml` names for it.

`python -m tests.mutants --rooms flags` makes each command ignore each flag in turn and runs that
test. Commands run in this process, up to where the work would begin: what gets there is compared.
"""

from __future__ import annotations

import io
import json
import re
import socket
import sys
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

from hansa.bots.styles import taste_of
from hansa.cli import main, parsers
from hansa.cli.arguments import CORES
from hansa.cli.tournament_run import RunOutcome
from hansa.record import append_record, play_random, read_records
from hansa.state import State
from hansa.tournaments.adaptive import Adaptive
from hansa.tournaments.league import League
from hansa.tournaments.log_reading import read_log
from hansa.tournaments.runner import DEADLINE
from hansa.training.recipe import Imitating, Tuning
from tests.mutants.choosing import flag_test, flags

ROOT = Path(__file__).parents[1]
PROGRAM = f"{sys.executable} {ROOT / 'examples' / 'programs' / 'claimer.py'}"


class Reached:
    """What a function that is not run was called with."""

    def __init__(self, *positional: Any, **named: Any) -> None:
        self.positional, self.named = positional, named

    def __getitem__(self, name: int | str) -> Any:
        return self.positional[name] if isinstance(name, int) else self.named[name]


@pytest.fixture
def reached(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Reached]:
    """Runs a command up to a function of its module, and returns what that was called with."""

    def run(place: str, *words: str) -> Reached:
        calls: list[Reached] = []

        def spy(*positional: Any, **named: Any) -> Any:
            calls.append(Reached(*positional, **named))
            raise KeyboardInterrupt

        monkeypatch.setattr(place, spy)
        assert main(words) == 130, words
        return calls[0]

    return run


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A file of two short games."""
    path = tmp_path / "games.jsonl"
    for seed in (1, 2):
        append_record(path, play_random({"board": "east", "players": 3}, seed=seed, limit=12 * seed))
    return path


# --- for each flag a test -----------------------------------------------------------------------

@pytest.fixture(scope="module")
def known() -> set[tuple[str, str]]:
    """Every flag of every command."""
    return {(command, flag) for command, flag, _ in flags(ROOT)}


def test_every_flag_has_a_test_that_is_there(known: set[tuple[str, str]]) -> None:
    named = tomllib.loads((ROOT / "tests" / "mutants" / "flags.toml").read_text(encoding="utf-8"))
    missing = sorted(pair for pair in known if not flag_test(named, *pair))
    assert not missing, "which test fails when these are ignored? name it in tests/mutants/flags.toml"
    assert {(command, flag) for command, entries in named.items() if command != "every" for flag in entries} <= known
    for command, flag in known:
        file, _, test = flag_test(named, command, flag).partition("::")
        assert re.search(rf"^def {test}\(", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE), (command, flag, test)


# --- which game ---------------------------------------------------------------------------------

def begun(command: str, words: Sequence[str], reached: Callable[..., Reached], tmp_path: Path,
          capsys: pytest.CaptureFixture[str]) -> State:
    """The position with which a command begins."""
    if command == "new":
        assert main(["new", "--setup", *words]) == 0
        return State.from_setup(json.loads(capsys.readouterr().out))
    if command == "play":
        session = reached("hansa.cli.play.Dialogue", "play", *words)[0]
        state = session.record().start()
        assert isinstance(state, State)
        return state
    if command == "perft":
        return reached_start(reached("hansa.cli.perft.divide", "perft", "--divide", *words))
    out = tmp_path / f"{len(list(tmp_path.iterdir()))}.jsonl"
    if command == "watch":
        reached("hansa.cli.watch.tell_all", "watch", "--bots", "random", "--out", str(out), *words)
    else:
        assert main(["random", "--limit", "0", "--out", str(out), *words]) == 0
    capsys.readouterr()
    return read_records(out)[0][0].start()


def reached_start(found: Reached) -> State:
    state = found[0]
    assert isinstance(state, State)
    return state


@pytest.mark.parametrize("command", ["new", "random", "perft", "play", "watch"])
@pytest.mark.parametrize(("words", "name", "value"), [
    (["--game", "hansa2004"], "game", "hansa2004"), (["--board", "east"], "board", "east"),
    (["--players", "3"], "players", 3), (["--edition", "classic"], "edition", "classic"),
    (["--modules", "missions"], "modules", ["missions"]),
])
def test_a_flag_says_which_game(
    command: str, words: list[str], name: str, value: Any, reached: Callable[..., Reached], tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    state = begun(command, words, reached, tmp_path, capsys)
    assert state.setup is not None and state.setup[name] == value


@pytest.mark.parametrize("command", ["new", "random", "perft", "play", "watch"])
def test_a_seed_chooses_the_setup(
    command: str, reached: Callable[..., Reached], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = [begun(command, ["--seed", str(seed), "--board", "east", "--players", "3"], reached, tmp_path, capsys).to_json()
             for seed in (4, 5)]
    assert found == [State.new(board="east", players=3, seed=seed).to_json() for seed in (4, 5)] and found[0] != found[1]


@pytest.mark.parametrize(("command", "flag"), [
    ("new", "--from"), ("random", "--setup"), ("perft", "--setup"), ("play", "--setup"), ("watch", "--setup"),
])
def test_a_file_says_which_setup(
    command: str, flag: str, reached: Callable[..., Reached], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = State.new(board="britannia-3", players=3, seed=8)
    (tmp_path / "setup.json").write_text(json.dumps(state.setup))
    assert begun(command, [flag, str(tmp_path / "setup.json")], reached, tmp_path, capsys).to_json() == state.to_json()


# --- how it is printed --------------------------------------------------------------------------

class TerminalText(io.StringIO):
    """What a command prints on what it takes for a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small tournament that was played."""
    path = tmp_path_factory.mktemp("tournament") / "log.jsonl"
    small = ("markers", "random", "--players", "2", "--blocks", "1", "--limit", "60", "--workers", "0", "--quiet")
    assert main(["tournament", *small, "--log", str(path)]) == 0
    return path


PRINTING: dict[str, str] = {
    "tutorial": "tutorial --list",
    "play": "play --bots random", "games": "games", "watch": "watch RECORD", "new": "new --draw --seed 1",
    "analyse": "analyse STATE --simulations 20 --threads 1", "review": "review RECORD --simulations 2 --threads 1",
    "random": "random --limit 40 --seed 1", "show": "show STATE", "replay": "replay RECORD", "bots": "bots",
    "tournament": "tournament --resume LOG --workers 0", "rate": "rate LOG",
    "league": "league NEW markers random --players 2 --blocks 1 --limit 60 --workers 0",
    "compare": "compare markers random --players 2 --blocks 1 --limit 60 --workers 0 --log NEW",
    "check": "check PROGRAM --positions 1", "perft": "perft --depth 1 --divide",
    "bench": "bench", "docs": "docs first-game", "explore": "explore", "drill": "drill --count 1",
}


@pytest.mark.parametrize("command", PRINTING)
def test_plain_has_no_colours_on_a_terminal(
    command: str, record: Path, log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`train` has its own test, above."""
    monkeypatch.setenv("HANSA_GAMES", str(tmp_path / "folder"))
    monkeypatch.setenv("HANSA_PRACTICE", str(tmp_path / "practice.jsonl"))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    (tmp_path / "folder").mkdir()
    append_record(tmp_path / "folder" / "one.jsonl", play_random({"board": "east", "players": 3}, seed=1, limit=5))
    (tmp_path / "state.json").write_text(json.dumps(State.new(seed=1).to_json()))
    figures = SimpleNamespace(random_moves_per_second={"x": 1}, games_per_second={"x": 1.0}, games={}, signature="s")
    monkeypatch.setattr("hansa.cli.bench.measure", lambda *_: figures)
    printed = []
    for more in ([], ["--plain"]):
        files = {"RECORD": record, "LOG": log, "STATE": tmp_path / "state.json", "NEW": tmp_path / f"{len(more)}.jsonl",
                 "PROGRAM": PROGRAM}
        monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
        terminal = TerminalText()
        monkeypatch.setattr("sys.stdout", terminal)
        main([*(str(files.get(word, word)) for word in PRINTING[command].split()), *more])
        printed.append(terminal.getvalue())
    assert [bool(re.search(r"\x1b\[[0-9;]+m", text)) for text in printed] == [True, False], printed


# --- people -------------------------------------------------------------------------------------

def test_play_tells_the_dialogue_how_to_go_on(reached: Callable[..., Reached], record: Path, tmp_path: Path) -> None:
    usual = reached("hansa.cli.play.Dialogue", "play")
    assert (usual["hint_seconds"], usual["no_pause"]) == (1.0, False) and usual[0].seats[0] == "human"
    other = reached("hansa.cli.play.Dialogue", "play", "--hint-seconds", "2.5", "--no-pause", "--seat", "green", "blue",
                    "--bots", "prestige", "greedy", "--out", str(tmp_path / "out.jsonl"))
    assert (other["hint_seconds"], other["no_pause"]) == (2.5, True)
    assert list(other[0].seats) == ["prestige", "human", "human", "greedy"] and other[1].path == tmp_path / "out.jsonl"
    assert reached("hansa.cli.play.Dialogue", "play", "--strength", "master")[0].seats[1] == "mcts:strength=master"


def test_play_begins_from_a_position_of_a_record(reached: Callable[..., Reached], record: Path) -> None:
    games = read_records(record)[0]
    for number, ply in ((1, 3), (2, 3), (2, 9)):
        words = ["--from", str(record), "--number", str(number), "--ply", str(ply)]
        state = reached("hansa.cli.play.Dialogue", "play", *words)[0].state
        assert state.to_json() == games[number - 1].replay(ply).to_json()


# --- thinking -----------------------------------------------------------------------------------

def test_analyse_tells_the_search_what_was_typed(reached: Callable[..., Reached], record: Path) -> None:
    words = ["analyse", str(record), "--number", "2", "--ply", "4", "--brief"]
    found = reached("hansa.cli.analyse.fitted_thinker", *words, "--threads", "3", "--seed", "9")
    assert (found["threads"], found["seed"]) == (3, 9)
    assert reached("hansa.cli.analyse.fitted_thinker", *words)["seed"] == 0
    # Trees share the simulations; seconds each tree has for itself
    for budget, threads in (
        (["--simulations", "9"], 1), (["--simulations", "9", "--threads", "2"], 2), ([], CORES), (["--seconds", "1"], CORES),
        (["--simulations", "9", "--seconds", "1"], CORES),
    ):
        assert reached("hansa.cli.analyse.fitted_thinker", *words, *budget)["threads"] == threads, budget


def test_analyse_thinks_as_long_as_it_is_told(reached: Callable[..., Reached], record: Path) -> None:
    words = ["analyse", str(record), "--number", "2", "--ply", "4", "--brief"]
    found = reached("hansa.cli.analyse.think", *words, "--seconds", "0.5", "--lines", "3")
    assert (found[2].simulations, found[2].seconds, found[3].lines) == (None, 0.5, 3)
    found = reached("hansa.cli.analyse.think", *words, "--simulations", "77", "--moves", "a", "b", "--without", "c")
    assert (found[2].simulations, found[2].seconds, found[3].moves, found[3].without) == (77, None, ("a", "b"), ("c",))
    assert found[1] == read_records(record)[0][1].replay(4)


def test_review_judges_as_thoroughly_as_it_is_told(reached: Callable[..., Reached], record: Path) -> None:
    for words, budget, threads in (
        (["--simulations", "12", "--threads", "3"], (12, None), 3), (["--seconds", "0.25", "--threads", "1"], (None, 0.25), 1),
    ):
        found = reached("hansa.cli.review.review_beside", "review", str(record), "--number", "2", *words)
        assert (found[2].simulations, found[2].seconds) == budget and found["threads"] == threads
        assert len(found[1].moves) == 24
    assert reached("hansa.cli.review.review_beside", "review", str(record), "--number", "2")["threads"] == CORES


# --- the engine ---------------------------------------------------------------------------------

def test_random_plays_as_it_is_told(reached: Callable[..., Reached]) -> None:
    usual = reached("hansa.cli.random_game.play_random", "random")
    assert usual.positional[2] == 400 and usual["kind_first"]
    assert reached("hansa.cli.random_game.play_random", "random", "--limit", "7").positional[2] == 7
    assert reached("hansa.cli.random_game.play_random", "random", "--to-the-end").positional[2] is None
    assert not reached("hansa.cli.random_game.play_random", "random", "--uniform")["kind_first"]


def test_a_random_game_is_appended_where_it_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for seed in (1, 2):
        assert main(["random", "--limit", "5", "--seed", str(seed), "--out", str(tmp_path / "r.jsonl")]) == 0
    assert [record.seed for record in read_records(tmp_path / "r.jsonl")[0]] == [1, 2]


def test_show_finds_the_game_and_the_ply(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = read_records(record)[0]
    for number, ply in ((1, 3), (2, 3), (2, 9)):
        assert main(["show", str(record), "--number", str(number), "--ply", str(ply), "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == games[number - 1].replay(ply).to_json()


def test_perft_counts_what_it_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = State.new(board="east", players=3, seed=8)
    (tmp_path / "state.json").write_text(json.dumps(state.to_json()))
    words = ["perft", "--state", str(tmp_path / "state.json"), "--json"]
    for depth in (1, 2):
        assert main([*words, "--depth", str(depth), "--divide"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["nodes"] == state.perft(depth) == sum(found["divide"].values()) and found["depth"] == depth
    assert main([*words, "--depth", "1"]) == 0 and "divide" not in json.loads(capsys.readouterr().out)


def test_bench_measures_what_it_is_told(reached: Callable[..., Reached], monkeypatch: pytest.MonkeyPatch) -> None:
    found = reached("hansa.cli.bench.measure", "bench", "--seconds", "0.5", "--board", "east", "--board", "hansa-23")
    assert found.positional[:2] == (0.5, ["east", "hansa-23"])
    assert reached("hansa.cli.bench.measure", "bench").positional[1] == []


def test_bench_prints_json(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("hansa.cli.bench.measure", lambda *_: SimpleNamespace(to_json=lambda: {"signature": "s"}))
    assert main(["bench", "--json"]) == 0 and json.loads(capsys.readouterr().out) == {"signature": "s"}


def test_check_asks_what_it_is_told(reached: Callable[..., Reached]) -> None:
    found = reached("hansa.cli.check.examine", "check", "x", "--positions", "7", "--game", "hansa2004")
    assert (found[0], found["positions"], found["game"]) == ("x", 7, "hansa2004")
    assert reached("hansa.cli.check.examine", "check", "x")["game"] is None
    assert reached("hansa.cli.check.examine", "check", "exec:node", "my bot.js")[0] == "node 'my bot.js'"
    assert reached("hansa.cli.check.examine", "check", "node 'my bot.js'")[0] == "node 'my bot.js'"


def test_convert_takes_one_game_and_writes_it_as_it_is_told(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", str(record)]) == 0
    usual = capsys.readouterr().out
    assert not usual.startswith("{")
    out = tmp_path / "second.jsonl"
    assert main(["convert", str(record), "--to", "record", "--number", "2", "--out", str(out)]) == 0
    assert out.read_text() == record.read_text().splitlines(keepends=True)[1] and capsys.readouterr().out == ""


def test_docs_are_raw_if_asked(capsys: pytest.CaptureFixture[str]) -> None:
    printed = []
    for more in ([], ["--raw"]):
        assert main(["docs", "first-game", *more]) == 0
        printed.append(capsys.readouterr().out)
    assert "{doc}`" in printed[1] and "{doc}`" not in printed[0]


# --- training -----------------------------------------------------------------------------------

def test_training_is_what_was_typed(reached: Callable[..., Reached], tmp_path: Path) -> None:
    words = ["train", str(tmp_path / "run"), "--game", "hansa2004", "--setup", "hansa2004/2", "--setup", "hansa2004/3",
             "--generations", "3", "--positions", "50", "--simulations", "7", "--blocks", "9", "--seed", "4",
             "--pool-blocks", "5", "--pool", "one.bin", "--pool", "two.bin"]
    found = reached("hansa.cli.train.train", *words)
    recipe = found[0].ledger.recipe()
    assert recipe is not None
    assert (recipe.fitting.positions, recipe.gating.simulations, recipe.gating.blocks, recipe.seed) == (50, 7, 9, 4)
    assert recipe.gating.pool_blocks == 5 and recipe.tuning is None and not recipe.points_only
    assert found[0].files == (Path("one.bin"), Path("two.bin")) and set(found[0].styles) == {"founder", "collector"}
    assert [(setup.board, setup.players) for setup in found[1]] == [("hansa2004", 2), ("hansa2004", 3)] and found[2] == 3


def test_settings_that_are_tried_are_what_was_typed(reached: Callable[..., Reached], tmp_path: Path) -> None:
    words = ["train", str(tmp_path / "run"), "--settings", "cut=30,exploration=0.25"]
    recipe = reached("hansa.cli.train.train", *words)[0].ledger.recipe()
    assert recipe is not None and recipe.settings == {"cut": 30, "exploration": 0.25}


def test_what_is_trained_instead_of_a_net_is_what_was_typed(reached: Callable[..., Reached], tmp_path: Path) -> None:
    words = ["train", str(tmp_path / "taste"), "--taste", "rusher", "--rounds", "3"]
    tuning = reached("hansa.cli.train.train", *words)[0].recipe.tuning
    assert (tuning.style, tuning.rounds, list(tuning.start)) == ("rusher", 3, taste_of("rusher", "teutonica"))
    own = reached("hansa.cli.train.train", "train", str(tmp_path / "own"), "--taste", "own")[0].recipe.tuning
    assert (own.style, own.start, own.rounds) == ("own", (), Tuning("own").rounds)
    assert reached("hansa.cli.train.train", "train", str(tmp_path / "points"), "--points-only")[0].recipe.points_only
    recipe = reached("hansa.cli.train.train", "train", str(tmp_path / "policy"), "--policy", "--decisions", "70",
                     "--settings", "exploration=0.25")[0].recipe
    assert recipe.imitating is not None and recipe.imitating.decisions == 70 and recipe.settings == {"exploration": 0.25}
    usual = reached("hansa.cli.train.train", "train", str(tmp_path / "usual"), "--policy")[0].recipe
    assert usual.imitating == Imitating() and usual.imitating.decisions != 70


def test_the_styles_of_a_training_run_are_shown_if_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["train", str(tmp_path / "run"), "--game", "hansa2004", "--setup", "hansa2004/2", "--settings", "cut=5",
             "--simulations", "1", "--blocks", "1", "--pool-blocks", "0"]
    assert main(words) == 0
    capsys.readouterr()
    assert main([*words[:2], "--show", "--plain"]) == 0
    plain = capsys.readouterr().out
    assert main([*words[:2], "--show", "--styles", "--plain"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(plain) and "found" not in plain and "best so far" in shown and "found" in shown


def test_a_training_run_is_shown_in_colours_unless_plain(
    tmp_path: Path, reached: Callable[..., Reached], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = ["train", str(tmp_path / "run")]
    reached("hansa.cli.train.train", *run, "--game", "hansa2004", "--setup", "hansa2004/2")
    # Nothing is trained: `train` is still the spy
    assert coloured_unless_plain(run, monkeypatch)


def test_a_tuning_run_is_shown_in_colours_unless_plain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["tune", str(tmp_path), "markers", "--option", "noise", "--board", "hansa-23", "--pairs", "1"]) == 0
    assert coloured_unless_plain(["tune", str(tmp_path)], monkeypatch)


def coloured_unless_plain(run: list[str], monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether a run is shown in colours on a terminal, and without them if it should be plain."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    printed = []
    for more in (["--show"], ["--show", "--plain"]):
        terminal = TerminalText()
        monkeypatch.setattr("sys.stdout", terminal)
        assert main([*run, *more]) == 0
        printed.append(terminal.getvalue())
    return [bool(re.search(r"\x1b\[[0-9;]+m", text)) for text in printed] == [True, False]


# --- the page -----------------------------------------------------------------------------------

@pytest.fixture
def no_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    listener = MagicMock(socket.socket)
    listener.getsockname.return_value = ("127.0.0.1", 4711)
    monkeypatch.setattr("hansa.cli.serve.listen", lambda *_: listener)


@pytest.mark.usefixtures("no_socket")
def test_serve_makes_the_page_as_it_is_told(reached: Callable[..., Reached], tmp_path: Path) -> None:
    games, logs = tmp_path / "games", tmp_path / "logs"
    words = ["serve", "--port", "0", "--games", str(games)]
    usual = reached("hansa.web.app.make_app", *words)[0]
    assert usual.folder == games and usual.guests_analyse and (usual.threads, usual.searches, usual.bots) == (0, 2, ())
    other = reached(
        "hansa.web.app.make_app", *words, "--name", "one.test", "--name", "two.test", "--logs", str(logs), "--threads", "3",
        "--bot", "greedy", "--searches", "4", "--no-guest-analysis")[0]
    assert {"one.test", "two.test"} <= set(other.hosts) and other.logs == (logs,) and other.bots == ("greedy",)
    assert (other.threads, other.searches, other.guests_analyse) == (3, 4, False)


def test_serve_listens_where_it_is_told(reached: Callable[..., Reached], tmp_path: Path) -> None:
    words = ["serve", "--games", str(tmp_path)]
    assert reached("hansa.cli.serve.listen", *words).positional == ("127.0.0.1", 8484)
    assert reached("hansa.cli.serve.listen", *words, "--host", "::1", "--port", "4711").positional == ("::1", 4711)


@pytest.mark.usefixtures("no_socket")
def test_serve_opens_a_browser(reached: Callable[..., Reached], tmp_path: Path) -> None:
    assert reached("webbrowser.open", "serve", "--games", str(tmp_path), "--open")[0].startswith("http://127.0.0.1:4711/#key=")


# --- tournaments --------------------------------------------------------------------------------

BOTS = {"tournament": ("markers", "random", "greedy"), "compare": ("markers", "random")}


def held(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str, *words: str) -> SimpleNamespace:
    """What would be played, in which order, and where the log is."""
    found = SimpleNamespace()

    def play(_: Any, opened: Any, plan: Any, **__: Any) -> RunOutcome:
        vars(found).update(tournament=opened.tournament, plan=plan, log=opened.log.path)
        opened.log.close()
        return RunOutcome([], 0, opened.log.path)

    monkeypatch.setattr(f"hansa.cli.{command}.play", play)
    new = ["--log", str(tmp_path / f"{len(list(tmp_path.iterdir()))}.jsonl")]
    main([command, *words, *([] if "--resume" in words or "--log" in words else new)])
    return found


@pytest.mark.parametrize(("words", "name", "usual", "value"), [
    ("--focus", "format", "round-robin", "focus"), ("--gauntlet", "format", "round-robin", "gauntlet"),
    ("--self-play", "format", "round-robin", "self-play"), ("--adaptive", "format", "round-robin", "adaptive"),
    ("--balanced", "balanced", False, True), ("--blocks 7", "blocks", 50, 7), ("--seed 9", "seed", 1, 9),
    ("--limit 99", "limit", 4000, 99), ("--clock 5", "clock", None, 5.0), ("--clock 5 --increment 2", "increment", 0.0, 2.0),
])
def test_a_tournament_is_what_was_typed(
    words: str, name: str, usual: Any, value: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    bots = BOTS["tournament"][:2]
    assert getattr(held(monkeypatch, tmp_path, "tournament", *bots).tournament, name) == usual
    found = held(monkeypatch, tmp_path, "tournament", *bots, *words.split())
    assert getattr(found.tournament, name) == value and isinstance(found.plan, Adaptive) == (value == "adaptive")


@pytest.mark.parametrize("command", BOTS)
@pytest.mark.parametrize(("words", "name", "value"), [
    ("--game hansa2004", "game", "hansa2004"), ("--board east", "board", "east"), ("--players 5", "players", 5),
    ("--edition classic", "edition", "classic"), ("--players 4 --modules missions", "modules", ("missions",)),
])
def test_tables_are_what_was_typed(
    command: str, words: str, name: str, value: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    bots = ("greedy", "random") if "hansa2004" in words else BOTS[command][:2]
    usual, chosen = (held(monkeypatch, tmp_path, command, *bots, *more).tournament.tables for more in ((), words.split()))
    assert [getattr(table, name) for table in chosen] == [value] != [getattr(table, name) for table in usual]


def test_a_comparison_is_what_was_typed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    usual = held(monkeypatch, tmp_path, "compare", "markers", "random").tournament
    assert (usual.test.elo0, usual.test.elo1, usual.test.alpha, usual.test.beta) == (0, 10, 0.05, 0.05)
    assert (usual.blocks, usual.seed, usual.limit, usual.clock, usual.increment) == (5000, 1, 4000, None, 0)
    words = "--elo0 3 --elo1 33 --alpha 0.1 --beta 0.2 --blocks 9 --seed 4 --limit 70 --clock 8 --increment 1 --log LOG"
    log = tmp_path / "here.jsonl"
    answer = held(monkeypatch, tmp_path, "compare", "markers", "random", *words.replace("LOG", str(log)).split())
    found = answer.tournament
    assert answer.log == log and log.exists()
    assert (found.test.elo0, found.test.elo1, found.test.alpha, found.test.beta) == (3, 33, 0.1, 0.2)
    assert (found.blocks, found.seed, found.limit, found.clock, found.increment) == (9, 4, 70, 8, 1)


@pytest.mark.parametrize("command", BOTS)
def test_who_plays_is_told_how(command: str, reached: Callable[..., Reached], tmp_path: Path) -> None:
    def of(where: str, *words: str) -> Reached:
        new = str(tmp_path / f"{len(list(tmp_path.iterdir()))}.jsonl")
        return reached(where, command, *BOTS[command][:2], "--log", new, *words)

    found = of("hansa.tournaments.rounds.Runner", "--workers", "3", "--deadline", "7", "--limit", "55")
    assert (found[0], found["deadline"], found["limit"]) == (3, 7.0, 55)
    assert of("hansa.tournaments.rounds.Runner", "--workers", "1")["deadline"] == DEADLINE
    found = of("hansa.cli.tournament_run.ClusterRunner", "--cluster", "127.0.0.1:9", "--deadline", "7")
    assert (found[0], found["deadline"]) == ("127.0.0.1:9", 7.0)
    rounds = "hansa.cli.tournament_run.play_rounds"
    assert of(rounds, "--workers", "0", "--strict")["strict"] and not of(rounds, "--workers", "0")["strict"]
    debugging = "hansa.cli.tournament_run.transcribed"
    assert [of(debugging, *words)[0] for words in ([], ["--debug", "talk.txt"])] == [None, "talk.txt"]


def test_a_tournament_is_divided_and_has_its_log_where_it_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["tournament", "markers", "random", "--players", "2", "--blocks", "6"]
    whole, second = (held(monkeypatch, tmp_path, *words, *more) for more in ((), ("--shard", "2/3")))
    blocks = [[game.block for game in found.plan.next_round([])] for found in (whole, second)]
    assert sorted(set(blocks[1])) == [1, 4] and sorted(set(blocks[0])) == [0, 1, 2, 3, 4, 5]
    log = tmp_path / "here.jsonl"
    assert held(monkeypatch, tmp_path, *words, "--log", str(log)).log == log and log.exists()


def test_parts_are_merged_where_it_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tournament", "markers", "random", "--players", "2", "--blocks", "2", "--limit", "40", "--workers", "0", "--quiet"]
    parts = [str(tmp_path / f"{number}.jsonl") for number in (1, 2)]
    for number, part in enumerate(parts, 1):
        assert main([*words, "--shard", f"{number}/2", "--log", part]) == 0
    assert main(["rate", *parts, "--merge", str(tmp_path / "whole.jsonl"), "--quiet"]) == 0
    assert [game.id for game in read_log(tmp_path / "whole.jsonl").games] == ["0.0", "0.1", "1.0", "1.1"]


# --- what comes out -----------------------------------------------------------------------------

def league_of(folder: Path) -> Path:
    """A league of two games."""
    if not League.is_in(folder / "league"):
        main(["league", str(folder / "league"), "markers", "random", "--players", "2", "--blocks", "1", "--limit", "60",
              "--workers", "0", "--quiet"])
    return folder / "league"


def result_words(command: str, log: Path, tmp_path: Path) -> list[str]:
    """A command that ends in tables of two bots, at once."""
    if command == "rate":
        return ["rate", str(log)]
    if command == "tournament":
        return ["tournament", "--resume", str(log), "--workers", "0"]
    if command == "league":
        return ["league", str(league_of(tmp_path)), "--table"]
    new = tmp_path / f"compare-{len(list(tmp_path.iterdir()))}.jsonl"
    return ["compare", "markers", "random", "--players", "2", "--blocks", "1", "--limit", "60", "--workers", "0",
            "--log", str(new)]


@pytest.mark.parametrize("command", ["tournament", "rate", "compare", "league"])
def test_tables_come_out_as_they_were_asked_for(
    command: str, log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def printed(*more: str) -> str:
        main([*result_words(command, log, tmp_path), *more])
        return capsys.readouterr().out

    assert "the mean is 0" in printed() and "Elo by ranks" in printed()
    assert "random is 0" in printed("--anchor", "random") and "Elo by winner" in printed("--model", "winner")
    assert printed("--quiet") == "" and isinstance(json.loads(printed("--json")), dict)
    for name, start in (("csv", "rank,bot,elo"), ("markdown", "2 games in 1 block on"), ("html", "<!doctype html>")):
        printed(f"--{name}", str(tmp_path / name))
        assert (tmp_path / name).read_text().startswith(start)
    assert {"csv", "markdown", "html"} <= {path.name for path in tmp_path.iterdir()}


@pytest.mark.parametrize(("command", "words"), [
    ("random", "--limit 3 --seed 1"), ("show", "RECORD"), ("replay", "RECORD"), ("bots", ""),
    ("check", "PROGRAM --positions 1"), ("perft", "--depth 1"), ("review", "RECORD --simulations 2 --threads 1"),
    ("analyse", "RECORD --ply 4 --simulations 5 --threads 1 --brief"),
])
def test_json_is_json(command: str, words: str, record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {"RECORD": str(record), "PROGRAM": PROGRAM}
    arguments = [command, *(files.get(word, word) for word in words.split())]
    found = []
    for more in ([], ["--json"]):
        main([*arguments, *more])
        found.append(all(is_json(line) for line in capsys.readouterr().out.splitlines()))
    assert found == [False, True]


def is_json(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict | list)
    except ValueError:
        return False


def test_arguments_without_a_flag_have_a_short_name_in_capitals_and_say_what_they_are() -> None:
    places = [(command.name, action) for command, parser in parsers().items() for action in parser._actions
              if not action.option_strings]
    assert len(places) > 20
    for command, action in places:
        assert re.fullmatch("[A-Z]{3,8}", str(action.metavar)), (command, action.metavar)
        assert action.help and " " in action.help and not action.help.isupper(), command


def test_every_command_is_here_or_has_no_flags(known: set[tuple[str, str]]) -> None:
    """A new command says how it prints."""
    plain = {command for command, flag in known if flag == "--plain"}
    assert plain - set(PRINTING) == {"train", "tune"} and set(PRINTING) <= plain
