"""Observations (MOVES.md, section 12): they say what the twin reads in a view's JSON, and keep the
secrets of others."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from engine_c.teutonica.position import TeutonicaPosition
from hansa import State
from hansa.boards import BOARD_NAMES
from hansa.teutonica.observation import feature_names
from hansa.teutonica.tables import tables
from tests.observation_twin import observed
from tests.playing import choosers, setup_name, setups
from tests.scramble import abroad, neutral, scrambled


def observation(state: State, seat: int) -> np.ndarray[Any, np.dtype[np.float32]]:
    out = np.full(state.position.feature_count, 7, np.float32)
    state.position.observe(seat, out)
    return out


def check_observation(state: State, seat: int) -> None:
    """The engine says what the twin says, name by name."""
    names = feature_names(state.to_json()["board"])
    values = observation(state, seat)
    assert values.min() >= 0 and values.max() <= 1
    found = {name: float(value) for name, value in zip(names, values, strict=True) if value}
    assert found == pytest.approx(observed(state.view(seat).to_json(), seat), abs=1e-6)
    # What it may not see makes no difference
    assert np.array_equal(observation(state.view(seat), seat), values)


@pytest.mark.parametrize("setup", list(setups()), ids=setup_name)
def test_the_engine_says_what_the_twin_says(setup: dict[str, Any]) -> None:
    rng = random.Random(setup_name(setup))
    for state in (State.from_setup(setup, seed=1), State.from_json(scrambled(setup, rng.randrange(10**6)))):
        sorts = choosers(rng)
        for ply in range(30):
            check_observation(state, rng.randrange(state.players))
            if state.over:
                break
            state.play(sorts[ply % 2](list(state.legal_moves), rng, state.to_json()))


def test_odd_positions() -> None:
    for seed in range(40):
        for data in (abroad(seed), neutral("classic", seed)):
            state = State.from_json(data)
            for seat in range(state.players):
                check_observation(state, seat)
            state.cut_off()
            check_observation(state, 0)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_missions_of_others_make_no_difference(players: int) -> None:
    setup = {"board": "hansa-45" if players > 3 else "hansa-23", "players": players, "modules": ["missions"], "seed": 3}
    for cards in ([0, 1, 2, 3, 4], [5, 1, 6, 7, 8], [4, 1, 3, 2, 0]):
        state = State.from_setup({**setup, "missions": cards[:players]})
        other = State.from_setup({**setup, "missions": [8, 1, 0, 6, 2][:players]})
        # Seat 1 has the same card in both
        assert np.array_equal(observation(state, 1), observation(other, 1))
        # Its own card it sees
        assert not np.array_equal(observation(state, 0), observation(other, 0))
        for done in (state, other):
            done.cut_off()
        # Nor are they shown at the end
        assert np.array_equal(observation(state, 1), observation(other, 1))


def test_nothing_that_everybody_knows_is_left_out() -> None:
    """Positions of a game that differ have different observations; turns completed are left out on
    purpose."""
    rng = random.Random(8)
    seen: dict[bytes, dict[str, Any]] = {}
    with_modules: dict[str, Any] = {"board": "hansa-45", "players": 5, "modules": ["missions", "favours"]}
    without: dict[str, Any] = {"board": "britannia-45", "players": 4}
    for setup in (without, with_modules):
        state = State.from_setup(setup, seed=2)
        sorts = choosers(rng)
        for ply in range(1500):
            known = state.view(0).to_json()
            known.pop("turns")
            before = seen.setdefault(observation(state, 0).tobytes() + setup["board"].encode(), known)
            assert plain(before) == plain(known)
            if state.over:
                break
            state.play(sorts[ply % 2](list(state.legal_moves), rng, state.to_json()))
    assert len(seen) > 1000


def plain(known: dict[str, Any]) -> dict[str, Any]:
    """A position without what may differ: which of an owner's extra offices came first, and of what
    kind they are."""
    cities = {
        code: {key: sorted(piece[0] for piece in row) if key in ("extra", "posts") else row for key, row in facts.items()}
        for code, facts in known["cities"].items()
    }
    return {**known, "cities": cities}


@pytest.mark.parametrize("name", BOARD_NAMES)
def test_every_number_has_a_name_of_its_own(name: str) -> None:
    names = feature_names(name)
    assert len(set(names)) == len(names) == State.new(board=name).position.feature_count


@pytest.mark.parametrize("wrong", [
    {"connected": [200]}, {"permits_spent": [3]}, {"open_tiles": [6]}, {"players": 5, "desks": "five"}, {"desks": "rich"},
])
def test_the_door_lets_nothing_in_that_would_be_written_elsewhere(wrong: dict[str, Any]) -> None:
    """Numbers of owners, markers and pieces are places in an observation."""
    fields = State.new(board="hansa-23", players=3, seed=1).position.fields()       # type: ignore[attr-defined]
    desk = fields["desks"][0]
    desks = {"five": [desk] * 5, "rich": [{**desk, "stock": [27, 0]}, *fields["desks"][1:]]}
    TeutonicaPosition.from_fields(tables("hansa-23"), fields)
    fields |= {name: desks.get(value, value) if name == "desks" else value for name, value in wrong.items()}
    with pytest.raises(ValueError, match="not a position"):
        TeutonicaPosition.from_fields(tables("hansa-23"), fields)


def test_what_does_not_fit_is_refused() -> None:
    position = State.new(board="hansa-45", players=4, seed=1).position
    with pytest.raises(ValueError, match="no seat 4"):
        position.observe(4, np.zeros(position.feature_count, np.float32))
    with pytest.raises(ValueError, match="numbers, not 5"):
        position.observe(0, np.zeros(5, np.float32))
