"""What a move of Hansa Teutonica touches: the places to click for it, and how it is shown on the map.

A *target* is a word or two: `free BRE-HAM` a free house, `piece 2t BRE-HAM` a piece on one, `route BRE-HAM`, `city BRE`,
`special 8`; and on the desk of whoever decides `stock`, `kind t`, `track keys`, `marker swap`, `tile income`.

>>> targets("displace 2t BRE-HAM with t pay m", 0)
('piece 2t BRE-HAM', 'kind t')
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from hansa.render.elements import Point, element, group, number
from hansa.render.layout import Layout
from hansa.teutonica.names import KINDS

RING = 25.0


def targets(move: str, seat: int) -> tuple[str, ...]:
    """The places that belong to a move of a seat, the one that things come from first."""
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
    what, where = {"office": "city", "extra": "city", "develop": "track", "special": "special"}[rest[0]], rest[1]
    found = (f"route {route}", f"{what} {where}")
    return (*found, "marker extra-office", f"kind {rest[2]}") if rest[0] == "extra" else found


def _owned(piece: str, seat: int) -> str:
    return f"{seat}{piece}" if piece in KINDS else piece


def point(target: str, state: Mapping[str, Any], plan: Layout) -> Point | None:
    """Where a target is on the map; None if it is elsewhere, on a desk, or there is no such place."""
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
    standing = list(state["routes"].get(route, {}).get(ship or "house", ()))
    houses = road.ships if ship else road.houses
    if what == "free":
        return houses[min(len(standing), len(houses) - 1)]
    return houses[standing.index(words[0])] if words[0] in standing else None


def ring_at(target: str, state: Mapping[str, Any], plan: Layout) -> str:
    """A ring around a target; nothing if it is not on the map."""
    at = point(target, state, plan)
    return "" if at is None else element("circle", cx=at[0], cy=at[1], r=RING, class_="ring")


def shown_move(move: str, state: Mapping[str, Any], plan: Layout) -> str:
    """A move on the map: an arrow between its two places, or a ring around its only one."""
    mover = state["to_move"] if isinstance(state["to_move"], int) else state["turn"]
    on_map = [at for target in targets(move, mover) if (at := point(target, state, plan)) is not None]
    if len(on_map) < 2 or math.dist(*on_map[:2]) < 2 * RING:
        return "".join(element("circle", cx=at[0], cy=at[1], r=RING, class_="ring") for at in on_map[:1])
    return arrow(on_map[0], on_map[1])


def arrow(start: Point, end: Point) -> str:
    """An arrow that bends a little, from the rim of one ring to that of another."""
    bend = ((start[0] + end[0]) / 2 + (end[1] - start[1]) * 0.15, (start[1] + end[1]) / 2 - (end[0] - start[0]) * 0.15)
    away = math.atan2(end[1] - bend[1], end[0] - bend[0])
    tip = (end[0] - RING * math.cos(away), end[1] - RING * math.sin(away))
    head = element("path", d="M0 0L-18 -9L-13 0L-18 9Z", class_="arrow-head",
                   transform=f"translate({number(tip[0])} {number(tip[1])}) rotate({number(math.degrees(away))})")
    numbers = " ".join(map(number, (*bend, *tip)))
    return group(element("path", d=f"M{number(start[0])} {number(start[1])}Q{numbers}", class_="arrow"), head)
