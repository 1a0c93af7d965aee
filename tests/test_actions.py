"""Action numbers (MOVES.md, section 11): every move has one, both ways, and version 1 stays as it
is."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b
from itertools import chain
from typing import Any

import numpy as np
import pytest

from engine_c.position import IllegalMove
from engine_c.teutonica.move_kinds import MOVE_KINDS
from hansa import HansaError, State
from hansa.boards import BOARD_NAMES, board
from hansa.errors import NoAction
from hansa.teutonica.actions import Actions
from hansa.teutonica.move_texts import kind_of
from tests.golden import FOLDER
from tests.playing import choosers, setup_name, setups
from tests.scramble import abroad, neutral, scrambled

TABLES = [(name, players) for name in BOARD_NAMES for players in board(name).players]
# What version 1 means, for good: a change here is a new version of the numbering.
VERSION_1 = {
    "hansa-23/2": "56c411f4e8eccb69", "hansa-23/3": "a2e160ea4ebf3881", "hansa-45/4": "2c24029a7fa69769",
    "hansa-45/5": "0ab68b8cb2ee9d4b", "east/3": "5f535cd39e027214", "east/4": "e2113e81a801b51b",
    "east/5": "1c9aea13c8f37a33", "britannia-3/3": "13c250c702ffbf77", "britannia-45/4": "d0c5902344c2078c",
    "britannia-45/5": "0bcb8c9874e7a5f1",
}


def check_numbers(state: State) -> None:
    """Every legal move of a position has a number of its own, which says the same text."""
    position, moves = state.position, state.legal_moves
    if not moves:
        return
    seat = state.to_move if isinstance(state.to_move, int) else 0
    actions = Actions(state.to_json()["board"], state.players)
    numbers = position.actions()
    assert len(set(numbers)) == len(numbers) == len(moves)
    assert min(numbers) >= 0 and max(numbers) < position.action_count == actions.count
    for move, number in zip(moves, numbers, strict=True):
        assert position.move_of(number) == move.code and position.action_of(move.code) == number
        assert actions.text(number, seat) == move and actions.number(move, seat) == number
    mask = np.full(position.action_count, 7, np.uint8)
    position.mask(mask)
    assert set(np.flatnonzero(mask)) == set(numbers) and mask.max() == 1


@pytest.mark.parametrize("setup", list(setups()), ids=setup_name)
def test_every_legal_move_has_a_number(setup: dict[str, Any]) -> None:
    rng = random.Random(setup_name(setup))
    for start in (State.from_setup(setup, seed=1), State.from_json(scrambled(setup, rng.randrange(10**6)))):
        state, sorts = start, choosers(rng)
        for ply in range(30):
            if ply < 8 or ply % 5 == 0:
                check_numbers(state)
            if state.over:
                break
            state.play(sorts[ply % 2](list(state.legal_moves), rng, state.to_json()))


def test_all_kinds_of_moves_have_numbers() -> None:
    """Rare kinds too: golden games have all but those that take positions which play does not
    reach."""
    met: Counter[str] = Counter()
    states = [State.from_json(abroad(seed)) for seed in range(40)]
    states += [State.from_json(neutral("bigbox", seed)) for seed in range(60)] + [developing()]
    for state in chain(states, golden_states()):
        kinds = {kind_of(move.code) for move in state.legal_moves}
        if any(met[kind] < 10 for kind in kinds):
            check_numbers(state)
            met.update(kinds)
    assert set(met) == set(MOVE_KINDS)


def developing() -> State:
    """T62: the bonus `develop-privilege`."""
    state = State.new(board="east", players=3, seed=1).to_json()
    bonus = {"marker": "develop-privilege", "left": 1, "pieces": "2t", "unreplaced": False}
    return State.from_json({**state, "phase": "bonus", "bonus": bonus})


def golden_states() -> Iterator[State]:
    for path in sorted(set((FOLDER / "play").glob("*.txt")) - set((FOLDER / "play").glob("hansa2004*"))):
        first, *lines = path.read_text(encoding="utf-8").splitlines()
        state = State.from_setup(json.loads(first.removeprefix("setup ")))
        for line in lines:
            words = line.split(maxsplit=4)
            if words[0].isdigit():
                yield state
                state.play(words[4])


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_number_that_has_a_text_is_the_number_of_that_text(name: str, players: int) -> None:
    actions = Actions(name, players)
    # Owners are counted from the seat, the rest is the same
    for seat, step in ((0, 1), (players - 1, 3)):
        texts = set()
        for number in range(0, actions.count, step):
            try:
                text = actions.text(number, seat)
            except NoAction:
                continue
            assert actions.number(text, seat) == number
            texts.add(text)
        assert len(texts) > actions.count // step // 2


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_version_1_stays_as_it_is(name: str, players: int) -> None:
    actions = Actions(name, players)
    digest = blake2b(digest_size=8)
    for number in range(actions.count):
        try:
            digest.update(f"{number} {actions.text(number, players - 1)}\n".encode())
        except NoAction:
            continue
    assert digest.hexdigest() == VERSION_1[f"{name}/{players}"]


def test_the_first_numbers_are_the_same_on_every_board() -> None:
    boards = [Actions(name, players) for name, players in TABLES]
    for number in range(326):
        assert len({actions.text(number) for actions in boards}) == 1, number


def test_owners_are_counted_from_the_seat_that_decides() -> None:
    actions = Actions("hansa-45", 5)
    number = actions.number("remove 0t BRE-HAM", seat=3)
    assert actions.text(number, 3) == "remove 0t BRE-HAM"
    assert actions.text(number, 4) == "remove 1t BRE-HAM"
    assert actions.number("displace 4m BRE-HAM with t pay tm", 3) == actions.number("displace 0m BRE-HAM with t pay tm", 4)
    two = Actions("hansa-23", 2)
    assert two.number("remove nt EMD-OSN", 0) == two.number("remove nt EMD-OSN", 1)


@pytest.mark.parametrize("text", [
    "", "dance", "place t XXX-YYY", "claim BRE-HAM office KOL", "displace 0t BRE-HAM with t pay t", "income 27t",
    "displace 1t BRE-HAM with t pay tt", "displace 1m BRE-HAM with t pay t", "put t BRE-HAM from BRE-OSN", "green BRE t",
    "neutral BRE-HAM", "income 5m", "place t BRE-HAM/ship", "use swap HAM 9",
])
def test_what_no_move_of_the_board_is_has_no_number(text: str) -> None:
    with pytest.raises(NoAction):
        Actions("hansa-45", 4).number(text)


@pytest.mark.parametrize("number", [-1, 6202, 1 << 40])
def test_numbers_that_are_none(number: int) -> None:
    with pytest.raises(NoAction):
        Actions("hansa-45", 4).text(number)
    position = State.new(board="hansa-45", players=4, seed=1).position
    with pytest.raises(ValueError, match="number"):
        position.move_of(number)
    with pytest.raises(IllegalMove):
        position.action_of(12345678)


def test_seats_that_are_none() -> None:
    for players, seat in ((4, 4), (4, -1)):
        with pytest.raises(NoAction, match="seat"):
            Actions("hansa-45", players).number("end", seat)


@pytest.mark.parametrize(("name", "players"), [("nowhere", 2), ("hansa-45", 2), ("hansa2004", 2), ("east", 6)])
def test_tables_that_are_not_played_have_no_numbers(name: str, players: int) -> None:
    with pytest.raises(HansaError):
        Actions(name, players)


def test_a_mask_of_another_length_is_refused() -> None:
    position = State.new(board="hansa-45", players=4, seed=1).position
    with pytest.raises(ValueError, match="6202"):
        position.mask(np.zeros(6201, np.uint8))
