"""The kinds of move of Hansa Teutonica, each declared once (`engine_c/move_kinds.py` says what
follows from a line).

Their order is that of the blocks of action numbers (MOVES.md, section 11): chance first, then what
names no places. Their numbers are codes that stay; a new kind takes the next one.
"""

from __future__ import annotations

from engine_c.move_kinds import Field, MoveKind, MoveKinds, Part, part

KIND_BITS = 5

# Bits 5 to 10: where, or the first thing a move names.
SLOT, ROUTE, CITY = Field("slot", 5, 6), Field("route", 5, 6), Field("city", 5, 6)
MARKER, USED_MARKER, TRACK, TILE = Field("marker", 5, 6), Field("used_marker", 5, 6), Field("track", 5, 6), Field("tile", 5, 6)
TRADERS = Field("traders", 5, 6)
# Bits 11 to 16: the second thing.
ORIGIN = Field("origin", 11, 6)                 # the slot that a piece is lifted from
END_CITY = Field("end_city", 11, 6)             # a city at an end of the route
CLAIMED_TRACK, SPACE = Field("claimed_track", 11, 6), Field("space", 11, 6)
LEFT_OFFICE = Field("left_office", 11, 6)       # of two neighbouring printed offices, from 0
LAID_MARKER = Field("laid_marker", 11, 6)
MERCHANTS = Field("merchants", 11, 6)
PUT_KIND = Field("put_kind", 11, 6)             # the piece that takes the place of a displaced one
FIRST_MARKER, SECOND_MARKER = Field("first_marker", 11, 3), Field("second_marker", 14, 3)
# Bits 17 to 20: a piece, or a kind of piece of the one whose move it is; bits 21 to 23: a payment.
PIECE, PIECE_KIND = Field("piece", 17, 4), Field("piece_kind", 17, 4)
PAYMENT = Field("payment", 21, 3)

PARTS = {
    each.name: each for each in (
        part(SLOT, "ROUTE"), part(ORIGIN, "ROUTE"), part(ROUTE, "ROUTE"), part(CITY, "CITY"), part(END_CITY, "CITY"),
        part(PIECE, "PIECE"), part(PIECE_KIND, "K"), part(PUT_KIND, "K"), part(PAYMENT, "KK"),
        part(MARKER, "MARKER"), part(USED_MARKER, "MARKER"), part(LAID_MARKER, "MARKER"),
        part(TRACK, "TRACK"), part(CLAIMED_TRACK, "TRACK"), part(SPACE, "POINTS"), part(TILE, "TILE"),
        Part("amount", "AMOUNT", (TRADERS, MERCHANTS)),
        Part("office", "CITY PLACE", (CITY, LEFT_OFFICE)),
        Part("marker_pair", "MARKER MARKER", (FIRST_MARKER, SECOND_MARKER)),
    )
}


def _kind(number: int, name: str, text: str, counted_by: str = "", *targets: str) -> MoveKind:
    return MoveKind(name, number, PARTS, text, tuple(counted_by.split()), targets)


KINDS = MoveKinds(KIND_BITS, (
    _kind(28, "draw", "draw {marker}", "marker"),
    _kind(13, "end", "end"),
    _kind(21, "done", "done"),
    _kind(25, "take", "take"),
    _kind(1, "income", "income {amount}", "amount", "stock"),
    _kind(0, "favour", "favour {tile} pay {marker_pair}", "tile marker_pair", "tile {tile}"),
    _kind(10, "use", "use {used_marker}", "used_marker", "marker {used_marker}"),
    _kind(11, "use develop", "use develop {track}", "track", "marker develop", "track {track}"),
    _kind(23, "develop", "develop {track}", "track", "track {track}"),
    _kind(2, "place", "place {piece_kind} {slot}", "slot piece_kind", "kind {piece_kind}", "free {slot}"),
    _kind(3, "displace", "displace {piece} {slot} with {put_kind} pay {payment}", "slot rival paying",
          "piece {piece} {slot}", "kind {put_kind}"),
    _kind(4, "lift", "lift {piece_kind} {slot}", "slot piece_kind", "piece {seat}{piece_kind} {slot}"),
    _kind(15, "drop", "drop {piece_kind} {slot}", "slot piece_kind", "free {slot}"),
    _kind(17, "put", "put {piece_kind} {slot}", "slot piece_kind", "kind {piece_kind}", "free {slot}"),
    _kind(19, "add", "add {piece_kind} {slot}", "slot piece_kind", "kind {piece_kind}", "free {slot}"),
    _kind(5, "claim", "claim {route}", "route", "route {route}"),
    _kind(6, "claim office", "claim {route} office {end_city}", "route end_city", "route {route}", "city {end_city}"),
    _kind(7, "claim extra", "claim {route} extra {end_city} {piece_kind}", "route end_city piece_kind",
          "route {route}", "city {end_city}", "marker extra-office", "kind {piece_kind}"),
    _kind(8, "claim develop", "claim {route} develop {claimed_track}", "route claimed_track",
          "route {route}", "track {claimed_track}"),
    _kind(9, "claim special", "claim {route} special {space}", "route space", "route {route}", "special {space}"),
    _kind(12, "use swap", "use swap {office}", "office", "marker swap", "city {city}"),
    _kind(29, "marker", "marker {laid_marker} {route}", "route laid_marker", "route {route}"),
    _kind(14, "lift piece", "lift {piece} {slot}", "slot piece", "piece {piece} {slot}"),
    _kind(16, "drop piece", "drop {piece} {slot}", "slot piece", "free {slot}"),
    _kind(22, "remove", "remove {piece} {slot}", "slot piece", "piece {piece} {slot}"),
    _kind(20, "add from", "add {piece_kind} {slot} from {origin}", "slot origin piece_kind",
          "piece {seat}{piece_kind} {origin}", "free {slot}"),
    _kind(18, "put from", "put {piece_kind} {slot} from {origin}", "slot origin piece_kind",
          "piece {seat}{piece_kind} {origin}", "free {slot}"),
    _kind(24, "green", "green {city} {piece_kind}", "city piece_kind", "kind {piece_kind}", "city {city}"),
    _kind(26, "neutral", "neutral {route}", "route", "route {route}"),
    _kind(27, "neutral office", "neutral {route} office {end_city}", "route end_city",
          "route {route}", "city {end_city}"),
))

MOVE_KINDS = KINDS.names        # by number
