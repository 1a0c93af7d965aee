"""What a save of `skid/hansa` consists of, as far as a position of ours needs it.

Other members (names of rewards, the log, places on the screen) may be there, and are ignored.
Several revisions of the program are read: the phase is called `context`, in older ones `current`;
the extra office `Office`, in older ones `Place`; the older ones know neither `isOver` nor
`linkEastWest`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from hansa.errors import StateError
from hansa.json_lines import NotJson, read_json
from hansa.members import OrNull, Truth, Whole, member, members_of, read_members
from hansa.phrases import SEAT_COLOURS
from hansa.plain_values import Few, OneOf, Plain, Text
from hansa.reading import MOST, Reader
from hansa.teutonica.names import TRACK_VALUES

T = TypeVar("T")
MARKER_NAMES: Mapping[str, str] = {
    "Office": "extra-office", "Place": "extra-office", "Swap": "swap", "3 Actions": "plus-3", "4 Actions": "plus-4",
    "Upgrade": "develop", "Move 3": "move-3",
}
PHASE_NAMES = ("Actions", "Displacement", "Markers", "Collection", "Movement", "Route", "Upgrade", "Swap", "Office")
# No other file has all of these members.
SIGNS = ("players", "cities", "routes", "markers", "coellen")
MARKER_LIST = Few(OneOf(tuple(MARKER_NAMES)), 40)
KIND = OneOf(("t", "m"))
OBJECTS = Few(Plain(), MOST)


def _track(name: str) -> int:
    return member(Whole(len(TRACK_VALUES[name]), 1), "the step, from 1")


@dataclass(kw_only=True)
class SavedPlayer:
    """A player."""

    name: str = member(Text(), "what the player is called")
    color: str = member(OneOf(SEAT_COLOURS), "the colour in that program")
    stock: Mapping[str, Any] = member(Plain(), "the stock", name="generalStock")
    supply: Mapping[str, Any] = member(Plain(), "the personal supply", name="personalSupply")
    keys: int = _track("keys")
    privilege: int = _track("privilege")
    actions: int = _track("actions")
    bank: int = _track("bank")
    book: int = _track("book")
    points: int = member(Whole(MOST), "prestige so far")
    ready: tuple[str, ...] = member(MARKER_LIST, "markers that can be used", name="readyMarkers")
    used: tuple[str, ...] = member(MARKER_LIST, "markers turned over", name="usedMarkers")
    unplaced: tuple[str, ...] = member(MARKER_LIST, "markers to be placed after the turn", name="unplacedMarkers")
    linked: bool = member(Truth(), "whether the connection was made", name="linkEastWest", default=bool)


@dataclass(kw_only=True)
class SavedAmount:
    """Pieces of a player in one place."""

    m: int = member(Whole(MOST), "merchants")
    t: int = member(Whole(MOST), "traders")


@dataclass(kw_only=True)
class SavedToken:
    """A piece on a route or in a city."""

    owner: int = member(Whole(4), "its player")
    merch: bool = member(Truth(), "whether it is a merchant", default=bool)


@dataclass(kw_only=True)
class SavedHand:
    """A piece in the hand of the player who decides."""

    token: str = member(KIND, "what it is")
    owner: int = member(Whole(4), "its player")


@dataclass(kw_only=True)
class SavedAction:
    """Something that was done in a phase."""

    name: str = member(Text(40), "what")
    params: Mapping[str, Any] = member(Plain(), "where", default=dict)


@dataclass(kw_only=True)
class SavedPhase:
    """A phase, and what has happened in it."""

    phase: str = member(OneOf(PHASE_NAMES), "which one")
    player: int = member(Whole(4), "who decides")
    actions: tuple[Mapping[str, Any], ...] = member(OBJECTS, "what was done in it")
    hand: tuple[Mapping[str, Any], ...] = member(OBJECTS, "pieces in the hand")
    prev: Mapping[str, Any] | None = member(OrNull(Plain()), "the phase that goes on afterwards", default=lambda: None)
    end: bool = member(Truth(), "whether the game is about to end", name="endGame", default=bool)


@dataclass(kw_only=True)
class SavedCity:
    """The offices of a city."""

    tokens: tuple[Mapping[str, Any], ...] = member(OBJECTS, "printed offices from the left")
    extras: tuple[Mapping[str, Any], ...] = member(OBJECTS, "extra offices from the left")


@dataclass(kw_only=True)
class SavedRoute:
    """What lies on a route."""

    tokens: tuple[Mapping[str, Any] | None, ...] = member(Few(OrNull(Plain()), MOST), "its houses")
    marker: str | None = member(OrNull(OneOf(tuple(MARKER_NAMES))), "its marker", default=lambda: None)


@dataclass(kw_only=True)
class Save:
    """A whole save."""

    turn: int = member(Whole(1_000_000), "turns completed")
    players: tuple[Mapping[str, Any], ...] = member(OBJECTS, "the players in their order")
    cities: Mapping[str, Any] = member(Plain(), "the cities by name")
    routes: tuple[Mapping[str, Any], ...] = member(OBJECTS, "the routes, as in the map")
    markers: tuple[str, ...] = member(MARKER_LIST, "the supply of markers")
    barrels: tuple[int | None, ...] = member(Few(OrNull(Whole(4)), 4), "special prestige from the left", name="coellen")
    map: Mapping[str, Any] = member(Plain(), "the board")
    over: bool = member(Truth(), "whether the game has ended", name="isOver", default=bool)


def unwrapped(value: object) -> Mapping[str, Any] | None:
    """The save in a value, if there is one: by itself, as a text, or in a row of the program's
    database.

    >>> unwrapped({"id": "7f", "state": "{}"}), unwrapped(["no save"])
    (None, None)
    """
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, Mapping) and "state" in value:
        value = value["state"]
    if isinstance(value, str):
        try:
            value = read_json(value)
        except NotJson:
            return None
    return value if isinstance(value, Mapping) and all(sign in value for sign in SIGNS) else None


def part(kind: type[T], reader: Reader, value: object, where: str) -> T:
    """An object of a save; members that nobody needs are ignored, and null is a missing one."""
    known = {each.name: each.default for each in members_of(kind).values()}
    optional = [name for name, default in known.items() if default is not None]
    if isinstance(value, Mapping):
        value = {name: value[name] for name in known if name in value and (value[name] is not None or name not in optional)}
    found = reader.members(value, tuple(known), where or "the save", optional)
    return kind(**read_members(kind, reader, None, found, where))


def check(reader: Reader) -> None:
    """`StateError` if anything was wrong so far."""
    if reader.problems:
        raise StateError(reader.problems)
