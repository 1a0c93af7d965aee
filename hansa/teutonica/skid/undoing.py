"""Choices that a save of `skid/hansa` may have in the middle, and our game makes in one move, taken
back to where they began: a completed route, a marker that was just turned over."""

from __future__ import annotations

from collections import Counter

from hansa.errors import StateError
from hansa.phrases import Phrase, say
from hansa.reading import Reader
from hansa.teutonica.skid.table import Road, SavedTable, Stage
from hansa.teutonica.terms import MARKER_TERMS


def place_in(table: SavedTable, stage: Stage, name: str, member: str) -> tuple[int, int]:
    """The route, and the house on it, of the last action of a phase, which must be of one kind."""
    number = len(stage.actions) - 1
    if number < 0 or stage.actions[number].name != name:
        raise StateError([f"the last of {stage.where}.actions must be {name!r} in the phase {table.now.facts.phase!r}"])
    return numbers_of(table, stage, number, member)


def numbers_of(table: SavedTable, stage: Stage, number: int, member: str) -> tuple[int, int]:
    """The route and the house that an action names."""
    reader = Reader()
    where = f"{stage.where}.actions[{number}].params.{member}"
    value = stage.actions[number].params.get(member)
    values = value if isinstance(value, list) and len(value) == 2 else [value, 0]
    route = reader.number(values[0], where, len(table.roads) - 1)
    house = reader.number(values[1], where, len(table.roads[route].houses) - 1)
    if reader.problems:
        raise StateError(reader.problems)
    return route, house


def undo_claim(table: SavedTable, turn: Stage) -> Phrase:
    """A completed route whose reward is still to be chosen: pieces, points and marker go back."""
    route, _ = place_in(table, turn, "route", "route")
    road, hand = table.roads[route], table.now.hand
    if any(road.houses) or len(hand) != len(road.houses) or any(int(piece[0]) != turn.player for piece in hand):
        raise StateError([f"{table.now.where}.hand must hold the pieces of the completed route {road.name}"])
    return_marker(table, turn, road)
    for code in road.name.split("-"):
        owner = controller(table, code)
        if owner is not None:
            table.seats[owner].points -= 1
            if table.seats[owner].points < 0:
                raise StateError([f"players[{owner}].points must have the point for {road.name}, which was just completed"])
    road.houses = list(hand)
    turn.actions.pop()
    return say("the completed route {route} is taken back, since here a claim and its reward are one move", route=road.name)


def return_marker(table: SavedTable, turn: Stage, road: Road) -> None:
    """The marker of a completed route, if there was one: back to the route, and its replacement
    back to the supply."""
    seat = table.seats[turn.player]
    claims = sum(action.name == "route" for action in turn.actions)
    replaced = len(seat.unplaced)
    if not table.now.facts.end and 0 < replaced < claims:
        raise StateError([
            f"{turn.where}.actions has {claims} completed routes and {replaced} of them had a marker, but the save does "
            "not say which; choose the reward in that program first"])
    if not table.now.facts.end and not replaced:
        return
    if road.marker is not None or not seat.ready:
        raise StateError([f"the marker of {road.name} must be the last of players[{turn.player}].readyMarkers"])
    road.marker = seat.ready.pop()
    if not table.now.facts.end:
        table.supply.append(seat.unplaced.pop())


def undo_marker(table: SavedTable, turn: Stage, marker: str) -> Phrase:
    """A marker that was turned over, and whose use is still to be chosen."""
    seat = table.seats[turn.player]
    if marker not in seat.used:
        raise StateError([f"players[{turn.player}].usedMarkers must have the marker of the phase {table.now.facts.phase!r}"])
    seat.used.remove(marker)
    seat.ready.append(marker)
    if marker == "extra-office":
        return say("the marker {marker} is turned back; here it is used in the claim of a route, with a piece of that route",
                   marker=MARKER_TERMS[marker])
    return say("the marker {marker} is turned back, since here its use and the choice are one move",
               marker=MARKER_TERMS[marker])


def controller(table: SavedTable, code: str) -> int | None:
    """The seat that controls a city (T40)."""
    printed, extra = table.cities[code]
    owners = [int(piece[0]) for piece in (*extra, *printed)]
    counts = Counter(owners)
    return next((owner for owner in reversed(owners) if counts[owner] == max(counts.values())), None)
