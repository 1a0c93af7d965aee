"""What an observation says, once more and in plain Python: from the JSON of a view, by the names of
MOVES.md, section 12."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from hansa.boards import board
from hansa.teutonica.names import TRACK_VALUES

Json = dict[str, Any]


def observed(view: Json, seat: int) -> dict[str, float]:
    """Every number that is not 0, by its name."""
    found: defaultdict[str, float] = defaultdict(float)
    for parts in (of_game(view), of_phase(view), of_owners(view), of_map(view, seat)):
        for name, value in parts:
            found[from_seat(name, seat, view["players"])] += value
    return {name: min(1.0, value) for name, value in found.items() if value}


def from_seat(name: str, seat: int, players: int) -> str:
    """`@3` in a name is an owner as the JSON writes it; it becomes `owner 1`, counted from a
    seat."""
    def relative(match: re.Match[str]) -> str:
        return f"owner {players if match[1] == 'n' else (int(match[1]) - seat) % players}"
    return re.sub(r"@(\w)", relative, name)


def amounts(text: str) -> dict[str, int]:
    return {kind: int(count) for count, kind in re.findall(r"(\d+)([tm])", text)}


def of_game(view: Json) -> Iterator[tuple[str, float]]:
    yield f"phase {view['phase']}", 1
    yield f"players {view['players']}", 1
    yield f"edition {view['edition']}", 1
    for module in view["modules"]:
        yield f"module {module}", 1
    yield "actions", view["actions"] / 10
    yield "begun", float(view.get("begun", False))
    yield "completed", view["completed"] / board(view["board"]).city_limit
    for marker, count in view["supply"].items():
        yield f"supply {marker}", count / 8
    yield "pending unseen", view["pending"]["unseen"] / 8
    permits = [city.code for city in board(view["board"]).cities if city.permits]
    for code in view["permits_spent"]:
        yield f"permit {permits.index(code) + 1} spent", 1
    for tile in view["favours_open"]:
        yield f"favour open {tile}", 1


def of_phase(view: Json) -> Iterator[tuple[str, float]]:
    phase = view["phase"]
    data = view.get(phase, {}) if phase in ("displaced", "lift", "drop", "remove", "bonus") else {}
    if phase == "displaced":
        yield f"@{data['owner']}: displaced", 1
        yield "displaced merchant", float(data["piece"] == "m")
        yield "displaced put", float(data["put"])
        yield "left", data["extras"] / 4
        yield f"route {data['route']}: displaced from here", 1
    if phase in ("lift", "drop"):
        yield f"lifting {data['what']}", 1
        yield "lifting limit", data["limit"] / 5
        yield "unreplaced", float(data["unreplaced"])
        for country, piece in data["held"]:
            yield f"@{piece[0]}: held {country or 'england'} {piece[1]}", 1 / 5
    if phase == "drop":
        country, piece = data["dropped"]
        yield f"after {country or 'england'}", 1
        yield from after(data["after"], piece)
    elif phase in ("lift", "remove") and data["after"]:
        yield from after(*data["after"])
    if phase == "remove":
        yield "left", data["left"] / 4
    if phase == "bonus":
        yield f"bonus {data['marker']}", 1
        yield "left", data["left"] / 4
        yield "unreplaced", float(data["unreplaced"])
        for kind, count in amounts(data["pieces"]).items():
            yield f"bonus pieces {kind}", count / 4


def after(slot: str, piece: str) -> Iterator[tuple[str, float]]:
    yield f"place {slot}: after", 1
    yield f"@{piece[0]}: after", 1
    yield "after merchant", float(piece[1] == "m")


def of_owners(view: Json) -> Iterator[tuple[str, float]]:
    if isinstance(view["to_move"], int):
        yield f"@{view['to_move']}: to move", 1
    yield f"@{view['turn']}: turn", 1
    for place, owner in enumerate(view["connected"]):
        yield f"@{owner}: connected", (5 - place) / 5
    for points, owner in view["special"].items():
        if owner is not None:
            yield f"@{owner}: special {points}", 1
    for owner, desk in enumerate(view["desks"]):
        for where in ("stock", "supply"):
            for kind, count in amounts(desk[where]).items():
                yield f"@{owner}: {where} {kind}", count / (26 if kind == "t" else 4)
        for track in TRACK_VALUES:
            for step in range(1, desk[track] + 1):
                yield f"@{owner}: {track} {step}", 1
        yield f"@{owner}: prestige", desk["prestige"] / 40
        for sort, markers in (("unused", desk["unused"]), ("used", desk["used"]), ("seen", view["pending"]["seen"][owner])):
            for marker in markers:
                yield f"@{owner}: {sort} {marker}", 1 / 4
        for tile in desk["favours"]:
            yield f"@{owner}: favour {tile}", 1


def of_map(view: Json, seat: int) -> Iterator[tuple[str, float]]:
    the_board = board(view["board"])
    for route in the_board.routes:
        facts = view["routes"].get(route.name, {})
        for shape, name in (("house", route.name), ("ship", f"{route.name}/ship")):
            places = sum(house.ship == (shape == "ship") for house in route.houses)
            yield f"place {name}: free", (places - len(facts.get(shape, ()))) / 4
            for piece in facts.get(shape, ()):
                yield f"place {name}: @{piece[0]} {piece[1]}", 1 / 4
        if "marker" in facts:
            yield f"route {route.name}: {facts['marker']}", 1
    for code, facts in view["cities"].items():
        for place, piece in enumerate(facts.get("offices", ()), 1):
            if piece:
                yield f"office {code} {place}: @{piece[0]}", 1
                yield f"office {code} {place}: merchant", float(piece[1] == "m")
        beside = facts.get("extra", ()) or facts.get("posts", ())
        for piece in beside:
            yield f"city {code}: extra of @{piece[0]}", 1 / 5
        owner = controlling(facts)
        if owner is not None:
            yield f"city {code}: controlled by @{owner}", 1
    mission = view["desks"][seat]["mission"]
    if isinstance(mission, int):
        for code in missions()[mission]:
            yield f"city {code}: own mission", 1


def controlling(facts: Json) -> str | None:
    """T40: most offices, the rightmost of them where that is equal; extra ones stand to the left of
    all."""
    row = [piece[0] for piece in facts.get("posts", [*facts.get("extra", [])[::-1], *facts.get("offices", [])]) if piece]
    return max(row, key=lambda owner: (row.count(owner), len(row) - row[::-1].index(owner)), default=None)


def missions() -> list[list[str]]:
    from hansa.boards import modules

    cards: list[list[str]] = modules()["missions"]
    return cards
