"""Why a move that is well written is not legal here: one sentence with its rule."""

from __future__ import annotations

from collections.abc import Callable

from engine_c.hansa2004.move_kinds import CITY, GOODS
from engine_c.hansa2004.position import Hansa2004Position
from hansa.hansa2004.board import Board, board
from hansa.hansa2004.engine_numbers import fields_of
from hansa.hansa2004.fields import Lose, Sell
from hansa.hansa2004.move_texts import kind_of
from hansa.hansa2004.names import BARRELS, FOUND_BOOTHS
from hansa.hansa2004.terms import GOODS_COLOURS, goods_term
from hansa.phrases import Phrase, listed, say, seat, wrong_phase

PHASE_RULES = {
    "found": "H11", "refill": "H21", "reveal": "H22", "turn": "H30", "sell": "H37", "lose": "H39", "keep": "H41",
}


def reason_against(position: Hansa2004Position, move: int) -> Phrase:
    """The first rule that a move, well written but not legal here, would break."""
    case = _Case(position, move)
    legal = sorted({kind_of(code) for code in position.moves()})
    known = legal if case.phase != "turn" else ["sail", "buy", "build", "sell", "end"]
    if case.verb not in known:
        return wrong_phase(case.phase, case.mover, known, PHASE_RULES[case.phase])
    return EXPLAIN[case.verb](case)


class _Case:
    """A move in a position, with what the explanations look at."""

    def __init__(self, position: Hansa2004Position, move: int) -> None:
        self.fields = fields_of(position)
        self.board: Board = board()
        self.verb = kind_of(move)
        self.city = self.board.cities[CITY.of(move)].code if self.verb in ("found", "sail") else ""
        self.number = GOODS.of(move)
        self.phase = self.fields.phase_name
        to_move = self.fields.to_move
        self.seat: int = to_move if isinstance(to_move, int) else self.fields.turn
        self.mover = say("chance") if to_move == "*" else seat(self.seat)
        self.ship = self.fields.ship
        self.here = self.board.cities[self.ship].code
        self.unsold = self.fields.desks[self.seat].unsold
        self.booths_here = self.fields.cities[self.ship].booths

    @property
    def goods(self) -> Phrase:
        return goods_term(self.board.goods[self.number])


def _found(case: _Case) -> Phrase:
    if case.city == case.board.start:
        return say("nobody begins with booths in {city} [H11]", city=case.city)
    return say("{player} put its {count} booths in {city} in an earlier round [H11]",
               player=seat(case.seat), count=FOUND_BOOTHS, city=case.city)


def _sail(case: _Case) -> Phrase:
    if (case.here, case.city) not in case.board.arrows:
        targets = [target for origin, target in case.board.arrows if origin == case.here]
        return say("no arrow leads from {origin} to {city}, only to {targets} [H31]",
                   origin=case.here, city=case.city, targets=listed(targets))
    return say("sailing costs a taler, and there is none left [H31]")


def _acted(case: _Case) -> Phrase | None:
    if not case.fields.acted:
        return None
    return say("the one action of this stop in {city} has been used; sail on or end [H32]", city=case.here)


def _buy(case: _Case) -> Phrase:
    if case.number not in case.fields.goods[case.ship]:
        return say("no {goods} lies in {city}, where the ship is [H33]", goods=case.goods, city=case.here)
    return _acted(case) or say("buying here costs a taler, and there is none left [H33]")


def _build(case: _Case) -> Phrase:
    if not case.unsold[case.number]:
        return say("{player} has no unsold {goods} [{rule}]", player=seat(case.seat), goods=case.goods, rule="H35")
    return _acted(case) or say("no booth is left to build with [H35]")


def _sell(case: _Case) -> Phrase:
    colour = case.board.colours[case.number // BARRELS]
    if not case.unsold[case.number]:
        return say("{player} has no unsold {goods} [{rule}]", player=seat(case.seat), goods=case.goods, rule="H37")
    if case.phase == "turn":
        if (acted := _acted(case)) is not None:
            return acted
        if not case.booths_here[case.seat]:
            return say("selling needs a booth in {city}, and {player} has none there [H37]",
                       city=case.here, player=seat(case.seat))
        return say("a sale has at least two of a colour, and from {goods} on there is only one {colour} marker [H37]",
                   goods=case.goods, colour=GOODS_COLOURS[colour])
    assert isinstance(case.fields.data, Sell)
    last = case.fields.data.last
    if case.number < last:
        return say("a sale goes on in order, not from {last} back to {goods} [H37]",
                   last=goods_term(case.board.goods[last]), goods=case.goods)
    if case.fields.data.single and case.number // BARRELS != last // BARRELS:
        return say("a sale has at least two of a colour, and so far one {colour} marker [H37]",
                   colour=GOODS_COLOURS[case.board.colours[last // BARRELS]])
    return say("a sale has at least two of a colour, and from {goods} on there is only one {colour} marker [H37]",
                   goods=case.goods, colour=GOODS_COLOURS[colour])


def _lose(case: _Case) -> Phrase:
    assert isinstance(case.fields.data, Lose)
    colour = case.board.colours[case.fields.data.colour]
    if case.number // BARRELS != case.fields.data.colour:
        return say("{player} must lose a marker of {colour} [H39]", player=seat(case.seat), colour=GOODS_COLOURS[colour])
    return say("{player} has no unsold {goods} [{rule}]", player=seat(case.seat), goods=case.goods, rule="H39")


def _drop(case: _Case) -> Phrase:
    return say("{player} has no unsold {goods} [{rule}]", player=seat(case.seat), goods=case.goods, rule="H41")


def _reveal(case: _Case) -> Phrase:
    return say("no {goods} is left in the supply [H22]", goods=case.goods)


def _skip(case: _Case) -> Phrase:
    return say("every warehouse space is empty: the refill is not a choice [H21]")


def _done(case: _Case) -> Phrase:
    assert isinstance(case.fields.data, Sell)
    colour = case.board.colours[case.fields.data.last // BARRELS]
    return say("a sale has at least two of a colour, and so far one {colour} marker [H37]", colour=GOODS_COLOURS[colour])


EXPLAIN: dict[str, Callable[[_Case], Phrase]] = {
    "found": _found, "sail": _sail, "buy": _buy, "build": _build, "sell": _sell, "lose": _lose, "drop": _drop,
    "reveal": _reveal, "skip": _skip, "done": _done,
}
