"""A state from its JSON object: every problem is found and named; only a possible position gets through.

Two steps: `_Reader` turns names into the engine's numbers, noting what it cannot read; `impossibilities` then judges
the position as a whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from engine_c.teutonica.position import TeutonicaPosition
from hansa.boards import BOARD_NAMES, Board, board, modules
from hansa.catalogue import closest, shown
from hansa.errors import StateError
from hansa.reading import MOST, Reader, check_made
from hansa.teutonica.names import (
    COUNTRIES,
    EDITIONS,
    KINDS,
    LIFTINGS,
    MARKERS,
    MODULES,
    PERMANENTS,
    PHASES,
    REASONS,
    TILES,
    TRACK_VALUES,
    TRACKS,
    UNKNOWN_MISSION,
)
from hansa.teutonica.possible import impossibilities
from hansa.teutonica.setup import NO_PHASE_FIELDS
from hansa.teutonica.state_writing import result_json
from hansa.teutonica.tables import tables

MEMBERS = (
    "game", "board", "edition", "modules", "players", "turn", "to_move", "phase", "actions", "desks", "routes",
    "cities", "special", "supply", "pending", "completed", "connected", "favours_open", "permits_spent", "turns",
    "begun", "displaced", "lift", "drop", "remove", "bonus", "result",
)
OPTIONAL = {
    "game", "edition", "modules", "special", "connected", "favours_open", "permits_spent", "turns", "begun",
    "displaced", "lift", "drop", "remove", "bonus", "result",
}
DESK_MEMBERS = ("stock", "supply", *TRACKS, "prestige", "unused", "used", "favours", "mission")
MOST_TURNS = 2_000_000_000


def read_state(data: object) -> TeutonicaPosition:
    """The position that a state describes; `StateError` lists everything that is wrong with it."""
    if not isinstance(data, Mapping):
        raise StateError(["a state is a JSON object (MOVES.md, section 5)"])
    reader = _Reader(data)
    fields = reader.fields()
    if reader.problems:
        raise StateError(reader.problems)
    problems = impossibilities(fields, reader.board)
    if problems:
        raise StateError(problems)
    try:
        position = TeutonicaPosition.from_fields(tables(reader.board.name), fields)
    except ValueError as error:
        raise StateError([str(error)]) from error
    # The result of a view counts cards that the view does not show.
    hidden = any(desk["mission"] == UNKNOWN_MISSION for desk in fields["desks"])
    given = None if hidden else data.get("result")
    check_made(position, PHASES[fields["phase"]], given, partial(result_json, position), "T73")
    return position


class _Reader(Reader):
    """Reads one state of this game."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__()
        self.data = data
        self.board: Board = board("hansa-45")
        self.players = 4

    # --- values -----------------------------------------------------------------------------------------------------

    def amount(self, value: object, where: str) -> list[int]:
        """`2t1m` as counts by kind."""
        counts = {"t": 0, "m": 0}
        rest = value if isinstance(value, str) else "?"
        for kind in KINDS:
            digits, found, after = rest.partition(kind)
            if found and digits.isascii() and digits.isdigit() and len(digits) <= 3:
                counts[kind], rest = int(digits), after
        if rest:
            self.problem(f"{where} must be an amount such as '2t1m', not {shown(value)}")
        return [counts["t"], counts["m"]]

    def piece(self, value: object, where: str) -> int | None:
        """`2t`, `nt` as a code."""
        owners = [str(seat) for seat in range(self.players)] + ["n"] * (self.players == 2)
        if not isinstance(value, str) or len(value) != 2 or value[0] not in owners or value[1] not in KINDS:
            self.problem(f"{where}: {shown(value)} is no piece of this game")
            return None
        if value == "nm":
            self.problem(f"{where}: the neutral owner has no merchants [T90]")
            return None
        return 2 * owners.index(value[0]) + KINDS.index(value[1])

    def pieces(self, value: object, where: str) -> list[int]:
        found = [self.piece(item, where) for item in self.items(value, where)]
        return [piece for piece in found if piece is not None]

    def counts(self, value: object, where: str) -> list[int]:
        """A list of markers as counts by kind."""
        counts = [0] * len(MARKERS)
        for item in self.items(value, where):
            if isinstance(item, str) and item in MARKERS:
                counts[MARKERS.index(item)] += 1
            else:
                self.problem(f"{where}: unknown marker {shown(item)}" + closest(item, MARKERS))
        return counts

    def slot(self, value: object, where: str) -> int:
        return self.name(value, self.board.slots, where)

    # --- the state --------------------------------------------------------------------------------------------------

    def fields(self) -> dict[str, Any]:
        data = self.members(self.data, MEMBERS, "the state", sorted(OPTIONAL))
        name = BOARD_NAMES[self.name(data.get("board"), BOARD_NAMES, "board")]
        self.board = board(name)
        if self.problems:
            return {}       # without a board nothing else can be read
        players = data.get("players")
        if not isinstance(players, int) or isinstance(players, bool) or players not in self.board.players:
            fit = " or ".join(map(str, self.board.players))
            self.problem(f"board {name} is for {fit} players, not {shown(players)} [T4]")
            return {}       # nor without the number of players
        self.players = players
        fields: dict[str, Any] = {"players": self.players, **NO_PHASE_FIELDS}
        fields["edition"] = self.name(data.get("edition", "bigbox"), EDITIONS, "edition")
        fields["modules"] = self.modules(data.get("modules", []))
        fields["phase"] = self.name(data.get("phase"), PHASES, "phase")
        fields["turn"] = self.number(data.get("turn"), "turn", self.players - 1)
        fields["to_move"] = self.mover(data.get("to_move"), self.players)
        fields["actions"] = self.number(data.get("actions"), "actions", MOST)
        fields["completed"] = self.number(data.get("completed"), "completed", len(self.board.cities))
        fields["turns"] = self.number(data.get("turns", 0), "turns", MOST_TURNS)
        fields["begun"] = self.truth(data.get("begun", False), "begun")
        fields["reason"] = 0
        self.markers(data, fields)
        self.desks(data, fields)
        self.routes(data.get("routes"), fields)
        fields["cities"] = self.cities(data.get("cities"))
        fields["spaces"] = self.spaces(data.get("special", {}))
        fields["connected"] = [
            self.number(seat, "connected", self.players - 1)
            for seat in self.items(data.get("connected", []), "connected")
        ]
        permits = [city.code for city in self.board.cities if city.permits]
        fields["permits_spent"] = [
            self.name(code, permits, "permits_spent")
            for code in self.items(data.get("permits_spent", []), "permits_spent")
        ]
        fields["open_tiles"] = self.tiles(data.get("favours_open", []), "favours_open")
        self.phase_data(data, fields)
        return fields

    def modules(self, value: object) -> int:
        bits = 0
        chosen = [self.name(item, MODULES, "modules") for item in self.items(value, "modules")]
        if len(set(chosen)) < len(chosen):
            self.problem("modules names one twice")
        for number in chosen:
            bits |= 1 << number
        return bits

    def tiles(self, value: object, where: str) -> list[int]:
        return [self.name(tile, TILES, where) for tile in self.items(value, where)]

    def markers(self, data: Mapping[str, Any], fields: dict[str, Any]) -> None:
        supply = self.members(data.get("supply"), MARKERS, "supply", MARKERS)
        fields["supply"] = [self.number(supply.get(marker, 0), f"supply.{marker}", 99) for marker in MARKERS]
        pending = self.members(data.get("pending"), ("unseen", "seen"), "pending")
        fields["unseen"] = self.number(pending.get("unseen", 0), "pending.unseen", 99)

    def desks(self, data: Mapping[str, Any], fields: dict[str, Any]) -> None:
        desks = self.items(data.get("desks"), "desks")
        pending = data.get("pending")
        seen = self.items(pending.get("seen", []) if isinstance(pending, Mapping) else [], "pending.seen")
        for what, found in (("desks", desks), ("pending.seen", seen)):
            if len(found) != self.players:
                self.problem(f"{what} must have an entry for each of the {self.players} players, not {len(found)}")
                found[:] = (found + [{}] * self.players)[:self.players] if what == "desks" else [[]] * self.players
        fields["desks"] = [
            self.desk(desk, f"desks[{seat}]", self.counts(seen[seat], f"pending.seen[{seat}]"))
            for seat, desk in enumerate(desks)
        ]
        fields["taken_tiles"] = [
            (tile, seat)
            for seat, desk in enumerate(desks) if isinstance(desk, Mapping)
            for tile in self.tiles(desk.get("favours", []), f"desks[{seat}].favours")
        ]

    def desk(self, value: object, where: str, seen: list[int]) -> dict[str, Any]:
        desk = self.members(value, DESK_MEMBERS, where, ("unused", "used", "favours", "mission"))
        mission = desk.get("mission")
        if mission == "?":
            mission = UNKNOWN_MISSION
        elif mission is not None:
            mission = self.number(mission, f"{where}.mission", len(modules()["missions"]) - 1)
        return {
            "stock": self.amount(desk.get("stock", ""), f"{where}.stock"),
            "supply": self.amount(desk.get("supply", ""), f"{where}.supply"),
            "track": [
                self.number(desk.get(track, 0), f"{where}.{track}", len(TRACK_VALUES[track]) - 1) for track in TRACKS
            ],
            "prestige": self.number(desk.get("prestige", 0), f"{where}.prestige"),
            "mission": mission,
            "unused": self.counts(desk.get("unused", []), f"{where}.unused"),
            "used": self.counts(desk.get("used", []), f"{where}.used"),
            "seen": seen,
        }

    def routes(self, value: object, fields: dict[str, Any]) -> None:
        names = [route.name for route in self.board.routes]
        content = self.members(value, names, "routes", names)
        fields["slots"] = [[] for _ in self.board.slots]
        fields["markers"] = [None] * len(names)
        for number, route in enumerate(self.board.routes):
            if route.name not in content:
                continue
            where = f"routes.{route.name}"
            facts = self.members(content[route.name], ("house", "ship", "marker"), where, ("house", "ship", "marker"))
            if facts.get("marker") is not None:
                fields["markers"][number] = self.name(facts["marker"], MARKERS, f"{where}.marker")
            for shape in ("house", "ship"):
                pieces = self.pieces(facts.get(shape, []), f"{where}.{shape}")
                slot = route.name if shape == "house" else f"{route.name}/ship"
                room = sum(1 for house in route.houses if house.ship == (shape == "ship"))
                if len(pieces) > room:
                    self.problem(f"{where}.{shape} has {len(pieces)} pieces in {room} places")
                elif pieces:
                    fields["slots"][self.board.slots.index(slot)] = pieces
                if shape == "ship" and any(piece & 1 == 0 for piece in pieces):
                    self.problem(f"{where}.ship has a trader; ships take merchants only [T11]")

    def cities(self, value: object) -> list[tuple[list[int], list[int]]]:
        codes = [city.code for city in self.board.cities]
        content = self.members(value, codes, "cities", codes)
        found: list[tuple[list[int], list[int]]] = []
        for city in self.board.cities:
            where = f"cities.{city.code}"
            known = ("posts",) if city.green else ("offices", "extra")
            facts = self.members(content.get(city.code, {}), known, where, known)
            if city.green:
                found.append(([], self.pieces(facts.get("posts", []), f"{where}.posts")))
                continue
            offices = self.items(facts.get("offices", []), f"{where}.offices")
            while offices and offices[-1] is None:
                offices.pop()
            if len(offices) > len(city.offices):
                self.problem(f"{where} has {len(offices)} offices, but {len(city.offices)} are printed")
                offices = []
            if None in offices:
                self.problem(f"{where}: printed office {offices.index(None) + 1} is skipped [T30]")
                offices = [office for office in offices if office is not None]
            extra = self.pieces(facts.get("extra", []), f"{where}.extra")
            found.append((self.pieces(offices, f"{where}.offices"), extra))
        return found

    def spaces(self, value: object) -> list[int | None]:
        names = [str(points) for points, _ in self.board.spaces]
        content = self.members(value, names, "special", names)
        return [
            None if content.get(name) is None else self.number(content[name], f"special.{name}", self.players - 1)
            for name in names
        ]

    # --- data of the phases -----------------------------------------------------------------------------------------

    def phase_data(self, data: Mapping[str, Any], fields: dict[str, Any]) -> None:
        phase = PHASES[fields["phase"]]
        for other in ("displaced", "lift", "drop", "remove", "bonus", "result"):
            if other != ("result" if phase == "over" else phase) and data.get(other) is not None:
                self.problem(f"{other!r} does not belong to the phase {phase!r}")
        if phase == "displaced":
            self.displaced(data.get("displaced"), fields)
        elif phase in ("lift", "drop"):
            self.chain(data.get(phase), phase, fields)
        elif phase == "remove":
            facts = self.members(data.get("remove"), ("left", "after"), "remove")
            fields["left"] = self.number(facts.get("left"), "remove.left", 3)
            fields["after"] = self.last_lift(facts.get("after"), "remove.after")
        elif phase == "bonus":
            facts = self.members(data.get("bonus"), ("marker", "left", "pieces", "unreplaced"), "bonus")
            fields["bonus"] = self.name(facts.get("marker"), PERMANENTS[1:], "bonus.marker") + 1
            fields["left"] = self.number(facts.get("left"), "bonus.left", 2)
            fields["bonus_pieces"] = self.amount(facts.get("pieces"), "bonus.pieces")
            fields["unreplaced"] = self.truth(facts.get("unreplaced"), "bonus.unreplaced")
        elif phase == "over":
            known = ("reason", "scores", "ranks", "shares")
            facts = self.members(data.get("result"), known, "result", known[1:])
            fields["reason"] = self.name(facts.get("reason"), REASONS[1:], "result.reason") + 1

    def displaced(self, value: object, fields: dict[str, Any]) -> None:
        facts = self.members(value, ("owner", "piece", "put", "extras", "route"), "displaced")
        owner = facts.get("owner")
        if owner == "n" and self.players == 2:
            fields["owner"] = self.players
        else:
            fields["owner"] = self.number(owner, "displaced.owner", self.players - 1)
        fields["displaced_kind"] = self.name(facts.get("piece"), KINDS, "displaced.piece")
        fields["put"] = self.truth(facts.get("put"), "displaced.put")
        fields["left"] = self.number(facts.get("extras"), "displaced.extras", 2)
        routes = [route.name for route in self.board.routes]
        fields["route"] = self.name(facts.get("route"), routes, "displaced.route")

    def chain(self, value: object, phase: str, fields: dict[str, Any]) -> None:
        known = ("what", "limit", "held", "after", "dropped", "unreplaced")
        facts = self.members(value, known, phase, ("dropped", "unreplaced") if phase == "lift" else ("unreplaced",))
        fields["lifting"] = self.name(facts.get("what"), LIFTINGS, f"{phase}.what")
        fields["limit"] = self.number(facts.get("limit"), f"{phase}.limit", 5)
        fields["unreplaced"] = self.truth(facts.get("unreplaced", False), f"{phase}.unreplaced")
        for item in self.items(facts.get("held"), f"{phase}.held"):
            held = self.country_and_piece(item, f"{phase}.held")
            if held is not None:
                fields["held"] = [*fields["held"], held]
        if phase == "lift":
            fields["after"] = self.last_lift(facts.get("after"), "lift.after")
            return
        dropped = self.country_and_piece(facts.get("dropped"), "drop.dropped")
        slot = self.slot(facts.get("after"), "drop.after")
        if dropped is not None:
            fields["after"] = (slot, *dropped)

    def last_lift(self, value: object, where: str) -> tuple[int, int, int] | None:
        if value is None:
            return None
        pair = self.items(value, where)
        if len(pair) != 2:
            self.problem(f"{where} must be null or a route and a piece, not {shown(value)}")
            return None
        slot, piece = self.slot(pair[0], where), self.piece(pair[1], where)
        return None if piece is None else (slot, 0, piece)

    def country_and_piece(self, value: object, where: str) -> tuple[int, int] | None:
        pair = self.items(value, where)
        if len(pair) != 2:
            self.problem(f"{where}: {shown(value)} is no pair of a country and a piece")
            return None
        country, piece = self.name(pair[0], COUNTRIES, where), self.piece(pair[1], where)
        return None if piece is None else (country, piece)
