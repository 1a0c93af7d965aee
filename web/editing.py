"""Changing a position by hand: every change keeps the pieces of T1 in the game, and the library judges the outcome.

>>> state = State.new(board="hansa-45", players=4, seed=7)
>>> after = edited(state, {"what": "house", "slot": "BRE-HAM", "add": "1t"})
>>> after.to_json()["routes"]["BRE-HAM"], after.to_json()["desks"][1]["stock"]
({'house': ['1t']}, '4t')
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from hansa.boards import board
from hansa.errors import HansaError
from hansa.json_lines import is_whole
from hansa.state import State
from hansa.teutonica.names import KINDS, TRACK_VALUES, TRACKS, amount

Json = dict[str, Any]


class EditError(HansaError):
    """A change that cannot be made; one line that says why."""

    code = "bad-request"


def edited(state: State, change: object) -> State:
    """The position after a change; `EditError` or `StateError` say why not."""
    data = state.to_json()
    if state.game != "teutonica":
        raise EditError("positions of this game are changed as text")
    if not isinstance(change, dict) or change.get("what") not in _CHANGES:
        raise EditError(f"a change is an object whose 'what' is one of {', '.join(_CHANGES)}")
    if data["phase"] != "turn":
        raise EditError("only a position between two actions can be changed: finish what has begun, or take it back")
    try:
        _CHANGES[change["what"]](data, change)
    except (KeyError, IndexError, TypeError, AttributeError, ValueError) as error:
        if isinstance(error, HansaError):
            raise
        raise EditError(f"this change names what there is not: {error}"[:200]) from error
    return State.from_json(data)


def _pieces(text: str) -> dict[str, int]:
    return {kind: int(count) for count, kind in re.findall(r"(\d+)([tm])", text)}


def _take(data: Json, piece: str) -> None:
    """A piece leaves its owner's stock, or else the supply."""
    owner, kind = piece[0], piece[1]
    if owner == "n":
        return
    desk = data["desks"][int(owner)]
    for place in ("stock", "supply"):
        held = _pieces(desk[place])
        if held.get(kind):
            held[kind] -= 1
            desk[place] = amount(held.get("t", 0), held.get("m", 0))
            return
    raise EditError(f"seat {owner} has no {'trader' if kind == 't' else 'merchant'} left in stock and supply [T1]")


def _give(data: Json, piece: str, place: str = "stock") -> None:
    """A piece goes back to its owner."""
    if piece[0] != "n":
        desk = data["desks"][int(piece[0])]
        held = _pieces(desk[place])
        held[piece[1]] = held.get(piece[1], 0) + 1
        desk[place] = amount(held.get("t", 0), held.get("m", 0))


def _house(data: Json, change: Json) -> None:
    """A piece on a class of houses, or away from it."""
    route, _, ship = change["slot"].partition("/")
    if route not in (known := {entry.name for entry in board(data["board"]).routes}):
        raise EditError(f"there is no route {route!r}; known are {', '.join(sorted(known))[:100]}")
    standing = data["routes"].setdefault(route, {}).setdefault(ship or "house", [])
    if "add" in change:
        _take(data, change["add"])
        standing.append(change["add"])
        standing.sort(key=lambda piece: (piece[0] == "n", piece[0], KINDS.index(piece[1])))
    else:
        standing.remove(change["remove"])
        _give(data, change["remove"])
    if not standing:
        del data["routes"][route][ship or "house"]


def _city(data: Json, change: Json) -> None:
    """A piece into the next printed office, to the left of all as an extra one, or the last office away."""
    city = board(data["board"]).city(change["city"])
    facts = data["cities"].setdefault(city.code, {"posts": []} if city.green else
                                      {"offices": [None] * len(city.offices), "extra": []})
    row = facts["posts"] if city.green else facts["offices"]
    if "add" in change:
        _take(data, change["add"])
        if city.green:
            row.append(change["add"])
        elif None in row:
            row[row.index(None)] = change["add"]
        else:
            facts["extra"].append(change["add"])
    elif facts.get("extra"):
        _give(data, facts["extra"].pop())
    else:
        filled = [number for number, piece in enumerate(row) if piece]
        if not filled:
            raise EditError(f"{city.name} has no office")
        _give(data, row[filled[-1]])
        if city.green:
            row.pop()
        else:
            row[filled[-1]] = None
    if not any(row) and not facts.get("extra"):
        del data["cities"][city.code]
    data["completed"] = sum(
        bool(facts.get("posts")) or ("offices" in facts and None not in facts["offices"]) for facts in data["cities"].values()
    )


def _special(data: Json, change: Json) -> None:
    """A merchant on a special space, or away from it."""
    points = str(change["points"])
    if data["special"][points] is not None:
        _give(data, f"{data['special'][points]}m")
        data["special"][points] = None
    elif "add" in change:
        _take(data, f"{change['add'][0]}m")
        data["special"][points] = int(change["add"][0])


def _marker(data: Json, change: Json) -> None:
    """A marker from the hidden supply at a route, or back."""
    facts = data["routes"].setdefault(change["route"], {})
    if "marker" in facts:
        old = facts.pop("marker")
        data["supply"][old] = data["supply"].get(old, 0) + 1
    marker = change.get("add")
    if marker:
        if not data["supply"].get(marker):
            raise EditError(f"no marker {marker!r} is left in the supply [T3]")
        data["supply"][marker] -= 1
        facts["marker"] = marker
    if not facts:
        del data["routes"][change["route"]]


def _track(data: Json, change: Json) -> None:
    """A step of an ability, forwards or back; its piece goes to the supply or comes from it (T2)."""
    desk, track, by = data["desks"][change["seat"]], change["track"], change["by"]
    if track not in TRACKS or by not in (1, -1):
        raise EditError(f"a track is one of {', '.join(TRACKS)}, a step 1 or -1")
    if not 0 <= desk[track] + by < len(TRACK_VALUES[track]):
        raise EditError(f"{track} of seat {change['seat']} is at its end")
    piece = f"{change['seat']}{'m' if track == 'book' else 't'}"
    if by > 0:
        _give(data, piece, "supply")
    else:
        _take(data, piece)
    desk[track] += by


def _hand(data: Json, change: Json) -> None:
    """A piece from stock to supply, or back."""
    desk, kind = data["desks"][change["seat"]], change["kind"]
    source, target = ("stock", "supply") if change["to"] == "supply" else ("supply", "stock")
    held = _pieces(desk[source])
    if not held.get(kind):
        raise EditError(f"seat {change['seat']} has no such piece in its {source}")
    held[kind] -= 1
    desk[source] = amount(held.get("t", 0), held.get("m", 0))
    _give(data, f"{change['seat']}{kind}", target)


def _own_marker(data: Json, change: Json) -> None:
    """A marker from the hidden supply to a player, or back."""
    unused = data["desks"][change["seat"]]["unused"]
    if "remove" in change:
        unused.remove(change["remove"])
        data["supply"][change["remove"]] = data["supply"].get(change["remove"], 0) + 1
        return
    if not data["supply"].get(change["add"]):
        raise EditError(f"no marker {change['add']!r} is left in the supply [T3]")
    data["supply"][change["add"]] -= 1
    unused.append(change["add"])


def _prestige(data: Json, change: Json) -> None:
    """Points."""
    if not is_whole(change["to"]) or not 0 <= change["to"] <= 200:
        raise EditError("prestige is a whole number from 0 to 200")
    data["desks"][change["seat"]]["prestige"] = change["to"]


def _turn(data: Json, change: Json) -> None:
    """Whose turn it is, with how many actions."""
    data["turn"] = data["to_move"] = change["seat"]
    data["actions"] = change["actions"]
    data["permits_spent"] = []


_CHANGES: dict[str, Callable[[Json, Json], None]] = {
    "house": _house, "city": _city, "special": _special, "marker": _marker, "track": _track, "hand": _hand,
    "own-marker": _own_marker, "prestige": _prestige, "turn": _turn,
}
