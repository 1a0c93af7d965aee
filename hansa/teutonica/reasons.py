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
from hansa.phrases import Phrase, say, seat, wrong_phase
from hansa.teutonica.engine_numbers import fields_of
from hansa.teutonica.move_texts import kind_of
from hansa.teutonica.names import COLOURS, KINDS, MARKERS, PAYMENTS, TILES, TRACK_VALUES, TRACKS, amount, piece_text
from hansa.teutonica.terms import MARKER_TERMS, MERCHANT, TILE_TERMS, TRACK_TERMS, TRADER, VALUE_TERMS

WORDS = {"t": TRADER, "m": MERCHANT}
PHASE_RULES = {
    "lift": "T18", "drop": "T18", "displaced": "T13", "remove": "T50", "bonus": "T25", "toll": "T102",
    "neutral": "T92", "draw": "T54", "plates": "T55",
}
ACTIONS = ("income", "place", "displace", "lift", "claim")


def reason_against(position: TeutonicaPosition, board: Board, move: int) -> Phrase:
    """The first rule that a move, well written but not legal here, would break."""
    case = _Case(position, board, move)
    verb = case.kind.split()[0]
    legal_verbs = {kind_of(code).split()[0] for code in position.moves()}
    if case.phase != "turn":
        if verb not in legal_verbs:
            return wrong_phase(case.phase, case.mover, sorted(legal_verbs), PHASE_RULES[case.phase])
        return say("it is not among the legal moves of the phase {phase} [{rule}]",
                   phase=repr(case.phase), rule=PHASE_RULES[case.phase])
    if verb in ACTIONS and not case.fields.actions:
        return say("no actions are left in this turn; only 'use ...' and 'end' remain [T6]")
    if case.kind in EXPLAIN:
        return EXPLAIN[case.kind](case)
    return say("{verb} is not possible in the phase 'turn' [T6]", verb=repr(verb))


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
        self.mover = say("chance") if isinstance(to_move, str) else seat(self.seat if to_move is None else to_move)

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


def _income(case: _Case) -> Phrase:
    stock, bank = case.desk.stock, TRACK_VALUES["bank"][case.desk.bank]
    if not sum(stock):
        return say("the stock is empty [T10]")
    if TRADERS.of(case.move) > stock[0] or MERCHANTS.of(case.move) > stock[1]:
        return say("the stock has only {pieces} [T10]", pieces=amount(*stock))
    return say("the bank gives between 1 and {bank} pieces [T10]", bank=VALUE_TERMS.get(bank, bank))


def _place(case: _Case) -> Phrase:
    kind, slot = PIECE_KIND.of(case.move), case.board.slots[SLOT.of(case.move)]
    if not case.desk.supply[kind]:
        return say("no {kind} is in the supply [T11]", kind=WORDS[KINDS[kind]])
    if not case.free(SLOT.of(case.move)):
        if "/" in slot:
            return say("no free ship on {slot} [T11]", slot=slot)
        return say("no free house on {slot} [T11]", slot=slot)
    if "/" in slot and kind == 0:
        return say("ships take merchants only [T11]")
    return say("placing on {slot} needs a permit for its country that is not spent [T81]", slot=slot)


def _displace(case: _Case) -> Phrase:
    number, piece, put = SLOT.of(case.move), PIECE.of(case.move), PUT_KIND.of(case.move)
    slot, text = case.board.slots[number], piece_text(piece, case.fields.players)
    if piece not in case.slots[number]:
        return say("there is no {piece} on {slot} [T12]", piece=text, slot=slot)
    if piece >> 1 == case.seat:
        return say("only pieces of other players can be displaced [T12]")
    if "/" in slot and put == 0:
        return say("ships take merchants only [T11]")
    paid = PAYMENTS[PAYMENT.of(case.move)]
    if len(paid) != 1 + (piece & 1):
        return (say("displacing a merchant costs 2 more from the supply [T12]") if piece & 1
                else say("displacing a trader costs 1 more from the supply [T12]"))
    for kind, letter in enumerate(KINDS):
        if paid.count(letter) + (put == kind) > case.desk.supply[kind]:
            return say("the supply has only {pieces} [T12]", pieces=amount(*case.desk.supply) or say("nothing"))
    if case.needs_permit(number):
        return say("displacing on {slot} needs a permit for its country that is not spent [T81]", slot=slot)
    return say("the displaced piece would have nowhere to go [T17]")


def _lift(case: _Case) -> Phrase:
    kind, slot = KINDS[PIECE_KIND.of(case.move)], case.board.slots[SLOT.of(case.move)]
    return say("{player} has no {kind} on {slot} [T18]", kind=WORDS[kind], player=seat(case.seat), slot=slot)


def _claim(case: _Case) -> Phrase:
    route = case.board.routes[ROUTE.of(case.move)]
    pieces = case.route_pieces()
    if len(pieces) < len(route.houses) or any(piece >> 1 != case.seat for piece in pieces):
        return say("not every house of {route} holds a piece of {player} [T20]", route=route.name, player=seat(case.seat))
    kinds = {piece & 1 for piece in pieces}
    what = case.kind.partition(" ")[2]
    if what in ("office", "extra"):
        return _claim_office(case, what, kinds)
    if what == "develop":
        track = TRACKS[CLAIMED_TRACK.of(case.move)]
        develops = {name for code in route.cities for name in case.board.city(code).develops}
        return (say("{track} is at its end [T35]", track=TRACK_TERMS[track]) if track in develops
                else say("{route} does not develop {track} [T35]", route=route.name, track=TRACK_TERMS[track]))
    if what == "special":
        if not any(case.board.city(code).special for code in route.cities):
            return say("{route} does not lead to the special prestige [T37]", route=route.name)
        if 1 not in kinds:
            return say("special prestige takes a merchant of the route [T37]")
        space = SPACE.of(case.move)
        if case.fields.special[space] is not None:
            return say("that special space is taken [T37]")
        return say("that special space needs the privilege {colour} [T37]", colour=VALUE_TERMS[case.board.spaces[space][1]])
    return say("it is not possible here [T20]")


def _claim_office(case: _Case, what: str, kinds: set[int]) -> Phrase:
    route, city = case.board.routes[ROUTE.of(case.move)], case.board.cities[END_CITY.of(case.move)]
    printed = case.fields.cities[END_CITY.of(case.move)].printed
    if city.code not in route.cities:
        return say("{city} is not at the end of {route} [T30]", city=city.code, route=route.name)
    if what == "extra":
        if not case.desk.unused[MARKERS.index("extra-office")]:
            return say("there is no unused marker {marker} [T38]", marker=MARKER_TERMS["extra-office"])
        if not printed and not city.green:
            return say("the first printed office of {city} is free [T38]", city=city.code)
        return say("there is no {kind} on {route} [T38]", kind=WORDS[KINDS[PIECE_KIND.of(case.move)]], route=route.name)
    if len(printed) == len(city.offices):
        return say("{city} has no free printed office [T30]", city=city.code)
    office = city.offices[len(printed)]
    if COLOURS.index(office.privilege) > case.desk.privilege:
        return say("the next office of {city} needs the privilege {colour} [T30]",
                   city=city.code, colour=VALUE_TERMS[office.privilege])
    return (say("the next office of {city} needs a merchant of the route [T30]", city=city.code) if office.kind == "m"
            else say("the next office of {city} needs a trader of the route [T30]", city=city.code))


def _use(case: _Case) -> Phrase:
    marker = {"use develop": "develop", "use swap": "swap"}.get(case.kind) or MARKERS[USED_MARKER.of(case.move)]
    if not case.desk.unused[MARKERS.index(marker)]:
        return say("there is no unused marker {marker} [T8]", marker=MARKER_TERMS[marker])
    if marker == "swap":
        if case.fields.edition == 0:
            return say(
                "the two offices must be printed, neighbouring, occupied, of different players, one of them one's own [T45]")
        return say("the two offices must be printed, neighbouring, occupied, of different players [T45]")
    return say("{marker} has nothing to be used on [{rule}]",
               marker=MARKER_TERMS[marker], rule="T46" if marker == "develop" else "T50")


def _favour(case: _Case) -> Phrase:
    if case.fields.begun:
        return say("a favour is taken at the start of a turn only [T101]")
    tile = TILE.of(case.move)
    if tile not in case.fields.favours_open:
        return say("the tile {tile} does not lie open [T101]", tile=TILE_TERMS[TILES[tile]])
    return say("the two unused markers are not there [T101]")


EXPLAIN: dict[str, Callable[[_Case], Phrase]] = {
    "income": _income, "place": _place, "displace": _displace, "lift": _lift, "use": _use, "use develop": _use,
    "use swap": _use, "favour": _favour, "claim": _claim, "claim office": _claim, "claim extra": _claim,
    "claim develop": _claim, "claim special": _claim,
}
