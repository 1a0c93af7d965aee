"""Comments, glyphs and variations of a game: the server of the page keeps them in its record, and
says who may read them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from hansa.annotations import Note, Variation
from hansa.record import Record, read_records
from hansa.table.session import HUMAN, Session
from tests.browser import kept_game
from tests.talk import HOST, Talk, keys, new

SETUP = {"board": "hansa-45", "players": 4}
OTHER: dict[str, Any] = {
    "ply": 1, "comment": "too early", "glyph": "?!",
    "variations": [{"moves": ["0 place t HAM-LUB", "0 end"], "notes": [{"ply": 2, "comment": "enough"}]}],
}


@pytest.fixture
def game(host: Talk) -> str:
    """Two moves of a game of people."""
    game = new(host, ["here"] * 4)
    host.ask("open", game=game)
    for ply, move in enumerate(("place t BRE-HAM", "end")):
        assert "error" not in host.ask("play", move=move, ply=ply)
    return game


def kept(tmp_path: Path, game: str) -> Record:
    return read_records(tmp_path / f"{game}.jsonl")[0][0]


def test_what_is_said_is_in_the_record_and_comes_back_in_words(host: Talk, game: str, tmp_path: Path) -> None:
    empty = host.ask("notes", game=game)
    assert empty["notes"] == [] and empty["kept"] is True
    answer = host.ask("annotate", game=game, notes=[OTHER], version=empty["version"])
    assert answer["version"] != empty["version"]
    inner = Note(2, comment="enough")
    assert kept(tmp_path, game).notes == (
        Note(1, comment="too early", glyph="?!", variations=(Variation(("0 place t HAM-LUB", "0 end"), (inner,)),)),)
    told = host.ask("notes", game=game)
    assert told["version"] == answer["version"]
    (variation,) = told["notes"][0]["variations"]
    assert [step["words"] for step in variation["moves"]] == ["place a trader on Hamburg-Lübeck", "end the turn"]
    assert variation["notes"] == [{"ply": 2, "comment": "enough"}]
    assert {**told["notes"][0], "variations": []} == {**OTHER, "variations": []}


def test_whoever_has_not_seen_the_newest_notes_changes_nothing(host: Talk, game: str, tmp_path: Path) -> None:
    version = host.ask("notes", game=game)["version"]
    first = host.ask("annotate", game=game, notes=[OTHER], version=version)
    error = host.ask("annotate", game=game, notes=[], version=version)["error"]
    assert "changed elsewhere" in error["message"] and len(kept(tmp_path, game).notes) == 1
    assert "error" not in host.ask("annotate", game=game, notes=[], version=first["version"])
    assert kept(tmp_path, game).notes == ()


@pytest.mark.parametrize(("note", "wrong"), [
    ({"ply": 1, "variations": [{"moves": ["0 place t NOW-HERE"]}]}, "ply 1"),
    ({"ply": 1, "variations": [{"moves": ["1 end"]}]}, "should begin with its mover"),
    ({"ply": 1, "variations": [{"moves": ["0 end"], "notes": [{"ply": 7, "glyph": "!"}]}]}, "plies that it has not"),
    ({"ply": 9, "comment": "later"}, "there are 2 moves"),
    ({"ply": 0, "glyph": "???"}, "glyph"),
    ({"ply": "0"}, "must be the number of a move"),
    ({"ply": 0, "comment": ["x"]}, "must be a text"),
])
def test_what_is_no_note_changes_nothing(host: Talk, game: str, tmp_path: Path, note: dict[str, Any], wrong: str) -> None:
    version = host.ask("notes", game=game)["version"]
    error = host.ask("annotate", game=game, notes=[note], version=version)["error"]
    assert wrong in error["message"], error
    assert kept(tmp_path, game).notes == () and host.ask("notes", game=game)["version"] == version


def test_guests_read_notes_when_the_game_is_over_and_never_write_them(
    client: TestClient, host: Talk, tmp_path: Path
) -> None:
    running = new(host, ["here", "link", "here", "here"])
    over = kept_game(tmp_path, SETUP, [HUMAN] * 4)
    for game, readable in ((running, False), (over, True)):
        version = host.ask("notes", game=game)["version"]
        if not readable:
            host.ask("open", game=game)
            host.ask("play", move="end", ply=0)
        assert "error" not in host.ask("annotate", game=game, notes=[{"ply": 0, "comment": "mine"}], version=version)
        with client.websocket_connect("/socket", headers=HOST) as socket:
            guest = Talk(socket, keys(client).seat(game, 1))
            answer = guest.ask("notes", game=game)
            assert (answer["notes"] == [{"ply": 0, "comment": "mine"}]) is readable and answer["kept"] is False
            assert "error" in guest.ask("annotate", game=game, notes=[], version=answer["version"])
            assert "error" in guest.ask("notes", game=over if game == running else running)


def test_notes_on_secret_missions_wait_for_the_end(host: Talk, tmp_path: Path) -> None:
    game = kept_game(tmp_path, {**SETUP, "modules": ["missions"]}, [HUMAN, "prestige", "prestige", "prestige"], turns=3)
    assert host.ask("notes", game=game) | {"id": 0} == {"id": 0, "notes": [], "version": "", "kept": False}
    error = host.ask("annotate", game=game, notes=[{"ply": 0, "comment": "mission 3"}], version="")["error"]
    assert "when it is over" in error["message"] and kept(tmp_path, game).notes == ()


def test_notes_outlive_the_server_and_go_with_the_moves_that_are_taken_back(host: Talk, game: str, tmp_path: Path) -> None:
    version = host.ask("notes", game=game)["version"]
    host.ask("annotate", game=game, notes=[{"ply": 0, "comment": "first"}, OTHER], version=version)
    session = Session.from_record(kept(tmp_path, game))
    assert [note.comment for note in session.record().notes] == ["first", "too early"]
    session.back_to(1)
    assert [note.comment for note in session.record().notes] == ["first"]
