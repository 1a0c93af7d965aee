"""Moves as texts and back (MOVES.md, sections 2 and 3): `parse(text(move)) == move`.

The forms are declared in `engine_c/teutonica/move_kinds.py`; here is what their words mean on a
board.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from engine_c.teutonica.move_kinds import KINDS as MOVES
from hansa import move_forms
from hansa.boards import Board, board, without_accents
from hansa.errors import Unreadable
from hansa.move_forms import ListedWord, WordForm
from hansa.phrases import say
from hansa.teutonica.names import KINDS, MARKERS, PAYMENTS, TILES, TRACKS, amount, piece_text


def kind_of(move: int) -> str:
    """The kind of a move, one of `MOVE_KINDS`."""
    return MOVES.of(move).name


class MoveTexts:
    """Texts of moves for one board and number of players.

    >>> move_texts("hansa-45", 4).text(move_texts("hansa-45", 4).parse("PLACE t  Hamburg-Bremen"))
    'place t BRE-HAM'
    >>> move_texts("hansa-45", 4).targets(move_texts("hansa-45", 4).parse("lift t BRE-HAM"), seat=2)
    ('piece 2t BRE-HAM',)
    """

    def __init__(self, board: Board, players: int) -> None:
        self._texts: dict[int, str] = {}
        self._codes = [city.code for city in board.cities]
        names = {without_accents(city.name): city.code.casefold() for city in board.cities}
        self._city_names = names
        ordered = sorted(names, key=len, reverse=True)
        self._name_pattern = re.compile(r"(?<![a-z])(" + "|".join(map(re.escape, ordered)) + r")(?![a-z])")
        self._words = words_of(board, players)

    def text(self, move: int) -> str:
        """The text of a move, as it is printed everywhere."""
        text = self._texts.get(move)
        if text is None:
            text = self._texts[move] = move_forms.write(MOVES, move, self._words)
        return text

    def parse(self, text: str) -> int:
        """The move that a text says, legal or not; `Unreadable` if it says none."""
        return move_forms.read(MOVES, self._plain_words(text), self._words)

    def targets(self, move: int, seat: int) -> tuple[str, ...]:
        """What to click for a seat's move: `free BRE-HAM`, `piece 2t BRE-HAM`, `kind t`, `city
        BRE`."""
        return move_forms.targets(MOVES, move, self._words, seat=seat)

    def _plain_words(self, text: str) -> list[str]:
        """The words of a text, compared as D9 says: case, spaces, accents, names, directions."""
        plain = " ".join(without_accents(text).split())
        plain = self._name_pattern.sub(lambda found: self._city_names[found[1]], plain)
        codes = "|".join(code.casefold() for code in self._codes)
        plain = re.sub(rf"\b({codes}) ?- ?({codes})\b( ?/ ?ship\b)?", self._order_route, plain)
        return plain.split()

    def _order_route(self, found: re.Match[str]) -> str:
        return "-".join(sorted(found.group(1, 2))) + ("/ship" if found[3] else "")


# --- words --------------------------------------------------------------------------------------

def words_of(board: Board, players: int) -> Mapping[str, WordForm]:
    """The word of every part of a move, on a board with `players` players."""
    slot, city = SlotWord(board), CityWord(board)
    kind, marker = ListedWord(KINDS, say("kind of piece")), ListedWord(MARKERS, say("marker"))
    track = ListedWord(TRACKS, say("track"))
    return {
        "slot": slot, "origin": slot, "route": RouteWord(board), "city": city, "end_city": city, "office": OfficeWord(city),
        "piece": PieceWord(players), "piece_kind": kind, "put_kind": kind, "payment": PaymentWord(PAYMENTS, say("payment")),
        "marker": marker, "laid_marker": marker, "used_marker": UsedMarkerWord(MARKERS, say("marker")),
        "marker_pair": MarkerPairWord(marker), "track": track, "claimed_track": track, "tile": ListedWord(TILES, say("tile")),
        "space": ListedWord([str(points) for points, _ in board.spaces], say("special space")), "amount": AmountWord(),
    }


@dataclass(frozen=True)
class SlotWord:
    """A route and class: `BRE-HAM`, `MAL-STR/ship`."""

    board: Board

    def write(self, values: Sequence[int]) -> str:
        return self.board.slots[values[0]]

    def read(self, text: str) -> Sequence[int]:
        name = text.upper().replace("/SHIP", "/ship")
        if name in self.board.slots:
            return (self.board.slots.index(name),)
        route, _, ship = name.partition("/")
        if ship and route in self.board.slots:
            raise Unreadable(say("there are no ships on the route {route}", route=route))
        raise Unreadable(say("there is no route {route} on the board {board}", route=repr(name), board=self.board.name))


@dataclass(frozen=True)
class RouteWord:
    """A route without a class."""

    board: Board

    def write(self, values: Sequence[int]) -> str:
        return self.board.routes[values[0]].name

    def read(self, text: str) -> Sequence[int]:
        names = [route.name for route in self.board.routes]
        if text.upper() not in names:
            raise Unreadable(say("there is no route {route} on the board {board}",
                                 route=repr(text.upper()), board=self.board.name))
        return (names.index(text.upper()),)


@dataclass(frozen=True)
class CityWord:
    """A city by its code."""

    board: Board

    def write(self, values: Sequence[int]) -> str:
        return self.board.cities[values[0]].code

    def read(self, text: str) -> Sequence[int]:
        codes = [city.code for city in self.board.cities]
        if text.upper() not in codes:
            raise Unreadable(say("there is no city {city} on the board {board}", city=repr(text), board=self.board.name))
        return (codes.index(text.upper()),)


@dataclass(frozen=True)
class OfficeWord:
    """A city and one of its printed offices, counted from 1: `BRE 1`."""

    city: CityWord

    def write(self, values: Sequence[int]) -> str:
        return f"{self.city.write(values[:1])} {values[1] + 1}"

    def read(self, text: str) -> Sequence[int]:
        city, place = text.split()
        if not re.fullmatch(r"[1-9]", place):
            raise Unreadable(say("{text} does not name an office: write the number of the left one of the two,"
                                 " counted from 1", text=repr(place)))
        return *self.city.read(city), int(place) - 1


@dataclass(frozen=True)
class PieceWord:
    """A seat and a kind: `2t`, `nt`."""

    players: int

    def write(self, values: Sequence[int]) -> str:
        return piece_text(values[0], self.players)

    def read(self, text: str) -> Sequence[int]:
        owners = [str(seat) for seat in range(self.players)] + ["n"] * (self.players == 2)
        if len(text) != 2 or text[0] not in owners or text[1] not in KINDS or text == "nm":
            raise Unreadable(say("{text} does not name a piece: write a seat and a kind, such as '1t'", text=repr(text)))
        return (2 * owners.index(text[0]) + KINDS.index(text[1]),)


class PaymentWord(ListedWord):
    """Kinds in a row, in any order."""

    def read(self, text: str) -> Sequence[int]:
        return super().read("".join(sorted(text, reverse=True)))


class UsedMarkerWord(ListedWord):
    """A marker that is used by its name alone."""

    def read(self, text: str) -> Sequence[int]:
        if text == "extra-office":
            raise Unreadable(say("an extra office is placed in a claim: 'claim ROUTE extra CITY K' [T38]"))
        return super().read(text)


@dataclass(frozen=True)
class MarkerPairWord:
    """Two markers, in the order of D8 whichever is named first."""

    marker: ListedWord

    def write(self, values: Sequence[int]) -> str:
        return " ".join(self.marker.write([value]) for value in values)

    def read(self, text: str) -> Sequence[int]:
        return sorted(value for word in text.split() for value in self.marker.read(word))


class AmountWord:
    """Traders and merchants: `2t1m`."""

    def write(self, values: Sequence[int]) -> str:
        return amount(*values)

    def read(self, text: str) -> Sequence[int]:
        found = re.fullmatch(r"(?:(\d{1,2})t)?(?:(\d)m)?", text)
        traders, merchants = (int(count or 0) for count in found.groups()) if found else (0, 0)
        if not text or traders > 63 or amount(traders, merchants) != text:
            raise Unreadable(say("{text} is not an amount: write one like '2t1m'", text=repr(text)))
        return traders, merchants


@cache
def move_texts(name: str, players: int) -> MoveTexts:
    """The texts of moves on a board with `players` players; made once."""
    return MoveTexts(board(name), players)
