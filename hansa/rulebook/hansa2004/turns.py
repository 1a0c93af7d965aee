"""A turn from its income and refill to its taxes, and the end of the game [H20 H21 H22 H41 H50]."""

from __future__ import annotations

from .board import Kind
from .position import Position

INCOME = 3
MOST_TALERS = MOST_UNSOLD = 3   # kept at the end of one's turn


def begin_turn(position: Position) -> None:
    """The income, and the question whether to refill if there is any [H20, H21]."""
    position.active.talers += INCOME
    asked = position.supply.total() and position.with_space() and position.active.talers
    position.phase = "refill" if asked else "turn"


def refill_moves(position: Position) -> list[str]:
    """To refill is a choice unless every warehouse is empty [H21]."""
    nothing_left = not any(city.goods.total() for city in position.cities.values())
    return ["refill"] if nothing_left else ["refill", "skip"]


def refill(position: Position) -> None:
    """`refill`: a taler, then a marker is turned up for every empty space [H21]."""
    position.active.talers -= 1
    position.phase = "reveal"


def skip(position: Position) -> None:
    """`skip`: the spaces stay empty [H21]."""
    position.phase = "turn"


def reveal_moves(position: Position) -> list[str]:
    """The markers of which some lie face down [H2]."""
    return [f"reveal {kind}" for kind in position.board.in_order(position.supply)]


def reveal(position: Position, kind: Kind) -> None:
    """`reveal GOODS`: on the first empty space, until all are filled or the supply ends [H22]."""
    position.supply[kind] -= 1
    position.cities[position.with_space()[0]].goods[kind] += 1
    if not position.with_space() or not position.supply.total():
        position.phase = "turn"


def end(position: Position) -> None:
    """`end`: taxes, the talers first; unsold markers are given up one by one [H30, H41]."""
    position.acted = False
    position.active.talers = min(position.active.talers, MOST_TALERS)
    position.phase = "keep"
    leave_if_taxed(position)


def keep_moves(position: Position) -> list[str]:
    """Any unsold marker may be given up [H41]."""
    return [f"drop {kind}" for kind in position.board.in_order(position.active.unsold)]


def drop(position: Position, kind: Kind) -> None:
    """`drop GOODS` [H41]."""
    position.active.unsold[kind] -= 1
    leave_if_taxed(position)


def leave_if_taxed(position: Position) -> None:
    """With no more markers than allowed the turn is over, and perhaps the game [H41, H50]."""
    if position.active.unsold.total() > MOST_UNSOLD:
        return
    last_pile_begun = position.piles()[-1] < position.board.piles(len(position.desks))[-1]
    next_seat = position.seats_from(position.turn)[1]
    if last_pile_begun and next_seat == 0:
        position.phase, position.reason = "over", "markers"
        return
    position.turn = next_seat
    position.turns += 1
    begin_turn(position)
