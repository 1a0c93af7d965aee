"""Why a move is not legal: one sentence with its rule, for people who made a mistake."""

from __future__ import annotations

from collections.abc import Callable

from engine_c.teutonica.move_kinds import (
    CLAIMED_TRACK,
    END_CITY,
    MERCHANTS,
    PAYMENT,
    PIECE,
    PIECE_KIND,
    PUT_KIND,
    ROUTE,
    SLOT,
    SPACE,
    TILE,
    TRADERS,
    USED_MARKER,
)
from engine_c.teutonica.position import TeutonicaPosition
from hansa.boards import Board
from hansa.teutonica.engine_numbers import fields_of
from hansa.teutonica.move_texts import kind_of
from hansa.teutonica.names import COLOURS, KINDS, MARKERS, PAYMENTS, TILES, TRACK_VALUES, TRACKS, amount, piece_text

WORDS = {"t": "trader", "m": "merchant"}
PHASE_RULES = {
    "lift": "T18", "drop": "T18", "displaced": "T13", "remove": "T50", "bonus": "T25", "toll": "T102",
    "neutral": "T92", "draw": "T54", "plates": "T55",
}
ACTIONS = ("income", "place", "displace", "lift", "claim")


def reason_against(position: TeutonicaPosition, board: Board, move: int) -> str:
    """The first rule that a move, well written but not legal here, would break."""
    case = _Case(position, board, move)
    verb = case.kind.split()[0]
    legal_verbs = {kind_of(code).split()[0] for code in position.moves()}
    if case.phase != "turn":
        if verb not in legal_verbs:
            return (
                f"the phase is {case.phase!r}, where {case.mover} may only {' or '.join(sorted(legal_verbs))}"
                f" [{PHASE_RULES[case.phase]}]"
            )
        return f"it is not among the legal moves of the phase {case.phase!r} [{PHASE_RULES[case.phase]}]"
    if verb in ACTIONS and not case.fields.actions:
        return "no actions are left in this turn; only 'use ...' and 'end' remain [T6]"
    if case.kind in EXPLAIN:
        return EXPLAIN[case.kind](case)
    return f"{verb!r} is no move of the phase 'turn' [T6]"


class _Case:
    """A move in a position, with what the explanations look at."""

    def __init__(self, position: TeutonicaPosition, board: Board, move: int) -> None:
        self.fields = fields_of(position, board)
        self.board = board
        self.kind = kind_of(move)
        self.move = move
        self.phase = self.fields.phase_name
        self.seat = self.fields.turn
        self.desk = self.fields.desks[self.seat]
        self.slots = list(self.fields.slots(board))
        to_move = self.fields.to_move
        self.mover = "chance" if to_move == "*" else f"seat {to_move}"

    def free(self, slot: int) -> bool:
        name, _, ship = self.board.slots[slot].partition("/")
        places = sum(1 for house in self.board.route(name).houses if house.ship == bool(ship))
        return len(self.slots[slot]) < places

    def needs_permit(self, slot: int) -> bool:
        return bool(self.board.route(self.board.slots[slot].partition("/")[0]).region)

    def route_pieces(self) -> list[int]:
        name = self.board.routes[ROUTE.of(self.move)].name
        return [
            piece for slot, pieces in zip(self.board.slots, self.slots, strict=True)
            for piece in pieces if slot.partition("/")[0] == name
        ]


def _income(case: _Case) -> str:
    stock, bank = case.desk.stock, TRACK_VALUES["bank"][case.desk.bank]
    if not sum(stock):
        return "the stock is empty [T10]"
    if TRADERS.of(case.move) > stock[0] or MERCHANTS.of(case.move) > stock[1]:
        return f"the stock has only {amount(*stock)} [T10]"
    return f"the bank gives between 1 and {bank} pieces [T10]"


def _place(case: _Case) -> str:
    kind, slot = PIECE_KIND.of(case.move), case.board.slots[SLOT.of(case.move)]
    if not case.desk.supply[kind]:
        return f"no {WORDS[KINDS[kind]]} is in the supply [T11]"
    if not case.free(SLOT.of(case.move)):
        return f"no free {'ship' if '/' in slot else 'house'} on {slot} [T11]"
    if "/" in slot and kind == 0:
        return "ships take merchants only [T11]"
    return f"placing on {slot} needs a permit for its country that is not spent [T81]"


def _displace(case: _Case) -> str:
    number, piece, put = SLOT.of(case.move), PIECE.of(case.move), PUT_KIND.of(case.move)
    slot, text = case.board.slots[number], piece_text(piece, case.fields.players)
    if piece not in case.slots[number]:
        return f"no {text} stands on {slot} [T12]"
    if piece >> 1 == case.seat:
        return "only pieces of other players can be displaced [T12]"
    if "/" in slot and put == 0:
        return "ships take merchants only [T11]"
    paid = PAYMENTS[PAYMENT.of(case.move)]
    if len(paid) != 1 + (piece & 1):
        return f"displacing a {WORDS[KINDS[piece & 1]]} costs {1 + (piece & 1)} more from the supply [T12]"
    for kind, letter in enumerate(KINDS):
        if paid.count(letter) + (put == kind) > case.desk.supply[kind]:
            return f"the supply has only {amount(*case.desk.supply) or 'nothing'} [T12]"
    if case.needs_permit(number):
        return f"displacing on {slot} needs a permit for its country that is not spent [T81]"
    return "the displaced piece would have nowhere to go [T17]"


def _lift(case: _Case) -> str:
    kind, slot = KINDS[PIECE_KIND.of(case.move)], case.board.slots[SLOT.of(case.move)]
    return f"no {WORDS[kind]} of seat {case.seat} stands on {slot} [T18]"


def _claim(case: _Case) -> str:
    route = case.board.routes[ROUTE.of(case.move)]
    pieces = case.route_pieces()
    if len(pieces) < len(route.houses) or any(piece >> 1 != case.seat for piece in pieces):
        return f"not every house of {route.name} holds a piece of seat {case.seat} [T20]"
    kinds = {piece & 1 for piece in pieces}
    what = case.kind.partition(" ")[2]
    if what in ("office", "extra"):
        return _claim_office(case, what, kinds)
    if what == "develop":
        track = TRACKS[CLAIMED_TRACK.of(case.move)]
        develops = {name for code in route.cities for name in case.board.city(code).develops}
        return f"{track} is at its end [T35]" if track in develops else f"{route.name} does not develop {track} [T35]"
    if what == "special":
        if not any(case.board.city(code).special for code in route.cities):
            return f"{route.name} does not lead to the special prestige [T37]"
        if 1 not in kinds:
            return "special prestige takes a merchant of the route [T37]"
        space = SPACE.of(case.move)
        if case.fields.special[space] is not None:
            return "that special space is taken [T37]"
        return f"that special space needs the privilege {case.board.spaces[space][1]} [T37]"
    return "it is not possible here [T20]"


def _claim_office(case: _Case, what: str, kinds: set[int]) -> str:
    route, city = case.board.routes[ROUTE.of(case.move)], case.board.cities[END_CITY.of(case.move)]
    printed = case.fields.cities[END_CITY.of(case.move)].printed
    if city.code not in route.cities:
        return f"{city.code} is not at the end of {route.name} [T30]"
    if what == "extra":
        if not case.desk.unused[MARKERS.index("extra-office")]:
            return "no unused marker extra-office is there [T38]"
        if not printed and not city.green:
            return f"the first printed office of {city.code} is free [T38]"
        return f"no {WORDS[KINDS[PIECE_KIND.of(case.move)]]} stands on {route.name} [T38]"
    if len(printed) == len(city.offices):
        return f"{city.code} has no free printed office [T30]"
    office = city.offices[len(printed)]
    if COLOURS.index(office.privilege) > case.desk.privilege:
        return f"the next office of {city.code} needs the privilege {office.privilege} [T30]"
    return f"the next office of {city.code} needs a {WORDS[office.kind]} of the route [T30]"


def _use(case: _Case) -> str:
    marker = {"use develop": "develop", "use swap": "swap"}.get(case.kind) or MARKERS[USED_MARKER.of(case.move)]
    if not case.desk.unused[MARKERS.index(marker)]:
        return f"no unused marker {marker} is there [T8]"
    if marker == "swap":
        return (
            "the two offices must be printed, neighbouring, occupied, of different players"
            + (", one of them one's own" if case.fields.edition == 0 else "") + " [T45]"
        )
    return f"{marker} has nothing to be used on [T{46 if marker == 'develop' else 50}]"


def _favour(case: _Case) -> str:
    if case.fields.begun:
        return "a favour is taken at the start of a turn only [T101]"
    tile = TILE.of(case.move)
    if tile not in case.fields.favours_open:
        return f"the tile {TILES[tile]} does not lie open [T101]"
    return "the two unused markers are not there [T101]"


EXPLAIN: dict[str, Callable[[_Case], str]] = {
    "income": _income, "place": _place, "displace": _displace, "lift": _lift, "use": _use, "use develop": _use,
    "use swap": _use, "favour": _favour, "claim": _claim, "claim office": _claim, "claim extra": _claim,
    "claim develop": _claim, "claim special": _claim,
}
