"""Changing a position of Hansa Teutonica by hand: every change keeps the pieces of T1 in the game, and `possible.py` judges.

>>> from hansa import State
>>> state = State.new(board="hansa-45", players=4, seed=7).to_json()
>>> _house(state, {"what": "house", "slot": "BRE-HAM", "add": "1t"})
>>> state["routes"]["BRE-HAM"], state["desks"][1]["stock"]
({'house': ['1t']}, '4t')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from hansa.boards import board
from hansa.errors import EditError
from hansa.json_lines import is_whole
from hansa.teutonica.names import KINDS, MODULES, TILES, TRACK_VALUES, TRACKS, amount

Json = dict[str, Any]
Wish = Mapping[str, Any]


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


def _house(data: Json, change: Wish) -> None:
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


def _city(data: Json, change: Wish) -> None:
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


def _special(data: Json, change: Wish) -> None:
    """A merchant on a special space, or away from it."""
    points = str(change["points"])
    if data["special"][points] is not None:
        _give(data, f"{data['special'][points]}m")
        data["special"][points] = None
    elif "add" in change:
        _take(data, f"{change['add'][0]}m")
        data["special"][points] = int(change["add"][0])


def _marker(data: Json, change: Wish) -> None:
    """A marker from the hidden supply at a route, or back."""
    facts = data["routes"].setdefault(change["route"], {})
    if "marker" in facts:
        old = facts.pop("marker")
        data["supply"][old] = data["supply"].get(old, 0) + 1
    marker = change.get("add")
    if marker:
        _drawn(data, marker)
        facts["marker"] = marker
    if not facts:
        del data["routes"][change["route"]]


def _track(data: Json, change: Wish) -> None:
    """A step of an ability, forwards or back; its piece goes to the supply or comes from it (T2)."""
    desk, track, by = _desk(data, change), change["track"], change["by"]
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


def _hand(data: Json, change: Wish) -> None:
    """A piece from stock to supply, or back."""
    desk, kind = _desk(data, change), change["kind"]
    source, target = ("stock", "supply") if change["to"] == "supply" else ("supply", "stock")
    held = _pieces(desk[source])
    if not held.get(kind):
        raise EditError(f"seat {change['seat']} has no such piece in its {source}")
    held[kind] -= 1
    desk[source] = amount(held.get("t", 0), held.get("m", 0))
    _give(data, f"{change['seat']}{kind}", target)


def _own_marker(data: Json, change: Wish) -> None:
    """A marker from the hidden supply to a player, unused or `used`, or back."""
    own = _desk(data, change)["used" if change.get("used") else "unused"]
    if "remove" in change:
        own.remove(change["remove"])
        data["supply"][change["remove"]] = data["supply"].get(change["remove"], 0) + 1
        return
    _drawn(data, change["add"])
    own.append(change["add"])


def _drawn(data: Json, marker: str) -> None:
    """A marker leaves the hidden supply."""
    if not data["supply"].get(marker):
        raise EditError(f"no marker {marker!r} is left in the supply [T3]")
    data["supply"][marker] -= 1


def _prestige(data: Json, change: Wish) -> None:
    """Points."""
    if not is_whole(change["to"]) or not 0 <= change["to"] <= 200:
        raise EditError("prestige is a whole number from 0 to 200")
    _desk(data, change)["prestige"] = change["to"]


def _turn(data: Json, change: Wish) -> None:
    """Whose turn it is, with how many actions."""
    data["turn"] = data["to_move"] = change["seat"]
    data["actions"] = change["actions"]
    data["permits_spent"] = []


def _module(data: Json, change: Wish) -> None:
    """A module is added, with cards and tiles for everybody (T100, T101), or left out with all of them."""
    name = change["name"]
    if name not in MODULES:
        raise EditError(f"modules are {' and '.join(MODULES)}")
    chosen = [module for module in MODULES if (module in data["modules"]) != (module == name)]
    data["modules"] = chosen
    if name == "missions":
        for seat, desk in enumerate(data["desks"]):
            desk["mission"] = seat if name in chosen else None
        return
    data["favours_open"] = list(TILES[: data["players"]]) if name in chosen else []
    for desk in data["desks"]:
        desk["favours"] = []
    if name not in chosen:
        data.pop("begun", None)


def _mission(data: Json, change: Wish) -> None:
    """A mission card for a seat; whoever has it gets the other one for it."""
    _needs(data, "missions")
    desk, card = _desk(data, change), change["to"]
    if not is_whole(card):
        raise EditError("a mission is the number of its card")
    for other in data["desks"]:
        if other["mission"] == card:
            other["mission"] = desk["mission"]
    desk["mission"] = card


def _favour(data: Json, change: Wish) -> None:
    """A favour tile lies open, is a seat's, or out of the game."""
    _needs(data, "favours")
    tile, where = change["tile"], change["to"]
    if tile not in TILES:
        raise EditError(f"favours are {', '.join(TILES)}")
    for tiles in (data["favours_open"], *(desk["favours"] for desk in data["desks"])):
        if tile in tiles:
            tiles.remove(tile)
    if where == "open":
        data["favours_open"].append(tile)
    elif where != "out":
        _desk(data, {"seat": where})["favours"].append(tile)


def _needs(data: Json, module: str) -> None:
    if module not in data["modules"]:
        raise EditError(f"the module {module!r} is not chosen; add it first [T100]")


def _begun(data: Json, change: Wish) -> None:
    """Whether the turn has begun: then it is too late for a favour (T101)."""
    _needs(data, "favours")
    data["begun"] = change["to"]


def _connected(data: Json, change: Wish) -> None:
    """A seat has the connection, after those that have it (T33), or has it not."""
    _desk(data, change)
    _toggle(data["connected"], change["seat"])


def _permit(data: Json, change: Wish) -> None:
    """A permit of this turn is spent, or is not (T81)."""
    _toggle(data["permits_spent"], change["city"])


def _toggle(names: list[Any], name: object) -> None:
    if name in names:
        names.remove(name)
    else:
        names.append(name)


def _pending(data: Json, change: Wish) -> None:
    """How many markers are still to be drawn at the end of the turn (T54)."""
    data["pending"]["unseen"] = change["to"]


def _turns(data: Json, change: Wish) -> None:
    """How many turns have been completed."""
    data["turns"] = change["to"]


def _desk(data: Json, change: Wish) -> Json:
    seat = change["seat"]
    if not is_whole(seat) or not 0 <= seat < data["players"]:
        raise EditError(f"there is no seat {str(seat)[:20]}; seats are 0 to {data['players'] - 1}")
    found: Json = data["desks"][seat]
    return found


CHANGES: Mapping[str, Callable[[Json, Wish], None]] = {
    "house": _house, "city": _city, "special": _special, "marker": _marker, "track": _track, "hand": _hand,
    "own-marker": _own_marker, "prestige": _prestige, "turn": _turn, "module": _module, "mission": _mission, "favour": _favour,
    "begun": _begun, "connected": _connected, "permit": _permit, "pending": _pending, "turns": _turns,
}
