"""Exercises and what strong players played, as the page asks for them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from hansa.drills.collection import shipped_drills
from hansa.drills.practice import Practice
from hansa.exploring.strong_play import strong_play
from hansa.state import State
from hansa.web.app import Settings, make_app
from tests.talk import HOST, Talk, keys, new


@pytest.fixture
def practice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "practice.jsonl"
    monkeypatch.setenv("HANSA_PRACTICE", str(path))
    return path


@pytest.fixture
def settings(tmp_path: Path, practice: Path) -> Settings:
    """A server that keeps answers where no others are."""
    return Settings(tmp_path, threads=1)


def test_exercises_are_graded_and_their_score_is_that_of_the_terminal(host: Talk, practice: Path) -> None:
    first = host.ask("exercise")
    drill = next(drill for drill in shipped_drills() if drill.name == first["name"])
    assert first["grade"] == drill.grade and first["score"]["answered"] == 0
    assert first["score"]["exercises"] == len(shipped_drills())
    assert [choice["move"] for choice in first["position"]["moves"]] == list(map(str, drill.state().legal_moves))
    solved = host.ask("solve", name=drill.name, move=drill.best)
    assert solved["right"] and solved["said"][0] == "Right." and solved["best"] == drill.best
    assert solved["score"]["streak"] == 1 and solved["score"]["rating"] > first["score"]["rating"]
    second = host.ask("exercise")
    assert second["name"] != drill.name         # what was solved comes again after a day
    other = next(each for each in shipped_drills() if each.name == second["name"])
    wrong = host.ask("solve", name=other.name, move=other.rival)
    assert not wrong["right"] and wrong["said"][0].startswith("No: that gives up")
    assert not re.search(r"\b[A-Z]{3}-[A-Z]{3}\b", " ".join(wrong["said"])), "moves are told in words"
    assert [(attempt.drill, attempt.right) for attempt in Practice(practice).attempts] == [
        (drill.name, True), (other.name, False)]


def test_exercises_of_a_grade_and_by_name(host: Talk) -> None:
    assert host.ask("exercise", grade=5)["grade"] == 5
    assert "no exercises of grade 9" in host.ask("exercise", grade=9)["error"]["message"]
    name = shipped_drills()[7].name
    assert host.ask("exercise", name=name)["name"] == name
    assert "no exercise" in host.ask("solve", name="nothing", move="end")["error"]["message"]


def test_an_impossible_answer_is_not_counted(host: Talk, practice: Path) -> None:
    name = host.ask("exercise")["name"]
    assert "error" in host.ask("solve", name=name, move="fly to the moon")
    assert Practice(practice).attempts == []


def test_what_strong_players_played_is_told_in_words(host: Talk) -> None:
    start = State.new(board="hansa-23", players=2, seed=1)
    found = host.ask("explore", state=start.to_json())
    here = strong_play().at(start)
    assert found["similar"] and found["games"] == here.more > here.games and found["even"] == 0.5
    assert [(move["move"], move["games"]) for move in found["moves"]] == [
        (str(played.move), played.games) for played in here.similar]
    assert found["moves"][0]["words"].startswith("place a trader on ") and found["moves"][0]["targets"]
    later = host.ask("explore", state=start.to_json(), moves=[found["moves"][0]["move"]])
    assert later["games"] == strong_play().at(start.after(found["moves"][0]["move"])).more > 0
    nowhere = host.ask("explore", state=start.to_json(), moves=["place t HAM-LUB", "place t BRE-HAM"])
    assert nowhere["games"] == 0 and nowhere["moves"] == [] and nowhere["last"] is None


def test_where_no_game_came_the_last_known_move_of_the_game_is_named(host: Talk) -> None:
    setup = {"board": "hansa-23", "players": 2}
    game = host.ask("new", setup=setup, seats=[{"who": "here"}, {"who": "here"}], seed=1)["game"]
    ply = host.ask("open", game=game)["table"]["ply"]
    first = host.ask("explore", game=game)
    assert first["games"] and first["last"] is None
    for move in (first["moves"][0]["move"], "end", "end", "end"):   # no strong player passes twice
        assert "error" not in host.ask("play", move=move, ply=ply)
        ply += 1
    unknown = host.ask("explore", game=game)
    known = max(number for number in range(ply) if host.ask("explore", game=game, ply=number)["games"])
    assert 1 <= known < ply and unknown["games"] == 0 and unknown["last"] == known
    beside = host.ask("explore", game=game, ply=known, moves=["end"])
    assert beside["games"] == 0 and beside["last"] == known, "the position that a variation begins with counts"


def test_guests_may_be_kept_from_the_book_and_practise_nowhere(tmp_path: Path) -> None:
    app = make_app(Settings(tmp_path, threads=1, guests_analyse=False))
    with TestClient(app, base_url="http://127.0.0.1:8484") as client:
        with client.websocket_connect("/socket", headers=HOST) as socket:
            host = Talk(socket, keys(client).host())
            game = new(host, ["here", "link", "greedy", "greedy"])
        with client.websocket_connect("/socket", headers=HOST) as socket:
            guest = Talk(socket, keys(client).seat(game, 1))
            assert "no analysis" in guest.ask("explore", game=game)["error"]["message"]
            assert "error" in guest.ask("exercise") and "error" in guest.ask("solve", name="a", move="end")
