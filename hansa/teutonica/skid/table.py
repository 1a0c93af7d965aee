"""What lies where in a save of `skid/hansa`, in our words: pieces such as `1t`, our cities, routes
and markers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hansa.boards import Board, board
from hansa.errors import StateError
from hansa.reading import Reader
from hansa.teutonica.names import KINDS, TRACK_VALUES, TRACKS, amount
from hansa.teutonica.skid.chart import ChartPlaces, places_on
from hansa.teutonica.skid.save import (
    MARKER_NAMES,
    Save,
    SavedAction,
    SavedAmount,
    SavedCity,
    SavedHand,
    SavedPhase,
    SavedPlayer,
    SavedRoute,
    SavedToken,
    check,
    part,
)

FEWEST, MOST_PLAYERS = 3, 5     # T90: with two, neutral traders play, which that program has not


@dataclass
class Seat:
    """A player, with amounts and markers in our words."""

    facts: SavedPlayer
    stock: Counter[str]
    supply: Counter[str]
    points: int
    ready: list[str]
    used: list[str]
    unplaced: list[str]

    def step(self, track: str) -> int:
        """The step of a track from 0."""
        return int(getattr(self.facts, track)) - 1

    @property
    def actions(self) -> int:
        """The actions of a turn (T2)."""
        return int(TRACK_VALUES["actions"][self.step("actions")])

    def desk(self) -> dict[str, object]:
        """The desk of our state."""
        return {
            "stock": amount(*(self.stock[kind] for kind in KINDS)), "supply": amount(*(self.supply[kind] for kind in KINDS)),
            **{track: self.step(track) for track in TRACKS}, "prestige": self.points, "unused": self.ready, "used": self.used,
        }


@dataclass
class Road:
    """A route: its name, the pieces on its houses, its marker."""

    name: str
    houses: list[str | None]
    marker: str | None


@dataclass
class Stage:
    """A phase: whose decision it is, what was done in it, and the pieces in the hand."""

    facts: SavedPhase
    where: str
    player: int
    actions: list[SavedAction]
    hand: list[str]


@dataclass
class SavedTable:
    """The whole position of a save. `before` is the phase to which the last one returns."""

    board: Board
    save: Save
    places: ChartPlaces
    seats: list[Seat]
    cities: dict[str, tuple[list[str], list[str]]]      # printed and extra offices, from the left
    roads: list[Road]
    supply: list[str]
    now: Stage
    before: Stage | None

    @property
    def owner(self) -> int:
        """Whose turn it is."""
        return self.now.player if self.before is None else self.before.player


def read_table(value: Mapping[str, Any]) -> SavedTable:
    """The table of a save; `StateError` names everything that is wrong, by its member."""
    reader = Reader()
    save = part(Save, reader, value, "")
    if not reader.problems and not FEWEST <= len(save.players) <= MOST_PLAYERS:
        reader.problem(f"players: {len(save.players)} play, but only games of {FEWEST} to {MOST_PLAYERS} can be read; "
                       "with two, hansa plays with neutral traders, which that program does not have [T90]")
    check(reader)
    the_board = board("hansa-23" if len(save.players) == FEWEST else "hansa-45")
    places = places_on(the_board, save.map, reader)
    count = len(save.players)
    seats = [seat_of(reader, facts, f"players[{number}]") for number, facts in enumerate(save.players)]
    cities = cities_of(reader, save, places, count)
    if len(save.routes) != len(places.routes):
        raise StateError([f"routes has {len(save.routes)} entries, but the map has {len(places.routes)} routes"])
    roads = [road_of(reader, facts, name, f"routes[{number}]", count, the_board)
             for number, (facts, name) in enumerate(zip(save.routes, places.routes, strict=True))]
    if len(save.barrels) != len(the_board.spaces):
        reader.problem(f"coellen must be a list of {len(the_board.spaces)}, not {len(save.barrels)}")
    for number, seat in enumerate(save.barrels):
        if seat is not None:
            reader.number(seat, f"coellen[{number}]", count - 1)
    name = "current" if "current" in value and "context" not in value else "context"
    now = stage_of(reader, value.get(name), name, count)
    before = stage_of(reader, now.facts.prev, f"{name}.prev", count) if now.facts.prev is not None else None
    check(reader)
    supply = [MARKER_NAMES[marker] for marker in save.markers]
    return SavedTable(the_board, save, places, seats, cities, roads, supply, now, before)


def seat_of(reader: Reader, data: Mapping[str, Any], where: str) -> Seat:
    """A player."""
    facts = part(SavedPlayer, reader, data, where)
    stock, supply = (
        part(SavedAmount, reader, amounts, f"{where}.{name}")
        for name, amounts in (("generalStock", facts.stock), ("personalSupply", facts.supply)))
    return Seat(
        facts, Counter(t=stock.t, m=stock.m), Counter(t=supply.t, m=supply.m), facts.points,
        *([MARKER_NAMES.get(marker, "") for marker in markers] for markers in (facts.ready, facts.used, facts.unplaced)))


def cities_of(reader: Reader, save: Save, places: ChartPlaces, players: int) -> dict[str, tuple[list[str], list[str]]]:
    """The offices of all cities, by our codes."""
    found = {}
    for name, data in reader.members(save.cities, tuple(places.cities), "cities").items():
        facts = part(SavedCity, reader, data, f"cities.{name}")
        printed, extra = (
            [token_of(reader, token, f"cities.{name}.{what}[{number}]", players) for number, token in enumerate(tokens)]
            for what, tokens in (("tokens", facts.tokens), ("extras", facts.extras)))
        found[places.cities[name]] = printed, extra
    return found


def road_of(reader: Reader, data: Mapping[str, Any], name: str, where: str, players: int, the_board: Board) -> Road:
    """A route."""
    facts = part(SavedRoute, reader, data, where)
    houses = len(the_board.route(name).houses)
    if len(facts.tokens) != houses:
        reader.problem(f"{where}.tokens must be a list of {houses}, one for each house, not {len(facts.tokens)}")
    tokens = [None if token is None else token_of(reader, token, f"{where}.tokens[{number}]", players)
              for number, token in enumerate(facts.tokens)]
    return Road(name, tokens, MARKER_NAMES.get(facts.marker or ""))


def token_of(reader: Reader, data: Mapping[str, Any], where: str, players: int) -> str:
    """A piece."""
    facts = part(SavedToken, reader, data, where)
    return f"{reader.number(facts.owner, f'{where}.owner', players - 1)}{'m' if facts.merch else 't'}"


def stage_of(reader: Reader, data: object, where: str, players: int) -> Stage:
    """A phase."""
    facts = part(SavedPhase, reader, data, where)
    player = reader.number(facts.player, f"{where}.player", players - 1)
    actions = [part(SavedAction, reader, action, f"{where}.actions[{number}]") for number, action in enumerate(facts.actions)]
    hand = []
    for number, token in enumerate(facts.hand):
        held = part(SavedHand, reader, token, f"{where}.hand[{number}]")
        hand.append(f"{reader.number(held.owner, f'{where}.hand[{number}].owner', players - 1)}{held.token}")
    return Stage(facts, where, player, actions, hand)
