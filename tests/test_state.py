"""`State` and `LegalMoves` as Python values."""

from __future__ import annotations

import pytest

from hansa.state import State

START = State.new(board="hansa-45", players=4, seed=7)


def test_a_state_changes_and_is_therefore_no_key() -> None:
    with pytest.raises(TypeError, match="unhashable type: 'State'"):
        hash(START)
    assert {START.key: START}[START.copy().key] == START


@pytest.mark.parametrize("spelling", ["place t BRE-HAM", "place t Hamburg-Bremen", START.legal_moves[6]])
def test_legal_moves_are_found_in_any_spelling(spelling: str) -> None:
    moves = START.legal_moves
    assert spelling in moves
    assert moves.count(spelling) == 1
    assert moves.index(spelling) == moves.index(spelling, 6, 7) == 6
    assert moves[moves.index(spelling)] == "place t BRE-HAM"
    with pytest.raises(ValueError, match="is not among the 72 legal moves"):
        moves.index(spelling, 7)


@pytest.mark.parametrize("other", ["claim BRE-HAM", "place t XXX-YYY", "", 6, None])
def test_what_is_no_legal_move_is_nowhere(other: object) -> None:
    moves = START.legal_moves
    assert other not in moves
    assert moves.count(other) == 0
    with pytest.raises(ValueError, match="is not among the 72 legal moves"):
        moves.index(other)
