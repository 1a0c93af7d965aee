"""What a move of Hansa Teutonica touches: the places to click for it, and its mark on the map.

A *target* is a word or two: `free BRE-HAM` a free house, `piece 2t BRE-HAM` a piece on one,
`route BRE-HAM`, `city BRE`, `special 8`; and on the desk of the player to move `stock`, `kind t`,
`track keys`, `marker swap`, `tile income`.

>>> targets("displace 2t BRE-HAM with t pay m", 0)
('piece 2t BRE-HAM', 'kind t')
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from hansa.boards import board
from hansa.phrases import Phrase, joined, say
from hansa.teutonica.names import KINDS, TRACK_VALUES
from hansa.teutonica.terms import MARKER_TERMS, TILE_TERMS, TRACK_TERMS
from hansa.views import StateJson
from hansa.views.svg.elements import Point
from hansa.views.svg.marks import RING, arrow, ring
from hansa.views.svg.teutonica.layout import Layout
from hansa.views.words.teutonica import KINDS as KIND_NAMES
from hansa.views.words.teutonica import Phrases

# What is on desks, and what its things are called.
NAMED = {
    "track": (say("track {name}"), TRACK_TERMS),
    "marker": (say("marker {name}"), MARKER_TERMS),
    "tile": (say("tile {name}"), TILE_TERMS),
}


def targets(move: str, seat: int) -> tuple[str, ...]:
    """The places that belong to a move of a seat; where a piece comes from is first."""
    verb, *words = move.split()
    if verb in ("place", "put", "add", "drop"):
        return _put(verb, words, seat)
    if verb in ("lift", "remove"):
        return (f"piece {_owned(words[0], seat)} {words[1]}",)
    if verb == "displace":
        return f"piece {words[0]} {words[1]}", f"kind {words[3]}"
    if verb in ("claim", "neutral"):
        return _claim(words)
    if verb == "use":
        more = {"develop": "track", "swap": "city"}.get(words[0])
        return (f"marker {words[0]}", f"{more} {words[1]}") if more else (f"marker {words[0]}",)
    if verb == "marker":
        return (f"route {words[1]}",)
    if verb == "green":
        return f"kind {words[1]}", f"city {words[0]}"
    if verb in ("develop", "favour"):
        return (f"{'track' if verb == 'develop' else 'tile'} {words[0]}",)
    return ("stock",) if verb == "income" else ()


def _put(verb: str, words: list[str], seat: int) -> tuple[str, ...]:
    """A piece comes to a house, perhaps from another."""
    free = f"free {words[1]}"
    if len(words) > 2:
        return f"piece {seat}{words[0]} {words[3]}", free
    return (free,) if verb == "drop" else (f"kind {words[0]}", free)


def _claim(words: list[str]) -> tuple[str, ...]:
    route, *rest = words
    if not rest:
        return (f"route {route}",)
    effect, where, *kind = rest
    if effect == "extra":
        return f"route {route}", f"city {where}", "marker extra-office", f"kind {kind[0]}"
    what = {"office": "city", "develop": "track", "special": "special"}[effect]
    return f"route {route}", f"{what} {where}"


def _owned(piece: str, seat: int) -> str:
    return f"{seat}{piece}" if piece in KINDS else piece


# The moves that put a piece on a house, by phase; in other phases nobody can want that.
PUTTING: Mapping[str, str] = {"turn": "place", "lift": "drop", "drop": "drop", "displaced": "put"}


def wishes(target: str, state: StateJson, seat: int) -> tuple[str, ...]:
    """Moves that a person who chose a place may have wanted.

    >>> wishes("piece 2t BRE-HAM", {"phase": "turn"}, 0)
    ('displace 2t BRE-HAM with t pay t',)
    >>> wishes("free BRE-HAM", {"phase": "turn"}, 0), wishes("track keys", {"phase": "turn"}, 0)
    (('place t BRE-HAM', 'place m BRE-HAM'), ())
    """
    match target.split():
        case ["free", slot] if verb := PUTTING.get(state["phase"]):
            return tuple(f"{verb} {kind} {slot}" for kind in KINDS)
        case ["piece", piece, slot] if piece[0] == str(seat):
            return (f"lift {piece[1:]} {slot}",)
        case ["piece", piece, slot]:
            return (f"displace {piece} {slot} with t pay {'tt' if piece.endswith('m') else 't'}",)
        case ["route", route]:
            return _claims(route)
        case ["stock"]:
            return ("income 1t",)
        case ["marker", "swap"]:
            return (f"use swap {board(state['board']).cities[0].code} 1",)
        case ["marker", "develop"]:
            return tuple(f"use develop {track}" for track in TRACK_VALUES)
        case ["marker", marker] if marker != "extra-office":
            return (f"use {marker}",)
    return ()


def _claims(route: str) -> tuple[str, ...]:
    """The claim of a route, and those with an office at its ends."""
    offices = (f"claim {route} office {city}" for city in route.split("-"))
    return f"claim {route}", *offices


def label(target: str, phrases: Phrases) -> Phrase:
    """A target as people call it."""
    what, *words = target.split()
    if what == "free":
        return say("free house on {route}", route=phrases.route(words[0]))
    if what == "piece":
        return say("{piece} on {route}", piece=phrases.piece(words[0]), route=phrases.route(words[1]))
    if what == "route":
        return say("route {route}", route=phrases.route(words[0]))
    if what == "city":
        return say("city {city}", city=phrases.city(words[0]))
    if what == "special":
        return say("special prestige {points}", points=words[0])
    if what == "kind":
        return KIND_NAMES[words[0]]
    if what in NAMED:
        heading, names = NAMED[what]
        return heading.filled(name=names[words[0]])
    return say("your stock") if what == "stock" else joined("", [target])


def point(target: str, state: StateJson, plan: Layout) -> Point | None:
    """Where a target is on the map; None if it is on a desk, or there is no such place."""
    what, *words = target.split() or [""]
    if not words:
        return None
    if what == "city" and words[0] in plan.cities:
        return plan.cities[words[0]].at
    if what == "special":
        spaces = [str(points) for points, _ in plan.board.spaces]
        return plan.spaces[spaces.index(words[0])] if words[0] in spaces else None
    route, _, ship = words[-1].partition("/")
    if route not in plan.roads:
        return None
    road = plan.roads[route]
    if what == "route":
        return road.middle
    pieces = list(state["routes"].get(route, {}).get(ship or "house", ()))
    houses = road.ships if ship else road.houses
    if what == "free":
        return houses[min(len(pieces), len(houses) - 1)]
    return houses[pieces.index(words[0])] if words[0] in pieces else None


def move_mark(move: str, state: StateJson, plan: Layout) -> str:
    """A move on the map: an arrow between its two places, or a ring around its only one."""
    mover = state["to_move"] if isinstance(state["to_move"], int) else state["turn"]
    points = (point(target, state, plan) for target in targets(move, mover))
    on_map = [at for at in points if at is not None]
    if len(on_map) < 2 or math.dist(*on_map[:2]) < 2 * RING:
        return "".join(map(ring, on_map[:1]))
    return arrow(on_map[0], on_map[1])
