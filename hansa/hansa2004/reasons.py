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

PHASE_RULES = {
    "found": "H11", "refill": "H21", "reveal": "H22", "turn": "H30", "sell": "H37", "lose": "H39", "keep": "H41",
}


def reason_against(position: Hansa2004Position, move: int) -> str:
    """The first rule that a move, well written but not legal here, would break."""
    case = _Case(position, move)
    legal = sorted({kind_of(code) for code in position.moves()})
    known = legal if case.phase != "turn" else ["sail", "buy", "build", "sell", "end"]
    if case.verb not in known:
        return f"the phase is {case.phase!r}, where {case.mover} may only {' or '.join(known)} [{PHASE_RULES[case.phase]}]"
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
        self.mover = "chance" if to_move == "*" else f"seat {to_move}"
        self.seat: int = to_move if isinstance(to_move, int) else self.fields.turn
        self.ship = self.fields.ship
        self.here = self.board.cities[self.ship].code
        self.unsold = self.fields.desks[self.seat].unsold
        self.booths_here = self.fields.cities[self.ship].booths

    @property
    def goods(self) -> str:
        return self.board.goods[self.number]


def _found(case: _Case) -> str:
    if case.city == case.board.start:
        return f"nobody begins with booths in {case.city} [H11]"
    return f"seat {case.seat} put its {FOUND_BOOTHS} booths in {case.city} in an earlier round [H11]"


def _sail(case: _Case) -> str:
    if (case.here, case.city) not in case.board.arrows:
        targets = [target for origin, target in case.board.arrows if origin == case.here]
        return f"no arrow leads from {case.here} to {case.city}, only to {' and '.join(targets)} [H31]"
    return "sailing costs a taler, and there is none left [H31]"


def _acted(case: _Case) -> str:
    return f"the one action of this stop in {case.here} has been used; sail on or end [H32]" if case.fields.acted else ""


def _buy(case: _Case) -> str:
    if case.number not in case.fields.goods[case.ship]:
        return f"no {case.goods} lies in {case.here}, where the ship is [H33]"
    return _acted(case) or "buying here costs a taler, and there is none left [H33]"


def _build(case: _Case) -> str:
    if not case.unsold[case.number]:
        return f"seat {case.seat} has no unsold {case.goods} [H35]"
    return _acted(case) or "no booth is left to build with [H35]"


def _sell(case: _Case) -> str:
    colour = case.board.colours[case.number // BARRELS]
    if not case.unsold[case.number]:
        return f"seat {case.seat} has no unsold {case.goods} [H37]"
    if case.phase == "turn":
        if _acted(case):
            return _acted(case)
        if not case.booths_here[case.seat]:
            return f"selling needs a booth in {case.here}, and seat {case.seat} has none there [H37]"
        return f"a sale has at least two of a colour, and from {case.goods} on there is only one {colour} marker [H37]"
    assert isinstance(case.fields.data, Sell)
    last = case.fields.data.last
    if case.number < last:
        return f"a sale goes on in order, not from {case.board.goods[last]} back to {case.goods} [H37]"
    if case.fields.data.single and case.number // BARRELS != last // BARRELS:
        return f"a sale has at least two of a colour, and so far one {case.board.colours[last // BARRELS]} marker [H37]"
    return f"a sale has at least two of a colour, and from {case.goods} on there is only one {colour} marker [H37]"


def _lose(case: _Case) -> str:
    assert isinstance(case.fields.data, Lose)
    colour = case.board.colours[case.fields.data.colour]
    if case.number // BARRELS != case.fields.data.colour:
        return f"seat {case.seat} must lose a {colour} marker [H39]"
    return f"seat {case.seat} has no unsold {case.goods} [H39]"


def _drop(case: _Case) -> str:
    return f"seat {case.seat} has no unsold {case.goods} [H41]"


def _reveal(case: _Case) -> str:
    return f"no {case.goods} is left in the supply [H22]"


def _skip(case: _Case) -> str:
    return "every warehouse space is empty: the refill is not a choice [H21]"


def _done(case: _Case) -> str:
    assert isinstance(case.fields.data, Sell)
    colour = case.board.colours[case.fields.data.last // BARRELS]
    return f"a sale has at least two of a colour, and so far one {colour} marker [H37]"


EXPLAIN: dict[str, Callable[[_Case], str]] = {
    "found": _found, "sail": _sail, "buy": _buy, "build": _build, "sell": _sell, "lose": _lose, "drop": _drop,
    "reveal": _reveal, "skip": _skip, "done": _done,
}
