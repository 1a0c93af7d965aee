"""The names of the numbers in an observation, in their order (engine_c/hansa2004/observation.pyx;
MOVES.md, section 12).

>>> names = feature_names()
>>> len(names), names[0], names[-1]
(479, 'phase found', 'city RIG: brown3')
"""

from __future__ import annotations

from functools import cache

from hansa.hansa2004.board import board
from hansa.hansa2004.names import PHASES


@cache
def feature_names() -> tuple[str, ...]:
    """What each number of an observation says; `seat 0` is the one that looks."""
    the_board = board()
    goods, colours = the_board.goods, the_board.colours
    seats = range(max(the_board.players))
    game = (
        *(f"phase {phase}" for phase in PHASES), *(f"players {players}" for players in the_board.players),
        "acted", "left", "last round", *(f"supply {kind}" for kind in goods), *(f"sale {colour}" for colour in colours),
        *(f"sold last {kind}" for kind in goods), "single", *(f"losing {colour}" for colour in colours),
    )
    seat = (
        "to move", "turn", "last in the round", "talers", "stock",
        *(f"unsold {kind}" for kind in goods), *(f"sold {kind}" for kind in goods),
    )
    city = (
        "ship", *(f"booths of seat {owner}" for owner in seats), *(f"majority of seat {owner}" for owner in seats),
        "empty", *goods,
    )
    return (
        *game, *(f"seat {owner}: {text}" for owner in seats for text in seat),
        *(f"city {place.code}: {text}" for place in the_board.cities for text in city),
    )
