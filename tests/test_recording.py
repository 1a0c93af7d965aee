"""Writing down a game at a real table: nothing is drawn, what is forced is noted by itself,
mistakes can be put right."""

from __future__ import annotations

import io
import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hansa import State
from hansa.cli import main
from hansa.cli.conversation import Quit
from hansa.cli.prompt import Prompt
from hansa.cli.screen import Screen
from hansa.cli.table_setup import asked_setup
from hansa.record import Record, append_record, play_random, read_records
from hansa.table.questions import TableQuestions
from hansa.table.recording import at_a_table, last_choice, note_down, put_right, with_names
from hansa.table.session import HUMAN, Session, TableError
from tests.keystrokes import plain, shortest, typed
from tests.warm import ran

SETUP = {"board": "hansa-23", "players": 3}
WITH_CHANCE = play_random({"game": "hansa2004", "players": 2}, seed=3)


def session(*moves: str) -> Session:
    """A session of three people with some moves."""
    begun = Session(SETUP, [HUMAN] * 3, seed=5)
    for move in moves:
        note_down(begun, begun.state.parse(move))
    return begun


def texts(noted: Session) -> list[str]:
    return [f"{entry.mover} {entry.move}" for entry in noted.happened]


def test_a_whole_game_can_be_written_down_with_its_chance() -> None:
    record = WITH_CHANCE
    assert any(move.startswith("*") for move in record.moves)
    noted = Session(record.setup, [HUMAN] * 2, seed=99)
    for step in record.steps():
        if step.move is not None:
            note_down(noted, step.move)
    assert texts(noted) == list(record.moves)


def test_an_earlier_move_is_put_right_and_the_rest_stays() -> None:
    noted = session("place t BRE-HAM", "place t HAM-LUB", "end", "income 3t")
    assert put_right(noted, 1, "m ham lun") == []
    assert texts(noted) == ["0 place t BRE-HAM", "0 place m HAM-LUN", "0 end", "1 income 3t"]


def test_what_no_longer_fits_is_handed_back() -> None:
    noted = session("place t BRE-HAM", "place t HAM-LUB", "end", "displace 0t BRE-HAM with t pay t", "put t HAM-LUB")
    assert put_right(noted, 0, "place t GOT-QUE") == ["1 displace 0t BRE-HAM with t pay t", "0 put t HAM-LUB"]
    assert texts(noted) == ["0 place t GOT-QUE", "0 place t HAM-LUB", "0 end"] and noted.state.to_move == 1


def test_the_move_of_another_player_is_not_taken_for_ones_own() -> None:
    noted = session("end", "place t BRE-HAM", "place t HAM-LUB")
    assert put_right(noted, 0, "place t GOT-QUE") == ["1 place t BRE-HAM", "1 place t HAM-LUB"]
    assert texts(noted) == ["0 place t GOT-QUE"]


def test_what_leaves_no_choice_after_a_correction_is_noted_between() -> None:
    noted = session("place t BRE-HAM", "end", "income 3t")
    assert put_right(noted, 1, "place t HAM-LUB") == []
    assert texts(noted) == ["0 place t BRE-HAM", "0 place t HAM-LUB", "0 end", "1 income 3t"]


@pytest.mark.parametrize(("ply", "move", "problem"), [
    (7, "end", "no move 8"), (2, "end", "no move 3"), (0, "place t bre", "write more of it"),
    (0, "claim BRE-HAM", "was not a legal move then"),
])
def test_a_correction_that_makes_no_sense_changes_nothing(ply: int, move: str, problem: str) -> None:
    noted = session("place t BRE-HAM", "end")
    with pytest.raises(TableError, match=problem):
        put_right(noted, ply, move)
    assert texts(noted) == ["0 place t BRE-HAM", "0 end"]


def at_the_table(folder: Path, *arguments: str, lines: str) -> subprocess.CompletedProcess[str]:
    """`hansa play --table` with lines from a pipe."""
    return ran("play", "--table", *arguments, "--plain", typed=lines, HANSA_GAMES=str(folder))


def read(path: Path) -> Record:
    (record,), _ = read_records(path)
    return record


def test_people_write_down_their_game(tmp_path: Path) -> None:
    path = tmp_path / "ours.jsonl"
    done = at_the_table(
        tmp_path, "--names", "Ada", "Ben", "Cleo", "--out", str(path),
        lines="sw\nswap\next\n" "t ham lub\nm bre ham\ninc 3\nlog\nfix 1 t got que\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "the tavern Bremen-Osnabrück (BRE-OSN)? extra-office, move-3, swap: " in done.stdout
    assert "'swap' is not one of extra-office, move-3" in done.stdout, "each marker is there once"
    assert "so move-3 lies on Lüneburg-Perleberg" in done.stdout
    assert "Red (Ada)> " in done.stdout and "Green (Ben)> " in done.stdout and "hint" not in done.stdout
    record = read(path)
    assert record.seats == ("Ada", "Ben", "Cleo")
    assert record.setup["taverns"] == {"BRE-OSN": "swap", "GOS-HIL": "extra-office", "LUN-PER": "move-3"}
    # The `end` of Red's turn was forced: it was noted by itself.
    assert record.moves == ("0 place t GOT-QUE", "0 place m BRE-HAM", "0 end", "1 income 3t")
    again = at_the_table(tmp_path, "--continue", str(path), lines="undo\nt ham lub\nquit\n")
    assert again.returncode == 0 and "Green (Ben)> " in again.stdout
    assert f"continue with: hansa play --continue {path}" in again.stdout
    assert read(path).moves[-1] == "1 place t HAM-LUB" and read(path).seats == ("Ada", "Ben", "Cleo")


def test_missions_may_be_secret_until_they_are_shown(tmp_path: Path) -> None:
    path = tmp_path / "ours.jsonl"
    done = at_the_table(
        tmp_path, "--names", "Ada", "Ben", "Cleo", "--modules", "missions", "--out", str(path),
        lines="sw\next\n" "\n" "bre ham lub\n0\n0\nMinden Per Gos\n" "t ham lub\nmission ben ham\n"
              "mission Ada dor min lun\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "no mission is bre ham lub; missions are OSN STE PAD" in done.stdout and "another player has this" in done.stdout
    assert "secret, and dealt by hansa for now: the missions of Red (Ada)" in " ".join(done.stdout.split())
    assert "no mission is ham" in done.stdout and "the mission of Red (Ada) is dor min lun" in done.stdout
    record = read(path)
    assert record.setup["missions"] == [1, 0, 2] and record.seats == ("Ada", "Ben", "Cleo")
    assert record.moves == ("0 place t HAM-LUB",)


def answered(setup: dict[str, Any], answers: Callable[[str], str]) -> tuple[dict[str, Any], list[str]]:
    """The setup that such answers give, and what was asked."""
    asked: list[str] = []
    prompt = Prompt(list)

    def ask(question: str) -> str:
        asked.append(question)
        return answers(question)

    prompt.ask = ask        # type: ignore[method-assign]
    return asked_setup(setup, (), prompt, Screen(plain=True)), asked


def test_favours_are_asked_for_one_by_one() -> None:
    lines = iter(["extra", "swap", "inc", "inc", "extra-d", "master", "dou"])
    setup, asked = answered({**SETUP, "modules": ["favours"]}, lambda question: next(lines))
    assert setup["favours"] == ["income", "extra-displaced", "master-abilities", "double-cities"][: len(setup["favours"])]
    assert "income" in asked[2] and "income" not in asked[4]


def test_goods_are_asked_for_city_by_city(capsys: pytest.CaptureFixture[str]) -> None:
    tried: set[str] = set()

    def answers(question: str) -> str:
        first = question not in tried
        tried.add(question)
        return "red1 red1 red1" if first else question.partition("such as ")[2].rstrip(": ")

    setup, asked = answered({"game": "hansa2004", "players": 2}, answers)
    assert len(asked) == 2 * len(setup["warehouses"]), "a wrong number of goods is asked for again, and nothing else"
    assert "there should be 2 goods, not 3" in capsys.readouterr().out


def test_questions_about_the_table_can_be_left(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Quit):
        answered(SETUP, lambda question: "quit")


@pytest.mark.parametrize("names", [("Ada", "Ben", "Cleo"), ()])
@pytest.mark.parametrize("words", ["play --continue FILE", "play --continue", "play --table --continue", "games continue 1"])
def test_a_game_at_a_table_goes_on_as_one(
    names: tuple[str, ...], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:
    """Continuing it asks for all players' moves and for chance, with either command."""
    monkeypatch.setenv("HANSA_GAMES", str(tmp_path))
    ply = next(step.ply for step in WITH_CHANCE.steps() if step.state.to_move == "*" and len(step.state.legal_moves) > 1)
    setup = {"game": "hansa2004", "players": 2} if not names else SETUP
    noted = Session(WITH_CHANCE.setup if not names else setup, [HUMAN] * (len(names) or 2), seed=4)
    for step in WITH_CHANCE.steps(ply) if not names else ():
        if step.move is not None:
            note_down(noted, step.move)
    if names:
        note_down(noted, noted.state.parse("place t BRE-HAM"))
    path = tmp_path / "ours.jsonl"
    append_record(path, with_names(noted.record(), names))
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert main([*(str(path) if word == "FILE" else word for word in words.split()), "--plain"]) == 0
    told = capsys.readouterr().out
    assert ("Red (Ada)> " if names else "what came up at the table?") in told
    record = read(path)
    assert at_a_table(record) and record.seats == (names or (HUMAN,) * 2) and record.moves == noted.record().moves


def test_a_game_at_a_table_can_be_played_on_against_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "ours.jsonl"
    append_record(path, with_names(session("place t BRE-HAM").record(), ("Ada", "Ben", "Cleo")))
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert main(["play", "--continue", str(path), "--seat", "red", "--bots", "random", "--plain"]) == 0
    assert "Green (random)" in capsys.readouterr().out and not at_a_table(read(path))


def test_chance_is_asked_for(tmp_path: Path) -> None:
    ply, state = next((step.ply, step.state) for step in WITH_CHANCE.steps()
                      if step.state.to_move == "*" and len(step.state.legal_moves) > 1)
    start, path = tmp_path / "start.json", tmp_path / "ours.jsonl"
    start.write_text(json.dumps(state.to_json()))
    drawn = str(state.legal_moves[1])
    done = at_the_table(tmp_path, "--from", str(start), "--out", str(path), lines=f"{drawn.split()[1]}\nquit\n")
    assert done.returncode == 0 and "what came up at the table?" in done.stdout, done.stderr
    assert read(path).moves[0] == f"* {drawn}" and ply > 0


@pytest.mark.parametrize("arguments", [
    ("--table", "--bots", "greedy"), ("--table", "--seed", "3"), ("--names", "Ada"),
    ("--table", "--names", "exec:./mine", "Ben", "Cleo"),
    ("--table", "--names", "Ada", "Ben", "--players", "3", "--from", "hansa-23, 3 players; turn: red"),
])
def test_what_does_not_go_with_a_real_table_is_refused(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *arguments]) == 2
    assert capsys.readouterr().err.startswith("hansa: error: ")


def test_keystrokes_are_those_of_texts_that_mean_the_move() -> None:
    state = State.new(board="hansa-45", players=4, seed=7)
    for text in ("place t HAM-LUB", "income 3t", "end"):
        move = state.parse(text)
        assert len(shortest(state, move)) <= len(plain(state, move)) <= len(text)
    assert plain(state, state.parse("place t HAM-LUB")) == "t ham lub"
    record = play_random(SETUP, seed=4, limit=12)
    assert len(list(typed(record))) == sum(step.move is not None and step.state.forced is None for step in record.steps())


def test_the_last_choice_is_the_last_move_that_was_not_forced() -> None:
    record = play_random({"game": "hansa2004", "players": 3}, seed=4, limit=60)
    session, seen = Session({"game": "hansa2004", "players": 3}, [HUMAN] * 3, seed=4), set[int]()
    assert last_choice(session) is None
    for text in record.moves:
        note_down(session, session.state.parse(text.partition(" ")[2]))
        choices = [ply for ply in range(session.plies) if len(session.position(ply).legal_moves) > 1]
        assert last_choice(session) == (choices[-1] if choices else None)
        seen.add(session.plies - 1 - (choices[-1] if choices else 0))
    assert {0, 1} <= seen       # the last move, and one before it


def test_the_last_thing_on_the_table_may_be_left_out_but_not_mistaken() -> None:
    table = TableQuestions({"board": "hansa-23", "players": 2})
    values: list[Any] = []
    while len(left := table.left(values)) > 1:
        values.append(left[0])
    assert table.follows(values) == left[0] == table.read("", values) == table.read(left[0], values)
    with pytest.raises(ValueError, match="nonsense"):
        table.read("nonsense", values)
