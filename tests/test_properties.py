"""What holds in every position: pieces are conserved, texts and states round-trip, copies are
independent."""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hansa import HansaError, Move, MoveError, SetupError, State, StateError
from tests.playing import choosers, setup_name, setups
from tests.scramble import abroad, neutral, scrambled

SETUPS = list(setups())


def check_position(state: State) -> None:
    """Every invariant of one position."""
    # T1 and all the rest; the JSON read back is the same position
    assert state.problems() == []
    again = State.from_json(json.dumps(state.to_json()))
    assert again == state and again.key == state.key
    assert State.from_bytes(bytes(state)) == state
    moves = list(state.legal_moves)
    assert state.over == (not moves) == (state.to_move is None)
    assert state.perft(1) == len(moves)
    assert len(set(moves)) == len(moves) == len({move.code for move in moves})      # D4
    assert moves != ["done"]                                                         # D6
    for move in moves:
        assert state.parse(move.swapcase().replace(" ", "   ")) == move             # D9
        assert move in state.legal_moves
    assert sum(state.shares) == pytest.approx(1)                                     # D20
    assert min(state.ranks) == 1
    for score in state.scores:
        assert score["total"] == sum(points for name, points in score.items() if name != "total")
    if state.to_move == "*":
        assert sum(state.probabilities) == pytest.approx(1)


def check_views(state: State) -> None:
    """D3: a view shows no card but the viewer's own, and plays like the whole."""
    cards = [desk["mission"] for desk in state.to_json()["desks"]]
    for seat in range(state.players):
        view = state.view(seat)
        shown = [desk["mission"] for desk in view.to_json()["desks"]]
        assert {**view.to_json(), "desks": 0} == {**state.to_json(), "desks": 0}
        assert shown == [card if owner == seat or card is None else "?" for owner, card in enumerate(cards)]
        assert list(view.legal_moves) == list(state.legal_moves)
        assert view.setup is None
        if not state.over:
            assert State.from_json(view.to_json()) == view and State.from_bytes(bytes(view)) == view


@pytest.mark.parametrize("setup", SETUPS, ids=setup_name)
def test_invariants_of_every_setup(setup: dict[str, Any]) -> None:
    rng = random.Random(setup_name(setup))
    state = State.from_setup(setup, seed=rng.randrange(10**6))
    if rng.random() < 0.5:
        state = State.from_json(scrambled(setup, rng.randrange(10**6)))
    sorts = choosers(rng)
    for ply in range(50):
        if ply < 6 or ply % 7 == 0 or state.over:
            check_position(state)
        if state.over:
            break
        before, raw = state.copy(), bytes(state)
        move = state.legal_moves[state.legal_moves.index(sorts[ply % 2](list(state.legal_moves), rng, state.to_json()))]
        after = state.after(move)
        # A copy is independent
        assert bytes(state) == raw and state == before and after != state
        state.play(str(move))
        assert state == after
    check_views(state)


@pytest.mark.parametrize("seed", range(40))
def test_invariants_of_odd_positions(seed: int) -> None:
    setup = SETUPS[seed % len(SETUPS)]
    start = abroad(seed) if seed % 5 == 0 else neutral("bigbox", seed) if seed % 5 == 1 else scrambled(setup, seed)
    state = State.from_json(start)
    rng = random.Random(seed)
    for _ in range(12):
        check_position(state)
        if state.over:
            break
        state.play(rng.choice(state.legal_moves))


@given(st.integers(0, len(SETUPS) - 1), st.integers(0, 2**32), st.lists(st.integers(0, 2**16), max_size=60))
@settings(max_examples=60, deadline=None)
def test_any_sequence_of_choices_keeps_the_invariants(number: int, seed: int, choices: list[int]) -> None:
    state = State.from_setup(SETUPS[number], seed=seed)
    for choice in choices:
        moves = state.legal_moves
        if not moves:
            break
        state.play(moves[choice % len(moves)])
    check_position(state)


def test_a_seed_fixes_the_game() -> None:
    first, second = (State.new(board="hansa-45", players=5, modules=["missions", "favours"], seed=3) for _ in range(2))
    assert first == second and first.setup == second.setup
    assert State.from_setup(first.setup) == first
    others = {json.dumps(State.new(board="hansa-45", players=5, modules=["missions"], seed=seed).setup) for seed in range(9)}
    assert len(others) > 5


def test_pickle_gives_the_same_state() -> None:
    state = State.new(board="hansa-23", players=3, modules=["missions"], seed=1)
    state.play("place m ARN-DUI")
    assert pickle.loads(pickle.dumps(state)) == state
    assert pickle.loads(pickle.dumps(state)).setup == state.setup
    move = state.legal_moves[0]
    copied = pickle.loads(pickle.dumps(move))
    assert isinstance(copied, Move) and copied == move and copied.code == move.code and copied.kind == move.kind


def test_a_game_cut_off_is_scored_as_it_stands() -> None:
    state = State.new(board="hansa-45", players=4, seed=1)
    state.cut_off()
    # T76
    assert state.over and state.result["reason"] == "cut off" and state.shares == [0.25] * 4
    with pytest.raises(HansaError, match="over already"):
        state.cut_off()


def test_a_game_may_be_cut_off_in_every_phase() -> None:
    """T76: what is lifted or displaced goes to the stock, and nothing of the phase is left."""
    rng, phases = random.Random(4), Counter[str]()
    for seed in range(120):
        setup = SETUPS[seed % len(SETUPS)]
        state = State.from_json(neutral("bigbox", seed) if seed % 9 == 0 else scrambled(setup, seed))
        sorts = choosers(rng)
        for ply in range(40):
            if state.over:
                break
            phases[state.phase] += 1
            if phases[state.phase] <= 40:
                ended = state.copy()
                ended.cut_off()
                assert ended.over and ended.problems() == []
                assert State.from_json(ended.to_json()) == ended == pickle.loads(pickle.dumps(ended))
            state.play(sorts[ply % 2](list(state.legal_moves), rng, state.to_json()))
    assert set(phases) >= {"turn", "lift", "drop", "displaced", "remove", "bonus", "neutral", "draw", "plates"}


def test_a_move_of_another_board_is_read_by_its_text() -> None:
    move = State.new(board="hansa-45", players=4, seed=1).legal_moves[5]
    other = State.new(board="east", players=3, seed=1)
    assert move not in other.legal_moves
    with pytest.raises(MoveError, match="no route"):
        other.play(move)


def test_odd_python_objects_get_plain_errors() -> None:
    state = State.new(seed=1)
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(StateError):
        State.from_json({**state.to_json(), "turn": deep})
    with pytest.raises(SetupError):
        State.from_setup({"board": deep})
    with pytest.raises(SetupError):
        State.new(seed="7")  # type: ignore[arg-type]
    with pytest.raises(MoveError):
        state.parse(b"end")  # type: ignore[arg-type]
    with pytest.raises(HansaError, match="no seat"):
        state.view(9)
    with pytest.raises(TypeError):
        type(state.position)()
    assert copy.copy(state.position).same(state.position)


def test_equal_keys_mean_equal_positions_in_practice() -> None:
    """Six thousand positions, two of which have the same key only if they are the same."""
    rng = random.Random(5)
    seen: dict[int, bytes] = {}
    state = State.new(board="hansa-45", players=4, seed=1)
    for _ in range(6_000):
        if state.over:
            state = State.new(board="hansa-45", players=4, seed=1)
        raw = bytes(state)
        assert seen.setdefault(state.key, raw) == raw
        state.play(rng.choice(state.legal_moves))
