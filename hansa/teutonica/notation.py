"""Moves as texts and back (MOVES.md, sections 2 and 3): `parse(text(move)) == move`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

from engine_c.teutonica.position import MOVE_KINDS
from hansa.boards import Board, board, without_accents
from hansa.errors import Unreadable
from hansa.teutonica.names import KINDS, MARKERS, PAYMENTS, TILES, TRACKS, amount, piece_text

# The fields of a move (engine_c/teutonica/types.pxd).
SHIFT_A, SHIFT_B, SHIFT_PIECE, SHIFT_PAYMENT = 5, 11, 17, 21
KIND_NUMBER = {name: number for number, name in enumerate(MOVE_KINDS)}


def pack(kind: str, a: int = 0, b: int = 0, piece: int = 0, payment: int = 0) -> int:
    """The number of a move."""
    return KIND_NUMBER[kind] | a << SHIFT_A | b << SHIFT_B | piece << SHIFT_PIECE | payment << SHIFT_PAYMENT


def kind_of(move: int) -> str:
    """The kind of a move, one of `MOVE_KINDS`."""
    return MOVE_KINDS[move & 31]


class Notation:
    """Texts of moves for one board and number of players.

    >>> notation("hansa-45", 4).text(notation("hansa-45", 4).parse("PLACE t  Hamburg-Bremen"))
    'place t BRE-HAM'
    """

    def __init__(self, board: Board, players: int) -> None:
        self.board = board
        self.players = players
        self._texts: dict[int, str] = {}
        self._slots = board.slots
        self._routes = [route.name for route in board.routes]
        self._codes = [city.code for city in board.cities]
        self._slot_number = {name: number for number, name in enumerate(self._slots)}
        names = {without_accents(city.name): city.code.casefold() for city in board.cities}
        self._city_names = names
        ordered = sorted(names, key=len, reverse=True)
        self._name_pattern = re.compile(r"(?<![a-z])(" + "|".join(map(re.escape, ordered)) + r")(?![a-z])")

    # --- writing ----------------------------------------------------------------------------------------------------

    def text(self, move: int) -> str:
        """The text of a move, as it is printed everywhere."""
        text = self._texts.get(move)
        if text is None:
            text = self._texts[move] = self._write(move)
        return text

    def _write(self, move: int) -> str:
        kind = kind_of(move)
        a, b = move >> SHIFT_A & 63, move >> SHIFT_B & 63
        piece, payment = move >> SHIFT_PIECE & 15, move >> SHIFT_PAYMENT
        if kind in ("end", "done", "take"):
            return kind
        if kind == "income":
            return f"income {amount(a, b)}"
        if kind == "favour":
            return f"favour {TILES[a]} pay {MARKERS[b & 7]} {MARKERS[b >> 3]}"
        if kind in ("use", "draw"):
            return f"{kind} {MARKERS[a]}"
        if kind in ("use develop", "develop"):
            return f"{kind} {TRACKS[a]}"
        if kind == "use swap":
            return f"use swap {self._codes[a]} {b + 1}"
        if kind == "green":
            return f"green {self._codes[a]} {KINDS[piece]}"
        if kind == "marker":
            return f"marker {MARKERS[b]} {self._routes[a]}"
        if kind.startswith(("claim", "neutral")):
            return self._write_claim(kind, self._routes[a], b, KINDS[piece & 1])
        return self._write_at_slot(kind, self._slots[a], b, piece, payment)

    def _write_claim(self, kind: str, route: str, b: int, piece: str) -> str:
        verb, _, what = kind.partition(" ")
        if not what:
            return f"{verb} {route}"
        if what == "develop":
            return f"claim {route} develop {TRACKS[b]}"
        if what == "special":
            return f"claim {route} special {self.board.spaces[b][0]}"
        if what == "extra":
            return f"claim {route} extra {self._codes[b]} {piece}"
        return f"{verb} {route} office {self._codes[b]}"

    def _write_at_slot(self, kind: str, slot: str, b: int, piece: int, payment: int) -> str:
        verb, _, what = kind.partition(" ")
        if kind == "displace":
            return f"displace {piece_text(piece, self.players)} {slot} with {KINDS[b]} pay {PAYMENTS[payment]}"
        if kind == "remove" or what == "piece":
            return f"{verb} {piece_text(piece, self.players)} {slot}"
        if what == "from":
            return f"{verb} {KINDS[piece]} {slot} from {self._slots[b]}"
        return f"{verb} {KINDS[piece]} {slot}"

    # --- reading ----------------------------------------------------------------------------------------------------

    def parse(self, text: str) -> int:
        """The move that a text says, legal or not; `Unreadable` if it says none."""
        words = self.words(text)
        if not words:
            raise Unreadable("it is empty")
        reader = READERS.get(words[0])
        if reader is None:
            raise Unreadable(f"no move begins with {words[0]!r}; moves begin with {', '.join(sorted(READERS))}")
        return reader(self, words[1:])

    def words(self, text: str) -> list[str]:
        """A text in pieces, compared as D9 says: case, spaces, accents, names and directions of routes."""
        plain = " ".join(without_accents(text).split())
        plain = self._name_pattern.sub(lambda found: self._city_names[found[1]], plain)
        codes = "|".join(code.casefold() for code in self._codes)
        plain = re.sub(rf"\b({codes}) ?- ?({codes})\b( ?/ ?ship\b)?", self._order_route, plain)
        return plain.split()

    def _order_route(self, found: re.Match[str]) -> str:
        return "-".join(sorted(found.group(1, 2))) + ("/ship" if found[3] else "")

    def slot(self, word: str) -> int:
        """A route and class: `BRE-HAM`, `MAL-STR/ship`."""
        name = word.upper().replace("/SHIP", "/ship")
        if name in self._slot_number:
            return self._slot_number[name]
        route, _, ship = name.partition("/")
        if ship and route in self._routes:
            raise Unreadable(f"there are no ships on the route {route}")
        raise Unreadable(f"there is no route {name!r} on the board {self.board.name}")

    def route(self, word: str) -> int:
        """A route without a class."""
        name = word.upper()
        if name not in self._routes:
            raise Unreadable(f"there is no route {name!r} on the board {self.board.name}")
        return self._routes.index(name)

    def city(self, word: str) -> int:
        """A city by its code."""
        if word.upper() not in self._codes:
            raise Unreadable(f"there is no city {word!r} on the board {self.board.name}")
        return self._codes.index(word.upper())

    def piece(self, word: str) -> int:
        """`2t`, `nt`."""
        owners = [str(seat) for seat in range(self.players)] + ["n"] * (self.players == 2)
        if len(word) != 2 or word[0] not in owners or word[1] not in KINDS or word == "nm":
            raise Unreadable(f"{word!r} is no piece; a piece is a seat and a kind, such as '1t'")
        return 2 * owners.index(word[0]) + KINDS.index(word[1])


def one_of(word: str, choices: Sequence[str], what: str) -> int:
    """The place of a word in a list of words."""
    if word not in choices:
        raise Unreadable(f"{word!r} is no {what}; choose one of {', '.join(choices)}")
    return choices.index(word)


def expect(words: Sequence[str], form: str) -> list[str]:
    """The variable words of a text that has a fixed form: `displace PIECE ROUTE with K pay KK`."""
    pattern = form.split()[1:]
    fixed_fit = all(word == want for word, want in zip(words, pattern, strict=False) if not want.isupper())
    if len(words) != len(pattern) or not fixed_fit:
        raise Unreadable(f"it should read '{form}'")
    return [word for word, want in zip(words, pattern, strict=True) if want.isupper()]


def read_income(notation: Notation, words: Sequence[str]) -> int:
    (text,) = expect(words, "income AMOUNT")
    found = re.fullmatch(r"(?:(\d{1,2})t)?(?:(\d)m)?", text)
    if not found or not text:
        raise Unreadable(f"{text!r} is no amount; an amount is such as '2t1m'")
    traders, merchants = (int(count or 0) for count in found.groups())
    if traders > 63 or amount(traders, merchants) != text:
        raise Unreadable(f"{text!r} is no amount; an amount is such as '2t1m'")
    return pack("income", traders, merchants)


def read_displace(notation: Notation, words: Sequence[str]) -> int:
    piece, slot, kind, paid = expect(words, "displace PIECE ROUTE with K pay KK")
    payment = one_of("".join(sorted(paid, reverse=True)), PAYMENTS, "payment")
    return pack(
        "displace", notation.slot(slot), one_of(kind, KINDS, "kind of piece"), notation.piece(piece), payment
    )


def read_claim(notation: Notation, words: Sequence[str]) -> int:
    if len(words) <= 1:
        (route,) = expect(words, "claim ROUTE")
        return pack("claim", notation.route(route))
    route_number = notation.route(words[0])
    what = words[1]
    if what == "office":
        _, city = expect(words, "claim ROUTE office CITY")
        return pack("claim office", route_number, notation.city(city))
    if what == "extra":
        _, city, kind = expect(words, "claim ROUTE extra CITY K")
        return pack("claim extra", route_number, notation.city(city), one_of(kind, KINDS, "kind of piece"))
    if what == "develop":
        _, track = expect(words, "claim ROUTE develop TRACK")
        return pack("claim develop", route_number, one_of(track, TRACKS, "track"))
    if what == "special":
        _, points = expect(words, "claim ROUTE special POINTS")
        spaces = [str(space[0]) for space in notation.board.spaces]
        return pack("claim special", route_number, one_of(points, spaces, "special space"))
    raise Unreadable(f"{what!r} is nothing to do with a claim; choose office, extra, develop or special")


def read_use(notation: Notation, words: Sequence[str]) -> int:
    what = words[0] if words else ""
    if what == "develop":
        _, track = expect(["", *words[1:]], "use DEVELOP TRACK")
        return pack("use develop", one_of(track, TRACKS, "track"))
    if what == "swap":
        _, city, place = expect(words, "use SWAP CITY PLACE")
        if not re.fullmatch(r"[1-9]", place):
            raise Unreadable(f"{place!r} is no office; the left one of the two is counted from 1")
        return pack("use swap", notation.city(city), int(place) - 1)
    (marker,) = expect(words, "use MARKER")
    if marker == "extra-office":
        raise Unreadable("an extra office is placed in a claim: 'claim ROUTE extra CITY K' [T38]")
    return pack("use", one_of(marker, MARKERS, "marker"))


def read_favour(notation: Notation, words: Sequence[str]) -> int:
    tile, first, second = expect(words, "favour TILE pay MARKER MARKER")
    low, high = sorted((one_of(first, MARKERS, "marker"), one_of(second, MARKERS, "marker")))
    return pack("favour", one_of(tile, TILES, "tile"), low | high << 3)


def read_lift_or_drop(verb: str) -> Callable[[Notation, Sequence[str]], int]:
    def read(notation: Notation, words: Sequence[str]) -> int:
        piece, slot = expect(words, f"{verb} PIECE ROUTE")
        if piece in KINDS:
            return pack(verb, notation.slot(slot), piece=KINDS.index(piece))
        return pack(f"{verb} piece", notation.slot(slot), piece=notation.piece(piece))
    return read


def read_put_or_add(verb: str) -> Callable[[Notation, Sequence[str]], int]:
    def read(notation: Notation, words: Sequence[str]) -> int:
        if len(words) <= 2:
            kind, slot = expect(words, f"{verb} K ROUTE")
            return pack(verb, notation.slot(slot), piece=one_of(kind, KINDS, "kind of piece"))
        kind, slot, origin = expect(words, f"{verb} K ROUTE from ROUTE")
        return pack(
            f"{verb} from", notation.slot(slot), notation.slot(origin), one_of(kind, KINDS, "kind of piece")
        )
    return read


def read_place(notation: Notation, words: Sequence[str]) -> int:
    kind, slot = expect(words, "place K ROUTE")
    return pack("place", notation.slot(slot), piece=one_of(kind, KINDS, "kind of piece"))


def read_remove(notation: Notation, words: Sequence[str]) -> int:
    piece, slot = expect(words, "remove PIECE ROUTE")
    return pack("remove", notation.slot(slot), piece=notation.piece(piece))


def read_develop(notation: Notation, words: Sequence[str]) -> int:
    (track,) = expect(words, "develop TRACK")
    return pack("develop", one_of(track, TRACKS, "track"))


def read_green(notation: Notation, words: Sequence[str]) -> int:
    city, kind = expect(words, "green CITY K")
    return pack("green", notation.city(city), piece=one_of(kind, KINDS, "kind of piece"))


def read_neutral(notation: Notation, words: Sequence[str]) -> int:
    if len(words) <= 1:
        (route,) = expect(words, "neutral ROUTE")
        return pack("neutral", notation.route(route))
    route, city = expect(words, "neutral ROUTE office CITY")
    return pack("neutral office", notation.route(route), notation.city(city))


def read_draw(notation: Notation, words: Sequence[str]) -> int:
    (marker,) = expect(words, "draw MARKER")
    return pack("draw", one_of(marker, MARKERS, "marker"))


def read_marker(notation: Notation, words: Sequence[str]) -> int:
    marker, route = expect(words, "marker MARKER ROUTE")
    return pack("marker", notation.route(route), one_of(marker, MARKERS, "marker"))


def read_single(verb: str) -> Callable[[Notation, Sequence[str]], int]:
    def read(notation: Notation, words: Sequence[str]) -> int:
        expect(words, verb)
        return pack(verb)
    return read


READERS: dict[str, Callable[[Notation, Sequence[str]], int]] = {
    "add": read_put_or_add("add"), "claim": read_claim, "develop": read_develop, "displace": read_displace,
    "done": read_single("done"), "draw": read_draw, "drop": read_lift_or_drop("drop"), "end": read_single("end"),
    "favour": read_favour, "green": read_green, "income": read_income, "lift": read_lift_or_drop("lift"),
    "marker": read_marker, "neutral": read_neutral, "place": read_place, "put": read_put_or_add("put"),
    "remove": read_remove, "take": read_single("take"), "use": read_use,
}


@cache
def notation(name: str, players: int) -> Notation:
    """The notation of a board and number of players; made once."""
    return Notation(board(name), players)
