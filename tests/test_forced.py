"""The search finds the forced within 500 simulations, for every seat: to end while ahead, to
connect first, to block."""

from __future__ import annotations

import pytest

from hansa import State
from hansa.bots.registry import make_bot
from tests.casefile import read_case

# Seats are written as letters: M thinks, R comes next and is the rival, A and B are the other two.
END_WHILE_AHEAD = """
turn: M  actions: 2  taverns: none  supply: none
desk M: supply 3t prestige 15
desk R: supply 3t prestige 15
route GOS-MAG: Mt marker plus-3
route DOR-DUI: Rt Rt marker swap
"""
CONNECT_FIRST = """
turn: M  actions: 2  taverns: none
desk M: supply 3t privilege 1
desk R: supply 3t privilege 1 book 2
city ARN: Mt Rm - -
city MUN: Rm Mt
city MIN: Mt Rt - -
city BRU: Mt
city HAN: Rt -
city LUN: Rm -
city PER: Rt - -
route BRU-STE: Mt Mt Mt
route PER-STE: Rt Rt Rt
"""
BLOCK = """
turn: M  actions: 2  taverns: none  supply: none
desk M: supply 4t prestige 15
desk R: supply 1t prestige 15
route GOS-MAG: Rt marker plus-3
route DOR-PAD: Mt marker swap
"""


def scene(text: str, seat: int) -> State:
    """The position of a scene with this seat thinking."""
    names = {letter: str((seat + place) % 4) for place, letter in enumerate("MRAB")}
    lines = ["case: a scene [T70]"]
    for line in text.strip().splitlines():
        word, colon, rest = line.partition(":")
        parts = [part for part in rest.split(" ") if part]
        rest = " ".join(names[part[0]] + part[1:] if part[0] in "MR" and len(part) <= 2 else part for part in parts)
        if word == "turn":
            rest = rest.replace(" actions", "  actions").replace(" taverns", "  taverns").replace(" supply", "  supply")
        if word.startswith("desk"):
            word = f"desk {names[word[-1]]}"
        lines.append(f"{word}{colon} {rest}")
    state = read_case("scene", list(enumerate([*lines, "to move: 0"]))).state
    assert state is not None
    return State.from_json(state)


def after_the_turn(state: State, seat: int) -> State:
    """Plays the seat's turn with the search, and what the others must answer in it."""
    bot = make_bot("mcts:simulations=500", seed=3)
    turns = state.turns
    while state.turns == turns and not state.over:
        assert isinstance(state.to_move, int)
        state.play(bot.choose(state.view(state.to_move)))
    return state


@pytest.mark.parametrize("seat", range(4))
def test_ends_the_game_while_ahead(seat: int) -> None:
    state = after_the_turn(scene(END_WHILE_AHEAD, seat), seat)
    assert state.over and state.shares[seat] == 1


@pytest.mark.parametrize("seat", range(4))
def test_connects_before_the_rival_does(seat: int) -> None:
    state = after_the_turn(scene(CONNECT_FIRST, seat), seat)
    assert state.to_json()["connected"] == [seat]


@pytest.mark.parametrize("seat", range(4))
def test_blocks_a_rival_who_is_about_to_end(seat: int) -> None:
    """R would place the last piece and end the game as the winner; with one piece it cannot
    displace [T12]."""
    state = after_the_turn(scene(BLOCK, seat), seat)
    assert f"{seat}t" in state.to_json()["routes"]["GOS-MAG"]["house"], state
