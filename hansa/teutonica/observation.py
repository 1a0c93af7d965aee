"""The names of the numbers in an observation, in their order (engine_c/teutonica/observation.pyx;
MOVES.md, section 12).

>>> names = feature_names("hansa-45")
>>> len(names), names[0], names[-1]
(1733, 'phase turn', 'city WAB: own mission')
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from hansa.boards import Board, board
from hansa.teutonica.names import (
    COUNTRIES,
    EDITIONS,
    KINDS,
    LIFTINGS,
    MARKERS,
    MODULES,
    PERMANENTS,
    PHASES,
    TILES,
    TRACK_VALUES,
)

LANDS = tuple(country or "england" for country in COUNTRIES)
PERMITS = 3


@cache
def feature_names(name: str) -> tuple[str, ...]:
    """What each number of an observation on a board says; `owner 0` is the seat that looks."""
    the_board = board(name)
    owners = range(max(*the_board.players, 3 if 2 in the_board.players else 0))
    return (
        *_game(), *(f"owner {owner}: {text}" for owner in owners for text in _owner(the_board)),
        *(f"place {slot}: {text}" for slot in the_board.slots for text in _slot(owners)),
        *(f"route {route.name}: {text}" for route in the_board.routes for text in (*MARKERS, "displaced from here")),
        *(f"office {city.code} {place}: {text}" for city in the_board.cities for place in range(1, len(city.offices) + 1)
          for text in (*(f"owner {owner}" for owner in owners), "merchant")),
        *(f"city {city.code}: {text}" for city in the_board.cities for text in _city(owners)),
    )


def _game() -> Iterator[str]:
    yield from (f"phase {phase}" for phase in PHASES)
    yield from (f"players {players}" for players in range(2, 6))
    yield from (f"edition {edition}" for edition in EDITIONS)
    yield from (f"module {module}" for module in MODULES)
    yield from ("actions", "begun", "completed")
    yield from (f"supply {marker}" for marker in MARKERS)
    yield "pending unseen"
    yield from (f"permit {permit} spent" for permit in range(1, PERMITS + 1))
    yield from (f"favour open {tile}" for tile in TILES)
    yield from ("displaced merchant", "displaced put", "left")
    yield from (f"lifting {lifting}" for lifting in LIFTINGS)
    yield from ("lifting limit", "after merchant")
    yield from (f"after {land}" for land in LANDS)
    yield from (f"bonus {permanent}" for permanent in PERMANENTS[1:])
    yield from (f"bonus pieces {kind}" for kind in KINDS)
    yield "unreplaced"


def _owner(the_board: Board) -> Iterator[str]:
    yield from ("to move", "turn")
    yield from (f"{where} {kind}" for where in ("stock", "supply") for kind in KINDS)
    yield from (f"{track} {step}" for track, values in TRACK_VALUES.items() for step in range(1, len(values)))
    yield "prestige"
    yield from (f"{sort} {marker}" for sort in ("unused", "used", "seen") for marker in MARKERS)
    yield from (f"favour {tile}" for tile in TILES)
    yield "connected"
    yield from (f"special {points}" for points, _ in the_board.spaces)
    yield from ("displaced", "after")
    yield from (f"held {land} {kind}" for land in LANDS for kind in KINDS)


def _slot(owners: range) -> Iterator[str]:
    yield "free"
    yield from (f"owner {owner} {kind}" for owner in owners for kind in KINDS)
    yield "after"


def _city(owners: range) -> Iterator[str]:
    yield from (f"controlled by owner {owner}" for owner in owners)
    yield from (f"extra of owner {owner}" for owner in owners)
    yield "own mission"
