"""What follows from the rest of a position and need not be written: pieces, markers, completed
cities, who decides.

All of it is asked of the state's JSON, which may still lack just that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from hansa.boards import Board, modules
from hansa.teutonica.names import MERCHANTS, TRACK_VALUES, TRADERS
from hansa.teutonica.phase_text import pieces_in_hand
from hansa.teutonica.possible import desk_pieces


def pieces_left(state: Mapping[str, Any], seat: int) -> tuple[int, int]:
    """T1: the traders and merchants of a seat that are neither on the board nor on its tracks."""
    there: Counter[str] = Counter()
    for route in state["routes"].values():
        there.update([*route.get("house", ()), *route.get("ship", ())])
    for city in state["cities"].values():
        there.update(piece for pieces in city.values() for piece in pieces)
    there.update(f"{owner}m" for owner in state["special"].values() if owner is not None)
    there.update(pieces_in_hand(state))
    desk = state["desks"][seat]
    traders, merchants = desk_pieces([desk[track] for track in TRACK_VALUES])
    return TRADERS - traders - there[f"{seat}t"], MERCHANTS - merchants - there[f"{seat}m"]


def markers_left(state: Mapping[str, Any]) -> Mapping[str, int]:
    """T3: the markers of the edition that lie neither on the board nor on a desk."""
    facts = modules()["markers"][state["edition"]]
    left = Counter(facts["supply"])
    left.update(facts["tavern"])
    out = [route["marker"] for route in state["routes"].values() if route.get("marker")]
    out += [marker for desk in state["desks"] for name in ("unused", "used") for marker in desk.get(name, ())]
    out += [marker for markers in state["pending"]["seen"] for marker in markers]
    left.subtract(out)
    return left


def completed(state: Mapping[str, Any], the_board: Board) -> int:
    """T32: how many cities are completed."""
    return sum(
        len(city["posts"]) > 0 if "posts" in city else None not in city["offices"]
        and len(city["offices"]) == len(the_board.city(code).offices)
        for code, city in state["cities"].items())


def actions_of(state: Mapping[str, Any]) -> int:
    """The actions of a turn that has just begun; none once it has ended."""
    if state["phase"] in ("draw", "plates", "over"):
        return 0
    desk = state["desks"][state["turn"]]
    return int(TRACK_VALUES["actions"][desk["actions"]]) + ("extra-action" in desk.get("favours", ()))


def mover_of(state: Mapping[str, Any]) -> int | str | None:
    """D1: whose decision it is, by the phase."""
    turn: int = state["turn"]
    if state["phase"] in ("draw", "over"):
        return "*" if state["phase"] == "draw" else None
    if state["phase"] == "displaced":
        owner = state["displaced"]["owner"]
        return 1 - turn if owner == "n" else int(owner)
    if state["phase"] == "toll":
        takers = [seat for seat, desk in enumerate(state["desks"]) if "income" in desk.get("favours", ()) and seat != turn]
        return takers[0] if takers else turn
    return turn
