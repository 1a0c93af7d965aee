"""Playing by plan: games go on to their end from anywhere, alike for the same seed, and a taste plays as its bot does."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from engine_c.teutonica.position import TeutonicaPosition
from hansa import State
from hansa.bots.bot import BotFault
from hansa.bots.registry import BOTS, make_bot
from hansa.games import fitted_mind
from hansa.teutonica.mind import TASTE, taste
from tests.golden_bots import FILE, facts, plans, settings
from tests.playing import setup_name, setups
from tests.scramble import scrambled

SETUPS = list(setups())
MOST_MOVES = 4000


def position_of(state: State) -> TeutonicaPosition:
    position = state.position
    assert isinstance(position, TeutonicaPosition)
    return position


@pytest.mark.parametrize("setup", SETUPS, ids=setup_name)
def test_games_by_plan_end_from_the_start_and_from_anywhere(setup: dict[str, Any]) -> None:
    """In the debug and sanitize builds every move is looked for in the legal list."""
    starts = [State.from_setup(setup, seed=1), *(State.from_json(scrambled(setup, seed)) for seed in range(8))]
    for seed, state in enumerate(starts):
        state.position.play_on(fitted_mind("teutonica"), seed, MOST_MOVES)
        assert state.over and not state.problems(), state
        assert state.turns < 60 * state.players or seed


def test_every_move_by_plan_is_legal_and_the_same_seed_gives_the_same() -> None:
    rng = random.Random(1)
    for seed in range(60):
        state = State.from_json(scrambled(SETUPS[seed % len(SETUPS)], seed))
        for ply in range(25):
            if state.over:
                break
            if isinstance(state.to_move, int):
                code = position_of(state).plan_move(taste(noise=0.3), ply)
                assert code in state.legal_moves.codes, (code, state)
                assert code == position_of(state).plan_move(taste(noise=0.3), ply)
            state.play(rng.choice(state.legal_moves))


def test_prospects_are_of_every_route() -> None:
    state = State.new(board="east", players=4, seed=2)
    prospects = position_of(state).prospects(taste())
    assert [route for route, *_ in prospects] == list(range(len(prospects)))
    assert all(cost >= 1 for _, _, _, cost, _ in prospects)


def test_playing_on_is_fixed_by_its_seed() -> None:
    start = State.new(board="hansa-45", players=4, seed=3)
    ends = []
    for seed in (5, 5, 6):
        position = position_of(start.copy())
        position.play_on(fitted_mind("teutonica"), seed, 200)
        ends.append(position.key())
    assert ends[0] == ends[1] != ends[2]


def test_tastes_are_checked() -> None:
    state = State.new(seed=1)
    with pytest.raises(ValueError, match=f"a taste has {len(TASTE)} weights, not 2"):
        position_of(state).plan_move([1.0, 2.0], 1)
    with pytest.raises(ValueError, match="a taste for every seat"):
        position_of(state).play_by_tastes([taste()], 1, 10)
    with pytest.raises(ValueError, match="a taste has no sweetness"):
        taste(sweetness=1.0)
    state.cut_off()
    with pytest.raises(ValueError, match="nothing to decide"):
        position_of(state).plan_move(taste(), 1)


@pytest.mark.parametrize("name", plans())
def test_a_plan_plays_as_it_did(name: str) -> None:
    """Weight by weight and move by move; if the change is meant: `python -m tests.golden_bots`."""
    kept = json.loads(FILE.read_text(encoding="utf-8"))["plans"]
    assert list(kept) == plans() and facts(name) == kept[name]


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_has_the_settings_it_had(name: str) -> None:
    """Types, defaults and bounds; if the change is meant: `python -m tests.golden_bots`."""
    assert settings(name) == json.loads(FILE.read_text(encoding="utf-8"))["settings"][name]


def test_a_plan_for_another_game_is_a_fault_of_the_bot() -> None:
    with pytest.raises(BotFault, match="'founder' is a plan for hansa2004, not for teutonica") as caught:
        make_bot("founder").choose(State.new(seed=1))
    assert caught.value.end == "crash"
