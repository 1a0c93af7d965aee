"""`State` and `LegalMoves` as Python values."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from hansa.errors import HansaError, MoveError, StateError
from hansa.games import GAMES, board_entries
from hansa.record import play_random
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
    assert moves[moves.index(spelling)] == "place t BRE-HAM" and moves.index(moves[0]) == 0
    with pytest.raises(ValueError, match="is not among the 72 legal moves"):
        moves.index(spelling, 7)


def test_legal_moves_are_shown_as_texts() -> None:
    state = State.new(game="hansa2004", players=2, seed=1)
    moves = state.legal_moves
    assert repr(moves) == f"<{len(moves)} legal moves: {', '.join(map(str, moves))}>"


def test_a_refusal_names_the_three_nearest_moves() -> None:
    with pytest.raises(MoveError) as refused:
        START.play("claim BRE-HAM")
    assert refused.value.nearest == ["place m BRE-HAM", "place t BRE-HAM", "place m BRE-HAN"]
    assert str(refused.value) == (
        "illegal move 'claim BRE-HAM': not every house of BRE-HAM holds a piece of seat 0 [T20]; nearest legal moves: "
        f"place m BRE-HAM, place t BRE-HAM, place m BRE-HAN; in {refused.value.position}")


def test_a_state_that_reads_back_as_another_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    assert START.problems() == []
    other = START.after("end")._position
    monkeypatch.setattr(type(GAMES["teutonica"]), "read", lambda game, data: other)
    assert START.problems() == ["the state read back from its JSON is another"]

    def refused(game: object, data: object) -> None:
        raise StateError(["supply is not known"])

    monkeypatch.setattr(type(GAMES["teutonica"]), "read", refused)
    assert START.problems() == ["supply is not known"]


@pytest.mark.parametrize("other", ["claim BRE-HAM", "place t XXX-YYY", "", 6, None])
def test_what_is_no_legal_move_is_nowhere(other: object) -> None:
    moves = START.legal_moves
    assert other not in moves
    assert moves.count(other) == 0
    with pytest.raises(ValueError, match="is not among the 72 legal moves"):
        moves.index(other)


def at_chance() -> State:
    """A position of Hansa (2004) in which chance is to move."""
    rng, state = random.Random(1), State.new(game="hansa2004", players=2, seed=1)
    while state.to_move != "*":
        state.play(rng.choice(state.legal_moves))
    return state


def test_chance_is_drawn_by_its_probabilities() -> None:
    state, rng, draws = at_chance(), random.Random(2), 4000
    counts = Counter(str(state.copy().play_chance(rng)) for _ in range(draws))
    uneven = False
    for move, probability in zip(state.legal_moves, state.probabilities, strict=True):
        uneven |= abs(probability - 1 / len(state.probabilities)) > 0.02
        assert abs(counts[str(move)] / draws - probability) < 0.04      # five standard deviations
    assert uneven       # otherwise drawing evenly would pass


def test_only_chance_is_played_for_chance() -> None:
    with pytest.raises(HansaError, match="chance is not to move; seat 0 is"):
        START.copy().play_chance(random.Random(1))
    over = START.copy()
    over.cut_off()
    with pytest.raises(HansaError, match="the game is over"):
        over.play_chance(random.Random(1))


def test_the_seat_is_a_number_or_an_error() -> None:
    assert START.seat == START.to_move == 0
    with pytest.raises(HansaError, match=r"play_chance\(rng\) plays it"):
        _ = at_chance().seat


def test_the_winner_is_known_at_the_end_only() -> None:
    state = START.copy()
    assert (state.board, state.winner) == ("hansa-45", None)
    state.cut_off()
    assert state.ranks == [1, 1, 1, 1]
    assert state.winner is None
    over = play_random({"game": "hansa2004", "players": 2}, seed=3).verify()
    assert over.winner is not None
    assert over.shares[over.winner] == 1.0


def test_a_seat_sees_its_own_mission_and_no_other() -> None:
    state = State.new(board="hansa-45", players=4, seed=1, modules=["missions"])
    for seat, card in enumerate(desk["mission"] for desk in state.to_json()["desks"]):
        seen = GAMES["teutonica"].write(state.position, seat)
        assert [desk["mission"] for desk in seen["desks"]] == [card if owner == seat else "?" for owner in range(4)]


def test_boards_say_what_may_be_played_on_them() -> None:
    assert {entry.name: (entry.players, entry.modules) for entry in board_entries()} == {
        "hansa-23": ((2, 3), ("missions", "favours")), "hansa-45": ((4, 5), ("missions", "favours")), "east": ((3, 4, 5), ()),
        "britannia-3": ((3,), ()), "britannia-45": ((4, 5), ()), "hansa2004": ((2, 3, 4), ())}
