"""Nothing that comes from outside crashes or corrupts: odd states, setups, texts and bytes get an
error that says what."""

from __future__ import annotations

import copy
import json
import random
import zlib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hansa import HansaError, MoveError, SetupError, State, StateError
from tests.playing import choosers, setups
from tests.scramble import abroad, neutral, scrambled

SETUPS = list(setups())
JUNK: list[Any] = [
    None, True, False, -1, 0, 1, 2, 5, 7, 99, 255, 256, 10**30, 1.5, float("nan"), "", "x", "0t", "nt", "nm", "9t", "1m",
    "3t", "2t1m", "99t", "*", "?", "BRE-HAM", "MAL-STR/ship", "turn", "lift", "drop", "over", "displaced", "swap", [], {},
    [[]], ["0t"], ["0t"] * 9, [None], {"house": ["0t"]}, {"x": 1}, ["wales", "0t"], [["", "0t"]], "t" * 10_000,
]


def interesting_states(seed: int) -> Iterator[dict[str, Any]]:
    """States of every phase, as JSON."""
    rng = random.Random(seed)
    yield abroad(seed)
    yield neutral("bigbox", seed)
    phases: set[str] = set()
    for number in range(40):
        setup = SETUPS[(seed + number) % len(SETUPS)]
        state = State.from_json(scrambled(setup, seed + number)) if number % 3 else State.from_setup(setup, seed=seed)
        sorts = choosers(rng)
        for ply in range(40):
            if state.over:
                break
            state.play(sorts[ply % 2](list(state.legal_moves), rng, state.to_json()))
            if state.phase not in phases or rng.random() < 0.02:
                phases.add(state.phase)
                yield state.to_json()


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every path into a JSON value."""
    if path:
        yield path
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, content in members:
        yield from places(content, (*path, key))


def mutated(state: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The state with one to three places changed, taken away or swapped with another value of the
    state."""
    changed = copy.deepcopy(state)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        paths = list(places(changed))
        if not paths:
            break
        *way, last = rng.choice(paths)
        holder = changed
        for step in way:
            holder = holder[step]
        action = rng.randrange(4)
        if action == 0:
            del holder[last]
        elif action == 1 and isinstance(holder[last], int) and not isinstance(holder[last], bool):
            holder[last] += rng.choice([-1, 1, 2])
        elif action == 2 and isinstance(holder, dict):
            holder["unknown"] = holder[last]
        else:
            holder[last] = copy.deepcopy(rng.choice(JUNK))
    return changed


def play_on(state: State, rng: random.Random) -> None:
    """A state that was let in can be played and stays possible; asking whether it is takes longer
    than a hundred moves."""
    for ply in range(25):
        if ply in (0, 1, 2, 4, 8, 16) or state.over:
            assert state.problems() == []
        if state.over:
            break
        state.play(rng.choice(state.legal_moves))


SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 24))]


@pytest.mark.parametrize("seed", SEEDS)
def test_mutated_states_are_refused_or_possible(seed: int) -> None:
    rng = random.Random(seed)
    refused = 0
    for original in interesting_states(seed):
        assert State.from_json(original).problems() == []
        for _ in range(40):
            data = mutated(original, rng)
            try:
                state = State.from_json(data)
            except (StateError, SetupError) as error:
                refused += 1
                assert "\n" not in str(error) and len(str(error)) > 10
            else:
                play_on(state, rng)
    assert refused > 200


def any_json(*members: str) -> st.SearchStrategy[Any]:
    """Values of JSON, whose objects may have members of these names."""
    return st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(members) | st.text(), inner),
        max_leaves=12,
    )


@given(any_json("game", "board", "players", "phase", "desks", "modules", "seed", "taverns"))
@settings(max_examples=300, deadline=None)
def test_any_json_is_a_setup_or_a_state_or_refused(data: Any) -> None:
    check_made_or_refused(data)


def check_made_or_refused(data: Any) -> None:
    """A state that is made of it has no problems, and an error says something."""
    for make in (State.from_json, State.from_setup):
        try:
            made = make(data)
        except HansaError as error:
            assert str(error)
        else:
            assert made.problems() == []


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "[" * 100_000, '{"game": 1}', '{"game": "chess"}', "NaN"])
def test_texts_that_are_no_state(text: str) -> None:
    with pytest.raises(HansaError):
        State.from_json(text)


@given(st.text(max_size=60) | st.lists(st.sampled_from(
    ["place", "t", "m", "BRE-HAM", "claim", "office", "BRE", "with", "pay", "tt", "1t", "income", "2t1m", "use", "swap",
     "1", "0", "lift", "drop", "Lübeck", "isle of man", "MAL-STR/ship", "from", "develop", "book", "-", "/ship", "99t",
     "done", "end", "favour", "special", "11", "nt"]), max_size=8).map(" ".join))
@settings(max_examples=400, deadline=None)
def test_any_text_is_a_legal_move_or_refused(text: str) -> None:
    state = State.new(board="hansa-45", players=4, seed=1)
    before = bytes(state)
    try:
        move = state.play(text)
    except MoveError as error:
        assert bytes(state) == before
        assert json.loads(error.position) == state.to_json()
        assert all(near in state.legal_moves for near in error.nearest)
    else:
        assert str(move) in {str(legal) for legal in State.new(board="hansa-45", players=4, seed=1).legal_moves}


@pytest.mark.parametrize("seed", SEEDS)
def test_changed_bytes_are_refused_or_the_same_state(seed: int) -> None:
    rng = random.Random(seed)
    for original in interesting_states(seed):
        raw = bytearray(bytes(State.from_json(original)))
        for _ in range(30):
            changed = bytearray(raw)
            for _ in range(rng.choice([1, 1, 3, 20])):
                changed[rng.randrange(len(changed))] = rng.choice([0, 1, 255, rng.randrange(256)])
            try:
                state = State.from_bytes(bytes(changed))
            except StateError:
                continue
            assert state.problems() == []
            play_on(state, rng)


BOMB = b"hansa1" + zlib.compress(b" " * 50_000_000)


@pytest.mark.parametrize("data", [b"", b"hansa1", b"hansa1x", b"hansa1" + bytes(400), b"x" * 400, BOMB])
def test_bytes_that_are_no_state(data: bytes) -> None:
    with pytest.raises(StateError):
        State.from_bytes(data)


IMPOSSIBLE: list[tuple[str, Any, str]] = [
    ("desks.0.stock", "7t", "T1"),
    ("routes.BRE-HAM", {"house": ["0t", "0t", "1t", "1t", "2t"]}, "5 pieces in 4 places"),
    ("routes.BRE-XXX", {"house": ["0t"]}, "unknown member"),
    ("routes.BRE-HAM", {"ship": ["0m"]}, "in 0 places"),
    ("cities.BRE", {"offices": [None, "0t"], "extra": []}, "T30"),
    ("cities.BRE", {"offices": [None, None], "extra": ["0t"]}, "T38"),
    ("completed", 3, "T32"),
    ("pending.unseen", 40, "T22"),
    ("to_move", 2, "D1"),
    ("phase", "displaced", "displaced"),
    ("phase", "lift", "lift"),
    ("phase", "remove", "remove"),
    ("phase", "over", "result"),
    ("phase", "sleep", "unknown name"),
    ("desks.1.book", 9, "desks[1].book"),
    ("edition", "first", "edition"),
    ("supply.plus-9", 1, "unknown member"),
    ("desks.0.mission", 3, "T100"),
    ("favours_open", ["income"], "T101"),
    ("actions", 300, "actions must be"),
    ("desks.0.unused", ["plus-3"] * 16, "T3"),
    ("supply.swap", 16, "T3"),
]


@pytest.mark.parametrize(("path", "value", "expected"), IMPOSSIBLE)
def test_impossible_states_are_named(path: str, value: Any, expected: str) -> None:
    state = State.new(board="hansa-45", players=4, seed=1).to_json()
    *way, last = path.split(".")
    holder: Any = state
    for step in way:
        holder = holder[int(step)] if isinstance(holder, list) else holder[step]
    holder[int(last) if isinstance(holder, list) else last] = value
    with pytest.raises(StateError) as caught:
        State.from_json(state)
    assert expected in str(caught.value)


def test_all_problems_are_listed() -> None:
    state = State.new(board="hansa-45", players=4, seed=1).to_json()
    state["desks"][0]["stock"] = "9t"
    state["desks"][2]["supply"] = ""
    state["completed"] = 4
    with pytest.raises(StateError) as caught:
        State.from_json(state)
    assert len(caught.value.problems) == 4      # seat 2 lacks traders and a merchant


@pytest.mark.parametrize(("setup", "expected"), [
    ({"board": "hnasa-45"}, "did you mean 'hansa-45'"),
    ({"board": "hansa-45", "players": 3}, "T4"),
    ({"board": "hansa-45", "players": True}, "T4"),
    ({"board": "east", "players": 3, "modules": ["missions"]}, "T100"),
    ({"board": "hansa-23", "players": 2, "modules": ["favours"]}, "T100"),
    ({"edition": "gold"}, "edition"),
    ({"taverns": {"BRE-OSN": "swap"}}, "T3"),
    ({"taverns": {"BRE-OSN": "swap", "GOS-HIL": "swap", "LUN-PER": "move-3"}}, "T3"),
    ({"modules": ["missions"], "missions": [1, 1, 2, 3]}, "T100"),
    ({"missions": [1, 2, 3, 4]}, "not chosen"),
    ({"modules": ["favours"], "favours": ["income"]}, "T101"),
    ({"colour": "red"}, "unknown member"),
    ({"seed": "x"}, "seed"),
    ({"game": "chess"}, "unknown game"),
    ([], "JSON object"),
])
def test_bad_setups_are_named(setup: Any, expected: str) -> None:
    with pytest.raises(SetupError, match=expected):
        State.from_setup(setup)
