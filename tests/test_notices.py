"""What commands say when they end early, or differently from usual: word by word."""

from __future__ import annotations

import io
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hansa.cli import compare, drill, explore, games, review, thoughts, tournament_run, tune
from hansa.cli import main as hansa
from hansa.cli.dialogue import path_of
from hansa.cli.screen import Screen
from hansa.cli.tournament import TournamentArguments
from hansa.errors import HansaError
from hansa.languages import ENGLISH
from hansa.record import append_record, play_random
from hansa.state import State
from hansa.tournaments.log import Log
from hansa.tournaments.log_header import new_header
from hansa.tournaments.rounds import WholeSchedule
from hansa.tournaments.schedule import TableSetup, Tournament
from hansa.tournaments.sprt import Hypotheses

Printed = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a command works: with a file of a game."""
    monkeypatch.chdir(tmp_path)
    append_record(Path("games.jsonl"), play_random({"board": "hansa-23", "players": 2}, seed=11, limit=4, kind_first=True))
    return tmp_path


def raising(error: BaseException) -> Callable[..., Any]:
    """What fails whenever it is called."""
    def fail(*_: Any, **__: Any) -> None:
        raise error
    return fail


@pytest.mark.parametrize(("module", "name", "words", "error", "code", "message"), [
    (drill, "make_drills", "drill --make drills.jsonl games.jsonl", KeyboardInterrupt(), 130,
     "\nhansa: stopped; what was found is in drills.jsonl, the same command continues\n"),
    (review, "review_beside", "review games.jsonl", KeyboardInterrupt(), 130,
     "\nthe judgements so far are in games.jsonl.review; the same command continues\n"),
    (review, "review", "review -", KeyboardInterrupt(), 130, ""),
    (tune, "alone_in", "tune run uct --option exploration", KeyboardInterrupt(), 130,
     "hansa: stopped; hansa tune run continues\n"),
    (tune, "alone_in", "tune run uct --option exploration", OSError(28, "No space left on device", "run/log"), 4,
     "hansa: error: run/log: No space left on device; when that is mended, hansa tune run continues\n"),
    (tune, "alone_in", "tune run uct --option exploration", OSError("it broke"), 4,
     "hansa: error: run: it broke; when that is mended, hansa tune run continues\n"),
])
@pytest.mark.usefixtures("folder")
def test_what_stops_a_command_is_told_with_how_to_continue(
    module: Any, name: str, words: str, error: BaseException, code: int, message: str, monkeypatch: pytest.MonkeyPatch,
    capsys: Printed,
) -> None:
    monkeypatch.setattr(module, name, raising(error))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path("games.jsonl").read_bytes())))
    assert hansa(words.split()) == code
    assert capsys.readouterr() == ("", message)


@pytest.mark.usefixtures("folder")
def test_a_tuning_run_without_games_has_nothing_to_show(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    monkeypatch.setattr("hansa.cli.tune.TuningRun.play", lambda *_: None)
    assert hansa(["tune", "run", "uct", "--option", "exploration", "--workers", "0"]) == 2
    assert capsys.readouterr().err == "hansa: error: no pair has been played in run yet\n"


@pytest.mark.parametrize(("found", "code", "message"), [
    (["a drill"], 0, "1 drills are in drills.jsonl; answer them: hansa drill --set drills.jsonl\n"),
    ([], 1, "0 drills are in drills.jsonl\n"),
])
@pytest.mark.usefixtures("folder")
def test_drills_that_were_made_are_counted(
    found: list[str], code: int, message: str, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    packed: list[object] = []
    monkeypatch.setattr(drill, "make_drills", lambda *_, **__: found)
    monkeypatch.setattr(drill, "write_drills", lambda path, drills: packed.append((path.name, drills)))
    assert hansa(["drill", "--make", "drills.jsonl", "games.jsonl", "--pack"]) == code
    assert capsys.readouterr() == (message, "")
    assert packed == ([("drills.jsonl.xz", found)] if found else [])


STRONGER = "new is stronger than old: by 10 Elo rather than by 5 or less"
NOT_STRONGER = "new is not stronger than old by 10 Elo: by 5 or less rather"


@pytest.mark.parametrize(("accepted", "interrupted", "first"), [
    ("elo1", False, STRONGER), ("elo0", False, NOT_STRONGER),
    (None, True, "not decided yet: it was stopped before the test could end"),
    (None, False, "not decided: all 7 blocks are played"),
])
def test_every_answer_of_a_comparison(
    accepted: str | None, interrupted: bool, first: str, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    status = SimpleNamespace(accepted=accepted, to_json=lambda: {"accepted": accepted})
    tournament = SimpleNamespace(test=Hypotheses(5, 10), bots=("new", "old"), blocks=7)
    monkeypatch.setattr(compare, "one_line", lambda status: "in one line")

    def shown(**how: bool) -> str:
        results = SimpleNamespace(**{"json": False, "quiet": False, "plain": True} | how)
        compare.show_status(status, tournament, results, interrupted=interrupted)      # type: ignore[arg-type]
        return capsys.readouterr().out

    assert shown() == f"{first}\nin one line\n\n" and shown(quiet=True) == ""
    answer = {"accepted": accepted, "bots": ["new", "old"], "elo0": 5, "elo1": 10}
    assert json.loads(shown(json=True)) == json.loads(shown(json=True, quiet=True)) == answer


HINT = 'hansa engine: type {"cmd": "new", "setup": {}}, then {"cmd": "legal"}; Ctrl-D or {"cmd": "quit"} ends\n'


@pytest.mark.parametrize("watched", [True, False])
def test_who_types_for_the_engine_is_told_how(watched: bool, monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: watched, buffer=io.BytesIO(b'{"cmd": "quit"}\n')))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO()))
    assert hansa(["engine"]) == 0
    assert capsys.readouterr().err == (HINT if watched else "")


@pytest.mark.parametrize("name", ["stdin", "stdout"])
def test_without_streams_the_engine_has_nothing_to_do(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, name, None)
    assert hansa(["engine"]) == 0


@pytest.mark.parametrize(("typed", "message"), [
    ("copy\0.jsonl", "a name of a file holds no zero byte"),
    ("~nobody-at-all/copy", "'~nobody-at-all/copy' cannot be the name of a file: Could not determine home directory."),
    ("copy\ud800" + 60 * "x", f"'copy\\ud800{55 * 'x'}' cannot be the name of a file: 'utf-8' codec can't encode character "
     "'\\ud800' in position 4: surrogates not allowed"),
])
def test_what_cannot_be_the_name_of_a_file_is_refused(typed: str, message: str) -> None:
    with pytest.raises(HansaError) as refused:
        path_of(typed)
    assert ENGLISH.tell(refused.value.phrase) == message
    assert path_of("~/copy") == Path.home() / "copy"


def test_kept_games_are_listed_with_when_they_were_played(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    os.utime("games.jsonl", (played := time.mktime((2026, 3, 7, 9, 5, 0, 0, 0, -1)), played))
    games.list_games(folder, Screen(plain=True))
    row = capsys.readouterr().out.splitlines()[1]
    assert row == "1 games      4  07 Mar 09:05  over  Red (kind-first), Green (kind-first)"


def test_visits_that_miss_are_counted() -> None:
    def said(missing: int, other: int) -> str:
        lines = SimpleNamespace(missing=missing), SimpleNamespace(missing=other)
        return ENGLISH.tell(thoughts.against(*lines, 0))       # type: ignore[arg-type]

    assert said(1, 0) == "1 visit short of an explanation; think longer or show fewer lines"
    assert said(1, 2) == said(2, 0) == "2 visits short of an explanation; think longer or show fewer lines"


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_what_is_proven_is_told_either_way(share: float) -> None:
    best = SimpleNamespace(move="claim ARN-DUI", low=(0.3, share))
    solution = SimpleNamespace(seat=1, best=best)
    assert ENGLISH.tell(thoughts.proof_line(solution)) == (     # type: ignore[arg-type]
        "proven: claim ARN-DUI brings 100% of the win, if everybody plays the best from here" if share else
        "proven: claim ARN-DUI loses, as every move does, if everybody plays the best from here")


@pytest.mark.parametrize(("here", "nearly", "lines"), [
    (0, 0, ["No two of the games with mcts came here. 'hansa analyse' says what the position",
            "  is worth."]),
    (1, 1, ["1 game came here (mcts, hansa 9.9); Red decided:", "1", "EVEN"]),
    (2, 2, ["2 games came here (mcts, hansa 9.9); Red decided:", "2", "EVEN"]),
    (0, 1, ["1 game came here, or to the same with the markers in another order (mcts, hansa 9.9):", "1", "EVEN"]),
    (1, 2, ["1 game came here (mcts, hansa 9.9); Red decided:", "1",
            "2 games came here, or to the same with the markers in another order (mcts, hansa 9.9):", "2", "EVEN"]),
])
def test_games_that_came_to_a_position_are_counted(
    here: int, nearly: int, lines: list[str], monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    came = SimpleNamespace(moves=[], similar=[], games=here, more=nearly)
    found = SimpleNamespace(at=lambda state: came, player="mcts", version="9.9")
    monkeypatch.setattr(explore, "show_moves", lambda moves, games, screen: print(games))
    explore.show_position(
        State.new(board="hansa-45", players=4, seed=1), found,      # type: ignore[arg-type]
        explore.ExploreArguments(), Screen(plain=True))
    even = ["Even would be 25%. 'Any order' counts the games that came to the position after",
            "  the move, in whatever order of moves."]
    expected = [*lines[:-1], *even] if lines[-1] == "EVEN" else lines
    assert capsys.readouterr().out.splitlines() == expected


@pytest.mark.usefixtures("folder")
def test_a_log_whose_last_line_is_cut_off_is_rated_with_a_warning(capsys: Printed) -> None:
    words = "tournament random other=random --players 2 --board hansa2004 --blocks 2 --limit 60 --workers 0 --quiet --log"
    assert hansa([*words.split(), "log.jsonl"]) == 0
    path = Path("log.jsonl")
    path.write_bytes(path.read_bytes()[:-20])
    capsys.readouterr()
    assert hansa(["rate", "log.jsonl", "--columns", "bot,games"]) == 0
    told = capsys.readouterr()
    assert told.err == ("hansa: warning: log.jsonl: its last line is cut off and was left out; --resume would play that game "
                        "again\n") and "random      3" in told.out
    assert hansa(["rate", "log.jsonl", "--quiet"]) == 0 and capsys.readouterr().err == ""


@pytest.mark.parametrize(("count", "what"), [(1, "1 game"), (2, "2 games")])
def test_games_that_the_machine_could_not_play_are_told(count: int, what: str, capsys: Printed) -> None:
    lost = [SimpleNamespace(game=SimpleNamespace(id=f"0.{number}"), reason="no memory is left") for number in range(count)]
    tournament_run._tell_lost(lost, "hansa tournament --resume log.jsonl")         # type: ignore[arg-type]
    assert capsys.readouterr().err == (
        f"hansa: warning: this machine could not play {what} (game 0.0: no memory is left); they count for nobody, and are "
        "played again by: hansa tournament --resume log.jsonl\n")


@pytest.mark.usefixtures("folder")
def test_an_interrupted_tournament_says_how_to_go_on(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    monkeypatch.setattr(tournament_run, "play_rounds", raising(KeyboardInterrupt()))
    words = "tournament random other=random --board hansa2004 --players 2 --blocks 1 --workers 0 --log log.jsonl"
    assert hansa(words.split()) == 130
    assert "\nhansa: interrupted after 0 games, all in log.jsonl; continue with:\n  hansa tournament --resume log.jsonl" in (
        capsys.readouterr().err)


TOURNAMENT = Tournament(("random", "markers"), (TableSetup("hansa-23", 2),), blocks=2)


def played_game(number: int) -> SimpleNamespace:
    """As much of a result as is looked at."""
    return SimpleNamespace(order=("digest", number, 0))


@pytest.mark.parametrize(("before", "after", "new"), [(0, 0, True), (0, 2, True), (2, 2, False), (0, 0, False)])
@pytest.mark.usefixtures("folder")
def test_a_disk_that_fails_ends_a_tournament_with_how_to_go_on(
    before: int, after: int, new: bool, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    """A new log without any game is taken away, and the error is that of the command."""
    path = Path("log.jsonl")
    opened = SimpleNamespace(log=Log.create(path, new_header(TOURNAMENT, {}, "an example")), tournament=TOURNAMENT,
                             done=[played_game(number) for number in range(before)], earlier=(), is_new=new)

    def played(*_: object, tell: Callable[[object], None], **__: object) -> None:
        for number in range(before, after):
            tell(played_game(number))
        raise OSError(28, "No space left on device", "log.jsonl")

    monkeypatch.setattr(tournament_run, "play_rounds", played)
    arguments = TournamentArguments(bots=("random", "markers"), workers=0, quiet=True)
    plan = WholeSchedule(TOURNAMENT)
    if not after and new:
        with pytest.raises(OSError, match="No space left"):
            tournament_run.play(arguments, opened, plan)       # type: ignore[arg-type]
        assert not path.exists() and capsys.readouterr().err == ""
        return
    outcome = tournament_run.play(arguments, opened, plan)      # type: ignore[arg-type]
    assert (outcome.code, outcome.broken, len(outcome.games)) == (4, True, after) and path.exists()
    assert capsys.readouterr().err == (
        f"hansa: error: log.jsonl: No space left on device; the {after} games so far are in log.jsonl, continue with: "
        "hansa tournament --resume log.jsonl --workers 0\n")
