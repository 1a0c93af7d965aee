"""A game in the hand: moves pushed and taken back, comments, and its record."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from hansa.annotations import Note, Variation
from hansa.errors import HansaError, MoveError
from hansa.live_game import Game
from hansa.record import Record, play_random
from hansa.state import State

SETUPS: tuple[dict[str, Any], ...] = (
    {"board": "hansa-45", "players": 4, "modules": ["missions"]}, {"game": "hansa2004", "players": 2},
)


def played(setup: dict[str, Any], plies: int = 60) -> Game:
    game, rng = Game.new(seed=3, **setup), random.Random(1)
    while game.ply < plies and not game.over:
        if game.to_move == "*":
            game.play_chance(rng)
        else:
            game.push(rng.choice(game.legal_moves))
    return game


def test_a_game_says_where_it_is() -> None:
    game = Game.new(board="east", players=3, seed=1)
    assert repr(game) == "<Game on east: 0 moves, seat 0 decides>"
    game.push("end")
    assert repr(game) == "<Game on east: 1 move, seat 1 decides>"
    game.undo()
    assert repr(game) == "<Game on east: 0 moves, seat 0 decides, 1 taken back>"
    drawing = Game.from_record(play_random({"game": "hansa2004", "players": 2}, seed=3))
    assert repr(drawing).endswith(" moves, over>")
    while drawing.to_move != "*":
        drawing.undo()
    assert ", chance moves, " in repr(drawing)


def test_a_record_is_entered_at_any_ply_there_is() -> None:
    record = play_random(SETUPS[0], seed=1, limit=9)
    assert [(game.ply, len(game.undone)) for game in (Game.from_record(record, upto=ply) for ply in (0, 4, 9))] == [
        (0, 9), (4, 5), (9, 0)]
    for ply in (-1, 10):
        with pytest.raises(HansaError, match=f"there is no ply {ply}; the game has 9 moves"):
            Game.from_record(record, upto=ply)


@pytest.mark.parametrize("setup", SETUPS)
def test_undo_and_redo_go_through_the_same_positions(setup: dict[str, Any]) -> None:
    game = played(setup)
    moves, history = game.moves, game.history
    assert game.undo(25) == moves[-25]
    assert game.state == history[-26].state and game.moves == moves[:-25] and game.undone == moves[-25:]
    assert game.redo(5) == moves[-21] and game.state == history[-21].state
    assert game.redo(20) == moves[-1] and game.state == history[-1].state and game.undone == ()
    assert game.undo(0) is game.redo(0) is None


def test_a_move_of_its_own_forgets_what_was_taken_back() -> None:
    game = played(SETUPS[0])
    first, second = game.moves[-2:]
    game.undo(2)
    game.push(first)                    # the same as before: the rest can still be played again
    assert game.undone == (second,)
    game.push(next(move for move in game.legal_moves if move != second))
    assert [*game.undone] == []
    with pytest.raises(HansaError, match="count must be from 0 to 0, the moves taken back, not 1"):
        game.redo()


def test_comments_stay_with_the_moves_they_are_about() -> None:
    game = played(SETUPS[0], 6)
    game.comment("first", 0)
    game.comment("fourth", 3)
    game.comment("last")
    game.comment("slip", 1)
    game.comment("", 1)
    assert game.comments == {0: "first", 3: "fourth", 5: "last"}
    game.undo(4)
    assert game.to_record().notes == (Note(0, comment="first"),) and game.comments[3] == "fourth"
    game.push(next(move for move in game.legal_moves if move != game.undone[0]), "other")
    assert game.comments == {0: "first", 2: "other"}
    game.undo()
    game.push(next(move for move in game.legal_moves if move != game.undone[0]))
    assert game.comments == {0: "first"}
    game.comment("again")
    game.push(game.legal_moves[0])
    with pytest.raises(HansaError, match="there is no ply 4 to comment; the game has 4 moves"):
        game.comment("beyond", 4)


@pytest.mark.parametrize("setup", SETUPS)
def test_a_record_gives_the_same_game(setup: dict[str, Any]) -> None:
    game = played(setup)
    game.comment("here", 7)
    record = Record.from_json(game.to_record(id="x", seats=["a"] * game.state.players).to_json())
    assert record.end == "interrupted" and record.state is None and record.replay() == game.state
    again = Game.from_record(record, upto=10)
    assert again.state == game.position(10) and again.undone == game.moves[10:] and again.comments == {7: "here"}
    with pytest.raises(HansaError, match="there is no ply 61; the game has 60 moves"):
        Game.from_record(record, upto=61)


def test_a_game_that_is_over_has_its_result() -> None:
    record = played({"game": "hansa2004", "players": 2}, 10_000).to_record()
    assert record.end == "markers" and record.result is not None and record.verify().over


def test_a_game_from_a_position_begins_there() -> None:
    state = play_random({"board": "hansa-45", "players": 4}, seed=3, limit=40).replay()
    game = Game(state)
    game.push(game.legal_moves[0])
    record = game.to_record()
    assert record.state == state.to_json() and record.replay() == game.state != state
    with pytest.raises(HansaError, match="this position hides cards"):
        Game(State.new(board="hansa-45", players=4, seed=1, modules=["missions"]).view(0))


def test_nothing_that_it_gives_away_changes_it() -> None:
    state = State.new(board="hansa-45", players=4, seed=7)
    game = Game(state)
    for given in (state, game.state, game.position(0), game.history[0].state):
        given.play("place t BRE-HAM")
    assert game.state == State.new(board="hansa-45", players=4, seed=7)
    game.comments[0] = "mine"       # type: ignore[index]
    assert game.comments == {}


def test_what_cannot_be_done_changes_nothing() -> None:
    game = played(SETUPS[0], 5)
    before = (game.moves, game.undone)
    for refused in (
        lambda: game.undo(6), lambda: game.undo(-1), lambda: game.redo(1), lambda: game.push("fly"), lambda: game.position(6),
    ):
        with pytest.raises((HansaError, MoveError)):
            refused()
    assert (game.moves, game.undone) == before


def test_what_a_record_says_of_its_moves_comes_back() -> None:
    """Not the comments alone: glyphs, clocks and variations, too."""
    game = played(SETUPS[0])
    noted = (Note(0, glyph="!", clock=59.5), Note(2, comment="why?", variations=(Variation(game.to_record().moves[2:3]),)))
    record = replace(game.to_record(), notes=noted)
    again = Game.from_record(record)
    assert again.to_record() == record and again.comments == {2: "why?"}
    again.comment("", 2)
    assert again.to_record().notes == (noted[0], replace(noted[1], comment=""))
