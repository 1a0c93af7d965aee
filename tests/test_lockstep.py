"""Engine and twin agree at every ply of random games, and the games reach every phase and kind of
move."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from hansa.boards import BOARD_NAMES
from hansa.state import State
from tests import playing2004
from tests.lockstep import SPORTS, play_in_lockstep
from tests.playing import setups

EVERYWHERE = {
    *(f"phase {phase}" for phase in ("turn", "lift", "drop", "displaced", "remove", "draw", "plates", "over")),
    *(f"end {reason}" for reason in ("prestige", "markers", "cities")),
    *(f"move turn {kind}" for kind in (
        "income", "place", "displace", "lift", "claim", "claim office", "claim extra", "claim develop", "claim special",
        "use plus-3", "use plus-4", "use develop", "use swap", "use move-3", "use remove-3", "end")),
    *(f"move displaced {kind}" for kind in ("put", "add", "add from", "done")),
    *(f"move {kind}" for kind in (
        "lift move lift", "lift move drop", "drop move drop", "lift move-3 lift", "lift move-3 drop", "drop move-3 drop",
        "remove remove", "remove done", "draw draw", "plates marker")),
}
FAVOURS = {
    *(f"move turn favour {tile}" for tile in (
        "displace-anywhere", "extra-action", "income", "extra-displaced", "double-cities", "master-abilities")),
    "move toll take", "move toll done",
}
MOVE_2_ANY = {f"move {kind}" for kind in (
    "bonus move-2-any lift", "bonus move-2-any done", "lift move-2-any lift", "lift move-2-any drop",
    "drop move-2-any drop")}
ABROAD = {f"move bonus place-2-abroad {kind}" for kind in ("put", "put from", "done")}
REQUIRED = {
    "hansa-23": EVERYWHERE | FAVOURS | {"phase neutral", "move neutral neutral", "move neutral neutral office"},
    "hansa-45": EVERYWHERE | FAVOURS,
    "east": EVERYWHERE | MOVE_2_ANY | {f"move bonus {kind}" for kind in (
        "place-2-from-route put", "place-2-from-route done", "develop-privilege develop", "develop-privilege done",
        "post-in-green-city green city", "post-in-green-city done")},
    "britannia-3": EVERYWHERE | MOVE_2_ANY | ABROAD,
    "britannia-45": EVERYWHERE | MOVE_2_ANY | ABROAD,
}
GAMES = 30          # of every board, two of each setup of the board that has most of them
# Later games in which the moves come up that the first ones miss; found by playing 1,500 of them.
RARE = {
    "hansa-23": (50, 59, 62, 66, 137),
    "hansa-45": (66, 75, 87, 199),
    "east": (358, 753, 1095, 1367),
    "britannia-3": (119, 139, 153),
    "britannia-45": (52, 119, 139, 158),
}


@pytest.mark.parametrize("board", BOARD_NAMES)
def test_engine_and_twin_agree(board: str) -> None:
    """The first games and those with rare moves; if these have moved to other games, more until all
    have been reached."""
    reached: Counter[str] = Counter()
    of_board = [setup for setup in setups() if setup["board"] == board]
    for place, game in enumerate([*range(GAMES), *RARE[board], *range(GAMES, 1500)]):
        if place >= GAMES + len(RARE[board]) and reached.keys() >= REQUIRED[board]:
            break
        play_in_lockstep(of_board[game % len(of_board)], seed=game, plies=120, reached=reached)
    missing = REQUIRED[board] - reached.keys()
    assert not missing, f"never reached on {board}: {sorted(missing)}"


REQUIRED_2004 = {
    *(f"phase {phase}" for phase in ("found", "refill", "reveal", "turn", "sell", "lose", "keep", "over")), "end markers",
    *(f"move {kind}" for kind in (
        "found found", "refill refill", "refill skip", "reveal reveal", "turn sail", "turn buy", "turn build", "turn sell",
        "turn end", "sell sell", "sell done", "lose lose", "keep drop")),
}


@pytest.mark.parametrize("setup", list(playing2004.setups()), ids=playing2004.setup_name)
def test_engine_and_twin_agree_about_hansa_2004(setup: dict[str, Any]) -> None:
    """At least fifteen games, then more until everything required has been reached."""
    reached: Counter[str] = Counter()
    for game in range(300):
        play_in_lockstep(setup, seed=game, plies=400, reached=reached)
        if game >= 15 and reached.keys() >= REQUIRED_2004:
            break
    missing = REQUIRED_2004 - reached.keys()
    assert not missing, f"never reached: {sorted(missing)}"


def whole_setup(**setup: Any) -> dict[str, Any]:
    """A setup that leaves nothing to chance."""
    found: dict[str, Any] = State.new(seed=3, **setup).setup or {}
    return found


CARDS = whole_setup(board="hansa-45", players=4, modules=["missions", "favours"])
SAIL = whole_setup(game="hansa2004", players=2)
FAR_EAST = whole_setup(board="east", players=3)


@pytest.mark.parametrize(("setup", "wrong"), [
    (CARDS, {"game": "chess"}), (CARDS, {"players": 3}), (CARDS, {"players": 6}), (CARDS, {"edition": "banana"}),
    (CARDS, {"taverns": dict(list(CARDS["taverns"].items())[1:])}),
    (CARDS, {"taverns": dict.fromkeys(CARDS["taverns"], "plus-4")}),
    (CARDS, {"missions": CARDS["missions"][:3]}), (CARDS, {"missions": [0, 1, 2, 2]}), (CARDS, {"missions": [0, 1, 2, 9]}),
    (CARDS, {"favours": CARDS["favours"][:3]}), (CARDS, {"favours": ["income"] * 4}),
    (CARDS, {"favours": [*CARDS["favours"][:3], "banana"]}),
    (FAR_EAST, {"modules": ["favours"], "favours": CARDS["favours"][:3]}), (FAR_EAST, {"players": 2}),
    (SAIL, {"players": 1}), (SAIL, {"players": 5}),
    (SAIL, {"warehouses": dict(list(SAIL["warehouses"].items())[1:])}),
    (SAIL, {"warehouses": SAIL["warehouses"] | {"LUB": SAIL["warehouses"]["LUB"] * 2}}),
    (SAIL, {"warehouses": {city: ["red1"] for city in SAIL["warehouses"]}}),
])
def test_twins_refuse_setups_that_contradict_the_rules(setup: dict[str, Any], wrong: dict[str, Any]) -> None:
    """By a message, and not by what goes wrong on the way."""
    twin = SPORTS[setup["game"]].twin
    assert twin.from_setup(setup).state() == State.from_setup(setup).to_json()
    with pytest.raises(ValueError, match=r"no such game|do not fit|cannot lie|are not one|are for the Hansa boards"):
        twin.from_setup(setup | wrong)
