"""The fields of a state of Hansa Teutonica, each declared once: its type, its range, its place in
the JSON, its meaning.

Inside the library a position is `Fields`. Reading and writing JSON, the checks of single values and
the table in MOVES.md, section 5, follow from the declarations. Names are their numbers
(`names.py`), places those of the board's file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hansa.boards import Board
from hansa.members import (
    BySeat,
    Codec,
    Listed,
    Mover,
    Name,
    Object,
    OrNull,
    Players,
    Seat,
    Truth,
    Whole,
    member,
    read_object,
    write_object,
)
from hansa.reading import MOST, Reader
from hansa.teutonica.codecs import (
    Amount,
    HeldPiece,
    LiftedPiece,
    Markers,
    Mission,
    Modules,
    Owner,
    Permit,
    Piece,
    RouteName,
    Scene,
    Slot,
    Spaces,
    Supply,
)
from hansa.teutonica.names import EDITIONS, KINDS, LIFTINGS, MARKERS, PERMANENTS, PHASES, REASONS, TILES, TRACK_VALUES

MOST_TURNS = 2_000_000_000
PIECES = Listed(Piece())
AMOUNT, MARKER_LIST, TILE_LIST = Amount(), Markers(), Listed(Name(TILES))


def _track(name: str) -> int:
    return member(Whole(len(TRACK_VALUES[name]) - 1), "steps of the track from 0")


@dataclass(kw_only=True)
class Desk:
    """What a player has."""

    stock: list[int] = member(AMOUNT, "the pieces in the stock")
    supply: list[int] = member(AMOUNT, "the pieces in the personal supply")
    keys: int = _track("keys")
    actions: int = _track("actions")
    privilege: int = _track("privilege")
    book: int = _track("book")
    bank: int = _track("bank")
    prestige: int = member(Whole(MOST), "prestige won so far")
    unused: list[int] = member(MARKER_LIST, "markers that can still be used", default=list)
    used: list[int] = member(MARKER_LIST, "markers turned over", default=list)
    favours: list[int] = member(TILE_LIST, "favour tiles, in the order in which they were taken", default=list)
    mission: int | None = member(Mission(), "the mission card; a number with the module missions only", default=lambda: None)

    @property
    def track(self) -> tuple[int, ...]:
        """The steps of all tracks, in the order of T2."""
        return self.keys, self.actions, self.privilege, self.book, self.bank


@dataclass(kw_only=True)
class Route:
    """What lies on a route."""

    house: list[int] = member(PIECES, "pieces on houses, by seat, then kind", default=list, brief=True)
    ship: list[int] = member(PIECES, "merchants on ships", default=list, brief=True)
    marker: int | None = member(OrNull(Name(MARKERS)), "the marker", default=lambda: None, brief=True)

    @property
    def listed(self) -> bool:
        """Whether anything lies there."""
        return bool(self.house or self.ship or self.marker is not None)


@dataclass
class City:
    """The offices of a city, from the left; in a green city `unprinted` are its posts."""

    printed: list[int]
    unprinted: list[int]


@dataclass(kw_only=True)
class Pending:
    """Markers still to be placed at the end of the turn (T54)."""

    unseen: int = member(Whole(99), "how many nobody has looked at")
    seen: list[list[int]] = member(BySeat(MARKER_LIST), "those looked at")


# --- the data of a phase: one of these, or none -------------------------------------------------

@dataclass(kw_only=True)
class Displaced:
    """The phase `displaced` (T13 to T17)."""

    owner: int = member(Owner(), "whose piece was displaced")
    kind: int = member(Name(KINDS), "the displaced piece", name="piece")
    put: bool = member(Truth(), "whether it has been put")
    extras: int = member(Whole(2), "how many extra pieces may still be put")
    route: int = member(RouteName(), "from where it was displaced")


@dataclass(kw_only=True)
class Lift:
    """The phase `lift` (T18, T50, T61)."""

    what: int = member(Name(LIFTINGS), "what the lift is part of")
    limit: int = member(Whole(5), "how many pieces may be lifted in all")
    held: list[tuple[int, int]] = member(Listed(HeldPiece()), "the pieces held, in the order of dropping")
    after: tuple[int, int] | None = member(OrNull(LiftedPiece()), "the last piece lifted, with its route and class")
    unreplaced: bool = member(Truth(), "whether the claim took a marker for which there was no other (T22)", default=bool)


@dataclass(kw_only=True)
class Drop:
    """The phase `drop`."""

    what: int = member(Name(LIFTINGS), "what the drop is part of")
    limit: int = member(Whole(5), "how many pieces might be lifted in all")
    held: list[tuple[int, int]] = member(Listed(HeldPiece()), "the pieces still held, in the order of dropping")
    after: int = member(Slot(), "where the last piece was dropped")
    dropped: tuple[int, int] = member(HeldPiece(), "the piece dropped last")
    unreplaced: bool = member(Truth(), "as in `lift`", default=bool)


@dataclass(kw_only=True)
class Remove:
    """The phase `remove` (T50)."""

    left: int = member(Whole(3), "how many pieces may still be removed")
    after: tuple[int, int] | None = member(OrNull(LiftedPiece()), "the last piece removed, with its route and class")


@dataclass(kw_only=True)
class Bonus:
    """The phase `bonus` (T25)."""

    marker: int = member(Name(PERMANENTS, first=1), "the permanent marker")
    left: int = member(Whole(2), "how many pieces it may still be used for")
    pieces: list[int] = member(AMOUNT, "what the claim sent to the stock")
    unreplaced: bool = member(Truth(), "as in `lift`")


@dataclass(kw_only=True)
class Over:
    """The phase `over`."""

    reason: int = member(Name(REASONS, first=1), "why the game ended")


PhaseData = Displaced | Lift | Drop | Remove | Bonus | Over | None
# The members that belong to a phase; `result` has more, which follow from the position.
DATA_OF_PHASE: Mapping[str, type[Displaced | Lift | Drop | Remove | Bonus]] = {
    "displaced": Displaced, "lift": Lift, "drop": Drop, "remove": Remove, "bonus": Bonus,
}


# --- what is one for each route or city ---------------------------------------------------------

class Routes(Codec[Scene, list[Route]]):
    """Every route of the board; those that are empty are not listed."""

    def read(self, reader: Reader, scene: Scene, value: object, where: str) -> list[Route]:
        names = [route.name for route in scene.board.routes]
        content = reader.members(value, names, where, names)
        return [read_object(Route, reader, scene, content.get(name, {}), f"{where}.{name}") for name in names]

    def write(self, scene: Scene, value: list[Route]) -> object:
        return {
            route.name: write_object(scene, content)
            for route, content in zip(scene.board.routes, value, strict=True) if content.listed
        }

    def said(self) -> str:
        return "objects by route, empty ones left out"


class Cities(Codec[Scene, list[City]]):
    """Every city of the board; those without offices are not listed."""

    def read(self, reader: Reader, scene: Scene, value: object, where: str) -> list[City]:
        codes = [city.code for city in scene.board.cities]
        content = reader.members(value, codes, where, codes)
        found = []
        for city in scene.board.cities:
            place = f"{where}.{city.code}"
            known = ("posts",) if city.green else ("offices", "extra")
            facts = reader.members(content.get(city.code, {}), known, place, known)
            printed = self._printed(reader, facts.get("offices", []), f"{place}.offices")
            offices = [Piece().read(reader, scene, office, f"{place}.offices") for office in printed]
            beside = "posts" if city.green else "extra"
            found.append(City(offices, PIECES.read(reader, scene, facts.get(beside, []), f"{place}.{beside}")))
        return found

    def _printed(self, reader: Reader, value: object, where: str) -> list[object]:
        """The offices up to the last one filled; none of them may be skipped."""
        offices: list[object] = reader.items(value, where)
        while offices and offices[-1] is None:
            offices.pop()
        if None in offices:
            place = where.removesuffix(".offices")
            reader.problem(f"{place}: printed office {offices.index(None) + 1} is skipped [T30]")
        return [office for office in offices if office is not None]

    def write(self, scene: Scene, value: list[City]) -> object:
        found: dict[str, object] = {}
        for city, facts in zip(scene.board.cities, value, strict=True):
            if not facts.printed and not facts.unprinted:
                continue
            beside = PIECES.write(scene, facts.unprinted)
            empty = [None] * (len(city.offices) - len(facts.printed))
            offices = [Piece().write(scene, piece) for piece in facts.printed] + empty
            found[city.code] = {"posts": beside} if city.green else {"offices": offices, "extra": beside}
        return found

    def said(self) -> str:
        return "objects by city, empty ones left out"


# --- the whole ----------------------------------------------------------------------------------

@dataclass(kw_only=True)
class Fields:
    """A whole position."""

    edition: int = member(Name(EDITIONS), "the edition whose rules are played", default=lambda: "bigbox")
    modules: int = member(Modules(), "what is played with (T100)", default=list)
    players: int = member(Players(), "how many seats there are")
    turn: int = member(Seat(), "whose turn it is")
    to_move: int | str | None = member(Mover(), "whose decision it is (D1)")
    phase: int = member(Name(PHASES), "what is decided (section 3)")
    actions: int = member(Whole(MOST), "actions left in this turn; 0 once it or the game has ended")
    desks: list[Desk] = member(BySeat(Object(Desk, "a desk")), "what each player has")
    routes: list[Route] = member(Routes(), "what lies on the routes")
    cities: list[City] = member(Cities(), "offices from the left, `extra` ones from the right, `posts` of green cities")
    special: list[int | None] = member(Spaces(), "special prestige (T37)", default=dict)
    supply: list[int] = member(Supply(), "markers nobody has looked at, the unseen pending ones among them")
    pending: Pending = member(Object(Pending), "markers to be placed at the end of the turn (T54)")
    completed: int = member(Whole(99), "completed cities (T32)")
    connected: list[int] = member(Listed(Seat()), "seats in the order in which they made the connection (T33)", default=list)
    favours_open: list[int] = member(TILE_LIST, "favour tiles to be had, in their order", default=list)
    permits_spent: list[int] = member(Listed(Permit()), "permits used in this turn (T81)", default=list)
    turns: int = member(Whole(MOST_TURNS), "turns completed, of all seats together", default=int)
    begun: bool = member(Truth(), "whether a move of this turn has been played; written with the module favours", default=bool)
    data: PhaseData = None

    @property
    def phase_name(self) -> str:
        """The phase, as in MOVES.md, section 3."""
        return PHASES[self.phase]

    @property
    def taken_tiles(self) -> list[tuple[int, int]]:
        """Favour tiles with the seats that have them."""
        return [(tile, seat) for seat, desk in enumerate(self.desks) for tile in desk.favours]

    @property
    def held(self) -> list[tuple[int, int]]:
        """The pieces that are lifted, with the countries they come from."""
        return self.data.held if isinstance(self.data, Lift | Drop) else []

    def slots(self, board: Board) -> Iterator[list[int]]:
        """The pieces in each class of places, in the order of the board."""
        for route, content in zip(board.routes, self.routes, strict=True):
            yield content.house
            if route.has_ships:
                yield content.ship
