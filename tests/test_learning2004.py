"""Action numbers and observations of Hansa (2004) (MOVES.md, sections 11 and 12): fixed, both ways,
and what the twin reads."""

from __future__ import annotations

import random
from collections import Counter
from hashlib import blake2b

import numpy as np
import pytest

from engine_c.hansa2004.move_kinds import MOVE_KINDS
from hansa import State
from hansa.envs.action_game import ActionGame
from hansa.errors import NoAction
from hansa.hansa2004.actions import Actions
from hansa.hansa2004.observation import feature_names
from tests.observation2004_twin import observed
from tests.playing2004 import setups
from tests.test_hansa2004 import positions
from tests.test_observation import observation

VERSION_1 = "bd39ef153416dd29"      # for good: a change here is a new version of the numbering


def test_every_legal_move_has_a_number() -> None:
    actions, met = Actions(), Counter[str]()
    for seed in range(9):
        for state in positions(seed, 300):
            position, moves = state.position, state.legal_moves
            numbers = position.actions()
            assert len(set(numbers)) == len(moves) and position.action_count == actions.count
            for move, number in zip(moves, numbers, strict=True):
                assert position.move_of(number) == move.code and position.action_of(move.code) == number
                assert actions.text(number) == move and actions.number(move) == number
                assert (number < position.chance_count) == (state.to_move == "*")
            mask = np.full(position.action_count, 7, np.uint8)
            position.mask(mask)
            assert set(np.flatnonzero(mask)) == set(numbers)
            met.update(move.split()[0] for move in moves)
    assert set(met) == set(MOVE_KINDS)


def test_every_number_is_the_number_of_its_text_for_good() -> None:
    actions, digest = Actions(), blake2b(digest_size=8)
    for number in range(actions.count):
        text = actions.text(number)
        assert actions.number(text) == number
        digest.update(f"{number} {text}\n".encode())
    assert digest.hexdigest() == VERSION_1


def test_what_has_no_number() -> None:
    actions = Actions()
    for text in ("", "dance", "sail XXX", "buy LUB", "end now", "buy purple1", "reveal red4"):
        with pytest.raises(NoAction):
            actions.number(text)
    for number in (-1, actions.count, 1 << 40):
        with pytest.raises(NoAction):
            actions.text(number)
        with pytest.raises(ValueError, match="number"):
            State.new(game="hansa2004", players=2, seed=1).position.move_of(number)


def test_the_engine_says_what_the_twin_says() -> None:
    names = feature_names()
    phases = Counter[str]()
    for seed in range(9):
        for state in positions(seed, 200):
            phases[state.phase] += 1
            for seat in range(state.players):
                values = observation(state, seat)
                assert values.min() >= 0 and values.max() <= 1
                found = {name: float(value) for name, value in zip(names, values, strict=True) if value}
                assert found == pytest.approx(observed(state.to_json(), seat), abs=1e-6)
    assert len(phases) == 8


def test_a_seat_sees_itself_first() -> None:
    """Seats that have done the same see the same, but for who is to move and who ends the round."""
    state = State.new(game="hansa2004", players=4, seed=3)
    names = feature_names()
    differing = {
        name for name, first, last in zip(names, observation(state, 0), observation(state, 3), strict=True) if first != last
    }
    assert differing == {f"seat {seat}: {what}" for seat, what in (
        (0, "to move"), (1, "to move"), (0, "turn"), (1, "turn"), (0, "last in the round"), (3, "last in the round"))}


def test_nothing_is_left_out_but_the_turns() -> None:
    seen: dict[bytes, dict[str, object]] = {}
    for seed in range(30):
        for state in positions(seed, 300):
            known = state.to_json()
            known.pop("turns")
            assert seen.setdefault(observation(state, 1).tobytes(), known) == known
    assert len(seen) > 3000


def test_every_number_has_a_name_of_its_own() -> None:
    names = feature_names()
    for setup in setups():
        assert len(set(names)) == len(names) == State.from_setup(setup, seed=1).position.feature_count


def test_random_numbers_lead_through_whole_games() -> None:
    rng = random.Random(1)
    position = State.new(game="hansa2004", players=3, seed=1).position
    played = 0
    while position.to_move is not None:
        position.play(position.move_of(rng.choice(position.actions())))
        played += 1
    assert played > 100


def test_what_chance_reveals_does_not_follow_from_the_setup() -> None:
    """The seed fills the warehouses; drawing on from the same random numbers, the first refill
    would be known."""
    known = 0
    for seed in range(20):
        table = ActionGame({"game": "hansa2004", "players": 2})
        table.begin(seed)
        for _ in range(100):
            legal = list(table.state.legal_moves)
            move = next(move for verb in ("refill", "buy", "found", "end") for move in legal if move.startswith(verb))
            after = table.state.after(move)
            table.play(table.state.position.action_of(move.code))
            if table.chance:
                known += table.chance[0] == random.Random(seed).choices(list(after.legal_moves), after.probabilities)[0]
                break
        assert table.chance
    assert known < 10
