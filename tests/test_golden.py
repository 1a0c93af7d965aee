"""The engine still plays the golden games, and counts the golden trees; none is missing, none is
left over."""

from __future__ import annotations

from typing import Any

import pytest

from tests.golden import BOARDS, FOLDER, read_perft, replay, setup_name, setups
from tests.lockstep import SPORTS, Twin

SETUPS = setups()


def test_every_setup_and_board_has_its_golden_file() -> None:
    assert {path.stem for path in (FOLDER / "play").iterdir()} == {setup_name(setup) for setup in SETUPS}
    assert {path.stem for path in (FOLDER / "perft").iterdir()} == set(BOARDS)


@pytest.mark.parametrize("setup", SETUPS, ids=setup_name)
def test_golden_playthrough(setup: dict[str, Any]) -> None:
    text = (FOLDER / "play" / f"{setup_name(setup)}.txt").read_text(encoding="utf-8")
    for number, (stored, now) in enumerate(replay(text), start=2):
        assert now == stored, f"line {number} of {setup_name(setup)}.txt; if the change is meant: make golden"


@pytest.mark.parametrize("board", BOARDS)
def test_golden_perft(board: str) -> None:
    text = (FOLDER / "perft" / f"{board}.txt").read_text(encoding="utf-8")
    for name, numbers, state in read_perft(text):
        found = [state.perft(depth) for depth in range(1, len(numbers) + 1)]
        divided = {str(move): state.after(move).perft(len(numbers) - 1) for move in state.legal_moves}
        assert found == numbers, f"{board}, {name}: divided {divided}"
        assert sum(divided.values()) == numbers[-1]


@pytest.mark.long
@pytest.mark.parametrize("board", BOARDS)
def test_the_twin_counts_the_same(board: str) -> None:
    text = (FOLDER / "perft" / f"{board}.txt").read_text(encoding="utf-8")
    for name, numbers, state in read_perft(text):
        for depth, number in enumerate(numbers, start=1):
            if number <= 40_000:
                twin = SPORTS[state.game].twin.from_state(state.to_json())
                assert twin_perft(twin, depth) == number, f"{board}, {name}, depth {depth}"


def twin_perft(game: Twin, depth: int) -> int:
    """D30, by the rule book."""
    moves = game.legal()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = game.copy()
        after.play(move)
        total += twin_perft(after, depth - 1)
    return total


# Numbers of an independent implementation of the rules, for the starts of all boards.
INDEPENDENT = {
    ("hansa-23", 2): [92, 4916, 23298, 752327],
    ("hansa-23", 3): [68, 3664, 13924, 526838],
    ("hansa-45", 4): [72, 4096, 15608, 621900],
    ("hansa-45", 5): [72, 4096, 15608, 621900],
    ("east", 3): [72, 3950, 15306, 596495],
    ("east", 4): [72, 3950, 15306, 596495],
    ("east", 5): [72, 3950, 15306, 596495],
    ("britannia-3", 3): [63, 3061, 11750, 407021],
    ("britannia-45", 4): [61, 2872, 11010, 370248],
    ("britannia-45", 5): [61, 2872, 11010, 370248],
}


@pytest.mark.parametrize("board", dict.fromkeys(name for name, _ in INDEPENDENT))
def test_starts_agree_with_an_independent_implementation(board: str) -> None:
    text = (FOLDER / "perft" / f"{board}.txt").read_text(encoding="utf-8")
    starts = [(numbers, state) for name, numbers, state in read_perft(text) if name.startswith("start")]
    assert {state.players for _, state in starts} == {players for name, players in INDEPENDENT if name == board}
    for numbers, state in starts:
        assert numbers[:4] == INDEPENDENT[board, state.players]
