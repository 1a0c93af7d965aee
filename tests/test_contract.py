"""The contract between games and the rest: no hole in a game's tables gets past its import, and
what a game lacks is said."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from engine_c import incomplete
from engine_c.batch import Batch
from engine_c.position import Position
from engine_c.search.search import Search
from hansa.games import GAMES, fitted_mind
from hansa.state import State

ENTRIES = [(table, entry) for table, entries in incomplete.entries().items() for entry in entries]


def start(game: str) -> Position:
    """The start of a game at its usual table."""
    return State.from_setup({"game": game, **GAMES[game].vocabulary.usual}, seed=1).position


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("table", "entry"), ENTRIES)
def test_a_missing_function_is_refused(game: str, table: str, entry: str) -> None:
    with pytest.raises(ImportError, match=f"^the game {game} cannot be used: the table of its {table} has no '{entry}'"):
        incomplete.check_without(start(game), table, entry)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("number", "value", "message"), [
    ("state_bytes", 0, "a state of 0 bytes"), ("state_bytes", 12, "a multiple of 8"), ("state_bytes", 1 << 20, "at most"),
    ("categories", 0, "0 categories"), ("categories", 9, "9 categories"),
    ("features", 0, "0 features"), ("features", 129, "129 features; it must be 1 to 128"),
    ("policy_weights", 0, "0 weights of its policy"), ("plan_weights", 0, "0 weights of its plan"),
    ("plan_weights", 1000, "at most"), ("chance_count", -1, "-1 numbers of moves of chance"),
])
def test_a_number_that_cannot_be_is_refused(game: str, number: str, value: int, message: str) -> None:
    with pytest.raises(ImportError, match=message):
        incomplete.check_with(start(game), number, value)


@pytest.mark.parametrize("ask", [
    lambda position, mind: Search(mind).begin(position, 0),
    lambda position, mind: position.evaluate(mind),
    lambda position, mind: position.play_on(mind, 1, 10),
    lambda position, mind: position.plan_move([0.0] * mind.plan_weights, 1),
    lambda position, mind: position.play_by_tastes([[0.0] * mind.plan_weights] * position.players, 1, 10),
])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_nothing_judges_says_so(game: str, ask: Callable[..., object]) -> None:
    position = incomplete.lacking(start(game), "judgement")
    with pytest.raises(ValueError, match=f"^nothing judges positions of {game}: it cannot be searched or played by plan$"):
        ask(position, fitted_mind(game))
    position.play(position.moves()[0])      # its rules are all there


@pytest.mark.parametrize("ask", [
    lambda position: Batch([position], 2, 1, 100),
    lambda position: position.actions(),
    lambda position: position.action_of(position.moves()[0]),
    lambda position: position.move_of(0),
    lambda position: position.action_count,
    lambda position: position.chance_count,
    lambda position: position.feature_count,
    lambda position: position.mask(np.zeros(5, np.uint8)),
    lambda position: position.observe(0, np.zeros(5, np.float32)),
])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_without_numbers_says_so(game: str, ask: Callable[[Position], object]) -> None:
    position = incomplete.lacking(start(game), "learning")
    with pytest.raises(ValueError, match=f"^moves and positions of {game} have no numbers: it cannot be learned$"):
        ask(position)
    Search(fitted_mind(game)).begin(position, 0)


def test_nobody_makes_a_position_that_is_not_whole() -> None:
    kind = type(start("teutonica"))
    for make in (kind, Position, lambda: kind.__new__(kind), lambda: Position.__new__(Position)):
        with pytest.raises(TypeError, match="made by from_fields"):
            make()


@pytest.mark.parametrize("game", GAMES)
def test_what_a_position_comes_to_has_a_place_for_every_seat(game: str) -> None:
    for players in {players for entry in GAMES[game].entries() for players in entry.players}:
        entry = next(entry for entry in GAMES[game].entries() if players in entry.players)
        position = State.new(board=entry.name, players=players, seed=1).position
        assert position.players == players
        for values in (position.shares(), position.standing(), position.ranks(), position.scores()):
            assert len(values) == players
