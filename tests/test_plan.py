"""Playing by plan: games go on to their end from anywhere, alike for the same seed, and a taste
plays as its bot does."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine_c.teutonica.position import TeutonicaPosition
from hansa import State
from hansa.bots.bot import BotFault
from hansa.bots.registry import BOTS, make_bot
from hansa.games import fitted_mind
from hansa.teutonica.mind import taste
from hansa.teutonica.names import MARKERS, TRACK_VALUES
from hansa.teutonica.taste import ESTIMATES, TASTE
from tests.golden_bots import FILE, facts, plans, settings
from tests.playing import setup_name, setups
from tests.scramble import scrambled

SETUPS = list(setups())
MOST_MOVES = 4000
WEIGHTS = {**TASTE, **ESTIMATES}
TASTE_PXD = Path(__file__).parents[1] / "engine_c" / "teutonica" / "taste.pxd"
# What the engine's arrays are called by: a weight for each of their elements.
ARRAYS = {
    "turns_of": [f"turns of {players}" for players in range(2, 6)],
    "use_of": [f"use of {marker}" for marker in MARKERS],
    "permanent": [f"permanent {number}" for number in range(1, 6)],
    **{f"{track}_step": [f"{track} step {step}" for step in range(1, len(values))] for track, values in TRACK_VALUES.items()},
}


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
    with pytest.raises(ValueError, match=f"a taste has {len(WEIGHTS)} weights, not 2"):
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


def fields_of_taste() -> Iterator[str]:
    """The fields of the engine's `Taste`, as the names of weights."""
    struct = TASTE_PXD.read_text(encoding="utf-8").split("cdef struct Taste:")[1].split("cdef enum:")[0]
    for line in re.findall(r"^    float ([^#\n]*)", struct, re.MULTILINE):
        for field in re.split(r",\s*", line.strip()):
            name, size = re.fullmatch(r"(\w+)(?:\[(\d+)\])?", field).groups()  # type: ignore[union-attr]
            names = ARRAYS[name] if size else [name.replace("_", " ")]
            assert len(names) == int(size or 1), name
            yield from names


def test_weights_have_the_names_and_the_order_of_the_engine() -> None:
    assert list(fields_of_taste()) == list(WEIGHTS)
    assert not set(TASTE) & set(ESTIMATES)


def plays(starts: list[State], **changes: float) -> Iterator[int]:
    """How games by plan go on from these positions when some weights are changed, and what else it
    would choose."""
    weights = taste(noise=0.0, **changes)
    for number, start in enumerate(starts):
        position = position_of(start.copy())
        position.play_by_tastes([weights] * start.players, number, 150)
        yield position.key()
        position.play_by_tastes([weights] * start.players, number, MOST_MOVES)
        yield position.key()


@pytest.fixture(scope="module")
def starts() -> list[State]:
    """Positions of every setup, where something of everything is at hand."""
    return [State.from_json(scrambled(setup, seed)) for seed in range(12) for setup in SETUPS]


@pytest.fixture(scope="module")
def as_it_is(starts: list[State]) -> list[int]:
    """How games go on from them by the taste as it is."""
    return list(plays(starts))


@pytest.mark.parametrize("name", [name for name in WEIGHTS if name != "noise"])
def test_every_weight_counts(name: str, starts: list[State], as_it_is: list[int]) -> None:
    """A weight that changes no game is not needed, or not asked."""
    for factor in (10.0, 0.1, -3.0):
        changed = plays(starts, **{name: WEIGHTS[name][0] * factor})
        if any(old != new for old, new in zip(as_it_is, changed, strict=True)):
            return
    raise AssertionError(f"no game depends on {name!r}")
