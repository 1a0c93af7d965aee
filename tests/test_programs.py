"""Programs as players: the samples pass `hansa check`, what is wrong with others is said in
words."""

from __future__ import annotations

import itertools
import json
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from hansa.bots.examination import POSITIONS, SEED, examine, sample
from hansa.bots.registry import SpecError, make_bot
from hansa.cli import main
from hansa.games import GAMES, board_entries
from hansa.state import State
from hansa.teutonica.names import PHASES
from tests.golden_examination import Perfect, Talk

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "examples" / "programs"
MISBEHAVING = f"{sys.executable} {Path(__file__).parent / 'programs' / 'player.py'}"


def command(name: str, folder: Path) -> str:
    """What starts a sample; skips the test where its language is missing."""
    if name.endswith(".py"):
        return f"{sys.executable} {SAMPLES / name}"
    if name.endswith(".js"):
        node = shutil.which("node") or pytest.skip("no node here")
        return f"{node} {SAMPLES / name}"
    compiler = shutil.which("cc") or shutil.which("gcc") or pytest.skip("no C compiler here")
    subprocess.run([compiler, "-O1", "-Wall", "-Wextra", "-Werror", "-o", folder / "claimer", SAMPLES / name], check=True)
    return str(folder / "claimer")


@pytest.mark.parametrize("name", sorted(path.name for path in SAMPLES.iterdir() if path.is_file()))
def test_samples_pass_and_are_short(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # However busy the machine is
    monkeypatch.setattr("hansa.bots.examination.STOP_SECONDS", 60.0)
    assert len((SAMPLES / name).read_text().splitlines()) < 100
    findings = list(examine(command(name, tmp_path), positions=15))
    assert len(findings) == 9 and [finding for finding in findings if not finding.passed] == []


def test_positions_are_of_all_phases() -> None:
    found = list(sample(POSITIONS, SEED))
    assert len(found) == POSITIONS
    assert {position.state.phase for position in found} >= set(PHASES) - {"over", "draw"}
    assert all(len(position.state.legal_moves) > 1 for position in found)
    assert {position.state.to_json()["board"] for position in found} == {entry.name for entry in board_entries()}


def test_every_seat_is_asked_as_in_a_game_of_its_own() -> None:
    """The moves that a seat is told lead from the setup to its positions."""
    games = [[*found] for _, found in itertools.groupby(sample(POSITIONS, SEED), lambda each: (each.setup, each.state.seat))]
    assert {game[0].state.seat for game in games} == {0, 1, 2, 3, 4} and len(games) > 30
    for game in games:
        state = State.from_setup(game[0].setup)
        for position in game:
            for move in position.moves:
                state.play(move.partition(" ")[2])
            assert state.view(position.state.seat) == position.state


def test_a_program_is_told_the_seat_that_it_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    seats: list[tuple[int, int]] = []

    class Listener(Perfect):
        def new(self, setup: Mapping[str, Any], seat: int, seed: int) -> None:
            self.seat = seat
            super().new(setup, seat, seed)

        def show(self, state: State, moves: Sequence[str]) -> None:
            seats.append((self.seat, state.seat))
            super().show(state, moves)

    talk = Talk()
    monkeypatch.setattr("hansa.bots.examination.Program", lambda command: Listener(talk, 1))
    assert all(finding.passed for finding in examine("mine", positions=40))
    assert len(seats) > 40 and all(told == asked for told, asked in seats) and len({told for told, _ in seats}) > 3


def slow(*arguments: str) -> ParameterSet:
    """For programs that are waited for."""
    return pytest.param(*arguments, marks=pytest.mark.long)


@pytest.mark.parametrize(("program", "what", "problem"), [
    ("./nowhere", "starts", "cannot start './nowhere'"),
    ("true", "starts", "it ended with exit code 0"),
    ("cat", "legal moves", "it answered None: it is empty; legal are income 1t"),
    ("cat", "quit", "it still runs 1 s after 'quit'"),
    (f"{MISBEHAVING} illegal 3", "legal moves", "it answered 'fly Hamburg-Moon'"),
    slow(f"{MISBEHAVING} die 3", "legal moves", "exit code 3"),
    slow(f"{MISBEHAVING} nonsense 0", "stop", "nonsense"),
    (f"{MISBEHAVING} fickle", "same seed", "with the same seed in 'new' it once played '"),
    (f"{MISBEHAVING} words", "starts", "\"name\": \"test words\"}', which has not the id 1"),
    (f"{MISBEHAVING} play", "garbage", "a line that is not JSON must be ignored: it ended"),
    slow(f"{MISBEHAVING} patient", "garbage", "with an id, must be answered by an 'error': no answer"),
])
def test_what_is_wrong_is_said(program: str, what: str, problem: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Long enough to start Python on a busy machine
    monkeypatch.setattr("hansa.bots.examination.NEW_SECONDS", 4.0)
    monkeypatch.setattr("hansa.bots.exec_bot.HELLO_SECONDS", 8.0)
    findings = {finding.what: finding.problem for finding in examine(program, positions=10)}
    (found,) = [text for name, text in findings.items() if what in name]
    assert problem in found


def test_what_a_program_says_is_one_line_that_moves_no_cursor(tmp_path: Path) -> None:
    rude = tmp_path / "rude.py"
    rude.write_text(r"""print(r'{"id": 1, "error": "\u001b[2J\n\ud800 no"}', flush=True); input(); input()""")
    (finding,) = examine(f"{sys.executable} {rude}")
    assert finding.problem == r"it reports an error: \x1b[2J\n\ud800 no"


def test_defaults_of_options_are_told_as_json_has_them(tmp_path: Path) -> None:
    program = tmp_path / "particular.py"
    program.write_text(PARTICULAR)
    findings = {finding.what: finding.problem for finding in examine(f"{sys.executable} {program}", positions=1)}
    assert findings["takes the options it names, refuses others"] == ""


PARTICULAR = """
import json, sys
WANTED = {"book": "true", "level": "3", "half": "0.5", "name": "x"}
OPTIONS = [{"name": "book", "default": True}, {"name": "level", "default": 3}, {"name": "half", "default": 0.5},
           {"name": "name", "default": "x"}, {"name": "none", "default": None}]
for line in sys.stdin:
    request = json.loads(line)
    answer = {"id": request.get("id"), "version": 1, "options": OPTIONS}
    if request["cmd"] == "option" and WANTED.get(request["name"]) != request["value"]:
        answer["error"] = {"code": "bad-option", "message": repr(request)}
    print(json.dumps(answer), flush=True)
"""


@pytest.mark.parametrize(("odd", "what", "problem"), [
    ({"hello": {"options": [{"type": "int"}]}}, "takes the options", "its answer to 'hello': 'hello' needs the member 'name'"),
    ({"hello": {"name": 3}}, "takes the options", "its answer to 'hello': 'name' must be a text, not 3"),
    ({"go": {"values": ["much"]}}, "plays legal moves", "its answer to 'go': 'values' must be a number, not 'much'"),
    ({"go": {"line": "end"}}, "plays legal moves", "its answer to 'go': 'line' must be a list of moves, not 'end'"),
])
def test_answers_are_as_they_are_declared(odd: dict[str, Any], what: str, problem: str, tmp_path: Path) -> None:
    program = tmp_path / "odd.py"
    program.write_text(ODD.replace("ANSWERS", repr(odd)))
    findings = examine(f"{sys.executable} {program}", positions=1)
    assert next(finding.problem for finding in findings if what in finding.what).startswith(problem)


ODD = """
import json, sys
legal = []
for line in sys.stdin:
    request = json.loads(line)
    legal = request.get("legal", legal)
    if "id" in request:
        answer = {"id": request["id"], "version": 1, "move": legal[0] if legal else None}
        print(json.dumps(answer | ANSWERS.get(request["cmd"], {})), flush=True)
"""


def test_the_command_prints_and_its_exit_code_says_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", f"{sys.executable} {SAMPLES / 'claimer.py'}", "--positions", "10"]) == 0
    out = capsys.readouterr().out
    assert out.count("ok    ") == 9 and f"it can play: hansa tournament 'exec:{sys.executable} " in out
    assert main(["check", "true", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert not found["passed"] and len(found["findings"]) == 1


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_program_that_plays_one_game_is_examined_in_that_alone(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The program knows no other: it answers a position of it with no move at all."""
    program = f"{sys.executable} {Path(__file__).parent / 'programs' / 'player.py'} only-{game}"
    assert main(["check", program, "--positions", "20", "--game", game]) == 1
    assert [line.split("  ")[1].strip() for line in capsys.readouterr().out.splitlines() if line.startswith("FAILED")] == [
        "takes the options it names, refuses others", "survives garbage"]
    assert {position.setup["game"] for position in sample(50, SEED, game)} == {game}


def test_specs_of_programs() -> None:
    bot = make_bot("exec:seconds=0.5,set=level=3;book=no:./my-bot --fast a=b:c", seed=4)
    assert bot.spec == "exec:seed=4,seconds=0.5,set=level=3;book=no:./my-bot --fast a=b:c"
    assert make_bot(bot.spec).spec == bot.spec
    assert make_bot("exec:./my-bot").spec == "exec:seed=0:./my-bot"
    for spec in ("exec:", "exec: ", "exec:speed=3:./my-bot"):
        with pytest.raises(SpecError):
            make_bot(spec)


def test_options_of_a_program_are_told(tmp_path: Path) -> None:
    """A program that refuses an option is a fault; one that is told none is not asked."""
    bot = make_bot(f"exec:set=level=3:{sys.executable} {SAMPLES / 'claimer.py'}")
    with pytest.raises(Exception, match="I do not know 'option'"):
        bot.new_game(0, {})
    bot.close()
