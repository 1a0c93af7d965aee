"""What is said of mistakes is what was reviewed."""

from __future__ import annotations

import itertools

import pytest

from hansa.boards import board
from hansa.errors import HansaError, NotationError
from hansa.games import GAMES
from hansa.notation import read_position
from hansa.phrases import SEAT_COLOURS
from tests import golden_rare, golden_reasons
from tests.golden_mistakes import FOLDER, file_of, text


@pytest.mark.parametrize("game", GAMES)
def test_mistakes_are_answered_as_reviewed(game: str) -> None:
    """If a change is meant: `python -m tests.golden_mistakes`, and read the diff."""
    assert {*FOLDER.iterdir()} == set(map(file_of, GAMES))
    assert text(game).splitlines() == file_of(game).read_text(encoding="utf-8").splitlines()


def test_moves_are_refused_with_the_reasons_that_were_reviewed() -> None:
    """If a change is meant: `python -m tests.golden_reasons`, and read the diff."""
    kept = golden_reasons.FILE.read_text(encoding="utf-8")
    assert golden_reasons.told(kept).splitlines() == kept.splitlines()


def test_a_piece_that_could_go_nowhere_is_not_displaced() -> None:
    """Every house of the board is taken, by all seats in turns."""
    letters = itertools.cycle("gbypr")
    routes = "; ".join(f"{route.name}: {''.join(next(letters) for _ in route.houses)}" for route in board("hansa-45").routes)
    abilities = "; ".join(f"{name}: keys 4, actions 5, privilege black, bank all" for name in SEAT_COLOURS)
    state = read_position(f"hansa-45, 5 players; turn: red, 1 action; {routes}; {abilities}")
    route, houses = next(iter(state.to_json()["routes"].items()))
    assert state.reason_against(f"displace {houses['house'][-1]} {route} with t pay t") == (
        "the displaced piece would have nowhere to go [T17]")
    with pytest.raises(NotationError) as refused:
        read_position(f"hansa-45, 5 players; turn: red; {routes}; {abilities}; displaced: green trader from ARN-DUI")
    assert refused.value.problems == ["the displaced piece has nowhere to go [T17]"]


@pytest.mark.parametrize(("position", "wish", "reason"), [
    ("LUB: R", {"what": "special", "points": 7, "add": "0t"}, "seat 0 has no merchant left in stock and supply [T1]"),
    ("red: stock 0t, supply 1m; ARN-DUI: rrr; ARN-KAM: rrr; ARN-MUN: rrr; DOR-DUI: rr",
     {"what": "house", "slot": "DOR-PAD", "add": "0t"}, "seat 0 has no trader left in stock and supply [T1]"),
    ("markers: 1 plus-3", {"what": "marker", "route": "ARN-DUI", "add": "swap"}, "no marker 'swap' is left in the supply [T3]"),
    ("red: supply -", {"what": "mission", "seat": 0, "to": 3}, "the module 'missions' is not chosen; add it first [T100]"),
    ("red: supply 0", {"what": "favour", "tile": "income", "to": "open"},
     "the module 'favours' is not chosen; add it first [T100]"),
    ("red: stock -, supply 11t1m", {"what": "begun", "to": True}, "the module 'favours' is not chosen; add it first [T100]"),
])
def test_a_change_takes_only_what_is_there(position: str, wish: dict[str, object], reason: str) -> None:
    state = read_position(f"hansa-23, 3 players; turn: red; {position}")
    with pytest.raises(HansaError) as refused:
        GAMES["teutonica"].changes[str(wish["what"])](state.position, wish)
    assert str(refused.value) == reason


def test_rare_positions_are_refused_as_reviewed() -> None:
    """If a change is meant: `python -m tests.golden_rare`, and read the diff."""
    kept = golden_rare.FILE.read_text(encoding="utf-8")
    assert golden_rare.told(kept).splitlines() == kept.splitlines()
