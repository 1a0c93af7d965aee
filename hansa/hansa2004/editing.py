"""Changing a position of Hansa (2004) by hand: goods come from the supply and go back to it, booths likewise to their owner.

>>> from hansa import State
>>> state = State.new(game="hansa2004", players=2, seed=7).to_json()
>>> _ship(state, {"what": "ship", "city": "LUB"})
>>> state["ship"]
'LUB'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hansa.errors import EditError
from hansa.hansa2004.board import board
from hansa.json_lines import is_whole

Json = dict[str, Any]
Wish = Mapping[str, Any]


def _ship(data: Json, change: Wish) -> None:
    """The ship in a city."""
    data["ship"] = board().city(_code(change)).code


def _goods(data: Json, change: Wish) -> None:
    """What lies in the warehouses of a city."""
    facts = data["cities"].setdefault(_code(change), {})
    facts["goods"] = _exchanged(data, facts.get("goods", []), change["goods"])


def _booths(data: Json, change: Wish) -> None:
    """How many booths a seat has in a city; the others are with the seat."""
    seat, count = _seat(data, change), _number(change, "count")
    facts = data["cities"].setdefault(_code(change), {})
    booths = facts.setdefault("booths", [0] * data["players"])
    left = data["desks"][seat]["booths"] + booths[seat] - count
    if left < 0:
        raise EditError(f"seat {seat} has {count + left} booths for this city, not {count} [H3]")
    data["desks"][seat]["booths"], booths[seat] = left, count


def _hand(data: Json, change: Wish) -> None:
    """What a seat has not sold, or sold."""
    desk, where = data["desks"][_seat(data, change)], change["where"]
    if where not in ("unsold", "sold"):
        raise EditError("goods of a seat are unsold or sold")
    desk[where] = _exchanged(data, desk[where], change["goods"])


def _talers(data: Json, change: Wish) -> None:
    """The talers of a seat."""
    data["desks"][_seat(data, change)]["talers"] = _number(change, "to")


def _turn(data: Json, change: Wish) -> None:
    """Whose turn it is, in the same round, and whether the action of this stop is used."""
    seat = _seat(data, change)
    data["turns"] += seat - data["turns"] % data["players"]     # H20
    data["turn"] = data["to_move"] = seat
    data["acted"] = change["acted"]


def _exchanged(data: Json, old: list[str], new: object) -> list[str]:
    """The new goods in the place of the old ones, which are back in the supply (H1)."""
    if not isinstance(new, list):
        raise EditError("goods are a list such as ['red1', 'green3']")
    supply = data["supply"]
    for kind in old:
        supply[kind] = supply.get(kind, 0) + 1
    for kind in new:
        if kind not in board().goods:
            raise EditError(f"there are no goods {str(kind)[:30]!r}; known are {', '.join(board().goods)} [H1]")
        if not supply.get(kind):
            raise EditError(f"no marker {kind} is left in the supply [H1]")
        supply[kind] -= 1
    data.pop("piles", None)         # they follow from the supply (H22)
    return sorted(new, key=board().goods.index)


def _code(change: Wish) -> str:
    if change["city"] not in (codes := [city.code for city in board().cities]):
        raise EditError(f"there is no city {str(change['city'])[:30]!r}; known are {', '.join(codes)}")
    return str(change["city"])


def _seat(data: Json, change: Wish) -> int:
    return _number(change, "seat", data["players"] - 1)


def _number(change: Wish, name: str, most: int = 99) -> int:
    value = change[name]
    if not is_whole(value) or not 0 <= value <= most:
        raise EditError(f"{name} is a whole number from 0 to {most}")
    return value


CHANGES: Mapping[str, Callable[[Json, Wish], None]] = {
    "ship": _ship, "goods": _goods, "booths": _booths, "hand": _hand, "talers": _talers, "turn": _turn,
}
